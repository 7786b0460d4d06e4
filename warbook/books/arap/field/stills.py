"""What was worked out from how all figures stand, known until somebody moves, falls or turns.

The rules look from figure to figure again and again between two moves. What they find depends on the setup
and on what `_stance` has, and on nothing else; so the setup carries it, and it is no part of the battle.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable
from operator import attrgetter
from threading import local
from typing import Any, TypeVar

from warbook.books.arap.state import Battle, known_at_rest

T = TypeVar("T")

MOST = 16  # stances that are known at once, of all setups

_begun: deque[tuple[dict[Hashable, Any], Hashable]] = deque()  # whose they are, the oldest first


class _Latest(local):
    """The stance that was asked for last: mostly it is asked for again, and need not be looked up then."""

    of: dict[Hashable, Any] | None = None
    stance: Hashable = None
    known: dict[Hashable, Any] = {}


_latest = _Latest()


def while_still(battle: Battle, key: Hashable, make: Callable[[], T]) -> T:
    """What `make` gives, worked out once while everybody stays as he is. What is made is never changed."""
    rest = known_at_rest(battle)
    known: dict[Hashable, Any] | None = None if rest is None else rest.get(while_still)
    if known is None:
        known = as_they_stand(battle)
    try:
        found: T = known[key]
    except KeyError:
        found = known[key] = make()
    return found


def _at(battle: Battle) -> dict[Hashable, Any]:
    known, stance = battle.setup.stills, _stance(battle)
    if _latest.of is known and _latest.stance == stance:
        return _latest.known
    found = known.get(stance)
    if found is None:
        if len(_begun) >= MOST:
            others, oldest = _begun.popleft()
            del others[oldest]
        found = known[stance] = {}
        _begun.append((known, stance))
    _latest.of, _latest.stance, _latest.known = known, stance, found
    return found


def as_they_stand(battle: Battle) -> dict[Hashable, Any]:
    """What is known of how all stand: the same thing again as long as everybody stays as he is."""
    rest = known_at_rest(battle)
    if rest is None:
        return _at(battle)
    known: dict[Hashable, Any] | None = rest.get(while_still)
    if known is None:
        known = rest[while_still] = _at(battle)
    return known


_POSE = attrgetter("x", "y", "z", "facing", "prone", "place", "unit")
_BONDS = attrgetter("locked", "aboard")


def _stance(battle: Battle) -> Hashable:
    return (
        tuple(map(_POSE, battle.figures)),
        tuple(map(_BONDS, battle.units)),
        tuple(battle.clouds),
        tuple(battle.markers),
        battle.visibility,
    )
