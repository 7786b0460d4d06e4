"""One shot: the range, the roll to hit, what it does, and what it costs the weapon."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.books.gorkamorka.table import Position, table
from tests.kit.script import By, a
from warbook.core.events import Aimed, Became

HIT = "gce.shooting.to-hit"
AMMO = "gce.special-weapons.ammo-roll"


def duel(shooter: str = "shoota", target: str = "", at: float = 20.0, **rulings: Any) -> Position:
    """Base to base the two are `at` - 11 inches apart."""
    return table(f"ork_boy A (10,10) {shooter}   ork_boy x ({at},10) {target}", phase="shoot", **rulings)


def shoot(game: Position, dice: str, *answers: By) -> Position:
    return game.play(a("A"), a("x"), *answers, dice=dice)


@pytest.mark.rule("gce.wounding.save")
@pytest.mark.parametrize(
    ("weapon", "worn", "saves"), [("bow", "", [6]), ("bow", "shield", [5]), ("slugga", "shield", [])]
)
def test_a_shield_helps_against_arrows_and_not_against_bullets(
    weapon: str, worn: str, saves: list[int]
) -> None:
    """Arrows make saving easier by themselves."""
    game = shoot(duel(weapon, worn, at=14.0), "5 6 6" if saves else "5 6 4")
    assert [roll.need for roll in game.rolled("gce.wounding.save")] == saves


# ---------------------------------------------------------------- range and the roll


@pytest.mark.rule("gce.shooting.check-range", "gce.shooting.range-modifiers", "gce.weapon.short-range")
@pytest.mark.parametrize(
    ("at", "need", "says"), [(21.0, 3, "10.0"), (23.0, 3, "12.0"), (23.5, 4, "12.5"), (28.0, 4, "17.0")]
)
def test_the_band_is_found_after_the_declaration(at: float, need: int, says: str) -> None:
    game = shoot(duel(at=at), "1")
    assert game.rolled(HIT)[0].need == need
    assert next(event.words for event in game.events if isinstance(event, Aimed)).count(f'{says}"') == 1


@pytest.mark.rule("gce.shooting.out-of-range", "gce.weapon.long-range")
@pytest.mark.parametrize(("die", "ammo", "empty"), [("6", "4", ()), ("6", "3", ("shoota",)), ("5", "", ())])
def test_out_of_range_it_misses_but_a_6_calls_for_an_ammo_roll(
    die: str, ammo: str, empty: tuple[str, ...]
) -> None:
    game = shoot(duel(at=31), f"{die} {ammo}")
    assert game["A"].empty == empty and len(game.rolled(AMMO)) == (1 if ammo else 0)
    assert game.rolled(HIT)[0].need is None and not game["x"].flesh and not game["x"].down


@pytest.mark.rule("gce.shooting.to-hit", "gce.shooting.bs-table")
@pytest.mark.parametrize(
    ("bs", "die", "hit"), [(3, 4, True), (3, 3, False), (9, 1, False), (5, 2, True), (4, 2, False)]
)
def test_seven_or_more_hits_and_a_1_never(bs: int, die: int, hit: bool) -> None:
    game = shoot(duel(f"shoota bs={bs}", at=27), f"{die} 1" if hit else f"{die}")
    assert bool(game.rolled("gce.wounding.wound-roll")) is hit


@pytest.mark.rule("gce.shooting.to-hit")
def test_flesh_wounds_count_and_every_modifier_is_named() -> None:
    game = shoot(duel("shoota flesh=1", at=20), "1")
    roll = game.rolled(HIT)[0]
    assert [(each.value, each.why) for each in roll.modifiers] == [
        (2, "Ballistic Skill 2"),
        (1, "weapon at this range"),
    ]
    assert roll.need == 4 and roll.by == "A" and all(each.rule for each in roll.modifiers)


@pytest.mark.rule("gce.shooting.seven-plus", "gce.special-weapons.ammo-trigger")
@pytest.mark.parametrize(
    ("bs", "dice", "hit"),
    [(0, "6 4 1 4", True), (0, "6 3 4", False), (0, "5", False)],
)
def test_a_need_of_7_takes_a_6_and_a_second_die_and_the_6_an_ammo_roll(bs: int, dice: str, hit: bool) -> None:
    game = shoot(duel(f"shoota bs={bs}", at=27), dice)
    assert len(game.rolled("gce.shooting.seven-plus")) == int(dice[0] == "6")
    assert bool(game.rolled("gce.wounding.wound-roll")) is hit
    assert len(game.rolled(AMMO)) == int(dice[0] == "6")


@pytest.mark.rule("gce.shooting.seven-plus")
def test_a_need_of_10_cannot_hit() -> None:
    wall = "wall (26.3,8) (26.3,12) h=0.8"
    game = table(f"ork_boy A (10,10) kannon bs=0   {wall}   ork_boy x (27,10)", phase="shoot")
    game.play(a("A"), a("x"), dice="6 4")
    assert game.rolled(HIT)[0].need is None and not game.rolled("gce.shooting.seven-plus")


@pytest.mark.rule("gce.shooting.no-premeasure", "gce.shooting.check-range")
def test_the_distance_comes_to_light_by_the_shot_and_undo_stops_there() -> None:
    game = shoot(duel(at=20), "1")
    tape = game.game.steps[-1].tape
    assert any("9.0" in getattr(entry, "words", "") for entry in tape)
    game = shoot(duel(at=20, premeasuring=True), "1")
    assert not any(getattr(entry, "words", "") for entry in game.game.steps[-1].tape)


# ---------------------------------------------------------------- what it does


@pytest.mark.rule("gce.shooting.sequence", "gce.wounding.pin-on-hit")
def test_a_hit_pins_wounds_and_injures() -> None:
    game = table("ork_boy A (10,10) shoota   grot_rebel x (20,10)", phase="shoot")
    game.play(a("A"), a("x"), dice="3 3")
    assert game["x"].pinned and not game["x"].down
    game["A"].shot = False
    game.play(a("A"), a("x"), dice="3 4 4")
    assert game["x"].down


@pytest.mark.rule("gce.shooting.at-down")
def test_who_is_down_may_be_shot_at_and_rolls_again_for_injury() -> None:
    assert shoot(duel(target="down wounds=0"), "3 5 6")["x"].place == "out"


@pytest.mark.rule("gce.weapon.damage-vs-armour", "gce.vehicle-damage.points")
def test_a_hit_on_a_vehicle_is_one_point_or_by_switch_the_weapons_damage() -> None:
    text = """ork_trukk T (10,10) weapon=rokkit_launcha   ork_boy A in T gunner
        ork_trukk t (20,10)   ork_spanner d in t driver"""
    game = table(text, phase="shoot").play(a("A"), a("t"), dice="4 3 1")
    assert len(game.rolled("gce.vehicle-damage.location-roll")) == 1
    game = table(text, phase="shoot", weapon_damage_vs_vehicles="profile")
    game.play(a("A"), a("t"), dice="4 2 3 3 1 1")
    assert len(game.rolled("gce.vehicle-damage.location-roll")) == 2


@pytest.mark.rule("gce.shooting.vehicle-with-hth")
@pytest.mark.parametrize(("face", "who"), [(1, "x"), (2, "y"), (3, "z"), (4, "B")])
def test_a_friend_aboard_is_one_of_the_crew(face: int, who: str) -> None:
    game = table(
        """ork_boy A (10,10) shoota   ork_trukk t (20,10) moved=gas   ork_spanner d in t driver
        ork_boy x in t   ork_boy y in t   ork_boy z in t   ork_boy B in t""",
        phase="shoot",
    )
    game.play(a("A"), a("t"), dice=f"3 1 5 1 {face} 1")
    assert who in [event.by for event in game.rolled("gce.wounding.wound-roll")]


@pytest.mark.rule("gce.shooting.stationary-vehicle-aboard")
def test_from_its_own_deck_a_standing_vehicle_cannot_be_missed() -> None:
    text = "ork_trukk t (20,10) {0}   ork_boy A in t shoota   ork_boy x (30,30)"
    game = table(text.format("immobilised"), phase="shoot").play(a("A"), a("t"), dice="3 1")
    assert not game.rolled(HIT) and len(game.rolled("gce.vehicle-damage.location-roll")) == 1
    barred = table(text.format("moved=gas"), phase="shoot").option("t", a("A")).barred
    assert barred.rule == "gce.shooting.stationary-vehicle-aboard"


@pytest.mark.rule("gce.shooting.stationary-vehicle-aboard")
@pytest.mark.parametrize(
    ("weapon", "dice"), [("shoota", "1 3 1"), ("krak_stikkbombz", "1 3 1"), ("frag_stikkbombz", "1  1 3 1")]
)
def test_nor_does_he_hit_himself_there(weapon: str, dice: str) -> None:
    """He is the only one aboard: there is no crew to be hit, and a 1 for the location is rolled again."""
    text = f"ork_trukk t (20,10) immobilised   ork_boy A in t {weapon}   ork_boy x (30,30)"
    game = table(text, phase="shoot").play(a("A"), a("t"), dice=dice)
    assert [roll.faces for roll in game.rolled("gce.vehicle-damage.location-roll")] == [(1,), (3,)]
    assert not game.rolled("gce.wounding.wound-roll")


@pytest.mark.rule("gce.hiding.shoot-reveals")
def test_who_shoots_is_hidden_no_longer() -> None:
    game = shoot(duel("shoota hidden"), "1")
    assert not game["A"].hidden
    lost = [event for event in game.events if isinstance(event, Became) and event.status == "hidden"]
    assert [event.rule for event in lost] == ["gce.hiding.shoot-reveals"]


@pytest.mark.rule("gce.shooting.once")
def test_who_holds_his_fire_has_had_his_turn() -> None:
    game = duel().play(a("A"), a("hold"))
    assert game["A"].shot and not game.rolled(HIT)


# ---------------------------------------------------------------- ammo


@pytest.mark.rule("gce.special-weapons.ammo-trigger", "gce.special-weapons.ammo-roll")
@pytest.mark.parametrize(("die", "empty"), [(4, ()), (3, ("shoota",)), (2, ("shoota",))])
def test_a_6_hits_and_calls_for_an_ammo_roll(die: int, empty: tuple[str, ...]) -> None:
    game = shoot(duel(), f"6 1 {die}")
    assert game["A"].empty == empty and len(game.rolled("gce.wounding.wound-roll")) == 1


@pytest.mark.rule("gce.special-weapons.explode")
@pytest.mark.parametrize(("second", "wounds"), [("2", 0), ("1 3", 1)])
def test_an_ammo_roll_of_1_may_blow_the_weapon_up(second: str, wounds: int) -> None:
    game = shoot(duel(), f"6 1 1 {second}")
    rolls = [roll for roll in game.rolled("gce.wounding.wound-roll") if roll.by == "A"]
    assert len(rolls) == wounds and game["A"].empty == ("shoota",) and not game["A"].pinned
    if wounds:
        assert rolls[0].need == 6  # Strength 2 against Toughness 4


@pytest.mark.rule("gce.special-weapons.explode")
def test_a_gunner_takes_the_hit_and_the_weapon_is_lost() -> None:
    game = table(
        "ork_trukk T (10,10) weapon=rokkit_launcha   ork_boy A in T gunner   ork_boy x (20,10)", phase="shoot"
    )
    game.play(a("A"), a("x"), dice="6 1 1 1 3 1 6")
    assert game.ride("T").weapon_state == "lost" and game["A"].place == "out"


@pytest.mark.rule("gce.special-weapons.explode-repair")
def test_what_exploded_is_lost_for_this_battle_alone() -> None:
    game = shoot(duel(), "6 1 1 1 1")
    assert game["A"].empty == ("shoota",) and game["A"].weapons == ("shoota",)


@pytest.mark.rule("gce.special-weapons.ammo-roll")
def test_without_ammo_it_is_useless_until_the_battle_is_over() -> None:
    game = duel("shoota slugga empty=shoota")
    game.play(a("A"), a("x"), dice="1")
    assert next(event.words for event in game.events if isinstance(event, Aimed)).startswith(
        "A fires the slugga"
    )


@pytest.mark.rule("gce.special-weapons.ammo-auto", "gce.special-weapons.grenade-supply")
@pytest.mark.parametrize(("dice", "hurt"), [("6 6", False), ("6 1 2", False), ("6 1 1 1", True)])
def test_with_auto_every_ammo_roll_fails_and_is_rolled_for_the_explosion(dice: str, hurt: bool) -> None:
    game = table("ork_boy A (10,10) krak_stikkbombz   ork_boy x (16,10)", phase="shoot")
    first, rest = dice.split(" ", 1)
    game.play(a("A"), a("x"), dice=f"{first} 1 {rest}")
    assert game["A"].empty == ("krak_stikkbombz",)
    assert any(roll.by == "A" for roll in game.rolled("gce.wounding.wound-roll")) is hurt


@pytest.mark.rule("gce.weapon.ammo-roll")
def test_rebel_grots_are_short_of_ammo_a_1_calls_for_a_roll_too() -> None:
    game = table("grot_rebel A (10,10) slugga   ork_boy x (14,10)", phase="shoot")
    game.play(a("A"), a("x"), dice="1 3")
    assert game["A"].empty == ("slugga",)


@pytest.mark.rule("gce.weapon.ammo-roll")
@pytest.mark.parametrize(("die", "empty"), [("4", ()), ("3", ("shoota",))])
def test_a_gunboy_shrugs_a_failure_off_on_a_4(die: str, empty: tuple[str, ...]) -> None:
    assert shoot(duel("shoota gunboy"), f"6 1 2 {die}")["A"].empty == empty


@pytest.mark.rule("gce.special-weapons.ammo-roll")
def test_loadsa_ammo_makes_good_for_the_first_failure() -> None:
    text = "ork_trukk T (10,10) weapon=rokkit_launcha loadsa_ammo_rokkit_launcha   ork_boy A in T gunner"
    game = table(f"{text}   ork_boy x (20,10)", phase="shoot").play(a("A"), a("x"), dice="6 1 5")
    assert game.ride("T").weapon_state == "" and game.ride("T").ammo_spared


# ---------------------------------------------------------------- previews


@pytest.mark.rule("gce.shooting.to-hit", "gce.weapon.shoota")
@pytest.mark.parametrize(
    ("at", "hits"), [(21.0, Fraction(2, 3)), (26.0, Fraction(1, 2)), (30.0, Fraction(0))]
)
def test_with_premeasuring_a_target_carries_the_odds_at_its_true_distance(at: float, hits: Fraction) -> None:
    option = duel(at=at, premeasuring=True).option("x", a("A"))
    chances = dict(option.preview().outcomes)
    assert 1 - chances["miss"] == hits and sum(chances.values()) == 1
    assert f'{at - 11:.1f}"' in option.label
    if hits:
        assert chances["out of action"] == hits * Fraction(1, 3) * Fraction(
            1, 6
        )  # 5+ to wound, 6 on the chart


@pytest.mark.rule("gce.shooting.no-premeasure")
def test_without_it_there_is_a_case_for_each_band_and_no_distance() -> None:
    shown = duel(at=21.0).option("x", a("A")).preview()
    assert not shown.outcomes
    assert [case.given for case in shown.cases] == [
        'at short range, up to 12"',
        'at long range, up to 18"',
        'beyond 18"',
    ]
    assert [1 - dict(case.outcomes)["miss"] for case in shown.cases] == [Fraction(2, 3), Fraction(1, 2), 0]


@pytest.mark.rule("gce.vehicle-damage.penetrate")
def test_of_a_vehicle_by_location() -> None:
    game = table(
        "ork_boy A (10,10) shoota   ork_trukk t (20,10)   ork_spanner d in t driver",
        phase="shoot",
        premeasuring=True,
    )
    chances = dict(game.option("t", a("A")).preview().outcomes)
    # hits on 2+; wheels and driver have armour 8, the engine 10, the rest is not there
    assert chances["miss"] == Fraction(1, 6)
    assert chances["hit through: wheels"] == Fraction(5, 6) * Fraction(1, 3) * Fraction(1, 3)
    assert "hit through: engine" not in chances and sum(chances.values()) == 1


@pytest.mark.rule("gce.shooting.check-range")
def test_of_several_weapons_a_case_for_each() -> None:
    shown = duel("shoota slugga", premeasuring=True).option("x", a("A")).preview()
    assert [case.given for case in shown.cases] == ["with the shoota", "with the slugga"]
