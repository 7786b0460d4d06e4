"""A shooting action: everybody of a unit who can fires at another unit."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import gcd, prod
from typing import TypeAlias

from warbook.board.geometry import bearing, turn_between
from warbook.books.arap.army.data import fire_modes
from warbook.books.arap.blasts import bursts, strips
from warbook.books.arap.blasts.placing import Placed, placements
from warbook.books.arap.field.bodies import profile
from warbook.books.arap.field.hiding import reveal, told_to
from warbook.books.arap.shooting import covers
from warbook.books.arap.shooting.arms import Barrel
from warbook.books.arap.shooting.dice import Landed, into_melee, volley
from warbook.books.arap.shooting.fired import Fired, burn, settle
from warbook.books.arap.shooting.plans import (
    Plan,
    aim_at,
    chosen_barrels,
    plan_of,
    shots_of,
    victims,
)  # fmt: skip
from warbook.books.arap.shooting.questions import pick_arms
from warbook.books.arap.shooting.targets import Struckable, deal
from warbook.books.arap.shooting.terms import Terms
from warbook.books.arap.shooting.wound_dice import Harm
from warbook.books.arap.state import Battle, Game, Unit, at_rest
from warbook.core.events import Aimed, Turned
from warbook.core.questions import Modifier

TO_HIT = "arap.shooting.to-hit"

Volley: TypeAlias = tuple[Plan, list[Barrel], list[Placed]]
"""What a unit fires at another: all of its weapons that do, and where templates and markers are laid."""


def fire(game: Game, unit: Unit, target: Unit, terms: Terms, only: Collection[str] | None = None) -> Fired:
    """arap.turn.shooting-action: all questions come before all dice."""
    with at_rest(game.battle):
        plan = plan_of(game.battle, unit, target, terms, only)
        barrels = chosen_barrels(plan, pick_arms(game, plan))
        placed = placements(game, plan, barrels)
    return loose(game, [(plan, barrels, placed)])


def loose(game: Game, volleys: Sequence[Volley]) -> Fired:
    """Fires what was chosen, and sees to what follows from it; several volleys are of one action."""
    fired = Fired()
    unit, terms = volleys[0][0].unit, volleys[0][0].terms
    for plan, barrels, placed in volleys:
        _bring_to_bear(game, plan, barrels)
        told = f"{unit.name} fires at {plan.target.name}."
        rule = "arap.turn.shooting-action"
        game.tell(Aimed(piece=unit.id, target=plan.target.id, words=told, rule=rule, to=told_to(unit)))
        fired.ordnance += sum(barrel.weapon.type == "ordnance" for barrel in barrels)
        fired.add(_shots(game, plan, barrels))
        for each in placed:
            if each.barrel.manner == "strip":
                fired.add(strips.burn_lane(game, plan, each))
            else:
                fired.add(bursts.burst(game, plan, each))
        _spent(game, barrels)
        _note(game.battle, unit, plan.target)
    reveal(game, unit, f"{unit.name} is no longer hidden.")
    settle(game, unit, fired, bool(terms.charge))
    return fired


# ---------------------------------------------------------------- the shots


def _shots(game: Game, plan: Plan, barrels: Sequence[Barrel]) -> Fired:
    """arap.shooting.to-hit, arap.shooting.wound-roll, arap.shooting.save-sequence."""
    battle, unit = game.battle, plan.unit
    fired = Fired()
    with at_rest(battle):
        shots, behind = shots_of(battle, plan, barrels)
        if not shots:
            return fired
        targets = victims(battle, plan, barrels)
        rolling = game.rolling(unit.id, {TO_HIT: _why(battle, plan, behind)})
    evenly = battle.rulings.large_battle_allocation
    if plan.target.locked:
        parts = by_units(battle, targets)
        bands = tuple(part.bands for part in parts.values())
        came = rolling.roll(into_melee, shots, bands, weights_of(battle, parts), evenly)
        struck = list(zip(parts, parts.values(), came.hits, came.harms, strict=True))
        all_landed = came.landed
    else:
        result = rolling.roll(volley, shots, targets.bands, evenly)
        struck, all_landed = [(plan.target.id, targets, result.hits, result.harm)], result.landed
    for name, part, hits, harm in struck:
        fired.hits[name] = hits
        _put_down(game, plan, part, harm, fired)
        if harm.pins:
            fired.pins.add(name)
    for each, group in zip(all_landed, behind, strict=True):
        _burn(game, each, group)
        covers.strike_cover(game, plan, group, each.by_one)
    return fired


def _put_down(game: Game, plan: Plan, targets: Struckable, harm: Harm, fired: Fired) -> None:
    for name, lost in deal(game, plan.unit, targets, harm, "arap.shooting.wound-roll").items():
        fired.lost[name] = fired.lost.get(name, 0) + lost


def by_units(battle: Battle, targets: Struckable) -> dict[str, Struckable]:
    """The bands of each unit in a combat."""
    units = [battle.figure(names[0]).unit for names in targets.figures]
    return {
        unit: Struckable(
            tuple(band for band, of in zip(targets.bands, units, strict=True) if of == unit),
            tuple(names for names, of in zip(targets.figures, units, strict=True) if of == unit),
        )
        for unit in dict.fromkeys(units)
    }


def weights_of(battle: Battle, parts: Mapping[str, Struckable]) -> tuple[int, ...]:
    """arap.F11: how likely a hit into close combat is each unit's, all figures being alike, or by the switch
    first all sides."""
    figures = {name: sum(band.count for band in part.bands) for name, part in parts.items()}
    weights = list(figures.values())
    if battle.rulings.melee_fire_split == "per_side":
        sides: dict[str, int] = {}
        for name, count in figures.items():
            side = battle.unit(name).side
            sides[side] = sides.get(side, 0) + count
        weights = [
            count * prod(sides.values()) // sides[battle.unit(name).side] for name, count in figures.items()
        ]
    return tuple(weight // gcd(*weights) for weight in weights)


def _burn(game: Game, landed: Landed, barrels: Sequence[Barrel]) -> None:
    """gets-hot: shots that may burn are one figure's each."""
    if landed.hot:
        burn(game, game.battle.figure(barrels[0].figure), landed.hot)


def _why(battle: Battle, plan: Plan, behind: Sequence[Sequence[Barrel]]) -> tuple[Modifier, ...]:
    return aim_at(battle, plan, behind[0][0]).modifiers if len(behind) == 1 else ()


# ---------------------------------------------------------------- before and after


def _bring_to_bear(game: Game, plan: Plan, barrels: Sequence[Barrel]) -> None:
    """arap.turn.free-turn: up to 90 degrees to have the target in the fire arc."""
    for name in dict.fromkeys(barrel.figure for barrel in barrels):
        figure = game.battle.figure(name)
        spots = plan.looks[name].lines
        at = game.battle.figure(spots[0].figure) if spots else game.battle.standing(plan.target)[0]
        towards = bearing(figure, at)
        off = turn_between(figure.facing, towards)
        half = profile(game.battle, figure).fire_arc / 2
        if abs(off) > half + 1e-6:
            figure.facing = (figure.facing + off) % 360.0 if abs(off) <= 90.0 else _turned(figure.facing, off)
            to = told_to(plan.unit)
            game.tell(Turned(piece=name, facing=figure.facing, rule="arap.turn.free-turn", to=to))


def _turned(facing: float, off: float) -> float:
    return (facing + (90.0 if off > 0 else -90.0)) % 360.0


def _spent(game: Game, barrels: Sequence[Barrel]) -> None:
    """arap.shooting.once-per-turn-weapons."""
    for barrel in barrels:
        if fire_modes()[barrel.weapon.modes[0]].once_a_turn:
            figure = game.battle.figure(barrel.figure)
            figure.fired = (*figure.fired, barrel.weapon.id)


def _note(battle: Battle, unit: Unit, target: Unit) -> None:
    """F13: since when the unit has fired at the same target in its own turns, one after the other; in
    another's turn it can only lose its aim, by firing at somebody else."""
    if unit.side != battle.side:
        unit.fired_at = unit.fired_at if unit.fired_at == target.id else ""
        return
    goes_on = unit.fired_at == target.id and unit.fired >= battle.clock - len(battle.order)
    if not goes_on:
        unit.fires_since = battle.clock
    unit.fired, unit.fired_at = battle.clock, target.id
