"""How much one visitor may ask for."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

BODY = 400_000  # bytes of a request: a battle with files of one's own
MESSAGE = 64_000  # bytes of a message from a seat
UNSEATED = 10.0  # seconds until a new connection must have sat down
MESSAGES = (100.0, 50.0)  # at once, and per second after that: the rest has to wait
REQUESTS = (300.0, 5.0)  # that make or check something, by address
MOST_ADDRESSES = 10_000


class Bucket:
    """So much at once, and so much per second after that."""

    def __init__(self, size: float, refill: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.size, self.refill, self.clock = size, refill, clock
        self.level, self.last = size, clock()

    def take(self) -> bool:
        """Whether there was enough left."""
        return self.lacks() == 0.0

    def lacks(self) -> float:
        """Takes one, or says how many seconds it takes until there is one."""
        now = self.clock()
        self.level = min(self.size, self.level + (now - self.last) * self.refill)
        self.last = now
        if self.level < 1.0:
            return (1.0 - self.level) / self.refill
        self.level -= 1.0
        return 0.0


class Gate:
    """A bucket for each address; those not seen for longest are forgotten first."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        bucket = self.buckets.setdefault(address, Bucket(*REQUESTS, self.clock))
        self.buckets.move_to_end(address)
        while len(self.buckets) > MOST_ADDRESSES:
            self.buckets.popitem(last=False)
        return bucket.take()
