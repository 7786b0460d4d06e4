"""The turn: its start, the four phases, and whose turn is next."""

from __future__ import annotations

from collections.abc import Callable

from warbook.books.gorkamorka import creatures
from warbook.books.gorkamorka.damage.effects import wear_off
from warbook.books.gorkamorka.driving import chases, sails
from warbook.books.gorkamorka.driving import turn as driving
from warbook.books.gorkamorka.ending import bottle, victory
from warbook.books.gorkamorka.fight.turn import fight
from warbook.books.gorkamorka.foot import turn as foot
from warbook.books.gorkamorka.hiding import expose
from warbook.books.gorkamorka.psychology import nerve
from warbook.books.gorkamorka.setup import deploying, edges
from warbook.books.gorkamorka.shooting import turn as shooting
from warbook.books.gorkamorka.state import NEST, Battle, Game
from warbook.books.gorkamorka.trouble import burn_vehicles
from warbook.books.gorkamorka.wounds import recovery
from warbook.core.events import Phase
from warbook.core.questions import Choose, Option, Refusal

PHASES = {
    "start": "start of the turn",
    "move": "movement",
    "shoot": "shooting",
    "fight": "hand-to-hand",
    "recover": "recovery",
}


def step(game: Game) -> None:
    """gce.game.phases."""
    battle = game.battle
    before = battle.phase, battle.side, battle.turn
    STEPS[battle.phase](game)
    if battle.over:
        return
    if battle.phase not in ("roll", "edges", "deploy"):
        chases.lapse(game)
        creatures.wake_all(game)
        expose(game)
    victory.check(game)
    if not battle.over and (battle.phase, battle.side, battle.turn) != before and battle.phase in PHASES:
        name = PHASES[battle.phase]
        game.tell(Phase(turn=battle.turn, side=battle.side, phase=name, rule="gce.game.phases"))


# ---------------------------------------------------------------- the start


def start_step(game: Game) -> None:
    """gce.R2.1: the bottle test, escapes from pinning, stupidity, calming a frenzy."""
    battle = game.battle
    if battle.turn == 1 and battle.side == battle.order[0]:
        sails.raise_wind(game)
    bottle.bottle_step(game)
    if battle.side in battle.bottled:
        victory.check(game)  # gce.ending.bottle-result: where only one is left the battle ends at once
        if not battle.over:
            _next_turn(game)
        return
    _fresh(battle)
    driving.begin(battle, battle.side)
    if battle.setup.scenario.attacker_extra:
        deploying.reinforce(game)
    nerve.rouse(battle, battle.side)
    recovery.escape_pinning(game)
    nerve.stupid_tests(game)
    nerve.calming(game)
    battle.phase = "move"


def _fresh(battle: Battle) -> None:
    """What was true of the last turn is so no longer. gce.overwatch.lost-at-turn-end, gce.R2.11: overwatch
    lasts until here. gce.R9.4: so does terror."""
    for warrior in battle.mob(battle.side):
        warrior.moved, warrior.went, warrior.helping, warrior.charging = "", 0.0, "", ""
        warrior.terrified_of = ()
        warrior.idle = warrior.shot = warrior.tested = warrior.obstacle = False
        warrior.overwatch = False


# ---------------------------------------------------------------- movement


def move_step(game: Game) -> None:
    """gce.game.movement-phase, gce.foot.order: one model after another, in any order, vehicles among them;
    gce.foot.forced: who must move has to before the phase ends."""
    battle = game.battle
    options = [*driving.vehicles_to_move(battle), *foot.warriors_to_move(battle)]
    if all(option.barred for option in options):
        _end_movement(battle)
        return
    waits = foot.must_move(battle)
    hold = driving.overdue(battle, battle.side)
    if waits is not None:
        hold = Refusal(f"{waits.name} must move", "gce.foot.forced")
    options.append(Option("done", "The others stay where they are", barred=hold))
    question = Choose("Who moves?", options, "gce.foot.order", kind="who moves")
    chosen = game.ask(battle.side, question)
    if chosen == "done":
        _end_movement(battle)
    elif any(vehicle.id == chosen for vehicle in battle.vehicles):
        driving.move_vehicle(game, battle.vehicle(chosen))
    else:
        foot.move_warrior(game, battle.warrior(chosen))


def _end_movement(battle: Battle) -> None:
    driving.finish(battle, battle.side)
    battle.phase = "shoot"


def shoot_step(game: Game) -> None:
    """gce.game.shooting-phase; at its end the fires on the side's vehicles (gce.R8.7)."""
    if shooting.shoot(game):
        return
    burn_vehicles(game, game.battle.side)
    game.battle.phase = "fight"


def fight_step(game: Game) -> None:
    """gce.game.hth-phase."""
    fight(game)
    game.battle.phase = "recover"


# ---------------------------------------------------------------- the end of a turn


def recover_step(game: Game) -> None:
    """gce.game.recovery-phase; then the next player's turn."""
    recovery.recover(game)
    wear_off(game, game.battle.side)
    _next_turn(game)


def _next_turn(game: Game) -> None:
    """gce.game.game-turn: a turn for each player in order, those who have bottled out left aside; then the
    next game turn. Creatures that nobody has woken have none."""
    battle = game.battle
    at = battle.order.index(battle.side)
    for number in range(at + 1, len(battle.order) + at + 1):
        if number == len(battle.order):
            limit = battle.rulings.turn_limit or battle.setup.scenario.turn_limit
            if limit and battle.turn >= limit:
                victory.time_out(game)
                return
            battle.turn += 1
            sails.shift_wind(game)
        side = battle.order[number % len(battle.order)]
        if side not in battle.bottled and (side != NEST or battle.present(side)):
            battle.side, battle.phase = side, "start"
            return


STEPS: dict[str, Callable[[Game], None]] = {
    "roll": edges.roll_step,
    "edges": edges.edges_step,
    "deploy": deploying.deploy_step,
    "start": start_step,
    "move": move_step,
    "shoot": shoot_step,
    "fight": fight_step,
    "recover": recover_step,
}
