"""What a client is sent."""

import json

import msgspec
import pytest

from tests.core.toy import WORDS_GIVEN, after, toy_game
from warbook.core.events import Note
from warbook.core.wire import event_wire, events_wire, question_wire, seen


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


def test_events_come_without_whom_they_are_for():
    assert event_wire(Note(words="hush", to=("a",))) == {"type": "Note", "words": "hush"}
    game = after(toy_game(), *WORDS_GIVEN)
    told = {side: json.dumps(events_wire(game.events, side)) for side in ("a", "b", None)}
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
