"""What a study costs above its bare battles: dice for comparing, and what is read from each battle."""

from __future__ import annotations

from time import process_time

from warbook.core.dice import Dice, Seeded
from warbook.core.game import Game
from warbook.core.shelf import open_book
from warbook.lab.bots import bots_at
from warbook.lab.fighting import fight
from warbook.lab.plan import Plan, Study, plan, setup_of

FORCES = "orlock_sample", "goliath_sample"


class Again(Dice):
    """Dice that fall as they fell before, whatever they cost then."""

    def __init__(self, fallen: list[tuple[int, ...]]) -> None:
        self.fallen = iter(fallen)

    def throw(self, sides: int, count: int, rule: str, need: int | None, most: int | None) -> tuple[int, ...]:
        return next(self.fallen)


def overhead(battles: int = 8, rounds: int = 4) -> float:
    """Processor time of a study of Necromunda for that of the same battles with nothing around them, fought
    in turns, each with the dice of the other, and plain dice thrown as often."""
    planned = plan(Study("necromunda", forces=FORCES, battles=battles * (rounds + 1)))
    spent = {"study": 0.0, "bare": 0.0}
    for number in range(battles * (rounds + 1)):
        fallen = _fallen(planned, number)
        start = process_time()
        fight(planned, 0, number)
        between = process_time()
        _game(planned, number, Again(fallen)).advance()
        plain = Seeded(number)
        for faces in fallen:
            plain.throw(6, len(faces), "", None, None)
        if number >= battles:  # the first ones are to get warm
            spent["study"] += between - start
            spent["bare"] += process_time() - between
    return spent["study"] / spent["bare"]


def _game(planned: Plan, number: int, dice: Dice) -> Game:
    book, matches = open_book("necromunda"), planned.matches[0]
    setup = setup_of(book, planned.variants[0], matches[number % len(matches)])
    return Game(book, setup, bots_at(book, planned.bots[0], planned.seed(number)), dice)


def _fallen(planned: Plan, number: int) -> list[tuple[int, ...]]:
    """The dice of that battle of the study."""
    from warbook.lab.streams import Streams

    dice = Streams(planned.seed(number))
    game = _game(planned, number, dice)
    dice.thrower = lambda: (getattr(game.battle, "turn", 0), game.dice.by)
    fallen: list[tuple[int, ...]] = []
    throw = dice.throw

    def kept(*how: object) -> tuple[int, ...]:
        fallen.append(throw(*how))  # type: ignore[arg-type]
        return fallen[-1]

    dice.throw = kept  # type: ignore[assignment,method-assign]
    game.advance()
    return fallen
