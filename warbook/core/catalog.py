"""The rules of a book as data, and where each is to be found in its code and its tests."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct


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
    choices: tuple[Any, ...] = ()


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


def find(folder: Path) -> list[Found]:
    """Every rule of the book in `folder`, with the places in code and tests that name it."""
    catalog = Catalog.of(folder)
    root = folder.parents[2]
    code = _places(_python_files(folder), root, set(catalog.rules), _named_in_code)
    tests = _places(_python_files(root / "tests" / "books" / folder.name), root, set(catalog.rules), _named_in_tests)
    return [
        Found(
            rule.id,
            rule.section,
            rule.says,
            tuple(code.get(rule.id, ())),
            tuple(tests.get(rule.id, ())),
            rule.not_applicable,
        )
        for rule in catalog.rules.values()
    ]


@cache
def _load(folder: Path) -> Catalog:
    rules = _read(folder / "rules.toml", "rule", Rule)
    rulings = _read(folder / "rulings.toml", "ruling", Ruling)
    return Catalog({rule.id: rule for rule in rules}, {ruling.id: ruling for ruling in rulings})


def _read(path: Path, key: str, kind: type[Any]) -> list[Any]:
    if not path.exists():
        return []
    data = tomllib.loads(path.read_text("utf-8"))
    return msgspec.convert(data.get(key, []), list[kind])  # type: ignore[valid-type]


def _python_files(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.py")) if folder.exists() else []


def _places(files: list[Path], root: Path, ids: set[str], named: Any) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for path in files:
        tree = ast.parse(path.read_text("utf-8"))
        for rule_id, place in named(tree):
            if rule_id in ids:
                entry = f"{path.relative_to(root).as_posix()}{place}"
                places = found.setdefault(rule_id, [])
                if entry not in places:
                    places.append(entry)
    return found


_ID = re.compile(r"[a-z]+(?:\.[a-z0-9-]+)+")


def _named_in_code(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Rule ids written as strings, with the line and the function they stand in; a docstring counts."""

    def walk(node: ast.AST, where: str) -> Iterator[tuple[str, str]]:
        for child in ast.iter_child_nodes(node):
            inner = where
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                inner = child.name
            if isinstance(child, ast.Constant) and isinstance(child.value, str):
                for rule_id in _ID.findall(child.value):
                    yield rule_id, f":{child.lineno}" + (f" {where}" if where else "")
            yield from walk(child, inner)

    yield from walk(tree, "")


def _named_in_tests(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Rule ids in `@pytest.mark.rule(...)`, with the test's name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                    for argument in mark.args:
                        if isinstance(argument, ast.Constant):
                            yield str(argument.value), f"::{node.name}"
