"""Twin battles: the same but for something, told apart only by what may be told of it.

Dice depend on who throws them for what, and answers on what is offered: so a difference in one place changes
nothing in another, unless the rules make it so.
"""

from __future__ import annotations

import json
from hashlib import blake2b
from itertools import count
from typing import Any

import msgspec

from warbook.books.steampunk import BOOK
from warbook.books.steampunk.state import Battle
from warbook.core.dice import Dice
from warbook.core.events import Phase, Rolled, visible
from warbook.core.game import Game
from warbook.core.questions import Choose, Form, Question
from warbook.core.record import record_for
from warbook.telling.cast import cast_of
from warbook.telling.ledger import ledger
from warbook.telling.wire import seen


def number(*key: object) -> int:
    return int.from_bytes(blake2b(repr(key).encode(), digest_size=6).digest())


class Keyed(Dice):
    """Each die by the step, the unit that throws it, the rule, and how many such dice fell before in this
    part of the turn. `names` gives units other names than their ids."""

    def __init__(self, game: Game, seed: int, names: dict[str, str] | None = None) -> None:
        self.game, self.seed, self.names = game, seed, names or {}

    def throw(self, sides: int, count: int, rule: str, need: int | None, most: int | None) -> tuple[int, ...]:
        by = self.game.dice.by
        fallen = 0
        for event in reversed(self.game.events):
            if isinstance(event, Phase):
                break
            if isinstance(event, Rolled) and (event.by, event.rule) == (by, rule):
                fallen += len(event.faces)
        battle = self.game.battle
        key = (self.seed, battle.turn, battle.phase, self.names.get(by, by), rule)
        return tuple(number(*key, fallen + n) % sides + 1 for n in range(count))


def battle_of(battle: Battle, seed: int) -> Game:
    """A battle of two people at this point."""
    game = Game(BOOK, battle.setup, {}, Keyed.__new__(Keyed), recording=True)
    game.battle = battle
    game.source = Keyed(game, seed)
    game.advance()
    return game


def steady(question: Question, *salt: object) -> Any:
    """A legal answer that depends on nothing but what is offered."""
    if isinstance(question, Choose):
        return min((option.id for option in question.open()), key=lambda id: number(salt, id))
    assert isinstance(question, Form)
    for again in count():  # until they go together
        more = (again,) if again else ()
        answer = {name: steady(part, *salt, *more, name) for name, part in question.parts.items()}
        if not any(concern.barred for concern in (question.judge(answer) if question.judge else ())):
            break
    return answer


def sent(game: Game, side: str | None) -> str:
    """All that a side can get to see: the table and the question with its odds, the record and the ledger."""
    view = game.view(side)
    told = [event for event in game.events if visible(event, side)]
    return "\n".join(
        [
            json.dumps(seen(game, side, previews=True), indent=1),
            msgspec.json.encode(record_for(game, side)).decode(),
            msgspec.json.encode(ledger(cast_of(BOOK, view), told)).decode(),
            "" if side is None else game.undoable(side),
        ]
    )
