"""What a battle of Gemini-ARAP is made of. Ids instead of references; sides are "a", "b" and "c"."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cached_property, wraps
from operator import attrgetter
from threading import local
from typing import TYPE_CHECKING, Any, Concatenate, Literal, ParamSpec, TypeAlias, TypeVar

from msgspec import Struct

from warbook.board.geometry import Spot
from warbook.board.terrain import Table
from warbook.books.arap.army.data import Fighter, bases, make_fighter, sizes, stock
from warbook.books.arap.army.forces import Force, squad_fighters
from warbook.books.arap.army.lists import Members, Profile, Size
from warbook.books.arap.rulings import Rulings
from warbook.books.arap.scenario import Part, Scenario, Zone
from warbook.core.game import Game as GameOf

if TYPE_CHECKING:
    from warbook.board.kernel import Floats

T = TypeVar("T")
P = ParamSpec("P")
I = TypeVar("I", "Figure", "Unit")  # noqa: E741

SIDES = ("a", "b", "c")

# off: left the table alive, by an edge of the scenario or in pursuit; aboard: in a vehicle or a boat.
Place: TypeAlias = Literal["reserve", "table", "aboard", "off", "out"]
Phase: TypeAlias = Literal[
    "roll off", "deploy", "start", "compulsory", "activation", "melee", "leftover", "end"
]
Direction: TypeAlias = Literal["front", "flank", "rear"]


class Setup(Struct, frozen=True, dict=True):
    scenario: Scenario
    forces: tuple[Force, ...]
    rulings: Rulings

    @cached_property
    def grids(self) -> dict[Zone, list[Spot]]:
        """Where one may set up, zone by zone, as far as somebody has asked."""
        return {}

    @cached_property
    def rosters(self) -> tuple[tuple[tuple[Fighter, ...], ...], ...]:
        """For each side the figures of its squads, one by one, and after these its boats."""
        return tuple(
            self._roster(force, part) for force, part in zip(self.forces, self.scenario.parts, strict=False)
        )

    def _roster(self, force: Force, part: Part) -> tuple[tuple[Fighter, ...], ...]:
        squads = force.squads[: self.scenario.squads or None]
        drawn = [
            tuple(one for one, count in squad_fighters(force, squad) for _ in range(count))
            for squad in squads
        ]
        boats = [(make_fighter(Members(profile=boat.profile), stock(force.own)),) for boat in part.boats]
        return (*drawn, *boats)

    @cached_property
    def stills(self) -> dict[Hashable, dict[Hashable, Any]]:
        """What was worked out from how all figures stand, by their stance (`field.stills`)."""
        return {}

    @cached_property
    def companies(self) -> dict[Hashable, Any]:
        """Those who were on the table together (`field.bodies.Company`)."""
        return {}

    @cached_property
    def rolls(self) -> dict[tuple[tuple[str, Place], ...], Rolls]:
        """Who was with which unit, by unit and place of every figure."""
        return {}

    @cached_property
    def rows(self) -> dict[str, int]:
        """In which row of its list a figure or a unit was found that somebody has asked for."""
        return {}

    @cached_property
    def lie(self) -> dict[Hashable, Any]:
        """What is asked of the lie of the land again and again (`field.ground`)."""
        return {}

    @cached_property
    def clashes(self) -> dict[Hashable, Any]:
        """What rounds of melee between such and such figures come to, as far as a bot has asked."""
        return {}

    @cached_property
    def fighters(self) -> tuple[Fighter, ...]:
        """Every figure of all forces, in the order in which they are mustered."""
        return tuple(one for side in self.rosters for squad in side for one in squad)

    @cached_property
    def likes(self) -> tuple[int, ...]:
        """For each of them the number of the first one who is like him in everything."""
        first: dict[Fighter, int] = {}
        known: dict[int, int] = {}  # by identity, which most of a squad share: to compare them takes longer
        for number, one in enumerate(self.fighters):
            if id(one) not in known:
                known[id(one)] = first.setdefault(one, number)
        return tuple(known[id(one)] for one in self.fighters)

    @cached_property
    def profiles(self) -> tuple[Profile, ...]:
        """Of each of them."""
        return tuple(one.profile for one in self.fighters)

    @cached_property
    def sizes(self) -> tuple[Size, ...]:
        return tuple(sizes()[one.size] for one in self.profiles)

    @cached_property
    def longest_reach(self) -> float:
        """The longest melee radius of all."""
        return max(size.melee_radius for size in self.sizes)

    @cached_property
    def radii(self) -> tuple[float, ...]:
        """Of their bases."""
        return tuple(bases()[one.base_mm].inches / 2 for one in self.profiles)

    @cached_property
    def builds(self) -> Floats:
        """The same as rows, for whoever looks at many of them at once: see `RADIUS` and the others."""
        import numpy as np  # who lists books need not load it

        rows = [
            (
                radius, kind.height, kind.height_prone, kind.eye, kind.eye * kind.height_prone / kind.height,
                kind.melee_radius, one.profile.size, "mounted" in one.rules,
            )
            for one, kind, radius in zip(self.fighters, self.sizes, self.radii, strict=True)
        ]  # fmt: skip
        return np.array(rows, np.float64).reshape(-1, 8)


# Columns of `Setup.builds`.
RADIUS, HEIGHT, HEIGHT_PRONE, EYE, EYE_PRONE, MELEE_RADIUS, SIZE, MOUNTED = range(8)


class Figure(Struct, gc=False):
    """One model. `squad` and `kind` say what it is and never change; `unit` is the one it is with now."""

    id: str
    unit: str
    squad: str  # the id of the unit that it was mustered in
    kind: int  # its number among `Setup.fighters`
    wounds: int
    x: float = 0.0
    y: float = 0.0
    z: float = 0.0  # the height of its feet, also half-way up a ladder or a face
    facing: float = 0.0
    place: Place = "reserve"
    prone: bool = False
    hangs: bool = False  # on a ladder, a rope or a face: it has no ground under its feet
    # --- since its side's latest turn began (arap.F6)
    gone: float = 0.0  # inches it has moved
    fleeting: bool = False  # it went from one piece of cover to another
    # --- in this player turn
    down: bool = False  # it fell over: no moves and no attacks (arap.movement.agility-failure)
    stopped: bool = False  # it moves no further in this action
    fired: tuple[str, ...] = ()  # ids of weapons it may not fire again
    threw: bool = False

    @property
    def spot(self) -> Spot:
        return Spot(self.x, self.y, self.z)

    def at(self, spot: Spot, facing: float | None = None) -> None:
        self.x, self.y, self.z = spot.x, spot.y, spot.z
        if facing is not None:
            self.facing = facing


class Unit(Struct, gc=False):
    """A squad, a character by himself, or a part of a squad that is apart from the rest. A part that comes
    back is empty and stays in the list: its id means the same for ever."""

    id: str
    name: str
    side: str
    squad: str  # the id of the whole; its own, if it is one
    began: int  # figures of the whole at the start of the battle
    strength: int  # figures when its side's latest turn ended: a quarter of it counts
    lent: bool = False  # a boat of the scenario's: it counts for nothing at the end
    # --- lasting states
    pinned: bool = False  # to the end of its side's turn, now or next (arap.C3, arap.F16)
    suppressed: bool = False  # likewise
    routing: bool = False
    fled_from: str = ""  # the unit that made it rout or flinch
    fled: int = 0  # in which player turn, by the clock, it last fled in the compulsory phase
    pursuing: str = ""  # the routing unit it is after
    locked: tuple[str, ...] = ()  # enemy units it is in melee with; always mutual
    hidden: bool = False  # arap.H8: nobody has found it
    overwatch: int = 0  # arap.H7: points put by for a shot in the enemy's turn
    tactical: int = 0  # when it moved tactically, by the clock; 0: that has worn off (arap.E7, arap.E8)
    aboard: str = ""  # the vehicle or boat it is in
    arrives: int = 0  # of a unit in reserve or off in pursuit: what its die needs; 0: it does not come
    left_at: Spot | None = None  # where it left the table in pursuit
    shuns: dict[str, int] = {}  # units it may not approach or Charge, to the end of which player turn
    parted: tuple[str, ...] = ()  # it flinched from these, or they from it: a Charge resumes that combat
    no_break_off: bool = False  # arap.G26: in the next round of its melee
    # --- since its side's latest turn ended
    hits: int = 0  # by shooting, none of them in a Charge
    blasted: bool = False  # hit by a weapon of 5 inches or more
    lost: dict[str, int] = {}  # figures lost to shooting, by the unit that fired
    # --- its shooting and moving, by player turns (`Battle.clock`)
    fired: int = 0  # when it last fired
    fired_at: str = ""  # "" when either of the two has moved since
    fires_since: int = 0  # when it began to fire at that one, turn after turn (arap.F13)
    moved: int = 0  # when it was last moved, of its own will or not
    # --- in this player turn
    tried: bool = False  # in its own turn: its activation was attempted
    reacted: bool = False  # in another's turn: tried with picked-up dice (arap.C2)
    free_moved: bool = False
    sole: tuple[str, ...] = ()  # Sole Actions it has taken in this phase
    charged: int = 0  # Charges it has declared
    failed_charge: bool = False
    charged_by: tuple[str, ...] = ()  # those who Charge it, or have with success
    tested: bool = False  # it has taken its test for casualties
    pinned_now: bool = False  # it became pinned since its side's latest turn ended
    own_losses: int = 0  # figures lost in its own side's turn to what is no enemy
    kept: int = 0  # points it has left after the melee round, if it wins (arap.C7)
    # --- in this round of melee
    inflicted: int = 0  # unsaved wounds, those of fire in the Charge included
    suffered: int = 0  # those of mines and the like included
    fought: bool = False  # its combat has been fought


class Charge(Struct, frozen=True):
    """Who came into melee how; in force until that melee round is over."""

    unit: str
    target: str
    direction: Direction = "front"
    left: bool = False  # of a flank: the left one
    bonus: bool = True  # extra attacks and what goes with them
    resumed: bool = False  # it goes on with a combat: no bonuses at all
    uphill: bool = False
    jumped: tuple[str, ...] = ()  # figures that jumped down into the melee
    cover: bool = False  # the Chargers strike at Initiative 1
    together: bool = False  # flesh hooks: all in one step (arap.G16)
    ambush: bool = False
    caught: bool = False  # the target ran from it or was routing: it strikes freely (arap.G8, arap.G25)


class Acting(Struct, tag="acting"):
    """A unit that has points to spend."""

    unit: str
    why: Literal["activation", "pick-up", "leftover"]
    points: int
    did: tuple[str, ...] = ()  # what it has done with them, the latest last
    busts: bool = False  # a bust: when it is done, so is its side's turn (arap.turn.bust-with-success)


class Offer(Struct, tag="offer"):
    """Failed dice that the next player may pick up (arap.C2)."""

    unit: str  # whose roll failed
    side: str  # who may have them
    dice: int
    taken: int = 0


class Charging(Struct, tag="charging"):
    """A Charge under way (arap.G1). The frame below is that of the unit that Charges."""

    unit: str
    target: str
    stage: str = "reaction"
    fires: bool = False
    answer: Literal["", "run", "fire", "stand"] = ""
    successes: int = 0  # of the two dice of Stand and Fire
    inches: int = 0
    highest: int = 0  # die of the Charge roll
    dealt: int = 0  # wounds that fire in the Charge has done to its target,
    taken: int = 0  # and to the Chargers
    ran: bool = False  # the target did
    cover: bool = False  # the target has cover against it (arap.charge.against-cover)
    ambush: bool = False  # the Chargers were hidden until now (arap.G18)
    ladder: bool = False  # one of them came by a ladder
    lay: bool = False  # one of them lay down and got up for it (arap.movement.prone-charge)


Frame: TypeAlias = Acting | Offer | Charging


class Cloud(Struct, frozen=True):
    """Smoke or gas on the table."""

    id: str
    kind: Literal["smoke", "gas"]
    x: float
    y: float
    radius: float
    until: int = 0  # the player turn at whose end it is gone; 0: it stays


class Marker(Struct, frozen=True):
    """Something on the table that is no figure: a post, a console, a charge that was set, a door."""

    id: str
    kind: str
    x: float
    y: float
    z: float = 0.0
    side: str = ""
    state: str = ""

    @property
    def spot(self) -> Spot:
        return Spot(self.x, self.y, self.z)


class Battle(Struct):
    setup: Setup
    units: list[Unit]
    figures: list[Figure]
    order: tuple[str, ...] = ("a", "b")  # the sides in the order of their turns
    turn: int = 0  # game turns
    clock: int = 0  # player turns, from 1 on
    side: str = ""  # whose turn it is
    phase: Phase = "roll off"
    stage: str = ""  # within the phase; "" at its beginning
    queue: tuple[str, ...] = ()  # units that the stage has still to come to
    stack: list[Frame] = []  # what is under way; the last one goes on
    busts: int = 0  # of this activation phase
    passing: tuple[str, ...] = ()  # sides that let dice pass in this player turn, unless a bust is at stake
    charges: list[Charge] = []
    clouds: list[Cloud] = []
    markers: list[Marker] = []
    ladders: dict[str, int] = {}  # places used on each ladder in this player turn
    visibility: float = 0.0  # inches; 0: as far as the table
    lost: dict[str, int] = {}  # what a scenario counts, by side
    over: bool = False
    winner: str = ""

    @property
    def rulings(self) -> Rulings:
        return self.setup.rulings

    @property
    def scenario(self) -> Scenario:
        return self.setup.scenario

    @property
    def table(self) -> Table:
        return self.setup.scenario.table

    @property
    def top(self) -> Frame | None:
        return self.stack[-1] if self.stack else None

    @property
    def next_side(self) -> str:
        """Whose turn is next."""
        return self.order[(self.order.index(self.side) + 1) % len(self.order)]

    def next_turn_of(self, side: str) -> int:
        """The player turn, by the clock, in which the side's next own turn will be."""
        away = (self.order.index(side) - self.order.index(self.side)) % len(self.order)
        return self.clock + (away or len(self.order))

    def force(self, side: str) -> Force:
        return self.setup.forces[SIDES.index(side)]

    def part(self, side: str) -> Part:
        """What the scenario says of the side."""
        return self.scenario.parts[SIDES.index(side)]

    def unit(self, unit_id: str) -> Unit:
        units, row = self.units, self.setup.rows.get(unit_id, -1)
        if 0 <= row < len(units) and (found := units[row]).id == unit_id:
            return found
        return _searched(units, unit_id, self.setup.rows)

    def figure(self, figure_id: str) -> Figure:
        figures, row = self.figures, self.setup.rows.get(figure_id, -1)
        if 0 <= row < len(figures) and (found := figures[row]).id == figure_id:
            return found
        return _searched(figures, figure_id, self.setup.rows)

    def side_of(self, figure: Figure) -> str:
        return self.unit(figure.unit).side

    def members(self, unit: Unit) -> list[Figure]:
        """Those who live, wherever they are. The list is nobody's to change."""
        name = unit.id
        if _rest.battle is not self:
            return [figure for figure in self.figures if figure.unit == name and figure.place != "out"]
        known = _rest.members
        found = known.get(name)
        if found is None:
            figures = self.figures
            found = known[name] = [figures[row] for row in self._rolls().living.get(name, ())]
        return found

    def standing(self, unit: Unit) -> list[Figure]:
        """Those on the table, prone or not. The list is nobody's to change."""
        name = unit.id
        if _rest.battle is not self:
            return [figure for figure in self.figures if figure.unit == name and figure.place == "table"]
        known = _rest.standing
        found = known.get(name)
        if found is None:
            figures = self.figures
            found = known[name] = [figures[row] for row in self._rolls().standing.get(name, ())]
        return found

    def standing_by_units(self) -> dict[str, list[Figure]]:
        """The same of all units that have any."""
        figures, rolls = self.figures, rolls_of(self)
        return {unit: [figures[row] for row in rows] for unit, rows in rolls.standing.items()}

    def _rolls(self) -> Rolls:
        """At rest."""
        known = _rest.rolls
        if known is None:
            known = _rest.rolls = rolls_of(self)
        return known

    def on_table(self, side: str = "") -> list[Unit]:
        """The units with figures on the table; of one side, or of all."""
        known = _rest.known if _rest.battle is self else {}
        found: list[Unit] | None = known.get("on table")
        if found is None:
            here = self._rolls().standing if _rest.battle is self else rolls_of(self).standing
            found = known["on table"] = [unit for unit in self.units if unit.id in here]
        return [unit for unit in found if not side or unit.side == side]

    def enemies(self, side: str) -> list[Unit]:
        """The units of all others on the table."""
        return [unit for unit in self.on_table() if unit.side != side]


class Rolls:
    """Who is with which unit: the rows of its figures in the list of all, those who live and those on the
    table. It holds none of the figures, so all battles of a setup may share it."""

    def __init__(self, placed: tuple[tuple[str, Place], ...]) -> None:
        self.living: dict[str, list[int]] = {}
        self.standing: dict[str, list[int]] = {}
        for row, (unit, place) in enumerate(placed):
            if place != "out":
                self.living.setdefault(unit, []).append(row)
            if place == "table":
                self.standing.setdefault(unit, []).append(row)


_PLACED = attrgetter("unit", "place")
MOST_ROLLS = 64  # that a setup knows at once


def rolls_of(battle: Battle) -> Rolls:
    """It changes seldom: who has the same in the same places finds what was found before."""
    known = battle.setup.rolls
    placed = tuple(map(_PLACED, battle.figures))
    found = known.get(placed)
    if found is None:
        if len(known) >= MOST_ROLLS:
            known.clear()
        found = known[placed] = Rolls(placed)
    return found


def _searched(among: list[I], name: str, rows: dict[str, int]) -> I:
    """The one of that id. Nobody ever leaves these lists or changes places in them, so that all battles of a
    setup have him in the same row, if they have him at all."""
    for row, each in enumerate(among):
        if each.id == name:
            rows[name] = row
            return each
    raise KeyError(name)


_Before: TypeAlias = (
    "tuple[Battle | None, dict[Any, Any], Rolls | None, dict[str, list[Figure]], dict[str, list[Figure]]]"
)


class _Rest(local):
    """What is known of the battle that nobody changes for now."""

    battle: Battle | None = None
    known: dict[Any, Any] = {}
    rolls: Rolls | None = None
    members: dict[str, list[Figure]] = {}
    standing: dict[str, list[Figure]] = {}

    def begin(self, battle: Battle) -> _Before:
        """Says what was known before, which `end` takes back."""
        before = self.battle, self.known, self.rolls, self.members, self.standing
        if self.battle is not battle:
            self.battle, self.known, self.rolls, self.members, self.standing = battle, {}, None, {}, {}
        return before

    def end(self, before: _Before) -> None:
        self.battle, self.known, self.rolls, self.members, self.standing = before


_rest = _Rest()


class at_rest:  # a context manager, named like a function
    """Promises that nobody changes the battle meanwhile: what is asked of it again and again, its own figures
    included, is then worked out once."""

    __slots__ = ("_battle", "_before")

    def __init__(self, battle: Battle) -> None:
        self._battle = battle

    def __enter__(self) -> None:
        self._before = _rest.begin(self._battle)

    def __exit__(self, *raised: object) -> None:
        _rest.end(self._before)


def resting(looks: Callable[Concatenate[Battle, P], T]) -> Callable[Concatenate[Battle, P], T]:
    """Of a function that only looks at a battle: the battle is at rest meanwhile."""

    @wraps(looks)
    def looks_at_rest(battle: Battle, /, *args: P.args, **kwargs: P.kwargs) -> T:
        if _rest.battle is battle:
            return looks(battle, *args, **kwargs)
        before = _rest.begin(battle)
        try:
            return looks(battle, *args, **kwargs)
        finally:
            _rest.end(before)

    return looks_at_rest


def while_at_rest(battle: Battle, key: Hashable, make: Callable[[], T]) -> T:
    """What `make` gives, worked out once while the battle is at rest."""
    if _rest.battle is not battle:
        return make()
    known = _rest.known
    try:
        found: T = known[key]
    except KeyError:
        found = known[key] = make()
    return found


def known_at_rest(battle: Battle) -> dict[Any, Any] | None:
    """Where things are kept while the battle is at rest; None if it is not."""
    return _rest.known if _rest.battle is battle else None


Game = GameOf[Battle]
