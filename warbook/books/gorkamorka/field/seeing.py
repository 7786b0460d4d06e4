"""Who sees whom, and how much of him: cover as the book counts it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from warbook.board.geometry import Body
from warbook.board.hindrances import between
from warbook.board.memory import recall
from warbook.board.sight import Sight, sight_of
from warbook.board.terrain import Table
from warbook.books.gorkamorka.field.bodies import body, hull, hulls, type_of
from warbook.books.gorkamorka.state import Battle, Vehicle, Warrior
from warbook.core.questions import Hindrance

Cover: TypeAlias = Literal["", "partial", "cover", "unseen"]

EYES = 0.9  # share of a body's height at which its eyes are
MOST_LINES = 200_000


class _Lines:
    """The lines looked along so far on one table."""

    def __init__(self, table: Table) -> None:
        self.sight: Sight = sight_of(table)
        self.parts: dict[tuple[object, ...], float] = {}


def eye(battle: Battle, viewer: Warrior | Vehicle) -> tuple[float, float, float]:
    """Where he looks from; a rider from above the middle of the hull (ours: he stands on its deck)."""
    if isinstance(viewer, Warrior) and not viewer.aboard:
        return viewer.x, viewer.y, viewer.z + EYES * type_of(viewer).height
    own = body(battle, viewer)
    rises = EYES * type_of(viewer).height if isinstance(viewer, Warrior) else 0.0
    return own.spot.x, own.spot.y, own.spot.z + own.height + rises


def fraction(
    battle: Battle, viewer: Warrior | Vehicle, target: Warrior | Vehicle, screens: tuple[Body, ...] = ()
) -> float:
    """How much of the target's silhouette can be seen (ruling 4.6)."""
    return fraction_at(battle, eye(battle, viewer), body(battle, target), screens)


def fraction_at(
    battle: Battle, eyes: tuple[float, float, float], target: Body, screens: tuple[Body, ...] = ()
) -> float:
    known = recall(battle.table, _Lines)
    key = (eyes, target, screens)
    part = known.parts.get(key)
    if part is None:
        if len(known.parts) > MOST_LINES:
            known.parts.clear()
        part = known.sight.fraction(eyes, target, screens)
        known.parts[key] = part
    return part


def screens(battle: Battle, *but: str) -> tuple[Body, ...]:
    """The hulls that hide what is behind them, except those named."""
    return tuple([hull(vehicle) for vehicle in hulls(battle) if vehicle.id not in but])


def hindrance(battle: Battle, viewer: Warrior | Vehicle, target: Warrior | Vehicle) -> Hindrance | None:
    """What hides the target from the viewer, if he does not see it at all."""
    own = (*_own(viewer), *_own(target))
    hiding = [vehicle for vehicle in hulls(battle) if vehicle.id not in own]
    if fraction(battle, viewer, target, screens(battle, *own)) > 0.0:
        return None
    found = between(battle.table, eye(battle, viewer), body(battle, target), [hull(each) for each in hiding])
    if found is None:
        return None
    if found.screen < 0:
        return Hindrance(f"behind {found.name}", found.spot)
    vehicle = hiding[found.screen]
    return Hindrance(f"behind {vehicle.name}", found.spot, vehicle.id)


def cover_by_share(part: float) -> Cover:
    """gce.shooting.mod-partial-cover, gce.shooting.mod-in-cover: half or more to be seen is partial cover."""
    if part <= 0.0:
        return "unseen"
    if part >= 1.0:
        return ""
    return "partial" if part >= 0.5 else "cover"


def in_sight(battle: Battle, viewer: Warrior | Vehicle, target: Warrior | Vehicle) -> bool:
    """gce.shooting.body-visible: some of the body shows, whichever way he faces. Hulls hide what is behind
    them, but not those of the two themselves. Who hides is not seen (gce.shooting.hidden-target)."""
    if isinstance(target, Warrior) and target.hidden:
        return False
    return fraction(battle, viewer, target, screens(battle, *_own(viewer), *_own(target))) > 0.0


def _own(model: Warrior | Vehicle) -> tuple[str, ...]:
    if isinstance(model, Vehicle):
        return (model.id,)
    return (model.aboard,) if model.aboard else ()
