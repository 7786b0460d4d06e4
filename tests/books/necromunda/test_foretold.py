"""What an option's preview promises: that a charge arrives, what is left to befall the fallen, the score that
is then rolled for; and nothing that only measuring would tell."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

from tests.books.necromunda.position import Position, table
from tests.kit.script import a
from warbook import load_book
from warbook.board.geometry import Spot
from warbook.core.questions import Preview, Refusal, Route
from warbook.telling.cast import cast_of
from warbook.telling.story import sentence
from warbook.telling.wire import question_wire

BOOK = load_book("necromunda")


# Two others who are in reach of each other, and far from all else: without such there is nothing to ask.
IN_REACH = "ganger Z (40,40) facing=90     ganger z (44,40) facing=270"


def charge_at(inches: float, **rulings: Any) -> Preview:
    text = f"ganger A (10,10)     ganger x ({11 + inches},10)     {IN_REACH}"
    game = table(text, phase="charge", **rulings)
    preview: Preview = game.option("x", a("A")).preview()
    return preview


# ---------------------------------------------------------------- charges


@pytest.mark.rule("nec.movement.charge-distance", "nec.M37")
def test_where_the_distance_is_known_a_charge_is_worth_what_it_can_reach() -> None:
    arrives, falls_short = charge_at(8.0, premeasure=True), charge_at(8.1, premeasure=True)
    assert dict(arrives.outcomes)["x out"] > 0
    assert re.fullmatch(r'8\.0" away, in reach: \d+% takes him out, \d+% falls himself', arrives.headline)
    assert falls_short.outcomes == (("falls short", 1),)
    assert falls_short.headline == '8.1" away, out of reach: he falls short'


@pytest.mark.rule("nec.movement.charge-declaration", "nec.M37")
def test_where_it_is_not_the_headline_says_if_he_gets_there() -> None:
    near, far = charge_at(3.0, premeasure=False), charge_at(30.0, premeasure=False)
    assert near == far
    assert re.fullmatch(r"if he gets there: \d+% takes him out, \d+% falls himself", near.headline)
    assert near.outcomes == ()
    there, short = near.cases
    assert there.given == "if he gets there" and dict(there.outcomes)["x out"] > 0
    assert (short.given, short.outcomes) == ("if he falls short", (("falls short", 1),))


@pytest.mark.rule("nec.combat.down-is-out")
def test_a_charge_at_one_who_is_down_finishes_him_off_if_it_arrives() -> None:
    def preview(x: float) -> Preview:
        text = f"ganger A (10,10)     ganger x ({x},10) down     {IN_REACH}"
        game = table(text, phase="charge", premeasure=True)
        found: Preview = game.option("x", a("A")).preview()
        return found

    assert preview(14).outcomes == (("x out", 1),)
    assert preview(14).headline == '3.0" away, in reach: finishes him off'
    assert preview(30).headline == '19.0" away, out of reach: he falls short'


@pytest.mark.rule("nec.M8")
def test_a_charge_under_overwatch_says_so() -> None:
    text = "ganger A (10,10)     ganger x (14,10)     ganger y (30,10) autogun{}"
    watched, free = (
        table(text.format(words), phase="charge", premeasure=True).option("x", a("A")).preview()
        for words in (" overwatch", "")
    )
    assert watched.given == "unless overwatch stops him" and watched.headline.endswith(watched.given)
    assert free.given == "" and "overwatch" not in free.headline


@pytest.mark.rule("nec.combat.mod-obstacle", "nec.combat.mod-charging")
def test_a_charge_round_a_wall_is_not_one_across_it() -> None:
    text = "ganger A (10,10)     ganger x (14,10)     wall (12.8,9.8) (12.8,10.3) h=1.1"
    game = table(text, phase="charge", premeasure=True)
    why = [modifier.why for modifier in game.option("x", a("A")).preview().modifiers]
    game.play(a("A"), a("x"))
    assert not game["A"].obstacle and game["A"].charging == "x"
    assert "charged" in why and "charged across an obstacle" not in why


# ---------------------------------------------------------------- the fallen


@pytest.mark.rule("nec.injury.down", "nec.injury.chart")
def test_all_that_is_left_to_befall_one_who_is_down_is_to_be_put_out() -> None:
    text = "ganger A (10,10) lasgun     ganger x (25,10) {}"
    down = table(text.format("down"), phase="shoot", premeasure=True).option("x", a("A")).preview()
    up = table(text.format(""), phase="shoot", premeasure=True).option("x", a("A")).preview()
    wound = Fraction(1, 4)  # hits on 4+, wounds on 4+
    assert dict(down.outcomes)["out of action"] == wound / 6
    assert dict(down.outcomes)["still down"] == wound * 5 / 6
    assert down.headline == "4% out of action"
    assert up.headline == "21% down or out"


@pytest.mark.rule("nec.injury.down", "nec.M17")
def test_sustained_fire_at_one_who_is_down() -> None:
    game = table("heavy A (10,10) heavy_stubber     ganger x (20,10) down", phase="shoot", premeasure=True)
    shown = game.option("2", a("A"), a("x")).preview()
    out = float(dict(shown.outcomes)["out of action"])
    assert shown.headline == f"{out:.0%} out of action with 2 dice"
    assert [name for name, _ in shown.outcomes] == ["still down", "out of action"]


# ---------------------------------------------------------------- one need


@pytest.mark.rule("nec.shooting.to-hit", "nec.shooting.required-7-to-9")
@pytest.mark.parametrize(
    ("shooter", "target", "dice", "need", "told"),
    [
        ("BS=6", "", "1", "2+", "To hit 2+"),
        ("", "", "1", "4+", "To hit 4+"),
        ("BS=1", "", "1", "6+", "To hit 6+"),
        ("BS=1", "size=small", "6 1 4", "6+, then 4+", "To hit 6+ (Ballistic Skill 1: 6, small target -1)"),
        (
            "BS=1",
            "size=small went=10",
            "6 1 4",
            "6+, then 5+",
            'To hit 6+ (Ballistic Skill 1: 6, target moved 10" -1',
        ),
        (
            "BS=0",
            "size=small went=10",
            "6 1 4",
            "6+, then 6+",
            'To hit 6+ (Ballistic Skill 0: 7, target moved 10" -1',
        ),
        ("BS=0", "size=small went=10 hard", "6 4", "cannot hit", "To hit, cannot hit"),
    ],
)
def test_the_card_and_the_log_have_one_need(
    shooter: str, target: str, dice: str, need: str, told: str
) -> None:
    shelter = "     area (24,8) (26,12) shelter=0.3" if "hard" in target else ""
    text = f"ganger A (10,10) lasgun {shooter}     ganger x (25,10) {target.replace('hard', '')}{shelter}"
    game = table(text, phase="shoot", premeasure=True)
    card = game.option("x", a("A")).preview()
    assert card.need == need
    game.play(a("A"), a("x"), dice=dice)
    rolls = game.rolled("nec.shooting.to-hit") + game.rolled("nec.shooting.required-7-to-9")
    assert card.need in (", then ".join(f"{roll.need}+" for roll in rolls), "cannot hit")
    assert rolls[0].modifiers == card.modifiers
    assert sentence(cast_of(BOOK, game.battle), rolls[0]).startswith(told)


@pytest.mark.rule("nec.M11")
def test_a_shot_out_of_range_is_told_to_be_out_of_range() -> None:
    game = table("ganger A (10,10) lasgun     ganger x (40,10)", phase="shoot", premeasure=True)
    assert game.option("x", a("A")).preview().need == "out of range"
    roll = game.play(a("A"), a("x"), dice="5").rolled("nec.shooting.to-hit")[0]
    assert sentence(cast_of(BOOK, game.battle), roll) == "To hit, out of range: [5]."


# ---------------------------------------------------------------- nothing is measured beforehand


def everything(question: Any) -> Any:
    """All that a client can learn of a question before it answers: what is sent, looked at and refused."""
    if isinstance(question, Route):
        spots = [(35.0, 24.0, 0.0), (60.0, 24.0, 0.0), (95.0, 24.0, 0.0)]
        judged = [question.judge((Spot(*spot),)) for spot in spots]
        return [each.words if isinstance(each, Refusal) else each for each in judged]
    return question_wire(question, previews=True)


FAR = (22.0, 26.0, 33.0, 44.0, 57.0, 90.0)  # beyond contact, at short range, at long range, out of range
SHOOTERS = (
    "lasgun", "shotgun_slug", "frag_grenades", "choke_grenades", "flamer", "web_pistol", "needle_rifle",
    "autogun gear=telescopic_sight", "stub_gun", "meltagun", "plasma_gun_low", "missile_launcher_frag",
    "heavy_stubber", "grenade_launcher frag_grenades",
)  # fmt: skip


def unmeasured(text: str, **more: Any) -> Position:
    return table(text, size=(96.0, 48.0), premeasure=False, **more)


@pytest.mark.rule("nec.M37", "nec.M11")
@pytest.mark.parametrize("weapon", SHOOTERS)
def test_before_a_shot_nothing_tells_how_far_it_is(weapon: str) -> None:
    """Twin positions that differ in nothing but the distance are the same to whoever has to choose."""
    shown = []
    for x in FAR:
        game = unmeasured(f"heavy A (20,24) {weapon}     ganger x ({x},24)", phase="shoot")
        first = game.question(a("A"))
        asked = [everything(game.question()), everything(first)]
        if first.rule == "nec.M10":
            weapons = [option.id for option in first.options if option.barred is None]
            asked += [everything(game.question(a("A"), a(each))) for each in weapons]
        elif weapon == "heavy_stubber":
            asked.append(everything(game.question(a("A"), a("x"))))
        shown.append(asked)
    assert all(asked == shown[0] for asked in shown[1:])


@pytest.mark.rule("nec.M37", "nec.M17")
def test_a_spot_to_fire_at_is_not_measured_either() -> None:
    game = unmeasured("heavy A (20,24) missile_launcher_frag     ganger x (30,24)", phase="shoot")
    route = game.question(a("A"), a("spot"))
    assert everything(route) == [0.0, 0.0, 0.0]
    assert max(x for x, _, _ in route.reach()) > 90
    known = table(
        "heavy A (20,24) missile_launcher_frag     ganger x (30,24)",
        phase="shoot",
        premeasure=True,
        size=(96.0, 48.0),
    ).question(a("A"), a("spot"))
    assert known.judge((Spot(35.0, 24.0),)) == 14.5
    assert isinstance(known.judge((Spot(95.0, 24.0),)), Refusal)


@pytest.mark.rule("nec.M37", "nec.movement.charge-declaration")
def test_before_a_charge_nothing_tells_how_far_it_is() -> None:
    shown = []
    for x in FAR:
        game = unmeasured(f"ganger A (20,24)     ganger x ({x},24)", phase="charge")
        shown.append([everything(game.question()), everything(game.question(a("A")))])
    assert all(asked == shown[0] for asked in shown[1:])


@pytest.mark.rule("nec.M37", "nec.M8")
def test_before_a_shot_on_overwatch_nothing_tells_how_far_it_is() -> None:
    shown = []
    for x in FAR[1:]:
        game = unmeasured(
            f"ganger A (20,24) lasgun autopistol overwatch     ganger x ({x},24)", phase="shoot", side="b"
        )
        shown.append(everything(game.question()))
    assert all(asked == shown[0] for asked in shown[1:])


@pytest.mark.rule("nec.movement.run-stop-near-enemy", "nec.A4", "nec.M37")
def test_whether_an_enemy_is_near_is_not_told_before_he_runs() -> None:
    """A4: who starts within 8 inches of an enemy he sees cannot run, but may walk. Where nothing is measured
    beforehand that comes to light when he sets out."""
    near, far = (unmeasured(f"ganger A (20,24)     ganger x ({29 + inches},24)") for inches in (0.0, 0.1))
    assert everything(near.question(a("A"))) == everything(far.question(a("A")))
    assert far.question(a("A"), a("run")).allowance == 8.0
    walk = near.question(a("A"), a("run"))
    assert (walk.allowance, walk.rule) == (4.0, "nec.movement.normal-distance")
    near.play(a("A"), a("run"), a((20, 28)))
    assert near["A"].moved == "walked" and near.says('x is in sight within 8": A cannot run and walks.')
    known = table("ganger A (20,24)     ganger x (29,24)", premeasure=True, size=(96.0, 48.0))
    assert known.option("run", a("A")).barred.words == 'x is in sight within 8"'


# ---------------------------------------------------------------- the best of several


@pytest.mark.rule("nec.shooting.to-hit", "nec.M37")
def test_in_the_list_of_shooters_each_has_his_best_target_with_range_and_chance() -> None:
    text = "ganger A (10,10) autogun   ganger x (20,10) T=6   ganger y (20,12)"
    game = table(text, phase="shoot", premeasure=True, closest_target_first=False)
    best, there = game.option("A").preview(), game.option("y", a("A")).preview()
    assert best.outcomes == there.outcomes
    assert best.headline == f'at y, 9.2": {there.headline}'
    unmeasured_ = table(text, phase="shoot", closest_target_first=False).option("A").preview()
    assert unmeasured_.headline.startswith("at y: ") and len(unmeasured_.cases) > 1


@pytest.mark.rule("nec.M10")
def test_each_weapon_has_the_odds_of_its_best_target() -> None:
    text = "ganger A (10,10) autogun stub_gun   ganger x (15,10)"
    game = table(text, phase="shoot", premeasure=True)
    for weapon in ("autogun", "stub_gun"):
        there = game.option("x", a("A"), a(weapon)).preview()
        assert game.option(weapon, a("A")).preview().outcomes == there.outcomes
    assert " with the " in game.option("A").preview().headline


@pytest.mark.rule("nec.M17")
def test_every_shot_of_a_burst_has_its_odds_when_it_is_assigned() -> None:
    text = "heavy A (10,10) heavy_stubber   ganger x (20,10)   ganger y (20,12) T=6"
    game = table(text, phase="shoot", premeasure=True)
    answers, dice = (a("A"), a("x"), a("1")), "3"  # two shots: the first is at x
    for foe in ("x", "y"):
        single = table(text, phase="shoot", premeasure=True, closest_target_first=False)
        alone = single.option("0", a("A"), a(foe)).preview()
        assert game.option(foe, *answers, dice=dice).preview().outcomes == alone.outcomes
