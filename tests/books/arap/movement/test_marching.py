"""A squad goes: the others follow, in formation where they can, and the answer is complete."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from tests.books.arap.movement.test_walking import OUT
from tests.books.arap.table import table
from tests.kit.script import a
from warbook.board.geometry import Spot, distance
from warbook.books.arap.field.coherency import coherent
from warbook.books.arap.movement.free import enemy_apparent, may_move_freely
from warbook.books.arap.movement.gaits import Gait
from warbook.books.arap.movement.marching import March
from warbook.core.questions import Refused, Way

SQUAD = "human_trooper A (10,10) (12,10) (14,10) (10,12) (12,12)"


def ends(answer: dict) -> dict[str, tuple[float, float]]:
    return {
        n: tuple(round(v, 2) for v in each["path"][-1][:2]) for n, each in answer.items() if n != "posture"
    }


@pytest.mark.rule("arap.turn.movement-action")
def test_the_others_keep_their_places_in_the_formation():
    game = table(SQUAD + OUT).act("A", "move", {"A2": (15, 12)})
    assert game.places("A") == [(13, 12), (15, 12), (17, 12), (13, 14), (15, 14)]


@pytest.mark.rule("arap.G43")
def test_just_two_inches_from_an_enemy_is_within_his_melee_radius():
    game = table("human_trooper A (10,10)   human_trooper x (14,10)")
    walker = March(game.battle, game["A"], Gait()).walkers["A1"]
    spots = np.array([[12.0, 10.0, 0.0], [11.9, 10.0, 0.0]])
    assert walker.may_stop(spots).tolist() == [False, True]
    assert [walker.may_end(Spot(*spot)) is None for spot in spots.tolist()] == [False, True]


@pytest.mark.rule("arap.movement.extra-turns")
@pytest.mark.parametrize(("inches", "told"), [(2, False), (4, True)])
def test_who_cannot_turn_as_far_as_he_would_is_told_and_nobody_else(inches, told):
    game = table("human_trooper A (10,10)   marine x (60,40)")
    march = March(game.battle, game["A"], Gait())
    way = Way((Spot(10, 10), Spot(10 + inches, 10)), 180.0)
    assert any("can turn only" in each.words for each in march.judge({"A1": way})) is told


@pytest.mark.rule("arap.turn.movement-action")
def test_the_suggested_answer_is_complete_and_may_be_changed():
    game = table(SQUAD + OUT)
    question = March(game.battle, game["A"], Gait()).question("Where?", "arap.turn.movement-action")
    answer = question.suggested({"A1": Way((Spot(13, 10),))})
    assert set(answer) == {"A1", "A2", "A3", "A4", "A5", "posture"} and ends(answer)["A5"] == (15, 12)
    changed = question.suggested({"A1": Way((Spot(13, 10),)), "A5": Way((Spot(12, 15),))})
    assert ends(changed)["A5"] == (12, 15) and ends(changed)["A2"] == (15, 10)
    assert question.accept(changed)


@pytest.mark.rule("arap.basics.coherency", "arap.turn.movement-action")
def test_they_go_round_what_is_in_the_way_and_stay_together():
    rocks = SQUAD + "   block (14.5,11.2) (17,14) h=5   block (16.5,7) (19,9.2) h=5" + OUT
    game = table(rocks).act("A", "move", {"A2": (15.5, 10.2)})
    assert coherent(game.battle, game["A"])
    spots = [figure.spot for figure in game.battle.standing(game["A"])]
    assert all(distance(one, two) >= 0.99 for one, two in combinations(spots, 2))
    assert game.at("A2") == (15.5, 10.2) and all(f.gone <= 4.01 for f in game.battle.standing(game["A"]))


@pytest.mark.rule("arap.basics.measurement")
def test_nobody_ends_on_another():
    with pytest.raises(Refused, match="that is where"):
        table(SQUAD + OUT).act("A", "move", {"A1": (12, 8), "A2": (12.5, 8), "only": True})


@pytest.mark.rule("arap.basics.coherency", "arap.E1")
def test_who_would_be_apart_is_told_so():
    game = table(SQUAD + OUT)
    question = March(game.battle, game["A"], Gait()).question("Where?", "arap.turn.movement-action")
    still = {figure.id: Way((figure.spot,)) for figure in game.battle.standing(game["A"])}
    gone = {**still, "A3": Way((Spot(18, 10),)), "posture": "as it is"}
    found = question.concerns(gone)
    assert [(each.part, each.rule, each.barred) for each in found] == [
        (("A3",), "arap.basics.coherency", False)
    ]


@pytest.mark.rule("arap.movement.backwards", "arap.movement.sidestep")
def test_the_footwork_is_told():
    game = table(SQUAD + OUT)
    question = March(game.battle, game["A"], Gait()).question("Where?", "arap.turn.movement-action")
    still = {figure.id: Way((figure.spot,)) for figure in game.battle.standing(game["A"])}
    back = {
        **still,
        "A1": Way((Spot(9, 10),), 0.0),
        "A4": Way((Spot(9, 13.732),), 0.0),
        "posture": "as it is",
    }
    rules = {each.part[0]: each.rule for each in question.concerns(back)}
    assert rules == {"A1": "arap.movement.backwards", "A4": "arap.movement.sidestep"}


@pytest.mark.rule("arap.basics.bulky-bases")
def test_bases_of_three_sizes_share_a_table():
    men = "human_trooper A (10,10)   terminator B (10,14)   walker C (10,19.9)"
    game = table(men + OUT, vehicles=True)
    game.act("B", "move", (12, 11.3))
    assert game.at("B1") == (12, 11.3)
    with pytest.raises(Refused, match="another figure"):
        table(men + OUT, vehicles=True).act("B", "move", (11, 10.6))
    with pytest.raises(Refused, match="another figure"):
        table(men + OUT, vehicles=True).act("B", "move", (10, 18))


# ---------------------------------------------------------------- the free move


@pytest.mark.rule("arap.movement.free-move", "arap.C13")
@pytest.mark.parametrize(("x", "free"), [(23, True), (22, False), (22.1, True)])
def test_with_no_enemy_near_a_unit_moves_before_its_activation(x, free):
    game = table(f"human_trooper A (10,10)   marine x ({x},10)")
    assert (may_move_freely(game.battle, game["A"]) is None) == free
    if free:
        game.play(a("A"), a("free"), a((14, 10)))
        assert game.at("A1") == (14, 10) and not game["A"].tried and game.battle.stack == []
        question = game.question(a("A"))
        assert next(o.barred.rule for o in question.options if o.id == "free") == "arap.C13"
        assert game.option("A").barred is None


@pytest.mark.rule("arap.movement.free-move")
def test_only_enemies_who_are_seen_are_apparent():
    text = "human_trooper A (10,10)   marine x (18,10)   block (13,5) (15,15) h=6"
    game = table(text)
    assert not enemy_apparent(game.battle, game["A"])
    seen = table(text.replace("h=6", "h=0.3"))
    assert enemy_apparent(seen.battle, seen["A"])
    seen["x"].hidden = True
    assert not enemy_apparent(seen.battle, seen["A"])


@pytest.mark.rule("arap.C13")
@pytest.mark.parametrize("state", ["pinned", "routing", "pursuing=x", "locked=x", "tried", "free_moved"])
def test_who_has_no_free_move(state):
    game = table(f"human_trooper A (10,10) {state}   marine x (60,40)")
    assert may_move_freely(game.battle, game["A"]) is not None
    off = table("human_trooper A (10,10)   marine x (60,40)", free_move=False)
    assert may_move_freely(off.battle, off["A"]) is not None


@pytest.mark.rule("arap.C13", "arap.movement.crawl")
def test_who_is_prone_crawls_in_his_free_move():
    game = table("human_trooper A (10,10) prone   marine x (60,40)").play(a("A"), a("free"), a((12, 10)))
    assert game.at("A1") == (12, 10)
    with pytest.raises(Refused):
        table("human_trooper A (10,10) prone   marine x (60,40)").play(a("A"), a("free"), a((12.1, 10)))


@pytest.mark.rule("arap.movement.free-move", "arap.movement.variable-terrain")
def test_dice_say_how_far_a_free_move_goes_in_variable_ground():
    text = "human_trooper A (10,10)   marine x (60,40)   area (5,5) (15,15) undergrowth"
    game = table(text).play(a("A"), a("free"), a((13, 10)), dice="2 3")
    assert game.at("A1") == (13, 10) and not game["A"].tried
    with pytest.raises(Refused):
        table(text).play(a("A"), a("free"), a((13.1, 10)), dice="2 3")


@pytest.mark.rule("arap.shooting.fleeting-target", "arap.F6")
@pytest.mark.parametrize(
    ("terrain", "fleeting"),
    [
        ("area (9,9) (11,11) soft-cover   area (12,9) (14,11) hard-cover", True),
        ("area (9,9) (14,11) soft-cover", False),
        ("area (9,9) (11,11) soft-cover", False),
        ("area (12,9) (14,11) soft-cover", False),
        ("wall (10.8,9) (10.8,11) h=1 barricade   area (13,8) (14,12) trench", True),
        ("wall (10.8,9) (10.8,11) h=1 hedge   wall (14.3,9) (14.3,11) h=1 barricade", True),
        ("wall (10.8,9) (10.8,11) h=1   wall (14.3,9) (14.3,11) h=1 barricade", False),
    ],
)
def test_who_went_from_cover_to_cover_is_a_fleeting_target(terrain, fleeting):
    game = table("human_trooper A (10,10)   " + terrain + OUT)
    game.act("A", "move", (13.5, 10) if "(9,9) (14,11)" not in terrain else (11.9, 10))
    assert game.figure("A1").fleeting == fleeting


@pytest.mark.rule("arap.basics.measurement")
@pytest.mark.parametrize("lead", ["A1", "A3", "A5"])
def test_whoever_leads_the_others_make_way(lead):
    """In a pocket between rocks, where those behind have nowhere to go but aside."""
    pocket = "   block (8,8.2) (15.4,9.2) h=5   block (8,12.9) (15.4,14) h=5   block (14.8,9) (17,13) h=5"
    game = table("human_trooper A (10,10.5) (11.2,10.5) (12.4,10.5) (13.6,10.5) (12.4,11.8)" + pocket + OUT)
    march = March(game.battle, game["A"], Gait())
    question = march.question("Where?", "arap.turn.movement-action")
    walker = march.walkers[lead]
    for spot in walker.spots()[::7]:
        path = walker.path(*spot)
        if len(path) > 1 and walker.may_end(path[-1]) is None:
            assert question.accept(question.suggested({lead: Way(path)}))
