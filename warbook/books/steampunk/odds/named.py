"""Who and what the odds questions know by name: weapons and units of the army lists."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from warbook.books.steampunk.army.data import army_list, model_of, nations
from warbook.books.steampunk.army.lists import UnitType, Weapon
from warbook.core.oddsbook import Named, Role, apart, sided

SIDES = ("front", "front side", "back side", "back")  # as armor and dice are printed


def _weapons() -> Iterator[tuple[str, Weapon]]:
    """With the nation that has it; one that does no regular damage is left out."""
    for nation, told in nations().items():
        for piece in army_list(nation).equipment.values():
            if piece.weapon and piece.weapon.damage:
                yield told.name, piece.weapon


def _units() -> Iterator[tuple[str, UnitType]]:
    for nation, told in nations().items():
        for unit in army_list(nation).units.values():
            yield told.name, unit


@cache
def _guns() -> list[Named]:
    return apart(
        Named(
            weapon.name,
            {"ap": weapon.ap, "damage": str(weapon.damage), "on_penetration": weapon.on_penetration},
            of=nation,
        )
        for nation, weapon in _weapons()
    )


@cache
def _targets() -> list[Named]:
    """Every unit by the side that is hit, where its armor is not the same on all."""
    found = []
    for nation, unit in _units():
        for side, armor in zip(SIDES, unit.armor, strict=True):
            if side == "front" or armor != unit.armor[0]:
                name = unit.name if side == "front" else f"{unit.name} from the {side}"
                found.append(Named(name, {"armor": armor}, of=nation))
    return apart(found)


@cache
def _assailants() -> list[Named]:
    """spf.assault.stats: the units whose models all hit and deflect on the same, with their dice to the
    front and nothing bought."""
    found = []
    for nation, unit in _units():
        models = [model for id in unit.models if (model := model_of(id))]
        needs = {(each.assault.hit, each.assault.deflect) for each in models}
        if len(needs) != 1:
            continue
        hit, deflect = needs.pop()
        sets: dict[str, int | str] = {
            "dice": sum(each.assault.dice[0] for each in models),
            "need": min(7, hit),
            "deflect": sum(each.assault.deflection[0] for each in models) if deflect else 0,
            "deflect_need": min(7, deflect or 7),
        }
        found.append(Named(unit.name, sets, of=nation))
    return apart(found)


FIRE = {
    "weapon": Role("with what", _guns),
    "target": Role("at whom, from where", _targets),
}
ASSAULT = {
    f"{side}_unit": Role(f"who {side} is", lambda side=side: sided(side, _assailants()))  # type: ignore[misc]
    for side in "ab"
}
