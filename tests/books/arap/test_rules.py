"""The rules, rulings and words of the book as data."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import warbook.books
from warbook.books.arap.rulings import Rulings
from warbook.core.cards import ICONS, Glossary
from warbook.core.catalog import Catalog, unknown
from warbook.core.datafile import read_toml, settle

FOLDER = Path(warbook.books.__path__[0]) / "arap"
CATALOG = Catalog.of(FOLDER)
CHAPTERS = {
    "intro": 4, "dice": 39, "basics": 18, "turn": 42, "movement": 84, "shooting": 49, "morale": 28,
    "template": 9, "area": 15, "grenade": 16, "charge": 59, "melee": 26, "resolution": 9, "rout": 21,
    "pursuit": 16,
}  # fmt: skip
RULINGS = {"A": 22, "B": 9, "C": 17, "D": 11, "E": 25, "F": 48, "G": 44, "H": 24}


def test_every_rule_of_every_chapter_is_there_with_its_examples():
    assert Counter(rule.split(".")[1] for rule in CATALOG.rules) == CHAPTERS and len(CATALOG.rules) == 435
    assert sum(len(rule.examples) for rule in CATALOG.rules.values()) == 655
    assert all(set(rule.links) <= CATALOG.rules.keys() for rule in CATALOG.rules.values())


def test_hardly_a_rule_is_of_no_use_on_a_screen():
    useless = [rule for rule in CATALOG.rules.values() if rule.not_applicable]
    assert 0 < len(useless) <= 12


def test_every_ruling_is_there():
    plain = [ruling.removeprefix("arap.") for ruling in CATALOG.rulings if ruling.count(".") == 1]
    found = Counter(ruling[0] for ruling in plain if ruling[0] != "S")
    assert found == RULINGS
    for letter, number in RULINGS.items():
        assert {f"{letter}{each}" for each in range(1, number + 1)} <= set(plain)
    assert all(set(ruling.rules) <= CATALOG.rules.keys() for ruling in CATALOG.rulings.values())


def test_the_switches_have_the_defaults_of_the_rulings():
    switches = CATALOG.switches
    assert set(switches) == set(Rulings.__struct_fields__) and len(switches) == 36
    for name, ruling in switches.items():
        assert getattr(Rulings(), name) == ruling.default, name
        for choice in ruling.choices:
            assert getattr(settle({name: choice}, Rulings), name) == choice


def test_nothing_names_a_rule_that_there_is_not():
    assert not unknown(FOLDER)


def test_the_words_of_the_glossary_have_rules_and_pictures():
    glossary = read_toml(FOLDER / "glossary.toml", Glossary)
    assert glossary.help and {"tests", "compulsory", "activation", "melee"} == set(glossary.phases)
    for terms in (glossary.states, glossary.phases, glossary.codes, glossary.markers):
        for name, term in terms.items():
            assert term.words.strip() and CATALOG.why(term.rule) is not None, name
            assert term.icon in ("", *ICONS), name
    assert {
        "untried", "acting", "done", "pinned", "suppressed", "routing", "pursuing", "locked", "prone",
        "moved tactically", "hidden", "on overwatch",
    } <= set(glossary.states)  # fmt: skip
