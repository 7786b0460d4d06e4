"""Building a force at the keyboard: what it has, what it costs, what is wrong, and what can be bought."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NoReturn, TypeVar

from warbook.core.book import Book
from warbook.core.datafile import BadData, Written, read_written
from warbook.core.drafting import Line, Offer, Remark, Setting, Total
from warbook.core.questions import Refusal, Refused
from warbook.core.shelf import called
from warbook.terminal.battles import check_writable
from warbook.terminal.lobby import minding_the_line
from warbook.terminal.rulebook import show_why
from warbook.terminal.screen import Screen, rescuing

T = TypeVar("T")

HELP = (
    ("list", "the force, and what can be bought for it"),
    ("buy 3", "buy number 3 of that list; the beginning of its name will do too, and the number alone"),
    ("open 2", "go to the second line of the force, to buy for it and take things off it"),
    ("back", "from there to the whole force"),
    ("off 2", "take the second line out of the force, or the second thing off the line that is open"),
    ("look 3", "everything about number 3 of what can be bought; look alone: about the line that is open"),
    ("set", "what can be settled; set NAME VALUE settles it, as in: set name The Iron Fist"),
    ("start", "the ready-made forces; start 2 begins with the second one"),
    ("why ID", "what a rule says; words in it will do too"),
    ("undo", "take back the last change"),
    ("save FILE", "write the force to a file; without a name to the one it came from"),
    ("quit", "leave, saving if you like"),
)


def build(screen: Screen, book: Book, path: Path | None) -> None:
    """Build a force, or go on with the one in a file."""
    written = read_written(path) if path is not None and path.exists() else None
    if path is not None and written is None:
        check_writable(path)
    desk = _Desk(screen, book, written, path)
    with minding_the_line():
        desk.work()


class _Gone(Exception):
    """The person has quit."""


class _Desk:
    """`past` are the drafts before this one, for undo; `line` is the number of the line that is open."""

    def __init__(self, screen: Screen, book: Book, written: Written | None, path: Path | None) -> None:
        self.screen, self.book, self.path = screen, book, path
        self.past: list[Written] = []
        self.line: int | None = None
        self.sheet = book.draft(written)
        self.saved = self.sheet.file.text
        self.minded: Sequence[Remark] = ()

    def work(self) -> None:
        with suppress(_Gone), rescuing(self._rescue):
            self._list()
            self.screen.say("Type help to see what you can do.", "dim")
            while True:
                self._turn()

    def _turn(self) -> None:
        typed = self.screen.ask(f"{self._open.name}> " if self._open else "> ")
        word, _, rest = typed.partition(" ")
        try:
            if not typed:
                raise Refused('type what to do, or "help"')
            self._obey(word.lower(), rest.strip(), typed)
        except Refused as refused:
            self.screen.refuse(refused)
        except BadData as bad:
            self.screen.say(f"{bad}.", "bright_red", indent=2, hang=2)

    def _obey(self, word: str, rest: str, typed: str) -> None:
        commands: dict[str, Callable[[str], None]] = {
            "buy": self._buy,
            "open": self._go_to,
            "off": self._off,
            "look": self._look,
            "set": self._set,
            "start": self._start,
            "save": self._save,
            "why": self._why,
        }
        alone: dict[str, Callable[[], None]] = {
            "list": self._list,
            "back": self._back,
            "undo": self._undo,
            "help": lambda: self.screen.rows(HELP),
            "?": lambda: self.screen.rows(HELP),
            "quit": self._quit,
            "exit": self._quit,
            "q": self._quit,
        }
        if word in commands:
            commands[word](rest)
        elif word in alone and not rest:
            alone[word]()
        else:
            self._buy(typed)

    # ------------------------------------------------------------ what is shown

    @property
    def _open(self) -> Line | None:
        return self.sheet.lines[self.line] if self.line is not None else None

    @property
    def _offers(self) -> Sequence[Offer]:
        return self._open.offers if self._open else self.sheet.offers

    @property
    def _settings(self) -> Sequence[Setting]:
        return self._open.settings if self._open else self.sheet.settings

    def _list(self) -> None:
        if self._open:
            self._show_line(self._open)
        else:
            self._show_force()
        self._show_offers(self._offers, "To buy")
        self.minded = ()
        self._tell()

    def _show_force(self) -> None:
        said = [f"{each.name.lower()} {_now(each)}" for each in self.sheet.settings if _now(each)]
        self.screen.say(f"The force: {', '.join(said)}.", "bold")
        for number, line in enumerate(self.sheet.lines, 1):
            parts = f" Bought for it: {', '.join(part.name for part in line.parts)}." if line.parts else ""
            self._item(f"{number}. {line.name}, {line.cost}: {line.words}{parts}")

    def _show_line(self, line: Line) -> None:
        self.screen.say(f"{line.name}, {line.cost}: {line.words}", "bold")
        for number, part in enumerate(line.parts, 1):
            self._item(f"{number}. {part.name}, {part.cost}")

    def _show_offers(self, offers: Sequence[Offer], what: str) -> None:
        """All of them with their numbers, under the headings of their groups."""
        group = None
        for number, offer in enumerate(offers, 1):
            if offer.group != group:
                group = offer.group
                self.screen.say(f"{what}: {group.lower()}" if group else f"{what}:", "bold")
            self._show_offer(number, offer)

    def _show_offer(self, number: int, offer: Offer) -> None:
        words = f": {offer.words}" if offer.words else ""
        cost = f", {offer.cost}" if offer.cost else ""
        if offer.barred is None:
            self._item(f"{number}. {offer.name}{cost}{words}")
        else:
            self._item(f"{number}. {offer.name}{cost}: not now: {_because(offer.barred)}", "dim")

    def _item(self, words: str, style: str = "") -> None:
        self.screen.say(words, style, indent=2, hang=4)

    def _tell(self) -> None:
        """What is spent, what is to be minded that was not before, and what is wrong."""
        spent = (f"{total.spent} of {total.limit} {_named(total)}" for total in self.sheet.totals)
        self.screen.say(f"Spent: {', '.join(spent)}.", "bold")
        for note in [note for note in self.sheet.notes if note not in self.minded]:
            self.screen.say(f"Mind: {_because(note)}", "yellow", hang=2)
        self.minded = self.sheet.notes
        for fault in self.sheet.faults:
            self.screen.say(f"Wrong: {self._where(fault)}{_because(fault)}", "bright_red", hang=2)
        if not self.sheet.faults:
            self.screen.say("Nothing is wrong with it.", "green")

    def _where(self, fault: Remark) -> str:
        return "" if fault.line is None else f"{fault.line + 1}. {self.sheet.lines[fault.line].name}: "

    # ------------------------------------------------------------ what changes the force

    def _act(self, act: str, words: str = "", said: str = "", anew: bool = False) -> None:
        """`anew`: what can be bought is something else from now on."""
        before = self.sheet.file
        self._take(self.book.amend(before, act, words))
        self.past.append(before)
        self.screen.say(said, "green")
        if anew:
            self._list()
        else:
            self._tell()

    def _take(self, written: Written) -> None:
        """Go on with this draft; a line that is no longer there is closed."""
        sheet = self.book.draft(written, self.line)
        if self.line is not None and self.line >= len(sheet.lines):
            self.line = None
        self.sheet = sheet

    def _buy(self, rest: str) -> None:
        if self._open and not self._offers:
            raise Refused(f"nothing can be bought for {self._open.name}; type back for the whole force")
        offer = _find(self._offers, lambda offer: offer.name, rest, "what can be bought", "buy")
        if offer.barred is not None:
            raise Refused(f"{offer.name}: {offer.barred.words}", offer.barred.rule)
        self._act(offer.act, said=f"Bought: {offer.name}, {offer.cost}.")

    def _off(self, rest: str) -> None:
        if self._open:
            part = _find(self._open.parts, lambda part: part.name, rest, f"what {self._open.name} has", "off")
            self._act(part.off, said=f"Taken off: {part.name}.")
        else:
            line = _find(self.sheet.lines, lambda line: line.name, rest, "what the force has", "off")
            self._act(line.off, said=f"Taken out: {line.name}.")

    def _set(self, rest: str) -> None:
        if not rest:
            for setting in self._settings:
                self._show_setting(setting)
            return
        named, _, value = rest.partition(" ")
        setting = _find(self._settings, lambda setting: setting.name, named, "what can be settled", "set")
        if not setting.choices:
            self._act(setting.act, value.strip(), f"{setting.name}: {value.strip() or 'none'}.")
            return
        what = f"a {setting.name.lower()}"
        choice = _find(
            setting.choices, lambda choice: choice.name, value, what, f"set {setting.name.lower()}"
        )
        self._act(choice.act, said=f"{setting.name}: {choice.name}.", anew=True)

    def _show_setting(self, setting: Setting) -> None:
        self.screen.say(f"{setting.name}: {_now(setting) or 'none'}", "bold")
        for number, choice in enumerate(setting.choices, 1):
            self._show_offer(number, choice)

    def _start(self, rest: str) -> None:
        if not rest:
            self._show_offers(self.sheet.starts, "Ready-made")
            return
        offer = _find(self.sheet.starts, lambda offer: offer.name, rest, "a ready-made force", "start")
        self.line = None
        self._act(offer.act, said=f"Begun with: {offer.name}.", anew=True)

    def _undo(self) -> None:
        if not self.past:
            raise Refused("nothing has been changed that could be taken back")
        self._take(self.past.pop())
        self.screen.say("Taken back.", "green")
        self._tell()

    # ------------------------------------------------------------ looking round

    def _go_to(self, rest: str) -> None:
        line = _find(self.sheet.lines, lambda line: line.name, rest, "what the force has", "open")
        self.line = next(number for number, each in enumerate(self.sheet.lines) if each is line)
        self._take(self.sheet.file)
        self._list()

    def _back(self) -> None:
        self.line = None
        self._list()

    def _look(self, rest: str) -> None:
        if not rest and self._open:
            self._describe(self._open)
        else:
            self._describe(_find(self._offers, lambda offer: offer.name, rest, "what can be bought", "look"))

    def _describe(self, what: Offer | Line) -> None:
        self.screen.say(f"{what.name}, {what.cost}: {what.words}", "bold")
        for detail in what.details:
            self._item(detail)

    def _why(self, rest: str) -> None:
        if not rest or not show_why(self.screen, self.book, rest):
            raise Refused("say which rule: why and its id, or words in it")

    # ------------------------------------------------------------ keeping and leaving

    def _save(self, rest: str) -> None:
        path = Path(rest) if rest else self.path or Path(self.sheet.save_as)
        if path != self.path and path.suffix != ".toml":
            raise Refused(f"a force is kept in a TOML file: {path}.toml would do")
        try:
            check_writable(path)
            taken = path != self.path and path.exists()
        except OSError:
            raise Refused(
                "no file can be called that; give it a shorter name of letters and digits"
            ) from None
        if taken and not self.screen.agrees(f"{path} exists. Replace it?"):
            raise Refused("it is not saved")
        self._write(path)
        self.path, self.saved = path, self.sheet.file.text
        if self.sheet.faults:
            self.screen.say(f"Saved in {path}. It may not fight before what is wrong is put right.")
        else:
            self.screen.say(f"Saved. Play with it: warbook play {called(self.book)} --force {path}")

    def _write(self, path: Path) -> None:
        try:
            path.write_text(self.sheet.file.text, "utf-8")
        except (OSError, ValueError) as error:
            raise BadData(f"{str(path)!r}: cannot be written: {error}") from None

    def _quit(self) -> NoReturn:
        path = self.path or Path(self.sheet.save_as)
        if self.sheet.file.text != self.saved and self.screen.agrees(f"Save the force in {path}?"):
            self._save("")
        raise _Gone

    def _rescue(self) -> str:
        """Keep a force that is left unsaved in a file of its own, and say where."""
        if self.sheet.file.text == self.saved:
            return ""
        number, path = 1, Path(self.sheet.save_as)
        while path.exists():
            number += 1
            path = path.with_name(f"{Path(self.sheet.save_as).stem}-{number}.toml")
        try:
            self._write(path)
        except BadData as error:
            return f"; the force could not be saved: {error}"
        return f"; the force is saved, go on with warbook build {self.book.id} {path}"


def _find(items: Sequence[T], name: Callable[[T], str], typed: str, what: str, word: str) -> T:
    """The item that is meant: its number, its name, or the beginning of it."""
    if not items:
        raise Refused(f"there is nothing yet in {what}")
    if typed.isdecimal() and len(typed) < 6:
        if 1 <= int(typed) <= len(items):
            return items[int(typed) - 1]
        raise Refused(f"there is no number {typed}: {what} goes from 1 to {len(items)}")
    low = typed.lower()
    for found in (
        [item for item in items if name(item).lower() == low],
        [item for item in items if low and name(item).lower().startswith(low)],
        [item for item in items if low and low in name(item).lower()],
    ):
        if len(found) == 1:
            return found[0]
        if found:
            raise Refused(f'"{typed}" may be {len(found)} things; say its number, as in: {word} 1')
    raise Refused(
        f'"{typed}" is nothing that can be done here; type help' if typed else f"say which, as in: {word} 1"
    )


def _now(setting: Setting) -> str:
    """What holds now, in words."""
    if not setting.choices:
        return setting.value
    return next((choice.name for choice in setting.choices if choice.act == setting.value), "")


def _named(total: Total) -> str:
    return total.name if total.unit in ("", total.name) else f"{total.unit} {total.name}"


def _because(remark: Remark | Refusal) -> str:
    return f"{remark.words}.{f' [{remark.rule}]' if remark.rule else ''}"
