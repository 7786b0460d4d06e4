"""Who has won a round of melee, and the test of who has lost it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.books.arap.thrown import noted, thrown
from warbook.books.arap.melee.dice import Blow, melee_hit
from warbook.books.arap.melee.resolution import (
    Beaten,
    Circumstances,
    Resolve,
    combat,
    loser,
    loses_among_many,
    reckoned,
    rout_test,
    score,
    score_modifiers,
    verdicts,
    wound_difference,
    wounds_of,
)
from warbook.books.arap.melee.round_dice import Fighters, bloodshed, fought, lost
from warbook.books.arap.shooting.wound_dice import Band, Hit

CHOP = Blow(5, melee_hit(9))
PAIR = (Fighters(Band(2, 4), ((1, CHOP),), 3),)


def added(**circumstances: object) -> int:
    return sum(each.value for each in score_modifiers(Circumstances(**circumstances)))


@pytest.mark.rule("arap.resolution.wound-difference", "arap.resolution.environment-wounds", "arap.A8")
def test_wound_differences():
    assert wound_difference(4, 2) == 2 and wound_difference(2, 4) == -2
    assert wound_difference(3 + 1, 2) == 2 and wound_difference(0, 3) == -3 and wound_difference(2, 1) == 1
    assert wound_difference(4, 2, 1) == 1 and wound_difference(2, 4, 2) == -4


@pytest.mark.rule("arap.resolution.modifiers", "arap.B9", "arap.G27")
def test_modifiers_of_a_score():
    assert (
        added(charged=True, uphill=True, hates=True) == 3 and added(struck=3) == -3 and added(struck=1) == -1
    )
    assert added(visage="some") == -1 and added(visage="all") == -2 and added(uphill=True) == 0
    assert score_modifiers(Circumstances()) == ()


@pytest.mark.rule("arap.resolution.score", "arap.A7")
def test_scores():
    assert score(1, 1, 1) == 2 and score(2, 4, 0) == 2 and score(-2, 2, 3) == 1
    assert loser(score(2, 4, 0), score(-2, 2, 3)) == "b"
    by_switch = score(2, 4, 0, "wounds_inflicted"), score(-2, 2, 3, "wounds_inflicted")
    assert by_switch == (4, 5) and loser(*by_switch) == "a"


@pytest.mark.rule("arap.resolution.outcome")
def test_the_lower_score_loses():
    assert loser(0, 0) is None and loser(2, -2) == "b" and loser(-1, 0) == "a"


@pytest.mark.rule("arap.resolution.multi-unit", "arap.G28")
def test_among_many_a_negative_score_tests():
    assert [loses_among_many(each) for each in (2, -3, 1, 0)] == [False, True, False, False]


@pytest.mark.rule("arap.rout.test", "arap.resolution.lose-with-positive-difference", "arap.G29")
def test_rout_tests():
    def passed(ld: int, difference: int, faces: str) -> bool:
        return thrown(rout_test, faces, ld, difference)

    assert (
        passed(8, -3, "2 3")
        and not passed(8, -3, "3 3")
        and passed(8, -5, "2 3")
        and not passed(8, -5, "3 3")
    )
    assert (
        passed(7, -2, "2 3") and passed(7, 2, "4 5") and not passed(7, 2, "5 5") and not passed(7, 9, "6 5")
    )
    assert passed(4, -3, "1 1") and thrown(rout_test, "5 5 3 4", 8, 0, True)
    assert noted(rout_test, "2 3", 8, -5) == [("arap.rout.test", 5, 2, 6)]


@pytest.mark.rule("arap.resolution.count-wounds")
def test_wounds_count_and_not_casualties():
    monster = (Fighters(Band(1, 4, left=6), (), 1),)
    after = thrown(fought, "1 1 6 6", PAIR, monster, (3, 1))
    assert lost(after) == (0, 2) and wounds_of(monster) == 6
    assert reckoned(lost(after), PAIR, monster, 0, 0) == Beaten("b", -2)
    fist = (Fighters(Band(1, 4), ((1, Blow(5, Hit(9, damage="D3", near=True))),), 3),)
    assert lost(thrown(fought, "1 6 6", fist, monster, (3, 1))) == (0, 3)
    assert bloodshed(fist, monster).chance((0, 3)) == Fraction(25, 36) / 3


@pytest.mark.rule("arap.resolution.wipe-out")
def test_who_is_wiped_out_tests_nothing():
    one = (Fighters(Band(1, 4), ((1, CHOP),), 3),)
    even = Resolve(0, 7), Resolve(0, 7)
    assert thrown(combat, "1 6 6", one, one, *even) == "b-wiped"
    assert thrown(combat, "1 6 1 6", one, one, *even) == "both-wiped"
    assert thrown(combat, "6 1 6", one, one, *even) == "a-wiped"


@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("scores", [(0, 0), (1, 0), (0, 3)])
def test_verdicts_put_together_are_those_along_all_paths_of_the_dice(scores, again):
    one = (Fighters(Band(1, 4), ((2, CHOP),), 4),)
    for_a, for_b = Resolve(scores[0], 8, again), Resolve(scores[1], 6)
    for a, b in ((one, PAIR), (PAIR, one)):
        slow = combat.odds(a, b, for_a, for_b)
        fast = verdicts(a, b, for_a, for_b)
        assert {name: fast.chance(name) for name in fast.weights} == {
            name: slow.chance(name) for name in slow.weights
        }


def test_a_combat_to_its_end():
    assert thrown(combat, "6 6 6 6", PAIR, PAIR, Resolve(0, 7), Resolve(0, 7)) == "draw"
    assert thrown(combat, "6 6 6 6 3 4", PAIR, PAIR, Resolve(1, 7), Resolve(0, 7)) == "b-flinches"
    assert thrown(combat, "6 6 6 6 4 4", PAIR, PAIR, Resolve(0, 7), Resolve(1, 7)) == "a-routs"
    assert thrown(combat, "1 6 6 1 6 6 3 4", PAIR, PAIR, Resolve(0, 7), Resolve(0, 7)) == "b-routs", (
        "7 - 1 is 6"
    )
    assert thrown(combat, "1 6 6 1 6 6 4 4", PAIR, PAIR, Resolve(0, 7), Resolve(3, 7)) == "a-flinches", (
        "7 + 1 is 8"
    )
    mixed = (Fighters(Band(1, 4), ((1, CHOP),), 4), Fighters(Band(1, 3), ((1, CHOP),), 2))
    assert thrown(combat, "6 6 6 6 3 4", mixed, PAIR, Resolve(1, 7), Resolve(0, 7)) == "b-flinches"
