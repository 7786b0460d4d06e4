"""What a salvo comes to, shot by shot: aim, armour, cover, markers and templates."""

from __future__ import annotations

from math import cos, hypot, radians, sin

import pytest

from tests.books.vehicles.table import Position, table
from warbook.board.geometry import Spot
from warbook.books.family.wounds import NEVER
from warbook.books.vehicles.army.data import weapons
from warbook.books.vehicles.damage.dice import Strike, can_hurt
from warbook.books.vehicles.field.bodies import bodies, hull
from warbook.books.vehicles.shooting.barrels import Barrel, barrels, shots_of
from warbook.books.vehicles.shooting.firing import fire
from warbook.books.vehicles.shooting.previews import outcome, penetrating_words
from warbook.books.vehicles.shooting.salvo import (
    at_unit,
    at_vehicle,
    drifted,
    scatter_bs,
    strike_of,
    vehicle_cover,
)
from warbook.books.vehicles.shooting.templates import _laid, flame, marker


def fired(game: Position, firer: str, target: str, weapon: str = "") -> list[Barrel]:
    found = barrels(game.battle, game.battle.either(firer), game.battle.either(target))
    return [barrel for barrel in found if weapon in ("", barrel.weapon.id)]


@pytest.mark.rule("veh.P11")
@pytest.mark.parametrize(
    "weapon, inches, moved, shots",
    [
        ("boltgun", 12.01, True, 2), ("boltgun", 12.02, True, 0), ("boltgun", 12.02, False, 1),
        ("boltgun", 12.0, False, 2), ("autocannon", 5.0, True, 0), ("autocannon", 5.0, False, 2),
        ("meltagun", 12.0, True, 1),
    ],
)  # fmt: skip
def test_how_often_a_weapon_fires(weapon: str, inches: float, moved: bool, shots: int) -> None:
    assert shots_of(weapons()[weapon], inches, moved) == shots


@pytest.mark.rule("veh.P13")
@pytest.mark.parametrize("inches, roll", [(6.0, "sum"), (6.1, "d6")])
def test_a_melta_rolls_two_dice_within_half_its_range(inches: float, roll: str) -> None:
    barrel = Barrel(weapons()["meltagun"], 1, (0.0, 0.0, 0.0), inches)
    assert strike_of(barrel).roll == roll
    assert strike_of(Barrel(weapons()["battle_cannon"], 1, (0.0, 0.0, 0.0), 3.0)).roll == "highest"


@pytest.mark.rule("veh.V19")
@pytest.mark.parametrize(
    "strike, av, hurts",
    [
        (Strike(4), 10, True), (Strike(4), 11, False), (Strike(2, "sum"), 14, True),
        (Strike(1, "sum"), 14, False), (Strike(5, rending=True), 14, True),
        (Strike(4, rending=True), 14, False),
        (Strike(6, lance=True), 14, True), (Strike(5, lance=True), 14, False),
    ],
)  # fmt: skip
def test_who_can_hurt_a_vehicle(strike: Strike, av: int, hurts: bool) -> None:
    assert can_hurt(strike, av) is hurts


@pytest.mark.rule("veh.target.smoke-cover", "veh.skimmer.flat-out-cover")
@pytest.mark.parametrize(
    "state, save", [("", 7), ("smoking", 4), ("flat_out_skimming", 4), ("flat_out_skimming immobilized", 7)]
)
def test_smoke_and_speed_give_cover_in_the_open(state: str, save: int) -> None:
    game = table(f"predator P (10,24)   falcon f (40,24) {state}", phase="shoot")
    assert vehicle_cover(game.battle, game.ride("P"), game.ride("f"), fired(game, "P", "f")) == save
    seen = at_vehicle(game.battle, game.ride("P"), game.ride("f"), fired(game, "P", "f"))
    assert {shot.armour.cover for _, shot in seen.shots} == {save}
    open_ = at_vehicle(game.battle, game.ride("P"), game.ride("f"), fired(game, "P", "f"), cover=NEVER)
    assert {shot.armour.cover for _, shot in open_.shots} == {7}


@pytest.mark.rule("veh.V83")
@pytest.mark.parametrize("hour, x, y", [(0, 14.0, 10.0), (3, 10.0, 14.0), (6, 6.0, 10.0), (9, 10.0, 6.0)])
def test_hours_are_counted_from_the_front_to_the_left(hour: int, x: float, y: float) -> None:
    spot = drifted(Spot(10.0, 10.0), hour, 4.0)
    assert (spot.x, spot.y) == pytest.approx((x, y))
    turned = drifted(Spot(10.0, 10.0), hour, 4.0, 90.0)
    assert (turned.x - 10, turned.y - 10) == pytest.approx((-(y - 10), x - 10))


@pytest.mark.rule("veh.P10")
def test_without_sight_nothing_is_taken_off_the_scatter() -> None:
    game = table("basilisk B (5,24)   guard_squad x (60,24)   block (40,10) (42,40) h=8", phase="shoot")
    (barrel,) = fired(game, "B", "x", "earthshaker")
    assert barrel.barrage and not barrel.sees and scatter_bs(game.battle, game.ride("B"), barrel) == 0
    game.ride("B").y = 45.0
    seen = [each for each in fired(game, "B", "x", "earthshaker") if each.sees]
    assert all(scatter_bs(game.battle, game.ride("B"), each) == 3 for each in seen)


@pytest.mark.rule("veh.target.blast-place", "veh.P10")
def test_a_marker_is_laid_over_most_of_a_unit_and_no_friend() -> None:
    game = table("guard_squad x (30,20) (31.2,20) (32.4,20) (40,20)   guard_squad A (5,5)")
    battle, weapon = game.battle, weapons()["missile_frag"]
    there = bodies(battle, game["x"])
    spot = marker(battle, "a", weapon, game["x"], there)
    assert spot is not None and spot.x == 31.2
    assert marker(battle, "a", weapon, game["x"], there[3:]) == there[3].spot
    assert marker(battle, "a", weapon, game["x"], ()) is None
    game.model("A1").x, game.model("A1").y = 31.2, 21.2
    away = marker(battle, "a", weapon, game["x"], there)
    assert away is not None and away.x == 40.0
    assert marker(battle, "b", weapon, game["x"], there) is None  # all of them are friends


@pytest.mark.rule("veh.target.blast-place")
def test_a_marker_over_a_hull_is_laid_on_its_middle_or_as_near_as_friends_allow() -> None:
    game = table("land_raider r (30,20) facing=90   guard_squad A (5,5)")
    battle, weapon = game.battle, weapons()["missile_frag"]
    assert marker(battle, "a", weapon, game.ride("r"), ()) == Spot(30.0, 20.0)
    game.model("A1").x, game.model("A1").y = 31.9, 20.0
    moved = marker(battle, "a", weapon, game.ride("r"), ())
    assert (
        moved is not None
        and hypot(moved.x - 30.0, moved.y - 20.0) > 0.0
        and hypot(moved.x - 31.9, moved.y - 20) >= 2
    )
    body = hull(game.ride("r"))
    assert abs(moved.x - 30.0) <= body.base.width / 2 and abs(moved.y - 20.0) <= body.base.length / 2  # type: ignore[union-attr]


@pytest.mark.rule("veh.target.template-place", "veh.P10")
@pytest.mark.parametrize("x, reaches", [(18.4, True), (18.6, False)])
def test_a_flame_is_eight_inches_long(x: float, reaches: bool) -> None:
    game = table(f"guard_squad A (5,40)   guard_squad x ({x},20) models=1")
    laid = flame(
        game.battle, "a", (10.0, 20.0, 0.0), weapons()["skorcha"], game["x"], bodies(game.battle, game["x"])
    )
    assert (laid is not None) is reaches


@pytest.mark.rule("veh.P10")
def test_a_flame_of_longer_reach_may_begin_that_far_ahead() -> None:
    game = table("guard_squad x (25,20) models=1")
    rows, facings = _laid(Spot(10.0, 20.0), 12, bodies(game.battle, game["x"]))
    assert len(rows) == len(facings) == 5 * 13
    for row, facing in zip(rows.tolist(), facings, strict=True):
        far = hypot(row[0] - 10.0, row[1] - 20.0)
        assert row[:2] == pytest.approx([10 + far * cos(radians(facing)), 20 + far * sin(radians(facing))])
        assert far <= 12.0 + 1e-9
    assert max(hypot(row[0] - 10.0, row[1] - 20.0) for row in rows.tolist()) == pytest.approx(12.0)


@pytest.mark.rule("veh.P6")
def test_what_is_told_of_a_volley_at_troops() -> None:
    game = table(
        "tactical_squad A (10,10) models=4 kinds=1   land_raider l (20,30)   guard_squad x (20,10) models=4",
        phase="shoot",
    )
    battle = game.battle
    shots = fired(game, "A", "x", "boltgun")
    told = outcome(battle, game["A"], game["x"], shots)
    assert sum(chance for _, chance in told.outcomes) == 1
    assert any("S 4 against T 3: wounds on 3+" in modifier.why for modifier in told.modifiers)
    assert told.need == "3+" and told.headline.endswith("of 4 lost")
    assert [name for name, _ in told.outcomes] == ["nobody", "a quarter or more", "wiped out"]
    at = at_unit(battle, game["A"], game["x"], shots)
    assert sum(count for count, _ in at.attacks) == 8 and at.cover == 0 and not at.bombs


@pytest.mark.rule("veh.arc.per-weapon", "veh.target.template-place")
@pytest.mark.parametrize("state, burnt", [("", 3), ("immobilized", 1)])
def test_a_flame_is_laid_within_the_arc_of_its_gun(state: str, burnt: int) -> None:
    """Three stand to the left of the Dread and one before it; Immobilized it does not turn to the three."""
    game = table(
        f"deff_dread V (20,24) {state}   guard_squad x (25,24) (19,29) (20.2,29) (21.4,29) kinds=1",
        phase="shoot",
    )
    shots = fired(game, "V", "x", "skorcha")
    ((count, _),) = at_unit(game.battle, game.ride("V"), game["x"], shots).attacks
    assert count == burnt
    game.does(lambda g: fire(g, game.ride("V"), game["x"], shots), dice=" ".join("1" * burnt))
    assert len(game.rolled("veh.P6")) == burnt


@pytest.mark.rule("veh.P10", "veh.V83")
def test_a_shell_at_a_unit_is_counted_for_every_hour_and_inch() -> None:
    """One alone, his base an inch wide, under a marker of 5: he is caught if it drifts less than 3."""
    game = table("leman_russ V (10,24) guns_lost=1+2+3   guard_squad x (40,24) models=1", phase="shoot")
    (bomb,) = at_unit(game.battle, game.ride("V"), game["x"], fired(game, "V", "x", "battle_cannon")).bombs
    assert bomb.drifts == ((1, 1, *[0] * 10),) * 12


@pytest.mark.rule("veh.V83")
@pytest.mark.parametrize("x, east", [(70.0, 2), (70.1, 1)])
def test_a_shell_is_not_counted_where_its_hole_is_off_the_table(x: float, east: int) -> None:
    game = table(f"leman_russ V (30,24) guns_lost=1   guard_squad x ({x},24) models=1", phase="shoot")
    (bomb,) = at_unit(game.battle, game.ride("V"), game["x"], fired(game, "V", "x", "battle_cannon")).bombs
    assert [sum(row) for row in bomb.drifts] == [east, *[2] * 11]


@pytest.mark.rule("veh.V83", "veh.target.blast-off-hull")
@pytest.mark.parametrize("x, far", [(69.0, 3), (69.1, 2)])
def test_a_shell_beside_a_hull_is_not_counted_off_the_table(x: float, far: int) -> None:
    """The Rhino reaches 2.25 inches ahead of its middle, so that 3 and 4 inches leave the hole beside it."""
    game = table(f"leman_russ V (30,24) guns_lost=1   rhino v ({x},24) facing=0", phase="shoot")
    ((_, shelling),) = at_vehicle(
        game.battle, game.ride("V"), game.ride("v"), fired(game, "V", "v", "battle_cannon")
    ).shells
    ahead, behind = shelling.rays[0], shelling.rays[6]
    assert (ahead.on_hull, ahead.over_hull, len(ahead.avs)) == (2, far, far - 2)
    assert (behind.on_hull, behind.over_hull, len(behind.avs)) == (2, 4, 2)


@pytest.mark.rule("veh.P13", "veh.attack.note-armor")
@pytest.mark.parametrize(
    "strike, av, words",
    [
        (Strike(8, lance=True), 14, "S 8 against AV 12: 4 glances, more penetrates"),
        (Strike(8, lance=True), 11, "S 8 against AV 11: 3 glances, more penetrates"),
        (Strike(8), 14, "S 8 against AV 14: 6 glances, more penetrates"),
        (Strike(8), 15, "S 8 against AV 15: cannot hurt it"),
        (Strike(10), 10, "S 10 against AV 10: always penetrates"),
    ],
)  # fmt: skip
def test_what_a_strike_needs_is_told(strike: Strike, av: int, words: str) -> None:
    assert penetrating_words(strike, av) == words


@pytest.mark.rule("veh.P10")
@pytest.mark.parametrize("friend", ["(30,13.8)", "(30,34.2)", "(19.8,24)", "(40.2,24)"])
def test_a_marker_is_laid_on_no_friend_however_a_unit_is_spread(friend: str) -> None:
    """Four far apart, one of them with a friend beside: the marker goes to another."""
    spread = "guard_squad x (30,15) (30,33) (21,24) (39,24)"
    game = table(f"leman_russ V (5,5)   {spread}   guard_squad B {friend} models=1")
    spot = marker(game.battle, "a", weapons()["battle_cannon"], game["x"], bodies(game.battle, game["x"]))
    x, y = map(float, friend.strip("()").split(","))
    assert spot is not None and hypot(spot.x - x, spot.y - y) > 3.0


@pytest.mark.rule("veh.P10")
def test_a_friend_beside_the_first_of_a_long_line_is_not_covered() -> None:
    """Most of them stand in the west, twenty inches and more from the last."""
    line = "(20,20) (21.2,20) (22.4,20) " + " ".join(f"({x},20)" for x in range(26, 62, 4))
    game = table(f"guard_squad x {line}   guard_squad A (21.2,21.2) models=1")
    battle, weapon = game.battle, weapons()["missile_frag"]
    spot = marker(battle, "a", weapon, game["x"], bodies(battle, game["x"]))
    assert spot is not None and spot.x > 22.4
