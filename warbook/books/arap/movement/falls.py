"""Falling: hits by height, and how one lies there."""

from __future__ import annotations

from math import ceil

from warbook.board.geometry import Spot, overlap
from warbook.board.terrain import surface_at
from warbook.books.arap.field.bodies import body, upright
from warbook.books.arap.field.hiding import told_to
from warbook.books.arap.field.placing import around
from warbook.books.arap.harm.casualties import hit_figure
from warbook.books.arap.movement.dice import fall_hits
from warbook.books.arap.state import Figure, Game
from warbook.core.events import Moved

ASIDE = 4.0  # inches from where one would land upon somebody
SOFT_FALL = 3.0  # arap.movement.after-fall: inches after which one may go on


def fall(game: Game, figure: Figure, inches: float, rule: str = "arap.movement.fall-damage") -> bool:
    """arap.movement.fall-damage, arap.E11: D3 hits, their Strength the inches fallen, rounded up. Whether the
    figure may go on moving."""
    strength = ceil(inches - 1e-6)
    hits = game.rolling(figure.id).roll(fall_hits)
    hit_figure(game, figure, hits, strength, None, rule)
    if figure.place == "table" and inches > SOFT_FALL + 1e-6:
        figure.prone = figure.stopped = True  # arap.movement.after-fall
    return figure.place == "table" and not figure.stopped


def fall_to(game: Game, figure: Figure, landing: Spot, inches: float | None = None) -> bool:
    """Falls from where it is, or from so many inches up, and lies there."""
    high = figure.z - landing.z if inches is None else inches
    landing = _room(game, figure, landing)
    words = f"falls {high:.1f} inches"
    path, to = (figure.spot, landing), told_to(game.battle.unit(figure.unit))
    game.tell(Moved(piece=figure.id, path=path, how=words, rule="arap.movement.fall-damage", to=to))
    figure.at(landing)
    figure.hangs = False
    return fall(game, figure, high)


def _room(game: Game, figure: Figure, landing: Spot) -> Spot:
    """There, or the nearest place if somebody has it."""
    battle = game.battle
    here = upright(battle, figure, landing)
    others = [
        body(battle, other) for other in battle.figures if other.place == "table" and other is not figure
    ]
    if not any(overlap(here, other) for other in others):
        return landing
    return around(battle, [figure], landing, ASIDE).get(figure.id, landing)


def below(game: Game, figure: Figure) -> Spot:
    """Where a figure lands that loses its hold: what lies under it."""
    surface = surface_at(game.battle.table, figure.x, figure.y, figure.z)
    return Spot(figure.x, figure.y, surface.level if surface else 0.0)


def shot_off(game: Game, figure: Figure) -> None:
    """arap.movement.climb-damage-fall, arap.E14: a climber who is wounded falls, even if he saves; nobody
    else does."""
    if figure.hangs and figure.place == "table":
        fall_to(game, figure, below(game, figure))
