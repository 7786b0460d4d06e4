"""What stands between an eye and a body, for who wants to know why nothing is seen of it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from warbook.board.geometry import Body, Spot
from warbook.board.memory import recall
from warbook.board.sight import Sight, sight_of
from warbook.board.terrain import Table

STEPS = 200  # of the line along which it is looked up where a thing begins to be in the way
LEAST = 1e-9  # of a share


class Between(Struct, frozen=True):
    """A thing that hides a share of a body by itself: a piece of terrain by its name, or a screen by its
    number among those that were given; and where it comes into the line to the middle of the body."""

    name: str
    screen: int
    share: float
    spot: Spot


def between(
    table: Table, eye: tuple[float, float, float], body: Body, screens: Sequence[Body] = ()
) -> Between | None:
    """What hides most of the body, of several alike what is nearest to the eye; None where nothing does."""
    sight = sight_of(table)
    hides = [(name, alone, 1.0 - alone.fraction(eye, body)) for name, alone in recall(table, _terrain)]
    shares = sight.hidden_by(eye, body, screens)
    most = max([share for _, _, share in hides] + shares, default=0.0)
    if most <= LEAST:
        return None
    found = [
        Between(name, -1, share, _entered(alone, eye, body)) for name, alone, share in hides if share >= most
    ]
    found += [
        Between("", number, share, screen.spot)
        for number, (screen, share) in enumerate(zip(screens, shares, strict=True))
        if share >= most
    ]
    return min(found, key=lambda each: _square(eye, each.spot))


def _terrain(table: Table) -> list[tuple[str, Sight]]:
    """Every block, floor and wall by its name, with the sight lines of a table where it stands alone."""
    names = [block.name for block in table.blocks] + [floor.name for floor in table.floors]
    names += [wall.name for wall in table.walls]
    return list(zip(names, sight_of(table).apart(len(table.walls)), strict=True))


def _entered(alone: Sight, eye: tuple[float, float, float], body: Body) -> Spot:
    """Where the line to the middle of the body meets the piece; that middle where it passes it by."""
    spot = body.spot
    goal = spot.x, spot.y, spot.z + body.height / 2
    for step in range(1, STEPS + 1):
        x, y, z = (a + (b - a) * step / STEPS for a, b in zip(eye, goal, strict=True))
        if not alone.clear(eye, (x, y, z)):
            return Spot(x, y, z)
    return Spot(*goal)


def _square(eye: tuple[float, float, float], spot: Spot) -> float:
    return (eye[0] - spot.x) ** 2 + (eye[1] - spot.y) ** 2
