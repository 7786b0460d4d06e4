"""The odds question fire-at: one shot of a unit of the lists at another, by the code that plays it."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from warbook.board.hexes import turns
from warbook.board.hextable import HexTable, place
from warbook.books.steampunk.army.data import army_list, equipment_of, nations, unit_of
from warbook.books.steampunk.army.lists import Weapon
from warbook.books.steampunk.army.written import Army, Enlisted
from warbook.books.steampunk.gunnery import areas
from warbook.books.steampunk.gunnery.aiming import aim_at, band, evasion
from warbook.books.steampunk.gunnery.arms import own_weapons
from warbook.books.steampunk.gunnery.batteries import Gun
from warbook.books.steampunk.gunnery.gunfire import Aim, area_score
from warbook.books.steampunk.gunnery.shots import charge_of
from warbook.books.steampunk.odds.prospects import Shots, worst
from warbook.books.steampunk.state import Battle, Scenario, Setup, Unit, field
from warbook.core.oddsbook import Answered, OddsQuestion, Parameter
from warbook.core.questions import Refused

FACINGS = ("front", "front-side", "back-side", "back")
RANGES = ("point-blank", "normal", "long")
ROWS = 40
NOBODY = (Enlisted("ork.grunt"),)  # an army must have a unit; it is not on the map
SHOOTER, TARGET = "shooter", "target"


def fire_at(shooter: str, weapon: str, target: str, facing: str, range: str) -> Answered:
    """One to-hit die and what it leads to in the target's own damage table, both units in the open with all
    their models, at slow if they have that speed and with nothing bought but the weapon."""
    arm = _weapon(shooter, weapon)
    away = _distance(arm, range)
    battle = _facing_each_other(shooter, target, arm, FACINGS.index(facing), away)
    one, other = battle.unit(SHOOTER), battle.unit(TARGET)
    bearer = _bearer(battle, one, arm)
    if arm.range_dice:
        arm = replace(arm, range=away)  # if it reaches so far
    at = band(battle, one, arm, other.hex)
    assert at is not None
    aim, _ = aim_at(battle, one, bearer, arm, other)
    if areas.aims_at_hex(arm):
        gun = Gun(arm, tuple(one.living))
        needed = areas.need(battle, one, gun, other.hex)
        if needed is None:
            raise Refused(f"{arm.name} rolls for no unit", "spf.fire.area")
        aim = Aim(area_score(needed, evasion(battle, other)))
    charge, _ = charge_of(battle, one, arm, other, at)
    outcomes: dict[str, Fraction] = {}
    dies = Fraction(0)
    for name, deadly, chance in worst(battle, other, "regular", (Shots(aim),), charge):
        outcomes[name] = outcomes.get(name, Fraction(0)) + chance
        dies += chance if deadly else 0
    return Answered(outcomes, {"hit": 1 - outcomes.get("miss", Fraction(0)), "model-dies": dies})


def _weapon(shooter: str, weapon: str) -> Weapon:
    piece = equipment_of(weapon)
    if piece is None or piece.weapon is None:
        raise Refused(f"there is no ranged weapon '{weapon}'", "spf.army.costs-in-list")
    if weapon.partition(".")[0] != shooter.partition(".")[0]:
        raise Refused(f"{shooter} cannot have {weapon}, which is of another nation", "spf.army.costs-in-list")
    if "breath" in piece.weapon.traits:
        raise Refused(f"{piece.name} needs no dice to hit", "spf.orders.fire")
    return piece.weapon


def _distance(weapon: Weapon, range: str) -> int:
    if range == "point-blank":
        return 1
    if range == "normal":
        if weapon.range_dice:
            return 2
        if weapon.range < 2:
            raise Refused(f"{weapon.name} reaches no farther than point blank", "spf.fire.mod-range")
        return weapon.range
    if "normal-range-only" in weapon.traits or not weapon.range:
        raise Refused(f"{weapon.name} has no long range", "spf.fire.mod-range")
    return max(2, weapon.range + 1)


def _facing_each_other(shooter: str, target: str, weapon: Weapon, side: int, away: int) -> Battle:
    """The target north of the shooter, who is turned so that the weapon bears."""
    battle = Battle(
        Setup(
            Scenario("odds", "Odds", "Two units in the open.", HexTable("odds", 1, ROWS)),
            (Army("Side a", "ork", NOBODY), Army("Side b", "ork", NOBODY)),
        ),
        [],
        turn=1,
    )
    for id, kind in ((SHOOTER, shooter), (TARGET, target)):
        if unit_of(kind) is None:
            raise Refused(f"there is no unit '{kind}'", "spf.army.costs-in-list")
        unit = Unit(id, "a" if id == SHOOTER else "b", -1, kind, [], "map")
        of = field(battle, unit)
        unit.living = list(range(len(of.models)))
        unit.speed = "slow" if "slow" in of.speeds else next(iter(of.speeds), "still")
        battle.units.append(unit)
    one, other = battle.units
    one.at(place(1, ROWS))
    other.at(place(1, ROWS - away))
    bears = next(direction for direction in (0, 1, 2, 3, 4, 5) if weapon.arc[turns(0, direction)])
    one.facing, other.facing = -bears % 6, (3 - side) % 6
    return battle


def _bearer(battle: Battle, unit: Unit, weapon: Weapon) -> int:
    """The first model that has the weapon by issue, or the first of all."""
    models = field(battle, unit).models
    found = (number for number, model in enumerate(models) if weapon in own_weapons(model))
    return next(found, 0)


_UNITS = tuple(id for nation in nations() for id in army_list(nation).units)
_WEAPONS = tuple(
    id for nation in nations() for id, piece in army_list(nation).equipment.items() if piece.weapon
)

FIRE_AT = OddsQuestion(
    "fire-at",
    "One shot of a unit of the lists at another: the line of the target's own damage table.",
    fire_at,
    {
        "shooter": Parameter(
            "the unit that fires; it and the target are at slow, if they have that speed", words=_UNITS
        ),
        "weapon": Parameter("its weapon, issued or bought", words=_WEAPONS),
        "target": Parameter("the unit that is fired at, in the open", words=_UNITS),
        "facing": Parameter("the side of the target that is hit", "front", words=FACINGS),
        "range": Parameter("point blank is one hex away", "normal", words=RANGES),
    },
)
