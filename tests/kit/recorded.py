"""What a bot answers in a battle, line by line, and the file in which that is kept.

A change of the bot shows there as a difference that can be read. To accept it, write the files anew:

    WARBOOK_GOLDEN=write python -m pytest tests/books/BOOK/test_answers_kept.py
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from warbook.core.dice import Seeded
from warbook.core.game import Game
from warbook.core.questions import Question, Way


class Recorder:
    """Writes down what a player answers."""

    def __init__(self, player: Any, lines: list[str]) -> None:
        self.player, self.lines = player, lines

    def answer(self, side: str, question: Question, view: Any) -> Any:
        given = self.player.answer(side, question, view)
        piece = getattr(question, "piece", "")
        self.lines.append(f"{view.turn}{side} {question.kind or question.rule} {piece}: {_spelled(given)}")
        return given


def _spelled(answer: Any) -> str:
    if isinstance(answer, Mapping):
        return "; ".join(f"{name} {_spelled(part)}" for name, part in answer.items())
    if isinstance(answer, Way):
        path = " ".join(f"({spot.x:.1f},{spot.y:.1f},{spot.z:.1f})" for spot in answer.path)
        return path if answer.facing is None else f"{path} facing {answer.facing:.0f}"
    return str(answer)


def answers_as_kept(path: Path, book: Any, setup: Any, bots: Mapping[str, Any]) -> None:
    """Bots play a battle whose dice are those of the file's name, and answer as it is kept there."""
    lines: list[str] = []
    players = {side: Recorder(bot, lines) for side, bot in bots.items()}
    Game(book, setup, players, Seeded(path.stem)).advance()
    if os.environ.get("WARBOOK_GOLDEN") == "write":
        path.parent.mkdir(exist_ok=True)
        path.write_text("\n".join(lines) + "\n", "utf-8")
    kept = path.read_text("utf-8").splitlines()
    for number, (given, before) in enumerate(zip(lines, kept, strict=False), 1):
        assert given == before, f"{path.name}, line {number}; to accept the change: WARBOOK_GOLDEN=write"
    assert len(lines) == len(kept)
