"""Setting up: the whole force of one side, then that of the other; squads on foot or aboard (veh.P1,
veh.V93)."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from warbook.board.driving import fits
from warbook.board.formation import places_round
from warbook.board.geometry import Body, Disc, Spot, overlap
from warbook.board.paths import ground_of
from warbook.books.family.routes import placing
from warbook.books.vehicles.army.forces import no_room
from warbook.books.vehicles.field.bodies import hull, in_the_way, type_of, unit_type
from warbook.books.vehicles.setup.zones import Zone, ahead, zone_of
from warbook.books.vehicles.state import Battle, Game, Unit, Vehicle, other
from warbook.core.events import Note, Placed
from warbook.core.questions import Choose, Option, Refusal, Route, Way

RULE = "veh.P1"
LINK = 2.0  # veh.P4
SPREAD = 8.0  # inches from the middle of a squad within which its models find room


def deploy_step(game: Game) -> None:
    """One piece of the side that sets up, or all that are left; then the other side."""
    battle = game.battle
    ready = _waiting(battle, battle.side)
    if not ready:
        if _waiting(battle, other(battle.side)):
            battle.side = other(battle.side)
        else:
            battle.phase = "steal"
        return
    options = [Option("rest", "Set up everybody left for me")]
    options += [Option(each.id, each.name, piece=each.id) for each in ready]
    options += [
        Option(f"{unit.id}@{ride.id}", f"{unit.name} aboard {ride.name}", piece=unit.id)
        for unit in ready
        if isinstance(unit, Unit)
        for ride in battle.vehicles
        if ride.side == battle.side and not _taken(battle, ride) and _fits_in(battle, ride, unit)
    ]
    options += [
        Option(f"{unit.id}@", f"{unit.name} on foot, not aboard", piece=unit.id)
        for unit in battle.units
        if unit.side == battle.side and unit.aboard and _reserve(battle, unit)
    ]
    chosen = game.ask(battle.side, Choose("Set up: what next?", options, RULE, kind="set up"))
    if chosen == "rest":
        _line_up(game, ready)
        return
    name, at, ride_id = chosen.partition("@")
    if at:
        unit = battle.unit(name)
        unit.aboard = ride_id
        where = f"aboard {battle.vehicle(ride_id).name}" if ride_id else "on foot"
        game.tell(Note(words=f"{unit.name} begins {where}.", piece=unit.id, rule="veh.V93"))
        return
    piece = battle.either(name)
    question = _where(battle, piece)
    way: Way = game.ask(battle.side, question)
    facing = ahead(battle, battle.side) if way.facing is None else way.facing
    _put(game, piece, way.path[0], facing)


# ---------------------------------------------------------------- who


def _waiting(battle: Battle, side: str) -> list[Unit | Vehicle]:
    """What the side still has to set up: its vehicles first."""
    rides: list[Unit | Vehicle] = [v for v in battle.vehicles if v.side == side and v.place == "reserve"]
    foot = [u for u in battle.units if u.side == side and not u.aboard and _reserve(battle, u)]
    return rides + foot


def _reserve(battle: Battle, unit: Unit) -> bool:
    return any(model.unit == unit.id and model.place == "reserve" for model in battle.models)


def _taken(battle: Battle, ride: Vehicle) -> bool:
    """veh.V46."""
    return any(unit.aboard == ride.id for unit in battle.units)


def _fits_in(battle: Battle, ride: Vehicle, unit: Unit) -> bool:
    return no_room(type_of(ride), unit_type(battle, unit)) is None


# ---------------------------------------------------------------- where


def places(battle: Battle, piece: Unit | Vehicle, spot: Spot, facing: float) -> list[Body] | Refusal:
    """The bodies of a vehicle or of all models of a squad set up there, or why that may not be."""
    return _places(battle, piece, spot, facing, in_the_way(battle, (piece.id,)))


def _places(
    battle: Battle, piece: Unit | Vehicle, spot: Spot, facing: float, crowd: list[Body]
) -> list[Body] | Refusal:
    zone, table = zone_of(battle, piece.side), battle.table
    if isinstance(piece, Vehicle):
        body = replace(hull(piece), spot=spot, facing=facing)
        if not zone.holds(table, body):
            return Refusal(f"set up {zone.words}", RULE)
        if not fits(table, body):
            return Refusal("it does not fit there", RULE)
        if any(overlap(body, each) for each in crowd):
            return Refusal("somebody stands there", RULE)
        return [body]
    kind = unit_type(battle, piece)
    if not zone.holds(table, Body(spot, Disc(0.0), kind.height)):
        return Refusal(f"set up {zone.words}", RULE)
    ground = ground_of(table, kind.base / 2)
    found = places_round(
        ground,
        spot,
        kind.size,
        kind.height,
        SPREAD,
        crowd,
        lambda body: zone.holds(table, body),
        LINK,
    )
    if len(found) < kind.size:
        return Refusal(f"there is no room for all of it: set up {zone.words}", RULE)
    return found


def _where(battle: Battle, piece: Unit | Vehicle) -> Route:
    facing = ahead(battle, piece.side)

    def judge(path: tuple[Spot, ...]) -> float | Refusal:
        found = places(battle, piece, path[0], facing)
        return found if isinstance(found, Refusal) else 0.0

    legal = cache(lambda: spots(battle, piece))
    return placing(f"Set up {piece.name}: where?", piece.id, judge, legal, RULE, "set up")


def spots(battle: Battle, piece: Unit | Vehicle) -> list[Spot]:
    """Places on a grid of two inches where the piece may be set up facing ahead."""
    zone = zone_of(battle, piece.side)
    facing, crowd = ahead(battle, piece.side), in_the_way(battle, (piece.id,))
    return [
        spot for spot in grid(zone) if not isinstance(_places(battle, piece, spot, facing, crowd), Refusal)
    ]


def grid(zone: Zone) -> list[Spot]:
    """Places two inches apart, free or not."""
    return [
        Spot(zone.west + 1.0 + 2 * i, zone.south + 1.0 + 2 * j)
        for j in range(int((zone.north - zone.south) / 2))
        for i in range(int((zone.east - zone.west) / 2))
    ]


def _put(game: Game, piece: Unit | Vehicle, spot: Spot, facing: float) -> None:
    battle = game.battle
    found = places(battle, piece, spot, facing)
    if isinstance(found, Refusal):  # a facing of one's own that does not fit there
        facing = ahead(battle, piece.side)
        found = places(battle, piece, spot, facing)
    assert not isinstance(found, Refusal)
    if isinstance(piece, Vehicle):
        piece.at(spot, facing)
        piece.place = "table"
        game.tell(Placed(piece=piece.id, spot=spot, facing=facing, rule=RULE))
        return
    models = [model for model in battle.models if model.unit == piece.id]
    for model, body in zip(models, found, strict=True):
        model.at(body.spot)
        model.place = "table"
        game.tell(Placed(piece=model.id, spot=body.spot, rule=RULE))


def _line_up(game: Game, ready: list[Unit | Vehicle]) -> None:
    """Spread along the front of the zone, in the order of the force."""
    battle = game.battle
    zone = zone_of(battle, battle.side)
    front = zone.north if ahead(battle, battle.side) == 90.0 else zone.south
    for number, piece in enumerate(ready):
        wanted = zone.west + (number + 0.5) * (zone.east - zone.west) / len(ready)
        facing = ahead(battle, battle.side)
        near = sorted(grid(zone), key=lambda spot: abs(spot.x - wanted) + abs(spot.y - front))
        free = (spot for spot in near if not isinstance(places(battle, piece, spot, facing), Refusal))
        best = next(free, None)
        if best is not None:
            _put(game, piece, best, facing)
