"""What can be wrong with a mob."""

from __future__ import annotations

from collections.abc import Iterable

from warbook.core import datafile
from warbook.core.datafile import did_you_mean

FORCES = "gce.game.forces"


class Flaw(datafile.Flaw, frozen=True):
    """Where, as in .fighters[2].weapons[0], in words, and by which rule; which limit is broken, how far."""

    rule: str = FORCES
    limit: str = ""
    excess: int = 0


def unknown(at: str, what: str, given: str, known: Iterable[str]) -> Flaw:
    return Flaw(at, f"there is no {what} '{given}'{did_you_mean(given, known)}", FORCES, at)


def an(name: str) -> str:
    """The name with its article."""
    return f"an {name}" if name[:1].lower() in "aeiou" else f"a {name}"
