"""Groups of bases: whether they keep together, and places for them, the nearest first.

Everything here gives the same answer to the same question: ties go to the place named first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import ceil, cos, hypot, pi, sin

from warbook.board.bodies import Other
from warbook.board.geometry import Body, Disc, Spot, distance, farthest, gap, overlap
from warbook.board.paths import Ground, point_along
from warbook.board.rims import Rim

SPACING = 0.25  # between the places looked at
CLOSE = 0.01  # bases that stand side by side leave this much


def parts(bodies: Sequence[Body], link: float) -> list[list[int]]:
    """The groups that hang together by gaps of no more than `link`, each in order, the first body's first."""
    left = list(range(len(bodies)))
    found = []
    while left:
        chain, ends = [left.pop(0)], 0
        while ends < len(chain):
            here = bodies[chain[ends]]
            near = [n for n in left if gap(here, bodies[n]) <= link + 1e-6]
            chain += near
            left = [n for n in left if n not in near]
            ends += 1
        found.append(sorted(chain))
    return found


def coherent(bodies: Sequence[Body], link: float) -> bool:
    """Whether all hang together as one chain."""
    return len(parts(bodies, link)) <= 1


def places_round(
    ground: Ground,
    centre: Spot | Body,
    count: int,
    height: float,
    within: float,
    taken: Sequence[Body] = (),
    allowed: Callable[[Body], bool] | None = None,
    link: float | None = None,
    towards: Spot | None = None,
) -> list[Body]:
    """Places for so many bases, as near as they come to a spot (centre to centre) or to a body (edge to edge)
    and no further away than `within`; fewer where there is no room. Of places equally near those
    `towards` a spot come first. `allowed` may refuse a place; with `link` each coheres with one before it."""
    radius = ground.radius
    found: list[Body] = []
    middle, wide = (centre.spot, farthest(centre.base)) if isinstance(centre, Body) else (centre, 0.0)
    far = wide + max(within, CLOSE) + 2 * radius
    taken = [
        each
        for each in taken
        if hypot(each.spot.x - middle.x, each.spot.y - middle.y) < far + farthest(each.base)
    ]
    for spot in _nearest_first(centre, radius, within, towards):
        if len(found) == count:
            break
        body = Body(spot, Disc(radius), height)
        if any(overlap(body, other) for other in (*taken, *found)):
            continue
        if link is not None and found and all(gap(body, other) > link + 1e-6 for other in found):
            continue
        if ground.stands(spot) is None and (allowed is None or allowed(body)):
            found.append(body)
    return found


def places_along(
    ground: Ground, path: Sequence[Spot], count: int, height: float, apart: float, taken: Sequence[Body] = ()
) -> list[Body]:
    """Places for so many bases in file behind the head of a path, which is its end: each as near behind the
    one before it as it can stand, with a gap of at least `apart`. Fewer where there is no room."""
    long = sum(distance(a, b) for a, b in pairwise(path))
    found: list[Body] = []
    back = 0.0
    while len(found) < count and back <= long + 1e-9:
        spot = point_along(path, max(0.0, long - back))
        body = Body(spot, Disc(ground.radius), height)
        clear = all(gap(body, other) >= apart - 1e-9 for other in found)
        if (
            clear
            and not any(overlap(body, other) for other in (*taken, *found))
            and ground.stands(spot) is None
        ):
            found.append(body)
        back += SPACING / 5
    return found


def displaced(
    ground: Ground,
    body: Body,
    intruder: Body,
    taken: Sequence[Body] = (),
    within: float = 6.0,
    allowed: Callable[[Body], bool] | None = None,
) -> Body | None:
    """Where a base comes to stand that a hull has driven onto: the nearest free place clear of the hull; None
    if there is none. One who is not in the way stays."""
    others = (*taken, intruder)
    if not any(overlap(body, other) for other in others):
        return body
    places = places_round(ground, body.spot, 1, body.height, within, others, allowed)
    return places[0] if places else None


def _nearest_first(centre: Spot | Body, radius: float, within: float, towards: Spot | None) -> Iterator[Spot]:
    """Spots on rings around a spot or a body, from the inside out, on what lies level with it."""
    if isinstance(centre, Body):
        other: Other = centre
        begin = CLOSE + radius
        end = within + radius if within >= CLOSE else begin
    else:
        other = (centre.x, centre.y, centre.z, 0.0)
        begin, end = 0.0, within
    rim = Rim(other)
    rings = ceil((end - begin) / SPACING + 1e-9)
    for ring in range(rings + 1):
        apart = min(end, begin + ring * SPACING) + rim.radius
        ring_spots = [Spot(x, y, rim.z) for x, y in _ring(rim, apart)]
        if towards is not None:
            ring_spots.sort(key=lambda spot: hypot(spot.x - towards.x, spot.y - towards.y))
        yield from ring_spots


def _ring(rim: Rim, apart: float) -> list[tuple[float, float]]:
    if rim.half == 0.0:
        if apart == 0.0:
            return [(rim.x, rim.y)]
        steps = 6 * ceil(2 * pi * apart / SPACING / 6)  # six bases fit around one of their size
        turns = [2 * pi * k / steps for k in range(steps)]
        return [(rim.x + apart * cos(turn), rim.y + apart * sin(turn)) for turn in turns]
    return [(x, y) for x, y, _, _ in rim.ring(apart)]
