"""A lesson as its book's `lesson.toml` has it, and how far somebody has come in it.

Nothing is kept of how far that is: it follows from what has been told in the battle. So whoever takes an
answer back has the step again, and a battle that is opened anew is at the step where it was left.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from warbook.core.book import Book, UnknownName
from warbook.core.datafile import Flaw, Written, read_toml
from warbook.core.events import AnyEvent, Event, Phase, visible

FILE = "lesson.toml"
LEARNER = "a"  # the side of who learns
KIND_WORDS = "That was something else, and quite all right. We go on."


class Lookout(Struct, frozen=True):
    """An event to look out for: its kind, and what its fields are."""

    event: str
    having: Mapping[str, Any]

    def sees(self, event: Event) -> bool:
        return type(event).__name__ == self.event and all(
            getattr(event, name, None) == value for name, value in self.having.items()
        )


class Step(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing to do. `says` is what and why; `points` are pieces to look at, or `spot` a place. It is done
    when an event comes that has all of `done`, and left when one comes that has all of `left`: else when the
    next phase begins. Neither counts before the event `since`, where there is one. `answers` are what the
    tutor would answer, by the kind of the question, or that and its piece: an answer, or several of which the
    first that is allowed is given. `praise` is said when it is done."""

    title: str
    says: str
    points: tuple[str, ...] = ()
    spot: tuple[float, float] | None = None
    since: dict[str, Any] | None = None
    done: dict[str, Any]
    left: dict[str, Any] = field(default_factory=lambda: {"event": "Phase"})
    answers: dict[str, Any] = {}
    praise: str = ""


class Lesson(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A battle with its steps. `scenario` and the `forces` are ids, or the text of a file; `dice` the faces
    that fall first, after which the `seed` goes on. `begins` is the kind of the question with which the
    learner begins: up to that the tutor answers for both; what is told counts after the event `opens`.
    `answers` are his where no step has one, `foe` those of the other side; what none of them says the book's
    bot answers."""

    title: str
    words: str
    scenario: str
    forces: tuple[str, ...]
    rulings: dict[str, Any] = {}
    dice: str = ""
    seed: str = "lesson"
    begins: str
    opens: dict[str, Any]
    answers: dict[str, Any] = {}
    foe: dict[str, Any] = {}
    steps: tuple[Step, ...]

    def setup(self, book: Book) -> Any:
        return book.setup(
            _given(self.scenario, "scenario"), [_given(each, "force") for each in self.forces], self.rulings
        )


class Progress(Struct, frozen=True):
    """How far somebody has come: which step comes next (one more than there are: none), those that were left
    undone, and what is to be said of the last."""

    step: int
    left: tuple[int, ...] = ()
    word: str = ""


def lesson_of(book: Book) -> Lesson:
    lesson = _read(book.folder / FILE)
    if lesson is None:
        raise UnknownName(f"{book.title} has no lesson yet")
    return lesson


def has_lesson(book: Book) -> bool:
    return _read(book.folder / FILE) is not None


def progress(lesson: Lesson, events: Sequence[Event]) -> Progress:
    """From what has been told that the learner may know of. What is done in one phase may be done in any
    order."""
    used = set[int]()
    left: list[int] = []
    left_at, word = -1, ""
    known = [event for event in events if visible(event, LEARNER)]
    at = _after(known, 0, _lookout(lesson.opens))
    for number, step in enumerate(lesson.steps):
        ends, passes = _lookout(step.done), _lookout(step.left)
        if step.since is not None:
            at = _after(known, at, _lookout(step.since))
        for place in range(at, len(known)):
            if place not in used and ends.sees(known[place]):
                used.add(place)
                word = KIND_WORDS if place == left_at else step.praise
                at = _since(known, at, place)
                break
            if passes.sees(known[place]):
                left.append(number)
                at, left_at, word = place, place, KIND_WORDS
                break
        else:
            return Progress(number, tuple(left), word)
    return Progress(len(lesson.steps), tuple(left), word)


def _after(known: Sequence[Event], at: int, first: Lookout) -> int:
    """Where that has come; at the end, if it has not."""
    return next((place + 1 for place in range(at, len(known)) if first.sees(known[place])), len(known))


def _since(known: Sequence[Event], at: int, place: int) -> int:
    """Where the phase began in which that came."""
    if isinstance(known[place], Phase):
        return place + 1
    return next((n + 1 for n in range(place, at, -1) if isinstance(known[n], Phase)), at)


@cache
def _read(path: Path) -> Lesson | None:
    return read_toml(path, Lesson, _flaws) if path.exists() else None


def _given(text: str, what: str) -> str | Written:
    """An id, or what stands there as a file."""
    return Written(f"the lesson's {what}.toml", text) if "\n" in text else text


def _lookout(fields: Mapping[str, Any]) -> Lookout:
    return Lookout(fields["event"], {name: value for name, value in fields.items() if name != "event"})


def _flaws(lesson: Lesson) -> list[Flaw]:
    found = [Flaw(".opens", words)] if (words := _misfit(lesson.opens)) else []
    for number, step in enumerate(lesson.steps):
        for name, fields in (("since", step.since), ("done", step.done), ("left", step.left)):
            words = "" if fields is None else _misfit(fields)
            if words:
                found.append(Flaw(f".steps[{number}].{name}", words))
    if not all(face.isdecimal() and int(face) for face in lesson.dice.split()):
        found.append(Flaw(".dice", "the dice are faces with spaces between them, as in 6 4 5"))
    return found


def _misfit(fields: Mapping[str, Any]) -> str:
    """What is wrong with an event that is looked out for."""
    kinds: Mapping[str, Iterable[str]] = {kind.__name__: kind.__struct_fields__ for kind in AnyEvent.__args__}
    kind = str(fields.get("event"))
    if kind not in kinds:
        return f"there is no event {kind!r}; the events are: {', '.join(kinds)}"
    strange = [name for name in fields if name != "event" and name not in kinds[kind]]
    return f"a {kind} has no {strange[0]!r}" if strange else ""
