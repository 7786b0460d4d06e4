"""Before a battle: it is set up, files of one's own are looked over, forces built and their cards dealt."""

from __future__ import annotations

import asyncio
import math
import secrets
from collections.abc import Mapping, Sequence

from litestar.exceptions import TooManyRequestsException
from msgspec.structs import replace

from warbook.core.luck import commitment, new_secret
from warbook.core.questions import Refused
from warbook.players.names import good_name
from warbook.players.seats import FRIEND, PEOPLE
from warbook.server import limits
from warbook.server.errands import Errands
from warbook.server.jobs import (
    BY_HAND,
    WATCHING,
    AnyResult,
    Branch,
    Bring,
    Broken,
    Build,
    DealCards,
    Kept,
    LookOver,
    No,
    Person,
    Prepare,
    Prepared,
    Settled,
)
from warbook.server.messages import (
    Building,
    Draft,
    ForceOf,
    Made,
    NewBattle,
    Onward,
)
from warbook.server.seating import settled_seed
from warbook.server.store import Store


class SettingUp:
    """Nothing here is about a battle that somebody is at; only what is made is kept."""

    def __init__(self, store: Store, errands: Errands) -> None:
        self.store, self.errands = store, errands
        self._beside: set[asyncio.Task[None]] = set()
        self.making = limits.Gate(much=limits.BATTLES_MADE)

    async def make(self, wanted: NewBattle, address: str) -> Made | No | Broken:
        others = asyncio.create_task(self.errands.workers.get_ready(wanted.book))
        self._beside.add(others)
        others.add_done_callback(self._beside.discard)
        prepared = await self.errands.run(Prepare(wanted=wanted), address)
        return await self._seat(prepared, wanted, address)

    async def bring(self, record: str, address: str) -> Made | No | Broken:
        """A battle that is over, for whoever has its record."""
        prepared = await self.errands.run(Bring(record=record), address)
        book = prepared.book if isinstance(prepared, Prepared) else ""
        return await self._seat(prepared, NewBattle(book), address)

    async def branch(self, kept: Kept, wanted: Onward, address: str) -> Made | No | Broken:
        """A new battle from a moment of one that is over."""
        prepared = await self.errands.run(Branch(kept=kept, wanted=wanted), address)
        return await self._seat(prepared, NewBattle(kept.book, names=wanted.names), address)

    async def _seat(self, prepared: AnyResult, wanted: NewBattle, address: str) -> Made | No | Broken:
        """Keeps what was prepared, and gives out its seats."""
        if not isinstance(prepared, Prepared):
            assert isinstance(prepared, No | Broken)
            return prepared
        if wait := self.making.lacks(address):
            words = "Your address has made as many battles as one may in so short a time"
            raise TooManyRequestsException(f"{words}: wait {math.ceil(wait)} seconds.")
        people = [side for side, player in prepared.players.items() if player in PEOPLE]
        try:
            known = introduced(people, wanted.names)
        except Refused as refused:
            return No(str(refused))
        chosen = BY_HAND if wanted.real_dice else wanted.seed
        secret = new_secret() if chosen is None and prepared.begun is None else ""
        pledge = commitment(secret) if secret else ""
        kept = Kept(
            **{name: getattr(prepared, name) for name in Settled.__struct_fields__},
            battle=secrets.token_urlsafe(9),
            secret=secret,
            commitment=pledge,
            chosen=chosen,
            shares={},
            people=known,
            choosing=prepared.choosing,
            seed=None if people else settled_seed(chosen, secret, {}),
        )
        if prepared.begun is not None:
            begun = prepared.begun
            kept = replace(kept, chosen=begun.seed, seed=begun.seed, steps=begun.steps, tape=begun.tape)
            kept = replace(kept, version=1, at=1, over=begun.winner is not None, winner=begun.winner)
        links = {side: secrets.token_urlsafe(18) for side in people}
        invites = {side: link for side, link in links.items() if prepared.players[side] == FRIEND}
        seats = {side: link for side, link in links.items() if side not in invites}
        watch = secrets.token_urlsafe(18)
        await self.store.make(
            kept,
            {**{seat: side for side, seat in seats.items()}, watch: WATCHING},
            {invitation: side for side, invitation in invites.items()},
            _fixed(wanted, prepared),
        )
        fought = prepared.scenario_id, prepared.fielded
        return Made(kept.battle, kept.title, seats, invites, watch, pledge, *fought)

    async def look_over(self, draft: Draft, address: str) -> AnyResult:
        return await self.errands.run(LookOver(draft=draft), address)

    async def build(self, building: Building, address: str) -> AnyResult:
        return await self.errands.run(Build(building=building), address)

    async def deal_cards(self, wanted: ForceOf, address: str) -> AnyResult:
        return await self.errands.run(DealCards(wanted=wanted), address)


def _fixed(wanted: NewBattle, prepared: Prepared) -> NewBattle:
    """What is wanted, with all that was drawn by lot or taken as usual; only what others choose is open."""
    given = [*wanted.forces, *[None] * len(prepared.players)]
    forces = tuple(
        None if side in prepared.choosing else given[place] or prepared.fielded[place]
        for place, side in enumerate(prepared.players)
    )
    return replace(wanted, scenario=wanted.scenario or prepared.scenario_id, forces=forces, varied=False)


def introduced(people: Sequence[str], names: Mapping[str, str]) -> dict[str, Person]:
    """The people who have said what they are called."""
    known: dict[str, Person] = {}
    for side, words in names.items():
        if side not in people:
            raise Refused(f"nobody plays the side {side!r} who could have a name")
        known[side] = Person(good_name(words, [person.name for person in known.values()]))
    return known
