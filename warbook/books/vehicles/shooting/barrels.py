"""Which weapons of a unit bear on a target: range, arc, line of sight, whether they may be fired after the
move (veh.attack.select, veh.P11, veh.P14)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import hypot, inf

import numpy as np
from msgspec import Struct

from warbook.board.bodies import body_rows, flat_gaps
from warbook.board.geometry import Body, Disc, Spot, bearing, farthest, flat_gap
from warbook.board.kernel import Flags, Floats
from warbook.board.sight import half_width
from warbook.books.vehicles.army.data import ammunitions, shooters
from warbook.books.vehicles.army.lists import Facing, UnitType, VehicleType, Weapon
from warbook.books.vehicles.field.bodies import (
    WITHIN,
    base,
    bodies,
    hull,
    room_to_turn,
    type_of,
    unit_type,
)
from warbook.books.vehicles.field.sight import (
    Eye,
    borne,
    eye,
    facing_of,
    muzzle,
    screens,
    seen_facing,
    sights,
)
from warbook.books.vehicles.field.weapons import working_guns
from warbook.books.vehicles.shooting.allowance import Loaded, may_barrage
from warbook.books.vehicles.shooting.templates import FLAME, flame
from warbook.books.vehicles.state import Battle, Model, Unit, Vehicle
from warbook.books.vehicles.transports.riding import moved_aboard

CLOSE = 12.0  # veh.P11: Rapid Fire


class Barrel(Struct, frozen=True):
    """A weapon that may be fired at a target now, by a gun of a vehicle or by a model: so many shots, from
    where, over how many inches, and which facing of a vehicle they strike."""

    weapon: Weapon
    shots: int
    eye: Eye
    inches: float
    gun: int = -1
    model: str = ""
    barrage: bool = False
    sees: bool = True
    facing: Facing = "front"
    faces: bool = True  # the facing is that in whose arc the firer stands (veh.V18)
    turned: float | None = None  # how a Walker faces when it has turned to fire

    @property
    def loaded(self) -> Loaded:
        return Loaded(self.gun, self.weapon.id, self.barrage)


class Stances:
    """Where everybody stands, looked up once as long as nobody moves or falls."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self._known: dict[str, tuple[list[Body], Floats]] = {}

    def of(self, one: Unit | Vehicle) -> tuple[list[Body], Floats]:
        """Its bodies, and the rows of them."""
        known = self._known.get(one.id)
        if known is None:
            there = bodies(self.battle, one)
            known = self._known[one.id] = there, body_rows(there)
        return known


def barrels(
    battle: Battle,
    firer: Unit | Vehicle,
    target: Unit | Vehicle,
    turns: bool = True,
    stances: Stances | None = None,
) -> list[Barrel]:
    """All that the firer could fire at the target, whatever of it may be fired together; `turns`: if a Walker
    turns to it first."""
    return list(_each(battle, firer, target, turns, stances or Stances(battle)))


def _each(
    battle: Battle, firer: Unit | Vehicle, target: Unit | Vehicle, turns: bool, stances: Stances
) -> Iterator[Barrel]:
    there, rows = stances.of(target)
    if not there:
        return
    if isinstance(firer, Vehicle):
        if _beyond(hull(firer), there, _guns_reach(type_of(firer), tuple(working_guns(firer)))):
            return
        facing = pivot_to(battle, firer, there) if turns else None
        yield from _of_vehicle(battle, firer, target, there, rows, facing)
    elif firer.aboard:
        if not _beyond(hull(battle.vehicle(firer.aboard)), there, _longest(unit_type(battle, firer))):
            yield from _of_passengers(battle, firer, target, there)
    else:
        yield from _of_foot(battle, firer, target, stances)


def _beyond(hulk: Body, there: Sequence[Body], reach: float) -> bool:
    """Whether nothing on a hull comes near enough to any of these, who are all alike."""
    x, y, far = hulk.spot.x, hulk.spot.y, reach + WITHIN + farthest(hulk.base) + farthest(there[0].base)
    return min([hypot(body.spot.x - x, body.spot.y - y) for body in there]) > far


@cache
def _guns_reach(kind: VehicleType, numbers: tuple[int, ...]) -> float:
    """How far the best of these guns fires; -inf without any."""
    found = [furthest(weapon) for number in numbers for weapon in ammunitions(kind.guns[number])]
    return max(found, default=-inf)


# ---------------------------------------------------------------- vehicles


def pivot_to(battle: Battle, vehicle: Vehicle, target: Sequence[Body]) -> float | None:
    """veh.walker.pivot-to-fire: how a Walker turns to fire at something, if those beside it leave it room;
    others do not turn (veh.V16)."""
    if type_of(vehicle).walker is None or vehicle.immobilized:
        return None
    middle = _middle(target)
    if (middle.x, middle.y) == (vehicle.x, vehicle.y):
        return None
    facing = bearing(vehicle.spot, middle)
    return facing if room_to_turn(battle, vehicle, facing) else None


def _of_vehicle(
    battle: Battle,
    firer: Vehicle,
    target: Unit | Vehicle,
    there: Sequence[Body],
    rows: Floats,
    facing: float | None,
) -> Iterator[Barrel]:
    """veh.ordnance.barrage-choice: a weapon that may be fired both ways is there twice;
    veh.ordnance.barrage-direct: the least range holds for barrages only. Who is fired at is in the gun's arc
    (veh.arc.per-weapon), in its range and, but for a barrage, in its sight, all at once (veh.P5)."""
    kind, numbers = type_of(firer), working_guns(firer)
    muzzles = [muzzle(battle, firer, number, facing) for number in numbers]
    points = body_rows([(at.x, at.y, at.z, 0.0) for at in muzzles])
    away = flat_gaps(points, rows)
    nearest = away.min(axis=1).tolist()
    blocked: Floats | None = None
    for row, (number, at) in enumerate(zip(numbers, muzzles, strict=True)):
        from_there = at.x, at.y, at.z
        weapons = ammunitions(kind.guns[number])
        if not any(weapon.template or nearest[row] <= weapon.range + WITHIN for weapon in weapons):
            continue
        in_arc = borne(battle, firer, number, there, facing)
        if not in_arc:
            continue
        gaps = away[row : row + 1]
        if len(in_arc) < len(there):
            gaps = flat_gaps(points[row : row + 1], body_rows(in_arc))
        near = list(zip(in_arc, gaps[0].tolist(), strict=True))
        for weapon in weapons:
            reached = [(body, gap) for body, gap in near if weapon.template or gap <= weapon.range + WITHIN]
            if not reached:
                continue
            inches = min(gap for _, gap in reached)
            if blocked is None:
                blocked = screens(battle, (firer.id, target.id))
            struck = _struck(battle, from_there, target, [body for body, _ in reached], blocked, hull(firer))
            if weapon.template:
                if struck is not None and flame(battle, firer.side, from_there, weapon, target, in_arc):
                    side, _ = _side(weapon, target, struck, firer.x, firer.y)
                    yield Barrel(weapon, 1, from_there, inches, number, facing=side, turned=facing)
                continue
            if struck is not None and not weapon.indirect_only:
                side, faces = _side(weapon, target, struck, firer.x, firer.y)
                yield Barrel(
                    weapon, weapon.shots, from_there, inches, number, facing=side, faces=faces, turned=facing
                )
            if weapon.barrage and may_barrage(firer) and inches >= weapon.range_min - WITHIN:
                sees = struck is not None
                yield Barrel(weapon, 1, from_there, inches, number, barrage=True, sees=sees, turned=facing)


# ---------------------------------------------------------------- on foot


def moved(battle: Battle, unit: Unit) -> bool:
    """Whether it counts as having moved (veh.P11, veh.transport.fire-moving, veh.V49)."""
    if unit.aboard:
        return moved_aboard(battle, unit) or unit.boarded
    return unit.moved not in ("", "stayed") or bool(unit.alighted)


def shots_of(weapon: Weapon, inches: float, has_moved: bool) -> int:
    """veh.P11: how many shots a model has with a weapon at that range; 0 if it may not fire."""
    if weapon.type == "rapid_fire":
        return 2 if inches <= CLOSE + WITHIN else 0 if has_moved else weapon.shots
    if weapon.type in ("heavy", "ordnance", "ordnance_barrage"):
        return 0 if has_moved else weapon.shots
    return weapon.shots


def _of_foot(battle: Battle, firer: Unit, target: Unit | Vehicle, stances: Stances) -> Iterator[Barrel]:
    (own, from_rows), (there, rows) = stances.of(firer), stances.of(target)
    gaps = flat_gaps(from_rows, rows)
    if gaps.min() > _longest(unit_type(battle, firer)) + WITHIN:
        return
    eyes = [eye(body) for body in own]
    blocked = screens(battle, (firer.id, target.id))
    seen = visible(battle, eyes, target, there, blocked).tolist()
    has_moved = moved(battle, firer)
    for model, at, sees, away in zip(battle.standing(firer), eyes, seen, gaps.tolist(), strict=True):
        in_sight = [body for body, shown in zip(there, sees, strict=True) if shown]
        if in_sight:
            inches = min(gap for gap, shown in zip(away, sees, strict=True) if shown)
            yield from _of_model(battle, firer, model, at, target, in_sight, inches, has_moved, blocked)


@cache
def _longest(kind: UnitType) -> float:
    """The range of the unit's best weapon, of one with a template as far as any of it may lie."""
    weapons = [weapon for model in kind.models for weapon in shooters(model)]
    return max((furthest(weapon) for weapon in weapons), default=0.0)


def furthest(weapon: Weapon) -> float:
    """How far it reaches, of one with a template as far as any of it may lie."""
    return weapon.template_reach + FLAME if weapon.template else float(weapon.range)


def _of_passengers(
    battle: Battle, firer: Unit, target: Unit | Vehicle, there: Sequence[Body]
) -> Iterator[Barrel]:
    """veh.transport.fire-points, veh.open.fire: from the hull."""
    ride = battle.vehicle(firer.aboard)
    body, blocked = hull(ride), screens(battle, (ride.id, target.id))
    from_there = eye(body)
    sees = visible(battle, [from_there], target, there, blocked)[0].tolist()
    in_sight = [each for each, seen in zip(there, sees, strict=True) if seen]
    if not in_sight:
        return
    has_moved = moved(battle, firer)
    inches = min(flat_gap(body, each) for each in in_sight)
    for model in battle.members(firer):
        yield from _of_model(battle, firer, model, from_there, target, in_sight, inches, has_moved, blocked)


def _of_model(
    battle: Battle,
    firer: Unit,
    model: Model,
    from_there: Eye,
    target: Unit | Vehicle,
    in_sight: Sequence[Body],
    inches: float,
    has_moved: bool,
    blocked: Floats,
) -> list[Barrel]:
    fired = []
    for weapon in shooters(unit_type(battle, firer).models[model.kind]):
        if weapon.template:
            fires = 1 if flame(battle, firer.side, from_there, weapon, target, in_sight) else 0
        else:
            fires = shots_of(weapon, inches, has_moved) if inches <= weapon.range + WITHIN else 0
        if fires:
            fired.append((weapon, fires))
    if not fired:
        return []
    facing: tuple[Facing, bool] | None = ("front", True)
    if isinstance(target, Vehicle):
        facing = seen_facing(battle, from_there, target, blocked)
    if facing is None:
        return []
    sides = [_side(weapon, target, facing, from_there[0], from_there[1]) for weapon, _ in fired]
    return [
        Barrel(weapon, fires, from_there, inches, model=model.id, facing=side, faces=faces)
        for (weapon, fires), (side, faces) in zip(fired, sides, strict=True)
    ]


# ---------------------------------------------------------------- what is seen


def _struck(
    battle: Battle,
    from_there: Eye,
    target: Unit | Vehicle,
    in_arc: Sequence[Body],
    blocked: Floats,
    firing: Body,
) -> tuple[Facing, bool] | None:
    """The facing that a gun strikes, as seen from its mount and judged from the middle of the vehicle that
    fires (veh.V88); None if nothing of the target is in sight."""
    if isinstance(target, Unit):
        sees = sights(battle).any_seen(from_there, _rows(in_arc), blocked)
        return ("front", True) if sees else None
    return seen_facing(battle, from_there, target, blocked, (firing.spot.x, firing.spot.y))


def _side(
    weapon: Weapon, target: Unit | Vehicle, struck: tuple[Facing, bool], x: float, y: float
) -> tuple[Facing, bool]:
    """What a weapon strikes: a shot the facing that is seen, a marker or a template the side in whose arc the
    firer stands (veh.V22)."""
    if isinstance(target, Vehicle) and (weapon.blast or weapon.template):
        return facing_of(target, x, y), True
    return struck


def visible(
    battle: Battle, eyes: Sequence[Eye], target: Unit | Vehicle, there: Sequence[Body], blocked: Floats
) -> Flags:
    """Of each eye, which of the bodies it sees some of past the screens."""
    sight = sights(battle)
    if isinstance(target, Vehicle):
        (body,) = there
        spot = body.spot
        rows = [(spot.x, spot.y, spot.z, half_width(body, x, y), body.height) for x, y, _ in eyes]
        return sight.fraction_pairs(np.array(eyes), np.array(rows), blocked)[:, None] > 0.0
    return sight.fractions(np.array(eyes), _rows(there), blocked) > 0.0


def _rows(there: Sequence[Body]) -> Floats:
    """The round bases among these, as sight lines are looked along to them."""
    return np.array(
        [
            (body.spot.x, body.spot.y, body.spot.z, body.base.radius, body.height)
            for body in there
            if isinstance(body.base, Disc)
        ]
    )


def in_its_arc(battle: Battle, firer: Unit | Vehicle, target: Unit | Vehicle, barrel: Barrel) -> list[Body]:
    """The bodies of a target on which a weapon may be turned."""
    own = bodies(battle, target)
    return borne(battle, firer, barrel.gun, own, barrel.turned) if isinstance(firer, Vehicle) else own


def aimed_at(battle: Battle, firer: Unit | Vehicle, target: Unit, barrel: Barrel) -> list[Body]:
    """veh.P10: those of a unit over whom a blast marker may be laid: in range and, unless it is a barrage, in
    sight; of a vehicle's gun in its arc too."""
    own = in_its_arc(battle, firer, target, barrel)
    if isinstance(firer, Vehicle):
        measured, but = Body(Spot(*barrel.eye), Disc(0.0), 0.0), firer.id
    elif firer.aboard:
        measured, but = hull(battle.vehicle(firer.aboard)), firer.aboard
    else:
        model = next(each for each in battle.models if each.id == barrel.model)
        measured, but = base(battle, model), firer.id
    least = barrel.weapon.range_min if barrel.barrage else 0.0
    near = [
        body for body in own if least - WITHIN <= flat_gap(measured, body) <= barrel.weapon.range + WITHIN
    ]
    if barrel.barrage or not near:
        return near
    (sees,) = visible(battle, [barrel.eye], target, near, screens(battle, (but, target.id)))
    return [body for body, shown in zip(near, sees, strict=True) if shown]


def _middle(there: Sequence[Body]) -> Spot:
    x = sum(body.spot.x for body in there) / len(there)
    y = sum(body.spot.y for body in there) / len(there)
    return Spot(x, y, there[0].spot.z)
