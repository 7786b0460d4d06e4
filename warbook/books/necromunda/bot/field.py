"""A table of Necromunda as the drill bot knows it by heart: cover, ways to the edges, posts on high."""

from __future__ import annotations

from functools import cached_property
from typing import Literal

import numpy as np
import numpy.typing as npt

from warbook.board.geometry import Spot
from warbook.board.memory import recall
from warbook.board.paths import Going, Path
from warbook.board.terrain import Table
from warbook.books.necromunda.bot.worth import covers_of
from warbook.books.necromunda.state import EYE, HEIGHT, RADIUS, Battle, Fighter
from warbook.players.lanes import Lanes, lanes_of
from warbook.players.weighing import Covers, exposed

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Edge = Literal["south", "north"]

HIGH = 2.0  # inches above the ground from which a place is on an upper level
VIEW = 24.0  # inches to which a post is to command the ground
FAR = 30.0  # inches from the edge to a post, at most
POSTS = 6  # a table's best, for each edge
DOORS = 6  # points of an edge to which ways are looked for
MOST_SPOTS = 1_000  # whose distances are known at once,
MOST_WALKS = 5_000  # and walks from which places are exposed,
MOST_WAYS = 5_000  # and ways from spot to spot


class Field:
    """`covers[i, j]` is the kind of cover of a body at place j from eyes at i, -1 where it is unseen;
    `shown_from[j, i]` is the same."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lanes: Lanes = lanes_of(table, RADIUS, HEIGHT, EYE)
        self.places = self.lanes.places
        self.covers = covers_of(self.lanes.seen)
        self.shown_from: Covers = np.ascontiguousarray(self.covers.T)
        self._ways: dict[Edge, Floats] = {}
        self._posts: dict[Edge, list[int]] = {}
        self._away: dict[tuple[float, float, float, float], Floats] = {}
        self._exposed: dict[tuple[int, float, tuple[float, float]], Covers] = {}
        self._paths: dict[tuple[Spot, Spot, Going], Path | None] = {}
        self._rows: dict[tuple[float, float], Ints] = {}
        self._shows: dict[Edge, Floats] = {}
        self._views: dict[Edge, Floats] = {}

    def place_of(self, fighter: Fighter) -> int:
        return self.lanes.nearest[fighter.x, fighter.y, fighter.z]

    @cached_property
    def ground(self) -> Ints:
        """The places on the ground."""
        return np.flatnonzero(self.places[:, 2] == 0.0)

    def to_edge(self, edge: Edge) -> Floats:
        """Inches to walk from every place to the edge."""
        if edge not in self._ways:
            y = 0.0 if edge == "south" else self.table.depth
            step = self.table.width / DOORS
            doors = [self.lanes.nearest[(n + 0.5) * step, y, 0.0] for n in range(DOORS)]
            self._ways[edge] = np.min([self.lanes.ways(door) for door in doors], axis=0)
        return self._ways[edge]

    def away(self, spot: Spot, weight: float) -> Floats:
        """Inches from a spot to every place, as the crow flies, each for so much."""
        key = spot.x, spot.y, spot.z, weight
        found = self._away.get(key)
        if found is None:
            if len(self._away) >= MOST_SPOTS:
                self._away.clear()
            offset = self.places - (spot.x, spot.y, spot.z)
            found = self._away[key] = weight * np.sqrt((offset * offset).sum(axis=1))
        return found

    def exposed(self, place: int, walk: float, line: tuple[float, float]) -> Covers:
        """The cover of every place from those within a walk of this one, by short range and reach."""
        key = place, walk, line
        if key not in self._exposed:
            if len(self._exposed) >= MOST_WALKS:
                self._exposed.clear()
            eyes = np.flatnonzero(self.lanes.walks(place) <= walk)
            self._exposed[key] = exposed(self.places, self.covers, eyes, np.array(line), 2 * RADIUS)
        return self._exposed[key]

    def way(self, start: Spot, goal: Spot, going: Going) -> Path | None:
        """The best way from spot to spot as if nobody stood in it."""
        key = start, goal, going
        if key not in self._paths:
            if len(self._paths) >= MOST_WAYS:
                self._paths.clear()
            self._paths[key] = self.lanes.ground.shortest(start, goal, going)
        return self._paths[key]

    def strip(self, low: float, high: float) -> Ints:
        """The places on the ground where a base fits between two values of y."""
        if (low, high) not in self._rows:
            y = self.places[self.ground, 1]
            self._rows[low, high] = self.ground[(y >= low + RADIUS) & (y <= high - RADIUS)]
        return self._rows[low, high]

    def shown(self, edge: Edge) -> Floats:
        """The share of the other half's ground from which somebody at each place is seen, those in no cover
        counting twice."""
        if edge not in self._shows:
            y = self.places[:, 1]
            theirs = (y > self.table.depth / 2) if edge == "south" else (y < self.table.depth / 2)
            seen = self.covers[theirs]
            self._shows[edge] = ((seen >= 0).mean(axis=0) + (seen == 0).mean(axis=0)) / 2
        return self._shows[edge]

    def views(self, edge: Edge) -> Floats:
        """The share of the ground ahead of this edge that is seen from each place."""
        if edge not in self._views:
            ahead = self._ahead(edge)
            self._views[edge] = (self.covers[:, ahead] >= 0).mean(axis=1)
        return self._views[edge]

    def posts(self, edge: Edge) -> list[int]:
        """The places on upper levels that command most of the ground before this edge, from good cover and
        not too far to climb to; the best first, none beside another."""
        if edge not in self._posts:
            self._posts[edge] = self._find_posts(edge)
        return self._posts[edge]

    def _ahead(self, edge: Edge) -> Ints:
        """The places on the ground but for the third of the table next to the edge."""
        home = 0.0 if edge == "south" else self.table.depth
        ahead: Ints = self.ground[np.abs(self.places[self.ground, 1] - home) > self.table.depth / 3]
        return ahead

    def _find_posts(self, edge: Edge) -> list[int]:
        ways = self.to_edge(edge)
        high = np.flatnonzero((self.places[:, 2] >= HIGH) & (ways <= FAR))
        ahead = self._ahead(edge)
        gaps = np.linalg.norm(self.places[high][:, None] - self.places[ahead][None], axis=2)
        sees = (self.covers[np.ix_(high, ahead)] >= 0) & (gaps <= VIEW)
        bare = (self.covers[np.ix_(ahead, high)] == 0).T & (gaps <= VIEW)
        worth = sees.mean(axis=1) - 0.7 * bare.mean(axis=1) - 0.015 * ways[high]
        found: list[int] = []
        for n in np.argsort(-worth, kind="stable").tolist():
            place = int(high[n])
            if all(np.linalg.norm(self.places[place] - self.places[other]) >= 2.0 for other in found):
                found.append(place)
            if len(found) == POSTS:
                break
        return found


def field_of(battle: Battle) -> Field:
    return recall(battle.table, Field)
