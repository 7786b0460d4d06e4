"""What became of a previewed option, read from the events: for the conformance suite."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tests.conformance.previews import Deed
from warbook.books.arap.morale.dice import casualties_test
from warbook.books.arap.state import Acting, Battle, Charging
from warbook.core.events import Became, Event, Marker, Note, Removed, Template


def flaws(deed: Deed) -> Iterator[str]:
    """What came of dice and of volleys was among what could come."""
    came = _came(deed)
    possible = {name for name, part in deed.preview.outcomes if part}
    if came is not None and came not in possible:
        yield f"came out as {came}, not one of {sorted(possible)}"


def hoped(deed: Deed) -> Iterator[tuple[str, Fraction, bool]]:
    """The chance to act at all, that a volley hurts somebody, and that who stands to fire is in time."""
    chances = dict(deed.preview.outcomes)
    came = _came(deed)
    if came is not None:
        name, harmless = WEIGHED.get(deed.question.kind, ("", ""))
        if name:
            yield name, 1 - chances.get(harmless, Fraction(0)), came != harmless
    if deed.question.kind == "charge reaction" and deed.option.id == "fire":
        yield "in time to fire", 1 - chances["no fire"], _successes(deed.after) > 0
    for (kind, option), (name, failure, rule) in TESTS.items():
        if (deed.question.kind, deed.option.id) == (kind, option):
            failed = any(event.rule == rule and _of(event, deed.option.piece) for event in deed.events)
            yield name, chances.get(failure, Fraction(0)), failed


# What tests that are taken at once come to: the outcome, and the rule of what is told of it.
TESTS = {
    ("break off", "break off"): ("breaking off fails", "routs", "arap.melee.break-off-failed"),
    ("break off", "hit and run"): ("slipping away fails", "stays", "arap.melee.hit-and-run-failed"),
    ("pursue", "test"): ("staying", "stays", "arap.pursuit.not-pursuing-test"),
    ("halt pursuit", "halt"): ("halting", "halts", "arap.pursuit.halt-test"),
}
WEIGHED = {
    "dice": ("activations", "0 points"),
    "pick up": ("reactions", "0 points"),
    "act": ("squads hurt", "nobody"),
}


def _came(deed: Deed) -> str | None:
    """What came of it, in the words of the preview; None for what later steps decide."""
    if deed.question.kind == "dice" and deed.option.id != "free":
        return _points(deed.after, deed.option.piece, "activation")
    if deed.question.kind == "pick up":
        return _points(deed.after, deed.option.id.rpartition(":")[0], "pick-up")
    if deed.question.kind == "act" and deed.option.id.startswith("shoot:"):
        return _shot(deed)
    return None


def _of(event: Event, piece: str) -> bool:
    return isinstance(event, Became | Note) and event.piece == piece


def _points(after: Battle, unit: str, why: str) -> str:
    points = sum(
        frame.points
        for frame in after.stack
        if isinstance(frame, Acting) and (frame.unit, frame.why) == (unit, why)
    )
    return f"{points} point{'' if points == 1 else 's'}"


def _successes(after: Battle) -> int:
    return next(frame.successes for frame in reversed(after.stack) if isinstance(frame, Charging))


def _shot(deed: Deed) -> str | None:
    """Who fell to the shots. None where somebody had a choice in between, something was laid on the table, or
    somebody could fall off what he hangs on."""
    target = deed.before.unit(deed.option.about[1])
    before = deed.before.standing(target)
    laid = any(isinstance(event, Template | Marker) for event in deed.events)
    if deed.asked or deed.preview.given or laid or any(figure.hangs for figure in before):
        return None
    lost = 0
    for event in deed.events:
        if isinstance(event, Became) and event.status == "routing":
            break
        lost += isinstance(event, Removed) and event.piece in {figure.id for figure in before}
    if not lost:
        return "nobody"
    if lost == len(before):
        return "wiped out"
    return "a quarter or more" if casualties_test(target.strength, lost) else "some"
