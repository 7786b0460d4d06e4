"""The addresses of an invitation. Whoever sets up a battle gets one for each friend, to send it to them.
It is no seat: it becomes one for whoever takes it first, by a secret that their page draws and nobody
else knows.
"""

from __future__ import annotations

from typing import Annotated, Any

from litestar import MediaType, Request, get, post
from litestar.exceptions import HTTPException, NotFoundException, TooManyRequestsException
from litestar.params import HeaderParameter

from warbook.server.files import WEB, faults
from warbook.server.hall import Hall
from warbook.server.messages import Claim, Invited
from warbook.server.store import Taken

TAKEN = (
    "This invitation was taken already: it is a seat in the browser that took it, and opens there and "
    "nowhere else. If that was not you, tell whoever sent it."
)
NONE = "There is no such invitation: the link is not whole, or the battle is gone."

Secret = Annotated[
    str, HeaderParameter(name="x-seat", pattern="^[A-Za-z0-9_-]{10,60}$", description="An invitation.")
]


@get("/invited", media_type=MediaType.HTML, include_in_schema=False, sync_to_thread=False)
def page() -> bytes:
    return (WEB / "invited.html").read_bytes()


@get("/api/invitation", responses=faults(400, 404, 429, 503))
async def look(request: Request[Any, Any, Any], invitation: Secret) -> Invited:
    """What an invitation is to, and whether somebody has taken it."""
    hall = _pays(request)
    found = await hall.store.invitation(invitation)
    battle, side = (found.battle, found.side) if found else await hall.store.seat(invitation) or ("", "")
    kept = await hall.store.battle(battle, whole=False) if battle else None
    if kept is None:
        raise NotFoundException(NONE)
    return Invited(
        title=kept.title,
        book=await hall.editions.title(kept.book),
        scenario=kept.scenario,
        plays=kept.called.get(side, ""),
        names=tuple(kept.names.values()),
        taken=found is not None and found.taken is not None,
        seat=found is None,
    )


@post("/api/invitation", status_code=200, responses=faults(400, 403, 404, 409, 413, 415, 429, 503))
async def take(request: Request[Any, Any, Any], data: Claim, invitation: Secret) -> None:
    """Have an invitation become a seat. Who took it may do so again, with the same seat."""
    hall = _pays(request)
    try:
        found = await hall.store.take(invitation, data.seat)
    except Taken:
        raise HTTPException(TAKEN, status_code=409) from None
    if found is None:
        raise NotFoundException(NONE)


def _pays(request: Request[Any, Any, Any]) -> Hall:
    address = request.client.host if request.client else ""
    if not request.app.state.gate.take(address):
        raise TooManyRequestsException("Too many requests from your address; wait a few seconds.")
    hall: Hall = request.app.state.hall
    return hall


HANDLERS = (page, look, take)
