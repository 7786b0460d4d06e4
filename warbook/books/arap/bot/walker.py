"""Where a squad goes: one figure to the best place there is, the others with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from warbook.board.geometry import Spot, bearing
from warbook.board.kernel import Floats
from warbook.board.paths import Path
from warbook.books.arap.bot.aims import Goal
from warbook.books.arap.bot.outlook import Outlook, Places
from warbook.books.arap.bot.weighing import to_try
from warbook.books.arap.movement.facing import TURN
from warbook.books.arap.movement.gaits import Gait
from warbook.books.arap.movement.walking import Walker
from warbook.books.arap.state import Battle, Figure
from warbook.core.questions import Form, Refusal, Refused, Route, Way, usual_answer

MOST = 40  # places that are weighed
BLOCKED = -1e9  # what it is worth to go where nobody gets to
# Inches within which the best place is tried, one after another; without limit, elsewhere than before.
TRIES = np.array((np.inf, np.inf, 3.0, 2.0, 1.2))
ELSEWHERE = 1.2  # inches from a place that was tried to the next one
STRAIGHT = 6  # places that are tried straight before ways are looked for
SLOWLY = 0.4  # of a move: a squad that comes no further is in its own way
AHEAD = 4  # places that the foremost tries then
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
    return np.ascontiguousarray(spots[::step])


def best_place(outlook: Outlook, gait: Gait, actions: float) -> float:
    """What the best place to go to is worth with so many actions left there."""
    places = places_for(outlook.battle, outlook.lead, gait)
    return float(Places(outlook, places[1:]).scores(actions).max()) if len(places) > 1 else BLOCKED


def is_open(outlook: Outlook, scores: Floats, least: float) -> float:
    """What the best place about is worth of those few above the least that can be gone to straight."""
    walker, spots = Walker(outlook.battle, outlook.lead, Gait()), outlook.around
    for row in np.argsort(-scores, kind="stable")[:STRAIGHT].tolist():
        if scores[row] <= least:
            break
        if row not in outlook.open_to:
            refused = isinstance(walker.judge((walker.start, Spot(*spots[row].tolist()))), Refusal)
            outlook.open_to[row] = not refused
        if outlook.open_to[row]:
            return float(scores[row])
    return BLOCKED


def best_march(battle: Battle, outlook: Outlook, question: Form, actions: float) -> Mapping[str, Any]:
    """The answer to where it goes, with so many action points still to spend there. Who only looks for a
    fight tries places all round first, and looks for ways only if none of the best is to be had straight."""
    lead = outlook.lead
    route = question.parts.get(lead.id)
    if not isinstance(route, Route):
        return _staying(question)
    if outlook.goal is None and question.kind == "walk" and route.allowance > TURN:
        found = _best_of(
            outlook, question, route, outlook.around, outlook.goes(actions), actions, straight=True
        )
        if found is not None:
            return found
    spots = _some(np.array(list(route.reach()))[1:].reshape(-1, 3))
    best = _staying(question)
    if len(spots):
        scores = Places(outlook, spots).scores(actions)
        best = _best_of(outlook, question, route, spots, scores, actions, straight=False) or best
    return best if outlook.goal is None else _filed(outlook, outlook.goal, question, best)


def _best_of(
    outlook: Outlook,
    question: Form,
    route: Route,
    spots: Floats,
    scores: Floats,
    actions: float,
    straight: bool,
) -> Mapping[str, Any] | None:
    """The best of these spots, with their scores, for the squad; None if nobody gets to one that is better
    than its own."""
    lead = outlook.lead
    best: Mapping[str, Any] | None = None
    most = outlook.stays(actions)
    if straight and scores.max() <= most:
        return _staying(question)
    for row in to_try(spots, outlook.here, scores, TRIES, ELSEWHERE).tolist():
        if scores[row] <= most:
            continue
        spot = Spot(*spots[row].tolist())
        path = _straight(route, spot) if straight else route.path(spot.x, spot.y, spot.z)
        if path is None or len(path) < 2:
            continue
        found = _followed(question, lead, path, _facing(outlook, path[-1]))
        if found is None:
            continue
        whole, loose = found
        worth = float(scores[row]) - APART * outlook.points * 2 * loose / len(question.parts)
        if worth > most:
            best, most = whole, worth
            if not loose:
                break
    return best


def _straight(route: Route, spot: Spot) -> Path | None:
    assert route.start is not None
    path = (route.start, spot)
    return None if isinstance(route.judge(path), Refusal) else path


def _staying(question: Form) -> Mapping[str, Any]:
    return {name: usual_answer(part) for name, part in question.parts.items()}


def _filed(outlook: Outlook, goal: Goal, question: Form, found: Mapping[str, Any]) -> Mapping[str, Any]:
    """Where those in front are in the way of who leads, on a bridge say, the foremost goes ahead and the
    others come after him, if that brings the squad further."""
    inches = goal.roads.far(outlook.squad.places)
    gained = _gained(outlook, goal, found)
    if inches.min() <= goal.near + 1.0 or gained > SLOWLY * outlook.move:
        return found
    lead = outlook.figures[int(inches.argmin())]
    route = question.parts.get(lead.id)
    if lead.id == outlook.lead.id or not isinstance(route, Route):
        return found
    spots = np.array(list(route.reach())).reshape(-1, 3)
    for row in np.argsort(goal.roads.far(spots), kind="stable")[:AHEAD].tolist():
        path = route.path(*spots[row].tolist())
        if path is None or len(path) < 2:
            continue
        filed = _followed(question, lead, path, None)
        if filed is not None and not filed[1] and _gained(outlook, goal, filed[0]) > gained + 0.2:
            return filed[0]
    return found


def _gained(outlook: Outlook, goal: Goal, march: Mapping[str, Any]) -> float:
    """Inches nearer to the goal, on average."""
    paths = (march[figure.id].path[-1] for figure in outlook.figures if figure.id in march)
    ends = np.array([(spot.x, spot.y, spot.z) for spot in paths])
    starts = np.array([(each.x, each.y, each.z) for each in outlook.figures if each.id in march])
    return float((goal.roads.far(starts) - goal.roads.far(ends)).mean()) if len(ends) else 0.0


def _followed(
    question: Form, lead: Figure, path: Path, facing: float | None
) -> tuple[Mapping[str, Any], int] | None:
    """The whole answer if one goes this way, with that facing if there is room to turn, and how many would be
    apart from the rest then; None if it cannot be."""
    assert question.suggest is not None and question.judge is not None
    for wanted in (facing, None) if facing is not None else (None,):
        try:
            first = question.parts[lead.id].accept(Way(path, wanted))
            ways = {lead.id: first, **question.suggest({lead.id: first})}
            whole = {
                name: part.accept(ways[name]) if name in ways else usual_answer(part)
                for name, part in question.parts.items()
            }
        except Refused:
            continue
        concerns = question.judge(whole)
        if not any(each.barred for each in concerns):
            return whole, sum("coherency" in each.rule for each in concerns)
    return None


def _facing(outlook: Outlook, spot: Spot) -> float | None:
    """Towards the nearest enemy."""
    figures = [each for foe in outlook.foes if not foe.unit.routing for each in foe.figures]
    if not figures:
        return None
    near = min(figures, key=lambda each: (each.x - spot.x) ** 2 + (each.y - spot.y) ** 2)
    return bearing(spot, near) % 360.0 if (near.x, near.y) != (spot.x, spot.y) else None
