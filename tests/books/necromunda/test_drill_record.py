"""How drill plays, answer by answer: one battle of every scenario, and one in which nothing is measured.

A change of the bot shows here as a difference that can be read. To accept it, write the files anew:

    WARBOOK_GOLDEN=write python -m pytest tests/books/necromunda/test_drill_record.py
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from warbook import load_book
from warbook.core.dice import Seeded
from warbook.core.game import Game
from warbook.core.questions import Choose, Question

FOLDER = Path(__file__).parent / "drill"
BOOK = load_book("necromunda")
BATTLES = {
    "gang_fight": ("gang_fight", "van_saar_sample", "orlock_sample", {}),
    "scavengers": ("scavengers", "goliath_sample", "escher_sample", {}),
    "ransack": ("ransack", "delaque_sample", "cawdor_sample", {}),
    "unmeasured": ("scavengers", "orlock_sample", "van_saar_sample", {"premeasure": False}),
}


class Recorder:
    """Writes down what a player answers."""

    def __init__(self, player: Any, lines: list[str]) -> None:
        self.player, self.lines = player, lines

    def answer(self, side: str, question: Question, view: Any) -> Any:
        given = self.player.answer(side, question, view)
        what = given if isinstance(question, Choose) else _way(given)
        self.lines.append(f"{view.turn}{side} {question.kind or question.rule} {question.piece}: {what}")
        return given


def _way(way: Any) -> str:
    path = " ".join(f"({spot.x:.1f},{spot.y:.1f},{spot.z:.1f})" for spot in way.path)
    return path if way.facing is None else f"{path} facing {way.facing:.0f}"


@pytest.mark.parametrize("name", BATTLES)
def test_drill_answers_as_it_did(name: str) -> None:
    scenario, ours, theirs, rulings = BATTLES[name]
    lines: list[str] = []
    players = {side: Recorder(BOOK.bots()["drill"](n), lines) for n, side in enumerate("ab", 7)}
    game = Game(BOOK, BOOK.setup(scenario, (ours, theirs), rulings), players, Seeded(name))
    game.advance()
    path = FOLDER / f"{name}.txt"
    if os.environ.get("WARBOOK_GOLDEN") == "write":
        FOLDER.mkdir(exist_ok=True)
        path.write_text("\n".join(lines) + "\n", "utf-8")
    kept = path.read_text("utf-8").splitlines()
    for number, (given, before) in enumerate(zip(lines, kept, strict=False), 1):
        assert given == before, f"{path.name}, line {number}; to accept the change: WARBOOK_GOLDEN=write"
    assert len(lines) == len(kept)
