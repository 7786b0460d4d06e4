"""`warbook verify-dice`: what is said about the dice of a battle, and how the command ends."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.terminal.commands import Done, command
from tests.terminal.skirmish import skirmish
from warbook.core.dice import Seeded
from warbook.core.game import Game
from warbook.core.luck import Luck, commitment, new_secret, seed_of
from warbook.core.record import Record, _seal, record_for, record_of, write
from warbook.core.shelf import load_book
from warbook.players.random import Random
from warbook.terminal.battles import Order, make_setup

SECRET = new_secret()
SHARES = {"a": "abcd", "b": ""}
LUCK = Luck(commitment(SECRET), SECRET, SHARES)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    book, options = load_book("necromunda"), skirmish(tmp_path_factory.mktemp("yard"))
    setup = make_setup(book, Order(options[1], (options[3], options[5])), people=0)
    players = {"a": Random(1), "b": Random(2)}
    game = Game(book, setup, players, Seeded(seed_of(SECRET, SHARES)), recording=True)
    game.advance()
    return game


def checked(record: Record, path: Path, *kept: str) -> Done:
    write(record, path)
    return command("verify-dice", path, *kept)


def forged(game: Game, path: Path, change: Any) -> Done:
    """By somebody who knows how to make a seal."""
    fields = json.loads(msgspec.json.encode(record_of(game, luck=LUCK)))
    change(fields)
    record = msgspec.convert(fields, Record)
    record.seal = _seal(record)
    return checked(record, path)


def test_fair_dice(game: Game, tmp_path: Path) -> None:
    done = checked(record_of(game, luck=LUCK), tmp_path / "r.json")
    assert (done.code, done.errors) == (0, "")
    rolls = sum(type(event).__name__ == "Rolled" for event in game.events)
    assert done.page.splitlines() == [
        "The commitment published before the battle matches the secret.",
        "The seed follows from the secret and what was added by a.",
        f"Every one of {rolls} rolls is what the seed gives.",
        "About the host it proves nothing, unless you name --commitment and --share.",
    ]


def test_what_a_page_kept_proves_that_the_host_kept_its_word(game: Game, tmp_path: Path) -> None:
    kept = ("--commitment", LUCK.commitment, "--share", SHARES["a"])
    done = checked(record_of(game, luck=LUCK), tmp_path / "r.json", *kept)
    assert (done.code, done.errors) == (0, "")
    assert done.page.splitlines()[-2:] == [
        "What your page added is in the seed, as the share of a.",
        "The host was bound to its secret before that came, so it could not choose the dice.",
    ]


@pytest.mark.parametrize(
    ("kept", "words"),
    [
        (("--commitment", LUCK.commitment, "--share", "ee" * 32), "is not in the seed: the host left it out"),
        (("--share", "ee" * 32), "is not in the seed: the host left it out"),
        (("--share", ""), "is not in the seed"),
        (("--commitment", commitment(new_secret()), "--share", SHARES["a"]), "has changed its secret since"),
    ],
)
def test_a_host_who_broke_its_word(game: Game, tmp_path: Path, kept: tuple[str, ...], words: str) -> None:
    """The record fits together: it is another seed than was promised."""
    record = record_of(game, luck=LUCK)
    assert checked(record, tmp_path / "r.json").code == 0
    done = checked(record, tmp_path / "r.json", *kept)
    assert done.code == 1 and words in done.page.replace("\n", " ")


def test_a_host_who_says_that_the_seed_was_chosen(game: Game, tmp_path: Path) -> None:
    record = record_of(game)
    for kept, words in (
        (("--commitment", LUCK.commitment), "has changed its secret since"),
        (("--share", SHARES["a"]), "is not in it"),
    ):
        done = checked(record, tmp_path / "r.json", *kept)
        assert done.code == 1 and words in done.page.replace("\n", " ")


def test_a_seed_that_was_chosen(game: Game, tmp_path: Path) -> None:
    done = checked(record_of(game), tmp_path / "r.json")
    assert done.code == 0
    assert "was chosen beforehand, so only the rolls can be checked" in " ".join(done.page.split())
    assert "rolls is what the seed gives." in done.page


def _another_die(fields: dict[str, Any]) -> None:
    throw = next(entry for step in fields["steps"] for entry in step["tape"] if entry[0] == "dice")
    throw[1][0] = throw[1][0] % 6 + 1


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda f: f["luck"].update(secret=new_secret()), "does not match the secret"),
        (lambda f: f["luck"].update(secret=""), "does not match the secret"),
        (lambda f: f["luck"]["shares"].update(b="01"), "The seed does not follow from the secret"),
        (lambda f: f.update(seed="7"), "The seed does not follow from the secret"),
        (lambda f: f.update(luck=None, seed="7"), "The rolls do not hold: step "),
        (_another_die, "The rolls do not hold: step "),
        (lambda f: f["events"].pop(), "The rolls do not hold: the record tells "),
        (lambda f: f.update(seed=None), "played with real dice"),
    ],
)
def test_what_does_not_hold_is_said(game: Game, tmp_path: Path, change: Any, words: str) -> None:
    done = forged(game, tmp_path / "r.json", change)
    assert done.code == 1 and words in done.page.replace("\n", " ")


def test_a_battle_that_is_not_over(game: Game, tmp_path: Path) -> None:
    begun = Game(game.book, game.setup, {}, Seeded(seed_of(SECRET, SHARES)), recording=True)
    begun.advance()
    for record in (record_of(begun, luck=LUCK), record_for(begun, "a", luck=LUCK)):
        done = checked(record, tmp_path / "r.json")
        assert done.code == 1 and "The battle is not over" in done.page


@pytest.mark.parametrize("data", [b"", b"{}", b"\xff", b'{"format": 1, "book": "necromunda"}'])
def test_a_file_that_is_no_record(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "r.json").write_bytes(data)
    done = command("verify-dice", tmp_path / "r.json")
    assert done.code == 2 and "r.json" in done.errors
    assert command("verify-dice", tmp_path / "none.json").code == 2
