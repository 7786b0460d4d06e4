"""How a unit comes to rout: the D6 inches at once, and who pursues."""

from __future__ import annotations

from warbook.books.arap.field.near import unlock
from warbook.books.arap.state import Game, Unit
from warbook.core.events import Became


def rout(game: Game, unit: Unit, cause: str, rule: str) -> None:
    """arap.rout.routing-state: the unit routs from the unit whose id is `cause` ("" where there is none)."""
    unit.routing, unit.fled_from = True, cause
    unlock(game.battle, unit)
    game.tell(Became(piece=unit.id, status="routing", words=f"{unit.name} routs.", rule=rule))
