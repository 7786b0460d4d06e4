"""A replay on its way to somebody, chapter by chapter: no more of it is worked out than was taken, and in
between others have their turn. The clerk has it in mind meanwhile, or plays it again up to there."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

import msgspec
from litestar.exceptions import HTTPException
from msgspec.structs import replace

from warbook.server.jobs import AnyResult, Broken, Chapter, Cold, No, Retell
from warbook.server.messages import ReplayEnd
from warbook.server.seating import TurnedAway

if TYPE_CHECKING:
    from warbook.server.hall import Hall
    from warbook.server.workers import Worker

NOT_BEGUN = "the battle has not begun: not everybody has sat down"


class Retelling:
    def __init__(
        self, hall: Hall, battle: str, side: str, address: str, worker: Worker | None, pictured: bool
    ) -> None:
        """By the clerk, or by the `worker` who has the version of its book; `pictured` where nobody has."""
        self.hall, self.address, self.worker = hall, address, worker or hall.workers.clerk
        self.pictured = pictured
        self.job = Retell(battle=battle, side=side, reading=secrets.token_urlsafe(9), told=0)
        self.last = False

    async def chapter(self) -> AnyResult:
        """The next lines. What is told is one version of the battle, whatever becomes of that meanwhile."""
        workers = self.hall.workers
        async with self.hall.errands.turn(self.address, self.worker) as bill:
            result = await workers.run(self.job, bill, self.worker) if self.job.told else Cold()
            if isinstance(result, Cold):
                kept = await self.hall.kept(self.job.battle, pictured=self.pictured)
                if kept.version == 0:
                    return No(NOT_BEGUN)
                if self.job.told and kept.version != self.job.version:
                    return No("the battle has gone on meanwhile: open this again")
                self.job = replace(self.job, version=kept.version)
                result = await workers.run(replace(self.job, kept=kept), bill, self.worker)
        if isinstance(result, Chapter):
            self.job, self.last = replace(self.job, told=result.told), result.last
        return result

    async def rest(self) -> AsyncIterator[bytes]:
        """Where it cannot go on, the last line says why; a clerk who is lost is replaced once."""
        lost = False
        while not self.last:
            try:
                result = await self.chapter()
            except (HTTPException, TurnedAway) as why:
                result = No(str(getattr(why, "detail", why)))
            if isinstance(result, Broken) and result.again and not lost:
                lost = True
                continue
            if not isinstance(result, Chapter):
                words = result.words if isinstance(result, No | Broken) else "The server failed at this."
                yield msgspec.json.encode(ReplayEnd(False, None, words)) + b"\n"
                return
            yield result.text
