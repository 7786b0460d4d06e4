"""Grenades (nec.M17): range, scatter, unreliable explosives, and what the different kinds do."""

from fractions import Fraction

import pytest

from tests.books.necromunda.position import table
from tests.kit.script import a
from warbook.board.geometry import Spot
from warbook.books.necromunda.aim import Aim
from warbook.books.necromunda.data import weapons
from warbook.books.necromunda.sight import fraction
from warbook.books.necromunda.special import Flight, blown, breathes, bungled, flight
from warbook.books.necromunda.state import Token
from warbook.core.events import Marker, Removed, Template


def thrown(kind, dice, others="ganger z (40,40)", words="BS=5", at="(16,10)", **rulings):
    position = f"ganger A (10,10) {kind} {words}     ganger x {at}     {others}"
    return table(position, phase="shoot", **rulings).play(a("A"), a("x"), dice=dice)


def went_off(game):
    spot = next(event.spot for event in game.events if isinstance(event, Template))
    return spot.x, spot.y


@pytest.mark.rule("nec.M17")
@pytest.mark.parametrize(("strength", "inches"), [(1, 4), (2, 6), (3, 8), (4, 10), (5, 12), (9, 12)])
def test_the_range_is_twice_the_strength_and_two_but_never_more_than_twelve(strength, inches):
    reach = 11 + inches
    near = thrown("frag_grenades", "2 1", words=f"BS=5 S={strength}", at=f"({reach},10)")
    assert near["x"].pinned
    far = thrown("frag_grenades", "5  5 1", words=f"BS=5 S={strength}", at=f"({reach + 0.1},10)")
    assert "out of range" in far.rolled("nec.shooting.to-hit")[0].modifiers[1].why
    assert went_off(far) == pytest.approx((reach - 0.5, 15.0))


@pytest.mark.rule("nec.M17")
@pytest.mark.parametrize(("x", "need"), [(18.5, 3), (18.6, None)])
def test_the_range_to_a_spot_is_measured_from_the_base(x, need):
    """BS 5, a small target: 3+ up to 8 inches from the thrower's base, out of range beyond. It is a dud."""
    game = table("ganger A (10,10) frag_grenades BS=5     ganger x (30,10)", phase="shoot")
    game.play(a("A"), a("spot"), a((x, 10.0)), dice="2  6 1")
    assert game.rolled("nec.shooting.to-hit")[0].need == need
    assert any("spot" in getattr(entry, "words", "") for entry in game.game.steps[-1].tape)


@pytest.mark.rule("nec.M11", "nec.M17")
def test_only_spots_within_range_are_offered_where_they_may_be_measured():
    text = "ganger A (10,10) frag_grenades     ganger x (30,10)"
    question = table(text, phase="shoot", premeasure=True).question(a("A"), a("spot"))
    assert question.path(18.5, 10.0, 0.0) is not None
    assert question.path(18.6, 10.0, 0.0) is None
    assert question.path(2.0, 10.0, 0.0) is None  # behind him
    assert question.path(14.0, 10.0, None) == (Spot(14.0, 10.0, 0.0),)  # on the ground unless told otherwise
    assert question.reach() and all(10.0 < x <= 18.5 for x, _, _ in question.reach())


@pytest.mark.rule("nec.M17")
@pytest.mark.parametrize(
    ("at", "facing", "edge", "beyond"),
    [
        ("(2,10)", 180, (0.0, 10.0), (-0.1, 10.0)),
        ("(46,10)", 0, (48.0, 10.0), (48.1, 10.0)),
        ("(10,2)", 270, (10.0, 0.0), (10.0, -0.1)),
        ("(10,46)", 90, (10.0, 48.0), (10.0, 48.1)),
    ],
)
def test_nothing_is_aimed_at_a_spot_off_the_table(at, facing, edge, beyond):
    game = table(f"ganger A {at} frag_grenades facing={facing}     ganger x (30,30)", phase="shoot")
    question = game.question(a("A"), a("spot"))
    assert question.path(*edge, 0.0) is not None
    assert question.path(*beyond, 0.0) is None


@pytest.mark.rule("nec.M17")
def test_a_miss_scatters_so_many_inches():
    game = thrown("frag_grenades", "3  4 4", words="BS=3")
    assert went_off(game) == pytest.approx((20.0, 10.0))


@pytest.mark.rule("nec.M17")
def test_six_and_an_arrow_is_a_dud():
    game = thrown("frag_grenades", "3  6 5", words="BS=3")
    assert game.says("It is a dud.")
    assert [roll.need for roll in game.rolled("nec.M17")] == [None, 6]


class TestUnreliableExplosives:
    """After a natural 1 to hit, or 6 inches off with HIT on the scatter die."""

    @pytest.mark.rule("nec.M17")
    @pytest.mark.parametrize("wrong", ["1", "3  6 6"])
    def test_one_goes_off_over_the_thrower(self, wrong):
        game = thrown("frag_grenades", f"{wrong}  1  4 1", words="BS=3")
        assert went_off(game) == (10.0, 10.0)
        assert game["A"].flesh == 1
        assert game["A"].pinned

    @pytest.mark.rule("nec.M17")
    @pytest.mark.parametrize("die", [2, 3])
    def test_two_and_three_go_far_astray(self, die):
        """2D6 inches from the spot aimed at."""
        game = thrown("frag_grenades", f"1  {die}  3 4 1")
        assert went_off(game) == pytest.approx((16.0, 17.0))

    @pytest.mark.rule("nec.M17")
    @pytest.mark.parametrize("die", [4, 5])
    def test_four_and_five_lie_asleep_where_they_landed(self, die):
        game = thrown("frag_grenades", f"1  {die}  3 4 1")
        (dud,) = game.battle.tokens
        assert (dud.kind, dud.x, dud.y, dud.radius) == ("dud", 16.0, 17.0, 0.25)

    @pytest.mark.rule("nec.M17")
    def test_six_is_dropped_and_does_not_go_off(self):
        game = thrown("frag_grenades", "1  6")
        assert game.battle.tokens == []
        assert not any(isinstance(event, Template) for event in game.events)

    @pytest.mark.rule("nec.M17")
    def test_a_missile_only_scatters(self):
        game = table("heavy A (10,10) missile_launcher_frag     ganger x (30,10)", phase="shoot")
        game.play(a("A"), a("x"), dice="1  5 1")
        assert went_off(game) == pytest.approx((30.0, 15.0))

    @pytest.mark.rule("nec.M9", "nec.M17")
    def test_who_is_out_of_action_by_his_own_grenade_rolls_for_no_ammunition(self):
        """A six hits; the blast catches thrower and target; the thrower is out, the target not
        wounded, and the thrower's friend tests once."""
        game = thrown("frag_grenades", "6  6 6  1  3 3", at="(11.3,10)", others="ganger B (9,8.5)")
        assert [event.piece for event in game.events if isinstance(event, Removed)] == ["A"]

    @pytest.mark.rule("nec.M17")
    def test_its_odds(self):
        odds = bungled.odds(False).map(lambda f: f.landed)
        assert dict(odds) == {
            "in hand": Fraction(1, 6),
            "astray": Fraction(1, 3),
            "asleep": Fraction(1, 3),
            "dud": Fraction(1, 6),
        }
        thrown_odds = flight.odds(Aim(4), True).map(lambda f: f.landed)
        assert thrown_odds.chance("true") == Fraction(1, 2)
        assert thrown_odds.chance("wide") == Fraction(2, 6) * Fraction(5, 6)
        wrong = Fraction(1, 6) + Fraction(2, 6) * Fraction(1, 36)
        assert thrown_odds.chance("in hand") == wrong * Fraction(1, 6)
        assert flight.odds(Aim(4), False).chance(Flight("dud")) == Fraction(1, 2) * Fraction(1, 6)


class TestASleepingGrenade:
    def game(self, *path, dice, at="(20,10)"):
        game = table(f"ganger A {at}     ganger x (40,40)", phase="move")
        game.battle.tokens.append(Token("t1", "dud", 25.0, 10.0, 0.0, 0.25, "frag_grenades"))
        return game.play(a("A"), a("walk"), *path, dice=dice)

    @pytest.mark.rule("nec.M17")
    def test_wakes_on_a_four_when_somebody_comes_near(self):
        game = self.game(a((24.0, 10.0)), dice="4  4 1")
        assert game.battle.tokens == []
        assert game["A"].pinned
        assert game["A"].x == pytest.approx(23.0)  # after the third inch he is within 2 inches of it

    @pytest.mark.rule("nec.M17")
    def test_or_sleeps_on(self):
        game = self.game(a((24.0, 10.0)), dice="3")
        assert len(game.battle.tokens) == 1
        assert game["A"].x == 24.0

    @pytest.mark.rule("nec.M17")
    @pytest.mark.parametrize(("x", "dice"), [(22.4, ""), (22.5, "3")])
    def test_nobody_wakes_it_from_more_than_two_inches_off(self, x, dice):
        game = self.game(a((x, 10.0)), dice=dice)
        assert len(game.battle.tokens) == 1

    @pytest.mark.rule("nec.leadership.test-trigger")
    def test_who_falls_to_it_shakes_his_friends(self):
        game = table("ganger A (20,10)     ganger B (22.5,12)     ganger x (40,40)", phase="move")
        game.battle.tokens.append(Token("t1", "dud", 25.0, 10.0, 0.0, 0.25, "frag_grenades"))
        game.play(a("A"), a("walk"), a((24.0, 10.0)), dice="4  4 4 3  3 4")
        assert game["A"].down
        assert [roll.by for roll in game.rolled("nec.leadership.test-trigger")] == ["B"]


class TestKrak:
    """No marker: a hit on one model, Strength 6, D6 damage."""

    @pytest.mark.rule("nec.M17")
    def test_it_hits_the_target_alone(self):
        game = thrown("krak_grenades", "3  2 1 1", "ganger y (17,10)")
        assert game["x"].flesh == 1
        assert not game["y"].pinned
        assert game.rolled("nec.shooting.to-hit")[0].need == 3  # its own modifier is -1

    @pytest.mark.rule("nec.M17")
    def test_scattered_it_hits_whom_it_comes_down_on(self):
        game = thrown("krak_grenades", "2  2 4  1", "ganger y (18.3,10)")
        assert game["y"].pinned
        assert not game["x"].pinned

    @pytest.mark.rule("nec.M17")
    def test_going_off_too_early_it_hits_the_thrower_only(self):
        game = thrown("krak_grenades", "1  1  1", "ganger B (11.1,10)")
        assert game["A"].pinned
        assert not game["B"].pinned


class TestSmoke:
    @pytest.mark.rule("nec.M17")
    @pytest.mark.parametrize(("level", "clear"), [(3.0, True), (2.7, False)])
    def test_smoke_is_three_inches_high(self, level, clear):
        """Between two walkways; close before x it hides what of him is lower."""
        game = table(
            f"""
            ganger A (10,10,{level})     ganger x (30,10,{level})     smoke (28.4,10) r=1
            floor (8,8) (12,12) level={level}     floor (29,8) (32,12) level={level}
            """
        )
        assert (fraction(game.battle, game["A"], game["x"]) == 1.0) == clear

    @pytest.mark.rule("nec.M17")
    def test_smoke_blocks_sight_while_it_lasts(self):
        game = table(
            "ganger A (10,10) smoke_bombs BS=5 autogun     ganger x (16,10) autogun     ganger y (40,40)",
            phase="shoot",
        )
        game.play(a("A"), a("smoke_bombs"), a("x"), dice="2")
        (smoke,) = game.battle.tokens
        assert (smoke.kind, smoke.radius) == ("smoke", 2.0)
        game.battle.side = "b"
        game.play()
        assert game.battle.phase == "fight"  # x sees nobody, so nobody is asked

    @pytest.mark.rule("nec.M17")
    @pytest.mark.parametrize(("die", "left"), [("3", 1), ("4", 0)])
    def test_it_clears_on_a_four(self, die, left):
        game = thrown("smoke_bombs", "2")
        game.battle.phase = "start"
        game.play(dice=die)
        assert len(game.battle.tokens) == left

    @pytest.mark.rule("nec.M17")
    def test_the_marker_is_told_put_down_and_taken_away(self):
        game = thrown("smoke_bombs", "2")
        game.battle.phase = "start"
        game.play(dice="6")
        spots = [event.spot is not None for event in game.events if isinstance(event, Marker)]
        assert spots == [True, False]


class TestGas:
    @pytest.mark.rule("nec.M17")
    @pytest.mark.parametrize(("die", "pinned"), [("3", False), ("4", True)])
    def test_toughness_or_less_holds_his_breath(self, die, pinned):
        game = thrown("choke_grenades", f"2  {die}")
        assert game["x"].pinned == pinned
        assert game["x"].wounds == 1

    @pytest.mark.rule("nec.M17")
    def test_who_is_only_partly_in_the_cloud_must_be_caught_by_it_first(self):
        game = thrown("choke_grenades", "2  1  3", "ganger y (18,10)")
        assert not game["y"].pinned
        game = thrown("choke_grenades", "2  1  4 6", "ganger y (18,10)")
        assert game["y"].pinned

    @pytest.mark.rule("nec.M17")
    def test_who_is_down_breathes_on(self):
        game = thrown("choke_grenades", "2  6", "ganger y (16,11.2) down wounds=0")
        assert game["x"].pinned and not game["y"].pinned

    @pytest.mark.rule("nec.M17")
    def test_the_odds_count_half_of_the_times_it_covers_him_in_part(self):
        """It comes down true on 4+; an inch wide it still covers him, two inches wide in part, farther not at
        all: 1/2 + 1/2 (1/6 + 1/6 x 1/2) = 5/8, and half of those choke."""
        game = table(
            "heavy A (10,10) grenade_launcher choke_grenades     ganger x (25,10)",
            phase="shoot",
            premeasure=True,
        )
        preview = game.option("x", a("A"), a("launched_choke_grenades")).preview()
        assert dict(preview.outcomes)["pinned"] == Fraction(5, 16)

    @pytest.mark.rule("nec.M17")
    @pytest.mark.parametrize("gear", ["respirator", "filter_plugs"])
    def test_filters_give_a_second_breath(self, gear):
        game = table(f"ganger A (10,10) choke_grenades BS=5     ganger x (16,10) gear={gear}", phase="shoot")
        game.play(a("A"), a("x"), dice="2  6 2")
        assert not game["x"].pinned
        assert breathes.odds(3, True).chance(True) == Fraction(3, 4)


class TestPlasma:
    def hanging(self, dice, fighters="ganger A (10,10)     ganger x (20,20)", side="a"):
        game = table(fighters, phase="start", side=side, began={"a": 9, "b": 9})
        game.battle.tokens.append(Token("t1", "plasma", 20.0, 20.0, 0.0, 1.5, "plasma_grenades"))
        return game.play(dice=dice)

    @pytest.mark.rule("nec.M17")
    def test_it_burns_and_leaves_a_ball(self):
        game = thrown("plasma_grenades", "2  3 1")
        assert game["x"].flesh == 1
        (ball,) = game.battle.tokens
        assert (ball.kind, ball.radius) == ("plasma", 1.5)

    @pytest.mark.rule("nec.M17")
    @pytest.mark.parametrize("die", ["1", "3"])
    def test_one_to_three_it_is_gone(self, die):
        game = self.hanging(die)
        assert game.battle.tokens == []
        assert not game["x"].pinned

    @pytest.mark.rule("nec.M17")
    @pytest.mark.parametrize("die", ["4", "5"])
    def test_four_and_five_it_stays_and_burns(self, die):
        game = self.hanging(f"{die}  1")
        assert len(game.battle.tokens) == 1
        assert game["x"].pinned

    @pytest.mark.rule("nec.M17")
    def test_six_it_drifts_burns_there_and_goes(self):
        fighters = "ganger A (10,10)     ganger x (20,20)     ganger y (20,25)"
        game = self.hanging("6  5 1  1", fighters)
        assert game["y"].pinned
        assert not game["x"].pinned
        assert game.battle.tokens == []

    @pytest.mark.rule("nec.leadership.test-trigger")
    def test_who_falls_to_it_shakes_his_friends(self):
        game = self.hanging("4  3 3  3 4", "ganger A (10,10)     ganger x (20,20)     ganger y (20,23)")
        assert game["x"].down
        assert [roll.by for roll in game.rolled("nec.leadership.test-trigger")] == ["y"]

    @pytest.mark.rule("nec.M17")
    def test_who_is_partly_under_the_ball_burns_on_a_four(self):
        game = self.hanging("4  3", "ganger A (10,10)     ganger x (21.5,20)")
        assert not game["x"].pinned


class TestTheLauncher:
    @pytest.mark.rule("nec.M17")
    def test_it_fires_the_grenades_he_has_bought(self):
        game = table(
            "heavy A (10,10) grenade_launcher frag_grenades krak_grenades     ganger x (25,10)", phase="shoot"
        )
        found = [option.id for option in game.question(a("A")).options]
        assert found == ["frag_grenades", "krak_grenades", "launched_frag_grenades", "launched_krak_grenades"]

    @pytest.mark.rule("nec.M17")
    def test_at_its_own_range_and_with_its_own_ammo(self):
        """Range 20 and 60, -1 at long; its ammo roll is automatic. A 6 hits x, whom Strength 3 cannot
        wound."""
        game = table(
            "heavy A (10,10) grenade_launcher frag_grenades BS=5     ganger x (35,10) T=9", phase="shoot"
        )
        game.play(a("A"), a("launched_frag_grenades"), a("x"), dice="6  5")
        assert game.rolled("nec.shooting.to-hit")[0].need == 3
        assert game["x"].pinned
        assert game["A"].empty == ("grenade_launcher",)

    @pytest.mark.rule("nec.M17")
    def test_a_krak_grenade_it_fires_scatters_too(self):
        game = table(
            "heavy A (10,10) grenade_launcher krak_grenades     ganger x (25,10)     ganger y (25,13)",
            phase="shoot",
        )
        game.play(a("A"), a("launched_krak_grenades"), a("x"), dice="1  3 1  1")
        assert game["y"].pinned and not game["x"].pinned

    @pytest.mark.rule("nec.M17")
    def test_its_one_is_no_bungled_throw(self):
        game = table("heavy A (10,10) grenade_launcher frag_grenades     ganger x (25,10)", phase="shoot")
        game.play(a("A"), a("launched_frag_grenades"), a("x"), dice="1  5 1")
        assert went_off(game) == pytest.approx((25.0, 15.0))

    @pytest.mark.rule("nec.M17")
    def test_without_grenades_it_fires_nothing(self):
        game = table("heavy A (10,10) grenade_launcher     ganger x (25,10)", phase="shoot")
        game.play()
        assert game.battle.phase == "fight"


@pytest.mark.rule("nec.M11")
@pytest.mark.parametrize(("beyond", "reaches"), [(0.0, True), (0.1, False)])
def test_what_is_shown_of_a_throw_knows_its_range_to_a_tenth(beyond, reaches):
    weapon = weapons()["frag_grenades"]
    at = 11.0 + weapon.reach(3) + beyond  # from base to base
    game = table(f"ganger A (10,10) frag_grenades S=3     ganger x ({at},10)", phase="shoot", premeasure=True)
    option = next(each for each in game.question(a("A")).options if each.piece == "x")
    shown = option.preview()
    assert (shown.need != "out of range") is reaches


@pytest.mark.rule("nec.M17")
@pytest.mark.parametrize(("height", "level"), [(0.0, 0.0), (1.0, 1.0), (6.0, 0.0)])
def test_what_scatters_comes_down_on_what_lies_there_or_goes_off_inside_it(height, level):
    """Two inches up: it drops onto a crate, and flies into a tall building; 3 hours are due east."""
    block = f"   block (12,8) (16,12) h={height}" if height else ""
    game = table(f"ganger A (10,20)   ganger x (30,30){block}")
    before = 2.0 if height < 6.0 else 0.0
    assert blown(game.battle, Spot(10.0, 10.0, before), 3, 4) == Spot(14.0, 10.0, level)


@pytest.mark.rule("nec.M11", "nec.M17")
@pytest.mark.parametrize(("wall", "barred"), [("wall (10.7,5) (10.7,15) h=4", True), ("", False)])
def test_who_stands_before_a_wall_sees_no_spot_to_aim_at(wall, barred):
    text = f"ganger A (10,10) frag_grenades     ganger x (10.5,16)     {wall}"
    refusal = table(text, phase="shoot", firing_arc=180).option("spot", a("A")).barred
    assert (refusal is not None) is barred
