"""The drill bot plays to win, from both sides of the table."""

from __future__ import annotations

from typing import Any

import pytest

from tests.books.necromunda.position import Position, table
from tests.kit.long import battles
from tests.kit.script import By, a, b
from warbook import load_book
from warbook.board.geometry import Spot, in_arc
from warbook.books.necromunda.bot.field import field_of
from warbook.books.necromunda.bot.scout import caution
from warbook.books.necromunda.bot.worth import alike, line
from warbook.books.necromunda.combat_dice import Fighting, clash
from warbook.books.necromunda.data import weapons
from warbook.core.dice import Seeded
from warbook.core.events import Moved, Placed
from warbook.core.game import Game
from warbook.core.questions import Choose, Option
from warbook.players.random import Random

BOOK = load_book("necromunda")
GANGS = [choice.id for choice in BOOK.forces()]


def drill(seed: int) -> Any:
    return BOOK.bots()["drill"](seed)


def fought(seed: int, a: Any, b: Any, scenario: str = "gang_fight") -> Game:
    forces = (GANGS[seed % 6], GANGS[(seed // 6 + 1 + seed) % 6])
    game = Game(BOOK, BOOK.setup(scenario, forces, {}), {"a": a, "b": b}, Seeded(seed))
    game.advance()
    return game


def test_drill_wins_95_of_100_battles_against_random() -> None:
    """Of a few it may lose one."""
    seeds = battles(8, 100)
    wins = sum(fought(seed, drill(seed), Random(seed)).battle.winner == "a" for seed in seeds[::2])
    wins += sum(fought(seed, Random(seed), drill(seed)).battle.winner == "b" for seed in seeds[1::2])
    assert len(seeds) - wins <= max(1, 0.05 * len(seeds))


def test_drill_wins_scavengers_from_both_sides() -> None:
    seeds = battles(3, 20)
    wins = sum(fought(s, drill(s), Random(s), "scavengers").battle.winner == "a" for s in seeds)
    wins += sum(fought(s, Random(s), drill(s), "scavengers").battle.winner == "b" for s in seeds)
    assert wins >= 0.8 * 2 * len(seeds)


def test_drill_defends_against_raiders() -> None:
    """Ransack is uneven: a handful of raiders against a whole gang."""
    assert sum(fought(s, Random(s), drill(s), "ransack").battle.winner == "b" for s in range(10)) >= 9


def test_neither_side_of_the_table_is_favoured() -> None:
    """Drill against itself with equal gangs: the sides win about as often as each other."""
    won = {"a": 0, "b": 0, "": 0}
    seeds = battles(8, 60)
    for seed in seeds:
        gang = GANGS[seed % 6]
        game = Game(
            BOOK,
            BOOK.setup("gang_fight", (gang, gang), {}),
            {"a": drill(1), "b": drill(2)},
            Seeded(f"even {seed}"),
        )
        game.advance()
        won[game.battle.winner] += 1
    assert min(won["a"], won["b"]) >= 0.25 * len(seeds)


@pytest.fixture(scope="module")
def drilled() -> list[Game]:
    """Drill against itself in every scenario."""
    scenarios = ("gang_fight", "ransack", "scavengers")
    return [fought(seed, drill(seed), drill(seed + 1), scenarios[seed % 3]) for seed in range(12)]


def test_drill_does_what_the_rules_offer(drilled: list[Game]) -> None:
    """Over some battles it charges, hides, goes on overwatch and shoots."""
    told = {event.rule for game in drilled for event in game.events}
    assert {"nec.movement.charge", "nec.hiding.enter", "nec.M8", "nec.shooting.to-hit"} <= told


def test_same_seed_same_battle() -> None:
    first, again = (fought(3, drill(3), drill(4)) for _ in range(2))
    assert first.events == again.events


# ---------------------------------------------------------------- single decisions


def answer(position: Position, *before: By, seed: int = 1, bot: Any = None) -> Any:
    """What drill answers for side a to the question asked after these answers."""
    return (bot or drill(seed)).answer("a", position.question(*before), position.battle)


def played(position: Position, phase: str, seed: int = 1) -> Position:
    """The position once drill has played both sides up to the phase."""
    return position.watched({"a": drill(seed), "b": drill(seed)}, phase, seed)


def test_with_a_standing_and_a_fallen_enemy_in_sight_he_shoots_at_the_standing_one() -> None:
    position = table("ganger A (10,10) autogun  leader x (16,10) down  juve y (20,13)", phase="shoot")
    assert answer(position, a("A")) == "y"


def test_nobody_shoots_at_one_who_is_down_already() -> None:
    position = table(
        "ganger A (10,10) autogun  ganger B (10,12) autogun  leader x (16,10) down", phase="shoot"
    )
    assert answer(position) == "done"


def test_nobody_wastes_ammunition_on_a_shot_that_hardly_hits() -> None:
    """Behind the wall he would take a 6 and then a 4 or more; in the open a 6 does."""
    shooter = "ganger A (10,10) shotgun_slug BS=2  ganger x (25,10)"
    assert answer(table(shooter + "  wall (24,8) (24,12) h=1", phase="shoot")) == "done"
    assert answer(table(shooter, phase="shoot")) == "A"


def test_who_is_hidden_does_not_give_himself_away_for_a_poor_shot() -> None:
    """A shotgun needs 6 at him, who is behind a wall himself."""
    walls = "wall (12,9) (12,13) h=0.6  wall (23,9) (23,13) h=0.6"
    text = "ganger A (11,11) shotgun_slug{}  ganger x (24,11)  " + walls
    assert answer(table(text.format(""), phase="shoot")) == "A"
    assert answer(table(text.format(" hidden"), phase="shoot")) == "done"


def test_asked_for_the_weapon_alone_it_names_the_one_with_the_best_shot() -> None:
    """The pistol reaches 16 inches."""
    text = "ganger A (10,10) autogun stub_gun  ganger x ({},10)"
    assert answer(table(text.format(30), phase="shoot"), a("A")) == "autogun"


def test_a_flamer_is_turned_on_who_still_stands() -> None:
    """Who is pinned is not pinned again."""
    text = "ganger A (10,10) flamer  ganger x (15,11) {}  ganger y (15,9) {}"
    assert answer(table(text.format("pinned", ""), phase="shoot"), a("A")) == "y"
    assert answer(table(text.format("", "pinned"), phase="shoot"), a("A")) == "x"


def test_what_is_thrown_has_one_range_and_a_gun_two() -> None:
    """Strength 3 throws 8 inches."""
    thrower = table("ganger A (10,10) frag_grenades S=3  ganger x (30,10)")["A"]
    assert line(thrower, weapons()["frag_grenades"]) == (8.0, 8.0)
    assert line(thrower, weapons()["autogun"]) == (12.0, 24.0)


def test_who_is_hidden_and_stays_as_he_is_takes_no_move() -> None:
    walls = "wall (12,9) (12,13)  wall (38,9) (38,13)"
    text = "ganger A (11,11) autogun{}  ganger x (40,11) autogun hidden  " + walls
    assert answer(table(text.format(""))) == "A"
    assert answer(table(text.format(" hidden"))) == "done"


def test_danger_is_shunned_while_only_the_enemy_may_bottle_out_and_sought_while_only_we_may() -> None:
    text = "ganger A (10,10)  ganger B (12,10){}  ganger x (30,30)  ganger y (32,30){}"
    began = {"a": 8, "b": 8}  # two are a quarter
    fears = [
        caution(table(text.format(ours, theirs), began=began if not ours + theirs else None).battle, "a")
        for ours, theirs in ((" down", ""), ("", ""), ("", " down"))
    ]
    assert fears == sorted(set(fears))


@pytest.mark.parametrize(
    ("ours", "theirs", "carried", "given_up"),
    [
        ("ganger A (10,10)", 8, 0, True),
        ("ganger A (10,10)", 7, 0, False),
        ("ganger A (10,10)  ganger B (12,10) broken  ganger C (14,10) down", 8, 0, True),
        ("ganger A (10,10)  ganger B (12,10)", 8, 0, False),
        ("ganger A (10,10) broken", 4, 0, True),
        ("ganger A (10,10) broken", 3, 0, False),
        ("ganger A (10,10)", 8, 1, False),
    ],
)
def test_only_a_lost_battle_is_given_up(ours: str, theirs: int, carried: int, given_up: bool) -> None:
    """One who still fights against eight, or none against four; not while loot is in safety."""
    foes = "  ".join(f"ganger {name} ({20 + 2 * n},30)" for n, name in enumerate("stuvwxyz"[:theirs]))
    position = table(
        f"{ours}  {foes}  ganger k (40,40) broken  ganger l (42,40) down"
        "  ganger m (44,40) place=out  ganger D (44,10) place=out",
        phase="start",
    )
    position.battle.carried_off = {"a": carried}
    question = Choose("Which?", [Option("fight", "f"), Option("bottle", "b")], kind="bottle")
    assert drill(1).answer("a", question, position.battle) == ("bottle" if given_up else "fight")


def test_only_a_leader_or_a_heavy_is_charged_when_he_is_down() -> None:
    text = "ganger A (11,11) autogun  {} x (15,11) down"
    assert answer(table(text.format("leader"), phase="charge")) == "A"
    assert answer(table(text.format("heavy"), phase="charge")) == "A"
    assert answer(table(text.format("ganger"), phase="charge")) == "done"


def test_nobody_charges_the_fallen_while_he_can_shoot_at_somebody_standing() -> None:
    text = "ganger A (11,11) autogun  leader x (15,11) down"
    assert answer(table(text, phase="charge")) == "A"
    assert answer(table(text + "  ganger y (22,13)", phase="charge")) == "done"


BY_A_GAP = (
    "heavy A (18,24) heavy_stubber  ganger x (22,25) autogun  wall (20,0) (20,30)  wall (20,33) (20,48)"
)


@pytest.mark.parametrize(("turn", "waits"), [(3, True), (4, False)])
def test_from_the_fourth_turn_on_nobody_waits_for_the_enemy(turn: int, waits: bool) -> None:
    position = table(BY_A_GAP, began={"a": 8, "b": 8}, turn=turn)
    assert (answer(position, a("A"), bot=drill(1)) == "overwatch") == waits


def test_overwatch_looks_along_the_lane_by_which_the_enemy_can_come() -> None:
    """He stands behind a wall; the only gap in it lies far to the left of where he is."""
    position = table(BY_A_GAP, began={"a": 8, "b": 8})
    bot = drill(1)
    assert answer(position, a("A"), bot=bot) == "overwatch"
    way = answer(position, a("A"), a("overwatch"), bot=bot)
    here = Spot(18.0, 24.0)
    assert in_arc(here, way.facing, 90, Spot(21.0, 33.0))
    assert not in_arc(here, way.facing, 90, Spot(22.0, 25.0))


MATCHED = (
    "juve Z (40,40) WS=1   leader z (44,40) chainsword sword A=3 WS=6"  # in reach, and not to be charged
)


@pytest.mark.parametrize(("x", "y", "reached"), [(18.1, 12.1, True), (19.9, 13.9, False)])
def test_a_charge_is_judged_by_eye_where_nothing_may_be_measured(x: float, y: float, reached: bool) -> None:
    """Both look alike to him, one is a good inch too far; where it may be measured he knows which."""
    text = f"leader A (11,11) chainsword sword A=3 WS=6  juve x ({x},{y}) WS=1  {MATCHED}"
    assert answer(table(text, phase="charge")) == "A"
    assert answer(table(text, phase="charge", premeasure=True)) == ("A" if reached else "done")


def test_where_no_enemy_is_on_the_table_yet_it_goes_towards_his_edge() -> None:
    position = played(table("ganger A (11,11) autogun  ganger x (40,40) place=reserve"), "shoot")
    assert position["A"].y > 11.0


def test_loot_that_lies_within_a_walk_is_fetched() -> None:
    text = "ganger A (11,11) autogun  loot (12.7,14.2)  ganger x (40,40) autogun"
    position = played(table(text, scenario={"loot": "D6"}), "shoot")
    assert position["A"].loot == 1
    assert not position.battle.tokens


def test_who_stands_on_loot_walks_so_that_he_has_it() -> None:
    """Running over it does not take it up."""
    text = "ganger A (11,11) autogun  loot (11.2,11)  ganger x (40,40) autogun"
    position = played(table(text, scenario={"loot": "D6"}), "shoot")
    assert position["A"].loot == 1


def test_who_carries_loot_brings_it_off_over_his_own_edge() -> None:
    text = "ganger A (11,11) autogun loot=1  ganger x (40,40) autogun"
    position = played(table(text, scenario={"loot": "D6"}), "shoot")
    assert position["A"].y == pytest.approx(7.0, abs=0.5)
    at_the_edge = table("ganger A (11,4) autogun loot=1  ganger x (40,40)", scenario={"loot": "D6"})
    assert answer(at_the_edge, a("A")) == "leave"


def test_a_defender_keeps_the_raiders_loot_and_fights_on() -> None:
    """All that raiders have not carried off is his."""
    raid = {"attacker_loot": "D3+1"}
    position = table("ganger x (11,44) autogun loot=1  ganger A (40,10) autogun", side="b", scenario=raid)
    bot = drill(1)
    assert bot.answer("b", position.question(b("x")), position.battle) != "leave"
    midway = table("ganger x (11,30) autogun loot=1  ganger A (30,10) autogun", side="b", scenario=raid)
    assert played(midway, "shoot")["x"].y < 30.5  # and not on the way home


def test_the_edge_with_more_loot_before_it_is_taken() -> None:
    for y, edge in ((30, "north"), (18, "south")):
        position = table(
            f"loot (20,{y})  loot (30,24)  ganger A (1,1)", phase="edges", scenario={"loot": "D6"}
        )
        question = Choose("Which?", [Option("south", "s"), Option("north", "n")], kind="edge")
        assert drill(1).answer("a", question, position.battle) == edge


def test_raiders_are_their_best_and_gangers_carry_before_the_leader() -> None:
    setup = BOOK.setup("ransack", ("orlock_sample", "goliath_sample"), {})
    game = Game(BOOK, setup, {"a": drill(1), "b": drill(2)}, Seeded(3))
    game.step()
    raiders = [fighter for fighter in game.battle.gang("a") if fighter.place == "reserve"]
    assert {"leader", "heavy", "ganger"} == {fighter.kind for fighter in raiders}
    assert {fighter.kind for fighter in raiders if fighter.loot} >= {"ganger"}


def placed(seed: int) -> list[Spot]:
    game = Game(BOOK, BOOK.setup("gang_fight", GANGS[:2], {}), {"a": drill(seed), "b": drill(9)}, Seeded(4))
    while game.battle.phase in ("edges", "deploy"):
        game.step()
    return [fighter.spot for fighter in game.battle.gang("a")]


def test_the_set_up_varies_with_the_bots_seed_alone() -> None:
    assert placed(1) == placed(1)
    assert len({tuple(placed(seed)) for seed in range(6)}) == 6


@pytest.mark.parametrize(("low", "high", "rows"), [(0.5, 7.5, {1, 3, 5, 7}), (0.6, 7.4, {3, 5})])
def test_a_base_fits_into_a_strip_with_its_rim(low: float, high: float, rows: set[float]) -> None:
    """Places are two inches apart, from 1 on."""
    field = field_of(table("ganger A (10,10)").battle)
    assert {y for _, y, _ in field.places[field.strip(low, high)].tolist()} == rows


def test_a_tenth_of_the_fighters_take_to_upper_levels(drilled: list[Game]) -> None:
    models = high = 0
    for game in drilled:
        models += len({event.piece for event in game.events if isinstance(event, Placed)})
        moves = [event for event in game.events if isinstance(event, Moved)]
        high += len({event.piece for event in moves if event.path[-1].z >= 2.0})
    assert high * 10 >= models


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (Fighting(4, 2, 5, 1), Fighting(3, 1, 3)),
        (Fighting(3, 1, 3), Fighting(4, 2, 5, 1, parries=True)),
        (Fighting(3, 2, 4, -1, True), Fighting(3, 2, 4, critical_worth=2)),
        (Fighting(2, 3, 4, loses_draws=True), Fighting(5, 1, 1, fumble_worth=2)),
        (Fighting(5, 1, 1), Fighting(2, 3, 104, loses_draws=True)),
    ],
)
def test_a_pair_alike_fights_alike(a: Fighting, b: Fighting) -> None:
    assert clash.odds(*alike(a, b)) == clash.odds(a, b)
