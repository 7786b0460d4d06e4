"""The ways of a foot unit into combat: contact first, then within 2 inches of a friend in contact, then
coherency (veh.assault.move)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf

import numpy as np

from warbook.board.bodies import Other
from warbook.board.geometry import Body, gap
from warbook.board.paths import Ground, Path, Reach
from warbook.books.vehicles.assault.engaged import SUPPORT, Piece, meet
from warbook.books.vehicles.field.bodies import WITHIN, base, bodies, on_table
from warbook.books.vehicles.field.ground import walked
from warbook.books.vehicles.field.placing import LINK, standing_at
from warbook.books.vehicles.field.ways import going, wide
from warbook.books.vehicles.state import Battle, Game, Model, Unit, other
from warbook.books.vehicles.wounds.footing import tread
from warbook.core.events import Moved


def ways_into(
    battle: Battle, unit: Unit, foes: Sequence[Piece], inches: float, rough: bool = True
) -> dict[str, Path]:
    """The ways of those who move into combat with the foes; who is in contact already stays. Nobody has one
    if nobody comes into contact (veh.P14.assault). Not `rough`: round difficult ground."""
    return _Rush(battle, unit, foes, inches, rough).ways()


def comes_to_blows(battle: Battle, unit: Unit, foes: Sequence[Piece], inches: float) -> bool:
    """Whether anybody comes into contact with the foes so: sooner told than how all would move."""
    return _Rush(battle, unit, foes, inches, rough=True).comes_to_blows()


def fighters_after(
    battle: Battle, unit: Unit, foes: Sequence[Piece], ways: Mapping[str, Path]
) -> list[Model]:
    """Who would fight once these ways are gone."""
    theirs = [body for foe in foes for body in bodies(battle, foe)]
    ends = [
        (model, standing_at(battle, unit, ways[model.id][-1] if model.id in ways else model.spot))
        for model in battle.standing(unit)
    ]
    front = [body for _, body in ends if any(meet(body, each) for each in theirs)]
    return [model for model, body in ends if any(gap(body, each) <= SUPPORT + WITHIN for each in front)]


def through_difficult(battle: Battle, unit: Unit, ways: Mapping[str, Path]) -> bool:
    """veh.P3.difficult: whether one of these ways begins in difficult ground or leads into it."""
    ground, gait = walked(battle, unit), going(99.0, rough=False)
    return any(ground.cost(path, gait) == inf for path in ways.values())


def go_and_test(game: Game, unit: Unit, ways: Mapping[str, Path], how: str, rule: str) -> None:
    """The unit goes these ways, and tests for dangerous ground (veh.assault.move-terrain)."""
    for model in game.battle.standing(unit):
        if model.id in ways and len(ways[model.id]) > 1:
            model.at(ways[model.id][-1])
            game.tell(Moved(piece=model.id, path=ways[model.id], how=how, rule=rule))
    tread(game, unit, ways)


class _Rush:
    """A unit on its way into combat: who is where it will stay, and who still has to move."""

    def __init__(self, battle: Battle, unit: Unit, foes: Sequence[Piece], inches: float, rough: bool) -> None:
        self.battle, self.unit = battle, unit
        self.gait = going(inches, rough)
        self.inches = inches
        self.ground: Ground = walked(battle, unit)
        self.targets = [body for foe in foes for body in bodies(battle, foe)]
        self.blockers = _others(battle, unit, [foe.id for foe in foes])
        self.waiting = {model.id: base(battle, model) for model in battle.standing(unit)}
        self.placed: list[Body] = []
        self.front: list[Body] = []
        self.found: dict[str, Path] = {}

    def ways(self) -> dict[str, Path]:
        models = self._nearest_first()
        for model in models:
            self._to_contact(model)
        if not self.front:
            return {}
        rest = [model for model in models if model.id in self.waiting]
        for model in rest:
            self._to_friends(model)
        for model in rest:
            if model.id in self.waiting:
                self._to_unit(model)
        return self.found

    def comes_to_blows(self) -> bool:
        for model in self._nearest_first():
            self._to_contact(model)
            if self.front:
                return True
        return False

    def _nearest_first(self) -> list[Model]:
        return sorted(self.battle.standing(self.unit), key=self._away)

    def _away(self, model: Model) -> float:
        here = standing_at(self.battle, self.unit, model.spot)
        return min(gap(here, each) for each in self.targets)

    def _to_contact(self, model: Model) -> None:
        here = self.waiting[model.id]
        if any(meet(here, each) for each in self.targets):
            self._place(model, (model.spot,), front=True)
            return
        occupied = self._occupied(model)
        for target in sorted(self.targets, key=lambda each: gap(here, each)):
            if gap(here, target) > self.inches + WITHIN:
                return
            beside = [each for each in self.targets if each is not target]
            path = self.ground.to_contact(model.spot, target, self.gait, [*self.blockers, *beside], occupied)
            if path is not None:
                self._place(model, path, front=True)
                return

    def _to_friends(self, model: Model) -> None:
        reach = self._reach(model)
        near = _gaps(reach, self.front) <= SUPPORT + WITHIN
        if near.any():
            self._place(model, reach.path(int(np.where(near, reach.cost, inf).argmin())))

    def _to_unit(self, model: Model) -> None:
        """As near to the fight as the unit's coherency lets him (veh.P4)."""
        reach = self._reach(model)
        linked = _gaps(reach, self.placed) <= LINK + WITHIN
        far = _gaps(reach, self.front)
        best = np.where(linked, far, inf) if linked.any() else _gaps(reach, self.placed)
        self._place(model, reach.path(int(best.argmin())))

    def _reach(self, model: Model) -> Reach:
        blockers = [*self.blockers, *self.targets]
        return self.ground.reach(model.spot, self.gait, blockers, self._occupied(model))

    def _occupied(self, model: Model) -> list[Other]:
        return [*self.placed, *(body for name, body in self.waiting.items() if name != model.id)]

    def _place(self, model: Model, path: Path, front: bool = False) -> None:
        del self.waiting[model.id]
        body = standing_at(self.battle, self.unit, path[-1])
        self.placed.append(body)
        if front:
            self.front.append(body)
        if len(path) > 1:
            self.found[model.id] = path


def _gaps(reach: Reach, others: Sequence[Body]) -> np.ndarray:
    """From each spot in reach, the gap to the nearest of the others, who have bases as large."""
    spots = reach.spots
    found = np.full(len(spots), inf)
    for each in others:
        flat = np.hypot(spots[:, 0] - each.spot.x, spots[:, 1] - each.spot.y)
        flat = np.maximum(0.0, flat - 2 * each.base.radius)  # type: ignore[union-attr]
        found = np.minimum(found, np.hypot(flat, spots[:, 2] - each.spot.z))
    return found


def _others(battle: Battle, unit: Unit, foes: Sequence[str]) -> list[Other]:
    """veh.P3: who is in the way: friends of other units, and enemies who are not the goal, with the inch
    around them."""
    found: list[Other] = []
    for foe in on_table(battle, other(unit.side)):
        if foe.id not in foes:
            for body in bodies(battle, foe):
                found += wide(body)
    for friend in on_table(battle, unit.side):
        if friend.id != unit.id:
            found += bodies(battle, friend)
    return found
