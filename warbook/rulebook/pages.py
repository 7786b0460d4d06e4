"""The pages of a rulebook: all of it, one rule, and the quick reference. They need no script."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from warbook.core.book import Book, UnknownName
from warbook.core.catalog import Entry, Found, Rule, Ruling, find
from warbook.core.datafile import spelt
from warbook.rulebook.chapters import Chapter, chapters, label, rule_title
from warbook.rulebook.html import Html, joined, printed, table, tag
from warbook.rulebook.lists import Listing, listings, said
from warbook.rulebook.search import Found as Place
from warbook.rulebook.search import search
from warbook.rulebook.terms import explained

QUICK = "quick"
LEAD = 160  # letters of a place that was found


def page(book: Book, name: str, words: str = "") -> str:
    """A page by its name: none is the whole book, else the quick reference, a rule, a ruling or a word."""
    if not name:
        return whole(book, words)
    if name == QUICK:
        return quick(book)
    found = book.why(name)
    if found is None:
        raise UnknownName(f"{book.title} has no rule '{name}'; search for it at /rules/{book.id}")
    return one(book, found)


# ---------------------------------------------------------------- the whole book


def whole(book: Book, words: str = "") -> str:
    told = chapters(book)
    catalog = book.rules
    body = [
        tag("h1", f"The rules of {book.title}", tabindex="-1"),
        tag("p", f"After {book.source}, told in our own words. {len(catalog.rules)} rules.", class_="fine"),
        _seeking(book, words),
        _contents(book, told),
        *(_chapter(book, chapter) for chapter in told),
        _rulings(book),
        _switches(book),
        _words(book),
        *(_list(book, each) for each in listings(book)),
    ]
    return _document(book, f"{book.title}: the rules", body, "whole")


def _seeking(book: Book, words: str) -> Html:
    """The form works by itself; with a script it answers while one types."""
    found = search(book, words) if words else []
    form = tag(
        "form",
        tag("label", "Search the rules", for_="seek", class_="sr"),
        Html(
            '<input id="seek" name="words" type="search" autocomplete="off" maxlength="100" '
            'placeholder="Search: cover, pinned, to hit …" data-testid="seek" '
            f'value="{joined([words])}" aria-controls="found">'
        ),
        tag("button", "Search", type="submit", class_="btn"),
        action=f"/rules/{book.id}",
        method="get",
        role="search",
        class_="seek-form",
    )
    none = tag("p", "Nothing in the book has these words.", class_="fine") if words and not found else None
    listed = tag("ol", *map(_found, found), id="found", class_="found", data_testid="found")
    return tag("search", form, none, listed, class_="seeking")


def _found(place: Place) -> Html:
    says = place.says if len(place.says) <= LEAD else f"{place.says[:LEAD].rsplit(' ', 1)[0]} …"
    return tag(
        "li",
        tag("a", tag("b", place.title), tag("small", place.section or place.kind), href=place.address),
        tag("p", printed(says)),
    )


def _contents(book: Book, told: Sequence[Chapter]) -> Html:
    rows = [
        *((each.id, each.title, str(len(each.rules))) for each in told),
        *([("rulings", "Rulings", str(len(book.rules.rulings)))] if book.rules.rulings else []),
        *([("switches", "House rules", str(len(book.rules.house_rules)))] if book.rules.house_rules else []),
        *([("words", "Words of the lists", str(len(book.entries())))] if book.entries() else []),
        *((each.id, each.title, str(len(each.rows))) for each in listings(book)),
    ]
    links = (
        tag("li", tag("a", title, href=f"#{id}"), " ", tag("span", count, class_="count"))
        for id, title, count in rows
    )
    return tag("nav", tag("h2", "Contents"), tag("ol", *links), class_="contents", aria_label="Contents")


def _chapter(book: Book, chapter: Chapter) -> Html:
    parts: list[Html] = []
    for section in chapter.sections:
        if section.title:
            parts.append(tag("h3", section.title))
        parts += [_rule(book, rule) for rule in section.rules]
    return tag("section", tag("h2", chapter.title), *parts, id=chapter.id, class_="chapter")


def _rule(book: Book, rule: Rule) -> Html:
    """In short: what it says, its table, its examples, and its own address."""
    rulings = [(each.id, each.title) for each in book.rules.rulings.values() if rule.id in each.rules]
    return tag(
        "article",
        tag("h4", tag("a", rule_title(rule.id), href=f"/rules/{book.id}/{rule.id}")),
        *_says(book, rule),
        tag("p", "Rulings: ", _links(book, rulings), class_="fine") if rulings else None,
        id=rule.id,
        class_="rule",
    )


def _says(book: Book, rule: Rule) -> Iterator[Html]:
    yield tag("p", explained(book, rule.says, rule.id), class_="rule-says")
    if rule.table:
        yield _rule_table(rule)
    if rule.examples:
        examples = (tag("li", explained(book, each, rule.id)) for each in rule.examples)
        yield tag("ul", *examples, class_="examples")
    if rule.not_applicable:
        yield tag("p", f"Not applicable here: {rule.not_applicable}", class_="fine")


def _rule_table(rule: Rule) -> Html:
    """A field that is a row of figures in every line is as many columns."""
    keys = list(dict.fromkeys(key for row in rule.table for key in row))
    heads: list[str] = []
    columns: list[list[str]] = []
    for key in keys:
        cells = [row.get(key, "") for row in rule.table]
        length = _spread(cells)
        counted = re.fullmatch(r"(.*)_(\d+)_to_\d+", key)
        first = int(counted[2]) if counted else 1
        name = label(counted[1] if counted else key)
        if length:
            heads += [f"{name} {first}", *(str(first + number) for number in range(1, length))]
            columns += [[said(cell[number]) for cell in cells] for number in range(length)]
        else:
            heads.append(label(key))
            columns.append([_faces(cell) for cell in cells])
    rows = [[printed(cell) for cell in row] for row in zip(*columns, strict=True)]
    return table(heads, rows, aria_label=f"Table: {rule_title(rule.id)}")


def _spread(cells: Sequence[Any]) -> int:
    """How many figures every cell has, if that is one number and more than a range takes."""
    lengths = {len(cell) if isinstance(cell, list) else 0 for cell in cells}
    alike = lengths.pop() if len(lengths) == 1 else 0
    return alike if alike > 3 and len(cells) > 1 else 0


def _faces(value: Any) -> str:
    """Numbers that follow each other, as the faces of a die in one row."""
    numbers = isinstance(value, list) and len(value) > 1 and all(isinstance(each, int) for each in value)
    if numbers and value == list(range(value[0], value[-1] + 1)):
        return f"{value[0]} to {value[-1]}"
    return said(value)


def _links(book: Book, named: Iterable[tuple[str, str]]) -> Html:
    return Html(", ".join(tag("a", title, href=f"/rules/{book.id}/{id}") for id, title in named))


# ---------------------------------------------------------------- rulings, switches, words, lists


def _rulings(book: Book) -> Html | None:
    if not book.rules.rulings:
        return None
    told = (
        tag(
            "article",
            tag("h4", tag("a", each.title, href=f"/rules/{book.id}/{each.id}")),
            tag("p", explained(book, each.says, each.id), class_="rule-says"),
            tag("p", each.id, class_="rule-id"),
            id=each.id,
            class_="rule",
        )
        for each in book.rules.rulings.values()
    )
    lead = tag("p", "How gaps and contradictions of the book are settled.", class_="fine")
    return tag("section", tag("h2", "Rulings"), lead, *told, id="rulings", class_="chapter")


def _switches(book: Book) -> Html | None:
    catalog = book.rules
    if not catalog.house_rules:
        return None
    told = []
    for switch, house_rule in catalog.house_rules.items():
        ruling = catalog.switches[switch]
        told.append(
            tag(
                "article",
                tag("h4", tag("a", house_rule.name, href=f"/rules/{book.id}/{ruling.id}")),
                tag("p", f"{house_rule.changes} {house_rule.why}", class_="rule-says"),
                tag("p", _setting(ruling), class_="rule-id"),
                id=f"switch.{switch}",
                class_="rule",
            )
        )
    lead = tag("p", "What players may settle otherwise when they set up a battle.", class_="fine")
    return tag("section", tag("h2", "House rules"), lead, *told, id="switches", class_="chapter")


def _setting(ruling: Ruling) -> str:
    choices = f"; may be {', '.join(map(spelt, ruling.choices))}" if ruling.choices else ""
    other = ruling.between_people
    people = "" if other is None else f", between people {spelt(other)}"
    return f"{ruling.switch} = {spelt(ruling.default)}{people}{choices}"


def _words(book: Book) -> Html | None:
    entries = book.entries()
    if not entries:
        return None
    told = (
        part
        for each in entries
        for part in (
            tag("dt", tag("a", _capital(each.name), href=f"/rules/{book.id}/{each.id}"), id=each.id),
            tag("dd", explained(book, _capital(each.says), each.id)),
        )
    )
    return tag("section", tag("h2", "Words of the lists"), tag("dl", *told), id="words", class_="chapter")


def _list(book: Book, listing: Listing) -> Html:
    """A column for each figure that most have, and what each has besides."""
    words = {entry.id.rpartition(".")[2]: entry for entry in book.entries()}
    more = any(row.besides for row in listing.rows)
    origin = any(row.origin for row in listing.rows)
    heads = ["", *listing.columns, *(["Besides"] if more else []), *(["From"] if origin else [])]
    rows = []
    for row in listing.rows:
        cells = [_with_words(book, cell, words) for cell in row.cells]
        if more:
            cells.append(_besides(book, row.besides, words))
        if origin:
            cells.append(Html(tag("small", row.origin)))
        name = tag("span", _capital(row.name), id=row.id)
        rows.append([name, *cells])
    lead = tag("p", printed(listing.words), class_="fine") if listing.words else None
    found = table(heads, rows, aria_label=listing.title)
    return tag("section", tag("h2", listing.title), lead, found, id=listing.id, class_="chapter list")


def _besides(book: Book, fields: dict[str, str], words: dict[str, Entry]) -> Html:
    parts: list[str] = []
    for key, value in fields.items():
        entry = words.get(key.replace("_", "-"))
        name = _to_word(book, entry, label(key)) if entry else label(key)
        parts += [Html("; ") if parts else Html(""), name]
        if value != "yes":
            parts += [": ", _with_words(book, value, words)]
    return joined(parts)


def _with_words(book: Book, cell: str, words: dict[str, Entry]) -> Html:
    """A cell whose words are explained elsewhere leads there."""
    parts: list[str] = []
    for each in cell.split(", "):
        entry = words.get(each.replace(" ", "-"))
        parts += [", " if parts else "", _to_word(book, entry, each) if entry else printed(each)]
    return joined(parts)


def _to_word(book: Book, entry: Entry, words: str) -> Html:
    return tag("a", words, href=f"/rules/{book.id}/{entry.id}", title=entry.says)


# ---------------------------------------------------------------- one rule


def one(book: Book, of: Rule | Ruling | Entry) -> str:
    """All there is about a rule, a ruling or a word of the lists."""
    at = f"/rules/{book.id}"
    if isinstance(of, Rule):
        title, body = rule_title(of.id), [*_whole_rule(book, of)]
        where = of.section.replace(" > ", " › ")
    elif isinstance(of, Ruling):
        title, where, body = of.title, "A ruling", [*_whole_ruling(book, of)]
    else:
        by = tag("p", "By the rule ", _links(book, [(of.rule, rule_title(of.rule))])) if of.rule else None
        title, where = _capital(of.name), "A word of the lists"
        says = tag("p", explained(book, _capital(of.says), of.id), class_="rule-says")
        body = [says, *([by] if by else [])]
    crumbs = tag(
        "p", tag("a", f"The rules of {book.title}", href=f"{at}#{of.id}"), " › ", where, class_="crumbs"
    )
    inside = tag(
        "article",
        tag("h1", title, tabindex="-1"),
        *body,
        tag("p", of.id, class_="rule-id"),
        class_="rule alone",
    )
    return _document(book, f"{title} · {book.title}", [crumbs, inside], "one")


def _whole_rule(book: Book, rule: Rule) -> Iterator[Html]:
    catalog = book.rules
    yield from _says(book, rule)
    for ruling in catalog.rulings.values():
        if rule.id in ruling.rules:
            setting = tag("p", _setting(ruling), class_="rule-id") if ruling.switch else None
            yield tag(
                "aside",
                tag("h2", tag("a", ruling.title, href=f"/rules/{book.id}/{ruling.id}")),
                tag("p", explained(book, ruling.says, ruling.id)),
                setting,
            )
    if rule.links:
        known = [(id, rule_title(id)) for id in rule.links if catalog.why(id)]
        yield tag("p", "See also: ", _links(book, known))
    speak = [each for each in catalog.rules.values() if rule.id in each.links and each.id not in rule.links]
    if speak:
        yield tag("p", "Spoken of in: ", _links(book, [(each.id, rule_title(each.id)) for each in speak]))
    words = [each for each in book.entries() if each.rule == rule.id]
    if words:
        yield tag("p", "Words of the lists: ", _links(book, [(each.id, each.name) for each in words]))
    yield _places(_found_places(book)[rule.id])
    yield _neighbours(book, rule)


def _whole_ruling(book: Book, ruling: Ruling) -> Iterator[Html]:
    yield tag("p", explained(book, ruling.says, ruling.id), class_="rule-says")
    if ruling.switch:
        told = book.rules.house_rules.get(ruling.switch)
        words = f"{told.name}. {told.changes} {told.why}" if told else ""
        yield tag("p", "A house rule: ", words, Html("<br>"), tag("span", _setting(ruling), class_="rule-id"))
    if ruling.rules:
        known = [(id, rule_title(id)) for id in ruling.rules if book.why(id)]
        yield tag("p", "About: ", _links(book, known))
    if ruling.source:
        yield tag("p", f"From: {ruling.source}", class_="fine")


def _places(found: Found) -> Html:
    """Where the program carries it out, and which tests show it."""
    parts = []
    for title, named in (("In the code", found.code), ("Shown by the tests", found.tests)):
        told = (
            tag("ul", *(tag("li", tag("code", each)) for each in named))
            if named
            else tag("p", "none", class_="fine")
        )
        parts += [tag("h2", f"{title} ({len(named)})"), told]
    return tag("section", *parts, class_="places", data_testid="places")


def _neighbours(book: Book, rule: Rule) -> Html:
    ids = list(book.rules.rules)
    at = ids.index(rule.id)
    parts = [
        tag(
            "a",
            f"{arrow} {rule_title(ids[number])}",
            href=f"/rules/{book.id}/{ids[number]}",
            rel=rel,
            class_="btn",
        )
        for number, arrow, rel in ((at - 1, "←", "prev"), (at + 1, "→", "next"))
        if 0 <= number < len(ids)
    ]
    return tag("nav", *parts, class_="acts neighbours", aria_label="Rules before and after")


@cache
def _found_places(book: Book) -> dict[str, Found]:
    return {each.id: each for each in find(book.folder)}


# ---------------------------------------------------------------- the quick reference


def quick(book: Book) -> str:
    """What one looks up in a game, to be printed: the turn, every table, the states, the lists' figures."""
    catalog, glossary = book.rules, book.glossary
    body: list[Html | None] = [
        tag("h1", f"{book.title}: quick reference", tabindex="-1"),
        tag("p", f"After {book.source}, in our own words.", class_="fine"),
    ]
    if book.phases:
        phases = (_term(name, glossary.phases.get(name)) for name in book.phases)
        body.append(tag("section", tag("h2", "A turn"), tag("ol", *phases), class_="leaf"))
    if glossary.help:
        lines = (tag("li", explained(book, each)) for each in glossary.help)
        body.append(tag("section", tag("h2", "How one plays"), tag("ul", *lines), class_="leaf"))
    for rule in catalog.rules.values():
        if rule.table and not rule.not_applicable:
            title = tag("h2", tag("a", rule_title(rule.id), href=f"/rules/{book.id}/{rule.id}"))
            body.append(tag("section", title, _rule_table(rule), class_="leaf"))
    for heading, terms in (
        ("States", glossary.states),
        ("Codes", glossary.codes),
        ("Markers", glossary.markers),
        ("Words", glossary.terms),
    ):
        if terms:
            told = (_term(name, term) for name, term in terms.items())
            body.append(tag("section", tag("h2", heading), tag("ul", *told), class_="leaf"))
    for listing in listings(book):
        if len(listing.columns) > 2:
            rows = [[_capital(row.name), *row.cells] for row in listing.rows]
            heads = ["", *listing.columns]
            body.append(
                tag(
                    "section",
                    tag("h2", listing.title),
                    table(heads, rows, aria_label=listing.title),
                    class_="leaf wide",
                )
            )
    return _document(book, f"{book.title}: quick reference", body, "quick")


def _term(name: str, term: Any) -> Html:
    return tag("li", tag("b", _capital(name)), f": {printed(term.words)}" if term else "")


# ---------------------------------------------------------------- round every page


def _document(book: Book, title: str, body: Sequence[Html | None], kind: str) -> str:
    at = f"/rules/{book.id}"
    links = (
        ("", at, "Rules"),
        ("quick", f"{at}/{QUICK}", "Quick reference"),
        ("odds", f"/odds/{book.id}", "Odds"),
    )
    nav = tag(
        "nav",
        *(tag("a", words, href=href, class_="btn") for _, href, words in links),
        class_="acts",
        aria_label="This book",
    )
    theme = Html(
        '<button type="button" class="icon" data-do="theme" data-testid="theme" title="Light or dark" '
        'aria-label="Light or dark">◐</button>'
    )
    header = tag("header", tag("a", "Warbook", class_="mark", href="/"), nav, theme, class_="home-head")
    head = joined(
        [
            Html(
                '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
            ),
            Html('<meta name="color-scheme" content="light dark">'),
            tag("title", f"{title} · Warbook"),
            Html('<script src="/web/shared/theme.js"></script>'),
            Html('<link rel="icon" href="/web/mark.svg" type="image/svg+xml">'),
            Html('<link rel="stylesheet" href="/web/shared/style.css">'),
            Html('<link rel="stylesheet" href="/web/rulebook/rulebook.css">'),
            Html('<script type="module" src="/web/rulebook/rulebook.js"></script>'),
        ]
    )
    skip = tag("a", "To the text", class_="skip", href="#text")
    main = tag("main", *body, id="text", data_book=book.id)
    inside = tag("body", skip, header, main, class_=f"home rulebook book-{kind}")
    return f'<!doctype html>\n<html lang="en" data-state="waiting"><head>{head}</head>{inside}</html>\n'


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
