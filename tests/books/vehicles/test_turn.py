"""What is told of a turn, phase by phase."""

from __future__ import annotations

import pytest

from tests.books.vehicles.table import table
from warbook.books.vehicles.turn import step
from warbook.core.events import Note, Phase, Rolled


@pytest.mark.rule("veh.P1", "veh.P13.wild")
def test_what_runs_wild_does_so_in_the_movement_phase_of_its_side() -> None:
    game = table("looted_wagon W (10,10)   rhino r (60,40)", phase="assault", side="b", first="a")
    game.does(step).does(step, dice="1")
    kinds = (Phase, Rolled, Note)
    told = [event for event in game.game.events if isinstance(event, kinds)][:3]
    assert [type(event) for event in told] == [Phase, Rolled, Note]
    phase, rolled, note = told
    assert (phase.turn, phase.side, phase.phase) == (2, "a", "movement")  # type: ignore[union-attr]
    assert (rolled.rule, note.rule) == ("veh.P13.wild", "veh.P13.wild")


@pytest.mark.rule("veh.P1")
def test_the_movement_phase_is_told_once() -> None:
    game = table("rhino R (10,10)   rhino r (60,40)", phase="assault", side="b", first="a")
    game.does(step).does(step)
    assert [event.phase for event in game.game.events if isinstance(event, Phase)] == ["movement"]
    assert game.battle.phase == "move"
