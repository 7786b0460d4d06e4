"""Where a template weapon's stream can be laid: strips, what cuts them short, and bounces."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import atan2, cos, degrees, hypot, radians, sin

from msgspec import Struct

from warbook.board.geometry import Point, Spot, bearing, sides
from warbook.board.templates import Strip, covers
from warbook.books.arap.army.lists import Weapon
from warbook.books.arap.field.bodies import WITHIN, profile, radius, size
from warbook.books.arap.field.sight import Eye, can_bear, eye, target_body
from warbook.books.arap.state import Battle, Figure, Unit

WIDE = 2.0  # arap.template.shape: inches
TURNS = (0.0, -5.0, 5.0, -10.0, 10.0)  # degrees to either side of who is aimed at
STEP = 2.0  # inches between the places where a torrent may begin
LEVEL = 3.0  # inches above or below within which a stream reaches
MOST = 4  # lanes that are offered


class Lane(Struct, frozen=True):
    """A stream: one strip, or two where it bounces; who is under it, the nearest first, and which of them are
    the target's."""

    strips: tuple[Strip, ...]
    under: tuple[str, ...]
    aimed: int
    friends: int

    @property
    def bounced(self) -> bool:
        return len(self.strips) > 1


def lanes(
    battle: Battle, shooter: Figure, weapon: Weapon, target: Unit, seen: tuple[str, ...], charge: bool
) -> list[Lane]:
    """The best ways of laying it, first the one that covers most of the target. Nobody lays it on friends on
    purpose, unless the switch allows it (arap.F25)."""
    found: dict[tuple[str, ...], Lane] = {}
    for strips in _ways(battle, shooter, weapon, target, seen, charge):
        lane = _lane(battle, shooter, target, strips)
        if lane.aimed and (not lane.friends or battle.rulings.deliberate_friendly_templates):
            known = found.get(tuple(sorted(lane.under)))
            if known is None or (known.bounced and not lane.bounced):
                found[tuple(sorted(lane.under))] = lane
    best = sorted(found.values(), key=lambda lane: (lane.friends, -lane.aimed, lane.bounced, len(lane.under)))
    kept: list[Lane] = []
    for lane in best:
        worse = any(set(lane.under) <= set(other.under) and lane.friends >= other.friends for other in kept)
        if not worse:
            kept.append(lane)
    return kept[:MOST]


def cut_at(
    battle: Battle, start: Spot, facing: float, length: float, height: float
) -> tuple[float, Point | None]:
    """arap.template.obstruction: how far a stream goes until it meets what it cannot pass over, and the
    direction in which that stands."""
    c, s = cos(radians(facing)), sin(radians(facing))
    far, along = length, None
    for p, q, base, top in _tall(battle):
        if base - LEVEL <= start.z and start.z + height < top - 1e-6:
            at = _met(start, c, s, p, q)
            if at is not None and at < far:
                far, along = at, (q[0] - p[0], q[1] - p[1])
    for figure in battle.figures:
        if figure.place == "table" and profile(battle, figure).vehicle:
            across = abs((figure.y - start.y) * c - (figure.x - start.x) * s)
            ahead = (figure.x - start.x) * c + (figure.y - start.y) * s
            tall = figure.z + size(battle, figure).height > start.z + height
            if tall and across < 1.0 and 0.5 < ahead < far:
                far, along = ahead + 0.5, None  # the vehicle itself is in the stream
    return far, along


def wall_between(battle: Battle, look: Eye, goal: Eye) -> float | None:
    """The share of the way to a point at which a wall or a block stops a shot; None if nothing does."""
    long = hypot(goal[0] - look[0], goal[1] - look[1])
    if long < 1e-6:
        return None
    c, s = (goal[0] - look[0]) / long, (goal[1] - look[1]) / long
    first = None
    for p, q, base, top in _tall(battle):
        at = _met(Spot(*look), c, s, p, q)
        if at is None or at >= long - 1e-6 or (first is not None and at >= first * long):
            continue
        if base <= look[2] + at / long * (goal[2] - look[2]) <= top:
            first = at / long
    return first


def _ways(
    battle: Battle, shooter: Figure, weapon: Weapon, target: Unit, seen: tuple[str, ...], charge: bool
) -> Iterator[tuple[Strip, ...]]:
    height = eye(battle, shooter)[2] - shooter.z
    for name in seen:
        at = battle.figure(name).spot
        inches = hypot(at.x - shooter.x, at.y - shooter.y)
        for turn in TURNS:
            facing = bearing(shooter, at) + turn
            for ahead in _begins(weapon, inches, charge):
                start = _ahead(shooter.spot, facing, ahead)
                clear, _ = cut_at(battle, shooter.spot, facing, ahead + weapon.template, height)
                if clear > ahead:
                    yield (Strip(start, facing, min(weapon.template, clear - ahead), WIDE),)
    if not charge:
        yield from _bounces(battle, shooter, weapon, target, height)


def _begins(weapon: Weapon, inches: float, charge: bool) -> list[float]:
    """How far from the firer the narrow end may lie (arap.template.torrent); in a Charge as though it were 7
    inches from those it is fired at (arap.charge.stand-and-fire-template,
    arap.charge.fire-and-charge-template)."""
    if charge:
        return [max(0.0, inches - 7.0)]
    steps = int(weapon.torrent / STEP + 1e-6)
    return [STEP * step for step in range(steps + 1)]


def _bounces(
    battle: Battle, shooter: Figure, weapon: Weapon, target: Unit, height: float
) -> Iterator[tuple[Strip, ...]]:
    """arap.template.bounce: off a wall, by the mirror image of who is aimed at."""
    z = shooter.z
    for p, q, base, top in _tall(battle):
        if not (base <= z + 0.5 and z + height < top):
            continue
        for figure in battle.standing(target):
            mirrored = _mirror((figure.x, figure.y), p, q)
            facing = degrees(atan2(mirrored[1] - shooter.y, mirrored[0] - shooter.x))
            if not can_bear(battle, shooter, Spot(*mirrored, z)):
                continue
            at = _met(shooter.spot, cos(radians(facing)), sin(radians(facing)), p, q)
            if at is None or at >= weapon.template - 0.1:
                continue
            clear, along = cut_at(battle, shooter.spot, facing, weapon.template, height)
            if along is None or abs(clear - at) > 1e-6:
                continue
            off = 2 * degrees(atan2(along[1], along[0])) - facing
            corner = _ahead(shooter.spot, facing, at - 0.01)
            rest, _ = cut_at(battle, corner, off, weapon.template - at, height)
            yield Strip(shooter.spot, facing, at, WIDE), Strip(corner, off, rest, WIDE)


def _lane(battle: Battle, shooter: Figure, target: Unit, strips: tuple[Strip, ...]) -> Lane:
    side = battle.unit(shooter.unit).side
    found: list[tuple[float, str]] = []
    aimed = friends = 0
    along = [(cos(radians(strip.facing)), sin(radians(strip.facing))) for strip in strips]
    for figure in battle.figures:
        if figure.place != "table" or figure is shooter:
            continue
        gone = 0.0
        body, room = None, radius(battle, figure)
        for strip, (c, s) in zip(strips, along, strict=True):
            dx, dy = figure.x - strip.start.x, figure.y - strip.start.y
            if (
                abs(dy * c - dx * s) > strip.width / 2 + room
                or not -room <= dx * c + dy * s <= strip.length + room
            ):
                gone += strip.length
                continue  # it does not come near it
            body = body or target_body(battle, figure)
            if covers(strip, body, LEVEL) != "no":
                near = hypot(figure.x - strip.start.x, figure.y - strip.start.y)
                found.append((gone + near, figure.id))
                aimed += figure.unit == target.id
                friends += battle.unit(figure.unit).side == side
                break
            gone += strip.length
    return Lane(strips, tuple(name for _, name in sorted(found)), aimed, friends)


def _tall(battle: Battle) -> Iterator[tuple[Point, Point, float, float]]:
    for wall in battle.table.walls:
        for p, q in pairwise(wall.line):
            yield p, q, wall.base, wall.top
    for block in battle.table.blocks:
        for p, q in sides(block.polygon):
            yield p, q, block.base, block.top


def _met(start: Spot, c: float, s: float, p: Point, q: Point) -> float | None:
    """How far along a ray a line is met."""
    ex, ey = q[0] - p[0], q[1] - p[1]
    across = c * ey - s * ex
    if abs(across) < 1e-12:
        return None
    dx, dy = p[0] - start.x, p[1] - start.y
    at, share = (dx * ey - dy * ex) / across, (dx * s - dy * c) / across
    return at if at > WITHIN / 10 and 0.0 <= share <= 1.0 else None


def _mirror(point: Point, p: Point, q: Point) -> Point:
    ex, ey = q[0] - p[0], q[1] - p[1]
    share = ((point[0] - p[0]) * ex + (point[1] - p[1]) * ey) / (ex * ex + ey * ey)
    x, y = p[0] + share * ex, p[1] + share * ey
    return 2 * x - point[0], 2 * y - point[1]


def _ahead(spot: Spot, facing: float, inches: float) -> Spot:
    return Spot(spot.x + inches * cos(radians(facing)), spot.y + inches * sin(radians(facing)), spot.z)
