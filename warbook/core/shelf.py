"""Where the books are found: those of this package, those that others offer, those in folders."""

from __future__ import annotations

import importlib
import importlib.util
import os
import pkgutil
import sys
import traceback
from collections.abc import Callable
from functools import cache, partial
from importlib.metadata import entry_points
from pathlib import Path

from warbook.core.book import Book, UnknownName
from warbook.core.datafile import BadData
from warbook.core.questions import shown

OFFERED = "warbook.books"  # the group of entry points by which an installed package offers a book
OLDER = "WARBOOK_OLDER"  # names the folder of a book that stands on the shelf instead of a newer one
FOLDERS = "WARBOOK_BOOKS"  # names the folders of further books, to this process and to those it starts


def book_ids() -> tuple[str, ...]:
    return tuple(sorted(shelf()))


@cache
def load_book(book_id: str) -> Book:
    known = shelf()
    if book_id not in known:
        raise UnknownName(f"there is no book {shown(book_id)}; the books are: {', '.join(sorted(known))}")
    return known[book_id]()


def open_book(named: str) -> Book:
    """A book by its id, or by its folder, which is put on the shelf."""
    if named in shelf() or not Path(named).is_dir():
        return load_book(named)
    return put_up(Path(named))


def put_up(folder: Path) -> Book:
    """Put the book of a folder on the shelf, for this process and those it starts from now on."""
    folder = folder.resolve()
    if folder.name in shelf():
        book = load_book(folder.name)
        if book.folder != folder:
            raise BadData(f"{folder}: there is another book {folder.name!r}; a book has its folder's name")
        return book
    book = _read_book(folder)
    os.environ[FOLDERS] = os.pathsep.join([*_folders(), str(folder)])
    return book


def called(book: Book) -> str:
    """How a command names the book: by its id, or by its folder if only that is known."""
    return str(book.folder) if str(book.folder) in _folders() else book.id


def shelf() -> dict[str, Callable[[], Book]]:
    """What loads each book: those of this package, those that others offer, those in folders."""
    import warbook.books

    found: dict[str, Callable[[], Book]] = {}
    for folder in map(Path, _folders()):
        found[folder.name] = partial(_read_book, folder)
    found |= _offered()
    home = Path(warbook.books.__path__[-1])
    for module in pkgutil.iter_modules([str(home)]):
        if (home / module.name / "rules.toml").exists():
            found[module.name] = partial(_book_of, f"warbook.books.{module.name}")
    if older := os.environ.get(OLDER):
        found[Path(older).name] = partial(_older, Path(older))
    return found


def _older(folder: Path) -> Book:
    """One of this package's books comes with what it shares with others: all is looked for there first."""
    import warbook.books

    if any(Path(home, folder.name, "rules.toml").exists() for home in warbook.books.__path__):
        if str(folder.parent) not in warbook.books.__path__:
            warbook.books.__path__.insert(0, str(folder.parent))
        return _book_of(f"warbook.books.{folder.name}")
    return _read_book(folder)


def _folders() -> list[str]:
    return [folder for folder in os.environ.get(FOLDERS, "").split(os.pathsep) if folder]


@cache
def _offered() -> dict[str, Callable[[], Book]]:
    return {entry.name: entry.load for entry in entry_points(group=OFFERED)}


def _book_of(module: str) -> Book:
    book: Book = importlib.import_module(module).BOOK
    return book


def _read_book(folder: Path) -> Book:
    """The book of a folder, as the package that has the folder's name."""
    name, start = folder.name, folder / "__init__.py"
    for file in (start, folder / "rules.toml"):
        if not file.exists():
            raise BadData(f"{folder}: no book is here: there is no {file.name}")
    if not name.isidentifier():
        raise BadData(f"{folder}: a book has its folder's name, and {name!r} is no name of a module")
    spec = importlib.util.find_spec(name) or importlib.util.spec_from_file_location(name, start)
    if spec is None or spec.loader is None or spec.origin != str(start):
        raise BadData(f"{folder}: a book has its folder's name, and a module {name!r} is there already")
    if name not in sys.modules:
        module = sys.modules[name] = importlib.util.module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except Exception as error:
            del sys.modules[name]
            raise BadData(f"{folder}: cannot be read: {_trouble(error)}") from error
    book = getattr(sys.modules[name], "BOOK", None)
    if not isinstance(book, Book) or book.id != name:
        del sys.modules[name]
        raise BadData(f"{start}: lacks the book: BOOK must be a Book with the id {name!r}")
    return book


def _trouble(error: Exception) -> str:
    """What went wrong in somebody's module, and on which line."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({frame.filename}, line {frame.lineno})"
