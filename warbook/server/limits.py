"""How much one visitor may ask for."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from ipaddress import IPv4Address, ip_address, ip_network
from weakref import WeakValueDictionary

BODY = 400_000  # bytes of a request: a battle with files of one's own
RECORD = 8_000_000  # bytes of a battle's record that is brought
MESSAGE = 64_000  # bytes of a message from a seat
HEADERS_WITHIN = 10.0  # seconds, from the first byte of a request
BODY_WITHIN = 60.0  # seconds after that
CONNECTIONS = 4000  # that are not lines of seats
CONNECTIONS_FROM = 100  # of an address
UNSEATED = 10.0  # seconds until a new connection must have sat down
UNHEARD = 100  # messages of a seat that are read ahead
MESSAGES = (100.0, 50.0)  # at once, and per second after that: the rest has to wait
REQUESTS = (300.0, 5.0)  # that make or check something, by address
LOOK_UPS = (600.0, 60.0)  # at the desk, by address
GUESSES = (6.0, 1 / 60)  # of a passphrase that are wrong, by name
GUESSES_FROM = (20.0, 1 / 30)  # and of a passphrase or the word of the house, by address
NEW_NAMES = (10.0, 1 / 300)  # by address
BATTLE_WORK = (10.0, 0.2)  # seconds of a referee's work at once, and per second after that, for a battle
VISITOR_WORK = (10.0, 0.2)  # for a page at a battle
ADDRESS_WORK = (20.0, 0.4)  # for all pages of an address
ERRANDS = (60.0, 0.5)  # of other work, by address: documents, files, battles made, odds
OPEN = 120  # pages of an address at battles
BATTLES_MADE = (500.0, 0.05)  # by an address
ARCHIVE_AFTER = 30.0  # days in which nobody touches a battle, until it is kept compressed; 0: never
REMOVE_AFTER = 0.0  # likewise, until one that is not over is removed; 0: never
LINES = (5.0, 0.25)  # that a side may say at once, and per second after that
MANNERS = (20.0, 0.2)  # names, draws and bots that a side may have told to everybody, likewise
AWAY = 120.0  # seconds until the bot may answer for who is not at the table and is waited for
SILENT = 600.0  # and for who is, but does nothing
NETWORK = 64  # bits of an IPv6 address that tell one visitor from another
MOST_ADDRESSES = 10_000
AT_ONE_SEAT = 8  # pages
WATCHING = 100  # pages at one battle
TRIES = 2  # a battle that nobody could go on with as often stays closed
THINKING = 600.0  # seconds of work that bots get for a battle nobody plays


def household(host: str) -> str:
    """Whose limits those of an address are: of IPv6 one visitor may use any address of a network."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv4Address):
        return str(address)
    return str(address.ipv4_mapped or ip_network((int(address), NETWORK), strict=False))


class Bucket:
    """So much at once, and so much per second after that."""

    def __init__(self, size: float, refill: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.size, self.refill, self.clock = size, refill, clock
        self.level, self.last = size, clock()

    def take(self) -> bool:
        """Whether there was enough left."""
        return self.lacks() == 0.0

    def give_back(self) -> None:
        self.level = min(self.size, self.level + 1.0)

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

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, much: tuple[float, float] | None = None
    ) -> None:
        self.clock, self.much = clock, much or REQUESTS
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        return not self.lacks(address)

    def lacks(self, address: str) -> float:
        """As of a bucket."""
        bucket = self.buckets.setdefault(address, Bucket(*self.much, self.clock))
        self.buckets.move_to_end(address)
        while len(self.buckets) > MOST_ADDRESSES:
            self.buckets.popitem(last=False)
        return bucket.lacks()

    def give_back(self, address: str) -> None:
        """What was taken is not to count."""
        if address in self.buckets:
            self.buckets[address].give_back()


class Turns:
    """Whoever asks for many things gets one after the other: however many they are, everybody else waits for
    one of them at most. What is given up while it waits is never begun."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[Hashable, asyncio.Lock] = WeakValueDictionary()

    def of(self, address: str, worker: Hashable) -> asyncio.Lock:
        """To be held, before anything that others wait for is, while the worker does something for them."""
        lock = self._locks.get((address, worker))
        if lock is None:
            lock = self._locks[address, worker] = asyncio.Lock()
        return lock


class Turn:
    """Somebody's turn while it is held, or until it is ended before that."""

    def __init__(self, lock: asyncio.Lock) -> None:
        self._lock, self._held = lock, False

    async def __aenter__(self) -> Turn:
        await self._lock.acquire()
        self._held = True
        return self

    async def __aexit__(self, *_: object) -> None:
        self.end()

    def end(self) -> None:
        if self._held:
            self._held = False
            self._lock.release()
