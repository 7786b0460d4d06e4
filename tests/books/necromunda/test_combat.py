"""A fight between two: the steps, the weapons, down is out, following up, breaking off."""

import pytest

from tests.books.necromunda.position import Refused, table
from tests.kit.script import a, b
from warbook.books.necromunda.combat import loadouts
from warbook.books.necromunda.sight import engaged


def fought(ours="", theirs="", dice="", answers=(), **given):
    position = (
        f"ganger A (10,10) {ours}     ganger x (11,10) {theirs}     ganger B (40,40)     ganger y (40,4)"
    )
    return table(position, phase="fight", **given).play(*answers, dice=dice)


class TestSequence:
    @pytest.mark.rule("nec.combat.sequence")
    def test_the_seven_steps_in_order(self):
        """Dice, scores, winner, hits, damage, saves, injuries."""
        game = fought("WS=4", "armour=mesh", dice="4 4  4 4 1")
        told = [event.rule for event in game.events]
        assert told[:10] == [
            "nec.combat.sequence",
            "nec.combat.attack-dice",
            "nec.combat.attack-dice",
            "nec.combat.sequence",
            "nec.combat.hits",
            "nec.shooting.wound-chart",
            "nec.combat.saves",
            "nec.injury.chart",
            "nec.injury.flesh-wound",
            "nec.turn.sequence",
        ]

    @pytest.mark.rule("nec.combat.who-fights")
    def test_everybody_in_contact_fights_in_either_players_turn(self):
        """A29: begun in a's turn and not decided, it is fought again in b's."""
        game = fought(dice="4 4")
        assert game.battle.phase == "recover"
        game.battle.side, game.battle.phase = "b", "fight"
        game.play(dice="4 4")
        assert len(game.rolled("nec.combat.attack-dice")) == 4

    @pytest.mark.rule("nec.combat.who-fights")
    def test_who_is_not_in_contact_does_not(self):
        game = table("ganger A (10,10)     ganger x (11.1,10)", phase="fight").play()
        assert game.rolled("nec.combat.attack-dice") == []

    @pytest.mark.rule("nec.combat.who-fights")
    def test_a_broken_fighter_fights_too(self):
        """A14."""
        assert len(fought("broken", dice="4 4").rolled("nec.combat.attack-dice")) == 2

    @pytest.mark.rule("nec.combat.damage", "nec.shooting.wound-chart")
    def test_three_hits_are_three_dice_on_the_same_chart(self):
        game = fought("WS=6", dice="4 4  3 3 3")
        assert [roll.need for roll in game.rolled("nec.shooting.wound-chart")] == [4, 4, 4]

    @pytest.mark.rule("nec.combat.injuries")
    def test_the_last_wound_rolls_on_the_injury_chart(self):
        assert fought("WS=4", dice="4 4  4 1")["x"].flesh == 1
        assert fought("WS=4", "W=2", dice="4 4  4")["x"].wounds == 1

    @pytest.mark.rule("nec.combat.injuries")
    def test_hits_after_he_has_gone_down_are_more_injury_rolls(self):
        """Three hits, all wound: down, flesh wound, out."""
        game = fought("WS=6", dice="4 4  4 3  4 1  4 6")
        assert game["x"].place == "out"
        assert len(game.rolled("nec.injury.chart")) == 3

    @pytest.mark.rule("nec.shooting.knocked-over")
    def test_nobody_is_pinned_by_a_blade(self):
        assert not fought("WS=4", dice="4 4  4 1")["x"].pinned


class TestDownIsOut:
    @pytest.mark.rule("nec.combat.down-is-out")
    def test_one_against_one(self):
        game = fought("WS=4", dice="4 4  4 3", answers=(a("stay"),))
        assert game["x"].place == "out"
        assert game.says("x goes down and is finished off")

    @pytest.mark.rule("nec.combat.down-is-out", "nec.leadership.test-trigger")
    def test_it_is_one_event_for_the_nerves(self):
        """A17: a friend 2 inches off tests once."""
        game = table("ganger A (10,10) WS=4     ganger x (11,10)     ganger y (14,10)", phase="fight")
        game.play(a("stay"), dice="4 4  4 3  3 4")
        assert len(game.rolled("nec.leadership.test-trigger")) == 1

    @pytest.mark.rule("nec.combat.down-is-out")
    def test_the_victor_is_busy_with_another(self):
        game = table(
            "ganger A (10,10) WS=4     ganger x (11,10)     ganger y (9,10) WS=1",
            phase="fight",
            began={"a": 9, "b": 9},
        )
        game.play(b("x"), dice="4 4  4 3  3 4  5 2 3")  # x goes down, y keeps his nerve and stands off
        assert game["x"].down
        assert game["x"].place == "table"


class TestWeapons:
    @pytest.mark.rule("nec.combat.damage", "nec.M27")
    @pytest.mark.parametrize(
        ("words", "need"),
        [
            ("autogun", 4),
            ("autogun S=4", 3),
            ("autogun sword", 4),
            ("autogun chainsword", 3),
            ("autogun power_sword", 2),
            ("autogun bolt_pistol", 3),
            ("autogun power_fist", 2),
        ],
    )
    def test_the_strength_is_the_weapons(self, words, need):
        """M27: the user's own with a bonus, or the weapon's."""
        answers = (a("leave"),) if "sword" in words else ()
        game = fought(f"{words} WS=4", dice="4 4  1", answers=answers)
        assert game.rolled("nec.shooting.wound-chart")[0].need == need

    @pytest.mark.rule("nec.combat.damage", "nec.M27")
    def test_two_weapons_share_the_hits_evenly(self):
        """Chainsword (Strength 4) and knife (3): of four hits two each."""
        game = fought("chainsword WS=7", dice="4 4  4  1 1 1 1", answers=(a("0"), a("leave")))
        assert sorted(roll.need for roll in game.rolled("nec.shooting.wound-chart")) == [3, 3, 4, 4]

    @pytest.mark.rule("nec.combat.damage", "nec.M27")
    @pytest.mark.parametrize(("choice", "needs"), [("0", [3, 3, 4]), ("1", [3, 4, 4])])
    def test_the_odd_hit_goes_to_the_weapon_of_his_choice(self, choice, needs):
        game = fought("chainsword WS=6", dice="4 4  4  1 1 1", answers=(a("0"), a("leave"), a(choice)))
        assert sorted(roll.need for roll in game.rolled("nec.shooting.wound-chart")) == needs

    @pytest.mark.rule("nec.M27")
    def test_the_winner_chooses_even_in_the_enemys_turn(self):
        """In a's turn x wins by three: it is b who is asked, for his arms and for the odd hit."""
        game = fought(theirs="chainsword WS=6", dice="4  4 4  1 1 1", answers=(b("0"), b("leave"), b("1")))
        assert sorted(roll.need for roll in game.rolled("nec.shooting.wound-chart")) == [3, 4, 4]

    def test_two_weapons_alike_need_no_choice(self):
        game = fought("club WS=4", dice="4 4  4  1")
        assert game.unanswered is None

    @pytest.mark.rule("nec.combat.damage", "nec.M27")
    def test_a_massive_weapon_or_the_knife(self):
        """It loses draws, so it is not better in every way: he is asked."""
        game = table("ganger A (10,10) massive_weapon     ganger x (11,10)", phase="fight")
        assert [option.label for option in game.question().options] == ["Massive axe, sword or club", "Knife"]
        strong = table("ganger A (10,10) WS=4 massive_weapon     ganger x (11,10)", phase="fight")
        strong.play(a("0"), dice="4 4  1")
        assert strong.rolled("nec.shooting.wound-chart")[0].need == 2

    def test_a_sword_is_better_than_a_knife_so_nobody_asks(self):
        game = table("ganger A (10,10) autogun sword     ganger x (11,10) sword autogun", phase="fight")
        assert game.play(dice="4 4").unanswered is None

    @pytest.mark.rule("nec.combat.saves")
    def test_of_two_pistols_as_strong_he_takes_the_one_that_goes_through_armour(self):
        """Both have Strength 4; a bolt takes 1 off the save, and nobody needs to ask."""
        game = fought("autogun stub_gun_dumdum bolt_pistol WS=4", "armour=carapace", dice="4 4  3 5")
        assert game.rolled("nec.combat.saves")[0].need == 5

    @pytest.mark.rule("nec.combat.damage", "nec.M27")
    def test_a_power_axe_is_swung_with_both_hands_for_want_of_a_second_weapon(self):
        """Strength 6 and -3, where he carries a gun that takes two hands; else 5 and -2 beside his knife."""
        alone = fought("autogun power_axe WS=4", "armour=carapace T=5", dice="4 4  3 1")
        assert alone.rolled("nec.shooting.wound-chart")[0].need == 3
        assert alone.rolled("nec.combat.saves") == []
        beside = fought("power_axe WS=4", "armour=carapace T=5", dice="4 4  4  4 6", answers=(a("0"), a("0")))
        assert beside.rolled("nec.shooting.wound-chart")[0].need == 4
        assert beside.rolled("nec.combat.saves")[0].need == 6

    @pytest.mark.rule("nec.combat.attack-dice", "nec.M26")
    def test_with_both_hands_on_the_axe_there_is_no_second_weapon_and_no_die_for_it(self):
        game = table(
            "ganger A (10,10) power_axe WS=4     ganger x (11,10) T=5 armour=carapace", phase="fight"
        )
        both = next(o.id for o in game.question().options if o.label == "Power axe in both hands")
        game.play(a(both), dice="4 4  3 1")
        assert [len(roll.faces) for roll in game.rolled("nec.combat.attack-dice")] == [1, 1]

    @pytest.mark.rule("nec.M26")
    def test_the_ways_to_arm_oneself(self):
        game = table("ganger A (10,10) laspistol sword     ganger B (10,20) autogun club", phase="fight")
        names = [{weapon.id for weapon in held} for held in loadouts(game["A"])]
        assert {"sword", "laspistol"} in names
        assert {"knife"} in names
        assert {len(held) for held in loadouts(game["B"])} == {1}

    @pytest.mark.rule("nec.M26")
    def test_every_way_that_is_better_in_something_is_on_offer(self):
        """Two strong ones; a parry; a chain that cannot be parried; both of these, though weaker."""
        game = table("ganger A (10,10) power_maul power_axe sword chain     ganger x (11,10)", phase="fight")
        labels = {frozenset(option.label.split(" and ")) for option in game.question().options}
        names = {"m": "Power maul", "a": "Power axe", "s": "Sword", "c": "Chain or flail"}
        for pair in ("ma", "ms", "mc", "sc"):
            assert {names[letter] for letter in pair} in labels, pair

    @pytest.mark.rule("nec.M26")
    @pytest.mark.parametrize(("gear", "first"), [("", "autopistol"), ("gear=hotshot_pack", "laspistol")])
    def test_the_strongest_comes_first_and_a_hotshot_pack_counts_for_las_weapons_only(self, gear, first):
        game = table(f"ganger A (10,10) autopistol laspistol {gear}     ganger x (10,20)", phase="fight")
        assert loadouts(game["A"])[0][0].id == first

    @pytest.mark.rule("nec.M26")
    @pytest.mark.parametrize(
        ("strength", "first"), [(2, "power_maul"), (3, "power_maul"), (4, "massive_weapon")]
    )
    def test_of_two_as_strong_the_one_that_loses_no_draws_comes_first(self, strength, first):
        """The massive weapon adds 2 to its user's Strength; the maul has 5."""
        game = table(f"ganger A (10,10) massive_weapon power_maul S={strength}     ganger x (10,20)")
        assert loadouts(game["A"])[0][0].id == first


class TestFollowUp:
    """M29: who puts his last opponent out may move 2 inches, even into a new fight."""

    def game(self, dice="4 4  4 6", answers=(), others="ganger y (13,10)", **rulings):
        position = f"ganger A (10,10) WS=4     ganger x (11,10)     {others}"
        return table(position, phase="fight", **rulings).play(*answers, dice=dice)

    @pytest.mark.rule("nec.M29")
    def test_into_contact_with_a_new_enemy(self):
        game = self.game("4 4  4 6  3 4", (a("y"),))
        assert game["A"].x == pytest.approx(12.0, abs=0.06)
        assert game.battle.phase == "recover"
        assert len(game.rolled("nec.combat.attack-dice")) == 2  # that combat is fought next turn

    @pytest.mark.rule("nec.M29", "nec.combat.pinned-escape")
    def test_a_new_enemy_who_is_pinned_is_engaged_and_gets_up(self):
        game = self.game("4 4  4 6  3 4", (a("y"),), others="ganger y (13,10) pinned lost_turn")
        assert engaged(game.battle, game["A"]) and engaged(game.battle, game["y"])
        assert (game["y"].pinned, game["y"].lost_turn) == (False, False)
        assert game.says("A and y are engaged.")
        assert game["A"].facing == pytest.approx(0.0)

    @pytest.mark.rule("nec.M29")
    def test_nobody_follows_up_onto_a_man_who_is_down(self):
        game = table(
            "ganger A (10,10) WS=4     ganger x (11,10)     ganger y (13,10) down wounds=0", phase="fight"
        )
        assert [o.id for o in game.question(dice="4 4  4 6").options] == ["stay", "move"]

    @pytest.mark.rule("nec.M29")
    @pytest.mark.parametrize(("spot", "fits"), [((10.0, 12.0), True), ((10.0, 12.1), False)])
    def test_no_farther_than_two_inches(self, spot, fits):
        game = table("ganger A (10,10) WS=4     ganger x (11,10)     ganger y (30,30)", phase="fight")
        question = game.question(a("move"), dice="4 4  4 6")
        if fits:
            assert question.accept({"path": [list(spot)]})
        else:
            with pytest.raises(Refused):
                question.accept({"path": [list(spot)]})

    @pytest.mark.rule("nec.M29", "nec.A14")
    def test_who_is_broken_stays_where_he_is(self):
        game = table("ganger A (10,10) WS=4 broken     ganger x (11,10)     ganger y (30,30)", phase="fight")
        game.play(dice="4 4  4 6")
        assert game["x"].place == "out" and game.unanswered is None

    @pytest.mark.rule("nec.M29", "nec.M17")
    def test_who_is_bound_by_a_web_stays_where_he_is(self):
        """His Weapon Skill of 9 wins without a die."""
        game = table("ganger A (10,10) WS=9 webbed     ganger x (11,10)     ganger y (30,30)", phase="fight")
        game.play(dice="5  4 6")
        assert game["x"].place == "out" and game.unanswered is None

    @pytest.mark.rule("nec.M29", "nec.combat.mod-charging")
    def test_without_the_bonus_for_charging(self):
        game = self.game("4 4  4 6  3 4", (a("y"),))
        game["A"].charging = "x"
        game.battle.side, game.battle.phase = "b", "fight"
        game.play(dice="4 3")
        assert game.says("y (3 + dice) fights A (4 + dice)")

    @pytest.mark.rule("nec.M29")
    def test_or_anywhere_within_two_inches(self):
        game = self.game("4 4  4 6", (a("move"), a((10.0, 12.0))), others="ganger y (30,30)")
        assert (game["A"].x, game["A"].y) == (10.0, 12.0)

    @pytest.mark.rule("nec.M29")
    def test_only_who_has_no_opponent_left(self):
        game = self.game("4 4  4 6  3 4  5 2 3", (b("x"),), others="ganger y (9,10) WS=1")
        assert game["x"].place == "out"
        assert game.unanswered is None

    @pytest.mark.rule("nec.M29")
    def test_not_who_has_fallen_since(self):
        """x puts A out and goes down to B, who is busy with y; y puts C out, and B breaks and runs 2 inches.
        Nobody of theirs is left: y may follow up, x lies down."""
        game = table(
            """
            ganger A (10,10)     ganger B (12,10)     ganger C (14,10)
            ganger x (11,10)     ganger y (13,10)     ganger z (40,40)
            """,
            phase="fight",
            began={"a": 9, "b": 9},
        )
        dice = "3 4  4 6  3 4    3 3 3  4 3  3 4    3 4  4 6  6 6  3  1 1"
        asked = game.question(a("x"), a("x"), a("A"), a((12.0, 8.0)), dice=dice)
        assert asked.text == "y has no opponent left: does he follow up?"

    @pytest.mark.rule("nec.M29")
    def test_not_who_merely_wounded_him(self):
        assert self.game("4 4  4 1").unanswered is None

    @pytest.mark.rule("nec.M29")
    def test_is_a_switch(self):
        assert self.game("4 4  4 6  3 4", follow_up=False).unanswered is None

    @pytest.mark.rule("nec.M29")
    def test_an_enemy_out_of_reach_is_not_offered(self):
        game = table("ganger A (10,10) WS=4     ganger x (11,10)     ganger y (13.1,10)", phase="fight")
        assert [option.id for option in game.question(dice="4 4  4 6  3 4").options] == ["stay", "move"]


class TestBreakingOff:
    """nec.leadership.break-in-combat and A20: each enemy in contact strikes once as he turns to run."""

    def game(self, dice, words="", others="", answers=()):
        position = f"""
            ganger A (10,10) {words}          ganger B (10,12)
            ganger x (9,10)                   ganger y (10,13.5) autogun BS=6 facing=270
            {others}
        """
        game = table(position, phase="shoot", side="b", began={"a": 9, "b": 9})
        return game.play(b("y"), b("B"), *answers, dice=dice)

    @pytest.mark.rule("nec.leadership.break-in-combat", "nec.shooting.wound-chart")
    def test_one_hit_without_a_roll(self):
        """B falls, A fails his test on 12, x's knife wounds on 4+: not this time, and he runs."""
        game = self.game("2 4 4  6 6  3  1 1")
        assert game.says("turns to run and x strikes him")
        assert game.rolled("nec.shooting.wound-chart")[1].need == 4
        assert game["A"].broken

    @pytest.mark.rule("nec.leadership.break-in-combat", "nec.combat.down-is-out")
    def test_brought_down_by_it_he_is_out(self):
        game = self.game("2 4 4  6 6  4 3")
        assert game["A"].place == "out"

    @pytest.mark.rule("nec.leadership.break-in-combat", "nec.combat.saves")
    def test_a_save_is_allowed(self):
        game = self.game("2 4 4  6 6  4 4  1 1", "armour=carapace")
        assert game["A"].on_table

    @pytest.mark.rule("nec.leadership.break-in-combat")
    def test_from_each_enemy_in_contact(self):
        game = self.game("2 4 4  6 6  3 3  1 1", others="ganger z (11,10)")
        assert game.says("x strikes him")
        assert game.says("z strikes him")
