"""A battle in progress: who answers, what was asked, what happened.

Rules are written in direct style: `game.ask(...)` returns an answer, `game.roll(kernel, ...)` a result,
`game.tell(...)` reports. A battle advances in steps; within a step every answer and every die goes onto the
tape. When nobody can answer yet the step is abandoned, and when the answer arrives it runs again from its
checkpoint along the tape. So rule code must be deterministic, and may change nothing but the battle.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, TypeVar

from msgspec import Struct

from warbook.core.dice import Dice, Seeded
from warbook.core.events import Event, Rolled
from warbook.core.questions import Modifier, Question, Refused
from warbook.core.state import clone, state_hash

if TYPE_CHECKING:
    from warbook.core.book import Book

P = ParamSpec("P")
R = TypeVar("R")


class Answer(Struct, frozen=True, tag="answer", array_like=True):
    side: str
    value: Any


class Sealed(Struct, frozen=True, tag="sealed", array_like=True):
    """Answers that were given blind and opened together."""

    values: dict[str, Any]


class Throw(Struct, frozen=True, tag="dice", array_like=True):
    faces: tuple[int, ...]


class Fact(Struct, frozen=True, tag="fact", array_like=True):
    """Something a player could not know before: undo stops here, as at a die."""

    words: str


Entry = Answer | Sealed | Throw | Fact


class Step(Struct):
    """One finished step: its tape and the hash of the state it led to."""

    tape: list[Entry]
    hash: str


class Player(Protocol):
    """Whoever answers without a person. `view` is what the side may see and must not be changed."""

    def answer(self, side: str, question: Question, view: Any) -> object: ...


class Waiting(Exception):
    """Nobody can answer these yet."""

    def __init__(self, questions: dict[str, Question], *, sealed: bool = False) -> None:
        super().__init__(f"waiting for {', '.join(questions)}")
        self.questions = questions
        self.sealed = sealed


class Astray(Exception):
    """A tape that does not fit the battle it is played on."""


class _Moment(Struct):
    """A battle at the start of a step, and how far dice and events had come."""

    battle: Any
    cursor: int
    events: int


class GameDice(Dice):
    """The dice of a game: taken from the tape as far as it goes, else thrown by the game's source."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.by = ""
        self.why: Mapping[str, tuple[Modifier, ...]] = {}

    def throw(
        self, sides: int, count: int, rule: str, need: int | None, most: int | None
    ) -> tuple[int, ...]:
        game = self.game
        if game._at < len(game.tape):
            faces = game._taped_throw(sides, count)
        else:
            faces = game.source.throw(sides, count, rule, need, most)
            game.tape.append(Throw(faces))
        game._at += 1
        game.events.append(
            Rolled(
                rule=rule,
                faces=faces,
                sides=sides,
                need=need,
                most=most,
                by=self.by,
                modifiers=self.why.get(rule, ()),
            )
        )
        return faces


class Game:
    """One battle of one book. Sides without a player (None) are answered from outside with `answer`."""

    def __init__(
        self,
        book: Book,
        setup: Any,
        players: Mapping[str, Player | None],
        source: Dice,
        *,
        recording: bool = False,
    ) -> None:
        self.book = book
        self.setup = setup
        self.battle: Any = book.muster(setup)
        self.players: dict[str, Player | None] = {side: players.get(side) for side in book.sides}
        self.source = source
        self.recording = recording
        self.dice = GameDice(self)
        self.events: list[Event] = []
        self.steps: list[Step] = []
        self.tape: list[Entry] = []
        self.waiting: dict[str, Question] = {}
        self._blind = False
        self._sealed: dict[str, Any] = {}
        self._moments: list[_Moment] = []  # of the steps from number _first on
        self._first = 0
        self._at = 0

    # ------------------------------------------------------------ for the rules

    def ask(self, side: str, question: Question) -> Any:
        """The side's accepted answer."""
        if self._at < len(self.tape):
            entry = self.tape[self._at]
            if not isinstance(entry, Answer) or entry.side != side:
                raise Astray(f"the tape has {_kind(entry)} where {side} is asked: {question.text}")
            self._at += 1
            return question.accept(entry.value)
        player = self.players[side]
        if player is None:
            raise Waiting({side: question})
        answer = question.accept(player.answer(side, question, self.book.view(self.battle, side)))
        self.tape.append(Answer(side, answer))
        self._at += 1
        return answer

    def ask_all(self, questions: dict[str, Question]) -> dict[str, Any]:
        """Every side's answer; nobody learns anything before all are in."""
        if self._at < len(self.tape):
            entry = self.tape[self._at]
            if not isinstance(entry, Sealed) or entry.values.keys() != questions.keys():
                raise Astray(f"the tape has {_kind(entry)} where sealed answers are due")
            self._at += 1
            return {side: question.accept(entry.values[side]) for side, question in questions.items()}
        absent = {side: question for side, question in questions.items() if self.players[side] is None}
        if absent and not absent.keys() <= self._sealed.keys():
            raise Waiting(absent, sealed=True)
        answers = {}
        for side, question in questions.items():
            player = self.players[side]
            given = (
                self._sealed[side]
                if player is None
                else player.answer(side, question, self.book.view(self.battle, side))
            )
            answers[side] = question.accept(given)
        self._sealed = {}
        self.tape.append(Sealed(answers))
        self._at += 1
        return answers

    def roll(
        self,
        kernel: Callable[Concatenate[Dice, P], R],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        """Throw a kernel's dice for real. `rolling` says who throws and why the needs are what they are."""
        return kernel(self.dice, *args, **kwargs)

    def rolling(self, by: str, why: Mapping[str, tuple[Modifier, ...]] | None = None) -> Game:
        """Name who rolls the dice that follow, and the modifiers behind the need of each rule's roll."""
        self.dice.by = by
        self.dice.why = why or {}
        return self

    def tell(self, event: Event) -> None:
        self.events.append(event)

    def reveal(self, words: str) -> None:
        """A fact comes to light (a distance measured): undo needs consent from here on."""
        if self._at < len(self.tape):
            if not isinstance(self.tape[self._at], Fact):
                raise Astray(f"the tape has {_kind(self.tape[self._at])} where a fact is revealed")
        else:
            self.tape.append(Fact(words))
        self._at += 1

    # ------------------------------------------------------------ for those who run it

    @property
    def over(self) -> bool:
        return bool(self.battle.over)

    def advance(self) -> None:
        """Play on until the battle is over or somebody outside must answer."""
        while not self.waiting and not self.battle.over:
            self.step()

    def step(self) -> None:
        """Begin the next step and run it as far as it goes."""
        self.tape = []
        if None in self.players.values():
            self._moments.append(_Moment(clone(self.battle), self._cursor(), len(self.events)))
        self._run()

    def answer(self, side: str, value: object) -> None:
        """Answer from outside. Raises `Refused` and changes nothing if the answer is not legal."""
        question = self.waiting.get(side)
        if question is None:
            raise Refused(f"{side} has nothing to answer now")
        accepted = question.accept(value)
        if side in self._sealed:
            raise Refused(f"{side} has already answered")
        if self._blind:
            self._sealed[side] = accepted
            if not self.waiting.keys() <= self._sealed.keys():
                return
        else:
            self.tape.append(Answer(side, accepted))
        self._back_to_moment()
        self._run()
        self.advance()

    def replay(self, tape: list[Entry]) -> None:
        """Begin the next step with a tape already written. Raises `Astray` where the two do not fit."""
        self.tape = tape
        self._moments.append(_Moment(clone(self.battle), self._cursor(), len(self.events)))
        self._run()

    def resumed(self, battle: Any, cursor: int, tape: list[Entry]) -> Game:
        """This game put to the start of a step it had begun elsewhere, and run along that step's tape."""
        self.battle = battle
        if isinstance(self.source, Seeded):
            self.source.cursor = cursor
        self.tape = tape
        self._moments = [_Moment(clone(battle), cursor, len(self.events))]
        self._first = len(self.steps)
        self._run()
        return self

    def view(self, side: str | None) -> Any:
        return self.book.view(self.battle, side)

    def fork(self) -> Game:
        """An independent game at the same point; changing one never changes the other."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.battle = clone(self.battle)
        twin.players = dict(self.players)
        if isinstance(self.source, Seeded):
            twin.source = self.source.copy()
        twin.dice = GameDice(twin)
        twin.events = self.events.copy()
        twin.steps = self.steps.copy()
        twin.tape = self.tape.copy()
        twin._sealed = dict(self._sealed)
        twin._moments = self._moments.copy()
        if self.waiting:
            twin._back_to_moment()
            twin._run()
        return twin

    def undo(self, side: str, *, consent: bool = False) -> None:
        """Take back the side's last answer. Past a die, a fact or another side's answer only by consent."""
        step, at, fence = self._last_answer(side)
        if at is None:
            raise Refused("there is nothing to take back")
        if fence and not consent:
            raise Refused(f"{fence} since your last answer: taking it back needs the other side's consent")
        if step < self._first:
            raise Refused("this cannot be taken back: the battle was put aside and taken up again since then")
        tape = self.tape if step == len(self.steps) else self.steps[step].tape
        del self._moments[step - self._first + 1 :]
        del self.steps[step:]
        self.tape = tape[:at]
        self._sealed = {}
        self._back_to_moment()
        self._run()
        self.advance()

    # ------------------------------------------------------------ inside

    def _run(self) -> None:
        self._at = 0
        try:
            self.book.step(self)
        except Waiting as pause:
            self.waiting, self._blind = pause.questions, pause.sealed
            return
        if self._at < len(self.tape):
            raise Astray(f"{len(self.tape) - self._at} entries of the tape were left over")
        self.waiting = {}
        if self.recording or self._moments:
            hash_ = state_hash(self.battle) if self.recording else ""
            self.steps.append(Step(self.tape, hash_))

    def _back_to_moment(self) -> None:
        moment = self._moments[-1]
        self.battle = clone(moment.battle)
        del self.events[moment.events :]
        if isinstance(self.source, Seeded):
            self.source.cursor = moment.cursor
        self.waiting = {}

    def _cursor(self) -> int:
        return self.source.cursor if isinstance(self.source, Seeded) else 0

    def _taped_throw(self, sides: int, count: int) -> tuple[int, ...]:
        entry = self.tape[self._at]
        if not isinstance(entry, Throw):
            raise Astray(f"the tape has {_kind(entry)} where {count}D{sides} are thrown")
        faces = entry.faces
        if len(faces) != count or not all(1 <= face <= sides for face in faces):
            raise Astray(f"the tape has faces {faces} where {count}D{sides} are thrown")
        if isinstance(self.source, Seeded) and self.source.throw(sides, count, "", None, None) != faces:
            raise Astray(f"the dice {faces} are not those of the seed")
        return faces

    def _last_answer(self, side: str) -> tuple[int, int | None, str]:
        """Where the side's last answer stands (step, entry), and what has come between since then."""
        fence = ""
        tapes = [step.tape for step in self.steps] + ([self.tape] if self.waiting else [])
        for step in range(len(tapes) - 1, -1, -1):
            for at in range(len(tapes[step]) - 1, -1, -1):
                entry = tapes[step][at]
                if isinstance(entry, Answer) and entry.side == side:
                    return step, at, fence
                if isinstance(entry, Sealed) and side in entry.values:
                    return step, at, fence or "sealed answers were opened"
                fence = fence or _FENCES[type(entry)]
        return 0, None, fence


_FENCES = {
    Throw: "a die was rolled",
    Fact: "a fact was revealed",
    Answer: "the other side has answered",
    Sealed: "sealed answers were opened",
}


def _kind(entry: Entry) -> str:
    return {Answer: "an answer", Sealed: "sealed answers", Throw: "dice", Fact: "a fact"}[type(entry)]
