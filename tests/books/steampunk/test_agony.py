"""Continuous damage: one token in one turn."""

from fractions import Fraction

import pytest

from tests.books.steampunk.kernels import every
from warbook.books.steampunk.aftermath.agony import (
    Acid,
    Agony,
    acid,
    acid_after,
    bleeding,
    burning,
    downgraded,
    minor_acid,
    poison,
    raised,
)
from warbook.core.dice import Scripted


@pytest.mark.rule("spf.special.acid-table")
@pytest.mark.parametrize(
    ("faces", "effects"),
    [
        ("1", Acid(downgrades=1)),
        ("2", Acid(0, 1)),
        ("3", Acid(0, 1, 1)),
        ("4", Acid(0, 1, 1, 1)),
        ("5", Acid(0, 1, 1, 1, 1)),
        ("6 2 5", Acid(0, 2, 1, 1, 1)),
        ("6 6 1 2 3", Acid(1, 2, 1)),
        ("6 1 1", Acid(2)),
        ("6 6 1 1 1", Acid(2)),
    ],
)
def test_the_acid_table(faces, effects):
    dice = Scripted(faces)
    assert acid(dice) == effects
    assert not dice.left


@pytest.mark.rule("spf.special.acid-double-downgrade", "spf.special.acid-persists")
def test_what_becomes_of_acid():
    assert [acid_after(downgrades) for downgrades in range(4)] == [
        "stays",
        "downgraded",
        "removed",
        "removed",
    ]


def laid_out(most, sixes):
    """The acid table read off faces laid out beforehand; beyond `sixes` a 6 is a 5."""

    def came(*faces):
        waiting, used, shown = 1, 0, []
        for face in faces:
            if not waiting:
                break
            if face == 6 and used < sixes:
                waiting, used = waiting + 1, used + 1
            else:
                waiting -= 1
                shown.append(face)
        rows = [sum(face >= least for face in shown) for least in (2, 3, 4, 5)]
        return Acid(min(2, shown.count(1)), *(min(most, row) for row in rows))

    return came


@pytest.mark.rule("spf.special.acid-table", "spf.special.acid-double-downgrade")
@pytest.mark.parametrize("most", [1, 2, 9])
def test_acid_with_every_face(most):
    assert dict(acid.odds(most, 1, 2)) == every((6,) * 5, laid_out(most, 2))


@pytest.mark.rule("spf.special.acid-table")
def test_acid_is_cut_off_where_it_no_longer_matters():
    """No die shows a 1 in a fraction q of all turns, where q = 4/6 + q * q / 6: 3 - the root of 5."""
    never = acid.odds(1).chance(lambda effects: effects.downgrades == 0)
    assert abs(float(never) - (3 - 5**0.5)) < 1e-6


@pytest.mark.rule("spf.special.minor-acid")
def test_minor_acid():
    assert minor_acid(Scripted("3")) == Agony("stays", future=1)
    assert minor_acid(Scripted("2")) == Agony("removed")
    came = {True: Agony("stays", future=1), False: Agony("removed")}
    assert dict(minor_acid.odds()) == every((6,), lambda face: came[face > 2])


@pytest.mark.rule("spf.special.fire-roll", "spf.special.fire-damage")
def test_fire():
    assert burning(Scripted("1"), 3) == Agony("removed")
    assert burning(Scripted("5"), 0) == Agony("stays", 5)
    assert burning(Scripted("4"), 3 - 2) == Agony("stays", 5), "roll 4, fire resistance 2, three tokens"
    came = every((6,), lambda face: Agony("removed") if face == 1 else Agony("stays", face - 2))
    assert dict(burning.odds(-2)) == came, "only the natural 1 ends it (ruling P7)"


@pytest.mark.rule("spf.special.poison-roll", "spf.special.poison-downgrade")
def test_poison():
    assert poison(Scripted("6"), 8, 1 - 2) == Agony("downgraded", 5), "resistance 2, one token"
    assert poison(Scripted("1"), 4, 0) == Agony("removed", 1)
    assert dict(poison.odds(10, 1)) == every((10,), lambda face: Agony("downgraded", face + 1))


@pytest.mark.rule("spf.special.poison-downgrade")
def test_the_steps_of_poison_and_bleeding():
    assert [downgraded(strength) for strength in (12, 10, 8, 6, 4)] == [10, 8, 6, 4, 0]
    assert [raised(strength) for strength in (4, 6, 8, 10, 12)] == [6, 8, 10, 12, 12]


@pytest.mark.rule("spf.special.bleeding-roll")
def test_bleeding():
    assert bleeding(Scripted("1"), 6, 2) == Agony("removed")
    assert bleeding(Scripted("4"), 6, 2) == Agony("stays", 6)
    came = every((12,), lambda face: Agony("removed") if face == 1 else Agony("stays", face))
    assert dict(bleeding.odds(12, 0)) == came
    assert bleeding.odds(4, 0).chance(Agony("removed")) == Fraction(1, 4)
