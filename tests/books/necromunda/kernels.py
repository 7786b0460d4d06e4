"""Arguments to try each kernel of the book with: its odds must be those of its play."""

from __future__ import annotations

from typing import Any

_HERE = "warbook.books.necromunda."

KERNEL_EXAMPLES: dict[str, list[tuple[Any, ...]]] = {
    _HERE + "deploy.sum_of": [(1, 6, 0), (1, 3, 3), (2, 6, 1)],
    _HERE + "aftereffects.clears": [()],
    _HERE + "aftereffects.drift": [()],
    _HERE + "aftereffects.lingers": [()],
    _HERE + "aftereffects.tears_free": [(2,), (3,), (5,), (9,)],
    _HERE + "aftereffects.wakes": [()],
    _HERE + "refuge.run_dice": [()],
    _HERE + "special.breathes": [(3, False), (3, True), (6, False)],
    _HERE + "special.staggers": [(3,), (6,)],
}
