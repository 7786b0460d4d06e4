"""Battles kept whole for what happens in them: they are played again step by step, and every hash must come
out the same. Their answers are on the tape, so they hold to the rules alone, whatever bots would do today.

A tale is the record of a battle (`record_of`) as JSON, compressed by zlib.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from pathlib import Path

import pytest

from warbook.core.record import decode, verify

FOLDER = Path(__file__).parent / "tales"
TALES = {
    "runner": ["a pick-up that cancels a bust", "a nested reaction", "a caught runner"],
    "hunter": ["a rout off the table", "a pursuer's return"],
}


def told(words: Sequence[str], *wanted: str) -> bool:
    """Whether such words come one after the other."""
    left = list(wanted)
    for each in words:
        if left and left[0] in each:
            del left[0]
    return not left


def holds(tale: str, words: Sequence[str]) -> bool:
    """Whether the words of a battle tell that."""
    match tale:
        case "a pick-up that cancels a bust":
            return told(words, "have failed: bust", "The dice are picked up: no bust.")
        case "a caught runner":
            return any(" runs " in each for each in words) and any(" catches " in each for each in words)
        case "a rout off the table":
            return any("flees from the table" in each for each in words)
        case "a nested reaction":
            reactions = [number for number, each in enumerate(words) if " reacts with " in each]
            return any(_nested(words[number:]) for number in reactions)
        case _:
            hunters = [each.partition(" follows them off")[0] for each in words if "follows them off" in each]
            return any(told(words, f"{hunter} follows them off", f"{hunter} comes on ") for hunter in hunters)


def _nested(words: Sequence[str]) -> bool:
    """Whether who reacts Charges at once, and whom he Charges fires at him."""
    reacts = words[0].partition(" reacts with ")[0]
    charges = [each for each in words[1:3] if each.startswith(f"{reacts} ") and "Charges " in each]
    if not charges:
        return False
    target = charges[0].partition("Charges ")[2].removesuffix(".")
    return any(each == f"{target} fires at {reacts}." for each in words[1:6])


@pytest.mark.parametrize("name", TALES)
def test_a_kept_battle_plays_again_to_the_last_hash(name: str) -> None:
    data = zlib.decompress((FOLDER / f"{name}.json.z").read_bytes())
    game = verify(decode(data, name))
    assert game.over
    words = [said for event in game.events if (said := getattr(event, "words", ""))]
    assert [tale for tale in TALES[name] if not holds(tale, words)] == []
