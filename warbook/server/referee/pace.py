"""How long bots play on before others have their turn, and before whoever has just answered hears of it."""

from __future__ import annotations

import time
from collections.abc import Callable

SLICE = 0.1  # seconds of work
FORGETTING = 0.8  # of the longest step of late, with each step since
SLOWLY = 0.99  # likewise, while somebody waits to hear that his answer is kept


class Pace:
    """Bots of a battle begin no step that would end after the slice if it took as long as others did of late;
    so an answer is not held up by a bot that thinks for long. Of an answer's slice that is remembered longer:
    a bot that looks about once a turn takes its time for that after the answer is acknowledged."""

    def __init__(self, clock: Callable[[], float] = time.process_time) -> None:
        self.clock = clock
        self.until = self.stepped = self.usual = self.longest = 0.0
        self.waited_for = False

    def begin(self, waited_for: bool = False) -> float:
        """Whether somebody waits for the end of it."""
        self.waited_for = waited_for
        self.stepped = self.clock()
        self.until = self.stepped + SLICE
        return self.stepped

    def is_up(self) -> bool:
        """Asked before each step."""
        self.note()
        return self.stepped + (self.longest if self.waited_for else self.usual) > self.until

    def note(self) -> None:
        """That a step has ended."""
        now = self.clock()
        self.usual = max(now - self.stepped, self.usual * FORGETTING)
        self.longest = max(now - self.stepped, self.longest * SLOWLY)
        self.stepped = now
