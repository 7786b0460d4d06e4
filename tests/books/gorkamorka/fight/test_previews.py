"""What whoever has to choose an enemy is told: the exact odds of the round."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from tests.books.gorkamorka.fight.ring import ring
from tests.books.gorkamorka.table import Position, table
from tests.kit.script import a, b
from warbook.books.gorkamorka.fight.arms import bomb, explosion, hits_of
from warbook.books.gorkamorka.fight.dice import Round, brawl, duel, mean_worth, read, worth_rerolling
from warbook.books.gorkamorka.fight.hand import hand_of
from warbook.books.gorkamorka.fight.stance import Corner, best_arms, stance
from warbook.books.gorkamorka.psychology.dice import fights_on
from warbook.books.gorkamorka.wounds.harm import body_of, fall_of, hit_on
from warbook.core.dice import Seeded
from warbook.core.questions import Choose, Preview, Question


class First:
    """Takes what is offered first."""

    def answer(self, side: str, question: Question, view: object) -> object:
        assert isinstance(question, Choose)
        return question.options[0].id


def odds(preview: Preview, words: str) -> Fraction:
    return dict(preview.outcomes).get(words, Fraction(0))


def charge(text: str) -> Preview:
    shown: Preview = table(text).option("x", a("A"), a("charge")).preview()
    return shown


@pytest.mark.rule("gce.foot.charge-target", "gce.hand-to-hand.charge-bonus")
def test_a_charge_beside_a_count_of_all_throws() -> None:
    """WS 3 each, one die each, +1 for the charge; 1s help the other. Boys have one wound, and a flesh wound
    leaves them up; more hits after one are counted by hand for each margin."""
    shown = charge("ork_boy A (10,10)   ork_boy x (15,10)")
    falls = Fraction(0)
    for ours, theirs in product(range(1, 7), repeat=2):
        hits = ours + 1 + (theirs == 1) - theirs - (ours == 1)
        if hits > 0:
            falls += Fraction(1, 36) * fallen(hits, 0)
    assert odds(shown, "x out") == falls
    assert sum(part for _, part in shown.outcomes) == 1
    assert shown.given == "if he reaches him, across no obstacle"


def fallen(hits: int, flesh: int) -> Fraction:
    """The chance that so many hits bring a boy Down or out: the third flesh wound does, too."""
    if flesh >= 3:
        return Fraction(1)
    if not hits:
        return Fraction(0)
    wounds = Fraction(1, 3)
    return (1 - wounds) * fallen(hits - 1, flesh) + wounds * (
        Fraction(4, 6) + Fraction(2, 6) * fallen(hits - 1, flesh + 1)
    )


@pytest.mark.rule("gce.hand-to-hand.sequence", "gce.boarding.combat", "gce.boarding.losing")
@pytest.mark.parametrize("arms", ["choppa", "frag_stikkbombz a=4"])
@pytest.mark.parametrize("aboard", [False, True])
def test_a_round_that_is_played_is_the_one_whose_odds_are_told(aboard: bool, arms: str) -> None:
    """The same dice through the round at the table and through the kernel behind the odds."""
    place = ("in t", "in t") if aboard else ("(10,10)", "(11,10)")
    text = f"ork_nob A {place[0]} shoota {arms}   grot_rebel x {place[1]} w=2 flak uge_choppa frenzy"
    ends = set()
    for number in range(100):
        game = ring("ork_trukk t (20,20) moved=gas   " + text)
        expected = kernel(game, Seeded(str(number)), aboard)
        game.game.players = dict.fromkeys(game.game.players, First())
        game.game.source = Seeded(str(number))
        game.game.step()
        for name, body, letter in (("A", expected.a, "a"), ("x", expected.b, "b")):
            warrior = game[name]
            assert (warrior.place == "out") is (body.state == "out"), number
            assert warrior.place == "out" or body_of(warrior) == body, number
            off = warrior.on_foot if aboard and warrior.on_table else False
            assert off is (expected.overboard == letter and body.state != "out"), number
        ends.add((game["A"].place, game["x"].place, game.says("go off")))
    assert len(ends) >= (4 if "bomb" in arms else 3)


def kernel(game: Position, dice: Seeded, aboard: bool) -> Round:
    """The kernel of the round between A and x."""
    battle, one, other = game.battle, Corner(game["A"]), Corner(game["x"])
    held, foe_held = best_arms(battle, one, other)[0], best_arms(battle, other, one)[0]
    two = (
        stance(battle, one, other, held, foe_held)[0],
        stance(battle, other, one, foe_held, held)[0],
        hits_of(battle, game["A"], game["x"], held),
        hits_of(battle, game["x"], game["A"], foe_held),
        body_of(game["A"]),
        body_of(game["x"]),
    )
    falls = [hit_on(battle, game[name], fall_of("")) if aboard else None for name in "Ax"]
    weapon = bomb(held)
    if weapon is None:
        return duel(dice, *two, *falls)
    a_hit, x_hit = (hit_on(battle, game[name], explosion(weapon)) for name in "Ax")
    return brawl(dice, *two, (False, False), ((a_hit, x_hit),), *falls)


@pytest.mark.rule("gce.fear.charged", "gce.stupidity.hth", "gce.terror.hth")
def test_fear_and_stupidity_are_in_the_odds_of_a_charge() -> None:
    plain = odds(charge("ork_boy A (10,10)   ork_boy x (15,10)"), "x out")
    feared = odds(charge("ork_boy A (10,10) fear   ork_boy x (15,10)"), "x out")
    terror = odds(charge("ork_boy A (10,10) terror   ork_boy x (15,10)"), "x out")
    stupid = odds(charge("ork_boy A (10,10)   ork_boy x (15,10) stupid"), "x out")
    butted = odds(charge("ork_boy A (10,10) eadbutt   ork_boy x (15,10)"), "x out")
    assert plain < feared < terror and plain < stupid == butted
    dull = odds(charge("ork_boy A (10,10)   ork_boy x (15,10) dull"), "x out")
    clear = fights_on.odds().chance(True)
    assert stupid == clear * plain + (1 - clear) * dull
    timid = charge("ork_boy A (10,10)   ork_boy x (15,10) fear")
    assert timid.given == "if he dares to charge and reaches him, across no obstacle"


@pytest.mark.rule("gce.hand-to-hand.down-engaged")
def test_who_is_down_is_simply_out() -> None:
    assert charge("ork_boy A (10,10)   ork_boy x (15,10) down").outcomes == (("x out", Fraction(1)),)


@pytest.mark.rule("gce.foot.charge-move")
def test_a_leap_down_upon_somebody_is_a_hit_and_then_a_charge() -> None:
    text = "ork_trukk T (20,20)   ork_boy A in T gotcha   ork_boy x (20,23.5)   ork_boy y (46,46)"
    shown = table(text).option("pounce x", a("A")).preview()
    plain = charge(text.replace("in T gotcha", "(20,28)"))
    down = Fraction(1, 2) * Fraction(2, 3)  # a Strength 4 hit on T4 wounds, and is no flesh wound
    assert odds(shown, "x out") > down + (1 - down) * odds(plain, "x out")
    assert sum(part for _, part in shown.outcomes) == 1
    feared = table(text.replace("gotcha", "gotcha fear")).option("pounce x", a("A")).preview()
    assert odds(feared, "x out") > odds(shown, "x out") and sum(part for _, part in feared.outcomes) == 1
    assert table(text.replace("(20,23.5)", "(20,23.5) fear")).option("pounce x", a("A")).preview().given


@pytest.mark.rule("gce.hand-to-hand.multi-down-ignored", "gce.hand-to-hand.outnumber-bonus")
def test_among_comrades_one_only_falls_and_the_bonus_is_in_the_odds() -> None:
    text = "ork_boy A (10,10)   ork_boy x (11,10)   ork_boy y (9,10)   ork_boy z (10,11)"
    game = ring(text)
    first = game.option("x").preview()
    assert odds(first, "x falls") and not odds(first, "x out") and odds(first, "A out")
    second = game.option("x", b("z"), dice="4 4").preview()
    assert odds(second, "A out") > odds(first, "A out")
    assert any(each.rule == "gce.hand-to-hand.outnumber-bonus" for each in second.modifiers)


@pytest.mark.rule("gce.hand-to-hand.split-forces")
def test_who_is_sent_against_whom_is_told_the_odds_of_fighting_first() -> None:
    text = "ork_boy A (10,10)   ork_boy x (11,10)   ork_boy B (12,10)   ork_yoof y (13,10)"
    game = ring(text)
    boy, yoof = game.option("x").preview(), game.option("y").preview()
    assert boy.given == yoof.given == "if he is the first to fight him"
    assert odds(yoof, "y falls") > odds(boy, "x falls")


@pytest.mark.rule("gce.boarding.losing")
def test_aboard_the_loser_goes_overboard() -> None:
    text = "ork_trukk t (20,20) moved=gas   ork_boy d in t driver   ork_boy x in t   ork_boy A in t"
    shown = ring(text).option("x").preview()
    names = [words for words, _ in shown.outcomes]
    assert "A overboard" in names and "x overboard and Down" in names and "nobody is hurt" in names
    assert odds(shown, "nobody is hurt") == Fraction(1, 6)


@pytest.mark.rule("gce.weapon.notes")
def test_bombs_that_go_off_are_in_the_odds() -> None:
    text = "ork_boy A (10,10) shoota {}   ork_boy x (15,10)"
    safe, risky = charge(text.format("choppa")), charge(text.format("krak_stikkbombz"))
    assert odds(risky, "A out") > odds(safe, "A out") and sum(part for _, part in risky.outcomes) == 1


@pytest.mark.rule("gce.hatred.reroll")
def test_what_hatred_rolls_again_is_in_the_odds() -> None:
    text = "ork_boy A (10,10) {}   ork_boy x (15,10)"
    assert odds(charge(text.format("hates=x")), "x out") > odds(charge(text.format("")), "x out")
    raging = charge(text.format("hates=x frenzy"))
    assert raging.outcomes == charge(text.format("frenzy")).outcomes


@pytest.mark.rule("gce.hatred.reroll")
@pytest.mark.parametrize(
    ("faces", "again"), [((6,), 0), ((4,), 0), ((3,), 1), ((6, 1), 1), ((5, 1), 1), ((1, 1), 2), ((6, 6), 0)]
)
def test_what_pays_to_be_rolled_again(faces: tuple[int, ...], again: int) -> None:
    assert worth_rerolling(faces) == again


@pytest.mark.rule("gce.hatred.reroll")
@pytest.mark.parametrize("kept", [(), (6,), (4, 1), (6, 6, 1), (3,)])
@pytest.mark.parametrize("count", [0, 1, 3])
def test_what_dice_are_worth_beside_a_count_of_all_throws(kept: tuple[int, ...], count: int) -> None:
    total = 0
    for rolled in product(range(1, 7), repeat=count):
        throw = read(tuple(sorted((*kept, *rolled), reverse=True)), 2)
        total += throw.score - 3 * throw.ones
    assert mean_worth(hand_of(kept), count, 2, 3) == Fraction(total, 6**count)


@pytest.mark.rule("gce.foot.charge-target")
def test_two_of_one_name_are_told_apart() -> None:
    game = table("ork_boy A (10,10)   ork_boy x (14,10)   ork_boy y (46,46)")
    plain = game.option("x", a("A"), a("charge")).preview()
    game["x"].name = "A"
    same = game.option("x", a("A"), a("charge")).preview()
    assert odds(same, "the other A out") == odds(plain, "x out") and odds(same, "A out") == odds(
        plain, "A out"
    )
    assert sum(part for _, part in same.outcomes) == 1 and same.headline == plain.headline


@pytest.mark.rule("gce.hand-to-hand.attack-dice", "gce.hatred.reroll")
def test_the_sum_names_the_dice_of_both_and_who_may_throw_again() -> None:
    shown = charge("ork_boy A (10,10) hates=x   ork_boy x (15,10) a=2")
    told = [each.why for each in shown.modifiers if not each.value]
    assert told == ["A throws 1 attack die", "A hates x, and may throw again", "x throws 2 attack dice"]
