"""Any question as a walk of decisions, each of which is one of a fixed number of slots.

A `Choose` is one decision among its options. A `Route` or a `Drive` is one among the ends that the engine
lists, and, where the piece has a facing that is not driven, another about how it faces there. A `Form` is
answered part by part, or as it is suggested. What has more answers than there are slots is decided in two: in
which part of the list (of the table, where they are places), and which one there. Nothing that is listed is
out of reach.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Generator, Sequence
from typing import Any, Literal, TypeAlias

import numpy as np
from msgspec import Struct

from warbook.board.geometry import Spot
from warbook.board.kernel import Floats
from warbook.core.questions import Choose, Drive, Form, Question, Refusal, Refused, Route, Way
from warbook.players.random import Random

SLOTS = 128
COMPASS = 8  # facings that are offered
TRIES = 3  # at a form, part by part, before the suggestion is all that is open

Kind = Literal["choose", "part", "end", "facing", "form"]
KINDS: tuple[Kind, ...] = ("choose", "part", "end", "facing", "form")


class Slot(Struct, frozen=True):
    """One of the answers: in words, and what it refers to on the table. One that is not open is barred."""

    words: str
    open: bool = True
    piece: str = ""
    spot: Spot | None = None
    facing: float | None = None
    usual: bool = False


class Decision(Struct, frozen=True):
    """What is to be decided next about a question; at least one of its slots is open, at most `SLOTS` are
    there. `piece` is the one that it is about."""

    kind: Kind
    text: str
    slots: tuple[Slot, ...]
    piece: str = ""
    rule: str = ""

    @property
    def open(self) -> list[int]:
        return [number for number, slot in enumerate(self.slots) if slot.open]


Asking: TypeAlias = Generator[Decision, int, Any]  # is sent the slot that is taken, returns the answer


def asking(question: Question, turning: Collection[str]) -> Asking:
    """The decisions that lead to an answer, one by one; `turning` are the pieces that have a facing."""
    if isinstance(question, Form):
        return (yield from _form(question, turning))
    return (yield from _part(question, turning))


def _part(question: Question, turning: Collection[str]) -> Asking:
    if isinstance(question, Choose):
        return (yield from _choose(question))
    if isinstance(question, Route):
        return (yield from _route(question, turning))
    if isinstance(question, Drive):
        return (yield from _drive(question))
    assert isinstance(question, Form)
    return (yield from _parts(question, turning, {}))


def _choose(question: Choose) -> Asking:
    slots = [
        Slot(
            option.label, option.barred is None, option.piece, option.spot, usual=option.id == question.usual
        )
        for option in question.options
    ]
    ids = question.ids()
    first, last = 0, len(slots)
    while last - first > SLOTS:  # ever smaller parts of the list
        size = math.ceil((last - first) / min(SLOTS, math.ceil(math.sqrt(last - first))))
        starts = range(first, last, size)
        parts = [slots[start : min(start + size, last)] for start in starts]
        told = tuple(
            Slot(f"{part[0].words} to {part[-1].words}", any(slot.open for slot in part)) for part in parts
        )
        taken = yield Decision("part", question.text, told, question.piece, question.rule)
        first, last = starts[taken], min(starts[taken] + size, last)
    decision = Decision("choose", question.text, tuple(slots[first:last]), question.piece, question.rule)
    return ids[first + (yield decision)]


# ---------------------------------------------------------------- ways


def _route(question: Route, turning: Collection[str]) -> Asking:
    rows = np.asarray(question.reach(), float).reshape(-1, 3)
    stays = question.start is not None and not isinstance(question.judge((question.start,)), Refusal)
    row = yield from _end(question, rows, stays or not len(rows))
    path: tuple[Spot, ...] | None = None
    if row is not None:
        path = question.path(*map(float, row))
    if path is None or isinstance(question.judge(path), Refusal):  # as who stays
        path = () if question.start is None else (question.start,)
    if question.faces is None and question.piece not in turning:
        return Way(path)
    return Way(path, (yield from _facing(question, path)))


def _drive(question: Drive) -> Asking:
    rows = np.asarray(question.reach(), float).reshape(-1, 4)
    row = yield from _end(question, rows, True)
    way = question.towards(*map(float, row)) if row is not None else None
    return way or question.along(())


def _end(
    question: Route | Drive, rows: Floats, stays: bool
) -> Generator[Decision, int, Sequence[float] | None]:
    """A row of those that can be reached; None is to stay."""
    rows = rows[_spread(rows)]
    staying = [Slot("stay", spot=question.start)] if stays else []
    while len(rows) + len(staying) > SLOTS:
        parts = np.array_split(rows, min(SLOTS - 1, math.ceil(math.sqrt(len(rows)))))
        told = [
            Slot(
                f"{len(part)} places round {_at(part.mean(axis=0))}",
                spot=Spot(*part.mean(axis=0)[:3].tolist()),
            )
            for part in parts
        ]
        taken = yield Decision("part", question.text, (*staying, *told), question.piece, question.rule)
        if taken < len(staying):
            return None
        rows, staying = parts[taken - len(staying)], []
    ends = [
        Slot(_at(row), spot=Spot(*row[:3]), facing=row[3] if len(row) > 3 else None) for row in rows.tolist()
    ]
    taken = yield Decision("end", question.text, (*staying, *ends), question.piece, question.rule)
    return None if taken < len(staying) else rows[taken - len(staying)].tolist()


def _spread(rows: Floats) -> Any:
    """How neighbours come together: strip by strip from west to east, in each from south to north."""
    if not len(rows):
        return slice(None)
    order = np.lexsort((rows[:, 1], rows[:, 0]))
    strips = np.array_split(order, math.ceil(math.sqrt(math.sqrt(len(rows)))))
    return np.concatenate([strip[np.argsort(rows[strip, 1], kind="stable")] for strip in strips])


def _at(row: Sequence[float] | Floats) -> str:
    return f"{row[0]:.1f}, {row[1]:.1f}" + (f" at {row[2]:.1f}" if row[2] else "")


def _facing(question: Route, path: tuple[Spot, ...]) -> Generator[Decision, int, float | None]:
    slots = [Slot("as it comes", usual=True)]
    for number in range(COMPASS):
        facing = number * 360.0 / COMPASS
        faced = question.faces(path[-1], facing) if question.faces is not None and path else facing
        free = not isinstance(faced, Refusal)
        slots.append(Slot(f"facing {facing:.0f}", free, question.piece, facing=facing))
    taken = yield Decision("facing", question.text, tuple(slots), question.piece, question.rule)
    return slots[taken].facing


# ---------------------------------------------------------------- forms


def _form(question: Form, turning: Collection[str]) -> Asking:
    """As suggested, as one of its presets, or beginning with one of its parts. Answers that do not go
    together begin it again, and after some tries only what is sure is open."""
    names = list(question.parts)
    ready = _ready(question)
    for tries in range(TRIES + 1):
        sure = [Slot(words, usual=not n) for n, words in enumerate(ready)]
        leads = names if question.suggest is not None else names[:1]
        begin = [Slot(f"begin with {name}", tries < TRIES) for name in leads]
        slots = tuple([*sure, *begin][:SLOTS])
        taken = yield Decision("form", question.text, slots, rule=question.rule)
        if taken < len(sure):
            return list(ready.values())[taken]
        lead = leads[taken - len(sure)]
        given = {lead: (yield from _part(question.parts[lead], turning))}
        answer = yield from _rest(question, turning, given)
        if _accepted(question, answer):
            return answer
    raise AssertionError("after so many tries only what is sure is open")


def _ready(question: Form) -> dict[str, Any]:
    """Whole answers that would be accepted, by what they are called; at least one."""
    suggested = question.suggested({})
    found = {"as suggested": suggested} if _accepted(question, suggested) else {}
    found |= {name: dict(preset) for name, preset in question.presets.items()}
    if not found:
        found["as it comes"] = Random(0).form(None, "", question)
    return found


def _rest(question: Form, turning: Collection[str], given: dict[str, Any]) -> Asking:
    if question.suggest is not None:
        try:
            suggested = question.suggested(given)
        except Refused:
            suggested = {}
        if _accepted(question, suggested):
            slots = (Slot("the rest as suggested", usual=True), Slot("the rest part by part"))
            if (yield Decision("form", question.text, slots, rule=question.rule)) == 0:
                return suggested
    return (yield from _parts(question, turning, given))


def _parts(question: Form, turning: Collection[str], given: dict[str, Any]) -> Asking:
    answer = dict(given)
    for name, part in question.parts.items():
        if name not in answer:
            answer[name] = yield from _part(part, turning)
    return {name: answer[name] for name in question.parts}


def _accepted(question: Form, answer: object) -> bool:
    try:
        question.accept(answer)
    except Refused:
        return False
    return True
