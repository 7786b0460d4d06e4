"""Weapons on a card: range, Strength and the like in words, what is special about them, how they stand."""

from __future__ import annotations

from collections.abc import Iterator

from warbook.books.vehicles.army.data import ammunitions, mounts, weapons
from warbook.books.vehicles.army.describing import range_words, rules_of, strength_words, type_words
from warbook.books.vehicles.army.lists import Gun, ModelType, Weapon
from warbook.books.vehicles.field.bodies import type_of
from warbook.books.vehicles.shooting.allowance import fire_limit, forbidden, may_barrage, silent
from warbook.books.vehicles.shooting.barrels import moved
from warbook.books.vehicles.shooting.turn import cannot
from warbook.books.vehicles.showing.entries import WORDS, word_id
from warbook.books.vehicles.state import Battle, Unit, Vehicle
from warbook.books.vehicles.wounds.groups import ranks_of
from warbook.core.cards import Arm, Trait
from warbook.core.questions import Refusal

SPENT = Refusal("its only shot is fired", WORDS)
DESTROYED = Refusal("destroyed", "veh.damage.weapon-destroyed")


def vehicle_arms(battle: Battle, vehicle: Vehicle) -> Iterator[Arm]:
    """Its guns, each ammunition of them by itself, then the close combat weapons of a Walker."""
    kind = type_of(vehicle)
    for number, gun in enumerate(kind.guns):
        for weapon in ammunitions(gun):
            barred = _gun_barred(battle, vehicle, number, weapon)
            yield Arm(
                name=weapon.name,
                words="; ".join((_mount_words(battle, gun), *weapon_words(weapon, gun))),
                state=barred.words if barred else _ready(battle, vehicle, number, weapon),
                useless=barred is not None,
                rule=barred.rule if barred else "veh.arc.per-weapon",
                traits=traits_of(weapon),
            )
    for number, name in enumerate(kind.melee, len(kind.guns)):
        lost = number in vehicle.guns_lost
        yield Arm(
            name=weapons()[name].name,
            words=_blow_words(weapons()[name], kind.walker.s if kind.walker else 0),
            state="destroyed" if lost else "",
            useless=lost,
            rule=DESTROYED.rule if lost else "veh.walker.close-combat-weapon",
            traits=traits_of(weapons()[name]),
        )


def unit_arms(battle: Battle, unit: Unit) -> Iterator[Arm]:
    """What the unit has, each weapon once with the number of those who carry it; grenades last."""
    ranks = ranks_of(battle, unit)
    carried: dict[str, int] = {}
    for each in ranks:
        for name in dict.fromkeys((*each.type.weapons, *each.type.grenades)):
            if name in weapons():
                carried[name] = carried.get(name, 0) + len(each.models)
    for name in sorted(carried, key=lambda name: weapons()[name].type == "grenade"):
        yield _carried(battle, unit, weapons()[name], carried[name], 0)


def model_arms(battle: Battle, unit: Unit, kind: ModelType) -> Iterator[Arm]:
    for name in dict.fromkeys((*kind.weapons, *kind.grenades)):
        if name in weapons():
            yield _carried(battle, unit, weapons()[name], 1, kind.profile.s)


def traits_of(weapon: Weapon) -> tuple[Trait, ...]:
    """The rules that a weapon has besides its figures."""
    return tuple(Trait(rule.name, rule.means, word_id(rule.id)) for rule in rules_of(weapon))


def weapon_words(weapon: Weapon, gun: Gun | None = None) -> Iterator[str]:
    """Range, Strength and AP, type; of a vehicle's weapon whether it is a Defensive one."""
    yield from filter(None, (range_words(weapon), strength_words(weapon), type_words(weapon)))
    if gun is not None and weapon.defensive:
        yield "Defensive"


def _blow_words(weapon: Weapon, user: int) -> str:
    strength = f"S {weapon.strength_of(user)}" if user else strength_words(weapon)
    return f"in close combat; {strength}"


# ---------------------------------------------------------------- guns


def _mount_words(battle: Battle, gun: Gun) -> str:
    mount = mounts()[gun.mount]
    arc = mount.arc(battle.rulings.hull_arc)
    return f"on the {mount.name}, {'all round' if arc == 360 else f'{arc} degrees'}"


def _gun_barred(battle: Battle, vehicle: Vehicle, number: int, weapon: Weapon) -> Refusal | None:
    """Why it is of no use now. What it did forbids it something in its own turn only."""
    if number in vehicle.guns_lost:
        return DESTROYED
    if number in vehicle.guns_spent:
        return SPENT
    crew = vehicle.shaken or vehicle.stunned
    if not vehicle.works or not (crew or battle.side == vehicle.side):
        return None
    barred = forbidden(vehicle) if battle.side == vehicle.side else None
    if barred is None and not type_of(vehicle).extra_weapon:
        barred = silent(vehicle)
    if barred is None and weapon.indirect_only and not may_barrage(vehicle):
        barred = Refusal("it has moved, and is fired as a barrage only", "veh.ordnance.barrage-indirect")
    return Refusal(f"silent: {barred.words}", barred.rule) if barred else None


def _ready(battle: Battle, vehicle: Vehicle, number: int, weapon: Weapon) -> str:
    if not vehicle.works or battle.side != vehicle.side:
        return ""
    if number in vehicle.fired_guns:
        return "fired this turn"
    if silent(vehicle) is not None:
        return "ready, as the one weapon more"
    if fire_limit(vehicle) == "one main" and not weapon.defensive:
        return "ready, as the one main weapon"
    return "ready"


# ---------------------------------------------------------------- on foot


def _carried(battle: Battle, unit: Unit, weapon: Weapon, count: int, user: int) -> Arm:
    """`user` is the Strength of who carries it, 0 of several who may differ."""
    barred = _silent(battle, unit, weapon)
    return Arm(
        name=weapon.name if count == 1 else f"{count} x {weapon.name}",
        words=_blow_words(weapon, user) if weapon.type == "melee" else "; ".join(_foot_words(weapon)),
        state=f"silent: {barred.words}" if barred else "",
        useless=barred is not None and weapon.type != "pistol",
        rule=barred.rule if barred else "veh.P11",
        traits=traits_of(weapon),
    )


def _foot_words(weapon: Weapon) -> Iterator[str]:
    yield from weapon_words(weapon)
    if weapon.type == "rapid_fire":
        yield "2 shots up to 12 in, 1 beyond if it stood still"
    elif weapon.type == "pistol":
        yield "serves in close combat too"


def _silent(battle: Battle, unit: Unit, weapon: Weapon) -> Refusal | None:
    """Why nobody fires it in the unit's own turn; blows and grenades always serve."""
    if not weapon.ranged or battle.side != unit.side or not battle.members(unit):
        return None
    barred = cannot(battle, unit)
    if barred is not None:
        return barred
    if weapon.type in ("heavy", "ordnance", "ordnance_barrage") and moved(battle, unit):
        return Refusal("the unit has moved", "veh.P11")
    return Refusal("the unit ran", "veh.P3.run") if unit.ran else None
