"""Flame templates and blast markers (nec.M17)."""

from fractions import Fraction

import pytest

from tests.books.necromunda.position import Refused, table
from tests.kit.script import a
from warbook.board.geometry import Spot
from warbook.books.necromunda.data import weapons
from warbook.books.necromunda.harm import hit_on, save_mod_of
from warbook.books.necromunda.injury import Body, Hit
from warbook.books.necromunda.special import burn, caught, under_template
from warbook.core.events import Template


def template(game):
    return next(event for event in game.events if isinstance(event, Template))


class TestFlame:
    """A flamer's teardrop is 8 inches long and 2.5 wide; Strength 4 wounds Toughness 3 on 3+."""

    @pytest.mark.rule("nec.M17")
    def test_no_roll_to_hit_and_no_modifiers(self):
        game = table("ganger A (10,10) flamer BS=0     ganger x (16,10) size=small", phase="shoot")
        game.play(a("A"), a("x"), dice="2  4")  # the roll to wound fails; the ammo roll passes
        assert game.rolled("nec.shooting.to-hit") == []
        assert game["x"].pinned

    @pytest.mark.rule("nec.M17")
    @pytest.mark.parametrize(("die", "hit"), [("3", False), ("4 1", True)])
    def test_wholly_under_it_is_hit_partly_on_a_four(self, die, hit):
        game = table("ganger A (10,10) flamer     ganger x (16,10)     ganger y (16,11.1)", phase="shoot")
        game.play(a("A"), a("x"), dice=f"1 {die} 4")
        assert game["x"].pinned
        assert game["y"].pinned == hit

    @pytest.mark.rule("nec.M17")
    def test_friends_burn_too_but_not_the_shooter(self):
        game = table("ganger A (10,10) flamer     ganger B (13,10)     ganger x (16,10)", phase="shoot")
        game.play(a("A"), a("x"), dice="5 1  1  4")
        assert game["B"].pinned
        assert not game["A"].pinned

    @pytest.mark.rule("nec.M17")
    def test_it_does_not_reach_through_a_wall(self):
        game = table(
            """
            ganger A (10,10) flamer     ganger x (14,10)     ganger y (17,10)
            wall (15.5,8) (15.5,12) h=3
            """,
            phase="shoot",
        )
        game.play(a("A"), a("x"), dice="1  4")
        assert not game["y"].pinned

    @pytest.mark.rule("nec.M17")
    def test_nobody_is_hit_beyond_its_eight_inches(self):
        game = table("ganger A (10,10) flamer     ganger x (20,10)", phase="shoot").play(
            a("A"), a("x"), dice="4"
        )
        assert not game["x"].pinned

    @pytest.mark.rule("nec.M17")
    def test_the_whole_template_stays_in_the_arc(self):
        """x stands at the edge of the arc: the template turns only so far, and covers him in part."""
        game = table("ganger A (10,10) flamer     ganger x (14,13.9)", phase="shoot")
        game.play(a("A"), a("x"), dice="3 4")
        assert template(game).facing == pytest.approx(34.3, abs=0.1)
        straight = table("ganger A (10,10) flamer facing=45     ganger x (14,13.9)", phase="shoot")
        straight.play(a("A"), a("x"), dice="1 4")
        assert straight["x"].pinned

    @pytest.mark.rule("nec.hiding.revealed-by-shooting")
    def test_who_sprays_flame_from_hiding_is_hidden_no_longer(self):
        game = table(
            "ganger A (10,10) flamer hidden     ganger x (16,10)     wall (11,9) (11,11) h=0.6", phase="shoot"
        )
        game.play(a("A"), a("x"), dice="1 4")
        assert not game["A"].hidden

    @pytest.mark.rule("nec.leadership.test-trigger", "nec.A18")
    def test_who_falls_to_flame_shakes_his_friends(self):
        """x goes down; y, 1.5 inches from him and clear of the flame, tests on 7."""
        game = table("ganger A (10,10) flamer     ganger x (16,10)     ganger y (16,12.5)", phase="shoot")
        game.play(a("A"), a("x"), dice="3 3  4  3 4")
        assert game["x"].down
        assert [roll.by for roll in game.rolled("nec.leadership.test-trigger")] == ["y"]

    @pytest.mark.rule("nec.M30")
    def test_it_finds_the_hidden_nearby(self):
        game = table(
            """
            ganger A (10,10) flamer
            ganger x (14,10)       ganger y (16.5,10) hidden     wall (15.8,9.2) (15.8,10.8) h=0.6
            """,
            phase="shoot",
        )
        game.play(a("A"), a("x"), dice="1 1 4")
        assert game["y"].pinned

    @pytest.mark.rule("nec.M17")
    @pytest.mark.parametrize(("die", "empty"), [("4", ()), ("3", ("flamer",))])
    def test_an_ammo_roll_after_every_shot(self, die, empty):
        game = table("ganger A (10,10) flamer     ganger x (16,10)", phase="shoot")
        game.play(a("A"), a("x"), dice=f"1 {die}")
        assert game["A"].empty == empty

    @pytest.mark.rule("nec.M17")
    def test_a_hand_flamer_is_good_for_one_shot(self):
        game = table("ganger A (10,10) hand_flamer     ganger x (13.5,10)", phase="shoot")
        game.play(a("A"), a("x"), dice="1")
        assert game["x"].pinned
        assert game["A"].empty == ("hand_flamer",)
        assert game.rolled("nec.M9") == []

    @pytest.mark.rule("nec.combat.saves")
    def test_flak_is_better_against_templates(self):
        """6+, but 5+ against templates; a flamer takes 2 off, a frag grenade 1."""
        burnt = table("ganger A (10,10) flamer     ganger x (16,10) armour=flak", phase="shoot")
        burnt.play(a("A"), a("x"), dice="3 1  4")
        assert burnt.rolled("nec.combat.saves") == []
        blasted = table("ganger A (10,10) frag_grenades BS=5     ganger x (16,10) armour=flak", phase="shoot")
        blasted.play(a("A"), a("x"), dice="2  4 6")
        assert blasted.rolled("nec.combat.saves")[0].need == 6
        assert blasted["x"].wounds == 1


class TestBlast:
    """A frag missile's marker is 4 inches across."""

    def game(self, others="ganger z (60,40)", words="BS=5", **rulings):
        position = f"heavy A (10,10) missile_launcher_frag {words}     ganger x (30,10)     {others}"
        return table(position, phase="shoot", size=(90.0, 48.0), **rulings)

    @pytest.mark.rule("nec.M17")
    @pytest.mark.parametrize(
        ("at", "dice", "pinned"),
        [
            ("(31.5,10)", "1", True),  # wholly under the marker
            ("(31.6,10)", "3", False),
            ("(31.6,10)", "4 1", True),
            ("(32.4,10)", "4 1", True),
            ("(32.5,10)", "", False),  # its edge only touches the marker
        ],
    )
    def test_who_is_under_the_marker(self, at, dice, pinned):
        game = self.game(f"ganger y {at}").play(a("A"), a("x"), dice=f"2  1 {dice}")
        assert game["x"].pinned
        assert game["y"].pinned == pinned

    @pytest.mark.rule("nec.injury.out-of-action", "nec.M17")
    def test_who_is_off_the_table_is_not_under_it(self):
        game = self.game("ganger y (31,10) place=out").play(a("A"), a("x"), dice="2  1")
        assert not game["y"].pinned

    @pytest.mark.rule("nec.hiding.revealed-by-shooting")
    @pytest.mark.parametrize("answers", [("x",), ("spot", (20.0, 10.0))])
    def test_who_lobs_from_hiding_is_hidden_no_longer(self, answers):
        game = self.game("wall (11,9) (11,11) h=0.6", words="BS=5 hidden")
        game.play(a("A"), *map(a, answers), dice="1  6")
        assert not game["A"].hidden

    @pytest.mark.rule("nec.leadership.test-trigger", "nec.A18")
    def test_who_falls_to_a_blast_shakes_his_friends(self):
        """x goes down; y, 2 inches from him and clear of the marker, tests, z at 2.1 does not."""
        game = self.game("ganger y (30,13)     ganger z (30,6.9)")
        game.play(a("A"), a("x"), dice="2  3 3  3 4")
        assert game["x"].down
        assert [roll.by for roll in game.rolled("nec.leadership.test-trigger")] == ["y"]

    @pytest.mark.rule("nec.leadership.test-trigger", "nec.A16", "nec.A18")
    def test_two_who_fall_to_one_blast_are_two_tests_after_all_the_wounds(self):
        game = self.game("ganger y (31.2,10)     ganger z (31,12.6)")
        game.play(a("A"), a("x"), dice="2  3 3  3 3  3 4  3 4")
        assert game["x"].down and game["y"].down
        assert [roll.by for roll in game.rolled("nec.leadership.test-trigger")] == ["z", "z"]

    @pytest.mark.rule("nec.M17")
    def test_cover_makes_it_harder_to_place(self):
        game = self.game("area (28,8) (32,12) shelter=0.3", words="BS=3")
        game.play(a("A"), a("x"), dice="5 1")
        assert game.rolled("nec.shooting.to-hit")[0].need == 5

    @pytest.mark.rule("nec.M17")
    @pytest.mark.parametrize(
        ("hour", "dx", "dy"),
        [(1, 0.0, 3.0), (4, 3.0, 0.0), (7, 0.0, -3.0), (10, -3.0, 0.0), (2, 1.5, 2.598)],
    )
    def test_a_miss_scatters(self, hour, dx, dy):
        """3 inches, in the direction of an hour of the clock: 1 on the die is twelve o'clock."""
        game = self.game().play(a("A"), a("x"), dice=f"1  3 {hour}")
        assert (template(game).spot.x, template(game).spot.y) == pytest.approx((30 + dx, 10 + dy), abs=1e-3)
        assert not game["x"].pinned

    @pytest.mark.rule("nec.M17")
    @pytest.mark.parametrize(("hour", "level"), [(7, 3.0), (1, 0.0)])
    def test_blown_off_a_walkway_it_comes_down_below(self, hour, level):
        """x stands on a floor 3 inches up, which ends an inch north of him."""
        game = self.game("floor (26,6) (34,11) level=3", words="BS=5")
        game["x"].z = 3.0
        game.play(a("A"), a("x"), dice=f"1  3 {hour}")
        assert template(game).spot.z == level

    @pytest.mark.rule("nec.M17")
    def test_a_small_scatter_may_still_cover_the_target(self):
        game = self.game().play(a("A"), a("x"), dice="1  1 1  1")
        assert game["x"].pinned
        game = self.game().play(a("A"), a("x"), dice="1  2 1  4 1")
        assert game["x"].pinned

    @pytest.mark.rule("nec.M17")
    def test_six_inches_off_is_a_dud(self):
        game = self.game().play(a("A"), a("x"), dice="1  6")
        assert game.says("It is a dud.")
        assert not any(isinstance(event, Template) for event in game.events)

    @pytest.mark.rule("nec.M17")
    def test_out_of_range_it_scatters_from_the_end_of_its_range(self):
        """72 inches from base to base; x is 74 away."""
        game = table(
            "heavy A (5,10) missile_launcher_frag BS=5     ganger x (80,10)", phase="shoot", size=(90.0, 48.0)
        )
        game.play(a("A"), a("x"), dice="5  2 1")
        assert (template(game).spot.x, template(game).spot.y) == pytest.approx((77.5, 12.0))

    @pytest.mark.rule("nec.shooting.hit-modifiers")
    def test_a_spot_is_a_small_target(self):
        game = self.game(words="BS=3").play(a("A"), a("spot"), a((20.0, 10.0)), dice="4  6")
        assert game.rolled("nec.shooting.to-hit")[0].need == 5
        on = self.game(words="BS=3").play(a("A"), a("spot"), a((29.0, 10.0)), dice="5  1")
        assert on["x"].pinned

    @pytest.mark.rule("nec.M17", "nec.M37")
    @pytest.mark.parametrize(("premeasure", "told"), [(True, 9.5), (False, 0.0)])
    def test_the_way_to_a_spot_is_measured_from_the_edge_of_his_base(self, premeasure, told):
        """Where nothing is measured beforehand, it is not told."""
        question = self.game(premeasure=premeasure).question(a("A"), a("spot"))
        assert question.accept({"path": [[20.0, 10.0]]}).cost == pytest.approx(told)

    @pytest.mark.rule("nec.M17")
    @pytest.mark.parametrize("spot", [(0.0, 10.0), (48.0, 10.0), (24.0, 0.0), (24.0, 48.0)])
    def test_the_very_edge_of_the_table_can_be_aimed_at(self, spot):
        game = table(
            "heavy A (24,10) missile_launcher_frag BS=5     ganger x (30,40)", phase="shoot", firing_arc=360
        )
        assert game.question(a("A"), a("spot")).accept({"path": [list(spot)]})
        for dx, dy in ((-0.1, 0), (0.1, 0), (0, -0.1), (0, 0.1)):
            there = spot[0] + dx, spot[1] + dy
            if not (0 <= there[0] <= 48 and 0 <= there[1] <= 48):
                with pytest.raises(Refused, match="off the table"):
                    game.question(a("A"), a("spot")).accept({"path": [list(there)]})

    @pytest.mark.rule("nec.M17")
    @pytest.mark.parametrize(
        ("spot", "why"),
        [
            ((-1.0, 10.0), "off the table"),
            ((10.0, 20.0), "outside his arc"),
            ((20.0, 10.0, 5.0), "no floor"),
            ((20.0, 10.0, 0.2), "no floor"),
            ((26.0, 4.0), "does not see"),
        ],
    )
    def test_where_nothing_can_be_aimed(self, spot, why):
        with pytest.raises(Refused, match=why):
            self.game("wall (20,2) (20,7) h=3").play(a("A"), a("spot"), a(spot))

    @pytest.mark.rule("nec.M17")
    def test_a_spot_may_be_on_an_upper_floor(self):
        floors = "floor (8,8) (12,12) level=3     floor (24,8) (28,12) level=3"
        text = f"heavy A (10,10,3) missile_launcher_frag BS=5 facing=0     ganger x (30,10)     {floors}"
        question = table(text, phase="shoot").question(a("A"), a("spot"))
        assert question.path(26.0, 10.0, 3.0) == (Spot(26.0, 10.0, 3.0),)

    @pytest.mark.rule("nec.M17")
    def test_spots_are_offered_as_far_as_the_weapon_reaches(self):
        """A missile flies 72 inches."""
        question = self.game(words="BS=5 facing=0", premeasure=True).question(a("A"), a("spot"))
        assert max(x for x, _, _ in question.reach()) == pytest.approx(82.0)

    @pytest.mark.rule("nec.M17")
    def test_a_wall_shelters_from_the_blast(self):
        game = self.game("ganger y (31,10)     wall (30.5,9.5) (30.5,10.5) h=3", words="BS=5 facing=0")
        game["x"].x, game["y"].x = 29.5, 31.5
        game.play(a("A"), a("x"), dice="2  1")
        assert game["x"].pinned
        assert not game["y"].pinned

    @pytest.mark.rule("nec.M17")
    def test_the_whole_special_rules_are_a_switch(self):
        game = self.game(special_weapons=False)
        game.play()
        assert game.battle.phase == "fight"


@pytest.mark.rule("nec.M17")
def test_the_odds_under_a_template():
    assert caught.odds(True).chance(True) == 1
    assert caught.odds(False).chance(True) == Fraction(1, 2)
    assert under_template.odds(False, Hit(3), Body()).chance(lambda s: s.came == "wounded") == Fraction(1, 3)


@pytest.mark.rule("nec.M17", "nec.combat.saves")
@pytest.mark.parametrize("name", ["flamer", "frag_grenades"])
def test_flak_armour_saves_better_from_flames_and_blasts(name):
    game = table("ganger A (10,10)     ganger x (16,10) armour=flak")
    weapon = weapons()[name]
    strength = int(weapon.strength)
    plain = hit_on(game["x"], strength, save_mod_of(weapon, strength), weapon)
    assert burn(weapon, game["x"]).save == plain.save - 1
