"""Fear, terror, stupidity, hatred, frenzy: who tests, against what, and what comes of it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.books.gorkamorka.garage import does
from tests.books.gorkamorka.table import Position, table
from tests.kit.script import a
from warbook.books.gorkamorka.fight.arms import loadouts
from warbook.books.gorkamorka.fight.stance import Corner, attack_dice_of
from warbook.books.gorkamorka.psychology import nerve
from warbook.books.gorkamorka.psychology.nerve import (
    causes_fear,
    dreads,
    face_charge,
    fears,
    fighting_ws,
    hates,
    ld_of,
)

FAR = "ork_boy y (46,46)"


def pair(mine: str = "", foe: str = "") -> Position:
    return table(f"ork_boy A (10,10) {mine}   ork_boy x (15,10) {foe}   {FAR}")


def start(text: str, dice: str, *answers: object) -> Position:
    return table(text, phase="start").until("move", *answers, dice=dice)  # type: ignore[arg-type]


@pytest.mark.rule("gce.basics.leadership-test", "gce.warrior.leadership", "gce.basics.tests")
@pytest.mark.parametrize(("dice", "passed"), [("3 4", True), ("4 4", False)])
def test_2d6_equal_or_less_passes(dice: str, passed: bool) -> None:
    game = pair("ld=7")
    found: list[bool] = []
    does(
        game,
        lambda running: found.append(nerve.test(running, game["A"], "gce.basics.leadership-test")),
        dice=dice,
    )
    assert found == [passed]


@pytest.mark.rule("gce.basics.leadership-test")
def test_by_switch_a_12_always_fails() -> None:
    game = table("ork_boy A (10,10) ld=12   ork_boy x (40,40)", auto_fail_on_max=True)
    found: list[bool] = []
    does(
        game,
        lambda running: found.append(nerve.test(running, game["A"], "gce.basics.leadership-test")),
        dice="6 6",
    )
    assert found == [False]


@pytest.mark.rule("gce.basics.leadership-test")
def test_one_who_knows_tactics_lets_friends_near_him_roll_again() -> None:
    game = table("ork_boy A (10,10)   ork_boy B (16,10) taktiks   ork_boy x (40,40)")
    found: list[bool] = []
    does(
        game,
        lambda running: found.append(nerve.test(running, game["A"], "gce.fear.charging")),
        dice="6 6 1 1",
    )
    assert found == [True]


@pytest.mark.rule("gce.basics.leadership-test")
def test_the_chance_to_pass_a_test() -> None:
    game = table("ork_boy A (10,10) ld=7   ork_boy B (30,10) ld=10   ork_boy x (40,40)")
    chances = [nerve.passing(game.battle, game[name], "gce.fear.charging") for name in "AB"]
    assert chances == [Fraction(21, 36), Fraction(33, 36)]
    advised = table("ork_boy A (10,10) ld=7   ork_boy B (16,10) taktiks   ork_boy x (40,40)")
    twice = nerve.passing(advised.battle, advised["A"], "gce.fear.charging")
    assert twice == 1 - Fraction(15, 36) ** 2
    for friend in ("(17.1,10) taktiks", "(16,10) taktiks down", "(16,10)"):
        alone = table(f"ork_boy A (10,10) ld=7   ork_boy B {friend}   ork_boy x (40,40)")
        assert nerve.passing(alone.battle, alone["A"], "gce.fear.charging") == Fraction(21, 36)


# ---------------------------------------------------------------- fear and terror


@pytest.mark.rule("gce.terror.causes-fear", "gce.fear.immune", "gce.terror.immune", "gce.terror.felt-as-fear")
@pytest.mark.parametrize(
    ("mine", "foe", "afraid", "terrified"),
    [("", "fear", True, False), ("", "terror", True, True), ("fear", "fear", False, False),
     ("fear", "terror", True, False), ("terror", "terror", False, False), ("", "", False, False)],
)  # fmt: skip
def test_who_fears_whom(mine: str, foe: str, afraid: bool, terrified: bool) -> None:
    game = pair(mine, foe)
    assert (fears(game["A"], game["x"]), dreads(game["A"], game["x"])) == (afraid, terrified)
    assert causes_fear(game["x"]) is bool(foe)


@pytest.mark.rule("gce.fear.drivers", "gce.terror.drivers")
def test_drivers_are_immune_to_fear_and_not_to_terror() -> None:
    game = table(
        "ork_trukk T (10,10)   ork_boy A in T driver   ork_boy x (20,10) fear   ork_boy y (20,20) terror"
    )
    assert not fears(game["A"], game["x"]) and dreads(game["A"], game["y"])


@pytest.mark.rule("gce.frenzy.ignores", "gce.stupidity.fear-terror")
@pytest.mark.parametrize("state", ["frenzy", "stupid"])
def test_neither_the_frenzied_nor_the_stupid_are_afraid(state: str) -> None:
    game = pair(state, "terror")
    assert not fears(game["A"], game["x"]) and not dreads(game["A"], game["x"])


@pytest.mark.rule("gce.fear.charged", "gce.terror.hth")
@pytest.mark.parametrize(("ws", "half"), [(3, 2), (4, 2)])
def test_ws_is_halved_by_fear_and_0_by_terror(ws: int, half: int) -> None:
    game = pair()
    assert fighting_ws(game["A"], game["x"], ws) == ws
    game["A"].half_ws = "x"
    assert fighting_ws(game["A"], game["x"], ws) == half
    game["A"].terrified_of = "x"
    assert fighting_ws(game["A"], game["x"], ws) == 0


@pytest.mark.rule("gce.terror.hth")
def test_who_has_failed_near_a_terror_takes_no_second_test_when_it_charges() -> None:
    game = pair("terrified_of=x", "terror")
    does(game, lambda running: face_charge(running, game["A"], game["x"]))
    assert game["A"].terrified_of == ("x",)


# ---------------------------------------------------------------- hatred


@pytest.mark.rule("gce.hatred.target")
@pytest.mark.parametrize(
    ("whom", "hated"), [("x", True), ("b", True), ("orks", True), ("ork_boy", True), ("diggas", False)]
)
def test_hatred_is_of_warriors_mobs_kinds_or_factions(whom: str, hated: bool) -> None:
    game = pair(f"hates={whom}")
    assert hates(game["A"], game["x"]) is hated


@pytest.mark.rule("gce.hatred.leadership")
def test_while_he_sees_whom_he_hates_his_leadership_is_10() -> None:
    game = pair("hates=x ld=7")
    assert ld_of(game.battle, game["A"])[0] == 10
    game["x"].hidden = True
    assert ld_of(game.battle, game["A"])[0] == 7
    raging = pair("hates=x frenzy")
    assert ld_of(raging.battle, raging["A"])[0] == 7


# ---------------------------------------------------------------- stupidity and frenzy


@pytest.mark.rule("gce.stupidity.test")
@pytest.mark.parametrize(("dice", "stupid"), [("3 4", False), ("4 4", True)])
def test_who_is_prone_to_stupidity_tests_at_the_start_of_each_turn(dice: str, stupid: bool) -> None:
    assert start(f"ork_boy A (10,10) stupidity   {FAR}", dice)["A"].stupid is stupid


@pytest.mark.rule("gce.stupidity.test")
def test_it_holds_until_the_next_test() -> None:
    assert not start(f"ork_boy A (10,10) stupidity stupid   {FAR}", "1 1")["A"].stupid


@pytest.mark.rule("gce.frenzy.calm")
def test_a_frenzied_warrior_may_be_calmed_for_a_turn() -> None:
    text = f"ork_boy A (10,10) frenzy   {FAR}"
    assert start(text, "", a("rage"))["A"].frenzied
    assert start(text, "6 6", a("test"))["A"].frenzied
    game = start(text, "1 1", a("test"))
    assert not game["A"].frenzied
    game.battle.phase = "start"
    assert game.until("move", a("rage"))["A"].frenzied


@pytest.mark.rule("gce.frenzy.calm")
@pytest.mark.parametrize("state", ["down", "pinned"])
def test_who_lies_is_not_asked_to_calm_down(state: str) -> None:
    text = f"grot_rebel A (10,10) frenzy {state}   {FAR}"
    game = table(text, phase="start", began={"a": 20, "b": 20}).until("move")
    assert game.battle.phase == "move" and not game.battle.over


@pytest.mark.rule("gce.frenzy.ignores", "gce.frenzy.calm")
def test_who_was_calm_last_turn_is_in_a_frenzy_before_the_tests_against_stupidity() -> None:
    game = table(f"ork_boy A (10,10) stupidity frenzy   {FAR}", phase="start")
    game["A"].frenzied = False
    game.until("move", a("rage"))
    assert game["A"].frenzied and not game["A"].stupid


@pytest.mark.rule("gce.frenzy.double-attacks")
@pytest.mark.parametrize(("words", "dice"), [("a=1 choppa slugga", 3), ("a=2 uge_choppa", 4)])
@pytest.mark.parametrize("frenzied", [True, False])
def test_a_frenzy_doubles_attacks_before_anything_is_added(words: str, dice: int, frenzied: bool) -> None:
    game = pair(words)
    game["A"].frenzied = frenzied
    held = loadouts(game.battle, game["A"])[0]
    less = 0 if frenzied else game["A"].profile.a
    assert attack_dice_of(game.battle, Corner(game["A"]), held) == dice - less


@pytest.mark.rule("gce.frenzy.ignores")
def test_in_a_frenzy_nobody_tests_for_stupidity() -> None:
    game = start(f"ork_boy A (10,10) stupidity frenzy   {FAR}", "", a("rage"))
    assert not game["A"].stupid
