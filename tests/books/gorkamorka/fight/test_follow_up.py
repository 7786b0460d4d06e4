"""Following up: 2 inches for who has put his opponent out of action, freely or not."""

from __future__ import annotations

import pytest

from tests.books.gorkamorka.fight.ring import fight, kinds, ring, scored
from tests.kit.script import a, b
from warbook.books.gorkamorka.field.bodies import apart
from warbook.books.gorkamorka.field.engaged import engaged, touch

WON = "5 4 6 6"  # A wins by one hit, which wounds and takes out
TWO = "ork_boy A (10,10)   ork_boy x (11,10)   "


@pytest.mark.rule("gce.hand-to-hand.follow-up", "gce.hand-to-hand.aftermath")
def test_the_winner_may_move_two_inches() -> None:
    game = fight(TWO, a("move"), a((10, 12)), dice=WON)
    assert (game["A"].x, game["A"].y) == (10, 12)
    assert fight(TWO, a("stay"), dice=WON)["A"].y == 10
    question = ring(TWO).question(a("move"), dice=WON)
    assert question.allowance == 2.0


@pytest.mark.rule("gce.hand-to-hand.follow-up")
def test_who_has_not_put_his_enemy_out_does_not_follow_up() -> None:
    assert not kinds(fight(TWO, dice="5 4 1"))
    assert not kinds(fight(TWO, dice="4 4"))


@pytest.mark.rule("gce.hand-to-hand.follow-up")
def test_with_bolas_round_his_legs_nobody_follows_up() -> None:
    game = fight(TWO.replace("A (10,10)", "A (10,10) hobbled ws=5"), dice=WON)
    assert game["x"].place == "out" and not kinds(game)


@pytest.mark.rule("gce.hand-to-hand.follow-up")
def test_the_enemys_warrior_follows_up_by_his_own_player() -> None:
    assert fight(TWO, b("stay"), dice="4 5 6 6")["A"].place == "out"


@pytest.mark.rule("gce.hand-to-hand.follow-up-engage", "gce.foot.contact-only-by-charge")
def test_he_may_engage_another_and_fights_him_in_the_next_turn_without_a_bonus() -> None:
    text = "ork_boy A (10,10) charging=x   ork_boy x (11,10)   ork_boy y (10,12.5)"
    game = fight(text, a("y"), dice="4 4 6 6", began={"a": 9, "b": 9})
    assert touch(game.battle, game["A"], game["y"]) and engaged(game.battle, game["y"])
    assert len(scored(game)) == 1
    game.until("move")
    game.until("recover", b("done"), dice="4 4")
    assert scored(game)[-1] == "y scores 7, A 7."
    far = ring(text.replace("12.5", "13.2")).question(dice="4 4 6 6")
    assert [option.id for option in far.options] == ["stay", "move"]


@pytest.mark.rule("gce.hand-to-hand.follow-up")
def test_not_while_an_enemy_is_left_in_contact() -> None:
    game = fight(TWO + "ork_boy y (9,10)", b("x"), dice="3 4 6 6  4 3 5")
    assert game["x"].place == "out" and "follow up" not in kinds(game)


@pytest.mark.rule("gce.hand-to-hand.follow-up-engage", "gce.hand-to-hand.pinned-engaged")
def test_a_pinned_enemy_who_is_engaged_so_gets_up() -> None:
    game = fight(TWO + "grot_rebel y (10,12) pinned", a("y"), dice=WON)
    assert not game["y"].pinned


@pytest.mark.rule("gce.hatred.follow-up")
def test_hatred_drives_him_into_contact_or_towards() -> None:
    hater = TWO.replace("A (10,10)", "A (10,10) hates=y fighting=x")
    game = fight(hater + "ork_boy y (10,12.5)", dice=WON)
    assert touch(game.battle, game["A"], game["y"]) and not kinds(game)
    game = fight(hater + "ork_boy y (10,20)", dice=WON)
    assert apart(game.battle, game["A"], game["y"]) == pytest.approx(7.0, abs=0.05) and not kinds(game)
    for needed in (True, False):
        behind = hater + "ork_boy y (10,20)   wall (5,15) (15,15) h=4"
        unseen = fight(behind, a("stay"), dice=WON, charge_needs_sight=needed)
        assert unseen["A"].y == 10


@pytest.mark.rule("gce.frenzy.follow-up")
def test_frenzy_drives_him_towards_any_enemy_and_his_player_chooses_among_those_in_reach() -> None:
    raging = TWO.replace("A (10,10)", "A (10,10) frenzy")
    near = raging + "ork_boy y (10,12.5)   ork_boy z (10,7.5)"
    game = fight(near, a("z"), dice="5 2 4 6 6")
    assert touch(game.battle, game["A"], game["z"]) and kinds(game) == ["follow up"]
    game = fight(raging + "ork_boy y (10,20)", dice="5 2 4 6 6")
    assert apart(game.battle, game["A"], game["y"]) == pytest.approx(7.0, abs=0.05)


@pytest.mark.rule("gce.hand-to-hand.follow-up-engage")
def test_he_may_climb_onto_a_vehicle_that_stands_still_to_engage_its_crew() -> None:
    text = TWO + "ork_trukk t (10,14)   ork_boy d in t driver"
    game = fight(text, a("d"), dice=WON)
    assert game["A"].aboard == "t" and engaged(game.battle, game["d"])
