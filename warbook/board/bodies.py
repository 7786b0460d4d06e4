"""Bodies as flat arrays: who stands in somebody's way, and what hides somebody from sight.

Whatever takes others or screens takes the rows of them as well, which whoever asks often makes once.

A row is a core with a rim of `KEEP` inches around it: the core of a round base is its centre, that of an
oblong is the oblong itself.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import cos, radians, sin
from typing import TypeAlias

import numpy as np

from warbook.board.geometry import Body, Disc, Oblong
from warbook.board.kernel import Flags, Floats, kernel
from warbook.board.shapes import TINY, point_square

# Somebody on the table: a round base as x, y, z and radius, or any body.
Other: TypeAlias = tuple[float, float, float, float] | Body
# Several of them, or the rows made of them.
Others: TypeAlias = Sequence[Other] | Floats

HEADROOM = 1.5  # what feet need above them, and what a round base without a height takes up

# The middle, the rim, half the core's length and width, the cosine and sine of its facing, and its height.
X, Y, Z, KEEP, LONG, BROAD, COS, SIN, TALL = range(9)

NOBODY = np.empty((0, 9))


def body_rows(others: Others) -> Floats:
    if isinstance(others, np.ndarray):
        return others
    if not others:
        return NOBODY
    parts: list[float] = []
    for other in others:
        if not isinstance(other, Body):
            parts += other
            parts += _ROUND
        elif type(base := other.base) is Disc:
            spot = other.spot
            parts += (spot.x, spot.y, spot.z, base.radius, 0.0, 0.0, 0.0, 0.0, other.height)
        else:
            parts += _oblong_row(other)
    return np.fromiter(parts, np.float64, len(parts)).reshape(-1, 9)


class Crowd:
    """Bodies that stand somewhere, asked again and again whether a round base has room among them."""

    def __init__(self, bodies: Sequence[Body]) -> None:
        self.rows = body_rows(bodies)

    def overlaps(self, body: Body) -> bool:
        """Whether it would `overlap` one of them."""
        return bool(len(self.rows)) and crowded(self.rows, *_round(body), float(body.height))

    def within(self, body: Body, inches: float) -> bool:
        """Whether the `gap` to one of them is less than so many inches."""
        return bool(len(self.rows)) and nearer(self.rows, *_round(body), inches)

    def room(self, spots: Floats, radius: float, height: float, inches: float = 0.0) -> Flags:
        """At which of many spots (n, 3) a base overlaps none of them and is no nearer than so many inches."""
        return _room(self.rows, spots, radius, height, inches)

    def near(self, spots: Floats, radius: float, inches: float) -> Flags:
        """At which of many spots (n, 3) the `gap` from a base to one of them is less than so many inches."""
        return _near(self.rows, spots, radius, inches)


def _round(body: Body) -> tuple[float, float, float, float]:
    assert isinstance(body.base, Disc)
    return float(body.spot.x), float(body.spot.y), float(body.spot.z), float(body.base.radius)


_ROUND = (0.0, 0.0, 0.0, 0.0, HEADROOM)


@lru_cache(10_000)
def _oblong_row(other: Body) -> tuple[float, ...]:
    spot, base, turn = other.spot, other.base, radians(other.facing)
    assert isinstance(base, Oblong)
    core = base.length / 2, base.width / 2, cos(turn), sin(turn)
    return (spot.x, spot.y, spot.z, 0.0, *core, other.height)


@kernel
def core_square(bodies: Floats, i: int, x0: float, y0: float, x1: float, y1: float) -> float:
    """The squared distance from a segment to the core of a body."""
    if bodies[i, LONG] == 0.0:
        return point_square(bodies[i, X], bodies[i, Y], x0, y0, x1, y1)
    return _oblong_square(bodies, i, x0, y0, x1, y1)


@kernel
def _oblong_square(bodies: Floats, i: int, x0: float, y0: float, x1: float, y1: float) -> float:
    x, y, c, s = bodies[i, X], bodies[i, Y], bodies[i, COS], bodies[i, SIN]
    return box_square(
        bodies[i, LONG],
        bodies[i, BROAD],
        (x0 - x) * c + (y0 - y) * s,
        (y0 - y) * c - (x0 - x) * s,
        (x1 - x) * c + (y1 - y) * s,
        (y1 - y) * c - (x1 - x) * s,
    )


@kernel
def point_core_square(bodies: Floats, i: int, x: float, y: float) -> float:
    """The squared distance from a point to the core of a body."""
    dx, dy = x - bodies[i, X], y - bodies[i, Y]
    if bodies[i, LONG] > 0.0:
        c, s = bodies[i, COS], bodies[i, SIN]
        ahead, aside = abs(dx * c + dy * s) - bodies[i, LONG], abs(dy * c - dx * s) - bodies[i, BROAD]
        dx, dy = max(0.0, ahead), max(0.0, aside)
    return float(dx * dx + dy * dy)


@kernel
def box_square(long: float, broad: float, x0: float, y0: float, x1: float, y1: float) -> float:
    """The squared distance from a segment to the box of so much either way around the origin."""
    # The part of the segment within the box's length and width, if there is any.
    begin, end = 0.0, 1.0
    for axis in range(2):
        half, a, d = (long, x0, x1 - x0) if axis == 0 else (broad, y0, y1 - y0)
        if d == 0.0:
            if abs(a) > half:
                begin = 2.0
        else:
            s, t = (-half - a) / d, (half - a) / d
            begin, end = max(begin, min(s, t)), min(end, max(s, t))
    if begin <= end:
        return 0.0
    least = 1e300
    for k in range(2):
        x, y = (x0, y0) if k == 0 else (x1, y1)
        dx, dy = max(0.0, abs(x) - long), max(0.0, abs(y) - broad)
        least = min(least, dx * dx + dy * dy)
    for k in range(4):
        x, y = long if k & 1 else -long, broad if k & 2 else -broad
        least = min(least, point_square(x, y, x0, y0, x1, y1))
    return least


@kernel
def level_with(bodies: Floats, i: int, z: float) -> bool:
    """Whether feet at level z would have the body in the room they take up, or be in its."""
    return bool(z - bodies[i, Z] < bodies[i, TALL] and bodies[i, Z] - z < HEADROOM)


@kernel
def passed_by(bodies: Floats, i: int, z0: float, z1: float) -> bool:
    """Whether feet between two levels come level with the body."""
    return bool(min(z0, z1) - bodies[i, TALL] < bodies[i, Z] < max(z0, z1) + HEADROOM)


@kernel
def off_leg(bodies: Floats, i: int, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Whether a body, with the rim it keeps, lies wholly to one side of the box around a leg: that is told
    sooner than how far it is."""
    reach = bodies[i, KEEP] + bodies[i, LONG] + bodies[i, BROAD] + TINY
    x, y = bodies[i, X], bodies[i, Y]
    return bool(
        x + reach < min(x0, x1)
        or x - reach > max(x0, x1)
        or y + reach < min(y0, y1)
        or y - reach > max(y0, y1)
    )


@kernel
def overlaps(taken: Floats, x: float, y: float, z: float) -> bool:
    """Whether a centre would come closer to a body than the rim it keeps."""
    for k in range(len(taken)):
        if point_core_square(taken, k, x, y) < taken[k, KEEP] ** 2 and level_with(taken, k, z):
            return True
    return False


@kernel
def base_apart(bodies: Floats, i: int, x: float, y: float, radius: float) -> float:
    """From the edge of a round base to that of a body seen from above, negative where they overlap."""
    dx, dy = x - bodies[i, X], y - bodies[i, Y]
    if bodies[i, LONG] == 0.0:
        return float(np.hypot(dx, dy) - radius - bodies[i, KEEP])
    c, s = bodies[i, COS], bodies[i, SIN]
    along, across = abs(dx * c + dy * s) - bodies[i, LONG], abs(dy * c - dx * s) - bodies[i, BROAD]
    return float(np.hypot(max(along, 0.0), max(across, 0.0)) + min(0.0, max(along, across)) - radius)


@kernel
def flat_gaps(bases: Floats, bodies: Floats) -> Floats:
    """The `flat_gap` from each of the round bases to each of the bodies."""
    found = np.empty((len(bases), len(bodies)))
    for k in range(len(bases)):
        for i in range(len(bodies)):
            found[k, i] = max(0.0, base_apart(bodies, i, bases[k, X], bases[k, Y], bases[k, KEEP]))
    return found


@kernel
def nearest_gap(bases: Floats, bodies: Floats) -> float:
    """The least `gap` from one of the round bases to one of the bodies."""
    least = np.inf
    for k in range(len(bases)):
        for i in range(len(bodies)):
            apart = max(0.0, base_apart(bodies, i, bases[k, X], bases[k, Y], bases[k, KEEP]))
            least = min(least, np.hypot(apart, bases[k, Z] - bodies[i, Z]))
    return float(least)


@kernel
def _off_base(bodies: Floats, i: int, x: float, y: float, radius: float) -> bool:
    """Whether a body lies wholly to one side of the box around a round base."""
    reach = bodies[i, KEEP] + bodies[i, LONG] + bodies[i, BROAD] + radius
    return bool(abs(x - bodies[i, X]) > reach or abs(y - bodies[i, Y]) > reach)


@kernel
def crowded(bodies: Floats, x: float, y: float, z: float, radius: float, tall: float) -> bool:
    """Whether a round base and what stands on it take up the room of any body."""
    for i in range(len(bodies)):
        if _off_base(bodies, i, x, y, radius):
            continue
        rise = z - bodies[i, Z]
        lower = tall if rise <= 0.0 else bodies[i, TALL]
        if abs(rise) < lower and base_apart(bodies, i, x, y, radius) < -1e-9:
            return True
    return False


@kernel
def _room(bodies: Floats, spots: Floats, radius: float, tall: float, inches: float) -> Flags:
    free = np.zeros(len(spots), np.bool_)
    for k in range(len(spots)):
        x, y, z = spots[k, 0], spots[k, 1], spots[k, 2]
        close = inches > 0.0 and nearer(bodies, x, y, z, radius, inches)
        free[k] = not close and not crowded(bodies, x, y, z, radius, tall)
    return free


@kernel
def _near(bodies: Floats, spots: Floats, radius: float, inches: float) -> Flags:
    close = np.zeros(len(spots), np.bool_)
    for k in range(len(spots)):
        close[k] = nearer(bodies, spots[k, 0], spots[k, 1], spots[k, 2], radius, inches)
    return close


@kernel
def nearer(bodies: Floats, x: float, y: float, z: float, radius: float, inches: float) -> bool:
    """Whether any body is nearer to a round base than so many inches."""
    for i in range(len(bodies)):
        if _off_base(bodies, i, x, y, radius + inches):
            continue
        apart = max(0.0, base_apart(bodies, i, x, y, radius))
        if np.hypot(apart, z - bodies[i, Z]) < inches:
            return True
    return False
