"""Teardrops of flame: how they are turned towards a target, and told of."""

from __future__ import annotations

from math import asin, degrees

from warbook.board.geometry import Spot, bearing, turn_towards
from warbook.board.templates import Teardrop
from warbook.core.events import Template


def pointed(origin: Spot, goal: Spot, facing: float, arc: float, length: float, width: float) -> float:
    """Where a teardrop points that lies towards the goal as far as the arc holds the whole of it."""
    spread = degrees(asin(width / 2 / (length - width / 2)))
    return turn_towards(facing, bearing(origin, goal), max(0.0, arc / 2 - spread))


def teardrop_laid(shape: Teardrop, words: str, rule: str) -> Template:
    return Template(
        shape="teardrop",
        spot=shape.tip,
        facing=shape.facing,
        length=shape.length,
        width=shape.width,
        words=words,
        rule=rule,
    )
