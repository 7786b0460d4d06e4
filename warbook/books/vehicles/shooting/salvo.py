"""A salvo: what weapons that are fired together come to, as the kernels of its dice take it. Play and odds
both begin here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import cos, pi, sin

from msgspec import Struct

from warbook.board.geometry import Spot
from warbook.board.hulls import in_frame
from warbook.board.templates import Blast
from warbook.books.family.wounds import NEVER
from warbook.books.vehicles.army.lists import Facing, Weapon
from warbook.books.vehicles.damage.dice import Armour, PenetrationRoll, Strike, ap_modifier, can_hurt
from warbook.books.vehicles.field.bodies import bodies, hull, model_type, type_of
from warbook.books.vehicles.field.cover import burst_cover, hull_cover, unit_cover
from warbook.books.vehicles.shooting.barrels import Barrel, aimed_at, in_its_arc
from warbook.books.vehicles.shooting.blast_dice import FARTHEST, HOURS, Ray, Shelling, rays
from warbook.books.vehicles.shooting.dice import AUTOMATIC, Aim, Shot, aim_of
from warbook.books.vehicles.shooting.salvo_dice import Bomb
from warbook.books.vehicles.shooting.templates import flame, marker, under
from warbook.books.vehicles.shooting.troops_dice import Attack, wound_need
from warbook.books.vehicles.state import Battle, Unit, Vehicle
from warbook.books.vehicles.wounds.groups import common

SMOKE = 4  # veh.target.smoke-cover
FLAT_OUT = 4


class AtVehicle(Struct, frozen=True):
    """Shots that are alike, with their number, and shells with the BS behind each."""

    shots: tuple[tuple[int, Shot], ...]
    shells: tuple[tuple[int, Shelling], ...]


class AtUnit(Struct, frozen=True):
    attacks: tuple[tuple[int, Attack], ...]
    bombs: tuple[Bomb, ...]
    cover: int


# ---------------------------------------------------------------- at a vehicle


def at_vehicle(
    battle: Battle, firer: Unit | Vehicle, target: Vehicle, fired: Sequence[Barrel], cover: int | None = None
) -> AtVehicle:
    """`cover`: if it had that save."""
    if cover is None:
        cover = vehicle_cover(battle, firer, target, fired)
    shells = []
    for barrel in fired:
        spot = laid(battle, firer, target, barrel) if barrel.weapon.blast else None
        if spot is not None:
            armour = armour_against(battle, target, barrel, cover)
            shelling = _shelling(battle, target, barrel, armour, spot)
            shells += [(scatter_bs(battle, firer, barrel), shelling)] * barrel.shots
    plain = [barrel for barrel in fired if not barrel.weapon.blast]
    return AtVehicle(shots_at(battle, firer, target, plain, cover), tuple(shells))


def shots_at(
    battle: Battle, firer: Unit | Vehicle, target: Vehicle, fired: Sequence[Barrel], cover: int
) -> tuple[tuple[int, Shot], ...]:
    """Shots that are alike, with their number; `cover` is that against all that is fired together."""
    shots: Counter[Shot] = Counter()
    for barrel in fired:
        armour = armour_against(battle, target, barrel, cover)
        shots[Shot(aim(battle, firer, barrel), strike_of(barrel), armour)] += barrel.shots
    return tuple((count, shot) for shot, count in shots.items())


def strike_of(barrel: Barrel) -> Strike:
    """veh.attack.penetration-roll, and the words of the weapon (veh.P13)."""
    weapon = barrel.weapon
    roll: PenetrationRoll = "d6"
    if weapon.ordnance:
        roll = "highest"
    elif weapon.melta and 2 * barrel.inches <= weapon.range + 1e-6:
        roll = "sum"
    return Strike(weapon.strength, roll, ap_modifier(weapon.ap), weapon.lance, weapon.rending)


def armour_against(battle: Battle, target: Vehicle, barrel: Barrel, cover: int) -> Armour:
    """The side that is struck (veh.attack.note-armor, veh.target.blast-barrage-side), and the cover save."""
    kind = type_of(target)
    facing = struck_facing(barrel)
    if not barrel.faces:
        cover = min(cover, battle.rulings.unseen_facing_cover)
    if barrel.weapon.ignores_cover or barrel.weapon.template:
        cover = NEVER
    return Armour(kind.armour.of(facing), cover, kind.open_topped)


def struck_facing(barrel: Barrel) -> Facing:
    return "side" if barrel.barrage else barrel.facing


def vehicle_cover(battle: Battle, firer: Unit | Vehicle, target: Vehicle, fired: Sequence[Barrel]) -> int:
    """The cover save of a vehicle against all that is fired at it together; those who cannot hurt it have no
    say (veh.V19). veh.target.smoke-cover, veh.skimmer.flat-out-cover: smoke and speed count too."""
    best = NEVER
    if target.smoking:
        best = min(best, SMOKE)
    if target.flat_out_skimming and not target.immobilized:
        best = min(best, FLAT_OUT)
    if fired and all(barrel.barrage for barrel in fired):
        return min(best, burst_cover(battle, bodies(battle, target)[0]))
    kind = type_of(target)
    eyes = [
        barrel.eye
        for barrel in fired
        if not barrel.barrage and can_hurt(strike_of(barrel), kind.armour.of(barrel.facing))
    ]
    but = (firer.aboard or firer.id,) if isinstance(firer, Unit) else (firer.id,)
    return min(best, hull_cover(battle, eyes, target, but)) if eyes else best


def _shelling(battle: Battle, target: Vehicle, barrel: Barrel, armour: Armour, spot: Spot) -> Shelling:
    kind = type_of(target)
    front, side, rear = kind.armour.front, kind.armour.side, kind.armour.rear
    if barrel.barrage and battle.rulings.barrage_off_hull == "side":
        front = rear = side
    ahead, left = in_frame(hull(target), spot.x, spot.y)
    aim_ = round(ahead, 6), round(left, 6)
    around = rays(kind.length, kind.width, barrel.weapon.blast / 2, front, side, rear, aim_)
    cut = tuple(_to_the_edge(battle, ray, spot, hour, target.facing) for hour, ray in enumerate(around))
    return Shelling(strike_of(barrel), armour, cut)


def _to_the_edge(battle: Battle, ray: Ray, spot: Spot, hour: int, front: float) -> Ray:
    """Of a ray only what is on the table (veh.V83)."""
    holes = (drifted(spot, hour, inches, front) for inches in range(ray.on_hull + 1, ray.over_hull + 1))
    count = sum(hole_on_table(battle, hole) for hole in holes)
    return ray if count == len(ray.avs) else Ray(ray.on_hull, ray.on_hull + count, ray.avs[:count])


# ---------------------------------------------------------------- at a foot unit


def at_unit(battle: Battle, firer: Unit | Vehicle, target: Unit, fired: Sequence[Barrel]) -> AtUnit:
    bombs = []
    for barrel in fired:
        if barrel.weapon.blast:
            spot = laid(battle, firer, target, barrel)
            if spot is not None:
                attack = attack_of(battle, target, barrel.weapon, AUTOMATIC)
                bombs += [_bomb(battle, firer, target, barrel, spot, attack)] * barrel.shots
    aimed = [barrel for barrel in fired if not barrel.weapon.blast]
    attacks = attacks_at(battle, firer, target, aimed)
    return AtUnit(attacks, tuple(bombs), foot_cover(battle, firer, target, fired))


def attacks_at(
    battle: Battle, firer: Unit | Vehicle, target: Unit, fired: Sequence[Barrel]
) -> tuple[tuple[int, Attack], ...]:
    """Attacks that are alike, with their number, of what lays no marker."""
    attacks: Counter[Attack] = Counter()
    there = bodies(battle, target)
    for barrel in fired:
        if barrel.weapon.template:
            burnt = in_its_arc(battle, firer, target, barrel)
            template = flame(battle, firer.side, barrel.eye, barrel.weapon, target, burnt)
            if template is not None:
                attacks[attack_of(battle, target, barrel.weapon, AUTOMATIC)] += under(template, there)
        else:
            attacks[attack_of(battle, target, barrel.weapon, aim(battle, firer, barrel))] += barrel.shots
    return tuple((count, attack) for attack, count in attacks.items())


def attack_of(battle: Battle, target: Unit, weapon: Weapon, how: Aim) -> Attack:
    need = wound_need(weapon.strength, common(battle, target, "t"), weapon.poisoned)
    ap = NEVER if weapon.ap is None else weapon.ap
    ignores = weapon.ignores_cover or weapon.template
    return Attack(how, need, weapon.strength, ap, weapon.rending, ignores)


def foot_cover(battle: Battle, firer: Unit | Vehicle, target: Unit, fired: Sequence[Barrel]) -> int:
    """veh.P14; of a barrage judged from the burst (veh.P10); 0 for none."""
    if fired and all(barrel.barrage for barrel in fired):
        saves = sorted(burst_cover(battle, body) for body in bodies(battle, target))
        return _or_none(saves[(len(saves) - 1) // 2])
    eyes = list(dict.fromkeys(barrel.eye for barrel in fired if not barrel.barrage))
    but = (firer.aboard or firer.id,) if isinstance(firer, Unit) else (firer.id,)
    return _or_none(unit_cover(battle, eyes, target, but)) if eyes else 0


def _or_none(save: int) -> int:
    return 0 if save >= NEVER else save


def _bomb(
    battle: Battle, firer: Unit | Vehicle, target: Unit, barrel: Barrel, spot: Spot, attack: Attack
) -> Bomb:
    there, radius = bodies(battle, target), barrel.weapon.blast / 2
    holes = [[drifted(spot, hour, inches) for inches in range(1, FARTHEST + 1)] for hour in HOURS]
    drifts = tuple(
        tuple(under(Blast(hole, radius), there) if hole_on_table(battle, hole) else 0 for hole in row)
        for row in holes
    )
    return Bomb(scatter_bs(battle, firer, barrel), under(Blast(spot, radius), there), drifts, attack)


# ---------------------------------------------------------------- who fires


def aim(battle: Battle, firer: Unit | Vehicle, barrel: Barrel) -> Aim:
    if barrel.weapon.template:
        return AUTOMATIC
    return aim_of(
        ballistic_skill(battle, firer, barrel),
        barrel.weapon.twin_linked,
        barrel.weapon.gets_hot and isinstance(firer, Unit),
    )


def laid(battle: Battle, firer: Unit | Vehicle, target: Unit | Vehicle, barrel: Barrel) -> Spot | None:
    """veh.target.blast-place, veh.P10: where the marker of a blast is laid before it drifts; None if it would
    cover a friend everywhere."""
    seen = () if isinstance(target, Vehicle) else aimed_at(battle, firer, target, barrel)
    return marker(battle, firer.side, barrel.weapon, target, seen)


def ballistic_skill(battle: Battle, firer: Unit | Vehicle, barrel: Barrel) -> int:
    if isinstance(firer, Vehicle):
        return type_of(firer).bs
    model = next(each for each in battle.models if each.id == barrel.model)
    return model_type(battle, model).profile.bs


def scatter_bs(battle: Battle, firer: Unit | Vehicle, barrel: Barrel) -> int:
    """veh.P10: what is taken off the scatter; nothing without a line of sight."""
    return ballistic_skill(battle, firer, barrel) if barrel.sees else 0


def hole_on_table(battle: Battle, hole: Spot) -> bool:
    """veh.V83: a marker whose hole is off the table hits nothing."""
    return 0.0 <= hole.x <= battle.table.width and 0.0 <= hole.y <= battle.table.depth


def drifted(spot: Spot, hour: int, inches: float, front: float = 0.0) -> Spot:
    """veh.V83: hours are counted from a vehicle's front, or from the east edge, to the left."""
    turn = front * pi / 180 + hour * pi / 6
    return Spot(spot.x + inches * cos(turn), spot.y + inches * sin(turn), spot.z)
