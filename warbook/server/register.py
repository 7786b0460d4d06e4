"""Names with a passphrase. Whoever has one finds their battles on every device where they sign in; nobody
needs one to play. A device that is signed in has a secret of its own, of which only the hash is stored;
so has every seat that a name is given on another device.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from warbook.core.questions import Refused
from warbook.players.names import good_name, seen
from warbook.server import limits
from warbook.server.limits import Gate
from warbook.server.messages import Named, OwnBattle
from warbook.server.passphrases import LONGEST, good_passphrase, nobodys, opens, sealed
from warbook.server.store import Store, hashed
from warbook.server.tables import battles, belongings, devices, names, seats

DAY = 86400.0
UNUSED = 180 * DAY  # a device that nobody uses for so long is signed out
MOST_DEVICES = 50  # of a name; the one used longest ago is signed out
MOST_BATTLES = 1000  # of a name
MOST_SEATS = 50  # that a side has had, one on each device

WRONG = "No name here goes with that passphrase."
NOBODY = "You are not signed in here any more. Sign in with your name and passphrase."
MUCH = "That was wrong too often. Wait a while and try again; who is signed in stays so."
ENOUGH = "Many names were taken from your address just now. Wait some minutes."


class Wrong(Exception):
    """The name and the passphrase do not go together, or the device is not signed in."""


class Often(Exception):
    """Somebody guesses."""


class HasIt(Exception):
    """The name is somebody else's."""


class Known(Struct, frozen=True):
    """Somebody who is signed in: the name as it is looked up, and as it is shown."""

    name: str
    called: str


class Register:
    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self.store = store
        self.guesses_at = Gate(clock, limits.GUESSES)  # a name
        self.guesses_from = Gate(clock, limits.GUESSES_FROM)  # an address
        self.new_from = Gate(clock, limits.NEW_NAMES)
        self._hashing = asyncio.Semaphore(1)

    async def enrol(self, words: str, passphrase: str, address: str) -> Named:
        """Take a name that nobody has."""
        called = good_name(words)
        typed = good_passphrase(passphrase, called)
        if not self.new_from.take(address):
            raise Often(ENOUGH)
        stored, device = await self._hashed(sealed, typed), secrets.token_urlsafe(18)

        def job(connection: Connection) -> None:
            enter(connection, called, stored)
            _sign_in(connection, seen(called), device)

        try:
            await self.store.do(job)
        except IntegrityError:
            raise HasIt(f"{called} is taken. If it is yours, sign in with its passphrase.") from None
        return Named(called, device)

    async def sign_in(self, words: str, passphrase: str, address: str) -> Named:
        known = await self._proved(seen(words), passphrase, address)
        device = secrets.token_urlsafe(18)
        await self.store.do(lambda connection: _sign_in(connection, known.name, device))
        return Named(known.called, device)

    async def who(self, device: str) -> Known:
        """Whose device it is; `Wrong` if nobody is signed in there."""

        def job(connection: Connection) -> Any:
            now, found = time.time(), _known(connection, device)
            if found is not None and found.used < now - DAY:
                _use(connection, device, now)
            return None if found is None or found.used < now - UNUSED else found

        row = await self.store.do(job)
        if row is None:
            raise Wrong(NOBODY)
        return Known(row.name, row.called)

    async def leave(self, device: str, others: bool) -> None:
        """Sign this device out, or all `others`."""
        known = await self.who(device)
        mine = devices.c.device == hashed(device)
        gone = (devices.c.name == known.name) & ~mine if others else mine
        await self.store.do(lambda connection: connection.execute(delete(devices).where(gone)))

    async def change(self, device: str, old: str, new: str, address: str) -> None:
        """Another passphrase: all other devices are signed out."""
        known = await self.who(device)
        typed = good_passphrase(new, known.called)
        await self._proved(known.name, old, address)
        stored = await self._hashed(sealed, typed)

        def job(connection: Connection) -> None:
            reseal(connection, known.name, stored)
            _sign_in(connection, known.name, device)

        await self.store.do(job)

    # ------------------------------------------------------------ the battles of a name

    async def battles(self, device: str, sat_at: Sequence[str]) -> list[OwnBattle]:
        """All that belong to whoever is signed in, from now on with those of these seats; the one touched
        last comes first."""
        known = await self.who(device)

        def job(connection: Connection) -> list[OwnBattle]:
            for seat in sat_at:
                _belongs(connection, known.name, seat)
            return _battles_of(connection, known.name)

        return await self.store.do(job)

    async def forget(self, device: str, battle: str) -> None:
        known = await self.who(device)
        his = (belongings.c.name == known.name) & (belongings.c.battle == battle)
        await self.store.do(lambda connection: connection.execute(delete(belongings).where(his)))

    async def seat(self, device: str, battle: str, side: str, seat: str) -> bool:
        """Have this secret be a seat of theirs too; whether they have one there at all."""
        known = await self.who(device)
        try:
            return await self.store.do(lambda connection: _sit(connection, known.name, battle, side, seat))
        except IntegrityError:
            raise Refused("that secret is a seat already") from None

    # ------------------------------------------------------------ passphrases

    async def _proved(self, name: str, passphrase: str, address: str) -> Known:
        """Whoever goes with that passphrase. Only what is wrong counts as a guess."""
        if not self.guesses_from.take(address) or not self.guesses_at.take(name):
            raise Often(MUCH)

        def job(connection: Connection) -> Any:
            return connection.execute(select(names).where(names.c.name == name)).first()

        row = await self.store.do(job)
        typed = good_passphrase(passphrase, "") if len(passphrase) <= LONGEST else ""
        stored = row.passphrase if row is not None else await self._hashed(nobodys)
        if not await self._hashed(opens, typed, stored) or row is None:
            raise Wrong(WRONG)
        self.guesses_from.give_back(address)
        self.guesses_at.give_back(name)
        return Known(row.name, row.called)

    async def _hashed(self, work: Callable[..., Any], *given: str) -> Any:
        """One after the other, beside the event loop."""
        async with self._hashing:
            return await asyncio.to_thread(work, *given)


# ---------------------------------------------------------------- in the database


def enter(connection: Connection, called: str, stored: str) -> None:
    row = {"name": seen(called), "called": called, "passphrase": stored, "made": time.time()}
    connection.execute(insert(names).values(row))


def reseal(connection: Connection, name: str, stored: str) -> bool:
    """Another passphrase for a name, which is signed in nowhere then; whether there is such a name."""
    connection.execute(delete(devices).where(devices.c.name == name))
    done = connection.execute(update(names).where(names.c.name == name).values(passphrase=stored))
    return done.rowcount == 1


def strike(connection: Connection, name: str) -> bool:
    """Remove a name; whether there was one. Its seats stay with the devices that have them."""
    for table in (devices, belongings):
        connection.execute(delete(table).where(table.c.name == name))
    return connection.execute(delete(names).where(names.c.name == name)).rowcount == 1


def entered(connection: Connection) -> list[tuple[str, float, int]]:
    """All names: what each is called, since when there is one, and how many battles it has."""
    count = select(func.count()).where(belongings.c.name == names.c.name).scalar_subquery()
    rows = connection.execute(select(names.c.called, names.c.made, count).order_by(names.c.name))
    return [(row[0], row[1], row[2]) for row in rows]


def _known(connection: Connection, device: str) -> Any:
    found = (
        select(names.c.name, names.c.called, devices.c.used)
        .join(devices, devices.c.name == names.c.name)
        .where(devices.c.device == hashed(device))
    )
    return connection.execute(found).first()


def _use(connection: Connection, device: str, now: float) -> None:
    connection.execute(update(devices).where(devices.c.device == hashed(device)).values(used=now))


def _sign_in(connection: Connection, name: str, device: str) -> None:
    row = {"device": hashed(device), "name": name, "used": time.time()}
    connection.execute(insert(devices).values(row))
    latest = select(devices.c.device).where(devices.c.name == name).order_by(devices.c.used.desc())
    for old in connection.execute(latest.offset(MOST_DEVICES)).scalars().all():
        connection.execute(delete(devices).where(devices.c.device == old))


def _belongs(connection: Connection, name: str, seat: str) -> None:
    row = connection.execute(select(seats).where(seats.c.seat == hashed(seat))).first()
    if row is None or not row.side:
        return
    own = {"name": name, "battle": row.battle, "side": row.side}
    his = select(func.count()).where(belongings.c.name == name)
    if _has(connection, **own) or (connection.execute(his).scalar() or 0) >= MOST_BATTLES:
        return
    connection.execute(insert(belongings).values(own))


def _has(connection: Connection, name: str, battle: str, side: str) -> bool:
    own = (belongings.c.name == name) & (belongings.c.battle == battle) & (belongings.c.side == side)
    return connection.execute(select(belongings).where(own)).first() is not None


def _battles_of(connection: Connection, name: str) -> list[OwnBattle]:
    found = (
        select(battles.c.battle, battles.c.head, battles.c.over, battles.c.touched, belongings.c.side)
        .join(belongings, belongings.c.battle == battles.c.battle)
        .where(belongings.c.name == name)
        .order_by(battles.c.touched.desc(), belongings.c.side)
    )
    told = []
    for row in connection.execute(found):
        head = msgspec.json.decode(row.head)
        told.append(OwnBattle(row.battle, row.side, head["title"], head["scenario"], row.over, row.touched))
    return told


def _sit(connection: Connection, name: str, battle: str, side: str, seat: str) -> bool:
    if not _has(connection, name, battle, side):
        return False
    there = (seats.c.battle == battle) & (seats.c.side == side)
    if (connection.execute(select(func.count()).select_from(seats).where(there)).scalar() or 0) >= MOST_SEATS:
        raise Refused(f"this seat was taken on {MOST_SEATS} devices, and no more can have it")
    row = {"seat": hashed(seat), "battle": battle, "side": side, "link": None}
    connection.execute(insert(seats).values(row))
    return True
