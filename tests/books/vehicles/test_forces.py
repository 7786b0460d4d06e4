"""Forces: the ready-made ones, and what is wrong with one's own."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from warbook.books.vehicles.army.data import factions, units, vehicles
from warbook.books.vehicles.army.forces import (
    Force,
    Ride,
    Squad,
    cost,
    force_flaws,
    force_offered,
    forces,
    no_room,
    read_force,
    unit_names,
    vehicle_names,
    write_force,
)
from warbook.core.datafile import BadData, Written

JUMPERS = replace(units()["tankbustas"], id="stormboyz", name="Stormboyz", unit_type="jump_infantry")


def orks(*rides: str, squads: tuple[Squad, ...] = (), **more: object) -> Force:
    return Force("Test", "orks", vehicles=tuple(map(Ride, rides)), units=squads, **more)  # type: ignore[arg-type]


def told(force: Force) -> list[tuple[str, str]]:
    return [(flaw.at, flaw.rule) for flaw in force_flaws(force)]


@pytest.mark.parametrize(
    ("id", "points"),
    [
        ("marine_column", 695),
        ("guard_line", 690),
        ("ork_rush", 696),
        ("raider_host", 670),
        ("kabal_raid", 660),
        ("marine_patrol", 350),
        ("guard_patrol", 340),
        ("ork_patrol", 351),
        ("eldar_patrol", 375),
        ("kabal_patrol", 345),
    ],
)
def test_the_ready_made_forces_may_fight(id, points):
    force = forces()[id]
    assert cost(force) == points and not force_flaws(force) and force.patrol == (points <= 400)
    assert read_force(Written(f"{id}.toml", write_force(force))) == force


def test_every_faction_has_a_patrol_and_a_force_and_the_patrols_come_first():
    found = list(forces().values())
    assert [force.patrol for force in found] == [True] * 5 + [False] * 5
    assert {force.faction for force in found[:5]} == {force.faction for force in found[5:]} == set(factions())


def test_any_force_may_meet_any_other_and_is_offered_with_its_points():
    """veh.S2."""
    found = [force_offered(force) for force in forces().values()]
    assert all(one.may_meet(other) for one in found for other in found)
    assert found[0].words.startswith("350 points. ") and (found[0].kind, found[5].kind) == (
        "Patrols",
        "Forces",
    )
    assert found[0].kinds[0] == "Patrols" and found[5].kinds[0] == "Forces"


def test_those_alike_are_numbered_and_no_name_is_given_twice():
    assert vehicle_names(forces()["guard_line"])[-2:] == ("Scout Sentinel 1", "Scout Sentinel 2")
    named = replace(
        orks("trukk", "trukk"), vehicles=(Ride("trukk"), Ride("warbuggy", "Trukk 1"), Ride("trukk"))
    )
    assert vehicle_names(named) == ("Trukk 2", "Trukk 1", "Trukk 3")
    assert unit_names(orks(squads=(Squad("tankbustas", "Bob"), Squad("tankbustas")))) == (
        "Bob",
        "Tankbusta mob",
    )


def test_a_force_without_id_has_the_name_of_its_file():
    text = write_force(replace(forces()["ork_patrol"], id=""))
    assert read_force(Written("some/where/waagh.toml", text)).id == "waagh"


def test_points_are_added_up_to_the_limit():
    assert told(orks("trukk", "trukk", "trukk", limit=105)) == []
    assert told(orks("trukk", "trukk", "trukk", limit=104)) == [(".limit", "veh.S1")]
    assert told(orks()) == [("", "veh.S1")]


def test_one_faction_and_no_other():
    assert told(orks("trukk", "rhino")) == [(".vehicles[1].type", "veh.S1")]
    assert told(orks("trukk", squads=(Squad("guardians"),))) == [(".units[0].type", "veh.S1")]
    assert told(Force("x", "tau")) == [(".faction", "veh.S1")]


@pytest.mark.rule("veh.transport.capacity")
@pytest.mark.parametrize(
    ("vehicle", "unit", "fits"),
    [
        ("trukk", "ork_boyz", False),
        ("battlewagon", "ork_boyz", True),
        ("rhino", "tactical_squad", True),
        ("razorback", "tactical_squad", False),
        ("rhino", "terminator_squad", True),  # five that take two places each
        ("razorback", "terminator_squad", False),
        ("predator", "terminator_squad", False),
    ],
)
def test_a_unit_goes_aboard_if_its_models_fit(vehicle, unit, fits):
    barred = no_room(vehicles()[vehicle], units()[unit])
    assert (barred is None) is fits and (fits or barred[1] == "veh.transport.capacity")


@pytest.mark.rule("veh.transport.infantry-only")
def test_nobody_carries_jump_infantry():
    squads = (Squad("stormboyz", aboard="Trukk"),)
    force = orks("trukk", squads=squads, own_units=(JUMPERS,))
    assert told(force) == [(".units[0].aboard", "veh.transport.infantry-only")]
    assert not force_flaws(replace(force, units=(Squad("stormboyz"),)))


def test_one_unit_aboard_each_vehicle_and_only_of_the_force():
    """veh.V46, veh.V93."""
    two = (Squad("tankbustas", aboard="Trukk"), Squad("tankbustas", aboard="Trukk"))
    assert told(orks("trukk", squads=two)) == [(".units[1].aboard", "veh.V46")]
    assert told(orks("trukk", squads=(Squad("tankbustas", aboard="Truck"),))) == [
        (".units[0].aboard", "veh.V93")
    ]


def test_units_of_ones_own():
    """veh.S4."""
    force = replace(orks("trukk", squads=(Squad("stormboyz"),), own_units=(JUMPERS,)), id="x")
    read = read_force(Written("x.toml", write_force(force)))
    assert read.unit("stormboyz").jump and not read.unit("tankbustas").jump and cost(read) == 35 + 75
    assert told(replace(force, own_units=(JUMPERS, JUMPERS))) == [(".own_units[1].id", "veh.S4")]
    again = replace(JUMPERS, id="tankbustas")
    assert (".own_units[1].id", "veh.S4") in told(replace(force, own_units=(JUMPERS, again)))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            'name = "x"\nfaction = "orkz"',
            "mine.toml, line 2: faction: there is no faction 'orkz'; did you mean 'orks'",
        ),
        (
            'name = "x"\nfaction = "orks"\n[[vehicles]]\ntype = "truk"',
            r"line 4: vehicles\[0\].type: .*did you mean 'trukk'",
        ),
        ('name = "x"\nfaction = "orks"\n[[units]]\nkind = "boyz"', r"line 4: units\[0\] has a field 'kind'"),
        ('name = "x"\nfaction = "orks"\nlimit = 50', "line 3: limit: expected `int` >= 100"),
        ('name = "x"', "lacks the field 'faction'"),
    ],
)
def test_what_cannot_fight_is_refused_with_file_line_and_field(text, complaint):
    with pytest.raises(BadData, match=complaint):
        read_force(Written("mine.toml", text))


def test_the_figures_of_ones_own_units_are_looked_over():
    text = write_force(orks("trukk", squads=(Squad("stormboyz"),), own_units=(JUMPERS,)))
    for old, new, complaint in (
        ("ws = 4", "ws = 11", r"own_units\[0\].models\[0\].profile.ws: expected `int` <= 10"),
        (
            '"rokkit_launcha"',
            '"rokkit_launcher"',
            r"own_units\[0\].models\[0\].weapons\[0\]: there is no weapon",
        ),
        ('"tankbusta_bombs"', '"slugga"', "Slugga has no place here"),
    ):
        with pytest.raises(BadData, match=complaint):
            read_force(Written("mine.toml", text.replace(old, new, 1)))


def test_a_squad_that_nobody_knows_costs_nothing() -> None:
    force = Force("F", "guard", units=(Squad("guard_squad"),))
    assert cost(replace(force, units=(*force.units, Squad("nobody")))) == cost(force) > 0
