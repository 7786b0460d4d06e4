"""How units stand in an assault, and the dice that each of their models brings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, product
from operator import attrgetter
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import replace

from warbook.board.hexes import COMPASS, Hex, sides_towards, turns
from warbook.board.hextable import name_of
from warbook.books.steampunk import ground
from warbook.books.steampunk.army.abilities import Ability, FearAtSpeed, Form, Numbered, PoisonAssault
from warbook.books.steampunk.army.describing import ANGLES
from warbook.books.steampunk.army.lists import Assault
from warbook.books.steampunk.asking import Asking, pick
from warbook.books.steampunk.assault import pools
from warbook.books.steampunk.damage import toughness
from warbook.books.steampunk.damage.effects import lasting_effects
from warbook.books.steampunk.pending import Clash, Entrant
from warbook.books.steampunk.state import Battle, Unit, abilities, by_place, field, has, models
from warbook.core.questions import Modifier, Option

WITHIN = "within"  # the way of who has just revealed itself in the contested hex; one way among others


class Stand(Struct, frozen=True):
    """A unit in an assault: the angle of its values and of its armor, and the side of the contested hex its
    hits come from ("": it holds the hex). `focus`: the only side whose hits it deflects ("": all)."""

    unit: str
    side: str
    angle: int
    way: str = ""
    focus: str = ""
    rolls: bool = True


class Source(Struct, frozen=True):
    """Models of one unit that fight alike, and their dice (spf.assault.track-source)."""

    key: str
    unit: str
    name: str
    angle: int
    assault: Assault
    abilities: tuple[Ability, ...]
    dice: int
    need: int
    deflection: int
    deflect: int
    way: str = ""
    focus: str = ""
    twice: bool = False

    def named(self, name: str, form: type[Form]) -> list[Form]:
        """Those of that name, whose form is the one in FORMS."""
        found: list[Any] = [ability for ability in self.abilities if ability.name == name]
        return found

    def has(self, name: str) -> bool:
        return any(ability.name == name for ability in self.abilities)

    @property
    def psychic_only(self) -> bool:
        """spf.assault.psychic-separate."""
        assault = self.assault
        return assault.damage is None and any(harm.type == "psychic" for harm in assault.also)


# ---------------------------------------------------------------- how units stand


def fighting(battle: Battle, clash: Clash, side: str = "") -> list[Entrant]:
    """Those of the assault who are still there, of one side or of both, by their ids."""
    there = {unit.id for unit in battle.units if unit.place == "map" and (not side or unit.side == side)}
    return sorted([entrant for entrant in clash.entrants if entrant.unit in there], key=_unit)


_unit = attrgetter("unit")


def stands(battle: Battle, clash: Clash, side: str) -> Asking[list[Stand]]:
    """How a side's units stand. At most as many as may stack contribute (spf.assault.max-two-contribute,
    ruling S5)."""
    own = fighting(battle, clash, side)
    found = []
    for entrant in own:
        found.append((yield from _stand(battle, clash, entrant)))
    units = [battle.unit(entrant.unit) for entrant in own]
    most = _most(battle, clash.hex, units)
    options = [Option(_ids(some), _names(battle, some), some[0].id) for some in most]
    text = f"Not all can fight in hex {name_of(clash.hex)}: who does?"
    chosen = yield from pick(text, options, "spf.assault.max-two-contribute")
    rolling = next(some for some in most if _ids(some) == chosen)
    return [replace(stand, rolls=any(stand.unit == unit.id for unit in rolling)) for stand in found]


def _most(battle: Battle, hex_: Hex, units: Sequence[Unit]) -> list[tuple[Unit, ...]]:
    """The largest choices of units that may stand in the hex together."""
    for count in range(len(units), 0, -1):
        found = [some for some in combinations(units, count) if ground.fits(battle, hex_, some)]
        if found:
            return found
    return [()]


def _stand(battle: Battle, clash: Clash, entrant: Entrant) -> Asking[Stand]:
    """spf.assault.facing-entering, spf.assault.facing-reversing, spf.assault.facing-stationary,
    spf.assault.facing-several-sides; as in spf.assault.example-standard-tank."""
    unit = battle.unit(entrant.unit)
    if entrant.enters:
        return Stand(unit.id, unit.side, 3 if entrant.reverses else 0, way_of(battle, clash, entrant))
    foes = [e for e in fighting(battle, clash) if e.enters and battle.unit(e.unit).side != unit.side]
    ways = sorted({way_of(battle, clash, foe) for foe in foes})
    if not ways:
        return Stand(unit.id, unit.side, 0)
    options = [Option(way, _way_words(battle, unit, way)) for way in ways]
    text = f"{field(battle, unit).name} is assaulted from several sides: which does it face?"
    way = yield from pick(text, options, "spf.assault.facing-several-sides", unit.id)
    return Stand(unit.id, unit.side, assault_angle(unit, way), focus=way if len(ways) > 1 else "")


def way_of(battle: Battle, clash: Clash, entrant: Entrant) -> str:
    """The side of the contested hex from which a unit comes, as a direction; or WITHIN. On the
    border of two, the one farther from the front of the first who holds the hex: the attacker picks."""
    ways = sides_towards(clash.hex, Hex(entrant.q, entrant.r))
    side = battle.unit(entrant.unit).side
    held = by_place(battle.unit(e.unit) for e in fighting(battle, clash) if not e.enters)
    facing = next((unit.facing for unit in held if unit.side != side), 0)
    return str(max(ways, key=lambda way: turns(facing, way))) if ways else WITHIN


def assault_angle(unit: Unit, way: str) -> int:
    """The angle from which a stationary unit is assaulted; from its own hex, the front."""
    return 0 if way == WITHIN else turns(unit.facing, int(way))


def _way_words(battle: Battle, unit: Unit, way: str) -> str:
    angle = assault_angle(unit, way)
    dice = sum(model.assault.dice[angle] for _, model in models(battle, unit))
    deflection = sum(model.assault.deflection[angle] for _, model in models(battle, unit))
    armor = toughness.armor(battle, unit, angle, in_assault=True)
    where = "Its own hex" if way == WITHIN else COMPASS[int(way)].capitalize()
    return f"{where} ({ANGLES[angle]}): {dice} dice, {deflection} deflection, armor {armor}"


# ---------------------------------------------------------------- the dice of a unit


def assault_abilities(battle: Battle, unit: Unit, name: str, form: type[Form]) -> list[Form]:
    """The unit's abilities of that name, whose form is the one in FORMS; also those of its living models'
    assault entries."""
    of = field(battle, unit)
    if (name not in of.known and name not in of.fought) or f"loses({name})" in unit.critical:
        return []
    entries = (model.assault for _, model in models(battle, unit))
    fought: list[Any] = [a for assault in entries for a in assault.abilities if a.name == name]
    return [*abilities(battle, unit, name, form), *fought]


def empowered(battle: Battle, unit: Unit, name: str) -> bool:
    return bool(assault_abilities(battle, unit, name, Ability))


def dice_of(
    battle: Battle, clash: Clash, stand: Stand, foes: Iterable[Stand]
) -> Asking[tuple[list[Source], tuple[Modifier, ...]]]:
    """spf.assault.stats, spf.assault.deflection: the dice of one unit by what its models do with them, and
    the modifiers of its rolls."""
    unit = battle.unit(stand.unit)
    enemies = [battle.unit(foe.unit) for foe in foes]
    groups, dice, deflection = own_dice(battle, unit, stand.angle)
    if not stand.rolls:
        dice, deflection = [0] * len(groups), [0] * len(groups)
    if unit.shaken and any(_frightens(battle, enemy) for enemy in enemies):
        dice = yield from _halved(battle, unit, [name for name, _ in groups], dice)
    if _gassed(battle, clash) and any(has(battle, enemy, "gas-advantage") for enemy in enemies):
        dice, deflection = _apportioned(dice, sum(dice) // 2), _apportioned(deflection, sum(deflection) // 2)
    hit_why, deflect_why = _modifiers(battle, unit, enemies)
    gas = _gas(battle, clash, unit)
    sources = [
        Source(
            f"{unit.id}/{number}",
            unit.id,
            name,
            stand.angle,
            assault,
            (*(a for a in assault.abilities if f"loses({a.name})" not in unit.critical), *gas),
            dice[number],
            pools.needed(assault.hit, sum(line.value for line in hit_why)),
            deflection[number] if assault.deflect else 0,
            pools.needed(assault.deflect, sum(line.value for line in deflect_why)),
            stand.way,
            stand.focus,
            unit.speed == "crawl" and Ability("crawl-rerolls-successes") in assault.abilities,
        )
        for number, (name, assault) in enumerate(groups)
    ]
    return sources, hit_why


def own_dice(
    battle: Battle, unit: Unit, angle: int
) -> tuple[dict[tuple[str, Assault], int], list[int], list[int]]:
    """The kinds of its living models with their numbers, and the assault and deflection dice of each kind at
    that angle as the unit is now, whoever it fights."""
    groups: dict[tuple[str, Assault], int] = {}
    for _, model in models(battle, unit):
        kind = model.name, model.assault
        groups[kind] = groups.get(kind, 0) + 1
    idle = unit.unconscious
    dice = [
        0 if idle else count * max(0, assault.dice[angle] - _shieldwall(unit, assault))
        for (_, assault), count in groups.items()
    ]
    deflection = [0 if idle else count * assault.deflection[angle] for (_, assault), count in groups.items()]
    dice = _changed(dice, lasting_effects(unit, "assault-dice"))
    deflection = _changed(deflection, lasting_effects(unit, "deflection-dice"))
    if unit.revealed == battle.turn > 0:  # spf.ability.reveal-bonus, ruling P26
        dice = _apportioned(dice, sum(dice) * 3 // 2)
        deflection = _apportioned(deflection, sum(deflection) * 3 // 2)
    return groups, dice, deflection


def striker(battle: Battle, source: Source) -> str:
    """The unit, with the model if it has several kinds."""
    unit = battle.unit(source.unit)
    kinds = {model.name for _, model in models(battle, unit)}
    name = field(battle, unit).name
    return name if len(kinds) == 1 or source.name == name else f"{name} ({source.name})"


def _shieldwall(unit: Unit, assault: Assault) -> int:
    return int(Ability("shieldwall") in assault.abilities and unit.speed != "still")


def _changed(dice: list[int], changes: Iterable[tuple[object, ...]]) -> list[int]:
    """After critical damage: half of the dice, or so many fewer."""
    for (change,) in changes:
        total = sum(dice)
        dice = _apportioned(dice, total // 2 if change == "half" else max(0, total + cast(int, change)))
    return dice


def _apportioned(dice: Sequence[int], total: int) -> list[int]:
    """So many dice in all, in the proportions there were."""
    before = sum(dice)
    if not before:
        return list(dice)
    shares = [count * total // before for count in dice]
    rest = sorted(range(len(dice)), key=lambda n: -(dice[n] * total % before))
    for n in rest[: total - sum(shares)]:
        shares[n] += 1
    return shares


def _frightens(battle: Battle, unit: Unit) -> bool:
    return any(empowered(battle, unit, name) for name in ("fear", "terror", "unit-terror")) or any(
        a.speed == unit.speed for a in assault_abilities(battle, unit, "fear-at-speed", FearAtSpeed)
    )


def _halved(battle: Battle, unit: Unit, names: Sequence[str], dice: list[int]) -> Asking[list[int]]:
    """spf.ability.terror-halves, spf.ability.fear-halves: once, assault dice only (ruling S22); the owner
    chooses which remain."""
    left = sum(dice) // 2
    ways = [way for way in product(*(range(count + 1) for count in dice)) if sum(way) == left]
    options = [Option("-".join(map(str, way)), _dice_words(names, way)) for way in ways]
    text = f"{field(battle, unit).name} is shaken and frightened: which dice does it keep?"
    kept = yield from pick(text, options, "spf.ability.terror-halves", unit.id)
    return [int(count) for count in kept.split("-")]


def _dice_words(names: Sequence[str], counts: Sequence[int]) -> str:
    parts = [f"{count} of {name}" for name, count in zip(names, counts, strict=True) if count]
    return ", ".join(parts) or "None"


def _modifiers(
    battle: Battle, unit: Unit, enemies: Sequence[Unit]
) -> tuple[tuple[Modifier, ...], tuple[Modifier, ...]]:
    """Of assault dice and of deflection dice. Being easier to hit counts where every enemy of
    the assault is."""
    name = field(battle, unit).name
    crippled: tuple[Modifier, ...] = ()
    if unit.crippled_crew:
        crippled = (Modifier(-1, f"{name}: crippled crew", "spf.ability.crippled-crew"),)
    lines = [
        Modifier(args[0], f"{name}: damage", "spf.damage.table-lookup")
        for args in lasting_effects(unit, "to-hit")
    ]
    easier = min(
        (sum(args[0] for args in lasting_effects(enemy, "to-be-hit")) for enemy in enemies), default=0
    )
    if easier:
        lines.append(Modifier(easier, "the enemy is damaged", "spf.damage.table-lookup"))
    return (*crippled, *lines), crippled


def _gassed(battle: Battle, clash: Clash) -> int:
    """The strength of the poison cloud in which the assault is fought."""
    if clash.flying and not battle.rulings.clouds_reach_flyers:
        return 0
    return max((mark.strength for mark in battle.marked(clash.hex, "poison")), default=0)


def _gas(battle: Battle, clash: Clash, unit: Unit) -> tuple[Ability, ...]:
    strength = _gassed(battle, clash)
    given = abilities(battle, unit, "gas-poison", Numbered) if strength else ()
    return tuple(PoisonAssault("poison-assault", strength, a.number) for a in given)


def _ids(units: Iterable[Unit]) -> str:
    return "+".join(unit.id for unit in units)


def _names(battle: Battle, units: Iterable[Unit]) -> str:
    return " and ".join(field(battle, unit).name for unit in units)
