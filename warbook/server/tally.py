"""How often something was done, and how long it took."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import contextmanager

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds


class Tally:
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock, self.seconds = clock, 0.0
        self._within = [0] * (len(BOUNDS) + 1)

    @property
    def count(self) -> int:
        return sum(self._within)

    @contextmanager
    def timing(self) -> Iterator[None]:
        """Counts what does not fail."""
        began = self.clock()
        yield
        self.add(self.clock() - began)

    def add(self, seconds: float) -> None:
        self._within[bisect_left(BOUNDS, seconds)] += 1
        self.seconds += seconds

    def up_to(self) -> Iterator[tuple[str, int]]:
        """How many took at most so many seconds."""
        so_far = 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), self._within, strict=True):
            so_far += count
            yield bound, so_far
