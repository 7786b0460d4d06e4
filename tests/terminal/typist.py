"""Somebody at the keyboard: reads the page like a person and types, so that whole battles can be played."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Callable

from tests.terminal.commands import Done, Paper, command

Mood = Callable[["Typist", str], str | None]

END = "\x04"


class Typist(io.TextIOBase):
    """Standard input whose next line depends on what the page says. A mood may type something else instead,
    or `END` the input."""

    def __init__(self, page: Paper, seed: int, mood: Mood | None = None) -> None:
        self.page, self.luck, self.mood = page, random.Random(seed), mood
        self.lines = 0

    def isatty(self) -> bool:
        return False

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        self.lines += 1
        assert self.lines < 20_000, "the battle does not end"
        asked = self.page.getvalue()[-8000:]
        typed = self.mood(self, asked) if self.mood is not None else None
        if typed == END:
            return ""
        return f"{self.answer(asked) if typed is None else typed}\n"

    def answer(self, asked: str) -> str:
        """Any answer that looks right, at random."""
        last = asked.rpartition("\n")[2]
        dice = re.search(r"Roll (\d+)D(\d+)[^\n]*: $", last)
        if dice:
            return " ".join(str(self.luck.randint(1, int(dice[2]))) for _ in range(int(dice[1])))
        if last.endswith("(y/n) "):
            return "n"
        if "Enter " in last:
            return ""
        question = asked.rpartition("\n\n")[2]
        bounds = re.findall(r"x from (\d[\d.]*) to (\d[\d.]*), y from (\d[\d.]*) to (\d[\d.]*\b)", question)
        if bounds:
            return self.spot([float(value) for value in bounds[-1]], question)
        if '"face north"' in question:
            return self.luck.choice(["face north", "face 200", "stay"])
        numbers = re.findall(r"^ *(\d+)\.? ", question, re.MULTILINE)
        return self.luck.choice(numbers) if numbers else "again"

    def spot(self, bounds: list[float], question: str) -> str:
        nearest = re.findall(r'nearest spot for it is "([^"]+)"', question)
        if nearest:
            return str(nearest[-1])
        if '"stay"' in question and self.luck.random() < 0.2:
            return "stay"
        return f"{self.luck.uniform(*bounds[:2]):.1f} {self.luck.uniform(*bounds[2:]):.1f}"


def typed(*arguments: object, seed: int = 0, mood: Mood | None = None) -> Done:
    """Run a command with a typist at the keyboard."""
    page = Paper()
    return command(*arguments, keyboard=Typist(page, seed, mood), page=page)
