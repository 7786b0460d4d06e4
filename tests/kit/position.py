"""A battle of any book at a chosen point, with answers and dice written down beforehand. How a position is
written is each book's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from itertools import product
from typing import Any, Generic, Self, TypeVar

from tests.kit.script import By, Script, Sealed, Unanswered
from warbook.board.geometry import Spot
from warbook.core.book import Book
from warbook.core.dice import Scripted, Seeded
from warbook.core.events import Event, Rolled
from warbook.core.game import Foul, Game
from warbook.core.questions import Choose, Form, Question, Route, Way, suggested

B = TypeVar("B", bound=Any)  # the battle of a book
Translate = Callable[[Question, Any], object]


def translate(question: Question, answer: Any) -> object:
    """A test's short answer as the question takes it: an option by id or label; a way by "stay", a facing, a
    spot, or a list of spots; a form by a dict of such answers, or by one alone if it has one part; any of
    them by "usual", for what is usual or suggested."""
    return translated(question, answer, translate)


def translated(question: Question, answer: Any, part: Translate) -> object:
    """The same where `part` translates the parts of a form."""
    if answer == "usual":
        return suggested(question, {})
    if isinstance(question, Choose):
        return next((each.id for each in question.options if answer in (each.id, each.label)), answer)
    if isinstance(question, Route):
        here = () if question.start is None else (question.start,)
        if answer == "stay":
            return Way(here)
        if isinstance(answer, int | float):
            return Way(here, float(answer))
        if isinstance(answer, tuple):
            return Way((Spot(*map(float, answer)),))
        if isinstance(answer, list):
            return Way(tuple(Spot(*map(float, point)) for point in answer))
    if isinstance(question, Form):
        if not isinstance(answer, dict) and len(question.parts) == 1:
            answer = dict.fromkeys(question.parts, answer)
        return {
            name: part(question.parts[name], each) if name in question.parts else each
            for name, each in answer.items()
        }
    return answer


class Position(Generic[B]):
    """A battle at a chosen point. All sides answer from one script."""

    def __init__(self, book: Book, battle: B, short: Translate = translate) -> None:
        self.script = Script(short)
        players = dict.fromkeys(book.sides_of(battle.setup), self.script)
        self.game = self.script.game = Game(book, battle.setup, players, Scripted(()))
        self.game.battle = battle

    @property
    def battle(self) -> B:
        battle: B = self.game.battle
        return battle

    @property
    def events(self) -> list[Event]:
        return self.game.events

    @property
    def asked(self) -> list[tuple[str, Question]]:
        """Who was asked what, so far."""
        return self.script.asked

    def rolled(self, rule: str) -> list[Rolled]:
        """The rolls made for a rule, in order."""
        return [event for event in self.events if isinstance(event, Rolled) and event.rule == rule]

    def says(self, words: str) -> bool:
        """Whether some event's sentence holds the words."""
        return any(words in getattr(event, "words", "") for event in self.events)

    @contextmanager
    def scripted(self, answers: Iterable[By | Sealed], dice: str) -> Iterator[None]:
        """Answers and dice for what is played meanwhile; all of them must be used."""
        source = Scripted(dice)
        self.game.source = source
        self.script.load(answers)
        try:
            yield
        except Foul as foul:
            raise foul.refused from None
        assert not self.script.answers, f"never asked for: {self.script.answers}"
        assert not source.left, f"dice never rolled: {source.left}"


class Short(Exception):
    """So many dice more are thrown than were written down."""

    def __init__(self, sides: int, count: int) -> None:
        super().__init__(f"{count} dice of {sides} sides are missing")
        self.sides, self.count = sides, count


class Next(Scripted):
    """Written dice that ask for the next ones when they come to their end."""

    def throw(self, sides: int, count: int, rule: str, need: int | None, most: int | None) -> tuple[int, ...]:
        if not self.left:
            raise Short(sides, count)
        return super().throw(sides, count, rule, need, most)


class Turning(Position[B]):
    """A position that is played on by the book's own steps, which are recorded."""

    def __init__(self, book: Book, battle: B) -> None:
        super().__init__(book, battle)
        self.game.recording = True
        self.unanswered: Unanswered | None = None

    def play(self, *answers: By | Sealed, dice: str = "") -> Self:
        """Play on until every answer is used and the step is over. All dice must be used up.

        Without answers exactly one step is played. A question beyond the answers stops the play there, and
        is kept in `unanswered`.
        """
        self.unanswered = None
        with self.scripted(answers, dice):
            try:
                while True:
                    self.game.step()
                    if not self.script.answers or self.battle.over:
                        break
            except Unanswered as question:
                self.unanswered = question
        return self

    def until(self, phase: str, *answers: By | Sealed, dice: str = "") -> Self:
        """Play until the phase begins."""
        with self.scripted(answers, dice):
            while self.battle.phase != phase and not self.battle.over:
                self.game.step()
        return self

    def watched(self, bots: Mapping[str, Any], phase: str, seed: int) -> Self:
        """Play until the phase begins, with bots in the place of the script."""
        self.game.players = dict(bots)
        self.game.source = Seeded(seed)
        while self.battle.phase != phase:
            self.game.step()
        return self

    def question(self, *answers: By | Sealed, dice: str = "") -> Any:
        """The question that is asked after these answers; nothing is changed by asking."""
        twin = self.game.fork()
        script = Script(self.script.translate)
        script.game = twin
        script.load(answers)
        twin.players = dict.fromkeys(twin.players, script)
        twin.source = Scripted(dice)
        try:
            for _ in range(50):
                twin.step()
        except Unanswered as asked:
            return asked.question
        raise AssertionError("nothing was asked")

    def every_way(self, *answers: By | Sealed) -> Iterator[tuple[Fraction, Game]]:
        """The step that these answers lead to, played with the dice falling in every way they can: each with
        its chance. Nothing is changed by it."""
        due: list[tuple[Fraction, tuple[int, ...]]] = [(Fraction(1), ())]
        while due:
            chance, faces = due.pop()
            twin, script, source = self.game.fork(), Script(self.script.translate), Next(faces)
            script.game = twin
            script.load(answers)
            twin.players = dict.fromkeys(twin.players, script)
            twin.source = source
            try:
                while script.answers:
                    twin.step()
                yield chance, twin
            except Short as more:
                ways = list(product(range(1, more.sides + 1), repeat=more.count))
                due += [(chance / len(ways), (*faces, *way)) for way in ways]

    def option(self, option_id: str, *answers: By | Sealed, dice: str = "") -> Any:
        """One option of the question asked after these answers."""
        question = self.question(*answers, dice=dice)
        return next(option for option in question.options if option.id == option_id)
