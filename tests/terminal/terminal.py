"""A real terminal with somebody before it."""

import os
import pty
import select
import sys

from tests.kit.patience import PATIENCE

# The program as it is, except that it never asks for patience: when it would, depends on the machine.
PROGRAM = (
    f"from warbook.terminal import screen; screen.SLOW = {PATIENCE}; from warbook.cli import main; main()"
)
WARBOOK = (sys.executable, "-c", PROGRAM)


class Terminal:
    """A terminal with somebody before it."""

    def __init__(self, *arguments: str) -> None:
        pid, self.screen = pty.fork()
        if pid == 0:
            os.environ.update(TERM="xterm-256color", COLUMNS="100", LINES="50")
            os.execv(sys.executable, [*WARBOOK, *arguments])
        self.pid, self.seen = pid, ""

    def until(self, words: str) -> str:
        while words not in self.seen:
            ready, _, _ = select.select([self.screen], [], [], PATIENCE)
            assert ready, self.seen
            self.seen += os.read(self.screen, 65536).decode("utf-8", "replace")
        before, _, self.seen = self.seen.partition(words)
        return before + words

    def type(self, words: str) -> None:
        os.write(self.screen, words.encode())

    def end(self) -> int:
        while True:
            try:
                if not os.read(self.screen, 65536):
                    break
            except OSError:
                break
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
