"""What is under way is bounded: dice that were picked up are not picked up again."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from tests.books.arap.table import table
from warbook.books.arap.state import Acting, Offer
from warbook.core.dice import Seeded
from warbook.players.random import Random

SQUADS = """
    human_trooper A (10,10) models=3   human_trooper B (10,20) models=2   ork_brute C (10,30) models=3
    marine x (24,10) models=3   marine y (24,20) models=2   ogryn z (24,30) models=2
"""


@pytest.mark.rule("arap.turn.pick-up", "arap.turn.reactions")
@settings(max_examples=6, deadline=None)
@given(seed=some.integers(0, 10_000))
def test_the_stack_is_bounded(seed):
    """One unit acts; above it at most an offer, or one reaction for each unit that the next player has; a
    split adds a part to one of these."""
    game = table(SQUADS).game
    game.players = {side: Random(seed) for side in "ab"}
    game.source = Seeded(seed)
    for _ in range(50):
        if game.over:
            break
        game.step()
        stack = game.battle.stack
        whys = [frame.why for frame in stack if isinstance(frame, Acting)]
        assert len(stack) <= 2 * len(game.battle.units)
        assert whys == sorted(whys, key=lambda why: why == "pick-up")
        assert sum(isinstance(frame, Offer) for frame in stack) <= 1
        reacting = {frame.unit for frame in stack if isinstance(frame, Acting) and frame.why == "pick-up"}
        assert all(game.battle.unit(unit).reacted for unit in reacting)
        assert all(game.battle.unit(unit).side != game.battle.side for unit in reacting)
