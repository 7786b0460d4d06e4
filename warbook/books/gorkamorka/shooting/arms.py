"""What somebody can shoot with, and from where it is aimed and measured."""

from __future__ import annotations

from functools import cache
from math import hypot

from msgspec import Struct
from msgspec.structs import replace

from warbook.board.geometry import Body, gap, in_arc
from warbook.board.hulls import Edge, edge_gap
from warbook.books.gorkamorka.field.aboard import gunner, ride
from warbook.books.gorkamorka.field.bodies import hull, model_of, on_ground
from warbook.books.gorkamorka.mob.data import weapons
from warbook.books.gorkamorka.mob.lists import Weapon
from warbook.books.gorkamorka.state import Battle, Vehicle, Warrior
from warbook.core.questions import Refusal

ARC = 90.0
CENTRES: dict[Edge, float] = {"front": 0.0, "left": 90.0, "rear": 180.0, "right": 270.0}


class Arm(Struct, frozen=True):
    """A weapon, or a way to fire one, in somebody's hands or on the vehicle `mount`."""

    weapon: Weapon
    mount: str = ""

    @property
    def id(self) -> str:
        return self.weapon.id

    @property
    def root(self) -> str:
        """What is spent with it: ways to fire one weapon share its ammunition."""
        return self.weapon.part_of or self.weapon.id

    @property
    def words(self) -> str:
        name = self.weapon.name
        return f"the {name[:1].lower()}{name[1:]}"


class Post(Struct, frozen=True):
    """Where a shot comes from, on foot or on a vehicle (gce.vehicle-shooting.as-foot): the body, the edge of
    it from which ranges are measured (none: the nearest point), and the arc."""

    body: Body
    facing: float
    width: float
    edge: Edge | None = None
    rule: str = "gce.shooting.arc"

    def bears(self, target: Body) -> bool:
        return in_arc(self.body.spot, self.facing, self.width, target.spot)

    def inches(self, target: Body) -> float:
        """gce.shooting.check-range, gce.R8.10; gce.vehicle-shooting.fixed-range for what has an edge."""
        if self.edge is None:
            return gap(self.body, target)
        return hypot(edge_gap(self.body, self.edge, target), target.spot.z - self.body.spot.z)


# ---------------------------------------------------------------- what there is


def ranged_arms(battle: Battle, warrior: Warrior) -> list[Arm]:
    """All that he could ever shoot with: what he carries, what of it can be thrown
    (gce.shooting.ranged-attacks, gce.special-weapons.grenade-instead), and the fixed weapon that he alone
    fires (gce.vehicle-shooting.gunner-only, gce.vehicle-shooting.biker-fixed; gce.R8.11)."""
    found = [Arm(weapon) for weapon in _own(warrior.weapons)]
    own = ride(battle, warrior)
    if own is not None and own.weapon and gunner(battle, own) is warrior:
        found += [Arm(weapon, own.id) for weapon in _fixed(own.weapon)]
    return found


@cache
def _own(names: tuple[str, ...]) -> tuple[Weapon, ...]:
    found = []
    for name in dict.fromkeys(names):
        weapon = weapons()[name]
        if weapon.ranged:
            found.append(weapon)
        elif weapon.thrown is not None:
            found.append(_thrown(weapon))
    return tuple(found)


def _thrown(weapon: Weapon) -> Weapon:
    """Something for hand-to-hand combat with the profile that it has when it is thrown."""
    throw = weapon.thrown
    assert throw is not None
    return replace(
        weapon,
        kind="thrown",
        short=throw.short,
        hit_short=throw.hit_short,
        uses=throw.uses,
        strength=throw.strength,
        user_strength=throw.user_strength,
        strength_d6=throw.strength_d6,
        save_mod=throw.save_mod,
        save_by_strength=throw.save_by_strength,
        damage=throw.damage,
    )


@cache
def _fixed(name: str) -> tuple[Weapon, ...]:
    return tuple(weapon for weapon in weapons().values() if name in (weapon.id, weapon.part_of))


# ---------------------------------------------------------------- what can be fired now


def ready(battle: Battle, warrior: Warrior) -> list[Arm]:
    return [arm for arm in ranged_arms(battle, warrior) if not_ready(battle, warrior, arm) is None]


def not_ready(battle: Battle, warrior: Warrior, arm: Arm) -> Refusal | None:
    """Why a weapon cannot be fired now; None if it can. gce.vehicle-shooting.driver-weapon: a gunner who has
    taken the wheel leaves the gun alone, unless it is a bike's."""
    weapon = arm.weapon
    own = ride(battle, warrior)
    driven = own if own is not None and own.driver == warrior.id else None
    if arm.mount:
        if driven and not model_of(driven).saddled:
            return Refusal("has the wheel", "gce.vehicle-shooting.driver-weapon")
        state = battle.vehicle(arm.mount).weapon_state
        if state:
            words = {"silent": "out of order", "empty": "out of ammo", "lost": "smashed"}[state]
            return Refusal(words, "gce.special-weapons.ammo-roll")
    elif driven and weapon.hands > 1:
        return Refusal("takes two hands", "gce.vehicle-shooting.driver-weapon")
    if arm.root in warrior.empty:
        return Refusal("out of ammo", "gce.special-weapons.ammo-roll")
    if arm.root in warrior.thrown:
        return Refusal("used up", "gce.weapon.notes")
    if any(name == arm.root and battle.turn < again for name, again in warrior.reloading):
        return Refusal("being reloaded", "gce.weapon.notes")
    if weapon.move_or_fire and not still(battle, warrior):
        return Refusal("not in a turn of movement", "gce.weapon.notes")
    if weapon.own_phase_only and battle.side != warrior.side:
        return Refusal("in the own shooting phase only", "gce.weapon.notes")
    return None


def still(battle: Battle, warrior: Warrior) -> bool:
    """He has not moved in his latest movement, nor has what he rides on."""
    own = ride(battle, warrior)
    if own is not None and own.went_in == battle.now:
        return False
    return warrior.moved in ("", "stayed")


# ---------------------------------------------------------------- where from


def post(battle: Battle, warrior: Warrior, arm: Arm) -> Post:
    """gce.shooting.arc on foot; gce.shooting.arc-riders; gce.vehicle-shooting.fixed-arc of a quadrant;
    gce.vehicle-shooting.driver-arc, but a biker all round (gce.vehicle-shooting.biker-other)."""
    own = ride(battle, warrior)
    if own is None:
        return Post(on_ground(warrior), warrior.facing, ARC)
    if arm.mount:
        return _quadrant(own, own.quadrant, "gce.vehicle-shooting.fixed-arc")
    if own.driver == warrior.id and not model_of(own).saddled:
        return _quadrant(own, "front", "gce.vehicle-shooting.driver-arc")
    return Post(hull(own), own.facing, 360.0, rule="gce.shooting.arc-riders")


def _quadrant(vehicle: Vehicle, edge: Edge, rule: str) -> Post:
    return Post(hull(vehicle), vehicle.facing + CENTRES[edge], ARC, edge, rule)
