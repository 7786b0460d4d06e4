"""Leadership: tests when a friend falls, breaking, running to cover, rallying; the bottle test."""

from __future__ import annotations

import math
from collections.abc import Sequence

from warbook.board.geometry import Spot
from warbook.board.paths import Barred, Reach
from warbook.books.necromunda import combat, harm, hiding, movement
from warbook.books.necromunda.eyes import apart, behind_cover, between, opponents, out_of_sight, seen_by_enemy
from warbook.books.necromunda.state import RADIUS, Battle, Fighter, enemy
from warbook.core.chance import chance
from warbook.core.dice import Dice
from warbook.core.events import Became, Note, Removed
from warbook.core.game import Game
from warbook.core.questions import Modifier, Refusal, Route, Way

TEST_WITHIN = 2.0
LEADER_WITHIN = 6.0


@chance
def leadership(dice: Dice, ld: int, rule: str) -> bool:
    """nec.leadership.test-roll: 2D6, more than Ld fails."""
    return dice.total(2, rule, most=ld) <= ld


@chance
def run_dice(dice: Dice) -> int:
    """nec.movement.run-to-cover-at-once: 2D6 inches."""
    return dice.total(2, "nec.movement.run-to-cover-at-once")


def ld_of(battle: Battle, fighter: Fighter) -> tuple[int, Modifier]:
    """nec.leaders.use-leader-ld, nec.leaders.leader-fit: his own Ld, or a better one of a fit leader near."""
    best, why = fighter.profile.Ld, Modifier(0, f"{fighter.name}'s Ld {fighter.profile.Ld}", "nec.leadership.test-roll")
    for leader in battle.present(fighter.side):
        if (
            leader.leader
            and leader.id != fighter.id
            and not leader.broken
            and not leader.down
            and apart(leader, fighter) <= LEADER_WITHIN
            and leader.profile.Ld > best
        ):
            best = leader.profile.Ld
            why = Modifier(0, f"{leader.name} within 6 inches: Ld {best}", "nec.leaders.use-leader-ld")
    return best, why


# ---------------------------------------------------------------- when friends fall


def shake(game: Game, fallen: Sequence[Fighter]) -> None:
    """nec.leadership.test-trigger: each friend within 2 inches of a model that fell tests, once per fallen
    model; all tests come before any run (nec.A18)."""
    battle: Battle = game.battle
    broken: list[Fighter] = []
    for down in fallen:
        for friend in battle.present(down.side):
            if (
                friend is not down
                and not friend.down
                and not friend.broken
                and between(friend.spot, down.spot) <= TEST_WITHIN
            ):
                if not _test(game, friend, "nec.leadership.test-trigger"):
                    _breaks(game, friend)
                    broken.append(friend)
    for fighter in broken:
        if fighter.on_table and not fighter.down:
            flee(game, fighter)


def _test(game: Game, fighter: Fighter, rule: str) -> bool:
    ld, why = ld_of(game.battle, fighter)
    return game.rolling(fighter.id, {rule: (why,)}).roll(leadership, ld, rule)


def _breaks(game: Game, fighter: Fighter) -> None:
    fighter.broken = True
    fighter.pinned = fighter.overwatch = False
    words = f"{fighter.name}'s nerve breaks."
    game.tell(Became(piece=fighter.id, status="broken", words=words, rule="nec.leadership.broken"))


def flee(game: Game, fighter: Fighter) -> None:
    """nec.movement.run-to-cover-at-once; nec.leadership.break-in-combat: from contact, each enemy first
    scores a hit on him as he turns to run (nec.A20)."""
    battle: Battle = game.battle
    foes = opponents(battle, fighter)
    for foe in foes:
        words = f"{fighter.name} turns to run and {foe.name} strikes him."
        game.tell(Note(words=words, piece=foe.id, rule="nec.leadership.break-in-combat"))
        if combat.free_hit(game, foe, fighter):
            return
    run_to_cover(game, fighter, game.rolling(fighter.id).roll(run_dice))


def run_each_turn(game: Game, fighter: Fighter) -> None:
    """nec.movement.run-to-cover-each-turn, nec.movement.run-to-cover-stay."""
    battle: Battle = game.battle
    fighter.moved = "fled"
    fighter.went = 0.0
    if behind_cover(battle, fighter) or not seen_by_enemy(battle, fighter):
        game.tell(
            Note(
                words=f"{fighter.name} is broken and stays behind cover.",
                piece=fighter.id,
                rule="nec.movement.run-to-cover-stay",
            )
        )
        if not fighter.hidden and behind_cover(battle, fighter):
            hiding.hide(game, fighter)
        return
    run_to_cover(game, fighter, game.rolling(fighter.id).roll(run_dice))


# ---------------------------------------------------------------- where they run


def run_to_cover(game: Game, fighter: Fighter, inches: int) -> None:
    """nec.A10, nec.A11, nec.A15: to cover out of sight, else to any cover, else as far away as he can."""
    battle: Battle = game.battle
    if fighter.hidden:
        hiding.show(game, fighter, "breaks cover", "nec.hiding.hidden")
    refuge = Refuge(battle, fighter, inches)
    if fighter.side == battle.side:
        fighter.moved = "fled"
    if refuge.kind == "away" and _over_the_edge(battle, fighter, inches) and battle.rulings.flee_off_table == "lost":
        harm.loot.drop(game, fighter)
        fighter.place = "fled"
        fighter.broken = False
        words = f"{fighter.name} runs off the table."
        game.tell(Removed(piece=fighter.id, words=words, rule="nec.leadership.broken-until-out-of-sight"))
        return
    way: Way = game.ask(fighter.side, refuge.question())
    movement.travel(game, fighter, way.path, "nec.movement.run-to-cover-at-once", "runs to cover")


class Refuge:
    """Where a broken fighter may run: of all he can reach only the best kind of place."""

    def __init__(self, battle: Battle, fighter: Fighter, inches: int) -> None:
        self.battle, self.fighter, self.inches = battle, fighter, inches
        self.reach: Reach = movement.reach_of(battle, fighter, float(inches))
        foes = [foe for foe in battle.present(enemy(fighter.side)) if foe.on_feet]
        seen = [foe for foe in foes if movement.fraction(battle, foe, fighter) > 0.0]
        self.foes = seen or foes
        self.start_gap = self._gap(fighter.spot)
        self.allowed = self._best()

    def question(self) -> Route:
        fighter = self.fighter
        route = movement.route(
            self.battle,
            fighter,
            float(self.inches),
            f'{fighter.name} is broken and runs {self.inches}" {_WORDS[self.kind]}: where to?',
            "nec.movement.run-to-cover-at-once",
        )
        legal = route.judge

        def judge(path: tuple[Spot, ...]) -> float | Refusal:
            cost = legal(path)
            if isinstance(cost, Refusal) or self._fits(path[-1]):
                return cost
            return Refusal(f"he must run {_WORDS[self.kind]}", "nec.movement.run-to-cover-at-once")

        def path_to(x: float, y: float, z: float | None) -> tuple[Spot, ...] | None:
            near = min(self.allowed, key=lambda i: self._offset(i, x, y, z))
            return self.reach.path(near)

        route.judge = judge
        route.reach = lambda: [self.reach.spots[i] for i in self.allowed]  # type: ignore[misc]
        route.path = path_to
        return route

    def _best(self) -> list[int]:
        """Indices of the reachable spots of the best kind (nec.A10)."""
        spots = [Spot(float(x), float(y), float(z)) for x, y, z in self.reach.spots]
        gaps = [self._gap(spot) for spot in spots]
        farther = [i for i in range(len(spots)) if gaps[i] >= self.start_gap - 1e-6] or list(range(len(spots)))
        sheltered = [i for i in farther if behind_cover(self.battle, self.fighter, spots[i])]
        unseen = [i for i in sheltered if out_of_sight(self.battle, self.fighter, spots[i])]
        if unseen:
            self.kind = "unseen"
            return unseen
        if sheltered:
            self.kind = "cover"
            far = [i for i in sheltered if self.reach.cost[i] >= self.inches - 1.0]
            return far or sheltered
        self.kind = "away"
        most = max(gaps[i] for i in farther)
        return [i for i in farther if gaps[i] >= most - 0.5]

    def _fits(self, spot: Spot) -> bool:
        if self.kind == "away":
            return self._gap(spot) >= min(self._gap(self._spot(i)) for i in self.allowed) - 1e-6
        if self._gap(spot) < self.start_gap - 1e-6:
            return False
        if self.kind == "unseen":
            return out_of_sight(self.battle, self.fighter, spot)
        return behind_cover(self.battle, self.fighter, spot)

    def _gap(self, spot: Spot) -> float:
        return min((between(spot, foe.spot) for foe in self.foes), default=0.0)

    def _spot(self, index: int) -> Spot:
        x, y, z = self.reach.spots[index]
        return Spot(float(x), float(y), float(z))

    def _offset(self, index: int, x: float, y: float, z: float | None) -> float:
        spot = self._spot(index)
        return math.hypot(spot.x - x, spot.y - y) + (0.0 if z is None else abs(spot.z - z))


_WORDS = {
    "unseen": "to cover out of sight of the enemy",
    "cover": "to cover",
    "away": "away from the enemy",
}


def _over_the_edge(battle: Battle, fighter: Fighter, inches: int) -> bool:
    """Whether a straight run away from the nearest enemy would leave the table."""
    foes = [foe for foe in battle.present(enemy(fighter.side)) if foe.on_feet]
    if not foes or fighter.z > 0.5:
        return False
    foe = min(foes, key=lambda other: apart(fighter, other))
    dx, dy = fighter.x - foe.x, fighter.y - foe.y
    size = math.hypot(dx, dy) or 1.0
    x, y = fighter.x + dx / size * inches, fighter.y + dy / size * inches
    table = battle.table
    if 0.0 <= x <= table.width and 0.0 <= y <= table.depth:
        return False
    edge = Spot(min(max(x, RADIUS), table.width - RADIUS), min(max(y, RADIUS), table.depth - RADIUS))
    gait = movement.going(battle, fighter, float(inches))
    blockers, occupied = movement.obstacles(battle, fighter)
    walk = movement.ground(battle).judge((fighter.spot, edge), gait, blockers, occupied, end=False)
    return not isinstance(walk, Barred)


# ---------------------------------------------------------------- recovering nerve, bottling out


def may_rally(battle: Battle, fighter: Fighter) -> bool:
    """nec.recovery.rally-conditions: in cover, and seen by no enemy."""
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
            Became(piece=fighter.id, status="broken", gained=False, words=words, rule="nec.recovery.rally-test")
        )


def bottle_ld(battle: Battle, side: str) -> tuple[int, Modifier]:
    """nec.bottle.test, nec.bottle.substitute-ld: the leader's Ld unless he is down or out; then the highest
    among those still up (nec.A33). A leader who is merely broken still counts (nec.A34)."""
    gang = [f for f in battle.gang(side) if f.place in ("table", "reserve", "off") and not f.down]
    leader = next((f for f in gang if f.leader), None)
    if leader is not None:
        return leader.profile.Ld, Modifier(0, f"{leader.name}'s Ld {leader.profile.Ld}", "nec.bottle.test")
    best = max((f.profile.Ld for f in gang), default=0)
    return best, Modifier(0, f"the leader is down or out: highest Ld {best}", "nec.bottle.substitute-ld")


def must_bottle(battle: Battle, side: str) -> bool:
    """nec.bottle.trigger: a quarter or more of the gang is down or out of action."""
    return harm.lost(battle, side) * 4 >= battle.began[side]
