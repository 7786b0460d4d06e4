"""What a hit by a weapon does to a unit: its dice, and the sums behind them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from warbook.books.steampunk.army.abilities import BetterAim, Numbered
from warbook.books.steampunk.army.lists import Harm, Weapon
from warbook.books.steampunk.damage import toughness
from warbook.books.steampunk.damage.wounds import Table, row_of
from warbook.books.steampunk.dice import Roll, die
from warbook.books.steampunk.gunnery.aiming import armor_side
from warbook.books.steampunk.gunnery.gunfire import (
    Aim,
    Armor,
    Attack,
    Band,
    Hit,
    armor_dice,
    armor_roll,
    at_range,
    damage,
    to_hit,
)
from warbook.books.steampunk.pending import TableName
from warbook.books.steampunk.state import Battle, Unit
from warbook.core.chance import chance
from warbook.core.dice import Dice
from warbook.core.questions import Modifier

MISS, BLOCKED, NOTHING = -3, -2, -1  # fates that are in no line of a table


class Typed(Struct, frozen=True):
    """A roll straight on the table of its type (spf.special.typed-damage)."""

    table: TableName
    roll: Roll
    bonus: int = 0
    penetrated: bool = False  # only if no armor die succeeded


class Charge(Struct, frozen=True):
    """What one hit does, as its dice see it. Without `hit` it does nothing that armor could stop; `type` is
    that of the hit's damage."""

    armor: int = 0  # dice
    hit: Hit | None = None
    rolls: int = 1  # ability damage-rolls
    typed: tuple[Typed, ...] = ()
    type: Literal["regular", "fire"] = "regular"

    @property
    def meets_armor(self) -> bool:
        return self.hit is not None or any(each.penetrated for each in self.typed)


class Wound(Struct, frozen=True):
    """What came of a hit: the damage results, and those of the typed rolls (None: not rolled)."""

    came: Armor
    damages: tuple[int, ...] = ()
    typed: tuple[int | None, ...] = ()


class Why(Struct, frozen=True):
    """The modifiers of a hit: of its AP, and of its damage."""

    ap: tuple[Modifier, ...] = ()
    damage: tuple[Modifier, ...] = ()


@chance
def wound(dice: Dice, charge: Charge) -> Wound:
    """spf.damage.sequence: one hit."""
    came = armor_roll(dice, charge.armor) if charge.armor and charge.meets_armor else "through"
    return wounded(dice, charge, came)


@chance
def wounded(dice: Dice, charge: Charge, came: Armor) -> Wound:
    """One hit after its armor roll; typed damage does not mind armor (ruling D4)."""
    hit = charge.hit if came != "blocked" else None
    damages = tuple(damage(dice, hit, came) for _ in range(charge.rolls)) if hit else ()
    typed = tuple(
        None if each.penetrated and came != "through" else typed_roll(dice, each.roll) + each.bonus
        for each in charge.typed
    )
    return Wound(came, damages, typed)


@chance
def typed_roll(dice: Dice, roll: Roll) -> int:
    return die(dice, roll.sides, "spf.special.typed-damage") + roll.plus


@chance
def fate(dice: Dice, aim: Aim, charge: Charge, lines: Table[tuple[object, ...]]) -> int:
    """One shot: the line of the table in which the worst of its damage falls, or MISS, BLOCKED, NOTHING. A
    charge without a damage roll that meets armor is judged by its first typed roll."""
    if not to_hit(dice, aim).hit:
        return MISS
    result = wound(dice, charge)
    if charge.hit and result.came == "blocked":
        return BLOCKED
    results = result.damages if charge.hit else tuple(each for each in result.typed[:1] if each is not None)
    row = row_of(lines, max(results)) if results else None
    return NOTHING if row is None else row


# ---------------------------------------------------------------- the sums


def charge_of(
    battle: Battle,
    unit: Unit,
    weapon: Weapon,
    target: Unit,
    at: Band,
    aimed: int = 0,
    table: TableName = "regular",
) -> tuple[Charge, Why]:
    """What a hit of the weapon does to the target at that range. `table` is where its regular damage is
    read."""
    attack, type = _attack(weapon)
    typed = tuple(_typed(battle, target, weapon, each) for each in _also(battle, weapon, aimed))
    several = weapon.trait("damage-rolls", Numbered)
    rolls = several.number if several else 1
    side = armor_side(battle, target, unit.hex)
    ranged = at_range(attack, at)
    dice = armor_dice(toughness.armor(battle, target, side), ranged.ap)
    known = tuple(each for each in typed if toughness.lines_of(battle, target, each.table))
    if attack.roll is NO_ROLL:
        return Charge(dice, None, rolls, known), Why(ranged.ap_why)
    _, why = toughness.bonus(battle, target, table, type)
    why = (*_aim_damage(weapon, aimed), *_revealed(battle, unit), *ranged.damage_why, *why)
    hit = Hit(
        dice,
        attack.roll,
        sum(each.value for each in why),
        attack.on_penetration,
        toughness.resist_roll(battle, target, type),
    )
    return Charge(dice, hit, rolls, known, type), Why(ranged.ap_why, why)


NO_ROLL = Roll(0)


def _attack(weapon: Weapon) -> tuple[Attack, Literal["regular", "fire"]]:
    """spf.special.default-regular, spf.damage.regular-default; spf.special.direct-fire (ruling D5): armor
    stops fire damage too."""
    fire = next((each.roll for each in weapon.also if each.type == "fire"), None)
    close = 2 if "double-point-blank" in weapon.traits else 1
    attack = Attack(weapon.ap, weapon.damage or fire or NO_ROLL, weapon.on_penetration, close)
    return attack, "fire" if fire and not weapon.damage else "regular"


def _also(battle: Battle, weapon: Weapon, aimed: int) -> list[Harm]:
    """The typed rolls of a hit; ability improved-aim adds some, the switch typed_needs_penetration bars all
    that the armor has not let through."""
    found = [each for each in weapon.also if each.type != "fire"]
    better = weapon.trait("improved-aim", BetterAim)
    if better and better.psychic and better.crew and aimed:
        found += [Harm("psychic", better.psychic, False), Harm("crew", better.crew, False)]
    if battle.rulings.typed_needs_penetration:
        found = [replace(each, penetrated=True) for each in found]
    return found


def _typed(battle: Battle, target: Unit, weapon: Weapon, each: Harm) -> Typed:
    """Range does not change it (ruling D4). Ability fire-resistance-counts."""
    kind: Literal["psychic", "crew"] = "psychic" if each.type == "psychic" else "crew"
    bonus, _ = toughness.bonus(battle, target, kind, kind)
    if kind == "crew" and "fire-resistance-counts" in weapon.traits:
        _, lines = toughness.bonus(battle, target, kind, "fire")
        bonus += sum(line.value for line in lines if line.rule == "spf.damage.resistance")
    return Typed(kind, each.roll, bonus, each.penetrated)


def _aim_damage(weapon: Weapon, aimed: int) -> tuple[Modifier, ...]:
    """Abilities improved-aim and aim-stacks."""
    better = weapon.trait("improved-aim", BetterAim) or weapon.trait("aim-stacks", BetterAim)
    return (Modifier(better.damage * aimed, "aim", "spf.fire.mod-orders"),) if better and aimed else ()


def _revealed(battle: Battle, unit: Unit) -> tuple[Modifier, ...]:
    if not unit.revealed or unit.revealed != battle.turn:
        return ()
    return (Modifier(1, "has just revealed itself", "spf.ability.reveal-bonus"),)
