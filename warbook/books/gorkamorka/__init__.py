"""Gorkamorka Community Edition: mobs on foot and on wheels, in a desert."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from warbook.core.book import Book, OddsQuestion
from warbook.core.datafile import Written
from warbook.core.drafting import Sheet


class Gorkamorka(Book[Any]):
    id = "gorkamorka"
    title = "Gorkamorka"
    version = "1"
    source = "Gorkamorka Community Edition, core rules"
    licence = "CC-BY-NC-SA-4.0; rules told in our own words"
    sides = ("a", "b", "c", "d")
    phases = ("start of the turn", "movement", "shooting", "hand-to-hand", "recovery")
    open_table = True
    builds = True

    def draft(self, written: Written | None = None, line: int | None = None) -> Sheet:
        from warbook.books.gorkamorka.mob.sheet import draft

        return draft(written, line)

    def amend(self, written: Written | None, act: str, words: str = "") -> Written:
        from warbook.books.gorkamorka.mob.sheet import amend

        return amend(written, act, words)

    def odds_questions(self) -> Mapping[str, OddsQuestion]:
        from warbook.books.gorkamorka.odds.oddsbook import QUESTIONS

        return QUESTIONS


BOOK = Gorkamorka()
