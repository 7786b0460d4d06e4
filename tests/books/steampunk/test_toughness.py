"""Armor, and what is added to a damage roll."""

from __future__ import annotations

import pytest

from tests.books.steampunk.position import table
from warbook.books.steampunk.damage import toughness
from warbook.books.steampunk.dice import Roll


@pytest.mark.rule("spf.angles.armor-side", "spf.special.acid-table")
def test_armor_is_that_of_the_side_less_what_acid_took() -> None:
    play = table("elf.armored-oliphant-riders A 3.3")
    assert [toughness.armor(play.battle, play["A"], angle) for angle in range(4)] == [8, 6, 4, 3]
    play["A"].armor_lost = 4
    assert [toughness.armor(play.battle, play["A"], angle) for angle in range(4)] == [4, 2, 0, 0]


@pytest.mark.ability("shieldwall")
def test_a_shieldwall_does_not_count_in_assault() -> None:
    play = table("dwarf.dwarf-infantry A 3.3 equip=wheeled-shieldwall")
    assert toughness.armor(play.battle, play["A"], 0) == 5
    assert toughness.armor(play.battle, play["A"], 0, in_assault=True) == 0


@pytest.mark.rule("spf.damage.previous", "spf.damage.resistance")
@pytest.mark.ability("resist")
def test_tokens_and_resistance_make_the_sum() -> None:
    """Poison[8], roll 6, poison resistance 2, 1 token -> result 5."""
    play = table("ork.troll A 3.3 future=1")
    added, why = toughness.bonus(play.battle, play["A"], "regular", "poison")
    assert 6 + added == 5
    assert [line.value for line in why] == [1, -2]
    assert toughness.bonus(play.battle, play["A"], "regular", "regular")[0] == 1


@pytest.mark.rule("spf.special.fire-damage", "spf.special.direct-fire", "spf.ability.resistance-types")
def test_fire_resistance_works_against_fire_only() -> None:
    """Roll 4, fire resistance 2, 3 tokens, armor 10 -> 4 - 2 + 3 = 5."""
    play = table("dwarf.dw42 A 3.3 future=3")
    assert 4 + toughness.bonus(play.battle, play["A"], "regular", "fire")[0] == 5
    assert toughness.bonus(play.battle, play["A"], "regular", "regular")[0] == 3


@pytest.mark.rule("spf.damage.previous")
def test_crew_rolls_are_raised_by_crew_tokens_only() -> None:
    """Ruling D3."""
    play = table("spartan.bronze-titan A 3.3 future=3 crew_future=2    ork.grunt x 5.5 future=4")
    assert toughness.bonus(play.battle, play["A"], "crew", "crew")[0] == 2
    assert toughness.bonus(play.battle, play["x"], "psychic", "psychic")[0] == 0


@pytest.mark.ability("gun-or-crew")
def test_the_tokens_of_a_gun_count_for_its_crew_too() -> None:
    play = table("dwarf.dwarf-at-gun A 3.3 future=2")
    assert toughness.bonus(play.battle, play["A"], "crew", "crew")[0] == 2


@pytest.mark.rule("spf.ability.resistance")
def test_of_several_resistances_the_highest_counts_and_what_improves_it_adds() -> None:
    """Ruling D11: poison 2, and the trench coat improves it by 1."""
    play = table("dwarf.dwarf-infantry A 3.3 equip=trenchcoat-of-resistance")
    assert toughness.bonus(play.battle, play["A"], "regular", "poison")[0] == -3
    armor = table("gnome.gnome-infantry A 3.3 equip=medical-armor")  # poison 2, and psychic 1 more than none
    assert toughness.bonus(armor.battle, armor["A"], "regular", "poison")[0] == -2
    assert toughness.bonus(armor.battle, armor["A"], "psychic", "psychic")[0] == -1


@pytest.mark.ability("hex-resist")
def test_hex_resist_serves_friends_in_the_hex() -> None:
    play = table("""elf.armored-unicorn-rider A 3.3    elf.elf-infantry B 3.3    elf.elf-infantry C 3.4""")
    assert [toughness.bonus(play.battle, play[n], "psychic", "psychic")[0] for n in "ABC"] == [-1, -1, 0]


@pytest.mark.ability("shaken-adds-to-damage")
def test_shaken_adds_to_damage_on_the_zeppelin() -> None:
    play = table("dwarf.zeppelin A 3.3 shaken=2")
    assert toughness.bonus(play.battle, play["A"], "regular", "regular")[0] == 2
    assert toughness.bonus(play.battle, play["A"], "crew", "crew")[0] == 2


@pytest.mark.ability("unit-resist-roll")
def test_a_rolled_resistance_is_left_to_the_damage_roll() -> None:
    play = table("gnome.gnome-infantry A 3.3 equip=plasma-shield-generator")
    assert toughness.resist_roll(play.battle, play["A"], "regular") == Roll(4)
    assert toughness.resist_roll(play.battle, play["A"], "fire") is None


@pytest.mark.rule("spf.ability.crippled-crew-psychic", "spf.special.typed-immunity")
def test_the_table_on_which_psychic_damage_is_read() -> None:
    """Ruling P20; its crew tokens then count."""
    play = table("ork.grunt A 3.3    elf.e34 x 5.5 crew_future=3    elf.e34 y 5.6 crew_future=3 shaken=1")
    tables = [toughness.typed_table(play.battle, play[name], "psychic") for name in "Axy"]
    assert tables == ["psychic", None, "crew"]
    assert [toughness.bonus(play.battle, play[name], "psychic", "psychic")[0] for name in "xy"] == [0, 3]
