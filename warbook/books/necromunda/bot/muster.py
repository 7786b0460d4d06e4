"""How the drill bot sets up: which edge, who goes along, where each stands. Its luck makes it vary."""

from __future__ import annotations

from random import Random

import numpy as np

from warbook.board.geometry import Spot
from warbook.books.necromunda.bot.field import Edge, Field, Floats, Ints
from warbook.books.necromunda.bot.worth import gun
from warbook.books.necromunda.deploy import ARRIVAL, zone
from warbook.books.necromunda.state import Battle, Fighter, enemy
from warbook.core.questions import Refusal, Route, Way

BEARERS = 2  # gangers whom raiders take along to carry the loot
FIRST = ("leader", "heavy", "ganger", "juve")
BAND = 8.0  # inches to either side of the middle of the table within which loot is put
SHOWN = 12.0  # inches that standing in full view of the enemy's half is as bad as
VIEW = 30.0  # inches that a view of all the ground ahead is worth to one who cannot walk and shoot
DEPTH = 0.5  # what an inch away from the front of the zone is as bad as
CHANCE = 3.0  # inches that luck is worth at most


def edge(battle: Battle, luck: Random, ids: list[str]) -> str:
    """The edge with more of the loot before it; else either."""
    north = sum(token.y - battle.table.depth / 2 for token in battle.tokens if token.kind == "loot")
    if north and {"south", "north"} <= set(ids):
        return "north" if north > 0 else "south"
    return luck.choice(ids)


def raider(battle: Battle, ids: list[str]) -> str:
    """The first to be named carry the loot and cannot run: gangers, then the leader and the best shots."""
    left = [battle.fighter(name) for name in ids]
    named = len(battle.gang("a")) - len(left)
    gangers = [fighter for fighter in left if fighter.kind == "ganger"]
    if named < BEARERS and gangers:
        return gangers[0].id
    return min(left, key=_rank).id


def arrival(battle: Battle, ids: list[str]) -> str:
    """The best come on first."""
    return min((battle.fighter(name) for name in ids), key=_rank).id


def loot_spot(battle: Battle, question: Route, luck: Random) -> Way:
    """Somewhere about the middle, since nobody knows yet whose edge is which."""
    middle = battle.table.depth / 2
    spots = question.reach()
    x, y, z = luck.choice([spot for spot in spots if abs(spot[1] - middle) <= BAND] or spots)
    return Way((Spot(float(x), float(y), float(z)),))


class Muster:
    """Where the fighters of one gang are set up: together on one part of the front, in cover, each not far
    from where he is going."""

    def __init__(self, battle: Battle, side: str, field: Field, posts: dict[str, int], luck: Random) -> None:
        self.side, self.field, self.posts = side, field, posts
        self.edge: Edge = battle.edges[side]
        width = battle.table.width
        self.middle = luck.uniform(0.3, 0.7) * width
        self.half = luck.uniform(0.2, 0.35) * width
        drawn = np.array([luck.random() for _ in range(len(field.places))])
        self.noise = CHANCE / 1000 * np.floor(1000 * drawn)
        self._ills: dict[tuple[float, float], Floats] = {}

    def place(self, battle: Battle, fighter: Fighter, question: Route) -> Way:
        """The best of the lattice's places that are free, or any spot that is."""
        low, high = zone(battle, self.side, ARRIVAL if battle.turn else 0.0)
        rows = self.field.strip(low, high)
        spots = self.field.places[rows]
        ill = self._ill(low, high, rows) + np.abs(spots[:, 0] - self._wanted_x(battle, fighter))
        weapon = gun(battle, fighter)
        if weapon is not None and weapon.move_or_fire:
            ill -= VIEW * self.field.views(self.edge)[rows]
        for _ in range(len(ill)):
            n = int(ill.argmin())
            spot = Spot(*spots[n].tolist())
            if not isinstance(question.judge((spot,)), Refusal):
                return Way((spot,))
            ill[n] = np.inf
        x, y, z = question.reach()[0]
        return Way((Spot(float(x), float(y), float(z)),))

    def _ill(self, low: float, high: float, rows: Ints) -> Floats:
        """What is wrong with each place of a strip, whoever stands there."""
        if (low, high) not in self._ills:
            front = high if self.edge == "south" else low
            depth = np.abs(self.field.places[rows, 1] - front)
            shown = self.field.shown(self.edge)[rows]
            self._ills[low, high] = SHOWN * shown + DEPTH * depth + self.noise[rows]
        return self._ills[low, high]

    def _wanted_x(self, battle: Battle, fighter: Fighter) -> float:
        """Below his post; before the nearest who carries loot off, for one who comes on late; else in his
        place along the front, in pairs that help each other up."""
        if fighter.id in self.posts:
            return float(self.field.places[self.posts[fighter.id], 0])
        bearers = [foe for foe in battle.present(enemy(self.side)) if foe.loot]
        if battle.turn and bearers:
            home = 0.0 if self.edge == "south" else battle.table.depth
            return min(bearers, key=lambda foe: abs(foe.y - home)).x
        gang = battle.gang(self.side)
        number = next(n for n, other in enumerate(gang) if other.id == fighter.id)
        share = (number // 2 * 2 + 1) / len(gang)
        return self.middle + self.half * (2.0 * share - 1.0)


def _rank(fighter: Fighter) -> int:
    return FIRST.index(fighter.kind) if fighter.kind in FIRST else len(FIRST)
