"""Whatever is sent to a seat in a battle holds none of the secrets of the others."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import AsyncExitStack
from typing import Any

import pytest

from tests.kit.long import LONG
from tests.server.client import Seat, Visit, legal
from tests.server.server import Server
from tests.server.shelf import LEAKY
from warbook.core.shelf import book_ids, load_book
from warbook.server.jobs import WATCHING, Kept
from warbook.server.referee.battles import Table, reopened
from warbook.server.store import Store

pytestmark = pytest.mark.anyio

SECRETIVE = ["toy", *(book_id for book_id in book_ids() if not load_book(book_id).open_table)]
DOCUMENTS = ("replay", "record", "report", "ledger")
MOST_PARTS, MOST_OPTIONS = (4, 8) if LONG else (2, 4)  # that are asked about at one time
MOST_ANSWERS = 1_000_000 if LONG else 60  # of a battle that is listened to
NONSENSE: list[Any] = ["no such option", None, {"path": [[-5, -5]]}, {"path": [[9000, 9000, 0]]}]


class Leak(AssertionError):
    pass


class Eavesdropper:
    """Plays a battle from all its seats, tries everything, and reads along.

    `mirror` is the battle itself, played beside the server's with the same answers.
    """

    def __init__(self, visit: Visit, made: dict[str, Any], kept: Kept, seats: dict[str, Seat]) -> None:
        self.visit, self.made, self.seats = visit, made, seats
        self.mirror: Table = reopened(kept)
        links = {**made["seats"], WATCHING: made["watch"]}
        shares = dict(kept.shares)
        self.links = links
        self.hidden = {
            side: [
                str(kept.seed),
                kept.secret,
                *(link for other, link in made["seats"].items() if other != side),
                *(share for other, share in shares.items() if other != side),
            ]
            for side in links
        }
        self.read = dict.fromkeys(links, 0)

    def secrets(self, side: str) -> list[str]:
        """Of the book as the battle stands. Who watches may know only what everybody may."""
        game = self.mirror.game
        sides = game.book.sides if side == WATCHING else (side,)
        return [secret for each in sides for secret in game.book.secrets(game.battle, each)]

    async def read_all(self) -> None:
        """Everything sent since the last time, to everybody; to who watches last, since only the others are
        answered after what is under way."""
        for side, seat in self.seats.items():
            await seat.heard()
            for text in seat.sent[self.read[side] :]:
                self.check(side, text)
            self.read[side] = len(seat.sent)

    def check(self, side: str, text: str) -> None:
        if self.mirror.game.over:
            return
        for secret in (*self.hidden[side], *self.secrets(side)):
            if secret in text:
                raise Leak(f"{side or 'who watches'} is sent {secret!r}: {text:.300}")

    async def look_about(self) -> None:
        """All that a seat can ask for and do without an answer of its own."""
        for side, link in self.links.items():
            for what in DOCUMENTS:
                self.check(side, (await self.visit.told(what, link)).text)
            async with self.visit.sit(link) as page:
                await page.begun()
                for text in page.sent:
                    self.check(side, text)

    async def try_everything(self, side: str, luck: random.Random) -> None:
        """All that can be asked about the question and some of its parts."""
        seat = self.seats[side]
        for value in NONSENSE:
            said = await seat.ask("answer", value=value)
            assert said["type"] == "refused", f"{value!r} was taken for an answer"
        question = seat.state["question"] or {}
        whole, *parts = _parts(question, ())
        for part, asked in [whole, *luck.sample(parts, min(len(parts), MOST_PARTS))]:
            await seat.ask("advise", part=part)
            await seat.ask("reach", part=part)
            for x, y in ((1, 1), (6.5, 2.5), (-9, 9)):
                await seat.ask("way", part=part, x=x, y=y)
            options = asked.get("options", [])
            for option in luck.sample(options, min(len(options), MOST_OPTIONS)):
                await seat.ask("odds", part=part, option=option["id"])
                if option["barred"]:
                    await seat.ask("answer", value=option["id"])

    async def answer(self, luck: random.Random) -> None:
        game = self.mirror.game
        waited = [side for side in game.waiting if game.asked(side) is not None]
        side = luck.choice(waited)
        value = await legal(self.seats[side], luck)
        said = await self.seats[side].answer(value)
        assert said["type"] == "done", said
        game.answer(side, value)

    async def take_back(self, luck: random.Random) -> None:
        """Somebody asks; the others refuse the first time."""
        people = list(self.made["seats"])
        side = luck.choice(people)
        for yes in (False, True):
            if not self.mirror.game.undoable(side):
                return
            free = self.mirror.game.undoable(side) != "consent"
            await self.seats[side].undo()
            await self.read_all()
            if free:
                self.mirror.game.undo(side)
                return
            other = next(other for other in people if other != side)
            await self.seats[other].consent(yes)
            if yes:
                self.mirror.game.undo(side, consent=True)
            await self.read_all()


def _parts(question: dict[str, Any], path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The question and all its parts, with the way down to each."""
    yield path, question
    for name, part in question.get("parts", {}).items():
        yield from _parts(part, (*path, name))


async def eavesdrop(
    visit: Visit, server: Server, book_id: str, number: int, place: str = "", forces: tuple[str, ...] = ()
) -> tuple[int, int]:
    """Play a battle of people while reading along, the long suite to its end; the number of answers, and how
    many secrets there were at most. `place` is the scenario, if it is not the first."""
    luck = random.Random(number)
    book = load_book(book_id)
    scenario = next(each for each in book.scenarios() if place in ("", each.id))
    people = dict.fromkeys(book.seats(scenario), "friend")
    made = await visit.make(book_id, scenario=scenario.id, forces=forces, players=people)
    store = Store(server.db)
    async with AsyncExitStack() as stack:
        stack.callback(store.close)
        links = {**made["seats"], WATCHING: made["watch"]}
        seats = {
            side: await stack.enter_async_context(visit.sit(link, f"{chair:02x}" * 16))
            for chair, (side, link) in enumerate(links.items(), 17)
        }
        for seat in seats.values():
            await seat.begun()
        kept = await store.battle(made["battle"])
        assert kept is not None
        spy = Eavesdropper(visit, made, kept, seats)
        answers = backs = next_look = most = 0
        while not spy.mirror.game.over and answers < MOST_ANSWERS:
            await spy.read_all()
            if answers >= next_look:
                next_look = answers + 4 + answers // 4
                await spy.look_about()
            for side in seats:
                if side != WATCHING and luck.random() < (0.5 if LONG else 10 / (20 + answers)):
                    await spy.try_everything(side, luck)
            if luck.random() < 0.1 and backs < 3:
                backs += 1
                await spy.take_back(luck)
                continue
            await spy.answer(luck)
            answers += 1
            most = max(most, len(spy.secrets(WATCHING)))
        await spy.read_all()
        kept = await store.battle(made["battle"])
        assert kept is not None
        assert [step.hash for step in kept.steps] == [step.hash for step in spy.mirror.game.steps]
    return answers, most


@pytest.mark.parametrize(("book_id", "number"), [("toy", 1), *((book_id, 0) for book_id in SECRETIVE)])
async def test_nothing_secret_is_sent(visit, server, toys, book_id, number):
    answers, _ = await eavesdrop(visit, server, book_id, number)
    assert answers > 10


async def test_where_raiders_hide_at_night_is_not_sent(visit, server):
    """A scenario of a book that hides nobody in its first one."""
    answers, most = await eavesdrop(visit, server, "arap", 0, "night_raid", ("human_patrol", "ork_patrol"))
    assert answers > 10 and most > 0


@pytest.mark.parametrize("book", LEAKY, ids=lambda book: book.id)
async def test_a_book_that_gives_its_secrets_away_is_found_out(visit, server, toys, book):
    with pytest.raises(Leak, match=r"is sent '(amber|anvil|aspen|birch|bronze|beryl)'"):
        await eavesdrop(visit, server, book.id, 1)
