"""Arguments to try each kernel of the book with: its odds must be those of its play."""

from __future__ import annotations

from typing import Any

from warbook.books.gorkamorka.damage.dice import target
from warbook.books.gorkamorka.fight.dice import Fighting
from warbook.books.gorkamorka.fight.hand import hand_of
from warbook.books.gorkamorka.mob.data import damage_tables, vehicles
from warbook.books.gorkamorka.shooting.dice import Aim, Ammo
from warbook.books.gorkamorka.wounds.dice import NEVER, Body, Hit

SHOOTA = Hit(5)
KRAK = Hit(2, save=5, damage="D6")
HARPOON = Hit(3, save=5, damage="D3", save_each=True)
DEADEYE = Hit(4, injury_dice=2)
TICKLE = Hit(NEVER)

BOY = Body(grit=3)
SQUIGOSAUR = Body(wounds=2, grit=4)
NAILS = Body(grit=2, flesh_to=3)
DOWN = Body(wounds=0, flesh=1, state="down", grit=3)

CHARGER = Fighting(3, 2, 2, modifier=1)
SHIELD = Fighting(4, 1, 3, parries=True)
CHAIN = Fighting(3, 2, 2, fumble_worth=2)
CHOPPA = Fighting(3, 1, 4, loses_draws=True)

TRUKK = target(vehicles()["ork_trukk"], damage_tables()["ork_engine"])
BIKE = target(vehicles()["ork_bike"], damage_tables()["ork_engine"], frozenset({2, 5}))
BARE = target(vehicles()["ork_bike"], damage_tables()["ork_engine"], frozenset(range(1, 7)))

SIZES = [(a, b) for a in (False, True) for b in (False, True)]
RULE = "gce.basics.d6"

_HERE = "warbook.books.gorkamorka."

KERNEL_EXAMPLES: dict[str, list[tuple[Any, ...]]] = {
    _HERE + "damage.dice.damage_roll": [(), (2,)],
    _HERE + "damage.dice.hit": [(TRUKK, 3), (BIKE, 5), (BIKE, None), (BARE, 9)],
    _HERE + "damage.dice.location": [((1, 2, 3, 4, 5, 6),), ((2, 4, 5),), ((3,),), ((),), ((2, 4), False)],
    _HERE + "damage.dice.one_of": [(RULE, 1), (RULE, 4)],
    _HERE + "damage.dice.penetrates": [(3, 8), (3, 10), (9, 8)],
    _HERE + "damage.dice.plate_saves": [(5,), (NEVER,)],
    _HERE + "damage.dice.template_hits": [(True,), (False,)],
    _HERE + "driving.dice.left_or_right": [(RULE,)],
    _HERE + "driving.dice.out_of_control_swerve": [()],
    _HERE + "driving.dice.runs_on": [()],
    _HERE + "driving.dice.sail_inches": [(2, 6), (0, 0), (2, -5)],
    _HERE + "driving.dice.spin_direction": [(RULE,)],
    _HERE + "driving.dice.takes_wheel": [()],
    _HERE + "driving.dice.thrown_inches": [(RULE, "D3"), (RULE, "D6")],
    _HERE + "driving.dice.thrust_test": [(2,), (4,)],
    _HERE + "driving.dice.thruster_buster": [()],
    _HERE + "driving.dice.thrusts": [((),), ((2, 3, 4, 4),)],
    _HERE + "driving.dice.wind": [()],
    _HERE + "driving.dice.wind_shift": [()],
    _HERE + "fight.dice.beaten": [(3, (SHOOTA, KRAK), BOY, None), (1, (KRAK,), DOWN, SHOOTA)],
    _HERE + "fight.dice.brawl": [
        (CHARGER, SHIELD, (SHOOTA,), (KRAK,), BOY, SQUIGOSAUR, (True, False), ((SHOOTA, KRAK),)),
        (CHAIN, CHARGER, (SHOOTA,), (SHOOTA,), NAILS, BOY, (False, True), ((SHOOTA, KRAK),), TICKLE, KRAK),
    ],
    _HERE + "fight.dice.bout": [(CHARGER, SHIELD, (True, False)), (CHAIN, CHARGER, (False, True))],
    _HERE + "fight.dice.swung": [(3, RULE), (0, RULE)],
    _HERE + "fight.dice.swung_again": [(hand_of((6, 2)), 2), (hand_of(()), 1)],
    _HERE + "fight.dice.attack_throw": [(CHARGER, True, True), (SHIELD, False, False)],
    _HERE + "fight.dice.duel": [
        (CHARGER, SHIELD, (SHOOTA,), (KRAK, DEADEYE), BOY, SQUIGOSAUR),
        (CHAIN, CHOPPA, (SHOOTA,), (KRAK,), NAILS, BOY, TICKLE, SHOOTA),
    ],
    _HERE + "fight.dice.rerolled": [((5,), 1), ((), 2), ((6, 4), 0)],
    _HERE + "psychology.dice.fights_on": [()],
    _HERE + "psychology.dice.flees": [()],
    _HERE + "psychology.dice.runs_burning": [()],
    _HERE + "psychology.dice.wanders": [()],
    _HERE + "ramming.dice.collision": [
        *(("front", "front", *sizes) for sizes in SIZES),
        *(("left", "right", *sizes) for sizes in SIZES),
        *(("front", "rear", *sizes) for sizes in SIZES),
    ],
    _HERE + "ramming.dice.crash_points": [(True,), (False,)],
    _HERE + "ramming.dice.head_on": SIZES,
    _HERE + "ramming.dice.immobilises": [()],
    _HERE + "ramming.dice.impact": [("rake", False, True), ("t-bone", True, True)],
    _HERE + "ramming.dice.rake": SIZES,
    _HERE + "ramming.dice.ram": [
        ("head-on", False, True, 7), ("head-on", False, False, None), ("shunt", False, True, 7),
        ("rake", True, True, None),
    ],
    _HERE + "ramming.dice.shunt": SIZES,
    _HERE + "ramming.dice.sideswipe": SIZES,
    _HERE + "ramming.dice.t_bone": SIZES,
    _HERE + "shooting.dice.aimed": [(Aim(4),), (Aim(8),), (Aim(99),)],
    _HERE + "shooting.dice.ammo_rolls": [(0, Ammo(4)), (3, Ammo(4)), (2, Ammo(7))],
    _HERE + "shooting.dice.burst": [(2, Aim(4), SHOOTA, BOY), (1, Aim(7), HARPOON, SQUIGOSAUR)],
    _HERE + "shooting.dice.burst_ammo": [
        (2, Aim(4, ammo=True), Ammo(4)), (1, Aim(4, ammo=True, short=True), Ammo(6)),
    ],
    _HERE + "shooting.dice.rolled_strength": [(1, 2)],
    _HERE + "shooting.dice.shot": [
        (Aim(4, ammo=True), SHOOTA, BOY),
        (Aim(7, ammo=True), KRAK, SQUIGOSAUR),
        (Aim(3), DEADEYE, NAILS),
    ],
    _HERE + "shooting.dice.volley": [(3, Aim(4), HARPOON, SQUIGOSAUR), (0, Aim(4), SHOOTA, BOY)],
    _HERE + "shooting.disputes.coin": [()],
    _HERE + "shooting.disputes.outargues": [()],
    _HERE + "shooting.disputes.shows": [()],
    _HERE + "shooting.grenade_dice.bails": [()],
    _HERE + "shooting.grenade_dice.drift": [(0,), (4,)],
    _HERE + "shooting.grenade_dice.touch_hits": [(4,)],
    _HERE + "shooting.grenade_dice.wakes": [()],
    _HERE + "wounds.dice.blow": [(KRAK, BOY), (TICKLE, BOY)],
    _HERE + "wounds.dice.blows": [(4, (SHOOTA, KRAK), SQUIGOSAUR), (0, (SHOOTA,), BOY)],
    _HERE + "wounds.dice.catches_fire": [(4,)],
    _HERE + "wounds.dice.damage": [(KRAK,), (HARPOON,), (SHOOTA,)],
    _HERE + "wounds.dice.gets_free": [(6, 0), (6, 2), (4, 5)],
    _HERE + "wounds.dice.injured": [(1, BOY), (2, BOY), (1, DOWN), (1, NAILS)],
    _HERE + "wounds.dice.knocked_back": [(3,), (1,), (7,)],
    _HERE + "wounds.dice.lose": [(4, 1, SQUIGOSAUR), (1, 2, SQUIGOSAUR), (3, 1, DOWN)],
    _HERE + "wounds.dice.puts_out": [(RULE, 0), (RULE, 2), (RULE, 6)],
    _HERE + "wounds.dice.recovery": [(DOWN,), (Body(wounds=0, flesh=2, state="down", grit=3),)],
    _HERE + "wounds.dice.shrugs_off": [()],
    _HERE + "setup.dice.arrives": [()],
    _HERE + "setup.dice.lies": [()],
    _HERE + "setup.dice.sum_of": [(1, 6, 0, RULE), (1, 3, 3, RULE), (2, 6, 1, RULE)],
    _HERE + "wounds.dice.hour": [(RULE,)],
    _HERE + "wounds.dice.struck": [(SHOOTA, BOY), (KRAK, SQUIGOSAUR), (HARPOON, SQUIGOSAUR), (DEADEYE, BOY)],
    _HERE + "wounds.dice.unsaved": [(3, 5), (0, 5)],
    _HERE + "wounds.dice.wounding": [(SHOOTA,), (KRAK,), (HARPOON,), (TICKLE,)],
}  # fmt: skip
