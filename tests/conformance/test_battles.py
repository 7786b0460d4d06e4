"""Random battles of every book: they end, their records prove them, their events are sound."""

import gc

import pytest

from tests.conformance.battles import bot_battle, seed, setup, title
from tests.conformance.checks import book_is_sound, events_are_sound, record_proves_the_battle
from tests.kit.long import battles
from tests.kit.seated import players
from warbook.core.book import line_up
from warbook.core.dice import Seeded
from warbook.core.game import Game
from warbook.core.shelf import book_ids, load_book
from warbook.players.random import Random


def _each_scenario(book_id: str) -> range:
    """Every scenario once."""
    return battles(len(load_book(book_id).scenarios()), 200)


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


def test_a_battle_leaves_hardly_anything_to_the_garbage_collector(book):
    """It rests while bots play on: a megabyte or so of rings would be a leak that grows with the battle."""
    game = Game(book, setup(book, 0), {}, Seeded(seed(0)))
    game.seat(players(game, Random, 0))
    gc.collect()
    gc.disable()
    try:
        for _ in range(150):
            if not game.over:
                game.step()
        assert gc.collect() < 10_000
    finally:
        gc.enable()
