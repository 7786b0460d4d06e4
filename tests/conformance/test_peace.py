"""A battle of any book can be given up, or drawn by agreement, in the middle of whatever goes on."""

from __future__ import annotations

import pytest

from warbook.core.book import line_up
from warbook.core.dice import Seeded
from warbook.core.game import Game
from warbook.core.record import record_of, verify
from warbook.core.shelf import book_ids, load_book
from warbook.players.seats import players_of
from warbook.telling.cast import cast_of
from warbook.telling.story import Teller

ANSWERS = 3


@pytest.mark.parametrize("book_id", book_ids())
def test_players_can_end_it_and_the_record_proves_it(book_id: str) -> None:
    book = load_book(book_id)
    scenario = book.scenarios()[0]
    setup = book.setup(scenario.id, line_up(book, scenario, ()), {}, 2)
    game = Game(book, setup, {}, Seeded(1), recording=True)
    bot = next(iter(players_of(book).values()))(1)
    game.advance()
    for _ in range(ANSWERS):
        side = next(side for side in game.waiting if game.asked(side) is not None)
        question = game.waiting[side]
        game.answer(side, bot.answer(side, question, game.view(side)))
    drawn = game.fork()
    drawn.draw()
    game.resign("a")
    for ended, winner, words in ((game, "b", "gave the battle up"), (drawn, "", "agreed on it")):
        assert ended.over and ended.battle.winner == winner
        proved = verify(record_of(ended))
        assert proved.battle == ended.battle
        for side in (*book.sides_of(setup), None):
            view = ended.view(side)
            book.pieces(view)
            assert book.standing(view).sides
            teller = Teller(cast_of(book, view))
            assert words in [*teller.tell(ended.events), *teller.rest()][-1].words
