"""Knocked over, pinned, the turn lost, escapes (nec.shooting.knocked-over, nec.pinning.*)."""

from fractions import Fraction

import pytest

from tests.books.necromunda.position import table
from tests.kit.script import a, b
from warbook.books.necromunda.turn import escape


def shot_at(dice, target=""):
    position = f"ganger A (10,10) autogun BS=6     ganger x (16,10) {target}"
    return table(position, phase="shoot").play(a("A"), a("x"), dice=dice)


@pytest.mark.rule("nec.shooting.knocked-over")
def test_a_hit_pins_before_and_regardless_of_the_wound():
    game = shot_at("2 1")
    assert game["x"].pinned
    assert game["x"].height == 0.5
    pinned = next(n for n, e in enumerate(game.events) if e.rule == "nec.shooting.knocked-over")
    unwounded = next(n for n, e in enumerate(game.events) if getattr(e, "words", "") == "x is not wounded.")
    assert pinned < unwounded


@pytest.mark.rule("nec.shooting.knocked-over")
@pytest.mark.parametrize(("before", "told"), [("", 1), ("pinned", 0), ("down", 0)])
def test_who_lies_there_already_is_not_knocked_over_again(before, told):
    game = shot_at("2 1", before)
    assert sum(event.rule == "nec.shooting.knocked-over" for event in game.events) == told


@pytest.mark.rule("nec.shooting.knocked-over")
def test_a_miss_does_nothing():
    game = shot_at("1")
    assert not game["x"].pinned
    assert game.says("It misses.")


@pytest.mark.rule("nec.pinning.remains")
@pytest.mark.parametrize(
    ("dice", "pinned", "flesh", "down"),
    [("2 1", True, 0, False), ("2 6 1", True, 1, False), ("2 6 4", False, 0, True)],
)
def test_who_remains_pinned(dice, pinned, flesh, down):
    """Not wounded, or only flesh wounds: pinned. Down is down rather than pinned."""
    game = shot_at(dice)
    assert (game["x"].pinned, game["x"].flesh, game["x"].down) == (pinned, flesh, down)


@pytest.mark.rule("nec.pinning.remains")
def test_who_lost_a_wound_of_several_is_pinned_too():
    game = shot_at("2 6", "W=2")
    assert game["x"].pinned


@pytest.mark.rule("nec.pinning.missed-turn")
def test_without_a_friend_near_the_whole_turn_is_lost():
    """M22: he gets up in the recovery phase of the turn he missed, and does nothing before."""
    game = table(
        "ganger A (10,10) autogun pinned     ganger B (10,20) autogun     ganger x (20,15)", phase="start"
    )
    game.play()
    assert game.rolled("nec.pinning.escape-roll") == []
    for phase in ("charge", "move", "shoot"):
        game.battle.phase = phase
        assert game.question().options[0].barred.rule == "nec.pinning.missed-turn"
    game.battle.phase = "recover"
    game.play()
    assert not game["A"].pinned
    assert not game["A"].lost_turn


@pytest.mark.rule("nec.A19", "nec.movement.compulsory")
def test_a_broken_fighter_who_is_pinned_runs_and_is_not_said_to_lose_the_turn():
    game = table(
        "ganger A (20,20) pinned broken     ganger B (40,4)     ganger x (10,20)",
        phase="start",
        began={"a": 9, "b": 9},
    )
    game.play()
    assert not game.says("loses this turn")
    game.until("move", a("done"), a((24.0, 20.0)), dice="2 2")
    assert game["A"].moved == "fled"
    assert not game["A"].pinned and not game["A"].lost_turn


@pytest.mark.rule("nec.pinning.missed-turn")
def test_pinned_in_the_own_turn_costs_the_next_one_too():
    """A23: x walks into overwatch fire and is pinned: not up again at the end of this turn, but of the
    next."""
    game = table(
        "ganger A (10,10) autogun overwatch     ganger x (20,10)     ganger y (40,40)", phase="move", side="b"
    )
    game.play(b("x"), b("walk"), b((20.0, 12.0)), a("0"), dice="3 1")
    assert game["x"].pinned
    game.battle.phase = "recover"
    game.play()
    assert game["x"].pinned
    game.battle.side, game.battle.phase = "b", "start"
    game.play()
    assert game["x"].lost_turn
    game.battle.phase = "recover"
    game.play()
    assert not game["x"].pinned


def start(friend, pinned="", **rulings):
    """A is pinned, his friend B is so many inches away."""
    return table(
        f"""
        ganger A (10,10) pinned {pinned}
        {friend}
        ganger x (40,40)
        """,
        phase="start",
        began={"a": 8, "b": 8},
        **rulings,
    )


@pytest.mark.rule("nec.pinning.escape-condition")
@pytest.mark.parametrize(("x", "tests"), [(13.0, True), (13.1, False)])
def test_a_friend_within_two_inches(x, tests):
    """2.0 inches from base to base: he may test. 2.1: the turn is lost without one."""
    game = start(f"ganger B ({x},10)").play(dice="3" if tests else "")
    assert bool(game.rolled("nec.pinning.escape-roll")) == tests
    assert game["A"].lost_turn == (not tests)


@pytest.mark.rule("nec.pinning.escape-friend")
@pytest.mark.parametrize(
    ("friends", "tests"),
    [
        ("juve B (12,10)", False),
        ("juve B (12,10)     ganger C (10,12)", True),
        ("ganger B (12,10) broken", False),
        ("ganger B (12,10) down wounds=0", False),
        ("leader B (12,10)", True),
        ("heavy B (12,10)", True),
    ],
)
def test_who_counts_as_a_friend(friends, tests):
    game = start(friends).play(dice="4" if tests else "")
    assert bool(game.rolled("nec.pinning.escape-roll")) == tests


@pytest.mark.rule("nec.pinning.escape-friend")
def test_an_enemy_beside_him_is_no_friend():
    assert start("ganger y (12,10)").play().rolled("nec.pinning.escape-roll") == []


@pytest.mark.rule("nec.pinning.escape-friend")
def test_a_friend_who_has_left_the_table_helps_nobody():
    assert start("ganger B (12,10) place=out").play().rolled("nec.pinning.escape-roll") == []


@pytest.mark.rule("nec.pinning.escape-roll")
@pytest.mark.parametrize(("initiative", "most"), [(2, 1), (3, 2), (4, 2), (5, 3)])
def test_carapace_armour_halves_the_initiative_rounding_up(initiative, most):
    """On the half of it he escapes, on one more he does not."""
    for die, pinned in ((most, False), (most + 1, True)):
        game = start("ganger B (12,10)", f"armour=carapace I={initiative}").play(dice=str(die))
        assert game["A"].pinned == pinned


@pytest.mark.rule("nec.pinning.escape-friend")
def test_a_pinned_friend_helps_unless_the_switch_says_no():
    """A21: two pinned fighters side by side help each other."""
    helped = start("ganger B (12,10) pinned").play(dice="6 6")
    assert len(helped.rolled("nec.pinning.escape-roll")) == 2
    alone = start("ganger B (12,10) pinned", pinned_friend_helps=False).play()
    assert alone.rolled("nec.pinning.escape-roll") == []


@pytest.mark.rule("nec.pinning.escape-roll")
@pytest.mark.parametrize(("die", "escapes"), [(3, True), (4, False)])
def test_initiative_or_less_escapes(die, escapes):
    game = start("ganger B (12,10)").play(dice=str(die))
    assert game["A"].pinned == (not escapes)
    assert game["A"].lost_turn == (not escapes)
    assert escape.odds(3).chance(True) == Fraction(1, 2)


@pytest.mark.rule("nec.pinning.escape-roll")
def test_who_escapes_acts_normally():
    game = start("ganger B (12,10)", "autogun").play(dice="1")
    assert game.battle.phase == "charge"
    game.battle.phase = "move"
    assert game.question().options[0].barred is None


@pytest.mark.rule("nec.combat.pinned-escape")
def test_a_pinned_fighter_who_is_charged_stands_up_and_fights_with_all_his_dice():
    game = table("ganger A (10,10)     ganger x (14,10) A=2 pinned lost_turn", phase="charge")
    game.play(a("A"), a("x"))
    assert not game["x"].pinned
    game.battle.phase = "fight"
    game.play(dice="3 4 2")  # 3 + 3 + 1 against 4 + 3: equal scores, equal Initiative
    assert len(game.rolled("nec.combat.attack-dice")[1].faces) == 2


@pytest.mark.rule("nec.combat.pinned-escape", "nec.shooting.knocked-over")
def test_whoever_is_engaged_cannot_be_kept_down_by_a_blast():
    """A frag grenade lands on two who fight: both are hit, neither stays pinned."""
    game = table(
        """
        ganger A (10,10)                     ganger B (4,10) frag_grenades S=5 BS=6
        ganger x (11,10)                     ganger y (10,12.2)
        """,
        phase="shoot",
    )
    game.play(
        a("B"), a("y"), dice="2  4 1 4 1 1"
    )  # on target; A and x partly under the marker, y wholly; none wounded
    assert game["y"].pinned
    assert not game["A"].pinned
    assert not game["x"].pinned
