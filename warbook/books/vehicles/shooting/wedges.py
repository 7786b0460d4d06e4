"""The ground that a model sees, and on which weapons bear: for who draws it."""

from __future__ import annotations

from collections.abc import Sequence

from warbook.board.gaze import Gaze
from warbook.board.geometry import Body, Disc, Shapes, Spot
from warbook.board.hulls import halves
from warbook.board.kernel import Floats
from warbook.board.terrain import Table
from warbook.board.vista import Range, Sector, Stature, vista
from warbook.books.vehicles.army.data import ammunitions, shooters
from warbook.books.vehicles.army.lists import Weapon
from warbook.books.vehicles.field.bodies import bodies, hull, type_of, unit_type
from warbook.books.vehicles.field.sight import Eye, eye, gun_mount, muzzle, screens
from warbook.books.vehicles.field.weapons import working_guns
from warbook.books.vehicles.shooting.barrels import Barrel, furthest, pivot_to
from warbook.books.vehicles.state import Battle, Unit, Vehicle

SOMEBODY = Stature(0.5, 1.2)  # who would be seen: a foot model
EYES = 4  # of a unit whose view is drawn; the others stand among them
POINT = Disc(0.0)


def gaze(battle: Battle, piece: str, spot: Spot) -> Gaze | None:
    """How the model or the vehicle would see somebody, whichever way it faces."""
    vehicle = next((each for each in battle.vehicles if each.id == piece), None)
    if vehicle is not None:
        up = eye(hull(vehicle))[2] - vehicle.z
        return Gaze(battle.table, (spot.x, spot.y, spot.z + up), SOMEBODY, screens(battle, (piece,)))
    model = next((each for each in battle.models if each.id == piece), None)
    if model is None:
        return None
    tall = unit_type(battle, battle.unit(model.unit)).height
    start = eye(Body(spot, POINT, tall))
    return Gaze(battle.table, start, SOMEBODY, screens(battle, (model.unit,)))


def bears(battle: Battle, firer: Unit | Vehicle, fired: Sequence[Barrel], target: str = "") -> Shapes:
    """Where the target, or a foot model if there is none, would be in arc, range and sight of these weapons,
    or of all if there are none in particular (veh.attack.select). A Walker is turned to its target
    (veh.walker.pivot-to-fire)."""
    there = bodies(battle, battle.either(target)) if target else []
    stature = Stature(min(halves(there[0])), there[0].height) if there else SOMEBODY
    if isinstance(firer, Vehicle):
        facing = pivot_to(battle, firer, there) if there else None
        barrages = {barrel.gun for barrel in fired if barrel.barrage}
        numbers = sorted({barrel.gun for barrel in fired}) or working_guns(firer)
        found = [_of_gun(battle, firer, number, facing, number in barrages, stature) for number in numbers]
    else:
        found = _of_models(battle, firer, fired, stature)
    return tuple(shape for shapes in dict.fromkeys(found) for shape in shapes)


def _of_gun(
    battle: Battle, firer: Vehicle, number: int, facing: float | None, barrage: bool, stature: Stature
) -> Shapes:
    """What is fired as a barrage needs no line of sight (veh.ordnance.barrage-choice)."""
    mount, at = gun_mount(battle, firer, number), muzzle(battle, firer, number, facing)
    sector = Sector((firer.facing if facing is None else facing) + mount.centre, mount.width)
    weapons = ammunitions(type_of(firer).guns[number])
    near = _near(at, weapons, min(weapon.range_min for weapon in weapons) if barrage else 0)
    table, hidden = battle.table, screens(battle, (firer.id,))
    if barrage:
        table, hidden = Table(table.name, table.width, table.depth), screens(battle)[:0]
    return vista(table, (at.x, at.y, at.z), stature, sector, near, hidden)


def _of_models(battle: Battle, firer: Unit, fired: Sequence[Barrel], stature: Stature) -> list[Shapes]:
    kind, own = unit_type(battle, firer), firer.aboard or firer.id
    if fired:
        firing = list({barrel.eye: barrel.weapon for barrel in fired}.items())
    else:
        members = battle.members(firer)
        weapons = [weapon for model in members for weapon in shooters(kind.models[model.kind])]
        best = max(weapons, key=furthest, default=None)
        firing = [(eye(body), best) for body in bodies(battle, firer) if best is not None]
    hidden = screens(battle, (own,))
    few = firing[:: max(1, -(-len(firing) // EYES))]
    return [_of_model(battle, start, weapon, kind.base, hidden, stature) for start, weapon in few]


def _of_model(
    battle: Battle, start: Eye, weapon: Weapon, base: float, hidden: Floats, stature: Stature
) -> Shapes:
    x, y, _ = start
    near = Range(Body(Spot(x, y), Disc(base / 2), 1.0), furthest(weapon), flat=True)
    return vista(battle.table, start, stature, None, near, hidden)


def _near(at: Spot, weapons: Sequence[Weapon], least: float) -> Range:
    return Range(Body(at, POINT, 1.0), max(map(furthest, weapons)), least, flat=True)
