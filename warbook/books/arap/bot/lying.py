"""Lying down: when a squad that means to stay where it is makes itself small, and when it gets up again."""

from __future__ import annotations

import numpy as np

from warbook.board.geometry import Spot
from warbook.books.arap.bot.outlook import Outlook, Places
from warbook.books.arap.bot.weighing import BACKS, STRUCK
from warbook.books.arap.movement.postures import may_lie_down

HURRY = 0.3  # of all haste: who has more does not lie down
UNDER_FIRE = 0.08  # of a unit's points: enemies' fire at a place that is worth lying down for
WORTHWHILE = 0.04  # of a unit's points: fire of its own that is worth staying for
RUSHED = 0.25  # the chance of an enemy's Charge at which it is better to stand: who lies fights badly


def lies_low(outlook: Outlook, spot: Spot) -> bool:
    """Whether a squad had better lie down where it ends its move: in the open under fire, with somebody to
    fire at from there, and nobody about to Charge it."""
    if not _may_stay(outlook) or may_lie_down(outlook.battle, outlook.unit) is not None:
        return False
    there = Places(outlook, np.array([[spot.x, spot.y, spot.z]]))
    if there.shelter < 1.0 or is_rushed(outlook, there):
        return False
    seen, rows = there.sighted, there.rows
    fire = outlook.back[np.arange(len(rows)), rows] * outlook.rows[:, BACKS]
    own = np.max(there.fires[:, 0] * seen, initial=0.0)
    feared = float((fire * seen).sum())
    return feared > UNDER_FIRE * outlook.points and float(own) > WORTHWHILE * outlook.points


def _may_stay(outlook: Outlook) -> bool:
    """Who is on the way to somewhere may not."""
    goal = outlook.goal
    return bool(outlook.foes) and (goal is None or not (goal.whole or goal.haste > HURRY))


def is_rushed(outlook: Outlook, place: Places) -> bool:
    """Whether an enemy that would gain by it may well get there with a Charge."""
    comes = outlook.arrayed.comes[np.arange(len(place.rows)), place.rows]
    return bool(((comes >= RUSHED) & (outlook.rows[:, STRUCK] > 0.0) & (outlook.rows[:, BACKS] > 0)).any())


def stays_down(outlook: Outlook, fire: float, actions: int) -> bool:
    """Whether a squad that lies fires from where it is rather than get up, with so much to be had by its
    fire."""
    if not _may_stay(outlook) or is_rushed(outlook, outlook.near):
        return False
    return fire > WORTHWHILE * outlook.points * actions
