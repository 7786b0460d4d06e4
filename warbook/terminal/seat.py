"""A seat at the table: whoever sits at this keyboard is shown the battle and asked, until it is over."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any, NoReturn

from warbook.board.hextable import HexTable
from warbook.core.book import Book
from warbook.core.datafile import BadData
from warbook.core.game import Game, NeedsConsent, Player
from warbook.core.questions import Choose, Concern, Drive, Form, Question, Refused, Route, plain, usual_answer
from warbook.core.shelf import called
from warbook.core.tape import Answer
from warbook.learning.lesson import Lesson, Progress, progress
from warbook.learning.tutor import Tutor
from warbook.players.names import good_name
from warbook.players.seats import advice, players_of
from warbook.terminal import aids
from warbook.terminal.answers import find_option, read_drive, read_option, read_way
from warbook.terminal.bars import show_preview
from warbook.terminal.battles import keep, show_line
from warbook.terminal.cards import show_briefing, show_play
from warbook.terminal.forms import Blank, answer_in, answer_words, blanks, filled, named, numbered
from warbook.terminal.page import Page
from warbook.terminal.rulebook import show_why
from warbook.terminal.screen import Left, Mishap, Screen, rescuing

HELP = (  # what can be typed, what it does, and where it can be typed
    ("1, 2, 3 ...", "take that option; the beginning of its words will do too", ""),
    (
        "x y",
        'go to that spot, or be placed there, in inches from the south-west corner; "x y 3" names a level',
        "inches",
    ),
    ("towards NAME", "go as far as possible towards a model or a piece of terrain", "inches"),
    (
        "face NAME",
        'stay and turn to it; "face north" and "face 90" work too, and "x y facing NAME"',
        "inches",
    ),
    ("stay", "stay where you are", "inches"),
    (
        "ahead 2, left 45",
        'drive a vehicle so, with left, right, ahead and back; "x y" and "x y facing north" work too',
        "driven",
    ),
    ("Enter", "the answer that the page says it stands for, where it says so", ""),
    ("odds 3", "everything behind the odds of option 3; odds alone for all options", ""),
    ("odds ahead 6", "what a drive would come to, before it is made; any way to type one will do", "driven"),
    ("why", "the rule behind this question; why 3 for option 3, why ID or WORDS for any rule", ""),
    ("advice", "what the best bot would answer; advice all fills in all that is left of a form", ""),
    (
        "rest",
        "what is suggested for all that is left of a form: the squad follows whom you have placed",
        "squads",
    ),
    ("lay WORDS", "the whole form as one of its ready-made answers, where it names some", ""),
    ("back", "the question before, while a form is filled in", ""),
    ("again", "the question again", ""),
    ("map", "the table again, with its key; terrain lists what stands on it", ""),
    ("sight NAME", "what a model sees from where it stands, on the map; sight alone: who acts now", ""),
    ("danger", "how likely it is to be taken out next turn, at each place that can be reached now", ""),
    ("danger NAME", "where the orders of an enemy can have led it, by movement", "hexes"),
    ("figures A", "who is in the squad A, where each stands and how he is", "squads"),
    ("look NAME", "all that is known about a model: profile, weapons, states, what it may still do", ""),
    ("briefing", "what the battle is about, how each side wins, how long it lasts", ""),
    ("log", "what happened lately; log all for the whole battle", ""),
    (
        "undo",
        "take back the last answer: freely up to the last die, then by consent, never after the end",
        "",
    ),
    ("name NAME", "what you are called; the record and the report tell it", ""),
    ("draw", "offer a draw to whoever else sits at this keyboard", ""),
    ("resign", "give the battle up", ""),
    ("save FILE", "keep the battle; without a name it gets one", ""),
    ("quit", "leave, saving if you like", ""),
)
LATELY = 30  # lines of the log
FEW = 2  # so many answers of a form need no looking over


class Gone(Exception):
    """The person has quit, and everything they wanted saved is saved."""


class Changed(Exception):
    """The battle stands elsewhere now: the question that was asked is no longer the one to answer."""


class Back(Exception):
    """The question before is to be answered again."""


class Rest(Exception):
    """All that is left of the form is to be answered as it suggests."""


class Laid(Exception):
    """The whole form is to be answered so, to begin with."""

    def __init__(self, answer: object) -> None:
        self.answer = answer


class Advised(Exception):
    """All that is left of the form is to be answered so."""

    def __init__(self, answer: object) -> None:
        self.answer = answer


class Overheard:
    """A bot, before whose every answer `heed` is called, so that its turn is told while it thinks."""

    def __init__(self, player: Player, heed: Callable[[], None]) -> None:
        self.player, self.heed = player, heed

    def answer(self, side: str, question: Question, view: Any) -> object:
        self.heed()
        return self.player.answer(side, question, view)


class Seat:
    """The sides played at this keyboard; `names` says who plays each side, `path` the battle's file."""

    def __init__(
        self, screen: Screen, book: Book, names: dict[str, str], people: list[str], path: Path
    ) -> None:
        self.screen, self.book, self.names, self.people, self.path = screen, book, names, people, path
        self.called: dict[str, str] = {}  # what the people here call themselves
        self.lesson: Lesson | None = None  # the battle is one
        self._taught: Progress | None = None  # what of it was told last
        self.begun = False  # there is something that would be a pity to lose
        self.kept = False  # and it is in the file

    def take(self, game: Game, *, told: bool = False) -> None:
        """Sit down at a battle; `told` when what has happened so far need not be told again. People who keep
        secrets from each other have a page each."""
        self.game = game
        if self.book.open_table:
            self.pages = dict.fromkeys(self.people, Page(self.screen, game, self.people))
        else:
            self.pages = {side: Page(self.screen, game, [side]) for side in self.people}
        self.page = self.pages[self.people[0]]
        if told:
            self._know_all()
            self.begun = self.kept = True

    def brief(self, side: str | None = None) -> None:
        """Tell what the battle is about, as far as the side (None: everybody here) may know."""
        side = self.people[0] if len(self.people) == 1 else side
        briefing = self.book.briefing(self.book.known_setup(self.game.battle, side))
        show_briefing(self.screen, briefing, self.book.side_names(self.game.battle))

    @cached_property
    def adviser(self) -> Player:
        if self.lesson is not None:
            return Tutor(self.lesson, self.game)
        return next(iter(players_of(self.book).values()))(0)

    def _know_all(self) -> None:
        for page in self.pages.values():
            page.know_all()

    def play(self) -> None:
        """Until the battle is over. Whoever leaves before finds it saved."""
        try:
            with rescuing(self._rescue):
                with self.screen.patience():
                    self.game.advance()
                while self.game.waiting:
                    for side, question in list(self.game.waiting.items()):
                        if self.game.asked(side) is not None:
                            self._turn(side, question)
                self._finish()
        except (Left, Gone):
            raise
        except Exception as fault:
            raise Mishap(f"{type(fault).__name__}: {fault}{self._rescue()}") from fault

    def heed(self) -> None:
        """Tell what the bots have done so far."""
        self.page.tell()

    def roll(self, prompt: str) -> str:
        """What the person's own dice show."""
        self.page.tell(whole=True)
        prompt = re.sub(
            r" for ([\w.-]*\w)", lambda rule: f", {self.book.rolls.name(rule[1]).lower()}", prompt
        )
        while True:
            typed = self.screen.ask(prompt)
            if typed.lower() in ("quit", "q"):
                self._quit()
            elif typed.lower().startswith("why "):
                show_why(self.screen, self.book, typed[4:].strip())
            elif typed:
                self._unsaved()
                return typed

    def _teach(self) -> None:
        """The step of the lesson that comes next, where it is another."""
        if self.lesson is None or self._taught == (found := progress(self.lesson, self.game.events)):
            return
        self._taught, of = found, len(self.lesson.steps)
        if found.word:
            self.screen.say(found.word, "bright_green", indent=2, hang=2)
        if found.step == of:
            self.screen.say(
                f"The lesson is done. Fight on, or quit and type: warbook play {called(self.book)}", "bold"
            )
            return
        step = self.lesson.steps[found.step]
        self.screen.say(f"Step {found.step + 1} of {of}: {step.title}", "bold bright_green")
        self.screen.say(step.says, "bright_green", indent=2, hang=2)
        self.screen.say(
            '"advice" shows how, "undo" goes back, "quit" leaves the lesson.', "dim", indent=2, hang=2
        )

    # ------------------------------------------------------------ asking

    def _turn(self, side: str, question: Question) -> None:
        if self.page is not self.pages[side]:
            self.page = self.pages[side]
            self.screen.clear()
            name = self.page.side_name(side)
            self.screen.ask(f"{name}, this is for your eyes only. Enter when you sit at the keyboard: ")
        self.page.tell(whole=True)
        self.page.announce(side)
        self._teach()
        while True:
            try:
                answer = self._ask(side, question)
                self._unsaved()
                with self.screen.patience():
                    self.game.answer(side, answer)
                return
            except Changed:
                return
            except Refused as refused:
                self.screen.refuse(refused)

    def _ask(self, side: str, question: Question) -> object:
        """An answer to the question, read from what is typed."""
        if isinstance(question, Form):
            return self._fill(side, question)
        return self._ask_one(side, Blank((), (), question), question, usual=usual_answer(question))

    def _fill(self, side: str, form: Form) -> dict[str, Any]:
        """Question by question, back and forth, until the whole is sealed. What was suggested and kept is
        suggested anew when another answer is changed."""
        found = list(blanks(form))
        answers: list[Any] = [None] * len(found)
        kept: set[int] = set()
        heads: tuple[str, ...] = ()
        if found[0].heads:
            self.screen.say(form.text, "bold")
        if form.presets:
            ready = ", ".join(f'"lay {name}"' for name in form.presets)
            self.screen.say(f"Ready-made, to be changed as you like: {ready}.", "dim", indent=2, hang=2)
        at = 0
        while at < len(found):
            around = found[at].heads or (form.text,)
            head, heads = "" if around == heads else around[-1], around
            usual = answer_in(form.suggested(filled(found, answers)), found[at].names)
            try:
                answers[at] = self._ask_one(side, found[at], form, head, usual)
                kept.discard(at)
                if plain(answers[at]) == usual:
                    kept.add(at)
                else:
                    self._follow(form, found, answers, kept)
            except Back:
                at = max(0, at - 1)
                continue
            except Rest:
                rest = form.suggested(filled(found, answers))
                for number, blank in enumerate(found):
                    value = answer_in(rest, blank.names)
                    if answers[number] is None and value is not None:
                        answers[number] = blank.question.accept(value)
                        kept.add(number)
            except Laid as laid:
                answers = [blank.question.accept(answer_in(laid.answer, blank.names)) for blank in found]
                kept.clear()
            except Advised as advice:
                for number, blank in enumerate(found):
                    if answers[number] is None:
                        answers[number] = blank.question.accept(answer_in(advice.answer, blank.names))
            at = next((number for number, answer in enumerate(answers) if answer is None), len(found))
            if form.suggest is not None and answers.count(None) == len(found) - 1 >= FEW:
                self.screen.say('Type "rest" and the others follow as suggested.', "dim", indent=2)
            if at == len(found):
                at, heads = self._judge(form, found, answers), ()
        return filled(found, answers)

    def _follow(self, form: Form, found: list[Blank], answers: list[Any], kept: set[int]) -> None:
        """What was kept is suggested anew."""
        firm = [None if number in kept else answer for number, answer in enumerate(answers)]
        rest = form.suggested(filled(found, firm))
        for number in sorted(kept):
            value = answer_in(rest, found[number].names)
            answers[number] = None if value is None else found[number].question.accept(value)

    def _judge(self, form: Form, found: list[Blank], answers: list[Any]) -> int:
        """The number of what is to be answered again; after the last, nothing is."""
        try:
            concerns = form.concerns(filled(found, answers))
        except Refused as refused:
            self.screen.refuse(numbered(found, refused))
            return self._look_over(found, answers, [], "A number to change that answer: ")
        if not concerns and len(found) <= FEW:
            return len(found)
        return self._look_over(
            found, answers, concerns, "Enter to seal it, or a number to change that answer: ", seals=True
        )

    def _look_over(
        self,
        found: list[Blank],
        answers: list[Any],
        concerns: list[Concern],
        prompt: str,
        seals: bool = False,
    ) -> int:
        """The whole with what is to be said against it, and the number of what is to be answered again; after
        the last, nothing is, and that only if Enter `seals` it."""
        self.screen.head("All of it:")
        for number, (blank, answer) in enumerate(zip(found, answers, strict=True), 1):
            head = f"{blank.heads[-1]}: " if blank.heads else ""
            words = f"{head}{blank.question.text}: {answer_words(blank.question, answer)}"
            self.screen.say(f"{number:>3}  {words}", hang=5)
            for concern in concerns:
                if concern.part == blank.names:
                    rule = f" [{concern.rule}]" if concern.rule else ""
                    self.screen.say(f"Beware: {concern.words}{rule}", "bright_red", indent=5, hang=2)
        while True:
            typed = self.screen.ask(prompt)
            if not typed and seals:
                return len(found)
            if typed.isdecimal() and 1 <= int(typed) <= len(found):
                return int(typed) - 1
            if typed.lower() in ("quit", "exit", "q"):
                self._quit()
            wanted = f"type a number from 1 to {len(found)}{', or Enter' if seals else ''}"
            missing = f"there is no answer {typed}" if typed else "it cannot be given so"
            self.screen.refuse(Refused(f"{missing}: {wanted}"))

    def _ask_one(
        self, side: str, blank: Blank, whole: Question, head: str = "", usual: object = None
    ) -> object:
        """An answer to one question, which may be part of a whole; commands are dealt with on the way. Enter
        gives the usual one, if there is any."""
        self.page.put(blank.question, head, usual)
        name = self.called.get(side, "")
        if len(self.people) > 1:
            name = f"{self.page.side_name(side)} ({name})" if name else self.page.side_name(side)
        prompt = f"{name}> "
        while True:
            typed = self.screen.ask(prompt)
            try:
                if not typed and usual is not None:
                    return blank.question.accept(usual)
                if not typed:
                    raise Refused('type an answer, or "help"')
                if typed.lower() == "back" and whole is not blank.question:
                    raise Back
                if typed.lower() == "rest" and whole is not blank.question:
                    raise Rest
                if typed.lower().startswith("lay ") and isinstance(whole, Form) and whole.presets:
                    raise Laid(named(whole.presets, typed[4:]))
                if typed.lower() in ("advice", "advice all"):
                    self._advise(side, blank, whole, everything=typed.lower() != "advice")
                elif not self._command(typed, side, blank.question, usual):
                    return self._read(blank.question, typed)
            except Refused as refused:
                self.screen.refuse(refused)

    def _advise(self, side: str, blank: Blank, whole: Question, everything: bool) -> None:
        if everything and whole is blank.question:
            raise Refused('this is one question: type "advice"')
        answer, why = advice(self.adviser, side, whole, self.game.view(side))
        if everything:
            raise Advised(answer)
        question, own = blank.question, answer_in(answer, blank.names)
        number = ""
        if isinstance(question, Choose):
            number = f"{[option.id for option in question.options].index(str(own)) + 1}, "
        words = f"Advice: {number}{answer_words(question, own)}"
        self.screen.say(f"{words}. {why}" if why else words, "bright_cyan", indent=2, hang=2)

    def _read(self, question: Question, typed: str) -> object:
        if isinstance(question, Choose):
            return read_option(question, typed)
        if isinstance(question, Route):
            return question.accept(read_way(question, typed, self.page.table, self.page.pieces()))
        if isinstance(question, Drive):
            return read_drive(question, typed, self.page.table, self.page.pieces())
        raise Refused(f"this terminal cannot answer a {type(question).__name__}")

    # ------------------------------------------------------------ commands

    def _command(self, typed: str, side: str, question: Question, usual: object) -> bool:
        """Deal with a command; False if it is none."""
        word, _, rest = typed.partition(" ")
        word, rest = word.lower(), rest.strip()
        if word in ("help", "?", "h"):
            self._help()
        elif word in ("quit", "exit", "q") and not rest:
            self._quit()
        elif word == "save":
            self._save(Path(rest) if rest else self.path)
        elif word == "undo" and not rest:
            self._undo(side)
        elif word == "name":
            self.called[side] = good_name(rest, [self.called[each] for each in self.called if each != side])
            self.screen.say(f"{self.page.side_name(side)}: {self.called[side]}.")
            self._unsaved()
        elif word == "draw" and not rest:
            self._draw(side)
        elif word == "resign" and not rest:
            if not self.screen.agrees(f"{self.page.side_name(side)} give the battle up?"):
                raise Refused("the battle goes on")
            self._end(lambda: self.game.resign(side))
        elif word == "again" and not rest:
            self.screen.say()
            self.page.put(question, usual=usual)
        elif word == "map" and not rest:
            self.page.draw(always=True)
        elif word == "sight":
            self.page.sight(rest, getattr(question, "piece", ""))
        elif word == "danger":
            self.page.danger(side, question, rest)
        elif word == "terrain" and not rest:
            aids.list_terrain(self.screen, self.page.table)
        elif word == "log":
            for line in self.page.log if rest == "all" else self.page.log[-LATELY:]:
                show_line(self.screen, line)
        elif word == "look":
            self.page.look(rest, getattr(question, "piece", ""))
        elif word == "figures":
            self.page.figures(rest)
        elif word == "briefing" and not rest:
            self.brief(side)
        elif word == "odds":
            self._odds(question, rest)
        elif word == "why":
            self._why(question, rest)
        else:
            return False
        return True

    def _help(self) -> None:
        """What can be typed in this battle, and how its book is played."""
        pieces = self.page.pieces()
        here = {
            "": True,
            "inches": not isinstance(self.page.table, HexTable),
            "driven": any(piece.hull for piece in pieces),
            "hexes": isinstance(self.page.table, HexTable),
            "squads": any(piece.group for piece in pieces),
        }
        self.screen.rows([(typed, does) for typed, does, where in HELP if here[where]])
        show_play(self.screen, self.book)

    def _odds(self, question: Question, rest: str) -> None:
        if rest and isinstance(question, Drive) and question.tells is not None:
            way = question.accept(read_drive(question, rest, self.page.table, self.page.pieces()))
            self.screen.say(question.tells(way) or "Nothing but the drive comes of it.", indent=2, hang=2)
            return
        found = []
        if isinstance(question, Choose):
            wanted = [find_option(question, rest)] if rest else question.options
            looks = [(option, question.preview_of(option)) for option in wanted]
            found = [(option, look) for option, look in looks if look is not None]
        if not found:
            raise Refused(
                "there are no odds to show here: what is rolled, if anything, comes with a later answer"
            )
        for option, look in found:
            self.screen.say(f"{option.label}:", "bold", indent=2)
            show_preview(self.screen, look())

    def _why(self, question: Question, rest: str) -> None:
        words = rest or question.rule
        if rest.isdecimal() and isinstance(question, Choose):
            option = find_option(question, rest)
            if option.barred is not None:
                self.screen.say(f"{option.label}: {option.barred.words}.", indent=2)
            words = option.barred.rule if option.barred is not None else option.rule or question.rule
        if not words:
            raise Refused("no rule of the book stands behind this")
        if not show_why(self.screen, self.book, words):
            raise Refused(f"no rule or ruling has the id or the words '{words}'")

    def _undo(self, asked: str) -> NoReturn:
        """Take back the last answer given at this keyboard."""
        side = self._last_to_answer() or asked
        try:
            self.game.undo(side)
        except NeedsConsent as fence:
            others = [other for other in self.people if other != side]
            what = fence.refusal.words.partition(":")[0]
            asks = [f"{self.page.side_name(other)}, do you agree to take it back?" for other in others]
            for ask in asks or ["Take it back all the same?"]:
                if not self.screen.agrees(f"{what[:1].upper()}{what[1:]}. {ask}"):
                    raise Refused("it stands") from None
            self.game.undo(side, consent=True)
        self._unsaved()
        self._know_all()
        self.screen.say("Taken back.")
        raise Changed

    def _draw(self, side: str) -> None:
        """Everybody here must agree; a bot never does."""
        if set(self.people) != set(self.names):
            raise Refused("the bot agrees to no draw: fight on, or resign")
        for other in self.people:
            if other != side and not self.screen.agrees(f"{self.page.side_name(other)}, is it a draw?"):
                raise Refused(f"{self.page.side_name(other)} would rather fight on")
        self._end(self.game.draw)

    def _end(self, deed: Callable[[], None]) -> NoReturn:
        deed()
        self._unsaved()
        raise Changed

    def _last_to_answer(self) -> str:
        """The side at this keyboard that answered last."""
        tapes = [self.game.tape] if self.game.under_way else []
        for tape in (*tapes, *(step.tape for step in reversed(self.game.steps))):
            for entry in reversed(tape):
                if isinstance(entry, Answer) and entry.side in self.people:
                    return entry.side
        return ""

    # ------------------------------------------------------------ keeping and leaving

    def _unsaved(self) -> None:
        self.begun, self.kept = True, False

    def _save(self, path: Path) -> None:
        if path != self.path and path.exists() and not self.screen.agrees(f"{path} exists. Replace it?"):
            raise Refused("it is not saved")
        try:
            keep(self.game, self.names, path, self.called)
        except BadData as error:
            raise Refused(str(error)) from None
        self.path, self.begun, self.kept = path, True, True
        self.screen.say(f"Saved. Go on with: warbook play {called(self.book)} --load {path}")

    def _quit(self) -> NoReturn:
        if self.begun and not self.kept and self.screen.agrees(f"Save the battle in {self.path}?"):
            self._save(self.path)
        raise Gone

    def _rescue(self) -> str:
        """Save a battle that is left in the middle, and say where."""
        if not self.begun:
            return ""
        try:
            if not self.kept:
                keep(self.game, self.names, self.path, self.called)
        except (BadData, ValueError) as error:
            return f"; the battle could not be saved: {error}"
        return f"; the battle is saved, go on with warbook play {called(self.book)} --load {self.path}"

    def _finish(self) -> None:
        self.page.close()
        while self.screen.typed and self.screen.seen:
            typed = self.screen.ask("Enter to leave, or a file name to keep the record: ")
            if not typed:
                return
            try:
                keep(self.game, self.names, Path(typed), self.called)
                self.screen.say(f"Kept. See it again with: warbook replay {typed}")
                return
            except BadData as error:
                self.screen.refuse(Refused(str(error)))
