"""Running: twice as far, and then neither shooting nor hiding; stopped near an enemy in sight."""

from __future__ import annotations

from typing import Any

import pytest

from tests.books.necromunda.position import Position, Refused, table, why
from tests.kit.script import a
from warbook.board.geometry import Spot
from warbook.books.necromunda import hiding, shooting, walking
from warbook.books.necromunda.sight import apart


def run(text: str, to: tuple[float, ...], **rulings: Any) -> Position:
    return table(text, **rulings).play(a("A"), a("run"), a(to))


@pytest.mark.rule("nec.movement.run")
@pytest.mark.parametrize(("inches", "fits"), [(8.0, True), (8.1, False)])
def test_a_run_doubles_the_move(inches: float, fits: bool) -> None:
    game = table("ganger A (10,10)   ganger x (40,40)")
    if fits:
        assert game.play(a("A"), a("run"), a((10 + inches, 10)))["A"].x == 18.0
    else:
        with pytest.raises(Refused):
            game.play(a("A"), a("run"), a((10 + inches, 10)))


@pytest.mark.rule("nec.movement.run-no-shooting")
def test_who_ran_5_inches_does_not_shoot() -> None:
    game = run("ganger A (10,10) autogun   ganger B (10,30) autogun   ganger x (40,10)", (15, 10))
    game.until("shoot", a("done"))
    assert game.option("A").barred.rule == "nec.movement.run-no-shooting"
    assert game.option("B").barred is None


@pytest.mark.rule("nec.movement.run-no-shooting")
def test_who_walked_may_shoot() -> None:
    game = table("ganger A (10,10) autogun   ganger x (30,10)").play(a("A"), a("walk"), a((14, 10)))
    game.until("shoot")
    assert shooting.may_shoot(game.battle, game["A"]) is None


COVER = "wall (16.8,8) (16.8,12) h=1"


@pytest.mark.rule("nec.movement.run-no-hiding")
def test_who_ran_behind_a_wall_has_cover_but_may_not_hide() -> None:
    game = run(f"ganger A (9,10)   ganger x (40,10)   {COVER}", (16, 10))
    assert game.unanswered is None and not game["A"].hidden
    assert why(hiding.may_hide(game.battle, game["A"])).rule == "nec.movement.run-no-hiding"
    walker = table(f"ganger A (13,10)   ganger x (40,10)   {COVER}").play(
        a("A"), a("walk"), a((16, 10)), a("hide")
    )
    assert walker["A"].hidden


@pytest.mark.rule("nec.movement.run-stop-near-enemy")
def test_a_runner_11_inches_away_stops_after_3() -> None:
    game = run("ganger A (10,10)   ganger x (22,10)", (18, 10))
    assert game["A"].x == pytest.approx(13.0, abs=1e-4)
    assert apart(game["A"], game["x"]) == pytest.approx(8.0, abs=1e-4)
    assert game["A"].went == pytest.approx(3.0, abs=1e-4)
    assert game.says("stops running")


@pytest.mark.rule("nec.movement.run-stop-near-enemy")
def test_a_runner_8_inches_and_a_tenth_away_stops_after_a_tenth() -> None:
    game = run("ganger A (10,10)   ganger x (19.1,10)", (18, 10))
    assert game["A"].x == pytest.approx(10.1, abs=1e-4)


@pytest.mark.rule("nec.movement.run-stop-near-enemy")
@pytest.mark.parametrize("state", ["down", "pinned"])
def test_an_enemy_who_lies_in_sight_stops_a_run_too(state: str) -> None:
    game = run(f"ganger A (10,10)   ganger x (22,10) {state}   ganger y (46,46)", (18, 10))
    assert game["A"].x == pytest.approx(13.0, abs=1e-4)


@pytest.mark.rule("nec.movement.run-stop-near-enemy")
@pytest.mark.parametrize(("state", "x"), [("down", 18.0), ("", 13.0)])
def test_an_enemy_who_lies_behind_a_low_wall_is_not_seen_and_stops_nobody(state: str, x: float) -> None:
    game = run(f"ganger A (10,10)   ganger x (22,10) {state}   wall (21.2,6) (21.2,14) h=0.9", (18, 10))
    assert game["A"].x == pytest.approx(x, abs=1e-4)


@pytest.mark.rule("nec.A4", "nec.movement.run-stop-near-enemy")
@pytest.mark.parametrize("state", ["down", "pinned"])
def test_nobody_starts_a_run_beside_an_enemy_who_lies_in_sight(state: str) -> None:
    game = table(f"ganger A (10,10)   ganger x (16,10) {state}   ganger y (46,46)", premeasure=True)
    assert game.option("run", a("A")).barred.rule == "nec.movement.run-stop-near-enemy"


@pytest.mark.rule("nec.movement.run-stop-near-enemy")
@pytest.mark.parametrize(("h", "stops"), [(1.0, True), (0.4, False)])
def test_who_runs_over_a_block_looks_from_its_top(h: float, stops: bool) -> None:
    """From the ground, and from a block as low as a kerb, the wall hides x; from the top of one of an inch
    it does not."""
    game = run(
        f"ganger A (10,10)  ganger x (22,10)  wall (20,4) (20,16) h=1.3  block (12,8) (16,12) h={h}", (18, 10)
    )
    assert (game["A"].x < 17.9) == stops == game.says("stops running")


@pytest.mark.rule("nec.movement.run-stop-near-enemy", "nec.hiding.hidden")
def test_a_hidden_enemy_does_not_stop_a_run() -> None:
    game = run("ganger A (10,10)   ganger x (22,10) hidden   wall (21,8) (21,12) h=1", (14, 10))
    assert game["A"].x == 14.0 and game["x"].hidden


@pytest.mark.rule("nec.movement.run-stop-near-enemy", "nec.M30")
def test_a_hidden_enemy_who_is_found_on_the_way_does() -> None:
    # With Initiative 6 he finds x 6 inches away, and stops there although the run goes on.
    game = run("ganger A (10,10) I=6   ganger x (20,10) hidden   wall (19,8) (19,12) h=1", (18, 10))
    assert game["A"].x == pytest.approx(13.0, abs=1e-4)
    assert not game["x"].hidden


@pytest.mark.rule("nec.movement.run-stop-near-enemy")
def test_an_enemy_out_of_sight_does_not_stop_him_until_he_comes_into_sight() -> None:
    game = run("ganger A (10,10)   ganger x (16,4)   wall (13,0) (13,9) h=3", (10, 18))
    assert game["A"].y == 18.0
    # Past the end of the wall he sees x, who is nearer than 8 inches by then.
    game = run("ganger A (10,6)   ganger x (16,6)   wall (13,0) (13,9) h=3", (10, 14))
    assert 9.0 < game["A"].y < 14.0
    assert apart(game["A"], game["x"]) < 8.0


@pytest.mark.rule("nec.movement.run-stop-near-enemy")
def test_running_past_at_more_than_8_inches_is_no_reason_to_stop() -> None:
    assert run("ganger A (10,10)   ganger x (14,19.1)", (18, 10))["A"].x == 18.0
    assert run("ganger A (10,10)   ganger x (14,18.9)", (18, 10))["A"].x < 14.0
    assert run("ganger A (10,10)   ganger x (14,19)", (18, 10))["A"].x == pytest.approx(14.0)


@pytest.mark.rule("nec.movement.run-stop-near-enemy")
@pytest.mark.parametrize(("x", "stopped"), [(26.95, 17.95), (27.05, 18.0)])
def test_he_stops_even_if_he_has_hardly_farther_to_go(x: float, stopped: float) -> None:
    game = run(f"ganger A (10,10)   ganger x ({x},10)", (18, 10))
    assert game["A"].x == pytest.approx(stopped, abs=1e-4)


@pytest.mark.rule("nec.A4", "nec.movement.run-stop-near-enemy")
@pytest.mark.parametrize(("x", "runs"), [(19.0, False), (18.0, False), (19.1, True)])
def test_who_starts_within_8_inches_of_an_enemy_he_sees_cannot_run(x: float, runs: bool) -> None:
    game = table(f"ganger A (10,10)   ganger x ({x},10)", premeasure=True)
    assert (game.option("run", a("A")).barred is None) is runs
    assert game.option("walk", a("A")).barred is None


@pytest.mark.rule("nec.A4")
def test_who_was_stopped_has_still_run() -> None:
    game = run("ganger A (10,10) autogun   ganger x (22,10)", (18, 10))
    assert game["A"].moved == "ran"
    assert why(shooting.may_shoot(game.battle, game["A"])).rule == "nec.movement.run-no-shooting"


@pytest.mark.rule("nec.A4")
def test_who_was_stopped_at_8_inches_cannot_run_on_next_turn() -> None:
    game = run("ganger A (10,10)   ganger x (22,10)", (18, 10), premeasure=True)
    game["A"].moved, game.battle.phase = "", "move"
    assert game.option("run", a("A")).barred.rule == "nec.movement.run-stop-near-enemy"


@pytest.mark.rule("nec.A3", "nec.movement.run-stop-near-enemy")
def test_a_charge_is_not_stopped() -> None:
    game = table("ganger A (10,10)   ganger x (18,10)   ganger y (14,15)", phase="charge").play(
        a("A"), a("x")
    )
    assert game["A"].charging == "x"


@pytest.mark.rule("nec.A3", "nec.movement.run-stop-near-enemy")
def test_a_run_to_cover_is_not_stopped_even_if_he_ran_in_his_own_turn() -> None:
    game = table(
        """
        ganger A (20,10) moved=ran   ganger B (20,11.5) down
        ganger x (13,10)
        """,
        phase="recover",
        began={"a": 9, "b": 9},
    )
    game.play(a((28, 10)), dice="6 6 6 4 4")  # B goes out, A breaks with x 6 inches away and runs 8
    assert game["A"].broken and game["A"].x == 28.0


@pytest.mark.rule("nec.movement.run-stop-near-enemy")
def test_a_run_stopped_over_a_friend_ends_where_there_is_room() -> None:
    game = run("ganger A (10,10)   ganger B (13,10)   ganger x (22,10)", (18, 10))
    assert game["A"].x <= 12.0 + 1e-6
    assert game["A"].moved == "ran"


@pytest.mark.rule("nec.A9", "nec.hiding.hidden")
def test_a_hidden_fighter_who_runs_is_hidden_no_longer() -> None:
    game = run(f"ganger A (16,10) hidden   ganger x (40,10)   {COVER}", (16, 4))
    assert not game["A"].hidden


@pytest.mark.parametrize("x", [14.1, 18.0, 30.0])
def test_a_point_of_a_path_that_still_descends_is_on_the_ground_beyond_the_crate(x: float) -> None:
    game = table("ganger A (10,20)   ganger x (30,30)   block (10,8) (14,12) h=1")
    assert walking.feet(game.battle, Spot(x, 10.0, 0.6)) == Spot(x, 10.0, 0.0)


@pytest.mark.parametrize(("x", "free"), [(11.0, True), (10.9, False), (11.1, True)])
def test_one_has_room_to_stop_where_no_base_is(x: float, free: bool) -> None:
    game = table("ganger A (10,20)   ganger B (10,10)   ganger x (30,30)")
    assert (walking.room(game.battle, game["A"], Spot(x, 10.0)) is not None) == free
    assert walking.room(game.battle, game["B"], Spot(x, 10.0)) is not None  # he himself is in nobody's way
