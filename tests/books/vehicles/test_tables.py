"""The tables and scenarios of the book as data."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from warbook.board.driving import drive
from warbook.board.geometry import Body, Oblong, Spot, corners, point_in_polygon
from warbook.board.hulls import Leg
from warbook.board.terrain import Area, Block, Table
from warbook.books.vehicles.army.data import vehicles
from warbook.books.vehicles.army.forces import forces
from warbook.books.vehicles.setup.scenarios import (
    make_setup,
    read_scenario,
    scenario_flaws,
    scenarios,
    tables,
)
from warbook.core.book import UnknownName
from warbook.core.datafile import BadData, Written

COVER = {"cover-6", "cover-5", "cover-4", "cover-3"}
FAIR = ("crossroads", "mire", "refinery", "toll_post")


def words(table: Table) -> set[str]:
    pieces = (*table.areas, *table.blocks, *table.walls)
    return {word for piece in pieces for word in piece.words}


def test_there_is_a_table_for_each_scenario_and_two_to_spare():
    assert set(tables()) == {"crossroads", "mire", "valley", "toll_post", "refinery"}
    everything = set.union(*map(words, tables().values()))
    assert everything >= {
        "road",
        "dangerous",
        "wood",
        "ruin",
        "mire",
        "rocks",
        "barricade",
        "fortification",
        *COVER,
    }


@pytest.mark.parametrize("name", sorted(tables()))
def test_a_table_can_be_played_on(name):
    table = tables()[name]
    assert not table.check()
    for piece in (*table.areas, *table.blocks, *table.walls):
        assert len(COVER & set(piece.words)) <= 1
        if isinstance(piece, Area):
            assert ("cover-4" in piece.words) <= (piece.shelter == 0.5), piece.name
            assert ("dangerous" in piece.words) <= (piece.ground == "difficult"), piece.name
        else:
            assert COVER & set(piece.words), piece.name


@pytest.mark.parametrize("name", FAIR)
def test_neither_edge_is_the_better_one(name):
    table = tables()[name]
    pieces: list[Area | Block] = [*table.areas, *table.blocks]
    for piece in pieces:
        turned = {(table.width - x, table.depth - y) for x, y in piece.polygon}
        alike = [other for other in pieces if set(other.polygon) == turned and other.words == piece.words]
        assert alike, piece.name
    lines = {(wall.height, tuple(sorted(wall.line))) for wall in table.walls}
    assert lines == {
        (high, tuple(sorted((table.width - x, table.depth - y) for x, y in line))) for high, line in lines
    }


@pytest.mark.parametrize(
    ("name", "start", "facing", "inches"),
    [
        ("crossroads", (4, 24), 0.0, 24.0),
        ("crossroads", (36, 4), 90.0, 24.0),
        ("mire", (36, 4), 90.0, 24.0),
        ("toll_post", (4, 22), 0.0, 24.0),
        ("refinery", (4, 14), 0.0, 16.0),
        ("refinery", (26, 16.86), 35.54, 22.0),
        ("valley", (24, 4), 90.0, 18.0),
        ("valley", (17, 41), 90.0, 6.0),
    ],
)
def test_the_widest_hull_drives_on_the_road(name, start, facing, inches):
    """veh.V4: the whole of its move."""
    table = tables()[name]
    widest = Oblong(6.5, max(kind.width for kind in vehicles().values()))
    driven = drive(table, Body(Spot(*start), widest, 3.0, facing), [Leg(0.0, inches)])
    assert driven.contact is None
    road = next(area.polygon for area in table.areas if "road" in area.words)
    assert all(point_in_polygon(x, y, road) for pose in driven.poses for x, y in corners(pose))
    assert [(passage.area.words, passage.hull) for passage in driven.passes] == [
        (("road",), ((0.0, pytest.approx(inches)),))
    ]


def test_there_are_heights_from_which_45_degrees_matter():
    high = {
        name: max((block.top for block in table.blocks if block.roof), default=0)
        for name, table in tables().items()
    }
    assert high == {"crossroads": 0, "mire": 0, "valley": 5, "toll_post": 5, "refinery": 7}
    for table in tables().values():
        roofs = [block for block in table.blocks if block.roof]
        assert all(
            any(point_in_polygon(*ladder.top, roof.polygon) for ladder in table.ladders) for roof in roofs
        )


# ---------------------------------------------------------------- scenarios


def test_the_scenarios():
    found = scenarios()
    assert next(iter(found)) == "annihilation_toll_post" and len(found) == 6
    assert not any(scenario_flaws(scenario) for scenario in found.values())
    plain, ground, through = (found[id] for id in ("annihilation", "seize_ground", "breakthrough"))
    for scenario, size in ((plain, (72, 48)), (ground, (72, 48)), (through, (48, 72))):
        assert (scenario.table.width, scenario.table.depth) == size
    assert (plain.deployment, plain.from_centre, plain.wins, plain.stolen_on) == (
        "edges",
        12,
        "kill points",
        6,
    )
    assert (plain.turns, plain.goes_on) == (ground.turns, ground.goes_on) == (5, (3, 4))
    assert ground.objectives is not None and ground.deployment == "quarters"
    assert (ground.objectives.count, ground.objectives.apart, ground.objectives.held_within) == (
        "D3+2",
        12,
        3,
    )
    assert (through.turns, through.goes_on, through.roles, through.stolen_on) == (7, (), True, 7)
    assert (through.attacker_within, through.defender_beyond) == (12, 24)


def test_any_force_meets_any_other():
    """veh.S2."""
    for one in forces():
        for other in forces():
            setup = make_setup("annihilation", [one, other], {"hull_arc": "90"})
            assert [force.id for force in setup.forces] == [one, other] and setup.rulings.hull_arc == 90
    with pytest.raises(UnknownName, match="fought by 2 forces; 1 were named"):
        make_setup("annihilation", ["ork_rush"], {})
    with pytest.raises(UnknownName, match="there is no force 'orks'"):
        make_setup("annihilation", ["orks", "ork_rush"], {})


HEAD = 'id = "x"\nname = "X"\nwords = ""\n'


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            'tables = ["vally"]',
            r"mine.toml, line 4: tables\[0\]: there is no table 'vally'; did you mean 'valley'",
        ),
        ('tables = ["mire"]\nwins = "markers"', "objectives: a scenario that markers win says how many"),
        (
            'tables = ["mire"]\nfrom_centre = 19',
            "line 5: from_centre: each side sets up in a place 6 inches deep",
        ),
        ('tables = ["mire"]\ndeployment = "breakthrough"', "a breakthrough has an attacker"),
        ('tables = ["mire"]\nwins = "breakthrough"', "only an attacker breaks through"),
        ('tables = ["mire"]\ngoes_on = [1]', "line 5: goes_on: up to ten numbers from 2 to 6"),
        (
            'tables = ["mire"]\nwins = "markers"\nobjectives = { count = 6, apart = 30 }',
            "there is room for 2 markers",
        ),
        (
            'tables = ["valley"]\ndeployment = "breakthrough"\nfirst_turn = "attacker"\ndefender_beyond = 17',
            "attacker and defender set up 6 inches or more apart",
        ),
        ('tables = [{ name = "Tiny", width = 30, depth = 48 }]', "at least 36 x 36"),
        ("tables = []", "line 4: tables: expected `array` of length >= 1"),
    ],
)
def test_a_wrong_scenario_is_refused_with_file_line_and_field(text, complaint):
    with pytest.raises(BadData, match=complaint):
        read_scenario(Written("mine.toml", HEAD + text))


def test_as_many_markers_as_there_is_room_for_are_fair():
    text = 'tables = ["mire"]\nwins = "markers"\nobjectives = { count = 2, apart = 30 }'
    read_scenario(Written("mine.toml", HEAD + text))


@pytest.mark.parametrize(
    ("field", "fair"),
    [
        ("apart = 0.5", True), ("apart = 0", False), ("held_within = 0.5", True), ("held_within = 0", False),
        ("from_edge = 0", True), ("from_edge = -0.5", False),
        ("from_edge = 24", True), ("from_edge = 25", False),
    ],
)  # fmt: skip
def test_distances_of_markers_are_above_nothing_and_leave_the_middle_free(field, fair):
    """The mire is 48 inches deep."""
    text = f'{HEAD}tables = ["mire"]\nwins = "markers"\nobjectives = {{ count = 1, {field} }}'
    if fair:
        assert read_scenario(Written("mine.toml", text)).objectives is not None
        return
    with pytest.raises(BadData, match="leave the middle of the table free"):
        read_scenario(Written("mine.toml", text))


def test_a_scenario_of_ones_own_with_a_table_of_its_own():
    text = HEAD + 'tables = [{ name = "Flat", width = 48, depth = 48 }]\nfrom_centre = 18\nturns = 3'
    scenario = read_scenario(Written("mine.toml", text))
    assert (scenario.table.name, scenario.turns, scenario.goes_on) == ("Flat", 3, ())


@pytest.mark.parametrize(
    ("within", "beyond", "fair"),
    [(6, 12, True), (5, 12, False), (12, 18, True), (12, 17, False), (12, 66, True), (12, 67, False)],
)
def test_attacker_and_defender_of_a_breakthrough_have_room_and_are_apart(within, beyond, fair):
    """A place is at least 6 inches deep; the valley is 72."""
    through = next(each for each in scenarios().values() if each.deployment == "breakthrough")
    assert through.table.depth == 72
    changed = replace(through, attacker_within=within, defender_beyond=beyond)
    assert (not scenario_flaws(changed)) is fair
