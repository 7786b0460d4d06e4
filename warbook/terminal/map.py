"""The table drawn in characters: terrain by height, walls, ladders, markers and models.

North is up and y grows upwards. A character is twice as high as it is wide, so one row shows twice as many
inches as one column. Models of the first side are capitals, those of the second small letters, so that the
sides differ without colour.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from itertools import groupby
from math import ceil, floor, hypot
from string import ascii_lowercase, ascii_uppercase, digits
from types import MappingProxyType

from msgspec import Struct
from rich.text import Text

from warbook.board.geometry import Body, Oblong, Point, Spot, corners, facing_words, point_in_polygon, sides
from warbook.board.hextable import AnyTable, HexTable, name_of
from warbook.board.hulls import edge_line
from warbook.board.terrain import Block, Floor, Table
from warbook.core.book import Group, Hull, Piece
from warbook.core.events import Event, Marker
from warbook.telling.places import arrow

TICK = 6  # inches between the marks on the edges
LEGEND = 22  # columns beside the map
SIDE_STYLES = ("bold bright_cyan", "bold bright_yellow", "bold bright_magenta", "bold bright_green")


class Glyphs(Struct, frozen=True):
    grid: str
    difficult: str
    very_difficult: str
    impassable: str
    marked: str  # open ground that a book has a word for, such as a road
    roofs: str  # by height: up to 1.5 inches, up to 4, above
    solid: str
    floor: str
    low: str  # walls across, upright, rising, falling
    middle: str
    high: str
    hull: str
    ladder: str
    reach: str
    frame: (
        str  # corners top left, top right, bottom left, bottom right, across, upright, ticks below and left
    )
    badges: str  # down, pinned, broken, hidden, overwatch, anything else


DRAWN = Glyphs(
    "·", "∴", "≈", "▚", "˙", "░▒▓", "■", "═", "┄┆⟋⟍", "─│╱╲", "━┃╱╲", "╍╏╱╲", "╫", "•", "┌┐└┘─│┴┤", "×¬!?°*"
)
TYPED = Glyphs(
    ".",
    ",",
    ";",
    "~",
    "'",
    "123",
    "0",
    "=",
    "-|/\\",
    "-|/\\",
    "#|/\\",
    "::::",
    "%",
    "+",
    "++++-|+|",
    "_-!?^*",
)

STATES = ("down", "pinned", "broken", "hidden", "overwatch")
GROUNDS = {  # of hexes
    "rough": ",",
    "ruins": ";",
    "forest": "^",
    "burned-forest": "'",
    "sand-dunes": "~",
    "hills": "n",
    "mountains": "M",
    "swamp": "%",
    "building": "#",
    "river": "-",
    "water": "w",
}
FRONTS = ">^<v"
MARKERS = {"loot": "$", "scrap": "$", "carcass": "$", "plasma": "@", "lair": "@"}
MARKER = "&"  # any other


class Cell(Struct, frozen=True):
    char: str = " "
    style: str = ""
    owner: str = ""


BARE = Cell()


class Map:
    """One drawing of a table; `lines` gives it framed and, where there is room, with the legend beside it."""

    def __init__(self, table: AnyTable, room: tuple[int, int], symbols: bool = True) -> None:
        self.table = table
        self.glyphs = DRAWN if symbols else TYPED
        self.symbols = symbols
        self.scale = _scale(table, room)
        self.beside = room[0] >= table.width * self.scale + 6 + LEGEND
        self.columns, self.rows = ceil(table.width * self.scale), ceil(table.depth * self.scale / 2)
        self.cells = [[BARE] * self.columns for _ in range(self.rows)]
        self.used: dict[str, str] = {}  # what the key must explain
        if isinstance(table, HexTable):
            self._hexes(table)
        else:
            self._ground(table)
            self._heights(table)
            self._walls(table)
            self._ladders(table)
            self._labels(table)

    def copy(self) -> Map:
        """The same table to put other things on."""
        twin = copy(self)
        twin.cells, twin.used = [row.copy() for row in self.cells], self.used.copy()
        return twin

    # ------------------------------------------------------------ what stands on it

    def reach(self, spots: Iterable[Spot]) -> None:
        """Where a model may go."""
        for spot in spots:
            row, column = self._cell(spot.x, spot.y)
            cell = self.cells[row][column]
            if cell.char != self.glyphs.solid and cell.owner not in ("label", "wall", "ladder"):
                self.cells[row][column] = Cell(self.glyphs.reach, "bright_green")
                self.used[self.glyphs.reach] = "within reach"

    def mark(self, spot: Spot, char: str, style: str, words: str) -> None:
        """A place that means something; what stands there is drawn over it."""
        row, column = self._cell(spot.x, spot.y)
        self.cells[row][column] = Cell(char, style)
        self.used[char] = words

    def markers(self, markers: Iterable[Marker]) -> None:
        for marker in markers:
            if marker.spot is None:
                continue
            glyph = MARKERS.get(marker.kind, MARKER)
            for row, column in self._disc(marker.spot, marker.radius):
                self.cells[row][column] = Cell(glyph, "bold bright_green", "marker")
            known = self.used.get(glyph, "").split(" or ")
            self.used[glyph] = " or ".join(dict.fromkeys(filter(None, (*known, marker.kind))))

    def pieces(
        self, pieces: Sequence[Piece], letters: dict[str, str], sides: Sequence[str], active: str = ""
    ) -> None:
        """Models, lowest first; two in one place are put side by side."""
        taken: set[tuple[int, int]] = set()
        placed = []
        for piece in sorted((p for p in pieces if p.on_table), key=lambda p: (p.z, p.id)):
            style = SIDE_STYLES[sides.index(piece.side) % len(SIDE_STYLES)]
            if piece.hull is not None:
                self._hull(piece, piece.hull, style)
            row, column = self._free(*self._cell(piece.x, piece.y), taken)
            taken.add((row, column))
            style += " reverse" if piece.id == active else ""
            self.cells[row][column] = Cell(letters[piece.id], style, "piece")
            placed.append((row, column, piece, style))
        for row, column, piece, style in placed:
            badge = self._badge(piece)
            if badge and column + 1 < self.columns and (row, column + 1) not in taken:
                self.cells[row][column + 1] = Cell(badge, style.removesuffix(" reverse"), "badge")

    def _hull(self, piece: Piece, hull: Hull, style: str) -> None:
        """Its outline to scale, through the middle of cells, with an arrow in the middle of its front."""
        inside = 1 / self.scale
        base = Oblong(max(inside, hull.length - inside), max(inside, hull.width - inside))
        body = Body(Spot(piece.x, piece.y), base, 0.0, piece.facing)
        for a, b in sides(corners(body)):
            self._stroke(a, b, self.glyphs.hull, style.removeprefix("bold "), "hull")
        (x0, y0), (x1, y1) = edge_line(body, "front")
        row, column = self._cell((x0 + x1) / 2, (y0 + y1) / 2)
        front = arrow(piece.facing) if self.symbols else FRONTS[round(piece.facing / 90.0) % 4]
        self.cells[row][column] = Cell(front, style, "hull")
        self.used[self.glyphs.hull[:2]] = "hull, with an arrow at its front"

    # ------------------------------------------------------------ as lines

    def lines(self, legend: Sequence[Text] = ()) -> list[Text]:
        """The drawing from north to south."""
        corner = self.glyphs.frame
        found = [Text("   ").append(f"{corner[0]}{corner[4] * self.columns}{corner[1]}", "dim")]
        marks = self._left_marks()
        for number, row in enumerate(self.cells):
            mark = marks.get(number)
            line = Text(f"{mark:>3}" if mark is not None else "   ", "dim")
            line.append(corner[7] if mark is not None else corner[5], "dim")
            for style, run in groupby(row, key=lambda cell: cell.style):
                line.append("".join(cell.char for cell in run), style)
            line.append(corner[5], "dim")
            found.append(line)
        found.extend(self._bottom())
        if not self.beside:
            return [*found, *legend]
        wide = self.columns + 6
        for number, entry in enumerate(legend):
            if number >= len(found):
                found.append(Text(" " * wide))
            line = found[number]
            line.pad_right(max(0, wide - line.cell_len))
            line.append_text(entry)
        return found

    def key(self) -> list[str]:
        """What the characters of this drawing mean."""
        return [f"{char} {words}" for char, words in self.used.items()]

    # ------------------------------------------------------------ terrain

    def _ground(self, table: Table) -> None:
        for x in range(TICK, ceil(table.width), TICK):
            for y in range(TICK, ceil(table.depth), TICK):
                row, column = self._cell(x, y)
                self.cells[row][column] = Cell(self.glyphs.grid, "bright_black")
        kinds = {
            "difficult": (self.glyphs.difficult, "yellow", "difficult ground"),
            "very-difficult": (self.glyphs.very_difficult, "blue", "very difficult ground"),
            "impassable": (self.glyphs.impassable, "bright_blue", "impassable"),
            "open": (self.glyphs.difficult, "green", "rough cover"),
        }
        named = list[str]()
        for area in table.areas:
            glyph, style, words = kinds[area.ground]
            if area.ground == "open" and not area.shelter:
                named += area.words[:1] or (area.name,)
                glyph, style, words = self.glyphs.marked, "bright_black", ", ".join(dict.fromkeys(named))
            self._fill(area.polygon, glyph, style, "")
            self.used[glyph] = words

    def _heights(self, table: Table) -> None:
        """Blocks and floors, the highest on top."""
        spread: list[Block | Floor] = [*table.blocks, *table.floors]
        for piece in sorted(spread, key=_top):
            if isinstance(piece, Floor):
                self._fill(piece.polygon, self.glyphs.floor, "yellow", piece.name)
                self.used[self.glyphs.floor] = "walkway (one can pass beneath)"
            elif not piece.roof:
                self._fill(piece.polygon, self.glyphs.solid, "bright_black", piece.name)
                self.used[self.glyphs.solid] = "solid thing"
            else:
                rank = 0 if piece.top <= 1.5 else 1 if piece.top <= 4 else 2
                self._fill(
                    piece.polygon, self.glyphs.roofs[rank], "white" if rank else "bright_black", piece.name
                )
                shown = self.glyphs.roofs if self.symbols else self.glyphs.roofs[rank]
                self.used[shown] = "roof to stand on, with its height"

    def _walls(self, table: Table) -> None:
        for wall in table.walls:
            glyphs, words, style = self._wall_class(wall.height)
            for a, b in zip(wall.line, wall.line[1:], strict=False):
                self._stroke(a, b, glyphs, style)
            self.used[glyphs[:2]] = words
        order = (self.glyphs.low[:2], self.glyphs.middle[:2], self.glyphs.high[:2])
        for name in order:
            if name in self.used:
                self.used[name] = self.used.pop(name)

    def _wall_class(self, height: float) -> tuple[str, str, str]:
        if height <= 1:
            return self.glyphs.low, 'wall to 1"', "white"
        if height <= 2:
            return self.glyphs.middle, 'to 2"' if self.symbols else 'wall to 2"', "bold white"
        return self.glyphs.high, "higher", "bold bright_white"

    def _ladders(self, table: Table) -> None:
        for ladder in table.ladders:
            row, column = self._cell(*ladder.at)
            self.cells[row][column] = Cell(self.glyphs.ladder, "bold bright_white", "ladder")
            self.used[self.glyphs.ladder] = "ladder"

    def _labels(self, table: Table) -> None:
        """Each roof and floor says how high it is, near its middle."""
        spread: list[Block | Floor] = [*table.blocks, *table.floors]
        for piece in spread:
            if isinstance(piece, Block) and not piece.roof:
                continue
            label = f'{_top(piece):g}"'
            middle_x = sum(x for x, _ in piece.polygon) / len(piece.polygon)
            middle_y = sum(y for _, y in piece.polygon) / len(piece.polygon)
            across, down = middle_x * self.scale, (table.depth - middle_y) * self.scale / 2
            room = [
                (abs(row + 0.5 - down) * 2 + abs(column + len(label) / 2 - across), row, column)
                for row, column in self._owned(piece.name)
                if column + len(label) <= self.columns
                and all(self.cells[row][column + n].owner == piece.name for n in range(len(label)))
            ]
            if room:
                _, row, column = min(room)
                for n, char in enumerate(label):
                    self.cells[row][column + n] = Cell(char, "bright_white", "label")

    def _hexes(self, table: HexTable) -> None:
        """Every hex filled with what lies there, a border to its west, and its name in the middle."""
        for row in range(self.rows):
            for column in range(self.columns):
                x, y = self._centre(row, column)
                hex_ = table.at(x, y)
                if hex_ is None:
                    continue
                ground = table.ground[hex_]
                char = GROUNDS.get(ground, ground[:1])
                if table.at(x - 1 / self.scale, y) != hex_:
                    self.cells[row][column] = Cell(self.glyphs.low[1], "dim")
                elif ground != "clear":
                    self.cells[row][column] = Cell(char, "dim", "ground")
                    self.used[char] = ground.replace("-", " ")
        for hex_ in table.hexes():
            row, column = self._cell(*table.middle(hex_))
            name = name_of(hex_) + ("=" if hex_ in table.roads else "")
            for n, char in enumerate(name, column - len(name) // 2):
                if 0 <= n < self.columns and row + 1 < self.rows:
                    self.cells[row + 1][n] = Cell(char, "dim", "label")
        if table.roads:
            self.used["="] = "road"

    # ------------------------------------------------------------ cells

    def _owned(self, owner: str) -> list[tuple[int, int]]:
        return [
            (r, c) for r, row in enumerate(self.cells) for c, cell in enumerate(row) if cell.owner == owner
        ]

    def _cell(self, x: float, y: float) -> tuple[int, int]:
        column = min(max(floor(x * self.scale), 0), self.columns - 1)
        row = min(max(floor((self.table.depth - y) * self.scale / 2), 0), self.rows - 1)
        return row, column

    def _centre(self, row: int, column: int) -> Point:
        return (column + 0.5) / self.scale, self.table.depth - (row + 0.5) * 2 / self.scale

    def _fill(self, polygon: Sequence[Point], char: str, style: str, owner: str) -> None:
        top, left = self._cell(min(x for x, _ in polygon), max(y for _, y in polygon))
        bottom, right = self._cell(max(x for x, _ in polygon), min(y for _, y in polygon))
        inside = [
            (row, column)
            for row in range(top, bottom + 1)
            for column in range(left, right + 1)
            if point_in_polygon(*self._centre(row, column), tuple(polygon))
        ]
        middle = self._cell(
            sum(x for x, _ in polygon) / len(polygon), sum(y for _, y in polygon) / len(polygon)
        )
        for row, column in inside or [middle]:
            self.cells[row][column] = Cell(char, style, owner)

    def _stroke(self, a: Point, b: Point, glyphs: str, style: str, owner: str = "wall") -> None:
        dx, dy = b[0] - a[0], b[1] - a[1]
        if abs(dx) >= 2 * abs(dy):
            glyph = glyphs[0]
        elif abs(dy) >= 2 * abs(dx):
            glyph = glyphs[1]
        else:
            glyph = glyphs[2] if dx * dy > 0 else glyphs[3]
        count = max(1, ceil(max(abs(dx), abs(dy)) * self.scale * 2))
        for n in range(count + 1):
            x, y = a[0] + (b[0] - a[0]) * n / count, a[1] + (b[1] - a[1]) * n / count
            row, column = self._cell(x, y)
            self.cells[row][column] = Cell(glyph, style, owner)

    def _disc(self, spot: Spot, radius: float) -> list[tuple[int, int]]:
        found = [
            (row, column)
            for row in range(self.rows)
            for column in range(self.columns)
            if hypot(self._centre(row, column)[0] - spot.x, self._centre(row, column)[1] - spot.y) <= radius
        ]
        return found or [self._cell(spot.x, spot.y)]

    def _free(self, row: int, column: int, taken: set[tuple[int, int]]) -> tuple[int, int]:
        spread = sorted(
            ((r, c) for r in range(row - 2, row + 3) for c in range(column - 3, column + 4)),
            key=lambda rc: (abs(rc[0] - row) * 2 + abs(rc[1] - column), rc),
        )
        for r, c in spread:
            if 0 <= r < self.rows and 0 <= c < self.columns and (r, c) not in taken:
                return r, c
        return row, column

    def _badge(self, piece: Piece) -> str:
        for number, state in enumerate(STATES):
            if state in piece.states:
                self.used[self.glyphs.badges[number]] = state
                return self.glyphs.badges[number]
        if piece.states:
            self.used[self.glyphs.badges[-1]] = "see the list"
            return self.glyphs.badges[-1]
        return ""

    def _left_marks(self) -> dict[int, int]:
        if isinstance(self.table, HexTable):
            return {}
        return {self._cell(0, y)[0]: y for y in range(0, ceil(self.table.depth) + 1, TICK)}

    def _bottom(self) -> list[Text]:
        edge = [self.glyphs.frame[4]] * self.columns
        names = [" "] * (self.columns + 4)
        marks = () if isinstance(self.table, HexTable) else range(0, ceil(self.table.width) + 1, TICK)
        for x in marks:
            column = self._cell(x, 0)[1]
            edge[column] = self.glyphs.frame[6]
            names[column : column + len(str(x))] = list(str(x))
        frame = f"{self.glyphs.frame[2]}{''.join(edge)}{self.glyphs.frame[3]}"
        return [Text("   ").append(frame, "dim"), Text(f"    {''.join(names).rstrip()}", "dim")]


# ---------------------------------------------------------------- the legend


def letters_for(
    pieces: Sequence[Piece],
    sides: Sequence[str],
    known: Mapping[str, str] = MappingProxyType({}),
    groups: Sequence[Group] = (),
) -> dict[str, str]:
    """A letter for every model, no two the same, but those who act together share one: the one it is known
    by, or from its name if one of those is free."""
    shared = {group.id: group for group in groups if sum(each.group == group.id for each in pieces) > 1}
    found = dict(known)
    lettered: list[Group | Piece] = [*shared.values(), *(each for each in pieces if each.group not in shared)]
    for one in lettered:
        if one.id in found:
            continue
        alphabet = (ascii_uppercase, ascii_lowercase, digits)[min(sides.index(one.side), 2)]
        wanted = [char for char in _cased(one.name, alphabet) if char in alphabet]
        used = set(found.values())
        found[one.id] = next((char for char in (*wanted, *alphabet, *digits) if char not in used), "+")
    return found | {piece.id: found[piece.group] for piece in pieces if piece.group in shared}


def legend(
    pieces: Sequence[Piece],
    letters: dict[str, str],
    names: dict[str, str],
    symbols: bool = True,
    active: str = "",
    groups: Sequence[Group] = (),
) -> list[Text]:
    """Every model with its letter, where it faces, how high it stands and its states; a group whose members
    share a letter has one line for all of them."""
    lines: list[Text] = []
    for number, (side, title) in enumerate(names.items()):
        style = SIDE_STYLES[number % len(SIDE_STYLES)]
        case = ("CAPITALS", "small letters", "digits")[min(number, 2)]
        mine = [piece for piece in pieces if piece.side == side]
        if not mine:
            continue
        lines.append(Text(title, f"{style} underline"))
        lines.append(Text(f"  {case}", "dim"))
        for piece in mine:
            if piece.on_table and letters.get(piece.group) != letters[piece.id]:
                lines.extend(_entry(piece, letters[piece.id], style, symbols, piece.id == active))
        here = {piece.id for piece in mine if piece.on_table}
        for group in groups:
            if group.side == side and here.intersection(group.members):
                mine_here = [letters[each] for each in group.members if each in here]
                lines.extend(
                    _group(group, sorted(set(mine_here), key=mine_here.index), len(mine_here), style)
                )
        for carrier in pieces:
            riders = {piece.id: piece.name for piece in mine if piece.aboard == carrier.id}
            aboard = []
            for group in groups:
                together = [rider for rider in group.members if riders.pop(rider, "")]
                aboard += [f"{group.name} ({len(together)})"] if together else []
            aboard += riders.values()
            if aboard:
                lines.extend(_wrapped(f"aboard {carrier.name}: {', '.join(aboard)}", "dim"))
        gone = [piece.name for piece in mine if not piece.on_table and not piece.aboard]
        gone = [f"{count} x {name}" if count > 1 else name for name, count in Counter(gone).items()]
        if gone and here:
            lines.extend(_wrapped(f"not here: {', '.join(gone)}", "dim"))
        lines.append(Text(""))
    return lines[:-1]


def group_words(group: Group) -> str:
    """A group, how many it has, and its states."""
    return ", ".join((f"{group.name}: {len(group.members)}", *group.states))


def _entry(piece: Piece, letter: str, style: str, symbols: bool, active: bool) -> list[Text]:
    facing = (
        arrow(piece.facing)
        if symbols
        else "".join(part[0].upper() for part in facing_words(piece.facing).split("-"))
    )
    height = f' {piece.z:.2g}"' if piece.z > 0.05 else ""
    line = Text().append(letter, f"{style} reverse" if active else style)
    line.append(f" {piece.name} {facing}{height}")
    if not piece.states:
        return [line]
    badges = ", ".join(piece.states)
    if line.cell_len + 1 + len(badges) <= LEGEND - 1:
        return [line.append(f" {badges}", "italic")]
    return [line, *_wrapped(badges, "italic")]


def _group(group: Group, letters: Sequence[str], count: int, style: str) -> list[Text]:
    line = Text().append("".join(letters), style).append(f" {group.name}")
    if count > len(letters):
        line.append(f": {count}")
    return [line, *_wrapped(", ".join(group.states), "italic")]


def _wrapped(words: str, style: str) -> list[Text]:
    return [Text(f"  {line}", style) for line in textwrap.wrap(words, LEGEND - 3)]


def standing(events: Iterable[Event]) -> list[Marker]:
    """The markers that are on the table after these events."""
    found: dict[str, Marker] = {}
    for event in events:
        if isinstance(event, Marker):
            found.pop(event.marker, None)
            if event.spot is not None:
                found[event.marker] = event
    return list(found.values())


def _scale(table: AnyTable, room: tuple[int, int]) -> float:
    """Columns to the inch: as many as fit, in quarters, and enough to read the names of hexes."""
    wide = (room[0] - 6 - LEGEND) / table.width
    high = max(24, room[1] - 12) * 2 / table.depth
    least, most = (2.5, 5.0) if isinstance(table, HexTable) else (1.0, 3.0)
    return max(least, min(most, floor(4 * min(wide, high)) / 4))


def _cased(name: str, alphabet: str) -> str:
    return name.upper() if alphabet is ascii_uppercase else name.lower()


def _top(piece: Block | Floor) -> float:
    return piece.level if isinstance(piece, Floor) else piece.top
