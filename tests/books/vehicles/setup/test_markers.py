"""Where markers may lie, and the zones."""

from __future__ import annotations

import pytest

from tests.books.vehicles.table import Position, table
from warbook.board.geometry import Body, Disc, Spot
from warbook.books.vehicles.scenario import Objectives
from warbook.books.vehicles.setup.rolling_off import _where
from warbook.books.vehicles.setup.zones import Zone, ahead, bands, opposite, zone_of
from warbook.core.questions import Refusal

MARKERS = {"wins": "markers", "objectives": Objectives(3)}


def field(text: str = "", **more: object) -> Position:
    return table(f"rhino R (1,1)  {text}", scenario={**MARKERS, **more})


@pytest.mark.rule("veh.V93")
@pytest.mark.parametrize(
    "x, y, allowed",
    [
        (12, 24, True), (11.9, 24, False), (60, 24, True), (60.1, 24, False),
        (36, 12, True), (36, 11.9, False), (36, 36, True), (36, 36.1, False),
    ],
)  # fmt: skip
def test_a_marker_lies_twelve_inches_from_every_edge(x: float, y: float, allowed: bool) -> None:
    question = _where(field().battle, 1, 3)
    assert isinstance(question.judge((Spot(x, y),)), Refusal) is not allowed


@pytest.mark.rule("veh.V93")
@pytest.mark.parametrize("x, allowed", [(32.0, True), (31.9, False), (8.0, False)])
def test_and_twelve_inches_from_the_others(x: float, allowed: bool) -> None:
    question = _where(field("marker (20,24)").battle, 2, 3)
    assert isinstance(question.judge((Spot(x, 24.0),)), Refusal) is not allowed


def test_a_spot_that_is_barred_leads_to_the_nearest_that_is_not() -> None:
    question = _where(field().battle, 1, 3)
    assert question.path(36.0, 20.5, None) == (Spot(36.0, 20.5),)
    assert question.path(2.0, 24.0, None) == (Spot(12.0, 24.0),)


@pytest.mark.rule("veh.P1")
def test_quarters_lie_opposite_each_other() -> None:
    game = field(deployment="quarters")
    game.battle.zones = {"a": "south-east", "b": "north-west"}
    zone = zone_of(game.battle, "a")
    assert (zone.west, zone.south, zone.east, zone.north, zone.from_middle) == (36.0, 0.0, 72.0, 24.0, 12.0)
    other = zone_of(game.battle, "b")
    assert (other.west, other.south, other.east, other.north) == (0.0, 24.0, 36.0, 48.0)
    assert ahead(game.battle, "a") == 90.0 and ahead(game.battle, "b") == 270.0
    assert all(opposite(opposite(band)) == band != opposite(band) for band in bands(game.battle))
    assert opposite("south-east") == "north-west"


@pytest.mark.rule("veh.P1")
def test_edges_lie_either_side_of_the_centre_line() -> None:
    game = field()
    south, north = zone_of(game.battle, "a"), zone_of(game.battle, "b")
    assert (south.west, south.south, south.east, south.north) == (0.0, 0.0, 72.0, 12.0)
    assert (north.west, north.south, north.east, north.north) == (0.0, 36.0, 72.0, 48.0)


@pytest.mark.rule("veh.V93")
def test_the_attacker_of_a_breakthrough_has_the_south_edge() -> None:
    game = field(deployment="breakthrough")
    game.battle.attacker = "b"
    assert (zone_of(game.battle, "b").south, zone_of(game.battle, "b").north) == (0.0, 12.0)
    assert (zone_of(game.battle, "a").south, zone_of(game.battle, "a").north) == (24.0, 48.0)


@pytest.mark.parametrize(
    "x, y, inside",
    [
        (1, 5, True),
        (0.9, 5, False),
        (9, 5, True),
        (9.1, 5, False),
        (5, 1, True),
        (5, 0.9, False),
        (5, 9.1, False),
    ],
)
def test_a_zone_holds_a_base_that_is_whole_in_it(x: float, y: float, inside: bool) -> None:
    zone = Zone(0.0, 0.0, 10.0, 10.0, 0.0, "")
    assert zone.holds(field().battle.table, Body(Spot(x, y), Disc(1.0), 1.0)) is inside


@pytest.mark.parametrize("x, outside", [(23.0, True), (23.1, False)])
def test_nothing_of_a_base_is_near_the_middle(x: float, outside: bool) -> None:
    zone = Zone(0.0, 0.0, 36.0, 48.0, 12.0, "")
    assert zone.holds(field().battle.table, Body(Spot(x, 24.0), Disc(1.0), 1.0)) is outside


def test_laying_a_marker_costs_no_inches() -> None:
    assert _where(field().battle, 1, 3).judge((Spot(36.0, 24.0),)) == 0.0
