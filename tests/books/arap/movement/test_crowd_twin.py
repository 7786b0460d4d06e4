"""Who is around a unit that moves: as the compiled pass parts them, and one by one."""

from __future__ import annotations

from random import Random

import pytest

from warbook.books.arap import BOOK
from warbook.books.arap.field.bodies import melee_radius, room_of
from warbook.books.arap.movement.walking import Crowd
from warbook.books.arap.setup.mustering import muster
from warbook.books.arap.state import Battle


def scattered(seed: int) -> Battle:
    """Two forces all over the table, some of them gone, some units routing or hidden."""
    battle = muster(BOOK.setup("meeting", ("garrison", "ork_warband"), {}))
    luck = Random(seed)
    for figure in battle.figures:
        figure.x, figure.y = luck.uniform(0.0, 48.0), luck.uniform(0.0, 36.0)
        figure.place, figure.prone = luck.choice(("table", "table", "table", "out")), luck.random() < 0.2
    for number, unit in enumerate(battle.units):
        unit.routing, unit.hidden = number % 3 == 2, number % 4 == 3
    return battle


@pytest.mark.parametrize("seed", range(4))
def test_friends_enemies_and_those_whose_reach_is_kept_out_of(seed: int) -> None:
    battle = scattered(seed)
    mover = battle.on_table()[0]
    friends: list[list[float]] = []
    enemies: list[list[float]] = []
    threats: list[list[float]] = []
    for figure in battle.figures:
        unit = battle.unit(figure.unit)
        if figure.place != "table" or unit is mover:
            continue
        row = list(room_of(battle, figure))
        if unit.side == mover.side:
            friends.append(row)
        elif not unit.hidden:
            enemies.append(row)
            if not unit.routing:
                threats.append([*row[:3], melee_radius(battle, figure)])
    crowd = Crowd(battle, mover)
    assert crowd.friends.tolist() == crowd.taken.rows.tolist() == friends
    assert crowd.enemies.tolist() == enemies
    assert crowd.threats.tolist() == threats
    assert friends and enemies and len(threats) < len(enemies)

    near = crowd.within((6.0, 5.0, 40.0, 31.0))
    for some, all_of in ((near.friends, friends), (near.enemies, enemies), (near.threats, threats)):
        kept = [row for row in all_of if 6.0 <= row[0] <= 40.0 and 5.0 <= row[1] <= 31.0]
        assert some.tolist() == kept and 0 < len(kept) < len(all_of)
    assert near.taken.rows.tolist() == near.friends.tolist()
