"""The tables and scenarios of the book as data."""

from __future__ import annotations

from itertools import combinations
from math import dist

import pytest
from msgspec.structs import replace

from warbook.board.geometry import Spot, point_in_polygon
from warbook.board.paths import Barred, Going, Walk, ground_of
from warbook.board.terrain import Area, Block, Floor, Table, Wall
from warbook.books.arap.army.data import bases, stock
from warbook.books.arap.rulings import Rulings
from warbook.books.arap.scenario import (
    Animal,
    Break,
    Charges,
    Hold,
    Leave,
    Part,
    Scenario,
    SmokeBank,
    Visibility,
    Wind,
    Zone,
)
from warbook.books.arap.scenarios import (
    read_scenario,
    scenario_flaws,
    scenario_offered,
    scenarios,
    settled,
    tables,
)
from warbook.books.arap.terrain import Terrain, kinds, traits
from warbook.core.datafile import BadData, Written

RADII = [base.inches / 2 for base in bases().values()]
ON_FOOT = Going(allowance=60, leap_cost=0, free_wall=1, leap_wall=1)


def pieces(table: Table) -> list[Area | Block | Floor | Wall]:
    return [*table.areas, *table.blocks, *table.floors, *table.walls]


def named(table: Table, name: str) -> Area | Block | Floor | Wall:
    return next(piece for piece in pieces(table) if piece.name == name)


def words(table: Table) -> set[str]:
    return {word for piece in pieces(table) for word in piece.words}


def counted(table: Table, word: str) -> int:
    return sum(word in piece.words for piece in pieces(table))


def covered(table: Table, cover: str) -> int:
    return sum(traits(piece.words).cover == cover for piece in pieces(table))


# ---------------------------------------------------------------- tables


@pytest.mark.parametrize("name", sorted(tables()))
def test_a_table_can_be_played_on(name):
    table = tables()[name]
    assert not table.check() and words(table) <= set(kinds())
    names = [piece.name for piece in pieces(table)]
    assert len(names) == len(set(names))


def test_every_kind_of_terrain_is_somewhere():
    everywhere = set.union(*(words(scenario.table) for scenario in scenarios().values()))
    assert set(list(kinds())[:21]) <= everywhere


def test_a_ladder_a_rope_a_plank_a_trench_a_ramp_and_upper_floors():
    bluff = tables()["bluff"]
    assert {"rope", "plank", "trench", "slope", "cliff", "narrow"} <= words(bluff) and bluff.ladders
    rope = named(bluff, "rope")
    assert isinstance(rope, Area) and rope.level == named(bluff, "bluff").height == 6
    for name in ("crossroads", "chapterhouse"):
        upper = [floor for floor in tables()[name].floors if "building" in floor.words]
        assert upper and all(floor.level == 3 for floor in upper) and tables()[name].ladders


def test_a_storey_is_three_inches_high():
    """arap.movement.ladder-height."""
    heights = {ladder.height for table in tables().values() for ladder in table.ladders}
    assert heights == {3.0, 6.0}


@pytest.mark.parametrize("name", ["crossroads", "orchard"])
def test_neither_edge_is_the_better_one(name):
    table = tables()[name]

    def turned(points: tuple[tuple[float, float], ...]) -> frozenset[tuple[float, float]]:
        return frozenset((table.width - x, table.depth - y) for x, y in points)

    spread = {(frozenset(each.polygon), each.words) for each in (*table.areas, *table.blocks, *table.floors)}
    assert spread == {(turned(tuple(polygon)), each) for polygon, each in spread}
    lines = {(frozenset(wall.line), wall.height, wall.words) for wall in table.walls}
    assert lines == {(turned(tuple(line)), height, each) for line, height, each in lines}
    ladders = {(ladder.at, ladder.top) for ladder in table.ladders}
    for at, top in ladders:
        assert (
            (table.width - at[0], table.depth - at[1]),
            (table.width - top[0], table.depth - top[1]),
        ) in ladders


@pytest.mark.parametrize("radius", RADII)
def test_the_ramp_the_bridge_and_the_plank_are_walked_like_flat_ground(radius):
    ground = ground_of(scenarios()["river_crossing"].table, radius)
    ramp = ground.judge((Spot(36, 23.5), Spot(36, 36.5, 6)), ON_FOOT, ())
    assert isinstance(ramp, Walk) and ramp.cost == pytest.approx(13)
    for way in ((Spot(30, 16), Spot(30, 26)), (Spot(22, 26), Spot(22, 32))):
        assert isinstance(ground.judge(way, ON_FOOT, ()), Walk)


def test_the_crevasse_and_the_cliff_are_not_walked_over_and_the_ladder_is_climbed():
    table = scenarios()["river_crossing"].table
    ground = ground_of(table, 0.5)
    assert isinstance(ground.judge((Spot(26, 26), Spot(26, 32)), ON_FOOT, ()), Barred)
    assert isinstance(ground.judge((Spot(30, 34), Spot(30, 37, 6)), ON_FOOT, ()), Barred)
    foot, top = table.ladders[0].at, table.ladders[0].top
    climb = (Spot(*foot), Spot(*foot, 6), Spot(*top, 6))
    walk = ground.judge(climb, ON_FOOT, ())
    assert isinstance(walk, Walk) and walk.cost == pytest.approx(6 + dist(foot, top))


# ---------------------------------------------------------------- scenarios


def test_six_scenarios_and_the_one_for_a_first_game_first():
    assert list(scenarios()) == [
        "first_blood", "break_out", "hold_the_ruin", "meeting", "night_raid", "river_crossing",
    ]  # fmt: skip
    for scenario in scenarios().values():
        assert not scenario_flaws(scenario) and scenario.provenance == "ours"
        assert (scenario_offered(scenario).id, scenario_offered(scenario).name) == (
            scenario.id,
            scenario.name,
        )
        assert scenario_offered(scenario).words == f"{scenario.words} (Ours: the book prints no scenarios.)"


@pytest.mark.parametrize(
    ("id", "size", "turns", "first", "aim"),
    [
        ("meeting", (72, 48), 8, "high", Break(0.5)),
        ("hold_the_ruin", (48, 48), 7, "attacker", Hold("ruin", "defender")),
        ("break_out", (72, 48), 14, "defender", Leave("defender", "east", 0.25, 0.5)),
        ("night_raid", (48, 48), 8, "attacker", Charges("attacker", 2, 2.0, 1)),
        ("river_crossing", (60, 48), 12, "attacker", Hold("bluff", "defender")),
        ("first_blood", (36, 30), 5, "high", Break(1.0)),
    ],
)
def test_what_decides_a_battle(id, size, turns, first, aim):
    found = scenarios()[id]
    assert (found.table.width, found.table.depth) == size and found.turns == turns
    assert (found.first_turn, found.aim) == (first, aim)
    assert found.rulings.busts_allowed == 1


def test_where_the_sides_set_up():
    def zones(id: str, part: int) -> tuple[Zone, ...]:
        return scenarios()[id].parts[part].zones

    assert zones("meeting", 0) == (Zone(edge="south", within=12),)
    assert zones("meeting", 1) == (Zone(edge="north", within=12),)
    assert zones("hold_the_ruin", 0) == (Zone(edge="south", within=8),)
    assert zones("hold_the_ruin", 1) == (
        Zone(squads=2, centre_within=6, cover="hard"),
        Zone(edge="north", within=6),
    )
    assert zones("break_out", 0) == (Zone(edge="west", beyond=22),)
    assert zones("break_out", 1) == (Zone(edge="west", within=12),)
    assert zones("night_raid", 0) == (Zone(posts_beyond=15),)
    assert zones("night_raid", 1) == (Zone(posts_within=3),)
    assert zones("river_crossing", 0) == (Zone(edge="south", within=8),)
    assert zones("river_crossing", 1) == (Zone(squads=1, on="bluff"), Zone(edge="north", within=12))


def test_edges_are_friendly_the_enemys_or_neutral():
    meeting = scenarios()["meeting"]
    assert [(part.friendly, part.enemy) for part in meeting.parts] == [
        (("south",), ("north",)),
        (("north",), ("south",)),
    ]
    raider = scenarios()["night_raid"].parts[1]
    assert (raider.friendly, raider.enemy) == ((), ())


def test_a_first_game_has_two_squads_a_side():
    assert {id: scenario.squads for id, scenario in scenarios().items() if scenario.squads} == {
        "first_blood": 2
    }


def test_reserves_of_the_ruin():
    attacker, defender = scenarios()["hold_the_ruin"].parts
    assert attacker.role == "attacker" and attacker.reserves is not None and defender.reserves is None
    came = attacker.reserves
    assert (came.squads, came.arrives_on, came.from_turn, came.edge) == (1, 4, 3, "south")


def test_events_and_posts_of_the_raid():
    raid = scenarios()["night_raid"]
    assert raid.events == (
        Visibility(2, 2), SmokeBank(6, 5.0), Animal("Crazed grox", (24.0, 22.0), 2.0, 3),
    )  # fmt: skip
    assert len(raid.posts) == 3 and all(dist(*pair) >= 12 for pair in combinations(raid.posts, 2))
    assert all(12 <= x <= 36 and 12 <= y <= 36 for x, y in raid.posts)
    assert [part.hidden for part in raid.parts] == [True, False]
    assert raid.rulings == Rulings(hidden_units=True, overwatch=True)
    assert scenarios()["break_out"].events == (Wind(),)


def test_boats_lie_in_the_river():
    crossing = scenarios()["river_crossing"]
    boats = crossing.parts[0].boats
    assert len(boats) == 2 and not crossing.parts[1].boats and crossing.rulings == Rulings(vehicles=True)
    river = named(crossing.table, "river")
    radius = bases()[stock().profiles["boat"].base_mm].inches / 2
    for boat in boats:
        for x, y in ((-radius, 0.0), (radius, 0.0), (0.0, -radius), (0.0, radius)):
            assert point_in_polygon(boat.at[0] + x, boat.at[1] + y, river.polygon)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("id", "at_least"),
    [
        ("night_raid", {"undergrowth": 6, "barricade": 4, "hedge": 3, "thorns": 1}),
        ("river_crossing", {"deep-water": 1, "plank": 1, "crevasse": 1, "ice": 1, "trench": 1, "wood": 3}),
        ("break_out", {"minefield": 1, "lava-crust": 1}),
        ("hold_the_ruin", {"rubble": 1}),
    ],
)
def test_a_table_has_what_its_scenario_wants(id, at_least):
    table = scenarios()[id].table
    for word, number in at_least.items():
        assert counted(table, word) >= number, word


@pytest.mark.parametrize(
    ("id", "soft", "hard"), [("meeting", 6, 4), ("hold_the_ruin", 4, 1), ("break_out", 8, 0)]
)
def test_a_table_has_cover_enough(id, soft, hard):
    table = scenarios()[id].table
    assert covered(table, "soft") >= soft and covered(table, "hard") >= hard


def test_the_ruin_is_twelve_inches_across_in_the_middle():
    found = scenarios()["hold_the_ruin"]
    ruin = named(found.table, "ruin")
    assert set(ruin.polygon) == {(18, 18), (30, 18), (30, 30), (18, 30)}  # type: ignore[union-attr]
    assert traits(ruin.words).cover == "hard" and traits(ruin.words).variable


def test_players_may_set_the_switches_of_a_scenario_otherwise():
    """arap.S6."""
    raid = scenarios()["night_raid"]
    assert settled(raid, {}) == raid.rulings
    assert settled(raid, {"overwatch": "off", "pick_ups": False}) == Rulings(
        hidden_units=True, pick_ups=False
    )
    with pytest.raises(BadData, match="there is no switch 'overwach'; did you mean 'overwatch'"):
        settled(raid, {"overwach": True})


# ---------------------------------------------------------------- of one's own

WORDS = 'id = "x"\nname = "X"\nwords = "x"\nturns = 5\n'
PARTS = """
[[parts]]
friendly = ["south"]
enemy = ["north"]
zones = [{ edge = "south", within = 8 }]
[[parts]]
friendly = ["north"]
enemy = ["south"]
zones = [{ edge = "north", within = 8 }]
"""
PLAIN = f'{WORDS}tables = ["orchard"]\naim = {{ kind = "break" }}\n{PARTS}'


def read(text: str) -> Scenario:
    return read_scenario(Written("mine.toml", text))


def test_a_scenario_with_terrain_a_table_and_a_third_side_of_its_own():
    text = f"""{WORDS}aim = {{ kind = "break", share = 1.0 }}
drop_per_test = 4
dearer = [{{ action = "shoot", points = 1, rule = "mounted" }}]
rulings = {{ busts_allowed = 2 }}
[[tables]]
name = "Moon"
width = 40
depth = 40
[[tables.areas]]
name = "dust"
polygon = [[10, 10], [20, 10], [20, 20]]
words = ["moon-dust"]
[[terrain]]
id = "moon-dust"
name = "Moon dust"
means = "difficult, and it swallows who is heavy"
ground = "difficult"
hazard = {{ effect = "death", trigger = 0, against = [{{ rule = "vehicle", trigger = 2 }}] }}
{PARTS}
[[parts]]
friendly = ["west"]
enemy = ["north", "south"]
zones = [{{ edge = "west", within = 8 }}]
"""
    found = read(text)
    assert len(found.parts) == 3 and found.table.areas[0].ground == "difficult"
    assert traits(found.table.areas[0].words, found.terrain).hazards[0].trigger_for(("vehicle",)) == 2
    assert found.rulings.busts_allowed == 2 and found.drop_per_test == 4
    assert scenario_offered(found).words == "x"


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (
            '["orchard"]',
            '["orchad"]',
            r"mine.toml, line 5: tables\[0\]: there is no table 'orchad'; did you mean",
        ),
        ("turns = 5", "turns = 0", "line 4: turns: expected `int` >= 1"),
        ('"break"', '"hold"', "aim lacks the field 'piece'"),
        (
            '"break"',
            '"hold", piece = "orchard"',
            "aim.piece: there is no piece 'orchard'; did you mean 'south orchard'",
        ),
        ('"break"', '"hold", piece = "south orchard", equal = "attacker"', "aim: .*write draw"),
        ('"break"', '"leave", role = "attacker", edge = "east"', "the aim of an attacker or a defender"),
        ('"break"', '"win"', "aim.kind: invalid value 'win'; it may be: break, hold, leave, charges"),
        (
            "turns = 5",
            'turns = 5\nfirst_turn = "attacker"',
            "first_turn: there is neither attacker nor defender",
        ),
        ("turns = 5", "turns = 5\nposts = [[50, 5]]", r"posts\[0\]: this post is not on the table"),
        ("turns = 5", "turns = 5\nposts = [[5, 5], [5, 5.5]]", "posts: two posts stand at one place"),
        (
            "turns = 5",
            'turns = 5\nevents = [{ kind = "smoke" }]',
            r"events\[0\]: the smoke comes over a post",
        ),
        (
            "turns = 5",
            'turns = 5\nevents = [{ kind = "animal", name = "x", start = [40, 2] }]',
            r"events\[0\].start: this is not on the table",
        ),
        (
            "turns = 5",
            "turns = 5\nrulings = { pickups = true }",
            "rulings has a field 'pickups' .* did you mean 'pick_ups'",
        ),
        (
            'enemy = ["north"]',
            'enemy = ["south"]',
            r"parts\[0\].enemy: the south edge cannot be friendly as well",
        ),
        (
            'friendly = ["south"]',
            'role = "attacker"\nfriendly = ["south"]',
            "one part is the attacker and all others",
        ),
        ("within = 8", "within = 3", r"parts\[0\].zones\[0\].edge: squads set up in a strip 4 inches deep"),
        ("within = 8", "beyond = 27", r"parts\[0\].zones\[0\].edge: squads set up in a strip"),
        ("within = 8", "within = 8, squads = 1", r"zones\[0\].squads: every zone but the last says"),
        (
            'edge = "south", within = 8',
            "within = 8",
            r"zones\[0\].edge: within and beyond are measured from an edge",
        ),
        ('edge = "south", within = 8', "posts_within = 3", r"zones\[0\]: the scenario has no posts"),
        ('edge = "south", within = 8', "posts_beyond = 3", r"zones\[0\]: the scenario has no posts"),
        ('edge = "south", within = 8', 'on = "hill"', r"zones\[0\].on: there is no piece 'hill'"),
        (
            'enemy = ["north"]',
            'enemy = ["north"]\nboats = [{ at = [5, 5] }]',
            r"parts\[0\].boats\[0\].at: a boat lies in deep water",
        ),
        (
            'enemy = ["north"]',
            'enemy = ["north"]\nboats = [{ at = [5, 5], profile = "truck" }]',
            r"boats\[0\].profile: there is no boat 'truck'; there is: boat",
        ),
        (
            "[[parts]]",
            '[[terrain]]\nid = "wood"\nname = "x"\nmeans = "x"\n[[parts]]',
            r"terrain\[0\].id: there is a kind",
        ),
    ],
)
def test_what_cannot_be_played_is_refused_with_file_line_and_field(old, new, complaint):
    assert read(PLAIN).turns == 5 and old in PLAIN
    with pytest.raises(BadData, match=complaint):
        read(PLAIN.replace(old, new, 1))


def test_charges_want_posts_and_a_table_room_and_known_words():
    plain = read(PLAIN)
    raid = replace(plain, aim=Charges("attacker", 2), posts=((5.0, 5.0),))
    assert [flaw.at for flaw in scenario_flaws(raid)] == [".aim", ".aim.needed"]
    small = replace(
        plain, table=Table("x", 20, 20, areas=(Area("a", ((1, 1), (2, 1), (2, 2)), words=("wod",)),))
    )
    assert [flaw.words for flaw in scenario_flaws(small)] == [
        "a: there is no kind of terrain 'wod'; did you mean 'wood'?",
        "a table is at least 24 x 24 inches",
    ]
    both = Part(friendly=(), enemy=(), zones=(Zone(posts_within=3, posts_beyond=3),))
    squeezed = replace(plain, posts=((5.0, 5.0),), parts=(both, both))
    assert [flaw.at for flaw in scenario_flaws(squeezed)] == [
        f".parts[{n}].zones[0].posts_beyond" for n in (0, 1)
    ]
    twice = Terrain(id="dust", name="x", means="x")
    assert [flaw.at for flaw in scenario_flaws(replace(plain, terrain=(twice, twice)))] == [".terrain[1].id"]


@pytest.mark.parametrize(
    ("zone", "right"),
    [
        (Zone(edge="south", within=4), True),
        (Zone(edge="south", within=3.9), False),
        (Zone(edge="south", within=30), True),
        (Zone(edge="south", within=30.1), False),
        (Zone(edge="west", within=36), True),
        (Zone(edge="south", beyond=26), True),
        (Zone(edge="south", beyond=26.1), False),
        (Zone(edge="east", beyond=32), True),
        (Zone(edge="north", within=8, beyond=4), True),
        (Zone(edge="north", within=8, beyond=4.1), False),
        (Zone(centre_within=2), True),
    ],
)
def test_there_is_room_to_set_up(zone, right):
    """The orchard is 36 by 30 inches."""
    plain = read(PLAIN)
    parts = (replace(plain.parts[0], zones=(zone,)), plain.parts[1])
    assert [flaw.at for flaw in scenario_flaws(replace(plain, parts=parts))] == (
        [] if right else [".parts[0].zones[0].edge"]
    )


@pytest.mark.parametrize(
    ("post", "right"),
    [
        ((0, 0), True), ((36, 30), True), ((0, 30), True), ((36.1, 5), False), ((5, 30.1), False),
        ((-0.1, 5), False), ((5, -0.1), False),
    ],
)  # fmt: skip
def test_posts_stand_on_the_table(post, right):
    assert (not scenario_flaws(replace(read(PLAIN), posts=(post,)))) is right


def test_two_posts_are_an_inch_apart_and_a_table_is_24_inches_wide_and_deep():
    plain = read(PLAIN)
    assert not scenario_flaws(replace(plain, posts=((5, 5), (6, 5)))) and scenario_flaws(
        replace(plain, posts=((5, 5), (5.9, 5)))
    )
    for size, right in (((24, 24), True), ((23.9, 40), False), ((40, 23.9), False)):
        assert (not scenario_flaws(replace(plain, table=Table("x", *size)))) is right


def test_a_table_in_the_file_with_a_word_that_is_no_kind_is_refused():
    moon = """tables = [{ name = "Moon", width = 40, depth = 40, areas = [
      { name = "dust", polygon = [[1, 1], [2, 1], [2, 2]], words = ["dust"] } ] }]"""
    with pytest.raises(BadData, match="line 5: tables: dust: there is no kind of terrain 'dust'"):
        read(PLAIN.replace('tables = ["orchard"]', moon))
