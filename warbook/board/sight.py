"""Who sees how much of whom.

An eye is a point. A body is an upright silhouette that always faces the eye: sixteen rays go to the
cell centres of a grid of 4 across and 4 up, and the fraction seen is the share of rays that arrive.
"""

from collections.abc import Callable, Sequence
from copy import copy
from functools import partial
from math import atan2, cos, radians, sin
from typing import TypeAlias

import numpy as np

from warbook.board.bodies import X, Y, Z, body_rows
from warbook.board.geometry import Body, Disc
from warbook.board.kernel import Flags, Floats, Ints, kernel
from warbook.board.memory import recall
from warbook.board.rays import (
    MOST_CROSSINGS,
    across,
    column,
    gather,
    open_rays,
    part_seen,
    sheltered,
    stopped,
    stopped_rays,
)
from warbook.board.shapes import AREA_SEEN, NUMBER, point_square, shapes_of, with_areas
from warbook.board.terrain import Area, Table

Screens: TypeAlias = Sequence[Body] | Floats

# Columns of bodies to be seen, after X, Y and Z.
HALF, STATURE = 3, 4


class Sight:
    """The sight lines of one table.

    Screens are bodies that stop sight without being part of the table: smoke, hulls, wrecks. Who looks and
    who is looked at are to be left out of them.
    """

    def __init__(self, table: Table) -> None:
        shapes = recall(table, shapes_of)
        areas = shapes.areas[shapes.areas[:, AREA_SEEN] < 1.0]
        self._scene = shapes.corners, shapes.prisms, shapes.walls, areas

    def with_areas(self, areas: Sequence[Area]) -> "Sight":
        """The same sight lines with areas that shelter and have come to lie on the table since."""
        twin = copy(self)
        corners, prisms, walls, known = self._scene
        corners, known = with_areas(corners, known, [area for area in areas if area.shelter > 0])
        twin._scene = corners, prisms, walls, known
        return twin

    def apart(self, walls: int) -> list["Sight"]:
        """The sight lines past each single piece of terrain, as if it stood alone: the blocks, the floors,
        and so many walls."""
        corners, prisms, sides, areas = self._scene
        alone = [(corners, prisms[n : n + 1], sides[:0], areas[:0]) for n in range(len(prisms))]
        alone += [(corners, prisms[:0], sides[sides[:, NUMBER] == n], areas[:0]) for n in range(walls)]
        found = []
        for scene in alone:
            twin = copy(self)
            twin._scene = scene
            found.append(twin)
        return found

    def fraction(
        self,
        eye: tuple[float, float, float],
        body: Body,
        screens: Screens = (),
    ) -> float:
        """The share of the body that the eye sees, in sixteenths unless an area shelters it."""
        x, y, z = map(float, eye)
        spot = body.spot
        return _fraction(
            *self._scene,
            body_rows(screens),
            float(spot.x),
            float(spot.y),
            float(spot.z),
            float(half_width(body, x, y)),
            float(body.height),
            x,
            y,
            z,
        )

    def onto(self, body: Body, screens: Screens = ()) -> Callable[[float, float, float], float]:
        """`fraction` of one body on a round base, for eye after eye."""
        assert isinstance(body.base, Disc)
        spot = float(body.spot.x), float(body.spot.y), float(body.spot.z)
        sizes = float(body.base.radius), float(body.height)
        return partial(_fraction, *self._scene, body_rows(screens), *spot, *sizes)

    def clear(
        self,
        p: tuple[float, float, float],
        q: tuple[float, float, float],
        screens: Screens = (),
    ) -> bool:
        """Whether the straight line between two points is free."""
        (x0, y0, z0), (x1, y1, z1) = map(float, p), map(float, q)
        rows = body_rows(screens)
        return _clear(*self._scene[:3], rows, x0, y0, z0, x1, y1, z1)

    def any_clear(self, eye: tuple[float, float, float], points: Floats, screens: Screens = ()) -> bool:
        """Whether the straight line to any of the points (n, 3) is free."""
        x, y, z = map(float, eye)
        return _any_clear(*self._scene[:3], body_rows(screens), x, y, z, points)

    def fractions(self, eyes: Floats, bodies: Floats, screens: Screens = ()) -> Floats:
        """Every eye (n, 3) against every body (m, 5: x, y, z, half width, height), as (n, m)."""
        return _fractions(*self._scene, body_rows(screens), eyes, bodies)

    def any_seen(self, eye: tuple[float, float, float], bodies: Floats, screens: Screens = ()) -> bool:
        """Whether the eye sees anything of any of the bodies."""
        x, y, z = map(float, eye)
        return _any_seen(*self._scene, body_rows(screens), x, y, z, bodies)

    def fraction_pairs(self, eyes: Floats, bodies: Floats, screens: Screens = ()) -> Floats:
        """The first eye against the first body, the second against the second, and so on."""
        return _fraction_pairs(*self._scene, body_rows(screens), eyes, bodies)

    def past(
        self,
        eyes: Floats,
        bodies: Floats,
        crowd: Floats,
        whom: Ints,
        hinder: Flags,
        wide: float,
        yielding: Flags,
    ) -> Floats:
        """Every eye against every body as in `fractions`, past those of a crowd (k rows) who stand within so
        many inches of the line as seen from above and `hinder` (n, k) who looks; row `whom` (m) of the crowd
        is the body itself. Where they hide all of it together, one who is `yielding` (n, k) is left out."""
        return _past(*self._scene, crowd, eyes, bodies, whom, hinder, wide, yielding, False)

    def any_past(
        self,
        eyes: Floats,
        bodies: Floats,
        crowd: Floats,
        whom: Ints,
        hinder: Flags,
        wide: float,
        yielding: Flags,
    ) -> bool:
        """Whether any of the eyes sees anything of any of the bodies `past` a crowd: it looks no further."""
        seen = _past(*self._scene, crowd, eyes, bodies, whom, hinder, wide, yielding, True)
        return bool(seen.any())

    def hidden_by(self, eye: tuple[float, float, float], body: Body, screens: Screens) -> list[float]:
        """Of each screen, the share of the lines to the body that it crosses, whatever else crosses them."""
        x, y, z = map(float, eye)
        spot = body.spot
        sizes = float(half_width(body, x, y)), float(body.height)
        return _crossed(body_rows(screens), x, y, z, spot.x, spot.y, spot.z, *sizes).tolist()  # type: ignore[no-any-return]


def sight_of(table: Table) -> Sight:
    """The compiled sight lines of a table."""
    return recall(table, Sight)


def half_width(body: Body, x: float, y: float) -> float:
    """Half the width of the base as seen from (x, y)."""
    if isinstance(body.base, Disc):
        return body.base.radius
    turn = radians(body.facing) - atan2(body.spot.y - y, body.spot.x - x)
    return (body.base.length * abs(sin(turn)) + body.base.width * abs(cos(turn))) / 2


@kernel
def _fractions(
    corners: Floats,
    prisms: Floats,
    walls: Floats,
    areas: Floats,
    screens: Floats,
    eyes: Floats,
    bodies: Floats,
) -> Floats:
    seen = np.empty((len(eyes), len(bodies)))
    near, cuts = np.empty(len(prisms) + len(walls), np.int64), np.empty(MOST_CROSSINGS)
    for i in range(len(eyes)):
        for j in range(len(bodies)):
            seen[i, j] = part_seen(
                corners, prisms, walls, areas, screens, near, cuts,
                eyes[i, X], eyes[i, Y], eyes[i, Z],
                bodies[j, X], bodies[j, Y], bodies[j, Z], bodies[j, HALF], bodies[j, STATURE],
            )  # fmt: skip
    return seen


@kernel
def _any_seen(
    corners: Floats,
    prisms: Floats,
    walls: Floats,
    areas: Floats,
    screens: Floats,
    ex: float,
    ey: float,
    ez: float,
    bodies: Floats,
) -> bool:
    near, cuts = np.empty(len(prisms) + len(walls), np.int64), np.empty(MOST_CROSSINGS)
    for j in range(len(bodies)):
        x, y, z = bodies[j, X], bodies[j, Y], bodies[j, Z]
        if part_seen(
            corners, prisms, walls, areas, screens, near, cuts, ex, ey, ez, x, y, z,
            bodies[j, HALF], bodies[j, STATURE],
        ):  # fmt: skip
            return True
    return False


@kernel
def _fraction_pairs(
    corners: Floats,
    prisms: Floats,
    walls: Floats,
    areas: Floats,
    screens: Floats,
    eyes: Floats,
    bodies: Floats,
) -> Floats:
    seen = np.empty(len(eyes))
    near, cuts = np.empty(len(prisms) + len(walls), np.int64), np.empty(MOST_CROSSINGS)
    for i in range(len(eyes)):
        seen[i] = part_seen(
            corners, prisms, walls, areas, screens, near, cuts,
            eyes[i, X], eyes[i, Y], eyes[i, Z],
            bodies[i, X], bodies[i, Y], bodies[i, Z], bodies[i, HALF], bodies[i, STATURE],
        )  # fmt: skip
    return seen


@kernel
def _past(
    corners: Floats,
    prisms: Floats,
    walls: Floats,
    areas: Floats,
    crowd: Floats,
    eyes: Floats,
    bodies: Floats,
    whom: Ints,
    hinder: Flags,
    wide: float,
    yielding: Flags,
    first: bool,
) -> Floats:
    """With `first` only up to the first of which anything is seen."""
    seen = np.zeros((len(eyes), len(bodies)))
    near, cuts = np.empty(len(prisms) + len(walls), np.int64), np.empty(MOST_CROSSINGS)
    numbers, hits = np.empty(len(crowd), np.int64), np.empty(len(crowd), np.int64)
    nobody = crowd[:0]
    for i in range(len(eyes)):
        ex, ey, ez = eyes[i, X], eyes[i, Y], eyes[i, Z]
        for j in range(len(bodies)):
            x, y, z = bodies[j, X], bodies[j, Y], bodies[j, Z]
            half, high = bodies[j, HALF], bodies[j, STATURE]
            free = open_rays(corners, prisms, walls, nobody, near, cuts, ex, ey, ez, x, y, z, half, high)
            if free == 0:
                continue
            west, east, south, north = (
                min(ex, x) - wide,
                max(ex, x) + wide,
                min(ey, y) - wide,
                max(ey, y) + wide,
            )
            count, once, twice = 0, 0, 0  # rays that are stopped by somebody, and by more than one
            for k in range(len(crowd)):
                kx, ky = crowd[k, X], crowd[k, Y]
                if (
                    west < kx < east
                    and south < ky < north
                    and hinder[i, k]
                    and k != whom[j]
                    and point_square(kx, ky, ex, ey, x, y) < wide * wide
                ):
                    hit = stopped_rays(crowd, k, ex, ey, ez, x, y, z, half, high)
                    twice |= once & hit
                    once |= hit
                    numbers[count], hits[count] = k, hit
                    count += 1
            best = sheltered(corners, areas, free & ~once, ex, ey, x, y, z)
            if best == 0.0:
                for n in range(count):
                    if yielding[i, numbers[n]]:
                        rays = free & ~(once & ~hits[n] | twice)
                        best = max(best, sheltered(corners, areas, rays, ex, ey, x, y, z))
            seen[i, j] = best
            if first and best > 0.0:
                return seen
    return seen


@kernel
def _fraction(
    corners: Floats,
    prisms: Floats,
    walls: Floats,
    areas: Floats,
    screens: Floats,
    x: float,
    y: float,
    z: float,
    half: float,
    height: float,
    ex: float,
    ey: float,
    ez: float,
) -> float:
    near, cuts = np.empty(len(prisms) + len(walls), np.int64), np.empty(MOST_CROSSINGS)
    return part_seen(corners, prisms, walls, areas, screens, near, cuts, ex, ey, ez, x, y, z, half, height)


@kernel
def _crossed(
    screens: Floats, ex: float, ey: float, ez: float, x: float, y: float, z: float, half: float, height: float
) -> Floats:
    shares = np.zeros(len(screens))
    ax, ay = across(ex, ey, x, y, half)
    for i in range(len(screens)):
        for k in range(4):
            side = -0.75 + 0.5 * k
            hit = stopped(
                screens,
                i,
                ex,
                ey,
                ez,
                x + side * ax - ex,
                y + side * ay - ey,
                z + height * 0.125,
                height * 0.25,
                4,
            )
            for row in range(4):
                shares[i] += (hit >> row & 1) / 16.0
    return shares


@kernel
def _clear(
    corners: Floats,
    prisms: Floats,
    walls: Floats,
    screens: Floats,
    ex: float,
    ey: float,
    ez: float,
    x: float,
    y: float,
    z: float,
) -> bool:
    near, cuts = np.empty(len(prisms) + len(walls), np.int64), np.empty(MOST_CROSSINGS)
    found, first_wall = gather(prisms, walls, near, ex, ey, min(ez, z), max(ez, z), x, y, x, y)
    free = column(corners, prisms, walls, screens, near, found, first_wall, cuts, ex, ey, ez, x, y, z, 0.0, 1)
    return free == 1


@kernel
def _any_clear(
    corners: Floats,
    prisms: Floats,
    walls: Floats,
    screens: Floats,
    ex: float,
    ey: float,
    ez: float,
    points: Floats,
) -> bool:
    for i in range(len(points)):
        if _clear(corners, prisms, walls, screens, ex, ey, ez, points[i, X], points[i, Y], points[i, Z]):
            return True
    return False
