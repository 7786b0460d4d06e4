"""Rules and rulings for reading: what each says, where it is in the code, which tests show it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from warbook.core.book import Book, UnknownName
from warbook.core.catalog import Catalog, Entry, Found, Rule, Ruling, find
from warbook.core.datafile import spelt
from warbook.terminal.screen import Screen

FEW = 6  # so many rules are shown in full


def show_rules(screen: Screen, book: Book, words: str, as_json: bool) -> None:
    """All the rules, those with the words, or the one with the id."""
    catalog = book.rules
    if words in catalog.rulings and not as_json:
        show_ruling(screen, catalog.rulings[words])
        return
    entries = [entry for entry in (book.why(words), *entries_with(book, words)) if isinstance(entry, Entry)]
    if entries and not as_json:
        for word in dict.fromkeys(entries):
            show_entry(screen, word)
    wanted = {rule.id for rule in catalog.search(words)} if words else set(catalog.rules)
    found = [entry for entry in find(book.folder) if entry.id in wanted] if wanted else []
    if as_json and not found:
        raise UnknownName(_nothing(book, words))
    if as_json:
        screen.console.print(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
    elif not found:
        if not entries:
            _show_rulings_with(screen, book, words)
    elif words and len(found) <= FEW:
        for entry in found:
            show_rule(screen, catalog, entry.id, entry)
    else:
        _show_table(screen, found)
        if not words:
            _show_switches(screen, catalog)


def show_rule(screen: Screen, catalog: Catalog, rule_id: str, found: Found | None = None) -> None:
    rule = catalog.rules[rule_id]
    screen.head(rule.id)
    screen.say(f"{rule.section}. {rule.says}", indent=2)
    for row in rule.table:
        screen.say(", ".join(f"{name} {spelt(value)}" for name, value in row.items()), indent=4, hang=2)
    for example in rule.examples:
        screen.say(f"Example: {example}", indent=2, hang=2)
    if rule.links:
        screen.say(f"See also: {', '.join(rule.links)}", indent=2, hang=2)
    for ruling in rulings_about(catalog, rule):
        screen.say(f"Ruling: {ruling.says}{_switch(ruling)} ({ruling.id})", indent=2, hang=2)
    if found is not None:
        _show_places(screen, found)


def show_ruling(screen: Screen, ruling: Ruling) -> None:
    screen.head(ruling.id)
    screen.say(f"A ruling. {ruling.says}{_switch(ruling)}", indent=2)
    if ruling.rules:
        screen.say(f"About: {', '.join(ruling.rules)}", indent=2, hang=2)
    if ruling.source:
        screen.say(f"From: {ruling.source}", indent=2, hang=2)


def show_entry(screen: Screen, entry: Entry) -> None:
    screen.head(entry.name[:1].upper() + entry.name[1:])
    by = f", by {entry.rule}" if entry.rule else ""
    screen.say(f"{entry.says[:1].upper()}{entry.says[1:]} ({entry.id}{by})", indent=2)


def show_why(screen: Screen, book: Book, words: str) -> bool:
    """The rule, ruling or entry of that id, a word of the glossary, or those with these words; False if there
    is none."""
    catalog, named = book.rules, book.why(words)
    spoken = book.glossary.spoken.get(words) or book.glossary.spoken.get(words.lower())
    if spoken is not None:
        name, term = spoken
        screen.head(name[:1].upper() + name[1:])
        screen.say(f"{term.words}{f' ({term.rule})' if term.rule else ''}", indent=2)
    elif isinstance(named, Rule):
        show_rule(screen, catalog, named.id)
    elif isinstance(named, Ruling):
        show_ruling(screen, named)
    elif isinstance(named, Entry):
        show_entry(screen, named)
    else:
        found = catalog.search(words) if words else []
        entries = entries_with(book, words)
        for entry in entries[:FEW]:
            show_entry(screen, entry)
        if len(found) == 1:
            show_rule(screen, catalog, found[0].id)
        else:
            screen.rows((rule.id, rule.says) for rule in found[:20])
        return bool(found or entries)
    return True


def entries_with(book: Book, words: str) -> list[Entry]:
    """The entries whose names have these words, the ones called just so first."""
    wanted = words.lower().split()
    found = [each for each in book.entries() if wanted and all(part in each.name.lower() for part in wanted)]
    return sorted(found, key=lambda each: each.name.lower() != words.lower())


def _show_switches(screen: Screen, catalog: Catalog) -> None:
    """What players may settle otherwise, with the default."""
    screen.head("House rules (--ruling NAME=VALUE)")
    for switch, told in catalog.house_rules.items():
        ruling = catalog.switches[switch]
        choices = f" ({', '.join(map(spelt, ruling.choices))})" if ruling.choices else ""
        screen.say(f"{switch}={spelt(ruling.default)}{choices}{_between(ruling)}", indent=2, hang=2)
        screen.say(f"{told.name}. {told.changes} {told.why} ({ruling.id})", indent=4)


def rulings_about(catalog: Catalog, rule: Rule) -> list[Ruling]:
    return [ruling for ruling in catalog.rulings.values() if rule.id in ruling.rules]


def _show_places(screen: Screen, found: Found) -> None:
    if found.not_applicable:
        screen.say(f"Not applicable here: {found.not_applicable}", indent=2, hang=2)
    for title, places in (("Code", found.code), ("Tests", found.tests)):
        screen.say(f"{title}:" if places else f"{title}: none", indent=2)
        for place in places:
            screen.say(place, indent=4, hang=2)


def _show_table(screen: Screen, found: Sequence[Found]) -> None:
    section, wide = "", max(len(entry.id) for entry in found)
    for entry in found:
        if entry.section != section:
            section = entry.section
            screen.head(section)
        known = f"{len(entry.code)} in code, {len(entry.tests)} tests"
        if entry.not_applicable:
            known = "not applicable"
        if screen.plain:
            screen.say(f"{entry.id}: {entry.says} ({known})")
            continue
        says = " ".join(entry.says.split())
        space = max(10, screen.width - wide - len(known) - 4)
        short = says if len(says) <= space else f"{says[: space - 1].rsplit(' ', 1)[0]}…"
        screen.console.print(f"  {entry.id:<{wide}} {short:<{space}} {known}")
    screen.say()
    with_code = sum(bool(entry.code) for entry in found)
    tested = sum(bool(entry.tests) for entry in found)
    left_out = sum(bool(entry.not_applicable) for entry in found)
    apart = f", {left_out} not applicable" if left_out else ""
    screen.say(f"{len(found)} rules, {with_code} in code, {tested} shown by tests{apart}.")


def _show_rulings_with(screen: Screen, book: Book, words: str) -> None:
    parts = words.lower().split()
    found = [
        ruling
        for ruling in book.rules.rulings.values()
        if all(part in f"{ruling.id} {ruling.switch} {ruling.says}".lower() for part in parts)
    ]
    if not found:
        raise UnknownName(_nothing(book, words))
    for ruling in found:
        show_ruling(screen, ruling)


def _nothing(book: Book, words: str) -> str:
    return f"no rule of {book.title} has the id or the words '{words}'; see warbook rules {book.id}"


def _switch(ruling: Ruling) -> str:
    if not ruling.switch:
        return ""
    choices = f" (one of {', '.join(map(spelt, ruling.choices))})" if ruling.choices else ""
    return f" Switch: --ruling {ruling.switch}={spelt(ruling.default)}{choices}{_between(ruling)}."


def _between(ruling: Ruling) -> str:
    other = ruling.between_people
    return "" if other is None else f", between people {spelt(other)} unless it is given"
