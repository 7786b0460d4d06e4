"""Fire from vehicles: fixed weapons, gunners, drivers, bikers."""

from __future__ import annotations

import pytest

from tests.books.gorkamorka.shooting.test_targets import ways
from tests.books.gorkamorka.table import Position, table, why
from tests.kit.script import a
from warbook.books.gorkamorka.field.aboard import gunner
from warbook.books.gorkamorka.shooting.able import may_shoot
from warbook.books.gorkamorka.shooting.aim import inches_to
from warbook.books.gorkamorka.shooting.arms import not_ready, ranged_arms, ready

GUN = "ork_trukk T (20,20) weapon=rokkit_launcha"
TRUKK = "ork_trukk T (20,20)   ork_spanner A in T driver"


def inches(game: Position, mark: str, who: str = "A", arm: int = 0) -> float:
    return inches_to(game.battle, game[who], ranged_arms(game.battle, game[who])[arm], game[mark])


@pytest.mark.rule("gce.vehicle-shooting.fixed-arc")
@pytest.mark.parametrize(
    ("quadrant", "open_to"), [("front", "n"), ("left", "w"), ("rear", "s"), ("right", "e")]
)
def test_a_fixed_weapon_covers_one_quadrant(quadrant: str, open_to: str) -> None:
    game = table(
        f"""{GUN} facing=90 quadrant={quadrant}   ork_boy A in T gunner   ork_boy n (20,30)
        ork_boy w (10,20)   ork_boy s (20,10)   ork_boy e (30,20)"""
    )
    assert [mark for mark, rule in ways(game).items() if not rule] == [open_to]
    assert set(ways(game).values()) == {"", "gce.vehicle-shooting.fixed-arc"}


@pytest.mark.rule("gce.vehicle-shooting.fixed-arc")
def test_50_degrees_off_is_outside() -> None:
    game = table(f"{GUN}   ork_boy A in T gunner   ork_boy x (27,28.4)")
    assert ways(game) == {"x": "gce.vehicle-shooting.fixed-arc"}


@pytest.mark.rule("gce.vehicle-shooting.fixed-range")
def test_its_range_is_measured_from_the_edge_of_its_quadrant() -> None:
    game = table(f"{GUN} quadrant=left   ork_boy A in T gunner shoota   ork_boy x (20,30)")
    assert inches(game, "x", arm=1) == pytest.approx(10 - 1.5 - 0.5)
    game = table(f"{GUN}   ork_boy A in T gunner shoota   ork_boy x (24,22.5)")
    assert inches(game, "x", arm=1) == pytest.approx((1 + 1) ** 0.5 - 0.5)  # from the front edge's end
    assert inches(game, "x", arm=0) == pytest.approx((1 + 1) ** 0.5 - 0.5)


@pytest.mark.rule("gce.vehicle-shooting.gunner-only", "gce.vehicle-shooting.as-foot")
def test_only_its_gunner_fires_it_or_a_weapon_of_his_own() -> None:
    game = table(
        f"{GUN}   ork_boy A in T gunner shoota   ork_boy B in T shoota   ork_boy x (30,20)", phase="shoot"
    )
    assert [arm.id for arm in ranged_arms(game.battle, game["A"])] == ["shoota", "rokkit_launcha"]
    assert [arm.id for arm in ranged_arms(game.battle, game["B"])] == ["shoota"]
    game.play(a("A"), a("x"), a("rokkit_launcha"), dice="1")
    assert game.says("A fires the rokkit launcha at x")


@pytest.mark.rule("gce.vehicle-shooting.gunner-only")
@pytest.mark.parametrize("state", ["silent", "empty", "lost"])
def test_a_weapon_out_of_order_is_not_fired(state: str) -> None:
    game = table(f"{GUN} weapon_state={state}   ork_boy A in T gunner   ork_boy x (30,20)")
    assert ready(game.battle, game["A"]) == []


@pytest.mark.rule("gce.vehicle-shooting.driver-weapon")
def test_a_driver_shoots_with_one_hand_or_throws() -> None:
    game = table(
        "ork_trukk T (20,20)   ork_spanner A in T driver shoota slugga frag_stikkbombz   ork_boy x (30,20)"
    )
    arms = ranged_arms(game.battle, game["A"])
    bars = {arm.id: not_ready(game.battle, game["A"], arm) for arm in arms}
    assert why(bars["shoota"]).rule == "gce.vehicle-shooting.driver-weapon"
    assert bars["slugga"] is None and bars["frag_stikkbombz"] is None


@pytest.mark.rule("gce.vehicle-shooting.driver-weapon", "gce.vehicle-movement.take-wheel")
def test_a_gunner_who_takes_the_wheel_leaves_the_gun_alone() -> None:
    game = table(f"{GUN} moved=gas   ork_boy A in T gunner slugga   ork_boy x (30,20)")
    assert [arm.id for arm in ready(game.battle, game["A"])] == ["slugga", "rokkit_launcha"]
    game.play(a("T"), a("A"), a("stay"), dice="4")
    bars = {arm.id: not_ready(game.battle, game["A"], arm) for arm in ranged_arms(game.battle, game["A"])}
    assert why(bars["rokkit_launcha"]).rule == "gce.vehicle-shooting.driver-weapon"
    assert bars["slugga"] is None


@pytest.mark.rule("gce.vehicle-shooting.driver-arc")
def test_a_drivers_arc_is_the_front_quadrant_measured_from_the_front_edge() -> None:
    game = table(
        "ork_trukk T (20,20)   ork_spanner A in T driver slugga   ork_boy x (30,20)   ork_boy y (20,30)"
    )
    assert ways(game) == {"x": "", "y": "gce.vehicle-shooting.driver-arc"}
    assert inches(game, "x") == pytest.approx(10 - 3 - 0.5)


@pytest.mark.rule("gce.vehicle-shooting.biker-fixed", "gce.vehicle-shooting.biker-other")
def test_a_biker_fires_the_fixed_weapon_ahead_or_his_own_all_round() -> None:
    game = table(
        "ork_bike T (20,20) weapon=linked_shoota   ork_boy A in T driver slugga   ork_boy x (10,20)",
        phase="shoot",
    )
    assert ways(game, arm=0) == {"x": ""}  # the slugga
    assert ways(game, arm=1) == {"x": "gce.vehicle-shooting.fixed-arc"}
    game.play(a("A"), a("x"), dice="1")
    assert game.says("A fires the slugga")


@pytest.mark.rule("gce.vehicle-shooting.biker-other", "gce.vehicle-shooting.driver-arc")
def test_who_drives_a_cutta_is_no_biker() -> None:
    game = table("grot_cutta T (20,20)   grot_rebel A in T driver slugga   ork_boy x (10,20)")
    assert ways(game) == {"x": "gce.vehicle-shooting.driver-arc"}


@pytest.mark.rule("gce.vehicle-shooting.as-foot", "gce.vehicle-movement.out-of-control")
def test_crews_shoot_from_a_vehicle_out_of_control() -> None:
    game = table("ork_trukk T (20,20) moved=gas   ork_boy A in T shoota   ork_boy x (30,20)", phase="shoot")
    assert may_shoot(game.battle, game["A"]) is None


@pytest.mark.rule("gce.wounding.pin-vehicles", "gce.wounding.pin-on-hit")
def test_a_shot_that_reaches_the_crew_pins_whom_it_hits() -> None:
    game = table(
        """ork_boy A (10,10) shoota   digga_transport t (18,10) facing=0
        digga_boy d in t driver   digga_boy y in t""",
        phase="shoot",
    ).play(a("A"), a("t"), dice="5 1 6 1 1")
    assert game["y"].pinned and not game["d"].pinned


@pytest.mark.rule("gce.vehicle-shooting.biker-fixed", "gce.vehicle-shooting.gunner-only")
@pytest.mark.parametrize(("name", "gunner_of_it"), [("D", True), ("x", False)])
def test_an_enemy_in_the_saddle_does_not_fire_the_weapon_of_the_bike(name: str, gunner_of_it: bool) -> None:
    game = table(f"ork_bike T (20,20) weapon=linked_shoota   ork_boy {name} in T   ork_boy y (40,40)")
    game.ride("T").driver = name
    assert (gunner(game.battle, game.ride("T")) is not None) is gunner_of_it
