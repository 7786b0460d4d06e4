"""At every question of some battles: it is sound, illegal answers change nothing, and nothing leaks."""

import pytest

from tests.conformance.battles import Client, driven, open_battle
from tests.conformance.checks import (
    Told,
    Tried,
    illegal_answers_change_nothing,
    nothing_leaks,
    question_is_sound,
    sealed_answers_show_nothing,
)
from tests.kit.long import LONG, battles
from warbook.board.terrain import Table
from warbook.players.seats import advice, players_of, seated

ANSWERS = None if LONG else 400  # so far a battle is looked at here; some have two thousand


def test_illegal_answers_are_refused_and_change_nothing(book):
    tried = Tried()
    for number in range(132, 141):  # together they give every occasion; one may be over before anybody walks
        game = open_battle(book, number)
        for _ in driven(game, number):
            illegal_answers_change_nothing(game, tried)
        if all(tried[kind] for kind in occasions(book.table(game.battle))):
            break
    for kind in occasions(book.table(game.battle)):
        assert tried[kind], f"no battle of {book.id} gave occasion for: {kind}"


def occasions(table) -> tuple[str, ...]:
    """What illegal answers there must be occasion for on such a table."""
    kinds = ("malformed", "wrong player", "wrong option", "barred option")
    if not isinstance(table, Table):
        return kinds  # on hexes nobody is asked for a path
    walls = any(not wall.door and wall.height > 2.5 for wall in table.walls)
    blocks = any(block.height > 2.5 for block in table.blocks)
    return (
        *kinds,
        "path too long",
        "path off the table",
        *(["path through a wall"] if walls or blocks else []),
    )


@pytest.mark.parametrize("number", battles(1, 10, first=140))
def test_every_question_is_sound(book, number):
    game = open_battle(book, number)
    for _ in driven(game, number, ANSWERS):
        for question in game.waiting.values():
            question_is_sound(book, question)


@pytest.mark.parametrize("number", battles(2, 40, first=160))
def test_whoever_is_asked_what_no_bot_would_come_to_is_advised_what_is_accepted(book, number):
    """As on the page; a bot may also have to answer there for somebody who has left."""
    game, best = open_battle(book, number), next(iter(players_of(book)))
    advisers = seated(book, dict.fromkeys(game.players, best), number)
    for _ in driven(game, number, ANSWERS):
        for side, question in game.waiting.items():
            advice(advisers[side], side, question, game.view(side))


@pytest.mark.parametrize("number", battles(1, 10, first=150))
def test_nothing_hidden_leaks(book, number):
    game, client = open_battle(book, number), Client(number)
    count, told = 0, Told()
    while not game.over and (ANSWERS is None or count < ANSWERS):
        count += 1
        nothing_leaks(game, told, thorough=count % 10 == 0)
        if game.blind:
            sealed_answers_show_nothing(game, client)
        else:
            client.answer(game)
