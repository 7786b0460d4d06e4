"""The terrain that gives cover as flat arrays, and the compiled reckoning of it (arap.F45 to arap.F47).

Invariant: of a piece, `edges[FIRST:END]` are its sides; those of an area or a block close it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np

from warbook.board.geometry import Point, sides
from warbook.board.kernel import Flags, Floats, Ints, kernel
from warbook.board.shapes import END, FIRST, beside, point_square
from warbook.board.terrain import ON_OUTLINE, SAME_LEVEL, Area, Block, Table, Wall
from warbook.books.arap.terrain import Cover, Terrain, traits

CLASSES: tuple[Cover, ...] = ("none", "soft", "hard")
NONE, SOFT, HARD = range(3)
OWN = 1.0  # inches: a low thing so near to who fires is his own cover
QUARTER = 0.25
STEEP = 2.0  # inches above or below an area from which it is not looked through
MIDDLE = 0.6  # inches above its feet, the middle of a body

# Columns of pieces after those of every shape (its box and its edges): their class and whether they are
# whole; then the base and the top of what is solid, and whether it is a block, or the level of an area.
CLASS, WHOLE, BASE, TOP, IS_BLOCK = range(END + 1, END + 6)
LEVEL = BASE


class Covering:
    """What of a table gives cover; pieces whose names are `broken` are so no more."""

    def __init__(self, table: Table, own: tuple[Terrain, ...], broken: frozenset[str]) -> None:
        self._edges: list[tuple[float, float, float, float]] = []
        solids = [self._piece(wall, pairwise(wall.line), own, broken, 0.0) for wall in table.walls]
        solids += [self._piece(block, sides(block.polygon), own, broken, 1.0) for block in table.blocks]
        areas = [self._piece(area, sides(area.polygon), own, broken, 1.0) for area in table.areas]
        self.edges = np.array(self._edges).reshape(-1, 4)
        self.solids = np.array(solids).reshape(-1, 11)
        self.areas = np.array([row for row in areas if row[CLASS] != NONE]).reshape(-1, 11)

    def _piece(
        self,
        piece: Area | Block | Wall,
        lines: Iterable[tuple[Point, Point]],
        own: tuple[Terrain, ...],
        broken: frozenset[str],
        is_block: float,
    ) -> tuple[float, ...]:
        first = len(self._edges)
        self._edges += [(*p, *q) for p, q in lines]
        xs = [x for x0, _, x1, _ in self._edges[first:] for x in (x0, x1)]
        ys = [y for _, y0, _, y1 in self._edges[first:] for y in (y0, y1)]
        box = min(xs), min(ys), max(xs), max(ys)
        kind = CLASSES.index(traits(piece.words, own).cover)
        ends = (piece.level, 0.0) if isinstance(piece, Area) else (piece.base, piece.top)
        return *box, first, len(self._edges), kind, piece.name not in broken, *ends, is_block

    def standing(self, places: Floats) -> Ints:
        """The class of the best cover in which somebody stands at each place (n, 3)."""
        return _standing(self.edges, self.areas, places)

    def between(self, eyes: Floats, targets: Floats, shares: Floats, standing: Ints) -> Ints:
        """F47: the class of cover from each eye (n, 3) of each target (n, 3: its feet), of which so much is
        seen past terrain and which stands in such cover."""
        return _between(self.edges, self.solids, self.areas, eyes, targets, shares, standing)

    def fired_from(self, places: Floats, targets: Floats) -> Flags:
        """F45: whether who stands at each place fires at a target from hard cover."""
        return _fired_from(self.edges, self.solids, self.areas, places, targets)

    def highest(self, a: Point, b: Point) -> float:
        """The top of the highest solid piece on the line as seen from above; 0 if there is none."""
        return _highest(self.edges, self.solids, float(a[0]), float(a[1]), float(b[0]), float(b[1]))


def covers_named(classes: Ints) -> Sequence[Cover]:
    return [CLASSES[number] for number in classes.tolist()]


@kernel
def _inside(edges: Floats, first: int, end: int, x: float, y: float) -> bool:
    within = False
    for k in range(first, end):
        x0, y0, x1, y1 = edges[k]
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            within = not within
    return within


@kernel
def _away(edges: Floats, first: int, end: int, x: float, y: float) -> float:
    """Inches to the nearest of the edges."""
    least = np.inf
    for k in range(first, end):
        least = min(least, point_square(x, y, edges[k, 0], edges[k, 1], edges[k, 2], edges[k, 3]))
    return float(np.sqrt(least))


@kernel
def _turn(px: float, py: float, qx: float, qy: float, rx: float, ry: float) -> float:
    return (qx - px) * (ry - py) - (qy - py) * (rx - px)


@kernel
def _on(px: float, py: float, qx: float, qy: float, rx: float, ry: float) -> bool:
    """Whether r, which is on the line pq, is between them."""
    return min(px, qx) <= rx <= max(px, qx) and min(py, qy) <= ry <= max(py, qy)


@kernel
def _cross(edges: Floats, k: int, ax: float, ay: float, bx: float, by: float) -> bool:
    """Whether the line ab and an edge share a point."""
    cx, cy, dx, dy = edges[k]
    abc, abd = _turn(ax, ay, bx, by, cx, cy), _turn(ax, ay, bx, by, dx, dy)
    cda, cdb = _turn(cx, cy, dx, dy, ax, ay), _turn(cx, cy, dx, dy, bx, by)
    if abc * abd < 0 and cda * cdb < 0:
        return True
    return bool(
        (abc == 0 and _on(ax, ay, bx, by, cx, cy))
        or (abd == 0 and _on(ax, ay, bx, by, dx, dy))
        or (cda == 0 and _on(cx, cy, dx, dy, ax, ay))
        or (cdb == 0 and _on(cx, cy, dx, dy, bx, by))
    )


@kernel
def _clear(pieces: Floats, i: int, ax: float, ay: float, bx: float, by: float) -> bool:
    """Whether the line ab is wholly to one side of the box around a piece."""
    return beside(pieces, i, min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))


@kernel
def _stands(edges: Floats, areas: Floats, x: float, y: float, z: float) -> int:
    best = NONE
    for i in range(len(areas)):
        if areas[i, CLASS] <= best or not areas[i, WHOLE] or abs(areas[i, LEVEL] - z) > SAME_LEVEL:
            continue
        if beside(areas, i, x - ON_OUTLINE, y - ON_OUTLINE, x + ON_OUTLINE, y + ON_OUTLINE):
            continue
        first, end = int(areas[i, FIRST]), int(areas[i, END])
        if _inside(edges, first, end, x, y) or _away(edges, first, end, x, y) <= ON_OUTLINE:
            best = int(areas[i, CLASS])
    return best


@kernel
def _standing(edges: Floats, areas: Floats, places: Floats) -> Ints:
    found = np.empty(len(places), np.int64)
    for n in range(len(places)):
        found[n] = _stands(edges, areas, places[n, 0], places[n, 1], places[n, 2])
    return found


@kernel
def _meets(
    edges: Floats, solids: Floats, i: int, ax: float, ay: float, az: float, bx: float, by: float
) -> bool:
    """Whether the line from an eye meets a solid piece as seen from above, unless that is a low one by who
    looks: his own cover and not the target's."""
    low = solids[i, TOP] <= az
    first, end = int(solids[i, FIRST]), int(solids[i, END])
    for k in range(first, end):
        if _cross(edges, k, ax, ay, bx, by):
            if solids[i, IS_BLOCK]:
                return not (low and _away(edges, first, end, ax, ay) <= OWN + 1e-9)
            if not (low and _away(edges, k, k + 1, ax, ay) <= OWN + 1e-9):
                return True
    return False


@kernel
def _strikes(
    edges: Floats, solids: Floats, i: int, ax: float, ay: float, az: float, bx: float, by: float, bz: float
) -> bool:
    """Whether the line to the middle of a body meets a piece below its top."""
    dx, dy = bx - ax, by - ay
    for k in range(int(solids[i, FIRST]), int(solids[i, END])):
        px, py, qx, qy = edges[k]
        ex, ey = qx - px, qy - py
        across = dx * ey - dy * ex
        if abs(across) < 1e-12:
            continue
        s = ((px - ax) * ey - (py - ay) * ex) / across
        t = ((px - ax) * dy - (py - ay) * dx) / across
        height = az + s * (bz + MIDDLE - az)
        if 0.0 <= s <= 1.0 and 0.0 <= t <= 1.0 and solids[i, BASE] <= height <= solids[i, TOP]:
            return True
    return False


@kernel
def _through(edges: Floats, areas: Floats, i: int, ax: float, ay: float, bx: float, by: float) -> bool:
    """Whether the line leads through an area beyond what is close to who looks."""
    dx, dy = bx - ax, by - ay
    long = np.hypot(dx, dy)
    first, end = int(areas[i, FIRST]), int(areas[i, END])
    cuts = np.empty(end - first + 2)
    cuts[0], cuts[1], count = 0.0, 1.0, 2
    for k in range(first, end):
        px, py, qx, qy = edges[k, 0] - ax, edges[k, 1] - ay, edges[k, 2] - ax, edges[k, 3] - ay
        left_p, left_q = dx * py - dy * px, dx * qy - dy * qx
        if (left_p > 0) != (left_q > 0):
            t = (px * qy - py * qx) / (left_q - left_p)
            if 0.0 < t < 1.0:
                cuts[count] = t
                count += 1
    found = np.sort(cuts[:count])
    for n in range(count - 1):
        s, t = found[n], found[n + 1]
        far = t * long > OWN + 1e-9 and s * long < long - 1e-9
        if far and _inside(edges, first, end, ax + (s + t) / 2 * dx, ay + (s + t) / 2 * dy):
            return True
    return False


@kernel
def _between(
    edges: Floats,
    solids: Floats,
    areas: Floats,
    eyes: Floats,
    targets: Floats,
    shares: Floats,
    standing: Ints,
) -> Ints:
    found = np.empty(len(eyes), np.int64)
    for n in range(len(eyes)):
        ax, ay, az = eyes[n]
        bx, by, bz = targets[n]
        best = standing[n]
        pieces, soft, hard, behind = False, False, False, False
        for i in range(len(solids) if best < HARD else 0):
            if _clear(solids, i, ax, ay, bx, by) or not _meets(edges, solids, i, ax, ay, az, bx, by):
                continue
            pieces = True
            if solids[i, WHOLE]:
                soft = soft or solids[i, CLASS] == SOFT
                hard = hard or solids[i, CLASS] != SOFT
            if best == NONE and not behind and solids[i, CLASS] == SOFT:
                behind = _strikes(edges, solids, i, ax, ay, az, bx, by, bz)
        if best < HARD and 1.0 - shares[n] >= QUARTER:
            if hard or not pieces:
                best = HARD
            elif soft:
                best = SOFT
        for i in range(len(areas) if best == NONE and not behind else 0):
            soft_there = areas[i, CLASS] == SOFT and abs(areas[i, LEVEL] - bz) <= STEEP
            if soft_there and not _clear(areas, i, ax, ay, bx, by):
                behind = behind or _through(edges, areas, i, ax, ay, bx, by)
        found[n] = SOFT if best == NONE and behind else best
    return found


@kernel
def _highest(edges: Floats, solids: Floats, ax: float, ay: float, bx: float, by: float) -> float:
    high = 0.0
    for i in range(len(solids)):
        if solids[i, TOP] > high and not _clear(solids, i, ax, ay, bx, by):
            for k in range(int(solids[i, FIRST]), int(solids[i, END])):
                if _cross(edges, k, ax, ay, bx, by):
                    high = solids[i, TOP]
                    break
    return high


@kernel
def _fired_from(edges: Floats, solids: Floats, areas: Floats, places: Floats, targets: Floats) -> Flags:
    found = np.zeros(len(places), np.bool_)
    for n in range(len(places)):
        ax, ay, az = places[n]
        bx, by, _ = targets[n]
        found[n] = _stands(edges, areas, ax, ay, az) == HARD
        for i in range(0 if found[n] else len(solids)):
            if solids[i, CLASS] == SOFT or not solids[i, BASE] <= az + SAME_LEVEL < solids[i, TOP]:
                continue
            if _clear(solids, i, ax, ay, bx, by):
                continue
            first, end = int(solids[i, FIRST]), int(solids[i, END])
            by_it = not solids[i, IS_BLOCK] or _away(edges, first, end, ax, ay) <= OWN + 1e-9
            for k in range(first if by_it else end, end):
                at_it = solids[i, IS_BLOCK] or _away(edges, k, k + 1, ax, ay) <= OWN + 1e-9
                if at_it and _cross(edges, k, ax, ay, bx, by):
                    found[n] = True
    return found
