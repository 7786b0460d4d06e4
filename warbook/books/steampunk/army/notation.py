"""The small notations of the army lists: dice, orders, abilities and effects, each read once into a value.

What is wrong raises ValueError, with words that say what would be right.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Literal, TypeAlias, get_args

from msgspec import Struct

from warbook.books.steampunk.army.abilities import Ability, AreaBy, Marker, made
from warbook.books.steampunk.dice import Roll, read_roll
from warbook.core.datafile import did_you_mean

Speed: TypeAlias = Literal[
    "still", "crawl", "rest", "setup", "slow", "fast", "still-flying", "slow-flying", "fast-flying"
]
SPEEDS: tuple[Speed, ...] = get_args(Speed)


class Code(Struct, frozen=True):
    """One order code: B(still) is Code("B", "still"), load(2) is Code("load", 2)."""

    name: str
    arg: int | str = ""

    def __str__(self) -> str:
        return f"{self.name}({self.arg})" if self.arg != "" else self.name


Step: TypeAlias = tuple[Code, ...]  # the codes of one step from left to right; none is "-"
Movement: TypeAlias = tuple[Step, Step, Step]  # spf.turn.movement-block
Gunnery: TypeAlias = tuple[Step, Step]

REST: Movement = ((), (), ())


class Effect(Struct, frozen=True):
    """What a line of a damage table does, with arguments as effects.toml states."""

    name: str
    args: tuple[Any, ...] = ()


Kinds: TypeAlias = tuple[str, ...]  # of the arguments of an ability or effect, as abilities.toml writes them


# ---------------------------------------------------------------- dice


def read_dice(text: str) -> tuple[Roll, ...]:
    """Dice that are added up: d4+d12."""
    return tuple(read_roll(part) for part in re.split(r"\+(?=d)", text))


# ---------------------------------------------------------------- orders

MOVES = (
    *("F", "R", "L", "B", "A", "rev", "D", "360", "chase", "follow", "flee", "road", "help", "random"),
    *("reveal", "hide", "aim"),
)
SHOTS = ("load", "aim", "fire", "spot", "throw", "breath", "release-poison")


def read_movement(parts: Sequence[str]) -> Movement:
    """An order for the three movement steps (spf.orders.per-unit)."""
    if len(parts) != 3:
        raise ValueError(f"a movement order has three parts, not {len(parts)}")
    first, second, third = (_step(part, MOVES) for part in parts)
    return first, second, third


def read_gunnery(parts: Sequence[str]) -> Gunnery:
    """An order for the two gunnery steps (spf.orders.per-unit)."""
    if len(parts) != 2:
        raise ValueError(f"a gunnery order has two parts, not {len(parts)}")
    first, second = (_step(part, SHOTS) for part in parts)
    return first, second


@cache
def spell(order: tuple[Step, ...]) -> str:
    """An order as it is written on paper: "A+F, -, chase"."""
    return ", ".join("+".join(map(str, step)) or "-" for step in order)


def _step(text: str, names: Sequence[str]) -> Step:
    return () if text == "-" else tuple(_code(part, names) for part in text.split("+"))


def _code(text: str, names: Sequence[str]) -> Code:
    match = re.fullmatch(r"([\w-]+)(?:\(([\w-]+)\))?", text)
    if match is None:
        raise ValueError(f"'{text}' is not an order code; write F, B(still), or - for nothing")
    name, arg = match[1], match[2] or ""
    if name not in names:
        raise ValueError(f"there is no order code '{name}'{did_you_mean(name, [*names, '-'])}")
    if name in ("A", "B") and arg and arg not in SPEEDS:
        raise ValueError(f"there is no speed '{arg}'{did_you_mean(arg, SPEEDS)}")
    return Code(name, int(arg) if arg.isdecimal() else arg)


# ---------------------------------------------------------------- abilities and effects

PLACEHOLDERS = ("main-weapon", "drop-weapon")  # stand for whatever fills the hands or the drop slot


class Glossary(Struct, frozen=True):
    """The abilities and effects there are, with the kinds of their arguments, and the nation's equipment."""

    abilities: Mapping[str, Kinds]
    effects: Mapping[str, Kinds]
    nation: str = ""
    equipment: frozenset[str] = frozenset()

    def ability(self, text: str) -> Ability:
        return made(*self._call(text, self.abilities, "ability"))

    def effect(self, text: str) -> Effect:
        return Effect(*self._call(text, self.effects, "effect"))

    def _call(self, text: str, known: Mapping[str, Kinds], what: str) -> tuple[str, tuple[Any, ...]]:
        match = re.fullmatch(r"([\w-]+)(?:\((.+)\))?", text)
        if match is None:
            raise ValueError(f"'{text}' is not an {what}; write its name, or name(argument,argument)")
        name, given = match[1], _split(match[2] or "")
        if name not in known:
            raise ValueError(f"there is no {what} '{name}'{did_you_mean(name, known)}")
        kinds = known[name]
        if kinds and kinds[-1].endswith("*"):
            kinds = (*kinds[:-1], *[kinds[-1][:-1]] * max(len(given) - len(kinds) + 1, 1))
        fewest = sum(not kind.endswith("?") for kind in kinds)
        if not fewest <= len(given) <= len(kinds):
            right = f"({', '.join(kinds)})" if kinds else " alone"
            raise ValueError(f"'{text}' has the wrong number of arguments; it is written {name}{right}")
        try:
            return name, tuple(
                self._value(part, kind.removesuffix("?")) for part, kind in zip(given, kinds, strict=False)
            )
        except ValueError as error:
            raise ValueError(f"{text}: {error}") from None

    def _value(self, text: str, kind: str) -> Any:
        key, _, kind = kind.rpartition(":")
        if key:
            said, _, text = text.partition(":")
            if said != key:
                raise ValueError(f"'{said}' stands where '{key}:' belongs")
        if kind == "equipment":
            return self._equipment(text)
        if kind == "tag":
            tag, _, name = text.partition(":")
            return tag, self._equipment(name)
        if kind == "effect":
            return self.effect(text)
        return _VALUES[kind](text)

    def _equipment(self, name: str) -> str:
        full = f"{self.nation}.{name}"
        if name in PLACEHOLDERS:
            return name
        if full not in self.equipment:
            known = [*sorted(self.equipment), *PLACEHOLDERS]
            raise ValueError(f"there is no equipment '{full}'{did_you_mean(full, known)}")
        return full


def _split(text: str) -> list[str]:
    """The arguments between commas that stand in no bracket."""
    return re.split(r",(?![^()]*\))", text) if text else []


def _number(text: str) -> int:
    if re.fullmatch(r"[+-]?\d+", text) is None:
        raise ValueError(f"a number belongs where '{text}' stands")
    return int(text)


def _need(text: str) -> int:
    if re.fullmatch(r"\d+\+", text) is None:
        raise ValueError(f"a number to reach, such as 4+, belongs where '{text}' stands")
    return int(text[:-1])


def _at_most(text: str) -> int:
    if re.fullmatch(r"\d+-", text) is None:
        raise ValueError(f"a number not to exceed, such as 1-, belongs where '{text}' stands")
    return int(text[:-1])


def _word(text: str) -> str:
    if re.fullmatch(r"[a-z][a-z-]*", text) is None:
        raise ValueError(f"a word belongs where '{text}' stands")
    return text


def _words(text: str) -> tuple[str, ...]:
    return tuple(_word(part) for part in text.split("/"))


def _number_or_roll(text: str) -> int | Roll:
    return read_roll(text) if "d" in text else _number(text)


def _number_or_word(text: str) -> int | str:
    return _word(text) if text[:1].isalpha() else _number(text)


def _markers(text: str) -> tuple[Marker, ...]:
    """poison-8+smoke"""
    found = (re.fullmatch(r"([a-z][a-z-]*?)(?:-(\d+))?", part) for part in text.split("+"))
    markers = tuple(Marker(match[1], int(match[2] or 0)) for match in found if match)
    if len(markers) != text.count("+") + 1:
        raise ValueError(f"clouds and smoke are written as poison-8+smoke, not '{text}'")
    return markers


def _tokens(text: str) -> tuple[str, int]:
    """elite:2"""
    kind, _, number = text.partition(":")
    return _word(kind), _number(number)


def _turn(text: str) -> tuple[str, int]:
    """L@agony-1: a turn to the left in that agony step."""
    match = re.fullmatch(r"([RL])@agony-(\d)", text)
    if match is None:
        raise ValueError(f"a turn by itself is written as L@agony-1, not '{text}'")
    return match[1], int(match[2])


def _area(text: str) -> AreaBy:
    """4+:1-2, normal:4+:1-2 or 3-4:4+:1-2"""
    span = r"(\d+)(?:-(\d+))?"
    match = re.fullmatch(rf"(?:([a-z-]+):|{span}:)?(\d+)\+:{span}", text)
    if match is None:
        raise ValueError(
            f"an area by models is written as 4+:1-2, after a band or distance and :, not '{text}'"
        )
    band, nearest, farthest, need, fewest, most = match.groups()
    return AreaBy(
        int(need),
        int(fewest),
        int(most or fewest),
        band or "",
        int(nearest or 0),
        int(farthest or nearest or 0),
    )


_VALUES = {
    "number": _number,
    "need": _need,
    "at-most": _at_most,
    "roll": read_roll,
    "word": _word,
    "words": _words,
    "number-or-roll": _number_or_roll,
    "number-or-word": _number_or_word,
    "markers": _markers,
    "tokens": _tokens,
    "turn": _turn,
    "area": _area,
}
KINDS = frozenset({*_VALUES, "equipment", "tag", "effect"})  # of arguments
