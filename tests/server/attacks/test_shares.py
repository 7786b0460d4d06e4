"""What a page adds to the dice: after the commitment, once, and told to nobody."""

from __future__ import annotations

import json

import pytest

from tests.server.client import TWO, Seat, Visit
from warbook.core.luck import commitment

pytestmark = pytest.mark.anyio


async def test_only_what_comes_after_the_commitment_counts(visit: Visit) -> None:
    """A page that told its share with its first words would be understood by no server of ours."""
    made = await visit.make()
    async with visit.socket() as socket:
        await socket.send(json.dumps({"do": "sit", "seat": made["seats"]["a"], "luck": "aa" * 32}))
        assert json.loads(await socket.recv())["type"] == "refused"


async def test_the_same_share_can_be_sent_again_and_another_cannot(visit: Visit) -> None:
    made = await visit.make(scenario="short")
    async with (
        visit.sit(made["seats"]["a"], "aaaa") as one,
        visit.sit(made["seats"]["a"], "ignored") as other,
    ):
        await one.begun()
        await other.begun()
        assert (await one.say("share", share="aaaa"))["type"] == "done"
        assert (await other.say("share", share="aaaa"))["type"] == "done"
        refused = await other.say("share", share="bbbb")
        assert refused["type"] == "refused" and "another page of this seat" in refused["words"]
    async with visit.sit(made["watch"]) as watch:
        await watch.begun()
        assert (await watch.say("share", share="cccc"))["type"] == "refused"


async def test_who_comes_later_is_shown_what_was_added_before_but_not_told_it(visit: Visit) -> None:
    made = await visit.make(players=TWO)
    async with visit.sit(made["seats"]["a"], "c0ffee"), visit.socket() as socket:
        late = Seat(socket)
        await late.send(do="sit", seat=made["seats"]["b"])
        welcomed = await late.until("welcome")
        assert welcomed["adds"] and welcomed["given"] == {"a": commitment("c0ffee")}
        assert "c0ffee" not in "".join(late.sent)
