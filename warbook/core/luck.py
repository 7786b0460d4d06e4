"""Dice that both sides can check: nobody alone chooses the seed, and it is fixed before the first roll.

Whoever keeps the battle draws a secret and publishes its commitment; only then each side adds a share of its
own, of which those who come later are shown the commitment. The seed follows from all of them. When the
battle is over everything is told: whoever has kept the commitment and their own share can see that the secret
was not changed after the share, that the share was not left out, and that every roll is what the seed gives.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from hashlib import blake2b
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

BYTES = 32
Commitment: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Secret: TypeAlias = Annotated[str, Meta(pattern="^(?:[0-9a-f]{64})?$")]
Share: TypeAlias = Annotated[str, Meta(pattern="^(?:[0-9a-f]{2}){0,32}$")]


class Luck(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a seed came from. Until the battle is over the secret and the shares are empty for all but its
    keeper."""

    commitment: Commitment
    secret: Secret = ""
    shares: dict[str, Share] = {}


def new_secret() -> str:
    return secrets.token_hex(BYTES)


def commitment(secret: str) -> str:
    """What is published of a secret or a share before the battle."""
    return blake2b(bytes.fromhex(secret), digest_size=BYTES).hexdigest()


def seed_of(secret: str, shares: Mapping[str, str]) -> str:
    """The seed of a battle's dice, from the secret and what each side has added, in hexadecimal."""
    added = "".join(f"{side}:{shares[side]};" for side in sorted(shares))
    return blake2b(b"warbook dice" + bytes.fromhex(secret) + added.encode(), digest_size=BYTES).hexdigest()
