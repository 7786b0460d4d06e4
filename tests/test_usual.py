"""A switch has one default at every door: in the library, in the terminal, over the API and on its page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.server.client import Visit
from tests.server.conftest import anyio_backend, server, visit
from tests.terminal.commands import command
from tests.terminal.skirmish import skirmish
from warbook import load_book
from warbook.core.catalog import Ruling
from warbook.core.shelf import book_ids

__all__ = ["anyio_backend", "server", "visit"]  # the fixtures of the server's tests

BOOK = load_book("necromunda")
GANGS = ["orlock_sample", "goliath_sample"]


def test_a_switch_may_have_another_default_between_people() -> None:
    one = Ruling("x", "", switch="one", default=True, between_people=False)
    other = Ruling("y", "", switch="other", default=3)
    assert [one.usual(people) for people in (0, 1, 2, 3)] == [True, True, False, False]
    assert [other.usual(people) for people in (0, 1, 2, 3)] == [3, 3, 3, 3]


@pytest.mark.parametrize("book_id", [book_id for book_id in book_ids() if load_book(book_id).rulings])
def test_what_the_catalog_says_is_what_a_setup_has(book_id: str) -> None:
    book = load_book(book_id)
    forces = [choice.id for choice in book.forces()][:1] * 2
    for people in (0, 1, 2):
        rulings = book.setup(book.scenarios()[0].id, forces, {}, people).rulings
        found = {name: getattr(rulings, name) for name in book.rulings}
        assert {name: list(each) if isinstance(each, tuple) else each for name, each in found.items()} == (
            book.usual(people)
        )


def test_in_the_library() -> None:
    on, off = {"premeasure": "on"}, {"premeasure": "off"}
    measured = [
        BOOK.measured(BOOK.setup("gang_fight", GANGS, rulings, people))
        for rulings, people in (({}, 0), ({}, 1), ({}, 2), (on, 2), (off, 1))
    ]
    assert measured == [True, True, False, True, False]
    assert BOOK.measured(BOOK.setup("gang_fight", GANGS, {}))


@pytest.mark.parametrize(
    ("given", "known"),
    [
        (("--player", "me", "--player", "random"), True),
        (("--player", "me", "--player", "friend"), False),
        (("--player", "me", "--player", "friend", "--ruling", "premeasure=on"), True),
        (("--player", "me", "--player", "random", "--ruling", "premeasure=off"), False),
    ],
)
def test_in_the_terminal(
    given: tuple[str, ...], known: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    play = ("play", "necromunda", "--plain", *skirmish(tmp_path), "--seed", "1", *given)
    command(*play, keyboard="save battle.json\nquit\n")
    saved = json.loads((tmp_path / "battle.json").read_text())
    assert saved["setup"]["rulings"]["premeasure"] is known


def test_watching_bots(tmp_path: Path) -> None:
    file = tmp_path / "battle.json"
    command("watch", "necromunda", *skirmish(tmp_path), "--seed", "1", "--quiet", "--record", file)
    assert json.loads(file.read_text())["setup"]["rulings"]["premeasure"] is True


def test_what_the_rulebook_says() -> None:
    page = " ".join(command("rules", "necromunda", "premeasure").page.split())
    assert "--ruling premeasure=on (one of on, off), between people off unless it is given." in page


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("players", "rulings", "known"),
    [
        ({"a": "me", "b": "drill"}, {}, True),
        ({}, {}, True),
        ({"a": "me", "b": "friend"}, {}, False),
        ({"a": "me", "b": "me"}, {}, False),
        ({"a": "drill", "b": "drill"}, {}, True),
        ({"a": "me", "b": "friend"}, {"premeasure": True}, True),
        ({"a": "me", "b": "drill"}, {"premeasure": False}, False),
    ],
)
async def test_over_the_api(
    visit: Visit, players: dict[str, str], rulings: dict[str, bool], known: bool
) -> None:
    made = await visit.make("necromunda", players=players, rulings=rulings)
    async with visit.sit(made["watch"]) as page:
        scene = page.scene
    assert scene["measured"] is known and scene["rulings"]["premeasure"] is known


@pytest.mark.anyio
async def test_a_book_says_so_on_its_shelf(visit: Visit) -> None:
    shelves = (await visit.http.get("/api/books")).json()
    (switch,) = [each for shelf in shelves for each in shelf["switches"] if each["id"] == "premeasure"]
    assert (switch["default"], switch["between_people"]) == (True, False)
