"""The ways of who flinches or routs (arap.G32): away from the cause, to an edge, past enemies, into cover."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, inf, radians, sin

from msgspec import Struct

from warbook.board.geometry import Spot, bearing, distance, turn_between
from warbook.board.paths import Path
from warbook.books.arap.charge.ways import TURN_COST, Runner, towards
from warbook.books.arap.field.bodies import Taken, radius
from warbook.books.arap.field.ground import stretches
from warbook.books.arap.field.near import centre, gaps_from
from warbook.books.arap.field.sight import unit_sees
from warbook.books.arap.movement.facing import FREE
from warbook.books.arap.movement.walking import crowd_of
from warbook.books.arap.scenario import Edge
from warbook.books.arap.state import Battle, Figure, Unit, resting

TURNS = tuple(sorted(range(-75, 90, 15), key=abs))  # degrees off straight away from the cause
OFFERED = 4  # ways among which the owner chooses
CLOSE = 0.01  # inches


class Flight(Struct, frozen=True):
    """A direction in which a unit may flee, how far that is on the table, and what is to be found there."""

    heading: float
    inches: float
    edge: Edge | None  # the edge it makes for
    at_edge: bool  # it gets there
    shelter: str = ""  # cover, the squad it is a part of, or other friends
    danger: bool = False


@resting
def flights(battle: Battle, unit: Unit, cause: str, inches: float) -> list[Flight]:
    """All ways that are equally good by the printed wishes, the best to take first: away from the cause, a
    friendly edge before a neutral one, not towards enemies in sight (arap.rout.away, arap.rout.table-edge,
    arap.rout.avoid-enemy). Shelter and safe ground decide among them where nobody chooses
    (arap.rout.seek-shelter, arap.rout.avoid-terrain)."""
    middle = centre(battle.standing(unit))
    at = away_from(battle, unit, cause)
    straight = bearing(at, middle) if distance(at, middle) > CLOSE else 0.0
    seen = [
        enemy
        for enemy in battle.enemies(unit.side)
        if not enemy.hidden and not enemy.routing and unit_sees(battle, unit, enemy)
    ]
    before = gaps_from(battle, middle)
    ranked = []
    for turn in TURNS:
        found, after = _flight(battle, unit, middle, (straight + turn) % 360.0, inches, before)
        nearer = sum(after[enemy.id] < before[enemy.id] - CLOSE for enemy in seen)
        back = cause in before and after[cause] < before[cause] - CLOSE
        kind = _edge_rank(battle, unit.side, found.edge)
        liking = not found.shelter, found.danger, abs(turn)
        ranked.append(((back, kind, nearer), liking, found))
    ranked.sort(key=lambda each: each[:2])
    return [found for wishes, _, found in ranked if wishes == ranked[0][0]][:OFFERED]


@resting
def paths_of(battle: Battle, unit: Unit, flight: Flight) -> dict[str, Path]:
    """Everybody's way in that direction, round what is impassable, those in front first."""
    crowd = crowd_of(battle, unit)
    taken = Taken(crowd.enemies, crowd.friends)
    ways: dict[str, Path] = {}
    ahead = radians(flight.heading)
    table = battle.table
    for figure in sorted(
        battle.standing(unit), key=lambda each: -(each.x * cos(ahead) + each.y * sin(ahead))
    ):
        if figure.down:
            continue
        own = radius(battle, figure)
        goal = _moved(figure.spot, flight.heading, flight.inches)
        goal = Spot(
            min(max(goal.x, own), table.width - own), min(max(goal.y, own), table.depth - own), goal.z
        )
        path = towards(
            battle, Runner(battle, figure, crowd), goal, allowed(figure, flight.heading, flight.inches), taken
        )
        ways[figure.id] = path
        taken.add(battle, figure, path[-1])
    return ways


def allowed(figure: Figure, heading: float, inches: float) -> float:
    """arap.charge.run-distance: what is rolled for flight allows for turning about."""
    return inches + (TURN_COST if abs(turn_between(figure.facing, heading)) > FREE + 1e-6 else 0.0)


def away_from(battle: Battle, unit: Unit, cause: str) -> Spot:
    """Where that lies from which a unit flees: the nearest of the unit that is the cause, else of all
    enemies it knows of; nobody at all lies opposite its own edge."""
    causes = [battle.unit(cause)] if cause else []
    foes = [foe for each in causes for foe in battle.standing(each)]
    known = [enemy for enemy in battle.enemies(unit.side) if not enemy.hidden]
    foes = foes or [foe for enemy in known for foe in battle.standing(enemy)]
    middle = centre(battle.standing(unit))
    if foes:
        return min((foe.spot for foe in foes), key=lambda spot: distance(spot, middle))
    return Spot(battle.table.width / 2, battle.table.depth / 2, middle.z)


# ---------------------------------------------------------------- one direction


def _flight(
    battle: Battle, unit: Unit, middle: Spot, heading: float, inches: float, before: Mapping[str, float]
) -> tuple[Flight, Mapping[str, float]]:
    """With the gaps to all units there; those from the middle are known. A part of a squad may make for the
    rest of it (arap.basics.sub-unit-rout)."""
    edge, room = _room(battle, unit, heading)
    gone = min(inches, room)
    end = _moved(middle, heading, gone)
    after = gaps_from(battle, end)
    way = (middle, end)
    shelter = ""
    if gone > CLOSE and stretches(battle, way, lambda kind: kind.cover != "none"):
        shelter = "cover"
    else:
        nearer = [
            friend
            for friend in battle.on_table(unit.side)
            if friend is not unit and not friend.routing and after[friend.id] < before[friend.id] - inches / 2
        ]
        own = any(friend.squad == unit.squad for friend in nearer)
        shelter = "its own squad" if own else "friends" if nearer else ""
    bad = gone > CLOSE and bool(
        stretches(battle, way, lambda kind: bool(kind.hazards) or kind.water or kind.ground == "impassable")
    )
    return Flight(heading, gone, edge, room <= inches + CLOSE, shelter, bad), after


def _room(battle: Battle, unit: Unit, heading: float) -> tuple[Edge | None, float]:
    """The edge that lies that way, and how far the foremost of the unit may go till he is there."""
    x, y, table = cos(radians(heading)), sin(radians(heading)), battle.table
    best: tuple[Edge | None, float] = None, inf
    for figure in battle.standing(unit):
        own = radius(battle, figure)
        ways: Sequence[tuple[Edge, float, float]] = (
            ("east", x, table.width - own - figure.x),
            ("west", -x, figure.x - own),
            ("north", y, table.depth - own - figure.y),
            ("south", -y, figure.y - own),
        )
        for edge, speed, gap in ways:
            if speed > 1e-9 and max(0.0, gap) / speed < best[1]:
                best = edge, max(0.0, gap) / speed
    return best


def _edge_rank(battle: Battle, side: str, edge: Edge | None) -> int:
    part = battle.part(side)
    return 0 if edge in part.friendly else 2 if edge in part.enemy else 1


def _moved(spot: Spot, heading: float, inches: float) -> Spot:
    angle = radians(heading)
    return Spot(spot.x + inches * cos(angle), spot.y + inches * sin(angle), spot.z)
