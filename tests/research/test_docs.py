"""What docs/research.md shows is what happens."""

import re
from pathlib import Path

import pytest

from warbook.core.shelf import load_book
from warbook.research.layout import HEAD, PIECE, SLOT, layout

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "research.md").read_text("utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("number", range(3))
def test_the_examples_run(
    number: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    names: dict[str, object] = {}
    exec(compile(EXAMPLES[number], f"docs/research.md, example {number + 1}", "exec"), names)
    printed = capsys.readouterr().out
    if number == 0:
        assert "Turn" in printed and names["battle"].unwrapped.match.game.over  # type: ignore[attr-defined]
    elif number == 1:
        assert names["state"].is_terminal()  # type: ignore[attr-defined]
    else:
        assert "in two battles against random" in printed
        assert "chance" in names, "an option was looked at"


def test_the_layout_has_as_many_numbers_as_the_page_says() -> None:
    assert (len(HEAD), len(PIECE), len(SLOT)) == (4 + 5 + 12, 18, 10)
    book = load_book("necromunda")
    assert len(layout(book)) == 21 + 128 * (18 + len(book.glossary.states)) + 128 * 10
