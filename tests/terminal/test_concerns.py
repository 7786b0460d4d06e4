"""Before orders are sealed the keyboard says what will come to nothing of them."""

from pathlib import Path

import pytest

from tests.terminal.commands import command

ARMIES = Path(__file__).parent / "armies"
SIDES = ("--force", ARMIES / "spartans.toml", "--force", ARMIES / "dark-elves.toml")
PLAY = ("play", "steampunk", "--plain", *SIDES, "--seed", 4)
SET_UP = ["2", "2", "2", "", "advice all", ""]
SEAL = "Enter to seal it, or a number to change that answer: "
VOID = "Beware: load (gunnery 2) will be void: only when still, and by then it is slow"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def orders(*lines: str) -> str:
    """The page from the first orders on: the chariot's, then those of the hoplites."""
    page = command(*PLAY, keyboard="\n".join([*SET_UP, *lines]) + "\n").page
    return page[page.index("Write the orders for turn 1") :]


def test_an_order_that_will_be_void_says_so_and_can_be_changed() -> None:
    page = orders("F, -, -", "-, -", "360, F, 360", "-, load", "advice all", "4", "-, fire")
    before, after = page.split("All of it:")[1:]
    assert VOID in before and "[spf.orders.speed-change-gunnery]" in before
    assert before.index("-, load") < before.index(VOID) < before.index(SEAL)
    assert VOID not in after


def test_it_may_be_sealed_all_the_same() -> None:
    page = orders("F, -, -", "-, -", "360, F, 360", "-, load", "advice all", "")
    assert VOID in page and "Turn 1" in page[page.index(SEAL) :]
