"""What people wrote, as a terminal may be given it: to be shown, never to be obeyed."""

from __future__ import annotations

import io
import re
from typing import TextIO

OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def printable(text: str) -> str:
    """The text with a mark for every character that a terminal does something at instead of showing it:
    escape codes, and marks that turn the direction of writing. Line breaks and tabs stay."""
    return OBEYED.sub("?", text)


class Printable(io.TextIOBase):
    """A stream on which everything is made printable: a log, in which anybody's words may be quoted."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        self.stream.write(printable(text))
        return len(text)

    def flush(self) -> None:
        self.stream.flush()
