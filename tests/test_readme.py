"""What the README shows is what happens, and the walk through a tiny book shows that book."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent, indent

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", README, re.DOTALL)

WALK = (ROOT / "docs" / "writing-a-book.md").read_text("utf-8").partition("## A big book")[0]
SHOWN = re.findall(r"```(?:python|toml)\n(.*?)```", WALK, re.DOTALL)
DUEL = [
    path.read_text("utf-8")
    for folder in ("examples/duel", "tests/books/duel")
    for path in sorted((ROOT / folder).iterdir())
    if path.suffix in (".py", ".toml")
]


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_the_examples_run(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(EXAMPLES[number], f"README example {number + 1}", "exec"), {})
    printed = capsys.readouterr().out
    promised = re.findall(r"print\(.*#\s*([\d/]+)", EXAMPLES[number])
    assert printed.strip()
    for figure in promised:
        assert figure in printed


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 2


def test_every_page_it_links_to_is_there() -> None:
    for target in re.findall(r"\]\(((?!http)[^)#]+)\)", README):
        assert (ROOT / target).exists(), target


@pytest.mark.parametrize("block", SHOWN, ids=lambda block: block.split("\n")[0].strip())
def test_what_the_walk_shows_stands_in_the_example(block: str) -> None:
    written = [indent(dedent(block), " " * margin) for margin in (0, 4, 8)]
    assert any(each in text for each in written for text in DUEL), block


def test_the_walk_shows_something_and_names_every_file_of_the_example() -> None:
    assert len(SHOWN) >= 10
    for path in (ROOT / "examples" / "duel").iterdir():
        assert path.is_dir() or f"    {path.name} " in WALK, path.name
