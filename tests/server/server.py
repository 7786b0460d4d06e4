"""A real server in a process of its own, to be killed and started again."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.kit.patience import PATIENCE

ROOT = Path(__file__).parents[2]


class Server:
    """`said` is what the server printed after where it is, once it has ended; `log` is what it and its
    referees wrote as errors. They hold its other end open, so that the
    end of the log shows that all of them have ended."""

    def __init__(
        self,
        db: str,
        *,
        toys: bool = True,
        module: str = "tests.server.toy_server",
        more: Sequence[str] = (),
        env: Mapping[str, str] | None = None,
    ) -> None:
        self.db, self.env = db, env or {}
        if toys:
            self.command = [sys.executable, "-m", module, db, *more]
        else:
            real = [sys.executable, "-m", "tests.server.real_server"]
            self.command = [*real, "--port", "0", "--db", db, *more]
        self.log: list[str] = []
        self.said: list[str] = []
        self.start()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        """A failed test must leave nothing behind."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def start(self) -> None:
        self.process = subprocess.Popen(
            self.command,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1", **self.env},
        )
        self._reading = threading.Thread(target=self._read, args=(self.process,), daemon=True)
        self._reading.start()
        late = threading.Timer(PATIENCE, self.process.kill)
        late.start()
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        late.cancel()
        found = re.search(r"http://[^/]+", line)
        if found is None:
            self.process.kill()
            self._reading.join(PATIENCE)
            raise AssertionError(f"the server did not start: {line}{''.join(self.log)}")
        self.address = found[0]

    def _read(self, process: subprocess.Popen[str]) -> None:
        assert process.stderr is not None
        self.log.extend(process.stderr)

    def kill(self) -> None:
        """As if the power failed: only the server is killed. Its referees must end by themselves."""
        self.end(signal.SIGKILL)

    def stop(self) -> None:
        """As with Ctrl-C."""
        self.end(signal.SIGINT)

    def end(self, how: signal.Signals) -> None:
        self.process.send_signal(how)
        try:
            self.process.wait(PATIENCE)
            assert self.all_ended(), "referees are left over"
        finally:
            self._sweep()

    def all_ended(self) -> bool:
        self._reading.join(PATIENCE)
        return not self._reading.is_alive()

    def _sweep(self) -> None:
        """Whatever is left of the server's session."""
        if self._reading.is_alive():
            os.killpg(self.process.pid, signal.SIGKILL)
        assert self.process.stdout is not None
        self.said = self.process.stdout.readlines()
        self.process.stdout.close()

    @property
    def troubles(self) -> list[str]:
        """Lines of the log that tell of an exception."""
        return [line for line in self.log if "Error" in line or "Traceback" in line or "Exception" in line]
