"""Where a book speaks of something: its rules, rulings, words and lists, the most fitting first."""

from __future__ import annotations

import re
from functools import cache

from msgspec import Struct

from warbook.core.book import Book
from warbook.core.shelf import load_book
from warbook.rulebook.chapters import rule_title
from warbook.rulebook.lists import listings

MOST = 40
WORD = re.compile(r"[a-z0-9+]+")
EXACT, BEGUN = 1.0, 0.6  # a word as it was typed, and one that only begins so
WEIGHTS = {"title": 10.0, "id": 6.0, "section": 6.0, "says": 1.0}
ELSEWHERE = 0.3  # the worth of a word that occurs in a second part, too
MOST_WORDS = 12
TITLE = 6.0  # for a title that says nothing else
KINDS = {"rule": 8.0, "word": 2.0}  # what is rather meant than a ruling or a line of a list
PHRASE = 4.0  # the words one after another, as typed
SHORT = 400  # letters; what says it in fewer is worth more


class Found(Struct, frozen=True):
    """A place in the book: what kind of thing it is, what it says, and its address."""

    kind: str
    id: str
    title: str
    section: str
    says: str
    address: str


class _Place(Struct, frozen=True):
    found: Found
    words: dict[str, str]  # by part, each between spaces
    title: int  # words of it, at least one
    text: str


def search(book: Book, words: str) -> list[Found]:
    """What has all the words, each perhaps only begun; where nothing has, what has most of them."""
    wanted = WORD.findall(words.lower())[:MOST_WORDS]
    stems = [_stem(word) for word in wanted]
    phrase = " ".join(wanted) if len(wanted) > 1 else None
    places = _places(book.id)
    rated = [(*_worth(place, stems, phrase), number) for number, place in enumerate(places)]
    most = max((has for has, _, _ in rated), default=0)
    best = sorted((-worth, number) for has, worth, number in rated if has == most > 0)
    return [places[number].found for _, number in best[:MOST]]


def _worth(place: _Place, stems: list[str], phrase: str | None) -> tuple[int, float]:
    """How many of the words it has, and how well it fits."""
    found = []
    for stem in stems:
        worth = [weight * _fits(place.words[part], stem) for part, weight in WEIGHTS.items()]
        found.append(max(worth) + ELSEWHERE * (sum(worth) - max(worth)))
    title = sum(_fits(place.words["title"], stem) for stem in stems) / place.title
    total = sum(found) + TITLE * min(1.0, title) + KINDS.get(place.found.kind, 0.0)
    if phrase is not None and phrase in place.text:
        total += PHRASE
    return sum(each > 0 for each in found), total + SHORT / (SHORT + len(place.text))


def _fits(words: str, stem: str) -> float:
    """As it was typed, or in another form; else as the beginning of a word."""
    if f" {stem}" not in words:
        return 0.0
    if f" {stem} " in words:
        return EXACT
    return BEGUN if len(stem) > 1 else 0.0


def _stem(word: str) -> str:
    """What the forms of a word share: ram, rams, ramming."""
    for end in ("ing", "ed", "es", "s"):
        if word.endswith(end) and len(word) - len(end) > 2:
            word = word.removesuffix(end)
            break
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] else word


@cache
def _places(book_id: str) -> tuple[_Place, ...]:
    return tuple(_place(each) for each in _everything(load_book(book_id)))


def _everything(book: Book) -> list[Found]:
    at = f"/rules/{book.id}"
    catalog = book.rules
    words = {entry.id.rpartition(".")[2] for entry in book.entries()}
    return [
        *(
            Found(
                "rule",
                each.id,
                rule_title(each.id),
                each.section,
                _whole(each.says, each.examples),
                f"{at}/{each.id}",
            )
            for each in catalog.rules.values()
        ),
        *(
            Found("ruling", each.id, each.title, "Rulings", each.says, f"{at}/{each.id}")
            for each in catalog.rulings.values()
        ),
        *(
            Found(
                "house rule",
                each.switch,
                each.name,
                "House rules",
                f"{each.changes} {each.why}",
                f"{at}#switch.{each.switch}",
            )
            for each in catalog.house_rules.values()
        ),
        *(
            Found("word", each.id, each.name, "Words of the lists", each.says, f"{at}/{each.id}")
            for each in book.entries()
        ),
        *(
            Found(
                "list",
                row.id,
                row.name,
                each.title,
                " ".join((*row.cells, *row.besides.values())),
                f"{at}#{row.id}",
            )
            for each in listings(book)
            for row in each.rows
            if row.id.rpartition(".")[2].replace("_", "-") not in words
        ),
    ]


def _whole(says: str, examples: tuple[str, ...]) -> str:
    return " ".join((says, *examples))


def _forms(text: str) -> str:
    """What its words share with their other forms."""
    return f" {' '.join({_stem(word) for word in WORD.findall(text.lower())})} "


def _place(found: Found) -> _Place:
    parts = {part: _forms(getattr(found, part)) for part in WEIGHTS}
    return _Place(found, parts, len(WORD.findall(found.title)) or 1, f"{found.title} {found.says}".lower())
