"""Who answers in a lesson: the tutor for who learns, if asked for advice, and the other side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from warbook.core.book import Book
from warbook.core.dice import Arranged
from warbook.core.game import Game, Player
from warbook.core.questions import Drive, Form, Question, Refused, Route, plain
from warbook.learning.lesson import LEARNER, Lesson, lesson_of, progress

FOE = "lesson"  # what the player of the other side is called


class Foe:
    """Plays the other side: as it is written, and else as the book's bot would."""

    def __init__(self, book: Book, lesson: Lesson, seed: int) -> None:
        self.bot: Player = next(iter(book.bots().values()))(seed)
        self.answers = lesson.foe

    def answer(self, side: str, question: Question, view: Any) -> object:
        return _by_hand(self.answers, question, side, view, self.bot)


class Tutor:
    """Answers for who learns in a game, by the step that comes next, and says why in its words."""

    def __init__(self, lesson: Lesson, game: Game[Any]) -> None:
        self.lesson, self.game = lesson, game
        self.bot: Player = next(iter(game.book.bots().values()))(0)

    def answer(self, side: str, question: Question, view: Any) -> object:
        at = progress(self.lesson, self.game.events).step
        own = self.lesson.steps[at].answers if at < len(self.lesson.steps) else {}
        return _by_hand({**self.lesson.answers, **own}, question, side, view, self.bot)

    def reason(self, side: str, question: Question, answer: Any, view: Any) -> str:
        at = progress(self.lesson, self.game.events).step
        return self.lesson.steps[at].says if at < len(self.lesson.steps) else ""


def begin(book: Book) -> Game[Any]:
    """The lesson's battle where the learner begins."""
    lesson = lesson_of(book)
    setup = lesson.setup(book)
    game = Game(
        book,
        setup,
        {side: Foe(book, lesson, 0) for side in book.sides_of(setup) if side != LEARNER},
        Arranged(map(int, lesson.dice.split()), lesson.seed),
        recording=True,
    )
    tutor = Tutor(lesson, game)
    game.advance()
    while (question := game.asked(LEARNER)) is not None and kind_of(question) != lesson.begins:
        game.answer(LEARNER, tutor.answer(LEARNER, question, game.view(LEARNER)))
    return game


def kind_of(question: Question) -> str:
    return str(getattr(question, "kind", ""))


def _by_hand(answers: Mapping[str, Any], question: Question, side: str, view: Any, bot: Player) -> object:
    """The written answer to a question of this kind about its piece, or of this kind: the first that is
    allowed; else the bot's."""
    kind, piece = kind_of(question), getattr(question, "piece", "")
    for value in [*_several(answers.get(f"{kind} {piece}".strip())), *_several(answers.get(kind))]:
        try:
            return question.accept(_spelt_out(question, value, side, view, bot))
        except Refused:
            continue
    return bot.answer(side, question, view)


def _several(written: Any) -> list[Any]:
    return [] if written is None else written if isinstance(written, list) else [written]


def _spelt_out(question: Question, value: Any, side: str, view: Any, bot: Player) -> Any:
    """A written answer as the question takes it: a way may be written by where it leads, `to`, and of a form
    some parts, for the rest of which the form or the bot is asked."""
    if isinstance(question, Form) and isinstance(value, dict):
        given = {
            name: _spelt_out(part, value[name], side, view, bot)
            for name, part in question.parts.items()
            if name in value
        }
        if len(given) == len(question.parts):
            return given
        rest = (
            question.suggested(given)
            if question.suggest is not None
            else plain(bot.answer(side, question, view))
        )
        return {**rest, **given}
    if isinstance(value, dict) and "to" in value:
        x, y, *z = value["to"]
        facing = value.get("facing")
        if isinstance(question, Drive):
            way = question.towards(x, y, z[0] if z else None, facing)
            if way is None:
                raise Refused("there is no way there")
            return way
        if isinstance(question, Route):
            if question.start is None:
                return {"path": [[x, y, *z]], "facing": facing}
            path = question.path(x, y, z[0] if z else None)
            if path is None:
                raise Refused("there is no way there")
            return {"path": [[s.x, s.y, s.z] for s in path], "facing": facing}
    return value
