"""How much a unit stands: its armor, its damage tables, and what is added to a damage roll against it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from warbook.books.steampunk.army.abilities import Ability, Against, ArmorAdded, Resistance, RolledResistance
from warbook.books.steampunk.army.data import equipment_of
from warbook.books.steampunk.army.lists import Lines
from warbook.books.steampunk.dice import Roll
from warbook.books.steampunk.pending import TableName
from warbook.books.steampunk.state import Battle, Unit, abilities, by_id, field, has, is_bio
from warbook.core.questions import Modifier

Type: TypeAlias = Literal["regular", "fire", "poison", "bleeding", "psychic", "crew"]


def armor(battle: Battle, unit: Unit, angle: int, in_assault: bool = False) -> int:
    """spf.angles.armor-side: what dead models wore is gone, and so is what acid took (ruling P6). In an
    assault the armor of a shieldwall does not count."""
    of = field(battle, unit)
    worn = left = 0
    if "armor-add" in of.known:
        everybody = of.in_force(range(len(of.models)))
        worn = sum(a.angles[angle] for a in everybody if isinstance(a, ArmorAdded))
        left = sum(a.angles[angle] for a in abilities(battle, unit, "armor-add", ArmorAdded))
    if in_assault:
        left -= sum(a.angles[angle] for a in _shieldwalls(battle, unit))
    return max(0, of.armor[angle] - worn + left - unit.armor_lost)


def bonus(battle: Battle, unit: Unit, table: TableName, type: Type) -> tuple[int, tuple[Modifier, ...]]:
    """What is added to a damage roll of that type on that table; `resist_roll` comes on top of it."""
    if table == "psychic" and _psychic_as_crew(battle, unit):
        table = "crew"
    lines = [*_tokens(battle, unit, table), *_resistances(battle, unit, type)]
    if has(battle, unit, "shaken-adds-to-damage") and unit.shaken:
        lines.append(Modifier(unit.shaken, "shaken tokens", "spf.ability.shaken-tokens"))
    return sum(line.value for line in lines), tuple(lines)


def resist_roll(battle: Battle, unit: Unit, type: Type) -> Roll | None:
    """The resistance that is rolled anew for each hit (ability unit-resist-roll), the best one."""
    found = abilities(battle, unit, "unit-resist-roll", RolledResistance)
    rolls = [ability.roll for ability in found if ability.type == type]
    return max(rolls, key=lambda roll: (roll.sides + 2 * roll.plus, roll.plus), default=None)


def immune(battle: Battle, unit: Unit, effect: str) -> bool:
    """Abilities immune and unit-immune; acid stands for acid and minor acid."""
    found = [a.effect for name in ("immune", "unit-immune") for a in abilities(battle, unit, name, Against)]
    return effect in found or (effect == "minor-acid" and "acid" in found)


def can_be_poisoned(battle: Battle, unit: Unit) -> bool:
    """spf.special.poison-bio-only, ruling P8."""
    return is_bio(battle, unit) or has(battle, unit, "gun-or-crew")


def typed_table(battle: Battle, unit: Unit, table: TableName) -> TableName | None:
    """On which table damage of that kind is read; none if the unit is immune (spf.special.typed-immunity)."""
    if table == "psychic" and _psychic_as_crew(battle, unit):
        return "crew"
    return table if getattr(field(battle, unit).damage, table) else None


def lines_of(battle: Battle, unit: Unit, table: TableName) -> Lines:
    """The lines of that table, none if the unit is immune."""
    found = typed_table(battle, unit, table)
    lines: Lines = getattr(field(battle, unit).damage, found) if found else ()
    return lines


def in_play(battle: Battle) -> list[Unit]:
    """The units on the map and those aboard them, by their ids."""
    return by_id([unit for unit in battle.units if unit.place in ("map", "aboard")])


def told_to(unit: Unit) -> tuple[str, ...]:
    """Who may learn what happens to the unit (ruling W21)."""
    return (unit.side,) if unit.hidden else ()


# ---------------------------------------------------------------- the sum behind a damage roll


def _tokens(battle: Battle, unit: Unit, table: TableName) -> Iterator[Modifier]:
    """spf.damage.previous, ruling D3; a gun and its crew share the tokens (ability gun-or-crew)."""
    shared = table == "crew" and has(battle, unit, "gun-or-crew")
    if (table in ("regular", "crew_members") or shared) and unit.future:
        yield Modifier(unit.future, "previous damage", "spf.damage.previous")
    if table == "crew" and unit.crew_future:
        yield Modifier(unit.crew_future, "previous crew damage", "spf.damage.previous")


def _resistances(battle: Battle, unit: Unit, type: Type) -> Iterator[Modifier]:
    """spf.damage.resistance, spf.ability.resistance, ruling D11: the highest to this one of
    spf.ability.resistance-types, and what improves it."""
    found = [a for name in ("resist", "unit-resist") for a in abilities(battle, unit, name, Resistance)]
    if unit.on_map:
        for friend in battle.in_hex(unit.hex, unit.side):
            found += abilities(battle, friend, "hex-resist", Resistance)
    total = max((a.number for a in found if a.type == type), default=0)
    added = abilities(battle, unit, "unit-resist-add", Resistance)
    total += sum(a.number for a in added if a.type == type)
    if total:
        yield Modifier(-total, f"{type} resistance", "spf.damage.resistance")


def _psychic_as_crew(battle: Battle, unit: Unit) -> bool:
    """spf.ability.crippled-crew-psychic, ruling P20."""
    of = field(battle, unit)
    by_entry = of.shaken is not None and of.shaken.psychic_as_crew
    return bool(of.damage.crew) and unit.shaken > 0 and (unit.crippled_crew or by_entry)


def _shieldwalls(battle: Battle, unit: Unit) -> Iterator[ArmorAdded]:
    """The armor of living models' shieldwalls, each kind of them once, as it was added."""
    of = field(battle, unit)
    carried = dict.fromkeys(id for number in unit.living for id in of.models[number].equipment)
    for piece in map(equipment_of, carried):
        if piece and piece.assault and Ability("shieldwall") in piece.assault.abilities:
            yield from (a for a in piece.abilities if isinstance(a, ArmorAdded))
