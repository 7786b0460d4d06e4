"""What the bots know of a table agrees with the table, and their compiled weighing with a plain twin."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from warbook.board.geometry import Body, Disc, Spot
from warbook.board.paths import Going, ground_of
from warbook.board.sight import sight_of
from warbook.books.necromunda import shooting
from warbook.books.necromunda.bot.worth import covers, covers_of
from warbook.books.necromunda.data import tables
from warbook.players.lanes import Lanes, lanes_of
from warbook.players.weighing import BEND, POINTS, RUN, WALK, Stakes, exposed, watch, weigh

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


def test_the_kinds_of_cover_are_those_of_the_book(lanes: Lanes) -> None:
    """A place seen in part has the modifier that the rules give to a body seen so."""
    kinds = covers_of(lanes.seen)
    luck = random.Random(5)
    for _ in range(300):
        i, j = luck.randrange(len(lanes.places)), luck.randrange(len(lanes.places))
        part = float(lanes.seen[i, j])
        if part <= 0.0:
            assert kinds[i, j] == -1
        else:
            assert covers()[kinds[i, j]] == shooting.cover_modifier(part)


def plain_shot(line, table, away, cover):  # type: ignore[no-untyped-def]
    short, reach = line
    if cover < 0 or away > reach:
        return 0.0
    return table[cover] if away <= short else table[cover + 3]


def plain_weigh(  # type: ignore[no-untyped-def]
    places,
    kinds,
    steps,
    worths,
    here,
    walks,
    runs,
    mobile,
    stakes,
    pull,
    mates,
    drawing,
    fear,
    charge_fear,
    hidden_fear,
    shielded_fear,
    worth,
    width,
    near,
):
    foes = range(len(stakes.foe_places))
    taken = {*mates.tolist(), *stakes.foe_places.tolist()}

    def nearest_friend(k):  # type: ignore[no-untyped-def]
        seen = [mate for mate in mates[:drawing].tolist() if kinds[stakes.foe_places[k], mate] >= 0]
        return min((math.dist(places[mate], stakes.foe_spots[k]) - width for mate in seen), default=math.inf)

    friends = [nearest_friend(k) for k in foes]

    def threat(k, p, gap, n):  # type: ignore[no-untyped-def]
        return plain_shot(stakes.foe_lines[k], worths[stakes.foe_rows[k]], gap, kinds[p, n])

    def at(n):  # type: ignore[no-untyped-def]
        """The best shot, the price of being there in the open, and what hiding saves of it."""
        gaps = [math.dist(places[n], spot) - width for spot in stakes.foe_spots]
        seen = [kinds[n, place] for place in stakes.foe_places]
        fit = [k for k in foes if seen[k] >= 0 and stakes.foe_worth[k] > 0 and stakes.foe_fit[k] == 1]
        first = min(fit, key=gaps.__getitem__, default=None)
        best = max(
            plain_shot(stakes.line, worths[stakes.rows[k]], gaps[k], seen[k]) * stakes.foe_worth[k]
            for k in foes
            if first is None or gaps[k] <= gaps[first] or seen[k] < seen[first]
        )
        danger = 0.0
        for k in foes:
            standing = threat(k, stakes.foe_places[k], gaps[k], n)
            walked = [threat(k, p, math.dist(places[n], places[p]) - width, n) for p in near[k].tolist()]
            charges = stakes.foe_ways[k, n] - width <= stakes.foe_runs[k]
            charged = charge_fear * stakes.foe_charges[k] if charges else 0.0
            shots = (standing + max([standing, *walked])) / 2
            shots *= shielded_fear if gaps[k] > friends[k] else 1.0
            danger += stakes.foe_fit[k] * (shots + charged)
        price = fear * min(danger, 1.5) * worth
        open_to = [kinds[stakes.foe_places[k], n] == 0 or gaps[k] <= stakes.foe_finds[k] for k in foes]
        return best, -price - pull[n], 0.0 if any(open_to) else (1 - hidden_fear) * price

    stay_shot, stay_calm, stay_saved = at(here)
    moves = []
    for n in range(len(places)):
        if steps[n] > max(walks, runs) or n in taken:
            continue
        best, calm, saved = at(n)
        if steps[n] > math.dist(places[n], places[here]) + 0.1:
            calm -= BEND
        if steps[n] <= walks:
            fires = best if mobile else 0.0
            moves.append((calm + max(fires, saved), n, WALK, fires, float(saved > fires)))
        elif stay_shot < 0.05:
            moves.append((calm - 0.03, n, RUN, 0.0, 0.0))
    stay = stay_calm + max(stay_shot, stay_saved), stay_shot, float(stay_saved > stay_shot)
    return stay, sorted(moves, reverse=True)


def plain_watch(places, kinds, worths, here, stakes, prizes, arc, width, facing):  # type: ignore[no-untyped-def]
    """What looking that way promises: the chance that anybody shows himself, times what is then gained."""
    nobody, parts, gains = 1.0, 0.0, 0.0
    for k in range(len(prizes)):
        about = [n for n in range(len(places)) if stakes.foe_ways[k, n] <= stakes.foe_runs[k]]
        part = gain = 0.0
        for n in about:
            x, y, _ = places[n] - places[here]
            away = math.dist(places[n], places[here]) - width
            value = plain_shot(stakes.line, worths[stakes.rows[k]], away, kinds[here, n])
            turn = (math.degrees(math.atan2(y, x)) - facing + 180) % 360 - 180
            if value > 0 and away > 0 and -arc / 2 <= turn < arc / 2:
                part += 1 / len(about)
                gain += value * prizes[k] / len(about)
        nobody *= 1 - part
        parts += part
        gains += gain
    return (1 - nobody) * gains / parts if parts else 0.0


def near_of(lanes: Lanes, foe_places: np.ndarray) -> list[np.ndarray]:  # type: ignore[type-arg]
    """Where each enemy may walk to and shoot; the first cannot do both."""
    return [np.flatnonzero(lanes.walks(p) <= (4.0 if k else -1.0)) for k, p in enumerate(foe_places.tolist())]


def stakes_of(lanes: Lanes, seed: int) -> tuple[Stakes, np.ndarray, int]:  # type: ignore[type-arg]
    luck = np.random.default_rng(seed)
    foes = 5
    foe_places = luck.integers(0, len(lanes.places), foes)
    here = int(luck.integers(0, len(lanes.places)))
    worths = np.vstack((np.zeros(6), np.sort(luck.random((9, 6)), axis=1)[:, ::-1]))
    lines = np.column_stack((luck.integers(8, 16, foes), luck.integers(16, 30, foes))).astype(float)
    kinds, near = covers_of(lanes.seen), near_of(lanes, foe_places)
    stakes = Stakes(
        foe_places,
        lanes.places[foe_places],
        lines,
        luck.integers(0, 10, foes),
        luck.random(foes),
        np.full(foes, 8.0),
        np.array([lanes.walks(place) for place in foe_places.tolist()]),
        luck.choice([0.4, 1.0], foes),
        luck.choice([0.0, 0.6, 1.0], foes),
        luck.integers(3, 6, foes).astype(float),
        kinds[foe_places],
        kinds.T[foe_places],
        np.array([exposed(lanes.places, kinds, near[k], lines[k], 1.0) for k in range(foes)]),
        np.array([12.0, 24.0]),
        luck.integers(0, 10, foes) * (seed % 2),
    )
    return stakes, worths, here


@pytest.mark.parametrize("fear", [0.3, 0.0])
def test_weighing_agrees_with_its_twin(lanes: Lanes, fear: float) -> None:
    kinds = covers_of(lanes.seen)
    hidden = {False: 0, True: 0}
    for seed in range(12):
        stakes, worths, here = stakes_of(lanes, seed)
        pull = 0.02 * np.linalg.norm(lanes.places - (24.0, 40.0, 0.0), axis=1)
        steps = lanes.walks(here)
        beside = np.flatnonzero((steps > 0.0) & (steps <= 8.0))
        mates = np.random.default_rng(seed).choice(beside, 6)
        given = steps, worths, here, 4.0, 8.0, True, stakes, pull, mates, 4, fear, 0.6, 0.4, 0.3, 1.0, 1.0
        stay, move = weigh(lanes.places, *given)
        near = near_of(lanes, stakes.foe_places)
        twin_stay, twin_moves = plain_weigh(lanes.places, kinds, *given, near)
        score, shot, _, lies = stay
        assert (score, shot, lies) == pytest.approx(twin_stay)
        by_place = {twin[1]: twin for twin in twin_moves}
        best, place, way, fires, _, lurks = move
        assert best == pytest.approx(twin_moves[0][0])
        assert (best, place, way, fires, lurks) == pytest.approx(by_place[place])
        hidden[lurks] += 1
    assert hidden[False] and bool(hidden[True]) == (fear > 0.0)


@pytest.mark.parametrize("seed", range(1, 9, 2))
def test_watching_agrees_with_its_twin(lanes: Lanes, seed: int) -> None:
    """The facing found promises what the twin says it does, and no other point of the compass more."""
    stakes, worths, here = stakes_of(lanes, seed)
    kinds = covers_of(lanes.seen)
    prizes = np.array([1.0, 0.6, 1.8, 1.0, 1.5])
    given = lanes.places, kinds, worths, here, stakes, prizes, 90.0, 1.0
    facing, promise = watch(*given)
    points = [point * 360 / POINTS for point in range(POINTS)]
    assert promise == pytest.approx(max(plain_watch(*given, (point + 45) % 360) for point in points))
    assert promise == pytest.approx(plain_watch(*given, facing))
