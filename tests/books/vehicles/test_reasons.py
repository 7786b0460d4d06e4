"""Why the bot would answer so."""

from __future__ import annotations

from typing import Any

import pytest

from tests.books.vehicles.table import table
from warbook import load_book
from warbook.books.vehicles.bot.drill import Drill
from warbook.books.vehicles.bot.reasons import reason
from warbook.books.vehicles.driving import ways
from warbook.books.vehicles.turn import move_step
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


@pytest.mark.parametrize(
    ("answer", "words"),
    [("smoke R", "smoke gives it cover"), ("Q", "makes room for the others"), ("done", "")],
)
def test_who_is_moved_is_told_with_the_reason_of_just_that(answer: str, words: str) -> None:
    game = table("rhino R (10,20) moved shaken_until=2   rhino Q (20,30)   guard_squad A (5,5)")
    game.battle.turn, game.battle.side, game.battle.phase = 1, "a", "move"
    question = game.tries(move_step)
    told = reason(game.battle, question, answer)
    assert words in told and bool(told) == bool(words)


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
