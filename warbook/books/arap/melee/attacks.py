"""What a fighter attacks with: how often, at what goal, and when."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from warbook.core.questions import Modifier

Direction: TypeAlias = Literal["none", "front", "flank", "rear"]
Armed: TypeAlias = Literal["armed", "improvised", "unarmed"]
HACK = 4
"""The basic goal of a free hack, whatever the WS (arap.rout.free-hack, arap.melee.fleeing-target)."""
LAST = 1  # the Initiative of Chargers against cover, of krak attacks and of heavy weapons


class Bonus(Struct, frozen=True):
    """What a Charge gives: extra attacks, a modifier to hit, and one to the score of the Charged."""

    attacks: int = 0
    to_hit: int = 0
    charged_score: int = 0


BONUSES: dict[Direction, Bonus] = {
    "none": Bonus(),
    "front": Bonus(1),
    "flank": Bonus(2, 0, -1),
    "rear": Bonus(2, 1, -1),
}  # arap.charge.bonus-table


class Stance(Struct, frozen=True):
    """All that changes a fighter's goal in a round."""

    armed: Armed = "armed"
    two_weapons: bool = False
    uphill: bool = False
    barricade: bool = False
    planting: bool = False
    rear_charge: bool = False
    ambush: bool = False
    jumped: bool = False
    blocking: bool = False
    prone_foe: bool = False


def charge_bonus(direction: Direction, defensive: bool = False) -> Bonus:
    """arap.charge.bonus-table. Defensive grenades take all of it away but cannot be thrown to the rear
    (arap.charge.defensive-grenades, arap.G14)."""
    return BONUSES["none" if defensive and direction != "rear" else direction]


def own_attacks(a: int, two_weapons: bool, second_weapon_attack: bool = True) -> int:
    """Attacks without those of a Charge: a second weapon gives one more (arap.H6)."""
    return a + (two_weapons and second_weapon_attack)


def strikes_at(initiative: int, against_cover: bool, assault_grenades: bool = False) -> int:
    """arap.charge.against-cover: Chargers strike at Initiative 1 in the first round, unless grenades cancel
    the cover (arap.charge.assault-grenades)."""
    return LAST if against_cover and not assault_grenades else initiative


def hooked(chargers: int, charged: int) -> int:
    """arap.charge.flesh-hooks, arap.G16: both strike in one step, at the higher Initiative."""
    return max(chargers, charged)


def weapon_skill(ws: int, prone: bool) -> int:
    """arap.movement.prone-half-ws: half, rounded up, and at least 1."""
    return max(1, -(-ws // 2)) if prone else ws


def hit_modifiers(stance: Stance) -> tuple[Modifier, ...]:
    """arap.melee.hit-modifiers. Uphill, jumping down and a foe who lies prone are one advantage (arap.E23,
    arap.movement.prone-in-melee)."""
    high = stance.uphill or stance.jumped or stance.prone_foe
    return _of(
        *_always(stance, high),
        (stance.barricade, -1, "across a barricade", "arap.melee.hit-modifiers"),
        (stance.planting, -1, "planting a charge", "arap.charge.planted-grenades"),
        (stance.rear_charge, 1, "a Charge into the rear", "arap.charge.bonus-table"),
        (stance.ambush, 1, "from ambush", "arap.shooting.ambush-bonus"),
        (stance.blocking, 1, "blocking the way", "arap.melee.hit-modifiers"),
    )


def hack_modifiers(stance: Stance) -> tuple[Modifier, ...]:
    """arap.G24: what changes a free hack."""
    return _of(*_always(stance, stance.uphill))


def _always(stance: Stance, high: bool) -> tuple[tuple[bool, int, str, str], ...]:
    rule = "arap.melee.hit-modifiers"
    return (
        (stance.two_weapons, -1, "two weapons at once", rule),
        (high, 1, "from above", rule),
        (stance.armed == "improvised", -1, "an improvised weapon", rule),
        (stance.armed == "unarmed", -2, "unarmed", rule),
    )


def _of(*lines: tuple[bool, int, str, str]) -> tuple[Modifier, ...]:
    return tuple(Modifier(value, why, rule) for holds, value, why, rule in lines if holds)
