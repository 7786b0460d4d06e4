"""How long bots play on before others have their turn, and before whoever has just answered hears of it."""

from __future__ import annotations

import time
from collections.abc import Callable

SLICE = 0.1  # seconds of work
FORGETTING = 0.8  # of the longest step of late, with each step since


class Pace:
    """Bots of a battle begin no step that would end after the slice if it took as long as others did of late;
    so an answer is not held up by a bot that thinks for long."""

    def __init__(self, clock: Callable[[], float] = time.process_time) -> None:
        self.clock = clock
        self.until = self.stepped = self.usual = 0.0

    def begin(self) -> float:
        self.stepped = self.clock()
        self.until = self.stepped + SLICE
        return self.stepped

    def is_up(self) -> bool:
        """Asked before each step."""
        self.note()
        return self.stepped + self.usual > self.until

    def note(self) -> None:
        """That a step has ended."""
        now = self.clock()
        self.usual = max(now - self.stepped, self.usual * FORGETTING)
        self.stepped = now
