"""What is done for an address that no battle waits for: files looked over, battles made, documents, odds.

One thing after the other by each worker, so that everybody else waits for one of them at most, and put down
to the address (`budgets.py`).
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar.exceptions import TooManyRequestsException

from warbook.server.budgets import Bill, Budgets
from warbook.server.jobs import AnyJob, AnyResult
from warbook.server.limits import Turns
from warbook.server.workers import Worker, Workers


class Errands:
    def __init__(self, workers: Workers, turns: Turns, budgets: Budgets) -> None:
        self.workers, self.turns, self.budgets = workers, turns, budgets

    async def run(self, job: AnyJob, address: str) -> AnyResult:
        async with self.turn(address, self.workers.worker_of(job)) as bill:
            return await self.workers.run(job, bill)

    @asynccontextmanager
    async def turn(self, address: str, worker: Worker, *, needed: bool = False) -> AsyncIterator[Bill]:
        """The turn of an address with a worker, and who pays for what is done then. What is `needed` to sit
        down at a battle is never refused."""
        account = self.budgets.errands(address)
        async with self.turns.of(address, worker):
            if account.over and not needed:
                raise TooManyRequestsException(
                    "What was asked for from your address has taken all the time that one address has here "
                    f"just now: wait {account.wait} seconds."
                )
            yield Bill(account)
