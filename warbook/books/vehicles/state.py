"""What a battle of the vehicle sheet is made of. Sides are "a" and "b"; ids instead of references."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from warbook.board.geometry import Placed, Spot
from warbook.board.terrain import Area, Table
from warbook.books.vehicles.army.forces import Force
from warbook.books.vehicles.rulings import Rulings
from warbook.books.vehicles.scenario import Scenario
from warbook.core.game import Game as GameOf
from warbook.core.state import with_id

SIDES = ("a", "b")

Place: TypeAlias = Literal["reserve", "table", "out", "off"]  # off: left the table and not destroyed
Speed: TypeAlias = Literal["stationary", "combat", "cruising", "flat out"]
Band: TypeAlias = Literal["", "south", "north", "south-west", "north-east", "south-east", "north-west"]


class Setup(Struct, frozen=True):
    scenario: Scenario
    forces: tuple[Force, ...]
    rulings: Rulings


class Model(Placed, Struct, gc=False):
    """One foot soldier. Who is aboard a vehicle has no place of his own: x, y and z are those he had last."""

    id: str
    unit: str
    kind: int  # the number of his kind among the models of the unit's type
    wounds: int
    x: float = 0.0
    y: float = 0.0
    z: float = 0.0
    place: Place = "reserve"


class Unit(Struct, gc=False):
    """A foot unit (veh.P3 to veh.P14 are filler around the sheet)."""

    id: str
    name: str
    side: str
    kind: str  # the id of its type
    began: int  # models at the start of the battle
    aboard: str = ""  # the transport it is in
    fell_apart: bool = False  # left the table falling back: destroyed (veh.P14)
    # --- lasting states
    falling_back: bool = False
    grounded_until: int = 0  # gone to ground to the end of its own turn of that number; 0: it is not
    locked: tuple[str, ...] = ()  # the enemy units and Walkers it is in close combat with
    # --- what it did in its latest own turn, all cleared when its turn begins
    moved: Literal["", "stayed", "moved", "fell back", "regrouped"] = ""
    ran: bool = False
    shot: bool = False
    shot_at: str = ""  # the unit or vehicle it fired at
    fired_slow: bool = False  # Rapid Fire or Heavy weapons: no assault (veh.P11)
    boarded: bool = False  # got on this turn
    alighted: Literal["", "before", "after", "emergency"] = (
        ""  # got off, and how the transport stood to its move
    )
    alighted_from: str = ""  # the transport it got off this turn; means nothing if it did not
    assaulted: bool = False  # made its assault move, or has declined to
    # --- in this phase
    charged: bool = False  # assaulted in this Assault phase: one more attack
    through_difficult: bool = False  # its assault move led through difficult ground
    lost: int = 0  # models lost to shooting in this phase
    fought: bool = False  # its combat of this phase is done


class Vehicle(Struct, gc=False):
    """A vehicle is a unit by itself (veh.P13). A wreck stays on the table as ground, cover and screen."""

    id: str
    name: str
    side: str
    kind: str  # the id of its type
    x: float = 0.0
    y: float = 0.0
    z: float = 0.0
    facing: float = 0.0
    place: Place = "reserve"
    wrecked: bool = False
    # --- lasting states
    immobilized: bool = False
    shaken_until: int = 0  # to the end of its own turn of that number (veh.V36); 0: it is not
    stunned_until: int = 0
    guns_lost: tuple[int, ...] = ()  # numbers of its guns, and then of its close combat weapons (veh.V38)
    guns_spent: tuple[int, ...] = ()  # guns whose only shot is fired
    smoke_used: bool = False
    smoking: bool = False  # until the enemy's next Shooting phase is over
    locked: tuple[str, ...] = ()  # Walkers only
    # --- its latest Movement phase; kept until its next one begins
    speed: Speed = "stationary"
    straight: float = 0.0  # inches from where it began that move to where it ended (veh.V31)
    flat_out_skimming: bool = False  # a Skimmer that moved flat out (veh.V56, veh.V57)
    # --- what it did in its latest own turn, all cleared when its turn begins
    moved: bool = False  # has moved or declared a halt
    turned: bool = False  # has at least pivoted
    carried: bool = False  # somebody got on or off this turn
    let_off_after: bool = False  # somebody got off after its move: it moves and pivots no more
    rammed: bool = False  # it rammed: no shooting
    ran: bool = False
    shot: bool = False
    shot_at: str = ""
    shot_extra: bool = False  # has used its extra weapon
    fired_guns: tuple[int, ...] = ()
    assaulted: bool = False
    # --- in this phase
    charged: bool = False
    through_difficult: bool = False
    fought: bool = False

    @property
    def spot(self) -> Spot:
        return Spot(self.x, self.y, self.z)

    @property
    def works(self) -> bool:
        """On the table and no wreck."""
        return self.place == "table" and not self.wrecked

    @property
    def shaken(self) -> bool:
        return self.shaken_until > 0

    @property
    def stunned(self) -> bool:
        return self.stunned_until > 0

    def at(self, spot: Spot, facing: float) -> None:
        self.x, self.y, self.z, self.facing = spot.x, spot.y, spot.z, facing


class Marker(Struct, frozen=True):
    """An objective on the table."""

    id: str
    x: float
    y: float


class Battle(Struct):
    setup: Setup
    units: list[Unit]
    models: list[Model]
    vehicles: list[Vehicle]
    craters: list[Area] = []  # where vehicles have exploded
    markers: list[Marker] = []
    zones: dict[str, Band] = {}  # where each side sets up
    first: str = ""  # who has the first turn of each game turn
    attacker: str = ""
    turn: int = 0
    side: str = ""
    phase: Literal["roll", "markers", "deploy", "steal", "start", "move", "shoot", "assault"] = "roll"
    points: dict[str, int] = {}
    over: bool = False
    winner: str = ""

    @property
    def rulings(self) -> Rulings:
        return self.setup.rulings

    @property
    def table(self) -> Table:
        return self.setup.scenario.table

    def force(self, side: str) -> Force:
        return self.setup.forces[SIDES.index(side)]

    def unit(self, unit_id: str) -> Unit:
        return with_id(self.units, unit_id)

    def vehicle(self, vehicle_id: str) -> Vehicle:
        return with_id(self.vehicles, vehicle_id)

    def either(self, piece: str) -> Unit | Vehicle:
        """The foot unit or the vehicle of that id."""
        for unit in self.units:
            if unit.id == piece:
                return unit
        return self.vehicle(piece)

    def members(self, unit: Unit) -> list[Model]:
        """Those who live, aboard or on the table."""
        name = unit.id
        return [model for model in self.models if model.unit == name and model.place != "out"]

    def standing(self, unit: Unit) -> list[Model]:
        """Those on the table."""
        name = unit.id
        return [model for model in self.models if model.unit == name and model.place == "table"]

    def passengers(self, vehicle: Vehicle) -> list[Unit]:
        return [unit for unit in self.units if unit.aboard == vehicle.id and self.members(unit)]

    def next_own_turn(self, side: str) -> int:
        """The number of the next turn that begins for the side (veh.V36)."""
        waits = side != self.side and self.side == self.first
        return self.turn if waits else self.turn + 1


Game = GameOf[Battle]


def other(side: str) -> str:
    return "b" if side == "a" else "a"
