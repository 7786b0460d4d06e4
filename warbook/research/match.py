"""A battle that is played by slots: whose decision it is, what it is about, and what it came to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from warbook.core.dice import Dice
from warbook.core.game import Game
from warbook.core.questions import Question
from warbook.research.slots import Asking, Decision, asking


class Match:
    """A decision with one open slot is taken without asking. Sealed questions are put to one side after the
    other; what the others have answered is in no view until all have.

    Whose dice come from outside may raise in the middle: `go_on` then goes on when they are there.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.side = ""  # whose decision it is; nobody's when the battle is over or waits for dice
        self.decision: Decision | None = None
        self._taken: list[int] = []  # of the question under way
        self._asking: Asking | None = None

    @property
    def seats(self) -> tuple[str, ...]:
        """The sides that players play."""
        own = self.game.book.own_players(self.game.setup)
        return tuple(side for side in self.game.players if side not in own)

    @property
    def question(self) -> Question | None:
        return self.game.asked(self.side) if self.side else None

    @property
    def halfway(self) -> bool:
        """Whether some slots of the question are taken and others are still to be."""
        return bool(self.side and self._taken)

    def go_on(self) -> None:
        """To the next decision, or the end."""
        self.side, self.decision, self._asking = "", None, None
        while True:
            self.game.advance()
            side = next((side for side in self.game.waiting if self.game.asked(side) is not None), "")
            if self.game.over or not side:
                return
            self.side, self._taken = side, []
            self._asking = self._begun()
            if self._decide(lambda asking: next(asking)):
                return

    def take(self, slot: int) -> None:
        """Take an open slot of the decision, and go on to the next."""
        if (
            self.decision is None
            or not 0 <= slot < len(self.decision.slots)
            or not self.decision.slots[slot].open
        ):
            raise ValueError(f"slot {slot} is not open now")
        self._taken.append(slot)
        if not self._decide(lambda asking: asking.send(slot)):
            self.go_on()

    def _begun(self) -> Asking:
        question = self.game.asked(self.side)
        assert question is not None
        pieces = self.game.book.pieces(self.game.view(self.side))
        return asking(question, {piece.id for piece in pieces if piece.arc})

    def _decide(self, on: Callable[[Asking], Decision]) -> bool:
        """Whether there is something to decide; else the question is answered."""
        assert self._asking is not None
        try:
            decision = on(self._asking)
            while len(decision.open) == 1:
                self._taken.append(decision.open[0])
                decision = self._asking.send(decision.open[0])
        except StopIteration as done:
            side, self.side, self.decision, self._asking = self.side, "", None, None
            self.game.answer(side, done.value)
            return False
        self.decision = decision
        return True

    def fork(self, source: Dice | None = None) -> Match:
        """An independent match at the same point, with the dice of `source` if given."""
        twin = Match(self.game.fork(source))
        if self._asking is not None:
            twin.side, twin._taken = self.side, list(self._taken)
            twin._asking = twin._begun()
            twin.decision = next(twin._asking)
            for slot in twin._taken:
                twin.decision = twin._asking.send(slot)
        return twin

    def reward(self, side: str) -> float:
        """1 for the winner, and all others together -1; nothing to anybody in a draw or before the end. Where
        a side wins that the book plays itself, every player has lost 1."""
        battle: Any = self.game.battle
        if not self.game.over or not battle.winner:
            return 0.0
        if battle.winner not in self.seats:
            return -1.0
        return 1.0 if side == battle.winner else -1.0 / (len(self.seats) - 1)
