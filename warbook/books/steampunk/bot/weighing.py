"""Weighing every place on a table of hexes for several units of Steampunk Fantasy together."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from warbook.board.kernel import Floats, Ints, kernel
from warbook.books.steampunk.bot.ground import Land
from warbook.books.steampunk.bot.might import Might, pair

FEAR = 0.25  # what may be done to a unit, against what it does
PULL = 1.2  # for each hex nearer to the enemy
PREY = 0.1  # of an assault that can be had, wherever its prey is
WINS = 0.15  # of one that can be had within two hexes
LOSSES = 0.5  # of one that has to be feared there
CLOSE = 2
MOST = 500  # are remembered


@lru_cache(MOST)
def against(owns: tuple[Might, ...], foes: tuple[Might, ...]) -> tuple[Floats, Floats]:
    """By units and foes: their odds, and what assaults are worth."""
    pairs = [pair(own, foe) for own in owns for foe in foes]
    shape = len(owns), len(foes)
    odds = np.concatenate([each.odds for each in pairs]).reshape(*shape, -1)
    return odds, np.array([each.assault for each in pairs]).reshape(shape)


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
    fire, rest = np.zeros((2, len(odds), 6, len(land.lie.hexes)))
    at = np.array((layers, places))
    _weigh(land.looks, land.lie.far, land.bare, at, odds, fights, np.array(shown), fire, rest)
    return fire, rest


@kernel
def _weigh(
    looks: Ints,
    far: Ints,
    bare: Floats,
    at: Ints,
    odds: Floats,
    fights: Floats,
    shown: Floats,
    fire: Floats,
    rest: Floats,
) -> None:
    """Fills in `fire` and `rest`, which are noughts."""
    units, foes, hexes = fights.shape[0], fights.shape[1], far.shape[0]
    feared = odds.shape[2] // 2
    for unit in range(units):
        for foe in range(foes):
            seen, odd = looks[at[0, foe], at[1, foe]], odds[unit, foe]
            for facing in range(6):
                for hex_ in range(hexes):
                    look = seen[facing, hex_]
                    fire[unit, facing, hex_] = max(fire[unit, facing, hex_], odd[look])
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
                fire[unit, facing, hex_] *= shown[unit]
                rest[unit, facing, hex_] = pull + dread * rest[unit, facing, hex_]
