"""What the cards of vehicles, squads and models say of a position."""

from __future__ import annotations

import pytest

from tests.books.vehicles.table import table
from tests.kit.cards import figures, states
from warbook import load_book
from warbook.books.vehicles.army.forces import cost, forces
from warbook.books.vehicles.foot.marching import March
from warbook.core.cards import Arm, Card

BOOK = load_book("vehicles")


def card(text: str, piece: str, **more: object) -> Card:
    game = table(text, **more)  # type: ignore[arg-type]
    return BOOK.card(game.battle, piece)


def abilities(found: Card) -> dict[str, str]:
    return {trait.name: trait.words for trait in found.abilities}


def arms(found: Card, name: str) -> list[Arm]:
    return [each for each in found.arms if each.name == name]


# ---------------------------------------------------------------- vehicles


def test_a_vehicle_has_its_armour_by_side_and_its_guns_by_mount() -> None:
    found = card("predator V (20,24)", "V")
    assert figures(found) == {"Front": "13", "Side": "11", "Rear": "10", "BS": "4"}
    assert [arm.words.partition(";")[0] for arm in found.arms] == [
        "on the turret, all round", "on the left sponson, 180 degrees", "on the right sponson, 180 degrees"
    ]  # fmt: skip
    assert "48 in; S 7, AP 4; Heavy 2" in found.arms[0].words
    assert found.kind == "Predator, Tank"


@pytest.mark.parametrize(("hull_arc", "told"), [(45, "45 degrees"), (90, "90 degrees")])
def test_the_arc_of_a_hull_gun_is_that_of_the_switch(hull_arc: int, told: str) -> None:
    assert told in arms(card("leman_russ V (20,24)", "V", hull_arc=hull_arc), "Heavy bolter")[0].words


def test_a_walker_has_the_figures_of_close_combat() -> None:
    found = card("dreadnought D (20,24)", "D")
    assert {**figures(found), "WS": "4", "S": "6", "I": "4", "A": "2"} == figures(found)
    assert found.arms[-1].words == "in close combat; S 10"


def test_states_say_when_they_end() -> None:
    found = card("predator V (20,24) shaken_until=3 stunned_until=2", "V")
    assert states(found)["shaken"].endswith("Shaken until the end of its turn 3.")
    assert states(found)["stunned"].endswith("Stunned until the end of its turn 2.")


def test_guns_that_are_lost_or_spent_or_silent_are_of_no_use_and_say_why() -> None:
    lost = card("predator V (20,24) guns_lost=1", "V", phase="shoot")
    assert [(arm.state, arm.useless) for arm in lost.arms] == [
        ("ready", False), ("destroyed", True), ("ready", False)
    ]  # fmt: skip
    assert states(lost)["weapon destroyed"].endswith("Lost: Heavy bolter.")
    shaken = card("predator V (20,24) shaken_until=3", "V", side="b")
    assert {arm.state for arm in shaken.arms} == {"silent: its crew is shaken"}
    fast = card("predator V (20,24) speed=cruising moved", "V", phase="shoot")
    assert {arm.state for arm in fast.arms} == {"silent: it moved at cruising speed"}
    assert fast.arms[0].rule == "veh.fire.cruising-speed"


def test_what_a_vehicle_did_silences_no_gun_in_the_turn_of_the_enemy() -> None:
    found = card("predator V (20,24) speed=cruising smoking smoke_used", "V", side="b")
    assert not any(arm.useless or arm.state for arm in found.arms)
    assert "smoking" in states(found) and "smoke spent" not in states(found)


def test_one_weapon_more_is_ready_after_cruising_and_while_shaken() -> None:
    for state in ("speed=cruising moved", "shaken_until=1 moved"):
        found = card(f"land_raider V (20,24) {state}", "V", phase="shoot")
        assert {arm.state for arm in found.arms} == {"ready, as the one weapon more"}
        assert "fire one weapon" in found.may


@pytest.mark.parametrize(
    ("speed", "may"),
    [
        ("stationary", ("fire all its weapons",)),
        ("combat", ("fire one main weapon and all Defensive ones",)),
        ("cruising", ()),
    ],
)
def test_what_may_be_fired_follows_from_the_speed(speed: str, may: tuple[str, ...]) -> None:
    assert card(f"predator V (20,24) speed={speed} moved", "V", phase="shoot").may == may


def test_before_its_move_each_band_says_how_far_and_what_could_be_fired() -> None:
    found = card("predator V (20,24)", "V")
    assert found.may == (
        "stay or pivot: it may fire everything",
        "move up to 6 inches (combat speed): it may fire one main weapon and the Defensive ones",
        "move up to 12 inches (cruising speed): it may not fire",
        "tank shock units, and ram vehicles at its highest speed",
        "trigger its smoke launchers, and fire nothing this turn",
    )
    stunned = card("predator V (20,24) stunned_until=1", "V")
    assert stunned.may == ("trigger its smoke launchers, and fire nothing this turn",)
    assert card("predator V (20,24)", "V", side="b").may == ()


def test_a_skimmer_goes_flat_out_unless_somebody_got_on_or_off() -> None:
    far = "move up to 24 inches (flat out): it may not fire"
    assert far in card("land_speeder V (20,24)", "V").may
    assert far not in card("land_speeder V (20,24) carried", "V").may


def test_what_a_vehicle_did_this_turn_is_told() -> None:
    text = "predator V (20,24) moved speed=combat fired_guns=0+1 shot_at=x      guard_squad x (40,24)"
    assert card(text, "V", phase="shoot").done == (
        "moved at combat speed", "fired Autocannon and Heavy bolter at x"
    )  # fmt: skip
    assert card("predator V (20,24) moved turned", "V").done == ("stayed where it is and pivoted",)
    assert card("predator V (20,24) moved", "V").done == ("stayed where it is",)
    assert card("predator V (20,24) moved turned speed=combat", "V").done == ("moved at combat speed",)


def test_a_transport_says_who_is_aboard_and_where_one_gets_out_and_shoots() -> None:
    found = card("rhino R (20,24)      tactical_squad A in R models=7", "R")
    told = abilities(found)
    assert told["Aboard"] == "A, 7 models; 3 slots free" and figures(found)["Slots"] == "3/10"
    assert told["Access points"] == "within 2 inches of the left, right and rear"
    assert told["Fire points"] == "2 passengers may shoot"
    nearly_full = card("rhino R (20,24)      tactical_squad A in R models=9", "R")
    assert abilities(nearly_full)["Aboard"] == "A, 9 models; 1 slot free"
    shaken = card("rhino R (20,24) shaken_until=2      tactical_squad A in R models=7", "R")
    assert abilities(shaken)["Fire points"] == "2 passengers may shoot; now nobody, its crew being shaken"
    empty = card("raider R (20,24)", "R")
    assert abilities(empty)["Aboard"].startswith("nobody; ")
    assert abilities(empty)["Access"] == "anywhere along the hull"


def test_bulky_passengers_take_two_slots_each() -> None:
    found = card("land_raider R (20,24)      terminator_squad A in R", "R")
    assert abilities(found)["Aboard"] == "A, 5 models; 2 slots free"


def test_the_damage_table_tells_of_open_tops_only_where_there_is_one() -> None:
    rows = dict(card("predator V (20,24)", "V").charts[0].rows)
    assert rows["5"].startswith("Wrecked") and "Open-Topped" not in rows["Modifiers"]
    assert "Open-Topped: +1" in dict(card("raider V (20,24)", "V").charts[0].rows)["Modifiers"]


# ---------------------------------------------------------------- squads


def test_a_squad_counts_its_losses_and_has_a_row_for_each_kind() -> None:
    game = table("tactical_squad A (10,10)")
    for model in ("A2", "A3", "A9"):
        game.model(model).place = "out"
    found = BOOK.card(game.battle, "A")
    assert figures(found) == {"Models": "7/10", "WS": "4", "BS": "4", "T": "4", "Ld": "9", "Sv": "3+"}
    assert abilities(found)["Losses"] == "7 of 10 left"
    names = [row[0] for row in found.charts[0].rows]
    assert names == ["1 of 1 sergeant", "5 of 7 marine", "0 of 1 meltagun marine",
                     "1 of 1 missile launcher marine"]  # fmt: skip
    assert arms(found, "6 x Boltgun") and not arms(found, "Meltagun")


@pytest.mark.parametrize(
    ("models", "lost", "told"),
    [
        (10, 0, "tests when 3 of 10 are lost to shooting in a phase, on 9 or less"),
        (8, 0, "tests when 2 of 8 are lost to shooting in a phase, on 9 or less"),
        (8, 2, "tests when 3 of 10 are lost to shooting in a phase, 2 lost so far, on 9 or less"),
        (7, 3, "3 of 10 lost to shooting in this phase: it tests at its end, on 9 or less"),
        (1, 0, "too few to be tested for losses to shooting"),
    ],
)
def test_the_next_test_is_at_a_quarter(models: int, lost: int, told: str) -> None:
    assert abilities(card(f"tactical_squad A (10,10) models={models} lost={lost}", "A"))["Morale"] == told


def test_heavy_weapons_are_silent_after_a_move_and_pistols_always_serve() -> None:
    found = card("tactical_squad A (10,10) moved=moved", "A", phase="shoot")
    heavy = arms(found, "Missile launcher (krak)")[0]
    assert (heavy.state, heavy.useless, heavy.rule) == ("silent: the unit has moved", True, "veh.P11")
    assert not arms(found, "8 x Boltgun")[0].useless
    low = card("tactical_squad A (10,10) grounded_until=2", "A", phase="shoot")
    assert arms(low, "8 x Boltgun")[0].useless and not arms(low, "10 x Bolt pistol")[0].useless


def test_what_a_squad_did_and_may_still_do() -> None:
    moved = card("tactical_squad A (10,10) moved=moved", "A", phase="shoot")
    assert moved.done == ("moved",)
    assert moved.may == ("shoot", "run D6 inches instead of shooting", "assault an enemy within 6 inches")
    text = "tactical_squad A (10,10) moved=stayed shot shot_at=x fired_slow      guard_squad x (30,10)"
    fired = card(text, "A", phase="shoot")
    assert fired.done == ("stayed where it was", "shot at x") and fired.may == ()
    assert card("tactical_squad A (10,10)", "A").may[0] == "move 6 inches"
    assert card("tactical_squad A (10,10)", "A", side="b").may == ()


def test_a_squad_aboard_gets_out_and_shoots_by_fire_points() -> None:
    found = card("rhino R (20,24)      tactical_squad A in R", "A")
    assert found.may == ("get out of R", "shoot with 2 of its models")
    assert states(found)["aboard"].endswith("In R.")
    fast = card("rhino R (20,24) speed=cruising moved      tactical_squad A in R", "A", phase="shoot")
    assert fast.may == () and arms(fast, "8 x Boltgun")[0].useless


def test_states_of_a_squad_say_when_they_end_and_with_whom() -> None:
    low = card("tactical_squad A (10,10) grounded_until=2", "A")
    assert states(low)["gone to ground"].endswith("Until the end of its turn 2.")
    text = "tactical_squad A (10,10) locked=x      guard_squad x (10,14) locked=A"
    held = card(text, "A", phase="assault")
    assert states(held)["locked"].endswith("With x.") and held.may == ("fight x in the assault phase",)
    runs = card("tactical_squad A (10,10) falling_back models=5", "A")
    assert states(runs)["falling back"].endswith("It regroups on 9 or less.")
    apart = card("tactical_squad A (10,10) (14,10)", "A")
    assert "out of coherency" in states(apart)


def test_too_few_regroup_no_more() -> None:
    game = table("tactical_squad A (10,10) falling_back")
    for number in range(5, 11):
        game.model(f"A{number}").place = "out"
    assert states(BOOK.card(game.battle, "A"))["falling back"].endswith("it regroups no more.")


def test_a_model_has_his_own_profile_and_arms() -> None:
    found = card("tactical_squad A (10,10)", "A9")
    assert found.name == "meltagun marine of A" and figures(found)["Sv"] == "3+"
    assert [arm.name for arm in found.arms] == [
        "Meltagun", "Bolt pistol", "Frag grenades", "Krak grenades"
    ]  # fmt: skip
    assert figures(card("terminator_squad A (10,10)", "A1"))["Inv"] == "5+"


def test_a_model_that_is_gone_does_nothing() -> None:
    game = table("tactical_squad A (10,10)")
    game.model("A2").place = "out"
    found = BOOK.card(game.battle, "A2")
    assert list(states(found)) == ["lost"] and found.may == ()


# ---------------------------------------------------------------- forces on offer


@pytest.mark.parametrize("name", forces())
def test_the_cards_of_a_force_add_up_to_its_points(name: str) -> None:
    force = forces()[name]
    cards = BOOK.force_cards(name)
    assert len(cards) == len(force.vehicles) + len(force.units)
    assert sum(int(each.cost.removesuffix(" points")) for each in cards) == cost(force)
    assert all(not each.may and not each.done for each in cards)


def test_questions_about_models_call_them_what_they_are() -> None:
    """Never by their ids."""
    game = table("tactical_squad A (20,24) models=2 kinds=1+3")
    march = March(game.battle, game["A"], 6.0, rough=False).question("Where?", "", "march")
    assert [part.text for part in march.parts.values()] == [
        "Where does the marine go?",
        "Where does the missile launcher marine go?",
    ]


@pytest.mark.rule("veh.ram.conditions")
@pytest.mark.parametrize(("side", "barred"), [("a", True), ("b", False)])
def test_what_keeps_it_from_firing_is_over_with_its_own_turn(side: str, barred: bool) -> None:
    game = table("predator V (20,24) rammed", phase="shoot", side=side)
    arms = BOOK.card(game.battle, "V").arms
    assert arms and all(arm.useless is barred for arm in arms)
