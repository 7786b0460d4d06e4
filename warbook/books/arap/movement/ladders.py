"""Ladders: who is on one, and how many may use it (arap.E19)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from warbook.board.geometry import Spot
from warbook.board.paths import Path
from warbook.board.terrain import SAME_LEVEL, Ladder
from warbook.books.arap.field.bodies import profile
from warbook.books.arap.state import Battle, Figure
from warbook.core.questions import Concern

CAPACITY = 4  # arap.movement.ladder-capacity: figures of human size that mount or leave it in a turn
THERE = 1e-3  # inches


def used(battle: Battle, path: Sequence[Spot]) -> list[int]:
    """arap.movement.ladder-move, arap.movement.ladder-height: the numbers of the ladders that a way mounts or
    leaves; the board has them climbed like any way."""
    found: list[int] = []
    if all(spot.z == path[0].z for spot in path):
        return found
    for number, ladder in enumerate(battle.table.ladders):
        climbs = [leg for leg in pairwise(path) if _on(ladder, leg[0]) and _on(ladder, leg[1])]
        climbs = [leg for leg in climbs if abs(leg[0].z - leg[1].z) > SAME_LEVEL]
        if climbs and (_at_end(ladder, climbs[0][0]) or _at_end(ladder, climbs[-1][1])):
            found.append(number)
    return found


def on_ladder(battle: Battle, spot: Spot) -> bool:
    """Whether who is there hangs on a ladder, between its ends."""
    return any(_on(ladder, spot) and not _at_end(ladder, spot) for ladder in battle.table.ladders)


def over_capacity(battle: Battle, paths: Mapping[str, Path]) -> list[Concern]:
    """arap.movement.ladder-capacity: who must wait."""
    taken = {int(name): count for name, count in battle.ladders.items()}
    found = []
    for name, path in paths.items():
        places = profile(battle, battle.figure(name)).places
        for number in used(battle, path):
            taken[number] = taken.get(number, 0) + places
            if taken[number] > CAPACITY:
                words = f"no more than {CAPACITY} may mount or leave a ladder in a turn"
                found.append(Concern((name,), words, "arap.movement.ladder-capacity", barred=True))
    return found


def count_up(battle: Battle, figure: Figure, path: Sequence[Spot]) -> None:
    """Notes the places that a figure has taken up on ladders."""
    for number in used(battle, path):
        before = battle.ladders.get(str(number), 0)
        battle.ladders[str(number)] = before + profile(battle, figure).places


def _on(ladder: Ladder, spot: Spot) -> bool:
    near = abs(spot.x - ladder.at[0]) < THERE and abs(spot.y - ladder.at[1]) < THERE
    return near and ladder.bottom - SAME_LEVEL <= spot.z <= ladder.bottom + ladder.height + SAME_LEVEL


def _at_end(ladder: Ladder, spot: Spot) -> bool:
    return min(abs(spot.z - ladder.bottom), abs(spot.z - ladder.bottom - ladder.height)) <= SAME_LEVEL
