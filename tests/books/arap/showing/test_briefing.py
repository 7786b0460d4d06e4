"""What a battle is about, and how it stands."""

from __future__ import annotations

import pytest

from tests.books.arap.table import table
from warbook import load_book
from warbook.core.cards import Briefing

BOOK = load_book("arap")
FORCES = ("garrison", "ork_warband")


def briefing(scenario: str) -> Briefing:
    return BOOK.briefing(BOOK.setup(scenario, FORCES, {}))


@pytest.mark.parametrize(
    ("scenario", "a", "b"),
    [
        ("meeting", "half of the squads", "half of the squads"),
        ("hold_the_ruin", "more unrouted figures in or on the ruin", "As many are enough"),
        ("break_out", "Do not let", "Leave with a quarter of the squads by the east edge"),
        ("night_raid", "Set charges on 2 of 3 posts", "Do not let"),
    ],
)
def test_each_side_is_told_how_it_wins(scenario: str, a: str, b: str) -> None:
    goals = briefing(scenario).goals
    first = {side: next(goal.words for goal in goals if goal.side == side) for side in ("a", "b")}
    assert a in first["a"] and b in first["b"]


def test_where_each_sets_up_and_what_may_happen_is_told() -> None:
    found = briefing("night_raid")
    assert "15 inches or more from every post" in found.words and "2D6 x 2 inches" in found.words
    assert found.lasts == "8 turns each."
    late = briefing("hold_the_ruin").words
    assert "1 squad in reserve, from turn 3 on 4 or more at the south edge" in late


def test_how_it_stands_counts_squads_lost_or_routing() -> None:
    game = table("human_trooper A (10,10)   human_trooper B (10,20)   marine x (30,10) routing")
    sides = {tally.side: tally for tally in BOOK.standing(game.battle).sides}
    assert (sides["a"].value, sides["a"].limit) == (0, 1)
    assert sides["b"].value == 1 and "1 squad lost, beaten at 1" in sides["b"].words
    assert "1 routing" in sides["b"].words and "routing" not in sides["a"].words.rpartition("left")[2]


@pytest.mark.parametrize(("phase", "state"), [("deploy", "not set up yet"), ("start", "in reserve")])
def test_who_waits_for_the_set_up_is_not_in_reserve(phase, state):
    book = load_book("arap")
    battle = book.muster(book.setup("first_blood", [each.id for each in book.forces()[:2]], {}))
    battle.phase = phase
    assert {group.states for group in book.groups(battle)} == {(state,)}
