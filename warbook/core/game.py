"""A battle in progress: who answers, what was asked, what happened.

Rules are written in direct style: `game.ask(...)` returns an answer, `game.rolling(who).roll(kernel, ...)` a
result, `game.tell(...)` reports. A battle advances in steps; within a step every answer and every die goes
onto the tape. When nobody can answer yet the step is abandoned, and when the answer arrives it runs again
from its checkpoint along the tape. So rule code must be deterministic, and may change nothing but the battle.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, Self, runtime_checkable

from msgspec import Struct
from msgspec.structs import replace
from typing_extensions import TypeVar

from warbook.core.dice import ByHand, Dice, Seeded
from warbook.core.events import Ended, Event, Note
from warbook.core.questions import Faces, Modifier, Question, Refused, shown
from warbook.core.rolling import NO_REASONS, GameDice, Rolling
from warbook.core.state import clone, state_hash
from warbook.core.tape import Answer, Entry, Fact, Peace, Put, Sealed, Step, Throw, kind_of

if TYPE_CHECKING:
    from warbook.core.book import Book

B = TypeVar("B", bound=Struct, default=Any)  # the battle of a book


# How an answer can be taken back: not at all, while it is sealed, freely, or by consent.
Undoing = Literal["", "sealed", "free", "consent"]


class Player(Protocol):
    """Whoever answers without a person. `view` is what the side may see and must not be changed."""

    def answer(self, side: str, question: Question, view: Any) -> object: ...


@runtime_checkable
class Explaining(Player, Protocol):
    """A player who can say why he would answer so: in a sentence or two, or in none."""

    def reason(self, side: str, question: Question, answer: Any, view: Any) -> str: ...


class Waiting(Exception):
    """Nobody can answer these yet."""

    def __init__(self, questions: dict[str, Question], *, sealed: bool = False) -> None:
        super().__init__(f"waiting for {', '.join(questions)}")
        self.questions = questions
        self.sealed = sealed


class _AtPeace(Exception):
    """The rules have come to where the players ended the battle."""


class NeedsConsent(Refused):
    """An undo that the other side must agree to."""


class Astray(Exception):
    """A tape that does not fit the battle it is played on."""


class Foul(Exception):
    """A player who is no person gave an illegal answer. Whoever else has answered did nothing wrong."""

    def __init__(self, side: str, question: Question, player: Player, refused: Refused) -> None:
        super().__init__(
            f"{type(player).__name__}, who plays side {side}, was asked {question.text!r} and gave an answer "
            f"that is not legal: {refused}"
        )
        self.side, self.question, self.refused = side, question, refused


class Moment(Struct, frozen=True):
    """A battle at the start of a step, and how far steps, events and dice had come.

    The cursor is None where the dice thrown since then cannot be thrown again.
    """

    battle: Any
    step: int
    events: int
    cursor: int | None


class Game(Generic[B]):
    """One battle of one book. Sides without a player (None) are answered from outside with `answer`; those
    that the book plays itself need no player."""

    def __init__(
        self,
        book: Book[B],
        setup: Any,
        players: Mapping[str, Player | None],
        source: Dice,
        *,
        recording: bool = False,
    ) -> None:
        self.book = book
        self.setup = setup
        self.battle: B = book.muster(setup)
        self.players: dict[str, Player | None] = dict.fromkeys(book.sides_of(setup))
        self.players.update(book.own_players(setup))
        self.source = source
        self.recording = recording
        self.dice = GameDice(self)
        self.events: list[Event] = []
        self.steps: list[Step] = []
        self.tape: list[Entry] = []
        self.waiting: dict[str, Question] = {}
        self.blind = False  # the answers waited for are opened together
        self.unopened: dict[str, Any] = {}  # those already given: a secret
        self.halted = False  # the latest step was cut short by an exception
        self.complete = True  # every step so far is in `steps`, played with the dice of `source`
        self.paused: Callable[[], bool] = _never  # whether no other step is to begin for now
        self._moments: list[Moment] = []  # of all steps since the first of them
        self._earlier: list[Moment] | None = None  # some of before, if those between can be had again
        self._at = 0
        self._told = 0
        self._proving = False
        self.seat(players)

    # ------------------------------------------------------------ for the rules

    def ask(self, side: str, question: Question) -> Any:
        """The side's accepted answer."""
        if self._at < len(self.tape):
            return self._taped_answer(side, question)
        player = self.players[side]
        if player is None:
            raise Waiting({side: question})
        answer = self._consult(side, question, player)
        self.tape.append(Answer(side, answer))
        self._at += 1
        return _own(answer) if answer.__class__ is dict else answer

    def ask_all(self, questions: Mapping[str, Question]) -> dict[str, Any]:
        """Every side's answer; nobody learns anything before all are in."""
        if self._at < len(self.tape):
            return self._taped_answers(questions)
        absent = {side: question for side, question in questions.items() if self.players[side] is None}
        if not absent.keys() <= self.unopened.keys():
            raise Waiting(absent, sealed=True)
        answers = {}
        for side, question in questions.items():
            player = self.players[side]  # what was sealed before somebody else sat down there still counts
            if side in self.unopened or player is None:
                answers[side] = self.unopened[side]
            else:
                answers[side] = self._consult(side, question, player)
        self.unopened = {}
        self.tape.append(Sealed(answers))
        self._at += 1
        return _own(answers)

    def rolling(
        self, by: str, why: Mapping[str, tuple[Modifier, ...]] | None = None, to: tuple[str, ...] = ()
    ) -> Rolling:
        """Whose dice are thrown, the modifiers behind the need of each rule's roll, and the sides that may
        learn of them (empty: everybody): `game.rolling(shooter.id, why).roll(shot, aim, hit, body)`."""
        return Rolling(self.dice, by, why or NO_REASONS, to)

    def read_dice(self, by: str, to: tuple[str, ...], faces: Faces) -> None:
        """Wait for who reads real dice: the side that throws them, or if nobody plays that, another. Where
        nobody plays any there is nobody to wait for."""
        people = [side for side, player in self.players.items() if player is None]
        if not people:
            return
        known = {side: (side, name) for side, name in self.book.side_names(self.battle).items()}
        known |= {piece.id: (piece.side, piece.name) for piece in self.book.pieces(self.battle)}
        known |= {group.id: (group.side, group.name) for group in self.book.groups(self.battle)}
        owner, name = known.get(by, ("", ""))
        if name:
            faces = replace(faces, text=f"{name}, {faces.text[:1].lower()}{faces.text[1:]}")
        may = [side for side in (owner, *people) if side in people and (not to or side in to)] or people
        raise Waiting({may[0]: faces})

    def tell(self, event: Event) -> None:
        self.events.append(event)

    def reveal(self, words: str) -> None:
        """A fact comes to light (a distance measured): undo needs consent from here on."""
        if self._at < len(self.tape):
            entry = self._next()
            if not isinstance(entry, Fact):
                raise Astray(f"the tape has {kind_of(entry)} where a fact is revealed: {words}")
            if entry.words != words:
                raise Astray(f"the tape has the fact {entry.words!r} where it is {words!r}")
        else:
            self.tape.append(Fact(words))
        self._at += 1

    # ------------------------------------------------------------ for those who run it

    @property
    def over(self) -> bool:
        return bool(self.battle.over)  # type: ignore[attr-defined]  # every book's battle has it

    @property
    def told(self) -> list[Event]:
        """What has happened. A step that failed in the middle, with no way back, has told nothing."""
        return self.events[: self._told] if self.halted and not self._moments else list(self.events)

    @property
    def under_way(self) -> bool:
        """Whether a step has begun that can go on along its tape."""
        return bool(self.waiting) or (self.halted and bool(self._moments))

    @property
    def checkpoint(self) -> Moment:
        """The start of the step under way; between steps, the battle as it stands (not a copy)."""
        if self.under_way:
            return self._moments[-1]
        return Moment(self.battle, len(self.steps), len(self.events), self._cursor())

    def once_told(self, count: int) -> B | None:
        """The battle at the start of the first step by which so many events had been told; None if it was not
        kept or has not come."""
        known = (*(self._earlier or ()), *self._moments)
        return next((moment.battle for moment in known if moment.events >= count), None)

    def advance(self) -> None:
        """Play on until the battle is over, somebody outside must answer, or it is paused.

        Battles leave no rings of objects behind that only the collector could free, so it rests meanwhile.
        """
        collecting = gc.isenabled()
        gc.disable()
        try:
            while not self.waiting and not self.over and not self.paused():
                self.step()
        finally:
            if collecting:
                gc.enable()

    def step(self) -> None:
        """Begin the next step and run it as far as it goes.

        If a player or the dice fail in the middle, the battle is put back to the start of the step and its
        tape is kept: the next call goes on along it. A battle of bots alone has no such way back.
        """
        if self.waiting:
            raise RuntimeError(f"the battle waits for an answer of: {', '.join(self.waiting)}")
        if self.under_way:
            self._run()
            return
        self.tape = []
        self._told = len(self.events)
        if self._moments or self._earlier is not None or None in self.players.values():
            self._mark()
        self._run()

    def seat(self, players: Mapping[str, Player | None]) -> None:
        """Who answers from now on: a bot for a person who left, or the reverse."""
        strange = [side for side in players if side not in self.players]
        if strange:
            sides = ", ".join(self.players)
            raise ValueError(f"{self.book.title} has no side {strange[0]!r}; its sides are: {sides}")
        self.players.update(players)
        if self.waiting:
            self._back()
            self._run()
            self.advance()

    def asked(self, side: str) -> Question | None:
        """The question that the side still has to answer."""
        return None if side in self.unopened else self.waiting.get(side)

    def answer(self, side: str, value: object) -> None:
        """Answer from outside. Raises `Refused` and changes nothing if the answer is not legal."""
        question = self.waiting.get(side) if isinstance(side, str) else None
        if question is None:
            raise Refused(f"{shown(side)} has nothing to answer now")
        if side in self.unopened:
            raise Refused(f"{side} has already answered")
        accepted = question.accept(value)
        if self.blind:
            self.unopened[side] = accepted
            if not self.waiting.keys() <= self.unopened.keys():
                return
        elif isinstance(question, Faces):
            self.tape.append(Throw(accepted))
        else:
            self.tape.append(Answer(side, accepted))
        self._back()
        self._run()
        self.advance()

    def resign(self, side: str) -> None:
        """The side gives the battle up, and the one that is left has won it."""
        self._make(self._given_up(side))

    def draw(self) -> None:
        """All sides have agreed that nobody wins."""
        self._make(Peace(self._fighting, ""))

    def put(self, put: Put) -> None:
        """A piece is put to where it stands on the real table: where people throw real dice, and before
        anything else of the step under way has been answered."""
        if self.over or not isinstance(self.source, ByHand):
            raise Refused("pieces are put right by hand only in a battle with real dice")
        begun = any(not isinstance(entry, Put) for entry in self.tape) or self.unopened
        if begun or not self.waiting:
            raise Refused("something has begun: put it right as soon as the next thing is asked")
        self.book.put(clone(self.battle), put.piece, put.spot, put.facing)
        self.tape.append(put)
        self._back()
        self._run()
        self.advance()

    def replay(self, tape: list[Entry]) -> None:
        """Begin the next step with a tape already written. Raises `Astray` where the two do not fit."""
        self.tape = tape
        self._told = len(self.events)
        self._mark()
        self._run(proving=True)

    def resumed(self, battle: B, cursor: int, tape: list[Entry] | None) -> Self:
        """This game put to where it was elsewhere: to a point between steps, or (with the tape of a step
        that had begun) to the start of that step and then along its tape."""
        self.battle = battle
        if isinstance(self.source, Seeded):
            self.source.cursor = cursor
        self._moments = []
        if tape is not None:
            self.replay(tape)
        return self

    def taken_up(self, steps: list[Step], events: list[Event], moments: list[Moment]) -> Self:
        """This game, not yet begun, put to the last of some moments between steps that were played. What came
        before it is played again only if somebody takes it back."""
        self._earlier = [Moment(clone(self.battle), 0, 0, 0), *moments]
        last = self._earlier[-1]
        self.steps, self.events = list(steps[: last.step]), list(events[: last.events])
        return self.resumed(clone(last.battle), last.cursor or 0, None)

    def moment(self, step: int) -> Moment | None:
        """The start of a step, or the end of the latest; None if it was not kept."""
        if step == len(self.steps) and not self.under_way:
            return Moment(self.battle, step, len(self.events), self._cursor())
        place = step - self._moments[0].step if self._moments else -1
        return self._moments[place] if 0 <= place < len(self._moments) else None

    def view(self, side: str | None) -> Any:
        return self.book.view(self.battle, side)

    def fork(self, source: Dice | None = None) -> Self:
        """An independent game at the same point; changing one never changes the other.

        It throws the same dice as this one will, or those of `source`: a search must not know what will fall.
        Dice that are neither seeded nor given are shared.
        """
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.paused = _never
        twin.battle = clone(self.battle)
        twin.players = dict(self.players)
        twin.dice = GameDice(twin)
        twin.events = self.events.copy()
        twin.steps = self.steps.copy()
        twin.tape = self.tape.copy()
        twin.unopened = dict(self.unopened)
        twin._moments = self._moments.copy()
        twin._earlier = None if self._earlier is None else self._earlier.copy()
        if source is not None:
            twin._earlier = None
            twin.source = source
            twin.complete = False
            twin._moments = [replace(moment, cursor=None) for moment in self._moments[-1:]]
        elif isinstance(self.source, Seeded):
            twin.source = self.source.copy()
        if self.waiting:
            twin._back()
            twin._run()
        return twin

    def undoable(self, side: str) -> Undoing:
        """How the side's last answer can be taken back, if it has given one."""
        if self.over:
            return ""
        if side in self.unopened:
            return "sealed"
        step, at, fence = self._last_answer(side)
        if at is None or (self._earlier is None and self._moment_of(step) is None):
            return ""
        return "consent" if fence else "free"

    def undo(self, side: str, *, consent: bool = False) -> None:
        """Take back the side's last answer: its sealed one, if that is not yet opened, else the last that
        was; of real dice that were read since, the last faces. Past a die, a fact or another side's answer
        only by consent, which is about that last one, whatever was sealed since. Nothing once the battle is
        over: then everybody may know its seed."""
        if self.over:
            raise Refused("the battle is over: nothing is taken back any more")
        if side in self.unopened and not consent:
            del self.unopened[side]
            return
        step, at, fence = self._last_answer(side)
        if at is None:
            raise Refused("there is nothing to take back")
        if fence and not consent:
            raise NeedsConsent(f"{fence} since your last answer: taking it back needs the others' consent")
        self._look_back(step)
        moment = self._moment_of(step)
        if moment is None:
            raise Refused("this cannot be taken back: the battle was not kept that far back")
        tape = self.tape if step == len(self.steps) else self.steps[step].tape
        del self._moments[moment + 1 :]
        del self.steps[step:]
        self.tape = tape[:at]
        self.unopened = {}
        self._back(rewind=True)
        self._run(proving=True)
        self.advance()

    # ------------------------------------------------------------ inside

    def _run(self, proving: bool = False) -> None:
        """Run the step from its start. The tape is trusted; proving throws every die on it again."""
        self._at = 0
        self._proving = proving
        self.halted = True
        try:
            self._step()
        except Waiting as pause:
            self.waiting, self.blind = pause.questions, pause.sealed
            self.halted = False
            return
        except Refused as stray:
            self._back()
            raise RuntimeError(
                f"the rules of {self.book.id} refused outside of a question: {stray}"
            ) from stray
        except BaseException:
            self._back()
            raise
        self.halted = False
        self.waiting = {}
        if self.recording or self._moments:
            self.steps.append(Step(self.tape, state_hash(self.battle), len(self.events)))
        else:
            self.complete = False

    def _step(self) -> None:
        """The rules, as far as they go; then the peace, if the tape ends with one. Where the rules end the
        battle before they come to it, it is too late."""
        while self._at < len(self.tape) and isinstance(put := self.tape[self._at], Put):
            self._carry_out(put)
        with suppress(_AtPeace):
            self.book.step(self)
        peace = self.tape[self._at] if self._at < len(self.tape) else None
        if isinstance(peace, Peace) and self._at == len(self.tape) - 1:
            if self.over:
                self.tape.pop()
            else:
                self._conclude(peace)
        elif peace is not None:
            raise Astray(f"{len(self.tape) - self._at} entries of the tape were left over")

    def _carry_out(self, put: Put) -> None:
        self._at += 1
        try:
            self.book.put(self.battle, put.piece, put.spot, put.facing)
        except Refused as refused:
            raise Astray(f"{put.piece} cannot be put there: {refused}") from refused
        name = next(piece.name for piece in self.book.pieces(self.battle) if piece.id == put.piece)
        self.tell(Note(piece=put.piece, words=f"{name} is put to where it stands on the real table."))

    def _next(self) -> Entry:
        """The next entry of the tape; where it ends the battle the rules go no further."""
        entry = self.tape[self._at]
        if entry.__class__ is Peace:
            raise _AtPeace
        return entry

    @property
    def _fighting(self) -> tuple[str, ...]:
        """The sides that players play."""
        own = self.book.own_players(self.setup)
        return tuple(side for side in self.players if side not in own)

    def _given_up(self, side: str) -> Peace:
        rivals = [other for other in self._fighting if other != side] or [
            other for other in self.players if other != side
        ]
        if side not in self._fighting or len(rivals) != 1:
            raise Refused(
                f"{len(rivals) + 1} sides fight here, and the others fight on: nobody can end it by resigning"
            )
        return Peace((side,), rivals[0])

    def _make(self, peace: Peace) -> None:
        if self.over:
            raise Refused("the battle is over already")
        if self.halted:
            raise Refused("the dice that are due come first")
        if not self.waiting:
            self.replay([peace])
            return
        self.unopened = {}
        self.tape.append(peace)
        self._back()
        self._run()

    def _conclude(self, peace: Peace) -> None:
        """The battle stands as it stood, and is over."""
        known = [Peace(self._fighting, ""), *([self._given_up(peace.by[0])] if len(peace.by) == 1 else [])]
        if peace not in known:
            raise Astray(f"{' and '.join(peace.by) or 'nobody'} cannot end the battle so")
        self._at += 1
        battle: Any = self.battle
        battle.over, battle.winner = True, peace.winner
        who = self.book.side_names(battle)[peace.by[0]]
        words = f"{who} gave the battle up." if peace.winner else "The players agreed on it."
        self.tell(Ended(winner=peace.winner, words=words))

    def _mark(self) -> None:
        self._moments.append(Moment(clone(self.battle), len(self.steps), len(self.events), self._cursor()))

    def _cursor(self) -> int:
        return self.source.cursor if isinstance(self.source, Seeded) else 0

    def _back(self, rewind: bool = False) -> None:
        """Back to the start of the step. The dice go on where the tape ends, unless they are rewound."""
        self.waiting = {}
        if not self._moments:
            return
        moment = self._moments[-1]
        self.battle = clone(moment.battle)
        del self.events[moment.events :]
        if rewind and isinstance(self.source, Seeded) and moment.cursor is not None:
            self.source.cursor = moment.cursor

    def _consult(self, side: str, question: Question, player: Player) -> Any:
        try:
            return question.accept(player.answer(side, question, self.book.view(self.battle, side)))
        except Refused as refused:
            raise Foul(side, question, player, refused) from refused
        except Exception as fault:
            fault.add_note(f"while {type(player).__name__} answered for side {side}: {question.text}")
            raise

    def _taped_answer(self, side: str, question: Question) -> Any:
        entry = self._next()
        if not isinstance(entry, Answer) or entry.side != side:
            raise Astray(f"the tape has {kind_of(entry)} where {side} is asked: {question.text}")
        self._at += 1
        return _accept_taped(side, question, entry.value)

    def _taped_answers(self, questions: Mapping[str, Question]) -> dict[str, Any]:
        entry = self._next()
        if not isinstance(entry, Sealed) or entry.values.keys() != questions.keys():
            raise Astray(
                f"the tape has {kind_of(entry)} where sealed answers of {', '.join(questions)} are due"
            )
        self._at += 1
        return {
            side: _accept_taped(side, question, entry.values[side]) for side, question in questions.items()
        }

    def _taped_throw(self, sides: int, count: int) -> tuple[int, ...]:
        entry = self._next()
        if not isinstance(entry, Throw):
            raise Astray(f"the tape has {kind_of(entry)} where {count}D{sides} are thrown")
        faces = entry.faces
        if len(faces) != count or not all(1 <= face <= sides for face in faces):
            raise Astray(f"the tape has faces {faces} where {count}D{sides} are thrown")
        if self._proving and isinstance(self.source, Seeded):
            due = self.source.throw(sides, count, "", None, None)
            if due != faces:
                raise Astray(f"the tape has the dice {faces} where the seed gives {due}")
        return faces

    @property
    def _several(self) -> bool:
        """Whether more than one side is played by people."""
        return [*self.players.values()].count(None) > 1

    def _moment_of(self, step: int) -> int | None:
        """Which moment the step began at, if the battle can be put back there."""
        place = step - self._moments[0].step if self._moments else -1
        return None if place < 0 or self._moments[place].cursor is None else place

    def _look_back(self, step: int) -> None:
        """Play again what lies between the latest earlier moment before the step, if that is one of those
        not kept, and those that are."""
        first = self._moments[0].step if self._moments else len(self.steps)
        if self._earlier is None or step >= first:
            return
        since = max((moment for moment in self._earlier if moment.step <= step), key=lambda each: each.step)
        again = Game(self.book, self.setup, {}, Seeded(""), recording=True)
        again.source = self.source.copy() if isinstance(self.source, Seeded) else self.source
        again.taken_up(self.steps, self.events, [since])
        for played in self.steps[since.step : first]:
            again.replay(list(played.tape))
        self._moments = [*again._moments, *self._moments]
        self._earlier = [moment for moment in self._earlier if moment.step < since.step] or None

    def _last_answer(self, side: str) -> tuple[int, int | None, str]:
        """Where the side's last answer stands (step, entry), and what has come between since then. Others who
        are asked for sealed answers count as if they had given them: that nobody may know."""
        fence = _SEALING if self.blind and self.waiting.keys() - {side} else ""
        tapes = [step.tape for step in self.steps] + ([self.tape] if self.under_way else [])
        for step in range(len(tapes) - 1, -1, -1):
            for at in range(len(tapes[step]) - 1, -1, -1):
                entry = tapes[step][at]
                if isinstance(entry, Answer) and entry.side == side:
                    return step, at, fence
                if isinstance(entry, Sealed) and side in entry.values:
                    return step, at, fence or _FENCES[Sealed]
                if isinstance(entry, Throw) and isinstance(self.source, ByHand):
                    return step, at, fence or (_FENCES[Throw] if self._several else "")
                fence = fence or _FENCES[type(entry)]
        return 0, None, fence


_SEALING = "the other side was asked for a sealed answer"
_FENCES = {
    Throw: "a die was rolled",
    Fact: "a fact was revealed",
    Answer: "the other side has answered",
    Sealed: "sealed answers were opened",
    Put: "",
}


def _never() -> bool:
    return False


def _accept_taped(side: str, question: Question, value: Any) -> Any:
    try:
        return question.accept(value)
    except Refused as refused:
        raise Astray(
            f"{side} was asked {question.text!r}, and the answer is not legal: {refused}"
        ) from refused


def _own(answers: dict[str, Any]) -> dict[str, Any]:
    """A copy for the rules: what is on the tape must never change."""
    return {name: _own(value) if value.__class__ is dict else value for name, value in answers.items()}
