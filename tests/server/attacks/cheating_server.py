"""A web table whose host cheats: `python -m tests.server.attacks.cheating_server DATABASE FOLDER`.
A file of the folder that is named after a battle says how he does so there.

Each cheat leaves a record that fits together: commitment, secret, shares, seed and rolls. Only what the pages
have kept can tell.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
from sqlalchemy import Connection, select, update

from tests.kit.patience import unhurried
from tests.server.shelf import put_up, unprepared
from warbook.core.dice import Seeded
from warbook.core.luck import commitment, seed_of
from warbook.server.hall import Hall
from warbook.server.messages import NotDone, Share
from warbook.server.seating import Battle, Visitor
from warbook.server.tables import battles


def lucky(seed: str) -> bool:
    """Whether the first dice fall as the host wants them."""
    return Seeded(seed).throw(6, 2, "", None, None) == (6, 6)


def digits() -> list[str]:
    """More than enough to grind through."""
    return [f"{number:064x}" for number in range(5000)]


class Honest:
    """The host in one battle."""

    def __init__(self, hall: Hall, battle: Battle) -> None:
        self.hall, self.battle = hall, battle

    async def add(self, side: str, share: str) -> None:
        await Hall._add(self.hall, self.battle, side, share)

    async def share(self, visitor: Visitor, message: Share) -> None:
        await Hall._share(self.hall, self.battle, visitor, message)


class Drops(Honest):
    """Leaves out what the page has added, so that the seed is what it knew it would be."""

    async def add(self, side: str, share: str) -> None:
        await super().add(side, "")


class Grinds(Honest):
    """Replaces what the page has added by something better."""

    async def add(self, side: str, share: str) -> None:
        secret, others = self.battle.secret, self.battle.shares
        found = next(each for each in digits() if lucky(seed_of(secret, {**others, side: each})))
        await super().add(side, found)


class ChangesSecret(Honest):
    """Draws another secret once it knows what the pages have added, and commits itself to that."""

    async def add(self, side: str, share: str) -> None:
        shares = {**self.battle.shares, side: share}
        if self.battle.missing == [side]:
            await self._rewrite(next(each for each in digits() if lucky(seed_of(each, shares))))
        await super().add(side, share)

    async def _rewrite(self, secret: str) -> None:
        def job(connection: Connection) -> None:
            mine = battles.c.battle == self.battle.id
            head = msgspec.json.decode(connection.execute(select(battles.c.head).where(mine)).scalar_one())
            head.update(secret=secret, commitment=commitment(secret))
            connection.execute(update(battles).where(mine).values(head=msgspec.json.encode(head)))

        await self.hall.store.do(job)
        self.battle.secret = secret


class Conspires(Honest):
    """Knows whoever sat down first: what they added is chosen when all others have added theirs."""

    async def add(self, side: str, share: str) -> None:
        battle = self.battle
        if battle.missing == [side] and battle.shares:
            friend = next(iter(battle.shares))
            battle.shares[friend] = next(
                each for each in digits() if lucky(seed_of(battle.secret, {friend: each, side: share}))
            )
        await super().add(side, share)


class TurnsDown(Honest):
    """Says that another page was first."""

    async def share(self, visitor: Visitor, message: Share) -> None:
        first = visitor.side in self.battle.missing
        await super().share(visitor, msgspec.structs.replace(message, share="", ref=0))
        if first:
            words = "another page of this seat has added to the dice before"
            visitor.send(NotDone(message.ref, words))


HOSTS: dict[str, type[Honest]] = {
    host.__name__: host for host in (Honest, Drops, Grinds, ChangesSecret, Conspires, TurnsDown)
}


class Cheating(Hall):
    folder: Path

    def _host(self, battle: Battle) -> Honest:
        return HOSTS[(self.folder / battle.id).read_text()](self, battle)

    async def _add(self, battle: Battle, side: str, share: str) -> None:
        await self._host(battle).add(side, share)

    async def _share(self, battle: Battle, visitor: Visitor, message: Share) -> None:
        await self._host(battle).share(visitor, message)


if __name__ == "__main__":
    put_up()
    from warbook.server import app, workers
    from warbook.server.serve import serve

    workers.REFEREE = "tests.server.toy_referee"
    workers.REFEREES = 1
    unhurried()
    unprepared()
    app.Hall = Cheating  # type: ignore[misc]
    Cheating.folder = Path(sys.argv[2])
    serve("127.0.0.1", 0, sys.argv[1], False)
