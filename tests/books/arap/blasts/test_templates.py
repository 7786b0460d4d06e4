"""Templates: where a stream lies, what cuts it short, and whom it burns."""

from __future__ import annotations

import pytest

from tests.books.arap.table import table, why
from warbook.books.arap.blasts.lanes import Lane, cut_at
from warbook.books.arap.blasts.placing import lanes_of
from warbook.books.arap.blasts.strips import exposed, strip_goal
from warbook.books.arap.shooting.plans import hit_of, plan_of
from warbook.books.arap.shooting.terms import Terms

FLAMER = "human_trooper A (10,10) bs=4 weapons=flamer"


def lanes(field, terms=None, **rulings):
    game = table(field, **rulings)
    plan = plan_of(game.battle, game["A"], game["x"], terms or Terms())
    return lanes_of(game.battle, plan, plan.arms["A1"][0][0]) if plan.arms else []


def burnt(field, dice, *answers, **rulings):
    """Who is out after a flamer has fired; save 7 and Toughness 1 have all who are hit fall on a 2."""
    game = table(field, **rulings).act("A", "shoot:x", *answers, dice=dice)
    return [figure.id for figure in game.battle.figures if figure.place == "out"]


@pytest.mark.rule("arap.template.shape", "arap.template.placement", "arap.F27", "arap.area.in-or-out")
@pytest.mark.parametrize(
    ("y", "under"), [(10.9, True), (11.275, True), (11.35, True), (11.4, False), (11.575, False)]
)
def test_a_strip_of_8_by_2_inches_covers_bodies_and_not_the_rims_of_bases(y, under):
    """A body reaches 0.375 from its middle, so that it begins 0.9 inches from the line, or 1.2."""
    field = f"{FLAMER}   ganger x (14,10)   ganger y (17,{y})"
    found = [lane for lane in lanes(field) if lane.strips[0].facing == 0.0]
    assert ("y1" in found[0].under) == under if found else not under


@pytest.mark.rule("arap.template.shape", "arap.shooting.eligibility")
@pytest.mark.parametrize(("x", "may"), [(18.0, True), (18.2, False)])
def test_a_template_reaches_8_inches(x, may):
    game = table(f"{FLAMER}   ganger x ({x},10)")
    assert (game.choices("A")["shoot:x"] is None) == may


def test_who_has_fallen_since_the_stream_was_laid_is_not_burnt():
    """Both sides of a Charge lay their streams before either fires."""
    game = table(f"{FLAMER}   ganger x (14,10) (15,10)   ganger y (16,10)")
    plan = plan_of(game.battle, game["A"], game["x"], Terms())
    barrel = plan.arms["A1"][0][0]
    lane = max(lanes_of(game.battle, plan, barrel), key=lambda each: len(each.under))
    assert set(lane.under) == {"x1", "x2", "y1"}
    game.figure("x1").place = game.figure("y1").place = "out"
    assert exposed(game.battle, barrel, lane).figures == (("x2",),)


@pytest.mark.rule("arap.template.obstruction")
def test_a_high_wall_cuts_the_stream_and_a_low_one_does_not():
    game = table(f"{FLAMER}   ganger x (14,10)   wall (15,5) (15,15) h=3")
    start = game.figure("A1").spot
    assert cut_at(game.battle, start, 0.0, 8.0, 1.1)[0] == pytest.approx(5.0)
    low = table(f"{FLAMER}   ganger x (14,10)   wall (15,5) (15,15) h=1")
    assert cut_at(low.battle, start, 0.0, 8.0, 1.1)[0] == 8.0


@pytest.mark.rule("arap.template.bounce")
def test_a_stream_bounces_off_a_wall_round_a_corner_at_minus_one():
    walls = "wall (12,8) (12,11.5) h=4   wall (5,{y}) (20,{y}) h=4"
    field = f"{FLAMER}   ganger x (14,10) t=1 save=7   {walls.format(y=13)}"
    lane = lanes(field)[0]
    assert lane.bounced and sum(strip.length for strip in lane.strips) == pytest.approx(8.0, abs=0.02)
    assert lane.strips[1].facing == pytest.approx(-lane.strips[0].facing)
    game = table(field).act("A", "shoot:x", dice="3 2")
    assert game.rolled("arap.template.hit-by-margin")[0].most == 3 and game.figure("x1").place == "out"
    far = f"{FLAMER}   ganger x (14,10)   {walls.format(y=14.5)}"
    assert why(table(far).choices("A")["shoot:x"]).rule == "arap.shooting.line-of-sight"


@pytest.mark.rule("arap.template.bounce")
def test_the_bounced_stream_keeps_its_length_and_rolls_at_minus_one():
    game = table(f"{FLAMER}   ganger x (14,10)   wall (16,0) (16,20) h=4")
    plan = plan_of(game.battle, game["A"], game["x"], Terms())
    barrel = plan.arms["A1"][0][0]
    found = lanes_of(game.battle, plan, barrel)
    straight = next(lane for lane in found if not lane.bounced)
    assert straight.strips[0].length == pytest.approx(6.0)
    assert strip_goal(game.battle, plan, barrel, straight) == 4
    twice = Lane((straight.strips[0], straight.strips[0]), straight.under, 1, 0)
    assert strip_goal(game.battle, plan, barrel, twice) == 3


@pytest.mark.rule("arap.template.hit-by-margin", "arap.F23")
@pytest.mark.parametrize(
    ("dice", "out"),
    [
        ("4 2", ["x1"]),
        ("3 2 2", ["x1", "x2"]),
        ("2 2 2 2", ["x1", "x2", "x3"]),
        ("1 2 2 2", ["x1", "x2", "x3"]),
    ],
)
def test_the_margin_reaches_into_cover(dice, out):
    field = (
        f"{FLAMER}   ganger x (13,10) (15,10.5) (17,9.5) t=1 save=7   "
        "area (14.6,10) (15.6,11) soft-cover   area (16.5,9) (17.5,10) hard-cover"
    )
    assert burnt(field, dice) == out


@pytest.mark.rule("arap.template.missed-roll")
@pytest.mark.parametrize(
    ("dice", "out"),
    [
        ("5 3 2 1 2 2 2", ["x1", "x2", "x3"]),
        ("5 4 3 2", []),
        ("5 3 3 2 2", ["x1"]),
    ],
)
def test_a_miss_still_burns_some(dice, out):
    field = (
        f"{FLAMER}   ganger x (13,10) (15,10.5) (17,9.5) t=1 save=7   "
        "area (14.6,10) (15.6,11) soft-cover   area (16.5,9) (17.5,10) hard-cover"
    )
    assert burnt(field, dice) == out


@pytest.mark.rule("arap.F24")
def test_the_switch_gives_those_in_cover_that_the_margin_spared_a_die():
    field = f"{FLAMER}   ganger x (14,10) t=1 save=7   area (13,9) (15,11) hard-cover"
    assert burnt(field, "4") == []
    assert burnt(field, "4 1 2", template_cover_fallback=True) == ["x1"]
    assert burnt(field, "4 2", template_cover_fallback=True) == []


@pytest.mark.rule("arap.template.prone")
@pytest.mark.parametrize("low", ["prone", "tactical=1"])
def test_who_is_low_has_soft_cover(low):
    field = f"{FLAMER}   ganger x (14,10) {low} t=1 save=7"
    assert burnt(field, "4") == [] and burnt(field, "3 2") == ["x1"]


@pytest.mark.rule("arap.F42", "arap.dice.skill-above-five")
def test_the_margin_counts_from_a_goal_of_five():
    wood = "area (13,9) (15,11) soft-cover"
    field = f"human_trooper A (10,10) bs=6 weapons=flamer   ganger x (14,10) t=1 save=7   {wood}"
    assert burnt(field, "5") == [] and burnt(field, "4 2") == ["x1"]


@pytest.mark.rule("arap.F26")
def test_cover_and_small_groups_do_not_change_the_roll_of_a_template():
    game = table(f"{FLAMER}   ganger x (14,10) prone t=1   area (13,9) (15,11) hard-cover").act(
        "A", "shoot:x", dice="4"
    )
    assert game.rolled("arap.template.hit-by-margin")[0].most == 4
    moved = table(f"{FLAMER} tactical=1   ganger x (14,10) t=1 save=7").act("A", "shoot:x", dice="4 4")
    assert moved.rolled("arap.template.hit-by-margin")[0].most == 3


@pytest.mark.rule("arap.template.wounds", "arap.shooting.casualty-order-templates")
def test_wounds_and_saves_are_as_of_shots_and_the_nearest_fall_first():
    game = table(f"{FLAMER}   ganger x (13,10) (15,10) (17,10) t=4 save=7").act(
        "A", "shoot:x", dice="1 4 3 3"
    )
    assert [figure.place for figure in game.battle.figures[1:]] == ["out", "table", "table"]
    assert game["x"].hits == 3


@pytest.mark.rule("arap.F25")
def test_nobody_lays_a_template_on_friends_unless_the_switch_allows_it():
    field = f"{FLAMER}   ganger x (17,10)   ganger B (13.5,10)"
    assert not [lane for lane in lanes(field) if lane.friends]
    allowed = lanes(field.replace("(13.5,10)", "(15,10.6)"), deliberate_friendly_templates=True)
    assert any(lane.friends for lane in allowed)


@pytest.mark.rule("arap.F25")
def test_friends_under_the_template_are_hit_as_well():
    field = f"{FLAMER}   ganger x (17,10) t=1 save=7   ganger B (15,10.6) t=1 save=7"
    game = table(field, deliberate_friendly_templates=True)
    plan = plan_of(game.battle, game["A"], game["x"], Terms())
    found = lanes_of(game.battle, plan, plan.arms["A1"][0][0])
    number = next(n for n, lane in enumerate(found) if lane.friends)
    answer = ({"A1": str(number)},) if len(found) > 1 else ()
    game.act("A", "shoot:x", *answer, dice="4 2 2")
    assert game.figure("B1").place == game.figure("x1").place == "out"


@pytest.mark.rule("arap.template.torrent")
def test_a_torrent_begins_up_to_12_inches_away():
    field = "marine A (10,10) bs=4 weapons=acid_spray   ganger x ({x},10)"
    game = table(field.format(x=30))
    assert game.choices("A")["shoot:x"] is None
    assert why(table(field.format(x=30.2)).choices("A")["shoot:x"]).rule
    found = lanes(field.format(x=30))
    assert found[0].strips[0].start.x == pytest.approx(22.0) and found[0].strips[0].length == 8.0
    assert lanes(field.format(x=13))[0].strips[0].start.x == pytest.approx(10.0)


@pytest.mark.rule("arap.charge.stand-and-fire-template", "arap.charge.fire-and-charge-template")
def test_in_a_charge_the_strip_begins_7_inches_before_the_enemy():
    found = lanes(f"{FLAMER}   ganger x (25,10)", Terms(1, "stand"))
    assert found[0].strips[0].start.x == pytest.approx(18.0)
    near = lanes(f"{FLAMER}   ganger x (15,10)", Terms(1, "fire"))
    assert near[0].strips[0].start.x == pytest.approx(10.0)


@pytest.mark.rule("arap.F25")
def test_a_stream_that_would_burn_friends_wherever_it_is_laid_is_not_offered():
    field = f"{FLAMER}   ganger B (14.2,11) (14.2,9)   ganger x (14,10)"
    assert why(table(field).choices("A")["shoot:x"]).rule == "arap.F25"
    allowed = table(field, deliberate_friendly_templates=True)
    assert allowed.choices("A")["shoot:x"] is None


@pytest.mark.rule("arap.D6", "arap.shooting.short-range")
@pytest.mark.parametrize(("weapon", "near"), [("flamer", True), ("autogun", False)])
def test_whoever_a_stream_reaches_is_near(weapon, near):
    """At 13 inches an autogun of 24 is beyond short range; a flamer reaches 8, of which half are 4."""
    inches = 7 if near else 13
    game = table(f"human_trooper A (10,10) weapons={weapon}   ganger x ({10 + inches},10)")
    barrel = plan_of(game.battle, game["A"], game["x"], Terms()).arms["A1"][0][0]
    assert hit_of(barrel).near is near
