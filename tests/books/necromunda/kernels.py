"""Arguments to try each kernel of the book with: its odds must be those of its play."""

from __future__ import annotations

from typing import Any

from warbook.books.necromunda.aim import Aim, Ammo
from warbook.books.necromunda.brawl import Fighting
from warbook.books.necromunda.injury import NEVER, Body, Hit

GUN = Hit(4, save=5)
MELTA = Hit(2, damage="D6", out_from=5)
CANNON = Hit(2, save=6, damage="2D6")
NEEDLE = Hit(NEVER, save=5, toxic=True)
SHELLS = Hit(3, again=True, damage="D3")

GANGER = Body(grit=3)
TOUGH = Body(wounds=3, grit=4, booster=True)
DOWN = Body(wounds=0, flesh=1, state="down", grit=3)

RED_DOT = Aim(3, dodge=True, ammo=True)
LONG_SHOT = Aim(8, ammo=True)

BRUTE = Fighting(4, 3, 3, modifier=1, fumble_worth=2)
DUELLIST = Fighting(5, 2, 4, parries=True)
CLUMSY = Fighting(3, 1, 5, modifier=-1, loses_draws=True)

_HERE = "warbook.books.necromunda."

KERNEL_EXAMPLES: dict[str, list[tuple[Any, ...]]] = {
    _HERE + "aim.to_hit": [(Aim(4),), (RED_DOT,), (LONG_SHOT,), (Aim(99, ammo=True),)],
    _HERE + "aim.shot": [(Aim(4), GUN, GANGER), (RED_DOT, MELTA, TOUGH), (LONG_SHOT, NEEDLE, GANGER)],
    _HERE + "aim.tally": [(0, Aim(4)), (3, RED_DOT), (6, Aim(5, ammo=True))],
    _HERE + "aim.volley": [(4, Aim(4), GUN, GANGER), (3, Aim(2), SHELLS, TOUGH), (5, LONG_SHOT, GUN, DOWN)],
    _HERE + "aim.sustained": [(0,), (1,), (2,)],
    _HERE + "aim.full_auto": [(1, Aim(4), GUN, GANGER), (2, Aim(3), SHELLS, TOUGH)],
    _HERE + "aim.ammo_roll": [(Ammo(4),), (Ammo(7),), (Ammo(6, explodes_below=6),), (Ammo(4, touchy=True),)],
    _HERE + "brawl.attack_dice": [(0,), (1,), (3,)],
    _HERE + "brawl.parried": [((6,),), ((5, 5, 2),), ((3, 1),)],
    _HERE + "brawl.swing": [(0, True), (2, False), (2, True), (3, True)],
    _HERE + "brawl.clash": [(BRUTE, DUELLIST), (DUELLIST, DUELLIST), (CLUMSY, BRUTE), (CLUMSY, CLUMSY)],
    _HERE + "brawl.duel": [
        (BRUTE, DUELLIST, (GUN,), (GUN, SHELLS), GANGER, TOUGH),
        (CLUMSY, BRUTE, (MELTA,), (GUN,), DOWN, GANGER),
    ],
    _HERE + "deploy.sum_of": [(1, 6, 0), (1, 3, 3), (2, 6, 1)],
    _HERE + "injury.wounding": [(GUN,), (SHELLS,), (NEEDLE,), (Hit(NEVER),)],
    _HERE + "injury.struck": [(GUN, GANGER), (MELTA, TOUGH), (CANNON, TOUGH), (NEEDLE, DOWN)],
    _HERE + "injury.blow": [(GUN, DOWN), (SHELLS, TOUGH)],
    _HERE + "injury.blows": [(0, (GUN,), GANGER), (4, (GUN,), GANGER), (3, (SHELLS, GUN), TOUGH)],
    _HERE + "injury.lose": [
        (1, 6, False, GANGER),
        (2, 6, False, TOUGH),
        (5, 5, False, TOUGH),
        (2, 6, True, GANGER),
    ],
    _HERE + "injury.injured": [(6, False, GANGER), (5, False, DOWN), (6, False, TOUGH), (6, True, DOWN)],
    _HERE + "injury.recovery": [(DOWN,), (Body(wounds=0, flesh=2, state="down", grit=3),)],
    _HERE + "lasting.clears": [()],
    _HERE + "lasting.drift": [()],
    _HERE + "lasting.lingers": [()],
    _HERE + "lasting.tears_free": [(2,), (3,), (5,), (9,)],
    _HERE + "lasting.wakes": [()],
    _HERE + "nerve.leadership": [(2, "nec.bottle.test"), (7, "nec.leadership.test-trigger"), (12, "")],
    _HERE + "nerve.run_dice": [()],
    _HERE + "special.breathes": [(3, False), (3, True), (6, False)],
    _HERE + "special.bungled": [(False,), (True,)],
    _HERE + "special.caught": [(True,), (False,)],
    _HERE + "special.flight": [
        (Aim(4, ammo=True), True),
        (Aim(5), False),
        (LONG_SHOT, True),
        (Aim(99), True),
    ],
    _HERE + "special.staggers": [(3,), (6,)],
    _HERE + "special.under_template": [(True, GUN, GANGER), (False, MELTA, TOUGH)],
    _HERE + "turn.escape": [(0,), (3,), (6,)],
}
