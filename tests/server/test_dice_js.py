"""The page's dice are the same as ours, hash by hash and roll by roll."""

import hashlib
import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.core.toy import TOY, Setup
from tests.kit.patience import PATIENCE
from warbook.core.dice import Seeded
from warbook.core.game import Game
from warbook.core.luck import Luck, commitment, new_secret, seed_of
from warbook.core.record import record_of
from warbook.players.random import Random

MODULE = Path(__file__).parents[2] / "warbook" / "server" / "web" / "table" / "dice.js"
NODE = shutil.which("node")

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no node here")

SCRIPT = """
import { readFileSync } from "node:fs";
import { blake2b, checkDice, commitment, seedOf, seeded } from "./dice.mjs";

const bytes = (text) => Uint8Array.from(Buffer.from(text, "hex"));
const ask = {
  hash: ([data, length, key]) => Buffer.from(blake2b(bytes(data), length, bytes(key))).toString("hex"),
  dice: ([seed, throws], dice = seeded(seed)) => throws.map(([sides, count]) => dice.throw(sides, count)),
  commitment: ([secret]) => commitment(secret),
  seed: ([secret, shares]) => seedOf(secret, shares),
  check: ([record, seen]) => checkDice(record, seen && { ...seen, name: (side) => side.toUpperCase() }),
};
const asked = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(asked.map(([what, ...rest]) => ask[what](rest))));
"""


@pytest.fixture
def page(tmp_path: Path) -> Any:
    """Asks the module of the page."""
    shutil.copy(MODULE, tmp_path / "dice.mjs")
    (tmp_path / "ask.mjs").write_text(SCRIPT)

    def ask(*asked: list[Any]) -> list[Any]:
        assert NODE is not None
        done = subprocess.run(
            [NODE, str(tmp_path / "ask.mjs")],
            input=json.dumps(asked),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)  # type: ignore[no-any-return]

    return ask


def test_hashes(page: Any) -> None:
    luck = random.Random(1)
    lengths = [0, 1, 7, 8, 63, 64, 65, 127, 128, 129, 255, 256, 257, 1000]
    cases = [
        (luck.randbytes(length), digest, luck.randbytes(key))
        for length in lengths
        for digest, key in ((64, 0), (32, 0), (16, 32), (64, 64), (1, 1), (63, 17))
    ]
    given = page(*(["hash", data.hex(), digest, key.hex()] for data, digest, key in cases))
    assert given == [
        hashlib.blake2b(data, digest_size=digest, key=key).hexdigest() for data, digest, key in cases
    ]


def test_dice(page: Any) -> None:
    luck = random.Random(2)
    for_seed = {
        seed: [(luck.choice([1, 2, 3, 6, 7, 20, 100, 200, 256]), luck.randrange(20)) for _ in range(60)]
        for seed in ("", "7", "Zürich", new_secret())
    }
    given = page(*(["dice", seed, throws] for seed, throws in for_seed.items()))
    for (seed, throws), faces in zip(for_seed.items(), given, strict=True):
        dice = Seeded(seed)
        assert faces == [list(dice.throw(sides, count, "", None, None)) for sides, count in throws]


def test_commitments_and_seeds(page: Any) -> None:
    secret = new_secret()
    shares = [
        {},
        {"a": "", "b": "00ff"},
        {"b": "12", "a": "34"},
        {"z": "01", "é": "02", "𝄞": "03", "zz": "", "Ａ": ""},
    ]
    first, *seeds = page(["commitment", secret], *(["seed", secret, each] for each in shares))
    assert first == commitment(secret)
    assert seeds == [seed_of(secret, each) for each in shares]


def finished(luck: Luck | None = None) -> dict[str, Any]:
    seed = "toy" if luck is None else seed_of(luck.secret, luck.shares)
    game = Game(TOY, Setup(rounds=20), {"a": Random(1), "b": Random(2)}, Seeded(seed), recording=True)
    game.advance()
    data: dict[str, Any] = json.loads(msgspec.json.encode(record_of(game, luck=luck)))
    return data


def test_a_finished_battle(page: Any) -> None:
    secret = "5a" * 32  # always the same battle, one with dice enough
    good = finished(Luck(commitment(secret), secret, {"a": "abcd", "b": ""}))
    rolls = [number for number, event in enumerate(good["events"]) if event["type"] == "Rolled"]
    assert len(rolls) > 5

    def bad(change: Any) -> dict[str, Any]:
        changed: dict[str, Any] = json.loads(json.dumps(good))
        change(changed)
        return changed

    def another_face(record: dict[str, Any]) -> None:
        roll = record["events"][rolls[3]]
        roll["faces"][0] = roll["faces"][0] % 6 + 1

    verdicts = page(
        ["check", good],
        ["check", finished()],
        ["check", bad(another_face)],
        ["check", bad(lambda record: record["events"].pop(rolls[0]))],
        ["check", bad(lambda record: record.update(seed="toy"))],
        ["check", bad(lambda record: record["luck"].update(secret=new_secret()))],
        ["check", bad(lambda record: record["luck"]["shares"].update(b="01"))],
        ["check", bad(lambda record: record["events"][rolls[0]].update(sides=1000))],
        ["check", bad(lambda record: record.update(seed=None))],
        ["check", bad(lambda record: record.update(winner=None))],
    )
    assert [verdict["ok"] for verdict in verdicts] == [True, True] + [False] * 8
    assert verdicts[0]["rolls"] == len(rolls)
    words = [verdict["words"] for verdict in verdicts]
    assert f"all {len(rolls)} rolls are what the seed gives" in words[0]
    assert not any(verdict["proved"] for verdict in verdicts) and "added nothing itself" in words[0]
    assert "chosen beforehand" in words[1]
    assert f"Roll 4 of {len(rolls)} (toy.shot)" in words[2]
    assert "Roll " in words[3]
    assert "seed does not follow" in words[4] and "seed does not follow" in words[6]
    assert "commitment does not match" in words[5]
    assert "sides" in words[7] and "real dice" in words[8] and "not over" in words[9]


SECRET = "5a" * 32
SHARES = {"a": "abcd" * 8, "b": "0123" * 8}


def kept(record: dict[str, Any], **other: Any) -> dict[str, Any]:
    """What an honest server leaves with the page of side a, who came last."""
    rolls = [event["faces"] for event in record["events"] if event["type"] == "Rolled"]
    added = {"side": "a", "share": SHARES["a"], "given": {"b": commitment(SHARES["b"])}, "taken": True}
    added.update(other.pop("added", {}))
    return {"commitment": commitment(SECRET), "side": "a", "rolls": rolls, **other, "added": [added]}


def test_what_the_page_has_kept_proves_something(page: Any) -> None:
    record = finished(Luck(commitment(SECRET), SECRET, SHARES))
    nothing = {**kept(record), "added": []}
    proved, unproved, turned_down, first = page(
        ["check", record, kept(record)],
        ["check", record, nothing],
        ["check", record, kept(record, added={"share": "ee" * 32, "taken": False})],
        ["check", record, kept(record, added={"given": {}})],
    )
    assert proved["ok"] and proved["proved"] and "the server could not choose them" in proved["words"]
    assert unproved["ok"] and not unproved["proved"] and "added nothing itself" in unproved["words"]
    assert turned_down["ok"] and not turned_down["proved"] and "If that was not you" in turned_down["words"]
    assert first["proved"] and "B added theirs after you" in first["words"]
    assert "after you" not in proved["words"]


@pytest.mark.parametrize(
    ("luck", "words"),
    [
        (Luck(commitment(SECRET), SECRET, {**SHARES, "a": ""}), "left it out or replaced it"),
        (Luck(commitment(SECRET), SECRET, {**SHARES, "a": "ff" * 32}), "left it out or replaced it"),
        (Luck(commitment(SECRET), SECRET, {"b": SHARES["b"]}), "left it out or replaced it"),
        (Luck(commitment("77" * 32), "77" * 32, SHARES), "has changed its secret since"),
        (Luck(commitment(SECRET), "77" * 32, SHARES), "commitment does not match"),
        (Luck(commitment(SECRET), SECRET, {**SHARES, "b": "ff" * 32}), "What B had added was replaced"),
        (None, "has changed its secret since"),
    ],
)
def test_a_record_that_fits_together_but_is_not_what_was_promised(page: Any, luck: Luck, words: str) -> None:
    record = finished(luck)
    alone, checked = page(["check", record], ["check", record, kept(record)])
    assert alone["ok"] is (words != "commitment does not match"), "only the page can tell"
    assert not checked["ok"] and words in checked["words"]


def test_rolls_that_were_shown_otherwise(page: Any) -> None:
    record = finished(Luck(commitment(SECRET), SECRET, SHARES))
    shown = kept(record)["rolls"]
    lucky = [[face % 6 + 1 for face in faces] for faces in shown]
    for rolls in (shown[:-1], [*shown, [6]], [lucky[0], *shown[1:]]):
        (checked,) = page(["check", record, kept(record, rolls=rolls)])
        assert not checked["ok"] and "other rolls than this page was shown" in checked["words"]


def test_rolls_that_are_not_for_everybody(page: Any) -> None:
    record = finished(Luck(commitment(SECRET), SECRET, SHARES))
    rolls = [event for event in record["events"] if event["type"] == "Rolled"]
    rolls[0]["to"] = ["b"]
    whole = kept(record)
    theirs = {**whole, "side": "b", "added": []}
    mine, without, watching = {**whole}, {**whole, "rolls": whole["rolls"][1:]}, {**theirs, "side": None}
    verdicts = page(*(["check", record, seen] for seen in (mine, without, theirs, watching)))
    assert [verdict["ok"] for verdict in verdicts] == [False, True, True, False]
