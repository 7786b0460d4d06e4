"""A book with changed figures: its code is read once more, beside the book as it is, with other data."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from msgspec import Struct

from warbook.core.book import Book
from warbook.core.datafile import (
    Edit,
    Written,
    as_switch,
    did_you_mean,
    edited,
    read_written,
    spelt,
    toml_data,
)
from warbook.core.questions import Refused
from warbook.core.shelf import open_book

AS_IT_IS = "book"  # in the place of a file: that of the book

Modules = dict[str, ModuleType]


class Figure(Struct, frozen=True):
    """`weapons.autogun.strength` is a figure of an entry in a data file of the book, and one may lie deeper,
    as `fighters.ganger.profile.BS` does; `weapons` alone is the whole file, and its value another."""

    name: str
    value: int | float | bool | str | Written


def figure(book: Book, name: str, typed: str) -> Figure | None:
    """As it was written; None if it leaves the book as it is. Refuses what the book has no figure for."""
    file, field = _file(book, name)
    if not field:
        return None if typed == AS_IT_IS else Figure(name, read_written(Path(typed)))
    at, key = _place(toml_data(read_written(file)), field, name)
    was, value = at[key], as_switch(typed)
    if isinstance(was, dict | list):
        known = [str(each) for each in (was if isinstance(was, dict) else range(len(was)))]
        raise Refused(f"{name} is more than one figure: name one of them, as in {name}.{(known or ['0'])[0]}")
    if isinstance(was, str):
        value = typed
    if isinstance(value, list) or _sort(value) is not _sort(was):
        raise Refused(f"{name} cannot be {typed!r}: it is {was!r} in the book")
    return Figure(name, value)


def given(book: Book, words: str) -> Figure | None:
    """From the command line: NAME=VALUE."""
    name, equals, typed = words.partition("=")
    if not equals:
        raise Refused(f"--figure {words}: write it as name=value, as in weapons.lasgun.strength=4")
    return figure(book, name, typed)


def written(figure: Figure) -> str:
    """As the command line takes it."""
    value = figure.value
    return f"{figure.name}={value.name if isinstance(value, Written) else spelt(value)}"


@contextmanager
def fielded(named: str, figures: tuple[Figure, ...] = ()) -> Iterator[Book]:
    """The book with these figures, as long as it lasts; meanwhile no other thread may use the book."""
    book = open_book(named)
    if not figures:
        yield book
        return
    package, edits = type(book).__module__, _edits(book, figures)
    as_it_is = _taken_away(package)
    try:
        with edited(edits):
            again = _again.setdefault((book.id, figures), {})
            sys.modules.update(again)
            try:
                yield _loaded(as_it_is[package]) if not again else again[package].BOOK
            finally:
                again.update(_taken_away(package))
    finally:
        sys.modules.update(as_it_is)


_again: dict[tuple[str, tuple[Figure, ...]], Modules] = {}  # what was read of the book with these figures


def _taken_away(package: str) -> Modules:
    """The modules of a book, which are then no longer there."""
    names = [name for name in sys.modules if name == package or name.startswith(f"{package}.")]
    return {name: sys.modules.pop(name) for name in names}


def _loaded(package: ModuleType) -> Book:
    assert package.__spec__ is not None and package.__spec__.loader is not None
    anew = sys.modules[package.__name__] = importlib.util.module_from_spec(package.__spec__)
    package.__spec__.loader.exec_module(anew)
    book: Book = anew.BOOK
    return book


# ---------------------------------------------------------------- where a figure stands


def _edits(book: Book, figures: tuple[Figure, ...]) -> dict[Path, Edit]:
    whole: dict[Path, Written] = {}
    changes: dict[Path, list[tuple[str, Figure]]] = {}
    for each in figures:
        file, field = _file(book, each.name)
        if isinstance(each.value, Written):
            whole[file] = each.value
        else:
            changes.setdefault(file, []).append((field, each))
    return {
        file: Edit(whole.get(file), partial(_changed, changes.get(file, ()))) for file in (*whole, *changes)
    }


def _changed(changes: Sequence[tuple[str, Figure]], data: Any) -> Any:
    for field, figure in changes:
        at, key = _place(data, field, figure.name)
        at[key] = figure.value
    return data


def _file(book: Book, name: str) -> tuple[Path, str]:
    """The data file that a name begins with, and the rest of it."""
    found = sorted([*(book.folder / "data").rglob("*.toml"), *book.folder.glob("data.toml")])
    files = {file.stem: file for file in reversed(found)}
    stem = max((stem for stem in files if f"{name}.".startswith(f"{stem}.")), key=len, default=None)
    if stem is None:
        head = name.partition(".")[0]
        raise Refused(f"{book.title} has no data file {head!r}{did_you_mean(head, sorted(files))}")
    return files[stem].resolve(), name[len(stem) + 1 :]


def _place(data: Any, field: str, name: str) -> tuple[Any, Any]:
    """What holds the figure, and under which key. Entries go by their ids, others of a list by number."""
    below: dict[str, tuple[Any, Any]] = {key: (data, key) for key in data} if isinstance(data, dict) else {}
    lists = [data] if isinstance(data, list) else [each for each in data.values() if isinstance(each, list)]
    for several in lists:
        for number, each in enumerate(several):
            if isinstance(each, dict) and "id" in each:
                below.setdefault(each["id"], (several, number))
            elif several is data:
                below[str(number)] = several, number
    key = max((key for key in below if f"{field}.".startswith(f"{key}.")), key=len, default=None)
    if key is None:
        head = field.partition(".")[0]
        raise Refused(f"{name}: there is no '{head}'{did_you_mean(head, below)}")
    at, at_key = below[key]
    rest = field[len(key) + 1 :]
    if not rest:
        return at, at_key
    if not isinstance(at[at_key], dict | list):
        raise Refused(f"{name}: '{key}' is a figure, and has nothing below it")
    return _place(at[at_key], rest, name)


def _sort(value: object) -> type:
    """Of which kind a figure is: whole numbers and others are one."""
    return type(value) if isinstance(value, bool | str) else float
