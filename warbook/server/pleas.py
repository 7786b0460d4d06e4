"""What needs the others: to take an answer back, or a draw; and how a battle is given up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from warbook.server.jobs import MakePeace, No, Plea, PutDown, TakeBack
from warbook.server.messages import Consent, Done, NotDone, Offer, Pleas, PutPiece, Resign, Undo, Withdraw
from warbook.server.seating import MUCH, Battle, Visitor

if TYPE_CHECKING:
    from warbook.server.hall import Hall


class Pleading:
    """One side at a time asks for something, and whoever asks instead is asking then. Nothing of this is
    stored: who still wants it when the server has started anew asks again."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    async def hear(self, battle: Battle, visitor: Visitor, message: Pleas) -> None:
        async with self.hall.at(visitor, battle):
            if isinstance(message, Resign):
                await self._resign(battle, visitor, message)
            elif isinstance(message, Withdraw):
                await self._withdraw(battle, visitor, message)
            elif self.hall.stale(battle, visitor, message):
                return
            elif isinstance(message, Undo):
                await self._undo(battle, visitor, message)
            elif isinstance(message, Offer):
                await self._offer(battle, visitor, message)
            elif isinstance(message, PutPiece):
                await self._put(battle, visitor, message)
            else:
                await self._consent(battle, visitor, message)

    async def _undo(self, battle: Battle, visitor: Visitor, undo: Undo) -> None:
        others = _others(battle, visitor)
        job = TakeBack(
            side=visitor.side,
            how=undo.how,
            consent=undo.how == "consent" and not others,  # a bot never minds
            shown=battle.shown,
            plea=battle.plea,
        )
        changed = await self.hall.run(battle, job)
        if isinstance(changed, No) and changed.consent:
            if (battle.plea.side, battle.plea.what) != (visitor.side, "undo"):
                battle.plea = Plea(visitor.side, others)
            visitor.send(Done(undo.ref, battle.at, f"{changed.words}. They have been asked."))
            await self.hall.remind(battle)
        else:
            await self.hall.settle(battle, visitor, undo.ref, changed, "Taken back.")

    async def _offer(self, battle: Battle, visitor: Visitor, offer: Offer) -> None:
        others = _others(battle, visitor)
        if battle.over:
            visitor.send(NotDone(offer.ref, "the battle is over"))
        elif not others:
            visitor.send(NotDone(offer.ref, "the bot agrees to no draw: fight on, or resign"))
        elif battle.plea.what == "draw" and visitor.side in battle.plea.waits_for:
            await self._agree(battle, visitor, offer.ref)
        elif not battle.mannered(visitor.side):
            visitor.send(NotDone(offer.ref, MUCH))
        else:
            battle.plea = Plea(visitor.side, others, "draw")
            visitor.send(Done(offer.ref, battle.at, "A draw is offered. It lapses when the battle goes on."))
            await self.hall.remind(battle)

    async def _consent(self, battle: Battle, visitor: Visitor, consent: Consent) -> None:
        plea = battle.plea
        if (plea.side, plea.what) != (consent.asking, consent.what) or visitor.side not in plea.waits_for:
            visitor.send(NotDone(consent.ref, _NOT_ASKED[consent.what]))
        elif consent.yes:
            await self._agree(battle, visitor, consent.ref)
        else:
            battle.plea = Plea()
            visitor.send(Done(consent.ref, battle.at))
            await self.hall.remind(battle)
            await self.hall.company.tell(battle, f"{battle.called(visitor.side)} {_REFUSED[plea.what]}")

    async def _agree(self, battle: Battle, visitor: Visitor, ref: int) -> None:
        """One more says yes; with the last, it is done."""
        plea = battle.plea
        others = tuple(side for side in plea.waits_for if side != visitor.side)
        battle.plea = Plea(plea.side, others, plea.what) if others else Plea()
        if others:
            visitor.send(Done(ref, battle.at))
            await self.hall.remind(battle)
            return
        if plea.what == "undo":
            job: TakeBack | MakePeace = TakeBack(
                side=plea.side, how="consent", consent=True, shown=battle.shown
            )
        else:
            job = MakePeace(side="", shown=battle.shown)
        await self.hall.do(battle, visitor, ref, job, "Taken back." if plea.what == "undo" else "A draw.")

    async def _withdraw(self, battle: Battle, visitor: Visitor, message: Withdraw) -> None:
        if battle.closed or battle.plea.side != visitor.side:
            visitor.send(NotDone(message.ref, "you ask for nothing just now"))
            return
        battle.plea = Plea()
        visitor.send(Done(message.ref, battle.at))
        await self.hall.remind(battle)

    async def _resign(self, battle: Battle, visitor: Visitor, message: Resign) -> None:
        if battle.closed or not battle.begun:
            visitor.send(NotDone(message.ref, "the battle has not begun"))
            return
        job = MakePeace(side=visitor.side, shown=battle.shown)
        await self.hall.do(battle, visitor, message.ref, job, "The battle is given up.")

    async def _put(self, battle: Battle, visitor: Visitor, put: PutPiece) -> None:
        job = PutDown(
            side=visitor.side, piece=put.piece, x=put.x, y=put.y, facing=put.facing, shown=battle.shown
        )
        await self.hall.do(battle, visitor, put.ref, job, "It stands there now.")


_NOT_ASKED = {"undo": "they do not ask you to take anything back", "draw": "they do not offer you a draw"}
_REFUSED = {"undo": "would rather not take that back.", "draw": "would rather fight on."}


def _others(battle: Battle, visitor: Visitor) -> tuple[str, ...]:
    """The other people: they are asked even while the bot answers for them."""
    return tuple(side for side in battle.people if side != visitor.side)
