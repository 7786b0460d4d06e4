"""The nations, their army lists and what the words in them mean, read from data/*.toml."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from warbook.books.steampunk.army.abilities import Ability
from warbook.books.steampunk.army.lists import (
    Aid,
    AnySpeed,
    Assault,
    Damage,
    Equipment,
    Harm,
    Lines,
    Model,
    NationList,
    Shaken,
    UnitType,
    Weapon,
)
from warbook.books.steampunk.army.notation import (
    KINDS,
    Glossary,
    Gunnery,
    Movement,
    Speed,
    read_dice,
    read_gunnery,
    read_movement,
)
from warbook.books.steampunk.army.written import (
    AbilitiesFile,
    EffectsFile,
    Entry,
    Nation,
    NationFile,
    NationsFile,
    WrittenAid,
    WrittenAssault,
    WrittenDamage,
    WrittenEquipment,
    WrittenHarm,
    WrittenModel,
    WrittenRow,
    WrittenUnit,
    WrittenWeapon,
)
from warbook.books.steampunk.dice import Roll, read_roll
from warbook.core.datafile import Flaw, Written, did_you_mean, parse_toml, read_toml, read_written

DATA = Path(__file__).parents[1] / "data"

T = TypeVar("T")


@cache
def nations() -> dict[str, Nation]:
    return {nation.id: nation for nation in read_toml(DATA / "nations.toml", NationsFile).nation}


@cache
def ability_entries() -> dict[str, Entry]:
    file = read_toml(
        DATA / "abilities.toml", AbilitiesFile, lambda file: _kind_flaws("ability", file.ability)
    )
    return {entry.id: entry for entry in file.ability}


@cache
def effects() -> dict[str, Entry]:
    file = read_toml(DATA / "effects.toml", EffectsFile, lambda file: _kind_flaws("effect", file.effect))
    return {entry.id: entry for entry in file.effect}


@cache
def army_list(nation: str) -> NationList:
    """The list of one of `nations()`."""
    return read_list(read_written(DATA / f"{nation}.toml"))


def unit_of(id: str) -> UnitType | None:
    found = _list_of(id)
    return found.units.get(id) if found else None


def model_of(id: str) -> Model | None:
    found = _list_of(id)
    return found.models.get(id) if found else None


def equipment_of(id: str) -> Equipment | None:
    found = _list_of(id)
    return found.equipment.get(id) if found else None


def _list_of(id: str) -> NationList | None:
    nation = id.partition(".")[0]
    return army_list(nation) if nation in nations() else None


def read_list(written: Written) -> NationList:
    """A nation's list; refuses unknown names, and damage tables with gaps or overlaps."""
    readers: list[_Reader] = []

    def check(file: NationFile) -> list[Flaw]:
        readers.append(_Reader(file))
        return readers[0].flaws

    parse_toml(written.text, written.name, NationFile, check)
    return readers[0].list


def _kind_flaws(table: str, entries: Sequence[Entry]) -> list[Flaw]:
    """Arguments of a kind that cannot be read."""
    kinds = (
        (number, kind.rpartition(":")[2].rstrip("?*"))
        for number, entry in enumerate(entries)
        for kind in entry.args
    )
    return [
        Flaw(f".{table}[{number}].args", f"there is no kind '{kind}'{did_you_mean(kind, sorted(KINDS))}")
        for number, kind in kinds
        if kind not in KINDS
    ]


class _Reader:
    """Reads a list as written; `flaws` is what is wrong, and `list` is sound only if there are none."""

    def __init__(self, file: NationFile) -> None:
        self.flaws: list[Flaw] = []
        self.nation = file.nation
        ids = {
            "unit": [unit.id for unit in file.unit],
            "model": [model.id for model in file.model],
            "equipment": [piece.id for piece in file.equipment],
        }
        self.glossary = Glossary(
            {id: entry.args for id, entry in ability_entries().items()},
            {id: entry.args for id, entry in effects().items()},
            file.nation,
            frozenset(ids["equipment"]),
        )
        if file.nation not in nations():
            words = f"there is no nation '{file.nation}'{did_you_mean(file.nation, nations())}"
            self.flaws.append(Flaw(".nation", words))
        for table, known in ids.items():
            self._ids(table, known)
        for number, unit in enumerate(file.unit):
            self._known(f".unit[{number}].models", unit.models, ids["model"], "model")
        for number, model in enumerate(file.model):
            self._known(f".model[{number}].equipment", model.equipment, ids["equipment"], "equipment")
            self._known(f".model[{number}].replaces", model.replaces, ids["model"], "model")
        types = sorted({kind for model in file.model for kind in model.types})
        for number, piece in enumerate(file.equipment):
            for group in piece.needs:
                self._known(f".equipment[{number}].needs", group, types, "type of model")
        self.list = NationList(
            file.nation,
            file.origin,
            {unit.id: self._unit(f".unit[{number}]", unit) for number, unit in enumerate(file.unit)},
            {model.id: self._model(f".model[{number}]", model) for number, model in enumerate(file.model)},
            {
                piece.id: self._piece(f".equipment[{number}]", piece)
                for number, piece in enumerate(file.equipment)
            },
        )

    def _ids(self, table: str, ids: Sequence[str]) -> None:
        for number, id in enumerate(ids):
            if not id.startswith(f"{self.nation}."):
                words = f"an id of this list begins with '{self.nation}.', unlike '{id}'"
                self.flaws.append(Flaw(f".{table}[{number}].id", words))
            if id in ids[:number]:
                self.flaws.append(
                    Flaw(f".{table}[{number}].id", f"'{id}' is there twice; give each its own id")
                )

    def _known(self, at: str, names: Iterable[str], known: Sequence[str], what: str) -> None:
        for name in names:
            if name not in known:
                self.flaws.append(Flaw(at, f"there is no {what} '{name}'{did_you_mean(name, known)}"))

    def _read(self, at: str, how: Callable[[Any], T], written: Iterable[Any]) -> tuple[T, ...]:
        """Each as `how` reads it; what cannot be read is a flaw and left out."""
        read = []
        for each in written:
            try:
                read.append(how(each))
            except ValueError as error:
                self.flaws.append(Flaw(at, str(error)))
        return tuple(read)

    def _roll(self, at: str, written: str) -> Roll | None:
        """None where nothing is written."""
        return next(iter(self._read(at, read_roll, [written])), None) if written else None

    def _abilities(self, at: str, written: Sequence[str]) -> tuple[Ability, ...]:
        return self._read(f"{at}.abilities", self.glossary.ability, written)

    def _moves(
        self, at: str, written: Mapping[Speed, Sequence[Sequence[str]]]
    ) -> dict[Speed, tuple[Movement, ...]]:
        return {speed: self._read(at, read_movement, orders) for speed, orders in written.items()}

    def _shots(
        self, at: str, written: Mapping[AnySpeed, Sequence[Sequence[str]]]
    ) -> dict[AnySpeed, tuple[Gunnery, ...]]:
        return {speed: self._read(at, read_gunnery, orders) for speed, orders in written.items()}

    def _unit(self, at: str, unit: WrittenUnit) -> UnitType:
        default = {
            speed: order
            for speed, written in unit.default.items()
            for order in self._read(f"{at}.default", read_movement, [written])
        }
        shaken = None
        if unit.shaken is not None:
            for order in self._read(f"{at}.shaken", read_movement, [unit.shaken.order]):
                written = unit.shaken
                shaken = Shaken(
                    written.speed, order, written.gunnery, written.psychic_as_crew, written.chases
                )
        return UnitType(
            unit.id,
            self.nation,
            unit.name,
            unit.size,
            unit.models,
            unit.cost,
            unit.armor,
            self._abilities(at, unit.abilities),
            self._moves(f"{at}.movement", unit.movement),
            default,
            self._shots(f"{at}.gunnery", unit.gunnery),
            shaken,
            self._damage(f"{at}.damage", unit.damage),
        )

    def _damage(self, at: str, damage: WrittenDamage) -> Damage:
        return Damage(
            **{
                name: self._table(f"{at}.{name}", getattr(damage, name), name)
                for name in Damage.__struct_fields__
            }
        )

    def _table(self, at: str, rows: Sequence[WrittenRow], name: str) -> Lines:
        for number in range(len(rows)):
            words = _row_flaw(rows, number, closed=name == "critical")
            if words:
                self.flaws.append(Flaw(f"{at}[{number}]", words))
        return tuple(
            (row.low, row.to, self._read(f"{at}[{number}].do", self.glossary.effect, row.do))
            for number, row in enumerate(rows)
        )

    def _model(self, at: str, model: WrittenModel) -> Model:
        return Model(
            model.id,
            self.nation,
            model.name,
            model.types,
            model.slots,
            model.equipment,
            model.replaces,
            model.cost,
            self._abilities(at, model.abilities),
            self._assault(f"{at}.assault", model.assault),
        )

    def _assault(self, at: str, assault: WrittenAssault) -> Assault:
        if any(assault.deflection) and not assault.deflect:
            self.flaws.append(Flaw(f"{at}.deflect", "deflection dice need a number to deflect at, such as 5"))
        return Assault(
            assault.dice,
            assault.hit,
            assault.deflection,
            assault.deflect,
            self._roll(f"{at}.damage", assault.damage),
            assault.ap,
            self._roll(f"{at}.front_damage", assault.front_damage),
            assault.front_ap,
            0,
            self._harms(at, assault.also),
            self._abilities(at, assault.abilities),
        )

    def _harms(self, at: str, written: Sequence[WrittenHarm]) -> tuple[Harm, ...]:
        def harm(each: WrittenHarm) -> Harm:
            return Harm(each.type, read_roll(each.roll), each.when == "penetrated")

        return self._read(f"{at}.also", harm, written)

    def _piece(self, at: str, piece: WrittenEquipment) -> Equipment:
        return Equipment(
            piece.id,
            self.nation,
            piece.name,
            piece.cost,
            piece.per,
            piece.slots,
            piece.needs,
            self._weapon(f"{at}.weapon", piece, piece.weapon) if piece.weapon else None,
            self._aid(f"{at}.assault", piece.assault) if piece.assault else None,
            self._abilities(at, piece.abilities),
            self._moves(f"{at}.adds_movement", piece.adds_movement),
            self._shots(f"{at}.adds_gunnery", piece.adds_gunnery),
        )

    def _weapon(self, at: str, piece: WrittenEquipment, weapon: WrittenWeapon) -> Weapon:
        if (weapon.arc is None) == (weapon.shots is None):
            self.flaws.append(Flaw(at, "a weapon has either an arc, or shots for fixed guns"))
        front, front_side, back_side, back = weapon.arc or [bool(n) for n in weapon.shots or (0, 0, 0, 0)]
        fixed = isinstance(weapon.range, int)
        dice = self._read(f"{at}.range", read_dice, () if fixed else [weapon.range])
        return Weapon(
            piece.id,
            piece.name,
            weapon.range if isinstance(weapon.range, int) else 0,
            dice[0] if dice else (),
            (front, front_side, back_side, back),
            weapon.shots,
            weapon.ap,
            self._roll(f"{at}.damage", weapon.damage),
            weapon.on_penetration,
            self._harms(at, weapon.also),
            self._abilities(at, weapon.abilities),
        )

    def _aid(self, at: str, aid: WrittenAid) -> Aid:
        return Aid(
            aid.add_dice,
            aid.add_deflection,
            aid.deflect,
            self._roll(f"{at}.damage", aid.damage),
            aid.ap,
            aid.on_penetration,
            self._harms(at, aid.also),
            self._abilities(at, aid.abilities),
        )


def _row_flaw(rows: Sequence[WrittenRow], number: int, closed: bool) -> str:
    """Why the line does not follow from the one before; a `closed` table may end with a number."""
    row, last = rows[number], number == len(rows) - 1
    if row.to is not None and row.to < row.low:
        return f"the line ends at {row.to} before it begins at {row.low}"
    if row.to is None and not last:
        return f"only the last line goes on for ever; end this one at {rows[number + 1].low - 1}"
    if last and row.to is not None and not closed:
        return "the last line has no 'to': it stands for every higher result too"
    before = rows[number - 1].to if number else None
    if before is not None and row.low <= before:
        return f"overlaps the line before, which ends at {before}; begin this one at {before + 1}"
    if before is not None and row.low > before + 1:
        return f"leaves a gap after {before}; begin this one at {before + 1}"
    return ""
