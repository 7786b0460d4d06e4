"""Activation: who is tried, with how many dice, points, busts, and what points are spent on."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.books.arap.table import Position, table, why
from tests.kit.script import a
from warbook.books.arap.activation.able import may_try
from warbook.books.arap.activation.choosing import dice_question
from warbook.books.arap.activation.dice import attempt
from warbook.books.arap.activation.splitting import parts_question
from warbook.books.arap.field.units import value_of
from warbook.books.arap.movement.turn import _option
from warbook.books.arap.state import Acting
from warbook.core.questions import Refusal, Refused

FIVE = """
    human_trooper A (10,10)  human_trooper B (10,20)  human_trooper C (10,30)
    human_trooper D (20,10)  human_trooper E (20,20)  marine x (60,40)
"""


def top(game: Position) -> Acting:
    frame = game.battle.stack[-1]
    assert isinstance(frame, Acting)
    return frame


@pytest.mark.rule("arap.turn.activation-value")
@pytest.mark.parametrize(("i", "value"), [(0, 3), (1, 3), (2, 3), (3, 3), (4, 4), (5, 5), (8, 5)])
def test_the_activation_value_is_three_to_five(i, value):
    game = table(f"human_trooper A (10,10) i={i}")
    assert value_of(game.battle, game["A"]) == value


@pytest.mark.rule("arap.turn.activation-dice", "arap.turn.action-points")
@pytest.mark.parametrize(
    ("i", "dice", "points"), [(3, "1 3 5", 2), (5, "5 6", 1), (4, "5", 0), (4, "2 4 6", 2), (9, "6", 0)]
)
def test_each_success_is_a_point(i, dice, points):
    game = table(f"human_trooper A (10,10) i={i}   marine x (60,40)", pick_ups=False)
    game.play(a("A"), a(str(len(dice.split()))), dice=dice)
    assert top(game).points == points


@pytest.mark.rule("arap.turn.activation-six")
def test_a_six_always_fails():
    game = table("human_trooper A (10,10) i=9   marine x (60,40)", pick_ups=False)
    assert top(game.play(a("A"), a("3"), dice="6 6 5")).points == 1


@pytest.mark.rule("arap.turn.activation-attempts")
def test_a_unit_is_tried_once():
    game = table(FIVE, pick_ups=False).play(a("A"), a("1"), dice="6")
    game.play()
    assert why(game.option("A").barred).rule == "arap.turn.activation-attempts"
    assert why(may_try(game.battle, game["A"])).rule == "arap.turn.activation-attempts"


@pytest.mark.rule("arap.turn.activation-choice", "arap.turn.activation-phase-end", "arap.turn.phases")
def test_units_are_tried_in_any_order_and_need_not_be():
    game = table(FIVE, pick_ups=False)
    game.play(a("C"), a("1"), dice="6").play()
    game.play(a("A"), a("1"), dice="6").play()
    game.play(a("done"))
    assert game.battle.phase == "melee" and not game["B"].tried
    game.until("activation")
    assert game.battle.side == "b"


@pytest.mark.rule("arap.turn.activation-phase-end")
def test_the_phase_ends_when_all_have_been_tried():
    game = table("human_trooper A (10,10)  human_trooper B (10,20)  marine x (60,40)", pick_ups=False)
    game.play(a("A"), a("1"), dice="6").play()
    game.play(a("B"), a("1"), dice="6").play()
    assert game.battle.phase == "activation"
    assert game.play().battle.phase == "melee"


@pytest.mark.rule("arap.turn.bust", "arap.turn.activation-phase-end")
@pytest.mark.parametrize(("dice", "bust"), [("5 6", True), ("5", False), ("4 6", False), ("5 5 5", True)])
def test_two_failures_end_the_turn(dice, bust):
    game = table(FIVE.replace("B (10,20)", "B (10,20) i=4"), pick_ups=False)
    game.play(a("B"), a(str(len(dice.split()))), dice=dice)
    assert top(game).busts == bust
    if dice != "4 6":
        game.play()
        assert (game.battle.busts == 1) == bust
        game.play() if bust else None
        assert (game.battle.phase == "melee") == bust


@pytest.mark.rule("arap.turn.bust-with-success")
def test_one_success_is_used_before_the_bust():
    game = table("human_trooper A (10,10)  human_trooper B (10,20)  marine x (60,40)", pick_ups=False)
    game.play(a("A"), a("3"), dice="2 5 6")
    assert (top(game).points, top(game).busts) == (1, True)
    game.play(a("move"), a((14, 10)))
    assert game.at("A1") == (14, 10) and game.battle.phase == "activation"
    game.play().play()
    assert game.battle.phase == "melee" and not game["B"].tried


@pytest.mark.rule("arap.turn.bust")
@pytest.mark.parametrize(
    ("value", "dice", "bust"),
    [(4, 3, Fraction(7, 27)), (3, 3, Fraction(1, 2)), (3, 2, Fraction(1, 4)), (4, 1, Fraction(0))],
)
def test_the_chance_of_a_bust(value, dice, bust):
    odds = attempt.odds(dice, value, "able", None, "able")
    assert sum(chance for came, chance in odds.items() if came.bust) == bust


@pytest.mark.rule("arap.turn.bust-allowance", "arap.C6")
def test_more_busts_may_be_allowed():
    game = table(FIVE, pick_ups=False, busts_allowed=2)
    game.play(a("A"), a("2"), dice="5 6").play()
    assert game.play(a("B"), a("2"), dice="6 6").play().battle.busts == 2
    assert game.play().battle.phase == "melee"


@pytest.mark.rule("arap.turn.activation-by-unit", "arap.H22")
def test_each_vehicle_is_a_unit_by_itself():
    game = table("truck A (10,10)  truck B (20,10)  truck C (30,10)  marine x (60,40)", vehicles=True)
    assert [option.id for option in game.question().options] == ["A", "B", "C", "done"]
    squadron = table("truck A (10,10) (13,10) (16,10)   marine x (60,40)", vehicles=True)
    assert [option.id for option in squadron.question().options] == ["A", "done"]


@pytest.mark.rule("arap.turn.routers-not-activated", "arap.turn.state-unable", "arap.turn.state-able")
@pytest.mark.parametrize("state", ["routing", "pursuing=x"])
def test_routers_and_pursuers_are_not_able(state):
    game = table(f"human_trooper A (10,10) {state}   human_trooper B (20,20)   marine x (60,40)")
    assert why(game.option("A").barred).rule == "arap.turn.routers-not-activated"
    assert game.option("B").barred is None


@pytest.mark.rule("arap.turn.auto-activation-melee", "arap.turn.state-engaged")
def test_a_locked_unit_makes_no_activation_roll():
    game = table("human_trooper A (10,10) locked=x   human_trooper B (20,20)   marine x (11.5,10) locked=A")
    assert why(game.option("A").barred).rule == "arap.turn.auto-activation-melee"


@pytest.mark.rule("arap.turn.state-active", "arap.turn.finish-unit-first")
def test_a_unit_is_finished_before_the_next():
    game = table(FIVE, pick_ups=False).play(a("A"), a("2"), dice="1 1")
    game.play(a("move"), a((14, 10)))
    question = game.question()
    assert question.kind == "act" and question.piece == "A"
    game.play(a("done")).play()
    assert game.question().kind == "who acts"


@pytest.mark.rule("arap.turn.movement-action")
def test_three_moves_in_succession():
    game = table("human_trooper A (10,10)   marine x (60,40)", pick_ups=False)
    game.play(a("A"), a("3"), dice="1 2 3")
    for x in (14, 18, 22):
        game.play(a("move"), a((x, 10)))
    assert game.at("A1") == (22, 10) and game.figure("A1").gone == pytest.approx(12)


@pytest.mark.rule("arap.turn.action-cost")
def test_dear_actions_need_their_points():
    game = table("human_trooper A (10,10) prone   block (10.6,8) (14,12) h=6   marine x (60,40)")
    assert game.choices("A", 2)["stand up"] is None
    game.figure("A1").prone = False
    assert why(game.choices("A", 1)["climb"]).rule == "arap.turn.action-cost"
    assert game.choices("A", 2)["climb"] is None


@pytest.mark.rule("arap.turn.action-cost-gm")
def test_a_scenario_may_make_moves_dearer():
    from warbook.books.arap.scenario import Dearer

    game = table("human_trooper A (10,10)   marine x (60,40)", scenario={"dearer": (Dearer("move", 1),)})
    assert why(game.choices("A", 1)["move"]).rule == "arap.turn.action-cost"
    game.act("A", "move", (14, 10), points=2)
    assert top(game).points == 0
    poor = {"dearer": (Dearer("swim", 1),)}
    lake = "human_trooper A (10,10)   area (0,0) (30,30) deep-water   marine x (60,40)"
    assert why(table(lake, scenario=poor).choices("A", 1)["swim"]).rule == "arap.turn.action-cost"
    assert table(lake, scenario=poor).choices("A", 1)["move"] is None
    game = table(lake, scenario=poor).act("A", "swim", (13, 10), points=2, dice="5")
    assert game.at("A1") == (13, 10) and top(game).points == 0


@pytest.mark.rule("arap.turn.sole-actions", "arap.C10")
def test_standing_up_is_a_sole_action():
    game = table("human_trooper A (10,10) prone   marine x (60,40)").act("A", "stand up", points=3)
    assert not game.figure("A1").prone and top(game).points == 2
    game.act("A", "move", {"A1": (12, 10), "posture": "prone"})
    assert game.figure("A1").prone
    question = game.question()
    barred = next(option.barred for option in question.options if option.id == "stand up")
    assert why(barred).rule == "arap.turn.sole-actions"


@pytest.mark.rule("arap.turn.action-order")
def test_actions_come_in_any_order():
    shots = "human_trooper A (10,10) weapons=lasgun   marine x (30,10)"
    first = table(shots).act("A", "move", (12, 10), "shoot:x", points=2, dice="6")
    last = table(shots).act("A", "shoot:x", "move", (12, 10), points=2, dice="6")
    for each in (first, last):
        assert each.at("A1") == (12, 10) and len(each.rolled("arap.shooting.to-hit")) == 1
    game = table("human_trooper A (10,10) prone   marine x (60,40)")
    game.act("A", "move", (12, 10), points=2)
    game.act("A", "stand up")
    assert game.at("A1") == (12, 10) and not game.figure("A1").prone


@pytest.mark.rule("arap.turn.split-actions", "arap.C11")
def test_parts_of_a_unit_do_different_things_with_the_same_points():
    game = table("human_trooper A (10,10) (12,10) (14,10)   marine x (60,40)").points("A", 2)
    game.play(a("split"), a({"A3": "go"}))
    assert [frame.unit for frame in game.battle.stack] == ["A", "A-2"]
    assert all(frame.points == 2 for frame in game.battle.stack)
    game.play(a("done")).play()
    game.play(a("move"), a((10, 14))).play(a("move"), a((10, 18)))
    assert game.at("A3") == (14, 10) and game.at("A1") == (10, 18)
    game.play()
    assert {game.figure(name).unit for name in ("A1", "A2")} == {"A"} and game.figure("A3").unit == "A-2"


@pytest.mark.rule("arap.turn.split-actions", "arap.basics.sub-units")
def test_where_most_go_apart_those_who_stay_have_the_new_name_and_their_points():
    game = table("human_trooper A (10,10) (12,10) (14,10)   marine x (60,40)").points("A", 2)
    game.play(a("split"), a({"A1": "go", "A2": "go"}))
    assert [frame.unit for frame in game.battle.stack] == ["A-2", "A"] and game.figure("A3").unit == "A-2"


def test_who_asks_for_the_rest_of_a_split_has_one_go_apart():
    game = table("human_trooper A (10,10) (12,10) (14,10)   marine x (60,40)")
    question = parts_question(game.battle, game.battle.standing(game["A"]))
    assert question.suggested({}) == {"A1": "go", "A2": "stay", "A3": "stay"}
    assert question.suggested({"A1": "stay"}) == {"A1": "stay", "A2": "go", "A3": "stay"}


@pytest.mark.rule("arap.turn.split-actions")
def test_parts_that_stay_together_are_one_unit_again():
    game = table("human_trooper A (10,10) (12,10)   marine x (60,40)").points("A", 1)
    game.play(a("split"), a({"A2": "go"})).play(a("done")).play()
    assert game.figure("A2").unit == "A-2", "while the other part acts"
    game.play(a("done")).play()
    assert game.figure("A2").unit == "A" and not game.battle.members(game["A-2"])
    assert table("human_trooper A (1,1) (3,1)", split_actions=False).choices("A").keys() == {
        "move",
        "tactical",
    }


@pytest.mark.rule("arap.turn.split-actions")
@pytest.mark.parametrize("who", [{"A1": "go", "A2": "go"}, {"A1": "stay", "A2": "stay"}])
def test_it_is_no_split_if_all_go_or_all_stay(who):
    with pytest.raises(Refused, match="somebody goes and somebody stays"):
        table("human_trooper A (10,10) (12,10)   marine x (60,40)").act("A", "split", who)


@pytest.mark.rule("arap.turn.same-action")
def test_who_cannot_take_part_does_nothing_else():
    armed = "human_trooper A (10,10) (10,12) weapons=laspistol   marine x (23,8)"
    game = table(armed).act("A", "move", {"A1": (12, 10), "A2": (10, 12)}, "shoot:x", points=2, dice="6")
    assert len(game.rolled("arap.shooting.to-hit")) == 1, "x is out of range of the second"
    assert game.at("A2") == (10, 12) and game.battle.stack[-1].points == 0
    game = table("human_trooper A (10,10) (12.5,10)   block (9,10.6) (11,14) h=6   marine x (60,40)").points(
        "A", 2
    )
    game.play(a("climb"), a({"A1": "0"}), dice="3")
    assert game.battle.stack[-1].points == 0 and game.at("A2") == (12.5, 10)


@pytest.mark.rule("arap.turn.independent-characters", "arap.H15")
def test_a_character_has_a_roll_of_his_own_until_he_joins():
    game = table("human_trooper A (10,10) (12,10)   human_captain H (18,10) character   marine x (60,40)")
    assert [option.id for option in game.question().options] == ["A", "H", "done"]
    game.act("H", "move", (15, 10)).play()
    assert game.figure("H1").unit == "A"
    assert [option.id for option in game.question().options] == ["A", "done"]


@pytest.mark.rule("arap.turn.independent-characters")
def test_a_character_leaves_by_moving_out():
    game = table("human_trooper A (10,10) (12,10)   human_captain H (15,10) character   marine x (60,40)")
    game.figure("H1").unit = "A"
    game.act("A", "move", {"H1": (19, 10), "only": True})
    assert game.figure("H1").unit == "H" and game.figure("A1").unit == "A"


@pytest.mark.rule("arap.turn.leftover-after-melee", "arap.C7")
def test_points_are_kept_through_the_melee_round_by_who_has_no_opponents_left():
    game = table("human_trooper A (10,10)   marine x (60,40)", phase="melee")
    game["A"].kept = 2
    game.play().play()
    assert top(game).why == "leftover" and top(game).points == 2
    locked = table("human_trooper A (10,10) locked=x   marine x (11.5,10) locked=A", phase="melee")
    locked["A"].kept = 2
    locked["A"].fought = locked["x"].fought = True
    assert locked.play().battle.phase == "leftover" and locked["A"].kept == 0


@pytest.mark.rule("arap.turn.leftover-after-melee", "arap.C7")
def test_points_left_after_the_melee_round_are_not_kept_once_more():
    """Who Charges with them is locked until the next round: what is left is lost."""
    text = "human_trooper A (10,10) locked=x   marine x (11.5,10) locked=A"
    game = table(text, phase="leftover")
    game.battle.stack.append(Acting("A", "leftover", 1))
    game.play()
    assert game.battle.stack == [] and game["A"].kept == 0


@pytest.mark.rule("arap.C7", "arap.turn.finish-unit-first")
def test_points_that_are_not_spent_are_lost():
    game = table(FIVE, pick_ups=False).play(a("A"), a("2"), dice="1 1").play(a("done")).play()
    assert game.battle.stack == [] and game["A"].kept == 0


@pytest.mark.rule("arap.C17", "arap.C7")
def test_the_points_of_who_has_begun_to_pursue_are_lost():
    game = table("human_trooper A (10,10) pursuing=x   marine x (60,40) routing").points("A", 2)
    game.play()
    assert game.battle.stack == [] and game["A"].kept == 0


@pytest.mark.rule("arap.C4")
@pytest.mark.parametrize(("ruling", "value"), [("majority", 4), ("leader", 5), ("lowest", 3)])
def test_the_initiative_of_a_mixed_unit(ruling, value):
    """One of 6 who leads, one of 3, two of 4."""
    text = "harlequin+human_trooper+marine A (10,10) models=4 leader   marine x (60,40)"
    game = table(text, mixed_unit_initiative=ruling)
    assert value_of(game.battle, game["A"]) == value


@pytest.mark.rule("arap.C4")
def test_where_as_many_have_either_initiative_the_lower_counts():
    game = table("human_trooper+marine A (10,10) models=2   marine x (60,40)")
    assert value_of(game.battle, game["A"]) == 3


@pytest.mark.rule("arap.turn.activation-dice", "arap.turn.bust")
def test_the_choice_of_dice_shows_what_it_comes_to():
    game = table("human_trooper A (10,10) i=4   marine x (60,40)")
    question = dice_question(game.battle, game["A"])
    preview = next(option for option in question.options if option.id == "3").preview()
    assert dict(preview.outcomes)["3 points"] == Fraction(8, 27)
    assert preview.headline.startswith("2.0 points, 26% bust, ")  # two dice of three come up
    picked = 1 - (1 - Fraction(1, 3) * Fraction(2, 3)) ** 3  # one of three fails and comes up for x
    assert preview.headline.endswith(f"{float(picked):.0%} an enemy reacts")
    assert [each.rule for each in preview.modifiers] == [
        "arap.turn.action-points", "arap.turn.bust", "arap.turn.pick-up",
    ]  # fmt: skip


@pytest.mark.rule("arap.turn.action-cost")
def test_what_is_barred_anyhow_is_told_for_that_reason_and_not_for_its_price():
    game = table("human_trooper A (10,10)   marine x (60,40)")
    frame = Acting("A", "activation", 1)
    other = Refusal("not here", "arap.movement.swim")
    dear, barred = (_option(game.battle, frame, "go", "Go", "move", 2, each).barred for each in (None, other))
    assert dear is not None and dear.words == "it takes 2 action points" and barred == other
