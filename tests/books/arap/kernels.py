"""Arguments to try each kernel of the book with: its odds must be those of its play."""

from __future__ import annotations

from typing import Any

_HERE = "warbook.books.arap."

KERNEL_EXAMPLES: dict[str, list[tuple[Any, ...]]] = {
    _HERE + "dice.goals.high": [((4,), ""), ((6, 5), ""), ((), "")],
    _HERE + "dice.goals.low": [(4, ""), (0, ""), (-2, ""), (9, ""), (-3, "")],
    _HERE + "dice.goals.lows": [(5, 3, ""), (4, 0, ""), (0, 3, ""), (4, -3, "")],
    _HERE + "dice.odd.best_two": [(2, ""), (3, "")],
    _HERE + "dice.odd.higher_of_two": [("D3", ""), ("D4", ""), ("D5", ""), ("D6", "")],
    _HERE + "dice.odd.picked": [(3, 2, True, ""), (3, 2, False, ""), (2, 1, True, "", 4)],
    _HERE + "dice.odd.roll": [
        (die, "") for die in ("D2", "D3", "D4", "D5", "D6", "D8", "D10", "D66", "D100", "average")
    ],
    _HERE + "dice.scatter.crazed": [()],
    _HERE + "dice.scatter.scatter": [(), (4,), (-2, "double-or-seven"), (3, "only")],
    _HERE + "dice.scatter.short_scatter": [(), (True,)],
    _HERE + "dice.scatter.three_dice": [(), (-2,), (7,)],
    _HERE + "dice.scatter.veer": [()],
    _HERE + "dice.tests.characteristic_test": [(6,), (6, True), (3,)],
    _HERE + "dice.tests.initiative_test": [(3,), (7,), (0,)],
    _HERE + "dice.tests.leadership_roll": [(7, ""), (8, "", True), (1, "")],
    _HERE + "dice.tests.passes": [(7, ""), (8, "", True), (1, "")],
}
