"""How a vehicle or a squad would stand at a place."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.books.vehicles.table import Position, table
from warbook import load_book
from warbook.board.geometry import Spot
from warbook.books.vehicles.showing.outlook import _moved
from warbook.core.book import Outlook

BOOK = load_book("vehicles")


def outlook(game: Position, piece: str, x: float, y: float, facing: float | None = None) -> Outlook:
    return BOOK.outlook(game.battle, piece, Spot(x, y), facing)


def test_walls_hide_and_only_the_place_meant_is_looked_at() -> None:
    game = table(
        "rhino R (10,10)      block (18,0) (20,20) h=6      guard_squad x (30,10)      rhino r (40,10)"
    )
    behind = outlook(game, "R", 10, 10)
    assert behind.sees == behind.seen_by == behind.threats == ()
    clear = outlook(game, "R", 25, 35)
    assert clear.sees == clear.seen_by and "r" in clear.sees
    assert len(clear.sees) == 2 and clear.sees[0].startswith("x")
    assert game.ride("R").x == 10.0


def test_nobody_who_has_fallen_is_looked_at() -> None:
    game = table("guard_squad A (10,24) (12,24) kinds=1      rhino r (40,24)")
    assert outlook(game, "A1", 10, 24).seen_by == ("r",)
    game.model("A1").place = "out"
    assert outlook(game, "A1", 10, 24) == Outlook()


def test_a_squad_is_named_by_its_model_that_is_nearest() -> None:
    game = table("rhino R (10,24)      guard_squad x (40,24) (30,24) (35,24)")
    assert outlook(game, "R", 10, 24).sees == ("x2",)


@pytest.mark.rule("veh.attack.note-armor")
@pytest.mark.parametrize(
    ("facing", "told"), [(0.0, "front, AV 13"), (90.0, "side, AV 11"), (180.0, "rear, AV 10")]
)
def test_the_facing_that_it_would_show_is_struck(facing: float, told: str) -> None:
    """An autocannon of S 7 with BS 4 has two shots; the sponsons do not reach."""
    game = table("predator V (10,24)      predator p (60,24) guns_lost=1+2")
    threats = outlook(game, "V", 15, 24, facing).threats
    assert [(threat.piece, threat.how) for threat in threats] == [("p", f"shoots at its {told}")]
    assert threats[0].words == "Autocannon, 3+ to hit"


def test_the_chance_is_that_of_the_volley() -> None:
    """A krak missile hits on 3+, and with S 8 penetrates AV 10 on 3+; then 5 or 6 on the damage table. On a 2
    it glances, which wrecks nothing."""
    game = table("rhino R (10,24)      tactical_squad x (40,24) models=1 kinds=3")
    odds = outlook(game, "R", 10, 24, 180.0).threats
    assert [threat.chance for threat in odds] == [Fraction(4, 6) * Fraction(4, 6) * Fraction(2, 6)]


@pytest.mark.rule("veh.V36")
@pytest.mark.parametrize(("side", "until", "threats"), [("a", 1, 0), ("b", 1, 1), ("b", 2, 0)])
def test_a_crew_that_is_shaken_in_its_next_turn_is_no_threat(side: str, until: int, threats: int) -> None:
    """Side a has the first turn: in it the next turn of b is its turn 1, in that itself it is turn 2."""
    game = table(f"rhino R (10,24)      predator p (30,24) shaken_until={until}", side=side)
    assert len(outlook(game, "R", 10, 24).threats) == threats


def test_what_an_enemy_did_this_turn_does_not_bind_him_in_the_next() -> None:
    text = "predator p (30,24) speed=cruising moved shot fired_guns=0+1+2 smoking"
    game = table(f"rhino R (10,24)      {text}", side="b")
    assert len(outlook(game, "R", 10, 24).threats) == 1


def test_smoke_lowers_the_chance() -> None:
    text = "rhino R (10,24) {}      predator p (30,24)"
    plain, smoke = (outlook(table(text.format(state)), "R", 10, 24) for state in ("", "smoking"))
    assert 0 < smoke.threats[0].chance < plain.threats[0].chance


@pytest.mark.rule("veh.skimmer.flat-out-cover")
def test_a_skimmer_that_goes_further_than_it_cruises_has_its_save() -> None:
    game = table("land_speeder V (10,24)      predator p (40,24) guns_lost=1+2")
    near, far = (outlook(game, "V", x, 24).threats[0].chance for x in (22.0, 22.1))
    assert far != near
    game.ride("V").moved = True
    assert outlook(game, "V", 22.1, 24).threats[0].chance == near


def test_what_a_squad_would_lose_is_told_beside_the_chance_that_all_are_gone() -> None:
    game = table("guard_squad A (10,24) models=5      guard_squad x (30,24) models=1 kinds=1")
    (threat,) = outlook(game, "A1", 10, 24).threats
    assert threat.chance == 0 and threat.how.startswith("shoots, 0.2 of 5 lost")


def test_the_squad_is_led_there_in_formation() -> None:
    """The one who leads is out of reach of the lasguns; the others are not."""
    game = table("guard_squad A (10,24) (11.5,24)      guard_squad x (40,24) models=1 kinds=1")
    assert outlook(game, "A1", 13.4, 24).threats == ()
    assert len(outlook(game, "A1", 14.0, 24).threats) == 1
    assert game.places("A") == [(10.0, 24.0), (11.5, 24.0)]


@pytest.mark.rule("veh.assault.to-hit")
def test_grenades_on_a_vehicle_that_stands_are_worse_than_on_one_that_came_far() -> None:
    stood, came = (
        [each for each in outlook(table(text), "R", 26, 24).threats if "assaults" in each.how]
        for text in (
            "rhino R (26,24) moved      tactical_squad x (30,24) models=3 kinds=1",
            "rhino R (10,24)      tactical_squad x (30,24) models=3 kinds=1",
        )
    )
    assert [each.how for each in stood] == ["assaults its rear, AV 10"]
    assert 0 < came[0].chance < stood[0].chance


def test_who_is_locked_is_not_shot_at_and_who_falls_back_is_no_threat() -> None:
    held = table(
        "tactical_squad A (10,24) locked=y      guard_squad y (10,27) locked=A      predator p (30,24)"
    )
    assert not any("shoots" in each.how for each in outlook(held, "A1", 10, 24).threats)
    runs = table("tactical_squad A (10,24)      guard_squad x (30,24) falling_back")
    assert outlook(runs, "A1", 10, 24).threats == ()


def test_passengers_shoot_too() -> None:
    game = table("tactical_squad A (10,24)      chimera c (30,24) guns_lost=0+1      guard_squad x in c")
    found = outlook(game, "A1", 10, 24).threats
    assert [(each.piece, each.how.partition(",")[0]) for each in found] == [("c", "x inside shoots")]


def test_who_is_not_on_the_table_yet_is_looked_at_where_he_would_be() -> None:
    game = table("rhino R (10,24)      tactical_squad A in R      predator p (40,24)")
    assert outlook(game, "A1", 14, 24).seen_by == ("p",)
    assert outlook(game, "nobody", 14, 24) == Outlook()


def test_an_assault_is_told_at_the_side_it_strikes_and_only_of_who_comes_so_far() -> None:
    """Rear armour of a tank, front armour of a Walker; eight inches away nobody gets there."""
    for kind, how in (("predator", "assaults its rear, AV 10"), ("dreadnought", "assaults its front, AV 12")):
        game = table(f"{kind} V (10,24)      fire_dragons x (60,24) models=1")
        near = outlook(game, "V", 55, 24).threats
        assert how in {threat.how for threat in near}
        assert not any("assaults" in threat.how for threat in outlook(game, "V", 45, 24).threats)


def test_passengers_look_out_from_where_the_transport_would_be() -> None:
    game = table("trukk V (10,10)      ork_boyz A in V      block (18,0) (20,20) h=6      rhino r (40,10)")
    soon = _moved(game.battle, "V", Spot(30.0, 10.0), None)
    assert soon is not None and soon[0].vehicle("V").x == 30.0 and game.ride("V").x == 10.0
