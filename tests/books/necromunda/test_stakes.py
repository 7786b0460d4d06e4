"""What else hangs on a shot than the target's fate, and the rolls that follow, before it is fired: beside the
shot itself, played with the dice falling in every way they can."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.books.necromunda.position import Position, table
from tests.kit.script import By, a
from warbook.core.events import Became, Rolled
from warbook.core.game import Game
from warbook.core.questions import Preview


def shot(text: str, *answers: By, **rulings: object) -> tuple[Position, Preview]:
    """A shooter A and his target x; what the option promises that is taken by the last answer."""
    game = table(text, phase="shoot", premeasure=True, **rulings)
    *before, last = answers
    preview: Preview = game.option(last.answer, *before).preview()
    return game, preview


def exploded(twin: Game) -> bool:
    return any("explodes in" in getattr(event, "words", "") for event in twin.events)


@pytest.mark.rule("nec.shooting.knocked-over", "nec.M9")
def test_a_single_shot_tells_how_often_it_pins_and_how_often_the_weapon_runs_dry() -> None:
    answers = a("A"), a("x")
    game, preview = shot("ganger A (10,10) lasgun   ganger x (16,10) T=7 armour=flak", *answers)
    told = dict(preview.besides)
    ways = list(game.every_way(*answers))
    assert sum(chance for chance, _ in ways) == 1
    assert told["hit and pinned"] == sum(part for part, twin in ways if twin.battle.fighter("x").pinned)
    assert told["out of ammo"] == sum(part for part, twin in ways if twin.battle.fighter("A").empty)
    assert told.get("it blows up in his hands", 0) == sum(part for part, twin in ways if exploded(twin))


@pytest.mark.rule("nec.M17", "nec.M9")
def test_sustained_fire_tells_of_jams_and_of_the_ammo_rolls_that_they_and_sixes_call_for() -> None:
    """Ammo 4+: a roll fails on 1 to 3. A die gives 1, 1, 2, 2 or 3 shots, or jams."""
    answers = a("A"), a("x"), a("1")
    text = "heavy A (10,10) heavy_stubber BS=3   ganger x (16,10) T=8"
    told = dict(shot(text, *answers)[1].besides)
    sixth, fine = Fraction(1, 6), Fraction(1, 2)
    kept, missed = sixth * fine, Fraction(0)
    for shots in (1, 1, 2, 2, 3):
        kept += sixth * (1 - sixth * (1 - fine)) ** shots
        missed += sixth * Fraction(1, 2) ** shots  # 4+ to hit
    assert told["a jam"] == sixth
    assert told["out of ammo"] == 1 - kept
    assert told["hit and pinned"] == 1 - sixth - missed  # nobody is wounded


@pytest.mark.rule("nec.hiding.revealed-by-shooting")
def test_who_is_hidden_is_told_that_a_shot_gives_him_away() -> None:
    hidden = "ganger A (10,10) autogun{}    ganger x (16,10)"
    answers = a("A"), a("x")
    game, preview = shot(hidden.format(" hidden"), *answers)
    _, open_ = shot(hidden.format(""), *answers)
    assert dict(preview.besides)["his hiding place is known"] == 1
    assert not game.play(*answers, dice="1")["A"].hidden
    assert "his hiding place is known" not in dict(open_.besides)


@pytest.mark.rule("nec.shooting.knocked-over")
@pytest.mark.parametrize("state", ["down", "pinned"])
def test_nobody_is_pinned_twice_nor_when_he_is_down(state: str) -> None:
    _, preview = shot(f"ganger A (10,10) autogun   ganger x (16,10) {state}", a("A"), a("x"))
    assert "hit and pinned" not in dict(preview.besides)


@pytest.mark.rule("nec.shooting.wound-chart", "nec.combat.saves", "nec.injury.chart")
def test_the_rolls_to_come_need_what_is_then_rolled_for() -> None:
    answers = a("A"), a("x")
    game, preview = shot("ganger A (10,10) autogun   ganger x (16,10) armour=flak T=4", *answers)
    needs = [(each.rule, each.need) for each in preview.then]
    thrown = game.play(*answers, dice="5 6 1 1")  # hits, wounds, is not saved, a flesh wound
    rolls = [event for event in thrown.events if isinstance(event, Rolled)][1:]
    assert needs[:2] == [(roll.rule, f"{roll.need}+") for roll in rolls[:2]]
    assert needs[2][0] == rolls[2].rule == "nec.injury.chart"
    assert any(isinstance(event, Became) and event.status == "flesh wound" for event in thrown.events)


@pytest.mark.rule("nec.shooting.wound-chart")
def test_what_cannot_wound_says_so_and_no_more() -> None:
    _, preview = shot("ganger A (10,10) autogun   ganger x (16,10) T=10", a("A"), a("x"))
    assert [(each.what, each.need) for each in preview.then] == [("to wound", "cannot")]
