"""What the cards and badges of squads and figures say of a position."""

from __future__ import annotations

import pytest

from tests.books.arap.table import Position, table
from warbook import load_book
from warbook.books.arap.army.forces import cost, forces
from warbook.books.arap.state import Acting
from warbook.core.cards import Card

BOOK = load_book("arap")


def card(game: Position, piece: str) -> Card:
    return BOOK.card(game.battle, piece)


def badges(game: Position, unit: str) -> tuple[str, ...]:
    return next(group.states for group in BOOK.groups(game.battle) if group.id == unit)


def cells(found: Card) -> dict[str, str]:
    return {figure.name: figure.value for figure in found.profile}


def states(found: Card) -> dict[str, str]:
    return {state.name: state.words for state in found.states}


def abilities(found: Card) -> dict[str, str]:
    return {trait.name: trait.words for trait in found.abilities}


def test_a_squad_counts_as_a_whole() -> None:
    found = card(table("human_trooper A (10,10) models=5 i=4 ld=7"), "A")
    assert {**cells(found), "Figures": "5/5", "I": "4", "Act": "4-", "Ld": "7"} == cells(found)
    assert found.arms[0].name.startswith("5 x ")
    armed = card(table("human_trooper A (10,10) models=5 weapons= grenades= melee=power_fist"), "A")
    assert [arm.name.partition(" x ")[0] for arm in armed.arms] == ["5"]
    assert "action point" in found.arms[0].words


def test_a_figure_has_its_own_profile_and_wounds() -> None:
    game = table("human_trooper A (10,10) (12,10) w=2")
    game.figure("A2").wounds = 1
    found = card(game, "A2")
    assert cells(found)["W"] == "1" and "1 of 2 left" in states(found)["wounded"]
    assert "wounded" not in states(card(game, "A1"))
    assert "2 of 2 left" in abilities(found)["Unit"]


@pytest.mark.parametrize(
    ("words", "badge"),
    [
        ("pinned", "pinned"), ("suppressed", "suppressed"), ("routing", "routing"), ("prone", "prone"),
        ("tactical=1", "moved tactically"), ("overwatch=1", "on overwatch"), ("pursuing=x", "pursuing"),
        ("locked=x", "locked"), ("hidden", "hidden"),
    ],
)  # fmt: skip
def test_what_a_squad_is_stands_on_it_and_is_explained(words: str, badge: str) -> None:
    game = table(f"human_trooper A (10,10) models=3 {words}   marine x (20,10) models=2")
    assert badge in badges(game, "A")
    assert states(card(game, "A"))[badge]
    assert badge not in badges(table("human_trooper A (10,10) models=3   marine x (20,10) models=2"), "A")


def test_whom_a_squad_fights_and_flees_is_named() -> None:
    game = table("human_trooper A (10,10) models=3 locked=x   marine x (11,10) locked=A")
    assert "With x." in states(card(game, "A"))["locked"]
    game = table("human_trooper A (10,10) models=3 routing fled_from=x ld=6   marine x (20,10)")
    assert "From x. It rallies on 6 or less." in states(card(game, "A"))["routing"]


def test_in_its_turn_a_squad_is_untried_then_acts_and_is_done() -> None:
    game = table("human_trooper A (10,10) models=3   marine x (30,10)")
    assert "untried" in badges(game, "A")
    assert "untried" not in badges(game, "x")
    for bound in ("routing", "pursuing=x", "locked=x"):
        assert "untried" not in badges(table(f"human_trooper A (10,10) {bound}   marine x (30,10)"), "A")
    assert any("one, two or three dice" in may for may in card(game, "A").may)
    game["A"].tried = True
    game.battle.stack.append(Acting("A", "activation", 2, ("move",)))
    assert "acting with 2 points" in badges(game, "A")
    assert card(game, "A").done[0] == "moved" and card(game, "A").may == ("spend 2 action points",)
    game.battle.stack.clear()
    assert "done" in badges(game, "A")


@pytest.mark.parametrize(("strength", "hits", "told"), [(10, 2, "2 of 3 hits"), (4, 1, "will test for hits")])
def test_how_near_a_squad_is_to_its_next_test(strength: int, hits: int, told: str) -> None:
    game = table(f"human_trooper A (10,10) models={strength}   marine x (30,10)")
    assert not any(" of " in badge for badge in badges(game, "A"))
    game["A"].hits = hits
    assert told in badges(game, "A")
    game["A"].lost = {"x": 1}
    need = -(-strength // 4)
    assert ("will test for casualties" if need == 1 else f"1 of {need} casualties") in badges(game, "A")
    nerve = abilities(card(game, "A"))["Nerve"]
    assert nerve.startswith("1 casualty" if need == 1 else f"1 of {need} casualties")


def test_who_is_pinned_takes_no_such_test() -> None:
    game = table("human_trooper A (10,10) models=8 pinned hits=3   marine x (30,10)")
    assert not any(" of " in badge for badge in badges(game, "A"))
    assert "2 action points fewer" in abilities(card(game, "A"))["Fewer points"]


def test_a_weapon_that_was_fired_is_of_no_use_this_turn() -> None:
    game = table("human_trooper A (10,10) weapons=crossbow")
    arm = card(game, "A1").arms[0]
    assert not arm.useless
    game.figure("A1").fired = ("crossbow",)
    assert card(game, "A1").arms[0].useless


def test_the_cards_of_a_force_come_to_its_cost() -> None:
    for force in forces().values():
        cards = BOOK.force_cards(force.id)
        assert sum(int(each.cost.partition(" ")[0]) for each in cards) == cost(force)
        assert len(cards) == len(force.squads)


def test_what_is_ours_says_so() -> None:
    found = card(table("human_trooper A (10,10)"), "A1")
    assert abilities(found)["Figures"]
    assert all(arm.traits[-1].name == "Figures" for arm in found.arms if "melee" not in arm.words)


@pytest.mark.rule("arap.S4")
def test_natural_attacks_of_a_squad_are_added_up() -> None:
    """Four attacks each: two bites, a stomp and a tail."""
    text = "human_trooper A (10,10) (12,10) a=4 melee= weapons= natural=bite+stomp+tail"
    found = {arm.name: arm.words for arm in card(table(text), "A").arms}
    assert [found[name].partition(" to the ")[0] for name in ("Bite or gore", "Stomp", "Tail")] == [
        "4 attacks", "2 attacks", "2 attacks",
    ]  # fmt: skip


@pytest.mark.rule("arap.morale.suppression-trigger")
@pytest.mark.parametrize(
    ("hits", "words"),
    [
        (1, "1 of 2 hits by shooting since its last turn: then it tests"),
        (2, "2 hits by shooting since its last turn: it tests when its turn begins"),
    ],
)
def test_how_near_a_squad_is_to_being_suppressed_is_told(hits: int, words: str) -> None:
    found = abilities(card(table(f"human_trooper A (10,10) models=8 hits={hits}   marine x (60,40)"), "A"))
    assert found["Under fire"].startswith(words)


@pytest.mark.parametrize(("fired", "told"), [(0, ""), (1, "1 of 2: "), (2, "thrown already")])
def test_how_many_of_a_squad_cannot_use_a_weapon_is_told(fired: int, told: str) -> None:
    game = table("human_trooper A (10,10) (12,10) weapons= melee= grenades=krak_grenade   marine x (60,40)")
    for figure in game.battle.figures[:fired]:
        figure.threw = True
    state = card(game, "A").arms[0].state
    assert state.startswith(told) and bool(state) is bool(told)
