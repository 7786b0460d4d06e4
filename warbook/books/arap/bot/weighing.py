"""The sums behind what places are worth to a unit, compiled.

Tables by whole inches, rounded up, end with what is the same for all that is further away.
"""

from __future__ import annotations

import numpy as np

from warbook.board.kernel import Floats, Ints, kernel

# Columns of an enemy unit: what Charging it is worth, what its Charge is worth to it, what it is worth to be
# near it, from how near on, the most that fire takes from it, how much of that counts, whether it fires back,
# and whether its Charge is dreaded.
STRIKES, STRUCK, WANT, REACH, CAP, SHARE, BACKS, DREADED = range(8)

ABOUT = 0.8  # of what a place seems to promise, how much it is held for
LATER = 0.4  # of a shot in a later turn
FEAR = 0.2  # of what enemies may do to who stands there
DREAD = 0.6  # of what their Charges may
UNSEEN = 0.25  # of its points, what a place from which nobody has looked counts less
BEARINGS = np.arange(0.0, 360.0, 30.0)
AHEAD = np.stack((np.cos(np.radians(BEARINGS)), np.sin(np.radians(BEARINGS))), axis=1)
EDGE = 0.5  # inches from the edge of the table that nobody goes to
FADES = 10.0  # inches beyond its reach at which a target counts a third
PLAIN, HALF_SEEN = (
    0.75,
    0.7,
)  # what is seen of a target that is fired at plainly, and what fire at others counts


@kernel
def row_of(inches: float, rows: int) -> int:
    """Where in a table a distance is."""
    return int(min(np.ceil(inches - 1e-6), rows - 1.0))


@kernel
def weigh_places(
    places: Floats, them: Floats, begins: Ints, fire: Floats, comes: Floats, foes: Floats, points: float
) -> tuple[Floats, Floats, Floats, int, float]:
    """Of places (p, 3) and enemy units, whose figures are `them[begins[f]:begins[f + 1]]`: inches to the
    nearest figure of each, and what an action point's fire takes from it (f, p); what a place is good for in
    the turns to come; which of them is most wanted, and how near the nearest place is to it."""
    many, rows = len(foes), fire.shape[1]
    gaps, fires = np.empty((many, len(places))), np.empty((many, len(places)))
    found, lure = np.zeros(len(places)), np.zeros(len(places))
    best, most, nearest = 0, -np.inf, 0.0
    for f in range(many):
        near = np.inf
        for p in range(len(places)):
            least = np.inf
            for k in range(begins[f], begins[f + 1]):
                dx, dy, dz = them[k, 0] - places[p, 0], them[k, 1] - places[p, 1], them[k, 2] - places[p, 2]
                least = min(least, dx * dx + dy * dy + dz * dz)
            gap = np.sqrt(least)
            at = row_of(gap, rows)
            gaps[f, p], near = gap, min(near, gap)
            fires[f, p] = min(fire[f, at], foes[f, CAP]) * foes[f, SHARE]
            wanted = max(0.0, foes[f, WANT])
            lure[p] = max(lure[p], wanted * np.exp(-max(0.0, gap - 0.7 * foes[f, REACH]) / FADES))
            if foes[f, DREADED]:
                found[p] -= DREAD * comes[f, at] * min(foes[f, STRUCK], points)
        if foes[f, WANT] / (10.0 + near) > most:
            best, most, nearest = f, foes[f, WANT] / (10.0 + near), near
    return gaps, fires, found + 0.5 * lure, best, nearest


@kernel
def cells_at(cells: Floats, places: Floats, storey: float) -> Floats:
    """What a table by levels, inches across and inches up has for each of some places (n, 3)."""
    levels, wide, deep = cells.shape
    found = np.empty(len(places))
    for p in range(len(places)):
        level = min(max(int(np.rint(places[p, 2] / storey)), 0), levels - 1)
        across = min(max(int(places[p, 0]), 0), wide - 1)
        found[p] = cells[level, across, min(max(int(places[p, 1]), 0), deep - 1)]
    return found


@kernel
def ring_of(
    here: Floats,
    facing: float,
    ahead: float,
    turned: float,
    free: float,
    shares: Floats,
    wide: float,
    deep: float,
) -> Floats:
    """Places all round, one at each of the `BEARINGS` for each of such shares of a move: so far `ahead` where
    one turns no more than is free to go there, else as far as one comes who has `turned`; on the table."""
    many = len(BEARINGS)
    found = np.empty((len(shares) * many, 3))
    for row in range(len(found)):
        bearing, share = BEARINGS[row % many], shares[row // many]
        off = abs((bearing - facing + 180.0) % 360.0 - 180.0)
        far = share * (turned if off > free else ahead)
        x, y = here[0, 0] + AHEAD[row % many, 0] * far, here[0, 1] + AHEAD[row % many, 1] * far
        found[row, 0], found[row, 1] = min(max(x, EDGE), wide - EDGE), min(max(y, EDGE), deep - EDGE)
        found[row, 2] = here[0, 2]
    return found


@kernel
def to_try(spots: Floats, here: Floats, scores: Floats, limits: Floats, elsewhere: float) -> Ints:
    """The best of some spots (n, 3) within each of some inches from here, none of them twice, the first of
    those equally good: where not all can follow far, they may a little. Without a limit only such as are
    elsewhere than all that were chosen before."""
    chosen = np.empty(len(limits), np.int64)
    count = 0
    for limit in limits:
        best = -1
        for n in range(len(spots)):
            if best >= 0 and scores[n] <= scores[best]:
                continue
            ways = spots[n] - here[0]
            far = np.sqrt((ways**2).sum()) > limit
            for k in range(count):
                away = np.abs(spots[n] - spots[chosen[k]]).max()
                far |= chosen[k] == n or (limit == np.inf and away < elsewhere)
            if not far:
                best = n
        if best >= 0:
            chosen[count] = best
            count += 1
    return chosen[:count]


@kernel
def hopeful(
    places: Floats, lasting: Floats, fires: Floats, eye: float, most: int, sure: int
) -> tuple[Ints, Floats, Floats]:
    """The first so many of some places (n, 3), for sure, and which of the others may be best, no more than so
    many, the first of those equally good first: all if they are few; then these themselves, and eyes so far
    above them."""
    looked = np.arange(len(places))
    most += sure
    if len(places) > most:
        hopes = np.empty(len(places))
        for p in range(len(places)):
            dearest = fires[0, p]
            for f in range(1, len(fires)):
                dearest = max(dearest, fires[f, p])
            hopes[p] = lasting[p] + (ABOUT + LATER) * dearest
        looked = looked[:most]
        hopes[:sure] = -np.inf
        for n in range(sure, most):
            best = sure
            for p in range(sure + 1, len(places)):
                if hopes[p] > hopes[best]:
                    best = p
            looked[n], hopes[best] = best, -np.inf
    found = places[looked]
    eyes = found.copy()
    eyes[:, 2] += eye
    return looked, found, eyes


@kernel
def marks(bodies: Floats, begins: Ints, leads: Ints, here: Floats) -> Floats:
    """Of each enemy unit the body that is nearest, and that of the one in its middle."""
    found = np.empty((2 * len(leads), bodies.shape[1]))
    for f in range(len(leads)):
        best, least = begins[f], np.inf
        for k in range(begins[f], begins[f + 1]):
            dx, dy, dz = bodies[k, 0] - here[0, 0], bodies[k, 1] - here[0, 1], bodies[k, 2] - here[0, 2]
            if dx * dx + dy * dy + dz * dz < least:
                best, least = k, dx * dx + dy * dy + dz * dz
        found[2 * f], found[2 * f + 1] = bodies[best], bodies[begins[f] + leads[f]]
    return found


@kernel
def promise(
    lasting: Floats,
    looked: Ints,
    gaps: Floats,
    fires: Floats,
    seen: Floats,
    back: Floats,
    arrivals: Floats,
    foes: Floats,
    shelter: Floats,
    points: float,
    visibility: float,
    actions: float,
) -> Floats:
    """What places promise, to a unit that has so many action points left there, besides what they are good
    for in the turns to come: that, and less where nobody has `looked` from. From each of those of each enemy
    unit two figures are `seen` (n, 2 f)."""
    found = lasting - UNSEEN * points
    for n in range(len(looked)):
        p = looked[n]
        shot, charge, fear = 0.0, 0.0, 0.0
        for f in range(len(foes)):
            share = max(seen[n, 2 * f], seen[n, 2 * f + 1])
            if share <= 0.0 or (visibility > 0.0 and gaps[f, p] > visibility):
                continue
            at = row_of(gaps[f, p], len(arrivals))
            shot = max(shot, fires[f, p] * (1.0 if share > PLAIN else HALF_SEEN))
            charge = max(charge, max(0.0, foes[f, STRIKES]) * arrivals[at])
            fear += back[f, max(0, at - 2)] * foes[f, BACKS]
        at_once = actions * shot
        if actions >= 0.5:
            at_once = max(at_once, charge + (actions if charge <= 0.0 else max(0.0, actions - 1.0)) * shot)
        else:
            at_once = max(at_once, 0.0)
        later = LATER * max(shot, 0.5 * charge)
        found[p] = lasting[p] + (ABOUT * at_once + later - FEAR * min(fear, points) * shelter[n])
    return found
