"""Hand-to-hand combat: attack dice, scores, draws, who is thrown off; beside a twin of every throw."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from warbook.books.gorkamorka.fight.dice import (
    Fighting,
    Round,
    attack_count,
    attack_dice,
    attack_throw,
    blocked,
    bout,
    brawl,
    clash,
    combat_modifier,
    draw,
    duel,
    goes_off,
    margin,
    read,
    rerolled,
    vehicle_hits,
    worth_parrying,
    worth_rerolling,
)
from warbook.books.gorkamorka.fight.hand import hand_of
from warbook.books.gorkamorka.wounds.dice import NEVER, Body, Hit
from warbook.core.dice import Scripted

FACES = range(1, 7)
BOY = Body(grit=3)


@pytest.mark.rule("gce.hand-to-hand.attack-dice")
@pytest.mark.rule("gce.hand-to-hand.two-weapons")
@pytest.mark.rule("gce.hand-to-hand.two-handed-carried")
@pytest.mark.rule("gce.hand-to-hand.knife")
@pytest.mark.rule("gce.warrior.attacks")
@pytest.mark.parametrize(
    ("attacks", "single", "two_handed", "dice"),
    [
        (1, 2, True, 1),  # shoota, choppa and knife
        (1, 1, True, 1),  # demilune and knife
        (1, 2, False, 2),  # choppa and knife
        (1, 4, False, 2),  # two sluggas, a choppa and the knife
        (2, 3, False, 3),  # slugga, choppa and knife
        (1, 1, False, 1),  # the knife only
    ],
)
def test_how_many_attack_dice(attacks, single, two_handed, dice):
    assert attack_count(attacks, single, two_handed) == dice


@pytest.mark.rule("gce.frenzy.double-attacks")
def test_frenzy_doubles_attacks_before_the_second_weapon():
    assert attack_count(1, 2, False, times=2) == 3 and attack_count(2, 1, True, times=2) == 4


@pytest.mark.rule("gce.hand-to-hand.outnumber-bonus")
@pytest.mark.rule("gce.pilin-on.bonus")
@pytest.mark.rule("gce.hand-to-hand.charge-bonus")
@pytest.mark.rule("gce.hand-to-hand.obstacle")
@pytest.mark.rule("gce.boarding.counts-as-charge")
def test_what_is_added_to_dice_and_score():
    assert [(attack_count(1, 1, False, n), combat_modifier(more=n)) for n in range(4)] == [
        (1, 0),
        (2, 1),
        (3, 2),
        (4, 3),
    ]
    assert attack_count(1, 1, False, 2) == 3 and combat_modifier(1, more=2) == 3  # boarded, two helpers
    assert combat_modifier(1) == 1 and combat_modifier(1, True) == 0 and combat_modifier(0, True) == 0
    assert combat_modifier(2) == 2  # a flying tackle


def scores(a: Fighting, b: Fighting, ours: tuple[int, ...], theirs: tuple[int, ...]) -> int:
    return margin(a, b, read(ours, a.critical_worth), read(theirs, b.critical_worth))


@pytest.mark.rule("gce.hand-to-hand.combat-score")
@pytest.mark.rule("gce.hand-to-hand.winner")
@pytest.mark.rule("gce.warrior.weapon-skill")
def test_the_printed_fights():
    grimgut, krixit = Fighting(3, 1, 2, modifier=1), Fighting(2, 2, 2)
    assert scores(grimgut, krixit, (4,), (5, 3)) == 1
    ibstekia, uxolur = Fighting(2, 2, 2), Fighting(3, 1, 2, modifier=1)
    assert scores(ibstekia, uxolur, (6, 6), (1,)) == 5
    assert scores(Fighting(3 - 1, 1, 2), Fighting(0, 1, 2), (4,), (2,)) == 4  # a flesh wound: 2 + 4 against 2


@pytest.mark.rule("gce.hand-to-hand.roll")
def test_the_highest_die_counts():
    assert attack_dice(Scripted("3 5"), 2) == (5, 3) and read((5, 3)).score == 5
    assert read((6, 6)).score == 7


@pytest.mark.rule("gce.hand-to-hand.critical")
@pytest.mark.parametrize(("faces", "score"), [((6,), 6), ((6, 6), 7), ((6, 6, 6), 8), ((5, 5), 5)])
def test_criticals(faces, score):
    assert read(faces).score == score


@pytest.mark.rule("gce.hand-to-hand.fumble")
def test_fumbles_help_the_foe():
    even = Fighting(3, 1, 2)
    assert read((4, 1, 1)).ones == 2 and scores(even, even, (4,), (4, 1, 1)) == 2
    assert scores(even, Fighting(3, 3, 2, fumble_worth=2), (4,), (4, 1, 1)) == 4


@pytest.mark.rule("gce.hand-to-hand.draw")
@pytest.mark.rule("gce.hand-to-hand.draw-weapons")
@pytest.mark.rule("gce.weapon.uge-choppa")
@pytest.mark.rule("gce.warrior.initiative")
@pytest.mark.parametrize(
    ("ours", "theirs", "hits"),
    [
        (Fighting(3, 1, 3), Fighting(3, 1, 2), 1),
        (Fighting(3, 1, 2), Fighting(3, 1, 2), 0),
        (Fighting(3, 1, 2 + 1), Fighting(3, 1, 2), 1),  # a spear
        (Fighting(3, 1, 4, loses_draws=True), Fighting(3, 1, 2), -1),
        (Fighting(3, 1, 5, loses_draws=True), Fighting(3, 1, 2), -1),
        (Fighting(3, 1, 4, loses_draws=True), Fighting(3, 1, 2, loses_draws=True), 1),
    ],
)
def test_a_draw(ours, theirs, hits):
    assert draw(ours, theirs) == hits and scores(ours, theirs, (4,), (4,)) == hits


def test_a_shield_blocks_and_two_shields_cancel():
    assert blocked(Scripted("1"), (6, 3)) == (3, 1)
    shield, bare = Fighting(3, 1, 2, parries=True), Fighting(3, 1, 2)
    dice = Scripted("6 2 3")  # ours 6, rolled again for a 2; theirs 3
    assert clash(dice, bare, shield) == -1 and not dice.left
    dice = Scripted("6 3")
    assert clash(dice, shield, shield) == 3 and not dice.left
    assert bout(Scripted("6 3"), shield, shield, (False, False)) == (3, False)


@pytest.mark.rule("gce.hatred.reroll")
def test_hatred_rolls_dice_again():
    assert rerolled(Scripted("3"), (5,), 1) == (5, 3) and rerolled(Scripted("6 2"), (), 2) == (6, 2)


@pytest.mark.rule("gce.boarding.attack-stationary-vehicle")
def test_blows_at_a_vehicle():
    assert vehicle_hits((4,), 3) == 7


@pytest.mark.rule("gce.stupidity.hth")
@pytest.mark.rule("gce.terror.hth")
def test_no_dice_at_all_and_no_weapon_skill():
    stupid = Fighting(3, 0, 2, modifier=1)
    assert scores(stupid, Fighting(3, 1, 2), (), (4,)) == 4 - 7
    assert scores(Fighting(3, 0, 2), Fighting(3, 2, 2), (), (4, 1)) == 3 + 1 - 7
    assert scores(Fighting(0, 1, 2), Fighting(0, 1, 2), (4,), (1,)) == 4 + 1 - 1


def test_a_bomb_goes_off_when_both_roll_a_six():
    assert goes_off((6, 2), (3, 6)) and not goes_off((6, 6), (5,)) and not goes_off((1,), (6,))


@pytest.mark.rule("gce.hand-to-hand.down-is-out")
@pytest.mark.rule("gce.hand-to-hand.wound")
def test_down_on_the_ground_is_out():
    strong, weak = Fighting(5, 1, 3), Fighting(1, 1, 2)
    dice = Scripted(
        "2 2 5 3 1 1 1"
    )  # 7 against 3: the first of four hits wounds, 3 on the table; no other does
    assert duel(dice, strong, weak, (Hit(5),), (Hit(5),), BOY, BOY) == Round(BOY, Body(0, 0, "out", 3))
    assert not dice.left


@pytest.mark.rule("gce.hand-to-hand.down-is-out")
@pytest.mark.parametrize("winner", ["a", "b"])
def test_who_wins_and_is_brought_down_by_a_bomb_strikes_nobody(winner):
    """Both roll a 6. The bomb does nothing to the loser and puts the winner Down, who is then out."""
    strong, weak, dud, bang, sure = Fighting(5, 1, 3), Fighting(1, 1, 2), Hit(6), Hit(2), (Hit(2),)
    dice = Scripted("6 6  2 3  1" if winner == "a" else "6 6  1  2 3")
    if winner == "a":
        after = brawl(dice, strong, weak, sure, sure, BOY, BOY, bombs=((bang, dud),))
        assert after.a.state == "out" and after.b == BOY
    else:
        after = brawl(dice, weak, strong, sure, sure, BOY, BOY, bombs=((dud, bang),))
        assert after.b.state == "out" and after.a == BOY
    assert not dice.left


@pytest.mark.rule("gce.boarding.losing")
@pytest.mark.rule("gce.hand-to-hand.thrown-off")
@pytest.mark.rule("gce.hand-to-hand.down-is-out")
def test_the_loser_aboard_is_thrown_off_with_another_hit():
    strong, weak = Fighting(3, 1, 3), Fighting(3, 1, 2)
    fall = Hit(5)
    dice = Scripted("5 3 5 4 2 5 4")  # two hits: the first wounds and puts him Down, so does the fall
    after = duel(dice, strong, weak, (Hit(5),), (Hit(5),), BOY, BOY, fall, fall)
    assert after.overboard == "b" and after.b.state == "down" and not dice.left
    dice = Scripted("5 4 1 1")  # one hit that does nothing: he flies off unhurt
    assert duel(dice, strong, weak, (Hit(5),), (Hit(5),), BOY, BOY, fall, fall) == Round(BOY, BOY, "b")
    dice = Scripted("5 4 5 6")  # out of action: simply removed
    after = duel(dice, strong, weak, (Hit(5),), (Hit(5),), BOY, BOY, fall, fall)
    assert after.overboard == "" and after.b.state == "out" and not dice.left


@pytest.mark.rule("gce.hand-to-hand.draw")
def test_a_stalemate_throws_nobody_off():
    even = Fighting(3, 1, 2)
    assert duel(Scripted("4 4"), even, even, (Hit(2),), (Hit(2),), BOY, BOY, Hit(2), Hit(2)) == Round(
        BOY, BOY
    )


def test_a_clash_beside_a_twin():
    a, b = Fighting(3, 2, 2, modifier=1), Fighting(4, 1, 3, fumble_worth=2)

    def hits(one, two, three):
        ours, theirs = (one, two), (three,)
        mine = 3 + 1 + max(ours) + max(ours.count(6) - 1, 0) + 2 * theirs.count(1)
        his = 4 + three + ours.count(1)
        return mine - his or -1

    counted = Counter(hits(*faces) for faces in product(FACES, repeat=3))
    assert dict(clash.odds(a, b)) == {each: Fraction(count, 216) for each, count in counted.items()}


@pytest.mark.rule("gce.hatred.reroll")
@pytest.mark.parametrize(
    ("count", "hates", "shielded"), [(3, True, True), (4, True, False), (4, False, True)]
)
def test_dice_rolled_again_and_blocked_beside_a_count_of_all_throws(count, hates, shielded):
    fighter, foe = Fighting(3, count, 2, critical_worth=2), Fighting(4, 1, 3, parries=shielded)
    counted = Counter()
    for first in product(FACES, repeat=count):
        faces = tuple(sorted(first, reverse=True))
        again = worth_rerolling(faces, 2) if hates else 0
        for more in product(FACES, repeat=again):
            swung = tuple(sorted((*faces[: count - again], *more), reverse=True))
            blocks = shielded and worth_parrying(swung, 2)
            for face in FACES if blocks else (0,):
                left = tuple(sorted((*swung[1:], face), reverse=True)) if blocks else swung
                counted[read(left, 2), 6 in left] += Fraction(1, 6 ** (count + again + blocks))
    assert dict(attack_throw.odds(fighter, hates, shielded)) == dict(counted)
    met = Counter()
    for (ours, lit), part in counted.items():
        for face in FACES:
            met[margin(fighter, foe, ours, read((face,))), lit and face == 6] += part / 6
    assert dict(bout.odds(fighter, foe, (hates, False))) == dict(met)


def test_a_hand_is_what_matters_of_the_dice():
    faces = (6, 6, 4, 1, 1)
    for kept in range(6):
        assert hand_of(faces).best_of(kept) == hand_of(faces[:kept])
        assert hand_of(faces[:kept]).beside(hand_of(faces[kept:])) == hand_of(faces)
    assert hand_of((1,)).blocked(1).read(1) == read((1,)) and hand_of((6, 6)).blocked(1).ones == 1
    assert hand_of(faces).blocked(3).read(2) == read((6, 4, 3, 1, 1), 2)


def test_a_duel_beside_a_twin():
    """WS 3 against 3, I 3 against 2; one die each, wounds on 6, aboard with a fall that cannot hurt."""
    a, b, hit = Fighting(3, 1, 3), Fighting(3, 1, 2), Hit(6)
    won = Counter()
    for ours, theirs in product(FACES, repeat=2):
        difference = ours + (theirs == 1) - theirs - (ours == 1)
        won[difference or 1] += 1
    unhurt = sum(Fraction(count, 36) * Fraction(5, 6) ** hits for hits, count in won.items() if hits > 0)
    odds = duel.odds(a, b, (hit,), (hit,), BOY, BOY, Hit(NEVER), Hit(NEVER))
    assert odds.chance(lambda each: each.overboard == "b" and each.b == BOY) == unhurt
    assert sum(count for hits, count in won.items() if hits < 0) == 15
    out = odds.chance(lambda each: each.overboard == "" and each.a.state == "out")
    assert odds.chance(lambda each: each.overboard == "a") + out == Fraction(15, 36)
