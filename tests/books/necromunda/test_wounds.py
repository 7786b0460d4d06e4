"""The wound chart and the armour save (nec.shooting.wound-chart, nec.combat.saves)."""

from fractions import Fraction

import pytest

from tests.books.family.charts import CELLS
from tests.books.necromunda.position import table
from tests.kit.script import a
from warbook.books.necromunda.data import weapons
from warbook.books.necromunda.harm import hit_on
from warbook.books.necromunda.injury import NEVER, Hit, save_score, wound_score, wounding


@pytest.mark.rule("nec.shooting.wound-chart")
def test_all_hundred_cells_of_the_chart():
    assert len(CELLS) == 100
    for strength, toughness, cell in CELLS:
        score = wound_score(strength, toughness)
        assert score == (NEVER if cell == "-" else int(cell)), (strength, toughness)
        chance = Fraction(0) if cell == "-" else Fraction(7 - int(cell), 6)
        assert wounding.odds(Hit(score)).chance("wounded") == chance


@pytest.mark.rule("nec.shooting.wound-chart")
@pytest.mark.parametrize(
    ("weapon", "strength", "toughness", "score", "chance"),
    [
        ("autogun", 3, 3, 4, Fraction(1, 2)),
        ("boltgun", 4, 3, 3, Fraction(2, 3)),
        ("autogun", 3, 6, 6, Fraction(1, 6)),
        ("heavy_plasma_max", 10, 1, 2, Fraction(5, 6)),
    ],
)
def test_the_worked_examples(weapon, strength, toughness, score, chance):
    assert wounding.odds(Hit(wound_score(strength, toughness))).chance("wounded") == chance
    if weapon == "heavy_plasma_max":
        return
    position = f"ganger A (10,10) {weapon} BS=6     ganger x (16,10) T={toughness}"
    short = table(position, phase="shoot").play(a("A"), a("x"), dice=f"2 {score - 1}")
    assert not short["x"].down
    assert short["x"].wounds == 1
    enough = table(position, phase="shoot").play(a("A"), a("x"), dice=f"2 {score} 3")
    assert enough.rolled("nec.shooting.wound-chart")[0].need == score
    assert enough["x"].down


@pytest.mark.rule("nec.shooting.wound-chart")
def test_where_the_chart_has_a_dash_nobody_rolls():
    """R2: a target that much tougher cannot be wounded."""
    game = table("ganger A (10,10) autogun     ganger x (16,10) T=7", phase="shoot").play(
        a("A"), a("x"), dice="3"
    )
    assert game.rolled("nec.shooting.wound-chart") == []
    assert game["x"].pinned


SAVES = [  # save, save modifier, what the die must show
    (4, 0, 4),
    (4, -1, 5),
    (4, -2, 6),
    (4, -3, NEVER),
    (6, -1, NEVER),
    (5, 1, 4),
    (2, 3, 2),
    (0, 0, NEVER),
    (0, 5, NEVER),
]


@pytest.mark.rule("nec.combat.saves")
@pytest.mark.parametrize(("save", "modifier", "score"), SAVES)
def test_the_save_modifier_is_added_to_the_die(save, modifier, score):
    """M7: -1 turns 4+ into 5+; if more than 6 would be needed there is no save."""
    assert save_score(save, modifier) >= NEVER if score == NEVER else save_score(save, modifier) == score


def wounded(target, dice, weapon="autogun"):
    position = f"ganger A (10,10) {weapon} BS=6     ganger x (16,10) {target}"
    return table(position, phase="shoot").play(a("A"), a("x"), dice=dice)


@pytest.mark.rule("nec.combat.saves", "nec.pinning.remains")
def test_a_saved_wound_costs_nothing_but_he_is_still_pinned():
    """M7: the order is hit, wound, save; a saved model has still been hit."""
    game = wounded("armour=carapace", "2 4 4")
    assert (game["x"].wounds, game["x"].flesh, game["x"].down) == (1, 0, False)
    assert game["x"].pinned
    assert game.rolled("nec.injury.chart") == []


@pytest.mark.rule("nec.combat.saves")
@pytest.mark.parametrize(
    ("armour", "weapon", "need"),
    [
        ("flak", "autogun", 6),
        ("mesh", "autogun", 5),
        ("carapace", "autogun", 4),
        ("carapace", "boltgun", 5),
        ("mesh", "boltgun", 6),
    ],
)
def test_armour_against_guns(armour, weapon, need):
    game = wounded(f"armour={armour}", f"2 5 {need - 1} 3", weapon)
    assert game.rolled("nec.combat.saves")[0].need == need
    assert game["x"].down


@pytest.mark.rule("nec.combat.saves")
def test_flak_is_no_help_against_a_bolt():
    game = wounded("armour=flak", "2 5 3", "boltgun")
    assert game.rolled("nec.combat.saves") == []
    assert game["x"].down


@pytest.mark.rule("nec.combat.saves")
def test_one_save_for_each_wound():
    """Three hits in hand-to-hand, two of them wound, one of these is saved: one injury roll."""
    game = table("ganger A (10,10) WS=5     ganger x (11,10) armour=carapace", phase="fight")
    game.play(dice="4 3  4 4 1  4 3 1")
    assert len(game.rolled("nec.combat.saves")) == 2
    assert len(game.rolled("nec.injury.chart")) == 1
    assert game["x"].flesh == 1


@pytest.mark.rule("nec.combat.saves")
@pytest.mark.parametrize(("strength", "need"), [(3, 4), (4, 5), (5, 6)])
def test_a_knifes_save_modifier_grows_with_its_users_strength(strength, need):
    """M7b: nothing up to Strength 3, -1 at 4, one more for each point."""
    game = table(f"ganger A (10,10) WS=4 S={strength}     ganger x (11,10) armour=carapace", phase="fight")
    game.play(dice=f"4 4  6 {need}")
    assert game.rolled("nec.combat.saves")[0].need == need


@pytest.mark.rule("nec.combat.saves")
def test_a_chainsword_has_a_modifier_of_its_own():
    game = table(
        "ganger A (10,10) WS=4 boltgun chainsword     ganger x (11,10) armour=carapace", phase="fight"
    )
    game.play(a("leave"), dice="4 4  6 5")
    assert game.rolled("nec.combat.saves")[0].need == 5


@pytest.mark.rule("nec.combat.saves")
def test_flak_is_no_better_against_a_knife_than_it_is():
    game = table("ganger A (10,10) WS=4     ganger x (11,10) armour=flak", phase="fight").play(
        dice="4 4  4 6"
    )
    assert game.rolled("nec.combat.saves")[0].need == 6


@pytest.mark.rule("nec.M17")
def test_only_armour_that_says_so_saves_better_against_templates():
    game = table("ganger A (10,10) autogun   ganger x (20,10) armour=flak   ganger y (30,10) armour=mesh")
    autogun = weapons()["autogun"]
    saves = [hit_on(game[name], 3, 0, autogun, template).save for name in "xy" for template in (False, True)]
    assert saves[0] - saves[1] == 1 and saves[2] == saves[3]
