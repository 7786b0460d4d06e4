"""Combats of several on the ground: who is in one, who divides and chooses, and what becomes of the Down."""

from __future__ import annotations

import pytest

from tests.books.gorkamorka.fight.ring import dice_of, fight, kinds, ring, scored
from tests.books.gorkamorka.table import Position, table, why
from tests.kit.script import By, a, b
from warbook.books.gorkamorka.fight.combats import Combat, _goes_on, combats

# Eleven grots round three orks in a row, each touching one of them.
MOB = """
    ork_nob grodkicka (20,20)   ork_boy baz (22,20)   ork_yoof skroggy (24,20)
    grot_rebel G1 (19,20)   grot_rebel G2 (19.5,20.87)   grot_rebel G3 (20.5,20.87)
    grot_rebel G4 (19.5,19.13)   grot_rebel G5 (20.5,19.13)   grot_rebel G6 (21,20)
    grot_rebel G7 (21.5,20.87)   grot_rebel G8 (22.5,20.87)   grot_rebel G9 (21.5,19.13)
    grot_rebel G10 (23,20)   grot_rebel G11 (25,20)
"""
SPLIT = (*[a("grodkicka")] * 5, *[a("baz")] * 4, *[a("skroggy")] * 2)
FOUR = "4 3 5 3   4 3 4 5 3   2 3 4 4   6 2 3 4 6 5 3"  # two grots go Down, one stands off, the nob goes Down


def eleven(*answers: By, dice: str) -> Position:
    return fight(MOB, *SPLIT, a("grodkicka"), *answers, dice=dice)


# ---------------------------------------------------------------- eleven against three


@pytest.mark.rule("gce.hand-to-hand.split-forces", "gce.hand-to-hand.outnumbering-player")
def test_the_grot_player_divides_eleven_among_three_and_each_must_face_somebody() -> None:
    game = ring(MOB)
    assert [option.id for option in game.question().options] == ["grodkicka", "baz", "skroggy"]
    last = game.question(*[a("grodkicka")] * 9)
    assert [option.id for option in last.open()] == ["baz", "skroggy"]
    barred = next(option for option in last.options if option.id == "grodkicka")
    assert why(barred.barred).rule == "gce.hand-to-hand.split-forces"
    order = game.question(*SPLIT)
    assert [option.label.split(" against ") for option in order.options] == [
        ["G1, G2, G3, G4, G5", "grodkicka"],
        ["G6, G7, G8, G9", "baz"],
        ["G10, G11", "skroggy"],
    ]


@pytest.mark.rule("gce.hand-to-hand.split-fixed", "gce.hand-to-hand.multi-sequence")
@pytest.mark.rule("gce.hand-to-hand.outnumber-bonus", "gce.hand-to-hand.split-down-shared")
def test_grodkicka_goes_down_to_the_fourth_and_the_fifth_does_not_fight() -> None:
    game = eleven(a("G1"), a("G2"), a("G3"), a("G4"), dice=FOUR)
    assert scored(game) == [
        "G1 scores 6, grodkicka 7.",
        "G2 scores 7, grodkicka 8.",
        "G3 scores 8, grodkicka 8.",
        "G4 scores 11, grodkicka 10.",
    ]
    assert [dice_of(game, name) for name in ("G1", "G2", "G3", "G4", "G5")] == [1, 2, 3, 4, 0]
    assert game["grodkicka"].down and game["G1"].down and game["G2"].down
    assert [option.id for option in game.unanswered.question.options] == ["baz", "skroggy"]  # type: ignore[union-attr]


@pytest.mark.rule("gce.hand-to-hand.multi-last-falls", "gce.hand-to-hand.multi-down-ignored")
def test_when_the_last_ork_falls_the_nob_who_lies_there_is_finished_off() -> None:
    rest = a("baz"), a("G6"), a("G10")
    stay = [a("stay")] * 3
    game = eleven(a("G1"), a("G2"), a("G3"), a("G4"), *rest, *stay, dice=f"{FOUR}  6 2 6 6  6 5 6 3")
    assert [game[name].place for name in ("grodkicka", "baz", "skroggy")] == ["out"] * 3
    assert game["G1"].down and game["G1"].on_table and game["G2"].down
    assert kinds(game).count("next attacker") == 6 and game.says("lies among enemies")


# ---------------------------------------------------------------- several against one


@pytest.mark.rule("gce.hand-to-hand.multi-sequence")
def test_the_outnumbering_player_names_each_next_attacker_also_in_the_enemys_turn() -> None:
    text = "ork_boy A (10,10)   ork_boy x (11,10)   ork_boy y (9,10)   ork_boy z (10,11)"
    game = fight(text, b("z"), b("x"), dice="4 4  4 4 5  1 1 4 5 1")
    assert [words.split(" scores")[0] for words in scored(game)] == ["z", "x", "y"]
    assert [dice_of(game, name) for name in ("z", "x", "y")] == [1, 2, 3]


@pytest.mark.rule("gce.hand-to-hand.multi-sequence")
def test_it_ends_early_when_the_lone_warrior_falls() -> None:
    text = "ork_boy A (10,10)   ork_boy x (11,10)   ork_boy y (9,10)"
    game = fight(text, b("x"), b("stay"), dice="5 4 5 3")
    assert game["A"].place == "out" and len(scored(game)) == 1


@pytest.mark.rule("gce.hand-to-hand.outnumber-bonus")
def test_the_bonus_counts_attackers_who_lost_too() -> None:
    text = "ork_boy A (10,10)   ork_boy x (11,10)   ork_boy y (9,10)"
    game = fight(text, b("x"), dice="3 4 6 6  4 3 4 1")
    assert game["x"].place == "out" and scored(game)[1] == "y scores 8, A 7."


@pytest.mark.rule("gce.hand-to-hand.charge-bonus")
def test_a_lone_charger_keeps_his_bonus_against_all() -> None:
    text = "ork_boy A (10,10) charging=x   ork_boy x (11,10)   ork_boy y (9,10)"
    assert [words.split("A ")[1] for words in scored(fight(text, b("x"), dice="4 3  4 4 4"))] == ["7.", "8."]


@pytest.mark.rule("gce.hand-to-hand.outnumbering-player")
def test_with_equal_numbers_the_player_whose_turn_it_is_pairs_them() -> None:
    text = "ork_boy A (10,10)   ork_boy x (11,10)   ork_boy B (12,10)   ork_boy y (13,10)"
    game = fight(text, a("y"), a("x"), dice="4 4 4 4")
    assert kinds(game) == ["split", "next bout"]
    assert scored(game) == ["B scores 7, x 7.", "A scores 7, y 7."]
    game = fight(text, b("B"), b("A"), side="b", dice="4 4 4 4")
    assert scored(game) == ["y scores 7, A 7.", "x scores 7, B 7."]


@pytest.mark.rule("gce.hand-to-hand.outnumbering-player")
def test_the_outnumbering_player_stays_so_whatever_he_loses() -> None:
    """Four grots against three Orks, in the Orks' turn: two are gone, and theirs is still the choice."""
    text = """
        ork_boy x (20,20)   ork_boy y (22,20)   ork_boy z (24,20)
        grot_rebel A (19,20)   grot_rebel B (21,20)   grot_rebel C (23,20)   grot_rebel D (25,20)
    """
    sent = a("x"), a("x"), a("y")
    game = ring(text, side="b")
    game.play(*sent, a("x"), a("A"), dice="3 4 6 6  1 2 5 6 6")
    assert not game["A"].on_table and not game["B"].on_table
    left = game.unanswered
    assert left is not None and (left.side, [o.id for o in left.question.options]) == ("a", ["y", "z"])


@pytest.mark.rule("gce.hand-to-hand.split-forces")
def test_by_switch_only_those_who_touch_may_be_sent() -> None:
    text = "ork_boy A (10,10)   ork_boy x (11,10)   ork_boy B (12,10)   ork_boy y (13,10)"
    game = fight(text, a("x"), dice="4 4 4 4", split_needs_contact=True)
    assert kinds(game) == ["next bout"] and scored(game)[0].startswith("A scores 7, x")


# ---------------------------------------------------------------- the Down


@pytest.mark.rule("gce.hand-to-hand.down-engaged", "gce.hand-to-hand.follow-up")
def test_who_is_down_and_engaged_goes_out_without_dice() -> None:
    game = fight("ork_boy A (10,10)   ork_boy x (11,10) down", a("stay"))
    assert game["x"].place == "out" and kinds(game) == ["follow up"]
    assert fight("ork_boy A (10,10)   ork_boy x (11,10) netted", a("stay"))["x"].place == "out"


@pytest.mark.rule("gce.hand-to-hand.down-engaged")
def test_not_while_a_comrade_fights_nor_if_he_plays_dead() -> None:
    text = "ork_boy A (10,10)   ork_boy x (11,10) down   ork_boy y (9,10)"
    assert fight(text, dice="4 4")["x"].on_table
    assert fight("ork_boy A (10,10)   ork_boy x (11,10) down play_dead")["x"].on_table


@pytest.mark.rule("gce.hand-to-hand.down-engaged", "gce.hand-to-hand.follow-up")
def test_only_who_touches_the_fallen_finishes_them_off_and_may_follow_up() -> None:
    """y, who plays dead between A and B, makes one combat of them; only A has x before him."""
    text = "ork_boy x (11,10) down   ork_boy A (10,10)   ork_boy y (9,10) down play_dead   ork_boy B (8,10)"
    game = fight(text, a("stay"))
    assert game["x"].place == "out" and game["y"].on_table
    assert [question.piece for _, question in game.asked] == ["A"]  # type: ignore[union-attr]


@pytest.mark.rule("gce.hand-to-hand.down-is-out")
def test_who_plays_dead_is_not_finished_off_when_he_goes_down() -> None:
    game = fight("ork_boy A (10,10)   ork_boy x (11,10) play_dead", dice="5 4 6 3")
    assert game["x"].down and game["x"].on_table and not kinds(game)


@pytest.mark.rule("gce.hand-to-hand.multi-down-ignored")
def test_in_a_multiple_combat_the_down_are_left_alone() -> None:
    text = "ork_boy A (10,10)   ork_boy x (11,10)   ork_boy y (9,10)"
    game = fight(text, b("x"), dice="3 4 6 3  3 3 4")
    assert game["x"].down and game["x"].on_table and game["A"].fighting == ("y",)


@pytest.mark.rule("gce.hand-to-hand.multi-last-falls")
def test_the_last_of_a_side_falls_and_all_its_down_with_him() -> None:
    text = "ork_boy A (10,10)   ork_boy x (11,10) down   ork_boy y (9,10)"
    game = fight(text, a("stay"), dice="5 4 6 3")
    assert [game[name].place for name in "xy"] == ["out", "out"]
    text = "ork_boy A (10,10)   ork_boy B (10,11) down   ork_boy x (11,10)   ork_boy y (9,10.05)"
    game = fight(text, b("x"), a("stay"), dice="3 5 6 6  1 3 5 6 6")
    assert game["B"].on_table and game["B"].down and game["A"].on_table


@pytest.mark.rule("gce.hand-to-hand.pinned-engaged")
def test_who_is_pinned_and_engaged_gets_up_and_fights() -> None:
    game = fight("ork_boy A (10,10)   grot_rebel x (11,10) pinned", dice="3 4 1")
    assert not game["x"].pinned and scored(game) == ["A scores 6, x 6."]


# ---------------------------------------------------------------- several combats, several players


@pytest.mark.rule("gce.game.hth-phase", "gce.hand-to-hand.sequence")
def test_the_player_whose_turn_it_is_chooses_the_order_of_combats() -> None:
    text = "ork_boy A (10,10)   ork_boy x (11,10)   ork_boy B (30,10)   ork_boy y (31,10)"
    game = fight(text, a("B against y"), dice="4 4 5 5")
    assert scored(game) == ["B scores 7, y 7.", "A scores 8, x 8."]
    game = fight(text, b("1"), side="b", dice="4 4 5 5")
    assert scored(game)[0] == "y scores 7, B 7."


@pytest.mark.rule("gce.game.hth-phase", "gce.hand-to-hand.continues")
def test_others_do_not_fight_each_other_in_a_turn_that_is_not_theirs() -> None:
    text = "ork_boy A (10,10)   ork_boy x (20,10)   ork_boy k (21,10) side=c"
    assert not scored(fight(text, sides=3))
    assert scored(fight(text, side="b", sides=3, dice="4 4"))
    assert scored(fight(text, side="c", sides=3, dice="4 4"))


@pytest.mark.rule("gce.hand-to-hand.causes", "gce.hand-to-hand.outnumbering-player")
def test_one_against_two_players() -> None:
    text = "ork_boy A (10,10)   ork_boy x (11,10)   ork_boy k (9,10) side=c"
    game = fight(text, b("k"), sides=3, dice="4 4  4 3 4 1")
    assert scored(game) == ["k scores 7, A 7.", "x scores 8, A 7."]
    text = "ork_boy A (10,10)   ork_boy x (11,10)   ork_boy k (12,10) side=c"
    assert scored(fight(text, sides=3, dice="4 4")) == ["A scores 7, x 7."]


@pytest.mark.rule("gce.hand-to-hand.down-engaged", "gce.foot.on-fire-no-hth")
def test_who_is_in_a_combat_of_his_sides_turn() -> None:
    down = table("ork_boy A (10,10) down   ork_boy x (11,10)", phase="fight")
    assert [[w.id for w in combat.ours] for combat in combats(down.battle)] == [["A"]]
    burns = table("ork_boy A (10,10) burning   ork_boy x (11,10)   ork_boy B (12,10)", phase="fight")
    assert [[w.id for w in combat.ours] for combat in combats(burns.battle)] == [["B"]]


@pytest.mark.rule("gce.hand-to-hand.continues")
def test_who_has_fallen_has_no_further_round_and_who_stands_has() -> None:
    """x goes Down beside y, who fights on."""
    text = "ork_boy A (10,10) ws=6 a=1   ork_boy x (11,10)   ork_boy y (9,10)"
    game = ring(text)
    game["x"].down = True
    _goes_on(Combat([game["A"]], [game["x"], game["y"]]))
    assert game["x"].fighting == () and game["y"].fighting == ("A",) and game["A"].fighting == ("y",)


@pytest.mark.rule("gce.wounding.pinned-effect")
@pytest.mark.parametrize(("state", "answers", "place"), [("", [a("stay")], "out"), ("pinned", [], "table")])
def test_who_is_pinned_beside_the_fallen_leaves_them_alone(state: str, answers: list[By], place: str) -> None:
    """Nobody engages him, so that he does not get up."""
    game = table(f"ork_boy A (10,10) {state}   ork_boy x (11,10) down   ork_boy y (40,40)", phase="fight")
    assert game.until("recover", *answers)["x"].place == place
