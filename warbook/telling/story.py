"""A battle told: events become headings and sentences with the dice in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import dist
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from warbook.board.geometry import Spot, facing_words
from warbook.board.hextable import HexTable
from warbook.board.terrain import Table
from warbook.core.events import (
    Aimed,
    Became,
    Ended,
    Event,
    Marker,
    Moved,
    Phase,
    Placed,
    Removed,
    Revealed,
    Rolled,
    Turned,
)
from warbook.core.questions import Modifier
from warbook.telling.cast import Cast
from warbook.telling.places import hex_words, place_of

HOPELESS = 20  # a need above this is told in words: no roll comes near it


class Line(Struct, frozen=True):
    """A heading or a paragraph; `rolls` are the rolls in it, in the order of the words."""

    kind: Literal["turn", "phase", "deed", "end"]
    words: str
    rolls: tuple[Rolled, ...] = ()


class Teller:
    """Turns events into lines. A deed is one paragraph: it goes on until another piece does something. A move
    in several parts is one sentence, and so is that of several who act together.

    How the events are handed over, one by one or all together, makes no difference to the lines.
    """

    def __init__(self, cast: Cast) -> None:
        self.cast = cast
        self._turn: tuple[int, str] | None = None
        self._due: list[Line] = []  # headings under which nothing has happened yet
        self._deed = ""
        self._rolls: list[Rolled] = []
        self._actor = ""
        self._placing = ""
        self._placed: dict[str, Placed] = {}  # where pieces were last put, as long as they stay there
        self._roll = ""  # what the roll is called that the paragraph ends with
        self._going = ""  # how the move began that the paragraph ends with: "Bob walks "
        self._together: list[Moved | Placed] = []  # of one group, all of the paragraph

    def tell(self, events: Iterable[Event]) -> Iterator[Line]:
        for event in events:
            yield from self._event(event)

    def rest(self) -> Iterator[Line]:
        """The paragraph still open."""
        if self._deed:
            yield Line("deed", self._deed, tuple(self._rolls))
        self._rolls = []
        self._together = []
        self._deed = self._actor = self._placing = self._roll = self._going = ""

    def _event(self, event: Event) -> Iterator[Line]:
        if isinstance(event, Phase):
            yield from self.rest()
            self._heading(event)
        elif isinstance(event, Ended):
            yield from self.rest()
            yield Line("end", sentence(self.cast, event))
        elif isinstance(event, Revealed):
            yield from self.rest()
            yield from self._due
            self._due = []
            yield Line("deed", sentence(self.cast, event))
        elif isinstance(event, Placed) and self._again(event):
            return
        elif isinstance(event, Placed) and self._turn is None and not event.name:
            yield from self._set_up(event)
        else:
            if isinstance(event, Moved):
                self._placed.pop(event.piece, None)
            if isinstance(event, Moved | Placed) and self._joins(event):
                return
            if isinstance(event, Placed) and event.name:
                self.cast = replace(self.cast, names={**self.cast.names, event.piece: event.name})
            words, actor = sentence(self.cast, event), _actor(event)
            if not words:
                return
            if self._begins(event, actor):
                yield from self.rest()
                yield from self._due
                self._due, self._actor = [], actor
                if isinstance(event, Rolled) and actor:
                    words = f"{self.cast.name(actor)}: {words[:1].lower()}{words[1:]}"
                if isinstance(event, Moved | Placed):
                    self._add(event, words)
                    self._together = [event]
                    return
            self._add(event, words)

    def _joins(self, event: Moved | Placed) -> bool:
        """Whether one more of the group moves that is moving, or is placed: the way of its first is told, and
        how many they are."""
        moved, group = self._together, self.cast.group_of.get(event.piece)
        if not moved or group is None or any(each.piece == event.piece for each in moved):
            return False
        first = moved[0]
        if self.cast.group_of.get(first.piece) != group or _manner(first) != _manner(event):
            return False
        moved.append(event)
        way = sentence(self.cast, first).removeprefix(f"{self.cast.name(first.piece)} ")
        self._deed = f"{self.cast.name(group)} {way[:-1]} ({len(moved)} figures)."
        self._actor, self._going = event.piece, ""
        return True

    def _heading(self, event: Phase) -> None:
        if self._turn != (event.turn, event.side):
            self._turn = event.turn, event.side
            self._due = [Line("turn", _whose_turn(self.cast, event))]
        self._due = [line for line in self._due if line.kind == "turn"]
        self._due.append(Line("phase", event.phase[:1].upper() + event.phase[1:]))

    def _again(self, event: Placed) -> bool:
        """Whether it only says to all what one side knows already."""
        before = self._placed.get(event.piece)
        self._placed[event.piece] = event
        return before is not None and (before.spot, before.facing) == (event.spot, event.facing)

    def _set_up(self, event: Placed) -> Iterator[Line]:
        side = self.cast.side_of.get(event.piece, "")
        who = self.cast.group_of.get(event.piece, event.piece)
        words = f"{self.cast.name(who)} {_in_short(self.cast, event.spot)}"
        if self._placing and self._placing == side:
            if who != event.piece and f" {self.cast.name(who)} (" in self._deed:
                return
            self._deed = f"{self._deed[:-1]}, {words}."
            return
        yield from self.rest()
        yield from self._due
        self._due = []
        self._deed = f"{self.cast.side(side)} set up: {words}."
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
        if isinstance(event, Turned) and len(self._together) > 1:
            return
        self._together = self._together if isinstance(event, Turned) else []
        if isinstance(event, Turned) and self._deed.endswith(".") and self._actor == event.piece:
            self._deed = f"{self._deed[:-1]}, facing {facing_words(event.facing)}."
            return
        going, self._going = self._going, ""
        if isinstance(event, Moved):
            self._going = f"{self.cast.name(event.piece)} {event.how} "
            if self._going == going:
                self._deed = f"{self._deed[:-1]}, then {words.removeprefix(going)}"
                return
        before, self._roll = self._roll, ""
        if isinstance(event, Rolled):
            self._rolls.append(event)
            self._roll = f"{event.by}: {_called(self.cast, event)}"
            if self._roll == before:
                self._deed = f"{self._deed[:-1]}, {_thrown(event)}."
                return
        self._deed = f"{self._deed} {words}" if self._deed else words


def sentence(cast: Cast, event: Event) -> str:
    """What happened, as one sentence that stands alone; nothing where there is nothing to say."""
    if isinstance(event, Rolled):
        return _roll(cast, event)
    if isinstance(event, Moved):
        return _move(cast, event)
    if isinstance(event, Turned):
        return f"{cast.name(event.piece)} faces {facing_words(event.facing)}."
    if isinstance(event, Placed):
        return f"{event.name or cast.name(event.piece)} is placed {_there(cast, event.spot)}."
    if isinstance(event, Marker) and event.spot is not None and event.words.endswith(" there."):
        return f"{event.words.removesuffix('there.')}{_there(cast, event.spot)}."
    if isinstance(event, Phase):
        return f"{_whose_turn(cast, event)}, {event.phase}"
    if isinstance(event, Revealed):
        return _revealed(cast, event)
    if isinstance(event, Ended):
        return f"{f'{cast.side(event.winner)} win' if event.winner else 'A draw'}. {event.words}"
    return str(getattr(event, "words", "")) or _wordless(cast, event)


def _there(cast: Cast, spot: Spot) -> str:
    return hex_words(cast.table, spot) if isinstance(cast.table, HexTable) else f"at {_where(cast, spot)}"


def _revealed(cast: Cast, event: Revealed) -> str:
    """Side by side: "Reds: Bob F (ahead); Al L (left). Blues: Eve F (ahead)."."""
    sides: dict[str, list[str]] = {}
    for piece, short, words in event.shown:
        sides.setdefault(cast.owner(piece), []).append(f"{cast.name(piece)} {short} ({words})")
    return " ".join(f"{cast.side(side)}: {'; '.join(each)}." for side, each in sides.items())


def _wordless(cast: Cast, event: Event) -> str:
    if isinstance(event, Became):
        return f"{cast.name(event.piece)} is {'now' if event.gained else 'no longer'} {event.status}."
    if isinstance(event, Aimed):
        return f"{cast.name(event.piece)} attacks {cast.name(event.target) or 'a spot'}."
    if isinstance(event, Removed):
        return f"{cast.name(event.piece)} leaves the table."
    return ""


def _roll(cast: Cast, event: Rolled) -> str:
    return f"{_called(cast, event)}: {_thrown(event)}." if event.faces else ""


def _called(cast: Cast, event: Rolled) -> str:
    """What was rolled for, and what was needed."""
    words = cast.rolls.name(event.rule)
    hopeless = event.need is not None and event.need > HOPELESS
    if event.need is not None and not hopeless:
        words += f" {event.need}+"
    elif event.most is not None:
        words += f" {event.most} or less"
    why = _why(event.modifiers, _tested(event))
    if why:
        words += f" ({why})" if _tested(event) and not hopeless else f", {why}"
    return words


def _thrown(event: Rolled) -> str:
    total = f" = {sum(event.faces)}" if _tested(event) and len(event.faces) > 1 else ""
    return f"{dice_words(event)}{total}{_counting(event)}"


def _counting(event: Rolled) -> str:
    """Which of several dice count, where that can be said of each."""
    if event.counts is None or len(event.faces) < 2:
        return ""
    if len(event.counts) == len(event.faces):
        return ", all count"
    found = [str(event.faces[place]) for place in event.counts]
    if not found:
        return ", none counts"
    *most, last = found
    return f", {', '.join(most)} and {last} count" if most else f", the {last} counts"


def _tested(event: Rolled) -> bool:
    return event.need is not None or event.most is not None


def dice_words(roll: Rolled) -> str:
    """The dice as they stand in the sentence about them."""
    return f"[{' '.join(str(face) for face in roll.faces)}]"


def _move(cast: Cast, event: Moved) -> str:
    if isinstance(cast.table, HexTable):
        return f"{cast.name(event.piece)} {event.how} {hex_words(cast.table, event.path[-1], 'to')}."
    inches = sum(dist(_xyz(a), _xyz(b)) for a, b in pairwise(event.path))
    return f'{cast.name(event.piece)} {event.how} {inches:.1f}" to {_where(cast, event.path[-1])}.'


def _where(cast: Cast, spot: Spot) -> str:
    """On a table that is measured in inches."""
    place = place_of(cast.table, spot) if isinstance(cast.table, Table) else ""
    return f"{_point(spot)} {place}" if place else _point(spot)


def _in_short(cast: Cast, spot: Spot) -> str:
    if isinstance(cast.table, HexTable):
        return hex_words(cast.table, spot).partition(",")[0]
    return _point(spot)


def _whose_turn(cast: Cast, event: Phase) -> str:
    return f"Turn {event.turn}: {cast.side(event.side)}" if event.side else f"Turn {event.turn}"


def _manner(event: Moved | Placed) -> str:
    return event.how if isinstance(event, Moved) else "is placed"


def _actor(event: Event) -> str:
    if isinstance(event, Rolled):
        return event.by
    return str(getattr(event, "piece", ""))


def _why(modifiers: tuple[Modifier, ...], tested: bool) -> str:
    """What the need of a test starts from and what changes it, where anything does; of what is no test, why
    it is none, or all that is added to the dice."""
    if not modifiers:
        return ""
    reasons = [each.why for each in modifiers if not each.value]
    if reasons and not tested:
        return ", ".join(reasons)
    first, *rest = modifiers
    words = [first.why] if first.value == 0 else [f"{first.why}: {first.value}"]
    if tested and first.value and not any(each.value for each in rest):
        words = []
    words += [f"{each.why} {each.value:+}" if each.value else each.why for each in rest]
    return ", ".join(words)


def _point(spot: Spot) -> str:
    return f"({_number(spot.x)}, {_number(spot.y)})"


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _xyz(spot: Spot) -> tuple[float, float, float]:
    return spot.x, spot.y, spot.z
