"""The odds questions of the book, beside every way the dice can fall."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from tests.books.vehicles import slow_odds
from warbook.books.vehicles.army.data import vehicles, weapons
from warbook.books.vehicles.odds.named import ASSAULT, RAM, SHOT, TROOPS
from warbook.books.vehicles.odds.oddsbook import QUESTIONS
from warbook.core.oddsbook import Answered
from warbook.core.questions import Refused

FATES = slow_odds.FATES
OUTCOMES = {
    "penetrate": ["none", "glancing", "penetrating"],
    "shot": ["miss", "no-effect", "saved", *FATES],
    "volley": ["unharmed", *FATES],
    "assault": ["unharmed", *FATES],
    "blast": ["miss", "no-effect", "saved", *FATES],
    "ram": ["dodged", "no-effect", *FATES],
    "tank-shock": ["falls-back", "crushed", "stopped", "wrecked", "explodes"],
}
ALSO = {
    "penetrate": [],
    "shot": ["hit", "glancing", "penetrating"],
    "volley": ["destroyed", "cannot-move", "cannot-shoot"],
    "assault": ["destroyed", "cannot-move", "cannot-shoot"],
    "blast": ["on-hull", "off-hull"],
    "ram": ["a-no-effect", *(f"a-{fate}" for fate in FATES), "goes-on"],
    "tank-shock": ["stands"],
    "passengers": ["wiped-out", "pinned"],
    "troops": ["tests-morale", "wiped-out"],
}
MUST = {"penetrate": {"s": 7, "av": 11}, "shot": {"bs": 4, "s": 7, "av": 11},
        "volley": {"shots": 3, "bs": 4, "s": 7, "av": 11}, "assault": {"dice": 3, "av": 10},
        "blast": {"weapon": "battle_cannon", "vehicle": "rhino", "bs": 3},
        "ram": {"a_av": 13, "b_av": 11, "inches": 10}, "tank-shock": {"ld": 8, "s": 8, "av": 13},
        "passengers": {"models": 10, "t": 4, "ld": 8}, "troops": {"shots": 10, "bs": 4, "s": 4, "t": 4},
        }  # fmt: skip


def ask(id: str, **given: int | str) -> Answered:
    question = QUESTIONS[id]
    assert set(given) <= set(question.defaults)
    answered = question.answer(**{**question.defaults, **given})
    assert sum(answered.outcomes.values()) == 1
    return answered


def parameters(id: str, random: Random, **limits: Any) -> dict[str, Any]:
    """Any parameters that the question takes, those in `limits` out of these."""
    given: dict[str, Any] = {}
    for name, parameter in QUESTIONS[id].parameters.items():
        low, high = parameter.bounds or (1, 0)
        allowed = [*parameter.words, *range(low, high + 1)]
        given[name] = random.choice(limits.get(name, allowed))
    if given.get("rending"):
        given["roll"] = "d6"
    return given


def same(answered: Answered, slow: tuple[dict[Any, Fraction], dict[Any, Fraction]]) -> None:
    for ours, theirs in zip((answered.outcomes, answered.also), slow, strict=True):
        assert {name: chance for name, chance in ours.items() if chance} == {
            name: chance for name, chance in theirs.items() if chance
        }


def test_the_nine_questions():
    assert list(QUESTIONS) == list(ALSO)
    for id, question in QUESTIONS.items():
        assert all(each.bounds or each.words for each in question.parameters.values())
        assert [name for name, default in question.defaults.items() if default is None] == list(MUST[id])
        answered = ask(id, **MUST[id])
        assert list(answered.outcomes) == OUTCOMES.get(id, [str(number) for number in range(11)])
        assert list(answered.also) == ALSO[id]


def test_what_the_questions_take():
    common = {"s": None, "av": None, "roll": "d6", "lance": 0, "rending": 0}
    harmed = {"cover": "none", "open_topped": 0, "weapons": 1, "immobilized": 0, "flat_out": 0}
    shot = {"bs": None, "twin": 0, **common, "ap": 4, **harmed}
    assert QUESTIONS["penetrate"].defaults == common
    assert QUESTIONS["shot"].defaults == shot
    assert QUESTIONS["volley"].defaults == {"shots": None, **shot}
    assert QUESTIONS["assault"].defaults == {
        "dice": None, "av": None, "speed": "stationary", "s": 4, "grenade": "none", "ws": 4, "b_ws": 4,
        "stunned": 0, "open_topped": 0, "weapons": 1, "immobilized": 0,
    }  # fmt: skip
    assert QUESTIONS["blast"].defaults == {
        "weapon": None, "vehicle": None, "bs": None, "facing": "front", "barrage": 0, "sight": 1,
        "cover": "none",
    }  # fmt: skip
    assert QUESTIONS["ram"].defaults == {
        "a_av": None, "b_av": None, "inches": None, "b_tank": 0, "a_open": 0, "b_open": 0, "a_weapons": 1,
        "b_weapons": 1, "b_immobilized": 0, "a_flat_out": 0, "b_flat_out": 0, "dodge": 0,
    }  # fmt: skip
    assert QUESTIONS["tank-shock"].defaults == {"ld": None, **common, "ap": 4, "open_topped": 0}
    assert QUESTIONS["passengers"].defaults == {
        "models": None, "t": None, "ld": None, "save": "none", "how": "explodes", "open_topped": 0,
    }  # fmt: skip
    assert QUESTIONS["troops"].defaults == {
        "shots": None, "bs": None, "s": None, "t": None, "save": "none", "ap": "-", "cover": "none",
        "inv": "none", "models": 10, "twin": 0,
    }  # fmt: skip
    ranges = {
        id: {name: each.bounds for name, each in question.parameters.items()}
        for id, question in QUESTIONS.items()
    }
    assert (ranges["shot"]["s"], ranges["shot"]["av"], ranges["shot"]["ap"]) == ((0, 10), (10, 14), (1, 6))
    assert (ranges["shot"]["cover"], ranges["shot"]["weapons"]) == ((2, 6), (0, 6))
    assert (ranges["volley"]["shots"], ranges["assault"]["dice"]) == ((0, 20), (0, 40))
    assert (ranges["ram"]["inches"], ranges["ram"]["a_av"]) == ((0, 24), (10, 14))
    assert (ranges["passengers"]["models"], ranges["troops"]["shots"]) == ((1, 20), (0, 60))


@pytest.mark.parametrize("seed", range(20))
def test_penetration_beside_its_twin(seed):
    given = parameters("penetrate", Random(seed))
    same(ask("penetrate", **given), (slow_odds.penetration(**given), {}))


@pytest.mark.parametrize("seed", range(30))
def test_a_shot_beside_its_twin(seed):
    given = parameters("shot", Random(seed))
    same(ask("shot", **given), slow_odds.shot(given))


@pytest.mark.rule("veh.V25", "veh.V39")
@pytest.mark.parametrize("seed", range(40))
def test_a_volley_beside_its_twin(seed):
    given = parameters("volley", Random(seed), shots=range(7), s=range(5, 11), bs=range(3, 11))
    same(ask("volley", **given), slow_odds.volley(given))


def test_nine_shots_beside_their_twin():
    given = {**QUESTIONS["volley"].defaults, "shots": 9, "bs": 4, "s": 8, "av": 11, "weapons": 2, "cover": 5}
    same(ask("volley", **given), slow_odds.volley(given))


@pytest.mark.parametrize("seed", range(40))
def test_an_assault_beside_its_twin(seed):
    given = parameters("assault", Random(seed), dice=range(7), s=range(3, 11))
    same(ask("assault", **given), slow_odds.assault(given))


@pytest.mark.rule("veh.target.blast-off-hull", "veh.V84")
@pytest.mark.parametrize("vehicle", list(vehicles()))
def test_a_blast_beside_its_twin(vehicle):
    random = Random(vehicle)
    given = parameters("blast", random, vehicle=[vehicle], sight=[1])
    if given["barrage"]:
        given["sight"] = random.choice((0, 1))
    gun, kind = weapons()[given["weapon"]], vehicles()[vehicle]
    weapon = {"s": gun.strength, "ap": gun.ap or "-", "radius": gun.blast / 2,
              "roll": "highest" if gun.type in ("ordnance", "ordnance_barrage") else "d6"}  # fmt: skip
    hull = {"length": kind.length, "width": kind.width, "front": kind.armour.front, "side": kind.armour.side,
            "rear": kind.armour.rear, "open_topped": "open_topped" in kind.types}  # fmt: skip
    bare = {**given, "cover": "none"} if gun.ignores_cover else given
    same(ask("blast", **given), slow_odds.blast(bare, weapon, hull))


@pytest.mark.parametrize("seed", range(40))
def test_a_ram_beside_its_twin(seed):
    given = parameters("ram", Random(seed))
    same(ask("ram", **given), slow_odds.ram(given))


@pytest.mark.parametrize("seed", range(30))
def test_a_tank_shock_beside_its_twin(seed):
    given = parameters("tank-shock", Random(seed))
    same(ask("tank-shock", **given), slow_odds.tank_shock(given))


@pytest.mark.parametrize("seed", range(20))
def test_passengers_beside_their_twin(seed):
    given = parameters("passengers", Random(seed))
    same(ask("passengers", **given), slow_odds.passengers(given))


@pytest.mark.parametrize("seed", range(30))
def test_troops_beside_their_twin(seed):
    given = parameters("troops", Random(seed), shots=range(31), models=range(1, 13))
    same(ask("troops", **given), slow_odds.troops(given))


# ---------------------------------------------------------------- answers by hand


def test_shots_by_hand():
    krak = ask("shot", bs=4, s=8, av=12, ap=3)
    glancing, penetrating = Fraction(1, 54), Fraction(2, 54)  # of each face of the damage die
    assert krak.outcomes == {
        "miss": Fraction(1, 3), "no-effect": Fraction(1, 3), "saved": 0, "shaken": 3 * glancing + penetrating,
        "stunned": glancing + penetrating, "weapon-destroyed": glancing + penetrating,
        "immobilized": glancing + penetrating, "wrecked": penetrating, "explodes": penetrating,
    }  # fmt: skip
    assert krak.also == {"hit": Fraction(2, 3), "glancing": Fraction(1, 9), "penetrating": Fraction(2, 9)}


@pytest.mark.parametrize(("shots", "left"), [(0, 1), (1, Fraction(5, 6)), (2, Fraction(25, 36))])
def test_no_shots_do_nothing(shots, left):
    answered = ask("volley", shots=shots, bs=1, s=10, av=10, immobilized=1, weapons=0)
    assert answered.outcomes["unharmed"] == left
    assert answered.also["cannot-move"] == answered.also["cannot-shoot"] == 1


def test_who_is_stunned_can_do_nothing_anyway():
    answered = ask("assault", dice=0, av=10, stunned=1)
    assert answered.also == {"destroyed": 0, "cannot-move": 1, "cannot-shoot": 1}


@pytest.mark.parametrize(("speed", "misses"), [("stationary", 0), ("combat", 1 / 2), ("cruising", 5 / 6)])
def test_a_grenade_on_a_thin_rear(speed, misses):
    answered = ask("assault", dice=1, av=10, speed=speed, grenade="melta")  # 2D6 + 8 is 10 at least
    assert float(answered.outcomes["unharmed"]) == pytest.approx(misses)


@pytest.mark.parametrize(("ld", "stands"), [(0, 1), (1, 1), (2, 1), (3, 3), (8, 26), (10, 33)])
def test_a_double_1_always_stands(ld, stands):
    assert ask("tank-shock", ld=ld, s=0, av=14).also["stands"] == Fraction(stands, 36)


def test_a_wreck_hurts_nobody():
    answered = ask("passengers", models=10, t=3, ld=7, how="wrecked")
    assert answered.outcomes["0"] == 1 and answered.also == {"wiped-out": 0, "pinned": Fraction(5, 12)}


@pytest.mark.parametrize(("models", "tests"), [(4, 1), (5, 0)])
def test_a_quarter_lost_calls_for_a_test(models, tests):
    one = ask("troops", shots=1, bs=5, s=10, t=1, models=models)
    assert one.also["tests-morale"] == Fraction(25, 36) * tests


def test_the_last_models_lost_are_wiped_out_and_test_nothing():
    one = ask("troops", shots=60, bs=5, s=10, t=1, models=1)
    assert one.also["tests-morale"] == 0 and one.also["wiped-out"] == one.outcomes["1"]


@pytest.mark.parametrize(
    ("id", "given", "words"),
    [
        ("penetrate", {"s": 8, "av": 12, "roll": "sum", "rending": 1}, "rending"),
        ("volley", {"shots": 1, "bs": 4, "s": 8, "av": 12, "roll": "highest", "rending": 1}, "rending"),
        ("tank-shock", {"ld": 8, "s": 8, "av": 12, "roll": "sum", "rending": 1}, "rending"),
        ("blast", {"weapon": "earthshaker", "vehicle": "rhino", "bs": 3, "sight": 0}, "barrage"),
    ],
)
def test_what_does_not_go_together_is_refused(id, given, words):
    with pytest.raises(Refused, match=words):
        ask(id, **given)


def test_only_what_lays_a_marker_is_asked_for_a_blast():
    assert set(QUESTIONS["blast"].parameters["weapon"].words) == {
        "battle_cannon", "demolisher_cannon", "earthshaker", "griffon_mortar", "whirlwind_vengeance",
        "whirlwind_castellan", "killkannon", "boomgun", "grotzooka", "missile_frag",
    }  # fmt: skip
    assert QUESTIONS["blast"].parameters["vehicle"].words == tuple(vehicles())


def test_a_vehicle_that_is_assaulted_brings_its_own_guns():
    brought = {each.name: each.sets["weapons"] for each in ASSAULT["target"].names()}
    assert (brought["Rhino"], brought["Predator"]) == tuple(
        len(vehicles()[kind].guns) for kind in ("rhino", "predator")
    )


@pytest.mark.parametrize(
    ("name", "av", "speed", "ws"), [("Rhino", 10, "stationary", 4), ("Dreadnought", 12, "walker", 4)]
)
def test_a_vehicle_given_by_name_is_assaulted_as_it_stands(name: str, av: int, speed: str, ws: int) -> None:
    """A Walker is fought by its Weapon Skill, on its front."""
    sets = next(each.sets for each in ASSAULT["target"].names() if each.name == name)
    assert (sets["av"], sets["speed"], sets["b_ws"]) == (av, speed, ws)


def test_who_has_no_save_is_given_without_one() -> None:
    saves = {each.name: each.sets["inv"] for each in TROOPS["target"].names()}
    assert (saves["Guard infantry squad"], saves["Terminator squad"]) == ("none", 5)


def test_every_vehicle_is_there_by_its_front_and_the_sides_that_differ() -> None:
    names = [each.name for each in SHOT["target"].names()]
    assert {kind.name for kind in vehicles().values()} <= set(names)
    assert "Warbuggy from the side" not in names and "Rhino from the rear" in names
    assert next(each.sets for each in RAM["rammer"].names() if each.name == "Predator")["a_weapons"] == 3
