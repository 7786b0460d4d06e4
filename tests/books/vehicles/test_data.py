"""The figures of the book: weapons, mounts, vehicles, foot units, and what can be asked of them."""

from __future__ import annotations

import tomllib

import pytest

from warbook.books.vehicles.army import data
from warbook.books.vehicles.army.data import (
    DATA,
    ammunitions,
    blows,
    factions,
    grenades,
    mounts,
    shooters,
    two_weapons,
    units,
    vehicle_rules,
    vehicles,
    weapon_rules,
    weapons,
)
from warbook.books.vehicles.army.lists import ModelType, VehicleType, Weapon
from warbook.books.vehicles.rulings import Rulings
from warbook.core.catalog import Catalog
from warbook.core.datafile import BadData


def model(unit: str, name: str) -> ModelType:
    return next(each for each in units()[unit].models if each.name == name)


def names(found: tuple[Weapon, ...]) -> list[str]:
    return [weapon.id for weapon in found]


def test_everything_of_the_lists_is_there():
    assert [len(each()) for each in (weapons, vehicles, units, mounts, factions)] == [58, 25, 9, 6, 5]


def test_where_a_figure_comes_from_is_told():
    known = {each["name"] for each in tomllib.loads((DATA / "sources.toml").read_text("utf-8"))["source"]}
    for entry in (*weapons().values(), *vehicles().values(), *units().values(), *mounts().values()):
        assert (entry.provenance == "found") == bool(entry.source), entry.id
        assert all(source in known for source in entry.source.split("; ") if source), entry.id
        assert set(entry.known_fields) | set(entry.ours_fields) <= set(entry.__struct_fields__), entry.id
    for vehicle in vehicles().values():
        assert {"length", "width", "height"} <= set(vehicle.ours_fields)


def test_every_word_is_a_field_and_has_a_meaning():
    assert set(weapon_rules()) <= set(Weapon.__struct_fields__)
    assert set(vehicle_rules()) <= set(VehicleType.__struct_fields__)
    flags = {name for name, kind in Weapon.__annotations__.items() if kind == "bool"}
    assert flags <= set(weapon_rules())
    assert all(any(getattr(weapon, id) for weapon in weapons().values()) for id in weapon_rules())
    assert all(any(getattr(kind, id) for kind in vehicles().values()) for id in vehicle_rules())


def test_the_switches_have_the_defaults_of_the_rulings():
    switches = Catalog.of(DATA.parent).switches
    assert set(switches) == set(Rulings.__struct_fields__) and len(switches) == 8
    assert all(getattr(Rulings(), name) == ruling.default for name, ruling in switches.items())


# ---------------------------------------------------------------- weapons


@pytest.mark.rule("veh.ordnance.marker")
def test_ordnance_has_the_large_marker():
    ordnance = [weapon for weapon in weapons().values() if weapon.ordnance]
    assert len(ordnance) == 8 and all(weapon.blast == 5 for weapon in ordnance)
    assert {weapon.id for weapon in ordnance if weapon.barrage} == {
        "earthshaker", "griffon_mortar", "whirlwind_vengeance", "whirlwind_castellan",
    }  # fmt: skip


@pytest.mark.rule("veh.fire.defensive-weapon")
@pytest.mark.parametrize(
    ("id", "defensive"),
    [
        ("storm_bolter", True),
        ("heavy_stubber", True),
        ("heavy_bolter", False),
        ("whirlwind_castellan", False),
    ],
)
def test_strength_4_is_defensive_and_ordnance_never(id, defensive):
    """veh.V11: the castellan missiles have Strength 4."""
    assert weapons()[id].defensive is defensive


@pytest.mark.rule("veh.assault.grenades")
@pytest.mark.parametrize(
    ("id", "dice", "plus"),
    [("frag_grenades", 1, 4), ("krak_grenades", 1, 6), ("melta_bombs", 2, 8), ("tankbusta_bombs", 2, 6)],
)
def test_grenades_against_armour(id, dice, plus):
    grenade = weapons()[id]
    assert (grenade.penetration_dice, grenade.strength) == (dice, plus) and not grenade.ranged


@pytest.mark.rule("veh.walker.close-combat-weapon")
@pytest.mark.parametrize(
    ("id", "user", "strength"),
    [
        ("ccw", 4, 4),
        ("power_fist", 4, 8),
        ("dreadnought_ccw", 5, 10),
        ("dreadnought_ccw", 6, 10),
        ("lascannon", 3, 9),
    ],
)
def test_strength_in_the_hands_of_a_user_is_never_above_ten(id, user, strength):
    """veh.V26."""
    assert weapons()[id].strength_of(user) == strength


@pytest.mark.parametrize(
    ("id", "save", "none"),
    [
        ("boltgun", 5, True),
        ("boltgun", 6, True),
        ("boltgun", 4, False),
        ("lasgun", 6, False),
        ("power_weapon", 2, True),
    ],
)
def test_what_leaves_no_armour_save(id, save, none):
    """veh.P7."""
    assert weapons()[id].beats(save) is none


def test_what_a_model_shoots_and_strikes_with():
    nob, sergeant = model("ork_boyz", "nob"), model("tactical_squad", "sergeant")
    assert names(shooters(nob)) == ["slugga"] and names(blows(nob)) == ["power_klaw", "ccw"]
    assert names(shooters(sergeant)) == ["bolt_pistol", "boltgun"] and names(blows(sergeant)) == ["ccw"]
    assert names(grenades(sergeant)) == ["frag_grenades", "krak_grenades", "melta_bombs"]
    assert names(blows(model("terminator_squad", "terminator"))) == ["power_fist"]
    assert names(blows(model("fire_dragons", "fire dragon"))) == ["ccw"]


@pytest.mark.parametrize(
    ("unit", "name", "blow", "two"),
    [
        ("ork_boyz", "boy", "ccw", True),  # a pistol is the second
        ("ork_boyz", "nob", "power_klaw", False),  # a klaw pairs with a klaw alone
        ("ork_boyz", "nob", "ccw", False),
        ("guard_squad", "sergeant", "ccw", True),
        ("guard_squad", "guardsman", "ccw", False),
        ("terminator_squad", "sergeant", "power_weapon", False),  # a storm bolter takes both hands
    ],
)
def test_who_has_two_hand_weapons(unit, name, blow, two):
    """veh.P14."""
    assert two_weapons(model(unit, name), weapons()[blow]) is two


# ---------------------------------------------------------------- vehicles and units


def test_two_ammunitions_are_one_gun():
    """veh.V94."""
    (gun,) = vehicles()["whirlwind"].guns
    assert names(ammunitions(gun)) == ["whirlwind_vengeance", "whirlwind_castellan"]


@pytest.mark.rule("veh.arc.turret", "veh.arc.hull", "veh.arc.sponson", "veh.arc.pintle")
@pytest.mark.parametrize(
    ("id", "switch", "degrees", "centre"),
    [
        ("turret", 45, 360, 0),
        ("hull", 45, 45, 0),
        ("hull", 90, 90, 0),
        ("sponson_left", 90, 180, 90),
        ("sponson_right", 90, 180, 270),
        ("pintle", 90, 360, 0),
        ("walker_arm", 45, 90, 0),
    ],
)
def test_how_far_a_mount_turns(id, switch, degrees, centre):
    """veh.V14, veh.V15."""
    mount = mounts()[id]
    assert (mount.arc(switch), mount.centre_degrees) == (degrees, centre)


@pytest.mark.rule("veh.open.fire", "veh.open.access")
def test_open_topped_transports_have_no_points_and_others_do():
    for kind in vehicles().values():
        assert bool(kind.access_points) == (kind.transport and not kind.open_topped), kind.id
        assert not (kind.open_topped and kind.fire_points), kind.id
        assert (kind.walker is not None) == ("walker" in kind.types), kind.id


def test_armour_by_facing():
    armour = vehicles()["leman_russ"].armour
    assert [armour.of(facing) for facing in ("front", "side", "rear")] == [14, 13, 10]


def test_how_much_room_a_unit_takes():
    terminators = units()["terminator_squad"]
    assert (terminators.size, terminators.slots(terminators.size), terminators.invulnerable_save) == (
        5,
        10,
        5,
    )
    assert units()["ork_boyz"].slots(16) == 16


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (
            'weapons = ["storm_bolter"]',
            'weapons = ["storm_bolta"]',
            r"vehicles.toml, line \d+: vehicle\[0\].guns\[0\].weapons\[0\]: there is no weapon 'storm_bolta'",
        ),
        ('weapons = ["storm_bolter"]', 'weapons = ["ccw"]', "Close combat weapon has no place here"),
        (
            'types = ["tank", "transport"]',
            'types = ["tank"]',
            r"vehicle\[0\].capacity: a Transport, and nothing else",
        ),
        (
            'types = ["tank", "transport"]',
            'types = ["tonk"]',
            r"line 12: vehicle\[0\].types\[0\]: invalid enum",
        ),
        (
            'types = ["tank", "transport"]',
            'types = ["transport", "walker"]',
            "nothing else, has WS, S, I and A",
        ),
        ('access_points = ["left", "right", "rear"]', "", r"vehicle\[0\].access_points"),
        (
            'faction = "marines"',
            'faction = "marine"',
            r"line 10: vehicle\[0\].faction: there is no faction 'marine'",
        ),
        ("points = 35", "price = 35", "has a field 'price' that is not known here"),
    ],
)
def test_a_wrong_figure_is_told_with_file_line_and_field(old, new, complaint, tmp_path, monkeypatch):
    text = (DATA / "vehicles.toml").read_text("utf-8").replace(old, new, 1)
    (tmp_path / "vehicles.toml").write_text(text, "utf-8")
    factions(), weapons()
    monkeypatch.setattr(data, "DATA", tmp_path)
    with pytest.raises(BadData, match=complaint):
        vehicles.__wrapped__()
