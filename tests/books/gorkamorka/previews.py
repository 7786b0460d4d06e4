"""What became of a previewed option, read from the events: for the conformance suite."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from tests.conformance.previews import Deed
from warbook.books.gorkamorka.field.bodies import model
from warbook.books.gorkamorka.state import Vehicle, Warrior
from warbook.core.events import Aimed, Became, Event, Removed, Rolled, Template
from warbook.core.questions import Preview

SHOTS = ("target", "weapon")  # the questions after which nothing but the dice, or another of them, decides
TO_HIT, SECOND = "gce.shooting.to-hit", "gce.shooting.seven-plus"
UNROLLED = ("no roll", "4+", "out of reach", "")
HARMLESS = {"miss", "unhurt", "no wound", "saved", "wounded", "still down"}


def flaws(deed: Deed) -> Iterator[str]:
    """The score and the modifiers that were promised are those of the die, and what came was among what could
    come."""
    fire = _fire(deed)
    if fire is None:
        return
    target, told = fire
    rolls = [event for event in told if isinstance(event, Rolled) and event.by == deed.question.piece]
    first = next((roll for roll in rolls if roll.rule == TO_HIT), None)
    second = next((roll for roll in rolls if roll.rule == SECOND), None)
    agreeing = [case for case in deed.cases if _same_need(case, first, second)]
    if not agreeing:
        needed = first and first.need
        yield f"needed {needed} ({first and first.modifiers}), not {[case.need for case in deed.cases]}"
    elif isinstance(target, Warrior) and not _spread(deed):
        came = _fates(target, told)
        if all(case.outcomes and not came & _possible(case) for case in agreeing):
            yield f"came out as {sorted(came)}, not one of {[case.outcomes for case in agreeing]}"


def hoped(deed: Deed) -> Iterator[tuple[str, Fraction, bool]]:
    """The chance that a warrior falls, where nothing but the dice decides."""
    fire = _fire(deed)
    if fire is None or deed.preview.cases or not deed.preview.outcomes or _spread(deed):
        return
    target, told = fire
    if not isinstance(target, Warrior) or "caught" in dict(deed.preview.outcomes):
        return
    fates = ("out of action",) if target.down else ("down", "out of action")
    chance = sum((part for name, part in deed.preview.outcomes if name in fates), Fraction(0))
    kind = "shots at the fallen" if target.down else "shots"
    yield kind, chance, bool(_fates(target, told) & set(fates))


def _spread(deed: Deed) -> bool:
    """A burst was shared out among several."""
    return any(getattr(question, "kind", "") == "spread" for question in deed.asked)


def _fire(deed: Deed) -> tuple[Warrior | Vehicle, list[Event]] | None:
    """At whom he fired, as he was then, and what was told of it; nothing if he was stopped, or lobbed it at a
    guessed range."""
    if deed.question.kind not in SHOTS:
        return None
    found, told = "", list[Event]()
    for event in deed.events:
        if isinstance(event, Aimed) and found:
            break
        if isinstance(event, Aimed) and event.piece == deed.question.piece and event.spot is None:
            found = event.target
        if isinstance(event, Template) and event.shape == "teardrop" and not found:
            found = deed.option.piece if deed.question.kind == "target" else ""
        if found:
            told.append(event)
    return (model(deed.before, found), told) if found else None


def _same_need(case: Preview, first: Rolled | None, second: Rolled | None) -> bool:
    if first is None:
        return case.need in UNROLLED
    if case.modifiers != first.modifiers:
        return False
    if case.need in ("cannot hit", "out of range"):
        return first.need is None
    figures = [int(figure) for figure in re.findall(r"(\d+)\+", case.need)]
    return figures[:1] == [first.need] and (second is None or figures[1:] == [second.need])


def _possible(case: Preview) -> set[str]:
    return {name for name, part in case.outcomes if part}


def _fates(target: Warrior, told: list[Event]) -> set[str]:
    """All that it may have been, in the words of previews."""
    if any(isinstance(event, Removed) and event.piece == target.id for event in told):
        return {"out of action"}
    became = {event.status for event in told if isinstance(event, Became) and event.piece == target.id}
    if "down" in became:
        return {"down"}
    if "flesh wound" in became:
        return {"flesh wound", "still down"}
    if "netted" in became or "hobbled" in became:
        return {"caught"}
    return {"pinned"} if "pinned" in became else HARMLESS
