"""What is known while everybody stays as he is."""

from __future__ import annotations

from tests.books.arap.table import table
from warbook.books.arap.field import stills
from warbook.books.arap.field.stills import while_still

SCENE = "human_trooper A (10,10)   marine x (18,10)"


def test_it_is_worked_out_once_until_somebody_moves():
    battle = table(SCENE).battle
    made: list[int] = []

    def make() -> int:
        made.append(len(made))
        return made[-1]

    assert [while_still(battle, "key", make) for _ in range(2)] == [0, 0]
    assert while_still(battle, "other key", make) == 1
    battle.figures[0].x += 0.5
    assert while_still(battle, "key", make) == 2
    battle.figures[0].x -= 0.5
    assert while_still(battle, "key", make) == 0


def test_battles_of_other_setups_that_stand_alike_have_their_own():
    one, two = table(SCENE).battle, table(SCENE).battle
    assert while_still(one, "key", lambda: "one") == "one"
    assert while_still(two, "key", lambda: "two") == "two"
    assert while_still(one, "key", lambda: "anew") == "one"


def test_the_oldest_is_forgotten_of_whatever_setup():
    first, second = table(SCENE).battle, table(SCENE).battle
    while_still(first, "key", lambda: "first")
    for step in range(stills.MOST - 1):
        second.figures[0].x = float(step)
        while_still(second, "key", lambda: "second")
    assert while_still(first, "key", lambda: "anew") == "first"
    second.figures[0].x = 30.0
    while_still(second, "key", lambda: "second")
    assert first.setup.stills == {}
    assert while_still(first, "key", lambda: "anew") == "anew"
