"""Where blasts come down, and what they do to the vehicle they were aimed at."""

from __future__ import annotations

from fractions import Fraction
from math import cos, hypot, pi, sin

import pytest

from tests.books.vehicles.thrown import noted, thrown
from warbook.books.vehicles.army.data import vehicles
from warbook.books.vehicles.damage.dice import Armour, Strike, Struck
from warbook.books.vehicles.odds.oddsbook import QUESTIONS
from warbook.books.vehicles.shooting.blast_dice import (
    LARGE,
    SMALL,
    STAYS,
    Drift,
    Landing,
    Ray,
    Shelled,
    Shelling,
    halved,
    landing,
    rays,
    scatter,
    shell,
)
from warbook.books.vehicles.shooting.salvo_dice import caught

HULL = 4.5, 3.0
AROUND = rays(*HULL, LARGE, 13, 11, 10)


@pytest.mark.rule("veh.P10.scatter", "veh.V83")
def test_scatter():
    assert thrown(scatter, "5", 3) == thrown(scatter, "6", 3) == Drift()
    assert thrown(scatter, "4 12 6 4", 3) == Drift(11, 7)
    assert thrown(scatter, "1 1 1 1", 3) == Drift() == thrown(scatter, "1 7 1 2", 3)
    assert thrown(scatter, "1 7 1 3", 3) == Drift(6, 1)
    assert thrown(scatter, "1 7 1 1", 0) == Drift(6, 2)
    assert noted(scatter, "1 7 1 1", 0) == [
        ("veh.P10", 5, 1),
        ("veh.V83", None, 1),
        ("veh.P10.scatter", None, 2),
    ]
    odds = scatter.odds(2)
    assert odds.chance(Drift()) == Fraction(1, 3) + Fraction(2, 3) / 36
    assert odds.chance(Drift(4, 5)) == Fraction(2, 3) / 12 / 6


@pytest.mark.rule("veh.target.blast-off-hull", "veh.V24", "veh.V84")
def test_the_hours_round_a_hull():
    """A hull of 4.5 by 3: straight ahead the hole is on it to 2.25 inches, and the marker to 4.75."""
    assert AROUND[0] == Ray(2, 4, (13, 13)) and AROUND[6] == Ray(2, 4, (10, 10))
    assert AROUND[3] == AROUND[9] == Ray(1, 3, (11, 11))
    # the corner lies at 33.7 degrees from the front: one o'clock is still the front, two the side
    assert [set(AROUND[hour].avs) for hour in (1, 2, 4, 5)] == [{13}, {11}, {11}, {10}]


@pytest.mark.rule("veh.V84")
def test_the_edge_is_on_the_hull_and_a_mere_touch_is_no_hit():
    square = rays(4.0, 4.0, 2.0, 12, 12, 10)
    assert square[0] == Ray(2, 3, (12,))  # at 2 on the very edge; at 4 the marker only touches
    assert rays(4.0, 4.0, 2.1, 12, 12, 10)[0] == Ray(2, 4, (12, 12))
    assert rays(3.9, 4.0, 2.0, 12, 12, 10)[0] == Ray(1, 3, (12, 12))


@pytest.mark.rule("veh.V84")
def test_the_higher_armour_on_the_line_between_two_arcs():
    corner = rays(2 * 3**0.5, 2.0, LARGE, 11, 13, 10)  # its corners at one, five, seven and eleven o'clock
    assert [set(corner[hour].avs) for hour in (0, 1, 2, 5, 6, 7, 11)] == [
        {av} for av in (11, 13, 13, 13, 10, 13, 13)
    ]


@pytest.mark.parametrize("radius", [SMALL, LARGE])
@pytest.mark.parametrize("kind", vehicles().values(), ids=lambda kind: kind.id)
@pytest.mark.parametrize("aim", [(0.0, 0.0), (-0.9, 0.7)])
def test_the_rays_of_every_vehicle_beside_a_twin(kind, radius, aim):
    found = rays(kind.length, kind.width, radius, 12, 11, 10, aim)
    for hour, ray in enumerate(found):
        for inches in range(13):
            x, y = aim[0] + inches * cos(hour * pi / 6), aim[1] + inches * sin(hour * pi / 6)
            if ray.on_hull < inches <= ray.over_hull:
                share = abs(x) / kind.length - abs(y) / kind.width
                side = 11 if share < 0 else 12 if x > 0 else 10
                assert abs(share) < 1e-9 or ray.avs[inches - ray.on_hull - 1] == side
            off = hypot(max(0.0, abs(x) - kind.length / 2), max(0.0, abs(y) - kind.width / 2))
            assert (inches <= ray.on_hull) == (off < 1e-9)
            assert (inches <= ray.over_hull) == (off < radius - 1e-9)


@pytest.mark.rule("veh.target.blast-place")
def test_where_the_hole_comes_to_lie():
    assert thrown(landing, "6", 4, AROUND) == Landing("on-hull")
    assert thrown(landing, "1 1 3 3", 4, AROUND) == Landing("on-hull")  # 2 inches ahead
    assert thrown(landing, "1 1 3 4", 4, AROUND) == Landing("off-hull", 13)
    assert thrown(landing, "1 7 3 5", 4, AROUND) == Landing("off-hull", 10)
    assert thrown(landing, "1 7 4 5", 4, AROUND) == Landing("miss")


@pytest.mark.rule("veh.target.blast-on-hull", "veh.target.blast-off-hull")
def test_full_strength_on_the_hull_and_half_beside_it():
    at = Shelling(Strike(9, "highest", -1), Armour(13, cover=5), AROUND)
    assert halved(Strike(9, "highest")) == Strike(4, "highest") and halved(Strike(8)) == Strike(4)
    assert thrown(shell, "6 4 1 4 6", 4, at) == Shelled("on-hull", Struck("glancing", total=3))
    assert thrown(shell, "6 4 1 5", 4, at) == Shelled("on-hull", Struck("glancing", saved=True))
    assert thrown(shell, "1 7 3 5 6 6 4 6", 4, at) == Shelled("off-hull", Struck("glancing", total=3))
    assert thrown(shell, "1 1 3 4 6 6", 4, at) == Shelled("off-hull", Struck("none"))  # 4 + 6 is below 13
    assert thrown(shell, "1 7 6 6", 4, at) == Shelled("miss")


@pytest.mark.rule("veh.target.blast-barrage-side", "veh.V23")
def test_a_barrage_strikes_the_side_wherever_it_comes_from_and_comes_down():
    """A Chimera has 12/10/10: S 9 off its hull is S 4, which cannot hurt its front."""
    question = QUESTIONS["blast"]
    given = {**question.defaults, "weapon": "earthshaker", "vehicle": "chimera", "bs": 3}
    barrages = [
        question.answer(**{**given, "barrage": 1, "facing": side}) for side in ("front", "side", "rear")
    ]
    assert barrages[0] == barrages[1] == barrages[2]
    direct = question.answer(**given)
    assert (
        direct.also == barrages[0].also and direct.outcomes["no-effect"] > barrages[0].outcomes["no-effect"]
    )
    blind = question.answer(**{**given, "barrage": 1, "sight": 0})
    assert blind.outcomes["miss"] > barrages[0].outcomes["miss"]


@pytest.mark.rule("veh.P13")
def test_what_ignores_cover_leaves_no_save():
    question = QUESTIONS["blast"]
    given = {**question.defaults, "weapon": "whirlwind_castellan", "vehicle": "trukk", "bs": 4}
    assert question.answer(**{**given, "cover": 2}) == question.answer(**given)


@pytest.mark.rule("veh.P10.scatter", "veh.V83")
def test_how_many_a_blast_lies_on_where_it_stays_and_where_it_drifts():
    """With BS 4: a 5 or 6 or up to 4 on 2D6 and it stays, on seven models; else by hour and inches."""
    drifts = tuple(tuple(100 * hour + inches for inches in range(1, 13)) for hour in range(1, 13))
    found = caught.odds(4, 7, drifts)
    arrow = 1 - Fraction(sum(die >= STAYS for die in range(1, 7)), 6)
    assert found.chance(7) == 1 - arrow * Fraction(30, 36)
    assert found.chance(101) == found.chance(1201) == arrow * Fraction(4, 36) / 12
    assert found.chance(308) == arrow * Fraction(1, 36) / 12
