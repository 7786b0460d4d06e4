"""What everybody strikes with, how often, when, and what it does where it hits."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeVar

from msgspec import Struct

from warbook.books.family.wounds import NEVER
from warbook.books.vehicles.army.data import blows, grenades, two_weapons, weapons
from warbook.books.vehicles.army.lists import ModelType, Weapon
from warbook.books.vehicles.assault.dice import (
    attack_dice,
    blow_strike,
    grenade_aim,
    grenade_strike,
    troop_aim,
    vehicle_aim,
    walker_aim,
    walker_attacks,
)
from warbook.books.vehicles.assault.engaged import Piece, held_fast
from warbook.books.vehicles.damage.dice import Armour, penetrate
from warbook.books.vehicles.field.bodies import WITHIN, type_of, unit_type
from warbook.books.vehicles.field.weapons import working_blades
from warbook.books.vehicles.shooting.dice import Aim, Shot
from warbook.books.vehicles.shooting.troops_dice import ALL_ARMOUR, Attack, best_save, wound_need
from warbook.books.vehicles.state import Battle, Game, Model, Speed, Unit, Vehicle
from warbook.books.vehicles.wounds.groups import common, ranks_of
from warbook.core.questions import Choose, Form, Option

T = TypeVar("T", Attack, Shot)

CCW = "ccw"
FRAG = "frag_grenades"
COMBAT = 6.0  # inches of a move at combat speed
LAST = 1  # the Initiative of fists, and of those who came through difficult ground


class Arm(Struct, frozen=True):
    """What an answer means: those of one kind strike with this weapon, each with so many dice, and so much
    comes of it on average: wounds that are not saved, or hits that at least glance."""

    kind: int
    weapon: str
    dice: int
    expected: float


class Strikes(Struct, frozen=True):
    """Blows that are alike: of a unit's models, or of a Walker, at one foe and at one Initiative. `each` is
    the dice of one model."""

    by: str
    side: str
    foe: str
    initiative: int
    models: tuple[str, ...]  # none for a Walker
    each: int
    ws: int
    s: int
    weapon: Weapon

    @property
    def grenade(self) -> bool:
        return self.weapon.type == "grenade"


# ---------------------------------------------------------------- foot units


def arms(kind: ModelType, foe: Piece) -> tuple[Weapon, ...]:
    """What such a model may strike with: his grenades (veh.V32) at vehicles only, and none that
    another of his is better than in everything."""
    bombs = grenades(kind) if isinstance(foe, Vehicle) else ()
    kept = [
        bomb
        for bomb in bombs
        if not any(
            (other.strength, other.penetration_dice) != (bomb.strength, bomb.penetration_dice)
            and other.strength >= bomb.strength
            and other.penetration_dice >= bomb.penetration_dice
            for other in bombs
        )
    ]
    return (*blows(kind), *kept)


def dice_of(unit: Unit, kind: ModelType, weapon: Weapon) -> int:
    """Of one model: veh.assault.attacks, veh.V30, veh.assault.grenade-limit, veh.P12, veh.P14.two-weapons."""
    grenade = weapon.type == "grenade"
    return attack_dice(kind.profile.a, not grenade and two_weapons(kind, weapon), unit.charged, grenade)


def initiative_of(unit: Unit, kind: ModelType, weapon: Weapon) -> int:
    """veh.P12, veh.P14.assault."""
    slowed = unit.charged and unit.through_difficult and FRAG not in kind.grenades
    return LAST if weapon.initiative_1 or slowed else kind.profile.i


def unit_strikes(
    battle: Battle, unit: Unit, foe: Piece, models: Sequence[Model], chosen: dict[int, Weapon]
) -> list[Strikes]:
    found = []
    for number, weapon in chosen.items():
        kind = unit_type(battle, unit).models[number]
        found.append(
            Strikes(
                by=unit.id,
                side=unit.side,
                foe=foe.id,
                initiative=initiative_of(unit, kind, weapon),
                models=tuple(model.id for model in models if model.kind == number),
                each=dice_of(unit, kind, weapon),
                ws=kind.profile.ws,
                s=weapon.strength if weapon.type == "grenade" else weapon.strength_of(kind.profile.s),
                weapon=weapon,
            )
        )
    return found


def usual_arms(battle: Battle, unit: Unit, foe: Piece, models: Sequence[Model]) -> dict[int, Weapon]:
    """For each kind among the models the weapon from which most is to be expected."""
    kinds = sorted({model.kind for model in models})
    return {number: _ranked(battle, unit, foe, number)[0][1] for number in kinds}


def choose_arms(game: Game, unit: Unit, foe: Piece, models: Sequence[Model]) -> dict[int, Weapon]:
    """veh.P14.two-weapons, veh.assault.grenades: asked once, of the kinds that have a choice."""
    battle = game.battle
    chosen = usual_arms(battle, unit, foe, models)
    parts = {}
    for number in chosen:
        kind = unit_type(battle, unit).models[number]
        options = [
            Option(
                weapon.id,
                f"{weapon.name}: {dice_of(unit, kind, weapon)} dice each",
                about=Arm(number, weapon.id, dice_of(unit, kind, weapon), float(expected)),
            )
            for expected, weapon in _ranked(battle, unit, foe, number)
        ]
        if len(options) > 1:
            text = f"What does each {kind.name} strike with?"
            parts[str(number)] = Choose(
                text, options, "veh.P14.two-weapons", unit.id, options[0].id, kind="weapon"
            )
    if not parts:
        return chosen
    rule = "veh.assault.grenades" if isinstance(foe, Vehicle) else "veh.P14.two-weapons"
    form = Form(f"What does {unit.name} strike {foe.name} with?", parts, rule, kind="weapons")
    answers = game.ask(unit.side, form)
    return {number: weapons()[answers.get(str(number), weapon.id)] for number, weapon in chosen.items()}


def _ranked(battle: Battle, unit: Unit, foe: Piece, number: int) -> list[tuple[Fraction, Weapon]]:
    kind = unit_type(battle, unit).models[number]
    found = []
    for weapon in arms(kind, foe):
        (strikes,) = unit_strikes(battle, unit, foe, (), {number: weapon})
        found.append((strikes.each * _expected(battle, strikes, foe), weapon))
    return sorted(found, key=lambda each: -each[0])


def _expected(battle: Battle, strikes: Strikes, foe: Piece) -> Fraction:
    """What one die comes to on average."""
    if isinstance(foe, Vehicle):
        shot = shot_at(battle, strikes, foe)
        through = 1 - penetrate.odds(shot.strike, shot.armour.av).chance("none")
        return _hits(shot.aim) * through
    attack = attack_on(battle, strikes, foe)
    group = ranks_of(battle, foe)[0].group
    return _hits(attack.aim) * _passes(attack.wound) * (1 - _passes(best_save(group, attack).need))


def _hits(aim: Aim) -> Fraction:
    return _passes(aim.need)


def _passes(need: int) -> Fraction:
    return Fraction(0) if need >= NEVER else Fraction(min(6, 7 - need), 6)


# ---------------------------------------------------------------- Walkers


def walker_strikes(walker: Vehicle, foe: Piece) -> Strikes:
    """veh.walker.close-combat-weapon, veh.walker.close-combat-pair, veh.walker.attacks-reduced,
    veh.walker.shaken. What is lost by damage helps no more (veh.V38)."""
    kind = type_of(walker)
    profile = kind.walker
    assert profile is not None
    blades = working_blades(walker)
    weapon = weapons()[kind.melee[blades[0] - len(kind.guns)] if blades else CCW]
    slowed = walker.charged and walker.through_difficult
    return Strikes(
        by=walker.id,
        side=walker.side,
        foe=foe.id,
        initiative=LAST if slowed or weapon.initiative_1 else profile.i,
        models=(),
        each=walker_attacks(profile.a, len(blades) > 1, walker.charged, held_fast(walker)),
        ws=profile.ws,
        s=weapon.strength_of(profile.s),
        weapon=weapon,
    )


# ---------------------------------------------------------------- what blows do


def attack_on(battle: Battle, strikes: Strikes, foe: Unit) -> Attack:
    """A blow at troops: WS against the WS of most of them (veh.P14). Cover is no help against it (own)."""
    theirs = common(battle, foe, "ws")
    walks = not strikes.models and any(each.id == strikes.by for each in battle.vehicles)
    weapon = strikes.weapon
    return Attack(
        aim=(walker_aim if walks else troop_aim)(strikes.ws, theirs),
        wound=wound_need(strikes.s, common(battle, foe, "t"), weapon.poisoned),
        s=strikes.s,
        ap=ALL_ARMOUR if weapon.no_armour_save else NEVER,
        rending=weapon.rending,
        ignores_cover=True,
    )


def shot_at(battle: Battle, strikes: Strikes, foe: Vehicle) -> Shot:
    """A blow or a grenade at a vehicle: a Walker by WS (veh.V74) and on its front armour
    (veh.walker.front-armor), others by how far they got and on their rear armour (veh.V28). A Walker's
    doubled Strength counts here too (veh.V79)."""
    kind, dash = type_of(foe), battle.rulings.melee_ap_dash
    if strikes.grenade:
        strike = grenade_strike(strikes.weapon.strength, strikes.weapon.penetration_dice, dash)
    else:
        strike = blow_strike(strikes.s, dash)
    if kind.walker is None:
        return Shot(speed_aim(foe), strike, Armour(kind.armour.rear, open_topped=kind.open_topped))
    ws = kind.walker.ws
    aim = grenade_aim(strikes.ws, ws, held_fast(foe)) if strikes.grenade else walker_aim(strikes.ws, ws)
    return Shot(aim, strike, Armour(kind.armour.front, open_topped=kind.open_topped))


def speed_aim(foe: Vehicle) -> Aim:
    """veh.assault.to-hit by how far it got in its latest Movement phase, not by its path (veh.assault.speed,
    veh.V31)."""
    got = foe.straight
    speed: Speed = "stationary" if got <= WITHIN else "combat" if got <= COMBAT + WITHIN else "cruising"
    return vehicle_aim(speed, foe.immobilized)


def models_of(battle: Battle, strikes: Strikes) -> list[Model]:
    """Those of a unit's strikers who are still there."""
    return [model for model in battle.models if model.id in strikes.models and model.place == "table"]


def merged(attacks: Sequence[tuple[int, T]]) -> tuple[tuple[int, T], ...]:
    """Attacks that are alike are thrown together."""
    counts = dict[T, int]()
    for count, attack in attacks:
        counts[attack] = counts.get(attack, 0) + count
    return tuple((count, attack) for attack, count in counts.items())
