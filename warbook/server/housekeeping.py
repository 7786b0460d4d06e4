"""What a server does for its database now and then, beside everything else: battles that nobody has touched
for long are archived, and removed where whoever runs it wants that (`limits.REMOVE_AFTER`)."""

from __future__ import annotations

import asyncio
import logging
import threading
from typing import TYPE_CHECKING

from sqlalchemy.exc import DBAPIError

from warbook.core.datafile import BadData
from warbook.server import limits
from warbook.server.reading import Damaged
from warbook.server.store import Store

if TYPE_CHECKING:
    from warbook.server.keeping import Shelves

FIRST = 60.0  # seconds after the start
EVERY = 3600.0
PAUSE = 0.05  # between two battles, in which others write

log = logging.getLogger("warbook")


class Housekeeper:
    """Several servers of a database may do it: a battle that one has done is passed over by the others."""

    def __init__(self, store: Store) -> None:
        self.url = store.engine.url.render_as_string(hide_password=False)
        self.archived = self.removed = 0
        self._stopped = threading.Event()

    async def run(self) -> None:
        await asyncio.sleep(FIRST)
        while True:
            await asyncio.to_thread(self.once)
            await asyncio.sleep(EVERY)

    def stop(self) -> None:
        self._stopped.set()

    def once(self) -> None:
        from warbook.server.keeping import Shelves  # takes a while to load

        before = self.archived, self.removed
        try:
            with Shelves(self.url) as shelves:
                self._remove(shelves)
                self._archive(shelves)
        except (DBAPIError, BadData) as error:
            log.error("old battles could not be looked after: %s", type(error).__name__)
        if (self.archived, self.removed) != before:
            archived, removed = self.archived - before[0], self.removed - before[1]
            log.info("old battles: %d archived, %d removed", archived, removed)

    def _remove(self, shelves: Shelves) -> None:
        if not limits.REMOVE_AFTER:
            return
        for each in shelves.listed(limits.REMOVE_AFTER, ("under way", "not begun")):
            if self._stopped.wait(PAUSE):
                return
            self.removed += shelves.remove(each)

    def _archive(self, shelves: Shelves) -> None:
        if not limits.ARCHIVE_AFTER:
            return
        for battle, touched in shelves.loose(limits.ARCHIVE_AFTER):
            if self._stopped.wait(PAUSE):
                return
            try:
                self.archived += shelves.archive(battle, touched)
            except Damaged:
                log.error("battle %s could not be archived: it is damaged", battle)
