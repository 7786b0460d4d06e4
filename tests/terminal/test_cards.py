"""Cards, briefings and how a battle stands, laid out on a drawn page and on a plain one."""

from collections.abc import Callable
from contextlib import redirect_stdout

import pytest

from tests.core.toy import Battle, Toy, toy_game
from tests.terminal.commands import Paper
from warbook.core.book import Group
from warbook.core.cards import (
    Arm,
    Briefing,
    Card,
    Chart,
    Figure,
    Goal,
    Standing,
    Tally,
    Trait,
)
from warbook.core.questions import Refused
from warbook.terminal import aids
from warbook.terminal.cards import show_briefing, show_card, standing_words, turn_words
from warbook.terminal.screen import Screen

NAMES = {"a": "Crows", "b": "Rats"}
TANK = Card(
    "t1",
    "Bruiser",
    "Tank",
    profile=(Figure("A", "7", "Armour"), Figure("Crew", "3")),
    arms=(
        Arm(
            "Cannon",
            'range 24"',
            "empty",
            True,
            "toy.shot",
            (Trait("heavy", "no move and fire", "toy.move"),),
        ),
        Arm("Ram", "strength 5"),
    ),
    charts=(Chart("Damage", (("1-3", "shaken"), ("4-6", "wreck")), "toy.wings"),),
    abilities=(Trait("Tracks", "crosses ditches"),),
    states=(Trait("burning", "Set on fire; goes out on a 5.", "toy.edge"),),
    done=('drove 4"', "fired"),
    may=("turn",),
)


def shown(plain: bool, show: Callable[[Screen], None]) -> list[str]:
    paper = Paper()
    with redirect_stdout(paper):
        show(Screen(plain))
    return paper.getvalue().splitlines()


def test_a_card_on_a_plain_page_is_sentences() -> None:
    assert shown(True, lambda screen: show_card(screen, TANK, "at (3, 4)")) == [
        "Bruiser: Tank; at (3, 4).",
        "A 7 (Armour), Crew 3.",
        "burning: Set on fire; goes out on a 5. [toy.edge]",
        'Cannon: empty [toy.shot]; range 24"; heavy: no move and fire [toy.move]',
        "Ram: strength 5",
        "Tracks: crosses ditches",
        "Damage: [toy.wings]",
        "1-3: shaken",
        "4-6: wreck",
        'This turn: drove 4"; fired.',
        "May still: turn.",
    ]


def test_a_card_on_a_drawn_page_has_columns() -> None:
    assert shown(False, lambda screen: show_card(screen, TANK)) == [
        "  Bruiser: Tank.",
        "    A 7 (Armour), Crew 3.",
        "    burning  Set on fire; goes out on a 5. [toy.edge]",
        '    Cannon  empty [toy.shot]; range 24"; heavy: no move and fire [toy.move]',
        "    Ram     strength 5",
        "    Tracks  crosses ditches",
        "    Damage: [toy.wings]",
        "      1-3  shaken",
        "      4-6  wreck",
        '    This turn: drove 4"; fired.',
        "    May still: turn.",
    ]


def test_a_card_says_nothing_where_there_is_nothing() -> None:
    assert shown(True, lambda screen: show_card(screen, Card("x", "Rock", "Rock"))) == ["Rock: Rock."]


def test_a_goal_that_all_sides_have_is_told_once() -> None:
    briefing = Briefing("Duel", "Crows against Rats.", (Goal("a", "Run."), Goal("b", "Run.")), "4 rounds.")
    lines = shown(True, lambda screen: show_briefing(screen, briefing, NAMES))
    assert [line.strip() for line in lines if "Run." in line] == ["Each side wins: Run."]


def test_a_briefing_names_the_goals_of_each_side() -> None:
    goals = (Goal("a", "Run.", "toy.move"), Goal("a", "Hide."), Goal("b", "Shoot.", "toy.shot"))
    briefing = Briefing("Duel", "Crows against Rats.", goals, "4 rounds.", "toy.edge")
    assert shown(True, lambda screen: show_briefing(screen, briefing, NAMES)) == [
        "Duel. Crows against Rats.",
        "Crows win: Run. [toy.move] Or: Hide.",
        "Rats win: Shoot. [toy.shot]",
        "4 rounds. [toy.edge]",
    ]


@pytest.mark.parametrize(("turns", "words"), [(6, "Turn 2 of 6"), (0, "Turn 2")])
def test_how_it_stands(turns: int, words: str) -> None:
    standing = Standing(2, turns, (Tally("a", "3 points"), Tally("b", "1 of 9 lost", 1.0, 3.0)))
    assert turn_words(standing) == words
    assert standing_words(standing, NAMES) == "Crows: 3 points. Rats: 1 of 9 lost."


class Paired(Toy):
    """Both scouts are a pair, and the pair has a card."""

    def groups(self, view: Battle) -> list[Group]:
        return [Group("pair", "Odd pair", "a", ("ann", "bob"), ("tired",))]

    def card(self, view: Battle, piece: str) -> Card:
        return Card(piece, {"pair": "Odd pair"}.get(piece, piece), "Pair" if piece == "pair" else "Scout")


LETTERS = {"pair": "P", "ann": "P", "bob": "n"}


def test_a_group_is_looked_at_and_listed_like_a_model() -> None:
    game = toy_game(book=Paired())
    pieces, groups = game.book.pieces(game.battle), game.book.groups(game.battle)
    look = shown(True, lambda screen: aids.look(screen, game, "a", pieces, LETTERS, "odd", "ann"))
    assert look == ["Odd pair: Pair; ann, bob."]
    assert shown(True, lambda screen: aids.look(screen, game, "a", pieces, LETTERS, "P", "ann")) == look
    by_letter = shown(True, lambda screen: aids.look(screen, game, "a", pieces, LETTERS, "n", "ann"))
    one = shown(True, lambda screen: aids.look(screen, game, "a", pieces, LETTERS, "bob", "ann"))
    assert one == by_letter == ["bob: Scout; at (10, 2); facing west.", '7.0" from ann.']
    with pytest.raises(Refused, match="with one of: ann, bob, Odd pair"):
        shown(True, lambda screen: aids.look(screen, game, "a", pieces, LETTERS, "nobody", "ann"))
    table = game.book.table(game.battle)
    listed = shown(True, lambda screen: aids.list_pieces(screen, table, pieces, groups, NAMES))
    assert listed[:2] == ["Crows, 1 of 1 on the table:", "Odd pair: 2, tired."]
