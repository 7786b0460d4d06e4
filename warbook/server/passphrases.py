"""What is stored of a passphrase: its hash by scrypt, which takes 16 MB and a twentieth of a second to
work out, with how it was made, so that a later Warbook may make it otherwise."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from base64 import b64decode, b64encode
from functools import cache

from warbook.core.questions import Refused

SHORTEST, LONGEST = 8, 200  # letters
COST = (2**14, 8, 1)
MEMORY = 2**26


def good_passphrase(words: str, name: str) -> str:
    """The passphrase as it is hashed; refuses what is found out at once."""
    typed = unicodedata.normalize("NFKC", words)
    if not SHORTEST <= len(typed) <= LONGEST:
        raise Refused(f"a passphrase has {SHORTEST} to {LONGEST} letters: three or four words are best")
    if typed.casefold() == name.casefold() or len(set(typed)) < 4:
        raise Refused("that passphrase would be the first guess; take three or four words")
    return typed


def sealed(typed: str) -> str:
    """What is stored."""
    salt = secrets.token_bytes(16)
    return "$".join(["scrypt", *map(str, COST), _spelt(salt), _spelt(_worked_out(typed, salt, *COST))])


def opens(typed: str, stored: str) -> bool:
    kind, n, r, p, salt, found = stored.split("$")
    if kind != "scrypt":
        return False
    again = _worked_out(typed, b64decode(salt), int(n), int(r), int(p))
    return hmac.compare_digest(again, b64decode(found))


@cache
def nobodys() -> str:
    """What no passphrase opens: so it takes as long where there is no such name."""
    return sealed(secrets.token_hex())


def _worked_out(typed: str, salt: bytes, n: int, r: int, p: int) -> bytes:
    return hashlib.scrypt(typed.encode(errors="surrogatepass"), salt=salt, n=n, r=r, p=p, maxmem=MEMORY)


def _spelt(found: bytes) -> str:
    return b64encode(found).decode()
