"""The skill wrecka: who clings to the outside of a vehicle."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.books.gorkamorka.driving.test_gas import moves
from tests.books.gorkamorka.garage import legs, suffers
from tests.books.gorkamorka.table import Position, table, why
from tests.kit.script import a, b
from warbook.books.gorkamorka.damage.hits import locations
from warbook.books.gorkamorka.shooting.able import may_shoot
from warbook.books.gorkamorka.state import Points, Spin, Thrusting

TRUKK = "ork_trukk t (20,20) facing=0 moved=gas   ork_spanner d in t driver   ork_boy e in t"


def clinging(words: str = "", phase: str = "fight", side: str = "a") -> Position:
    return table(
        f"{TRUKK}   ork_boy A in t choppa clings {words}   ork_boy B (40,40)", phase=phase, side=side
    )


@pytest.mark.rule("gce.foot.riders")
@pytest.mark.parametrize(("answer", "clings", "charging"), [("cling", True, ""), ("board", False, "t")])
def test_who_has_boarded_may_stay_outside(answer: str, clings: bool, charging: str) -> None:
    game = table(f"{TRUKK}   ork_boy A (20,17) wrecka   ork_boy B (40,40)")
    game.play(a("A"), a("board t"), a(answer), dice="1")
    assert (game["A"].aboard, game["A"].clings, game["A"].charging) == ("t", clings, charging)


@pytest.mark.rule("gce.foot.riders")
def test_nobody_fights_him_there_and_he_does_not_shoot() -> None:
    game = clinging("slugga", phase="shoot")
    assert why(may_shoot(game.battle, game["A"])).words == "clings to a vehicle with both hands"
    game = clinging().until("recover", a("no"))
    assert game["A"].aboard == "t" and not game.rolled("gce.hand-to-hand.roll")


@pytest.mark.rule("gce.vehicle-damage.location-roll")
def test_he_strikes_at_a_location_of_his_choice() -> None:
    """A choppa has his Strength and 1: 4 against the armour of the wheels, 8."""
    game = clinging()
    option = game.option("3")
    assert option.preview().outcomes == (("bounces off", Fraction(1, 2)), ("goes through", Fraction(1, 2)))
    game.until("recover", a("3"), dice="4 6")
    assert game.ride("t").immobilised and not game.rolled("gce.vehicle-damage.location-roll")


@pytest.mark.rule("gce.vehicle-damage.save")
def test_plates_may_hold_against_him() -> None:
    """One plate saves on a 6; the blow of a choppa with Strength 3 has no modifier."""
    game = clinging()
    assert dict(game.option("6").preview().outcomes)["goes through"] == Fraction(1, 6)  # an armour of 10
    game.ride("t").gubbinz = ("armour_plates",)
    outcomes = dict(game.option("3").preview().outcomes)
    assert outcomes["goes through"] == Fraction(1, 2) * Fraction(5, 6)


@pytest.mark.rule("gce.vehicle-damage.location-roll")
def test_he_is_not_among_the_crew() -> None:
    game = table("ork_trukk t (20,20) moved=gas   ork_spanner d in t driver   ork_boy A in t clings")
    assert 1 not in locations(game.battle, game.ride("t"))


@pytest.mark.rule("gce.warrior.strength")
@pytest.mark.parametrize(("die", "aboard"), [("3", "t"), ("4 1", "")])
def test_each_turn_is_a_test_of_strength(die: str, aboard: str) -> None:
    game = clinging(phase="move", side="b")
    moves(game, b("go"), b(legs((0, 2), (45, 2))), b("stop"), dice=die, name="t")
    assert (game["A"].aboard, game["A"].clings) == (aboard, bool(aboard))


@pytest.mark.rule("gce.warrior.strength")
def test_and_so_is_each_thrust_and_a_straight_gas_move_is_none() -> None:
    game = clinging(phase="move", side="b")
    moves(game, b("go"), b(legs((0, 6))), b("thrust 2"), b("stop"), dice="2  4 1", name="t")
    assert game["A"].on_foot and game["A"].x == pytest.approx(26 - 3 - 2 - 0.5, abs=0.1)
    game = clinging(phase="move", side="b")
    suffers(game, Thrusting("t"), dice="2 3  1 4 1")
    assert game["A"].clings
    suffers(game, Spin("t", 90.0), dice="3")
    assert game["A"].clings and len(game.rolled("gce.warrior.strength")) == 2


@pytest.mark.rule("gce.wounding.out-of-action")
def test_when_the_vehicle_is_wrecked_he_is_off() -> None:
    game = clinging(phase="move", side="b")
    suffers(game, Points("t", 1, location=6), dice="6 1 1 1")
    assert game["A"].on_foot and not game["A"].clings
