"""What a vehicle may fire after its move."""

from __future__ import annotations

import pytest

from tests.books.vehicles.table import table, why
from warbook.books.vehicles.army.data import vehicles, weapons
from warbook.books.vehicles.driving.turn import begin_vehicles, can_move
from warbook.books.vehicles.shooting.allowance import (
    Loaded,
    fire_limit,
    forbidden,
    loadouts,
    may_barrage,
    silent,
)
from warbook.books.vehicles.shooting.barrels import barrels
from warbook.books.vehicles.state import Vehicle


def ride(kind: str, **fields: object) -> Vehicle:
    vehicle = Vehicle("V", "V", "a", kind, place="table")
    for name, value in fields.items():
        setattr(vehicle, name, value)
    return vehicle


def all_guns(kind: str, *ammunition: Loaded) -> dict[int, list[Loaded]]:
    guns = vehicles()[kind].guns
    return {number: [Loaded(number, id) for id in gun.weapons] for number, gun in enumerate(guns)}


def fired(kind: str, allowed: str) -> list[list[str]]:
    vehicle = ride(kind)
    return [
        [each.weapon for each in loadout]
        for loadout in loadouts(vehicle, all_guns(kind), allowed)  # type: ignore[arg-type]
    ]


@pytest.mark.rule("veh.fire.stationary", "veh.fire.allowance")
def test_one_that_stood_fires_everything_it_has() -> None:
    assert fire_limit(ride("predator")) == "all"
    assert fired("predator", "all") == [["autocannon", "heavy_bolter", "heavy_bolter"]]


@pytest.mark.rule("veh.fire.stationary", "veh.V10")
def test_an_ordnance_weapon_is_fired_alone_or_the_others_are() -> None:
    assert fired("leman_russ", "all") == [["heavy_bolter"], ["battle_cannon"]]


@pytest.mark.rule("veh.fire.combat-speed")
def test_after_combat_speed_one_main_weapon_is_fired_with_all_defensive_ones() -> None:
    assert fire_limit(ride("predator", speed="combat")) == "one main"
    assert fired("predator", "one main") == [["heavy_bolter"], ["autocannon"]]
    assert fired("vindicator", "one main") == [["storm_bolter"], ["demolisher_cannon"]]


@pytest.mark.rule("veh.fire.combat-speed", "veh.fire.defensive-weapon")
def test_a_falcon_that_fires_like_a_slow_one_has_its_defensive_catapult_besides() -> None:
    assert weapons()["tl_shuriken_catapult"].strength == 4
    assert fired("falcon", "one main") == [
        ["scatter_laser", "tl_shuriken_catapult"],
        ["pulse_laser", "tl_shuriken_catapult"],
    ]


@pytest.mark.rule("veh.fire.defensive-weapon")
@pytest.mark.parametrize(("weapon", "defensive"), [("storm_bolter", True), ("heavy_bolter", False)])
def test_a_weapon_of_strength_4_is_defensive_and_one_of_5_is_not(weapon: str, defensive: bool) -> None:
    assert weapons()[weapon].defensive is defensive


@pytest.mark.rule("veh.V11")
def test_ordnance_is_never_defensive_whatever_its_strength() -> None:
    castellan = weapons()["whirlwind_castellan"]
    assert castellan.strength == 4 and not castellan.defensive
    assert fired("whirlwind", "one main") == [["whirlwind_vengeance"], ["whirlwind_castellan"]]


@pytest.mark.rule("veh.fire.cruising-speed")
def test_after_cruising_speed_nothing_is_fired() -> None:
    cruising = ride("predator", speed="cruising")
    assert fire_limit(cruising) == "none"
    assert why(silent(cruising)).rule == "veh.fire.cruising-speed"
    assert silent(ride("predator", speed="combat")) is None


@pytest.mark.rule("veh.fast.fire-combat", "veh.fire.combat-speed")
def test_a_fast_vehicle_fires_everything_at_combat_speed() -> None:
    assert fire_limit(ride("hellhound", speed="combat")) == "all"


@pytest.mark.rule("veh.fast.fire-cruising", "veh.fire.cruising-speed", "veh.V12")
def test_a_fast_vehicle_fires_one_main_weapon_at_cruising_speed() -> None:
    assert fire_limit(ride("ravager", speed="cruising")) == "one main"
    assert silent(ride("ravager", speed="cruising")) is None


@pytest.mark.rule("veh.fast.fire-flat-out", "veh.fire.flat-out")
def test_flat_out_nothing_is_fired() -> None:
    assert why(silent(ride("ravager", speed="flat out"))).rule == "veh.fire.flat-out"


@pytest.mark.rule("veh.walker.fire-all")
def test_a_walker_fires_everything_after_its_move() -> None:
    assert fire_limit(ride("dreadnought", speed="combat")) == "all"


@pytest.mark.rule("veh.damage.shaken", "veh.damage.stunned")
@pytest.mark.parametrize("state", ["shaken", "stunned"])
def test_who_is_shaken_or_stunned_fires_nothing(state: str) -> None:
    assert why(silent(ride("predator", **{f"{state}_until": 2}))).rule == f"veh.damage.{state}"


@pytest.mark.rule("veh.fire.smoke")
def test_who_has_triggered_smoke_fires_nothing_whatever_its_speed() -> None:
    assert why(forbidden(ride("predator", smoking=True))).rule == "veh.fire.smoke"
    assert forbidden(ride("predator", smoke_used=True)) is None


@pytest.mark.rule("veh.ram.conditions")
def test_who_rammed_fires_nothing() -> None:
    assert why(forbidden(ride("predator", rammed=True))).rule == "veh.ram.conditions"


@pytest.mark.rule("veh.ordnance.barrage-indirect", "veh.fast.ordnance-barrage", "veh.V13")
def test_a_barrage_needs_a_standstill_except_for_fast_vehicles_at_combat_speed_and_walkers() -> None:
    assert may_barrage(ride("basilisk"))
    assert not may_barrage(ride("basilisk", speed="combat"))
    assert may_barrage(ride("hellhound", speed="combat"))
    assert not may_barrage(ride("hellhound", speed="cruising"))
    assert may_barrage(ride("killa_kan", speed="combat"))


def test_the_table_helper_reads_speeds() -> None:
    game = table("hellhound H (10,10) speed=flat+out")
    assert game.ride("H").speed == "flat out"


@pytest.mark.rule("veh.P13")
def test_what_has_one_shot_is_fired_or_kept_and_nothing_is_no_volley():
    (single,) = [weapon.id for weapon in weapons().values() if weapon.uses is not None]
    vehicle = ride("rhino")
    assert loadouts(vehicle, {0: [Loaded(0, single)]}, "all") == [(Loaded(0, single),)]
    both = {0: [Loaded(0, single)], 1: [Loaded(1, "storm_bolter")]}
    assert loadouts(vehicle, both, "all") == [
        (Loaded(0, single), Loaded(1, "storm_bolter")), (Loaded(1, "storm_bolter"),)
    ]  # fmt: skip


@pytest.mark.rule("veh.V40", "veh.damage.immobilized")
def test_an_immobilized_vehicle_turns_its_turret_and_fires_by_its_speed_until_its_next_turn() -> None:
    game = table(
        "predator V (20,20) guns_lost=1+2 immobilized moved speed=cruising straight=12      rhino v (5,20)",
        phase="shoot",
    )
    battle, tank = game.battle, game.ride("V")
    assert silent(tank) is not None
    game.does(lambda g: begin_vehicles(g, "a"))
    assert (silent(tank), fire_limit(tank), can_move(tank)) == (None, "all", False)
    assert [each.weapon.id for each in barrels(battle, tank, game.ride("v"))] == ["autocannon"]
