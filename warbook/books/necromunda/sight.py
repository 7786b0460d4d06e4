"""Who sees whom, who is behind cover, who is near: the geometry that the rules speak of."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from operator import attrgetter

from warbook.board.geometry import Body, Disc, Spot
from warbook.board.hindrances import between as between_them
from warbook.board.memory import recall
from warbook.board.sight import Sight, sight_of
from warbook.board.terrain import Table
from warbook.books.necromunda.data import armour
from warbook.books.necromunda.state import BASE, EYE, HEIGHT, RADIUS, Battle, Fighter, enemy
from warbook.core.questions import Hindrance

CONTACT = 0.05  # bases this near count as touching
RISE = 1.45  # and may stand this much above one another: less than the room a model takes up
MOST_FOUND = 10 + 2 * RADIUS + 0.1  # Initiative is 10 at most
MOST_BODIES = 20_000

_ALONG = attrgetter("y")

# ---------------------------------------------------------------- seeing


def fraction(battle: Battle, viewer: Fighter, target: Fighter) -> float:
    """How much of the target's body the viewer's eyes have a line to, whichever way he faces."""
    return lines_to(battle, target.x, target.y, target.z, target.height)[viewer.x, viewer.y, viewer.z]


def fraction_at(battle: Battle, x: float, y: float, z: float, tx: float, ty: float, tz: float) -> float:
    """The same for a viewer standing at x, y, z and somebody on his feet at tx, ty, tz."""
    return lines_to(battle, tx, ty, tz)[x, y, z]


class Lines(dict[tuple[float, float, float], float]):
    """How much of one body is seen by who stands at x, y, z; looked at once from each such spot."""

    def __init__(self, sight: Sight, spot: Spot, height: float, smoke: tuple[Body, ...]) -> None:
        self.spot, self._seen = spot, sight.onto(Body(spot, BASE, height), smoke)

    def __missing__(self, feet: tuple[float, float, float]) -> float:
        x, y, z = feet
        part = self[feet] = self._seen(x, y, z + EYE)
        return part


def lines_to(battle: Battle, x: float, y: float, z: float, height: float = HEIGHT) -> Lines:
    """The lines to a body of this height at x, y, z."""
    bodies = recall(battle.setup.scenario.table, _Bodies)
    return bodies[x, y, z, height, smoke_of(battle) if battle.tokens else ()]


class _Bodies(dict[tuple[float, float, float, float, tuple[Body, ...]], Lines]):
    """The lines to the bodies looked at so far on one table, each at x, y, z, so high, and in such smoke."""

    def __init__(self, table: Table) -> None:
        self._sight = sight_of(table)

    def __missing__(self, key: tuple[float, float, float, float, tuple[Body, ...]]) -> Lines:
        if len(self) >= MOST_BODIES:
            self.clear()
        x, y, z, height, smoke = key
        lines = self[key] = Lines(self._sight, Spot(x, y, z), height, smoke)
        return lines


def sight(battle: Battle) -> Sight:
    return sight_of(battle.setup.scenario.table)


def smoke_of(battle: Battle) -> tuple[Body, ...]:
    """Smoke as screens, three inches high."""
    return tuple(Body(Spot(t.x, t.y, t.z), Disc(t.radius), 3.0) for t in battle.tokens if t.kind == "smoke")


def sees(battle: Battle, viewer: Fighter, target: Fighter) -> bool:
    """nec.hiding.hidden: a hidden fighter cannot be seen; others by any part of the body."""
    return not target.hidden and viewer.on_feet and fraction(battle, viewer, target) > 0.0


def seen_by_enemy(battle: Battle, fighter: Fighter) -> bool:
    return not fighter.hidden and any(
        sees(battle, foe, fighter) for foe in battle.present(enemy(fighter.side))
    )


def hindrance(battle: Battle, viewer: Fighter, target: Fighter) -> Hindrance | None:
    """What hides the target from the viewer, if he does not see him at all."""
    smoke = smoke_of(battle) if "photo_visor" not in viewer.gear else ()
    eye = viewer.x, viewer.y, viewer.z + EYE
    if sight(battle).fraction(eye, target.body, smoke) > 0.0:
        return None
    found = between_them(battle.setup.scenario.table, eye, target.body, smoke)
    return None if found is None else Hindrance(f"behind {found.name or 'smoke'}", found.spot)


# ---------------------------------------------------------------- cover


def watchers(battle: Battle, fighter: Fighter) -> list[Fighter]:
    """The enemies cover is judged from (nec.A8): those on their feet, or where none is, those who lie."""
    foes = battle.present(enemy(fighter.side))
    return [foe for foe in foes if not foe.down and not foe.pinned] or foes


def behind_cover(battle: Battle, fighter: Fighter, at: Spot | None = None) -> bool:
    """nec.A8: no watcher has a line that no cover crosses; there must be an enemy to hide from."""
    spot = at or fighter.spot
    foes = watchers(battle, fighter)
    lines = lines_to(battle, spot.x, spot.y, spot.z)
    return bool(foes) and all(lines[foe.x, foe.y, foe.z] < 1.0 for foe in foes)


def discovered(battle: Battle, fighter: Fighter, at: Spot | None = None) -> Fighter | None:
    """nec.M30, nec.A8: the enemy who would find him there: near enough, or with a clear line."""
    spot = at or fighter.spot
    side, lines = fighter.side, lines_to(battle, spot.x, spot.y, spot.z)
    west, east = spot.x - MOST_FOUND, spot.x + MOST_FOUND
    south, north = spot.y - MOST_FOUND, spot.y + MOST_FOUND
    for foe in battle.fighters:
        if foe.side == side or foe.place != "table" or foe.down or foe.pinned:
            continue
        x, y = foe.x, foe.y
        if lines[x, y, foe.z] >= 1.0:
            return foe
        if west < x < east and south < y < north and _comes_upon(battle, foe, foe.spot, spot):
            return foe
    return None


def finds(battle: Battle, foe: Fighter, x: float, y: float, z: float, lines: Lines) -> bool:
    """Whether the foe, standing at x, y, z, would find somebody hidden to whom these are the lines."""
    if lines[x, y, z] >= 1.0:
        return True
    spot = lines.spot
    near = -MOST_FOUND < x - spot.x < MOST_FOUND and -MOST_FOUND < y - spot.y < MOST_FOUND
    return near and _comes_upon(battle, foe, Spot(x, y, z), spot)


def _comes_upon(battle: Battle, foe: Fighter, at: Spot, spot: Spot) -> bool:
    """nec.M30: whether the foe is so near that he finds who hides, whatever lies between."""
    return battle.setup.rulings.detection == "initiative" and between(at, spot) <= initiative(foe) + 1e-9


# ---------------------------------------------------------------- near and far


def between(a: Fighter | Spot, b: Fighter | Spot) -> float:
    """nec.M37: from base edge to base edge in three dimensions, for two fighters' bases."""
    flat = math.hypot(a.x - b.x, a.y - b.y) - 2 * RADIUS
    return math.hypot(flat if flat > 0.0 else 0.0, a.z - b.z)


def apart(a: Fighter, b: Fighter) -> float:
    """nec.M37, for two fighters where they stand."""
    flat = math.hypot(a.x - b.x, a.y - b.y) - 2 * RADIUS
    return math.hypot(flat if flat > 0.0 else 0.0, a.z - b.z)


def within(a: Fighter, b: Fighter, inches: float) -> bool:
    """The limit itself is still within; 1e-6 forgives what adding up fractions of inches costs."""
    return apart(a, b) <= inches + 1e-6


def in_contact(a: Fighter | Spot, b: Fighter) -> bool:
    """nec.movement.engaged: bases that touch."""
    return abs(a.z - b.z) <= RISE and math.hypot(a.x - b.x, a.y - b.y) - 2 * RADIUS <= CONTACT


def opponents(battle: Battle, fighter: Fighter) -> list[Fighter]:
    """The enemies not down whose bases touch his: those he is engaged with."""
    side, x = fighter.side, fighter.x
    return [
        foe
        for foe in battle.fighters
        if foe.side != side
        and -1.1 < foe.x - x < 1.1
        and foe.place == "table"
        and not foe.down
        and in_contact(fighter, foe)
    ]


def engaged(battle: Battle, fighter: Fighter) -> bool:
    """nec.movement.engaged: in contact with an enemy, neither of them down."""
    return fighter.place == "table" and engaged_at(battle, fighter, fighter)


def engaged_at(battle: Battle, fighter: Fighter, at: Fighter | Spot) -> bool:
    """Whether he would be engaged if he stood there."""
    if fighter.down:
        return False
    side, x = fighter.side, at.x
    for foe in battle.fighters:
        if (
            foe.side != side
            and -1.1 < foe.x - x < 1.1
            and foe.place == "table"
            and not foe.down
            and in_contact(at, foe)
        ):
            return True
    return False


def in_melee(battle: Battle) -> set[str]:
    """nec.movement.engaged: the ids of all who are."""
    ours, theirs, found = list[Fighter](), list[Fighter](), set[str]()
    for fighter in battle.fighters:
        if fighter.place == "table" and not fighter.down:
            (ours if fighter.side == "a" else theirs).append(fighter)
    if not theirs:
        return found
    theirs.sort(key=_ALONG)  # the gangs come from the south and the north
    along = [other.y for other in theirs]
    south, north = along[0] - 1.1, along[-1] + 1.1
    for one in ours:
        y = one.y
        if south < y < north:
            for n in range(bisect_left(along, y - 1.1), bisect_right(along, y + 1.1)):
                if in_contact(one, theirs[n]):
                    found.update((one.id, theirs[n].id))
    return found


def initiative(fighter: Fighter) -> int:
    """Carapace armour halves it."""
    worn = armour().get(fighter.armour) if fighter.armour else None
    value = fighter.profile.I
    return math.ceil(value / 2) if worn is not None and worn.initiative_halved else value
