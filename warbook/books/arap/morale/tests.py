"""Tests of nerve: pinning, heavy casualties, suppression."""

from __future__ import annotations

from warbook.books.arap.dice.tests import passes_unrolled, rolls_again
from warbook.books.arap.field.bodies import has, profile
from warbook.books.arap.field.units import leadership, lose_points, most_have
from warbook.books.arap.morale.dice import (
    casualties,
    half_lost,
    keeps_head,
    keeps_on,
    quarter,
    suppressing,
)
from warbook.books.arap.rout.falls import rout
from warbook.books.arap.state import Battle, Charging, Figure, Game, Unit, resting
from warbook.core.events import Became, Note
from warbook.core.questions import Modifier

CASUALTIES, SUPPRESSION = "casualties", "suppression"
HEAVY = "arap.morale.heavy-casualty-test"


def start_of_turn(game: Game) -> bool:
    """arap.morale.heavy-casualty-timing, arap.F19: the next test of a unit of the side whose turn it is,
    first those for casualties and then those for hits; False when none is left."""
    battle = game.battle
    if battle.stage == "":
        battle.stage, battle.queue = CASUALTIES, _due(battle, CASUALTIES)
    if battle.stage == CASUALTIES and not battle.queue:
        battle.stage, battle.queue = SUPPRESSION, _due(battle, SUPPRESSION)
    if not battle.queue:
        return False
    unit = battle.unit(battle.queue[0])
    battle.queue = battle.queue[1:]
    if battle.stage == CASUALTIES:
        _heavy_casualties(game, unit, sum(unit.lost.values()), HEAVY)
    else:
        _suppression(game, unit)
    return True


def pinning(game: Game, unit: Unit, by: Unit, ordnance: bool = False) -> None:
    """arap.morale.pinning-test: after an action of an enemy unit that wounded with pinning weapons
    (arap.F15). Who routs passes, who is pinned tests no more (arap.morale.pinning-routers,
    arap.morale.pinned-no-morale)."""
    battle = game.battle
    if unit.routing or unit.pinned or not battle.members(unit) or _passes(battle, unit, "pinning"):
        return
    rule = "arap.morale.pinning-test"
    why = (Modifier(-1, "a battery of ordnance", "arap.morale.pinning-barrage"),) if ordnance else ()
    again = _again(battle, unit, "pinning")
    if not game.rolling(unit.id, {rule: why}).roll(keeps_head, leadership(battle, unit), again, ordnance):
        pin(game, unit, rule)


def pin(game: Game, unit: Unit, rule: str) -> None:
    """arap.morale.pinned; in the middle of its own activation it has two points less (arap.F16). Pinned and
    suppressed exclude each other."""
    unit.pinned, unit.suppressed, unit.pinned_now = True, False, True
    lose_points(game.battle, unit, 2)
    game.tell(Became(piece=unit.id, status="pinned", words=f"{unit.name} is pinned.", rule=rule))


def pin_at_once(game: Game, unit: Unit) -> None:
    """arap.morale.pinning-automatic, arap.morale.pinning-immune: whatever tests the unit passes."""
    if not unit.routing and not unit.pinned and game.battle.members(unit):
        pin(game, unit, "arap.morale.pinning-automatic")


def own_turn_losses(game: Game, unit: Unit) -> None:
    """arap.morale.own-turn-losses: tests at once if what it lost in its own side's turn is a quarter of its
    strength; once in a player turn."""
    battle = game.battle
    due = unit.side == battle.side and unit.own_losses >= quarter(unit.strength)
    if due and not unit.tested and not _exempt(battle, unit):
        _heavy_casualties(game, unit, unit.own_losses, "arap.morale.own-turn-losses")


def suppressing_hits(battle: Battle, unit: Unit) -> int:
    """arap.morale.suppression-trigger: how many hits call for a test; arap.A9 has a switch."""
    return suppressing(unit.strength, battle.rulings.suppression_threshold == "more_than_quarter")


def suppressible(battle: Battle, unit: Unit) -> bool:
    """arap.morale.suppression-immune, arap.F21: unless most of its figures are immune; swarms and independent
    characters as the scenario has it (arap.morale.suppression-gm)."""
    figures = battle.members(unit)
    return 2 * sum(_unflinching(battle, figure) for figure in figures) <= len(figures)


# ---------------------------------------------------------------- the tests


@resting
def _due(battle: Battle, test: str) -> tuple[str, ...]:
    units = [unit for unit in battle.on_table(battle.side) if not _exempt(battle, unit)]
    if test == CASUALTIES:
        return tuple(unit.id for unit in units if sum(unit.lost.values()) >= quarter(unit.strength))
    return tuple(unit.id for unit in units if _suppression_due(battle, unit))


def _exempt(battle: Battle, unit: Unit) -> bool:
    """arap.morale.heavy-casualty-exempt, arap.morale.pinning-excludes-casualty-test,
    arap.morale.suppression-melee: who routs, is in melee, in a Charge or its target, or pinned."""
    charging = any(
        isinstance(frame, Charging) and unit.id in (frame.unit, frame.target) for frame in battle.stack
    )
    gone = not battle.members(unit)
    return gone or unit.routing or bool(unit.locked) or unit.pinned or unit.pinned_now or charging


def _heavy_casualties(game: Game, unit: Unit, lost: int, rule: str) -> None:
    """arap.morale.heavy-casualty-test, arap.morale.heavy-casualty-limits: a failure pins if it is even; if it
    is odd the unit routs from whoever caused most of its casualties (arap.F20)."""
    battle = game.battle
    unit.tested = True
    if _passes(battle, unit, "casualties"):
        return
    half = half_lost(unit.strength, lost) if battle.rulings.half_casualties else 0
    why = (Modifier(half, "half of it lost", "arap.morale.heavy-casualty-half"),) if half else ()
    ld, again = leadership(battle, unit) + half, _again(battle, unit, "casualties")
    came = game.rolling(unit.id, {rule: why}).roll(casualties, ld, again, rule)
    if came == "pinned":
        pin(game, unit, rule)
    elif came == "routs":
        cause = max(unit.lost, key=lambda enemy: unit.lost[enemy], default="")
        rout(game, unit, cause, rule)
    else:
        game.tell(Note(words=f"{unit.name} stands its losses.", piece=unit.id, rule=rule))


def _suppression_due(battle: Battle, unit: Unit) -> bool:
    """arap.morale.suppression-trigger, arap.morale.suppression-large-blast, arap.morale.suppression-limits:
    for who took no test for casualties."""
    hit = unit.hits >= suppressing_hits(battle, unit) or unit.blasted
    return hit and not unit.tested and suppressible(battle, unit)


def _suppression(game: Game, unit: Unit) -> None:
    """arap.morale.suppression-test."""
    battle = game.battle
    if _passes(battle, unit, "suppression"):
        return
    ld, again = leadership(battle, unit), _again(battle, unit, "suppression")
    if not game.rolling(unit.id).roll(keeps_on, ld, again):
        unit.suppressed = True
        words, rule = f"{unit.name} is suppressed.", "arap.morale.suppressed"
        game.tell(Became(piece=unit.id, status="suppressed", words=words, rule=rule))


def _passes(battle: Battle, unit: Unit, test: str) -> bool:
    """arap.dice.leadership-auto-pass, arap.A21: whether most of the unit pass Morale Tests without a roll."""
    steady = most_have(battle, unit, "fearless") or most_have(battle, unit, "passes-morale")
    exempt = ("morale",) if steady else ()
    return passes_unrolled(test, exempt, battle.rulings.pinning_is_morale_test)


def _again(battle: Battle, unit: Unit, test: str) -> bool:
    """arap.rout.no-fear."""
    again = rolls_again(test, battle.rulings.pinning_is_morale_test)
    return again and most_have(battle, unit, "know-no-fear")


def _unflinching(battle: Battle, figure: Figure) -> bool:
    kind, scenario = profile(battle, figure), battle.scenario
    if kind.monstrous or kind.vehicle or kind.invulnerable < 7 or has(battle, figure, "fearless"):
        return True
    if has(battle, figure, "swarm") and not scenario.swarms_suppressed:
        return True
    return kind.character and not scenario.characters_suppressed
