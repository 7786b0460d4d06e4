"""Losing wounds and the injury chart (nec.injury.*, nec.M18 to M21)."""

from fractions import Fraction

import pytest

from tests.books.necromunda.position import table
from tests.kit.script import a
from warbook.books.necromunda.injury import Body, Hit, blows, injured, lose, recovery, struck
from warbook.core.dice import Scripted
from warbook.core.events import Became, Removed


def shot_at(target, dice, weapon="autogun"):
    """A hits (2) and wounds; the rest of the dice is up to the test."""
    position = f"ganger A (10,10) {weapon} BS=6     ganger x (16,10) {target}     ganger y (40,40)"
    return table(position, phase="shoot").play(a("A"), a("x"), dice=f"2 6 {dice}")


@pytest.mark.rule("nec.injury.trigger")
def test_the_last_wound_lost_calls_for_a_roll():
    game = shot_at("W=1", "1")
    assert len(game.rolled("nec.injury.chart")) == 1
    assert game["x"].wounds == 0


@pytest.mark.rule("nec.injury.trigger")
def test_a_model_with_wounds_left_does_not_roll():
    game = shot_at("W=2", "")
    assert game.rolled("nec.injury.chart") == []
    assert game["x"].wounds == 1
    assert game.says("x loses a wound")


@pytest.mark.rule("nec.injury.chart")
@pytest.mark.parametrize("die", range(1, 7))
def test_the_chart_face_by_face(die):
    game = shot_at("", str(die))
    fighter = game["x"]
    assert fighter.flesh == (die == 1)
    assert fighter.down == (2 <= die <= 5)
    assert (fighter.place == "out") == (die == 6)


@pytest.mark.rule("nec.injury.chart")
def test_the_odds_of_the_chart():
    odds = injured.odds(6, False, Body(wounds=0))
    assert odds.chance(lambda b: b.state == "up" and b.flesh == 1) == Fraction(1, 6)
    assert odds.chance(lambda b: b.state == "down") == Fraction(4, 6)
    assert odds.chance(lambda b: b.state == "out") == Fraction(1, 6)


@pytest.mark.rule("nec.injury.flesh-wound")
def test_a_flesh_wound_lowers_both_skills():
    """WS 3, BS 3, one flesh wound: he now needs 5+ to hit, and is one worse in hand-to-hand."""
    shooting = table("ganger A (10,10) autogun flesh=1     ganger x (31,10)", phase="shoot")
    assert shooting.play(a("A"), a("x"), dice="4").rolled("nec.shooting.to-hit")[0].need == 5
    fighting = table("ganger A (10,10) flesh=1     ganger x (11,10) I=1", phase="fight")
    fighting.play(dice="5 4  1")  # 5 + 2 against 4 + 3: a draw, which A's Initiative wins
    assert fighting.says("A wins and scores 1 hit")


@pytest.mark.rule("nec.injury.flesh-wound", "nec.pinning.remains")
def test_he_stays_in_the_fight_though_pinned():
    game = shot_at("", "1")
    assert game["x"].on_table
    assert game["x"].pinned
    assert not game["x"].down


@pytest.mark.rule("nec.injury.flesh-wound")
@pytest.mark.parametrize(
    ("target", "out"),
    [
        ("WS=3 BS=3 flesh=1 wounds=0", False),
        ("WS=3 BS=3 flesh=2 wounds=0", True),
        ("WS=4 BS=3 flesh=2 wounds=0", False),
        ("WS=4 BS=3 flesh=3 wounds=0", True),
        ("WS=1 BS=0 wounds=1", True),
        ("WS=2 BS=0 wounds=1", False),
        ("WS=0 BS=2 flesh=1 wounds=0", True),
    ],
)
def test_both_skills_at_nothing_is_out_of_action(target, out):
    """M21: not one of them, both."""
    game = shot_at(target, "1")
    assert (game["x"].place == "out") == out


@pytest.mark.rule("nec.injury.down")
def test_a_down_fighter_can_do_nothing_but_crawl():
    game = table(
        "ganger A (10,10) autogun down     ganger B (10,20) autogun     ganger x (20,15)", phase="move"
    )
    assert [option.id for option in game.question(a("A")).options] == ["crawl", "stay"]
    for phase in ("charge", "shoot"):
        game.battle.phase = phase
        assert game.question().options[0].barred.rule == "nec.injury.down"


@pytest.mark.rule("nec.injury.down")
def test_the_crawl_is_two_inches():
    game = table("ganger A (10,10) down     ganger x (30,10)", phase="move")
    crawl = game.question(a("A"), a("crawl"))
    assert crawl.allowance == 2.0
    game.play(a("A"), a("crawl"), a((12.0, 10.0)))
    assert (game["A"].x, game["A"].down) == (12.0, True)


@pytest.mark.rule("nec.injury.down-model")
def test_down_is_told_apart_from_pinned():
    """He lies face down: the state is down, no longer pinned, and the event says so."""
    game = shot_at("overwatch", "4")
    assert (game["x"].down, game["x"].pinned, game["x"].overwatch) == (True, False, False)
    told = [e for e in game.events if isinstance(e, Became) and e.piece == "x" and e.status == "down"]
    assert told[0].rule == "nec.injury.down-model"


@pytest.mark.rule("nec.injury.down-reroll", "nec.recovery.down-roll")
@pytest.mark.parametrize(
    ("die", "down", "flesh", "place"), [(1, False, 1, "table"), (3, True, 0, "table"), (6, False, 0, "out")]
)
def test_a_down_fighter_rolls_again_in_his_recovery_phase(die, down, flesh, place):
    game = table("ganger A (10,10) down wounds=0     ganger B (40,40)     ganger x (30,10)", phase="recover")
    game.play(dice=str(die))
    fighter = game["A"]
    assert (fighter.down, fighter.flesh, fighter.place) == (down, flesh, place)


@pytest.mark.rule("nec.injury.down-reroll")
def test_every_turn_until_the_result_is_another():
    game = table(
        "ganger A (10,10) down wounds=0     ganger B (40,40)     ganger x (30,10)",
        phase="recover",
        began={"a": 8, "b": 8},
    )
    game.play(dice="4")
    assert game["A"].down
    game.battle.side, game.battle.phase = "a", "recover"
    game.play(dice="5")
    assert game["A"].down
    game.battle.side, game.battle.phase = "a", "recover"
    game.play(dice="1")
    assert not game["A"].down


@pytest.mark.rule("nec.injury.out-of-action")
def test_out_of_action_is_removed():
    game = shot_at("", "6")
    assert game["x"].place == "out"
    assert any(isinstance(event, Removed) and event.piece == "x" for event in game.events)


class TestManyWounds:
    """M18 to M20."""

    @pytest.mark.rule("nec.injury.trigger")
    def test_damage_comes_off_the_wounds(self):
        """A D3 of 2 takes two of three wounds: no injury roll."""
        position = "heavy A (10,10) heavy_bolter BS=6     ganger x (16,10) W=3"
        game = table(position, phase="shoot").play(a("A"), a("x"), a("0"), dice="2 6 2")
        assert game["x"].wounds == 1
        assert game.rolled("nec.injury.chart") == []

    @pytest.mark.rule("nec.injury.trigger")
    def test_every_wound_beyond_the_last_is_another_injury_roll(self):
        """Damage 6 on two wounds: the second is the last, four more lie beyond it: five rolls in all."""
        position = "ganger A (10,10) meltagun BS=6     ganger x (13,10) W=2 WS=9"
        game = table(position, phase="shoot").play(a("A"), a("x"), dice="2 6 6  1 3 1 2 1")
        assert len(game.rolled("nec.injury.chart")) == 5
        assert (game["x"].flesh, game["x"].down, game["x"].wounds) == (3, True, 0)

    @pytest.mark.rule("nec.injury.trigger")
    def test_out_of_action_beats_all_and_ends_the_rolling(self):
        game = table("ganger A (10,10) meltagun BS=6     ganger x (13,10)", phase="shoot")
        game.play(a("A"), a("x"), dice="2 6 4  3 6")
        assert game["x"].place == "out"

    @pytest.mark.rule("nec.injury.trigger")
    @pytest.mark.parametrize(("die", "flesh", "place"), [(1, 1, "table"), (4, 0, "table"), (6, 0, "out")])
    def test_a_down_fighter_who_is_wounded_again_rolls_once(self, die, flesh, place):
        game = shot_at("down wounds=0", str(die))
        assert (game["x"].flesh, game["x"].place) == (flesh, place)
        assert game["x"].down == (place == "table")
        assert not game["x"].pinned

    @pytest.mark.rule("nec.injury.trigger")
    def test_so_does_one_who_is_up_again_after_a_flesh_wound(self):
        game = shot_at("W=2 flesh=1 wounds=0", "2")
        assert game["x"].down

    @pytest.mark.rule("nec.injury.trigger")
    def test_two_d6_of_damage(self):
        game = table("heavy A (10,10) lascannon BS=6     ganger x (16,10) W=10", phase="shoot")
        game.play(a("A"), a("x"), dice="2 6  3 4")
        assert game["x"].wounds == 3

    @pytest.mark.rule("nec.injury.trigger")
    def test_wounds_never_go_below_nothing(self):
        odds = lose.odds(12, 6, False, Body(wounds=3))
        assert {body.wounds for body in odds} == {0}


@pytest.mark.rule("nec.injury.trigger", "nec.injury.chart")
def test_the_odds_of_many_wounds_are_those_of_the_dice():
    """Two wounds on a fighter with one left: flesh twice 1/36, down at least once and never out 24/36, out
    else."""
    odds = lose.odds(2, 6, False, Body(wounds=1))
    assert odds.chance(lambda b: b.state == "up" and b.flesh == 2) == Fraction(1, 36)
    assert odds.chance(lambda b: b.state == "down") == Fraction(24, 36)
    assert odds.chance(lambda b: b.state == "out") == Fraction(11, 36)


@pytest.mark.rule("nec.injury.chart")
def test_out_of_action_ends_a_hail_of_blows():
    dice = Scripted("6 6")
    assert blows(dice, 5, (Hit(2),), Body()).state == "out"
    assert dice.left == []


@pytest.mark.rule("nec.injury.down-reroll")
def test_recovery_is_the_chart_again():
    odds = recovery.odds(Body(wounds=0, state="down", flesh=1, grit=3))
    assert odds.chance(lambda b: b.state == "up" and b.flesh == 2) == Fraction(1, 6)
    assert odds.chance(lambda b: b.state == "down") == Fraction(4, 6)
    last = recovery.odds(Body(wounds=0, state="down", flesh=2, grit=3))
    assert last.chance(lambda b: b.state == "out") == Fraction(2, 6)


@pytest.mark.rule("nec.injury.chart")
def test_how_far_a_hit_got():
    assert struck(Scripted("3"), Hit(4), Body()).came == "no-wound"
    assert struck(Scripted("4 5"), Hit(4, 5), Body()).came == "saved"
    assert struck(Scripted("4 4 1"), Hit(4, 5), Body()).came == "wounded"
