"""What a book must hold to shows in a few battles. With WARBOOK_LONG=1 the tests play as many as it takes
to be sure."""

import os

LONG = os.environ.get("WARBOOK_LONG") == "1"


def battles(few: int, many: int, first: int = 0) -> range:
    """Their numbers."""
    return range(first, first + (many if LONG else few))


def examples(few: int, many: int) -> int:
    """How many a property is held to."""
    return many if LONG else few
