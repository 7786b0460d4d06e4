"""The skill wrecka: blows at a vehicle by who clings to its outside (gce.S29)."""

from __future__ import annotations

from functools import partial

from warbook.books.gorkamorka.damage.dice import penetrates, plate_saves, plate_score
from warbook.books.gorkamorka.damage.hits import locations
from warbook.books.gorkamorka.field.bodies import model_of
from warbook.books.gorkamorka.field.engaged import fights
from warbook.books.gorkamorka.field.fittings import plates
from warbook.books.gorkamorka.fight.arms import loadouts, strikes
from warbook.books.gorkamorka.shooting.striking import place_words
from warbook.books.gorkamorka.state import Battle, Game, Points, Vehicle, Warrior
from warbook.books.gorkamorka.trouble import settle
from warbook.books.gorkamorka.wounds.harm import Strike
from warbook.core.events import Aimed
from warbook.core.questions import Choose, Option, Preview

RULE = "gce.vehicle-damage.location-roll"


def wreck(game: Game) -> None:
    """Each of the side whose turn it is who clings to a vehicle strikes once at a location of his choice."""
    battle = game.battle
    for warrior in battle.present(battle.side):
        if warrior.clings and fights(warrior) and not warrior.dull:
            _strike(game, warrior, battle.vehicle(warrior.aboard))


def _strike(game: Game, warrior: Warrior, vehicle: Vehicle) -> None:
    battle = game.battle
    blow = best_blow(battle, warrior)
    places = locations(battle, vehicle, warrior.id)
    if vehicle.destroyed or not places:
        return
    options = [
        Option(
            str(number),
            place_words(vehicle, number),
            vehicle.id,
            preview=partial(_preview, vehicle, blow, number),
        )
        for number in places
    ]
    options.append(Option("no", "Hold on and leave it alone"))
    text = f"{warrior.name} clings to {vehicle.name}: where does he strike it?"
    chosen = game.ask(warrior.side, Choose(text, options, RULE, warrior.id, kind="wreck"))
    if chosen == "no":
        return
    words = f"{warrior.name} strikes at {vehicle.name} ({place_words(vehicle, int(chosen))})."
    game.tell(Aimed(piece=warrior.id, target=vehicle.id, words=words, rule=RULE))
    battle.trouble.append(
        Points(
            vehicle.id, 1, blow.strength, blow.save_mod, warrior.id, RULE,
            location=int(chosen), spares=warrior.id,
        )
    )  # fmt: skip
    settle(game)


def best_blow(battle: Battle, warrior: Warrior) -> Strike:
    """The hardest that he can strike with one of his weapons."""
    blows = [blow for held in loadouts(battle, warrior) for blow in strikes(battle, warrior, held)]
    return max(blows, key=lambda blow: blow.strength)


def _preview(vehicle: Vehicle, blow: Strike, number: int) -> Preview:
    armour = model_of(vehicle).locations[number - 1].armour
    saved = plate_saves.odds(plate_score(*plates(vehicle), blow.save_mod)).chance(True)
    through = penetrates.odds(blow.strength, armour).chance(True) * (1 - saved)
    outcomes = ("bounces off", 1 - through), ("goes through", through)
    return Preview(outcomes, f"{armour - blow.strength}+", headline=f"{float(through):.0%} to go through")
