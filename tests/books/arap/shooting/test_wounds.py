"""From hits to casualties: who is struck, saves, damage, and what is noted of it."""

from __future__ import annotations

import pytest

from tests.books.arap.table import table
from warbook.books.arap.field.cover import pieces_of_cover
from warbook.books.arap.field.sight import eye
from warbook.books.arap.shooting.plans import plan_of, victims
from warbook.books.arap.shooting.terms import Terms

GUN = "human_trooper A (10,10) bs=5"
THREE = "(30,8) (30,10) (30,12)"


def left(game):
    """Who of x still stands, in whatever part of it."""
    return [figure.id for figure in game.battle.figures if figure.squad == "x" and figure.place == "table"]


def shot(target, dice, gun=GUN, option="shoot:x", points=2, **rulings):
    return table(f"{gun}   {target}", **rulings).act("A", option, points=points, dice=dice)


@pytest.mark.rule("arap.shooting.wound-roll", "arap.dice.wound-goal", "arap.B1")
@pytest.mark.parametrize(
    ("t", "dice", "falls"), [(3, "1 4", True), (3, "1 3", False), (2, "1 3", True), (1, "1 1", False)]
)
def test_a_hit_wounds_on_toughness_plus_four_less_strength(t, dice, falls):
    game = shot(f"ganger x (30,10) t={t} save=7", dice)
    assert (game.figure("x1").place == "out") == falls


@pytest.mark.rule("arap.shooting.wound-roll", "arap.dice.wound-limits")
@pytest.mark.parametrize(
    ("t", "x", "dice", "falls"),
    [
        (6, 33, "1 6 4", True),
        (6, 33, "1 6 3", False),
        (7, 33, "1", False),
        (7, 22, "1 6 6 5", True),
        (8, 22, "1 6 6 6", True),
        (9, 22, "1 6", False),
    ],
)
def test_high_goals_need_two_dice_and_short_range(t, x, dice, falls):
    game = shot(f"ganger x ({x},10) t={t} save=7", dice)
    assert (game.figure("x1").place == "out") == falls


@pytest.mark.rule("arap.shooting.damage-default", "arap.shooting.damage-per-hit", "arap.B8", "arap.H24")
def test_damage_stays_with_one_figure_and_the_excess_is_lost():
    game = shot(
        "ganger x (30,8) (30,10) w=3 t=3 save=7",
        "1 6 6 2 1",
        "marine A (10,10) bs=4 weapons=autocannon",
        "shoot:x:2",
    )
    assert sorted(figure.wounds for figure in game.battle.figures[1:]) == [1, 3]
    small = shot(
        "ganger x (30,8) (30,10) w=1 t=3 save=7",
        "1 1 2 2 2 2 1",
        "marine A (10,10) bs=4 weapons=autocannon",
        "shoot:x:2",
    )
    assert len(left(small)) == 1
    plain = shot("ganger x (30,10) w=3 save=7", "1 6")
    assert plain.figure("x1").wounds == 2


@pytest.mark.rule("arap.shooting.ap-against-save", "arap.shooting.save-sequence", "arap.dice.save-roll")
@pytest.mark.parametrize(
    ("ap_weapon", "save", "dice", "falls"),
    [
        ("boltgun", 5, "1 6", True),
        ("boltgun", 4, "1 6 4", False),
        ("boltgun", 4, "1 6 3", True),
        ("lasgun", 4, "1 6 4", False),
    ],
)
def test_ap_of_the_save_or_lower_denies_it(ap_weapon, save, dice, falls):
    game = shot(f"ganger x (33,10) save={save}", dice, f"human_trooper A (10,10) bs=5 weapons={ap_weapon}")
    assert (game.figure("x1").place == "out") == falls


@pytest.mark.rule("arap.shooting.invulnerable-save", "arap.shooting.save-natural-one", "arap.F12")
@pytest.mark.parametrize(
    ("weapon", "option", "dice", "falls"),
    [
        ("missile_krak", "shoot:x:2", "1 2 2", False),  # AP 3: the armour's 2+
        ("missile_krak", "shoot:x:2", "1 2 1 3", True),
        ("lascannon", "shoot:x:2", "1 2 5", False),  # AP 2: the invulnerable 5+
        ("lascannon", "shoot:x:2", "1 2 4 3", True),
    ],
)
def test_an_invulnerable_save_is_always_taken(weapon, option, dice, falls):
    game = shot("terminator x (33,10)", dice, f"marine A (10,10) bs=5 weapons={weapon}", option)
    assert (game.figure("x1").place == "out") == falls


@pytest.mark.rule("arap.shooting.randomise-hits", "arap.F10")
def test_wounds_are_allotted_at_random_before_saves_and_a_figure_may_have_several():
    spots = " ".join(f"(30,{2 * n + 1})" for n in range(8))
    game = shot(
        f"ganger x {spots} save=4",
        "1 1 1 4 4 4 2 2 7 4 3 4 5",
        "marine A (10,10) bs=4 weapons=heavy_stubber",
        "shoot:x:2",
    )
    assert len(game.rolled("arap.dice.save-roll")) == 3 and len(left(game)) == 7


@pytest.mark.rule("arap.shooting.open-casualties-first", "arap.F10")
def test_those_in_the_open_are_struck_first():
    field = "ganger x (30,8) (30,10) (35,12) save=7   area (34,5) (36,15) soft-cover"
    game = shot(field, "1 1 1 6 6 6 1 2", "marine A (10,10) bs=5 weapons=heavy_stubber", "shoot:x:2")
    assert left(game) == []
    two = shot(field, "1 1 6 6 6 1 2", "marine A (10,10) bs=5 weapons=heavy_stubber", "shoot:x:2")
    assert left(two) == ["x3"]


@pytest.mark.rule("arap.F10")
def test_who_is_out_of_range_or_sight_of_all_firers_is_not_struck():
    game = table(f"{GUN}   ganger x (33,10) (40,10.5) (33,20)   wall (20,15) (40,15) h=5")
    plan = plan_of(game.battle, game["A"], game["x"], Terms())
    found = victims(game.battle, plan, plan.arms["A1"][0])
    assert found.figures == (("x1",),)


@pytest.mark.rule("arap.shooting.randomise-hits")
def test_who_is_hit_comes_first_where_toughness_differs():
    field = "ogryn+ganger x (30,8) (30,10) (30,12) weapons= save=7"
    game = shot(field, "1 3 4 1", "human_trooper A (10,10) bs=5")
    assert game["x"].lost == {"A": 1}


@pytest.mark.rule("arap.shooting.randomise-large", "arap.F9.large-battle-allocation")
def test_the_simpler_way_spreads_hits_evenly():
    spots = "(30,8) (30,10) (30,12)"
    gun = "marine A (10,10) bs=5 weapons=heavy_stubber"
    even = shot(f"ganger x {spots} save=7", "1 1 1 1 6 1 6 6", gun, "shoot:x:2", large_battle_allocation=True)
    assert len(left(even)) == 0
    plain = shot(f"ganger x {spots} save=7", "1 1 1 6 6 6 1 1 1 2", gun, "shoot:x:2")
    assert len(left(plain)) == 2


@pytest.mark.rule("arap.shooting.taking-fire-record")
def test_what_a_unit_under_fire_notes():
    game = shot(
        f"ganger x {THREE} save=7",
        "1 1 1 6 5 2 3 1 1 1",
        "marine A (10,10) bs=5 weapons=heavy_stubber",
        "shoot:x:2",
    )
    assert (game["x"].hits, game["x"].lost, game["x"].strength) == (3, {"A": 2}, 3)


@pytest.mark.rule("arap.shooting.into-close-combat", "arap.F11")
def test_hits_into_close_combat_are_anybodys_who_fights_there():
    field = "ganger x (30,8) locked=B save=7   ganger B (31,8) (31,9.5) locked=x save=7"
    game = shot(field, "1 1 6 1 1")
    assert game["B"].lost == {"A": 1} and not game["x"].lost
    assert shot(field, "1 3 6")["x"].lost == {"A": 1}


@pytest.mark.rule("arap.shooting.into-close-combat", "arap.morale.suppression-trigger")
@pytest.mark.parametrize(("whose", "hits"), [(1, (1, 0)), (3, (0, 1))])
def test_a_hit_into_close_combat_is_counted_for_whom_it_struck(whose, hits):
    """It was aimed at x; a 2 does not wound."""
    field = "ganger x (30,8) locked=B save=7   ganger B (31,8) (31,9.5) locked=x save=7"
    game = shot(field, f"1 {whose} 2")
    assert (game["B"].hits, game["x"].hits) == hits


@pytest.mark.rule("arap.shooting.into-close-combat", "arap.morale.pinning-trigger")
@pytest.mark.parametrize(("whose", "pinned"), [(1, ""), (2, "x"), (3, "y")])
def test_who_is_wounded_in_close_combat_by_what_pins_takes_the_test(whose, pinned):
    """A friend who is struck takes none: it is no enemy's action."""
    field = """ganger B (31,10) locked=x+y save=7 w=2   ganger x (30,8) locked=B save=7 w=2
        ganger y (30,12) locked=B save=7 w=2"""
    test = "6 6" if pinned else ""
    game = shot(field, f"1 {whose} 6 {test}", "marine A (10,10) bs=5 weapons=sniper_rifle", "shoot:x:2")
    assert [name for name in "Bxy" if game[name].pinned] == [*pinned]


@pytest.mark.rule("arap.F11")
def test_the_switch_shares_hits_between_the_sides():
    field = "ganger x (30,8) locked=B save=7   ganger B (31,8) (31,9.5) locked=x save=7"
    enemy = shot(field, "1 2 6", melee_fire_split="per_side")
    assert enemy["x"].lost == {"A": 1} and enemy.rolled("arap.shooting.into-close-combat")
    assert shot(field, "1 1 6 2 2", melee_fire_split="per_side")["B"].lost == {"A": 1}


@pytest.mark.rule("arap.dice.melta-half-range", "arap.D4", "arap.D5")
@pytest.mark.parametrize(("x", "dice", "wounded"), [(16, "1 2 5 3", True), (16.1, "1 2", False)])
def test_a_melta_rolls_two_dice_within_half_range(x, dice, wounded):
    game = shot(f"ogryn x ({x},10) t=8 save=7 w=3", dice, "marine A (10,10) bs=5 weapons=meltagun")
    assert (game.figure("x1").wounds < 3) == wounded


@pytest.mark.rule("arap.shooting.to-hit")
def test_a_weapon_that_gets_hot_wounds_its_firer_on_a_six():
    gun = "marine A (10,10) bs=4 weapons=plasma_gun"
    game = table(f"{gun}   marine x {THREE}").act("A", "shoot:x", {"A1": "plasma_gun"}, dice="6 2")
    assert game.figure("A1").place == "out"
    saved = table(f"{gun}   marine x {THREE}").act("A", "shoot:x", {"A1": "plasma_gun"}, dice="6 3")
    assert saved.figure("A1").place == "table"
    held = table(f"{gun}   marine x {THREE}").act("A", "shoot:x", {"A1": "hold"})
    assert not held.rolled("arap.shooting.to-hit")


@pytest.mark.rule("arap.shooting.wound-roll")
def test_rending_goes_through_armour_on_a_six():
    gun = "marine A (10,10) bs=5 weapons=psycannon"
    target = "marine x (30,10) save=2"
    pierced = table(f"{gun}   {target}").act("A", "shoot:x:2", points=2, dice="1 6 6 6 6")
    assert pierced.figure("x1").place == "out"


@pytest.mark.rule("arap.movement.climb-damage-fall", "arap.E14")
@pytest.mark.parametrize(("dice", "falls"), [("1 3", False), ("1 6 5 1 1", True)])
def test_a_climber_who_is_wounded_falls_even_if_he_saves(dice, falls):
    game = shot("human_trooper x (30,10,5) hangs", dice, "human_trooper A (10,10) bs=5")
    assert (game.figure("x1").z == 0) == falls


@pytest.mark.rule("arap.shooting.hit-the-cover", "arap.F9.hit-the-cover")
def test_a_miss_by_one_hits_the_cover_where_the_switch_is_on():
    crates = "area (28,5) (33,15) hard-cover fragile name=crates"
    field = f"human_trooper A (10,10) bs=4   ganger x {THREE}   {crates}"
    hit = table(field, hit_the_cover=True).act("A", "shoot:x", dice="3")
    assert hit.says("The cover breaks: crates") and hit["x"].hits == 0
    hit.act("A", "shoot:x", dice="4 1")  # it gives no cover any more
    assert hit["x"].hits == 1
    miss = table(field, hit_the_cover=True).act("A", "shoot:x", dice="4")
    off = table(field).act("A", "shoot:x", dice="3")
    assert not miss.says("The cover breaks") and not off.says("The cover breaks")


@pytest.mark.rule("arap.shooting.hit-the-cover", "arap.F47")
def test_the_low_thing_before_who_fires_is_not_the_cover_that_is_hit():
    own = "block (10.6,5) (11,15) h=0.8 fragile hard-cover name=own"
    field = f"human_trooper A (10,10) bs=4   ganger x {THREE}   {own}   area (28,5) (33,15) hard-cover"
    game = table(field, hit_the_cover=True).act("A", "shoot:x", dice="4")
    assert not game.says("The cover breaks")
    theirs = field.replace("(10.6,5) (11,15)", "(27,5) (27.4,15)")
    assert table(theirs, hit_the_cover=True).act("A", "shoot:x", dice="3").says("The cover breaks: own")


@pytest.mark.rule("arap.shooting.hit-the-cover")
def test_a_hostage_and_what_bursts():
    field = f"human_trooper A (10,10) bs=4   ganger x {THREE} save=7   area (28,5) (33,15) hard-cover "
    hostage = table(field + "hostage", hit_the_cover=True).act("A", "shoot:x", dice="3")
    assert hostage.battle.lost == {"a": 1}
    burst = table(field + "volatile", hit_the_cover=True).act("A", "shoot:x", dice="3 6")
    assert left(burst) == ["x1", "x3"]


@pytest.mark.rule("arap.shooting.hit-the-cover")
@pytest.mark.parametrize(
    ("x", "y", "caught"), [(31.5, 10, True), (31.6, 10, False), (30.8, 11.2, True), (30.8, 11.3, False)]
)
def test_what_bursts_reaches_an_inch_and_a_half_round_him_who_was_fired_at(x, y, caught):
    """With S 3; it does nothing to x2 himself."""
    field = f"human_trooper A (10,10) bs=4   ganger x {THREE} save=7   ganger y ({x},{y}) save=7   "
    field += "area (28,5) (33,15) hard-cover volatile"
    game = table(field, hit_the_cover=True).act("A", "shoot:x", dice="3 1" + " 6" * caught)
    assert (game.figure("y1").place == "out") is caught


@pytest.mark.rule("arap.shooting.hit-the-cover", "arap.F47")
@pytest.mark.parametrize(("x", "hit"), [(11.0, False), (11.01, True)])
def test_a_low_thing_is_ones_own_cover_up_to_an_inch_away(x, hit):
    game = table(f"human_trooper A (10,10)   ganger x (30,10)   wall ({x},5) ({x},15) h=0.8 fragile")
    pieces = pieces_of_cover(game.battle, eye(game.battle, game.figure("A1")), game.figure("x1"))
    assert bool(pieces) is hit
