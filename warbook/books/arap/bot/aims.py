"""What a side is after in its scenario: where its units ought to go, and how far that is on foot."""

from __future__ import annotations

from math import ceil, cos, hypot, radians, sin
from typing import TypeAlias

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from warbook.board.geometry import Spot, point_in_polygon
from warbook.board.kernel import Flags, Floats
from warbook.board.memory import recall
from warbook.board.paths import Going, Ground, ground_of
from warbook.board.terrain import Area, Block, Floor, GroundKind, Table
from warbook.books.arap.bot.weighing import cells_at
from warbook.books.arap.ending.victory import holders, leaving, left, squads
from warbook.books.arap.field.bodies import radius
from warbook.books.arap.field.ground import pieces_named
from warbook.books.arap.field.near import centre
from warbook.books.arap.field.stills import while_still
from warbook.books.arap.field.units import slowest, value_of
from warbook.books.arap.movement.free import ALONE
from warbook.books.arap.movement.gaits import WALKING
from warbook.books.arap.movement.ladders import CAPACITY
from warbook.books.arap.scenario import Break, Charges, Edge, Hold, Leave
from warbook.books.arap.scenery.deeds import at_edge, open_posts, usable
from warbook.books.arap.state import Battle, Marker, Unit
from warbook.books.arap.terrain import Terrain, Traits, traits

FURTHEST = 200.0  # inches on foot
UNKNOWN = 400.0  # what a place counts from which there is no way
DICE = 1  # that most units are tried with while others are untried
IDLY, HURRIED = 0.02, 0.5  # of a unit's points: an inch nearer, with plenty of time and with none
EASY = 0.5  # of the time that is left, what a way may take before it is to be hurried
LADDER = 1.5  # inches of way that an inch of a ladder counts besides, for each time it is full
A_FEW = 2  # times that a ladder is full
LATE = 3  # game turns before the end from which on a piece is to be held
POST = 5.0  # inches from a post within which its guards stay
RAID = 0.1  # of a unit's points, an inch nearer to a post: a charge is often tried in vain, so it goes early
STOREY = 1.5  # inches from one level that is told apart to the next
BERTH = 2.5  # inches round a hazard that count as bad ground: a squad is wider than who leads it
UNDISTURBED = 0.5  # of a free move, what it is to have one next time
DEED = 250.0  # points: what it is worth to do what the scenario wants
ROOM = 2.0  # inches from the outline of a piece that a squad needs to be in it
CREW, ENOUGH = 15, 2  # figures that go to hold a piece, at least; and for each enemy who holds it
HOLDERS = 1.5  # times its points more, what it is to harm a unit that is where a piece is to be held
FOCUS = 1.0  # times its points more, what it is to harm a unit that has lost nearly all
FLEEING = 0.5  # of its points, what it is to harm a unit that routs
SPARE = 0.5  # of their haste have those who run in case one of the others does not get there


Spots: TypeAlias = tuple[tuple[float, float, float], ...]


class Roads:
    """Inches on foot from everywhere to somewhere, round what stands on the table."""

    def __init__(self, cells: Floats) -> None:
        self.cells = cells  # by levels, by inches across and up

    def far(self, places: Floats) -> Floats:
        return cells_at(self.cells, places, STOREY)


class Goal(Struct, frozen=True):
    """A place to be at, with how much of a unit's points an inch on the way there is worth, and how near is
    near enough."""

    roads: Roads
    weight: float
    near: float = 0.0
    held: float = 0.0  # of its points, what it is to stand in the piece that is to be held, or at a post
    whole: bool = False  # all of the unit must get there
    eager: float = 1.0  # how much it looks for a fight on the way
    alone: float = 0.0  # of its points, what it is to have no enemy near: then the next move is free

    @property
    def haste(self) -> float:
        """From 0 with plenty of time to 1 with none."""
        return (self.weight - IDLY) / (HURRIED - IDLY)


def roads(battle: Battle, unit: Unit, spot: Spot) -> Roads:
    """To a place, for the bases of a unit."""
    return _ways(battle, unit, ((spot.x, spot.y, spot.z),))


def rough_roads(battle: Battle, unit: Unit, spot: Spot) -> Roads:
    """The same, as if every squad were of a few: so more of them have the same roads."""
    ladder = LADDER * A_FEW if battle.table.ladders else 0.0
    base, spots = radius(battle, battle.members(unit)[0]), ((spot.x, spot.y, spot.z),)
    return recall(battle.table, _roads, base, battle.scenario.terrain, spots, ladder)


def roads_to_edge(battle: Battle, unit: Unit, edge: Edge) -> Roads:
    wide, deep = battle.table.width, battle.table.depth
    along = np.arange(6.0, deep if edge in ("east", "west") else wide, 12.0).tolist()
    at = {"east": wide - 1.0, "west": 1.0, "north": deep - 1.0, "south": 1.0}[edge]
    spots = tuple((at, each, 0.0) if edge in ("east", "west") else (each, at, 0.0) for each in along)
    return _ways(battle, unit, spots)


def _ways(battle: Battle, unit: Unit, spots: Spots) -> Roads:
    members, table = battle.members(unit), battle.table
    turns = ceil(len(members) / CAPACITY) if table.ladders else 0  # that a ladder takes for all of them
    return recall(table, _roads, radius(battle, members[0]), battle.scenario.terrain, spots, LADDER * turns)


def paved(table: Table, own: tuple[Terrain, ...]) -> Table:
    """Where one had better not go counts as bad ground, with a berth round it; water and gaps are not walked
    through."""
    kinds = [(area, traits(area.words, own)) for area in table.areas]
    berths = [_berth(area) for area, kind in kinds if kind.hazards]
    areas = [replace(area, ground=_going(area, kind)) for area, kind in kinds]
    return replace(table, areas=(*areas, *berths))


def _berth(area: Area) -> Area:
    """The same, wider all round."""
    x = sum(x for x, _ in area.polygon) / len(area.polygon)
    y = sum(y for _, y in area.polygon) / len(area.polygon)
    corners = ((ax - x, ay - y, hypot(ax - x, ay - y)) for ax, ay in area.polygon)
    wider = tuple((x + dx * (1 + BERTH / far), y + dy * (1 + BERTH / far)) for dx, dy, far in corners)
    return replace(area, polygon=wider, ground="difficult")


def _going(area: Area, kind: Traits) -> GroundKind:
    if kind.water or kind.gap:
        return "impassable"
    if kind.hazards:
        return "very-difficult"
    slow = kind.variable or kind.agility != "never"
    return "difficult" if slow and area.ground == "open" else area.ground


def _roads(table: Table, base: float, own: tuple[Terrain, ...], spots: Spots, ladder: float) -> Roads:
    """The least to any of the spots, or to where one can stand near them; an inch of a ladder counts `ladder`
    besides."""
    floor = ground_of(paved(table, own), base)
    going = Going(FURTHEST, 0.0, 1.0, 2.0, WALKING, 2.0, 1.0)
    levels = 1 + round(max((each.top for each in table.blocks), default=0.0) / STOREY)
    cells = np.full((levels + 1, int(table.width) + 1, int(table.depth) + 1), UNKNOWN)
    places, cost = floor.spread([_standing(floor, Spot(*spot)) for spot in spots], going, ladder)
    level = np.clip(np.rint(places[:, 2] / STOREY), 0, levels).astype(np.int64)
    across, up = places[:, 0].astype(np.int64), places[:, 1].astype(np.int64)
    np.minimum.at(cells, (level, across, up), np.minimum(cost, UNKNOWN))
    return Roads(_spread(cells))


def _standing(floor: Ground, spot: Spot) -> Spot:
    for away in (0.0, 1.0, 2.0, 3.0):
        for turn in range(0, 360, 45 if away else 360):
            x, y = spot.x + away * cos(radians(turn)), spot.y + away * sin(radians(turn))
            if floor.stands(Spot(x, y, spot.z)) is None:
                return Spot(x, y, spot.z)
    return spot


def _spread(cells: Floats) -> Floats:
    """Where nobody comes by the middle of an inch it counts what the next one does."""
    padded = np.pad(cells, 1, constant_values=UNKNOWN)
    levels, wide, deep = cells.shape
    best = np.full(cells.shape, UNKNOWN)
    for level in (0, 1, 2):
        for across in (0, 1, 2):
            for up in (0, 1, 2):
                part = padded[level : level + levels, across : across + wide, up : up + deep]
                best = np.minimum(best, part + hypot(across - 1, up - 1) + abs(level - 1))
    return np.where(cells < UNKNOWN, cells, np.minimum(best, UNKNOWN))


# ---------------------------------------------------------------- goals


def objective_of(battle: Battle, unit: Unit, move: int, here: Floats) -> Goal | None:
    """What the scenario wants of a unit of such a move that is here; None where it is only to fight."""
    aim, role = battle.scenario.aim, battle.part(unit.side).role
    if isinstance(aim, Hold):
        ways = roads_into(battle, unit, aim.piece)
        late = battle.scenario.turns - battle.turn < LATE
        goes = unit.id in goers(battle, unit.side, aim)
        weight = _haste(battle, unit, ways, move, here) if goes else IDLY
        return Goal(ways, weight, 0.0 if late else 2.0, 0.5 if late else 0.08)
    if isinstance(aim, Leave) and role == aim.role:
        return _way_out(battle, unit, aim, move, here)
    if isinstance(aim, Charges) and (posts := open_posts(battle)):
        if role == aim.role:
            ways = roads(battle, unit, _post_of(battle, unit, posts).spot)
            return Goal(ways, max(RAID, _haste(battle, unit, ways, move, here)), 1.0, 1.0)
        return Goal(roads(battle, unit, _nearest(here, posts)), IDLY, POST)
    return None


def goers(battle: Battle, side: str, aim: Hold) -> set[str]:
    """Who goes to hold a piece: those who are soonest there, until they are enough against those who hold it;
    the others cover them with their fire and do not stand in their way."""
    units = [each for each in battle.on_table(side) if not (each.routing or each.lent)]
    there = max(holders(battle, each, aim) for each in battle.order if each != side)
    found, figures = set[str](), 0
    for _, name in sorted(
        (_moves(battle, each, roads_into(battle, each, aim.piece)), each.id) for each in units
    ):
        if figures >= max(CREW, ENOUGH * there):
            break
        found.add(name)
        figures += len(battle.standing(battle.unit(name)))
    return found


def _way_out(battle: Battle, unit: Unit, aim: Leave, move: int, here: Floats) -> Goal | None:
    """As many squads run as are to leave, those that have least of the way before them, and one more in case;
    the others come after them and fight on the way."""
    ways = roads_to_edge(battle, unit, aim.edge)
    runners = sorted(
        (_moves(battle, each, roads_to_edge(battle, each, aim.edge)), each.id)
        for each in _able_to_leave(battle, unit.side, aim)
    )
    rank = next((number for number, (_, name) in enumerate(runners) if name == unit.id), None)
    wanted = leaving(battle, aim) - left(battle, aim)
    if rank is None:
        return None
    if rank > wanted:
        return Goal(ways, IDLY)
    weight = _haste(battle, unit, ways, move, here, pressed=True) * (1.0 if rank < wanted else SPARE)
    goal = Goal(ways, weight, whole=True, alone=UNDISTURBED * weight * move)
    return replace(goal, eager=1.0 - min(1.0, goal.haste))


def _able_to_leave(battle: Battle, side: str, aim: Leave) -> list[Unit]:
    """Squads on the table that would count if they left as they are."""
    return [
        unit
        for unit in squads(battle, side)
        if not unit.routing and len(battle.standing(unit)) >= max(1.0, aim.figures * unit.began - 1e-9)
    ]


def _moves(battle: Battle, unit: Unit, ways: Roads) -> float:
    """That such a way takes the middle of a squad."""
    spot = centre(battle.standing(unit))
    return float(ways.far(np.array([[spot.x, spot.y, spot.z]]))[0]) / max(1, slowest(battle, unit))


def deed_worth(battle: Battle, unit: Unit) -> float:
    """Points that an action is worth to a unit that stands where the scenario wants something done: to leave
    the table, to set a charge."""
    aim, role = battle.scenario.aim, battle.part(unit.side).role
    if isinstance(aim, Leave) and role == aim.role and at_edge(battle, unit, aim):
        return DEED if unit in _able_to_leave(battle, unit.side, aim) else 0.0
    if isinstance(aim, Charges) and role == aim.role:
        there = any(usable(battle, unit, post, aim.within) for post in open_posts(battle))
        return DEED if there and "charge" not in unit.sole else 0.0
    return 0.0


def _haste(battle: Battle, unit: Unit, ways: Roads, move: int, here: Floats, pressed: bool = False) -> float:
    """What an inch is worth: nothing much while there is time to spare, and the more the less there is."""
    left = max(1, battle.scenario.turns - battle.turn + 1)
    share = _turns(battle, unit, float(ways.far(here)[0]), move, pressed) / left
    return IDLY + (HURRIED - IDLY) * min(1.0, max(0.0, share - EASY) / (1.0 - EASY))


def _turns(battle: Battle, unit: Unit, inches: float, move: int, pressed: bool) -> float:
    """That such a way takes: with action points, and as long as no enemy is near with free moves too; where
    one goes there are enemies, and who is pressed has them all round him."""
    acts = DICE * value_of(battle, unit) / 6
    near = inches if pressed else min(inches, ALONE)
    return (near / acts + (inches - near) / (1.0 + acts)) / max(1, move)


def _post_of(battle: Battle, unit: Unit, posts: list[Marker]) -> Marker:
    """Each post is for the unit that is soonest there; the others go with these."""
    units = [each for each in battle.on_table(unit.side) if not (each.routing or each.lent)]
    ways = sorted(
        (_moves(battle, each, roads(battle, each, post.spot)), each.id, post.id)
        for each in units
        for post in posts
    )
    found: dict[str, str] = {}
    for _, name, post in ways:
        if name not in found and post not in found.values():
            found[name] = post
    nearest = next((post for _, name, post in ways if name == unit.id), posts[0].id)
    wanted = found.get(unit.id, nearest)
    return next(post for post in posts if post.id == wanted)


def held(battle: Battle, places: Floats) -> Flags:
    """At which places who stands there counts for the piece that is to be held, or may set a charge."""
    aim = battle.scenario.aim
    if isinstance(aim, Charges):
        posts = np.array([(post.x, post.y, post.z) for post in open_posts(battle)]).reshape(-1, 1, 3)
        near = np.sqrt(((places - posts) ** 2).sum(axis=2)) <= aim.within
        return np.asarray(near.any(axis=0))
    if not isinstance(aim, Hold):
        return np.zeros(len(places), np.bool_)
    pieces = pieces_named(battle, aim.piece)
    return np.array(
        [
            any(
                point_in_polygon(x, y, piece.polygon)
                and (not isinstance(piece, Block) or abs(piece.top - z) < 0.01)
                for piece in pieces
            )
            for x, y, z in places.tolist()
        ]
    )


def counts(battle: Battle, foe: Unit) -> float:
    """How much of an enemy unit's points harm to it is worth: half if it routs, more if it holds a piece or,
    where squads are to be broken, has lost some of it."""
    if foe.routing:
        return FLEEING
    if isinstance(battle.scenario.aim, Break):  # what counts is how many squads are lost
        return 1.0 + FOCUS * (1.0 - len(battle.standing(foe)) / max(1, foe.began))
    if not isinstance(battle.scenario.aim, Hold):
        return 1.0
    return 1.0 + HOLDERS * while_still(battle, (_holding, foe.id), lambda: _holding(battle, foe))


def _holding(battle: Battle, unit: Unit) -> float:
    """The share of its figures that are in the piece that is to be held."""
    return float(held(battle, np.array([(each.x, each.y, each.z) for each in battle.standing(unit)])).mean())


def _nearest(here: Floats, posts: list[Marker]) -> Spot:
    x, y, _ = here[0].tolist()
    return min(posts, key=lambda post: hypot(post.x - x, post.y - y)).spot


def roads_into(battle: Battle, unit: Unit, name: str) -> Roads:
    """To wherever a squad can be in the piece of that name, of a block on its top."""
    spots = recall(battle.table, _inside, tuple(pieces_named(battle, name)))
    return _ways(battle, unit, spots)


def _inside(table: Table, pieces: tuple[Area | Block | Floor, ...]) -> Spots:
    """Places of a lattice with room for a squad within the outlines; of narrow ones the middles."""
    found: list[tuple[float, float, float]] = []
    for piece in pieces:
        xs, ys = [x for x, _ in piece.polygon], [y for _, y in piece.polygon]
        z = piece.top if isinstance(piece, Block) else piece.level
        lattice = [
            (x, y, z)
            for x in np.arange(min(xs) + ROOM, max(xs), ROOM).tolist()
            for y in np.arange(min(ys) + ROOM, max(ys), ROOM).tolist()
            if all(
                point_in_polygon(x + dx, y + dy, piece.polygon)
                for dx, dy in ((ROOM, 0), (-ROOM, 0), (0, ROOM), (0, -ROOM), (0, 0))
            )
        ]
        found += lattice or [(sum(xs) / len(xs), sum(ys) / len(ys), z)]
    return tuple(found)
