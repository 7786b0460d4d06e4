"""Weighing every place a fighter could go to, and every way he could watch, in compiled passes."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from warbook.board.kernel import Floats, Ints, kernel

Covers = npt.NDArray[np.int8]  # how well a body at j is covered from i, as a column of worths; -1 is unseen

WALK, RUN = 1, 2
BEND = 0.03  # what a way that is not straight must gain to be worth it
POINTS = 36  # of the compass, in which a watch looks round


class Stakes(NamedTuple):
    """What may be done to a fighter, and by him, enemy by enemy. A line is short range and reach. `rows` of
    the worths give the worth of a shot: first at short range by cover, then at long range."""

    foe_places: Ints
    foe_spots: Floats
    foe_lines: Floats
    foe_rows: Ints
    foe_charges: Floats  # chance that his charge fells the fighter
    foe_runs: Floats  # inches he can charge
    foe_ways: Floats  # inches he has to walk to every place
    foe_fit: Floats  # how much he is to be feared at all
    foe_worth: Floats  # what felling him is worth; nothing while he is hidden
    foe_finds: Floats  # inches within which he finds who hides
    foe_sees: Covers  # each place's cover from where he stands
    foe_shown: Covers  # his cover from each place
    foe_walked: Covers  # each place's cover from where he may walk to, as `exposed` has it
    line: Floats
    rows: Ints


@kernel
def weigh(
    places: Floats,
    steps: Floats,
    worths: Floats,
    here: int,
    walks: float,
    runs: float,
    mobile: bool,
    stakes: Stakes,
    pull: Floats,
    mates: Ints,
    drawing: int,
    fear: float,
    charge_fear: float,
    hidden_fear: float,
    shielded_fear: float,
    worth: float,
    width: float,
) -> tuple[tuple[float, float, int, bool], tuple[float, int, int, float, int, bool]]:
    """(score, shot, enemy to face, hidden) of staying, and (score, place, way, shot, enemy to face, hidden)
    of the best move. `steps` are the inches to walk to each place, `pull` is what being so far from his goal
    costs. `mates` are the places of his friends, which cannot be had, nor those of enemies; the first
    `drawing` of them draw fire: who shoots has to take the nearest in sight, or a farther one in less cover,
    so an enemy is feared less, by `shielded_fear`, at places farther from him than the nearest friend he
    sees. He is feared half where he stands and half where he may walk to. Who does not shoot
    hides where every enemy sees him in cover at most and none is near enough to find him; `hidden_fear` is
    the part of the danger that is left then. A place is given up as soon as what has been found to be feared
    there leaves it worse than another: nothing that is added makes it better. Who fears
    nothing does not hide."""
    stay, firing, faced, lies = 0.0, 0.0, 0, False
    best, place, way, shoots, lurks = -np.inf, -1, WALK, 0.0, False
    gaps = np.zeros(len(stakes.foe_places))
    short, reach = stakes.line[0], stakes.line[1]
    friends = _nearest_seen(places, stakes, mates[:drawing], width)
    free = np.ones(len(places), dtype=np.bool_)
    free[mates] = False
    free[stakes.foe_places] = False
    for n in range(-1, len(places)):
        at = here if n < 0 else n
        if n >= 0 and (steps[n] > max(walks, runs) or not free[n]):
            continue
        walked = n < 0 or steps[n] <= walks
        if not walked and (firing >= 0.05 or -pull[at] - 0.03 <= best):
            continue
        x, y, z = places[at, 0], places[at, 1], places[at, 2]
        shot, danger, hides = 0.0, 0.0, True
        nearest, least = np.inf, 0
        for k in range(len(stakes.foe_places)):
            fx, fy, fz = stakes.foe_spots[k, 0], stakes.foe_spots[k, 1], stakes.foe_spots[k, 2]
            away = gaps[k] = math.sqrt((x - fx) ** 2 + (y - fy) ** 2 + (z - fz) ** 2) - width
            fit = stakes.foe_worth[k] > 0.0 and stakes.foe_fit[k] == 1.0
            if away < nearest and fit and stakes.foe_shown[k, at] >= 0:
                nearest, least = away, stakes.foe_shown[k, at]
        if n < 0 or (walked and mobile):
            for k in range(len(stakes.foe_places)):
                cover = stakes.foe_shown[k, at]
                if gaps[k] <= nearest or cover < least:
                    value = _value(short, reach, worths, stakes.rows[k], gaps[k], cover) * stakes.foe_worth[k]
                    shot = max(shot, value)
        for k in range(len(stakes.foe_places) if fear > 0.0 else 0):
            away, seen = gaps[k], stakes.foe_sees[k, at]
            threat = _value(
                stakes.foe_lines[k, 0],
                stakes.foe_lines[k, 1],
                worths,
                stakes.foe_rows[k],
                away,
                seen,
            )
            threat = (threat + max(threat, _after_a_walk(stakes, worths, k, at))) / 2
            if away > friends[k]:
                threat *= shielded_fear
            if stakes.foe_ways[k, at] - width <= stakes.foe_runs[k]:
                threat += charge_fear * stakes.foe_charges[k]
            danger += threat * stakes.foe_fit[k]
            hides = hides and seen != 0 and away > stakes.foe_finds[k]
            if n >= 0:
                least_dread = fear * min(danger, 1.5) * worth
                most = max(shot - least_dread, -hidden_fear * least_dread) if walked else -least_dread - 0.03
                if most - pull[at] + 1e-9 <= best:
                    break
        dread = fear * min(danger, 1.5) * worth
        calm = -dread - pull[at]
        shelter = (1.0 - hidden_fear) * dread if hides else 0.0
        if n < 0:
            stay, firing, faced = calm + max(shot, shelter), shot, _face(places, at, stakes)
            lies = shelter > shot
            continue
        score = calm + max(shot, shelter) if walked else calm - 0.03
        straight = math.sqrt(
            (x - places[here, 0]) ** 2 + (y - places[here, 1]) ** 2 + (z - places[here, 2]) ** 2
        )
        if steps[n] > straight + 0.1:
            score -= BEND
        if score > best:
            best, place, way = score, at, WALK if walked else RUN
            shoots, lurks = shot if walked else 0.0, walked and shelter > shot
    ahead = _face(places, place, stakes) if place >= 0 else 0
    return (stay, firing, faced, lies), (best, place, way, shoots, ahead, lurks)


@kernel
def exposed(places: Floats, covers: Covers, eyes: Ints, line: Floats, width: float) -> Covers:
    """The least cover that each place has from any of these within short range, and from any beyond it within
    reach; -1 where there is none such."""
    found = np.full((len(places), 2), -1, dtype=np.int8)
    for p in eyes:
        for n in range(len(places)):
            cover = covers[p, n]
            if cover < 0:
                continue
            x, y, z = places[n, 0] - places[p, 0], places[n, 1] - places[p, 1], places[n, 2] - places[p, 2]
            away = math.sqrt(x * x + y * y + z * z) - width
            if away <= line[1]:
                band = 0 if away <= line[0] else 1
                if found[n, band] < 0 or cover < found[n, band]:
                    found[n, band] = cover
    return found


@kernel
def watch(
    places: Floats,
    covers: Covers,
    worths: Floats,
    here: int,
    stakes: Stakes,
    prizes: Floats,
    arc: float,
    width: float,
) -> tuple[float, float]:
    """The facing that looks along the best lane, and the worth of a shot on overwatch there: each enemy goes
    to any of the places within his run as likely as to another. `prizes` are what felling him in the open is
    worth."""
    foes = len(stakes.foe_places)
    about = np.zeros(foes, np.int64)  # to how many places each may go
    for k in range(foes):
        ways, run, count = stakes.foe_ways[k], stakes.foe_runs[k], 0
        for p in range(len(ways)):
            count += ways[p] <= run
        about[k] = count
    shows, worth = np.zeros((foes, 2 * POINTS)), np.zeros((foes, 2 * POINTS))  # twice round the compass
    short, reach = stakes.line[0], stakes.line[1]
    for p in range(len(places)):
        if covers[here, p] < 0:
            continue
        x, y = places[p, 0] - places[here, 0], places[p, 1] - places[here, 1]
        z = places[p, 2] - places[here, 2]
        away = math.sqrt(x * x + y * y + z * z) - width
        if away <= 0.0 or away > reach:
            continue
        point = -1
        for k in range(foes):
            if stakes.foe_ways[k, p] > stakes.foe_runs[k]:
                continue
            value = _value(short, reach, worths, stakes.rows[k], away, covers[here, p])
            if value > 0.0:
                if point < 0:
                    point = int(math.degrees(math.atan2(y, x)) % 360.0 * POINTS / 360.0) % POINTS
                shows[k, point] += 1.0
                worth[k, point] += value * prizes[k]
    for k in range(foes):
        if about[k]:
            for n in range(POINTS):
                shows[k, n] = shows[k, n + POINTS] = shows[k, n] / about[k]
                worth[k, n] = worth[k, n + POINTS] = worth[k, n] / about[k]
    span = min(POINTS, max(1, int(arc * POINTS / 360.0)))
    promises = np.zeros(POINTS)
    for first in range(POINTS):
        nobody, seen, gain = 1.0, 0.0, 0.0
        for k in range(foes):
            part = 0.0
            for n in range(first, first + span):
                part += shows[k, n]
                gain += worth[k, n]
            nobody *= 1.0 - min(part, 1.0)
            seen += part
        if seen > 0.0:
            promises[first] = (1.0 - nobody) * gain / seen
    best = int(np.argmax(promises))
    alike = 0  # facings beside it that look along the same lane: the middle one has it straight ahead
    while alike < POINTS and promises[(best + alike + 1) % POINTS] > promises[best] - 1e-9:
        alike += 1
    return (best + (span + alike) / 2.0) * 360.0 / POINTS % 360.0, float(promises[best])


@kernel
def _value(short: float, reach: float, worths: Floats, row: int, away: float, cover: int) -> float:
    if cover < 0 or away > reach:
        return 0.0
    return float(worths[row, cover if away <= short else cover + worths.shape[1] // 2])


@kernel
def _after_a_walk(stakes: Stakes, worths: Floats, k: int, at: int) -> float:
    """The best shot that enemy k has at a place from those he may walk to."""
    row, most = stakes.foe_rows[k], 0.0
    near, far = stakes.foe_walked[k, at, 0], stakes.foe_walked[k, at, 1]
    if near >= 0:
        most = float(worths[row, near])
    if far >= 0:
        most = max(most, float(worths[row, far + worths.shape[1] // 2]))
    return most


@kernel
def _nearest_seen(places: Floats, stakes: Stakes, friends: Ints, width: float) -> Floats:
    """How far each enemy is from the nearest of these that he sees."""
    nearest = np.full(len(stakes.foe_places), np.inf)
    for k in range(len(stakes.foe_places)):
        for at in friends:
            if stakes.foe_sees[k, at] >= 0:
                x, y = places[at, 0] - stakes.foe_spots[k, 0], places[at, 1] - stakes.foe_spots[k, 1]
                z = places[at, 2] - stakes.foe_spots[k, 2]
                nearest[k] = min(nearest[k], math.sqrt(x * x + y * y + z * z) - width)
    return nearest


@kernel
def _face(places: Floats, at: int, stakes: Stakes) -> int:
    """The enemy to turn to: the nearest in sight, the fit before the unfit; else the nearest."""
    best, least = 0, np.inf
    for k in range(len(stakes.foe_places)):
        away = math.sqrt(
            (places[at, 0] - stakes.foe_spots[k, 0]) ** 2 + (places[at, 1] - stakes.foe_spots[k, 1]) ** 2
        )
        if stakes.foe_shown[k, at] < 0 or stakes.foe_worth[k] == 0.0:
            away += 100.0
        if stakes.foe_fit[k] < 1.0:
            away += 30.0
        if away < least:
            best, least = k, away
    return best
