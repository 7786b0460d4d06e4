"""The dice that end a battle, and the counts that call for them."""

from __future__ import annotations

from warbook.books.family import tests
from warbook.core.chance import given

__all__ = ("must_check", "stays")

stays = given(tests.leadership, "gce.ending.bottle-test")
"""The mob stays in the battle: a gce.basics.leadership-test."""


def must_check(casualties: int, models: int, percent: int = 25) -> bool:
    """gce.ending.threshold: so many per cent of the gce.ending.model-count or more are casualties."""
    return models > 0 and casualties * 100 >= models * percent
