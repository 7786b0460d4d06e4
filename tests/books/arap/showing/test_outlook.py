"""How a squad would stand at a place."""

from __future__ import annotations

from fractions import Fraction

from tests.books.arap.table import table
from warbook import load_book
from warbook.board.geometry import Spot
from warbook.core.book import Outlook

BOOK = load_book("arap")
WALL = "wall (20,0) (20,20) h=4"


def test_behind_a_wall_nobody_sees_it_and_nobody_can_strike() -> None:
    battle = table(f"human_trooper A (10,10) (12,10)   marine x (30,10)   {WALL}").battle
    here = BOOK.outlook(battle, "A1", Spot(10, 10))
    assert (here.sees, here.seen_by, here.threats) == ((), (), ())
    there = BOOK.outlook(battle, "A1", Spot(16, 26))
    assert there.sees == there.seen_by == ("x1",)
    (threat,) = there.threats
    assert threat.piece == "x1" and "in the open" in threat.how and "of 2 lost" in threat.words
    assert battle.figure("A1").y == 10


def test_a_lone_figure_may_be_taken_out_by_one_volley() -> None:
    battle = table("human_trooper A (10,10)   marine x (20,10)").battle
    (threat,) = BOOK.outlook(battle, "A1", Spot(12, 10)).threats
    assert 0 < threat.chance < 1 and isinstance(threat.chance, Fraction)


def test_who_is_in_melee_or_routs_does_not_fire() -> None:
    text = "human_trooper A (10,10)   human_trooper B (20,11) locked=x   marine x (20,10) locked=B   "
    battle = table(f"{text}marine y (20,20) routing").battle
    there = BOOK.outlook(battle, "A1", Spot(12, 10))
    assert not there.threats and set(there.seen_by) == {"x1", "y1"}


def test_of_nobody_on_the_table_there_is_no_outlook() -> None:
    battle = table("human_trooper A (10,10)   marine x (30,10)").battle
    assert BOOK.outlook(battle, "somebody", Spot(12, 10)) == Outlook()
    battle.figure("A1").place = "reserve"
    assert BOOK.outlook(battle, "A1", Spot(12, 10)) == Outlook()
