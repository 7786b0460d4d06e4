"""The Shooting phase."""

from __future__ import annotations

import pytest

from tests.books.vehicles.table import Position, table
from tests.kit.script import a
from warbook.books.vehicles.shooting.salvo import foot_cover
from warbook.books.vehicles.shooting.turn import (
    Volley,
    _without_turning,
    cannot,
    shoot,
    volleys,
    volleys_at,
)
from warbook.books.vehicles.state import Game


def labels(game: Position, firer: str) -> set[tuple[str, tuple[str, ...]]]:
    """What it may fire: targets with the weapons."""
    battle = game.battle
    return {
        (volley.target, tuple(sorted(barrel.weapon.id for barrel in volley.fired)))
        for volley in volleys(battle, battle.either(firer))
    }


@pytest.mark.rule("veh.fire.single-target")
def test_all_weapons_of_a_vehicle_are_fired_at_one_unit() -> None:
    game = table("predator V (10,24)      rhino v (40,20)      rhino w (40,28)", phase="shoot")
    assert {target for target, _ in labels(game, "V")} == {"v", "w"}
    game.does(shoot, a("V"), a("v:0"), dice="1 1 1 1 1")
    assert game.ride("V").shot
    assert game.ride("V").shot_at == "v"
    over: list[bool] = []
    game.does(lambda g: over.append(shoot(g)))
    assert over == [False]


@pytest.mark.rule("veh.target.no-go-to-ground")
def test_a_vehicle_is_never_asked_to_go_to_ground() -> None:
    game = table("predator V (10,24) guns_lost=1+2      rhino v (40,24) smoking", phase="shoot")
    game.does(shoot, a("V"), a("v:0"), dice="3 4 5 5 3 4 1")
    assert [side for side, _ in game.asked] == ["a", "a"]


@pytest.mark.rule("veh.P13")
def test_an_extra_weapon_is_fired_at_another_target_if_one_likes() -> None:
    game = table(
        "land_raider V (10,24) speed=combat      rhino v (40,20)      rhino w (40,28)", phase="shoot"
    )
    first = next(v for v in volleys(game.battle, game.ride("V")) if v.target == "v")
    assert len(first.fired) == 1
    game.does(shoot, a("V"), a("v:0"), dice="1 1")
    assert not game.ride("V").shot
    more = volleys(game.battle, game.ride("V"))
    assert {v.target for v in more} == {"v", "w"}
    assert all(len(v.fired) == 1 and v.fired[0].gun != first.fired[0].gun for v in more)
    game.does(shoot, a("V"), a("w:1"), dice="1 1 1 1 1 1")
    assert game.ride("V").shot and game.ride("V").shot_at == "v"  # its own target is the first


@pytest.mark.rule("veh.P13")
def test_who_holds_his_fire_keeps_no_extra_weapon_for_later() -> None:
    game = table("land_raider V (10,24)      rhino v (40,24)", phase="shoot")
    game.does(shoot, a("V"), a("hold"))
    assert game.ride("V").shot


@pytest.mark.rule("veh.P13")
def test_a_gun_that_bears_on_both_may_be_kept_for_another_target() -> None:
    text = "{} V (10,24)      rhino v (30,30) facing=90      guard_squad x (20,28) models=2"
    game = table(text.format("land_raider"), phase="shoot")
    fired = {weapons for target, weapons in labels(game, "V") if target == "v"}
    assert fired == {("tl_heavy_bolter", "tl_lascannon"), ("tl_heavy_bolter",), ("tl_lascannon",)}
    plain = table(text.format("predator"), phase="shoot")
    assert {weapons for target, weapons in labels(plain, "V") if target == "v"} == {
        ("autocannon", "heavy_bolter")
    }


@pytest.mark.rule("veh.P13", "veh.damage.shaken")
def test_an_extra_weapon_is_fired_even_while_shaken() -> None:
    game = table("land_raider V (10,24) shaken_until=2      rhino v (40,24)", phase="shoot")
    assert all(len(volley.fired) == 1 for volley in volleys(game.battle, game.ride("V")))
    assert cannot(game.battle, game.ride("V")) is None
    plain = table("predator V (10,24) shaken_until=2      rhino v (40,24)", phase="shoot")
    refusal = cannot(plain.battle, plain.ride("V"))
    assert refusal is not None and refusal.rule == "veh.damage.shaken"


@pytest.mark.rule("veh.V73", "veh.walker.run-smoke", "veh.fire.smoke")
def test_a_walker_that_made_smoke_in_its_movement_phase_runs_but_fires_nothing() -> None:
    game = table("dreadnought V (10,24) smoking smoke_used      rhino v (30,24)", phase="shoot")
    asked = game.tries(shoot, a("V"))
    assert [option.id for option in asked.open()] == ["run", "hold"]
    game.does(shoot, a("V"), a("run"), a((14, 24)), dice="4")
    assert (game.ride("V").x, game.ride("V").ran) == (14.0, True)


@pytest.mark.rule("veh.walker.run", "veh.damage.shaken", "veh.damage.stunned")
def test_a_shaken_walker_runs_and_a_stunned_one_does_not() -> None:
    game = table("dreadnought V (10,24) shaken_until=2 smoke_used      rhino v (30,24)", phase="shoot")
    game.does(shoot, a("V"), a("run"), a((14, 24)), dice="4")
    assert game.ride("V").x == 14.0
    still = table("dreadnought V (10,24) stunned_until=2      rhino v (30,24)", phase="shoot")
    still.does(shoot)
    assert still.asked == []


@pytest.mark.rule("veh.V8")
def test_those_aboard_fire_though_their_vehicle_has_made_smoke() -> None:
    game = table(
        "rhino V (10,24) smoking      tactical_squad A in V      guard_squad x (30,24) models=3 kinds=1",
        phase="shoot",
    )
    assert cannot(game.battle, game.ride("V")) is not None
    assert cannot(game.battle, game["A"]) is None
    assert volleys(game.battle, game["A"])


@pytest.mark.rule("veh.transport.fire-points")
def test_one_passenger_fires_from_each_fire_point() -> None:
    game = table(
        "rhino V (10,24)      tactical_squad A in V      guard_squad x (20,24) models=3 kinds=1",
        phase="shoot",
    )
    assert {len(volley.fired) for volley in volleys(game.battle, game["A"])} == {2}


@pytest.mark.rule("veh.open.fire")
def test_all_passengers_of_an_open_topped_transport_fire() -> None:
    game = table(
        "raider V (10,24)      kabalite_warriors A in V      guard_squad x (24,24) models=3 kinds=1",
        phase="shoot",
    )
    assert {len(volley.fired) for volley in volleys(game.battle, game["A"])} == {10}


@pytest.mark.rule("veh.V47", "veh.V48")
@pytest.mark.parametrize(("speed", "fires"), [("combat", True), ("cruising", False), ("flat+out", False)])
def test_those_aboard_do_not_fire_from_a_fast_move(speed: str, fires: bool) -> None:
    text = f"raider V (10,24) speed={speed}      kabalite_warriors A in V      rhino x (24,24)"
    game = table(text, phase="shoot")
    assert (cannot(game.battle, game["A"]) is None) is fires


@pytest.mark.rule("veh.V47")
def test_with_the_switch_they_fire_at_cruising_speed() -> None:
    game = table(
        "raider V (10,24) speed=cruising      kabalite_warriors A in V      rhino x (24,24)",
        phase="shoot",
        passengers_fire_at_cruising=True,
    )
    assert cannot(game.battle, game["A"]) is None


@pytest.mark.rule("veh.damage.shaken", "veh.damage.stunned")
@pytest.mark.parametrize("state", ["shaken_until=2", "stunned_until=2"])
def test_nobody_aboard_fires_while_the_crew_is_shaken_or_stunned(state: str) -> None:
    game = table(
        f"raider V (10,24) {state}      kabalite_warriors A in V      rhino x (24,24)", phase="shoot"
    )
    assert cannot(game.battle, game["A"]) is not None


@pytest.mark.rule("veh.P12")
def test_who_is_in_close_combat_neither_shoots_nor_is_shot_at() -> None:
    game = table(
        """
        predator V (10,24)
        tactical_squad A (30,24) models=1 kinds=1 locked=x
        guard_squad x (31,24) models=1 kinds=1 locked=A
        """,
        phase="shoot",
    )
    assert volleys(game.battle, game.ride("V")) == []
    assert cannot(game.battle, game["A"]) is not None


@pytest.mark.rule("veh.P8")
@pytest.mark.parametrize(("dead", "tests"), [(1, False), (2, True)])
def test_at_the_end_of_the_phase_who_lost_a_quarter_tests(dead: int, tests: bool) -> None:
    game = table("predator V (10,24) shot      guard_squad x (40,40) models=7 kinds=1", phase="shoot")
    for model in game.battle.models[:dead]:
        model.place = "out"
    game["x"].lost = dead
    game.does(shoot, dice="1 1" if tests else "")
    assert game["x"].lost == 0


def test_options_mean_volleys() -> None:
    game = table("predator V (10,24)      rhino v (40,24)", phase="shoot")
    question = game.tries(shoot, a("V"))
    assert isinstance(question.options[0].about, Volley)
    assert [option.id for option in question.options] == ["v:0", "hold"]
    assert question.options[0].preview().headline == "15% destroyed"


@pytest.mark.rule("veh.attack.select")
def test_in_the_list_of_shooters_each_has_its_best_target_with_range_and_chance() -> None:
    game = table("predator V (10,24)      rhino v (40,24)      land_raider w (40,34)", phase="shoot")
    (best,) = [option.preview() for option in game.tries(shoot).options if option.id == "V"]
    there = next(option for option in game.tries(shoot, a("V")).options if option.id == "v:0").preview()
    assert best.outcomes == there.outcomes
    assert best.headline.startswith("at v, ") and best.headline.endswith('": 15% destroyed')


@pytest.mark.rule("veh.transport.fire-points", "veh.V47")
def test_who_fires_from_too_few_fire_points_is_the_owners_choice() -> None:
    game = table(
        "rhino V (10,24)      tactical_squad A in V      guard_squad x (20,24) models=5", phase="shoot"
    )
    assert {fired for _, fired in labels(game, "A")} == {
        ("meltagun", "missile_krak"),
        ("boltgun", "missile_frag"),
        ("boltgun", "boltgun"),
    }


@pytest.mark.rule("veh.P11", "veh.open.assault", "veh.transport.after-move")
@pytest.mark.parametrize(("kind", "offered"), [("land_raider", True), ("rhino", False)])
def test_who_may_assault_though_the_transport_moved_may_fire_what_lets_him(kind: str, offered: bool) -> None:
    game = table(
        f"{kind} V (10,24) speed=combat moved      guard_squad x (20,30) models=5"
        "      tactical_squad A (14,30) (14,31.5) kinds=1 alighted=after alighted_from=V",
        phase="shoot",
    )
    assert (("x", ("bolt_pistol", "bolt_pistol")) in labels(game, "A")) is offered


@pytest.mark.rule("veh.walker.pivot-to-fire", "veh.V71")
@pytest.mark.parametrize(("answer", "facing"), [("turn", 36.9), ("stay", 0.0)])
def test_a_walker_whose_guns_bear_as_it_stands_turns_only_if_it_likes(answer: str, facing: float) -> None:
    game = table("dreadnought V (20,20) guns_lost=1      rhino v (36,32) facing=0", phase="shoot")
    game.does(shoot, a("V"), a("v:0"), a(answer), dice="1")
    assert game.ride("V").facing == pytest.approx(facing, abs=0.1)


@pytest.mark.rule("veh.walker.pivot-to-fire")
def test_it_is_not_asked_where_it_must_turn_or_faces_its_target() -> None:
    for place in ("(4,20)", "(38,20)"):
        game = table(f"dreadnought V (20,20) guns_lost=1      rhino v {place}", phase="shoot")
        game.does(shoot, a("V"), a("v:0"), dice="1")


@pytest.mark.rule("veh.V41", "veh.P7.cover")
def test_a_wreck_hides_who_is_behind_it_but_not_who_stands_in_it() -> None:
    wreck = (
        "rhino W (20,20) wrecked      tactical_squad A (30,20) (30,21.2) kinds=1"
        "      guard_squad x {} models=2"
    )
    behind = table(wreck.format("(15,20) (15,21.2)"), phase="shoot")
    assert labels(behind, "A") == set()
    within = table(wreck.format("(20,20) (20,21.2)"), phase="shoot")
    assert ("x", ("boltgun", "boltgun")) in labels(within, "A")
    (first, *_) = volleys(within.battle, within["A"])
    assert foot_cover(within.battle, within["A"], within["x"], first.fired) == 4
    within.battle.side = "b"
    assert labels(within, "x")


@pytest.mark.rule("veh.P11")
def test_what_lets_a_squad_assault_is_the_strongest_of_its_quick_weapons() -> None:
    """A veteran with a meltagun and a pistol keeps the meltagun."""
    game = table("tactical_squad A (10,24) (12,24) kinds=1+2      rhino v (20,24)", phase="shoot")
    fired = [
        [each.weapon.id for each in volley.fired]
        for volley in volleys_at(game.battle, game["A"], game.ride("v"))
    ]
    assert ["bolt_pistol", "meltagun"] in fired


@pytest.mark.rule("veh.fire.single-target")
def test_weapons_of_one_name_are_counted_in_the_label() -> None:
    game = table("predator V (10,24)      rhino v (30,24) facing=90", phase="shoot")
    question = game.tries(shoot, a("V"))
    assert question.options[0].label == "v: Autocannon, 2 x Heavy bolter"


@pytest.mark.rule("veh.P13")
def test_a_gun_alone_may_be_kept_for_another_only_by_not_firing_it() -> None:
    """A Land Raider of whose guns but one is left has one volley, not an empty one besides."""
    game = table("land_raider V (10,24) guns_lost=1+2      rhino v (40,24)", phase="shoot")
    found = [volley.fired for volley in volleys_at(game.battle, game.ride("V"), game.ride("v"))]
    assert len(found) == 1 and len(found[0]) == 1


@pytest.mark.rule("veh.walker.pivot-to-fire")
@pytest.mark.parametrize("facing", [0.5, 359.5])
def test_a_walker_that_would_turn_ever_so_little_is_asked_whether_it_does(facing: float) -> None:
    text = "dreadnought V (10,24) facing={}      land_raider v (30,24)"
    game = table(text.format(facing), phase="shoot")
    first = volleys(game.battle, game.ride("V"))[0]

    def turns(g: Game) -> None:
        _without_turning(g, g.battle.vehicle("V"), g.battle.vehicle("v"), first.fired)

    assert game.tries(turns).kind == "turn to fire"
    straight = table(text.format(0), phase="shoot")
    straight.does(turns)
    assert straight.asked == []


@pytest.mark.rule("veh.damage.shaken", "veh.damage.stunned")
@pytest.mark.parametrize("state", ["shaken", "stunned"])
def test_passengers_of_a_shaken_or_stunned_vehicle_do_not_fire(state: str) -> None:
    text = "rhino V (10,24) {}      tactical_squad A in V      guard_squad x (20,24) models=3"
    game = table(text.format(f"{state}_until=2"), phase="shoot")
    refusal = cannot(game.battle, game["A"])
    assert refusal is not None and refusal.rule == f"veh.damage.{state}"
    calm = table(text.format(""), phase="shoot")
    assert cannot(calm.battle, calm["A"]) is None


@pytest.mark.parametrize("foe, words", [("rhino r (20,20)", "fires at whom?"), ("", "nobody to fire at")])
def test_who_has_no_target_is_asked_whether_he_runs(foe: str, words: str) -> None:
    game = table(f"guard_squad A (10,20) models=3   {foe}", phase="shoot")
    question = game.tries(shoot, a("A"))
    assert words in question.text and question.free("run")


@pytest.mark.rule("veh.attack.select", "veh.arc.per-weapon", "veh.P14.shooting")
def test_of_a_target_that_cannot_be_fired_at_it_is_told_why_and_what_stands_in_the_way() -> None:
    game = table(
        """
        guard_squad A (10,24) models=2      rhino v (18,24)      rhino w (30,24)      rhino x (64,10)
        vindicator C (30,38) guns_lost=1      rhino y (16,38)
        block (38,36) (40,40) h=6      rhino z (50,38)      rhino u (46,43)
        """,
        phase="shoot",
    )
    barred = {each.piece: each for each in game.tries(shoot, a("A")).options if each.barred is not None}
    assert "v" not in barred and barred["w"].why_not == "is not in sight: behind v"
    assert barred["w"].hindered().piece == "v"
    assert barred["x"].why_not.endswith('" away, and its weapons reach 24"')
    barred = {each.piece: each for each in game.tries(shoot, a("C")).options if each.barred is not None}
    assert barred["y"].barred.rule == "veh.arc.per-weapon"
    assert barred["z"].why_not.startswith("is not in sight: behind block")


@pytest.mark.rule("veh.attack.select", "veh.target.los")
def test_of_who_shows_no_more_than_his_top_past_another_it_is_said_that_he_is_hidden() -> None:
    """The hull of the Predator sees its top past the Leman Russ; no gun sees anything to strike."""
    game = table(
        "predator P (48,33) facing=270"
        "   leman_russ l (11.8,24) facing=35   scout_sentinel s (5.5,24) facing=10",
        phase="shoot",
    )
    barred = {each.piece: each for each in game.tries(shoot, a("P")).options if each.barred is not None}
    assert barred["s"].why_not.startswith("is not in sight")
