"""What is told of a choice before it is made: headlines that cannot mislead."""

import pytest

from tests.books.gorkamorka.table import Position, table
from tests.kit.script import By, a
from warbook.books.gorkamorka.driving.gas import gas_question
from warbook.books.gorkamorka.field.bodies import model_of
from warbook.books.gorkamorka.mob.data import weapons
from warbook.books.gorkamorka.shooting.stakes import rolls_at
from warbook.core.questions import Preview

DRIVER = "ork_spanner D in T driver"


def shown(game: Position, option: str, *before: By) -> Preview:
    preview: Preview = game.option(option, *before).preview()
    return preview


@pytest.mark.rule("gce.ramming.declare", "gce.ramming.quadrants")
def test_the_ends_of_a_gas_move_include_rams_and_say_so() -> None:
    game = table(f"ork_trukk T (20,20)  {DRIVER}  ork_trukk u (27.5,20) facing=90 moved=gas")
    question = gas_question(game.battle, game.ride("T"), 6.0)
    assert (26.0, 20.0, 0.0, 0.0) in [tuple(map(float, row)) for row in question.reach()]
    way = question.towards(26.0, 20.0, 0.0, 0.0)
    assert way is not None and question.tells is not None
    told = question.tells(way)
    assert told.startswith("Rams u after 3.0 inches, left side: t-bone: 2.0 damage to it, 1.0 to us")


@pytest.mark.rule("gce.squash.attempt", "gce.squash.avoid")
def test_a_way_tells_whom_it_runs_over() -> None:
    game = table(f"ork_trukk T (20,20)  {DRIVER}  ork_boy x (25,20)")
    question = gas_question(game.battle, game.ride("T"), 6.0)
    way = question.towards(26.0, 20.0, 0.0, 0.0)
    assert way is not None and question.tells is not None
    assert question.tells(way) == "Runs over x: 67% to squash."  # Initiative 2


@pytest.mark.rule("gce.foot.charge-declare", "gce.foot.charge-failed")
def test_a_charge_tells_whether_he_gets_there_only_where_that_may_be_measured() -> None:
    text = "ork_boy A (10,10)   ork_boy x (30,10)"
    for known, headline in ((True, "too far: falls short"), (False, "if he reaches him")):
        game = table(text, premeasuring=known)
        assert shown(game, "x", a("A"), a("charge")).headline.endswith(headline)


@pytest.mark.rule("gce.special-weapons.full-auto-declare")
def test_a_single_shot_with_a_choice_of_weapons_has_odds_for_each() -> None:
    game = table(
        """
        ork_trukk T (20,20) weapon=linked_shoota gunner=G   ork_boy G in T gunner slugga
        ork_boy x (30,20)
        """,
        phase="shoot",
        premeasuring=True,
    )
    preview = shown(game, "single", a("G"))
    assert len(preview.cases) == 2 and preview.headline.startswith("Slugga at x: ")


@pytest.mark.rule("gce.vehicle-damage.penetrate")
@pytest.mark.parametrize(("strength", "needs"), [(1, "cannot"), (2, "6+"), (6, "2+"), (7, "no roll")])
def test_what_it_takes_to_go_through_armour_is_told(strength: int, needs: str) -> None:
    game = table("ork_trukk T (20,20)")
    wheels = next(n for n, each in enumerate(model_of(game.ride("T")).locations, 1) if each.armour == 8)
    told = rolls_at(weapons()["shoota"], game.ride("T"), strength, (wheels,))
    assert told[0].need.startswith(f"{needs} (")
