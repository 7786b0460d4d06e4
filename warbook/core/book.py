"""What a book declares about itself."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from math import prod
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, Literal, get_args, get_origin, get_type_hints

from msgspec import Struct
from typing_extensions import TypeVar

from warbook.board.hulls import Mount
from warbook.core import placing
from warbook.core.cards import Briefing, Card, Glossary, Standing, Tally, Trait
from warbook.core.catalog import Catalog, Entry, Rule, Ruling
from warbook.core.datafile import Written, as_switch, read_toml, spelt
from warbook.core.questions import Refused

if TYPE_CHECKING:
    from random import Random

    from warbook.board.gaze import Gaze
    from warbook.board.geometry import Shapes, Spot
    from warbook.board.hextable import AnyTable
    from warbook.core.drafting import Sheet
    from warbook.core.game import Game, Player
    from warbook.core.oddsbook import OddsQuestion

T = TypeVar("T")
B = TypeVar("B", bound=Struct, default=Any)  # the battle of a book
C = TypeVar("C", bound="Choice")


class UnknownName(Refused):
    """A name that the book does not know; the words list the ones it does."""


def pick(what: str, given: str | Written, known: Mapping[str, T], read: Callable[[Written], T]) -> T:
    """One of those a book has, by its id, or what somebody wrote; `what` says what it is."""
    if isinstance(given, Written):
        return read(given)
    if given not in known:
        plural = f"{what[:-1]}ies" if what.endswith("y") else f"{what}s"
        raise UnknownName(f"there is no {what} '{given}'; the {plural} are: {', '.join(known)}")
    return known[given]


class Choice(Struct, frozen=True):
    """A force or a scenario on offer. `kind` is the heading it is listed under; a force may meet those of the
    kinds in `meets`, and if there are none those of its own kind. `announced` is what an enemy is told of a
    force before choosing its own. A scenario is fought by `sides`, if not by all that the book has; those in
    `own` the book plays itself."""

    id: str
    name: str
    words: str = ""
    kind: str = ""
    meets: tuple[str, ...] = ()
    announced: str = ""
    sides: tuple[str, ...] = ()
    own: tuple[str, ...] = ()

    @property
    def kinds(self) -> tuple[str, ...]:
        """Those that it meets."""
        return self.meets or (self.kind,)

    def may_meet(self, other: Choice) -> bool:
        return other.kind in self.kinds


class Hull(Struct, frozen=True):
    """An oblong body: its length and width in inches, the armour at its front, left, rear and right where the
    book prints any, its guns, and how many pips it carries for those aboard."""

    length: float
    width: float
    armour: tuple[str, str, str, str] | None = None
    mounts: tuple[Mount, ...] = ()
    aboard: int = 0


class Piece(Struct, frozen=True):
    """A model on the table as any client may draw it: no rulebook needed. A disc, unless it has a hull. One
    that rides another, `aboard`, is where that one is and not on the table by itself."""

    id: str
    name: str
    side: str
    x: float
    y: float
    z: float
    facing: float
    radius: float
    states: tuple[str, ...] = ()
    letter: str = "?"
    words: str = ""
    on_table: bool = True
    arc: float = 0.0  # degrees it sees to the front; 0 where it has no facing
    hull: Hull | None = None
    group: str = ""  # also of who has fallen: the one it was of
    aboard: str = ""


class Group(Struct, frozen=True):
    """Pieces that act together, such as a squad or a mob. Options and events may name it like a piece."""

    id: str
    name: str
    side: str
    members: tuple[str, ...]
    states: tuple[str, ...] = ()
    words: str = ""


class Threat(Struct, frozen=True):
    """An enemy who could strike at a place next turn, and the exact chance to take out who stands there.
    `given` says on what condition, where something may not be known beforehand."""

    piece: str
    how: str
    chance: Fraction
    words: str = ""
    given: str = ""


class Outlook(Struct, frozen=True):
    """How a piece would stand at a spot: whom it would see, who would see it, and who could strike it."""

    sees: tuple[str, ...] = ()
    seen_by: tuple[str, ...] = ()
    threats: tuple[Threat, ...] = ()

    @property
    def danger(self) -> Fraction:
        """The exact chance that somebody takes it out there, if each enemy does the worst that he can."""
        worst: dict[str, Fraction] = {}
        for threat in self.threats:
            worst[threat.piece] = max(threat.chance, worst.get(threat.piece, Fraction(0)))
        return 1 - prod((1 - chance for chance in worst.values()), start=Fraction(1))


class Whereabout(Struct, frozen=True):
    """A place where a piece can be before its side's next orders: after which of its movements at the
    earliest (0: it is there now), and by what."""

    spot: Spot
    after: int
    words: str = ""


class Rolls(Struct, frozen=True, forbid_unknown_fields=True):
    """What the book's rolls are called when they are told, by rule, and which of them a ledger counts; and by
    which states those on the table are among its losses."""

    names: Mapping[str, str] = {}
    counted: tuple[str, ...] = ()
    lost: tuple[str, ...] = ("down",)

    def name(self, rule: str) -> str:
        return self.names.get(rule) or rule.rpartition(".")[2].replace("-", " ").capitalize() or "Roll"


@dataclass(frozen=True)
class Offers(Generic[T]):
    """The forces or the scenarios of a book: what one is called, those it has ready by id, how one that
    somebody wrote is read, and how each is told to who chooses."""

    what: str
    ready: Callable[[], Mapping[str, T]]
    read: Callable[[Written], T]
    told: Callable[[T], Choice]

    @staticmethod
    def fixed(what: str, choices: Iterable[C]) -> Offers[C]:
        """These and no others, where the choices themselves are all there is."""
        known = {choice.id: choice for choice in choices}

        def read(written: Written) -> C:
            raise UnknownName(f"nobody writes a {what} of one's own")

        return Offers(what, lambda: known, read, lambda choice: choice)

    def choices(self) -> list[Choice]:
        return [self.told(each) for each in self.ready().values()]

    def pick(self, given: str | Written) -> T:
        return pick(self.what, given, self.ready(), self.read)

    def look_over(self, written: Written) -> Choice:
        return self.told(self.read(written))


class _Chapter:
    def __init__(self, module: str, name: str) -> None:
        self.module, self.name = module, name

    def __set_name__(self, owner: type, name: str) -> None:
        self.package, self.name = owner.__module__, self.name or name

    def __get__(self, book: Book | None, kind: type) -> Any:
        return self if book is None else self.found

    @cached_property
    def found(self) -> Any:
        return getattr(importlib.import_module(f".{self.module}", self.package), self.name)


def chapter(module: str, name: str = "") -> Any:
    """What a book says in one of its modules, by what has the same name there, or `name`: as in `muster =
    chapter("setup.mustering")`. It is looked up once, when it is first asked, so that books can be listed
    without reading their rules."""
    return _Chapter(module, name)


class Book(Generic[B]):
    """A rulebook that plays. A book subclasses `Book[Battle]`, and its package offers the one instance as
    `BOOK`. A setup is usually a `scenario` with a `table`, and `forces` that have names: where it is, the
    book need not say how it comes about, and what its table and its sides are."""

    id: str
    title: str
    version: str = "1"
    source: str
    licence: str
    sides: tuple[str, ...] = ("a", "b")
    setup_type: type[Struct]  # that of the battle's `setup`
    battle_type: type[Struct]
    phases: tuple[str, ...] = ()  # of a turn, in order, as `Phase` events name them
    open_table: bool = False  # nothing is ever hidden from anybody
    builds: bool = False  # forces can be built with `draft` and `amend`
    force_offers: Offers[Any] | None = None
    scenario_offers: Offers[Any] | None = None
    drill: Callable[[int], Player] | None = None  # makes its bot, from a seed
    questions: Mapping[str, OddsQuestion] = {}  # whose odds can be asked for

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for base in getattr(cls, "__orig_bases__", ()):
            if get_origin(base) is Book and isinstance(get_args(base)[0], type):
                cls.battle_type = get_args(base)[0]
                cls.setup_type = get_type_hints(cls.battle_type)["setup"]

    @cached_property
    def folder(self) -> Path:
        """Where its rules and its words are: beside its class."""
        return Path(inspect.getfile(type(self))).resolve().parent

    @property
    def rules(self) -> Catalog:
        return Catalog.of(self.folder)

    def entries(self) -> Sequence[Entry]:
        """The words of its lists that are rules of their own; cards name them by their ids."""
        return ()

    def why(self, id: str) -> Rule | Ruling | Entry | None:
        """What the id of a rule, a ruling or an entry stands for."""
        return self.rules.why(id) or next((entry for entry in self.entries() if entry.id == id), None)

    @property
    def rulings(self) -> Mapping[str, Ruling]:
        return self.rules.switches

    @property
    def rolls(self) -> Rolls:
        return _rolls(self.folder)

    def forces(self) -> Sequence[Choice]:
        return self.force_offers.choices() if self.force_offers else ()

    def scenarios(self) -> Sequence[Choice]:
        return self.scenario_offers.choices() if self.scenario_offers else ()

    def scenario(self, given: str | Written) -> Choice:
        """A scenario as it is on offer, by its id or as somebody wrote it."""
        known = {choice.id: choice for choice in self.scenarios()}
        return pick("scenario", given, known, lambda written: self.look_over("scenario", written))

    def seats(self, scenario: Choice) -> tuple[str, ...]:
        """The sides that players play in a scenario; each brings a force."""
        return tuple(side for side in scenario.sides or self.sides if side not in scenario.own)

    def usual(self, people: int) -> dict[str, Any]:
        """What each switch is set to, unless players want it otherwise, in a battle of so many people."""
        return {name: ruling.usual(people) for name, ruling in self.rulings.items()}

    def setup(
        self,
        scenario: str | Written,
        forces: Sequence[str | Written],
        rulings: Mapping[str, Any],
        people: int = 1,
    ) -> Any:
        """A setup from ids or written data; refuses what the book does not allow. The switches that `rulings`
        does not name are set as usual in a battle of so many people."""
        return self.make_setup(scenario, forces, {**self.usual(people), **rulings})

    def make_setup(
        self, scenario: str | Written, forces: Sequence[str | Written], rulings: Mapping[str, Any]
    ) -> Any:
        """A setup with these switches."""
        assert self.scenario_offers and self.force_offers, "a book that offers nothing makes its own setups"
        fielded = tuple(self.force_offers.pick(force) for force in forces)
        return self.setup_type(self.scenario_offers.pick(scenario), fielded)

    def look_over(self, kind: Literal["force", "scenario"], written: Written) -> Choice:
        """What somebody wrote, as it would be on offer; refuses what the book does not allow."""
        offers = self.force_offers if kind == "force" else self.scenario_offers
        if offers is None:
            raise UnknownName(f"{self.title} takes no {kind} of one's own")
        return offers.look_over(written)

    def draft(self, written: Written | None = None, line: int | None = None) -> Sheet:
        """A force as far as it is built (None: a blank one), with what can be bought for that line of it.
        Whatever is wrong with it stands in the sheet; only what cannot be read is refused."""
        raise UnknownName(self._builds_nothing)

    def amend(self, written: Written | None, act: str, words: str = "") -> Written:
        """The draft after an act of its sheet; refuses one that is not there or is barred."""
        raise UnknownName(self._builds_nothing)

    @property
    def _builds_nothing(self) -> str:
        return f"{self.title} has no rules for building forces; write one as a file, like those it has"

    def check(self, setup: Any) -> Sequence[str]:
        """What is wrong with a setup that did not come from `setup` (it stood in a record), as sentences."""
        return ()

    def sides_of(self, setup: Any) -> tuple[str, ...]:
        """Those who fight: two to four of the book's sides, as the scenario's `Choice` has it."""
        return self.sides

    def own_players(self, setup: Any) -> Mapping[str, Player]:
        """The sides that the book plays itself, and who answers for them."""
        return {}

    def muster(self, setup: Any) -> B:
        """The battle before its first step."""
        raise NotImplementedError

    def step(self, game: Game[B]) -> None:
        """Do the next thing: one top-level decision and all that follows from it. A book has it in `turn`."""
        self._turn.step(game)

    @cached_property
    def _turn(self) -> ModuleType:
        """The rules of the turn, and with them all others; looked up once, when a battle is fought."""
        return importlib.import_module(".turn", type(self).__module__)

    def view(self, battle: B, side: str | None) -> B:
        """The battle as `side` may see it (None: a spectator); never to be changed by who gets it."""
        if not self.open_table:
            raise NotImplementedError
        return battle

    def known_setup(self, battle: B, side: str | None) -> Any:
        """The setup as far as `side` (None: a spectator) may know it while the battle lasts."""
        return self._setup(battle)

    def secrets(self, battle: B, side: str) -> Iterable[str]:
        """Words that must occur in nothing the side is sent, such as where an ambush lies."""
        return ()

    def measured(self, setup: Any) -> bool:
        """Whether distances between enemies may be known before one decides."""
        return True

    def table(self, battle: B) -> AnyTable:
        """The table as it is now."""
        table: AnyTable = self._setup(battle).scenario.table
        return table

    def _setup(self, battle: B) -> Any:
        return getattr(battle, "setup")  # noqa: B009

    def pieces(self, view: B) -> Sequence[Piece]:
        raise NotImplementedError

    def groups(self, view: B) -> Sequence[Group]:
        return ()

    def put(
        self, battle: B, piece: str, spot: tuple[float, float, float], facing: float | None = None
    ) -> None:
        """Put a piece to where it stands on a real table; refuses where nobody can stand. For battles whose
        pieces have their x, y, z and facing themselves."""
        placing.put(self.table(battle), self.pieces(battle), battle, piece, spot, facing)

    def card(self, view: B, piece: str) -> Card:
        """All that may be known of a piece or a group, as far as the view tells."""
        for each in self.pieces(view):
            if each.id == piece:
                return Card(each.id, each.name, each.words, states=_explained(self.glossary, each.states))
        for group in self.groups(view):
            if group.id == piece:
                return Card(group.id, group.name, group.words, states=_explained(self.glossary, group.states))
        raise UnknownName(f"there is no piece {piece!r}")

    def force_cards(self, force: str | Written) -> Sequence[Card]:
        """The cards of a force on offer, before any battle, with what each costs if the book counts that."""
        if self.force_offers is None:
            return ()
        choice = self.force_offers.told(self.force_offers.pick(force))
        return [Card("", choice.name, choice.words)]

    def briefing(self, setup: Any) -> Briefing:
        """Who fights whom and why, how one wins, how long it lasts."""
        return Briefing(self.title, "", (), "")

    def standing(self, view: B) -> Standing:
        """How the battle stands, as far as the view tells."""
        left = Counter(piece.side for piece in self.pieces(view) if piece.on_table)
        sides = self.sides_of(self._setup(view))
        tallies = [Tally(side, f"{left[side]} on the table", left[side]) for side in sides]
        return Standing(getattr(view, "turn", 0), 0, tuple(tallies))

    @property
    def glossary(self) -> Glossary:
        """The words of the book, from its `glossary.toml`."""
        return _glossary(self.folder)

    def outlook(self, view: B, piece: str, spot: Spot, facing: float | None = None) -> Outlook:
        """How the piece would stand at the spot, turned to `facing` where that is known, as far as the view
        tells."""
        return Outlook()

    def whereabouts(self, view: B, piece: str) -> Sequence[Whereabout]:
        """Where a piece can be after each of its movements, whatever it was ordered, as far as the view
        tells; nothing where pieces are not ordered in secret."""
        return ()

    def gaze(self, view: B, piece: str, spot: Spot) -> Gaze | None:
        """How the piece would see from the spot, whichever way it faces, as far as the view tells."""
        return None

    def vista(self, view: B, piece: str, spot: Spot) -> Shapes:
        """The ground that it would see: a client cuts its arcs by it."""
        gaze = self.gaze(view, piece, spot)
        return () if gaze is None else gaze.shapes()

    def sight_map(self, view: B, piece: str, spot: Spot) -> list[list[float]]:
        """The places where it would see somebody, as rows x, y, z and how much of them."""
        gaze = self.gaze(view, piece, spot)
        rows: list[list[float]] = [] if gaze is None else gaze.lattice().round(4).tolist()
        return rows

    def side_names(self, battle: B) -> Mapping[str, str]:
        setup = self._setup(battle)
        return {side: force.name for side, force in zip(self.sides_of(setup), setup.forces, strict=True)}

    def bots(self) -> Mapping[str, Callable[[int], Any]]:
        """The bots that play this book besides `random`, by name; each is made from a seed. Naming them reads
        no rules: those are read when one is made."""
        return {"drill": self._drilled} if type(self).drill else {}

    def _drilled(self, seed: int) -> Player:
        assert self.drill is not None
        return self.drill(seed)


@cache
def _rolls(folder: Path) -> Rolls:
    path = folder / "rolls.toml"
    return read_toml(path, Rolls) if path.exists() else Rolls()


def _explained(glossary: Glossary, states: Iterable[str]) -> tuple[Trait, ...]:
    known = [(name, glossary.state(name)) for name in states]
    return tuple(Trait(name, term.words if term else "", term.rule if term else "") for name, term in known)


@cache
def _glossary(folder: Path) -> Glossary:
    path = folder / "glossary.toml"
    return read_toml(path, Glossary) if path.exists() else Glossary()


def switched(book: Book, name: str, value: Any) -> Any:
    """The value of a ruling, perhaps as a person typed it; refuses what it cannot be."""
    if name not in book.rulings:
        known = ", ".join(book.rulings) or "none"
        raise UnknownName(f"{book.title} has no ruling '{name}'; its rulings are: {known}")
    switch, choices = as_switch(value), book.rulings[name].choices
    if choices and not any(switch == each and type(switch) is type(each) for each in choices):
        words = ", ".join(spelt(each) for each in choices)
        raise UnknownName(f"the ruling {name} cannot be '{value}'; it is one of: {words}")
    return switch


def line_up(
    book: Book,
    scenario: Choice,
    forces: Sequence[str | Written | None],
    luck: Random | None = None,
) -> list[str | Written]:
    """The forces that were named, and for the other sides (or None) the first on offer that may meet them, of
    the kinds that they meet first, and none twice if it can be helped; with `luck`, any of that kind."""
    sides = len(book.seats(scenario))
    if len(forces) > sides:
        raise UnknownName(f"{scenario.name} is played by {sides} forces; {len(forces)} were named")
    offered = {choice.id: choice for choice in book.forces()}
    found = [*forces, *[None] * (sides - len(forces))]
    met = [choice for force in forces if force is not None and (choice := _offer(book, offered, force))]
    for place, force in enumerate(found):
        if force is not None:
            continue
        fit = [each for each in offered.values() if all(one.may_meet(each) for one in met)]
        if met:
            fit.sort(key=lambda each: met[0].kinds.index(each.kind))
        fit = [each for each in fit if each.id not in found] or fit or list(offered.values())
        if luck is not None:
            fit = [luck.choice([each for each in fit if each.kind == fit[0].kind])]
        met.append(fit[0])
        found[place] = fit[0].id
    return [force for force in found if force is not None]


def any_scenario(book: Book, luck: Random) -> Choice:
    """Any that as many play as the book's first."""
    first, *others = book.scenarios()
    return luck.choice([first, *(each for each in others if len(book.seats(each)) == len(book.seats(first)))])


def _offer(book: Book, offered: Mapping[str, Choice], force: str | Written) -> Choice | None:
    return book.look_over("force", force) if isinstance(force, Written) else offered.get(force)
