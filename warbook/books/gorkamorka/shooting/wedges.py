"""The ground that a model sees, and on which weapons bear: for who draws it."""

from __future__ import annotations

from collections.abc import Iterable
from math import atan2, degrees, hypot

from msgspec.structs import replace

from warbook.board.gaze import Gaze
from warbook.board.geometry import Body, Oblong, Shapes, Spot
from warbook.board.hulls import Edge, edge_line, halves
from warbook.board.vista import Range, Sector, Stature, vista
from warbook.books.gorkamorka.field.bodies import body, model
from warbook.books.gorkamorka.field.seeing import eye, screens
from warbook.books.gorkamorka.shooting.aim import reach
from warbook.books.gorkamorka.shooting.arms import Arm, post
from warbook.books.gorkamorka.state import Battle, Vehicle, Warrior

SOMEBODY = Stature(0.5, 1.25)  # who would be seen: a warrior on his feet
THIN = 1e-6


def gaze(battle: Battle, piece: str, spot: Spot) -> Gaze:
    """How the model would see somebody, whichever way it faces."""
    one = model(battle, piece)
    if isinstance(one, Vehicle):
        there: Warrior | Vehicle = replace(one, x=spot.x, y=spot.y, place="table")
    else:
        there = replace(one, place="table", aboard="", station="")
        there.at(spot)
    up = eye(battle, there)[2]
    return Gaze(battle.table, (spot.x, spot.y, up), SOMEBODY, screens(battle, one.id))


def bears(battle: Battle, shooter: Warrior, arms: Iterable[Arm], mark: str = "") -> Shapes:
    """gce.shooting.arc, gce.shooting.body-visible: where the mark, or somebody if there is none, would be in
    the arc, in sight and, where that may be known beforehand (gce.shooting.no-premeasure), in range of one of
    these."""
    there = body(battle, model(battle, mark)) if mark else None
    stature = Stature(min(halves(there)), there.height) if there else SOMEBODY
    here = {(post(battle, shooter, arm), reach(shooter, arm.weapon)) for arm in arms}
    best = {place: max(far for each, far in here if each == place) for place, _ in here}
    look, hidden = eye(battle, shooter), screens(battle, shooter.aboard)
    found: list[Shapes] = []
    for place, far in best.items():
        start = place.body if place.edge is None else _edge(place.body, place.edge)
        near = Range(start, far) if battle.rulings.premeasuring else None
        found.append(vista(battle.table, look, stature, Sector(place.facing, place.width), near, hidden))
    return tuple(shape for shapes in found for shape in shapes)


def _edge(body: Body, edge: Edge) -> Body:
    """An edge of a hull, from which ranges are measured, as a body of its own."""
    (ax, ay), (bx, by) = edge_line(body, edge)
    middle = Spot((ax + bx) / 2, (ay + by) / 2, body.spot.z)
    along = degrees(atan2(by - ay, bx - ax))
    return Body(middle, Oblong(hypot(bx - ax, by - ay), THIN), body.height, along)
