"""Pieces put to where they stand on a real table, whatever the rules had done with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from warbook.board.geometry import point_in_polygon
from warbook.core.questions import Refused

if TYPE_CHECKING:
    from warbook.board.hextable import AnyTable
    from warbook.core.book import Piece

CLOSEST = 0.9  # of the room that two bases take: places that are read off a table are not exact
APART = 1.0  # inches of height from which two can stand above each other


def put(
    table: AnyTable,
    pieces: Sequence[Piece],
    battle: Any,
    piece: str,
    spot: tuple[float, float, float],
    facing: float | None,
) -> None:
    """In a battle whose pieces have their x, y, z and facing themselves; refuses what is off the table, and
    where somebody else stands."""
    x, y, z = spot
    moved = next((each for each in pieces if each.id == piece), None)
    if moved is None or not moved.on_table or moved.aboard:
        raise Refused("only what stands on the table can be put elsewhere")
    if not (0 <= x <= table.width and 0 <= y <= table.depth):
        raise Refused("that is not on the table")
    for other in pieces:
        if other.id != piece and other.on_table and not (other.aboard or other.hull or moved.hull):
            near = CLOSEST * (other.radius + moved.radius)
            if (other.x - x) ** 2 + (other.y - y) ** 2 < near**2 and abs(other.z - z) < APART:
                raise Refused(f"{other.name} stands there")
    found = _itself(battle, piece)
    if found is None:
        raise Refused("it has no place of its own")
    places = {"x": x, "y": y, "z": z, "facing": moved.facing if facing is None else facing}
    for name, value in places.items():
        if hasattr(found, name):
            setattr(found, name, value)


def _itself(battle: Any, piece: str) -> Any:
    for name in battle.__struct_fields__:
        value = getattr(battle, name)
        for each in value if isinstance(value, list) else ():
            if getattr(each, "id", None) == piece and hasattr(each, "x"):
                return each
    return None


def standing_level(table: AnyTable, x: float, y: float, near: float) -> float:
    """The height on which one can stand there that is nearest to a height."""
    levels = [0.0]
    for block in getattr(table, "blocks", ()):
        if block.roof and point_in_polygon(x, y, block.polygon):
            levels.append(block.top)
    for floor in getattr(table, "floors", ()):
        if point_in_polygon(x, y, floor.polygon):
            levels.append(floor.level)
    return min(levels, key=lambda level: abs(level - near))
