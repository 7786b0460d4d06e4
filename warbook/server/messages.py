"""What travels between the server and a page, over HTTP and over the WebSocket of a seat.

A seat is a secret; whoever knows it sits there. It is never part of an address that the server is sent: over
HTTP it goes in the header `x-seat`, over the WebSocket in the first message, `Sit`. A seat without a side
only watches.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from warbook.board.geometry import Shapes
from warbook.core.book import Choice, Group, Piece
from warbook.core.cards import Briefing, Card, Glossary, Standing
from warbook.core.datafile import Written
from warbook.core.game import Undoing
from warbook.core.questions import Concern
from warbook.telling.summaries import TurnTold

Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=80)]
Secret: TypeAlias = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{10,60}$")]
Chance: TypeAlias = Annotated[str, Meta(max_length=64, pattern="^(?:[0-9a-f]{2}){0,32}$")]
Coordinate: TypeAlias = Annotated[float, Meta(ge=-10_000, le=10_000)]
Name: TypeAlias = Annotated[str, Meta(max_length=200)]  # as it is typed; which are good is said in words
PleaKind: TypeAlias = Literal["undo", "draw"]
Wire: TypeAlias = dict[str, Any]

# ---------------------------------------------------------------- over HTTP


class Fault(Struct, frozen=True):
    """What was wrong with a request, as a sentence; where a rule forbids it, which."""

    words: str
    rule: str = ""


class Switch(Struct, frozen=True):
    """A house rule: what players call it, what it changes, its default and why, and what it may be set to
    (no choices: a number or a list). `between_people` is its default where people play each other."""

    id: str
    name: str
    changes: str
    why: str
    common: bool
    called: tuple[str, ...]
    default: Any
    between_people: Any
    choices: tuple[Any, ...]


class Shelf(Struct, frozen=True):
    """A book, and what a battle of it can be made of."""

    id: str
    title: str
    source: str
    licence: str
    sides: tuple[str, ...]
    phases: tuple[str, ...]
    scenarios: tuple[Choice, ...]
    forces: tuple[Choice, ...]
    builds: bool  # forces can be built for it
    lesson: str  # what its lesson is called, if it has one
    bots: tuple[str, ...]
    switches: tuple[Switch, ...]


class RuleText(Struct, frozen=True):
    """A rule in our own words, with its section, or a ruling with what it settles."""

    id: str
    section: str
    title: str
    says: str


class Draft(Struct, frozen=True, forbid_unknown_fields=True):
    """A force or a scenario of one's own, to be looked over."""

    book: Id
    kind: Literal["force", "scenario"]
    file: Written


class Building(Struct, frozen=True, forbid_unknown_fields=True):
    """A force that is being built: the draft (none yet: a blank one), an act of its sheet to be done to it,
    if any, with the words that go with it, and the line for which one asks what can be bought."""

    book: Id
    file: Written | None = None
    act: Annotated[str, Meta(max_length=200)] = ""
    words: Annotated[str, Meta(max_length=2000)] = ""
    line: Annotated[int, Meta(ge=0, le=10_000)] | None = None


class ForceOf(Struct, frozen=True, forbid_unknown_fields=True):
    """A force on offer, or one of one's own, whose cards are wanted."""

    book: Id
    force: Id | Written


class NewBattle(Struct, frozen=True, forbid_unknown_fields=True):
    """What battle is wanted. What is left open is the first the book has or, where it is to be `varied` and
    no seed is given, drawn by lot; a friend's force that is None is theirs to choose.

    Each side is played by `me` (at this page), `friend` (by invitation) or a bot, by name; `names` are what
    the people call themselves. With a `seed` of one's own the dice are known beforehand to whoever chose it;
    without one they are checkable; or people throw `real_dice` and read them. The `lesson` of the book is a
    battle of its own, for which nothing else counts.
    """

    book: Id
    scenario: Id | Written | None = None
    forces: Annotated[tuple[Id | Written | None, ...], Meta(max_length=8)] = ()
    players: Annotated[dict[Id, Id], Meta(max_length=8)] = {}
    names: Annotated[dict[Id, Name], Meta(max_length=8)] = {}
    rulings: Annotated[dict[Id, Any], Meta(max_length=100)] = {}
    seed: Annotated[str, Meta(max_length=40)] | None = None
    varied: bool = False
    lesson: bool = False
    real_dice: bool = False


class Onward(Struct, frozen=True, forbid_unknown_fields=True):
    """A battle that is over is to be played on as it was after so many of its steps: who plays each side now
    (`bot`: the best there is), what the people call themselves, and whether other dice are to fall from
    there on."""

    step: Annotated[int, Meta(ge=0, le=1_000_000)]
    players: Annotated[dict[Id, Id], Meta(max_length=8)]
    names: Annotated[dict[Id, Name], Meta(max_length=8)] = {}
    new_dice: bool = True


class Brought(Struct, frozen=True, forbid_unknown_fields=True):
    """The record of a battle that is over, as a file has it."""

    record: str


class Made(Struct, frozen=True):
    """A battle that was set up: the seat of everybody at this page, the invitation of every friend, which
    becomes a seat when it is taken, and a seat that only watches; and the scenario and the forces, where they
    are the book's own, so that the same battle can be fought again."""

    battle: str
    title: str
    seats: dict[str, str]
    invites: dict[str, str]
    watch: str
    commitment: str
    scenario: str | None
    forces: tuple[str | None, ...]


class Invited(Struct, frozen=True):
    """What an invitation is to: the battle by its title and its book, the side that one would play, and what
    those are called who have said so; and whether somebody has taken it. `seat`: it is a seat, as those were
    that were sent to friends once."""

    title: str
    book: str
    scenario: str
    plays: str
    names: tuple[str, ...]
    taken: bool
    seat: bool = False


class Claim(Struct, frozen=True, forbid_unknown_fields=True):
    """An invitation becomes this seat, which the page has drawn by lot: nobody else ever knew it."""

    seat: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{20,60}$")]


class SignIn(Struct, frozen=True, forbid_unknown_fields=True):
    """A name with its passphrase."""

    name: Name
    passphrase: Annotated[str, Meta(max_length=400)]


class Named(Struct, frozen=True):
    """Whose device it is now, and the secret that it shows from now on."""

    name: str
    device: str


class Leaving(Struct, frozen=True, forbid_unknown_fields=True):
    """This device is signed out, or all `others` are."""

    others: bool = False


class NewPassphrase(Struct, frozen=True, forbid_unknown_fields=True):
    old: Annotated[str, Meta(max_length=400)]
    new: Annotated[str, Meta(max_length=400)]


class SatAt(Struct, frozen=True, forbid_unknown_fields=True):
    """The seats of a device, whose battles belong to the name it is signed in with."""

    seats: Annotated[list[Secret], Meta(max_length=200)]


class OwnBattle(Struct, frozen=True):
    """A battle of a name, the side it plays there, and when (in seconds since 1970) it was last touched."""

    battle: str
    side: str
    title: str
    scenario: str
    over: bool
    touched: float


class Forgotten(Struct, frozen=True, forbid_unknown_fields=True):
    battle: Id


class OwnSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A secret that is to be a seat of one's own."""

    battle: Id
    side: Id
    seat: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{20,60}$")]


class House(Struct, frozen=True):
    """Who may set up battles on a server: everybody, or (`invite_only`) those with a name, and (`word`) those
    who know its word; whether whoever asks may (`admitted`), and the `name` they are signed in with."""

    invite_only: bool
    word: bool
    admitted: bool
    name: str


class SideCard(Struct, frozen=True):
    """`player`: me and friend are people, all others bots; nobody where the book plays the side itself."""

    id: str
    name: str
    player: str


class Scene(Struct, frozen=True):
    """What never changes about a battle."""

    battle: str
    side: str | None
    book: str
    title: str
    scenario: str
    phases: tuple[str, ...]
    table: Wire
    sides: tuple[SideCard, ...]
    rulings: Wire
    commitment: str
    open_table: bool  # nothing is hidden from anybody
    by_hand: bool  # people throw the dice, and read them
    measured: bool  # distances between enemies may be known before one decides
    roams: bool  # it can be told where pieces can be by orders that are secret
    edition: str  # what is to be said of the version of its book, if that is not as usual
    briefing: Briefing
    glossary: Glossary


class ReplayPart(Struct, frozen=True, tag_field="part"):
    """A line of a battle that is watched again, as far as the seat may know it. The opening comes first, then
    frames, then an end; where that is missing the line was cut off."""


class ReplayOpening(ReplayPart, frozen=True, tag="opening"):
    scene: Scene
    frames: int  # so many come, or one less
    names: dict[str, str]  # what the people called themselves


class ReplayFrame(ReplayPart, frozen=True, tag="frame"):
    """What happened since the frame before; the pieces that have changed then, and those no longer known of;
    how the battle stands; the table, where it has changed."""

    events: list[Wire]
    pieces: list[Piece]
    gone: list[str]
    groups: list[Group]
    standing: Standing
    table: Wire | None


class ReplayEnd(ReplayPart, frozen=True, tag="end"):
    """With a fault it is not the end of the battle: the words say why no more can be told."""

    over: bool
    winner: str | None
    fault: str = ""


# ---------------------------------------------------------------- from a seat


class Message(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True, kw_only=True):
    """`ref` comes back in the reply."""

    ref: Annotated[int, Meta(ge=0, le=2**31)] = 0


class Sit(Message, frozen=True, tag="sit"):
    """The first message."""

    seat: Secret


class Share(Message, frozen=True, tag="share"):
    """What this page adds to the seed of the dice, in hexadecimal; told only once it is welcomed, so that the
    server has committed itself before. The first of a seat counts; the battle begins when every person has
    added theirs."""

    share: Chance


class Asked(Message, frozen=True, kw_only=True):
    """About the question of the state numbered `at`; `part` names the way down to a part of a form."""

    at: Annotated[int, Meta(ge=0, le=2**31)]
    part: Annotated[tuple[Id, ...], Meta(max_length=4)] = ()


class Answer(Asked, frozen=True, tag="answer"):
    value: Any


class Odds(Asked, frozen=True, tag="odds"):
    """What would an option do? Answered with `Foretold`."""

    option: Id


class Reach(Asked, frozen=True, tag="reach"):
    """Where could a route lead, or the one that an option goes by? Answered with `Reachable`."""

    option: Id = ""


class Go(Asked, frozen=True, tag="way"):
    """How would a route lead there, or the one that an option goes by, and how does one stand there? Answered
    with `WayThere`."""

    x: Coordinate
    y: Coordinate
    z: Coordinate | None = None
    facing: Coordinate | None = None  # of a drive, where it matters
    option: Id = ""


class Bears(Asked, frozen=True, tag="bears"):
    """On what ground does the weapon bear that is asked about, or the one of an option? Where it is not about
    a weapon: what ground does the piece see, there or where it stands? Answered with `Borne`."""

    option: Id = ""
    spot: tuple[Coordinate, Coordinate, Coordinate] | None = None


class Dangers(Asked, frozen=True, tag="dangers"):
    """At each of these places of a route's reach, or of the one that an option goes by: how great is the
    chance to be taken out there next turn? Answered with `Endangered`."""

    spots: Annotated[list[Annotated[list[Coordinate], Meta(min_length=3, max_length=4)]], Meta(max_length=64)]
    option: Id = ""


class Advise(Asked, frozen=True, tag="advise"):
    """What would the book's best bot answer? Of a form, with these answers to some of its parts as they are.
    Answered with `Advice`."""

    value: dict[str, Any] = {}


class Judge(Asked, frozen=True, tag="judge"):
    """What is the matter with these answers to a form, if they are given together? Answered with `Judged`."""

    value: Any


class Suggest(Asked, frozen=True, tag="suggest"):
    """Given these answers to some parts of a form, what is suggested for the rest? And what is usual, where
    the question is a route? Answered with `Suggested`."""

    value: Any = {}


class Sights(Message, frozen=True, tag="sights"):
    """What does a piece see, from where it stands or from a spot? Answered with `Seen`; whoever watches may
    ask too."""

    piece: Id
    spot: tuple[Coordinate, Coordinate, Coordinate] | None = None


class Roams(Message, frozen=True, tag="whereabouts"):
    """Where can a piece be after each of its movements, whatever it was ordered in secret? Answered with
    `Roamed`; whoever watches may ask too."""

    piece: Id


class Look(Message, frozen=True, tag="look"):
    """The card of a piece or a group. Answered with `CardShown`; whoever watches may look too."""

    piece: Id


class Undo(Message, frozen=True, tag="undo"):
    """Take back the side's last answer, as the state numbered `at` has offered it (`how` is its `undo`); if
    that is no longer on offer, nothing is. Where others must consent they are asked."""

    at: Annotated[int, Meta(ge=0, le=2**31)]
    how: Literal["sealed", "free", "consent"]


class Consent(Message, frozen=True, tag="consent"):
    """Yes or no to what the side `asking` asks for in the state numbered `at`: to take an answer back, or a
    draw."""

    at: Annotated[int, Meta(ge=0, le=2**31)]
    asking: Id
    yes: bool
    what: PleaKind = "undo"


class Offer(Message, frozen=True, tag="offer"):
    """A draw is offered to all other people in the state numbered `at`; whoever plays on has it lapse."""

    at: Annotated[int, Meta(ge=0, le=2**31)]


class Withdraw(Message, frozen=True, tag="withdraw"):
    """One no longer asks for what one has asked the others for."""


class Resign(Message, frozen=True, tag="resign"):
    """The battle is given up."""


class PutPiece(Message, frozen=True, tag="put"):
    """With real dice: this piece stands there on the real table. Without a facing it keeps its own."""

    at: Annotated[int, Meta(ge=0, le=2**31)]
    piece: Id
    x: Coordinate
    y: Coordinate
    facing: Coordinate | None = None


class Introduce(Message, frozen=True, tag="name"):
    """What whoever sits here is called."""

    name: Name


class Field(Message, frozen=True, tag="force"):
    """The force that whoever sits here has chosen, where that was left to them; before the battle."""

    force: Id | Written


class Say(Message, frozen=True, tag="say"):
    """A line to everybody at the table."""

    words: Annotated[str, Meta(max_length=4000)]


class Hush(Message, frozen=True, tag="hush"):
    """Whether one would rather neither read nor say anything."""

    on: bool


class StandIn(Message, frozen=True, tag="stand-in"):
    """The bot is to answer for a side, one's own or that of somebody silent; or (not `on`) one answers for
    oneself again."""

    side: Id
    on: bool


Pleas: TypeAlias = Undo | Consent | Offer | Withdraw | Resign | PutPiece
Manners: TypeAlias = Introduce | Field | Say | Hush | StandIn
Inquiry: TypeAlias = Odds | Reach | Go | Bears | Dangers | Advise | Judge | Suggest
FromSeat: TypeAlias = Sit | Share | Answer | Inquiry | Look | Sights | Roams | Pleas | Manners

# ---------------------------------------------------------------- to a seat


class ToSeat(Struct, frozen=True, tag_field="type"):
    pass


class Saying(Struct, frozen=True):
    """Something said at the table by a side, under the name its player had then; by no side, it is told to
    everybody by the table itself. `when` in seconds since 1970."""

    number: int
    side: str
    name: str
    words: str
    when: float


class Company(ToSeat, frozen=True, tag="company"):
    """Who is at the battle: what the people call themselves, for whom the bot answers just now, who would
    rather hear nothing said, and whose invitation nobody has taken. `chat`: whether lines can be said at
    all. `watch` is the seat for those who only watch. For somebody `away` so many seconds, or as long
    silent, the bot may answer."""

    names: dict[str, str]
    stand_ins: list[str]
    quiet: list[str]
    invited: list[str]
    chat: bool
    watch: str
    away: float
    silent: float


class Talk(ToSeat, frozen=True, tag="talk"):
    """Lines said at the table: those that are new, or (`whole`) all there are."""

    lines: list[Saying]
    whole: bool


class Welcome(ToSeat, frozen=True, tag="welcome"):
    """`adds`: this seat has not added its share to the dice yet. `given`: the commitments of those who have,
    until the seed is settled."""

    scene: Scene
    adds: bool
    given: dict[str, str]
    company: Company
    talk: Talk


class Room(ToSeat, frozen=True, tag="room"):
    """Before the battle: the sides whose people have not sat down and added their share yet or have not
    chosen their force, and of these the forces they may choose."""

    missing: list[str]
    choosing: dict[str, list[str]]


class Lesson(Struct, frozen=True):
    """The step of a lesson that comes next, and how many there are; the last is followed by none. `points`
    are the pieces it is about, `spot` the place. `word` is what is to be said of the step before."""

    number: int
    of: int
    title: str
    says: str
    points: tuple[str, ...]
    spot: tuple[float, float] | None
    word: str


class State(ToSeat, frozen=True, tag="state"):
    """The battle as the seat may know it.

    `keep` of the events sent before still hold, then come `events`. `at` numbers the states; it does not
    move when others give sealed answers. `undo`: how the side's last answer can be taken back. `asking`: the
    side that asks for something, `asks` what for, and `asked` those who have not consented yet; `undone` is
    what would be taken back, in words. `pieces` are
    those that are no longer as they were sent before on this line, all of them at first, and `gone` those no
    longer known of. `turns` are those that have ended, in short. `table` only where it is no longer as it
    was shown before. `lesson` is how far one has come in it, where the battle is one.
    """

    at: int
    keep: int
    events: list[Wire]
    pieces: list[Piece]
    gone: list[str]
    groups: list[Group]
    standing: Standing
    turns: list[TurnTold]
    table: Wire | None
    question: Wire | None
    waiting: list[str]
    undo: Undoing
    asking: str
    asks: PleaKind
    asked: tuple[str, ...]
    undone: list[str]
    over: bool
    winner: str | None
    lesson: Lesson | None


class Done(ToSeat, frozen=True, tag="done"):
    """What was asked for is done and kept. `words` where there is something to say."""

    ref: int
    at: int
    words: str = ""


class NotDone(ToSeat, frozen=True, tag="refused"):
    """It was not allowed, and nothing has changed."""

    ref: int
    words: str
    rule: str = ""


class Foretold(ToSeat, frozen=True, tag="odds"):
    ref: int
    preview: Wire | None


class Landmark(Struct, frozen=True):
    words: str
    spot: tuple[float, float, float]


class Reachable(ToSeat, frozen=True, tag="reach"):
    """Spots a route can lead to, rows x, y, z, of a drive with the facing there, and the landmarks among them
    in words."""

    ref: int
    spots: list[list[float]]
    landmarks: list[Landmark]


class Danger(Struct, frozen=True):
    """An enemy who could strike there next turn, and the exact chance that he takes the piece out;
    `given` on what condition."""

    piece: str
    how: str
    chance: str
    value: float
    words: str
    given: str


class WayThere(ToSeat, frozen=True, tag="way"):
    """The nearest place a route can lead to, how it goes there, and how one stands there.

    `cost` is None, with the reason in `words`, where it leads nowhere; else `words` say what the way comes to
    besides, if anything. `legs` only of a drive, whose answer they are; `facings` how its hull faces when it
    comes to each point of the path, or the one with which a piece is put down if nobody says otherwise.
    """

    ref: int
    path: list[tuple[float, float, float]]
    cost: float | None
    words: str
    sees: list[str]
    seen_by: list[str]
    dangers: list[Danger]
    legs: list[tuple[float, float]]
    facings: list[float]


class Endangered(ToSeat, frozen=True, tag="dangers"):
    """Of each place, in order, the exact chance that somebody takes the piece out there next turn, if each
    enemy does the worst that he can: as a fraction, and as a number; and in words the worst of what they
    could do, empty where they could do nothing."""

    ref: int
    chances: list[str]
    values: list[float]
    worst: list[str]


class Borne(ToSeat, frozen=True, tag="bears"):
    """Shapes that together are the ground. `seen`: it is what the piece sees all round, of which its arcs are
    a part."""

    ref: int
    shapes: Shapes
    seen: bool


class Advice(ToSeat, frozen=True, tag="advice"):
    """What the best bot would answer, and why, if it says."""

    ref: int
    value: Any
    why: str


class Seen(ToSeat, frozen=True, tag="sights"):
    """The places where the piece would see somebody, as rows x, y, z and how much of them, from nothing to
    1."""

    ref: int
    rows: list[list[float]]


class Roamed(ToSeat, frozen=True, tag="whereabouts"):
    """The places where the piece can be, as rows x, y, z and after which of its movements at the earliest (0:
    it is there), and by what, in words."""

    ref: int
    rows: list[list[float]]
    words: list[str]


class CardShown(ToSeat, frozen=True, tag="card"):
    ref: int
    card: Card


class Judged(ToSeat, frozen=True, tag="judged"):
    ref: int
    concerns: list[Concern]


class Suggested(ToSeat, frozen=True, tag="suggested"):
    """The answers that were given and what is suggested beside them; None where nothing is."""

    ref: int
    value: Any


class Present(ToSeat, frozen=True, tag="present"):
    """The people's sides at whose seat somebody sits now, and how many watch."""

    sides: list[str]
    watching: int
