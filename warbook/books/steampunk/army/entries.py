"""Abilities as entries of the rulebook."""

from __future__ import annotations

from functools import cache

from warbook.books.steampunk.army.data import ability_entries
from warbook.core.catalog import Entry


@cache
def entries() -> tuple[Entry, ...]:
    return tuple(
        Entry(ability_id(id), _name(id, entry.called), entry.says, entry.rule)
        for id, entry in ability_entries().items()
    )


def ability_id(name: str) -> str:
    return f"spf.word.{name}"


def _name(id: str, called: str) -> str:
    """With its arguments by their letters: Resist (N)."""
    words = id.replace("-", " ").capitalize()
    return f"{words} ({called.replace(',', ', ')})" if called else words
