"""Flight, rallying, pursuit and free hacks, and other ways out of a melee."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from warbook.books.arap.charge.dice import flight
from warbook.books.arap.dice.goals import goal_of
from warbook.books.arap.dice.tests import initiative_test, passes
from warbook.books.arap.melee.attacks import HACK
from warbook.books.arap.melee.dice import Attacks, Blow, blows
from warbook.books.arap.shooting.wound_dice import Band, Harm, Hit, fallen, unhurt
from warbook.core.chance import chance
from warbook.core.dice import Dice

CLEAR = 8  # inches; routers with no enemy within them rally at +1 (arap.rout.rally-bonus)


class Pursuers(Struct, frozen=True, cache_hash=True):
    """So many figures that start `gap` inches behind routers, and the hit of each."""

    count: int
    gap: int
    move: int
    radius: int
    hit: Hit


class Routers(Struct, frozen=True, cache_hash=True):
    """A routing unit of like figures: what it tests against before the bonus, its move, how far the edge is,
    and whether another enemy is within 8 inches."""

    band: Band
    ld: int
    again: bool = False
    move: int = 4
    edge: int | None = None
    near: bool = False


class Fled(Struct, frozen=True, cache_hash=True):
    end: Literal["wiped-out", "rallies", "routs-on", "lost"]
    caught: bool
    fallen: int


def hack_blow(hit: Hit, modifiers: int = 0) -> Blow:
    """arap.rout.free-hack, with what may change it (arap.G24)."""
    return Blow(goal_of(HACK, modifiers), hit)


def rally_bonus(nearest: float | None) -> int:
    """arap.rout.rally-bonus: None is an enemy nowhere."""
    return int(nearest is None or nearest > CLEAR)


@chance
def hacks(dice: Dice, attacks: Attacks, bands: tuple[Band, ...]) -> Harm:
    """arap.pursuit.free-hacks: blows that are not answered."""
    return blows(dice, attacks, bands, tuple(map(unhurt, bands)))


@chance
def rallies(dice: Dice, ld: int, again: bool = False) -> bool:
    """arap.rout.rally-test, a Control Test."""
    return passes(dice, ld, "arap.rout.rally-test", again)


@chance
def compulsory_phase(dice: Dice, routers: Routers, pursuers: Pursuers | None) -> Fled:
    """One compulsory phase in the order of arap.A1: flight, pursuit that does not halt, hacks, rally."""
    band = routers.band
    fled, at_edge = _flown(dice, routers)
    gap, lost = None, 0
    if pursuers:
        gap = pursuers.gap + fled - flight(dice, pursuers.move, "arap.pursuit.move")
        if gap <= pursuers.radius:
            lost = _hacked(dice, pursuers, band)
    caught = pursuers is not None and gap is not None and gap <= pursuers.radius
    if lost == band.count:
        return Fled("wiped-out", caught, lost)
    bonus = 0 if routers.near else rally_bonus(gap)
    if rallies(dice, routers.ld + bonus, routers.again):
        return Fled("rallies", caught, lost)
    return Fled("lost" if at_edge else "routs-on", caught, lost)


@chance
def _flown(dice: Dice, routers: Routers) -> tuple[int, bool]:
    """How far they flee, and whether that is to the edge (arap.rout.rally-table-edge)."""
    inches = flight(dice, routers.move)
    if routers.edge is None or inches < routers.edge:
        return inches, False
    return routers.edge, True


@chance
def _hacked(dice: Dice, pursuers: Pursuers, band: Band) -> int:
    harm = hacks(dice, ((pursuers.count, hack_blow(pursuers.hit)),), (band,))
    return fallen(band, harm.bands[0])


# ---------------------------------------------------------------- single rolls


@chance
def give_way(dice: Dice, rule: str = "arap.rout.flinch") -> int:
    """D6 inches: of a flinch, and at once of a rout (arap.rout.routing-state)."""
    return dice.d6(rule)


@chance
def stays(dice: Dice, ld: int, hated: bool = False) -> bool:
    """arap.pursuit.not-pursuing-test, at -1 against a Hated enemy (arap.pursuit.not-pursuing-hated)."""
    return passes(dice, ld - hated, "arap.pursuit.not-pursuing-test")


@chance
def halts(dice: Dice, ld: int, hated: bool = False) -> bool:
    """arap.pursuit.halt-test."""
    return passes(dice, ld - hated, "arap.pursuit.halt-test")


@chance
def caught(dice: Dice, gap: int, radius: int, move: int, fleeing: int | None) -> bool:
    """Whether pursuers `gap` inches behind come within reach; `fleeing` is the basic move of routers who flee
    before them, None if they have."""
    fled = 0 if fleeing is None else flight(dice, fleeing)
    return gap + fled - flight(dice, move, "arap.pursuit.move") <= radius


@chance
def returns(dice: Dice) -> bool:
    """arap.pursuit.off-table: on 4 or more they come back."""
    return dice.d6("arap.pursuit.off-table", need=4) >= 4


@chance
def breaks_off(dice: Dice, ld: int) -> bool:
    """arap.melee.break-off-test: a failure is a rout (arap.melee.break-off-failed)."""
    return passes(dice, ld, "arap.melee.break-off-test")


@chance
def slips_away(dice: Dice, initiative: int) -> int:
    """arap.melee.hit-and-run: inches in any direction, or 0 where the test fails."""
    if not initiative_test(dice, initiative, "arap.melee.hit-and-run"):
        return 0
    return dice.total(3, "arap.melee.hit-and-run")
