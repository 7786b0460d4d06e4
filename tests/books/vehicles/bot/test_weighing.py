"""What places are worth, against a slow twin that follows the words: as the functions are written, and as
they are compiled."""

from __future__ import annotations

from math import atan2, cos, degrees, exp, hypot, radians, sin
from typing import Any

import numpy as np
import pytest
from numpy.random import Generator, default_rng

from warbook.books.vehicles.bot import weighing
from warbook.books.vehicles.bot.weighing import Sides

GUNS, FOES, THEIRS, PLACES = 4, 5, 6, 12


def as_written(kernel: Any) -> Any:
    return kernel.py_func


def as_compiled(kernel: Any) -> Any:
    return kernel


both = pytest.mark.parametrize("made", [as_written, as_compiled])
seeds = pytest.mark.parametrize("seed", range(20))


def some_sides(luck: Generator) -> Sides:
    """Enemies and guns at random, some of them locked, Ordnance, main weapons, meltas, and with arcs."""
    flags = (luck.random((FOES, 1)) < 0.25).astype(float)
    spots = luck.uniform(0.0, 40.0, (FOES, 2))
    shapes = np.column_stack(
        (luck.uniform(0.5, 2.5, FOES), luck.uniform(0, 360, FOES), luck.uniform(0.4, 1, FOES))
    )
    reach = luck.choice([8.0, 12.0, 24.0, 36.0, 48.0], GUNS)
    arcs = luck.choice([45.0, 180.0, 360.0], GUNS)
    guns = np.column_stack(
        (
            reach,
            luck.choice([0.0, 90.0, 270.0], GUNS),
            arcs,
            luck.integers(0, 2, GUNS),
            luck.integers(0, 2, GUNS),
            luck.choice([-1.0, 6.0, 12.0], GUNS),
            luck.choice([-1.0, 12.0, 24.0], GUNS),
            luck.choice([-1.0, 12.0], GUNS),
        )
    )
    return Sides(
        np.column_stack((spots, shapes, flags)),
        guns.astype(float),
        luck.uniform(0.0, 30.0, (GUNS, FOES, 6)),
        np.sort(luck.integers(0, FOES, THEIRS)),
        luck.choice([12.0, 24.0, 48.0], THEIRS),
        luck.choice([-1.0, 6.0], THEIRS),
        luck.uniform(0.0, 30.0, (THEIRS, 6)),
    )


def some_places(luck: Generator) -> tuple[Any, Any, Any]:
    """Places, how one faces there, and what is seen of each enemy."""
    places = np.column_stack((luck.uniform(0.0, 40.0, (PLACES, 2)), np.zeros(PLACES)))
    seen = luck.choice([0.0, 0.25, 0.5, 0.75, 1.0], (PLACES, FOES))
    return places, luck.uniform(0.0, 360.0, PLACES), seen


def struck(dx: float, dy: float, facing: float, slope: float) -> int:
    """By the angle from the front to the point, against that of the front corners."""
    turn = radians(facing)
    ahead, left = dx * cos(turn) + dy * sin(turn), dy * cos(turn) - dx * sin(turn)
    corner = atan2(slope, 1.0)
    angle = abs(atan2(left, ahead))
    return 0 if angle <= corner else 2 if angle >= radians(180.0) - corner else 1


@both
def test_the_facing_that_is_struck(made: Any) -> None:
    facing_struck = made(weighing.facing_struck)
    assert facing_struck(5.0, 0.0, 0.0, 0.5) == 0 and facing_struck(-5.0, 0.0, 0.0, 0.5) == 2
    assert facing_struck(4.0, 1.9, 0.0, 0.5) == 0 and facing_struck(4.0, 2.1, 0.0, 0.5) == 1
    assert facing_struck(-4.0, -1.9, 0.0, 0.5) == 2 and facing_struck(-4.0, -2.1, 0.0, 0.5) == 1
    assert facing_struck(0.0, 5.0, 90.0, 0.5) == 0 and facing_struck(5.0, 0.0, 90.0, 0.5) == 1
    luck = default_rng(1)
    for dx, dy, facing, slope in luck.uniform((-9, -9, 0, 0.3), (9, 9, 360, 1), (300, 4)).tolist():
        assert facing_struck(dx, dy, facing, slope) == struck(dx, dy, facing, slope)


@both
@seeds
def test_fire_of_a_vehicle(made: Any, seed: int) -> None:
    luck = default_rng(seed)
    sides, (places, facings, seen) = some_sides(luck), some_places(luck)
    allowed = luck.integers(0, 3, PLACES)
    found = made(weighing.fire_worth)(sides, places, facings, allowed, seen)
    for i in range(PLACES):
        best = 0.0
        for j in range(FOES):
            x, y, half, facing, slope, locked = sides.foes[j]
            if allowed[i] == 0 or locked or not seen[i, j]:
                continue
            dx, dy = x - places[i, 0], y - places[i, 1]
            far, side = hypot(dx, dy) - half, struck(-dx, -dy, facing, slope)
            ordnance, mains, defensive = [0.0], [0.0], [0.0]
            for (reach, centre, width, main, alone, melts, *_), worth in zip(
                sides.guns, sides.worth, strict=True
            ):
                off = degrees(atan2(dy, dx)) - facings[i] - centre
                off = abs(atan2(sin(radians(off)), cos(radians(off))))
                if far <= reach and (width == 360.0 or degrees(off) <= width / 2):
                    taken = worth[j][side + 3] if far <= melts else worth[j][side]
                    (ordnance if alone else mains if main else defensive).append(taken)
            together = sum(mains) + sum(defensive) if allowed[i] == 2 else max(mains) + sum(defensive)
            fired = max(together, *ordnance)
            best = max(best, fired * (0.6 if seen[i, j] <= 0.5 else 1.0))
        assert found[i] == pytest.approx(best)


@both
@seeds
def test_what_a_vehicle_has_to_fear(made: Any, seed: int) -> None:
    luck = default_rng(seed)
    sides, (places, facings, seen) = some_sides(luck), some_places(luck)
    found = made(weighing.fear)(sides, places, facings, seen, 0.5, 1.5)
    for i in range(PLACES):
        total = 0.0
        for k, j in enumerate(sides.whose):
            x, y, _, _, _, locked = sides.foes[j]
            dx, dy = x - places[i, 0], y - places[i, 1]
            near = hypot(dx, dy) - 1.5 - 6.0  # he may come six inches nearer
            if not locked and near <= sides.reach[k]:
                side = struck(dx, dy, facings[i], 0.5)
                taken = sides.theirs[k][side + 3 if near <= sides.melts[k] else side]
                total += taken if seen[i, j] > 0 else 0.3 * taken
        assert found[i] == pytest.approx(total)


@both
@seeds
def test_what_it_is_worth_to_come_nearer(made: Any, seed: int) -> None:
    luck = default_rng(seed)
    sides, (places, _, seen) = some_sides(luck), some_places(luck)
    found = made(weighing.on_the_way)(sides, places, seen)
    reach = min(48.0, max(gun[0] for gun in sides.guns))
    for i in range(PLACES):
        worths = []
        for j in range(FOES):
            beyond = max(0.0, hypot(*(sides.foes[j][:2] - places[i, :2])) - 0.75 * reach)
            worth = sum(gun[j][1] for gun in sides.worth) * exp(-beyond / 14.0)
            worths.append(worth if seen[i, j] > 0 else 0.4 * worth)
        assert found[i] == pytest.approx(max(worths))
    nobody = sides._replace(guns=np.zeros((0, 8)), worth=np.zeros((0, FOES, 6)))
    assert not made(weighing.on_the_way)(nobody, places, seen).any()


@both
@seeds
def test_whom_it_turns_to(made: Any, seed: int) -> None:
    luck = default_rng(seed)
    sides, (places, _, _) = some_sides(luck), some_places(luck)
    weights = luck.uniform(1.0, 50.0, FOES)
    found = made(weighing.turned_to)(sides.foes, weights, places)
    for i in range(PLACES):
        away = sides.foes[:, :2] - places[i, :2]
        dx, dy = away[max(range(FOES), key=lambda j: weights[j] / (6.0 + hypot(*away[j])))]
        assert found[i] == pytest.approx(degrees(atan2(dy, dx)) % 360.0)


@both
@seeds
@pytest.mark.parametrize("moves", [False, True])
def test_fire_of_a_squad(made: Any, seed: int, moves: bool) -> None:
    luck = default_rng(seed)
    sides, (places, _, seen) = some_sides(luck), some_places(luck)
    gain, danger, near = made(weighing.squad_fire)(sides, places, seen, moves)
    for i in range(PLACES):
        best = nearest = feared = 0.0
        for j in range(FOES):
            x, y, half, facing, slope, locked = sides.foes[j]
            dx, dy = x - places[i, 0], y - places[i, 1]
            far, side = hypot(dx, dy) - half, struck(-dx, -dy, facing, slope)
            fired = soon = 0.0
            for (reach, _, _, _, _, melts, moving, twice), worth in zip(sides.guns, sides.worth, strict=True):
                afar, close = worth[j][side], worth[j][side + 3]
                if far <= (moving if moves else reach):
                    fired += (2.0 if far <= twice else 1.0) * (close if far <= melts else afar)
                # What is fired further off, what twice as much adds, and what melting armour adds.
                soon += afar * exp(-max(0.0, far - reach) / 12.0)
                soon += afar * exp(-max(0.0, far - twice) / 12.0) if twice > 0 else 0.0
                soon += (close - afar) * exp(-max(0.0, far - melts) / 12.0) if melts > 0 else 0.0
            nearest = max(nearest, soon)
            if seen[i, j] > 0 and not locked:
                best = max(best, fired)
        for k, j in enumerate(sides.whose):
            far = hypot(*(sides.foes[j][:2] - places[i, :2])) - sides.foes[j][2]
            if far - 4.0 <= sides.reach[k]:
                feared += sides.theirs[k][0] * (1.0 if seen[i, j] > 0 else 0.3)
        assert (gain[i], danger[i], near[i]) == pytest.approx((best, feared, nearest))
