"""Assault dice: pools, deflection, rerolls, the advantage."""

from collections import Counter
from fractions import Fraction
from functools import cache
from math import comb

import pytest

from tests.books.steampunk.kernels import GRUNTS, ORKS, SHIELDS, every
from warbook.books.steampunk.assault.pools import (
    Die,
    Fallen,
    Net,
    Pool,
    advantage,
    alike,
    clash,
    needed,
    net_successes,
    picked,
    pressed,
    side,
    thrown,
    wave,
)
from warbook.core.dice import Scripted


@pytest.mark.rule("spf.assault.stats")
def test_every_die_that_reaches_the_value_is_a_success():
    assert side(Scripted("5 2 6 1"), (Pool(4, 5),), "per-six") == (2,)


@pytest.mark.rule("spf.assault.pooling", "spf.assault.track-source")
def test_successes_are_counted_by_source():
    hero, grunts = Pool(2, 5, "hero"), Pool(6, 5, "grunts")
    assert side(Scripted("1 4  5 6 2 2 5 1"), (hero, grunts), "per-six") == (0, 3)


@pytest.mark.rule("spf.assault.pooling")
def test_dice_alike_are_one_pool_where_sources_do_not_matter():
    tank, men = Pool(5, 5, "tank"), Pool(4, 5, "men")
    assert alike((tank, men, SHIELDS)) == (Pool(9, 5), Pool(2, 6, deflects=True))
    assert clash.odds((tank, men), (GRUNTS,), "per-six") == clash.odds((Pool(9, 5),), (GRUNTS,), "per-six")


@pytest.mark.rule("spf.ability.crippled-crew", "spf.assault.stats")
def test_a_crippled_crew_needs_a_six():
    assert needed(5, -1) == 6
    assert side.odds((Pool(1, needed(5, -1)),), "per-six").chance((1,)) == Fraction(1, 6)
    assert side.odds((Pool(1, needed(6, -1)),), "per-six").chance((1,)) == 0


@pytest.mark.rule("spf.assault.deflection", "spf.assault.deflection-effect")
def test_deflections_remove_successes():
    guard = Pool(3, 5, deflects=True)
    assert net_successes((Pool(9, 5),), (6,), (guard,), (3,)) == 3
    assert net_successes((Pool(9, 5),), (2,), (guard,), (3,)) == 0
    assert net_successes((Pool(2, 5), SHIELDS), (2, 2), (GRUNTS,), (2,)) == 2, "assault dice deflect nothing"


@pytest.mark.rule("spf.assault.facing-several-sides", "spf.assault.deflection-effect")
def test_deflection_limited_to_a_side_stops_only_hits_from_there():
    """Ruling S6."""
    north, south = Pool(4, 5, side="north"), Pool(4, 5, side="south")
    guard, anywhere = Pool(4, 5, deflects=True, side="south"), Pool(2, 5, deflects=True)
    assert net_successes((north, south), (3, 1), (guard,), (3,)) == 3
    assert net_successes((north, south), (3, 1), (guard, anywhere), (3, 2)) == 1
    assert net_successes((north,), (3,), (guard,), (4,)) == 3


@pytest.mark.rule("spf.assault.advantage", "spf.assault.tie-rank")
def test_the_advantage():
    assert advantage(Net(5, 3), "b") == "a"
    assert advantage(Net(2, 3), "a") == "b"
    assert advantage(Net(3, 3), "b") == "b"
    assert advantage(Net(0, 0), "a") == "a"


@pytest.mark.rule("spf.assault.example-dark-elf-elf", "spf.assault.advantage", "spf.assault.pooling")
def test_the_books_assault():
    """9 dice at 5+ and 11 deflections at 6+ against 8 dice at 5+: 5 and 3 against 6, net 5 to 3."""
    dark_elf = Pool(5, 5, "tank"), Pool(4, 5, "infantry"), Pool(11, 6, deflects=True)
    elf = Pool(5, 5, "tank"), Pool(3, 5, "infantry")
    ours = side(Scripted("5 6 5 1 2  5 6 3 3  6 6 6 1 2 3 4 5 1 2 3"), dark_elf, "per-six")
    theirs = side(Scripted("5 5 6 1 2  5 6 5"), elf, "per-six")
    assert (ours, theirs) == ((3, 2, 3), (3, 3))
    net = Net(net_successes(dark_elf, ours, elf, theirs), net_successes(elf, theirs, dark_elf, ours))
    assert net == Net(5, 3)
    assert advantage(net, "b") == "a"


@pytest.mark.rule("spf.assault.example-standard-tank")
def test_the_books_tank():
    front, flank = (Pool(4, 5), Pool(2, 5, deflects=True)), (Pool(3, 5), Pool(0, 5, deflects=True))
    assert side.odds(front, "per-six").chance((4, 2)) == Fraction(1, 3**6)
    assert side.odds(flank, "per-six").chance(lambda rolled: rolled[1] == 0) == 1


@pytest.mark.rule("spf.team.ork-double-hit")
def test_a_natural_six_of_an_ork_is_two_hits():
    assert thrown(Scripted("6 6 3 1"), 4, Die(6, rerolls=True)) == Fallen(4, 2, 2)
    assert thrown(Scripted("6 5 3 1"), 4, Die(7, rerolls=True)) == Fallen(2, 1, 3), "ruling K2"


@pytest.mark.rule("spf.team.ork-reroll")
def test_waves_of_rerolls():
    """8 dice, reroll[3]: one 6, so three of the other seven again; one of them shows a 6: a new wave."""
    orks = (Pool(8, 6, reroll=3),)
    assert side(Scripted("6 1 1 2 2 3 4 4  6 1 2  5 5 5"), orks, "per-six") == (4,)


@pytest.mark.rule("spf.team.ork-reroll")
def test_rerolls_per_six_and_per_wave():
    """Ruling K1 and its switch: two 6s are worth two times N dice, or N in all."""
    orks = (Pool(8, 6, reroll=2),)
    assert side(Scripted("6 6 1 1 1 1 1 1  2 2 2 2"), orks, "per-six") == (4,)
    assert side(Scripted("6 6 1 1 1 1 1 1  2 2"), orks, "per-wave") == (4,)


@pytest.mark.rule("spf.team.ork-reroll")
def test_no_more_dice_than_are_left_are_rolled_again():
    assert side(Scripted("6 6 1  5"), (Pool(3, 6, reroll=3),), "per-six") == (4,)
    assert side(Scripted("6 6 6"), (Pool(3, 6, reroll=3),), "per-six") == (6,)


@pytest.mark.rule("spf.team.ork-reroll")
def test_which_dice_are_rolled_again():
    """Dice that failed: assault before deflection, those of the orks first, then the lowest need."""
    pools = (SHIELDS, Pool(4, 5), Pool(4, 4), ORKS)
    assert picked(pools, (2, 4, 4, 3), 9) == (0, 2, 4, 3)
    assert picked(pools, (2, 4, 4, 3), 12) == (1, 4, 4, 3)
    assert picked(pools, (0, 0, 0, 0), 3) == (0, 0, 0, 0)
    assert picked((Pool(2, 6, deflects=True, reroll=2), GRUNTS), (2, 2), 3) == (1, 2)


@pytest.mark.rule("spf.team.ork-reroll")
def test_deflection_dice_are_rolled_again_too():
    shields = Pool(2, 6, deflects=True, reroll=2)
    assert side(Scripted("6  1 1  6 2  4"), (Pool(1, 6, reroll=2), shields), "per-six") == (2, 1)


def test_successes_that_must_be_rolled_again():
    assert side(Scripted("5 6 1  5 2"), (Pool(3, 5, twice=True),), "per-six") == (1,)
    assert side.odds((Pool(1, 5, twice=True),), "per-six").chance((1,)) == Fraction(1, 9)


def follow(pools, per_six):
    """Every single die of one side, followed through all waves. The twin of `side`."""
    order = sorted(range(len(pools)), key=lambda n: (pools[n].deflects, pools[n].reroll == 0, pools[n].need))

    @cache
    def waves(throwing, lying):
        """`throwing` and `lying`: the pool of each die that is thrown, and of each that has failed."""
        found = Counter()
        for faces, chance in every((6,) * len(throwing), lambda *faces: faces).items():
            hits, six, failed = [0] * len(pools), [], list(lying)
            for pool, face in zip(throwing, faces, strict=True):
                ork = pools[pool].reroll > 0
                if face == 6 and ork:
                    six.append(pools[pool].reroll)
                if face == 6 and ork and not pools[pool].deflects:
                    hits[pool] += 2
                elif face >= pools[pool].need:
                    hits[pool] += 1
                elif face != 6:
                    failed.append(pool)
            again = (sum(six) if per_six else max(six)) if six else 0
            failed.sort(key=order.index)
            taken, rest = tuple(failed[:again]), tuple(failed[again:])
            later = waves(taken, rest) if taken else {(0,) * len(pools): Fraction(1)}
            for more, weight in later.items():
                found[tuple(map(sum, zip(hits, more, strict=True)))] += chance * weight
        return dict(found)

    return waves(tuple(n for n, pool in enumerate(pools) for _ in range(pool.dice)), ())


ARMIES = {
    "grunts": (Pool(3, 5), Pool(1, 4)),
    "orks": (Pool(4, 6, reroll=2),),
    "orks that hit on fives": (Pool(4, 5, reroll=1),),
    "orks with a crippled crew": (Pool(3, 7, reroll=3),),
    "orks and friends": (Pool(2, 6, reroll=2), Pool(2, 5)),
    "orks with shields": (Pool(2, 6, reroll=3), Pool(2, 6, deflects=True, reroll=3)),
    "orks beside shields": (Pool(2, 5, reroll=1), Pool(2, 7, deflects=True)),
}


@pytest.mark.rule("spf.team.ork-reroll", "spf.team.ork-double-hit", "spf.assault.pooling")
@pytest.mark.parametrize("waves", ["per-six", "per-wave"])
@pytest.mark.parametrize("name", ARMIES)
def test_a_side_with_every_face(name, waves):
    assert dict(side.odds(ARMIES[name], waves)) == follow(ARMIES[name], waves == "per-six")


def test_a_wave_among_dice_that_lie_there():
    """One ork die thrown, one friend that failed before: a 6 lets it be rolled again."""
    pools = (Pool(1, 6, reroll=1), Pool(1, 4))
    assert dict(wave.odds(pools, (1, 0), (0, 1), "per-six")) == {
        (0, 0): Fraction(5, 6),
        (2, 0): Fraction(1, 12),
        (2, 1): Fraction(1, 12),
    }


@pytest.mark.rule("spf.assault.advantage", "spf.assault.deflection-effect")
def test_an_assault_with_every_face():
    a, b = (Pool(2, 5), Pool(1, 6, deflects=True)), (Pool(2, 4), Pool(1, 5, deflects=True))

    def came(a1, a2, a_shield, b1, b2, b_shield):
        a_hits = (a1 > 4) + (a2 > 4) - (b_shield > 4)
        b_hits = (b1 > 3) + (b2 > 3) - (a_shield > 5)
        return Net(max(a_hits, 0), max(b_hits, 0))

    expected = every((6,) * 6, came)
    assert dict(clash.odds(a, b, "per-six")) == expected
    alone = Counter()
    for net, chance in expected.items():
        alone[net.a] += chance
    assert dict(pressed.odds(a[:1], b[1:])) == dict(alone)


@pytest.mark.rule("spf.team.ork-reroll", "spf.assault.advantage")
def test_an_assault_of_orks():
    orks, elves = (Pool(3, 6, reroll=2),), (Pool(2, 5), Pool(2, 6, deflects=True))
    expected = Counter()
    for (hits,), first in follow(orks, True).items():
        for (theirs, stopped), second in follow(elves, True).items():
            expected[Net(max(0, hits - stopped), theirs)] += first * second
    assert dict(clash.odds(orks, elves, "per-six")) == dict(expected)


def test_twenty_dice_a_side_are_exact():
    rolled = side.odds((Pool(20, 5),), "per-six")
    assert all(rolled[(hits,)] == Fraction(comb(20, hits) * 2 ** (20 - hits), 3**20) for hits in range(21))
