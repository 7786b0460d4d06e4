"""Teardrops: no roll to hit, whoever is under them burns."""

from __future__ import annotations

from math import cos, radians, sin

from warbook.board.geometry import Disc, Spot
from warbook.board.templates import Teardrop
from warbook.books.family.flames import pointed, teardrop_laid
from warbook.books.gorkamorka.field.bodies import body
from warbook.books.gorkamorka.shooting.arms import Arm, post
from warbook.books.gorkamorka.shooting.explosives import engulf, muzzle
from warbook.books.gorkamorka.shooting.targets import Mark
from warbook.books.gorkamorka.state import Battle, Game, Warrior
from warbook.books.gorkamorka.trouble import settle

RULE = "gce.special-weapons.teardrop-place"


def flame(game: Game, shooter: Warrior, arm: Arm, mark: Mark) -> int:
    """gce.special-weapons.teardrop-no-hit-roll. It calls for no ammo roll but the one after every firing."""
    shape = teardrop(game.battle, shooter, arm, mark)
    game.tell(teardrop_laid(shape, f"{shooter.name} fires {arm.words} at {mark.name}.", RULE))
    engulf(game, arm.weapon, shape, shooter, spared=(shooter.id, shooter.aboard))
    settle(game)
    return 0


def teardrop(battle: Battle, shooter: Warrior, arm: Arm, mark: Mark) -> Teardrop:
    """gce.special-weapons.teardrop-place, gce.R4.17: its narrow end touches the firer, its wide end lies over
    the target as far as the arc holds the whole of it."""
    here = post(battle, shooter, arm)
    goal = body(battle, mark).spot
    length, width = float(battle.rulings.teardrop_length), battle.rulings.teardrop_width
    origin = muzzle(here)
    facing = pointed(origin, goal, here.facing, here.width, length, width)
    out = here.body.base.radius if isinstance(here.body.base, Disc) else 0.0
    angle = radians(facing)
    tip = Spot(origin.x + out * cos(angle), origin.y + out * sin(angle), origin.z)
    return Teardrop(tip, facing, length, width)
