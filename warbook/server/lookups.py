"""The addresses where something is looked up: the rulebooks, and the odds desk."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import MediaType, Request, Response, get, post
from litestar.exceptions import ClientException, HTTPException, NotFoundException, TooManyRequestsException
from litestar.params import QueryParameter

from warbook.desk.sheet import Desk, DeskAnswer, DeskAsked
from warbook.rulebook.html import Html, tag
from warbook.rulebook.search import Found
from warbook.server.errands import Errands
from warbook.server.files import POLICY, WEB, faults
from warbook.server.jobs import AnyLookUp, LayOut, No, Print, Seek, Words, WorkOut
from warbook.server.limits import Gate, household
from warbook.server.waiting import while_there

Sought = Annotated[str, QueryParameter(name="words", max_length=100, description="What is looked for.")]
HERE = "<!-- the desk -->"  # where the odds page has its questions


class LookUps:
    """Whoever asks for much waits for himself, as everywhere."""

    def __init__(self, errands: Errands, gate: Gate) -> None:
        self.errands, self.gate = errands, gate

    async def done(self, request: Request[Any, Any, Any], job: AnyLookUp) -> bytes | No:
        address = household(request.client.host) if request.client else ""
        if not self.gate.take(address):
            raise TooManyRequestsException("Too many requests from your address; wait a few seconds.")
        result = await while_there(request, self.errands.run(job, address))
        if isinstance(result, Words):
            return result.text
        if isinstance(result, No):
            return result
        raise HTTPException(getattr(result, "words", "It cannot be looked up just now."), status_code=503)


# ---------------------------------------------------------------- pages


@get("/rules/{book:str}", media_type=MediaType.HTML, include_in_schema=False)
async def rulebook(request: Request[Any, Any, Any], book: str, words: Sought = "") -> Response[bytes]:
    return _page(await _lookups(request).done(request, Print(book=book, words=words.strip())))


@get("/rules/{book:str}/{rule:str}", media_type=MediaType.HTML, include_in_schema=False)
async def rule_page(request: Request[Any, Any, Any], book: str, rule: str) -> Response[bytes]:
    return _page(await _lookups(request).done(request, Print(book=book, page=rule)))


@get("/odds/{book:str}", media_type=MediaType.HTML, include_in_schema=False)
async def odds_page(request: Request[Any, Any, Any], book: str) -> Response[bytes]:
    """The questions come with the page, so that it can ask at once."""
    found = await _lookups(request).done(request, LayOut(book=book))
    if isinstance(found, No):
        return _page(found)
    desk = found.decode().replace("<", "\\u003c")
    block = f'<script type="application/json" id="desk">{desk}</script>'
    return _page((WEB / "odds.html").read_text("utf-8").replace(HERE, block).encode())


def _page(found: bytes | No) -> Response[bytes]:
    """Who searches sends a form, to this server and no other."""
    headers = {"content-security-policy": POLICY.replace("form-action 'none'", "form-action 'self'")}
    status = 200
    if isinstance(found, No):
        status, found = 404, _nothing(found.words)
    return Response(found, status_code=status, media_type=MediaType.HTML, headers=headers)


def _nothing(words: str) -> bytes:
    head = Html(
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        '<title>Warbook</title><script src="/web/shared/theme.js"></script>'
        '<link rel="stylesheet" href="/web/shared/style.css">'
    )
    header = tag("header", tag("a", "Warbook", class_="mark", href="/"), class_="home-head")
    main = tag("main", tag("h1", "That is not in the book"), tag("p", f"{words[:1].upper()}{words[1:]}."))
    page = tag("html", tag("head", head), tag("body", header, main, class_="home"), lang="en")
    return f"<!doctype html>\n{page}\n".encode()


# ---------------------------------------------------------------- for programs


@get("/api/books/{book:str}/odds", responses=faults(400, 404, 429, 503))
async def desk(request: Request[Any, Any, Any], book: str) -> Response[Desk]:
    """The odds questions of a book: what each may be given, as a figure or by name."""
    return _data(await _lookups(request).done(request, LayOut(book=book)), 404)


@get("/api/books/{book:str}/search", responses=faults(400, 404, 429, 503))
async def seek(request: Request[Any, Any, Any], book: str, words: Sought = "") -> Response[list[Found]]:
    """Where the rulebook has these words, the most fitting first."""
    return _data(await _lookups(request).done(request, Seek(book=book, words=words)), 404)


@post("/api/odds", status_code=200, responses=faults(400, 403, 413, 415, 429, 503))
async def odds(request: Request[Any, Any, Any], data: DeskAsked) -> Response[DeskAnswer]:
    """Exact odds, as `warbook odds` tells them; of two set-ups with the difference, or varied."""
    return _data(await _lookups(request).done(request, WorkOut(asked=data)), 400)


def _data(found: bytes | No, status: int) -> Response[Any]:
    if isinstance(found, No):
        raise (NotFoundException if status == 404 else ClientException)(found.words)
    return Response(found, media_type=MediaType.JSON)


def _lookups(request: Request[Any, Any, Any]) -> LookUps:
    lookups: LookUps = request.app.state.lookups
    return lookups


HANDLERS = (rulebook, rule_page, odds_page, desk, seek, odds)
