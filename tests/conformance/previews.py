"""Battles in which every preview is compared with what then happens.

A book reads its own events: `tests/books/<book>/previews.py` has `flaws(deed)`, which says what was wrong
with the preview of an option that was taken, and `hoped(deed)`, what it promised as a chance and whether that
came true, where the two can be weighed against each other over many throws.
"""

from __future__ import annotations

import importlib
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from tests.conformance.battles import MOST_STEPS, seed, setup, title
from tests.conformance.bearing import LOOKED, astray
from tests.kit.seated import players
from warbook.core.book import Book
from warbook.core.dice import Seeded
from warbook.core.events import Event
from warbook.core.game import Game
from warbook.core.questions import Choose, Form, Option, Preview, Question, plain
from warbook.core.state import clone
from warbook.players.seats import players_of

SAMPLED = 0.15  # of the questions with a preview, at which another option is tried as well


class Deed(Struct):
    """An option that was taken: the question and the option, what it promised, the battle before it and when
    its step was over, what was told from then on, and what else was asked until then."""

    question: Choose
    option: Option
    preview: Preview
    before: Any
    after: Any
    events: list[Event]
    asked: list[Question]

    @property
    def cases(self) -> tuple[Preview, ...]:
        return self.preview.cases or (self.preview,)


class Stepwise(Game):
    """Plays one step at a time, so that the battle can be looked at between them."""

    def advance(self) -> None:
        pass


class Weighing(Struct):
    """How often something was to be expected and how often it came."""

    count: int = 0
    expected: float = 0.0
    variance: float = 0.0
    came: int = 0

    @property
    def off(self) -> float:
        """By how many standard deviations it came otherwise than promised."""
        return (self.came - self.expected) / self.variance**0.5 if self.variance else 0.0


class Looked(Struct):
    """What was seen in battles: previews compared, by the rule of their question; flaws; what was weighed."""

    compared: Counter[str]
    flaws: list[str]
    weighed: dict[str, Weighing]
    borne: int = 0  # targets looked up on the ground on which a weapon bears

    def take(self, book: Book, deed: Deed) -> None:
        read = importlib.import_module(f"tests.books.{book.id}.previews")
        self.compared[deed.question.rule] += 1
        self.flaws += _flaws(deed, (*_sound(deed.preview), *read.flaws(deed)))
        for name, chance, came in read.hoped(deed):
            each = self.weighed.setdefault(name, Weighing())
            each.count, each.came = each.count + 1, each.came + came
            each.expected += float(chance)
            each.variance += float(chance * (1 - chance))


def _flaws(deed: Deed, flaws: Iterable[str]) -> list[str]:
    title = f"{deed.question.text} / {deed.option.label} / {deed.preview.headline!r}"
    return [f"{title}: {flaw}" for flaw in flaws]


def look(book: Book, number: int, looked: Looked) -> None:
    """Battle `number`, fought by the book's best bot; every preview that is taken is compared, and some that
    are not, in a fork with other dice."""
    best = next(iter(players_of(book).values()))
    game = Stepwise(book, setup(book, number), {}, Seeded(seed(number)), recording=True)
    bots = players(game, best, 1000 * number)
    luck = random.Random(number)
    pending: list[Deed] = []
    most = looked.borne + LOOKED
    for _ in range(100 * MOST_STEPS):
        if game.over:
            break
        if not game.waiting:
            game.step()
            _settle(book, game, pending, looked)
            continue
        side = next(side for side in game.waiting if game.asked(side) is not None)
        question = game.asked(side)
        assert question is not None
        answer = plain(question.accept(bots[side].answer(side, question, game.view(side))))
        for deed in pending:
            deed.asked.append(question)
        other = _otherwise(question, answer, luck)
        if other is not None:
            _try(book, game.fork(Seeded(f"{number}-{luck.random()}")), bots, side, question, other, looked)
        deeds = _deeds(game, question, answer)
        for deed in deeds:
            off = astray(game, side, deed.question, deed.option) if looked.borne < most else None
            looked.borne += off is not None
            if off:
                looked.flaws += _flaws(deed, ["the target stands where the weapon is not said to bear"])
        pending += deeds
        game.answer(side, answer)
        _settle(book, game, pending, looked)
    assert game.over, f"{title(book, number)} is not over"


def _try(
    book: Book, twin: Game, bots: dict[str, Any], side: str, question: Question, answer: Any, looked: Looked
) -> None:
    """Take another option in a fork, and go on to the end of its step."""
    asked = twin.asked(side)
    assert asked is not None and asked.text == question.text
    pending = _deeds(twin, asked, answer)
    twin.answer(side, answer)
    while twin.waiting:
        other = next(each for each in twin.waiting if twin.asked(each) is not None)
        more = twin.asked(other)
        assert more is not None
        for deed in pending:
            deed.asked.append(more)
        given = plain(more.accept(bots[other].answer(other, more, twin.view(other))))
        pending += _deeds(twin, more, given)
        twin.answer(other, given)
    _settle(book, twin, pending, looked)


def _settle(book: Book, game: Game, pending: list[Deed], looked: Looked) -> None:
    """When the step is over: compare what it has brought."""
    if game.waiting:
        return
    for deed in pending:
        deed.after, deed.events = game.battle, game.events[len(deed.events) :]
        looked.take(book, deed)
    pending.clear()


def _deeds(game: Game, question: Question, answer: Any) -> list[Deed]:
    """The options of an answer that have a preview, looked at before it is given."""
    taken = [
        (part, option)
        for part, chosen in _choices(question, answer)
        for option in part.options
        if option.id == chosen and option.preview is not None
    ]
    if not taken:
        return []
    before = clone(game.battle)
    return [
        Deed(part, option, option.preview(), before, None, list(game.events), [])
        for part, option in taken
        if option.preview is not None
    ]


def _choices(question: Question, answer: Any) -> Iterator[tuple[Choose, str]]:
    if isinstance(question, Choose):
        yield question, answer
    elif isinstance(question, Form):
        for name, part in question.parts.items():
            yield from _choices(part, answer[name])


def _otherwise(question: Question, answer: Any, luck: random.Random) -> Any:
    """Now and then an answer with another option that has a preview."""
    found = [
        (part, option.id)
        for part, chosen in _choices(question, answer)
        for option in part.options
        if option.id != chosen and option.barred is None and option.preview is not None
    ]
    if not found or luck.random() > SAMPLED:
        return None
    part, wanted = luck.choice(found)
    return _put(question, answer, part, wanted)


def _put(question: Question, answer: Any, part: Choose, wanted: str) -> Any:
    if question is part:
        return wanted
    if isinstance(question, Form):
        return {name: _put(each, answer[name], part, wanted) for name, each in question.parts.items()}
    return answer


def _sound(preview: Preview) -> Iterator[str]:
    """What holds of every preview: all chances are above 0 and come to 1, and something is said."""
    if preview.cases and preview.outcomes:
        yield "has outcomes beside its cases"
    if not preview.headline:
        yield "has no headline"
    for case in preview.cases or (preview,):
        if any(chance < 0 for _, chance in case.outcomes):
            yield "has a chance below 0"
        if case.outcomes and sum(chance for _, chance in case.outcomes) != 1:
            yield f"its chances come to {sum(chance for _, chance in case.outcomes)}"
        if preview.cases and not case.given:
            yield "has a case without saying which"
