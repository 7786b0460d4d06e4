"""Hiding, and being found."""

from __future__ import annotations

import pytest

from tests.books.gorkamorka.garage import does
from tests.books.gorkamorka.table import Position, table, why
from tests.kit.script import a
from warbook.books.gorkamorka.hiding import expose, may_hide
from warbook.core.events import Became

WALL = "wall (12,5) (12,15) h=0.8"


def found_by(game: Position) -> list[str]:
    """The rules by which somebody was found."""
    return [event.rule for event in game.events if isinstance(event, Became) and event.status == "hidden"]


@pytest.mark.rule("gce.hiding.hide")
def test_in_cover_at_the_end_of_a_move_he_may_hide() -> None:
    game = table(f"ork_boy A (8,10)   {WALL}   ork_boy x (30,10)")
    game.play(a("A"), a("walk"), a((11, 10)), a("hide"))
    assert game["A"].hidden
    open_ground = table("ork_boy A (8,10)   ork_boy x (30,10)")
    assert open_ground.option("hide", a("A")).barred.rule == "gce.hiding.hide"


@pytest.mark.rule("gce.hiding.hide")
def test_cover_from_one_enemy_is_not_cover_from_all() -> None:
    game = table(f"ork_boy A (11,10)   {WALL}   ork_boy x (30,10)   ork_boy y (3,30)")
    assert why(may_hide(game.battle, game["A"])).rule == "gce.hiding.hide"


@pytest.mark.rule("gce.hiding.hide")
@pytest.mark.parametrize(("wall", "hides"), [("wall (11,5) (11,15) h=0.3", True), ("", False)])
def test_the_least_cover_is_enough_to_hide(wall: str, hides: bool) -> None:
    """A quarter of him is hidden."""
    game = table(f"ork_boy A (10,10)   {wall}   ork_boy x (30,10)")
    assert (may_hide(game.battle, game["A"]) is None) is hides


@pytest.mark.rule("gce.hiding.not-after-run")
def test_who_ran_or_charged_does_not_hide() -> None:
    game = table(f"ork_boy A (11,10) moved=ran   {WALL}   ork_boy x (30,10)")
    assert why(may_hide(game.battle, game["A"])).rule == "gce.hiding.not-after-run"


@pytest.mark.rule("gce.hiding.not-vehicles")
def test_nobody_hides_aboard() -> None:
    game = table("ork_trukk T (8,10)   ork_boy A in T   ork_boy x (30,10)")
    assert why(may_hide(game.battle, game["A"])).rule == "gce.hiding.not-vehicles"
    game = table(f"ork_trukk T (6,10)   ork_boy A (11,10) hidden   {WALL}   ork_boy x (30,10)")
    game.play(a("A"), a("mount T"))
    assert game["A"].aboard == "T" and not game["A"].hidden
    assert found_by(game) == ["gce.hiding.not-vehicles"]


@pytest.mark.rule("gce.hiding.stay-hidden")
def test_he_stays_hidden_while_he_walks_in_cover_and_shows_when_he_leaves_it() -> None:
    text = f"ork_boy A (11,8) hidden   {WALL}   ork_boy x (30,10)"
    assert table(text).play(a("A"), a("walk"), a((11, 11)))["A"].hidden
    game = table(text).play(a("A"), a("walk"), a((11, 4)))
    assert not game["A"].hidden
    assert not table(text).play(a("A"), a("run"), a((11, 11)))["A"].hidden


@pytest.mark.rule("gce.hiding.discovered-by-distance")
@pytest.mark.parametrize(("gap", "hidden"), [(3.0, False), (3.5, True)])
def test_an_enemy_within_his_initiative_finds_him(gap: float, hidden: bool) -> None:
    game = table(
        "ork_boy A (20,10) i=3   wall (14,5) (14,15) h=0.8   ork_boy x (13,10) hidden   ork_boy y (46,46)"
    )
    game.play(a("A"), a("walk"), a((14 + gap, 10)))
    assert game["x"].hidden is hidden
    assert found_by(game) == ([] if hidden else ["gce.hiding.discovered-by-distance"])


@pytest.mark.rule("gce.hiding.discovered-by-distance")
def test_by_switch_the_hiders_initiative_counts() -> None:
    text = (
        "ork_boy A (20,10) i=3   wall (14,5) (14,15) h=0.8   ork_boy x (13,10) i=1 hidden   ork_boy y (46,46)"
    )
    assert table(text, spotting_initiative="hider").play(a("A"), a("walk"), a((16.5, 10)))["x"].hidden


@pytest.mark.rule("gce.hiding.discovered-by-sight")
def test_an_enemy_with_a_clear_view_finds_him() -> None:
    text = "ork_boy A (20,18) m=8   wall (14,5) (14,15) h=0.8   ork_boy x (13,10) hidden   ork_boy y (46,46)"
    game = table(text).play(a("A"), a("walk"), a((13, 19)))
    assert not game["x"].hidden and found_by(game) == ["gce.hiding.discovered-by-sight"]
    assert table(text).play(a("A"), a("walk"), a((24, 14)))["x"].hidden


@pytest.mark.rule("gce.hiding.discovered-by-sight", "gce.hiding.discovered-by-distance")
@pytest.mark.parametrize(
    ("way", "rule"),
    [((10, 24), "gce.hiding.discovered-by-sight"), ((19.8, 10), "gce.hiding.discovered-by-distance")],
)
def test_a_crew_finds_him_from_its_vehicle(way: tuple[float, float], rule: str) -> None:
    game = table("""
        ork_trukk T (24,10) moved=gas   ork_boy A in T i=4   wall (14,5) (14,15) h=3
        ork_boy x (13,10) hidden   ork_boy y (46,46)
    """)
    game.ride("T").x, game.ride("T").y = way
    game.play(a("A"), a("stay"))
    assert not game["x"].hidden and found_by(game) == [rule]


@pytest.mark.rule("gce.hiding.discovered-by-distance")
@pytest.mark.parametrize(("place", "rules"), [("table", ["gce.hiding.discovered-by-distance"]), ("off", [])])
def test_nobody_finds_who_has_left_the_table_in_hiding(place: str, rules: list[str]) -> None:
    game = table(f"ork_boy A (10,10) hidden place={place}   ork_boy x (12,10)")
    assert found_by(does(game, expose)) == rules


@pytest.mark.rule("gce.hiding.discovered-by-sight")
@pytest.mark.parametrize(("x", "found"), [(13.0, True), (26.0, False)])
def test_an_enemy_who_has_seen_him_on_the_way_has_found_him(x: float, found: bool) -> None:
    """He looks round the end of the wall and comes back, or goes there and back without looking round it."""
    text = "ork_boy A (20,14) m=20   wall (14,5) (14,15) h=3   ork_boy x (11,10) hidden   ork_boy y (46,46)"
    game = table(text).play(a("A"), a("walk"), a([(20, 14), (x, 17.5), (20, 14)]))
    assert game["x"].hidden is not found
    assert found_by(game) == ["gce.hiding.discovered-by-sight"] * found
