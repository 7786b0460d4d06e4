"""What each fighter of the drill bot's gang is after: loot, the edge, a post on high, the enemy."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from warbook.board.geometry import Spot
from warbook.books.necromunda import loot
from warbook.books.necromunda.bot.field import Field
from warbook.books.necromunda.bot.worth import gun
from warbook.books.necromunda.state import RADIUS, Battle, Fighter, enemy

Floats = npt.NDArray[np.float64]

POSTED = 5  # fighters of a gang who climb to a post
LOATH = 12.0  # inches that another may be farther from loot than one who has better to do
AMBUSH = 5  # turns in which raiders wait in any case
LONG = 16.0  # inches a weapon must reach to be worth a climb

HOMEWARD = 0.15  # what an inch from the goal costs: with loot to the edge,
FETCH = 0.08  # to loot that lies about,
CLIMB = 0.05  # to a post,
HUNT = 0.03  # to somebody who carries loot off,
ADVANCE = 0.01  # to the nearest enemy


class Objective(Struct, frozen=True):
    """What being at each place costs him for his objective's sake; the very spot it leads to, if it does; and
    whether he must walk for it, not run."""

    pull: Floats
    spot: Spot | None = None
    walks: bool = False


class Objectives:
    """Who does what in one gang."""

    def __init__(self, battle: Battle, side: str, field: Field, luck: Random) -> None:
        self.side, self.field = side, field
        self.posts = _posted(battle, side, field, luck)
        self._fetching: tuple[object, dict[str, Spot]] = (None, {})

    def of(self, battle: Battle, fighter: Fighter, foes: list[Fighter]) -> Objective:
        away = self.field.away
        if battle.setup.scenario.attacker_loot and self.side == "a" and self._lies_in_wait(battle, foes):
            return Objective(np.zeros(len(self.field.places)))
        if fighter.loot and not keeps(battle, self.side):
            return Objective(HOMEWARD * self.field.to_edge(loot.exit_edge(battle, fighter)))
        spot = self._fetched(battle).get(fighter.id)
        if spot is not None and math.hypot(spot.x - fighter.x, spot.y - fighter.y) <= RADIUS:
            homeward = self.field.to_edge(loot.exit_edge(battle, fighter))
            return Objective(HOMEWARD * homeward, walks=True)  # who walks away from where it lies has it
        if spot is not None:
            return Objective(away(spot, FETCH), spot)
        post = self.posts.get(fighter.id)
        if post is not None:
            return Objective(CLIMB * self.field.lanes.ways(post))
        bearers = [foe for foe in foes if foe.loot]
        if bearers:
            return Objective(away(_nearest(fighter, bearers).spot, HUNT))
        if foes:
            return Objective(away(_nearest(fighter, foes).spot, ADVANCE))
        return Objective(ADVANCE * self.field.to_edge(battle.edges[enemy(self.side)]))

    def _lies_in_wait(self, battle: Battle, foes: list[Fighter]) -> bool:
        """Raiders let the defenders come, who arrive a few at a time, until no more of these are left."""
        standing = sum(not fighter.down for fighter in battle.present(self.side))
        return battle.turn <= AMBUSH or len(foes) > standing

    def _fetched(self, battle: Battle) -> dict[str, Spot]:
        """Who goes for which loot, as it is at this moment: the nearest who is free."""
        lying = [token for token in battle.tokens if token.kind == "loot"]
        if not lying:
            return {}
        able = [f for f in battle.present(self.side) if f.on_feet and not f.broken and not f.loot]
        key = battle.turn, [token.id for token in lying], [f.id for f in able]
        if self._fetching[0] != key:
            loath = {f.id: LOATH if self._loath(battle, f) else 0.0 for f in able}
            pairs = sorted(
                (math.hypot(token.x - f.x, token.y - f.y) + loath[f.id], token.id, f.id)
                for token in lying
                for f in able
            )
            spots = {token.id: Spot(token.x, token.y, token.z) for token in lying}
            given: dict[str, Spot] = {}
            for _, token_id, name in pairs:
                if token_id in spots and name not in given:
                    given[name] = spots.pop(token_id)
            self._fetching = key, given
        return self._fetching[1]

    def _loath(self, battle: Battle, fighter: Fighter) -> bool:
        """Whether he would have to leave a post, the lead or off shooting to fetch anything."""
        weapon = gun(battle, fighter)
        slow = weapon is not None and weapon.move_or_fire
        return slow or fighter.leader or fighter.id in self.posts


def keeps(battle: Battle, side: str) -> bool:
    """Whether loot is as good in this side's hands as off the table: the defender's against raiders."""
    return bool(battle.setup.scenario.attacker_loot) and side == "b"


def _posted(battle: Battle, side: str, field: Field, luck: Random) -> dict[str, int]:
    """The fighters with the longest reach who need not stand still to shoot, each with a post of his own."""
    posts = field.posts(battle.edges[side])
    reach = {}
    for fighter in battle.gang(side):
        weapon = gun(battle, fighter)
        if (
            weapon is not None
            and not weapon.move_or_fire
            and not fighter.loot
            and not fighter.leader
            and fighter.place in ("reserve", "table")
        ):
            reach[fighter.id] = weapon.reach(fighter.profile.S), weapon.sustained_dice
    long = [name for name in sorted(reach, key=reach.__getitem__, reverse=True) if reach[name][0] >= LONG]
    chosen = luck.sample(posts, min(POSTED, len(posts), len(long)))
    return dict(zip(long, sorted(chosen, key=posts.index), strict=False))


def _nearest(fighter: Fighter, others: list[Fighter]) -> Fighter:
    x, y = fighter.x, fighter.y
    squares = [(other.x - x) ** 2 + (other.y - y) ** 2 for other in others]
    return others[squares.index(min(squares))]
