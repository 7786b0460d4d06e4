"""Walkers in close combat."""

import pytest

from tests.books.vehicles.table import Position, table
from tests.kit.script import a, b
from warbook.board.geometry import Spot
from warbook.books.vehicles.assault.blows import arms, shot_at, unit_strikes, walker_strikes
from warbook.books.vehicles.assault.combat import fight_round
from warbook.books.vehicles.assault.previews import assault_preview
from warbook.books.vehicles.assault.result import conclude, pile_in
from warbook.books.vehicles.assault.turn import assault_step
from warbook.books.vehicles.assault.walkers import stride_into
from warbook.books.vehicles.field.bodies import model_type
from warbook.core.questions import Way

# The hull of a dreadnought at (10,10) reaches from 8.8 to 11.2 either way.
GUARDIANS = "guardians x (11.72,10) (11.72,11.1) locked=D"


def walker(state: str = "", kind: str = "dreadnought") -> Position:
    return table(f"{kind} D (10,10) assaulted locked=x {state}  {GUARDIANS}", phase="assault")


def blows(state: str, kind: str = "dreadnought"):
    game = walker(state, kind)
    return walker_strikes(game.ride("D"), game["x"])


def against(state: str, unit: str = "tactical_squad", weapon: int = 0):
    """A blow of the sergeant of a squad, or of its like, at the dreadnought."""
    game = table(f"dreadnought D (10,10) {state}  {unit} x (11.72,10) models=1", phase="assault")
    model = game.model("x1")
    arm = arms(model_type(game.battle, model), game.ride("D"))[weapon]
    (strikes,) = unit_strikes(game.battle, game["x"], game.ride("D"), [model], {model.kind: arm})
    return shot_at(game.battle, strikes, game.ride("D"))


@pytest.mark.rule("veh.walker.assault-move", "veh.walker.facing", "veh.V71")
def test_a_walker_assaults_and_ends_facing_its_foe():
    game = table("dreadnought D (10,10) facing=180  guardians x (16,10) models=1", phase="assault")
    game.does(assault_step, a("D"), a("x"))
    ride = game.ride("D")
    assert (round(ride.x, 1), ride.facing) == (14.3, 0.0)
    assert ride.locked == ("x",) and game["x"].locked == ("D",) and ride.charged


@pytest.mark.rule("veh.walker.assault-move")
def test_a_walker_goes_round_what_is_in_the_way():
    rock = "area (12.4,9.8) (12.6,10.2) ground=impassable"
    game = table(f"dreadnought D (10,10)  guardians x (15.2,10) models=1  {rock}", phase="assault")
    game.does(assault_step, a("D"), a("x"))
    assert game.ride("D").locked == ("x",)


@pytest.mark.rule("veh.walker.terrain")
@pytest.mark.parametrize(("dice", "reaches"), [("4 5", True), ("4 3", False)])
def test_difficult_ground_slows_a_walker_and_makes_it_strike_last(dice, reaches):
    game = table(
        "dreadnought D (10,10)  guardians x (16,10) models=1  area (12,0) (13,30) ground=difficult",
        phase="assault",
    )
    game.does(assault_step, a("D"), a("x"), dice=dice)
    assert bool(game.ride("D").locked) is reaches
    if reaches:
        assert walker_strikes(game.ride("D"), game["x"]).initiative == 1


@pytest.mark.rule("veh.walker.dangerous-failed", "veh.walker.terrain")
@pytest.mark.parametrize(("die", "falls"), [("1", True), ("2", False)])
def test_dangerous_ground_may_hold_a_walker(die, falls):
    game = table(
        "dreadnought D (10,10)  guardians x (16,10) models=1  area (12,0) (13,30) words=dangerous",
        phase="assault",
    )
    game.does(assault_step, a("D"), a("x"), dice=die)
    assert game.ride("D").immobilized is falls and bool(game.ride("D").locked) is not falls


@pytest.mark.rule("veh.walker.dangerous-failed")
def test_it_is_held_facing_where_it_was_going():
    text = (
        "dreadnought D (10,10) facing={}  guardians x (10,16) models=1  area (0,12.5) (30,13) words=dangerous"
    )
    game = table(text.format(0), phase="assault")
    game.does(assault_step, a("D"), a("x"), dice="1")
    held = game.ride("D")
    assert held.immobilized and held.y > 10.0 and held.facing == pytest.approx(90.0)


@pytest.mark.rule("veh.walker.ws-to-hit", "veh.V74")
@pytest.mark.parametrize("state", ["", "immobilized", "speed=combat straight=5"])
def test_a_walker_is_hit_by_weapon_skill(state):
    aim = against(state).aim
    assert (aim.need, aim.rule) == (4, "veh.walker.ws-to-hit")
    assert against(state, "guard_squad").aim.need == 4


@pytest.mark.rule("veh.walker.ws-to-hit")
def test_a_walker_hits_by_weapon_skill():
    game = walker()
    game.does(lambda g: fight_round(g, [game["x"], game.ride("D")]), dice="2 2  1 1")
    assert [roll.need for roll in game.rolled("veh.walker.ws-to-hit")] == [3, 3, 4, 4]


@pytest.mark.rule("veh.walker.front-armor", "veh.V28")
def test_a_walker_is_struck_on_the_front_armour():
    assert against("").armour.av == 12


@pytest.mark.rule("veh.walker.grenades")
@pytest.mark.parametrize(
    ("state", "need"), [("", 6), ("shaken_until=2", 6), ("stunned_until=2", 4), ("immobilized", 4)]
)
def test_grenades_hit_a_walker_on_a_six_unless_it_is_helpless(state, need):
    assert against(state, weapon=-1).aim.need == need


@pytest.mark.rule("veh.walker.attacks-reduced", "veh.walker.shaken", "veh.V85")
@pytest.mark.parametrize(
    ("state", "dice"),
    [
        ("", 2),
        ("shaken_until=2", 2),
        ("stunned_until=2", 1),
        ("immobilized", 1),
        ("immobilized stunned_until=2", 1),
        ("charged", 3),
        ("charged stunned_until=2", 2),
    ],
)
def test_a_stunned_or_immobilized_walker_has_an_attack_less(state, dice):
    assert blows(state).each == dice


@pytest.mark.rule("veh.walker.attacks-reduced", "veh.V85")
def test_never_fewer_than_one_and_never_two_less():
    assert blows("immobilized", "scout_sentinel").each == 1
    assert blows("immobilized stunned_until=2", "deff_dread").each == 3  # A 3 - 1 and the pair


@pytest.mark.rule("veh.walker.attacks-reduced")
@pytest.mark.parametrize(("damage", "dice"), [("3", "1 1 1 1"), ("4", "1 1 1"), ("6", "1 1 1")])
def test_what_it_suffers_before_its_initiative_comes_is_felt_at_once(damage, dice):
    """A glancing hit shakes the Dread with a 3, stuns it with a 4 and immobilizes it with a 6, before its A 3
    and its pair strike."""
    game = table(
        "deff_dread D (10,10) locked=x  tactical_squad x (11.72,10) models=1 kinds=1 locked=D",
        phase="assault",
    )
    pieces = [game["x"], game.ride("D")]
    game.does(lambda g: fight_round(g, pieces), b("krak_grenades"), dice=f"6  6  {damage}  {dice}")
    assert [roll.faces for roll in game.rolled("veh.walker.ws-to-hit")] == [(1,)] * len(dice.split())


@pytest.mark.rule("veh.walker.close-combat-weapon", "veh.V26", "veh.V38")
def test_its_weapon_doubles_its_strength_and_leaves_no_armour():
    assert (blows("").s, blows("").weapon.no_armour_save) == (10, True)  # S 6
    lost = blows("guns_lost=2")
    assert (lost.s, lost.weapon.no_armour_save) == (6, False)
    assert blows("", "scout_sentinel").s == 5


@pytest.mark.rule("veh.walker.close-combat-pair", "veh.V80", "veh.V38")
def test_two_weapons_give_one_attack_more():
    assert (blows("", "deff_dread").each, blows("", "deff_dread").s) == (4, 10)
    assert (blows("guns_lost=3", "deff_dread").each, blows("guns_lost=3", "deff_dread").s) == (3, 10)
    assert blows("guns_lost=2+3", "deff_dread").s == 5


@pytest.mark.rule("veh.V79", "veh.assault.penetration")
def test_against_vehicles_the_doubled_strength_is_added():
    game = table("dreadnought D (10,10) charged assaulted  rhino r (13.46,10)", phase="assault")
    game.does(assault_step, dice="1 1 1  1 1 1")  # 11 penetrates AV 10 three times
    assert game.ride("r").shaken and len(game.rolled("veh.damage.table")) == 3


@pytest.mark.rule("veh.walker.damage-as-wounds", "veh.V75", "veh.walker.no-morale", "veh.V76")
def test_each_damage_roll_counts_as_a_wound_and_the_walker_does_not_test():
    game = table(
        "dreadnought D (10,10) assaulted locked=x  tactical_squad x (11.72,10) (11.72,11.1) kinds=1 locked=D",
        phase="assault",
    )
    # Both have Initiative 4. It hits once and wounds; two grenades hit, 12 glances and 11 does not.
    game.does(assault_step, b("krak_grenades"), b("x2"), dice="4 1  2  6 6  6 5  1")
    assert len(game.battle.standing(game["x"])) == 1  # one wound each: a draw
    assert not game.rolled("veh.P8")
    assert game.ride("D").locked == ("x",) and game.ride("D").shaken


@pytest.mark.rule("veh.walker.no-morale", "veh.V76")
def test_a_beaten_walker_fights_on():
    game = walker()
    game.does(lambda g: conclude(g, [game["x"], game.ride("D")], {"a": 0, "b": 2}))
    assert game.ride("D").locked == ("x",) and not game.rolled("veh.P8") and not game.rolled("veh.P12.sweep")


@pytest.mark.rule("veh.walker.pursuit", "veh.P12.sweep")
@pytest.mark.parametrize("state", ["", "stunned_until=2", "immobilized"])
def test_a_walker_sweeps_and_consolidates_unless_it_is_helpless(state):
    game = walker(state)
    pieces = [game["x"], game.ride("D")]
    if state:
        game.does(lambda g: conclude(g, pieces, {"a": 1, "b": 0}), dice="6 6  2 2")
        assert game["x"].falling_back
    else:
        way = a(Way((Spot(7.5, 11),), 200))
        game.does(lambda g: conclude(g, pieces, {"a": 1, "b": 0}), way, dice="6 6  4 4  3")
        it = game.ride("D")
        assert game.places("x") == [] and (it.x, it.y, it.facing) == (7.5, 11.0, 200.0)


@pytest.mark.rule("veh.walker.pursuit")
@pytest.mark.parametrize(("state", "x"), [("", 11.3), ("immobilized", 10.0)])
def test_a_walker_piles_in_unless_it_is_helpless(state, x):
    game = table(
        f"dreadnought D (10,10) locked=x {state}  guardians x (13,10) models=1 locked=D", phase="assault"
    )
    game.does(lambda g: pile_in(g, game.ride("D")))
    assert game.ride("D").x == pytest.approx(x, abs=0.05)


@pytest.mark.rule("veh.V75")
def test_a_destroyed_walker_is_locked_with_nobody():
    game = table(
        "dreadnought D (10,10) assaulted stunned_until=2 locked=x  "
        "tactical_squad x (11.72,10) models=1 kinds=0 locked=D",
        phase="assault",
    )
    game.does(assault_step, b("melta_bombs"), b("stay"), dice="1  4  6 6  5  2")
    assert game.ride("D").wrecked and game["x"].locked == ()


@pytest.mark.rule("veh.walker.assault-move", "veh.V71")
@pytest.mark.parametrize(("x", "reaches"), [(17.695, True), (17.75, False)])
def test_a_walker_assaults_within_six_inches(x, reaches):
    """Its front is at 11.2, the base of its foe is an inch wide."""
    game = table(f"dreadnought D (10,10)  guardians x ({x},10) models=1", phase="assault")
    found = stride_into(game.battle, game.ride("D"), [game["x"]], 6.0)
    assert (found is not None) is reaches
    if found is not None:
        assert found.path[-1].x == pytest.approx(16.0, abs=0.02)


@pytest.mark.rule("veh.walker.assault-move", "veh.walker.terrain")
@pytest.mark.parametrize(
    ("x", "ground", "rough"),
    [(30, "", False), (16, "", False), (16, "area (12,0) (13,30) ground=difficult", True)],
)
def test_what_a_walker_would_do_is_told_whether_it_gets_there_or_not(x, ground, rough):
    game = table(f"dreadnought D (10,10)  guardians x ({x},10) models=1  {ground}", phase="assault")
    found = assault_preview(game.battle, game.ride("D"), game["x"])
    assert sum(chance for _, chance in found.outcomes) == 1
    assert bool(found.given) is rough
