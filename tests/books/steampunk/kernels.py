"""Arguments to try each kernel of the book with: its odds must be those of its play. And dumb enumeration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from warbook.books.steampunk.assault.pools import Die, Pool
from warbook.books.steampunk.dice import Roll
from warbook.books.steampunk.gunnery.gunfire import Aim, Hit
from warbook.books.steampunk.gunnery.shots import Charge, Typed

TABLE = ((1, 3, "token"), (4, 4, "shaken"), (5, 8, "critical"), (9, None, "destroyed"))

RIFLE = Hit(2, Roll(6, -1))
TANK_GUN = Hit(3, Roll(6, 1), bonus=2, on_penetration=3)
SHIELDED = Hit(0, Roll(4, -2), bonus=-1, resist=Roll(4))

CREW = Typed("crew", Roll(6), 1)
PIERCING = Typed("crew", Roll(4), penetrated=True)

ORKS = Pool(4, 6, "orks", reroll=2)
GRUNTS = Pool(2, 5, "grunts")
SHIELDS = Pool(2, 6, "shields", deflects=True)

_HERE = "warbook.books.steampunk."

KERNEL_EXAMPLES: dict[str, list[tuple[Any, ...]]] = {
    _HERE + "dice.reaches": [(5,), (7,), (9, "spf.fire.area"), (11, "", 10)],
    _HERE + "dice.open_ended": [(6,), (9,), (14, "", 12)],
    _HERE + "dice.successes": [(0, 5, ""), (3, 5, ""), (14, 6, "")],
    _HERE + "gunnery.gunfire.to_hit": [
        (Aim(5),),
        (Aim(8, low=1),),
        (Aim(9, storm=True, six=True),),
        (Aim(0),),
    ],
    _HERE + "gunnery.gunfire.tally": [(0, Aim(5)), (3, Aim(7)), (5, Aim(4, low=2))],
    _HERE + "gunnery.gunfire.salvo": [(4, 0, Aim(5), 2, "per-six"), (6, 1, Aim(6), 2, "per-wave")],
    _HERE + "gunnery.gunfire.armor_roll": [(0,), (2,), (9,)],
    _HERE + "gunnery.gunfire.damage": [(RIFLE, "partly"), (TANK_GUN, "through"), (SHIELDED, "through")],
    _HERE + "gunnery.gunfire.struck": [(RIFLE,), (TANK_GUN,), (SHIELDED,)],
    _HERE + "gunnery.gunfire.shot": [
        (Aim(5), RIFLE),
        (Aim(7, low=1, six=True), TANK_GUN),
        (Aim(2), SHIELDED),
    ],
    _HERE + "gunnery.gunfire.area_hits": [(0, 5), (4, 5), (10, 6), (3, 7)],
    _HERE + "movement.meeting.higher_die": [()],
    _HERE + "movement.moving.random_direction": [()],
    _HERE + "gunnery.firing.at_most": [(1, ""), (3, "")],
    _HERE + "gunnery.firing.at_least": [(4, "")],
    _HERE + "gunnery.shots.typed_roll": [(Roll(6, 1),), (Roll(4, -2),)],
    _HERE + "gunnery.shots.wound": [(Charge(2, RIFLE),), (Charge(3, TANK_GUN, 2, (CREW, PIERCING)),)],
    _HERE + "gunnery.shots.wounded": [
        (Charge(2, RIFLE), "partly"),
        (Charge(3, None, typed=(CREW, PIERCING)), "through"),
        (Charge(3, TANK_GUN, typed=(CREW, PIERCING)), "blocked"),
    ],
    _HERE + "gunnery.shots.fate": [
        (Aim(5), Charge(2, RIFLE), TABLE),
        (Aim(3), Charge(3, TANK_GUN, 2, (CREW,)), TABLE),
        (Aim(4), Charge(2, typed=(PIERCING,)), TABLE),
    ],
    _HERE + "aftermath.agony.acid": [(1,), (2, 1, 4), (3, 2, 2), (1, 0)],
    _HERE + "aftermath.agony.minor_acid": [()],
    _HERE + "aftermath.agony.burning": [(0,), (-2,), (3,)],
    _HERE + "aftermath.agony.poison": [(4, 0), (8, -1), (12, 2)],
    _HERE + "aftermath.agony.bleeding": [(4, 0), (6, 2), (12, 1)],
    _HERE + "assault.pools.thrown": [
        (4, Die(5)),
        (8, Die(6, rerolls=True)),
        (3, Die(5, deflects=True, rerolls=True)),
        (5, Die(4, twice=True)),
    ],
    _HERE + "assault.pools.wave": [
        ((ORKS, GRUNTS), (2, 1), (1, 1), "per-six"),
        ((ORKS,), (4,), (3,), "per-wave"),
    ],
    _HERE + "assault.pools.side": [
        ((ORKS, SHIELDS), "per-six"),
        ((ORKS, GRUNTS), "per-wave"),
        ((), "per-six"),
    ],
    _HERE + "assault.pools.pressed": [
        ((GRUNTS,), (SHIELDS,)),
        ((Pool(9, 5),), (Pool(11, 6, deflects=True),)),
    ],
    _HERE + "assault.pools.clash": [
        ((GRUNTS, SHIELDS), (GRUNTS,), "per-six"),
        ((ORKS,), (GRUNTS, SHIELDS), "per-six"),
    ],
}

Spread = dict[Hashable, Fraction]


def every(sides: tuple[int, ...], came: Callable[..., Hashable]) -> Spread:
    """The chance of each outcome when every face of these dice is tried against every other."""
    counted: Counter[Hashable] = Counter(came(*faces) for faces in throws(*sides))
    return shares(counted)


def throws(*sides: int) -> Iterator[tuple[int, ...]]:
    """All faces that dice with so many sides can show together."""
    return product(*(range(1, each + 1) for each in sides))


def shares(counted: Counter[Hashable]) -> Spread:
    total = counted.total()
    return {outcome: Fraction(count, total) for outcome, count in counted.items()}
