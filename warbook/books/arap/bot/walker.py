"""Where a squad goes: one figure to the best place there is, the others with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from warbook.board.geometry import Spot, bearing
from warbook.board.kernel import Floats
from warbook.books.arap.bot.outlook import Outlook, Places
from warbook.books.arap.movement.gaits import Gait
from warbook.books.arap.movement.walking import Walker
from warbook.books.arap.state import Battle, Figure
from warbook.core.questions import Form, Refused, Route

MOST = 40  # places that are weighed
TRIES = (99.0, 99.0, 3.0, 2.0, 1.2)  # inches within which the best place is tried, one after another
ELSEWHERE = 1.2  # inches from a place that was tried to the next one
TURNS = np.radians(np.arange(0.0, 360.0, 30.0))
RING = np.stack((np.cos(TURNS), np.sin(TURNS), np.zeros(len(TURNS))), axis=1)
APART = 0.2  # of a unit's points: what it is to leave half of it behind


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


def best_place(outlook: Outlook, gait: Gait, actions: float) -> float:
    """What the best place to go to is worth with so many actions left there."""
    places = places_for(outlook.battle, outlook.lead, gait)
    return float(Places(outlook, places[1:]).scores(actions).max()) if len(places) > 1 else -1e9


def around_it(outlook: Outlook, share: float) -> Places:
    """Places as far off as it moves, or a share of it, whatever is in the way."""
    table = outlook.battle.table
    spots = outlook.here + RING * (share * outlook.move)
    spots[:, 0] = np.minimum(np.maximum(spots[:, 0], 0.5), table.width - 0.5)
    spots[:, 1] = np.minimum(np.maximum(spots[:, 1], 0.5), table.depth - 0.5)
    return Places(outlook, spots)


def best_march(battle: Battle, outlook: Outlook, question: Form, actions: float) -> Mapping[str, Any]:
    """The answer to where it goes, with so many action points still to spend there."""
    lead = outlook.lead
    route = question.parts.get(lead.id)
    if not isinstance(route, Route):
        return question.suggested({})
    spots = _some(np.array(list(route.reach()))[1:].reshape(-1, 3))
    scores = Places(outlook, np.concatenate((outlook.here, spots))).scores(actions)
    best: Mapping[str, Any] | None = None
    most = float(scores[0])
    for row in _to_try(spots - outlook.here, scores[1:]):
        if scores[row + 1] <= most:
            continue
        x, y, z = spots[row].tolist()
        path = route.path(x, y, z)
        if path is None or len(path) < 2:
            continue
        found = _followed(question, lead, path, _facing(outlook, path[-1]))
        if found is None:
            continue
        whole, loose = found
        worth = float(scores[row + 1]) - APART * outlook.points * 2 * loose / len(question.parts)
        if worth > most:
            best, most = whole, worth
            if not loose:
                break
    return question.suggested({}) if best is None else best


def _followed(
    question: Form, lead: Figure, path: Sequence[Spot], facing: float | None
) -> tuple[Mapping[str, Any], int] | None:
    """The whole answer if one goes this way, with that facing if there is room to turn, and how many would be
    apart from the rest then; None if it cannot be."""
    way: dict[str, Any] = {"path": [[p.x, p.y, p.z] for p in path]}
    for given in ({**way, "facing": facing}, way) if facing is not None else (way,):
        try:
            whole = question.suggested({lead.id: given})
            return whole, sum("coherency" in each.rule for each in question.concerns(whole))
        except Refused:
            continue
    return None


def _to_try(ways: Floats, scores: Floats) -> list[int]:
    """The best of them, and the best that are nearer: where not all can follow far, they may a little."""
    order = np.argsort(-scores, kind="stable").tolist()
    inches = np.sqrt((ways**2).sum(axis=1))
    tried: list[int] = []
    for limit in TRIES:
        for row in order:
            apart = (np.abs(ways[row] - ways[each]).max() >= ELSEWHERE for each in tried)
            if inches[row] <= limit and row not in tried and (limit < 99.0 or all(apart)):
                tried.append(row)
                break
    return tried


def _facing(outlook: Outlook, spot: Spot) -> float | None:
    """Towards the nearest enemy."""
    figures = [each for foe in outlook.foes if not foe.unit.routing for each in foe.figures]
    if not figures:
        return None
    near = min(figures, key=lambda each: (each.x - spot.x) ** 2 + (each.y - spot.y) ** 2)
    return bearing(spot, near) % 360.0 if (near.x, near.y) != (spot.x, spot.y) else None
