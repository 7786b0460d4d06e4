"""Tables in a few lines of text, for the positions of every book on the inch table.

Terrain: wall, door (x,y) (x,y) h=, base=; block, floor and area (x,y) (x,y) as two corners, or as three and
more points of an outline, with h=, level=, base=, roof=no, ground=, shelter=; ladder (x,y) (x,y) h=, bottom=.
All but ladders may have words, as words=dangerous+cover-4 or each by itself. Two or more blanks, or a line
break, end a piece. Pieces of side a have capital names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from warbook.board.terrain import Area, Block, Floor, Ladder, Table, Wall
from warbook.core.questions import Refusal, Refused, Route

TERRAIN = ("wall", "door", "block", "floor", "area", "ladder")


def laid_out(text: str, size: tuple[float, float]) -> tuple[Table, list[tuple[list[str], str]]]:
    """The table of that size with the terrain in the text, and its other pieces: their words, and the piece
    as it is written."""
    terrain: dict[str, list[Any]] = {"areas": [], "blocks": [], "floors": [], "walls": [], "ladders": []}
    others = []
    for piece in re.split(r"\n|\s{2,}", text):
        words = piece.split()
        if words and words[0] in TERRAIN:
            _lay(terrain, words, piece)
        elif words:
            others.append((words, piece))
    table = Table("test", *size, **{name: tuple(items) for name, items in terrain.items()})  # type: ignore[arg-type]
    assert not table.check(), table.check()
    return table, others


def points(piece: str) -> list[tuple[float, ...]]:
    return [tuple(float(part) for part in group.split(",")) for group in re.findall(r"\(([^)]*)\)", piece)]


def rectangle(one: tuple[float, ...], other: tuple[float, ...]) -> Any:
    (x0, y0), (x1, y1) = one, other
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)


def side_of(name: str) -> str:
    return "a" if name[0].isupper() else "b"


def fields(words: list[str]) -> dict[str, str]:
    """What is given as in h=1."""
    return dict(word.split("=") for word in words if "=" in word)


def why(refusal: Refusal | None) -> Refusal:
    """The refusal that there must be."""
    assert refusal is not None, "this is allowed"
    return refusal


def allowed(route: Route, path: Iterable[Sequence[float]]) -> bool:
    """Whether the question takes that path."""
    try:
        route.accept({"path": [list(point) for point in path]})
    except Refused:
        return False
    return True


def _lay(terrain: dict[str, list[Any]], words: list[str], piece: str) -> None:
    kind, given = words[0], fields(words)
    outline: Any = tuple(points(piece))
    name = given.pop("name", kind)
    height = float(given.pop("h", 3.0))
    said = tuple(given["words"].split("+")) if "words" in given else ()
    said += tuple(word for word in words[1:] if not word.startswith("(") and "=" not in word)
    number = {
        key: float(value) for key, value in given.items() if key in ("base", "bottom", "level", "shelter")
    }
    if kind in ("wall", "door"):
        terrain["walls"].append(Wall(name, outline, height, number.get("base", 0.0), kind == "door", said))
        return
    if kind == "ladder":
        terrain["ladders"].append(Ladder(*outline, height, name, number.get("bottom", 0.0)))
        return
    corners = outline if len(outline) > 2 else rectangle(*outline)
    if kind == "block":
        roof = given.get("roof") != "no"
        terrain["blocks"].append(Block(name, corners, height, number.get("base", 0.0), roof, said))
    elif kind == "floor":
        terrain["floors"].append(Floor(name, corners, number["level"], said))
    else:
        ground: Any = given.get("ground", "open")
        terrain["areas"].append(Area(name, corners, ground, words=said, **number))
