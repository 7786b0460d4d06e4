"""A round of melee for every combat on the table."""

from __future__ import annotations

from collections.abc import Sequence

from warbook.books.arap.field.bodies import profile
from warbook.books.arap.field.near import combats, unlock
from warbook.books.arap.melee import reckoning
from warbook.books.arap.melee.blows import Manner, Swing, step_of, swings
from warbook.books.arap.melee.choices import closes_up, manner_of
from warbook.books.arap.melee.closing import close_up, idle
from warbook.books.arap.melee.leaving import asked_to_leave
from warbook.books.arap.melee.reach import opponents, reached
from warbook.books.arap.melee.strikes import Tally, drop_krak, free_hacks, strike, take_wounds
from warbook.books.arap.rout.falls import rout
from warbook.books.arap.rout.pursuit import after_rout, on_feature
from warbook.books.arap.state import Battle, Figure, Game, Unit


def fight(game: Game) -> bool:
    """Fights the next combat whose units have not `fought` in this player turn; False when there is none."""
    battle = game.battle
    for charge in battle.charges:
        runner = battle.unit(charge.target)
        if (
            charge.caught
            and not (runner.fought or runner.routing or runner.locked)
            and battle.standing(runner)
        ):
            runner.fought = True
            rout(game, runner, charge.unit, "arap.charge.run-caught")  # nobody is left of who caught it
            return True
    for group in combats(battle):
        if not any(unit.fought for unit in group):
            _combat(game, group)
            return True
    return False


def _combat(game: Game, group: list[Unit]) -> None:
    """arap.melee.round: who is caught is cut down, who leaves leaves, the others fight and reckon up."""
    battle = game.battle
    met = {unit.id: unit.locked for unit in group}
    for unit in group:
        unit.fought = True
    _caught(game, group)
    for unit in _in_turn(battle, group):
        if unit.locked and battle.standing(unit):
            asked_to_leave(game, unit)
    fighting = [unit for unit in group if unit.locked and battle.standing(unit)]
    if fighting:
        dealt = _blows(game, fighting)
        reckoning.resolve(game, fighting, dealt)
    for unit in group:
        beaten = all(not battle.members(battle.unit(enemy)) for enemy in met[unit.id])
        if not beaten:
            unit.kept = 0  # arap.turn.leftover-after-melee


def _in_turn(battle: Battle, units: Sequence[Unit]) -> list[Unit]:
    """The current player's first, then the others' in the order of their turns."""
    first = battle.order.index(battle.side)
    return sorted(units, key=lambda unit: (battle.order.index(unit.side) - first) % len(battle.order))


def _caught(game: Game, group: Sequence[Unit]) -> None:
    """arap.charge.run-caught, arap.G8: the Chargers in reach hack at who ran from them, or with all their
    attacks at who was routing (arap.G25); he strikes no blow and routs."""
    battle = game.battle
    for target in group:
        upon = [charge for charge in battle.charges if charge.caught and charge.target == target.id]
        hunters = [battle.unit(charge.unit) for charge in upon if charge.unit in target.locked]
        if not hunters:
            continue
        fled = target.routing
        for hunter in hunters:
            if battle.standing(target):
                free_hacks(game, hunter, target, fled, "arap.charge.run-caught")
        if battle.standing(target):
            feature = on_feature(battle, battle.standing(target))
            rout(game, target, hunters[0].id, "arap.charge.run-caught")
            for hunter in hunters:
                after_rout(game, hunter, target, feature)
        unlock(battle, target)


def _blows(game: Game, group: Sequence[Unit]) -> dict[tuple[str, str], int]:
    """All Initiative steps, the highest first (arap.melee.initiative-order); whose step is over when he comes
    up strikes no more (arap.melee.late-engaged). Who dealt how many wounds to whom."""
    battle = game.battle
    manner = Manner()
    for unit in _in_turn(battle, group):
        manner = manner_of(game, unit, manner)
    closing: dict[str, bool] = {}
    dealt: dict[tuple[str, str], int] = {}
    steps = {figure.id: step_of(battle, figure, manner) for unit in group for figure in battle.standing(unit)}
    for step in sorted(set(steps.values()), reverse=True):
        figures = [
            figure for unit in group for figure in battle.standing(unit) if steps.get(figure.id) == step
        ]
        if not figures:
            continue
        tally = _step(game, figures, manner)
        take_wounds(game, tally)
        for pair, count in tally.dealt.items():
            dealt[pair] = dealt.get(pair, 0) + count
        for unit in _in_turn(battle, group):
            if unit.locked and battle.standing(unit):
                if unit.id not in closing and idle(battle, unit):
                    closing[unit.id] = closes_up(game, unit)
                if closing.get(unit.id):
                    close_up(game, unit)
    return dealt


def _step(game: Game, figures: Sequence[Figure], manner: Manner) -> Tally:
    """arap.melee.initiative-order: all of a step strike before anybody falls (arap.G41)."""
    battle = game.battle
    tally = Tally({}, {})
    pairs: dict[tuple[str, str], list[Swing]] = {}
    krak: list[tuple[Figure, Unit]] = []
    for figure in figures:
        if figure.id in manner.krak:
            foes = reached(battle, figure, opponents(battle, battle.unit(figure.unit)))
            foe = next((foe for foe in foes if not profile(battle, foe).vehicle), None)
            if foe is not None:
                krak.append((figure, battle.unit(foe.unit)))
            continue
        for swing in swings(battle, figure, manner):
            pairs.setdefault((figure.unit, swing.target), []).append(swing)
    for (unit, target), each in pairs.items():
        strike(game, battle.unit(unit), battle.unit(target), each, tally)
    for figure, enemy in krak:
        drop_krak(game, battle.unit(figure.unit), figure, enemy, tally)
    return tally
