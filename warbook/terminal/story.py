"""A battle told: events become headings and sentences with the dice in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import dist
from typing import Literal

from msgspec import Struct

from warbook.board.geometry import Spot
from warbook.core.events import (
    Aimed,
    Became,
    Ended,
    Event,
    Marker,
    Moved,
    Note,
    Phase,
    Placed,
    Removed,
    Rolled,
    Template,
    Turned,
)
from warbook.core.questions import Modifier
from warbook.terminal.cast import Cast
from warbook.terminal.places import facing_words, place_of

HOPELESS = 20  # a need above this is told in words: no roll comes near it


class Line(Struct, frozen=True):
    kind: Literal["turn", "phase", "deed", "end"]
    words: str


class Teller:
    """Turns events into lines. A deed is one paragraph: it goes on until another piece does something.

    How the events are handed over, one by one or all together, makes no difference to the lines.
    """

    def __init__(self, cast: Cast) -> None:
        self.cast = cast
        self._turn: tuple[int, str] | None = None
        self._due: list[Line] = []  # headings under which nothing has happened yet
        self._deed = ""
        self._actor = ""
        self._placing = ""

    def tell(self, events: Iterable[Event]) -> Iterator[Line]:
        for event in events:
            yield from self._event(event)

    def rest(self) -> Iterator[Line]:
        """The paragraph still open."""
        if self._deed:
            yield Line("deed", self._deed)
        self._deed = self._actor = self._placing = ""

    def _event(self, event: Event) -> Iterator[Line]:
        if isinstance(event, Phase):
            yield from self.rest()
            self._heading(event)
        elif isinstance(event, Ended):
            yield from self.rest()
            yield Line("end", self._result(event))
        elif isinstance(event, Placed):
            yield from self._place(event)
        else:
            words, actor = self._sentence(event), _actor(event)
            if not words:
                return
            if self._begins(event, actor):
                yield from self.rest()
                yield from self._due
                self._due, self._actor = [], actor
                if isinstance(event, Rolled) and actor:
                    words = f"{self.cast.name(actor)}: {words[:1].lower()}{words[1:]}"
            self._add(event, words)

    def _heading(self, event: Phase) -> None:
        if self._turn != (event.turn, event.side):
            self._turn = event.turn, event.side
            self._due = [Line("turn", f"Turn {event.turn}: {self.cast.sides.get(event.side, event.side)}")]
        self._due = [line for line in self._due if line.kind == "turn"]
        self._due.append(Line("phase", event.phase[:1].upper() + event.phase[1:]))

    def _place(self, event: Placed) -> Iterator[Line]:
        side = self.cast.side_of.get(event.piece, "")
        words = f"{self.cast.name(event.piece)} ({_number(event.spot.x)}, {_number(event.spot.y)})"
        if self._placing and self._placing == side:
            self._deed = f"{self._deed[:-1]}, {words}."
            return
        yield from self.rest()
        yield from self._due
        self._due = []
        self._deed = f"{self.cast.sides.get(side, side)} set up: {words}."
        self._placing = side or "?"

    def _begins(self, event: Event, actor: str) -> bool:
        """Whether the event starts a paragraph of its own."""
        if not self._deed or self._placing:
            return True
        if isinstance(event, Aimed):
            return True
        if isinstance(event, Moved | Turned):
            return actor != self._actor
        return bool(actor) and self.cast.name(actor) not in self._deed

    def _add(self, event: Event, words: str) -> None:
        if isinstance(event, Turned) and self._deed.endswith(".") and self._actor == event.piece:
            self._deed = f"{self._deed[:-1]}, facing {facing_words(event.facing)}."
            return
        self._deed = f"{self._deed} {words}" if self._deed else words

    # ------------------------------------------------------------ sentences

    def _sentence(self, event: Event) -> str:
        if isinstance(event, Rolled):
            return self._roll(event)
        if isinstance(event, Moved):
            return self._move(event)
        if isinstance(event, Turned):
            return f"{self.cast.name(event.piece)} faces {facing_words(event.facing)}."
        if isinstance(event, Became | Aimed | Template | Marker | Removed | Note):
            return event.words or self._wordless(event)
        return ""

    def _wordless(self, event: Became | Aimed | Template | Marker | Removed | Note) -> str:
        if isinstance(event, Became):
            return (
                f"{self.cast.name(event.piece)} is {'now' if event.gained else 'no longer'} {event.status}."
            )
        if isinstance(event, Aimed):
            return f"{self.cast.name(event.piece)} attacks {self.cast.name(event.target) or 'a spot'}."
        if isinstance(event, Removed):
            return f"{self.cast.name(event.piece)} leaves the table."
        return ""

    def _roll(self, event: Rolled) -> str:
        words = self.cast.rolls.name(event.rule)
        hopeless = event.need is not None and event.need > HOPELESS
        if event.need is not None and not hopeless:
            words += f" {event.need}+"
        elif event.most is not None:
            words += f" {event.most} or less"
        why = _why(event.modifiers, event.need is not None or event.most is not None)
        if why:
            words += f", {why}" if hopeless else f" ({why})"
        faces = " ".join(str(face) for face in event.faces) or "no dice"
        tested = event.need is not None or event.most is not None
        total = f" = {sum(event.faces)}" if tested and len(event.faces) > 1 else ""
        return f"{words}: [{faces}]{total}."

    def _move(self, event: Moved) -> str:
        inches = sum(dist(_xyz(a), _xyz(b)) for a, b in zip(event.path, event.path[1:], strict=False))
        end = event.path[-1]
        words = (
            f'{self.cast.name(event.piece)} {event.how} {inches:.1f}" to ({_number(end.x)}, {_number(end.y)})'
        )
        place = place_of(self.cast.table, end) if self.cast.table is not None else ""
        return f"{words} {place}." if place else f"{words}."

    def _result(self, event: Ended) -> str:
        if not event.winner:
            return f"A draw. {event.words}"
        return f"{self.cast.sides.get(event.winner, event.winner)} win. {event.words}"


def _actor(event: Event) -> str:
    if isinstance(event, Rolled):
        return event.by
    return str(getattr(event, "piece", ""))


def _why(modifiers: tuple[Modifier, ...], tested: bool) -> str:
    """The modifiers of a test, as far as they say more than the need does."""
    if not tested or not modifiers:
        return ""
    first, *rest = modifiers
    words = [first.why] if first.value == 0 else []
    words += [f"{each.why} {each.value:+}" if each.value else each.why for each in rest]
    return ", ".join(words)


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _xyz(spot: Spot) -> tuple[float, float, float]:
    return spot.x, spot.y, spot.z
