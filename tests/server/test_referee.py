"""A referee as the server starts him."""

import subprocess
import sys

import msgspec

from tests.kit.patience import PATIENCE
from tests.server.server import ROOT
from warbook.server.jobs import AnyResult, Words
from warbook.server.workers import REFEREE


def test_he_warms_up_says_that_he_is_ready_and_ends_with_his_input() -> None:
    done = subprocess.run(
        [sys.executable, "-m", REFEREE], cwd=ROOT, input=b"", capture_output=True, timeout=PATIENCE
    )
    assert done.returncode == 0 and done.stderr == b""
    size, reply = int.from_bytes(done.stdout[:4], "big"), done.stdout[4:]
    assert len(reply) == size
    assert msgspec.msgpack.decode(reply, type=AnyResult) == Words(b"ready")
