"""Declaring fire: what every gun may shoot at, with exact odds, and what both sides choose before any die.

spf.army.models-fire-independently, ruling A5: one sealed form for each side; a second one for guns whose
shots are to go at different units and for guns that must fire into the angle of another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from warbook.board.geometry import Spot
from warbook.board.hexes import COMPASS, Hex, distance
from warbook.board.hextable import name_of
from warbook.books.steampunk import ground
from warbook.books.steampunk.army.abilities import Numbered, Sweep
from warbook.books.steampunk.army.lists import Weapon
from warbook.books.steampunk.gunnery import areas
from warbook.books.steampunk.gunnery.aiming import aim_at, aims_at, angle_of, at_distance, bears, longest
from warbook.books.steampunk.gunnery.batteries import Battery, Gun
from warbook.books.steampunk.gunnery.shots import Charge, charge_of
from warbook.books.steampunk.gunnery.wedges import battery_bears
from warbook.books.steampunk.illusions import apparent
from warbook.books.steampunk.odds.prospects import Shots, damage_preview
from warbook.books.steampunk.pending import TableName
from warbook.books.steampunk.state import Battle, Game, Unit, abilities, enemy, field, has
from warbook.core.questions import Choose, Form, Hindrance, Modifier, Option, Preview, Refusal

HOLD: Literal["hold"] = "hold"
EACH = "each"
GOES_OFF = frozenset(("sweep", "breath", "flame-fan"))  # abilities of what is fired at all in its way
OUT_OF_ARC = Refusal("is in no angle this weapon may fire into", "spf.angles.firing")
OUT_OF_RANGE = Refusal("is out of range", "spf.fire.mod-range")
OUT_OF_SIGHT = Refusal("is out of sight", "spf.fire.target")
NOT_AIMED_AT = Refusal("is not aimed at", "spf.orders.aim")

WHOLE: tuple[tuple[TableName, str, str], ...] = (("regular", "", ""),)
BOTH: tuple[tuple[TableName, str, str], ...] = (
    ("regular", "", " (the mount)"),
    ("crew_members", "/crew", " (the crew)"),
)


class Volley(Struct, frozen=True):
    """A gun with what it is fired at: a unit (on that table), a hex, or all that lies in its way (in one
    direction, where it has to choose one)."""

    key: str
    unit: str
    gun: Gun
    target: str = ""
    table: TableName = "regular"
    hex: Hex | None = None
    direction: int | None = None


class Split(Struct, frozen=True):
    """The shots of a gun are to go at different units, all of them in one hex if one is given."""

    into: Hex | None = None


Chosen: TypeAlias = Volley | Split | Literal["hold"]


class Foe(Struct, frozen=True):
    """An enemy who is not hidden; `crewed`: ability mount-or-crew gives two targets."""

    unit: Unit
    hex: Hex
    spot: Spot
    name: str
    crewed: bool


class Scene:
    """The battle in a gunnery step before any die: nothing in it changes while fire is declared."""

    def __init__(self, battle: Battle, step: int) -> None:
        self.battle, self.step = battle, step
        self._foes: dict[str, list[Foe]] = {}
        self._seen: dict[tuple[str, str], bool] = {}

    def foes(self, side: str) -> list[Foe]:
        """The enemies that the side may shoot at."""
        if side not in self._foes:
            self._foes[side] = [
                Foe(
                    unit,
                    unit.hex,
                    ground.spot(self.battle, unit.hex),
                    field(self.battle, unit).name,
                    has(self.battle, unit, "mount-or-crew"),
                )
                for unit in self.battle.on_map(enemy(side))
                if not unit.hidden
            ]
        return self._foes[side]

    def sees(self, unit: Unit, target: Unit) -> bool:
        """Of two who are not hidden: then each sees the other, or neither does."""
        key = (unit.id, target.id) if unit.id < target.id else (target.id, unit.id)
        known = self._seen.get(key)
        if known is None:
            known = self._seen[key] = ground.in_line(self.battle, unit, target)
        return known


def declare(game: Game, ready: Sequence[Battery], step: int) -> list[Volley]:
    """spf.fire.target: both sides choose at once, before any die. Nobody has to fire unless a rule says so
    (spf.orders.fire-not-compulsory)."""
    battle = game.battle
    first = [each for each in ready if not _waits(battle, each)]
    declared: list[Volley] = []
    split: list[Battery] = []
    scene = Scene(battle, step)
    menus = {each.key: menu(scene, each) for each in first}
    for each, chosen in _asked(game, first, menus):
        if isinstance(chosen, Split):
            split += _barrels(replace(each, into=chosen.into))
        elif isinstance(chosen, Volley):
            declared.append(chosen)
    later = [*split, *_following(battle, ready, declared)]
    menus = {each.key: menu(scene, each, declared) for each in later}
    declared += [chosen for _, chosen in _asked(game, later, menus) if isinstance(chosen, Volley)]
    alone = {each.key for each in ready if each.alone}
    own = {volley.unit for volley in declared if volley.key in alone}
    kept = [volley for volley in declared if volley.unit not in own or volley.key in alone]
    return sorted(kept, key=lambda volley: (volley.unit, _order(volley.key)))


class BatteryMenu(Struct):
    """The options of a battery and what each of them means."""

    options: list[Option]
    means: dict[str, Chosen]


def menu(scene: Scene, battery: Battery, declared: Sequence[Volley] | None = None) -> BatteryMenu:
    """What the battery can do; `declared` is what already was, where it is asked second."""
    battle, found = scene.battle, BatteryMenu([], {})
    if not battery.must:
        _add(found, Option(HOLD, "Hold fire"), HOLD)
    for number, gun in enumerate(battery.guns):
        prefix = f"{number}:" if len(battery.guns) > 1 else ""
        for option, volley in _shots(scene, battery, gun, declared or ()):
            option.id = prefix + option.id
            _add(found, option, volley)
    open_ = [option for option in found.options if option.barred is None and option.id != HOLD]
    if battery.must and not open_ and battery.guns[0].weapon.damage:
        gun = battery.guns[0]
        _add(found, Option("away", f"Fire {gun.weapon.name} at an empty hex"), _at_nothing(battery, gun))
    if len(open_) > 1 and declared is None and _can_split(battle, battery):
        for option, split in _splits(battle, battery.guns[0], [found.means[option.id] for option in open_]):
            _add(found, option, split)
    return found


def _add(menu: BatteryMenu, option: Option, chosen: Chosen) -> None:
    option.about = menu.means[option.id] = chosen
    menu.options.append(option)


def _at_nothing(battery: Battery, gun: Gun) -> Volley:
    return Volley(battery.key, battery.unit, replace(gun, crew=()))


# ---------------------------------------------------------------- asking


def _asked(
    game: Game, guns: Sequence[Battery], menus: Mapping[str, BatteryMenu]
) -> Iterator[tuple[Battery, Chosen]]:
    """One form for each side with a part for every battery that has a choice."""
    battle = game.battle
    parts: dict[str, dict[str, Choose]] = {}
    taken: dict[str, str] = {}
    for each in guns:
        known = menus[each.key]
        unit = battle.unit(each.unit)
        open_ = [option.id for option in known.options if option.barred is None]
        if len(open_) > 1:
            text = f"{field(battle, unit).name}: {each.guns[0].weapon.name}"
            choose = Choose(text, known.options, "spf.orders.fire", unit.id)
            choose.bears = partial(battery_bears, battle, each)
            parts.setdefault(unit.side, {})[each.key] = choose
        else:
            taken[each.key] = open_[0] if open_ else HOLD
    forms = {
        side: Form("Declare fire", parts[side], "spf.orders.fire", kind="fire") for side in sorted(parts)
    }
    for answers in (game.ask_all(forms) if forms else {}).values():
        taken.update(answers)
    for each in guns:
        yield each, menus[each.key].means.get(taken[each.key], HOLD)


def _order(key: str) -> tuple[int, ...]:
    """Batteries by their number, a battery's barrels by theirs."""
    return tuple(int(part) for part in key.rpartition("/")[2].split("."))


def _waits(battle: Battle, battery: Battery) -> bool:
    """Who is asked second: what follows another weapon, and with split_fire off all but a unit's first."""
    return bool(battery.follows) or (not battle.rulings.split_fire and _order(battery.key) > (1,))


def _following(battle: Battle, ready: Sequence[Battery], declared: Sequence[Volley]) -> Iterator[Battery]:
    """Guns that fire into the angle of another (abilities same-angle, linked-guns, twin-smg)."""
    for each in ready:
        if not _waits(battle, each):
            continue
        unit = battle.unit(each.unit)
        mine = [volley for volley in declared if volley.unit == each.unit]
        main = [volley for volley in mine if each.follows in ("ahead", volley.gun.weapon.id)]
        if each.only_with and not main:
            continue
        if main and each.follows != "ahead":
            where = battle.unit(main[0].target).hex
            sides = [
                side
                for side in angle_of(unit, where)[0]
                if bears(unit, main[0].gun.weapon, where, (side,))[0]
            ]
            yield replace(each, guns=tuple(replace(gun, points=tuple(sides)) for gun in each.guns))
        else:
            yield each


def _can_split(battle: Battle, battery: Battery) -> bool:
    return battle.rulings.split_fire and len(battery.guns) == 1 and _barrel_count(battery.guns[0]) > 1


def _splits(battle: Battle, gun: Gun, open_: Sequence[Chosen]) -> Iterator[tuple[Option, Split]]:
    """Among all targets; ability throw-per-model-at-hex: among those of one hex."""
    if "throw-per-model-at-hex" not in gun.weapon.traits:
        yield Option(EACH, "Choose a target for each shot"), Split()
        return
    hexes = Counter(battle.unit(each.target).hex for each in open_ if isinstance(each, Volley))
    for hex_, count in hexes.items():
        if count > 1:
            name = name_of(hex_)
            label = f"Choose a target in hex {name} for each {gun.weapon.name}"
            yield Option(f"{EACH} {name}", label, spot=ground.spot(battle, hex_)), Split(hex_)


def _barrels(battery: Battery) -> Iterator[Battery]:
    """The battery shot by shot; none of what fires at one unit only (spf.ability.burst, ruling A5)."""
    gun = battery.guns[0]
    each = _barrel_count(gun) // len(gun.crew)
    for number, model in enumerate(model for model in gun.crew for _ in range(each)):
        single = replace(gun, crew=(model,), shots=gun.shots if each == 1 else 1)
        yield replace(battery, key=f"{battery.key}.{number + 1}", guns=(single,))


def _barrel_count(gun: Gun) -> int:
    tied = gun.weapon.magazine.burst or "one-target" in gun.weapon.traits
    if tied or goes_off(gun.weapon) or areas.as_one(gun.weapon):
        return 0
    return len(gun.crew) * (gun.shots if isinstance(gun.shots, int) else 1)


# ---------------------------------------------------------------- what can be shot at


def _shots(
    scene: Scene, battery: Battery, gun: Gun, declared: Sequence[Volley]
) -> Iterable[tuple[Option, Volley]]:
    battle, step = scene.battle, scene.step
    unit = battle.unit(battery.unit)
    plain = Volley(battery.key, unit.id, gun)
    if goes_off(gun.weapon):
        return _sweeps(battle, unit, gun, plain, step, battery.must)
    if areas.aims_at_hex(gun.weapon):
        return _at_hexes(battle, unit, gun, plain)
    foes, at = scene.foes(unit.side), _bound(battle, unit, gun.weapon, declared)
    if at or battery.into:
        foes = [foe for foe in foes if at in ("", foe.unit.id) and battery.into in (None, foe.hex)]
    return _at_units(scene, unit, gun, plain, foes)


def _at_hexes(battle: Battle, unit: Unit, gun: Gun, plain: Volley) -> Iterator[tuple[Option, Volley]]:
    for hex_ in areas.hexes(battle, unit, gun):
        label = f"{gun.weapon.name} at hex {name_of(hex_)}{_standing_in(battle, unit, hex_)}"
        preview = areas.area_preview(battle, unit, gun, hex_)
        spot = ground.spot(battle, hex_)
        yield Option(name_of(hex_), label, preview=preview, spot=spot), replace(plain, hex=hex_)


def _standing_in(battle: Battle, unit: Unit, hex_: Hex) -> str:
    seen = [each for each in battle.in_hex(hex_) if each.side == unit.side or not each.hidden]
    return f" ({', '.join(field(battle, each).name for each in seen)})" if seen else ""


def _bound(battle: Battle, unit: Unit, weapon: Weapon, declared: Sequence[Volley]) -> str:
    """The only unit that may still be shot at, with split_fire off."""
    if battle.rulings.split_fire:
        return ""
    return next((volley.target for volley in declared if volley.unit == unit.id and volley.target), "")


def _at_units(
    scene: Scene, unit: Unit, gun: Gun, plain: Volley, foes: Sequence[Foe]
) -> list[tuple[Option, Volley]]:
    """The targets; with ability mount-or-crew there are two of one."""
    weapon, aim = gun.weapon, " with aim" if gun.focus else ""
    rolled = sum(roll.sides + roll.plus for roll in weapon.range_dice) if weapon.range_dice else 0
    far, found = max(rolled, longest(scene.battle, unit, weapon)), []
    for foe in foes:
        id, barred = foe.unit.id, _refusal(scene, unit, gun, foe, far)
        for table, suffix, words in BOTH if foe.crewed and weapon.damage else WHOLE:
            label = f"{weapon.name} at {foe.name}{words}{aim}"
            option = Option(id + suffix, label, id, barred, None, foe.spot)
            if barred is OUT_OF_SIGHT:
                option.hindered = partial(_hindrance, scene.battle, unit, foe.unit)
            volley = plain
            if barred is None:
                volley = Volley(plain.key, plain.unit, gun, id, table)
                option.preview = partial(volley_preview, scene.battle, volley, scene.step)
            found.append((option, volley))
    return found


def _refusal(scene: Scene, unit: Unit, gun: Gun, foe: Foe, far: int) -> Refusal | None:
    """Why the gun, which reaches so far, cannot be fired at the unit, if it cannot: spf.orders.fire; ability
    no-line-of-sight. What is indirect is fired at hexes."""
    weapon = gun.weapon
    if not bears(unit, weapon, foe.hex, gun.points)[0]:
        return OUT_OF_ARC
    if distance(unit, foe.hex) > far:
        return OUT_OF_RANGE
    if "no-line-of-sight" not in weapon.traits and not scene.sees(unit, foe.unit):
        return OUT_OF_SIGHT
    if gun.focus and not aims_at(scene.battle, unit, weapon, foe.unit, scene.step):
        return NOT_AIMED_AT
    return None


def _hindrance(battle: Battle, unit: Unit, target: Unit) -> Hindrance | None:
    hex_ = ground.stands_between(battle, unit, target)
    if hex_ is None:
        return None
    smoke = " and smoke" if battle.marked(hex_, "smoke") else ""
    return Hindrance(
        f"behind {battle.ground_at(hex_)}{smoke} in hex {name_of(hex_)}", ground.spot(battle, hex_)
    )


def _sweeps(
    battle: Battle, unit: Unit, gun: Gun, plain: Volley, step: int, must: bool
) -> Iterator[tuple[Option, Volley]]:
    """Abilities sweep, breath and flame-fan: at all that lies in its way, if an enemy does."""
    sweep = gun.weapon.trait("sweep", Sweep)
    if sweep and sweep.angle == "one-angle":
        for direction in sorted(gun.points) or range(6):
            if any(other.side != unit.side for other in areas.swept(battle, unit, gun, direction)):
                volley = replace(plain, direction=direction)
                words = COMPASS[(unit.facing + direction) % 6]
                odds = _swept_preview(battle, unit, volley, step)
                yield Option(f"sweep-{words}", f"{gun.weapon.name} sweeps {words}", preview=odds), volley
    elif must or areas.worth_firing(battle, unit, gun):
        odds = _swept_preview(battle, unit, plain, step) if sweep else None
        yield Option("all", f"{gun.weapon.name} at all in its way", preview=odds), plain


def _swept_preview(battle: Battle, unit: Unit, volley: Volley, step: int) -> Callable[[], Preview] | None:
    """The odds for the enemy in the way with the most models."""
    found = areas.swept(battle, unit, volley.gun, volley.direction)
    foes = [other for other in found if other.side != unit.side]
    if not foes:
        return None
    most = max(foes, key=lambda other: (len(other.living), other.id))
    sweep: Sweep = volley.gun.weapon.traits["sweep"]
    once = sweep.whom == "enemy-units"
    gun = replace(volley.gun, shots=1 if once else len(most.living))
    return lambda: volley_preview(battle, replace(volley, gun=gun, target=most.id), step)


def goes_off(weapon: Weapon) -> bool:
    return not GOES_OFF.isdisjoint(weapon.traits)


# ---------------------------------------------------------------- odds before the fire


def volley_preview(battle: Battle, volley: Volley, step: int) -> Preview:
    """The exact odds of the worst that the volley's shots do. A range that is rolled is taken to suffice."""
    battle = apparent(battle, battle.unit(volley.unit).side)
    target = battle.unit(volley.target)
    shots, charge, why = volley_shots(battle, volley, step)
    given = "if it reaches so far" if volley.gun.weapon.range_dice else ""
    return damage_preview(battle, target, volley.table, shots, charge, why, given)


def volley_shots(
    battle: Battle, volley: Volley, step: int
) -> tuple[list[Shots], Charge, tuple[Modifier, ...]]:
    """The volley's shots, what a hit of them does, and why."""
    unit, target, gun = battle.unit(volley.unit), battle.unit(volley.target), volley.gun
    weapon = gun.weapon if gun.weapon.range else replace(gun.weapon, range=distance(unit, target))
    aimed = 0 if gun.blind else aims_at(battle, unit, weapon, target, step)
    aims = [aim_at(battle, unit, number, weapon, target, gun.points, aimed) for number in gun.crew]
    at = at_distance(battle, unit, weapon, target.hex)
    charge, sums = charge_of(battle, unit, weapon, target, at, aimed, volley.table)
    rerolls = max((a.number for a in abilities(battle, unit, "ranged-reroll", Numbered)), default=0)
    if rerolls:
        shots = [Shots(aims[0][0], len(gun.crew), gun.shots, rerolls, battle.rulings.ork_reroll)]
    else:
        shots = [Shots(aim, n, gun.shots) for aim, n in Counter(aim for aim, _ in aims).items()]
    why = aims[0][1]  # where models differ, the first one's; the needs tell of the others
    return shots, charge, (*why, *sums.ap, *sums.damage)
