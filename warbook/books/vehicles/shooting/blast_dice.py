"""The dice of a blast: where its marker drifts, and what it does to the vehicle that it was laid on."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from warbook.board.geometry import Body, Oblong, Point, Spot, outside_base
from warbook.board.hulls import sector
from warbook.books.vehicles.damage.dice import Armour, Strike, Struck, hit
from warbook.core.chance import chance
from warbook.core.dice import Dice

HOURS = tuple(range(12))  # veh.V83
STAYS = 5  # veh.P10: two faces of six
FARTHEST = 12
LARGE, SMALL = 2.5, 1.5  # veh.P10: radius of the marker
ON_LINE = 1e-9


class Drift(Struct, frozen=True, cache_hash=True):
    """Which way, in hours of the clock, and how far a marker went."""

    hour: int = 0
    inches: int = 0


class Ray(Struct, frozen=True, cache_hash=True):
    """Of one hour: how many inches leave the hole on the hull, how many some of the marker over it, and for
    each inch between those two the armour of the side that the hole then faces."""

    on_hull: int
    over_hull: int
    avs: tuple[int, ...]


class Shelling(Struct, frozen=True, cache_hash=True):
    """A blast aimed at a hull: its hit, the side it strikes with the hole on the hull, and the
    rays of the twelve hours from the vehicle's front."""

    strike: Strike
    armour: Armour
    rays: tuple[Ray, ...]


class Landing(Struct, frozen=True, cache_hash=True):
    """Where the hole of a marker came to lie; beside the hull, the armour of the side that faces it."""

    where: Literal["miss", "on-hull", "off-hull"]
    av: int = 0


class Shelled(Struct, frozen=True, cache_hash=True):
    where: Literal["miss", "on-hull", "off-hull"]
    struck: Struck = Struck("none")


@chance
def scatter(dice: Dice, bs: int) -> Drift:
    """veh.P10.scatter, veh.V83: a scatter die, and for an arrow one of twelve hours and 2D6 inches less `bs`,
    which is 0 for who fires a barrage without sight."""
    if dice.d6("veh.P10", need=STAYS) >= STAYS:
        return Drift()
    hour, inches = dice.face(HOURS, "veh.V83"), dice.total(2, "veh.P10.scatter") - bs
    return Drift(hour, inches) if inches > 0 else Drift()


def halved(strike: Strike) -> Strike:
    """veh.target.blast-off-hull."""
    return replace(strike, s=strike.s // 2)


@chance
def landing(dice: Dice, bs: int, rays: tuple[Ray, ...]) -> Landing:
    """veh.target.blast-place: the marker is laid on the hull and scatters."""
    drift = scatter(dice, bs)
    ray = rays[drift.hour]
    if drift.inches <= ray.on_hull:
        return Landing("on-hull")
    if drift.inches > ray.over_hull:
        return Landing("miss")
    return Landing("off-hull", ray.avs[drift.inches - ray.on_hull - 1])


@chance
def shell(dice: Dice, bs: int, at: Shelling) -> Shelled:
    """A blast at a vehicle by itself, from the scatter to the damage table (veh.target.blast-on-hull)."""
    landed = landing(dice, bs, at.rays)
    if landed.where == "miss":
        return Shelled("miss")
    if landed.where == "on-hull":
        return Shelled("on-hull", hit(dice, at.strike, at.armour))
    return Shelled("off-hull", hit(dice, halved(at.strike), replace(at.armour, av=landed.av)))


@cache
def rays(
    length: float, width: float, radius: float, front: int, side: int, rear: int, aim: Point = (0.0, 0.0)
) -> tuple[Ray, ...]:
    """Of a hull, a marker, the armour to be struck beside the hull, and where on the hull it is aimed: so far
    ahead and to the left of its middle. veh.target.blast-off-hull, veh.V24, veh.V84."""
    hull = Body(Spot(0.0, 0.0), Oblong(length, width), 0.0)
    avs = {"front": front, "left": side, "right": side, "rear": rear}
    found = []
    for hour in HOURS:
        ahead, aside = cos(hour * pi / 6), sin(hour * pi / 6)
        holes = [(aim[0] + inches * ahead, aim[1] + inches * aside) for inches in range(FARTHEST + 1)]
        off = [outside_base(hull, *hole) for hole in holes]
        on_hull = sum(gap <= ON_LINE for gap in off) - 1
        over_hull = sum(gap < radius - ON_LINE for gap in off) - 1
        faced = holes[on_hull + 1 : over_hull + 1]
        found.append(
            Ray(
                on_hull,
                over_hull,
                tuple(max(avs[edge] for edge in sector(hull, *hole, "diagonals")) for hole in faced),
            )
        )
    return tuple(found)
