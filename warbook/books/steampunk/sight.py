"""Line of sight between hexes, by levels, with blind hexes and lines along edges."""

from __future__ import annotations

from collections.abc import Callable

from warbook.board.hexes import Hex, between

FLYING = 2  # spf.los.flying-level
OPEN = -1  # the level of what does not block at all

Blocking = Callable[[Hex], int]


def line_of_sight(a: Hex, level_a: int, b: Hex, level_b: int, blocking: Blocking) -> bool:
    """spf.los.line: whether a unit in `a` at its level and one in `b` see each other; the same from both.

    `blocking` gives the level at which a hex blocks, or OPEN. spf.R3: the two hexes themselves do not block.
    spf.los.ignored: what is lower than both is nothing. spf.los.blind-hex, spf.R5: what is not hides only the
    next hex on the line, so it matters only where that is the hex of the lower one.
    """
    return stopper(a, level_a, b, level_b, blocking) is None


def stopper(a: Hex, level_a: int, b: Hex, level_b: int, blocking: Blocking) -> Hex | None:
    """The hex, or one of two, that comes between the two; None where there is a line of sight."""
    if level_a < level_b:
        a, level_a, b, level_b = b, level_b, a, level_a
    last, group = OPEN, tuple[Hex, ...]()
    for group in between(a, b):
        # spf.R4: along the side between two hexes the line is blocked only if both block.
        last = blocking(group[0]) if len(group) == 1 else min(map(blocking, group))
        if last >= level_a:
            return group[0]  # spf.los.blocked
    return group[0] if last >= level_b else None
