"""What a battle of Gorkamorka is made of. Sides are "a" to "d", and "n" for what the book plays itself; ids
instead of references."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from warbook.board.geometry import Placed, Spot
from warbook.board.hulls import Edge
from warbook.board.terrain import Table
from warbook.books.gorkamorka.mob.lists import Profile, Skills, Trait
from warbook.books.gorkamorka.mob.written import Mob
from warbook.books.gorkamorka.rulings import Rulings
from warbook.books.gorkamorka.scenario import Scenario
from warbook.core.game import Game as GameOf
from warbook.core.state import with_id

SIDES = ("a", "b", "c", "d")
NAMESAKES = ("", " II", " III", " IV")
NEST = "n"  # creatures, played by the book by their own rule

Place: TypeAlias = Literal["reserve", "table", "out", "off", "home"]  # home: off with scrap, no casualty
Station: TypeAlias = Literal["", "driver", "gunner", "crew"]
Taking: TypeAlias = Literal["", "carry", "knock"]  # what a grabber or a wrecker ball does to whom it hits
Pace: TypeAlias = Literal["", "stayed", "walked", "ran", "charged", "crawled", "fled"]


class Setup(Struct, frozen=True):
    scenario: Scenario
    mobs: tuple[Mob, ...]
    rulings: Rulings

    @property
    def sides(self) -> tuple[str, ...]:
        """Those who fight: the mobs, and the creatures where there are any."""
        wild = self.scenario.nest is not None or self.scenario.sandgulpers is not None
        return (*SIDES[: len(self.mobs)], *((NEST,) if wild else ()))

    def name(self, side: str) -> str:
        return "the creatures" if side == NEST else self.mobs[SIDES.index(side)].name + self.mark(side)

    def mark(self, side: str) -> str:
        """What tells a mob and its models apart from those of an earlier mob of the same name."""
        *earlier, mob = self.mobs[: SIDES.index(side) + 1]
        return NAMESAKES[sum(each.name == mob.name for each in earlier)]


class Warrior(Placed, Struct, gc=False):
    """A warrior or a creature. Who is aboard a vehicle has no place of his own: he is where its hull is
    (ruling 3.2), and his x, y, spot and facing are those he had last on the ground."""

    id: str
    name: str
    side: str
    kind: str  # the fighter's id in the lists
    profile: Profile
    weapons: tuple[str, ...]
    armour: tuple[str, ...]
    skills: Skills
    wounds: int
    traits: tuple[Trait, ...] = ()
    hates: tuple[str, ...] = ()  # sides, factions, kinds or warriors
    x: float = 0.0
    y: float = 0.0
    z: float = 0.0
    facing: float = 0.0
    place: Place = "reserve"
    aboard: str = ""  # a vehicle, a friend's or an enemy's
    station: Station = ""  # what he does there; boarders do nothing
    clings: bool = False  # to the outside of the enemy vehicle he is aboard: gce.S29
    flesh: int = 0
    down: bool = False
    pinned: bool = False
    pinned_since: str = ""  # "TURN SIDE" of the turn in which he was pinned
    burning: bool = False
    hidden: bool = False
    overwatch: bool = False
    netted: bool = False
    hobbled: bool = False
    stupid: bool = False  # failed his latest test against stupidity
    frenzied: bool = False
    terrified_of: tuple[str, ...] = ()  # those whom he failed to face this turn
    half_ws: tuple[str, ...] = ()  # the chargers who frightened him
    tested: bool = False  # has taken this turn's test against terror
    moved: Pace = ""
    went: float = 0.0  # inches covered in the latest own movement phase
    idle: bool = False  # may do nothing more this turn: a failed charge, fear
    shot: bool = False  # in this shooting phase
    helping: str = ""  # the fire he fights this turn: a warrior's or a vehicle's id
    charging: str = ""  # the enemy, or the vehicle boarded, this turn
    obstacle: bool = False  # charged across an obstacle
    fighting: tuple[str, ...] = ()  # the enemies with whom his combat goes on
    dull: bool = False  # too stupid to roll attack dice in this phase
    empty: tuple[str, ...] = ()
    reloading: tuple[tuple[str, int], ...] = ()  # weapons, and the turn in which each may fire again
    thrown: tuple[str, ...] = ()  # spears and nets used up
    spared: bool = False  # his first ammo roll for bombs has been ignored
    scrap: int = 0
    spectator: bool = False  # of a derby, until a vehicle of his mob has been in a ram

    @property
    def on_table(self) -> bool:
        return self.place == "table"

    @property
    def on_foot(self) -> bool:
        return self.place == "table" and not self.aboard

    @property
    def up(self) -> bool:
        """On the table and neither Down nor pinned."""
        return self.place == "table" and not self.down and not self.pinned


class Vehicle(Struct, gc=False):
    """gce.vehicle-movement.separate: a model apart from those aboard. It fights nobody hand to hand
    (gce.vehicle-movement.no-hth)."""

    id: str
    name: str
    side: str
    kind: str  # the vehicle's id in the lists
    weapon: str = ""  # fixed; its gunner alone fires it
    quadrant: Edge = "front"
    gubbinz: tuple[str, ...] = ()  # each plate and plank by itself
    x: float = 0.0
    y: float = 0.0
    facing: float = 0.0
    place: Place = "reserve"
    driver: str = ""  # who drives it, for the time being or for good
    gunner: str = ""
    immobilised: bool = False
    destroyed: bool = False
    burning: tuple[int, ...] = ()  # numbers of locations
    kindled: tuple[int, ...] = ()  # those of them that caught fire in this very shooting phase of its owner
    moved: Literal["", "still", "gas", "slow", "thrust", "wild", "sail", "pump", "chase"] = ""
    done: bool = False  # has finished its movement this turn
    thrusts: int = 0  # attempts in the latest movement of its own, or of the chase
    went_in: str = ""  # "TURN SIDE" of the turn in which it last moved
    chasing: str = ""
    chase: Literal["", "race", "tail"] = ""
    planked: bool = False  # a boarding plank lies between it and the vehicle it chases
    slower: int = 0  # inches lost of a gas, sail or pump move
    slower_now: int = 0  # and so many for the time being
    shorter: int = 0  # inches lost of each thrust
    no_thrust: Literal["", "next", "ever"] = ""
    weapon_state: Literal["", "silent", "empty", "lost"] = ""
    gubbinz_lost: tuple[str, ...] = ()
    hampered: dict[str, str] = {}  # what (weapon, speed, thrust) to the end of its next own turn: since when
    ammo_spared: bool = False  # its loadsa ammo has been used
    scrap: int = 0

    @property
    def spot(self) -> Spot:
        return Spot(self.x, self.y, 0.0)

    @property
    def on_table(self) -> bool:
        return self.place == "table"


class Token(Struct):
    """A marker on the table: scrap, a bomb that may yet go off, a sandgulper's lair, a carcass."""

    id: str
    kind: Literal["scrap", "bomb", "lair", "carcass"]
    x: float
    y: float
    z: float = 0.0
    weapon: str = ""


class Points(Struct, frozen=True, tag=True):
    """So many points of damage without a Strength, or hits with one, that a vehicle is still to take."""

    vehicle: str
    points: int
    strength: int | None = None
    save_mod: int = 0
    by: str = ""  # the warrior or vehicle that did it
    rule: str = ""
    pins: bool = False  # whom it hits through the vehicle
    template: bool = False
    catches_fire: int = 0  # the roll that sets a location alight; 0: it does not
    location: int = 0  # where it is fixed
    kept_highest: int = 1  # dice of which the highest counts for one roll on the damage table
    takes: Taking = ""
    knockback: int = 0  # inches that a crew member hit is knocked back: overboard
    spares: str = ""  # who aboard is not hit by it


class Penetrated(Struct, frozen=True, tag=True):
    """A hit that has gone through, waiting for its turn on the damage table."""

    vehicle: str
    location: int
    strength: int | None = None
    by: str = ""
    pins: bool = False
    kept_highest: int = 1
    takes: Taking = ""
    knockback: int = 0
    spares: str = ""


class Wild(Struct, frozen=True, tag=True):
    """A move of a vehicle that nobody steers: a turn of so many degrees (to the left), then forwards."""

    vehicle: str
    turn: float = 0.0
    inches: float = 0.0
    ends_move: bool = True
    rule: str = ""
    shy: bool = False  # a turn away from what it struck stops short of anything else


class Spin(Struct, frozen=True, tag=True):
    """A vehicle comes to face anywhere, as the die says if it has been rolled, and runs on from there."""

    vehicle: str
    facing: float | None = None
    inches: float = 0.0
    ends_move: bool = True
    rule: str = ""


class Thrusting(Struct, frozen=True, tag=True):
    """Full thrusts straight ahead until a test fails; so many have been made."""

    vehicle: str
    made: int = 0
    rule: str = ""


class Halt(Struct, frozen=True, tag=True):
    """The roll after a head-on ram: a vehicle that is still there may be immobilised."""

    vehicle: str
    rule: str = ""


class Disturbed(Struct, frozen=True, tag=True):
    """A vehicle has run past a bomb that may go off."""

    vehicle: str
    token: str


Trouble: TypeAlias = Points | Penetrated | Wild | Spin | Thrusting | Halt | Disturbed


class Battle(Struct):
    setup: Setup
    warriors: list[Warrior]
    vehicles: list[Vehicle]
    tokens: list[Token]
    began: dict[str, int]  # models each mob has had on the table (gce.ending.model-count)
    edges: dict[str, str]
    order: list[str]  # the sides in the order of their turns
    bottled: list[str] = []
    turn: int = 0
    side: str = ""
    phase: Literal["roll", "edges", "deploy", "start", "move", "shoot", "fight", "recover"] = "roll"
    wind: float = 0.0  # where it blows to, in degrees, where somebody sails
    trouble: list[Trouble] = []  # a stack: the last comes first (gce.vehicle-damage.nested)
    over: bool = False
    winner: str = ""
    carried_off: dict[str, int] = {}
    attacker: str = ""
    booty: int = 0  # scrap that goes to the winner
    waves: list[tuple[str, ...]] = []  # the attacker's groups that are still to come: warriors and vehicles
    roused: list[str] = []  # mobs whose spectators have seen one of their vehicles in a ram
    chase_fire_in: str = ""  # "TURN SIDE" of the turn in which those who chase have had their fire
    views: dict[str, float] = {}  # how much of a target a shooter sees, where dice have settled it
    notes: list[str] = []  # for after the battle: who was Down when his mob bottled out

    @property
    def rulings(self) -> Rulings:
        return self.setup.rulings

    @property
    def table(self) -> Table:
        return self.setup.scenario.table

    @property
    def now(self) -> str:
        """Which player turn this is."""
        return f"{self.turn} {self.side}"

    def warrior(self, warrior_id: str) -> Warrior:
        return with_id(self.warriors, warrior_id)

    def vehicle(self, vehicle_id: str) -> Vehicle:
        return with_id(self.vehicles, vehicle_id)

    @property
    def sides(self) -> tuple[str, ...]:
        """The mobs that players have brought."""
        return SIDES[: len(self.setup.mobs)]

    def name(self, side: str) -> str:
        return self.setup.name(side)

    def mob(self, side: str) -> list[Warrior]:
        return [warrior for warrior in self.warriors if warrior.side == side]

    def models(self, side: str) -> list[Warrior | Vehicle]:
        """All that the side has, warriors and vehicles, on the table or not."""
        return [*self.mob(side), *(ride for ride in self.vehicles if ride.side == side)]

    def present(self, side: str) -> list[Warrior]:
        """The side's warriors on the table, on foot or aboard."""
        return [warrior for warrior in self.warriors if warrior.side == side and warrior.place == "table"]

    def enemies(self, side: str) -> list[Warrior]:
        """On the table, of every other side."""
        return [warrior for warrior in self.warriors if warrior.side != side and warrior.place == "table"]

    def riders(self, vehicle: str) -> list[Warrior]:
        """Everybody aboard, friend and enemy."""
        return [each for each in self.warriors if each.aboard == vehicle and each.place == "table"]


Game = GameOf[Battle]
