"""Setting up: each squad where the zone is best for what it is after."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from random import Random

import numpy as np

from warbook.board.geometry import Spot, bearing
from warbook.board.kernel import Floats
from warbook.books.arap.bot.aims import roads_into, roads_to_edge
from warbook.books.arap.field.cover import covering
from warbook.books.arap.field.near import centre
from warbook.books.arap.scenario import Charges, Hold, Leave
from warbook.books.arap.setup.deploying import grid, zone_of
from warbook.books.arap.setup.reserves import entry
from warbook.books.arap.setup.zones import AHEAD, from_edge
from warbook.books.arap.state import Battle, Unit
from warbook.core.questions import Choose, Refusal, Route, Way

TRIES = 14
MOST = 150  # places that are weighed
ELBOW = 7.0  # inches between the middles of two squads
COVERS = (0.0, 2.0, 3.5)  # by its class


def next_squad(battle: Battle, question: Choose) -> str:
    """One after another, in the order of the list."""
    return next(option.id for option in question.open() if option.piece)


def place(battle: Battle, question: Route, luck: Random) -> Way:
    unit = battle.unit(question.piece)
    reserves = battle.part(unit.side).reserves
    arrives = battle.phase != "deploy" and reserves is not None
    spots = grid(battle, entry(reserves) if arrives and reserves else zone_of(battle, unit))
    spots = spots[:: max(1, len(spots) // MOST)]
    friends = [centre(battle.standing(each)) for each in battle.on_table(unit.side) if not each.lent]
    foes = [centre(battle.standing(each)) for each in battle.enemies(unit.side) if not each.hidden]

    at = np.array([(spot.x, spot.y, spot.z) for spot in spots]).reshape(-1, 3)
    x, y = at[:, 0], at[:, 1]
    found = np.array(COVERS)[covering(battle).standing(at)] + [luck.uniform(0.0, 1.5) for _ in spots]
    if friends:
        away = np.array([np.hypot(x - f.x, y - f.y) for f in friends])
        found -= 1.5 * np.maximum(0.0, ELBOW - away).sum(axis=0) + 0.05 * away.min(axis=0)
    edge = np.minimum(np.minimum(x, y), np.minimum(battle.table.width - x, battle.table.depth - y))
    found -= np.maximum(0.0, 3.0 - edge)
    merits = found - _wish(battle, unit, at, foes)
    ranked = sorted(((merit, number) for number, merit in enumerate(merits.tolist())), reverse=True)
    for _, number in ranked[:TRIES]:
        if not isinstance(question.judge((spots[number],)), Refusal):
            return Way((spots[number],), _facing(battle, unit, spots[number]))
    best = spots[ranked[0][1]] if ranked else Spot(battle.table.width / 2, battle.table.depth / 2)
    path = question.path(best.x, best.y, best.z)
    return Way(path if path is not None else (best,), _facing(battle, unit, best))


def _facing(battle: Battle, unit: Unit, spot: Spot) -> float | None:
    """Raiders face the posts, and who guards these faces away from them; others face ahead."""
    aim = battle.scenario.aim
    if not isinstance(aim, Charges):
        return None
    x, y = min(battle.scenario.posts, key=lambda post: hypot(post[0] - spot.x, post[1] - spot.y))
    if (x, y) == (spot.x, spot.y):
        return None
    raids = battle.part(unit.side).role == aim.role
    return (bearing(spot, Spot(x, y)) + (0.0 if raids else 180.0)) % 360.0


def _wish(battle: Battle, unit: Unit, at: Floats, foes: list[Spot]) -> Floats:
    """Inches that each place is off from where the unit would be, each for so much."""
    aim, part = battle.scenario.aim, battle.part(unit.side)
    wide, deep = battle.table.width, battle.table.depth
    x, y = at[:, 0], at[:, 1]
    if isinstance(aim, Leave):
        if part.role == aim.role:
            return 0.6 * roads_to_edge(battle, unit, aim.edge).far(at)
        away = np.array([from_edge(battle, aim.edge, *spot) for spot in at[:, :2].tolist()])
        return 0.25 * np.abs(away - 16.0) + 0.2 * np.abs(y - deep / 2)
    if isinstance(aim, Hold):
        return 0.4 * roads_into(battle, unit, aim.piece).far(at)
    if isinstance(aim, Charges):
        return 0.4 * _least_to(x, y, battle.scenario.posts)
    if foes:
        return 0.25 * _least_to(x, y, [(foe.x, foe.y) for foe in foes])
    forward = AHEAD[part.friendly[0]] if part.friendly else 0.0
    ahead = {90.0: deep - y, 270.0: y, 0.0: wide - x, 180.0: x}[forward]
    aside = x - wide / 2 if forward in (90.0, 270.0) else y - deep / 2
    return np.asarray(0.25 * ahead + 0.12 * np.abs(aside))


def _least_to(x: Floats, y: Floats, points: Sequence[tuple[float, float]]) -> Floats:
    """Inches from each place to the nearest of the points."""
    return np.asarray(np.min([np.hypot(x - px, y - py) for px, py in points], axis=0))
