"""Every ability of a ranged weapon in the lists is in force somewhere, and somebody knows where."""

from __future__ import annotations

from pathlib import Path

from warbook.books import steampunk
from warbook.books.steampunk.arms import all_weapons
from warbook.books.steampunk.data import army_list, nations
from warbook.books.steampunk.roster import field_unit
from warbook.books.steampunk.weaponry import ON_FIRING, ON_HIT
from warbook.books.steampunk.written import Enlisted

FOLDER = Path(steampunk.__file__).parent
CHAPTERS = (
    "aiming", "areas", "arms", "batteries", "firing", "loading", "readying", "shots", "spawning", "spotting",
    "targets",
)  # fmt: skip
ELSEWHERE = {
    "does-not-pair": "outfit",  # what may be bought
    "extends-range": "roster",
    "death-ray-backlash": "agonies",
    "unit-resist": "toughness",
}
NO_CODE = {
    "shared",  # what a unit shares is FieldUnit.shared
    "pairs",  # every copy a model has is fired
    "bonus-weapon",  # the order to throw says which weapon is used
    "one-hex-per-model",  # every model of an area weapon has its own hex
    "scatter-by-roll",  # asked for by name in firing
}


def _written() -> set[str]:
    """The names of all abilities of ranged weapons and of devices that count as weapons."""
    pieces = [piece for nation in nations() for piece in army_list(nation).equipment.values()]
    named = {a.name for piece in pieces if piece.weapon for a in piece.weapon.abilities}
    devices = {w for nation in nations() for unit in army_list(nation).units
               for w in all_weapons(field_unit(Enlisted(unit)))}  # fmt: skip
    return named | {a.name for weapon in devices for a in weapon.abilities}


def test_no_weapon_ability_is_left_unhandled() -> None:
    code = "\n".join((FOLDER / f"{chapter}.py").read_text() for chapter in CHAPTERS)
    known = set(ON_HIT) | set(ON_FIRING) | set(ELSEWHERE) | NO_CODE
    left = sorted(name for name in _written() - known if f'"{name}"' not in code)
    assert left == []


def test_what_belongs_to_other_chapters_is_named_there() -> None:
    for name, chapter in ELSEWHERE.items():
        assert f'"{name}"' in (FOLDER / f"{chapter}.py").read_text(), (name, chapter)


def test_the_registries_name_only_abilities_there_are() -> None:
    assert set(ON_HIT) | set(ON_FIRING) <= _written()
