"""What the weapons' own rules and the skills do to shooting."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.books.gorkamorka.table import Position, table, why
from tests.kit.script import a
from warbook.books.gorkamorka.shooting.able import may_shoot
from warbook.books.gorkamorka.shooting.aim import shots
from warbook.books.gorkamorka.shooting.ammo import spend
from warbook.books.gorkamorka.shooting.arms import not_ready, ranged_arms
from warbook.core.events import Template

HIT = "gce.shooting.to-hit"
WOUND = "gce.wounding.wound-roll"
NOTES = "gce.weapon.notes"


def duel(shooter: str, target: str = "", at: float = 16.0, kind: str = "ork_boy", **rulings: Any) -> Position:
    text = f"{kind} A (10,10) {shooter}   ork_boy x ({at},10) {target}   ork_boy y (46,46)"
    return table(text, phase="shoot", **rulings)


def shoot(game: Position, dice: str, mark: str = "x") -> Position:
    return game.play(a("A"), a(mark), dice=dice)


# ---------------------------------------------------------------- knockback


@pytest.mark.rule("gce.weapon.notes")
@pytest.mark.parametrize(("die", "x"), [(2, 16.0), (3, 18.0), (6, 18.0)])
def test_who_does_not_roll_under_his_strength_is_knocked_2_inches_back(die: int, x: float) -> None:
    assert shoot(duel("kannon"), f"5 1 {die}")["x"].x == x


@pytest.mark.rule("gce.weapon.notes")
def test_as_far_as_there_is_room_and_over_an_edge_he_falls() -> None:
    game = table("ork_boy A (10,10) kannon   ork_boy x (16,10)   ork_boy z (18,10)", phase="shoot")
    assert shoot(game, "5 1 4")["x"].x == 17.0
    text = "block (10,5) (17,15) h=3   ork_boy A (11,10,3) kannon   ork_boy x (16,10,3)"
    game = shoot(table(text, phase="shoot"), "5 1 4 1")
    assert game["x"].z == 0.0 and game["x"].x > 17.0 and len(game.rolled(WOUND)) == 2


@pytest.mark.rule("gce.weapon.notes")
@pytest.mark.parametrize(("post", "overboard"), [("", True), ("driver", False)])
def test_crew_fall_overboard_and_drivers_do_not(post: str, overboard: bool) -> None:
    place = "1" if not post else "5"
    game = table(
        f"ork_boy A (10,10) kannon   ork_trukk t (18,10) moved=gas   ork_boy x in t {post}", phase="shoot"
    )
    rolls = f"4 {place} 4" + (" 1 1 4 1" if overboard else " 4 1")
    game = game.play(a("A"), a("t"), dice=rolls)
    assert (game["x"].aboard == "") is overboard


# ---------------------------------------------------------------- reloading, moving


@pytest.mark.rule("gce.weapon.notes")
def test_after_firing_a_whole_shooting_phase_to_reload() -> None:
    game = duel("six_shoota", "w=9").play(a("A"), a("single"), a("x"), dice="1")
    arm = ranged_arms(game.battle, game["A"])[0]
    bars = []
    for turn in (2, 3):
        game.battle.turn = turn
        bars.append(not_ready(game.battle, game["A"], arm))
    assert why(bars[0]).words == "being reloaded" and bars[1] is None


@pytest.mark.rule("gce.weapon.notes")
@pytest.mark.parametrize(("moved", "barred"), [("walked", True), ("stayed", False)])
def test_a_crossbow_does_not_fire_in_a_turn_of_movement(moved: str, barred: bool) -> None:
    game = duel(f"crossbow moved={moved}")
    assert (may_shoot(game.battle, game["A"]) is not None) is barred
    game = table("ork_trukk T (10,10)   ork_boy A in T crossbow   ork_boy x (20,10)", phase="shoot")
    game.ride("T").went_in = game.battle.now
    assert why(may_shoot(game.battle, game["A"])).words == "has no weapon that can fire"


@pytest.mark.rule("gce.weapon.notes")
@pytest.mark.parametrize(("words", "at", "shots"), [("", 16.0, 2), ("", 19.0, 1), ("moved=walked", 16.0, 1)])
def test_a_catapult_has_two_shots_within_short_range_for_who_stood_still(
    words: str, at: float, shots: int
) -> None:
    game = duel(f"catapult {words}", at=at)
    assert len(shoot(game, "2 " * shots).rolled(HIT)) == shots


@pytest.mark.rule("gce.weapon.notes")
def test_but_one_from_a_vehicle() -> None:
    game = table("ork_trukk T (10,10)   ork_boy A in T catapult   ork_boy x (16,10)", phase="shoot")
    assert len(shoot(game, "2").rolled(HIT)) == 1


@pytest.mark.rule("gce.weapon.notes")
def test_rapid_fire_is_two_shots_for_who_did_not_move() -> None:
    assert len(shoot(duel("shoota rapid_fire"), "2 2").rolled(HIT)) == 2
    assert len(shoot(duel("shoota rapid_fire moved=walked"), "2").rolled(HIT)) == 1


# ---------------------------------------------------------------- nets, bolas, spears


@pytest.mark.rule("gce.weapon.notes")
def test_a_net_holds_whom_it_hits_and_is_gone() -> None:
    game = shoot(duel("net", at=14.0), "4")
    assert game["x"].netted and not game.rolled(WOUND) and game["A"].thrown == ("net",)
    assert not shoot(duel("net", at=14.0), "3")["x"].netted
    assert not shoot(duel("net", at=14.0), "1").rolled(WOUND)
    assert why(may_shoot(game.battle, game["A"])).rule == "gce.shooting.once"


@pytest.mark.rule("gce.weapon.notes")
def test_nobody_throws_one_net_twice() -> None:
    game = shoot(duel("net rapid_fire", at=14.0), "2")
    assert len(game.rolled(HIT)) == 1


@pytest.mark.rule("gce.weapon.notes")
def test_bolas_hobble_and_a_1_hits_their_thrower() -> None:
    assert shoot(duel("bolas"), "4")["x"].hobbled
    game = shoot(duel("bolas"), "1 1")
    assert [roll.by for roll in game.rolled(WOUND)] == ["A"] and not game["x"].hobbled
    assert shoot(duel("bolas"), "6 2")["A"].empty == ("bolas",)  # auto: every ammo roll fails


@pytest.mark.rule("gce.weapon.notes")
def test_nothing_of_the_kind_catches_a_vehicle() -> None:
    game = table(
        "ork_boy A (10,10) bolas   ork_trukk t (16,10)   ork_boy x in t   ork_boy y (16,14)", phase="shoot"
    )
    assert game.option("t", a("A")).barred.rule == NOTES


@pytest.mark.rule("gce.weapon.notes", "gce.shooting.ranged-attacks")
def test_a_spear_is_thrown_once_with_its_own_profile() -> None:
    game = shoot(duel("spear s=4"), "5 3")
    roll = game.rolled(HIT)[0]
    assert roll.need == 5 and game["A"].thrown == ("spear",)
    assert game.rolled(WOUND)[0].need == 4  # his own Strength


@pytest.mark.rule("gce.vehicle-damage.save", "gce.weapon.hth-save-varies")
@pytest.mark.parametrize(("strength", "saves"), [(3, 6), (4, None)])
def test_plates_feel_the_modifier_of_a_strong_arm(strength: int, saves: int | None) -> None:
    """A plate saves on a 6; the spear of a Strength of 4 has a modifier of -1."""
    text = f"ork_boy A (10,10) spear s={strength}   ork_trukk t (18,10) armour_plates   ork_boy e in t driver"
    game = table(text, phase="shoot").play(a("A"), a("t"), dice="6 3 6" + (" 6" if saves else " 3"))
    assert [roll.need for roll in game.rolled("gce.vehicle-damage.save")] == ([saves] if saves else [])


# ---------------------------------------------------------------- Strength by the die


@pytest.mark.rule("gce.weapon.strength")
def test_a_harpoon_rolls_its_strength_for_each_shot() -> None:
    text = "ork_trukk T (10,10) weapon=harpoon_gun   ork_boy A in T gunner   ork_boy x (20,10)"
    game = table(text, phase="shoot")
    shoot(game, "4 3 1")
    assert game.rolled("gce.weapon.strength")[0].faces == (3,) and game.rolled(WOUND)[0].need == 3
    known = table(text, phase="shoot", premeasuring=True)
    chances = dict(known.option("x", a("A")).preview().outcomes)
    wounds = sum((Fraction(7 - need, 6) for need in (5, 4, 3, 2, 2, 2)), Fraction(0)) / 6
    assert 1 - chances["miss"] - chances["no wound"] == Fraction(1, 2) * wounds


# ---------------------------------------------------------------- the splattapult


LUGGA = "grot_big_lugga T (10,10) weapon=splattapult_rocks   grot_rebel A in T gunner"


def lob(game: Position, dice: str, mark: str, guess: int, arm: str = "splattapult_rocks") -> Position:
    return game.play(a("A"), a(mark), a(arm), a(str(guess)), dice=dice)


@pytest.mark.rule("gce.weapon.notes", "gce.special-weapons.scatter-general")
def test_the_range_is_guessed_and_the_shot_drifts_2d6_less_the_gunners_bs() -> None:
    game = table(f"{LUGGA}   ork_boy x (25.5,10)", phase="shoot")
    question = game.question(a("A"), a("x"), a("splattapult_rocks"))
    ids = [option.id for option in question.options]
    assert ids[0] == "6" and ids[-1] == "24" and question.options[0].preview is None
    lob(game, "6 1 4", "x", 12)  # the front edge is at 13.5
    [shape] = [event for event in game.events if isinstance(event, Template)]
    assert (shape.spot.x, shape.spot.y) == (25.5, 10.0) and len(game.rolled(WOUND)) == 1
    game = lob(table(f"{LUGGA}   ork_boy x (25.5,10)", phase="shoot"), "5 4 4 4 3", "x", 12)
    [shape] = [event for event in game.events if isinstance(event, Template)]
    assert shape.spot.x == 25.5 + 8 - 3


@pytest.mark.rule("gce.weapon.notes")
def test_a_burna_hits_whom_it_touches_on_a_4_and_sets_alight() -> None:
    game = table(f"{LUGGA}   ork_boy x (25.5,10)", phase="shoot")
    lob(game, "6 4 1 4 4", "x", 12, "splattapult_burna")
    assert game["x"].burning
    game = table(f"{LUGGA}   ork_boy x (25.5,10)", phase="shoot")
    assert not lob(game, "6 3 4", "x", 12, "splattapult_burna").rolled(WOUND)


@pytest.mark.rule("gce.weapon.notes")
def test_a_rippa_spares_the_vehicle_and_makes_the_crew_leap() -> None:
    game = table(f"{LUGGA}   ork_trukk t (25.5,10)   ork_boy x in t", phase="shoot")
    lob(game, "6 6 6 3 4 4", "t", 12, "splattapult_rippa")
    assert not game["x"].aboard and not game.rolled("gce.vehicle-damage.template-full")
    game = table(f"{LUGGA}   ork_trukk t (25.5,10)   ork_boy x in t", phase="shoot")
    assert lob(game, "6 3 4 4", "t", 12, "splattapult_rippa")["x"].aboard == "t"


@pytest.mark.rule("gce.weapon.notes")
def test_it_fires_in_the_own_phase_only() -> None:
    game = table(f"{LUGGA}   ork_boy x (25.5,10)", phase="shoot", side="b")
    arm = ranged_arms(game.battle, game["A"])[0]
    assert why(not_ready(game.battle, game["A"], arm)).words == "in the own shooting phase only"


@pytest.mark.rule("gce.shooting.no-premeasure")
def test_where_ranges_are_known_each_guess_has_its_odds() -> None:
    game = table(f"{LUGGA}   ork_boy x (25.5,10)", phase="shoot", premeasuring=True)
    options = game.question(a("A"), a("x"), a("splattapult_rocks")).options
    miss = {option.id: dict(option.preview().outcomes).get("miss", Fraction(0)) for option in options}
    assert min(miss, key=lambda guess: miss[guess]) == "12"


# ---------------------------------------------------------------- skills


@pytest.mark.rule("gce.wounding.injury-roll")
def test_a_deadeye_rolls_two_dice_for_the_injury_and_keeps_one() -> None:
    game = shoot(duel("shoota deadeye"), "4 5 1 6")
    assert game["x"].place == "out"


@pytest.mark.rule("gce.vehicle-damage.location-roll")
def test_who_is_kool_chooses_the_location() -> None:
    text = "ork_boy A (10,10) shoota kool   ork_trukk t (18,10)   ork_spanner d in t driver"
    game = table(text, phase="shoot").play(a("A"), a("t"), a("5"), dice="3 1")
    assert not game.rolled("gce.vehicle-damage.location-roll")
    shown = table(text, phase="shoot", premeasuring=True).option("t", a("A")).preview()
    assert [case.given for case in shown.cases] == ["at: wheels", "at: driver", "at: engine"]


@pytest.mark.rule("gce.vehicle-damage.resolve")
def test_the_places_he_chooses_are_resolved_from_the_lowest() -> None:
    text = "ork_boy A (10,10) shoota kool rapid_fire   ork_trukk t (18,10) moved=gas   ork_boy d in t driver"
    game = table(text, phase="shoot").play(a("A"), a("t"), a("5"), a("3"), dice="3 3  6 6  6 1")
    assert game.ride("t").immobilised and not game.rolled("gce.basics.leadership-test")


@pytest.mark.rule("gce.vehicle-damage.resolve")
def test_two_hits_that_he_places_alike_go_through_before_either_does_damage() -> None:
    """R8.4. The dice: both to hit, both to penetrate the armour of 8, both on the damage table."""
    text = "ork_boy A (10,10) shoota kool rapid_fire   ork_trukk t (18,10) moved=gas   ork_boy d in t driver"
    game = table(text, phase="shoot").play(a("A"), a("t"), a("3"), a("3"), dice="3 3  6 4  3")
    assert [roll.rule for roll in game.rolled("gce.vehicle-damage.penetrate")] == [
        "gce.vehicle-damage.penetrate"
    ] * 2
    assert game.ride("t").slower == 1


@pytest.mark.rule("gce.shooting.not-after-run")
def test_a_hipshoota_who_ran_fires_no_fixed_weapon() -> None:
    text = "ork_trukk T (10,10) weapon=rokkit_launcha   ork_boy A in T gunner hipshoota moved=ran {0}"
    game = table(text.format("") + "   ork_boy x (20,10)", phase="shoot")
    assert why(may_shoot(game.battle, game["A"])).words == "has no weapon that can fire"
    game = table(text.format("slugga") + "   ork_boy x (20,10)", phase="shoot")
    assert may_shoot(game.battle, game["A"]) is None


@pytest.mark.rule("gce.weapon.notes")
def test_nobody_is_knocked_off_the_table() -> None:
    game = table("ork_boy A (36,10) kannon   ork_boy x (46.5,10) facing=0", phase="shoot")
    game.play(a("A"), a("x"), dice="5 1 3")
    assert 46.5 < game["x"].x <= 47.5
    game = table("ork_boy A (10,36) kannon facing=90   ork_boy x (10,46.5) facing=90", phase="shoot")
    game.play(a("A"), a("x"), dice="5 1 3")
    assert 46.5 < game["x"].y <= 47.5


@pytest.mark.rule("gce.weapon.notes", "gce.basics.units")
@pytest.mark.parametrize(("inches", "count"), [(0.0, 2), (6.0, 2), (6.1, 1)])
def test_a_catapult_shoots_twice_up_to_its_short_range(inches: float, count: int) -> None:
    """Within 6 inches includes 6."""
    game = table("grot_rebel A (10,10) catapult   ork_boy x (40,40)", phase="shoot")
    assert shots(game.battle, game["A"], ranged_arms(game.battle, game["A"])[0], inches) == count


@pytest.mark.rule("gce.weapon.notes")
@pytest.mark.parametrize(
    ("shooter", "he", "axis"),
    [("(12,10) facing=180", "(1.5,10)", "x"), ("(10,12) facing=270", "(10,1.5)", "y")],
)
def test_nor_is_anybody_knocked_over_the_other_edges(shooter: str, he: str, axis: str) -> None:
    game = table(f"ork_boy A {shooter} kannon   ork_boy x {he}", phase="shoot")
    game.play(a("A"), a("x"), dice="5 1 3")
    assert 0.5 <= getattr(game["x"], axis) < 1.5


@pytest.mark.rule("gce.weapon.notes")
@pytest.mark.parametrize(("side", "again"), [("a", 2), ("b", 3), ("c", 3)])
def test_what_was_fired_in_another_players_turn_is_reloaded_in_his_next_own(side: str, again: int) -> None:
    """The shooter is of side b: in the turn of a his own is still to come, and is the one he misses."""
    game = table("ork_boy A (10,10)   ork_boy x (16,10) six_shoota   ork_boy z (30,30) side=c", sides=3)
    game.battle.side = side
    shooter = game["x"]
    spend(game.game, shooter, ranged_arms(game.battle, shooter)[0], 0)
    assert shooter.reloading == (("six_shoota", again),)
