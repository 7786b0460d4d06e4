"""Where a shot can go and what it needs: angles, range bands, armor sides, and every modifier to hit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import Any

from msgspec.structs import replace

from warbook.board.hexes import Hex, Located, distance, sides_towards, turns
from warbook.books.steampunk import ground
from warbook.books.steampunk.army.abilities import (
    Ability,
    AtSpeed,
    AtTimes,
    BetterAim,
    CoverAtSpeed,
    Form,
    InTerrain,
    Numbered,
    Overheating,
)
from warbook.books.steampunk.army.data import unit_of
from warbook.books.steampunk.army.lists import Weapon
from warbook.books.steampunk.army.roster import FieldUnit
from warbook.books.steampunk.army.written import Arc
from warbook.books.steampunk.damage import toughness
from warbook.books.steampunk.damage.effects import lasting_effects
from warbook.books.steampunk.gunnery.arms import tagged
from warbook.books.steampunk.gunnery.gunfire import BASIC, Aim, Band, beyond, hit_score
from warbook.books.steampunk.state import LIKE, AimToken, Battle, Unit, abilities, field, flying, has
from warbook.core.questions import Modifier

START = Modifier(BASIC, "basic to hit", "spf.fire.basic")
AIM = 2  # spf.fire.mod-orders
SPEED = {"still": 1, "crawl": 1, "rest": 1, "setup": 1, "slow": 0, "fast": -1}
SIZE = {"tiny": -1, "huge": 1}
MATTER_WHEN_HIT = ("steady", "camouflage", "unit-camouflage", "take-cover", "elusive", "illusion")
ON_SIX = ("natural-six-shakes", "natural-six-sets-on-fire")
ON_ONE = ("natural-one-acids-self", "natural-one-tokens-self")
SKILLS = {"superb-shot": 3, "excellent-shot": 2, "good-shot": 1, "bad-shot": -1, "terrible-shot": -2}


def aim_at(
    battle: Battle,
    unit: Unit,
    number: int,
    weapon: Weapon,
    target: Unit,
    points: tuple[int, ...] = (),
    aimed: int = 0,
) -> tuple[Aim, tuple[Modifier, ...]]:
    """spf.fire.basic: what the model's shot needs, with what that starts from and every modifier. `points`
    are the directions of a fixed gun; `aimed` is how many aim tokens the shot uses."""
    why = (
        *_firer(battle, unit, number, weapon),
        *_aimed(weapon, aimed),
        *_range(battle, unit, number, weapon, target),
        *_angle(battle, unit, weapon, target, points),
        *_weapon(battle, unit, weapon),
        *being_hit(battle, target, "ignores-fast-and-flying" in weapon.traits),
    )
    storm, hot = weapon.trait("bullet-storm", AtTimes), weapon.trait("overheats", Overheating)
    six, one = (not weapon.traits.keys().isdisjoint(names) for names in (ON_SIX, ON_ONE))
    aim = Aim(
        hit_score(sum(each.value for each in why)),
        storm is not None and (storm.when == "always" or not aimed),
        hot.most if hot else int(one),
        six,
    )
    return aim, (START, *why, *beyond(aim.told))


def being_hit(battle: Battle, target: Unit, ignores_speed: bool = False) -> tuple[Modifier, ...]:
    """The 'to be hit' column: what counts for the target, whoever fires."""
    terrain, of = ground.cover(battle, target), field(battle, target)
    found = [
        *_speed(battle, target, "target", ignores_speed),
        *(Modifier(-1, f"target in {name.replace('-', ' ')}", "spf.fire.mod-terrain") for name in terrain),
        *_each(SIZE.get(of.size, 0), f"{of.size} target", "spf.fire.mod-size"),
    ]
    if not of.known.isdisjoint(MATTER_WHEN_HIT):
        found += _abilities_when_hit(battle, target)
    for (value,) in lasting_effects(target, "to-be-hit"):
        found.append(Modifier(value, "critical damage of the target", "spf.damage.table-lookup"))
    return tuple(found)


def _abilities_when_hit(battle: Battle, target: Unit) -> Iterator[Modifier]:
    rule = "spf.fire.mod-abilities"
    if _steady(target, _seeming(battle, target, "steady", AtSpeed)):
        yield Modifier(1, "steady target", rule)
    hidden_by = {
        a.terrain
        for name in ("camouflage", "unit-camouflage")
        for a in _seeming(battle, target, name, InTerrain)
    }
    if battle.ground_at(target.hex) in hidden_by and not flying(battle, target):
        yield Modifier(-1, "camouflage", rule)
    for name, words in (("take-cover", "takes cover"), ("elusive", "elusive")):
        yield from _each(min(_at_speed(battle, target, name), default=0), words, rule)


def evasion(battle: Battle, unit: Unit) -> int:
    """spf.ability.evasion, spf.ability.take-cover-evasion: 0 or below; of several the highest (ruling G9)."""
    found = [a.number for a in _seeming(battle, unit, "evasion", Numbered)]
    if _at_speed(battle, unit, "take-cover"):
        found.append(-2 if any(name != "smoke" for name in ground.cover(battle, unit)) else -1)
    return min(found, default=0)


# ---------------------------------------------------------------- angles


def angle_of(unit: Unit, hex_: Located) -> tuple[tuple[int, ...], bool]:
    """spf.angles.facing, spf.angles.arc-of-target: the directions in which the hex lies, clockwise from the
    unit's front, and whether it lies on the border of two. In the own hex it lies in all (ruling G3)."""
    return _from_front(hex_.q - unit.q, hex_.r - unit.r, unit.facing)


@cache
def _from_front(q: int, r: int, facing: int) -> tuple[tuple[int, ...], bool]:
    sides = sides_towards(Hex(0, 0), Hex(q, r))
    return tuple((side - facing) % 6 for side in sides or range(6)), len(sides) == 2


def bears(unit: Unit, weapon: Weapon, hex_: Located, points: tuple[int, ...] = ()) -> tuple[bool, bool]:
    """spf.angles.firing, spf.angles.on-edge: whether the weapon may fire there, and whether only on the edge
    of its firing angle: the border between two allowed angles is none (ruling G2)."""
    front_only = bool(unit.critical) and bool(lasting_effects(unit, "arc"))
    directions, _ = _from_front(hex_.q - unit.q, hex_.r - unit.r, unit.facing)
    return _bears(weapon.arc, points, front_only, directions)


@cache
def _bears(
    arc: Arc, points: tuple[int, ...], front_only: bool, directions: tuple[int, ...]
) -> tuple[bool, bool]:
    allowed = [
        arc[turns(0, direction)]
        and (not points or direction in points)
        and (not front_only or direction == 0)
        for direction in directions
    ]
    return any(allowed), any(allowed) and len(allowed) == 2 and not all(allowed)


def armor_side(battle: Battle, target: Unit, origin: Hex) -> int:
    """spf.angles.armor-side, spf.angles.four-values: 0 in front to 3 behind, left and right alike
    (spf.angles.symmetric). On a border the attacker chooses, and takes the weaker
    (spf.angles.armor-border, spf.fire.on-edge-sides, ruling G3)."""
    angles = sorted({turns(0, direction) for direction in angle_of(target, origin)[0]})
    return min(angles, key=lambda angle: toughness.armor(battle, target, angle))


# ---------------------------------------------------------------- range


def reach(battle: Battle, unit: Unit, weapon: Weapon) -> int:
    """Its normal range; ability range-when-flying."""
    higher = weapon.trait("range-when-flying", Numbered)
    return weapon.range + (higher.number if higher and flying(battle, unit) else 0)


def band(battle: Battle, unit: Unit, weapon: Weapon, hex_: Located) -> Band | None:
    """spf.fire.mod-range: None beyond twice the range. In the own hex it is point blank (ruling G3)."""
    return band_at(battle, unit, weapon, distance(unit, hex_))


def at_distance(battle: Battle, unit: Unit, weapon: Weapon, hex_: Located) -> Band:
    """The range band for AP and damage (ruling G7); a shot that strayed too far counts as long range."""
    return band(battle, unit, weapon, hex_) or "long"


def band_at(battle: Battle, unit: Unit, weapon: Weapon, away: int) -> Band | None:
    """The same by the distance."""
    normal = reach(battle, unit, weapon)
    if away > _longest(weapon, normal):
        return None
    return "point-blank" if away <= 1 else "normal" if away <= normal else "long"


def longest(battle: Battle, unit: Unit, weapon: Weapon) -> int:
    """The long range: how far away a target may be, apart from a range that is rolled."""
    return _longest(weapon, reach(battle, unit, weapon))


def _longest(weapon: Weapon, normal: int) -> int:
    return normal if "normal-range-only" in weapon.traits else 2 * normal


# ---------------------------------------------------------------- aim


def aims_at(battle: Battle, unit: Unit, weapon: Weapon, target: Unit, step: int) -> int:
    """spf.orders.aim (ruling O13): how many aim tokens a shot at the target uses: one at most, unless they
    add up (ability aim-stacks)."""
    if "aim-normal-range-only" in weapon.traits and band(battle, unit, weapon, target.hex) == "long":
        return 0
    tokens = [
        token
        for token in aim_tokens(battle, unit, weapon, battle.turn, step)
        if _in_view(battle, unit, weapon, token, target)
    ]
    return len(tokens) if "aim-stacks" in weapon.traits else min(1, len(tokens))


def aim_tokens(battle: Battle, unit: Unit, weapon: Weapon, turn: int, step: int) -> list[AimToken]:
    """Those that serve the weapon in that gunnery step of the turn, at whatever target."""
    if not unit.aims:
        return []
    stacks = "aim-stacks" in weapon.traits
    own_only = stacks or weapon.id in tagged(battle, unit).values()
    return [
        token
        for token in unit.aims
        if token.weapon in ((weapon.id,) if own_only else ("", weapon.id))
        and (stacks or aim_lasts(token, turn, step))
    ]


def aim_lasts(token: AimToken, turn: int, step: int) -> bool:
    """From the step after the one it was given in to that same step one turn later."""
    return (token.turn, token.step) < (turn, step) <= (token.turn + 1, token.step)


def _in_view(battle: Battle, unit: Unit, weapon: Weapon, token: AimToken, target: Unit) -> bool:
    """Whether the target is in line of sight from where the aim was taken; who fires by sight and has not
    moved since sees it anyway."""
    moved = (token.q, token.r) != unit.hex
    if moved and has(battle, unit, "aim-lost-on-moving"):
        return False
    unseen = any(name in weapon.traits for name in ("indirect", "no-line-of-sight"))
    return not (moved or unseen) or ground.sees(battle, replace(unit, q=token.q, r=token.r), target)


# ---------------------------------------------------------------- the sums


def skill(battle: Battle, unit: Unit, number: int) -> tuple[Modifier, ...]:
    """spf.fire.mod-abilities: how well the model shoots. Of abilities that better it the best counts, of
    those that worsen it the worst."""
    good = has(battle, unit, "unit-good-shot")
    excellent = any(unit.speed == a.speed for a in abilities(battle, unit, "excellent-shot-at", AtSpeed))
    return _skill(field(battle, unit), number, good, excellent)


@lru_cache(maxsize=10_000)
def _skill(of: FieldUnit, number: int, good: bool, excellent: bool) -> tuple[Modifier, ...]:
    own = {a.name for a in _of_model(of, number) if a.name in SKILLS}
    own |= {"good-shot"} if good else set()
    own |= {"excellent-shot"} if excellent else set()
    known = sorted((SKILLS[name], name.replace("-", " ")) for name in own)
    chosen = [*(each for each in known[:1] if each[0] < 0), *(each for each in known[-1:] if each[0] > 0)]
    return tuple(Modifier(value, words, "spf.fire.mod-abilities") for value, words in chosen)


def of_model(battle: Battle, unit: Unit, number: int) -> tuple[Ability, ...]:
    """The abilities of the unit and of this one model of it."""
    return _of_model(field(battle, unit), number)


@lru_cache(maxsize=10_000)
def _of_model(of: FieldUnit, number: int) -> tuple[Ability, ...]:
    return (*of.abilities, *of.models[number].abilities)


def _firer(battle: Battle, unit: Unit, number: int, weapon: Weapon) -> Iterator[Modifier]:
    yield from _speed(battle, unit, "firer", "ignores-fast-and-flying" in weapon.traits)
    if battle.marks and battle.marked(unit.hex, "smoke") and not flying(battle, unit):
        yield Modifier(-1, "firer in smoke", "spf.fire.mod-terrain")
    yield from skill(battle, unit, number)
    own = of_model(battle, unit, number) if "steady" in field(battle, unit).known else ()
    if own and _steady(unit, [a for a in own if isinstance(a, AtSpeed) and a.name == "steady"]):
        yield Modifier(1, "steady", "spf.fire.mod-abilities")
    if unit.revealed and unit.revealed == battle.turn:
        yield Modifier(2, "has just revealed itself", "spf.ability.reveal-bonus")
    if unit.crippled_crew:
        yield Modifier(-1, "crippled crew", "spf.ability.crippled-crew")
    for (value,) in lasting_effects(unit, "to-hit"):
        yield Modifier(value, "critical damage", "spf.damage.table-lookup")


def _speed(battle: Battle, unit: Unit, who: str, ignored: bool) -> Iterator[Modifier]:
    """spf.fire.mod-speed; flying comes on top."""
    rule = "spf.fire.mod-speed"
    name = unit.speed.removesuffix("-flying")
    own_fast = who == "firer" and has(battle, unit, "ignores-own-fast")
    if SPEED[name] and not (name == "fast" and (ignored or own_fast)):
        yield Modifier(SPEED[name], f"{who} {'stands still' if name == 'still' else name}", rule)
    if flying(battle, unit) and not ignored:
        yield Modifier(-1, f"{who} flying", rule)


def _aimed(weapon: Weapon, aimed: int) -> Iterator[Modifier]:
    """spf.fire.mod-orders; abilities improved-aim and aim-stacks."""
    if aimed:
        better = weapon.trait("improved-aim", BetterAim) or weapon.trait("aim-stacks", BetterAim)
        yield Modifier((better.to_hit if better else AIM) * aimed, "aim", "spf.fire.mod-orders")


def _range(battle: Battle, unit: Unit, number: int, weapon: Weapon, hex_: Located) -> Iterator[Modifier]:
    at = band(battle, unit, weapon, hex_)
    if at == "point-blank":
        yield Modifier(1, "point blank", "spf.fire.mod-range")
        if _either_has(battle, unit, number, weapon, "optimal-at-point-blank"):
            yield Modifier(1, "optimal at point blank", "spf.fire.mod-abilities")
    if at == "long":
        yield Modifier(-2, "long range", "spf.fire.mod-range")
        if _either_has(battle, unit, number, weapon, "bad-at-long-range"):
            yield Modifier(-2, "bad at long range", "spf.fire.mod-abilities")


def _either_has(battle: Battle, unit: Unit, number: int, weapon: Weapon, name: str) -> bool:
    """Whether the model or its weapon has an ability of that name."""
    return name in weapon.traits or any(a.name == name for a in of_model(battle, unit, number))


def _angle(
    battle: Battle, unit: Unit, weapon: Weapon, hex_: Located, points: tuple[int, ...]
) -> Iterator[Modifier]:
    """spf.fire.mod-angle, spf.fire.on-edge-penalty; ability to-hit-front."""
    if bears(unit, weapon, hex_, points)[1]:
        yield Modifier(-1, "on the edge of the firing angle", "spf.fire.mod-angle")
    ahead = weapon.trait("to-hit-front", Numbered)
    if ahead and angle_of(unit, hex_)[0] == (0,):
        yield Modifier(ahead.number, "fires ahead", "spf.fire.mod-weapon")


def _weapon(battle: Battle, unit: Unit, weapon: Weapon) -> Iterator[Modifier]:
    rule = "spf.fire.mod-weapon"
    if "enhanced-accuracy" in weapon.traits or has(battle, unit, "unit-enhanced-accuracy"):
        yield Modifier(1, "enhanced accuracy", rule)
    if own := weapon.trait("to-hit", Numbered):
        yield Modifier(own.number, "weapon", rule)


def _steady(unit: Unit, granted: Iterable[AtSpeed]) -> bool:
    return any(a.speed in (None, unit.speed) for a in granted)


def _at_speed(battle: Battle, unit: Unit, name: str) -> list[int]:
    """spf.ability.take-cover: what such abilities give at the unit's speed."""
    return [a.number for a in _seeming(battle, unit, name, CoverAtSpeed) if unit.speed in a.speeds]


def _seeming(battle: Battle, unit: Unit, name: str, form: type[Form]) -> tuple[Form, ...]:
    """The abilities of that name by which the unit is hit. Ability illusion: those of the infantry it looks
    like, for one that looks like none those of its nation's."""
    if "illusion" not in field(battle, unit).known:
        return abilities(battle, unit, name, form)
    if LIKE in unit.marks:
        like = battle.setup.fielded[unit.side][unit.marks[LIKE]]
        return like.by_name(tuple(unit.living)).get(name, ())
    foot = unit_of("elf.elf-infantry")
    found: list[Any] = [a for a in (foot.abilities if foot else ()) if a.name == name]
    return tuple(found)


def _each(value: int, words: str, rule: str) -> list[Modifier]:
    return [Modifier(value, words, rule)] if value else []
