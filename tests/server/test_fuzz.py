"""Whatever a page sends, the server stays up, says something, and changes nothing that it has refused."""

import asyncio
import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kit.patience import PATIENCE
from tests.server.client import Seat, Visit, legal
from tests.server.server import Server

pytestmark = pytest.mark.anyio

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([2**31, 2**63, 2**64, -(2**63) - 1, 10**400])
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20)
    | st.sampled_from(["go", "stay", "yes", "fire", "amber", "../x", "\x00", "<b>", "__class__", "a" * 5000])
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
PATHS = st.fixed_dictionaries(
    {
        "path": st.lists(
            st.lists(st.integers(-3, 15) | st.floats(-1e5, 1e5) | SCALARS, max_size=4), max_size=5
        )
    },
    optional={"facing": SCALARS, "cost": SCALARS},
)
ASKED = ("sit", "answer", "odds", "reach", "way", "advise", "judge", "suggest", "undo", "consent")
KNOWN = (*ASKED, "offer", "withdraw", "name", "force", "say", "hush", "stand-in")
KINDS = (*KNOWN, "state", "", "Answer")
TOLD = ("present", "state", "company", "talk")  # not as a reply
NOW = "now"  # stands for the number of the latest state

WELL_MEANT = st.fixed_dictionaries(
    {"do": st.sampled_from(KNOWN), "at": st.just(NOW)},
    optional={
        "value": VALUES | PATHS,
        "option": st.sampled_from(["go", "stay", "fly", "fire", "none"]),
        "x": st.floats(-20, 20),
        "y": st.floats(-20, 20),
        "part": st.lists(st.sampled_from(["stance", "where", "x"]), max_size=3),
        "yes": st.booleans(),
        "how": st.sampled_from(["sealed", "free", "consent"]),
        "asking": st.sampled_from(["a", "b", ""]),
        "what": st.sampled_from(["undo", "draw", ""]),
        "name": st.text(max_size=30),
        "words": st.text(max_size=400),
        "force": st.sampled_from(["scouts", "spies", "none"]),
        "on": st.booleans(),
        "side": st.sampled_from(["a", "b", "c"]),
    },
)
TWISTED = st.fixed_dictionaries(
    {"do": st.sampled_from(KINDS) | SCALARS},
    optional={
        name: VALUES | st.just(NOW)
        for name in (
            "at",
            "ref",
            "value",
            "option",
            "x",
            "y",
            "z",
            "part",
            "yes",
            "how",
            "seat",
            "share",
            "strange",
            "name",
            "words",
            "side",
            "on",
            "force",
        )
    },
)
ANSWERS = st.fixed_dictionaries({"do": st.just("answer"), "at": st.just(NOW), "value": VALUES | PATHS})
RAW = st.sampled_from(
    [
        "",
        "{",
        "null",
        "[]",
        "\x00",
        '{"do":',
        "[" * 60_000,
        '{"do": "answer", "at": 1, "value": ' + "[" * 400 + "]" * 400 + "}",
        '{"do": "answer", "at": 1, "value": ' + "[" * 5000 + "]" * 5000 + "}",
        '{"do": "answer", "at": 1, "value": 1e999}',
        '{"do": "answer", "at": 1, "value": NaN}',
        '{"do": "undo", "do": "consent"}',
        b"{}",
        b"\xff\x00",
    ]
) | st.text(max_size=40)
MESSAGES = st.lists(WELL_MEANT | TWISTED | ANSWERS | RAW, min_size=1, max_size=8)


class Table:
    """A battle of two people at which the first sends what it likes."""

    def __init__(self, visit: Visit, made: dict[str, Any], seat: Seat, other: Seat) -> None:
        self.visit, self.made, self.seat, self.other = visit, made, seat, other

    async def look(self) -> list[Any]:
        """All that all sides can see, as pages see it that were never there before."""
        found = []
        for link in (*self.made["seats"].values(), self.made["watch"]):
            async with self.visit.sit(link) as page:
                found.append(await page.begun())
        return found

    async def send(self, message: Any) -> bool:
        """Whether something was done; whatever was not must have changed nothing."""
        before = await self.look()
        seen = len(self.seat.sent)
        if isinstance(message, dict):
            at = self.seat.state["at"]
            message = json.dumps({name: at if value == NOW else value for name, value in message.items()})
        await self.seat.socket.send(message)
        await self.seat.heard()  # whatever was sent is heard before this
        replies = [json.loads(text) for text in self.seat.sent[seen:-1]]
        said = [reply["type"] for reply in replies if reply["type"] not in TOLD]
        assert len(said) == 1, f"{message!r} was answered with {replies}"
        if said == ["done"]:
            return True
        failed = [reply["words"] for reply in replies if "failed" in reply.get("words", "")]
        assert not failed, f"the server failed at {message!r}"
        assert await self.look() == before, f"{message!r} was not done, but changed something"
        return False


@pytest.mark.parametrize("answers", [0, 2, 3, 5], ids=lambda answers: f"after {answers} answers")
async def test_no_message_breaks_a_battle(visit: Visit, server: Server, answers: int) -> None:
    luck = random.Random(answers)
    made = await visit.make(players={"a": "me", "b": "friend"})
    loop = asyncio.get_running_loop()
    async with visit.sit(made["seats"]["a"]) as seat, visit.sit(made["seats"]["b"]) as other:
        await seat.begun()
        await other.begun()
        for _ in range(answers):
            for page in (seat, other):
                await page.heard()
            page = seat if seat.state["question"] else other
            assert (await page.answer(await legal(page, luck)))["type"] == "done"
        await seat.heard()
        table = Table(visit, made, seat, other)
        troubles = len(server.troubles)

        @settings(max_examples=12)
        @given(messages=MESSAGES)
        def bombard(messages: list[Any]) -> None:
            for message in messages:
                asyncio.run_coroutine_threadsafe(table.send(message), loop).result(PATIENCE)

        await asyncio.to_thread(bombard)
        assert server.troubles[troubles:] == []
        assert (await visit.told("replay", made["seats"]["a"])).status_code == 200


async def test_a_number_beyond_all_bounds_is_refused_and_mixes_nothing_up(visit: Visit) -> None:
    """Two battles at once: each still gets the replies to what it has asked itself."""
    made = [await visit.make(), await visit.make()]
    async with visit.sit(made[0]["seats"]["a"]) as one, visit.sit(made[1]["seats"]["a"]) as other:
        await one.begun()
        await other.begun()
        for value in (2**64, -(10**30), [{"path": 10**300}]):
            assert (await one.ask("answer", value=value))["type"] == "refused"
        assert (await one.answer("amber"))["type"] == "done"
        assert (await other.ask("advise"))["type"] == "advice"
        assert (await one.ask("odds", option="stay"))["type"] == "odds"
        assert other.state["question"]["text"] == "Your password?"


@pytest.mark.parametrize("first", ["[" * 60_000, '{"do":"sit","seat":1}', '{"do":"sit"}', b"\xff", "null"])
async def test_the_first_message_may_be_anything(visit: Visit, server: Server, first: Any) -> None:
    troubles = len(server.troubles)
    async with visit.socket() as socket:
        await socket.send(first)
        assert json.loads(await socket.recv())["type"] == "refused"
    assert server.troubles[troubles:] == []


async def test_what_is_too_long_ends_only_that_visit(visit: Visit) -> None:
    from websockets.exceptions import ConnectionClosed

    made = await visit.make()
    async with visit.sit(made["seats"]["a"]) as seat:
        await seat.begun()
        await seat.socket.send("x" * 100_000)
        with pytest.raises(ConnectionClosed):
            await seat.heard()
    async with visit.sit(made["seats"]["a"]) as again:
        assert (await again.begun())["question"]
