"""Sight lines of all of a unit to all of another at once, against one figure looking at one."""

from __future__ import annotations

from itertools import product
from math import inf

import pytest

from tests.books.arap.table import table
from warbook.board.geometry import Spot, distance, point_to_segment
from warbook.books.arap.field.bodies import body, gaps_between, units_apart
from warbook.books.arap.field.near import gaps_from
from warbook.books.arap.field.sight import (
    WIDEST,
    can_bear,
    eye,
    lines,
    may_fire_past,
    sees_within,
    share_open,
    sights,
    target_body,
    unit_sees,
)
from warbook.books.arap.shooting.looking import sighted
from warbook.books.arap.state import Battle, Figure

CROWDED = (
    "marine A (10,10) models=6   marine B (16,10) models=5   ork_brute x (24,10) models=8"
    "   ork_brute y (20,14) models=4   block (18,6) (20,9) h=3"
)


def slowly(battle: Battle, viewer: Figure, target: Figure) -> float:
    """As the rules say it: past terrain and whoever stands near the line; of one's own unit past one."""
    look, whole = eye(battle, viewer), target_body(battle, target)
    ends = (viewer.x, viewer.y), (target.x, target.y)
    others = [
        each
        for each in battle.figures
        if each.place == "table"
        and each is not viewer
        and each is not target
        and point_to_segment(each.x, each.y, *ends) < WIDEST
    ]

    def past(those: list[Figure]) -> float:
        return sights(battle).fraction(look, whole, [body(battle, each) for each in those])

    seen = past(others)
    if seen > 0.0:
        return seen
    comrades = [each for each in others if each.unit == viewer.unit and may_fire_past(battle, viewer, each)]
    return max((past([each for each in others if each is not one]) for one in comrades), default=0.0)


def pairs(battle: Battle, one: str, other: str) -> dict[tuple[str, str], float]:
    found = lines(battle, one, other)
    return {
        (viewer.id, target.id): found.share(viewer.id, target.id)
        for viewer in battle.standing(battle.unit(one))
        for target in battle.standing(battle.unit(other))
    }


def test_lines_of_a_unit_are_those_of_its_figures() -> None:
    battle = table(CROWDED).battle
    found: dict[tuple[str, str], float] = {}
    for one, other in ("Ax", "Ay", "Bx", "By"):
        found |= pairs(battle, one, other)
    wanted = {
        (viewer.id, target.id): slowly(battle, viewer, target)
        for viewer in battle.figures
        for target in battle.figures
        if viewer.unit in ("A", "B") and target.unit in ("x", "y")
    }
    assert found == wanted
    assert {0.0, 1.0} < set(found.values())  # hidden, plain and in between


def test_a_unit_sees_another_if_anybody_of_it_sees_anybody() -> None:
    """Looked at until the first is seen; of those behind the block nobody."""
    battle = table(CROWDED + "   ork_brute z (40,30)   block (36,15) (38,44) h=6").battle
    for one, other in product("AB", "xyz"):
        wanted = any(share > 0.0 for share in pairs(battle, one, other).values())
        assert unit_sees(battle, battle.unit(one), battle.unit(other)) == wanted
    seen = {unit_sees(battle, battle.unit(one), battle.unit(other)) for one, other in product("AB", "xyz")}
    assert seen == {True, False}


def test_gaps_between_units_are_those_between_their_nearest_figures() -> None:
    battle = table(CROWDED).battle
    for one, other in product("ABxy", repeat=2):
        first, second = battle.unit(one), battle.unit(other)
        gaps = [[distance(a, b) for b in battle.standing(second)] for a in battle.standing(first)]
        assert gaps_between(battle, first, second).tolist() == gaps
        assert units_apart(battle, first, second) == min(map(min, gaps))
    for figure in list(battle.standing(battle.unit("y"))):
        figure.place = "out"
    assert units_apart(battle, battle.unit("A"), battle.unit("y")) == inf


def test_gaps_from_a_place_are_those_to_the_nearest_figure_of_each_unit() -> None:
    """Also after one has gone from the table, and after one has gone over to another unit."""
    battle = table(CROWDED).battle
    for spot in (Spot(0.0, 0.0), Spot(17.5, 11.0, 3.0)):
        for change in range(3):
            if change == 1:
                battle.figures[-1].place = "out"
            elif change == 2:
                battle.figures[1].unit = battle.figures[-2].unit
            wanted = {
                unit.id: min(distance(spot, figure) for figure in battle.standing(unit))
                for unit in battle.on_table()
            }
            assert gaps_from(battle, spot) == pytest.approx(wanted)


def test_what_was_seen_is_forgotten_when_somebody_moves() -> None:
    game = table("marine A (10,10)   ork_brute x (20,10)   block (14,14) (16,16) h=5")
    battle = game.battle
    viewer, target = battle.standing(game["A"])[0], battle.standing(game["x"])[0]
    assert share_open(battle, viewer, target) == 1.0
    viewer.x, viewer.y, target.x, target.y = 12.0, 15.0, 18.0, 15.0
    assert share_open(battle, viewer, target) == 0.0
    viewer.x, viewer.y, target.x, target.y = 10.0, 10.0, 20.0, 10.0
    assert share_open(battle, viewer, target) == 1.0


def test_a_battle_gone_back_to_sees_what_stands_there_now_and_not_who_has_moved_on() -> None:
    """Undo and a step that is run again come back to where all stood before, with other figures."""
    game = table(CROWDED)
    back = game.game.fork().battle
    lines(game.battle, "A", "x")
    for figure in game.battle.figures:
        figure.x, figure.y = figure.x + 9.0, figure.y + 7.0
    found = pairs(back, "B", "y")
    assert found == {
        (one.id, two.id): slowly(back, one, two)
        for one in back.standing(back.unit("B"))
        for two in back.standing(back.unit("y"))
    }


def test_who_is_seen_near_is_seen_and_near() -> None:
    battle = table(CROWDED).battle
    for one, other in ("Ax", "Ay", "Bx", "By", "xA"):
        unit, enemy = battle.unit(one), battle.unit(other)
        seen = [
            distance(viewer, target)
            for viewer in battle.standing(unit)
            for target in battle.standing(enemy)
            if slowly(battle, viewer, target) > 0.0
        ]
        nearest = min(seen, default=inf)
        assert not sees_within(battle, unit, enemy, nearest - 0.1)
        assert nearest == inf or sees_within(battle, unit, enemy, nearest + 0.1)


def test_who_bears_on_whom_is_as_one_by_one() -> None:
    battle = table(CROWDED).battle
    for number, figure in enumerate(battle.figures):
        figure.facing = 47.0 * number % 360.0
    for one, other in ("Ax", "Ay", "Bx", "yB"):
        unit, enemy = battle.unit(one), battle.unit(other)
        found = sighted(battle, unit, enemy)
        wanted = [
            [
                can_bear(battle, viewer, target.spot) and slowly(battle, viewer, target) > 0.0
                for target in battle.standing(enemy)
            ]
            for viewer in battle.standing(unit)
        ]
        assert found.tolist() == wanted
    assert any(not each for row in wanted for each in row)
