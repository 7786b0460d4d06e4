"""Routs, the ways they take, rallying, and pursuit."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tests.books.arap.duels import BARE
from tests.books.arap.table import table
from tests.kit.script import a, b
from warbook.board.geometry import Spot
from warbook.books.arap.activation.able import may_try
from warbook.books.arap.melee.strikes import free_hacks
from warbook.books.arap.rout.falls import rout, try_to_rally, way_words
from warbook.books.arap.rout.moves import compulsory_move
from warbook.books.arap.rout.pursuit import after_rout, catching
from warbook.books.arap.rout.ways import Flight, away_from, flights, paths_of
from warbook.books.arap.scenario import Reserves
from warbook.books.arap.setup.reserves import arrive, expected

# x routs; its friendly edge is the north, A stands to the south of it.
CHASE = f"human_trooper A (30,20) {BARE} {{own}}   human_trooper x {{at}} routing fled_from=A {BARE} "
CHASE += "{theirs}   "


def chase(own="", theirs="", at="(30,24)", terrain="", **rulings):
    rulings = {"rout_path": "automatic", **rulings}
    return table(CHASE.format(own=own, theirs=theirs, at=at) + terrain, phase="compulsory", **rulings)


def phase(game, dice, *answers):
    """The whole part of the compulsory phase that is routers' and pursuers'."""
    with game.scripted(answers, dice):
        while compulsory_move(game.game):
            pass
    return game


@pytest.mark.rule("arap.rout.routing-state")
def test_who_routs_goes_a_die_at_once_facing_away():
    game = chase(theirs="ld=2")
    game["x"].routing = False
    game.does(lambda each: rout(each, game["x"], "A", "arap.rout.test"), dice="4")
    assert game.at("x1") == (30, 28) and game["x"].routing and game.figure("x1").facing == 90


@pytest.mark.rule("arap.rout.compulsory-move", "arap.movement.flee-rate")
@pytest.mark.parametrize(("theirs", "dice", "y"), [("m=4 ld=2", "4 5", 33), ("m=8 ld=2", "1 3 6", 33)])
def test_the_rout_goes_on_in_the_compulsory_phase(theirs, dice, y):
    game = phase(chase(theirs=theirs), f"{dice} 6 6")
    assert game.at("x1") == (30, y) and game["x"].routing


@pytest.mark.rule("arap.rout.compulsory-move", "arap.morale.heavy-casualty-test", "arap.F19")
def test_who_breaks_at_the_start_of_the_turn_flees_in_the_compulsory_phase_that_follows():
    """An odd 9 against Ld 7; 2 inches at once, 3 by the rout move, and then it rallies on 8 with nobody
    near."""
    text = f"human_trooper A (30,24) (30,26) (30,28) {BARE}   human_trooper x (30,44) {BARE}"
    game = table(text, phase="start", rout_path="automatic")
    game["A"].lost, game["A"].strength = {"x": 1}, 4
    game.play(dice="4 5 2").play()
    assert game["A"].routing and game.at("A1") == (30, 22) and game.battle.phase == "compulsory"
    game.play(dice="1 2").play(dice="4 4")
    assert not game["A"].routing and game.at("A1") == (30, 19)


@pytest.mark.rule("arap.rout.routing-state", "arap.charge.interception-barred", "arap.G39")
@pytest.mark.parametrize("also", ["locked=x", ""])
def test_none_of_those_whom_it_fought_strikes_at_who_breaks_from_them(also):
    """It stops within reach of B: who was in that melee makes no hack, and anybody else does."""
    text = f"human_trooper A (30,20) {BARE} locked=x   human_trooper B (31.8,22) {BARE} facing=180 {also}"
    game = table(f"{text}   human_trooper x (30,21.8) {BARE} locked=A+B", "melee", rout_path="automatic")
    game["x"].locked = ("A", "B") if also else ("A",)
    game.does(lambda each: rout(each, game["x"], "A", "arap.rout.test"), dice="1" if also else "1 5")
    assert game["x"].routing and not game["B"].locked


@pytest.mark.rule("arap.turn.compulsory-frequency", "arap.A3")
def test_routers_move_in_every_player_turn_or_by_the_switch_in_their_own():
    assert phase(chase(theirs="ld=2"), "1 2 6 6").at("x1") == (30, 27)
    assert phase(chase(theirs="ld=2", rout_moves="own_turn_only"), "").at("x1") == (30, 24)


@pytest.mark.rule("arap.rout.rally-test", "arap.rout.rallied", "arap.A2")
@pytest.mark.parametrize(("dice", "routs"), [("3 4", False), ("4 4", True)])
def test_seven_rallies_and_eight_does_not(dice, routs):
    """An enemy is near; Ld 7."""
    game = phase(chase(at="(30,23)"), f"1 1 {dice}")
    assert game["x"].routing is routs


@pytest.mark.rule("arap.rout.rallied")
@pytest.mark.parametrize(("dice", "able"), [("3 4", True), ("4 4", False)])
def test_who_rallies_in_its_own_turn_may_be_activated_in_it(dice, able):
    game = chase(at="(30,23)", side="b").until("activation", dice=f"1 1 {dice}")
    assert (may_try(game.battle, game["x"]) is None) is able


@pytest.mark.rule("arap.rout.rally-bonus")
@pytest.mark.parametrize(("away", "rallies"), [(9, True), (8.1, True), (8, False)])
def test_nobody_within_eight_inches_is_one_more(away, rallies):
    """Ld 7, dice 8."""
    game = chase(at=f"(30,{20 + away})")
    game.does(lambda each: try_to_rally(each, game["x"]), dice="4 4")
    assert game["x"].routing is not rallies


@pytest.mark.rule("arap.rout.no-fear", "arap.A17")
def test_who_knows_no_fear_tries_twice():
    game = chase(theirs="rules=know-no-fear")
    game.does(lambda each: try_to_rally(each, game["x"]), dice="6 6 3 4")
    assert not game["x"].routing


@pytest.mark.rule("arap.rout.rally-in-cover", "arap.G33")
def test_a_wood_on_the_way_gives_one_more_test_at_its_edge():
    wood = "area (20,26) (40,29) wood"
    game = phase(chase(terrain=wood), "4 5 3 4")
    assert not game["x"].routing and game.at("x1") == (30, 26.05)
    on = phase(chase(terrain=wood), "4 5 4 4 6 6")
    assert on["x"].routing and on.at("x1") == (30, 30)  # a wood costs twice its inches


@pytest.mark.rule("arap.rout.rally-table-edge", "arap.G34")
def test_at_the_edge_there_is_one_last_test():
    """2D6 of 9 from 4 inches: a 6 rallies at the edge, 9 and no enemy near is gone."""
    game = phase(chase(at="(30,43.5)"), "4 5 3 3")
    assert not game["x"].routing and game.at("x1") == (30, 47.5)
    gone = phase(chase(at="(30,43.5)"), "4 5 4 5")
    assert not gone.battle.members(gone["x"])
    at_once = chase(at="(30,46)")
    at_once.does(lambda each: rout(each, at_once["x"], "A", "arap.rout.test"), dice="5 6 6")
    assert not at_once.battle.members(at_once["x"])


@pytest.mark.rule("arap.rout.rally-table-edge", "arap.charge.interception-pursuers-routers")
def test_who_is_stopped_before_the_edge_is_not_at_it():
    """Nine inches from 40 would be the edge; B stops them on the way, and an ordinary test is failed."""
    text = f"human_trooper B (31.5,43) {BARE} facing=180"
    game = phase(chase(at="(30,40)", theirs="w=2 ld=2", terrain=text), "4 5 5 6 6", a("intercept"))
    assert game["x"].routing and game.figure("x1").place == "table" and game.figure("x1").y < 44


@pytest.mark.rule("arap.rout.away")
def test_where_that_lies_from_which_one_flees():
    game = table("human_trooper A (30,20)   marine x (40,20)   marine y (33,20)")
    assert away_from(game.battle, game["A"], "x") == Spot(40, 20)
    assert away_from(game.battle, game["A"], "") == Spot(33, 20)
    game["x"].hidden = game["y"].hidden = True
    assert away_from(game.battle, game["A"], "") == Spot(36, 24)


@pytest.mark.rule("arap.rout.away", "arap.rout.table-edge", "arap.rout.avoid-enemy", "arap.G32")
def test_the_printed_wishes_in_their_order():
    game = chase(at="(30,24)")
    ways = flights(game.battle, game["x"], "A", 8)
    assert {way.edge for way in ways} == {"north"} and ways[0].heading == 90
    seen = chase(at="(30,24)", terrain=f"human_trooper B (31,44) {BARE}")
    first = flights(seen.battle, seen["x"], "A", 8)
    assert all(way.edge == "north" for way in first)
    south = table(
        f"human_trooper A (30,28) {BARE}   human_trooper x (30,24) routing {BARE}", phase="compulsory"
    )
    neutral = flights(south.battle, south["x"], "A", 8)
    assert {way.edge for way in neutral} <= {"west", "east"}  # its own edge lies behind the enemy
    turned = {way.heading for way in ways}
    assert len(turned) == 4 and all(abs(heading - 90) <= 30 for heading in turned), "the straightest first"


@pytest.mark.rule("arap.rout.choose-route", "arap.rout.seek-shelter", "arap.G32")
def test_the_owner_chooses_among_equal_ways_unless_the_switch_does():
    game = chase(terrain="area (20,28) (27,34) wood", rout_path="owner_choice")
    asked = game.tries(compulsory_move, dice="4 5")
    assert asked.kind == "rout way" and len(asked.options) > 1
    assert "cover" in asked.options[0].label and asked.usual == "way 1"
    game.battle.queue = ()
    straight = next(option.id for option in asked.options if option.about.heading == 90)
    with game.scripted((b(straight),), "4 5"):
        compulsory_move(game.game)
    assert game.at("x1") == (30, 33)
    by_itself = chase(terrain="area (20,28) (27,34) wood")
    with by_itself.scripted((), "4 5 6 6"):
        compulsory_move(by_itself.game)
    assert by_itself.at("x1") != (30, 33)


@pytest.mark.rule("arap.rout.avoid-terrain")
def test_a_rout_bends_round_what_is_dangerous():
    game = chase(terrain="area (29,25) (31,40) minefield")
    assert not flights(game.battle, game["x"], "A", 8)[0].danger


@pytest.mark.rule("arap.rout.avoid-terrain")
def test_a_rout_bends_round_water():
    game = chase(terrain="area (29,25) (31,40) deep-water")
    first = flights(game.battle, game["x"], "A", 8)[0]
    assert not first.danger and first.heading != 90


@pytest.mark.rule("arap.charge.interception-pursuers-routers", "arap.pursuit.others-hack", "arap.G25")
def test_routers_who_pass_another_enemy_are_hacked_at():
    """WS 2 and two attacks: one at 4 or less, and no blow in return."""
    text = f"human_trooper B (31.5,27) {BARE} ws=2 a=2 facing=180"
    game = chase(theirs="w=2 ld=2", terrain=text)
    phase(game, "4 5 4 4 6 6", a("intercept"))
    assert game.figure("x1").wounds == 1 and game["x"].routing and not game["x"].locked


@pytest.mark.rule("arap.pursuit.others-hack")
@pytest.mark.parametrize(("at", "left"), [("(31,33)", 1), ("(33,33)", 2)])
def test_routers_who_stop_in_reach_of_the_pinned_are_hacked_at_too(at, left):
    """The pinned intercept nobody, but strike at who comes into contact."""
    game = chase(theirs="w=2 ld=2", terrain=f"human_trooper B {at} {BARE} pinned facing=270")
    phase(game, "4 5" + " 4 4" * (left == 1) + " 6 6")
    assert game.figure("x1").wounds == left and game["x"].routing


# ---------------------------------------------------------------- pursuit


def pursued(own="", theirs="", at="(30,24)", terrain="", **rulings):
    game = chase(own, theirs, at, terrain, **rulings)
    game["A"].pursuing = "x"
    return game


@pytest.mark.rule("arap.pursuit.move", "arap.pursuit.free-hacks", "arap.rout.free-hack", "arap.A1")
@pytest.mark.parametrize(("die", "falls"), [(4, True), (5, False)])
def test_pursuers_who_catch_them_hack_before_they_rally(die, falls):
    dice = f"1 2 5 6 {die}" + (" 4" if falls else " 3 4")
    game = phase(pursued("ws=6 a=3"), dice, a("pursue"))
    assert bool(game.battle.standing(game["x"])) is not falls
    assert bool(game["A"].pursuing) is not falls


@pytest.mark.rule("arap.A1", "arap.pursuit.halt-timing")
def test_by_the_switch_they_rally_first_and_are_charged():
    """The same dice in the other order: the routers rally, and who comes upon them Charges."""
    game = phase(pursued(pursuit_order="rally_then_hack"), "1 2 3 4 5 6", a("pursue"))
    assert not game["x"].routing and game["A"].locked == ("x",)
    assert game.battle.charges[0].unit == "A" and game.battle.charges[0].bonus


@pytest.mark.rule("arap.pursuit.rallied-target")
def test_who_has_rallied_is_charged_by_the_pursuers():
    game = pursued()
    game["x"].routing = False
    phase(game, "5 6", a("pursue"))
    assert game["A"].locked == ("x",) and not game["A"].pursuing
    assert game.battle.charges[0].bonus and not game.battle.charges[0].resumed


@pytest.mark.rule("arap.pursuit.rallied-target")
def test_pursuers_who_fall_short_of_those_who_have_rallied_have_not_charged_them():
    game = pursued(at="(30,40)")
    game["x"].routing = False
    phase(game, "1 1", a("pursue"))
    assert not game["A"].locked and game["A"].pursuing == "x" and game.battle.charges == []


@pytest.mark.rule("arap.G35")
def test_of_victors_of_whom_nobody_is_left_nobody_pursues():
    game = chase()
    game.figure("A1").place = "out"
    game.does(lambda each: after_rout(each, game["A"], game["x"]))
    assert not game["A"].pursuing


@pytest.mark.rule("arap.pursuit.free-hacks")
def test_only_those_within_reach_hack():
    game = chase(at="(31,20)", theirs="w=3")
    game.figure("A1").x = 30
    before = game.figure("x1").wounds
    game.does(lambda each: free_hacks(each, game["A"], game["x"]), dice="4 4")
    assert game.figure("x1").wounds == before - 1
    game.figure("A1").x = 28
    game.does(lambda each: free_hacks(each, game["A"], game["x"]), dice="")


@pytest.mark.rule("arap.pursuit.free-hacks")
def test_three_of_four_pursuers_who_are_near_enough_make_three_attacks():
    text = f"human_trooper A (30.3,21) (30,22) (30.3,23) (29.9,24) {BARE}   human_trooper x (32,22) {BARE}"
    game = table(text.replace(" w=1", " w=9"))
    game.does(lambda each: free_hacks(each, game["A"], game["x"]), dice="4 5 4" + " 4 4")
    assert game.figure("x1").wounds == 7


@pytest.mark.rule("arap.pursuit.halt-test", "arap.G37")
@pytest.mark.parametrize(("dice", "halts"), [("4 4", True), ("4 5", False)])
def test_eight_halts_and_nine_pursues_on(dice, halts):
    rest = "3 4" if halts else "1 1 3 4"
    game = phase(pursued("ld=8"), f"1 2 {dice} {rest}", a("halt"))
    assert bool(game["A"].pursuing) is not halts


@pytest.mark.rule("arap.pursuit.wipe-out", "arap.pursuit.end")
def test_the_pursuit_is_over_with_the_routers():
    game = phase(pursued("ws=6"), "1 1 6 6 1 4", a("pursue"))
    assert not game.battle.standing(game["x"]) and not game["A"].pursuing
    assert may_try(game.battle, game["A"]) is None


@pytest.mark.rule("arap.pursuit.end", "arap.G36")
def test_another_enemy_who_engages_the_pursuers_ends_it():
    text = f"human_trooper y (31.5,22) {BARE}"
    game = phase(pursued(terrain=text), "6 6 6 5 1 1", a("pursue"), b("intercept"))
    assert game["A"].locked == ("y",) and not game["A"].pursuing


@pytest.mark.rule("arap.charge.interception-pursuers-routers", "arap.G7")
def test_the_switch_for_who_strays_too_close_is_not_about_routers_and_pursuers():
    other = f"human_trooper y (31.5,22) {BARE}"
    game = pursued(terrain=other, general_interception=False)
    assert phase(game, "6 6 6 5 1 1", a("pursue"), b("intercept"))["A"].locked == ("y",)
    text = f"human_trooper B (31.5,27) {BARE} ws=2 facing=180"
    routers = chase(theirs="w=2 ld=2", terrain=text, general_interception=False)
    assert phase(routers, "4 5 4 4 6 6", a("intercept")).figure("x1").wounds == 1


@pytest.mark.rule("arap.pursuit.off-table", "arap.G38")
def test_pursuers_follow_off_the_table_and_come_back_on_a_four():
    game = phase(pursued(at="(30,46)"), "6 6 1 1 6 6", a("pursue"))
    assert game.figure("A1").place == "off" and game["A"].left_at is not None
    assert expected(game.battle) == []  # not in the same turn
    game.battle.clock, game.battle.queue = game.battle.clock + 2, ()
    game.does(arrive, dice="3")
    assert game.figure("A1").place == "off"
    game.battle.queue = ()
    game.does(arrive, dice="4")
    assert game.figure("A1").place == "table" and game.figure("A1").y > 40


@pytest.mark.rule("arap.pursuit.off-table")
def test_pursuers_come_back_where_they_left_and_not_where_the_reserves_come_on():
    game = phase(pursued(at="(30,46)"), "6 6 1 1 6 6", a("pursue"))
    part = game.battle.scenario.parts[0]
    parts = (replace(part, reserves=Reserves(0, 4, 1, "south")), *game.battle.scenario.parts[1:])
    game.battle.setup = replace(game.battle.setup, scenario=replace(game.battle.scenario, parts=parts))
    game.battle.clock, game.battle.queue = game.battle.clock + 2, ()
    game.does(arrive, dice="4")
    assert game.figure("A1").y > 40


def stays(dice, *answers, own="", feature=False):
    game = chase(own)
    game.does(lambda each: after_rout(each, game["A"], game["x"], feature), *answers, dice=dice)
    return not game["A"].pursuing


@pytest.mark.rule("arap.pursuit.pursuing-state", "arap.pursuit.not-pursuing-test", "arap.G35")
def test_who_would_not_pursue_tests():
    assert stays("3 4", a("test")) and not stays("4 4", a("test")) and not stays("", a("pursue"))


@pytest.mark.rule("arap.pursuit.not-pursuing-hated", "arap.pursuit.halt-test")
def test_hatred_makes_it_harder_to_stay():
    game = table(
        f"human_trooper A (30,20) {BARE} ld=8 rules=hatred hates=daemon   "
        f"bloodletter x (30,24) routing fled_from=A {BARE} rules=",
        phase="compulsory",
        rout_path="automatic",
    )
    game.does(lambda each: after_rout(each, game["A"], game["x"]), a("test"), dice="4 4")
    assert game["A"].pursuing == "x"
    phase(game, "1 2 4 4 1 1 3 4", a("halt"))
    assert game["A"].pursuing == "x"


@pytest.mark.rule(
    "arap.pursuit.frenzy", "arap.pursuit.terrain-feature", "arap.pursuit.slow-units", "arap.A16"
)
def test_who_may_stay_without_a_test_and_who_may_not():
    assert not stays("", own="rules=frenzy")
    assert not stays("", own="rules=frenzy m=3")
    assert stays("", a("stay"), feature=True)
    assert stays("3 4", a("test"), own="rules=frenzy", feature=True)
    assert stays("", a("stay"), own="m=3")
    assert stays("", a("stay"), own="m=5 encumbrance=2")


@pytest.mark.rule("arap.pursuit.locked")
def test_who_is_locked_with_another_does_not_pursue():
    game = chase(terrain=f"human_trooper y (31,20) locked=A {BARE}")
    game["A"].locked = ("y",)
    game.does(lambda each: after_rout(each, game["A"], game["x"]))
    assert not game["A"].pursuing


def test_the_odds_of_staying_and_of_halting_are_those_of_the_tests():
    """Ld 7: 21 of 36; and of catching them, who have 4 inches and flee before the pursuers move."""
    game = chase()
    asked = game.tries(lambda each: after_rout(each, game["A"], game["x"]))
    shown = {option.id: dict(option.preview().outcomes) for option in asked.options}
    assert shown["test"] == {"stays": Fraction(21, 36), "pursues": Fraction(15, 36)}
    dice = [one + two for one in range(1, 7) for two in range(1, 7)]
    caught = sum(4 + fled - gone <= 2 for fled in dice for gone in dice)
    assert shown["pursue"]["caught"] == Fraction(caught, 36**2)
    halting = pursued()
    with halting.scripted((), "1 2"):
        compulsory_move(halting.game)
    asked = halting.tries(compulsory_move)
    shown = {option.id: dict(option.preview().outcomes) for option in asked.options}
    assert shown["halt"] == {"halts": Fraction(21, 36), "pursues on": Fraction(15, 36)}
    assert shown["pursue"]["caught"] == Fraction(sum(7 - gone <= 2 for gone in dice), 36)


def test_the_odds_of_catching_are_those_of_the_dice():
    """2 inches to go after they have fled 0: always; 14 inches: never."""
    near, far = pursued(at="(30,24)"), pursued(at="(30,35)")
    assert dict(catching(near.battle, near["A"], near["x"], True).outcomes)["caught"] == 1
    assert dict(catching(far.battle, far["A"], far["x"], True).outcomes)["caught"] == 0


@pytest.mark.rule("arap.basics.sub-unit-rout")
@pytest.mark.parametrize(("squad", "shelter"), [("y", "its own squad"), ("x", "friends")])
def test_a_part_of_a_squad_may_make_for_the_rest_of_it(squad, shelter):
    game = table(
        f"human_trooper A (30,20)   human_trooper x (30,24) routing squad={squad}   human_trooper y (30,36)"
    )
    assert {flight.shelter for flight in flights(game.battle, game["x"], "A", 8)} >= {shelter}


@pytest.mark.parametrize(
    ("inches", "told"), [(0.6, "less than an inch"), (1.0, "1 inch"), (1.4, "1 inch"), (1.6, "2 inches")]
)
def test_a_way_to_flee_says_how_far_it_is(inches, told):
    assert way_words(Flight(270.0, inches, None, False)) == f"{told} south (270 degrees)"


@pytest.mark.rule("arap.rout.table-edge")
@pytest.mark.parametrize(
    ("at", "heading", "end"),
    [
        ((10, 20), 45.0, (15.7, 25.7)),
        ((10, 45), 45.0, (15.7, 47.5)),
        ((10, 3), 315.0, (15.7, 0.5)),
        ((68, 20), 45.0, (71.5, 25.7)),
        ((4, 20), 135.0, (0.5, 25.7)),
    ],
)
def test_who_flees_aslant_over_an_edge_stops_at_it_as_far_along_as_he_would_have_come(at, heading, end):
    """As many inches along as across, 5.7; his base is an inch across."""
    game = table(f"human_trooper A ({at[0]},{at[1]}) {BARE} facing={heading:g}   marine x (40,30)")
    (path,) = paths_of(game.battle, game["A"], Flight(heading, 5.7 * 2**0.5, None, False)).values()
    assert (path[-1].x, path[-1].y) == pytest.approx(end)


@pytest.mark.rule("arap.rout.table-edge")
@pytest.mark.parametrize(("inches", "there"), [(3.9, False), (4.0, True), (9.0, True)])
def test_who_has_just_the_inches_to_the_edge_is_there(inches, there):
    """From the edge of his base, an inch across."""
    game = chase(at="(30,43.5)")
    way = next(each for each in flights(game.battle, game["x"], "A", inches) if each.heading == 90.0)
    assert (way.edge, way.at_edge) == ("north", there)
