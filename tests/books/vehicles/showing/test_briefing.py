"""What a battle is about, and how it stands."""

from __future__ import annotations

import pytest

from tests.books.vehicles.table import Position, table
from warbook import load_book
from warbook.books.vehicles.scenario import Objectives
from warbook.core.cards import Briefing

BOOK = load_book("vehicles")
FORCES = ("marine_patrol", "guard_patrol")
MARKERS = {"wins": "markers", "objectives": Objectives(3)}


def briefing(scenario: str, **rulings: object) -> Briefing:
    return BOOK.briefing(BOOK.make_setup(scenario, FORCES, rulings))


def words(game: Position) -> dict[str, str]:
    return {tally.side: tally.words for tally in BOOK.standing(game.battle).sides}


@pytest.mark.rule("veh.P1.length")
def test_how_long_it_lasts_is_told_with_the_rolls() -> None:
    assert briefing("annihilation").lasts == "5 turns each, a 6th on 3+, a 7th on 4+."
    assert briefing("annihilation", game_length=6).lasts == "6 turns each."
    assert briefing("breakthrough").lasts == briefing("breakthrough", game_length=5).lasts == "7 turns each."


def test_each_side_has_its_goals_against_the_other() -> None:
    found = briefing("annihilation")
    other = {"a": "Guard", "b": "Marine"}
    assert "points)" in found.words and "steals the first turn on a 6" in found.words
    for goal in found.goals:
        assert other[goal.side] in goal.words
    assert [goal.side for goal in found.goals] == ["a", "a", "b", "b"]
    assert "within 3 inches" in briefing("seize_ground").goals[0].words
    assert "far edge" in briefing("breakthrough").goals[0].words
    assert "steals" not in briefing("breakthrough").words


def test_the_last_turn_is_the_latest_there_may_be() -> None:
    goes_on = {"goes_on": (3, 4)}
    assert BOOK.standing(table("rhino R (20,24)", turn=3, scenario=goes_on).battle).turns == 7
    fixed = table("rhino R (20,24)", turn=3, scenario=goes_on, game_length=6)
    assert (BOOK.standing(fixed.battle).turn, BOOK.standing(fixed.battle).turns) == (3, 6)
    assert BOOK.standing(table("rhino R (20,24)").battle).turns == 5


def test_kill_points_and_what_is_left() -> None:
    game = table("rhino R (20,24)      tactical_squad A (10,10)      rhino r (50,24) wrecked")
    assert words(game) == {
        "a": "1 kill point, 2 of 2 units and vehicles left",
        "b": "0 kill points, 0 of 1 units and vehicles left",
    }
    assert [tally.value for tally in BOOK.standing(game.battle).sides] == [1.0, 0.0]


@pytest.mark.parametrize(("turn", "told"), [(4, ""), (5, "3+"), (6, "4+"), (7, "")])
def test_in_what_may_be_the_last_turn_the_roll_is_told(turn: int, told: str) -> None:
    game = table("rhino R (20,24)      rhino r (50,24)", turn=turn, scenario={"goes_on": (3, 4)})
    assert words(game)["a"].partition("follows on ")[2] == told and "follows" not in words(game)["b"]


def test_markers_held_and_nobodys() -> None:
    game = table(
        """
        tactical_squad A (10,10)      guard_squad x (50,10)
        marker (10,12)      marker (50,12)      marker (30,30)
        """,
        scenario=MARKERS,
    )
    assert words(game)["a"].startswith("1 of 3 markers held") and words(game)["a"].endswith("1 nobody's")
    assert words(game)["b"].startswith("1 of 3 markers held")


def test_points_of_a_breakthrough_by_role() -> None:
    game = table("rhino R (20,24) place=off      rhino r (50,24)", scenario={"wins": "breakthrough"})
    game.battle.attacker = "a"
    assert words(game)["a"].startswith("attacker, 35 points through")
    assert words(game)["b"].startswith("defender, 0 points for vehicles destroyed")


def test_before_the_battle_nothing_is_counted() -> None:
    game = table("rhino R (20,24)", phase="roll", side="", turn=0, scenario={"wins": "breakthrough"})
    assert words(game) == {"a": "setting up", "b": "setting up"}


@pytest.mark.parametrize(
    ("turns", "words"), [(1, "a 2nd on 3+, a 3rd on 4+"), (2, "a 3rd on 3+, a 4th on 4+")]
)
def test_short_battles_have_their_ordinals(turns: int, words: str) -> None:
    setup = table("rhino R (20,24)", scenario={"turns": turns, "goes_on": (3, 4)}).battle.setup
    assert words in BOOK.briefing(setup).lasts


def test_when_it_is_over_the_score_is_that_of_the_end() -> None:
    game = table("rhino R (20,24)      rhino r (50,24)")
    game.battle.over, game.battle.points = True, {"a": 3, "b": 1}
    assert [tally.value for tally in BOOK.standing(game.battle).sides] == [3.0, 1.0]
