"""A book in chapters and sections, as its catalog has it in order; and what each thing in it is called."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from msgspec import Struct

from warbook.core.book import Book
from warbook.core.catalog import Rule

APART = " > "  # between a chapter and its sections
SEVERAL = "; "  # between the places a rule is taken from; it stands at the first


class Section(Struct, frozen=True):
    """The rules under one heading; those that stand in the chapter itself have none."""

    title: str
    rules: tuple[Rule, ...]


class Chapter(Struct, frozen=True):
    id: str
    title: str
    sections: tuple[Section, ...]

    @property
    def rules(self) -> list[Rule]:
        return [rule for section in self.sections for rule in section.rules]


def chapters(book: Book) -> tuple[Chapter, ...]:
    """In the order in which their first rules stand, and so their sections."""
    found: dict[str, dict[str, list[Rule]]] = {}
    for rule in book.rules.rules.values():
        title, _, section = rule.section.split(SEVERAL)[0].partition(APART)
        found.setdefault(title, {}).setdefault(section, []).append(rule)
    made: list[Chapter] = []
    for title, sections in found.items():
        told = (Section(name.replace(APART, ", "), tuple(rules)) for name, rules in sections.items())
        made.append(Chapter(_anchor(title, (each.id for each in made)), title, tuple(told)))
    return tuple(made)


def rule_title(id: str) -> str:
    """The last words of its id, as one would say them."""
    return id.rpartition(".")[2].replace("-", " ").capitalize()


def label(key: str) -> str:
    """A field of a file as a heading; a characteristic goes by its letters."""
    if len(key) <= 2 and key not in ("at", "up", "to"):
        return "Ld" if key.lower() == "ld" else key.upper()
    return key.replace("_", " ").capitalize()


def _anchor(title: str, taken: Iterable[str]) -> str:
    known = set(taken)
    letters = unicodedata.normalize("NFKD", title.lower()).encode("ascii", "ignore").decode()
    plain = anchor = re.sub(r"[^a-z0-9]+", "-", letters).strip("-") or "chapter"
    number = 1
    while anchor in known:
        number += 1
        anchor = f"{plain}-{number}"
    return anchor
