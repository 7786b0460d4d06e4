"""Which saves a warrior has against what."""

from __future__ import annotations

import pytest

from warbook.books.gorkamorka.mob.data import armour, fighters
from warbook.books.gorkamorka.mob.lists import Skills
from warbook.books.gorkamorka.wounds.dice import Saving
from warbook.books.gorkamorka.wounds.saves import saves_against


def saves(harm: str, worn: str = "", dodging: int = 0, who: str = "ork_boy") -> list[Saving]:
    pieces = [armour()[each] for each in worn.split()]
    return list(saves_against(harm, fighters()[who], pieces, Skills(dodgy_git=dodging)))


@pytest.mark.rule("gce.wounding.save")
@pytest.mark.parametrize(
    ("harm", "worn", "score"),
    [
        ("shot", "", None), ("shot", "studded", 6), ("shot", "eavy", 4), ("shot", "flak", 6),
        ("template", "flak", 5), ("location", "flak", 5), ("fall", "flak", 6), ("fire", "flak", 6),
        ("shot", "shield", None), ("shielded shot", "shield", 6), ("hand-to-hand", "shield", 6),
        ("template", "flak shield", 4), ("shielded shot", "eavy shield", 3), ("location", "flak shield", 5),
        ("fall", "eavy shield", 4),
    ],
)  # fmt: skip
def test_armour_and_shields(harm, worn, score):
    assert saves(harm, worn) == ([] if score is None else [Saving(score)])


def test_a_beast_has_its_own_hide():
    assert saves("shot", who="squigosaur") == [Saving(4)]


@pytest.mark.rule("gce.wounding.save-unmodifiable")
@pytest.mark.parametrize(("times", "score"), [(1, 6), (2, 5), (3, 4)])
def test_a_dodge_cannot_be_modified(times, score):
    assert saves("shot", "studded", times) == [Saving(6), Saving(score, False)]
    assert saves("shot", "", times) == [Saving(score, False)]
