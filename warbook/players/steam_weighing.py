"""Weighing every place on a table of hexes for several units of Steampunk Fantasy, in one compiled pass."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from warbook.board.kernel import Floats, Ints, kernel
from warbook.players.steam_might import PLACES

FEAR = 0.4  # what may be done to a unit, against what it does
PULL = 0.8  # for each hex nearer to the enemy
PREY = 0.1  # of an assault that can be had, wherever its prey is
WINS = 0.15  # of one that can be had within two hexes
LOSSES = 0.5  # of one that has to be feared there

Looks = NDArray[np.int16]


@kernel
def weigh(
    looks: Looks,
    layers: Ints,
    places: Ints,
    odds: Floats,
    fights: Floats,
    shown: Floats,
    far: Ints,
    bare: Floats,
) -> tuple[Floats, Floats]:
    """For each unit, facing and hex: what it can shoot at, and the rest: how near it is to the enemy, what
    assaults are in the offing, what may be done to it.

    `looks` says for the layer and place of a foe, and for each facing and hex, where it is in a pair's odds.
    `odds` are those of each unit against all foes, `fights` what assaults on them are worth; `shown` is how
    much of a unit is to be seen, `bare` how much of a hex lies without cover.
    """
    units, foes = fights.shape
    hexes = len(far)
    fire = np.zeros((units, 6, hexes))
    rest = np.zeros((units, 6, hexes))
    for u in range(units):
        for f in range(foes):
            look, start = looks[layers[f], places[f]], f * 2 * PLACES
            for facing in range(6):
                for h in range(hexes):
                    at = start + look[facing, h]
                    fire[u, facing, h] = max(fire[u, facing, h], odds[u, at])
                    rest[u, facing, h] += odds[u, at + PLACES]
        prey = 0.0
        for f in range(foes):
            prey = max(prey, fights[u, f])
        for h in range(hexes):
            pull, loss, close = -np.inf, 0.0, False
            for f in range(foes):
                away = far[places[f], h]
                pull = max(pull, PREY * max(fights[u, f], 0.0) - PULL * away)
                if away <= 2:
                    close = True
                    loss = min(loss, fights[u, f])
            pull += WINS * prey * close + LOSSES * loss
            for facing in range(6):
                fire[u, facing, h] *= shown[u]
                rest[u, facing, h] = pull - FEAR * shown[u] * bare[h] * rest[u, facing, h]
    return fire, rest
