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
from warbook.core.dice import Seeded
from warbook.core.game import Game
from warbook.core.luck import Luck, commitment, new_secret, seed_of
from warbook.core.record import record_of
from warbook.players.random import Random

MODULE = Path(__file__).parents[2] / "warbook" / "server" / "web" / "dice.js"
NODE = shutil.which("node")

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no node here")

SCRIPT = """
import { readFileSync } from "node:fs";
import { Seeded, blake2b, checkDice, commitment, seedOf } from "./dice.mjs";

const bytes = (text) => Uint8Array.from(Buffer.from(text, "hex"));
const ask = {
  hash: ([data, length, key]) => Buffer.from(blake2b(bytes(data), length, bytes(key))).toString("hex"),
  dice: ([seed, throws], dice = new Seeded(seed)) => throws.map(([sides, count]) => dice.throw(sides, count)),
  commitment: ([secret]) => commitment(secret),
  seed: ([secret, shares]) => seedOf(secret, shares),
  check: ([record]) => checkDice(record),
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
            timeout=60,
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
    assert f"All {len(rolls)} rolls are what the seed gives." in words[0]
    assert "chosen beforehand" in words[1]
    assert f"Roll 4 of {len(rolls)} (toy.shot)" in words[2]
    assert "Roll " in words[3]
    assert "seed does not follow" in words[4] and "seed does not follow" in words[6]
    assert "commitment does not match" in words[5]
    assert "sides" in words[7] and "real dice" in words[8] and "not over" in words[9]
