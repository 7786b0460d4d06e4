"""Keeps a database of the present schema for later versions to open: `python -m tests.server.kept.make N`.

In it are battles of two people: one in the middle of a step with lines and a name, one with a sealed answer,
one that is over, one before its beginning with a force still to be chosen, and one whose invitation nobody
has taken."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.server.client import TWO, Visit
from tests.server.postgres import binaries, postgres
from tests.server.server import Server

HERE = Path(__file__).parent


async def fill(address: str) -> dict[str, dict[str, str]]:
    """The seats of each battle, by side."""
    seats = {}

    async def battle(called: str, answers: Sequence[tuple[str, str]], **wanted: Any) -> None:
        made = await visit.make(players=TWO, **wanted)
        seats[called] = {**made["seats"], "": made["watch"]}
        async with visit.sit(made["seats"]["a"], "aa") as a, visit.sit(made["seats"]["b"], "bb") as b:
            await a.begun()
            await b.begun()
            await a.say("say", words="Good luck!")
            for side, value in answers:
                await a.heard()
                await b.heard()
                page = a if side == "a" else b
                reply = await (page.say("resign") if value == "resign" else page.answer(value))
                assert reply["type"] == "done", reply

    passwords = [("a", "amber"), ("b", "beryl")]
    async with Visit(address) as visit:
        await battle("under way", [*passwords, ("a", "go")], names={"a": "Ann"})
        await battle("sealed", passwords[:1])
        await battle("over", [*passwords, ("a", "stay"), ("b", "resign")])
        made = await visit.make(players=TWO, forces=["scouts", None])
        seats["before"] = {**made["seats"], "": made["watch"]}
        made = (await visit.http.post("/api/battles", json={"book": "toy", "players": TWO})).json()
        seats["invited"] = {**made["seats"], **made["invites"], "": made["watch"]}
    return seats


def main(number: str) -> None:
    with TemporaryDirectory() as folder:
        file = Path(folder, "battles.db")
        with Server(f"sqlite:///{file}") as server:
            seats = asyncio.run(fill(server.address))
            server.stop()
        with sqlite3.connect(file) as database:
            lines = database.iterdump()
            HERE.joinpath(f"sqlite-{number}.sql").write_text("\n".join(lines) + "\n")
    with postgres() as address:
        with Server(address) as server:
            found = asyncio.run(fill(server.address))
            server.stop()
        dump = [binaries() / "pg_dump", "--inserts", "--no-owner", "--no-comments", address]
        told = subprocess.run(dump, capture_output=True, text=True, check=True).stdout
        kept = [line for line in told.splitlines() if line and not line.startswith(("--", "\\", "SET"))]
        kept = [line for line in kept if "set_config" not in line]
        HERE.joinpath(f"postgresql-{number}.sql").write_text("\n".join(kept) + "\n")
    both = {"sqlite": seats, "postgresql": found}
    HERE.joinpath(f"seats-{number}.json").write_text(json.dumps(both, indent=1) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
