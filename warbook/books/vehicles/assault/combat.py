"""A round of close combat: blows in order of Initiative, and what they count for (veh.P12)."""

from __future__ import annotations

from collections.abc import Sequence

from warbook.books.vehicles.assault.blows import (
    Strikes,
    attack_on,
    choose_arms,
    merged,
    models_of,
    shot_at,
    unit_strikes,
    walker_strikes,
)
from warbook.books.vehicles.assault.engaged import Piece, alive, fighters, in_contact
from warbook.books.vehicles.damage.dice import Harm
from warbook.books.vehicles.damage.effects import take_harm
from warbook.books.vehicles.field.weapons import condition
from warbook.books.vehicles.shooting.dice import Shot, volley
from warbook.books.vehicles.shooting.troops_dice import all_wounds
from warbook.books.vehicles.state import Battle, Game, Model, Unit, Vehicle, other
from warbook.books.vehicles.wounds.casualties import Kind, kinds_of, suffer
from warbook.core.events import Aimed
from warbook.core.questions import Choose, Option


def combat_of(battle: Battle, one: Piece) -> list[Piece]:
    """All who are locked with it, or with somebody who is, and so on; in the order of the forces."""
    names, ends = [one.id], 0
    while ends < len(names):
        names += [each for each in battle.either(names[ends]).locked if each not in names]
        ends += 1
    every: list[Piece] = [*battle.units, *battle.vehicles]
    return [each for each in every if each.id in names]


def fight_round(game: Game, combat: Sequence[Piece]) -> dict[str, int]:
    """Everybody strikes who lives when his Initiative comes; equal ones together. A Walker strikes with what
    damage has left it by then (veh.walker.attacks-reduced, veh.V38). How many unsaved wounds each side has
    caused; a damage roll of a Walker is one (veh.walker.damage-as-wounds, veh.V75)."""
    battle = game.battle
    strikes = _all_strikes(game, combat)
    caused = dict.fromkeys((battle.side, other(battle.side)), 0)
    for initiative in sorted({each.initiative for each in strikes}, reverse=True):
        now = [_as_it_is(battle, each) for each in strikes if each.initiative == initiative]
        wounded, harmed = _roll(game, now)
        for name, kinds in wounded.items():
            unit = battle.unit(name)
            caused[other(unit.side)] += suffer(game, unit, kinds, rule="veh.P12").wounds
        for name, harm in harmed.items():
            walker = battle.vehicle(name)
            caused[other(walker.side)] += harm.rolls
            take_harm(game, walker, harm, other(walker.side))
    return caused


def strike_vehicle(game: Game, one: Piece, foe: Vehicle) -> None:
    """veh.assault.attacks to veh.assault.penetration: all blows together, and the damage rolls that follow
    from them (veh.V27). Nothing else comes of it (veh.assault.no-results)."""
    found = _strikes_at(game, one, foe, fighters(game.battle, one, foe) if isinstance(one, Unit) else [])
    _, harmed = _roll(game, found)
    for harm in harmed.values():
        take_harm(game, foe, harm, one.side)


# ---------------------------------------------------------------- who strikes at whom


def _all_strikes(game: Game, combat: Sequence[Piece]) -> list[Strikes]:
    """veh.P14.assault: who fights is settled before the first blow."""
    first = game.battle.side
    found = list[Strikes]()
    for one in sorted(combat, key=lambda each: each.side != first):
        foes = [foe for foe in combat if foe.id in one.locked]
        for foe, models in _targets(game, one, foes):
            found += _strikes_at(game, one, foe, models)
    return found


def _strikes_at(game: Game, one: Piece, foe: Piece, models: list[Model]) -> list[Strikes]:
    if isinstance(one, Vehicle):
        return [walker_strikes(one, foe)]
    if not models:
        return []
    return unit_strikes(game.battle, one, foe, models, choose_arms(game, one, foe, models))


def _as_it_is(battle: Battle, strikes: Strikes) -> Strikes:
    """The blows of a Walker as it is when they fall; those of models are as they were."""
    one = battle.either(strikes.by)
    return walker_strikes(one, battle.either(strikes.foe)) if isinstance(one, Vehicle) else strikes


def _targets(game: Game, one: Piece, foes: Sequence[Piece]) -> list[tuple[Piece, list[Model]]]:
    """Whom it strikes, and who of the unit does. Who can reach several foes strikes the one that is named."""
    battle = game.battle
    if isinstance(one, Vehicle):
        near = [foe for foe in foes if in_contact(battle, one, foe)]
        return [(_first(game, one, near), [])] if near else []
    able = {foe.id: fighters(battle, one, foe) for foe in foes}
    near = [foe for foe in foes if able[foe.id]]
    torn = {model.id for foe in near for model in able[foe.id]}
    if sum(len(able[foe.id]) for foe in near) > len(torn):
        first = _first(game, one, near)
        near.sort(key=lambda foe: foe is not first)
    found: list[tuple[Piece, list[Model]]] = []
    for foe in near:
        mine = [model for model in able[foe.id] if model.id in torn]
        torn -= {model.id for model in mine}
        if mine:
            found.append((foe, mine))
    return found


def _first(game: Game, one: Piece, near: Sequence[Piece]) -> Piece:
    if len(near) == 1:
        return near[0]
    options = [Option(foe.id, f"Strike at {foe.name}", foe.id, about=foe.id) for foe in near]
    question = Choose(
        f"Whom does {one.name} strike?", options, "veh.P12", one.id, options[0].id, kind="strike at"
    )
    return game.battle.either(game.ask(one.side, question))


# ---------------------------------------------------------------- the dice


def _roll(game: Game, now: Sequence[Strikes]) -> tuple[dict[str, list[Kind]], dict[str, Harm]]:
    """All blows of one moment, before any of them has an effect."""
    battle = game.battle
    wounded, volleys = dict[str, list[Kind]](), dict[str, list[tuple[int, Shot]]]()
    for by in dict.fromkeys(each.by for each in now):
        for name in dict.fromkeys(each.foe for each in now if each.by == by):
            foe = battle.either(name)
            mine = [(_dice(battle, each), each) for each in now if (each.by, each.foe) == (by, name)]
            mine = [(count, each) for count, each in mine if count]
            if not mine or not alive(battle, foe):
                continue
            words = f"{battle.either(by).name} strikes {foe.name}."
            game.tell(Aimed(piece=by, target=name, words=words, rule=_rule(foe)))
            if isinstance(foe, Unit):
                attacks = merged([(count, attack_on(battle, each, foe)) for count, each in mine])
                came = game.rolling(by).roll(all_wounds, attacks)
                wounded[name] = wounded.get(name, []) + kinds_of(attacks, came)
            else:
                volleys.setdefault(name, []).extend(
                    (count, shot_at(battle, each, foe)) for count, each in mine
                )
    harmed = {}
    for name, shots in volleys.items():
        foe = battle.vehicle(name)
        by = next(each.by for each in now if each.foe == name)
        harmed[name] = game.rolling(by).roll(volley, merged(shots), condition(foe, in_combat=True)).harm
    return wounded, harmed


def _dice(battle: Battle, strikes: Strikes) -> int:
    """Of those who still live."""
    if strikes.models:
        return strikes.each * len(models_of(battle, strikes))
    return strikes.each if alive(battle, battle.either(strikes.by)) else 0


def _rule(foe: Piece) -> str:
    return "veh.P12" if isinstance(foe, Unit) else "veh.assault.attacks"
