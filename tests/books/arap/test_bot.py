"""Drill at positions where the right choice is plain, and a few battles."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.books.arap.table import Position, table
from warbook import load_book
from warbook.board.geometry import Spot
from warbook.books.arap.activation.acting import act
from warbook.books.arap.activation.choosing import dice_question
from warbook.books.arap.activation.pickups import share_question
from warbook.books.arap.bot import activator, fighter, gunner
from warbook.books.arap.bot.aims import roads
from warbook.books.arap.bot.drill import Drill
from warbook.books.arap.bot.worth import Known, clash, guns_of
from warbook.books.arap.charge.receiving import reaction_question as reaction
from warbook.books.arap.shooting.terms import Terms
from warbook.books.arap.state import Acting, Charging, Offer
from warbook.core.dice import Seeded
from warbook.core.game import Game
from warbook.core.questions import Choose
from warbook.core.state import state_hash
from warbook.players.random import Random


def deed(game: Position, name: str, points: int = 1) -> Any:
    """What drill does next with a unit that has so many points."""
    game.points(name, points)
    battle = game.battle
    frame = battle.stack[-1]
    assert isinstance(frame, Acting)
    question = game.tries(lambda g: act(g, frame))
    return Drill(0).answer(game[name].side, question, battle)


def test_it_fires_where_the_expected_loss_is_greatest() -> None:
    game = table("marine A (10,10) models=5   marine x (20,10) models=5   human_trooper y (20,16) models=8")
    assert deed(game, "A") == "shoot:y"


@pytest.mark.parametrize(
    "table_of",
    [
        "marine A (10,10) models=5   human_trooper x (20,10) models=8",
        "marine A (10,10) models=5   ork_brute x (28,10) models=6   wall (26,4) (26,16) h=1",
        "human_trooper A (10,10) models=8   marine x (19,10) models=2",
        "human_trooper A (10,10) models=8   marine x (30,10) models=5 prone",
    ],
)
def test_fire_is_weighed_about_as_its_odds_are(table_of: str) -> None:
    game = table(table_of)
    guns = guns_of(Known(game.battle.setup))
    for points in (1, 2):
        exactly = gunner.volley_worth(game.battle, game["A"], game["x"], Terms(points))
        about = gunner.about(game.battle, guns, game["A"], game["x"], Terms(points))
        assert exactly > 0.0 and about == pytest.approx(exactly, rel=0.25)


def test_it_does_not_fire_into_its_own_men() -> None:
    game = table(
        "marine A (10,10) models=5   human_trooper B (20,10) models=5 locked=x"
        "   gretchin x (21,10) models=2 locked=B"
    )
    assert gunner.volley_worth(game.battle, game["A"], game["x"], Terms(1)) <= 0.0


def test_who_strikes_hard_charges_who_is_near() -> None:
    game = table("bloodletter A (10,10) models=5   human_trooper x (16,10) models=5")
    assert deed(game, "A").endswith("charge:x")


def test_shooters_do_not_charge_who_strikes_harder() -> None:
    game = table("human_trooper A (10,10) models=5   bloodletter x (16,10) models=5")
    assert "charge" not in deed(game, "A")


def test_a_flank_is_worth_more_than_a_front() -> None:
    game = table("marine A (10,10) models=5   ork_brute x (16,10) models=8")
    front = clash(game.battle, game["A"], game["x"], "front")
    assert clash(game.battle, game["A"], game["x"], "flank").worth > front.worth


def test_dice_grow_fewer_when_much_is_at_stake() -> None:
    game = table(
        "human_trooper A (10,10) models=5   human_trooper B (10,20) models=5   ork_brute x (40,40) models=3"
    )
    battle = game.battle
    battle.side, battle.clock, battle.turn = "a", 1, 1
    question = dice_question(battle, game["A"])
    without_free = Choose(question.text, question.options[:3], question.rule, "A", "2", kind="dice")
    worth = {"A": (0.0, 5.0, 10.0, 15.0), "B": (0.0, 0.0, 0.0, 0.0)}

    def how_many() -> str:
        return activator.how_many(
            battle, without_free, lambda unit: worth[unit.id], lambda unit: worth[unit.id]
        )

    assert how_many() == "3"
    worth["B"] = (0.0, 60.0, 120.0, 180.0)
    assert how_many() == "1"


def test_pinned_units_are_tried_last() -> None:
    game = table(
        "marine A (10,10) models=5 pinned   marine B (10,20) models=5   ork_brute x (24,20) models=8"
    )
    battle = game.battle
    battle.side, battle.clock, battle.turn, battle.phase = "a", 1, 1, "activation"
    from warbook.books.arap.activation.choosing import choose

    question = game.tries(choose)
    assert Drill(0).answer("a", question, battle) == "B"


@pytest.mark.parametrize(
    ("busts", "stake", "taken"), [(False, 50.0, True), (True, 50.0, False), (True, 0.1, True)]
)
def test_dice_are_picked_up_when_the_reaction_is_worth_the_turn(
    busts: bool, stake: float, taken: bool
) -> None:
    game = table("marine A (10,10) models=5   marine B (10,20) models=5   ork_brute x (24,20) models=8")
    battle = game.battle
    battle.side, battle.clock, battle.turn = "a", 1, 1
    battle.stack.append(Acting("A", "activation", 0, busts=busts))
    question = share_question(battle, Offer("A", "b", 2), 2, {})
    assert question is not None
    ours = 0.0, 6.0, 12.0, 18.0
    chosen = activator.picks_up(
        battle,
        question,
        lambda unit: ours,
        lambda unit: ours if unit.side == "b" else (0.0, stake, stake, stake),
    )
    assert (chosen != "none") is taken


def test_who_would_be_cut_down_fires_at_the_chargers_or_runs() -> None:
    game = table("human_trooper A (10,10) models=5   bloodletter x (18,10) models=5")
    battle = game.battle
    battle.stack.append(Charging("x", "A"))
    question = reaction(battle, battle.stack[-1])  # type: ignore[arg-type]
    assert fighter.choose_reaction(battle, question) in ("fire", "run")


def test_fire_with_templates_is_looked_at_closely_where_friends_are_near() -> None:
    game = table(
        "marine A (10,10) models=5   marine B (24,12) models=2   marine C (40,30) models=2"
        "   gretchin x (22,10) models=6   gretchin y (10,20) models=6   wall (2,15) (20,15) h=6"
        "   gretchin z (20,4) models=6"
    )
    assert not gunner.is_apart(game.battle, game["A"], game["x"])  # B is beside it
    assert not gunner.is_apart(game.battle, game["A"], game["y"])  # nobody sees it
    assert gunner.is_apart(game.battle, game["A"], game["z"])


def test_roads_lead_round_walls() -> None:
    game = table("marine A (10,10)   block (16,2) (18,18) h=8")
    far = roads(game.battle, game["A"], Spot(24.0, 10.0)).far(np.array([[10.0, 10.0, 0.0]]))[0]
    assert 16.0 < far < 40.0


def test_the_same_seed_answers_the_same() -> None:
    assert state_hash(_battle(3).battle) == state_hash(_battle(3).battle)


@pytest.mark.parametrize("seed", [0, 3, 7])
def test_battles_are_won_from_both_sides(seed: int) -> None:
    assert _winner(seed) == "ab"[seed % 2]


def _battle(seed: int) -> Game[Any]:
    """A first game of drill against chance."""
    book = load_book("arap")
    forces = ("human_patrol", "ork_patrol") if seed % 2 == 0 else ("ork_patrol", "ork_patrol")
    drill, other = ("a", "b") if seed % 2 == 0 else ("b", "a")
    game = Game(
        book,
        book.setup("first_blood", forces, {}),
        {drill: Drill(seed), other: Random(seed + 5)},
        Seeded(f"d{seed}"),
    )
    game.advance()
    return game


def _winner(seed: int) -> str:
    return str(_battle(seed).battle.winner)


def test_drill_sets_up_a_horde_where_there_is_little_room() -> None:
    """57 orks within 3 inches of three posts, and those who have no room there beside them."""
    book = load_book("arap")
    setup = book.setup("night_raid", ("marine_strike", "ork_warband"), {})
    for seed in (0, 1):
        game = Game(book, setup, {"a": Drill(seed), "b": Drill(seed)}, Seeded(f"room {seed}"))
        while not game.battle.turn:
            game.step()
        assert all(figure.place == "table" for figure in game.battle.figures)
