"""What a person sees and types: lines out, lines in, with or without colour."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Timer
from typing import Any

from rich.console import Console
from rich.text import Text

from warbook.core.questions import Refused
from warbook.telling.printable import printable

SLOW = 2.0  # seconds
WIDEST = 110
UNSEEN_WIDTH = 100  # of a report that goes to a file or a pipe


class Left(Exception):
    """The person is gone: the input has ended, or they pressed Ctrl-C."""

    def __init__(self, words: str, code: int) -> None:
        super().__init__(words)
        self.code = code


class Mishap(Exception):
    """Something nobody foresaw went wrong in the middle of a battle; the words say where it was saved."""


class Closed(Exception):
    """Nobody reads the output any more."""


@contextmanager
def rescuing(rescue: Callable[[], str]) -> Iterator[None]:
    """However the person leaves, what was made is rescued first; `rescue` says where it is."""
    try:
        yield
    except Left as left:
        raise Left(f"{left}{rescue()}", left.code) from None
    except KeyboardInterrupt:
        raise Left(f"interrupted{rescue()}", 130) from None
    except Closed:
        raise Left(f"nobody reads the output any more{rescue()}", 2) from None


class Screen:
    """The terminal. `plain` is for screen readers: no colour, no drawing, whole sentences on one line."""

    def __init__(self, plain: bool = False) -> None:
        self.plain = plain
        self.console = _Console(
            highlight=False, markup=False, emoji=False, soft_wrap=True, color_system=None if plain else "auto"
        )
        self.seen = self.console.is_terminal
        self.typed = sys.stdin is not None and sys.stdin.isatty()
        if self.typed and self.seen:
            with suppress(ImportError):
                import readline  # noqa: F401  # lets the line that is typed be edited
        self._patience, self._excused = Timer(0.0, self._excuse), False
        self.symbols = not plain and (self.console.encoding or "").lower().startswith("utf")

    @property
    def width(self) -> int:
        return min(self.console.width, WIDEST) if self.seen else UNSEEN_WIDTH

    @property
    def room(self) -> tuple[int, int]:
        """Columns and rows of the window."""
        return (self.console.width, self.console.height) if self.seen else (UNSEEN_WIDTH, 50)

    def say(self, words: str = "", style: str = "", indent: int = 0, hang: int = 0) -> None:
        """One paragraph; lines after its first are indented by `hang` more."""
        if self.plain:
            self.show(Text(words))
            return
        first, rest = " " * indent, " " * (indent + hang)
        for line in textwrap.wrap(words, self.width, initial_indent=first, subsequent_indent=rest) or [""]:
            self.show(Text(line, style))

    def show(self, *lines: Text) -> None:
        self._patience.cancel()
        for line in lines:
            self.console.print(line)

    def clear(self) -> None:
        """Leave nothing to be read of what was shown, where it is shown on a screen."""
        if self.seen:
            self.console.clear()
            self.console.file.write("\x1b[3J")

    @contextmanager
    def patience(self) -> Iterator[None]:
        """Ask for patience, once, if what follows takes long and shows nothing."""
        self._patience = Timer(SLOW, self._excuse)
        self._patience.daemon = True
        self._patience.start()
        try:
            yield
        finally:
            self._patience.cancel()

    def _excuse(self) -> None:
        if not self._excused:
            self._excused = True
            words = "One moment. The first battle on a machine can take a minute to get ready."
            self.console.print(Text(words, "dim"))

    def head(self, words: str) -> None:
        self.say()
        self.say(words, "bold")

    def rows(self, rows: Iterable[tuple[str, str]], indent: int = 2, style: str = "bold") -> None:
        """Two columns: a short name and a sentence about it."""
        rows = list(rows)
        wide = max((len(name) for name, _ in rows), default=0)
        for name, words in rows:
            if self.plain:
                self.say(f"{name}: {words}" if words else name)
                continue
            space = max(20, self.width - indent - wide - 2)
            parts = textwrap.wrap(words, space) or [""]
            for number, part in enumerate(parts):
                label = name if number == 0 else ""
                self.show(Text(" " * indent).append(label.ljust(wide), style).append(f"  {part}".rstrip()))

    def columns(self, table: Sequence[Sequence[str]]) -> None:
        """What does not fit into the width goes on below, under the same rows."""
        widths = [max(len(cell) for cell in column) for column in zip(*table, strict=True)]
        first, rest = widths[0], list(range(1, len(widths)))
        while rest:
            room = self.width - first - 2
            fit: list[int] = []
            while rest and (not fit or room >= widths[rest[0]] + 2):
                room -= widths[rest[0]] + 2
                fit.append(rest.pop(0))
            for row in table:
                cells = "".join(f"  {row[column]:>{widths[column]}}" for column in fit)
                self.console.print(f"  {row[0]:<{first}}{cells}", highlight=False, soft_wrap=True)
            if rest:
                self.say()

    def refuse(self, refused: Refused) -> None:
        """Why something cannot be done, and by which rule."""
        words, rule = str(refused), refused.refusal.rule
        whose = f" [{rule}]" if rule else ""
        self.say(f"{words[:1].upper()}{words[1:]}.{whose}", "bright_red", indent=2, hang=2)

    def ask(self, prompt: str) -> str:
        """One line from the person. Where nobody types, what came is shown, so that the page can be read."""
        self._patience.cancel()
        try:
            if self.typed and self.seen:
                return input(printable(prompt)).strip()
            self.console.print(Text(prompt), end="")
            line = sys.stdin.readline() if sys.stdin is not None else ""
            if not line:
                self.console.print()
                raise Left("the input has ended", 2)
            if not self.typed:
                self.console.print(Text(line.strip()))
            return line.strip()
        except EOFError:
            self.console.print()
            raise Left("the input has ended", 2) from None
        except KeyboardInterrupt:
            self.console.print()
            raise Left("interrupted", 130) from None

    def agrees(self, question: str) -> bool:
        while True:
            answer = self.ask(f"{question} (y/n) ").lower()
            if answer in ("y", "yes", "n", "no"):
                return answer[0] == "y"


class _Console(Console):
    """Shows people's words and obeys none of them. A `Text` is one line."""

    def print(self, *objects: Any, **how: Any) -> None:
        super().print(*map(_tame, objects), **how)

    def on_broken_pipe(self) -> None:
        raise Closed


def _tame(words: Any) -> Any:
    if isinstance(words, str):
        return printable(words)
    assert isinstance(words, Text)
    tame = words.copy()
    tame.plain = printable(words.plain).replace("\n", " ")
    return tame
