"""The table and what stands on it, as written in a scenario's TOML."""

from collections.abc import Iterable
from math import hypot
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from warbook.board.geometry import Point, Polygon, point_in_polygon, point_to_outline, segments_cross, sides
from warbook.board.memory import Remembering

GroundKind: TypeAlias = Literal["open", "difficult", "very-difficult", "impassable"]
Inches: TypeAlias = Annotated[float, Meta(ge=0)]
Share: TypeAlias = Annotated[float, Meta(ge=0, le=1)]
# What a book reads in a piece and the board does not: dangerous, road, water, soft-cover.
Words: TypeAlias = tuple[Annotated[str, Meta(pattern="^[a-z][a-z0-9-]*$", max_length=30)], ...]

SAME_LEVEL = 0.01
ON_OUTLINE = 1e-6
LARGEST = 96.0  # inches a table may be wide and deep
MOST_PIECES = 200
MOST_CORNERS = 100  # of one piece
FURTHEST_STEP_OFF = 2.5


class Area(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True):
    """A patch of ground. `shelter` is the share of a body standing inside that is hidden from outside."""

    name: str
    polygon: Polygon
    ground: GroundKind = "open"
    shelter: Share = 0.0
    level: float = 0.0
    words: Words = ()


class Block(Struct, frozen=True, forbid_unknown_fields=True):
    """A solid prism from `base` to `base + height`; with a `roof` one can stand on it."""

    name: str
    polygon: Polygon
    height: float
    base: Inches = 0.0
    roof: bool = True
    words: Words = ()

    @property
    def top(self) -> float:
        return self.base + self.height


class Floor(Struct, frozen=True, forbid_unknown_fields=True):
    """A thin slab to stand on and to walk beneath: a walkway, a gantry, a platform."""

    name: str
    polygon: Polygon
    level: float
    words: Words = ()


class Wall(Struct, frozen=True, forbid_unknown_fields=True):
    """A thin wall, barricade or railing. A door lets movement through but not sight."""

    name: str
    line: tuple[Point, ...]
    height: float
    base: Inches = 0.0
    door: bool = False
    words: Words = ()

    @property
    def top(self) -> float:
        return self.base + self.height


class Ladder(Struct, frozen=True, forbid_unknown_fields=True):
    """One climbs straight up from `at` and steps off onto `top`."""

    at: Point
    top: Point
    height: float
    name: str = ""
    bottom: Inches = 0.0


class Table(Remembering, frozen=True, forbid_unknown_fields=True):
    name: str
    width: float
    depth: float
    areas: tuple[Area, ...] = ()
    blocks: tuple[Block, ...] = ()
    floors: tuple[Floor, ...] = ()
    walls: tuple[Wall, ...] = ()
    ladders: tuple[Ladder, ...] = ()

    def check(self) -> list[str]:
        """What is wrong with this table, one sentence each; nothing when it can be played on."""
        wrong: list[str] = []
        if not (0 < self.width <= LARGEST and 0 < self.depth <= LARGEST):
            wrong.append(f"the table {self.name!r} must be 0 to {LARGEST:g} inches wide and deep")
            return wrong
        pieces = sum(map(len, (self.areas, self.blocks, self.floors, self.walls, self.ladders)))
        if pieces > MOST_PIECES:
            return [f"the table {self.name!r} has {pieces} pieces; {MOST_PIECES} are the most"]
        spread: tuple[Area | Block | Floor, ...] = (*self.areas, *self.blocks, *self.floors)
        for piece in spread:
            wrong += _wrong_polygon(_title(piece), piece.polygon)
            wrong += self._off_table(_title(piece), piece.polygon)
        upright: tuple[Block | Wall, ...] = (*self.blocks, *self.walls)
        for tall in upright:
            if tall.height <= 0:
                wrong.append(f"{_title(tall)} must be higher than {tall.height:g} inches")
        for floor in self.floors:
            if floor.level <= 0:
                wrong.append(f"{_title(floor)} must lie above the ground, not at {floor.level:g} inches")
        for wall in self.walls:
            if len(wall.line) > MOST_CORNERS:
                wrong.append(f"{_title(wall)} has {len(wall.line)} points; {MOST_CORNERS} are the most")
            if len(wall.line) < 2:
                wrong.append(f"{_title(wall)} needs at least 2 points, not {len(wall.line)}")
            wrong += self._off_table(_title(wall), wall.line)
        for ladder in self.ladders:
            wrong += self._wrong_ladder(ladder)
        return wrong

    def _off_table(self, title: str, points: tuple[Point, ...]) -> list[str]:
        return [
            f"{title} leaves the table at ({x:g}, {y:g})"
            for x, y in points
            if not (0 <= x <= self.width and 0 <= y <= self.depth)
        ][:1]

    def _wrong_ladder(self, ladder: Ladder) -> list[str]:
        title = _title(ladder)
        wrong = self._off_table(title, (ladder.at, ladder.top))
        if ladder.height <= 0:
            wrong.append(f"{title} must be higher than {ladder.height:g} inches")
        apart = hypot(ladder.top[0] - ladder.at[0], ladder.top[1] - ladder.at[1])
        if apart > FURTHEST_STEP_OFF:
            wrong.append(f"{title} ends {apart:.1f} inches from its foot: {FURTHEST_STEP_OFF:g} is the most")
        ends = (("starts", ladder.at, ladder.bottom), ("ends", ladder.top, ladder.bottom + ladder.height))
        for verb, (x, y), level in ends:
            if not any(surface.holds(x, y, level) for surface in surfaces(self)):
                wrong.append(
                    f"{title} {verb} at ({x:g}, {y:g}), {level:g} inches up, where no floor or roof is"
                )
        return wrong


def areas_at(areas: Iterable[Area], x: float, y: float, z: float = 0.0) -> list[Area]:
    """The areas in which a point lies, outlines included."""
    return [area for area in areas if Surface(area.level, area.polygon, area.name).holds(x, y, z)]


class Surface(Struct, frozen=True):
    """Something to stand on; the ground has no polygon and reaches everywhere."""

    level: float
    polygon: Polygon | None
    name: str

    def spans(self, x: float, y: float) -> bool:
        """Whether it lies at (x, y), outline included."""
        if self.polygon is None:
            return True
        return point_in_polygon(x, y, self.polygon) or point_to_outline(x, y, self.polygon) <= ON_OUTLINE

    def holds(self, x: float, y: float, z: float) -> bool:
        return abs(self.level - z) <= SAME_LEVEL and self.spans(x, y)


def surfaces(table: Table) -> list[Surface]:
    """The ground first, then roofs, then floors."""
    return [
        Surface(0.0, None, "the ground"),
        *(Surface(block.top, block.polygon, block.name) for block in table.blocks if block.roof),
        *(Surface(floor.level, floor.polygon, floor.name) for floor in table.floors),
    ]


def surface_at(table: Table, x: float, y: float, z: float) -> Surface | None:
    """What one stands on, or lands on when falling, at (x, y) from height z; None inside something solid."""
    below = [s for s in surfaces(table) if s.level <= z + SAME_LEVEL and s.spans(x, y)]
    landing = max(below, key=lambda s: s.level)
    for block in table.blocks:
        solid = block.base <= landing.level + SAME_LEVEL and block.top > landing.level + SAME_LEVEL
        if solid and _strictly_inside(x, y, block.polygon):
            return None
    return landing


def _strictly_inside(x: float, y: float, polygon: Polygon) -> bool:
    return point_in_polygon(x, y, polygon) and point_to_outline(x, y, polygon) > ON_OUTLINE


def _title(piece: Area | Block | Floor | Wall | Ladder) -> str:
    return f"the {type(piece).__name__.lower()} {piece.name!r}"


def _wrong_polygon(title: str, polygon: Polygon) -> list[str]:
    if len(polygon) < 3:
        return [f"{title} needs at least 3 corners, not {len(polygon)}"]
    if len(polygon) > MOST_CORNERS:
        return [f"{title} has {len(polygon)} corners; {MOST_CORNERS} are the most"]
    outline = sides(polygon)
    for i, (a, b) in enumerate(outline):
        if a == b:
            return [f"{title} has the corner ({a[0]:g}, {a[1]:g}) twice in a row"]
        for j in range(i + 2, len(outline)):
            if (i, j) != (0, len(outline) - 1) and segments_cross(a, b, *outline[j]):
                return [f"{title} crosses its own outline near ({a[0]:g}, {a[1]:g})"]
    return []
