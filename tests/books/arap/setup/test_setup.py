"""Setting up: who begins, where squads stand, reserves, and what happens by chance."""

from __future__ import annotations

import math

import pytest
from msgspec.structs import replace

from tests.books.arap.table import table
from tests.kit.position import Turning
from tests.kit.script import a, b
from warbook.board.geometry import Body, Disc, Spot
from warbook.books.arap import BOOK
from warbook.books.arap.bot.drill import Drill
from warbook.books.arap.ending.victory import best_kept, decided, is_side_broken, turn_over
from warbook.books.arap.field.coherency import coherent
from warbook.books.arap.scenario import Animal, Charges, Hold, Part, SmokeBank, Visibility, Wind, Zone
from warbook.books.arap.setup.deploying import grid, has_room, places, waiting, where, zone_for, zone_of
from warbook.books.arap.setup.mustering import muster
from warbook.books.arap.setup.zones import holds
from warbook.books.arap.state import Battle, Cloud
from warbook.core.book import UnknownName
from warbook.core.dice import Seeded
from warbook.core.game import Game
from warbook.core.questions import Refusal, Refused


def battle(
    scenario: str = "meeting", forces: tuple[str, str] = ("human_patrol", "ork_patrol")
) -> Turning[Battle]:
    return Turning(BOOK, muster(BOOK.setup(scenario, forces, {})))


@pytest.mark.rule("arap.H1")
def test_who_rolls_highest_says_who_begins():
    game = battle().play(b("a"), dice="3 3 2 5")
    assert game.battle.order == ("a", "b") and game.battle.phase == "deploy"
    game = battle().play(a("b"), dice="6 2")
    assert game.battle.order == ("b", "a") and game.battle.side == "b"


@pytest.mark.rule("arap.H1")
def test_a_scenario_may_say_who_begins():
    game = battle("hold_the_ruin").play()
    first = game.battle.order[0]
    assert game.battle.part(first).role == "attacker"
    assert game.battle.part(game.battle.side).role == "defender", "a defender sets up first"


@pytest.mark.rule("arap.H1", "arap.S24")
def test_squads_are_set_up_in_their_zone_and_in_coherency():
    game = battle().play(a("a"), dice="6 2")
    unit = game.battle.units[0]
    game.play(a(unit.id), a((20, 6)))
    figures = game.battle.standing(unit)
    assert len(figures) == unit.began and coherent(game.battle, unit)
    assert all(figure.y <= 12 and figure.facing == 90 for figure in figures)
    with pytest.raises(Refused, match="set up within 12 inches of the south edge"):
        game.play(a(game.battle.units[1].id), a((20, 20)))


@pytest.mark.rule("arap.H1", "arap.S24")
def test_a_squad_is_set_up_at_the_nearest_place_that_has_room():
    game = battle().play(a("a"), dice="6 2")
    route = where(game.battle, game.battle.units[0], zone_of(game.battle, game.battle.units[0]))
    assert route.path(20, 6, None) == (Spot(20, 6),)
    (near,) = route.path(20, 30, None)
    assert (near.x, near.y) == min(route.reach(), key=lambda spot: math.dist(spot[:2], (20, 30)))[:2]


@pytest.mark.rule("arap.H1")
def test_where_there_is_no_room_there_is_no_nearest_place():
    game = battle().play(a("a"), dice="6 2")
    unit = game.battle.units[0]
    route = where(game.battle, unit, Zone(edge="south", within=0.1))
    assert route.path(20, 6, None) is None and route.reach() == []


@pytest.mark.rule("arap.H1")
def test_a_figure_may_be_set_up_at_the_very_edge_and_not_beyond():
    game = table("human_trooper A (10,10)   marine x (60,40)")
    zone = Zone(edge="west", within=4)
    assert not isinstance(places(game.battle, game["A"], Spot(0.6, 10), zone), Refusal)
    assert isinstance(places(game.battle, game["A"], Spot(-0.1, 10), zone), Refusal)
    assert not isinstance(places(game.battle, game["A"], Spot(3, 47.9), zone), Refusal)
    assert isinstance(places(game.battle, game["A"], Spot(3, 48.1), zone), Refusal)
    assert isinstance(places(game.battle, game["A"], Spot(3, -0.1), zone), Refusal)


@pytest.mark.rule("arap.H1")
def test_the_rest_is_set_up_at_a_word_and_the_first_turn_begins():
    game = battle().play(a("a"), dice="6 2").play(a("rest"))
    game.play().play(b("rest")).play().play()
    assert (game.battle.turn, game.battle.clock, game.battle.side, game.battle.phase) == (1, 1, "a", "start")
    assert all(figure.place == "table" for figure in game.battle.figures)


@pytest.mark.rule("arap.H16")
def test_reserves_stay_behind():
    game = battle("hold_the_ruin", ("garrison", "ork_warband"))
    game.play()
    side = next(side for side in game.battle.order if game.battle.part(side).reserves)
    assert len(waiting(game.battle, side)) == sum(unit.side == side for unit in game.battle.units)
    for unit in waiting(game.battle, side)[1:]:
        for figure in game.battle.members(unit):
            figure.place = "table"
    assert waiting(game.battle, side) == [], "one squad is kept back"


@pytest.mark.rule("arap.H1")
@pytest.mark.parametrize(
    ("zone", "spot", "inside"),
    [
        (Zone(edge="south", within=12), (20, 11.5), True),
        (Zone(edge="south", within=12), (20, 11.6), False),
        (Zone(edge="west", beyond=18), (18.5, 20), True),
        (Zone(edge="west", beyond=18), (18.4, 20), False),
        (Zone(centre_within=6), (36, 30), True),
        (Zone(centre_within=6), (36, 30.1), False),
        (Zone(posts_within=3), (13, 10), True),
        (Zone(posts_within=3), (13.1, 10), False),
        (Zone(posts_beyond=15), (25, 10), True),
        (Zone(posts_beyond=15), (24.9, 10), False),
        (Zone(cover="hard"), (41, 41), True),
        (Zone(cover="hard"), (39, 41), False),
        (Zone(on="hill"), (51, 11), False),
    ],
)
def test_zones(zone, spot, inside):
    game = table(
        "human_trooper A (1,1)   area (40,40) (44,44) trench   block (50,10) (54,14) h=2 name=hill",
        scenario={"posts": ((10.0, 10.0),)},
    )
    assert holds(game.battle, zone, Body(Spot(*spot), Disc(0.5), 1.0)) == inside
    assert holds(game.battle, Zone(on="hill"), Body(Spot(51, 11, 2), Disc(0.5), 1.0))


@pytest.mark.rule("arap.H19")
def test_a_zone_without_room_for_a_squad_reaches_an_inch_further_until_it_has():
    """A circle of 3 inches holds ten bases of one inch, and no twenty beside them."""
    battle = muster(BOOK.setup("night_raid", ("marine_strike", "ork_warband"), {}))
    unit = next(each for each in battle.units if each.side == "b" and len(battle.members(each)) > 9)
    assert zone_of(battle, unit) == zone_for(battle, "b")
    others = [figure for figure in battle.figures if figure.unit != unit.id]
    for number, figure in enumerate(others):
        post = battle.scenario.posts[number % len(battle.scenario.posts)]
        ring, turn = divmod(number // len(battle.scenario.posts), 6)
        figure.at(Spot(post[0] + 1.1 * ring, post[1] + 1.1 * (turn - 2.5)), 0.0)
        figure.place = "table"
    wider = zone_of(battle, unit)
    assert wider.posts_within > 3.0
    narrower = replace(wider, posts_within=wider.posts_within - 1.0)
    assert any(not isinstance(places(battle, unit, spot, wider), Refusal) for spot in grid(battle, wider))
    assert all(isinstance(places(battle, unit, spot, narrower), Refusal) for spot in grid(battle, narrower))


def test_there_is_room_where_a_squad_can_be_set_up_somewhere_whoever_was_there_before():
    """Also where others stand now on what was free when such a squad was looked at first."""
    sought = []
    for seed in range(3):
        forces = BOOK.setup("meeting", ("human_patrol", "ork_patrol"), {})
        game = Game(BOOK, forces, {"a": Drill(seed), "b": Drill(seed)}, Seeded(seed))
        while game.battle.phase in ("roll off", "deploy") and not game.battle.turn:
            battle = game.battle
            for unit in waiting(battle, battle.side) if battle.phase == "deploy" else ():
                for inches in (2.0, 3.0, 12.0):
                    zone = replace(zone_for(battle, battle.side), within=inches)
                    slow = any(
                        not isinstance(places(battle, unit, spot, zone), Refusal)
                        for spot in grid(battle, zone)
                    )
                    assert has_room(battle, unit, zone) == slow
                    sought.append(slow)
            game.step()
    assert True in sought and False in sought


def test_vehicles_fight_only_where_they_are_played():
    with pytest.raises(UnknownName, match="fought by 2 forces"):
        BOOK.setup("meeting", ["human_patrol"], {})


# ---------------------------------------------------------------- what happens by chance

TWO = "human_trooper A (10,10)   marine x (60,40)"


@pytest.mark.rule("arap.turn.compulsory-random-events", "arap.turn.compulsory-frequency", "arap.C1")
def test_the_dark_is_rolled_once_a_game_turn():
    night = {"events": (Visibility(2, 2),)}
    game = table(TWO, phase="compulsory", scenario=night).play(dice="3 4")
    assert game.battle.visibility == 14 and game.battle.phase == "compulsory"
    assert game.play().battle.phase == "activation"
    other = table(TWO, phase="compulsory", side="b", scenario=night).play()
    assert other.battle.phase == "activation" and other.battle.visibility == 0


@pytest.mark.rule("arap.turn.compulsory-random-events")
def test_smoke_comes_and_goes():
    raid = {"events": (SmokeBank(6, 5.0),), "posts": ((20.0, 20.0), (30.0, 30.0))}
    game = table(TWO, phase="compulsory", scenario=raid).play(dice="6 2")
    assert [(c.kind, c.x, c.radius) for c in game.battle.clouds] == [("smoke", 30, 2.5)]
    game.battle.queue = ()
    assert game.play(dice="5").battle.clouds == []


@pytest.mark.rule("arap.turn.compulsory-random-events", "arap.dice.random-creature-move")
def test_a_crazed_animal_runs_and_strikes():
    raid = {"events": (Animal("The dog", (10.0, 5.0)),)}
    game = table(TWO, phase="compulsory", scenario=raid).play(dice="1 4 10 1 1")
    marker = game.battle.markers[0]
    assert (round(marker.x, 2), round(marker.y, 2)) == (10, 10), "five inches to the north"
    assert len(game.rolled("arap.dice.wound-goal")) == 1 and game.figure("A1").place == "table"
    game.battle.queue = ()
    game.play(dice="2 2")
    marker = game.battle.markers[0]
    assert (round(marker.x, 2), round(marker.y, 2)) == (10, 6), "an even double turns it back"


@pytest.mark.rule("arap.turn.compulsory-random-events", "arap.turn.compulsory-frequency")
def test_gas_drifts_once_a_game_turn_and_harms_in_every_player_turn():
    game = table("human_trooper A (10,10)   marine x (60,40)   gas (5,10) radius=2", phase="compulsory")
    game.play(dice="1 4 1 1")
    assert (round(game.battle.clouds[0].x, 2), game.battle.clouds[0].y) == (10, 10)
    game.play(dice="4")
    assert game.figure("A1").place == "out"
    other = table(
        "human_trooper A (10,10)   marine x (60,40)   gas (10,10) radius=2", phase="compulsory", side="b"
    )
    assert other.play(dice="3").figure("A1").place == "table" and other.battle.clouds[0].x == 10
    rim = "human_trooper A (12,10) (12.1,11) w=2   marine x (60,40)   gas (10,10) radius=2"
    rim_game = table(rim, phase="compulsory", side="b").play(dice="4")
    assert [rim_game.figure(name).wounds for name in ("A1", "A2")] == [1, 2]
    windy = table(
        "human_trooper A (40,40)   marine x (60,40)   gas (5,10)   gas (5,20)", phase="compulsory",
        scenario={"events": (Wind(),)},
    )  # fmt: skip
    windy.play().play(dice="1 1 1 2 1 3")
    assert [round(cloud.x) for cloud in windy.battle.clouds] == [8, 9]


@pytest.mark.rule("arap.turn.compulsory-random-events")
def test_a_gas_cloud_of_the_table_drifts():
    assert isinstance(Cloud("gas1", "gas", 1, 1, 1), Cloud)
    setup = table("human_trooper A (1,1)   area (10,10) (14,14) gas-cloud").battle.setup
    assert [(c.x, c.y, c.radius) for c in muster(setup).clouds] == [(12, 12, 2)]


# ---------------------------------------------------------------- the end

PARTS = (
    Part(role="attacker", zones=(Zone(),), friendly=("south",), enemy=("north",)),
    Part(role="defender", zones=(Zone(),), friendly=("north",), enemy=("south",)),
)


@pytest.mark.rule("arap.H1")
def test_half_of_the_squads_lost():
    game = table(
        "human_trooper A (1,1)  human_trooper B (5,5)  human_trooper C (9,9)  marine x (40,40)",
        side="b",
        phase="leftover",
    )
    assert not is_side_broken(game.battle, "a", 0.5)
    game["A"].routing = True
    assert not is_side_broken(game.battle, "a", 0.5)
    game.figure("B1").place = "out"
    assert is_side_broken(game.battle, "a", 0.5)
    game.play()
    assert game.battle.over and game.battle.winner == "b"


@pytest.mark.rule("arap.H1")
def test_the_greater_share_decides_at_the_last_turn():
    game = table(
        "human_trooper A (1,1) (3,1)   marine x (40,40)",
        side="b",
        phase="leftover",
        turn=5,
        scenario={"turns": 5},
    )
    game.figure("A2").place = "out"
    assert best_kept(game.battle) == "b"
    assert game.play().battle.winner == "b"
    even = table(
        "human_trooper A (1,1)   marine x (40,40)", side="b", phase="leftover", turn=5, scenario={"turns": 5}
    )
    assert even.play().battle.over and even.battle.winner == ""


@pytest.mark.rule("arap.H1")
def test_who_holds_the_piece():
    scenario = {"aim": Hold("hill", "defender"), "parts": PARTS, "turns": 1}
    text = "human_trooper A (11,11,2)   marine x {}   block (10,10) (20,20) h=2 name=hill"
    assert decided(table(text.format("(40,40)"), scenario=scenario).battle) == "a"
    assert decided(table(text.format("(15,15,2)"), scenario=scenario).battle) == "b"
    assert decided(table(text.format("(15,15,2) routing"), scenario=scenario).battle) == "a"


@pytest.mark.rule("arap.turn.sole-actions", "arap.turn.interaction", "arap.C10")
def test_charges_are_set_on_posts():
    scenario = {"aim": Charges("attacker", 1), "parts": PARTS, "posts": ((12.0, 10.0),)}
    text = "human_trooper A (10,10)   marine x (60,40)   marker (12,10)"
    game = table(text, scenario=scenario).act("A", "charge:m1", points=2, dice="4")
    assert not game.battle.over
    barred = next(option.barred for option in game.question().options if option.id == "charge:m1")
    assert barred is not None and barred.rule == "arap.turn.sole-actions"
    game = table(text, scenario=scenario).act("A", "charge:m1", dice="3")
    assert game.battle.over and game.battle.winner == "a"
    assert "charge:m1" not in table(text.replace("(10,10)", "(9.9,10)"), scenario=scenario).choices("A")


@pytest.mark.rule("arap.H19")
def test_boats_lie_where_the_scenario_has_them():
    game = battle("river_crossing", ("human_patrol", "ork_patrol"))
    boats = [unit for unit in game.battle.units if unit.lent]
    assert [game.battle.standing(unit)[0].spot for unit in boats] == [Spot(18, 19.5), Spot(24, 19.5)]
    assert all(unit not in waiting(game.battle, "a") for unit in boats)


@pytest.mark.rule("arap.turn.sole-actions", "arap.C10")
def test_different_sole_actions_may_follow_each_other():
    """Three points: he stands up, tries the post, and moves."""
    scenario = {"aim": Charges("attacker", 1), "parts": PARTS, "posts": ((12.0, 10.0),)}
    text = "human_trooper A (10,10) prone i=3   marine x (60,40)   marker (12,10)"
    game = table(text, scenario=scenario)
    game.act("A", "stand up", "charge:m1", "move", (10, 14), points=3, dice="4")
    assert game.at("A1") == (10, 14) and not game.figure("A1").prone and not game.battle.over


@pytest.mark.rule("arap.dice.strength-toughness-test", "arap.D10")
@pytest.mark.parametrize(("switch", "place"), [(False, "table"), (True, "out")])
def test_gas_kills_the_toughest_on_a_six_only_where_the_switch_says_so(switch, place):
    text = "human_trooper A (10,10) t=6   marine x (60,40)   gas (10,10) radius=2"
    game = table(text, phase="compulsory", side="b", characteristic_six_fails=switch)
    assert game.play(dice="6").figure("A1").place == place


@pytest.mark.rule("arap.turn.compulsory-random-events")
@pytest.mark.parametrize(
    ("at", "turn", "x"), [((3, 10), "19 1", 0), ((70, 10), "1 1", 72), ((36, 10), "1 1", 41)]
)
def test_gas_stays_on_the_table(at, turn, x):
    """Five inches to the west or the east."""
    text = f"human_trooper A (40,40)   marine x (60,40)   gas ({at[0]},{at[1]})"
    game = table(text, phase="compulsory").play(dice=f"1 4 {turn}")
    assert round(game.battle.clouds[0].x, 2) == x


@pytest.mark.rule("arap.H1")
@pytest.mark.parametrize(
    ("zone", "spot", "inside"),
    [
        (Zone(posts_within=3), (43, 10), True), (Zone(posts_within=3), (43.1, 10), False),
        (Zone(posts_beyond=15), (25, 10), True), (Zone(posts_beyond=15), (25.1, 10), False),
        (Zone(posts_beyond=15), (24.9, 10), False), (Zone(edge="west", within=6), (5.5, 10), True),
        (Zone(edge="west", within=6), (5.6, 10), False), (Zone(edge="west", beyond=6), (6.5, 10), True),
        (Zone(edge="west", beyond=6), (6.4, 10), False), (Zone(centre_within=4), (40, 24), True),
        (Zone(centre_within=4), (40.1, 24), False),
    ],
)  # fmt: skip
def test_what_lies_in_a_zone(zone, spot, inside):
    game = table("human_trooper A (1,1)", scenario={"posts": ((10.0, 10.0), (40.0, 10.0))})
    assert holds(game.battle, zone, Body(Spot(*spot), Disc(0.5), 1.0)) is inside


@pytest.mark.rule("arap.H1")
def test_who_is_broken_loses_though_he_has_kept_more():
    """A has lost one squad of two, and nine figures of ten are left; x has lost most of its only squad."""
    text = "human_trooper A (10,10)   human_trooper B (20,10) models=9   human_trooper x (50,30) models=9"
    game = table(text, scenario={"turns": 9})
    game.figure("A1").place = "out"
    for number in range(2, 8):
        game.figure(f"x{number}").place = "out"
    game.does(turn_over)
    assert best_kept(game.battle) == "a" and (game.battle.over, game.battle.winner) == (True, "b")


@pytest.mark.rule("arap.H1")
@pytest.mark.parametrize(
    ("y", "zone", "inside"),
    [
        (0.3, Zone(edge="south", within=6), True),  # nothing is said of how near to the edge
        (0.3, Zone(edge="south", beyond=2), False),
        (2.4, Zone(edge="south", beyond=2), False),
        (2.5, Zone(edge="south", beyond=2), True),
        (5.5, Zone(edge="south", within=6), True),
        (5.6, Zone(edge="south", within=6), False),
    ],
)
def test_all_of_a_base_is_behind_the_lines_of_its_zone(y, zone, inside):
    game = table("human_trooper A (10,10)   marine x (60,40)")
    assert holds(game.battle, zone, Body(Spot(10, y), Disc(0.5), 1.0)) is inside
