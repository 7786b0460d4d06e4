"""The words of a book wherever they stand in its pages: underlined, told to who rests on them, and leading to
their rule."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from warbook.core.book import Book
from warbook.core.cards import Term
from warbook.rulebook.html import Html, joined, printed, tag


def explained(book: Book, words: str, rule: str = "") -> Html:
    """Each word the first time that it stands there; not those which are this rule's own."""
    pattern, spoken = _looked_for(book)
    parts: list[str] = []
    told: set[str] = set()
    at = 0
    for found in pattern.finditer(words):
        form = found[0] if found[0] in spoken else found[0][0].lower() + found[0][1:]
        name, term = spoken[form]
        if name in told or not term.rule or term.rule == rule:
            continue
        told.add(name)
        note = f"{name[:1].upper()}{name[1:]}: {printed(term.words)}"
        link = tag("a", found[0], class_="term", href=f"/rules/{book.id}/{term.rule}", title=note)
        parts += [printed(words[at : found.start()]), link]
        at = found.end()
    return joined([*parts, printed(words[at:])])


@cache
def _looked_for(book: Book) -> tuple[re.Pattern[str], Mapping[str, tuple[str, Term]]]:
    """Every form, at the beginning of a sentence too, the longest first; what is found if there is any."""
    spoken = book.glossary.spoken
    forms = sorted({each for form in spoken for each in (form, form[0].upper() + form[1:])}, key=len)[::-1]
    either = "|".join(map(re.escape, forms)) or "(?!)"
    return re.compile(rf"(?<![\w-])(?:{either})(?![\w-])"), spoken
