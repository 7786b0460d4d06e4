"""Where models may be set up, and the questions where."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from math import hypot

from msgspec import Struct
from msgspec.structs import replace

from warbook.board.driving import fits
from warbook.board.geometry import Body, Disc, Spot, corners, distance, flat_gap, overlap
from warbook.board.hulls import halves
from warbook.board.memory import recall
from warbook.board.paths import ground_of
from warbook.board.terrain import Table
from warbook.books.gorkamorka.field.bodies import body, hull, hulls, on_foot, on_ground, type_of
from warbook.books.gorkamorka.state import Battle, Vehicle, Warrior
from warbook.core.questions import Refusal, Route

RULE = "gce.game.scenario"
STAND = 2.5  # inches of the edge on which spectators stand (gce.S14)
SNEAKY = 18.0  # inches from enemies of who is supa sneaky
ELBOW = 0.06  # to enemies: nobody is set up in contact
AHEAD = {"south": 90.0, "north": 270.0, "west": 0.0, "east": 180.0}

Allowed = Callable[[Body], Refusal | None]


class Zone(Struct, frozen=True):
    """A strip along an edge, or a circle round the middle, so many inches from all enemies."""

    edge: str = ""
    depth: float = 0.0
    middle: float = 0.0
    from_others: float = 0.0

    def box(self, table: Table) -> tuple[float, float, float, float]:
        """What it lies in: west, south, east, north."""
        if self.middle:
            x, y = table.width / 2, table.depth / 2
            return x - self.middle, y - self.middle, x + self.middle, y + self.middle
        return {
            "south": (0.0, 0.0, table.width, self.depth),
            "north": (0.0, table.depth - self.depth, table.width, table.depth),
            "west": (0.0, 0.0, self.depth, table.depth),
            "east": (table.width - self.depth, 0.0, table.width, table.depth),
            "": (0.0, 0.0, table.width, table.depth),
        }[self.edge]

    @property
    def words(self) -> str:
        if self.middle:
            return f"within {self.middle:g} inches of the middle"
        return f"within {self.depth:g} inches of the {self.edge} edge" if self.edge else "on the table"


def zone_of(battle: Battle, model: Warrior | Vehicle) -> Zone:
    """Where a model of a mob is set up."""
    scenario = battle.setup.scenario
    if isinstance(model, Warrior) and model.skills.supa_sneaky and not model.aboard:
        return Zone(from_others=SNEAKY)
    if scenario.defender_within and model.side != battle.attacker:
        return Zone(middle=scenario.defender_within)
    edge = battle.edges[model.side]
    if scenario.derby and isinstance(model, Warrior):
        return Zone(edge, STAND)
    return Zone(edge, scenario.depth, from_others=scenario.from_others)


def barred(battle: Battle, model: Warrior | Vehicle, zone: Zone, there: Body) -> Refusal | None:
    """Why a body may not be set up there; None if it may."""
    table = battle.table
    west, south, east, north = zone.box(table)
    outline = _outline(there)
    if any(not (west - 1e-6 <= x <= east + 1e-6 and south - 1e-6 <= y <= north + 1e-6) for x, y in outline):
        return Refusal(f"set up {zone.words}", RULE)
    if zone.middle and any(
        math.hypot(x - table.width / 2, y - table.depth / 2) > zone.middle + 1e-6 for x, y in outline
    ):
        return Refusal(f"set up {zone.words}", RULE)
    others = _others(battle, model)
    if isinstance(there.base, Disc):
        verdict = ground_of(table, there.base.radius).stands(there.spot)
        if verdict is not None:
            return Refusal(verdict.words, RULE)
    elif not fits(table, there):
        return Refusal("it does not fit there", RULE)
    for other in others:
        taken = body(battle, other)
        keep = max(ELBOW, zone.from_others) if other.side != model.side else 0.0
        if distance(there.spot, taken.spot) > hypot(*halves(there)) + hypot(*halves(taken)) + keep:
            continue
        if overlap(there, taken):
            return Refusal(f"{other.name} stands there", RULE)
        if keep and flat_gap(there, taken) < keep - 1e-6:
            return Refusal(f"{other.name} is too near", RULE)
    return None


def _outline(there: Body) -> Sequence[tuple[float, float]]:
    if isinstance(there.base, Disc):
        x, y, r = there.spot.x, there.spot.y, there.base.radius
        return [(x - r, y), (x + r, y), (x, y - r), (x, y + r)]
    return corners(there)


def _others(battle: Battle, model: Warrior | Vehicle) -> list[Warrior | Vehicle]:
    found: list[Warrior | Vehicle] = [w for w in on_foot(battle) if w is not model]
    return found + [v for v in hulls(battle) if v is not model]


def there(battle: Battle, model: Warrior | Vehicle, spot: Spot, facing: float) -> Body:
    """The body of a model if it stood there."""
    own = hull(model) if isinstance(model, Vehicle) else on_ground(model)
    return replace(own, spot=spot, facing=facing)


def ahead(battle: Battle, model: Warrior | Vehicle, spot: Spot, zone: Zone) -> float:
    """How it faces if nobody says otherwise: away from its edge, or from the middle."""
    if zone.edge:
        return AHEAD[zone.edge]
    middle = Spot(battle.table.width / 2, battle.table.depth / 2)
    turn = math.degrees(math.atan2(spot.y - middle.y, spot.x - middle.x))
    return 90.0 * round(turn / 90.0) % 360.0


def places(battle: Battle, model: Warrior | Vehicle, zone: Zone) -> list[Spot]:
    """Spots of an inch grid where the model may be set up facing ahead."""
    free = []
    for spot in _grid(battle, model, zone):
        if barred(battle, model, zone, there(battle, model, spot, ahead(battle, model, spot, zone))) is None:
            free.append(spot)
    return free


def _grid(battle: Battle, model: Warrior | Vehicle, zone: Zone) -> list[Spot]:
    west, south, east, north = zone.box(battle.table)
    if isinstance(model, Warrior):
        known = recall(battle.table, Room, type_of(model).radius).free
        return [s for s in known if west <= s.x <= east and south <= s.y <= north]
    xs = [west + 0.5 * n for n in range(int(2 * (east - west)) + 1)]
    ys = [south + 0.5 * n for n in range(int(2 * (north - south)) + 1)]
    step = 2 if zone.middle else 1
    return [Spot(x, y) for y in ys[::step] for x in xs[:: 2 * step]]


class Room:
    """The ground-level spots of a table, on an inch grid, where a base of that radius fits."""

    def __init__(self, table: Table, radius: float) -> None:
        ground = ground_of(table, radius)
        spots = [Spot(0.5 + x, 0.5 + y) for y in range(int(table.depth)) for x in range(int(table.width))]
        self.free = [spot for spot in spots if ground.stands(spot) is None]


def placing(
    text: str,
    piece: str,
    judge: Callable[[tuple[Spot, ...]], float | Refusal],
    legal: Callable[[], list[Spot]],
    kind: str,
) -> Route:
    """The question where something is put."""

    def nearest(x: float, y: float, z: float | None) -> tuple[Spot, ...] | None:
        asked = Spot(x, y, z or 0.0)
        if not isinstance(judge((asked,)), Refusal):
            return (asked,)
        spots = legal()
        return (min(spots, key=lambda s: math.hypot(s.x - x, s.y - y)),) if spots else None

    return Route(
        text=text,
        piece=piece,
        start=None,
        judge=judge,
        reach=lambda: [(spot.x, spot.y, spot.z) for spot in legal()],
        path=nearest,
        rule=RULE,
        kind=kind,
    )


def question(battle: Battle, model: Warrior | Vehicle, zone: Zone, text: str) -> Route:
    """Where a model is set up. A place is judged for the model facing ahead."""

    def judge(path: tuple[Spot, ...]) -> float | Refusal:
        spot = path[0]
        facing = ahead(battle, model, spot, zone)
        return barred(battle, model, zone, there(battle, model, spot, facing)) or 0.0

    return placing(text, model.id, judge, lambda: places(battle, model, zone), "set up")
