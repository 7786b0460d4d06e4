"""Movement: whose, in which order, how far, over what, and what may stop it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.books.necromunda.position import Position, Refused, table
from tests.kit.script import a, b
from tests.kit.tables import allowed
from warbook.books.necromunda.sight import apart, engaged, in_contact
from warbook.core.events import Moved

FAR = "ganger z (46,46) hidden"  # an enemy who sees nobody and whom nobody sees


def moved(game: Position) -> list[tuple[str, str]]:
    return [(event.piece, event.how) for event in game.events if isinstance(event, Moved)]


def legal(game: Position, *path: tuple[float, ...], how: str = "walk", who: str = "A") -> bool:
    """Whether a path is accepted."""
    return allowed(game.question(a(who), a(how)), path)


def cost(game: Position, *path: tuple[float, ...], how: str = "walk") -> float:
    way = game.question(a("A"), a(how)).accept({"path": [list(point) for point in path]})
    return float(way.cost)


# ---------------------------------------------------------------- whose, and when


@pytest.mark.rule("nec.movement.own-fighters")
def test_a_player_may_move_his_own_fighters_and_nobody_elses() -> None:
    game = table("ganger A (10,10)   ganger B (10,20)   ganger x (40,40)")
    assert [option.id for option in game.question().options] == ["A", "B", "done"]
    with pytest.raises(Refused):
        game.question().accept("x")


@pytest.mark.rule("nec.movement.own-fighters")
def test_an_unbroken_fighter_may_be_left_where_he_stands() -> None:
    game = table("ganger A (10,10)   ganger x (40,40)").play(a("done"))
    assert game.battle.phase == "watch"
    assert moved(game) == []


@pytest.mark.parametrize("how", ["walk", "run"])
def test_the_way_that_an_option_shows_is_the_one_that_is_asked_for(how: str) -> None:
    game = table("ganger A (10,10)   ganger x (40,40)")
    shown = game.question(a("A")).named(how).goes()
    asked = game.question(a("A"), a(how))
    assert (shown.text, shown.piece, shown.allowance) == (asked.text, asked.piece, asked.allowance)
    assert shown.reach() == asked.reach()


def test_a_walk_in_the_open_is_nothing_but_a_walk() -> None:
    game = table("ganger A (10,10)   ganger x (40,10)").play(a("A"), a("walk"), a((14, 10)))
    assert moved(game) == [("A", "walks")] and len(game.events) == 1


@pytest.mark.rule("nec.movement.order", "nec.movement.compulsory", "nec.movement.remaining")
def test_charges_come_first_then_compulsory_moves_then_the_rest() -> None:
    game = table(
        "ganger A (10,46)   ganger B (20,20) broken   ganger C (40,30)   ganger x (16,46)   ganger y (10,20)",
        phase="charge",
    )
    game.play(a("A"), a("x"), a("done"), a((28, 20)), a("C"), a("walk"), a((40, 34)), dice="4 4")
    assert moved(game) == [("A", "charges"), ("B", "runs to cover"), ("C", "walks")]


@pytest.mark.rule("nec.movement.order", "nec.movement.remaining")
def test_before_the_charges_are_over_nobody_walks_and_afterwards_nobody_charges() -> None:
    game = table("ganger A (10,10)   ganger B (10,20)   ganger x (16,10)", phase="charge")
    assert game.question().rule == "nec.movement.charge"
    game.until("move", a("done"))
    assert game.question().rule == "nec.movement.own-fighters"
    assert [option.id for option in game.question(a("B")).options] == [
        "walk", "run", "stay", "turn", "hide", "overwatch",
    ]  # fmt: skip


@pytest.mark.rule("nec.movement.engaged", "nec.M25")
def test_an_engaged_fighter_does_not_move() -> None:
    game = table("ganger A (10,10)   ganger B (10,20)   ganger x (11,10)")
    assert game.option("A").barred.rule == "nec.movement.engaged"
    assert game.option("B").barred is None


@pytest.mark.rule("nec.leadership.broken", "nec.A14")
def test_a_broken_fighter_has_no_move_but_his_run() -> None:
    game = table("ganger A (10,10) broken moved=fled   ganger B (10,20)   ganger x (30,10)")
    assert game.option("A").barred is not None
    game = table("ganger A (10,10) broken   ganger B (10,20)   ganger x (30,10)", phase="charge")
    assert game.option("A").barred.rule == "nec.leadership.broken"


# ---------------------------------------------------------------- how far


@pytest.mark.rule("nec.movement.normal-distance")
@pytest.mark.parametrize(("inches", "fits"), [(0.5, True), (4.0, True), (4.1, False)])
def test_a_normal_move_is_up_to_4_inches(inches: float, fits: bool) -> None:
    assert legal(table(f"ganger A (10,10)   {FAR}"), (10 + inches, 10)) is fits


@pytest.mark.rule("nec.movement.normal-distance", "nec.A1")
def test_the_move_is_that_of_the_profile() -> None:
    game = table(f"ganger A (10,10) M=5   {FAR}")
    assert legal(game, (15, 10)) and not legal(game, (15.1, 10))
    assert legal(game, (20, 10), how="run") and not legal(game, (20.1, 10), how="run")


@pytest.mark.rule("nec.movement.normal-distance")
def test_a_bent_path_is_measured_along_its_bends() -> None:
    game = table(f"ganger A (10,10)   {FAR}")
    assert legal(game, (12, 10), (12, 12)) and not legal(game, (12, 10), (12, 12.1))


@pytest.mark.rule("nec.movement.normal-distance")
def test_he_stands_where_he_went_and_faces_that_way_or_as_he_likes() -> None:
    game = table(f"ganger A (10,10)   {FAR}").play(a("A"), a("walk"), a((10, 13)))
    assert (game["A"].x, game["A"].y, game["A"].facing, game["A"].went) == (10, 13, 90.0, 3.0)
    game = table(f"ganger A (10,10)   {FAR}").play(a("A"), a("walk"), a({"path": [[10, 13]], "facing": 200}))
    assert game["A"].facing == 200.0


@pytest.mark.rule("nec.injury.down")
def test_who_is_down_crawls_2_inches_and_does_nothing_else() -> None:
    game = table(f"ganger A (10,10) down   {FAR}")
    assert [option.id for option in game.question(a("A")).options] == ["crawl", "stay"]
    assert legal(game, (12, 10), how="crawl") and not legal(game, (12.1, 10), how="crawl")


def test_he_may_stay_and_turn() -> None:
    game = table(f"ganger A (10,10)   {FAR}").play(a("A"), a("turn"), a(135))
    assert (game["A"].x, game["A"].facing, game["A"].moved) == (10, 135.0, "stayed")
    assert not legal(table(f"ganger A (10,10)   {FAR}"), (10.1, 10), how="turn")
    assert table(f"ganger A (10,10)   {FAR}").play(a("A"), a("turn"), a(-90))["A"].facing == 270.0


def test_nobody_leaves_the_table_on_his_feet() -> None:
    game = table(f"ganger A (2,10)   {FAR}")
    assert legal(game, (0.5, 10)) and not legal(game, (0.4, 10))


# ---------------------------------------------------------------- obstacles


@pytest.mark.rule("nec.movement.free-ground", "nec.A6")
def test_a_wall_of_1_inch_costs_nothing_extra() -> None:
    game = table(f"ganger A (10,10)   wall (12,8) (12,12) h=1   {FAR}")
    assert cost(game, (14, 10)) == pytest.approx(4.0)


@pytest.mark.rule("nec.movement.free-ground")
def test_a_door_costs_nothing_extra() -> None:
    game = table(
        f"""
        ganger A (10,10)   {FAR}
        wall (12,5) (12,9) h=3   door (12,9) (12,11) h=3   wall (12,11) (12,15) h=3
        """
    )
    assert cost(game, (14, 10)) == pytest.approx(4.0)
    assert not legal(game, (10, 13), (14, 13))


LADDER = "block (12,8) (18,14) h=3   ladder (11.5,10) (12.5,10) h=3"


@pytest.mark.rule("nec.movement.free-ground")
def test_2_inches_of_floor_and_2_of_ladder_cost_4_and_he_may_end_there() -> None:
    game = table(f"ganger A (9.5,10)   {LADDER}   {FAR}")
    assert cost(game, (11.5, 10), (11.5, 10, 2)) == pytest.approx(4.0)
    assert not legal(game, (11.5, 10), (11.5, 10, 2.1))
    game.play(a("A"), a("walk"), a([(11.5, 10), (11.5, 10, 2)]))
    assert (game["A"].x, game["A"].z) == (11.5, 2.0)


@pytest.mark.rule("nec.movement.free-ground")
def test_from_the_ladder_he_climbs_on_up_or_down() -> None:
    game = table(f"ganger A (11.5,10,2)   {LADDER}   {FAR}")
    assert cost(game, (11.5, 10, 3), (12.5, 10, 3), (14.5, 10, 3)) == pytest.approx(4.0)
    assert cost(game, (11.5, 10, 0), (9.5, 10, 0)) == pytest.approx(4.0)


@pytest.mark.rule("nec.movement.wall-limit", "nec.movement.free-ground")
def test_without_a_ladder_nobody_gets_up_or_down_3_inches() -> None:
    game = table(f"ganger A (10.5,12)   {LADDER}   {FAR}")
    assert not legal(game, (13, 12, 3))
    game = table(f"ganger A (13,12,3)   {LADDER}   {FAR}")
    assert not legal(game, (11, 12, 0))


@pytest.mark.rule("nec.movement.free-ground", "nec.movement.wall-leap", "nec.A6")
@pytest.mark.parametrize(("height", "inches"), [(0.9, 2.0), (1.0, 2.0), (1.1, 4.0), (1.3, 4.0), (2.0, 4.0)])
def test_above_1_inch_a_wall_costs_half_the_move(height: float, inches: float) -> None:
    game = table(f"ganger A (10,10)   wall (11,6) (11,14) h={height}   {FAR}")
    assert cost(game, (12, 10)) == pytest.approx(inches)


@pytest.mark.rule("nec.movement.wall-leap", "nec.A5")
def test_a_wall_of_one_and_a_half_inches_leaves_2_of_4() -> None:
    game = table(f"ganger A (10,10)   wall (11,8) (11,12) h=1.5   {FAR}")
    assert cost(game, (12, 10)) == pytest.approx(4.0)
    assert not legal(game, (12.1, 10))


@pytest.mark.rule("nec.movement.wall-leap", "nec.movement.wall-limit", "nec.A5")
def test_a_wall_of_2_inches_leaves_4_of_a_run_of_8() -> None:
    game = table(f"ganger A (10,10)   wall (11,8) (11,12) h=2   {FAR}")
    assert cost(game, (14, 10), how="run") == pytest.approx(8.0)
    assert not legal(game, (14.1, 10), how="run")


@pytest.mark.rule("nec.movement.wall-leap", "nec.A5")
def test_two_such_walls_use_up_the_whole_move() -> None:
    game = table(f"ganger A (10,10)   wall (10.6,8) (10.6,12) h=1.5   wall (11.7,8) (11.7,12) h=1.5   {FAR}")
    assert not legal(game, (12.3, 10)) and not legal(game, (12.3, 10), how="run")


@pytest.mark.rule("nec.movement.wall-limit", "nec.A6")
@pytest.mark.parametrize(("height", "fits"), [(1.0, True), (2.0, True), (2.1, False), (3.0, False)])
def test_a_wall_above_2_inches_cannot_be_crossed(height: float, fits: bool) -> None:
    assert legal(table(f"ganger A (10,10)   wall (11,6) (11,14) h={height}   {FAR}"), (12, 10)) is fits


@pytest.mark.rule("nec.movement.wall-limit")
def test_the_refusal_names_the_wall_and_the_way_round_it_is_offered() -> None:
    game = table(f"ganger A (10,10)   wall (11,9) (11,16) h=3 name=bulkhead   {FAR}")
    route = game.question(a("A"), a("walk"))
    with pytest.raises(Refused, match="bulkhead"):
        route.accept({"path": [[12, 10]]})
    assert route.path(12, 8, 0)[-1].x == 12


@pytest.mark.rule("nec.M32", "nec.movement.wall-leap")
def test_what_is_thicker_than_a_wall_is_climbed_onto_at_the_cost_of_a_leap() -> None:
    game = table(f"ganger A (10,10)   block (11,8) (14,12) h=1.5   {FAR}")
    assert cost(game, (12, 10, 1.5)) == pytest.approx(4.0)
    assert not legal(game, (15, 10))
    game.play(a("A"), a("walk"), a((12, 10, 1.5)))
    assert game["A"].z == 1.5


@pytest.mark.rule("nec.movement.free-ground", "nec.M31")
@pytest.mark.parametrize("kind", ["difficult", "very-difficult", "impassable"])
def test_every_floor_is_free(kind: str) -> None:
    game = table(f"ganger A (10,10)   area (9,8) (20,12) ground={kind}   {FAR}")
    assert cost(game, (14, 10)) == pytest.approx(4.0)


@pytest.mark.rule("nec.M31")
@pytest.mark.parametrize(("kind", "most"), [("difficult", 2.0), ("very-difficult", 1.0), ("impassable", 0.0)])
def test_by_switch_ground_may_be_difficult(kind: str, most: float) -> None:
    game = table(f"ganger A (10,10)   area (10,8) (20,12) ground={kind}   {FAR}", difficult_ground=True)
    assert legal(game, (10 + most, 10)) or not most
    assert not legal(game, (10.1 + most, 10))


# ---------------------------------------------------------------- others in the way


def test_a_friend_may_be_passed_but_not_stood_upon() -> None:
    game = table(f"ganger A (10,10)   ganger B (12,10)   {FAR}")
    assert legal(game, (14, 10)) and legal(game, (13, 10)) and not legal(game, (12.5, 10))


@pytest.mark.rule("nec.M24", "nec.movement.engaged")
def test_no_walk_ends_in_contact_with_an_enemy_or_leads_past_through_him() -> None:
    game = table("ganger A (10,10)   ganger x (12,10)")
    for x in (11.0, 10.99, 10.96):
        assert not legal(game, (x, 10))
    assert legal(game, (10.9, 10)) and not legal(game, (14, 10))
    assert not engaged(game.play(a("A"), a("walk"), a((10.9, 10))).battle, game["A"])


@pytest.mark.rule("nec.M24")
def test_nor_from_a_crate_above_him() -> None:
    game = table("ganger A (13,10,2)   block (12,8) (16,12) h=2   ganger x (11.5,10)")
    game.play(a("A"), a("walk"), a((12.1, 10, 2)))
    assert not in_contact(game["A"], game["x"])


@pytest.mark.rule("nec.M24")
def test_nor_after_a_fall_short_of_him() -> None:
    game = table("ganger A (10,10)   ganger x (12,10) down")
    assert not legal(game, (11, 10))


@pytest.mark.rule("nec.M37")
def test_distances_run_from_base_to_base_in_three_dimensions() -> None:
    game = table("ganger A (10,10)   ganger B (14,10,4)   floor (13,8) (16,12) level=4   ganger x (40,40)")
    assert apart(game["A"], game["B"]) == 5.0  # 3 inches along, 4 up


# ---------------------------------------------------------------- stopped on the way


OVERWATCH = "ganger x (30,10) autogun overwatch"


@pytest.mark.rule("nec.M8")
@pytest.mark.parametrize(("dice", "x"), [("6 1 5", 11.0), ("2", 14.0)])
def test_who_is_hit_stops_and_who_is_missed_goes_on(dice: str, x: float) -> None:
    game = table(f"ganger A (10,10)   {OVERWATCH}").play(a("A"), a("walk"), a((14, 10)), b("0"), dice=dice)
    assert game["A"].x == pytest.approx(x)
    assert game["A"].went == pytest.approx(x - 10)
    assert game["A"].moved == "walked" and game.unanswered is None


@pytest.mark.rule("nec.M8")
def test_nobody_is_stopped_on_top_of_a_friend_or_of_a_wall() -> None:
    game = table(f"ganger A (10,10)   ganger B (11,10)   wall (12,9) (12,11) h=1   {OVERWATCH}")
    spots = [o.spot.x for o in game.question(a("A"), a("walk"), a((14, 10))).options if o.spot]
    assert spots and all(abs(x - 11) >= 1 and abs(x - 12) >= 0.5 for x in spots)


@pytest.mark.rule("nec.M8")
def test_under_a_friend_on_a_walkway_there_is_room_to_be_stopped() -> None:
    game = table(
        f"ganger A (10,10)   ganger B (11,10,3)   floor (10.4,9.4) (11.6,10.6) level=3   {OVERWATCH}"
    )
    game.play(a("A"), a("walk"), a((14, 10)), b("0"), dice="6 1 5")
    assert (game["A"].x, game["A"].z) == pytest.approx((11.0, 0.0))


@pytest.mark.rule("nec.M8")
def test_who_is_stopped_on_a_crate_stands_on_it() -> None:
    game = table(f"ganger A (10,10)   block (10.6,8) (12.4,12) h=1   {OVERWATCH}")
    game.play(a("A"), a("walk"), a((14, 10)), b("0"), dice="6 1 5")
    assert game["A"].pinned and game["A"].x == pytest.approx(11.0) and game["A"].z == 1.0


@pytest.mark.rule("nec.M11")
def test_a_step_of_less_than_an_inch_turns_him_too() -> None:
    game = table("ganger A (10,10)   ganger x (40,40)").play(a("A"), a("walk"), a((10, 10.4)))
    assert game["A"].facing == 90.0


@pytest.mark.rule("nec.M8")
def test_who_is_stopped_on_a_walkway_does_not_stand_beneath_it() -> None:
    game = table(
        "ganger A (10,10,3)   floor (8,8) (20,12) level=3   floor (28,8) (32,12) level=3"
        "   ganger x (30,10,3) autogun overwatch"
    )
    game.play(a("A"), a("walk"), a((14, 10, 3)), b("0"), dice="6 1 5")
    assert game["A"].pinned and (game["A"].x, game["A"].z) == (pytest.approx(11.0), 3.0)


@pytest.mark.rule("nec.M8")
def test_who_is_stopped_beside_a_three_cornered_crate_stands_on_the_ground() -> None:
    """Its long side crosses his way at 11.8."""
    game = table(f"ganger A (10,10)   block (10.6,8) (13,8) (13,12) h=1   {OVERWATCH}")
    game.play(a("A"), a("walk"), a((14, 10)), b("0"), dice="6 1 5")
    assert game["A"].pinned and (game["A"].x, game["A"].z) == (pytest.approx(11.0), 0.0)


@pytest.mark.rule("nec.M8")
def test_who_is_stopped_on_a_ladder_hangs_there() -> None:
    game = table(f"ganger A (11.5,10)   {LADDER}   ganger x (2,10) autogun overwatch facing=0")
    game.play(a("A"), a("walk"), a((11.5, 10, 3)), b("0"), dice="6 1 5")
    assert game["A"].pinned and game["A"].z == pytest.approx(1.0)


@pytest.mark.rule("nec.M8")
def test_a_crawler_who_is_missed_crawls_on() -> None:
    game = table(f"ganger A (10,10) down   {OVERWATCH}").play(
        a("A"), a("crawl"), a((12, 10)), b("0"), dice="2"
    )
    assert game["A"].x == 12.0


@pytest.mark.rule("nec.M15")
def test_only_the_own_movement_phase_makes_a_target_rapid() -> None:
    game = table("ganger A (24,10) broken   ganger x (10,10)", phase="compulsory").play(
        a((35, 10)), dice="5 6"
    )
    assert game["A"].went == pytest.approx(11.0)
    game = table(
        "ganger A (24,10) down   ganger B (26,10) Ld=7   ganger x (10,10)", phase="recover", side="a"
    )
    game.play(a((37, 10)), dice="6 6 6 5 6")
    assert game["B"].broken and game["B"].x == 37.0 and game["B"].went == 0.0


def grenade(game: Position) -> list[Any]:
    return [token for token in game.battle.tokens if token.kind == "dud"]


@pytest.mark.rule("nec.M17")
def test_a_sleeping_grenade_may_go_off_when_somebody_comes_within_2_inches() -> None:
    position = f"ganger A (10,10)   dud (16,10) weapon=frag_grenades   {FAR}"
    assert grenade(table(position).play(a("A"), a("walk"), a((12.9, 10))))
    game = table(position).play(
        a("A"), a("walk"), a((14, 10)), dice="3"
    )  # within 2 after 4 inches: it sleeps on
    assert grenade(game) and game["A"].x == 14.0
    game = table(position).play(
        a("A"), a("run"), a((18, 10)), dice="4 4 2"
    )  # it goes off; he is hit, but not wounded
    assert not grenade(game)
    assert game["A"].pinned and game["A"].x == pytest.approx(14.0)


@pytest.mark.rule("nec.M17")
def test_a_grenade_on_the_way_wakes_though_he_would_go_on() -> None:
    game = table(f"ganger A (10,10)   dud (14,12) weapon=frag_grenades   {FAR}")
    game.play(a("A"), a("run"), a((18, 10)), dice="2")
    assert len(game.rolled("nec.M17")) == 1 and game["A"].x == 18.0
