"""The page as somebody uses it: what it shows, and what a mouse, a finger or the keys can do there."""

from __future__ import annotations

import json
import shutil
from collections.abc import Awaitable, Sequence
from functools import partial
from typing import Any

from playwright.async_api import Browser, BrowserContext, Locator, Page, Playwright, WebSocket

from tests.kit.patience import PATIENCE

Wire = dict[str, Any]

IN_TIME = PATIENCE * 1000.0  # milliseconds
AT_ONCE = 3  # the place of "at once" among the page's speeds
STILL = ("room", "asked", "waiting", "over", "pass", "bad")
# Two pages of the address bar's own, in every window, cost as much as the page that is tested. Only the last
# list of features counts, so those that Playwright names are named again.
UNUSED = (
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup",
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding",
    "ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints",
    "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch",
)  # fmt: skip
BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")
CHROMIUM = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(UNUSED)}",
)


async def launched(playwright: Playwright) -> Browser:
    """Whatever Chromium there is; the one without a window costs least."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    assert found, "there is no Chromium here; `make test` installs it"
    return await playwright.chromium.launch(executable_path=found, args=list(CHROMIUM), timeout=IN_TIME)


class Guest:
    """Somebody's browser, with nothing kept from before. `faults` are all errors its pages met."""

    def __init__(self, context: BrowserContext, server: str) -> None:
        self.context, self.server = context, server
        self.faults: list[str] = []
        self.expected: list[str] = []

    async def open(self, path: str = "/") -> Table:
        page = await self.context.new_page()
        table = Table(page)
        page.on("console", lambda said: self.faults.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        await page.goto(self.server + path)
        return table

    def expects(self, words: str) -> None:
        """A fault with these words belongs to the test."""
        self.expected.append(words)

    @property
    def unexpected(self) -> list[str]:
        return [fault for fault in self.faults if not any(words in fault for words in self.expected)]


async def receive(browser: Browser, server: str, speed: int = AT_ONCE, **more: Any) -> Guest:
    more = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "no-preference", **more}
    context = await browser.new_context(**more)
    context.set_default_timeout(IN_TIME)
    await context.add_init_script(
        f"""localStorage["warbook.speed"] ??= "{speed}";
        addEventListener("securitypolicyviolation", (event) => console.error(event.violatedDirective));"""
    )
    return Guest(context, server)


class Table:
    """A page at the table. `heard` is all that the server has sent to it, `answers` what it has answered."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.heard: list[Wire] = []
        self.answers: list[Any] = []
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", partial(self._hear, {}))
        socket.on("framesent", self._say)

    def _say(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["do"] == "answer":
            self.answers.append(message["value"])

    def _hear(self, pieces: dict[str, Wire], frame: str | bytes) -> None:
        """On the line on which these pieces are known. A state is kept with all of them."""
        message = json.loads(frame)
        if message["type"] == "state":
            pieces.update({piece["id"]: piece for piece in message["pieces"]})
            for piece in message["gone"]:
                del pieces[piece]
            message["pieces"] = list(pieces.values())
        self.heard.append(message)

    def latest(self, kind: str) -> Wire:
        return next(message for message in reversed(self.heard) if message["type"] == kind)

    # ------------------------------------------------------------ what is shown

    def __call__(self, testid: str) -> Locator:
        return self.page.get_by_test_id(testid)

    async def state(self) -> str:
        return await self.page.evaluate("document.documentElement.dataset.state")  # type: ignore[no-any-return]

    async def until(self, *states: str) -> str:
        """Waits until the page is in one of these states, and says in which."""
        script = "states => states.includes(document.documentElement.dataset.state)"
        await self.page.wait_for_function(script, arg=list(states))
        return await self.state()

    async def asked(self) -> Wire:
        await self.until("asked")
        question: Wire = self.latest("state")["question"]
        return question

    async def after(self, act: Awaitable[Any]) -> str:
        """The state in which an answer leaves the page."""
        now = "(({ at, state }) => `${at} ${state}`)(document.documentElement.dataset)"
        before = await self.page.evaluate(now)
        await act
        script = f"""([before, still]) =>
            still.includes(document.documentElement.dataset.state) && {now} !== before"""
        await self.page.wait_for_function(script, arg=[before, list(STILL)])
        return await self.state()

    async def log(self) -> str:
        return await self.page.get_by_role("log").inner_text()

    def option(self, option: str) -> Locator:
        return self.page.locator(f"[data-testid=option][data-option='{option}']")

    def piece(self, piece: str) -> Locator:
        return self.page.locator(f".wb-token[data-piece='{piece}']")

    # ------------------------------------------------------------ where things are on the screen

    async def place(self, x: float, y: float) -> tuple[float, float]:
        """Where a spot of the table is in the window, once it stays there from one frame to the next."""
        script = """async ([x, y]) => {
            const board = document.querySelector("war-board");
            const place = () => {
                const box = board.getBoundingClientRect(), [left, top] = board.view.toScreen(x, y);
                return [left + box.left, top + box.top];
            };
            for (let before = place(); ; ) {
                await new Promise(requestAnimationFrame);
                await new Promise(requestAnimationFrame);
                const now = place();
                if (now.every((at, axis) => Math.abs(at - before[axis]) < 0.5)) return now;
                before = now;
            }
        }"""
        left, top = await self.page.evaluate(script, [x, y])
        return left, top

    async def spot_of(self, piece: str) -> tuple[float, float]:
        found = next(each for each in self.latest("state")["pieces"] if each["id"] == piece)
        return found["x"], found["y"]

    async def point(self, x: float, y: float) -> None:
        await self.page.mouse.move(*await self.place(x, y), steps=2)

    async def click(self, x: float, y: float) -> None:
        await self.page.mouse.click(*await self.place(x, y))

    # ------------------------------------------------------------ answering by mouse

    async def choose(self, option: str) -> str:
        return await self.after(self.option(option).click())

    async def pick(self, piece: str) -> str:
        """Answers by a click on a piece of the board."""
        return await self.after(self.click(*await self.spot_of(piece)))

    async def reach(self) -> list[list[float]]:
        """Where the open question can lead, once it is lit on the board."""
        await self.page.locator(".wb-reach > *").first.wait_for(state="attached")
        return self.latest("reach")["spots"]  # type: ignore[no-any-return]

    async def go(self, x: float, y: float) -> str:
        """Answers a route of a piece without a facing."""
        return await self.after(self.click(x, y))

    async def walk(self, x: float, y: float, towards: tuple[float, float] | None = None) -> str:
        """Answers a route by a click on the place; for another facing than that of the way, by a drag from it
        to where to look."""
        await self.point(x, y)
        return await self.after(self.click(x, y) if towards is None else self.draw((x, y), towards))

    async def draw(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        await self.page.mouse.move(*await self.place(*start))
        await self.page.mouse.down()
        await self.page.mouse.move(*await self.place(*end), steps=4)
        await self.page.mouse.up()


def alone(question: Wire) -> Sequence[str]:
    """The pieces that stand for exactly one open option, so that a click on them answers."""
    open_ = [option["piece"] for option in question["options"] if not option["barred"] and option["piece"]]
    return [piece for piece in open_ if open_.count(piece) == 1]


def foreseen(question: Wire) -> Wire:
    """The first open option with odds."""
    return next(each for each in question["options"] if each.get("previewed") and not each["barred"])
