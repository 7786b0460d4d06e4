"""What calls for tests after fire, and the tests."""

from __future__ import annotations

from typing import Literal, TypeAlias

from warbook.books.arap.dice.tests import leadership_roll, passes
from warbook.core.chance import chance
from warbook.core.dice import Dice

Shaken: TypeAlias = Literal["pass", "pinned", "routs"]


def quarter(strength: int) -> int:
    """The least number that is a quarter of a unit's figures (arap.morale.heavy-casualty-trigger)."""
    return -(-strength // 4)


def casualties_test(strength: int, lost: int) -> bool:
    """arap.morale.heavy-casualty-trigger; who is wiped out tests nothing."""
    return quarter(strength) <= lost < strength


def suppressing(strength: int, more_than_quarter: bool = False) -> int:
    """arap.morale.suppression-trigger: how many hits call for a test; arap.A9 has a switch."""
    return strength // 4 + 1 if more_than_quarter else quarter(strength)


def suppression_test(strength: int, lost: int, hits: int, more_than_quarter: bool = False) -> bool:
    """arap.morale.suppression-trigger: only where losses call for no test."""
    return lost < quarter(strength) and hits >= suppressing(strength, more_than_quarter)


def half_lost(strength: int, lost: int) -> int:
    """arap.morale.heavy-casualty-half, where its switch is on (arap.F48): the modifier of the test."""
    return -int(2 * lost >= strength)


@chance
def casualties(
    dice: Dice, ld: int, again: bool = False, rule: str = "arap.morale.heavy-casualty-test"
) -> Shaken:
    """arap.morale.heavy-casualty-test: a failure pins if it is even and routs if it is odd."""
    came = leadership_roll(dice, ld, rule, again)
    return "pass" if came == "passed" else "pinned" if came == "even" else "routs"


@chance
def keeps_head(dice: Dice, ld: int, again: bool = False, ordnance: bool = False) -> bool:
    """arap.morale.pinning-test; a battery of ordnance takes 1 from Ld (arap.morale.pinning-barrage)."""
    return passes(dice, ld - ordnance, "arap.morale.pinning-test", again)


@chance
def keeps_on(dice: Dice, ld: int, again: bool = False) -> bool:
    """arap.morale.suppression-test: whether the unit is not suppressed."""
    return passes(dice, ld, "arap.morale.suppression-test", again)
