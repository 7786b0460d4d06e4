"""A battle of any book as a PettingZoo environment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from warbook.core.book import Book, line_up
from warbook.core.datafile import id_or_written
from warbook.core.dice import Seeded
from warbook.core.game import Game
from warbook.core.questions import Question, Refused
from warbook.core.shelf import open_book
from warbook.lab.bots import bot
from warbook.players.seats import seed_of
from warbook.research.layout import BOUND, numbers, size
from warbook.research.match import Match
from warbook.research.slots import SLOTS, Decision
from warbook.terminal.map import Map, letters_for

ROOM = 100, 40  # columns and rows of the table when it is drawn


def setup_for(book: Book, scenario: str | None, forces: Sequence[str], rulings: Mapping[str, Any]) -> Any:
    """Scenario and forces by id or by file; of what is left out the book's first."""
    known = [choice.id for choice in book.scenarios()]
    played = id_or_written(scenario, known) if scenario else known[0]
    fielded = [id_or_written(force, [choice.id for choice in book.forces()]) for force in forces]
    return book.setup(played, line_up(book, book.scenario(played), fielded), rulings)


def env(book: str, **how: Any) -> AECEnv[str, Any, Any]:
    """The environment as agents should use it: `Battle`, which refuses in words what is out of order."""
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(Battle(book, **how)))


class Battle(AECEnv[str, Any, Any]):  # type: ignore[misc]  # it has no types
    """A battle of a book. The agents are its seats in order, `player_0` and so on, but for those that bots
    play: `against={"b": "drill"}`. An observation has the numbers of the seat's view (`layout.py`) and the
    mask of the slots that are open; `view(agent)` is the view itself. Rewards come with the end. The same
    seed and the same slots give the same battle."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "warbook",
        "render_modes": ["human", "ansi"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        book: str,
        scenario: str | None = None,
        forces: Sequence[str] = (),
        rulings: Mapping[str, Any] | None = None,
        against: Mapping[str, str] | None = None,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            modes = ", ".join(self.metadata["render_modes"])
            raise Refused(f"a battle cannot be rendered as {render_mode!r}; the modes are: {modes}")
        self.book = open_book(book)
        self.setup = setup_for(self.book, scenario, forces, rulings or {})
        own = self.book.own_players(self.setup)
        self.seats = tuple(side for side in self.book.sides_of(self.setup) if side not in own)
        strange = [side for side in against or {} if side not in self.seats]
        if strange:
            raise Refused(f"there is no side {strange[0]!r} to play; the sides are: {', '.join(self.seats)}")
        self._bots = {side: bot(self.book, name) for side, name in (against or {}).items()}
        self.sides = {f"player_{n}": side for n, side in enumerate(self.seats) if side not in self._bots}
        self.render_mode = render_mode
        self.possible_agents = list(self.sides)
        self.agents: list[str] = []
        self._luck = Random()
        seen = spaces.Box(-BOUND, BOUND, (size(self.book),), np.float32)
        mask = spaces.Box(0, 1, (SLOTS,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.sides
        }
        self.action_spaces = {agent: spaces.Discrete(SLOTS) for agent in self.sides}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new battle: that of the seed, or the next of those that followed the last seed."""
        if seed is not None:
            self._luck = Random(seed)
        dice = self._luck.getrandbits(64)
        bots = {side: make(seed_of(dice, side)) for side, make in self._bots.items()}
        self.match = Match(Game(self.book, self.setup, bots, Seeded(dice)))
        self.agents = list(self.sides)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: dict[str, Any]() for agent in self.agents}
        self.match.go_on()
        self._settle()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise Refused(f"it is for {agent} to take a slot; None is for who is out of the battle")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.match.take(int(action))
        self._settle()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _settle(self) -> None:
        if self.match.game.over:
            for agent, side in self.sides.items():
                self.rewards[agent] = self.match.reward(side)
                self.terminations[agent] = True
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = next(a for a, side in self.sides.items() if side == self.match.side)

    def observe(self, agent: str) -> dict[str, Any]:
        decision = self.decision(agent)
        mask = np.zeros(SLOTS, np.int8)
        if decision is not None:
            mask[decision.open] = 1
        side, sealed = self.sides[agent], decision is not None and self.match.game.blind
        seen = numbers(self.book, self.view(agent), side, self.seats, decision, sealed)
        return {"observation": seen, "action_mask": mask}

    def view(self, agent: str) -> Any:
        """The battle as the agent may see it; never to be changed, and good until the next step."""
        return self.match.game.view(self.sides[agent])

    def question(self, agent: str) -> Question | None:
        """The question that the agent is answering now."""
        return self.match.question if self.match.side == self.sides[agent] else None

    def decision(self, agent: str) -> Decision | None:
        """What the agent is to decide about it, with its slots in words."""
        return self.match.decision if self.match.side == self.sides[agent] else None

    def render(self) -> str | None:
        """The table as a spectator may see it: returned as text, or printed for people."""
        if self.render_mode is None:
            return None
        game = self.match.game
        view = game.view(None)
        pieces, sides, groups = self.book.pieces(view), tuple(game.players), self.book.groups(view)
        drawn = Map(self.book.table(view), ROOM)
        drawn.pieces(pieces, letters_for(pieces, sides, groups=groups), sides)
        lines = [line.plain for line in drawn.lines()]
        standing = self.book.standing(view)
        lines += [f"Turn {standing.turn}", *(f"{each.side}: {each.words}" for each in standing.sides)]
        text = "\n".join(lines)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Nothing is held open."""

    def __str__(self) -> str:
        return f"warbook_{self.book.id}"
