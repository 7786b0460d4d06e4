"""The hexes on which a gun bears: for who draws them."""

from __future__ import annotations

from warbook.board.geometry import Shapes
from warbook.board.hexes import Hex, within
from warbook.books.steampunk import ground
from warbook.books.steampunk.gunnery import areas
from warbook.books.steampunk.gunnery.aiming import bears, longest
from warbook.books.steampunk.gunnery.batteries import Battery, Gun
from warbook.books.steampunk.state import Battle, Unit, enemy


def battery_bears(battle: Battle, battery: Battery, option: str) -> Shapes:
    """Of the gun that an option is about, or of all while none is pointed at."""
    number = option.partition(":")[0]
    guns = [battery.guns[int(number)]] if number.isdigit() and len(battery.guns) > 1 else battery.guns
    found = [hex_ for gun in guns for hex_ in _hexes(battle, battery, gun)]
    return tuple(battle.table.outline(hex_) for hex_ in dict.fromkeys(found))


def _hexes(battle: Battle, battery: Battery, gun: Gun) -> list[Hex]:
    """spf.orders.fire: in its angle, its range and, unless it needs none, its line of sight to the ground or
    to somebody above it."""
    unit, weapon = battle.unit(battery.unit), gun.weapon
    if areas.aims_at_hex(weapon):
        return areas.hexes(battle, unit, gun)
    rolled = sum(roll.sides + roll.plus for roll in weapon.range_dice) if weapon.range_dice else 0
    far = max(rolled, longest(battle, unit, weapon))
    return [
        hex_
        for hex_ in within(unit.hex, far)
        if hex_ in battle.table
        and bears(unit, weapon, hex_, gun.points)[0]
        and ("no-line-of-sight" in weapon.traits or _sees(battle, unit, hex_))
    ]


def _sees(battle: Battle, unit: Unit, hex_: Hex) -> bool:
    foes = battle.in_hex(hex_, enemy(unit.side))
    return ground.sees_hex(battle, unit, hex_) or any(ground.sees(battle, unit, foe) for foe in foes)
