"""Within a book a public name of a function or a class stands once: it means one thing all through."""

import ast
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

import warbook.books.family as family


def standing_twice(folder: Path) -> Mapping[str, list[str]]:
    """The public functions and classes of the modules in a folder whose name another has too, and where.
    What a module keeps to itself begins with an underscore and may be called as it likes."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(folder.rglob("*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            name = _name(node)
            if name and not name.startswith("_"):
                found[name].append(f"{path.relative_to(folder).as_posix()}:{node.lineno}")
    return {name: places for name, places in found.items() if len(places) > 1}


def _name(node: ast.stmt) -> str:
    """Of a function or a class, or of a kernel that is made of another (`swerves = given(...)`)."""
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return name
        case ast.Assign(targets=[ast.Name(id=name)]) if name.islower():
            return name
    return ""


def test_every_public_name_of_a_book_stands_once(book):
    assert standing_twice(book.folder) == {}


def test_every_public_name_of_what_books_share_stands_once():
    assert standing_twice(Path(family.__file__).parent) == {}


def test_a_name_that_stands_twice_is_found(tmp_path: Path):
    texts = {
        "one": "def fire(): ...\ndef _own(): ...\nBASE = 1",
        "deep/two": "def _own(): ...\n\ndef fire(): ...\nhits = given(fire)\nBASE = 2",
        "deep/three": "class Aim:\n    def fire(self): ...\nclass hits: ...",
    }
    (tmp_path / "deep").mkdir()
    for name, text in texts.items():
        (tmp_path / f"{name}.py").write_text(text)
    found = standing_twice(tmp_path)
    assert found == {"fire": ["deep/two.py:3", "one.py:1"], "hits": ["deep/three.py:3", "deep/two.py:4"]}
