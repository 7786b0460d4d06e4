"""The chapters of a book stand one upon the other: no modules import each other in a circle."""

from pathlib import Path

from tests.conformance.imports import cycles, imports


def test_no_modules_of_a_book_import_each_other_in_a_circle(book):
    assert cycles(imports(book.folder, type(book).__module__)) == []


def test_a_circle_is_found_wherever_the_imports_stand(tmp_path: Path):
    texts = {
        "__init__": "",
        "low": "import os",
        "one": "from toy import two\nfrom toy.low import x",
        "two": "def late():\n    from .deep.three import y\n    return y",
        "deep/__init__": "",
        "deep/three": "from ..one import z",
        "typed": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from toy.user import User",
        "user": "from toy import typed",
    }
    folder = tmp_path / "toy"
    (folder / "deep").mkdir(parents=True)
    for name, text in texts.items():
        (folder / f"{name}.py").write_text(text)
    assert cycles(imports(folder, "toy")) == [["toy.deep.three", "toy.one", "toy.two"]]
