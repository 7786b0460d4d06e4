"""Odds questions of every book: what is given by name is as good as its figures."""

import pytest

from warbook.core.oddsbook import OddsQuestion
from warbook.desk.asking import read_parameters
from warbook.desk.sheet import DeskAsked, answer, desk_of

ADDRESS = {"q", "vs", "vary", "of"}  # what the address of the desk calls its own things


def questions(book) -> list[OddsQuestion]:
    assert book.questions, "a book answers odds questions"
    return list(book.questions.values())


def test_names_differ_from_each_other_and_from_parameters(book):
    for question in questions(book):
        assert not question.roles.keys() & question.parameters.keys()
        assert not ADDRESS & (question.roles.keys() | question.parameters.keys())
        for id, role in question.roles.items():
            names = [each.name.lower() for each in role.names()]
            assert names and len(set(names)) == len(names), f"{question.id}, {id}"
            assert not any("," in name or name != name.strip() for name in names)


def test_every_name_brings_figures_that_the_question_takes(book):
    """Given as figures they are accepted, and given by name they arrive."""
    for question in questions(book):
        needed = [f"{id}={_any(each)}" for id, each in question.parameters.items() if each.default is None]
        for id, role in question.roles.items():
            for each in role.names():
                brought = [f"{name}={value}" for name, value in each.sets.items()]
                rest = [line for line in needed if line.partition("=")[0] not in each.sets]
                by_figures = read_parameters(question, [*rest, *brought])
                by_name = read_parameters(question, [*rest, f"{id}={each.name}"])
                for name, more in each.adds.items():
                    if name not in {line.partition("=")[0] for line in rest}:
                        by_figures[name] += more
                assert by_name == by_figures, f"{question.id}: {each.name}"


def _any(parameter) -> int | str:
    return parameter.words[0] if parameter.words else parameter.bounds[0]


def test_the_desk_can_be_asked_as_it_begins(book):
    for question in desk_of(book).questions:
        begun = [role for role in question.roles if role.start]
        brought = {name for role in begun for name in role.brings}
        given = [f"{role.id}={role.start}" for role in begun]
        given += [
            f"{each.id}={each.start}"
            for each in question.parameters
            if each.default is None and each.id not in brought
        ]
        found = answer(book, DeskAsked(book.id, question.id, tuple(given)))
        assert sum(each.value for each in found.first.outcomes) == pytest.approx(1)
