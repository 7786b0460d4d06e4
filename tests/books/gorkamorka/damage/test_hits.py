"""Where hits on vehicles fall, whether they go through, and in what order they are resolved."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.books.gorkamorka.garage import at, suffers
from tests.books.gorkamorka.table import Position, table
from warbook.books.gorkamorka.damage.dice import penetrates, template_hits
from warbook.books.gorkamorka.damage.hits import locations
from warbook.books.gorkamorka.field.bodies import model_of
from warbook.books.gorkamorka.state import Points
from warbook.core.events import Rolled

LOCATION = "gce.vehicle-damage.location-roll"
PENETRATE = "gce.vehicle-damage.penetrate"
RESOLVE = "gce.vehicle-damage.resolve"


def trukk(extra: str = "", **rulings: str) -> Position:
    return table(
        f"""
        ork_trukk T (20,20) moved=gas weapon=eavy_shoota boarding_plank
        ork_spanner D in T driver    ork_boy E in T gunner
        {extra}
        """,
        **rulings,
    )


@pytest.mark.rule("gce.vehicle-damage.trukk-locations", "gce.vehicle-damage.location-table")
def test_the_trukk_of_the_book():
    parts = model_of(trukk().ride("T")).locations
    assert [(part.location, part.armour) for part in parts] == [
        ("crew", 8), ("fixed_weapon", 8), ("wheels", 8), ("gubbinz", 8), ("driver", 8), ("engine", 10),
    ]  # fmt: skip


@pytest.mark.rule("gce.vehicle-damage.location-roll", "gce.vehicle-damage.points")
def test_each_point_has_a_location_of_its_own():
    game = suffers(trukk(), Points("T", 4), dice="4 4 4 4  1 1 1 1")
    assert [roll.faces for roll in game.rolled(LOCATION)] == [(4,)] * 4
    assert len(game.rolled(RESOLVE)) == 4


@pytest.mark.rule("gce.vehicle-damage.location-roll")
def test_a_rule_may_fix_the_location():
    game = suffers(trukk(), Points("T", 1, location=6), dice="3")
    assert not game.rolled(LOCATION)
    assert game.ride("T").no_thrust == "ever"


@pytest.mark.rule("gce.vehicle-damage.location-table")
def test_what_is_not_there_is_rolled_again():
    game = table("ork_trukk T (20,20) moved=gas")
    assert locations(game.battle, game.ride("T")) == [3, 6]
    suffers(game, Points("T", 1), dice="1 2 4 5 6  3")
    assert game.ride("T").no_thrust == "ever"


@pytest.mark.rule("gce.vehicle-damage.location-table")
def test_by_switch_what_is_not_there_is_a_miss():
    game = table("ork_trukk T (20,20) moved=gas", missing_location="no_effect")
    suffers(game, Points("T", 2), dice="1 5")
    assert not game.rolled(RESOLVE)


@pytest.mark.rule("gce.vehicle-damage.location-table")
@pytest.mark.parametrize(
    ("change", "missing"),
    [
        ({"weapon_state": "lost"}, 2),
        ({"weapon": ""}, 2),
        ({"gubbinz_lost": ("boarding_plank",)}, 4),
        ({"driver": ""}, 5),
    ],
)
def test_lost_parts_cannot_be_hit(change: dict[str, object], missing: int):
    game = trukk()
    assert missing in locations(game.battle, game.ride("T"))
    for name, value in change.items():
        setattr(game.ride("T"), name, value)
    assert missing not in locations(game.battle, game.ride("T"))


@pytest.mark.rule("gce.vehicle-damage.location-table")
def test_no_crew_no_crew_to_be_hit():
    game = table("ork_trukk T (20,20)  ork_spanner D in T driver")
    assert 1 not in locations(game.battle, game.ride("T"))


@pytest.mark.rule("gce.vehicle-damage.penetrate")
@pytest.mark.parametrize(
    ("strength", "armour", "chance"),
    [(3, 8, Fraction(1, 3)), (3, 10, Fraction(0)), (4, 10, Fraction(1, 6)), (8, 8, Fraction(1))],
)
def test_strength_against_armour(strength: int, armour: int, chance: Fraction):
    assert penetrates.odds(strength, armour).chance(True) == chance


@pytest.mark.rule("gce.vehicle-damage.penetrate", "gce.vehicle-damage.sequence")
def test_a_hit_needs_to_go_through():
    game = suffers(trukk(), Points("T", 1, strength=3), dice="3 4")
    assert not game.rolled(RESOLVE)
    suffers(game, Points("T", 1, strength=3), dice="3 5 6")
    assert game.ride("T").immobilised
    assert [(roll.need, roll.by) for roll in game.rolled(PENETRATE)] == [(5, "T"), (5, "T")]


@pytest.mark.rule("gce.vehicle-damage.auto-penetrate")
def test_damage_without_strength_goes_through():
    game = suffers(trukk(), Points("T", 1), dice="6 4")
    assert not game.rolled(PENETRATE)
    assert game.ride("T").immobilised


@pytest.mark.rule("gce.vehicle-damage.save")
@pytest.mark.parametrize(
    ("plates", "mod", "die", "saved"),
    [(1, 0, 6, True), (1, 0, 5, False), (2, 0, 5, True), (3, 0, 4, True), (3, 0, 3, False), (6, 0, 3, False),
     (3, -1, 5, True), (3, -1, 4, False)],
)  # fmt: skip
def test_plates_save(plates: int, mod: int, die: int, saved: bool):
    game = table(f"ork_trukk T (20,20) moved=gas {' '.join(['armour_plates'] * plates)}")
    dice = f"3 {die}" if saved else f"3 {die} 6"
    suffers(game, Points("T", 1, strength=None, save_mod=mod), dice=dice)
    assert game.ride("T").immobilised is not saved
    assert game.says("The plates hold.") is saved


@pytest.mark.rule("gce.vehicle-damage.penetrate")
def test_a_hit_that_does_not_go_through_is_told():
    for strength, stopped in ((2, True), (3, False)):  # wheels have armour 8
        game = table("ork_trukk T (20,20) moved=gas")
        suffers(game, Points("T", 1, strength=strength), dice="3 5" if stopped else "3 5 6")
        assert game.says("It does not go through the armour of 8.") is stopped


@pytest.mark.rule("gce.vehicle-damage.save")
def test_a_modifier_may_leave_no_save():
    game = table("ork_trukk T (20,20) moved=gas armour_plates")
    suffers(game, Points("T", 1, save_mod=-1), dice="3 6")
    assert game.ride("T").immobilised and not game.rolled("gce.vehicle-damage.save")


@pytest.mark.rule("gce.vehicle-damage.resolve", "gce.vehicle-damage.sequence")
def test_the_lowest_location_first():
    """Rolled 5 then 3: the wheels come before the driver."""
    game = suffers(trukk(), Points("T", 2), dice="5 3  4  3 2")
    wheels, driver = game.rolled(RESOLVE)
    assert (wheels.faces, driver.faces) == ((4,), (3,))
    assert game.ride("T").slower == 1


@pytest.mark.rule("gce.vehicle-damage.nested")
def test_what_comes_of_a_hit_comes_before_the_hits_that_wait():
    """The trak's swerve takes it into a rock; the point of that hits the engines before the driver is hit."""
    game = table(
        """
        ork_big_trak T (20,20) moved=gas
        ork_spanner D in T driver    ork_boy E in T
        block (24,23) (30,30) name=rock
        """
    )
    # Locations 4 and 5; traks 1: swerve left, 6 inches; crash, D3 1: engines 3; driver 3: hit, no wound.
    suffers(game, Points("T", 2), dice="4 5  1 1 6  1 6 3  3 2")
    rules = [event.rule for event in game.events if type(event).__name__ == "Rolled"]
    assert rules == [
        LOCATION, LOCATION, RESOLVE, "gce.R2.5", "gce.basics.units", "gce.crash.front", LOCATION, RESOLVE,
        RESOLVE, "gce.wounding.wound-roll",
    ]  # fmt: skip
    assert game.ride("T").no_thrust == "ever"


@pytest.mark.rule("gce.vehicle-damage.nested", "gce.vehicle-damage.moot-results")
def test_the_printed_example_of_spike():
    """Traks and driver; the swerve ends in a rock, whose point immobilises the engines. The driver's test
    against a swerve can now safely be ignored."""
    game = table(
        """
        ork_trak T (20,20) moved=gas
        ork_spanner D in T driver
        block (23,23) (30,30) name=rock
        """
    )
    # Locations 5 and 4; traks 1: swerve left, 6 inches; crash: 1 point, engines 4; the driver's roll of 1.
    suffers(game, Points("T", 2), dice="5 4  1 1 6  1 6 4  1")
    assert game.ride("T").immobilised and game.says("crashes into rock")
    told = [(roll.rule, roll.faces) for roll in game.events if isinstance(roll, Rolled)]
    assert told[-3:] == [(LOCATION, (6,)), (RESOLVE, (4,)), (RESOLVE, (1,))], "nobody tests his Leadership"


@pytest.mark.rule("gce.vehicle-damage.moot-results")
def test_what_has_become_impossible_is_ignored():
    """Wheels 6 immobilise it; the driver's test against a swerve is not taken any more."""
    game = suffers(trukk(), Points("T", 2), dice="3 5  6  1")
    assert game.ride("T").immobilised
    assert at(game, "T") == (20, 20, 0)


@pytest.mark.rule("gce.vehicle-damage.moot-results")
def test_a_wreck_takes_no_more():
    game = suffers(trukk(), Points("T", 2), dice="6 6  6  1 1")  # explodes; S4 on driver and crew
    assert game.ride("T").destroyed
    assert len(game.rolled(RESOLVE)) == 1


@pytest.mark.rule("gce.vehicle-damage.moot-results")
def test_what_has_left_the_table_takes_no_more():
    game = trukk()
    game.ride("T").place = "off"
    suffers(game, Points("T", 2))
    assert not game.says("takes 2 hits")


@pytest.mark.rule("gce.vehicle-damage.template-full", "gce.vehicle-damage.template-partial")
def test_templates_full_and_partial():
    assert {hits: template_hits.odds(True)[hits] for hits in (1, 2, 3)} == dict.fromkeys(
        (1, 2, 3), Fraction(1, 3)
    )
    assert template_hits.odds(False)[1] == Fraction(1, 2)


@pytest.mark.rule("gce.vehicle-damage.template-crew")
def test_a_template_hits_each_of_the_crew():
    """Two hits, on traks and crew, four crew aboard: one on the traks and four on the crew."""
    game = table(
        """
        ork_big_trak T (20,20) moved=gas
        ork_spanner D in T driver    ork_boy E in T    ork_boy F in T    ork_boy G in T    ork_boy H in T
        """
    )
    suffers(game, Points("T", 2, strength=3, template=True), dice="4 1  1 1 1 1 1")
    assert len(game.rolled(LOCATION)) == 2
    assert len(game.rolled(PENETRATE)) == 5
    assert game.says("T is hit: crew, one hit for each of 4.")


@pytest.mark.rule("gce.vehicle-damage.template-crew")
def test_two_hits_on_three_crew_are_six():
    game = table("ork_trukk T (20,20)  ork_boy E in T  ork_boy F in T  ork_boy G in T")
    suffers(game, Points("T", 2, strength=3, template=True), dice="1 1  1 1 1 1 1 1")
    assert len(game.rolled(PENETRATE)) == 6
