"""Every rule of every book is in the code and shown by a test, or says why it cannot be on a screen."""

import re

import pytest

from warbook.core.catalog import find, unknown


def test_every_rule_has_code_and_a_test_or_a_reason(book):
    bare = [
        f"{rule.id} has no {' and no '.join(lacks)}"
        for rule in find(book.folder)
        if not rule.not_applicable
        and (lacks := [what for what, places in (("code", rule.code), ("test", rule.tests)) if not places])
    ]
    assert not bare, "\n".join(bare)


def test_no_rule_is_named_that_does_not_exist(book):
    found = unknown(book.folder, entries=book.entries())
    assert not found, "\n".join(found)


def test_the_catalog_refers_to_itself_alone(book):
    catalog = book.rules
    for rule in catalog.rules.values():
        assert rule.says.strip() and rule.section.strip()
        assert rule.not_applicable is None or rule.not_applicable.strip(), f"{rule.id} gives no reason"
        assert set(rule.links) <= catalog.rules.keys(), f"{rule.id} has links to no rule"
    for ruling in catalog.rulings.values():
        assert ruling.says.strip()
        assert set(ruling.rules) <= catalog.rules.keys(), f"{ruling.id} is about no rule"
        assert ruling.switch or ruling.default is None, f"{ruling.id} has a default and no switch"
        if ruling.choices:
            assert ruling.default in ruling.choices, f"the default of {ruling.id} is not one of its choices"


def test_every_house_rule_is_told_to_players(book):
    """A name, what it changes, its default and why, without notes to whoever wrote it down."""
    catalog = book.rules
    assert catalog.house_rules.keys() == catalog.switches.keys()
    names = [told.name for told in catalog.house_rules.values()]
    assert len(names) == len(set(names))
    for switch, told in catalog.house_rules.items():
        ruling = catalog.switches[switch]
        assert not told.called or len(told.called) == len(set(told.called)) == len(ruling.choices), switch
        for words in (told.name, told.changes, told.why, *told.called):
            assert words.strip() == words != "" and len(words) < 260, f"{switch}: {words}"
            assert not re.search(r"[a-z]_[a-z]|\b[A-CE-Z]\d+\b|data\.toml|the program|catalog", words), words
        assert all(each.endswith(".") for each in (told.changes, told.why)), switch
    shown = list(catalog.house_rules.values())
    assert shown == sorted(shown, key=lambda each: not each.common)


def test_rules_and_rulings_are_told_to_players(book):
    """Nothing in them is a note to whoever made the book: no files, no fields, no switches."""
    notes = re.compile(
        r"\.toml|\bthe data\b|\bcatalogu?e?\b|\bswitch(es)?\b|\bthe program\b|[a-z]_[a-z]|\balt\b"
    )
    catalog = book.rules
    texts = [(ruling.id, ruling.says) for ruling in catalog.rulings.values()]
    texts += [(rule.id, f"{rule.says} {rule.not_applicable or ''}") for rule in catalog.rules.values()]
    texts += [(entry.id, f"{entry.name} {entry.says}") for entry in book.entries()]
    assert not [(id, found[0]) for id, says in texts if (found := notes.search(says))]


def test_the_words_of_the_lists_are_entries_of_the_rulebook(book):
    entries = book.entries()
    assert len({entry.id for entry in entries}) == len(entries)
    for entry in entries:
        assert not entry.rule or book.rules.why(entry.rule), f"{entry.id} is by no rule: {entry.rule}"
        assert book.rules.why(entry.id) is None, f"{entry.id} is a rule already"
        assert entry.name.strip() and entry.says.strip().endswith("."), entry
        assert "row below" not in entry.says and "row above" not in entry.says, entry
        assert book.why(entry.id) == entry


@pytest.mark.parametrize("words", ["", "no-such-rule"])
def test_what_is_not_in_the_catalog_is_not_found(book, words):
    assert book.rules.why(words) is None
