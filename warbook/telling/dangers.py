"""How dangerous it is to stand where a question may lead somebody."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from warbook.board.geometry import Spot
from warbook.core.book import Book, Outlook
from warbook.core.game import Game
from warbook.core.questions import Choose, Drive, Question, Refused, Route


def danger_at(game: Game, side: str, question: Question, spot: Spot, facing: float | None = None) -> Fraction:
    """The exact chance that who is asked about is taken out there next turn, as far as the side can know."""
    return outlook_at(game, side, question, spot, facing).danger


def outlook_at(game: Game, side: str, question: Question, spot: Spot, facing: float | None = None) -> Outlook:
    """How who is asked about would stand there; nothing of a piece that stays where it is."""
    if not (isinstance(question, Route | Drive) or (isinstance(question, Choose) and question.leads)):
        raise Refused("nobody is asked where to go")
    if type(game.book).outlook is Book.outlook:
        raise Refused(f"{game.book.title} does not tell how dangerous a place is")
    if isinstance(question, Route | Drive) and stays(game, side, question):
        return Outlook()
    return game.book.outlook(game.view(side), question.piece, spot, facing)


def worst_of(outlook: Outlook, names: Mapping[str, str]) -> str:
    """What is to be feared most, in words; empty where nobody could do anything."""
    if not outlook.threats:
        return ""
    worst = max(outlook.threats, key=lambda threat: threat.chance)
    name = names.get(worst.piece, worst.piece)
    told = worst.how if worst.how.startswith(name) else f"{name} {worst.how}"
    return f"{told} ({worst.words})" if worst.words else told


def names_in(game: Game, side: str) -> dict[str, str]:
    """What the pieces are called that the side knows of; who acts together is named together."""
    view = game.view(side)
    groups = {group.id: group.name for group in game.book.groups(view)}
    return {piece.id: groups.get(piece.group, piece.name) for piece in game.book.pieces(view)}


def stays(game: Game, side: str, question: Route | Drive) -> bool:
    """Whether a piece on the table picks a spot, as for a shell."""
    pieces = game.book.pieces(game.view(side))
    return question.start is None and any(piece.id == question.piece and piece.on_table for piece in pieces)
