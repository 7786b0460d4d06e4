"""The addresses where an old battle becomes a new one: a record is brought, a finished one played on."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, post
from litestar.exceptions import ClientException, HTTPException, NotFoundException, TooManyRequestsException
from litestar.params import HeaderParameter

from warbook.server import limits
from warbook.server.files import faults
from warbook.server.jobs import Broken, No
from warbook.server.messages import Brought, Made, Onward
from warbook.server.seating import NoSeat, Spoilt
from warbook.server.waiting import while_there

Seat = Annotated[
    str, HeaderParameter(name="x-seat", pattern="^[A-Za-z0-9_-]{10,60}$", description="The secret of a seat.")
]


@post("/api/records", responses=faults(400, 403, 413, 415, 429, 503), request_max_body_size=limits.RECORD)
async def bring(request: Request[Any, Any, Any], data: Brought) -> Made:
    """The record of a battle that is over becomes one that can be watched here, once it has proved true."""
    state, address = _pays(request)
    await state.doorkeeper.admits(request)
    return _made(await while_there(request, state.setting_up.bring(data.record, address)))


@post("/api/battle/onward", responses=faults(400, 403, 404, 413, 415, 429, 503))
async def play_on(request: Request[Any, Any, Any], data: Onward, seat: Seat) -> Made:
    """A new battle that begins where one that is over stood once. Whoever may watch that may do it."""
    state, address = _pays(request)
    await state.doorkeeper.admits(request)
    try:
        kept = await state.hall.kept_at(seat)
    except NoSeat as error:
        raise NotFoundException(str(error)) from None
    except Spoilt as error:
        raise ClientException(str(error)) from None
    return _made(await while_there(request, state.setting_up.branch(kept, data, address)))


def _pays(request: Request[Any, Any, Any]) -> tuple[Any, str]:
    address = limits.household(request.client.host) if request.client else ""
    if not request.app.state.gate.take(address):
        raise TooManyRequestsException("Too many requests from your address; wait a few seconds.")
    return request.app.state, address


def _made(made: Made | No | Broken) -> Made:
    if isinstance(made, No):
        raise ClientException(made.words)
    if isinstance(made, Broken):
        raise HTTPException(made.words, status_code=503)
    return made


HANDLERS = (bring, play_on)
