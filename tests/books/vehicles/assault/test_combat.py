"""Troops against troops."""

from itertools import groupby

import pytest

from tests.books.vehicles.table import Position, table
from tests.kit.script import a, b
from warbook.board.geometry import Spot
from warbook.books.vehicles.assault.combat import fight_round
from warbook.books.vehicles.assault.result import conclude
from warbook.books.vehicles.assault.turn import assault_step
from warbook.core.events import Rolled
from warbook.core.questions import Form, Refusal, Refused

STAY = a(dict.fromkeys(("A1", "A2", "A3"), "stay"))


def thrown(game: Position, rule: str) -> list[tuple[int | None, int]]:
    """What was needed and how many dice, for each handful that one piece threw for the rule."""
    rolls = [event for event in game.events if isinstance(event, Rolled)]
    handfuls = groupby(rolls, key=lambda roll: (roll.rule, roll.by, roll.need))
    return [(need, len(list(dice))) for (why, _, need), dice in handfuls if why == rule]


def faces(game: Position, rule: str) -> list[int]:
    return [count for _, count in thrown(game, rule)]


def locked(mine: str, theirs: str, **more) -> Position:
    """Two units in contact, one model of each beside the other."""
    return table(f"{mine} assaulted locked=x  {theirs} locked=A", phase="assault", **more)


KABAL = "kabalite_warriors A (10,10) (10,11.1) (10,12.2)"
GUARD = "guardians x (11.02,10) (11.02,11.1) (11.02,12.2)"


@pytest.mark.rule("veh.P12")
def test_the_assaulted_are_locked_and_come_to_meet_it():
    game = table("kabalite_warriors A (10,10) models=2  guardians x (16,10) (16,13)", phase="assault")
    game.does(assault_step, a("A"), a("x"))
    assert game["A"].locked == ("x",) and game["x"].locked == ("A",)
    assert game.places("x")[0] == (16.0, 10.0) and game.places("x")[1][1] < 12.0  # he joins


@pytest.mark.rule("veh.P12")
def test_who_is_in_contact_with_another_stays_there_when_his_unit_is_assaulted():
    game = table(
        "tactical_squad A (10,10) models=1 locked=x assaulted  tactical_squad B (16.5,10) models=1  "
        "guard_squad x (11,10) (12.5,10) (13.5,10) (11,11.5) models=4 locked=A",
        phase="assault",
    )
    game.does(assault_step, a("B"), a("x"))
    assert game["x"].locked == ("A", "B")
    assert game.places("x")[0] == (11.0, 10.0)


@pytest.mark.rule("veh.P12")
def test_blows_are_struck_in_order_of_initiative_by_those_who_live():
    game = locked(KABAL, GUARD)  # Initiative 5 against 4
    game.does(assault_step, STAY, dice="6 6 6  6 6 6  1 1 1  6")  # all three fall before they strike
    assert game.places("x") == [] and faces(game, "veh.P12.to-hit") == [3]


@pytest.mark.rule("veh.P12")
def test_equal_initiatives_strike_together():
    game = locked("guardians A (10,10) models=1", "guardians x (11.02,10) models=1")
    game.does(assault_step, dice="6 6  6 6  1 1")
    assert game.places("A") == [] and game.places("x") == []


@pytest.mark.rule("veh.P12", "veh.P12.to-hit")
def test_attacks_and_what_they_need():
    game = locked("kabalite_warriors A (10,10) models=1 charged", "guardians x (11.02,10) models=1")
    game.does(assault_step, dice="2 2  3")  # 3+ against a lower WS; 4+ against a higher one
    assert thrown(game, "veh.P12.to-hit") == [(3, 2), (4, 1)]


@pytest.mark.rule("veh.P14.assault")
@pytest.mark.parametrize(("y", "dice"), [(13.0, 2), (13.1, 1)])
def test_who_fights(y, dice):
    game = locked(f"kabalite_warriors A (10,10) (10,{y})", "guardians x (11.02,10) models=1")
    game.does(lambda g: fight_round(g, [game["A"], game["x"]]), dice="1 " * dice + "1")
    assert faces(game, "veh.P12.to-hit") == [dice, 1]


@pytest.mark.rule("veh.P14.assault")
@pytest.mark.parametrize(("unit", "order"), [("guardians", [1, 2]), ("tactical_squad", [2, 1])])
def test_who_came_through_difficult_ground_strikes_last_without_frag_grenades(unit, order):
    kinds = 1 if unit == "tactical_squad" else 0
    game = locked(
        f"{unit} A (10,10) models=1 kinds={kinds} charged through_difficult",
        "guard_squad x (11.02,10) models=1 kinds=1",
    )
    game.does(assault_step, dice="1 1 1")
    assert faces(game, "veh.P12.to-hit") == order


@pytest.mark.rule("veh.P14.two-weapons", "veh.P14.assault")
def test_a_fist_strikes_last_and_gives_no_extra_attack():
    game = locked("ork_boyz A (10,10) models=1 kinds=0", "guard_squad x (11.02,10) models=1 kinds=1")
    question = game.tries(assault_step)
    assert isinstance(question, Form) and question.kind == "weapons"
    abouts = {option.id: option.about.dice for option in question.parts["0"].options}
    assert abouts == {"power_klaw": 3, "ccw": 3}  # A 3, and slugga and klaw are no pair
    game = locked("ork_boyz A (10,10) models=1 kinds=0", "guard_squad x (11.02,10) models=1 kinds=1")
    game.does(assault_step, a("power_klaw"), dice="1  1 1 1")
    assert faces(game, "veh.P12.to-hit") == [1, 3]


@pytest.mark.rule("veh.P14.two-weapons")
def test_pistol_and_blade_give_an_attack_more():
    game = locked("ork_boyz A (10,10) models=1 kinds=1", "guard_squad x (11.02,10) models=1 kinds=1")
    game.does(assault_step, dice="1  1 1 1")  # Initiative 3 first, then A 2 and one more
    assert faces(game, "veh.P12.to-hit") == [1, 3]


@pytest.mark.rule("veh.P7")
def test_a_power_weapon_leaves_no_armour_save():
    game = locked(
        "terminator_squad A (10,10) models=1 kinds=0", "tactical_squad x (11.32,10) models=1 kinds=1"
    )
    game.does(assault_step, a("stay"), dice="4 1  4  1  3")  # a wound that armour does not save from
    assert game.places("x") == []


@pytest.mark.rule("veh.P7.ground")
def test_who_has_gone_to_ground_fights_but_has_no_cover_from_blows():
    game = locked(
        "ork_boyz A (10,10) models=1 kinds=1", "ork_boyz x (11.02,10) models=1 kinds=0 grounded_until=2"
    )
    question = game.tries(assault_step)
    assert question.kind == "weapons"  # the nob strikes too
    game = locked(
        "ork_boyz A (10,10) models=1 kinds=0", "guard_squad x (11.02,10) models=1 kinds=1 grounded_until=2"
    )
    game.does(assault_step, a("power_klaw"), a("stay"), dice="1  4 1 1  2  1")
    assert game.places("x") == [] and not game.rolled("veh.P7.cover")


@pytest.mark.rule("veh.P12", "veh.P8")
@pytest.mark.parametrize(("roll", "stands"), [("3 4", True), ("4 4", False)])
def test_the_loser_tests_at_one_less_for_each_point(roll, stands):
    game = locked(KABAL, GUARD)  # Ld 8, one lost: 7
    tail = "" if stands else " 1 6  2 1  1"  # the sweep fails, 1 + 5 against 6 + 4; they run 3 inches
    game.does(assault_step, b("usual"), *([] if stands else [STAY]), dice=f"6 1 1  6  1  1 1  {roll}{tail}")
    assert game["x"].falling_back is not stands
    assert bool(game["x"].locked) is stands


@pytest.mark.rule("veh.P12")
def test_a_draw_has_no_loser():
    game = locked(KABAL, GUARD)
    game.does(assault_step, dice="1 1 1  1 1 1")
    assert game["x"].locked == ("A",) and not game.rolled("veh.P8")


@pytest.mark.rule("veh.P12.sweep")
@pytest.mark.parametrize(("roll", "caught"), [("3 4", True), ("2 4", False)])
def test_a_sweeping_advance_catches_them_on_an_equal_total(roll, caught):
    game = locked(KABAL, GUARD)
    tail = "1" if caught else "3 3 1"
    game.does(assault_step, b("usual"), STAY, dice=f"6 1 1  6  1  1 1  6 6  {roll}  {tail}")
    assert (game.places("x") == []) is caught
    assert game["x"].falling_back is not caught


@pytest.mark.rule("veh.P12.consolidate")
def test_winners_with_nobody_left_consolidate_but_not_into_contact():
    game = table(
        "kabalite_warriors A (10,10) models=1 assaulted locked=x  guardians x (11.02,10) models=1 locked=A  "
        "guardians y (15,10) models=1",
        phase="assault",
    )
    question = game.tries(assault_step, dice="6 6 1  4")
    assert question.kind == "consolidate"
    route = question.parts["A1"]
    here = Spot(10.0, 10.0)
    for end, allowed in (((12.99, 10), True), ((13.1, 10), False), ((12, 13.4), True), ((12, 13.6), False)):
        assert isinstance(route.judge((here, Spot(*map(float, end)))), Refusal) is not allowed


@pytest.mark.rule("veh.P12.consolidate")
def test_each_of_them_goes_where_its_owner_likes_and_all_stay_together():
    game = locked("kabalite_warriors A (10,10) (10,11.5)", "guardians x (11.02,10) models=1")
    game.does(assault_step, a({"A1": (8.5, 12.7), "A2": (9, 15.3)}), dice="6 6 6 6 1 1  4")
    assert game.places("A") == [(8.5, 12.7), (9.0, 15.3)]
    game = locked("kabalite_warriors A (10,10) (10,11.5)", "guardians x (11.02,10) models=1")
    with pytest.raises(Refused):
        game.does(assault_step, a({"A1": (8.5, 12.3), "A2": (9, 15.3)}), dice="6 6 6 6 1 1  4")


@pytest.mark.rule("veh.P12.consolidate")
def test_those_still_fighting_pile_in():
    game = locked("kabalite_warriors A (10,10) (10,14)", "guardians x (11.02,10) models=1")
    game.does(assault_step, dice="1  1")
    assert game.places("A")[1][1] < 12.0


@pytest.mark.rule("veh.P1", "veh.P12")
def test_combats_are_fought_in_the_enemy_turn_too():
    game = locked(KABAL, GUARD, side="b")
    game.does(assault_step, dice="1 1 1  1 1 1")
    assert faces(game, "veh.P12.to-hit") == [3, 3] and assault_step(game.game) is False


@pytest.mark.rule("veh.P12")
def test_he_whose_turn_it_is_says_which_combat_is_next():
    game = table(
        "guardians A (10,10) models=1 assaulted locked=x  guardians x (11.02,10) models=1 locked=A  "
        "guardians B (30,10) models=1 assaulted locked=y  guardians y (31.02,10) models=1 locked=B",
        phase="assault", side="b",
    )  # fmt: skip
    game.does(assault_step, b("1"), dice="1 1")
    assert game["B"].fought and not game["A"].fought
    game.does(assault_step, dice="1 1")
    assert assault_step(game.game) is False


@pytest.mark.rule("veh.P8.caught")
@pytest.mark.parametrize(("roll", "stands"), [("4 4", True), ("4 5", False)])
def test_who_is_assaulted_as_he_runs_turns_or_is_destroyed(roll, stands):
    game = table(
        "kabalite_warriors A (10,10) models=1  guardians x (14,10) models=1 falling_back", phase="assault"
    )
    game.does(
        assault_step, a("A"), a("x"), *([] if stands else [a("stay")]), dice=roll + ("" if stands else " 2")
    )
    assert (game["A"].locked == ("x",)) is stands
    assert bool(game.places("x")) is stands and not game["x"].falling_back


@pytest.mark.rule("veh.P12")
def test_two_units_against_one_are_one_combat():
    game = table(
        "guardians A (10,10) models=1 assaulted locked=x  "
        "guardians B (12.04,10) models=1 assaulted locked=x  "
        "guardians x (11.02,10) models=1 locked=A+B",
        phase="assault",
    )
    game.does(assault_step, b("B"), dice="1 1 1")
    assert game["A"].fought and game["B"].fought


@pytest.mark.rule("veh.P12.sweep")
def test_who_has_others_to_fight_does_not_pursue():
    game = table(
        "kabalite_warriors A (10,10) models=1 locked=x+y  guardians x (11.02,10) models=1 locked=A  "
        "guardians y (8.98,10) models=1 locked=A",
        phase="assault",
    )
    pieces = [game["A"], game["x"], game["y"]]
    game.does(lambda g: conclude(g, pieces, {"a": 1, "b": 0}), dice="6 6  1 1  1 1")
    assert game["x"].falling_back and not game["y"].falling_back and not game.rolled("veh.P12.sweep")


def test_the_preview_tells_how_many_fall():
    game = table("kabalite_warriors A (10,10) models=1  guardians x (14,10) models=1", phase="assault")
    preview = game.tries(assault_step, a("A")).options[0].preview()
    one = 2 / 3 * 1 / 2 * 2 / 3
    assert dict(preview.outcomes)["0 lost"] == pytest.approx((1 - one) ** 2)


@pytest.mark.rule("veh.assault.select")
def test_in_the_list_of_assaulters_each_has_the_enemy_it_hurts_most():
    text = (
        "kabalite_warriors A (10,10) models=2  guardians x (14,10) models=1  land_raider v (10,16) facing=0"
    )
    game = table(text, phase="assault")
    best = game.tries(assault_step).options[0].preview()
    there = next(option for option in game.tries(assault_step, a("A")).options if option.id == "x").preview()
    assert best.outcomes == there.outcomes and best.headline == f"x: {there.headline}"
