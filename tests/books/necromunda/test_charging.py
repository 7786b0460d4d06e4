"""Charging: who may, at whom, how far, and what comes of it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.books.necromunda.position import Position, Refused, table, why
from tests.kit.script import a, b
from warbook.board.geometry import Spot
from warbook.books.necromunda import charging, hiding, shooting
from warbook.books.necromunda.sight import engaged, in_contact
from warbook.books.necromunda.walking import contact_path
from warbook.core.tape import Fact


def charge(text: str, *answers: str, dice: str = "", **rulings: Any) -> Position:
    return table(text, phase="charge", **rulings).play(a("A"), a("x"), *answers, dice=dice)


@pytest.mark.rule("nec.movement.charge", "nec.movement.engaged")
def test_a_charge_that_arrives_engages_both() -> None:
    game = charge("ganger A (10,10)   ganger x (16,10)   ganger y (40,40)")
    assert in_contact(game["A"], game["x"])
    assert engaged(game.battle, game["A"]) and engaged(game.battle, game["x"])
    assert game["A"].charging == "x" and game["A"].moved == "charged"
    assert game["A"].facing == pytest.approx(0.0)
    assert game.says("A and x are engaged.") and not game.says("escapes pinning")


@pytest.mark.rule("nec.movement.engaged")
def test_they_stay_engaged_as_long_as_the_bases_touch() -> None:
    game = table("ganger A (10,10)   ganger x (11,10)   ganger y (30,10)   ganger z (11.1,12)")
    assert engaged(game.battle, game["A"]) and engaged(game.battle, game["x"])
    assert not engaged(game.battle, game["y"]) and not engaged(game.battle, game["z"])
    game["x"].down = True
    assert not engaged(game.battle, game["A"]) and not engaged(game.battle, game["x"])


@pytest.mark.rule("nec.movement.charge-declaration", "nec.movement.charge-distance", "nec.M23")
def test_a_charge_at_9_inches_stands_and_falls_short() -> None:
    game = charge("ganger A (10,10)   ganger x (20,10)")
    assert game["A"].x == pytest.approx(18.0)
    assert game.says("falls short") and not engaged(game.battle, game["A"])
    assert game["A"].charging == ""


@pytest.mark.rule("nec.movement.charge-declaration")
def test_the_enemy_is_named_before_the_distance_is_known() -> None:
    game = table("ganger A (10,10)   ganger x (20,10)   ganger y (30,12)", phase="charge")
    labels = [option.label for option in game.question(a("A")).options]
    assert labels == ["x", "y", "Nobody after all"]
    assert not any(
        option.preview and "away" in str(option.preview().modifiers)
        for option in game.question(a("A")).options
    )
    game.play(a("A"), a("x"))
    assert [entry for step in game.game.steps for entry in step.tape if isinstance(entry, Fact)]


@pytest.mark.rule("nec.M37", "nec.movement.charge-declaration")
def test_by_switch_the_distance_may_be_known_beforehand() -> None:
    others = "ganger Z (40,40)   ganger z (44,40)"  # who are in reach of each other
    game = table(f"ganger A (10,10)   ganger x (20,10)   {others}", phase="charge", premeasure=True)
    assert '9.0" away, out of reach' in str(game.option("x", a("A")).preview().modifiers)
    game.play(a("A"), a("x"))
    assert not [entry for step in game.game.steps for entry in step.tape if isinstance(entry, Fact)]


def test_a_player_who_named_a_charger_may_still_think_better_of_it() -> None:
    game = table("ganger A (10,10)   ganger x (20,10)", phase="charge").play(a("A"), a("nobody"))
    assert game["A"].moved == "" and game.battle.phase == "charge"


@pytest.mark.rule("nec.movement.charge-distance")
@pytest.mark.parametrize(("inches", "arrives"), [(0.5, True), (8.0, True), (8.1, False)])
def test_a_charge_goes_twice_the_normal_move(inches: float, arrives: bool) -> None:
    game = charge(f"ganger A (10,10)   ganger x ({11 + inches},10)")
    assert engaged(game.battle, game["A"]) is arrives


@pytest.mark.rule("nec.movement.charge-distance", "nec.A1")
def test_a_faster_fighter_charges_farther() -> None:
    game = charge("ganger A (10,10) M=5   ganger x (20.5,10)")
    assert engaged(game.battle, game["A"])


@pytest.mark.rule("nec.movement.charge-distance")
def test_the_distance_counts_along_the_way_around_a_wall() -> None:
    # As the crow flies contact is 6.05 inches away; the wall's end, with room for the base, makes it more.
    position = "ganger A (10,9.5)   ganger x (15,4.5)   wall (12.6,6.7) (12.6,30) h=3"
    game = charge(position)
    assert engaged(game.battle, game["A"])
    assert 6.1 < game["A"].went < 6.4
    assert contact_path(game.battle, table(position)["A"], game["x"], 6.1) is None


@pytest.mark.rule("nec.movement.charge-distance", "nec.movement.wall-leap", "nec.A5")
@pytest.mark.parametrize(
    ("height", "x", "arrives"), [(1.0, 19.0, True), (1.5, 15.0, True), (1.5, 15.2, False)]
)
def test_a_leap_costs_half_of_the_charge(height: float, x: float, arrives: bool) -> None:
    game = charge(
        f"ganger A (10,10,1)   block (8,8) (11,12) h=1   ganger x ({x},10)   wall (12,0) (12,48) h={height}"
    )
    assert engaged(game.battle, game["A"]) is arrives


@pytest.mark.rule("nec.movement.engaged", "nec.movement.wall-limit")
def test_nobody_is_engaged_through_a_high_wall() -> None:
    game = table("ganger A (8,10)   ganger x (11.5,10)   wall (11,7) (11,13) h=2.1", phase="charge")
    # Straight up to the wall the bases would touch after 2.5 inches, but he must go round.
    assert contact_path(game.battle, game["A"], game["x"], 5.0) is None
    path = contact_path(game.battle, game["A"], game["x"], 8.0)
    assert path is not None and path[-1].x > 11


@pytest.mark.rule("nec.M23", "nec.movement.engaged")
def test_a_charge_that_falls_short_at_a_high_wall_keeps_clear_of_the_enemy_behind_it() -> None:
    game = table("ganger A (8,10)   ganger x (11.5,10)   wall (11,0) (11,48) h=2.1", phase="charge")
    charging.charge(game.game, game["A"], game["x"])
    assert game["A"].x <= 10.5 and not in_contact(game["A"], game["x"])


@pytest.mark.rule("nec.M23")
def test_after_a_charge_that_fell_short_he_neither_shoots_nor_hides_nor_moves() -> None:
    game = charge("ganger A (10,10) autogun   ganger B (10,40)   ganger x (22,10)")
    game.until("move", a("done"))
    assert game.option("A").barred.rule == "nec.movement.order"
    game.until("shoot", a("done"))
    assert why(shooting.may_shoot(game.battle, game["A"])).words == "charged this turn"
    assert why(hiding.may_hide(game.battle, game["A"])).rule == "nec.movement.run-no-hiding"


@pytest.mark.rule("nec.A2", "nec.movement.charge-declaration")
def test_any_visible_enemy_may_be_named_and_each_charge_is_made_before_the_next() -> None:
    game = table("ganger A (10,10)   ganger B (10,14)   ganger x (13,10)   ganger y (16,12)", phase="charge")
    assert game.option("y", a("A")).barred is None
    game.play(a("A"), a("y"))
    assert in_contact(game["A"], game["y"])
    assert [option.id for option in game.question().options if not option.barred] == ["B", "done"]


@pytest.mark.rule("nec.A2")
def test_by_switch_only_the_closest_may_be_charged_but_the_fallen_may_be_ignored() -> None:
    position = "ganger A (10,10)   ganger x (13,10)   ganger y (14,14)"
    game = table(position, phase="charge", charge_closest_only=True)
    assert game.option("y", a("A")).barred.words == "x is closer"
    assert game.option("x", a("A")).barred is None
    game["x"].pinned = True
    assert game.option("y", a("A")).barred is None and game.option("x", a("A")).barred is None


@pytest.mark.rule("nec.M30", "nec.hiding.hidden", "nec.movement.charge")
def test_only_a_visible_enemy_may_be_charged() -> None:
    game = table(
        "ganger A (10,10)   ganger x (15,10) hidden   ganger y (30,10)   wall (14,8) (14,12) h=1",
        phase="charge",
    )
    assert game.option("x", a("A")).barred.rule == "nec.hiding.hidden"
    game = table(
        "ganger A (10,10)   ganger x (15,10)   ganger y (10,30)   wall (13,0) (13,20) h=3", phase="charge"
    )
    assert game.option("x", a("A")).barred.words == "not in sight"


@pytest.mark.rule("nec.movement.charge")
def test_who_sees_nobody_cannot_charge_and_nobody_is_asked() -> None:
    game = table("ganger A (10,10)   ganger x (20,10)   wall (15,0) (15,48) h=3", phase="charge").play()
    assert game.battle.phase == "compulsory"


@pytest.mark.rule("nec.movement.charge")
@pytest.mark.parametrize("state", ["down", "pinned", "broken", "webbed", "lost_turn", "loot=1"])
def test_who_cannot_act_cannot_charge(state: str) -> None:
    game = table(f"ganger A (10,10) {state}   ganger B (10,20)   ganger x (20,10)", phase="charge")
    assert game.option("A").barred is not None
    with pytest.raises(Refused):
        game.play(a("A"))


@pytest.mark.rule("nec.movement.engaged", "nec.M25")
def test_an_engaged_fighter_cannot_charge_another() -> None:
    game = table("ganger A (10,10)   ganger B (10,20)   ganger x (11,10)   ganger y (10,13)", phase="charge")
    assert game.option("A").barred.rule == "nec.movement.engaged"


@pytest.mark.rule("nec.combat.pinned-escape")
def test_a_pinned_enemy_who_is_charged_stands_up() -> None:
    game = charge("ganger A (10,10)   ganger x (16,10) pinned lost_turn")
    assert not game["x"].pinned and not game["x"].lost_turn


@pytest.mark.rule("nec.A30", "nec.movement.charge")
def test_a_down_enemy_may_be_charged_even_from_where_one_stands() -> None:
    game = charge("ganger A (10,10)   ganger x (11,10) down")
    assert game["A"].charging == "x" and game["A"].went == 0.0


@pytest.mark.rule("nec.A30")
def test_nobody_is_engaged_with_a_man_who_is_down() -> None:
    game = charge("ganger A (10,10)   ganger x (16,10) down")
    assert game["A"].charging == "x"
    assert not game.says("are engaged") and not engaged(game.battle, game["A"])
    assert charge("ganger A (10,10)   ganger x (16,10)").says("A and x are engaged.")


@pytest.mark.rule("nec.A9", "nec.hiding.hidden")
def test_a_hidden_fighter_who_charges_is_hidden_no_longer() -> None:
    game = charge("ganger A (10,10) hidden   ganger x (20,10)   wall (11,8) (11,12) h=1")
    assert not game["A"].hidden


@pytest.mark.rule("nec.M8")
def test_a_charger_stopped_by_overwatch_does_not_arrive() -> None:
    position = "ganger A (10,10)   ganger x (17,10)   ganger y (30,10) autogun overwatch"
    game = charge(position, b("0"), dice="6 1 5")
    assert game["A"].pinned and game["A"].x == pytest.approx(11.0, abs=0.1)
    assert game["A"].charging == "" and not engaged(game.battle, game["x"])


@pytest.mark.rule("nec.M23")
def test_a_target_ringed_by_others_cannot_be_reached() -> None:
    ring = "   ".join(
        f"ganger {name} ({20 + dx},{10 + dy})"
        for name, dx, dy in (
            ("B", 1.03, 0), ("D", 0.515, 0.9), ("F", 0.515, -0.9),
            ("C", -1.03, 0), ("E", -0.515, 0.9), ("G", -0.515, -0.9),
        )
    )  # fmt: skip
    game = charge(f"ganger A (14,10)   ganger x (20,10)   {ring}")
    assert not in_contact(game["A"], game["x"]) and game.says("falls short")
    for other in game.battle.fighters:
        if other is not game["A"]:
            assert (other.x - game["A"].x) ** 2 + (other.y - game["A"].y) ** 2 >= 1 - 1e-5


@pytest.mark.rule("nec.M24")
def test_a_charge_at_one_enemy_touches_no_other() -> None:
    game = charge("ganger A (10,10)   ganger x (15,10)   ganger y (15,11.05)")
    assert in_contact(game["A"], game["x"]) and not in_contact(game["A"], game["y"])


@pytest.mark.rule("nec.movement.free-ground")
def test_a_charge_may_climb_a_ladder() -> None:
    game = charge(
        "ganger A (9.5,10)   ganger x (13.4,10,3)   block (12,8) (18,14) h=3   ladder (11.5,9) (12.5,9) h=3"
    )
    assert in_contact(game["A"], game["x"]) and game["A"].z == 3.0


@pytest.mark.rule("nec.movement.engaged")
def test_an_enemy_two_inches_up_must_be_climbed_up_to() -> None:
    game = charge("ganger A (10,10)   ganger x (12.6,10,2)   block (12,8) (16,12) h=2")
    assert game["A"].z == 2.0 and in_contact(game["A"], game["x"])


@pytest.mark.rule("nec.combat.mod-obstacle", "nec.A28")
@pytest.mark.parametrize(
    ("wall", "behind"),
    [
        ("wall (15.48,8) (15.48,12) h=1", True),  # between the bases
        ("wall (14.2,8) (14.2,12) h=1", True),  # crossed at the last moment
        ("wall (13.4,8) (13.4,12) h=1", False),  # crossed before
        ("wall (17,8) (17,12) h=1", False),  # behind the enemy
        ("wall (15.4,8) (15.4,9.4) h=1", False),  # beside them
    ],
)
def test_an_obstacle_counts_when_he_had_to_reach_across_it(wall: str, behind: bool) -> None:
    game = charge(f"ganger A (10,10)   ganger x (16,10)   {wall}")
    assert engaged(game.battle, game["A"])
    assert game["A"].obstacle is behind


@pytest.mark.rule("nec.combat.mod-obstacle", "nec.A28")
@pytest.mark.parametrize(("x", "behind"), [(14.0, True), (13.95, False)])
def test_he_reaches_across_what_he_crosses_in_his_last_inch(x: float, behind: bool) -> None:
    """He comes into contact at (14.98,10)."""
    game = charge(f"ganger A (10,10)   ganger x (16,10)   wall ({x},8) ({x},12) h=1")
    assert game["A"].obstacle is behind


@pytest.mark.rule("nec.combat.mod-obstacle", "nec.A28")
@pytest.mark.parametrize(
    ("base", "behind"), [(0.0, False), (2.0, False), (2.1, True), (3.0, True), (4.4, True), (4.5, False)]
)
def test_a_wall_above_or_below_them_is_no_obstacle(base: float, behind: bool) -> None:
    """They meet on a floor 3 inches up; the wall of 1 inch ends below it, or hangs so high that a man passes
    under it."""
    game = table(
        f"""
        ganger A (10,10,3)   ganger x (16,10,3)   floor (8,8) (20,12) level=3
        wall (15.48,8) (15.48,12) h=1 base={base}
        """
    )
    assert charging.across(game.battle, (Spot(13, 10, 3), Spot(15, 10, 3)), game["x"]) is behind


@pytest.mark.rule("nec.combat.mod-obstacle", "nec.A28")
@pytest.mark.parametrize(("wall", "behind"), [(1.2, False), (1.3, True)])
@pytest.mark.parametrize(("charger", "foe"), [(0.0, 1.2), (1.2, 0.0)])
def test_a_wall_counts_that_stands_above_the_feet_of_the_higher_one(
    charger: float, foe: float, wall: float, behind: bool
) -> None:
    game = table(f"ganger A (10,10)   ganger x (16,10,{foe})   wall (15.48,8) (15.48,12) h={wall}")
    path = (Spot(13, 10, charger), Spot(15, 10, charger))
    assert charging.across(game.battle, path, game["x"]) is behind


@pytest.mark.rule("nec.movement.engaged", "nec.M17")
def test_a_target_who_is_gone_before_he_arrives_is_not_charged() -> None:
    """A grenade that lies there goes off as he comes near: it spares him and takes x out of action."""
    game = table(
        "ganger A (10,10)   ganger x (16,10)   ganger y (40,40)   dud (15.5,12) weapon=frag_grenades",
        phase="charge",
        began={"a": 9, "b": 9},
    )
    game.play(a("A"), a("x"), dice="4  1  4 4 6")
    assert game["x"].place == "out"
    assert game["A"].charging == "" and not game.says("are engaged")


@pytest.mark.rule("nec.A28")
def test_a_door_is_no_obstacle() -> None:
    game = table("ganger A (10,10)   ganger x (16,10)   door (15.4,8) (15.4,12) h=3")
    assert not charging.across(game.battle, (Spot(14, 10), Spot(14.98, 10)), game["x"])


@pytest.mark.rule("nec.M24", "nec.M23")
def test_a_charge_that_falls_short_at_a_high_wall_ends_a_little_way_off_the_enemy() -> None:
    """From a crate he sees x, on another, over a wall that nobody crosses, and comes near enough to touch."""
    game = charge(
        """
        ganger A (10,10,1)   block (8,8) (12,12) h=1   ganger x (15.55,10,1)   block (15.03,6) (20,14) h=1
        wall (15.02,0) (15.02,48) h=2.05
        """
    )
    assert game.says("falls short") and not in_contact(game["A"], game["x"])
    assert 14.3 < game["A"].x < 14.5


@pytest.mark.rule("nec.M23", "nec.movement.charge-declaration")
def test_a_charge_at_who_stands_overhead_ends_beneath_him() -> None:
    """Nobody touches him from 3 inches below, so nothing keeps the charger at arm's length."""
    game = charge("ganger A (14,10)   ganger x (20,10,3)   floor (18,8) (22,12) level=3")
    assert game["A"].z == 0.0 and not in_contact(game["A"], game["x"])
    assert (game["A"].x - 20.0) ** 2 + (game["A"].y - 10.0) ** 2 < 0.6**2


@pytest.mark.rule("nec.movement.charge-distance", "nec.M37")
@pytest.mark.parametrize(("inches", "asked"), [(8.0, True), (8.1, False)])
def test_nobody_is_asked_who_charges_where_no_charge_would_arrive(inches: float, asked: bool) -> None:
    """Twice his move of 4 inches; where nothing may be measured, he is asked all the same."""
    text = f"ganger A (10,10)   ganger x ({11 + inches},10)"
    for known in (True, False):
        game = table(text, phase="charge", premeasure=known)
        assert (game.question().text == "Who charges?") is (asked or not known)


@pytest.mark.rule("nec.movement.charge")
def test_a_wall_all_the_way_keeps_everybody_out_of_reach() -> None:
    text = "ganger A (10,10)   ganger x (14,10)   wall (12,0) (12,48) h={} z=0"
    low, high = (table(text.format(h), phase="charge", premeasure=True).question().text for h in (1, 9))
    assert low == "Who charges?" and high != "Who charges?"


@pytest.mark.rule("nec.movement.charge")
def test_in_the_list_of_chargers_each_has_the_charge_that_is_best_for_him() -> None:
    text = "ganger A (10,10) sword   ganger x (14,10) WS=6   ganger y (10,14) WS=1"
    game = table(text, phase="charge", premeasure=True)
    best, there = game.option("A").preview(), game.option("y", a("A")).preview()
    assert best.outcomes == there.outcomes and best.headline == f"at y, {there.headline}"
