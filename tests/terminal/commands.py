"""Commands run in this process, as the shell would run them."""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple

from tests.kit.patience import PATIENCE
from warbook.cli import run
from warbook.terminal import screen

screen.SLOW = PATIENCE  # when it asks for patience depends on the machine


class Done(NamedTuple):
    code: int
    page: str
    errors: str


class Paper(io.StringIO):
    """Standard output that is a file in UTF-8."""

    encoding = "utf-8"  # type: ignore[assignment]


def command(*arguments: object, keyboard: io.TextIOBase | str = "", page: Paper | None = None) -> Done:
    paper, errors = page if page is not None else Paper(), io.StringIO()
    typed = io.StringIO(keyboard) if isinstance(keyboard, str) else keyboard
    stdin, sys.stdin = sys.stdin, typed  # type: ignore[assignment]
    try:
        with redirect_stdout(paper), redirect_stderr(errors):
            code = run([str(argument) for argument in arguments])
    finally:
        sys.stdin = stdin
    assert "Traceback" not in paper.getvalue() + errors.getvalue()
    return Done(code, paper.getvalue(), errors.getvalue())
