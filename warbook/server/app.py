"""The addresses of the web table: pages, books, battles, and the WebSocket of a seat."""

from __future__ import annotations

import asyncio
import gc
import html
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Annotated, Any, NoReturn

import msgspec
from litestar import Litestar, MediaType, Request, Response, WebSocket, get, post, websocket
from litestar.connection import ASGIConnection
from litestar.exceptions import (
    ClientException,
    HTTPException,
    NotFoundException,
    TooManyRequestsException,
    ValidationException,
    WebSocketDisconnect,
)
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import HeaderParameter
from litestar.response import Stream

import warbook
from warbook.core.book import Choice, UnknownName
from warbook.core.cards import Card
from warbook.core.drafting import Sheet
from warbook.core.shelf import load_book
from warbook.server import branching, invitations, limits, operating, signing_in
from warbook.server.budgets import Budgets
from warbook.server.errands import Errands
from warbook.server.faults import is_away, log_fault
from warbook.server.files import FILES, HEADERS, KINDS, WEB, faults
from warbook.server.forwarding import Forwarding, passed_on
from warbook.server.hall import Hall
from warbook.server.housekeeping import Housekeeper
from warbook.server.jobs import QUIET, AnyResult, Broken, Chapter, ListBooks, No, Words
from warbook.server.lookups import HANDLERS, LookUps
from warbook.server.messages import (
    Building,
    Draft,
    Fault,
    ForceOf,
    FromSeat,
    Made,
    NewBattle,
    NotDone,
    RuleText,
    Shelf,
    Sit,
)
from warbook.server.names import Names, meant_for_us
from warbook.server.register import Register
from warbook.server.seating import Battle, Elsewhere, NoSeat, NotNow, Spoilt, TurnedAway, Visitor
from warbook.server.setting_up import SettingUp
from warbook.server.signing_in import Door, Doorkeeper
from warbook.server.store import Store
from warbook.server.waiting import while_there
from warbook.server.workers import Workers
from warbook.telling.ledger import LedgerSide

Seat = Annotated[
    str, HeaderParameter(name="x-seat", pattern="^[A-Za-z0-9_-]{10,60}$", description="The secret of a seat.")
]

LINES = "application/x-ndjson"  # a JSON value on each
RESTARTS = 1012  # with which lines end when the server stops

_messages: msgspec.json.Decoder[FromSeat] = msgspec.json.Decoder(FromSeat)


def make_app(
    store: Store, workers: Workers, names: Names, chat: bool = True, door: Door | None = None
) -> Litestar:
    errands = Errands(workers, limits.Turns(), Budgets())
    doorkeeper = Doorkeeper(door or Door(), Register(store))
    hall, setting_up = Hall(store, workers, errands, chat), SettingUp(store, errands)
    lookups = LookUps(errands, limits.Gate(much=limits.LOOK_UPS))
    housekeeper = Housekeeper(store)

    @asynccontextmanager
    async def life(app: Litestar) -> AsyncIterator[None]:
        beside = [prepare(app.state.shelves, workers), housekeeper.run()]
        tasks = [asyncio.create_task(each) for each in beside]
        yield
        housekeeper.stop()
        for task in tasks:
            task.cancel()
        await workers.stop()
        store.close()

    return Litestar(
        route_handlers=[
            home,
            table,
            build,
            books,
            rules,
            check,
            draft,
            cards,
            new_battle,
            replay,
            record,
            report,
            luck,
            sit,
            web_file,
            *HANDLERS,
            *branching.HANDLERS,
            *invitations.HANDLERS,
            *signing_in.HANDLERS,
            *operating.HANDLERS,
        ],
        guards=[meant_for_us],
        lifespan=[life],
        state=_state(hall, setting_up, lookups, names, housekeeper, doorkeeper),
        request_max_body_size=limits.BODY,
        exception_handlers={HTTPException: _fault, RecursionError: _too_deep, Exception: _failure},
        after_request=_guard,
        openapi_config=OpenAPIConfig(
            title="Warbook",
            version=warbook.__version__,
            description="Battles of miniature wargames, refereed. A seat's WebSocket is at /api/sit.",
            path="/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        logging_config=None,
        debug=False,
    )


def _state(
    hall: Hall,
    setting_up: SettingUp,
    lookups: LookUps,
    names: Names,
    housekeeper: Housekeeper,
    doorkeeper: Doorkeeper,
) -> Any:
    from litestar.datastructures import State

    parts = {"hall": hall, "setting_up": setting_up, "gate": limits.Gate(), "names": names}
    parts["housekeeper"] = housekeeper
    forwarding = Forwarding(hall.store)
    parts["doorkeeper"] = doorkeeper
    return State({**parts, "lookups": lookups, "shelves": Shelves(hall.workers), "forwarding": forwarding})


# ---------------------------------------------------------------- pages


@get("/", media_type=MediaType.HTML, include_in_schema=False, sync_to_thread=False)
def home() -> bytes:
    return (WEB / "index.html").read_bytes()


@get("/table", media_type=MediaType.HTML, include_in_schema=False, sync_to_thread=False)
def table() -> bytes:
    return (WEB / "table.html").read_bytes()


@get("/build", media_type=MediaType.HTML, include_in_schema=False, sync_to_thread=False)
def build() -> bytes:
    return (WEB / "build.html").read_bytes()


@get("/web/{name:path}", include_in_schema=False, sync_to_thread=False)
def web_file(name: str) -> Response[bytes]:
    """Nothing is looked for on the disk: what was not there at the start is not there. A page is made of
    dozens of these, small ones: each is read at once, which costs a fifth of what a streamed file does."""
    file = FILES.get(str(name).lstrip("/"))
    if file is None:
        raise NotFoundException("There is no such file.")
    return Response(file.read_bytes(), media_type=KINDS[file.suffix])


# ---------------------------------------------------------------- books


@get("/api/books")
async def books(request: Request[Any, Any, Any]) -> Response[list[Shelf]]:
    """The books, and what a battle of each can be made of."""
    return Response(await request.app.state.shelves.listed(), media_type=MediaType.JSON)


@get("/api/books/{book:str}/rules", responses=faults(400, 404), sync_to_thread=True)
def rules(book: str) -> list[RuleText]:
    """What each rule and ruling of a book says, and each word of its lists that is a rule of its own."""
    try:
        named = load_book(book)
    except UnknownName as error:
        raise NotFoundException(str(error)) from None
    catalog = named.rules
    return [
        *(RuleText(rule.id, rule.section, "", rule.says) for rule in catalog.rules.values()),
        *(RuleText(ruling.id, "", ruling.title, ruling.says) for ruling in catalog.rulings.values()),
        *(RuleText(entry.id, "", entry.name, entry.says) for entry in named.entries()),
    ]


class Shelves:
    """What is on them never changes, and takes its time to be looked through: that is done once, at the
    desk."""

    def __init__(self, workers: Workers) -> None:
        self.workers = workers
        self._listing: asyncio.Task[AnyResult] | None = None

    async def listed(self) -> bytes:
        if self._listing is None:
            self._listing = asyncio.create_task(self.workers.run(ListBooks()))
        listed = await asyncio.shield(self._listing)
        if not isinstance(listed, Words):
            self._listing = None
            raise HTTPException("The books cannot be listed just now. Try again.", status_code=503)
        return listed.text


async def prepare(shelves: Shelves, workers: Workers) -> None:
    """Whatever the first who comes would have to wait for: who goes on with a battle at once, and the rest
    when these have begun. All that is loaded then stays for ever: the search for rings of objects, which
    holds up everybody, passes over it."""
    await workers.start(workers.for_battles)
    await asyncio.sleep(QUIET)
    await workers.start([*workers.for_battles, workers.reader, workers.desk])  # nobody aside
    with suppress(HTTPException):
        await shelves.listed()
    gc.collect()
    gc.freeze()


# ---------------------------------------------------------------- battles


@post("/api/check", status_code=200, responses=faults(400, 403, 413, 415, 429, 503))
async def check(request: Request[Any, Any, Any], data: Draft) -> Response[Choice]:
    """Look over a force or a scenario of one's own: as it would be on offer, or what is wrong with it."""
    _pay(request)
    return _sent(await while_there(request, _setting_up(request).look_over(data, _address(request))))


@post("/api/draft", status_code=200, responses=faults(400, 403, 413, 415, 429, 503))
async def draft(request: Request[Any, Any, Any], data: Building) -> Response[Sheet]:
    """Build a force: do an act to a draft, and see how it stands then. Only who builds keeps the draft."""
    _pay(request)
    return _sent(await while_there(request, _setting_up(request).build(data, _address(request))))


@post("/api/cards", status_code=200, responses=faults(400, 403, 413, 415, 429, 503))
async def cards(request: Request[Any, Any, Any], data: ForceOf) -> Response[list[Card]]:
    """The cards of a force, on offer or of one's own: what each in it is, can do and costs."""
    _pay(request)
    return _sent(await while_there(request, _setting_up(request).deal_cards(data, _address(request))))


@post("/api/battles", responses=faults(400, 403, 413, 415, 429, 503))
async def new_battle(request: Request[Any, Any, Any], data: NewBattle) -> Made:
    """Set up a battle. The seats are secrets: whoever knows one sits there. Friends get invitations, which
    are no seats before they are taken."""
    _pay(request)
    await request.app.state.doorkeeper.admits(request)
    made = await while_there(request, _setting_up(request).make(data, _address(request)))
    if isinstance(made, No):
        raise ClientException(made.words)
    if isinstance(made, Broken):
        raise HTTPException(made.words, status_code=503)
    assert isinstance(made, Made)
    return made


@get("/api/battle/replay", media_type=LINES, responses=faults(400, 404, 429, 503))
async def replay(request: Request[Any, Any, Any], seat: Seat) -> Stream:
    """The battle so far, to be watched again, as far as the seat may know it: a line of JSON for each
    moment, sent as soon as it is proved."""
    _pay(request)
    with _seated():
        retelling = await _hall(request).retell(seat, _address(request))
        first = await while_there(request, retelling.chapter())
    if not isinstance(first, Chapter):
        _refused(first)

    async def chapters() -> AsyncIterator[bytes]:
        yield first.text
        async for each in retelling.rest():
            yield each

    return Stream(chapters(), media_type=LINES)


@get("/api/battle/record", responses=faults(400, 404, 429, 503))
async def record(request: Request[Any, Any, Any], seat: Seat) -> Response[dict[str, Any]]:
    """The record; of a battle that is not over, what the seat may know of it."""
    return _sent(await _told(request, seat, "record"), "battle.json")


@get("/api/battle/report", responses=faults(400, 404, 429, 503), media_type=MediaType.HTML)
async def report(request: Request[Any, Any, Any], seat: Seat) -> Response[bytes]:
    """The battle told on a page to keep or to print."""
    sent = _sent(await _told(request, seat, "report"), "battle.html")
    sent.media_type = MediaType.HTML
    return sent


@get("/api/battle/ledger", responses=faults(400, 404, 429, 503))
async def luck(request: Request[Any, Any, Any], seat: Seat) -> Response[list[LedgerSide]]:
    """How lucky each side was."""
    return _sent(await _told(request, seat, "ledger"))


async def _told(request: Request[Any, Any, Any], seat: str, what: str) -> AnyResult:
    _pay(request)
    with _seated():
        return await while_there(request, _hall(request).tell(seat, what, _address(request)))


@contextmanager
def _seated() -> Iterator[None]:
    try:
        yield
    except NoSeat as error:
        raise NotFoundException(str(error)) from None
    except Spoilt as error:
        raise ClientException(str(error)) from None


def _sent(result: AnyResult, file: str = "") -> Response[Any]:
    """Words that a referee wrote, as they are."""
    if not isinstance(result, Words):
        _refused(result)
    headers = {"content-disposition": f'attachment; filename="{file}"'} if file else {}
    return Response(result.text, media_type=MediaType.JSON, headers=headers)


def _refused(result: AnyResult) -> NoReturn:
    if isinstance(result, No):
        raise ClientException(result.words)
    raise HTTPException(getattr(result, "words", "the battle is not to be had"), status_code=503)


def _pay(request: Request[Any, Any, Any]) -> None:
    if not request.app.state.gate.take(_address(request)):
        raise TooManyRequestsException("Too many requests from your address; wait a few seconds.")


def _hall(connection: ASGIConnection[Any, Any, Any, Any]) -> Hall:
    hall: Hall = connection.app.state.hall
    return hall


def _setting_up(request: Request[Any, Any, Any]) -> SettingUp:
    setting_up: SettingUp = request.app.state.setting_up
    return setting_up


def _address(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    return limits.household(connection.client.host) if connection.client else ""


# ---------------------------------------------------------------- the WebSocket of a seat


@websocket("/api/sit")
async def sit(socket: WebSocket[Any, Any, Any]) -> None:
    hall = _hall(socket)
    await socket.accept()
    try:
        entered = await _enter(hall, socket)
        if entered is not None:
            await _stay(hall, socket, *entered)
    except WebSocketDisconnect:
        pass
    except Exception as error:
        log_fault("", "a visit failed", error)
        with suppress(Exception):  # the line may be gone already
            await socket.close(code=1011)


async def _enter(hall: Hall, socket: WebSocket[Any, Any, Any]) -> tuple[Battle, Visitor] | None:
    """The first message names the seat; anything else ends the visit. Where another server holds the battle,
    the whole visit is passed on."""
    text = ""
    try:
        text = await asyncio.wait_for(socket.receive_text(), limits.UNSEATED)
        message = _messages.decode(text)
    except (msgspec.DecodeError, ValueError, RecursionError):
        message = None
    except TimeoutError:
        await socket.close(code=4408, reason="nobody sat down")
        return None
    if not isinstance(message, Sit):
        words = 'the first message must be {"do": "sit", "seat": "..."}'
        await _turn_away(socket, 0, words, 4400)
        return None
    forwarding: Forwarding = socket.app.state.forwarding
    passed = passed_on(socket.headers, hall.store.key)
    address = _address(socket) if passed is None else passed
    try:
        return await hall.enter(message.seat, address)
    except TurnedAway as why:
        if hall.workers.stopping and isinstance(why, NotNow):
            await _close(socket, RESTARTS, "The server is to be started again.")
        else:
            await _turn_away(socket, message.ref, str(why), why.code)
    except Elsewhere as elsewhere:
        try:
            if passed is not None:
                raise NotNow("The battle changes hands just now.")
            code, reason = await forwarding.stay(socket, text, address, elsewhere.holder)
            await _close(socket, code, reason)
        except NotNow as why:
            await _turn_away(socket, message.ref, str(why), why.code)
    return None


async def _turn_away(socket: WebSocket[Any, Any, Any], ref: int, words: str, code: int) -> None:
    with suppress(OSError, RuntimeError):  # the line may be gone already
        await socket.send_text(msgspec.json.encode(NotDone(ref, words)).decode())
        await _close(socket, code, words)


async def _close(socket: WebSocket[Any, Any, Any], code: int, words: str) -> None:
    with suppress(OSError, RuntimeError):  # the line may be gone already
        await socket.close(code=code, reason=words.encode()[:100].decode(errors="ignore"))


async def _stay(hall: Hall, socket: WebSocket[Any, Any, Any], battle: Battle, visitor: Visitor) -> None:
    writing = asyncio.create_task(_write(socket, visitor))
    try:
        await _listen(hall, socket, battle, visitor)
    finally:
        hall.leave(battle, visitor)
        visitor.leave()
        await asyncio.gather(writing, return_exceptions=True)


async def _listen(hall: Hall, socket: WebSocket[Any, Any, Any], battle: Battle, visitor: Visitor) -> None:
    """Whoever sends faster than the limit is heard more slowly."""
    bucket = limits.Bucket(*limits.MESSAGES)
    said: asyncio.Queue[str | None] = asyncio.Queue()
    room = asyncio.Semaphore(limits.UNHEARD)

    async def read() -> None:
        """Ahead of what is heard, so that it is noticed when somebody goes."""
        try:
            while await room.acquire():
                said.put_nowait(await socket.receive_text())
        finally:
            visitor.gone = True
            said.put_nowait(None)

    reading = asyncio.create_task(read())
    try:
        while (text := await said.get()) is not None:
            room.release()
            await _hear(hall, battle, visitor, bucket, text)
        await reading
    finally:
        reading.cancel()


async def _hear(hall: Hall, battle: Battle, visitor: Visitor, bucket: limits.Bucket, text: str) -> None:
    while wait := bucket.lacks():
        await asyncio.sleep(wait)
    try:
        message = _messages.decode(text)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        visitor.send(NotDone(_ref(text), f"this message is not understood: {error}"[:300]))
        return
    try:
        await hall.hear(battle, visitor, message)
    except Exception as error:
        log_fault(battle.id, "a message failed", error)
        visitor.send(NotDone(message.ref, "The server failed at this, and nothing has changed. Try again."))


async def _write(socket: WebSocket[Any, Any, Any], visitor: Visitor) -> None:
    while isinstance(message := await visitor.mail.get(), bytes):
        await socket.send_text(message.decode())
    if message is None:
        await socket.close()
    else:
        await _turn_away(socket, 0, str(message), message.code)


class _Ref(msgspec.Struct):
    ref: int = 0


def _ref(text: str) -> int:
    """The ref of a message that may not be understood otherwise."""
    try:
        return msgspec.json.decode(text, type=_Ref).ref
    except (msgspec.DecodeError, ValueError, RecursionError):
        return 0


# ---------------------------------------------------------------- whatever goes wrong


def _fault(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    words = error.detail
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        found = [f"{each.get('key', 'the request')}: {each.get('message', '')}" for each in error.extra]
        words = "; ".join(found) or words
    if "text/html" in request.headers.get("accept", ""):
        return _lost(words, error.status_code)
    return Response(Fault(words), status_code=error.status_code, headers=HEADERS)


def _lost(words: str, status: int) -> Response[bytes]:
    """A page with words, for somebody who came by a link."""
    told = "There is no such page." if status == 404 else html.escape(words)
    page = (WEB / "lost.html").read_text("utf-8").replace("There is no such page.", told)
    return Response(page.encode(), status_code=status, headers=HEADERS, media_type=MediaType.HTML)


def _too_deep(_: Request[Any, Any, Any], __: Exception) -> Response[Fault]:
    return Response(Fault("The request is nested too deeply."), status_code=400, headers=HEADERS)


def _failure(_: Request[Any, Any, Any], error: Exception) -> Response[Fault]:
    log_fault("", "a request failed", error)
    if is_away(error):
        words = "The database cannot be used just now. Try again."
        return Response(Fault(words), status_code=503, headers=HEADERS)
    return Response(Fault("The server failed at this."), status_code=500, headers=HEADERS)


def _guard(response: Response[Any]) -> Response[Any]:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response
