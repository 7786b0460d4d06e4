"""A seat at the table: whoever sits at this keyboard is shown the battle and asked, until it is over."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.text import Text

from warbook.board.geometry import Spot, distance
from warbook.core.book import Book, Piece
from warbook.core.datafile import BadData
from warbook.core.events import Phase, visible
from warbook.core.game import Answer, Game, NeedsConsent, Player, Sealed
from warbook.core.questions import Choose, Form, Option, Question, Refusal, Refused, Route
from warbook.terminal import aids
from warbook.terminal.answers import find_option, read_option, read_way
from warbook.terminal.bars import show_preview
from warbook.terminal.battles import keep, show_line
from warbook.terminal.cast import cast_of
from warbook.terminal.ledger import ledger
from warbook.terminal.map import SIDE_STYLES, letters_for
from warbook.terminal.places import landmarks
from warbook.terminal.rulebook import show_why
from warbook.terminal.screen import Left, Screen
from warbook.terminal.story import Line, Teller

HELP = (
    ("1, 2, 3 ...", "take that option; the beginning of its words will do too"),
    (
        "x y",
        'go to, or be placed at, that spot in inches from the south-west corner; "x y 3" names the level',
    ),
    ("towards NAME", "go as far as possible towards a model or a piece of terrain"),
    ("face NAME", 'stay and turn to it; "face north" and "face 90" work too, and "x y facing NAME"'),
    ("stay", "stay where you are"),
    ("odds 3", "everything behind the odds of option 3; odds alone for all options"),
    ("why", "the rule behind this question; why 3 for option 3, why ID or WORDS for any rule"),
    ("map", "the table again, with its key; terrain lists what stands on it"),
    ("look NAME", "what is known about a model"),
    ("log", "what happened lately; log all for the whole battle"),
    ("undo", "take back the last answer: freely up to the last die, beyond it by consent"),
    ("save FILE", "keep the battle; without a name it gets one"),
    ("quit", "leave, saving if you like"),
)


class Changed(Exception):
    """The battle stands elsewhere now: the question that was asked is no longer the one to answer."""


class Overheard:
    """A bot, before whose every answer `heed` is called, so that its turn is told while it thinks."""

    def __init__(self, player: Player, heed: Callable[[], None]) -> None:
        self.player, self.heed = player, heed

    def answer(self, side: str, question: Question, view: Any) -> object:
        self.heed()
        return self.player.answer(side, question, view)


class Seat:
    """The people at this keyboard (side to "me" or "friend") and what they have been shown."""

    def __init__(
        self, screen: Screen, book: Book, names: dict[str, str], people: list[str], path: Path
    ) -> None:
        self.screen, self.book, self.names, self.people, self.path = screen, book, names, people, path
        self.game: Game | None = None
        self.side = people[0]
        self.letters: dict[str, str] = {}
        self.log: list[Line] = []
        self.saved = -1  # entries of the tape when the battle was last saved
        self._teller: Teller | None = None
        self._told = 0
        self._drawn: object = None
        self._keyed = False  # the characters of the map have been explained
        self._announced: object = None

    # ------------------------------------------------------------ the battle

    def take(self, game: Game, *, told: bool = False) -> None:
        """Sit down at a battle; `told` when what has happened so far need not be told again."""
        self.game = game
        self.letters = letters_for(self.pieces())
        self._teller = Teller(cast_of(self.book, game.battle))
        if told:
            self._know_all()
            self.saved = self._entries()

    def play(self) -> None:
        """Until the battle is over. Whoever leaves before finds it saved."""
        game = self._game()
        try:
            game.advance()
            while game.waiting:
                for side, question in list(game.waiting.items()):
                    if game.asked(side) is not None:
                        self._turn(side, question)
            self._finish()
        except Left as left:
            raise Left(f"{left}{self._rescue()}", left.code) from None
        except (BadData, Refused):
            raise
        except Exception as fault:
            fault.args = (f"{fault}{self._rescue()}",)
            raise

    def tell(self, *, whole: bool = False) -> None:
        """Tell what has happened since; `whole` closes the paragraph, because a question follows."""
        if self.game is None or self._teller is None:
            return
        events = self.game.events
        new, self._told = events[self._told :], max(self._told, len(events))
        lines = list(self._teller.tell(event for event in new if self._may_know(event)))
        if whole:
            lines.extend(self._teller.rest())
        for line in lines:
            self.log.append(line)
            show_line(self.screen, line)

    def roll(self, prompt: str) -> str:
        """What the person's own dice show."""
        self.tell(whole=True)
        prompt = re.sub(r" for ([\w.-]*\w)", lambda found: f", {self.book.rolls.name(found[1]).lower()}", prompt)
        while True:
            typed = self.screen.ask(prompt)
            if typed.lower() in ("quit", "q"):
                self._quit()
            elif typed.lower().startswith("why "):
                show_why(self.screen, self.book.rules, typed[4:].strip())
            elif typed:
                return typed

    def pieces(self) -> list[Piece]:
        game = self._game()
        return list(self.book.pieces(game.view(self.side)))

    # ------------------------------------------------------------ asking

    def _turn(self, side: str, question: Question) -> None:
        self.side = side
        self.tell(whole=True)
        self._whose(side)
        try:
            answer = self._ask(question, top=True)
            while True:
                try:
                    self._game().answer(side, answer)
                    return
                except Refused as refused:
                    self._refuse(refused)
                    answer = self._ask(question, top=True)
        except Changed:
            return

    def _ask(self, question: Question, top: bool = False) -> object:
        """An answer to the question, read from what is typed; commands are dealt with on the way."""
        if isinstance(question, Form):
            self.screen.say(question.text, "bold")
            return {name: self._ask(part) for name, part in question.parts.items()}
        self._put(question)
        while True:
            typed = self.screen.ask(self._prompt())
            if not typed:
                self.screen.say('Type an answer, or "help".', indent=2)
                continue
            try:
                if self._command(typed, question):
                    continue
                if isinstance(question, Choose):
                    return read_option(question, typed)
                if isinstance(question, Route):
                    way = read_way(question, typed, self._table(), self.pieces())
                    return question.accept(way)
                raise Refused(f"this terminal cannot answer a {type(question).__name__}")
            except Refused as refused:
                self._refuse(refused)

    def _put(self, question: Question) -> None:
        """The map where it has changed, the question, and what can be answered."""
        if isinstance(question, Route):
            self._put_route(question)
        elif isinstance(question, Choose):
            self._map(active=question.piece)
            self.screen.say(question.text, "bold")
            for number, option in enumerate(question.options, 1):
                self._put_option(number, option)

    def _put_option(self, number: int, option: Option) -> None:
        name = (
            f"{self.letters[option.piece]} " if option.piece in self.letters and not self.screen.plain else ""
        )
        if option.barred is not None:
            rule = f" [{option.barred.rule}]" if option.barred.rule else ""
            words = f"{option.label}: not now, {option.barred.words}{rule}"
            if self.screen.plain:
                self.screen.say(f"{number} is barred. {words}")
            else:
                self.screen.say(f"({number}) {name}{words}", "dim", indent=1, hang=5)
            return
        headline = option.preview().headline if option.preview is not None else ""
        if self.screen.plain:
            self.screen.say(f"{number}. {option.label}{f': {headline}' if headline else ''}")
            return
        line = Text(f" {number:>2}  ", "bold").append(name, self._style_of(option.piece)).append(option.label)
        if headline:
            line.append("  ").append(headline, "green")
        self.screen.show(line)

    def _put_route(self, question: Route) -> None:
        spots = [Spot(*(float(value) for value in spot)) for spot in question.reach()]
        here = question.start
        if here is not None and all(distance(here, spot) < 0.01 for spot in spots):
            self.screen.say(question.text, "bold")
            self.screen.say('Type "face NAME", "face north", or "stay".', "dim", indent=2, hang=2)
            return
        if not self.screen.plain:
            self._map(active=question.piece, spots=spots)
        self.screen.say(question.text, "bold")
        near = landmarks(self._table(), spots if here is None else [here, *spots])
        if near:
            words = ", ".join(f"{name} ({aims(spot)})" for name, spot in near)
            self.screen.say(f"Within reach: {words}.", "dim", indent=2, hang=2)
        xs, ys = [spot.x for spot in spots], [spot.y for spot in spots]
        bounds = f"x from {min(xs):g} to {max(xs):g}, y from {min(ys):g} to {max(ys):g}"
        ways = '"x y"' if here is None else '"x y" or "towards NAME"'
        if here is not None and not isinstance(question.judge((here,)), Refusal):
            ways = '"x y", "towards NAME" or "stay"'
        self.screen.say(f"Type {ways}. Spots there are: {bounds}.", "dim", indent=2, hang=2)

    def _whose(self, side: str) -> None:
        """Which turn it is, and whose choice."""
        game = self._game()
        last = next((event for event in reversed(game.events) if isinstance(event, Phase)), None)
        mine = self.book.side_names(game.battle).get(side, side)
        where = f"Turn {last.turn}, {last.phase}." if last is not None else "Before the battle."
        who = f"{mine}, it is your choice." if len(self.people) > 1 else f"You are {mine}."
        self.screen.say()
        if self._announced != (where, side):
            self._announced = where, side
            self.screen.say(f"{where} {who}", "bold bright_white")

    def _refuse(self, refused: Refused) -> None:
        rule = f" [{refused.refusal.rule}]" if refused.refusal.rule else ""
        words = f"{refused}"
        self.screen.say(f"{words[:1].upper()}{words[1:]}.{rule}", "bright_red", indent=2, hang=2)

    # ------------------------------------------------------------ commands

    def _command(self, typed: str, question: Question) -> bool:
        """Deal with a command; False if it is none."""
        word, _, rest = typed.partition(" ")
        word, rest = word.lower(), rest.strip()
        if word in ("help", "?", "h"):
            self.screen.rows(HELP)
        elif word in ("quit", "exit", "q") and not rest:
            self._quit()
        elif word == "save":
            self._save(Path(rest) if rest else self.path)
        elif word == "undo" and not rest:
            self._undo()
        elif word == "map" and not rest:
            self._map(always=True)
        elif word == "terrain" and not rest:
            aids.list_terrain(self.screen, self._table())
        elif word == "log":
            for line in self.log if rest == "all" else self.log[-30:]:
                show_line(self.screen, line)
        elif word == "look":
            aids.look(self.screen, self._game(), self.pieces(), rest, getattr(question, "piece", ""))
        elif word == "odds":
            self._odds(question, rest)
        elif word == "why":
            self._why(question, rest)
        elif word in ("again", "options"):
            self._put(question)
        else:
            return False
        return True

    def _odds(self, question: Question, rest: str) -> None:
        if not isinstance(question, Choose):
            raise Refused("only options have odds; this question has none")
        wanted = (
            [find_option(question, rest)] if rest else [o for o in question.options if o.preview is not None]
        )
        for option in wanted:
            self.screen.say(f"{option.label}:", "bold", indent=2)
            if option.preview is not None:
                show_preview(self.screen, option.preview())
            else:
                self.screen.say("Nothing is rolled for this.", indent=4)
        if not wanted:
            raise Refused("nothing is rolled for any of these options")

    def _why(self, question: Question, rest: str) -> None:
        words = rest or question.rule
        if rest.isdecimal() and isinstance(question, Choose):
            option = find_option(question, rest)
            if option.barred is not None:
                self.screen.say(f"{option.label}: {option.barred.words}.", indent=2)
            words = option.barred.rule if option.barred is not None else question.rule
        if not words:
            raise Refused("no rule of the book stands behind this")
        if not show_why(self.screen, self.book.rules, words):
            raise Refused(f"no rule or ruling has the id or the words '{words}'")

    def _undo(self) -> None:
        """Take back the last answer given at this keyboard."""
        game = self._game()
        side = self._last_to_answer()
        try:
            game.undo(side)
        except NeedsConsent as fence:
            others = [other for other in self.people if other != side]
            asked = self.book.side_names(game.battle).get(others[0], others[0]) if others else ""
            what = f"{fence.refusal.words.partition(':')[0]}. "
            agree = f"{asked}, do you agree to take it back?" if asked else "Take it back all the same?"
            if not self.screen.agrees(f"{what[:1].upper()}{what[1:]}{agree}"):
                self.screen.say("It stands.")
                return
            game.undo(side, consent=True)
        self._know_all()
        self._drawn = None
        self.screen.say("Taken back.")
        raise Changed

    def _save(self, path: Path) -> None:
        try:
            keep(self._game(), self.names, path)
        except BadData as error:
            raise Refused(str(error)) from None
        self.path, self.saved = path, self._entries()
        self.screen.say(f"Saved. Go on with: warbook play {self.book.id} --load {path}")

    def _quit(self) -> None:
        if self._entries() not in (0, self.saved) and self.screen.agrees(f"Save the battle in {self.path}?"):
            self._save(self.path)
        raise Gone

    def _rescue(self) -> str:
        """Save a battle that is left in the middle, and say where."""
        if self._entries() in (0, self.saved):
            return ""
        try:
            keep(self._game(), self.names, self.path)
        except (BadData, ValueError) as error:
            return f"; the battle could not be saved: {error}"
        return f"; the battle is saved, go on with warbook play {self.book.id} --load {self.path}"

    def _finish(self) -> None:
        self.tell(whole=True)
        game = self._game()
        self.screen.say()
        self.screen.rows(ledger(cast_of(self.book, game.battle), game.events), indent=0)
        while self.screen.typed and self.screen.seen:
            typed = self.screen.ask("Enter to leave, or save FILE to keep the record: ")
            if not typed:
                return
            try:
                self._save(Path(typed.removeprefix("save").strip() or self.path))
                return
            except Refused as refused:
                self._refuse(refused)

    # ------------------------------------------------------------ inside

    def _map(self, active: str = "", spots: list[Spot] | None = None, always: bool = False) -> None:
        """The table, if it has changed since it was last drawn."""
        game, pieces = self._game(), self.pieces()
        if self.screen.plain:
            if always:
                aids.list_pieces(self.screen, self._table(), pieces, dict(self.book.side_names(game.battle)))
            return
        state = [piece for piece in pieces if piece.on_table]
        if not state and not always and not spots:
            return
        if always or spots or state != self._drawn:
            key, self._keyed = always or not self._keyed, True
            aids.draw(self.screen, self.book, game, pieces, self.letters, active, spots, key)
        self._drawn = None if spots else state

    def _know_all(self) -> None:
        """Take everything that has happened as told."""
        game = self._game()
        self._teller = Teller(cast_of(self.book, game.battle))
        known = [event for event in game.events if self._may_know(event)]
        self.log = [*self._teller.tell(known), *self._teller.rest()]
        self._told = len(game.events)

    def _may_know(self, event: Any) -> bool:
        return any(visible(event, side) for side in self.people)

    def _last_to_answer(self) -> str:
        """The side at this keyboard that answered last."""
        game = self._game()
        for tape in ([game.tape] if game.under_way else []) + [step.tape for step in reversed(game.steps)]:
            for entry in reversed(tape):
                if isinstance(entry, Answer) and entry.side in self.people:
                    return entry.side
                if isinstance(entry, Sealed):
                    return self.side
        return self.side

    def _entries(self) -> int:
        """How many answers and dice the battle has had."""
        if self.game is None:
            return 0
        under_way = len(self.game.tape) if self.game.under_way else 0
        return sum(len(step.tape) for step in self.game.steps) + under_way

    def _prompt(self) -> str:
        if len(self.people) == 1:
            return "> "
        return f"{self.book.side_names(self._game().battle).get(self.side, self.side)}> "

    def _style_of(self, piece: str) -> str:
        owner = next((each.side for each in self.pieces() if each.id == piece), "")
        return SIDE_STYLES[self.book.sides.index(owner) % len(SIDE_STYLES)] if owner else ""

    def _table(self) -> Any:
        return self.book.table(self._game().battle)

    def _game(self) -> Game:
        assert self.game is not None
        return self.game


class Gone(Exception):
    """The person has quit, and everything they wanted saved is saved."""


def aims(spot: Spot) -> str:
    """A spot as it would be typed."""
    height = f" {spot.z:.4g}" if spot.z > 0.05 else ""
    return f"{spot.x:.4g} {spot.y:.4g}{height}"
