"""The ground: what terrain and smoke do to sight and to movement, and how many units a hex holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial

from msgspec.structs import replace

from warbook.board.geometry import Spot
from warbook.board.hexes import Hex, distance
from warbook.board.hextable import middle
from warbook.books.steampunk import sight
from warbook.books.steampunk.army.abilities import InTerrain
from warbook.books.steampunk.army.notation import Speed
from warbook.books.steampunk.sight import FLYING, OPEN
from warbook.books.steampunk.state import (
    Battle,
    Facing,
    Unit,
    abilities,
    field,
    flying,
    has,
    key_of,
    models,
    types,
)
from warbook.core.questions import Refusal

# spf.terrain.table: the level at which terrain blocks, where it always does.
BLOCKS = {"hills": 1, "forest": 0, "burned-forest": 0, "sand-dunes": 0, "building": 0}
HEIGHT = {"hills": 1}  # ruling R2
MOUNTAINS = 2  # ruling R1: height and blocking level
SMOKE = 1  # ruling R6
COVER = ("forest", "burned-forest", "building", "ruins", "rough", "sand-dunes")  # ruling R14: and no other
LIMIT = 2  # units in a hex, spf.stacking.limit


def spot(battle: Battle, hex_: Hex) -> Spot:
    return _spot(battle.setup.scenario.table.rows, hex_)


@cache
def _spot(rows: int, hex_: Hex) -> Spot:
    """It depends on nothing else."""
    return Spot(*middle(rows, hex_))


def bearing(facing: Facing) -> float:
    """The facing in the degrees of events."""
    return (90.0 - 60.0 * facing) % 360.0


# ---------------------------------------------------------------- sight


def blocking(battle: Battle, hex_: Hex) -> int:
    """The level at which the hex blocks sight, or sight.OPEN (spf.los.blocked). Hills block, and as low as
    the ground forest, spf.terrain.burned-forest, spf.terrain.sand-dunes and buildings (spf.terrain.hills);
    smoke lies on top of any terrain (spf.terrain.overlays, spf.terrain.smoke)."""
    laid = battle.setup.scenario.table.ground.get(hex_)
    if laid is None:
        return OPEN
    ground = battle.ground.get(key_of(hex_), laid) if battle.ground else laid
    level = BLOCKS.get(ground, OPEN)
    if ground == "mountains" and battle.rulings.mountains_block:
        level = MOUNTAINS
    return max(level, SMOKE) if battle.marks and battle.marked(hex_, "smoke") else level


def height(battle: Battle, hex_: Hex) -> int:
    """The level of who stands on the ground there (rulings R1, R2)."""
    ground = battle.ground_at(hex_)
    if ground == "mountains":
        return MOUNTAINS if battle.rulings.mountains_block else 0
    return HEIGHT.get(ground, 0)


def level(battle: Battle, unit: Unit) -> int:
    """spf.los.flying-level: flying units are at 2, others as high as their ground."""
    return FLYING if flying(battle, unit) else height(battle, unit.hex)


def in_line(battle: Battle, unit: Unit, other: Unit) -> bool:
    """Whether there is a line of sight between the two, hidden or not. All who fly see each other, over
    mountains too (spf.los.ignored, spf.W25)."""
    return stands_between(battle, unit, other) is None


def stands_between(battle: Battle, unit: Unit, other: Unit) -> Hex | None:
    """The hex that comes between the two; None where there is a line of sight."""
    up, other_up = flying(battle, unit), flying(battle, other)
    if up and other_up:
        return None
    here, there = unit.hex, other.hex
    level_here = FLYING if up else height(battle, here)
    level_there = FLYING if other_up else height(battle, there)
    return sight.stopper(here, level_here, there, level_there, partial(blocking, battle))


def sees(battle: Battle, unit: Unit, other: Unit) -> bool:
    """Whether the unit sees the other: an enemy who is hidden is not seen (spf.ability.hidden-protection)."""
    return not (other.hidden and other.side != unit.side) and in_line(battle, unit, other)


def sees_hex(battle: Battle, unit: Unit, hex_: Hex) -> bool:
    """Whether the unit sees what is on the ground of the hex."""
    return _line(battle, unit.hex, level(battle, unit), hex_, height(battle, hex_))


def sight_map(battle: Battle, piece: str, spot: Spot) -> list[list[float]]:
    """The hexes on whose ground the unit would see somebody, as rows x, y, z and how much of them: half
    where the ground is cover (spf.terrain.cover, spf.hexfx.smoke)."""
    table = battle.table
    here = table.at(spot.x, spot.y)
    if here is None:
        return []
    there = replace(battle.unit(piece), q=here.q, r=here.r)
    return [
        [*table.middle(hex_), 0.0, 0.5 if _is_cover(battle, hex_) else 1.0]
        for hex_ in table.hexes()
        if sees_hex(battle, there, hex_)
    ]


def _is_cover(battle: Battle, hex_: Hex) -> bool:
    return battle.ground_at(hex_) in COVER or bool(battle.marks and battle.marked(hex_, "smoke"))


def _line(battle: Battle, a: Hex, level_a: int, b: Hex, level_b: int) -> bool:
    return sight.line_of_sight(a, level_a, b, level_b, partial(blocking, battle))


def cover(battle: Battle, unit: Unit) -> tuple[str, ...]:
    """The terrain that makes the unit harder to hit (spf.terrain.cover, ruling R14), smoke besides
    (spf.hexfx.smoke). Flying units have none (ruling R10)."""
    if flying(battle, unit):
        return ()
    hex_ = unit.hex
    ground = battle.ground_at(hex_)
    smoke = ("smoke",) if battle.marks and battle.marked(hex_, "smoke") else ()
    return ((ground,) if ground in COVER else ()) + smoke


# ---------------------------------------------------------------- movement


def entry(battle: Battle, unit: Unit, hex_: Hex, from_hex: Hex) -> int | Refusal | None:
    """Whether the unit may enter the hex from the other: freely (None), at a roll of so much, or not."""
    return _figure(_entry(battle, unit, hex_, from_hex))


def leaving(battle: Battle, unit: Unit, hex_: Hex, to_hex: Hex) -> int | Refusal | None:
    """Whether the unit may leave the hex for the other, likewise."""
    return _figure(_leaving(battle, unit, hex_, to_hex))


def crossing(battle: Battle, unit: Unit, from_hex: Hex, to_hex: Hex) -> tuple[int, str] | Refusal | None:
    """Both together. Ruling R7: one roll, so the higher need; with the rule that asks for it."""
    leaves = _leaving(battle, unit, from_hex, to_hex)
    if isinstance(leaves, Refusal):
        return leaves
    enters = _entry(battle, unit, to_hex, from_hex)
    if leaves is None or isinstance(enters, Refusal):
        return enters
    return leaves if enters is None else max(leaves, enters)


def landing(battle: Battle, unit: Unit, speed: Speed) -> Refusal | None:
    """Ruling R10: whether a unit that comes down where it is may not, since it could not enter the hex on the
    ground, even with luck."""
    found = _entry(battle, replace(unit, speed=speed), unit.hex, unit.hex)
    return found if isinstance(found, Refusal) else None


def rising_or_landing(
    battle: Battle, unit: Unit, speed: Speed, speeds: Mapping[str, Speed] | None = None
) -> Refusal | None:
    """Why the unit cannot take off or land where it is, if this speed makes it: on ground that it could not
    enter (ruling R10), or among too many of its side (spf.stacking.flying). `speeds` are those that units
    take at the same time."""
    up = flying(battle, replace(unit, speed=speed))
    if up == flying(battle, unit):
        return None
    refusal = None if up else landing(battle, unit, speed)
    if refusal:
        return refusal
    there = [
        other
        for other in battle.in_hex(unit.hex, unit.side)
        if other.id != unit.id
        and flying(battle, replace(other, speed=(speeds or {}).get(other.id, other.speed))) == up
    ]
    return (
        None if fits(battle, unit.hex, [*there, unit]) else Refusal("there is no room", "spf.stacking.limit")
    )


def _figure(found: tuple[int, str] | Refusal | None) -> int | Refusal | None:
    return found[0] if isinstance(found, tuple) else found


def _entry(battle: Battle, unit: Unit, hex_: Hex, from_hex: Hex) -> tuple[int, str] | Refusal | None:
    """Free is what nothing is said of: spf.terrain.clear, spf.terrain.ruins, spf.terrain.rough and others."""
    if hex_ not in battle.setup.scenario.table.ground:
        return Refusal("that is off the map", "spf.R15")
    if flying(battle, unit) or _by_road(battle, hex_, from_hex):
        return None  # ruling R10
    ground = battle.ground_at(hex_)
    barred = abilities(battle, unit, "no-entry", InTerrain)
    if barred and any(ability.terrain == ground for ability in barred):
        return Refusal(f"{_name(battle, unit)} may not enter {ground}", "spf.terrain.table")
    match ground:
        case "mountains" if _rolls(battle, unit):
            return Refusal("tracked and wheeled units cannot enter mountains", "spf.terrain.mountains")
        case "forest" if _rolls(battle, unit):
            return 2, "spf.terrain.forest"
        case "swamp" if _heavy(battle, unit):
            return 2, "spf.terrain.swamp-enter"
        case "building" if not _may_enter_buildings(battle, unit):
            return Refusal("only infantry may enter a building", "spf.terrain.building")
        case "water" if not _swims(battle, unit):
            return Refusal("only ships and floating or flying units enter water", "spf.terrain.water")
        case "river" if battle.rulings.river == "roll" and _rolls(battle, unit):
            return 3, "spf.terrain.river"  # ruling R13
    return None


def _leaving(battle: Battle, unit: Unit, hex_: Hex, to_hex: Hex) -> tuple[int, str] | Refusal | None:
    if "cannot-move" in unit.critical:
        return Refusal(f"{_name(battle, unit)} cannot move", "spf.damage.table-lookup")
    stuck = battle.ground_at(hex_) == "swamp" and _heavy(battle, unit) and _rolls(battle, unit)  # ruling R8
    if stuck and not flying(battle, unit) and not _by_road(battle, to_hex, hex_):
        return 3, "spf.terrain.swamp-exit"
    return None


def _by_road(battle: Battle, a: Hex, b: Hex) -> bool:
    """spf.terrain.road, ruling R11: road in both overrides whatever else is in them."""
    return battle.has_road(a) and battle.has_road(b) and distance(a, b) == 1


def _rolls(battle: Battle, unit: Unit) -> bool:
    """Ruling R21: tracked or wheeled if any of its living models is."""
    return not types(battle, unit).isdisjoint(("tracked", "wheeled"))


def _heavy(battle: Battle, unit: Unit) -> bool:
    return field(battle, unit).size in ("large", "huge")


def _may_enter_buildings(battle: Battle, unit: Unit) -> bool:
    """Ruling R9: all its models are infantry; or its entry lets it."""
    foot = all("infantry" in model.types for _, model in models(battle, unit))
    return foot or has(battle, unit, "destroys-buildings")


def _swims(battle: Battle, unit: Unit) -> bool:
    """Ruling R12."""
    return not types(battle, unit).isdisjoint(("ship", "floating"))


def _name(battle: Battle, unit: Unit) -> str:
    return field(battle, unit).name


# ---------------------------------------------------------------- stacking


def fits(battle: Battle, hex_: Hex, units: Sequence[Unit]) -> bool:
    """Whether the hex holds these units, all of one side and either all flying or all on the ground
    (spf.stacking.limit, spf.stacking.flying): two, of which one may be large, or a huge one alone. Tiny and
    small ones count as medium (ruling R16)."""
    if hex_ not in battle.table or len(units) > LIMIT:
        return False
    sizes = [field(battle, unit).size for unit in units]
    others = [unit for unit, size in zip(units, sizes, strict=True) if size != "huge"]
    if "huge" in sizes:
        return len(units) - len(others) == 1 and all(has(battle, u, "stacks-with-huge") for u in others)
    return sizes.count("large") <= 1
