"""The battle: units on hexes with their speeds, orders and tokens, what lies in hexes, and what is due.

Units never stand in any order that matters: whoever goes through them goes by their ids.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, cached_property, lru_cache
from operator import attrgetter
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from warbook.board.hexes import Hex, hex_at
from warbook.board.hextable import HexTable
from warbook.books.steampunk.army.abilities import Ability, AtSpeed, Form
from warbook.books.steampunk.army.notation import SPEEDS, Speed
from warbook.books.steampunk.army.roster import FieldModel, FieldUnit, Roster, field_unit, roster_of
from warbook.books.steampunk.army.written import Army, Enlisted
from warbook.books.steampunk.pending import Blow, Clash, Gain, MarkKind, Spread
from warbook.core.game import Game as GameOf

SIDES = ("a", "b")
ENEMY = {"a": "b", "b": "a"}
Facing: TypeAlias = int  # 0 to 5, clockwise from north, as board.hexes counts directions


LONGEST = 50  # turns
ALOFT = frozenset(speed for speed in SPEEDS if speed.endswith("-flying"))  # the speeds of flying units


class Rulings(Struct, frozen=True, forbid_unknown_fields=True):
    """The switches of rulings.toml."""

    spartans: bool = True
    assault_order: Literal["retreat-first", "damage-first"] = "retreat-first"
    split_fire: bool = True
    casualty_choice: Literal["owner", "firer", "regulars-first"] = "owner"
    mountains_block: bool = True
    river: Literal["none", "roll"] = "none"
    flee_off_map: Literal["owner", "never", "forced"] = "owner"
    deliberate_overflow: Literal["auto", "never", "always"] = "auto"
    cut_hex: Literal["no-mans-land", "territory"] = "no-mans-land"
    terrain_limit: Literal["half", "none"] = "half"
    orders_ahead: Annotated[int, Meta(ge=0, le=1)] = 1
    start_loaded: bool = False
    end_phase_terror: bool = False
    choice_moves_turn: bool = True
    one_melee_rank: bool = False
    typed_needs_penetration: bool = False
    focus_limits_dice: bool = False
    free_support: bool = False
    surrounded: Literal["fight-once", "destroyed"] = "fight-once"
    edge_retreat: Literal["stubborn", "leaves-map"] = "stubborn"
    stubborn_attackers: bool = False
    hide_in_sight: bool = True
    burnt_forest_becomes: Literal["rough", "burned-forest"] = "rough"
    clouds_reach_flyers: bool = False
    ork_reroll: Literal["per-six", "per-wave"] = "per-six"
    match: Literal["tournament", "friendly"] = "tournament"


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """Where, and how many turns a tournament has. `territory` is the depth of each side's band in hexes."""

    id: str
    name: str
    words: str
    table: HexTable
    territory: Annotated[int, Meta(ge=1, le=15)] = 3
    turns: Annotated[int, Meta(ge=1, le=LONGEST)] = 8
    design: bool = True  # each side lays out its own territory


class Setup(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    scenario: Scenario
    armies: tuple[Army, Army]
    rulings: Rulings = Rulings()

    @cached_property
    def fielded(self) -> dict[str, tuple[FieldUnit, ...]]:
        """The units of each side, by their numbers."""
        return {side: roster(army).units for side, army in zip(SIDES, self.armies, strict=True)}

    def posed(self, looks: tuple[tuple[str, int, int], ...]) -> Setup:
        """With units that are taken for others of their army: of which side, their numbers, and whose look
        they have."""
        if looks not in self._posed:
            a, b = (
                _looking(army, tuple(look for look in looks if look[0] == side))
                for side, army in zip(SIDES, self.armies, strict=True)
            )
            self._posed[looks] = replace(self, armies=(a, b))
        return self._posed[looks]

    @cached_property
    def _posed(self) -> dict[tuple[tuple[str, int, int], ...], Setup]:
        return {}


class AimToken(Struct, frozen=True):
    """spf.orders.aim, ruling O13: where and in which gunnery step it was given. `weapon` only where aims for
    one weapon add up."""

    q: int
    r: int
    turn: int
    step: Literal[1, 2]
    weapon: str = ""


class Unit(Struct):
    """A unit in play: orders and damage are those of all its models (spf.army.unit-shares-order-and-table).
    `number` is its place in the side's roster, -1 for one that entered play by an ability, which is of
    `kind`."""

    id: str
    side: str
    number: int
    kind: str
    living: list[int]  # numbers of the models that live
    place: Literal["waiting", "map", "aboard", "fled", "destroyed"] = "waiting"
    carrier: str = ""  # the unit it is aboard
    q: int = 0
    r: int = 0
    facing: Facing = 0
    speed: Speed = "still"
    hidden: bool = False
    revealed: int = 0  # the turn in which it revealed itself and has the bonuses
    movement: str = ""  # the orders being carried out, as spelled; empty: none was given
    gunnery: str = ""
    gunnery_only: str = ""  # the equipment that the gunnery order acts on
    next_movement: str = ""
    next_gunnery: str = ""
    next_gunnery_only: str = ""
    future: int = 0
    crew_future: int = 0
    shaken: int = 0
    acid: int = 0
    minor_acid: int = 0
    fires: int = 0
    poison: list[int] = []
    bleeding: list[int] = []
    endurance: int = 0
    armor_lost: int = 0
    crew_lost: int = 0
    jammed: bool = False
    crippled_crew: bool = False
    unconscious: int = 0
    critical: list[str] = []  # effects that last until repaired, as written in effects.toml
    aims: list[AimToken] = []
    loaded: dict[str, int] = {}  # ammunition by weapon
    fired: dict[str, int] = {}  # firings so far of weapons with limited ammo
    marks: dict[str, int] = {}  # what abilities must remember: used once per game, pulled, downgraded acid

    @property
    def hex(self) -> Hex:
        return hex_at(self.q, self.r)

    def at(self, hex_: Hex) -> None:
        self.q, self.r = hex_

    @property
    def on_map(self) -> bool:
        return self.place == "map"

    @property
    def gone(self) -> bool:
        return self.place in ("fled", "destroyed")


class Mark(Struct):
    """Markers of one kind and strength in a hex (spf.hexfx.markers)."""

    kind: MarkKind
    q: int
    r: int
    count: int
    strength: int = 0

    @property
    def hex(self) -> Hex:
        return hex_at(self.q, self.r)


class Battle(Struct):
    setup: Setup
    units: list[Unit]
    ground: dict[str, str] = {}  # what has changed since the table was laid: "q,r" to terrain
    roads: list[str] = []  # hexes with road, as "q,r"
    marks: list[Mark] = []
    blows: list[Blow] = []  # due in the step under way
    gains: list[Gain] = []
    spreads: list[Spread] = []
    clashes: list[Clash] = []  # of the movement step under way
    turn: int = 0
    phase: str = "design"
    announced: dict[str, int] = {}  # victory points hidden at the start, by side
    scores: dict[str, int] = {}  # match victory points, at the end
    over: bool = False
    winner: str = ""

    @property
    def table(self) -> HexTable:
        return self.setup.scenario.table

    @property
    def rulings(self) -> Rulings:
        return self.setup.rulings

    @property
    def turns(self) -> int:
        """How many there are at the most (ruling W15)."""
        return LONGEST if self.rulings.match == "friendly" else self.setup.scenario.turns

    def unit(self, id: str) -> Unit:
        for unit in self.units:
            if unit.id == id:
                return unit
        raise KeyError(id)

    def on_map(self, side: str = "") -> list[Unit]:
        """The units on the map, of one side or of all, by their ids."""
        found = [unit for unit in self.units if unit.place == "map"]
        return by_id([unit for unit in found if unit.side == side] if side else found)

    def in_hex(self, hex_: Hex, side: str = "") -> list[Unit]:
        q, r = hex_
        found = [unit for unit in self.units if unit.q == q and unit.r == r and unit.place == "map"]
        if side:
            found = [unit for unit in found if unit.side == side]
        return by_id(found) if len(found) > 1 else found

    def ground_at(self, hex_: Hex) -> str:
        """spf.terrain.hex-map: the one terrain of the hex."""
        changed = self.ground.get(key_of(hex_)) if self.ground else None
        return changed or self.setup.scenario.table.ground[hex_]

    def has_road(self, hex_: Hex) -> bool:
        return hex_ in self.setup.scenario.table.roads or bool(self.roads and key_of(hex_) in self.roads)

    def marked(self, hex_: Hex, kind: MarkKind) -> list[Mark]:
        return [m for m in self.marks if (m.q, m.r) == hex_ and m.kind == kind and m.count > 0]


@cache
def key_of(hex_: Hex) -> str:
    """A hex as Battle.ground and Battle.roads name it."""
    return f"{hex_.q},{hex_.r}"


def enemy(side: str) -> str:
    return ENEMY[side]


# ---------------------------------------------------------------- what a unit is


RISEN_UNIT, RISEN_MODEL = "risen-unit", "risen-model"  # marks of a champion: whom it rose from
LIKE, LEARNED = "looks-like", "learned"  # marks of an illusion: the unit it looks like, and that all know it


def field(battle: Battle, unit: Unit) -> FieldUnit:
    """What the unit is by its list and equipment; nothing in it ever changes but the name of an illusion,
    once the enemy has learned what it is (ruling W17)."""
    units = battle.setup.fielded[unit.side]
    marks = unit.marks
    if unit.number >= 0:
        of = units[unit.number]
        if not marks or LIKE not in marks or LEARNED in marks:
            return of
        return _posing(of, units[marks[LIKE]])
    if RISEN_UNIT not in marks:
        return _spawned(unit.kind)
    rose_from = units[marks[RISEN_UNIT]]
    return _champion(_spawned(unit.kind), rose_from, rose_from.models[marks[RISEN_MODEL]])


@lru_cache(maxsize=1000)
def _posing(illusion: FieldUnit, like: FieldUnit) -> FieldUnit:
    """With the name its owner has given it, or that of the other's kind."""
    given = illusion.name != _spawned(illusion.kind).name
    return illusion if given else replace(illusion, name=_spawned(like.kind).name)


@lru_cache(maxsize=1000)
def _champion(champion: FieldUnit, rose_from: FieldUnit, was: FieldModel) -> FieldUnit:
    """Ability champion-inherits: the orders of the unit it rose from, the weapons of the model it was."""
    grants = (
        *champion.models[0].grants,
        *(grant for grant in was.grants if grant[0][0] in was.equipment),
    )
    model = replace(champion.models[0], equipment=was.equipment, weapons=was.weapons, grants=grants)
    return replace(
        champion,
        models=(model,),
        movement=rose_from.movement,
        default=rose_from.default,
        gunnery=rose_from.gunnery,
        shaken=rose_from.shaken,
    )


@lru_cache(maxsize=1000)
def _looking(army: Army, looks: tuple[tuple[str, int, int], ...]) -> Army:
    """The army with some units replaced by others of it, which keep the names they were given; itself if
    there are none."""
    if not looks:
        return army
    units = list(army.units)
    for _, number, like in looks:
        units[number] = replace(army.units[like], name=army.units[number].name)
    return replace(army, units=tuple(units))


@lru_cache(maxsize=64)
def roster(army: Army) -> Roster:
    """The army ready to fight, made once for each army in play."""
    return roster_of(army)


@cache
def _spawned(kind: str) -> FieldUnit:
    return field_unit(Enlisted(kind))


def models(battle: Battle, unit: Unit) -> list[tuple[int, FieldModel]]:
    """The models that live, with their numbers."""
    of = field(battle, unit)
    return [(number, of.models[number]) for number in unit.living]


def abilities(battle: Battle, unit: Unit, name: str, form: type[Form]) -> tuple[Form, ...]:
    """The unit's abilities of that name that are in force, whose form is the one in FORMS: its own and those
    of models that live, except what a critical effect took away."""
    of = battle.setup.fielded[unit.side][unit.number] if unit.number >= 0 else field(battle, unit)
    if name not in of.known or (unit.critical and f"loses({name})" in unit.critical):
        return ()
    return of.by_name(tuple(unit.living)).get(name, ())


def has(battle: Battle, unit: Unit, name: str) -> bool:
    # Most units never have what is asked for: that is found without a call.
    never = unit.number >= 0 and name not in battle.setup.fielded[unit.side][unit.number].known
    return not never and bool(abilities(battle, unit, name, Ability))


def flying(battle: Battle, unit: Unit) -> bool:
    """spf.los.flying-level: by its speed, or by an ability that makes it fly at this speed."""
    if unit.speed in ALOFT:
        return True
    if unit.number >= 0 and "flies-at" not in battle.setup.fielded[unit.side][unit.number].known:
        return False
    aloft = abilities(battle, unit, "flies-at", AtSpeed)
    return bool(aloft) and any(unit.speed == a.speed for a in aloft)


def types(battle: Battle, unit: Unit) -> frozenset[str]:
    """Every type that one of its living models has."""
    return frozenset(kind for _, model in models(battle, unit) for kind in model.types)


def is_bio(battle: Battle, unit: Unit) -> bool:
    """spf.special.poison-bio-only."""
    return "bio" in types(battle, unit)


def by_id(units: Iterable[Unit]) -> list[Unit]:
    return sorted(units, key=_id)


_id = attrgetter("id")


def by_place(units: Iterable[Unit]) -> list[Unit]:
    """In an order that does not come from the lists, where one after the other must find room."""
    return sorted(units, key=attrgetter("q", "r", "facing", "kind", "id"))


Game = GameOf[Battle]
