"""The page in a real browser, how soon a cold one can be used and how soon the odds are shown:
`python -m bench.page`."""

from __future__ import annotations

import asyncio
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from msgspec import Struct
from playwright.async_api import Browser, async_playwright

from bench.tables import show
from tests.server.browser.skirmish import BOT, advised_until, shoots
from tests.server.browser.table import foreseen, launched, receive
from tests.server.client import Visit
from tests.server.server import Server

COLD = 7  # pages, each without anything kept from before
POINTINGS = 200
CHANGES = 200  # of one figure on the odds desk
DESK = "/odds/necromunda?q=shot&bs=3&s=3&t=3"
SEED = "5"  # of a battle in which somebody comes to shoot

# Milliseconds from the start of the navigation.
WATCH = """
window.ready = null;
new MutationObserver(() => {
    if (["asked", "waiting"].includes(document.documentElement?.dataset.state)) ready ??= performance.now();
}).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-state"] });
"""
# Milliseconds from each move of the pointer to the frame in which the odds are on the screen.
POINT = """
() => {
    const card = document.querySelector("odds-card");
    window.pointed = [];
    addEventListener("pointermove", (event) => {
        const shown = () => pointed.push(performance.now() - event.timeStamp);
        const look = () => (card.hidden ? requestAnimationFrame(look) : shown());
        if (event.clientX > 2) requestAnimationFrame(look);
    }, { capture: true });
}
"""
# Milliseconds from each change of a figure to the frame in which the other answer is on the screen.
CHANGE = """
async (changes) => {
    const rows = () => [...document.querySelectorAll("[data-testid=outcome]")];
    const answer = () => rows().map((row) => row.dataset.exact).join();
    const times = [];
    for (let n = 0; n < changes; n++) {
        const before = answer(), start = performance.now();
        document.querySelector(`[data-testid=${n % 2 ? "less" : "more"}-t]`).click();
        while (answer() === before) await new Promise(requestAnimationFrame);
        times.push(performance.now() - start);
    }
    return times;
}
"""


class Figures(Struct, frozen=True):
    """Milliseconds, in the order taken."""

    home: list[float]
    table: list[float]
    pointed: list[float]
    desk: list[float]
    changed: list[float]


def rows() -> list[tuple[str, ...]]:
    """What, its figure, half of them within, bar."""
    found = asyncio.run(_measure())
    home, table = f"{min(found.home):.0f} ms", f"{min(found.table):.0f} ms"
    late = f"{quantiles(found.pointed, n=100)[-1]:.0f} ms"
    return [
        (f"best of {COLD} cold front pages to the play button", home, _half(found.home), "under 1 s"),
        (f"best of {COLD} cold tables to the question", table, _half(found.table), "under 1 s"),
        (
            "p99 from pointing at a target to its odds shown",
            late,
            _half(found.pointed),
            "under 50 ms",
        ),
        (
            f"best of {COLD} cold odds desks to the first answer",
            f"{min(found.desk):.0f} ms",
            _half(found.desk),
            "under 300 ms",
        ),
        (
            "p99 from changing a figure on the odds desk to the other answer",
            f"{quantiles(found.changed, n=100)[-1]:.0f} ms",
            _half(found.changed),
            "under 50 ms",
        ),
    ]


def _half(times: list[float]) -> str:
    return f"{median(times):.0f} ms"


async def _measure() -> Figures:
    with TemporaryDirectory() as folder:
        server = Server(f"sqlite:///{folder}/battles.db", toys=False)
        try:
            async with async_playwright() as playwright, Visit(server.address) as visit:
                browser = await launched(playwright)
                made = await visit.make("necromunda", players=BOT, seed=SEED, rulings={"premeasure": True})
                await advised_until(visit, made["seats"]["a"], shoots)
                where = f"/table#{made['seats']['a']}"
                home = [await _cold(browser, server, "/") for _ in range(COLD)]
                table = [await _cold(browser, server, where) for _ in range(COLD)]
                pointed = await _point(browser, server, where)
                desk = [await _cold(browser, server, DESK) for _ in range(COLD)]
                changed = await _change(browser, server)
                await browser.close()
        finally:
            server.stop()
    return Figures(home, table, pointed, desk, changed)


async def _cold(browser: Browser, server: Server, path: str) -> float:
    guest = await receive(browser, server.address)
    await guest.context.add_init_script(WATCH)
    table = await guest.open(path)
    await table.page.wait_for_function("() => ready !== null")
    ready: float = await table.page.evaluate("ready")
    await guest.context.close()
    return ready


async def _point(browser: Browser, server: Server, path: str) -> list[float]:
    guest = await receive(browser, server.address)
    table = await guest.open(path)
    target = foreseen(await table.asked())["piece"]
    left, top = await table.place(*await table.spot_of(target))
    await table.page.mouse.move(left, top)
    await table.page.locator("war-board.wb-over").wait_for()
    await table.page.evaluate(POINT)
    for number in range(1, POINTINGS + 1):
        await table.page.mouse.move(2, 2)
        await table("odds").evaluate("card => { card.hidden = true; }")  # else the last odds stay
        await table.page.mouse.move(left, top)
        await table.page.wait_for_function("number => pointed.length === number", arg=number)
    times: list[float] = await table.page.evaluate("pointed")
    await guest.context.close()
    return times


async def _change(browser: Browser, server: Server) -> list[float]:
    guest = await receive(browser, server.address)
    table = await guest.open(DESK)
    await table("outcome").first.wait_for()
    times: list[float] = await table.page.evaluate(CHANGE, CHANGES)
    await guest.context.close()
    return times


if __name__ == "__main__":
    show(rows())
