"""What places are worth to a piece, compiled: what its guns do from there, and what it has to fear."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from warbook.board.kernel import Floats, Ints, kernel
from warbook.books.vehicles.bot.places import Enemy, Guns

# Columns of an enemy, and of a gun.
X, Y, HALF, FACING, SLOPE, LOCKED = range(6)
RANGE, CENTRE, WIDTH, MAIN, ORDNANCE, MELTS, MOVING, TWICE = range(8)
CLOSE = 3  # what is taken from near by stands so many columns after what is taken from afar

COVERED = 0.6  # of the worth of a shot at who is half hidden
UNSEEN = 0.4  # of the worth of a target, what it is worth to be near it without seeing it
HIDDEN = 0.3  # of what an enemy does, what is feared of one who is not seen
STRIDE = 6.0  # what an enemy may come nearer before he fires at a vehicle
STEP = 4.0  # and at a squad


class Sides(NamedTuple):
    """A piece and its enemies, as arrays: the enemies, its guns and what they are worth against each by
    facing (from afar, then from near by), and their guns: whose each is, how far it reaches, within how many
    inches it melts armour, and what it is worth."""

    foes: Floats
    guns: Floats
    worth: Floats
    whose: Ints
    reach: Floats
    melts: Floats
    theirs: Floats


def sides_of(me: Enemy, foes: Sequence[Enemy], guns: Guns, theirs: Sequence[Guns]) -> Sides:
    rows = [(foe.x, foe.y, foe.half, foe.facing, foe.slope, float(foe.locked)) for foe in foes]
    worth = np.array(guns.shares, np.float64).reshape(len(guns.rows), len(foes), 2 * CLOSE)
    worth *= np.array(guns.counts, np.float64)[:, None, None]
    worth *= np.array([foe.worth for foe in foes], np.float64)[:, None]
    against = [shares[0] for each in theirs for shares in each.shares]
    counts = [count * me.worth for each in theirs for count in each.counts]
    return Sides(
        np.array(rows, np.float64).reshape(-1, 6),
        np.array(guns.rows, np.float64).reshape(-1, 8),
        worth,
        np.array([number for number, each in enumerate(theirs) for _ in each.rows], np.int64),
        np.array([gun.reach for each in theirs for gun in each.rows], np.float64),
        np.array([gun.melts for each in theirs for gun in each.rows], np.float64),
        np.array(against, np.float64).reshape(-1, 2 * CLOSE) * np.array(counts, np.float64)[:, None],
    )


@kernel
def facing_struck(dx: float, dy: float, facing: float, slope: float) -> int:
    """Which facing of a hull a point so far from its middle is at: 0 front, 1 side, 2 rear."""
    turn = np.radians(facing)
    ahead = dx * np.cos(turn) + dy * np.sin(turn)
    left = abs(dy * np.cos(turn) - dx * np.sin(turn))
    if left > abs(ahead) * slope:
        return 1
    return 0 if ahead >= 0.0 else 2


@kernel
def fire_worth(sides: Sides, places: Floats, facings: Floats, allowed: Ints, seen: Floats) -> Floats:
    """What a vehicle's fire is worth from each place, at the best target; `allowed`: 2 for all its weapons, 1
    for one main weapon, 0 for none."""
    foes, guns, worth = sides.foes, sides.guns, sides.worth
    found = np.zeros(len(places))
    for i in range(len(places)):
        if allowed[i] == 0:
            continue
        for j in range(len(foes)):
            if foes[j, LOCKED] > 0.0 or seen[i, j] <= 0.0:
                continue
            dx, dy = foes[j, X] - places[i, 0], foes[j, Y] - places[i, 1]
            far = np.hypot(dx, dy) - foes[j, HALF]
            bearing = np.degrees(np.arctan2(dy, dx))
            side = facing_struck(-dx, -dy, foes[j, FACING], foes[j, SLOPE])
            total = main = defensive = alone = 0.0
            for k in range(len(guns)):
                off = abs((bearing - facings[i] - guns[k, CENTRE] + 180.0) % 360.0 - 180.0)
                if far > guns[k, RANGE] or (off > guns[k, WIDTH] / 2 and guns[k, WIDTH] < 360.0):
                    continue
                each = worth[k, j, side + (CLOSE if far <= guns[k, MELTS] else 0)]
                if guns[k, ORDNANCE] > 0.0:
                    alone = max(alone, each)
                    continue
                total += each
                if guns[k, MAIN] > 0.0:
                    main = max(main, each)
                else:
                    defensive += each
            most = max(total, alone)
            if allowed[i] == 1:
                most = min(max(main + defensive, alone), most)
            found[i] = max(found[i], most * (COVERED if seen[i, j] <= 0.5 else 1.0))
    return found


@kernel
def fear(sides: Sides, places: Floats, facings: Floats, seen: Floats, slope: float, half: float) -> Floats:
    """What all enemies together may do to a vehicle of that size at each place."""
    foes = sides.foes
    found = np.zeros(len(places))
    for i in range(len(places)):
        for k in range(len(sides.whose)):
            j = sides.whose[k]
            dx, dy = foes[j, X] - places[i, 0], foes[j, Y] - places[i, 1]
            near = np.hypot(dx, dy) - half - STRIDE
            if foes[j, LOCKED] > 0.0 or near > sides.reach[k]:
                continue
            struck = facing_struck(dx, dy, facings[i], slope) + (CLOSE if near <= sides.melts[k] else 0)
            found[i] += sides.theirs[k, struck] * (1.0 if seen[i, j] > 0.0 else HIDDEN)
    return found


@kernel
def on_the_way(sides: Sides, places: Floats, seen: Floats) -> Floats:
    """What it is worth to a vehicle to come nearer to targets out of range, and into sight of them."""
    foes, guns, worth = sides.foes, sides.guns, sides.worth
    found = np.zeros(len(places))
    if not len(guns):
        return found
    reach = min(guns[:, RANGE].max(), 48.0)
    for j in range(len(foes)):
        most = worth[:, j, 1].sum()
        for i in range(len(places)):
            far = np.hypot(foes[j, X] - places[i, 0], foes[j, Y] - places[i, 1])
            near = np.exp(-max(0.0, far - 0.75 * reach) / 14.0)
            found[i] = max(found[i], most * near * (1.0 if seen[i, j] > 0.0 else UNSEEN))
    return found


@kernel
def turned_to(foes: Floats, weights: Floats, places: Floats) -> Floats:
    """At each place the direction of the enemy who is near and counts for much."""
    found = np.zeros(len(places))
    for i in range(len(places)):
        best = -1.0
        for j in range(len(foes)):
            dx, dy = foes[j, X] - places[i, 0], foes[j, Y] - places[i, 1]
            pull = weights[j] / (6.0 + np.hypot(dx, dy))
            if pull > best:
                best, found[i] = pull, np.degrees(np.arctan2(dy, dx)) % 360.0
    return found


@kernel
def squad_fire(sides: Sides, places: Floats, seen: Floats, moves: bool) -> tuple[Floats, Floats, Floats]:
    """What a squad's fire is worth from each place at the best target, what the enemies' fire at it is, and
    what its fire from there would be next turn, the less so the further it is to where it is fired best."""
    foes, guns, worth = sides.foes, sides.guns, sides.worth
    gain, danger, near = np.zeros(len(places)), np.zeros(len(places)), np.zeros(len(places))
    for i in range(len(places)):
        for j in range(len(foes)):
            dx, dy = foes[j, X] - places[i, 0], foes[j, Y] - places[i, 1]
            far = np.hypot(dx, dy) - foes[j, HALF]
            side = facing_struck(-dx, -dy, foes[j, FACING], foes[j, SLOPE])
            total = ahead = 0.0
            for k in range(len(guns)):
                melts, twice = guns[k, MELTS], guns[k, TWICE]
                each, close = worth[k, j, side], worth[k, j, side + CLOSE]
                if far <= guns[k, MOVING if moves else RANGE]:
                    total += (close if far <= melts else each) * (2.0 if far <= twice else 1.0)
                ahead += each * np.exp(-max(0.0, far - guns[k, RANGE]) / 12.0)
                if twice > 0.0:
                    ahead += each * np.exp(-max(0.0, far - twice) / 12.0)
                if melts > 0.0:
                    ahead += (close - each) * np.exp(-max(0.0, far - melts) / 12.0)
            near[i] = max(near[i], ahead)
            if foes[j, LOCKED] == 0.0 and seen[i, j] > 0.0:
                gain[i] = max(gain[i], total)
        for k in range(len(sides.whose)):
            j = sides.whose[k]
            far = np.hypot(foes[j, X] - places[i, 0], foes[j, Y] - places[i, 1]) - foes[j, HALF]
            if far - STEP <= sides.reach[k]:
                danger[i] += sides.theirs[k, 0] * (1.0 if seen[i, j] > 0.0 else HIDDEN)
    return gain, danger, near
