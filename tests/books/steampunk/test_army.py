"""Building an army: purses, replacements, room on models, what is offered, and what takes the field."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warbook.books.steampunk.army.abilities import Numbered, Resistance, Terror
from warbook.books.steampunk.army.building import (
    PURSES,
    Ware,
    armies,
    cost,
    flaws,
    may_meet,
    read_army,
    recruits,
    spawned_only,
    unit_cost,
    unit_wares,
    write_army,
)
from warbook.books.steampunk.army.data import army_list, equipment_of, model_of, nations, unit_of
from warbook.books.steampunk.army.notation import REST, spell
from warbook.books.steampunk.army.roster import FieldUnit, field_unit, huge, roster_of
from warbook.books.steampunk.army.written import Army, Enlisted, Points
from warbook.books.steampunk.dice import Roll
from warbook.core.datafile import BadData, Written


def army(*units: Enlisted | str, nation: str = "", **rest: Any) -> Army:
    enlisted = tuple(Enlisted(unit) if isinstance(unit, str) else unit for unit in units)
    return Army("Test", nation or enlisted[0].unit.partition(".")[0], enlisted, **rest)


def unit(id: str, *equip: str, replace: tuple[str, ...] = (), name: str = "") -> Enlisted:
    """A unit with ids that leave the nation out."""
    nation = id.partition(".")[0]
    return Enlisted(id, tuple(f"{nation}.{e}" for e in replace), tuple(f"{nation}.{e}" for e in equip), name)


def wrong(*units: Enlisted | str, **rest: Any) -> list[tuple[str, str]]:
    """Where something is wrong with the army of these units, and by which rule."""
    return [(flaw.at, flaw.rule) for flaw in flaws(army(*units, **rest))]


def by_id(found: list[Ware], id: str) -> Ware:
    (offer,) = (offer for offer in found if offer.id == id)
    return offer


# ---------------------------------------------------------------- purses


@pytest.mark.rule("spf.army.game-sizes", "spf.army.currencies", "spf.army.asymmetric")
def test_each_kind_of_game_has_its_purse() -> None:
    assert {key: purse.points for key, purse in PURSES.items()} == {
        ("tank", ""): Points(ip=24),
        ("infantry", ""): Points(mp=24, cp=24, xp=24),
        ("standard", ""): Points(ip=24, mp=24, cp=24, xp=24),
        ("asymmetric", "industrial"): Points(ip=36),
        ("asymmetric", "men"): Points(mp=48, cp=48, xp=48),
        ("asymmetric", "mixed"): Points(ip=12, mp=36, cp=36, xp=36),
    }


@pytest.mark.rule("spf.army.game-sizes", "spf.army.budget")
def test_a_standard_army_of_24_20_24_23_fits_and_one_of_25_industry_does_not() -> None:
    """Ruling A1: the purse may be spent to the last point."""
    elites = ("elite-dwarf-infantry",) * 4
    infantry = [
        *[unit("dwarf.dwarf-infantry", "heavy-musket", "vest-of-life-support", replace=elites)] * 4,
        unit("dwarf.dwarf-infantry", "heavy-musket", replace=elites),
        unit("dwarf.dwarf-infantry", "heavy-musket", replace=elites[1:]),
    ]
    tanks = ["dwarf.zap"] * 3
    assert cost(army(*tanks, *infantry)) == Points(ip=24, mp=24, cp=20, xp=23)
    assert wrong(*tanks, *infantry) == []
    cheap = [*tanks, unit("dwarf.dwarf-infantry", "industrial-heavy-musket")]
    assert cost(army(*cheap)) == Points(ip=25, mp=4, cp=-1)
    assert wrong(*cheap) == [(".units", "spf.army.budget")]


@pytest.mark.rule("spf.army.budget")
def test_12_and_12_experience_use_the_purse_up() -> None:
    assert wrong("ork.troll", "ork.troll") == []  # 12 xp each
    (flaw,) = flaws(army("ork.troll", "ork.troll", "ork.warg-rider"))
    assert flaw.words == "the army comes to 28 xp, and the standard game has 24; save 4"


@pytest.mark.rule("spf.army.budget", "spf.army.game-sizes")
def test_saving_elsewhere_does_not_help() -> None:
    assert wrong("elf.e34", "elf.e34", "elf.tattoo-ink") == [
        (".units", "spf.army.budget")
    ]  # 28 ip, nothing else


@pytest.mark.rule("spf.army.game-sizes")
def test_a_tank_game_has_no_men_and_an_infantry_battle_no_tanks() -> None:
    assert wrong("ork.hammerhead", "ork.hammerhead", game="tank") == []
    assert wrong("ork.hammerhead", "ork.grunt", game="tank") == [(".units", "spf.army.budget")]
    assert wrong("ork.grunt", game="infantry") == []
    assert wrong("ork.grunt", "ork.hammerhead", game="infantry") == [(".units", "spf.army.budget")]


INDUSTRY = ("elf.e34", "elf.e34", "elf.e34")  # 36 ip


@pytest.mark.rule("spf.army.asymmetric")
def test_the_industrial_side_splits_12_points_as_it_likes() -> None:
    """Ruling A2."""
    four_each = [*["elf.elite-elf-scout"] * 2, *["elf.illusion"] * 2]
    assert cost(army(*INDUSTRY, *four_each)) == Points(36, 4, 4, 4)
    assert wrong(*INDUSTRY, *four_each, game="asymmetric", side="industrial") == []
    fourteen = [*four_each, "elf.elf-scout"]
    assert cost(army(*INDUSTRY, *fourteen)) == Points(36, 6, 4, 4)
    (flaw,) = flaws(army(*INDUSTRY, *fourteen, game="asymmetric", side="industrial"))
    assert flaw.rule == "spf.army.asymmetric"
    assert "14 mp, cp and xp together" in flaw.words
    assert wrong(*INDUSTRY, "elf.tattoo-ink", game="asymmetric", side="industrial") == [
        (".units", "spf.army.asymmetric")
    ]


@pytest.mark.rule("spf.army.asymmetric")
def test_the_other_side_chooses_between_men_alone_and_a_few_tanks() -> None:
    infantry = ["dwarf.dwarf-infantry"] * 10  # 40 mp
    assert wrong(*infantry, game="asymmetric", side="men") == []
    assert wrong(*infantry, "dwarf.zap", game="asymmetric", side="men") == [(".units", "spf.army.asymmetric")]
    assert wrong(*infantry, game="asymmetric", side="mixed") == [(".units", "spf.army.asymmetric")]
    assert wrong(*infantry[:9], "dwarf.zap", game="asymmetric", side="mixed") == []


@pytest.mark.rule("spf.army.asymmetric")
def test_only_the_asymmetric_game_has_sides_and_there_one_must_be_chosen() -> None:
    assert wrong("ork.grunt", game="asymmetric") == [(".side", "spf.army.asymmetric")]
    assert wrong("ork.grunt", side="men") == [(".side", "spf.army.asymmetric")]


@pytest.mark.rule("spf.army.asymmetric", "spf.army.game-sizes")
def test_armies_meet_in_the_game_they_were_built_for() -> None:
    tank, standard = army("elf.e34", game="tank"), army("elf.e34")
    industrial, men, mixed = (
        army("elf.e34", game="asymmetric", side=s) for s in ("industrial", "men", "mixed")
    )
    assert may_meet(standard, standard) is None
    assert may_meet(industrial, men) is None
    assert may_meet(mixed, industrial) is None
    refused = [may_meet(*two) for two in ((tank, standard), (industrial, industrial), (men, mixed))]
    assert [refusal and refusal.rule for refusal in refused] == [
        "spf.army.game-sizes",
        "spf.army.asymmetric",
        "spf.army.asymmetric",
    ]


@pytest.mark.rule("spf.army.budget")
def test_prices_below_nothing_lower_the_total_but_are_not_refunded_elsewhere() -> None:
    """Ruling A11."""
    tinkerer = unit("gnome.gnome-infantry", replace=("gnome-tinkerer",))
    assert unit_cost(tinkerer) == Points(mp=4, cp=-3, xp=4)
    assert cost(army(tinkerer, unit("gnome.gnome-infantry", "mechanical-owl"))).cp == -1
    # 8 mp + 4 xp are 12 together; the 3 cp that come back do not make room for one point more
    industrial: dict[str, Any] = {"game": "asymmetric", "side": "industrial"}
    assert wrong(tinkerer, "gnome.gnome-infantry", **industrial) == []
    assert wrong(tinkerer, unit("gnome.gnome-infantry", replace=("gnome-elite-infantry",)), **industrial) == [
        (".units", "spf.army.asymmetric")
    ]


# ---------------------------------------------------------------- replacements


@pytest.mark.rule("spf.army.elite-replaces", "spf.army.models-per-unit")
def test_an_elite_takes_the_place_of_a_regular_model() -> None:
    field = field_unit(unit("dwarf.dwarf-infantry", replace=("elite-dwarf-infantry",)))
    assert [model.elite for model in field.models] == [True, False, False, False]
    assert field.cost == Points(mp=4, xp=1)


@pytest.mark.rule("spf.army.elite-replaces")
def test_no_more_elites_than_there_are_regular_models() -> None:
    four = ("spartiate",) * 4
    assert wrong(unit("spartan.hoplites", replace=four)) == []
    assert wrong(unit("spartan.hoplites", replace=(*four, "spartiate"))) == [
        (".units[0].replace[4]", "spf.army.elite-replaces")
    ]


@pytest.mark.rule("spf.army.elite-replaces")
def test_a_model_replaces_only_what_its_entry_names() -> None:
    assert wrong(unit("spartan.peltasts", replace=("spartiate",))) == [
        (".units[0].replace[0]", "spf.army.elite-replaces")
    ]
    (flaw,) = flaws(army(unit("dwarf.dwarf-infantry", replace=("elite-dwarf-infantri",))))
    assert "did you mean 'dwarf.elite-dwarf-infantry'?" in flaw.words


@pytest.mark.rule("spf.army.models-per-unit")
def test_units_have_the_number_of_models_their_list_states() -> None:
    """Ruling A4: also 3 and 5."""
    sizes = {len(u.models) for nation in nations() for u in army_list(nation).units.values()}
    assert sizes == {1, 2, 3, 4, 5}


# ---------------------------------------------------------------- room on the models


@pytest.mark.rule("spf.army.upgrade-space", "spf.army.independent")
def test_a_third_one_handed_upgrade_is_refused_and_an_independent_one_is_not() -> None:
    two = unit("ork.ork-infantry", "clockwork-shield", "clockwork-spear")
    assert wrong(two) == []
    three = unit("ork.ork-infantry", "clockwork-shield", "clockwork-spear", "ork-pistol")
    assert wrong(three) == [(".units[0].equip[2]", "spf.army.hands")]
    assert wrong(unit("ork.ork-infantry", "clockwork-shield", "clockwork-spear", "pyro")) == []


@pytest.mark.rule("spf.army.hands", "spf.army.standard-weapon-two-handed")
def test_one_two_handed_weapon_or_two_one_handed_pieces() -> None:
    assert wrong(unit("dwarf.dwarf-infantry", "heavy-musket")) == []
    assert wrong(unit("ork.ork-infantry", "ork-pistol", "clockwork-shield")) == []
    (flaw,) = flaws(army(unit("ork.ork-infantry", "assault-musket", "ork-pistol")))
    assert (flaw.at, flaw.rule) == (".units[0].equip[1]", "spf.army.hands")
    assert flaw.words == (
        "Ork Infantry has 2 hands; Assault Musket (2) and Ork Pistol (1) need more: take one out"
    )


@pytest.mark.rule("spf.army.standard-weapon-two-handed")
def test_a_one_handed_upgrade_takes_the_place_of_the_standard_weapon() -> None:
    """Ruling A3: issued equipment yields to what is bought for its slots, and only to that."""
    regular = field_unit(unit("ork.ork-infantry"))
    assert regular.models[0].equipment == ("ork.ork-musket",)
    spear = field_unit(unit("ork.ork-infantry", "clockwork-spear"))
    assert spear.models[0].equipment == ("ork.clockwork-spear",)
    assert spear.models[0].weapons == ()
    winged = field_unit(unit("ork.ork-infantry", "clockwork-wings"))
    assert winged.models[0].equipment == ("ork.ork-musket", "ork.clockwork-wings")


def test_four_hands_keep_one_of_two_issued_muskets_beside_a_shield() -> None:
    assert field_unit(unit("ork.bioengineered-ork")).models[0].equipment == ("ork.ork-musket",) * 2
    shield = field_unit(unit("ork.bioengineered-ork", "clockwork-shield"))
    assert shield.models[0].equipment == ("ork.ork-musket", "ork.clockwork-shield")


def test_slots_never_limit_what_is_issued() -> None:
    """Ruling A3: cavalry without a hands slot keeps two weapons for two hands each."""
    cavalry = field_unit(unit("dark-elf.elite-mechanical-cavalry", "mechanical-imp"))
    assert cavalry.models[0].equipment == (
        "dark-elf.smg-issued",
        "dark-elf.crossbow",
        "dark-elf.mechanical-imp",
    )


@pytest.mark.rule("spf.army.shared-limit")
def test_a_unit_has_at_most_one_shared_weapon() -> None:
    assert wrong(unit("ork.ork-infantry", "hand-held-cannon")) == []
    assert wrong(unit("ork.ork-infantry", "hand-held-cannon", "harpoon-gun")) == [
        (".units[0].equip[1]", "spf.army.shared-limit")
    ]


@pytest.mark.rule("spf.army.weapon-upgrade-scope", "spf.army.shared-fire")
def test_a_shared_weapon_replaces_nothing_and_belongs_to_the_unit() -> None:
    field = field_unit(unit("ork.ork-infantry", "hand-held-cannon"))
    assert field.shared is not None
    assert field.shared.id == "ork.hand-held-cannon"
    assert all(model.equipment == ("ork.ork-musket",) for model in field.models)


@pytest.mark.rule("spf.army.upgrade-space")
def test_a_shared_weapon_needs_a_model_with_room_for_it() -> None:
    assert wrong(unit("ork.ork-infantry", "harpoon-gun", replace=("ork-elite-infantry",) * 3)) == []
    assert wrong(unit("ork.ork-infantry", "harpoon-gun", replace=("ork-elite-infantry",) * 4)) == [
        (".units[0].equip[0]", "spf.army.upgrade-space")
    ]


@pytest.mark.rule("spf.army.upgrade-space")
def test_slots_of_vehicles_are_counted_too() -> None:
    assert wrong(unit("dwarf.zap", "elite-crew")) == []
    assert wrong(unit("dwarf.zap", "elite-crew", "elite-crew")) == [
        (".units[0].equip[1]", "spf.army.upgrade-space")
    ]
    side = "experimental-guided-missile"
    tinkered = {"replace": ("tinkerer-helicopter",)}
    assert wrong(unit("gnome.gnome-helicopter", side, side, **tinkered)) == []
    assert wrong(unit("gnome.gnome-helicopter", side, side, side, **tinkered)) == [
        (".units[0].equip[2]", "spf.army.upgrade-space")
    ]


@pytest.mark.ability("does-not-pair")
def test_a_piece_that_does_not_pair_is_refused_the_second_time_and_pistols_are_not() -> None:
    assert wrong(unit("ork.ork-infantry", "ork-pistol", "ork-pistol")) == []
    assert wrong(unit("ork.ork-infantry", "grenade-sling", "grenade-sling")) == [
        (".units[0].equip[1]", "spf.army.upgrade-space")
    ]


# ---------------------------------------------------------------- needs


@pytest.mark.rule("spf.army.upgradable")
def test_equipment_needs_a_model_with_a_type_of_every_group() -> None:
    assert wrong(unit("ork.ork-infantry", "war-drum")) == [(".units[0].equip[0]", "spf.army.upgradable")]
    assert wrong(unit("ork.ork-infantry", "war-drum", replace=("ork-elite-infantry",))) == []
    (flaw,) = flaws(army(unit("ork.hammerhead", "clockwork-shield")))
    assert flaw.words == "Clockwork Shield needs a model that is infantry/grunt; none here is"


@pytest.mark.rule("spf.army.weapon-upgrade-scope")
def test_what_is_priced_for_the_unit_is_paid_once_and_goes_to_every_model_that_meets_its_needs() -> None:
    """Ruling A10."""
    mixed = field_unit(unit("dwarf.dwarf-infantry", "heavy-musket", replace=("elite-dwarf-infantry",)))
    assert mixed.cost == Points(mp=4, cp=2, xp=1)
    assert all(model.equipment == ("dwarf.heavy-musket",) for model in mixed.models)
    drum = field_unit(unit("ork.ork-infantry", "war-drum", replace=("ork-elite-infantry",)))
    assert ["ork.war-drum" in model.equipment for model in drum.models] == [True, False, False, False]


@pytest.mark.rule("spf.army.elite-equipment")
def test_an_elite_weapon_is_bought_once_for_each_elite() -> None:
    elites = ("darkelf-elite-infantry",) * 3
    three = unit("dark-elf.darkelf-infantry", *["enhanced-crossbow"] * 3, replace=elites)
    assert wrong(three) == []
    assert unit_cost(three) == Points(mp=6, cp=6, xp=3)
    assert ["dark-elf.enhanced-crossbow" in model.equipment for model in field_unit(three).models] == [
        *(True, True, True, False)
    ]
    four = unit("dark-elf.darkelf-infantry", *["enhanced-crossbow"] * 4, replace=elites)
    assert wrong(four) == [(".units[0].equip[3]", "spf.army.elite-equipment")]


@pytest.mark.rule("spf.army.elite-equipment")
def test_an_elite_has_one_of_each_elite_weapon_as_far_as_its_hands_go() -> None:
    axes = ["flame-covered-axe"] * 2  # one-handed
    assert wrong(unit("ork.ork-infantry", *axes, replace=("ork-elite-infantry",))) == [
        (".units[0].equip[1]", "spf.army.elite-equipment")
    ]
    assert wrong(unit("ork.ork-infantry", *axes, replace=("ork-elite-infantry",) * 2)) == []
    both = ("super-blaster", "rocket-jackhammer")  # two-handed
    assert wrong(unit("dwarf.steampowerarmor", *both, replace=("elite-steampowerarmor",))) == [
        (".units[0].equip[1]", "spf.army.elite-equipment")
    ]
    assert (
        wrong(unit("dwarf.steampowerarmor", *both, replace=("elite-steampowerarmor", "battle-medic"))) == []
    )


@pytest.mark.rule("spf.army.weapon-upgrade-scope", "spf.army.elite-equipment")
def test_the_elite_keeps_its_own_weapon_where_the_unit_is_given_another() -> None:
    armed = unit("elf.elf-infantry", "at-rifle", "sniper-rifle", replace=("elite-elf-infantry",))
    assert wrong(armed) == []
    assert [model.equipment for model in field_unit(armed).models] == [
        *(("elf.sniper-rifle",), ("elf.at-rifle",), ("elf.at-rifle",), ("elf.at-rifle",))
    ]


@pytest.mark.rule("spf.army.elite-equipment")
def test_who_is_listed_first_is_armed_first() -> None:
    both = ("superelite-elf-infantry", "elite-elf-infantry")
    for replace in (both, both[::-1]):
        field = field_unit(unit("elf.elf-infantry", "sniper-rifle", replace=replace))
        assert field.models[0].kind == f"elf.{replace[0]}"
        assert field.models[0].equipment == ("elf.sniper-rifle",)
        assert field.models[1].equipment == ("elf.rifle",)


@pytest.mark.rule("spf.army.upgrade-space")
def test_what_nobody_could_carry_is_not_bought_for_the_unit() -> None:
    """All four have a two-handed weapon of their own."""
    full = unit("elf.elf-infantry", "at-rifle", *["sniper-rifle"] * 4, replace=("elite-elf-infantry",) * 4)
    assert (".units[0].equip[0]", "spf.army.upgrade-space") in wrong(full)


# ---------------------------------------------------------------- what is not in the list


@pytest.mark.rule("spf.army.costs-in-list")
@pytest.mark.parametrize(
    ("enlisted", "at", "words"),
    [
        (Enlisted("ork.trol"), ".unit", "did you mean 'ork.troll'?"),
        (Enlisted("elf.e34"), ".unit", "there is no unit 'elf.e34' in this list"),
        (Enlisted("ork.champion"), ".unit", "enters play by another unit's ability"),
        (unit("ork.ork-infantry", "ork-pistl"), ".equip[0]", "did you mean 'ork.ork-pistol'?"),
        (unit("ork.ork-infantry", "big-gun"), ".equip[0]", "only issued and cannot be bought"),
        (Enlisted("ork.ork-infantry", equip=("elf.bow",)), ".equip[0]", "there is no equipment 'elf.bow'"),
    ],
)
def test_only_what_the_nations_list_sells_can_be_bought(enlisted: Enlisted, at: str, words: str) -> None:
    (flaw,) = flaws(army(enlisted, nation="ork"))
    assert (flaw.at, flaw.rule) == (f".units[0]{at}", "spf.army.costs-in-list")
    assert words in flaw.words


def test_an_army_without_units_or_of_no_nation() -> None:
    assert wrong(nation="ork") == [(".units", "spf.army.budget")]
    assert wrong("orc.troll") == [(".nation", "spf.army.costs-in-list")]


def test_everything_wrong_is_told_at_once() -> None:
    assert wrong(
        unit("ork.ork-infantry", "assault-musket", "ork-pistol", "war-drum", replace=("troll",)),
        *["ork.troll"] * 3,
    ) == [
        (".units[0].replace[0]", "spf.army.elite-replaces"),
        (".units[0].equip[1]", "spf.army.hands"),
        (".units[0].equip[2]", "spf.army.upgradable"),
        (".units", "spf.army.budget"),
    ]


# ---------------------------------------------------------------- army files

FILE = """\
name = "Raiders"
nation = "ork"
game = "standard"

[[units]]
unit = "ork.troll"

[[units]]
unit = "ork.ork-infantry"
replace = ["ork.ork-elite-infantry"]
equip = ["ork.war-drum", "ork.clockwork-shield"]
"""


def test_an_army_of_ones_own_is_read_and_takes_its_id_from_the_file() -> None:
    own = read_army(Written("somewhere/raiders.toml", FILE))
    assert (own.id, own.name, len(own.units)) == ("raiders", "Raiders", 2)


@pytest.mark.parametrize(
    ("old", "new", "line", "field", "words"),
    [
        ('nation = "ork"', 'nation = "orc"', 2, "nation", "did you mean 'ork'?"),
        ('game = "standard"', 'game = "chess"', 3, "game", "it may be: tank, infantry, standard, asymmetric"),
        ('game = "standard"', 'game = "asymmetric"', 1, "side", "choose industrial, men or mixed"),
        ('game = "standard"', 'game = "tank"', 5, "units", "has 0; save 4 (spf.army.budget)"),
        ('"ork.troll"', '"ork.trol"', 6, "units[0].unit", "did you mean 'ork.troll'?"),
        ('"ork.war-drum"', '"ork.war-drun"', 11, "units[1].equip[0]", "did you mean 'ork.war-drum'?"),
        ("ork.clockwork-shield", "ork.hand-catapult", 11, "units[1].equip[1]", "hands"),
        (
            'replace = ["ork.ork-elite-infantry"]',
            'swap = ["a"]',
            10,
            "units[1]",
            "'swap' that is not known here",
        ),
        (
            '"ork.ork-elite-infantry"',
            '"ork.grunt"',
            10,
            "units[1].replace[0]",
            "replaces no model of Ork Infantry",
        ),
    ],
)
def test_a_flaw_in_an_army_file_is_told_with_file_line_and_field(
    old: str, new: str, line: int, field: str, words: str
) -> None:
    with pytest.raises(BadData) as refused:
        read_army(Written("raiders.toml", FILE.replace(old, new, 1)))
    told = str(refused.value).splitlines()
    assert any(each.startswith(f"raiders.toml, line {line}: {field}") and words in each for each in told), (
        told
    )


@pytest.mark.parametrize(
    ("text", "field"),
    [
        (FILE.replace('"ork.war-drum"', '"ork.pyro", ' * 5000 + '"ork.war-drum"'), "units[1].equip"),
        (FILE + '[[units]]\nunit = "ork.grunt"\n' * 5000, "units"),
    ],
)
def test_a_file_of_thousands_of_purchases_is_refused_at_once(text: str, field: str) -> None:
    with pytest.raises(BadData, match=r"array. of length <=") as refused:
        read_army(Written("raiders.toml", text))
    assert f": {field}: " in str(refused.value)


@pytest.mark.parametrize("id", armies())
def test_an_army_that_is_written_reads_the_same(id: str) -> None:
    assert read_army(Written("own.toml", write_army(armies()[id]))) == armies()[id]


@given(st.text(max_size=80), st.text(max_size=80))
def test_names_are_written_whatever_is_in_them(name: str, squad: str) -> None:
    own = Army(name, "ork", (Enlisted("ork.grunt", name=squad),), id="own")
    assert read_army(Written("own.toml", write_army(own))) == own


# ---------------------------------------------------------------- offers


@pytest.mark.rule("spf.army.upgradable", "spf.army.hands", "spf.army.budget")
def test_offers_say_what_can_be_bought_and_why_not() -> None:
    own = army(unit("ork.ork-infantry", "clockwork-shield", "hand-held-cannon"), *["ork.grunt"] * 2)
    found = unit_wares(own, 0)
    assert by_id(found, "ork.ork-elite-infantry") == Ware(
        "replace", "ork.ork-elite-infantry", "Ork Elite Infantry", Points(xp=4)
    )
    rules = {offer.id: offer.barred.rule if offer.barred else "" for offer in found}
    assert rules["ork.clockwork-spear"] == ""
    assert rules["ork.clockwork-power-spear"] == "spf.army.hands"
    assert rules["ork.war-drum"] == "spf.army.upgradable"
    assert rules["ork.harpoon-gun"] == "spf.army.shared-limit"
    assert rules["ork.grenade-sling"] == ""
    dear = army(
        unit("ork.ork-infantry", "hand-held-cannon"), *[unit("ork.ork-infantry", "hand-held-cannon")] * 2
    )
    barred = by_id(unit_wares(dear, 0), "ork.clockwork-shield").barred
    assert barred is not None
    assert barred.rule == "spf.army.budget"
    assert barred.words == "the army comes to 26 cp, and the standard game has 24; save 2"


def test_gear_that_no_model_of_the_unit_could_ever_carry_is_not_offered() -> None:
    grunts = {offer.id for offer in unit_wares(army("ork.grunt"), 0)}
    assert "ork.clockwork-wings" in grunts
    assert "ork.hand-held-cannon" not in grunts  # they have no room for a shared weapon
    assert "ork.harpoon-gun-mounted" not in grunts  # only issued


@pytest.mark.rule("spf.army.budget")
def test_an_overspent_currency_bars_only_what_costs_it() -> None:
    over = army(*["elf.e34"] * 3)  # 36 ip
    by_price = {offer.id: offer.barred for offer in recruits(over)}
    assert by_price["elf.elf-infantry"] is None
    assert by_price["elf.tattoo-ink"] is not None


def test_recruits_are_the_units_of_the_list_that_can_be_bought() -> None:
    found = recruits(army(nation="gnome"))
    assert len(found) == 8
    assert all(offer.barred is None for offer in found)


# ---------------------------------------------------------------- what takes the field


@pytest.mark.rule("spf.army.huge-disclosure")
def test_only_huge_units_are_announced() -> None:
    assert [u.name for u in huge(roster_of(army("dwarf.tamed-balrog", "dwarf.zap")))] == ["Tamed Balrog"]


@pytest.mark.rule("spf.victory.points")
def test_a_unit_is_worth_what_was_paid_for_it_with_all_it_has() -> None:
    """Rulings V7 and V9."""
    field = field_unit(unit("dwarf.steampowerarmor", "jet-pack", replace=("battle-medic",)))
    assert field.cost == Points(ip=2, mp=4, cp=4, xp=8)
    assert field.value == 3 * 2 + 4 + 4 + 8


@pytest.mark.ability("cunning-assault", "reroll-assault")
def test_a_spear_changes_damage_and_its_namesake_ability_and_leaves_the_rest() -> None:
    spear = field_unit(unit("ork.ork-infantry", "clockwork-spear", "clockwork-shield")).models[0].assault
    assert spear.dice == (2, 2, 2, 2)
    assert (spear.deflection, spear.deflect) == ((1, 0, 0, 0), 6)
    assert (spear.damage, spear.ap) == (Roll(8), 2)
    assert spear.abilities == (Numbered("reroll-assault", 3), Numbered("cunning-assault", 2))


def test_a_models_own_weapon_has_the_last_word_in_assault() -> None:
    own = unit("spartan.hoplites", "kopis", "dory", replace=("spartiate",))
    spartiate, hoplite = (model.assault for model in field_unit(own).models[:2])
    assert (spartiate.damage, spartiate.ap) == (Roll(8), 4)
    assert (hoplite.damage, hoplite.ap) == (Roll(6), 3)


def test_armor_is_added_once_for_the_unit() -> None:
    field = field_unit(unit("dwarf.dwarf-brothers-in-arms", "brother-in-arms-armor", "wheeled-shieldwall"))
    assert field.armor == (8, 3, 3, 3)


def test_a_piece_that_several_bear_gives_its_abilities_once_and_only_while_a_bearer_lives() -> None:
    field = field_unit(
        unit("ork.ork-infantry", "war-drum", "clockwork-monocular", replace=("ork-elite-infantry",) * 2)
    )
    terror, reroll = Terror("unit-terror", 1, 6), Numbered("ranged-reroll", 2)
    assert field.in_force(range(4)).count(terror) == 1
    assert field.in_force(range(4)).count(reroll) == 1
    assert field.in_force([1, 2]).count(terror) == 1
    assert field.in_force([2, 3]).count(terror) == 0
    assert field.in_force([2, 3]).count(reroll) == 1


@pytest.mark.ability("unit-resist-add")
def test_different_pieces_with_the_same_ability_both_count() -> None:
    field = field_unit(unit("gnome.gnome-infantry", "medical-armor", "improved-medical-armor"))
    assert field.in_force([0]).count(Resistance("unit-resist-add", "psychic", 1)) == 2


@pytest.mark.rule("spf.army.independent")
def test_independent_equipment_may_be_taken_more_than_once_and_counts_each_time() -> None:
    field = field_unit(
        unit("dwarf.dwarf-infantry", *["trenchcoat-of-resistance"] * 2, *["wheeled-shieldwall"] * 2)
    )
    assert field.in_force(range(4)).count(Resistance("unit-resist-add", "fire", 1)) == 2
    assert field.armor == (10, 0, 0, 0)


@pytest.mark.ability("unit-resist")
def test_what_a_weapon_does_for_the_unit_is_in_force() -> None:
    field = field_unit(unit("ork.ork-infantry", "pyro"))
    assert field.in_force([0]).count(Resistance("unit-resist", "fire", 2)) == 1


def test_the_sling_extends_the_range_of_the_fire_pots() -> None:
    with_sling = field_unit(unit("ork.ork-infantry", "pyro", "grenade-sling")).models[0].weapons
    alone = field_unit(unit("ork.ork-infantry", "pyro")).models[0].weapons
    assert {weapon.id: weapon.range for weapon in with_sling} == {"ork.pyro": 3, "ork.grenade-sling": 3}
    assert {weapon.id: weapon.range for weapon in alone} == {"ork.ork-musket": 3, "ork.pyro": 1}


def orders(field: FieldUnit, speed: Any) -> list[tuple[str, str]]:
    return [(spell(each.order), each.only) for each in field.gunnery.get(speed, ())]


def test_wings_add_orders_and_a_speed() -> None:
    field = field_unit(unit("ork.grunt", "clockwork-wings"))
    assert field.speeds == ("slow", "fast-flying")
    assert [spell(order) for order in field.movement["fast-flying"]] == ["chase, B(slow), -"]
    assert [spell(order) for order in field.movement["slow"]] == [
        *("chase, -, -", "-, -, chase", "A(fast-flying), chase, chase")
    ]
    assert field.default["fast-flying"] == REST


def test_the_orders_a_weapon_adds_act_on_it_only_and_those_of_other_gear_do_not() -> None:
    pistols = field_unit(unit("ork.ork-infantry", "ork-pistol"))
    assert orders(pistols, "slow") == [("fire, -", "ork.ork-pistol"), ("-, fire", "ork.ork-pistol")]
    assert ("fire, -", "") in orders(pistols, "still")
    assert ("load(2), -", "ork.ork-pistol") in orders(pistols, "still")
    steadied = field_unit(unit("dwarf.dwarf-infantry", "stabilizer"))
    assert orders(steadied, "slow") == [("-, aim", ""), ("aim, -", "")]
    fog = field_unit(unit("dark-elf.scout", "poison-fog-grenade"))
    assert ("throw, -", "dark-elf.poison-fog-grenade") in orders(fog, "slow")


def test_warg_riders_have_gunnery_orders_only_with_a_weapon() -> None:
    assert field_unit(unit("ork.warg-rider")).gunnery == {}
    assert orders(field_unit(unit("ork.warg-rider", "ork-pistol")), "fast") == [
        *(("load, -", ""), ("fire, -", ""), ("-, fire", ""))
    ]


@pytest.mark.ability("no-ranged-weapons")
def test_grunts_with_pistols_still_may_not_shoot() -> None:
    assert field_unit(unit("ork.grunt", "ork-pistol")).gunnery == {}


def test_a_ground_list_serves_the_flying_speed_of_its_name_unless_that_has_its_own() -> None:
    pegasus = field_unit(unit("elf.pegasus-rider"))
    assert orders(pegasus, "fast-flying") == orders(pegasus, "fast") != []
    helicopter = field_unit(unit("gnome.gnome-helicopter"))
    assert orders(helicopter, "still-flying") != orders(helicopter, "still")


@pytest.mark.rule("spf.O3")
def test_a_speed_without_default_order_uses_the_shaken_one() -> None:
    """Rulings O3 and O4."""
    elves = field_unit(unit("elf.elf-infantry"))
    assert {spell(order) for order in elves.default.values()} == {"-, -, flee"}
    orks = field_unit(unit("ork.ork-infantry"))
    assert {speed: spell(order) for speed, order in orks.default.items()} == {
        "still": "-, -, -",
        "slow": "-, -, flee",
    }
    speedhead = field_unit(unit("ork.speedhead"))
    assert spell(speedhead.default["still"]) == "-, -, A"


def test_a_squad_may_have_a_name_of_its_own() -> None:
    assert field_unit(unit("ork.grunt", name="The Lads")).name == "The Lads"


# ---------------------------------------------------------------- whatever is bought


@st.composite
def composed(draw: Any) -> Army:
    """An army of anything at all from one list, legal or not."""
    found = army_list(draw(st.sampled_from(sorted(nations()))))
    units = st.sampled_from(sorted(id for id, u in found.units.items() if not spawned_only(u)))
    elites = st.sampled_from(sorted(found.models))
    pieces = st.sampled_from(sorted(found.equipment))
    enlisted = st.builds(
        Enlisted,
        units,
        st.lists(elites, max_size=4).map(tuple),
        st.lists(pieces, max_size=6).map(tuple),
    )
    return Army("Any", found.nation, tuple(draw(st.lists(enlisted, max_size=5))))


@pytest.mark.rule("spf.army.budget")
@given(composed(), st.randoms(use_true_random=False))
def test_cost_is_the_sum_of_the_parts_whatever_their_order(own: Army, chance: random.Random) -> None:
    parts = Points()
    for enlisted in own.units:
        prices = [
            unit_of(enlisted.unit),
            *map(model_of, enlisted.replace),
            *(piece for piece in map(equipment_of, enlisted.equip) if piece and piece.cost),
        ]
        for bought in prices:
            assert bought is not None
            assert bought.cost is not None
            parts += bought.cost
    shuffled = [
        Enlisted(
            e.unit,
            tuple(chance.sample(e.replace, len(e.replace))),
            tuple(chance.sample(e.equip, len(e.equip))),
        )
        for e in chance.sample(own.units, len(own.units))
    ]
    assert cost(own) == parts == cost(Army("Any", own.nation, tuple(shuffled)))


@st.composite
def bought_one_by_one(draw: Any) -> Army:
    """An army built by taking offers that are not barred."""
    own = Army("Built", draw(st.sampled_from(sorted(nations()))), ())
    for _ in range(draw(st.integers(1, 3))):
        free = [offer.id for offer in recruits(own) if offer.barred is None]
        if not free:
            break
        enlisted = Enlisted(draw(st.sampled_from(free)))
        own = Army("Built", own.nation, (*own.units, enlisted))
        for _ in range(draw(st.integers(0, 5))):
            open_offers = [offer for offer in unit_wares(own, len(own.units) - 1) if offer.barred is None]
            if not open_offers:
                break
            taken = draw(st.sampled_from(open_offers))
            last = own.units[-1]
            grown = (
                Enlisted(last.unit, (*last.replace, taken.id), last.equip)
                if taken.kind == "replace"
                else Enlisted(last.unit, last.replace, (*last.equip, taken.id))
            )
            own = Army("Built", own.nation, (*own.units[:-1], grown))
    return own


@pytest.mark.rule("spf.army.upgrade-space", "spf.army.elite-replaces", "spf.army.shared-limit")
@given(bought_one_by_one())
def test_whoever_takes_only_what_is_offered_has_a_legal_army(own: Army) -> None:
    assert flaws(own) == []
    for enlisted, field in zip(own.units, roster_of(own).units, strict=True):
        assert len(field.models) == len((unit_of(enlisted.unit) or field).models)
        for model in field.models:
            within_slots(model.kind, model.equipment, enlisted.equip)
        for id in enlisted.equip:
            piece = equipment_of(id)
            assert piece is not None
            carried = any(id in model.equipment for model in field.models)
            assert carried or (field.shared is not None and field.shared.id == id)


def within_slots(kind: str, carried: tuple[str, ...], bought: tuple[str, ...]) -> None:
    """Wherever something was bought for a slot, all that is carried in it has room."""
    model = model_of(kind)
    assert model is not None
    pieces = [piece for piece in map(equipment_of, carried) if piece]
    for slot in {slot for piece in pieces if piece.id in bought for slot in piece.slots}:
        room = model.slots.get(slot, 0)
        assert room == -1 or sum(piece.slots.get(slot, 0) for piece in pieces) <= room


@given(composed())
def test_a_barred_offer_tells_the_flaw_it_would_bring_and_an_open_one_brings_none(own: Army) -> None:
    for number, enlisted in enumerate(own.units[:1]):
        before = {(flaw.at, flaw.words) for flaw in flaws(own)}
        for offer in unit_wares(own, number):
            if offer.kind == "replace":
                grown = Enlisted(enlisted.unit, (*enlisted.replace, offer.id), enlisted.equip)
            else:
                grown = Enlisted(enlisted.unit, enlisted.replace, (*enlisted.equip, offer.id))
            after = flaws(Army("Any", own.nation, (grown, *own.units[1:])))
            new = [flaw for flaw in after if (flaw.at, flaw.words) not in before]
            if offer.barred:
                assert offer.barred.words in [flaw.words for flaw in new]
            else:
                assert len(after) <= len(before)
