"""What weapons and units are said to be."""

from __future__ import annotations

import pytest

from warbook.books.vehicles.army.data import units, weapons
from warbook.books.vehicles.army.describing import save_words, strength_words, type_words, weapon_line
from warbook.books.vehicles.army.lists import ModelType, Profile, UnitType


@pytest.mark.parametrize(
    "weapon, words",
    [
        ("lascannon", "S 9, AP 2"), ("ccw", "S user"), ("power_fist", "S twice the user's"),
        ("krak_grenades", "D6+6 against armour"), ("melta_bombs", "2D6+8 against armour"),
    ],
)  # fmt: skip
def test_strength_in_words(weapon: str, words: str) -> None:
    assert strength_words(weapons()[weapon]) == words


def test_types_in_words() -> None:
    assert type_words(weapons()["autocannon"]) == "Heavy 2"
    assert type_words(weapons()["missile_frag"]).endswith(" blast")
    assert type_words(weapons()["battle_cannon"]).endswith(" large blast")


def unit(save: int, inv: int) -> tuple[UnitType, ModelType]:
    model = ModelType(name="one", count=1, profile=Profile(3, 3, 3, 3, 1, 3, 1, 7), save=save, weapons=())
    whole = UnitType(
        id="ones",
        name="Ones",
        faction="orks",
        points=9,
        base=1.0,
        height=1.2,
        models=(model,),
        invulnerable_save=inv,
    )
    return whole, model


@pytest.mark.parametrize(
    "save, inv, words",
    [(5, 7, "save 5+"), (6, 7, "save 6+"), (7, 7, "no save"), (2, 5, "save 2+, invulnerable 5+"),
     (7, 6, "no save, invulnerable 6+")],
)  # fmt: skip
def test_saves_in_words(save: int, inv: int, words: str) -> None:
    assert save_words(*unit(save, inv)) == words


def test_every_unit_has_words_for_its_saves() -> None:
    for each in units().values():
        assert all(
            save_words(each, model).startswith(f"save {model.save}+")
            for model in each.models
            if model.save < 7
        )


def test_a_poisoned_weapon_tells_what_it_wounds_on():
    found = [weapon_line(weapon) for weapon in weapons().values() if weapon.poisoned]
    assert found and all("poisoned 4+" in words for words in found)
    assert not any("poisoned" in weapon_line(weapon) for weapon in weapons().values() if not weapon.poisoned)
