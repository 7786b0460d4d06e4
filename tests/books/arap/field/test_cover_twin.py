"""Cover as it is reckoned for many at once, against one figure and one piece of terrain after another."""

from __future__ import annotations

from random import Random

import pytest

from tests.books.arap.field import slow_cover
from warbook.board.geometry import Spot
from warbook.books.arap.field.cover import BROKEN, cover_from, fires_from_hard_cover, stands_in_cover
from warbook.books.arap.field.sight import eye
from warbook.books.arap.shooting.looking import look_at
from warbook.books.arap.state import Battle, Marker
from warbook.core.book import line_up
from warbook.core.shelf import load_book

BOOK = load_book("arap")


def strewn(scenario: str, seed: int) -> Battle:
    """The figures of a scenario strewn over its table, on the ground and on what can be stood upon; some of
    the cover is broken."""
    luck = Random(seed)
    battle = BOOK.muster(BOOK.setup(scenario, line_up(BOOK, BOOK.scenario(scenario), []), {}))
    table = battle.table
    solid = [piece for piece in (*table.walls, *table.blocks, *table.areas) if luck.random() < 0.2]
    battle.markers += [Marker(f"b{n}", BROKEN, 0.0, 0.0, state=each.name) for n, each in enumerate(solid)]
    levels = [0.0, 0.0, *(block.top for block in table.blocks)]
    for figure in battle.figures:
        spot = Spot(luck.uniform(1, table.width - 1), luck.uniform(1, table.depth - 1), luck.choice(levels))
        figure.place, figure.prone = "table", luck.random() < 0.2
        figure.at(spot, luck.uniform(0.0, 360.0))
    return battle


@pytest.mark.parametrize("scenario", [choice.id for choice in BOOK.scenarios()])
def test_cover_is_that_of_the_rules_for_every_pair_on_every_table(scenario: str) -> None:
    found = set()
    for seed in range(3):
        battle = strewn(scenario, seed)
        for viewer in battle.figures[:12]:
            look = eye(battle, viewer)
            assert stands_in_cover(battle, viewer.spot) == slow_cover.stands_in_cover(battle, viewer.spot)
            for target in battle.figures[-12:]:
                cover = cover_from(battle, look, target)
                assert cover == slow_cover.cover_from(battle, look, target)
                from_hard = fires_from_hard_cover(battle, viewer, target.spot)
                assert from_hard == slow_cover.fires_from_hard_cover(battle, viewer, target.spot)
                found.add(cover)
    assert found == {"none", "soft", "hard"}


def test_looks_of_a_unit_have_the_cover_of_each_line() -> None:
    battle = strewn("meeting", 5)
    covers = []
    for unit in battle.units:
        for target in battle.enemies(unit.side):
            for figure in battle.standing(unit):
                for line in look_at(battle, figure, target).lines:
                    slowly = slow_cover.cover_from(battle, eye(battle, figure), battle.figure(line.figure))
                    assert line.cover == slowly
                    covers.append(line.cover)
    assert {"none", "hard"} <= set(covers)
