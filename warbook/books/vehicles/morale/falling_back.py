"""Falling back towards the own edge, and regrouping."""

from __future__ import annotations

from warbook.board.bodies import Other
from warbook.board.geometry import Body, Spot, overlap
from warbook.board.paths import Path
from warbook.books.vehicles.field.bodies import WITHIN, bodies, unit_type
from warbook.books.vehicles.field.ground import enemies_near, walked
from warbook.books.vehicles.field.placing import Room, keeps_together, standing_at
from warbook.books.vehicles.field.ways import going, obstacles
from warbook.books.vehicles.morale.dice import flight
from warbook.books.vehicles.morale.tests import leadership_test
from warbook.books.vehicles.state import Battle, Game, Model, Unit
from warbook.books.vehicles.wounds.casualties import destroy, rise
from warbook.books.vehicles.wounds.footing import tread
from warbook.core.events import Became, Moved
from warbook.core.questions import Refusal

DICE, JUMP_DICE = 2, 3
NEAR = 6.0  # veh.P8.regroup
RULE = "veh.P8.fall-back"


def fall_back(game: Game, unit: Unit) -> None:
    """One fall-back move, made at once. From now on the unit falls back in each of its Movement phases until
    it regroups. It is free of whoever it was locked with."""
    battle = game.battle
    if not unit.falling_back:
        unit.falling_back = True
        words = f"{unit.name} falls back."
        game.tell(Became(piece=unit.id, status="falling back", words=words, rule=RULE))
    _break_away(battle, unit)
    rise(game, unit)
    dice = JUMP_DICE if unit_type(battle, unit).jump else DICE
    inches = game.rolling(unit.id).roll(flight, dice)
    ways = _ways(battle, unit, float(inches))
    if ways is None:
        destroy(game, unit, f"{unit.name} cannot get away: it is destroyed.", RULE)
        return
    for model in battle.standing(unit):
        path = ways[model.id]
        model.at(path[-1])
        if len(path) > 1:
            game.tell(Moved(piece=model.id, path=path, how="falls back", rule=RULE))
    if any(_over_edge(battle, unit, model.spot) for model in battle.standing(unit)):
        unit.fell_apart = True
        destroy(game, unit, f"{unit.name} leaves the table.", RULE)
        return
    tread(game, unit, ways)


def homewards(battle: Battle, side: str) -> int:
    """The way to the side's own edge: 1 is north, -1 south."""
    return 1 if battle.zones[side].startswith("north") else -1


# ---------------------------------------------------------------- regrouping


def may_regroup(battle: Battle, unit: Unit) -> Refusal | None:
    """Why a unit that falls back may not try to regroup (veh.P8.regroup)."""
    rule = "veh.P8.regroup"
    if any(enemies_near(battle, unit.side, body, NEAR) for body in bodies(battle, unit)):
        return Refusal("an enemy is within 6 inches", rule)
    if not keeps_together(battle, unit):
        return Refusal("it is out of coherency", rule)
    if 2 * len(battle.members(unit)) < unit.began:
        return Refusal("fewer than half are left", rule)
    return None


def regroup_step(game: Game, unit: Unit) -> bool:
    """At the start of its Movement phase: regroups if it may and passes its test, else falls back. Whether it
    has regrouped."""
    if may_regroup(game.battle, unit) is None and leadership_test(game, unit, "veh.P8.regroup"):
        regroup(game, unit, "veh.P8.regroup")
        return True
    unit.moved = "fell back"
    fall_back(game, unit)
    return False


def regroup(game: Game, unit: Unit, rule: str) -> None:
    unit.falling_back = False
    unit.moved = "regrouped"
    words = f"{unit.name} regroups."
    game.tell(Became(piece=unit.id, status="falling back", gained=False, words=words, rule=rule))


# ---------------------------------------------------------------- the way


def _ways(battle: Battle, unit: Unit, inches: float) -> dict[str, Path] | None:
    """The way of each model, those nearest to the edge first; None if somebody comes no nearer to it."""
    home = homewards(battle, unit.side)
    blockers: list[Other] = obstacles(battle, unit)
    placed: list[Other] = []
    ways: dict[str, Path] = {}
    for model in sorted(battle.standing(unit), key=lambda model: -home * model.y):
        path = _way(battle, unit, model, inches, blockers, placed)
        if path is None:
            return None
        ways[model.id] = path
        placed.append(standing_at(battle, unit, path[-1]))
    return ways


def _way(
    battle: Battle, unit: Unit, model: Model, inches: float, blockers: list[Other], placed: list[Other]
) -> Path | None:
    """Straight if that is free, over the edge if it leads there; else to the place in reach that is nearest
    to the edge."""
    floor, home, kind = walked(battle, unit), homewards(battle, unit.side), unit_type(battle, unit)
    gait = going(inches)
    goal = Spot(model.x, model.y + home * inches, model.z)
    straight = (model.spot, goal)
    if _over_edge(battle, unit, goal):
        edge = battle.table.depth - kind.base / 2 if home > 0 else kind.base / 2
        if kind.jump or floor.cost((model.spot, Spot(model.x, edge, model.z)), gait, blockers) <= inches:
            return straight
    elif kind.jump:
        if _may_land(battle, unit, goal, placed):
            return straight
    elif floor.cost(straight, gait, blockers, placed) <= inches + WITHIN:
        return straight
    reach = floor.reach(model.spot, gait, blockers, placed)
    best = int((home * reach.spots[:, 1] - 0.01 * abs(reach.spots[:, 0] - model.x)).argmax())
    if home * (float(reach.spots[best, 1]) - model.y) <= WITHIN:
        return None
    return reach.path(best)


def _may_land(battle: Battle, unit: Unit, spot: Spot, placed: list[Other]) -> bool:
    there = standing_at(battle, unit, spot)
    return Room(battle, unit).holds(there) and not any(
        overlap(there, each) for each in placed if isinstance(each, Body)
    )


def _over_edge(battle: Battle, unit: Unit, spot: Spot) -> bool:
    """Whether a base there would leave the table over the unit's own edge."""
    radius = unit_type(battle, unit).base / 2
    if homewards(battle, unit.side) > 0:
        return spot.y + radius > battle.table.depth + 1e-6
    return spot.y - radius < -1e-6


def _break_away(battle: Battle, unit: Unit) -> None:
    for name in unit.locked:
        foe = battle.either(name)
        foe.locked = tuple(each for each in foe.locked if each != unit.id)
    unit.locked = ()
