"""Work that is done for a request as long as somebody waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from litestar import Request
from litestar.exceptions import HTTPException

T = TypeVar("T")


async def while_there(request: Request[Any, Any, Any], work: Coroutine[Any, Any, T]) -> T:
    """The work is given up when whoever asked for it is gone."""
    doing, leaving = asyncio.create_task(work), asyncio.create_task(_gone(request))
    try:
        await asyncio.wait({doing, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not doing.done():
            raise HTTPException("Nobody waits for this any more.", status_code=503)
        return doing.result()
    finally:
        doing.cancel()
        leaving.cancel()


async def _gone(request: Request[Any, Any, Any]) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
