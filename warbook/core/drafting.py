"""A force while it is being built, told so that any terminal or page can build it, whatever the book.

A draft is the text of its file and nothing else. A book tells of it in a `Sheet`, and an act makes another
text of it: so taking back is going back to an earlier text, and only who builds keeps the draft.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count
from typing import Annotated, Protocol, TypeAlias, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from warbook.core.datafile import Written, parse_toml
from warbook.core.questions import Refusal, Refused, shown

LONGEST_TITLE, LONGEST_WORDS = 80, 1000  # characters
Title: TypeAlias = Annotated[str, Meta(max_length=LONGEST_TITLE)]
Words: TypeAlias = Annotated[str, Meta(max_length=LONGEST_WORDS)]


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


# ---------------------------------------------------------------- what every book's sheet does alike


class Named(Protocol):
    @property
    def name(self) -> str: ...


class Barrable(Named, Protocol):
    @property
    def barred(self) -> Refusal | None: ...


S = TypeVar("S", bound=Struct)
N = TypeVar("N", bound=Named)
B = TypeVar("B", bound=Barrable)


def read_draft(written: Written | None, blank: S) -> S:
    """The force, whatever is wrong with it; refuses what is no force at all."""
    return parse_toml(written.text, written.name, type(blank)) if written else blank


def amended(written: Written | None, act: str, changed: N | None, write: Callable[[N], str]) -> Written:
    """The draft after an act; refuses one that has made nothing of the force."""
    if changed is None:
        raise Refused(f"nothing of this sheet is called {shown(act)}")
    return Written(written.name if written else file_name(changed.name), write(changed))


def name_setting(act: str, name: str) -> Setting:
    return Setting(act, "Name", name, longest=LONGEST_TITLE)


def words_setting(words: str) -> Setting:
    return Setting("words", "Description", words, longest=LONGEST_WORDS)


def people_setting(act: str, name: str, now: str, known: Mapping[str, Named], anew: str) -> Setting:
    """Whose force it is; `anew` is said of all others."""
    people = (Offer(f"{act}/{id}", each.name, anew if id != now else "") for id, each in known.items())
    return Setting(act, name, f"{act}/{now}", tuple(people))


def reworded(force: S, act: str, words: str) -> S | None:
    """The force after an act about its name or its description; None if it is neither."""
    if act == "name":
        return replace(force, name=said(words))
    return replace(force, words=said(words, LONGEST_WORDS)) if act == "words" else None


def said(words: str, longest: int = LONGEST_TITLE) -> str:
    """A name or a description as it was typed; refuses what no file should have."""
    if len(words) > longest:
        raise Refused(f"this is longer than {longest} characters; say it shorter")
    if not words.isprintable():
        raise Refused("this has characters that cannot be seen; write it in letters, digits and signs")
    return words.strip()


def bought(found: Iterable[B]) -> B | None:
    """The first of those that were found on offer; refuses one that is barred."""
    first = next(iter(found), None)
    if first is not None and first.barred is not None:
        raise Refused(f"{first.name}: {first.barred.words}", first.barred.rule)
    return first


def new_names(before: Sequence[str], after: Sequence[str], gone: int | None) -> dict[str, str]:
    """What each vehicle that is still there is called after an act, by what it was called; one that joined
    comes last."""
    old = [name for number, name in enumerate(before) if number != gone]
    return dict(zip(old, after, strict=False))
