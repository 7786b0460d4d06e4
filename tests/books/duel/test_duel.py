from fractions import Fraction

import pytest

from tests.books.duel.position import BOOK, duel
from tests.kit.script import a, b, sealed
from warbook.core.dice import Seeded
from warbook.core.game import Game
from warbook.core.questions import Refused
from warbook.players.random import Random

CROUCHED = {"stance": "crouched"}


@pytest.mark.rule("due.turn", "due.stance")
def test_stances_are_chosen_in_secret_and_then_each_walks_and_shoots():
    game = duel((1, 5), (13, 5), "stances")
    game.play(sealed(a="crouched", b="upright"))
    assert (game["Ada"].stance, game["Bram"].stance) == ("crouched", "upright")
    game.play(a("stay"), a("wait"), b("stay"), b("wait"))
    assert (game.battle.turn, game.battle.phase) == (2, "stances")
    game.play(sealed(a="upright", b="upright"), b("stay"), b("wait"), a("stay"), a("wait"))
    assert game.battle.turn == 3


@pytest.mark.rule("due.paces")
@pytest.mark.parametrize(("stance", "paces"), [("upright", 4.0), ("crouched", 2.0)])
def test_one_walks_so_many_inches(stance, paces):
    game = duel((2, 6), (12, 6), ada_is={"stance": stance})
    with pytest.raises(Refused, match="only"):
        game.play(a((2.1 + paces, 6.0)))
    game.play(a((2 + paces, 6.0)))
    assert game["Ada"].x == 2 + paces


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
    fire = duel((6, y), (10, y), "shooting", "dawn").option("fire")
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
    game = duel((4, 5), (x, 5), "shooting", ada_is=ada, bram_is=bram)
    assert game.option("fire").preview().need == f"{need}+"
    game.play(a("fire"), dice=str(need - 1))
    assert game.says("Ada misses")
    assert game.rolled("due.to-hit")[0].need == need


@pytest.mark.rule("due.wound")
def test_a_hit_grazes_or_fells():
    shots = [duel((4, 5), (8, 5), "shooting", bram_is={"grazes": grazes}) for grazes in (0, 0, 1)]
    for game, dice in zip(shots, ("3 3", "3 4", "3 3"), strict=True):
        game.play(a("fire"), dice=dice)
    assert [game["Bram"].fallen for game in shots] == [False, True, True]
    assert shots[0]["Bram"].grazes == 1


def test_the_odds_are_exact():
    preview = duel((4, 5), (8, 5), "shooting").option("fire").preview()
    assert dict(preview.outcomes) == {"miss": Fraction(1, 3), "graze": Fraction(1, 3), "fall": Fraction(1, 3)}


@pytest.mark.rule("due.loading")
def test_a_pistol_is_loaded_again_after_a_shot():
    game = duel((4, 5), (8, 5), "shooting")
    assert game.option("load").barred.rule == "due.loading"
    game.play(a("fire"), dice="1")
    game.play(b("stay"), b("wait"), sealed(a="upright", b="upright"), b("stay"), b("wait"), a("stay"))
    assert game.option("fire").barred.rule == "due.loading"
    game.play(a("load"))
    assert game["Ada"].loaded


@pytest.mark.rule("due.end")
@pytest.mark.parametrize(("grazes", "winner"), [((1, 0), "b"), ((0, 1), "a"), ((1, 1), ""), ((0, 0), "")])
def test_after_the_last_turn_the_less_grazed_wins(grazes, winner):
    is_ = [{"grazes": each} for each in grazes]
    game = duel((4, 5), (8, 5), "shooting", ada_is=is_[0], bram_is=is_[1], turn=4, gone=1)
    game.play(a("wait"))
    assert game.battle.over
    assert game.battle.winner == winner


@pytest.mark.rule("due.end")
def test_who_is_left_standing_wins():
    game = duel((4, 5), (8, 5), "shooting", side="b").play(b("fire"), dice="6 6")
    assert (game.battle.over, game.battle.winner) == (True, "b")


def test_an_answer_is_taken_back_until_a_die_has_fallen():
    game = Game(BOOK, BOOK.setup("meadow", ["ada", "bram"], {}), {}, Seeded(1))
    game.advance()
    for side in ("a", "b"):
        game.answer(side, "upright")
    game.answer("a", {"path": [[5.0, 5.0]]})
    game.undo("a")
    assert game.battle.duellists[0].x == 1.0
    for answer in ({"path": [[5.0, 5.0]]}, "fire"):
        game.answer("a", answer)
    assert game.undoable("a") == "consent"


def test_the_cards_tell_how_each_stands():
    view = duel((4, 5), (8, 5), ada_is={"loaded": False}, bram_is={"grazes": 1, **CROUCHED}).battle
    pistol = BOOK.card(view, "first").arms[0]
    assert (pistol.state, pistol.useless) == ("empty", True)
    bram = BOOK.card(view, "second")
    assert [state.name for state in bram.states] == ["crouched", "grazed"]
    assert bram.profile[0].value == '2"'
    assert [tally.words for tally in BOOK.standing(view).sides] == ["0 of 2 grazes", "1 of 2 grazes"]
    assert BOOK.briefing(view.setup).lasts == "4 turns"


def test_the_hothead_beats_who_acts_at_random():
    hothead = BOOK.bots()["hothead"]
    winners = []
    for seed in range(20):
        players = {"a": hothead(0), "b": Random(seed)}
        game = Game(BOOK, BOOK.setup("meadow", ["ada", "bram"], {}), players, Seeded(seed))
        game.advance()
        winners.append(game.battle.winner)
    assert winners.count("a") > 2 * winners.count("b")
