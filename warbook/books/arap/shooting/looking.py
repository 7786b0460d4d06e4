"""What somebody who would fire has before him: the figures of a unit, how far, in what cover, seen or not."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import cos, inf, radians, sin
from typing import Literal, TypeAlias

import numpy as np
from msgspec import Struct

from warbook.board.geometry import Spot, distance, point_to_segment, stretches_inside
from warbook.board.kernel import Flags, Floats, kernel
from warbook.books.arap.field.bodies import gaps_between, profile, units_apart
from warbook.books.arap.field.cover import classes_from, cover_of_most, covers_from
from warbook.books.arap.field.covering import covers_named
from warbook.books.arap.field.ground import boxes
from warbook.books.arap.field.sight import (
    FREE_TURN,
    Eye,
    can_bear,
    clear_air,
    eye,
    hazy,
    lines,
    share_open,
)
from warbook.books.arap.field.stills import while_still
from warbook.books.arap.state import Battle, Figure, Unit
from warbook.books.arap.terrain import Cover

Sighted: TypeAlias = Literal["seen", "dark", "smoke"]
SMOKE = (6, 2)  # arap.shooting.laser-smoke: the Strength from which lasers pass it, and what they lose


class Line(Struct, frozen=True):
    """From one who fires to one of the target's figures. What smoke or the dark hides is fired at blindly."""

    figure: str
    inches: float
    cover: Cover
    sighted: Sighted = "seen"
    lasers: tuple[int, int] = (0, 0)  # the least Strength of a laser that passes, and what it loses


class Look(Struct, frozen=True, dict=True):
    """All lines of one figure to a unit, the nearest first, and to how many of it there are none."""

    shooter: str
    lines: tuple[Line, ...]
    unseen: int

    @cached_property
    def cover(self) -> Cover:
        """arap.shooting.unit-cover, arap.F46: those unseen count as in hard cover."""
        return cover_of_most([line.cover for line in self.lines] + ["hard"] * self.unseen)


def muzzle(battle: Battle, figure: Figure) -> Spot:
    """arap.basics.measurement-weapon-mount: where its guns measure from."""
    ahead = profile(battle, figure).mount
    if not ahead:
        return figure.spot
    turn = radians(figure.facing)
    return Spot(figure.x + ahead * cos(turn), figure.y + ahead * sin(turn), figure.z)


def look_at(battle: Battle, shooter: Figure, target: Unit) -> Look:
    """arap.shooting.eligibility, arap.F3: the figures in the arc that he sees; if he sees none, those whom
    only smoke or the dark hides (arap.shooting.hidden-targets, arap.F38)."""
    if shooter.place == "table":
        return looks_at(battle, battle.unit(shooter.unit), target)[shooter.id]
    return while_still(battle, (look_at, shooter.id, target.id), lambda: _look(battle, shooter, target))


def looks_at(battle: Battle, unit: Unit, target: Unit) -> dict[str, Look]:
    """The same of everybody of a unit who is on the table."""
    return while_still(battle, (looks_at, unit.id, target.id), lambda: _looks(battle, unit, target))


def _looks(battle: Battle, unit: Unit, target: Unit) -> dict[str, Look]:
    shooters, them = battle.standing(unit), battle.standing(target)
    open_to = lines(battle, unit.id, target.id)
    one, two = np.nonzero(sighted(battle, unit, target))
    covers = covers_named(classes_from(battle, open_to.eyes[one], open_to.bodies[two]))
    found: dict[str, list[tuple[Figure, Cover]]] = {figure.id: [] for figure in shooters}
    for shooter, figure, cover in zip(one.tolist(), two.tolist(), covers, strict=True):
        found[shooters[shooter].id].append((them[figure], cover))
    return {each.id: _looked(battle, each, found[each.id], len(them)) for each in shooters}


def sighted(battle: Battle, unit: Unit, target: Unit) -> Flags:
    """Who of a unit can bear on whom of another and would see him in clear air."""

    def made() -> Flags:
        open_to = lines(battle, unit.id, target.id)
        return (open_to.shares > 0.0) & _borne(battle, battle.standing(unit), open_to.bodies)

    return while_still(battle, (sighted, unit.id, target.id), made)


def _borne(battle: Battle, shooters: Sequence[Figure], bodies: Floats) -> Flags:
    """`can_bear` of each shooter towards each body."""
    profiles = battle.setup.profiles
    widths = [profiles[each.kind].fire_arc / 2 + FREE_TURN + 1e-6 for each in shooters]
    if min(widths, default=360.0) >= 180.0:
        return np.ones((len(shooters), len(bodies)), np.bool_)
    spots = [(each.x, each.y, each.facing, wide) for each, wide in zip(shooters, widths, strict=True)]
    return _within_arcs(np.array(spots), bodies)


@kernel
def _within_arcs(spots: Floats, bodies: Floats) -> Flags:
    """Which bodies lie within so many degrees (the last column) to either hand of those who stand somewhere
    and face somewhere."""
    found = np.ones((len(spots), len(bodies)), np.bool_)
    for i in range(len(spots)):
        for j in range(len(bodies)):
            along, across = bodies[j, 0] - spots[i, 0], bodies[j, 1] - spots[i, 1]
            if along != 0.0 or across != 0.0:
                off = (np.degrees(np.arctan2(across, along)) - spots[i, 2] + 180.0) % 360.0 - 180.0
                found[i, j] = abs(off) <= spots[i, 3]
    return found


def _look(battle: Battle, shooter: Figure, target: Unit) -> Look:
    """Of somebody who is not on the table: aboard something."""
    them = battle.standing(target)
    seen = [
        each
        for each in them
        if can_bear(battle, shooter, each.spot) and share_open(battle, shooter, each) > 0.0
    ]
    covers = covers_from(battle, np.array([eye(battle, shooter)] * len(seen)).reshape(-1, 3), seen)
    return _looked(battle, shooter, list(zip(seen, covers, strict=True)), len(them))


def _looked(battle: Battle, shooter: Figure, open_to: Sequence[tuple[Figure, Cover]], many: int) -> Look:
    """The lines to those whom he would see in clear air, of so many in all."""
    look, start, haze = eye(battle, shooter), muzzle(battle, shooter), hazy(battle)
    seen: list[Line] = []
    blind: list[Line] = []
    for figure, cover in open_to:
        inches = distance(start, figure)
        if not haze or clear_air(battle, look, figure.spot):
            seen.append(Line(figure.id, inches, cover))
        else:
            lasers = smoke_between(battle, look, figure.spot)
            blind.append(Line(figure.id, inches, cover, "smoke" if lasers[0] else "dark", lasers))
    found = sorted(seen or blind, key=lambda line: line.inches)
    return Look(shooter.id, tuple(found), many - len(found))


def any_line(battle: Battle, shooter: Figure, target: Unit, inches: float) -> bool:
    """Whether he has a line to anybody of the unit so near; cheaper than all of them."""
    if shooter.place != "table":
        return any(line.inches <= inches for line in look_at(battle, shooter, target).lines)
    unit = battle.unit(shooter.unit)
    if units_apart(battle, unit, target) - profile(battle, shooter).mount > inches:
        return False
    return nearest_lines(battle, unit, target)[shooter.id] <= inches


def nearest_lines(battle: Battle, unit: Unit, target: Unit) -> dict[str, float]:
    """Inches from each of a unit to the nearest of another to whom he has a line; infinite if he has none."""

    def made() -> dict[str, float]:
        shooters = battle.standing(unit)
        open_to = sighted(battle, unit, target)
        if any(profile(battle, each).mount for each in shooters):
            starts = [muzzle(battle, each) for each in shooters]
            gaps = np.array([[distance(start, each) for each in battle.standing(target)] for start in starts])
        else:
            gaps = gaps_between(battle, unit, target)
        least = np.where(open_to, gaps, inf).min(axis=1, initial=inf)
        return dict(zip((each.id for each in shooters), least.tolist(), strict=True))

    return while_still(battle, (nearest_lines, unit.id, target.id), made)


def smoke_between(battle: Battle, look: Eye, spot: Spot) -> tuple[int, int]:
    """arap.shooting.laser-smoke: what a laser needs to pass what lies between, and what it loses."""
    a, b = look[:2], (spot.x, spot.y)
    found: list[tuple[int, int]] = [
        SMOKE
        for cloud in battle.clouds
        if cloud.kind == "smoke" and point_to_segment(cloud.x, cloud.y, a, b) < cloud.radius
    ]
    found += [
        (kind.lasers_from, kind.lasers_lose)
        for *_, area, kind in boxes(battle)
        if kind.blocks_sight and stretches_inside(area.polygon, a, b)
    ]
    return max((each[0] for each in found), default=0), max((each[1] for each in found), default=0)
