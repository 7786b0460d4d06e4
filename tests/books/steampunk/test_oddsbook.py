"""`warbook odds steampunk`: the kernels, asked with plain numbers."""

from collections import Counter
from fractions import Fraction

import pytest

from tests.books.steampunk.kernels import every
from warbook.books.steampunk.odds.questions import QUESTIONS


def ask(name, **given):
    question = QUESTIONS[name]
    assert given.keys() <= question.defaults.keys()
    answered = question.answer(**{**question.defaults, **given})
    assert sum(answered.outcomes.values()) == 1
    return answered


def test_every_parameter_has_bounds_and_a_meaning():
    for parameter in (each for question in QUESTIONS.values() for each in question.parameters.values()):
        assert parameter.means
        assert parameter.bounds or parameter.words
        if isinstance(parameter.default, int):
            low, high = parameter.bounds
            assert low <= parameter.default <= high
        elif parameter.default is not None:
            assert parameter.default in parameter.words


@pytest.mark.rule("spf.fire.basic", "spf.damage.armor-result", "spf.damage.roll")
def test_fire():
    """Hits on 5+, two armor dice, d6-1."""
    answered = ask("fire", mods=0, ap=8, armor=10)
    assert list(answered.outcomes) == ["miss", "blocked", *(f"damage {n}" for n in range(-3, 6))]
    assert answered.outcomes["miss"] == Fraction(2, 3)
    assert answered.outcomes["blocked"] == Fraction(1, 3) * Fraction(1, 9)
    assert answered.outcomes["damage 5"] == Fraction(1, 3) * Fraction(4, 9) * Fraction(1, 6)
    assert answered.also == {"hit": Fraction(1, 3)}


@pytest.mark.rule("spf.damage.range-table", "spf.damage.previous", "spf.damage.resistance")
@pytest.mark.parametrize(
    ("range", "plates", "plus"), [("point-blank", 0, 1), ("normal", 1, 0), ("long", 3, -1)]
)
def test_fire_at_a_range(range, plates, plus):
    """AP 3 against armor 4, d4+2, +3 if penetrated, two tokens, resistance 1; `mods` has the range to hit."""
    answered = ask(
        "fire", mods=-2, ap=3, armor=4, range=range, damage="d4+2", on_penetration=3, tokens=2, resist=1
    )

    def came(first, second, die, *shields):
        if not (first == 6 and second > 4):
            return "miss"
        stopped = sum(face > 4 for face in shields)
        if stopped > 1:
            return "blocked"
        return f"damage {die + 2 + plus + 2 - 1 + (-3 if stopped else 3)}"

    expected = every((6, 6, 4, *(6,) * plates), came)
    assert {name: chance for name, chance in answered.outcomes.items() if chance} == expected


def test_several_shots():
    answered = ask("fire", mods=0, ap=8, armor=10, shots=3)
    assert answered.outcomes == ask("fire", mods=0, ap=8, armor=10).outcomes
    assert answered.also == {"hit": Fraction(1, 3), "any-hit": 1 - Fraction(2, 3) ** 3}


@pytest.mark.rule("spf.assault.advantage", "spf.assault.tie-rank")
@pytest.mark.parametrize("tie", ["a", "b"])
def test_an_assault(tie):
    answered = ask(
        "assault", a_dice=2, a_need=5, a_deflect=1, b_dice=2, b_need=4, b_deflect=1, b_deflect_need=5, tie=tie
    )
    means = Counter()

    def came(a1, a2, a_shield, b1, b2, b_shield):
        a = max(0, (a1 > 4) + (a2 > 4) - (b_shield > 4))
        b = max(0, (b1 > 3) + (b2 > 3) - (a_shield > 5))
        means["a-net"] += a
        means["b-net"] += b
        return f"{'a' if a > b else 'b' if b > a else tie}+{abs(a - b)}"

    assert answered.outcomes == every((6,) * 6, came)
    assert answered.means == {name: Fraction(total, 6**6) for name, total in means.items()}
    assert list(answered.outcomes) == ["b+2", "b+1", f"{tie}+0", "a+1", "a+2"]


@pytest.mark.rule("spf.assault.example-dark-elf-elf")
def test_the_books_assault():
    answered = ask("assault", a_dice=9, a_need=5, a_deflect=11, b_dice=8, b_need=5)
    assert answered.means["a-net"] == 3
    assert answered.means["b-net"] < Fraction(8, 3)
    first, *_, last = answered.outcomes
    assert (first, last) == ("b+8", "a+9")


def test_nobody_against_nobody():
    assert ask("assault", a_dice=0, a_need=5, b_dice=0, b_need=5, tie="b").outcomes == {"b+0": 1}


@pytest.mark.rule("spf.special.minor-acid", "spf.special.fire-roll", "spf.special.bleeding-roll")
def test_the_agony_of_one_token():
    assert ask("agony", kind="minor-acid").outcomes == {"removed": Fraction(1, 3), "token": Fraction(2, 3)}
    sixth = Fraction(1, 6)
    burning = {"removed": sixth, **{f"damage {n + 2}": sixth for n in range(2, 7)}}
    assert ask("agony", kind="fire", tokens=2).outcomes == burning
    bleeding = {"removed": Fraction(1, 8), **{f"damage {n}": Fraction(1, 8) for n in range(2, 9)}}
    assert ask("agony", kind="bleeding", strength="8").outcomes == bleeding


@pytest.mark.rule("spf.special.poison-roll")
def test_the_agony_of_poison():
    outcomes = ask("agony", kind="poison", strength="12", tokens=3).outcomes
    assert outcomes == {f"damage {n + 3}": Fraction(1, 12) for n in range(1, 13)}
    assert list(outcomes) == [f"damage {n}" for n in range(4, 16)]


@pytest.mark.rule("spf.special.acid-table", "spf.special.acid-double-downgrade")
def test_the_agony_of_acid():
    outcomes = ask("agony", kind="acid").outcomes
    effects = ["token", "token, cloud", "token, cloud, armor", "token, cloud, armor, fire"]
    fates = ["removed", "minor acid"]
    assert set(outcomes) == {*fates, *effects, *(f"{fate}, {each}" for fate in fates for each in effects)}
    assert outcomes["minor acid"] == Fraction(1, 6), "a single 1: two of them remove the acid"
    fire = float(sum(chance for name, chance in outcomes.items() if name.endswith("fire")))
    assert abs(1 - fire - (3 - 5**0.5)) < 1e-6, "no die shows a 5 in q = 4/6 + q * q / 6 of all turns"


@pytest.mark.rule("spf.fire.open-ended")
@pytest.mark.parametrize(
    ("need", "chance"), [(1, 1), (4, Fraction(1, 2)), (7, Fraction(1, 18)), (8, Fraction(1, 54))]
)
def test_an_open_ended_die(need, chance):
    assert ask("open-ended", need=need).outcomes == {"fail": 1 - chance, "pass": chance}
