"""What the rolls that this book shares with others are called here, and its scatter die."""

from __future__ import annotations

from typing import Literal

from warbook.books.family.called import Called

CALLED = Called(
    to_hit="gce.shooting.to-hit",
    second_die="gce.shooting.seven-plus",
    sustained="gce.basics.sustained-fire-die",
    ammo="gce.special-weapons.ammo-roll",
    explodes="gce.special-weapons.explode",
    wound="gce.wounding.wound-roll",
    save="gce.wounding.save",
    damage="gce.weapon.damage",
    injury="gce.wounding.injury-table",
    recovery="gce.recovery.down-roll",
    attack_dice="gce.hand-to-hand.roll",
    scatter="gce.special-weapons.scatter-roll",
    unreliable="gce.special-weapons.unreliable-explosives",
    caught="gce.special-weapons.blast-coverage",
)

DIRECTION, INCHES = "gce.R2.5", "gce.basics.units"  # rolls for where something goes, and how far
HOURS = tuple(range(12))  # gce.basics.scatter-die, gce.R2.5: clockwise in twelfths of a circle
HIT = 6  # gce.basics.scatter-die: the face of the scatter die, as a D6, that carries the Hit symbol
LEFT: Literal["left", "right"] = "left"
RIGHT: Literal["left", "right"] = "right"
EITHER_SIDE = (LEFT, LEFT, LEFT, RIGHT, RIGHT, RIGHT)  # gce.R2.5: of a D6
