"""What became of a previewed shot, read from the events: for the conformance suite."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tests.conformance.previews import Deed
from warbook.core.events import Removed, Rolled


def flaws(deed: Deed) -> Iterator[str]:
    roll = next(event for event in deed.events if isinstance(event, Rolled))
    if f"{roll.need}+" != deed.preview.need:
        yield f"it was to need {deed.preview.need} and needed {roll.need}+"
    if roll.modifiers != deed.preview.modifiers:
        yield "other modifiers than promised"


def hoped(deed: Deed) -> Iterator[tuple[str, Fraction, bool]]:
    fell = any(isinstance(event, Removed) for event in deed.events)
    for outcome, chance in deed.preview.outcomes:
        yield outcome, chance, fell == (outcome == "fall")
