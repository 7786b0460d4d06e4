"""The addresses of names with a passphrase, and who may set up a battle here. Neither a name nor a
passphrase is ever part of an address; a device that is signed in shows its secret in the header
`x-device`.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import unquote

from litestar import Request, get, post
from litestar.exceptions import (
    ClientException,
    HTTPException,
    NotFoundException,
    PermissionDeniedException,
    TooManyRequestsException,
)
from litestar.params import HeaderParameter
from msgspec import Struct

from warbook.core.datafile import BadData
from warbook.core.questions import Refused
from warbook.server import limits
from warbook.server.files import faults
from warbook.server.limits import Gate
from warbook.server.messages import (
    Forgotten,
    House,
    Leaving,
    Named,
    NewPassphrase,
    OwnBattle,
    OwnSeat,
    SatAt,
    SignIn,
)
from warbook.server.passphrases import LONGEST, SHORTEST
from warbook.server.register import HasIt, Often, Register, Wrong

Device = Annotated[
    str,
    HeaderParameter(
        name="x-device",
        pattern="^[A-Za-z0-9_-]{20,60}$",
        description="The secret of a device that is signed in.",
    ),
]
CLOSED = (
    "On this server battles are set up by those who have a name here{}. Whoever was invited needs neither."
)
KNOWS = " or know its word"
NO_NAMES = "On this server names are given out by who runs it{}."


class Door(Struct):
    """Who may set up battles: everybody, or (`invite_only`) only those with a name and those who know the
    `word`, if there is one."""

    invite_only: bool = False
    word: str = ""


def door_of(invite_only: bool, word: Path | None) -> Door:
    """As a server is told at its start. The word is in a file, since everybody on a machine can read what a
    program was started with."""
    if word is None:
        return Door(invite_only)
    if not invite_only:
        raise BadData("--word-file: the word is for --invite-only; without it everybody sets up battles")
    try:
        found = word.read_text("utf-8").strip()
    except OSError as error:
        raise BadData(f"--word-file {word}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadData(f"--word-file {word}: cannot be read: not UTF-8 text") from None
    if not SHORTEST <= len(found) <= LONGEST or "\n" in found:
        raise BadData(f"--word-file {word}: one line of {SHORTEST} to {LONGEST} letters is wanted")
    return Door(invite_only, found)


class Doorkeeper:
    def __init__(self, door: Door, register: Register) -> None:
        self.door, self.register = door, register
        self.guesses = Gate(register.guesses_at.clock, limits.GUESSES_FROM)

    async def admits(self, request: Request[Any, Any, Any]) -> None:
        """Refuses who may not set up a battle."""
        if not self.door.invite_only or self.knows_word(request):
            return
        device = request.headers.get("x-device", "")
        try:
            await self.register.who(device)
        except Wrong:
            told = CLOSED.format(KNOWS if self.door.word else "")
            raise PermissionDeniedException(told) from None

    def may_have_names(self, request: Request[Any, Any, Any]) -> None:
        """Refuses who may not take a name."""
        if self.door.invite_only and not self.knows_word(request):
            more = ", or taken by those who know its word" if self.door.word else ""
            raise PermissionDeniedException(NO_NAMES.format(more))

    def knows_word(self, request: Request[Any, Any, Any]) -> bool:
        """Whether the word is told, as a header can have it. Who tells a wrong one too often is not heard for
        a while."""
        told = unquote(request.headers.get("x-word", "")).strip()
        if not told or not self.door.word:
            return False
        if not self.guesses.take(address_of(request)):
            raise TooManyRequestsException("That was the wrong word too often. Wait a while and try again.")
        if not secrets.compare_digest(told.casefold().encode(), self.door.word.casefold().encode()):
            return False
        self.guesses.give_back(address_of(request))
        return True


@get("/api/house", responses=faults(400, 429))
async def house(request: Request[Any, Any, Any]) -> House:
    """Who may set up battles on this server, and whether whoever asks may."""
    keeper = _pays(request)
    name = ""
    with suppress(Wrong):
        name = (await keeper.register.who(request.headers.get("x-device", ""))).called
    door = keeper.door
    admitted = not door.invite_only or bool(name) or keeper.knows_word(request)
    return House(door.invite_only, bool(door.word), admitted, name)


@post("/api/names", responses=faults(400, 403, 409, 413, 415, 429, 503))
async def enrol(request: Request[Any, Any, Any], data: SignIn) -> Named:
    """Take a name that nobody has, and be signed in."""
    keeper = _pays(request)
    keeper.may_have_names(request)
    with _told():
        return await keeper.register.enrol(data.name, data.passphrase, address_of(request))


@post("/api/names/device", responses=faults(400, 401, 403, 413, 415, 429, 503))
async def sign_in(request: Request[Any, Any, Any], data: SignIn) -> Named:
    """Sign in on one more device."""
    keeper = _pays(request)
    with _told():
        return await keeper.register.sign_in(data.name, data.passphrase, address_of(request))


@post("/api/names/leave", status_code=200, responses=faults(400, 401, 403, 413, 415, 429, 503))
async def leave(request: Request[Any, Any, Any], data: Leaving, device: Device) -> None:
    """Sign this device out, or all others."""
    with _told():
        await _pays(request).register.leave(device, data.others)


@post("/api/names/passphrase", status_code=200, responses=faults(400, 401, 403, 413, 415, 429, 503))
async def change(request: Request[Any, Any, Any], data: NewPassphrase, device: Device) -> None:
    """Have another passphrase; all other devices are signed out."""
    with _told():
        await _pays(request).register.change(device, data.old, data.new, address_of(request))


@post("/api/names/battles", status_code=200, responses=faults(400, 401, 403, 413, 415, 429, 503))
async def own_battles(request: Request[Any, Any, Any], data: SatAt, device: Device) -> list[OwnBattle]:
    """The battles of whoever is signed in, from now on with those of these seats."""
    with _told():
        return await _pays(request).register.battles(device, data.seats)


@post("/api/names/forget", status_code=200, responses=faults(400, 401, 403, 413, 415, 429, 503))
async def forget(request: Request[Any, Any, Any], data: Forgotten, device: Device) -> None:
    """Take a battle off that list; it stays, and so do its seats."""
    with _told():
        await _pays(request).register.forget(device, data.battle)


@post("/api/names/seat", status_code=200, responses=faults(400, 401, 403, 404, 413, 415, 429, 503))
async def own_seat(request: Request[Any, Any, Any], data: OwnSeat, device: Device) -> None:
    """Have a secret, drawn on this device, be a seat of one's own there."""
    with _told():
        if not await _pays(request).register.seat(device, data.battle, data.side, data.seat):
            raise NotFoundException("Nobody with your name sits there.")


def address_of(request: Request[Any, Any, Any]) -> str:
    return request.client.host if request.client else ""


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except Refused as refused:
        raise ClientException(refused.refusal.words) from None
    except Wrong as wrong:
        raise HTTPException(str(wrong), status_code=401) from None
    except HasIt as taken:
        raise HTTPException(str(taken), status_code=409) from None
    except Often as often:
        raise TooManyRequestsException(str(often)) from None


def _pays(request: Request[Any, Any, Any]) -> Doorkeeper:
    if not request.app.state.gate.take(address_of(request)):
        raise TooManyRequestsException("Too many requests from your address; wait a few seconds.")
    keeper: Doorkeeper = request.app.state.doorkeeper
    return keeper


HANDLERS = (house, enrol, sign_in, leave, change, own_battles, forget, own_seat)
