"""Weighing every place a fighter could go to, in one compiled pass."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from warbook.board.kernel import Floats, Ints, kernel

STAY, WALK, RUN = 0, 1, 2
BEST = 3  # how many moves are kept, best first


class Stakes(NamedTuple):
    """What may be done to a fighter, and by him, enemy by enemy. A line is BS, modifier at short and at long
    range, short range, reach; tables give the worth of a shot by needed score."""

    foe_places: Ints
    foe_spots: Floats
    foe_lines: Floats
    foe_tables: Floats
    foe_charges: Floats  # chance that his charge fells the fighter
    foe_runs: Floats  # inches he can charge
    foe_fit: Floats  # how much he is to be feared at all
    line: Floats
    tables: Floats  # worth of shooting each enemy, already weighed by what he is worth


@kernel
def weigh(
    places: Floats,
    seen: Floats,
    steps: Floats,
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
    """The score and shot of staying, and the best moves as rows score, place, way, shot. `steps` are the inches
    to walk to each place."""
    stay = np.zeros(2)
    moves = np.full((BEST, 4), -np.inf)
    for n in range(-1, len(places)):
        at = here if n < 0 else n
        x, y, z = places[at, 0], places[at, 1], places[at, 2]
        if n >= 0 and steps[n] > max(walks, runs):
            continue
        shot, danger = 0.0, 0.0
        for k in range(len(stakes.foe_places)):
            f = stakes.foe_places[k]
            fx, fy, fz = stakes.foe_spots[k, 0], stakes.foe_spots[k, 1], stakes.foe_spots[k, 2]
            away = math.sqrt((x - fx) ** 2 + (y - fy) ** 2 + (z - fz) ** 2) - width
            shot = max(shot, _value(stakes.line, stakes.tables[k], away, seen[at, f]))
            threat = _value(stakes.foe_lines[k], stakes.foe_tables[k], away, seen[f, at])
            if away <= stakes.foe_runs[k]:
                threat += charge_fear * stakes.foe_charges[k]
            danger += threat * stakes.foe_fit[k]
        to_goal = math.sqrt((x - goal[0]) ** 2 + (y - goal[1]) ** 2 + (z - goal[2]) ** 2)
        calm = -fear * min(danger, 1.5) * worth - goal[3] * to_goal
        if n < 0:
            stay[0], stay[1] = calm + shot, shot
            continue
        score, way, fires = calm - 0.03, RUN, 0.0
        if steps[n] <= walks:
            score, way, fires = calm + (shot if mobile else 0.0), WALK, shot if mobile else 0.0
        elif stay[1] >= 0.05:
            continue
        _keep(moves, score, float(at), float(way), fires)
    return stay, moves


@kernel
def _value(line: Floats, table: Floats, away: float, seen: float) -> float:
    if seen <= 0.0 or away > line[4]:
        return 0.0
    need = 7.0 - line[0] - (line[1] if away <= line[3] else line[2])
    if seen < 1.0:
        need += 1.0 if seen >= 0.5 else 2.0
    return float(table[int(min(max(need, 0.0), len(table) - 1.0))])


@kernel
def _keep(moves: Floats, score: float, at: float, way: float, fires: float) -> None:
    """Put a move among the best, in order."""
    for row in range(BEST):
        if score > moves[row, 0]:
            for lower in range(BEST - 1, row, -1):
                moves[lower] = moves[lower - 1]
            moves[row, 0], moves[row, 1], moves[row, 2], moves[row, 3] = score, at, way, fires
            return
