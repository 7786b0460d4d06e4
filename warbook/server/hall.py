"""Who sits at which battle, and what each is told. The hall holds nothing that is not stored, except who is
here and who has asked to take something back."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterable
from typing import Any

import msgspec

from warbook.core.luck import commitment, new_secret, seed_of
from warbook.players.seats import PEOPLE
from warbook.server.crew import Crew
from warbook.server.errands import (
    WATCHING,
    AnyBack,
    AnyErrand,
    Ask,
    AtTable,
    Broken,
    Build,
    Changed,
    Cold,
    Kept,
    LookOver,
    No,
    Prepare,
    Prepared,
    SetScene,
    Show,
    Start,
    Take,
    TakeBack,
    Tell,
    Words,
)
from warbook.server.messages import (
    Advise,
    Answer,
    Asked,
    Building,
    Consent,
    Done,
    Draft,
    FromSeat,
    Go,
    Judge,
    Made,
    NewBattle,
    NotDone,
    Odds,
    Present,
    Reach,
    Room,
    ToSeat,
    Undo,
)
from warbook.server.store import Overtaken, Store

MOST_AT_ONE_SEAT = 8
MOST_UNSENT = 500  # messages to somebody who does not read them


class NoSeat(Exception):
    """There is no such seat."""


class TooMany(Exception):
    """More than the server takes at once."""


class Visitor:
    """A page at a seat. What is put into `mail` is sent in order; None ends it."""

    def __init__(self, side: str) -> None:
        self.side = side
        self.mail: asyncio.Queue[bytes | None] = asyncio.Queue()

    def send(self, message: ToSeat | bytes) -> None:
        if self.mail.qsize() > MOST_UNSENT:
            self.leave()
            return
        self.mail.put_nowait(message if isinstance(message, bytes) else msgspec.json.encode(message))

    def leave(self) -> None:
        self.mail.put_nowait(None)


class Battle:
    """A battle that somebody is at. Only one thing at a time happens to it: whoever changes it or joins it
    holds the lock."""

    def __init__(self, kept: Kept) -> None:
        self.id = kept.battle
        self.players = kept.players
        self.secret, self.chosen = kept.secret, kept.chosen
        self.shares = dict(kept.shares)
        self.seed = kept.seed
        self.version, self.at = kept.version, kept.at
        self.over = kept.over
        self.asking = ""
        self.lock = asyncio.Lock()
        self.visitors: list[Visitor] = []
        self.due = 0  # visitors on their way in

    @property
    def people(self) -> list[str]:
        return [side for side, player in self.players.items() if player in PEOPLE]

    @property
    def missing(self) -> list[str]:
        return [] if self.seed is not None else [side for side in self.people if side not in self.shares]

    @property
    def begun(self) -> bool:
        return self.version > 0

    @property
    def shown(self) -> list[str]:
        return sorted({visitor.side for visitor in self.visitors})

    def at_seat(self, side: str) -> list[Visitor]:
        return [visitor for visitor in self.visitors if visitor.side == side]


class Hall:
    def __init__(self, store: Store, crew: Crew) -> None:
        self.store, self.crew = store, crew
        self.battles: dict[str, Battle] = {}

    # ------------------------------------------------------------ before a battle

    async def make(self, wanted: NewBattle) -> Made | No | Broken:
        prepared = await self.crew.run(Prepare(wanted=wanted))
        if not isinstance(prepared, Prepared):
            assert isinstance(prepared, No | Broken)
            return prepared
        people = [side for side, player in prepared.players.items() if player in PEOPLE]
        secret = new_secret() if wanted.seed is None else ""
        pledge = commitment(secret) if secret else ""
        kept = Kept(
            battle=secrets.token_urlsafe(9),
            book=wanted.book,
            book_version=prepared.book_version,
            title=prepared.title,
            scenario=prepared.scenario,
            setup=prepared.setup,
            rulings=prepared.rulings,
            players=prepared.players,
            secret=secret,
            commitment=pledge,
            chosen=wanted.seed,
            shares={},
            seed=None if people else _seed(wanted.seed, secret, {}),
        )
        seats = {side: secrets.token_urlsafe(18) for side in people}
        watch = secrets.token_urlsafe(18)
        await self.store.make(kept, {**{seat: side for side, seat in seats.items()}, watch: WATCHING})
        return Made(kept.battle, kept.title, seats, watch, pledge)

    async def look_over(self, draft: Draft) -> AnyBack:
        return await self.crew.run(LookOver(draft=draft))

    async def build(self, building: Building) -> AnyBack:
        return await self.crew.run(Build(building=building))

    async def tell(self, seat: str, what: Any) -> AnyBack:
        """A document about the battle, as the seat may have it."""
        battle, side = await self._seat(seat)
        kept = await self.store.battle(battle)
        assert kept is not None
        if kept.version == 0:
            return No("the battle has not begun: not everybody has sat down")
        return await self.crew.run(Tell(battle=battle, version=kept.version, kept=kept, side=side, what=what))

    # ------------------------------------------------------------ coming and going

    async def enter(self, seat: str, share: str) -> tuple[Battle, Visitor]:
        battle_id, side = await self._seat(seat)
        battle = await self._open(battle_id)
        battle.due += 1
        visitor = Visitor(side)
        try:
            async with battle.lock:
                if len(battle.at_seat(side)) >= MOST_AT_ONE_SEAT and side != WATCHING:
                    raise TooMany("this seat is open on too many pages already; close one of them")
                await self._sit_down(battle, side, share)
                kept = await self.store.battle(battle_id)
                assert kept is not None
                scene = await self.crew.run(
                    SetScene(battle=battle_id, version=battle.version, kept=kept, side=side)
                )
                if not isinstance(scene, Words):
                    raise NoSeat(scene.words if isinstance(scene, No | Broken) else "the battle is lost")
                visitor.send(b'{"type":"welcome","scene":' + scene.text + b"}")
                if battle.begun:
                    await self._show(battle, visitor)
                battle.visitors.append(visitor)
                self._call_roll(battle)
                if battle.seed is not None and not battle.begun:
                    await self._start(battle)
        except BaseException:
            if visitor in battle.visitors:
                battle.visitors.remove(visitor)
            raise
        finally:
            battle.due -= 1
            self._clear(battle)
        return battle, visitor

    def leave(self, battle: Battle, visitor: Visitor) -> None:
        if visitor in battle.visitors:
            battle.visitors.remove(visitor)
        self._call_roll(battle)
        self._clear(battle)

    def _clear(self, battle: Battle) -> None:
        """Forget a battle that nobody is at."""
        if not battle.visitors and not battle.due:
            self.battles.pop(battle.id, None)

    async def _seat(self, seat: str) -> tuple[str, str]:
        found = await self.store.seat(seat)
        if found is None:
            raise NoSeat("There is no such seat: the link is not whole, or of another server.")
        return found

    async def _open(self, battle_id: str) -> Battle:
        battle = self.battles.get(battle_id)
        if battle is None:
            kept = await self.store.battle(battle_id)
            assert kept is not None, "a seat is always at a stored battle"
            battle = self.battles.setdefault(battle_id, Battle(kept))
        return battle

    async def _sit_down(self, battle: Battle, side: str, share: str) -> None:
        """A person's first arrival adds to the luck; the last one settles the seed."""
        if battle.seed is not None or side not in battle.missing:
            return
        shares = {**battle.shares, side: share}
        settled = all(person in shares for person in battle.people)
        seed = _seed(battle.chosen, battle.secret, shares) if settled else None
        await self.store.sat_down(battle.id, shares, seed)
        battle.shares, battle.seed = shares, seed

    async def _start(self, battle: Battle) -> None:
        changed = await self._run(battle, Start(battle=battle.id, version=battle.version, shown=battle.shown))
        if isinstance(changed, Changed):
            await self._keep(battle, changed, "")

    async def _show(self, battle: Battle, visitor: Visitor) -> None:
        words = await self._run(
            battle,
            Show(
                battle=battle.id,
                version=battle.version,
                side=visitor.side,
                whole=True,
                asking=battle.asking,
            ),
        )
        if isinstance(words, Words):
            visitor.send(words.text)

    def _call_roll(self, battle: Battle) -> None:
        """Tell everybody who is here, and before the battle for whom it waits."""
        here = [side for side in battle.people if battle.at_seat(side)]
        self._tell_all(battle.visitors, Present(here, len(battle.at_seat(WATCHING))))
        if not battle.begun:
            self._tell_all(battle.visitors, Room(battle.missing))

    # ------------------------------------------------------------ during a battle

    async def hear(self, battle: Battle, visitor: Visitor, message: FromSeat) -> None:
        """What a page says. Every message with a `ref` is answered, if only with a refusal."""
        ref = message.ref
        if not visitor.side:
            visitor.send(NotDone(ref, "you are watching: only those at a seat of their own can do that"))
        elif isinstance(message, Answer):
            await self._answer(battle, visitor, message)
        elif isinstance(message, Undo):
            await self._undo(battle, visitor, message)
        elif isinstance(message, Consent):
            await self._consent(battle, visitor, message)
        elif isinstance(message, Odds | Reach | Go | Advise | Judge):
            await self._ask(battle, visitor, message)
        else:
            visitor.send(NotDone(ref, "you are sitting already"))

    async def _answer(self, battle: Battle, visitor: Visitor, answer: Answer) -> None:
        async with battle.lock:
            if self._stale(battle, visitor, answer):
                return
            errand = Take(
                battle=battle.id,
                version=battle.version,
                side=visitor.side,
                value=answer.value,
                shown=battle.shown,
            )
            await self._do(battle, visitor, answer.ref, errand, "")

    async def _undo(self, battle: Battle, visitor: Visitor, undo: Undo) -> None:
        async with battle.lock:
            if self._stale(battle, visitor, undo):
                return
            others = [side for side in battle.people if side != visitor.side]
            errand = TakeBack(
                battle=battle.id,
                version=battle.version,
                side=visitor.side,
                how=undo.how,
                consent=undo.how == "consent" and not others,  # a bot never minds
                shown=battle.shown,
            )
            changed = await self._run(battle, errand)
            if isinstance(changed, No) and changed.consent:
                battle.asking = visitor.side
                visitor.send(Done(undo.ref, battle.at, f"{changed.words}. They have been asked."))
                await self._remind(battle)
            else:
                await self._settle(battle, visitor, undo.ref, changed, "Taken back.")

    async def _consent(self, battle: Battle, visitor: Visitor, consent: Consent) -> None:
        async with battle.lock:
            if self._stale(battle, visitor, consent):
                return
            asking = battle.asking
            if not asking or asking == visitor.side:
                visitor.send(NotDone(consent.ref, "nobody asks you to take anything back"))
                return
            battle.asking = ""
            if not consent.yes:
                for asker in battle.at_seat(asking):
                    asker.send(Done(0, battle.at, "They would rather not take that back."))
                visitor.send(Done(consent.ref, battle.at))
                await self._remind(battle)
                return
            errand = TakeBack(
                battle=battle.id,
                version=battle.version,
                side=asking,
                how="consent",
                consent=True,
                shown=battle.shown,
            )
            await self._do(battle, visitor, consent.ref, errand, "Taken back.")

    async def _ask(
        self, battle: Battle, visitor: Visitor, message: Odds | Reach | Go | Advise | Judge
    ) -> None:
        async with battle.lock:
            if not self._stale(battle, visitor, message):
                await self._look_up(battle, visitor, message)

    async def _look_up(
        self, battle: Battle, visitor: Visitor, message: Odds | Reach | Go | Advise | Judge
    ) -> None:
        ask = Ask(
            battle=battle.id,
            version=battle.version,
            side=visitor.side,
            ref=message.ref,
            about=_ABOUT[type(message)],
            part=message.part,
            option=message.option if isinstance(message, Odds) else "",
            x=message.x if isinstance(message, Go) else 0.0,
            y=message.y if isinstance(message, Go) else 0.0,
            z=message.z if isinstance(message, Go) else None,
            value=message.value if isinstance(message, Judge) else None,
        )
        reply = await self._run(battle, ask)
        if isinstance(reply, Words):
            visitor.send(reply.text)
        else:
            visitor.send(_not_done(message.ref, reply))

    def _stale(self, battle: Battle, visitor: Visitor, message: Asked | Undo | Consent) -> bool:
        if not battle.begun:
            visitor.send(NotDone(message.ref, "the battle has not begun: not everybody has sat down"))
        elif message.at != battle.at:
            visitor.send(NotDone(message.ref, "the battle has moved on since that question"))
        else:
            return False
        return True

    async def _do(
        self, battle: Battle, visitor: Visitor, ref: int, errand: Take | TakeBack, words: str
    ) -> None:
        await self._settle(battle, visitor, ref, await self._run(battle, errand), words)

    async def _settle(self, battle: Battle, visitor: Visitor, ref: int, back: AnyBack, words: str) -> None:
        """Keep what was done, then acknowledge it, then show it to everybody who may know."""
        if not isinstance(back, Changed):
            visitor.send(_not_done(ref, back))
            return
        try:
            await self._keep(battle, back, visitor.side, Done(ref, back.at, words), visitor)
        except Overtaken:
            await self._reopen(battle)
            visitor.send(NotDone(ref, "the battle has moved on since that question"))

    async def _keep(
        self,
        battle: Battle,
        changed: Changed,
        side: str,
        done: Done | None = None,
        visitor: Visitor | None = None,
    ) -> None:
        """Commit the change before anybody hears of it. A sealed answer is nobody else's business."""
        await self.store.change(battle.id, battle.version, changed)
        battle.version, battle.at, battle.over = changed.version, changed.at, changed.over
        if changed.open:
            battle.asking = ""
        if visitor is not None and done is not None:
            visitor.send(done)
        for each in battle.visitors:
            if (changed.open or each.side == side) and each.side in changed.states:
                each.send(changed.states[each.side])

    async def _remind(self, battle: Battle) -> None:
        """Show everybody the state again: somebody asks to take an answer back, or no longer does."""
        for side in battle.shown:
            show = Show(
                battle=battle.id, version=battle.version, side=side, whole=False, asking=battle.asking
            )
            words = await self._run(battle, show)
            if isinstance(words, Words):
                self._tell_all(battle.at_seat(side), words.text)

    async def _run(self, battle: Battle, errand: AnyErrand) -> AnyBack:
        """Send the battle's referee. One who does not have the battle in memory is given what is stored."""
        back = await self.crew.run(errand)
        if isinstance(back, Cold):
            assert isinstance(errand, AtTable)
            kept = await self.store.battle(battle.id)
            back = await self.crew.run(msgspec.structs.replace(errand, kept=kept))
        return back

    async def _reopen(self, battle: Battle) -> None:
        kept = await self.store.battle(battle.id)
        assert kept is not None
        battle.version, battle.at, battle.over = kept.version, kept.at, kept.over
        for visitor in battle.visitors:
            await self._show(battle, visitor)

    @staticmethod
    def _tell_all(visitors: Iterable[Visitor], message: ToSeat | bytes) -> None:
        for visitor in visitors:
            visitor.send(message)


_ABOUT: dict[type[Asked], Any] = {Odds: "odds", Reach: "reach", Go: "way", Advise: "advise", Judge: "judge"}


def _seed(chosen: str | None, secret: str, shares: dict[str, str]) -> str:
    return chosen if chosen is not None else seed_of(secret, shares)


def _not_done(ref: int, back: AnyBack) -> NotDone:
    if isinstance(back, No):
        return NotDone(ref, back.words, back.rule)
    return NotDone(ref, back.words if isinstance(back, Broken) else "the battle is not to be had")
