"""The ground that a fighter sees, and on which a weapon of his bears: for who draws it."""

from __future__ import annotations

from collections.abc import Iterable

from warbook.board.gaze import Gaze
from warbook.board.geometry import Body, Shapes, Spot
from warbook.board.vista import Range, Sector, Stature, vista
from warbook.books.necromunda.data import Weapon
from warbook.books.necromunda.sight import smoke_of
from warbook.books.necromunda.state import EYE, HEIGHT, RADIUS, Battle, Fighter

SOMEBODY = Stature(RADIUS, HEIGHT)


def gaze(battle: Battle, piece: str, spot: Spot) -> Gaze:
    """How he would see somebody on his feet, whichever way he faces."""
    return Gaze(battle.table, _eye(spot), SOMEBODY, _smoke(battle, battle.fighter(piece)))


def bears(battle: Battle, shooter: Fighter, weapons: Iterable[Weapon]) -> Shapes:
    """nec.M11: where somebody on his feet would be a target in range of one of these; as far as he sees,
    where nothing may be measured beforehand (nec.M37)."""
    reach = max(weapon.reach(shooter.profile.S) for weapon in weapons)
    near = Range(shooter.body, reach) if battle.rulings.premeasure else None
    arc = Sector(shooter.facing, battle.rulings.firing_arc)
    return vista(battle.table, _eye(shooter.spot), SOMEBODY, arc, near, _smoke(battle, shooter))


def _eye(spot: Spot) -> tuple[float, float, float]:
    return spot.x, spot.y, spot.z + EYE


def _smoke(battle: Battle, fighter: Fighter) -> tuple[Body, ...]:
    return () if "photo_visor" in fighter.gear else smoke_of(battle)
