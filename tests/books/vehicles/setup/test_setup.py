"""Rolling off, setting up, stealing the first turn, and the order of turns."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.books.vehicles.table import table
from tests.kit.position import Turning
from tests.kit.script import By, a, b
from warbook import load_book
from warbook.books.vehicles.setup.scenarios import scenario_flaws
from warbook.books.vehicles.setup.zones import zone_of
from warbook.books.vehicles.state import Battle
from warbook.core.questions import Choose, Refused

FORCES = ("marine_patrol", "guard_patrol")


def battle(scenario: str = "annihilation_toll_post") -> Turning[Battle]:
    book = load_book("vehicles")
    setup = book.setup(scenario, FORCES, {})
    return Turning(book, book.muster(setup))


def set_up(game: Turning[Battle], first: str = "a") -> Turning[Battle]:
    second = "b" if first == "a" else "a"
    return game.play(
        By(first, "first"), By(first, "south"), By(first, "rest"), By(second, "rest"),
        dice="6 1" if first == "a" else "1 6",
    )  # fmt: skip


@pytest.mark.rule("veh.P1", "veh.P1.roll-off")
def test_the_winner_of_the_roll_off_chooses_and_equal_dice_are_rolled_again() -> None:
    game = battle().play(b("second"), a("north"), dice="3 3 2 5")
    assert game.battle.first == "a"
    assert game.battle.zones == {"a": "north", "b": "south"}
    assert (game.battle.phase, game.battle.side) == ("deploy", "a")


@pytest.mark.rule("veh.P1")
def test_who_is_to_go_first_sets_up_first_and_whole() -> None:
    game = set_up(battle(), "b")
    assert all(vehicle.place == "table" for vehicle in game.battle.vehicles)
    asked = [side for side, question in game.asked if question.text == "Set up: what next?"]
    assert asked == ["b", "a"]


@pytest.mark.rule("veh.P1")
def test_nobody_is_set_up_outside_his_zone() -> None:
    game = battle().play(a("first"), a("south"), dice="6 1")
    zone = zone_of(game.battle, "a")
    name = game.battle.vehicles[0].id
    with pytest.raises(Refused, match="set up in the south"):
        game.play(a(name), a((24.0, zone.north - 1.0)))
    game.play(a(name), a((24.0, zone.north - 2.5)))
    assert game.battle.vehicles[0].y == zone.north - 2.5


@pytest.mark.rule("veh.V93")
def test_a_squad_begins_aboard_as_its_force_says_or_on_foot() -> None:
    game = battle().play(a("first"), a("south"), dice="6 1")
    squad = next(unit for unit in game.battle.units if unit.side == "a" and unit.aboard)
    ride = squad.aboard
    game.play(a(f"{squad.id}@"))
    assert squad.aboard == ""
    squad = game.battle.unit(squad.id)
    game.play(a(f"{squad.id}@{ride}"))
    assert game.battle.unit(squad.id).aboard == ride


@pytest.mark.rule("veh.P1.steal")
@pytest.mark.parametrize(("die", "first"), [("5", "a"), ("6", "b")])
def test_who_goes_second_steals_the_first_turn_on_a_6(die: str, first: str) -> None:
    game = set_up(battle()).play().play(b("try"), dice=die)
    assert (game.battle.turn, game.battle.side, game.battle.first) == (1, first, first)


@pytest.mark.rule("veh.P1.steal")
def test_the_chance_to_steal_it_is_told_before_the_die() -> None:
    question = set_up(battle()).play().question()
    assert isinstance(question, Choose)
    steal, leave = question.options
    assert steal.preview is not None and leave.preview is None
    told = steal.preview()
    assert told.need == "6+"
    assert told.outcomes == (("goes second", Fraction(5, 6)), ("goes first", Fraction(1, 6)))


@pytest.mark.rule("veh.P1.steal")
def test_he_need_not_try() -> None:
    game = set_up(battle()).play().play(b("leave"))
    assert game.battle.first == "a"


@pytest.mark.rule("veh.S2")
def test_in_a_breakthrough_the_attacker_goes_first_and_the_defender_sets_up_first() -> None:
    game = battle("breakthrough").play(a("attack"), dice="6 1")
    assert (game.battle.attacker, game.battle.first, game.battle.side) == ("a", "a", "b")
    attack, defend = zone_of(game.battle, "a"), zone_of(game.battle, "b")
    assert (attack.north, defend.south) == (12.0, 24.0)


@pytest.mark.rule("veh.S2")
def test_markers_lie_12_inches_from_the_edges_and_from_each_other() -> None:
    game = battle("seize_ground").play(a("first"), a("south-west"), dice="6 1")
    with pytest.raises(Refused, match="12 inches from every edge"):
        game.play(a((30.0, 11.9)), dice="1")
    game = battle("seize_ground").play(a("first"), a("south-west"), dice="6 1")
    with pytest.raises(Refused, match="12 inches from each other"):
        game.play(a((30.0, 12.1)), b((41.9, 12.1)), dice="1")


def test_nobody_has_points_to_begin_with() -> None:
    assert battle().battle.points == {"a": 0, "b": 0}


@pytest.mark.parametrize(("depth", "small"), [(36.0, False), (35.9, True)])
def test_a_table_is_36_inches_or_more_either_way(depth: float, small: bool) -> None:
    for size in ((48.0, depth), (depth, 48.0)):
        scenario = table("rhino R (10,10)", size=size).battle.setup.scenario
        assert any("at least 36 x 36" in flaw.words for flaw in scenario_flaws(scenario)) is small
