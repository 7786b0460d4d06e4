"""Odds of an assault that a move would lead to, for who has to decide whether it does."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from warbook.board.hexes import Hex
from warbook.board.hextable import name_of
from warbook.books.family.wording import listed
from warbook.books.steampunk.assault import melee
from warbook.books.steampunk.illusions import apparent
from warbook.books.steampunk.pending import Clash, Entrant
from warbook.books.steampunk.state import Battle, Unit, field, flying
from warbook.core.questions import Preview

GIVEN = "if it stays there and nobody else joins in"


def entering(battle: Battle, unit: Unit, hex_: Hex, foes: Sequence[Unit]) -> Preview:
    """The unit, as it stands and faces now, against these in that hex: as its own side takes them to be."""
    known = apparent(battle, unit.side)
    enters = Entrant(unit.id, *unit.hex, True)
    holds = tuple(Entrant(foe.id, *hex_, False) for foe in foes)
    clash = Clash(*hex_, flying(battle, unit), (enters, *holds))
    against = f"against {names_of(battle, unit.side, foes)} in {name_of(hex_)}"
    look = melee.outlook(known, clash, unit.side)
    if look is None:
        return Preview((), headline=against, given=GIVEN)
    found = look()
    return replace(found, headline=f"{against}: {found.headline}", given=f"{against}, {GIVEN}")


def names_of(battle: Battle, side: str, foes: Sequence[Unit]) -> str:
    known = apparent(battle, side)
    return listed(field(known, known.unit(foe.id)).name for foe in foes)
