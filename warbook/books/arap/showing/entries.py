"""The words of the lists that are rules of their own: on weapons and figures."""

from __future__ import annotations

from functools import cache

from warbook.books.arap.army.data import rule_words
from warbook.core.catalog import Entry

WORDS = "arap.H21"  # special rules are words with the effects that the rules state


@cache
def entries() -> tuple[Entry, ...]:
    words = rule_words().values()
    return tuple(Entry(word_id(word.id), word.name, f"{word.means}.", WORDS) for word in words)


def word_id(word: str) -> str:
    return f"arap.word.{word.replace('_', '-')}"
