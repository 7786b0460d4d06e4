"""What clients are told of models and units."""

from __future__ import annotations

from tests.books.vehicles.table import table
from warbook.books.vehicles.pieces import groups, pieces


def test_who_is_lost_still_belongs_to_his_unit_and_is_no_longer_counted():
    """So a unit has one place among one's own, however many of it fall."""
    game = table("guard_squad A (10,10) models=3")
    unit, (lost, *left) = game["A"], game.battle.members(game["A"])
    lost.place = "out"
    (group,) = groups(game.battle)
    assert group.members == tuple(model.id for model in left)
    shown = {piece.id: piece for piece in pieces(game.battle)}
    assert shown[lost.id].states == ("lost",) and not shown[lost.id].on_table
    assert {piece.group for piece in shown.values()} == {unit.id}
