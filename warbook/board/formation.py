"""Groups of bases: whether they keep together, and places for them, the nearest first.

Everything here gives the same answer to the same question: ties go to the place named first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import ceil, cos, hypot, pi, sin

import numpy as np

from warbook.board.bodies import NOBODY, body_rows, crowded, nearer
from warbook.board.geometry import Body, Disc, Spot, farthest, gap, overlap
from warbook.board.kernel import Flags, Floats, kernel
from warbook.board.land import FREE, Land, Sheets
from warbook.board.legs import fits
from warbook.board.paths import Ground
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
    fit: Callable[[Floats], Flags] | None = None,
) -> list[Body]:
    """Places for so many bases, as near as they come to a spot (centre to centre) or to a body (edge to edge)
    and no further away than `within`; fewer where there is no room. Of places equally near those
    `towards` a spot come first. `fit` tells at which of many spots (n, 3) a base may be, `allowed` may refuse
    one place; with `link` each coheres with one before it."""
    return list(each_place(ground, centre, count, height, within, taken, allowed, link, towards, fit))


def each_place(
    ground: Ground,
    centre: Spot | Body,
    count: int,
    height: float,
    within: float,
    taken: Sequence[Body] = (),
    allowed: Callable[[Body], bool] | None = None,
    link: float | None = None,
    towards: Spot | None = None,
    fit: Callable[[Floats], Flags] | None = None,
) -> Iterator[Body]:
    """The `places_round`, one after the other, for who may have enough of them."""
    radius, height = float(ground.radius), float(height)
    found = 0
    middle, wide = (centre.spot, farthest(centre.base)) if isinstance(centre, Body) else (centre, 0.0)
    far = wide + max(within, CLOSE) + 2 * radius
    near = [
        each
        for each in taken
        if hypot(each.spot.x - middle.x, each.spot.y - middle.y) < far + farthest(each.base)
    ]
    others = np.concatenate((body_rows(near), np.empty((count, NOBODY.shape[1]))))
    linked = -1.0 if link is None else link + 1e-6
    land = ground.stood_upon()
    for ring in _nearest_first(centre, radius, within, towards):
        if fit is not None:
            ring = ring[fit(ring)]
        at = 0
        while found < count:
            known = others[: len(near) + found]
            at = next_place(ring, at, radius, height, known, len(near), linked, *land)
            if at == len(ring):
                break
            body = Body(Spot(*ring[at].tolist()), Disc(radius), height)
            if allowed is None or allowed(body):
                others[len(near) + found] = body_rows([body])[0]
                found += 1
                yield body
            at += 1
        if found == count:
            return


@kernel
def next_place(
    ring: Floats,
    begin: int,
    radius: float,
    tall: float,
    others: Floats,
    taken: int,
    link: float,
    land: Sheets,
    told: Floats,
) -> int:
    """The first place of a ring from `begin` on that is free of the others, where the land lets a base stand
    and, with a link, near enough to one of those after the `taken`, if there are any; the length of the ring
    if there is none."""
    land = Land(*land)
    for at in range(begin, len(ring)):
        x, y, z = ring[at, 0], ring[at, 1], ring[at, 2]
        if crowded(others, x, y, z, radius, tall):
            continue
        if link >= 0.0 and taken < len(others) and not nearer(others[taken:], x, y, z, radius, link):
            continue
        if fits(land, (x, y, z), told) == FREE:
            return at
    return len(ring)


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


def _nearest_first(
    centre: Spot | Body, radius: float, within: float, towards: Spot | None
) -> Iterator[Floats]:
    """Rings of spots around a spot or a body, from the inside out, on what lies level with it."""
    if isinstance(centre, Body):
        begin = CLOSE + radius
        end = within + radius if within >= CLOSE else begin
    else:
        begin, end = 0.0, within
    rings = ceil((end - begin) / SPACING + 1e-9)
    aparts = [min(end, begin + ring * SPACING) for ring in range(rings + 1)]
    rim = _rim_of(centre)
    if towards is None and rim.half == 0.0:  # all of them at once
        circles = _circles(tuple([apart + rim.radius for apart in aparts]))
        yield circles + np.array((rim.x, rim.y, rim.z))
        return
    for apart in aparts:
        yield _ring_of(centre, apart, towards)


def _rim_of(centre: Spot | Body) -> Rim:
    return Rim(centre if isinstance(centre, Body) else (centre.x, centre.y, centre.z, 0.0))


@lru_cache(1024)
def _ring_of(centre: Spot | Body, apart: float, towards: Spot | None) -> Floats:
    """Only to be read."""
    rim = _rim_of(centre)
    if rim.half == 0.0:
        ring: Floats = _circle(apart + rim.radius) + np.array((rim.x, rim.y, rim.z))
    else:
        ring = np.array([(x, y, rim.z) for x, y, _, _ in rim.ring(apart + rim.radius)], np.float64)
    if towards is None:
        return ring
    return np.array(sorted(ring.tolist(), key=lambda spot: hypot(spot[0] - towards.x, spot[1] - towards.y)))


@lru_cache(1024)
def _circles(aparts: tuple[float, ...]) -> Floats:
    """The same of circles one after another."""
    return np.concatenate([_circle(apart) for apart in aparts])


@lru_cache(1024)
def _circle(apart: float) -> Floats:
    """Spots at so great a distance, as seen from the middle. Only to be read."""
    steps = 6 * ceil(2 * pi * apart / SPACING / 6) or 1  # six bases fit around one of their size
    turns = [2 * pi * k / steps for k in range(steps)]
    return np.array([(apart * cos(turn), apart * sin(turn), 0.0) for turn in turns])
