"""Whoever is shot at stands on the ground on which the weapon is said to bear."""

from __future__ import annotations

from warbook.board.geometry import Shapes, point_in_polygon, point_to_outline
from warbook.core.book import Piece
from warbook.core.game import Game
from warbook.core.questions import Choose, Option

DRAWN = 0.4  # inches: the ground is drawn ray by ray
LOOKED = 4  # targets of a battle that are looked up


def astray(game: Game, side: str, question: Choose, option: Option) -> bool | None:
    """Whether a target that may be chosen stands elsewhere; None where the option is about none."""
    shapes = question.bears(option.id) if question.bears is not None else ()
    if option.piece in ("", question.piece) or not shapes:
        return None
    if option.spot is not None:
        return not _near(shapes, option.spot.x, option.spot.y, 0.0)
    view = game.view(side)
    pieces = {piece.id: piece for piece in game.book.pieces(view)}
    members = next((group.members for group in game.book.groups(view) if group.id == option.piece), ())
    target = [pieces[name] for name in (option.piece, *members) if name in pieces and pieces[name].on_table]
    return None if not target else not any(_on(shapes, piece) for piece in target)


def _on(shapes: Shapes, piece: Piece) -> bool:
    size = max(piece.hull.length, piece.hull.width) / 2 if piece.hull else piece.radius
    return _near(shapes, piece.x, piece.y, size)


def _near(shapes: Shapes, x: float, y: float, size: float) -> bool:
    return any(
        point_in_polygon(x, y, shape) or point_to_outline(x, y, shape) <= size + DRAWN for shape in shapes
    )
