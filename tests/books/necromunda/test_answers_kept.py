"""How drill plays, answer by answer: one battle of every scenario, and one in which nothing is measured. See
tests/kit/recorded.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.recorded import answers_as_kept
from warbook import load_book

FOLDER = Path(__file__).parent / "drill"
BOOK = load_book("necromunda")
BATTLES = {
    "gang_fight": ("gang_fight", "van_saar_sample", "orlock_sample", {}),
    "scavengers": ("scavengers", "goliath_sample", "escher_sample", {}),
    "ransack": ("ransack", "delaque_sample", "cawdor_sample", {}),
    "unmeasured": ("scavengers", "orlock_sample", "van_saar_sample", {"premeasure": False}),
}


@pytest.mark.parametrize("name", BATTLES)
def test_drill_answers_as_it_did(name: str) -> None:
    scenario, ours, theirs, rulings = BATTLES[name]
    answers_as_kept(FOLDER / f"{name}.txt", BOOK, BOOK.setup(scenario, (ours, theirs), rulings))
