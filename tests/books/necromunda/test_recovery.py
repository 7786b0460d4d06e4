"""The recovery phase: rolls of the down, then of the broken (nec.recovery.sequence,
nec.recovery.down-roll)."""

from fractions import Fraction

import pytest

from tests.books.necromunda.position import table
from tests.kit.script import a
from warbook.books.necromunda.injury import Body, recovery


def recovering(text, dice, **given):
    return table(text, phase="recover", began={"a": 9, "b": 9}, **given).play(dice=dice)


@pytest.mark.rule("nec.recovery.sequence")
def test_first_the_down_then_the_broken():
    """B is broken behind a high wall, A is down: A's injury roll comes first."""
    game = recovering(
        """
        ganger B (10,10) broken            ganger A (10,30) down wounds=0
        ganger x (30,10)                   wall (12,6) (12,14) h=3
        """,
        "4  3 3",
    )
    rules = [event.rule for event in game.events if hasattr(event, "faces")]
    assert rules == ["nec.recovery.down-roll", "nec.recovery.rally-test"]
    assert not game["B"].broken


@pytest.mark.rule("nec.recovery.down-roll")
@pytest.mark.parametrize("die", range(1, 7))
def test_the_roll_face_by_face(die):
    game = recovering("ganger A (10,10) down wounds=0     ganger B (30,40)     ganger x (40,40)", str(die))
    fighter = game["A"]
    assert fighter.flesh == (die == 1)
    assert fighter.down == (2 <= die <= 5)
    assert (fighter.place == "out") == (die == 6)


@pytest.mark.rule("nec.recovery.down-roll", "nec.injury.flesh-wound")
def test_back_in_the_fight_with_lower_skills():
    """WS 3, BS 3, die 1: WS 2, BS 2, on his feet and not pinned (A38)."""
    game = recovering("ganger A (10,10) down wounds=0 autogun     ganger x (31,10)", "1")
    assert (game["A"].down, game["A"].pinned, game["A"].lost_turn) == (False, False, False)
    game.battle.side, game.battle.phase, game.battle.turn = "a", "shoot", 2
    game.play(a("A"), a("x"), dice="1")
    assert game.rolled("nec.shooting.to-hit")[0].need == 5


@pytest.mark.rule("nec.recovery.down-roll")
def test_a_last_flesh_wound_puts_him_out_instead():
    game = recovering("ganger A (10,10) down wounds=0 flesh=2     ganger B (30,40)     ganger x (40,40)", "1")
    assert game["A"].place == "out"


@pytest.mark.rule("nec.movement.engaged", "nec.combat.pinned-escape")
def test_who_gets_up_beside_a_pinned_enemy_engages_him():
    game = recovering(
        "ganger A (10,10) down wounds=0     ganger x (11,10) pinned lost_turn     ganger y (40,40) pinned",
        "1",
    )
    assert not game["A"].down
    assert (game["x"].pinned, game["x"].lost_turn) == (False, False)
    assert game.says("A and x are engaged.")
    assert game["y"].pinned


@pytest.mark.rule("nec.combat.pinned-escape")
@pytest.mark.parametrize(
    ("words", "die"), [("ganger x (11,10) pinned", "2"), ("ganger x (11.1,10) pinned", "1")]
)
def test_who_stays_down_or_lies_apart_engages_nobody(words, die):
    game = recovering(f"ganger A (10,10) down wounds=0     {words}     ganger y (40,40)", die)
    assert game["x"].pinned


@pytest.mark.rule("nec.recovery.down-roll")
def test_only_those_whose_turn_it_is():
    """A37."""
    game = recovering("ganger A (10,10)     ganger x (40,40) down wounds=0     ganger y (40,30)", "")
    assert game["x"].down


@pytest.mark.rule("nec.recovery.down-roll", "nec.leadership.test-trigger")
def test_going_out_shakes_friends_near():
    """A17: a 6 in the recovery phase is an event too; staying down is none."""
    text = "ganger A (10,10) down wounds=0     ganger B (10,12)     ganger x (40,40)"
    game = recovering(text, "6  3 4")
    assert len(game.rolled("nec.leadership.test-trigger")) == 1
    assert recovering(text, "3").rolled("nec.leadership.test-trigger") == []


@pytest.mark.rule("nec.recovery.down-roll")
def test_the_odds_of_the_roll():
    odds = recovery.odds(Body(wounds=0, state="down", grit=3)).map(lambda body: body.state)
    assert dict(odds) == {"up": Fraction(1, 6), "down": Fraction(2, 3), "out": Fraction(1, 6)}
