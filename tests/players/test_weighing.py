"""What the bots know of a table agrees with the table, and their compiled weighing with a plain twin."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from warbook.board.geometry import Body, Disc, Spot
from warbook.board.paths import Going, ground_of
from warbook.board.sight import sight_of
from warbook.books.necromunda.data import tables
from warbook.players.lanes import Lanes, lanes_of
from warbook.players.weighing import BEND, RUN, WALK, Stakes, weigh

TABLE = tables()["sump_gantry"]


@pytest.fixture(scope="module")
def lanes() -> Lanes:
    return lanes_of(TABLE, 0.5, 1.25, 1.1)


def test_lanes_are_what_the_rules_see(lanes: Lanes) -> None:
    luck = random.Random(3)
    for _ in range(300):
        i, j = luck.randrange(len(lanes.places)), luck.randrange(len(lanes.places))
        x, y, z = lanes.places[i].tolist()
        body = Body(Spot(*lanes.places[j].tolist()), Disc(0.5), 1.25)
        assert lanes.seen[i, j] == sight_of(TABLE).fraction((x, y, z + 1.1), body)


def test_there_are_places_on_every_level(lanes: Lanes) -> None:
    assert {0.0, 1.0, 3.0, 6.0} <= set(lanes.places[:, 2].tolist())


def test_walks_are_the_ways_of_the_ground(lanes: Lanes) -> None:
    luck = random.Random(4)
    ground = ground_of(TABLE, 0.5)
    compared = 0
    while compared < 40:
        i = luck.randrange(len(lanes.places))
        steps = lanes.walks(i)
        near = np.flatnonzero(steps < 8.0)
        j = int(luck.choice(near.tolist()))
        start, goal = Spot(*lanes.places[i].tolist()), Spot(*lanes.places[j].tolist())
        way = ground.shortest(start, goal, Going(9.0, 4.25))
        assert way is not None or i == j
        walk = ground.judge(way or (start,), Going(9.0, 4.25))
        assert walk.cost == pytest.approx(steps[j], rel=0.1, abs=0.3)  # type: ignore[union-attr]
        compared += 1


def plain_weigh(
    places, seen, steps, worths, here, walks, runs, mobile, stakes, goal, fear, charge_fear, worth, width
):  # type: ignore[no-untyped-def]
    def shot(line, table, away, part):  # type: ignore[no-untyped-def]
        bs, short_mod, long_mod, short, reach = line
        if part <= 0 or away > reach:
            return 0.0
        need = 7 - bs - (short_mod if away <= short else long_mod)
        need += 0 if part >= 1 else 1 if part >= 0.5 else 2
        return table[int(min(max(need, 0), len(table) - 1))]

    def at(n):  # type: ignore[no-untyped-def]
        gaps = [math.dist(places[n], spot) - width for spot in stakes.foe_spots]
        foes = range(len(gaps))
        best = max(
            shot(stakes.line, worths[stakes.rows[k]], gaps[k], seen[n, stakes.foe_places[k]])
            * stakes.foe_worth[k]
            for k in foes
        )
        danger = sum(
            stakes.foe_fit[k]
            * (
                shot(stakes.foe_lines[k], worths[stakes.foe_rows[k]], gaps[k], seen[stakes.foe_places[k], n])
                + (charge_fear * stakes.foe_charges[k] if gaps[k] <= stakes.foe_runs[k] else 0.0)
            )
            for k in foes
        )
        return best, -fear * min(danger, 1.5) * worth - goal[3] * math.dist(places[n], goal[:3])

    stay_shot, stay_calm = at(here)
    moves = []
    for n in range(len(places)):
        best, calm = at(n)
        if steps[n] > math.dist(places[n], places[here]) + 0.1:
            calm -= BEND
        if steps[n] <= walks:
            fires = best if mobile else 0.0
            moves.append((calm + fires, n, WALK, fires))
        elif steps[n] <= runs and stay_shot < 0.05:
            moves.append((calm - 0.03, n, RUN, 0.0))
    return (stay_calm + stay_shot, stay_shot), sorted(moves, reverse=True)


@pytest.mark.parametrize("seed", range(6))
def test_weighing_agrees_with_its_twin(lanes: Lanes, seed: int) -> None:
    luck = np.random.default_rng(seed)
    foes = 5
    foe_places = luck.integers(0, len(lanes.places), foes)
    here = int(luck.integers(0, len(lanes.places)))
    lines = np.column_stack(
        (
            luck.integers(2, 5, foes),
            luck.integers(-1, 3, foes),
            luck.integers(-1, 1, foes),
            np.full(foes, 12),
            np.full(foes, 24),
        )
    ).astype(float)
    worths = np.vstack((np.zeros(14), np.sort(luck.random((9, 14)), axis=1)[:, ::-1]))
    stakes = Stakes(
        foe_places,
        lanes.places[foe_places],
        lines,
        luck.integers(0, 10, foes),
        luck.random(foes),
        np.full(foes, 8.0),
        luck.choice([0.4, 1.0], foes),
        luck.choice([0.0, 0.6, 1.0], foes),
        np.array([3.0, 1.0, 0.0, 12.0, 24.0]),
        luck.integers(0, 10, foes) * (seed % 2),
    )
    goal = np.array([24.0, 40.0, 0.0, 0.02])
    given = (
        lanes.places,
        lanes.seen,
        lanes.walks(here),
        worths,
        here,
        4.0,
        8.0,
        True,
        stakes,
        goal,
        0.3,
        0.6,
        1.0,
        1.0,
    )
    stay, move = weigh(*given)
    twin_stay, twin_moves = plain_weigh(*given)
    assert stay[:2].tolist() == pytest.approx(twin_stay)
    by_place = {twin[1]: twin for twin in twin_moves}
    assert move[0] == pytest.approx(twin_moves[0][0])
    assert move[:4].tolist() == pytest.approx(by_place[int(move[1])])
