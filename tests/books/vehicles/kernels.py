"""Arguments to try each kernel of the book with: its odds must be those of its play."""

from __future__ import annotations

from typing import Any

from warbook.books.family.wounds import NEVER
from warbook.books.vehicles.assault.dice import troop_aim, vehicle_aim
from warbook.books.vehicles.damage.dice import Armour, Condition, Strike
from warbook.books.vehicles.shooting.blast_dice import Shelling, rays
from warbook.books.vehicles.shooting.dice import AUTOMATIC, Shot, aim_of
from warbook.books.vehicles.shooting.salvo_dice import Bomb
from warbook.books.vehicles.shooting.troops_dice import ALL_ARMOUR, Attack, Group, Save
from warbook.books.vehicles.tanks.dice import Bumper, ram_strike
from warbook.books.vehicles.transports.dice import explosion_hit

AUTOCANNON, MELTA, BATTLE_CANNON = Strike(7), Strike(8, "sum", 1), Strike(8, "highest")
RENDING, LANCE, BOLTER = Strike(6, rending=True), Strike(8, lance=True), Strike(4, ap_modifier=-1)
SIDE, HIDDEN, BUGGY = Armour(11), Armour(12, cover=4), Armour(10, open_topped=True)
FRESH, STUCK, FLYING, BARE = Condition(2), Condition(1, True), Condition(3, flat_out=True), Condition(0)
WALKER = Condition(3, walker=True)

CANNON_SHOT = Shot(aim_of(4), AUTOCANNON, SIDE)
TWIN_SHOT = Shot(aim_of(2, twin_linked=True), RENDING, HIDDEN)
HOT_SHOT = Shot(aim_of(7, gets_hot=True), AUTOCANNON, BUGGY)
FLAME = Shot(AUTOMATIC, BOLTER, BUGGY)
BLOW = Shot(vehicle_aim("combat", False), Strike(6), SIDE)

BOLTGUN, PLASMA = Attack(aim_of(4), 4, 4, 5), Attack(aim_of(4, gets_hot=True), 2, 7, 2)
ASSAULT_CANNON, FLAMER = (
    Attack(aim_of(4), 2, 6, 4, rending=True),
    Attack(AUTOMATIC, 4, 4, 5, ignores_cover=True),
)
KLAW, TICKLE = Attack(troop_aim(4, 4), 2, 8, ALL_ARMOUR), Attack(aim_of(4), NEVER, 1)
MARINES, TEAM, NOB = Group(5, 4, save=3), Group(1, 3, 2, save=5, hurt=1), Group(1, 4, 2, save=6)
TERMINATORS = Group(3, 4, save=2, inv=5)

TANK, RHINO = (
    Bumper(ram_strike(14, 10, True), Armour(14), FRESH),
    Bumper(ram_strike(11, 10, True), SIDE, STUCK),
)
AROUND = rays(4.5, 3.0, 2.5, 11, 11, 10)
SHELLING = Shelling(BATTLE_CANNON, HIDDEN, AROUND)

DRIFTS = tuple(tuple(max(0, 4 - inches - hour % 3) for inches in range(12)) for hour in range(12))

_HERE = "warbook.books.vehicles."

KERNEL_EXAMPLES: dict[str, list[tuple[Any, ...]]] = {
    _HERE + "assault.dice.consolidation": [()],
    _HERE + "assault.dice.hard_going": [()],
    _HERE + "assault.dice.sweeps": [(4, 4), (2, 5), (10, 1)],
    _HERE + "damage.dice.cover_saves": [(4,), (NEVER,), (3, "veh.target.smoke-cover")],
    _HERE + "damage.dice.damage_roll": [(0,), (-3, True), (2,)],
    _HERE + "damage.dice.explosion": [()],
    _HERE + "damage.dice.hit": [(AUTOCANNON, SIDE), (MELTA, HIDDEN), (BOLTER, BUGGY)],
    _HERE + "damage.dice.penetrate": [
        (AUTOCANNON, 11), (MELTA, 14), (BATTLE_CANNON, 12), (RENDING, 13), (LANCE, 14), (BOLTER, 14),
    ],
    _HERE + "damage.dice.settle": [
        ((), FRESH),
        (((AUTOCANNON, SIDE), (MELTA, HIDDEN), (BOLTER, BUGGY)), FRESH),
        (((AUTOCANNON, BUGGY),) * 4, FLYING),
        (((AUTOCANNON, BUGGY),) * 3, BARE),
        (((AUTOCANNON, SIDE),) * 3, WALKER),
    ],
    _HERE + "foot.dice.dash": [()],
    _HERE + "foot.dice.slowed": [()],
    _HERE + "morale.dice.flight": [(2,), (3,)],
    _HERE + "setup.dice.battle_goes_on": [(3,), (4,)],
    _HERE + "setup.dice.markers": [("D3",), ("D3+2",), ("D6",)],
    _HERE + "setup.dice.steals": [(6,)],
    _HERE + "shooting.salvo_dice.bombardment": [
        (((2, BOLTGUN),), (), (MARINES,)),
        (((2, BOLTGUN),), (Bomb(3, 4, DRIFTS, FLAMER),), (MARINES,), 4),
    ],
    _HERE + "shooting.salvo_dice.caught": [(3, 5, DRIFTS), (0, 2, DRIFTS)],
    _HERE + "shooting.salvo_dice.salvo": [
        (((2, CANNON_SHOT),), ((3, SHELLING),), FRESH),
        ((), ((0, SHELLING), (4, SHELLING)), FLYING),
    ],
    _HERE + "shooting.blast_dice.landing": [(3, AROUND), (0, AROUND), (10, AROUND)],
    _HERE + "shooting.blast_dice.scatter": [(3,), (0,), (10,)],
    _HERE + "shooting.blast_dice.shell": [(3, SHELLING), (0, SHELLING)],
    _HERE + "shooting.dice.alike": [
        (0, CANNON_SHOT, FRESH), (1, CANNON_SHOT, FRESH), (4, CANNON_SHOT, FLYING), (5, TWIN_SHOT, STUCK),
        (3, FLAME, BARE), (4, BLOW, WALKER),
    ],
    _HERE + "shooting.dice.fire_shot": [(CANNON_SHOT,), (TWIN_SHOT,), (HOT_SHOT,), (FLAME,)],
    _HERE + "shooting.dice.to_hit": [(aim_of(bs),) for bs in (0, 1, 4, 6, 10)]
    + [(aim_of(3, True),), (aim_of(3, True, True),), (aim_of(3, False, True),), (AUTOMATIC,)],
    _HERE + "shooting.dice.volley": [
        ((), FRESH), (((2, CANNON_SHOT), (3, TWIN_SHOT)), FRESH), (((2, HOT_SHOT), (1, FLAME)), STUCK),
        (((1, FLAME), (0, HOT_SHOT)), FLYING),
    ],
    _HERE + "shooting.troops_dice.all_wounds": [((),), (((3, BOLTGUN), (1, PLASMA)),)],
    _HERE + "shooting.troops_dice.fusillade": [
        (((4, BOLTGUN),), (MARINES,)),
        (((3, BOLTGUN), (1, PLASMA), (2, ASSAULT_CANNON)), (Group(2, 4, save=3), NOB), 4),
        (((3, KLAW),), (TEAM, TERMINATORS)),
    ],
    _HERE + "shooting.troops_dice.morale": [(8,), (0,), (7, "veh.tank.morale")],
    _HERE + "shooting.troops_dice.pinning": [(8,), (1,)],
    _HERE + "shooting.troops_dice.saves": [
        (MARINES, ()), (MARINES, ((4, Save(3), False),)),
        (Group(2, 4, 2), ((2, Save(4), False), (1, Save(5), True))), (TEAM, ((2, Save(), False),)),
    ],
    _HERE + "shooting.troops_dice.unsaved": [(0, Save(4)), (3, Save()), (5, Save(4, "veh.P7.cover"))],
    _HERE + "shooting.troops_dice.wounds": [
        (0, BOLTGUN), (5, BOLTGUN), (2, PLASMA), (4, ASSAULT_CANNON), (3, FLAMER), (3, KLAW), (4, TICKLE),
    ],
    _HERE + "driving.dice.gets_through": [()],
    _HERE + "driving.dice.holds_back": [()],
    _HERE + "driving.dice.run_inches": [()],
    _HERE + "driving.dice.difficult_inches": [()],
    _HERE + "tanks.dice.dodge": [()],
    _HERE + "tanks.dice.glory": [(MELTA, Armour(14), FRESH)],
    _HERE + "tanks.dice.impact": [(TANK, RHINO)],
    _HERE + "tanks.dice.ram": [(TANK, RHINO, True), (TANK, RHINO, False)],
    _HERE + "tanks.dice.shock": [(8,), (1,)],
    _HERE + "tanks.dice.tank_shock": [(8, MELTA, Armour(14), FRESH)],
    _HERE + "transports.dice.explodes": [((MARINES,), explosion_hit(4, False))],
    _HERE + "transports.dice.passengers": [
        ((MARINES, NOB), 8, "explodes", explosion_hit(4, True)),
        ((TEAM,), 7, "wrecked", explosion_hit(3, False)),
    ],
    _HERE + "wounds.dice.treads": [(5,), (NEVER,)],
}  # fmt: skip
