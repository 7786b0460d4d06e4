"""A turn in three lines."""

from tests.books.necromunda.position import table
from tests.books.vehicles.table import table as vehicles_table
from warbook.core.events import Became, Phase, Placed, Removed
from warbook.core.shelf import load_book
from warbook.telling.summaries import turn_ends, turns_told


def told(*events, side="a", turn=1, game=None):
    game = game or table("ganger A (10,10)  ganger B (12,10)  ganger x (30,30)  ganger y (32,30)").game
    game.battle.turn = turn + 1
    game.events = [phase(turn), *events, phase(turn + 1)]
    return turns_told(game, side, {})


def phase(turn, side="a"):
    return Phase(turn=turn, side=side, phase="movement")


def test_a_turn_ends_where_the_next_begins():
    events = [phase(1), phase(1, "b"), phase(2), Removed(piece="A"), phase(2, "b"), phase(3)]
    assert turn_ends(events) == [(1, 2), (2, 5)]
    assert turn_ends(events[:2]) == [] == turn_ends([])


def test_it_says_who_is_gone_ones_own_first():
    (turn,) = told(Removed(piece="x"), Removed(piece="A"))
    assert (turn.turn, turn.after) == (1, 3)
    own, others = turn.lines[0].split("; ")
    assert own == "You lost A" and others.endswith(" lost x.")
    (seen,) = told(Removed(piece="x"), Removed(piece="A"), side=None)
    assert "You" not in seen.lines[0]


def test_who_comes_back_is_not_lost():
    (turn,) = told(
        Removed(piece="A"), Placed(piece="A", spot=table("ganger A (1,1)").battle.fighters[0].spot)
    )
    assert turn.lines[0] == "Nobody was lost."


def test_it_says_who_came_into_a_state_and_is_in_it_still():
    down, up = Became(piece="A", status="down"), Became(piece="A", status="down", gained=False)
    assert told(down)[0].lines[1] == "Down: A."
    assert told(down, up)[0].lines[1] == "Nobody else is worse off."
    assert told(down, Removed(piece="A"))[0].lines[1] == "Nobody else is worse off."


def test_what_one_side_does_not_know_is_not_told_to_it():
    secret = Became(piece="x", status="down", to=("b",))
    assert told(secret)[0].lines[1] == "Nobody else is worse off."
    assert told(secret, side="b")[0].lines[1] == "Down: x."


def test_it_says_how_the_battle_stood_when_the_turn_ended():
    (turn,) = told()
    assert turn.lines[2].startswith("You: ") and turn.lines[2].count(":") == 2


def test_a_wreck_is_lost_whatever_else_befell_it():
    game = vehicles_table("predator P (10,24)   predator q (40,24)").game
    game.book = load_book("vehicles")
    (turn,) = told(Became(piece="q", status="shaken"), Became(piece="q", status="wrecked"), game=game)
    assert turn.lines[0].endswith(" lost q.") and turn.lines[1] == "Nobody else is worse off."
