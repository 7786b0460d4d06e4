"""Who the people at a battle are, what they say to each other, and who answers for those who are silent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from warbook.core.questions import Refused
from warbook.players.names import good_name, is_readable
from warbook.server import limits
from warbook.server.faults import log_fault
from warbook.server.jobs import Changed, Person, Prepare, Prepared, SeatBot
from warbook.server.messages import (
    Company,
    Done,
    Field,
    Hush,
    Introduce,
    Manners,
    NewBattle,
    NotDone,
    Room,
    Say,
    StandIn,
    Talk,
)
from warbook.server.seating import MUCH, Battle, NotNow, TurnedAway, Visitor, settled_seed
from warbook.server.store import Overtaken

if TYPE_CHECKING:
    from warbook.server.hall import Hall

LONGEST = 300  # letters of a line


class Keeper:
    """Whatever is told to everybody was kept before. With `chat` people may say lines of their own."""

    def __init__(self, hall: Hall, chat: bool) -> None:
        self.hall, self.store, self.chat = hall, hall.store, chat

    def of(self, battle: Battle) -> Company:
        return Company(
            names={side: person.name for side, person in battle.known.items() if person.name},
            stand_ins=[side for side, person in battle.known.items() if person.stand_in],
            quiet=[side for side, person in battle.known.items() if person.quiet],
            invited=list(battle.invited),
            chat=self.chat,
            watch=battle.watch,
            away=limits.AWAY,
            silent=limits.SILENT,
        )

    async def greet(self, battle: Battle, side: str) -> None:
        """Somebody has sat down: if that was by an invitation, everybody is told that it is taken."""
        if side in battle.invited:
            battle.invited = await self.store.invited(battle.id)
            self._show(battle)

    async def talk(self, battle: Battle, side: str) -> Talk:
        """What a side that sits down has missed."""
        lines = await self.store.talk(battle.id)
        return Talk([line for line in lines if not line.side or self._hears(battle, side)], whole=True)

    async def hear(self, battle: Battle, visitor: Visitor, message: Manners) -> None:
        if isinstance(message, Field):
            await self._field(battle, visitor, message)
            return
        async with self.hall.at(visitor, battle):
            if battle.closed:
                visitor.send(NotDone(message.ref, "the table is being laid anew"))
                return
            try:
                if not isinstance(message, Say) and not battle.mannered(visitor.side):
                    raise Refused(MUCH)
                if isinstance(message, Introduce):
                    await self._introduce(battle, visitor, message)
                elif isinstance(message, Say):
                    await self._say(battle, visitor, message)
                elif isinstance(message, Hush):
                    await self._hush(battle, visitor, message)
                else:
                    await self._stand_in(battle, visitor, message)
            except Refused as refused:
                visitor.send(NotDone(message.ref, refused.refusal.words))

    async def tell(self, battle: Battle, words: str) -> None:
        """The table itself says something to everybody. It goes on if that cannot be kept."""
        try:
            line = await self.store.say(battle.id, "", "", words)
        except Exception as error:
            log_fault(battle.id, "what was told could not be kept", error)
            return
        self.hall.tell_all(battle.visitors, Talk([line], whole=False))

    # ------------------------------------------------------------ names and lines

    async def _introduce(self, battle: Battle, visitor: Visitor, message: Introduce) -> None:
        known = battle.known.get(visitor.side, Person())
        others = [person.name for side, person in battle.known.items() if side != visitor.side]
        name = good_name(message.name, others)
        if name != known.name:
            await self._know(battle, visitor.side, replace(known, name=name))
        visitor.send(Done(message.ref, battle.at))

    async def _say(self, battle: Battle, visitor: Visitor, message: Say) -> None:
        words = " ".join(message.words.split())
        if not self.chat:
            raise Refused("nothing is said at the tables of this server")
        if not self._hears(battle, visitor.side):
            raise Refused("you have switched the talk off; switch it on to say something")
        if not words or not is_readable(words):
            raise Refused("a line is made of letters, digits and signs that can be seen")
        if len(words) > LONGEST:
            raise Refused(f"a line has at most {LONGEST} letters, and this one has {len(words)}")
        if not battle.tongue(visitor.side).take():
            raise Refused("one line after the other: wait a few seconds")
        name = battle.known.get(visitor.side, Person()).name
        line = await self.store.say(battle.id, visitor.side, name, words)
        visitor.send(Done(message.ref, battle.at))
        for each in battle.visitors:
            if self._hears(battle, each.side):
                each.send(Talk([line], whole=False))

    async def _hush(self, battle: Battle, visitor: Visitor, message: Hush) -> None:
        known = battle.known.get(visitor.side, Person())
        await self._know(battle, visitor.side, replace(known, quiet=message.on))
        visitor.send(Done(message.ref, battle.at))
        told = await self.talk(battle, visitor.side)
        self.hall.tell_all(battle.at_seat(visitor.side), told)

    def _hears(self, battle: Battle, side: str) -> bool:
        return self.chat and not battle.known.get(side, Person()).quiet

    async def _know(self, battle: Battle, side: str, person: Person) -> None:
        await self.store.know(battle.id, side, person)
        battle.known[side] = person
        self._show(battle)

    def _show(self, battle: Battle) -> None:
        self.hall.tell_all(battle.visitors, self.of(battle))

    # ------------------------------------------------------------ the bot for somebody

    async def _stand_in(self, battle: Battle, visitor: Visitor, message: StandIn) -> None:
        side, me = message.side, visitor.side
        known = battle.known.get(side, Person())
        if not battle.begun:
            raise Refused("the battle has not begun: not everybody has sat down")
        if side not in battle.people:
            raise Refused("no person plays that side")
        if side != me and not message.on:
            raise Refused("only who sits there can send the bot away")
        if known.stand_in == message.on:
            raise Refused(f"the bot {'answers there already' if message.on else 'does not answer there'}")
        if side != me:
            battle.patient_with(side)
        person = replace(known, stand_in=message.on)
        job = SeatBot(side=side, on=message.on, by=me, shown=battle.shown, plea=battle.plea)
        result = await self.hall.run(battle, job)
        words = "The bot answers now." if message.on else "You answer again."
        await self.hall.settle(battle, visitor, message.ref, result, words, (side, person))
        if not isinstance(result, Changed) or battle.known.get(side) != person:
            return
        self._show(battle)
        no, until = ("", " until they are back") if message.on else (" no longer", "")
        await self.tell(battle, f"The bot{no} answers for {battle.called(side)}{until}.")

    # ------------------------------------------------------------ a force of one's own choice

    async def _field(self, battle: Battle, visitor: Visitor, message: Field) -> None:
        """Make the setup anew with the force; with the last choice the battle may begin. The reader does so
        before the battle is held."""
        side = visitor.side
        wanted = await self.store.wanted(battle.id)
        if wanted is None or side not in battle.choosing:
            visitor.send(NotDone(message.ref, "your force is not open to choice"))
            return
        if isinstance(message.force, str) and message.force not in battle.choosing[side]:
            visitor.send(NotDone(message.ref, "that is none of the forces you may choose"))
            return
        place = list(battle.players).index(side)
        forces = [*wanted.forces, *[None] * (place + 1 - len(wanted.forces))]
        forces[place] = message.force
        order = replace(wanted, forces=tuple(forces))
        errands, workers = self.hall.errands, self.hall.workers
        async with errands.turn(visitor.address, workers.reader, needed=True) as bill:
            prepared = await workers.run(Prepare(wanted=order), bill)
        async with self.hall.at(visitor, battle):
            if not isinstance(prepared, Prepared):
                self.hall.refuse(visitor, message.ref, prepared)
            elif battle.closed or await self.store.wanted(battle.id) != wanted:
                visitor.send(NotDone(message.ref, "somebody else has chosen meanwhile; choose again"))
            else:
                await self._fielded(battle, visitor, message, prepared, order)

    async def _fielded(
        self, battle: Battle, visitor: Visitor, message: Field, prepared: Prepared, order: NewBattle
    ) -> None:
        left = prepared.choosing
        done = not left and all(person in battle.shares for person in battle.people)
        seed = settled_seed(battle.chosen, battle.secret, battle.shares) if done else None
        try:
            await self.store.chose(battle.id, prepared, order, left, seed)
        except Overtaken:
            visitor.send(NotDone(message.ref, "the battle has begun"))
            return
        battle.choosing, battle.seed, battle.forces = left, seed, prepared.called
        battle.laid += 1
        visitor.send(Done(message.ref, battle.at))
        for each in list(battle.visitors):
            try:
                each.send(await self.hall.welcome(battle, each.side, await self.hall.scene(battle, each)))
            except TurnedAway as why:
                each.leave(why)
            except Exception as error:
                log_fault(battle.id, "a scene could not be laid anew", error)
                each.leave(NotNow("The server failed at this."))
        self.hall.tell_all(battle.visitors, Room(battle.missing, battle.choosing))
        await self.tell(battle, f"{battle.called(visitor.side)} chose a force: {prepared.title}.")
        self.hall.play_on(battle)
