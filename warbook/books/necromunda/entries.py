"""The words of the lists that are rules of their own: on weapons, armour and gear."""

from __future__ import annotations

from functools import cache

from warbook.books.necromunda.data import gear, weapon_rules
from warbook.core.catalog import Entry


@cache
def entries() -> tuple[Entry, ...]:
    rules, items = weapon_rules().values(), gear().values()
    return (
        *(Entry(word_id(word.id), word.name, f"{word.means}.", word.rule) for word in rules),
        *(Entry(gear_id(item.id), item.name, f"{item.effect}.", item.rule) for item in items),
    )


def word_id(word: str) -> str:
    return f"nec.word.{word.replace('_', '-')}"


def gear_id(item: str) -> str:
    return f"nec.gear.{item.replace('_', '-')}"
