"""Assaults on vehicles that are not Walkers."""

import pytest

from tests.books.vehicles.table import Position, table, why
from tests.kit.script import a, b
from warbook.books.vehicles.assault.allowed import target_barred
from warbook.books.vehicles.assault.blows import speed_aim
from warbook.books.vehicles.assault.engaged import fighters
from warbook.books.vehicles.assault.turn import assault_step

# The hull of a rhino at (20,10) reaches from 17.75 to 22.25 and from 8.5 to 11.5.
BESIDE = "(17.24,10)"


def dice_thrown(game: Position, rule: str) -> int:
    return sum(len(roll.faces) for roll in game.rolled(rule))


def struck(unit: str, vehicle: str = "rhino r (20,10)", **switches: bool) -> Position:
    return table(f"tactical_squad A {BESIDE} models=1 {unit}  {vehicle}", phase="assault", **switches)


@pytest.mark.rule("veh.assault.sequence", "veh.assault.select", "veh.assault.move", "veh.V27", "veh.V29")
def test_an_assault_runs_from_the_choice_to_the_damage_table():
    game = table("tactical_squad A (11.8,10) models=1 kinds=1  rhino r (20,10)", phase="assault")
    game.does(assault_step, a("A"), a("r"))
    assert game.places("A") == [(17.23, 10.0)] and game["A"].charged
    game.does(assault_step, a("krak_grenades"), dice="5 4")  # 11 penetrates AV 10; the 4 immobilizes
    assert game.ride("r").immobilized


@pytest.mark.rule("veh.V21")
def test_smoke_is_no_cover_from_who_assaults():
    game = table("tactical_squad A (11.8,10) models=1 kinds=1  rhino r (20,10) smoking", phase="assault")
    game.does(assault_step, a("A"), a("r"))
    game.does(assault_step, a("krak_grenades"), dice="5 4")  # no die for a save
    assert game.ride("r").immobilized


@pytest.mark.rule("veh.V29")
@pytest.mark.parametrize(("x", "reaches"), [(11.3, True), (11.1, False)])
def test_the_assault_move_is_six_inches(x, reaches):
    game = table(f"tactical_squad A ({x},10) models=1 kinds=1  rhino r (20,10)", phase="assault")
    if reaches:
        question = game.tries(assault_step, a("A"))
        assert [option.id for option in question.open()] == ["r", "stay"]
    else:
        assert assault_step(game.game) is False


@pytest.mark.rule("veh.assault.move")
def test_who_cannot_reach_contact_comes_within_two_inches_of_who_is():
    game = table("kabalite_warriors A (13,10) (9,10) (8,10)  rhino r (20,10)", phase="assault")
    game.does(assault_step, a("A"), a("r"))
    first, second, third = game.places("A")
    assert first == (17.23, 10.0)
    assert len(fighters(game.battle, game["A"], game.ride("r"))) == 2
    assert 14.2 <= second[0] <= 15.1  # 2 inches behind the first
    assert third[0] < 14.23 and second[0] - third[0] <= 3.01  # coherency is all he gets


@pytest.mark.rule("veh.assault.move-terrain", "veh.P3.difficult")
@pytest.mark.parametrize(("dice", "reaches"), [("4 2", True), ("3 3", False)])
def test_difficult_ground_slows_an_assault(dice, reaches):
    wood = "area (14,0) (16,30) ground=difficult"
    game = table(f"kabalite_warriors A (13.3,10) models=1  rhino r (20,10)  {wood}", phase="assault")
    game.does(assault_step, a("A"), a("r"), dice=dice)
    assert game["A"].charged is reaches
    assert game.places("A") == [(17.23, 10.0) if reaches else (13.3, 10.0)]


@pytest.mark.rule("veh.assault.move-terrain", "veh.P3.difficult")
@pytest.mark.parametrize(("way", "dice", "fight"), [("round", "", 3), ("through", "6 2", 4)])
def test_who_can_go_round_difficult_ground_is_asked_where_fewer_fight_then(way, dice, fight):
    """The last of the four is too far behind to come round the wood."""
    game = table(
        "tactical_squad A (13,9.2) (13,11.5) (13,13.8) (13,16) kinds=1  rhino r (20,10)"
        "  area (13.6,10.2) (17.6,20) ground=difficult",
        phase="assault",
    )
    game.does(assault_step, a("A"), a("r"), a(way), dice=dice)
    assert game["A"].charged and game["A"].through_difficult is (way == "through")
    assert len(fighters(game.battle, game["A"], game.ride("r"))) == fight


@pytest.mark.rule("veh.assault.move-terrain", "veh.P3.dangerous")
def test_dangerous_ground_is_tested_on_the_way():
    mire = "area (14,0) (16,30) words=dangerous"
    game = table(f"kabalite_warriors A (13,10) (12,10)  rhino r (20,10)  {mire}", phase="assault")
    game.does(assault_step, a("A"), a("r"), dice="1 2")
    assert len(game.places("A")) == 1


@pytest.mark.rule("veh.assault.who-attacks")
@pytest.mark.parametrize(("y", "count"), [(13.0, 2), (13.1, 1)])
def test_who_is_in_contact_or_within_two_inches_of_who_is_attacks(y, count):
    game = table(f"kabalite_warriors A {BESIDE} (17.24,{y})  rhino r (20,10)")
    assert len(fighters(game.battle, game["A"], game.ride("r"))) == count


@pytest.mark.rule("veh.assault.attacks", "veh.V30")
@pytest.mark.parametrize(
    ("unit", "dice"),
    [
        ("ork_boyz A {} models=1 kinds=1 charged assaulted", 4),  # A 2, two weapons, assaulted
        ("ork_boyz A {} models=1 kinds=1 assaulted", 3),
        ("terminator_squad A (16.94,10) models=1 kinds=1 assaulted", 2),
        ("terminator_squad A (16.94,10) models=1 kinds=1 charged assaulted", 3),
    ],
)
def test_a_die_for_each_attack_two_weapons_and_the_assault(unit, dice):
    game = table(f"{unit.format(BESIDE)}  rhino r (20,10)", phase="assault")
    again = [] if "charged" in unit else [a("r")]
    game.does(assault_step, *again, dice=" ".join(["1"] * dice))
    assert dice_thrown(game, "veh.assault.penetration") == dice


@pytest.mark.rule("veh.assault.grenade-limit", "veh.assault.grenades", "veh.V32")
def test_grenades_have_one_attack():
    game = struck("kinds=0 charged assaulted")  # A 2
    game.does(assault_step, a("melta_bombs"), dice="1 1 1")  # 10: glancing, and the 1 is not below 1
    assert dice_thrown(game, "veh.assault.grenades") == 2
    assert game.ride("r").shaken and not game.ride("r").immobilized


@pytest.mark.rule("veh.assault.grenades")
@pytest.mark.parametrize(("dice", "through"), [("3", ""), ("4 1", "glances"), ("5 4", "penetrates")])
def test_a_krak_grenade_adds_six(dice, through):
    game = struck("kinds=1 charged assaulted")
    game.does(assault_step, a("krak_grenades"), dice=dice)
    ride = game.ride("r")
    assert (ride.shaken, ride.immobilized) == (through == "glances", through == "penetrates")


@pytest.mark.rule("veh.assault.penetration", "veh.V28")
def test_a_blow_adds_the_strength_against_the_rear_armour():
    game = struck("kinds=1 charged assaulted")  # it stands before the front, AV 11; the rear is 10
    game.does(assault_step, a("ccw"), dice="6 5 3")  # 10 glances, 9 does nothing; 3 - 2: shaken
    assert game.ride("r").shaken and dice_thrown(game, "veh.damage.modifiers") == 1


@pytest.mark.rule("veh.V34", "veh.damage.modifiers")
@pytest.mark.parametrize("dash", [False, True])
def test_blows_have_no_ap_unless_the_switch_says_a_dash(dash):
    game = struck("kinds=1 charged assaulted", melee_ap_dash=dash)
    game.does(assault_step, a("krak_grenades"), dice="6 2")
    assert (game.ride("r").stunned, game.ride("r").shaken) == (not dash, dash)


@pytest.mark.rule("veh.assault.to-hit", "veh.assault.speed", "veh.V31")
@pytest.mark.parametrize(
    ("state", "need"),
    [
        ("", 0),
        ("speed=cruising straight=0", 0),  # 5 inches ahead and 5 back
        ("speed=combat straight=0.1", 4),
        ("speed=cruising straight=6", 4),
        ("speed=cruising straight=6.1", 6),
        ("speed=flat+out straight=24", 6),
        ("speed=cruising straight=10 immobilized", 0),
        ("speed=combat straight=5 stunned_until=2", 4),
    ],
)
def test_how_far_it_got_decides_what_hits_it(state, need):
    assert speed_aim(table(f"rhino r (20,10) {state}").ride("r")).need == need


@pytest.mark.rule("veh.assault.to-hit")
def test_blows_at_a_moving_vehicle_roll_to_hit():
    game = struck("kinds=1 charged assaulted", "rhino r (20,10) speed=combat straight=5")
    game.does(assault_step, a("ccw"), dice="4 3 6 6")  # one hit, which glances, 6 - 2: immobilized
    assert game.ride("r").immobilized


@pytest.mark.rule("veh.assault.no-results", "veh.assault.not-locked")
def test_nothing_else_comes_of_it_and_nobody_is_locked():
    game = table("tactical_squad A (12,10) models=1 kinds=1  rhino r (20,10)", phase="assault")
    game.does(assault_step, a("A"), a("r"))
    assert game["A"].locked == () and game.ride("r").locked == ()
    game.does(assault_step, a("krak_grenades"), dice="1")
    assert game["A"].locked == () and not game.rolled("veh.P8") and not game.rolled("veh.P12.consolidate")
    assert assault_step(game.game) is False
    assert not game["A"].charged and not game["A"].fought


@pytest.mark.rule("veh.V33", "veh.assault.not-locked")
def test_who_is_still_in_contact_may_strike_again_without_the_bonus_die():
    game = struck("kinds=1", "rhino r (20,10)")
    game.battle.side = "b"
    game.does(assault_step, a("r"), a("ccw"), dice="1")
    assert dice_thrown(game, "veh.assault.penetration") == 1
    assert assault_step(game.game) is False


@pytest.mark.rule("veh.V33")
def test_who_is_still_in_contact_need_not_strike():
    game = struck("kinds=1 assaulted")
    game.does(assault_step, a("no"))
    assert assault_step(game.game) is False


@pytest.mark.rule("veh.V33")
def test_who_is_in_contact_does_not_assault_the_same_vehicle_anew():
    game = struck("kinds=1")
    question = game.tries(assault_step)
    assert question.kind == "strike vehicle"


@pytest.mark.rule("veh.P12")
def test_those_who_run_or_lie_down_do_not_strike():
    for state in ("falling_back", "grounded_until=2"):
        assert assault_step(struck(f"kinds=1 {state}").game) is False


def test_the_preview_tells_the_fate_of_the_vehicle():
    game = table("tactical_squad A (12,10) models=1 kinds=1  rhino r (20,10)", phase="assault")
    question = game.tries(assault_step, a("A"))
    preview = question.options[0].preview()
    # Krak: a 4 in 6 glances, 5 and 6 penetrate; of penetrating hits a third destroys.
    assert dict(preview.outcomes)["wrecked"] + dict(preview.outcomes)["explodes"] == pytest.approx(1 / 9)
    assert sum(chance for _, chance in preview.outcomes) == 1


def test_both_sides_strike_in_either_turn():
    game = table(f"rhino R (20,10)  tactical_squad x {BESIDE} models=1 kinds=1", phase="assault")
    game.does(assault_step, b("R"), b("krak_grenades"), dice="5 4")
    assert game.ride("R").immobilized


@pytest.mark.rule("veh.V33", "veh.assault.attacks")
@pytest.mark.parametrize("more", ["", " (14.5,10)"])
def test_a_tank_that_has_come_into_contact_is_assaulted_with_the_bonus_die(more: str):
    """It drove at them and was stopped: nobody had assaulted it before."""
    game = table(
        f"tankbustas A {BESIDE}{more} models={1 + bool(more)}"
        "      rhino r (20,10) straight=4 speed=combat immobilized",
        phase="assault",
    )
    game.does(assault_step, a("A"), a("r"))
    assert game["A"].charged
    still = struck("kinds=1")
    assert why(target_barred(still.battle, still["A"], still.ride("r"))).rule == "veh.V33"
