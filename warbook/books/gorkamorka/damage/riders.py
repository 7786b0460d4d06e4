"""Who rides and is hit through the vehicle, or thrown off it."""

from __future__ import annotations

from warbook.books.gorkamorka.called import INCHES
from warbook.books.gorkamorka.damage.dice import clings_on, one_of
from warbook.books.gorkamorka.driving.dice import thrown_inches
from warbook.books.gorkamorka.field.fittings import impact_strength
from warbook.books.gorkamorka.state import Game, Vehicle, Warrior
from warbook.books.gorkamorka.wounds import falls
from warbook.books.gorkamorka.wounds.dice import knocked_back
from warbook.books.gorkamorka.wounds.harm import Strike, strike


def at_random(game: Game, riders: list[Warrior], vehicle: Vehicle) -> Warrior | None:
    """gce.R8.3."""
    return riders[game.rolling(vehicle.id).roll(one_of, "gce.R8.3", len(riders))] if riders else None


def hurt(
    game: Game, rider: Warrior, strength: int, by: str, rule: str, pins: bool = False, knockback: int = 0
) -> None:
    """A hit through a location. Spikes of the vehicle that caused it make it harder; what knocks back has
    crew fall overboard, drivers not."""
    causer = next((each for each in game.battle.vehicles if each.id == by), None)
    hard = impact_strength(causer, strength)
    strike(game, rider, Strike(strength=hard, rule=rule, harm="location", pins=pins))
    drives = rider.aboard and game.battle.vehicle(rider.aboard).driver == rider.id
    if (
        knockback
        and rider.aboard
        and not drives
        and game.rolling(rider.id).roll(knocked_back, rider.profile.s)
    ):
        falls.overboard(game, rider)


def shake_off(game: Game, vehicle: Vehicle) -> None:
    """gce.S29: each time it thrusts or turns, who clings to its outside rolls his Strength or less, or falls
    off."""
    battle, rule = game.battle, "gce.warrior.strength"
    for rider in battle.riders(vehicle.id):
        if rider.clings and not game.rolling(rider.id).roll(clings_on, rider.profile.s):
            falls.come_off(game, rider, falls.beside(battle, rider, vehicle, "rear"), rule)


def throw_off(game: Game, rider: Warrior, rule: str) -> None:
    """D3 inches away in a random direction, with the hit of a fall."""
    falls.fling_off(game, rider, game.rolling(rider.id).roll(thrown_inches, INCHES, "D3"), rule)
