"""The cards of a battle's vehicles, squads and models, and of a force on offer."""

from __future__ import annotations

from msgspec.structs import replace

from warbook.books.vehicles.army.forces import Force, ride_cost, squad_cost
from warbook.books.vehicles.pieces import model_name
from warbook.books.vehicles.rulings import Rulings
from warbook.books.vehicles.setup.mustering import muster
from warbook.books.vehicles.setup.scenarios import scenarios
from warbook.books.vehicles.showing.squads import model_card, squad_card
from warbook.books.vehicles.showing.vehicles import vehicle_card
from warbook.books.vehicles.state import SIDES, Battle, Setup
from warbook.core.book import UnknownName
from warbook.core.cards import Card, Glossary
from warbook.core.state import if_there


def card(battle: Battle, piece: str, glossary: Glossary) -> Card:
    if vehicle := if_there(battle.vehicles, piece):
        return vehicle_card(battle, vehicle, glossary)
    if unit := if_there(battle.units, piece):
        return squad_card(battle, unit, glossary)
    if model := if_there(battle.models, piece):
        return model_card(battle, model, model_name(battle, model), glossary)
    raise UnknownName(f"there is no piece {piece!r}")


def force_cards(force: Force, glossary: Glossary) -> list[Card]:
    """The vehicles and squads of a force as they come to any battle, with the usual rulings."""
    battle = muster(Setup(next(iter(scenarios().values())), (force, force), Rulings()))
    rides = [vehicle for vehicle in battle.vehicles if vehicle.side == SIDES[0]]
    squads = [unit for unit in battle.units if unit.side == SIDES[0]]
    bought = [
        *((vehicle_card(battle, each, glossary), ride_cost(ride))
          for each, ride in zip(rides, force.vehicles, strict=True)),
        *((squad_card(battle, each, glossary), squad_cost(force, squad))
          for each, squad in zip(squads, force.units, strict=True)),
    ]  # fmt: skip
    return [
        replace(found, id=str(number), done=(), may=(), cost=f"{cost} points",
                states=tuple(state for state in found.states if state.name == "aboard"))
        for number, (found, cost) in enumerate(bought, 1)
    ]  # fmt: skip
