"""What the README shows is what happens."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


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
        assert (Path(__file__).parents[1] / target).exists(), target
