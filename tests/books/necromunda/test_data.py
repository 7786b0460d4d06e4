"""The book's data: sound as delivered, and plain words about what is wrong with other people's."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from warbook import load_book
from warbook.board.geometry import Polygon, Spot
from warbook.board.paths import Going, ground_of
from warbook.board.terrain import Table, surfaces
from warbook.books.necromunda.data import (
    armour,
    fighter_types,
    gear,
    scenarios,
    tables,
    weapons,
)
from warbook.books.necromunda.deploy import muster, sheltered, zone
from warbook.books.necromunda.gangs import gang_cost, gang_flaws, gangs, make_setup
from warbook.books.necromunda.sight import fraction_at
from warbook.books.necromunda.state import RADIUS, Battle, Rulings
from warbook.core.book import Choice, UnknownName
from warbook.core.datafile import BadData, Written, read_written, settle

ANYWHERE = Going(500.0, 2.0)

# ---------------------------------------------------------------- the tables


@pytest.fixture(params=sorted(tables()))
def ground(request: pytest.FixtureRequest) -> Table:
    return tables()[request.param]


def test_every_roof_and_floor_can_be_reached_from_the_ground(ground: Table) -> None:
    reach = ground_of(ground, RADIUS).reach(Spot(24, 2), ANYWHERE)
    for surface in surfaces(ground)[1:]:
        assert any(surface.holds(*spot) for spot in reach.spots), f"nobody gets onto {surface.name}"


def test_every_ladder_can_be_climbed_both_ways(ground: Table) -> None:
    floor = ground_of(ground, RADIUS)
    for ladder in ground.ladders:
        foot, head = Spot(*ladder.at, ladder.bottom), Spot(*ladder.top, ladder.bottom + ladder.height)
        assert floor.shortest(foot, head, Going(ladder.height + 1.5, 9.0)), ladder.name
        assert floor.shortest(head, foot, Going(ladder.height + 1.5, 9.0)), ladder.name


def test_both_edges_are_alike(ground: Table) -> None:
    """Turned by 180 degrees the table is the same, so neither side has the better one."""

    def key(polygon: Polygon, *rest: object) -> tuple[object, ...]:
        return (tuple(sorted((round(x, 2), round(y, 2)) for x, y in polygon)), *rest)

    def turned(polygon: Polygon) -> Polygon:
        return tuple((ground.width - x, ground.depth - y) for x, y in polygon)

    for pieces in (
        [(b.polygon, b.base, b.height, b.roof) for b in ground.blocks],
        [(f.polygon, f.level) for f in ground.floors],
        [(w.line, w.base, w.height, w.door) for w in ground.walls],
        [((lad.at,), lad.bottom, lad.height) for lad in ground.ladders],
        [((lad.top,), lad.bottom, lad.height) for lad in ground.ladders],
        [(a.polygon, a.ground, a.shelter) for a in ground.areas],
    ):
        here = {key(*piece) for piece in pieces}
        assert here == {key(turned(polygon), *rest) for polygon, *rest in pieces}


def test_there_are_three_levels_to_fight_on(ground: Table) -> None:
    levels = {surface.level for surface in surfaces(ground)}
    assert {0.0, 1.0, 3.0} <= levels
    high = sum(surface.level >= 3 for surface in surfaces(ground))
    assert high >= 6


def test_height_pays(ground: Table) -> None:
    """From some place on the upper levels one sees more of the enemy's half than from anywhere below."""
    floor = ground_of(ground, RADIUS)
    reach = floor.reach(Spot(24, 2), ANYWHERE)
    spots = [Spot(*spot) for spot in reach.spots[::7] if 10 < spot[1] < 24]
    targets = [Spot(x, y) for x in range(6, 45, 6) for y in (30, 36, 42) if floor.stands(Spot(x, y)) is None]
    scenario = next(s for s in scenarios().values() if s.table is ground)
    battle = muster(make_setup(scenario.id, ("orlock_sample", "goliath_sample"), {}))

    def sees(spot: Spot) -> float:
        return sum(fraction_at(battle, spot.x, spot.y, spot.z, t.x, t.y, t.z) for t in targets)

    below = max(sees(spot) for spot in spots if spot.z < 2)
    above = max(sees(spot) for spot in spots if spot.z >= 3)
    assert above > below


@pytest.mark.parametrize("name", sorted(scenarios()))
@pytest.mark.parametrize("side", ["a", "b"])
def test_both_sides_have_room_and_cover_to_set_up(name: str, side: str) -> None:
    battle: Battle = muster(make_setup(name, ("orlock_sample", "goliath_sample"), {}))
    battle.edges = {"a": "south", "b": "north"}
    low, high = zone(battle, side)
    reach = ground_of(battle.table, RADIUS).reach(Spot(24, 2), ANYWHERE)
    room = [spot for spot in reach.spots if low + RADIUS <= spot[1] <= high - RADIUS and spot[2] == 0]
    assert len(room) > 500
    shelter = sheltered(battle, side)
    assert len(shelter) >= 30
    assert np.ptp([spot.x for spot in shelter]) > 24  # not all in one corner


# ---------------------------------------------------------------- the lists


@pytest.mark.rule("nec.M2")
def test_the_tables_are_48_by_48_and_the_zones_8_deep() -> None:
    for scenario in scenarios().values():
        assert (scenario.table.width, scenario.table.depth, scenario.deployment_depth) == (48, 48, 8)


COSTS = {"orlock": 940, "goliath": 975, "escher": 990, "van_saar": 955, "delaque": 950, "cawdor": 945}


@pytest.mark.parametrize("name", sorted(gangs()))
def test_every_gang_is_one_the_book_allows_at_the_cost_of_its_list(name: str) -> None:
    assert gang_flaws(gangs()[name]) == []
    assert gang_cost(gangs()[name]) == COSTS[name.removesuffix("_sample")]


@pytest.mark.rule("nec.M3", "nec.M4", "nec.M36")
def test_the_fighters_have_nine_characteristics_and_the_figures_of_the_family() -> None:
    line = ("M", "WS", "BS", "S", "T", "W", "I", "A", "Ld")
    types = {
        name: tuple(getattr(kind.profile, stat) for stat in line) for name, kind in fighter_types().items()
    }
    assert types["ganger"] == types["heavy"] == (4, 3, 3, 3, 3, 1, 3, 1, 7)
    assert types["juve"] == (4, 2, 2, 3, 3, 1, 3, 1, 6)
    assert types["leader"] == (4, 4, 4, 3, 3, 1, 4, 1, 8)


@pytest.mark.rule("nec.M7a")
def test_the_armour_is_that_of_the_family() -> None:
    assert {name: worn.save for name, worn in armour().items()} == {"flak": 6, "mesh": 5, "carapace": 4}


@pytest.mark.rule("nec.M5", "nec.M6")
def test_every_weapon_has_a_line_that_makes_sense() -> None:
    for weapon in weapons().values():
        assert weapon.part_of in ("", *weapons()), weapon.id
        if weapon.ranged and not weapon.template and not weapon.range:
            assert 0 < weapon.short[1] <= weapon.long[1], weapon.id
            assert weapon.short[1] == weapon.long[0], weapon.id
    assert weapons()["knife"].strength == "user"
    assert gear()


# ---------------------------------------------------------------- what is wrong with a gang


GANG = """\
name = "Test Gang"
fighters = [
  { type = "leader", weapons = ["autogun"] },
  { type = "ganger", weapons = ["lasgun"] },
  { type = "juve", weapons = ["stub_gun"] },
]
"""


def wrong_gang(text: str) -> str:
    written = Written("gang.toml", text)
    with pytest.raises(BadData) as bad:
        make_setup("gang_fight", (written, "goliath_sample"), {})
    with pytest.raises(BadData, match=re.escape(str(bad.value))):
        load_book("necromunda").look_over("force", written)
    return str(bad.value)


def test_a_gang_may_be_written() -> None:
    written = Written("folder/mine.toml", GANG)
    gang = make_setup("gang_fight", (written, "goliath_sample"), {}).gangs[0]
    assert (gang.id, gang.name, len(gang.fighters)) == ("mine", "Test Gang", 3)
    named = Written("folder/mine.toml", f'id = "our_own"\n{GANG}')
    assert make_setup("gang_fight", (named, "goliath_sample"), {}).gangs[0].id == "our_own"
    choice = load_book("necromunda").look_over("force", written)
    assert choice == Choice("mine", "Test Gang", f"3 fighters, {gang_cost(gang)} credits")


def test_half_of_a_gang_may_be_juves() -> None:
    juve = '  { type = "juve", weapons = ["stub_gun"] },\n'
    written = Written("mine.toml", GANG.replace(juve, 2 * juve))
    assert len(make_setup("gang_fight", (written, "goliath_sample"), {}).gangs[0].fighters) == 4


def test_a_fighter_is_called_what_the_file_calls_him() -> None:
    written = Written("mine.toml", GANG.replace('type = "ganger"', 'type = "ganger", name = "Old Bel"'))
    battle: Battle = muster(make_setup("gang_fight", (written, "goliath_sample"), {}))
    names = [fighter.name for fighter in battle.gang("a")]
    assert names[1] == "Old Bel" and all(names) and len(set(names)) == 3


def test_what_is_looked_over_is_what_would_be_on_offer() -> None:
    book = load_book("necromunda")
    folder = book.folder / "data" / "scenarios"
    for choice in book.scenarios():
        assert book.look_over("scenario", read_written(folder / f"{choice.id}.toml")) == choice


def test_a_string_is_never_a_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(GANG)
    with pytest.raises(UnknownName, match="no gang '"):
        make_setup("gang_fight", (str(path), "goliath_sample"), {})
    path.write_text(SCENARIO)
    with pytest.raises(UnknownName, match="no scenario '"):
        make_setup(str(path), ("orlock_sample", "goliath_sample"), {})


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            "lasgun",
            "lasgunn",
            "line 4: fighters[1].weapons: there is no weapon 'lasgunn'; did you mean 'lasgun'?",
        ),
        ('"ganger"', '"leader"', "line 2: fighters: a gang has exactly one leader; this one has 2"),
        ('"ganger"', '"juve"', "line 2: fighters: at most half of a gang may be juves; here 2 of 3 are"),
        (
            '"stub_gun"',
            '"heavy_stubber"',
            "line 5: fighters[2].weapons: a juve may not carry a heavy stubber (heavy); "
            "allowed: hand_to_hand, pistol, grenade",
        ),
        ('"ganger"', '"gangr"', "line 4: fighters[1].type: there is no type 'gangr'; did you mean 'ganger'?"),
        (
            '"lasgun"] }',
            '"lasgun"], armour = "plate" }',
            "line 4: fighters[1].armour: there is no armour 'plate'",
        ),
        ('"lasgun"] }', '"lasgun"], gear = ["mono_site"] }', "did you mean 'mono_sight'?"),
        (
            '  { type = "ganger", weapons = ["lasgun"] },\n',
            "",
            "line 2: fighters: a gang needs at least 3 fighters; this one has 2",
        ),
        ('type = "ganger", ', "", "line 4: fighters[1] lacks the field 'type'"),
        (
            '{ type = "ganger", weapons',
            '{ type = "ganger", weapon',
            "line 4: fighters[1] has a field 'weapon' that is not known here; did you mean 'weapons'?",
        ),
        ('["lasgun"]', '"lasgun"', "line 4: fighters[1].weapons: expected `array`, got `str`"),
        ('name = "Test Gang"\n', "", "line 1: the top of the file lacks the field 'name'"),
        (
            '["lasgun"]',
            str(["lasgun"] * 13),
            "line 4: fighters[1].weapons: nobody carries more than 12; here are 13",
        ),
        (
            'type = "ganger"',
            f'name = "{"x" * 61}", type = "ganger"',
            "line 4: fighters[1].name: a name has at most 60 letters; this one has 61",
        ),
        (
            '  { type = "ganger", weapons = ["lasgun"] },\n',
            '  { type = "gangr" },\n' * 39,
            "line 2: fighters: a gang has at most 40 fighters; this one has 41",
        ),
        ("Test Gang", "x" * 81, "line 1: name: expected `str` of length <= 80"),
        ("]\n", "", "not valid TOML"),
    ],
)
def test_a_broken_gang_is_told_with_file_line_field_and_what_would_be_right(
    old: str, new: str, words: str
) -> None:
    assert old in GANG
    told = wrong_gang(GANG.replace(old, new, 1) if old != "]\n" else GANG.rstrip()[:-1])
    assert told.startswith("gang.toml") and words in told


def test_two_heavy_weapons_are_too_many_and_so_are_three_heavies() -> None:
    text = GANG.replace(
        '{ type = "ganger", weapons = ["lasgun"] }',
        '{ type = "heavy", weapons = ["heavy_stubber", "heavy_bolter"] }',
    )
    assert "line 4: fighters[1].weapons: nobody carries more than one heavy weapon; here are 2" in wrong_gang(
        text
    )
    heavies = '  { type = "heavy" },\n' * 3
    text = GANG.replace('  { type = "ganger", weapons = ["lasgun"] },\n', heavies)
    assert "a gang has at most 2 heavies; this one has 3" in wrong_gang(text)


def test_everything_wrong_is_told_at_once() -> None:
    told = wrong_gang(GANG.replace("lasgun", "lasgunn").replace("stub_gun", "stubgun"))
    assert [line.split(":")[0] for line in told.splitlines()] == ["gang.toml, line 4", "gang.toml, line 5"]


def test_unknown_names_are_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownName, match="no gang 'orlocks'; the gangs are: orlock_sample, "):
        make_setup("gang_fight", ("orlocks", "goliath_sample"), {})
    with pytest.raises(
        UnknownName, match="no scenario 'brawl'; the scenarios are: gang_fight, ransack, scavengers"
    ):
        make_setup("brawl", ("orlock_sample", "goliath_sample"), {})
    with pytest.raises(UnknownName, match="two gangs; 1 were named"):
        make_setup("gang_fight", ("orlock_sample",), {})


# ---------------------------------------------------------------- what is wrong with a scenario


SCENARIO = """\
id = "mine"
name = "Mine"
words = "A small table."
deployment_depth = 8.0
loot = "D3+1"

[table]
name = "small"
width = 24
depth = 24

[[table.blocks]]
name = "hut"
polygon = [[8, 8], [12, 8], [12, 12], [8, 12]]
height = 3

[[table.ladders]]
name = "rungs"
at = [7.5, 10]
top = [8.5, 10]
height = 3
"""


def wrong_scenario(text: str) -> str:
    written = Written("scenario.toml", text)
    with pytest.raises(BadData) as bad:
        make_setup(written, ("orlock_sample", "goliath_sample"), {})
    with pytest.raises(BadData, match=re.escape(str(bad.value))):
        load_book("necromunda").look_over("scenario", written)
    return str(bad.value)


def test_a_scenario_may_be_written_with_its_own_table() -> None:
    written = Written("scenario.toml", SCENARIO)
    scenario = make_setup(written, ("orlock_sample", "goliath_sample"), {}).scenario
    assert scenario.table.width == 24 and scenario.loot == "D3+1"
    choice = load_book("necromunda").look_over("scenario", written)
    assert choice == Choice("mine", "Mine", "A small table.")
    halves = Written("scenario.toml", SCENARIO.replace("deployment_depth = 8.0", "deployment_depth = 12"))
    assert make_setup(halves, ("orlock_sample", "goliath_sample"), {}).scenario.deployment_depth == 12


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            "[12, 8], [12, 12]",
            "[12, 12], [12, 8]",
            "line 12: table.blocks[0]: the block 'hut' crosses its own outline",
        ),
        (
            "top = [8.5, 10]",
            "top = [6, 10]",
            "line 17: table.ladders[0]: the ladder 'rungs' ends at (6, 10), "
            "3 inches up, where no floor or roof is",
        ),
        (
            "deployment_depth = 8.0",
            "deployment_depth = 13",
            "line 4: deployment_depth: the two deployment zones overlap; at most 12 inches",
        ),
        (
            "deployment_depth = 8.0",
            "deployment_depth = -1",
            "line 4: deployment_depth: expected `float` >= 2",
        ),
        (
            'loot = "D3+1"',
            "turn_limit = 101",
            "line 5: turn_limit: a battle has at most 100 turns, or 0 for as many as it takes",
        ),
        ('loot = "D3+1"', 'loot = "D8"', "line 5: loot: dice are written as D6, 2D6 or D3+1, not 'D8'"),
        (
            'loot = "D3+1"',
            'attacker_loot = "D3"',
            "line 5: attacker_loot: raiders who carry loot need attacker_fighters",
        ),
        (
            'loot = "D3+1"',
            'lot = "D3+1"',
            "line 5: the top of the file has a field 'lot' that is not known here; did you mean 'loot'?",
        ),
        (
            "height = 3\n\n[[table.ladders]]",
            "\n[[table.ladders]]",
            "line 12: table.blocks[0] lacks the field 'height'",
        ),
        ("width = 24", "width = 12", "line 7: table: a table for two gangs is at least 24 x 24 inches"),
        ("[8, 12]]", "[8, 120]]", "table.blocks[0]: the block 'hut' leaves the table at (8, 120)"),
    ],
)
def test_a_broken_scenario_is_told_with_file_line_field_and_what_would_be_right(
    old: str, new: str, words: str
) -> None:
    assert old in SCENARIO
    told = wrong_scenario(SCENARIO.replace(old, new, 1))
    assert told.startswith("scenario.toml, line ") and words in told


def test_a_broken_piece_may_have_any_name() -> None:
    broken = SCENARIO.replace("[12, 8], [12, 12]", "[12, 12], [12, 8]").replace('"hut"', '"Joe\'s hut"')
    assert 'the block "Joe\'s hut" crosses its own outline' in wrong_scenario(broken)


def test_a_table_that_is_too_large_is_told() -> None:
    assert "inches wide and deep" in wrong_scenario(SCENARIO.replace("width = 24", "width = 2400", 1))


def test_a_table_may_be_named_and_a_name_that_is_none_is_told() -> None:
    told = wrong_scenario('id = "x"\nname = "X"\nwords = ""\ntable = "pipe_worx"\n')
    assert "line 4: table: there is no table 'pipe_worx'; did you mean 'pipe_works'" in told


# ---------------------------------------------------------------- switches


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("first_player", "c", "rulings: first_player: 'c' is not allowed; choose one of: roll-off, a, b"),
        ("overwatch", "maybe", "rulings: overwatch: 'maybe' is not allowed; set it on or off"),
        ("firing_arc", 0, "rulings: firing_arc: 0 is not allowed; give a whole number from 1 to 360"),
        ("seven_plus_followup", "4,5", "give 3 numbers, each a whole number from 2 to 7"),
        ("flee_off_table", "on", "choose one of: lost, stop"),
        ("detektion", "none", "rulings: there is no switch 'detektion'; did you mean 'detection'?"),
    ],
)
def test_a_switch_that_cannot_be_is_told_with_what_can(name: str, value: object, words: str) -> None:
    with pytest.raises(BadData) as bad:
        settle({name: value}, Rulings)
    assert words in str(bad.value)


def test_switches_are_set_as_people_write_them() -> None:
    rulings = settle(
        {"overwatch": "off", "firing_arc": "180", "seven_plus_followup": "5,6,6", "detection": "none"},
        Rulings,
    )
    assert (rulings.overwatch, rulings.firing_arc) == (False, 180)
    assert (rulings.seven_plus_followup, rulings.detection) == ((5, 6, 6), "none")


def test_the_switches_of_the_rulings_are_those_of_the_code_with_the_same_defaults() -> None:
    book = load_book("necromunda")
    defaults = settle({}, Rulings)
    assert set(book.rulings) == set(defaults.__struct_fields__)
    for name, ruling in book.rulings.items():
        default = getattr(defaults, name)
        assert ruling.default == (list(default) if isinstance(default, tuple) else default), name
        for choice in ruling.choices:
            settle({name: choice}, Rulings)
