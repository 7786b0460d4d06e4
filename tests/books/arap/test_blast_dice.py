"""Templates, markers, grenades: whom they hit and how far they stray."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.books.arap import thrown as script
from tests.books.arap.thrown import noted
from warbook.books.arap.blasts.dice import (
    Caught,
    Struck,
    harm,
    look_out,
    marker,
    marker_hits,
    rock,
    stray,
    template,
    template_hits,
    template_reach,
    thrown,
    under_template,
)
from warbook.books.arap.dice.goals import goal_of
from warbook.books.arap.shooting.wound_dice import Hit

FLAMER = Hit(4, 5, near=True)


def throw(kernel, faces, *args):
    return script.thrown(kernel, faces, *args)


@pytest.mark.rule("arap.template.hit-by-margin", "arap.F23")
def test_the_margin_reaches_into_cover():
    assert [throw(template_reach, face, 4) for face in "65432 1".replace(" ", "")] == [
        "missed", "missed", "open", "soft", "hard", "hard",
    ]  # fmt: skip
    assert (
        throw(template_hits, "", "open", 3, "open") == 3 and throw(template_hits, "", "open", 3, "soft") == 0
    )
    assert (
        throw(template_hits, "", "soft", 3, "soft") == 3 and throw(template_hits, "", "soft", 3, "hard") == 0
    )
    assert throw(template_hits, "", "hard", 3, "hard") == 3


@pytest.mark.rule("arap.F42")
def test_the_margin_counts_from_five_at_most():
    assert (
        throw(template_reach, "5", goal_of(6, 0)) == "open"
        and throw(template_reach, "4", goal_of(9, 0)) == "soft"
    )


def test_a_goal_below_one_leaves_no_margin():
    assert throw(template_reach, "1 1", 0) == throw(template_reach, "1 3", 0) == "open"
    assert throw(template_reach, "1 4", 0) == "missed"
    assert throw(template_reach, "", -3) == "missed"


@pytest.mark.rule("arap.template.missed-roll")
@pytest.mark.parametrize(("cover", "most"), [("open", 3), ("soft", 2), ("hard", 1)])
def test_a_missed_template_burns_some(cover, most):
    assert throw(template_hits, f"{most} {most + 1}", "missed", 2, cover) == 1


@pytest.mark.rule("arap.F24")
def test_by_a_switch_the_margin_falls_back_on_the_missed_roll():
    assert throw(template_hits, "1 2", "open", 2, "hard", True) == 1
    assert throw(under_template, "4 1 2", 4, ((1, "open"), (2, "hard")), True) == 2
    assert throw(under_template, "4", 4, ((1, "open"), (2, "hard"))) == 1


@pytest.mark.rule("arap.template.prone", "arap.template.wounds")
def test_what_a_template_does():
    """Who lies prone in the open is caught as in soft cover."""
    caught = (Caught(1, 4, 4), Caught(1, 4, 4, cover="soft"))
    assert throw(template, "4 4 3", 4, FLAMER, caught) == (Struck(1, (1,)), Struck())
    assert throw(template, "3 4 4 3", 4, FLAMER, caught) == (Struck(1), Struck(1))
    assert throw(template, "5 4 2 3", 4, FLAMER, caught) == (Struck(), Struck(1))


@pytest.mark.rule("arap.area.hits", "arap.area.prone", "arap.grenade.effect")
def test_under_a_marker():
    assert throw(marker_hits, "", 2, "open") == 2
    assert throw(marker_hits, "5 6", 2, "soft") == 1 and throw(marker_hits, "4 5", 2, "hard") == 1
    caught = (Caught(2, 3), Caught(1, 3, cover="hard"))
    assert throw(marker, "5 4 3", Hit(3), caught) == (Struck(2, (1,)), Struck())
    assert marker.odds(Hit(3), (Caught(1, 3),)).chance(lambda each: each[0].damage) == Fraction(1, 2)


@pytest.mark.rule("arap.shooting.fleeting-blast", "arap.F31")
def test_a_fleeting_target_is_caught_as_in_soft_cover():
    assert throw(marker_hits, "5", 1, "soft") == 1 and throw(marker_hits, "6", 1, "soft") == 0


@pytest.mark.rule("arap.area.casualties")
def test_what_fails_a_save_takes_damage_most_first():
    shell = Hit(9, 3, "D3")
    assert throw(harm, "6 6 1 4 6", 3, shell, Caught(3, 4, 3)) == Struck(3, (3, 1))
    assert throw(harm, "6 6 4 3", 2, Hit(9, 6), Caught(2, 4, 4)) == Struck(2, (1,))


def test_hits_on_a_swarm_count_double():
    assert throw(harm, "4 3", 1, Hit(3), Caught(1, 3, swarm=True)) == Struck(2, (1,))


@pytest.mark.rule("arap.area.look-out-sir")
def test_look_out():
    assert throw(look_out, "5") and not throw(look_out, "6")


@pytest.mark.rule("arap.area.scatter")
@pytest.mark.parametrize(
    ("bs", "modifiers", "faces", "inches"),
    [(4, 0, "3 6", 5), (4, -1, "3 6", 6), (1, -2, "3 6", 10), (4, 0, "5 5", 0), (4, 0, "1 2", 0)],
)
def test_an_area_shot_strays(bs, modifiers, faces, inches):
    assert throw(stray, faces, "direct", bs, modifiers) == inches


@pytest.mark.rule("arap.grenade.indirect", "arap.grenade.high-trajectory", "arap.F43")
def test_indirect_fire_takes_no_skill_off():
    assert throw(stray, "2 5", "indirect", 4, 0) == 7 and throw(stray, "2 5", "indirect", 4, -1) == 8
    assert throw(stray, "2 5", "direct", 4, 0) == 3 and throw(stray, "5 5", "indirect", 4, -1) == 0
    assert throw(stray, "3 4", "indirect", 4, 0, True) == 0 and throw(stray, "3 4", "direct", 4, 0, True) == 0


@pytest.mark.rule("arap.shooting.hidden-targets-area", "arap.F44")
def test_fire_at_hidden_targets_strays_with_three_dice():
    assert throw(stray, "6 3 2", "hidden", 4, 0) == 9 and throw(stray, "5 5 3", "hidden", 4, 0) == 5
    assert throw(stray, "6 3 2", "hidden", 4, -2) == 11 and throw(stray, "5 5 3", "hidden", 4, -2) == 5
    assert throw(stray, "3 4 1", "hidden", 4, 0, True) == 7


@pytest.mark.rule("arap.grenade.throw", "arap.grenade.scatter", "arap.grenade.over-objects")
def test_a_grenade_that_is_thrown():
    goal = goal_of(4, -1)
    assert (
        throw(thrown, "3", goal) == 0
        and throw(thrown, "4 6 2", goal) == 4
        and throw(thrown, "4 3 3", goal) == 3
    )
    assert noted(thrown, "2", goal_of(4, -1 - 1)) == [("arap.grenade.throw", 2, 1, 6)]


@pytest.mark.rule("arap.grenade.rocks", "arap.F34")
def test_a_rock():
    assert throw(rock, "2", goal_of(4, -2)) and not throw(rock, "3", goal_of(4, -2))
