"""What is known of a battle while nobody changes it, and that it is known no longer."""

from __future__ import annotations

import pytest

from tests.books.arap.table import table
from warbook import load_book
from warbook.books.arap.field.bodies import units_apart
from warbook.books.arap.field.sight import share_open
from warbook.books.arap.state import at_rest, known_at_rest


def test_what_was_known_at_rest_is_forgotten_with_it() -> None:
    game = table("marine A (10,10) models=3   ork_brute x (20,10)")
    battle, unit, enemy = game.battle, game["A"], game["x"]
    with at_rest(battle):
        before = battle.standing(unit)
        assert battle.standing(unit) is before
        apart = units_apart(battle, unit, enemy)
    battle.standing(enemy)[0].x += 5.0
    before[0].place = "out"
    assert len(battle.standing(unit)) == len(battle.members(unit)) == 2
    assert units_apart(battle, unit, enemy) == pytest.approx(apart + 5.0)
    with at_rest(battle):
        assert len(battle.standing(unit)) == 2


def test_another_battle_is_not_at_rest_with_it() -> None:
    one = table("marine A (10,10)   ork_brute x (20,10)").battle
    two = table("marine A (10,10) models=2   ork_brute x (20,10)   block (14,8) (16,12) h=5").battle
    with at_rest(one):
        assert known_at_rest(two) is None
        assert len(one.standing(one.unit("A"))) == 1
        with at_rest(two):
            assert known_at_rest(one) is None
            assert len(two.standing(two.unit("A"))) == 2
            assert share_open(two, two.figures[0], two.standing(two.unit("x"))[0]) == 0.0
        assert share_open(one, one.figures[0], one.standing(one.unit("x"))[0]) == 1.0


def test_a_fault_ends_the_rest() -> None:
    battle = table("marine A (10,10)").battle
    with pytest.raises(KeyError), at_rest(battle):
        battle.unit("nobody")
    assert known_at_rest(battle) is None


def test_figures_are_found_in_whatever_row_they_stand() -> None:
    battle = table("marine A (10,10) models=3   ork_brute x (20,10)").battle
    assert [battle.figure(each.id) for each in battle.figures] == battle.figures
    battle.figures.reverse()
    assert [battle.figure(each.id).id for each in battle.figures] == [each.id for each in battle.figures]
    with pytest.raises(KeyError):
        battle.figure("A")
    with pytest.raises(KeyError):
        battle.unit("A1")


def test_figures_that_are_alike_are_of_one_kind() -> None:
    setup = load_book("arap").setup("meeting", ("marine_strike", "marine_strike"), {})
    for one, first in enumerate(setup.likes):
        alike = [two for two, other in enumerate(setup.fighters) if other == setup.fighters[one]]
        assert first == alike[0]
    assert len(set(setup.likes)) < len(setup.fighters) / 2
