"""The dice of a hit on a vehicle: whether it goes through, the cover save, the damage table, and what becomes
of a vehicle when all damage of a volley is settled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from warbook.books.family.wounds import NEVER
from warbook.core.chance import chance
from warbook.core.dice import Dice
from warbook.core.questions import Modifier

Penetration: TypeAlias = Literal["none", "glancing", "penetrating"]
PenetrationRoll: TypeAlias = Literal["d6", "highest", "sum"]
Fate: TypeAlias = Literal["shaken", "stunned", "weapon-destroyed", "immobilized", "wrecked", "explodes"]

FATES: tuple[Fate, ...] = ("shaken", "stunned", "weapon-destroyed", "immobilized", "wrecked", "explodes")
TABLE, MODIFIED = "veh.damage.table", "veh.damage.modifiers"
STRONGEST = 10  # veh.V26
LANCED = 12  # veh.P13: to a lance no armour is better


class Strike(Struct, frozen=True, cache_hash=True):
    """A hit on its way: its Strength, the dice of its penetration roll and their rule, and what its AP adds
    to the damage roll. Rending needs a single D6."""

    s: int
    roll: PenetrationRoll = "d6"
    ap_modifier: int = 0
    lance: bool = False
    rending: bool = False
    rule: str = "veh.attack.penetration-roll"


class Armour(Struct, frozen=True, cache_hash=True):
    """The side that is hit, what the cover save needs, and the rule that gives it."""

    av: int
    cover: int = NEVER
    open_topped: bool = False
    cover_rule: str = "veh.target.cover"


class Condition(Struct, frozen=True, cache_hash=True):
    """A vehicle before the hits: its working weapons; whether it is Immobilized; whether it would crash if it
    became so (veh.skimmer.crash); and whether its damage rolls count in a combat result (a Walker's do)."""

    weapons: int = 1
    immobilized: bool = False
    flat_out: bool = False
    walker: bool = False


class Struck(Struct, frozen=True, cache_hash=True):
    """What one hit came to: a `total` of 1 to 6 on the damage table, or 0 without a damage roll."""

    through: Penetration
    saved: bool = False
    total: int = 0


class Harm(Struct, frozen=True, cache_hash=True):
    """What befell a vehicle: so many weapons, which the attacker picks (veh.damage.weapon-destroyed), and the
    rest as it says. Of one that is destroyed nothing else is told. `rolls` is counted for Walkers only."""

    shaken: bool = False
    stunned: bool = False
    weapons_lost: int = 0
    immobilized: bool = False
    end: Literal["", "wrecked", "explodes"] = ""
    rolls: int = 0

    @property
    def worst(self) -> Fate | Literal["unharmed"]:
        if self.end:
            return self.end
        if self.immobilized:
            return "immobilized"
        if self.weapons_lost:
            return "weapon-destroyed"
        return "stunned" if self.stunned else "shaken" if self.shaken else "unharmed"


UNHARMED = Harm()


def ap_modifier(ap: int | None) -> int:
    """veh.damage.modifiers: of a weapon's AP, None for a dash. Blows, grenades and rams have no AP and so no
    modifier (veh.V34)."""
    return -1 if ap is None else int(ap == 1)


def av_met(strike: Strike, printed: int) -> int:
    """What the armour of a side is to a strike."""
    return min(printed, LANCED) if strike.lance else printed


def can_hurt(strike: Strike, av: int) -> bool:
    """Whether the highest roll reaches the armour."""
    most = 2 * 6 if strike.roll == "sum" else 6 + 3 * strike.rending
    return strike.s + most >= av_met(strike, av)


@chance
def penetrate(dice: Dice, strike: Strike, av: int) -> Penetration:
    """veh.attack.penetration-roll, veh.attack.penetration-result."""
    rule = strike.rule
    need = av_met(strike, av) - min(strike.s, STRONGEST)
    if strike.roll == "sum":
        roll = dice.total(2, rule, need=max(2, need))
    elif strike.roll == "highest":
        roll = dice.pool(2, rule)[0]
    else:
        roll = dice.d6(rule, need=max(1, need))
        if strike.rending and roll == 6:
            roll = 6 + dice.d3("veh.P13.rending")
    if roll < need:
        return "none"
    return "glancing" if roll == need else "penetrating"


@chance
def cover_saves(dice: Dice, cover: int, rule: str = "veh.target.cover") -> bool:
    """veh.target.cover (veh.V20): one for each hit that glances or penetrates."""
    return cover < NEVER and dice.d6(rule, need=cover) >= cover


@chance
def damage_roll(dice: Dice, modifier: int, glancing: bool = False) -> int:
    """veh.damage.table: a total of 1 to 6. The roll of a glancing hit is called by veh.damage.modifiers."""
    return min(6, max(1, dice.d6(MODIFIED if glancing else TABLE) + modifier))


def damage_reasons(strikes: Iterable[Strike], open_topped: bool) -> Mapping[str, tuple[Modifier, ...]]:
    """What changes the damage rolls of hits that are settled together, as far as it is alike in all of them:
    in words, for a roll that needs nothing. That a glancing hit has -2 the name of its roll says."""
    found = [Modifier(0, "open-topped +1", "veh.open.damage")] if open_topped else []
    alike = {strike.ap_modifier for strike in strikes}
    if len(alike) == 1 and (value := alike.pop()):
        found.append(Modifier(0, "AP 1 +1" if value > 0 else "no AP -1", MODIFIED))
    return {TABLE: tuple(found), MODIFIED: tuple(found)} if found else {}


def damage_modifier(strike: Strike, armour: Armour, through: Penetration) -> int:
    """veh.damage.modifiers, veh.open.damage."""
    return strike.ap_modifier + armour.open_topped - 2 * (through == "glancing")


@chance
def hit(dice: Dice, strike: Strike, armour: Armour) -> Struck:
    """One hit: penetration, cover, damage."""
    through = penetrate(dice, strike, armour.av)
    if through == "none":
        return Struck(through)
    if cover_saves(dice, armour.cover, armour.cover_rule):
        return Struck(through, saved=True)
    return Struck(through, total=_damage(dice, strike, armour, through))


@chance
def settle(dice: Dice, hits: tuple[tuple[Strike, Armour], ...], condition: Condition) -> Harm:
    """veh.attack.damage-roll: hits of one unit, all penetrated before any is saved from, and all damage
    rolled before the first of it is put into effect, the lowest first (veh.V25)."""
    if dice.exact:
        if len(hits) <= 1:
            return befall(condition, [hit(dice, *each).total for each in hits])
        half = len(hits) // 2
        first, rest = settle(dice, hits[:half], condition), settle(dice, hits[half:], condition)
        return harm_together(condition, first, rest)
    through = [(penetrate(dice, strike, armour.av), strike, armour) for strike, armour in hits]
    harmful = [each for each in through if each[0] != "none"]
    unsaved = [each for each in harmful if not cover_saves(dice, each[2].cover, each[2].cover_rule)]
    totals = [_damage(dice, strike, armour, how) for how, strike, armour in unsaved]
    return befall(condition, totals)


def _damage(dice: Dice, strike: Strike, armour: Armour, through: Penetration) -> int:
    return damage_roll(dice, damage_modifier(strike, armour, through), through == "glancing")


def befall(condition: Condition, totals: list[int]) -> Harm:
    """Totals of the damage table put into effect from the lowest to the highest (veh.V25)."""
    harm = UNHARMED
    for total in sorted(totals):
        harm = harm_after(condition, harm, total)
    return harm


def harm_after(condition: Condition, harm: Harm, total: int) -> Harm:
    """The harm after one more result of the damage table, 0 for none.

    It does not matter in which order results come: each of 3 or 4 takes a weapon or the vehicle's movement as
    long as there is either, and a 4 takes movement first (veh.damage.weapon-destroyed-none,
    veh.damage.immobilized-again, veh.V39).
    """
    if not total:
        return harm
    rolls = harm.rolls + condition.walker
    if total == 6 or harm.end == "explodes":
        return Harm(end="explodes", rolls=rolls)
    if total == 5 or harm.end:
        return Harm(end="wrecked", rolls=rolls)
    if total == 1:
        return replace(harm, shaken=True, rolls=rolls)
    if total == 2:
        return replace(harm, stunned=True, rolls=rolls)
    taken = harm.weapons_lost + harm.immobilized + 1
    still = condition.immobilized
    immobilized = not still and (harm.immobilized or total == 4 or taken > condition.weapons)
    if taken > condition.weapons + (not still) or (immobilized and condition.flat_out):
        return Harm(end="wrecked", rolls=rolls)
    return Harm(harm.shaken, harm.stunned, taken - immobilized, immobilized, rolls=rolls)


def harm_together(condition: Condition, a: Harm, b: Harm) -> Harm:
    """The harm of two parts of one volley, settled together."""
    rolls = a.rolls + b.rolls
    if a.end or b.end:
        return Harm(end="explodes" if "explodes" in (a.end, b.end) else "wrecked", rolls=rolls)
    taken = a.weapons_lost + a.immobilized + b.weapons_lost + b.immobilized
    still = condition.immobilized
    immobilized = not still and (a.immobilized or b.immobilized or taken > condition.weapons)
    if taken > condition.weapons + (not still) or (immobilized and condition.flat_out):
        return Harm(end="wrecked", rolls=rolls)
    return Harm(a.shaken or b.shaken, a.stunned or b.stunned, taken - immobilized, immobilized, rolls=rolls)


@chance
def explosion(dice: Dice) -> int:
    """veh.damage.explodes: how many inches from the hull it reaches."""
    return dice.d6("veh.damage.explodes")
