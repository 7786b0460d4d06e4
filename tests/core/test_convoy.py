"""Hulls that drive, squads that follow, wrecks, and sides by scenario, in a battle of the toy convoy."""

import msgspec
import pytest

from tests.conformance.battles import bot_battle
from tests.core.convoy import CONVOY, Setup
from tests.core.convoy.turn import driving, marching, seen, targets
from warbook.board.geometry import Spot
from warbook.board.hulls import Leg
from warbook.core.book import line_up
from warbook.core.dice import Scripted, Seeded
from warbook.core.events import Became, Moved
from warbook.core.game import Game, NeedsConsent
from warbook.core.questions import Refused, Way, plain
from warbook.core.record import decode, pause, record_of, resume, verify
from warbook.core.tape import Answer


def opened(scenario="run", dice=None, rounds=3):
    game = Game(CONVOY, Setup(scenario, rounds), {}, dice or Seeded("convoy"), recording=True)
    game.advance()
    return game


def battle(scenario="run"):
    return CONVOY.muster(Setup(scenario))


def march(game, side, **given):
    """The side's escort goes as is suggested when some are given."""
    game.answer(side, game.asked(side).suggested(given))


# ---------------------------------------------------------------- driving


def test_a_truck_drives_and_its_way_is_told_with_its_facings():
    game = opened()
    game.answer("a", {"legs": [[0, 2], [45, 3]]})
    truck = game.battle.truck("a")
    assert (truck.x, truck.y, truck.facing) == (
        pytest.approx(6 + 3 / 2**0.5),
        pytest.approx(4 + 3 / 2**0.5),
        45.0,
    )
    told = next(event for event in game.events if isinstance(event, Moved))
    assert told.facings == (0.0, 0.0, 45.0) and len(told.path) == 3
    assert game.steps[0].tape == [Answer("a", Way(told.path, 45.0, 5.0, (Leg(0.0, 2.0), Leg(45.0, 3.0))))]


@pytest.mark.parametrize(
    ("legs", "words"),
    [
        ([[0, 6.0]], ""),
        ([[0, 6.1]], "up to 6 inches, not 6.1"),
        ([[0, 3], [0, -3.0]], ""),
        ([[45, 0]], ""),
        ([[45.1, 0]], "up to 45 degrees"),
        ([[15, 1], [15, 1], [15, 1]], "turns twice"),
        ([[0, -2.0]], ""),
        ([[0, -2.1]], "after 2.0 inches the edge is in the way"),
    ],
)
def test_what_a_truck_may_do(legs, words):
    """It stands at (4, 4), faces east and is 4 inches long: its rear is 2 inches from the edge."""
    question = driving(battle(), battle().truck("a"))
    if not words:
        assert question.accept({"legs": legs}).cost <= 6.0
        return
    with pytest.raises(Refused, match=words) as refused:
        question.accept({"legs": legs})
    assert refused.value.refusal.rule == "convoy.drive"


def test_every_end_that_is_lit_can_be_driven_to():
    question = driving(battle(), battle().truck("a"))
    rows = question.reach()
    assert len(rows) > 50
    for x, y, z, facing in rows[::7]:
        way = question.towards(x, y, z, facing)
        assert (way.path[-1].x, way.path[-1].y, way.facing) == pytest.approx((x, y, facing), abs=1e-4)


def test_an_end_is_chosen_by_its_facing_too():
    question = driving(battle(), battle().truck("a"))
    assert question.towards(7.0, 4.0, None, 0.0).facing == 0.0
    assert question.towards(7.0, 4.0, None, 50.0).facing == 45.0


def test_a_wreck_bars_the_way_and_hides_who_is_behind_it():
    fight = battle()
    truck, abe, bea = fight.truck("a"), fight.squad("a")[0], fight.squad("b")[0]
    wreck = fight.truck("b")
    wreck.x, wreck.y, wreck.facing = 8.0, 6.0, 90.0
    abe.x, abe.y, bea.x, bea.y = 4.0, 7.0, 12.0, 7.0
    assert not seen(fight, abe, bea.body)
    wreck.hits = 2
    assert not seen(fight, abe, bea.body)
    with pytest.raises(Refused, match=r"after 1\.0 inches the wreck of truck-b is in the way"):
        driving(fight, truck).accept({"legs": [[0, 1.1]]})
    assert driving(fight, truck).accept({"legs": [[0, 1.0]]}).cost == 1.0
    assert [area.name for area in CONVOY.table(fight).areas] == ["wreck of truck-b"]
    wreck.y = 14.0
    assert seen(fight, abe, bea.body)


# ---------------------------------------------------------------- squads


def test_the_escort_follows_its_leader_and_the_tape_is_complete():
    game = opened()
    game.answer("a", {"legs": []})
    march(game, "a", abe={"path": [[2.5, 11.0]]})
    squad = game.battle.squad("a")
    assert (squad[0].x, squad[0].y) == (2.5, 11.0)
    assert all(man.y > 9.0 for man in squad)
    answer = game.steps[1].tape[0]
    assert plain(answer.value).keys() == {"abe", "ada", "alf"}


def test_whoever_is_given_is_followed():
    form = marching(battle(), battle().squad("a"))
    found = form.suggested({"alf": {"path": [[5.5, 11.5]]}})
    assert form.accept(found)["abe"].path[-1].y > 9.0


def test_one_who_is_given_elsewhere_stays_as_given():
    form = marching(battle(), battle().squad("a"))
    found = form.suggested({"abe": {"path": [[2.5, 11.0]]}, "alf": {"path": [[4.0, 10.0]]}})
    assert found["alf"]["path"][-1] == [4.0, 10.0, 0.0]


@pytest.mark.parametrize(("x", "together"), [(8.0, True), (8.1, False)])
def test_an_escort_keeps_together_with_gaps_of_two_inches(x, together):
    """Ada goes to (5, 8), so that Alf, with half an inch of base like her, may stand 3 inches from there."""
    form = marching(battle(), battle().squad("a"))
    answer = {"abe": {"path": []}, "ada": {"path": [[5.0, 8.0]]}, "alf": {"path": [[x, 8.0]]}}
    if together:
        form.accept(answer)
        return
    with pytest.raises(Refused, match="alf: the escort keeps together"):
        form.accept(answer)


def test_two_cannot_end_on_one_spot():
    form = marching(battle(), battle().squad("a"))
    with pytest.raises(Refused, match="alf: that is where ada goes"):
        form.accept({"abe": {"path": []}, "ada": {"path": []}, "alf": {"path": [[4.5, 8.0]]}})


def test_a_group_is_a_target_and_loses_its_last_man():
    game = opened(dice=Scripted("5"))
    game.battle.men[3].x, game.battle.men[3].y = 10.0, 8.0
    game = resume_at(game)
    game.answer("a", {"legs": []})
    march(game, "a")
    assert [option.piece for option in game.asked("a").open()] == ["", "escort-b"]
    game.answer("a", "escort-b")
    assert [man.id for man in game.battle.squad("b")] == ["bea", "ben"]
    assert [group.members for group in CONVOY.groups(game.battle)] == [("abe", "ada", "alf"), ("bea", "ben")]


def resume_at(game):
    """The battle from where it was put, at its first question."""
    fresh = Game(CONVOY, game.setup, {}, game.source, recording=True)
    fresh.battle = game.battle
    fresh.advance()
    return fresh


@pytest.mark.parametrize(("x", "barred"), [(17.5, ""), (17.6, "more than 12 inches away")])
def test_twelve_inches_are_in_range(x, barred):
    """Alf's base ends at 5.5; `x` is where the rear of the truck is, which faces east."""
    fight = battle()
    man, truck = fight.squad("a")[2], fight.truck("b")
    man.x, man.y = 5.0, 3.0
    truck.x, truck.y, truck.facing = x + 2.0, 3.0, 0.0
    option = targets(fight, man, "b")[0]
    assert (option.barred.words if option.barred else "") == barred


# ---------------------------------------------------------------- sides


def test_sides_by_scenario():
    run, badlands, brawl = CONVOY.scenarios()
    assert [CONVOY.seats(each) for each in (run, badlands, brawl)] == [
        ("a", "b"),
        ("a", "b"),
        ("a", "b", "c"),
    ]
    assert len(line_up(CONVOY, brawl, ())) == 3
    assert list(opened("run").players) == ["a", "b"]
    assert {side: player is None for side, player in opened("badlands").players.items()} == {
        "a": True,
        "b": True,
        "c": False,
    }


def test_the_book_drives_its_own_truck():
    game = opened("badlands")
    for side in ("a", "b"):
        game.answer(side, {"legs": []})
        march(game, side)
        if game.asked(side):
            game.answer(side, "hold")
    driven = [event.piece for event in game.events if isinstance(event, Moved)]
    assert driven == ["truck-c"]
    assert game.battle.turn == 2 and list(game.waiting) == ["a"]


def test_in_a_brawl_the_third_side_is_asked():
    game = opened("brawl")
    for side in ("a", "b"):
        game.answer(side, {"legs": []})
        march(game, side)
        if game.asked(side):
            game.answer(side, "hold")
    assert game.asked("c").text == "Where does the truck drive?"


# ---------------------------------------------------------------- records and undo


@pytest.mark.parametrize("number", range(3))
def test_a_battle_is_recorded_and_replayed(number):
    game = bot_battle(CONVOY, number)
    twin = verify(decode(msgspec.json.encode(record_of(game)), "record"))
    assert twin.battle == game.battle and twin.events == game.events


def test_a_drive_is_undone_freely_and_past_a_die_by_consent():
    game = opened(dice=Seeded("convoy"))
    game.answer("a", {"legs": [[0, 6]]})
    assert game.undoable("a") == "free"
    game.undo("a")
    assert (game.battle.truck("a").x, game.asked("a").text) == (4.0, "Where does the truck drive?")
    game.battle.truck("b").x, game.battle.truck("b").y = 12.5, 4.0
    game = resume_at(game)
    game.answer("a", {"legs": [[0, 4]]})  # its front at 10, the other's rear at 10.5
    with pytest.raises(NeedsConsent):
        game.undo("a")


def test_a_battle_put_aside_after_a_drive_goes_on():
    game = opened()
    game.answer("a", {"legs": [[10, 1.5], [-3, -2]]})
    again = resume(pause(game))
    assert again.battle == game.battle and again.asked("a").text == "The escort marches"
    assert again.battle.truck("a").facing == pytest.approx(7.0)


def test_a_bump_hits_on_four_and_two_hits_are_a_wreck():
    for face, hits in (("3", 1), ("4", 2)):
        game = opened(dice=Scripted(face))
        foe = game.battle.truck("b")
        foe.x, foe.y, foe.hits = 14.0, 4.0, 1
        game = resume_at(game)
        game.answer("a", {"legs": [[0, 5]]})  # its front at 11, the other's at 12
        assert game.battle.truck("b").hits == hits
        told = [event.status for event in game.events if isinstance(event, Became)]
        assert told == (["wreck"] if hits == 2 else [])
    assert game.battle.phase == "march"


def test_a_spot_that_is_driven_to_lies_where_the_legs_lead():
    question = driving(battle(), battle().truck("a"))
    assert question.along((Leg(0.0, 2.0),)).path == (Spot(4.0, 4.0), Spot(6.0, 4.0))
