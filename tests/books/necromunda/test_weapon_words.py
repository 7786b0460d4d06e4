"""What the words on a weapon's line do: toxins, webs, slugs, recharging, high impact (nec.M17)."""

from fractions import Fraction

import pytest

from tests.books.necromunda.position import table
from tests.kit.script import a
from warbook.books.necromunda.aftereffects import tears_free
from warbook.books.necromunda.combat import hits_of
from warbook.books.necromunda.data import weapons
from warbook.books.necromunda.injury import Body, Hit, injured, wounding
from warbook.core.events import Became


def shot(weapon, dice, target="", answers=(), at="(14,10)", words="BS=6", kind="heavy"):
    position = f"{kind} A (10,10) {weapon} {words}     ganger x {at} {target}     ganger y (40,40)"
    return table(position, phase="shoot").play(a("A"), *answers, a("x"), dice=dice)


class TestToxic:
    @pytest.mark.rule("nec.M17")
    def test_a_hit_wounds_without_a_roll_whatever_the_toughness(self):
        game = shot("needle_pistol", "2  3", "T=10")
        assert game.rolled("nec.shooting.wound-chart") == []
        assert game["x"].down

    @pytest.mark.rule("nec.combat.saves")
    def test_armour_saves(self):
        """Save modifier -1."""
        game = shot("needle_pistol", "2  5", "armour=carapace")
        assert not game["x"].down
        assert game["x"].pinned

    @pytest.mark.rule("nec.M17")
    @pytest.mark.parametrize(
        ("die", "down", "comatose", "place"),
        [
            (1, False, False, "table"),
            (2, False, False, "table"),
            (3, True, False, "table"),
            (4, True, False, "table"),
            (5, True, True, "table"),
            (6, False, False, "out"),
        ],
    )
    def test_the_toxin_table(self, die, down, comatose, place):
        fighter = shot("needle_pistol", f"2  {die}")["x"]
        assert (fighter.down, fighter.comatose, fighter.place, fighter.flesh) == (down, comatose, place, 0)

    @pytest.mark.rule("nec.injury.trigger")
    def test_only_the_last_wound_rolls_on_it(self):
        game = shot("needle_pistol", "2", "W=2")
        assert game["x"].wounds == 1

    @pytest.mark.rule("nec.M17")
    def test_a_comatose_fighter_cannot_even_crawl_until_he_recovers(self):
        game = table(
            "ganger A (10,10) down comatose wounds=0     ganger B (40,40)     ganger x (20,10)", phase="move"
        )
        assert game.option("A").barred.words == "is comatose and cannot move"
        game.battle.phase = "recover"
        game.play(dice="1")
        assert (game["A"].down, game["A"].comatose) == (False, False)

    @pytest.mark.rule("nec.M17")
    def test_its_odds(self):
        odds = injured.odds(6, True, Body(wounds=0))
        assert odds.chance(lambda b: b.state == "up") == Fraction(1, 3)
        assert odds.chance(lambda b: b.state == "down" and not b.coma) == Fraction(1, 3)
        assert odds.chance(lambda b: b.coma) == Fraction(1, 6)


class TestWeb:
    @pytest.mark.rule("nec.M17", "nec.shooting.knocked-over")
    def test_a_hit_binds_without_a_save_or_a_wound(self):
        game = shot("web_pistol", "2", "armour=carapace overwatch")
        assert (game["x"].webbed, game["x"].pinned, game["x"].overwatch) == (True, True, False)
        assert game["x"].wounds == 1

    @pytest.mark.rule("nec.M17")
    def test_a_miss_does_not(self):
        assert not shot("web_pistol", "1")["x"].webbed

    @pytest.mark.rule("nec.M17")
    def test_he_can_do_nothing(self):
        game = table(
            "ganger A (10,10) autogun webbed     ganger B (10,20) autogun     ganger x (20,15)",
            phase="charge",
        )
        for phase in ("charge", "move", "shoot"):
            game.battle.phase = phase
            assert game.option("A").barred.words == "is bound by a web"

    @pytest.mark.rule("nec.M17x")
    def test_charged_he_has_no_attack_dice(self):
        game = table("ganger A (10,10)     ganger x (11,10) webbed", phase="fight")
        game.play(dice="2  1 1")  # 2 + 3 against 3: two hits, no wounds
        assert [len(roll.faces) for roll in game.rolled("nec.combat.attack-dice")] == [1, 0]

    @pytest.mark.rule("nec.M17")
    @pytest.mark.parametrize(("die", "free"), [("6", True), ("5 1", False)])
    def test_strength_and_a_die_of_nine_tears_it_else_it_takes_a_wound(self, die, free):
        """Strength 3: a 6 frees. A 5 costs his last wound, and a 1 on the chart is a flesh wound."""
        game = table("ganger A (10,10) webbed     ganger x (40,40)", phase="start")
        game.play(dice=die)
        assert game["A"].webbed == (not free)
        assert game["A"].flesh == (not free)
        told = [
            event.gained for event in game.events if isinstance(event, Became) and event.status == "webbed"
        ]
        assert told == [False] * free

    @pytest.mark.rule("nec.leadership.test-trigger")
    def test_who_falls_to_the_web_shakes_his_friends(self):
        game = table(
            "ganger A (10,10) webbed     ganger B (12,10)     ganger x (40,40)",
            phase="start",
            began={"a": 9, "b": 9},
        )
        game.play(dice="5 3  3 4")
        assert game["A"].down
        assert [roll.by for roll in game.rolled("nec.leadership.test-trigger")] == ["B"]

    @pytest.mark.rule("nec.M17")
    def test_the_enemys_start_of_turn_is_not_his(self):
        game = table("ganger A (10,10) webbed     ganger x (40,40)", phase="start", side="b")
        game.play()
        assert game["A"].webbed

    @pytest.mark.rule("nec.M17")
    def test_its_odds(self):
        assert tears_free.odds(3).chance(True) == Fraction(1, 6)
        assert tears_free.odds(2).chance(True) == 0
        assert tears_free.odds(8).chance(True) == 1


class TestKnockback:
    def slug(self, dice, target="", terrain="", others="ganger y (40,40)"):
        position = f"""
            ganger A (10,10) shotgun_slug BS=6
            ganger x (13,10) {target}        {others}
            {terrain}
        """
        return table(position, phase="shoot").play(a("A"), a("shotgun_slug"), a("x"), dice=dice)

    @pytest.mark.rule("nec.M17")
    @pytest.mark.parametrize(("die", "x"), [(3, 13.0), (4, 15.0)])
    def test_over_his_strength_throws_him_back_two_inches(self, die, x):
        game = self.slug(f"2 1 {die}")
        assert game["x"].x == pytest.approx(x)
        assert game.rolled("nec.M17")[0].need == 4

    @pytest.mark.rule("nec.M17")
    @pytest.mark.parametrize(("wall", "x"), [(15.0, 14.5), (14.4, 13.5), (13.9, 13.0)])
    def test_no_farther_than_a_wall(self, wall, x):
        game = self.slug("2 1 6", terrain=f"wall ({wall},8) ({wall},12) h=3")
        assert game["x"].x == pytest.approx(x)

    @pytest.mark.rule("nec.M17")
    def test_nor_onto_somebody_else(self):
        game = self.slug("2 1 6", others="ganger y (15.2,10)")
        assert game["x"].x == pytest.approx(14.0)

    @pytest.mark.rule("nec.M17")
    def test_no_room_at_all(self):
        game = self.slug("2 1 6", terrain="wall (13.6,8) (13.6,12) h=3")
        assert game["x"].x == 13.0

    @pytest.mark.rule("nec.M17")
    def test_a_miss_and_a_dead_man_are_not_thrown(self):
        assert self.slug("1")["x"].x == 13.0
        gone = self.slug("2 6 6")
        assert gone["x"].place == "out"

    @pytest.mark.rule("nec.A31", "nec.leadership.test-trigger")
    @pytest.mark.parametrize(
        ("friend", "tests"), [("ganger y (10.6,11.5)", True), ("ganger y (16,12.6)", False)]
    )
    def test_friends_are_counted_where_he_fell_and_not_where_he_was_thrown(self, friend, tests):
        """He falls at (13,10) and is thrown to (15,10): y is within 2 inches of the one place only."""
        game = self.slug(f"2 6 3 6 {'1 1' if tests else ''}", others=friend)
        assert game["x"].down
        assert game["x"].x == pytest.approx(15.0)
        assert len(game.rolled("nec.leadership.test-trigger")) == tests

    @pytest.mark.rule("nec.M17")
    def test_scatter_shot_does_not(self):
        game = shot("shotgun_slug", "2 1", answers=(a("shotgun_scatter"),))
        assert game["x"].x == 14.0


class TestRecharge:
    @pytest.mark.rule("nec.M17")
    def test_it_cannot_fire_in_the_next_own_turn_in_any_mode(self):
        game = table(
            """
            ganger A (10,10) plasma_pistol_low       ganger B (10,16) autogun
            ganger x (14,10)                         ganger y (20,16)
            """,
            phase="shoot",
        )
        game.play(a("A"), a("plasma_pistol_max"), a("x"), dice="1")
        for turn, barred in ((2, True), (3, False)):
            game.battle.turn, game.battle.side, game.battle.phase = turn, "a", "shoot"
            game["A"].shot = False
            assert (game.option("A").barred is not None) == barred

    @pytest.mark.rule("nec.M17")
    def test_fired_on_overwatch_it_misses_the_turn_after(self):
        """A fires in b's turn 1; his own next turn is 2, and in 3 he may fire again."""
        game = table(
            "ganger A (10,10) plasma_pistol_low overwatch     ganger x (14,10)", phase="watch", side="b"
        )
        game.play(a("x"), a("plasma_pistol_max"), dice="1")
        assert game["A"].recharging == (("plasma_pistol_low", 3),)

    @pytest.mark.rule("nec.M17")
    def test_low_power_needs_no_recharging(self):
        game = shot("plasma_pistol_low", "1", answers=(a("plasma_pistol_low"),))
        assert game["A"].recharging == ()


@pytest.mark.rule("nec.M17")
def test_hot_shot_shells_roll_again_to_wound():
    game = shot("shotgun_hotshot", "2  1 3 1")
    assert game["x"].flesh == 1
    assert wounding.odds(Hit(3, again=True)).chance("wounded") == Fraction(8, 9)


@pytest.mark.rule("nec.M17")
@pytest.mark.parametrize(("die", "place"), [(4, "table"), (5, "out")])
def test_high_impact_is_out_of_action_from_five(die, place):
    game = shot("meltagun", f"2  2 1 {die}")
    assert game["x"].place == place


@pytest.mark.rule("nec.M26")
def test_a_hand_flamer_is_no_use_in_hand_to_hand():
    """It is no hand-to-hand weapon, so he has his knife alone and no extra die."""
    game = table("ganger A (10,10) hand_flamer     ganger x (11,10)", phase="fight").play(dice="4 4")
    assert [len(roll.faces) for roll in game.rolled("nec.combat.attack-dice")] == [1, 1]


@pytest.mark.rule("nec.M26", "nec.M17")
def test_a_web_pistol_wounds_nobody_in_hand_to_hand():
    game = table("ganger A (10,10) web_pistol     ganger x (11,10) T=1")
    (hit,) = hits_of(game["A"], game["x"], (weapons()["web_pistol"],))
    assert wounding.odds(hit).chance("wounded") == 0


@pytest.mark.rule("nec.M17")
def test_melta_bombs_are_not_thrown():
    game = table("ganger A (10,10) melta_bombs     ganger x (12,10)", phase="shoot")
    game.play()
    assert game.battle.phase == "fight"
