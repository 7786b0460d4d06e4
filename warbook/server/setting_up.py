"""Before a battle: it is set up, files of one's own are looked over, forces built and their cards dealt."""

from __future__ import annotations

import secrets

from msgspec.structs import asdict

from warbook.core.luck import commitment, new_secret
from warbook.players.seats import PEOPLE
from warbook.server import limits
from warbook.server.jobs import (
    WATCHING,
    AnyResult,
    Broken,
    Build,
    DealCards,
    Kept,
    LookOver,
    No,
    Prepare,
    Prepared,
)
from warbook.server.messages import (
    Building,
    Draft,
    ForceOf,
    Made,
    NewBattle,
)
from warbook.server.seating import settled_seed
from warbook.server.store import Store
from warbook.server.workers import Workers


class SettingUp:
    """Nothing here is about a battle that somebody is at; only what is made is kept."""

    def __init__(self, store: Store, workers: Workers, turns: limits.Turns) -> None:
        self.store, self.workers, self.turns = store, workers, turns

    async def make(self, wanted: NewBattle, address: str) -> Made | No | Broken:
        async with self.turns.of(address, self.workers.reader):
            prepared = await self.workers.run(Prepare(wanted=wanted))
        if not isinstance(prepared, Prepared):
            assert isinstance(prepared, No | Broken)
            return prepared
        people = [side for side, player in prepared.players.items() if player in PEOPLE]
        secret = new_secret() if wanted.seed is None else ""
        pledge = commitment(secret) if secret else ""
        kept = Kept(
            **asdict(prepared),
            battle=secrets.token_urlsafe(9),
            secret=secret,
            commitment=pledge,
            chosen=wanted.seed,
            shares={},
            seed=None if people else settled_seed(wanted.seed, secret, {}),
        )
        seats = {side: secrets.token_urlsafe(18) for side in people}
        watch = secrets.token_urlsafe(18)
        await self.store.make(kept, {**{seat: side for side, seat in seats.items()}, watch: WATCHING})
        return Made(kept.battle, kept.title, seats, watch, pledge)

    async def look_over(self, draft: Draft, address: str) -> AnyResult:
        async with self.turns.of(address, self.workers.reader):
            return await self.workers.run(LookOver(draft=draft))

    async def build(self, building: Building, address: str) -> AnyResult:
        async with self.turns.of(address, self.workers.reader):
            return await self.workers.run(Build(building=building))

    async def deal_cards(self, wanted: ForceOf, address: str) -> AnyResult:
        async with self.turns.of(address, self.workers.reader):
            return await self.workers.run(DealCards(wanted=wanted))
