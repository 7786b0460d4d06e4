"""Before the first turn, scenarios, loot and reinforcements; and how such battles end."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.books.necromunda.position import Position, Refused, table, why
from tests.kit.script import By, a, b
from warbook import load_book
from warbook.board.geometry import Spot
from warbook.books.necromunda import charging, deploy, movement
from warbook.core.dice import Seeded
from warbook.core.events import Placed
from warbook.core.game import Game
from warbook.core.questions import Way
from warbook.players.random import Random

BOOK = load_book("necromunda")
LOOT = {"loot": "D6"}


def before(scenario: str, **rulings: Any) -> Position:
    setup = BOOK.setup(scenario, ("orlock_sample", "goliath_sample"), rulings)
    return Position(BOOK.muster(setup))


def place(game: Position, name: str) -> str:
    return game[name].place


# ---------------------------------------------------------------- edges and setting up


@pytest.mark.rule("nec.M2")
def test_the_low_die_picks_an_edge_and_sets_up_first() -> None:
    game = before("gang_fight").play(b("north"), dice="5 2")
    assert game.battle.edges == {"b": "north", "a": "south"}
    assert game.battle.side == "b" and game.battle.phase == "deploy"
    assert before("gang_fight").play(a("south"), dice="2 2 1 6").battle.edges == {"a": "south", "b": "north"}


@pytest.mark.rule("nec.M2")
@pytest.mark.parametrize(
    ("edge", "y", "fits"),
    [("south", 7.5, True), ("south", 7.6, False), ("north", 40.5, True), ("north", 40.4, False)],
)
def test_each_gang_sets_up_within_8_inches_of_its_edge(edge: str, y: float, fits: bool) -> None:
    game = before("gang_fight").play(b(edge), dice="5 2")
    if fits:
        game.play(b("b1"), b((21, y)))
        assert (game["b1"].x, game["b1"].y, place(game, "b1")) == (21, y, "table")
        assert game["b1"].facing == (90.0 if edge == "south" else 270.0)
    else:
        with pytest.raises(Refused, match="set up between"):
            game.play(b("b1"), b((21, y)))


@pytest.mark.rule("nec.M2")
def test_nobody_is_set_up_on_another_or_in_a_wall() -> None:
    game = before("gang_fight").play(b("south"), dice="5 2").play(b("b1"), b((21, 2)))
    for spot in ((21.9, 2), (23.7, 4.7)):
        with pytest.raises(Refused):
            game.question(b("b2")).accept({"path": [list(spot)]})
    assert game.question(b("b2")).accept({"path": [[22, 2]]})
    offered = game.question(b("b2")).reach()
    assert offered and all(game.question(b("b2")).accept({"path": [list(place)]}) for place in offered[::40])


@pytest.mark.rule("nec.M2", "nec.M1")
def test_the_second_gang_follows_opposite_and_then_the_battle_begins() -> None:
    game = before("gang_fight").play(b("south"), dice="5 2").play(b("rest"))
    assert all(f.on_table and f.y < 8 for f in game.battle.gang("b"))
    assert all(f.place == "reserve" for f in game.battle.gang("a"))
    game.play().play(a("rest")).play(dice="1 6")
    assert all(f.on_table and f.y > 40 for f in game.battle.gang("a"))
    assert (game.battle.phase, game.battle.side, game.battle.turn) == ("start", "b", 1)


@pytest.mark.rule("nec.M2")
def test_whichever_gang_sets_up_first_the_other_follows() -> None:
    game = before("gang_fight").play(a("south"), dice="2 5").play(a("rest")).play()
    assert (game.battle.phase, game.battle.side) == ("deploy", "b")
    game.play(b("rest"))
    assert all(f.on_table for f in game.battle.fighters)


@pytest.mark.parametrize("scenario", ["gang_fight", "scavengers", "ransack"])
@pytest.mark.parametrize("seed", range(2))
def test_a_random_battle_of_every_scenario_ends_with_every_model_where_it_can_be(
    scenario: str, seed: int
) -> None:
    setup = BOOK.setup(scenario, ("escher_sample", "van_saar_sample"), {})
    game = Game(BOOK, setup, {"a": Random(seed), "b": Random(seed + 99)}, Seeded(seed))
    while not game.over:
        game.step()
        here = [f for f in game.battle.fighters if f.on_table]
        for number, fighter in enumerate(here):
            assert 0.49 <= fighter.x <= 47.51 and 0.49 <= fighter.y <= 47.51
            for other in here[:number]:
                gap = (fighter.x - other.x) ** 2 + (fighter.y - other.y) ** 2
                assert gap >= 0.99 or abs(fighter.z - other.z) >= 1.4, (fighter.id, other.id)
    assert game.battle.winner in ("a", "b", "")


def test_left_to_the_program_a_gang_is_set_up_mostly_behind_something() -> None:
    for scenario in ("gang_fight", "scavengers", "ransack"):
        setup = BOOK.setup(scenario, ("orlock_sample", "goliath_sample"), {})
        game = Position(BOOK.muster(setup))
        game.battle.edges, game.battle.side, game.battle.phase = {"a": "south", "b": "north"}, "a", "deploy"
        game.play(a("rest"))
        sheltered = deploy.sheltered(game.battle, "a")
        gang = game.battle.gang("a")
        assert sum(f.spot in sheltered for f in gang) * 2 >= len(gang)


# ---------------------------------------------------------------- scavengers


@pytest.mark.rule("nec.M2")
def test_loot_is_placed_in_turn_before_the_edges_are_chosen() -> None:
    game = before("scavengers")
    assert game.question(b((12, 12)), dice="3 2 5").text == "Place loot counter 2 of 3"
    game.play(b((12, 12)), a((36, 12)), b((24, 10)), dice="3 2 5")  # three counters; b's die is higher
    assert [side for side, _ in game.script.asked] == ["b", "a", "b"]
    assert [(t.kind, t.x, t.y) for t in game.battle.tokens] == [
        ("loot", 12, 12),
        ("loot", 36, 12),
        ("loot", 24, 10),
    ]
    assert game.battle.phase == "edges" and game.battle.edges == {}


@pytest.mark.rule("nec.M2")
@pytest.mark.parametrize(
    ("spot", "words"),
    [
        ((7.9, 12), "8 inches"),
        ((12, 40.1), "8 inches"),
        ((15, 12), "4 inches apart"),
        ((10, 17), "west ruin"),
    ],
)
def test_loot_lies_8_inches_from_the_edges_and_4_apart_where_one_can_stand(
    spot: tuple[float, float], words: str
) -> None:
    game = before("scavengers")
    question = game.question(b((12, 12)), dice="3 2 5")
    with pytest.raises(Refused, match=words):
        question.accept({"path": [list(spot)]})
    assert question.accept({"path": [[10, 17, 3]]})
    assert question.path(10, 17, 3) == (Spot(10, 17, 3),)  # what may be placed there is placed there


@pytest.mark.rule("nec.M2")
@pytest.mark.parametrize(
    ("spot", "fits"),
    [
        ((8, 24), True), ((7.9, 24), False), ((40, 24), True), ((40.1, 24), False),
        ((24, 8), True), ((24, 7.9), False), ((24, 40), True), ((24, 40.1), False),
        ((16, 12), True), ((15.9, 12), False), ((12, 16), True), ((12, 15.9), False),
    ],
)  # fmt: skip
def test_where_loot_may_lie(spot: tuple[float, float], fits: bool) -> None:
    """On a bare table, with a counter at (12,12)."""
    game = table("ganger A (2,2)   ganger x (46,46)   loot (12,12)", phase="loot", scenario=LOOT)
    question = game.question(dice="1 5 2")
    if fits:
        assert question.accept({"path": [list(spot)]})
    else:
        with pytest.raises(Refused, match="inches"):
            question.accept({"path": [list(spot)]})
    offered = question.reach()
    assert offered and all(question.accept({"path": [list(place)]}) for place in offered)


@pytest.mark.rule("nec.M2")
def test_where_it_may_not_lie_the_nearest_place_is_offered_instead() -> None:
    game = table("ganger A (2,2)   ganger x (46,46)   loot (12,12)", phase="loot", scenario=LOOT)
    question = game.question(dice="1 5 2")
    assert question.path(24.3, 20.1, None) == (Spot(24.3, 20.1),)
    (spot,) = question.path(3.0, 24.1, None)
    assert (spot.x, spot.y) == (8.5, 24.5)
    for axis in (0, 1):
        places = {place[axis] for place in question.reach()}
        assert (min(places), max(places)) == (8.5, 39.5)


def loot_game(text: str, phase: str = "move", **fields: Any) -> Position:
    return table(text, phase=phase, scenario={**LOOT, **fields}, began={"a": 20, "b": 20})


@pytest.mark.rule("nec.M2")
def test_who_walks_over_loot_picks_it_up() -> None:
    game = loot_game("ganger A (10,10)   loot (12,10)   loot (12,12)   ganger x (40,40)").play(
        a("A"), a("walk"), a((14, 10))
    )
    assert game["A"].loot == 1 and len(game.battle.tokens) == 1


@pytest.mark.rule("nec.M2")
def test_a_runner_leaves_it_lying_and_so_does_one_on_another_level() -> None:
    game = loot_game("ganger A (10,10)   loot (12,10)   ganger x (40,40)").play(a("A"), a("run"), a((14, 10)))
    assert game["A"].loot == 0
    game = loot_game("ganger A (10,10,3)   floor (8,8) (16,12) level=3   loot (12,10)   ganger x (40,40)")
    assert game.play(a("A"), a("walk"), a((14, 10, 3)))["A"].loot == 0


@pytest.mark.rule("nec.M2")
@pytest.mark.parametrize(("y", "found"), [(10.5, 1), (10.6, 0)])
def test_a_counter_is_picked_up_that_lies_under_his_base(y: float, found: int) -> None:
    game = loot_game(f"ganger A (10,10)   loot (12,{y})   ganger x (40,40)")
    assert game.play(a("A"), a("walk"), a((14, 10)))["A"].loot == found


@pytest.mark.rule("nec.M2")
def test_upstairs_too() -> None:
    game = loot_game("ganger A (10,10,3)   floor (8,8) (16,12) level=3   loot (12,10,3)   ganger x (40,40)")
    assert game.play(a("A"), a("walk"), a((14, 10, 3)))["A"].loot == 1


@pytest.mark.rule("nec.M2")
def test_who_climbs_onto_the_crate_where_it_lies_picks_it_up() -> None:
    game = loot_game("ganger A (10,10)   block (11,8) (14,12) h=1   loot (12,10,1)   ganger x (40,40)")
    assert game.play(a("A"), a("walk"), a((12, 10, 1)))["A"].loot == 1
    game = loot_game("ganger A (12,10,1)   block (11,8) (14,12) h=1   loot (12,10,1)   ganger x (40,40)")
    assert game.play(a("A"), a("walk"), a((12, 13)))["A"].loot == 1  # and who climbs down from it


@pytest.mark.rule("nec.M2")
def test_who_carries_loot_neither_runs_nor_charges_but_walks() -> None:
    game = loot_game("ganger A (10,10) loot=1   ganger x (40,40)")
    assert game.option("run", a("A")).barred.words == "carries loot: no running"
    assert game.option("walk", a("A")).barred is None
    assert why(charging.may_charge(game.battle, game["A"])).words == "carries loot: no running"


@pytest.mark.rule("nec.M2")
@pytest.mark.parametrize("injury", ["3", "6"])
def test_who_falls_drops_his_loot_where_he_fell(injury: str) -> None:
    game = table(
        "ganger A (10,10) loot=2   ganger B (30,30)   ganger x (20,10) autogun",
        phase="shoot",
        side="b",
        scenario=LOOT,
        began={"a": 20, "b": 20},
    )
    game.play(b("x"), b("A"), dice=f"5 4 {injury}")
    assert game["A"].loot == 0
    assert [(t.x, t.y) for t in game.battle.tokens] == [(10, 10), (10, 10)]


@pytest.mark.rule("nec.M2")
@pytest.mark.parametrize(("y", "leaves"), [(4.5, True), (4.6, False)])
def test_loot_is_carried_off_over_the_own_edge_by_who_can_walk_there(y: float, leaves: bool) -> None:
    game = loot_game(f"ganger A (10,{y}) loot=2   ganger B (20,20) loot=1   ganger x (40,40)")
    assert (game.option("leave", a("A")).barred is None) is leaves
    if leaves:
        game.play(a("A"), a("leave"))
        assert place(game, "A") == "off" and game.battle.carried_off == {"a": 2}
        assert not game.battle.over


@pytest.mark.rule("nec.M2")
def test_nobody_leaves_without_loot_or_over_the_enemys_edge() -> None:
    game = loot_game("ganger A (10,2)   ganger B (10,46) loot=1   ganger x (40,40)")
    assert "leave" not in [option.id for option in game.question(a("A")).options]
    assert game.option("leave", a("B")).barred is not None


@pytest.mark.rule("nec.M2", "nec.M8")
def test_who_is_shot_on_his_way_off_does_not_leave() -> None:
    game = loot_game(
        "ganger A (10,4) loot=1   ganger B (20,20)   ganger x (10,20) autogun overwatch facing=270"
    )
    game.play(a("A"), a("leave"), b("0"), dice="6 1 5")
    assert place(game, "A") == "table" and game["A"].pinned and game["A"].loot == 1


@pytest.mark.rule("nec.M2")
@pytest.mark.parametrize(("b_has", "winner"), [(1, "a"), (2, ""), (3, "b")])
def test_when_no_loot_is_left_on_the_table_the_richer_gang_wins(b_has: int, winner: str) -> None:
    game = loot_game("ganger A (10,3) loot=2   ganger B (20,20)   ganger x (40,40)")
    game.battle.carried_off["b"] = b_has
    game.play(a("A"), a("leave"))
    assert game.battle.over and game.battle.winner == winner


@pytest.mark.rule("nec.M2")
@pytest.mark.parametrize(
    ("lying", "winner"),
    [("", "a"), ("loot (24,24)   loot (28,24)", ""), ("loot (24,24)   loot (28,24)   loot (24,28)", "b")],
)
def test_when_a_gang_has_left_with_loot_the_rest_is_the_other_gangs(lying: str, winner: str) -> None:
    game = loot_game(f"ganger A (10,3) loot=2   ganger x (40,40)   {lying}").play(a("A"), a("leave"))
    assert game.battle.over and game.battle.winner == winner


@pytest.mark.rule("nec.M2")
def test_at_the_turn_limit_who_holds_more_loot_wins_whatever_he_has_lost() -> None:
    game = table(
        "ganger A (10,10) loot=1   ganger B (12,20) place=out   ganger x (40,40)   loot (24,24)",
        phase="recover", side="b", turn=5, scenario={**LOOT, "turn_limit": 5},
    ).play()  # fmt: skip
    assert game.battle.winner == "a"


# ---------------------------------------------------------------- ransack


RANSACK = {"attacker_fighters": "D3+3", "attacker_loot": "D3+1", "reinforcements": True}


@pytest.mark.rule("nec.M2")
def test_the_attacker_names_d3_plus_3_raiders_and_the_first_carry_the_loot() -> None:
    game = before("ransack").play(
        b("north"), a("a3"), a("a1"), a("a4"), a("a5"), dice="1 1"
    )  # 4 raiders, 2 counters
    assert game.battle.edges == {"b": "north", "a": "south"}
    assert [f.id for f in game.battle.gang("a") if f.place == "reserve"] == ["a1", "a3", "a4", "a5"]
    assert [f.id for f in game.battle.gang("a") if f.loot] == ["a1", "a3"]
    assert game.battle.began["a"] == 4
    assert game.battle.side == "a"


@pytest.mark.rule("nec.M2")
def test_he_is_told_which_raiders_carry_loot() -> None:
    named = [b("north"), a("a3"), a("a1"), a("a4")]
    asked = [before("ransack").question(*named[:count], dice="1 1").text for count in (1, 2, 3, 4)]
    assert asked == [
        "Choose raider 1 of 4, who carries loot",
        "Choose raider 2 of 4, who carries loot",
        "Choose raider 3 of 4",
        "Choose raider 4 of 4",
    ]


@pytest.mark.rule("nec.M2")
def test_the_defender_starts_with_nobody_on_the_table() -> None:
    game = (
        before("ransack", first_player="b")
        .play(b("north"), a("a3"), a("a1"), a("a4"), a("a5"), dice="1 1")
        .play(a("rest"))
        .play()
    )
    assert game.battle.phase == "start" and not game.battle.present("b") and not game.battle.over
    assert len(game.battle.present("a")) == 4


@pytest.mark.rule("nec.M2")
@pytest.mark.parametrize(("die", "come"), [("1", 1), ("2", 1), ("3", 2), ("4", 2), ("5", 3), ("6", 3)])
def test_each_turn_one_to_three_defenders_come_on_at_their_edge(die: str, come: int) -> None:
    reserves = "   ".join(f"ganger {name} (0,0) place=reserve" for name in "wxyz")
    game = table(f"ganger A (24,5)   {reserves}", phase="start", side="b", scenario=RANSACK)
    answers: list[By] = []
    for number, name in enumerate("zyx"[:come]):
        answers += [b(name), b((10 + 2 * number, 47.5))]
    game.play(*answers, dice=die)
    assert [f.id for f in game.battle.fighters if f.side == "b" and f.on_table] == sorted("zyx"[:come])
    assert game.battle.phase == "charge"


@pytest.mark.rule("nec.M2")
def test_they_come_on_at_the_edge_and_not_among_the_enemy() -> None:
    game = table(
        "ganger A (24,46.5)   ganger y (0,0) place=reserve   ganger z (0,0) place=reserve",
        phase="start",
        side="b",
        scenario=RANSACK,
    )
    question = game.question(b("y"), dice="1")
    for spot in ((20, 46.9), (24.5, 47.5), (24.95, 47)):
        with pytest.raises(Refused):
            question.accept({"path": [list(spot)]})
    assert question.accept({"path": [[20, 47.5]]})
    assert question.accept({"path": [[20, 47]]})
    offered = question.reach()
    assert offered and all(question.accept({"path": [list(place)]}) for place in offered)


@pytest.mark.rule("nec.M2", "nec.M24")
@pytest.mark.parametrize(
    ("x", "fits"), [(25.11, False), (25.13, True), (22.87, True), (22.89, False), (19.0, True), (19.1, False)]
)
def test_beside_an_enemy_there_is_a_little_room_and_beside_a_friend_none(x: float, fits: bool) -> None:
    """The enemy stands at 24, the friend at 20: his base may be touched."""
    game = table(
        "ganger A (24,47)   ganger z (20,47)   ganger y (0,0) place=reserve",
        phase="start",
        side="b",
        scenario=RANSACK,
    )
    question = game.question(b("y"), dice="1")
    if fits:
        assert question.accept({"path": [[x, 47]]})
    else:
        with pytest.raises(Refused):
            question.accept({"path": [[x, 47]]})


@pytest.mark.rule("nec.M2")
def test_no_more_come_than_there_are_and_then_nobody_rolls() -> None:
    game = table("ganger A (24,5)   ganger y (0,0) place=reserve", phase="start", side="b", scenario=RANSACK)
    game.play(b("y"), b((20, 47)), dice="6")
    assert [event.piece for event in game.events if isinstance(event, Placed)] == ["y"]
    game.battle.phase = "start"
    assert game.play().battle.phase == "charge"


@pytest.mark.rule("nec.M2", "nec.bottle.trigger")
def test_reserves_count_as_part_of_the_gang() -> None:
    reserves = "   ".join(f"ganger {name} (0,0) place=reserve" for name in "uvwyz")
    game = table(
        f"ganger A (24,5)   ganger x (24,40) down   {reserves}", phase="start", side="b", scenario=RANSACK
    )
    game.play(b("u"), b((20, 47.5)), dice="1")
    assert not game.rolled("nec.bottle.test")


@pytest.mark.rule("nec.M2")
def test_raiders_carry_loot_off_over_the_defenders_edge() -> None:
    game = table("ganger A (24,45) loot=1   ganger B (24,3) loot=1   ganger x (4,4)", scenario=RANSACK)
    assert game.option("leave", a("A")).barred is None and game.option("leave", a("B")).barred is not None


@pytest.mark.rule("nec.M2")
@pytest.mark.parametrize(("before_", "winner"), [(2, "a"), (1, "b"), (0, "b")])
def test_a_raid_succeeds_if_more_was_carried_off_than_left(before_: int, winner: str) -> None:
    game = table(
        "ganger A (44,10) broken   ganger x (34,10)   loot (20,20)", phase="compulsory", scenario=RANSACK
    )
    game.battle.carried_off["a"] = before_
    game.play(dice="3 3")  # the last raider flees
    assert game.battle.over and game.battle.winner == winner


@pytest.mark.rule("nec.M2")
def test_a_raid_is_over_when_all_the_loot_is_off() -> None:
    game = table("ganger A (24,45) loot=1   ganger B (24,3)   ganger x (4,4)", scenario=RANSACK).play(
        a("A"), a("leave")
    )
    assert game.battle.over and game.battle.winner == "a"


@pytest.mark.rule("nec.bottle.failed", "nec.M2")
def test_a_raiding_gang_that_bottles_out_has_lost() -> None:
    game = table(
        "leader A (24,30)   ganger B (10,10) down   ganger C (20,10)   ganger D (24,20)   ganger x (4,4)",
        phase="start",
        scenario=RANSACK,
    )
    assert game.play(a("bottle")).battle.winner == "b"


def test_the_way_off_the_table_is_a_walk() -> None:
    game = table("ganger A (24,4) loot=1   ganger x (40,40)", scenario=LOOT)
    path = movement.exit_path(game.battle, game["A"])
    assert path is not None and path[-1].y == 0.5
    game = table("ganger A (24,4) loot=1   wall (0,2) (48,2) h=1.5   ganger x (40,40)", scenario=LOOT)
    assert movement.exit_path(game.battle, game["A"]) is None


def test_who_has_no_name_gets_the_one_of_his_place_in_the_gang() -> None:
    """After as many as there are names they are numbered."""
    gang = BOOK.forces()[0].id
    setup = BOOK.setup("gang_fight", [gang, gang], {})
    recruits = tuple(replace(setup.gangs[0].fighters[0], name="") for _ in range(17))
    many = replace(setup, gangs=(replace(setup.gangs[0], fighters=recruits), setup.gangs[1]))
    names = [fighter.name for fighter in BOOK.muster(many).fighters if fighter.side == "a"]
    assert names[:2] == ["Vex", "Krell"] and names[15] == "Fenn" and names[16].endswith(" 17")


@pytest.mark.rule("nec.M2")
@pytest.mark.parametrize(("level", "taken"), [(0.0, 1), (0.5, 1), (0.6, 0), (3.0, 0)])
def test_who_walks_beneath_a_counter_does_not_pick_it_up(level: float, taken: int) -> None:
    text = f"ganger A (10,10)   loot (12,10,{level})   floor (11,9) (13,11) level=3   ganger x (40,40)"
    game = table(text, scenario=LOOT).play(a("A"), a("walk"), a((14.0, 10.0)))
    assert game["A"].loot == taken


@pytest.mark.rule("nec.M2")
@pytest.mark.parametrize(("x", "free"), [(12.0, True), (11.9, False)])
def test_nobody_is_set_up_on_another_who_stands_as_high(x: float, free: bool) -> None:
    text = (
        "ganger A (10,2) place=reserve   ganger B (11,2,3)   floor (5,0.5) (20,5) level=3   ganger x (40,40)"
    )
    game = table(text, phase="deploy")
    if free:
        assert game.question(a("A")).accept({"path": [[x, 2.0, 3.0]]})
    else:
        with pytest.raises(Refused, match="stands there"):
            game.question(a("A")).accept({"path": [[x, 2.0, 3.0]]})


@pytest.mark.rule("nec.M2")
def test_somebody_may_be_set_up_beneath_another() -> None:
    text = (
        "ganger A (10,2) place=reserve   ganger B (11,2,3)   floor (5,0.5) (20,5) level=3   ganger x (40,40)"
    )
    assert table(text, phase="deploy").question(a("A")).accept({"path": [[11.0, 2.0, 0.0]]})


@pytest.mark.rule("nec.M2")
def test_the_whole_depth_of_the_zone_is_on_offer() -> None:
    game = table("ganger A (10,2) place=reserve   ganger x (40,40)", phase="deploy")
    assert {y for _, y, _ in game.question(a("A")).reach()} == {0.5 + n for n in range(8)}


@pytest.mark.rule("nec.M2")
def test_raiders_carry_loot_only_where_the_scenario_says_so() -> None:
    text = "ganger A (0,0) place=reserve   ganger B (0,0) place=reserve   ganger x (0,0) place=reserve"
    game = table(text, phase="edges", scenario={"attacker_fighters": "D3"})
    game.play(b("north"), a("A"), dice="6 1  1")
    assert [(fighter.place, fighter.loot) for fighter in game.battle.gang("a")] == [
        ("reserve", 0),
        ("off", 0),
    ]


@pytest.mark.rule("nec.M2", "nec.M11")
def test_who_is_set_up_faces_as_he_is_told() -> None:
    game = table("ganger A (10,2) place=reserve   ganger x (40,40)", phase="deploy")
    game.play(a("A"), a(Way((Spot(10.0, 2.0),), 45.0)))
    assert game["A"].facing == 45.0
