"""Who sees whom, who is behind cover, who is near: the geometry that the rules speak of."""

from __future__ import annotations

import math

from warbook.board.geometry import Body, Spot
from warbook.board.sight import Sight, sight_of
from warbook.books.necromunda.data import armour
from warbook.books.necromunda.state import BASE, EYE, HEIGHT, RADIUS, Battle, Fighter, enemy

_FRACTIONS: dict[tuple[object, ...], float] = {}
_MOST = 400_000

CONTACT = 0.05  # bases this near count as touching
RISE = 2.0  # and may stand this much above one another


def fraction(battle: Battle, viewer: Fighter, target: Fighter) -> float:
    """How much of the target's body the viewer's eyes have a line to, whichever way he faces."""
    return fraction_at(battle, viewer.x, viewer.y, viewer.z, target.x, target.y, target.z, target.height)


def fraction_at(
    battle: Battle, x: float, y: float, z: float, tx: float, ty: float, tz: float, height: float = HEIGHT
) -> float:
    """The same for a viewer standing at x, y, z and a body of `height` at tx, ty, tz."""
    smoke = smoke_of(battle) if battle.tokens else ()
    key = (id(battle.setup.scenario.table), x, y, z, tx, ty, tz, height, smoke)
    known = _FRACTIONS.get(key)
    if known is None:
        if len(_FRACTIONS) > _MOST:
            _FRACTIONS.clear()
        body = Body(Spot(tx, ty, tz), BASE, height)
        known = _FRACTIONS[key] = sight(battle).fraction((x, y, z + EYE), body, smoke)
    return known


def sight(battle: Battle) -> Sight:
    return sight_of(battle.setup.scenario.table)


def smoke_of(battle: Battle) -> tuple[tuple[float, float, float, float, float], ...]:
    """Smoke as columns that stop sight."""
    return tuple((t.x, t.y, t.radius, t.z, t.z + 3.0) for t in battle.tokens if t.kind == "smoke")


def sees(battle: Battle, viewer: Fighter, target: Fighter) -> bool:
    """nec.hiding.hidden: a hidden fighter cannot be seen; others by any part of the body."""
    return not target.hidden and viewer.on_feet and fraction(battle, viewer, target) > 0.0


def seen_by_enemy(battle: Battle, fighter: Fighter) -> bool:
    return any(sees(battle, foe, fighter) for foe in battle.present(enemy(fighter.side)))


def behind_cover(battle: Battle, fighter: Fighter, at: Spot | None = None) -> bool:
    """nec.A8: no enemy on his feet has a line that no cover crosses; there must be an enemy to hide from."""
    spot = at or fighter.spot
    foes = [foe for foe in battle.present(enemy(fighter.side)) if foe.on_feet]
    return bool(foes) and all(
        fraction_at(battle, foe.x, foe.y, foe.z, spot.x, spot.y, spot.z) < 1.0 for foe in foes
    )


def out_of_sight(battle: Battle, fighter: Fighter, at: Spot) -> bool:
    """Whether no enemy on his feet has any line to the spot."""
    return not any(
        fraction_at(battle, foe.x, foe.y, foe.z, at.x, at.y, at.z) > 0.0
        for foe in battle.present(enemy(fighter.side))
        if foe.on_feet
    )


def discovered(battle: Battle, fighter: Fighter, at: Spot | None = None) -> Fighter | None:
    """nec.M30, nec.A8: the enemy who would find him there: near enough, or with a clear line."""
    spot = at or fighter.spot
    for foe in battle.present(enemy(fighter.side)):
        if foe.on_feet and finds(battle, foe, foe.spot, spot):
            return foe
    return None


def finds(battle: Battle, foe: Fighter, foe_at: Spot, spot: Spot) -> bool:
    if battle.rulings.detection == "initiative" and between(foe_at, spot) <= initiative(foe):
        return True
    return fraction_at(battle, foe_at.x, foe_at.y, foe_at.z, spot.x, spot.y, spot.z) >= 1.0


def between(a: Spot, b: Spot) -> float:
    """nec.M37: from base edge to base edge in three dimensions, for two fighters' bases."""
    flat = math.hypot(a.x - b.x, a.y - b.y) - 2 * RADIUS
    return math.hypot(max(flat, 0.0), a.z - b.z)


def apart(a: Fighter, b: Fighter) -> float:
    flat = math.hypot(a.x - b.x, a.y - b.y) - 2 * RADIUS
    return math.hypot(flat if flat > 0.0 else 0.0, a.z - b.z)


def in_contact(a: Fighter, b: Fighter) -> bool:
    """nec.movement.engaged: bases that touch."""
    return (
        abs(a.z - b.z) <= RISE and math.hypot(a.x - b.x, a.y - b.y) - 2 * RADIUS <= CONTACT
    )


def opponents(battle: Battle, fighter: Fighter) -> list[Fighter]:
    """The enemies not down whose bases touch his: those he is engaged with."""
    return [
        foe
        for foe in battle.fighters
        if foe.side != fighter.side and foe.place == "table" and not foe.down and in_contact(fighter, foe)
    ]


def engaged(battle: Battle, fighter: Fighter) -> bool:
    return fighter.place == "table" and not fighter.down and bool(opponents(battle, fighter))


def initiative(fighter: Fighter) -> int:
    """Carapace armour halves it."""
    worn = armour().get(fighter.armour) if fighter.armour else None
    value = fighter.profile.I
    return math.ceil(value / 2) if worn is not None and worn.initiative_halved else value
