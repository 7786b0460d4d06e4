"""Where a squad goes: one question for all its figures. Whoever is given first is followed by the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot

import numpy as np

from warbook.board.geometry import Spot, distance, facing_words
from warbook.board.kernel import Flags, Floats
from warbook.board.paths import Path
from warbook.books.arap.field.bodies import Taken, fighter, radius, size
from warbook.books.arap.field.coherency import LINK, chains
from warbook.books.arap.field.ground import plain_way
from warbook.books.arap.movement.gaits import Gait, furthest
from warbook.books.arap.movement.ladders import over_capacity
from warbook.books.arap.movement.postures import may_lie_down
from warbook.books.arap.movement.walking import FAR, Walker, crowd_of
from warbook.books.arap.state import Battle, Figure, Unit
from warbook.core.questions import Choose, Concern, Form, Option, Refusal, Route, Way

POSTURE = "posture"
AS_IT_IS, STANDING, PRONE = "as it is", "standing", "prone"


class March:
    """One movement action of a unit."""

    def __init__(self, battle: Battle, unit: Unit, gait: Gait) -> None:
        self.battle, self.unit, self.gait = battle, unit, gait
        self.figures = battle.standing(unit)
        crowd = crowd_of(battle, unit)
        if self.figures:
            out = max(furthest(battle, figure, gait) for figure in self.figures) + FAR
            xs, ys = [figure.x for figure in self.figures], [figure.y for figure in self.figures]
            crowd = crowd.within((min(xs) - out, min(ys) - out, max(xs) + out, max(ys) + out))
        self._judged: dict[tuple[tuple[str, Way], ...], list[Concern]] = {}
        self.walkers = {figure.id: Walker(battle, figure, gait, crowd) for figure in self.figures}

    # ------------------------------------------------------------ the question

    def question(self, text: str, rule: str) -> Form:
        parts: dict[str, Route | Choose] = {figure.id: self.route(figure, rule) for figure in self.figures}
        if posture := self.posture():
            parts[POSTURE] = posture
        return Form(text, parts, rule, self.judge, self.suggest, kind=self.gait.kind)

    def route(self, figure: Figure, rule: str) -> Route:
        walker = self.walkers[figure.id]
        return Route(
            f"Where does {fighter(self.battle, figure).name} go?", figure.id, figure.spot, walker.judge,
            walker.spots, walker.path, walker.most, rule, lambda: Way((figure.spot,)), "go",
        )  # fmt: skip

    def posture(self) -> Choose | None:
        """arap.movement.go-prone, arap.movement.tactical-posture: how the unit ends the action."""
        lie = may_lie_down(self.battle, self.unit)
        options = [Option(AS_IT_IS, "As it is"), Option(PRONE, "Go prone", barred=lie)]
        if self.gait.kind == "tactical" and any(figure.prone for figure in self.figures):
            options.append(Option(STANDING, "Stand up"))
        if len([option for option in options if not option.barred]) < 2 or self.gait.kind == "swim":
            return None
        rule = "arap.movement.tactical-posture" if self.gait.kind == "tactical" else "arap.movement.go-prone"
        return Choose("How does it end its move?", options, rule, self.unit.id, AS_IT_IS, kind="posture")

    def judge(self, answers: Mapping[str, Way | str]) -> list[Concern]:
        """Nobody on another's place; who would be apart from the rest is told so (arap.basics.sub-units)."""
        ways = {name: way for name, way in answers.items() if isinstance(way, Way)}
        key = tuple(ways.items())
        if key not in self._judged:
            self._judged[key] = self._concerns(ways)
        return self._judged[key]

    def _concerns(self, ways: Mapping[str, Way]) -> list[Concern]:
        ends = {figure.id: ways[figure.id].path[-1] for figure in self.figures}
        names = list(ends)
        found = [
            Concern((names[two],), f"that is where {names[one]} goes", "arap.basics.measurement", barred=True)
            for one, two in self._overlapping(ends)
            if len(ways[names[one]].path) + len(ways[names[two]].path) > 2
        ]
        found += over_capacity(self.battle, {name: way.path for name, way in ways.items()})
        apart = chains(list(ends.values()))[1:]
        found += [
            Concern((names[number],), "out of coherency: a unit of its own", "arap.basics.coherency")
            for part in apart
            for number in part
        ]
        return found + self._footwork(ways)

    def _overlapping(self, ends: Mapping[str, Spot]) -> list[tuple[int, int]]:
        """Pairs of figures, by their numbers, the later first, that would stand on each other's places."""
        bodies = [
            (spot.x, spot.y, spot.z, radius(self.battle, figure), size(self.battle, figure).height)
            for spot, figure in zip(ends.values(), self.figures, strict=True)
        ]
        found = []
        for one, (x, y, z, wide, tall) in enumerate(bodies):
            for two, (x2, y2, z2, wide2, tall2) in enumerate(bodies[:one]):
                room = wide + wide2
                if abs(x - x2) < room and abs(y - y2) < room and hypot(x - x2, y - y2) - wide - wide2 < -1e-9:
                    rise = z - z2
                    if abs(rise) < (tall if rise <= 0.0 else tall2):
                        found.append((one, two))
        return found

    def _footwork(self, ways: Mapping[str, Way]) -> list[Concern]:
        """What facing comes to: who backs up or sidesteps, and who cannot turn as far as was wanted."""
        found = []
        for name, way in ways.items():
            done = self.walkers[name].footwork(way.path, way.facing)
            if isinstance(done, Refusal):
                continue
            if done.backs:
                found.append(Concern((name,), "backs up", "arap.movement.backwards"))
            elif done.sidesteps:
                found.append(Concern((name,), "sidesteps", "arap.movement.sidestep"))
            if way.facing is not None and abs(done.end - way.facing) % 360.0 > 0.5:
                words = f"can turn only as far as {facing_words(done.end)}"
                found.append(Concern((name,), words, "arap.movement.extra-turns"))
        return found

    # ------------------------------------------------------------ who follows where

    def suggest(self, given: Mapping[str, Way | str]) -> dict[str, Way]:
        """The others keep their places in the formation where they can, else they come as near to them as
        they can stand; all face as their leader does, if he is given a facing."""
        ways = {name: way for name, way in given.items() if isinstance(way, Way)}
        lead = next((figure for figure in self.figures if figure.id in ways), None)
        if lead is None or (len(ways[lead.id].path) < 2 and ways[lead.id].facing is None):
            return {}
        end, facing = ways[lead.id].path[-1], ways[lead.id].facing
        placed = Taken()
        for figure in self.figures:
            if figure.id in ways:
                placed.add(self.battle, figure, ways[figure.id].path[-1])
        if len(ways[lead.id].path) < 2:
            return {
                figure.id: Way((figure.spot,), facing) for figure in self.figures if figure.id not in ways
            }
        rest = [figure for figure in self.figures if figure.id not in ways]
        rest.sort(key=lambda figure: (self.walkers[figure.id].most > 0, distance(figure, end)))
        found: dict[str, Way] = {}
        goals = [
            Spot(each.x + end.x - lead.x, each.y + end.y - lead.y, each.z + end.z - lead.z) for each in rest
        ]
        while rest:
            paths = self._in_step(rest, goals, placed)
            if not paths:
                paths = [self._follow(rest[0], goals[0], placed) or self._make_way(rest[0], placed)]
            for figure, path in zip(rest, paths, strict=False):
                found[figure.id] = Way(path, facing)
                placed.add(self.battle, figure, path[-1])
            rest, goals = rest[len(paths) :], goals[len(paths) :]
        return found

    def _in_step(self, figures: Sequence[Figure], goals: Sequence[Spot], placed: Taken) -> list[Path]:
        """The ways of the first of them who can go straight to their goals over plain ground, one after
        another, worked out at once."""
        battle, first = self.battle, self.walkers[figures[0].id]
        count = 0
        for figure, goal in zip(figures, goals, strict=True):
            walker = self.walkers[figure.id]
            if not (walker.goes_like(first) and plain_way(battle, figure.spot, goal, first.floor.radius)):
                break
            count += 1
        if not count:
            return []
        costs = first.floor.in_step(
            np.array([(each.x, each.y, each.z) for each in figures[:count]]),
            np.array([(each.x, each.y, each.z) for each in goals[:count]]),
            first.plainly, first.blockers, first.threats, first.taken.rows, placed.rows,
            size(battle, figures[0]).height, LINK,
        )  # fmt: skip
        found: list[Path] = []
        for figure, goal, cost in zip(figures, goals, costs, strict=False):
            path = (figure.spot, goal)
            if not self.walkers[figure.id].can_pay(path, cost):
                break
            found.append(path)
        return found

    def _follow(self, figure: Figure, goal: Spot, placed: Taken) -> Path | None:
        walker = self.walkers[figure.id]
        if walker.most <= 0:
            return None

        def allowed(spots: Floats) -> Flags:
            return _linked(spots, placed) & self._free(figure, spots, placed)

        path = walker.straight_beside(goal, placed, LINK) or walker.nearest(goal, allowed)
        return path or self._close_up(figure, placed)

    def _close_up(self, figure: Figure, placed: Taken) -> Path | None:
        """As far as it gets towards the nearest of those who have a place."""
        away = placed.rows[:, :3] - (figure.x, figure.y, figure.z)
        x, y, z = placed.rows[int((away**2).sum(axis=1).argmin()), :3].tolist()
        walker = self.walkers[figure.id]
        return walker.nearest(Spot(x, y, z), lambda spots: self._free(figure, spots, placed))

    def _make_way(self, figure: Figure, placed: Taken) -> Path:
        """Stays, or goes aside if another goes where it stands."""
        if self._holds(figure, figure.spot, placed):
            return (figure.spot,)
        aside = self.walkers[figure.id].nearest(
            figure.spot, lambda spots: self._free(figure, spots, placed), leaves=True
        )
        return aside or (figure.spot,)

    def _holds(self, figure: Figure, spot: Spot, placed: Taken) -> bool:
        return not placed.full(spot, radius(self.battle, figure), size(self.battle, figure).height)

    def _free(self, figure: Figure, spots: Floats, placed: Taken) -> Flags:
        high = size(self.battle, figure).height
        return placed.room(spots, radius(self.battle, figure), high)


def _linked(spots: Floats, placed: Taken) -> Flags:
    """Which of them are in coherency with somebody who has a place."""
    away = spots[:, None, :] - placed.rows[None, :, :3]
    return np.asarray(((away**2).sum(axis=2) <= LINK * LINK).any(axis=1))
