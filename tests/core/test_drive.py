"""A piece that is driven: its answer is legs, from which path and facing follow."""

import json
import math

import pytest

from warbook.board.geometry import Spot
from warbook.board.hulls import Leg
from warbook.core.questions import Choose, Drive, Form, Option, Refusal, Refused, Route, Way, plain, suggested


def drive(start=Spot(10.0, 10.0), heading=90.0, **more):
    """Up to 6 inches, and never a turn of more than 45 degrees."""

    def judge(legs):
        if any(abs(leg.turn) > 45 for leg in legs):
            return Refusal("too sharp", "turns")
        far = sum(abs(leg.inches) for leg in legs)
        return far if far <= 6 else Refusal("too far", "pace")

    def legs(x, y, z, facing):
        return (Leg(0.0, y - start.y),) if x == start.x else None

    rows = [(start.x, start.y + k, 0.0, heading) for k in range(9)]
    return Drive("Where to?", "truck", start, heading, judge, lambda: rows, legs, 6.0, **more)


def test_path_facing_and_cost_follow_from_the_legs():
    way = drive().accept({"legs": [[0, 3], [-45, math.sqrt(2)], [45, -1]]})
    assert [(spot.x, spot.y) for spot in way.path] == [
        (10.0, 10.0),
        pytest.approx((10.0, 13.0)),
        pytest.approx((11.0, 14.0)),
        pytest.approx((11.0, 13.0)),
    ]
    assert way.facing == pytest.approx(90.0)
    assert way.cost == pytest.approx(4 + math.sqrt(2))
    assert way.legs == (Leg(0.0, 3.0), Leg(-45.0, math.sqrt(2)), Leg(45.0, -1.0))


def test_a_turn_alone_faces_elsewhere():
    way = drive(heading=350.0).accept({"legs": [[30, 0]]})
    assert (way.path[-1], way.facing) == (Spot(10.0, 10.0), pytest.approx(20.0))


def test_a_driven_way_is_plain_json_that_is_taken_again():
    question = drive()
    for legs in ([], [[0, 0]], [[10, 2.5], [-10.5, -1]]):
        way = question.accept({"legs": legs})
        assert question.accept(json.loads(json.dumps(plain(way)))) == way == question.accept(way)


def test_who_stays_has_a_leg_of_nothing():
    way = drive().accept({"legs": []})
    assert (way.path, way.facing, way.legs) == ((Spot(10.0, 10.0),), 90.0, (Leg(),))
    assert plain(way) == {"legs": [[0.0, 0.0]]}


@pytest.mark.parametrize(
    ("legs", "words", "rule"),
    [
        ([[0, 6.0]], "", ""),
        ([[0, 6.1]], "too far", "pace"),
        ([[45, 1]], "", ""),
        ([[45.1, 1]], "too sharp", "turns"),
    ],
)
def test_the_judge_has_the_last_word(legs, words, rule):
    if not words:
        assert drive().accept({"legs": legs}).cost <= 6.0
        return
    with pytest.raises(Refused) as refused:
        drive().accept({"legs": legs})
    assert refused.value.refusal == Refusal(words, rule)


@pytest.mark.parametrize(
    "answer",
    [
        None, 3, "ahead", [], {}, {"path": []}, {"path": [[10, 12]], "facing": 90}, {"legs": None},
        {"legs": 3}, {"legs": [3]}, {"legs": [[1]]}, {"legs": [[1, 2, 3]]}, {"legs": [["0", 1]]},
        {"legs": [[True, 1]]},
        {"legs": [[0, math.nan]]}, {"legs": [[math.inf, 0]]}, {"legs": [[0, 10_001]]},
        {"legs": [[-10_001, 0]]}, {"legs": [[0, 0]] * 201}, {"legs": [], "facing": 90},
    ],
)  # fmt: skip
def test_what_is_malformed_is_refused_in_few_words(answer):
    with pytest.raises(Refused) as refused:
        drive().accept(answer)
    assert 0 < len(str(refused.value)) < 300


def test_two_hundred_legs_are_read():
    assert len(drive().accept({"legs": [[0, 0]] * 200}).legs) == 200


def test_a_way_to_an_end_that_is_not_allowed_is_none():
    assert drive().towards(10.0, 16.0).cost == 6.0
    assert drive().towards(10.0, 17.0) is None
    assert drive().towards(11.0, 12.0) is None


def test_an_end_that_is_not_allowed_says_why():
    assert drive().sought(10.0, 17.0) == Refusal("too far", "pace")
    assert drive().sought(11.0, 12.0) == Refusal("there is no way there", drive().rule)


# ---------------------------------------------------------------- what is suggested


def walk(name, usual=None):
    start = Spot(0.0, 0.0)
    return Route(
        f"{name}?", name, start, lambda path: 0.0 if path[-1].x <= 6 else Refusal("too far"),
        lambda: [(0.0, 0.0, 0.0)], lambda x, y, z: (start, Spot(x, y)), usual=usual,
    )  # fmt: skip


def follow(given):
    """Everybody goes where Ann goes, an inch behind."""
    if "ann" not in given:
        return {}
    end = given["ann"].path[-1]
    return {name: {"path": [[end.x - 1.0, end.y]]} for name in ("ben", "cat")}


def squad(**more):
    return Form("March", {name: walk(name, **more) for name in ("ann", "ben", "cat")}, suggest=follow)


def test_the_rest_follows_the_one_that_is_given():
    found = squad().suggested({"ann": {"path": [[5.0, 2.0]]}})
    assert list(found) == ["ann", "ben", "cat"]
    assert found["cat"] == {"path": [[0.0, 0.0, 0.0], [4.0, 2.0, 0.0]], "facing": None}
    assert squad().accept(found).keys() == {"ann", "ben", "cat"}


def test_what_is_given_is_kept():
    found = squad().suggested({"ann": {"path": [[5.0, 2.0]]}, "cat": {"path": [[1.0, 1.0]]}})
    assert found["cat"]["path"][-1] == [1.0, 1.0, 0.0]
    assert found["ben"]["path"][-1] == [4.0, 2.0, 0.0]


def test_without_a_leader_only_what_is_usual_is_suggested():
    assert squad().suggested({"ben": {"path": []}}).keys() == {"ben"}
    stays = squad(usual=lambda: Way((Spot(0.0, 0.0),)))
    assert stays.suggested({"ben": {"path": [[3.0, 0.0]]}})["cat"] == {
        "path": [[0.0, 0.0, 0.0]],
        "facing": None,
    }


def test_a_suggestion_for_what_cannot_be_is_refused():
    with pytest.raises(Refused, match="too far"):
        squad().suggested({"ann": {"path": [[6.5, 0.0]]}})
    with pytest.raises(Refused, match="no part 'dan'"):
        squad().suggested({"dan": {"path": []}})
    with pytest.raises(Refused, match="mapping"):
        squad().suggested([])


def test_a_form_in_a_form_may_be_given_in_part():
    gait = Choose("Gait?", [Option("walk", "Walk"), Option("run", "Run")], usual="walk")
    whole = Form("All", {"squad": squad(), "gait": gait})
    assert whole.suggests
    found = whole.suggested({"squad": {"ann": {"path": [[2.0, 0.0]]}}})
    assert found["gait"] == "walk"
    assert found["squad"]["ben"]["path"][-1] == [1.0, 0.0, 0.0]
    assert whole.suggested({}) == {"gait": "walk"}


def test_a_single_question_suggests_what_is_usual():
    assert suggested(drive(usual=lambda: Way((), legs=(Leg(0.0, 2.0),))), {}) == {"legs": [[0.0, 2.0]]}
    assert suggested(drive(), {}) is None
    assert suggested(Choose("Gait?", [Option("walk", "Walk")], usual="walk"), {}) == "walk"
