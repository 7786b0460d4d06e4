"""The odds question fire-at, counted anew die by die."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from warbook.books.steampunk.army.data import army_list, equipment_of, nations
from warbook.books.steampunk.dice import Roll
from warbook.books.steampunk.gunnery.gunfire import Aim
from warbook.books.steampunk.odds.fire_at import FACINGS, FIRE_AT, RANGES, fire_at
from warbook.books.steampunk.odds.prospects import Shots
from warbook.core.questions import Refused

FACES = range(1, 7)


def _stopped(dice: int) -> dict[int, Fraction]:
    """How many armor dice show 5 or more."""
    found: dict[int, Fraction] = {}
    for faces in product(FACES, repeat=dice):
        count = sum(face >= 5 for face in faces)
        found[count] = found.get(count, Fraction(0)) + Fraction(1, 6**dice)
    return found


@pytest.mark.rule("spf.damage.table-lookup", "spf.damage.range-table", "spf.angles.armor-side")
def test_a_tank_gun_at_the_back_of_a_tank_at_normal_range() -> None:
    """5+; armor 8 less AP 8: none; d6, +3 through the armor. Lines 1-2, 3-4, 5-8, 9+."""
    answered = fire_at("elf.e34", "elf.main-tank-gun", "elf.e34", "back", "normal")
    shown = {name: chance for name, chance in answered.outcomes.items() if name != "miss"}
    assert answered.outcomes["miss"] == Fraction(2, 3)
    assert list(shown.values()) == [Fraction(1, 18), Fraction(4, 18), Fraction(1, 18)]
    assert answered.also == {"hit": Fraction(1, 3), "model-dies": Fraction(1, 18)}


def test_a_javelin_at_the_front_of_a_tank_at_long_range() -> None:
    """7 to hit; armor 8 less AP 1: seven dice; d6-1-1."""
    answered = fire_at("spartan.hoplites", "spartan.javelin", "elf.tattoo-ink", "front", "long")
    hit = Fraction(1, 18)
    assert answered.outcomes["miss"] == 1 - hit
    stopped = _stopped(7)
    assert answered.outcomes["blocked"] == hit * (1 - stopped[0] - stopped[1])
    below = hit * (stopped[0] * Fraction(2, 6) + stopped[1] * Fraction(5, 6))
    assert answered.outcomes["no damage"] == below


def test_who_is_never_slow_is_taken_at_a_speed_it_has() -> None:
    """The hawks are always fast and in the air, infantry is slow."""
    hawks, men = (
        fire_at("elf.elf-infantry", "elf.rifle", target, "front", "normal").also["hit"]
        for target in ("spartan.bronze-hawks", "spartan.hoplites")
    )
    assert hawks < men


def test_an_area_needs_what_the_lists_say() -> None:
    answered = fire_at("ork.ork-infantry", "ork.grenade-sling", "elf.elk-cavalry", "front", "normal")
    assert answered.also["hit"] == Fraction(1, 2)


@pytest.mark.parametrize(
    ("shooter", "weapon", "range_", "outcomes"),
    [
        ("dwarf.tamed-balrog", "dwarf.flaming-whip", "point-blank", {"miss", "hit"}),
        ("dwarf.zap", "dwarf.twin-fear-ray", "normal", {"miss", "no damage", "shaken"}),
    ],
)
def test_a_hit_that_does_no_damage_and_one_that_may(
    shooter: str, weapon: str, range_: str, outcomes: set[str]
) -> None:
    """The whip sets on fire, and that is all; the ray does d6 on the psychic table, and maybe nothing."""
    assert set(fire_at(shooter, weapon, "elf.elf-infantry", "front", range_).outcomes) == outcomes


def test_every_answer_adds_up_to_one() -> None:
    for nation in nations():
        units = list(army_list(nation).units)
        for id in (each for each, piece in army_list(nation).equipment.items() if piece.weapon):
            for facing, range_ in product(FACINGS, RANGES):
                try:
                    answered = fire_at(units[0], id, "elf.e34", facing, range_)
                except Refused:
                    continue
                assert sum(answered.outcomes.values()) == 1, id
                assert 0 <= answered.also["model-dies"] <= answered.also["hit"]


def test_of_as_many_shots_as_a_die_says_none_hits() -> None:
    """A d4 less 2: none, none, one or two shots from each of two barrels, which miss with 2/3."""
    shots, miss = Shots(Aim(5), 2, Roll(4, -2)), Fraction(2, 3)
    assert shots.need == "2 x d4-2 dice at 5+"
    assert shots.none_above(miss, miss) == ((1 + 1 + miss + miss**2) / 4) ** 2


def test_what_cannot_be_is_refused_with_words() -> None:
    for given in (
        ("elf.e34", "ork.ork-musket", "elf.e34", "front", "normal"),
        ("ork.troll", "ork.clockwork-shield", "elf.e34", "front", "normal"),
        ("elf.eagle-rider", "elf.grenade", "elf.e34", "front", "long"),
        ("elf.eagle-rider", "elf.grenade", "elf.e34", "front", "normal"),
        ("dark-elf.mechanical-red-dragon", "dark-elf.fire-breath", "elf.e34", "front", "normal"),
    ):
        with pytest.raises(Refused):
            fire_at(*given)


def test_the_question_offers_the_lists() -> None:
    assert "dwarf.dw42" in FIRE_AT.parameters["shooter"].words
    assert all(equipment_of(id) for id in FIRE_AT.parameters["weapon"].words)
    assert FIRE_AT.answer is fire_at


@pytest.mark.rule("spf.damage.range-table", "spf.fire.mod-range")
@pytest.mark.parametrize(("range_", "dice"), [("point-blank", 4), ("normal", 5)])
def test_what_reaches_as_far_as_dice_say_is_reckoned_as_if_it_did(range_: str, dice: int) -> None:
    """AP 5, and 1 more at point blank, against armor 10. It falls short or is within range: never at long."""
    missile = ("gnome.gnome-helicopter", "gnome.experimental-guided-missile")
    stopped = _stopped(dice)
    answered = fire_at(*missile, "elf.e34", "front", range_)
    assert answered.outcomes["blocked"] == answered.also["hit"] * (1 - stopped[0] - stopped[1])
    with pytest.raises(Refused, match="has no long range"):
        fire_at(*missile, "elf.e34", "front", "long")
