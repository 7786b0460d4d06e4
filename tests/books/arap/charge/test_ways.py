"""The ways of a Charge that were looked for before, against those that are looked for anew."""

from __future__ import annotations

import pytest

from tests.books.arap.table import table
from warbook.books.arap.charge.ways import FAR, approaches

OPEN = "marine A (10,10) models=3   ork_brute x (18,10) models=2"
BEHIND = f"{OPEN}   block (13.5,7) (14.5,13) h=6"
WALLED = f"{OPEN}   block (13.5,1) (14.5,40) h=6"


@pytest.mark.parametrize("text", [OPEN, BEHIND, WALLED])
@pytest.mark.parametrize("before", [8.0, 14.0, 16.0, FAR])
@pytest.mark.parametrize("most", [8.0, 12.0, 16.0, FAR])
def test_whoever_looks_again_finds_what_he_would_have_found_at_first(
    text: str, before: float, most: float
) -> None:
    game, fresh = table(text), table(text)
    approaches(game.battle, game["A"], game["x"], before)
    again = approaches(game.battle, game["A"], game["x"], most)
    assert again == approaches(fresh.battle, fresh["A"], fresh["x"], most)


def test_the_way_round_is_as_long_as_it_must_be() -> None:
    (plain, _), (blocked, _) = (
        approaches(game.battle, game["A"], game["x"], 16.0) for game in (table(OPEN), table(BEHIND))
    )
    assert plain is not None and len(plain.path) == 2
    assert blocked is not None and len(blocked.path) > 2 and blocked.cost > plain.cost
    game = table(WALLED)
    assert approaches(game.battle, game["A"], game["x"], 16.0)[0] is None
