"""The table as it stands, drawn: an SVG to put into a page, coloured by the page's own style."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from math import cos, pi, radians, sin, sqrt

from warbook.board.geometry import Body, Oblong, Spot, corners
from warbook.board.hextable import SPACING, AnyTable, HexTable
from warbook.board.terrain import Table
from warbook.core.book import Piece

MARGIN = 0.5  # inches
Points = Iterable[tuple[float, float]]


def picture(table: AnyTable, pieces: Sequence[Piece], sides: Sequence[str]) -> str:
    """North is up. Pieces that are not on the table are not there; each has its name as a title."""
    box = f"{-MARGIN:g} {-MARGIN:g} {table.width + 2 * MARGIN:.2f} {table.depth + 2 * MARGIN:.2f}"
    ground = _hexes(table) if isinstance(table, HexTable) else _ground(table)
    drawn = "".join([*ground, *_pieces(table, pieces, sides)])
    label = escape(f"{table.name}, and who stands on it")
    return f'<svg class="table" viewBox="{box}" role="img" aria-label="{label}">{drawn}</svg>'


def _ground(table: Table) -> Iterator[str]:
    edge = ((0.0, 0.0), (table.width, 0.0), (table.width, table.depth), (0.0, table.depth))
    yield _outline("felt", edge, table, "")
    for area in table.areas:
        yield _outline("area", area.polygon, table, area.name)
    for block in table.blocks:
        yield _outline("block", block.polygon, table, block.name)
    for floor in sorted(table.floors, key=lambda each: each.level):
        yield _outline("floor", floor.polygon, table, floor.name)
    for wall in table.walls:
        yield f'<polyline class="{"door" if wall.door else "wall"}" points="{_points(wall.line, table)}"/>'


def _hexes(table: HexTable) -> Iterator[str]:
    reach = SPACING / sqrt(3)
    for hex_, ground in table.ground.items():
        x, y = table.middle(hex_)
        ring = [(x + reach * cos(n * pi / 3), y + reach * sin(n * pi / 3)) for n in range(6)]
        clear = ground == "clear"
        yield _outline("felt" if clear else "area", ring, table, "" if clear else ground)


def _pieces(table: AnyTable, pieces: Sequence[Piece], sides: Sequence[str]) -> Iterator[str]:
    """Who stands higher is drawn later. A line from the middle of a hull shows its front."""
    for piece in sorted(pieces, key=lambda each: each.z):
        if not piece.on_table:
            continue
        side = f"side{sides.index(piece.side) % 2}" if piece.side in sides else "nobodys"
        x, y = piece.x, table.depth - piece.y
        if piece.hull:
            base = Oblong(piece.hull.length, piece.hull.width)
            hull = Body(Spot(piece.x, piece.y), base, 1.0, piece.facing)
            ahead, angle = piece.hull.length / 2, radians(piece.facing)
            front = f'x2="{x + ahead * cos(angle):.2f}" y2="{y - ahead * sin(angle):.2f}"'
            shape = f'<polygon points="{_points(corners(hull), table)}"/>'
            shape += f'<line x1="{x:.2f}" y1="{y:.2f}" {front}/>'
        else:
            shape = f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{piece.radius:g}"/>'
        size = f"{max(piece.radius, 0.4):.2f}"
        letter = f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size}">{escape(piece.letter)}</text>'
        yield f'<g class="piece {side}"><title>{escape(piece.name)}</title>{shape}{letter}</g>'


def _outline(kind: str, points: Points, table: AnyTable, name: str) -> str:
    title = f"<title>{escape(name)}</title>" if name else ""
    return f'<polygon class="{kind}" points="{_points(points, table)}">{title}</polygon>'


def _points(points: Points, table: AnyTable) -> str:
    return " ".join(f"{x:.2f},{table.depth - y:.2f}" for x, y in points)
