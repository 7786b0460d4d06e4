"""A battle of any book as an OpenSpiel game, on the same slots.

Every die is a chance node with its exact chances. Sealed orders are given one side after the other, and are
in nobody's information until all are in.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from hashlib import blake2b
from random import Random as Luck
from typing import Any

import msgspec
import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from warbook.core.dice import Arranged, Dice
from warbook.core.events import visible
from warbook.core.game import Game
from warbook.core.questions import Refused
from warbook.core.shelf import open_book
from warbook.core.state import state_hash
from warbook.players.random import Random
from warbook.research.layout import numbers, size
from warbook.research.match import Match
from warbook.research.slots import SLOTS
from warbook.research.zoo import setup_for

NAME = "warbook"
MOST_FACES = 256
LONGEST = 1_000_000  # actions and dice; no battle is known to come near

TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Warbook",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"book": "necromunda", "scenario": "", "forces": ""},
)


class Due(Exception):
    """Dice are to be thrown outside."""


class Outside(Dice):
    """Dice that somebody else throws, one after the other."""

    def __init__(self) -> None:
        self.faces: list[int] = []
        self.sides = 0  # of the die that is due; 0 while none is

    def throw(self, sides: int, count: int, rule: str, need: int | None, most: int | None) -> tuple[int, ...]:
        if len(self.faces) < count:
            self.sides = sides
            raise Due
        faces, self.faces, self.sides = tuple(self.faces), [], 0
        return faces

    def copy(self) -> Outside:
        twin = Outside()
        twin.faces, twin.sides = list(self.faces), self.sides
        return twin


class Fielded:
    """What is fought: the same for all states of a game, so that copies share it."""

    def __init__(self, book: str, scenario: str, forces: str) -> None:
        self.named = book, scenario, forces
        self.book = open_book(book)
        self.setup = setup_for(self.book, scenario, [each for each in forces.split(",") if each], {})
        if self.book.own_players(self.setup):
            raise Refused(f"{self.book.title} plays a side of this battle itself: nobody's loss is its gain")
        self.seats = self.book.sides_of(self.setup)

    def __deepcopy__(self, memo: object) -> Fielded:
        return self

    def __reduce__(self) -> tuple[type, tuple[str, str, str]]:
        return Fielded, self.named


class Table:
    """A match with its dice. A deep copy is a fork, which shares nothing that changes; what is kept of it is
    all that was done, from which it is played again."""

    def __init__(self, fielded: Fielded, match: Match, dice: Outside) -> None:
        self.fielded, self.match, self.dice = fielded, match, dice
        self.actions: list[int] = []
        self.taken: list[tuple[str, int]] = []  # of these the slots, and by whom

    @staticmethod
    def laid(fielded: Fielded, actions: Sequence[int] = ()) -> Table:
        """At the start of a battle, or after these actions."""
        dice = Outside()
        table = Table(fielded, Match(Game(fielded.book, fielded.setup, {}, dice)), dice)
        with suppress(Due):
            table.match.go_on()
        for action in actions:
            table.act(action)
        return table

    def __deepcopy__(self, memo: object) -> Table:
        dice = self.dice.copy()
        twin = Table(self.fielded, self.match.fork(dice), dice)
        twin.actions, twin.taken = list(self.actions), list(self.taken)
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        return Table.laid, (self.fielded, self.actions)

    def act(self, action: int) -> None:
        self.actions.append(action)
        with suppress(Due):
            if self.dice.sides:
                self.dice.faces.append(action + 1)
                self.match.go_on()
            else:
                self.taken.append((self.match.side, action))
                self.match.take(action)

    def known(self, side: str) -> str:
        """All that a side may know by now: what it has done, was told and sees."""
        game = self.match.game
        told = msgspec.msgpack.encode([event for event in game.events if visible(event, side)])
        done = [slot for by, slot in self.taken if by == side]
        asked = self.match.decision if self.match.side == side else None
        parts = told, msgspec.msgpack.encode([done, asked and [slot.words for slot in asked.slots]])
        seen = state_hash(game.view(side))
        return f"{side} {seen} {blake2b(b''.join(parts), digest_size=12).hexdigest()}"


class WarbookGame(pyspiel.Game):  # type: ignore[misc]  # it has no types
    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = TYPE.parameter_specification | (params or {})
        self.fielded = Fielded(given["book"], given["scenario"], given["forces"])
        self.seats = self.fielded.seats
        info = pyspiel.GameInfo(
            num_distinct_actions=SLOTS,
            max_chance_outcomes=MOST_FACES,
            num_players=len(self.seats),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(TYPE, info, given)

    def new_initial_state(self) -> WarbookState:
        return WarbookState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self)


class WarbookState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: WarbookGame) -> None:
        super().__init__(game)
        self.seats = game.seats
        self.table = Table.laid(game.fielded)

    def current_player(self) -> int:
        if self.table.match.game.over:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.table.dice.sides:
            return int(pyspiel.PlayerId.CHANCE)
        return self.seats.index(self.table.match.side)

    def _legal_actions(self, player: int) -> list[int]:
        decision = self.table.match.decision
        return decision.open if decision is not None else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        sides = self.table.dice.sides
        return [(face, 1.0 / sides) for face in range(sides)]

    def _apply_action(self, action: int) -> None:
        self.table.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"a {action + 1}"
        decision = self.table.match.decision
        if decision is None or not 0 <= action < len(decision.slots):
            return f"slot {action}"
        return f"{action}: {decision.slots[action].words}"

    def is_terminal(self) -> bool:
        return self.table.match.game.over

    def returns(self) -> list[float]:
        return [self.table.match.reward(side) for side in self.seats]

    def information_state_string(self, player: int | None = None) -> str:
        return self.table.known(self.seats[self.current_player() if player is None else player])

    observation_string = information_state_string

    def __str__(self) -> str:
        game = self.table.match.game
        return f"{state_hash(game.battle)} {len(game.steps)} {len(game.tape)} {self.table.dice.faces}"


class Observer:
    """What a player sees, as the numbers of `layout.py`."""

    def __init__(self, game: WarbookGame) -> None:
        self.tensor = np.zeros(size(game.fielded.book), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: WarbookState, player: int) -> None:
        match = state.table.match
        side = state.seats[player]
        decision = match.decision if match.side == side else None
        view = match.game.view(side)
        sealed = decision is not None and match.game.blind
        self.tensor[:] = numbers(match.game.book, view, side, state.seats, decision, sealed)

    def string_from(self, state: WarbookState, player: int) -> str:
        return state.information_state_string(player)


def game(book: str, scenario: str = "", forces: Sequence[str] = ()) -> WarbookGame:
    """The game of a book; forces by id or by file. Of what is left out the book's first."""
    return WarbookGame({"book": book, "scenario": scenario, "forces": ",".join(forces)})


def resampler(seed: int) -> Any:
    """For IS-MCTS (`bot.set_resampler`): a state that the player cannot tell from the one it is at. What
    others have sealed is another answer, taken at random. What a book hides besides stays as it is."""
    luck = Luck(seed)

    def resampled(state: WarbookState, player: int) -> WarbookState:
        twin: WarbookState = state.clone()
        game = twin.table.match.game
        for side in game.unopened:
            if side != twin.seats[player]:
                question = game.waiting[side]
                answer = Random(luck.getrandbits(32)).answer(side, question, game.view(side))
                game.unopened[side] = question.accept(answer)
        return twin

    return resampled


class PlayedOut(mcts.Evaluator):  # type: ignore[misc]
    """What a state is worth to OpenSpiel's searches: the mean of so many battles that a bot of the book plays
    out from there for all sides, with other dice each time. All actions are equally likely beforehand."""

    def __init__(self, rollouts: int, seed: int, bot: str = "drill") -> None:
        self.rollouts, self.bot, self.luck = rollouts, bot, Luck(seed)

    def evaluate(self, state: WarbookState) -> list[float]:
        if state.is_terminal():
            return state.returns()
        battles = [self._played(state.table) for _ in range(self.rollouts)]
        return [sum(each) / self.rollouts for each in zip(*battles, strict=True)]

    def prior(self, state: WarbookState) -> list[tuple[int, float]]:
        if state.is_chance_node():
            return state.chance_outcomes()
        actions = state.legal_actions()
        return [(action, 1.0 / len(actions)) for action in actions]

    def _played(self, table: Table) -> list[float]:
        match = table.match.fork(Arranged(table.dice.faces, f"{self.luck.getrandbits(64)}"))
        if table.dice.sides:
            match.go_on()
        while match.halfway and match.decision is not None:
            match.take(self.luck.choice(match.decision.open))
        bot = table.fielded.book.bots()[self.bot]
        match.game.seat({side: bot(self.luck.getrandbits(32)) for side in match.seats})
        match.game.advance()
        return [match.reward(side) for side in match.seats]


pyspiel.register_game(TYPE, WarbookGame)
