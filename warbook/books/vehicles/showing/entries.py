"""The words of the lists that are rules of their own: on weapons and vehicles."""

from __future__ import annotations

from functools import cache

from warbook.books.vehicles.army.data import vehicle_rules, weapon_rules
from warbook.core.catalog import Entry

WORDS = "veh.P13"  # what the data says of weapons and vehicles


@cache
def entries() -> tuple[Entry, ...]:
    found = {**weapon_rules(), **vehicle_rules()}
    return tuple(Entry(word_id(word.id), word.name, f"{word.means}.", WORDS) for word in found.values())


def word_id(word: str) -> str:
    return f"veh.word.{word.replace('_', '-')}"
