"""What the cards of warriors, vehicles and crews say of a position."""

from typing import Any

import pytest
from msgspec.structs import replace

from tests.books.gorkamorka.table import table
from tests.kit.cards import figures, states
from warbook import load_book
from warbook.books.gorkamorka.mob.data import vehicles, weapons
from warbook.books.gorkamorka.mob.lists import Roll
from warbook.books.gorkamorka.showing.arms import ranged_words
from warbook.books.gorkamorka.showing.briefing import standing
from warbook.books.gorkamorka.showing.vehicles import _armour_words, _roll_words
from warbook.core.cards import Arm, Card

BOOK = load_book("gorkamorka")


def card(text: str, piece: str, **more: object) -> Card:
    game = table(text, **more)  # type: ignore[arg-type]
    return BOOK.card(game.battle, piece)


def arm(found: Card, name: str) -> Arm:
    return next(each for each in found.arms if each.name.startswith(name))


def test_a_warrior_has_his_figures_as_they_count_now() -> None:
    found = card("ork_boy A (10,10) shoota studded flesh=2", "A")
    assert {**figures(found), "WS": "1", "BS": "1", "Sv": "6+", "W": "1"} == figures(found)
    assert "3 when unhurt" in next(each.words for each in found.profile if each.name == "WS")
    assert states(found)["2 flesh"].endswith("Weapon Skill 1, Ballistic Skill 1.")


def test_a_spear_is_thrown_and_thrust() -> None:
    words = arm(card("digga_shaman A (10,10) spear", "A"), "Spear").words
    assert 'range 8"' in words and "hand to hand" in words and "once in a battle" in words


def test_an_empty_pistol_serves_hand_to_hand_and_an_empty_gun_nothing() -> None:
    text = "ork_boy A (10,10) slugga shoota   ork_boy x (30,30)"
    game = table(text, phase="shoot")
    game["A"].empty = ("slugga", "shoota")
    found = BOOK.card(game.battle, "A")
    assert arm(found, "Slugga").state == "out of ammo, but serves hand to hand"
    assert not arm(found, "Slugga").useless and arm(found, "Shoota").useless


def test_what_a_warrior_may_do_is_what_he_would_be_asked() -> None:
    found = card("ork_boy A (10,10) shoota   ork_boy x (30,10)", "A")
    assert 'walk up to 4"' in found.may and 'charge up to 8"' in found.may
    assert "shoot in the shooting phase" in found.may
    found = card("ork_boy A (10,10) shoota moved=ran   ork_boy x (30,10)", "A", phase="shoot")
    assert found.may == () and found.done == ("ran",)


def test_the_fixed_weapon_is_on_the_cards_of_its_vehicle_and_of_its_gunner() -> None:
    text = "ork_trukk T (20,20) weapon=linked_shoota quadrant=rear gunner=G  ork_boy G in T gunner"
    gun = arm(card(text, "T"), "Linked")
    assert "fixed to the rear" in gun.words and "fired by G" in gun.words and gun.state == "ready"
    assert arm(card(text, "G"), "Linked shootas of T")
    nobody = arm(card("ork_trukk T (20,20) weapon=linked_shoota", "T"), "Linked")
    assert nobody.useless and nobody.state == "no gunner"


def test_a_vehicle_tells_where_it_may_be_hit_and_what_burns() -> None:
    found = card("ork_trukk T (20,20) burning=6 armour_plates armour_plates  ork_spanner D in T driver", "T")
    rows = dict(found.charts[0].rows)
    assert rows["6"] == "engine, armour 10, burning" and rows["1"] == "crew: not there, rolled again"
    assert rows["4"] == "gubbinz, armour 8" and rows["5"] == "driver, armour 8"
    assert states(found)["burning"].endswith("Burning: engine.")
    engine = next(dict(chart.rows) for chart in found.charts if chart.name == "Damage to the engine")
    assert engine["4-5"] == "immobilised" and engine["6"].startswith("it blows up: Strength 4")


@pytest.mark.parametrize(("kind", "words"), [("ork_trukk", "8; engine 10"), ("grot_cutta", "7; sail 6")])
def test_a_vehicles_armour_is_told_before_its_charts(kind: str, words: str) -> None:
    found = next(trait for trait in card(f"{kind} T (20,20)", "T").abilities if trait.name == "Armour")
    assert found.words == words


@pytest.mark.parametrize("scenario", ["open_fight", "demolition_derby_3", "vehicle_graveyard"])
def test_who_fight_alike_have_goals_in_the_same_words(scenario: str) -> None:
    book = load_book("gorkamorka")
    sides = next(each.sides for each in book.scenarios() if each.id == scenario)
    forces = ("grimtoofs", "rust_barons", "sunburnt")[: sum(side != "n" for side in sides)]
    goals = book.briefing(book.setup(scenario, forces, {})).goals
    told = {side: [goal.words for goal in goals if goal.side == side] for side in sides if side != "n"}
    assert all(words == told["a"] and words for words in told.values())


def test_a_damaged_vehicle_has_its_moves_as_they_are_now() -> None:
    found = card("ork_trukk T (20,20) slower=1 shorter=2 no_thrust=ever  ork_spanner D in T driver", "T")
    assert figures(found)["Gas"] == '5"' and figures(found)["Thrust"] == '4"'
    assert (figures(found)["1st"], figures(found)["2nd"], figures(found)["3rd"]) == ("2+", "3+", "4+")
    assert states(found)["slower"].endswith('1" less of each move and 2" less of each thrust.')
    assert not any("thrust" in way for way in found.may)


def test_who_is_aboard_as_what() -> None:
    text = """
        ork_trukk T (20,20) moved=gas driver=D gunner=G weapon=linked_shoota
        ork_spanner D in T driver  ork_boy G in T gunner  ork_boy E in T pinned  ork_boy x in T
    """
    aboard = next(trait.words for trait in card(text, "T").abilities if trait.name == "Aboard")
    assert aboard == "D drives; G has the gun; crew: E (pinned); boarded by x"


def test_a_chase_is_on_the_cards_of_both() -> None:
    text = """
        ork_bike T (20,20) driver=D moved=gas  ork_spanner D in T driver
        ork_bike t (25,20) driver=d moved=gas chasing=T chase=tail  ork_spanner d in t driver
    """
    assert states(card(text, "t"))["tailing"].endswith("It chases T.")
    assert states(card(text, "T"))["chased"].endswith("By t.")
    both = card(text, "t chase")
    assert both.name == "t tailing T" and "t keeps behind T" in both.abilities[0].words


def test_a_mob_on_offer_has_a_card_for_everything_with_its_cost() -> None:
    found = BOOK.force_cards("grimtoofs")
    assert sum(int(each.cost.removesuffix(" teef")) for each in found) == 96
    assert found[0].kind.startswith("Trukk") and figures(found[0])["Aboard"] == "6/10"
    assert all(not each.states and not each.may for each in found)


def test_a_vehicle_in_the_middle_of_its_move_may_thrust() -> None:
    text = "ork_trukk T (20,20) driver=D moved=gas thrusts=1  ork_spanner D in T driver"
    game = table(text)
    game.ride("T").went_in = game.battle.now
    assert BOOK.card(game.battle, "T").may == ("thrust, on 3+",)


def tallies(text: str, **more: Any) -> dict[str, str]:
    game = table(text, **more)
    return {tally.side: tally.words for tally in standing(game.battle).sides}


def test_in_a_derby_the_vehicles_that_move_are_counted() -> None:
    text = """ork_trukk T (20,20)   ork_trukk U (20,30)   ork_trukk V (30,30) immobilised
        ork_trukk w (40,20) destroyed immobilised   ork_trukk v (40,30)"""
    told = tallies(text, scenario={"derby": True})
    assert "2 vehicles that can move" in told["a"] and "1 vehicle that can move" in told["b"]


def test_where_scrap_is_carried_off_is_told_with_what_one_has() -> None:
    told = tallies("ork_boy A (20,20) scrap=2   ork_boy x (40,20)", scenario={"scrap_per_player": "D3"})
    assert told["a"].endswith("scrap: 2 in hand, 0 carried off over the south edge")
    assert told["b"].endswith("scrap: 0 in hand, 0 carried off over the north edge")


def test_who_is_still_to_come_is_counted() -> None:
    told = tallies("ork_boy A (20,20)   ork_boy B (20,30) place=reserve   ork_boy x (40,20)")
    assert "1 not on yet" in told["a"] and "not on yet" not in told["b"]


def test_what_he_did_is_told_in_his_own_turn_once_it_has_begun() -> None:
    text = "ork_boy A (20,20) moved=walked went=3   ork_boy x (40,40)"
    book = load_book("gorkamorka")
    told = {
        (side, phase): book.card(table(text, side=side, phase=phase).battle, "A").done
        for side in "ab"
        for phase in ("start", "shoot")
    }
    assert told["a", "shoot"] == ('walked, 3.0"',)
    assert not told["a", "start"] and not told["b", "shoot"]


def test_who_is_aboard_is_told_and_where_nobody_is_that() -> None:
    aboard = next(trait for trait in card("ork_trukk T (20,20)", "T").abilities if trait.name == "Aboard")
    assert aboard.words == "nobody"
    boarded = card("ork_trukk T (20,20)  ork_boy x in T", "T").abilities
    assert next(trait for trait in boarded if trait.name == "Aboard").words == "boarded by x"


def test_armour_is_told_once_where_it_is_the_same_all_over() -> None:
    trukk = vehicles()["ork_trukk"]
    assert _armour_words(trukk) == "8; engine 10"
    even = replace(trukk, locations=tuple(replace(part, armour=8) for part in trukk.locations))
    assert _armour_words(even) == "8"


@pytest.mark.parametrize(
    ("scenario", "forces", "words"),
    [
        ("open_fight", ("grimtoofs", "sunburnt"), "Da Grimtoofs against Da Sunburnt. "),
        ("squigosaur_nest", ("grimtoofs",), "Da Grimtoofs against the creatures. "),
        (
            "vehicle_graveyard",
            ("grimtoofs", "sunburnt"),
            "Da Grimtoofs, Da Sunburnt and the creatures. ",
        ),
    ],
)
def test_who_meet_is_told_first(scenario: str, forces: tuple[str, ...], words: str) -> None:
    book = load_book("gorkamorka")
    assert book.briefing(book.setup(scenario, forces, {})).words.startswith(words)


@pytest.mark.parametrize(
    ("limit", "house", "words"),
    [(0, 0, "As many turns as it takes."), (6, 0, "6 turns each. "), (6, 4, "4 turns each. ")],
)
def test_how_long_it_lasts_is_told_of_the_scenario_or_the_ruling(limit: int, house: int, words: str) -> None:
    game = table("ork_boy A (10,10)   ork_boy x (40,40)", scenario={"turn_limit": limit}, turn_limit=house)
    assert BOOK.briefing(game.battle.setup).lasts.startswith(words)


def test_how_far_a_bomb_is_thrown_is_told_of_who_throws_it() -> None:
    """Twice his Strength and 2 more; in nobody's hands no range is known."""
    game = table("ork_boy A (10,10) frag_stikkbombz s=4   ork_boy x (40,40)")
    bombs = weapons()["frag_stikkbombz"]
    assert next(ranged_words(bombs, game["A"])).startswith('thrown up to 10"')
    assert not any("thrown" in words for words in ranged_words(bombs))


@pytest.mark.parametrize(
    ("roll", "words"), [(Roll(2, 3), "2D6+3"), (Roll(2), "2D6"), (Roll(0, 3), "3"), (Roll(0), "0")]
)
def test_dice_and_what_is_added_are_told_in_short(roll: Roll, words: str) -> None:
    assert _roll_words(roll) == words


@pytest.mark.parametrize(("phase", "fights"), [("move", True), ("fight", True), ("recover", False)])
def test_whom_he_fights_is_told_until_the_fighting_is_over(phase: str, fights: bool) -> None:
    found = card("ork_boy A (10,10)   ork_boy x (11,10)", "A", phase=phase)
    assert ("fight x in the hand-to-hand phase" in found.may) is fights


@pytest.mark.parametrize(("kind", "short"), [("grot_rebel", True), ("ork_boy", False)])
def test_a_mob_that_is_short_of_ammo_has_it_on_its_cards(kind: str, short: bool) -> None:
    words = arm(card(f"{kind} A (10,10) shoota   ork_boy x (40,40)", "A"), "Shoota").words
    assert ("rolled after a 1 to hit too" in words) is short


def test_who_fights_is_not_told_that_he_may_shoot() -> None:
    found = card("ork_boy A (10,10) shoota   ork_boy x (11,10)", "A")
    assert "shoot in the shooting phase" not in found.may


def test_a_vehicles_ways_to_move_are_told_and_that_it_may_stay_is_not() -> None:
    found = card("ork_trukk T (20,20)  ork_spanner D in T driver", "T").may
    assert found[0].startswith('drive up to 6"') and len(found) == 3 and "stay" not in found


def test_what_it_did_before_it_was_damaged_is_told() -> None:
    words = {each.name: each.words for each in card("ork_trukk T (20,20) slower=1 shorter=2", "T").profile}
    assert words["Gas"] == "Inches of its gas move, 6 when unhurt"
    assert words["Thrust"] == "Inches of each thrust, 6 when unhurt"
    words = {each.name: each.words for each in card("ork_trukk T (20,20)", "T").profile}
    assert words["Gas"] == "Inches of its gas move"


def test_a_mob_that_is_not_set_up_yet_tests_for_nothing() -> None:
    told = tallies("ork_boy A (20,20)   ork_boy x (40,20)", began={"a": 0, "b": 4})
    assert told["a"] == "not set up yet" and told["b"] == "0 of 4 casualties, bottle test at 1"


def test_who_wears_nothing_has_no_save() -> None:
    assert figures(card("ork_boy A (10,10)", "A"))["Sv"] == "-"


def test_how_well_he_dodges_is_told() -> None:
    found = card("ork_boy A (10,10) dodgy_git dodgy_git", "A")
    assert [trait.words[-4:] for trait in found.abilities if trait.name == "Dodgy Git"] == [": 5+"]


@pytest.mark.parametrize(("mobs", "words"), [(2, "the other mob"), (3, "all other mobs")])
def test_the_goal_names_one_other_mob_or_all_of_them(mobs: int, words: str) -> None:
    scenario = "demolition_derby" if mobs == 2 else f"demolition_derby_{mobs}"
    forces = ("grimtoofs", "rust_barons", "sunburnt")[:mobs]
    goals = BOOK.briefing(BOOK.setup(scenario, forces, {})).goals
    assert goals and any(words in goal.words for goal in goals)


@pytest.mark.parametrize(("lost", "words"), [((), "saves on 6+; "), (("armour_plates",), "lost; ")])
def test_plates_that_are_lost_save_nothing(lost: tuple[str, ...], words: str) -> None:
    game = table("ork_trukk T (20,20) armour_plates   ork_boy D in T driver")
    game.ride("T").gubbinz_lost = lost
    [plates] = [each for each in BOOK.card(game.battle, "T").abilities if "plates" in each.name]
    assert plates.words.startswith(words) and ("saves on 6+" in plates.words) is not bool(lost)
