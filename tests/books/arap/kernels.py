"""Arguments to try each kernel of the book with: its odds must be those of its play."""

from __future__ import annotations

from typing import Any

from warbook.books.arap.blasts.dice import Caught
from warbook.books.arap.melee.dice import Blow, melee_hit
from warbook.books.arap.melee.resolution import Resolve
from warbook.books.arap.melee.round_dice import Fighters, steps_of
from warbook.books.arap.rout.dice import Pursuers, Routers, hack_blow
from warbook.books.arap.shooting.dice import Shot
from warbook.books.arap.shooting.wound_dice import Band, Hit, unhurt

BOLT, PLASMA, MELTA = Hit(4, 5), Hit(7, 2), Hit(8, 1, "D6", near=True, melta=True)
AUTOCANNON, SNIPER, RENDING = Hit(7, 4, 2), Hit(3, 6, pinning=True), Hit(7, 4, rending=True)
FEEBLE = Hit(3, near=True)
BOLTER, HOT, MARKSMAN = Shot(4, BOLT), Shot(4, PLASMA, hot=True), Shot(0, SNIPER)
THROUGH_COVER = Shot(2, AUTOCANNON, cover=True)

ORKS, NOB, OGRYNS = Band(4, 4, 6), Band(1, 4, 6, left=2), Band(2, 5, 5, left=3)
TERMINATORS, GIANT = Band(2, 4, 2, 5), Band(1, 8, 3, left=4)
IN_COVER, CLIMBERS = Band(2, 4, 6, cover=True), Band(2, 3, climbs=True)

CHOP, FIST = Blow(4, melee_hit(4)), Blow(3, Hit(8, 2, "D3", near=True, rule="arap.melee.to-wound"))
CLAWS, TAP = Blow(5, melee_hit(4, rending=True)), Blow(0, melee_hit(3))
BOYS = Fighters(Band(4, 4, 6), ((2, CHOP), (1, CLAWS)), 2)
BOSS = Fighters(Band(1, 4, 6, left=2), ((2, FIST),), 1)
GUARDS, BEASTS = Fighters(Band(3, 3, 5), ((1, TAP),), 3), Fighters(Band(2, 4, 4, left=3), ((2, CLAWS),), 4)
FAR_TIER = Band(2, 4, 6, tier=2)

_HERE = "warbook.books.arap."


def _fresh(*bands: Band) -> tuple[Any, ...]:
    return bands, tuple(map(unhurt, bands))


KERNEL_EXAMPLES: dict[str, list[tuple[Any, ...]]] = {
    _HERE + "activation.dice.attempt": [(3, 4, "able", 3, "suppressed"), (2, 3, "pinned", None, "able")],
    _HERE + "activation.dice.successes": [(3, 4), (1, 5), (0, 3)],
    _HERE + "blasts.dice.burnt": [
        (4, (Caught(2, 3, 5), Caught(1, 3, cover="soft"), Caught(0, 3)), False, ((1, 2),)), (0, ()),
    ],
    _HERE + "blasts.dice.failed": [
        (0, BOLT, 4, 6, 7), (4, BOLT, 4, 3, 7), (2, MELTA, 6, 3, 5), (3, RENDING, 5, 3, 7),
    ],
    _HERE + "blasts.dice.harm": [(3, BOLT, Caught(3, 3, 5)), (2, BOLT, Caught(2, 3, 6, swarm=True))],
    _HERE + "blasts.dice.look_out": [()],
    _HERE + "blasts.dice.looked_out": [((2, 1, 0), ((1, 2),)), ((0, 1), ()), ((3, 0), ((0, 1),))],
    _HERE + "blasts.dice.marker": [
        (BOLT, (Caught(2, 3, 5), Caught(3, 4, 3, cover="hard"), Caught(1, 3, cover="soft")))
    ],
    _HERE + "blasts.dice.marker_hits": [(3, "open"), (3, "soft"), (3, "hard"), (0, "hard")],
    _HERE + "blasts.dice.rock": [(2,), (0,)],
    _HERE + "blasts.dice.stray": [
        ("direct", 4, -1), ("direct", 4, 0, True), ("indirect", 4, -1), ("hidden", 4, 2),
    ],
    _HERE + "blasts.dice.template": [(4, BOLT, (Caught(2, 3, 5), Caught(2, 3, cover="soft"))), (0, BOLT, ())],
    _HERE + "blasts.dice.template_hits": [
        ("missed", 3, "open"), ("open", 3, "hard"), ("open", 3, "hard", True), ("hard", 2, "hard"),
    ],
    _HERE + "blasts.dice.template_reach": [(5,), (2,), (1,), (0,), (-3,)],
    _HERE + "blasts.dice.thrown": [(3,), (0,), (-3,)],
    _HERE + "blasts.dice.under_marker": [
        ((Caught(2, 3, cover="soft"), Caught(1, 4), Caught(0, 3)), ((1, 2),)),
    ],
    _HERE + "blasts.dice.under_template": [
        (4, ((2, "open"), (1, "soft"), (2, "hard"))), (2, ((2, "soft"),), True),
    ],
    _HERE + "charge.dice.charge": [(4,), (8,), (3, "variable"), (5, "variable"), (2, "variable"),
                                    (4, "prone")],
    _HERE + "charge.dice.is_fast": [(4,), (8,), (7, "prone")],
    _HERE + "charge.dice.flight": [(6,), (7,)],
    _HERE + "charge.dice.krak": [(True,), (False,)],
    _HERE + "charge.dice.run_in": [(4, "open", 10), (8, "open", 14, 7), (4, "variable", 3, 4)],
    _HERE + "charge.dice.stand_and_fire": [
        (4, 1, 4, BOLTER, ORKS, 4), (3, 2, 3, BOLTER, OGRYNS, 8),
    ],
    _HERE + "charge.dice.stands_and_fires": [(3,), (5,)],
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
    _HERE + "melee.dice.bites": [(CHOP, 4, 6, 7), (CLAWS, 5, 3, 5), (TAP, 8, 7, 7)],
    _HERE + "melee.dice.blows": [
        (((2, CHOP), (1, CLAWS)), *_fresh(ORKS, NOB)),
        (((1, FIST), (2, CHOP)), *_fresh(NOB, OGRYNS)),
        (((3, CLAWS),), *_fresh(Band(1, 4), FAR_TIER)),
        (((3, TAP),), (OGRYNS,), (((1, 0, 0, 1), (3, 0, 0, 1)),)),
        ((), *_fresh(ORKS)),
    ],
    _HERE + "melee.dice.dealt": [(3, *_fresh(NOB, OGRYNS)), (5, *_fresh(NOB, FAR_TIER))],
    _HERE + "melee.dice.automatic_hit": [
        (melee_hit(6, 4), *_fresh(NOB, OGRYNS)),
        (melee_hit(4), *_fresh(ORKS)),
    ],
    _HERE + "melee.round_dice.fought": [
        ((GUARDS, BOSS), (BEASTS,), steps_of((GUARDS, BOSS), (BEASTS,))),
    ],
    _HERE + "melee.dice.unsaved_blows": [
        (((4, CHOP), (2, CLAWS)), 4, 5, 7, 9), (((6, CHOP),), 3, 7, 7, 2), ((), 3, 7, 7, 2),
    ],
    _HERE + "melee.resolution.combat": [
        ((GUARDS, BOSS), (GUARDS,), Resolve(1, 7), Resolve(0, 7, True)),
    ],
    _HERE + "melee.resolution.rout_test": [(8, -5), (7, 2, True)],
    _HERE + "morale.dice.casualties": [(7,), (8, True)],
    _HERE + "morale.dice.keeps_head": [(8,), (8, False, True)],
    _HERE + "morale.dice.keeps_on": [(7,), (7, True)],
    _HERE + "rout.dice.breaks_off": [(7,)],
    _HERE + "rout.dice.caught": [(4, 2, 4, None), (4, 2, 7, 4)],
    _HERE + "rout.dice.compulsory_phase": [
        (Routers(Band(3, 3, 5), 7, move=8, edge=6), Pursuers(3, 2, 4, 2, melee_hit(4))),
        (Routers(Band(3, 3), 7, True, near=True), None),
    ],
    _HERE + "rout.dice._flown": [(Routers(ORKS, 7, edge=5),), (Routers(ORKS, 7, move=7),)],
    _HERE + "rout.dice._hacked": [(Pursuers(5, 2, 4, 2, melee_hit(4)), ORKS)],
    _HERE + "rout.dice.give_way": [()],
    _HERE + "rout.dice.hacks": [(((3, hack_blow(melee_hit(4))),), (ORKS, NOB))],
    _HERE + "rout.dice.halts": [(7,), (8, True)],
    _HERE + "rout.dice.rallies": [(7,), (8, True)],
    _HERE + "rout.dice.returns": [()],
    _HERE + "rout.dice.slips_away": [(4,)],
    _HERE + "rout.dice.stays": [(7,), (8, True)],
    _HERE + "shooting.dice.burns": [(2, 3, 7), (2, 3, 5, 2), (1, 7, 7)],
    _HERE + "shooting.dice.foreseen": [
        (((2, BOLTER), (1, MARKSMAN)), (ORKS, NOB), 2), (((2, BOLTER), (1, HOT)), (ORKS, IN_COVER), 2, True),
    ],
    _HERE + "shooting.dice.landed": [(4, BOLTER), (3, HOT), (2, MARKSMAN), (3, THROUGH_COVER), (0, BOLTER)],
    _HERE + "shooting.dice.overheats": [()],
    _HERE + "shooting.dice.units_struck": [(3, (1, 1)), (0, (1, 2)), (2, (1, 2, 3))],
    _HERE + "shooting.dice.to_hit": [(BOLTER,), (HOT,), (MARKSMAN,), (THROUGH_COVER,)],
    _HERE + "shooting.dice.toll": [(4, BOLTER, ORKS, 1), (3, Shot(5, AUTOCANNON), OGRYNS, 2)],
    _HERE + "shooting.dice.shares": [(((2, BOLT), (1, PLASMA)), (1, 2)), ((), (1, 1, 1))],
    _HERE + "shooting.dice.into_melee": [(((2, BOLTER), (1, HOT)), ((ORKS,), (NOB,)), (2, 1))],
    _HERE + "shooting.dice.toll_of_all": [(((3, BOLTER), (1, MARKSMAN)), ORKS)],
    _HERE + "shooting.dice.unsaved_by_all": [(((3, BOLTER), (2, HOT)), 4, 3, 7), ((), 4, 3, 7)],
    _HERE + "shooting.dice.unsaved": [(3, BOLT, 4, 6, 7), (0, BOLT, 4, 6, 7), (2, MELTA, 8, 3, 5)],
    _HERE + "shooting.dice.unsaved_of": [(4, BOLTER, ORKS, 2)],
    _HERE + "shooting.dice.volley": [
        (((3, BOLTER), (1, HOT)), (ORKS, NOB)), (((2, Shot(5, RENDING)),), (TERMINATORS, OGRYNS)),
        ((), (ORKS,)),
    ],
    _HERE + "shooting.losses.losses": [
        (0, 4, 1), (3, 4, 1), (5, 3, 3), (3, 2, 3, "D3"), (4, 2, 5, "D6"), (3, 2, 3, 2),
    ],
    _HERE + "shooting.wound_dice.allotted": [
        (((1, MELTA), (1, SNIPER)), (OGRYNS, NOB)), (((2, BOLT), (1, RENDING)), (ORKS, TERMINATORS), True),
        (((2, BOLT),), (CLIMBERS,)), (((4, BOLT),), (Band(1, 4, left=2), IN_COVER)),
        (((1, FEEBLE),), (GIANT,)),
    ],
    _HERE + "shooting.wound_dice.damage_of": [(2,), ("D3",), ("D6",)],
    _HERE + "shooting.wound_dice.harm_of": [
        (BOLT, 4, 6, 7), (RENDING, 5, 3, 7), (MELTA, 8, 3, 5), (FEEBLE, 7, 7, 7),
    ],
    _HERE + "shooting.wound_dice.wound_roll": [
        ((4,), False, True, ""), ((6, 5), True, False, ""), ((), True, True, ""),
    ],
    _HERE + "harm.dice.struck": [(2, 4, 3, 7), (3, 6, 4, 4), (0, 4, 3, 5), (1, 3, 9, 7)],
    _HERE + "movement.dice.drowns": [()],
    _HERE + "movement.dice.fall_hits": [()],
    _HERE + "movement.dice.hazard": [(1,), (3,)],
    _HERE + "movement.dice.so_many": [(8, ""), (3, ""), (1, "")],
    _HERE + "movement.dice.swim": [()],
    _HERE + "movement.dice.tactical": [()],
    _HERE + "movement.dice.varied": [(4, False), (4, True), (8, False), (2, False), (3, True)],
    _HERE + "setup.dice.arrives": [(4,), (2,)],
    _HERE + "setup.dice.comes": [(6,)],
    _HERE + "setup.dice.heading": [()],
    _HERE + "setup.dice.one_of": [(3,), (1,)],
    _HERE + "setup.dice.sight_range": [(2, 2), (1, 6)],
}  # fmt: skip
