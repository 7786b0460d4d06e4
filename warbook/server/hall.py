"""Who sits at which battle, and what each is told. The hall holds nothing that is not stored, except who is
here and who has asked to take something back."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from warbook.server import limits
from warbook.server.budgets import Account, Bill
from warbook.server.company import Keeper
from warbook.server.editions import Editions
from warbook.server.errands import Errands
from warbook.server.faults import Unsure, log_fault
from warbook.server.jobs import (
    WATCHING,
    AnyDeed,
    AnyResult,
    Ask,
    Broken,
    Changed,
    Cold,
    Deed,
    Drop,
    Kept,
    LookAhead,
    LookAround,
    LookAt,
    No,
    Person,
    PlayOn,
    Plea,
    SetScene,
    Show,
    Take,
    Tell,
    Words,
)
from warbook.server.messages import (
    Advise,
    Answer,
    Asked,
    Bears,
    Consent,
    Dangers,
    Done,
    FromSeat,
    Go,
    Inquiry,
    Judge,
    Look,
    Manners,
    NotDone,
    Odds,
    Offer,
    Pleas,
    Present,
    PutPiece,
    Reach,
    Roams,
    Room,
    Share,
    Sights,
    Suggest,
    ToSeat,
    Undo,
)
from warbook.server.pleas import Pleading
from warbook.server.reading import Damaged
from warbook.server.retelling import NOT_BEGUN, Retelling
from warbook.server.seating import (
    Battle,
    Elsewhere,
    NoSeat,
    NotNow,
    Past,
    Spoilt,
    TooMany,
    TurnedAway,
    Visitor,
    settled_seed,
)
from warbook.server.store import Overtaken, Store
from warbook.server.tally import Tally
from warbook.server.workers import Workers

NOT_KEPT = "The server could not keep this, and nothing has changed. Try again."
UNSURE = "The database went away just when this was to be kept: see whether it was, and try again if not."

log = logging.getLogger("warbook")


class Hall:
    """Whatever is asked for from one address is done one after the other (`turns`), so that nobody is kept
    waiting by somebody who asks for much. Whoever waits for a turn holds no battle. A battle for which more
    is done than is fair goes on aside."""

    def __init__(self, store: Store, workers: Workers, errands: Errands, chat: bool = True) -> None:
        self.store, self.workers, self.errands = store, workers, errands
        self.turns, self.budgets = errands.turns, errands.budgets
        self.pages: Counter[str] = Counter()  # by address
        self.pleading, self.company = Pleading(self), Keeper(self, chat)
        self.editions = Editions(store, errands)
        self.answers, self.rebuilds = Tally(), 0
        self.battles: dict[str, Battle] = {}
        self.opening: Counter[str] = Counter()
        self.failures: defaultdict[str, int] = defaultdict(int)  # referees lost in a row over each battle
        self.worked: defaultdict[str, float] = defaultdict(float)  # seconds of battles that only bots play
        self.given_up: dict[str, str] = {}  # why nobody goes on with a battle until the server starts anew

    async def tell(self, seat: str, what: Any, address: str) -> AnyResult:
        """A document about the battle, as the seat may have it."""
        battle, side = await self._seat(seat)
        worker, past = await self.editions.settle(await self.kept(battle, whole=False), address)
        async with self.errands.turn(address, worker or self.workers.clerk) as bill:
            kept = await self.kept(battle, pictured=bool(past))
            if kept.version == 0:
                return No(NOT_BEGUN)
            tell = Tell(battle=battle, version=kept.version, kept=kept, side=side, what=what)
            return await self.workers.run(tell, bill, worker)

    async def retell(self, seat: str, address: str) -> Retelling:
        """The battle to be watched again, as the seat may know it."""
        battle, side = await self._seat(seat)
        worker, past = await self.editions.settle(await self.kept(battle, whole=False), address)
        return Retelling(self, battle, side, address, worker, pictured=bool(past))

    async def kept_at(self, seat: str) -> Kept:
        """The whole battle of a seat, as it is stored."""
        return await self.kept((await self._seat(seat))[0])

    # ------------------------------------------------------------ coming and going

    async def enter(self, seat: str, address: str) -> tuple[Battle, Visitor]:
        """Whoever is not turned away is welcomed and, once the battle has begun, shown how it stands.
        `Elsewhere` if another server holds the battle."""
        battle_id = "not known"
        try:
            battle_id, side = await self._seat(seat)
            if battle_id in self.given_up:
                raise Spoilt(self.given_up[battle_id])
            return await self._enter(await self._open(battle_id, address), side, address)
        except (TurnedAway, Elsewhere):
            raise
        except Exception as error:
            log_fault(battle_id, "somebody could not sit down", error)
            raise NotNow("The server failed at this.") from None

    async def _enter(self, battle: Battle, side: str, address: str) -> tuple[Battle, Visitor]:
        battle.due += 1
        visitor = Visitor(side, address)
        self.pages[address] += 1
        try:
            if self.pages[address] > limits.OPEN:
                raise TooMany(f"{limits.OPEN} pages of your address are at battles here, and no more can be.")
            laid = battle.laid
            scene = await self.scene(battle, visitor)
            async with self.at(visitor, battle):
                if battle.closed or battle.laid != laid:
                    raise NotNow("The table is being laid anew.")
                if side == WATCHING and len(battle.at_seat(side)) >= limits.WATCHING:
                    raise TooMany(f"{limits.WATCHING} pages watch this battle, and no more can.")
                if side != WATCHING and len(battle.at_seat(side)) >= limits.AT_ONE_SEAT:
                    raise TooMany("This seat is open on too many pages already; close one of them.")
                visitor.send(await self.welcome(battle, side, scene))
                if battle.begun:
                    visitor.send(await self._state(battle, side, whole=True))
                battle.visitors.append(visitor)
                self._call_roll(battle)
                await self.company.greet(battle, side)
                self.play_on(battle)
        except BaseException:
            self._gone(battle, visitor)
            raise
        finally:
            battle.due -= 1
            self._clear(battle)
        return battle, visitor

    def leave(self, battle: Battle, visitor: Visitor) -> None:
        self._gone(battle, visitor)
        self._call_roll(battle)
        self._clear(battle)

    def _gone(self, battle: Battle, visitor: Visitor) -> None:
        """Called once for everybody who came."""
        if visitor in battle.visitors:
            battle.visitors.remove(visitor)
        self.pages[visitor.address] -= 1
        if not self.pages[visitor.address]:
            del self.pages[visitor.address]

    def _clear(self, battle: Battle) -> None:
        """Forget a battle that nobody is at, once nothing happens to it any more; any server may have it
        then."""
        empty = not battle.visitors and not battle.due and battle.playing is None
        if empty and self.battles.get(battle.id) is battle:
            del self.battles[battle.id]
            if battle.id not in self.opening:
                self.store.let_go(battle.id)

    def _send_away(self, battle: Battle, why: TurnedAway) -> None:
        """Everybody goes, and nothing remembered of the battle is trusted: it is opened anew from what is
        stored. A server that stops tells nobody of that: his line ends, and his page comes back by itself."""
        battle.closed = True
        if self.battles.get(battle.id) is battle:
            del self.battles[battle.id]
        if self.workers.stopping and isinstance(why, NotNow):
            return
        for visitor in battle.visitors:
            visitor.leave(why)

    async def _seat(self, seat: str) -> tuple[str, str]:
        found = await self.store.seat(seat)
        if found is None and await self.store.invitation(seat) is not None:
            raise NoSeat(
                "This is an invitation: it becomes a seat when it is taken, on the page of its link."
            )
        if found is None:
            raise NoSeat("There is no such seat: the link is not whole, or of another server.")
        return found

    async def _open(self, battle_id: str, address: str) -> Battle:
        """The battle, which this server holds from now on until nobody is at it."""
        battle = self.battles.get(battle_id)
        if battle is not None:
            return battle
        self.opening[battle_id] += 1
        try:
            holder = await self.store.hold(battle_id)
            if holder is not None:
                raise Elsewhere(holder)
            kept = await self.kept(battle_id, whole=False)
            older, past = await self.editions.settle(kept, address)
            if past:
                raise Past(past)
            watch = await self.store.watch_of(battle_id)
            invited = await self.store.invited(battle_id)
            return self.battles.setdefault(battle_id, Battle(kept, watch, invited, older=older))
        finally:
            self.opening[battle_id] -= 1
            if not self.opening[battle_id]:
                del self.opening[battle_id]
                if battle_id not in self.battles:
                    self.store.let_go(battle_id)

    async def kept(self, battle_id: str, *, whole: bool = True, pictured: bool = False) -> Kept:
        try:
            kept = await self.store.battle(battle_id, whole=whole, pictured=pictured)
        except Damaged as damaged:
            raise _spoilt(battle_id, str(damaged)) from None
        if kept is None:
            raise _spoilt(battle_id, "it is no longer stored")
        return kept

    async def scene(self, battle: Battle, visitor: Visitor) -> bytes:
        """What never changes about a battle once it has begun."""
        clerk = battle.older or self.workers.clerk
        async with self.errands.turn(visitor.address, clerk, needed=True) as bill:
            kept = await self.kept(battle.id, whole=False)
            job = SetScene(battle=battle.id, version=battle.version, kept=kept, side=visitor.side)
            return _text(battle, await self.workers.run(job, bill, clerk))

    async def welcome(self, battle: Battle, side: str, scene: bytes) -> bytes:
        rest = {
            "adds": side in battle.people and battle.seed is None and side not in battle.shares,
            "given": battle.given,
            "company": self.company.of(battle),
            "talk": await self.company.talk(battle, side),
        }
        return b'{"type":"welcome","scene":%b,%b' % (scene, msgspec.json.encode(rest)[1:])

    async def _state(self, battle: Battle, side: str, whole: bool) -> bytes:
        return _text(battle, await self.run(battle, Show(side=side, whole=whole, plea=battle.plea)))

    def _call_roll(self, battle: Battle) -> None:
        """Tell everybody who is here, and before the battle for whom it waits."""
        here = [side for side in battle.people if battle.at_seat(side)]
        self.tell_all(battle.visitors, Present(here, len(battle.at_seat(WATCHING))))
        if not battle.begun:
            self.tell_all(battle.visitors, Room(battle.missing, battle.choosing))

    # ------------------------------------------------------------ bots at play

    def play_on(self, battle: Battle) -> None:
        """Have the bots play on where nobody is to answer first."""
        if battle.unfinished and battle.seed is not None and battle.playing is None:
            battle.playing = asyncio.create_task(self._play(battle))

    async def _play(self, battle: Battle) -> None:
        """Slice by slice, as long as somebody is there; in between others have their turn. Everybody sees
        what each has brought, or is sent away with the reason."""
        try:
            while battle.unfinished and battle.visitors and not battle.closed:
                at_seats = [visitor for visitor in battle.visitors if visitor.side != WATCHING]
                async with self.at((at_seats or battle.visitors)[0], battle):
                    if battle.unfinished and battle.visitors and not battle.closed:
                        await self._slice(battle)
        except TurnedAway as why:
            self._send_away(battle, why)
        except Exception as error:
            log_fault(battle.id, "it could not go on", error)
            self._send_away(battle, NotNow("The server failed to go on with the battle."))
        finally:
            battle.playing = None
            self._clear(battle)

    async def _slice(self, battle: Battle) -> None:
        changed = await self.run(battle, PlayOn(shown=battle.shown))
        if changed == Words(b""):
            battle.unfinished = False
            return
        if not isinstance(changed, Changed):
            why = _trouble(battle, changed)
            if isinstance(why, Spoilt):
                self.given_up[battle.id] = str(why)
            raise Spoilt(self.given_up[battle.id]) if battle.id in self.given_up else why
        await self._keep(battle, changed, "")
        if not battle.unfinished or battle.answering:
            self.worked.pop(battle.id, None)
            return
        self.worked[battle.id] += changed.worked
        if self.worked[battle.id] > limits.THINKING:
            words = f"its bots have fought for {limits.THINKING / 60:g} minutes without an end"
            self.given_up[battle.id] = str(_spoilt(battle.id, words))
            raise Spoilt(self.given_up[battle.id])

    # ------------------------------------------------------------ during a battle

    async def hear(self, battle: Battle, visitor: Visitor, message: FromSeat) -> None:
        """What a page says. Every message with a `ref` is answered, if only with a refusal."""
        ref = message.ref
        battle.heard[visitor.side] = battle.clock()
        if isinstance(message, Look | Sights | Roams):
            await self._look(battle, visitor, message)
        elif not visitor.side:
            visitor.send(NotDone(ref, "you are watching: only those at a seat of their own can do that"))
        elif isinstance(message, Share):
            await self._share(battle, visitor, message)
        elif isinstance(message, Answer):
            await self._answer(battle, visitor, message)
        elif isinstance(message, Pleas):
            await self.pleading.hear(battle, visitor, message)
        elif isinstance(message, Manners):
            await self.company.hear(battle, visitor, message)
        elif isinstance(message, Inquiry):
            await self._ask(battle, visitor, message)
        else:
            visitor.send(NotDone(ref, "you are sitting already"))

    async def _share(self, battle: Battle, visitor: Visitor, message: Share) -> None:
        """The first share of a seat counts; who sends it again, because the line went dead, is told so."""
        side = visitor.side
        async with self.at(visitor, battle):
            if battle.closed:
                return
            if battle.seed is None and side not in battle.shares:
                try:
                    await self._add(battle, side, message.share)
                except Exception as error:
                    log_fault(battle.id, "a share of the luck could not be kept", error)
                    self._send_away(battle, NotNow("The server could not keep what you add to the dice."))
                    return
                visitor.send(Done(message.ref, battle.at))
                self.tell_all(battle.visitors, Room(battle.missing, battle.choosing))
                self.play_on(battle)
            elif battle.shares.get(side) == message.share:
                visitor.send(Done(message.ref, battle.at))
            else:
                visitor.send(NotDone(message.ref, "another page of this seat has added to the dice before"))

    async def _add(self, battle: Battle, side: str, share: str) -> None:
        """Add to the luck; the last share settles the seed."""
        shares = {**battle.shares, side: share}
        settled = not battle.choosing and all(person in shares for person in battle.people)
        seed = settled_seed(battle.chosen, battle.secret, shares) if settled else None
        await self.store.sat_down(battle.id, shares, seed)
        battle.shares, battle.seed = shares, seed

    async def _answer(self, battle: Battle, visitor: Visitor, answer: Answer) -> None:
        began = self.answers.clock()
        async with self.at(visitor, battle):
            if self.stale(battle, visitor, answer):
                return
            before = battle.version
            job = Take(side=visitor.side, value=answer.value, shown=battle.shown, plea=battle.plea)
            await self.do(battle, visitor, answer.ref, job, "")
            if battle.version > before:
                self.answers.add(self.answers.clock() - began)

    async def _ask(self, battle: Battle, visitor: Visitor, message: Inquiry) -> None:
        async with self.at(visitor, battle):
            if not visitor.gone and not self.stale(battle, visitor, message):
                await self._look_up(battle, visitor, message)

    async def _look(self, battle: Battle, visitor: Visitor, look: Look | Sights | Roams) -> None:
        async with self.at(visitor, battle):
            if battle.closed or not battle.begun:
                visitor.send(NotDone(look.ref, "there is nothing on the table yet"))
                return
            job: AnyDeed = LookAt(side=visitor.side, ref=look.ref, piece=look.piece)
            if isinstance(look, Sights):
                job = LookAround(side=visitor.side, ref=look.ref, piece=look.piece, spot=look.spot)
            elif isinstance(look, Roams):
                job = LookAhead(side=visitor.side, ref=look.ref, piece=look.piece)
            reply = await self.run(battle, job)
            if isinstance(reply, Words):
                visitor.send(reply.text)
            else:
                self.refuse(visitor, look.ref, reply)

    async def _look_up(self, battle: Battle, visitor: Visitor, message: Inquiry) -> None:
        ask = Ask(
            side=visitor.side,
            ref=message.ref,
            about=_ABOUT[type(message)],
            part=message.part,
            option=message.option if isinstance(message, Odds | Reach | Go | Bears | Dangers) else "",
            x=message.x if isinstance(message, Go) else 0.0,
            y=message.y if isinstance(message, Go) else 0.0,
            z=message.z if isinstance(message, Go) else None,
            spot=message.spot if isinstance(message, Bears) else None,
            facing=message.facing if isinstance(message, Go) else None,
            spots=message.spots if isinstance(message, Dangers) else [],
            value=message.value if isinstance(message, Judge | Suggest | Advise) else None,
        )
        reply = await self.run(battle, ask)
        if isinstance(reply, Words):
            visitor.send(reply.text)
        else:
            self.refuse(visitor, message.ref, reply)

    def stale(
        self, battle: Battle, visitor: Visitor, message: Asked | Undo | Consent | Offer | PutPiece
    ) -> bool:
        if battle.closed:
            visitor.send(NotDone(message.ref, "the table is being laid anew"))
        elif not battle.begun:
            visitor.send(NotDone(message.ref, NOT_BEGUN))
        elif message.at != battle.at:
            visitor.send(NotDone(message.ref, "the battle has moved on since that question"))
        else:
            return False
        return True

    async def do(self, battle: Battle, visitor: Visitor, ref: int, job: Deed, words: str) -> None:
        await self.settle(battle, visitor, ref, await self.run(battle, job), words)

    async def settle(
        self,
        battle: Battle,
        visitor: Visitor,
        ref: int,
        result: AnyResult,
        words: str,
        seated: tuple[str, Person] | None = None,
    ) -> None:
        """Keep what was done (and who was `seated`), then acknowledge it, then show it to everybody who may
        know."""
        if not isinstance(result, Changed):
            self.refuse(visitor, ref, result)
            if battle.id in self.given_up:
                self._send_away(battle, Spoilt(self.given_up[battle.id]))
            return
        try:
            await self._keep(battle, result, visitor.side, Done(ref, result.at, words), visitor, seated)
        except Overtaken:
            visitor.send(NotDone(ref, "the battle has moved on since that question"))
            self._send_away(battle, NotNow("Somebody else has changed this battle."))
        except Exception as error:
            log_fault(battle.id, "a change could not be kept", error)
            visitor.send(NotDone(ref, UNSURE if isinstance(error, Unsure) else NOT_KEPT))
            self._send_away(battle, NotNow("The server could not keep the last answer."))

    async def _keep(
        self,
        battle: Battle,
        changed: Changed,
        side: str,
        done: Done | None = None,
        visitor: Visitor | None = None,
        seated: tuple[str, Person] | None = None,
    ) -> None:
        """Commit the change before anybody hears of it. A sealed answer is nobody else's business. What is
        not kept the referee must not have in memory either."""
        battle.turn.end()
        try:
            await self.store.change(battle.id, battle.version, changed, seated)
        except Exception:
            drop = Drop(battle=battle.id, version=battle.version)
            await self.workers.run(drop, referee=battle.referee)
            raise
        battle.version, battle.at = changed.version, changed.at
        battle.over, battle.unfinished = changed.over, changed.unfinished
        if seated is not None:
            battle.known[seated[0]] = seated[1]
        lapsed = changed.open and battle.plea.what == "draw" and not changed.over
        if changed.open:
            battle.plea, battle.moved = Plea(), battle.clock()
        if visitor is not None and done is not None:
            visitor.send(done)
        for each in battle.visitors:
            if (changed.open or each.side == side) and each.side in changed.states:
                each.send(changed.states[each.side])
        if lapsed:
            await self.company.tell(battle, "The battle goes on, and the offer of a draw has lapsed.")
        self.play_on(battle)

    async def remind(self, battle: Battle) -> None:
        """Show everybody the state again: somebody asks for something, or no longer does."""
        try:
            for side in battle.shown:
                self.tell_all(battle.at_seat(side), await self._state(battle, side, whole=False))
        except TurnedAway as why:
            self._send_away(battle, why)

    async def run(self, battle: Battle, job: AnyDeed) -> AnyResult:
        """Send the battle's referee. One who does not have the battle in memory is given what is stored."""
        job = msgspec.structs.replace(job, battle=battle.id, version=battle.version)
        bill, referee = battle.bill, battle.referee
        result = await self.workers.run(job, bill, referee)
        if isinstance(result, Cold):
            self.rebuilds += 1
            kept = await self.store.battle(battle.id)
            result = await self.workers.run(msgspec.structs.replace(job, kept=kept), bill, referee)
        if isinstance(result, Changed):
            self.failures.pop(battle.id, None)
        elif isinstance(result, Broken) and result.again and isinstance(job, Deed):
            self.failures[battle.id] += 1
            if self.failures[battle.id] >= limits.TRIES:
                self.given_up[battle.id] = str(_spoilt(battle.id, result.words))
        return result

    @asynccontextmanager
    async def at(self, visitor: Visitor, battle: Battle) -> AsyncIterator[None]:
        """The visitor's turn with the battle's referee, and then the battle. Where what he did is to be kept,
        the turn ends before the battle is free again: meanwhile he does something else."""
        referee = battle.older or self.workers.referee_of(battle.id, self._is_aside(battle, visitor))
        others = self.turns.of(visitor.address, referee)
        async with limits.Turn(others) as turn, battle.lock:
            battle.turn, battle.referee = turn, referee
            battle.bill = Bill(self.budgets.battle(battle.id), *self._accounts(battle, visitor))
            yield

    def _is_aside(self, battle: Battle, visitor: Visitor) -> bool:
        """Whether more was done for the battle than is fair, or for everybody who plays it."""
        playing = [each for each in battle.visitors if each.side != WATCHING] or [visitor]
        return self.budgets.battle(battle.id).over or all(
            any(account.over for account in self._accounts(battle, each)) for each in playing
        )

    def _accounts(self, battle: Battle, visitor: Visitor) -> tuple[Account, Account]:
        address = visitor.address
        return self.budgets.visitor(battle.id, visitor.side, address), self.budgets.address(address)

    def refuse(self, visitor: Visitor, ref: int, result: AnyResult) -> None:
        """A server that stops refuses nobody: his page asks again wherever it comes to."""
        if isinstance(result, No):
            visitor.send(NotDone(ref, result.words, result.rule))
        elif not self.workers.stopping:
            words = result.words if isinstance(result, Broken) else "the battle is not to be had"
            visitor.send(NotDone(ref, words))

    @staticmethod
    def tell_all(visitors: Iterable[Visitor], message: ToSeat | bytes) -> None:
        for visitor in visitors:
            visitor.send(message)


_ABOUT: dict[type[Asked], Any] = {
    Odds: "odds",
    Reach: "reach",
    Go: "way",
    Bears: "bears",
    Dangers: "dangers",
    Advise: "advise",
    Judge: "judge",
    Suggest: "suggest",
}


def _text(battle: Battle, result: AnyResult) -> bytes:
    if isinstance(result, Words):
        return result.text
    raise _trouble(battle, result)


def _trouble(battle: Battle, result: AnyResult) -> TurnedAway:
    """Why a battle is not to be had."""
    if isinstance(result, Broken) and result.again:
        return NotNow(result.words)
    return _spoilt(battle.id, result.words if isinstance(result, No | Broken) else "its referee is at a loss")


def _spoilt(battle_id: str, why: str) -> Spoilt:
    log.error("battle %s cannot be opened: %s", battle_id, why)
    return Spoilt(f"This battle cannot be opened: {why.rstrip('.')}.")
