"""Every page that sits down ends up with a state, or is told why not: to come back if it only failed this
time, or that the battle will never open."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.kit.patience import PATIENCE
from tests.server.client import TWO, Seat, Visit
from tests.server.server import Server

pytestmark = pytest.mark.anyio

AGAIN, NEVER = 4503, 4410  # how the line is closed


def spoil(file: Path, statement: str) -> None:
    """Change a database behind its server's back."""
    with sqlite3.connect(file, timeout=PATIENCE) as connection:
        connection.execute(statement)
    connection.close()


class House:
    """A server in whose referees traps can be set, and its database."""

    def __init__(self, folder: Path, server: Server, visit: Visit) -> None:
        self.traps, self.server, self.visit = folder / "traps", server, visit
        self.file = folder / "battles.db"

    def set(self, trap: str) -> None:
        (self.traps / trap).touch()

    def clear(self) -> None:
        for trap in self.traps.iterdir():
            trap.unlink()

    async def turned_away(self, seat: str, share: str = "") -> tuple[int, str]:
        """How and with which words a page is sent away, however far it came."""
        async with self.visit.socket() as socket:
            page, words = Seat(socket), ""
            await page.send(do="sit", seat=seat)
            try:
                while True:
                    message = await page.hear()
                    if message["type"] == "welcome" and message["adds"]:
                        await page.send(do="share", share=share, ref=1)
                    if message["type"] == "refused":
                        words = message["words"]
                    assert message["type"] != "state", "it was not turned away"
            except ConnectionClosed as closed:
                assert closed.rcvd is not None
                return closed.rcvd.code, words


@pytest.fixture(scope="module")
def trapped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Server]]:
    folder = tmp_path_factory.mktemp("house")
    (folder / "traps").mkdir()
    env = {"WARBOOK_TRAPS": str(folder / "traps")}
    with Server(f"sqlite:///{folder}/battles.db", env=env) as server:
        yield folder, server


@pytest.fixture
async def house(trapped: tuple[Path, Server]) -> AsyncIterator[House]:
    folder, server = trapped
    async with Visit(server.address) as visit:
        house = House(folder, server, visit)
        yield house
        house.clear()


async def begun(house: House, **wanted: Any) -> dict[str, Any]:
    """A battle at which somebody sat and answered."""
    made = await house.visit.make("mortal", **wanted)
    async with house.visit.sit(made["seats"]["a"]) as seat:
        await seat.begun()
        await seat.answer("amber")
        await seat.answer("go")
    return made


@pytest.mark.parametrize("trap", ["clerk", "referee"])
async def test_who_dies_while_a_page_joins_is_replaced_and_the_page_told(house: House, trap: str) -> None:
    made = await begun(house)
    seat = made["seats"]["a"]
    house.set(trap)
    for _ in range(2):
        code, words = await house.turned_away(seat)
        assert code == AGAIN and "Try again" in words
    house.clear()
    async with house.visit.sit(seat) as page:
        assert (await page.begun())["question"]["text"] == "Where to?"


async def test_who_dies_while_a_battle_begins_leaves_nobody_in_the_room(house: House) -> None:
    """Both have added their shares by then: whoever comes back first begins it."""
    made = await house.visit.make("mortal", players=TWO)
    async with house.visit.sit(made["seats"]["a"], "aa") as a:
        await a.until("room", lambda room: room["missing"] == ["b"])
        house.set("referee")
        code, words = await house.turned_away(made["seats"]["b"], "bb")
        assert code == AGAIN and "Try again" in words
        with pytest.raises(ConnectionClosed) as closed:
            await a.until("state")
        assert closed.value.rcvd is not None and closed.value.rcvd.code == AGAIN
    house.clear()
    async with house.visit.sit(made["seats"]["a"]) as a:
        assert (await a.begun())["question"]["text"] == "Your password?"


async def test_rules_that_fail_are_not_tried_for_ever(house: House) -> None:
    made = await begun(house)
    house.set("rules")
    code, words = await house.turned_away(made["seats"]["a"])
    assert code == NEVER and "This battle cannot be opened: The rules failed here" in words


SPOILT = {
    "a book with escape codes": (
        r"""update battles set head = replace(head, '"book":"mortal"', '"book":"\u001b[2J"')""",
        "there is no book",
    ),
    "a book that is gone": (
        """update battles set head = replace(head, '"book":"mortal"', '"book":"chess"')""",
        "there is no book 'chess'",
    ),
    "a head cut short": ("update battles set head = substr(head, 1, 40)", "is damaged"),
    "a head without a secret": ("""update battles set head = '{}'""", "is damaged"),
    "a tape of another kind": ("""update battles set tape = '[["die", 7]]'""", "is damaged"),
    "a setup of another kind": (
        """update battles set head = replace(head, 'rounds', 'sounds')""",
        "unknown field `sounds`",
    ),
    "events cut short": ("update steps set told = substr(told, 1, 5)", "is damaged"),
    "another answer": ("update steps set tape = replace(tape, 'amber', 'anvil')", "the state differs"),
    "a step that is gone": ("delete from steps", "the tape has"),
    "the battle gone": ("delete from battles", "it is no longer stored"),
}


async def test_a_battle_that_is_damaged_or_of_another_version_says_so(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path}/battles.db") as server:
        async with Visit(server.address) as visit:
            house = House(tmp_path, server, visit)
            made = {how: await begun(house) for how in SPOILT}
        server.kill()
        for how, (statement, _) in SPOILT.items():
            spoil(house.file, f"{statement} where battle = '{made[how]['battle']}'")
        server.start()
        async with Visit(server.address) as house.visit:
            for how, (_, words) in SPOILT.items():
                for seat in (made[how]["seats"]["a"], made[how]["watch"]):
                    code, said = await house.turned_away(seat)
                    assert code == NEVER and words in said, how
                    told = await house.visit.told("record", seat)
                    assert told.status_code == 400 and words in told.json()["words"], how
        server.kill()
        assert sum("cannot be opened" in line for line in server.log) >= 2 * len(SPOILT)
        assert server.troubles == [] and "\x1b" not in "".join(server.log)


async def test_errors_while_somebody_sits_down_are_logged(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path}/battles.db") as server:
        async with Visit(server.address) as visit:
            house = House(tmp_path, server, visit)
            made = await begun(house)
            spoil(house.file, "alter table seats rename to chairs")
            code, words = await house.turned_away(made["seats"]["a"])
            assert code == AGAIN and "The server failed at this" in words
            spoil(house.file, "alter table chairs rename to seats")
            async with visit.sit(made["seats"]["a"]) as page:
                assert (await page.begun())["question"]["text"] == "Where to?"
        server.kill()
        log = "".join(server.log)
        assert "somebody could not sit down" in log and "no such table: seats" in log


async def test_an_unknown_seat_is_the_only_one_that_is_not_there(house: House) -> None:
    async with house.visit.socket() as socket:
        await socket.send(json.dumps({"do": "sit", "seat": "no-such-seat-anywhere"}))
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                await socket.recv()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4404
