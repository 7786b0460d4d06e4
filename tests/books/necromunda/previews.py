"""What became of a previewed option, read from the events: for the conformance suite."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from tests.conformance.previews import Deed
from warbook.books.necromunda import prospects
from warbook.books.necromunda.sight import in_contact
from warbook.books.necromunda.state import Fighter
from warbook.core.events import Aimed, Became, Event, Note, Removed, Rolled, Template
from warbook.core.questions import Preview

CHARGE = "nec.movement.charge-declaration"
TO_HIT, SECOND = "nec.shooting.to-hit", "nec.shooting.required-7-to-9"
HARMLESS = {"unhurt", "miss", "no wound", "saved"}  # which of them it was cannot be seen under a template


BEST = ("shooter", "charger", "weapon", "spread")  # of these the best is told, or one shot of a burst


def flaws(deed: Deed) -> Iterator[str]:
    if deed.question.kind in BEST:
        return
    if deed.question.rule == CHARGE:
        yield from _charge(deed)
    else:
        yield from _shot(deed)


def hoped(deed: Deed) -> Iterator[tuple[str, Fraction, bool]]:
    """The chance that the target falls, where nothing but the dice decides: sustained fire may be shared out
    among several."""
    if (
        deed.question.kind in BEST
        or deed.question.rule == CHARGE
        or deed.preview.cases
        or "with" in deed.preview.headline
    ):
        return
    fire = _fire(deed)
    if fire is None or not deed.preview.outcomes:
        return
    target, told = fire
    if {"pinned", "webbed"} & {name for name, _ in deed.preview.outcomes}:
        return
    felled = any(_gone(event, target) for event in told)
    if not target.down:
        felled |= any(_became(event, target, "down") for event in told)
    kind = "shots at the fallen" if target.down else "shots"
    yield kind, prospects.felled(target, deed.preview), felled


# ---------------------------------------------------------------- charges


def _charge(deed: Deed) -> Iterator[str]:
    """He gets there if that was promised, unless somebody stopped him; else he falls short."""
    charger, foe = deed.after.fighter(deed.question.piece), deed.after.fighter(deed.option.piece)
    fell_short = any(
        isinstance(event, Note) and event.piece == charger.id and event.words.endswith("and falls short.")
        for event in deed.events
    )
    stopped = any(isinstance(event, Aimed | Template) for event in deed.events) or _woken(deed)
    outcomes = {name for case in deed.cases for name, chance in case.outcomes if chance}
    if fell_short and "falls short" not in outcomes:
        yield "fell short, which was not foreseen"
    if not fell_short and outcomes == {"falls short"}:
        yield "got there, which was not foreseen"
    if not fell_short and not stopped and not in_contact(charger, foe):
        yield "nobody stopped him, and he is not there"
    if stopped and not fell_short and "overwatch" not in deed.preview.headline and not _woken(deed):
        yield "was stopped by overwatch, which was not foreseen"


def _woken(deed: Deed) -> bool:
    """A grenade that lay about went off under him."""
    return any(token.kind == "dud" for token in deed.before.tokens)


# ---------------------------------------------------------------- shots


def _shot(deed: Deed) -> Iterator[str]:
    fire = _fire(deed)
    if fire is None:
        return
    target, told = fire
    rolls = [event for event in told if isinstance(event, Rolled) and event.by == deed.question.piece]
    if "with" in deed.preview.headline and not any(roll.rule == TO_HIT for roll in rolls):
        return  # every sustained-fire die has jammed
    first = next((roll for roll in rolls if roll.rule == TO_HIT), None)
    second = next((roll for roll in rolls if roll.rule == SECOND), None)
    agreeing = [case for case in deed.cases if _same_need(case, first, second)]
    if not agreeing:
        needed = first and first.need
        yield f"needed {needed} ({first and first.modifiers}), not {[case.need for case in deed.cases]}"
        return
    came = _fates(target, told)
    if not any(
        came & {name for name, chance in case.outcomes if chance} or not case.outcomes for case in agreeing
    ):
        yield f"came out as {sorted(came)}, not one of {[case.outcomes for case in agreeing]}"


def _fire(deed: Deed) -> tuple[Fighter, list[Event]] | None:
    """Whom he fired at, as he was then, and what was told of it; nothing if he did not fire, or has chosen
    since how, and another preview tells of that."""
    shooter = deed.question.piece
    how = {question.rule for question in deed.asked} & {"nec.M17", "nec.M10"}
    if how and deed.question.rule != "nec.M17" and not deed.preview.cases:
        return None
    found, told = "", list[Event]()
    for event in deed.events:
        if isinstance(event, Aimed | Template) and not found:
            if isinstance(event, Aimed) and event.piece != shooter:
                continue
            found = deed.option.piece or getattr(event, "target", "")
        elif isinstance(event, Aimed) and found:
            break
        if found:
            told.append(event)
    if not found:
        return None
    return deed.before.fighter(found), told


def _same_need(case: Preview, first: Rolled | None, second: Rolled | None) -> bool:
    figures = [int(figure) for figure in re.findall(r"(\d+)\+", case.need)]
    if case.need in ("no roll", "4+") and first is None:
        return True  # a flame
    if case.need == "out of reach":
        return first is None
    if first is None:
        return False
    if case.modifiers != first.modifiers:
        return False
    if case.need in ("cannot hit", "out of range"):
        return first.need is None
    return figures[:1] == [first.need] and (second is None or figures[1:] == [second.need])


def _fates(target: Fighter, told: list[Event]) -> set[str]:
    """All that it may have been, in the words of previews."""
    words = [event.words for event in told if isinstance(event, Note)]
    if any(_gone(event, target) for event in told):
        return {"out of action"}
    if any(_became(event, target, "down") for event in told):
        return {"down"}
    for status, fate in (("flesh wound", "flesh wound"), ("webbed", "webbed")):
        if any(_became(event, target, status) for event in told):
            return {fate, "still down"} if target.down else {fate}
    if any(isinstance(e, Note) and e.rule == "nec.injury.trigger" and e.piece == target.id for e in told):
        return {"wounded"}
    if any("chokes" in each and target.name in each for each in words):
        return {"pinned"}
    return {*HARMLESS, "still down"} if target.down else HARMLESS


def _gone(event: Event, target: Fighter) -> bool:
    chapter = event.rule.split(".")[1:2]
    return isinstance(event, Removed) and event.piece == target.id and chapter == ["injury"]


def _became(event: Event, target: Fighter, status: str) -> bool:
    return isinstance(event, Became) and event.gained and (event.piece, event.status) == (target.id, status)
