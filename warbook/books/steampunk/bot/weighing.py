"""Weighing every place on a table of hexes for several units of Steampunk Fantasy together."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from warbook.board.kernel import Floats, Ints, kernel
from warbook.books.steampunk.bot.ground import Land, Looks
from warbook.books.steampunk.bot.might import Might, assault, fire_worth, threat
from warbook.books.steampunk.bot.shots import PAIRS

FEAR = 0.25  # what may be done to a unit, against what it does
PULL = 1.2  # for each hex nearer to the enemy
PREY = 0.1  # of an assault that can be had, wherever its prey is
WINS = 0.15  # of one that can be had within two hexes
LOSSES = 0.5  # of one that has to be feared there
CLOSE = 2
MOST = 1_000  # are remembered


def against(owns: Sequence[Might], foes: tuple[Might, ...]) -> tuple[Floats, Floats]:
    """By units and foes: their odds, which are what the unit does to the foe by fire, then what the foe may
    do to it; and what assaults are worth."""
    rows = [_row(own, foes) for own in owns]
    return np.array([odds for odds, _ in rows]), np.array([fights for _, fights in rows])


@lru_cache(MOST)
def _row(own: Might, foes: tuple[Might, ...]) -> tuple[Floats, list[float]]:
    """The same for one unit."""
    pairs = [_pair(own, foe) for foe in foes]
    odds = np.concatenate([row for shots, fears, _ in pairs for row in (shots, fears)])
    return odds.reshape(len(foes), -1), [fight for _, _, fight in pairs]


@lru_cache(PAIRS)
def _pair(own: Might, foe: Might) -> tuple[Floats, Floats, float]:
    """The same for one unit and one foe."""
    return fire_worth(own, foe.kit), threat(foe, own.kit), assault(own, foe)


def weigh(
    land: Land,
    layers: Sequence[int],
    places: Sequence[int],
    odds: Floats,
    fights: Floats,
    shown: Sequence[float],
) -> tuple[Floats, Floats]:
    """For each unit, facing and hex: what it can shoot at, and the rest: how near it is to the enemy, what
    assaults are in the offing, what may be done to it.

    The foes are in these `layers` and `places`. `odds` are those of each unit against each of them, `fights`
    what assaults on them are worth; `shown` is how much of a unit is to be seen.
    """
    shots, rest = np.zeros((2, len(odds), 6, len(land.lie.hexes)))
    at = np.array((layers, places))
    _weigh(land.looks, land.lie.far, land.bare, at, odds, fights, np.array(shown), shots, rest)
    return shots, rest


@kernel
def _weigh(
    looks: Looks,
    far: Ints,
    bare: Floats,
    at: Ints,
    odds: Floats,
    fights: Floats,
    shown: Floats,
    shots: Floats,
    rest: Floats,
) -> None:
    """Fills in `shots` and `rest`, which are noughts."""
    units, foes, hexes = fights.shape[0], fights.shape[1], far.shape[0]
    feared = odds.shape[2] // 2
    for unit in range(units):
        for foe in range(foes):
            seen, odd = looks[at[0, foe], at[1, foe]], odds[unit, foe]
            for facing in range(6):
                for hex_ in range(hexes):
                    look = seen[facing, hex_]
                    shots[unit, facing, hex_] = max(shots[unit, facing, hex_], odd[look])
                    rest[unit, facing, hex_] -= odd[feared + look]
        wins = max(0.0, fights[unit].max())
        for hex_ in range(hexes):
            pull, loss, close = -np.inf, 0.0, False
            for foe in range(foes):
                away, fight = far[at[1, foe], hex_], fights[unit, foe]
                pull = max(pull, PREY * max(fight, 0.0) - PULL * away)
                if away <= CLOSE:
                    close, loss = True, min(loss, fight)
            pull += LOSSES * loss + (WINS * wins if close else 0.0)
            dread = FEAR * bare[hex_] * shown[unit]
            for facing in range(6):
                shots[unit, facing, hex_] *= shown[unit]
                rest[unit, facing, hex_] = pull + dread * rest[unit, facing, hex_]
