"""Dice that everybody can check: the commitment, the seed, and where a record keeps them."""

import json
from hashlib import blake2b

import msgspec
import pytest

from tests.core.test_record import battle, encoded, tampered
from tests.core.toy import WORDS_GIVEN, after, toy_game
from warbook.core.luck import Luck, commitment, new_secret, seed_of
from warbook.core.record import BadRecord, decode, record_for, record_of, verify

SECRET = "0123456789abcdef" * 4
SHARES = {"b": "00ff", "a": ""}
LUCK = Luck(commitment(SECRET), SECRET, SHARES)


def test_a_secret_is_new_each_time():
    assert new_secret() != new_secret()
    assert len(bytes.fromhex(new_secret())) == 32


def test_the_seed_is_made_of_the_secret_and_every_share():
    assert commitment(SECRET) == blake2b(bytes.fromhex(SECRET), digest_size=32).hexdigest()
    mixed = b"warbook dice" + bytes.fromhex(SECRET) + b"a:;b:00ff;"
    assert seed_of(SECRET, SHARES) == blake2b(mixed, digest_size=32).hexdigest()
    seeds = [seed_of(SECRET, shares) for shares in ({}, {"a": ""}, {"a": "00"}, {"b": "00"}, {"a": "0000"})]
    assert len({*seeds, seed_of(new_secret(), {})}) == len(seeds) + 1


def test_a_record_keeps_its_luck_under_its_seal():
    kept = decode(encoded(record_of(battle(seed_of(SECRET, SHARES)), luck=LUCK)), "x")
    assert kept.luck == LUCK and kept.seed == seed_of(SECRET, SHARES)
    verify(kept)
    forged = json.loads(encoded(kept))
    forged["luck"]["shares"]["a"] = "01"
    with pytest.raises(BadRecord, match="seal does not match"):
        decode(json.dumps(forged).encode(), "x")


@pytest.mark.parametrize(
    "luck",
    [
        {"commitment": "no"},
        {"commitment": "0" * 64, "secret": "xyz"},
        {"commitment": "0" * 64, "shares": {"a": "0"}},
        {"commitment": "0" * 64, "shares": {"a": "00" * 33}},
        {"commitment": "0" * 64, "more": 1},
    ],
)
def test_luck_that_is_none_is_refused(luck):
    with pytest.raises(msgspec.ValidationError, match="luck"):
        tampered(lambda fields: fields.update(luck=luck))
    fields = {**json.loads(encoded(record_of(battle()))), "luck": luck}
    with pytest.raises(BadRecord, match="luck"):
        decode(json.dumps(fields).encode(), "x")


def test_before_the_end_only_the_commitment_is_told():
    game = after(toy_game(seed_of(SECRET, SHARES)), *WORDS_GIVEN)
    told = record_for(game, "a", luck=LUCK)
    assert told.luck == Luck(LUCK.commitment)
    sent = encoded(told).decode()
    assert SECRET not in sent and "00ff" not in sent and seed_of(SECRET, SHARES) not in sent
    assert record_for(game, "a").luck is None
    assert record_for(battle(), None, luck=LUCK).luck == LUCK


def test_a_record_from_before_there_was_luck_still_reads():
    fields = json.loads(encoded(record_of(battle())))
    del fields["luck"]
    for step in fields["steps"]:
        del step["events"]
    fields["seal"] = blake2b(msgspec.json.encode({**fields, "seal": ""}), digest_size=16).hexdigest()
    old = decode(json.dumps(fields).encode(), "x")
    assert old.luck is None
    verify(old)
    fields["seed"] = "another"
    with pytest.raises(BadRecord, match="seal does not match"):
        decode(json.dumps(fields).encode(), "x")
