"""The turn: bottle test, escapes from pinning, the four phases in order, and how a battle ends."""

from __future__ import annotations

from warbook.books.necromunda import combat, deploy, harm, hiding, loot, movement, nerve, shooting, special
from warbook.books.necromunda.eyes import apart, engaged, initiative
from warbook.books.necromunda.injury import recovery
from warbook.books.necromunda.state import SIDES, Battle, Fighter, enemy
from warbook.core.chance import chance
from warbook.core.dice import Dice
from warbook.core.events import Became, Ended, Note, Phase
from warbook.core.game import Game
from warbook.core.questions import Choose, Option

ESCAPE_WITHIN = 2.0


@chance
def escape(dice: Dice, initiative: int) -> bool:
    """nec.pinning.escape-roll: Initiative or less on a D6."""
    return dice.d6("nec.pinning.escape-roll", most=initiative) <= initiative


def step(game: Game) -> None:
    """nec.turn.sequence: movement (charges, compulsory, the rest), shooting, hand-to-hand, recovery."""
    battle: Battle = game.battle
    before = battle.phase, battle.side
    STEPS[battle.phase](game)
    if not battle.over:
        hiding.expose(game)
        _check_end(game)
    if not battle.over and (battle.phase, battle.side) != before and battle.phase in PHASE_NAMES:
        game.tell(Phase(turn=battle.turn, side=battle.side, phase=PHASE_NAMES[battle.phase], rule="nec.turn.sequence"))


# ---------------------------------------------------------------- the start of a turn


def start_step(game: Game) -> None:
    """nec.A22: the bottle test first, then escapes from pinning, then movement."""
    battle: Battle = game.battle
    if battle.setup.scenario.reinforcements and battle.side == "b":
        deploy.reinforce(game)
    if _bottles(game):
        return
    special.markers_step(game)
    if battle.over:
        return
    gang = battle.present(battle.side)
    for fighter in gang:
        fighter.moved, fighter.charging = "", ""
        fighter.shot = fighter.obstacle = fighter.lost_turn = fighter.overwatch = False
    _escapes(game, [f for f in gang if f.pinned and f.on_table])
    battle.phase = "charge"


def _bottles(game: Game) -> bool:
    """nec.bottle.voluntary, nec.bottle.test, nec.bottle.failed."""
    battle: Battle = game.battle
    side = battle.side
    if not nerve.must_bottle(battle, side):
        return False
    ld, why = nerve.bottle_ld(battle, side)
    fails = float(1 - nerve.leadership.odds(ld, "nec.bottle.test").chance(True))
    options = [
        Option("fight", f"Fight on: test on Ld {ld} ({fails:.0%} to fail)"),
        Option("bottle", "Bottle out and lose the battle"),
    ]
    lost = harm.lost(battle, side)
    text = f"{lost} of {battle.began[side]} are down or out of action: fight on or bottle out?"
    if game.ask(side, Choose(text, options, "nec.bottle.voluntary")) == "bottle":
        end(game, enemy(side), f"{gang_name(battle, side)} bottle out.", "nec.bottle.voluntary")
        return True
    if game.rolling("", {"nec.bottle.test": (why,)}).roll(nerve.leadership, ld, "nec.bottle.test"):
        game.tell(Note(words=f"{gang_name(battle, side)} keep their nerve.", rule="nec.bottle.test"))
        return False
    end(game, enemy(side), f"{gang_name(battle, side)} fail the bottle test.", "nec.bottle.failed")
    return True


def _escapes(game: Game, pinned: list[Fighter]) -> None:
    """nec.pinning.escape-condition: each pinned fighter with a suitable friend near tests once."""
    battle: Battle = game.battle
    waiting = list(pinned)
    while ready := [f for f in waiting if _helped(battle, f)]:
        fighter = ready[0]
        waiting.remove(fighter)
        if game.rolling(fighter.id).roll(escape, initiative(fighter)):
            fighter.pinned = False
            words = f"{fighter.name} escapes pinning and gets up."
            game.tell(
                Became(piece=fighter.id, status="pinned", gained=False, words=words, rule="nec.pinning.escape-roll")
            )
    for fighter in pinned:
        fighter.lost_turn = fighter.pinned
        if fighter.pinned:
            words = f"{fighter.name} is pinned and loses this turn."
            game.tell(Note(words=words, piece=fighter.id, rule="nec.pinning.missed-turn"))


def _helped(battle: Battle, fighter: Fighter) -> bool:
    """nec.pinning.escape-friend: a friend within 2 inches who is neither a juve nor down nor broken."""
    if fighter.leader and battle.rulings.leader_escapes_alone:
        return True
    return any(
        friend is not fighter
        and friend.kind != "juve"
        and not friend.down
        and not friend.broken
        and (battle.rulings.pinned_friend_helps or not friend.pinned)
        and apart(fighter, friend) <= ESCAPE_WITHIN
        for friend in battle.present(fighter.side)
    )


# ---------------------------------------------------------------- between movement and shooting


def watch_step(game: Game) -> None:
    shooting.overwatch_window(game)
    game.battle.phase = "shoot"


# ---------------------------------------------------------------- recovery


def recover_step(game: Game) -> None:
    """nec.recovery.sequence: injury rolls of the down, then broken fighters' tests; the turn is over."""
    battle: Battle = game.battle
    for fighter in battle.present(battle.side):
        if fighter.down:
            _recover(game, fighter)
    for fighter in battle.present(battle.side):
        if nerve.may_rally(battle, fighter):
            nerve.rally(game, fighter)
    for fighter in battle.present(battle.side):
        if fighter.pinned and fighter.lost_turn:
            fighter.pinned = fighter.lost_turn = False
            words = f"{fighter.name} gets up again."
            game.tell(Became(piece=fighter.id, status="pinned", gained=False, words=words, rule="nec.M22"))
        fighter.recharging = tuple(name[1:] for name in fighter.recharging if name.startswith("!"))
    for fighter in battle.fighters:
        if fighter.overwatch and fighter.side != battle.side:
            fighter.overwatch = False
    _next_turn(game)


def _recover(game: Game, fighter: Fighter) -> None:
    """nec.recovery.down-roll: up with a flesh wound, still down, or out. He stands, not pinned (nec.A38)."""
    after = game.rolling(fighter.id).roll(recovery, harm.body_of(fighter))
    if after.state == "up":
        fighter.down = False
        words = f"{fighter.name} gets up."
        game.tell(Became(piece=fighter.id, status="down", gained=False, words=words, rule="nec.recovery.down-roll"))
    if after.state == "down":
        words = f"{fighter.name} stays down."
        game.tell(Note(words=words, piece=fighter.id, rule="nec.recovery.down-roll"))
    if harm.take(game, fighter, after):
        nerve.shake(game, [fighter])


def _next_turn(game: Game) -> None:
    """nec.M1: players take whole turns in alternation."""
    battle: Battle = game.battle
    limit = battle.setup.scenario.turn_limit
    if battle.side != battle.first:
        if limit and battle.turn >= limit:
            _time_out(game)
            return
        battle.turn += 1
    battle.side = enemy(battle.side)
    battle.phase = "start"


# ---------------------------------------------------------------- the end


def end(game: Game, winner: str, words: str, rule: str = "") -> None:
    battle: Battle = game.battle
    battle.over, battle.winner = True, winner
    game.tell(Ended(winner=winner, words=words, rule=rule))


def _check_end(game: Game) -> None:
    """nec.M2: a gang with no fighter left loses at once. Loot decides where the scenario says so."""
    battle: Battle = game.battle
    if battle.phase in ("edges", "loot", "deploy"):
        return
    scenario = battle.setup.scenario
    for side in SIDES:
        left = [f for f in battle.gang(side) if f.place in ("table", "reserve")]
        if left:
            continue
        if scenario.attacker_loot and side == "a":
            _judge_ransack(game)
        else:
            gone = "carried off" if any(f.place == "off" for f in battle.gang(side)) else "left"
            words = f"{gang_name(battle, side)} have nobody {gone if gone == 'left' else 'left on the table'}."
            end(game, enemy(side), words, "nec.bottle.failed")
        return
    if scenario.loot and not loot.at_large(battle) and sum(battle.carried_off.values()):
        winner = max(SIDES, key=lambda side: battle.carried_off.get(side, 0))
        if battle.carried_off.get("a", 0) == battle.carried_off.get("b", 0):
            winner = ""
        end(game, winner, "All the loot is off the table.")


def _judge_ransack(game: Game) -> None:
    battle: Battle = game.battle
    carried, left = battle.carried_off.get("a", 0), loot.at_large(battle)
    winner = "a" if carried > left else "b"
    end(game, winner, f"No attacker is left; {carried} loot was carried off, {left} was not.")


def _time_out(game: Game) -> None:
    battle: Battle = game.battle
    shares = {side: harm.lost(battle, side) / battle.began[side] for side in SIDES}
    winner = "" if shares["a"] == shares["b"] else min(SIDES, key=lambda side: shares[side])
    words = "The light fails: " + (
        "nobody has the upper hand." if not winner else f"{gang_name(battle, winner)} have lost fewer."
    )
    end(game, winner, words)


def gang_name(battle: Battle, side: str) -> str:
    return battle.setup.gangs[SIDES.index(side)].name


def fight_step(game: Game) -> None:
    combat.fight_phase(game)


STEPS = {
    "edges": deploy.edges_step,
    "loot": deploy.loot_step,
    "deploy": deploy.deploy_step,
    "start": start_step,
    "charge": movement.charge_step,
    "compulsory": movement.compulsory_step,
    "move": movement.move_step,
    "watch": watch_step,
    "shoot": shooting.shoot_step,
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
