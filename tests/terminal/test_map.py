"""The table drawn: what is where, what hides what, and that sides and states show without colour."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tests.terminal.skirmish import SCENARIO
from warbook.board.geometry import Spot
from warbook.board.terrain import Area, Table
from warbook.core.book import Group, Piece
from warbook.core.events import Marker, Note
from warbook.terminal.map import Map, legend, letters_for, standing

YARD = msgspec.convert(msgspec.toml.decode(SCENARIO)["table"], Table)

SIDES = ("a", "b")


def piece(
    name: str, side: str, x: float, y: float, z: float = 0.0, facing: float = 90.0, **more: Any
) -> Piece:
    return Piece(name, name, side, x, y, z, facing, 0.5, **more)


def drawn(drawing: Map) -> list[str]:
    return [line.plain.rstrip() for line in drawing.lines()]


def test_the_yard() -> None:
    """One column to the inch; a row is two inches."""
    drawing = Map(YARD, (52, 24))
    pieces = [
        piece("Ada", "a", 2.5, 20.5),
        piece("Aen", "a", 12.5, 8.5, z=2.0, states=("hidden",)),
        piece("Rim", "b", 12.5, 13.5, states=("down", "1 flesh")),
    ]
    drawing.pieces(pieces, letters_for(pieces, SIDES), SIDES)
    assert drawn(drawing) == [
        "   ┌────────────────────────┐",
        " 24┤                        │",
        "   │  A                     │",
        "   │                        │",
        " 18┤      ·     ·     ·     │",
        "   │                 ▚▚▚    │",
        "   │            r×          │",
        " 12┤      ┄┄┄┄┄┄┄┄┄┄┄ ·     │",
        '   │    ▒2"▒══2"E?          │',
        "   │    ▒▒╫▒                │",
        "  6┤      ·     ·     ·     │",
        "   │                        │",
        "  0┤                        │",
        "   └┴─────┴─────┴─────┴────┴┘",
        "    0     6     12    18   24",
    ]
    assert drawing.key() == [
        "▚ impassable",
        "░▒▓ roof to stand on, with its height",
        "═ walkway (one can pass beneath)",
        '┄┆ wall to 1"',
        "╫ ladder",
        "× down",
        "? hidden",
    ]


def test_without_symbols_everything_is_ascii() -> None:
    drawing = Map(YARD, (52, 24), symbols=False)
    pieces = [piece("Ada", "a", 2.5, 20.5, states=("pinned",))]
    drawing.pieces(pieces, letters_for(pieces, SIDES), SIDES)
    listed = [line.plain for line in legend(pieces, {"Ada": "A"}, {"a": "Crows"}, False)]
    text = "\n".join([*drawn(drawing), *drawing.key(), *listed])
    assert text.isascii()
    assert "A-" in text and "A Ada N pinned" in text


@pytest.mark.parametrize(
    ("room", "scale"),
    [((52, 24), 1.0), ((80, 24), 2.0), ((200, 24), 2.0), ((200, 90), 3.0), ((20, 10), 1.0)],
)
def test_the_map_grows_with_the_window(room: tuple[int, int], scale: float) -> None:
    drawing = Map(YARD, room)
    assert drawing.scale == scale
    widest = max(len(line) for line in drawn(drawing))
    assert widest <= max(room[0], 24 + 6)


def test_reach_does_not_hide_walls_nor_ladders() -> None:
    drawing = Map(YARD, (52, 24))
    drawing.reach([Spot(x + 0.5, y + 0.5) for x in range(24) for y in range(24)])
    page = "\n".join(drawn(drawing))
    assert "┄┄┄┄┄┄┄┄┄┄┄" in page and "╫" in page and '2"' in page
    assert "•" * 24 in page


def test_models_in_one_place_stand_side_by_side() -> None:
    pieces = [piece("Ada", "a", 10.5, 20.5), piece("Rim", "b", 10.6, 20.6), piece("Ren", "b", 10.4, 20.4)]
    drawing = Map(YARD, (52, 24))
    drawing.pieces(pieces, letters_for(pieces, SIDES), SIDES)
    page = "\n".join(drawn(drawing))
    assert all(letter in page for letter in "Are")


def test_sides_have_letters_of_their_own() -> None:
    pieces = [piece(name, "a", 1, 1) for name in ("Sable", "Sorrow", "Ss", "Ann")]
    pieces += [piece(name, "b", 1, 1) for name in ("slate", "Sly")]
    letters = letters_for(pieces, SIDES)
    assert len(set(letters.values())) == 6
    assert [letters[each.id] for each in pieces[:2]] == ["S", "O"]
    assert all(letters[each.id].isupper() == (each.side == "a") for each in pieces)
    crowd = [Piece(str(n), "x", "a", 0, 0, 0, 0, 0.5) for n in range(60)]
    assert len(letters_for(crowd, SIDES)) == 60


def test_the_legend_says_all_in_words() -> None:
    pieces = [
        piece("Ada", "a", 2, 2, z=3.0, facing=0.0, states=("hidden",)),
        piece("Long", "a", 2, 2, states=("overwatch", "2 flesh", "out of ammo")),
        piece("Gone", "a", 2, 2, on_table=False),
        piece("Rim", "b", 5, 5),
    ]
    lines = [line.plain for line in legend(pieces, letters_for(pieces, SIDES), {"a": "Crows", "b": "Rats"})]
    assert lines == [
        "Crows",
        "  CAPITALS",
        'A Ada → 3" hidden',
        "L Long ↑",
        "  overwatch, 2 flesh,",
        "  out of ammo",
        "  not here: Gone",
        "",
        "Rats",
        "  small letters",
        "r Rim ↑",
    ]


def test_a_group_has_a_line_in_the_legend_of_its_side() -> None:
    pieces = [piece("Ada", "a", 2, 2), piece("Aen", "a", 4, 2), piece("Rim", "b", 5, 5)]
    groups = [Group("g", "Squad", "a", ("Ada", "Aen"), ("pinned",)), Group("h", "Mob", "b", ("Rim",))]
    names = {"a": "Crows", "b": "Rats"}
    lines = [line.plain for line in legend(pieces, letters_for(pieces, SIDES), names, groups=groups)]
    assert lines == [
        "Crows",
        "  CAPITALS",
        "A Ada ↑",
        "E Aen ↑",
        "AE Squad",
        "  pinned",
        "",
        "Rats",
        "  small letters",
        "r Rim ↑",
        "r Mob",
    ]


def test_those_who_act_together_share_a_letter_and_a_line() -> None:
    """Who comes to another group takes its letter; who acts alone keeps his own."""
    squad, mob = Group("g", "Squad", "a", ("Ada", "Aen"), ("pinned",)), Group("h", "Mob", "a", ("Rim",))
    ada, aen = (replace(piece(name, "a", 2, 2), group="g") for name in ("Ada", "Aen"))
    rim = replace(piece("Rim", "a", 5, 5), group="h")
    letters = letters_for([ada, aen, rim], SIDES, groups=[squad, mob])
    assert [letters[each] for each in ("Ada", "Aen", "Rim")] == ["S", "S", "R"]
    lines = [line.plain for line in legend([ada, aen, rim], letters, {"a": "Crows"}, groups=[squad, mob])]
    assert lines == ["Crows", "  CAPITALS", "R Rim ↑", "S Squad: 2", "  pinned", "R Mob"]
    later = letters_for([ada, replace(aen, group="h"), rim], SIDES, letters, [squad, mob])
    assert later["Aen"] == later["Rim"] == later["h"] not in (letters["g"], letters["Rim"])


def test_markers_are_those_not_taken_away() -> None:
    events = [
        Marker(marker="t1", kind="loot", spot=Spot(3, 3), radius=0.4),
        Marker(marker="t2", kind="smoke", spot=Spot(12, 18), radius=2.0),
        Note(words="nothing"),
        Marker(marker="t1", kind="loot"),
    ]
    assert [marker.marker for marker in standing(events)] == ["t2"]
    drawing = Map(YARD, (52, 24))
    drawing.markers(standing(events))
    page = "\n".join(drawn(drawing))
    assert "&&" in page and "$" not in page


def test_what_is_carried_off_and_what_sleeps_are_told_apart_and_all_kinds_are_in_the_key() -> None:
    drawing = Map(YARD, (52, 24))
    kinds = {"scrap": "$", "lair": "@", "bomb": "&", "smoke": "&", "carcass": "$"}
    spots = [Spot(1.0 + 2 * n, 3) for n in range(len(kinds))]
    drawing.markers(
        Marker(marker=kind, kind=kind, spot=spot, radius=0.4) for kind, spot in zip(kinds, spots, strict=True)
    )
    row = next(line for line in drawn(drawing) if "$" in line)
    assert [each for each in row if each in "$@&"] == list(kinds.values())
    assert {"$ scrap or carcass", "@ lair", "& bomb or smoke"} <= set(drawing.key())


def test_a_copy_leaves_the_map_alone() -> None:
    drawing = Map(YARD, (52, 24))
    before = drawn(drawing)
    twin = drawing.copy()
    twin.reach([Spot(1, 1)])
    assert drawn(drawing) == before and drawn(twin) != before


def test_a_road_is_no_rough_ground() -> None:
    """Open ground that a book has a word for is told by that word; what hides one is cover."""
    road = Area("toll road", ((0, 4), (12, 4), (12, 8), (0, 8)), words=("road",))
    hedge = Area("hedge", ((0, 10), (12, 10), (12, 12), (0, 12)), shelter=0.5)
    drawing = Map(Table("crossing", 12.0, 16.0, areas=(road, hedge, replace(road, name="lane"))), (40, 20))
    assert drawing.key() == ["˙ road", "∴ rough cover"]
    drawing = Map(Table("yard", 12.0, 16.0, areas=(replace(road, words=()),)), (40, 20), symbols=False)
    assert drawing.key() == ["' toll road"]
