"""A log for programs: every line is an object, and none tells a secret."""

from __future__ import annotations

import asyncio
import json
import signal
from pathlib import Path

import pytest

from tests.server.client import Visit
from tests.server.server import Server
from tests.terminal.commands import command
from warbook.server.logs import FORM, without_secrets

pytestmark = pytest.mark.anyio


async def test_what_happens_is_logged_for_programs(tmp_path: Path) -> None:
    env = {FORM: "json", "WARBOOK_TRAPS": str(tmp_path), "WARBOOK_ADJUST": "workers.REFEREES=1"}
    with Server(f"sqlite:///{tmp_path}/battles.db", env=env) as server:
        async with Visit(server.address) as visit:
            made = await visit.make("mortal")
            async with visit.sit(made["seats"]["a"], "aa") as seat:
                await seat.begun()
                (tmp_path / "rules").write_text("")
                assert (await seat.ask("answer", value="amber"))["type"] == "refused"
                (tmp_path / "rules").unlink()
        await asyncio.to_thread(server.end, signal.SIGTERM)
    told = [json.loads(line) for line in server.log]
    assert [each["words"] for each in told if each["level"] == "info"] == [
        "the server has begun",
        "the server is stopping",
        "the server has stopped",
    ]
    (failed,) = [each for each in told if each["level"] == "error"]
    assert failed["battle"] == made["battle"] and "ZeroDivisionError: a trap" in failed["trace"]
    assert failed["process"] != server.process.pid, "its referee says so"
    assert all({"time", "level", "from", "process", "words"} <= each.keys() for each in told)
    assert not any(secret in "".join(server.log) for secret in (*made["seats"].values(), made["watch"]))


def test_secrets_that_others_complain_of_are_left_out() -> None:
    for words, told in (
        ("cannot reach postgresql://warbook:pass@db/x", "cannot reach postgresql://***@db/x"),
        ("/table#abcDEF012345_- was asked for", "/table#*** was asked for"),
        ('{"do": "sit", "seat": "abcDEF012345"}', '{"do": "sit", "seat": "***"}'),
        ("x-seat: abcDEF012345", "x-seat: ***"),
        ("battle abcDEF012345: it could not go on", "battle abcDEF012345: it could not go on"),
    ):
        assert without_secrets(words) == told


def test_a_log_has_one_of_two_forms() -> None:
    told = command("serve", "--log", "xml")
    assert told.code == 2 and "plain or json" in told.errors
