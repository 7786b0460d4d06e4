"""Battles of any book, chosen by number, played by bots or driven from outside as by a client."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from itertools import count
from typing import Any

import msgspec

from tests.kit.seated import players
from warbook.core.book import Book, Choice, line_up
from warbook.core.dice import Seeded
from warbook.core.game import Game
from warbook.core.questions import Question, Refused, plain
from warbook.core.record import plain_tape
from warbook.core.state import state_hash
from warbook.players.random import Random

MOST_STEPS = 5_000


def setup(book: Book, number: int) -> Any:
    """The setup of battle `number`: every scenario with the forces that meet there first, then all scenarios
    and forces in turn; switches at random in every second."""
    luck = random.Random(number)
    scenario = _scenario(book, number)
    picked = (
        line_up(book, scenario, []) if number < len(book.scenarios()) else _in_turn(book, scenario, number)
    )
    rulings = {
        name: luck.choice(ruling.choices)
        for name, ruling in book.rulings.items()
        if number % 2 and ruling.choices and luck.random() < 0.5
    }
    try:
        return book.setup(scenario.id, picked, rulings)
    except Refused:  # a switch that bars one of the forces
        return book.setup(scenario.id, picked, {})


def _in_turn(book: Book, scenario: Choice, number: int) -> list[str]:
    forces = book.forces()
    first = forces[number % len(forces)]
    fit = [choice.id for choice in forces if first.may_meet(choice)]
    start = fit.index(first.id) if first.id in fit else 0
    others = range(len(book.seats(scenario)) - 1)
    return [first.id, *(fit[(start + 1 + place + number // len(forces)) % len(fit)] for place in others)]


def title(book: Book, number: int) -> str:
    return f"{book.id}-{number}-{_scenario(book, number).id}"


def _scenario(book: Book, number: int) -> Choice:
    scenarios = book.scenarios()
    return scenarios[number % len(scenarios)]


def seed(number: int) -> str:
    return f"conformance-{number}-f3b1"


def bot_battle(book: Book, number: int, steps: int | None = None) -> Game:
    """Battle `number` played by random players, to its end or for so many steps."""
    game = Game(book, setup(book, number), {}, Seeded(seed(number)), recording=True)
    game.seat(players(game, Random, 1000 * number))
    while not game.over and (steps is None or len(game.steps) < steps):
        assert len(game.steps) < MOST_STEPS, f"{title(book, number)} is not over after {MOST_STEPS:,} steps"
        game.step()
    return game


def open_battle(book: Book, number: int) -> Game:
    """Battle `number` at its first question, with people on all sides."""
    game = Game(book, setup(book, number), {}, Seeded(seed(number)), recording=True)
    game.advance()
    return game


class Client:
    """Answers for all sides from outside, at random, in JSON."""

    def __init__(self, number: int) -> None:
        self.luck = Random(number)

    def next(self, game: Game) -> tuple[str, Question]:
        side = next(side for side in game.waiting if game.asked(side) is not None)
        question = game.asked(side)
        assert question is not None
        return side, question

    def answer(self, game: Game) -> None:
        side, question = self.next(game)
        answer = plain(self.luck.answer(side, question, game.view(side)))
        game.answer(side, json.loads(json.dumps(answer)))


def driven(game: Game, number: int, answers: int | None = None) -> Iterator[Game]:
    """The game at each of its questions until it is over, or that many are answered."""
    client = Client(number)
    for _ in count() if answers is None else range(answers):
        if game.over:
            return
        assert len(game.steps) < MOST_STEPS, f"not over after {MOST_STEPS:,} steps"
        yield game
        client.answer(game)


def chain(game: Game) -> list[str]:
    return [step.hash for step in game.steps]


def events(game: Game) -> bytes:
    return msgspec.json.encode(game.events)


def digest(game: Game) -> str:
    return hashlib.blake2b(events(game), digest_size=12).hexdigest()


def whole(game: Game) -> tuple[object, ...]:
    """All there is to a game, to show that nothing of it has changed."""
    return (
        state_hash(game.battle),
        msgspec.json.encode(plain_tape(game.tape)),
        [id(step) for step in game.steps],
        [id(event) for event in game.events],
        game.source.cursor if isinstance(game.source, Seeded) else None,
        {side: id(question) for side, question in game.waiting.items()},
        msgspec.json.encode({side: plain(value) for side, value in game.unopened.items()}),
    )
