"""Walking, running, crawling, the ground, and what lies on it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.books.gorkamorka.table import Position, table
from tests.kit.script import a
from tests.kit.tables import allowed
from warbook.board.geometry import Spot
from warbook.books.gorkamorka.creatures import near_lair
from warbook.books.gorkamorka.field.bodies import on_ground
from warbook.books.gorkamorka.foot.travel import travel
from warbook.books.gorkamorka.foot.turn import warriors_to_move
from warbook.books.gorkamorka.foot.walking import way_off, way_on_foot
from warbook.books.gorkamorka.foot.ways import climb
from warbook.books.gorkamorka.mob.data import vehicles
from warbook.books.gorkamorka.scenario import Sandgulpers
from warbook.books.gorkamorka.scrap import at_large, scrap_held
from warbook.core.events import Moved
from warbook.core.questions import Refusal

FAR = "ork_boy x (46,46)"


def legal(game: Position, *path: tuple[float, ...], how: str = "walk", who: str = "A") -> bool:
    return allowed(game.question(a(who), a(how)), path)


def cost(game: Position, *path: tuple[float, ...], how: str = "run") -> float:
    way: Any = game.question(a("A"), a(how)).accept({"path": [list(point) for point in path]})
    return float(way.cost)


@pytest.mark.rule("gce.overwatch.lost-by-moving")
def test_who_moves_watches_no_longer() -> None:
    game = table(f"ork_boy A (10,10) overwatch   {FAR}").play(a("A"), a("walk"), a((12, 10)))
    assert game["A"].x == 12.0 and not game["A"].overwatch


@pytest.mark.parametrize("how", ["walk", "run"])
def test_the_way_that_an_option_shows_is_the_one_that_is_asked_for(how: str) -> None:
    game = table("ork_boy A (10,10)   ork_boy x (46,46)")
    shown = game.question(a("A")).named(how).goes()
    asked = game.question(a("A"), a(how))
    assert (shown.text, shown.piece, shown.allowance) == (asked.text, asked.piece, asked.allowance)
    assert shown.reach() == asked.reach()


@pytest.mark.rule("gce.foot.order", "gce.game.movement-phase")
def test_the_player_moves_his_own_models_one_at_a_time_in_any_order() -> None:
    game = table(f"ork_boy A (10,10)   ork_boy B (10,20)   {FAR}")
    assert [option.id for option in game.question().options] == ["A", "B", "done"]
    game.play(a("B"), a("walk"), a((12, 20)))
    assert game.option("B").barred.rule == "gce.foot.order" and game.option("A").barred is None


@pytest.mark.rule("gce.foot.move", "gce.warrior.movement", "gce.basics.units")
@pytest.mark.parametrize(("inches", "fits"), [(0.0, True), (4.0, True), (4.1, False)])
def test_a_normal_move_is_up_to_m_inches(inches: float, fits: bool) -> None:
    assert legal(table(f"ork_boy A (10,10)   {FAR}"), (10 + inches, 10)) is fits


@pytest.mark.rule("gce.foot.run", "gce.warrior.movement")
@pytest.mark.parametrize(("m", "reach"), [(4, 8.0), (5, 10.0)])
def test_a_run_is_twice_m(m: int, reach: float) -> None:
    game = table(f"ork_boy A (10,10) m={m}   {FAR}")
    assert legal(game, (10 + reach, 10), how="run") and not legal(game, (10.1 + reach, 10), how="run")
    assert game.play(a("A"), a("run"), a((10 + reach, 10)))["A"].moved == "ran"


@pytest.mark.rule("gce.foot.move", "gce.terrain.open")
def test_ladders_use_up_the_same_allowance() -> None:
    text = f"ork_boy A (8,10)   block (11,8) (16,12) h=3   ladder (10.4,10) (12,10) h=3   {FAR}"
    game = table(text)
    assert legal(game, (10.4, 10), (10.4, 10, 1.6))
    assert not legal(game, (10.4, 10), (10.4, 10, 2.6))
    assert legal(game, (10.4, 10), (10.4, 10, 2.6), how="run")


@pytest.mark.rule("gce.terrain.difficult")
def test_difficult_ground_costs_two_inches_an_inch() -> None:
    game = table(f"ork_boy A (10,10)   area (5,5) (40,15) ground=difficult   {FAR}")
    assert legal(game, (12, 10)) and not legal(game, (12.1, 10))
    game = table(f"ork_boy A (10,10)   area (14,5) (40,15) ground=difficult   {FAR}")
    assert legal(game, (16, 10), how="run") and not legal(game, (16.1, 10), how="run")


@pytest.mark.rule("gce.terrain.very-difficult")
@pytest.mark.parametrize(("how", "reach"), [("walk", 1.0), ("run", 2.0)])
def test_very_difficult_ground_costs_four(how: str, reach: float) -> None:
    game = table(f"ork_boy A (10,10)   area (5,5) (40,15) ground=very-difficult   {FAR}")
    assert legal(game, (10 + reach, 10), how=how) and not legal(game, (10.1 + reach, 10), how=how)


@pytest.mark.rule("gce.terrain.impassable")
def test_impassable_ground_may_not_be_entered() -> None:
    game = table(f"ork_boy A (10,10)   area (12,5) (20,15) ground=impassable   {FAR}")
    assert not legal(game, (13, 10))
    refusal = game.question(a("A"), a("walk")).judge(((pos := game["A"].spot), replace(pos, x=13.0)))
    assert refusal.rule == "gce.terrain.impassable"


@pytest.mark.rule("gce.terrain.walls")
@pytest.mark.parametrize(("height", "wanted"), [(0.5, 4.0), (1.0, 4.0 + 4.0), (None, 4.0)])
def test_walls_cost_by_their_height(height: float | None, wanted: float) -> None:
    wall = "" if height is None else f"wall (12,5) (12,15) h={height}"
    game = table(f"ork_boy A (10,10)   {wall}   {FAR}")
    assert cost(game, (14, 10)) == pytest.approx(wanted)


@pytest.mark.rule("gce.terrain.walls", "gce.terrain.impassable")
def test_a_wall_above_2_inches_cannot_be_climbed() -> None:
    assert not legal(table(f"ork_boy A (10,10) m=20   wall (12,0) (12,48) h=3   {FAR}"), (14, 10))
    assert legal(table(f"ork_boy A (10,10) m=20   wall (12,0) (12,48) h=2   {FAR}"), (14, 10))


@pytest.mark.rule("gce.foot.board-stationary")
@pytest.mark.parametrize(("height", "spent"), [(1.5, 3.0), (0.8, 0.0), (2.5, None)])
def test_high_sides_of_a_vehicle_cost_as_walls_do(height: float, spent: float | None) -> None:
    model = replace(vehicles()["ork_trukk"], obstacle_sides=True, height=height)
    assert climb(model) == spent
    assert climb(replace(model, obstacle_sides=False)) == 0.0


@pytest.mark.rule("gce.foot.contact-only-by-charge")
def test_nobody_walks_into_contact() -> None:
    game = table("ork_boy A (10,10)   ork_boy x (13,10)")
    assert legal(game, (11.9, 10)) and not legal(game, (12, 10))


@pytest.mark.rule("gce.wounding.crawl", "gce.wounding.down")
@pytest.mark.parametrize("m", [4, 6])
def test_who_is_down_crawls_2_inches_and_nothing_else(m: int) -> None:
    game = table(f"ork_boy A (10,10) m={m} down   {FAR}")
    assert [option.id for option in game.question(a("A")).options] == ["crawl", "stay"]
    assert legal(game, (12, 10), how="crawl") and not legal(game, (12.1, 10), how="crawl")


@pytest.mark.rule("gce.foot.move")
def test_he_faces_the_way_he_went_or_as_he_likes() -> None:
    game = table(f"ork_boy A (10,10)   {FAR}").play(a("A"), a("walk"), a((10, 13)))
    assert (game["A"].x, game["A"].y, game["A"].facing, game["A"].went) == (10, 13, 90.0, 3.0)
    game = table(f"ork_boy A (10,10)   {FAR}").play(a("A"), a("turn"), a(200))
    assert game["A"].facing == 200.0 and game["A"].moved == "stayed"


@pytest.mark.rule("gce.boarding.no-leaving-on-ground")
def test_an_engaged_warrior_does_not_move() -> None:
    game = table("ork_boy A (10,10)   ork_boy B (20,20)   ork_boy x (11,10)")
    assert game.option("A").barred.rule == "gce.boarding.no-leaving-on-ground"


@pytest.mark.rule("gce.basics.counters")
def test_scrap_is_picked_up_on_the_way_and_carried_off_over_the_own_edge() -> None:
    game = table(
        f"ork_boy A (10,6)   ork_boy B (40,6)   scrap (11,6)   {FAR}", scenario={"scrap_per_player": "D3"}
    )
    game.play(a("A"), a("walk"), a((12, 6)))
    assert game["A"].scrap == 1 and not game.battle.tokens
    game["A"].moved = ""
    game.play(a("A"), a("carry"))
    assert game["A"].place == "home" and game.battle.carried_off == {"a": 1} and game.battle.began["a"] == 1
    assert game.battle.over and game.battle.winner == "a"  # no scrap is left


@pytest.mark.rule("gce.foot.run")
@pytest.mark.parametrize(("y", "words"), [(8.4, ""), (9.1, "cannot reach his edge")])
def test_scrap_is_carried_off_over_an_edge_in_reach_of_a_run(y: float, words: str) -> None:
    game = table(
        f"ork_boy A (10,{y}) scrap=1   ork_boy B (40,6)   {FAR}", scenario={"scrap_per_player": "D3"}
    )
    barred = game.option("carry", a("A")).barred
    assert (barred.words if barred else "") == words
    assert "carry" not in [option.id for option in game.question(a("B")).options]


@pytest.mark.rule("gce.game.scenario")
def test_a_vehicle_that_nobody_steers_wakes_what_it_stops_beside() -> None:
    lairs = Sandgulpers("D3", 6.0, 18.0, 4.0, "sandgulper")
    text = f"ork_trukk T (10,10) moved=gas   ork_boy A in T   lair (18,4)   {FAR}"
    game = table(text, scenario={"sandgulpers": lairs})
    game.play(a("T"), a("nobody"), dice="6 6")  # a swerve, and 6 inches on
    assert not game.battle.tokens and game["n1"].on_table


@pytest.mark.rule("gce.game.scenario")
def test_what_sleeps_in_the_sand_wakes_and_stops_who_came_near() -> None:
    lairs = Sandgulpers("D3", 6.0, 18.0, 4.0, "sandgulper")
    game = table(f"ork_boy A (10,10)   lair (20,10)   {FAR}", scenario={"sandgulpers": lairs})
    game.play(a("A"), a("run"), a((18, 10)))
    assert game["A"].x == 16.0  # the first whole inch at which the lair is 4 inches or less from his base
    assert game["n1"].side == "n" and game["n1"].on_table and not game.battle.tokens
    assert [event.path[-1].x for event in game.events if isinstance(event, Moved)] == [16.0]


@pytest.mark.rule("gce.game.scenario")
@pytest.mark.parametrize(("x", "wakes"), [(14.4, True), (14.6, False)])
def test_a_lair_is_as_near_as_its_middle(x: float, wakes: bool) -> None:
    lairs = Sandgulpers("D3", 6.0, 18.0, 4.0, "sandgulper")
    game = table(f"ork_boy A ({x},10)   lair (10,10)   {FAR}", scenario={"sandgulpers": lairs})
    assert near_lair(game.battle, game.battle.tokens[0], on_ground(game["A"])) == wakes


@pytest.mark.rule("gce.ending.casualties")
@pytest.mark.parametrize(
    ("edge", "near", "far"),
    [("south", (24, 8.4), (24, 8.7)), ("north", (24, 39.6), (24, 39.3)), ("west", (8.4, 24), (8.7, 24)),
     ("east", (39.6, 24), (39.3, 24))],
)  # fmt: skip
def test_scrap_is_carried_off_over_ones_own_edge_within_a_run(
    edge: str, near: tuple[float, float], far: tuple[float, float]
) -> None:
    """8 inches bring the rim of his base, half an inch from its middle, to the edge."""
    for (x, y), off in ((near, True), (far, False)):
        game = table(f"ork_boy A ({x},{y}) scrap=1  ork_boy x (24,24.5)", scenario={"scrap_per_player": "D3"})
        game.battle.edges["a"] = edge
        path = way_off(game.battle, game["A"])
        assert (path is not None) is off
        if path is not None:
            rim = min(path[-1].x, path[-1].y, 48 - path[-1].x, 48 - path[-1].y)
            assert rim == pytest.approx(0.5)


@pytest.mark.rule("gce.game.scenario")
@pytest.mark.parametrize(("place", "held"), [("table", 3), ("off", 1)])
def test_scrap_on_a_vehicle_that_ran_off_the_table_is_lost(place: str, held: int) -> None:
    game = table(f"ork_trukk T (20,20) scrap=2 place={place}   ork_boy A (10,10) scrap=1   ork_boy x (40,40)")
    assert (scrap_held(game.battle, "a"), at_large(game.battle)) == (held, held)


@pytest.mark.rule("gce.basics.counters")
@pytest.mark.parametrize(("z", "picked"), [(0.0, 1), (0.5, 1), (0.6, 0)])
def test_scrap_on_another_level_is_left_there(z: float, picked: int) -> None:
    game = table(f"ork_boy A (10,6)   scrap (11,6,{z})   {FAR}", scenario={"scrap_per_player": "D3"})
    game.play(a("A"), a("walk"), a((12, 6)))
    assert game["A"].scrap == picked and len(game.battle.tokens) == 1 - picked


@pytest.mark.parametrize("sleeper", ["sandgulper n1 (20,10) side=n", "ork_boy A (20,10)"])
def test_creatures_of_the_sand_wake_no_others(sleeper: str) -> None:
    scenario = {"sandgulpers": Sandgulpers("D3", 6.0, 18.0, 4.0, "sandgulper")}
    game = table(f"{sleeper}   lair (27,10)   ork_boy y (46,46)   ork_boy B (2,46)", scenario=scenario)
    walker = game.battle.warriors[0]
    game.battle.side = walker.side
    with game.scripted([], ""):
        travel(game.game, walker, (walker.spot, Spot(25.0, 10.0)), "gce.foot.move", "walks")
    awake = [each for each in game.battle.mob("n") if each is not walker]
    assert (len(awake), len(game.battle.tokens)) == ((0, 1) if walker.side == "n" else (1, 0))


@pytest.mark.rule("gce.foot.board-stationary")
@pytest.mark.parametrize(("inches", "refused"), [(2.5, False), (2.6, True)])
def test_what_climbing_over_the_sides_cost_is_not_walked_any_more(inches: float, refused: bool) -> None:
    game = table(f"ork_boy A (10,6)   {FAR}")
    question = way_on_foot(game.battle, game["A"], "walk", spent=1.5)
    way = Spot(10.0, 6.0), Spot(10.0 + inches, 6.0)
    assert isinstance(question.judge(way), Refusal) is refused


@pytest.mark.rule("gce.terror.drivers", "gce.stupidity.drivers")
@pytest.mark.parametrize(
    ("ride", "driver", "barred"),
    [
        ("", "stupid", True),
        ("", "", False),
        ("chasing=u chase=race", "stupid", False),
        ("", "stupid burning", False),
    ],
)
def test_no_driver_walks_away_from_what_comes_over_him_at_the_wheel(
    ride: str, driver: str, barred: bool
) -> None:
    """One who chases does not drive in this turn; flames come before everything else."""
    game = table(
        f"""
        ork_trukk T (20,20) moved=gas {ride}   ork_boy D in T driver stupidity {driver}
        ork_trukk u (20,24) facing=0 moved=gas   ork_boy d in u driver   ork_boy x (46,46)
        """
    )
    offer = next(option for option in warriors_to_move(game.battle) if option.id == "D")
    assert (offer.barred is not None) is barred
