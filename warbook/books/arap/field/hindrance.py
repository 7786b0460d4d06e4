"""What stands in the way of seeing a unit, for who wants to know why it is not seen."""

from __future__ import annotations

import numpy as np

from warbook.board.hindrances import between
from warbook.books.arap.field.bodies import body, gaps_between
from warbook.books.arap.field.sight import eye, target_body, through_smoke, unit_sees
from warbook.books.arap.state import Battle, Unit
from warbook.core.questions import Hindrance


def hindrance(battle: Battle, unit: Unit, other: Unit) -> Hindrance | None:
    """Between those of the two who are nearest to each other; nothing, if somebody of the one sees somebody
    of the other: he is in nobody's arc then."""
    if unit_sees(battle, unit, other):
        return None
    gaps = gaps_between(battle, unit, other)
    row, column = np.unravel_index(gaps.argmin(), gaps.shape)
    viewer, target = battle.standing(unit)[row], battle.standing(other)[column]
    look = eye(battle, viewer)
    if battle.visibility and gaps[row, column] > battle.visibility:
        return Hindrance(f"in the dark beyond {battle.visibility:g} inches")
    if through_smoke(battle, look, target.spot):
        return Hindrance("behind smoke")
    known = {each.id for each in battle.units if each.side == unit.side or not each.hidden}
    known -= {unit.id, other.id}
    crowd = [each for each in battle.figures if each.place == "table" and each.unit in known]
    found = between(battle.table, look, target_body(battle, target), [body(battle, each) for each in crowd])
    if found is None:
        return None
    if found.screen < 0:
        return Hindrance(f"behind {found.name}", found.spot)
    near = crowd[found.screen]
    return Hindrance(f"behind {battle.unit(near.unit).name}", found.spot, near.id)
