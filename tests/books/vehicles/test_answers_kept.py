"""How drill plays, answer by answer: one battle of every scenario. See tests/kit/recorded.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.recorded import answers_as_kept
from warbook import load_book

FOLDER = Path(__file__).parent / "drill"
BOOK = load_book("vehicles")
BATTLES = {
    "annihilation": ("annihilation", "marine_column", "guard_line"),
    "breakthrough": ("breakthrough", "ork_rush", "kabal_raid"),
    "seize_ground": ("seize_ground", "raider_host", "marine_column"),
}


@pytest.mark.parametrize("name", BATTLES)
def test_drill_answers_as_it_did(name: str) -> None:
    scenario, *forces = BATTLES[name]
    answers_as_kept(FOLDER / f"{name}.txt", BOOK, BOOK.setup(scenario, forces, {}))
