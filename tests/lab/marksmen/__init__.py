"""Marksmen: both throw dice until the turns are up, and who has hit more often wins. The chances of a battle
can be counted. With MARKSMEN_DEADLY in the environment nobody survives three hits of the first side, nor does
the process."""

import os
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from warbook.core.book import Book, Choice, Piece
from warbook.core.cards import Briefing, Goal
from warbook.core.chance import chance
from warbook.core.dice import Dice
from warbook.core.events import Ended, Phase
from warbook.core.game import Game

TURNS = 3


class Setup(Struct, frozen=True):
    need: int  # of the first side; the other needs 4
    blanks: bool  # whether the first side throws a die besides that counts for nothing


class Battle(Struct):
    setup: Setup
    turn: int = 0
    hits: dict[str, int] = {}
    over: bool = False
    winner: str = ""


@chance
def shot(dice: Dice, need: int) -> bool:
    return dice.d6("mar.hit", need=need) >= need


class Marksmen(Book[Battle]):
    id = "marksmen"
    title = "Marksmen"
    source = "written for the tests"
    licence = "MIT"
    phases = ("shooting",)
    open_table = True

    def forces(self) -> tuple[Choice, ...]:
        return Choice("reds", "Reds"), Choice("blues", "Blues")

    def scenarios(self) -> tuple[Choice, ...]:
        return (Choice("range", "The range"),)

    def scenario(self, given: Any) -> Choice:
        return self.scenarios()[0]

    def make_setup(self, scenario: Any, forces: Sequence[Any], rulings: Mapping[str, Any]) -> Setup:
        return Setup(rulings["need"], rulings["blanks"])

    def muster(self, setup: Setup) -> Battle:
        return Battle(setup, hits=dict.fromkeys(self.sides, 0))

    def pieces(self, view: Battle) -> Sequence[Piece]:
        return [Piece(side, side, side, 0, 0, 0, 0, 0.5) for side in self.sides]

    def briefing(self, setup: Setup) -> Briefing:
        return Briefing("", "", tuple(Goal(side, "Hit.", "mar.hit") for side in self.sides), "3 turns")

    def step(self, game: Game[Battle]) -> None:
        battle = game.battle
        battle.turn += 1
        game.tell(Phase(turn=battle.turn, side="", phase="shooting", rule="mar.turn"))
        for side in self.sides:
            if battle.setup.blanks and side == "a":
                game.rolling("spare").roll(shot, 4)
            need = battle.setup.need if side == "a" else 4
            battle.hits[side] += game.rolling(side).roll(shot, need)
        if battle.turn == TURNS:
            if "MARKSMEN_DEADLY" in os.environ and battle.hits["a"] == 3:
                os._exit(9)
            ahead = battle.hits["a"] - battle.hits["b"]
            battle.over, battle.winner = True, "a" if ahead > 0 else "b" if ahead < 0 else ""
            game.tell(Ended(winner=battle.winner, words="It is over.", rule="mar.turn"))


BOOK = Marksmen()
