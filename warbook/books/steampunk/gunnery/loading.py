"""Ammunition: what a weapon holds, whether it may fire, what a load puts in and a firing takes out."""

from __future__ import annotations

from collections.abc import Iterable

from warbook.books.steampunk.army.abilities import Autoloader, LinkedGuns, Numbered, OfPiece
from warbook.books.steampunk.army.lists import Weapon
from warbook.books.steampunk.army.roster import FieldModel, FieldUnit
from warbook.books.steampunk.gunnery.arms import all_weapons, main_weapons, named, tagged
from warbook.books.steampunk.state import Battle, Rulings, Unit, abilities, field, has
from warbook.core.questions import Refusal

# Abilities by which weapons of a unit use no load tokens.
NO_LOADS = ("unit-always-loaded", "always-fires", "crew-weapons-need-no-load")


def ready(battle: Battle, unit: Unit, weapon: Weapon, model: FieldModel | None = None) -> Refusal | None:
    """Why the weapon cannot be fired now, if it cannot. `model` is the one that bears it."""
    magazine = weapon.magazine
    if magazine.firings and unit.fired.get(weapon.id, 0) >= magazine.firings:
        return Refusal(f"has been fired {magazine.firings} times, which is all", "spf.ability.limited-ammo")
    if len(unit.living) < magazine.models:
        return Refusal(f"takes {magazine.models} living models", "spf.orders.step-not-allowed")
    if always_loaded(battle, unit, weapon):
        return None
    keeper = magazine.loaded_with
    if keeper:
        held = main_weapons(model) if keeper == "main-weapon" else named(battle, unit, keeper)
        if any(ready(battle, unit, each) is None for each in held):
            return None
        return Refusal("is loaded only with its main weapon", "spf.orders.load")
    cost = magazine.takes
    if unit.loaded.get(store(battle, unit, weapon), 0) >= cost:
        return None
    short = "is not loaded" if cost == 1 else f"needs {cost} ammunition"
    return Refusal(short, "spf.ability.burst" if magazine.burst else "spf.orders.load")


def always_loaded(battle: Battle, unit: Unit, weapon: Weapon) -> bool:
    """It uses no load tokens at all."""
    if weapon.magazine.always_loaded:
        return True
    if field(battle, unit).known.isdisjoint(NO_LOADS):
        return False
    if has(battle, unit, "unit-always-loaded"):
        return True
    if any(weapon.id == a.piece for a in abilities(battle, unit, "always-fires", OfPiece)):
        return True
    return has(battle, unit, "crew-weapons-need-no-load") and weapon.id not in tagged(battle, unit).values()


def capacity(battle: Battle, unit: Unit, weapon: Weapon) -> int:
    """Ruling O14: 1 unless the weapon or the unit says otherwise."""
    stores = [a.number for a in abilities(battle, unit, "unit-ammo", Numbered)]
    return max([weapon.magazine.holds, *stores])


def load(battle: Battle, unit: Unit, weapon: Weapon, count: int = 1) -> bool:
    """spf.orders.load, spf.orders.load-n: whether anything went in; a full weapon takes no more."""
    if always_loaded(battle, unit, weapon) or weapon.magazine.loaded_with:
        return False
    key = store(battle, unit, weapon)
    held = unit.loaded.get(key, 0)
    unit.loaded[key] = max(held, min(capacity(battle, unit, weapon), held + count))
    return unit.loaded[key] > held


def spend_loads(battle: Battle, unit: Unit, fired: Iterable[Weapon]) -> None:
    """What a unit's firings of one step take: each weapon once, however many models fired it; linked guns
    share theirs. Whoever has a shared weapon is empty afterwards (spf.army.shared-unloads-all): what needs no
    load stays loaded (ruling A8)."""
    taken: dict[str, int] = {}
    weapons = list(dict.fromkeys(fired))
    for id in sorted({weapon.id for weapon in weapons if weapon.magazine.firings}):
        unit.fired[id] = unit.fired.get(id, 0) + 1
    for weapon in weapons:
        for drained in _drained(battle, unit, weapon):
            key = store(battle, unit, drained)
            taken[key] = max(taken.get(key, 0), drained.magazine.takes)
    for key, count in taken.items():
        unit.loaded[key] = max(0, unit.loaded.get(key, 0) - count)
    if weapons and field(battle, unit).shared:
        unit.loaded.clear()


def autoload(battle: Battle, unit: Unit, fired: Iterable[str]) -> None:
    """Ability autoloader: what was not fired in this step is loaded by itself."""
    shot = set(fired)
    for ability in abilities(battle, unit, "autoloader", Autoloader):
        for weapon in named(battle, unit, ability.piece):
            if weapon.id not in shot:
                load(battle, unit, weapon, ability.number)


def at_start(of: FieldUnit, rulings: Rulings) -> dict[str, int]:
    """The ammunition a unit begins the game with: ability starts-loaded, ruling B4."""
    held = {}
    for weapon in all_weapons(of):
        magazine = weapon.magazine
        full = magazine.holds if rulings.start_loaded else 0
        begins = full if magazine.starts is None else magazine.starts
        if begins and not magazine.always_loaded:
            held[weapon.id] = begins
    return held


def store(battle: Battle, unit: Unit, weapon: Weapon) -> str:
    """Under which name its ammunition is counted; ability linked-guns: one count for both."""
    for ability in abilities(battle, unit, "linked-guns", LinkedGuns):
        if weapon.id in (ability.main, ability.other):
            return ability.main
    return weapon.id


def _drained(battle: Battle, unit: Unit, weapon: Weapon) -> list[Weapon]:
    """Whose ammunition its firing takes; ability uses-main-ammo: that of all models' main weapons."""
    if weapon.magazine.drains_main:
        models = field(battle, unit).models
        return [main for number in unit.living for main in main_weapons(models[number])]
    if always_loaded(battle, unit, weapon) or weapon.magazine.loaded_with:
        return []
    return [weapon]
