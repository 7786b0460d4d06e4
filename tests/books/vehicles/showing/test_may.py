"""What a card says may still be done, what is lost, and how threats look at the enemy's next turn."""

from __future__ import annotations

import pytest

from tests.books.vehicles.table import table
from warbook import load_book
from warbook.board.geometry import Spot
from warbook.books.vehicles.showing.outlook import _lasting, _moved, _their_turn

BOOK = load_book("vehicles")


def may(text: str, piece: str = "V", **more: object) -> tuple[str, ...]:
    return BOOK.card(table(text, **more).battle, piece).may  # type: ignore[arg-type]


def test_before_the_battle_and_after_it_nothing_may_be_done() -> None:
    assert may("predator V (20,24)")
    assert may("predator V (20,24)", turn=0) == ()
    game = table("predator V (20,24)")
    game.battle.over = True
    assert BOOK.card(game.battle, "V").may == ()
    assert may("predator V (20,24) wrecked") == ()


def test_who_has_shot_fires_no_more() -> None:
    assert may("predator V (20,24) moved", phase="shoot") == ("fire all its weapons",)
    assert may("predator V (20,24) moved shot", phase="shoot") == ()
    assert may("predator V (20,24) moved", phase="assault") == ()


def test_a_walker_assaults_once_and_only_whom_it_shot_at() -> None:
    text = "dreadnought V (20,24) moved shot {}   rhino r (24,24)"
    assert may(text.format(""), phase="assault") == ("assault an enemy within 6 inches",)
    assert may(text.format("assaulted"), phase="assault") == ()
    assert may(text.format("shot_at=r"), phase="assault") == ("assault r, at whom it shot, within 6 inches",)
    assert may("dreadnought V (20,24) locked=x   guard_squad x (22,24) locked=V", phase="assault") == (
        "fight x in the assault phase",
    )


def test_while_it_may_still_move_its_fire_is_told_with_its_speeds() -> None:
    told = may("predator V (20,24)")
    assert sum("fire" in each for each in told) == 4 and "fire all its weapons" not in told
    assert "fire all its weapons" in may("predator V (20,24) moved")
    assert "run instead of shooting" in may("dreadnought V (20,24) moved", phase="shoot")
    assert "run instead of shooting" not in may("dreadnought V (20,24) moved")


def test_close_combat_weapons_that_are_lost_are_struck_out() -> None:
    whole, hurt = (
        {arm.name: arm.useless for arm in BOOK.card(table(f"dreadnought V (20,24) {lost}").battle, "V").arms}
        for lost in ("", "guns_lost=2")
    )
    assert not any(whole.values()) and sum(hurt.values()) == 1 and list(hurt.values())[-1]


@pytest.mark.rule("veh.V36")
@pytest.mark.parametrize("until, left", [(0, 0), (1, 0), (2, 2), (3, 3)])
def test_a_state_that_ends_before_the_turn_is_over(until: int, left: int) -> None:
    assert _lasting(until, 2) == left


def test_in_their_next_turn_they_are_fresh_and_we_are_as_we_are() -> None:
    game = table(
        "predator P (10,10) moved shot speed=combat shaken_until=1   guard_squad A (10,20) ran shot"
        "   predator p (40,10) moved shot speed=cruising shaken_until=1"
        "   guard_squad x (40,20) ran shot moved=moved",
        side="a",
    )
    soon = _their_turn(game.battle, "b")
    assert (soon.side, soon.turn) == ("b", 1)
    theirs, ours = soon.vehicle("p"), soon.vehicle("P")
    assert not theirs.moved and not theirs.shot and theirs.speed == "stationary" and theirs.shaken
    assert ours.moved and ours.shot and ours.speed == "combat"
    assert not soon.unit("x").ran and not soon.unit("x").shot and soon.unit("x").moved == ""
    assert soon.unit("A").ran and soon.unit("A").shot
    assert game.ride("p").shot and game["x"].ran  # the battle itself stays as it is


def test_a_squad_looked_at_elsewhere_is_there_and_off_its_transport() -> None:
    game = table("rhino R (20,20)   guard_squad A in R   guard_squad B (40,40) models=2 grounded_until=2")
    found = _moved(game.battle, "A1", Spot(30.0, 30.0), None)
    assert found is not None
    soon, unit = found
    assert soon.unit("A").aboard == "" and unit.id == "A" and game["A"].aboard == "R"
    lead = next(model for model in soon.models if model.id == "A1")
    assert (lead.x, lead.y) == (30.0, 30.0)
    there = _moved(game.battle, "B", Spot(45.0, 40.0), None)
    assert there is not None and there[0].unit("B").grounded_until == 2 and there[0].unit("A").aboard == "R"
    assert _moved(game.battle, "nobody", Spot(1.0, 1.0), None) is None


@pytest.mark.rule("veh.fire.smoke", "veh.ram.conditions", "veh.walker.run")
def test_what_kept_them_from_firing_is_over_in_their_next_turn() -> None:
    deeds = "smoking rammed ran assaulted shot_extra shot_at=A fired_guns=0+1"
    squads = "guard_squad x (40,20) shot_at=A fired_slow boarded assaulted alighted=after"
    soon = _their_turn(table(f"predator p (40,10) {deeds}   {squads}   guard_squad A (10,20)").battle, "b")
    theirs, squad = soon.vehicle("p"), soon.unit("x")
    assert (theirs.smoking, theirs.rammed, theirs.ran, theirs.assaulted, theirs.shot_extra) == (False,) * 5
    assert (theirs.shot_at, theirs.fired_guns) == ("", ())
    assert (squad.fired_slow, squad.boarded, squad.assaulted, squad.shot_at) == (False, False, False, "")
    assert squad.alighted == ""


def test_a_squad_on_a_roof_stays_at_its_height_in_formation() -> None:
    game = table("guard_squad B (20,20,3) (22,20,3)   floor (10,10) (40,40) level=3")
    found = _moved(game.battle, "B1", Spot(25.0, 23.0, 3.0), None)
    assert found is not None
    assert [(each.x, each.y, each.z) for each in found[0].models] == [(25.0, 23.0, 3.0), (27.0, 23.0, 3.0)]


@pytest.mark.rule("veh.fast.transport-flat-out", "veh.transport.not-both")
@pytest.mark.parametrize(
    ("ride", "unit", "out"), [("", "", True), ("speed=flat+out", "", False), ("", "boarded", False)]
)
def test_who_is_aboard_gets_out_if_he_may(ride: str, unit: str, out: bool) -> None:
    told = may(f"trukk R (20,24) {ride}   ork_boyz A in R {unit}   rhino r (50,24)", "A")
    assert ("get out of R" in told) is out
