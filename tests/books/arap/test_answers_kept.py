"""How drill plays, answer by answer. See tests/kit/recorded.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.recorded import answers_as_kept
from warbook import load_book

FOLDER = Path(__file__).parent / "drill"
BOOK = load_book("arap")
BATTLES = {
    "first_blood": ("first_blood", "human_patrol", "ork_patrol"),
    "hold_the_ruin": ("hold_the_ruin", "marine_strike", "hive_spawn"),
    "night_raid": ("night_raid", "garrison", "daemon_host"),
}


@pytest.mark.parametrize("name", BATTLES)
def test_drill_answers_as_it_did(name: str) -> None:
    scenario, *forces = BATTLES[name]
    answers_as_kept(FOLDER / f"{name}.txt", BOOK, BOOK.setup(scenario, forces, {}))
