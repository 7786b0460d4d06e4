"""Charging: whom, declared without measuring, into contact or short of it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.books.gorkamorka.table import Position, table
from tests.kit.script import a
from warbook.board.ways import length
from warbook.books.gorkamorka.field.bodies import apart
from warbook.books.gorkamorka.field.engaged import engaged, touch
from warbook.books.gorkamorka.foot.charging import _contact_ways, charge_preview, contact_way
from warbook.books.gorkamorka.mob.data import vehicles
from warbook.books.gorkamorka.psychology.nerve import fighting_ws
from warbook.core.tape import Fact


def charge(text: str, target: str = "x", dice: str = "", **rulings: object) -> Position:
    return table(text, **rulings).play(a("A"), a("charge"), a(target), dice=dice)  # type: ignore[arg-type]


@pytest.mark.rule("gce.foot.charge-move", "gce.foot.charge-declare")
@pytest.mark.parametrize(("away", "reaches"), [(8.0, True), (9.0, False)])
def test_a_charge_reaches_twice_m(away: float, reaches: bool) -> None:
    game = charge(f"ork_boy A (10,10)   ork_boy x ({11 + away},10)   ork_boy y (46,46)")
    assert touch(game.battle, game["A"], game["x"]) is reaches
    assert game["A"].moved == "charged" and (game["A"].charging == "x") is reaches


@pytest.mark.rule("gce.foot.charge-target", "gce.foot.board-reach")
def test_why_nobody_can_be_charged() -> None:
    for moved, rule in (("gas", "gce.foot.board-reach"), ("still", None)):
        game = table(f"ork_boy A (10,10)  ork_trukk t (16,10) moved={moved}  ork_spanner x in t driver")
        barred = game.option("charge", a("A")).barred
        assert (barred and barred.rule) == rule
    hidden = table("ork_boy A (10,10)  block (12,5) (13,15) h=3  ork_boy x (15,10)")
    assert hidden.option("charge", a("A")).barred.rule == "gce.foot.charge-target"


@pytest.mark.rule("gce.foot.charge-target", "gce.foot.board-reach")
def test_what_stands_before_an_enemy_is_told_only_where_he_cannot_be_charged_for_it() -> None:
    seen = "ork_boy A (10,10)  ork_boy y (10,13)  block (12,5) (13,15) h=3"
    riding = table(f"{seen}  ork_trukk t (18,10) moved=gas  ork_spanner x in t driver")
    assert riding.option("x", a("A"), a("charge")).why_not == "is on a moving vehicle: it must be boarded"
    walking = table(f"{seen}  ork_boy x (16,10)").option("x", a("A"), a("charge"))
    assert walking.why_not.startswith("is not in sight: behind ")


@pytest.mark.rule("gce.foot.charge-failed")
def test_a_charge_that_falls_short_goes_all_the_way_and_ends_his_turn() -> None:
    game = charge("ork_boy A (10,10)   ork_boy x (22,10)")
    assert (
        game["A"].x == pytest.approx(18.0, abs=0.02)
        and game["A"].idle
        and not engaged(game.battle, game["A"])
    )
    assert apart(game.battle, game["A"], game["x"]) == pytest.approx(3.0, abs=0.02)


@pytest.mark.rule("gce.foot.charge-failed")
@pytest.mark.parametrize("gap", [8.055, 8.2])
def test_who_falls_short_by_a_hair_stops_clear_of_contact(gap: float) -> None:
    game = charge(f"ork_boy A (10,10)   ork_boy x ({11 + gap},10)   ork_boy y (46,46)")
    assert game["A"].idle and not engaged(game.battle, game["A"])
    assert 0.06 <= apart(game.battle, game["A"], game["x"]) <= 0.25


@pytest.mark.rule("gce.foot.charge-declare")
def test_the_distance_is_told_only_after_the_declaration() -> None:
    game = charge("ork_boy A (10,10)   ork_boy x (22,10)")
    assert [entry for step in game.game.steps for entry in step.tape if isinstance(entry, Fact)]
    known = charge("ork_boy A (10,10)   ork_boy x (22,10)", premeasuring=True)
    assert not [entry for step in known.game.steps for entry in step.tape if isinstance(entry, Fact)]


@pytest.mark.rule("gce.foot.charge-target")
def test_only_the_closest_and_the_pinned_and_down_may_be_passed_over() -> None:
    game = table("ork_boy A (10,10)   grot_rebel x (14,10) pinned   ork_boy y (10,16)   ork_boy z (3,10)")
    options = {option.id: option.barred for option in game.question(a("A"), a("charge")).options}
    assert options["x"] is None and options["y"] is None and options["z"].rule == "gce.foot.charge-target"


@pytest.mark.rule("gce.foot.charge-target")
def test_who_is_not_seen_does_not_bind_unless_a_switch_says_so() -> None:
    text = "ork_boy A (10,10)   block (12,5) (13,15) h=3   ork_boy x (15,10)   ork_boy y (10,20)"
    assert table(text).option("y", a("A"), a("charge")).barred is None
    assert table(text).option("x", a("A"), a("charge")).barred.rule == "gce.foot.charge-target"
    blind = table(text, charge_needs_sight=False)
    assert blind.option("y", a("A"), a("charge")).barred.rule == "gce.foot.charge-target"


@pytest.mark.rule("gce.hiding.no-charge", "gce.foot.on-fire-no-hth")
def test_neither_the_hidden_nor_the_burning_are_charged() -> None:
    game = table(
        "ork_boy A (10,10)   ork_boy x (14,10) hidden   ork_boy y (16,10) burning   ork_boy z (18,10)"
    )
    options = {option.id: option.barred for option in game.question(a("A"), a("charge")).options}
    assert options["x"].rule == "gce.hiding.no-charge" and options["y"].rule == "gce.foot.on-fire-no-hth"
    assert options["z"] is None


@pytest.mark.rule("gce.foot.charge-move", "gce.terrain.difficult")
def test_reach_is_by_path_and_ground() -> None:
    text = "ork_boy A (10,10)   area (11,5) (40,15) ground=difficult   ork_boy x (16,10)   ork_boy y (46,46)"
    assert not charge(text)["A"].charging


@pytest.mark.rule("gce.recovery.pinned-charged", "gce.hand-to-hand.pinned-engaged")
def test_a_pinned_warrior_who_is_charged_gets_up() -> None:
    game = charge("ork_boy A (10,10)   grot_rebel x (14,10) pinned   grot_rebel y (46,46)")
    assert not game["x"].pinned and engaged(game.battle, game["x"])


@pytest.mark.rule("gce.hand-to-hand.obstacle")
def test_a_charge_across_a_wall_is_one_over_an_obstacle() -> None:
    """Wherever on his way it stands; but who can go round it does."""
    text = "ork_boy A (10,10)   wall (14,{}) (14,16) h=0.8   ork_boy x ({},10)   ork_boy y (46,46)"
    assert charge(text.format(4, 15))["A"].obstacle
    assert charge(text.format(4, 18))["A"].obstacle
    assert not charge(text.format(9.6, 17))["A"].obstacle
    assert not charge(text.format(12, 18))["A"].obstacle
    assert charge(text.format(4, 14.6))["A"].obstacle, "he reaches across it"


@pytest.mark.rule("gce.foot.charge-target", "gce.foot.board-reach")
def test_riders_of_a_moving_vehicle_are_boarded_and_of_one_that_stands_charged() -> None:
    text = """
        ork_boy A (10,10)   digga_boy y (46,46)
        digga_transport t (17,10) moved={}   digga_boy x in t driver
    """
    assert table(text.format("gas")).option("x", a("A"), a("charge")).barred.rule == "gce.foot.board-reach"
    game = charge(text.format("still"))
    assert game["A"].aboard == "t" and game["A"].charging == "x" and engaged(game.battle, game["x"])
    assert game["A"].facing == 0.0, "as he came"


@pytest.mark.rule("gce.foot.charge-move", "gce.foot.riders")
def test_from_a_vehicle_that_stands_still_he_charges_from_its_side() -> None:
    text = "ork_trukk T (20,20)   ork_boy A in T   ork_boy x (20,27)   ork_boy y (46,46)"
    game = charge(text)
    assert not game["A"].aboard and touch(game.battle, game["A"], game["x"])
    moving = table(text.replace("T (20,20)", "T (20,20) moved=gas"))
    assert "charge" not in [option.id for option in moving.question(a("A")).options]


@pytest.fixture
def walled_trukk(monkeypatch: pytest.MonkeyPatch) -> None:
    """A vehicle whose sides are an obstacle, as no list has one: 3 of his inches to get over them."""
    walled = replace(vehicles()["ork_trukk"], id="walled_trukk", obstacle_sides=True, height=1.5)
    monkeypatch.setitem(vehicles(), "walled_trukk", walled)


@pytest.mark.usefixtures("walled_trukk")
@pytest.mark.rule("gce.foot.board-stationary", "gce.boarding.counts-as-charge")
@pytest.mark.parametrize(
    ("text", "farthest", "obstacle"),
    [
        ("ork_trukk T (10,20)   ork_boy A in T   ork_boy x (10,{})", 31.0, False),
        ("walled_trukk T (10,20)   ork_boy A in T   ork_boy x (10,{})", 28.0, False),
        ("ork_boy A (10,20)   ork_trukk t (10,{})   ork_boy x in t", 30.0, False),
        ("ork_boy A (10,20)   walled_trukk t (10,{})   ork_boy x in t", 27.0, True),
        ("walled_trukk T (10,20)  ork_boy A in T  walled_trukk t (10,{})  ork_boy x in t", 26.0, True),
    ],
)
def test_sides_that_are_an_obstacle_cost_of_the_charge(text: str, farthest: float, obstacle: bool) -> None:
    game = charge(text.format(farthest))
    assert game["A"].charging == "x" and game["A"].obstacle is obstacle
    assert not charge(text.format(farthest + 0.2))["A"].charging


@pytest.mark.rule("gce.fear.charging")
@pytest.mark.parametrize(("dice", "charges"), [("3 4", True), ("4 4", False)])
def test_to_charge_what_causes_fear_takes_a_test(dice: str, charges: bool) -> None:
    game = charge("ork_boy A (10,10)   ork_boy x (15,10) fear   ork_boy y (46,46)", dice=dice)
    assert (game["A"].charging == "x") is charges
    assert game["A"].idle is not charges and (charges or game["A"].x == 10.0)


@pytest.mark.rule("gce.fear.charged", "gce.terror.hth")
def test_who_is_charged_by_what_he_fears_tests_too() -> None:
    game = charge("ork_boy A (10,10) fear   ork_boy x (15,10)   ork_boy y (46,46)", dice="4 4")
    assert game["x"].half_ws == ("A",) and len(game.rolled("gce.fear.charged")) == 1
    game = charge("ork_boy A (10,10) terror   ork_boy x (15,10)   ork_boy y (46,46)", dice="4 4")
    assert game["x"].terrified_of == ("A",) and game["x"].half_ws == ()
    assert len(game.rolled("gce.terror.hth")) == 1 and not game.rolled("gce.fear.charged")


@pytest.mark.rule("gce.fear.charged", "gce.terror.hth")
@pytest.mark.parametrize(("trait", "ws"), [("fear", 2), ("terror", 0)])
def test_who_fails_against_two_chargers_is_frightened_of_both(trait: str, ws: int) -> None:
    game = table(
        f"ork_boy A (10,10) {trait}   ork_boy B (10,14) {trait}   ork_boy x (14,12) ws=4   ork_boy y (46,46)"
    )
    game.play(a("A"), a("charge"), a("x"), dice="4 4").play(a("B"), a("charge"), a("x"), dice="4 4")
    assert [fighting_ws(game["x"], game[foe], 4) for foe in "ABy"] == [ws, ws, 4]


@pytest.mark.rule("gce.foot.charge-declare")
@pytest.mark.parametrize(("x", "short"), [(18.9, False), (19.1, True)])
def test_where_distances_are_known_the_odds_say_whether_he_gets_there(x: float, short: bool) -> None:
    game = table(f"ork_boy A (10,10)   ork_boy x ({x},10)", premeasuring=True)
    outcomes = dict(charge_preview(game.battle, game["A"], game["x"]).outcomes)
    assert ("falls short" in outcomes) == short and sum(outcomes.values()) == 1


def test_the_odds_of_who_may_stare_add_up_to_one() -> None:
    game = table("ork_boy A (10,10) stupidity stupid   ork_boy x (14,10)", premeasuring=True)
    assert sum(dict(charge_preview(game.battle, game["A"], game["x"]).outcomes).values()) == 1


@pytest.mark.rule("gce.foot.charge-move", "gce.foot.riders")
def test_of_the_ways_off_his_vehicle_he_takes_the_shortest() -> None:
    text = "ork_trukk T (20,20)   ork_boy A in T   ork_boy x (24,26)   block (21,22.6) (23.6,24) name=rock"
    game = table(text)
    found = [length(path) for _, path in _contact_ways(game.battle, game["A"], game["x"], 8.0)]
    shortest = contact_way(game.battle, game["A"], game["x"], 8.0)
    assert len(set(found)) > 1 and shortest is not None and length(shortest[1]) == min(found)
