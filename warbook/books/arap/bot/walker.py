"""Where a squad goes: one figure to the best place there is, the others with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from warbook.board.geometry import Spot, bearing
from warbook.board.kernel import Floats
from warbook.books.arap.bot.outlook import Outlook
from warbook.books.arap.field.near import centre
from warbook.books.arap.movement.gaits import Gait
from warbook.books.arap.movement.walking import Walker
from warbook.books.arap.state import Battle, Figure, Unit
from warbook.core.questions import Form, Refused, Route

MOST = 40  # places that are weighed
TRIES = 3
APART = 0.3  # of a unit's points: what it is to leave half of it behind


def lead_of(battle: Battle, unit: Unit) -> Figure:
    """The figure in the middle of it."""
    figures = battle.standing(unit)
    middle = centre(figures)
    return min(figures, key=lambda each: (each.x - middle.x) ** 2 + (each.y - middle.y) ** 2)


def places_for(battle: Battle, lead: Figure, gait: Gait) -> Floats:
    """Where the figure could go, the start first."""
    walker = Walker(battle, lead, gait)
    found = [np.array([[lead.x, lead.y, lead.z]])]
    for reach in walker.reaches:
        found.append(_some(reach.spots[1:]))
    return np.concatenate(found)


def _some(spots: Floats) -> Floats:
    step = max(1, len(spots) // MOST)
    return spots[::step]


def best_place(outlook: Outlook, lead: Figure, gait: Gait, actions: float) -> tuple[float, float]:
    """What staying is worth with so many actions left after it, and what the best place to go to is, with one
    fewer."""
    places = places_for(outlook.battle, lead, gait)
    stay = float(outlook.scores(places[:1], actions)[0])
    if len(places) < 2:
        return stay, -1e9
    return stay, float(outlook.scores(places[1:], actions - 1).max())


def march(battle: Battle, outlook: Outlook, question: Form, actions: float) -> Mapping[str, Any]:
    """The answer to where it goes, with so many action points still to spend there."""
    unit, stay = outlook.unit, question.suggested({})
    lead = lead_of(battle, unit)
    route = question.parts.get(lead.id)
    if not isinstance(route, Route):
        return stay
    spots = _some(np.array(list(route.reach()))[1:].reshape(-1, 3))
    here = np.array([[lead.x, lead.y, lead.z]])
    scores = outlook.scores(np.concatenate((here, spots)), actions)
    best, most = stay, float(scores[0])
    for row in np.argsort(-scores, kind="stable")[:TRIES].tolist():
        if not row or scores[row] <= most:
            break
        x, y, z = spots[row - 1].tolist()
        path = route.path(x, y, z)
        if path is None:
            continue
        way: dict[str, Any] = {"path": [[p.x, p.y, p.z] for p in path]}
        facing = _facing(outlook, path[-1])
        if facing is not None:
            way["facing"] = facing
        try:
            whole = question.suggested({lead.id: way})
            loose = sum("coherency" in each.rule for each in question.concerns(whole))
        except Refused:
            continue
        worth = float(scores[row]) - APART * outlook.points * 2 * loose / len(question.parts)
        if worth > most:
            best, most = whole, worth
            if not loose:
                break
    return best


def _facing(outlook: Outlook, spot: Spot) -> float | None:
    """Towards the nearest enemy."""
    figures = [each for foe in outlook.foes if not foe.unit.routing for each in foe.figures]
    if not figures:
        return None
    near = min(figures, key=lambda each: (each.x - spot.x) ** 2 + (each.y - spot.y) ** 2)
    return bearing(spot, near.spot) % 360.0 if (near.x, near.y) != (spot.x, spot.y) else None
