"""The drill bot plays to win, from both sides of the table."""

from __future__ import annotations

from math import hypot
from random import Random as LuckOfTheDraw
from typing import Any

import pytest

from tests.books.gorkamorka.table import Position, table
from tests.kit.long import battles, examples
from tests.kit.script import By, a
from warbook import load_book
from warbook.board.geometry import Spot, in_arc, turn_between
from warbook.books.gorkamorka.bot import aims, driver, muster, scout, walker
from warbook.books.gorkamorka.bot.worth import collision_worth
from warbook.books.gorkamorka.field.bodies import apart, hull
from warbook.books.gorkamorka.field.ground import areas_at
from warbook.books.gorkamorka.scenario import Sandgulpers
from warbook.books.gorkamorka.setup.zones import Zone, set_up_question
from warbook.core.book import Choice
from warbook.core.dice import Seeded
from warbook.core.events import Moved
from warbook.core.game import Game
from warbook.core.questions import Choose, Drive
from warbook.players.random import Random

BOOK = load_book("gorkamorka")
MOBS = [choice.id for choice in BOOK.forces()]
SCENARIOS = [choice for choice in BOOK.scenarios() if len(choice.sides) - len(choice.own) <= 2]
# Recorded battles play the others to their ends in every run.
LARGER = [choice for choice in BOOK.scenarios() if choice not in SCENARIOS][: examples(1, 9)]

DRIVER = "ork_spanner D in T driver"
EVEN = "ork_boy A (10,10) choppa  ork_boy x (13,10) choppa"
DERBY: dict[str, Any] = {"derby": True}
FOE = "ork_spanner d in t driver"


def drill(seed: int) -> Any:
    return BOOK.bots()["drill"](seed)


def fought(seed: int, players: list[Any], scenario: str = "open_fight") -> Game:
    """The battle of that seed, with the mobs in turn."""
    forces = tuple(MOBS[(seed + (seed // 3 + 1) * n) % 3] for n in range(len(players)))
    seats = dict(zip("abcd", players, strict=False))
    game = Game(BOOK, BOOK.setup(scenario, forces, {}), seats, Seeded(f"bot {seed}"))
    game.advance()
    return game


# ---------------------------------------------------------------- battles


def test_drill_wins_95_of_100_battles_against_random() -> None:
    seeds = battles(6, 100)
    wins = sum(fought(seed, [drill(seed), Random(seed)]).battle.winner == "a" for seed in seeds[::2])
    wins += sum(fought(seed, [Random(seed), drill(seed)]).battle.winner == "b" for seed in seeds[1::2])
    assert wins >= 0.95 * len(seeds) - (1 if len(seeds) < 20 else 0)


@pytest.mark.parametrize("scenario", [choice.id for choice in SCENARIOS])
def test_its_battles_end_and_no_answer_is_refused(scenario: str) -> None:
    """Bot against bot: in 95 of 100 somebody has won by the scenario's last turn."""
    choice = next(each for each in SCENARIOS if each.id == scenario)
    seeds = battles(1, 20)
    ended = 0
    for seed in seeds:
        sides = len(choice.sides) - len(choice.own)
        battle = fought(seed, [drill(seed + n) for n in range(sides)], scenario).battle
        assert battle.over and battle.turn <= 12
        ended += battle.winner != ""
    assert len(seeds) < 20 or ended >= 0.8 * len(seeds)


@pytest.mark.parametrize("choice", LARGER, ids=[choice.id for choice in LARGER])
def test_it_plays_with_three_and_four(choice: Choice) -> None:
    """To the end, whichever of them is left; every mob has played its part."""
    mobs = len(choice.sides) - len(choice.own)
    game = fought(1, [drill(n) for n in range(mobs)], choice.id)
    assert game.battle.over and game.battle.turn <= 12
    assert game.battle.sides == tuple("abcd"[:mobs])
    movers = {event.piece[0] for event in game.events if isinstance(event, Moved)}
    assert movers >= set(game.battle.sides)


def test_same_seed_same_battle() -> None:
    first, again = (fought(3, [drill(3), drill(4)]) for _ in range(2))
    assert first.events == again.events


# ---------------------------------------------------------------- single decisions


def answer(position: Position, *before: By, seed: int = 1) -> Any:
    """What drill answers for side a to the question asked after these answers."""
    return drill(seed).answer("a", position.question(*before), position.battle)


def played(position: Position, phase: str, seed: int = 1) -> Position:
    """The position once drill has played both sides up to the phase."""
    return position.watched({"a": drill(seed), "b": drill(seed)}, phase, seed)


def test_of_a_standing_and_a_fallen_enemy_the_standing_one_is_shot_at() -> None:
    game = table("ork_boy A (10,10) shoota  ork_boy x (16,10) down  ork_yoof y (20,12)", phase="shoot")
    assert answer(game, a("A")) == "y"


def test_nobody_shoots_beyond_his_range() -> None:
    """It would only cost an ammo roll."""
    text = "ork_boy A (10,10) shoota  ork_boy x ({},10)"
    assert answer(table(text.format(26), phase="shoot", premeasuring=True)) == "A"
    assert answer(table(text.format(36), phase="shoot", premeasuring=True)) == "done"


def test_some_of_a_crew_hold_their_fire_to_fight_a_fire() -> None:
    text = f"""ork_trukk T (10,10) moved=gas {{}}  {DRIVER} slugga
        ork_boy A in T slugga  ork_boy B in T slugga  ork_boy x (16,10)"""
    shot = {}
    for state in ("", "burning=6"):
        game = played(table(text.format(state), phase="shoot"), "fight")
        shot[state] = sum(game[name].shot for name in "AB")
    assert shot == {"": 2, "burning=6": 0}


def test_a_vehicle_far_off_comes_nearer_and_keeps_its_gun_on_the_enemy() -> None:
    text = f"""ork_trukk T (8,24) weapon=linked_shoota  {DRIVER}  ork_boy G in T gunner
        ork_trukk t (34,30)  {FOE}"""
    game = table(text)
    before = apart(game.battle, game.ride("T"), game.ride("t"))
    played(game, "shoot")
    own, other = game.ride("T"), game.ride("t")
    assert apart(game.battle, own, other) < before - 3.0
    assert in_arc(hull(own).spot, own.facing, 90.0, other.spot)


def test_a_vehicle_goes_round_a_rock_and_round_tar() -> None:
    """Both lie straight ahead; four turns later it is beyond them, unhurt and not stuck."""
    text = f"""ork_trukk T (8,24)  {DRIVER}  ork_boy x (42,24)
        block (16,21) (19,27) h=3  area (26,21) (30,27) ground=very-difficult"""
    game = table(text)
    for _ in range(2):
        played(game, "fight")
        played(game, "move")
    own = game.ride("T")
    assert own.x > 14.0 and not own.immobilised
    assert not areas_at(game.battle, own.spot)


def test_no_thrust_towards_a_rock_that_is_near() -> None:
    """The enemy is behind it: nothing is gained by it, and much is risked."""
    text = f"ork_trukk T (20,24)  {DRIVER}  ork_trukk t (40,24) moved=gas  {FOE}  {{}}"
    assert answer(table(text.format("")), a("T"), a("thrust")).startswith("thrust")
    rock = "block (26,20) (28,28) h=3"
    assert answer(table(text.format(rock)), a("T"), a("thrust")) == "stop"


def test_no_thrust_along_the_edge_of_the_table() -> None:
    """A Thruster Buster that swerves would take it off the table with all aboard."""
    text = f"ork_trukk T (20,{{}})  {DRIVER}  ork_boy A in T  ork_boy B in T  ork_boy x (46,{{}})"
    assert answer(table(text.format(24, 24)), a("T"), a("thrust")).startswith("thrust")
    assert answer(table(text.format(2.5, 2.5)), a("T"), a("thrust")) == "stop"


def test_no_thrust_towards_the_edge_behind_an_enemy_on_foot() -> None:
    """He does not keep it on the table if the thrust fails."""
    text = f"ork_trukk T ({{}},24)  {DRIVER}  ork_boy A in T  ork_boy B in T  grot_rebel x ({{}},24)"
    assert answer(table(text.format(24, 29)), a("T"), a("thrust")).startswith("thrust")
    assert answer(table(text.format(41, 46)), a("T"), a("thrust")) == "stop"


def test_it_rams_a_rear_and_spares_a_front() -> None:
    """A shunt costs the rammer nothing; head on it would lose as much. It thrusts no farther than it must: if
    the other swerves, it ends before what lies behind him."""
    text = f"ork_trukk T (20,24)  {DRIVER}  ork_trukk t (28,24) facing={{}} moved=gas  {FOE}"
    assert answer(table(text.format(0)), a("T"), a("thrust")) == "thrust 2.5"  # they are 2 inches apart
    assert answer(table(text.format(180)), a("T"), a("thrust")) in ("stop", "thrust 2", "thrust 1")


def test_nobody_thrusts_where_a_swerve_may_lead_off_the_table_with_all_aboard() -> None:
    """North along the western edge, or the same in the middle of the table."""
    crew = "  ".join(f"ork_boy {name} in T choppa" for name in "ABCEF")
    answers = {}
    for x in (6, 24):
        game = table(f"ork_trukk T ({x},10) facing=90 moved=gas  {DRIVER}  {crew}  ork_boy x ({x},44)")
        question = game.question(a("T"), a("thrust"))
        answers[x] = drill(1).answer("a", question, game.battle)
    assert answers == {6: "stop", 24: "thrust 6"}


def test_running_into_a_front_is_worse_than_into_a_rear_and_into_a_friend_worse_than_into_an_enemy() -> None:
    game = table("ork_bike T (12,24)  ork_bike S (20,10)  ork_bike t (24,24)")
    own, friend, foe = (game.ride(name) for name in "TSt")
    assert collision_worth(game.battle, "front", own, foe) < collision_worth(game.battle, "rear", own, foe)
    assert collision_worth(game.battle, "rear", own, friend) < collision_worth(game.battle, "rear", own, foe)


@pytest.mark.parametrize(("state", "goes"), [("moved=gas", True), ("moved=gas immobilised", False)])
def test_who_is_near_goes_back_to_a_vehicle_without_a_driver(state: str, goes: bool) -> None:
    """It would run wild; one that does not move any more is left alone."""
    game = table(f"ork_trukk T (20,24) {state}  ork_boy A (25,24) choppa  ork_boy x (31,24)")
    assert (answer(game, a("A")) == "board T") == goes


def test_only_the_nearest_goes_back() -> None:
    game = table("ork_trukk T (20,24) moved=gas  ork_boy A (25,24)  ork_boy B (30,24)  ork_boy x (44,44)")
    assert aims.driverless(game.battle, game["A"]) is game.ride("T")
    assert aims.driverless(game.battle, game["B"]) is None


def test_it_drives_over_enemies_on_foot() -> None:
    game = table(f"ork_trukk T (20,24)  {DRIVER}  grot_rebel x (26,24.5)")
    question = game.question(a("T"), a("go"))
    assert isinstance(question, Drive)
    way = drill(1).answer("a", question, game.battle)
    assert question.accept(way).path[-1].x > 23.0


def test_who_is_passed_is_struck_where_that_costs_nothing() -> None:
    game = table(f"ork_trukk T (20,24)  {DRIVER}  grot_rebel x (24,26.5)")
    question = game.question(a("T"), a("thrust"), a("thrust 6"), dice="2")
    assert isinstance(question, Choose) and [each.id for each in question.options] == ["squash", "pass"]
    assert drill(1).answer("a", question, game.battle) == "squash"


def test_a_chase_is_begun_for_the_second_volley() -> None:
    """Only where somebody aboard has something to shoot with."""
    text = f"""ork_trukk T (20,24) facing=0 moved=gas {{}}  {DRIVER}  ork_boy G in T gunner
        ork_trukk t (27,24) facing=0 moved=gas  {FOE}"""
    assert answer(table(text.format("weapon=linked_shoota")), a("T")) == "tail t"
    assert not answer(table(text.format("")), a("T")).startswith("tail")


def test_two_vehicles_do_not_race_each_other() -> None:
    """Both would stand where they are for the rest of the battle."""
    text = f"""ork_trukk T (20,24) facing=0 moved=gas weapon=linked_shoota {{}}  {DRIVER}
        ork_boy G in T gunner   ork_trukk t (20,28) facing=0 moved=gas {{}}  {FOE}  ork_boy x (30,24)"""
    chased, chasing = "chasing=T chase=race", "chasing=t chase=race"
    assert answer(table(text.format("", "")), a("T")) == "race t"
    assert not answer(table(text.format("", chased)), a("T")).startswith("race")
    assert answer(table(text.format(chasing, "")), a("T")) == "chase"
    assert answer(table(text.format(chasing, chased)), a("T")) == "give-up"


def test_a_charge_is_made_when_it_is_the_better_fight() -> None:
    text = "ork_nob A (10,10) choppa choppa  {} x (15,10)"
    game = table(text.format("grot_snot"), premeasuring=True)
    assert answer(game, a("A")) == "charge"
    game = table(text.format("squigosaur"), premeasuring=True)
    assert answer(game, a("A")) != "charge"


@pytest.mark.parametrize(("ours", "theirs", "charges"), [(24, 9, True), (9, 9, True), (6, 24, False)])
def test_who_is_nearer_to_a_bottle_test_is_more_careful(ours: int, theirs: int, charges: bool) -> None:
    """A casualty of a small mob is a greater part of those that call for the test."""
    game = table(EVEN, began={"a": ours, "b": theirs})
    assert bool(walker.charges(game.battle, game["A"])[1]) == charges


def test_what_a_mob_can_lose_counts_in_shots_given_and_taken() -> None:
    text = "ork_boy A (10,10) shoota  ork_boy x (20,10) shoota"
    few, many = {"a": 8, "b": 8}, {"a": 24, "b": 24}
    usual, *others = (table(text, began=began) for began in (few, few | {"a": 24}, few | {"b": 24}, many))
    taken, dealt = ([], [])
    for game in (usual, *others):
        outlook = scout.Outlook(game.battle, game["A"])
        taken.append(outlook.taken(10.0, 10.0))
        dealt.append(outlook.dealt(10.0, 10.0, 0.0))
    assert dealt[0] == dealt[1] > dealt[2] == dealt[3] > 0.0
    assert taken[0] == taken[2] > taken[1] == taken[3] > 0.0


def test_nobody_goes_aboard_where_he_may_be_carried_off_the_table() -> None:
    """Once its driver has fallen it runs wild; what will not move again stays on the table."""
    text = "ork_nob A ({x},{y}) choppa  ork_trukk t ({x},24) {state}  ork_spanner d in t driver"
    worth = {}
    for x, state in ((24, "moved=gas"), (5, "moved=gas"), (5, "immobilised")):
        game = table(text.format(x=x, y=20.5, state=state))
        worth[x, state] = walker.worth_boarding(game.battle, game["A"], "t")
    assert worth[5, "moved=gas"] < walker.BOARD < worth[24, "moved=gas"]
    assert worth[5, "immobilised"] > walker.BOARD
    standing = {x: table(text.format(x=x, y=20.5, state="")) for x in (24, 5)}
    charges = {x: walker.charges(game.battle, game["A"])[0] for x, game in standing.items()}
    assert charges[5] < charges[24]


def test_who_is_on_foot_far_from_everybody_rides_again() -> None:
    """His vehicle waits for him."""
    game = table(f"ork_trukk T (20,24) moved=gas  {DRIVER}  ork_boy A (16,27)  ork_boy x (44,24)")
    played(game, "shoot")
    assert game["A"].aboard == "T"


def test_a_crew_leaves_what_will_not_move_again_for_the_enemy() -> None:
    game = table(f"ork_trukk T (20,24) immobilised  {DRIVER}  ork_boy A in T choppa  ork_boy x (40,24)")
    played(game, "shoot")
    assert not game["A"].aboard and game["A"].x > 22.0


def test_scrap_is_fetched_and_brought_to_the_vehicle() -> None:
    scrap: dict[str, Any] = {"scrap_per_player": "D3"}
    text = f"ork_trukk T (20,24)  {DRIVER}  ork_boy A in T choppa  scrap (25,26)  ork_boy x (46,2)"
    game = table(text, scenario=scrap)
    played(game, "shoot")
    assert game["A"].scrap == 1
    game.battle.side, game.battle.phase, game.battle.turn = "a", "start", 2
    played(game, "shoot")
    assert game["A"].aboard == "T"


def test_a_vehicle_turns_round_on_the_spot_for_what_lies_behind_it() -> None:
    scrap: dict[str, Any] = {"scrap_per_player": "D3"}
    game = table(f"ork_trukk T (20,30) facing=90 scrap=3  {DRIVER}  ork_boy x (46,46)", scenario=scrap)
    before = game.ride("T").facing
    played(game, "shoot")  # side a has the southern edge
    assert abs(turn_between(before, game.ride("T").facing)) > 90.0


def test_scrap_beside_a_lair_is_fetched_last() -> None:
    """What nothing sleeps near comes first, though it is farther off; when there is no other, one goes for
    it all the same."""
    lairs: dict[str, Any] = {
        "scrap_per_player": "D3",
        "sandgulpers": Sandgulpers("D3", 6.0, 18.0, 4.0, "sandgulper"),
    }
    text = f"ork_trukk T (20,24)  {DRIVER}  ork_boy A in T  scrap (26,24)  lair (29,24)  ork_boy x (46,2)"
    game = table(f"{text}  scrap (20,16)", scenario=lairs)
    played(game, "shoot")
    assert game["A"].scrap == 1 and (game["A"].x, game["A"].y) == (20.0, 16.0)
    game = table(text, scenario=lairs)
    played(game, "shoot")
    assert not game["A"].aboard and game["A"].x > 24.0
    assert not [token for token in game.battle.tokens if token.kind == "lair"]  # it is awake


LAIRS: dict[str, Any] = {
    "scrap_per_player": "D3",
    "sandgulpers": Sandgulpers("D3", 6.0, 18.0, 4.0, "sandgulper"),
}


@pytest.mark.parametrize(("ours", "lying"), [(0, 1), (1, 0)])
def test_who_has_most_scrap_leaves_what_lies_beside_a_lair(ours: int, lying: int) -> None:
    game = table("ork_boy A (10,10)  ork_boy x (46,2)  scrap (26,24)  lair (29,24)", scenario=LAIRS)
    game["A"].scrap = ours
    assert len(aims.scrap(game.battle, "a")) == lying
    game["x"].scrap = 1
    assert len(aims.scrap(game.battle, "a")) == 1, "the others have as much"


def test_a_vehicle_goes_round_lairs_instead_of_waiting_before_them() -> None:
    """Two lairs lie between it and the scrap, too near to each other for it to pass between them; some turns
    later it is beyond them, and both still sleep."""
    text = f"ork_trukk T (8,24)  {DRIVER}  ork_boy A in T  scrap (38,24)  ork_boy x (46,46) hidden"
    game = table(f"{text}  lair (20,20)  lair (20,29)", scenario=LAIRS)
    for turn in range(2, 7):
        played(game, "shoot")
        game.battle.side, game.battle.phase, game.battle.turn = "a", "start", turn
    assert game.ride("T").x > 24.0
    assert len([token for token in game.battle.tokens if token.kind == "lair"]) == 2


def test_who_walks_goes_round_a_lair_if_that_leads_on() -> None:
    """With scrap in hand, home to the southern edge; straight on he would come within 4 inches of it."""
    game = table("ork_boy A (20,14) choppa scrap=1  lair (22,9)  ork_boy x (46,46)", scenario=LAIRS)
    played(game, "shoot")
    assert game["A"].y < 12.0 and any(token.kind == "lair" for token in game.battle.tokens)
    game = table("ork_boy A (20,14) choppa scrap=1  lair (26,9)  ork_boy x (46,46)", scenario=LAIRS)
    assert not aims.stirs(game.battle, game["A"].spot, Spot(20.0, 0.0), 0.5), "it lies too far off"


def test_who_gets_off_for_scrap_does_so_away_from_what_sleeps_beside_it() -> None:
    """The scrap is nearest to the front, between it and the lair; from the side nothing wakes."""
    text = f"ork_trukk T (20,20) facing=270  {DRIVER}  ork_boy A in T  scrap (17.2,16.8)  lair (20.2,12.2)"
    game = table(f"{text}  ork_boy x (46,46) hidden", scenario=LAIRS)
    played(game, "shoot")
    assert game["A"].scrap == 1 and any(token.kind == "lair" for token in game.battle.tokens)


def test_one_goes_for_scrap_and_the_others_leave_it_to_him() -> None:
    """He is beside it after his run, and would have it in his next; nobody else comes along."""
    scrap: dict[str, Any] = {"scrap_per_player": "D3"}
    game = table("ork_boy A (10,10) choppa  ork_boy B (10,12) choppa  scrap (19.3,10)", scenario=scrap)
    battle = game.battle
    assert aims.errand(battle, game["A"]) is not None and aims.errand(battle, game["B"]) is None
    game["A"].x, game["A"].moved = 18.0, "ran"
    assert aims.errand(battle, game["A"]) is None and aims.errand(battle, game["B"]) is None
    game["A"].down = True
    assert aims.errand(battle, game["B"]) is not None


@pytest.mark.parametrize(("moved", "fetches"), [("still", True), ("gas", False)])
def test_who_rides_what_gets_no_nearer_walks_further_for_scrap(moved: str, fetches: bool) -> None:
    """14 inches to the scrap, with lairs on the vehicle's way there: two turns later he has it."""
    text = f"ork_trukk T (20,24) moved={moved}  {DRIVER}  ork_boy A in T  scrap (34,24)"
    game = table(f"{text}  lair (30,16)  lair (30,32)  ork_boy x (46,46) hidden", scenario=LAIRS)
    errand = aims.errand(game.battle, game["A"])
    assert (errand is not None) is fetches
    if fetches:
        for turn in range(2, 4):
            played(game, "shoot")
            game.battle.side, game.battle.phase, game.battle.turn = "a", "start", turn
        assert game["A"].scrap == 1


def test_boarders_leap_off_a_runaway_before_it_leaves_the_table() -> None:
    text = "ork_trukk t (24,{}) facing=90 moved=gas  ork_boy A in t choppa  {}  ork_boy x (4,4)"
    for y, crew, chosen in ((42, "", "leap"), (24, "", "stay"), (42, FOE, "stay")):
        game = table(text.format(y, crew))
        assert walker.restless(game.battle, game["A"]) is (chosen == "leap")
        if not crew:
            assert answer(game, a("A")) == chosen


def test_nobody_boards_where_others_have_boarded_all_there_are() -> None:
    """On the move there is one defender for each boarder: the second boy finds nobody to fight aboard the
    trukk with a driver alone; aboard one that stands still he helps."""
    text = f"ork_trukk t (24,24) moved={{}}  {FOE}  ork_boy A in t choppa  ork_boy B (24,21) i=6 ws=6"
    worth = {}
    for moved in ("gas", "still"):
        for crew in ("", "ork_boy y in t"):
            game = table(f"{text.format(moved)}  {crew}")
            worth[moved, crew] = walker.worth_boarding(game.battle, game["B"], "t")
    assert worth["gas", ""] < 0.5 * worth["gas", "ork_boy y in t"]
    assert worth["still", ""] >= worth["still", "ork_boy y in t"] > 0.0


def test_an_empty_vehicle_is_boarded_only_where_it_stands() -> None:
    """What runs wild cannot be smashed by who is aboard."""
    worth = {}
    for moved in ("gas", "still"):
        game = table(f"ork_trukk t (24,24) moved={moved}  ork_boy A (24,21) i=6  ork_boy x (4,4)")
        worth[moved] = walker.worth_boarding(game.battle, game["A"], "t")
    assert worth["gas"] <= 0.0 < worth["still"]


def test_a_sail_against_the_wind_is_turned() -> None:
    game = table("grot_cutta T (20,24)  grot_rebel D in T driver  ork_boy x (44,24)")
    game.battle.wind = 180.0
    assert answer(game, a("T")) == "slow"


def test_it_keeps_away_from_what_it_cannot_fight() -> None:
    """A monster charges 12 inches; it is shot at from farther off."""
    text = f"ork_trukk T (10,24) weapon=linked_shoota  {DRIVER}  ork_boy G in T gunner  {{}} x (36,24)"
    near = {}
    for kind in ("grot_snot", "squigosaur"):
        game = played(table(text.format(kind)), "shoot")
        near[kind] = hypot(game["x"].x - game.ride("T").x, game["x"].y - game.ride("T").y)
    assert near["grot_snot"] < near["squigosaur"]


def test_it_does_not_bottle_out_of_a_battle_it_may_win() -> None:
    game = table(
        "ork_nob A (10,10)  ork_boy B (12,10) down  ork_boy C (14,10) down  ork_boy x (40,40)", phase="start"
    )
    assert answer(game) == "fight"


@pytest.mark.parametrize(("far", "does"), [(17.0, "off walk"), (30.0, "off run")])
def test_who_leaves_a_wreck_walks_where_that_brings_the_enemy_into_range(far: float, does: str) -> None:
    """Who has run does not shoot."""
    text = f"ork_trukk T (6,24) immobilised  {DRIVER}  ork_boy A in T slugga  ork_boy x ({6 + far},24)"
    assert answer(table(text), a("A")) == does


def test_nobody_leaves_a_wreck_past_a_lair() -> None:
    text = f"ork_trukk T (6,24) immobilised  {DRIVER}  ork_boy A in T  ork_boy x (40,24)  lair (14,{{}})"
    does = [answer(table(text.format(y), scenario=LAIRS), a("A")) for y in (24, 44)]
    assert does == ["stay", "off run"]


@pytest.mark.parametrize(("state", "left"), [("", [20.0]), ("down", [26.0, 20.0])])
def test_scrap_beside_a_beast_is_fetched_last(state: str, left: list[float]) -> None:
    text = f"ork_boy A (10,10)  sandgulper x (30,24) {state}  scrap (26,24)"
    game = table(f"{text}  scrap (20,10)", scenario=LAIRS)
    assert [spot.x for spot in aims.scrap(game.battle, "a")] == left
    assert len(aims.scrap(table(text, scenario=LAIRS).battle, "a")) == 1, "there is no other"


GROTS = "grot_rebel {0} in T driver  grot_rebel {1} in T  grot_rebel {2} in T"


@pytest.mark.parametrize("groups", [("alone", "B"), ("A", "alone")])
def test_of_a_crew_the_one_on_whom_another_piles_faces_the_boarder(groups: tuple[str, str]) -> None:
    """By himself he is no better than the others."""
    text = f"grot_cutta T (20,24) moved=sail  {GROTS.format(*'DAB')}  ork_boy x in T charging=T"
    game = table(text, phase="fight", side="b")
    assert answer(game, *(a(each) for each in groups)) == next(each for each in groups if each != "alone")


def test_a_crew_piles_on_and_boarders_who_are_as_strong_each_fight() -> None:
    """More of a crew than there are boarders would only look on."""
    crew = f"grot_cutta T (20,24) moved=sail  {GROTS.format(*'DAB')}  ork_boy x in T charging=T"
    assert answer(table(crew, phase="fight", side="b")) == "A"
    enemy = "ork_trukk t (20,24) moved=gas  ork_boy d in t driver  ork_boy x in t"
    boarders = "grot_rebel A in t charging=t  grot_rebel B in t charging=t"
    assert answer(table(f"{enemy}  {boarders}", phase="fight")) == "alone"


def test_a_beast_is_shot_at_from_afar() -> None:
    """It only fights hand to hand: a vehicle with guns does not drive up to it."""
    text = f"""ork_trukk T (8,24) weapon=linked_shoota  {DRIVER}  ork_boy G in T gunner
        squigosaur x (24,24)"""
    game = played(table(text), "shoot")
    assert apart(game.battle, game.ride("T"), game["x"]) > 6.0


@pytest.mark.parametrize(
    ("state", "fit"),
    [("", True), ("pinned", False), ("down", False), ("burning", False), ("netted", False), ("idle", False)],
)
def test_whom_it_expects_to_shoot(state: str, fit: bool) -> None:
    game = table(f"ork_boy A (10,10) slugga {state}  ork_boy x (20,20)")
    assert scout.fit(game["A"]) is fit


def test_one_who_must_move_is_moved_though_he_rides() -> None:
    """He burns aboard; the phase does not end before he has rolled."""
    game = table(f"ork_trukk T (24,24) moved=gas done  ork_boy A in T burning  {DRIVER}  ork_boy x (4,4)")
    assert answer(game) == "A"


def test_who_takes_the_wheel() -> None:
    """One with nothing to shoot with before one who has, the gunner last, else who has the coolest head."""
    text = "ork_trukk T (24,24) moved=gas weapon=linked_shoota  {}  ork_boy x (30,24)"
    for crew, taker in (
        ("ork_boy A in T slugga ld=9  ork_boy B in T ld=5", "B"),
        ("ork_boy A in T slugga  ork_boy B in T slugga ld=9", "B"),
        ("ork_boy A in T slugga ld=9  ork_boy B in T slugga", "A"),
        ("ork_boy A in T slugga ld=9 gunner  ork_boy B in T slugga ld=5", "B"),
    ):
        game = table(text.format(crew))
        assert answer(game, a("T")) == taker, crew


@pytest.mark.parametrize(("grots", "stays"), [("uvwx", True), ("uvwxyz", False)])
def test_a_vehicle_does_not_wait_in_a_swarm(grots: str, stays: bool) -> None:
    """Two orks would rather fight four grots on the ground; of six they would all be boarded."""
    around = "   ".join(f"grot_rebel {name} ({16 + 2 * n},16)" for n, name in enumerate(grots))
    game = table(f"ork_trukk T (20,20)   {DRIVER}   ork_boy E in T choppa   {around}")
    assert (driver.manner(game.battle, game.question(a("T"))) == "stay") is stays


@pytest.mark.parametrize(("ground", "mires"), [("difficult", True), ("open", False)])
def test_a_vehicle_is_not_set_up_on_ground_that_slows_it(ground: str, mires: bool) -> None:
    """The place that is nearest to the enemy lies in it."""
    game = table(f"area (14,6) (34,14) ground={ground}  ork_trukk T (4,2)  ork_boy y (24,40)")
    own = game.ride("T")
    own.place = "reserve"
    question = set_up_question(game.battle, own, Zone("south", 14.0), "where?")
    spot = muster.best_place(game.battle, question, LuckOfTheDraw(1)).path[0]
    assert (not 14.0 < spot.x < 34.0) == mires
