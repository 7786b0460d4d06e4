"""Running to cover: at once, each turn, where to, and when not."""

from __future__ import annotations

import math

import pytest

from tests.books.necromunda.position import Position, Refused, table
from tests.kit.script import a, b
from warbook.board.geometry import Spot
from warbook.books.necromunda import nerve
from warbook.books.necromunda.refuge import Refuge
from warbook.books.necromunda.sight import between
from warbook.core.events import Moved
from warbook.core.questions import Way


def refuge(game: Position, inches: int, who: str = "A") -> Refuge:
    return Refuge(game.battle, game[who], inches)


# ---------------------------------------------------------------- when


@pytest.mark.rule("nec.movement.run-to-cover-at-once")
def test_who_breaks_in_the_enemys_shooting_phase_runs_at_once() -> None:
    game = table(
        "ganger A (20,10)   ganger B (20,12)   ganger x (8,10) autogun facing=0",
        phase="shoot",
        side="b",
        began={"a": 9, "b": 9},
    )
    game["A"].x = 19.5  # the closer one is shot
    game.play(
        b("x"), b("A"), a((27, 12)), dice="5 4 6  6 6  3 4"
    )  # A goes out of action; B fails, and runs 3 + 4 inches
    assert game["B"].broken and game["B"].x == 27.0
    assert game.battle.phase == "shoot"
    assert game.rolled("nec.movement.run-to-cover-at-once")[0].faces == (3, 4)


@pytest.mark.rule("nec.movement.run-to-cover-each-turn")
def test_the_run_is_as_long_as_the_dice_say() -> None:
    game = table("ganger A (20,10) broken   ganger x (10,10)", phase="compulsory")
    with pytest.raises(Refused):
        game.play(a((28.1, 10)), dice="2 6")


@pytest.mark.rule("nec.movement.run-to-cover-each-turn")
def test_a_broken_fighter_in_the_open_must_run_2d6_away_in_his_movement_phase() -> None:
    game = table("ganger A (20,10) broken   ganger x (10,10)", phase="compulsory").play(
        a((28, 10)), dice="2 6"
    )
    assert game["A"].x == 28.0 and game["A"].moved == "fled"
    assert game.rolled("nec.movement.run-to-cover-each-turn")[0].faces == (2, 6)


@pytest.mark.rule("nec.movement.run-to-cover-each-turn", "nec.leadership.broken-until-out-of-sight")
def test_he_runs_again_in_each_of_his_movement_phases() -> None:
    game = table("ganger A (20,10) broken   ganger x (10,10)", phase="compulsory").play(
        a((27, 10)), dice="3 4"
    )
    game["A"].moved, game.battle.phase = "", "compulsory"
    game.play(a((32, 10)), dice="1 4")
    assert game["A"].x == 32.0


@pytest.mark.rule("nec.movement.compulsory")
def test_he_cannot_refuse_or_stay() -> None:
    game = table("ganger A (20,10) broken   ganger B (40,40)   ganger x (10,10)", phase="compulsory")
    question = game.question(dice="4 4")
    assert question.piece == "A"
    for path in ([], [[22, 10]], [[12, 10]]):
        with pytest.raises(Refused):
            question.accept({"path": path})


def test_who_points_at_the_map_means_the_floor_he_runs_on() -> None:
    game = table(
        "ganger A (20,10,3) broken   floor (8,6) (32,14) level=3   ganger x (10,10,3)", phase="compulsory"
    )
    path = game.question(dice="4 4").path(28.0, 10.0, None)
    assert path and path[-1] == Spot(28.0, 10.0, 3.0)


@pytest.mark.rule("nec.movement.compulsory")
def test_nobody_walks_before_every_broken_fighter_has_run() -> None:
    game = table(
        "ganger A (20,10) broken   ganger B (20,30) broken   ganger C (30,40)   ganger x (10,20)",
        phase="compulsory",
    )
    game.play(a((25.6, 4.4)), a((25.6, 35.6)), a("C"), a("walk"), a((33, 40)), dice="4 4 4 4")
    assert [event.piece for event in game.events if isinstance(event, Moved)] == ["A", "B", "C"]


@pytest.mark.rule("nec.movement.run-to-cover-stay", "nec.A12")
def test_behind_a_wall_he_stays_and_hides_without_a_roll() -> None:
    game = table(
        "ganger A (20,10) broken   wall (19,8) (19,12) h=1   ganger x (10,10)", phase="compulsory"
    ).play()
    assert game["A"].hidden and game["A"].x == 20.0
    assert not game.rolled("nec.movement.run-to-cover-each-turn")


@pytest.mark.rule("nec.movement.run-to-cover-stay")
def test_whatever_covers_a_part_of_him_is_cover_enough_to_stay() -> None:
    game = table(
        "ganger A (20,10) broken   wall (19,8) (19,12) h=0.3   ganger x (10,10)", phase="compulsory"
    ).play()
    assert game["A"].hidden and game["A"].x == 20.0


@pytest.mark.rule("nec.A12")
def test_if_one_enemy_has_a_clear_line_he_runs_on() -> None:
    game = table(
        "ganger A (20,10) broken   wall (19,8) (19,12) h=1   ganger x (10,10)   ganger y (20,22)",
        phase="compulsory",
    )
    assert game.question(dice="1 2").piece == "A"


@pytest.mark.rule("nec.A12", "nec.M30")
def test_if_an_enemy_is_so_near_that_he_would_be_found_he_runs_on() -> None:
    game = table("ganger A (20,10) broken   wall (19,8) (19,12) h=1   ganger x (17,10)", phase="compulsory")
    assert game.question(dice="1 2").piece == "A"


@pytest.mark.rule("nec.leadership.broken-until-out-of-sight")
def test_where_no_enemy_can_see_him_he_runs_no_further() -> None:
    game = table(
        "ganger A (20,10) broken   wall (15,0) (15,48) h=3   ganger x (10,10)", phase="compulsory"
    ).play()
    assert (game["A"].x, game["A"].moved) == (20.0, "fled") and not game.rolled(
        "nec.movement.run-to-cover-each-turn"
    )
    # Enemies who lie face down see nobody: he stays, but in the open he does not hide.
    game = table("ganger A (20,10) broken   ganger x (10,10) down", phase="compulsory").play()
    assert game["A"].x == 20.0 and not game["A"].hidden


@pytest.mark.rule("nec.M25", "nec.A14")
def test_a_broken_fighter_who_is_engaged_does_not_run() -> None:
    game = table("ganger A (20,10) broken   ganger x (21,10)", phase="compulsory").play()
    assert game.battle.phase == "move" and game["A"].x == 20.0


@pytest.mark.rule("nec.M17")
def test_nor_does_one_bound_by_a_web_or_lying_down() -> None:
    game = table(
        "ganger A (20,10) broken webbed   ganger B (20,20) broken down   ganger x (10,10)", phase="compulsory"
    )
    assert game.play().battle.phase == "move"


@pytest.mark.rule("nec.A19")
def test_the_compulsory_run_overrides_the_turn_lost_to_pinning() -> None:
    game = table("ganger A (20,10) broken pinned lost_turn   ganger x (10,10)", phase="compulsory")
    game.play(a((26, 10)), dice="3 3")
    assert game["A"].x == 26.0 and not game["A"].pinned


# ---------------------------------------------------------------- where to (nec.A10)


@pytest.mark.rule("nec.A10")
def test_cover_out_of_sight_goes_before_cover_and_before_distance() -> None:
    hideout = "wall (22,3) (22,8) h=3"  # blocks every line
    fence = "wall (23,12) (23,16) h=0.8"  # covers in part
    game = table(f"ganger A (20,10)   {hideout}   {fence}   ganger x (10,10)")
    best = refuge(game, 8)
    assert best.kind == "unseen"
    assert all(x > 22 and y < 9 for x, y, _ in best.reach.spots[best.allowed])
    assert best.question().accept({"path": [[20, 8.6], [23, 8.6], [23, 6]]})
    with pytest.raises(Refused, match="out of sight"):
        best.question().accept({"path": [[28, 10]]})
    with pytest.raises(Refused, match="out of sight"):
        best.question().accept({"path": [[20, 11], [23.7, 13]]})


@pytest.mark.rule("nec.A10")
def test_where_nothing_is_out_of_sight_any_cover_goes_before_distance() -> None:
    game = table("ganger A (20,10)   wall (24,8) (24,12) h=0.8   ganger x (10,10)")
    best = refuge(game, 6)
    assert best.kind == "cover"
    assert all(x > 24 for x, _, _ in best.reach.spots[best.allowed])
    with pytest.raises(Refused, match="to cover"):
        best.question().accept({"path": [[20, 16]]})


@pytest.mark.rule("nec.A11")
def test_in_cover_where_he_is_still_seen_the_whole_roll_is_used() -> None:
    game = table("ganger A (20,10)   wall (22,0) (22,48) h=0.8   ganger x (10,10)")
    question = refuge(game, 8).question()
    assert question.accept({"path": [[28, 10]]})
    for x in (23, 28.1):
        with pytest.raises(Refused):
            question.accept({"path": [[x, 10]]})


@pytest.mark.rule("nec.A10")
def test_a_spot_between_those_offered_must_be_unseen_by_every_enemy_too() -> None:
    """Behind the wall x does not see him; y, round its end, sees him north of the middle."""
    game = table("ganger A (20,10)   wall (22,4) (22,12) h=3   ganger x (10,10)   ganger y (16,30)")
    best = refuge(game, 11)
    assert best.kind == "unseen"
    assert best.question().accept({"path": [[20, 3.3], [22.9, 3.3], [22.9, 4.6]]})
    with pytest.raises(Refused, match="out of sight"):
        best.question().accept({"path": [[20, 12.7], [22.9, 12.7], [22.9, 11.4]]})


@pytest.mark.rule("nec.A11")
def test_in_cover_where_nobody_sees_him_the_run_may_end_early() -> None:
    game = table("ganger A (20,10) broken   wall (21,6) (21,14) h=2   ganger x (10,10)", phase="compulsory")
    game.play(a((23, 10)), dice="6 4")  # 3 inches and a leap of 5
    assert game["A"].x == 23.0


@pytest.mark.rule("nec.A10")
def test_in_the_open_he_takes_the_place_farthest_from_the_nearest_visible_enemy() -> None:
    game = table("ganger A (20,10)   ganger x (10,10)   ganger y (20,40)")
    question = refuge(game, 7).question()
    assert question.accept({"path": [[27, 10]]})
    for path in ([[20, 17]], [[13, 10]], [[25, 10]]):
        with pytest.raises(Refused, match="away from the enemy"):
            question.accept({"path": path})


@pytest.mark.rule("nec.A10")
def test_cover_nearer_to_the_enemy_than_he_stands_is_not_for_him() -> None:
    game = table("ganger A (20,10)   area (14,8) (17,12) shelter=0.5   ganger x (10,10)")
    assert refuge(game, 7).kind == "away"
    game = table("ganger A (20,10)   area (23,8) (26,12) shelter=0.5   ganger x (10,10)")
    assert refuge(game, 7).kind == "cover"


@pytest.mark.rule("nec.A10")
def test_an_enemy_he_cannot_see_does_not_count_as_nearest() -> None:
    game = table("ganger A (20,10)   ganger x (23,10)   wall (21.4,4) (21.4,16) h=3   ganger y (8,10)")
    best = refuge(game, 3)
    assert [foe.id for foe in best.foes] == ["y"]


@pytest.mark.rule("nec.A10")
def test_whom_nobody_sees_does_not_run_towards_the_enemy_either() -> None:
    game = table("ganger A (20,10)   ganger x (10,10)   wall (15,0) (15,48) h=3")
    best = refuge(game, 4)
    assert best.kind == "unseen"
    assert min(math.hypot(x - 10, y - 10) for x, y, _ in best.question().reach()) >= 10.0 - 1e-6


@pytest.mark.rule("nec.A10", "nec.M37")
def test_the_nearest_enemy_is_the_nearest_from_base_to_base_in_three_dimensions() -> None:
    """Every place in reach, looked at one by one."""
    game = table(
        """
        ganger A (20,10)   floor (26,8) (30,12) level=4   block (21,11) (24,14) h=1
        ganger x (14,7)   ganger y (27,9,4)
        """
    )
    found = refuge(game, 5)
    assert {z for _, _, z in found.reach.spots} == {0.0, 1.0}
    for (x, y, z), gap in zip(found.reach.spots, found.gaps, strict=True):
        assert gap == pytest.approx(min(between(Spot(x, y, z), game[foe].spot) for foe in "xy"))


@pytest.mark.rule("nec.A10")
@pytest.mark.parametrize("level", [0.0, 3.0])
def test_of_two_places_one_above_the_other_the_one_that_was_named_is_taken(level: float) -> None:
    """Behind the wall he may run under the walkway, or up the ladder and onto it."""
    game = table(
        """
        ganger A (24,5)   wall (22,6) (22,16) h=9   ganger x (10,5)
        floor (23,8) (28,14) level=3   ladder (25,7) (25,8.5) h=3
        """
    )
    path = refuge(game, 12).question().path(25.0, 10.0, level)
    assert path is not None and path[-1] == Spot(25.0, 10.0, level)


@pytest.mark.rule("nec.A10", "nec.M24")
def test_who_runs_past_a_fallen_enemy_does_not_end_in_contact_with_him() -> None:
    game = table("ganger A (20,10)   ganger x (21,10) down   ganger y (10,10)")
    for inches in (2, 3, 12):
        spots = [Spot(*spot) for spot in refuge(game, inches).question().reach()]
        assert spots and all(between(spot, game["x"].spot) > 0.05 for spot in spots)


@pytest.mark.rule("nec.A11")
@pytest.mark.parametrize(("x", "fits"), [(24.9, False), (25.0, True), (25.1, True), (26.0, True)])
def test_to_mere_cover_he_may_be_sent_between_the_places_shown_but_spends_his_roll(
    x: float, fits: bool
) -> None:
    """Behind the low wall a part of him is covered everywhere; of 6 inches the last may be left."""
    game = table("ganger A (20,10)   wall (22,0) (22,48) h=0.9   ganger x (10,10)")
    best = refuge(game, 6)
    assert best.kind == "cover"
    if fits:
        assert best.question().accept({"path": [[x, 10]]})
    else:
        with pytest.raises(Refused):
            best.question().accept({"path": [[x, 10]]})


@pytest.mark.rule("nec.A10")
def test_boxed_in_he_stays_where_he_is() -> None:
    box = "wall (19.4,9.4) (20.6,9.4) (20.6,10.6) (19.4,10.6) (19.4,9.4) h=2.4"
    game = table(f"ganger A (20,10)   {box}   floor (2,2) (6,6) level=3   ganger x (4,4,3)")
    best = refuge(game, 9)
    assert {(x, y) for x, y, _ in best.reach.spots} == {(20.0, 10.0)}
    assert best.question().accept({"path": []})


@pytest.mark.rule("nec.A10")
def test_the_places_offered_are_all_accepted() -> None:
    game = table(
        """
        ganger A (20,10)   ganger B (22,12)   ganger x (10,10)   ganger y (12,20)
        block (24,8) (27,12) h=1   wall (23,14) (27,15) h=1.5   block (18,4) (22,6) h=3
        area (26,4) (30,8) shelter=0.3
        """
    )
    for inches in (2, 5, 7, 12):
        question = refuge(game, inches).question()
        for x, y, z in question.reach():
            assert question.accept(Way(question.path(x, y, z) or ()))


# ---------------------------------------------------------------- off the table (nec.A15)


@pytest.mark.rule("nec.A15")
def test_a_run_over_the_edge_takes_him_out_of_the_battle() -> None:
    game = table("ganger A (44,10) broken   ganger B (20,40)   ganger x (34,10)", phase="compulsory").play(
        dice="3 3"
    )
    assert game["A"].place == "fled" and not game["A"].on_table
    assert game.says("A runs off the table")


@pytest.mark.rule("nec.A15", "nec.bottle.trigger")
def test_who_fled_counts_as_lost_for_the_bottle_test() -> None:
    game = table(
        "ganger A (44,10) broken   ganger B (20,40)   ganger x (34,10)",
        phase="compulsory",
        began={"a": 4, "b": 4},
    )
    game.play(dice="3 3")
    assert nerve.must_bottle(game.battle, "a")


@pytest.mark.rule("nec.A15")
@pytest.mark.parametrize(("dice", "gone"), [("1 2", False), ("1 3", True)])
def test_he_leaves_only_if_the_roll_takes_him_over(dice: str, gone: bool) -> None:
    game = table("ganger A (44,10) broken   ganger B (20,40)   ganger x (34,10)", phase="compulsory")
    game.play(*([] if gone else [a((47, 10))]), dice=dice)
    assert (game["A"].place == "fled") is gone


@pytest.mark.rule("nec.A15")
@pytest.mark.parametrize(("x", "gone"), [(44.5, False), (44.6, True)])
def test_a_run_that_ends_at_the_very_edge_does_not_leave_the_table(x: float, gone: bool) -> None:
    """3 inches from 44.5 bring his base up to the edge."""
    game = table(f"ganger A ({x},10) broken   ganger B (20,40)   ganger x (34,10)", phase="compulsory")
    game.play(*([] if gone else [a((47.5, 10))]), dice="1 2")
    assert (game["A"].place == "fled") is gone


@pytest.mark.rule("nec.A15")
@pytest.mark.parametrize("x", [44.0, 47.5])
@pytest.mark.parametrize("z", [0.5, 3.0])
def test_from_a_walkway_nobody_runs_over_the_edge_of_the_table(x: float, z: float) -> None:
    """M33: nobody falls."""
    game = table(
        f"ganger A ({x},10,{z}) broken   floor (30,6) (48,14) level={z}   ganger B (20,40)"
        f"   ganger x (34,10,{z})",
        phase="compulsory",
    )
    assert game.question(dice="3 3").piece == "A"


@pytest.mark.rule("nec.A15", "nec.movement.run-to-cover-at-once")
def test_with_no_enemy_on_the_table_he_runs_nowhere_over_the_edge() -> None:
    game = table(
        "ganger A (44,10) down   ganger B (45.5,10)   ganger x (0,0) place=reserve",
        phase="recover",
        began={"a": 20, "b": 20},
    )
    game.play(a((46, 10)), dice="6  6 6  3 3")
    assert game["B"].broken and game["B"].on_table


@pytest.mark.rule("nec.A15", "nec.A10")
def test_who_has_cover_in_reach_runs_there_and_not_over_the_edge() -> None:
    game = table("ganger A (44,10) broken   wall (42,12) (42,18) h=3   ganger x (34,10)", phase="compulsory")
    game.play(a((44, 14)), dice="3 3")
    assert game["A"].on_table and game["A"].y == 14.0


@pytest.mark.rule("nec.A10")
def test_not_even_a_fraction_of_an_inch_towards_the_enemy() -> None:
    best = refuge(table("ganger A (20.2,10)   ganger x (10,10)   wall (15,0) (15,48) h=3"), 4)
    assert best.kind == "unseen"
    assert min(between(Spot(*spot), Spot(10, 10)) for spot in best.reach.spots[best.allowed]) >= 9.2 - 1e-6


@pytest.mark.rule("nec.A15")
def test_by_switch_he_stops_at_the_edge() -> None:
    game = table(
        "ganger A (44,10) broken   ganger B (20,40)   ganger x (34,10)",
        phase="compulsory",
        flee_off_table="stop",
    )
    question = game.question(dice="3 3")
    x, y, z = max(question.reach(), key=lambda spot: spot[0])
    game.play(a([(s.x, s.y, s.z) for s in question.path(x, y, z)]), dice="3 3")
    assert game["A"].on_table and game["A"].x >= 47.0


@pytest.mark.rule("nec.A15")
def test_a_wall_before_the_edge_keeps_him_on_the_table() -> None:
    game = table(
        "ganger A (44,10) broken   ganger B (20,40)   wall (46,0) (46,48) h=3   ganger x (34,10)",
        phase="compulsory",
    )
    assert game.question(dice="4 4").piece == "A"


@pytest.mark.rule("nec.A15")
@pytest.mark.parametrize(("wall", "gone"), [("(46,0) (46,20)", True), ("(46,0) (46,28)", False)])
def test_what_counts_is_what_lies_straight_away_from_the_enemy(wall: str, gone: bool) -> None:
    """He runs north-east, past the end of the wall or into it; there is no cover he could reach."""
    game = table(
        f"ganger A (44,20) broken   ganger B (4,40)   wall {wall} h=3   ganger x (42,18)   ganger y (46,30)",
        phase="compulsory",
    )
    if gone:
        assert game.play(dice="3 3")["A"].place == "fled"
    else:
        assert game.question(dice="3 3").piece == "A"


@pytest.mark.rule("nec.A15")
def test_a_friend_at_the_edge_does_not_keep_him_on_the_table() -> None:
    game = table("ganger A (44,10) broken   ganger B (47.5,10)   ganger x (34,10)", phase="compulsory")
    assert game.play(dice="3 3")["A"].place == "fled"


@pytest.mark.rule("nec.A15")
def test_at_the_very_edge_he_flees_along_it_if_that_is_away() -> None:
    game = table("ganger A (24,0.5) broken   ganger x (12,0.5)", phase="compulsory").play(
        a((30, 0.5)), dice="3 3"
    )
    assert game["A"].on_table and game["A"].x == 30.0


@pytest.mark.rule("nec.M2")
def test_when_the_last_of_a_gang_flees_the_battle_is_over() -> None:
    game = table("ganger A (44,10) broken   ganger x (34,10)", phase="compulsory").play(dice="3 3")
    assert game.battle.over and game.battle.winner == "b"


@pytest.mark.rule("nec.M2")
def test_who_runs_to_cover_drops_his_loot() -> None:
    game = table("ganger A (20,10) broken loot=2   ganger x (10,10)", phase="compulsory").play(
        a((26, 10)), dice="3 3"
    )
    assert game["A"].loot == 0 and [(t.kind, t.x) for t in game.battle.tokens] == [("loot", 20.0)] * 2
