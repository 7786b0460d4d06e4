"""Leadership tests: who takes them, what they need, and what breaking means."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.books.necromunda.position import Position, table, why
from tests.kit.script import a, b
from warbook.books.necromunda import harm, nerve, shooting, travelling
from warbook.core.dice import Scripted
from warbook.core.events import Moved, Rolled

MANY = {"a": 20, "b": 20}  # so large that nobody bottles out


def fall(friends: str, dice: str, *answers: object) -> Position:
    """A lies down at (20,10) and goes out of action in his recovery phase; then his friends test."""
    position = f"ganger A (20,10) down   {friends}   ganger x (4,10)"
    return table(position, phase="recover", began=MANY).play(*answers, dice=f"6 {dice}")


def who_tested(game: Position) -> list[str]:
    return [roll.by for roll in game.rolled("nec.leadership.test-trigger")]


@pytest.mark.rule("nec.leadership.test-trigger", "nec.A31")
def test_friends_at_one_and_a_half_and_2_inches_test_and_one_at_2_point_1_does_not() -> None:
    game = fall("ganger B (22.5,10)   ganger C (20,13)   ganger D (20,6.9)", "1 1 1 1")
    assert who_tested(game) == ["B", "C"]


@pytest.mark.rule("nec.leadership.test-trigger")
def test_going_down_calls_for_tests_as_going_out_does() -> None:
    game = table(
        "ganger A (20,10)   ganger B (21.5,10)   ganger x (8,10) autogun facing=0",
        phase="shoot",
        side="b",
        began=MANY,
    )
    game.play(b("x"), b("A"), dice="5 4 3  3 3")
    assert game["A"].down and who_tested(game) == ["B"]


@pytest.mark.rule("nec.leadership.test-trigger")
def test_a_flesh_wound_shakes_nobody() -> None:
    game = table(
        "ganger A (20,10)   ganger B (21.5,10)   ganger x (8,10) autogun facing=0",
        phase="shoot",
        side="b",
        began=MANY,
    )
    game.play(b("x"), b("A"), dice="5 4 1")
    assert game["A"].flesh == 1 and who_tested(game) == []


@pytest.mark.rule("nec.leadership.test-trigger", "nec.M37")
def test_the_2_inches_are_measured_up_and_down_too() -> None:
    game = table(
        """
        ganger A (20,10) down   ganger B (20,11,2)   ganger C (20,9,2.5)   ganger x (4,40)
        block (19,10.6) (21,13) h=2   block (19,7) (21,9.4) h=2.5
        """,
        phase="recover",
        began=MANY,
    ).play(dice="6 1 1")
    assert who_tested(game) == ["B"]


@pytest.mark.rule("nec.A16")
def test_down_and_broken_friends_do_not_test_but_pinned_and_engaged_ones_and_the_leader_do() -> None:
    game = fall(
        """
        ganger B (21.5,10) down   ganger C (18.5,10) broken hidden   ganger D (20,11.5) pinned
        leader E (20,8.5)   ganger F (21.5,11.5)   ganger y (22.5,11.5)
        """,
        "4 1 1 1 1 1 1 5 5",  # B stays down; D, E and F test; C tries to rally
    )
    assert who_tested(game) == ["D", "E", "F"]


@pytest.mark.rule("nec.leadership.test-trigger")
def test_enemies_do_not_test() -> None:
    game = fall("ganger y (21.5,10)", "")
    assert who_tested(game) == []


@pytest.mark.rule("nec.A16")
def test_there_is_one_test_for_each_fallen_model() -> None:
    game = table("ganger A (20,10)   ganger B (21.5,10)   ganger C (20.7,11.5)   ganger x (4,10)", began=MANY)
    game.game.source = Scripted("1 1 1 1")
    travelling.shake(game.game, [harm.go_down(game.game, game[name]) for name in ("A", "B")])
    assert who_tested(game) == ["C", "C"]


@pytest.mark.rule("nec.leadership.test-roll", "nec.leadership.broken")
@pytest.mark.parametrize(("dice", "broken"), [("3 4", False), ("4 4", True)])
def test_more_than_leadership_fails(dice: str, broken: bool) -> None:
    game = fall(
        "ganger B (21.5,10)", f"{dice} {'3 4' if broken else ''}", *([a((28.5, 10))] if broken else [])
    )
    assert game["B"].broken is broken


@pytest.mark.rule("nec.leadership.test-roll")
def test_on_leadership_7_15_of_36_rolls_fail() -> None:
    assert nerve.leadership.odds("", 7).chance(False) == Fraction(15, 36)
    assert nerve.leadership.odds("", 8).chance(False) == Fraction(10, 36)


@pytest.mark.rule("nec.leadership.broken", "nec.A14")
def test_a_broken_fighter_does_not_shoot_or_watch() -> None:
    game = table("ganger A (20,10) autogun broken   ganger x (30,10)", phase="shoot")
    assert why(shooting.may_shoot(game.battle, game["A"])).rule == "nec.leadership.broken"
    game = fall("ganger B (21.5,10) autogun overwatch", "6 6 3 4", a((28.5, 10)))
    assert game["B"].broken and not game["B"].overwatch


@pytest.mark.rule("nec.leadership.broken")
def test_he_stays_broken_when_his_turn_is_over() -> None:
    game = fall("ganger B (21.5,10)", "6 6 3 4", a((28.5, 10)))
    assert game.battle.side == "b" and game["B"].broken


@pytest.mark.rule("nec.A18")
def test_all_tests_of_one_fall_are_rolled_before_anybody_runs() -> None:
    game = fall(
        "ganger B (21.5,10)   ganger C (21.2,11.5)", "6 6 5 5 1 1 1 2", a((23.5, 10)), a((24.1, 12.1))
    )
    told = [
        event.rule if isinstance(event, Rolled) else event.piece
        for event in game.events
        if isinstance(event, Moved | Rolled)
    ]
    test, run = "nec.leadership.test-trigger", "nec.movement.run-to-cover-at-once"
    assert told == ["nec.recovery.down-roll", test, test, run, "B", run, "C"]


@pytest.mark.rule("nec.A19", "nec.leadership.broken")
def test_a_pinned_fighter_who_breaks_runs_and_is_pinned_no_longer() -> None:
    game = fall("ganger B (21.5,10) pinned", "6 6 3 4", a((28.5, 10)))
    assert game["B"].broken and not game["B"].pinned and game["B"].x == 28.5


@pytest.mark.rule("nec.leadership.test-trigger")
def test_a_second_fall_nearby_breaks_nobody_twice() -> None:
    game = table(
        """
        ganger A (20,10) down   ganger B (21.5,10) broken hidden
        ganger x (4,10)   wall (19,5) (19,15) h=3
        """,
        phase="recover",
        began=MANY,
    )
    game.play(dice="6 6 6")  # A goes out; B, broken already, only tries to rally
    assert who_tested(game) == [] and game["B"].broken


# ---------------------------------------------------------------- breaking in combat


def break_in_combat(dice: str, *answers: object, extra: str = "") -> Position:
    """B, engaged with y, breaks because A beside him goes out of action."""
    position = f"ganger A (20,10) down   ganger B (21.5,10) {extra}   ganger y (22.5,10)"
    return table(position, phase="recover", began=MANY).play(*answers, dice=f"6 6 6 {dice}")


@pytest.mark.rule("nec.leadership.break-in-combat")
@pytest.mark.parametrize("wound", ["1", "3"])
def test_his_enemy_scores_one_hit_that_wounds_on_4_and_then_he_runs(wound: str) -> None:
    game = break_in_combat(f"{wound} 3 3", a((15.5, 10)))
    assert game["B"].broken and game["B"].x == 15.5
    (roll,) = game.rolled("nec.shooting.wound-chart")
    assert (roll.by, roll.need) == ("y", 4)


@pytest.mark.rule("nec.leadership.break-in-combat", "nec.A20")
def test_if_the_hit_brings_him_down_he_is_out_and_does_not_run() -> None:
    game = break_in_combat("4 3")  # wounded, injury 3: down in hand-to-hand combat
    assert game["B"].place == "out"
    assert not game.rolled("nec.movement.run-to-cover-at-once")


@pytest.mark.rule("nec.leadership.break-in-combat")
def test_a_flesh_wound_does_not_stop_him() -> None:
    game = break_in_combat("4 1 3 3", a((15.5, 10)))
    assert game["B"].flesh == 1 and game["B"].x == 15.5


@pytest.mark.rule("nec.A20")
def test_armour_may_save_him() -> None:
    game = break_in_combat("4 6 3 3", a((15.5, 10)), extra="armour=flak")
    assert game.rolled("nec.combat.saves")[0].faces == (6,) and game["B"].x == 15.5


@pytest.mark.rule("nec.A20")
def test_each_enemy_in_contact_scores_a_hit() -> None:
    game = table(
        "ganger A (20,10) down   ganger B (21.5,10)   ganger y (22.5,10)   ganger z (21.5,11)",
        phase="recover",
        began=MANY,
    )
    question = game.question(dice="6 6 6 1 1 3 3")
    x, y, z = question.reach()[0]
    game.play(a([(s.x, s.y, s.z) for s in question.path(x, y, z)]), dice="6 6 6 1 1 3 3")
    assert [roll.by for roll in game.rolled("nec.shooting.wound-chart")] == ["y", "z"]


@pytest.mark.rule("nec.M17x", "nec.leadership.break-in-combat")
def test_an_enemy_bound_by_a_web_does_not_strike_him() -> None:
    position = "ganger A (20,10) down   ganger B (21.5,10)   ganger y (22.5,10) webbed"
    game = table(position, phase="recover", began=MANY).play(a((15.5, 10)), dice="6 6 6 3 3")
    assert game["B"].broken and not game.rolled("nec.shooting.wound-chart")


@pytest.mark.rule("nec.leadership.break-in-combat")
def test_who_fled_from_combat_is_engaged_no_longer() -> None:
    game = break_in_combat("1 3 3", a((15.5, 10)))
    assert abs(game["B"].x - game["y"].x) > 5


@pytest.mark.rule("nec.M17")
def test_who_is_bound_by_a_web_breaks_but_cannot_run() -> None:
    game = fall("ganger B (21.5,10) webbed", "6 6")
    assert game["B"].broken and game["B"].x == 21.5


@pytest.mark.rule("nec.leadership.test-trigger", "nec.M37")
@pytest.mark.parametrize(("level", "tests"), [(2.0, True), (2.1, False)])
def test_a_friend_straight_above_is_as_far_as_the_floor_is_high(level: float, tests: bool) -> None:
    game = table(
        f"""
        ganger A (10,10) down   ganger B (10,10,{level})   floor (8,8) (12,12) level={level}
        ganger x (40,40)
        """,
        phase="recover",
        began=MANY,
    )
    game.play(dice="6 1 1" if tests else "6")
    assert who_tested(game) == (["B"] if tests else [])
