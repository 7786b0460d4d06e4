"""To hit, ammo, sustained fire: faces and what they come to, beside twins that go through every throw."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from warbook.books.gorkamorka.mob.data import weapons
from warbook.books.gorkamorka.shooting.dice import (
    OUT_OF_RANGE,
    Aim,
    Ammo,
    Rolled,
    Shot,
    Spent,
    aimed,
    ammo_figure,
    ammo_roll,
    ammo_rolls,
    burst,
    burst_ammo,
    hit_score,
    rolled_strength,
    shot,
    sustained,
    tally,
    to_hit,
    volley,
)
from warbook.books.gorkamorka.wounds.dice import Body, Hit
from warbook.core.dice import Scripted

FACES = range(1, 7)


def hits(bs: int, mods: int, *faces: int) -> bool:
    dice = Scripted(faces)
    hit = to_hit(dice, Aim(hit_score(bs, mods))).hits == 1
    assert not dice.left
    return hit


def chance(bs: int, mods: int = 0) -> Fraction:
    return to_hit.odds(Aim(hit_score(bs, mods))).chance(lambda roll: roll.hits == 1)


@pytest.mark.rule("gce.shooting.to-hit")
@pytest.mark.rule("gce.warrior.ballistic-skill")
@pytest.mark.parametrize(
    ("bs", "mods", "share"),
    [
        (3, 0, "1/2"), (6, -1, "5/6"), (9, 0, "5/6"), (4, -2, "1/3"),  # to-hit
        (8, -3, "5/6"), (8, -2, "5/6"),  # bs-table
        (3, 1 - 1, "1/2"), (3, -1 - 1, "1/6"),  # hit-modifiers
        (3, 1, "2/3"), (3, -1, "1/3"), (3, -2, "1/6"), (4, -1, "1/2"), (3, 1 - 1, "1/2"),
    ],
)  # fmt: skip
def test_the_score_to_hit(bs, mods, share):
    assert chance(bs, mods) == Fraction(share)


@pytest.mark.rule("gce.shooting.to-hit")
def test_a_one_always_misses():
    assert not hits(9, 0, 1) and hits(9, 0, 2)
    assert not hits(4, -2, 4) and hits(4, -2, 5)


@pytest.mark.rule("gce.basics.modifiers")
def test_a_modifier_is_added_to_the_die_and_the_face_stays_what_it_is():
    """A 5 with a bonus hits and calls for no ammo roll; a 6 with a malus does."""
    found = [to_hit(Scripted(f), Aim(hit_score(3, mods), ammo=True)) for f, mods in (("5", 1), ("6", -2))]
    assert [(roll.hits, roll.sixes) for roll in found] == [(1, 0), (1, 1)] and not hits(3, -2, 5)


@pytest.mark.rule("gce.shooting.bs-table")
@pytest.mark.parametrize("bs", range(1, 11))
def test_the_table_of_ballistic_skill(bs):
    assert hit_score(bs, 0) == 7 - bs


@pytest.mark.rule("gce.shooting.seven-plus")
def test_a_shot_that_needs_seven_and_more():
    assert chance(2, -2) == Fraction(1, 12) and chance(2, -3) == Fraction(1, 18)
    assert chance(2, -4) == Fraction(1, 36) and chance(2, -5) == 0
    assert not hits(2, -4, 6, 5) and hits(2, -4, 6, 6)
    assert not hits(2, -2, 5) and not hits(2, -2, 6, 3) and hits(2, -2, 6, 4)
    assert not hits(2, -3, 6, 4) and hits(2, -3, 6, 5)
    assert not hits(2, -5, 6)


@pytest.mark.rule("gce.weapon.short-range")
@pytest.mark.rule("gce.weapon.long-range")
@pytest.mark.rule("gce.shooting.check-range")
@pytest.mark.rule("gce.weapon.range-hit-modifiers")
@pytest.mark.parametrize(
    ("inches", "modifier"), [(10, 1), (12, 1), (12.5, 0), (15, 0), (17, 0), (18, 0), (18.5, None)]
)
def test_the_bands_of_a_shoota(inches, modifier):
    assert weapons()["shoota"].modifier_at(inches) == modifier


@pytest.mark.rule("gce.shooting.range-modifiers")
def test_a_kannon_at_twelve_inches():
    kannon = weapons()["kannon"].modifier_at(12)
    assert kannon == -1 and hit_score(3, kannon) == 5 and hit_score(3, kannon - 1) == 6
    assert weapons()["slugga"].modifier_at(7) == 0


@pytest.mark.rule("gce.shooting.out-of-range")
@pytest.mark.rule("gce.special-weapons.full-auto-out-of-range")
@pytest.mark.parametrize(("faces", "calls"), [("6", 1), ("5", 0), ("6 2 6", 2)])
def test_out_of_range_the_die_is_rolled_for_ammo_only(faces, calls):
    dice = Scripted(faces)
    found = tally(dice, len(faces.split()), Aim(OUT_OF_RANGE, ammo=True))
    assert (found.hits, found.sixes) == (0, calls) and not dice.left


@pytest.mark.rule("gce.special-weapons.ammo-trigger")
def test_a_six_calls_for_an_ammo_roll_whether_it_hits_or_not():
    aim = Aim(4, ammo=True)
    assert to_hit(Scripted("6"), aim).sixes == 1 and to_hit(Scripted("5"), aim).sixes == 0
    assert to_hit(Scripted("6 3"), Aim(7, ammo=True)) == to_hit(Scripted("6"), Aim(OUT_OF_RANGE, ammo=True))
    assert to_hit(Scripted("6 6"), Aim(7, ammo=True)).sixes == 1
    assert tally(Scripted("6 6"), 2, aim).sixes == 2
    assert to_hit(Scripted("6"), Aim(4)).sixes == 0


def test_who_is_short_of_ammo_tests_on_a_one_as_well():
    short = Aim(4, ammo=True, short=True)
    assert [to_hit(Scripted([face]), short).sixes for face in FACES] == [1, 0, 0, 0, 0, 1]


def test_the_face_is_told_where_it_matters():
    assert aimed(Scripted("1"), Aim(4)) == Rolled(False, True, False)
    assert aimed(Scripted("6"), Aim(4)) == Rolled(True, False, True)
    assert aimed(Scripted("4"), Aim(4)) == Rolled(True, False, False)


@pytest.mark.rule("gce.special-weapons.ammo-roll")
@pytest.mark.rule("gce.weapon.ammo-roll")
@pytest.mark.rule("gce.special-weapons.explode")
@pytest.mark.parametrize(
    ("figure", "faces", "weapon"),
    [
        (4, "4", "fine"), (4, "3", "empty"), (4, "2", "empty"), (4, "1 2", "empty"), (4, "1 1", "explodes"),
        ("auto", "6", "empty"), ("auto", "1 1", "explodes"), ("auto", "1 6", "empty"), (2, "2", "fine"),
        (6, "5", "empty"),
    ],
)  # fmt: skip
def test_an_ammo_roll(figure, faces, weapon):
    dice = Scripted(faces)
    assert ammo_roll(dice, ammo_figure(figure)) == weapon and not dice.left


@pytest.mark.rule("gce.special-weapons.ammo-roll")
@pytest.mark.rule("gce.special-weapons.ammo-auto")
@pytest.mark.rule("gce.weapon.ammo-auto")
def test_the_odds_of_an_ammo_roll():
    odds = ammo_roll.odds(ammo_figure(4))
    assert odds.chance("fine") == Fraction(1, 2) and odds.chance("explodes") == Fraction(1, 36)
    assert ammo_roll.odds(ammo_figure("auto")).chance("fine") == 0


@pytest.mark.rule("gce.basics.sustained-fire-die")
@pytest.mark.rule("gce.special-weapons.jam")
def test_the_sustained_fire_die():
    thrown = [sustained(Scripted([face]), 1) for face in FACES]
    assert [each.shots for each in thrown] == [1, 1, 2, 2, 3, 0]
    assert [each.jams for each in thrown] == [0, 0, 0, 0, 0, 1]
    assert sustained.odds(1).mean(lambda each: each.shots) == Fraction(3, 2)


@pytest.mark.rule("gce.special-weapons.multiple-dice-jam")
def test_a_jam_cancels_only_its_own_die():
    both = sustained(Scripted("6 5"), 2)
    assert (both.shots, both.jams) == (3, 1)
    none = sustained(Scripted("6 6"), 2)
    assert (none.shots, none.jams) == (0, 2)


@pytest.mark.rule("gce.special-weapons.ammo-sustained")
def test_a_roll_for_each_jam_and_for_each_six():
    """A jam and two shots that show 6 and 3: two ammo rolls, both passed; then one failed."""
    aim = Aim(4, ammo=True)
    for faces, weapon in (("6 3 6 3 4 4", "fine"), ("6 3 6 3 4 3", "empty"), ("6 3 6 3 1 1 5", "explodes")):
        dice = Scripted(faces)
        assert burst_ammo(dice, 2, aim, Ammo(4)) == Spent(1, weapon) and not dice.left


def test_one_failed_roll_of_several_is_enough():
    assert ammo_rolls(Scripted("3 4"), 2, Ammo(4)) == "empty"
    assert ammo_rolls(Scripted("1 1 3"), 2, Ammo(4)) == "explodes"
    assert (
        ammo_rolls(Scripted("4 5"), 2, Ammo(4)) == "fine" and ammo_rolls(Scripted(""), 0, Ammo(4)) == "fine"
    )
    assert ammo_rolls.odds(2, Ammo(4)).chance("fine") == Fraction(1, 4)


@pytest.mark.rule("gce.special-weapons.full-auto-shots")
@pytest.mark.rule("gce.special-weapons.full-auto-hits-first")
def test_a_burst():
    """Two shots at BS 3, dice 4 and 3: one hit, and both dice fall before the wound is rolled."""
    assert tally(Scripted("4 3"), 2, Aim(4)).hits == 1
    dice = Scripted("3 4 4 1 6 4 4")  # two shots, two hits, one does not wound, the other does: Down
    assert burst(dice, 1, Aim(4), Hit(4), Body()).state == "down" and dice.left == [4]


def test_a_volley_beside_a_twin():
    """Two shots at 4+, wounds on 5+: 1-2 flesh wound, 3-5 down, 6 out; two flesh wounds put him out."""

    def fate(first, second):
        flesh, down, out = 0, False, False
        for aim, wound, injury in (first, second):
            if out or aim < 4 or wound < 5:
                continue
            flesh += injury <= 2
            down |= 3 <= injury <= 5
            out |= injury == 6 or flesh >= 2
        return "out" if out else ("down" if down else "up", flesh)

    one = Counter(
        (min(aim, 4), max(min(wound, 5), 4), injury) for aim, wound, injury in product(FACES, repeat=3)
    )
    counted: Counter = Counter()
    for (first, many), (second, more) in product(one.items(), repeat=2):
        counted[fate(first, second)] += many * more
    odds = volley.odds(2, Aim(4), Hit(5), Body(grit=2))
    found = odds.map(lambda body: "out" if body.state == "out" else (body.state, body.flesh))
    assert {key: found.chance(lambda each, key=key: each == key) for key in counted} == {
        key: Fraction(count, counted.total()) for key, count in counted.items()
    }


@pytest.mark.rule("gce.weapon.shoota")
def test_a_shoota_at_the_printed_ranges():
    assert chance(3, weapons()["shoota"].modifier_at(10)) == Fraction(2, 3)
    assert chance(3, weapons()["shoota"].modifier_at(15)) == Fraction(1, 2)
    assert weapons()["shoota"].modifier_at(19) is None


def test_a_shot_from_the_aim_to_the_injury():
    assert shot(Scripted("3"), Aim(4), Hit(4), Body()) == Shot("miss", Body())
    assert shot(Scripted("6 3"), Aim(4, ammo=True), Hit(4), Body()) == Shot("no-wound", Body(), True)
    assert shot(Scripted("4 4 5"), Aim(4), Hit(4, save=5), Body()).came == "saved"
    assert shot(Scripted("4 4 4 6"), Aim(4), Hit(4, save=5), Body()).body.state == "out"


def test_a_strength_that_is_rolled():
    assert rolled_strength(Scripted("4"), 1, 2) == 6
