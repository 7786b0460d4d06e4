"""Building mobs: what they cost, what is wrong with them, and what can be bought."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from warbook.books.gorkamorka.mob.building import (
    cost,
    for_recruit,
    for_ride,
    mob_flaws,
    mobs,
    read_mob,
    recruits,
    with_recruit,
    with_ride,
)
from warbook.books.gorkamorka.mob.crews import fighter_names, vehicle_names
from warbook.books.gorkamorka.mob.written import Mob, Recruit, Ride, write_mob
from warbook.core.datafile import BadData, Written

NOB, SPANNER, SLAVER, BOY, YOOF, GROT = (
    Recruit(f"ork_{name}") for name in ("nob", "spanner", "slaver", "boy", "yoof", "grot")
)


def orks(*fighters: Recruit, vehicles: tuple[Ride, ...] = ()) -> Mob:
    return Mob("Da Testas", "orks", fighters, vehicles)


def limits(mob: Mob) -> set[str]:
    return {flaw.limit for flaw in mob_flaws(mob)}


def words(mob: Mob) -> str:
    return "; ".join(flaw.words for flaw in mob_flaws(mob))


@pytest.mark.parametrize(("id", "teef"), [("grimtoofs", 96), ("rust_barons", 96), ("sunburnt", 96)])
def test_the_ready_made_mobs_may_fight(id, teef):
    mob = mobs()[id]
    assert cost(mob) == teef and not mob_flaws(mob)
    assert read_mob(Written(f"{id}.toml", write_mob(mob))) == mob


def test_a_mob_without_id_has_the_name_of_its_file():
    text = write_mob(replace(mobs()["sunburnt"], id=""))
    assert read_mob(Written("some/where/dust.toml", text)).id == "dust"


def test_what_cannot_fight_is_refused_with_its_line_and_rule():
    text = write_mob(orks(NOB, NOB))
    with pytest.raises(
        BadData, match=r"fighters: a mob has at most 1 Ork Nob; here are 2 \(gce.game.forces\)"
    ):
        read_mob(Written("two.toml", text))


@pytest.mark.rule("gce.game.forces")
def test_the_leader():
    assert limits(orks(BOY)) == {"least ork_nob"}
    assert limits(orks(NOB, BOY)) == set()
    assert limits(orks(NOB, NOB)) == {"most ork_nob"}
    honcho = Recruit("grot_head_honcho")
    wavas = Recruit("grot_banna_wava"), Recruit("grot_banna_wava")
    assert limits(Mob("x", "rebel_grots", (honcho, *wavas))) == {"most grot_banna_wava"}


@pytest.mark.parametrize(
    ("yoofs", "boys", "allowed"),
    [(1, 0, True), (2, 0, True), (3, 0, False), (2, 1, True), (3, 2, True), (4, 1, False)],
)
def test_yoofs_are_at_most_half_of_the_orks_rounded_up(yoofs, boys, allowed):
    mob = orks(NOB, *[BOY] * boys, *[YOOF] * yoofs)
    assert ("novices" not in limits(mob)) is allowed


def test_snots_are_at_most_half_of_a_grot_mob_rounded_down():
    honcho, rebel, snot = (Recruit(f"grot_{name}") for name in ("head_honcho", "rebel", "snot"))
    assert limits(Mob("x", "rebel_grots", (honcho, snot))) == set()
    assert limits(Mob("x", "rebel_grots", (honcho, snot, snot))) == {"novices"}
    assert limits(Mob("x", "rebel_grots", (honcho, rebel, snot, snot))) == set()


def test_grots_need_a_slaver_and_never_outnumber_orks():
    assert limits(orks(NOB, GROT)) == {"master"}
    assert limits(orks(NOB, SLAVER, GROT, GROT)) == set()
    assert limits(orks(NOB, SLAVER, GROT, GROT, GROT)) == {"servants"}


def test_grots_do_not_make_room_for_yoofs():
    assert "novices" in limits(orks(NOB, SLAVER, *[YOOF] * 4, *[GROT] * 3))


def crewed(kind: str, name: str) -> tuple[Ride, Recruit]:
    return Ride(kind, name), replace(BOY, aboard=name, role="driver")


@pytest.mark.parametrize(
    ("big", "small", "spanners"), [(1, 0, 1), (0, 1, 1), (0, 3, 1), (0, 4, 2), (1, 1, 2), (1, 4, 3)]
)
def test_vehicles_need_spanners(big, small, spanners):
    parked = [crewed("ork_buggy", f"B{n}") for n in range(big)] + [
        crewed("ork_bike", f"K{n}") for n in range(small)
    ]
    rides, drivers = tuple(ride for ride, _ in parked), [driver for _, driver in parked]
    enough = orks(NOB, *[SPANNER] * spanners, *drivers, vehicles=rides)
    few = orks(NOB, *[SPANNER] * (spanners - 1), *drivers, vehicles=rides)
    assert "mechanics" not in limits(enough) and "mechanics" in limits(few)


def test_never_more_vehicles_than_fighters():
    rides = (Ride("ork_bike"), Ride("ork_bike"), Ride("ork_bike"))
    assert "vehicles" in limits(orks(NOB, SPANNER, vehicles=rides))
    assert "vehicles" not in limits(orks(NOB, SPANNER, BOY, vehicles=rides))


@pytest.mark.rule("gce.game.forces")
def test_the_budget():
    assert limits(orks(NOB, *[replace(BOY, weapons=("choppa",))] * 14)) == set()  # 12 + 14 x 6 = 96
    exact = orks(NOB, *[replace(BOY, weapons=("choppa",))] * 13, replace(BOY, weapons=("krak_stikkbombz",)))
    assert cost(exact) == 100 and limits(exact) == set()  # to the last tooth
    rich = orks(NOB, *[replace(BOY, weapons=("choppa",))] * 15)
    assert limits(rich) == {"budget"} and "save 2" in words(rich)


@pytest.mark.parametrize(
    ("recruit", "told"),
    [
        (replace(BOY, weapons=("chopa",)), "there is no weapon 'chopa'; did you mean 'choppa'?"),
        (replace(BOY, weapons=("skorcha",)), "an Ork Boy cannot have a Skorcha; it is fixed to a vehicle"),
        (replace(BOY, weapons=("burning",)), "it is no weapon"),
        (replace(BOY, weapons=("catapult",)), "only Rebel Grots have it"),
        (replace(BOY, weapons=("whip",)), "an Ork Boy cannot have a Whip; only slavers have it"),
        (replace(BOY, armour=("studed",)), "there is no armour 'studed'; did you mean 'studded'?"),
        (replace(BOY, armour=("flak", "eavy")), "nobody wears 'Eavy armour over Flak armour; take one off"),
        (replace(BOY, skills=("krumpah",)), "there is no skill 'krumpah'; did you mean 'krumpa'?"),
        (replace(BOY, skills=("kool", "kool")), "Kool can be learned once; take one off"),
        (replace(YOOF, skills=("kool",)), "cannot learn Kool (dakka); his groups: muscle, ferocity"),
        (Recruit("digga_boy"), "there is no fighter of Gorkers and Morkers 'digga_boy'"),
        (replace(BOY, aboard="Da Nowhere"), "the mob has no vehicle 'Da Nowhere'; it has none"),
        (replace(BOY, role="driver"), "a driver rides a vehicle; say which one with aboard"),
    ],
)  # fmt: skip
def test_what_a_fighter_may_not_have(recruit, told):
    found = words(orks(NOB, BOY, recruit))
    assert told in found and found.count(told) == 1


def test_a_slaver_has_a_whip_a_shield_goes_with_armour_and_dodging_is_learned_thrice():
    slaver = replace(SLAVER, weapons=("whip",), armour=("flak", "shield"), skills=("dodgy_git",) * 3)
    assert not mob_flaws(orks(NOB, slaver))
    assert "3 times" in words(orks(NOB, replace(slaver, skills=("dodgy_git",) * 4)))


def driven(ride: Ride, *crew: Recruit, role: str = "crew") -> Mob:
    aboard = [replace(each, aboard="Da Ride", role=role) for each in crew]
    driver = replace(BOY, aboard="Da Ride", role="driver")
    return orks(NOB, SPANNER, driver, *aboard, vehicles=(replace(ride, name="Da Ride"),))


@pytest.mark.parametrize(
    ("ride", "told"),
    [
        (
            Ride("ork_truk"),
            "there is no vehicle of Gorkers and Morkers 'ork_truk'; did you mean 'ork_trukk'?",
        ),
        (Ride("ork_bike", fixed_weapon="skorcha"), "no 'skorcha' can be fixed to a Bike"),
        (
            Ride("ork_trukk", fixed_weapon="splattapult_rocks"),
            "no 'splattapult_rocks' can be fixed to a Trukk",
        ),
        (Ride("ork_trukk", gubbinz=("boarding_plank",) * 4), "a Trukk has at most 3 Boarding plank"),
        (Ride("ork_bike", gubbinz=("boarding_plank",)), "a Bike has at most 0 Boarding plank"),
        (Ride("ork_trukk", gubbinz=("extra_spikes",)), "Extra spikes need Spikes on the same vehicle"),
        (
            Ride("ork_trukk", gubbinz=("loadsa_ammo_skorcha",)),
            "Loadsa ammo is for Skorcha, which is not fixed",
        ),
        (Ride("ork_trukk", gubbinz=("spiks",)), "there is no fitting 'spiks'; did you mean 'spikes'?"),
    ],
)
def test_what_a_vehicle_may_not_have(ride, told):
    assert told in words(driven(ride))


def test_what_a_vehicle_may_have():
    plates = ("armour_plates",) * 6
    assert not mob_flaws(
        driven(Ride("ork_trukk", fixed_weapon="linked_shoota", gubbinz=("boarding_plank", "spikes")))
    )
    assert limits(driven(Ride("ork_trukk", gubbinz=plates))) == set()
    assert "at most 3 Extra armour plates" in words(driven(Ride("ork_bike", gubbinz=plates)))


@pytest.mark.rule("gce.vehicle-shooting.gunner-only")
@pytest.mark.rule("gce.vehicle-shooting.biker-fixed")
@pytest.mark.parametrize(
    ("mob", "told"),
    [
        (driven(Ride("ork_bike"), BOY, BOY), "Da Ride carries 1 to 2 fighters; here are 3"),
        (driven(Ride("ork_trukk"), BOY, role="driver"), "Da Ride has one driver; here are 2"),
        (driven(Ride("ork_trukk"), BOY, role="gunner"), "nothing is fixed to Da Ride, so it has no gunner"),
        (
            driven(Ride("ork_trukk", fixed_weapon="skorcha"), BOY, BOY, role="gunner"),
            "one gunner; here are 2",
        ),
        (
            driven(Ride("ork_bike", fixed_weapon="linked_shoota"), BOY, role="gunner"),
            "a bike's driver fires what is fixed to it; Da Ride has no gunner",
        ),
        (orks(NOB, SPANNER, vehicles=(Ride("ork_bike"),)), "Bike has one driver; here are 0"),
    ],
)
def test_who_rides_what(mob, told):
    assert told in words(mob)


def test_how_far_a_limit_is_broken():
    rides = (Ride("ork_bike"),) * 5
    mob = orks(NOB, NOB, NOB, SLAVER, *[GROT] * 7, vehicles=rides)
    broken = {flaw.limit: flaw.excess for flaw in mob_flaws(mob)}
    assert broken["most ork_nob"] == 2 and broken["servants"] == 3 and broken["mechanics"] == 2
    assert broken["budget"] == 3 * 12 + 6 + 7 * 2 + 5 * 10 - 100
    young = {
        flaw.limit: flaw.excess
        for flaw in mob_flaws(orks(NOB, *[YOOF] * 4, vehicles=(Ride("ork_bike"),) * 7))
    }
    assert young["novices"] == 1 and young["vehicles"] == 2


def test_extra_spikes_go_with_spikes():
    assert not mob_flaws(driven(Ride("ork_trukk", gubbinz=("spikes", "extra_spikes"))))


def test_models_of_a_kind_are_numbered():
    mob = orks(
        NOB,
        BOY,
        replace(BOY, name="Skab"),
        BOY,
        vehicles=(Ride("ork_bike"), Ride("ork_bike"), Ride("ork_trukk")),
    )
    assert fighter_names(mob) == ("Ork Nob", "Ork Boy 1", "Skab", "Ork Boy 2")
    assert vehicle_names(mob) == ("Bike 1", "Bike 2", "Trukk")
    unknown = orks(replace(BOY, type="ork_boi"), vehicles=(Ride("ork_byke"),))
    assert fighter_names(unknown) == ("ork_boi",) and vehicle_names(unknown) == ("ork_byke",)


def test_the_splattapult_is_for_the_lugga_only():
    mob = Mob(
        "x", "rebel_grots", (Recruit("grot_head_honcho"),), (Ride("grot_big_lugga"), Ride("grot_cutta"))
    )
    sold = {ware.id for ware in for_ride(mob, 0)}
    assert "splattapult_rocks" in sold and "splattapult_burna" not in sold
    assert not any(ware.kind == "fixed" for ware in for_ride(mob, 1))


def test_each_size_of_vehicle_is_offered_the_fittings_it_may_have():
    mob = orks(NOB, vehicles=(Ride("ork_trukk"), Ride("ork_bike")))
    big, small = ({ware.id for ware in for_ride(mob, n) if ware.kind == "gubbin"} for n in (0, 1))
    both = {"armour_plates", "spikes", "extra_spikes"}
    assert small == both
    assert big == both | {"boarding_plank", "reinforced_ram", "big_grabber", "wrecker_ball"}


def test_what_can_be_bought():
    wares = {ware.id: ware for ware in recruits(orks(NOB))}
    assert wares["ork_boy"].barred is None and wares["ork_boy"].cost == 5
    assert "at most 1 Ork Nob" in wares["ork_nob"].barred.words
    assert "an Ork Grot needs an Ork Slaver" in wares["ork_grot"].barred.words
    assert "need 1 Ork Spanner" in wares["ork_trukk"].barred.words


def test_what_is_wrong_already_bars_only_what_makes_it_worse():
    poor = orks(*[replace(BOY, armour=("eavy",))] * 9)  # 108 teef and no leader
    wares = {ware.id: ware.barred for ware in for_recruit(poor, 0)}
    assert wares["knife"] is None and "save 9" in wares["choppa"].words
    assert {ware.id: ware.barred for ware in for_recruit(orks(BOY), 0)}["choppa"] is None


def test_nobody_carries_more_than_twelve_weapons():
    laden = [orks(NOB, replace(BOY, weapons=("knife",) * number)) for number in (11, 12)]
    barred = [{ware.id: ware.barred for ware in for_recruit(mob, 1)}["knife"] for mob in laden]
    assert barred[0] is None and "more than 12" in barred[1].words


def test_a_fighter_or_vehicle_is_put_in_place_of_another():
    mob = orks(NOB, BOY, vehicles=(Ride("ork_bike"),))
    assert with_recruit(mob, 1, None).fighters == (NOB,) and with_recruit(mob, 0, YOOF).fighters == (
        YOOF,
        BOY,
    )
    assert with_ride(mob, 0, None).vehicles == () and with_ride(mob, 0, Ride("ork_trak")).vehicles == (
        Ride("ork_trak"),
    )


@pytest.mark.rule("gce.game.forces")
def test_a_mob_has_three_skills_and_no_more():
    able = replace(BOY, skills=("kool",))
    assert "skills" not in limits(orks(NOB, able, able, able))
    mob = orks(NOB, able, able, able, BOY)
    offered = {ware.id: ware for ware in for_recruit(mob, 4) if ware.kind == "skill"}
    assert offered["kool"].barred is not None and offered["kool"].barred.rule == "gce.S5"
    assert "at most 3 skills in all; here are 4" in words(orks(NOB, able, able, able, able))
