"""Flight, rallying, pursuit, and leaving a melee."""

from __future__ import annotations

import pytest

from tests.books.arap.thrown import noted, thrown
from warbook.books.arap.melee.dice import melee_hit
from warbook.books.arap.rout.dice import (
    Fled,
    Pursuers,
    Routers,
    breaks_off,
    caught,
    compulsory_phase,
    give_way,
    hack_blow,
    hacks,
    halts,
    rallies,
    rally_bonus,
    returns,
    slips_away,
    stays,
)
from warbook.books.arap.shooting.wound_dice import Band, fallen

PREY = Routers(Band(2, 3), 7)
CHASE = Pursuers(1, 3, 4, 2, melee_hit(9))


@pytest.mark.rule("arap.rout.rally-test", "arap.rout.rally-bonus")
def test_rallying():
    assert thrown(rallies, "3 4", 7) and not thrown(rallies, "4 4", 7) and thrown(rallies, "4 4 3 4", 7, True)
    assert rally_bonus(9) == 1 and rally_bonus(8.1) == 1 and rally_bonus(8) == 0 and rally_bonus(None) == 1
    assert thrown(rallies, "4 4", 7 + rally_bonus(9)) and not thrown(rallies, "4 4", 7 + rally_bonus(8))


@pytest.mark.rule("arap.rout.free-hack", "arap.pursuit.free-hacks", "arap.G24")
def test_free_hacks():
    assert hack_blow(melee_hit(3)).goal == 4 and hack_blow(melee_hit(3), -2).goal == 2
    band = Band(5, 3)
    harm = thrown(hacks, "4 5 3 6 6 1 1", ((3, hack_blow(melee_hit(3))),), (band,))
    assert fallen(band, harm.bands[0]) == 2
    assert noted(hacks, "5 5 5", ((3, hack_blow(melee_hit(3))),), (band,)) == [("arap.melee.to-hit", 4, 3, 6)]


@pytest.mark.rule("arap.A1", "arap.pursuit.move")
def test_routers_flee_are_hacked_and_then_test():
    """3 behind, 7 fled, 8 chased: 2 away, caught."""
    assert thrown(compulsory_phase, "3 4 4 4 4 2 1 3 4", PREY, CHASE) == Fled("rallies", True, 1)
    assert thrown(compulsory_phase, "3 4 4 4 4 2 1 4 4", PREY, CHASE) == Fled("routs-on", True, 1)
    assert thrown(compulsory_phase, "3 4 4 3 4 3", PREY, CHASE) == Fled("rallies", False, 0), "3 away"
    assert thrown(compulsory_phase, "3 4 1 1 4 3", PREY, CHASE) == Fled("rallies", False, 0), (
        "8 away: no bonus"
    )
    assert thrown(compulsory_phase, "3 4 1 1 4 4", PREY, CHASE) == Fled("routs-on", False, 0)
    assert thrown(compulsory_phase, "4 4 1 1 4 4", PREY, CHASE) == Fled("rallies", False, 0), "9 away"


def test_all_may_be_hacked_down():
    lone = Routers(Band(1, 3), 7)
    assert thrown(compulsory_phase, "1 1 6 6 4 2", lone, CHASE) == Fled("wiped-out", True, 1)


@pytest.mark.rule("arap.rout.rally-bonus")
def test_another_enemy_near_takes_the_bonus():
    assert thrown(compulsory_phase, "3 4 4 4", PREY, None) == Fled("rallies", False, 0)
    assert thrown(compulsory_phase, "3 4 4 4", Routers(Band(2, 3), 7, near=True), None) == Fled(
        "routs-on", False, 0
    )


@pytest.mark.rule("arap.rout.rally-table-edge", "arap.G34")
def test_who_reaches_the_edge_tests_for_the_last_time():
    at = Routers(Band(2, 3), 7, edge=7, near=True)
    assert thrown(compulsory_phase, "3 4 4 5", at, None) == Fled("lost", False, 0)
    assert thrown(compulsory_phase, "3 3 4 5", at, None) == Fled("routs-on", False, 0)
    assert thrown(compulsory_phase, "3 4 3 3", at, None) == Fled("rallies", False, 0)
    short = Routers(Band(2, 3), 7, edge=1)
    assert thrown(compulsory_phase, "6 6 1 1 5 3 4", short, CHASE) == Fled("rallies", True, 0), (
        "the edge stops them"
    )


@pytest.mark.rule("arap.rout.flinch", "arap.rout.routing-state")
def test_giving_way():
    assert thrown(give_way, "3") == 3 and thrown(give_way, "4", "arap.rout.routing-state") == 4


@pytest.mark.rule(
    "arap.pursuit.not-pursuing-test", "arap.pursuit.not-pursuing-hated", "arap.pursuit.halt-test"
)
def test_not_to_pursue_and_to_halt():
    assert thrown(stays, "3 4", 7) and not thrown(stays, "4 4", 7)
    assert not thrown(stays, "4 4", 8, True) and thrown(stays, "3 4", 8, True)
    assert thrown(halts, "4 4", 8) and not thrown(halts, "4 4", 8, True)


@pytest.mark.rule("arap.pursuit.move")
def test_who_is_caught():
    """Three behind: 7 fled and 8 chased leave 2 inches, 7 chased leave 3. Who has fled throws none."""
    assert thrown(caught, "3 4 4 4", 3, 2, 4, 4) and not thrown(caught, "3 4 4 3", 3, 2, 4, 4)
    assert thrown(caught, "4 4", 10, 2, 4, None) and not thrown(caught, "4 3", 10, 2, 4, None)


@pytest.mark.rule("arap.pursuit.off-table")
def test_pursuers_return_on_four():
    assert thrown(returns, "4") and not thrown(returns, "3")


@pytest.mark.rule("arap.melee.break-off-test", "arap.melee.break-off-failed")
def test_breaking_off():
    assert thrown(breaks_off, "3 3", 7) and not thrown(breaks_off, "4 5", 7)


@pytest.mark.rule("arap.melee.hit-and-run", "arap.melee.hit-and-run-failed")
def test_hit_and_run():
    assert thrown(slips_away, "4 1 2 3", 4) == 6 and thrown(slips_away, "5", 4) == 0
    assert thrown(slips_away, "6", 9) == 0
