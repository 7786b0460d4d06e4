"""What harm does to a vehicle: crews shaken and stunned, weapons lost, wrecks and explosions."""

from __future__ import annotations

from warbook.board.geometry import corners, gap
from warbook.board.terrain import Area
from warbook.books.vehicles.damage.dice import Harm, explosion
from warbook.books.vehicles.field.bodies import CRATER_WORDS, WITHIN, base, hull, type_of
from warbook.books.vehicles.field.weapons import weapon_name, weapon_title, working_weapons
from warbook.books.vehicles.state import Battle, Game, Vehicle
from warbook.books.vehicles.transports.exits import forced_out, in_crater
from warbook.books.vehicles.wounds.casualties import WoundHit, hurt
from warbook.core.events import Became, Removed
from warbook.core.questions import Choose, Option

BLAST_STRENGTH = 3
PASSENGER_STRENGTH = 4
OPEN_PASSENGER_STRENGTH = 3


def take_harm(game: Game, vehicle: Vehicle, harm: Harm, by_side: str) -> None:
    """Puts into effect what befell the vehicle; `by_side` struck it and picks the weapons that are lost."""
    if not vehicle.works:
        return
    if harm.end == "explodes":
        explode(game, vehicle)
        return
    if harm.end == "wrecked":
        wreck(game, vehicle)
        return
    until = game.battle.next_own_turn(vehicle.side)
    if harm.shaken:
        vehicle.shaken_until = until
        _tell(game, vehicle, "shaken", "may not shoot", "veh.damage.shaken")
    if harm.stunned:
        vehicle.stunned_until = until
        _tell(game, vehicle, "stunned", "may neither move nor shoot", "veh.damage.stunned")
    for _ in range(harm.weapons_lost):
        _lose_weapon(game, vehicle, by_side)
    if harm.immobilized:
        vehicle.immobilized = True
        _tell(game, vehicle, "immobilized", "moves and pivots no more", "veh.damage.immobilized")


def immobilize(game: Game, vehicle: Vehicle) -> None:
    """What ground does to a vehicle: Immobilized, or the crash of a Skimmer that goes flat out
    (veh.skimmer.crash, veh.V6)."""
    crashes = vehicle.flat_out_skimming
    take_harm(game, vehicle, Harm(end="wrecked") if crashes else Harm(immobilized=True), "")


def wreck(game: Game, vehicle: Vehicle) -> None:
    """veh.damage.wrecked, veh.V41: the model stays, as ground, cover and screen."""
    passengers = game.battle.passengers(vehicle)
    vehicle.wrecked = True
    _end_of_it(game.battle, vehicle)
    _tell(game, vehicle, "wrecked", "the hull stays where it is", "veh.damage.wrecked")
    for unit in passengers:
        forced_out(game, unit, vehicle)


def explode(game: Game, vehicle: Vehicle) -> None:
    """veh.damage.explodes in the order of veh.V43: those aboard, those around, the crater, the survivors. No
    cover helps, nor having gone to ground."""
    battle = game.battle
    kind, here = type_of(vehicle), hull(vehicle)
    words = f"{vehicle.name} explodes."
    game.tell(Became(piece=vehicle.id, status="exploded", words=words, rule="veh.damage.explodes"))
    passengers = battle.passengers(vehicle)
    strength = OPEN_PASSENGER_STRENGTH if kind.open_topped else PASSENGER_STRENGTH
    for unit in passengers:
        hits = [WoundHit(strength, ignores_cover=True)] * len(battle.members(unit))
        hurt(game, unit, hits, vehicle.id, rule="veh.damage.explodes-passengers")
    reach = game.rolling(vehicle.id).roll(explosion)
    for unit in battle.units:
        caught = [
            model for model in battle.standing(unit) if gap(base(battle, model), here) <= reach + WITHIN
        ]
        if caught:
            hits = [WoundHit(BLAST_STRENGTH, ignores_cover=True)] * len(caught)
            hurt(game, unit, hits, vehicle.id, rule="veh.damage.explodes")
    vehicle.place = "out"
    _end_of_it(battle, vehicle)
    game.tell(
        Removed(
            piece=vehicle.id, words=f"{vehicle.name} leaves a crater.", rule="veh.damage.explodes-terrain"
        )
    )
    battle.craters.append(
        Area(
            name=f"crater of {vehicle.name}",
            polygon=corners(here),
            ground="difficult",
            level=vehicle.z,
            words=CRATER_WORDS,
        )
    )
    for unit in passengers:
        if battle.members(unit):
            in_crater(game, unit, vehicle)


def wear_off(game: Game, side: str) -> None:
    """veh.damage.shaken, veh.damage.stunned: at the end of the side's turn."""
    battle = game.battle
    for vehicle in battle.vehicles:
        if vehicle.side != side or not vehicle.works:
            continue
        if vehicle.shaken and vehicle.shaken_until <= battle.turn:
            vehicle.shaken_until = 0
            game.tell(Became(piece=vehicle.id, status="shaken", gained=False, rule="veh.damage.shaken"))
        if vehicle.stunned and vehicle.stunned_until <= battle.turn:
            vehicle.stunned_until = 0
            game.tell(Became(piece=vehicle.id, status="stunned", gained=False, rule="veh.damage.stunned"))


def _lose_weapon(game: Game, vehicle: Vehicle, by_side: str) -> None:
    """veh.damage.weapon-destroyed: the attacker chooses, where there is a choice."""
    left = {weapon_title(vehicle, number): number for number in reversed(working_weapons(vehicle))}
    number = min(left.values())
    if len(left) > 1:
        options = [Option(str(each), title, about=each) for title, each in reversed(left.items())]
        question = Choose(
            f"Which weapon of {vehicle.name} is destroyed?",
            options,
            "veh.damage.weapon-destroyed",
            piece=vehicle.id,
            kind="weapon destroyed",
        )
        number = int(game.ask(by_side, question))
    vehicle.guns_lost = (*vehicle.guns_lost, number)
    words = f"{vehicle.name} loses its {weapon_name(vehicle, number).lower()}."
    game.tell(
        Became(piece=vehicle.id, status="weapon destroyed", words=words, rule="veh.damage.weapon-destroyed")
    )


def _end_of_it(battle: Battle, vehicle: Vehicle) -> None:
    """A vehicle that is destroyed is locked with nobody and has no other state."""
    for unit in battle.units:
        unit.locked = tuple(each for each in unit.locked if each != vehicle.id)
    for walker in battle.vehicles:
        walker.locked = tuple(each for each in walker.locked if each != vehicle.id)
    vehicle.locked = ()
    vehicle.shaken_until = vehicle.stunned_until = 0
    vehicle.smoking = False


def _tell(game: Game, vehicle: Vehicle, status: str, words: str, rule: str) -> None:
    game.tell(
        Became(piece=vehicle.id, status=status, words=f"{vehicle.name} is {status}: {words}.", rule=rule)
    )
