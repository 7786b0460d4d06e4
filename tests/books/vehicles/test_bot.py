"""Drill at positions where the right choice is plain."""

from __future__ import annotations

import numpy as np

from tests.books.vehicles.table import table
from warbook import load_book
from warbook.books.vehicles.bot import gunner
from warbook.books.vehicles.bot.charges import best_charge
from warbook.books.vehicles.bot.drill import Drill
from warbook.books.vehicles.bot.driver import Ground
from warbook.books.vehicles.bot.roads import far_by_road
from warbook.books.vehicles.driving import ways
from warbook.books.vehicles.field.bodies import type_of
from warbook.books.vehicles.shooting.turn import volleys
from warbook.core.dice import Seeded
from warbook.core.game import Game


def test_guns_turn_to_the_thinner_armour() -> None:
    game = table("predator P (10,20)   rhino r (30,20) facing=180   land_raider l (30,30) facing=180")
    tank = game.ride("P")
    best = max(volleys(game.battle, tank), key=lambda volley: gunner.volley_worth(game.battle, tank, volley))
    assert best.target == "r"


def test_a_tank_out_of_sight_drives_to_where_it_sees() -> None:
    game = table("predator P (10,20)   block (16,14) (18,26) h=6   rhino r (40,20) facing=90")
    battle, tank = game.battle, game.ride("P")
    battle.turn, battle.side, battle.phase = 1, "a", "move"
    way = Drill(0).answer("a", ways.Ways(battle, tank).question(), battle)
    assert abs(way.path[-1].y - 20.0) > 1.0  # type: ignore[attr-defined]


def test_a_ram_into_the_rear_of_a_light_vehicle_is_seen() -> None:
    game = table("land_raider L (10,20)   warbuggy w (20,20) facing=0")
    worth, leg = best_charge(Ground(game.battle, game.ride("L")), ("w",), True)
    assert leg is not None and leg.turn == 0.0 and worth > 0.0


def test_roads_lead_round_blocks() -> None:
    game = table("predator P (10,20)   block (16,10) (18,30) h=6")
    here = np.array([(10.0, 20.0)])
    far = far_by_road(game.battle.table, type_of(game.ride("P")), ((25.0, 20.0),), here)
    assert 24.0 < far[0] < 45.0


def test_a_battle_ends_by_its_turns() -> None:
    book = load_book("vehicles")
    setup = book.setup("annihilation", ("kabal_patrol", "marine_patrol"), {})
    game = Game(book, setup, {"a": Drill(1), "b": Drill(2)}, Seeded(3))
    game.advance()
    assert game.battle.over and game.battle.turn <= 7
