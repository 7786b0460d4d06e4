"""What whoever runs a server looks at, and the proxy that stands before it."""

from __future__ import annotations

import json
import re
import sqlite3
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.typing import Origin

from deploy.on_debian import Missing, nginx
from tests.kit.patience import PATIENCE
from tests.server.client import Visit
from tests.server.server import Server
from warbook.server.tally import BOUNDS, Tally

pytestmark = pytest.mark.anyio


def figures(text: str) -> dict[str, float]:
    """What Prometheus would read: every line is a comment or a name with a number."""
    found = {}
    for line in text.splitlines():
        if line.startswith("#"):
            assert re.fullmatch(r"# (HELP \w+ .+|TYPE \w+ (counter|gauge|histogram))", line), line
            continue
        name, _, value = line.rpartition(" ")
        assert re.fullmatch(r'\w+(\{\w+="[^"]+"\})?', name), line
        assert name not in found, f"{name} is told twice"
        found[name] = float(value)
    return found


async def told(visit: Visit) -> dict[str, float]:
    reply = await visit.http.get("/metrics")
    assert reply.status_code == 200 and reply.headers["content-type"].startswith("text/plain")
    return figures(reply.text)


async def test_what_is_done_is_counted(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path}/battles.db", env={"WARBOOK_ADJUST": "workers.REFEREES=1"}) as server:
        async with Visit(server.address) as visit:
            made = await visit.make()
            async with visit.sit(made["seats"]["a"], "aa") as a:
                await a.begun()
                before = await told(visit)
                assert before["warbook_answers_seconds_count"] == 0 and before["warbook_battles_open"] == 1
                assert (await a.ask("answer", value="no such word"))["type"] == "refused"
                assert (await a.answer("amber"))["type"] == "done"
                after = await told(visit)
            assert after["warbook_answers_seconds_count"] == 1, "what is refused is none"
            assert after['warbook_answers_seconds_bucket{le="+Inf"}'] == 1
            assert after["warbook_commits_seconds_count"] > before["warbook_commits_seconds_count"]
            assert after["warbook_rebuilds_total"] == 1 and after["warbook_pages"] == 1
            assert after['warbook_worker_starts_total{worker="referee 1"}'] == 1
            assert not any(secret in str(after) for secret in (*made["seats"].values(), made["battle"]))


def test_a_tally_has_both_sides_of_every_bound() -> None:
    tally = Tally()
    for bound in BOUNDS:
        tally.add(bound)
        tally.add(bound + 0.0001)
    counts = [count for _, count in tally.up_to()]
    assert counts == [*range(1, 2 * len(BOUNDS), 2), 2 * len(BOUNDS)] and tally.count == 2 * len(BOUNDS)


async def test_ready_only_while_the_database_is_its_own(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path}/battles.db") as server:
        async with Visit(server.address) as visit:
            assert (await visit.http.get("/ready")).status_code == 200
            with sqlite3.connect(tmp_path / "battles.db") as database:
                database.execute("alter table owners rename to others")
            lost = await visit.http.get("/ready")
            assert lost.status_code == 503 and "database" in lost.json()["words"]
            assert (await visit.http.get("/health")).text == "alive\n", "it lives nevertheless"
            with sqlite3.connect(tmp_path / "battles.db") as database:
                database.execute("alter table others rename to owners")
            assert (await visit.http.get("/ready")).status_code == 200


# ---------------------------------------------------------------- nginx


@contextmanager
def proxy(folder: Path, server: str) -> Iterator[int]:
    try:
        with nginx(folder, [server]) as port:
            yield port
    except Missing as missing:
        pytest.skip(str(missing))


async def test_the_proxy_of_the_docs_passes_on_a_battle_and_no_more(tmp_path: Path) -> None:
    env = {"WARBOOK_STILL": "1", "WARBOOK_ADJUST": "limits.REQUESTS=[5,1]"}
    with (
        Server(f"sqlite:///{tmp_path}/battles.db", more=["127.0.0.1"], env=env) as server,
        proxy(tmp_path, server.address.removeprefix("http://")) as port,
    ):
        site = f"https://localhost:{port}"
        trusting = ssl.create_default_context(cafile=tmp_path / "table.pem")
        trusting.check_hostname = False
        line = httpx.AsyncHTTPTransport(verify=trusting, local_address="127.0.0.7")
        async with httpx.AsyncClient(base_url=site, transport=line, timeout=PATIENCE) as http:
            assert (await http.get("/")).status_code == 200
            assert (await http.get("/ready")).status_code == 200
            assert (await http.get("/metrics")).status_code == 404
            made = (await http.post("/api/battles", json={"book": "toy"}, headers={"origin": site})).json()
            async with connect(
                f"wss://localhost:{port}/api/sit",
                ssl=trusting,
                origin=Origin(site),
                proxy=None,
                open_timeout=PATIENCE,
            ) as seat:
                await seat.send(json.dumps({"do": "sit", "seat": made["seats"]["a"]}))
                assert json.loads(await seat.recv())["type"] == "welcome"
            spoken = {"x-seat": "no-such-seat-anywhere", "x-forwarded-for": "10.1.1.1"}
            replies = [(await http.get("/api/battle/ledger", headers=spoken)).status_code for _ in range(6)]
            assert replies == [404] * 4 + [429] * 2, "one visitor, whatever he says of himself"
        async with Visit(site, "127.0.0.8") as other:
            assert (await other.told("ledger", "no-such-seat-anywhere")).status_code == 404, (
                "another has his own"
            )
