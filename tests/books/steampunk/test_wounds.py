"""Damage tables and tokens."""

import pytest

from tests.books.steampunk.kernels import TABLE
from warbook.books.steampunk.damage.wounds import Standing, halved, look_up, tolled


@pytest.mark.rule("spf.damage.table-lookup", "spf.damage.below-table")
@pytest.mark.parametrize(
    ("result", "line"),
    [(-4, None), (0, None), (1, "token"), (3, "token"), (4, "shaken"), (5, "critical"), (8, "critical"),
     (9, "destroyed"), (30, "destroyed")],
)  # fmt: skip
def test_a_result_is_looked_up(result, line):
    assert look_up(TABLE, result) == line


@pytest.mark.rule("spf.damage.table-lookup")
def test_an_empty_table_does_nothing():
    assert look_up((), 12) is None


@pytest.mark.rule("spf.damage.model-death-halves")
@pytest.mark.parametrize(("tokens", "kills", "left"), [(5, 1, 2), (5, 0, 5), (5, 2, 1), (5, 3, 0), (1, 1, 0)])
def test_a_models_death_halves_the_tokens(tokens, kills, left):
    assert halved(tokens, kills) == left


@pytest.mark.rule("spf.damage.model-death-halves", "spf.turn.simultaneous")
def test_the_order_of_bookkeeping():
    """Ruling T2: kills, old tokens halved once for each, then the tokens won in this step."""
    assert tolled(Standing(4, 5), kills=1, won=2) == Standing(3, 4)
    assert tolled(Standing(4, 5), kills=2, won=1) == Standing(2, 2)
    assert tolled(Standing(4, 5), kills=0, won=3) == Standing(4, 8)


@pytest.mark.rule("spf.turn.simultaneous")
def test_surplus_kills_are_lost():
    """Ruling T3."""
    assert tolled(Standing(2, 5), kills=3, won=2) == Standing(0)


@pytest.mark.rule("spf.damage.table-lookup")
def test_destroyed_overrides_the_rest():
    """Ruling T2; and the only model killed is the unit destroyed (ruling D10)."""
    assert tolled(Standing(4, 5), kills=1, won=1, destroyed=True) == Standing(0)
    assert tolled(Standing(1), kills=1, won=1) == Standing(0)
