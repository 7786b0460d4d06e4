"""Hiding: who may, what it does, and how it ends."""

from __future__ import annotations

import pytest

from tests.books.necromunda.position import table, why
from tests.kit.script import a, b
from warbook.books.necromunda import harm, hiding, shooting
from warbook.books.necromunda.sight import behind_cover, sees

BARRICADE = "wall (14,6) (14,14) h=1"
BEHIND = f"ganger A (13,10) hidden   {BARRICADE}"


@pytest.mark.rule("nec.hiding.enter")
def test_who_walks_3_inches_and_ends_behind_a_barricade_may_hide() -> None:
    game = table(f"ganger A (10,10)   ganger x (30,10)   {BARRICADE}").play(
        a("A"), a("walk"), a((13, 10)), a("hide")
    )
    assert game["A"].hidden and game.says("A hides")


@pytest.mark.rule("nec.hiding.enter")
def test_he_need_not() -> None:
    game = table(f"ganger A (10,10)   ganger x (30,10)   {BARRICADE}").play(
        a("A"), a("walk"), a((13, 10)), a("no")
    )
    assert not game["A"].hidden


@pytest.mark.rule("nec.hiding.enter")
def test_in_the_open_nobody_is_asked() -> None:
    game = table(f"ganger A (10,30)   ganger x (30,30)   {BARRICADE}").play(a("A"), a("walk"), a((13, 30)))
    assert game.unanswered is None and not game["A"].hidden


@pytest.mark.rule("nec.A7", "nec.hiding.enter")
def test_who_stands_in_cover_already_may_hide_without_moving() -> None:
    game = table(f"ganger A (13,10)   ganger x (30,10)   {BARRICADE}").play(a("A"), a("hide"))
    assert game["A"].hidden and game["A"].moved == "stayed"


@pytest.mark.rule("nec.A8", "nec.hiding.enter")
def test_cover_counts_only_if_it_stands_before_every_enemy() -> None:
    game = table(f"ganger A (13,10)   ganger x (30,10)   ganger y (13,30)   {BARRICADE}")
    assert game.option("hide", a("A")).barred.rule == "nec.hiding.enter"
    game["y"].pinned = True  # he is not on his feet
    assert game.option("hide", a("A")).barred is None


@pytest.mark.rule("nec.hiding.enter", "nec.A8")
@pytest.mark.parametrize("cover", ["area (10,7) (16,13) shelter=0.3", "wall (14,6) (14,14) h=0.3"])
def test_whatever_crosses_a_part_of_the_lines_is_cover(cover: str) -> None:
    game = table(f"ganger A (13,10)   ganger x (30,10)   {cover}")
    assert game.option("hide", a("A")).barred is None


@pytest.mark.rule("nec.movement.run-no-hiding", "nec.M23")
@pytest.mark.parametrize("how", ["ran", "charged", "fled"])
def test_who_ran_charged_or_fled_does_not_hide(how: str) -> None:
    game = table(f"ganger A (13,10) moved={how}   ganger x (30,10)   {BARRICADE}")
    assert why(hiding.may_hide(game.battle, game["A"])).rule == "nec.movement.run-no-hiding"


@pytest.mark.rule("nec.M25", "nec.hiding.enter")
def test_an_engaged_fighter_does_not_hide() -> None:
    game = table(f"ganger A (13,10)   ganger x (13,11)   {BARRICADE}")
    assert hiding.may_hide(game.battle, game["A"]) is not None


# ---------------------------------------------------------------- what it does


@pytest.mark.rule("nec.hiding.hidden")
def test_a_hidden_fighter_is_no_target() -> None:
    game = table(f"{BEHIND}   ganger B (40,40)   ganger x (30,10) autogun", phase="shoot", side="b")
    assert not sees(game.battle, game["x"], game["A"])
    game["B"].x, game["B"].y = 25.0, 10.0
    assert game.option("A", b("x")).barred.rule == "nec.hiding.hidden"


@pytest.mark.rule("nec.hiding.hidden")
def test_without_hiding_the_same_fighter_is_a_target() -> None:
    game = table(f"ganger A (13,10)   {BARRICADE}   ganger x (30,10) autogun", phase="shoot", side="b")
    assert game.option("A", b("x")).barred is None


# ---------------------------------------------------------------- how it ends


@pytest.mark.rule("nec.hiding.hidden", "nec.A9")
def test_who_leaves_his_cover_is_hidden_no_longer() -> None:
    game = table(f"{BEHIND}   ganger x (30,10)").play(a("A"), a("walk"), a((15, 10)))
    assert not game["A"].hidden and game.says("leaves his cover")


@pytest.mark.rule("nec.A9")
@pytest.mark.parametrize(("y", "hidden"), [(12.5, True), (12.8, False)])
def test_a_last_short_step_out_of_cover_gives_him_away(y: float, hidden: bool) -> None:
    """Seen from x the cover ends, at 13, at 12.1; his base reaches half an inch below."""
    game = table("ganger A (13,12.4) hidden   wall (14,8) (14,12) h=1   ganger x (30,10)")
    game.play(a("A"), a("walk"), a((13, y)))
    assert game["A"].hidden is hidden and game.unanswered is None


@pytest.mark.rule("nec.A9")
def test_who_moves_behind_cover_all_the_way_stays_hidden_unasked() -> None:
    game = table(f"{BEHIND}   ganger x (30,10)").play(a("A"), a("walk"), a((13, 8)))
    assert game["A"].hidden and game.unanswered is None


@pytest.mark.rule("nec.A9")
def test_a_gap_in_the_cover_on_the_way_gives_him_away() -> None:
    walls = "wall (14,6) (14,9) h=1   wall (14,11) (14,14) h=1"
    game = table(f"ganger A (13,8) hidden   {walls}   ganger x (30,10)").play(
        a("A"), a("walk"), a((13, 12)), a("no")
    )
    assert not game["A"].hidden
    game = table(f"ganger A (13,8) hidden   {walls}   ganger x (30,10)").play(
        a("A"), a("walk"), a((13, 12)), a("hide")
    )
    assert game["A"].hidden and game.says("leaves his cover")  # he may hide again where he ends


@pytest.mark.rule("nec.A9", "nec.M8", "nec.shooting.hit-modifiers")
def test_a_hidden_mover_is_shot_at_only_where_he_has_shown_himself() -> None:
    position = f"{BEHIND}   ganger x (30,10) autogun overwatch"
    assert table(position).play(a("A"), a("walk"), a((13, 8)))["x"].overwatch
    game = table(position).play(a("A"), a("walk"), a((15, 10)), b("0"), dice="6 1 5")
    assert game["A"].pinned and not game["A"].hidden
    gap = "ganger A (13,8) hidden   wall (14,6) (14,9) h=1   ganger x (30,10) autogun overwatch"
    game = table(gap).play(a("A"), a("walk"), a((13, 12)), b("0"), dice="1")
    (roll,) = game.rolled("nec.shooting.to-hit")
    assert "target appears or disappears" in [line.why for line in roll.modifiers]


@pytest.mark.rule("nec.hiding.revealed-by-shooting")
def test_a_hidden_fighter_who_shoots_and_misses_is_hidden_no_longer() -> None:
    game = table(f"ganger A (13,10) hidden autogun   {BARRICADE}   ganger x (30,10)", phase="shoot")
    game.play(a("A"), a("x"), dice="2")
    assert not game["A"].hidden and game.says("A shoots and is hidden no longer")


@pytest.mark.rule("nec.hiding.hidden")
def test_who_only_might_have_shot_stays_hidden() -> None:
    game = table(f"ganger A (13,10) hidden autogun   {BARRICADE}   ganger x (30,10)", phase="shoot")
    assert game.play(a("A"), a("hold"))["A"].hidden


@pytest.mark.rule("nec.A8", "nec.hiding.hidden")
def test_an_enemy_who_moves_to_where_the_cover_no_longer_stands_between_finds_him() -> None:
    position = f"{BEHIND}   ganger x (16,20)   ganger y (40,10)"
    game = table(position, side="b").play(b("x"), b("walk"), b((18, 19)))
    assert game["A"].hidden
    game = table(position, side="b").play(b("x"), b("walk"), b((13, 20)))
    assert not game["A"].hidden and game.says("A is found by x")


@pytest.mark.rule("nec.A8")
def test_he_is_found_even_if_the_enemy_sees_him_only_in_passing() -> None:
    # A second wall covers him from where x stops, not from the middle of the way.
    game = table(f"{BEHIND}   wall (11,15) (12.6,15) h=1   ganger x (16,20)   ganger y (40,10)", side="b")
    assert behind_cover(game.battle, game["A"])
    game.play(b("x"), b("walk"), b((12, 20)))
    assert not game["A"].hidden


@pytest.mark.rule("nec.A8", "nec.hiding.hidden")
def test_an_enemy_who_gets_up_with_a_clear_line_finds_him() -> None:
    game = table(
        f"{BEHIND}   ganger x (13,20) pinned lost_turn   ganger y (40,10)", phase="recover", side="b"
    )
    assert game["A"].hidden
    game.play()
    assert not game["A"].hidden and game.says("A is found by x")


@pytest.mark.rule("nec.A8", "nec.hiding.hidden")
def test_an_enemy_who_is_charged_and_gets_up_with_a_clear_line_finds_him() -> None:
    game = table(f"{BEHIND}   ganger B (13,24)   ganger x (13,20) pinned   ganger y (40,10)", phase="charge")
    game.play(a("B"), a("x"))
    assert not game["x"].pinned and not game["A"].hidden


@pytest.mark.rule("nec.M30")
@pytest.mark.parametrize(("x", "found"), [(17.1, False), (17.0, True)])
def test_an_enemy_within_his_initiative_in_inches_finds_him(x: float, found: bool) -> None:
    game = table(f"{BEHIND}   ganger x (19,10)   ganger y (40,10)", side="b").play(
        b("x"), b("walk"), b((x, 10))
    )
    assert game["A"].hidden is not found


@pytest.mark.rule("nec.M30")
def test_who_is_found_so_near_cannot_hide_either() -> None:
    game = table(f"ganger A (13,10)   {BARRICADE}   ganger x (16.5,10)")
    assert game.option("hide", a("A")).barred.rule == "nec.M30"


@pytest.mark.rule("nec.M30")
def test_by_switch_only_a_clear_line_finds_him() -> None:
    position = f"{BEHIND}   ganger x (19,10)   ganger y (40,10)"
    game = table(position, side="b", detection="none").play(b("x"), b("walk"), b((15.6, 10)))
    assert game["A"].hidden
    game = table(f"{BEHIND}   ganger x (16,20)   ganger y (40,10)", side="b", detection="none")
    assert not game.play(b("x"), b("walk"), b((13, 20)))["A"].hidden


@pytest.mark.rule("nec.M30")
def test_carapace_armour_halves_the_initiative_that_finds() -> None:
    position = (
        "ganger A (13,10) hidden   wall (14,6) (14,14) h=1   ganger x (19,10) {armour}   ganger y (40,10)"
    )
    game = table(position.format(armour="armour=carapace"), side="b").play(b("x"), b("walk"), b((16.5, 10)))
    assert game["A"].hidden
    game = table(position.format(armour="armour=flak"), side="b").play(b("x"), b("walk"), b((16.5, 10)))
    assert not game["A"].hidden


@pytest.mark.rule("nec.M8", "nec.hiding.hidden")
def test_a_hidden_fighter_may_be_on_overwatch_and_stays_hidden() -> None:
    game = table(f"ganger A (13,10) hidden autogun   {BARRICADE}   ganger x (30,10)").play(
        a("A"), a("overwatch"), a(0)
    )
    assert game["A"].hidden and game["A"].overwatch
    assert shooting.may_shoot(game.battle, game["A"]) is not None


@pytest.mark.rule("nec.hiding.hidden")
def test_who_goes_down_is_hidden_no_longer() -> None:
    game = table(f"{BEHIND}   ganger B (30,30)   ganger x (30,10)", phase="shoot", side="b")
    harm.go_down(game.game, game["A"])
    assert not game["A"].hidden


@pytest.mark.rule("nec.A8", "nec.A9")
@pytest.mark.parametrize(("y", "hidden"), [(11.0, True), (14.0, False)])
def test_where_all_enemies_lie_cover_is_judged_from_them_at_every_step(y: float, hidden: bool) -> None:
    fallen = "ganger x (10,10) down   ganger y (10,12) place=out"
    game = table(f"ganger A (20,10) hidden   wall (19,8) (19,12) h=1   {fallen}")
    game.play(a("A"), a("walk"), a((20, y)))
    assert game["A"].hidden is hidden


@pytest.mark.rule("nec.hiding.hidden")
@pytest.mark.parametrize(("state", "found"), [("", True), ("place=out", False)])
def test_nobody_is_found_who_is_no_longer_there(state, found):
    wall = "wall (13,9) (13,11) h=0.6"
    game = table(f"ganger A (10,14)     ganger x (13.6,10) hidden {state}     ganger y (40,40)     {wall}")
    game.play(a("A"), a("walk"), a((13.6, 12.5)))
    assert game.says("is found by") is found


@pytest.mark.rule("nec.A9", "nec.M17")
@pytest.mark.parametrize(("y", "hidden"), [(14.0, True), (20.0, False)])
def test_a_grenade_that_sleeps_beside_his_way_does_not_give_him_away(y: float, hidden: bool) -> None:
    """He comes upon it behind the wall; what does is that he goes on beyond the end of it."""
    dud = "dud (20.5,12) weapon=frag_grenades"
    game = table(f"ganger A (20,10) M=12 hidden   wall (19,4) (19,16) h=1   ganger x (6,10)   {dud}")
    game.play(a("A"), a("walk"), a((20, y)), dice="1")
    assert game["A"].hidden is hidden


@pytest.mark.rule("nec.hiding.enter", "nec.movement.engaged")
@pytest.mark.parametrize(("x", "rule"), [(11.0, "nec.hiding.enter"), (11.2, None)])
def test_who_fights_across_a_wall_does_not_hide_behind_it(x: float, rule: str | None) -> None:
    """Where only a clear line finds him: the wall is between them, and it is the contact that bars him."""
    game = table(f"ganger A (10,10)   wall (10.55,8) (10.55,12) h=1   ganger x ({x},10)", detection="none")
    refusal = hiding.may_hide(game.battle, game["A"])
    assert (refusal and refusal.rule) == rule
