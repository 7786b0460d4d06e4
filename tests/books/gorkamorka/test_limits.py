"""Distances and angles on both sides of their limits, a tenth apart: "within" includes the limit."""

from __future__ import annotations

from math import cos, radians, sin

import pytest

from tests.books.gorkamorka.driving.test_chases import offered
from tests.books.gorkamorka.driving.test_gas import DRIVER, judge
from tests.books.gorkamorka.garage import at, does, suffers
from tests.books.gorkamorka.ramming.test_rams import rams
from tests.books.gorkamorka.shooting.test_targets import need, ways
from tests.books.gorkamorka.table import table
from tests.kit.script import a
from warbook.board.geometry import Spot
from warbook.board.templates import Blast
from warbook.books.gorkamorka.driving.chases import give_up
from warbook.books.gorkamorka.driving.urges import quarry
from warbook.books.gorkamorka.foot.burning import may_help
from warbook.books.gorkamorka.psychology.nerve import terror_near
from warbook.books.gorkamorka.ramming.impact import passing_kind
from warbook.books.gorkamorka.shooting.aim import in_range
from warbook.books.gorkamorka.shooting.arms import ranged_arms
from warbook.books.gorkamorka.shooting.explosives import covered
from warbook.books.gorkamorka.shooting.firing import spread
from warbook.books.gorkamorka.state import Points, Wild
from warbook.books.gorkamorka.wounds.recovery import helper, rescuers
from warbook.core.questions import Refusal

FAR = "ork_boy y (46,46)"


# ---------------------------------------------------------------- shooting


@pytest.mark.rule("gce.shooting.check-range", "gce.weapon.short-range")
@pytest.mark.parametrize(
    ("weapon", "inches", "score"),
    [
        ("shoota", 12.0, 3), ("shoota", 12.1, 4), ("slugga", 6.0, 3), ("slugga", 6.1, 4), ("kannon", 4.0, 4),
        ("kannon", 4.1, 5), ("bow", 12.0, 4), ("bow", 12.1, 5),
    ],
)  # fmt: skip
def test_short_and_long_range(weapon: str, inches: float, score: int) -> None:
    game = table(f"ork_boy A (10,10) {weapon}   ork_boy x ({11 + inches},10)")
    assert need(game, "x") == score


@pytest.mark.rule("gce.shooting.out-of-range", "gce.weapon.long-range", "gce.special-weapons.grenade-range")
@pytest.mark.parametrize(
    ("weapon", "most"),
    [("shoota", 18), ("slugga", 12), ("blunderbuss", 6), ("net", 4), ("bolas", 8), ("frag_stikkbombz", 8)],
)
def test_the_end_of_the_range(weapon: str, most: int) -> None:
    game = table(f"ork_boy A (10,10) {weapon}   {FAR}")
    arm = ranged_arms(game.battle, game["A"])[0].weapon
    assert in_range(game["A"], arm, most) and not in_range(game["A"], arm, most + 0.1)


@pytest.mark.rule("gce.shooting.arc", "gce.vehicle-shooting.fixed-arc", "gce.vehicle-shooting.driver-arc")
@pytest.mark.parametrize(
    "text",
    [
        "ork_boy A (20,20) shoota",
        "ork_trukk T (20,20) weapon=rokkit_launcha   ork_boy A in T gunner",
        "ork_trukk T (20,20)   ork_boy A in T driver slugga",
    ],
)
@pytest.mark.parametrize(("degrees", "inside"), [(45.0, True), (45.5, False), (-45.0, True), (-45.5, False)])
def test_arcs_are_of_90_degrees(text: str, degrees: float, inside: bool) -> None:
    x, y = 20 + 10 * cos(radians(degrees)), 20 + 10 * sin(radians(degrees))
    assert (ways(table(f"{text}   ork_boy x ({x},{y})"))["x"] == "") is inside


@pytest.mark.rule("gce.special-weapons.full-auto-spread")
@pytest.mark.parametrize(("inches", "near"), [(4.0, True), (4.1, False)])
def test_a_burst_spreads_4_inches(inches: float, near: bool) -> None:
    game = table(f"ork_boy A (10,10) six_shoota   ork_boy x (16,10)   ork_boy z (16,{11 + inches})")
    assert bool(spread(game.battle, game["A"], ranged_arms(game.battle, game["A"])[0], game["x"])) is near


@pytest.mark.rule("gce.special-weapons.delayed-bomb")
@pytest.mark.parametrize(("inches", "rolls"), [(2.0, 1), (2.1, 0)])
def test_a_bomb_feels_2_inches(inches: float, rolls: int) -> None:
    y = 10.5 + inches
    game = table(f"ork_boy A (10,{y}) m=8   bomb (14,10) weapon=frag_stikkbombz   {FAR}")
    game.play(a("A"), a("walk"), a((18, y)), dice="3 " * rolls)
    assert len(game.rolled("gce.special-weapons.delayed-bomb")) == rolls


@pytest.mark.rule("gce.special-weapons.blast-coverage")
@pytest.mark.parametrize(("away", "dice"), [(1.5, "4 1 1"), (1.6, "4 1 3"), (2.4, "4 1 3"), (2.6, "4 1")])
def test_wholly_partly_and_not_under_a_marker_of_4_inches(away: float, dice: str) -> None:
    """Its radius is 2, a base's half an inch: up to 1.5 inches off he lies under it, from 2.5 on he does
    not."""
    game = table(
        f"ork_boy A (10,10) frag_stikkbombz   ork_boy x (16,10)   ork_boy z (16,{10 + away})", "shoot"
    )
    game.play(a("A"), a("x"), dice=dice)
    assert len(game.rolled("gce.wounding.wound-roll")) == (2 if away == 1.5 else 1)
    assert len(game.rolled("gce.special-weapons.blast-coverage")) == int(1.5 < away < 2.5)


@pytest.mark.rule("gce.vehicle-damage.template-full", "gce.vehicle-damage.template-partial")
@pytest.mark.parametrize(("x", "lies"), [(21.7, "wholly"), (21.9, "partly"), (24.9, "partly"), (25.1, "no")])
def test_half_of_a_hull_is_a_large_part_of_it(x: float, lies: str) -> None:
    """Of the trukk's 18 square inches a marker with its middle 1.8 inches from that of the hull covers 9."""
    game = table("ork_trukk t (20,10)")
    assert covered(game.battle, Blast(Spot(x, 10), 2.0), game.ride("t")) == {lies: 1}


# ---------------------------------------------------------------- helping and fearing


@pytest.mark.rule("gce.recovery.escape-test")
@pytest.mark.parametrize(("inches", "near"), [(2.0, True), (2.1, False)])
def test_a_friend_helps_out_of_pinning_within_2_inches(inches: float, near: bool) -> None:
    game = table(f"grot_rebel A (10,10) pinned   grot_rebel B ({11 + inches},10)   {FAR}")
    assert (helper(game.battle, game["A"]) is not None) is near


@pytest.mark.rule("gce.recovery.modifiers", "gce.foot.on-fire-helpers")
@pytest.mark.parametrize(("inches", "near"), [(1.0, True), (1.1, False)])
def test_and_out_of_a_net_or_a_fire_within_1(inches: float, near: bool) -> None:
    game = table(f"ork_boy A (10,10) netted   ork_boy B ({11 + inches},10)   {FAR}")
    assert bool(rescuers(game.battle, game["A"])) is near
    assert may_help(game.battle, game["A"], game["B"]) is near


@pytest.mark.rule("gce.terror.start-within-8")
@pytest.mark.parametrize(("inches", "near"), [(8.0, True), (8.1, False)])
def test_a_terror_is_felt_within_8_inches(inches: float, near: bool) -> None:
    game = table(f"ork_boy A (10,10)   ork_boy x ({11 + inches},10) terror")
    assert (terror_near(game.battle, game["A"]) is not None) is near


@pytest.mark.rule("gce.frenzy.must-charge")
@pytest.mark.parametrize(("inches", "must"), [(8.0, True), (8.1, False)])
def test_a_charge_of_m_4_reaches_8_inches(inches: float, must: bool) -> None:
    game = table(f"ork_boy A (10,10) frenzy   ork_boy x ({11 + inches},10)   {FAR}")
    assert (game.option("done").barred is not None) is must


@pytest.mark.rule("gce.frenzy.drivers", "gce.hatred.drivers")
@pytest.mark.parametrize("mind", ["frenzy", "hates=b"])
@pytest.mark.parametrize(("inches", "wanted"), [(6.0, ["x"]), (6.1, [])])
def test_a_driver_is_provoked_within_6_inches_of_his_front(
    mind: str, inches: float, wanted: list[str]
) -> None:
    text = f"ork_trukk T (20,20)   ork_boy D in T driver {mind}   ork_boy x ({23.5 + inches},20)"
    game = table(text)
    assert quarry(game.battle, game.ride("T")) == wanted


# ---------------------------------------------------------------- driving


@pytest.mark.rule("gce.vehicle-movement.gas-turns", "gce.vehicle-movement.gas-engines")
@pytest.mark.parametrize(
    ("legs", "fine"),
    [
        ([(0, 6.0)], True), ([(0, 6.1)], False), ([(0, 1.0), (45, 1)], True), ([(0, 0.9), (45, 1)], False),
        ([(0, 3.0), (45, 1)], True), ([(0, 3.1), (45, 1)], False), ([(0, 1), (45, 3.0), (45, 0)], True),
        ([(0, 1), (45, 3.1), (45, 0)], False), ([(0, 2), (45.0, 1)], True), ([(0, 2), (45.1, 1)], False),
    ],
)  # fmt: skip
def test_gas_moves(legs: list[tuple[float, float]], fine: bool) -> None:
    verdict = judge(table(f"ork_trukk T (20,20)  {DRIVER}"), *legs)
    assert isinstance(verdict, Refusal) is not fine


@pytest.mark.rule("gce.chase.race-position", "gce.chase.tail-position")
@pytest.mark.parametrize(
    ("place", "how"),
    [
        ("(20,25.0) facing=0", ["race u"]), ("(20,25.1) facing=0", []),
        ("(20,26) facing=30", ["race u"]), ("(20,26) facing=31", []),
        ("(28.0,20) facing=0", ["tail u"]), ("(28.1,20) facing=0", []),
    ],
)  # fmt: skip
def test_where_a_chase_may_be_declared(place: str, how: list[str]) -> None:
    game = table(f"ork_trukk T (20,20)  {DRIVER}  ork_trukk u {place} moved=gas  ork_boy d in u driver")
    assert offered(game) == how


@pytest.mark.rule("gce.ramming.rake-sideswipe", "gce.squash.attempt")
@pytest.mark.parametrize("other", ["ork_trukk u (24,{0}) facing=180", "ork_boy u (24,{1})"])
@pytest.mark.parametrize(("inches", "asked"), [(2.0, True), (2.1, False)])
def test_whom_one_passes_within_2_inches(other: str, inches: float, asked: bool) -> None:
    thing = other.format(20 + 3 + inches, 20 + 2 + inches)
    game = rams(table(f"ork_trukk T (20,20)  {DRIVER}  {thing}"), *([a("pass")] if asked else []))
    assert bool(game.asked) is asked


@pytest.mark.rule("gce.ramming.rake-sideswipe")
@pytest.mark.parametrize(
    ("facing", "kind"),
    [(0, "sideswipe"), (45, "sideswipe"), (46, None), (134, None), (135, "rake"), (180, "rake"),
     (315, "sideswipe"), (314, None), (225, "rake"), (226, None)],
)  # fmt: skip
def test_opposite_and_same_directions(facing: float, kind: str | None) -> None:
    game = table(f"ork_trukk T (20,20)   ork_trukk u (24,25) facing={facing}")
    assert passing_kind(game.ride("T"), game.ride("u")) == kind


@pytest.mark.rule("gce.crash.definition")
@pytest.mark.parametrize(("height", "x"), [(0.9, 26), (1.0, 22)])
def test_walls_of_an_inch_are_crashed_into(height: float, x: float) -> None:
    game = table(f"ork_trukk T (20,20) moved=gas  wall (25,15) (25,25) h={height}")
    suffers(game, Wild("T", 0.0, 6.0), dice="1 3 3" if x == 22 else "")
    assert at(game, "T")[0] == x


@pytest.mark.rule("gce.vehicle-damage.resolve")
@pytest.mark.parametrize(("inches", "hit"), [(2.0, True), (2.1, False)])
def test_an_explosion_reaches_2_inches(inches: float, hit: bool) -> None:
    game = table(f"ork_trukk T (20,20)   ork_boy x (20,{22 + inches})")
    suffers(game, Points("T", 1, location=6), dice="6" + (" 1" if hit else ""))
    assert bool(game.rolled("gce.wounding.wound-roll")) is hit


@pytest.mark.rule("gce.chase.give-up")
@pytest.mark.parametrize(("inches", "dice"), [(2.0, ""), (2.1, "3 3")])
def test_a_plank_left_behind_tears_beyond_2_inches(inches: float, dice: str) -> None:
    game = table(
        f"""
        ork_trukk T (20,20) moved=gas  {DRIVER}
        ork_trukk u ({14 - inches},20) facing=0 moved=gas chasing=T chase=tail planked boarding_plank
        """
    )
    does(game, lambda running: give_up(running, game.ride("u")), dice=dice)
    assert game.ride("T").slower == (1 if dice else 0)
