"""How dangerous it is to stand where a question may lead somebody."""

from __future__ import annotations

from fractions import Fraction

from warbook.board.geometry import Spot
from warbook.core.book import Book
from warbook.core.game import Game
from warbook.core.questions import Choose, Drive, Question, Refused, Route


def danger_at(game: Game, side: str, question: Question, spot: Spot, facing: float | None = None) -> Fraction:
    """The exact chance that who is asked about is taken out there next turn, as far as the side can know."""
    if not (isinstance(question, Route | Drive) or (isinstance(question, Choose) and question.leads)):
        raise Refused("nobody is asked where to go")
    if type(game.book).outlook is Book.outlook:
        raise Refused(f"{game.book.title} does not tell how dangerous a place is")
    if isinstance(question, Route | Drive) and stays(game, side, question):
        return Fraction(0)
    return game.book.outlook(game.view(side), question.piece, spot, facing).danger


def stays(game: Game, side: str, question: Route | Drive) -> bool:
    """Whether a piece on the table picks a spot, as for a shell."""
    pieces = game.book.pieces(game.view(side))
    return question.start is None and any(piece.id == question.piece and piece.on_table for piece in pieces)
