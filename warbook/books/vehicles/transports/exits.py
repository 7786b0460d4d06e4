"""Out of a vehicle: places beside it, and those who are forced out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Literal

from warbook.board.formation import parts
from warbook.board.geometry import Body, Spot, farthest, overlap
from warbook.books.family.routes import placing
from warbook.books.vehicles.army.lists import Edge
from warbook.books.vehicles.field.bodies import WITHIN, hull, model_type
from warbook.books.vehicles.field.placing import (
    BESIDE,
    FURTHEST,
    LINK,
    Allowed,
    Room,
    around,
    beside,
    near_access,
    outside,
    standing_at,
)
from warbook.books.vehicles.morale.tests import pin
from warbook.books.vehicles.state import Battle, Game, Model, Unit, Vehicle
from warbook.books.vehicles.transports.riding import access
from warbook.books.vehicles.wounds.casualties import remove
from warbook.books.vehicles.wounds.falling import left_out
from warbook.core.events import Note, Placed
from warbook.core.questions import Concern, Form, Refusal, Route, Way

LATTICE = 0.5  # inches between the places that are shown
How = Literal["before", "after", "emergency"]


def forced_out(game: Game, unit: Unit, vehicle: Vehicle) -> None:
    """veh.damage.wrecked-passengers: out by the access points, or in an emergency anywhere; who finds no
    place even so is destroyed (veh.V42). Then one pinning test."""
    rule = "veh.damage.wrecked-passengers"
    edges, count = access(vehicle), len(game.battle.members(unit))
    if edges is not None and len(beside(game.battle, unit, vehicle, edges)) < count:
        edges = None
    emergency = edges is None and access(vehicle) is not None
    alight(game, unit, vehicle, edges, rule, "emergency" if emergency else "after")
    pin(game, unit, rule)


def in_crater(game: Game, unit: Unit, vehicle: Vehicle) -> None:
    """veh.damage.explodes-survivors: as near to where the middle of the vehicle was as they can stand; those
    who do not fit are destroyed (veh.V45). Then the pinning test."""
    rule = "veh.damage.explodes-survivors"
    places = around(game.battle, unit, vehicle.spot, within=farthest(hull(vehicle).base) + BESIDE)
    _put_down(game, unit, vehicle, places, rule, "after")
    pin(game, unit, rule)


def alight(
    game: Game, unit: Unit, vehicle: Vehicle, edges: Sequence[Edge] | None, rule: str, how: How
) -> None:
    """Everybody gets off within 2 inches of the edges, or of the hull where there are none. The owner says
    where, if all find a place; those who find none are destroyed."""
    battle = game.battle
    places = beside(battle, unit, vehicle, edges)
    members = battle.members(unit)
    if len(places) == len(members):
        ways: Mapping[str, Way] = game.ask(
            unit.side, exit_question(battle, unit, vehicle, edges, places, rule)
        )
        places = [standing_at(battle, unit, ways[model.id].path[-1]) for model in members]
    _put_down(game, unit, vehicle, places, rule, how)


def exit_question(
    battle: Battle,
    unit: Unit,
    vehicle: Vehicle,
    edges: Sequence[Edge] | None,
    places: Sequence[Body],
    rule: str,
) -> Form:
    """Where each model gets off; the places found are the usual ones. Who is placed first has the others come
    to him."""
    members, hulk = battle.members(unit), hull(vehicle)
    near, room = near_access(hulk, edges), Room(battle, unit)

    def allowed(body: Body) -> bool:
        return near(body) and not overlap(body, hulk) and room.holds(body)

    def judge_place(path: tuple[Spot, ...]) -> float | Refusal:
        if allowed(standing_at(battle, unit, path[-1])):
            return 0.0
        return Refusal("not a free place within 2 inches of where one gets off", rule)

    legal = cache(lambda: _lattice(battle, unit, hulk, allowed))

    def route(model: Model, place: Body) -> Route:
        text = f"Where does the {model_type(battle, model).name} get off?"
        found = placing(text, model.id, judge_place, legal, rule, "alight")
        found.usual = lambda: Way((place.spot,))
        return found

    def judge(ways: Mapping[str, Way]) -> list[Concern]:
        return unit_concerns(
            {name: standing_at(battle, unit, way.path[-1]) for name, way in ways.items()}, rule
        )

    def suggest(given: Mapping[str, Way]) -> dict[str, Way]:
        taken = [standing_at(battle, unit, way.path[-1]) for way in given.values()]
        rest = [model.id for model in members if model.id not in given]
        if not taken:
            return {}
        beside_hull = outside(hulk, edges, room.radius, room.height)
        found = around(battle, unit, taken[0].spot, len(rest), FURTHEST, beside_hull, taken)
        return {name: Way((body.spot,)) for name, body in zip(rest, found, strict=False)}

    routes = {model.id: route(model, place) for model, place in zip(members, places, strict=True)}
    return Form(f"Where does {unit.name} get off?", routes, rule, judge, suggest, kind="alight")


def unit_concerns(ends: Mapping[str, Body], rule: str, link: float = LINK) -> list[Concern]:
    """What is wrong with places for a whole unit: two on one spot, or no coherency (veh.P4)."""
    found = [
        Concern((two,), "that is where another of them stands", rule, barred=True)
        for one, two in combinations(ends, 2)
        if overlap(ends[one], ends[two])
    ]
    chains = parts(list(ends.values()), link + WITHIN)
    if len(chains) > 1:
        alone = list(ends)[chains[1][0]]
        found.append(Concern((alone,), "the unit is to keep together", "veh.P4", barred=True))
    return found


def _lattice(battle: Battle, unit: Unit, hulk: Body, allowed: Allowed) -> list[Spot]:
    reach = farthest(hulk.base) + BESIDE
    steps = range(-int(reach / LATTICE), int(reach / LATTICE) + 1)
    x, y, z = hulk.spot.x, hulk.spot.y, hulk.spot.z
    spots = (Spot(x + LATTICE * i, y + LATTICE * j, z) for i in steps for j in steps)
    return [spot for spot in spots if allowed(standing_at(battle, unit, spot))]


def _put_down(game: Game, unit: Unit, vehicle: Vehicle, places: Sequence[Body], rule: str, how: How) -> None:
    """They stand there; who has no place is destroyed, and the owner says who. In their own turn they have
    got off (veh.V52)."""
    battle = game.battle
    members = battle.members(unit)
    text = f"There is no room for all of {unit.name}: who is lost?"
    lost = left_out(game, unit, len(members) - len(places), text)
    unit.aboard = ""
    if unit.side == battle.side:
        unit.alighted, unit.alighted_from = how, vehicle.id
    game.tell(Note(words=f"{unit.name} gets out of {vehicle.name}.", piece=unit.id, rule=rule))
    for model, place in zip((each for each in members if each not in lost), places, strict=True):
        model.at(place.spot)
        model.place = "table"
        game.tell(Placed(piece=model.id, spot=place.spot, rule=rule))
    for model in lost:
        remove(game, model, f"One of {unit.name} finds no way out of {vehicle.name}.", rule)
