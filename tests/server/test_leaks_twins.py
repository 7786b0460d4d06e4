"""Two battles of the same seed in which only one side's sealed answers differ: until the rules disclose the
difference, whatever is sent to everybody else is the same to the byte."""

from __future__ import annotations

import random
import re
from contextlib import AsyncExitStack
from typing import Any

import pytest

from tests.server.client import Seat, Visit, Wire, legal

pytestmark = pytest.mark.anyio

DOCUMENTS = ("replay", "record", "report", "ledger")
ARMIES = ["elf.small", "dark-elf.standard"]


class Twin:
    """One of the two battles, with all its seats; side b's is the one that keeps a secret."""

    def __init__(self, made: Wire, seats: dict[str, Seat]) -> None:
        self.made, self.seats = made, seats
        self.links = {"": made["watch"], "a": made["seats"]["a"]}

    @property
    def waiting(self) -> list[str]:
        return [side for side in "ab" if self.seats[side].state["question"] is not None]

    async def sent(self, visit: Visit, documents: bool) -> list[str]:
        """All that was sent so far to side a and to those who watch, without the battle's own name."""
        texts = []
        for seat in self.seats.values():
            await seat.heard()
        for side, link in self.links.items():
            texts += [text for text in self.seats[side].sent if '"type":"present"' not in text]
            for what in DOCUMENTS if documents else ():
                texts.append((await visit.told(what, link)).text)
        return [self.nameless(text) for text in texts]

    def nameless(self, text: str) -> str:
        return text.replace(self.made["battle"], "").replace(self.made["watch"], "")

    async def answer(self, side: str, luck: random.Random) -> None:
        said = await self.seats[side].answer(await legal(self.seats[side], luck))
        assert said["type"] == "done", said


def turn_of(twin: Twin) -> int:
    """The turn of side a's orders form; 0 behind the screen."""
    text = (twin.seats["a"].state["question"] or {}).get("text", "")
    written = re.match(r"Write the orders for turn (\d+)", text)
    return int(written[1]) if written else 0


async def seated(visit: Visit, stack: AsyncExitStack) -> Twin:
    made = await visit.make("steampunk", forces=ARMIES, players={"a": "friend", "b": "friend"}, seed="twins")
    links = {**made["seats"], "": made["watch"]}
    seats = {side: await stack.enter_async_context(visit.sit(link)) for side, link in links.items()}
    for seat in seats.values():
        await seat.begun()
    return Twin(made, seats)


@pytest.mark.parametrize(("secret", "disclosed"), [("set-up", 1), ("orders", 3)])
async def test_sealed_answers_show_only_in_what_comes_of_them(
    visit: Visit, server: Any, secret: str, disclosed: int
) -> None:
    """The set-up until side a has written its orders for turn 1, the last thing before the screen goes; the
    orders for turn 2, written in turn 1, until side a has written those for turn 3, the first thing in it."""
    async with AsyncExitStack() as stack:
        twins = [await seated(visit, stack) for _ in range(2)]
        number = turn = 0
        while True:
            one, two = [await twin.sent(visit, documents=number % 5 == 0) for twin in twins]
            assert one == two, "side a or who watches can tell"
            if turn == disclosed:
                break
            number += 1
            turn = turn_of(twins[0])
            sides = twins[0].waiting
            assert sides == twins[1].waiting
            for side in ["a"] if turn == disclosed else sides:
                differs = side == "b" and (secret == "set-up" or turn == 2)
                for place, twin in enumerate(twins):
                    await twin.answer(side, random.Random(f"{number} {side} {place * differs}"))
        theirs = [
            "".join(twin.seats["b"].sent).replace(twin.made["battle"], "").replace(twin.made["watch"], "")
            for twin in twins
        ]
        assert theirs[0] != theirs[1]
