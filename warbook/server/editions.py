"""Battles of another version of their book than this server has. Each goes on by the version it began
with, where that is installed beside the new one (`warbook serve --older FOLDER`); or is adopted, if all
of it comes out the same by the new version; or can still be watched, told and exported, but not played
on.
"""

from __future__ import annotations

import logging
from typing import NamedTuple

from warbook.server.errands import Errands
from warbook.server.jobs import Adopt, AnyResult, Broken, Edition, Kept, No, Words
from warbook.server.seating import NotNow
from warbook.server.store import Store
from warbook.server.workers import Worker

log = logging.getLogger("warbook")


class Told(NamedTuple):
    """A book as a worker has it."""

    title: str
    version: str


class Editions:
    """`past` are the battles that cannot be played on, and why."""

    def __init__(self, store: Store, errands: Errands) -> None:
        self.store, self.errands = store, errands
        self.past: dict[str, str] = {}
        self._told: dict[tuple[str, str], Told] = {}  # by worker and book

    async def settle(self, kept: Kept, address: str) -> tuple[Worker | None, str]:
        """The worker who plays the battle, if it is not one of the usual; and why nobody can, if so. `kept`
        needs no steps."""
        workers = self.errands.workers
        present = await self._of(workers.clerk, kept.book)
        if present is None or kept.book_version == present.version:
            return None, ""
        for worker in workers.older:
            older = await self._of(worker, kept.book)
            if older is not None and older.version == kept.book_version:
                return worker, ""
        if kept.battle not in self.past:
            await self._adopt(kept, present, address)
        return None, self.past.get(kept.battle, "")

    async def title(self, book: str) -> str:
        """What a book is called, as far as it is known here."""
        told = await self._of(self.errands.workers.clerk, book)
        return book if told is None else told.title

    async def _of(self, worker: Worker, book: str) -> Told | None:
        """Which version of a book a worker plays by; none if it is not on his shelf."""
        key = worker.name, book
        if key not in self._told:
            told = await self.errands.workers.run(Edition(book=book), referee=worker)
            if not isinstance(told, Words):
                return None
            title, _, version = told.text.decode().partition("\n")
            self._told[key] = Told(title, version)
        return self._told[key]

    async def _adopt(self, kept: Kept, present: Told, address: str) -> None:
        whole = await self.store.battle(kept.battle)
        if whole is None or whole.book_version == present.version:
            return
        result: AnyResult = await self.errands.run(Adopt(kept=whole), address)
        if isinstance(result, Words):
            await self.store.adopt(kept.battle, present.version)
            log.warning(
                "Battle %s was begun with version %s of %s, and goes on by version %s.",
                *(kept.battle, kept.book_version, present.title, present.version),
            )
        elif isinstance(result, No):
            self.past[kept.battle] = (
                f"This battle was begun with version {kept.book_version} of {present.title}. This server has "
                f"version {present.version}, by which it would not come out the same ({result.words}). So it "
                "cannot be played on here, but it can be watched, and its report and its record are here."
            )
        else:
            raise NotNow(result.words if isinstance(result, Broken) else "The server failed at this.")
