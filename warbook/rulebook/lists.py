"""The figures of a book: whatever its data files list, with where each entry comes from.

A book's files are read as they are, so that nothing of them is left out. The comment at the head of a file
says what its fields mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import tomli
from msgspec import Struct

from warbook.core.book import Book
from warbook.core.datafile import spelt
from warbook.rulebook.chapters import label

ORIGIN = ("provenance", "source", "ours_fields", "known_fields", "note")
USUAL = 0.4  # the share of entries that have a field, from which on it is a column
MOST_COLUMNS = 14
WIDEST = 22  # letters that the values of a column have on the average


class Row(Struct, frozen=True):
    """An entry: its cells as the columns have it, what it has besides, by field, and where it comes from."""

    id: str
    name: str
    cells: tuple[str, ...]
    besides: dict[str, str]
    origin: str


class Listing(Struct, frozen=True):
    """The entries of one kind in a file, with what the file says of its fields."""

    id: str
    title: str
    words: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]


def listings(book: Book) -> tuple[Listing, ...]:
    return _listings(book.folder)


@cache
def _listings(folder: Path) -> tuple[Listing, ...]:
    files = sorted((folder / "data").glob("*.toml")) if (folder / "data").is_dir() else [folder / "data.toml"]
    return tuple(each for file in files if file.exists() for each in _in_file(file))


def _in_file(file: Path) -> Iterator[Listing]:
    text = file.read_text("utf-8")
    words, stem = _head(text), label(file.stem.replace("-", "_"))
    for key, value in tomli.loads(text).items():
        entries = [value] if isinstance(value, dict) else value
        if not isinstance(entries, list) or not all(isinstance(each, dict) for each in entries):
            continue
        title = label(key)
        named = stem if _singular(stem) == _singular(title) else f"{stem}: {title.lower()}"
        yield _listing(
            f"{file.stem}-{key}".replace("_", "-"), named, words, [_flat(each) for each in entries]
        )
        words = ""


def _singular(title: str) -> str:
    """Enough of it to tell whether a file and what it lists go by one name."""
    return title.lower().removesuffix("ies").rstrip("ysz")


def _head(text: str) -> str:
    """The comment that a file begins with."""
    lines = re.match(r"(?:#.*\n|\s*\n)*", text)
    comment = (line.lstrip("# ").strip() for line in (lines[0] if lines else "").splitlines())
    return " ".join(line for line in comment if line and not line.startswith("---"))


def _flat(entry: Mapping[str, Any]) -> dict[str, Any]:
    """A profile is as good as fields of its own."""
    found: dict[str, Any] = {}
    for key, value in entry.items():
        if isinstance(value, dict) and value and all(isinstance(each, int) for each in value.values()):
            found |= {name if len(name) <= 2 else f"{key} {name}": each for name, each in value.items()}
        else:
            found[key] = value
    return found


def _listing(id: str, title: str, words: str, entries: Sequence[Mapping[str, Any]]) -> Listing:
    columns = _columns(entries)
    rows = []
    for number, entry in enumerate(entries):
        name = str(entry.get("name") or entry.get("id") or number + 1)
        own = {key: value for key, value in entry.items() if key not in (*ORIGIN, *columns, "id", "name")}
        rows.append(
            Row(
                f"{id}.{entry.get('id', number + 1)}",
                name,
                tuple(said(entry[key]) if key in entry else "" for key in columns),
                {key: said(value) for key, value in own.items()},
                _origin(entry),
            )
        )
    return Listing(id, title, words, tuple(map(label, columns)), tuple(rows))


def _columns(entries: Sequence[Mapping[str, Any]]) -> list[str]:
    """What most entries have and is short, in the order in which it first occurs."""
    keys = dict.fromkeys(key for entry in entries for key in entry if key not in (*ORIGIN, "id", "name"))
    found = []
    for key in keys:
        values = [said(entry[key]) for entry in entries if key in entry]
        if len(values) >= USUAL * len(entries) and sum(map(len, values)) <= WIDEST * len(values):
            found.append(key)
    return found[:MOST_COLUMNS]


def _origin(entry: Mapping[str, Any]) -> str:
    """Where the entry comes from, and which of its fields from elsewhere."""
    parts = [entry.get("provenance", ""), entry.get("source", "")]
    words = ": ".join(part for part in parts if part)
    for kind in ("ours", "known"):
        fields = entry.get(f"{kind}_fields")
        if fields:
            words += f"; {kind}: {', '.join(map(label, fields)).lower()}"
    note = entry.get("note")
    return f"{words}. {note[:1].upper()}{note[1:]}" if note and words else words or note or ""


def said(value: Any) -> str:
    """A value as people write it: lists with commas, lists of lists with strokes, tables with their keys."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{key.replace('_', ' ')} {said(each)}" for key, each in value.items())
    if isinstance(value, list):
        if any(isinstance(each, dict) for each in value):
            return "; ".join(map(said, value))
        if any(isinstance(each, list) for each in value):
            return " / ".join(" ".join(map(said, each)) for each in value)
        return ", ".join(map(said, value))
    return spelt(value) if not isinstance(value, str) else value.replace("_", " ")
