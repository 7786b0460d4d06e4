"""The four speed bands: how fast a vehicle is by the length of its way, and how far each takes it."""

from __future__ import annotations

from warbook.books.vehicles.army.lists import VehicleType
from warbook.books.vehicles.field.bodies import WITHIN
from warbook.books.vehicles.state import Speed

SPEEDS: tuple[Speed, ...] = ("stationary", "combat", "cruising", "flat out")
SKIMMING = 24.0  # veh.skimmer.fast-flat-out
_OFF_ROAD = {"stationary": 0.0, "combat": 6.0, "cruising": 12.0, "flat out": 18.0}
_ON_ROAD = {"stationary": 0.0, "combat": 6.0, "cruising": 18.0, "flat out": 24.0}


def speed_limit(kind: VehicleType, speed: Speed, on_road: bool = False) -> float:
    """veh.move.speed-bands: the longest way at a speed. Roads are nothing to Walkers and Skimmers
    (veh.V4)."""
    if kind.skimmer and speed == "flat out":
        return SKIMMING
    road = on_road and not kind.skimmer and kind.walker is None
    return (_ON_ROAD if road else _OFF_ROAD)[speed]


def top_speed(kind: VehicleType) -> Speed:
    """veh.move.walker-top-speed, veh.move.cruising-speed, veh.fast.flat-out."""
    if kind.walker is not None:
        return "combat"
    return "flat out" if kind.fast else "cruising"


def fastest(kind: VehicleType, on_road: bool = False, flat_out: bool = True) -> float:
    """The longest way that it can go; not flat out where that is forbidden."""
    speed = top_speed(kind)
    return speed_limit(kind, speed if flat_out or speed != "flat out" else "cruising", on_road)


def band(kind: VehicleType, inches: float, on_road: bool = False) -> Speed:
    """veh.V2, veh.V3: the speed of a way of that length (veh.move.stationary: a pivot has none;
    veh.move.combat-speed)."""
    if inches <= WITHIN:
        return "stationary"
    for speed in SPEEDS[1:]:
        if inches <= speed_limit(kind, speed, on_road) + WITHIN:
            return speed
    raise ValueError(f"{kind.name} cannot go {inches:g} inches")


def still_fires(kind: VehicleType, speed: Speed) -> str:
    """What veh.fire.allowance leaves after a move at that speed, in words."""
    rank = SPEEDS.index(speed)
    if kind.fast:  # veh.fast.fire-combat, veh.fast.fire-cruising
        rank = max(0, rank - 1)
    if kind.walker is not None or rank == 0:
        return "may fire everything"
    if rank == 1:
        return "may fire one main weapon and the Defensive ones"
    return "may fire one extra weapon" if kind.extra_weapon else "may not fire"
