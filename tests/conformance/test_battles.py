"""Random battles of every book: they end, their records prove them, their events are sound."""

import pytest

from tests.conformance.battles import bot_battle, title
from tests.conformance.checks import book_is_sound, events_are_sound, record_proves_the_battle
from tests.kit.long import battles
from warbook.core.book import book_ids, line_up, load_book


def _each_scenario(book_id: str) -> range:
    """Six battles at least, and every scenario once."""
    return battles(max(6, len(load_book(book_id).scenarios())), 200)


BATTLES = [(book_id, number) for book_id in book_ids() for number in _each_scenario(book_id)]


@pytest.fixture(scope="module", params=BATTLES, ids=lambda case: title(load_book(case[0]), case[1]))
def game(request):
    book_id, number = request.param
    return bot_battle(load_book(book_id), number)


def test_a_random_battle_ends(game):
    assert game.over
    assert game.battle.winner in ("", *game.players)


def test_its_record_proves_it(game):
    record_proves_the_battle(game)


def test_its_events_are_sound(game):
    events_are_sound(game)


def test_a_book_is_sound(book):
    book_is_sound(book)


def test_every_switch_takes_each_of_its_choices(book):
    scenario = book.scenarios()[0]
    forces = line_up(book, scenario, [])
    for name, ruling in book.rulings.items():
        for choice in (ruling.default, *ruling.choices):
            book.setup(scenario.id, forces, {name: choice})
