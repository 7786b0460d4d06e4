"""Who is near whom: enemies within so many inches, melee radii, who is engaged."""

from __future__ import annotations

from collections.abc import Iterable

from warbook.board.geometry import Spot, distance
from warbook.books.arap.field.bodies import (
    apart,
    everybody,
    gaps_between,
    melee_radius,
    touch,
    within,
)
from warbook.books.arap.state import Battle, Figure, Unit

FAR = 8.0  # inches to one side at which nobody is in reach or in contact: more than any two bases and radii


def foes(battle: Battle, side: str) -> list[Figure]:
    """All enemy figures on the table."""
    sides = {unit.id: unit.side for unit in battle.units}
    return [figure for figure in battle.figures if figure.place == "table" and sides[figure.unit] != side]


def friends(battle: Battle, side: str) -> list[Figure]:
    sides = {unit.id: unit.side for unit in battle.units}
    return [figure for figure in battle.figures if figure.place == "table" and sides[figure.unit] == side]


def nearest(figure: Figure, others: Iterable[Figure]) -> Figure | None:
    """The first of those equally near."""
    return min(others, key=lambda other: apart(figure, other), default=None)


def nearest_pair(battle: Battle, one: Unit, two: Unit) -> tuple[Figure, Figure] | None:
    """The figures of two units that are nearest to each other."""
    ours, theirs = battle.standing(one), battle.standing(two)
    if not ours or not theirs:
        return None
    row, column = divmod(int(gaps_between(battle, one, two).argmin()), len(theirs))
    return ours[row], theirs[column]


def enemies_within(battle: Battle, unit: Unit, inches: float) -> list[Unit]:
    """Enemy units with a figure within so many inches of one of the unit; not those that are hidden."""
    all_of = everybody(battle)
    row = all_of.rank.get(unit.id)
    if row is None:
        return []
    gaps = all_of.apart[row].tolist()
    return [
        enemy
        for enemy in battle.enemies(unit.side)
        if not enemy.hidden and within(gaps[all_of.rank[enemy.id]], inches)
    ]


def engaged(battle: Battle, one: Figure, two: Figure) -> bool:
    """arap.melee.engaged-by-radius, arap.G19: within the larger of the two radii, or in contact."""
    return _near(battle, one, two, max(melee_radius(battle, one), melee_radius(battle, two)))


def engages(battle: Battle, one: Figure, two: Figure) -> bool:
    """Whether the first has the other within his own radius, or touches him."""
    return _near(battle, one, two, melee_radius(battle, one))


def _near(battle: Battle, one: Figure, two: Figure, reach: float) -> bool:
    """Whether one is so near to another, or touches him."""
    if abs(one.x - two.x) > FAR or abs(one.y - two.y) > FAR:
        return False
    return within(apart(one, two), reach) or touch(battle, one, two)


def is_engaged(battle: Battle, figure: Figure) -> bool:
    """Whether the figure, of a locked unit, has an enemy to fight."""
    return any(
        engaged(battle, figure, foe)
        for enemy in battle.unit(figure.unit).locked
        for foe in battle.standing(battle.unit(enemy))
    )


def clear_of_melee(battle: Battle, figure: Figure, spot: Spot, side: str) -> Figure | None:
    """G43: the enemy figure that is not routing within whose melee radius, or its own, the figure would come
    to stand; None if there is none."""
    own = melee_radius(battle, figure)
    routing = {unit.id for unit in battle.units if unit.routing}
    for foe in foes(battle, side):
        if foe.unit not in routing and within(distance(spot, foe), max(own, melee_radius(battle, foe))):
            return foe
    return None


def combats(battle: Battle) -> list[list[Unit]]:
    """The combats on the table: units that are locked with each other, directly or through others, in the
    order of the list."""
    left = [unit for unit in battle.units if unit.locked]
    found = []
    while left:
        group, at = [left.pop(0)], 0
        while at < len(group):
            here = group[at]
            joined = [unit for unit in left if unit.id in here.locked or here.id in unit.locked]
            group += joined
            left = [unit for unit in left if unit not in joined]
            at += 1
        found.append([unit for unit in battle.units if unit in group])
    return found


def lock(battle: Battle, one: Unit, two: Unit) -> None:
    """arap.charge.locked; who is brought into close combat is suppressed no longer."""
    for unit, other in ((one, two), (two, one)):
        if other.id not in unit.locked:
            unit.locked = (*unit.locked, other.id)
        unit.suppressed = False
        unit.hidden = False
        unit.overwatch = 0


def unlock(battle: Battle, one: Unit, two: Unit | None = None) -> None:
    """Takes a unit out of its melee with the other, or with everybody; who is in none any more may break off
    from the next (arap.G26)."""
    for enemy_id in one.locked if two is None else (two.id,):
        enemy = battle.unit(enemy_id)
        enemy.locked = tuple(each for each in enemy.locked if each != one.id)
        one.locked = tuple(each for each in one.locked if each != enemy_id)
        one.no_break_off &= bool(one.locked)
        enemy.no_break_off &= bool(enemy.locked)


def centre(figures: Iterable[Figure]) -> Spot:
    """The middle of some figures, at the height of most of them."""
    them = list(figures)
    return Spot(
        sum(each.x for each in them) / len(them),
        sum(each.y for each in them) / len(them),
        sorted(each.z for each in them)[len(them) // 2],
    )


def gaps_from(battle: Battle, spot: Spot) -> dict[str, float]:
    """From the spot to the nearest figure of each unit on the table."""
    return everybody(battle).gaps_from(spot)
