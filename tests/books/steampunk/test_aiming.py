"""Angles, range, armor sides and every modifier to hit."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.books.steampunk.position import Position, at, table
from warbook.board.hexes import Hex
from warbook.books.steampunk.army.data import equipment_of
from warbook.books.steampunk.army.lists import Weapon
from warbook.books.steampunk.army.notation import Code
from warbook.books.steampunk.gunnery.aiming import (
    aim_at,
    aim_lasts,
    aims_at,
    angle_of,
    armor_side,
    band,
    bears,
    evasion,
)
from warbook.books.steampunk.gunnery.gunfire import Aim
from warbook.books.steampunk.gunnery.gunfire import to_hit as die
from warbook.books.steampunk.gunnery.readying import aim
from warbook.books.steampunk.state import AimToken

FRONT = at("5.3"), at("5.1")  # straight ahead of a unit in 5.5 that faces north
EDGE = at("6.3")  # exactly between its front and its front side


def weapon(id: str) -> Weapon:
    piece = equipment_of(id)
    assert piece and piece.weapon
    return piece.weapon


def mods(play: Position, id: str = "elf.rifle", aimed: int = 0, number: int = 0, target: str = "x") -> int:
    """The sum of all modifiers of a shot of A at the target."""
    aim, (basic, *why) = aim_at(play.battle, play["A"], number, weapon(id), play[target], aimed=aimed)
    assert aim.need == basic.value - sum(each.value for each in why)
    assert all(each.value or each.rule == "spf.fire.open-ended" for each in why)
    return sum(each.value for each in why)


def against(one: str, other: str, ground: str = "") -> Position:
    return table(f"elf.elf-infantry A 5.6 {one}   ork.grunt x 5.3 {other}   {ground}")


@pytest.mark.rule("spf.angles.facing", "spf.angles.arc-of-target", "spf.angles.symmetric")
def test_the_six_angles_lie_clockwise_around_the_facing() -> None:
    play = table("elf.e34 A 5.5 north   ork.grunt x place=waiting")
    unit = play["A"]
    for direction in range(6):
        assert angle_of(unit, unit.hex.towards(direction, 2)) == ((direction,), False)
    unit.facing = 2
    assert angle_of(unit, unit.hex.towards(2)) == ((0,), False)
    assert angle_of(unit, unit.hex.towards(1)) == ((5,), False)
    assert angle_of(unit, unit.hex) == (tuple((side - 2) % 6 for side in range(6)), False)


@pytest.mark.rule("spf.angles.firing", "spf.angles.on-edge", "spf.fire.on-edge-penalty", "spf.fire.mod-angle")
def test_only_the_border_of_the_allowed_arc_costs_one() -> None:
    play = table("elf.e34 A 5.5 north   ork.grunt x place=waiting")
    unit = play["A"]
    ahead_only, all_round = weapon("elf.twin-guns"), weapon("elf.rifle")
    assert angle_of(unit, EDGE) == ((0, 1), True)
    assert bears(unit, ahead_only, FRONT[0]) == (True, False)
    assert bears(unit, ahead_only, EDGE) == (True, True)
    assert bears(unit, ahead_only, unit.hex.towards(1)) == (False, False)
    assert bears(unit, all_round, EDGE) == (True, False)  # ruling G2
    unit.critical = ["arc(front-only)"]
    assert bears(unit, all_round, EDGE) == (True, True)
    assert not bears(unit, all_round, unit.hex.towards(3))[0]


@pytest.mark.rule("spf.fire.on-edge-penalty", "spf.fire.on-edge-sides")
def test_a_shot_along_the_edge_of_the_arc_has_minus_one() -> None:
    play = table("elf.elf-infantry A 5.5 north slow   ork.grunt x 6.3 slow")
    assert play["x"].hex == EDGE
    assert mods(play, "elf.at-rifle") == mods(play, "elf.rifle") - 1


@pytest.mark.rule("spf.angles.armor-side", "spf.angles.armor-border", "spf.angles.four-values")
def test_the_armor_of_the_side_that_is_hit_and_on_a_border_the_weaker() -> None:
    play = table("elf.e34 A 5.5 north   ork.grunt x place=waiting")  # armor 10, 9, 9, 8
    unit, battle = play["A"], play.battle
    here = unit.hex
    sides = [armor_side(battle, unit, here.towards(direction)) for direction in range(6)]
    assert sides == [0, 1, 2, 3, 2, 1]
    assert armor_side(battle, unit, EDGE) == 1
    assert armor_side(battle, unit, here) == 3  # ruling G3: from above any side


@pytest.mark.rule("spf.fire.mod-range")
def test_range_bands_by_the_weapons_range() -> None:
    play = table("dwarf.dwarf-infantry A 5.9 north   ork.grunt x place=waiting", rows=20)
    musket = weapon("dwarf.musket")  # range 3
    here = play["A"].hex
    found = [band(play.battle, play["A"], musket, here.towards(0, away)) for away in range(8)]
    assert found == ["point-blank"] * 2 + ["normal"] * 2 + ["long"] * 3 + [None]
    assert band(play.battle, play["A"], weapon("elf.grenade"), here.towards(0, 2)) is None


@pytest.mark.rule("spf.fire.basic", "spf.fire.mod-speed", "spf.fire.mod-range")
def test_the_worked_examples_of_the_to_hit_roll() -> None:
    for one, other, away, need, chance in (
        ("slow", "slow", 3, 5, "1/3"),
        ("still", "still", 1, 2, "5/6"),
        ("fast", "fast", 6, 9, "1/162"),
    ):
        play = table(f"dark-elf.scout A 5.9 {one}   ork.grunt x 5.{9 - away} {other}")
        aim, _ = aim_at(play.battle, play["A"], 0, weapon("dark-elf.rifle"), play["x"])
        assert aim == Aim(need)
        assert str(die.odds(aim).chance(lambda fall: fall.hit)) == chance


@pytest.mark.rule("spf.fire.mod-speed")
@pytest.mark.parametrize(
    ("one", "other", "value"),
    [
        ("still", "slow", 1), ("crawl", "slow", 1), ("rest", "slow", 1), ("setup", "slow", 1),
        ("slow", "slow", 0), ("fast", "slow", -1), ("fast-flying", "slow", -2), ("slow", "still", 1),
        ("slow", "still-flying", 0), ("slow", "fast-flying", -2),
    ],
)  # fmt: skip
def test_speeds_of_firer_and_target(one: str, other: str, value: int) -> None:
    assert mods(against(one, other)) == value


@pytest.mark.rule("spf.fire.mod-speed")
@pytest.mark.ability("ignores-fast-and-flying", "ignores-own-fast")
def test_ignores_fast_and_flying_and_ignores_own_fast() -> None:
    """Abilities ignores-fast-and-flying (the bow) and ignores-own-fast (Tattoo Ink)."""
    assert mods(against("fast-flying", "fast-flying"), "elf.bow") == 1  # only enhanced accuracy
    play = table("elf.tattoo-ink A 5.6 fast   ork.grunt x 5.4 fast")
    assert mods(play, "elf.gattle-gun") == -1  # the target's own speed still counts


@pytest.mark.rule("spf.fire.mod-terrain")
def test_terrain_counts_for_the_target_only_and_smoke_for_both() -> None:
    assert mods(against("slow", "slow", "ruins 5.3")) == -1
    assert mods(against("slow", "slow", "ruins 5.6")) == 0
    assert mods(against("slow", "slow", "smoke 5.3 5.6")) == -2  # ruling G4
    assert mods(against("slow", "slow", "forest 5.3   smoke 5.3")) == -2  # spf.hexfx.smoke
    assert mods(against("slow", "slow", "hills 5.3")) == 0
    assert mods(against("slow", "slow-flying", "ruins 5.3")) == -1  # flying, but no cover
    assert mods(against("slow-flying", "slow", "smoke 5.6")) == -1  # flying over the smoke (ruling H7)


@pytest.mark.rule("spf.fire.mod-size")
def test_tiny_and_huge_targets() -> None:
    for kind, value in (("ork.troll", 1), ("spartan.bronze-hawks", -1), ("ork.hammerhead", 0)):
        play = table(f"elf.elf-infantry A 5.6 slow   {kind} x 5.3 slow")
        assert mods(play) == value


@pytest.mark.rule("spf.fire.mod-abilities")
@pytest.mark.ability(
    "bad-shot",
    "excellent-shot",
    "excellent-shot-at",
    "good-shot",
    "superb-shot",
    "terrible-shot",
    "unit-good-shot",
)
def test_shooting_skills_of_the_model_and_of_the_unit() -> None:
    """Abilities superb-shot, excellent-shot, good-shot, bad-shot, terrible-shot, unit-good-shot,
    excellent-shot-at: the best and the worst count."""
    play = table(
        "elf.elf-infantry A 5.6 slow replace=elite-elf-infantry/superelite-elf-infantry  ork.grunt x 5.3 slow"
    )
    assert sorted(mods(play, number=number) for number in range(4)) == [0, 0, 1, 3]
    for written, value in (
        ("dark-elf.queen-yy A 5.6 slow", 2),
        ("ork.ork-infantry A 5.6 slow", -1),
        ("ork.troll A 5.6 slow", -2),
        ("spartan.bronze-titan A 5.6 slow equip=picked-crew", 1),
        ("gnome.gnome-helicopter A 5.6 slow-flying", 0),  # good shot, flying
        ("gnome.gnome-helicopter A 5.6 still-flying", 2),  # excellent, still, flying
    ):
        assert mods(table(f"{written}   elf.elk-cavalry x 5.3 slow")) == value, written


@pytest.mark.rule("spf.fire.mod-abilities")
@pytest.mark.ability(
    "bad-at-long-range", "camouflage", "elusive", "optimal-at-point-blank", "steady", "unit-camouflage"
)
def test_steady_camouflage_elusive_optimal_and_bad_at_long_range() -> None:
    steady = table("dwarf.steampowerarmor A 5.6 slow   dwarf.steampowerarmor x 5.3 slow")
    assert mods(steady) == 2
    steady["A"].speed = "still"
    assert mods(steady) == 2  # still and the target's steadiness, not its own
    in_forest = table("ork.grunt A 5.6 slow   elf.elite-elf-scout x 5.3 slow   forest 5.3")
    assert mods(in_forest) == -2
    bought = table("ork.grunt A 5.6 slow   elf.elf-infantry x 5.3 slow equip=camouflage   forest 5.3")
    assert mods(bought) == -2
    bikes = table("elf.elf-infantry A 5.6 slow   gnome.gnome-motorcycle x 5.3 fast")
    assert mods(bikes) == -2
    wagon = table("dwarf.gunblasterwagon A 5.4 slow   ork.grunt x 5.3 slow")
    assert mods(wagon) == 2
    far = table("elf.elf-infantry A 5.6 slow   ork.grunt x 5.2 slow")
    assert mods(far, "elf.bow") == 1 - 2 - 2


@pytest.mark.rule("spf.fire.mod-abilities", "spf.ability.take-cover", "spf.ability.take-cover-evasion")
@pytest.mark.ability("take-cover")
def test_taking_cover() -> None:
    play = table("dark-elf.scout A 5.6 slow   elf.elf-infantry x 5.3 still")
    assert mods(play, "dark-elf.rifle") == 1 - 2  # hits on 6+
    assert evasion(play.battle, play["x"]) == -1
    covered = table("dark-elf.scout A 5.6 slow   elf.elf-infantry x 5.3 still   forest 5.3")
    assert mods(covered, "dark-elf.rifle") == 1 - 1 - 2
    assert evasion(covered.battle, covered["x"]) == -2
    covered["x"].speed = "slow"
    assert evasion(covered.battle, covered["x"]) == 0
    hazy = table("dark-elf.scout A 5.6 slow   elf.elf-infantry x 5.3 still   smoke 5.3")
    assert evasion(hazy.battle, hazy["x"]) == -1


@pytest.mark.rule("spf.ability.evasion")
@pytest.mark.ability("evasion")
def test_innate_evasion_and_of_several_the_highest() -> None:
    """Ability evasion; ruling G9."""
    play = table("spartan.peltasts A 5.6 slow   ork.grunt x place=waiting")
    assert evasion(play.battle, play["A"]) == -1


@pytest.mark.ability("illusion")
def test_an_illusion_is_hit_like_elf_infantry() -> None:
    play = table("dark-elf.scout A 5.6 slow   elf.illusion x 5.3 still")
    assert mods(play, "dark-elf.rifle") == 1 - 2


@pytest.mark.rule("spf.fire.mod-weapon")
@pytest.mark.ability(
    "enhanced-accuracy", "range-when-flying", "to-hit", "to-hit-front", "unit-enhanced-accuracy"
)
def test_the_weapons_own_modifiers() -> None:
    play = against("slow", "slow")
    assert mods(play, "elf.enhanced-rifle") == 1
    assert mods(play, "gnome.experimental-guided-missile") == 4
    assert mods(play, "gnome.helicopter-mounted-experimental-plasma-gun") == -1
    side = table("elf.elf-infantry A 5.6 ne slow   ork.grunt x 5.3 slow")
    assert mods(side, "gnome.helicopter-mounted-experimental-plasma-gun") == 0
    owl = table(
        "gnome.gnome-infantry A 5.6 slow equip=mechanical-owl replace=gnome-tinkerer   ork.grunt x 5.3 slow"
    )
    assert mods(owl, "gnome.gnome-gun") == 1
    flyer = table("elf.pegasus-rider A 5.6 slow-flying   ork.grunt x 5.3 slow")
    assert band(flyer.battle, flyer["A"], weapon("elf.bow-issued"), flyer["x"].hex) == "normal"
    flyer["A"].speed = "slow"
    assert band(flyer.battle, flyer["A"], weapon("elf.bow-issued"), flyer["x"].hex) == "long"


@pytest.mark.rule("spf.ability.crippled-crew", "spf.ability.reveal-bonus", "spf.damage.table-lookup")
def test_crippled_crew_critical_effects_and_revealing() -> None:
    play = table(
        "elf.e34 A 5.6 slow critical=to-hit(-1)/to-hit(-1)  ork.hammerhead x 5.3 slow critical=to-be-hit(1)"
    )
    assert mods(play, "elf.main-tank-gun") == -1
    play["A"].crippled_crew = True
    assert mods(play, "elf.main-tank-gun") == -2
    play["A"].revealed = play.battle.turn
    assert mods(play, "elf.main-tank-gun") == 0
    play.battle.turn += 1
    assert mods(play, "elf.main-tank-gun") == -2


@pytest.mark.rule("spf.orders.aim", "spf.fire.mod-orders")
def test_how_long_an_aim_lasts() -> None:
    """Ruling O13."""
    token = AimToken(0, 0, 1, 2)
    steps = [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1)]
    assert [aim_lasts(token, *step) for step in steps] == [False, False, True, True, False]
    assert all(before < after for before, after in pairwise(steps))


@pytest.mark.rule("spf.orders.aim", "spf.fire.mod-orders")
def test_aim_counts_against_what_is_seen_from_where_it_was_taken() -> None:
    play = table("elf.elf-infantry A 5.6 slow   ork.grunt x 5.3 slow   forest 6.4", turn=2)
    rifle, unit = weapon("elf.rifle"), play["A"]

    def aims(hex_: Hex) -> int:
        unit.aims = [AimToken(*hex_, 1, 2)]
        return aims_at(play.battle, unit, rifle, play["x"], 1)

    assert aims(unit.hex) == 1
    assert mods(play, aimed=1) == 2
    assert aims(at("7.5")) == 0  # the forest in 6.4 hides the grunts from there
    assert aims(at("5.7")) == 1
    unit.aims.append(unit.aims[0])
    assert aims_at(play.battle, unit, rifle, play["x"], 1) == 1  # it does not add up


@pytest.mark.rule("spf.orders.aim")
@pytest.mark.ability("orders-serve")
@pytest.mark.parametrize(
    ("unit", "weapon"),
    [("elf.pachycephalosaurus-riders", "elf.twin-guns"), ("elf.elf-infantry", "")],
)
def test_an_aim_is_for_the_whole_unit_or_for_the_weapon_that_its_orders_serve(unit: str, weapon: str) -> None:
    play = table(f"{unit} A 5.6 still   ork.grunt x 5.3")
    play.run(aim, play["A"], Code("aim"), "", 1)
    assert [token.weapon for token in play["A"].aims] == [weapon]


@pytest.mark.ability("aim-lost-on-moving", "aim-normal-range-only", "improved-aim")
def test_aim_abilities() -> None:
    """Abilities improved-aim, aim-stacks, aim-normal-range-only, aim-lost-on-moving, bullet-storm."""
    play = against("slow", "slow")
    assert mods(play, "elf.sniper-rifle", aimed=1) == 4
    assert mods(play, "gnome.experimental-death-ray", aimed=3) == 6
    storms = [
        aim_at(play.battle, play["A"], 0, weapon(id), play["x"], aimed=aimed)[0].storm
        for id, aimed in (
            ("elf.gatling-gun", 0), ("elf.gatling-gun", 1), ("ork.troll-gatling-gun", 1), ("elf.rifle", 0),
        )
    ]  # fmt: skip
    assert storms == [True, False, True, False]
    unit = play["A"]
    unit.aims = [AimToken(unit.q, unit.r, 1, 1)]
    tail = weapon("dark-elf.tail-gatling-gun")  # range 3
    assert aims_at(play.battle, unit, tail, play["x"], 2) == 1
    play["x"].at(at("5.2"))
    assert aims_at(play.battle, unit, tail, play["x"], 2) == 0
    zap = table("dwarf.zap A 5.6 slow   ork.grunt x 5.3 slow")
    zap["A"].aims = [AimToken(*at("5.7"), 1, 1)]
    assert aims_at(zap.battle, zap["A"], weapon("dwarf.zap"), zap["x"], 2) == 0
    zap["A"].at(at("5.7"))
    assert aims_at(zap.battle, zap["A"], weapon("dwarf.zap"), zap["x"], 2) == 1


@pytest.mark.ability("aim-stacks")
def test_aims_that_add_up_last_until_fired() -> None:
    """Ability aim-stacks: tokens of the weapon only, turn after turn."""
    play = table("gnome.gnome-infantry A 5.6 still   ork.grunt x 5.3 slow", turn=5)
    unit, ray = play["A"], weapon("gnome.experimental-death-ray")
    unit.aims = [AimToken(unit.q, unit.r, turn, 1, ray.id) for turn in (1, 2, 3)]
    unit.aims.append(AimToken(unit.q, unit.r, 4, 2))
    assert aims_at(play.battle, unit, ray, play["x"], 1) == 3
    assert aims_at(play.battle, unit, weapon("gnome.gnome-gun"), play["x"], 1) == 1
