"""Several against one and several against several (nec.M28), and those who fall among them (nec.A30)."""

import pytest

from tests.books.necromunda.position import Refused, table
from tests.kit.script import a, b


def fighting(text, **given):
    return table(text, phase="fight", began={"a": 9, "b": 9}, **given)


def dice_rolled(game):
    return [(roll.by, len(roll.faces)) for roll in game.rolled("nec.combat.attack-dice")]


TWO_ON_ONE = "ganger A (10,10)     ganger B (12,10)     ganger x (11,10)"


class TestSeveralAgainstOne:
    @pytest.mark.rule("nec.M28")
    def test_one_round_each_in_the_order_the_more_numerous_chooses(self):
        game = fighting(TWO_ON_ONE).play(a("B"), dice="4 4  3 3 4")
        assert dice_rolled(game) == [("B", 1), ("x", 1), ("A", 2), ("x", 1)]

    @pytest.mark.rule("nec.M28", "nec.combat.attack-dice")
    def test_the_second_has_a_die_and_a_point_more(self):
        game = fighting(TWO_ON_ONE).play(a("A"), dice="4 4  3 3 4")
        why = game.rolled("nec.combat.attack-dice")[2].modifiers
        assert [(m.value, m.why) for m in why[1:]] == [(1, "outnumbering")]
        assert game.says("B (4 + dice) fights x (3 + dice)")

    @pytest.mark.rule("nec.M28")
    def test_the_third_two_of_each(self):
        game = fighting(f"{TWO_ON_ONE}     ganger C (11,11)")
        game.play(a("A"), a("B"), dice="4 4  3 3 4  2 2 2 4")
        assert dice_rolled(game)[4] == ("C", 3)
        assert game.says("C (5 + dice)")

    @pytest.mark.rule("nec.M28")
    def test_the_bonus_is_a_switch(self):
        game = fighting(TWO_ON_ONE, outnumber_bonus=False).play(a("A"), dice="4 4  4 4")
        assert dice_rolled(game) == [("A", 1), ("x", 1), ("B", 1), ("x", 1)]

    @pytest.mark.rule("nec.M28")
    def test_who_falls_to_the_first_is_not_fought_by_the_second(self):
        """x is out at once, since A fights nobody else; only A may follow up."""
        game = fighting(TWO_ON_ONE).play(a("A"), a("stay"), dice="5 4  4 3")
        assert game["x"].place == "out"
        assert dice_rolled(game) == [("A", 1), ("x", 1)]

    @pytest.mark.rule("nec.M28")
    def test_the_next_is_named_when_the_last_round_is_over(self):
        game = fighting(f"{TWO_ON_ONE}     ganger C (11,11)")
        question = game.question(a("A"), dice="4 4")
        assert [option.id for option in question.options] == ["B", "C"]

    @pytest.mark.rule("nec.M28")
    def test_the_first_has_worn_him_out_even_if_he_fell(self):
        """x beats A, who goes down; B keeps his nerve and fights as the second."""
        game = fighting(TWO_ON_ONE).play(a("A"), dice="3 4  4 3  3 4  3 3 4")
        assert game["A"].down
        assert dice_rolled(game)[2] == ("B", 2)

    @pytest.mark.rule("nec.M28", "nec.leadership.break-in-combat")
    def test_one_who_has_run_is_not_fought(self):
        """A falls, B beside him breaks, is struck, and runs: no round between B and x."""
        game = fighting("ganger A (10,10)     ganger B (11,11)     ganger x (11,10)")
        game.play(a("A"), dice="3 4  4 6  6 6  3  1 1")
        assert game["B"].broken
        assert dice_rolled(game) == [("A", 1), ("x", 1)]


class TestSeveralAgainstSeveral:
    CHAIN = """
        ganger A (10,10)     ganger B (11,11)      ganger C (10,12)
        ganger x (11,10)     ganger y (11,12)
    """

    @pytest.mark.rule("nec.M28")
    def test_the_more_numerous_player_shares_them_out(self):
        """A touches x, C touches y, B both. He sends B against x, and has C and y fight first."""
        game = fighting(self.CHAIN)
        assert game.question(a("x")).text == "Which fight comes next?"
        game.play(a("x"), a("y"), a("A"), dice="4 4  4 4  3 3 4")
        assert [by for by, _ in dice_rolled(game)] == ["C", "y", "A", "x", "B", "x"]

    @pytest.mark.rule("nec.M28")
    def test_each_enemy_must_face_somebody(self):
        """A touches both; B only x. A may not join B on x while nobody is left for y."""
        game = fighting("ganger A (10,10)     ganger B (11,9)     ganger x (11,10)     ganger y (10,11)")
        game.play(a("x"), dice="4 4  4 4")
        assert sorted(by for by, _ in dice_rolled(game)) == ["A", "B", "x", "y"]

    @pytest.mark.rule("nec.M28")
    def test_where_there_is_a_choice_he_is_asked(self):
        """Three against two: C covers y, so A may go against either."""
        text = """
            ganger A (10,10)     ganger B (11,9)      ganger C (9,11)
            ganger x (11,10)     ganger y (10,11)
        """
        game = fighting(text)
        question = game.question()
        assert question.text == "A: whom does he fight?"
        assert [option.barred for option in question.options] == [None, None]

    @pytest.mark.rule("nec.M28")
    def test_a_choice_that_would_leave_one_enemy_alone_is_barred(self):
        """A touches x and y, B only x, C only x: A must take y."""
        text = """
            ganger A (10,10)     ganger B (11,9)      ganger C (12,10)
            ganger x (11,10)     ganger y (10,11)
        """
        game = fighting(text)
        assert game.question().text == "Which fight comes next?"
        with pytest.raises(Refused):
            game.play(a("A"))

    @pytest.mark.rule("nec.combat.who-fights")
    def test_nobody_can_decline(self):
        """A alone touches x and z; B and C touch only y. One of x and z would be left over: he fights A
        too."""
        text = """
            ganger A (10,10)     ganger B (9,11)      ganger C (10,12)
            ganger x (11,10)     ganger y (10,11)     ganger z (10,9)
        """
        game = fighting(text)
        game.play(a("x"), a("x"), a("y"), a("B"), dice="4 4  4 4  3 3 4  4 4")
        fought = {by for by, _ in dice_rolled(game)}
        assert fought == {"A", "B", "C", "x", "y", "z"}

    @pytest.mark.rule("nec.M28")
    def test_separate_fights_are_separate(self):
        game = fighting("ganger A (10,10)     ganger x (11,10)     ganger B (30,10)     ganger y (31,10)")
        game.play(dice="4 4  4 4")
        assert len(dice_rolled(game)) == 4

    @pytest.mark.rule("nec.combat.who-fights", "nec.leadership.break-in-combat")
    def test_one_fight_may_set_those_of_another_running(self):
        """x falls to A; y beside him breaks, is struck by B and runs off the table: B has nobody to fight."""
        game = fighting(
            """
            ganger A (10,1) WS=4     ganger B (13,2)
            ganger x (11,1)          ganger y (13,1)          ganger z (40,40)
            """
        )
        game.play(a("stay"), dice="4 4  4 6  6 6  3  1 1")
        assert game["y"].place == "fled"
        assert dice_rolled(game) == [("A", 1), ("x", 1)]


class TestTheFallen:
    """nec.combat.down-is-out and A30."""

    @pytest.mark.rule("nec.combat.down-is-out", "nec.A30")
    def test_when_the_last_of_his_side_is_gone_the_down_go_out_too(self):
        """x beats A, who goes down, for x is busy with B. Then B goes down as well: both are out."""
        game = fighting("ganger A (10,10)     ganger B (12,10)     ganger x (11,10) WS=4")
        game.play(a("A"), b("stay"), dice="4 4  4 3  3 4  3 3 4  4 3")
        assert game["A"].place == "out"
        assert game["B"].place == "out"

    @pytest.mark.rule("nec.combat.down-is-out", "nec.A30")
    def test_who_fell_earlier_goes_out_when_the_fight_ends(self):
        """A has lain there since the last turn, in contact with x; now x beats B too."""
        game = fighting("ganger A (10,10) down wounds=0     ganger B (12,10)     ganger x (11,10) WS=4")
        game.play(b("stay"), dice="4 4  4 3")
        assert game["B"].place == "out"
        assert game["A"].place == "out"

    @pytest.mark.rule("nec.combat.down-is-out", "nec.A30", "nec.leadership.break-in-combat")
    def test_a_friend_who_runs_leaves_him_to_his_fate(self):
        """x brings A down; B beside him breaks, is struck and runs 2 inches: nobody of theirs fights on."""
        game = fighting("ganger A (10,11)     ganger B (11,10)     ganger x (11,11)")
        game.play(a("A"), a((11.0, 8.0)), dice="3 4  4 3  6 6  3  1 1")
        assert game["B"].broken
        assert game["B"].on_table
        assert game["A"].place == "out"

    @pytest.mark.rule("nec.combat.down-is-out", "nec.A30")
    def test_as_long_as_his_side_fights_on_he_stays(self):
        game = fighting("ganger A (10,10) down wounds=0     ganger B (12,10)     ganger x (11,10)")
        game.play(dice="4 4")
        assert game["A"].down
        assert game["A"].place == "table"

    @pytest.mark.rule("nec.combat.down-is-out", "nec.A30")
    def test_a_down_fighter_who_is_charged_goes_out(self):
        game = table(
            "ganger A (10,10)     ganger x (14,10) down wounds=0     ganger y (40,40)", phase="charge"
        )
        game.play(a("A"), a("x"))
        game.battle.phase = "fight"
        game.play(a("stay"))
        assert game["x"].place == "out"
        assert game.rolled("nec.combat.attack-dice") == []

    @pytest.mark.rule("nec.A23", "nec.A30", "nec.pinning.missed-turn")
    @pytest.mark.parametrize("state", ["pinned", "webbed"])
    def test_nor_by_a_charger_who_has_been_pinned_or_bound_since(self, state):
        game = fighting(
            f"ganger A (10,10) charging=x {state}     ganger x (11,10) down wounds=0     ganger y (40,40)"
        )
        game.play()
        assert game["x"].place == "table"

    @pytest.mark.rule("nec.leadership.test-trigger", "nec.A17", "nec.A30")
    @pytest.mark.parametrize(("y", "tests"), [(13.0, True), (13.1, False)])
    def test_to_be_finished_off_by_a_charger_shakes_his_friends(self, y, tests):
        game = fighting(
            f"ganger A (10,10) charging=x     ganger x (11,10) down wounds=0     ganger y (11,{y})"
        )
        game.play(a("stay"), dice="3 4" if tests else "")
        assert game["x"].place == "out"
        assert len(game.rolled("nec.leadership.test-trigger")) == tests

    @pytest.mark.rule("nec.combat.down-is-out", "nec.A30")
    def test_unless_the_charger_also_fights_somebody_else(self):
        game = fighting("ganger A (10,10) charging=x     ganger x (11,10) down wounds=0     ganger y (9,10)")
        game.play(dice="3 4")
        assert game["x"].place == "table"

    @pytest.mark.rule("nec.combat.down-is-out", "nec.A30")
    def test_a_charger_who_beats_that_other_finishes_him_too(self):
        game = fighting("ganger A (10,10) charging=x     ganger x (11,10) down wounds=0     ganger y (9,10)")
        game.play(a("stay"), dice="4 4  4 3")
        assert game["y"].place == "out"
        assert game["x"].place == "out"

    @pytest.mark.rule("nec.combat.down-is-out", "nec.A30")
    @pytest.mark.parametrize("foe", ["(20,10)", "(20,10) down wounds=0", "(11,10) down wounds=0 place=out"])
    def test_only_one_who_lies_there(self, foe):
        """He was charged, but has run, or been thrown back, or is gone: nobody is finished off."""
        game = fighting(f"ganger A (10,10) charging=x     ganger x {foe}     ganger y (40,40)").play()
        assert not game.says("finished off")

    @pytest.mark.rule("nec.combat.down-is-out", "nec.A30")
    def test_who_lies_next_to_an_enemy_that_did_not_charge_him_is_left_alone(self):
        game = fighting("ganger A (10,10)     ganger x (11,10) down wounds=0     ganger y (40,40)").play()
        assert game["x"].place == "table"

    @pytest.mark.rule("nec.combat.down-is-out", "nec.A30", "nec.leadership.test-trigger")
    def test_each_of_the_two_events_shakes_his_friends(self):
        """A17: going down was one event, being finished off is another."""
        game = fighting(
            """
            ganger A (10,10) down wounds=0     ganger B (12,10)     ganger C (8,10) Ld=12
            ganger x (11,10) WS=4
            """
        )
        game.play(b("stay"), dice="4 4  4 3  6 6")
        assert game["A"].place == "out"
        assert len(game.rolled("nec.leadership.test-trigger")) == 1


@pytest.mark.rule("nec.M28", "nec.leadership.break-in-combat")
def test_who_went_down_in_an_earlier_fight_counts_for_nothing_in_a_later_one():
    """x puts A out, B breaks and is struck down as he turns to run from y: C alone is left against y and z,
    whose player now chooses the order."""
    game = table(
        """
        ganger A (10,10)   ganger B (10,12)   ganger C (12,12)
        ganger x (11,10)   ganger y (11,12)   ganger z (13,12)
        """,
        phase="fight",
        follow_up=False,
        began={"a": 9, "b": 9},
    )
    game.play(b("y"), dice="3 4 4 6  6 6  1 1  4 3  1 1  3 3  1 2 3  1")
    assert game["B"].down
    assert [text for _, question in game.asked if (text := question.text)] == ["Who fights C next?"]


@pytest.mark.rule("nec.A30")
def test_a_broken_friend_who_still_fights_keeps_the_fallen_from_being_finished_off():
    """x has come upon B, whose nerve had broken before; C lies beside them."""
    game = fighting("ganger B (10,10) broken   ganger C (11,11) down   ganger x (11,10)").play(dice="3 3")
    assert game["C"].down and game["C"].on_table
