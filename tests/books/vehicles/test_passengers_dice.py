"""The dice of those who were aboard."""

from __future__ import annotations

import pytest

from tests.books.vehicles.thrown import noted, thrown
from warbook.books.vehicles.shooting.troops_dice import Group
from warbook.books.vehicles.transports.dice import Passengers, explodes, explosion_hit, passengers

TEN = Group(10, 4, save=3)


@pytest.mark.rule("veh.damage.explodes-passengers", "veh.open.explosion")
def test_as_many_hits_as_passengers():
    """S 4 wounds T 4 on 4+, S 3 on 5+; an armour save, for the hits are AP-."""
    closed, open_topped = explosion_hit(4, False), explosion_hit(4, True)
    assert (closed.s, closed.wound, open_topped.s, open_topped.wound) == (4, 4, 3, 5)
    assert noted(explodes, "4 4 4 4 3 3 3 3 3 3  3 3 2 2", (TEN,), closed) == [
        ("veh.damage.explodes-passengers", 4, 10),
        ("veh.P7.armour", 3, 4),
    ]
    assert thrown(explodes, "4 4 4 4 3 3 3 3 3 3  3 3 2 2", (TEN,), closed) == (Group(8, 4, save=3),)
    assert thrown(explodes, "5 4 4 4 3 3 3 3 3 3  2", (TEN,), open_topped) == (Group(9, 4, save=3),)


@pytest.mark.rule("veh.damage.explodes-survivors")
def test_survivors_of_an_explosion_test_for_pinning():
    one, hurts = (Group(1, 4),), explosion_hit(4, False)
    assert thrown(passengers, "3 4 5", one, 8, "explodes", hurts) == Passengers(one, pinned=True)
    assert thrown(passengers, "3 4 4", one, 8, "explodes", hurts) == Passengers(one)
    assert thrown(passengers, "4", one, 8, "explodes", hurts) == Passengers((Group(0, 4),))
    assert noted(passengers, "3 4 4", one, 8, "explodes", hurts)[-1] == (
        "veh.damage.explodes-survivors",
        8,
        2,
    )


@pytest.mark.rule("veh.damage.wrecked-passengers")
def test_who_gets_out_of_a_wreck_tests_for_pinning():
    one, hurts = (Group(1, 4),), explosion_hit(4, False)
    assert thrown(passengers, "4 5", one, 8, "wrecked", hurts) == Passengers(one, pinned=True)
    assert noted(passengers, "4 4", one, 8, "wrecked", hurts) == [("veh.damage.wrecked-passengers", 8, 2)]
