"""A table of hexes in numbers: neighbours, distances, angles and lines of sight between all hexes."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from warbook.board.hexes import between, sides_towards, turns
from warbook.board.hextable import HexTable
from warbook.board.memory import recall
from warbook.books.steampunk.bot.might import FARTHEST, NOUGHT
from warbook.books.steampunk.ground import COVER, blocking, height
from warbook.books.steampunk.sight import FLYING, OPEN
from warbook.books.steampunk.state import Battle

MOST_LANDS = 64  # of one table, known at once
COVERED = 0.6  # of the fear that cover takes away

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Looks = npt.NDArray[np.uint8]  # enough for PLACES


class Lie:
    """What lies between the hexes of a table whatever is on them; made once for each table."""

    def __init__(self, table: HexTable) -> None:
        self.lands: dict[tuple[object, ...], Land] = {}  # by what lies on the hexes just now
        self.hexes = list(table.hexes())
        self.at = {table.middle(hex_): hex_ for hex_ in self.hexes}
        self.index = {hex_: number for number, hex_ in enumerate(self.hexes)}
        self.beside = [[self.index.get(near, -1) for near in hex_.neighbours()] for hex_ in self.hexes]
        self.edge = frozenset(number for number, near in enumerate(self.beside) if -1 in near)
        q, r = np.array(self.hexes).T
        dq, dr = q[:, None] - q, r[:, None] - r
        self.far: Ints = (abs(dq) + abs(dr) + abs(dq + dr)) // 2  # from hex to hex
        self._columns: dict[int, Ints] = {}
        self._lines: dict[int, tuple[Ints, Ints, Ints]] = {}

    def towards(self, target: int) -> Ints:
        """From every hex to the target, for each facing, as one number: the distance (cut off where nothing
        reaches) and the angle in which it lies."""
        known = self._columns.get(target)
        if known is None:
            goal = self.hexes[target]
            angles = np.array([_angles(sides_towards(hex_, goal)) for hex_ in self.hexes]).T
            known = self._columns[target] = np.minimum(self.far[target], FARTHEST - 1) * 4 + angles
        return known

    def lines(self, target: int) -> tuple[Ints, Ints, Ints]:
        """From every hex to the target: the hexes crossed, in pairs where the line runs between two, and how
        many; the last number stands for open ground."""
        known = self._lines.get(target)
        if known is None:
            goal, none = self.hexes[target], len(self.hexes)
            crossed = [between(hex_, goal) for hex_ in self.hexes]
            most = max(map(len, crossed), default=0) + 1
            one = np.full((len(self.hexes), most), none)
            two = np.full((len(self.hexes), most), none)
            count = np.array([len(groups) for groups in crossed])
            for row, groups in enumerate(crossed):
                for column, group in enumerate(groups):
                    one[row, column] = self.index.get(group[0], none)
                    two[row, column] = self.index.get(group[-1], none)
            known = self._lines[target] = one, two, count
        return known


@cache
def _angles(sides: tuple[int, ...]) -> tuple[int, ...]:
    """For each facing, the angle in which something lies that is on these sides; on all where on none."""
    return tuple(min(turns(facing, side) for side in sides or range(6)) for facing in range(6))


class Land:
    """The lie with what stands on it: cover, heights, and who sees whom."""

    def __init__(self, lie: Lie, battle: Battle) -> None:
        self.lie = lie
        self.grounds = [battle.ground_at(hex_) for hex_ in lie.hexes]
        self.roads = [battle.has_road(hex_) for hex_ in lie.hexes]
        self.blocks = np.array([*(blocking(battle, hex_) for hex_ in lie.hexes), OPEN])
        self.heights = np.array([height(battle, hex_) for hex_ in lie.hexes])
        self.bare = np.array([1.0 - COVERED * (ground in COVER) for ground in self.grounds])
        size = len(lie.hexes)
        # By layers, target, facing and hex: the place of the target among distances and angles, that of the
        # nought where it is out of sight; as far as `sighted` has been asked.
        self.looks: Looks = np.empty((4, size, 6, size), dtype=np.uint8)
        self._known = np.zeros((4, size), dtype=bool)

    def sighted(self, target: int, up: bool, aloft: bool) -> int:
        """Makes sure that `looks` are known for the target, and says in which layers; `up` if it flies,
        `aloft` if those who look do."""
        layers = 2 * up + aloft
        if not self._known[layers, target]:
            self._known[layers, target] = True
            seen = self._seen(target, up, aloft)
            self.looks[layers, target] = np.where(seen, self.lie.towards(target), NOUGHT)
        return layers

    def _seen(self, target: int, up: bool, aloft: bool) -> Bools:
        """From which hexes the target is seen."""
        one, two, count = self.lie.lines(target)
        blocks = np.minimum(self.blocks[one], self.blocks[two])
        theirs = FLYING if up else int(self.heights[target])
        ours = np.full(len(self.lie.hexes), FLYING) if aloft else self.heights
        last = blocks[np.arange(len(count)), np.maximum(count - 1, 0)]
        beside_lower = np.where(ours >= theirs, last, blocks[:, 0])
        free = (blocks.max(axis=1) < np.maximum(ours, theirs)) & (beside_lower < np.minimum(ours, theirs))
        seen: Bools = free | (count == 0)
        return seen


def lie_of(table: HexTable) -> Lie:
    return recall(table, Lie)


def land_of(battle: Battle) -> Land:
    lie = lie_of(battle.table)
    smoke = tuple((mark.q, mark.r) for mark in battle.marks if mark.kind == "smoke" and mark.count)
    key = battle.rulings.mountains_block, tuple(battle.ground.items()), tuple(battle.roads), smoke
    land = lie.lands.get(key)
    if land is None:
        if len(lie.lands) >= MOST_LANDS:
            lie.lands.clear()
        land = lie.lands[key] = Land(lie, battle)
    return land
