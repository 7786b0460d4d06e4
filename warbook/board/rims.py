"""Where a base comes to touch somebody: the points at a distance from a round base or from an oblong."""

from math import ceil, cos, hypot, pi, radians, sin

from warbook.board.bodies import Other
from warbook.board.geometry import Body, Disc, Point

BEARINGS = 72  # around a centre, and in proportion around a corner
STEP = 0.5  # along a side


class Rim:
    """Somebody's core (the centre of a round base, or an oblong) and the radius around it."""

    def __init__(self, other: Other) -> None:
        self.half = self.side = self.radius = 0.0
        turn = 0.0
        if not isinstance(other, Body):
            self.x, self.y, self.z, self.radius = map(float, other)
        else:
            self.x, self.y, self.z = other.spot.x, other.spot.y, other.spot.z
            if isinstance(other.base, Disc):
                self.radius = other.base.radius
            else:
                self.half, self.side = other.base.length / 2, other.base.width / 2
                turn = radians(other.facing)
        self.c, self.s = cos(turn), sin(turn)

    def nearest(self, x: float, y: float) -> Point:
        """The point of the core nearest to (x, y)."""
        if self.half == 0.0:
            return self.x, self.y
        dx, dy = x - self.x, y - self.y
        along, across = dx * self.c + dy * self.s, dy * self.c - dx * self.s
        return self._at(max(-self.half, min(self.half, along)), max(-self.side, min(self.side, across)))

    def away(self, x: float, y: float) -> float:
        """From (x, y) to the core."""
        px, py = self.nearest(x, y)
        return hypot(x - px, y - py)

    def facing(self, x: float, y: float, apart: float) -> list[tuple[float, float, float, float]]:
        """The point on the way from the core to (x, y) that is so far from it, and the point of the core."""
        px, py = self.nearest(x, y)
        away = hypot(x - px, y - py)
        return [(px + apart * ((x - px) / away), py + apart * ((y - py) / away), px, py)] if away else []

    def ring(self, apart: float) -> list[tuple[float, float, float, float]]:
        """Points all around so far from the core, each with the point of the core it faces."""
        if self.half == 0.0:
            turns = [2 * pi * k / BEARINGS for k in range(BEARINGS)]
            return [(self.x + apart * cos(t), self.y + apart * sin(t), self.x, self.y) for t in turns]
        found = []
        corners = [
            (self.half, self.side),
            (-self.half, self.side),
            (-self.half, -self.side),
            (self.half, -self.side),
        ]
        for quarter, (u, v) in enumerate(corners):
            for k in range(BEARINGS // 4):
                turn = pi / 2 * (quarter + k / (BEARINGS // 4))
                found.append(self._beside(u, v, cos(turn), sin(turn), apart))
            # The side that begins at this corner, counter-clockwise.
            nx, ny = ((0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0))[quarter]
            eu, ev = corners[(quarter + 1) % 4]
            steps = ceil(hypot(eu - u, ev - v) / STEP)
            for k in range(steps):
                share = k / steps
                found.append(self._beside(u + share * (eu - u), v + share * (ev - v), nx, ny, apart))
        return found

    def _beside(
        self, u: float, v: float, nu: float, nv: float, apart: float
    ) -> tuple[float, float, float, float]:
        return (*self._at(u + apart * nu, v + apart * nv), *self._at(u, v))

    def _at(self, along: float, across: float) -> Point:
        return self.x + along * self.c - across * self.s, self.y + along * self.s + across * self.c
