"""Where hidden units are is known to their own side alone (arap.H8)."""

from __future__ import annotations

import json

import pytest

from tests.books.arap.table import Position, table
from warbook import load_book
from warbook.books.arap.field.hiding import reveal
from warbook.core.events import Moved, Placed
from warbook.telling.wire import view_wire

BOOK = load_book("arap")


@pytest.mark.rule("arap.S6")
def test_a_scenario_sets_its_switches_unless_the_players_do() -> None:
    forces = ("garrison", "ork_warband")
    assert BOOK.setup("night_raid", forces, {}).rulings.hidden_units
    assert not BOOK.setup("night_raid", forces, {"hidden_units": False}).rulings.hidden_units
    assert not BOOK.setup("meeting", forces, {}).rulings.hidden_units


def hidden() -> Position:
    return table(
        "human_trooper A (10.25,10.75) models=2 hidden   marine x (40,10)   wall (20,0) (20,20) h=4",
        hidden_units=True,
    )


@pytest.mark.rule("arap.H8")
def test_an_enemy_does_not_see_where_it_is() -> None:
    battle = hidden().battle
    for side in ("b", None):
        seen = BOOK.view(battle, side)
        piece = next(piece for piece in BOOK.pieces(seen) if piece.id == "A1")
        assert (piece.on_table, piece.x, piece.y) == (False, 0.0, 0.0)
        assert next(group.states for group in BOOK.groups(seen) if group.id == "A") == ("hidden",)
    own = next(piece for piece in BOOK.pieces(BOOK.view(battle, "a")) if piece.id == "A1")
    assert (own.on_table, own.x, own.y) == (True, 10.25, 10.75)


@pytest.mark.rule("arap.H8")
def test_its_place_is_a_secret_from_the_enemy() -> None:
    battle = hidden().battle
    secrets = list(BOOK.secrets(battle, "b"))
    assert secrets and not list(BOOK.secrets(battle, "a"))
    sent = json.dumps(view_wire(BOOK.view(battle, "b")))
    whole = json.dumps(view_wire(battle))
    assert any(secret in whole for secret in secrets) and not any(secret in sent for secret in secrets)


@pytest.mark.rule("arap.H8")
def test_how_it_moves_is_told_to_its_own_side_until_it_is_found() -> None:
    game = hidden().act("A", "move", (12, 10))
    moves = [event for event in game.events if isinstance(event, Moved)]
    assert moves and all(event.to == ("a",) for event in moves)
    game.does(lambda g: reveal(g, g.battle.unit("A"), "A is found."))
    placed = [event for event in game.events if isinstance(event, Placed)]
    assert len(placed) == 2 and all(event.to == () for event in placed)
    assert not list(BOOK.secrets(game.battle, "b"))
