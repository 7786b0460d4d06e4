"""Where those run whose nerve is broken, and how far."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from warbook.board.geometry import Spot
from warbook.board.paths import Barred
from warbook.books.necromunda import walking
from warbook.books.necromunda.sight import between, fraction, fraction_at, sight, smoke_of, watchers
from warbook.books.necromunda.state import EYE, HEIGHT, RADIUS, Battle, Fighter
from warbook.core.chance import chance
from warbook.core.dice import Dice
from warbook.core.questions import Refusal, Route

AT_ONCE = "nec.movement.run-to-cover-at-once"
EACH_TURN = "nec.movement.run-to-cover-each-turn"

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@chance
def run_dice(dice: Dice, rule: str = AT_ONCE) -> int:
    """nec.movement.run-to-cover-at-once, nec.movement.run-to-cover-each-turn: 2D6 inches."""
    return dice.total(2, rule)


class Refuge:
    """Where a broken fighter may run: of all he can reach only the best kind of place (nec.A10)."""

    def __init__(self, battle: Battle, fighter: Fighter, inches: int) -> None:
        self.battle, self.fighter, self.inches = battle, fighter, float(inches)
        self.watchers = watchers(battle, fighter)
        visible = [foe for foe in self.watchers if fraction(battle, foe, fighter) > 0.0]
        self.foes = visible or self.watchers
        self.reach = walking.reach_of(battle, fighter, self.inches)
        self.gaps = self._gaps(self.reach.spots)
        self.kind, self.allowed = self._best()
        self.least_gap = float(self.gaps[self.allowed].min())
        self.least_cost = float(self.reach.cost[self.allowed].min())

    def question(self) -> Route:
        fighter, wish = self.fighter, _WORDS[self.kind]
        text = f'{fighter.name} is broken and runs {self.inches:g}" {wish}: where to?'
        route = walking.route(self.battle, fighter, self.inches, "run to cover", text, AT_ONCE)
        legal = route.judge

        def judge(path: tuple[Spot, ...]) -> float | Refusal:
            cost = legal(path)
            if isinstance(cost, Refusal) or self._fits(path[-1], cost):
                return cost
            return Refusal(f"he must run {wish}", AT_ONCE)

        def path_to(x: float, y: float, z: float | None) -> tuple[Spot, ...] | None:
            there = (x, y) if z is None else (x, y, z)
            offset = self.reach.spots[self.allowed, : len(there)] - there
            return self.reach.path(int(self.allowed[(offset * offset).sum(axis=1).argmin()]))

        route.judge = judge
        route.reach = lambda: self.reach.spots[self.allowed].tolist()
        route.path = path_to
        return route

    def leaves_the_table(self) -> bool:
        """nec.A15: whether a straight run away from the nearest enemy goes over the edge; only from the
        ground (nec.M33)."""
        away, table = self._away(), self.battle.table
        if away is None or self.fighter.z > 0.0:
            return False
        x, y = self.fighter.x, self.fighter.y
        to_edge = min(
            ((size - RADIUS if step > 0 else RADIUS) - place) / step
            for place, step, size in ((x, away[0], table.width), (y, away[1], table.depth))
            if step
        )
        if to_edge >= self.inches:
            return False
        return to_edge <= 1e-6 or self._free(Spot(x + away[0] * to_edge, y + away[1] * to_edge))

    def _away(self) -> tuple[float, float] | None:
        """The direction straight away from the nearest enemy."""
        here = self.fighter.spot
        foe = min(self.foes, key=lambda other: between(here, other.spot), default=None)
        if foe is None:
            return None
        dx, dy = here.x - foe.x, here.y - foe.y
        size = math.hypot(dx, dy)
        return (dx / size, dy / size) if size else None

    def _free(self, spot: Spot) -> bool:
        """Whether the straight way to the spot is free."""
        battle, fighter = self.battle, self.fighter
        blockers, occupied = walking.obstacles(battle, fighter)
        gait = walking.going(battle, fighter, self.inches)
        walk = walking.ground(battle).judge((fighter.spot, spot), gait, blockers, occupied, end=False)
        return not isinstance(walk, Barred)

    def _best(self) -> tuple[str, Ints]:
        """The best kind of place within reach, and the reachable spots of that kind. None is nearer to the
        nearest visible enemy than the start."""
        start_gap = float(self.gaps[0])
        farther = np.flatnonzero(self.gaps >= start_gap - 1e-6)
        # Whole inches will do; only where they offer no place out of sight the rest is looked over too.
        _, unseen = self._cover(farther[(self.reach.spots[farther, :2] % 1.0 == 0.0).all(axis=1)])
        if len(unseen):
            return "unseen", unseen
        sheltered, unseen = self._cover(farther)
        if len(unseen):
            return "unseen", unseen
        if len(sheltered):
            whole = sheltered[self.reach.cost[sheltered] >= self.inches - 1.0]
            return "cover", whole if len(whole) else sheltered
        most = float(self.gaps[farther].max())
        return "away", farther[self.gaps[farther] >= most - 0.5]

    def _cover(self, rows: Ints) -> tuple[Ints, Ints]:
        """Which of the spots are behind cover from every watcher, and which of these out of sight."""
        if not self.watchers:
            return rows[:0], rows[:0]
        here = self.fighter.spot
        nearest = sorted(self.watchers, key=lambda foe: between(here, foe.spot))  # who mostly see him best
        smoke = smoke_of(self.battle)
        lines = sight(self.battle)
        most = np.zeros(len(rows))
        bodies = np.empty((len(rows), 5))
        bodies[:, :3], bodies[:, 3], bodies[:, 4] = self.reach.spots[rows], RADIUS, HEIGHT
        for foe in nearest:
            parts = lines.fractions(np.array([(foe.x, foe.y, foe.z + EYE)]), bodies, smoke)[0]
            most = np.maximum(most, parts)
            if parts.max(initial=0.0) >= 1.0:
                kept = parts < 1.0
                rows, most, bodies = rows[kept], most[kept], bodies[kept]
        return rows, rows[most == 0.0]

    def _fits(self, spot: Spot, cost: float) -> bool:
        """Whether a spot that somebody names is as good as those found (nec.A11: in mere cover or none the
        whole roll is used)."""
        place = np.array([(spot.x, spot.y, spot.z)])
        if (self.reach.spots[self.allowed] == place).all(axis=1).any():
            return True
        gap = float(self._gaps(place)[0])
        if self.kind == "away":
            return gap >= self.least_gap - 1e-6
        if gap < float(self.gaps[0]) - 1e-6:
            return False
        parts = [
            fraction_at(self.battle, foe.x, foe.y, foe.z, spot.x, spot.y, spot.z) for foe in self.watchers
        ]
        if self.kind == "unseen":
            return max(parts) == 0.0
        return max(parts) < 1.0 and cost >= self.least_cost - 1e-6

    def _gaps(self, spots: Floats) -> Floats:
        """How far each spot is from the nearest enemy."""
        if not self.foes:
            return np.zeros(len(spots))
        foes = np.array([(foe.x, foe.y, foe.z) for foe in self.foes])
        offset = spots[:, None, :] - foes[None, :, :]
        flat = np.maximum(np.hypot(offset[:, :, 0], offset[:, :, 1]) - 2 * RADIUS, 0.0)
        gaps: Floats = np.hypot(flat, offset[:, :, 2]).min(axis=1)
        return gaps


_WORDS = {
    "unseen": "to cover out of sight of the enemy",
    "cover": "to cover",
    "away": "away from the enemy",
}
