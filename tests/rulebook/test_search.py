"""Search by words: what fits best comes first."""

import pytest

from warbook.core.shelf import book_ids, load_book
from warbook.rulebook.search import search


def found(book: str, words: str) -> list[str]:
    return [each.id for each in search(load_book(book), words)]


@pytest.mark.parametrize("book", book_ids())
def test_every_rule_is_found_by_its_id(book):
    """Two rules may go by the same last words: an id is looked for with all of its own."""
    rules = list(load_book(book).rules.rules)
    for id in rules[::9]:
        assert id in found(book, id)[:5]


@pytest.mark.parametrize(
    ("book", "words", "first"),
    [
        ("necromunda", "hit modifiers", "nec.shooting.hit-modifiers"),
        ("necromunda", "wound chart", "nec.shooting.wound-chart"),
        ("gorkamorka", "ram", "gce.ramming."),
        ("vehicles", "smoke", "veh.fire.smoke"),
        ("arap", "rout tests", "arap.rout.test"),
        ("steampunk", "advantage assault", "spf.assault.advantage"),
        ("arap", "pick up", "arap.turn.pick-up"),
    ],
)
def test_titles_come_before_texts(book, words, first):
    assert any(id.startswith(first) for id in found(book, words)[:3])


def test_a_word_that_is_only_begun_or_in_another_number_is_found():
    whole = found("necromunda", "grenade")
    assert whole and set(whole[:5]) & set(found("necromunda", "grenades"))
    assert set(whole[:5]) & set(found("necromunda", "grena"))


def test_all_words_count_and_where_nothing_has_all_most_do():
    both = search(load_book("necromunda"), "partial cover")
    assert both and all("partial" in f"{each.title} {each.says}".lower() for each in both)
    assert found("necromunda", "partial cover xyzzy")[:3] == [each.id for each in both[:3]]
    assert found("necromunda", "xyzzy") == found("necromunda", " ... ") == []


def test_lines_of_the_lists_are_found_with_their_address():
    (first, *_) = search(load_book("vehicles"), "rhino")
    assert (first.kind, first.title, first.address) == (
        "list",
        "Rhino",
        "/rules/vehicles#vehicles-vehicle.rhino",
    )
