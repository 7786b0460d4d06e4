"""Arguments to try each shared kernel with: its odds must be those of its play."""

from __future__ import annotations

from typing import Any

from warbook.books.family.called import Called
from warbook.books.family.combat_score import Fighting
from warbook.books.family.explosives import Scatter
from warbook.books.family.injuries import Body
from warbook.books.family.to_hit import Aim, Ammo
from warbook.books.family.wounds import NEVER, Hit

CALLED = Called(**{name: f"some.{name.replace('_', '-')}" for name in Called.__struct_fields__})
GRENADE = Scatter(CALLED, tuple(range(12)), shells_go_wrong=False)
ROKKIT = Scatter(CALLED, tuple(range(8)), shells_go_wrong=True)

GUN = Hit(4, save=5)
MELTA = Hit(2, damage="D6", out_from=5)
CANNON = Hit(2, save=6, damage="2D6")
NEEDLE = Hit(NEVER, save=5, toxic=True)
SHELLS = Hit(3, again=True, damage="D3")

GANGER = Body(grit=3)
ORK = Body(wounds=2, grit=3, flesh_to=2)
TOUGH = Body(wounds=3, grit=4, booster=True)
DOWN = Body(wounds=0, flesh=1, state="down", grit=3)

RED_DOT = Aim(3, dodge=True, ammo=True)
LONG_SHOT = Aim(8, ammo=True)

BRUTE = Fighting(4, 3, 3, modifier=1, fumble_worth=2)
DUELLIST = Fighting(5, 2, 4, parries=True)
CLUMSY = Fighting(3, 1, 5, modifier=-1, loses_draws=True)
KILLER = Fighting(4, 3, 2, critical_worth=2)

_HERE = "warbook.books.family."

KERNEL_EXAMPLES: dict[str, list[tuple[Any, ...]]] = {
    _HERE + "combat_score.attack_dice": [(CALLED, 0), (CALLED, 1), (CALLED, 3)],
    _HERE + "combat_score.parried": [(CALLED, (6,)), (CALLED, (5, 5, 2)), (CALLED, (3, 1))],
    _HERE + "combat_score.swing": [
        (CALLED, 0, True),
        (CALLED, 2, False),
        (CALLED, 3, True),
        (CALLED, 3, True, 2),
    ],
    _HERE + "combat_score.clash": [
        (CALLED, BRUTE, DUELLIST),
        (CALLED, DUELLIST, DUELLIST),
        (CALLED, CLUMSY, CLUMSY),
        (CALLED, KILLER, BRUTE),
    ],
    _HERE + "combat_score.duel": [
        (CALLED, BRUTE, DUELLIST, (GUN,), (GUN, SHELLS), GANGER, TOUGH),
        (CALLED, CLUMSY, KILLER, (MELTA,), (GUN,), DOWN, ORK),
    ],
    _HERE + "explosives.bungled": [(GRENADE, False), (GRENADE, True), (ROKKIT, False)],
    _HERE + "explosives.caught": [(CALLED, True), (CALLED, False)],
    _HERE + "explosives.flight": [
        (GRENADE, Aim(4, ammo=True), True),
        (GRENADE, Aim(5), False),
        (ROKKIT, LONG_SHOT, False),
        (GRENADE, Aim(99), True),
    ],
    _HERE + "explosives.under_template": [(CALLED, True, GUN, GANGER), (CALLED, False, MELTA, TOUGH)],
    _HERE + "injuries.struck": [
        (CALLED, GUN, GANGER),
        (CALLED, MELTA, TOUGH),
        (CALLED, CANNON, ORK),
        (CALLED, NEEDLE, DOWN),
    ],
    _HERE + "injuries.blow": [(CALLED, GUN, DOWN), (CALLED, SHELLS, TOUGH)],
    _HERE + "injuries.blows": [
        (CALLED, 0, (GUN,), GANGER),
        (CALLED, 4, (GUN,), GANGER),
        (CALLED, 3, (SHELLS, GUN), TOUGH),
    ],
    _HERE + "injuries.lose": [
        (CALLED, 1, 6, False, GANGER),
        (CALLED, 4, 6, False, ORK),
        (CALLED, 5, 5, False, TOUGH),
        (CALLED, 2, 6, True, GANGER),
    ],
    _HERE + "injuries.injured": [
        (CALLED, 6, False, ORK),
        (CALLED, 5, False, DOWN),
        (CALLED, 6, False, TOUGH),
        (CALLED, 6, True, DOWN),
    ],
    _HERE + "injuries.recovery": [
        (CALLED, DOWN),
        (CALLED, Body(wounds=0, flesh=2, state="down", grit=3, flesh_to=2)),
    ],
    _HERE + "tests.at_most": [("some.pinning", 0), ("some.pinning", 3), ("some.pinning", 6)],
    _HERE + "tests.leadership": [("some.bottle", 2), ("some.nerve", 7), ("", 12)],
    _HERE + "to_hit.to_hit": [
        (CALLED, Aim(4)),
        (CALLED, RED_DOT),
        (CALLED, LONG_SHOT),
        (CALLED, Aim(99, ammo=True)),
    ],
    _HERE + "to_hit.shot": [
        (CALLED, Aim(4), GUN, ORK),
        (CALLED, RED_DOT, MELTA, TOUGH),
        (CALLED, LONG_SHOT, NEEDLE, GANGER),
    ],
    _HERE + "to_hit.tally": [(CALLED, 0, Aim(4)), (CALLED, 3, RED_DOT), (CALLED, 6, Aim(5, ammo=True))],
    _HERE + "to_hit.volley": [
        (CALLED, 4, Aim(4), GUN, GANGER),
        (CALLED, 3, Aim(2), SHELLS, TOUGH),
        (CALLED, 5, LONG_SHOT, GUN, DOWN),
    ],
    _HERE + "to_hit.sustained": [(CALLED, 0), (CALLED, 1), (CALLED, 2)],
    _HERE + "to_hit.full_auto": [(CALLED, 1, Aim(4), GUN, GANGER), (CALLED, 2, Aim(3), SHELLS, TOUGH)],
    _HERE + "to_hit.ammo_roll": [
        (CALLED, Ammo(4)),
        (CALLED, Ammo(7)),
        (CALLED, Ammo(6, explodes_below=6)),
        (CALLED, Ammo(4, touchy=True)),
    ],
    _HERE + "wounds.wounding": [(CALLED, GUN), (CALLED, SHELLS), (CALLED, NEEDLE), (CALLED, Hit(NEVER))],
}
