"""The room that figures take up, and how far they are from each other: always from centre to centre."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from itertools import chain
from math import hypot, inf
from operator import attrgetter

import numpy as np

from warbook.board.bodies import KEEP, NOBODY, TALL, Crowd, crowded
from warbook.board.geometry import Body, Disc, Spot, distance
from warbook.board.kernel import Floats, Ints, kernel
from warbook.books.arap.army.data import Fighter
from warbook.books.arap.army.lists import FigureWord, Profile, Size
from warbook.books.arap.field.stills import while_still
from warbook.books.arap.state import (
    EYE,
    EYE_PRONE,
    HEIGHT,
    HEIGHT_PRONE,
    RADIUS,
    Battle,
    Figure,
    Unit,
)

WITHIN = 0.009  # arap.basics.inclusive: a limit in inches includes itself, and not the hundredth beyond
CONTACT = 0.05  # inches between bases that touch
NOBODY_THERE = np.empty(0, np.int64)
RISE = 2.0  # inches that one may stand above another and be in contact


def fighter(battle: Battle, figure: Figure) -> Fighter:
    """What the figure is, with what it carries."""
    return battle.setup.fighters[figure.kind]


def like(battle: Battle, figure: Figure) -> int:
    """The number of the kind of figure that it is: the same for all who are and carry the same."""
    return battle.setup.likes[figure.kind]


def profile(battle: Battle, figure: Figure) -> Profile:
    return battle.setup.profiles[figure.kind]


def has(battle: Battle, figure: Figure, word: FigureWord) -> bool:
    """Whether a rule word is the figure's."""
    return word in battle.setup.fighters[figure.kind].rules


def size(battle: Battle, figure: Figure) -> Size:
    return battle.setup.sizes[figure.kind]


def radius(battle: Battle, figure: Figure) -> float:
    """Of its base."""
    return battle.setup.radii[figure.kind]


def melee_radius(battle: Battle, figure: Figure) -> float:
    """arap.basics.melee-radius."""
    return battle.setup.sizes[figure.kind].melee_radius


def body(battle: Battle, figure: Figure, spot: Spot | None = None) -> Body:
    """The figure where it is, or if it stood at the spot; flat if it is prone (arap.F1,
    arap.movement.prone-line-of-sight)."""
    kind = size(battle, figure)
    height = kind.height_prone if figure.prone else kind.height
    return Body(spot or figure.spot, _disc(radius(battle, figure)), height, figure.facing)


def room_of(battle: Battle, figure: Figure) -> tuple[float, ...]:
    """The same as a row of the board's."""
    kind = size(battle, figure)
    height = kind.height_prone if figure.prone else kind.height
    return (figure.x, figure.y, figure.z, radius(battle, figure), 0.0, 0.0, 0.0, 0.0, height)


def upright(battle: Battle, figure: Figure, spot: Spot | None = None) -> Body:
    """The same if it stood (arap.movement.model-height)."""
    return Body(
        spot or figure.spot,
        _disc(radius(battle, figure)),
        size(battle, figure).height,
        figure.facing,
    )


def bodies(battle: Battle, unit: Unit) -> list[Body]:
    """Of those on the table."""
    return [body(battle, figure) for figure in battle.standing(unit)]


def apart(one: Figure, two: Figure) -> float:
    """arap.basics.measurement: from the centre of one base to that of the other."""
    return distance(one, two)


def within(inches: float, limit: float) -> bool:
    """arap.basics.inclusive."""
    return inches <= limit + WITHIN


def units_apart(battle: Battle, one: Unit, two: Unit) -> float:
    """Between the two figures of the units that are nearest to each other."""
    all_of = everybody(battle)
    row, column = all_of.rank.get(one.id), all_of.rank.get(two.id)
    return inf if row is None or column is None else float(all_of.apart[row, column])


def gaps_between(battle: Battle, one: Unit, two: Unit) -> Floats:
    """Inches from each figure of one unit on the table to each of the other."""
    return while_still(battle, (gaps_between, one.id, two.id), lambda: _gaps(battle, one, two))


def _gaps(battle: Battle, one: Unit, two: Unit) -> Floats:
    all_of = everybody(battle)
    ours, theirs = (all_of.rows[all_of.of.get(unit.id, NOBODY_THERE), :3] for unit in (one, two))
    return _inches(ours, theirs)


def _inches(ours: Floats, theirs: Floats) -> Floats:
    """From each of some places (n, 3) to each of others (m, 3)."""
    away = ours[:, None, :] - theirs[None, :, :]
    away *= away
    return np.asarray(np.sqrt(away[:, :, 0] + away[:, :, 1] + away[:, :, 2]))


def touch(battle: Battle, one: Figure, two: Figure) -> bool:
    """Base contact."""
    if abs(one.z - two.z) > RISE:
        return False
    return hypot(one.x - two.x, one.y - two.y) - radius(battle, one) - radius(battle, two) <= CONTACT


def in_the_way(battle: Battle, but: Iterable[str] = ()) -> list[Body]:
    """The bodies of all figures on the table but those of the units named."""
    left_out = set(but)
    return [
        body(battle, figure)
        for figure in battle.figures
        if figure.place == "table" and figure.unit not in left_out
    ]


def rows_of(battle: Battle, figures: Iterable[Figure]) -> Floats:
    """Their bodies, as rows of the board's."""
    return np.array([room_of(battle, figure) for figure in figures]).reshape(-1, 9)


_POSE = attrgetter("x", "y", "z", "prone")
MOST_COMPANIES = 64  # that are known at once


@kernel
def _bodily(poses: Floats, builds: Floats) -> tuple[Floats, Floats]:
    """The rows of bodies that stand or lie somewhere, and their eyes (n, 3)."""
    rows, eyes = np.zeros((len(poses), 9)), np.empty((len(poses), 3))
    for n in range(len(poses)):
        prone = poses[n, 3] > 0.0
        rows[n, :3], eyes[n] = poses[n, :3], poses[n, :3]
        rows[n, KEEP] = builds[n, RADIUS]
        rows[n, TALL] = builds[n, HEIGHT_PRONE] if prone else builds[n, HEIGHT]
        eyes[n, 2] += builds[n, EYE_PRONE] if prone else builds[n, EYE]
    return rows, eyes


@kernel
def _least_gaps(rows: Floats, owners: Ints, many: int) -> Floats:
    """Inches between the two of any two owners that are nearest to each other."""
    found = np.full((many, many), np.inf)
    for i in range(len(rows)):
        for j in range(i + 1):
            dx, dy, dz = rows[i, 0] - rows[j, 0], rows[i, 1] - rows[j, 1], rows[i, 2] - rows[j, 2]
            square = dx * dx + dy * dy + dz * dz
            a, b = owners[i], owners[j]
            if square < found[a, b]:
                found[a, b] = found[b, a] = square
    inches: Floats = np.sqrt(found)
    return inches


@kernel
def _gaps_from(rows: Floats, owners: Ints, many: int, x: float, y: float, z: float) -> Floats:
    """Inches from a place to whoever of each owner is nearest to it."""
    found = np.full(many, np.inf)
    for i in range(len(rows)):
        dx, dy, dz = rows[i, 0] - x, rows[i, 1] - y, rows[i, 2] - z
        found[owners[i]] = min(found[owners[i]], dx * dx + dy * dy + dz * dz)
    inches: Floats = np.sqrt(found)
    return inches


class Company:
    """All figures on the table, wherever they stand there. It outlives the figures of one battle, so it has
    none of them."""

    def __init__(self, battle: Battle, figures: Sequence[Figure]) -> None:
        self.ids = [each.id for each in figures]
        self.units = [each.unit for each in figures]
        self.builds = battle.setup.builds[np.array([each.kind for each in figures], np.int64)]

    @cached_property
    def of(self) -> dict[str, Ints]:
        """The numbers of the figures of each unit."""
        found: dict[str, list[int]] = {}
        for number, unit in enumerate(self.units):
            found.setdefault(unit, []).append(number)
        return {unit: np.array(numbers) for unit, numbers in found.items()}

    @cached_property
    def rank(self) -> dict[str, int]:
        """Which of the units a unit is."""
        return {unit: number for number, unit in enumerate(self.of)}

    @cached_property
    def owners(self) -> Ints:
        """Of each figure which of the units is its own."""
        ranks = self.rank
        return np.array([ranks[unit] for unit in self.units], np.int64)

    @cached_property
    def number(self) -> dict[str, int]:
        """Which of them a figure is."""
        return {name: number for number, name in enumerate(self.ids)}

    @cached_property
    def place(self) -> dict[str, int]:
        """Which of its unit a figure is."""
        begun: dict[str, int] = {}
        found = {}
        for name, unit in zip(self.ids, self.units, strict=True):
            found[name] = begun[unit] = begun.get(unit, -1) + 1
        return found


class Everybody:
    """The same as they stand, as rows."""

    def __init__(self, battle: Battle) -> None:
        figures = [each for each in battle.figures if each.place == "table"]
        company = self.company = _company(battle, figures)
        self.ids, self.units, self.builds = company.ids, company.units, company.builds
        self.of, self.rank = company.of, company.rank
        poses = np.fromiter(chain.from_iterable(map(_POSE, figures)), np.float64, 4 * len(figures))
        self.rows, self.eyes = _bodily(poses.reshape(-1, 4), self.builds)

    @property
    def number(self) -> dict[str, int]:
        """Which of them a figure is."""
        return self.company.number

    @property
    def place(self) -> dict[str, int]:
        """Which of its unit a figure is."""
        return self.company.place

    @cached_property
    def apart(self) -> Floats:
        """Between the figures of any two units, by their ranks, that are nearest to each other."""
        return _least_gaps(self.rows, self.company.owners, len(self.rank))

    def gaps_from(self, spot: Spot) -> dict[str, float]:
        """From a spot to the nearest figure of each unit."""
        company = self.company
        gaps = _gaps_from(
            self.rows, company.owners, len(self.rank), float(spot.x), float(spot.y), float(spot.z)
        )
        return dict(zip(self.rank, gaps.tolist(), strict=True))


def _company(battle: Battle, figures: Sequence[Figure]) -> Company:
    known = battle.setup.companies
    key = tuple([(each.unit if each.place == "table" else "") for each in battle.figures])
    found: Company | None = known.get(key)
    if found is None:
        if len(known) >= MOST_COMPANIES:
            known.clear()
        found = known[key] = Company(battle, figures)
    return found


def everybody(battle: Battle) -> Everybody:
    return while_still(battle, Everybody, lambda: Everybody(battle))


class Taken(Crowd):
    """Room that is taken: by those who stand there, and by those who are given a place."""

    def __init__(self, *rows: Floats) -> None:
        self.rows = rows[0] if len(rows) == 1 else np.concatenate(rows) if rows else NOBODY

    def full(self, spot: Spot, radius: float, height: float) -> bool:
        """Whether one of that size has no room there: `overlaps` without a body."""
        if not len(self.rows):
            return False
        return crowded(self.rows, float(spot.x), float(spot.y), float(spot.z), radius, float(height))

    def add(self, battle: Battle, figure: Figure, spot: Spot) -> None:
        """Gives the figure a place to stand upright."""
        base, tall = radius(battle, figure), size(battle, figure).height
        row = np.array(((spot.x, spot.y, spot.z, base, 0.0, 0.0, 0.0, 0.0, tall),))
        self.rows = np.concatenate((self.rows, row))


@cache
def _disc(inches: float) -> Disc:
    return Disc(inches)
