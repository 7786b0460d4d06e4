"""What a person must know: every book has cards, a briefing, how it stands, and words for what it uses."""

import pytest

from tests.conformance.battles import driven, open_battle, setup
from tests.conformance.checks import (
    briefing_is_sound,
    card_is_sound,
    cards_are_sound,
    glossary_is_sound,
    glossary_knows_the_events,
    standing_is_sound,
)
from tests.kit.long import battles


def test_there_are_words_for_what_the_book_uses(book):
    glossary_is_sound(book)


def test_every_scenario_has_a_briefing(book):
    for number in range(len(book.scenarios())):
        briefing_is_sound(book, setup(book, number))


def test_every_force_on_offer_has_cards(book):
    for force in book.forces():
        cards = book.force_cards(force.id)
        assert cards, f"{force.name} has no cards"
        for card in cards:
            card_is_sound(book, card)


@pytest.mark.parametrize("number", battles(1, 10, first=162))
def test_every_piece_has_a_card_and_it_is_known_how_the_battle_stands(book, number):
    """How it stands at every question, cards at every seventh: those of all sides are many, where not all see
    the same."""
    game = open_battle(book, number)
    views = (None,) if book.open_table else (*book.sides_of(game.setup), None)
    for count, _ in enumerate(driven(game, number)):
        for side in views:
            standing_is_sound(game, side)
            if count % 7 == 0:
                cards_are_sound(game, side)
    for side in views:
        standing_is_sound(game, side)
        cards_are_sound(game, side)
    glossary_knows_the_events(game)
