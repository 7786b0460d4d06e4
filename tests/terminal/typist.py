"""Somebody at the keyboard: reads the page like a person and types, so that whole battles can be played."""

from __future__ import annotations

import io
import random
import re
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from unittest.mock import patch

from warbook.cli import run


class Typist(io.TextIOBase):
    """Standard input whose next line depends on what the page says. `moods` may type something else first."""

    def __init__(self, page: io.StringIO, seed: int, mood: Callable[[Typist, str], str | None] | None = None) -> None:
        self.page, self.luck, self.mood = page, random.Random(seed), mood
        self.lines = 0

    def isatty(self) -> bool:
        return False

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        self.lines += 1
        if self.lines > 20_000:
            raise AssertionError("the battle does not end")
        page = self.page.getvalue()
        asked = page[-6000:]
        typed = self.mood(self, asked) if self.mood is not None else None
        return f"{self.answer(asked) if typed is None else typed}\n" if typed != "\x04" else ""

    def answer(self, asked: str) -> str:
        last = asked.rpartition("\n")[2]
        dice = re.search(r"Roll (\d+)D(\d+)[^\n]*: $", last)
        if dice:
            return " ".join(str(self.luck.randint(1, int(dice[2]))) for _ in range(int(dice[1])))
        if last.endswith("(y/n) "):
            return "n"
        question = asked.rpartition("\n\n")[2]
        bounds = re.findall(r"x from (\d[\d.]*) to (\d[\d.]*), y from (\d[\d.]*) to (\d[\d.]*\b)", question)
        if bounds:
            return self.spot([float(value) for value in bounds[-1]], question)
        if '"face north"' in question:
            return self.luck.choice(["face north", "face 200", "stay"])
        numbers = re.findall(r"^ *(\d+)\.? ", question, re.MULTILINE)
        return self.luck.choice(numbers)

    def spot(self, bounds: list[float], question: str) -> str:
        nearest = re.findall(r'nearest spot for it is "([^"]+)"', question)
        if nearest:
            return str(nearest[-1])
        if '"stay"' in question and self.luck.random() < 0.2:
            return "stay"
        return f"{self.luck.uniform(*bounds[:2]):.1f} {self.luck.uniform(*bounds[2:]):.1f}"


def typed(arguments: list[str], seed: int, mood: Callable[[Typist, str], str | None] | None = None) -> tuple[int, str, str]:
    """Run a command with a typist at the keyboard: exit code, page, standard error."""
    page, errors = io.StringIO(), io.StringIO()
    with patch.object(sys, "stdin", Typist(page, seed, mood)), redirect_stdout(page), redirect_stderr(errors):
        code = run(arguments)
    return code, page.getvalue(), errors.getvalue()
