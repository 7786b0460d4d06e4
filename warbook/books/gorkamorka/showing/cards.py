"""The cards of a battle's pieces and chases, and of a mob on offer."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from warbook.books.gorkamorka.mob.building import recruit_cost, ride_cost
from warbook.books.gorkamorka.mob.written import Mob
from warbook.books.gorkamorka.pieces import groups
from warbook.books.gorkamorka.rulings import Rulings
from warbook.books.gorkamorka.setup.mustering import muster
from warbook.books.gorkamorka.setup.scenarios import scenarios
from warbook.books.gorkamorka.showing.vehicles import chase_card, vehicle_card
from warbook.books.gorkamorka.showing.warriors import warrior_card
from warbook.books.gorkamorka.state import SIDES, Battle, Setup
from warbook.core.book import UnknownName
from warbook.core.cards import Card, Glossary
from warbook.core.state import if_there


def card(battle: Battle, piece: str, glossary: Glossary) -> Card:
    if warrior := if_there(battle.warriors, piece):
        return warrior_card(battle, warrior, glossary)
    if vehicle := if_there(battle.vehicles, piece):
        return vehicle_card(battle, vehicle, glossary)
    if chase := if_there(groups(battle), piece):
        return chase_card(battle, chase)
    raise UnknownName(f"there is no piece {piece!r}")


def mob_cards(mob: Mob, glossary: Glossary) -> list[Card]:
    """The vehicles and fighters of a mob as they come to any battle, with the usual rulings."""
    battle = muster(Setup(next(iter(scenarios().values())), (mob,), Rulings()))
    for model in battle.models(SIDES[0]):
        model.place = "table"
    return list(_bought(mob, battle, glossary))


def _bought(mob: Mob, battle: Battle, glossary: Glossary) -> Iterator[Card]:
    """Under the names they go by, without what is true of a battle only."""
    whole = [
        *((vehicle_card(battle, each, glossary), ride_cost(ride))
          for each, ride in zip(battle.vehicles, mob.vehicles, strict=True)),
        *((warrior_card(battle, each, glossary), recruit_cost(recruit))
          for each, recruit in zip(battle.warriors, mob.fighters, strict=True)),
    ]  # fmt: skip
    for number, (found, cost) in enumerate(whole, 1):
        yield replace(found, id=str(number), states=(), done=(), may=(), cost=f"{cost} teef")
