"""What became of a previewed option, read from the events: for the conformance suite."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tests.conformance.previews import Deed
from warbook.books.vehicles.damage.dice import FATES
from warbook.books.vehicles.shooting.troops_dice import loses_quarter
from warbook.books.vehicles.shooting.turn import Volley
from warbook.books.vehicles.state import Unit, Vehicle
from warbook.core.events import Became, Removed

# What befell a vehicle, by the status that is told.
STATUS = {
    "shaken": "shaken",
    "stunned": "stunned",
    "weapon destroyed": "weapon-destroyed",
    "immobilized": "immobilized",
    "wrecked": "wrecked",
    "exploded": "explodes",
}
CHOICES = {"go to ground", "wounds"}  # of the other side, which previews take for made as usual


def flaws(deed: Deed) -> Iterator[str]:
    """What came of a volley was among what could come."""
    came = _came(deed)
    possible = {name for name, part in deed.preview.outcomes if part}
    if came is not None and came not in possible:
        yield f"came out as {came}, not one of {sorted(possible)}"


def hoped(deed: Deed) -> Iterator[tuple[str, Fraction, bool]]:
    """The chance that a volley destroys a vehicle, and that a squad loses somebody."""
    came = _came(deed)
    if came is None:
        return
    chances = dict(deed.preview.outcomes)
    if isinstance(_target(deed), Vehicle):
        chance = sum((chances.get(fate, Fraction(0)) for fate in ("wrecked", "explodes")), Fraction(0))
        yield "vehicles destroyed", chance, came in ("wrecked", "explodes")
        yield "vehicles harmed", 1 - chances.get("unharmed", Fraction(0)), came != "unharmed"
    else:
        yield "squads hurt", 1 - chances.get("nobody", Fraction(0)), came != "nobody"


def _target(deed: Deed) -> Unit | Vehicle:
    return deed.before.either(deed.option.about.target)


def _came(deed: Deed) -> str | None:
    """What a volley did to its target, in the words of the preview; None for what is no volley, or where
    somebody had a choice in between."""
    if not isinstance(deed.option.about, Volley):
        return None
    if CHOICES & {getattr(question, "kind", "") for question in deed.asked}:
        return None
    target = _target(deed)
    if isinstance(target, Vehicle):
        mine = [event for event in deed.events if isinstance(event, Became) and event.piece == target.id]
        fates = {STATUS[event.status] for event in mine if event.gained and event.status in STATUS}
        return max(fates, key=FATES.index) if fates else "unharmed"
    before = {model.id for model in deed.before.standing(target)}
    lost = sum(isinstance(event, Removed) and event.piece in before for event in deed.events)
    if not lost:
        return "nobody"
    if lost == len(before):
        return "wiped out"
    return "a quarter or more" if loses_quarter(len(before), lost) else "some"
