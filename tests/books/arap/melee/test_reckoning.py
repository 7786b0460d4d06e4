"""Who has won a round, by what sum, and what becomes of the loser."""

from __future__ import annotations

import pytest

from tests.books.arap.duels import BARE, duel
from tests.books.arap.table import table
from tests.kit.script import a
from warbook.books.arap.melee.reckoning import exempt, flinch, losers, reckon, resolve
from warbook.books.arap.state import Charge

THREE = f"""human_trooper A (10,10) (10,12) locked=x+y {BARE}   human_trooper x (11,10) locked=A {BARE}
    human_trooper y (11,12) locked=A {BARE}"""


def reckoned(game, **wounds):
    """The scores, with wounds of each unit as (dealt, taken)."""
    for name, (dealt, taken) in wounds.items():
        game[name].inflicted, game[name].suffered = dealt, taken
    return {name: reckon(game.battle, game[name]) for name in wounds}


def beaten(game, **wounds):
    found = reckoned(game, **wounds)
    return [unit.id for unit in losers(game.battle, [game[name] for name in wounds], found)]


@pytest.mark.rule(
    "arap.resolution.wound-difference", "arap.resolution.outcome", "arap.resolution.count-wounds"
)
def test_the_difference_of_two():
    found = reckoned(duel(), A=(4, 2), x=(2, 4))
    assert (found["A"].difference, found["x"].difference) == (2, -2)
    assert beaten(duel(), A=(4, 2), x=(2, 4)) == ["x"]
    assert beaten(duel(), A=(1, 1), x=(1, 1)) == []


@pytest.mark.rule("arap.resolution.environment-wounds", "arap.A8")
def test_mines_are_taken_and_credited_to_nobody():
    found = reckoned(duel(), A=(4, 3), x=(2, 6))
    assert (found["A"].difference, found["x"].difference) == (1, -4)


@pytest.mark.rule("arap.resolution.multi-unit", "arap.resolution.wound-difference", "arap.G28")
def test_of_three_each_is_judged_by_itself():
    game = table(THREE, phase="melee")
    found = reckoned(game, A=(4, 2), x=(0, 3), y=(2, 1))
    assert [found[name].difference for name in "Axy"] == [2, -3, 1]
    assert beaten(game, A=(4, 2), x=(0, 3), y=(2, 1)) == ["x"]
    assert beaten(game, A=(1, 1), x=(0, 0), y=(1, 1)) == []


@pytest.mark.rule("arap.resolution.score", "arap.resolution.modifiers", "arap.A7")
def test_wounds_may_win_and_the_score_lose():
    """x Charged from above: +2. With 2 wounds against 4 it still tests by the printed formula; by the switch,
    that counts wounds dealt, 3 + 2 beat 4."""

    def game(**rulings):
        made = duel(**rulings)
        made.battle.charges = [Charge("x", "A", uphill=True)]
        return made

    assert beaten(game(), A=(4, 2), x=(2, 4)) == ["x"]
    assert reckoned(game(), A=(1, 1), x=(1, 1))["x"].score == 2
    assert beaten(game(resolution_method="wounds_inflicted"), A=(4, 3), x=(3, 4)) == ["A"]
    assert beaten(game(), A=(1, 1), x=(1, 1)) == ["A"]


@pytest.mark.rule("arap.resolution.modifiers", "arap.G14", "arap.G27")
def test_what_changes_a_score():
    game = duel()
    right, left = Charge("x", "A", "flank"), Charge("x", "A", "flank", left=True)
    game.battle.charges = [Charge("x", "A", "rear"), right, left]
    assert reckoned(game, A=(0, 0))["A"].score == -3
    game.battle.charges = [right, right, left, Charge("x", "A", "rear"), Charge("x", "A", "rear")]
    assert reckoned(game, A=(0, 0))["A"].score == -3, "once for the rear and once for each flank"
    game.battle.charges = [right, right]
    assert reckoned(game, A=(0, 0))["A"].score == -1
    game.battle.charges = [Charge("x", "A", "flank", bonus=False)]  # defensive grenades
    assert reckoned(game, A=(0, 0))["A"].score == 0
    assert reckoned(game, x=(0, 0))["x"].score == 1
    game.battle.charges = [Charge("x", "A", resumed=True)]
    assert reckoned(game, x=(0, 0))["x"].score == 0
    game.battle.charges = [Charge("A", "x", jumped=("A1",))]
    assert reckoned(game, A=(1, 0))["A"].score == 3
    assert reckoned(duel(theirs="rules=daemonic-visage"), A=(0, 0))["A"].score == -2
    mixed = table(THREE.replace("locked=A", "locked=A rules=daemonic-visage", 1), phase="melee")
    assert reckoned(mixed, A=(0, 0))["A"].score == -1
    assert reckoned(duel(theirs="rules=greater-daemon", at="(11,10) (11,12)"), A=(0, 0))["A"].score == -2


@pytest.mark.rule("arap.resolution.modifiers", "arap.H9")
def test_hatred_is_one_more():
    text = f"human_trooper A (10,10) locked=x {BARE} rules=hatred hates=daemon"
    game = table(f"{text}   bloodletter x (11,10) locked=A {BARE} rules=", phase="melee")
    assert reckoned(game, A=(0, 0))["A"].score == 1 and reckoned(game, x=(0, 0))["x"].score == 0


@pytest.mark.rule("arap.resolution.score", "arap.resolution.modifiers")
def test_the_sum_is_told_line_by_line():
    game = duel()
    game.battle.charges = [Charge("A", "x")]
    reckoned(game, A=(1, 0), x=(0, 1))
    game.does(lambda each: resolve(each, [game["A"], game["x"]], {("A", "x"): 1}), dice="1 1 1")
    told = [(event.rule, event.words) for event in game.game.events if hasattr(event, "words")]
    assert ("arap.resolution.wound-difference", "A: wounds dealt 1, taken 0: +1.") in told
    assert ("arap.resolution.modifiers", "A: +1 Charged this round.") in told
    assert ("arap.resolution.score", "A scores +2.") in told


# ---------------------------------------------------------------- the test


def lost_round(game, dice, *answers, **wounds):
    reckoned(game, **wounds)
    units = [game[name] for name in wounds]
    return game.does(lambda each: resolve(each, units, {("A", "x"): 1}), *answers, dice=dice)


@pytest.mark.rule("arap.rout.test", "arap.G29", "arap.dice.leadership-roll")
@pytest.mark.parametrize("taken", [3, 5])
@pytest.mark.parametrize(("dice", "stands"), [("2 3", True), ("3 3", False)])
def test_the_difference_counts_to_three(taken, dice, stands):
    game = duel(theirs="ld=8", rout_path="automatic")
    answers = () if stands else (a("pursue"),)
    lost_round(game, f"{dice} 4", *answers, A=(taken, 0), x=(0, taken))
    assert game["x"].routing is not stands


@pytest.mark.rule("arap.rout.snake-eyes", "arap.A18")
def test_a_double_one_passes_whatever_is_needed():
    game = lost_round(duel(theirs="ld=4"), "1 1 4", A=(3, 0), x=(0, 3))
    assert not game["x"].routing


@pytest.mark.rule("arap.resolution.lose-with-positive-difference")
@pytest.mark.parametrize(("dice", "stands"), [("4 4", True), ("4 5", False)])
def test_who_lost_with_more_wounds_dealt_has_them_added(dice, stands):
    """x has dealt one more than it took and was Charged in the rear from above: 0 against +1. Ld 7 and 1."""
    game = duel(rout_path="automatic")
    game.battle.charges = [Charge("A", "x", "rear", uphill=True)]
    answers = () if stands else (a("pursue"),)
    lost_round(game, f"{dice} 4", *answers, A=(1, 2), x=(2, 1))
    assert game["x"].routing is not stands


@pytest.mark.rule("arap.pursuit.terrain-feature")
def test_who_won_a_trench_may_stay_without_a_test():
    game = duel(terrain="area (10.6,5) (20,15) trench", rout_path="automatic")
    lost_round(game, "6 6 4", a("stay"), A=(1, 0), x=(0, 1))
    assert game["x"].routing and not game["A"].pursuing


@pytest.mark.rule("arap.rout.no-fear", "arap.A17")
def test_who_knows_no_fear_rolls_again():
    game = lost_round(duel(theirs="ld=8 rules=know-no-fear"), "5 5 3 4 4", A=(1, 0), x=(0, 1))
    assert not game["x"].routing


@pytest.mark.rule("arap.G30")
def test_who_is_exempt_stays_where_it_is():
    game = lost_round(duel(theirs="rules=fearless"), "", A=(1, 0), x=(0, 1))
    assert exempt(game.battle, game["x"]) and game["x"].locked == ("A",) and game.at("x1") == (11, 10)
    assert exempt(duel(theirs="rules=vehicle").battle, duel(theirs="rules=vehicle")["x"])


@pytest.mark.rule("arap.resolution.wipe-out")
def test_who_has_nobody_left_to_fight_tests_nothing():
    game = duel()
    game.figure("x1").place = "out"
    game["A"].locked = ()
    lost_round(game, "", A=(0, 5), x=(5, 0))
    assert not game["A"].routing


# ---------------------------------------------------------------- flinching


@pytest.mark.rule("arap.rout.flinch", "arap.rout.flinch-free", "arap.rout.flinch-resume")
def test_who_flinches_goes_his_die_away_and_is_free():
    game = duel(at="(11,10)")
    game.does(lambda each: flinch(each, game["x"], game["A"]), dice="3")
    assert round(((game.figure("x1").x - 11) ** 2 + (game.figure("x1").y - 10) ** 2) ** 0.5, 2) == 3
    assert not game["x"].locked and not game["A"].locked
    assert game["x"].parted == ("A",) and game["A"].parted == ("x",)


@pytest.mark.rule("arap.rout.flinch-still-engaged")
def test_within_reach_the_winner_follows_into_contact():
    game = duel()
    game.does(lambda each: flinch(each, game["x"], game["A"]), dice="1")
    one, two = game.figure("A1"), game.figure("x1")
    assert game["x"].locked == ("A",)
    assert ((one.x - two.x) ** 2 + (one.y - two.y) ** 2) ** 0.5 == pytest.approx(1.01, abs=0.02)


@pytest.mark.rule("arap.rout.flinch-still-engaged", "arap.G31")
def test_who_is_engaged_with_another_does_not_follow():
    game = table(THREE, phase="melee")
    game.does(lambda each: flinch(each, game["x"], game["A"]), dice="1")
    assert game.at("A1") == (10, 10) and game["x"].locked == ("A",)


@pytest.mark.rule("arap.G31")
def test_a_flinch_never_leaves_the_table():
    game = duel(here="(70,10)", at="(71,10)")
    game.does(lambda each: flinch(each, game["x"], game["A"]), dice="6")
    assert game.figure("x1").place == "table" and game.figure("x1").x <= 71.5


def test_both_sides_are_asked_nothing_after_a_draw():
    game = lost_round(duel(), "", A=(1, 1), x=(1, 1))
    assert game["A"].locked == ("x",) and not game["x"].routing
