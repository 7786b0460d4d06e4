"""The side that the book plays itself, and what lies where it dies."""

from __future__ import annotations

from typing import Any

import pytest

from tests.books.gorkamorka.garage import does
from tests.books.gorkamorka.table import Position, table
from warbook.books.gorkamorka.beasts import Beasts
from warbook.books.gorkamorka.field.bodies import apart
from warbook.books.gorkamorka.field.engaged import engaged
from warbook.books.gorkamorka.scenario import Nest
from warbook.books.gorkamorka.wounds.harm import out_of_action

NEST: dict[str, Any] = {"nest": Nest("squigosaur", 50, ((9999, 3),), 12.0)}


def hunt(text: str, dice: str = "") -> Position:
    """A position in which the creatures move, played by the book until their movement is over."""
    game = table(text, side="n", sides=1, scenario=NEST)
    game.battle.order = ["a", "n"]
    game.game.players["n"] = Beasts()
    return game.until("shoot", dice=dice)


@pytest.mark.rule("gce.game.scenario")
def test_a_creature_charges_whom_it_can_reach() -> None:
    game = hunt("ork_boy A (10,10)   ork_boy B (30,10)   squigosaur n1 (20,10) side=n")
    assert engaged(game.battle, game["n1"]) and game["n1"].charging in ("A", "B")


@pytest.mark.rule("gce.game.scenario")
def test_else_it_runs_towards_the_nearest_mounted_or_not() -> None:
    game = hunt(
        "ork_trukk T (10,10) moved=gas   ork_boy A in T   ork_boy B (46,46)   squigosaur n1 (30,10) side=n"
    )
    assert game["n1"].moved == "ran" and game["n1"].x == pytest.approx(18.0, abs=0.5)
    assert apart(game.battle, game["n1"], game["A"]) < 6.0


@pytest.mark.rule("gce.foot.board-test")
def test_it_boards_what_moves_past_it() -> None:
    game = hunt(
        "ork_trukk T (10,10) moved=gas facing=180   ork_boy A in T   squigosaur n1 (17,10) side=n", dice="4"
    )
    assert game["n1"].aboard == "T"


@pytest.mark.rule("gce.foot.board-test")
def test_it_boards_nothing_that_carries_nobody() -> None:
    game = hunt("ork_trukk T (10,10) moved=gas facing=180   ork_boy B (40,10)   squigosaur n1 (17,10) side=n")
    assert not game["n1"].aboard and game["n1"].moved == "ran" and game["n1"].x > 25


@pytest.mark.rule("gce.boarding.leave")
def test_it_stays_aboard_while_somebody_is_there_and_leaps_off_when_nobody_is() -> None:
    text = "ork_trukk T (10,10) moved=gas facing=180   squigosaur n1 in T side=n   ork_boy B (40,10)"
    assert hunt(f"{text}   ork_boy A in T")["n1"].aboard == "T"
    assert not hunt(text, dice="1")["n1"].aboard


@pytest.mark.rule("gce.hand-to-hand.follow-up")
def test_it_follows_up_against_the_next_or_towards_him() -> None:
    for away, touches in ((3.0, True), (12.0, False)):
        text = f"ork_boy A (10,10) down   ork_boy B (10,{10 + away})   squigosaur n1 (11.5,10) side=n"
        game = table(text, phase="fight", side="n", sides=1, scenario=NEST)
        game.battle.order = ["a", "n"]
        game.game.players["n"] = Beasts()
        game.until("recover")
        assert game["A"].place == "out" and engaged(game.battle, game["n1"]) is touches
        assert game["n1"].y > 11.0


@pytest.mark.rule("gce.foot.board-enemies", "gce.boarding.losing")
def test_it_fights_aboard_what_it_has_boarded() -> None:
    text = "ork_trukk T (10,10) moved=gas   ork_boy A in T driver   squigosaur n1 in T side=n charging=T"
    game = table(text, phase="fight", side="n", sides=1, scenario=NEST)
    game.battle.order = ["a", "n"]
    game.game.players["n"] = Beasts()
    game.until("recover", dice="6 5 5 1 1 1 1")
    assert game["A"].on_foot and game["n1"].aboard == "T"


@pytest.mark.rule("gce.basics.counters")
def test_its_carcass_is_carried_like_scrap() -> None:
    game = table("ork_boy A (10,10)   squigosaur n1 (20,10) side=n", sides=1, scenario=NEST)
    does(game, lambda running: out_of_action(running, game["n1"]))
    assert [(token.kind, token.x) for token in game.battle.tokens] == [("carcass", 20.0)]
