"""Questions as slots: everything that is listed can be reached, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from warbook.board.geometry import Spot
from warbook.core.dice import Seeded
from warbook.core.game import Game
from warbook.core.questions import Choose, Concern, Drive, Form, Option, Refusal, Route, Way
from warbook.core.shelf import load_book
from warbook.players.random import Random
from warbook.research.slots import SLOTS, Decision, asking
from warbook.research.zoo import setup_for


def walked(question: Any, take: Callable[[Decision], int], turning: tuple[str, ...] = ()) -> tuple[Any, list]:
    """The answer of who takes these slots, and the decisions on the way."""
    walk, seen = asking(question, turning), []
    try:
        decision = next(walk)
        while True:
            assert 0 < len(decision.slots) <= SLOTS and decision.open
            seen.append(decision)
            decision = walk.send(take(decision))
    except StopIteration as done:
        return done.value, seen


def leaves(question: Any, turning: tuple[str, ...] = ()) -> list[Any]:
    """Every answer that slots lead to, depth first."""
    found, paths = [], [()]
    while paths:
        path = paths.pop()
        walk = asking(question, turning)
        try:
            decision = next(walk)
            for slot in path:
                decision = walk.send(slot)
            paths += [(*path, slot) for slot in reversed(decision.open)]
        except StopIteration as done:
            found.append(done.value)
    return found


@pytest.mark.parametrize("count", [1, SLOTS, SLOTS + 1, 700])
def test_every_open_option_can_be_taken_and_no_barred_one(count: int) -> None:
    barred = Refusal("no")
    options = [Option(str(n), f"option {n}", barred=barred if n % 3 == 1 else None) for n in range(count)]
    assert leaves(Choose("Which?", options)) == [str(n) for n in range(count) if n % 3 != 1]


def route(spots: list[Spot], faces: Any = None, start: Spot | None = Spot(0.0, 0.0)) -> Route:
    def path(x: float, y: float, z: float | None) -> tuple[Spot, ...]:
        there = Spot(x, y, z or 0.0)
        return (start, there) if start else (there,)

    def judge(path: tuple[Spot, ...]) -> float | Refusal:
        return 0.0 if path[-1] in (start, *spots) else Refusal("not there")

    rows = [(spot.x, spot.y, spot.z) for spot in spots]
    return Route("Where?", "bob", start, judge, lambda: rows, path, faces=faces)


@pytest.mark.parametrize("count", [0, 1, SLOTS - 1, SLOTS, 300])
def test_every_end_can_be_reached_and_one_can_stay(count: int) -> None:
    spots = [Spot(float(n % 31), 1.0 + n // 31) for n in range(count)]
    question = route(spots)
    ends = [question.accept(way).path[-1] for way in leaves(question)]
    assert sorted(ends, key=str) == sorted([*spots, Spot(0.0, 0.0)], key=str)


def test_a_part_of_the_table_is_a_part_of_the_table() -> None:
    """Of 900 places each part lies within a small square round its middle."""
    spots = [Spot(float(n % 30), float(n // 30) + 1) for n in range(900)]
    _, (first, second) = walked(route(spots), lambda decision: len(decision.slots) - 1)
    middle = first.slots[-1].spot
    assert first.kind == "part" and middle is not None
    for slot in second.slots:
        assert slot.spot and abs(slot.spot.x - middle.x) < 4 and abs(slot.spot.y - middle.y) < 4


def test_a_placement_cannot_stay() -> None:
    spots = [Spot(1.0, 1.0), Spot(2.0, 1.0)]
    assert [way.path for way in leaves(route(spots, start=None))] == [(spots[0],), (spots[1],)]


def test_who_has_a_facing_is_asked_for_it_and_barred_ones_are_not_open() -> None:
    def faces(spot: Spot, facing: float | None) -> float | Refusal:
        return Refusal("a wall") if facing == 90.0 else facing or 0.0

    spots = [Spot(1.0, 1.0)]
    assert len(leaves(route(spots))) == 2
    assert {way.facing for way in leaves(route(spots), ("bob",))} == {None, *(45.0 * n for n in range(8))}
    assert 90.0 not in {way.facing for way in leaves(route(spots, faces))}


# ---------------------------------------------------------------- forms


def one_of(*ids: str) -> Choose:
    return Choose("Which?", [Option(id, id) for id in ids])


def apart(answers: Any) -> list[Concern]:
    return [Concern(("two",), "the same as one", barred=True)] if answers["one"] == answers["two"] else []


def test_a_form_is_answered_part_by_part() -> None:
    form = Form("Both?", {"one": one_of("x", "y"), "two": Form("Inner", {"deep": one_of("p", "q")})})
    answers = leaves(form)
    for one in "xy":
        for deep in "pq":
            assert {"one": one, "two": {"deep": deep}} in answers


def test_answers_that_do_not_go_together_begin_it_again_but_not_for_ever() -> None:
    form = Form("Both?", {"one": one_of("x", "y"), "two": one_of("x", "y")}, judge=apart)
    answer, seen = walked(form, lambda decision: decision.open[-1] if decision.kind == "form" else 0)
    assert form.accept(answer)
    assert [decision.kind for decision in seen] == [*(["form", "choose", "choose"] * 3), "form"]
    assert all(form.accept(each) for each in leaves(form))


def test_the_rest_is_suggested_once_something_is_given() -> None:
    def suggest(given: Any) -> dict[str, str]:
        return {"two": "y" if given["one"] == "x" else "x"} if "one" in given else {"one": "x", "two": "y"}

    form = Form("Both?", {"one": one_of("x", "y"), "two": one_of("x", "y")}, judge=apart, suggest=suggest)
    wanted = iter([1, 1, 0])  # begin with one, take y, the rest as suggested
    answer, seen = walked(form, lambda decision: next(wanted))
    assert answer == {"one": "y", "two": "x"}
    assert [slot.words for slot in seen[0].slots] == ["as suggested", "begin with one", "begin with two"]


def test_presets_are_slots() -> None:
    form = Form("Both?", {"one": one_of("x", "y")}, presets={"all x": {"one": "x"}})
    _, (first, *_) = walked(form, lambda decision: 0)
    assert [slot.words for slot in first.slots] == ["all x", "begin with one"]


# ---------------------------------------------------------------- of the books


@pytest.mark.parametrize("id", ["duel", "necromunda", "gorkamorka", "vehicles", "arap"])
def test_who_takes_an_end_comes_there(id: str) -> None:
    book, seen = load_book(id), 0

    class Walker(Random):
        def answer(self, side: str, question: Any, view: Any) -> Any:
            nonlocal seen
            if isinstance(question, Route | Drive):
                way, decisions = walked(question, lambda each: self.luck.choice(each.open))
                ended = [each for each in decisions if each.kind == "end" and len(each.slots) > 1]
                accepted: Way = question.accept(way)
                if ended and question.start != accepted.path[-1]:
                    places = {(slot.spot.x, slot.spot.y) for slot in ended[0].slots}
                    end = accepted.path[-1]
                    assert min(abs(end.x - x) + abs(end.y - y) for x, y in places) < 1e-6
                    seen += 1
            return super().answer(side, question, view)

    game = Game(book, setup_for(book, None, (), {}), {}, Seeded("ends"))
    game.seat({side: Walker(n) for n, side in enumerate(game.players) if game.players[side] is None})
    while not game.over and seen < 6:
        game.step()
    assert seen >= 4


def test_who_takes_an_end_that_no_path_leads_to_stays() -> None:
    question = route([Spot(1.0, 1.0)])
    question.path = lambda x, y, z: None
    assert [way.path for way in leaves(question)] == [(Spot(0.0, 0.0),)] * 2
