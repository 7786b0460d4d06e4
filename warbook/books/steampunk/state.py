"""The battle: units on hexes with their speeds, orders and tokens, what lies in hexes, and what is due.

Units never stand in any order that matters: whoever goes through them goes by their ids.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, cached_property
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from warbook.board.hexes import Hex
from warbook.board.hextable import HexTable
from warbook.books.steampunk.notation import Ability, Speed
from warbook.books.steampunk.roster import FieldModel, FieldUnit, Roster, field_unit, muster
from warbook.books.steampunk.written import Army, Enlisted

SIDES = ("a", "b")
Facing: TypeAlias = int  # 0 to 5, clockwise from north, as board.hexes counts directions
TableName: TypeAlias = Literal["regular", "psychic", "crew", "critical", "crew_members"]
TokenKind: TypeAlias = Literal[
    "future", "crew-future", "shaken", "acid", "minor-acid", "fire", "poison", "bleeding", "endurance", "aim"
]
MarkKind: TypeAlias = Literal["smoke", "fire", "poison", "acid", "minor-acid", "hidden"]  # hidden: in views


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


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """Where and for how long. `territory` is the depth of each side's band in hexes; without `victory` of the
    timed kind the battle lasts until one side is gone (spf.victory.choose-style)."""

    id: str
    name: str
    words: str
    table: HexTable
    territory: Annotated[int, Meta(ge=1, le=15)] = 3
    victory: Literal["friendly", "timed"] = "timed"
    turns: Annotated[int, Meta(ge=1, le=50)] = 8
    design: bool = True  # each side lays out its own territory


class Setup(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    scenario: Scenario
    armies: tuple[Army, Army]
    rulings: Rulings = Rulings()

    @cached_property
    def fielded(self) -> dict[str, tuple[FieldUnit, ...]]:
        """The units of each side, by their numbers."""
        return {side: roster(army).units for side, army in zip(SIDES, self.armies, strict=True)}


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
        return Hex(self.q, self.r)

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
        return Hex(self.q, self.r)


class Entrant(Struct, frozen=True):
    """A unit in an assault: where it stands until the assault is decided, and whether it tries to enter the
    contested hex from there (backwards, if it reverses) or holds it."""

    unit: str
    q: int
    r: int
    enters: bool
    reverses: bool = False
    revealed: bool = False  # it has just revealed itself


class Clash(Struct, frozen=True):
    """An assault that movement has led to: the contested hex and layer, and all who fight there."""

    q: int
    r: int
    flying: bool
    entrants: tuple[Entrant, ...]

    @property
    def hex(self) -> Hex:
        return Hex(self.q, self.r)


class Blow(Struct, frozen=True):
    """A damage result that falls on a unit when the step's damage is applied: final, tokens and resistances
    are in it. `cause` is shot, area, assault, fire, poison, bleeding, psychic, crew or an ability's name;
    `strength` that of the poison or bleeding it came from. `chooser` is the side that picks who dies, where
    it is not the owner; `model` the one that must."""

    unit: str
    table: TableName
    result: int
    cause: str
    rule: str
    by: str = ""
    strength: int = 0
    chooser: str = ""
    model: int = -1


class Gain(Struct, frozen=True):
    """Tokens that a unit wins when the step's damage is applied."""

    unit: str
    token: TokenKind
    rule: str
    count: int = 1
    strength: int = 0  # of poison and bleeding


class Spread(Struct, frozen=True):
    """Markers that are placed when the step's damage is applied; once for every entry."""

    kind: MarkKind
    q: int
    r: int
    rule: str
    strength: int = 0


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

    def unit(self, id: str) -> Unit:
        for unit in self.units:
            if unit.id == id:
                return unit
        raise KeyError(id)

    def on_map(self, side: str = "") -> list[Unit]:
        """The units on the map, of one side or of all, by their ids."""
        found = [unit for unit in self.units if unit.on_map and (not side or unit.side == side)]
        return sorted(found, key=lambda unit: unit.id)

    def in_hex(self, hex_: Hex, side: str = "") -> list[Unit]:
        return [unit for unit in self.on_map(side) if (unit.q, unit.r) == hex_]

    def ground_at(self, hex_: Hex) -> str:
        """spf.terrain.hex-map: the one terrain of the hex."""
        return self.ground.get(f"{hex_.q},{hex_.r}") or self.table.ground[hex_]

    def has_road(self, hex_: Hex) -> bool:
        return hex_ in self.table.roads or f"{hex_.q},{hex_.r}" in self.roads

    def marked(self, hex_: Hex, kind: MarkKind) -> list[Mark]:
        return [m for m in self.marks if (m.q, m.r) == hex_ and m.kind == kind and m.count > 0]


def enemy(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


# ---------------------------------------------------------------- what a unit is


RISEN_UNIT, RISEN_MODEL = "risen-unit", "risen-model"  # marks of a champion: whom it rose from


def field(battle: Battle, unit: Unit) -> FieldUnit:
    """What the unit is by its list and equipment; nothing in it ever changes."""
    units = battle.setup.fielded[unit.side]
    if unit.number >= 0:
        return units[unit.number]
    if RISEN_UNIT not in unit.marks:
        return _spawned(unit.kind)
    rose_from = units[unit.marks[RISEN_UNIT]]
    return _champion(_spawned(unit.kind), rose_from, rose_from.models[unit.marks[RISEN_MODEL]])


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


def roster(army: Army) -> Roster:
    """The army ready to fight, made once for each army in play."""
    known = _ROSTERS.get(id(army))
    if known is None:
        if len(_ROSTERS) >= MOST_ARMIES:
            del _ROSTERS[next(iter(_ROSTERS))]
        known = _ROSTERS[id(army)] = (army, muster(army))
    return known[1]


# With its army, so that the army's id stays its own.
_ROSTERS: dict[int, tuple[Army, Roster]] = {}
MOST_ARMIES = 64


@cache
def _spawned(kind: str) -> FieldUnit:
    return field_unit(Enlisted(kind))


def models(battle: Battle, unit: Unit) -> list[tuple[int, FieldModel]]:
    """The models that live, with their numbers."""
    of = field(battle, unit)
    return [(number, of.models[number]) for number in unit.living]


def abilities(battle: Battle, unit: Unit, name: str) -> tuple[Ability, ...]:
    """The unit's abilities of that name that are in force: its own and those of models that live, except what
    a critical effect took away."""
    if unit.critical and f"loses({name})" in unit.critical:
        return ()
    return field(battle, unit).by_name(tuple(unit.living)).get(name, ())


def has(battle: Battle, unit: Unit, name: str) -> bool:
    return bool(abilities(battle, unit, name))


def flying(battle: Battle, unit: Unit) -> bool:
    """spf.los.flying-level: by its speed, or by an ability that makes it fly at this speed."""
    if unit.speed.endswith("-flying"):
        return True
    return any(unit.speed in a.args for a in abilities(battle, unit, "flies-at"))


def types(battle: Battle, unit: Unit) -> frozenset[str]:
    """Every type that one of its living models has."""
    return frozenset(kind for _, model in models(battle, unit) for kind in model.types)


def is_bio(battle: Battle, unit: Unit) -> bool:
    """spf.special.poison-bio-only."""
    return "bio" in types(battle, unit)


def by_id(units: Iterable[Unit]) -> list[Unit]:
    return sorted(units, key=lambda unit: unit.id)
