"""The lines beside the odds of a volley: which side is struck, and what is needed there."""

from __future__ import annotations

import pytest

from tests.books.vehicles.table import table
from tests.kit.script import a
from warbook.books.vehicles.assault.previews import assault_preview
from warbook.books.vehicles.shooting.turn import shoot


def reasons(words: str, firer: str) -> list[str]:
    game = table(words, phase="shoot")
    question = game.tries(shoot, a(firer))
    return [modifier.why for modifier in question.options[0].preview().modifiers]


@pytest.mark.rule("veh.attack.note-armor")
@pytest.mark.parametrize(
    ("facing", "told"),
    [
        (180, "Autocannon at its front, S 7 against AV 13: 6 glances, more penetrates"),
        (90, "Autocannon at its side, S 7 against AV 11: 4 glances, more penetrates"),
        (0, "Autocannon at its rear, S 7 against AV 10: 3 glances, more penetrates"),
    ],
)
def test_a_volley_says_which_side_it_strikes_and_what_it_needs(facing: int, told: str) -> None:
    assert reasons(f"predator V (10,24) guns_lost=1+2      predator v (50,24) facing={facing}", "V") == [told]


@pytest.mark.rule("veh.target.smoke-cover")
def test_a_cover_save_is_told() -> None:
    told = reasons("predator V (10,24) guns_lost=1+2      rhino v (50,24) facing=180 smoking", "V")
    assert told[1:] == ["cover save on 4+"]


def test_a_volley_at_a_squad_says_what_it_needs_to_wound() -> None:
    told = reasons("predator V (10,24) guns_lost=1+2      tactical_squad x (40,24) models=1", "V")
    assert told == ["Autocannon, S 7 against T 4: wounds on 2+"]


@pytest.mark.rule("veh.assault.penetration", "veh.assault.to-hit")
@pytest.mark.parametrize(("straight", "need"), [(0.0, ""), (4.0, "4+")])
def test_an_assault_says_that_it_strikes_the_rear_and_what_hits(straight: float, need: str) -> None:
    """A krak grenade adds 6; the front that is turned to them has AV 13."""
    game = table("tactical_squad A (12,10) models=1 kinds=1  predator v (20,10) facing=180", phase="assault")
    game.ride("v").straight = straight
    odds = assault_preview(game.battle, game["A"], game.ride("v"))
    assert odds.need == need
    assert [modifier.why for modifier in odds.modifiers] == [
        "at its rear, S 6 against AV 10: 4 glances, more penetrates"
    ]
