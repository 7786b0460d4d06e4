"""Which modules of a package import which, wherever in their text they do."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

Imports = Mapping[str, set[str]]


def imports(folder: Path, package: str) -> dict[str, set[str]]:
    """What each module of a package imports of that package, in functions too. What is imported for types
    alone does not count; a package counts as its `__init__`."""
    modules = {_name(path, folder, package): path for path in sorted(folder.rglob("*.py"))}
    return {
        name: {each for each in _imported(name, path) if each in modules and each != name}
        for name, path in modules.items()
    }


def cycles(graph: Imports) -> list[list[str]]:
    """The groups of modules that need each other, however roundabout."""
    reached = {name: _reached(graph, name) for name in graph}
    groups = {
        tuple(sorted(other for other in found if name in reached[other]))
        for name, found in reached.items()
        if name in found
    }
    return [list(group) for group in sorted(groups)]


def _reached(graph: Imports, name: str) -> set[str]:
    found: set[str] = set()
    due = [name]
    while due:
        fresh = graph[due.pop()] - found
        found |= fresh
        due += sorted(fresh)
    return found


def _name(path: Path, folder: Path, package: str) -> str:
    parts = path.relative_to(folder).with_suffix("").parts
    return ".".join((package, *(part for part in parts if part != "__init__")))


def _imported(module: str, path: Path) -> Iterator[str]:
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in _carried_out(ast.parse(path.read_text("utf-8")).body):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) + 1 - node.level] if node.level else []
            source = ".".join((*above, *filter(None, [node.module])))
            # `from package import module` needs the module; a name that is none is of the package itself.
            yield from (f"{source}.{alias.name}" for alias in node.names)
            if any(_is_no_module(path, module, f"{source}.{alias.name}") for alias in node.names):
                yield source


def _is_no_module(path: Path, module: str, name: str) -> bool:
    depth = module.count(".") + (path.name == "__init__.py")
    root = path.parents[depth]
    target = root.joinpath(*name.split("."))
    return not (target.with_suffix(".py").exists() or (target / "__init__.py").exists())


def _carried_out(body: Iterable[ast.stmt]) -> Iterator[ast.AST]:
    """All nodes but those under `if TYPE_CHECKING`."""
    for statement in body:
        if not (isinstance(statement, ast.If) and "TYPE_CHECKING" in ast.unparse(statement.test)):
            yield from ast.walk(statement)
