"""Charges: who may, how far, who reaches whom, and what a failed one costs."""

from __future__ import annotations

from fractions import Fraction
from math import cos, hypot, radians, sin

import numpy as np
import pytest

from tests.books.arap.table import table, why
from tests.kit.script import a, b
from warbook.board.geometry import Spot
from warbook.books.arap.charge import reactions
from warbook.books.arap.charge.engaging import came_from
from warbook.books.arap.charge.interception import intercepted
from warbook.books.arap.charge.ways import Runner
from warbook.books.arap.field.bodies import Taken
from warbook.books.arap.melee.blows import Manner, swings
from warbook.books.arap.movement.walking import crowd_of
from warbook.books.arap.state import Charging

BARE = "weapons= melee= grenades="
PLAIN = f"human_trooper A (10,10) {BARE}   human_trooper x ({{}},10) {BARE} pinned"
OPEN = PLAIN.removesuffix(" pinned")
LOW = "   wall (15,8) (15,12) h=0.9 barricade"
WALL = "   wall (13,0) (13,28) "
SCOUT = PLAIN.replace("A (10,10)", "A (10,10) (18,31)")  # the second sees round the end of the wall


def charged(text, dice, *answers, points=1, **rulings):
    """The position after A has Charged x; each digit is a die."""
    return declared(table(text, **rulings).points("A", points), "charge:x", dice, *answers)


def declared(game, what, dice, *answers):
    with game.scripted((a(what), *answers), " ".join(dice)):
        game.game.step()
        while any(isinstance(frame, Charging) for frame in game.battle.stack):
            game.game.step()
    return game


@pytest.mark.rule("arap.charge.distance", "arap.charge.success", "arap.A22", "arap.movement.charge-move")
@pytest.mark.parametrize(("dice", "reached"), [("51", True), ("41", False)])
def test_who_has_an_enemy_within_his_radius_has_made_it(dice, reached):
    """12 inches away and a radius of 2: 4 + 6 is enough, 4 + 5 is not."""
    game = charged(PLAIN.format(22), dice)
    assert bool(game["A"].locked) is reached
    assert game["A"].locked == game["x"].locked[:0] + (("x",) if reached else ())
    if reached:
        assert game.at("A1") == (20, 10)


@pytest.mark.rule("arap.charge.distance", "arap.G2")
def test_a_fast_unit_keeps_two_of_three_dice():
    game = charged(PLAIN.format(30).replace("A (10,10)", "A (10,10) m=8"), "146")
    assert game.at("A1") == (28, 10) and game["A"].locked == ("x",)


@pytest.mark.rule("arap.charge.failed", "arap.charge.failed-actions", "arap.G3")
def test_a_failed_charge_goes_as_far_as_its_highest_die_and_ends_the_actions():
    game = charged(PLAIN.format(24), "25", points=2)
    assert game.at("A1") == (15, 10) and not game["A"].locked
    assert game.battle.stack[-1].points == 0


@pytest.mark.rule("arap.charge.failed-retry", "arap.A4")
def test_by_the_switch_a_failed_charge_may_be_tried_again_and_nothing_else():
    game = charged(PLAIN.format(24), "25", points=2, failed_charge_retry=True)
    assert game.battle.stack[-1].points == 1
    question = game.tries(lambda each: each.step())
    assert {option.id for option in question.options} == {"charge:x", "done"}
    declared(game, "charge:x", "21")
    assert game["A"].locked == ("x",)


@pytest.mark.rule("arap.charge.one-per-turn")
def test_one_charge_a_turn():
    game = table(PLAIN.format(22))
    game["A"].charged = 1
    assert why(game.choices("A", 3)["charge:x"]).rule == "arap.charge.one-per-turn"


@pytest.mark.rule("arap.charge.distance-variable", "arap.movement.variable-terrain-dice")
def test_twice_the_higher_die_on_variable_ground():
    text = PLAIN.format(18) + "   area (11,0) (17,30) variable"
    assert charged(text, "23").at("A1") == (16, 10)  # two D4: 3, so 6 inches
    assert not charged(text, "22")["A"].locked


@pytest.mark.rule("arap.charge.terrain", "arap.charge.terrain-applies")
@pytest.mark.parametrize(("at", "reached"), [(20, True), (20.2, False)])
def test_difficult_ground_takes_twice_its_inches(at, reached):
    """10 inches, the last of them in a bog: 6 in the open and 2 in it; then 2 of melee radius."""
    game = charged(PLAIN.format(at) + "   area (16,0) (40,30) bog", "33")
    assert bool(game["A"].locked) is reached


@pytest.mark.rule("arap.charge.followers", "arap.charge.locked")
def test_followers_go_to_those_whom_nobody_has_engaged():
    game = charged(
        "human_trooper A (10,8) (10,9.5) (10,11) (10,12.5) (10,14) weapons= melee=   "
        "human_trooper x (16,8) (16,11) (16,14) weapons= melee= pinned",
        "33",
    )
    near = {
        foe: [
            figure.id
            for figure in game.battle.standing(game["A"])
            if (figure.x - game.figure(foe).x) ** 2 + (figure.y - game.figure(foe).y) ** 2 <= 4.001
        ]
        for foe in ("x1", "x2", "x3")
    }
    assert all(near.values()) and len({name for names in near.values() for name in names}) == 5
    assert game["A"].locked == ("x",) and game["x"].locked == ("A",)


@pytest.mark.rule("arap.movement.prone-charge", "arap.E22")
def test_who_lies_charges_by_his_move_and_gets_up():
    near = charged(PLAIN.format(16).replace("A (10,10)", "A (10,10) prone"), "")
    assert near["A"].locked == ("x",) and not near.figure("A1").prone and near.at("A1") == (14, 10)
    far = charged(PLAIN.format(17).replace("A (10,10)", "A (10,10) prone"), "")
    assert not far["A"].locked and not far.figure("A1").prone and far.at("A1") == (14, 10)


@pytest.mark.rule("arap.movement.prone-charge")
@pytest.mark.parametrize(("who", "lay"), [("A", True), ("B", False)])
def test_who_got_up_to_charge_still_charges_by_his_move_and_nobody_else_does(who, lay):
    game = table(PLAIN.format(16) + "   human_trooper B (10,20)")
    game.battle.stack.append(Charging(who, "x", lay=True))
    assert reactions.lies(game.battle, game["A"]) is lay


@pytest.mark.rule("arap.charge.obstacle-test", "arap.D8")
@pytest.mark.parametrize(("die", "reached"), [("3", True), ("5", False)])
def test_a_wall_that_takes_a_test_stops_those_who_fail(die, reached):
    text = SCOUT.removesuffix(" pinned").format(16).replace("(18,31)", "(18,31) i=3") + WALL + "h=2.5"
    game = charged(text, "64" + die, b("stand"))
    assert bool(game["A"].locked) is reached
    if not reached:
        assert game.figure("A1").x < 13
    else:
        assert game.battle.charges[-1].cover


@pytest.mark.rule("arap.charge.multiple-tests")
def test_what_takes_several_tests_is_gone_round_or_not_at_all():
    game = charged(SCOUT.format(16) + WALL + "h=9", "66")
    assert not game["A"].locked and game.figure("A1").x < 13


@pytest.mark.rule("arap.charge.direction", "arap.G5")
@pytest.mark.parametrize(
    ("facing", "side"),
    [(180, "front"), (135, "front"), (134, "flank"), (45, "flank"), (44, "rear"), (0, "rear")],
)
def test_the_side_is_where_the_charger_stands_to_whom_he_contacts(facing, side):
    game = charged(PLAIN.format(16) + f" facing={facing}", "33")
    assert game.battle.charges[-1].direction == side


@pytest.mark.rule("arap.charge.direction-majority")
def test_most_decide_and_a_tie_is_the_lesser():
    text = "human_trooper A (14,10) (16,12){}   human_trooper x (16,10) pinned facing=180"
    tie = table(text.format(""))
    assert came_from(tie.battle, tie["A"], tie["x"]) == ("front", False)
    most = table(text.format(" (16,8)"))
    assert came_from(most.battle, most["A"], most["x"])[0] == "flank"


@pytest.mark.rule("arap.charge.direction", "arap.resolution.modifiers")
@pytest.mark.parametrize(("facing", "left"), [(90, True), (270, False), (0, False), (180, False)])
def test_a_flank_is_the_left_or_the_right_one(facing, left):
    """Who faces north has the Chargers from the west on his left."""
    game = charged(PLAIN.format(16) + f" facing={facing}", "33")
    assert game.battle.charges[-1].left is left


@pytest.mark.rule("arap.charge.bonus-first-round")
def test_closing_again_after_a_flinch_gives_no_bonus():
    game = charged(PLAIN.format(16) + " parted=A", "33")
    record = game.battle.charges[-1]
    assert record.resumed and not record.bonus


@pytest.mark.rule("arap.charge.against-cover", "arap.F47")
@pytest.mark.parametrize(("kind", "cover"), [("hard", True), ("hedge", False)])
def test_hard_cover_has_the_chargers_strike_last(kind, cover):
    what = LOW if kind == "hard" else "   area (15,5) (18,15) wood"
    game = charged(OPEN.format(16) + what, "66", b("stand"))
    assert game["A"].locked and game.battle.charges[-1].cover is cover


@pytest.mark.rule("arap.charge.against-cover", "arap.F47")
@pytest.mark.parametrize(
    ("spots", "what", "cover"),
    [
        ("(16,10) (17.2,10) (18.4,10)", "", False),
        ("(16,10) (17.2,10) (18.4,10)", "wall (15,8) (15,12) h=0.9 barricade", True),
        ("(16,7) (16,10) (16,13)", "wall (15.3,6) (15.3,10.5) h=0.9 barricade", True),
        ("(16,7) (16,10) (16,13)", "wall (15.3,6) (15.3,8.5) h=0.9 barricade", False),
    ],
)
def test_a_charge_is_met_in_the_cover_of_terrain_and_not_of_comrades(spots, what, cover):
    """More than half must have it; of those in a column two are hidden by the first."""
    text = f"human_trooper A (10,10) {BARE}   human_trooper x {spots} {BARE}   {what}"
    game = charged(text, "66", b("stand"))
    assert game["A"].locked and game.battle.charges[-1].cover is cover


@pytest.mark.rule("arap.charge.against-cover")
@pytest.mark.parametrize(
    ("what", "cover"),
    [
        ("area (12,5) (14,15) tangle", True),
        ("area (12,12) (14,15) tangle", False),
        ("wall (13,8) (13,12) h=0.4 tangle", True),
        ("wall (13,8) (13,12) h=0.4", False),
    ],
)
def test_who_crosses_a_tangle_strikes_last(what, cover):
    game = charged(f"{OPEN.format(16)}   {what}", "66", b("stand"))
    assert game["A"].locked and game.battle.charges[-1].cover is cover


@pytest.mark.rule("arap.charge.assault-grenades", "arap.charge.grenades-abstract", "arap.G15")
def test_assault_grenades_cancel_cover():
    text = OPEN.format(16).replace("grenades=", "grenades=frag_grenade", 1)
    game = charged(text + LOW, "66", b("stand"))
    assert game["A"].locked and not game.battle.charges[-1].cover and game.says("throws grenades")
    assert not charged(text, "66", b("stand")).says("throws grenades")


@pytest.mark.rule("arap.charge.flesh-hooks", "arap.G16")
def test_flesh_hooks_have_all_strike_at_once():
    text = OPEN.format(16).replace("A (10,10)", "A (10,10) rules=flesh-hooks")
    record = charged(text + LOW, "66", b("stand")).battle.charges[-1]
    assert record.together and not record.cover


@pytest.mark.rule("arap.charge.defensive-grenades", "arap.G14")
@pytest.mark.parametrize(
    ("facing", "bonus"), [(180, False), (135, False), (134, True), (90, True), (0, True)]
)
def test_defensive_grenades_take_the_bonus_of_who_comes_from_within_the_fire_arc(facing, bonus):
    text = "grenades=defensive_grenade".join(PLAIN.format(16).rsplit("grenades=", 1)) + f" facing={facing}"
    assert charged(text, "33").battle.charges[-1].bonus is bonus


@pytest.mark.rule("arap.charge.interception", "arap.G6")
def test_who_passes_too_near_to_another_may_be_intercepted():
    text = PLAIN.format(20) + "   human_trooper y (15,12) weapons= melee="
    game = charged(text, "55", b("intercept"))
    assert game["A"].locked == ("y",) and not game["x"].locked and not game.battle.charges
    passed = charged(text, "55", b("let pass"))
    assert passed["A"].locked == ("x",)
    clear = charged(text.replace("(15,12)", "(15,12.2)"), "55")
    assert clear["A"].locked == ("x",)
    under_fire = charged(text.replace("(15,12)", "(15,12) suppressed"), "55", b("intercept"))
    assert under_fire["A"].locked == ("y",)


@pytest.mark.rule("arap.charge.interception", "arap.charge.interception-pursuers-routers")
@pytest.mark.parametrize(
    ("state", "words"), [("", "they fight without Charge bonuses"), ("routing", "cannot strike back")]
)
def test_who_may_intercept_is_told_what_comes_of_it(state, words):
    game = table(f"human_trooper A (10,10) {BARE} {state}   human_trooper y (15,12) {BARE}")
    path = {"A1": (Spot(10, 10), Spot(20, 10))}
    asked = game.tries(lambda each: intercepted(each, game["A"], path, (), True))
    assert asked.options[0].label.endswith(words)


@pytest.mark.rule("arap.charge.interception", "arap.G7")
def test_the_switch_for_who_strays_too_close_leaves_charges_to_be_intercepted():
    text = PLAIN.format(20) + "   human_trooper y (15,12) weapons= melee="
    assert charged(text, "55", b("intercept"), general_interception=False)["A"].locked == ("y",)
    failed = text.replace("(20,10)", "(30,10)")
    assert charged(failed, "56", b("intercept"), general_interception=False)["A"].locked == ("y",)


@pytest.mark.rule("arap.charge.interception-barred")
def test_whom_a_charge_did_not_reach_is_not_being_charged_any_more():
    text = PLAIN.format(20) + f"   human_trooper y (15,12) {BARE}   human_trooper B (38,12) {BARE} facing=180"
    game = declared(table(text).points("B", 1), "charge:y", "11", b("stand"))
    assert not game["B"].locked
    assert declared(game.points("A", 1), "charge:x", "55", b("intercept"))["A"].locked == ("y",)


@pytest.mark.rule("arap.charge.interception-barred")
@pytest.mark.parametrize("state", ["pinned", "routing", "pursuing=A", "locked=B"])
def test_who_may_not_intercept_is_not_asked(state):
    text = PLAIN.format(20) + f"   human_trooper y (15,12) weapons= melee= {state}   human_trooper B (40,40)"
    assert charged(text, "55")["A"].locked == ("x",)


@pytest.mark.rule("arap.G1")
def test_whom_nobody_sees_is_not_charged():
    game = table(PLAIN.format(20) + "   wall (15,0) (15,48) h=6")
    assert why(game.choices("A")["charge:x"]).rule == "arap.G1"


def test_the_odds_of_contact_are_those_of_the_dice():
    game = table(PLAIN.format(22))
    preview = reactions.contact_odds(game.battle, game["A"], game["x"])
    ways = sum(4 + one + two >= 10 for one in range(1, 7) for two in range(1, 7))
    assert dict(preview.outcomes) == {"contact": Fraction(ways, 36), "short": 1 - Fraction(ways, 36)}
    walled = table(PLAIN.format(16) + "   wall (13,0) (13,48) h=9")
    for shown in (reactions.run_odds, reactions.contact_odds):
        came = dict(shown(walled.battle, walled["A"], walled["x"]).outcomes)
        assert came.get("caught", 0) == came.get("contact", 0) == 0


@pytest.mark.rule("arap.turn.charge-action", "arap.charge.action")
def test_a_charge_takes_one_point():
    assert charged(PLAIN.format(16), "33", points=3).battle.stack[-1].points == 2
    assert why(table(PLAIN.format(16)).choices("A", 0)["charge:x"]).rule == "arap.charge.action"


@pytest.mark.rule("arap.movement.backwards-charge")
@pytest.mark.parametrize(("dice", "reached"), [("51", False), ("52", True)])
def test_who_has_the_enemy_behind_him_turns_first(dice, reached):
    """12 inches less the radius of 2, and half an inch for more than a free turn."""
    game = charged(PLAIN.format(22).replace("A (10,10)", "A (10,10) facing=180"), dice)
    assert bool(game["A"].locked) is reached
    assert game.figure("A1").facing == 0


@pytest.mark.rule("arap.charge.distance", "arap.turn.free-turn")
@pytest.mark.parametrize("facing", [0, 90, 180, 270])
@pytest.mark.parametrize("by", [-90, 90])
def test_a_turn_of_90_degrees_is_free_whichever_way_he_faces(facing, by):
    """8 inches of Charge and 2 of radius are just enough."""
    to = radians(facing + by)
    x, y = round(30 + 10 * cos(to), 6), round(30 + 10 * sin(to), 6)
    text = f"human_trooper A (30,30) facing={facing} {BARE}   human_trooper x ({x},{y}) {BARE} pinned"
    game = table(text)
    runner = Runner(game.battle, game.figure("A1"), crowd_of(game.battle, game["A"]))
    goal = np.array([[30 + 8 * cos(to), 30 + 8 * sin(to), 0.0]])
    assert runner.first_stop(goal, 8.0, Taken(runner.crowd.enemies, runner.crowd.friends)) == 0
    assert charged(text, "22")["A"].locked == ("x",)


@pytest.mark.rule("arap.charge.failed", "arap.G43")
def test_who_falls_short_stops_outside_the_reach_of_another_enemy_and_no_sooner():
    text = PLAIN.format(24) + f"   human_trooper y (16.5,10.5) {BARE} pinned"
    game = charged(text, "25")
    x, y = game.at("A1")
    apart = hypot(16.5 - x, 10.5 - y)
    assert 2.0 < apart < 2.6 and not game["A"].locked


@pytest.mark.rule("arap.morale.pinned-charged")
def test_cover_is_no_help_to_the_pinned():
    game = charged(PLAIN.format(16) + LOW, "66")
    assert game["A"].locked and not game.battle.charges[-1].cover


@pytest.mark.rule("arap.movement.jump-into-melee", "arap.movement.jump-into-melee-bonus")
def test_who_jumps_down_into_melee_has_charged_and_strikes_harder():
    """4 inches are two tests at Initiative 4; then WS 4 hits on 5 and S 3 with a sword is 4."""
    text = (
        "human_trooper A (10.8,10,4) i=4 ws=4 weapons= grenades= melee=ccw   "
        f"human_trooper x (14,10) {BARE} pinned   block (6,6) (11,14) h=4"
    )
    game = charged(text, "11" + "23")
    record = game.battle.charges[-1]
    assert record.jumped == ("A1",) and record.bonus and game.at("A1")[2:] == ()
    swing = swings(game.battle, game.figure("A1"), Manner())[0]
    assert {blow.goal for _, blow in swing.attacks} == {5} and swing.attacks[0][1].hit.s == 4
    assert sum(count for count, _ in swing.attacks) == 2
    fallen = charged(text, "11" + "25" + "11")
    assert fallen.figure("A1").prone


@pytest.mark.rule("arap.movement.jump-into-melee", "arap.movement.jump-down-limit", "arap.E18")
@pytest.mark.parametrize(
    ("who", "height", "jumps"),
    [
        ("human_trooper", 5, True),
        ("human_trooper", 6, True),
        ("human_trooper", 6.5, False),
        ("flesh_hound", 6.5, False),
    ],
)
def test_one_jumps_down_into_melee_from_six_inches_however_far_one_moves(who, height, jumps):
    tests = "1" * int(height / 2) if jumps else ""
    text = f"{who} A (11,10,{height}) m=8 i=5 {BARE}   human_trooper x (14,10) {BARE} pinned   "
    game = charged(text + f"block (5,5) (11.2,15) h={height}", "666" + tests)
    assert bool(game["A"].locked) is jumps


@pytest.mark.rule("arap.movement.jump-down", "arap.charge.distance")
@pytest.mark.parametrize(("x", "jumps"), [(19, True), (19.1, False)])
def test_the_inches_jumped_down_are_none_of_the_charge(x, jumps):
    """6 inches across and 6 down, with 4 and a double 1."""
    text = f"human_trooper A (11,10,6) i=5 {BARE}   human_trooper x ({x},10) {BARE} pinned   "
    game = charged(text + "block (5,5) (11.2,15) h=6", "11" + "111" * jumps)
    assert bool(game["A"].locked) is jumps


@pytest.mark.rule("arap.movement.obstacle-up-to-height", "arap.charge.terrain-applies")
@pytest.mark.parametrize(
    ("a", "x", "reached"),
    [
        ("(10,10)", "(18.75,10,1.25)", True),
        ("(10,10)", "(18.8,10,1.25)", False),
        ("(13.8,10,1.25)", "(22.55,10)", True),
        ("(13.8,10,1.25)", "(22.6,10)", False),
    ],
)
def test_a_step_on_the_way_takes_its_height(a, x, reached):
    """8 inches: 6.75 on the level and 1.25 up or down, with 2 of radius."""
    text = f"human_trooper A {a} {BARE}   human_trooper x {x} {BARE} pinned   "
    game = charged(text + f"block {'(12,5) (24,15)' if a == '(10,10)' else '(8,5) (14,15)'} h=1.25", "22")
    assert bool(game["A"].locked) is reached


@pytest.mark.rule("arap.movement.ladder-charge", "arap.charge.success")
@pytest.mark.parametrize("others", ["", " (8,8)"])
def test_up_a_whole_ladder_to_who_stands_at_the_edge_there_is_no_bonus_either(others):
    """Before x there is only air, so A comes from beside him; who has the least way goes first, whoever else
    stands nearer."""
    text = (
        f"human_trooper A (8,9.2){others} {BARE}   human_trooper x (12.7,8,3) {BARE} pinned   "
        "block (12,4) (24,16) h=3   ladder (11.4,10) (12.6,10) h=3"
    )
    game = charged(text, "66")
    assert game["A"].locked == ("x",) and game.figure("A1").z == 3
    assert not game.battle.charges[-1].bonus


@pytest.mark.rule("arap.movement.ladder-charge")
def test_by_a_ladder_there_is_no_bonus():
    """Off its head onto the floor, he strikes with the one attack that he has."""
    text = (
        "human_trooper A (11.4,10,2) hangs weapons= grenades= melee=ccw a=1   "
        f"human_trooper x (15,10,3) {BARE} pinned   block (12,6) (20,14) h=3   ladder (11.4,10) (12.6,10) h=3"
    )
    game = charged(text, "33")
    assert game["A"].locked and not game.battle.charges[-1].bonus
    assert game.at("A1")[2:] == (3,) and not game.figure("A1").hangs
    assert [
        count for each in swings(game.battle, game.figure("A1"), Manner()) for count, _ in each.attacks
    ] == [1]
