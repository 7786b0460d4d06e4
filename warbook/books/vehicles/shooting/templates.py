"""Where flames and blast markers are laid: to cover as much of the target as they can and none of one's own
(veh.target.template-place, veh.target.blast-place, veh.P10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import cos, hypot, radians, sin

import numpy as np

from warbook.board.geometry import Body, Disc, Point, Spot, bearing, corners, farthest, outside_base
from warbook.board.hulls import from_frame, halves
from warbook.board.kernel import Floats, Ints
from warbook.board.templates import Blast, Teardrop, Template, covers, drops_over, points_under
from warbook.books.vehicles.army.lists import Weapon
from warbook.books.vehicles.field.bodies import bodies, close_by, on_table
from warbook.books.vehicles.field.sight import Eye
from warbook.books.vehicles.state import Battle, Unit, Vehicle

FLAME = 8.0  # veh.P10: inches long
FLAME_WIDE = 2.5
STEP = 1.0  # inches between the places where a template of longer reach may begin
LATTICE = (0.0, -0.25, 0.25, -0.5, 0.5, -0.75, 0.75, -1.0, 1.0)  # shares of half a hull
SHARES = (-0.8, -0.4, 0.0, 0.4, 0.8)  # of half a hull's length and width, where it is looked at
TURNS = (0.0, -6.0, 6.0, -12.0, 12.0)  # degrees to either side of what it points at


def flame(
    battle: Battle,
    side: str,
    muzzle: Eye,
    weapon: Weapon,
    target: Unit | Vehicle,
    borne: Sequence[Body],
) -> Teardrop | None:
    """How a template is laid, to cover the most of the target; None if it reaches nothing of it without
    touching a friend."""
    tip = Spot(muzzle[0], muzzle[1], borne[0].spot.z)
    near = min((body.spot.x - tip.x) ** 2 + (body.spot.y - tip.y) ** 2 for body in borne) ** 0.5
    if near > weapon.template_reach + FLAME + max(farthest(body.base) for body in borne):
        return None
    friends = _friends(battle, side, muzzle, weapon.template_reach + FLAME)
    laid, facings = _laid(tip, weapon.template_reach, borne)
    scores = _covered(laid, borne)
    for number in np.argsort(-scores, kind="stable").tolist():
        if not scores[number]:
            break
        x, y = laid[number, :2].tolist()
        template = Teardrop(Spot(x, y, tip.z), facings[number], FLAME, FLAME_WIDE)
        if all(covers(template, friend) == "no" for friend in friends):
            return template
    return None


def marker(
    battle: Battle, side: str, weapon: Weapon, target: Unit | Vehicle, seen: Sequence[Body]
) -> Spot | None:
    """Where the hole of a blast marker is aimed: over the hull as near to its middle as it covers no friend,
    or the model of those `seen` with the most of its unit around; None if it would cover a friend wherever it
    is laid."""
    radius = weapon.blast / 2
    all_of_it = bodies(battle, target)
    if isinstance(target, Vehicle):
        places, wide = _on_hull(all_of_it[0]), farthest(all_of_it[0].base)
        near = close_by(battle, target.x, target.y, radius + wide)
    elif seen:
        places = iter([body.spot for body in seen])
        near = _near(battle, [body.spot for body in seen], radius)
    else:
        return None
    friends = [body for one, body in near if one.side == side]
    best, most = None, 0
    for spot in places:
        blast = Blast(spot, radius)
        if any(covers(blast, friend) != "no" for friend in friends):
            continue
        count = sum(covers(blast, body) != "no" for body in all_of_it)
        if count > most:
            best, most = spot, count
            if isinstance(target, Vehicle):
                break
    return best


def _near(battle: Battle, places: Sequence[Spot], inches: float) -> list[tuple[Unit | Vehicle, Body]]:
    """Whoever may be within so many inches of one of the places."""
    west, east = min(spot.x for spot in places), max(spot.x for spot in places)
    south, north = min(spot.y for spot in places), max(spot.y for spot in places)
    x, y = (west + east) / 2, (south + north) / 2
    return close_by(battle, x, y, inches + max(east - x, north - y))


def _on_hull(body: Body) -> Iterator[Spot]:
    """Places over a hull, the middle first."""
    for ahead, left in _lattice(*halves(body)):
        yield Spot(*from_frame(body, ahead, left), body.spot.z)


@cache
def _lattice(half: float, side: float) -> list[Point]:
    points = [(a * half, b * side) for a in LATTICE for b in LATTICE]
    return sorted(points, key=lambda point: hypot(*point))


def under(template: Template, there: Sequence[Body]) -> int:
    return sum(covers(template, body) != "no" for body in there)


def _laid(tip: Spot, reach: int, borne: Sequence[Body]) -> tuple[Floats, list[float]]:
    """The ways to lay a template that are tried, as the board has rows of them, and how each faces."""
    begins = [step * STEP for step in range(int(reach / STEP) + 1)]
    found, facings = [], []
    for body in borne:
        for point in _points(body):
            towards = bearing(tip, Spot(*point))
            for turn in TURNS:
                facing = towards + turn
                c, s = cos(radians(facing)), sin(radians(facing))
                for far in begins:
                    found.append((tip.x + c * far, tip.y + s * far, tip.z, c, s, FLAME, FLAME_WIDE))
                facings += [facing] * len(begins)
    return np.array(found), facings


def _covered(laid: Floats, borne: Sequence[Body]) -> Ints:
    """How much of the bodies lies under each template: of a base one, of a hull the points of a lattice on
    it."""
    touched = drops_over(laid, borne)
    found: Ints = touched.sum(axis=1)
    for number, body in enumerate(borne):
        if not isinstance(body.base, Disc):
            half, side = halves(body)
            points = [from_frame(body, a * half, b * side) for a in SHARES for b in SHARES]
            found += touched[:, number] * points_under(laid, points)
    return found


def _points(body: Body) -> list[Point]:
    middle = [(body.spot.x, body.spot.y)]
    return middle if isinstance(body.base, Disc) else middle + list(corners(body))


def _friends(battle: Battle, side: str, muzzle: Eye, inches: float) -> list[Body]:
    """The friends so near but who holds the weapon: the one whose body the muzzle is in."""
    return [
        body
        for each in on_table(battle, side)
        for body in bodies(battle, each)
        if 1e-6 < outside_base(body, muzzle[0], muzzle[1]) <= inches
    ]
