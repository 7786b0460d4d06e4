"""Charge actions of a unit that has points, and a Charge as it goes on, stage by stage (arap.G1)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import pairwise
from typing import Literal

from warbook.board.geometry import segments_cross
from warbook.board.paths import Path
from warbook.books.arap.blasts.placing import placements
from warbook.books.arap.charge import engaging, reactions
from warbook.books.arap.charge.dice import charge, flight, stands_and_fires
from warbook.books.arap.charge.interception import intercepted
from warbook.books.arap.charge.reactions import FIRE, RUN, STAND, gap_between, lies
from warbook.books.arap.charge.receiving import reaction_question
from warbook.books.arap.charge.ways import Approach, approach, away, charge_ways, short_of
from warbook.books.arap.dice.tests import initiative_test
from warbook.books.arap.field.bodies import fighter, within
from warbook.books.arap.field.cover import terrain_of_unit
from warbook.books.arap.field.ground import touches, traits_of
from warbook.books.arap.field.hiding import reveal
from warbook.books.arap.field.hindrance import hindrance
from warbook.books.arap.field.near import nearest_pair
from warbook.books.arap.field.sight import unit_sees
from warbook.books.arap.field.units import acting, initiative, slowest, spend, value_of
from warbook.books.arap.movement.hazards import dangers
from warbook.books.arap.movement.ladders import used
from warbook.books.arap.movement.postures import stand_up
from warbook.books.arap.movement.prices import price
from warbook.books.arap.rout.pursuit import meet
from warbook.books.arap.shooting import volley, watching
from warbook.books.arap.shooting.plans import chosen_barrels, may_fire, plan_of
from warbook.books.arap.shooting.questions import pick_arms
from warbook.books.arap.shooting.terms import Terms
from warbook.books.arap.state import Acting, Battle, Charging, Figure, Game, Unit, at_rest, resting
from warbook.core.events import Aimed, Note
from warbook.core.questions import Choose, Later, Option, Preview, Refusal

CHARGE, FIRE_AND_CHARGE = "charge:", "fire and charge:"
STOP_SHORT = 1.0  # inches: of lying Chargers who get up in vain (arap.E22)
ACTION = "arap.charge.action"
UNSEEN = Refusal("nobody of it sees them", "arap.G1")
WIELDED = ("pistol", "assault")


def charge_options(battle: Battle, frame: Acting) -> list[Option | Later]:
    """Whom the unit might Charge, with what bars it; ids begin with "charge:" and "fire and charge:"."""
    unit = battle.unit(frame.unit)
    if not battle.standing(unit):
        return []
    found: list[Option | Later] = []
    own, armed = _barred(battle, frame, unit), _armed(battle, unit)
    for target in battle.enemies(unit.side):
        if target.hidden:
            continue
        found.append(Later(f"{CHARGE}{target.id}", partial(_plain_charge, battle, unit, target, own)))
        if own is None and armed:
            name = f"{FIRE_AND_CHARGE}{target.id}"
            found.append(Later(name, partial(_fire_and_charge, battle, unit, target)))
    return found


def take_charge(game: Game, frame: Acting, chosen: str) -> None:
    """arap.charge.action, arap.turn.charge-action: declares a Charge, pays for it and puts it on the stack.
    Nobody but its target and those on overwatch may fire at the Chargers (arap.charge.stand-and-fire-who)."""
    battle = game.battle
    unit = battle.unit(frame.unit)
    prefix, _, name = chosen.rpartition(":")
    target = battle.unit(name)
    spend(battle, frame, price(battle, unit, "charge", 1), "charge")
    unit.charged += 1
    ambush = unit.hidden
    reveal(game, unit, f"{unit.name} is no longer hidden.")
    target.charged_by = (*target.charged_by, unit.id)
    words = (
        f"{unit.name} {'fires and Charges' if f'{prefix}:' == FIRE_AND_CHARGE else 'Charges'} {target.name}."
    )
    game.tell(Aimed(piece=unit.id, target=target.id, words=words, rule=ACTION))
    fires, covered = f"{prefix}:" == FIRE_AND_CHARGE, _covered(battle, unit, target)
    lay = lies(battle, unit)
    if lay:
        stand_up(game, unit, "arap.movement.prone-charge")
    battle.stack.append(Charging(unit.id, target.id, fires=fires, cover=covered, ambush=ambush, lay=lay))
    watching.interrupt(game, unit)


def go_on(game: Game, frame: Charging) -> None:
    """The next stage; the frame is taken off the stack when the Charge is over."""
    battle = game.battle
    unit, target = battle.unit(frame.unit), battle.unit(frame.target)
    if not battle.standing(unit) or not battle.standing(target):
        battle.stack.remove(frame)
    elif frame.stage == "reaction":
        _react(game, frame, unit, target)
    elif frame.stage == "distance":
        _distance(game, frame, unit, target)
    elif frame.stage == "fire":
        frame.stage = "move"
        _exchange(game, frame, unit, target)
    else:
        battle.stack.remove(frame)
        _move(game, frame, unit, target)


# ---------------------------------------------------------------- who may


def _barred(battle: Battle, frame: Acting, unit: Unit) -> Refusal | None:
    cost = price(battle, unit, "charge", 1)
    if cost > frame.points:
        return Refusal(f"it takes {cost} action points", ACTION)
    if unit.charged and not unit.failed_charge:
        return Refusal("it has Charged in this turn", "arap.charge.one-per-turn")
    if unit.failed_charge and not (battle.rulings.failed_charge_retry or "ran" in frame.did):
        return Refusal("its Charge has failed", "arap.charge.failed-actions")
    if all(figure.down for figure in battle.standing(unit)):
        return Refusal("it has fallen over", "arap.movement.agility-failure")
    return None


def _target_barred(battle: Battle, unit: Unit, target: Unit) -> Refusal | None:
    if target.id in unit.shuns:
        return Refusal("it has just broken off from it", "arap.melee.break-off-next-turn")
    if not unit_sees(battle, unit, target):
        return UNSEEN
    return None


def _fire_barred(battle: Battle, unit: Unit, target: Unit) -> Refusal | None:
    """arap.charge.fire-and-charge, A5: from its basic move away."""
    move = slowest(battle, unit)
    if gap_between(battle, unit, target) < move - 1e-6:
        return Refusal(f"they are nearer than its move of {move} inches", "arap.charge.fire-and-charge")
    return may_fire(battle, unit, target, Terms(1, "fire"))


def _plain_charge(battle: Battle, unit: Unit, target: Unit, own: Refusal | None) -> Option:
    return _option(battle, unit, target, CHARGE, own or _target_barred(battle, unit, target))


def _fire_and_charge(battle: Battle, unit: Unit, target: Unit) -> Option:
    barred = _target_barred(battle, unit, target) or _fire_barred(battle, unit, target)
    return _option(battle, unit, target, FIRE_AND_CHARGE, barred)


def _armed(battle: Battle, unit: Unit) -> bool:
    """Whether somebody has a pistol or an Assault weapon (arap.charge.fire-and-charge-weapons)."""
    figures = battle.standing(unit)
    return any(weapon.type in WIELDED for figure in figures for weapon in fighter(battle, figure).weapons)


def _covered(battle: Battle, unit: Unit, target: Unit) -> bool:
    """F47: whether the target is in hard cover from the nearest Charger, of terrain and not of comrades."""
    pair = nearest_pair(battle, unit, target)
    return pair is not None and terrain_of_unit(battle, pair[0], target) == "hard"


def _option(battle: Battle, unit: Unit, target: Unit, prefix: str, barred: Refusal | None) -> Option:
    def preview() -> Preview:
        return reactions.contact_odds(battle, unit, target)

    label = f"{'Charge' if prefix == CHARGE else 'Fire and Charge'} {target.name}"
    about = ("charge" if prefix == CHARGE else "fire and charge", target.id)
    rule = ACTION if prefix == CHARGE else "arap.charge.fire-and-charge"
    hindered = partial(hindrance, battle, unit, target) if barred is UNSEEN else None
    return Option(
        f"{prefix}{target.id}", label, target.id, barred, None if barred else preview, about=about,
        hindered=hindered, rule=rule,
    )  # fmt: skip


# ---------------------------------------------------------------- stage by stage


def _react(game: Game, frame: Charging, unit: Unit, target: Unit) -> None:
    """Stage 2: asked only where there is more than one thing to do. Who fires rolls for it now
    (arap.charge.stand-and-fire-roll); without a success he stands."""
    battle = game.battle
    with at_rest(battle):
        asked = reaction_question(battle, frame)
        answer = game.ask(target.side, asked) if len(asked.open()) > 1 else STAND
    frame.answer = _answer(answer)
    if answer == FIRE:
        rule = "arap.charge.stand-and-fire-roll"
        frame.successes = game.rolling(target.id).roll(stands_and_fires, value_of(battle, target))
        if not frame.successes:
            game.tell(Note(words=f"{target.name} is too late to fire.", piece=target.id, rule=rule))
    frame.stage = "distance"


def _answer(answer: str) -> Literal["run", "fire", "stand"]:
    return "run" if answer == RUN else "fire" if answer == FIRE else "stand"


def _distance(game: Game, frame: Charging, unit: Unit, target: Unit) -> None:
    """Stages 3 and 4: runners run, then the Charge is rolled for."""
    battle = game.battle
    way = reactions.dash(battle, unit, target)
    if frame.answer == "run":
        _run(game, unit, target)
        frame.ran = True
    rolled = game.rolling(unit.id).roll(charge, slowest(battle, unit), way)
    frame.inches, frame.highest = rolled.inches, rolled.highest
    frame.stage = "fire" if frame.fires or frame.successes else "move"


def _run(game: Game, unit: Unit, target: Unit) -> None:
    """arap.charge.run-distance, arap.charge.run-not-rout: it ends facing away from the Chargers. Who comes to
    stand within another enemy's reach is locked with him (arap.G43)."""
    battle = game.battle
    rule = "arap.charge.run-distance"
    inches = game.rolling(target.id).roll(flight, slowest(battle, target), rule)
    pair = nearest_pair(battle, unit, target)
    assert pair is not None
    cause = pair[0].spot
    paths = intercepted(game, target, away(battle, target, cause, inches), (unit.id,))
    engaging.run(game, target, paths, "runs", rule, facing_from=cause)
    meet(game, target, (unit.id,))


def _exchange(game: Game, frame: Charging, unit: Unit, target: Unit) -> None:
    """Stage 5: both fire at once, also where the Charge will fail (arap.charge.failed-reaction). What it does
    is noted for the first round, if there is one."""
    battle = game.battle
    with at_rest(battle):
        ready = _ready(game, frame, unit, target)
    for one, other, shots in ready:
        before = _wounds_left(battle, other)
        volley.loose(game, [shots])
        wounds = before - _wounds_left(battle, other)
        if one is unit:
            frame.dealt += wounds
        else:
            frame.taken += wounds


def _ready(game: Game, frame: Charging, unit: Unit, target: Unit) -> list[tuple[Unit, Unit, volley.Volley]]:
    """Who fires at whom, and what."""
    battle = game.battle
    terms: list[tuple[Unit, Unit, Terms, list[str] | None]] = []
    if frame.fires and may_fire(battle, unit, target, Terms(1, "fire")) is None:
        terms.append((unit, target, Terms(1, "fire"), None))
    if frame.successes:
        only = reactions.unengaged(battle, target, unit)
        by = Terms(frame.successes, "stand", frame.inches > 12)
        if may_fire(battle, target, unit, by, only) is None:
            terms.append((target, unit, by, only))
    ready = []
    for one, other, how, only in terms:
        plan = plan_of(battle, one, other, how, only)
        barrels = chosen_barrels(plan, pick_arms(game, plan))
        ready.append((one, other, (plan, barrels, placements(game, plan, barrels))))
    return ready


def _wounds_left(battle: Battle, unit: Unit) -> int:
    return sum(figure.wounds for figure in battle.members(unit))


def _move(game: Game, frame: Charging, unit: Unit, target: Unit) -> None:
    """Stages 6 and 7: contact or failure."""
    battle = game.battle
    way = approach(battle, unit, target, frame.inches)
    if (way is None or not within(way.cost, frame.inches)) and frame.ran:
        target, way = _redirected(game, frame, unit, target)
    if way is None or not within(way.cost, frame.inches):
        _fail(game, frame, unit, target, frame.highest)
        return
    if way.obstacle and not _cleared(game, unit):
        stop = short_of(battle, unit, target, way.obstacle)
        engaging.run(game, unit, stop, "Charges", "arap.charge.obstacle-test", towards=target)
        _failed(game, frame, unit)
        return
    tested = bool(way.obstacle) or _hindered(battle, way)
    with at_rest(battle):
        paths = charge_ways(battle, unit, target, frame.inches, way)
    frame.ladder = _by_ladder(battle, unit, paths)
    gone = intercepted(game, unit, paths, (target.id,), charges=True)
    jumped = engaging.run(game, unit, gone, "Charges", ACTION, towards=target)
    if unit.locked and target.id not in unit.locked and gone != paths:
        return  # intercepted: neither side has bonuses (arap.charge.interception)
    if not engaging.made(battle, unit, target):
        game.tell(Note(words=f"{unit.name} does not get there.", piece=unit.id, rule="arap.charge.success"))
        _failed(game, frame, unit)
        return
    engaging.engage(game, frame, unit, target, tested, jumped)


def _by_ladder(battle: Battle, unit: Unit, paths: Mapping[str, Path]) -> bool:
    hanging = any(figure.hangs for figure in battle.standing(unit))
    return hanging or any(used(battle, path) for path in paths.values())


def _hindered(battle: Battle, way: Approach) -> bool:
    """arap.charge.against-cover: whether the way there takes a hazard test, or leads over what has the same
    effect."""
    return len(way.path) > 1 and (
        bool(dangers(battle, _leading(battle, way), way.path))
        or touches(battle, way.path, lambda kind: kind.charge_cover)
        or any(
            segments_cross((a.x, a.y), (b.x, b.y), *ends)
            for wall in battle.table.walls
            if traits_of(battle, wall).charge_cover
            for ends in pairwise(wall.line)
            for a, b in pairwise(way.path)
        )
    )


def _leading(battle: Battle, way: Approach) -> Figure:
    return next(figure for figure in battle.figures if figure.spot == way.path[0])


def _cleared(game: Game, unit: Unit) -> bool:
    """arap.charge.obstacle-test, arap.D8: one test for the unit."""
    rule = "arap.charge.obstacle-test"
    return game.rolling(unit.id).roll(initiative_test, initiative(game.battle, unit), rule)


def _redirected(game: Game, frame: Charging, unit: Unit, target: Unit) -> tuple[Unit, Approach | None]:
    """arap.charge.run-redirect: the same move may take it to another enemy. The time for reactions is past
    (own): nobody reacts to that."""
    battle = game.battle
    open_to = _others_in_reach(battle, unit, target, frame.inches)
    if not open_to:
        return target, None
    options = [Option(name, f"Charge {battle.unit(name).name}", name, about=name) for name in open_to]
    options.append(Option("none", "Stop", unit.id))
    asked = Choose(
        f"{target.name} is out of reach. Charge another?", options, "arap.charge.run-redirect", unit.id,
        options[0].id, kind="redirect",
    )  # fmt: skip
    chosen = game.ask(unit.side, asked)
    if chosen == "none":
        return target, None
    other = battle.unit(chosen)
    words = f"{unit.name} turns on {other.name} with the same move; there is no time to react to that."
    game.tell(Note(words=words, piece=unit.id, rule="arap.charge.run-redirect"))
    frame.ran, frame.cover = False, _covered(battle, unit, other)
    other.charged_by = (*other.charged_by, unit.id)
    return other, open_to[chosen]


@resting
def _others_in_reach(battle: Battle, unit: Unit, target: Unit, inches: float) -> dict[str, Approach]:
    """The ways to all other enemies that it may Charge and comes to with so many inches."""
    found: dict[str, Approach] = {}
    for enemy in battle.enemies(unit.side):
        if enemy.id == target.id or enemy.hidden or _target_barred(battle, unit, enemy):
            continue
        way = approach(battle, unit, enemy, inches)
        if way is not None and within(way.cost, inches):
            found[enemy.id] = way
    return found


def _fail(game: Game, frame: Charging, unit: Unit, target: Unit, inches: int) -> None:
    """arap.charge.failed: towards the target by the highest die."""
    battle = game.battle
    rule = "arap.charge.failed"
    words = f"The Charge of {unit.name} falls short of {target.name}."
    game.tell(Note(words=words, piece=unit.id, rule=rule))
    paths = short_of(battle, unit, target, inches, STOP_SHORT if frame.lay else 0.01)
    gone = intercepted(game, unit, paths, charges=True)
    engaging.run(game, unit, gone, "Charges", rule, towards=target)
    _failed(game, frame, unit)


def _failed(game: Game, frame: Charging, unit: Unit) -> None:
    """arap.charge.failed-actions: no further actions; if the target ran, or by the switch, it may Charge
    again (arap.charge.after-run, arap.charge.failed-retry). Nobody is being Charged by it any more."""
    for each in game.battle.units:
        each.charged_by = tuple(name for name in each.charged_by if name != unit.id)
    unit.failed_charge = True
    own = acting(game.battle, unit)
    if own is None:
        return
    if frame.ran:
        own.did = (*own.did, "ran")
    elif not game.battle.rulings.failed_charge_retry:
        own.points = 0
