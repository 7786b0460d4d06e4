"""The score a shot needs: every modifier named, the range among them once it is measured."""

from __future__ import annotations

from msgspec.structs import replace

from warbook.books.gorkamorka.field.aboard import ride
from warbook.books.gorkamorka.field.bodies import body, type_of
from warbook.books.gorkamorka.mob.data import factions
from warbook.books.gorkamorka.mob.lists import WITHIN, Weapon
from warbook.books.gorkamorka.shooting.arms import Arm, post, still
from warbook.books.gorkamorka.shooting.dice import OUT_OF_RANGE, Aim, hit_score
from warbook.books.gorkamorka.shooting.modifiers import Conditions, hit_modifiers
from warbook.books.gorkamorka.shooting.targets import Mark, looks
from warbook.books.gorkamorka.state import Battle, Warrior
from warbook.books.gorkamorka.wounds.harm import bs
from warbook.core.questions import Modifier

LOBBED = 2  # inches that a lobba throws farther, and by which his throws scatter less

Why = tuple[Modifier, ...]


def inches_to(battle: Battle, shooter: Warrior, arm: Arm, mark: Mark) -> float:
    return post(battle, shooter, arm).inches(body(battle, mark))


def reach(shooter: Warrior, weapon: Weapon) -> int:
    """gce.special-weapons.grenade-range for what is thrown."""
    farther = LOBBED if shooter.skills.lobba and weapon.thrown_reach else 0
    return weapon.reach(shooter.profile.s) + farther


def in_range(shooter: Warrior, weapon: Weapon, inches: float) -> bool:
    return inches <= reach(shooter, weapon) + WITHIN


def aim_at(
    battle: Battle, shooter: Warrior, arm: Arm, mark: Mark, inches: float, fleeting: bool = False
) -> tuple[Aim, Why]:
    """The aim of a shot at that range, and the sum behind it."""
    shot = replace(
        looks(battle, shooter, arm, mark),
        fleeting=fleeting,
        ducks=isinstance(mark, Warrior) and mark.skills.duck_n_weave,
    )
    return _aim(battle, shooter, arm, shot, inches)


def aim_at_spot(battle: Battle, shooter: Warrior, arm: Arm, inches: float) -> tuple[Aim, Why]:
    """gce.special-weapons.grenade-at-ground: a point on the ground is a small target."""
    return _aim(battle, shooter, arm, Conditions(small=True), inches)


def _aim(battle: Battle, shooter: Warrior, arm: Arm, shot: Conditions, inches: float) -> tuple[Aim, Why]:
    return aim_with(shooter, arm, replace(shot, firing_thrust=_thrusting(battle, shooter, arm)), inches)


def aim_with(shooter: Warrior, arm: Arm, shot: Conditions, inches: float) -> tuple[Aim, Why]:
    """gce.shooting.to-hit, gce.shooting.bs-table. gce.shooting.out-of-range: it cannot hit, but is still
    rolled for ammo."""
    weapon = arm.weapon
    skill = bs(shooter)
    base = Modifier(skill, f"Ballistic Skill {skill}", "gce.shooting.bs-table")
    band = 0 if weapon.thrown_reach else weapon.modifier_at(inches)
    found = hit_modifiers(replace(shot, band=band))
    counts = weapon.uses is None  # whatever is thrown only once calls for no ammo roll
    short = counts and factions()[type_of(shooter).faction].short_of_ammo
    if not in_range(shooter, weapon, inches):
        far = Modifier(0, "out of range", "gce.shooting.out-of-range")
        return Aim(OUT_OF_RANGE, ammo=counts, short=short), (base, far)
    need = hit_score(skill, sum(each.value for each in found))
    return Aim(need, ammo=counts, short=short), (base, *found)


def _thrusting(battle: Battle, shooter: Warrior, arm: Arm) -> bool:
    """gce.shooting.mod-firing-thrusters, gce.R4.4, gce.R4.5: this turn, whoever's it is. A hipshoota does not
    mind, with a weapon of his own."""
    own = ride(battle, shooter)
    if own is None or (shooter.skills.hipshoota and not arm.mount):
        return False
    return own.thrusts > 0 and own.went_in == battle.now


def shots(battle: Battle, shooter: Warrior, arm: Arm, inches: float) -> int:
    """How many single shots he has: two with rapid fire, or with a weapon that has two within its short range
    for who is on no vehicle; in either case only if he did not move."""
    if arm.mount or not still(battle, shooter):
        return 1
    near = arm.weapon.short is not None and inches <= arm.weapon.short[1] + WITHIN
    twice = arm.weapon.two_shots and near and not shooter.aboard
    return 2 if twice or (shooter.skills.rapid_fire and not arm.weapon.uses) else 1
