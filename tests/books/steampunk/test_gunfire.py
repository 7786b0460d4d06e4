"""Shots, bursts and area attacks: the dice from to-hit to the damage result."""

from collections import Counter
from fractions import Fraction

import pytest

from tests.books.steampunk.kernels import CREW, PIERCING, RIFLE, SHIELDED, TANK_GUN, every
from warbook.books.steampunk.assault.pools import Fallen
from warbook.books.steampunk.dice import Roll
from warbook.books.steampunk.gunnery.gunfire import (
    Aim,
    Attack,
    Fall,
    Hit,
    Struck,
    Target,
    area_hits,
    area_score,
    armor_dice,
    armor_roll,
    at_range,
    beyond,
    damage,
    hit_on,
    hit_score,
    salvo,
    shot,
    struck,
    tally,
    to_hit,
)
from warbook.books.steampunk.gunnery.shots import Charge, Wound, wound
from warbook.core.dice import Scripted
from warbook.core.questions import Modifier


def chance_to_hit(modifiers):
    return to_hit.odds(Aim(hit_score(modifiers))).chance(Fall(True))


@pytest.mark.rule("spf.fire.open-ended", "spf.G6")
@pytest.mark.parametrize(
    ("need", "words"),
    [
        (5, []),
        (6, []),
        (7, ["7+ in all: a 6, then 5+ on a further die"]),
        (8, ["8+ in all: a 6, then 5+ on each of 2 further dice"]),
    ],
)
def test_what_a_need_above_six_asks_is_said_in_words(need, words):
    assert [line.why for line in beyond(need)] == words


@pytest.mark.rule("spf.fire.basic", "spf.fire.open-ended")
@pytest.mark.parametrize(
    ("modifiers", "chance"),
    [
        (0, Fraction(1, 3)),
        (1 + 1 + 1, Fraction(5, 6)),
        (-1 - 1 - 2, Fraction(1, 162)),
        (4, 1),
        (-1, Fraction(1, 6)),
    ],
)
def test_the_chance_to_hit(modifiers, chance):
    assert chance_to_hit(modifiers) == chance


@pytest.mark.rule("spf.fire.basic")
@pytest.mark.parametrize("need", range(1, 10))
def test_to_hit_with_every_face(need):
    def came(first, *further):
        over = 0
        while first == 6 and over < 3 and further[over] > 4:
            over += 1
        return Fall(first + over >= need, first <= 2, first == 6)

    assert dict(to_hit.odds(Aim(need, low=2, six=True))) == every((6, 6, 6, 6), came)


def test_a_storm_of_bullets_hits_with_every_natural_six():
    assert to_hit.odds(Aim(9, storm=True)).chance(Fall(True)) == Fraction(1, 6)
    assert to_hit.odds(Aim(4, storm=True)).chance(Fall(True)) == Fraction(1, 2)
    assert to_hit(Scripted("6"), Aim(9, storm=True, six=True)) == Fall(True, False, True)


@pytest.mark.rule("spf.damage.range-table")
@pytest.mark.parametrize(
    ("ap", "band", "expected"),
    [(9, "long", 4), (9, "normal", 9), (9, "point-blank", 10), (3, "long", 1), (0, "long", 0)],
)
def test_range_changes_armor_penetration(ap, band, expected):
    ranged = at_range(Attack(ap, Roll(6)), band)
    assert ranged.ap == expected == ap + sum(why.value for why in ranged.ap_why)
    assert all(why.value for why in ranged.ap_why)


@pytest.mark.rule("spf.damage.range-table")
@pytest.mark.parametrize(("band", "value"), [("long", -1), ("normal", 0), ("point-blank", 1)])
def test_range_changes_damage(band, value):
    ranged = at_range(Attack(9, Roll(6)), band)
    assert sum(why.value for why in ranged.damage_why) == value
    assert all(why.rule == "spf.damage.range-table" for why in (*ranged.ap_why, *ranged.damage_why))


def test_some_weapons_gain_twice_as_much_at_point_blank():
    ranged = at_range(Attack(3, Roll(6), close=2), "point-blank")
    assert (ranged.ap, [why.value for why in ranged.damage_why]) == (5, [2])


@pytest.mark.rule("spf.damage.armor-dice")
def test_the_number_of_armor_dice():
    assert armor_dice(10, 8) == 2
    assert armor_dice(7, 9) == 0
    hit, _ = hit_on(Attack(9, Roll(6)), Target(13), "long")
    assert hit.armor == 9


@pytest.mark.rule("spf.damage.armor-result")
def test_two_armor_dice():
    assert dict(armor_roll.odds(2)) == {
        "blocked": Fraction(1, 9),
        "partly": Fraction(4, 9),
        "through": Fraction(4, 9),
    }
    assert armor_roll(Scripted("5 6"), 2) == "blocked"
    assert armor_roll(Scripted("5 2"), 2) == "partly"
    assert armor_roll(Scripted("1 4"), 2) == "through"


@pytest.mark.rule("spf.damage.armor-result")
@pytest.mark.parametrize("count", range(6))
def test_armor_with_every_face(count):
    def came(*faces):
        stopped = [face for face in faces if face >= 5]
        return {0: "through", 1: "partly"}.get(len(stopped), "blocked")

    assert dict(armor_roll.odds(count)) == every((6,) * count, came)


@pytest.mark.rule("spf.damage.roll", "spf.damage.sequence", "spf.damage.previous")
def test_a_damage_roll_with_everything():
    """d6-1, die 4, one armor success, two tokens, point blank: 4 - 1 - 3 + 2 + 1 = 3."""
    hit, why = hit_on(Attack(6, Roll(6, -1)), Target(9, tokens=2), "point-blank")
    assert struck(Scripted("5 1 4"), hit) == Struck("partly", 3)
    assert why == (
        Modifier(1, "point blank", "spf.damage.range-table"),
        Modifier(2, "previous damage", "spf.damage.previous"),
    )


@pytest.mark.rule("spf.damage.roll", "spf.damage.penetration-bonus", "spf.damage.no-armor")
@pytest.mark.parametrize(("armor", "faces"), [(0, "6"), (9, "6"), (10, "4 6")])
def test_what_goes_through_all_armor_gains_the_bonus(armor, faces):
    """d6, die 6, a weapon with +3, normal range: 9. No armor at all counts as penetrated (ruling D2)."""
    hit, _ = hit_on(Attack(9, Roll(6), on_penetration=3), Target(armor), "normal")
    assert struck(Scripted(faces), hit) == Struck("through", 9)


@pytest.mark.rule("spf.damage.penetration-bonus")
def test_what_is_partly_blocked_does_not():
    assert struck(Scripted("5 6"), Hit(1, Roll(6), on_penetration=3)) == Struck("partly", 3)


@pytest.mark.rule("spf.damage.previous")
def test_tokens_add_to_the_damage():
    hit, _ = hit_on(Attack(0, Roll(6)), Target(tokens=3))
    assert struck(Scripted("4"), hit) == Struck("through", 7)


@pytest.mark.rule("spf.damage.resistance", "spf.special.direct-fire", "spf.ability.resistance")
def test_the_resistance_to_its_type_lowers_the_damage():
    """d8 fire damage, die 5, fire resistance 1, two tokens, penetrated: 6. The regular resistance is not
    asked for."""
    hit, why = hit_on(Attack(5, Roll(8)), Target(5, tokens=2, resist=1), "normal")
    assert struck(Scripted("5"), hit) == Struck("through", 6)
    assert why[-1] == Modifier(-1, "resistance", "spf.damage.resistance")


def test_a_resistance_rolled_anew():
    assert damage(Scripted("4 3"), SHIELDED, "through") == 4 - 2 - 1 - 3
    assert damage(Scripted("6 2"), Hit(0, Roll(6), resist=Roll(4, 1)), "through") == 6 - (2 + 1)


@pytest.mark.rule("spf.assault.damage")
def test_a_hit_in_assault():
    """Assault AP 3, damage d6-1, armor 9: six armor dice; with no success and die 5, result 4. Two support
    make it 6; there is no range (ruling D6)."""
    attack, target = Attack(3, Roll(6, -1)), Target(9)
    hit, _ = hit_on(attack, target)
    assert hit.armor == 6
    assert struck(Scripted("1 2 3 4 4 4 5"), hit) == Struck("through", 4)
    supported, why = hit_on(attack, target, extra=(Modifier(2, "support", "spf.assault.support"),))
    assert struck(Scripted("1 2 3 4 4 4 5"), supported) == Struck("through", 6)
    assert [each.why for each in why] == ["support"]


def a_shot(need, hit):
    """All faces of one shot: two dice to hit, the armor's, and the damage."""

    def came(first, second, *rest):
        *plates, fallen = rest
        if first + (first == 6 and second > 4) < need:
            return Struck("miss")
        stopped = sum(face > 4 for face in plates)
        if stopped > 1:
            return Struck("blocked")
        result = fallen + hit.roll.plus + hit.bonus + (-3 if stopped else hit.on_penetration)
        return Struck("partly" if stopped else "through", result)

    return every((6, 6, *(6,) * hit.armor, hit.roll.sides), came)


@pytest.mark.rule("spf.damage.sequence", "spf.damage.regular-default")
@pytest.mark.parametrize(("need", "hit"), [(5, RIFLE), (7, TANK_GUN), (2, Hit(0, Roll(4, -2), -2))])
def test_a_shot_with_every_face(need, hit):
    assert dict(shot.odds(Aim(need), hit)) == a_shot(need, hit)


def test_a_shot_tells_the_faces_that_matter():
    aim = Aim(5, low=1, six=True)
    assert shot(Scripted("1"), aim, RIFLE) == Struck("miss", low=True)
    assert shot(Scripted("6 1 1 4"), aim, RIFLE) == Struck("through", 3, six=True)
    assert shot(Scripted("6 2"), Aim(7, six=True), RIFLE) == Struck("miss")


@pytest.mark.rule("spf.special.typed-damage", "spf.damage.armor-dice")
def test_armor_is_rolled_only_against_what_it_can_stop():
    """Ruling D4: typed damage does not mind three armor dice, unless it comes of what has gone through."""
    assert wound(Scripted("4"), Charge(3, typed=(CREW,))) == Wound("through", (), (5,))
    assert wound(Scripted("1 2 5"), Charge(3, typed=(PIERCING,))) == Wound("partly", (), (None,))


@pytest.mark.rule("spf.fire.area")
def test_an_area_attack_rolls_for_every_model():
    assert area_hits(Scripted("5 4 6 1"), 4, 5) == 2
    assert dict(area_hits.odds(4, 5)) == every((6,) * 4, lambda *faces: sum(face >= 5 for face in faces))


@pytest.mark.rule("spf.ability.evasion", "spf.ability.take-cover-evasion")
def test_evasion_makes_area_attacks_harder():
    assert area_score(5, -1) == 6
    assert area_hits.odds(1, area_score(6, -1)).chance(1) == Fraction(1, 18)
    assert [area_score(4, evasion) for evasion in (-1, -2)] == [5, 6]


@pytest.mark.rule("spf.ability.evasion")
def test_an_area_attack_that_needs_eight():
    def hits(*faces):
        return sum(a == 6 and b > 4 and c > 4 for a, b, c in (faces[:3], faces[3:]))

    assert dict(area_hits.odds(2, 8)) == every((6,) * 6, hits)
    assert area_hits(Scripted(""), 0, 8) == 0  # a mount without a crew


def test_a_tally_of_hits_and_sixes():
    def came(*faces):
        sixes = sum(face == 6 for face in faces)
        return Fallen(sum(face >= 4 for face in faces), sixes, sum(face < 4 for face in faces))

    assert dict(tally.odds(3, Aim(4))) == every((6, 6, 6), came)


@pytest.mark.parametrize(("waves", "each"), [("per-six", True), ("per-wave", False)])
@pytest.mark.parametrize("need", [5, 7])
def test_to_hit_dice_rolled_again_in_waves(waves, each, need):
    """Two dice for each natural 6, or for the wave; a twin that follows every single die."""
    rise = {5: Fraction(1), 7: Fraction(1, 3)}[need]  # that a natural 6 hits

    def follow(throwing, lying):
        found = Counter()
        for faces, chance in every((6,) * throwing, lambda *thrown: tuple(sorted(thrown))).items():
            sixes = faces.count(6)
            sure = sum(need <= face < 6 for face in faces)
            failed = lying + throwing - sure - sixes
            again = min(failed, 2 * sixes if each else 2 * (sixes > 0))
            later = follow(again, failed - again) if again else {0: Fraction(1)}
            for risen in range(sixes + 1):
                ways = Fraction(1)
                for n in range(risen):
                    ways = ways * (sixes - n) / (n + 1)
                share = ways * rise**risen * (1 - rise) ** (sixes - risen)
                for more, weight in later.items():
                    found[sure + risen + more] += chance * share * weight
        return {hits: chance for hits, chance in found.items() if chance}

    assert dict(salvo.odds(4, 0, Aim(need), 2, waves)) == follow(4, 0)
