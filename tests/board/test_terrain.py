import msgspec
import pytest

from warbook.board.terrain import Area, Block, Floor, Ladder, Table, Wall, areas_at, surface_at, surfaces

SQUARE = ((10, 10), (14, 10), (14, 14), (10, 14))


def test_a_table_is_read_from_toml():
    table = msgspec.toml.decode(
        """
        name = "yard"
        width = 48
        depth = 36
        blocks = [{name = "shed", polygon = [[1, 1], [4, 1], [4, 4]], height = 3}]
        walls = [{name = "gate", line = [[5, 5], [7, 5]], height = 2, door = true}]
        areas = [{name = "mud", polygon = [[1, 1], [4, 1], [4, 4]], ground = "difficult", shelter = 0.5}]
        ladders = [{at = [3, 0.9], top = [3, 1.5], height = 3}]
        """,
        type=Table,
    )
    assert table.blocks[0].top == 3
    assert table.walls[0].door
    assert table.check() == []


@pytest.mark.parametrize(
    "line",
    [
        'roof = "flat"',
        "blocks = [{name = 'shed', polygon = [[1, 1]], height = 3, colour = 'red'}]",
        "areas = [{name = 'mud', polygon = [[1, 1]], ground = 'muddy'}]",
        "areas = [{name = 'mud', polygon = [[1, 1]], shelter = 1.5}]",
    ],
)
def test_unknown_fields_and_values_are_refused(line):
    with pytest.raises(msgspec.ValidationError):
        msgspec.toml.decode(f'name = "t"\nwidth = 48\ndepth = 36\n{line}', type=Table)


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (Table("t", 0, 20), "the table 't' must be 0 to 96 inches wide and deep"),
        (Table("t", 96.1, 20), "the table 't' must be 0 to 96 inches wide and deep"),
        (Table("t", 20, 96.1), "the table 't' must be 0 to 96 inches wide and deep"),
        (
            Table("t", 20, 20, walls=(Wall("w", ((1, 1), (2, 2)), 1),) * 201),
            "the table 't' has 201 pieces; 200 are the most",
        ),
        (
            Table("t", 20, 20, blocks=(Block("b", ((1, 1), (2, 2)), 3),)),
            "the block 'b' needs at least 3 corners",
        ),
        (
            Table("t", 20, 20, areas=(Area("a", ((0, 0), (4, 4), (4, 0), (0, 4))),)),
            "the area 'a' crosses its own outline",
        ),
        (Table("t", 12, 20, blocks=(Block("b", SQUARE, 3),)), "the block 'b' leaves the table at (14, 10)"),
        (Table("t", 20, 20, blocks=(Block("b", SQUARE, 0),)), "the block 'b' must be higher than 0"),
        (Table("t", 20, 20, floors=(Floor("f", SQUARE, 0),)), "the floor 'f' must lie above the ground"),
        (Table("t", 20, 20, walls=(Wall("w", ((1, 1),), 2),)), "the wall 'w' needs at least 2 points"),
        (Table("t", 20, 20, walls=(Wall("w", ((1, 1), (2, 2)), -1),)), "the wall 'w' must be higher than -1"),
        (Table("t", 20, 20, ladders=(Ladder((1, 1), (2, 1), 3, "l"),)), "where no floor or roof is"),
        (
            Table("t", 20, 20, floors=(Floor("f", SQUARE, 3),), ladders=(Ladder((1, 1), (11, 11), 3, "l"),)),
            "the ladder 'l' ends 14.1 inches from its foot",
        ),
    ],
)
def test_what_is_wrong_with_a_table_is_said_in_words(table, words):
    wrong = table.check()
    assert len(wrong) == 1
    assert words in wrong[0]


def test_one_stands_on_ground_roofs_and_floors():
    spire = Block("spire", ((1, 1), (2, 1), (2, 2)), 5, roof=False)
    table = Table("t", 20, 20, blocks=(Block("hut", SQUARE, 3), spire), floors=(Floor("deck", SQUARE, 6),))
    assert [s.name for s in surfaces(table)] == ["the ground", "hut", "deck"]


@pytest.mark.parametrize(
    ("x", "y", "z", "name"),
    [
        (5, 5, 0, "the ground"),
        (5, 5, 4, "the ground"),
        (12, 12, 3, "hut"),
        (12, 12, 5, "hut"),
        (12, 12, 6, "deck"),
        (12, 12, 1, None),
        (10, 12, 3, "hut"),
        (10, 12, 0, "the ground"),
    ],
)
def test_what_lies_under_a_spot(x, y, z, name):
    table = Table("t", 20, 20, blocks=(Block("hut", SQUARE, 3),), floors=(Floor("deck", SQUARE, 6),))
    surface = surface_at(table, x, y, z)
    assert (surface.name if surface else None) == name


def test_pieces_carry_words_for_the_book_into_and_out_of_a_file():
    written = b"""{"name": "t", "width": 24, "depth": 24,
        "areas": [{"name": "ford", "polygon": [[1, 1], [5, 1], [5, 5]], "words": ["water", "dangerous"]}],
        "walls": [{"name": "hedge", "line": [[8, 8], [9, 9]], "height": 1, "words": ["soft-cover"]}]}"""
    field = msgspec.json.decode(written, type=Table)
    assert field.areas[0].words == ("water", "dangerous")
    assert field.walls[0].words == ("soft-cover",)
    sent = msgspec.json.decode(msgspec.json.encode(field))
    assert sent["areas"][0]["words"] == ["water", "dangerous"]
    assert sent["walls"][0]["words"] == ["soft-cover"]
    for word in ("", "Two Words", "-x"):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"name": "a", "polygon": [[0, 0], [1, 0], [1, 1]], "words": [word]}, Area)


def test_the_areas_at_a_point():
    ford = Area("ford", ((0, 0), (4, 0), (4, 4), (0, 4)), words=("water",))
    road = Area("road", ((3, 0), (8, 0), (8, 4), (3, 4)), level=2.0)
    assert areas_at((ford, road), 3.5, 1) == [ford]
    assert areas_at((ford, road), 4.0, 1) == [ford]
    assert areas_at((ford, road), 4.1, 1) == []
    assert areas_at((ford, road), 4.1, 1, 2.0) == [road]
