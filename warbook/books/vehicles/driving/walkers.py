"""Walkers move as infantry does, but have a front."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import hypot

from warbook.board.bodies import body_rows
from warbook.board.geometry import Body, Disc, Spot, bearing, flat_gap
from warbook.board.hulls import widened
from warbook.board.paths import Barred, Going, Ground, Reach
from warbook.board.ways import cut, length
from warbook.books.vehicles.driving.course import OVER, TINY, foes, friends
from warbook.books.vehicles.driving.dice import difficult_inches, run_inches
from warbook.books.vehicles.driving.speeds import speed_limit
from warbook.books.vehicles.driving.terrain import dangerous_test, stuck
from warbook.books.vehicles.driving.ways import record
from warbook.books.vehicles.field.bodies import CLEAR, WITHIN, bodies, room_to_turn, type_of
from warbook.books.vehicles.field.ground import (
    all_areas,
    crossed,
    enters,
    ground_for,
    is_dangerous,
    is_difficult,
)
from warbook.books.vehicles.state import Battle, Game, Vehicle
from warbook.core.events import Moved, Note, Turned
from warbook.core.questions import Refusal, Route, Way

RULE = "veh.walker.move"


def walk(game: Game, vehicle: Vehicle) -> None:
    """veh.walker.move: up to 6 inches in its Movement phase."""
    inches = speed_limit(type_of(vehicle), "combat")
    way: Way = game.ask(vehicle.side, walk_question(game.battle, vehicle, inches, RULE, "walk"))
    walk_way(game, vehicle, way)


def walk_way(game: Game, vehicle: Vehicle, way: Way) -> None:
    """A way of its Movement phase, with what ground does to it (veh.walker.terrain)."""
    start = vehicle.spot
    went = _go(game, vehicle, _slowed(game, vehicle, way), RULE, "walks")
    record(vehicle, start, went, on_road=False)


def _slowed(game: Game, vehicle: Vehicle, way: Way) -> Way:
    """veh.walker.terrain: difficult ground slows it as it slows infantry. If it does not get so far as it
    was to go, it is asked anew where it goes with what it has."""
    rough = [area for area in all_areas(game.battle) if is_difficult(area)]
    if length(way.path) <= TINY or not crossed(rough, way.path):
        return way
    inches = float(game.rolling(vehicle.id).roll(difficult_inches))
    if length(way.path) <= inches + TINY:
        return way
    anew: Way = game.ask(vehicle.side, walk_question(game.battle, vehicle, inches, RULE, "walk"))
    return anew


def run_walker(game: Game, vehicle: Vehicle) -> None:
    """veh.walker.run, veh.V72: a D6 in inches more, in its Shooting phase instead of firing."""
    inches = float(game.rolling(vehicle.id).roll(run_inches))
    vehicle.ran = True
    go_on(game, vehicle, inches, "veh.walker.run", "walker run", "runs")


def go_on(game: Game, vehicle: Vehicle, inches: float, rule: str, kind: str, how: str) -> None:
    """So many inches after its Movement phase."""
    way: Way = game.ask(vehicle.side, walk_question(game.battle, vehicle, inches, rule, kind))
    _go(game, vehicle, way, rule, how)


def walk_question(battle: Battle, vehicle: Vehicle, inches: float, rule: str, kind: str) -> Route:
    """Where it walks, and how it faces there."""
    ground, going = strode_on(battle, vehicle), _going(inches)
    standing, held = _others(battle, vehicle)
    others = body_rows(standing)

    def clear(spot: Spot) -> bool:
        return all(flat_gap(_room(vehicle, spot), body) >= CLEAR - WITHIN for body in held)

    @cache
    def found() -> Reach:
        return ground.reach(vehicle.spot, going, others)

    def judge(path: tuple[Spot, ...]) -> float | Refusal:
        walked = ground.judge(path, going, others)
        if isinstance(walked, Barred):
            far = walked.kind == "too-far"
            return Refusal(walked.words, "veh.move.walker-top-speed" if far else "veh.P3")
        if len(path) > 1 and not clear(path[-1]):
            return Refusal("that is within an inch of an enemy", "veh.P3")
        return walked.cost

    def reach() -> list[list[float]]:
        spots: list[list[float]] = found().spots.tolist()
        return spots if not held else [spots[0], *(at for at in spots if clear(Spot(*at)))]

    def path(x: float, y: float, z: float | None) -> tuple[Spot, ...]:
        direct = vehicle.spot, Spot(x, y, vehicle.z if z is None else z)
        if not isinstance(judge(direct), Refusal):
            return direct
        nearest = min(reach(), key=lambda spot: hypot(spot[0] - x, spot[1] - y)) if held else (x, y, z)
        return found().path(found().nearest(*nearest))

    return Route(
        f"Where does {vehicle.name} go?", vehicle.id, vehicle.spot, judge,
        reach, path, inches, rule,
        usual=lambda: Way((vehicle.spot,), vehicle.facing), kind=kind,
    )  # fmt: skip


def _go(game: Game, vehicle: Vehicle, way: Way, rule: str, how: str) -> float:
    """veh.walker.terrain: only dangerous ground is dangerous to it. Who fails that test halts there,
    Immobilized (veh.walker.dangerous-failed)."""
    path = way.path
    if length(path) <= TINY:
        if way.facing is not None and way.facing != vehicle.facing:
            if not room_to_turn(game.battle, vehicle, way.facing):
                words = f"There is no room for {vehicle.name} to turn so."
                game.tell(Note(words=words, piece=vehicle.id, rule="veh.P3"))
                return 0.0
            vehicle.facing, vehicle.turned = way.facing, True
            game.tell(Turned(piece=vehicle.id, facing=way.facing, rule="veh.walker.facing"))
        return 0.0
    deadly = [area for area in all_areas(game.battle) if is_dangerous(area)]
    caught = crossed(deadly, path)
    area, passed = "", True
    if caught and not dangerous_test(game, vehicle):
        inches, area = min((enters(each, path), each.name) for each in caught)
        path, passed = cut(path, inches) if inches > TINY else path[:1], False
    facing = way.facing if way.facing is not None and passed else _onward(path, vehicle.facing)
    if length(path) > TINY:
        facings = (vehicle.facing, *(facing for _ in path[1:]))
        vehicle.at(path[-1], facing)
        vehicle.turned = True
        game.tell(Moved(piece=vehicle.id, path=path, how=how, facings=facings, rule=rule))
    if not passed:
        stuck(game, vehicle, area)
    return length(path)


def _onward(path: Sequence[Spot], facing: float) -> float:
    """Where it faces that has said nothing about it: the way it went last."""
    return bearing(path[-2], path[-1]) if len(path) > 1 else facing


def _going(inches: float) -> Going:
    return Going(inches, leap_cost=0.0, free_wall=OVER, leap_wall=OVER)


def strode_on(battle: Battle, vehicle: Vehicle) -> Ground:
    """The ground for its hull however it is turned: wherever it can stand it may face as it likes."""
    kind = type_of(vehicle)
    return ground_for(battle, round(hypot(kind.length, kind.width) / 2, 2))


def _room(vehicle: Vehicle, spot: Spot) -> Body:
    """What it takes up there however it is turned."""
    kind = type_of(vehicle)
    return Body(spot, Disc(hypot(kind.length, kind.width) / 2), kind.height)


def _others(battle: Battle, vehicle: Vehicle) -> tuple[list[Body], list[Body]]:
    """Friends are in its way, and whatever is within an inch of an enemy (veh.P3). Those who are nearer
    already do not hold it (veh.assault.not-locked): of them only they themselves; they are told again."""
    found, held, here = friends(battle, vehicle), list[Body](), _room(vehicle, vehicle.spot)
    for enemy in foes(battle, vehicle):
        for body in bodies(battle, enemy):
            if flat_gap(here, body) < CLEAR - WITHIN:
                held.append(body)
            found += widened(body, CLEAR) if body not in held else (body,)
    return found, held
