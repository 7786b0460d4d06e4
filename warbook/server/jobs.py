"""What the hall sends a referee to do, and what it gets back. Both sides of the pipe speak only these."""

from __future__ import annotations

from struct import Struct as Packing
from typing import Any, ClassVar, Literal, TypeAlias

from msgspec import Struct

from warbook.core.game import Undoing
from warbook.core.record import Checkpoint
from warbook.core.tape import Entry
from warbook.desk.sheet import DeskAsked
from warbook.server.messages import Building, Draft, ForceOf, NewBattle, Onward, PleaKind

WARM = "warm"  # tells a process to warm up for battles
AT_DESK = "desk"  # tells a process to get ready for whoever looks something up
ASIDE = "aside"  # tells a process to work only while no other wants the processor
QUIET = 3.0  # seconds after its start in which a server does nothing that nobody waits for
BY_HAND = "dice read by people"  # the seed of a battle that has none
WATCHING = ""  # the side of those who have none
HEAD = Packing(">If")  # before a reply: its length, and the seconds of work it was


class KeptStep(Struct, frozen=True):
    """A finished step as it is stored; `told` are the events it told."""

    tape: list[Entry]
    hash: str
    told: bytes


class Person(Struct, frozen=True):
    """What is kept of somebody who plays a side: what they are called, whether the bot answers for them for a
    while, and whether they would rather hear nothing said."""

    name: str = ""
    stand_in: bool = False
    quiet: bool = False


class Settled(Struct, frozen=True, kw_only=True):
    """What is settled of a battle before it begins."""

    book: str
    book_version: str
    title: str
    scenario: str
    setup: bytes
    rulings: dict[str, Any]
    players: dict[str, str]
    called: dict[str, str] = {}  # what each side is


class Kept(Settled, frozen=True, kw_only=True):
    """A battle as it is stored: enough to rebuild it to the last answer that was acknowledged.

    `version` counts the changes; `at` those that everybody may know of. Before every person has sat down
    there is no seed. `tape` is that of the step under way: None where the bots are to begin another.
    """

    battle: str
    began_with: str = ""  # the version of its book, where another has adopted it
    secret: str
    commitment: str
    chosen: str | None  # the seed that whoever made the battle chose
    shares: dict[str, str]
    seed: str | None
    version: int = 0
    at: int = 0
    steps: list[KeptStep] = []
    tape: list[Entry] | None = None
    unopened: dict[str, Any] = {}
    over: bool = False
    winner: str | None = None
    checkpoints: list[Checkpoint] = []
    pictures: dict[int, bytes] = {}  # after so many steps; only where it is asked for them
    people: dict[str, Person] = {}
    choosing: dict[str, list[str]] = {}  # before the battle: sides whose force is open, and what it may be

    @property
    def by_hand(self) -> bool:
        """Whether people throw the dice and say what they show."""
        return self.chosen == BY_HAND

    @property
    def names(self) -> dict[str, str]:
        """What the people call themselves who do."""
        return {side: person.name for side, person in self.people.items() if person.name}

    @property
    def unfinished(self) -> bool:
        """Whether the bots are to play on. Before the first change whatever is stored as a tape is none."""
        return not self.over and (self.version == 0 or self.tape is None)


# ---------------------------------------------------------------- jobs


class Job(Struct, frozen=True, tag=True, kw_only=True):
    pass


class GetReady(Job, frozen=True):
    """A battle of this book is being made: what it takes may be loaded before it is asked for."""

    book: str


class Prepare(Job, frozen=True):
    """Make the setup of a new battle."""

    wanted: NewBattle


class LookOver(Job, frozen=True):
    draft: Draft


class Build(Job, frozen=True):
    """Change a draft, and tell how it stands then."""

    building: Building


class DealCards(Job, frozen=True):
    """The cards of a force, before any battle."""

    wanted: ForceOf


class Bring(Job, frozen=True):
    """Make a finished battle of a record."""

    record: str


class Branch(Job, frozen=True):
    """Make a new battle of one that is over, from a moment of it."""

    kept: Kept
    wanted: Onward


class Edition(Job, frozen=True):
    """By which version of a book do you play? In the reply, words, are its title and its version."""

    book: str


class Adopt(Job, frozen=True):
    """Does the battle, which was begun with another version of its book, come out the same by yours? Refused
    if it does not."""

    kept: Kept


class AtDesk(Job, frozen=True):
    """Something to be looked up in a book; no battle is needed for it."""


class WorkOut(AtDesk, frozen=True):
    """The answer to an odds question."""

    asked: DeskAsked


class LayOut(AtDesk, frozen=True):
    """The odds questions of a book, as forms."""

    book: str


class ListBooks(AtDesk, frozen=True):
    """All books, and what a battle of each can be made of."""


class Print(AtDesk, frozen=True):
    """A page of a rulebook: all of it, its quick reference, or one rule; with what was searched for."""

    book: str
    page: str = ""
    words: str = ""


class Seek(AtDesk, frozen=True):
    """Where a rulebook has these words."""

    book: str
    words: str


class AtTable(Job, frozen=True, kw_only=True):
    """At a battle in play; at which and at which of its versions is filled in when it is sent. A referee that
    does not have it at this version says `Cold` and is sent `kept`.

    What is not `at_referee` needs nobody who has the battle in memory: it always comes with `kept`.
    """

    at_referee: ClassVar[bool] = True
    battle: str = ""
    version: int = 0
    kept: Kept | None = None


class Plea(Struct, frozen=True):
    """A side asks to take an answer back, or for a draw, and waits for the consent of all these. No side:
    nobody does."""

    side: str = ""
    waits_for: tuple[str, ...] = ()
    what: PleaKind = "undo"


class PlayOn(AtTable, frozen=True):
    """Let the bots play for a while, up to the next question at most; the reply to a battle that waits for
    somebody, or is over, are no words. `shown` are the sides somebody looks at the table for."""

    shown: list[str]


class Take(AtTable, frozen=True):
    """A side's answer. A sealed one leaves the `plea` as it is."""

    side: str
    value: Any
    shown: list[str]
    plea: Plea = Plea()


class TakeBack(AtTable, frozen=True):
    """What a side was offered to take back (`how`); by `consent` its last answer that was opened."""

    side: str
    how: Undoing
    consent: bool
    shown: list[str]
    plea: Plea = Plea()


class MakePeace(AtTable, frozen=True):
    """A side gives the battle up; no side: all have agreed on a draw."""

    side: str
    shown: list[str]


class PutDown(AtTable, frozen=True):
    """A side says where a piece that it knows of stands on the real table."""

    side: str
    piece: str
    x: float
    y: float
    facing: float | None
    shown: list[str]


class SeatBot(AtTable, frozen=True):
    """The bot answers for a side from now on, or (not `on`) no longer does. `by` another side, only if that
    waits for it."""

    side: str
    on: bool
    by: str
    shown: list[str]
    plea: Plea = Plea()


class Show(AtTable, frozen=True):
    """The state as a side may know it: all of it, or (not `whole`) what can change while the battle stands
    still."""

    side: str
    whole: bool
    plea: Plea


class Ask(AtTable, frozen=True):
    """Something about the question that a side has to answer; the reply is the message for its page."""

    side: str
    ref: int
    about: Literal["odds", "reach", "way", "bears", "dangers", "advise", "judge", "suggest"]
    part: tuple[str, ...] = ()
    option: str = ""
    x: float = 0.0
    y: float = 0.0
    z: float | None = None
    facing: float | None = None
    spot: tuple[float, float, float] | None = None
    spots: list[list[float]] = []
    value: Any = None


class LookAt(AtTable, frozen=True):
    """The card of a piece as a side (empty: who watches) may know it; the reply is the page's message."""

    side: str
    ref: int
    piece: str


class LookAround(AtTable, frozen=True):
    """What a piece sees, as a side (empty: who watches) may know it; the reply is the page's message."""

    side: str
    ref: int
    piece: str
    spot: tuple[float, float, float] | None


class LookAhead(AtTable, frozen=True):
    """Where a piece can be after each movement, as a side (empty: who watches) may know it; the reply is the
    page's message."""

    side: str
    ref: int
    piece: str


class Tell(AtTable, frozen=True):
    """The battle so far as a side may know it, in one piece."""

    at_referee: ClassVar[bool] = False
    side: str
    what: Literal["record", "report", "ledger"]


class Retell(AtTable, frozen=True):
    """The next lines of a replay that is under way, of which so many were told: `Chapter`."""

    at_referee: ClassVar[bool] = False
    side: str
    reading: str
    told: int


class Drop(AtTable, frozen=True):
    """Forget what was done to the battle: it was not kept."""


class SetScene(AtTable, frozen=True):
    """What never changes about the battle."""

    at_referee: ClassVar[bool] = False
    side: str


Deed: TypeAlias = PlayOn | Take | TakeBack | MakePeace | PutDown | SeatBot  # what may change a battle
AnyDeed: TypeAlias = Deed | Show | Ask | LookAt | LookAround | LookAhead  # at a battle that somebody is at
AnyLookUp: TypeAlias = WorkOut | LayOut | ListBooks | Print | Seek
AnyJob: TypeAlias = (
    GetReady
    | Edition
    | Adopt
    | Prepare
    | Bring
    | Branch
    | LookOver
    | Build
    | DealCards
    | AnyLookUp
    | AnyDeed
    | Drop
    | Tell
    | Retell
    | SetScene
)

# ---------------------------------------------------------------- what comes back


class Result(Struct, frozen=True, tag=True):
    pass


class Cold(Result, frozen=True):
    """The referee does not have the battle at that version."""


class Begun(Struct, frozen=True):
    """How far a battle has come before anybody sits down: its seed, its steps, and the tape of the one under
    way, or None where another is to begin. With a winner, or "" for a draw, it is over."""

    seed: str
    steps: list[KeptStep]
    tape: list[Entry] | None
    winner: str | None = None


class Prepared(Settled, frozen=True, tag=True):
    """`choosing`: the sides whose force is left to who plays them, with the forces they may choose.
    `scenario_id` and `fielded` are the scenario and the forces, where they are the book's own. `begun` is
    what has happened in a battle that does not start at its beginning."""

    choosing: dict[str, list[str]]
    scenario_id: str | None
    fielded: tuple[str | None, ...]
    begun: Begun | None = None


class Changed(Result, frozen=True):
    """The battle went on, or back: `kept` of its steps still stand, then come `steps`. Only where something
    was `taken_back` were there others in their place. `checkpoints` are some of those between them, and
    `pictures` what was to be seen then, and at the beginning.

    `states` are the messages for the sides shown. A sealed answer changes nothing that others may know:
    then `open` is False. Where nobody has to answer and the bots are to play on, there is no `tape`.
    `worked` is how many seconds it took.
    """

    version: int
    at: int
    open: bool
    kept: int
    taken_back: bool
    steps: list[KeptStep]
    checkpoints: list[Checkpoint]
    pictures: dict[int, bytes]
    tape: list[Entry] | None
    unopened: dict[str, Any]
    over: bool
    winner: str | None
    states: dict[str, bytes]
    worked: float

    @property
    def unfinished(self) -> bool:
        return not self.over and self.tape is None


class Words(Result, frozen=True):
    """A message or a document, ready to be sent."""

    text: bytes


class Chapter(Result, frozen=True):
    """Lines of a replay; so many were `told` with them."""

    text: bytes
    told: int
    last: bool


class No(Result, frozen=True):
    """Refused, and nothing has changed; `consent` where the other sides could allow it."""

    words: str
    rule: str = ""
    consent: bool = False


class Broken(Result, frozen=True):
    """The rules failed, or (`again`) only this referee did. What it had of the battle is thrown away."""

    words: str
    again: bool = False


AnyResult: TypeAlias = Cold | Prepared | Changed | Words | Chapter | No | Broken
