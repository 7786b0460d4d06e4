"""Attack dice, combat scores, who wins and by how much (nec.combat.attack-dice to nec.combat.hits)."""

from fractions import Fraction

import pytest

from tests.books.necromunda.position import table
from tests.kit.script import a, b
from warbook.books.necromunda.combat import stance
from warbook.books.necromunda.combat_dice import (
    Fighting,
    attack_dice,
    clash,
    draw,
    margin,
    parried,
    read,
    swing,
    worth_parrying,
)
from warbook.books.necromunda.data import Gear, gear
from warbook.core.dice import Scripted


def fought(
    ours="",
    theirs="",
    dice="",
    answers=(),
    at="(10,10)",
    foe_at="(11,10)",
    terrain="",
    phase="fight",
    **given,
):
    """A and x fight. With a phase before, A may charge first."""
    position = f"""
        ganger A {at} {ours}
        ganger x {foe_at} {theirs}
        {terrain}
    """
    return table(position, phase=phase, **given).play(*answers, dice=dice)


def dice_rolled(game):
    return [len(roll.faces) for roll in game.rolled("nec.combat.attack-dice")]


def modifiers(game, number=0):
    roll = game.rolled("nec.combat.attack-dice")[number]
    return {modifier.why: modifier.value for modifier in roll.modifiers[1:]}


class TestAttackDice:
    @pytest.mark.rule("nec.combat.attack-dice")
    def test_one_die_for_each_attack(self):
        game = fought("A=2", "A=3", dice="4 2  4 2 2")
        assert dice_rolled(game) == [2, 3]
        assert attack_dice(Scripted("2 5 3"), 3) == (5, 3, 2)

    @pytest.mark.rule("nec.M26")
    @pytest.mark.parametrize(
        ("weapons", "dice"),
        [
            ("", 1),
            ("sword", 2),
            ("club", 2),
            ("laspistol", 2),
            ("laspistol club", 2),
            ("laspistol laspistol club", 2),
            ("autogun", 1),
            ("autogun sword", 1),
            ("massive_weapon", 1),
            ("frag_grenades", 1),
            ("heavy_stubber stub_gun", 1),
        ],
    )
    def test_a_second_one_handed_weapon_gives_a_die(self, weapons, dice):
        """M26: nothing two-handed may be carried; everybody has a knife."""
        game = table(f"ganger A (10,10) WS=9 {weapons}     ganger x (11,10) T=10", phase="fight")
        question = game.play(dice="3 " * dice + "3")
        assert dice_rolled(question)[0] == dice

    @pytest.mark.rule("nec.M26")
    def test_the_extra_die_is_a_switch(self):
        game = fought("club", dice="3 3", two_weapon_die=False)
        assert dice_rolled(game) == [1, 1]


class TestScore:
    @pytest.mark.rule("nec.combat.score")
    def test_the_highest_die_and_weapon_skill_and_modifiers(self):
        """WS 3, dice 4 and 2, charged: 8."""
        assert read((4, 2)).score == 4
        game = fought("A=2 charging=x", "WS=4 I=1", dice="4 2  4  1")
        assert game.says("A (4 + dice) fights x (4 + dice)")
        assert game.says("A wins and scores 1 hit")  # 8 against 8, the higher Initiative

    @pytest.mark.rule("nec.combat.score", "nec.injury.flesh-wound")
    def test_flesh_wounds_lower_it(self):
        """WS 3 with one flesh wound, die 5: 7."""
        game = fought("flesh=1", "WS=3", dice="5 5  1")
        assert game.says("A (2 + dice)")
        assert game.says("x wins and scores 1 hit")

    @pytest.mark.rule("nec.combat.score")
    def test_weapon_skill_never_falls_below_nothing(self):
        game = fought("WS=1 flesh=3", "WS=1", dice="3 3  1")
        assert game.says("A (0 + dice)")


class TestWinner:
    @pytest.mark.rule("nec.combat.winner")
    def test_the_higher_score_wins(self):
        """8 against 6."""
        game = fought("WS=4", "", dice="4 3  1 1")
        assert game.says("A wins and scores 2 hits")
        assert fought("", "WS=4", dice="3 4  1 1").says("x wins and scores 2 hits")

    @pytest.mark.rule("nec.combat.draw")
    @pytest.mark.parametrize(("a", "b", "winner"), [("I=4", "I=3", "A"), ("I=3", "I=4", "x")])
    def test_equal_scores_go_to_the_higher_initiative_for_one_hit(self, a, b, winner):
        game = fought(a, b, dice="4 4  1")
        assert game.says(f"{winner} wins and scores 1 hit.")

    @pytest.mark.rule("nec.combat.stand-off")
    def test_equal_initiative_too_is_a_stand_off(self):
        game = fought(dice="4 4")
        assert game.says("A stand-off.")
        assert game["A"].wounds == game["x"].wounds == 1
        assert game.rolled("nec.shooting.wound-chart") == []

    @pytest.mark.rule("nec.combat.hits")
    @pytest.mark.parametrize(("a", "b", "hits"), [(9, 6, 3), (10, 5, 5), (7, 6, 1)])
    def test_as_many_hits_as_the_difference(self, a, b, hits):
        us, them = Fighting(a - 4, 1, 3), Fighting(b - 4, 1, 3)
        assert margin(us, them, read((4,)), read((4,))) == hits
        assert margin(them, us, read((4,)), read((4,))) == -hits

    @pytest.mark.rule("nec.combat.hits", "nec.combat.score")
    def test_both_sides_modifiers_and_fumbles_count(self):
        """A: 5 + 3 + 2, and b's 1 counts double: 12. b: 4 + 4 - 1, and a's 1: 8."""
        us, them = Fighting(3, 2, 3, modifier=2), Fighting(4, 2, 3, modifier=-1, fumble_worth=2)
        assert margin(us, them, read((5, 1)), read((4, 1))) == 4
        assert margin(them, us, read((4, 1)), read((5, 1))) == -4

    @pytest.mark.rule("nec.combat.hits")
    def test_each_hit_is_rolled(self):
        game = fought("WS=6", "", dice="4 4  1 1 1")
        assert len(game.rolled("nec.shooting.wound-chart")) == 3

    @pytest.mark.rule("nec.combat.draw")
    def test_a_massive_weapon_loses_draws_whatever_the_initiative(self):
        game = fought("massive_weapon I=9", dice="4 4  1", answers=(a("0"),))
        assert game.says("x wins and scores 1 hit")
        clumsy, quick = Fighting(3, 1, 5, loses_draws=True), Fighting(3, 1, 2)
        assert draw(clumsy, quick) == -1
        assert draw(quick, clumsy) == 1
        assert draw(clumsy, Fighting(3, 1, 2, loses_draws=True)) == 1


class TestModifiers:
    @pytest.mark.rule("nec.combat.mod-fumble")
    def test_each_one_of_the_enemy_counts(self):
        """The opponent rolls 1, 1, 5: +2."""
        assert read((5, 1, 1)).ones == 2
        game = fought("WS=3", "A=3", dice="3  5 1 1")
        assert game.says("A stand-off.")  # 3 + 3 + 2 against 5 + 3

    @pytest.mark.rule("nec.combat.mod-critical")
    @pytest.mark.parametrize(("faces", "score"), [((6, 2), 6), ((6, 6), 7), ((6, 6, 6), 8), ((5, 5), 5)])
    def test_each_six_after_the_first_adds_one(self, faces, score):
        """A25."""
        assert read(faces).score == score

    @pytest.mark.rule("nec.combat.modifiers")
    def test_they_change_the_score_and_not_the_dice(self):
        """A24."""
        game = fought("charging=x", dice="4 4  1")
        assert dice_rolled(game) == [1, 1]
        assert game.says("A (4 + dice)")

    @pytest.mark.rule("nec.combat.modifiers")
    def test_all_that_apply_are_added(self):
        """Charged over a barricade from higher ground, own dice 6 6, the opponent's die 1: +1 -1 +1 +1 +1."""
        terrain = "block (8,8) (10.4,12) h=1.2"
        game = fought(
            "A=2 charging=x obstacle=1", "WS=5", at="(10,10,1.2)", terrain=terrain, dice="6 6  1  " + "1 " * 6
        )
        assert modifiers(game) == {"charged": 1, "higher up": 1, "charged across an obstacle": -1}
        assert game.says("A wins and scores 6 hits")  # 6 + 3 + 3 against 1 + 5

    @pytest.mark.rule("nec.combat.mod-charging")
    def test_only_in_the_turn_of_the_charge(self):
        game = table("ganger A (10,10)     ganger x (14,10)", phase="charge")
        game.play(a("A"), a("x"))
        game.battle.phase = "fight"
        game.play(dice="3 4")
        assert modifiers(game) == {"charged": 1}
        game.battle.side, game.battle.phase = "b", "fight"
        game.play(dice="4 4")
        assert modifiers(game, 2) == {}
        assert modifiers(game, 3) == {}

    @pytest.mark.rule("nec.combat.mod-obstacle")
    def test_charging_an_enemy_behind_a_barricade(self):
        """+1 - 1 = 0 this turn, and nothing from either next turn."""
        game = table(
            "ganger A (10,10)     ganger x (14,10)     wall (13.5,8) (13.5,12) h=0.8", phase="charge"
        )
        game.play(a("A"), a("x"))
        game.battle.phase = "fight"
        game.play(dice="4 4")
        assert modifiers(game) == {"charged": 1, "charged across an obstacle": -1}
        assert game.says("A (3 + dice) fights x (3 + dice)")
        game.battle.side, game.battle.phase = "b", "fight"
        game.play(dice="4 4")
        assert modifiers(game, 2) == modifiers(game, 3) == {}

    @pytest.mark.rule("nec.combat.mod-obstacle")
    def test_a_wall_far_behind_the_charger_does_not_matter(self):
        """A28: it must stand between the bases."""
        game = table("ganger A (10,10)     ganger x (16,10)     wall (12,8) (12,12) h=0.8", phase="charge")
        game.play(a("A"), a("x"))
        assert not game["A"].obstacle

    @pytest.mark.rule("nec.combat.mod-obstacle")
    def test_only_against_the_enemy_he_charged(self):
        game = fought("charging=y obstacle=1", dice="3 4")
        assert modifiers(game) == {"charged": 1}

    @pytest.mark.rule("nec.combat.mod-higher")
    @pytest.mark.parametrize(
        ("z", "higher_min", "higher"),
        [(1.0, 1, True), (0.9, 1, False), (0.9, 0, True)],
    )
    def test_an_inch_higher_up(self, z, higher_min, higher):
        """A26 and its switch."""
        terrain = f"block (8,8) (10.4,12) h={z}"
        game = fought(at=f"(10,10,{z})", terrain=terrain, dice="3 3  " + "1" * higher, higher_min=higher_min)
        assert ("higher up" in modifiers(game)) == higher

    @pytest.mark.rule("nec.combat.mod-charging")
    @pytest.mark.parametrize("charging", [True, False])
    def test_one_who_is_thought_of_as_charging_has_the_bonus_too(self, charging):
        game = table("ganger A (10,10)     ganger x (20,10)")
        fighting, why = stance(game.battle, game["A"], game["x"], charging=charging)
        assert (fighting.modifier, len(why) - 1) == (charging, charging)

    @pytest.mark.rule("nec.combat.mod-higher", "nec.A26")
    def test_on_the_same_floor_nobody_is_higher_however_little_it_takes(self):
        game = fought(dice="3 3", higher_min=0)
        assert modifiers(game) == modifiers(game, 1) == {}

    @pytest.mark.rule("nec.combat.mod-encumbered")
    @pytest.mark.parametrize(
        ("weapons", "found"),
        [
            ("heavy_stubber", {"encumbered by a heavy weapon": -1}),
            ("heavy_stubber heavy_bolter", {"encumbered by a heavy weapon": -1}),
            ("flamer", {}),
        ],
    )
    def test_a_heavy_weapon_encumbers_once(self, weapons, found):
        """A27. It does so for whoever carries it, attacker or defender."""
        dice = "4 3" if found else "4 4"
        game = fought(weapons, dice=dice)
        assert modifiers(game) == found
        other = fought("", weapons, dice=dice[::-1])
        assert modifiers(other, 1) == found
        assert other.says(f"x ({3 + sum(found.values())} + dice)")

    @pytest.mark.rule("nec.combat.mod-encumbered", "nec.A27")
    @pytest.mark.parametrize(
        ("carried", "found"),
        [
            ("gear=generator", {"encumbered by heavy equipment": -1}),
            ("heavy_stubber gear=generator", {"encumbered by a heavy weapon": -1}),
            ("gear=medi_pack", {}),
        ],
    )
    def test_heavy_equipment_encumbers_as_a_heavy_weapon_does(self, carried, found, monkeypatch):
        """No list has any yet; -1 at most in all."""
        generator = Gear(id="generator", name="Generator", cost=50, effect="light", heavy=True)
        monkeypatch.setitem(gear(), "generator", generator)
        game = fought(carried, dice="4 3" if found else "4 4")
        assert modifiers(game) == found


class TestParry:
    """A sword may make the foe roll his best die again; two parries cancel."""

    def test_the_best_die_is_rolled_again(self):
        """x rolls 6; parried it becomes 2. A has his knife as a second weapon."""
        game = fought("sword", dice="3 3  6  2  1", answers=(a("parry"),))
        assert [roll.by for roll in game.rolled("nec.combat.attack-dice")] == ["A", "x", "x"]
        assert game.says("A wins and scores 1 hit")

    def test_only_the_best(self):
        assert parried(Scripted("1"), (6, 4)) == (4, 1)
        assert parried(Scripted("5"), (6, 4)) == (5, 4)

    def test_he_need_not(self):
        game = fought("sword", dice="3 3  3", answers=(a("leave"),))
        assert game.says("A stand-off.")

    def test_the_enemy_may_parry_too(self):
        game = fought("", "sword", dice="6  3 3  2  1", answers=(b("parry"),))
        assert [roll.by for roll in game.rolled("nec.combat.attack-dice")] == ["A", "x", "A"]

    def test_two_parries_cancel(self):
        game = fought("sword", "sword", dice="6 3  6 3")
        assert game.says("A stand-off.")

    def test_nobody_parries_a_chain(self):
        """A has a sword, x a chain: no question is asked."""
        game = fought("sword", "chain", dice="4 3  4 3", answers=(b("0"),))
        assert game.says("A stand-off.")

    def test_a_sword_still_parries_who_has_a_chain_only_on_the_other_side(self):
        game = fought("chain", "sword", dice="4 3  4 3", answers=(a("0"),))
        assert game.says("A stand-off.")

    @pytest.mark.parametrize(
        ("faces", "worth"),
        [
            ((6,), True),
            ((4,), True),
            ((3,), False),
            ((1,), False),
            ((4, 4), False),
            ((6, 6), True),
            ((6, 1), True),
        ],
    )
    def test_where_it_pays(self, faces, worth):
        """The better choice is the first option, and what the odds take for granted."""
        assert worth_parrying(faces) == worth
        game = table("ganger A (10,10) sword     ganger x (11,10) A=2", phase="fight")
        if len(faces) == 2:
            options = game.question(dice=f"3 3  {faces[0]} {faces[1]}").options
            assert options[0].id == ("parry" if worth else "leave")

    def test_its_odds(self):
        """One die, parried from 4 up: 4, 5 and 6 only where the second throw shows them again."""
        odds = swing.odds(1, True)
        assert odds.chance(lambda t: t.score == 6) == Fraction(1, 12)
        assert odds.chance(lambda t: t.score == 1) == Fraction(1, 6) + Fraction(1, 12)
        assert swing.odds(1, False).chance(lambda t: t.score == 6) == Fraction(1, 6)

    def test_its_odds_in_a_clash(self):
        """Whoever has the only sword gains by it, on either side; two swords are as good as none."""
        sword, knife = Fighting(3, 2, 3, parries=True), Fighting(3, 2, 3)
        ahead, behind = clash.odds(sword, knife), clash.odds(knife, sword)
        assert ahead.mean() == -behind.mean() > 0
        assert clash.odds(sword, sword) == clash.odds(knife, knife)


@pytest.mark.rule("nec.combat.mod-fumble")
def test_a_chains_own_fumbles_count_twice():
    """A fights with chain and knife, rolls 5 and 1: x gains 2, and 4 + 3 + 2 beats 5 + 3."""
    game = fought("chain", dice="5 1  4  1", answers=(a("0"),))
    assert game.says("x wins and scores 1 hit")


@pytest.mark.rule("nec.combat.score", "nec.combat.winner", "nec.combat.stand-off")
def test_the_odds_of_a_clash_are_those_of_all_dice():
    """Two dice against one, counted face by face."""
    a, b = Fighting(3, 2, 3, 1), Fighting(4, 1, 3)
    counted = {}
    for i in range(1, 7):
        for j in range(1, 7):
            for k in range(1, 7):
                ours, theirs = sorted((i, j), reverse=True), [k]
                score_a = ours[0] + (ours.count(6) == 2) + 3 + 1 + theirs.count(1)
                score_b = theirs[0] + 4 + ours.count(1)
                hits = score_a - score_b
                counted[hits] = counted.get(hits, 0) + Fraction(1, 216)
    assert dict(clash.odds(a, b)) == counted
