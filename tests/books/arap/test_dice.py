"""How the dice are read: goals, tests against Leadership and others, odd dice, scatter."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.books.arap.thrown import noted, thrown
from warbook.books.arap.dice.goals import (
    NEVER_HITS,
    goal_of,
    high,
    low,
    lows,
    ranged_goal,
    turned,
    wound_goal,
    wound_stages,
)
from warbook.books.arap.dice.odd import best_two, higher_of_two, picked, roll, variable_die
from warbook.books.arap.dice.scatter import (
    Crazed,
    crazed,
    scatter,
    short_scatter,
    three_dice,
    veer,
    within_half,
)
from warbook.books.arap.dice.tests import (
    agility,
    characteristic_test,
    class_of,
    initiative_test,
    leadership_roll,
    limited,
    passes,
    passes_unrolled,
    rolls_again,
)

HIT = "arap.shooting.to-hit"


def hits(goal: int, faces: str) -> bool:
    return thrown(low, faces, goal, HIT)


@pytest.mark.rule("arap.dice.low-roll", "arap.dice.notation-plus-minus")
def test_a_low_roll_must_not_exceed_its_goal():
    assert hits(4, "4") and not hits(4, "5") and hits(3, "1")
    assert thrown(high, "4", (4,), HIT) and not thrown(high, "3", (4,), HIT)


@pytest.mark.rule("arap.dice.modifier-sign")
def test_modifiers_change_the_goal():
    assert goal_of(4, -1) == 3 and goal_of(3, 1 - 2) == 2


@pytest.mark.rule("arap.dice.to-hit-limits")
def test_a_six_never_hits():
    assert hits(5, "5") and not hits(6, "6") and not hits(9, "6") and hits(8, "5")
    assert [low.odds(goal, HIT).chance(True) for goal in (1, 4, 5, 6, 12)] == [
        Fraction(ways, 6) for ways in (1, 4, 5, 5, 5)
    ]


@pytest.mark.rule("arap.dice.skill-above-five", "arap.dice.ranged-goal", "arap.dice.melee-goal")
@pytest.mark.parametrize(
    ("skill", "modifier", "goal"),
    [(5, -1, 4), (6, -1, 5), (7, -1, 5), (5, -2, 3), (6, -2, 4), (7, -2, 5), (4, 0, 4), (1, 0, 1), (9, 3, 5)],
)
def test_what_a_skill_has_above_five_swallows_modifiers(skill, modifier, goal):
    assert goal_of(skill, modifier) == ranged_goal(skill, modifier) == goal


@pytest.mark.rule("arap.shooting.bs-zero")
def test_without_a_skill_nothing_is_hit():
    assert ranged_goal(0, 1) == ranged_goal(0, 9) == NEVER_HITS
    assert low.odds(NEVER_HITS, HIT).chance(True) == 0 and noted(low, "", NEVER_HITS, HIT) == []


@pytest.mark.rule("arap.intro.high-to-low-conversion", "arap.dice.skill-conversion")
def test_needs_of_older_chapters():
    assert [turned(need) for need in (4, 2, 6, 3)] == [3, 5, 1, 4]


@pytest.mark.rule("arap.dice.wound-goal", "arap.dice.wound-limits")
@pytest.mark.parametrize(
    ("s", "t", "goal"),
    [(4, 4, 4), (3, 5, 6), (8, 3, 2), (3, 6, 7), (3, 7, 8), (3, 8, 9), (2, 8, 10), (5, 3, 2), (4, 3, 3)],
)
def test_goals_to_wound(s, t, goal):
    assert wound_goal(s, t) == goal


@pytest.mark.rule("arap.dice.wound-limits", "arap.dice.extreme-goals")
@pytest.mark.parametrize(
    ("goal", "near", "chance"),
    [(2, False, Fraction(5, 6)), (6, False, Fraction(1, 6)), (7, False, Fraction(1, 12)),
     (7, True, Fraction(1, 12)), (8, False, 0), (8, True, Fraction(1, 18)), (9, False, 0),
     (9, True, Fraction(1, 36)), (10, True, 0)],
)  # fmt: skip
def test_goals_above_six_take_a_second_die(goal, near, chance):
    assert high.odds(wound_stages(goal, near), "arap.shooting.wound-roll").chance(True) == chance


@pytest.mark.rule("arap.dice.extreme-goals")
def test_goals_off_the_die():
    assert hits(0, "1 3") and not hits(0, "1 4") and not hits(0, "2") and hits(-1, "1 2") and hits(-2, "1 1")
    assert not hits(-1, "1 3") and not hits(-2, "1 2")
    assert noted(low, "", -3, HIT) == []
    assert noted(low, "1 2", -1, HIT) == [(HIT, 1, 1, 6), (HIT, 2, 1, 6)]
    assert [low.odds(goal, HIT).chance(True) for goal in (0, -1, -2, -3)] == [
        Fraction(1, 12), Fraction(1, 18), Fraction(1, 36), 0,
    ]  # fmt: skip
    assert not thrown(high, "6 4", wound_stages(8, True), HIT) and thrown(
        high, "6 5", wound_stages(8, True), HIT
    )


@pytest.mark.rule("arap.dice.wound-natural-one", "arap.dice.save-roll")
def test_a_one_never_wounds_or_saves():
    assert not thrown(high, "1", wound_stages(wound_goal(10, 2), False), "arap.shooting.wound-roll")
    assert thrown(high, "3", (3,), "arap.dice.save-roll") and not thrown(
        high, "2", (3,), "arap.dice.save-roll"
    )


def test_many_low_rolls_are_thrown_together():
    assert thrown(lows, "1 4 5 3", 4, 4, HIT) == 3 and noted(lows, "1 4 5 3", 4, 4, HIT) == [(HIT, 4, 4, 6)]
    assert thrown(lows, "1 1 2 4 3", 3, 0, HIT) == 1 and thrown(lows, "", 0, 3, HIT) == 0
    assert thrown(lows, "2 3", 2, 0, HIT) == 0 and thrown(lows, "", 4, -3, HIT) == 0
    assert lows.odds(3, 0, HIT) == {0: Fraction(1331, 1728), 1: Fraction(363, 1728), 2: Fraction(33, 1728),
                                    3: Fraction(1, 1728)}  # fmt: skip


# ---------------------------------------------------------------- tests


def passed(ld: int, faces: str, again: bool = False) -> bool:
    return thrown(passes, faces, ld, "arap.rout.test", again)


@pytest.mark.rule("arap.dice.leadership-roll", "arap.dice.snake-eyes", "arap.rout.snake-eyes", "arap.D7")
def test_against_leadership():
    assert passed(7, "3 4") and not passed(7, "4 4") and not passed(8 - 1, "4 4")
    assert passed(4 - 3, "1 1") and not passed(4 - 3, "1 2") and passed(-5, "1 1") and passed(12, "6 6")


@pytest.mark.rule("arap.rout.no-fear")
def test_a_failure_is_rolled_again_once():
    assert passed(8, "5 5 3 4", True) and not passed(8, "5 5 6 3", True) and passed(8, "4 4", True)
    assert passes.odds(7, "", True).chance(True) == 1 - Fraction(15, 36) ** 2
    assert (
        thrown(leadership_roll, "5 4 4 4", 7, "", True) == "even"
        and thrown(leadership_roll, "4 4 4 5", 7, "", True) == "odd"
    )
    assert thrown(leadership_roll, "4 4 3 4", 7, "", True) == "passed"


@pytest.mark.rule("arap.dice.leadership-test-classes", "arap.dice.leadership-auto-pass", "arap.A21")
def test_what_is_passed_without_a_roll_goes_by_class():
    steady = {"morale"}
    assert not passes_unrolled("rally", steady) and not passes_unrolled("confusion", steady)
    assert passes_unrolled("casualties", steady) and passes_unrolled("suppression", steady)
    assert passes_unrolled("rout", steady) and passes_unrolled("pinning", steady)
    assert not passes_unrolled("pinning", steady, pinning_is_morale=False)
    assert passes_unrolled("suppression", steady, pinning_is_morale=False)
    assert not passes_unrolled("pinning", {"casualties"}) and passes_unrolled("casualties", {"casualties"})
    assert passes_unrolled("halting", {"all"}) and passes_unrolled("confusion", {"all"})
    assert passes_unrolled("breaking-off", {"control"}) and not passes_unrolled("rout", {"control"})
    assert not passes_unrolled("rout", ())
    assert [class_of(test) for test in ("not-pursuing", "halting", "breaking-off", "rally")] == [
        "control"
    ] * 4


@pytest.mark.rule("arap.A17")
def test_who_knows_no_fear_rolls_again_at_morale_and_rally():
    assert [test for test in ("rout", "rally", "casualties", "pinning", "halting", "confusion")
            if rolls_again(test)] == ["rout", "rally", "casualties", "pinning"]  # fmt: skip
    assert not rolls_again("pinning", pinning_is_morale=False)
    assert rolls_again("casualties", pinning_is_morale=False)


@pytest.mark.rule("arap.rout.test", "arap.G29")
def test_a_wound_difference_counts_up_to_three():
    assert [limited(difference) for difference in (-9, -4, -3, 0, 3, 4)] == [-3, -3, -3, 0, 3, 3]


@pytest.mark.rule("arap.dice.initiative-test")
def test_against_initiative():
    assert thrown(initiative_test, "3", 3) and not thrown(initiative_test, "4", 3)
    assert not thrown(initiative_test, "6", 7) and thrown(initiative_test, "5", 7)


@pytest.mark.rule("arap.dice.strength-toughness-test", "arap.D10")
def test_against_another_characteristic():
    assert thrown(characteristic_test, "4", 4) and not thrown(characteristic_test, "5", 3)
    assert thrown(characteristic_test, "6", 6) and not thrown(characteristic_test, "6", 6, True)


@pytest.mark.rule("arap.movement.movement-save")
@pytest.mark.parametrize(("move", "score"), [(0, 2), (2, 2), (2.1, 3), (4, 3), (4.1, 4), (8, 4)])
def test_agility_goes_by_the_current_move(move, score):
    assert agility(3, move) == score


# ---------------------------------------------------------------- odd dice


@pytest.mark.rule("arap.dice.roll-and-pick")
def test_dice_of_which_some_are_picked():
    assert thrown(picked, "1 3 5 6", 4, 2, True, "") == 11
    assert thrown(picked, "2 4 6", 3, 2, False, "") == 6 and thrown(picked, "2 4 6", 3, 2, True, "") == 10
    assert thrown(picked, "2 5", 2, 1, True, "") == 5 and thrown(picked, "7 10", 2, 1, False, "", 10) == 7
    assert thrown(best_two, "2 4 6", 3, "") == 10 and thrown(best_two, "2 4", 2, "") == 6


@pytest.mark.rule(
    "arap.dice.d2", "arap.dice.d3", "arap.dice.d5", "arap.dice.d66", "arap.dice.d100",
    "arap.dice.average-dice", "arap.dice.types", "arap.A13", "arap.B4",
)  # fmt: skip
@pytest.mark.parametrize(
    ("die", "faces", "reads"),
    [("D3", "2", 2), ("D3", "4", 1), ("D3", "6", 3), ("D5", "7", 2), ("D5", "10", 5), ("D5", "5", 5),
     ("D2", "5", 1), ("D2", "2", 2), ("D100", "4 7", 47), ("D100", "10 3", 3), ("D100", "10 10", 100),
     ("D66", "2 5", 25),
     ("D66", "6 6", 66), ("average", "1", 3), ("average", "6", 4), ("average", "2", 2), ("average", "5", 5),
     ("D4", "4", 4), ("D8", "8", 8), ("D10", "10", 10), ("D6", "6", 6)],
)  # fmt: skip
def test_how_a_die_is_read(die, faces, reads):
    assert thrown(roll, faces, die, "") == reads


@pytest.mark.parametrize(
    ("die", "faces"),
    [("D2", range(1, 3)), ("D3", range(1, 4)), ("D4", range(1, 5)), ("D5", range(1, 6)), ("D8", range(1, 9)),
     ("D10", range(1, 11)), ("D100", range(1, 101)),
     ("D66", [10 * a + b for a in range(1, 7) for b in range(1, 7)])],
)  # fmt: skip
def test_every_face_of_a_die_is_as_likely_as_another(die, faces):
    assert roll.odds(die, "") == {face: Fraction(1, len(faces)) for face in faces}


@pytest.mark.rule("arap.movement.variable-terrain-dice", "arap.movement.variable-terrain", "arap.E5")
def test_dice_of_variable_ground():
    assert [variable_die(move) for move in (2, 3, 4, 5, 6, 8)] == [None, "D3", "D4", "D5", "D6", "D6"]
    assert thrown(higher_of_two, "2 3", "D4", "") == 3 and thrown(higher_of_two, "1 4", "D5", "") == 4
    assert thrown(higher_of_two, "6 2", "D6", "") == 6


# ---------------------------------------------------------------- scatter


@pytest.mark.rule("arap.dice.scatter-distance", "arap.dice.scatter-double", "arap.dice.scatter-minus-skill")
def test_scatter_with_two_dice():
    assert thrown(scatter, "2 5") == 7 and thrown(scatter, "4 4") == 0 and thrown(scatter, "4 3") == 7
    assert (
        thrown(scatter, "2 5", 4) == 3 and thrown(scatter, "1 3", 4) == 0 and thrown(scatter, "1 2", 4) == 0
    )
    assert scatter.odds(-1).chance(0) == Fraction(1, 6) and thrown(scatter, "3 6", -1) == 10


@pytest.mark.rule("arap.dice.scatter-double-or-seven", "arap.dice.scatter-only", "arap.D11")
def test_a_seven_and_scatter_that_nothing_stops():
    assert (
        thrown(scatter, "3 4", 0, "double-or-seven") == 0
        and thrown(scatter, "4 4", 0, "double-or-seven") == 0
    )
    assert scatter.odds(0, "double-or-seven").chance(0) == Fraction(1, 3)
    assert thrown(scatter, "4 4", 0, "only") == 8 and thrown(scatter, "3 4", 0, "only") == 7
    assert thrown(scatter, "4 4", 3, "only") == 5


@pytest.mark.rule("arap.dice.scatter-short", "arap.dice.scatter-only-short", "arap.D9")
def test_short_scatter():
    assert (
        thrown(short_scatter, "6 2") == 4
        and thrown(short_scatter, "6 1") == 5
        and thrown(short_scatter, "3 3") == 0
    )
    assert thrown(short_scatter, "3 3", True) == 3 and thrown(short_scatter, "6 6", True) == 6
    assert thrown(short_scatter, "2 6", True) == 4


@pytest.mark.rule("arap.dice.scatter-three-dice", "arap.D2")
def test_scatter_with_three_dice():
    assert (
        thrown(three_dice, "6 3 2") == 9
        and thrown(three_dice, "5 5 3") == 5
        and thrown(three_dice, "5 3 3") == 8
    )
    assert thrown(three_dice, "4 4 4") == 4 and thrown(three_dice, "6 3 2", -2) == 11
    assert thrown(three_dice, "5 5 3", -2) == 5 and thrown(three_dice, "2 1 1", 9) == 0


@pytest.mark.rule("arap.dice.veer")
def test_veering():
    assert thrown(veer, "5 2") == -3 and thrown(veer, "4 4") == 0 and thrown(veer, "1 6") == 5


@pytest.mark.rule("arap.dice.random-creature-move")
def test_an_even_double_turns_an_animal_back():
    assert thrown(crazed, "4 4") == Crazed(8, True) and thrown(crazed, "3 3") == Crazed(6, False)
    assert thrown(crazed, "2 4") == Crazed(6, False)


@pytest.mark.rule("arap.area.scatter-limit")
def test_a_shot_strays_by_half_its_range_at_most():
    assert within_half(6, 8) == 4 and within_half(6, 13) == 6 and within_half(6, 7) == 3.5
    assert within_half(6, None) == 6
