"""Every line of the damage tables in force."""

from __future__ import annotations

import pytest

from tests.books.gorkamorka.garage import at, does, suffers
from tests.books.gorkamorka.table import Position, table
from tests.kit.script import a
from warbook.books.gorkamorka.damage.effects import wear_off, why_moot
from warbook.books.gorkamorka.mob.data import damage_tables
from warbook.books.gorkamorka.state import Penetrated, Points, Wild
from warbook.core.events import Note

pytestmark = pytest.mark.rule("gce.vehicle-damage.resolve")


def trukk(extra: str = "", side: str = "a") -> Position:
    return table(
        f"""
        ork_trukk T (20,20) moved=gas weapon=eavy_shoota {extra}
        ork_spanner D in T driver    ork_boy E in T gunner    ork_boy F in T
        """,
        side=side,
    )


def hit(game: Position, location: int, dice: str, **fields: object) -> Position:
    return suffers(game, Points("T", 1, location=location, **fields), dice=dice)  # type: ignore[arg-type]


def test_one_of_the_crew_is_hit():
    game = hit(trukk(), 1, "1  2 5 3")  # the second of E and F; wounded; Down
    assert game["F"].down and not game["E"].down


@pytest.mark.rule("gce.wounding.pin-vehicles")
def test_a_shot_through_the_crew_pins_who_can_be_pinned():
    game = table("ork_trukk T (20,20)  ork_grot G in T")
    hit(game, 1, "5 1  2", strength=3, pins=True)
    assert game["G"].pinned


def test_who_rolls_above_his_strength_is_thrown():
    game = hit(trukk(), 1, "4  1 3")  # E clings on with a 3
    assert game["E"].aboard == "T"
    hit(game, 1, "5  1 4 2 4 1")  # a 4: thrown 2 inches towards three o'clock, not wounded
    assert not game["E"].aboard
    assert game["E"].x == pytest.approx(20 + 3 + 2 + 0.5, abs=0.3)


def test_several_are_thrown():
    game = hit(trukk(), 1, "6 2  1 1 1 1  1 1 1")
    assert not game["E"].aboard and not game["F"].aboard
    assert game["D"].aboard


def test_nothing_happens_to_gubbinz():
    assert not hit(trukk("spikes"), 4, "3").ride("T").gubbinz_lost


def test_a_fitting_is_lost():
    game = hit(trukk("spikes boarding_plank"), 4, "4 2")
    assert game.ride("T").gubbinz_lost == ("boarding_plank",)


def test_a_hit_on_plates_takes_three():
    game = hit(trukk("armour_plates armour_plates armour_plates armour_plates"), 4, "3  6 1")
    assert game.ride("T").gubbinz_lost == ("armour_plates",) * 3


def test_wheels_swerve_and_run_on():
    assert at(hit(trukk(), 3, "2  6 4"), "T") == (22.83, 17.17, 315)


def test_wheels_spin_and_run_on():
    assert at(hit(trukk(), 3, "5  5 1"), "T") == (20, 25, 90)  # five inches towards twelve o'clock


def test_a_slower_engine():
    game = hit(trukk(), 3, "3")
    assert (game.ride("T").slower, game.ride("T").slower_now) == (1, 0)


def test_traks_thrust_less_far_and_swerve_to_a_stop():
    game = table("ork_big_trak T (20,20) moved=gas")
    hit(game, 4, "4")
    assert game.ride("T").shorter == 1
    hit(game, 4, "5 1")
    assert at(game, "T") == (20, 20, 45) and game.ride("T").done


@pytest.mark.rule("gce.vehicle-damage.moot-results")
@pytest.mark.parametrize(
    ("location", "dice"),
    [(3, "1"), (3, "5"), (5, "1"), (5, "5  2")],  # swerve; spin; the driver's test; his hit and a spin
)
def test_one_that_stands_still_neither_swerves_nor_spins(location: int, dice: str):
    game = table("ork_trukk T (20,20)   ork_spanner D in T driver")
    assert at(hit(game, location, dice), "T") == (20, 20, 0)


@pytest.mark.rule("gce.vehicle-damage.moot-results")
def test_a_driver_who_is_down_takes_no_test():
    game = table("ork_trukk T (20,20) moved=gas   ork_spanner D in T driver down")
    assert at(hit(game, 5, "1"), "T") == (20, 20, 0)


@pytest.mark.rule("gce.vehicle-damage.moot-results")
@pytest.mark.parametrize(
    ("extra", "location", "dice", "why"),
    [
        ("moved=still", 3, "1", "it stands still"),
        ("moved=still", 5, "1", "it stands still"),
        ("weapon_state=empty", 2, "3", "it is empty already"),
        ("weapon_state=empty", 2, "5", "it is empty already"),
        ("immobilised", 6, "1", "it cannot thrust any more"),
        ("immobilised", 6, "2", "it cannot thrust"),
        ("no_thrust=ever", 6, "2", "it cannot thrust"),
    ],
)
def test_what_is_moot_is_told_as_such(extra: str, location: int, dice: str, why: str):
    game = hit(trukk(extra), location, dice)
    told = [event.words for event in game.events if isinstance(event, Note)]
    assert told[-1].endswith(f"; of no effect, for {why}."), told


@pytest.mark.rule("gce.vehicle-damage.moot-results")
def test_nobody_at_the_weapon_nobody_is_hit():
    game = hit(table("ork_trukk T (20,20) weapon=eavy_shoota   ork_boy D in T driver"), 2, "1")
    told = [event.words for event in game.events if isinstance(event, Note)]
    assert told[-1].endswith("; of no effect, for nobody mans the weapon.")


def test_the_gunner_is_hit():
    game = hit(trukk(), 2, "1  5 3")
    assert game["E"].down


def test_a_weapon_is_silent_to_the_end_of_the_next_own_turn():
    game = hit(trukk(), 2, "3")
    assert game.ride("T").weapon_state == "silent"
    does(game, lambda g: wear_off(g, "a"))
    assert game.ride("T").weapon_state == "silent", "it began in this very turn"
    game.battle.turn += 1
    does(game, lambda g: wear_off(g, "a"))
    assert game.ride("T").weapon_state == ""


def test_each_trouble_lasts_for_its_own_time():
    """The weapon fell silent in the enemy's turn, the thrusters failed in the own one after it."""
    game = hit(trukk(side="b"), 2, "3")
    game.battle.turn, game.battle.side = 2, "a"
    hit(game, 6, "1")
    does(game, lambda g: wear_off(g, "a"))
    assert (game.ride("T").weapon_state, game.ride("T").no_thrust) == ("", "next")


def test_a_weapon_that_is_silenced_again_is_silent_for_longer():
    game = hit(trukk(side="b"), 2, "3")
    game.battle.turn, game.battle.side = 2, "a"
    hit(game, 2, "3")
    does(game, lambda g: wear_off(g, "a"))
    assert game.ride("T").weapon_state == "silent"


def test_a_weapon_is_empty_once_its_loadsa_ammo_is_gone():
    game = hit(trukk("loadsa_ammo_eavy_shoota"), 2, "5")
    assert (game.ride("T").weapon_state, game.ride("T").ammo_spared) == ("", True)
    assert hit(game, 2, "5").ride("T").weapon_state == "empty"


def test_loadsa_ammo_of_another_weapon_is_of_no_use():
    assert hit(trukk("loadsa_ammo_skorcha"), 2, "5").ride("T").weapon_state == "empty"


def test_a_weapon_is_destroyed():
    assert hit(trukk(), 2, "6").ride("T").weapon_state == "lost"


def test_the_driver_keeps_control_or_swerves():
    assert at(hit(trukk(), 5, "1  3 4"), "T") == (20, 20, 0)  # Ld 7
    swerved = hit(trukk(), 5, "2  4 4  4")
    assert at(swerved, "T") == (20, 20, 315) and not swerved.ride("T").done, "its move goes on"


def test_the_driver_is_hit():
    assert hit(trukk(), 5, "3  5 4")["D"].down


def test_the_driver_is_hit_and_the_vehicle_spins():
    game = hit(trukk(), 5, "5  2  7")
    assert at(game, "T") == (20, 20, 270)  # six o'clock


def test_the_driver_is_thrown():
    game = hit(trukk(), 5, "6  1 1 1")
    assert not game["D"].aboard and not game.ride("T").driver


def test_no_thrust_next_turn_and_no_thrust_at_all():
    game = hit(trukk(side="b"), 6, "1")
    assert game.ride("T").no_thrust == "next"
    game.battle.side = "a"
    does(game, lambda g: wear_off(g, "a"))
    assert game.ride("T").no_thrust == ""
    assert hit(game, 6, "3").ride("T").no_thrust == "ever"


def test_thrusters_that_jam_thrust_until_a_test_fails():
    game = hit(trukk(), 6, "2  2 2 4 3")  # first thrust, then a failed one: buster 4, three inches
    assert at(game, "T") == (29, 20, 0) and game.ride("T").done


def test_an_engine_stops_for_good():
    assert hit(trukk(), 6, "4").ride("T").immobilised


def test_an_explosion_hits_all_aboard_and_all_near():
    game = table(
        """
        ork_trukk T (20,20) moved=gas
        ork_spanner D in T driver
        ork_boy N (20,17)    ork_boy O (20,13)
        ork_bike b (20,24) facing=0
        """
    )
    # D with S4: wounded, flesh wound; N with S3: not wounded; the bike: location 4, not through.
    hit(game, 6, "6  4 1  2  4 3")
    assert game.ride("T").destroyed and not game["D"].aboard
    assert game["D"].flesh == 1
    assert len(game.rolled("gce.wounding.wound-roll")) == 2
    assert [roll.by for roll in game.rolled("gce.vehicle-damage.penetrate")] == ["T"]


@pytest.mark.rule("gce.wounding.save")
def test_flak_helps_better_against_an_explosion():
    game = table("ork_trukk T (20,20) moved=gas   ork_boy N (20,17) flak")
    hit(game, 6, "6  5 5")  # S3 wounds on 5+, and is saved on 5+
    assert [roll.need for roll in game.rolled("gce.wounding.save")] == [5]


def test_swerve_and_stop_is_the_end_of_the_move():
    game = table("ork_big_trak T (20,20) moved=gas")
    suffers(game, Points("T", 1, location=4), Wild("T", 0.0, 6.0), dice="5 1")
    assert at(game, "T") == (20, 20, 45) and game.battle.trouble == []


def test_a_cutta_is_wrecked():
    game = table("grot_cutta T (20,20) moved=sail  grot_rebel G in T driver  grot_rebel H in T")
    hit(game, 2, "6  1 1")
    assert game.ride("T").destroyed and not game.battle.riders("T")
    assert game.says("T is wrecked.") and not game.says("blows up")


def test_sails_and_pumps_lose_inches():
    game = table("grot_cutta T (20,20) moved=sail")
    assert hit(game, 5, "4").ride("T").slower == 3
    game = table("grot_big_lugga T (20,20) moved=pump")
    assert hit(game, 6, "1").ride("T").slower_now == 2
    assert hit(game, 6, "3").ride("T").slower == 2
    assert at(hit(game, 5, "6 1"), "T") == (20, 20, 45)


@pytest.mark.rule("gce.vehicle-damage.auto-penetrate")
def test_impact_strength_by_switch():
    game = table("ork_trukk T (20,20)  ork_boy E in T", impact_strength_on_crew=5)
    hit(game, 1, "1 3 1")
    assert game["E"].flesh == 1, "S5 wounds T4 on 3"


def test_a_stunt_driver_picks_the_side_and_spins_again():
    game = table("ork_trukk T (20,20) moved=gas  ork_spanner D in T driver stunt_driver")
    suffers(game, Points("T", 1, location=3), dice="1 2", answers=(a("right"),))
    assert at(game, "T")[2] == 315
    suffers(game, Points("T", 1, location=5), dice="5  1  1 7", answers=(a("again"),))
    assert at(game, "T")[2] == 270


@pytest.mark.rule("gce.vehicle-damage.moot-results")
def test_who_is_taken_off_a_vehicle_that_stands_still_is_taken_all_the_same():
    """Whatever a line says that would move it; of other lines it stays moot."""
    game = table("ork_trukk T (20,20) immobilised   ork_spanner D in T driver")
    taken, found = Penetrated("T", 1, takes="carry"), {}
    for table_ in damage_tables().values():
        for rows in table_.values():
            for row in rows:
                if why_moot(game.battle, game.ride("T"), row, Penetrated("T", 1)):
                    moot = why_moot(game.battle, game.ride("T"), row, taken)
                    found.setdefault(row.location in ("crew", "driver"), set()).add(bool(moot))
    assert found[False] == {True} and found.get(True, {False}) == {False}
