"""The files with which servers are put up: whole, and true to the program. Where no container engine runs
they are read as one would; the same three parts are started from Debian's packages."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import signal
import ssl
import subprocess
import sys
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import httpx
import pytest
import yaml
from websockets.asyncio.client import connect

from deploy.on_debian import ROOT
from tests.kit.patience import PATIENCE
from tests.server.client import Seat
from tests.server.postgres import binaries
from tests.terminal.commands import command
from warbook.core.shelf import book_ids

DEPLOY = ROOT / "deploy"
INSTRUCTIONS = {"FROM", "ENV", "RUN", "WORKDIR", "COPY", "USER", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK"}
INSTRUCTIONS |= {"ENTRYPOINT", "CMD"}
PINNED = re.compile(r"[a-z]+:\d+[\w.-]+")


def lines_of_containerfile() -> list[tuple[str, str]]:
    written = re.sub(r"(?m)^#.*\n", "", (DEPLOY / "Containerfile").read_text()).replace("\\\n", " ")
    found = [line.partition(" ") for line in written.splitlines() if line.strip()]
    return [(name, " ".join(rest.split())) for name, _, rest in found]


def test_the_container_file_is_one_and_true() -> None:
    lines = lines_of_containerfile()
    assert {name for name, _ in lines} <= INSTRUCTIONS and lines[0][0] == "FROM"
    assert PINNED.fullmatch(lines[0][1]), "the same image every time"
    by_name = dict(lines)
    assert by_name["USER"] == "warbook", "nobody serves strangers as root"
    for name, rest in lines:
        if name == "COPY":
            *sources, to = shlex.split(rest)
            assert all((ROOT / source).exists() for source in sources) and to.startswith("./")
        elif name in ("ENTRYPOINT", "CMD"):
            assert all(isinstance(word, str) for word in json.loads(rest))
        elif name == "RUN":
            assert subprocess.run(["sh", "-n", "-c", rest]).returncode == 0
            assert "pip install" not in rest or "--no-cache-dir" in rest
        elif name == "HEALTHCHECK":
            program = json.loads(rest[rest.index("[") :])
            compile(program[2], "HEALTHCHECK", "exec")
            assert program[:2] == ["python", "-c"] and "/ready" in program[2]
    (warmed,) = re.findall(r"for book in ([\w ]+);", str(lines))
    assert set(warmed.split()) == set(book_ids()) - {"duel"}
    takes(json.loads(by_name["ENTRYPOINT"]) + json.loads(by_name["CMD"]))
    assert signal.Signals[by_name["STOPSIGNAL"]] == signal.SIGTERM and by_name["EXPOSE"] == "8427"


def takes(words: list[str]) -> None:
    """Warbook knows such a command."""
    assert words[0] == "warbook"
    done = command(*words[1:], "--help")
    assert done.code == 0, done.errors


def composed() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return found


def test_the_compose_file_puts_three_parts_together() -> None:
    told = composed()
    assert set(told) == {"name", "services", "volumes", "networks"}
    assert list(told["services"]) == ["database", "server", "proxy"]
    for part in told["services"].values():
        assert ("image" in part) != ("build" in part) and part["restart"]
        assert PINNED.fullmatch(part.get("image", "x:1.0"))
        assert set(part["networks"]) <= set(told["networks"])
        for other, how in part.get("depends_on", {}).items():
            assert how == {"condition": "service_healthy"}
            assert "healthcheck" in told["services"][other] or "build" in told["services"][other]
        for volume in part.get("volumes", ()):
            source = volume.rpartition(":/")[0].rpartition(":/")[0] or volume.partition(":")[0]
            assert source in told["volumes"] or source.startswith("${") or (DEPLOY / source).exists(), source
    server = told["services"]["server"]
    build = server["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).samefile(DEPLOY / "Containerfile")
    entry = json.loads(dict(lines_of_containerfile())["ENTRYPOINT"])
    takes(entry + [re.sub(r"\$\{\w+:\?[^}]*\}", "table.example", word) for word in server["command"]])
    trusted = server["command"][server["command"].index("--trusted-proxy") + 1]
    assert told["networks"]["inside"]["ipam"]["config"] == [{"subnet": trusted}]
    seconds = int(server["stop_grace_period"].removesuffix("s"))
    assert seconds > 5, "longer than a server takes to stop"


def test_the_proxys_file_is_changed_as_the_compose_file_says(tmp_path: Path) -> None:
    """The sed in it finds what it is to change."""
    (shell,) = [word for word in composed()["services"]["proxy"]["command"] if "sed" in word]
    script = shell.partition(" && ")[0].replace("$$", "$")
    script = script.replace("/etc/warbook/nginx.conf", str(ROOT / "docs" / "nginx.conf"))
    made = tmp_path / "nginx.conf"
    script = script.replace("/etc/nginx/nginx.conf", str(made))
    subprocess.run(
        ["sh", "-c", script], check=True, env={"WARBOOK_NAME": "war.example", "PATH": "/bin:/usr/bin"}
    )
    written = made.read_text()
    assert "server server:8427;" in written and written.count("server_name war.example;") == 2
    assert "127.0.0.1:8427" not in written.replace("# warbook serve", "")


@pytest.mark.anyio
async def test_the_three_parts_of_debian_serve_together() -> None:
    """Servers, database and proxy, started and stopped by the script alone."""
    binaries()
    folder = Path(mkdtemp(prefix="warbook-parts-", dir="/tmp"))  # a socket's path must be short
    folder.chmod(0o755)  # the database is another user's
    try:
        await served_together(folder)
    finally:
        shutil.rmtree(folder)


async def served_together(folder: Path) -> None:
    words = [sys.executable, "-m", "deploy.on_debian", folder, "--servers", "2"]
    words += ["--program", "tests.server.real_server"]  # in no hurry
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True) as running:
        try:
            assert running.stdout is not None
            found = re.match(r"https://localhost:(\d+)/", running.stdout.readline())
            assert found is not None
            site = found[0].rstrip("/")
            trusting = ssl.create_default_context(cafile=folder / "proxy" / "table.pem")
            async with httpx.AsyncClient(base_url=site, verify=trusting, timeout=PATIENCE) as http:
                replies = [(await http.get("/ready")).status_code for _ in range(4)]
                assert replies == [200] * 4, "both servers, by turns"
                made = (await http.post("/api/battles", json={"book": "necromunda"})).json()
            address = site.replace("https", "wss") + "/api/sit"
            async with connect(address, ssl=trusting, proxy=None, max_size=None) as line:
                page = Seat(line)
                await page.send(do="sit", seat=made["seats"]["a"])
                await page.until("welcome")
                await page.add("aa")
                assert (await page.begun())["at"]
        finally:
            running.send_signal(signal.SIGTERM)
            assert running.wait(PATIENCE) == 0
    told = [json.loads(line) for log in folder.glob("server-*.log") for line in log.read_text().splitlines()]
    assert sum(each["words"] == "the server has stopped" for each in told) == 2
    assert all(each["level"] == "info" for each in told), told
    assert not (folder / "database" / "data" / "postmaster.pid").exists()
