"""Where models may be set up, and the questions where."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from math import hypot
from typing import NamedTuple

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from warbook.board.driving import fits
from warbook.board.geometry import Body, Disc, Spot, corners, distance, flat_gap, overlap
from warbook.board.hulls import halves
from warbook.board.memory import recall
from warbook.board.paths import ground_of
from warbook.board.terrain import Table
from warbook.books.family.routes import placing
from warbook.books.gorkamorka.field.bodies import body, hull, hulls, model_of, on_foot, on_ground
from warbook.books.gorkamorka.field.ground import areas_at
from warbook.books.gorkamorka.ramming.segments import passage
from warbook.books.gorkamorka.state import Battle, Vehicle, Warrior
from warbook.core.questions import Refusal, Route

RULE = "gce.game.scenario"
STAND = 2.5  # inches of the edge on which spectators stand (gce.S14)
SNEAKY = 18.0  # inches from enemies of who is supa sneaky
ELBOW = 0.06  # to enemies: nobody is set up in contact
AHEAD = {"south": 90.0, "north": 270.0, "west": 0.0, "east": 180.0}


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
    """Where a model of a mob is set up. gce.S48: a strip is at least as deep as a vehicle is long."""
    scenario = battle.setup.scenario
    if isinstance(model, Warrior) and model.skills.supa_sneaky and not model.aboard:
        return Zone(from_others=SNEAKY)
    if scenario.defender_within and model.side != battle.attacker:
        return Zone(middle=scenario.defender_within)
    edge = battle.edges[model.side]
    if scenario.derby and isinstance(model, Warrior):
        return Zone(edge, STAND)
    depth = max(scenario.depth, model_of(model).length) if isinstance(model, Vehicle) else scenario.depth
    return Zone(edge, depth, from_others=scenario.from_others)


def place_barred(battle: Battle, model: Warrior | Vehicle, zone: Zone, there: Body) -> Refusal | None:
    """Why a body may not be set up there; None if it may."""
    return (
        _unfit(battle.table, zone, there)
        or _sinks(battle, model, there.spot)
        or _crowded(there, _crowd(battle, model, zone))
    )


def _sinks(battle: Battle, model: Warrior | Vehicle, spot: Spot) -> Refusal | None:
    """gce.vehicle-movement.very-difficult-immobilised, gce.S49: no vehicle is set up where it would be stuck
    for the rest of the battle."""
    if isinstance(model, Vehicle):
        for area in areas_at(battle, spot):
            if passage(model, area.ground) == "immobilised":
                words = f"{model.name} would be stuck in {area.name}"
                return Refusal(words, "gce.vehicle-movement.very-difficult-immobilised")
    return None


def _unfit(table: Table, zone: Zone, there: Body) -> Refusal | None:
    """Why a body may not be set up there, were it alone on the table."""
    west, south, east, north = zone.box(table)
    outline = _outline(there)
    if any(not (west - 1e-6 <= x <= east + 1e-6 and south - 1e-6 <= y <= north + 1e-6) for x, y in outline):
        return Refusal(f"set up {zone.words}", RULE)
    if zone.middle and any(
        math.hypot(x - table.width / 2, y - table.depth / 2) > zone.middle + 1e-6 for x, y in outline
    ):
        return Refusal(f"set up {zone.words}", RULE)
    if isinstance(there.base, Disc):
        verdict = ground_of(table, there.base.radius).stands(there.spot)
        return None if verdict is None else Refusal(verdict.words, RULE)
    return None if fits(table, there) else Refusal("it does not fit there", RULE)


def _outline(there: Body) -> Sequence[tuple[float, float]]:
    if isinstance(there.base, Disc):
        x, y, r = there.spot.x, there.spot.y, there.base.radius
        return [(x - r, y), (x + r, y), (x, y - r), (x, y + r)]
    return corners(there)


class _Other(NamedTuple):
    """Somebody on the table, and how far a model that is set up keeps from him."""

    name: str
    body: Body
    keep: float


def _crowd(battle: Battle, model: Warrior | Vehicle, zone: Zone) -> list[_Other]:
    others: list[Warrior | Vehicle] = [*on_foot(battle), *hulls(battle)]
    keep = max(ELBOW, zone.from_others)
    return [
        _Other(each.name, body(battle, each), keep if each.side != model.side else 0.0)
        for each in others
        if each is not model
    ]


def _crowded(there: Body, crowd: Sequence[_Other]) -> Refusal | None:
    """Why a body may not be set up there beside those who are there already."""
    for other in crowd:
        if distance(there.spot, other.body.spot) > _nearness(there, other):
            continue
        if overlap(there, other.body):
            return Refusal(f"{other.name} stands there", RULE)
        if flat_gap(there, other.body) < other.keep - 1e-6:
            return Refusal(f"{other.name} is too near", RULE)
    return None


def _nearness(there: Body, other: _Other) -> float:
    """Bodies whose middles are further apart do not come too near each other."""
    return hypot(*halves(there)) + hypot(*halves(other.body)) + other.keep


def there(battle: Battle, model: Warrior | Vehicle, spot: Spot, facing: float) -> Body:
    """The body of a model if it stood there."""
    own = hull(model) if isinstance(model, Vehicle) else on_ground(model)
    return replace(own, spot=spot, facing=facing)


def ahead(table: Table, spot: Spot, zone: Zone) -> float:
    """How a model faces if nobody says otherwise: away from its edge, or from the middle."""
    if zone.edge:
        return AHEAD[zone.edge]
    turn = math.degrees(math.atan2(spot.y - table.depth / 2, spot.x - table.width / 2))
    return 90.0 * round(turn / 90.0) % 360.0


def places(battle: Battle, model: Warrior | Vehicle, zone: Zone) -> list[Spot]:
    """Spots of an inch grid where the model may be set up facing ahead."""
    own = there(battle, model, Spot(0.0, 0.0), 0.0)
    room = recall(battle.table, _Room, replace(zone, from_others=0.0), own)
    near = np.zeros(len(room.bodies), bool)
    crowd = _crowd(battle, model, zone)
    for other in crowd:
        away = (room.spots[:, 0] - other.body.spot.x) ** 2 + (room.spots[:, 1] - other.body.spot.y) ** 2
        near |= away <= (_nearness(own, other) + 1e-6) ** 2
    return [
        body.spot
        for body, close in zip(room.bodies, near.tolist(), strict=True)
        if (not close or _crowded(body, crowd) is None) and _sinks(battle, model, body.spot) is None
    ]


class _Room:
    """Where a body could be set up in a zone of a table, were it alone: on an inch grid, facing ahead."""

    def __init__(self, table: Table, zone: Zone, own: Body) -> None:
        grid = [replace(own, spot=spot, facing=ahead(table, spot, zone)) for spot in _grid(table, zone, own)]
        self.bodies = [body for body in grid if _unfit(table, zone, body) is None]
        self.spots = np.array([(body.spot.x, body.spot.y) for body in self.bodies]).reshape(-1, 2)


def _grid(table: Table, zone: Zone, own: Body) -> list[Spot]:
    west, south, east, north = zone.box(table)
    if isinstance(own.base, Disc):
        free = recall(table, free_spots, own.base.radius)
        return [s for s in free if west <= s.x <= east and south <= s.y <= north]
    xs = [west + 0.5 * n for n in range(int(2 * (east - west)) + 1)]
    ys = [south + 0.5 * n for n in range(int(2 * (north - south)) + 1)]
    step = 2 if zone.middle else 1
    if zone.edge in ("west", "east"):  # the strip may be no deeper than the vehicle is long
        return [Spot(x, y) for y in ys[:: 2 * step] for x in xs[::step]]
    return [Spot(x, y) for y in ys[::step] for x in xs[:: 2 * step]]


def free_spots(table: Table, radius: float) -> list[Spot]:
    """The ground-level spots of a table, on an inch grid, where a base of that radius fits."""
    ground = ground_of(table, radius)
    spots = [Spot(0.5 + x, 0.5 + y) for y in range(int(table.depth)) for x in range(int(table.width))]
    return [spot for spot in spots if ground.stands(spot) is None]


def set_up_question(battle: Battle, model: Warrior | Vehicle, zone: Zone, text: str) -> Route:
    """Where a model is set up, and facing where. A place is judged for the model facing ahead, then for the
    facing that is wished for."""

    def faces(spot: Spot, wished: float | None) -> float | Refusal:
        facing = ahead(battle.table, spot, zone) if wished is None else wished
        barred = place_barred(battle, model, zone, there(battle, model, spot, facing))
        if barred is None or wished is None:
            return barred or facing
        return Refusal(f"no room to face so: {barred.words}", barred.rule)

    def judge(path: tuple[Spot, ...]) -> float | Refusal:
        faced = faces(path[0], None)
        return faced if isinstance(faced, Refusal) else 0.0

    legal = cache(lambda: places(battle, model, zone))
    return placing(text, model.id, judge, legal, RULE, "set up", faces)
