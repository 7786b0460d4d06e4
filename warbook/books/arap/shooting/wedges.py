"""The ground that a figure sees, and on which weapons bear: for who draws it."""

from __future__ import annotations

from collections.abc import Sequence

from warbook.board.gaze import Gaze
from warbook.board.geometry import Body, Disc, Shapes, Spot, distance
from warbook.board.vista import Range, Sector, Stature, vista
from warbook.books.arap.field.bodies import fighter, profile
from warbook.books.arap.field.near import centre
from warbook.books.arap.field.sight import FREE_TURN, INNER, eye
from warbook.books.arap.shooting.arms import Arm, reach_of
from warbook.books.arap.shooting.looking import muzzle
from warbook.books.arap.shooting.plans import firers
from warbook.books.arap.state import Battle, Figure, Unit

BASE, HEIGHT = 0.5, 1.2  # who would be seen: a man on foot
SOMEBODY = Stature(BASE * INNER, HEIGHT)
EYES = 4  # of a unit whose view is drawn: those nearest to the target
SMOKE = 20.0  # inches: nobody sees over it
POINT = Disc(0.0)


def gaze(battle: Battle, piece: str, spot: Spot) -> Gaze | None:
    """How the figure would see somebody, whichever way it faces; figures in the way are not drawn."""
    figure = next((each for each in battle.figures if each.id == piece), None)
    if figure is None:
        return None
    return Gaze(battle.table, eye(battle, figure, spot), SOMEBODY, _smoke(battle))


def bears(battle: Battle, figure: Figure, reach: float) -> Shapes:
    """arap.shooting.fire-arc, arap.turn.free-turn: where somebody would be in the arc, after the turn that is
    free, in sight and within so many inches."""
    width = min(360.0, profile(battle, figure).fire_arc + 2 * FREE_TURN)
    start = Body(muzzle(battle, figure), POINT, 1.0)
    near = Range(start, reach - SOMEBODY.half)  # ranges are told to the middle of a figure
    return vista(
        battle.table, eye(battle, figure), SOMEBODY, Sector(figure.facing, width), near, _smoke(battle)
    )


def arm_bears(battle: Battle, figure: Figure, arms: Sequence[Arm]) -> Shapes:
    return bears(battle, figure, max(reach_of(barrel.weapon) for arm in arms for barrel in arm))


def unit_bears(battle: Battle, unit: Unit, target: Unit) -> Shapes:
    """Of those nearest to the target, with whatever reaches furthest."""
    armed = [each for each in firers(battle, unit) if _reach(battle, each)]
    nearest = sorted(armed, key=lambda each: distance(each.spot, centre(battle.standing(target))))
    return tuple(shape for each in nearest[:EYES] for shape in bears(battle, each, _reach(battle, each)))


def _reach(battle: Battle, figure: Figure) -> float:
    return max((reach_of(weapon) for weapon in fighter(battle, figure).weapons), default=0.0)


def _smoke(battle: Battle) -> list[Body]:
    return [Body(Spot(c.x, c.y), Disc(c.radius), SMOKE) for c in battle.clouds if c.kind == "smoke"]
