"""A force while it is being built, told so that any terminal or page can build it, whatever the book.

A draft is the text of its file and nothing else. A book tells of it in a `Sheet`, and an act makes another
text of it: so taking back is going back to an earlier text, and only who builds keeps the draft.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from itertools import count

from msgspec import Struct

from warbook.core.datafile import Written
from warbook.core.questions import Refusal, Refused


class Remark(Struct, frozen=True):
    """What is wrong with a draft or to be minded about it, by which rule, and where: a line, a part of it."""

    words: str
    rule: str = ""
    line: int | None = None
    part: int | None = None


class Offer(Struct, frozen=True):
    """An act that is on offer: what one gets in short and in detail, and why not now if it cannot be had."""

    act: str
    name: str
    words: str = ""
    details: tuple[str, ...] = ()
    cost: str = ""
    group: str = ""
    barred: Refusal | None = None


class Setting(Struct, frozen=True):
    """Something to be settled. With choices, `value` is the act of the one that holds now; without, it is
    words of at most `longest` characters, which go with the act."""

    act: str
    name: str
    value: str
    choices: tuple[Offer, ...] = ()
    longest: int = 0


class Part(Struct, frozen=True):
    """Something bought for a line; the act `off` takes it off again."""

    name: str
    cost: str
    off: str


class Line(Struct, frozen=True):
    """One thing of the force with all that it has, and the act that takes it out; `offers` is what can be
    bought for it, if that was asked for."""

    name: str
    words: str
    details: tuple[str, ...]
    cost: str
    parts: tuple[Part, ...]
    settings: tuple[Setting, ...]
    off: str
    offers: tuple[Offer, ...] = ()


class Total(Struct, frozen=True):
    """What is spent of a currency and what there is of it; `unit` is what prices call it."""

    name: str
    unit: str
    spent: int
    limit: int


class Sheet(Struct, frozen=True):
    """A draft and all that can be done with it. It may fight if it has no faults. `starts` are ready-made
    forces to begin with in its place; `save_as` is a name for its file."""

    file: Written
    title: str
    save_as: str
    settings: tuple[Setting, ...]
    totals: tuple[Total, ...]
    faults: tuple[Remark, ...]
    notes: tuple[Remark, ...]
    lines: tuple[Line, ...]
    offers: tuple[Offer, ...]
    starts: tuple[Offer, ...]


def file_name(title: str) -> str:
    """A name for a file that every system takes: "The Iron Fist!" becomes the-iron-fist.toml."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return f"{'-'.join(re.findall(r'[a-z0-9]+', plain))[:60] or 'force'}.toml"


def numbered(names: Sequence[str]) -> tuple[str, ...]:
    """Each name once: those that are alike get a number that makes no other name."""
    counts = Counter(names)
    told: list[str] = []
    for name in names:
        free = (f"{name} {number}" for number in count(1))
        taken = {*told, *(other for other in names if counts[other] == 1)}
        told.append(name if counts[name] == 1 else next(each for each in free if each not in taken))
    return tuple(told)


def said(words: str, longest: int) -> str:
    """Words that somebody gives a thing of a sheet; refuses what is too long or cannot be seen."""
    if len(words) > longest:
        raise Refused(f"this is longer than {longest} characters; say it shorter")
    if not words.isprintable():
        raise Refused("this has characters that cannot be seen; write it in letters, digits and signs")
    return words.strip()
