"""A Tank drives into an enemy vehicle."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from warbook.board.driving import Contact
from warbook.books.vehicles.army.lists import Facing
from warbook.books.vehicles.damage.dice import FATES, Armour, Harm
from warbook.books.vehicles.damage.effects import take_harm
from warbook.books.vehicles.driving.course import TINY
from warbook.books.vehicles.field.bodies import type_of
from warbook.books.vehicles.field.sight import SIDES_OF, facing_of
from warbook.books.vehicles.field.weapons import condition
from warbook.books.vehicles.state import Battle, Game, Vehicle
from warbook.books.vehicles.tanks import glory
from warbook.books.vehicles.tanks.dice import Bumper, Ram, dodge, impact, ram, ram_strike, rammer_goes_on
from warbook.core.events import Note
from warbook.core.questions import Choose, Option, Preview


class Crash(Struct, frozen=True):
    """A ram as it would be: both Strengths and both sides that are struck."""

    a: Bumper
    b: Bumper
    facing: Facing
    may_dodge: bool


def run_into(game: Game, tank: Vehicle, target: Vehicle, inches: float, contact: Contact) -> bool:
    """veh.ram.impact: the Tank has come upon the target after so many inches in all. Whether it goes on."""
    battle = game.battle
    facing = struck(target, contact)
    tries = may_dodge(battle, tank, target) and _wants_to_dodge(game, tank, target)
    if tries and game.rolling(target.id).roll(dodge):
        told = f"{target.name} dodges; {tank.name} stops."
        game.tell(Note(words=told, piece=target.id, rule="veh.skimmer.dodge"))
        return False
    if type_of(target).walker is not None and facing != "rear":
        attempt = _dare(game, tank, target, inches, facing)
        if attempt is not None:
            take_harm(game, tank, attempt.harm, target.side)
            if attempt.stops:  # veh.V77
                return False
            facing = "rear"  # veh.walker.rammed-glory-failed
            if not tank.works:
                return False
    return _collide(game, tank, target, inches, facing)


def _collide(game: Game, tank: Vehicle, target: Vehicle, inches: float, facing: Facing) -> bool:
    """veh.V68: both hits at once; a vehicle that is destroyed has dealt its own. veh.ram.halt,
    veh.ram.continue."""
    crash = crash_of(game.battle, tank, target, inches, facing)
    told = f"{tank.name} rams {target.name}: {words(crash)}."
    game.tell(Note(words=told, piece=tank.id, rule="veh.ram.impact"))
    both: Ram = game.rolling(tank.id).roll(impact, crash.a, crash.b)
    take_harm(game, target, both.b, tank.side)
    take_harm(game, tank, both.a, target.side)
    return rammer_goes_on(both) and tank.works


def crash_of(battle: Battle, tank: Vehicle, target: Vehicle, inches: float, facing: Facing) -> Crash:
    """veh.ram.strength, veh.V67: each deals by its own armour at the point of impact; the Tank's is its front
    (veh.V82)."""
    a, b = _bumper(battle, tank, "front", inches), _bumper(battle, target, facing, inches)
    return Crash(a, b, facing, may_dodge(battle, tank, target))


def _bumper(battle: Battle, vehicle: Vehicle, facing: Facing, inches: float) -> Bumper:
    kind = type_of(vehicle)
    av = kind.armour.of(facing)
    strike = ram_strike(av, inches + TINY, kind.tank, battle.rulings.melee_ap_dash)
    return Bumper(strike, Armour(av, open_topped=kind.open_topped), condition(vehicle))


def struck(target: Vehicle, contact: Contact) -> Facing:
    """veh.V82: the edge that the rammer touches first; at a corner or with two at once, the arc in which its
    middle lies, and on the line between two the better armour (veh.V17)."""
    edges = contact.theirs
    if len(edges) == 1:
        return SIDES_OF[edges[0]]
    return facing_of(target, contact.hull.spot.x, contact.hull.spot.y)


# ---------------------------------------------------------------- what the other side may do


def may_dodge(battle: Battle, tank: Vehicle, target: Vehicle) -> bool:
    """veh.skimmer.dodge: not from a Skimmer, nor Stunned or Immobilized (veh.V58, a switch)."""
    if not type_of(target).skimmer or type_of(tank).skimmer:
        return False
    return battle.rulings.stunned_skimmer_dodges or not (target.stunned or target.immobilized)


def _wants_to_dodge(game: Game, tank: Vehicle, target: Vehicle) -> bool:
    gets_clear = dodge.odds().chance(True)
    clear = Preview((("rammed", 1 - gets_clear), ("gets clear", gets_clear)), "3+")
    options = [
        Option("dodge", "Dodge", target.id, preview=lambda: clear),
        Option("stand", "Take the ram", target.id),
    ]
    text = f"{tank.name} rams {target.name}: does it dodge?"
    question = Choose(text, options, "veh.skimmer.dodge", target.id, "dodge", kind="dodge")
    return bool(game.ask(target.side, question) == "dodge")


def _dare(game: Game, tank: Vehicle, walker: Vehicle, inches: float, facing: Facing) -> glory.Attempt | None:
    """veh.walker.rammed: brace for it, or Death or Glory, Stunned and Immobilized too (veh.V78); if
    that fails the ram strikes the rear (veh.walker.rammed-glory-failed)."""
    battle = game.battle
    attacks = glory.of_walker(battle, tank, walker)
    if not attacks:
        return None
    crash = crash_of(battle, tank, walker, inches, facing)
    options = [Option("brace", "Brace for impact", walker.id, preview=lambda: ram_preview(crash))]
    options += [glory.option(battle, tank, attack, walker.name) for attack in attacks]
    text = f"{tank.name} rams {walker.name}: brace, or Death or Glory?"
    question = Choose(text, options, "veh.walker.rammed", walker.id, "brace", kind="rammed walker")
    chosen = game.ask(walker.side, question)
    return None if chosen == "brace" else glory.strike(game, tank, glory.chosen_of(attacks, chosen))


# ---------------------------------------------------------------- beforehand


def words(crash: Crash) -> str:
    """Both Strengths and what they strike."""
    a, b = crash.a, crash.b
    struck_side = f"its {crash.facing}, AV {b.armour.av}"
    return f"S {a.strike.s} on {struck_side}, and S {b.strike.s} on ours, AV {a.armour.av}"


def ram_preview(crash: Crash) -> Preview:
    """What befalls the rammed vehicle; the headline has both."""
    fates, mine, theirs = dict[str, Fraction](), Fraction(0), Fraction(0)
    for result, part in ram.odds(crash.a, crash.b, crash.may_dodge).items():
        fate = "dodged" if result.dodged else result.b.worst
        fates[fate] = fates.get(fate, Fraction(0)) + part
        mine += part * _destroyed(result.a)
        theirs += part * _destroyed(result.b)
    order = ("dodged", "unharmed", *FATES)
    outcomes = tuple((fate, fates[fate]) for fate in order if fate in fates)
    headline = f"{float(theirs):.0%} to destroy it, {float(mine):.0%} to be destroyed"
    return Preview(outcomes, words(crash), headline=headline)


def _destroyed(harm: Harm) -> bool:
    return bool(harm.end)
