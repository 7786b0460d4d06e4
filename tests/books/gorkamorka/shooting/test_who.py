"""Who may shoot, with what, and when."""

from __future__ import annotations

from typing import Any

import pytest

from tests.books.gorkamorka.table import Position, table, why
from tests.kit.script import a, b
from warbook.books.gorkamorka.shooting.able import may_shoot
from warbook.books.gorkamorka.shooting.arms import not_ready, ranged_arms

FOE = "ork_boy x (20,10)"


def shooter(words: str = "", extra: str = "", foe: str = FOE, **rulings: Any) -> Position:
    return table(f"ork_boy A (10,10) shoota {words}   {foe}   {extra}", phase="shoot", **rulings)


def bar(game: Position, who: str = "A") -> str:
    refusal = may_shoot(game.battle, game[who])
    return refusal.rule if refusal else ""


@pytest.mark.rule("gce.shooting.once", "gce.game.shooting-phase", "gce.shooting.sequence")
def test_each_warrior_shoots_once_in_an_order_the_player_chooses() -> None:
    game = table(f"ork_boy A (10,10) shoota   ork_boy B (10,14) shoota   {FOE} w=9", phase="shoot")
    assert [option.id for option in game.question().options] == ["A", "B", "done"]
    game.play(a("B"), a("x"), dice="1")
    assert why(game.option("B").barred).rule == "gce.shooting.once"
    game.play(a("A"), a("x"), dice="1").play()
    assert game.battle.phase == "fight"


@pytest.mark.rule("gce.shooting.sequence")
def test_each_shot_is_resolved_in_full_before_the_next_shooter_is_chosen() -> None:
    game = table(f"ork_boy A (10,10) shoota   ork_boy B (10,12) shoota   {FOE}", phase="shoot")
    game.play(a("A"), a("x"), dice="3 5 6")
    assert game["x"].place == "out" and not game["B"].shot


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("moved=walked", ""),
        ("moved=stayed", ""),
        ("moved=ran", "gce.shooting.not-after-run"),
        ("moved=ran hipshoota", ""),
        ("moved=charged", "gce.shooting.not-after-run"),
        ("moved=fled", "gce.shooting.not-after-run"),
        ("idle", "gce.foot.charge-failed"),
        ("down", "gce.wounding.down"),
        ("pinned", "gce.wounding.pinned-effect"),
        ("burning", "gce.foot.on-fire-no-actions"),
        ("netted", "gce.weapon.notes"),
        ("hobbled", ""),
        ("stupid", "gce.stupidity.test"),
        ("overwatch", "gce.overwatch.set"),
        ("helping=T", "gce.foot.on-fire-helpers"),
        ("shot", "gce.shooting.once"),
        ("empty=shoota", "gce.shooting.once"),
        ("facing=180", "gce.shooting.body-visible"),
    ],
)
@pytest.mark.rule("gce.shooting.not-after-run", "gce.foot.run-no-shooting", "gce.overwatch.set")
def test_what_keeps_somebody_from_shooting(words: str, rule: str) -> None:
    assert bar(shooter(words)) == rule


@pytest.mark.rule("gce.stupidity.test")
def test_by_switch_who_is_stupid_may_shoot() -> None:
    assert bar(shooter("stupid", stupid_may_shoot=True)) == ""


@pytest.mark.rule("gce.shooting.not-when-engaged")
def test_who_is_engaged_may_not_shoot() -> None:
    game = shooter(foe="ork_boy x (11,10)")
    assert bar(game) == "gce.shooting.not-when-engaged"


@pytest.mark.rule("gce.shooting.not-when-engaged")
def test_crew_who_fight_no_boarder_shoot_on() -> None:
    game = table(
        """ork_trukk T (20,20) moved=gas   ork_boy A in T shoota fighting=y   ork_boy B in T shoota
        ork_boy y in T   ork_boy x (30,20)""",
        phase="shoot",
    )
    assert bar(game, "A") == "gce.shooting.not-when-engaged" and bar(game, "B") == ""


@pytest.mark.rule("gce.foot.board-no-shooting")
def test_a_boarder_does_not_shoot_while_enemies_are_aboard_who_are_not_down() -> None:
    text = "ork_trukk t (20,20) moved=gas   ork_boy A in t shoota   ork_boy y in t {0}   ork_boy x (30,20)"
    assert bar(table(text.format(""), phase="shoot")) == "gce.foot.board-no-shooting"
    assert bar(table(text.format("down"), phase="shoot")) == ""


@pytest.mark.rule("gce.shooting.ranged-attacks", "gce.special-weapons.grenade-instead")
def test_guns_bombs_and_thrown_spears_are_all_shot_with() -> None:
    game = shooter("frag_stikkbombz spear choppa")
    assert [arm.id for arm in ranged_arms(game.battle, game["A"])] == ["shoota", "frag_stikkbombz", "spear"]
    question = game.question(a("A"), a("x"))
    assert [option.id for option in question.options] == ["shoota", "frag_stikkbombz", "spear"]
    game = shooter("frag_stikkbombz", foe="ork_boy x (16,10)")
    game.play(a("A"), a("x"), a("frag_stikkbombz"), dice="5 1")
    assert why(may_shoot(game.battle, game["A"])).rule == "gce.shooting.once"


@pytest.mark.rule("gce.chase.shoot-twice", "gce.chase.shoot-first")
def test_who_chases_shoots_first_in_the_enemys_phase_and_again_in_his_own() -> None:
    game = table(
        """ork_trukk T (20,20) moved=gas   ork_spanner D in T driver shoota
        ork_trukk t (20,24) facing=0 moved=chase chasing=T chase=race
        ork_spanner d in t driver   ork_boy e in t shoota shot moved=ran   ork_boy A (30,26) shoota facing=180
        """,
        phase="shoot",
    )
    game.play(b("e"), b("T"), dice="1")
    game.play(a("A"), a("t"), dice="1")
    assert game["e"].shot and game["A"].shot


@pytest.mark.rule("gce.chase.shoot-twice")
def test_by_switch_he_shoots_at_nobody_but_whom_he_chases() -> None:
    text = """ork_trukk T (20,20) moved=gas   ork_boy A (14,30)
        ork_trukk t (20,24) facing=0 moved=chase chasing=T chase=race   ork_boy e in t shoota"""
    for switch, rule in (("any", ""), ("chased_only", "gce.chase.shoot-twice")):
        game = table(text, phase="shoot", chase_fire=switch)
        options = {option.id: option.barred for option in game.question(b("e")).options}
        assert (options["A"].rule if options["A"] else "") == rule


@pytest.mark.rule("gce.weapon.notes")
def test_why_a_weapon_is_not_ready() -> None:
    game = shooter("crossbow moved=walked")
    arm = ranged_arms(game.battle, game["A"])[1]
    assert why(not_ready(game.battle, game["A"], arm)).words == "not in a turn of movement"
    game["A"].moved = "stayed"
    assert not_ready(game.battle, game["A"], arm) is None
