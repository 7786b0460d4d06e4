from fractions import Fraction

import pytest

from tests.books.duel.position import BOOK, duel
from tests.kit.script import a, b, sealed
from warbook.board.geometry import Spot
from warbook.core.datafile import Written
from warbook.core.dice import Seeded
from warbook.core.game import Game
from warbook.core.questions import Refused
from warbook.players.random import Random

CROUCHED = {"stance": "crouched"}


@pytest.mark.rule("due.turn", "due.stance")
def test_stances_are_chosen_in_secret_and_then_each_walks_and_shoots():
    game = duel((1, 5), (13, 5), "", turn=0)
    game.play(sealed(a="crouched", b="upright"))
    assert (game["Ada"].stance, game["Bram"].stance) == ("crouched", "upright")
    game.play(a("stay"), a("wait"), b("stay"), b("wait"))
    game.play(sealed(a="upright", b="upright"), b("stay"), b("wait"), a("stay"), a("wait"))
    assert game.battle.turn == 2


@pytest.mark.rule("due.paces")
@pytest.mark.parametrize(("stance", "paces"), [("upright", 4.0), ("crouched", 2.0)])
def test_one_walks_so_many_inches(stance, paces):
    with pytest.raises(Refused, match="only"):
        duel((2, 6), (12, 6), ada_is={"stance": stance}).play(a((2.1 + paces, 6.0)))
    game = duel((2, 6), (12, 6), ada_is={"stance": stance})
    game.play(a((2 + paces, 6.0)), a("wait"))
    assert game["Ada"].spot == Spot(2 + paces, 6.0)


@pytest.mark.rule("due.paces")
def test_one_walks_round_walls_and_not_through_the_other():
    yard = duel((7, 5), (14, 6), field="dawn")
    with pytest.raises(Refused, match="wall"):
        yard.play(a((9, 5)))
    with pytest.raises(Refused):
        duel((4, 5), (6, 5)).play(a((8, 5)))


@pytest.mark.rule("due.sight")
@pytest.mark.parametrize(("y", "hidden"), [(6.4, True), (6.6, False)])
def test_a_wall_hides(y, hidden):
    fire = duel((6, y), (10, y), field="dawn").option("fire", a("stay"))
    assert (fire.barred is not None) == hidden


@pytest.mark.rule("due.to-hit", "due.stance")
@pytest.mark.parametrize(
    ("x", "ada", "bram", "need"),
    [
        (10.0, {}, {}, 3),
        (10.1, {}, {}, 4),
        (10.0, CROUCHED, {}, 4),
        (10.0, {}, CROUCHED, 4),
        (10.1, CROUCHED, CROUCHED, 6),
    ],
)
def test_what_it_takes_to_hit(x, ada, bram, need):
    for face, falls in ((need - 1, False), (need, True)):
        game = duel((4, 5), (x, 5), ada_is=ada, bram_is=bram)
        assert game.option("fire", a("stay")).preview().need == f"{need}+"
        game.play(a("stay"), a("fire"), dice=str(face))
        assert (game["Bram"].fallen, game.says("Ada misses")) == (falls, not falls)
        assert game.rolled("due.to-hit")[0].need == need


def test_the_odds_are_exact():
    preview = duel((4, 5), (8, 5)).option("fire", a("stay")).preview()
    assert dict(preview.outcomes) == {"miss": Fraction(1, 3), "fall": Fraction(2, 3)}


@pytest.mark.rule("due.end")
def test_after_the_last_turn_it_is_a_draw():
    turns = [duel((4, 5), (8, 5), "b", turn=turn).play(b("stay"), b("wait")).play() for turn in (3, 4)]
    assert [(game.battle.over, game.battle.winner) for game in turns] == [(False, ""), (True, "")]


@pytest.mark.rule("due.end")
def test_who_is_left_standing_wins():
    game = duel((4, 5), (8, 5), "b").play(b("stay"), b("fire"), dice="6")
    assert (game.battle.over, game.battle.winner) == (True, "b")


def test_an_answer_is_taken_back_until_a_die_has_fallen():
    game = Game(BOOK, BOOK.setup("meadow", ["ada", "bram"], {}), {}, Seeded(1))
    game.advance()
    for side in ("a", "b"):
        game.answer(side, "upright")
    game.answer("a", {"path": [[5.0, 5.0]]})
    game.undo("a")
    assert game.battle.duellists[0].spot == Spot(1.0, 5.0)
    for answer in ({"path": [[5.0, 5.0]]}, "fire"):
        game.answer("a", answer)
    assert game.undoable("a") == "consent"


def test_what_a_book_tells_of_itself_unless_it_says_otherwise():
    view = duel((4, 5), (8, 5), bram_is=CROUCHED).battle
    bram = BOOK.card(view, "b")
    assert (bram.name, bram.kind) == ("Bram", "duellist")
    crouched = BOOK.glossary.states["crouched"]
    assert [(state.name, state.words) for state in bram.states] == [("crouched", crouched.words)]
    assert [(card.name, card.kind) for card in BOOK.force_cards("cleo")] == [("Cleo", "a quick eye")]
    assert BOOK.side_names(view) == {"a": "Ada", "b": "Bram"}
    assert BOOK.table(view).name == "Meadow"
    view.duellists[0].fallen = True
    standing = BOOK.standing(view)
    assert standing.turn == 1
    assert [(tally.side, tally.value) for tally in standing.sides] == [("a", 0), ("b", 1)]


@pytest.mark.parametrize("kind", ["force", "scenario"])
def test_nobody_writes_duellists_or_fields_of_their_own(kind):
    with pytest.raises(Refused, match="nobody writes a"):
        BOOK.look_over(kind, Written("mine.toml", ""))


def test_the_hothead_beats_who_acts_at_random():
    winners = []
    for seed in range(20):
        players = {"a": BOOK.bots()["drill"](0), "b": Random(seed)}
        game = Game(BOOK, BOOK.setup("meadow", ["ada", "bram"], {}), players, Seeded(seed))
        game.advance()
        winners.append(game.battle.winner)
    assert winners.count("a") > 2 * winners.count("b")
