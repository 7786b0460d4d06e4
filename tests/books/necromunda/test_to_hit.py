"""nec.shooting.to-hit: the score, the natural 1, scores of 7 and more."""

from fractions import Fraction

import pytest

from tests.books.necromunda.position import table
from tests.kit.script import a
from warbook.books.necromunda.aim import Aim, hit_score, to_hit

ROW = {1: 6, 2: 5, 3: 4, 4: 3, 5: 2, 6: 1, 7: 0, 8: -1, 9: -2, 10: -3}
COVER = "area (29,8) (33,12) shelter=0.6"  # less than half of who stands in it is seen
PARTIAL = "area (29,8) (33,12) shelter=0.3"
FAR = "(31,10)"  # 20 inches from (10,10): an autogun's long range, no modifier


def hits(need):
    return to_hit.odds(Aim(need)).chance(lambda roll: roll.hits == 1)


def shoot(shooter="", target="", terrain="", dice="", **rulings):
    return table(
        f"""
        ganger A (10,10) autogun {shooter}
        ganger x {FAR} {target}
        {terrain}
        """,
        phase="shoot",
        **rulings,
    ).play(a("A"), a("x"), dice=dice)


def need(game):
    return game.rolled("nec.shooting.to-hit")[0].need


@pytest.mark.rule("nec.shooting.to-hit")
@pytest.mark.parametrize(("bs", "score"), ROW.items())
def test_the_row_of_scores(bs, score):
    assert hit_score(bs, 0) == score
    assert need(shoot(f"BS={bs}", dice="1")) == max(score, 2)


@pytest.mark.rule("nec.shooting.to-hit")
@pytest.mark.parametrize(
    ("shooter", "target", "terrain", "score", "chance"),
    [
        ("BS=3", "", "", 4, Fraction(1, 2)),
        ("BS=4", "", COVER, 5, Fraction(1, 3)),
        ("BS=6", "size=small", "", 2, Fraction(5, 6)),
        ("BS=8", "", COVER, 1, Fraction(5, 6)),
    ],
)
def test_the_worked_examples(shooter, target, terrain, score, chance):
    missing = shoot(shooter, target, terrain, dice=str(max(score, 2) - 1))
    assert not missing["x"].pinned
    hitting = shoot(shooter, target, terrain, dice=f"{max(score, 2)} 1")
    assert hitting["x"].pinned
    assert need(hitting) == max(score, 2)
    assert hits(score) == chance


@pytest.mark.rule("nec.shooting.natural-one")
def test_a_one_misses_however_good_the_shot():
    assert not shoot("BS=10", dice="1")["x"].pinned
    assert shoot("BS=10", dice="2 1")["x"].pinned
    assert hits(-3) == hits(1) == Fraction(5, 6)


@pytest.mark.rule("nec.shooting.required-7-to-9")
@pytest.mark.parametrize(
    ("score", "chance"),
    [
        (6, Fraction(1, 6)),
        (7, Fraction(1, 12)),
        (8, Fraction(1, 18)),
        (9, Fraction(1, 36)),
        (10, Fraction(0)),
    ],
)
def test_scores_of_seven_to_nine_take_a_six_and_a_second_die(score, chance):
    assert hits(score) == chance


@pytest.mark.rule("nec.shooting.required-7-to-9")
def test_without_a_first_six_there_is_no_second_roll():
    game = shoot("BS=2", "", COVER, dice="5")
    assert game.rolled("nec.shooting.required-7-to-9") == []
    assert not game["x"].pinned


@pytest.mark.rule("nec.shooting.required-7-to-9")
@pytest.mark.parametrize(("second", "hit"), [("4", False), ("5", True)])
def test_a_score_of_eight_needs_a_five_on_the_second_die(second, hit):
    """BS 1, cover: 6 + 2. The wound roll fails, the ammo roll passes."""
    game = shoot("BS=1", "", COVER, dice=f"6 {second} {'1 4' if hit else '4'}")
    assert game.rolled("nec.shooting.required-7-to-9")[0].need == 5
    assert game["x"].pinned == hit


@pytest.mark.rule("nec.shooting.required-7-to-9")
def test_the_second_dice_are_a_switch():
    """R3: the figures are the sister game's, so the players may set others."""
    game = shoot("BS=2", "", COVER, dice="6 2 1 4", seven_plus_followup=(2, 3, 4))
    assert game["x"].pinned


@pytest.mark.rule("nec.shooting.required-7-to-9")
def test_only_the_first_die_calls_for_an_ammo_roll():
    game = shoot("BS=2", "", COVER, dice="6 6 1 4")
    assert len(game.rolled("nec.M9")) == 1


@pytest.mark.rule("nec.shooting.required-7-to-9")
def test_ten_and_more_cannot_be_hit():
    text = f"ganger A (10,10) autogun BS={{}}     ganger x {FAR} size=small went=11\n{COVER}"
    shown = [
        table(text.format(bs), phase="shoot", premeasure=True).option("x", a("A")).preview().need
        for bs in (1, 2)
    ]
    assert shown == ["cannot hit", "6+, then 6+"]
    game = shoot("BS=1", "size=small went=11", COVER, dice="6 4")
    assert game.rolled("nec.shooting.to-hit")[0].need is None
    assert game.rolled("nec.shooting.required-7-to-9") == []
    assert not game["x"].pinned


@pytest.mark.rule("nec.shooting.to-hit", "nec.injury.flesh-wound")
def test_a_shooter_whose_skill_has_fallen_to_nothing_needs_a_seven():
    """M21: BS never drops below 0; WS is left, so he is not out."""
    game = shoot("BS=2 WS=5 flesh=3", dice="6 4 1 4")
    assert "Ballistic Skill 0" in game.rolled("nec.shooting.to-hit")[0].modifiers[0].why
    assert game.rolled("nec.shooting.required-7-to-9")[0].need == 4
    assert game["x"].pinned


@pytest.mark.rule("nec.shooting.required-7-to-9")
@pytest.mark.parametrize(
    ("shooter", "target", "shown"),
    [("BS=2", "", 6), ("BS=1", "", 6), ("BS=0", "", 6), ("BS=0", "size=small", None), ("BS=3", "", 6)],
)
def test_the_die_that_is_asked_for_is_a_six_where_a_second_one_may_follow(shooter, target, shown):
    """In cover (-2): scores of 7, 8 and 9; 10 and more cannot be reached; BS 3 needs a plain 6."""
    assert need(shoot(shooter, target, COVER, dice="5")) == shown


@pytest.mark.rule("nec.M11", "nec.M12")
@pytest.mark.parametrize(("x", "shown"), [(35.0, 4), (35.1, None)])
def test_long_range_ends_at_its_inch(x, shown):
    """An autogun reaches 24 inches."""
    game = table(f"ganger A (10,10) autogun     ganger x ({x},10)", phase="shoot").play(
        a("A"), a("x"), dice="1"
    )
    assert need(game) == shown
