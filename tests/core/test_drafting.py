"""Drafts of forces: names for files and for those alike, words, and books that build none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.toy import Toy
from warbook.core.book import UnknownName
from warbook.core.datafile import Written
from warbook.core.drafting import file_name, numbered, said
from warbook.core.questions import Refused


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("The Iron Fist!", "the-iron-fist.toml"),
        ("Éowyn's 2nd", "eowyn-s-2nd.toml"),
        ("../../etc/passwd", "etc-passwd.toml"),
        ("***", "force.toml"),
        ("", "force.toml"),
    ],
)
def test_a_file_is_called_after_its_force(title: str, name: str) -> None:
    assert file_name(title) == name


@given(st.text(max_size=200))
def test_a_files_name_is_one_that_every_system_takes(title: str) -> None:
    name = file_name(title)
    assert len(name) <= 65
    assert set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-.")
    assert name.count(".") == 1 and not name.startswith((".", "-"))


def test_a_book_without_rules_for_it_builds_no_forces() -> None:
    book = Toy()
    assert not book.builds
    for asked in (lambda: book.draft(), lambda: book.amend(Written("x.toml", ""), "add")):
        with pytest.raises(UnknownName, match="Toy has no rules for building forces"):
            asked()


def test_those_alike_are_numbered_and_no_name_is_given_twice() -> None:
    assert numbered(["Truck", "Tank", "Truck"]) == ("Truck 1", "Tank", "Truck 2")
    assert numbered(["Truck", "Truck 1", "Truck"]) == ("Truck 2", "Truck 1", "Truck 3")


@given(st.lists(st.sampled_from(["a", "a 1", "a 2", "b"])))
def test_whatever_they_are_called_no_two_have_one_name(names: list[str]) -> None:
    told = numbered(names)
    assert len(set(told)) == len(names) and all(map(str.startswith, told, names))


def test_words_are_as_long_as_they_may_be_and_can_be_seen() -> None:
    assert said(" abc ", 5) == "abc"
    with pytest.raises(Refused, match="longer than 4 characters"):
        said("abcde", 4)
    with pytest.raises(Refused, match="cannot be seen"):
        said("a\nb", 9)
