"""What a unit can shoot with, and which of it an order serves.

Devices that are fired or thrown (bot mortars, fog grenades, the tinkerer's rat) count as weapons here.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from warbook.books.steampunk.army.abilities import (
    Ability,
    AtTimes,
    Breaking,
    Numbered,
    OfPiece,
    SpawnedBots,
    TaggedOrders,
)
from warbook.books.steampunk.army.data import equipment_of
from warbook.books.steampunk.army.lists import Weapon
from warbook.books.steampunk.army.notation import Code
from warbook.books.steampunk.army.roster import FieldModel, FieldUnit
from warbook.books.steampunk.state import Battle, Unit, abilities, field, has

LOADED = Ability("always-loaded")
ONCE = Numbered("limited-ammo", 1)
RAT = "gnome.mechanical-rat"
BROKEN = "broken "
FREE = ("free-fire", "always-fires", "launches-rat")


def weapons(battle: Battle, unit: Unit, number: int) -> tuple[Weapon, ...]:
    """What the model can shoot with now; ability one-shot-breaks: a broken gun is gone or replaced."""
    own = own_weapons(field(battle, unit).models[number])
    if not has_broken(unit):
        return own
    found: list[Weapon] = []
    for weapon in own:
        if broken_mark(weapon.id, number) not in unit.marks:
            found.append(weapon)
        elif (breaks := weapon.trait("one-shot-breaks", Breaking)) and breaks.piece:
            spare = equipment_of(breaks.piece)
            found += [spare.weapon] if spare and spare.weapon else []
    return tuple(found)


def has_broken(unit: Unit) -> bool:
    """Whether a gun of one of its models is broken."""
    return bool(unit.marks) and any(mark.startswith(BROKEN) for mark in unit.marks)


def broken_mark(weapon: str, number: int) -> str:
    """How a unit remembers that this gun of the model is broken."""
    return f"{BROKEN}{weapon} {number}"


@lru_cache(maxsize=10_000)
def own_weapons(model: FieldModel) -> tuple[Weapon, ...]:
    """The model's weapons and devices, as it took the field."""
    pieces = [piece for id in model.equipment if (piece := equipment_of(id)) and piece.weapon is None]
    found = [*model.weapons, *(_device(p.id, p.name, p.abilities) for p in pieces if _fired(p.abilities))]
    if any(a.name == "launches-rat" for a in model.abilities):
        found.append(_device(RAT, "Mechanical rat", (AtTimes("launches-rat", "once"),)))
    return tuple(found)


@lru_cache(maxsize=10_000)
def all_weapons(of: FieldUnit) -> tuple[Weapon, ...]:
    """Every kind of weapon of a unit, the shared one last."""
    own = {weapon.id: weapon for model in of.models for weapon in own_weapons(model)}
    return (*own.values(), *((of.shared,) if of.shared else ()))


@lru_cache(maxsize=10_000)
def with_trait(of: FieldUnit, name: str) -> tuple[Weapon, ...]:
    """Those of them with an ability of that name."""
    return tuple(weapon for weapon in all_weapons(of) if name in weapon.traits)


def named(battle: Battle, unit: Unit, id: str) -> list[Weapon]:
    return [weapon for weapon in all_weapons(field(battle, unit)) if weapon.id == id]


def main_weapons(model: FieldModel | None) -> list[Weapon]:
    """What the model holds in its hands."""
    held = own_weapons(model) if model else ()
    return [w for w in held if (piece := equipment_of(w.id)) and "hands" in piece.slots]


def tagged(battle: Battle, unit: Unit) -> Mapping[str, str]:
    """Ability tagged-orders: the weapon or device for each tag."""
    found = {}
    for ability in abilities(battle, unit, "tagged-orders", TaggedOrders):
        for tag, name in ability.tags:
            found[tag] = _in_drop_slot(field(battle, unit)) if name == "drop-weapon" else name
    return found


def serves(battle: Battle, unit: Unit, weapon: Weapon, code: Code, only: str = "") -> bool:
    """Whether an order to load, aim, fire, throw or breathe acts on the weapon."""
    if only:
        return weapon.id == only
    tags = tagged(battle, unit)
    if code.arg in tags:
        return weapon.id == tags[str(code.arg)]
    served = [a.piece for a in abilities(battle, unit, "orders-serve", OfPiece)]
    if served and weapon.id not in served:
        return False
    if code.name == "load":
        return True
    if weapon.id in tags.values() or weapon.id in unordered(battle, unit):
        return False
    if isinstance(code.arg, str) and code.arg:
        return _called(weapon, code.arg)
    reserve = "reserve" in weapon.traits
    return not reserve and _way(battle, unit, weapon, code.name)


def unordered(battle: Battle, unit: Unit) -> tuple[str, ...]:
    """What fires without an order: abilities free-fire, always-fires and launches-rat."""
    if field(battle, unit).known.isdisjoint(FREE):
        return ()
    free = (a.piece for name in ("free-fire", "always-fires") for a in abilities(battle, unit, name, OfPiece))
    return (*free, *([RAT] if has(battle, unit, "launches-rat") else []))


def _way(battle: Battle, unit: Unit, weapon: Weapon, order: str) -> bool:
    """Breath is breathed, grenades are thrown, all else is fired; ability crew-weapons-need-no-load: the crew
    throws with plain fire orders too."""
    if "breath" in _words(weapon.id):
        return order == "breath"
    if _thrown(weapon.id):
        return order == "throw" or (order == "fire" and has(battle, unit, "crew-weapons-need-no-load"))
    return order in ("fire", "aim")


@cache
def _thrown(id: str) -> bool:
    """Whether it is a grenade by name, or comes with throw orders."""
    if _words(id)[-1] == "grenade":
        return True
    piece = equipment_of(id)
    orders = [order for listed in (piece.adds_gunnery.values() if piece else ()) for order in listed]
    return any(code.name == "throw" for order in orders for step in order for code in step)


def _called(weapon: Weapon, name: str) -> bool:
    """What a word in an order means: the reserve, the burst weapon, the bow, the fire breath."""
    if name in ("res", "burst", "amplified"):
        mark = {"res": "reserve", "burst": "burst", "amplified": "amplified-fire-brakes"}[name]
        return mark in weapon.traits
    return name in _words(weapon.id)


@cache
def _words(id: str) -> list[str]:
    return id.rpartition(".")[2].split("-")


def _in_drop_slot(of: FieldUnit) -> str:
    for model in of.models:
        for id in reversed(model.equipment):
            piece = equipment_of(id)
            if piece and "helicopter-drop" in piece.slots:
                return id
    return ""


def _fired(granted: tuple[Ability, ...]) -> bool:
    return any(a.name in ("fog-grenade", "spawns-bots") for a in granted)


def _device(id: str, name: str, granted: tuple[Ability, ...]) -> Weapon:
    spawns = next((a for a in granted if isinstance(a, SpawnedBots)), None)
    extra = (Ability("no-line-of-sight"),) if spawns else (LOADED, ONCE)
    everywhere = (True, True, True, True)
    reach = spawns.range if spawns else 1
    return Weapon(id, name, reach, (), everywhere, None, 0, None, 0, (), (*granted, *extra))
