"""Where a squad goes: one question for all its models. Whoever is given first is followed by the others."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import pairwise

import numpy as np

from warbook.board.bodies import Crowd, body_rows
from warbook.board.formation import each_place, parts
from warbook.board.geometry import Body, Spot, distance, gap, overlap
from warbook.board.kernel import Flags, Floats
from warbook.board.paths import Barred, Path, Reach
from warbook.books.vehicles.field.bodies import CLEAR, WITHIN, base, model_type, unit_type
from warbook.books.vehicles.field.ground import walked
from warbook.books.vehicles.field.placing import LINK, Room, standing_at
from warbook.books.vehicles.field.ways import going, obstacles, too_close
from warbook.books.vehicles.state import Battle, Game, Model, Unit
from warbook.books.vehicles.wounds.footing import tests, tread
from warbook.core.events import Moved
from warbook.core.questions import Concern, Form, Refusal, Route, Way

TRIES = 6  # places looked at for one who cannot keep his place in the formation
LATTICE = 1.0  # inches between the places that are shown to who jumps
TROUBLE = {"model": "veh.P3", "ground": "veh.P3", "occupied": "veh.P3"}


class March:
    """One move of a unit with so many inches; not `rough`: not through difficult ground."""

    def __init__(self, battle: Battle, unit: Unit, inches: float, rough: bool) -> None:
        self.battle, self.unit, self.inches, self.rough = battle, unit, inches, rough
        self.models = battle.standing(unit)
        self.start = {model.id: base(battle, model) for model in self.models}
        self.jump = unit_type(battle, unit).jump
        self.held = too_close(battle, unit)
        self.floor, self.others = walked(battle, unit), obstacles(battle, unit, self.held)
        self.blockers = body_rows(self.others)
        self.going = going(inches, rough)
        self.apart = _spread(list(self.start.values()))
        self.costs: dict[Path, float] = {}

    @cached_property
    def room(self) -> Room:
        """Wanted only where somebody goes."""
        return Room(self.battle, self.unit)

    # ------------------------------------------------------------ the question

    def question(self, text: str, rule: str, kind: str) -> Form:
        routes = {model.id: self.route(model, rule, kind) for model in self.models}
        return Form(text, routes, rule, self.judge, self.suggest, kind=kind, warn=self.warn)

    def route(self, model: Model, rule: str, kind: str) -> Route:
        text = f"Where does the {model_type(self.battle, model).name} go?"

        @cache
        def found() -> Reach:
            return self.floor.reach(model.spot, self.going, self.blockers)

        def reach() -> Sequence[Sequence[float]]:
            if self.jump:
                return self._landings(model)
            spots: list[list[float]] = found().spots.tolist()
            return spots if not self.held else [spots[0], *(at for at in spots if self._clear(Spot(*at)))]

        def path(x: float, y: float, z: float | None) -> Path | None:
            straight = (model.spot, Spot(x, y, model.z if z is None else z))
            if self.goes(straight):
                return straight
            return None if self.jump else self._nearest(found(), x, y, z)

        return Route(
            text, model.id, model.spot, self.way, reach, path, self.inches, rule,
            lambda: Way((model.spot,)), kind,
        )  # fmt: skip

    def way(self, path: Path) -> float | Refusal:
        """What one model's way costs."""
        if len(path) < 2:
            return 0.0
        if self.jump:
            return self._leap(path)
        cost = self._cost(path)
        if cost <= self.inches + 1e-6:
            return cost if self._clear(path[-1]) else Refusal("that is within an inch of an enemy", "veh.P3")
        plain = self.floor.judge(path, going(self.inches), self.blockers)
        if isinstance(plain, Barred):
            return Refusal(plain.words, TROUBLE.get(plain.kind, "veh.P3"))
        return Refusal("that way leads through difficult ground", "veh.P3.difficult")

    def goes(self, path: Path) -> bool:
        """Whether a way is allowed; sooner told than why not."""
        if self.jump or len(path) < 2:
            return not isinstance(self.way(path), Refusal)
        return self._cost(path) <= self.inches + 1e-6 and self._clear(path[-1])

    def _cost(self, path: Path) -> float:
        """What a way costs as long as nobody else moves: a way is looked at when it is thought of, when it is
        suggested and when it is taken."""
        known = self.costs.get(path)
        if known is None:
            known = self.costs[path] = self.floor.cost(path, self.going, self.blockers)
        return known

    def _clear(self, spot: Spot) -> bool:
        """Whether a way may end there: who was within an inch of an enemy leaves him or stays
        (veh.assault.not-locked)."""
        if not self.held:
            return True
        here = standing_at(self.battle, self.unit, spot)
        return all(gap(here, foe) >= CLEAR - WITHIN for foe in self.held)

    def _nearest(self, found: Reach, x: float, y: float, z: float | None) -> Path:
        """The way to the place in reach that is nearest to there."""
        best = found.nearest(x, y, z)
        if self.held:
            spots = [Spot(*spot) for spot in found.spots.tolist()]
            free = [0, *(number for number, spot in enumerate(spots) if self._clear(spot))]
            goal = Spot(x, y, spots[0].z if z is None else z)
            best = min(free, key=lambda number: distance(spots[number], goal))
        return found.path(best)

    def judge(self, ways: Mapping[str, Way]) -> list[Concern]:
        """veh.P4: nobody on another's place, and all together. A unit that was apart closes up as far as it
        can."""
        ends = self.ends(ways)
        found = [
            Concern((two,), "that is where another of them goes", "veh.P3", barred=True)
            for number, one in enumerate(ends)
            for two in list(ends)[:number]
            if overlap(ends[one], ends[two]) and len(ways[two].path) + len(ways[one].path) > 2
        ]
        spread = _spread(list(ends.values()))
        if spread > 0.0 and not self._closes_up(spread):
            alone = list(ends)[parts(list(ends.values()), LINK + WITHIN)[1][0]]
            found.append(Concern((alone,), "the unit is to keep together", "veh.P4", barred=True))
        return found

    def warn(self, ways: Mapping[str, Way]) -> list[Concern]:
        """veh.P3.dangerous: who of them will test."""
        caught = [name for name, way in ways.items() if tests(self.battle, self.unit, way.path)]
        if not caught:
            return []
        words = f"{len(caught)} of them would test for dangerous ground, and a 1 wounds"
        return [Concern((caught[0],), words, "veh.P3.dangerous")]

    def _closes_up(self, spread: float) -> bool:
        if self.apart == 0.0 or spread < self.apart - 1e-6:
            return self.apart > 0.0
        best = self._best_closing()
        return best >= self.apart - 1e-6 and spread <= best + 1e-6

    def _best_closing(self) -> float:
        ways = self.suggest({})
        return _spread(
            [standing_at(self.battle, self.unit, ways[name].path[-1]) if name in ways else body
             for name, body in self.start.items()]
        )  # fmt: skip

    def ends(self, ways: Mapping[str, Way]) -> dict[str, Body]:
        return {name: standing_at(self.battle, self.unit, ways[name].path[-1]) for name in self.start}

    # ------------------------------------------------------------ who follows where

    def suggest(self, given: Mapping[str, Way]) -> dict[str, Way]:
        """The others keep their places in the formation where they can, else they come as near to them as
        they can stand. Without anybody given, a unit that is apart closes up."""
        lead = next((model for model in self.models if model.id in given), None)
        if lead is None:
            return self._closing() if self.apart else {}
        end = given[lead.id].path[-1]
        dx, dy, dz = end.x - lead.x, end.y - lead.y, end.z - lead.z
        placed = [
            standing_at(self.battle, self.unit, given[m.id].path[-1]) for m in self.models if m.id in given
        ]
        found: dict[str, Way] = {}
        for model in self._chain(given):
            goal = Spot(model.x + dx, model.y + dy, model.z + dz)
            path = self._follow(model, goal, placed)
            if path is not None:
                found[model.id] = Way(path)
                placed.append(standing_at(self.battle, self.unit, path[-1]))
        return found

    def _chain(self, given: Collection[str]) -> list[Model]:
        """The others, each after one of those beside whom he stands."""
        led = [model for model in self.models if model.id in given]
        away = {m.id: min(distance(m.spot, each.spot) for each in led) for m in self.models}
        rest, found = [model for model in self.models if model.id not in given], list[Model]()
        while rest:
            found.append(min(rest, key=lambda model: away[model.id]))
            rest.remove(found[-1])
            for model in rest:
                away[model.id] = min(away[model.id], distance(model.spot, found[-1].spot))
        return found

    def _follow(self, model: Model, goal: Spot, placed: Sequence[Body]) -> Path | None:
        body, crowd = standing_at(self.battle, self.unit, goal), Crowd(placed)
        if self._fits(body, crowd):
            path = (model.spot, goal) if distance(model.spot, goal) > 1e-6 else (model.spot,)
            if self.goes(path):
                return path
        here = np.array([model.x, model.y, model.z])

        def fit(spots: Floats) -> Flags:
            found: Flags = ((spots - here) ** 2).sum(axis=1) <= self.inches**2
            found[found] = self._linked(spots[found], crowd)
            return found

        near = each_place(self.floor, goal, TRIES, body.height, LINK, placed, fit=fit)
        return self._first(model, near, placed) or self._first(model, self._beside(model, placed), placed)

    def _beside(self, model: Model, placed: Sequence[Body]) -> Iterator[Body]:
        """Places for a model beside the one of these who is nearest to him."""
        here = self.start[model.id]
        nearest, crowd = min(placed, key=lambda each: gap(here, each)), Crowd(placed)
        return each_place(
            self.floor, nearest, TRIES, here.height, LINK, placed,
            towards=model.spot, fit=lambda spots: self._linked(spots, crowd),
        )  # fmt: skip

    def _linked(self, spots: Floats, placed: Crowd) -> Flags:
        """At which of many spots a model coheres with those who are placed and has room."""
        found: Flags = placed.near(spots, self.room.radius, LINK)
        found[found] = self.room.free(spots[found])
        return found

    def _first(self, model: Model, places: Iterable[Body], placed: Sequence[Body]) -> Path | None:
        """The way to the first of these places to which there is one, of those straight on if any is."""
        tried = []
        for place in places:
            straight = (model.spot, place.spot)
            if self.goes(straight):
                return straight
            tried.append(place.spot)
        for spot in tried if not self.jump else ():
            path = self.floor.shortest(model.spot, spot, self.going, self.blockers, placed)
            if path is not None:
                return path
        return None

    def _fits(self, body: Body, placed: Crowd) -> bool:
        return placed.within(body, LINK) and not placed.overlaps(body) and self.room.holds(body)

    def _closing(self) -> dict[str, Way]:
        """Who is apart comes to the largest part, or as near to it as he can."""
        chains = parts(list(self.start.values()), LINK + WITHIN)
        main = max(chains, key=len)
        placed = [self.start[self.models[number].id] for number in main]
        rest = [model for number, model in enumerate(self.models) if number not in main]
        rest.sort(key=lambda model: min(gap(self.start[model.id], each) for each in placed))
        found: dict[str, Way] = {}
        for number, model in enumerate(rest):
            here = self.start[model.id]
            nearest = min(placed, key=lambda each: gap(here, each))
            path = self._first(model, self._beside(model, placed), placed)
            if path is None and not self.jump:
                path = self.floor.towards(model.spot, nearest, self.going, self.others, placed)
                if not self.goes(path):
                    path = None
            if path is not None and self._taken(path[-1], rest[number + 1 :]):
                path = None
            if path is not None:
                found[model.id] = Way(path)
            placed.append(here if path is None else standing_at(self.battle, self.unit, path[-1]))
        return found

    def _taken(self, spot: Spot, waiting: Sequence[Model]) -> bool:
        """Whether one of those stands there who may have to stay."""
        there = standing_at(self.battle, self.unit, spot)
        return any(overlap(there, self.start[model.id]) for model in waiting)

    # ------------------------------------------------------------ jumping

    def _leap(self, path: Path) -> float | Refusal:
        """veh.P14.jump: over models and terrain, as the crow flies."""
        far = sum(distance(one, two) for one, two in pairwise(path))
        if far > self.inches + WITHIN:
            return Refusal(f"{far:.1f} inches is further than {self.inches:g}", "veh.P14.jump")
        if not self.room.holds(standing_at(self.battle, self.unit, path[-1])):
            return Refusal("it cannot land there", "veh.P14.jump")
        return far

    def _landings(self, model: Model) -> list[tuple[float, float, float]]:
        steps = range(-int(self.inches / LATTICE), int(self.inches / LATTICE) + 1)
        spots = [(model.x + LATTICE * i, model.y + LATTICE * j, 0.0) for i in steps for j in steps]
        return [spot for spot in spots if not isinstance(self._leap((model.spot, Spot(*spot))), Refusal)]


def march(
    game: Game, unit: Unit, inches: float, rough: bool, text: str, rule: str, kind: str, how: str
) -> bool:
    """Asks where the unit goes and has it go there, with the tests of dangerous ground; whether anybody
    moved."""
    question = March(game.battle, unit, inches, rough).question(text, rule, kind)
    ways: Mapping[str, Way] = game.ask(unit.side, question)
    return go_ways(game, unit, {name: way.path for name, way in ways.items()}, rule, how)


def go_ways(game: Game, unit: Unit, paths: Mapping[str, Path], rule: str, how: str) -> bool:
    """The models go these ways."""
    moving = [model for model in game.battle.standing(unit) if len(paths.get(model.id, ())) > 1]
    for model in moving:
        path = paths[model.id]
        model.at(path[-1])
        game.tell(Moved(piece=model.id, path=path, how=how, rule=rule))
    tread(game, unit, paths)
    return bool(moving)


def _spread(ends: Sequence[Body]) -> float:
    """How far the parts of a unit are from the largest of them, all together; 0 in coherency."""
    chains = parts(ends, LINK + WITHIN)
    if len(chains) <= 1:
        return 0.0
    main = max(chains, key=len)
    return sum(
        min(gap(ends[one], ends[two]) for one in chain for two in main)
        for chain in chains
        if chain is not main
    )
