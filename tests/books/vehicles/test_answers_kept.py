"""How drill plays, answer by answer: a battle of every scenario and two with other forces; and what the rules
offer and tell, in battles of those who answer anything. See tests/kit/recorded.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.recorded import answers_as_kept, questions_as_kept
from warbook import load_book

HERE = Path(__file__).parent
BOOK = load_book("vehicles")
BATTLES = {
    "annihilation": ("annihilation", "marine_column", "guard_line"),
    "breakthrough": ("breakthrough", "ork_rush", "kabal_raid"),
    "seize_ground": ("seize_ground", "raider_host", "marine_column"),
    "annihilation_2": ("annihilation", "kabal_raid", "raider_host"),
    "breakthrough_2": ("breakthrough", "guard_line", "ork_rush"),
}
ANYTHING = {
    "guard_raiders": ("breakthrough", "guard_line", "raider_host"),
    "kabal_orks": ("seize_ground", "kabal_raid", "ork_rush"),
    "marines_kabal": ("annihilation", "marine_column", "kabal_raid"),
}


@pytest.mark.parametrize("name", BATTLES)
def test_drill_answers_as_it_did(name: str) -> None:
    scenario, *forces = BATTLES[name]
    answers_as_kept(HERE / "drill" / f"{name}.txt", BOOK, BOOK.setup(scenario, forces, {}))


@pytest.mark.parametrize("name", ANYTHING)
def test_what_is_asked_and_told_is_what_it_was(name: str) -> None:
    scenario, *forces = ANYTHING[name]
    questions_as_kept(HERE / "random" / f"{name}.txt", BOOK, BOOK.setup(scenario, forces, {}))
