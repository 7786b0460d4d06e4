"""Driving, squads that follow and a side that the book plays, as pages are sent them."""

import random

import pytest

from tests.server.client import TWO, Visit, legal
from warbook.core.record import decode
from warbook.core.tape import Answer

pytestmark = pytest.mark.anyio


async def test_a_drive_is_lit_found_and_answered_with_its_legs(visit: Visit) -> None:
    made = await visit.make("convoy", players={"a": "me", "b": "random"})
    async with visit.sit(made["seats"]["a"]) as a:
        question = (await a.begun())["question"]
        assert (question["kind"], question["driven"], question["heading"]) == ("route", True, 0.0)
        assert question["start"] == [4.0, 4.0, 0.0]
        reach = await a.ask("reach")
        assert all(len(row) == 4 for row in reach["spots"]) and [7.0, 4.0, 0.0, 45.0] in reach["spots"]
        way = await a.ask("way", x=7.0, y=4.0, facing=45.0)
        assert (way["legs"], way["facings"]) == ([[0.0, 3.0], [45.0, 0.0]], [0.0, 0.0, 45.0])
        assert (way["path"][-1], way["cost"]) == ([7.0, 4.0, 0.0], 3.0)
        refused = await a.answer({"legs": [[0, 6.1]]})
        assert (refused["type"], refused["rule"]) == ("refused", "convoy.drive")
        assert (await a.answer({"path": [[7, 4]]}))["type"] == "refused"
        assert (await a.answer({"legs": way["legs"]}))["type"] == "done"
        truck = next(piece for piece in a.state["pieces"] if piece["id"] == "truck-a")
        assert (truck["x"], truck["facing"], truck["hull"]["length"]) == (7.0, 45.0, 4.0)
        assert truck["hull"]["mounts"][0]["name"] == "horn"
        moved = next(event for event in a.state["events"] if event["type"] == "Moved")
        assert moved["facings"] == [0.0, 0.0, 45.0]
        assert (await a.undo())["type"] == "done"


async def test_the_rest_of_a_squad_is_suggested(visit: Visit) -> None:
    made = await visit.make("convoy", players={"a": "me", "b": "random"})
    async with visit.sit(made["seats"]["a"]) as a:
        await a.begun()
        assert (await a.ask("suggest"))["value"] is None  # a truck goes nowhere as a rule
        await a.answer({"legs": []})
        question = a.state["question"]
        assert question["suggests"] and question["judged"] and question["parts"]["abe"]["suggests"]
        usual = (await a.ask("suggest", part=["ada"]))["value"]
        assert usual == {"path": [[4.0, 8.0, 0.0]], "facing": None}
        rest = await a.ask("suggest", value={"abe": {"path": [[2.5, 11.0]]}})
        assert rest["type"] == "suggested" and list(rest["value"]) == ["abe", "ada", "alf"]
        assert all(way["path"][-1][1] > 9.0 for way in rest["value"].values())
        refused = await a.ask("suggest", value={"abe": {"path": [[2.5, 12.1]]}})
        assert refused["type"] == "refused" and "only 4 may be spent" in refused["words"]
        assert (await a.answer(rest["value"]))["type"] == "done"


async def test_two_people_play_a_battle_with_a_side_that_the_book_plays(visit: Visit) -> None:
    made = await visit.make("convoy", scenario="badlands", players=TWO)
    assert made["seats"].keys() == {"a", "b"}
    luck = random.Random(4)
    async with visit.sit(made["seats"]["a"]) as a, visit.sit(made["seats"]["b"]) as b:
        await a.begun()
        await b.begun()
        assert [(side["id"], side["player"]) for side in a.scene["sides"]] == [
            ("a", "me"),
            ("b", "friend"),
            ("c", ""),
        ]
        while not a.state["over"]:
            seat = a if a.state["waiting"] == ["a"] else b
            reply = await seat.answer(await legal(seat, luck))
            if reply["type"] == "done":
                for page in (a, b):
                    await page.heard()
        record = decode((await visit.told("record", made["seats"]["a"])).content, "record")
        drive = record.steps[0].tape[0]
        assert isinstance(drive, Answer) and drive.side == "a" and list(drive.value) == ["legs"]
        replay = await visit.replay(made["seats"]["b"])
        assert any(event["type"] == "Moved" and event["piece"] == "truck-c" for event in replay["events"])
