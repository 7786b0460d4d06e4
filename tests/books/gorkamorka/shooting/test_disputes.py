"""By a switch dice settle what is hard to judge by eye; by default it is measured."""

from __future__ import annotations

import pytest

from tests.books.gorkamorka.garage import does
from tests.books.gorkamorka.table import Position, table
from tests.kit.script import a
from warbook.board.geometry import Spot
from warbook.board.templates import Blast
from warbook.books.gorkamorka.mob.data import weapons
from warbook.books.gorkamorka.shooting.explosives import engulf

HALF_HIDDEN = "wall (15.4,8) (15.4,14) h=0.5"
JUST_MORE_THAN_HALF = "wall (15.4,9.8) (15.4,14) h=0.7"  # nine sixteenths are hidden
NEARLY_ALL = "wall (15.4,10.2) (15.4,14) h=0.3"
QUARTER_HIDDEN = "wall (15.4,8) (15.4,14) h=0.3"
A_GLIMPSE = "wall (15.4,8) (15.4,14) h=0.7   wall (15.45,9.8) (15.45,14) h=2"


def position(walls: str, disputes: str = "dice") -> Position:
    text = f"ork_boy A (10,10) shoota   {walls}   ork_boy x (16,10)   ork_boy y (2,10)"
    return table(text, phase="shoot", disputes=disputes)


def needed(game: Position) -> list[int | None]:
    return [roll.need for roll in game.rolled("gce.shooting.to-hit")]


@pytest.mark.rule("gce.shooting.cover-dispute")
@pytest.mark.parametrize(
    ("walls", "dice", "need"),
    [
        (HALF_HIDDEN, "5 3", 4),  # partial cover, as the shooter has it: 3 + 1 and 1 less
        (HALF_HIDDEN, "3 5", 5),  # in cover, as the other has it
        (HALF_HIDDEN, "4 5", 5),
        (HALF_HIDDEN, "4 4", 4),  # equal: as measured
        (JUST_MORE_THAN_HALF, "5 3", 4),
        (JUST_MORE_THAN_HALF, "5 4", 4),
        (JUST_MORE_THAN_HALF, "4 4", 5),
        (NEARLY_ALL, "5 3", 3),
        (NEARLY_ALL, "3 5", 4),
    ],
)
def test_the_higher_rollers_view_is_taken_and_the_odds_are_told_by_it(
    walls: str, dice: str, need: int
) -> None:
    game = position(walls)
    told = game.option("x", a("A"), dice=dice).preview()
    assert told.cases and told.cases[0].need.startswith(f"{need}+")
    game.play(a("A"), a("x"), dice=f"{dice} 1")
    assert needed(game) == [need] and game.battle.views == {}


@pytest.mark.rule("gce.shooting.body-visible")
@pytest.mark.parametrize(("die", "shoots"), [("4", True), ("3", False)])
def test_a_glimpse_is_a_target_on_a_4(die: str, shoots: bool) -> None:
    game = position(A_GLIMPSE)
    answers = (a("A"), a("x")) if shoots else (a("A"),)
    game.play(*answers, dice=f"{die} 1" if shoots else die)
    assert len(needed(game)) == shoots and game["A"].shot


@pytest.mark.rule("gce.shooting.cover-dispute", "gce.shooting.body-visible")
@pytest.mark.parametrize(
    ("walls", "disputes"), [(HALF_HIDDEN, "geometry"), (A_GLIMPSE, "geometry"), (QUARTER_HIDDEN, "dice")]
)
def test_nobody_rolls_by_default_nor_where_there_is_no_doubt(walls: str, disputes: str) -> None:
    game = position(walls, disputes).play(a("A"), a("x"), dice="1")
    assert len(needed(game)) == 1


@pytest.mark.rule("gce.vehicle-damage.template-full")
@pytest.mark.parametrize(
    ("disputes", "x", "dice", "hits"),
    [
        ("dice", 21.5, "4 2", 2),  # a large part of it: D3 hits
        ("dice", 21.5, "3 4", 1),  # only clipped: one on a 4
        ("dice", 20.0, "2", 2),  # no doubt
        ("geometry", 21.5, "2", 2),
    ],
)
def test_a_coin_for_a_template_over_half_a_vehicle(disputes: str, x: float, dice: str, hits: int) -> None:
    game = table("ork_trukk t (20,10)   ork_spanner d in t driver", disputes=disputes)
    blast = Blast(Spot(x, 10), 2.0)
    does(game, lambda g: engulf(g, weapons()["frag_stikkbombz"], blast, None), dice=dice)
    assert [getattr(trouble, "points", 0) for trouble in game.battle.trouble] == [hits]
