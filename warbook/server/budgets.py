"""How much of the processors' time is used, and for whom.

Every worker tells how many seconds of work a job was. They are put down to the battle, to the visitor and to
the address it was done for. Nobody is refused an answer for that: a battle for which too much was done goes
on at a referee who works only while nobody else does (`Workers.aside`), until enough is left again. What is
asked for besides, documents, files and odds, is refused with words.
"""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable

from warbook.server import limits

ENOUGH = 0.5  # of an account, that must be left before somebody is no longer over it


class Account:
    """So many seconds of work at once, and so many a second after that. Whoever has used them all is `over`
    it until half of them are there again."""

    def __init__(self, size: float, refill: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.size, self.refill, self.clock = size, refill, clock
        self.left, self.last = size, clock()
        self._over = False

    def pay(self, seconds: float) -> None:
        self._refill()
        self.left -= seconds
        self._over = self._over or self.left < 0.0

    @property
    def over(self) -> bool:
        self._refill()
        self._over = self._over and self.left < self.size * ENOUGH
        return self._over

    @property
    def wait(self) -> int:
        """Seconds until it is no longer over."""
        return math.ceil(max(0.0, self.size * ENOUGH - self.left) / self.refill) if self.over else 0

    def _refill(self) -> None:
        now = self.clock()
        self.left = min(self.size, self.left + (now - self.last) * self.refill)
        self.last = now


class Bill:
    """Those to whom a piece of work is put down."""

    def __init__(self, *accounts: Account) -> None:
        self.accounts = accounts

    def pay(self, seconds: float) -> None:
        for account in self.accounts:
            account.pay(seconds)


NOBODY = Bill()  # pays for what is done for everybody


class Budgets:
    """The accounts of everybody; those not looked at for longest are forgotten first."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.accounts: OrderedDict[Hashable, Account] = OrderedDict()

    def battle(self, battle: str) -> Account:
        return self._of(("battle", battle), limits.BATTLE_WORK)

    def visitor(self, battle: str, side: str, address: str) -> Account:
        return self._of(("visitor", battle, side, address), limits.VISITOR_WORK)

    def address(self, address: str) -> Account:
        """For what is done at battles."""
        return self._of(("address", address), limits.ADDRESS_WORK)

    def errands(self, address: str) -> Account:
        """For what is asked for besides."""
        return self._of(("errands", address), limits.ERRANDS)

    @property
    def over(self) -> int:
        """How many accounts are used up just now."""
        return sum(account.over for account in self.accounts.values())

    def _of(self, key: Hashable, much: tuple[float, float]) -> Account:
        account = self.accounts.get(key)
        if account is None:
            account = self.accounts[key] = Account(*much, self.clock)
        self.accounts.move_to_end(key)
        while len(self.accounts) > limits.MOST_ADDRESSES:
            self.accounts.popitem(last=False)
        return account
