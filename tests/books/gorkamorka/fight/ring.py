"""Positions at the start of a Hand-to-Hand phase, and what is read off after it."""

from __future__ import annotations

from tests.books.gorkamorka.table import Position, table
from tests.kit.script import By
from warbook.core.events import Note
from warbook.core.questions import Choose

FAR = "   ork_boy F (2,2)   ork_boy f (46,46)"  # so that neither mob is gone


def ring(text: str, **given: object) -> Position:
    return table(text + FAR, phase="fight", **given)  # type: ignore[arg-type]


def fight(text: str, *answers: By, dice: str = "", **given: object) -> Position:
    return ring(text, **given).play(*answers, dice=dice)


def scored(game: Position) -> list[str]:
    """The combat scores of each round."""
    rule = "gce.hand-to-hand.combat-score"
    return [event.words for event in game.events if isinstance(event, Note) and event.rule == rule]


def kinds(game: Position) -> list[str]:
    """What was asked, in order."""
    return [question.kind for _, question in game.asked if isinstance(question, Choose)]


def dice_of(game: Position, name: str) -> int:
    """How many attack dice somebody has rolled."""
    return sum(len(roll.faces) for roll in game.rolled("gce.hand-to-hand.roll") if roll.by == name)
