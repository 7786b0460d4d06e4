"""What else hangs on a shot than the target's fate, before it is fired: beside the shot itself, played with
the dice falling in every way they can."""

from __future__ import annotations

import pytest

from tests.books.gorkamorka.table import Position, table
from tests.kit.script import By, a
from warbook.core.events import Event, Rolled
from warbook.core.questions import Preview


def shot(text: str, *answers: By) -> tuple[Position, Preview]:
    game = table(text, phase="shoot", premeasuring=True)
    *before, last = answers
    preview: Preview = game.option(last.answer, *before).preview()
    return game, preview


def _words(event: Event) -> str:
    return str(getattr(event, "words", ""))


@pytest.mark.rule("gce.special-weapons.ammo-trigger", "gce.special-weapons.ammo-roll")
def test_a_shot_tells_how_often_the_weapon_runs_dry_and_blows_up() -> None:
    answers = a("A"), a("x")
    game, preview = shot("ork_boy A (10,10) shoota   ork_boy x (18,10)", *answers)
    told = dict(preview.besides)
    ways = list(game.every_way(*answers))
    dry = sum(chance for chance, twin in ways if twin.battle.warrior("A").empty)
    up = sum(
        chance for chance, twin in ways if any("explodes" in getattr(e, "words", "") for e in twin.events)
    )
    assert told["out of ammo"] == dry > up > 0
    assert told["it explodes in his face"] == up


@pytest.mark.rule("gce.wounding.wound-roll", "gce.wounding.injury-table")
def test_the_rolls_to_come_need_what_is_then_rolled_for() -> None:
    answers = a("A"), a("x")
    game, preview = shot("ork_boy A (10,10) shoota   ork_boy x (18,10)", *answers)
    needs = [(each.rule, each.need) for each in preview.then]
    rolls = [e for e in game.play(*answers, dice="5 6 1").events if isinstance(e, Rolled)]
    assert needs[0] == (rolls[1].rule, f"{rolls[1].need}+")
    assert needs[1][1] == "no save"
    assert needs[2][0] == rolls[2].rule == "gce.wounding.injury-table"


@pytest.mark.rule("gce.vehicle-damage.penetrate")
def test_at_a_vehicle_the_roll_to_go_through_is_told_for_every_place() -> None:
    answers = a("A"), a("t")
    game, preview = shot(
        "ork_boy A (10,10) shoota   ork_trukk t (18,10)  ork_spanner d in t driver", *answers
    )
    (through,) = [each for each in preview.then if each.rule == "gce.vehicle-damage.penetrate"]
    rolls = (
        event
        for _, twin in game.every_way(*answers)
        for event in twin.events
        if isinstance(event, Rolled) and event.rule == through.rule and (event.need or 7) <= 6
    )
    assert f"{next(rolls).need}+ (" in through.need


@pytest.mark.rule("gce.hiding.shoot-reveals")
def test_who_is_hidden_is_told_that_a_shot_gives_him_away() -> None:
    for state, known in ((" hidden", 1), ("", 0)):
        _, preview = shot(f"ork_boy A (10,10) shoota{state}   ork_boy x (18,10)", a("A"), a("x"))
        assert dict(preview.besides).get("his hiding place is known", 0) == known


@pytest.mark.rule("gce.wounding.injury-roll")
@pytest.mark.parametrize(("skill", "told"), [("", False), ("deadeye", True)])
def test_who_rolls_two_dice_for_the_injury_is_told_so(skill: str, told: bool) -> None:
    _, preview = shot(f"ork_boy A (10,10) shoota {skill}   ork_boy x (18,10)", a("A"), a("x"))
    assert preview.then[-1].need.endswith(", the highest of 2 dice") is told
    assert "highest" not in preview.then[-1].need or told


@pytest.mark.rule("gce.R8.6")
@pytest.mark.parametrize(("plates", "told"), [("", []), ("armour_plates", ["6+"])])
def test_the_save_of_plates_is_among_the_rolls_to_come(plates: str, told: list[str]) -> None:
    text = f"ork_boy A (10,10) shoota   ork_trukk t (20,10) {plates}   ork_boy d in t driver"
    _, preview = shot(text, a("A"), a("t"))
    assert [roll.need for roll in preview.then if roll.what == "its plates save"] == told
