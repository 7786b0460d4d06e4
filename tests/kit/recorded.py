"""What a bot answers in a battle, line by line, and the file in which that is kept; with it, as one number
each, what is told of a turn and what cards and standing show as it begins.

A change of the bot shows there as a difference that can be read; where only the numbers differ, the rules
tell or show something else. To accept it, write the files anew:

    WARBOOK_GOLDEN=write python -m pytest tests/books/BOOK/test_answers_kept.py
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from zlib import crc32

import msgspec

from tests.kit.seated import players
from warbook.core.dice import Seeded
from warbook.core.events import Phase
from warbook.core.game import Game
from warbook.core.questions import Question, Way
from warbook.players.random import Random
from warbook.telling.wire import question_wire


class Recorder:
    """Writes down what a player answers, and once a turn what he is shown."""

    def __init__(self, book: Any, player: Any, lines: list[str]) -> None:
        self.book, self.player, self.lines = book, player, lines
        self.turn = -1

    def answer(self, side: str, question: Question, view: Any) -> Any:
        if view.turn != self.turn:
            self.turn = view.turn
            self.lines.append(f"{view.turn}{side} is shown {_number(_shown(self.book, view))}")
        given = self.player.answer(side, question, view)
        self.note(side, question, view, given)
        return given

    def note(self, side: str, question: Question, view: Any, given: Any) -> None:
        piece = getattr(question, "piece", "")
        self.lines.append(f"{view.turn}{side} {question.kind or question.rule} {piece}: {_spelled(given)}")


class Asked(Recorder):
    """Writes down besides, as one number, what a client is sent of each question: its options or its reach,
    their odds, and why something is barred."""

    def note(self, side: str, question: Question, view: Any, given: Any) -> None:
        super().note(side, question, view, given)
        self.lines[-1] += f" of {_number(question_wire(question, previews=True, reach=True))}"


def _spelled(answer: Any) -> str:
    if isinstance(answer, Mapping):
        return "; ".join(f"{name} {_spelled(part)}" for name, part in answer.items())
    if isinstance(answer, Way):
        path = " ".join(f"({spot.x:.1f},{spot.y:.1f},{spot.z:.1f})" for spot in answer.path)
        return path if answer.facing is None else f"{path} facing {answer.facing:.0f}"
    return str(answer)


def _shown(book: Any, view: Any) -> Any:
    pieces = book.pieces(view)
    return pieces, [book.card(view, piece.id) for piece in pieces], book.groups(view), book.standing(view)


def _number(value: Any) -> str:
    return f"{crc32(msgspec.json.encode(value)):08x}"


def _told(game: Game[Any]) -> list[str]:
    told: dict[int, list[Any]] = {0: []}
    for event in game.events:
        turn = event.turn if isinstance(event, Phase) else max(told)
        told.setdefault(turn, []).append(event)
    return [f"told in turn {turn}: {_number(events)}" for turn, events in told.items()]


def answers_as_kept(path: Path, book: Any, setup: Any) -> None:
    """Drill plays all sides of a battle whose dice are those of the file's name, and answers as it is kept
    there."""
    drill = book.bots()["drill"]
    _as_kept(path, book, setup, lambda seed, lines: Recorder(book, drill(seed), lines))


def questions_as_kept(path: Path, book: Any, setup: Any) -> None:
    """The same of players who answer anything: what they are asked, and what comes of it."""
    _as_kept(path, book, setup, lambda seed, lines: Asked(book, Random(seed), lines))


def _as_kept(path: Path, book: Any, setup: Any, recorder: Callable[[int, list[str]], Recorder]) -> None:
    lines: list[str] = []
    game = Game(book, setup, {}, Seeded(path.stem))
    game.seat(players(game, lambda seed: recorder(seed, lines), 7))
    game.advance()
    lines += _told(game)
    if os.environ.get("WARBOOK_GOLDEN") == "write":
        path.parent.mkdir(exist_ok=True)
        path.write_text("\n".join(lines) + "\n", "utf-8")
    kept = path.read_text("utf-8").splitlines()
    for number, (given, before) in enumerate(zip(lines, kept, strict=False), 1):
        assert given == before, f"{path.name}, line {number}; to accept the change: WARBOOK_GOLDEN=write"
    assert len(lines) == len(kept)
