"""Answers to a form are looked at together: what cannot be given so is refused, of the rest it is said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from warbook.core.questions import Choose, Concern, Form, Option, Refused
from warbook.telling.wire import question_wire


def choose(*ids: str) -> Choose:
    return Choose("Which?", [Option(each, each) for each in ids])


def judge(answers: Mapping[str, Any]) -> Sequence[Concern]:
    found = []
    if answers["walk"] == answers["talk"] == "fast":
        found.append(Concern(("talk",), "out of breath by then", "toy.breath"))
    if answers["walk"] == "slow" and answers["talk"] == "fast":
        found.append(Concern(("walk",), "nobody walks slower than he talks", "toy.pace", barred=True))
    return found


UNIT = Form("Ann", {"walk": choose("slow", "fast"), "talk": choose("slow", "fast")}, judge=judge)
ALL = Form("Orders", {"ann": UNIT, "bob": UNIT})
GOOD, WINDED, WRONG = (
    {"walk": walk, "talk": talk} for walk, talk in (("slow", "slow"), ("fast", "fast"), ("slow", "fast"))
)


def test_what_cannot_be_given_together_is_refused() -> None:
    assert UNIT.accept(GOOD) == GOOD
    assert UNIT.accept(WINDED) == WINDED
    for form, answer in ((UNIT, WRONG), (ALL, {"ann": GOOD, "bob": WRONG})):
        with pytest.raises(Refused, match="walk: nobody walks slower than he talks") as refused:
            form.accept(answer)
        assert refused.value.refusal.rule == "toy.pace"


def test_a_warning_names_the_part_from_the_form_down() -> None:
    assert UNIT.concerns(GOOD) == []
    assert UNIT.concerns(WINDED) == [Concern(("talk",), "out of breath by then", "toy.breath")]
    assert ALL.concerns({"ann": GOOD, "bob": WINDED}) == [
        Concern(("bob", "talk"), "out of breath by then", "toy.breath")
    ]


@pytest.mark.parametrize("answer", [None, {}, {"ann": GOOD}, {"ann": GOOD, "bob": {"walk": "slow"}}, "x"])
def test_only_what_could_be_accepted_is_judged(answer: Any) -> None:
    with pytest.raises(Refused):
        ALL.concerns(answer)


def test_a_client_is_told_which_forms_are_judged() -> None:
    wire = question_wire(ALL, previews=False)
    assert "judged" not in wire and all(part["judged"] for part in wire["parts"].values())
