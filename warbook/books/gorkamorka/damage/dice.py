"""The dice of vehicle damage: where a hit falls, whether it goes through, and what it does."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from warbook.books.family import tests
from warbook.books.gorkamorka.mob.lists import DamageTable, Effect, Location, VehicleType
from warbook.books.gorkamorka.wounds.dice import NEVER
from warbook.core.chance import chance, given
from warbook.core.dice import Dice

__all__ = (
    "Damaged", "Target", "clings_on", "damage_roll", "hit", "location", "one_of",
    "penetrates", "plate_saves", "plate_score", "target", "template_hits",
)  # fmt: skip


class Target(Struct, frozen=True, cache_hash=True):
    """A vehicle as the dice see it: of each D6 the location, its armour, and what its damage table has for
    each roll. A location that is not there has none of these (gce.vehicle-damage.location-table)."""

    locations: tuple[Location | None, ...]
    armour: tuple[int, ...]
    effects: tuple[tuple[Effect, ...], ...]

    @property
    def present(self) -> tuple[int, ...]:
        """The D6 results that hit something, from 1."""
        return tuple(number for number, each in enumerate(self.locations, 1) if each is not None)


class Damaged(Struct, frozen=True):
    """What a hit came to: the location that it penetrated and what its table says; nothing else counts."""

    location: Location | None = None
    effect: Effect | None = None


def target(vehicle: VehicleType, table: DamageTable, missing: frozenset[int] = frozenset()) -> Target:
    """The vehicle, without the locations of these numbers: nothing mounted, nobody there (gce.R8.2)."""
    here = [
        None if part.location == "absent" or number in missing else part.location
        for number, part in enumerate(vehicle.locations, 1)
    ]
    return Target(
        tuple(here),
        tuple(part.armour for part in vehicle.locations),
        tuple(tuple(row.effect for row in table[each]) if each else () for each in here),
    )


@chance
def location(dice: Dice, present: tuple[int, ...], again: bool = True) -> int:
    """gce.vehicle-damage.location-roll: the number of the location hit; 0 if there is none left. What is not
    there is rolled again, unless the ruling `missing_location` has such a hit do nothing (gce.R8.2)."""
    rule = "gce.vehicle-damage.location-roll"
    if not present:
        return 0
    if not again:
        roll = dice.d6(rule)
        return roll if roll in present else 0
    if dice.exact:  # rolling until something is there shows each that is there with the same chance
        return dice.face(present, rule)
    roll = dice.d6(rule)
    while roll not in present:
        roll = dice.d6(rule)
    return roll


@chance
def penetrates(dice: Dice, strength: int, armour: int) -> bool:
    """gce.vehicle-damage.penetrate: D6 + Strength of the Armour or more. What has no Strength always does
    (gce.vehicle-damage.auto-penetrate) and is not rolled for."""
    return dice.d6("gce.vehicle-damage.penetrate", need=armour - strength) + strength >= armour


def plate_score(ladder: Sequence[int], plates: int, save_mod: int) -> int:
    """The D6 needed to save with so many armour plates; their own rule has them modified (gce.R8.6)."""
    if not plates:
        return NEVER
    score = ladder[min(plates, len(ladder)) - 1] - save_mod
    return NEVER if score > 6 else max(score, 2)


@chance
def plate_saves(dice: Dice, score: int) -> bool:
    """gce.vehicle-damage.save, after penetration."""
    return score < NEVER and dice.d6("gce.vehicle-damage.save", need=score) >= score


@chance
def damage_roll(dice: Dice, kept_highest: int = 1) -> int:
    """gce.vehicle-damage.resolve: the D6 on the damage table, or the highest of several (a reinforced ram, a
    big grabber)."""
    rule = "gce.vehicle-damage.resolve"
    return dice.d6(rule) if kept_highest == 1 else dice.pool(kept_highest, rule, keep=1)[0]


@chance
def hit(dice: Dice, at: Target, strength: int | None) -> Damaged:
    """One hit by gce.vehicle-damage.sequence: location, penetration, damage. No Strength: it goes through."""
    number = location(dice, at.present)
    if not number:
        return Damaged()
    if strength is not None and not penetrates(dice, strength, at.armour[number - 1]):
        return Damaged()
    return Damaged(at.locations[number - 1], at.effects[number - 1][damage_roll(dice) - 1])


@chance
def template_hits(dice: Dice, full: bool) -> int:
    """gce.vehicle-damage.template-full: D3 hits; gce.vehicle-damage.template-partial: one on a 4+."""
    if full:
        return dice.d3("gce.vehicle-damage.template-full")
    return int(dice.d6("gce.vehicle-damage.template-partial", need=4) >= 4)


@chance
def one_of(dice: Dice, rule: str, count: int) -> int:
    """One of several at random, from 0: a crew member, a fitting."""
    return dice.face(tuple(range(count)), rule) if count > 1 else 0


clings_on = given(tests.at_most, "gce.warrior.strength")
"""A crew member rolls his Strength or less, or he is thrown out."""
