"""The script itself: it must fail when somebody else is asked, or in another way."""

from typing import Any

import pytest

from tests.kit.script import Script, Unanswered, WrongSide, a, b, sealed
from warbook.core.questions import Choose, Option
from warbook.core.tape import Answer
from warbook.core.tape import Sealed as Opened

QUESTION = Choose("Who?", [Option("x", "x"), Option("y", "y")])


class Table:
    """As much of a game as a script looks at: its tape."""

    def __init__(self, *answers: Any) -> None:
        self.tape: list[Any] = []
        self.script = Script(lambda question, answer: answer)
        self.script.game = self  # type: ignore[assignment]
        self.script.load(answers)

    def ask(self, side: str) -> object:
        answer = self.script.answer(side, QUESTION, None)
        self.tape.append(Answer(side, answer))
        return answer

    def ask_all(self, *sides: str) -> dict[str, object]:
        answers = {side: self.script.answer(side, QUESTION, None) for side in sides}
        self.tape.append(Opened(answers))
        return answers

    def step(self) -> None:
        self.tape = []


def test_each_side_gives_its_own_answers():
    table = Table(a("x"), b("y"), sealed(a="y", b="x"), b("x"))
    assert table.ask("a") == "x"
    assert table.ask("b") == "y"
    assert table.ask_all("a", "b") == {"a": "y", "b": "x"}
    table.step()
    assert table.ask("b") == "x"
    with pytest.raises(Unanswered):
        table.ask("a")


def test_a_script_does_not_answer_for_the_other_side():
    with pytest.raises(WrongSide):
        Table(a("x")).ask("b")
    with pytest.raises(WrongSide):
        Table(sealed(a="x")).ask("b")


def test_sealed_answers_are_asked_for_sealed():
    table = Table(sealed(a="x", b="y"))
    table.ask("a")
    with pytest.raises(WrongSide, match="has shown"):
        table.ask("b")


def test_answers_asked_for_sealed_are_written_sealed():
    with pytest.raises(WrongSide, match="write sealed"):
        Table(a("x"), b("y")).ask_all("a", "b")


def test_an_answer_without_a_side_is_no_answer():
    with pytest.raises(AssertionError, match="whose answer"):
        Table("x")
