"""Movement orders of Steampunk Fantasy as a tree, in which orders share what they begin with."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from warbook.books.steampunk.army.notation import Code, read_movement

NO_MOVES = ("aim", "hide", "help")  # codes that lead nowhere
STEPS = {"F": 0, "rev": 3}  # and where they lead, from the facing
TURNED = {"R": 1, "L": -1}
SPEEDED = ("A", "B")
CHOICES = ("chase", "D", "road", "reveal")


class Way:
    """A code, and the codes that may come after it. `order` is the order that ends here, `first` the first
    order of those that go on from here or end here; both by their numbers, `order` -1 where none does."""

    def __init__(self, code: Code, first: int) -> None:
        self.code, self.name, self.first = code, code.name, first
        self.step = STEPS.get(code.name)
        self.turned = TURNED.get(code.name, 0)
        self.speeds, self.chooses = code.name in SPEEDED, code.name in CHOICES
        self.order = -1
        self.then: list[Way] = []

    def after(self, code: Code, order: int) -> Way:
        for way in self.then:
            if way.code == code:
                return way
        self.then.append(Way(code, order))
        return self.then[-1]


@lru_cache(maxsize=5_000)
def ways(orders: tuple[str, ...]) -> Way:
    """The tree of these orders, numbered as they stand here. Of those that move alike the first counts."""
    root = Way(Code(""), 0)
    for number, order in enumerate(orders):
        way = root
        for code in moves(order):
            way = way.after(code, number)
        if way.order < 0:
            way.order = number
    return root


@cache
def moves(order: str) -> tuple[Code, ...]:
    """The codes that move a unit, one after the other; a turn at will that another undoes is left out."""
    codes = [code for step in read_movement(order.split(", ")) for code in step if code.name not in NO_MOVES]
    return tuple(code for number, code in enumerate(codes) if not _undone(code, codes[number + 1 :]))


def _undone(code: Code, later: Iterable[Code]) -> bool:
    turns = (each.name for each in later if each.name not in ("A", "B"))
    return code.name == "360" and next(turns, "") == "360"
