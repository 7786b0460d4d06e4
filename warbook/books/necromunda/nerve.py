"""Leadership: tests when a friend falls, breaking, rallying; the bottle test."""

from __future__ import annotations

import math
from collections.abc import Sequence

from warbook.books.family.tests import leadership
from warbook.books.necromunda import harm
from warbook.books.necromunda.sight import (
    behind_cover,
    between,
    seen_by_enemy,
    within,
)
from warbook.books.necromunda.state import Battle, Fighter, Game
from warbook.core.events import Became
from warbook.core.questions import Modifier

TEST_WITHIN = 2.0
LEADER_WITHIN = 6.0


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


def break_some(game: Game, fallen: Sequence[harm.Fall]) -> list[Fighter]:
    """nec.leadership.test-trigger: each friend within 2 inches of where a model fell (nec.A31) tests, once
    per fallen model (nec.A16). Those who broke."""
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
    return broken


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


# ---------------------------------------------------------------- recovering nerve, bottling out


def may_rally(battle: Battle, fighter: Fighter) -> bool:
    """nec.recovery.rally-conditions: in cover, and seen by no enemy (nec.A13)."""
    return (
        fighter.broken
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
