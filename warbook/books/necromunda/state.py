"""What a battle of Necromunda is made of. Sides are "a" and "b"; ids instead of references."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from warbook.board.geometry import Body, Disc, Placed
from warbook.board.terrain import Table
from warbook.core.game import Game as GameOf
from warbook.core.state import with_id

SIDES = ("a", "b")

RADIUS = 0.5  # a 25 mm base
HEIGHT = 1.25  # on his feet
LYING = 0.5  # pinned or down: laid on the table
EYE = 1.1


Score = Annotated[int, Meta(ge=2, le=7)]  # a D6 score; 7 is never reached


class Profile(Struct, frozen=True, cache_hash=True):
    """The nine characteristics (nec.M3)."""

    M: int
    WS: int
    BS: int
    S: int
    T: int
    W: int
    I: int  # noqa: E741
    A: int
    Ld: int


class Rulings(Struct, frozen=True, forbid_unknown_fields=True):
    """The switches of rulings.toml, with their defaults."""

    first_player: Literal["roll-off", "a", "b"] = "roll-off"
    overwatch: bool = True
    ammo_rolls: bool = True
    explodes_on: Literal["another-1", "below-ammo"] = "another-1"
    closest_target_first: bool = True
    firing_arc: Annotated[int, Meta(ge=1, le=360)] = 90
    special_weapons: bool = True
    two_weapon_die: bool = True
    outnumber_bonus: bool = True
    follow_up: bool = True
    detection: Literal["initiative", "none"] = "initiative"
    difficult_ground: bool = False
    premeasure: bool = True
    charge_closest_only: bool = False
    flee_off_table: Literal["lost", "stop"] = "lost"
    pinned_friend_helps: bool = True
    higher_min: Annotated[int, Meta(ge=0, le=10)] = 1
    leader_escapes_alone: bool = False
    seven_plus_followup: tuple[Score, Score, Score] = (4, 5, 6)


class Recruit(Struct, frozen=True, forbid_unknown_fields=True):
    """A fighter as a gang lists him."""

    type: str
    weapons: tuple[str, ...] = ()
    armour: str = ""
    gear: tuple[str, ...] = ()
    name: str = ""


class Gang(Struct, frozen=True):
    id: str
    name: str
    fighters: tuple[Recruit, ...]
    house: str = ""


class Scenario(Struct, frozen=True):
    """A scenario with its table: how the gangs come on, and what else decides the battle."""

    id: str
    name: str
    words: str
    table: Table
    deployment_depth: float = 8.0
    loot: str = ""  # how many counters are on the table, as dice: "D6"
    attacker_fighters: str = ""  # how many the attacker (side a) brings, as dice: "D3+3"
    attacker_loot: str = ""  # counters the attacker carries and must bring off the far edge: "D3+1"
    reinforcements: bool = False  # the defender (side b) starts off the table and arrives by D6
    turn_limit: int = 0


class Setup(Struct, frozen=True):
    scenario: Scenario
    gangs: tuple[Gang, Gang]
    rulings: Rulings


class Fighter(Placed, Struct, gc=False):
    id: str
    name: str
    side: str
    kind: str
    profile: Profile
    weapons: tuple[str, ...]
    armour: str
    gear: tuple[str, ...]
    wounds: int
    size: Literal["normal", "small", "large"] = "normal"
    x: float = 0.0
    y: float = 0.0
    z: float = 0.0
    facing: float = 0.0
    place: Literal["reserve", "table", "out", "fled", "off"] = "reserve"
    flesh: int = 0
    down: bool = False
    pinned: bool = False
    broken: bool = False
    hidden: bool = False
    overwatch: bool = False
    webbed: bool = False
    comatose: bool = False
    moved: Literal["", "stayed", "walked", "ran", "charged", "crawled", "fled"] = ""
    went: float = 0.0  # inches covered in the latest own movement phase
    lost_turn: bool = False  # pinned when his turn began, and did not escape
    shot: bool = False
    charging: str = ""  # the enemy charged this turn
    obstacle: bool = False  # charged across an obstacle
    empty: tuple[str, ...] = ()
    recharging: tuple[tuple[str, int], ...] = ()  # weapons, and the turn in which each may fire again
    loot: int = 0

    @property
    def on_table(self) -> bool:
        return self.place == "table"

    @property
    def on_feet(self) -> bool:
        """On the table and neither down nor pinned."""
        return self.place == "table" and not self.down and not self.pinned

    @property
    def height(self) -> float:
        return LYING if self.down or self.pinned else HEIGHT

    @property
    def body(self) -> Body:
        return Body(self.spot, BASE, self.height, self.facing)

    @property
    def leader(self) -> bool:
        return self.kind == "leader"

    @property
    def states(self) -> tuple[str, ...]:
        """As badges show them and the glossary explains them."""
        names = ("down", "pinned", "broken", "hidden", "overwatch", "webbed")
        found = [name for name in names if getattr(self, name)]
        if self.flesh:
            found.append(f"{self.flesh} flesh")
        if self.empty:
            found.append("out of ammo")
        if self.loot:
            found.append("loot")
        return tuple(found)


BASE = Disc(RADIUS)


class Token(Struct):
    """A marker on the table: loot, smoke, gas, a plasma ball, a grenade that may yet go off."""

    id: str
    kind: Literal["loot", "smoke", "plasma", "dud"]
    x: float
    y: float
    z: float
    radius: float = 0.0
    weapon: str = ""


class Battle(Struct):
    setup: Setup
    fighters: list[Fighter]
    tokens: list[Token]
    began: dict[str, int]  # models each gang began the battle with (nec.A32)
    edges: dict[str, Literal["south", "north"]]
    turn: int = 0
    side: str = ""
    phase: Literal[
        "edges",
        "loot",
        "deploy",
        "start",
        "charge",
        "compulsory",
        "move",
        "watch",
        "shoot",
        "fight",
        "recover",
    ] = "edges"
    first: str = ""
    over: bool = False
    winner: str = ""
    carried_off: dict[str, int] = {}

    @property
    def rulings(self) -> Rulings:
        return self.setup.rulings

    @property
    def table(self) -> Table:
        return self.setup.scenario.table

    def fighter(self, fighter_id: str) -> Fighter:
        return with_id(self.fighters, fighter_id)

    def gang(self, side: str) -> list[Fighter]:
        return [fighter for fighter in self.fighters if fighter.side == side]

    def present(self, side: str) -> list[Fighter]:
        """The side's fighters on the table."""
        return [fighter for fighter in self.fighters if fighter.side == side and fighter.place == "table"]

    def next_turn(self, side: str) -> int:
        """The number of the side's next own turn after the one being played."""
        return self.turn if self.side != side and self.first != side else self.turn + 1


def enemy(side: str) -> str:
    return "b" if side == "a" else "a"


Game = GameOf[Battle]
