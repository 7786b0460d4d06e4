"""Reading data that people write. What is wrong is told with file, line and field."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

LARGEST = 1_000_000  # bytes; a force or a scenario is a few thousand


class BadData(Exception):
    """A data file that cannot be used; the words say where, what is wrong and what would be right."""


def read_toml(path: Path, kind: type[T]) -> T:
    """The file as `kind`."""
    try:
        if path.stat().st_size > LARGEST:
            raise BadData(f"{path}: larger than {LARGEST:,} bytes; a force or a scenario is a few thousand")
        text = path.read_text("utf-8")
    except OSError as error:
        raise BadData(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise BadData(f"{path}: not UTF-8 text (byte {error.start})") from None
    return parse_toml(text, str(path), kind)


def parse_toml(text: str, name: str, kind: type[T]) -> T:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadData(f"{name}: not valid TOML: {error}") from None
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise BadData(explain(str(error), text, name)) from None


def explain(error: str, text: str, name: str) -> str:
    """A validation error as a sentence with the line and the field it is about."""
    words, _, path = error.partition(" - at `$")
    path = path.rstrip("`")
    missing = re.search(r"missing required field `(\w+)`", words)
    unknown = re.search(r"unknown field `(\w+)`", words)
    line = line_of(text, path + (f".{unknown[1]}" if unknown else ""))
    field = path.lstrip(".") or "the top of the file"
    if missing:
        return f"{name}, line {line}: {field} lacks the field '{missing[1]}'"
    if unknown:
        return f"{name}, line {line}: {field} has a field '{unknown[1]}' that is not known here"
    return f"{name}, line {line}: {field}: {words[:1].lower()}{words[1:]}"


def line_of(text: str, path: str) -> int:
    """The line on which the value at `path` (as in .fighters[2].weapons) begins, as near as TOML shows it."""
    lines = text.splitlines()
    at = 0
    for name, index in re.findall(r"\.(\w+)|\[(\d+)\]", path):
        if index:
            at = _nth_item(lines, at, int(index))
        else:
            at = _named(lines, at, name)
    return at + 1


def _named(lines: list[str], at: int, name: str) -> int:
    """The line of a table header or key called `name`, from line `at` on; `at` itself where none is found."""
    header = re.compile(rf"\s*\[\[?(?:[\w-]+\.)*{name}\]\]?")
    key = re.compile(rf"(?:.*[{{,]\s*|\s*){name}\s*=")
    for number in range(at, len(lines)):
        if header.match(lines[number]) or key.match(lines[number]):
            return number
        if number > at and lines[number].startswith("[") and at > 0 and lines[at].startswith("["):
            break
    return at


def _nth_item(lines: list[str], at: int, index: int) -> int:
    """The line of the index-th item of an array that begins at line `at`."""
    header = lines[at].strip()
    if header.startswith("[["):
        same = [number for number in range(at, len(lines)) if lines[number].strip() == header]
        return same[index] if index < len(same) else at
    items = [number for number in range(at, len(lines)) if lines[number].lstrip().startswith(("{", '"', "["))]
    opened = lines[at].split("=", 1)[-1].strip()
    if opened not in ("[", "") or index >= len(items):
        return at
    return items[index]


def as_switch(value: Any) -> Any:
    """What a person types for a switch: on and off, numbers, or a word."""
    if isinstance(value, str):
        low = value.strip().lower()
        if low in ("on", "yes", "true"):
            return True
        if low in ("off", "no", "false"):
            return False
        if re.fullmatch(r"-?\d+", low):
            return int(low)
        if re.fullmatch(r"-?\d+(,-?\d+)+", low):
            return [int(part) for part in low.split(",")]
    return value
