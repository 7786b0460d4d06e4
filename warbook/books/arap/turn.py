"""The turn (arap.turn.phases): tests, the compulsory phase, activations, melee rounds, the next player."""

from __future__ import annotations

from collections.abc import Callable

from warbook.books.arap.activation import acting, choosing, pickups
from warbook.books.arap.charge import turn as charge
from warbook.books.arap.ending import victory
from warbook.books.arap.melee import round as melee
from warbook.books.arap.morale import tests as morale
from warbook.books.arap.rout import moves as rout
from warbook.books.arap.setup import events, reserves
from warbook.books.arap.setup.deploying import deploy_step
from warbook.books.arap.setup.first import roll_step
from warbook.books.arap.state import Acting, Charging, Game, Offer
from warbook.core import events as told

PHASES = {
    "start": "tests",
    "compulsory": "compulsory",
    "activation": "activation",
    "melee": "melee",
}


def step(game: Game) -> None:
    """Does one thing: of the frame on top of the stack if there is one, else of the phase."""
    battle = game.battle
    before = battle.phase, battle.side, battle.clock
    if battle.stack:
        frame_step(game)
    else:
        STEPS[battle.phase](game)
    victory.check(game)
    if not battle.over and (battle.phase, battle.side, battle.clock) != before and battle.phase in PHASES:
        game.tell(
            told.Phase(
                turn=battle.turn, side=battle.side, phase=PHASES[battle.phase], rule="arap.turn.phases"
            )
        )


def frame_step(game: Game) -> None:
    """arap.turn.reactions: what came last goes on first."""
    frame = game.battle.stack[-1]
    if isinstance(frame, Acting):
        acting.act(game, frame)
    elif isinstance(frame, Offer):
        pickups.offer(game, frame)
    else:
        assert isinstance(frame, Charging)
        charge.go_on(game, frame)


def begin_turn(game: Game) -> None:
    """The next player turn, or the first one; with the first side's a game turn begins (arap.C1)."""
    battle = game.battle
    if not battle.side or battle.side == battle.order[-1]:
        battle.turn += 1
        battle.side = battle.order[0]
    else:
        battle.side = battle.next_side
    battle.clock += 1
    battle.phase, battle.stage, battle.queue = "start", "", ()
    battle.busts, battle.passing, battle.ladders = 0, (), {}
    for unit in battle.units:
        unit.tried = unit.reacted = unit.free_moved = unit.failed_charge = unit.tested = False
        unit.sole, unit.charged, unit.charged_by, unit.own_losses, unit.kept = (), 0, (), 0, 0
    own = {unit.id for unit in battle.units if unit.side == battle.side}
    for figure in battle.figures:
        figure.down = figure.stopped = figure.threw = False
        figure.fired = ()
        if figure.unit in own:
            figure.gone, figure.fleeting = 0.0, False


def start_step(game: Game) -> None:
    """F19: tests for casualties and hits of the turns since one's own."""
    if not morale.start_of_turn(game):
        game.battle.phase, game.battle.stage, game.battle.queue = "compulsory", "", ()


def compulsory_step(game: Game) -> None:
    """arap.turn.compulsory-moves, arap.turn.compulsory-random-events, arap.turn.compulsory-reserves: routers
    and pursuers, what is random, and last of all the reserves."""
    battle = game.battle
    if battle.stage in ("", "rout"):
        battle.stage = "rout"
        if rout.compulsory_move(game):
            return
        battle.stage, battle.queue = "events", ()
    if battle.stage == "events":
        if events.happen(game):
            return
        battle.stage, battle.queue = "reserves", ()
    if not reserves.arrive(game):
        _begin_activations(game)


def _begin_activations(game: Game) -> None:
    """E7: with the side's activation phase its tactical movement of the turn before wears off."""
    battle = game.battle
    battle.phase, battle.stage, battle.queue = "activation", "", ()
    for unit in battle.units:
        if unit.side == battle.side:
            unit.tactical, unit.overwatch = 0, 0


def activation_step(game: Game) -> None:
    """arap.turn.activation-phase-end."""
    battle = game.battle
    if choosing.turn_is_bust(battle) or not choosing.choose(game):
        battle.phase, battle.stage = "melee", ""
        for unit in battle.units:
            unit.fought = False


def melee_step(game: Game) -> None:
    """arap.turn.melee-after-activation, arap.C8: a round of every combat on the table, whoever fights it."""
    battle = game.battle
    if melee.fight(game):
        return
    battle.phase = "leftover"
    battle.charges = []
    for unit in battle.units:
        unit.inflicted = unit.suffered = 0
        if unit.locked or unit.routing or unit.pursuing:
            unit.kept = 0


def leftover_step(game: Game) -> None:
    """arap.turn.leftover-after-melee, arap.C7: who destroyed all his opponents has his points again."""
    battle = game.battle
    for unit in battle.units:
        if unit.kept and battle.standing(unit):
            battle.stack.append(Acting(unit.id, "leftover", unit.kept))
            unit.kept = 0
            return
    end_turn(game)


def end_turn(game: Game) -> None:
    """What lasts to the end of a side's turn is over; its strength is counted (arap.C3, arap.F16)."""
    battle = game.battle
    for unit in battle.units:
        unit.kept = 0
        if unit.side != battle.side:
            continue
        unit.pinned = unit.suppressed = unit.pinned_now = unit.blasted = False
        unit.hits, unit.lost = 0, {}
        unit.shuns = {enemy: last for enemy, last in unit.shuns.items() if last > battle.clock}
        unit.strength = len(battle.members(unit))
    _clear(game)
    if battle.side == battle.order[-1] and victory.turn_over(game):
        return
    battle.phase = "end"


def _clear(game: Game) -> None:
    """Smoke lasts no longer than it was made to."""
    battle = game.battle
    for cloud in battle.clouds:
        if cloud.until == battle.clock:
            words, rule = "The smoke is gone.", "arap.shooting.laser-smoke"
            game.tell(told.Marker(marker=cloud.id, kind=cloud.kind, words=words, rule=rule))
    battle.clouds = [cloud for cloud in battle.clouds if cloud.until != battle.clock]


STEPS: dict[str, Callable[[Game], None]] = {
    "roll off": roll_step,
    "deploy": deploy_step,
    "start": start_step,
    "compulsory": compulsory_step,
    "activation": activation_step,
    "melee": melee_step,
    "leftover": leftover_step,
    "end": begin_turn,
}
