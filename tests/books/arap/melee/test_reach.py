"""Who can strike whom, with what, how often, at what goal, and in which step."""

from __future__ import annotations

import pytest

from tests.books.arap.duels import duel
from warbook.books.arap.field.near import engaged, engages
from warbook.books.arap.melee.blows import Manner, stance_of, step_of, swings
from warbook.books.arap.melee.choices import pays
from warbook.books.arap.melee.reach import in_arc, quadrant, reached, tiers
from warbook.books.arap.melee.strikes import bands_of
from warbook.books.arap.state import Charge

BEAST = "melee= natural=bite+stomp+tail a=4"


def attacks(game, name="A1", manner=None):
    """Each as (number, goal, Strength), of all swings of a figure."""
    found = swings(game.battle, game.figure(name), manner or Manner())
    return [(count, blow.goal, blow.hit.s) for swing in found for count, blow in swing.attacks]


@pytest.mark.rule("arap.melee.engaged-by-radius", "arap.melee.who-fights", "arap.basics.melee-radius")
@pytest.mark.parametrize(("at", "near"), [(12, True), (12.1, False), (12.5, False), (13, False)])
def test_an_enemy_within_two_inches_of_a_size_two_figure_is_engaged(at, near):
    game = duel(at=f"({at},10)")
    assert engaged(game.battle, game.figure("A1"), game.figure("x1")) is near
    assert bool(attacks(game)) is near


@pytest.mark.rule("arap.melee.contact", "arap.melee.who-fights")
def test_contact_counts_beyond_the_radius():
    """Bases of 60 mm are 2.4 inches wide: two that touch are further apart than 2 inches."""
    game = duel("base_mm=60", "base_mm=60", at="(12.4,10)")
    assert engages(game.battle, game.figure("A1"), game.figure("x1")) and attacks(game)
    apart = duel("base_mm=60", "base_mm=60", at="(12.6,10)")
    assert not engages(apart.battle, apart.figure("A1"), apart.figure("x1"))


@pytest.mark.rule("arap.G19")
def test_of_unequal_radii_both_are_engaged_and_only_the_longer_strikes():
    game = duel("size=3", at="(12.5,10)")
    assert engaged(game.battle, game.figure("A1"), game.figure("x1"))
    assert attacks(game) and not attacks(game, "x1")


@pytest.mark.rule("arap.melee.attack-arc")
@pytest.mark.parametrize(("facing", "inside"), [(80, True), (90, True), (91, False), (120, False)])
def test_the_front_half_is_the_attack_arc(facing, inside):
    game = duel(f"facing={facing}")
    assert in_arc(game.battle, game.figure("A1"), game.figure("x1")) is inside
    assert bool(attacks(game)) is inside


@pytest.mark.rule("arap.melee.attack-types")
@pytest.mark.parametrize(
    ("way", "front", "flank", "rear"),
    [
        ("bite", 1, 0, 0),
        ("claws", 1, 1, 0),
        ("stomp", 1, 1, 1),
        ("tentacles", 1, 1, 1),
        ("tail", 0, 1, 1),
    ],
)
def test_natural_attacks_have_arcs_of_their_own(way, front, flank, rear):
    for facing, count in ((45, front), (46, flank), (135, flank), (136, rear), (180, rear)):
        game = duel(f"melee= natural={way} facing={facing}")
        assert len(attacks(game)) == count, facing


@pytest.mark.rule("arap.melee.attacks-by-arc", "arap.S4")
def test_a_beast_strikes_with_what_reaches_whom():
    """Two bites, a stomp and a tail: four attacks with enemies before and behind it, three before it only,
    two at those behind."""
    count = lambda game: sum(number for number, *_ in attacks(game))  # noqa: E731
    assert count(duel(BEAST, at="(11,10) (9,10)")) == 4
    assert count(duel(BEAST, at="(11,10)")) == 3
    assert count(duel(BEAST, at="(9,10)")) == 2


@pytest.mark.rule("arap.S4")
def test_beside_a_weapon_each_natural_attack_is_one():
    assert attacks(duel("melee=power_fist natural=bite a=3")) == [(2, 3, 6), (1, 3, 3)]
    assert attacks(duel("melee=power_fist natural=bite a=3", at="(10,11.5)", theirs="facing=270")) == [
        (2, 3, 6)
    ]


@pytest.mark.rule("arap.melee.natural-weapons-armed", "arap.G23", "arap.G42")
@pytest.mark.parametrize(
    ("kit", "goal"),
    [
        ("melee= natural=bite", 3),
        ("melee= natural=stomp", 3),
        ("melee=", 1),
        ("melee= weapons=lasgun", 2),
        ("melee= weapons=laspistol", 3),
        ("melee=ccw", 3),
    ],
)
def test_who_is_armed(kit, goal):
    assert attacks(duel(kit)) == [(1, goal, 3)]


@pytest.mark.rule("arap.melee.defence-all-round", "arap.A14")
def test_it_is_the_same_to_strike_at_a_back():
    assert attacks(duel(theirs="facing=0")) == attacks(duel(theirs="facing=180")) == [(1, 3, 3)]


@pytest.mark.rule("arap.melee.hit-modifiers", "arap.H6", "arap.G40", "arap.G44", "arap.charge.bonus-table")
def test_two_weapons_are_one_attack_more_at_one_less():
    game = duel("weapons=laspistol ws=4")
    both = Manner(two_weapons=frozenset({"A1"}))
    assert attacks(game) == [(1, 4, 3)]
    assert attacks(game, manner=both) == [(2, 3, 3)]
    game.battle.charges = [Charge("A", "x")]
    assert attacks(game, manner=both) == [(2, 3, 3), (1, 4, 3)]
    without = duel("weapons=laspistol ws=4", second_weapon_attack=False)
    assert attacks(without, manner=both) == [(1, 3, 3)]


@pytest.mark.rule("arap.melee.hit-modifiers")
def test_uphill_and_across_a_barricade():
    high = duel(here="(10,10,1)", terrain="block (8,8) (10.4,12) h=1")
    assert attacks(high) == [(1, 4, 3)] and attacks(high, "x1") == [(1, 3, 3)]
    behind = "block (8,8) (10.4,12) h=1   wall (10.4,8) (10.4,12) h=3"
    assert attacks(duel(here="(10,10,1)", terrain=behind)) == [(1, 3, 3)]
    wall = duel(at="(11.2,10)", terrain="wall (10.6,8) (10.6,12) h=1")
    assert attacks(wall) == [(1, 2, 3)] and attacks(wall, "x1") == [(1, 2, 3)]
    far = duel(at="(11.9,10)", terrain="wall (10.6,8) (10.6,12) h=1")
    assert attacks(far) == [(1, 3, 3)]  # x is 1.3 inches from it


@pytest.mark.rule("arap.melee.hit-modifiers")
@pytest.mark.parametrize("what", ["wall ({0},8) ({0},12) h=1", "block ({0},8) ({0}01,12) h=1"])
@pytest.mark.parametrize(("at", "goal"), [("11.0", 2), ("10.9", 3)])
def test_a_barricade_is_between_two_who_are_an_inch_from_it_at_most(what, at, goal):
    """x at 12: an inch beyond the one and 1.1 beyond the other."""
    assert attacks(duel(at="(12,10)", terrain=what.format(at))) == [(1, goal, 3)]


@pytest.mark.rule("arap.melee.hit-modifiers", "arap.H12")
def test_by_the_switch_who_blocks_a_doorway_strikes_better():
    door = "door (10.2,8) (10.2,12) h=3"
    assert attacks(duel(terrain=door, blocking=True)) == [(1, 4, 3)]
    assert attacks(duel(terrain=door)) == [(1, 3, 3)]
    high = {"here": "(10,10,3)", "at": "(11,10,3)"}
    roof = "block (9.4,6) (20,14) h=3   ladder (8.8,10) ({},10) h=3"
    assert attacks(duel(**high, terrain=roof.format(9.5), blocking=True)) == [(1, 4, 3)], "a ladder's head"
    assert attacks(duel(**high, terrain=roof.format(9.5))) == [(1, 3, 3)]
    bridge = "floor (8,9) (14,11) level=3 {}"
    assert attacks(duel(**high, terrain=bridge.format("narrow"), blocking=True)) == [(1, 4, 3)]
    assert attacks(duel(**high, terrain=bridge.format(""), blocking=True)) == [(1, 3, 3)]


@pytest.mark.rule("arap.charge.bonus-table", "arap.charge.bonus-first-round", "arap.G4", "arap.G18")
@pytest.mark.parametrize(
    ("charge", "found"),
    [
        (Charge("A", "x"), [(1, 3, 3), (1, 3, 3)]),
        (Charge("A", "x", "flank"), [(1, 3, 3), (2, 3, 3)]),
        (Charge("A", "x", "rear"), [(1, 4, 3), (2, 4, 3)]),
        (Charge("A", "x", bonus=False), [(1, 3, 3)]),
        (Charge("A", "x", resumed=True), [(1, 3, 3)]),
        (Charge("A", "x", bonus=False, ambush=True), [(1, 4, 3)]),
        (Charge("A", "x", bonus=False, jumped=("A1",)), [(1, 4, 4)]),
        (Charge("x", "A"), [(1, 3, 3)]),
    ],
)
def test_what_a_charge_gives(charge, found):
    game = duel()
    game.battle.charges = [charge]
    assert attacks(game) == found


@pytest.mark.rule("arap.movement.prone-in-melee", "arap.movement.prone-half-ws", "arap.A11")
def test_who_lies_fights_at_half_his_skill_and_is_easier_to_strike():
    game = duel("ws=5 prone")
    assert attacks(game) == [(1, 3, 3)] and attacks(game, "x1") == [(1, 4, 3)]


@pytest.mark.rule("arap.movement.prone-in-melee")
def test_who_lies_himself_has_no_advantage_over_another_who_lies():
    assert attacks(duel("ws=5 prone", "prone")) == [(1, 3, 3)]


@pytest.mark.rule("arap.movement.agility-failure")
def test_who_fell_over_does_not_strike():
    assert attacks(duel("down")) == []


@pytest.mark.rule(
    "arap.charge.against-cover", "arap.charge.flesh-hooks", "arap.charge.krak-attack", "arap.G16"
)
def test_the_step_in_which_one_strikes():
    game = duel("i=5", "i=3")
    step = lambda name, manner=Manner(): step_of(game.battle, game.figure(name), manner)  # noqa: E731
    assert (step("A1"), step("x1")) == (5, 3)
    assert step("A1", Manner(krak=frozenset({"A1"}))) == 1
    game.battle.charges = [Charge("A", "x", cover=True)]
    assert (step("A1"), step("x1")) == (1, 3)
    game.battle.charges = [Charge("A", "x", together=True)]
    assert (step("A1"), step("x1")) == (5, 5)
    fist = duel("i=5 melee=power_fist")
    assert step_of(fist.battle, fist.figure("A1"), Manner()) == 1
    assert attacks(fist) == [(1, 3, 6)]


@pytest.mark.rule("arap.melee.wound-allocation")
def test_the_four_tiers():
    """In arc and contact; contact behind or arc without contact; behind without contact; the others, the
    nearest first."""
    game = duel(at="(11,10) (9,10) (11.9,10.4) (8.2,10.4) (15,10) (14,10)")
    found = tiers(game.battle, [game.figure("A1")], game.battle.standing(game["x"]))
    assert found == {"x1": 1, "x2": 2, "x3": 2, "x4": 3, "x6": 4, "x5": 5}
    bands = bands_of(game.battle, [game.figure("A1")], game.battle.standing(game["x"]))
    assert sorted(band.tier for band in bands.bands) == [1, 2, 3, 4, 5]
    assert quadrant(game.figure("A1"), game.figure("x2")) == "rear"
    near = reached(game.battle, game.figure("A1"), game.battle.standing(game["x"]))
    assert [foe.id for foe in near] == ["x1", "x2", "x4", "x3"]


@pytest.mark.rule("arap.charge.planted-grenades", "arap.charge.krak-vehicles", "arap.H19")
def test_a_planted_charge_is_one_attack_at_one_less():
    game = duel("a=3 grenades=krak_grenade", "rules=vehicle", vehicles=True)
    assert attacks(game, manner=Manner(plants=frozenset({"A1"}))) == [(1, 2, 6)]
    stance = stance_of(game.battle, game.figure("A1"), game.figure("x1"), False, True)
    assert stance.planting
    assert attacks(duel("a=3 grenades=krak_grenade"), manner=Manner(plants=frozenset({"A1"}))) == []


@pytest.mark.rule("arap.movement.climb-equipment")
def test_who_hangs_on_a_ladder_strikes_with_what_takes_one_hand():
    assert attacks(duel("hangs melee=ccw")) == attacks(duel("melee=ccw"))
    both = "melee=ccw+heavy_chainsword"
    assert attacks(duel(f"hangs {both}")) == [(1, 3, 3)] != attacks(duel(both))


@pytest.mark.parametrize(
    ("kit", "rends"),
    [("melee=ccw", False), ("melee=ccw rules=rending", True), ("melee= rules=rending", True)],
)
def test_who_rends_rends_with_whatever_he_strikes(kit, rends):
    game = duel(kit)
    hits = {
        blow.hit.rending
        for each in swings(game.battle, game.figure("A1"), Manner())
        for _, blow in each.attacks
    }
    assert hits == {rends}


@pytest.mark.rule("arap.H6")
@pytest.mark.parametrize(
    ("ws", "attacks", "better"),
    [
        (1, 1, False),
        (2, 1, False),
        (3, 1, True),
        (3, 2, False),
        (4, 2, True),
        (5, 4, False),
        (6, 4, True),
        (7, 9, True),
    ],
)
def test_when_a_second_weapon_pays(ws, attacks, better):
    """One attack more, each at one less, of which a skill above 5 has one to spare."""
    game = duel(f"ws={ws} a={attacks}")
    assert pays(game.battle.setup.fighters[0]) is better
