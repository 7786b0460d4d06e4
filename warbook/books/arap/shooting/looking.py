"""What somebody who would fire has before him: the figures of a unit, how far, in what cover, seen or not."""

from __future__ import annotations

from functools import cached_property
from math import cos, radians, sin
from typing import Literal, TypeAlias

from msgspec import Struct

from warbook.board.geometry import Spot, distance, point_to_segment, stretches_inside
from warbook.books.arap.field.bodies import profile
from warbook.books.arap.field.cover import cover_from, cover_of_most
from warbook.books.arap.field.ground import boxes
from warbook.books.arap.field.sight import Eye, can_bear, clear_air, eye, share_open
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
    return while_still(battle, (look_at, shooter.id, target.id), lambda: _look(battle, shooter, target))


def _look(battle: Battle, shooter: Figure, target: Unit) -> Look:
    look, start = eye(battle, shooter), muzzle(battle, shooter)
    seen: list[Line] = []
    blind: list[Line] = []
    them = battle.standing(target)
    for figure in them:
        if not can_bear(battle, shooter, figure.spot) or share_open(battle, shooter, figure) <= 0.0:
            continue
        inches, cover = distance(start, figure.spot), cover_from(battle, look, figure)
        if clear_air(battle, look, figure.spot):
            seen.append(Line(figure.id, inches, cover))
        else:
            lasers = smoke_between(battle, look, figure.spot)
            blind.append(Line(figure.id, inches, cover, "smoke" if lasers[0] else "dark", lasers))
    lines = sorted(seen or blind, key=lambda line: line.inches)
    return Look(shooter.id, tuple(lines), len(them) - len(lines))


def any_line(battle: Battle, shooter: Figure, target: Unit, inches: float) -> bool:
    """Whether he has a line to anybody of the unit so near; cheaper than all of them."""
    start = muzzle(battle, shooter)
    return any(
        distance(start, figure.spot) <= inches
        and can_bear(battle, shooter, figure.spot)
        and share_open(battle, shooter, figure) > 0.0
        for figure in battle.standing(target)
    )


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
