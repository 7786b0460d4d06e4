"""The page before the people at this keyboard: what has been told and drawn, and the question put to them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from rich.text import Text

from warbook.board.geometry import Spot, distance
from warbook.board.hextable import AnyTable
from warbook.board.hulls import Leg
from warbook.core.book import Group, Piece
from warbook.core.events import Event, Phase, visible
from warbook.core.game import Game
from warbook.core.questions import Choose, Drive, Option, Question, Refusal, Route
from warbook.telling.cast import cast_of
from warbook.telling.places import landmarks
from warbook.telling.story import Line, Teller
from warbook.telling.summaries import Known, TurnTold, turns_told
from warbook.terminal import aids, marked
from warbook.terminal.answers import leg_words
from warbook.terminal.battles import show_line
from warbook.terminal.cards import standing_words, turn_words
from warbook.terminal.forms import answer_words
from warbook.terminal.ledger import ledger
from warbook.terminal.map import SIDE_STYLES, letters_for
from warbook.terminal.screen import Screen

EXAMPLES = 12  # of the ends of a drive, for one to be told


class Page:
    """A battle as the sides in `people` have been shown it so far."""

    def __init__(self, screen: Screen, game: Game, people: Sequence[str]) -> None:
        self.screen, self.game, self.people = screen, game, people
        self.book = game.book
        self.letters: dict[str, str] = {}
        self.log: list[Line] = []
        self._teller = Teller(cast_of(self.book, game.battle))
        self._told = 0
        self._drawn: object = None  # the table, the models and the spots of the map that was last drawn
        self._keyed: set[str] = set()  # what has been explained of the map's characters
        self._announced: object = None
        self._stood: object = None  # the turn at which it was last told how the battle stands
        self._turns: Known = {}  # what was told of the turns that are over
        self._summed = 0  # the last turn that was told in short

    @property
    def table(self) -> AnyTable:
        return self.book.table(self.game.battle)

    def pieces(self) -> list[Piece]:
        """Who can be seen now, each known by a letter from then on."""
        found = list(self.book.pieces(self.game.view(self.people[0])))
        self.letters = letters_for(found, self.book.sides, self.letters, self.groups())
        return found

    def groups(self) -> list[Group]:
        return list(self.book.groups(self.game.view(self.people[0])))

    def look(self, typed: str, from_piece: str) -> None:
        aids.look(self.screen, self.game, self.people[0], self.pieces(), self.letters, typed, from_piece)

    def figures(self, typed: str) -> None:
        aids.list_figures(self.screen, self.table, self.pieces(), self.groups(), self.letters, typed)

    def sight(self, typed: str, from_piece: str) -> None:
        marked.show_sight(
            self.screen, self.game, self.people[0], self.pieces(), self.letters, typed, from_piece
        )

    def danger(self, side: str, question: Question, typed: str) -> None:
        with self.screen.patience():
            if typed:
                marked.show_whereabouts(self.screen, self.game, side, self.pieces(), self.letters, typed)
                return
            marked.show_danger(self.screen, self.game, side, question, self.pieces(), self.letters)

    def side_name(self, side: str) -> str:
        return self.book.side_names(self.game.battle).get(side, side)

    # ------------------------------------------------------------ what happened

    def tell(self, *, whole: bool = False) -> None:
        """Tell what has happened since, and where a new turn begins also what the last one came to; `whole`
        closes the paragraph, because a question follows."""
        events = self.game.events
        new, self._told = events[self._told :], max(self._told, len(events))
        for event in new:
            if self._may_know(event):
                self._show(self._teller.tell([event]))
                if isinstance(event, Phase):
                    self._sum_up(event.turn)
        if whole:
            self._show(self._teller.rest())

    def _show(self, lines: Iterable[Line]) -> None:
        for line in lines:
            self.log.append(line)
            show_line(self.screen, line)

    def know_all(self) -> None:
        """Take everything that has happened as told."""
        self._teller = Teller(cast_of(self.book, self.game.battle))
        known = [event for event in self.game.events if self._may_know(event)]
        self.log = [*self._teller.tell(known), *self._teller.rest()]
        self._told = len(self.game.events)
        self._summed = max((told.turn for told in self._over()), default=0)
        self._drawn = None

    def close(self) -> None:
        """The result and the ledger."""
        self.tell(whole=True)
        self.screen.say()
        self.screen.rows(ledger(cast_of(self.book, self.game.battle), self.game.events), indent=0)

    def _may_know(self, event: Event) -> bool:
        return any(visible(event, side) for side in self.people)

    # ------------------------------------------------------------ the question

    def announce(self, side: str) -> None:
        """Which turn it is, and whose choice, where either has changed; in a new turn also how it stands."""
        last = next((event for event in reversed(self.game.events) if isinstance(event, Phase)), None)
        standing = self.book.standing(self.game.view(self.people[0]))
        where = f"{turn_words(standing)}, {last.phase}." if last is not None else "Before the battle."
        self.screen.say()
        if self._announced != (where, side):
            self._announced = where, side
            name = self.side_name(side)
            who = f"{name}, it is your choice." if len(self.people) > 1 else f"You are {name}."
            self.screen.say(f"{where} {who}", "bold bright_white")
        if last is not None and self._stood != (last.turn, last.side):
            self._stood = last.turn, last.side
            self.screen.say(
                standing_words(standing, self.book.side_names(self.game.battle)), indent=2, hang=2
            )

    def _sum_up(self, turn: int) -> None:
        """The turns before this one that have not been summed up yet, in three lines each."""
        if turn <= self._summed + 1:
            return
        for told in self._over():
            if self._summed < told.turn < turn:
                self._summed = told.turn
                self.screen.say()
                self.screen.say(f"What turn {told.turn} came to:", "bold")
                for line in told.lines:
                    self.screen.say(line, indent=2, hang=2)

    def _over(self) -> list[TurnTold]:
        """Several people at one page are told of each other by name."""
        side = self.people[0] if len(self.people) == 1 else None
        return turns_told(self.game, side, self._turns)

    def put(self, question: Question, head: str = "", usual: object = None) -> None:
        """The map where it has changed, the question under the head it belongs to, and what can be
        answered; `usual` is what Enter stands for."""
        if isinstance(question, Route | Drive):
            self._put_route(question, head)
        elif isinstance(question, Choose):
            self.draw(question.piece, [option.spot for option in question.open() if option.spot is not None])
            self._put_text(question, head)
            known: list[Piece | Group] = [*self.pieces(), *self.groups()]
            owners = {each.id: each.side for each in known if each.id in self.letters}
            aside: dict[str, list[str]] = {}
            for number, option in enumerate(question.options, 1):
                if option.barred is None and option.aside:
                    aside.setdefault(option.aside, []).append(f"({number}) {option.label}")
                elif option.barred is None:
                    leads = question.leads(option.id).words if question.leads else ""
                    self._put_option(number, option, owners.get(option.piece, ""), leads)
            for case, labels in aside.items():
                self.screen.say(f"Kept {case}: {'; '.join(labels)}", "dim", indent=5, hang=2)
            self._put_barred(question.options)
        if usual is not None:
            self.screen.say(f"Enter: {answer_words(question, usual)}", "dim", indent=2)

    def draw(self, active: str = "", spots: Sequence[Spot] = (), always: bool = False) -> None:
        """The table, if it has changed since it was last drawn; on a plain page in words, when asked."""
        pieces = self.pieces()
        if self.screen.plain:
            if always:
                names = dict(self.book.side_names(self.game.battle))
                aids.list_pieces(self.screen, self.table, pieces, self.groups(), names)
            return
        groups = self.groups()
        sight = self.table, [piece for piece in pieces if piece.on_table], groups, list(spots)
        if always or (sight != self._drawn and (spots or sight[1])):
            if always:
                self._keyed.clear()
            known = [event for event in self.game.events if self._may_know(event)]
            aids.draw(self.screen, self.game, known, pieces, groups, self.letters, active, spots, self._keyed)
            self._drawn = sight

    def _put_option(self, number: int, option: Option, owner: str, leads: str) -> None:
        preview = option.preview() if option.preview is not None else None
        headline = leads if preview is None else preview.headline
        if self.screen.plain:
            self.screen.say(f"{number}. {option.label}{f': {headline}' if headline else ''}")
            return
        line = Text(f" {number:>2}  ")
        if owner:
            style = SIDE_STYLES[self.book.sides.index(owner) % len(SIDE_STYLES)]
            line.append(f"{self.letters[option.piece]} ", style)
        line.append(option.label)
        if headline:
            line.append("  ").append(headline, "dim" if preview is not None and preview.vain else "green")
        self.screen.show(line)

    def _put_barred(self, options: Sequence[Option]) -> None:
        """Options that cannot be taken now, together where the reason is the same."""
        reasons: dict[tuple[str, str], list[str]] = {}
        for number, option in enumerate(options, 1):
            if option.barred is not None:
                reason = option.why_not, option.barred.rule
                reasons.setdefault(reason, []).append(f"({number}) {option.label}")
        for (why, named), labels in reasons.items():
            rule = f" [{named}]" if named else ""
            words = f"Not now: {'; '.join(labels)}: {why}{rule}"
            self.screen.say(words, "dim", indent=5, hang=2)

    def _put_text(self, question: Question, head: str) -> None:
        if head:
            self.screen.head(head)
        self.screen.say(question.text, "bold")

    def _put_route(self, question: Route | Drive, head: str) -> None:
        spots = [Spot(*(float(value) for value in spot[:3])) for spot in question.reach()]
        here, drives = question.start, isinstance(question, Drive)
        if here is not None and not drives and all(distance(here, spot) < 0.01 for spot in spots):
            self._put_text(question, head)
            self.screen.say('Type "face NAME", "face north", or "stay".', "dim", indent=2, hang=2)
            return
        if not self.screen.plain:
            self.draw(question.piece, spots)
        self._put_text(question, head)
        looked_at = spots if here is None else [here, *spots]
        near = landmarks(self.table, np.array([(spot.x, spot.y, spot.z) for spot in looked_at]))
        if near:
            words = ", ".join(f"{name} ({_typed(spot)})" for name, spot in near)
            self.screen.say(f"Within reach: {words}.", "dim", indent=2, hang=2)
        xs, ys = [spot.x for spot in spots], [spot.y for spot in spots]
        bounds = f"x from {min(xs):.4g} to {max(xs):.4g}, y from {min(ys):.4g} to {max(ys):.4g}"
        ways = ['"x y"'] if here is None else ['"x y"', '"towards NAME"']
        if drives or (isinstance(question, Route) and question.faces is not None):
            ways.insert(1, '"x y facing north"')
        if isinstance(question, Drive):
            ways.append(f'legs such as "{_legs_there(question)}"')
        if _may_stay(question):
            ways.append('"stay"')
        *first, last = ways
        typed = f"{', '.join(first)} or {last}" if first else last
        self.screen.say(f"Type {typed}. Spots there are: {bounds}.", "dim", indent=2, hang=2)
        if isinstance(question, Drive) and question.tells is not None:
            self.screen.say('"odds" before a way tells what it would come to.', "dim", indent=2, hang=2)


def _legs_there(question: Drive) -> str:
    """Legs that may be driven here, ahead and a turn and ahead if there are such: an example of how they are
    typed."""
    ends = question.reach()
    some = [question.towards(*map(float, end)) for end in ends[:: max(1, len(ends) // EXAMPLES)]]
    found = [leg_words(way.legs) for way in some if way is not None and way.legs]
    return min(found, key=lambda words: (abs(words.count(",") - 2), len(words)), default="stay")


def _may_stay(question: Route | Drive) -> bool:
    if isinstance(question, Drive):
        return not isinstance(question.judge((Leg(),)), Refusal)
    return question.start is not None and not isinstance(question.judge((question.start,)), Refusal)


def _typed(spot: Spot) -> str:
    """A spot as it would be typed."""
    height = f" {spot.z:.4g}" if spot.z > 0.05 else ""
    return f"{spot.x:.4g} {spot.y:.4g}{height}"
