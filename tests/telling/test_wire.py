"""What a client is sent."""

import json

import msgspec
import pytest

from tests.core.convoy import CONVOY, Setup
from tests.core.convoy.turn import driving, marching
from tests.core.toy import WORDS_GIVEN, after, route, toy_game
from warbook.board.geometry import Spot
from warbook.core.book import Rolls
from warbook.core.dice import Seeded
from warbook.core.events import Became, Ended, Marker, Note, Phase, Rolled, Turned
from warbook.core.game import Game
from warbook.core.questions import Choose, Form, Leads, Option, Preview, Refusal
from warbook.telling.cast import Cast
from warbook.telling.wire import event_wire, events_wire, question_wire, seen


def wire(game, side, **asked):
    return json.loads(
        json.dumps(question_wire(game.asked(side), **{"previews": False, **asked}), allow_nan=False)
    )


def test_a_choice():
    asked = wire(after(toy_game(), *WORDS_GIVEN), "a")
    assert asked["kind"] == "choose" and asked["text"] == "What now?" and asked["rule"] == "toy.move"
    go, stay, fly = asked["options"]
    assert go == {"id": "go", "label": "Go somewhere", "piece": "ann", "spot": None, "barred": None}
    assert stay["spot"] == [2.0, 2.0, 0.0]
    assert fly["barred"] == {"words": "scouts have no wings", "rule": "toy.wings"}


def test_odds_come_only_when_asked_for():
    game = after(toy_game(), *WORDS_GIVEN, ("a", "stay"), ("a", "no"))
    assert all("preview" not in option for option in wire(game, "a")["options"])
    fire, hold = wire(game, "a", previews=True)["options"]
    assert fire["preview"]["outcomes"] == [
        ["miss", "2/3", pytest.approx(2 / 3)],
        ["hit", "1/3", pytest.approx(1 / 3)],
    ]
    assert fire["preview"]["need"] == "5+"
    assert fire["preview"]["modifiers"] == [{"value": -1, "why": "stand", "rule": ""}]
    assert "preview" not in hold


def test_a_route_and_its_reach_only_when_asked_for():
    game = after(toy_game(), *WORDS_GIVEN, ("a", "go"))
    asked = wire(game, "a")
    assert asked["kind"] == "route" and asked["start"] == [2.0, 2.0, 0.0] and asked["allowance"] == 4.0
    assert "reach" not in asked
    reach = wire(game, "a", reach=True)["reach"]
    assert [2.0, 6.0, 0.0] in reach and [2.0, 7.0, 0.0] not in reach
    game.answer("a", {"path": [asked["start"], reach[0]]})


def test_a_form():
    turn = [(side, answer) for side in "ab" for answer in ("stay", "no", "hold")]
    asked = wire(after(toy_game(), *WORDS_GIVEN, *turn), "b")
    assert asked["kind"] == "form" and list(asked["parts"]) == ["stance", "where"]
    assert asked["parts"]["stance"]["kind"] == "choose" and asked["parts"]["where"]["kind"] == "route"


def test_what_is_no_question_has_no_wire():
    with pytest.raises(TypeError, match="not a question"):
        question_wire("what?", False)  # type: ignore[arg-type]


def test_an_option_says_whether_it_has_odds():
    game = after(toy_game(), *WORDS_GIVEN, ("a", "stay"), ("a", "no"))
    fire, hold = wire(game, "a")["options"]
    assert fire["previewed"] is True and "previewed" not in hold
    barred = Choose("Now?", [Option("x", "X", preview=lambda: 1 / 0, barred=Refusal("no"))])
    (option,) = question_wire(barred, previews=True)["options"]
    assert option["previewed"] is True and "preview" not in option


def test_an_option_without_odds_of_its_own_has_those_of_what_it_leads_to():
    fight = Preview((), headline="even")
    leads = {"on": Leads((Spot(1, 1),), preview=lambda: fight), "back": Leads((Spot(0, 0),))}
    own = Option("on", "On", preview=lambda: Preview((), headline="its own"))
    choose = Choose("Where?", [Option("on", "On"), Option("back", "Back")], leads=leads.__getitem__)
    sent = question_wire(choose, previews=True)["options"]
    assert [option.get("previewed") for option in sent] == [True, None]
    found = [choose.preview_of(option) for option in (*choose.options, own)]
    assert [look and look().headline for look in found] == ["even", None, "its own"]


CAST = Cast(
    names={"ann": "Ann"},
    side_of={"ann": "a"},
    sides={"a": "Annites"},
    rolls=Rolls({"toy.shot": "To hit"}),
)


def test_an_option_says_whether_it_goes_somewhere():
    game = toy_game()
    way = route(game.battle, game.battle.scouts[0])
    options = [
        Option("walk", "Walk", goes=lambda: way),
        Option("swim", "Swim", barred=Refusal("there is no water"), goes=lambda: way),
        Option("stay", "Stay"),
    ]
    sent = question_wire(Choose("How?", options), previews=False)["options"]
    assert [option.get("goes") for option in sent] == [True, None, None]


def test_events_come_with_their_sentence():
    for event, words in [
        (Phase(turn=3, side="a", phase="shooting"), "Turn 3: Annites, shooting"),
        (Ended(winner="a", words="It is over."), "Annites win. It is over."),
        (Turned(piece="ann", facing=90.0), "Ann faces north."),
        (Became(piece="ann", status="hit"), "Ann is now hit."),
        (Marker(marker="m", kind="loot"), ""),
    ]:
        told = event_wire(event, CAST)
        assert told["type"] == type(event).__name__ and told["words"] == words


def test_a_roll_comes_with_its_name_and_whether_it_passed():
    assert event_wire(Rolled(rule="toy.shot", faces=(5,), need=4, by="ann"), CAST) == {
        "type": "Rolled",
        "rule": "toy.shot",
        "faces": (5,),
        "need": 4,
        "by": "ann",
        "words": "To hit 4+: [5].",
        "name": "To hit",
        "passed": True,
    }
    assert event_wire(Rolled(faces=(2, 2), most=3), CAST)["passed"] is False
    assert event_wire(Rolled(faces=(2, 2)), CAST)["passed"] is None


def test_events_come_without_whom_they_are_for():
    assert event_wire(Note(words="hush", to=("a",)), CAST) == {"type": "Note", "words": "hush"}
    game = after(toy_game(), *WORDS_GIVEN)
    told = {side: json.dumps(events_wire(game.events, side, CAST)) for side in ("a", "b", None)}
    assert "amber" in told["a"] and "beryl" not in told["a"]
    assert "beryl" in told["b"] and "amber" not in told["b"]
    assert "amber" not in told[None] and "beryl" not in told[None] and "looks about" in told[None]


def test_all_that_a_side_may_know():
    game = after(toy_game("the seed"), *WORDS_GIVEN, ("a", "go"))
    for side in ("a", "b", None):
        sight = seen(game, side)
        assert (sight["question"] is not None) == (side == "a")
        assert sight["waiting"] == ["a"] and [piece["id"] for piece in sight["pieces"]] == ["ann", "bob"]
        assert sight["sides"] == {"a": "Annites", "b": "Bobbites"} and not sight["over"]
        assert b"the seed" not in msgspec.json.encode(sight)
        assert "setup" not in sight["view"]
    later = seen(game, "a", since=1)["events"]
    assert later == seen(game, "a")["events"][1:]


def test_a_drive_is_a_route_with_a_heading():
    fight = CONVOY.muster(Setup())
    question = driving(fight, fight.truck("a"))
    asked = json.loads(json.dumps(question_wire(question, previews=False, reach=True)))
    ends = asked.pop("reach")
    assert asked == {
        "kind": "route",
        "text": "Where does the truck drive?",
        "rule": "convoy.drive",
        "piece": "truck-a",
        "start": [4.0, 4.0, 0.0],
        "allowance": 6.0,
        "driven": True,
        "heading": 0.0,
    }
    assert [7.0, 4.0, 0.0, 45.0] in ends and all(len(end) == 4 for end in ends)


def test_a_form_says_that_nothing_may_be_measured_while_it_is_open():
    parts = {"ada": Choose("How far?", [Option("6", "6 inches")])}
    assert question_wire(Form("Guess", parts, blind=True), previews=False)["blind"]
    assert "blind" not in question_wire(Form("Say", parts), previews=False)


def test_a_form_says_that_it_suggests():
    fight = CONVOY.muster(Setup())
    asked = question_wire(marching(fight, fight.squad("a")), previews=False)
    assert asked["suggests"] and asked["parts"]["ada"]["suggests"]
    assert "suggests" not in question_wire(after(toy_game(), *WORDS_GIVEN).asked("a"), previews=False)


def test_a_side_is_told_of_hulls_and_groups():
    game = Game(CONVOY, Setup("badlands"), {}, Seeded(1))
    sight = seen(game, "a")
    assert [group["id"] for group in sight["groups"]] == ["escort-a", "escort-b"]
    assert sight["groups"][0]["members"] == ("abe", "ada", "alf")
    hulls = [piece["hull"] for piece in sight["pieces"]]
    assert hulls[2]["width"] == 2.0 and hulls[3] is None
