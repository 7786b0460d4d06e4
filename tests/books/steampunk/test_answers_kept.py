"""How drill plays, answer by answer: every nation's standard army once on each map. See
tests/kit/recorded.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.recorded import answers_as_kept
from warbook.books.steampunk import BOOK

FOLDER = Path(__file__).parent / "drill"
PAIRS = {
    "crossroads": (("elf", "dwarf"), ("gnome", "spartan"), ("dark-elf", "ork")),
    "entrenched": (("dwarf", "gnome"), ("ork", "elf"), ("spartan", "dark-elf")),
}
BATTLES = [(scenario, *pair) for scenario, pairs in PAIRS.items() for pair in pairs]


@pytest.mark.parametrize(("scenario", "ours", "theirs"), BATTLES)
def test_drill_answers_as_it_did(scenario: str, ours: str, theirs: str) -> None:
    setup = BOOK.setup(scenario, (f"{ours}.standard", f"{theirs}.standard"), {})
    answers_as_kept(FOLDER / f"{scenario}-{ours}-{theirs}.txt", BOOK, setup)
