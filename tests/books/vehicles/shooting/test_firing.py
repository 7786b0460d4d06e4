"""Weapons are fired at vehicles and at troops."""

from __future__ import annotations

import pytest

from tests.books.vehicles.table import Position, table
from tests.kit.script import By, a, b
from warbook.board.geometry import Spot
from warbook.books.family.wounds import NEVER
from warbook.books.vehicles.army.lists import ModelType, Profile, UnitType
from warbook.books.vehicles.shooting.barrels import Barrel, barrels
from warbook.books.vehicles.shooting.firing import _struck, fire
from warbook.books.vehicles.shooting.salvo import at_vehicle
from warbook.books.vehicles.shooting.turn import shoot
from warbook.core.events import Template


def shoots(
    game: Position, firer: str, target: str, *answers: By, weapon: str = "", barrage: bool = False, dice: str
) -> Position:
    """All weapons of one kind, or everything, at a target."""
    battle = game.battle
    own, enemy = battle.either(firer), battle.either(target)
    fired = [
        each
        for each in barrels(battle, own, enemy)
        if each.barrage == barrage and weapon in ("", each.weapon.id)
    ]
    return game.does(lambda g: fire(g, own, enemy, fired), *answers, dice=dice)


def barrels_of(game: Position, firer: str, target: str) -> list[Barrel]:
    return barrels(game.battle, game.battle.either(firer), game.battle.either(target))


@pytest.mark.rule("veh.attack.sequence", "veh.attack.damage-roll", "veh.damage.stunned")
def test_a_shot_is_rolled_to_hit_to_penetrate_and_for_damage() -> None:
    game = table("predator_annihilator V (10,24) guns_lost=1+2      rhino v (40,24)", phase="shoot")
    shoots(game, "V", "v", dice="3 5 2")  # twin-linked lascannon, BS 4: 3 hits; 9 + 5 against 11; stunned
    assert game.ride("v").stunned_until == 1
    assert not game.ride("v").shaken


@pytest.mark.rule("veh.attack.penetration-result", "veh.damage.modifiers")
def test_a_glancing_hit_rolls_for_damage_at_minus_2() -> None:
    game = table("predator V (10,24) guns_lost=1+2      rhino v (40,24)", phase="shoot")
    shoots(game, "V", "v", dice="3 1 4 4")  # two shots, one hit; 7 + 4 = 11 glances; 4 - 2 = 2
    assert game.ride("v").stunned


@pytest.mark.rule("veh.attack.penetration-result")
def test_a_total_below_the_armour_does_nothing() -> None:
    game = table("predator V (10,24) guns_lost=1+2      rhino v (40,24)", phase="shoot")
    shoots(game, "V", "v", dice="3 1 3")
    assert game.says("unharmed")


@pytest.mark.rule("veh.V25")
def test_all_hits_of_a_unit_go_through_before_any_damage_is_rolled() -> None:
    game = table("predator V (10,24) guns_lost=1+2      rhino v (40,24)", phase="shoot")
    shoots(game, "V", "v", dice="3 4 5 6 6 1 2")  # both hit, both penetrate, then damage 6 and 1: it explodes
    assert game.ride("v").place == "out"


@pytest.mark.rule("veh.damage.weapon-destroyed")
def test_the_attacker_chooses_which_weapon_is_lost() -> None:
    game = table("predator V (10,24) guns_lost=1+2      leman_russ v (30,24) facing=0", phase="shoot")
    shoots(game, "V", "v", a("Heavy bolter"), dice="3 1 6 3")  # from behind: rear armour 10
    assert game.ride("v").guns_lost == (1,)


@pytest.mark.rule("veh.target.smoke-cover", "veh.V20")
def test_each_hit_that_goes_through_is_saved_by_itself_behind_smoke() -> None:
    game = table("predator V (10,24) guns_lost=1+2      rhino v (40,24) smoking", phase="shoot")
    shoots(game, "V", "v", dice="3 4 5 6 4 3 1")  # two through; 4 saves, 3 does not; shaken
    assert game.ride("v").shaken


@pytest.mark.rule("veh.walker.pivot-to-fire", "veh.V71")
def test_a_walker_turns_to_what_it_fires_at_and_stays_so() -> None:
    game = table("dreadnought V (20,24) guns_lost=1      rhino v (5,24)", phase="shoot")
    assert game.ride("V").facing == 0.0
    shoots(game, "V", "v", dice="1")
    assert game.ride("V").facing == pytest.approx(180.0)


@pytest.mark.rule("veh.walker.pivot-to-fire", "veh.P3")
@pytest.mark.parametrize(("y", "fires"), [(25.8, False), (26.3, True)])
def test_a_walker_does_not_turn_onto_a_friend_to_fire(y: float, fires: bool) -> None:
    game = table(
        f"dreadnought V (20,24) guns_lost=1      tactical_squad A (20,{y}) models=1      rhino v (32,40)",
        phase="shoot",
    )
    assert bool(barrels_of(game, "V", "v")) is fires


@pytest.mark.rule("veh.V16")
def test_no_other_vehicle_turns_to_fire() -> None:
    game = table("vindicator V (20,24)      rhino v (5,24)", phase="shoot")
    assert [each.weapon.id for each in barrels(game.battle, game.ride("V"), game.ride("v"))] == [
        "storm_bolter"
    ]


@pytest.mark.rule("veh.target.blast-on-hull", "veh.ordnance.marker", "veh.attack.penetration-roll")
def test_a_shell_whose_hole_stays_on_the_hull_strikes_the_side_turned_to_the_firer() -> None:
    game = table("leman_russ V (10,24) guns_lost=1      rhino v (40,24)", phase="shoot")
    shoots(game, "V", "v", dice="5 3 2 1")  # stays; two dice of which 3 counts: 8 + 3 = 11 glances; 1: shaken
    assert game.ride("v").shaken
    laid = next(event for event in game.events if isinstance(event, Template))
    assert (laid.spot.x, laid.spot.y, laid.length, laid.rule) == (40.0, 24.0, 5, "veh.ordnance.marker")


@pytest.mark.rule("veh.target.blast-off-hull", "veh.V24")
def test_a_shell_beside_the_hull_strikes_the_side_that_faces_its_hole_at_half_strength() -> None:
    # the rhino faces west; hour 6 from its front is behind it: 3 inches put the hole beside its rear, AV 10
    game = table("leman_russ V (10,24) guns_lost=1      rhino v (40,24)", phase="shoot")
    shoots(game, "V", "v", dice="1 7 3 3 6 4 3")  # 2D6 - 3 = 3; S 4 + 6 = 10 glances on the rear; 3 - 2 = 1
    assert game.ride("v").shaken
    assert game.ride("v").immobilized is False


@pytest.mark.rule("veh.target.blast-off-hull", "veh.V24")
@pytest.mark.parametrize(("x", "av"), [(24.4, 11), (24.5, 13), (24.6, 13)])
def test_a_shell_beside_the_very_diagonal_strikes_the_higher_armour(x: float, av: int) -> None:
    """A Predator is 4.5 inches long and 3 wide, so that (4.5, 3) from its middle is on the diagonal."""
    game = table("leman_russ v (60,24)      predator V (20,20)", phase="shoot", side="b")
    barrel = barrels(game.battle, game.ride("v"), game.ride("V"))[0]
    _, armour = _struck(game.battle, game.ride("v"), game.ride("V"), barrel, (barrel,), Spot(x, 23.0))
    assert armour.av == av


@pytest.mark.rule("veh.V23", "veh.target.blast-barrage-side", "veh.target.blast-off-hull")
@pytest.mark.parametrize(
    ("x", "ruling", "av"),
    [
        (56.0, "side", 11),  # beside the rear, AV 10
        (56.0, "facing_hole", 10),
        (64.0, "side", 11),  # beside the front, AV 13
        (64.0, "facing_hole", 13),
        (61.0, "facing_hole", 11),  # on the hull
    ],
)
def test_a_barrage_beside_the_hull_strikes_the_side_or_by_switch_what_faces_the_hole(
    x: float, ruling: str, av: int
) -> None:
    game = table("basilisk V (10,24)      predator v (60,24) facing=0", barrage_off_hull=ruling)
    (barrel,) = (each for each in barrels_of(game, "V", "v") if each.barrage)
    strike, armour = _struck(game.battle, game.ride("V"), game.ride("v"), barrel, (barrel,), Spot(x, 24.0))
    assert (armour.av, strike.s) == (av, 9 if x == 61.0 else 4)


@pytest.mark.rule("veh.target.smoke-cover", "veh.V23")
@pytest.mark.parametrize("ruling", ["side", "facing_hole"])
def test_what_ignores_cover_ignores_it_beside_the_hull_too(ruling: str) -> None:
    game = table("whirlwind V (10,24)      rhino v (50,24) smoking", barrage_off_hull=ruling)
    covers = {}
    for barrel in (each for each in barrels_of(game, "V", "v") if each.barrage):
        there = game.battle, game.ride("V"), game.ride("v"), barrel, (barrel,), Spot(54.0, 24.0)
        covers[barrel.weapon.id] = _struck(*there)[1].cover
    assert covers == {"whirlwind_vengeance": 4, "whirlwind_castellan": NEVER}


@pytest.mark.rule("veh.V22", "veh.target.blast-on-hull")
@pytest.mark.parametrize(
    "firer", ["leman_russ V (14,34) guns_lost=1", "tactical_squad V (14,34) models=1 kinds=3"]
)
def test_a_shell_strikes_the_side_in_whose_arc_the_firer_stands_though_he_sees_another(firer: str) -> None:
    """A wall hides the front of the Predator from him who stands before it. What is told is what happens."""
    game = table(
        f"{firer}      predator v (30,24) facing=180      wall (27.4,22) (27.4,25.7) h=6", phase="shoot"
    )
    battle, one, target = game.battle, game.battle.either("V"), game.ride("v")
    (barrel,) = (each for each in barrels(battle, one, target) if each.weapon.blast)
    ((_, told),) = at_vehicle(battle, one, target, (barrel,)).shells
    assert told.armour == _struck(battle, one, target, barrel, (barrel,), target.spot)[1]
    assert told.armour.av == 13


@pytest.mark.rule("veh.target.cover", "veh.V19")
def test_who_is_hit_by_a_shell_that_drifted_has_his_cover_on_the_side_that_it_strikes() -> None:
    """The frag missile could not hurt the front of the Chimera, AV 12, but it comes down on it from its side,
    AV 10, behind a wall."""
    game = table(
        "tactical_squad A (10,24) models=1 kinds=3      guard_squad x (30,24) models=1 kinds=1"
        "      chimera v (36,24) facing=90      wall (33,20) (33,28) h=2.4",
        phase="shoot",
    )
    # an arrow to the east, 2D6 - 4 = 6 inches; 4 + 6 = 10 glances; saved on a 4
    shoots(game, "A", "x", weapon="missile_frag", dice="1 1 5 5  6  4")
    assert [roll.faces for roll in game.rolled("veh.target.cover")] == [(4,)]
    assert not game.ride("v").stunned


@pytest.mark.rule("veh.attack.damage-roll")
def test_what_a_shell_came_down_on_besides_is_told_to_be_unharmed() -> None:
    game = table(
        "leman_russ V (10,24) guns_lost=1      guard_squad x (30,24) models=1 kinds=1"
        "      predator v (34,24) facing=180",
        phase="shoot",
    )
    # it stays, and lies over the front of the Predator: 4 + 6 is below 13
    shoots(game, "V", "x", weapon="battle_cannon", dice="5  1  6 6")
    assert game.says("v is unharmed")


@pytest.mark.rule("veh.attack.penetration-roll")
def test_the_score_to_penetrate_is_told_as_one_that_dice_can_show() -> None:
    game = table("dreadnought V (10,24) guns_lost=1      rhino v (15,24) facing=0", phase="shoot")
    shoots(game, "V", "v", weapon="multi_melta", dice="3  1 1  1")  # two dice and 8 against the rear, AV 10
    assert [roll.need for roll in game.rolled("veh.attack.penetration-roll")] == [2]


@pytest.mark.rule("veh.target.blast-off-hull")
def test_a_shell_far_from_the_hull_misses() -> None:
    game = table("leman_russ V (10,24) guns_lost=1      rhino v (40,24)", phase="shoot")
    shoots(game, "V", "v", dice="1 7 6 6")
    assert game.says("unharmed")


@pytest.mark.rule("veh.target.blast-barrage-side")
def test_a_barrage_strikes_the_side_wherever_the_firer_stands() -> None:
    game = table("basilisk V (2.5,24) guns_lost=1      leman_russ v (60,24)", phase="shoot")
    shoots(
        game, "V", "v", weapon="earthshaker", barrage=True, dice="6 4 2 3"
    )  # 9 + 4 = 13 glances on the side
    assert game.rolled("veh.damage.modifiers")


@pytest.mark.rule("veh.ordnance.barrage-pinning", "veh.P9")
def test_a_barrage_that_wounds_pins_at_minus_1() -> None:
    game = table("basilisk V (2.5,24) guns_lost=1      guard_squad x (60,24) models=4 kinds=1", phase="shoot")
    shoots(game, "V", "x", b("stand"), b("usual"), weapon="earthshaker", barrage=True, dice="6 2 1 1 4 3")
    # one of those under the marker is wounded and dies; Ld 7 - 1: 7 on two dice fails
    assert len(game.battle.standing(game["x"])) == 3
    assert game["x"].grounded_until


@pytest.mark.rule("veh.P13")
@pytest.mark.parametrize(("save", "left"), [(4, 1), (3, 1), (2, 0)])
def test_a_weapon_that_gets_hot_wounds_who_fires_it_unless_he_saves(save: int, left: int) -> None:
    gunner = ModelType(
        name="gunner",
        count=1,
        profile=Profile(4, 4, 4, 4, 1, 4, 1, 8),
        save=3,
        weapons=("plasma_gun",),
    )
    squad = UnitType(
        id="gunners",
        name="Gunners",
        faction="marines",
        points=20,
        base=1.0,
        height=1.2,
        models=(gunner,),
        invulnerable_save=7,
    )
    game = table("gunners A (10,24)      rhino v (26,24)", phase="shoot", own_units=[squad])
    shoots(game, "A", "v", dice=f"1 {save}")
    assert len(game.battle.standing(game["A"])) == left


@pytest.mark.rule("veh.target.template-facing")
def test_a_flame_strikes_the_side_that_the_firer_faces_without_a_roll_to_hit() -> None:
    game = table("deff_dread V (20,24) guns_lost=0      rhino v (27,24) facing=90", phase="shoot")
    shoots(game, "V", "v", weapon="skorcha", dice="6 1")  # S 5 + 6 = 11 glances on the side
    assert game.ride("v").shaken


@pytest.mark.rule("veh.target.template-facing", "veh.attack.sequence")
def test_a_flame_fired_with_other_guns_hits_once() -> None:
    game = table("hellhound V (10,24)      rhino v (20,24)", phase="shoot")
    shoots(game, "V", "v", dice="3 3 3 4")  # BS 3: the heavy bolter misses; S 6 + 4 is below 11
    assert [len(roll.faces) for roll in game.rolled("veh.attack.penetration-roll")] == [1]


@pytest.mark.rule("veh.damage.explodes", "veh.P10")
def test_who_dies_in_the_explosion_is_not_hit_by_the_barrage_that_caused_it() -> None:
    game = table(
        "basilisk V (5,24)      rhino v (60,24)      guard_squad x (60,26.2) models=1 kinds=1", phase="shoot"
    )
    shoots(game, "V", "v", barrage=True, weapon="earthshaker", dice="6 6 5 6 3 4 1")
    assert (game.ride("v").place, game.battle.standing(game["x"])) == ("out", [])
    assert len(game.rolled("veh.P6")) == 1


@pytest.mark.rule("veh.P8", "veh.P14")
def test_fire_at_troops_hits_wounds_and_is_saved_from() -> None:
    game = table(
        "predator V (10,24) guns_lost=1+2      guard_squad x (30,24) models=4 kinds=1", phase="shoot"
    )
    shoots(
        game, "V", "x", b("stand"), b("usual"), dice="3 4 2 2"
    )  # autocannon AP 4: no armour save, both die
    assert len(game.battle.standing(game["x"])) == 2
    assert game["x"].lost == 2


@pytest.mark.rule("veh.P11")
@pytest.mark.parametrize(("weapon", "slow"), [("boltgun", True), ("bolt_pistol", False)])
def test_rapid_fire_keeps_a_unit_from_assaulting(weapon: str, slow: bool) -> None:
    game = table(
        "tactical_squad A (10,24) models=1 kinds=1      guard_squad x (18,24) models=4 kinds=1", phase="shoot"
    )
    shots = "1 1" if weapon == "boltgun" else "1"
    shoots(game, "A", "x", weapon=weapon, dice=shots)
    assert game["A"].fired_slow is slow
    assert game["A"].shot_at == "x"


@pytest.mark.rule("veh.target.blast-place", "veh.P10")
def test_a_marker_is_laid_over_the_hull_so_that_it_covers_no_friend() -> None:
    """The friend begins 2.3 inches east of its middle."""
    game = table(
        "vindicator V (10,24) guns_lost=1      rhino v (20,24)      tactical_squad A (22.8,24) models=1",
        phase="shoot",
    )
    shoots(game, "V", "v", dice="6 1 1 1")
    (laid,) = [event for event in game.events if isinstance(event, Template)]
    assert 22.3 - laid.spot.x >= 2.5 and 20 - laid.spot.x <= 2.25
    at = at_vehicle(game.battle, game.ride("V"), game.ride("v"), barrels_of(game, "V", "v"))
    ((_, shelling),) = at.shells
    ahead, behind = shelling.rays[0].on_hull, shelling.rays[6].on_hull
    assert (ahead, behind) == (1, 2)  # from the middle it would be 2 and 2; it faces west


@pytest.mark.rule("veh.P10")
def test_a_blast_that_would_cover_a_friend_everywhere_is_not_offered() -> None:
    game = table(
        "vindicator V (10,24) guns_lost=1      trukk v (20,24)"
        "      tactical_squad A (22.8,24) (17.2,24) (20,26.1) (20,21.9) models=4",
        phase="shoot",
    )
    question = game.tries(shoot)
    barred = {option.id: option.barred for option in question.options}
    assert barred["A"] is None and barred["V"] is not None and barred["V"].rule == "veh.attack.select"


@pytest.mark.rule("veh.P10")
def test_a_marker_is_laid_on_somebody_in_sight_however_many_stand_behind_a_wall() -> None:
    game = table(
        "vindicator V (10,24) guns_lost=1"
        "      guard_squad x (22,20) (27,24) (27,25.2) (27,26.4) (28.2,24) kinds=1"
        "      wall (24,22) (24,40) h=9",
        phase="shoot",
    )
    shoots(game, "V", "x", dice="6 1")
    (laid,) = [event for event in game.events if isinstance(event, Template)]
    assert (laid.spot.x, laid.spot.y) == (22.0, 20.0)


@pytest.mark.rule("veh.V41", "veh.target.blast-on-hull")
def test_a_wreck_under_the_marker_is_only_ground() -> None:
    """The marker stays: the rhino is hit, and the wreck of another beside it is not hit again."""
    game = table(
        "leman_russ V (10,24) guns_lost=1+2+3      rhino v (40,24)      rhino w (40,27.2) wrecked",
        phase="shoot",
    )
    shoots(game, "V", "v", weapon="battle_cannon", dice="6  1 1")
    assert len(game.rolled("veh.attack.penetration-roll")) == 1
    assert game.ride("w").place == "table"


@pytest.mark.rule("veh.P8")
@pytest.mark.parametrize(("lost", "left", "tests"), [(2, 8, 0), (3, 7, 1), (9, 1, 1), (10, 0, 0)])
def test_a_quarter_lost_to_shooting_is_tested_and_of_nobody_nothing(lost: int, left: int, tests: int) -> None:
    game = table("rhino V (10,24) shot      guard_squad x (30,24)", phase="shoot")
    game["x"].lost = lost
    for model in game.battle.members(game["x"])[left:]:
        model.place = "out"
    game.does(shoot, dice="1 1" if tests else "")
    assert len(game.rolled("veh.P8")) == tests and game["x"].lost == 0


@pytest.mark.rule("veh.damage.modifiers", "veh.P13")
@pytest.mark.parametrize(("target", "words"), [("rhino", ["AP 1 +1"]), ("trukk", ["open-topped +1"])])
def test_the_damage_die_is_told_with_what_changes_it(target: str, words: list[str]) -> None:
    """Beside a meltagun a boltgun cannot hurt a Rhino, and has no say; a Trukk it can hurt."""
    game = table(f"tactical_squad A (10,24) (11.5,24) kinds=1+2      {target} v (20,24)", phase="shoot")
    guns = [each for each in barrels_of(game, "A", "v") if each.weapon.id != "bolt_pistol"]
    game.does(lambda g: fire(g, game["A"], game.ride("v"), guns), dice="1 1 4  3 4  1")
    (roll,) = game.rolled("veh.damage.table")
    assert [each.why for each in roll.modifiers] == words


@pytest.mark.rule("veh.P10")
@pytest.mark.parametrize(("x", "hits"), [(3.2, 1), (2.3, 0)])
def test_a_marker_whose_middle_is_off_the_table_hits_nobody(x: float, hits: int) -> None:
    """It drifts three inches over the front of a Rhino that looks west: to 0.2, or over the edge."""
    game = table(f"leman_russ V (50,24) facing=180 guns_lost=1+2+3      rhino v ({x},24)", phase="shoot")
    shoots(game, "V", "v", weapon="battle_cannon", dice="1 1 3 3" + "  1 1" * hits)
    assert len(game.rolled("veh.attack.penetration-roll")) == hits
