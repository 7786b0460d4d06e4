"""A web table whose host cheats with the dice: `python -m tests.server.attacks.cheating_server DATABASE HOW`.

Each cheat leaves a record that fits together: commitment, secret, shares, seed and rolls. Only what the pages
have kept can tell.
"""

from __future__ import annotations

import sys

import msgspec
from sqlalchemy import Connection, select, update

from tests.kit.patience import unhurried
from tests.server.shelf import put_up
from warbook.core.dice import Seeded
from warbook.core.luck import commitment, seed_of
from warbook.server.hall import Hall
from warbook.server.messages import NotDone, Share
from warbook.server.seating import Battle, Visitor
from warbook.server.store import battles


def lucky(seed: str) -> bool:
    """Whether the first dice fall as the host wants them."""
    return Seeded(seed).throw(6, 2, "", None, None) == (6, 6)


def digits() -> list[str]:
    """More than enough to grind through."""
    return [f"{number:064x}" for number in range(5000)]


class Drops(Hall):
    """Leaves out what the page has added, so that the seed is what it knew it would be."""

    async def _add(self, battle: Battle, side: str, share: str) -> None:
        await super()._add(battle, side, "")


class Grinds(Hall):
    """Replaces what the page has added by something better."""

    async def _add(self, battle: Battle, side: str, share: str) -> None:
        others = battle.shares
        found = next(each for each in digits() if lucky(seed_of(battle.secret, {**others, side: each})))
        await super()._add(battle, side, found)


class ChangesSecret(Hall):
    """Draws another secret once it knows what the pages have added, and commits itself to that."""

    async def _add(self, battle: Battle, side: str, share: str) -> None:
        shares = {**battle.shares, side: share}
        if battle.missing == [side]:
            secret = next(each for each in digits() if lucky(seed_of(each, shares)))
            await self._rewrite(battle, secret)
        await super()._add(battle, side, share)

    async def _rewrite(self, battle: Battle, secret: str) -> None:
        def job(connection: Connection) -> None:
            mine = battles.c.battle == battle.id
            head = msgspec.json.decode(connection.execute(select(battles.c.head).where(mine)).scalar_one())
            head.update(secret=secret, commitment=commitment(secret))
            connection.execute(update(battles).where(mine).values(head=msgspec.json.encode(head)))

        await self.store._do(job)
        battle.secret = secret


class Conspires(Hall):
    """Knows whoever sat down first: what they added is chosen when all others have added theirs."""

    async def _add(self, battle: Battle, side: str, share: str) -> None:
        if battle.missing == [side] and battle.shares:
            friend = next(iter(battle.shares))
            battle.shares[friend] = next(
                each for each in digits() if lucky(seed_of(battle.secret, {friend: each, side: share}))
            )
        await super()._add(battle, side, share)


class TurnsDown(Hall):
    """Says that another page was first."""

    async def _share(self, battle: Battle, visitor: Visitor, message: Share) -> None:
        first = visitor.side in battle.missing
        await super()._share(battle, visitor, msgspec.structs.replace(message, share="", ref=0))
        if first:
            words = "another page of this seat has added to the dice before"
            visitor.send(NotDone(message.ref, words))


CHEATS: dict[str, type[Hall]] = {
    cheat.__name__: cheat for cheat in (Drops, Grinds, ChangesSecret, Conspires, TurnsDown)
}

if __name__ == "__main__":
    put_up()
    from warbook.server import app, workers
    from warbook.server.serve import serve

    workers.REFEREE = "tests.server.toy_referee"
    unhurried()
    app.Hall = CHEATS[sys.argv[2]]  # type: ignore[misc]
    serve("127.0.0.1", 0, sys.argv[1], False)
