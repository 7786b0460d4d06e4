"""The figures of the book: what the catalog prints stands in the data, and every figure has a source."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.books.gorkamorka.table import table
from warbook.books.family.tests import leadership
from warbook.books.gorkamorka.driving.dice import boards
from warbook.books.gorkamorka.foot.walking import inches_of
from warbook.books.gorkamorka.mob.data import (
    armour,
    damage_effects,
    damage_tables,
    factions,
    fighters,
    gubbinz,
    skills,
    skills_of,
    vehicles,
    weapon_rules,
    weapons,
)
from warbook.books.gorkamorka.mob.describing import (
    armour_words,
    fighter_words,
    has_rule,
    power_words,
    vehicle_details,
    vehicle_words,
    weapon_words,
)
from warbook.books.gorkamorka.mob.lists import Profile, Skills
from warbook.books.gorkamorka.shooting.dice import hit_score
from warbook.core.dice import Scripted


def test_all_of_the_data_is_there():
    sizes = [
        len(each()) for each in (factions, fighters, weapons, weapon_rules, armour, gubbinz, skills, vehicles)
    ]
    assert sizes == [3, 16, 32, 24, 4, 14, 36, 11]  # 15 fighters, and the sandgulper of a scenario


def test_every_entry_says_where_it_comes_from():
    for each in (factions, fighters, weapons, weapon_rules, armour, gubbinz, skills, vehicles):
        for entry in each().values():
            assert entry.source if entry.provenance == "found" else entry.provenance == "ours", entry.id


def test_sizes_are_ours():
    for kind in fighters().values():
        assert {"radius", "height"} <= set(kind.ours_fields)
    for vehicle in vehicles().values():
        assert {"length", "width", "height"} <= set(vehicle.ours_fields)


@pytest.mark.rule("gce.warrior.sample-profile")
@pytest.mark.rule("gce.warrior.statline")
def test_the_printed_profile_is_the_boy():
    assert fighters()["ork_boy"].profile == Profile(m=4, ws=3, bs=3, s=3, t=4, w=1, i=2, a=1, ld=7)
    assert Profile.__struct_fields__ == ("m", "ws", "bs", "s", "t", "w", "i", "a", "ld")


@pytest.mark.rule("gce.warrior.sample-profile")
def test_what_the_printed_profile_comes_to():
    boy = table("ork_boy A (10,10)")["A"]
    assert inches_of(boy, "run") == 8 and weapons()["frag_stikkbombz"].reach(boy.profile.s) == 8
    assert [face for face in range(1, 7) if boards(Scripted((face,)), boy.profile.i)] == [1, 2]
    assert leadership.odds("gce.basics.leadership-test", boy.profile.ld).chance(True) == Fraction(21, 36)
    assert hit_score(boy.profile.bs, 0) == 4


@pytest.mark.rule("gce.weapon.shoota")
@pytest.mark.rule("gce.weapon.statline")
def test_the_shoota():
    shoota = weapons()["shoota"]
    assert (shoota.short, shoota.long, shoota.hit_short, shoota.hit_long) == ((0, 12), (12, 18), 1, 0)
    assert (shoota.strength, shoota.save_mod, shoota.damage, shoota.ammo) == (3, 0, 1, 4)
    assert shoota.two_handed and shoota.ranged and shoota.close is None


@pytest.mark.rule("gce.weapon.uge-choppa")
@pytest.mark.rule("gce.weapon.hth-strength", "gce.warrior.strength")
def test_the_uge_choppa():
    choppa = weapons()["uge_choppa"]
    assert choppa.strength_of(3) == 5 and choppa.loses_draws and choppa.two_handed
    assert choppa.close is choppa and not choppa.ranged
    assert weapons()["whip"].strength_of(3) == 2 and weapons()["knife"].strength_of(4) == 4


@pytest.mark.rule("gce.weapon.hth-save-varies")
@pytest.mark.parametrize(
    ("strength", "modifier"),
    [(1, 0), (2, 0), (3, 0), (4, -1), (5, -2), (6, -3), (7, -4), (8, -5), (9, -6), (10, -7)],
)
def test_a_save_modifier_that_varies(strength, modifier):
    assert weapons()["choppa"].modifies(strength) == modifier
    assert weapons()["knife"].modifies(strength) == 0


@pytest.mark.rule("gce.weapon.profile-fragments")
def test_what_the_book_mentions_in_passing():
    arms = weapons()
    assert arms["kannon"].long == (4, 18) and arms["kannon"].hit_long == -1
    assert arms["slugga"].long == (6, 12) and arms["slugga"].hit_long == 0 and arms["slugga"].hands == 1
    assert arms["eavy_shoota"].save_mod == -2 and arms["eavy_shoota"].sustained_dice == 2
    assert arms["six_shoota"].sustained_dice == 1
    skorcha = arms["skorcha"]
    assert skorcha.teardrop == 8 and skorcha.ammo_every_shot and skorcha.catches_fire == 4
    assert arms["frag_stikkbombz"].blast == 4 and arms["spear"].draw_initiative == 1
    assert arms["whip"].enemy_ws == -1 and arms["choppa"].hands == arms["knife"].hands == 1


@pytest.mark.rule("gce.weapon.classes")
def test_a_slugga_is_of_use_in_both():
    slugga = weapons()["slugga"]
    assert slugga.ranged and slugga.close is slugga
    bomb = weapons()["frag_stikkbombz"]
    assert bomb.close is bomb.hth and bomb.hth.strength_of(3) == 4 and bomb.hth.may_explode
    assert weapons()["net"].close is None


@pytest.mark.rule("gce.special-weapons.grenade-range", "gce.warrior.strength")
@pytest.mark.parametrize(
    ("strength", "inches"), [(1, 4), (2, 6), (3, 8), (4, 10), (5, 12), (6, 12), (10, 12)]
)
def test_how_far_one_throws(strength, inches):
    assert weapons()["frag_stikkbombz"].reach(strength) == inches
    assert weapons()["shoota"].reach(strength) == 18


def test_strength_may_be_rolled_for():
    harpoon = weapons()["harpoon_gun"]
    assert (harpoon.strength, harpoon.strength_d6, harpoon.damage) == (2, 1, "D3")
    assert power_words(harpoon) == "S D6+2, save -2, damage D3"


def test_a_field_for_every_word_of_the_weapon_rules():
    users = {id: [w.id for w in weapons().values() if has_rule(w, id)] for id in weapon_rules()}
    assert all(users.values())
    assert users["knockback"] == ["kannon", "linked_kannon"]
    assert users["thrown"] == ["spear"] and users["fumble_worth"] == ["chain"]
    assert users["may_explode"] == ["frag_stikkbombz", "krak_stikkbombz"]
    assert users["drifts"] == ["splattapult_rocks", "splattapult_burna", "splattapult_rippa"]


def test_a_weapon_in_words():
    assert weapon_words(weapons()["kannon"]) == (
        "gun, two-handed, 0-4 in, 4-18 in at -1, S 4, save -, ammo 4+, knockback"
    )


def test_weapons_armour_and_vehicles_in_words():
    arms = weapons()
    assert weapon_words(arms["frag_stikkbombz"]) == (
        "thrown, up to twice S and 2 in, at most 12, blast 4 in, S 3, save -1, ammo auto, scatters, "
        "may explode"
    )
    assert (
        weapon_words(arms["chain"]) == "hand to hand, S user+1, save by strength, cannot be blocked, clumsy"
    )
    assert weapon_words(arms["net"]) == "slaver's, 0-4 in, ammo auto, entangles"
    assert weapon_words(arms["eavy_shoota"]) == (
        "fixed, 0-20 in, 20-40 in at -2, S 5, save -2, sustained fire 2, ammo 4+"
    )
    assert armour_words(armour()["flak"]) == "save 6+, 5+ against templates"
    assert armour_words(armour()["shield"]) == "save +1 against bows, templates and hand to hand, blocks"
    assert vehicle_words(vehicles()["ork_bike"]) == (
        "small vehicle, wheels: gas 6 in, thrusts of 6 in (2+, 3+, 4+); 1 to 2 aboard"
    )
    assert vehicle_words(vehicles()["grot_big_lugga"]) == (
        "big transport vehicle, pumps: pumped 3 in and 1 for each who pumps, at most 9; 2 to 12 aboard"
    )
    assert vehicle_details(vehicles()["ork_bike"])[0] == (
        "Locations and armour: 1 absent, 2 gubbinz 8, 3 fixed weapon 8, 4 wheels 8, 5 driver 8, 6 engine 10."
    )


@pytest.mark.rule("gce.wounding.pin-immune")
def test_who_cannot_be_pinned():
    immune = {kind.id for kind in fighters().values() if kind.immune_to_pinning}
    assert immune == {"ork_nob", "ork_spanner", "ork_slaver", "ork_boy", "ork_yoof"}


@pytest.mark.rule("gce.vehicle-movement.trukk-thrust")
@pytest.mark.parametrize(("number", "need"), [(1, 2), (2, 3), (3, 4), (4, 4), (5, 4)])
def test_the_thrusts_of_a_trukk(number, need):
    assert vehicles()["ork_trukk"].thrust_need(number) == need
    assert vehicles()["ork_trukk"].thrust_move == 6


@pytest.mark.rule("gce.vehicle-movement.trukk-terrain")
@pytest.mark.rule("gce.vehicle-damage.trukk-locations")
def test_the_trukk():
    trukk = vehicles()["ork_trukk"]
    assert (trukk.terrain.open, trukk.terrain.difficult, trukk.terrain.very_difficult) == (
        "normal", "slow", "immobilised",
    )  # fmt: skip
    assert [(part.location, part.armour) for part in trukk.locations] == [
        ("crew", 8), ("fixed_weapon", 8), ("wheels", 8), ("gubbinz", 8), ("driver", 8), ("engine", 10),
    ]  # fmt: skip
    assert not trukk.bike and vehicles()["ork_bike"].bike and vehicles()["grot_cutta"].bike


def test_every_location_of_every_vehicle_has_its_damage():
    for vehicle in vehicles().values():
        table = damage_tables()[vehicle.damage_table]
        for part in vehicle.locations:
            assert part.location == "absent" or len(table[part.location]) == 6, vehicle.id
    rows = {row.effect for table in damage_tables().values() for rows in table.values() for row in rows}
    assert rows == set(damage_effects())


def test_a_row_of_a_damage_table():
    engine = damage_tables()["ork_engine"]["engine"]
    assert [row.effect for row in engine] == [
        "no-thrust", "must-thrust-until-a-test-fails", "no-thrust", "immobilised", "immobilised", "explodes",
    ]  # fmt: skip
    assert (engine[0].until, engine[2].until) == ("end-of-next-own-turn", "end-of-game")
    assert (engine[5].crew_strength, engine[5].blast_radius, engine[5].blast_strength) == (4, 2, 3)


def test_skills_by_name():
    assert {skill.id for skill in skills().values() if skill.in_battle} == set(Skills.__struct_fields__)
    assert skills_of(("krumpa", "dok", "dodgy_git", "dodgy_git")) == Skills(krumpa=True, dodgy_git=2)


def test_only_who_has_a_save_is_said_to_have_one():
    told = {each.id: fighter_words(each) for each in fighters().values()}
    assert all(("save" in told[each.id]) == bool(each.save) for each in fighters().values())
