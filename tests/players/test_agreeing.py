"""Advice for the rest of a form leaves what was answered, and goes with it where it can."""

from collections.abc import Mapping
from typing import Any

from warbook.core.questions import Choose, Concern, Form, Option
from warbook.players.agreeing import agreeing

NAMES = ("ada", "bek", "cy")


def rooms(count: int) -> Form:
    """Each needs a room of their own; which way they look is all the same."""

    def judge(answers: Mapping[str, Any]) -> list[Concern]:
        taken = [answers[name]["room"] for name in NAMES]
        late = [name for n, name in enumerate(NAMES) if taken[n] in taken[:n]]
        return [Concern((name,), "taken", barred=True) for name in late]

    def who(name: str) -> Form:
        options = [Option(str(number), str(number)) for number in range(count)]
        looks = [Option("in", "In"), Option("out", "Out")]
        return Form(name, {"room": Choose("Where?", options), "looks": Choose("Where to?", looks)})

    return Form("Rooms", {name: who(name) for name in NAMES}, judge=judge)


ADVISED = {name: {"room": str(number), "looks": "in"} for number, name in enumerate(NAMES)}


def test_what_goes_with_what_is_given_is_advised_as_it_was() -> None:
    given = {"ada": {"room": "5", "looks": "out"}}
    assert agreeing(rooms(6), ADVISED, given) == {**ADVISED, **given}


def test_what_is_given_stays_and_the_rest_makes_room() -> None:
    given = {"ada": {"room": "1", "looks": "out"}, "cy": {"room": "2"}}
    found = agreeing(rooms(3), ADVISED, given)
    assert found == {
        "ada": {"room": "1", "looks": "out"},
        "bek": {"room": "0", "looks": "in"},
        "cy": {"room": "2", "looks": "in"},
    }
    rooms(3).accept(found)


def test_where_nothing_helps_the_rest_is_as_advised() -> None:
    given = {"ada": {"room": "1"}, "bek": {"room": "1"}}
    assert agreeing(rooms(3), ADVISED, given)["cy"] == ADVISED["cy"]
    assert agreeing(rooms(3), ADVISED, {"ada": "nonsense"})["cy"] == ADVISED["cy"]
