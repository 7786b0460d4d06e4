"""Leadership: tests when a friend falls, breaking, running to cover, rallying; the bottle test."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from warbook.board.geometry import Spot
from warbook.board.paths import Barred
from warbook.books.family.tests import leadership
from warbook.books.necromunda import combat, harm, hiding, loot, movement, travelling
from warbook.books.necromunda.sight import (
    behind_cover,
    between,
    discovered,
    fraction,
    fraction_at,
    opponents,
    seen_by_enemy,
    sight,
    smoke_of,
    watchers,
    within,
)
from warbook.books.necromunda.state import EYE, HEIGHT, RADIUS, Battle, Fighter, Game
from warbook.core.chance import chance
from warbook.core.dice import Dice
from warbook.core.events import Became, Note, Removed
from warbook.core.questions import Modifier, Refusal, Route, Way

TEST_WITHIN = 2.0
LEADER_WITHIN = 6.0
AT_ONCE = "nec.movement.run-to-cover-at-once"
EACH_TURN = "nec.movement.run-to-cover-each-turn"

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@chance
def run_dice(dice: Dice, rule: str = AT_ONCE) -> int:
    """nec.movement.run-to-cover-at-once, nec.movement.run-to-cover-each-turn: 2D6 inches."""
    return dice.total(2, rule)


def ld_of(battle: Battle, fighter: Fighter) -> tuple[int, Modifier]:
    """nec.leaders.use-leader-ld, nec.leaders.leader-fit: his own Ld, or a better one of a fit leader near
    (nec.A36)."""
    best = fighter.profile.Ld
    why = Modifier(0, f"{fighter.name}'s Ld {best}", "nec.leadership.test-roll")
    for leader in battle.present(fighter.side):
        if (
            leader.leader
            and leader is not fighter
            and not leader.broken
            and not leader.down
            and leader.profile.Ld > best
            and within(leader, fighter, LEADER_WITHIN)
        ):
            best = leader.profile.Ld
            why = Modifier(0, f"{leader.name} within 6 inches: Ld {best}", "nec.leaders.use-leader-ld")
    return best, why


# ---------------------------------------------------------------- when friends fall


def shake(game: Game, fallen: Sequence[harm.Fall]) -> None:
    """nec.leadership.test-trigger: each friend within 2 inches of where a model fell (nec.A31) tests, once
    per fallen model (nec.A16); all tests come before any run (nec.A18)."""
    battle = game.battle
    broken: list[Fighter] = []
    for fall in fallen:
        for friend in battle.present(fall.fighter.side):
            near = between(friend.spot, fall.spot) <= TEST_WITHIN + 1e-6
            if friend is fall.fighter or friend.down or friend.broken or not near:
                continue
            if not _test(game, friend, "nec.leadership.test-trigger"):
                _breaks(game, friend)
                broken.append(friend)
    for fighter in broken:
        if fighter.on_table and not fighter.down:
            flee(game, fighter)


def _test(game: Game, fighter: Fighter, rule: str) -> bool:
    """nec.leadership.test-roll: 2D6, more than Ld fails."""
    ld, why = ld_of(game.battle, fighter)
    return game.rolling(fighter.id, {rule: (why,)}).roll(leadership, rule, ld)


def _breaks(game: Game, fighter: Fighter) -> None:
    """nec.leadership.broken; a pinned fighter is pinned no longer (nec.A19), nor does he watch on."""
    fighter.broken = True
    fighter.pinned = fighter.lost_turn = fighter.overwatch = False
    words = f"{fighter.name}'s nerve breaks."
    game.tell(Became(piece=fighter.id, status="broken", words=words, rule="nec.leadership.broken"))


def flee(game: Game, fighter: Fighter) -> None:
    """nec.movement.run-to-cover-at-once; nec.leadership.break-in-combat: from contact, each enemy first
    scores a hit on him as he turns to run (nec.A20), unless a web binds him (nec.M17x)."""
    if fighter.webbed:
        game.tell(Note(words=f"{fighter.name} is bound and cannot run.", piece=fighter.id, rule="nec.M17"))
        return
    for foe in opponents(game.battle, fighter):
        if foe.webbed:
            continue
        words = f"{fighter.name} turns to run and {foe.name} strikes him."
        game.tell(Note(words=words, piece=foe.id, rule="nec.leadership.break-in-combat"))
        if combat.free_hit(game, foe, fighter):
            return
    run_to_cover(game, fighter, game.rolling(fighter.id).roll(run_dice, AT_ONCE), AT_ONCE)


def run_each_turn(game: Game, fighter: Fighter) -> None:
    """nec.movement.run-to-cover-each-turn, nec.leadership.broken-until-out-of-sight.

    nec.movement.run-to-cover-stay: behind cover he stays and hides, unless he would be found (nec.A12).
    """
    battle = game.battle
    sheltered = fighter.hidden or (behind_cover(battle, fighter) and discovered(battle, fighter) is None)
    if not sheltered and seen_by_enemy(battle, fighter):
        run_to_cover(game, fighter, game.rolling(fighter.id).roll(run_dice, EACH_TURN), EACH_TURN)
        return
    fighter.moved = "fled"
    words = f"{fighter.name} is broken and stays out of sight."
    game.tell(Note(words=words, piece=fighter.id, rule="nec.movement.run-to-cover-stay"))
    if sheltered and not fighter.hidden:
        hiding.hide(game, fighter)


# ---------------------------------------------------------------- where they run


def run_to_cover(game: Game, fighter: Fighter, inches: int, rule: str) -> None:
    """nec.A10, nec.A11, nec.A15: to cover out of sight, else to any cover, else as far away as he can. Loot
    is dropped, since nobody runs with it; a compulsory move overrides pinning (nec.A19)."""
    battle = game.battle
    loot.drop(game, fighter)
    fighter.pinned = fighter.lost_turn = fighter.overwatch = False
    if fighter.side == battle.side:
        fighter.moved = "fled"
    refuge = Refuge(battle, fighter, inches)
    if refuge.kind == "away" and battle.rulings.flee_off_table == "lost" and refuge.leaves_the_table():
        fighter.place = "fled"
        fighter.broken = fighter.hidden = False
        words = f"{fighter.name} runs off the table."
        game.tell(Removed(piece=fighter.id, words=words, rule="nec.A15"))
        return
    way: Way = game.ask(fighter.side, refuge.question())
    travelling.travel(game, fighter, way.path, rule, "runs to cover")


class Refuge:
    """Where a broken fighter may run: of all he can reach only the best kind of place (nec.A10)."""

    def __init__(self, battle: Battle, fighter: Fighter, inches: int) -> None:
        self.battle, self.fighter, self.inches = battle, fighter, float(inches)
        self.watchers = watchers(battle, fighter)
        visible = [foe for foe in self.watchers if fraction(battle, foe, fighter) > 0.0]
        self.foes = visible or self.watchers
        self.reach = movement.reach_of(battle, fighter, self.inches)
        self.gaps = self._gaps(self.reach.spots)
        self.kind, self.allowed = self._best()
        self.least_gap = float(self.gaps[self.allowed].min())
        self.least_cost = float(self.reach.cost[self.allowed].min())

    def question(self) -> Route:
        fighter, wish = self.fighter, _WORDS[self.kind]
        text = f'{fighter.name} is broken and runs {self.inches:g}" {wish}: where to?'
        route = movement.route(self.battle, fighter, self.inches, text, AT_ONCE)
        legal = route.judge

        def judge(path: tuple[Spot, ...]) -> float | Refusal:
            cost = legal(path)
            if isinstance(cost, Refusal) or self._fits(path[-1], cost):
                return cost
            return Refusal(f"he must run {wish}", AT_ONCE)

        def path_to(x: float, y: float, z: float | None) -> tuple[Spot, ...] | None:
            offset = self.reach.spots[self.allowed] - (x, y, 0.0 if z is None else z)
            if z is None:
                offset[:, 2] = 0.0
            return self.reach.path(int(self.allowed[(offset * offset).sum(axis=1).argmin()]))

        route.judge = judge
        route.reach = lambda: self.reach.spots[self.allowed].tolist()
        route.path = path_to
        return route

    def leaves_the_table(self) -> bool:
        """nec.A15: whether a straight run away from the nearest enemy goes over the edge."""
        away, table = self._away(), self.battle.table
        if away is None or self.fighter.z > 0.5:
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
        blockers, occupied = movement.obstacles(battle, fighter)
        gait = movement.going(battle, fighter, self.inches)
        walk = movement.ground(battle).judge((fighter.spot, spot), gait, blockers, occupied, end=False)
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
        eyes = np.array([(foe.x, foe.y, foe.z + EYE) for foe in self.watchers])
        smoke = smoke_of(self.battle)
        lines = sight(self.battle)
        most = np.zeros(len(rows))
        for eye in eyes:
            bodies = np.zeros((len(rows), 6))
            bodies[:, :3], bodies[:, 3], bodies[:, 4] = self.reach.spots[rows], RADIUS, HEIGHT
            parts = lines.fractions(eye[None, :], bodies, smoke)[0]
            kept = parts < 1.0
            rows, most = rows[kept], np.maximum(most, parts)[kept]
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

# ---------------------------------------------------------------- recovering nerve, bottling out


def may_rally(battle: Battle, fighter: Fighter) -> bool:
    """nec.recovery.rally-conditions: in cover, and seen by no enemy (nec.A13)."""
    return (
        fighter.broken
        and fighter.on_table
        and not fighter.down
        and (fighter.hidden or behind_cover(battle, fighter))
        and not seen_by_enemy(battle, fighter)
    )


def rally(game: Game, fighter: Fighter) -> None:
    """nec.recovery.rally-test, nec.leadership.broken-may-rally."""
    if _test(game, fighter, "nec.recovery.rally-test"):
        fighter.broken = False
        words = f"{fighter.name} recovers his nerve."
        game.tell(
            Became(
                piece=fighter.id, status="broken", gained=False, words=words, rule="nec.recovery.rally-test"
            )
        )


def bottle_ld(battle: Battle, side: str) -> tuple[int, Modifier]:
    """nec.bottle.test, nec.bottle.substitute-ld: the leader's Ld unless he is down or out; then the highest
    among those still up (nec.A33). A leader who is merely broken still counts (nec.A34)."""
    gang = [f for f in battle.gang(side) if f.place in ("table", "reserve") and not f.down]
    leader = next((f for f in gang if f.leader), None)
    if leader is not None:
        return leader.profile.Ld, Modifier(0, f"{leader.name}'s Ld {leader.profile.Ld}", "nec.bottle.test")
    best = max((f.profile.Ld for f in gang), default=0)
    return best, Modifier(0, f"the leader is down or out: highest Ld {best}", "nec.bottle.substitute-ld")


def must_bottle(battle: Battle, side: str) -> bool:
    return harm.lost(battle, side) >= bottle_at(battle, side)


def bottle_at(battle: Battle, side: str) -> int:
    """nec.bottle.trigger: so many down or out of action are a quarter of the gang (nec.A32)."""
    return math.ceil(battle.began[side] / 4)
