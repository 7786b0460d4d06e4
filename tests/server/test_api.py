"""Whatever is asked over HTTP is answered as the schema says, and nothing that is sent breaks anything."""

import re
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode, checks

from tests.books.necromunda.test_data import GANG
from tests.kit.patience import PATIENCE
from tests.server.client import Visit, new_address
from tests.server.server import Server
from warbook.server import limits

pytestmark = pytest.mark.anyio

GUARDS = {
    "content-security-policy": "default-src 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-cache",
}
CONFORMING = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
]

# ---------------------------------------------------------------- the schema


class From(requests.adapters.HTTPAdapter):
    """Requests that go out from an address of their own, which has its own limits."""

    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:
        super().init_poolmanager(*args, **kwargs, source_address=(new_address(), 0))


@pytest.fixture(scope="session")
def from_elsewhere():
    with requests.Session() as session:
        session.mount("http://", From())
        yield session


OPERATIONS = [
    "GET /api/books",
    "GET /api/books/{book}/rules",
    "GET /api/books/{book}/odds",
    "GET /api/books/{book}/search",
    "POST /api/odds",
    "POST /api/check",
    "POST /api/draft",
    "POST /api/cards",
    "POST /api/battles",
    "POST /api/records",
    "GET /api/house",
    "POST /api/names",
    "POST /api/names/device",
    "POST /api/names/leave",
    "POST /api/names/passphrase",
    "POST /api/names/battles",
    "POST /api/names/forget",
    "POST /api/names/seat",
    "GET /api/invitation",
    "POST /api/invitation",
    "POST /api/battle/onward",
    "GET /api/battle/replay",
    "GET /api/battle/record",
    "GET /api/battle/report",
    "GET /api/battle/ledger",
]


@pytest.fixture(scope="session")
def operations(server):
    """What the server's own schema offers."""
    schema = schemathesis.openapi.from_url(f"{server.address}/schema/openapi.json", timeout=PATIENCE)
    return {found.ok().label: found.ok() for found in schema.get_all_operations()}


def test_the_schema_offers_all_there_is(operations):
    assert sorted(operations) == sorted(OPERATIONS)


RIGHT, WRONG = GenerationMode.POSITIVE, GenerationMode.NEGATIVE
REQUESTS = [
    *((label, RIGHT) for label in OPERATIONS),
    # Any word may be a book's name, and who asks for the house says nothing.
    *((label, WRONG) for label in OPERATIONS if "books" not in label and "house" not in label),
]


@pytest.mark.parametrize(("label", "mode"), REQUESTS, ids=lambda value: getattr(value, "value", value))
def test_every_reply_is_as_the_schema_says(operations, from_elsewhere, label, mode):
    """Random requests, right and wrong: no failure of the server, and no reply but those in the schema."""
    operation = operations[label]
    statuses = set()

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(max_examples=25, database=None, suppress_health_check=list(HealthCheck))
    def ask(case):
        reply = case.call(session=from_elsewhere, timeout=PATIENCE)
        statuses.add(reply.status_code)
        case.validate_response(reply, checks=CONFORMING)

    ask()
    assert statuses and 429 not in statuses, "a limit hides what is behind it"


# ---------------------------------------------------------------- what is refused


async def posted(visit: Visit, path: str, **how: Any) -> tuple[int, str]:
    reply = await visit.http.post(path, **how)
    fault = reply.json()
    assert set(fault) == {"words", "rule"} and fault["words"]
    return reply.status_code, fault["words"]


@pytest.mark.parametrize("path", ["/api/battles", "/api/check", "/api/draft", "/api/cards", "/api/odds"])
@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"null",
        b"[]",
        b'{"book": 7}',
        b'{"book": ""}',
        b'{"book": "toy", "kind": "force", "file": {"name": "x", "text": 5}}',
        b'{"book": "toy", "no such field": 1}',
        b'{"book": "toy", "forces": "scouts"}',
        b'{"book": "toy", "rulings": [1]}',
        b'{"book": "necromunda", "rulings": {"premeasure": 1' + b"0" * 400 + b"}}",
        b'{"book": "necromunda", "rulings": {"premeasure": ' + b"[" * 300 + b"]" * 300 + b"}}",
        b'{"book": "toy", "players": ' + b"[" * 100_000,
        b'{"book": "toy", "seed": "\\u0000"}',
        b'{"book": "toy", "seed": ""}',
        b'{"book": "toy", "seed": "arranged 6,6,6 then 1"}',
        b'{"book": "\\ud800"}',
        b'{"book": "toy", "book": "toy", "kind": "x"}',
    ],
)
async def test_what_makes_no_sense_is_refused_with_words(visit, path, body):
    status, _ = await posted(visit, path, content=body, headers={"content-type": "application/json"})
    assert status == 400


@pytest.mark.parametrize("path", ["/api/battles", "/api/check", "/api/draft", "/api/cards", "/api/odds"])
async def test_what_is_too_large_is_refused(visit, path):
    body = b'{"book": "' + b"x" * limits.BODY + b'"}'
    status, _ = await posted(visit, path, content=body, headers={"content-type": "application/json"})
    assert status == 413


@pytest.mark.parametrize(
    "name",
    ["chess", "../../etc/passwd", "..", "x.toml", "necromunda/../necromunda", "NECROMUNDA", "os", "a\nb"],
)
async def test_names_are_names_and_never_paths(visit, name):
    """Nothing is looked for on the disk: every name must be one of those on offer."""
    for wanted in (
        {"book": name},
        {"book": "necromunda", "scenario": name},
        {"book": "necromunda", "forces": [name]},
        {"book": "toy", "players": {"a": name}},
        {"book": "toy", "players": {name: "me"}},
        {"book": "necromunda", "rulings": {name: True}},
    ):
        status, words = await posted(visit, "/api/battles", json=wanted)
        assert status == 400 and "root:" not in words
        assert "there is no" in words or "nobody plays a side" in words or "not" in words, words
    for force in ({"book": name, "force": "orlock_sample"}, {"book": "necromunda", "force": name}):
        status, words = await posted(visit, "/api/cards", json=force)
        assert status == 400 and "there is no" in words


async def test_a_force_on_offer_and_one_of_ones_own_have_cards(visit):
    own = {"name": "mine.toml", "text": GANG}
    for force, cost in (("orlock_sample", "165 credits"), (own, "140 credits")):
        reply = await visit.http.post("/api/cards", json={"book": "necromunda", "force": force})
        assert reply.status_code == 200, reply.text
        leader = reply.json()[0]
        assert (leader["kind"], leader["cost"]) == ("Gang leader", cost)
        assert leader["profile"] and leader["arms"]


async def test_a_book_that_is_not_there_has_no_rules(visit):
    for name in ("chess", "..%2f..%2fetc%2fpasswd", "x.toml"):
        reply = await visit.http.get(f"/api/books/{name}/rules")
        assert reply.status_code == 404 and reply.json()["words"]


@pytest.mark.parametrize(
    ("text", "line", "field"),
    [
        ('name = "Rats"\nname = "Mice"\n', "line 2", ""),
        ('id = "rats"\nname = 5\n', "line 2", "name"),
        ('id = "rats"\nnmae = "Rats"\n', "line 2", "nmae"),
    ],
)
async def test_a_broken_force_is_refused_with_file_line_and_field(visit, text, line, field):
    file = {"name": "rats.toml", "text": text}
    draft = {"book": "necromunda", "kind": "force", "file": file}
    for path, body in (
        ("/api/check", draft),
        ("/api/cards", {"book": "necromunda", "force": file}),
        ("/api/battles", {"book": "necromunda", "forces": [file]}),
    ):
        status, words = await posted(visit, path, json=body)
        assert status == 400
        assert "rats.toml" in words and line in words and field in words, words


async def test_html_in_names_is_only_ever_text(visit):
    """What somebody wrote comes back as JSON, marked as such, and in a report it is spelt out."""
    evil = "<script>alert(1)</script>"
    text = re.sub(r'^name = ".*"', f'name = "{evil}"', GANG, flags=re.MULTILINE)
    assert evil in text
    file = {"name": f"{evil}.toml", "text": text}
    reply = await visit.http.post("/api/check", json={"book": "necromunda", "kind": "force", "file": file})
    assert reply.status_code == 200, reply.text
    assert evil in reply.json()["name"] and reply.headers["content-type"] == "application/json"
    wanted = {"book": "necromunda", "forces": [file], "players": {"a": "random", "b": "random"}}
    made = await visit.http.post("/api/battles", json=wanted)
    assert made.status_code == 201 and made.headers["content-type"] == "application/json"
    async with visit.sit(made.json()["watch"]) as watch:
        await watch.begun()
    report = await visit.told("report", made.json()["watch"])
    assert report.headers["content-type"].startswith("text/html")
    assert "<script" not in report.text and "&lt;script&gt;" in report.text
    broken = {"book": "necromunda", "kind": "force", "file": {"name": f"{evil}.toml", "text": "="}}
    refused = await visit.http.post("/api/check", json=broken)
    assert refused.status_code == 400 and refused.headers["content-type"] == "application/json"


# ---------------------------------------------------------------- limits and guards


async def test_whoever_asks_too_much_is_told_to_wait(tmp_path):
    """Others are not held up by it. No time passes there, so the machine may be as slow as it likes."""
    with Server(f"sqlite:///{tmp_path}/battles.db", env={"WARBOOK_STILL": "1"}) as server:
        async with Visit(server.address) as visit:
            asked = {"url": "/api/battle/ledger", "headers": {"x-seat": "no-such-seat-anywhere"}}
            statuses = [(await visit.http.get(**asked)).status_code for _ in range(300)]
            assert set(statuses) == {404}
            told = await visit.http.get(**asked)
            assert told.status_code == 429 and "wait" in told.json()["words"]
        async with Visit(server.address) as other:
            assert (await other.make())["battle"]


def test_what_was_asked_for_comes_back_with_time():
    now = [1000.0]
    bucket = limits.Bucket(3.0, 0.5, lambda: now[0])
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    assert bucket.lacks() == 2.0, "one every two seconds"
    now[0] += 1.5
    assert bucket.lacks() == 0.5 and not bucket.take()
    now[0] += 0.5
    assert bucket.take() and not bucket.take()
    now[0] += 1e6
    assert [bucket.take() for _ in range(4)] == [True, True, True, False], "no more than at first"


def test_each_address_has_its_own_measure_and_the_oldest_is_forgotten(monkeypatch):
    monkeypatch.setattr(limits, "REQUESTS", (1.0, 1.0))
    monkeypatch.setattr(limits, "MOST_ADDRESSES", 2)
    gate = limits.Gate(lambda: 0.0)
    assert gate.take("x") and not gate.take("x")
    assert gate.take("y") and not gate.take("y") and not gate.take("x")
    assert gate.take("z") and list(gate.buckets) == ["x", "z"]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("GET", "/table", 200),
        ("GET", "/web/index.html", 200),
        ("GET", "/web/no-such-file.js", 404),
        ("GET", "/web/../app.py", 404),
        ("GET", "/web/%2e%2e/app.py", 404),
        ("GET", "/no/such/page", 404),
        ("POST", "/", 405),
        ("GET", "/api/books", 200),
        ("GET", "/api/books/chess/rules", 404),
        ("GET", "/api/battles", 405),
        ("POST", "/api/battles", 415),
        ("GET", "/api/battle/replay", 400),
        ("GET", "/schema/openapi.json", 200),
    ],
)
async def test_every_reply_has_its_guards(visit, method, path, status):
    reply = await visit.http.request(method, path)
    assert reply.status_code == status
    for name, start in GUARDS.items():
        assert reply.headers.get(name, "").startswith(start), f"{path} lacks {name}"
    assert "unsafe" not in reply.headers["content-security-policy"]
    assert "server" not in reply.headers or "uvicorn" in reply.headers["server"]


async def test_a_broken_link_gets_a_page_with_words_and_a_program_gets_json(
    visit: Visit,
) -> None:
    browser = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    for path, status in (("/nowhere", 404), ("/table/x", 404), ("/web/no.js", 404), ("/api/battles", 405)):
        page = await visit.http.get(path, headers=browser)
        assert page.status_code == status
        assert page.headers["content-type"].startswith("text/html")
        assert "To the front page" in page.text and "default-src" in page.headers["content-security-policy"]
        told = await visit.http.get(path)
        assert told.status_code == status and told.json()["words"]
    unknown = await visit.http.get("/api/books/<b>no</b>/rules", headers=browser)
    assert unknown.status_code == 404 and "<b>no</b>" not in unknown.text
