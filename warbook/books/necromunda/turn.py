"""The turn: bottle test, escapes from pinning, the four phases in order, and how a battle ends."""

from __future__ import annotations

from warbook.books.family.tests import at_most, leadership
from warbook.books.necromunda import (
    aftereffects,
    charging,
    deploy,
    harm,
    hiding,
    loot,
    melee,
    movement,
    nerve,
    shootout,
    travelling,
)
from warbook.books.necromunda.injury import recovery
from warbook.books.necromunda.sight import initiative, opponents, within
from warbook.books.necromunda.state import SIDES, Battle, Fighter, Game, enemy
from warbook.core.chance import given
from warbook.core.events import Became, Ended, Note, Phase
from warbook.core.questions import Choose, Option

ESCAPE_WITHIN = 2.0


escape = given(at_most, "nec.pinning.escape-roll")
"""Initiative or less on a D6."""


def step(game: Game) -> None:
    """nec.turn.sequence: movement (charges, compulsory, the rest), shooting, hand-to-hand, recovery."""
    battle = game.battle
    before, told = (battle.phase, battle.side), len(game.events)
    STEPS[battle.phase](game)
    if battle.over:
        return
    # Recovery, start and charges follow upon one another and upon the look after the fight: where one of
    # them has told nothing, nothing has changed that could find anybody.
    happened = len(game.events) > told
    if before[0] == "fight" or (before[0] in ("recover", "start", "charge") and happened):
        hiding.expose(game)
    _check_end(game)
    if not battle.over and (battle.phase, battle.side) != before and battle.phase in PHASE_NAMES:
        name = PHASE_NAMES[battle.phase]
        game.tell(Phase(turn=battle.turn, side=battle.side, phase=name, rule="nec.turn.sequence"))


# ---------------------------------------------------------------- the start of a turn


def start_step(game: Game) -> None:
    """nec.A22: the bottle test first, then escapes from pinning, then movement."""
    battle = game.battle
    if _bottles(game):
        return
    if battle.setup.scenario.reinforcements and battle.side == "b":
        deploy.reinforce(game)
    for token in list(battle.tokens):
        travelling.shake(game, aftereffects.linger(game, token))
    for fighter in battle.present(battle.side):
        if fighter.webbed:
            travelling.shake(game, aftereffects.struggle(game, fighter))
    gang = battle.present(battle.side)
    for fighter in gang:
        fighter.moved, fighter.went = "", 0.0
        fighter.shot = fighter.lost_turn = False
    _escapes(game, [f for f in gang if f.pinned and f.on_table])
    battle.phase = "charge"


def _bottles(game: Game) -> bool:
    """nec.bottle.voluntary, chosen before the test (nec.A35); nec.bottle.test, nec.bottle.failed."""
    battle = game.battle
    side = battle.side
    if not nerve.must_bottle(battle, side):
        return False
    ld, why = nerve.bottle_ld(battle, side)
    fails = float(1 - leadership.odds("nec.bottle.test", ld).chance(True))
    options = [
        Option("fight", f"Fight on: test on Ld {ld} ({fails:.0%} to fail)"),
        Option("bottle", "Bottle out and lose the battle"),
    ]
    lost = harm.lost(battle, side)
    text = f"{lost} of {battle.began[side]} are down or out of action: fight on or bottle out?"
    if game.ask(side, Choose(text, options, "nec.bottle.voluntary", kind="bottle")) == "bottle":
        end(game, enemy(side), f"{gang_name(battle, side)} bottle out.", "nec.bottle.voluntary")
        return True
    if game.rolling("", {"nec.bottle.test": (why,)}).roll(leadership, "nec.bottle.test", ld):
        game.tell(Note(words=f"{gang_name(battle, side)} keep their nerve.", rule="nec.bottle.test"))
        return False
    end(game, enemy(side), f"{gang_name(battle, side)} fail the bottle test.", "nec.bottle.failed")
    return True


def _escapes(game: Game, pinned: list[Fighter]) -> None:
    """nec.pinning.escape-condition: each pinned fighter with a suitable friend near tests once, in the
    owner's order (nec.A22); that is asked only where it matters."""
    battle = game.battle
    waiting = list(pinned)
    while ready := [f for f in waiting if _helped(battle, f)]:
        fighter = ready[0]
        if len(ready) > 1 and not battle.rulings.pinned_friend_helps:
            options = [Option(f.id, f.name, piece=f.id) for f in ready]
            choice = Choose("Who tests to escape pinning next?", options, "nec.A22")
            fighter = battle.fighter(game.ask(battle.side, choice))
        waiting.remove(fighter)
        if game.rolling(fighter.id).roll(escape, initiative(fighter)):
            fighter.pinned = False
            words = f"{fighter.name} escapes pinning and gets up."
            _up(game, fighter, "pinned", words, "nec.pinning.escape-roll")
    for fighter in pinned:
        fighter.lost_turn = fighter.pinned
        if fighter.pinned and not fighter.broken:  # a broken one runs to cover all the same (nec.A19)
            words = f"{fighter.name} is pinned and loses this turn."
            game.tell(Note(words=words, piece=fighter.id, rule="nec.pinning.missed-turn"))


def _helped(battle: Battle, fighter: Fighter) -> bool:
    """nec.pinning.escape-friend: a friend within 2 inches who is neither a juve (nec.M36) nor down nor
    broken; a pinned one helps (nec.A21), and a leader needs him too (nec.A41), unless a switch says not."""
    if fighter.leader and battle.rulings.leader_escapes_alone:
        return True
    return any(
        friend is not fighter
        and friend.kind != "juve"
        and not friend.down
        and not friend.broken
        and (battle.rulings.pinned_friend_helps or not friend.pinned)
        and within(fighter, friend, ESCAPE_WITHIN)
        for friend in battle.present(fighter.side)
    )


# ---------------------------------------------------------------- between movement and shooting


def watch_step(game: Game) -> None:
    shootout.overwatch_window(game)
    game.battle.phase = "shoot"


# ---------------------------------------------------------------- recovery


def recover_step(game: Game) -> None:
    """nec.recovery.sequence: injury rolls of the down, then broken fighters' tests, of the side whose turn it
    is (nec.A37); who missed this turn gets up (nec.M22), who was pinned in the middle of it does not
    (nec.A23). The turn is over."""
    battle = game.battle
    for fighter in battle.present(battle.side):
        if fighter.down:
            _recover(game, fighter)
    for fighter in battle.present(battle.side):
        if nerve.may_rally(battle, fighter):
            nerve.rally(game, fighter)
    for fighter in battle.fighters:
        if fighter.side != battle.side:
            fighter.overwatch = False
            continue
        fighter.charging, fighter.obstacle = "", False
        if fighter.pinned and fighter.lost_turn:
            fighter.pinned = fighter.lost_turn = False
            _up(game, fighter, "pinned", f"{fighter.name} gets up again.", "nec.M22")
    _next_turn(game)


def _recover(game: Game, fighter: Fighter) -> None:
    """nec.recovery.down-roll: up with a flesh wound, still down, or out, which shakes his friends once more
    (nec.A17). Who gets up stands and is not pinned (nec.A38); enemies whose bases touch his are engaged with
    him (nec.movement.engaged)."""
    after = game.rolling(fighter.id).roll(recovery, harm.body_of(fighter))
    if after.state == "up":
        fighter.down = False
        _up(game, fighter, "down", f"{fighter.name} gets up.", "nec.recovery.down-roll")
        for foe in opponents(game.battle, fighter):
            movement.engage(game, fighter, foe)
    if after.state == "down":
        words = f"{fighter.name} stays down."
        game.tell(Note(words=words, piece=fighter.id, rule="nec.recovery.down-roll"))
    if fall := harm.take(game, fighter, after):
        travelling.shake(game, [fall])


def _up(game: Game, fighter: Fighter, status: str, words: str, rule: str) -> None:
    game.tell(Became(piece=fighter.id, status=status, gained=False, words=words, rule=rule))


def _next_turn(game: Game) -> None:
    """nec.M1: players take whole turns in alternation; a game turn is one turn each."""
    battle = game.battle
    limit = battle.setup.scenario.turn_limit
    if battle.side != battle.first:
        if limit and battle.turn >= limit:
            _time_out(game)
            return
        battle.turn += 1
    battle.side = enemy(battle.side)
    battle.phase = "start"


# ---------------------------------------------------------------- the end (nec.M2)


def end(game: Game, winner: str, words: str, rule: str = "nec.M2") -> None:
    battle = game.battle
    battle.over, battle.winner = True, winner
    game.tell(Ended(winner=winner, words=words, rule=rule))


def _check_end(game: Game) -> None:
    """nec.M2: a gang with no fighter left on the table loses at once; if it carried loot off, the loot
    decides. So it does when none is left to win."""
    battle = game.battle
    if battle.phase in ("edges", "loot", "deploy"):
        return
    there = {f.side for f in battle.fighters if f.place == "table" or f.place == "reserve"}
    if len(there) < len(SIDES):
        gone = [side for side in SIDES if side not in there]
        staying = enemy(gone[0]) if len(gone) == 1 else ""
        by_loot = any(battle.carried_off.get(side) for side in gone)
        names = " and ".join(gang_name(battle, side) for side in gone)
        winner = _richer(battle, staying) if by_loot else staying
        end(game, winner, f"{names} have nobody left on the table.")
        return
    if _loot_counts(battle) and not loot.at_large(battle):
        end(game, _richer(battle), "All the loot is off the table.")


def _time_out(game: Game) -> None:
    """Our own, so that every battle ends: loot decides, and where it does not, the smaller losses."""
    battle = game.battle
    winner = _richer(battle) if _loot_counts(battle) else ""
    if winner:
        end(game, winner, f"The light fails: {gang_name(battle, winner)} have more of the loot.")
        return
    shares = {side: harm.lost(battle, side) / battle.began[side] for side in SIDES}
    if shares["a"] == shares["b"]:
        end(game, "", "The light fails: nobody has the upper hand.")
        return
    winner = min(SIDES, key=lambda side: shares[side])
    end(game, winner, f"The light fails: {gang_name(battle, winner)} have lost fewer.")


def _loot_counts(battle: Battle) -> bool:
    return bool(battle.setup.scenario.loot or battle.setup.scenario.attacker_loot)


def _richer(battle: Battle, staying: str = "") -> str:
    """Who has more loot; nobody if both have as much. What lies on the table goes to a side that stays there
    alone. Raiders have what they carried off, and all else is the defender's, who also wins a tie."""
    has = {side: battle.carried_off.get(side, 0) + loot.held(battle, side) for side in SIDES}
    if battle.setup.scenario.attacker_loot:
        carried = battle.carried_off.get("a", 0)
        return "a" if carried > battle.carried_off.get("b", 0) + loot.at_large(battle) else "b"
    if staying:
        has[staying] = battle.carried_off.get(staying, 0) + loot.at_large(battle)
    return "" if has["a"] == has["b"] else max(SIDES, key=lambda side: has[side])


def gang_name(battle: Battle, side: str) -> str:
    return battle.setup.gangs[SIDES.index(side)].name


def fight_step(game: Game) -> None:
    melee.fight_phase(game)


STEPS = {
    "edges": deploy.edges_step,
    "loot": deploy.loot_step,
    "deploy": deploy.deploy_step,
    "start": start_step,
    "charge": charging.charge_step,
    "compulsory": movement.compulsory_step,
    "move": movement.move_step,
    "watch": watch_step,
    "shoot": shootout.shoot_step,
    "fight": fight_step,
    "recover": recover_step,
}

PHASE_NAMES = {
    "start": "start of the turn",
    "charge": "movement",
    "shoot": "shooting",
    "fight": "hand-to-hand",
    "recover": "recovery",
}
