"""Why the bot would answer so."""

from __future__ import annotations

from typing import Any

import pytest

from tests.books.vehicles.table import table
from warbook import load_book
from warbook.books.vehicles.bot.drill import Drill
from warbook.books.vehicles.driving import ways
from warbook.core.dice import Seeded
from warbook.core.game import Game
from warbook.core.questions import Question
from warbook.players.random import Random
from warbook.players.seats import advice


def test_a_drive_out_from_behind_a_block_is_told_as_coming_nearer() -> None:
    game = table("predator P (10,20)   block (16,14) (18,26) h=6   rhino r (40,20) facing=90")
    battle, tank = game.battle, game.ride("P")
    battle.turn, battle.side, battle.phase = 1, "a", "move"
    _, why = advice(Drill(0), "a", ways.Ways(battle, tank).question(), battle)
    assert "here 0 and 0." in why  # nothing is seen past the block
    assert why.endswith("It comes nearer to what it can hurt.")


def test_who_does_not_explain_gives_no_reason() -> None:
    game = table("predator P (10,20)   rhino r (40,20)")
    battle = game.battle
    battle.turn, battle.side, battle.phase = 1, "a", "move"
    assert advice(Random(0), "a", ways.Ways(battle, game.ride("P")).question(), battle)[1] == ""


class Telling:
    """A player who is asked for a reason with every answer."""

    def __init__(self, seed: int) -> None:
        self.player, self.told = Drill(seed), dict[str, list[str]]()

    def answer(self, side: str, question: Question, view: Any) -> object:
        answer, why = advice(self.player, side, question, view)
        self.told.setdefault(question.kind, []).append(why)
        return answer


@pytest.mark.parametrize(
    ("scenario", "kinds"),
    [
        ("annihilation", ("drive", "march", "fire at")),
        ("seize_ground", ("drive", "march", "fire at")),
        ("breakthrough", ("drive", "fire at")),
    ],
)
def test_the_questions_that_matter_are_answered_with_a_reason(scenario: str, kinds: tuple[str, ...]) -> None:
    book = load_book("vehicles")
    players = {"a": Telling(1), "b": Telling(2)}
    setup = book.setup(scenario, ("ork_patrol", "marine_patrol"), {})
    Game(book, setup, players, Seeded(9)).advance()
    for kind in kinds:
        told = [why for player in players.values() for why in player.told.get(kind, [])]
        assert told and all(told), kind
