"""What hides a target, and the save that gives."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.books.vehicles.table import table
from warbook.books.family.wounds import NEVER
from warbook.books.vehicles.field.bodies import bodies
from warbook.books.vehicles.field.cover import hull_cover, unit_cover
from warbook.books.vehicles.field.sight import Eye, seen
from warbook.books.vehicles.shooting.barrels import barrels
from warbook.books.vehicles.shooting.salvo import foot_cover

EYE = (10.0, 24.0, 1.1)
WOOD = "area (20,20) (26,28) ground=difficult shelter=0.5 words=cover-4"


def save(text: str, eye: Eye = EYE, but: str = "A") -> int:
    game = table(f"tactical_squad A (10,24) models=1      {text}")
    return unit_cover(game.battle, [eye], game["x"], (but,))


@pytest.mark.rule("veh.P14", "veh.P7")
@pytest.mark.parametrize(
    ("text", "cover"),
    [
        (f"guard_squad x (40,24) models=1      {WOOD}", 4),
        (f"guard_squad x (40,24) models=1      {WOOD.replace('shelter=0.5 ', '')}", NEVER),
        (f"guard_squad x (40,40) models=1      {WOOD}", NEVER),
        (f"guard_squad x (23,24) models=1      {WOOD}", 4),
    ],
)
def test_who_is_seen_through_a_wood_has_its_save_and_who_is_seen_past_it_has_none(text: str, cover: int):
    assert save(text) == cover


@pytest.mark.rule("veh.P14")
def test_the_wood_in_which_the_firer_stands_hides_nobody_from_him():
    wood = WOOD.replace("(20,20)", "(8,20)")
    assert save(f"guard_squad x (40,24) models=1      {wood}") == NEVER


@pytest.mark.rule("veh.P14", "veh.P7")
def test_a_little_that_is_hidden_is_enough_for_a_model():
    low = "wall (39.2,22) (39.2,26) h=0.3 words=cover-5"
    game = table(f"tactical_squad A (10,24) models=1      guard_squad x (40,24) models=1      {low}")
    (body,) = bodies(game.battle, game["x"])
    assert 0.7 < seen(game.battle, EYE, body, ("A", "x")) < 1.0
    assert unit_cover(game.battle, [EYE], game["x"], ("A",)) == 5


@pytest.mark.rule("veh.P14", "veh.P7")
@pytest.mark.parametrize(("words", "cover"), [("cover-3", 3), ("cover-5", 4)])
def test_other_units_between_give_4_plus_unless_the_ground_is_better(words: str, cover: int):
    stand = f"area (38,20) (44,28) ground=difficult words={words}"
    assert save(f"guard_squad x (40,24) models=1      guard_squad y (36,24) models=1      {stand}") == cover


@pytest.mark.rule("veh.P14")
def test_those_aboard_and_those_who_fire_are_in_nobodys_way():
    between = "guard_squad x (40,24) models=1      rhino r (36,40)      guard_squad y in r"
    game = table(f"tactical_squad A (10,24) (15,24) models=2      {between}")
    game.model("y1").x, game.model("y1").y = 36.0, 24.0
    assert unit_cover(game.battle, [EYE], game["x"], ("A",)) == NEVER


@pytest.mark.rule("veh.P14")
@pytest.mark.parametrize(
    ("models", "cover"),
    [("(23,22) (23,24) (40,24) (40,26)", 4), ("(23,22) (40,22) (40,24)", 0), ("(23,22) (23,24) (40,24)", 4)],
)
def test_a_barrage_asks_how_many_of_a_unit_stand_in_cover(models: str, cover: int):
    wood = "area (20,20) (26,28) ground=difficult words=cover-4"
    game = table(f"basilisk B (6,44) facing=-30      guard_squad x {models} kinds=1      {wood}")
    shells = [each for each in barrels(game.battle, game.ride("B"), game["x"]) if each.weapon.barrage][:1]
    burst = [replace(each, barrage=True) for each in shells]
    assert foot_cover(game.battle, game.ride("B"), game["x"], burst) == cover


@pytest.mark.rule("veh.target.cover", "veh.V87")
@pytest.mark.parametrize(("height", "cover"), [(1.6, 4), (0.4, NEVER)])
def test_a_hull_is_in_cover_when_half_of_it_is_hidden(height: float, cover: int):
    wall = f"wall (27,20) (27,28) h={height} words=cover-4"
    game = table(f"tactical_squad A (10,24) models=1      rhino r (30,24)      {wall}")
    assert hull_cover(game.battle, [EYE], game.ride("r"), ("A",)) == cover


@pytest.mark.rule("veh.P14")
def test_of_several_who_fire_the_nearest_says_who_is_in_cover():
    eyes = [(30.0, 10.0, 1.1), (30.0, 40.0, 1.1)]
    between = "area (32,20) (38,28) ground=difficult shelter=0.5 words=cover-4"
    squads = "tactical_squad A (30,10) (30,40) kinds=1      guard_squad x (38,38) models=1"
    game = table(f"{squads}      {between}")
    assert unit_cover(game.battle, eyes[:1], game["x"], ("A",)) == 4
    assert unit_cover(game.battle, eyes, game["x"], ("A",)) == NEVER
