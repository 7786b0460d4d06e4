"""The rules of a book as data, and where each is to be found in its code and its tests."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct

from warbook.core.datafile import BadData, read_toml

T = TypeVar("T")
LONGEST_TITLE = 70  # letters of a ruling's


class Rule(Struct, frozen=True):
    """One rule of the book, in our own words."""

    id: str
    section: str
    says: str
    kind: str = ""
    table: tuple[dict[str, Any], ...] = ()
    examples: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    not_applicable: str | None = None


class Ruling(Struct, frozen=True):
    """How a gap or a contradiction of the book is settled; a switch where players may settle it otherwise."""

    id: str
    says: str
    rules: tuple[str, ...] = ()
    source: str = ""
    switch: str = ""
    default: Any = None
    between_people: Any = None  # the default where people play each other, if it is another
    choices: tuple[Any, ...] = ()

    @property
    def title(self) -> str:
        """What it settles, in a few words: how its text begins."""
        first = re.split(r"(?<=\?) |: |\. |; ", self.says, maxsplit=1)[0].rstrip(".")
        return first if len(first) <= LONGEST_TITLE else f"{first[:LONGEST_TITLE].rsplit(' ', 1)[0]} …"

    def usual(self, people: int) -> Any:
        """The default of its switch in a battle of so many people; all others are bots."""
        return self.default if people < 2 or self.between_people is None else self.between_people


class Entry(Struct, frozen=True):
    """A word of the lists that is a rule of its own, such as an ability or what a weapon does besides its
    figures: what it means, and the rule it is by, where one speaks of it."""

    id: str
    name: str
    says: str
    rule: str


class HouseRule(Struct, frozen=True):
    """A switch as players are told of it: a name, what it changes in play, its default and why; what each
    choice is called, if not by itself; and whether players often want it otherwise."""

    switch: str
    name: str
    changes: str
    why: str
    common: bool = False
    called: tuple[str, ...] = ()


class Found(Struct, frozen=True):
    """A rule with the code and the tests that name it."""

    id: str
    section: str
    says: str
    code: tuple[str, ...]
    tests: tuple[str, ...]
    not_applicable: str | None


class Catalog(Struct, frozen=True):
    rules: Mapping[str, Rule]
    rulings: Mapping[str, Ruling]
    house_rules: Mapping[str, HouseRule] = {}  # by switch, the common ones first

    @staticmethod
    def of(folder: Path) -> Catalog:
        return _load(folder)

    @property
    def switches(self) -> dict[str, Ruling]:
        return {ruling.switch: ruling for ruling in self.rulings.values() if ruling.switch}

    def why(self, rule_id: str) -> Rule | Ruling | None:
        return self.rules.get(rule_id) or self.rulings.get(rule_id)

    def search(self, words: str) -> list[Rule]:
        """The rule of that id, or the rules that hold all the words."""
        if words in self.rules:
            return [self.rules[words]]
        parts = words.lower().split()
        return [
            rule
            for rule in self.rules.values()
            if all(part in f"{rule.id} {rule.section} {rule.says}".lower() for part in parts)
        ]


def find(folder: Path, root: Path | None = None) -> list[Found]:
    """Every rule of the book in `folder`, with the places in code and tests that name it.

    Places are given from `root` on; the tests are in its tests/books/<name of the folder>. Unless it is
    given, it is the nearest folder above that has such tests.
    """
    root = root or _root(folder)
    code = _places(_python_files(folder), root, _named_in_code)
    tests = _places(_python_files(_tests(folder, root)), root, _named_in_tests)
    return [
        Found(
            rule.id,
            rule.section,
            rule.says,
            tuple(code.get(rule.id, ())),
            tuple(tests.get(rule.id, ())),
            rule.not_applicable,
        )
        for rule in Catalog.of(folder).rules.values()
    ]


def look_through(folder: Path) -> Iterator[str]:
    """Reads the files of a book one after the other, so that `find` has them ready."""
    root = _root(folder)
    for path in _python_files(folder):
        yield str(path)
        _in_file(path, path.stat().st_mtime_ns, _named_in_code)
    for path in _python_files(_tests(folder, root)):
        yield str(path)
        _in_file(path, path.stat().st_mtime_ns, _named_in_tests)


def unknown(folder: Path, root: Path | None = None, entries: Iterable[Entry] = ()) -> list[str]:
    """Where code, tests, data or the catalog itself name a rule or ruling that this book does not have, nor
    such an entry."""
    root = root or _root(folder)
    catalog = Catalog.of(folder)
    known = catalog.rules.keys() | catalog.rulings.keys() | {entry.id for entry in entries}
    books = "|".join(sorted({re.escape(rule_id.split(".")[0]) for rule_id in known}))
    if not books:
        return []
    name = re.compile(rf"(?<![\w.])(?:{books})(?:\.[A-Za-z0-9-]+)+(?![\w.]*[{{*])")
    found = []
    for path in [
        *_python_files(folder),
        *sorted(folder.rglob("*.toml")),
        *_python_files(_tests(folder, root)),
    ]:
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            for rule_id in name.findall(line):
                if rule_id.rstrip("-") not in known:
                    found.append(f"{path.relative_to(root).as_posix()}:{number}: there is no {rule_id}")
    return found


def _root(folder: Path) -> Path:
    return next((root for root in folder.parents if _tests(folder, root).is_dir()), folder.parent)


def _tests(folder: Path, root: Path) -> Path:
    return root / "tests" / "books" / folder.name


@cache
def _load(folder: Path) -> Catalog:
    rules = _read(folder / "rules.toml", _Rules, _Rules()).rule
    rulings = _read(folder / "rulings.toml", _Rulings, _Rulings()).ruling
    ids = [rule.id for rule in rules] + [ruling.id for ruling in rulings]
    twice = sorted({entry for entry in ids if ids.count(entry) > 1})
    if twice:
        raise BadData(f"{folder}: rules.toml and rulings.toml have the id {twice[0]!r} twice")
    told = _read(folder / "house_rules.toml", _HouseRules, _HouseRules()).house_rule
    return Catalog(
        {rule.id: rule for rule in rules},
        {ruling.id: ruling for ruling in rulings},
        {house_rule.switch: house_rule for house_rule in sorted(told, key=lambda each: not each.common)},
    )


class _Rules(Struct):
    rule: tuple[Rule, ...] = ()


class _Rulings(Struct):
    ruling: tuple[Ruling, ...] = ()


class _HouseRules(Struct):
    house_rule: tuple[HouseRule, ...] = ()


def _read(path: Path, kind: type[T], none: T) -> T:
    return read_toml(path, kind) if path.exists() else none


def _python_files(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.py")) if folder.exists() else []


Named = Iterator[tuple[str, str]]


def _places(files: list[Path], root: Path, named: Callable[[ast.Module], Named]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for path in files:
        for rule_id, place in _in_file(path, path.stat().st_mtime_ns, named):
            entry = f"{path.relative_to(root).as_posix()}{place}"
            places = found.setdefault(rule_id, [])
            if entry not in places:
                places.append(entry)
    return found


@cache
def _in_file(path: Path, _: int, named: Callable[[ast.Module], Named]) -> tuple[tuple[str, str], ...]:
    """The places in a file as it was written then."""
    return tuple(named(ast.parse(path.read_text("utf-8"))))


_ID = re.compile(r"[a-z]+(?:\.[a-z0-9-]+)+")
_Scope = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def _named_in_code(tree: ast.Module) -> Named:
    """Rule ids written as strings, with the line and the function they stand in; a docstring counts."""

    def walk(node: ast.AST, where: str) -> Named:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Constant) and isinstance(child.value, str):
                for rule_id in _ID.findall(child.value):
                    yield rule_id, f":{child.lineno}" + (f" {where}" if where else "")
            yield from walk(child, child.name if isinstance(child, _Scope) else where)

    yield from walk(tree, "")


def _named_in_tests(tree: ast.Module) -> Named:
    """Rule ids in `pytest.mark.rule(...)`, with the test's name: on a test, a class, a parameter, or
    (as `pytestmark`) on the whole file."""

    def walk(node: ast.AST, where: str) -> Named:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Call) and ast.unparse(child.func) == "pytest.mark.rule":
                for argument in child.args:
                    if isinstance(argument, ast.Constant):
                        yield str(argument.value), where
            yield from walk(child, f"{where}::{child.name}" if isinstance(child, _Scope) else where)

    yield from walk(tree, "")
