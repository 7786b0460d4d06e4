"""The odds questions of the book, beside every way the dice can fall."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from tests.books.arap import slow_odds
from warbook.books.arap.odds.oddsbook import QUESTIONS
from warbook.core.book import Answered
from warbook.core.questions import Refused

MUST: dict[str, dict[str, Any]] = {
    "activation": {"i": 4, "dice": 3},
    "fire": {"shots": 10, "bs": 4, "s": 4, "t": 4},
    "stand-and-fire": {"i": 4, "shots": 10, "s": 4, "t": 4},
    "template": {"bs": 4},
    "scatter": {},
    "charge": {"m": 4, "gap": 10},
    "melee": {
        "a_n": 5, "a_ws": 4, "a_s": 4, "a_t": 4, "a_i": 4, "a_a": 1, "a_ld": 8,
        "b_n": 10, "b_ws": 4, "b_s": 3, "b_t": 4, "b_i": 2, "b_a": 2, "b_ld": 7,
    },
    "morale": {"ld": 7},
    "rout": {"ld": 7},
}  # fmt: skip
OUTCOMES: dict[str, set[str]] = {
    "activation": {"0", "1", "2", "3"},
    "fire": {"0", "1"},
    "stand-and-fire": {"no-fire", "0", "1"},
    "template": {"0"},
    "scatter": {"0", "1", "2", "3", "4", "5", "6", "7", "8"},
    "charge": {"contact", *(f"short-{high}" for high in range(1, 7))},
    "melee": {"a-wiped", "b-wiped", "both-wiped", "draw", "a-flinches", "a-routs", "b-flinches", "b-routs"},
    "morale": {"pass", "fail"},
    "rout": {"wiped-out", "rallies", "routs-on", "lost"},
}
ALSO: dict[str, set[str]] = {
    "activation": {"bust", "pick-up"},
    "fire": {"hit", "casualty-test", "suppression-test"},
    "template": {"open", "soft", "hard"},
    "scatter": {"on-target"},
    "charge": {"fast"},
    "rout": {"caught"},
}
MEANS: dict[str, set[str]] = {
    "fire": {"hits", "unsaved"},
    "scatter": {"inches"},
    "melee": {"a-casualties", "b-casualties"},
    "rout": {"casualties"},
}


def ask(id: str, **given: int | str) -> Answered:
    question = QUESTIONS[id]
    assert set(given) <= set(question.defaults)
    answered = question.answer(**{**question.defaults, **given})
    assert sum(answered.outcomes.values()) == 1
    return answered


def parameters(id: str, random: Random, **limits: Any) -> dict[str, Any]:
    """Any parameters that the question takes, those in `limits` out of these."""
    question = QUESTIONS[id]
    given: dict[str, Any] = {}
    for name in question.defaults:
        low, high = question.ranges.get(name, (1, 0))
        allowed = [*question.choices.get(name, ()), *range(low, high + 1)]
        given[name] = random.choice(limits.get(name, allowed))
    return given


def same(id: str, given: dict[str, Any]) -> None:
    answered = ask(id, **given)
    for ours, theirs in zip(
        (answered.outcomes, answered.also, answered.means), slow_odds.TWINS[id](given), strict=True
    ):
        assert {name for name, each in theirs.items() if each} <= set(ours)
        for name, each in ours.items():
            assert float(each) == pytest.approx(theirs.get(name, 0), abs=1e-9), (name, given)


def test_the_nine_questions():
    assert list(QUESTIONS) == list(MUST)
    for id, question in QUESTIONS.items():
        assert set(question.meanings) == set(question.defaults) == {*question.ranges, *question.choices}
        assert {name for name, default in question.defaults.items() if default is None} == set(MUST[id])
        answered = ask(id, **MUST[id])
        assert set(answered.outcomes) == OUTCOMES[id]
        assert set(answered.also) == ALSO.get(id, set()) and set(answered.means) == MEANS.get(id, set())


def test_what_the_questions_take():
    saves = {"save": "none", "inv": "none", "ap": "none"}
    assert QUESTIONS["activation"].defaults == {
        "i": None, "dice": None, "state": "able", "next_i": "none", "next_state": "able",
    }  # fmt: skip
    assert QUESTIONS["fire"].defaults == {
        "shots": None, "bs": None, "s": None, "t": None, "mods": 0, "n": 1, "w": 1, "damage": 1, **saves,
        "short": 0, "melta": 0,
    }  # fmt: skip
    assert QUESTIONS["stand-and-fire"].defaults == {
        "i": None, "shots": None, "s": None, "t": None, "need": 1, "m": 4, "mods": 0, "n": 1, "w": 1, **saves,
        "short": 0,
    }  # fmt: skip
    assert QUESTIONS["template"].defaults == {"bs": None, "mods": 0, "open": 0, "soft": 0, "hard": 0}
    assert QUESTIONS["scatter"].defaults == {"kind": "direct", "bs": 3, "mods": 0, "range": "none"}
    assert QUESTIONS["charge"].defaults == {
        "m": None, "gap": None, "radius": 2, "terrain": "open", "runs_m": "none",
    }  # fmt: skip
    side = {"n": None, "ws": None, "s": None, "t": None, "i": None, "a": None, "ld": None, "w": 1, **saves,
            "mods": 0, "weapons": 1, "score": 0, "reroll": 0}  # fmt: skip
    assert QUESTIONS["melee"].defaults == {
        **{f"a_{name}": default for name, default in side.items()},
        **{f"b_{name}": default for name, default in side.items()},
        "charge": "none", "cover": 0, "defensive": 0,
    }  # fmt: skip
    assert QUESTIONS["morale"].defaults == {
        "ld": None, "mods": 0, "difference": 0, "reroll": 0, "test": "other",
    }  # fmt: skip
    assert QUESTIONS["rout"].defaults == {
        "ld": None, "mods": 0, "reroll": 0, "m": 4, "edge": "none", "near": 0, "n": 10, "pursuers": 0,
        "gap": 4, "p_m": 4, "radius": 2, "s": 3, "t": 3, **saves,
    }  # fmt: skip
    ranges = {id: dict(question.ranges) for id, question in QUESTIONS.items()}
    assert (ranges["fire"]["shots"], ranges["fire"]["n"], ranges["fire"]["w"]) == ((0, 60), (1, 20), (1, 6))
    assert (ranges["melee"]["a_n"], ranges["melee"]["b_w"]) == ((1, 20), (1, 6))
    assert (ranges["template"]["bs"][0], ranges["charge"]["m"][0], ranges["activation"]["dice"]) == (
        1,
        3,
        (1, 3),
    )


HARD = {"t": range(2, 6), "s": range(2, 7), "mods": range(-3, 3)}
LIMITS: dict[str, dict[str, Any]] = {
    "fire": {**HARD, "shots": range(9), "n": range(1, 6), "w": (1, 1, 2, 3), "damage": (1, 1, 2, "D3", "D6")},
    "stand-and-fire": {**HARD, "shots": range(9), "n": range(1, 6), "w": (1, 2, 3), "m": range(3, 11)},
    "template": {"mods": range(-4, 3), "open": range(5), "soft": range(5), "hard": range(5)},
    "scatter": {"mods": range(-4, 5), "range": ("none", *range(30))},
    "charge": {"gap": range(4, 24)},
    "morale": {"ld": range(11), "mods": range(-3, 3), "difference": range(-6, 7)},
    "rout": {"ld": range(4, 11), "mods": range(-3, 3), "edge": ("none", *range(14)), "n": range(1, 7),
             "pursuers": range(7), "gap": range(14), "s": range(2, 6), "t": range(2, 6)},
}  # fmt: skip


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("id", [id for id in MUST if id != "melee"])
def test_a_question_beside_its_twin(id, seed):
    same(id, parameters(id, Random(f"{id} {seed}"), **LIMITS.get(id, {})))


SIDE = {"n": range(1, 5), "ws": range(2, 7), "s": range(2, 7), "t": range(2, 6), "i": range(1, 5),
        "a": range(4), "ld": range(4, 11), "w": (1, 1, 2), "mods": range(-2, 3),
        "score": range(-2, 3)}  # fmt: skip


@pytest.mark.rule("arap.G41", "arap.G14", "arap.G4", "arap.A7")
@pytest.mark.parametrize("seed", range(40))
def test_a_melee_beside_its_twin(seed):
    limits = {f"{side}_{name}": allowed for side in "ab" for name, allowed in SIDE.items()}
    same("melee", parameters("melee", Random(f"melee {seed}"), **limits))


def test_many_figures_beside_their_twins():
    same("fire", {**QUESTIONS["fire"].defaults, "shots": 12, "bs": 4, "s": 5, "t": 4, "n": 10, "save": 6})
    same(
        "rout",
        {**QUESTIONS["rout"].defaults, "ld": 8, "n": 9, "pursuers": 12, "s": 4, "edge": 9, "reroll": 1},
    )
    same("melee", {**QUESTIONS["melee"].defaults, **MUST["melee"], "charge": "flank", "a_weapons": 2})


# ---------------------------------------------------------------- answers by hand


@pytest.mark.parametrize(
    ("value", "two", "three"), [(3, "1/4", "1/2"), (4, "1/9", "7/27"), (5, "1/36", "2/27")]
)
def test_busts(value, two, three):
    assert ask("activation", i=value, dice=1).also["bust"] == 0
    assert ask("activation", i=value, dice=2).also["bust"] == Fraction(two)
    assert ask("activation", i=value, dice=3).also["bust"] == Fraction(three)


def test_a_pinned_unit_needs_three_successes():
    assert ask("activation", i=0, dice=3, state="pinned").outcomes["1"] == Fraction(1, 8)
    assert ask("activation", i=1, dice=2, state="pinned").outcomes["0"] == 1
    assert ask("activation", i=1, dice=2, state="suppressed").outcomes["1"] == Fraction(1, 4)
    assert ask("activation", i=3, dice=1, next_i=9).also["pick-up"] == Fraction(1, 2) * Fraction(5, 6)
    assert ask("activation", i=3, dice=2, next_i=3, next_state="pinned").also["pick-up"] == 0


@pytest.mark.rule("arap.shooting.bs-zero")
def test_who_cannot_shoot_hits_nothing():
    answered = ask("fire", shots=60, bs=0, s=10, t=1, mods=6)
    assert answered.outcomes["0"] == 1 and answered.also["hit"] == answered.means["hits"] == 0


@pytest.mark.parametrize(
    ("t", "short", "melta", "chance"),
    [(4, 0, 0, "1/2"), (2, 0, 0, "5/6"), (7, 0, 0, "1/12"), (8, 0, 0, "0"), (8, 1, 0, "1/18"),
     (9, 1, 0, "1/36"), (10, 1, 0, "0"), (4, 0, 1, "3/4"), (7, 0, 1, "11/72"),
     (9, 1, 1, "11/216"), (1, 0, 1, "35/36")],
)  # fmt: skip
def test_one_hit_wounds(t, short, melta, chance):
    answered = ask("fire", shots=1, bs=5, s=4, t=t, short=short, melta=melta)
    assert answered.outcomes["1"] == Fraction(5, 6) * Fraction(chance) == answered.means["unsaved"]


def test_damage_stays_with_its_figure():
    one = ask("fire", shots=1, bs=5, s=10, t=1, n=4, w=3, damage=3)
    assert one.outcomes["1"] == Fraction(25, 36) and one.outcomes["2"] == 0
    two = ask("fire", shots=2, bs=5, s=10, t=1, n=2, w=1, damage="D6")
    assert two.outcomes["2"] == Fraction(25, 36) ** 2 / 2
    assert ask("fire", shots=1, bs=5, s=10, t=1, w=2, damage="D3").outcomes["1"] == Fraction(
        25, 36
    ) * Fraction(2, 3)


@pytest.mark.rule(
    "arap.morale.heavy-casualty-trigger", "arap.morale.suppression-trigger", "arap.A9", "arap.H22"
)
@pytest.mark.parametrize(("n", "loses", "hit"), [(4, 1, 1), (5, 0, 0), (1, 0, 1)])
def test_a_quarter_calls_for_tests(n, loses, hit):
    """One shot: it fells one, or hits and does not."""
    answered = ask("fire", shots=1, bs=5, s=10, t=1, n=n)
    assert answered.also["casualty-test"] == Fraction(25, 36) * loses
    assert answered.also["suppression-test"] == Fraction(5, 36) * hit


def test_fire_at_chargers():
    assert ask("stand-and-fire", i=3, shots=4, s=4, t=4, need=2).outcomes["no-fire"] == Fraction(3, 4)
    slow = ask("stand-and-fire", i=5, shots=1, s=10, t=1, m=1)
    fast = ask("stand-and-fire", i=5, shots=1, s=10, t=1, m=11)
    assert slow.outcomes["1"] == Fraction(35, 36) * (
        Fraction(35, 36) * Fraction(5, 36) + Fraction(1, 36) * Fraction(5, 72)
    )
    assert fast.outcomes["1"] == Fraction(35, 36) * Fraction(5, 72)


def test_templates_by_hand():
    lone = ask("template", bs=9, mods=-4)
    assert lone.also == {"open": Fraction(11, 12), "soft": Fraction(13, 18), "hard": Fraction(19, 36)}
    assert ask("template", bs=1, mods=-1, soft=1).outcomes["1"] == Fraction(11, 12) * Fraction(1, 3)


def test_a_charge_by_hand():
    assert ask("charge", m=4, gap=18).outcomes["contact"] == Fraction(1, 36)
    assert ask("charge", m=4, gap=19).outcomes["contact"] == 0
    assert ask("charge", m=4, gap=8).outcomes["contact"] == 1
    assert ask("charge", m=3, gap=8, terrain="variable").outcomes["contact"] == Fraction(5, 9)
    assert ask("charge", m=6, gap=8).also["fast"] == Fraction(21, 36)


def test_a_duel_by_hand():
    """Each hits on 5 or less, wounds on 2+ and has no save: 25 in 36."""
    one = {**MUST["melee"], "a_n": 1, "b_n": 1, "a_ws": 5, "b_ws": 5, "a_s": 9, "b_s": 9, "a_i": 3, "b_i": 3,
           "b_a": 1}  # fmt: skip
    kills = Fraction(25, 36)
    together = ask("melee", **one)
    assert together.outcomes["both-wiped"] == kills**2 and together.outcomes["draw"] == (1 - kills) ** 2
    first = ask("melee", **{**one, "a_i": 4})
    assert first.outcomes["b-wiped"] == kills and first.outcomes["a-wiped"] == (1 - kills) * kills
    last = ask("melee", **{**one, "a_i": 4}, charge="rear", cover=1)
    assert last.outcomes["a-wiped"] == kills and last.means["a-casualties"] == kills


@pytest.mark.parametrize(("grenades", "attacks"), [(0, 3), (1, 1)])
def test_defensive_grenades_take_the_extra_attacks(grenades, attacks):
    one = {**MUST["melee"], "a_n": 1, "b_n": 1, "a_ws": 5, "a_s": 9}
    answered = ask("melee", **one, charge="flank", defensive=grenades)
    assert answered.outcomes["b-wiped"] == 1 - Fraction(11, 36) ** attacks
    rear = ask("melee", **one, charge="rear", defensive=grenades)
    assert rear.outcomes["b-wiped"] == 1 - Fraction(11, 36) ** 3


def test_the_lower_score_tests_with_its_wound_difference():
    """Nobody can hurt anybody: scores alone decide, and Ld is not changed."""
    idle = {**MUST["melee"], "a_s": 1, "b_t": 10, "b_a": 0}
    assert ask("melee", **idle).outcomes["draw"] == 1
    assert ask("melee", **idle, charge="front", defensive=1).outcomes["b-routs"] == Fraction(5, 12)
    assert ask("melee", **idle, charge="front").outcomes["b-flinches"] == Fraction(7, 12)
    assert ask("melee", **idle, charge="flank", b_score=2).outcomes["draw"] == 1
    assert ask("melee", **idle, charge="flank", defensive=1, b_score=1).outcomes["draw"] == 1
    assert ask("melee", **idle, charge="rear", defensive=1, b_score=2).outcomes["draw"] == 1


def test_tests_against_leadership_by_hand():
    assert ask("morale", ld=7).outcomes["pass"] == Fraction(21, 36)
    assert ask("morale", ld=7, difference=-9).outcomes["pass"] == Fraction(6, 36)
    assert ask("morale", ld=0, mods=-9).outcomes["pass"] == Fraction(1, 36)
    assert ask("morale", ld=7, test="casualties").outcomes == {
        "pass": Fraction(21, 36), "pinned": Fraction(9, 36), "routs": Fraction(6, 36),
    }  # fmt: skip


def test_a_rout_by_hand():
    assert ask("rout", ld=7).outcomes["rallies"] == Fraction(26, 36)
    assert ask("rout", ld=7, near=1).outcomes["routs-on"] == Fraction(15, 36)
    assert ask("rout", ld=7, edge=2).outcomes["lost"] == Fraction(10, 36)
    assert ask("rout", ld=7, pursuers=1, gap=0, radius=6, edge=0).also["caught"] == 1
    assert ask("rout", ld=7, pursuers=1, gap=20).outcomes["rallies"] == Fraction(26, 36)


@pytest.mark.parametrize(("n", "w"), [(20, 5), (14, 6), (17, 5)])
def test_too_many_wounds_for_a_melee(n, w):
    with pytest.raises(Refused, match="a_n times a_w may be 80 at most"):
        ask("melee", **{**MUST["melee"], "a_n": n}, a_w=w)
