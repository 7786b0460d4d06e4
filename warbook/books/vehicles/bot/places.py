"""What is to be had and to be feared at places of the table, worked out for many places at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np

from warbook.board.kernel import Floats
from warbook.books.vehicles.army.data import ammunitions, shooters
from warbook.books.vehicles.army.lists import Facing, UnitType, VehicleType, Weapon
from warbook.books.vehicles.bot.worth import hit_worth, hits, kills, points
from warbook.books.vehicles.damage.dice import Armour, Condition, PenetrationRoll, Strike, ap_modifier
from warbook.books.vehicles.field.bodies import bodies, on_table, type_of, unit_type
from warbook.books.vehicles.field.sight import hull_rows, sights
from warbook.books.vehicles.field.weapons import working_guns
from warbook.books.vehicles.shooting.barrels import CLOSE, shots_of
from warbook.books.vehicles.shooting.dice import aim_of
from warbook.books.vehicles.shooting.troops_dice import Attack, Group, wound_need
from warbook.books.vehicles.state import Battle, Unit, Vehicle, other
from warbook.books.vehicles.wounds.groups import common, groups_of

# A weapon with the BS behind it, how many there are, and the middle and the width of its arc.
Armed: TypeAlias = tuple[Weapon, int, int, float, float]
FACINGS: tuple[Facing, ...] = ("front", "side", "rear")
NOWHERE = -1.0  # inches: nobody is so near
BLAST_HITS = 2.0  # models that a blast or a flame catches of a squad


class Enemy:
    """An enemy piece as seen from afar: where its middle is, how big it is, and what it is worth."""

    def __init__(self, battle: Battle, piece: Unit | Vehicle) -> None:
        there = bodies(battle, piece)
        self.piece = piece
        self.x = sum(body.spot.x for body in there) / len(there)
        self.y = sum(body.spot.y for body in there) / len(there)
        self.z = there[0].spot.z
        self.worth = points(battle, piece)
        self.foot = isinstance(piece, Unit)
        if isinstance(piece, Vehicle):
            kind = type_of(piece)
            self.half, self.height, self.facing = kind.width / 2, kind.height, piece.facing
            self.slope = kind.width / kind.length
        else:
            self.half, self.height, self.facing, self.slope = 0.6, 1.2, 0.0, 1.0
            self.t, self.groups = common(battle, piece, "t"), groups_of(battle, piece)
        self.locked = bool(piece.locked)


def enemies(battle: Battle, side: str) -> list[Enemy]:
    return [Enemy(battle, piece) for piece in on_table(battle, other(side))]


class GunRow(NamedTuple):
    """Guns that are alike: how far they reach, their arc, whether they are main weapons and Ordnance, within
    how many inches they melt armour, how far who is on foot fires them after a move, and within how many
    inches he fires twice (nobody is so near where they do not)."""

    reach: float
    centre: float
    width: float
    main: bool
    ordnance: bool
    melts: float
    moving: float
    twice: float


class Guns:
    """The guns of a piece, and of each what a turn of its fire takes of each of the given enemies: by the
    facing that is struck, from afar and then from where it melts armour."""

    def __init__(self, battle: Battle, piece: Unit | Vehicle, against: Sequence[Enemy]) -> None:
        armed = _weapons(battle, piece)
        self.rows = _gun_rows(armed)
        self.shares = [[_share(weapon, bs, enemy) for enemy in against] for weapon, bs, *_ in armed]
        self.counts = [count for _, _, count, *_ in armed]


@lru_cache(2_000)
def _gun_rows(armed: tuple[Armed, ...]) -> tuple[GunRow, ...]:
    return tuple(
        GunRow(
            reach(weapon),
            centre,
            width,
            not weapon.defensive,
            weapon.ordnance,
            weapon.range / 2 if weapon.melta else NOWHERE,
            _moving(weapon),
            CLOSE if shots_of(weapon, CLOSE, True) > weapon.shots else NOWHERE,
        )
        for weapon, _, _, centre, width in armed
    )


def _moving(weapon: Weapon) -> float:
    """How far who is on foot fires it after a move."""
    far = reach(weapon)
    return next((inches for inches in (far, CLOSE) if shots_of(weapon, inches, True)), NOWHERE)


def reach(weapon: Weapon) -> float:
    return 8.0 + weapon.template_reach if weapon.template else float(weapon.range)


def _weapons(battle: Battle, piece: Unit | Vehicle) -> tuple[Armed, ...]:
    if isinstance(piece, Vehicle):
        return _mounted(type_of(piece), tuple(working_guns(piece)))
    counts: dict[int, int] = {}
    for model in battle.members(piece):
        counts[model.kind] = counts.get(model.kind, 0) + 1
    return _carried(unit_type(battle, piece), tuple(counts.items()))


@lru_cache(2_000)
def _mounted(kind: VehicleType, numbers: tuple[int, ...]) -> tuple[Armed, ...]:
    """What these guns of a vehicle are."""
    found = []
    for number in numbers:
        gun = kind.guns[number]
        centre, width = _arc(gun.mount, kind.walker is not None)
        found.append((ammunitions(gun)[0], kind.bs, 1, centre, width))
    return tuple(found)


@lru_cache(2_000)
def _carried(kind: UnitType, models: tuple[tuple[int, int], ...]) -> tuple[Armed, ...]:
    """What so many models of each kind of a unit carry."""
    counts: Counter[tuple[Weapon, int]] = Counter()
    for number, count in models:
        carried = kind.models[number]
        weapons = shooters(carried)
        if weapons:
            best = max(weapons, key=lambda weapon: (weapon.range, weapon.strength))
            counts[best, carried.profile.bs] += count
    return tuple((weapon, bs, count, 0.0, 360.0) for (weapon, bs), count in counts.items())


def _arc(mount: str, walker: bool) -> tuple[float, float]:
    if walker or mount in ("turret", "pintle"):
        return 0.0, 360.0
    if mount == "hull":
        return 0.0, 45.0
    return (90.0, 180.0) if mount == "sponson_left" else (270.0, 180.0)


def _share(weapon: Weapon, bs: int, enemy: Enemy) -> tuple[float, ...]:
    """What one takes of the enemy's worth, by the facing that is struck, from afar and from near by."""
    piece = enemy.piece
    if isinstance(piece, Vehicle):
        return _on_vehicle(weapon, bs, type_of(piece), piece.immobilized)
    return (min(1.0, _on_unit(weapon, bs, enemy.t, enemy.groups)),) * 6


@lru_cache(20_000)
def _on_vehicle(weapon: Weapon, bs: int, kind: VehicleType, immobilized: bool) -> tuple[float, ...]:
    far: PenetrationRoll = "highest" if weapon.ordnance else "d6"
    aimed = 1.0 if weapon.template else 0.5 if weapon.blast else hits(aim_of(bs, weapon.twin_linked))
    found = []
    for roll in (far, "sum" if weapon.melta else far):
        strike = Strike(weapon.strength, roll, ap_modifier(weapon.ap), weapon.lance, weapon.rending)
        for facing in FACINGS:
            armour = Armour(kind.armour.of(facing), open_topped=kind.open_topped)
            destroys, harms = hit_worth(strike, armour, Condition(2, immobilized))
            found.append(min(1.0, weapon.shots * aimed * (destroys + harms)))
    return tuple(found)


@lru_cache(20_000)
def _on_unit(weapon: Weapon, bs: int, t: int, groups: tuple[Group, ...]) -> float:
    need = wound_need(weapon.strength, t, weapon.poisoned)
    ap = 7 if weapon.ap is None else weapon.ap
    attack = Attack(aim_of(bs, weapon.twin_linked), need, weapon.strength, ap, weapon.rending)
    models = sum(group.models for group in groups)
    shots = BLAST_HITS if weapon.blast or weapon.template else float(weapon.shots)
    return shots * kills(attack, groups, 7) / models


def shares_seen(battle: Battle, places: Floats, eye: float, foes: Sequence[Enemy], but: str) -> Floats:
    """The share of each enemy seen from each place (rows x, y, z)."""
    if not foes or not len(places):
        return np.zeros((len(places), len(foes)))
    eyes = places + np.array([0.0, 0.0, eye])
    rows = np.array([(foe.x, foe.y, foe.z, foe.half, foe.height) for foe in foes])
    named = {foe.piece.id for foe in foes}
    screens = [
        each for each in battle.vehicles if each.place == "table" and each.id != but and each.id not in named
    ]
    return sights(battle).fractions(eyes, rows, hull_rows(screens))
