"""A host that cheats with the dice is caught by the page, and by `verify-dice` with what the page kept."""

from __future__ import annotations

import random
import shlex
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import expect

from tests.server.browser.conftest import Welcome
from tests.server.browser.table import Table, Wire
from tests.server.client import Visit, legal
from tests.server.server import Server
from tests.terminal.commands import Done, command

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("toys")]

CHEATING = "tests.server.attacks.cheating_server"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Server]]:
    """Where a host cheats in each battle as he is told, and the folder in which he is."""
    folder = tmp_path_factory.mktemp("host")
    with Server(f"sqlite:///{folder}/battles.db", module=CHEATING, more=[str(folder)]) as server:
        yield folder, server
        server.stop()


class Host(Visit):
    """`how` is the host of its battles, by his name in the cheating server."""

    how = "Honest"

    def __init__(self, folder: Path, server: str) -> None:
        super().__init__(server)
        self.folder = folder

    async def make(self, book: str = "toy", **wanted: Any) -> Wire:
        made = await super().make(book, **wanted)
        (self.folder / made["battle"]).write_text(self.how)
        return made


@pytest.fixture
async def host(house: tuple[Path, Server]) -> AsyncIterator[Host]:
    folder, server = house
    async with Host(folder, server.address) as host:
        yield host
    assert server.troubles == []


async def opened(host: Host, welcome: Welcome, seat: str) -> Table:
    return await (await welcome(host.server)).open(f"/table#{seat}")


async def played(visit: Visit, made: dict[str, Any]) -> None:
    """The rest of the battle, from other pages of the same seats."""
    luck = random.Random(2)
    links = list(made["seats"].values())
    async with visit.sit(links[0]) as one, visit.sit(links[-1]) as other:
        await one.begun()
        await other.begun()
        while not one.state["over"]:
            seat = one if one.state["question"] else other
            assert (await seat.answer(await legal(seat, luck)))["type"] == "done"
            await one.heard()
            await other.heard()


async def verdict(table: Table) -> tuple[str, str]:
    """How the page judges the dice, and in which words. It does so by itself."""
    await table.until("over")
    found = table.page.locator(".dice-check:is(.good, .unproved, .wrong)")
    await found.wait_for()
    kind = (await found.get_attribute("class") or "").removeprefix("dice-check ")
    return kind, await found.inner_text()


async def commanded(visit: Visit, table: Table, seat: str, folder: Path) -> Done:
    """What `verify-dice` says of the record that the server gives, with what the page offers to name."""
    (folder / "battle.json").write_text((await visit.told("record", seat)).text)
    words = shlex.split(await table("dice-command").input_value())
    assert words[:3] == ["warbook", "verify-dice", "battle.json"]
    return command("verify-dice", folder / "battle.json", *words[3:])


async def alone(host: Host, welcome: Welcome, folder: Path) -> tuple[str, str, Done, Done]:
    """A battle against a bot: what the page says of its dice, the command with what it kept, and without."""
    made = await host.make(scenario="short", players={"b": "random"})
    seat = made["seats"]["a"]
    table = await opened(host, welcome, seat)
    await table.until("asked")
    await played(host, made)
    kind, words = await verdict(table)
    done = await commanded(host, table, seat, folder)
    return kind, words, done, command("verify-dice", folder / "battle.json")


async def test_an_honest_host_is_proved_to_be_one(tmp_path: Path, host: Host, welcome: Welcome) -> None:
    kind, words, done, _ = await alone(host, welcome, tmp_path)
    assert kind == "good" and "the server could not choose them" in words
    assert done.code == 0 and "it could not choose the dice" in done.page


@pytest.mark.parametrize(
    ("cheat", "says", "command_says"),
    [
        ("Drops", "left it out or replaced it", "is not in the seed"),
        ("Grinds", "left it out or replaced it", "is not in the seed"),
        ("ChangesSecret", "it has changed its secret since", "it has changed its secret since"),
    ],
)
async def test_a_host_that_cheats_is_caught(
    tmp_path: Path,
    host: Host,
    welcome: Welcome,
    cheat: str,
    says: str,
    command_says: str,
) -> None:
    host.how = cheat
    kind, words, done, without = await alone(host, welcome, tmp_path)
    assert kind == "wrong" and "Do not trust these dice" in words and says in words
    assert done.code == 1 and command_says in done.page.replace("\n", " ")
    assert without.code == 0, "the record fits together: only what the page kept can tell"


async def test_a_host_that_turns_the_page_down_proves_nothing(
    tmp_path: Path, host: Host, welcome: Welcome
) -> None:
    host.how = "TurnsDown"
    kind, words, done, _ = await alone(host, welcome, tmp_path)
    assert kind == "unproved" and "If that was not you, do not trust these dice" in words
    assert done.code == 0 and "About the host it proves nothing" in done.page


@pytest.mark.parametrize(
    ("cheat", "kinds"), [("Honest", ["good", "good"]), ("Conspires", ["wrong", "wrong"])]
)
async def test_a_host_and_a_friend_of_his_against_the_other(
    host: Host, welcome: Welcome, cheat: str, kinds: list[str]
) -> None:
    host.how = cheat
    made = await host.make(scenario="short", players={"a": "me", "b": "friend"})
    tables = []
    for seat in made["seats"].values():
        tables.append(await opened(host, welcome, seat))
        await tables[-1].until("room", "asked")
    await played(host, made)
    judged = [await verdict(table) for table in tables]
    assert [kind for kind, _ in judged] == kinds
    if cheat == "Conspires":
        assert "What Annites had added was replaced" in judged[1][1]
    else:
        assert "Bobbites added theirs after you" in judged[0][1] and "after you" not in judged[1][1]


async def test_a_page_that_comes_back_to_another_commitment_is_told_at_once(
    host: Host, welcome: Welcome
) -> None:
    host.how = "ChangesSecret"
    made = await host.make()
    table = await opened(host, welcome, made["seats"]["a"])
    await table.until("asked")
    await table.page.reload()
    await table.until("bad")
    await expect(table("bad-link").locator("h1")).to_have_text("The server has broken its word")
