"""A referee as the server starts him."""

import os
import subprocess
import sys
from collections.abc import Iterator

import msgspec

from tests.kit.patience import PATIENCE
from tests.server.server import ROOT
from warbook.server.jobs import HEAD, AnyResult, Words
from warbook.server.referee import process
from warbook.server.referee.process import next_frame
from warbook.server.workers import REFEREE


def test_he_says_that_he_is_ready_and_ends_with_his_input() -> None:
    done = subprocess.run(
        [sys.executable, "-m", REFEREE], cwd=ROOT, input=b"", capture_output=True, timeout=PATIENCE
    )
    assert done.returncode == 0 and done.stderr == b""
    (size, worked), reply = HEAD.unpack_from(done.stdout), done.stdout[HEAD.size :]
    assert len(reply) == size and worked == 0.0
    assert msgspec.msgpack.decode(reply, type=AnyResult) == Words(b"ready")


def test_he_warms_up_while_nobody_asks() -> None:
    came, goes = os.pipe()
    with os.fdopen(came, "rb") as stream, os.fdopen(goes, "wb") as sender:

        def two_steps() -> Iterator[str]:
            yield "first"
            sender.write(b"\0\0\0\1!")
            sender.flush()
            yield "second"
            raise AssertionError("the frame was not read")

        assert next_frame(stream, two_steps()) == b"!"


def test_he_warms_up_with_a_battle_of_each_book_that_can_be_read(monkeypatch, caplog) -> None:
    monkeypatch.setattr(process, "book_ids", lambda: ["no such book", "necromunda"])
    steps = list(process.warm_up())
    assert set(steps) == {"necromunda"} and len(steps) > 20
    assert "no such book" in caplog.text
