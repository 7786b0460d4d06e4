"""What is thrown, guessed and dropped; high and indirect fire."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.books.arap.table import table, why
from tests.kit.script import a
from warbook.board.geometry import Spot
from warbook.books.arap.blasts.bursts import on_point
from warbook.books.arap.blasts.grenades import over_objects, quota, throwers
from warbook.books.arap.shooting.aiming import observers
from warbook.books.arap.shooting.arms import known_position
from warbook.core.questions import Refusal

EAST, WEST = "1 1", "19 1"
THROWER = "human_trooper A (10,10) bs=4"
MORTAR = "human_trooper A (10,10) bs=4 weapons=mortar"


def bursts(game):
    spots = [event.spot for event in game.events if type(event).__name__ == "Template"]
    return [(round(spot.x, 2), round(spot.y, 2)) for spot in spots]


def threw(
    dice, inches="4", target="ganger x (14,10) (14,11) (14,9) t=10", thrower=THROWER, more="", **rulings
):
    game = table(f"{thrower}   {target}   {more}", **rulings)
    answers = (inches,) if inches else ()
    return game.act("A", "throw:x:frag_grenade", *answers, dice=dice)


def guessed(
    dice, inches="30", firer=MORTAR, target="ganger x (40,9) (40,10) (40,11) t=10", more="", **rulings
):
    game = table(f"{firer}   {target}   {more}", **rulings)
    answers = (inches,) if inches else ()
    option = next(name for name in game.choices("A", 3) if name.startswith("shoot:x"))
    return game.act("A", option, *answers, points=3, dice=dice)


@pytest.mark.rule("arap.grenade.throw", "arap.shooting.hit-modifiers")
@pytest.mark.parametrize(("dice", "x"), [("3", 14.0), (f"4 6 2 {EAST}", 18.0)])
def test_a_throw_is_rolled_at_skill_less_one(dice, x):
    game = threw(dice)
    assert bursts(game) == [(x, 10)] and game.rolled("arap.grenade.throw")[0].most == 3


@pytest.mark.rule("arap.grenade.scatter", "arap.dice.scatter-only-short", "arap.D9")
@pytest.mark.parametrize(("dice", "inches"), [("6 2", 4), ("3 3", 3), ("1 6", 5)])
def test_a_missed_throw_scatters_by_the_difference_of_two_dice(dice, inches):
    assert bursts(threw(f"5 {dice} {EAST}")) == [(14 + inches, 10)]


@pytest.mark.rule("arap.grenade.no-half-range-limit")
def test_a_grenade_may_land_behind_who_threw_it():
    assert bursts(threw(f"5 6 1 {WEST}", "2")) == [(7, 10)]


@pytest.mark.rule("arap.grenade.no-half-range-limit")
def test_nor_does_the_limit_apply_to_grenades_launched_at_short_range():
    launcher = "human_trooper A (10,10) bs=1 weapons=grenade_launcher_frag"
    near, far = "ganger x (14,9) (14,10) (14,11) t=10", "ganger x (23,9) (23,10) (23,11) t=10"
    game = table(f"{launcher}   {near}").act(
        "A", "shoot:x", {"A1": "grenade_launcher_frag"}, dice=f"6 3 {EAST}"
    )
    assert bursts(game) == [(22, 10)]
    game = table(f"{launcher}   {far}").act(
        "A", "shoot:x", {"A1": "grenade_launcher_frag"}, dice=f"6 3 {EAST}"
    )
    assert bursts(game) == [(29.5, 10)]


@pytest.mark.rule("arap.grenade.range", "arap.F33")
def test_nothing_beyond_6_inches_is_accepted():
    game = table(f"{THROWER}   ganger x (14,10)").points("A", 1)
    question = game.tries(lambda g: g.step(), a("throw:x:frag_grenade"))
    listed = [option.id for option in question.parts["A1"].options]
    assert (listed[0], listed[-1]) == ("0.5", "6") and question.blind


@pytest.mark.parametrize(("x", "offered"), [(19.0, True), (19.1, False)])
def test_nobody_thinks_of_throwing_far_beyond_the_range(x, offered):
    game = table(f"{THROWER}   ganger x ({x},10)").points("A", 1)
    question = game.tries(lambda g: g.step())
    assert any(option.id == "throw:x:frag_grenade" for option in question.options) is offered


@pytest.mark.rule("arap.grenade.throw", "arap.area.guess-range", "arap.F32")
def test_the_distance_is_declared_and_the_marker_laid_there():
    assert bursts(threw("1", "2.5")) == [(12.5, 10)]
    assert bursts(threw("1", "", guess_range="auto_true_distance")) == [(14, 10)]


@pytest.mark.rule("arap.grenade.unit-quota", "arap.F35")
@pytest.mark.parametrize(("models", "many"), [(10, 3), (5, 2), (4, 1)])
def test_one_in_four_may_throw_in_a_turn(models, many):
    game = table(f"human_trooper A (10,10) models={models}   ganger x (14,14)")
    assert quota(game.battle, game["A"]) == many
    weapon = game.battle.setup.fighters[0].grenades[0]
    assert len(throwers(game.battle, game["A"], weapon, game["x"])) == many


@pytest.mark.rule("arap.grenade.unit-quota", "arap.shooting.bs-zero")
def test_only_those_throw_who_have_something_to_throw():
    game = table("ogryn+human_trooper A (10,10) (10,12)   ganger x (14,10)")
    weapon = game.battle.setup.fighters[1].grenades[0]
    assert [each.id for each in throwers(game.battle, game["A"], weapon, game["x"])] == ["A2"]
    game.figure("A2").down = True
    assert not throwers(game.battle, game["A"], weapon, game["x"])


@pytest.mark.rule("arap.grenade.unit-quota", "arap.F4")
def test_when_the_quota_is_used_up_others_throw_no_more():
    game = table("human_trooper A (10,10) (10,11.5) bs=4   ganger x (14,10) (14,11) (14,9) t=10")
    game.act("A", "throw:x:frag_grenade", "4", points=2, dice="1")
    assert sum(figure.threw for figure in game.battle.standing(game["A"])) == 1
    game.act("A", "throw:x:frag_grenade", "4", dice="1")  # the same one again
    assert sum(figure.threw for figure in game.battle.standing(game["A"])) == 1


@pytest.mark.rule("arap.grenade.independent-character")
def test_a_character_always_throws_and_counts():
    field = (
        "human_captain+human_trooper A (10,10) models=7 grenades=frag_grenade character   ganger x (14,14)"
    )
    game = table(field)
    weapon = game.battle.setup.fighters[0].grenades[0]
    assert throwers(game.battle, game["A"], weapon, game["x"])[0].id == "A1"
    for figure in game.battle.standing(game["A"])[1:3]:
        figure.threw = True
    assert {figure.id for figure in throwers(game.battle, game["A"], weapon, game["x"])} == {"A1", "A2", "A3"}


@pytest.mark.rule("arap.grenade.over-objects", "arap.F36")
@pytest.mark.parametrize(
    ("height", "modifier"),
    [
        (1.25, 0),
        (1.3, -1),
        (2.5, -1),
        (2.6, -2),
        (3.75, -2),
        (3.8, None),
    ],
)
def test_over_a_wall(height, modifier):
    game = table(f"{THROWER}   ganger x (14,10)   wall (12,5) (12,15) h={height}")
    found = over_objects(game.battle, game.figure("A1"), game.figure("x1").spot)
    assert (None if isinstance(found, Refusal) else found) == modifier
    refusal = game.choices("A")["throw:x:frag_grenade"]
    assert (refusal is None) == (modifier is not None)


@pytest.mark.rule("arap.grenade.over-objects", "arap.grenade.known-position", "arap.shooting.visible-betrays")
def test_over_a_wall_twice_as_high_at_a_known_position():
    target = "ganger x (13.5,10) (13.5,11) (13.5,9) t=10 rules=standard"
    game = threw("2", "4", target, more="wall (13,5) (13,15) h=1.9")
    assert game.rolled("arap.grenade.throw")[0].most == 2  # 4 - 1 - 1
    unknown = threw("1 2", "4", target.replace(" rules=standard", ""), more="wall (13,5) (13,15) h=2.4")
    assert unknown.rolled("arap.grenade.throw")[0].most == 1


@pytest.mark.rule("arap.grenade.known-position")
def test_a_standard_above_a_wall_tells_where_they_are():
    field = "{}   ganger x (30,10) rules=standard   wall (29,5) (29,15) h={}"
    low, high = (table(field.format(THROWER, height)) for height in (1.8, 2.6))
    assert known_position(low.battle, low.figure("A1"), low["x"])
    assert not known_position(high.battle, high.figure("A1"), high["x"])


@pytest.mark.rule("arap.grenade.effect")
def test_a_grenade_catches_like_a_marker():
    assert threw("1", target="ganger x (14,10) (14,11) t=10")["x"].hits == 2
    hard = threw("1 4 5", target="ganger x (14,10) (14,11) t=10", more="area (13,8) (15,13) hard-cover")
    assert hard["x"].hits == 1


@pytest.mark.rule("arap.grenade.hidden-thrower")
def test_a_throw_reveals_nobody():
    game = threw("1", thrower="human_trooper A (10,10) bs=4 hidden")
    assert game["A"].hidden


@pytest.mark.rule("arap.grenade.launcher", "arap.grenade.curved-weapons")
def test_a_launcher_is_an_area_weapon_that_may_also_lob():
    launcher = "human_trooper A (10,10) bs=4 weapons=grenade_launcher_frag"
    target = "ganger x (30,9) (30,10) (30,11) t=10"
    direct = table(f"{launcher}   {target}").act("A", "shoot:x", {"A1": "grenade_launcher_frag"}, dice="1 1")
    assert direct.rolled("arap.area.scatter") and not direct.rolled("arap.grenade.throw")
    lobbed = table(f"{launcher}   {target}   human_trooper B (20,10)")
    lobbed.act("A", "shoot:x", {"A1": "grenade_launcher_frag:guess"}, "19.5", dice="1 1")
    assert bursts(lobbed) == [(29.5, 10)]


@pytest.mark.rule("arap.grenade.rocks", "arap.F34", "arap.shooting.hit-modifiers")
@pytest.mark.parametrize(("dice", "inches", "hits"), [("2 3", "4", 1), ("3", "4", 0), ("2", "3", 0)])
def test_a_rock(dice, inches, hits):
    game = table(
        "human_trooper A (10,10) bs=4 grenades=thrown_rock   ganger x (14,10) (14,14) (14,16) t=3 save=7"
    )
    game.act("A", "throw:x:thrown_rock", inches, dice=dice)
    assert game.rolled("arap.grenade.rocks")[0].most == 2 and game["x"].hits == hits


@pytest.mark.rule("arap.grenade.effect", "arap.H5")
@pytest.mark.parametrize(("inches", "hits"), [("4", 1), ("3.5", 1), ("3", 0)])
def test_a_krak_grenade_hits_the_figure_it_lands_on(inches, hits):
    game = table("human_trooper A (10,10) bs=4 grenades=krak_grenade   ganger x (14,10) (14,14) (14,16) t=10")
    game.act("A", "throw:x:krak_grenade", inches, dice="1" + " 1" * hits)
    assert game["x"].hits == hits


@pytest.mark.rule("arap.shooting.laser-smoke", "arap.H5")
def test_smoke_lies_until_the_end_of_the_next_own_turn():
    game = table("human_trooper A (10,10) bs=4 grenades=smoke_grenade   marine x (40,10)")
    game.act("A", "throw:ground:smoke_grenade", (15, 10), dice="1")
    cloud = game.battle.clouds[0]
    assert (cloud.x, cloud.y, cloud.radius, cloud.until) == (15, 10, 2.5, 3)


@pytest.mark.rule("arap.shooting.weapon-type-costs")
@pytest.mark.parametrize(("z", "x", "may"), [(3, 12, True), (2.9, 12, False), (3, 12.1, False)])
def test_a_bomb_is_dropped_from_above(z, x, may):
    roof = f"block (5,5) (11,15) h={z}"
    bomber = f"human_trooper A (10,10,{z}) bs=4 weapons=satchel_bomb"
    game = table(f"{bomber}   ganger x ({x},10) (20,10) (22,10) t=10   {roof}")
    assert (game.choices("A")["throw:x:satchel_bomb"] is None) == may
    if may:
        game.act("A", "throw:x:satchel_bomb", dice="4 1")
        assert game["x"].hits == 1


# ---------------------------------------------------------------- high and indirect fire


@pytest.mark.rule("arap.area.guess-range", "arap.grenade.high-trajectory")
def test_a_guessed_shot_in_sight_strays_less_by_skill():
    assert bursts(guessed(f"2 5 {EAST}", "18", target="ganger x (30,9) (30,10) (30,11) t=10")) == [(31, 10)]
    assert bursts(guessed("1 1", "18", target="ganger x (30,9) (30,10) (30,11) t=10")) == [(28, 10)]


@pytest.mark.rule("arap.grenade.indirect", "arap.F43", "arap.F37")
def test_indirect_fire_strays_by_the_whole_roll():
    wall = "wall (35,0) (35,30) h=5"
    assert bursts(guessed(f"2 5 {EAST}", more=wall)) == [(47, 10)]
    assert bursts(guessed(f"2 5 {EAST}", firer=MORTAR + " tactical=1", more=wall)) == [(48, 10)]
    assert bursts(guessed("4 4", more=wall)) == [(40, 10)]


@pytest.mark.rule("arap.grenade.indirect", "arap.shooting.over-units")
def test_what_lies_between_does_not_stop_a_lobbed_shot():
    game = table(f"{MORTAR}   human_trooper x (40,9) (40,10) (40,11) t=10   wall (35,0) (35,30) h=5")
    assert game.choices("A", 2)["shoot:x:2"] is None
    gun = table("marine A (10,10) weapons=missile_frag   human_trooper x (40,10)   wall (35,0) (35,30) h=5")
    assert why(gun.choices("A", 2)["shoot:x:2"]).rule == "arap.shooting.line-of-sight"


@pytest.mark.rule("arap.grenade.indirect-observer")
def test_the_range_is_guessed_from_an_observer():
    wall = "wall (35,0) (35,30) h=5   human_sergeant B (50,10) facing=180"
    assert bursts(guessed("1 1", "10", more=wall)) == [(40, 10)]


@pytest.mark.rule("arap.shooting.hidden-targets-area", "arap.D2", "arap.F44", "arap.dice.scatter-three-dice")
@pytest.mark.parametrize(("dice", "x"), [(f"6 3 2 {EAST}", 49), (f"5 5 3 {EAST}", 45)])
def test_blind_fire_strays_by_three_dice(dice, x):
    target = "ganger x (40,9) (40,10) (40,11) t=10"
    assert bursts(guessed(dice, more="smoke (25,10) radius=3", target=target)) == [(x, 10)]


@pytest.mark.rule("arap.shooting.corrective-aim-indirect", "arap.shooting.corrective-aim")
def test_an_observer_corrects_the_second_turn_of_indirect_fire_only():
    wall = "wall (35,0) (35,30) h=5   human_sergeant B (50,10) facing=180"
    game = guessed(f"2 5 {EAST}", "10", more=wall)
    for clock, x in ((3, 46), (5, 47)):
        game.battle.clock, game.battle.stack = clock, []
        game.figure("A1").fired = ()
        game.act("A", "shoot:x:2", "10", points=2, dice=f"2 5 {EAST}")
        assert bursts(game)[-1] == (x, 10)


@pytest.mark.rule("arap.shooting.corrective-aim-indirect")
def test_without_an_observer_indirect_fire_is_not_corrected():
    game = guessed(f"2 5 {EAST}", more="wall (35,0) (35,30) h=5")
    game.battle.clock, game.battle.stack = 3, []
    game.figure("A1").fired = ()
    game.act("A", "shoot:x:2", "30", points=2, dice=f"2 5 {EAST}")
    assert bursts(game)[-1] == (47, 10)


@pytest.mark.rule("arap.F32", "arap.area.guess-range")
def test_a_guess_is_a_blind_question_with_no_odds_that_tell_the_range():
    game = table(f"{MORTAR}   ganger x (40,10)").points("A", 2)
    question = game.tries(lambda g: g.step(), a("shoot:x:2"))
    part = question.parts["A1"]
    assert question.blind and part.kind == "guess"
    assert all(option.preview is None and option.spot is None for option in part.options)
    assert [option.about for option in part.options][-1] == 48.0


def shown(text: str, kind: str, **rulings):
    game = table(text, **rulings).points("A", 1)
    return next(each for each in game.question().options if each.id == f"throw:x:{kind}").preview()


def test_a_throw_shows_how_likely_it_is_on_target_and_what_it_does_there():
    """Skill 4 less one: 3 or less. All three are caught in the open, and wounded on a 4."""
    text = f"{THROWER}   ganger x (14,10) (14,11) (14,9) t=3 save=7 w=1"
    open_ground = shown(text, "frag_grenade")
    assert open_ground.need == "3 or less" and "50% on target" in open_ground.headline
    eighths = {"nobody": 1, "1 lost": 3, "2 lost": 3, "3 lost": 1}
    assert dict(open_ground.outcomes) == {words: Fraction(count, 8) for words, count in eighths.items()}
    hard = shown(text + "   area (13,8) (15,13) hard-cover", "frag_grenade")
    assert dict(hard.outcomes)["3 lost"] == Fraction(1, 3) ** 3


def test_a_rock_shows_the_odds_of_its_one_hit():
    """Skill 4 less 2, and 3 on a wound needs a 4."""
    text = (
        "human_trooper A (10,10) bs=4 s=3 grenades=thrown_rock   ganger x (14,10) (14,14) (14,16) t=3 save=7"
    )
    rock = shown(text, "thrown_rock")
    assert "33% on target" in rock.headline and dict(rock.outcomes)["1 lost"] == Fraction(1, 2)


@pytest.mark.rule("arap.F34")
def test_a_stone_hits_the_nearest_of_two_on_whose_bases_it_falls():
    game = table("human_trooper A (1,1)   ganger x (14,10) (14.7,10)")
    assert [figure.id for figure in on_point(game.battle, Spot(14.4, 10))] == ["x2"]
    assert [figure.id for figure in on_point(game.battle, Spot(14.3, 10))] == ["x1"]
    assert not on_point(game.battle, Spot(14.3, 10, 2.1)), "it goes off too far above them"
    game.figure("x1").place = "out"
    assert [figure.id for figure in on_point(game.battle, Spot(14.3, 10))] == ["x2"]


@pytest.mark.rule("arap.grenade.indirect-observer")
@pytest.mark.parametrize(("at", "sees"), [("(50,10)", True), ("(30,10)", False)])
def test_an_observer_is_a_leader_who_sees_them(at, sees):
    field = f"{MORTAR}   ganger x (40,10)   wall (35,0) (35,30) h=5   human_sergeant B {at}"
    game = table(field)
    assert [each.id for each in observers(game.battle, game["A"], game["x"])] == ["B1"] * sees
    game["B"].routing = True
    assert not observers(game.battle, game["A"], game["x"])
