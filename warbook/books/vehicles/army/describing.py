"""What weapons, vehicles and foot units are, in words to choose by."""

from __future__ import annotations

from collections.abc import Sequence

from warbook.books.family.profiles import profile_words
from warbook.books.vehicles.army.data import ammunitions, mounts, vehicle_rules, weapon_rules, weapons
from warbook.books.vehicles.army.lists import (
    UNLIMITED,
    Gun,
    ModelType,
    RuleWord,
    TypeWord,
    UnitType,
    VehicleType,
    Weapon,
)

TYPES: dict[TypeWord, str] = {
    "tank": "Tank", "fast": "Fast", "skimmer": "Skimmer", "walker": "Walker", "open_topped": "Open-Topped",
    "transport": "Transport",
}  # fmt: skip
SHOOTS = {
    "pistol": "Pistol", "rapid_fire": "Rapid Fire", "assault": "Assault", "heavy": "Heavy",
    "ordnance": "Ordnance", "ordnance_barrage": "Ordnance Barrage", "template": "Template", "melee": "",
    "grenade": "Grenade",
}  # fmt: skip
COUNTED = ("assault", "heavy")  # types that say how many shots


def weapon_line(weapon: Weapon) -> str:
    """Its range, Strength, AP, type and the names of its rules."""
    names = [_named(weapon, rule) for rule in rules_of(weapon)]
    return ", ".join(filter(None, [range_words(weapon), strength_words(weapon), type_words(weapon), *names]))


def rules_of(weapon: Weapon) -> list[RuleWord]:
    """The rules of its own that a weapon has."""
    return [rule for id, rule in weapon_rules().items() if getattr(weapon, id)]


def range_words(weapon: Weapon) -> str:
    if weapon.range == UNLIMITED:
        return "any range"
    if weapon.range_min:
        return f"{weapon.range_min}-{weapon.range} in"
    return f"{weapon.range} in" if weapon.range else ""


def strength_words(weapon: Weapon) -> str:
    """Strength and AP; of a grenade the dice that penetrate."""
    if weapon.type == "grenade":
        return f"{'2' if weapon.penetration_dice == 2 else ''}D6+{weapon.strength} against armour"
    if weapon.user_strength:
        return "S user" if weapon.user_strength == 1 else "S twice the user's"
    return f"S {weapon.strength}, AP {'-' if weapon.ap is None else weapon.ap}"


def type_words(weapon: Weapon) -> str:
    shots = f" {weapon.shots}" if weapon.type in COUNTED else ""
    blast = {0: "", 3: " blast", 5: " large blast"}[weapon.blast]
    return f"{SHOOTS[weapon.type]}{shots}{blast}"


def _named(weapon: Weapon, rule: RuleWord) -> str:
    return f"poisoned {weapon.poisoned}+" if rule.id == "poisoned" else rule.name.lower()


# ---------------------------------------------------------------- vehicles


def vehicle_words(kind: VehicleType) -> str:
    """Types, armour, BS and what it does besides."""
    armour = f"AV {kind.armour.front}/{kind.armour.side}/{kind.armour.rear}"
    walker = kind.walker
    fights = f"WS {walker.ws}, S {walker.s}, I {walker.i}, A {walker.a}" if walker else ""
    room = f"carries {kind.capacity}" if kind.capacity else ""
    smoke = "smoke" if kind.smoke_launchers else ""
    parts = [types_words(kind), armour, f"BS {kind.bs}", fights, room, smoke]
    return ", ".join(filter(None, parts))


def vehicle_details(kind: VehicleType) -> tuple[str, ...]:
    """Its guns, who gets on and off where, and what its rules mean."""
    blades = _counted([weapons()[id].name for id in kind.melee])
    return (
        *(f"{gun_words(gun)}." for gun in kind.guns),
        *((f"Fights with {blades}.",) if blades else ()),
        *((f"{transport_words(kind)}.",) if kind.transport else ()),
        *(f"{rule.name}: {rule.means}." for id, rule in vehicle_rules().items() if getattr(kind, id)),
    )


def types_words(kind: VehicleType) -> str:
    return ", ".join(words for word, words in TYPES.items() if word in kind.types) or "vehicle"


def gun_words(gun: Gun) -> str:
    """Its mount, and each of its ammunitions."""
    told = " or ".join(f"{weapon.name} ({weapon_line(weapon)})" for weapon in ammunitions(gun))
    return f"On the {mounts()[gun.mount].name}: {told}"


def transport_words(kind: VehicleType) -> str:
    if kind.open_topped:
        return f"Carries {kind.capacity}, who get on and off anywhere and all may shoot"
    points = f"{kind.fire_points or 'no'} fire point{'' if kind.fire_points == 1 else 's'}"
    return f"Carries {kind.capacity}; access {', '.join(kind.access_points)}; {points}"


# ---------------------------------------------------------------- foot units


def unit_words(unit: UnitType) -> str:
    """How many models, and the profile of the commonest."""
    most = max(unit.models, key=lambda model: model.count)
    jump = "jump infantry, " if unit.jump else ""
    slots = f", each takes {unit.transport_slots_each} places" if unit.transport_slots_each > 1 else ""
    return f"{unit.size} models, {jump}{profile_words(most.profile)}, {save_words(unit, most)}{slots}"


def unit_details(unit: UnitType) -> tuple[str, ...]:
    """Each kind of model with what it carries."""
    return tuple(f"{model.count} {model.name}: {carried_words(model)}." for model in unit.models)


def carried_words(model: ModelType) -> str:
    return ", ".join(weapons()[id].name for id in (*model.weapons, *model.grenades) if id in weapons())


def save_words(unit: UnitType, model: ModelType) -> str:
    armour = f"save {model.save}+" if model.save < 7 else "no save"
    return f"{armour}, invulnerable {unit.invulnerable_save}+" if unit.invulnerable_save < 7 else armour


def _counted(names: Sequence[str]) -> str:
    return ", ".join(
        name if names.count(name) == 1 else f"{names.count(name)} x {name}" for name in dict.fromkeys(names)
    )
