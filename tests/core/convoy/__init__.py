"""A toy book of trucks and their escorts: hulls that drive, squads that follow a leader, wrecks, two or three
sides, one of which the book may play itself.

Each side has a truck; all but the third an escort of three. In its turn a side drives its truck, marches
its escort, and the escort shoots at a truck or an escort it sees within 12 inches (5+). A truck that bumps
another (comes within an inch of it) hits it on 4+. At the second hit a truck is a wreck, which nobody sees
through and nobody goes over. The last side with a truck wins, or after the last round the one that gave most
hits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from warbook.board.geometry import Body, Disc, Oblong, Spot, corners
from warbook.board.hulls import Mount
from warbook.board.terrain import Area, Block, Table, Wall
from warbook.core.book import Book, Choice, Group, Hull, Piece, chapter
from warbook.core.catalog import Catalog, Rule
from warbook.core.datafile import Written
from warbook.core.game import Player

SIDES = ("a", "b", "c")
NAMES = {"a": "Haulers", "b": "Raiders", "c": "Strays"}
MEN = {"a": ("Abe", "Ada", "Alf"), "b": ("Bea", "Ben", "Bob"), "c": ()}
TABLE = Table(
    "Quarry road",
    30.0,
    20.0,
    blocks=(Block("hut", ((13.0, 8.0), (17.0, 8.0), (17.0, 11.0), (13.0, 11.0)), 3.0),),
    walls=(Wall("fence", ((8.0, 15.0), (14.0, 15.0)), 3.0),),
)
STARTS = {"a": (4.0, 4.0, 0.0), "b": (26.0, 16.0, 180.0), "c": (15.0, 4.0, 90.0)}
TRUCK = Hull(4.0, 2.0, ("6", "5", "4", "5"), (Mount(centre=0.0, width=90.0, name="horn"),), aboard=1)
TALL, MAN = 2.0, 1.5  # inches
RADIUS = 0.5
RULES = ("convoy.drive", "convoy.march", "convoy.together", "convoy.shot", "convoy.bump", "convoy.end")


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    scenario: str = "run"
    rounds: int = 3
    forces: tuple[str, ...] = ("old", "old")


class Truck(Struct):
    id: str
    side: str
    x: float
    y: float
    facing: float
    hits: int = 0

    @property
    def wreck(self) -> bool:
        return self.hits >= 2

    @property
    def body(self) -> Body:
        return Body(Spot(self.x, self.y), Oblong(TRUCK.length, TRUCK.width), TALL, self.facing)


class Man(Struct):
    id: str
    side: str
    x: float
    y: float
    here: bool = True

    @property
    def body(self) -> Body:
        return Body(Spot(self.x, self.y), Disc(RADIUS), MAN)


class Battle(Struct):
    setup: Setup
    trucks: list[Truck]
    men: list[Man]
    given: dict[str, int]
    turn: int = 1
    side: str = "a"
    phase: str = "drive"
    over: bool = False
    winner: str = ""

    def truck(self, side: str) -> Truck:
        return next(truck for truck in self.trucks if truck.side == side)

    def squad(self, side: str) -> list[Man]:
        return [man for man in self.men if man.side == side and man.here]

    def wrecks(self) -> list[Area]:
        return [Area(f"wreck of {t.id}", corners(t.body), "impassable") for t in self.trucks if t.wreck]

    def sides(self) -> list[str]:
        return [truck.side for truck in self.trucks]


class Convoy(Book[Battle]):
    id = "convoy"
    title = "Convoy"
    version = "1"
    source = "none"
    licence = "none"
    sides = SIDES
    setup_type = Setup
    battle_type = Battle
    phases = ("drive", "march", "shoot")
    open_table = True
    stray = chapter("turn", "Stray")

    @property
    def rules(self) -> Catalog:
        return Catalog({name: Rule(name, "Convoy", "It is so.") for name in RULES}, {})

    def forces(self) -> Sequence[Choice]:
        return [Choice("old", "Old trucks"), Choice("older", "Older trucks")]

    def scenarios(self) -> Sequence[Choice]:
        return [
            Choice("run", "The run", sides=("a", "b")),
            Choice("badlands", "The badlands", sides=SIDES, own=("c",)),
            Choice("brawl", "The brawl", sides=SIDES),
        ]

    def make_setup(
        self, scenario: str | Written, forces: Sequence[str | Written], rulings: Mapping[str, Any]
    ) -> Setup:
        choice = self.scenario(scenario)
        return Setup(choice.id, forces=tuple(str(force) for force in forces))

    def sides_of(self, setup: Setup) -> tuple[str, ...]:
        return self.scenario(setup.scenario).sides

    def own_players(self, setup: Setup) -> Mapping[str, Player]:
        return {side: self.stray() for side in self.scenario(setup.scenario).own}

    def muster(self, setup: Setup) -> Battle:
        sides = self.sides_of(setup)
        men = [
            Man(name.lower(), side, STARTS[side][0] + 1.5 * (n - 1), 8.0 if side == "a" else 12.0)
            for side in sides
            for n, name in enumerate(MEN[side])
        ]
        trucks = [Truck(f"truck-{side}", side, *STARTS[side]) for side in sides]
        return Battle(setup, trucks, men, dict.fromkeys(sides, 0))

    def view(self, battle: Battle, side: str | None) -> Battle:
        return battle

    def table(self, battle: Battle) -> Table:
        return replace(TABLE, areas=tuple(battle.wrecks()))

    def pieces(self, view: Battle) -> Sequence[Piece]:
        trucks = [
            Piece(
                t.id, f"Truck of the {NAMES[t.side]}", t.side, t.x, t.y, 0.0, t.facing, TRUCK.length / 2,
                states=("wreck",) if t.wreck else ("hit",) if t.hits else (), hull=TRUCK, letter="T",
            )
            for t in view.trucks
        ]  # fmt: skip
        men = [
            Piece(
                m.id,
                m.id.title(),
                m.side,
                m.x,
                m.y,
                0.0,
                0.0,
                RADIUS,
                on_table=m.here,
                group=squad_of(m.side),
                letter=m.id[0].upper(),
            )
            for m in view.men
        ]
        return [*trucks, *men]

    def groups(self, view: Battle) -> Sequence[Group]:
        return [
            Group(squad_of(side), f"{NAMES[side]}' escort", side, tuple(man.id for man in view.squad(side)))
            for side in view.sides()
            if view.squad(side)
        ]

    def side_names(self, battle: Battle) -> Mapping[str, str]:
        return {side: NAMES[side] for side in battle.sides()}


def squad_of(side: str) -> str:
    return f"escort-{side}"


CONVOY = Convoy()
