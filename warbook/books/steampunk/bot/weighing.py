"""Weighing every place on a table of hexes for several units of Steampunk Fantasy together."""

from __future__ import annotations

import numpy as np

from warbook.books.steampunk.bot.ground import Ints, Land
from warbook.books.steampunk.bot.might import PLACES, Floats

FEAR = 0.25  # what may be done to a unit, against what it does
PULL = 1.2  # for each hex nearer to the enemy
PREY = 0.1  # of an assault that can be had, wherever its prey is
WINS = 0.15  # of one that can be had within two hexes
LOSSES = 0.5  # of one that has to be feared there
CLOSE = 2


def weigh(
    land: Land, layers: Ints, places: Ints, odds: Floats, fights: Floats, shown: Floats
) -> tuple[Floats, Floats]:
    """For each unit, facing and hex: what it can shoot at, and the rest: how near it is to the enemy, what
    assaults are in the offing, what may be done to it.

    The foes are in these `layers` and `places`. `odds` are those of each unit against all of them, `fights`
    what assaults on them are worth; `shown` is how much of a unit is to be seen.
    """
    starts = np.arange(len(places)) * (2 * PLACES)
    looks = land.looks[layers, places] + starts[:, None, None]
    fire = odds.take(looks, axis=1).max(axis=1)
    fear = odds.take(looks + PLACES, axis=1).sum(axis=1) * (FEAR * land.bare)
    if shown.min() < 1.0:
        fire *= shown[:, None, None]
        fear *= shown[:, None, None]
    far = land.lie.far[places]
    close = far <= CLOSE
    wins = np.maximum(fights, 0.0)
    pull = (PREY * wins[:, :, None] - PULL * far).max(axis=1)
    if close.any():
        pull += WINS * wins.max(axis=1)[:, None] * close.any(axis=0)
        pull += LOSSES * (np.minimum(fights, 0.0)[:, :, None] * close).min(axis=1)
    return fire, pull[:, None, :] - fear
