import copy
import operator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import product
from typing import NamedTuple

import msgspec
import pytest
from hypothesis import given as tried_with
from hypothesis import settings
from hypothesis import strategies as st

from tests.core.twins import brute_odds
from warbook.core import chance as chance_module
from warbook.core.chance import KERNELS, LazyDie, NoOdds, Odds, chance, foretold, forget, given
from warbook.core.dice import Dice, Scripted, Seeded, Typed

# ------------------------------------------------------------ rules like those of the books


class Body(msgspec.Struct, frozen=True):
    wounds: int
    state: str = "up"


@chance
def shot(dice: Dice, need: int, wound: int, save: int, body: Body) -> Body:
    roll = dice.d6("to hit", need=need)
    if roll == 1 or roll < min(need, 6) or (need > 6 and dice.d6("follow up") < need - 3):
        return body
    if dice.d6("wound") < wound or dice.d6("save") >= save:
        return body
    return hurt(dice, body)


@chance
def hurt(dice: Dice, body: Body) -> Body:
    if body.wounds > 1:
        return Body(body.wounds - 1)
    return Body(0, ("flesh", "flesh", "down", "down", "out", "out")[dice.d6("injury") - 1])


@chance
def volley(dice: Dice, shots: int, need: int, body: Body) -> Body:
    if not shots or body.state == "out":
        return body
    return volley(dice, shots - 1, need, tap(dice, need, body))


@chance
def tap(dice: Dice, need: int, body: Body) -> Body:
    return hurt(dice, body) if dice.d6() >= need else body


@chance
def fight(dice: Dice, attacks: int, skill: int, enemy_attacks: int, enemy_skill: int) -> tuple[str, int]:
    ours, theirs = swing(dice, attacks), swing(dice, enemy_attacks)
    lead = ours.score + skill + theirs.fumbles - theirs.score - enemy_skill - ours.fumbles
    return ("draw", 0) if not lead else (("first", lead) if lead > 0 else ("second", -lead))


class Swing(NamedTuple):
    score: int
    fumbles: int


@chance
def swing(dice: Dice, attacks: int) -> Swing:
    pool = dice.pool(attacks)
    return Swing(pool[0] + max(pool.count(6) - 1, 0), pool.count(1))


NEEDS = st.integers(1, 7)
few = settings(max_examples=25, deadline=None)


@few
@tried_with(st.integers(1, 9), NEEDS, NEEDS, st.integers(1, 2))
def test_a_shot(need, wound, save, wounds):
    args = need, wound, save, Body(wounds)
    assert shot.odds(*args) == brute_odds(shot, 5 if need > 6 else 4, *args)


@few
@tried_with(st.integers(1, 3), st.integers(2, 6), st.integers(1, 2), st.integers(2, 6))
def test_hand_to_hand(attacks, skill, enemy_attacks, enemy_skill):
    args = attacks, skill, enemy_attacks, enemy_skill
    assert fight.odds(*args) == brute_odds(fight, attacks + enemy_attacks, *args)


@few
@tried_with(st.integers(0, 2), NEEDS, st.integers(1, 2))
def test_a_volley(shots, need, wounds):
    assert volley.odds(shots, need, Body(wounds)) == brute_odds(volley, 2 * shots, shots, need, Body(wounds))


COUNTED = Odds({0: 25, 1: 10, 2: 1})


@chance
def sixes(dice: Dice) -> int:
    """Two dice, whose odds are not rolled but counted."""
    return foretold(dice, COUNTED) if dice.exact else (dice.d6() == 6) + (dice.d6() == 6)


@chance
def three_sixes(dice: Dice) -> bool:
    return sixes(dice) + sixes(dice) >= 3


def test_odds_that_were_counted():
    assert sixes.odds() == COUNTED and sixes(Scripted("6 6")) == 2
    assert three_sixes.odds().chance(True) == Fraction(21, 36**2) and three_sixes(Scripted("6 6 1 6"))


def test_a_volley_of_five_hundred_shots():
    odds = volley.odds(500, 6, Body(5))
    assert sum(odds.values()) == 1
    assert odds[Body(5)] == Fraction(5, 6) ** 500
    assert odds[Body(4)] == 500 * Fraction(1, 6) * Fraction(5, 6) ** 499


@few
@tried_with(st.integers(0, 5))
def test_a_pool(count):
    @chance
    def pool(dice: Dice, count: int) -> tuple[int, ...]:
        return dice.pool(count)

    assert pool.odds(count) == brute_odds(pool, count, count)


@few
@tried_with(st.integers(0, 4), st.integers(-1, 25))
def test_a_total(count, need):
    @chance
    def total(dice: Dice, count: int, need: int) -> object:
        roll = dice.total(count, need=need)
        return "doomed" if roll < need else roll

    assert total.odds(count, need) == brute_odds(total, count, count, need)


@few
@tried_with(st.lists(st.one_of(st.integers(-2, 3), st.just("jam")), min_size=6, max_size=6).map(tuple))
def test_special_dice(faces):
    @chance
    def burst(dice: Dice, faces: tuple[object, ...]) -> object:
        first, second = dice.face(faces), dice.face(faces)
        if first == "jam" or second == "jam" or first == 2:
            return first
        return second

    assert burst.odds(faces) == brute_odds(burst, 2, faces)


@few
@tried_with(st.integers(1, 6), st.integers(1, 2))
def test_paths_that_roll_different_numbers_of_different_dice(need, more):
    @chance
    def wander(dice: Dice, need: int, more: int) -> tuple[int, ...]:
        if dice.d6() < need:
            return ()
        rolls = [dice.d3() for _ in range(more)]
        if rolls[0] == 2:
            rolls.append(dice.total(2))
        return tuple(rolls)

    assert wander.odds(need, more) == brute_odds(wander, 3 + more, need, more)


AS_MANY = [
    lambda dice: dice.pool(dice.d3()),
    lambda dice: dice.total(dice.d3()),
    lambda dice: dice.throw(3, dice.d3(), "", None, None),
]


@pytest.mark.parametrize("rule", AS_MANY)
def test_as_many_dice_as_another_die_shows(rule):
    assert chance(rule).odds() == brute_odds(rule, 4)


def test_throwing_dice_by_hand():
    @chance
    def throw(dice: Dice) -> tuple[int, ...]:
        return dice.throw(3, 2, "", None, None)

    assert throw.odds() == brute_odds(throw, 2)


# ------------------------------------------------------------ a rule does not notice a lazy die

USES = [
    lambda a, b: a < 3,
    lambda a, b: a <= 3,
    lambda a, b: a > 3,
    lambda a, b: a >= 3,
    lambda a, b: a == 3,
    lambda a, b: a != 3,
    lambda a, b: 2 < a <= 4,
    lambda a, b: a > 2.5,
    lambda a, b: a == "jam",
    lambda a, b: a > 9,
    lambda a, b: a < b,
    lambda a, b: a == b,
    lambda a, b: a == a,
    lambda a, b: a < a,
    lambda a, b: a in (1, 6),
    lambda a, b: a in {1, 6},
    lambda a, b: a in range(2, 4),
    lambda a, b: 3 in (a, b),
    lambda a, b: not a,
    lambda a, b: bool(a - 1),
    lambda a, b: a,
    lambda a, b: (a, b),
    lambda a, b: (a, (a, b > 3)),
    lambda a, b: frozenset((a, b)),
    lambda a, b: a + b,
    lambda a, b: a + 1,
    lambda a, b: 1 + a,
    lambda a, b: a - b,
    lambda a, b: 7 - a,
    lambda a, b: a * 2,
    lambda a, b: 2 * a,
    lambda a, b: "x" * a,
    lambda a, b: a / 2,
    lambda a, b: 6 / a,
    lambda a, b: a // 2,
    lambda a, b: 7 // a,
    lambda a, b: a % b,
    lambda a, b: 7 % a,
    lambda a, b: a**b,
    lambda a, b: 2**a,
    lambda a, b: a << 1,
    lambda a, b: 1 << a,
    lambda a, b: a >> 1,
    lambda a, b: 8 >> a,
    lambda a, b: a & b,
    lambda a, b: 3 & a,
    lambda a, b: a | 1,
    lambda a, b: 1 | a,
    lambda a, b: a ^ b,
    lambda a, b: 1 ^ a,
    lambda a, b: -a,
    lambda a, b: +a,
    lambda a, b: ~a,
    lambda a, b: abs(a),
    lambda a, b: int(a),
    lambda a, b: float(a),
    lambda a, b: round(a),
    lambda a, b: round(a, -1),
    lambda a, b: divmod(a, 4),
    lambda a, b: divmod(7, a),
    lambda a, b: str(a),
    lambda a, b: f"{a} {b:>3}",
    lambda a, b: operator.index(a),
    lambda a, b: "abcdefg"[a],
    lambda a, b: {1: "one"}.get(a, "more"),
    lambda a, b: tuple(range(a)),
    lambda a, b: max(a, b),
    lambda a, b: min(a, 3),
    lambda a, b: sum((a, b)),
    lambda a, b: tuple(sorted((a, b))),
    lambda a, b: a.bit_length(),
    lambda a, b: isinstance(a, int),
    lambda a, b: copy.deepcopy([a, a])[1] - a,
    lambda a, b: copy.copy(a) == a,
    lambda a, b: hash(a) + (a > 3),
    lambda a, b: Fraction(a, b),
    lambda a, b: a > 3 and a + (a > 4),
]


@chance
def use(dice: Dice, which: int) -> object:
    return USES[which](dice.d6(), dice.d6())


@pytest.mark.parametrize("which", range(len(USES)))
def test_a_lazy_die_used_like_an_int(which):
    odds = use.odds(which)
    assert odds == brute_odds(use, 2, which)
    plain = {type(result) for result in brute_odds(use, 2, which)}
    assert {type(result) for result in odds} == plain


@dataclass(frozen=True)
class Charge:
    inches: int
    note: tuple[int, ...] = ()


@pytest.mark.parametrize(
    "wrap",
    [
        lambda die: die,
        lambda die: (1, (die,)),
        lambda die: Swing(die, die),
        lambda die: Charge(die, (die,)),
        lambda die: Body(die),
        lambda die: frozenset({die}),
    ],
)
def test_a_lazy_die_never_leaks_out(wrap):
    seen = []

    @chance
    def outer(dice: Dice) -> object:
        return inner(dice, wrap(dice.d6()))

    @chance
    def inner(dice: Dice, value: object) -> object:
        seen.append(value)
        return (value, wrap(dice.d3())) if dice.d6() > 3 else value

    assert outer.odds() == brute_odds(outer, 3)
    assert not any(lazy_in(value) for value in [*seen, *outer.odds(), *inner.memo])


def lazy_in(value):
    if type(value) is LazyDie:
        return True
    if isinstance(value, tuple | frozenset):
        return any(map(lazy_in, value))
    if isinstance(value, Charge):
        return lazy_in((value.inches, value.note))
    return isinstance(value, Body) and lazy_in(value.wounds)


def test_a_comparison_makes_two_branches_not_six():
    paths = []

    @chance
    def hit(dice: Dice) -> bool:
        paths.append(1)
        roll = dice.d6()
        return roll > 1 and roll >= 4

    assert hit.odds().weights == {False: 1, True: 1}
    assert len(paths) == 3


# ------------------------------------------------------------ kernels within kernels


def test_only_an_outcome_returned_unseen_counts_whole():
    @chance
    def coin(dice: Dice) -> int:
        return 1 if dice.d6() > 4 else 0

    def twice(dice: Dice) -> int:
        return coin(dice)

    @chance
    def seen(dice: Dice, how: str) -> object:
        if how == "handled":
            try:
                return coin(dice)
            finally:
                dice.d6()
        if how == "helper":
            return twice(dice) + 1
        if how == "plain":
            return seen.kernel(dice, "tail") + 1
        if how == "choice":
            return coin(dice) or "none"
        if how == "tail":
            return coin(dice)
        return (lambda: coin(dice))() + 1

    for how in ("handled", "helper", "plain", "choice", "tail", "lambda"):
        assert seen.odds(how) == brute_odds(seen, 2, how), how


@chance
def beats(dice: Dice, need: int) -> int:
    return int(dice.d6() >= need)


BUILT_IN = [
    lambda dice: sum(map(partial(beats, dice), (2, 5))),
    lambda dice: tuple(map(partial(beats, dice), (2, 5))),
    lambda dice: any(map(partial(beats, dice), (2, 5))),
    lambda dice: all(map(partial(beats, dice), (2, 5))),
    lambda dice: max((2, 5), key=partial(beats, dice)),
    lambda dice: next(map(partial(beats, dice), (2, 5))),
    lambda dice: next(filter(None, map(partial(beats, dice), (2, 5, 1)))),
    lambda dice: next(filter(partial(beats, dice), (2, 5, 1))),
    lambda dice: hasattr(*map(partial(beats, dice), (2,)), "real"),
    lambda dice: frozenset(map(partial(beats, dice), (2, 5))),
    lambda dice: str(*map(partial(beats, dice), (2,))),
    lambda dice: repr([beats(dice, 4)]),
    lambda dice: partial(beats, dice)(4),
]


@pytest.mark.parametrize("rule", BUILT_IN)
def test_a_built_in_between_sees_every_outcome(rule):
    kernel = chance(rule)
    for need in (1, 2, 4, 5):
        beats.odds(need)
    assert kernel.odds() == brute_odds(rule, 3)
    forget()
    assert kernel.odds() == brute_odds(rule, 3)


def test_odds_may_be_asked_within_odds():
    @chance
    def bold(dice: Dice, need: int) -> str:
        roll = dice.d6()
        if tap.odds(need, Body(1)).chance(Body(1)) > Fraction(1, 2):
            return "stay"
        return "go" if roll > 2 and hurt.odds(Body(roll)) else "wait"

    for need in (2, 5):
        forget()
        assert bold.odds(need) == brute_odds(bold, 1, need)


def test_inner_odds_are_worked_out_once():
    runs = []

    @chance
    def inner(dice: Dice) -> int:
        runs.append(1)
        return dice.pool(1)[0]

    @chance
    def outer(dice: Dice) -> int:
        return inner(dice) + inner(dice) + inner(dice)

    assert outer.odds() == brute_odds(inner_sum, 3)
    assert len(runs) == 6
    outer.odds()
    assert len(runs) == 6
    forget()
    outer.odds()
    assert len(runs) == 12


def inner_sum(dice):
    return dice.total(3)


def test_named_and_default_arguments():
    @chance
    def hit(dice: Dice, need: int, bonus: int = 0) -> bool:
        return dice.d6() + bonus >= need

    assert hit.odds(4) is hit.odds(4, 0) is hit.odds(need=4) is hit.odds(bonus=0, need=4)
    assert hit.odds(4, bonus=1)[True] == Fraction(2, 3)
    assert hit(Scripted("3"), bonus=1, need=4)
    with pytest.raises(TypeError, match="plain arguments"):
        chance(lambda dice, *args: 0)


def test_a_kernel_keeps_its_name_and_its_rule():
    assert shot.name == "tests.core.test_chance.shot"
    assert KERNELS[shot.name] is shot
    assert shot.kernel is shot.__wrapped__
    assert shot.__name__ == "shot"
    dice, twin = Seeded(1), Seeded(1)
    args = 3, 3, 6, Body(1)
    assert [shot(dice, *args) for _ in range(50)] == [shot.kernel(twin, *args) for _ in range(50)]


# ------------------------------------------------------------ what cannot be worked out


def test_a_reroll_without_end_is_refused():
    @chance
    def again(dice: Dice) -> int:
        roll = dice.d6()
        return roll if roll > 1 else again(dice)

    @chance
    def onward(dice: Dice, shots: int) -> int:
        return onward(dice, shots + 1)

    @chance
    def stubborn(dice: Dice) -> int:
        while dice.d6() != 6:
            pass
        return 6

    with pytest.raises(NoOdds, match=r"again never ends.* same arguments"):
        again.odds()
    with pytest.raises(NoOdds, match=r"onward never ends.* calls within calls"):
        onward.odds(0)
    with pytest.raises(NoOdds, match=r"stubborn never ends.* choices on one path"):
        stubborn.odds()


def test_too_many_paths_are_refused(monkeypatch):
    monkeypatch.setattr(chance_module, "MOST_PATHS", 100)

    @chance
    def crowd(dice: Dice) -> int:
        return len({dice.d6(), dice.d6(), dice.d6()})

    with pytest.raises(NoOdds, match="crowd has more than 100 paths"):
        crowd.odds()


def test_a_rule_that_is_not_pure_is_refused():
    moods = iter(range(100))

    @chance
    def fickle(dice: Dice, first: str, then: str) -> object:
        if (mood := then if next(moods) % 2 else first) == "pool":
            return dice.pool(2)[0]
        if mood == "kernel":
            return hurt(dice, Body(1)).wounds
        return 0 if mood == "nothing" else dice.d6() > 3

    for first, then in product(("pool", "kernel", "die", "nothing"), repeat=2):
        if first != then and first != "nothing":
            moods = iter(range(100))
            hurt.odds(Body(1))
            with pytest.raises(NoOdds, match="fickle is not pure"):
                fickle.odds(first, then)


def test_a_rule_that_fails_leaves_nothing_half_known():
    broken = [True]

    @chance
    def inner(dice: Dice) -> int:
        roll = dice.pool(1)[0]
        if roll == 3 and broken:
            raise RuntimeError("no table")
        return roll

    @chance
    def outer(dice: Dice) -> int:
        return inner(dice) + dice.d6()

    for _ in range(2):
        with pytest.raises(RuntimeError, match="no table") as caught:
            outer.odds()
        assert caught.value.__notes__ == [f"in the odds of {inner.name}()"]
    assert not inner.memo and not outer.memo
    broken.clear()
    assert outer.odds() == brute_odds(outer, 2)


def test_a_full_memory_is_cleared(monkeypatch):
    monkeypatch.setattr(chance_module, "MOST_REMEMBERED", 3)
    forget()
    assert volley.odds(4, 4, Body(3)) == volley.odds(4, 4, Body(3))
    assert 0 < len(volley.memo) <= 3
    monkeypatch.undo()
    forget()
    assert volley.odds(2, 4, Body(2)) == brute_odds(volley, 4, 2, 4, Body(2))


# ------------------------------------------------------------ odds


def test_odds():
    odds = Odds({"hit": 4, "miss": 2})
    assert (odds.weights, odds.total) == ({"hit": 2, "miss": 1}, 3)
    assert odds["hit"] == Fraction(2, 3)
    assert odds.chance("jam") == 0
    assert odds.chance("miss") == odds.chance(lambda outcome: outcome != "hit") == Fraction(1, 3)
    with pytest.raises(KeyError):
        odds["jam"]
    assert list(odds) == ["hit", "miss"]
    assert len(odds) == 2 and "hit" in odds and "jam" not in odds
    assert dict(odds) == odds == {"hit": Fraction(2, 3), "miss": Fraction(1, 3)}
    assert odds == Odds({"miss": 1, "hit": 2}) != Odds({"hit": 1})
    assert odds.map(len) == Odds({3: 2, 4: 1})
    assert odds.map(lambda _: "roll").weights == {"roll": 1}
    assert odds.mean(len) == Fraction(10, 3)
    assert Odds({1: 1, 2: 1}).mean() == Fraction(3, 2)
    assert repr(odds) == "Odds('hit': 2/3, 'miss': 1/3)"


def test_outcomes_come_in_the_order_first_reached():
    forget()
    first = list(volley.odds(3, 4, Body(2)))
    forget()
    assert list(volley.odds(3, 4, Body(2))) == first

    @chance
    def climb(dice: Dice) -> int:
        return dice.d6() if dice.d6() == 6 else 7 + dice.d3()

    assert list(climb.odds()) == [1, 2, 3, 4, 5, 6, 8, 9, 10]


# ------------------------------------------------------------ an argument settled beforehand


class Names(msgspec.Struct, frozen=True, eq=False):
    """Equal to nothing but itself, as what a book calls its rolls is."""

    to_hit: str


@chance
def named_hit(dice: Dice, names: Names, need: int, bonus: int = 0) -> bool:
    return dice.d6(names.to_hit, need=need) + bonus >= need


@chance
def named_hits(dice: Dice, names: Names, count: int, need: int) -> int:
    return named_hits(dice, names, count - 1, need) + named_hit(dice, names, need) if count else 0


def test_a_kernel_with_its_first_argument_settled_plays_and_reckons_like_the_whole():
    forget()
    names = Names("one.to-hit")
    hit, hits = given(named_hit, names), given(named_hits, names)
    assert [hit(Scripted(f"{face}"), 4) for face in (3, 4)] == [False, True]
    assert hit(Scripted("3"), bonus=1, need=4)
    assert hit.kernel(Scripted("4"), 4)
    assert hits.odds(3, 4) is named_hits.odds(names, 3, 4)
    assert hits.odds(3, 4)[2] == Fraction(3, 8)
    assert set(named_hits.memo) == {(names, count, 4) for count in range(4)}
    assert hit.odds(4) is hit.odds(need=4) is hit.odds(4, 0)


def test_a_settled_argument_names_the_rolls_and_books_with_other_names_have_memos_of_their_own():
    forget()
    prompts = []
    for rule in ("one.to-hit", "two.to-hit"):
        hit = given(named_hit, Names(rule))
        assert not hit(Typed(lambda prompt: prompts.append(prompt) or "2"), 3)
        assert hit.odds(3)[True] == Fraction(2, 3)
    assert prompts == ["Roll 1D6 for one.to-hit (3 or more): ", "Roll 1D6 for two.to-hit (3 or more): "]
    assert len(named_hit.memo) == 2


def test_a_settled_kernel_may_be_part_of_another():
    hit = given(named_hit, Names("one.to-hit"))

    @chance
    def twice(dice: Dice) -> int:
        return hit(dice, 4) + hit(dice, 6)

    assert dict(twice.odds()) == {0: Fraction(5, 12), 1: Fraction(1, 2), 2: Fraction(1, 12)}
