"""What people call themselves: short, printable, and nobody else's at the table."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from warbook.core.questions import Refused
from warbook.telling.printable import OBEYED

LONGEST = 24  # letters
UNSEEN = re.compile(  # letters and marks that nothing is shown for
    "[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)


def good_name(words: str, taken: Iterable[str] = ()) -> str:
    """The name as it is shown; refuses one that nobody could read or that another at the table has."""
    name = " ".join(unicodedata.normalize("NFC", words).split())
    if not name:
        raise Refused("a name has at least one letter")
    if len(name) > LONGEST:
        raise Refused(f"a name has at most {LONGEST} letters, and this one has {len(name)}")
    if not is_readable(name):
        raise Refused("a name is made of letters, digits and signs that can be seen")
    if seen(name) in {seen(other) for other in taken}:
        raise Refused(f"another at this table is called {name}; choose another name")
    return name


def is_readable(words: str) -> bool:
    """Whether there is something to see, and everything in it is shown as what it is: no codes, nothing that
    turns the direction of writing, no heaps of marks on one letter."""
    kinds = [unicodedata.category(letter) for letter in words]
    heaped = any({*kinds[at : at + 3]} <= {"Mn", "Me"} for at in range(len(kinds) - 2))
    odd = heaped or {"Cc", "Cf", "Cs", "Co", "Cn"} & {*kinds} or {*kinds} <= {"Mn", "Me"}
    return bool(seen(words)) and not OBEYED.search(words) and not odd


def seen(words: str) -> str:
    """What is to be seen of it: the same for what looks the same but for its case or its width."""
    return " ".join(UNSEEN.sub("", unicodedata.normalize("NFKC", words)).casefold().split())
