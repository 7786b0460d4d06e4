"""Building a force over HTTP: the page keeps the draft, the server says how it stands."""

import asyncio
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.server.client import Visit
from tests.server.server import Server
from warbook.core.datafile import Written
from warbook.core.drafting import Sheet

pytestmark = pytest.mark.anyio


async def built(visit: Visit, **building: Any) -> Sheet:
    reply = await visit.http.post("/api/draft", json={"book": "steampunk", **building})
    assert reply.status_code == 200, reply.text
    return msgspec.json.decode(reply.content, type=Sheet)


async def refused(visit: Visit, **building: Any) -> str:
    reply = await visit.http.post("/api/draft", json={"book": "steampunk", **building})
    assert reply.status_code == 400, reply.text
    return reply.json()["words"]  # type: ignore[no-any-return]


def file(sheet: Sheet) -> dict[str, str]:
    return {"name": sheet.file.name, "text": sheet.file.text}


async def test_a_force_is_built_act_by_act_and_fights(visit: Visit) -> None:
    sheet = await built(visit)
    assert [fault.words for fault in sheet.faults] == ["an army has at least one unit; add one"]
    for act in ("nation/ork", "add/ork.ork-infantry", "0/replace/ork.ork-elite-infantry"):
        sheet = await built(visit, file=file(sheet), act=act, line=0)
    assert sheet.faults == ()
    assert "0/equip/ork.war-drum" in [offer.act for offer in sheet.lines[0].offers if not offer.barred]
    sheet = await built(visit, file=file(sheet), act="name", words="The Iron Fist")
    made = await visit.make("steampunk", forces=[file(sheet)], players={"a": "random", "b": "random"})
    assert made["title"].startswith("The Iron Fist against ")


async def test_the_books_that_build_say_so(visit: Visit) -> None:
    books = {book["id"]: book["builds"] for book in (await visit.http.get("/api/books")).json()}
    assert (books["steampunk"], books["necromunda"], books["toy"]) == (True, True, False)
    assert "Toy has no rules for building forces" in await refused(visit, book="toy")


async def test_what_is_not_allowed_is_refused_with_words(visit: Visit) -> None:
    sheet = await built(visit, act="nation/ork")
    assert "nothing of this sheet is called 'dance'" in await refused(visit, file=file(sheet), act="dance")
    tank = await built(visit, file=file(sheet), act="game/tank")
    words = await refused(visit, file=file(tank), act="add/ork.grunt")
    assert words == "Grunt: the army comes to 2 mp, and the tank game has 0; save 2"
    assert "not valid TOML" in await refused(visit, file={"name": "x", "text": "= ="})
    assert "longer than 80" in await refused(visit, file=file(sheet), act="name", words="x" * 81)


@pytest.mark.parametrize(
    "wrong",
    [
        {"line": -1},
        {"line": 2**70},
        {"line": "first"},
        {"act": "x" * 201},
        {"words": "x" * 2001},
        {"act": None},
        {"file": "x"},
        {"file": {"name": "", "text": ""}},
        {"file": {"name": "x" * 200, "text": ""}},
        {"colour": "red"},
    ],
    ids=lambda wrong: next(iter(wrong)),
)
async def test_what_makes_no_sense_is_refused(visit: Visit, wrong: dict[str, Any]) -> None:
    assert await refused(visit, **wrong)


async def test_a_file_of_thousands_of_purchases_harms_nobody(visit: Visit) -> None:
    names = ", ".join(f'"ork.thing-{number}"' for number in range(150))
    unit = f'[[units]]\nunit = "ork.ork-infantry"\nequip = [{names}]\n'
    sheet = await built(visit, file={"name": "x", "text": 'name = "A"\nnation = "ork"\n' + unit * 100})
    assert len(sheet.faults) == 100 * 150 + 1
    assert "length <= 100" in await refused(
        visit, file={"name": "x", "text": 'name = "A"\nnation = "ork"\n' + unit * 101}
    )


ACTS = st.lists(
    st.sampled_from(["add", "off", "equip", "replace", "name", "nation", "game", "side", "start"])
    | st.sampled_from(["0", "1", "7", "-1", "ork", "elf", "ork.troll", "ork.pyro", "tank", "asymmetric", ""])
    | st.text(max_size=5),
    max_size=4,
).map("/".join)
TEXTS = st.sampled_from(
    [
        'name = "A"\nnation = "ork"\n[[units]]\nunit = "ork.ork-infantry"\nequip = ["ork.pyro"]\n',
        'name = "A"\nnation = "orc"\nunits = []\n',
        'name = "A"\nnation = "../ork"\n[[units]]\nunit = "../../x.y"\nreplace = [""]\nequip = ["."]\n',
        'name = "A"\nnation = "elf"\ngame = "asymmetric"\n[[units]]\nunit = "ork.troll"\nequip = ["x"]\n',
    ]
) | st.text(max_size=40)


async def test_whatever_is_sent_the_server_answers_and_does_not_fail(visit: Visit, server: Server) -> None:
    troubles = len(server.troubles)
    statuses = set()
    loop = asyncio.get_running_loop()

    @given(act=ACTS, text=TEXTS, words=st.text(max_size=90), line=st.none() | st.integers(0, 12))
    @settings(max_examples=60, deadline=None, database=None)
    def send(act: str, text: str, words: str, line: int | None) -> None:
        building = {"file": {"name": "x", "text": text}, "act": act, "words": words, "line": line}
        asked = visit.http.post("/api/draft", json={"book": "steampunk", **building})
        reply = asyncio.run_coroutine_threadsafe(asked, loop).result(60)
        assert reply.status_code in (200, 400), reply.text
        statuses.add(reply.status_code)
        if reply.status_code == 200:
            sheet = msgspec.json.decode(reply.content, type=Sheet)
            assert isinstance(sheet.file, Written)

    await asyncio.to_thread(send)
    assert statuses == {200, 400}
    assert len(server.troubles) == troubles
