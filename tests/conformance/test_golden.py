"""Golden playthroughs: one random battle of every book and scenario in plain text, its first steps and those
in which dice fell.

A change of the rules shows here as a difference that can be read. To accept it, write the files anew:

    WARBOOK_GOLDEN=write python -m pytest tests/conformance/test_golden.py
"""

import os
from pathlib import Path

import msgspec
import pytest

from tests.kit.seated import players
from warbook.core.book import line_up
from warbook.core.dice import Seeded
from warbook.core.events import Event
from warbook.core.game import Game
from warbook.core.questions import plain
from warbook.core.shelf import book_ids, load_book
from warbook.core.tape import Answer, Entry, Fact, Sealed, Throw
from warbook.players.random import Random

FOLDER = Path(__file__).parent / "golden"
FIRST_STEPS, MOST_STEPS = 20, 60
SCENARIOS = [(book_id, choice.id) for book_id in book_ids() for choice in load_book(book_id).scenarios()]


@pytest.mark.parametrize(("book_id", "scenario"), SCENARIOS)
def test_the_playthrough_is_the_golden_one(book_id, scenario):
    path = FOLDER / f"{book_id}-{scenario}.txt"
    text = playthrough(book_id, scenario)
    if os.environ.get("WARBOOK_GOLDEN") == "write":
        FOLDER.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    assert path.exists(), f"there is no {path.name}; write it with WARBOOK_GOLDEN=write"
    golden = path.read_text("utf-8").splitlines()
    for number, (played, kept) in enumerate(zip(text.splitlines(), golden, strict=False), 1):
        assert played == kept, f"{path.name}, line {number}; to accept the change: WARBOOK_GOLDEN=write"
    assert len(text.splitlines()) == len(golden)


def test_every_golden_playthrough_is_of_a_scenario_there_is():
    names = {f"{book_id}-{scenario}.txt" for book_id, scenario in SCENARIOS}
    assert {path.name for path in FOLDER.glob("*.txt")} <= names


def playthrough(book_id: str, scenario: str) -> str:
    book = load_book(book_id)
    forces = line_up(book, book.scenario(scenario), [])
    game = Game(book, book.setup(scenario, forces, {}), {}, Seeded("golden"), recording=True)
    game.seat(players(game, Random, 0))
    lines = [f"{book.title}: {scenario}, {' against '.join(map(str, forces))}"]
    shown = 0
    while shown < MOST_STEPS and not game.over:
        told = len(game.events)
        game.step()
        number = len(game.steps)
        if number > FIRST_STEPS and not any(isinstance(entry, Throw) for entry in game.tape):
            continue
        shown += 1
        lines.append(f"--- step {number}")
        lines += [f"  < {entry_line(entry)}" for entry in game.tape]
        lines += [f"  > {event_line(event)}" for event in game.events[told:]]
    return "\n".join(lines) + "\n"


def entry_line(entry: Entry) -> str:
    match entry:
        case Answer(side, value):
            return f"{side}: {value_line(plain(value))}"
        case Sealed(values):
            return "sealed " + "; ".join(f"{side}: {value_line(plain(v))}" for side, v in values.items())
        case Throw(faces):
            return f"dice {' '.join(map(str, faces))}"
        case Fact(words):
            return f"fact: {words}"


def event_line(event: Event) -> str:
    fields = msgspec.to_builtins(event)
    kind = fields.pop("type")
    return f"{kind} " + " ".join(f"{name}={value_line(value)}" for name, value in fields.items())


def value_line(value: object) -> str:
    """Short, and with numbers rounded so that no platform's last digit shows."""
    if isinstance(value, float):
        return f"{round(value, 2) + 0.0:g}"
    if isinstance(value, dict):
        return "{" + " ".join(f"{name}:{value_line(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + " ".join(value_line(item) for item in value) + "]"
    return str(value)
