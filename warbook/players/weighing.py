"""Weighing every place a fighter could go to, in one compiled pass."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from warbook.board.kernel import Floats, Ints, kernel

WALK, RUN = 1, 2
BEND = 0.03  # what a way that is not straight must gain to be worth it


class Stakes(NamedTuple):
    """What may be done to a fighter, and by him, enemy by enemy. A line is BS, modifier at short and at long
    range, short range, reach; `rows` of the worths give the worth of a shot by needed score."""

    foe_places: Ints
    foe_spots: Floats
    foe_lines: Floats
    foe_rows: Ints
    foe_charges: Floats  # chance that his charge fells the fighter
    foe_runs: Floats  # inches he can charge
    foe_fit: Floats  # how much he is to be feared at all
    foe_worth: Floats  # what felling him is worth; nothing while he is hidden
    line: Floats
    rows: Ints


@kernel
def weigh(
    places: Floats,
    seen: Floats,
    steps: Floats,
    worths: Floats,
    here: int,
    walks: float,
    runs: float,
    mobile: bool,
    stakes: Stakes,
    goal: Floats,
    fear: float,
    charge_fear: float,
    worth: float,
    width: float,
) -> tuple[Floats, Floats]:
    """(score, shot, enemy to face) of staying, and (score, place, way, shot, enemy to face) of the best move.
    `steps` are the inches to walk to each place."""
    stay = np.zeros(3)
    move = np.full(5, -np.inf)
    for n in range(-1, len(places)):
        at = here if n < 0 else n
        if n >= 0 and steps[n] > max(walks, runs):
            continue
        x, y, z = places[at, 0], places[at, 1], places[at, 2]
        shot, danger = 0.0, 0.0
        for k in range(len(stakes.foe_places)):
            f = stakes.foe_places[k]
            fx, fy, fz = stakes.foe_spots[k, 0], stakes.foe_spots[k, 1], stakes.foe_spots[k, 2]
            away = math.sqrt((x - fx) ** 2 + (y - fy) ** 2 + (z - fz) ** 2) - width
            value = _value(stakes.line, worths[stakes.rows[k]], away, seen[at, f]) * stakes.foe_worth[k]
            shot = max(shot, value)
            threat = _value(stakes.foe_lines[k], worths[stakes.foe_rows[k]], away, seen[f, at])
            if away <= stakes.foe_runs[k]:
                threat += charge_fear * stakes.foe_charges[k]
            danger += threat * stakes.foe_fit[k]
        to_goal = math.sqrt((x - goal[0]) ** 2 + (y - goal[1]) ** 2 + (z - goal[2]) ** 2)
        calm = -fear * min(danger, 1.5) * worth - goal[3] * to_goal
        if n < 0:
            stay[0], stay[1], stay[2] = calm + shot, shot, _face(seen, places, at, stakes)
            continue
        score, way, fires = calm - 0.03, RUN, 0.0
        if steps[n] <= walks:
            score, way, fires = calm + (shot if mobile else 0.0), WALK, shot if mobile else 0.0
        elif stay[1] >= 0.05:
            continue
        straight = math.sqrt(
            (x - places[here, 0]) ** 2 + (y - places[here, 1]) ** 2 + (z - places[here, 2]) ** 2
        )
        if steps[n] > straight + 0.1:
            score -= BEND
        if score > move[0]:
            move[0], move[1], move[2], move[3] = score, at, way, fires
    if move[0] > -np.inf:
        move[4] = _face(seen, places, int(move[1]), stakes)
    return stay, move


@kernel
def _value(line: Floats, table: Floats, away: float, seen: float) -> float:
    if seen <= 0.0 or away > line[4]:
        return 0.0
    need = 7.0 - line[0] - (line[1] if away <= line[3] else line[2])
    if seen < 1.0:
        need += 1.0 if seen >= 0.5 else 2.0
    return float(table[int(min(max(need, 0.0), len(table) - 1.0))])


@kernel
def _face(seen: Floats, places: Floats, at: int, stakes: Stakes) -> int:
    """The enemy to turn to: the nearest in sight, the fit before the unfit; else the nearest."""
    best, least = 0, np.inf
    for k in range(len(stakes.foe_places)):
        away = math.sqrt(
            (places[at, 0] - stakes.foe_spots[k, 0]) ** 2 + (places[at, 1] - stakes.foe_spots[k, 1]) ** 2
        )
        if seen[at, stakes.foe_places[k]] <= 0.0 or stakes.foe_worth[k] == 0.0:
            away += 100.0
        if stakes.foe_fit[k] < 1.0:
            away += 30.0
        if away < least:
            best, least = k, away
    return best
