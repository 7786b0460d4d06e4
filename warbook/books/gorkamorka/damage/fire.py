"""Burning locations of vehicles, and the crew who fight them."""

from __future__ import annotations

from warbook.books.gorkamorka.field.aboard import own_riders, stationary
from warbook.books.gorkamorka.field.bodies import hulls, model_of
from warbook.books.gorkamorka.field.engaged import engaged
from warbook.books.gorkamorka.mob.describing import location_words
from warbook.books.gorkamorka.state import Battle, Game, Points, Vehicle, Warrior
from warbook.books.gorkamorka.wounds.dice import puts_out
from warbook.core.events import Became
from warbook.core.questions import Choose, Option, Preview

STRENGTH = 4
RULE = "gce.vehicle-damage.burn"


def able_helpers(battle: Battle, vehicle: Vehicle) -> list[Warrior]:
    """gce.vehicle-damage.fight-fire, gce.R8.8: crew who could have shot and have not; the driver only where
    it stands still."""
    dazed = not battle.rulings.stupid_may_shoot
    return [
        rider
        for rider in own_riders(battle, vehicle)
        if rider.up
        and not (rider.shot or rider.idle or rider.burning or rider.netted or rider.helping)
        and not (rider.moved in ("ran", "charged", "fled") or (rider.stupid and dazed))
        and not engaged(battle, rider)
        and (rider.id != vehicle.driver or stationary(battle, vehicle))
    ]


def burn_location(game: Game, vehicle: Vehicle, place: int) -> None:
    """gce.vehicle-damage.burn, gce.R8.7: one burning location at the end of its owner's shooting phase."""
    battle = game.battle
    helpers = able_helpers(battle, vehicle)
    rest = [other for other in vehicle.burning if other > place]
    count = _ask(game, vehicle, place, len(helpers)) if rest and helpers else len(helpers)
    for helper in helpers[:count]:
        helper.helping = vehicle.id
    if game.rolling(vehicle.id).roll(puts_out, RULE, count):
        vehicle.burning = tuple(other for other in vehicle.burning if other != place)
        words = f"The fire on {vehicle.name} ({_name(vehicle, place)}) is out."
        game.tell(Became(piece=vehicle.id, status="burning", gained=False, words=words, rule=RULE))
        return
    battle.trouble.append(Points(vehicle.id, 1, strength=STRENGTH, rule=RULE, location=place))


def burning(battle: Battle, side: str) -> list[tuple[Vehicle, int]]:
    """The fires that a side has to fight, in order."""
    return [(v, place) for v in hulls(battle) if v.side == side for place in v.burning]


def _ask(game: Game, vehicle: Vehicle, place: int, most: int) -> int:
    """Where there is another fire, its owner says how many fight this one."""

    def option(count: int) -> Option:
        def look() -> Preview:
            odds = puts_out.odds(RULE, count)
            outcomes = ("goes out", odds.chance(True)), ("hit", odds.chance(False))
            return Preview(outcomes, f"{max(1, 6 - count)}+")

        return Option(str(count), f"{count} of the crew", preview=look)

    options = [option(count) for count in range(most, -1, -1)]
    text = f"Who fights the fire on {vehicle.name} ({_name(vehicle, place)})?"
    question = Choose(text, options, "gce.vehicle-damage.fight-fire", vehicle.id, str(most), kind="fire")
    return int(game.ask(vehicle.side, question))


def _name(vehicle: Vehicle, place: int) -> str:
    return location_words(model_of(vehicle).locations[place - 1].location)
