"""Rules and odds over HTTP: the same as in the terminal, and a sentence for whatever is wrong."""

import json
from fractions import Fraction

import pytest

from tests.kit.asked import sampled
from tests.server.client import Visit
from tests.terminal.commands import command
from warbook.core.shelf import load_book

pytestmark = pytest.mark.anyio

BOOKS = ("arap", "duel", "gorkamorka", "necromunda", "steampunk", "vehicles")
SAMPLES = 3
SHOT = ["bs=3", "s=3", "t=3"]


async def asked(visit: Visit, book: str, question: str, **more):
    return await visit.http.post("/api/odds", json={"book": book, "question": question, **more})


def exact(part: list[dict]) -> dict[str, Fraction]:
    return {each["name"]: Fraction(each["exact"]) for each in part}


@pytest.mark.parametrize("book", BOOKS)
async def test_every_question_is_answered_as_the_terminal_does(visit: Visit, book: str):
    """Or refused with the same words."""
    answered = 0
    for question in load_book(book).questions.values():
        for seed in range(SAMPLES):
            given = sampled(question, seed)
            told = command("odds", book, question.id, *given, "--json", "--fractions")
            reply = await asked(visit, book, question.id, given=given)
            if told.code:
                assert reply.status_code == 400
                assert reply.json()["words"] in told.errors
                continue
            data, first = json.loads(told.page), reply.json()["first"]
            assert exact(first["outcomes"]) == {
                name: Fraction(each) for name, each in data["outcomes"].items()
            }
            also = exact(first["also"]) | exact(first["means"])
            assert also == {name: Fraction(each) for name, each in data["also"].items()}
            answered += 1
    assert answered >= len(load_book(book).questions)


async def test_two_set_ups_and_their_difference(visit: Visit):
    given = ["bs=3", "s=3", "t=3"]
    reply = (await asked(visit, "necromunda", "shot", given=given, against=["mods=-1", "s=4"])).json()
    against = ("--against", "mods=-1", "--against", "s=4")
    told = command("odds", "necromunda", "shot", *given, *against, "--json", "--fractions")
    first, second = json.loads(told.page)
    for name, value in exact(reply["differences"]).items():
        parts = [Fraction({**each["outcomes"], **each["also"]}[name]) for each in (first, second)]
        assert value == parts[1] - parts[0]
    assert (reply["second"]["values"]["mods"], reply["second"]["values"]["s"]) == (-1, 4)


async def test_values_are_varied_as_in_the_terminal(visit: Visit):
    given, vary = ["bs=3", "s=3", "t=3"], ["t=2..4", "save=none,5"]
    reply = (await asked(visit, "necromunda", "shot", given=given, vary=vary)).json()["varied"]
    told = command("odds", "necromunda", "shot", *given, "--vary", vary[0], "--vary", vary[1], "--json")
    cases = json.loads(told.page)
    assert reply["ranges"] == {"t": ["2", "3", "4"], "save": ["none", "5"]}
    assert reply["usual"] == "out"
    for row, case in zip(reply["rows"], cases, strict=True):
        assert dict(zip(reply["chances"], row, strict=True)) == {**case["outcomes"], **case["also"]}


async def test_by_name_with_what_came_of_it(visit: Visit):
    given = ["shooter=Vex", "weapon=Heavy stubber", "target=Moth", "when=target is in cover"]
    first = (await asked(visit, "necromunda", "shot", given=given)).json()["first"]
    assert {"bs": 4, "s": 4, "mods": -2}.items() <= first["values"].items()


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"book": "nothing"}, "there is no book 'nothing'"),
        ({"question": "nothing"}, "has no odds question 'nothing'; its questions are: shot"),
        ({"given": ["bs"]}, "'bs' is not a parameter: write name=value"),
        ({"given": ["bs=3", "s=3", "t=11"]}, "t cannot be '11', it is a whole number from 1 to 10"),
        ({"given": ["shooter=Nobody"]}, "shooter cannot be 'Nobody'"),
        ({"given": ["bs=3"]}, "still needs s, t"),
        ({"given": SHOT, "vary": ["t=9..2"]}, "is no range"),
        ({"given": SHOT, "vary": ["mods=-20..20", "bs=0..10"]}, "that would be 451 set-ups"),
        ({"given": SHOT, "vary": ["t=2..3"], "against": ["s=4"]}, "not varied at the same time"),
    ],
)  # fmt: skip
async def test_wrong_parameters_get_a_sentence(visit: Visit, more, words):
    reply = await visit.http.post("/api/odds", json={"book": "necromunda", "question": "shot", **more})
    assert reply.status_code == 400
    assert words in reply.json()["words"]


@pytest.mark.parametrize("book", BOOKS)
async def test_pages_are_there_for_every_book(visit: Visit, book: str):
    rule = next(iter(load_book(book).rules.rules))
    for path in (f"/rules/{book}", f"/rules/{book}/{rule}", f"/rules/{book}/quick", f"/odds/{book}"):
        reply = await visit.http.get(path)
        assert reply.status_code == 200 and reply.headers["content-type"].startswith("text/html")
    desk = json.loads(reply.text.partition('id="desk">')[2].partition("</script>")[0])
    assert desk == (await visit.http.get(f"/api/books/{book}/odds")).json()
    assert [each["id"] for each in desk["questions"]] == list(load_book(book).questions)


async def test_what_is_not_there_is_said_on_a_page_of_its_own(visit: Visit):
    for path in ("/rules/nothing", "/rules/necromunda/nec.nothing", "/odds/nothing", "/rules/%3Cb%3E"):
        reply = await visit.http.get(path)
        assert reply.status_code == 404
        assert "<h1>That is not in the book</h1>" in reply.text and "<b>" not in reply.text
    assert (await visit.http.get("/api/books/nothing/search?words=x")).status_code == 404


async def test_a_search_without_a_script_is_a_page(visit: Visit):
    reply = await visit.http.get("/rules/necromunda", params={"words": "partial cover"})
    listed = (await visit.http.get("/api/books/necromunda/search", params={"words": "partial cover"})).json()
    assert listed and all(f'href="{each["address"]}"' in reply.text for each in listed)
    assert 'value="partial cover"' in reply.text
    assert "form-action 'self'" in reply.headers["content-security-policy"]
