"""Death or Glory: one attack on a Tank by somebody in its path."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from warbook.books.vehicles.army.data import CCW, ammunitions, blows, grenades, shooters, weapons
from warbook.books.vehicles.army.lists import Weapon
from warbook.books.vehicles.damage.dice import FATES, Armour, Harm, Strike, ap_modifier, can_hurt
from warbook.books.vehicles.field.bodies import model_type, type_of
from warbook.books.vehicles.field.weapons import condition, working_blades, working_guns
from warbook.books.vehicles.state import Battle, Game, Model, Unit, Vehicle
from warbook.books.vehicles.tanks.dice import glory, stopped
from warbook.core.events import Aimed
from warbook.core.questions import Choose, Option, Preview

RULE = "veh.glory.attack"


class GloryAttack(Struct, frozen=True):
    """Who attacks, with what, and the exact chance that it stops the Tank."""

    by: str
    weapon: str
    strike: Strike
    stops: Fraction


class Attempt(Struct, frozen=True):
    """What an attempt came to: who made it, what befell the Tank, and whether that stops it."""

    by: str
    harm: Harm
    stops: bool


def dare(game: Game, tank: Vehicle, unit: Unit, path: Sequence[Model]) -> Attempt | None:
    """veh.glory.attack, veh.V63, veh.V91: one of the unit's models in the path attacks once, or its owner
    declines. He is asked only if somebody there can hurt the Tank."""
    battle = game.battle
    attacks = [attack for model in path for attack in of_model(battle, tank, model)]
    if not attacks:
        return None
    names = {model.id: model_type(battle, model).name for model in path}
    options = [option(battle, tank, attack, names[attack.by]) for attack in attacks]
    options.append(Option("decline", "Get out of its way"))
    usual = max(range(len(attacks)), key=lambda n: attacks[n].stops)
    text = f"{tank.name} drives at {unit.name}: Death or Glory?"
    question = Choose(text, options, RULE, unit.id, options[usual].id, kind="death or glory")
    chosen = game.ask(unit.side, question)
    return None if chosen == "decline" else strike(game, tank, chosen_of(attacks, chosen))


def strike(game: Game, tank: Vehicle, attack: GloryAttack) -> Attempt:
    """veh.V63: a hit on the front, no cover save. What comes of it is for who drives the Tank."""
    game.tell(Aimed(piece=attack.by, target=tank.id, words="Death or Glory!", rule=RULE))
    harm = game.rolling(attack.by).roll(glory, attack.strike, front(tank), condition(tank))
    return Attempt(attack.by, harm, stopped(harm, game.battle.rulings.weapon_destroyed_stops_tank))


def option_id(attack: GloryAttack) -> str:
    return f"{attack.by} {attack.weapon}"


def of_walker(battle: Battle, tank: Vehicle, walker: Vehicle) -> list[GloryAttack]:
    """veh.walker.rammed: with a gun or a close combat weapon that still works, or bare-handed."""
    kind = type_of(walker)
    assert kind.walker is not None
    carried = [each for number in working_guns(walker) for each in ammunitions(kind.guns[number])]
    blades = [weapons()[kind.melee[number - len(kind.guns)]] for number in working_blades(walker)]
    return _attacks(battle, tank, walker.id, kind.walker.s, [*carried, *(blades or [weapons()[CCW]])])


def of_model(battle: Battle, tank: Vehicle, model: Model) -> list[GloryAttack]:
    kind = model_type(battle, model)
    carried = [*shooters(kind), *blows(kind), *grenades(kind)]
    return _attacks(battle, tank, model.id, kind.profile.s, carried)


def front(tank: Vehicle) -> Armour:
    kind = type_of(tank)
    return Armour(kind.armour.front, open_topped=kind.open_topped)


def hit_of(battle: Battle, weapon: Weapon, strength: int) -> Strike:
    """A weapon in the hands of somebody of that Strength who stands before the Tank: a melta is within half
    its range. Blows and grenades have no AP (veh.V34, a switch)."""
    two = weapon.melta or weapon.penetration_dice == 2
    blow = -1 if battle.rulings.melee_ap_dash else 0
    return Strike(
        weapon.strength_of(strength),
        "sum" if two else "d6",
        ap_modifier(weapon.ap) if weapon.ranged else blow,
        weapon.lance,
        weapon.rending and not two,
    )


def _attacks(
    battle: Battle, tank: Vehicle, by: str, strength: int, carried: Sequence[Weapon]
) -> list[GloryAttack]:
    """Those of the weapons that can hurt the Tank."""
    switch, found = battle.rulings.weapon_destroyed_stops_tank, list[GloryAttack]()
    for weapon in dict.fromkeys(carried):
        hit = hit_of(battle, weapon, strength)
        if can_hurt(hit, front(tank).av):
            odds = glory.odds(hit, front(tank), condition(tank))
            stops = sum((part for harm, part in odds.items() if stopped(harm, switch)), Fraction(0))
            found.append(GloryAttack(by, weapon.id, hit, stops))
    return found


def chosen_of(attacks: Sequence[GloryAttack], chosen: str) -> GloryAttack:
    return next(attack for attack in attacks if option_id(attack) == chosen)


def option(battle: Battle, tank: Vehicle, attack: GloryAttack, name: str) -> Option:
    label = f"{name} ({attack.by}) with {weapons()[attack.weapon].name}"
    return Option(
        option_id(attack), label, attack.by, preview=lambda: glory_preview(battle, tank, attack), about=attack
    )


def glory_preview(battle: Battle, tank: Vehicle, attack: GloryAttack) -> Preview:
    """By what befalls the Tank."""
    odds = glory.odds(attack.strike, front(tank), condition(tank))
    outcomes = dict[str, Fraction]()
    for harm, part in odds.items():
        outcomes[harm.worst] = outcomes.get(harm.worst, Fraction(0)) + part
    need = f"S {attack.strike.s} against AV {front(tank).av}"
    order = [fate for fate in ("unharmed", *FATES) if fate in outcomes]
    headline = f"{float(attack.stops):.0%} to stop it"
    return Preview(tuple((fate, outcomes[fate]) for fate in order), need, headline=headline)
