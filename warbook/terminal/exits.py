"""How a command ends when it cannot do what was asked: one sentence, and an exit code."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from warbook.core.datafile import BadData
from warbook.core.game import Foul
from warbook.core.questions import Refused
from warbook.core.record import BadRecord
from warbook.telling.printable import printable
from warbook.terminal.screen import Closed, Left, Mishap

WRONG = 2
INTERRUPTED = 130
UNFORESEEN = 1


def show_out(error: BaseException) -> int:
    """Say on standard error what went wrong, and return the exit code."""
    if isinstance(error, SystemExit):
        return error.code if isinstance(error.code, int) else WRONG
    if isinstance(error, Closed | BrokenPipeError):
        _stop_writing()
        return WRONG
    if isinstance(error, KeyboardInterrupt):
        return _say("interrupted", INTERRUPTED)
    if isinstance(error, Left):
        return _say(str(error), error.code)
    if isinstance(error, Refused):
        rule = f" [{error.refusal.rule}]" if error.refusal.rule else ""
        return _say(f"{error}{rule}", WRONG)
    if isinstance(error, BadData | BadRecord | Foul):
        return _say(str(error), WRONG)
    if hasattr(error, "format_message"):
        return _say(f"{error.format_message().rstrip('.')}; see warbook --help", WRONG)
    if isinstance(error, OSError) and error.strerror:
        where = f"{error.filename}: " if error.filename else ""
        return _say(f"{where}{error.strerror}", WRONG)
    if os.environ.get("WARBOOK_DEBUG"):
        raise error
    words = str(error) if isinstance(error, Mishap) else f"{type(error).__name__}: {error}"
    return _say(f"this was not foreseen (set WARBOOK_DEBUG=1 to see where): {words}", UNFORESEEN)


def _say(words: str, code: int) -> int:
    if sys.stdout is not None:
        try:
            sys.stdout.flush()
        except OSError:
            _stop_writing()
    print(f"warbook: {printable(' '.join(words.split()))}", file=sys.stderr)
    return code


def _stop_writing() -> None:
    """Keep Python from complaining at its end about a pipe that nobody reads."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
