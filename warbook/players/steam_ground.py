"""A table of hexes in numbers: neighbours, distances, angles and lines of sight between all hexes."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from warbook.board.hexes import between, distance, sides_towards, turns
from warbook.board.hextable import HexTable
from warbook.books.steampunk.ground import COVER, blocking, height
from warbook.books.steampunk.sight import FLYING, OPEN
from warbook.books.steampunk.state import Battle
from warbook.players.steam_might import FARTHEST, NOUGHT

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


class Lie:
    """What lies between the hexes of a table whatever is on them; made once for each table."""

    def __init__(self, table: HexTable) -> None:
        self.table = table
        self.hexes = list(table.hexes())
        self.at = {table.middle(hex_): hex_ for hex_ in self.hexes}
        self.index = {hex_: number for number, hex_ in enumerate(self.hexes)}
        self.beside = [[self.index.get(near, -1) for near in hex_.neighbours()] for hex_ in self.hexes]
        self._columns: dict[int, tuple[Ints, Ints]] = {}
        self._lines: dict[int, tuple[Ints, Ints, Ints]] = {}

    def towards(self, target: int) -> tuple[Ints, Ints]:
        """From every hex to the target: the distance; and for each facing, as one number, the distance (cut
        off where nothing reaches) and the angle in which it lies."""
        known = self._columns.get(target)
        if known is None:
            goal = self.hexes[target]
            far = np.array([distance(hex_, goal) for hex_ in self.hexes])
            sides = [sides_towards(hex_, goal) or (0, 1, 2, 3, 4, 5) for hex_ in self.hexes]
            angles = np.array([[min(turns(f, s) for s in some) for some in sides] for f in range(6)])
            both = np.minimum(far, FARTHEST - 1)[None, :] * 4 + angles
            known = self._columns[target] = far, both
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


class Land:
    """The lie with what stands on it: cover, heights, and who sees whom."""

    def __init__(self, lie: Lie, battle: Battle) -> None:
        self.lie = lie
        self.grounds = [battle.ground_at(hex_) for hex_ in lie.hexes]
        self.blocks = np.array([*(blocking(battle, hex_) for hex_ in lie.hexes), OPEN])
        self.heights = np.array([height(battle, hex_) for hex_ in lie.hexes])
        self.cover = np.array([ground in COVER for ground in self.grounds], dtype=float)
        self._seen: dict[tuple[int, bool, bool], Bools] = {}
        self._places: dict[tuple[int, bool, bool], Ints] = {}

    def seen(self, target: int, up: bool, aloft: bool) -> Bools:
        """From which hexes the target is seen; `up` if it flies, `aloft` if those who look do."""
        key = target, up, aloft
        known = self._seen.get(key)
        if known is None:
            one, two, count = self.lie.lines(target)
            blocks = np.minimum(self.blocks[one], self.blocks[two])
            theirs = FLYING if up else int(self.heights[target])
            ours = np.full(len(self.lie.hexes), FLYING) if aloft else self.heights
            last = blocks[np.arange(len(count)), np.maximum(count - 1, 0)]
            beside_lower = np.where(ours >= theirs, last, blocks[:, 0])
            free = (blocks.max(axis=1) < np.maximum(ours, theirs)) & (beside_lower < np.minimum(ours, theirs))
            known = self._seen[key] = free | (count == 0)
        return known

    def places(self, target: int, up: bool, aloft: bool) -> Ints:
        """For each facing and hex, the place of the target among distances and angles: that of the nought
        where it is out of sight."""
        key = target, up, aloft
        known = self._places.get(key)
        if known is None:
            seen, both = self.seen(target, up, aloft), self.lie.towards(target)[1]
            known = self._places[key] = np.where(seen, both, NOUGHT)
        return known


_LIES: dict[int, Lie] = {}
_LANDS: dict[tuple[object, ...], Land] = {}
MOST = 32


def lie_of(table: HexTable) -> Lie:
    lie = _LIES.get(id(table))
    if lie is None:
        if len(_LIES) >= MOST:
            _LIES.clear()
            _LANDS.clear()
        lie = _LIES[id(table)] = Lie(table)
    return lie


def land_of(battle: Battle) -> Land:
    lie = lie_of(battle.table)
    smoke = tuple((mark.q, mark.r) for mark in battle.marks if mark.kind == "smoke" and mark.count)
    key = id(lie), battle.rulings.mountains_block, tuple(battle.ground.items()), smoke
    land = _LANDS.get(key)
    if land is None:
        if len(_LANDS) >= 8 * MOST:
            _LANDS.clear()
        land = _LANDS[key] = Land(lie, battle)
    return land
