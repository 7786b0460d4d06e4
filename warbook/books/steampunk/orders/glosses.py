"""Orders in plain English, for who does not know the codes by heart: "F, F, -" is "forward twice"."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby

from warbook.books.steampunk.army.data import equipment_of
from warbook.books.steampunk.army.notation import PLACEHOLDERS, Code, Gunnery, Movement, Speed, Step
from warbook.books.steampunk.army.roster import FieldUnit, GunneryOrder

MOVES = {
    "F": "forward",
    "R": "turn right",
    "L": "turn left",
    "B": "brake",
    "A": "speed up",
    "rev": "back",
    "D": "drift to any side",
    "360": "turn as you like",
    "chase": "chase the nearest enemy",
    "follow": "follow the leader",
    "flee": "flee",
    "road": "along the road",
    "help": "go and help",
    "random": "drift at random",
    "reveal": "reveal itself",
    "hide": "hide",
    "aim": "aim",
}
SHOTS = {
    "load": "load",
    "aim": "aim",
    "fire": "fire",
    "spot": "spot",
    "throw": "throw",
    "breath": "breathe",
    "release-poison": "release poison",
}
MODES = {
    ("fire", "burst"): "fire a burst",
    ("fire", "bow"): "fire the bow",
    ("fire", "res"): "fire reserve weapons",
    ("fire", "amplified"): "fire amplified",
    ("load", "unstable"): "load an unstable round",
}
OFTEN = {2: " twice", 3: " three times"}


def movement_gloss(order: Movement) -> str:
    return _gloss(order, _move) or "stay as it is"


def part_gloss(part: Step) -> str:
    """What a single part of a movement order does."""
    return _step(part, _move)


def gunnery_gloss(of: FieldUnit, order: GunneryOrder) -> str:
    """What a gunnery order does, with the weapons it acts on by name."""
    tags = _tags(of)
    words = _gloss(order.order, lambda code: _shot(code, tags)) or "hold fire"
    return f"{words}, {_called(order.only)} only" if order.only else words


def speed_words(speed: Speed) -> str:
    """slow-flying is "slow, flying"."""
    return speed.replace("-", ", ")


def at_speeds(legal: Iterable[Speed]) -> str:
    return " or ".join(map(speed_words, legal))


def _gloss(order: Movement | Gunnery, said: Callable[[Code], str]) -> str:
    """Step by step; nothing for an order that does nothing, and no word about idle steps at the end."""
    groups = [(step, len(list(same))) for step, same in groupby(order)]
    if not groups[-1][0]:
        groups.pop()
    return ", then ".join(_step(step, said) + OFTEN.get(times, "") for step, times in groups)


def _step(step: Step, said: Callable[[Code], str]) -> str:
    return " and ".join(map(said, step)) or "wait"


def _move(code: Code) -> str:
    words = MOVES[code.name]
    if code.name in ("A", "B") and code.arg:
        return f"{words} to {str(code.arg).replace('-', ', ')}"
    return f"{words} in {code.arg}" if code.arg else words


def _shot(code: Code, tags: Mapping[str, str]) -> str:
    words = SHOTS[code.name]
    if code.arg == "":
        return words
    if (code.name, code.arg) in MODES:
        return MODES[code.name, str(code.arg)]
    return f"{words} {tags.get(str(code.arg), code.arg)}"


def _tags(of: FieldUnit) -> dict[str, str]:
    """The weapons that tags in brackets stand for."""
    return {
        tag: f"the {_called(id)}"
        for ability in of.by_name(tuple(range(len(of.models)))).get("tagged-orders", ())
        for tag, id in ability.tags
    }


def _called(id: str) -> str:
    """A piece of equipment by its name; a placeholder by its own words."""
    if id in PLACEHOLDERS:
        return id.replace("-", " ")
    piece = equipment_of(id)
    return piece.name if piece else id
