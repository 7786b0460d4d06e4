"""Who is at a battle: the pages at its seats, and why one is turned away."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Sequence
from typing import ClassVar

import msgspec

from warbook.core.luck import commitment, seed_of
from warbook.core.questions import Refused
from warbook.players.seats import PEOPLE
from warbook.server import limits
from warbook.server.budgets import Bill
from warbook.server.jobs import (
    Kept,
    Person,
    Plea,
)
from warbook.server.limits import LINES, MANNERS, Bucket, Turn
from warbook.server.messages import (
    ToSeat,
)
from warbook.server.ownership import Holder
from warbook.server.workers import Worker

MUCH = "you have had everybody told much just now: wait a few seconds"
MOST_UNSENT = 500  # messages to somebody who does not read them


class TurnedAway(Exception):
    """A page cannot sit down, or stay: the words say why. The code under which its line is closed tells the
    page whether to come back by itself."""

    code: ClassVar[int]


class NoSeat(TurnedAway):
    """There is no such seat."""

    code = 4404


class Spoilt(TurnedAway):
    """The battle is damaged, or made for other rules: it will not open later either."""

    code = 4410


class Past(TurnedAway):
    """The battle is of another version of its book: it can be watched, but not played on."""

    code = 4411


class TooMany(TurnedAway):
    """More than the server takes at once."""

    code = 4429


class NotNow(TurnedAway):
    """It failed this time."""

    code = 4503


class Elsewhere(Exception):
    """Another server holds the battle."""

    def __init__(self, holder: Holder) -> None:
        super().__init__(holder.address)
        self.holder = holder


class Visitor:
    """A page at a seat, and the address it is from. What is put into `mail` is sent in order; None or a
    reason to go ends it. For whoever has `gone` nothing is looked up any more."""

    def __init__(self, side: str, address: str) -> None:
        self.side, self.address = side, address
        self.gone = False
        self.mail: asyncio.Queue[bytes | TurnedAway | None] = asyncio.Queue()

    def send(self, message: ToSeat | bytes) -> None:
        if self.mail.qsize() > MOST_UNSENT:
            self.leave()
            return
        self.mail.put_nowait(message if isinstance(message, bytes) else msgspec.json.encode(message))

    def leave(self, why: TurnedAway | None = None) -> None:
        self.mail.put_nowait(why)


class Battle:
    """A battle that somebody is at. Only one thing at a time happens to it: whoever changes it or joins it
    holds the lock."""

    def __init__(
        self,
        kept: Kept,
        watch: str = "",
        invited: Sequence[str] = (),
        clock: Callable[[], float] = time.monotonic,
        older: Worker | None = None,
    ) -> None:
        self.id = kept.battle
        self.older = older  # who plays it by the version of its book that it began with
        self.invited = invited  # the sides whose invitations nobody has taken
        self.watch = watch  # the seat of those who do
        self.players, self.forces = kept.players, kept.called
        self.known = dict(kept.people)
        self.choosing = kept.choosing
        self.laid = 0  # how often the table was laid anew for another force
        self.secret, self.chosen = kept.secret, kept.chosen
        self.shares = dict(kept.shares)
        self.seed = kept.seed
        self.version, self.at = kept.version, kept.at
        self.over, self.unfinished = kept.over, kept.unfinished
        self.plea = Plea()
        self.lock = asyncio.Lock()
        self.turn: Turn  # of whoever holds the lock
        self.referee: Worker  # where it goes on then
        self.bill: Bill  # of whoever that is done for
        self.visitors: list[Visitor] = []
        self.due = 0  # visitors on their way in
        self.closed = False  # everybody was sent away; who comes back opens it anew
        self.playing: asyncio.Task[None] | None = None  # bots are
        self.clock = clock
        self.moved = clock()  # when everybody last had news
        self.heard: dict[str, float] = {}  # when each side last was
        self._tongues: dict[str, Bucket] = {}
        self._manners: dict[str, Bucket] = {}

    @property
    def people(self) -> list[str]:
        return [side for side, player in self.players.items() if player in PEOPLE]

    @property
    def answering(self) -> list[str]:
        """The people for whom no bot answers."""
        return [side for side in self.people if not self.known.get(side, Person()).stand_in]

    @property
    def missing(self) -> list[str]:
        """Those who have not sat down and added to the luck, or not chosen their force."""
        if self.seed is not None:
            return []
        return [side for side in self.people if side not in self.shares or side in self.choosing]

    @property
    def given(self) -> dict[str, str]:
        """The commitments of the shares added so far, until the seed is settled."""
        return {side: commitment(share) for side, share in self.shares.items()} if self.seed is None else {}

    @property
    def begun(self) -> bool:
        return self.version > 0

    @property
    def shown(self) -> list[str]:
        return sorted({visitor.side for visitor in self.visitors})

    def called(self, side: str) -> str:
        """Who plays a side, and what that is called."""
        name = self.known.get(side, Person()).name
        force = self.forces.get(side, f"Side {side.upper()}")
        return f"{name} ({force})" if name else force

    def tongue(self, side: str) -> Bucket:
        """How much a side may say just now."""
        return self._tongues.setdefault(side, Bucket(*LINES, self.clock))

    def mannered(self, side: str) -> bool:
        """Whether a side may have everybody told something more just now."""
        return self._manners.setdefault(side, Bucket(*MANNERS, self.clock)).take()

    def patient_with(self, side: str) -> None:
        """Refuses to have done so for long enough."""
        silent = self.clock() - max(self.moved, self.heard.get(side, self.moved))
        enough = limits.SILENT if self.at_seat(side) else limits.AWAY
        if silent < enough:
            left = math.ceil(enough - silent)
            raise Refused(f"be patient with {self.called(side)} for {left} seconds more")

    def at_seat(self, side: str) -> list[Visitor]:
        return [visitor for visitor in self.visitors if visitor.side == side]


def settled_seed(chosen: str | None, secret: str, shares: dict[str, str]) -> str:
    return chosen if chosen is not None else seed_of(secret, shares)
