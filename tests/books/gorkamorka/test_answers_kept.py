"""How drill plays, answer by answer: one battle of every scenario. See tests/kit/recorded.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.recorded import answers_as_kept
from warbook import load_book

FOLDER = Path(__file__).parent / "drill"
BOOK = load_book("gorkamorka")
BATTLES = {
    "open_fight": ("open_fight", "grimtoofs", "rust_barons"),
    "da_grudge": ("da_grudge", "sunburnt", "grimtoofs"),
    "demolition_derby": ("demolition_derby_3", "rust_barons", "sunburnt", "grimtoofs"),
    "squigosaur_nest": ("squigosaur_nest", "sunburnt"),
    "vehicle_graveyard": ("vehicle_graveyard", "rust_barons", "sunburnt"),
    "graveyard_of_four": ("vehicle_graveyard_4", "grimtoofs", "rust_barons", "sunburnt", "grimtoofs"),
    "derby_of_two": ("demolition_derby", "grimtoofs", "sunburnt"),
    "sails_against_gas": ("open_fight", "sunburnt", "rust_barons"),
    "grudge_of_barons": ("da_grudge", "rust_barons", "sunburnt"),
    "nest_of_grimtoofs": ("squigosaur_nest", "grimtoofs"),
}


@pytest.mark.parametrize("name", BATTLES)
def test_drill_answers_as_it_did(name: str) -> None:
    scenario, *forces = BATTLES[name]
    answers_as_kept(FOLDER / f"{name}.txt", BOOK, BOOK.setup(scenario, forces, {}))
