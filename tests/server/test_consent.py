"""What is taken back past a die or another side's answer is taken back by everybody."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from tests.server.client import Party, Seat, Two, Visit, Wire

pytestmark = pytest.mark.anyio

LIE = {"stance": "lie", "where": {"path": []}}


class Three(Party):
    """A battle of three people, in which a has shot: taking it back is past a die."""

    def __init__(self, made: Wire, seats: dict[str, Seat]) -> None:
        super().__init__(made, seats)
        self.c = seats["c"]

    def all_told(self, key: str) -> object:
        """What everybody is told alike."""
        told = [seat.state[key] for seat in self.seats.values()]
        assert told[0] == told[1] == told[2]
        return told[0]

    async def ask_back(self, side: str) -> None:
        assert "have been asked" in (await self.seats[side].undo())["words"]
        await self.all_see()

    async def consents(self, side: str, yes: bool) -> None:
        assert (await self.seats[side].consent(yes))["type"] == "done"
        await self.all_see()


@pytest.fixture
async def three(visit: Visit) -> AsyncIterator[Three]:
    made = await visit.make("trio", players={"a": "me", "b": "friend", "c": "friend"})
    async with AsyncExitStack() as stack:
        seats = {
            side: await stack.enter_async_context(visit.sit(seat)) for side, seat in made["seats"].items()
        }
        for seat in seats.values():
            await seat.begun()
        three = Three(made, seats)
        await three.past_words()
        await three.play(("a", "stay"), ("a", "no"), ("a", "fire"))
        assert three.a.state["undo"] == "consent"
        yield three


async def test_the_consent_of_all_others_is_needed(three: Three) -> None:
    await three.ask_back("a")
    assert three.all_told("asking") == "a" and three.all_told("asked") == ["b", "c"]
    at = three.a.state["at"]
    await three.consents("b", True)
    assert three.all_told("asking") == "a" and three.all_told("asked") == ["c"]
    assert three.all_told("at") == at and three.a.state["question"] is None, "nothing is taken back yet"
    assert (await three.b.consent(True))["type"] == "refused", "b has said so"
    await three.consents("c", True)
    assert three.a.state["question"]["text"] == "Shoot?"
    assert three.all_told("asking") == "" and three.all_told("asked") == []


async def test_one_who_refuses_is_enough_and_what_others_said_is_void(three: Three) -> None:
    await three.ask_back("a")
    await three.consents("b", True)
    await three.consents("c", False)
    assert three.all_told("asking") == "" and three.all_told("asked") == []
    assert three.b.state["question"]["text"] == "What now?"
    await three.ask_back("a")
    assert three.all_told("asked") == ["b", "c"]
    await three.consents("c", True)
    assert three.all_told("asked") == ["b"]
    await three.consents("b", True)
    assert three.a.state["question"]["text"] == "Shoot?"


async def test_who_asks_twice_keeps_the_consent_he_has(three: Three) -> None:
    await three.ask_back("a")
    await three.consents("b", True)
    await three.ask_back("a")
    assert three.all_told("asked") == ["c"]


async def test_consent_to_one_side_is_none_to_another(three: Three) -> None:
    """Not even if the other has asked instead while it was on its way."""
    await three.ask_back("a")
    await three.ask_back("b")
    assert three.all_told("asking") == "b" and three.all_told("asked") == ["a", "c"]
    refused = await three.c.ask("consent", asking="a", yes=True)
    assert refused["type"] == "refused"
    assert three.all_told("asked") == ["a", "c"]


async def test_where_all_others_are_bots_nobody_is_asked(visit: Visit) -> None:
    made = await visit.make("trio")
    async with visit.sit(made["seats"]["a"]) as a:
        await a.begun()
        for value in ("amber", "stay", "no", "fire"):
            assert (await a.answer(value))["type"] == "done"
        assert a.state["undo"] == "consent"
        assert (await a.undo())["words"] == "Taken back."


async def test_who_is_asked_and_seals_an_answer_is_still_asked(two: Two) -> None:
    await two.past_words()
    await two.play(*[(side, answer) for side in "ab" for answer in ("stay", "no", "hold")])
    await two.b.undo()
    await two.all_see()
    assert (await two.a.answer(LIE))["type"] == "done"
    assert two.a.state["undo"] == "sealed" and two.a.state["asked"] == ["a"]
    assert (await two.b.answer(LIE))["type"] == "done"
    await two.all_see()
    assert two.a.state["asked"] == [], "all orders are open: the battle has moved on"
