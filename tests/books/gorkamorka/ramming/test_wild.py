"""Moves that nobody steers, and what they run into: collisions, crashes, warriors, ground and the edge."""

from __future__ import annotations

import pytest

from tests.books.gorkamorka.garage import at, does, suffers
from tests.books.gorkamorka.table import table
from warbook.board.geometry import overlap
from warbook.board.hulls import Leg
from warbook.books.gorkamorka.field.bodies import hull, on_ground
from warbook.books.gorkamorka.field.fittings import impact_strength
from warbook.books.gorkamorka.ramming.impact import _away, collide
from warbook.books.gorkamorka.ramming.segments import first_met, sweep
from warbook.books.gorkamorka.state import Game, Spin, Thrusting, Wild
from warbook.books.gorkamorka.trouble import settle

LOCATION = "gce.vehicle-damage.location-roll"
HALT = "gce.ramming.head-on"


# ---------------------------------------------------------------- collisions


@pytest.mark.rule("gce.collision.definition", "gce.collision.front-to-front", "gce.collision.ends-movement")
def test_fronts_collide():
    game = table("ork_trukk T (20,20) moved=gas  ork_trukk u (28,20)")
    # 3 and 5 points... all on wheels and engines; here one each: gas minus 1; then both roll to be stopped.
    suffers(game, Wild("T", 0.0, 6.0), dice="1 1  3 3  3 3  4 2")
    assert at(game, "T") == (22, 20, 0), "two inches, and no further"
    assert (game.ride("T").immobilised, game.ride("u").immobilised) == (True, False)
    assert game.ride("T").done and game.ride("u").done
    assert (game.ride("T").slower, game.ride("u").slower) == (1, 1)


@pytest.mark.rule("gce.collision.avoid", "gce.vehicle-movement.out-of-control-move")
@pytest.mark.parametrize("place", ["(20,23.4)", "(24,24.5)"])
def test_who_gets_out_of_the_way_of_a_swerve_leaves_room_for_all_of_it(place: str):
    game = table(
        f"ork_trukk T (20,20) moved=gas   ork_trukk u {place} facing=0 moved=gas   ork_spanner d in u driver"
    )
    suffers(game, Wild("T", 45.0, 4.0), dice="3 4")
    assert at(game, "T") == (22.83, 22.83, 45.0) and at(game, "u")[2] == 45.0
    assert not overlap(hull(game.ride("T")), hull(game.ride("u"))) and not game.rolled(LOCATION)


@pytest.mark.rule("gce.collision.front-to-front")
def test_a_larger_front_hardly_notices_a_bike():
    game = table("ork_trukk T (20,20) moved=gas  ork_bike u (27,20)")
    # The bike's D6 is 1; T takes its one point; only the bike may be stopped.
    suffers(game, Wild("T", 0.0, 6.0), dice="1  3 3  4 3  4")
    assert game.ride("u").immobilised and not game.ride("T").immobilised
    assert len(game.rolled(LOCATION)) == 2


@pytest.mark.rule("gce.collision.side-to-side")
@pytest.mark.parametrize(
    ("kind", "y", "dice", "points"),
    [("ork_trukk", 23, "3 3  3 3", 2), ("ork_bike", 22.25, "2  3 3  4 4 3 3", 3)],
)
def test_sides_scrape(kind: str, y: float, dice: str, points: int):
    """A bike takes D3."""
    game = table(f"ork_trukk T (20,20) moved=gas  {kind} u (20,{y}) facing=0")

    def scrape(game: Game) -> None:
        collide(game, game.battle.vehicle("T"), game.battle.vehicle("u"), 0.0)
        settle(game)

    does(game, scrape, dice=dice)
    assert len(game.rolled(LOCATION)) == points


@pytest.mark.rule("gce.collision.other")
@pytest.mark.parametrize(
    ("kind", "facing", "hurt"),
    [("ork_trukk", 90, ["T", "u"]), ("ork_trukk", 0, ["T", "u"]), ("ork_bike", 90, ["u"])],
)
def test_any_other_pair_is_a_point_each(kind: str, facing: int, hurt: list[str]):
    game = table(f"ork_trukk T (20,20) moved=gas  {kind} u (27,20) facing={facing}")
    suffers(game, Wild("T", 0.0, 6.0), dice="  ".join("3 3" if kind == "ork_trukk" else "4 3" for _ in hurt))
    assert [roll.by for roll in game.rolled(LOCATION)] == hurt


@pytest.mark.rule("gce.collision.ends-movement", "gce.vehicle-movement.thruster-buster")
@pytest.mark.parametrize(
    ("thing", "dice"), [("ork_trukk u (27,20) facing=90", "3 3  3 3"), ("block (24,15) (30,25)", "1  3 3")]
)
def test_after_a_collision_or_a_front_crash_nothing_is_left_of_the_move(thing: str, dice: str):
    """Six inches forward and then a spin: the spin is part of the movement that has ended."""
    game = table(f"ork_trukk T (20,20) moved=gas  {thing}")
    suffers(game, Wild("T", 0.0, 6.0), Spin("T", 90.0), dice=dice)
    assert at(game, "T")[2] == 0.0 and game.ride("T").done and game.battle.trouble == []


@pytest.mark.rule("gce.collision.ends-movement")
def test_nor_of_the_move_of_whom_it_ran_into():
    game = table("ork_trukk T (20,20) moved=gas  ork_trukk u (27,20) facing=90 moved=gas")
    suffers(game, Wild("T", 0.0, 6.0), Wild("u", 0.0, 6.0), dice="3 3  3 3")
    assert at(game, "u") == (27, 20, 90)


@pytest.mark.rule("gce.collision.avoid")
def test_who_is_about_to_be_hit_may_swerve_clear():
    game = table(
        "ork_trukk T (20,20) moved=gas  ork_trukk u (27,20) facing=90 moved=gas  ork_spanner d in u driver"
    )
    suffers(game, Wild("T", 0.0, 6.0), dice="3 4  1")  # Ld 7 passed; to the left
    assert at(game, "T") == (26, 20, 0)
    assert at(game, "u")[2] in (45.0, 135.0)
    assert not game.rolled(LOCATION)


@pytest.mark.rule("gce.collision.avoid")
def test_one_that_stands_still_cannot_swerve_clear():
    game = table("ork_trukk T (20,20) moved=gas  ork_trukk u (27,20) facing=90  ork_spanner d in u driver")
    suffers(game, Wild("T", 0.0, 6.0), dice="3 3  3 3")
    assert len(game.rolled(LOCATION)) == 2


# ---------------------------------------------------------------- crashes


@pytest.mark.rule("gce.crash.front", "gce.crash.definition", "gce.crash.no-swerve")
def test_a_front_crash():
    game = table("ork_trukk T (20,20) moved=gas  ork_spanner D in T driver  block (25,15) (30,25) name=rock")
    suffers(game, Wild("T", 0.0, 6.0), dice="2  3 3  4 4")
    assert at(game, "T") == (22, 20, 0)
    assert game.ride("T").slower == 2 and game.ride("T").done


@pytest.mark.rule("gce.crash.side-rear")
@pytest.mark.parametrize(("die", "points"), [(3, 0), (5, 1)])
def test_a_side_crash_turns_away_and_goes_on(die: int, points: int):
    """Turning left a corner strikes a wall; it turns away to the right as far as it can, and runs on."""
    game = table("ork_trukk T (20,20) moved=gas  wall (22,22) (30,22) h=2")
    suffers(game, Wild("T", 45.0, 2.0), dice=f"{die}" + "  3 3" * points)
    x, y, facing = at(game, "T")
    assert len(game.rolled(LOCATION)) == points
    assert facing == pytest.approx(325.04, abs=0.01)
    assert (x - 20) ** 2 + (y - 20) ** 2 == pytest.approx(4, abs=0.05)


@pytest.mark.rule("gce.crash.definition")
def test_a_low_wall_is_open_ground():
    game = table("ork_trukk T (20,20) moved=gas  wall (25,15) (25,25) h=0.9")
    suffers(game, Wild("T", 0.0, 6.0))
    assert at(game, "T") == (26, 20, 0)


@pytest.mark.rule("gce.crash.definition")
def test_the_skill_emergency_stop():
    game = table(
        """
        ork_trukk T (20,20) moved=gas    ork_spanner D in T driver emergency_stop    ork_boy E in T
        block (25,15) (30,25) name=rock
        """
    )
    suffers(game, Wild("T", 0.0, 6.0), dice="3 4  4  1 1 1")  # E rolls above his Strength and is thrown
    assert not game.rolled("gce.crash.front") and game.ride("T").done
    assert not game["E"].aboard


# ---------------------------------------------------------------- warriors in the way


@pytest.mark.rule("gce.squash.avoid")
def test_one_who_jumps_clear_is_unharmed():
    game = table("ork_trukk T (20,20) moved=gas  ork_boy x (26,20.5)")
    suffers(game, Wild("T", 0.0, 6.0), dice="2")  # I 2
    assert at(game, "T") == (26, 20, 0)
    assert abs(game["x"].y - 20) >= 2.0
    assert not game.rolled("gce.wounding.wound-roll")


@pytest.mark.rule("gce.squash.avoid")
@pytest.mark.parametrize("reach", [6.0, 3.2])
def test_one_who_jumps_clear_lands_beside_the_vehicle_not_before_it(reach: float):
    """Also where the vehicle goes no further and a step ahead of it would be the nearest place."""
    game = table("ork_trukk T (20,20) moved=gas  ork_boy x (26.5,20.2)")
    suffers(game, Wild("T", 0.0, reach), dice="2")
    assert game["x"].y >= 22.0 and abs(game["x"].x - 26.5) < 1.0


@pytest.mark.rule("gce.squash.avoid")
def test_one_between_walls_jumps_ahead_of_the_vehicle():
    game = table(
        """
        ork_trukk T (10,20) moved=gas  ork_boy x (14,20)
        block (0,0) (48,18.4) h=4   block (0,21.6) (48,48) h=4
        """
    )
    suffers(game, Wild("T", 0.0, 3.0), dice="2")
    assert game["x"].x >= 16.5 and not game.rolled("gce.wounding.wound-roll")


@pytest.mark.rule("gce.squash.avoid", "gce.squash.hit")
def test_one_who_does_not_is_hit_and_left_behind():
    game = table("ork_trukk T (20,20) moved=gas  ork_boy x (26,20.5)")
    suffers(game, Wild("T", 0.0, 6.0), dice="3  4")  # S3 against T4 wounds on 5+
    assert game.rolled("gce.wounding.wound-roll")[0].need == 5
    assert game["x"].x < 23


@pytest.mark.rule("gce.squash.down")
def test_one_who_is_down_cannot_jump():
    game = table("ork_trukk T (20,20) moved=gas  ork_boy x (26,20) down")
    suffers(game, Wild("T", 0.0, 6.0), dice="1")
    assert not game.rolled("gce.squash.avoid")


@pytest.mark.rule("gce.squash.attempt")
def test_a_wild_vehicle_spares_no_friends():
    game = table("ork_trukk T (20,20) moved=gas  ork_boy F (26,20)")
    suffers(game, Wild("T", 0.0, 6.0), dice="6  1")
    assert game.rolled("gce.squash.avoid")


@pytest.mark.rule("gce.squash.attempt")
def test_a_turn_comes_over_everybody_in_it_not_only_the_first():
    game = table(
        """
        ork_trukk T (20,20) moved=gas  ork_trukk u (16.7,24.9) facing=0
        ork_boy x (20.6,22.8) i=0  ork_boy y (22.7,22.2) i=0
        """
    )
    suffers(game, Wild("T", 45.0, 0.0), dice="1 1")
    assert sorted(roll.by for roll in game.rolled("gce.wounding.wound-roll")) == ["x", "y"]
    assert not any(overlap(hull(game.ride("T")), on_ground(game[name])) for name in "xy")


def test_who_turns_away_from_a_crash_comes_over_warriors_and_stops_at_walls():
    """The turn away makes no further crash; it goes through those on foot."""
    game = table("ork_trukk T (20,20) moved=gas  ork_boy x (20.6,22.8) i=0  ork_boy y (22.7,22.2) i=0")
    suffers(game, Wild("T", 45.0, 0.0, shy=True), dice="1 1")
    assert sorted(roll.by for roll in game.rolled("gce.wounding.wound-roll")) == ["x", "y"]
    assert at(game, "T") == (20, 20, 45)
    game = table("ork_trukk T (20,20) moved=gas  wall (16,22.4) (26,22.4) h=2")
    suffers(game, Wild("T", 45.0, 0.0, shy=True))
    assert not game.says("crashes") and game.ride("T").facing < 45.0


@pytest.mark.rule("gce.squash.avoid")
@pytest.mark.rule("gce.recovery.pinned-squashed")
def test_a_pinned_warrior_may_jump_and_stays_pinned():
    game = table("ork_trukk T (20,20) moved=gas  digga_boy x (26,20) pinned")
    suffers(game, Wild("T", 0.0, 6.0), dice="3")
    assert game["x"].pinned


@pytest.mark.rule("gce.squash.hit")
def test_spikes_hit_harder_and_extra_spikes_are_harder_to_dodge():
    game = table("ork_trukk T (20,20) moved=gas spikes extra_spikes  ork_boy x (26,20)")
    suffers(game, Wild("T", 0.0, 6.0), dice="2  3")
    assert game.rolled("gce.squash.avoid")[0].most == 1
    assert game.rolled("gce.wounding.wound-roll")[0].need == 4


@pytest.mark.rule("gce.squash.hit")
@pytest.mark.parametrize(("words", "strength", "hits_at"), [("", 3, 3), ("spikes", 3, 4), ("spikes", 2, 2)])
def test_spikes_make_strength_4_of_3_and_of_nothing_else(words: str, strength: int, hits_at: int):
    game = table(f"ork_trukk T (20,20) {words}  ork_boy x (26,20)")
    assert impact_strength(game.ride("T"), strength) == hits_at
    assert impact_strength(None, strength) == strength


# ---------------------------------------------------------------- ground and the edge


@pytest.mark.rule("gce.vehicle-movement.very-difficult-immobilised", "gce.vehicle-movement.trukk-terrain")
def test_ground_that_holds_it_for_good():
    game = table("ork_trukk T (20,20) moved=gas  area (22,10) (40,30) ground=very-difficult")
    suffers(game, Wild("T", 0.0, 6.0))
    assert at(game, "T") == (22, 20, 0) and game.ride("T").immobilised


@pytest.mark.rule("gce.vehicle-movement.terrain-profile")
def test_ground_where_it_comes_to_a_stop():
    game = table("ork_trukk T (20,20) moved=gas  area (22,10) (40,30) ground=difficult")
    suffers(game, Wild("T", 0.0, 6.0))
    assert at(game, "T") == (22, 20, 0) and not game.ride("T").immobilised


@pytest.mark.rule("gce.vehicle-movement.terrain-profile")
def test_thrusters_that_jam_do_not_push_it_through_such_ground():
    game = table("ork_trukk T (20,20) moved=gas  area (22,10) (40,30) ground=difficult")
    suffers(game, Thrusting("T"), dice="2")
    assert at(game, "T") == (22, 20, 0)


@pytest.mark.rule("gce.vehicle-movement.thrust-test", "gce.vehicle-movement.trukk-thrust")
def test_thrusters_that_jam_are_tested_as_a_first_second_and_third_thrust():
    game = table("ork_trukk T (5,20) moved=gas")
    suffers(game, Thrusting("T"), dice="2 3 4 3  4 3")  # 6 inches three times, then a buster of 3
    rolls = game.rolled("gce.vehicle-movement.thrust-test")
    assert [roll.need for roll in rolls] == [2, 3, 4, 4]
    assert at(game, "T") == (26, 20, 0) and game.ride("T").thrusts == 4


@pytest.mark.rule("gce.vehicle-movement.terrain-profile", "gce.terrain.vehicles")
def test_traks_have_a_profile_of_their_own():
    game = table("ork_big_trak T (20,20) moved=gas  area (22,10) (40,30) ground=difficult")
    suffers(game, Wild("T", 0.0, 6.0))
    assert at(game, "T") == (26, 20, 0)


@pytest.mark.rule("gce.ending.casualties")
def test_over_the_edge_with_all_aboard():
    game = table("ork_trukk T (42,20) moved=gas  ork_boy E in T")
    suffers(game, Wild("T", 0.0, 6.0))
    assert (game.ride("T").place, game["E"].place) == ("off", "off")


def test_a_spin():
    game = table("ork_trukk T (20,20) moved=gas")
    suffers(game, Spin("T", inches=3.0), dice="4")  # three o'clock
    assert at(game, "T") == (23, 20, 0)


def test_the_ground_that_stops_it_is_named():
    game = table("ork_trukk T (20,20) moved=gas  area (22,10) (40,30) ground=very-difficult name=tar")
    suffers(game, Wild("T", 0.0, 6.0))
    assert game.says("T is immobilised: stuck in tar.")
    game = table("ork_trukk T (20,20) moved=gas  area (22,10) (40,30) ground=difficult name=scrub")
    suffers(game, Wild("T", 0.0, 6.0))
    assert game.says("T is slowed down by scrub and stops.")


@pytest.mark.rule("gce.vehicle-movement.terrain-profile")
def test_of_two_grounds_the_nearer_stops_it():
    game = table(
        """ork_trukk T (20,20) moved=gas   area (24,10) (30,30) ground=very-difficult name=tar
        area (22,10) (24,30) ground=difficult name=scrub"""
    )
    suffers(game, Wild("T", 0.0, 6.0))
    assert at(game, "T") == (22, 20, 0) and not game.ride("T").immobilised


@pytest.mark.rule("gce.vehicle-movement.terrain-profile")
@pytest.mark.parametrize(("inches", "kind"), [(0.9, "mire"), (0.4, "")])
def test_ground_holds_it_however_short_the_run(inches: float, kind: str):
    """Its middle comes into it after half an inch."""
    game = table("ork_trukk T (20,20)  area (20.5,10) (40,30) ground=very-difficult")
    met, where = first_met(game.battle, game.ride("T"), Leg(0.0, inches))
    assert met.kind == kind and round(where.spot.x, 6) == 20 + min(inches, 0.5)
    back, _ = first_met(game.battle, game.ride("T"), Leg(0.0, -inches))
    assert back.kind == ""


@pytest.mark.rule("gce.ramming.swerve")
@pytest.mark.parametrize(("facing", "turn"), [(89.5, 45.0), (90.5, -45.0), (0.0, 45.0), (180.0, -45.0)])
def test_who_swerves_turns_its_front_to_its_own_side_of_the_line(facing: float, turn: float):
    game = table(f"ork_trukk T (20,24)   ork_trukk t (30,25) facing={facing}")
    strip = sweep(hull(game.ride("T")), 20.0)
    assert _away(game.game, game.ride("t"), strip, "gce.ramming.swerve") == turn
