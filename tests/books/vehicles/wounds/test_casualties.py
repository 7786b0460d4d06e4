import pytest

from tests.books.vehicles.table import Position, table
from tests.kit.script import By, a, b
from warbook.books.vehicles.army.lists import ModelType, Profile, UnitType
from warbook.books.vehicles.state import Game
from warbook.books.vehicles.wounds.casualties import (
    WoundHit,
    cover_need,
    destroy,
    get_up,
    go_to_ground,
    hurt,
)
from warbook.books.vehicles.wounds.falling import fallen, left_out
from warbook.books.vehicles.wounds.groups import common, leadership_of, ranks_of
from warbook.core.questions import Choose, Form, Refused

BRUTES = UnitType(
    id="brutes", name="Brutes", faction="orks", points=90, base=1.0, height=1.2,
    models=(ModelType(name="brute", count=3, profile=Profile(4, 3, 4, 4, 3, 3, 3, 8), save=4, weapons=()),),
)  # fmt: skip


def hit(game: Position, name: str, *hits: WoundHit, cover: int = 0, shooting: bool = False, dice: str = "",
        answers: tuple[By, ...] = ()) -> int:  # fmt: skip
    lost: list[int] = []
    game.does(
        lambda g: lost.append(hurt(g, game[name], hits, "y", cover, shooting=shooting)), *answers, dice=dice
    )
    return lost[0]


MINE, THEIRS = (a("usual"),), (b("usual"),)  # who falls
BOLT, LAS, MELTA = WoundHit(4, 5), WoundHit(3), WoundHit(8, 1)


@pytest.mark.rule("veh.P6", "veh.P7", "veh.P7.armour")
def test_a_hit_wounds_by_the_chart_and_armour_saves() -> None:
    game = table("tactical_squad A (10,10) models=4 kinds=1")
    assert hit(game, "A", BOLT, BOLT, BOLT, dice="3 4 5  2 3", answers=MINE) == 1
    assert game.rolled("veh.P6")[0].need == 4 and game.rolled("veh.P7.armour")[0].need == 3
    assert len(game.places("A")) == 3


@pytest.mark.rule("veh.P7.armour")
@pytest.mark.parametrize("ap, saves", [(None, True), (6, True), (5, False), (4, False)])
def test_ap_of_the_save_or_lower_beats_it(ap: int | None, saves: bool) -> None:
    game = table("guard_squad A (10,10) models=3 kinds=1")
    dice, answers = ("3 5", ()) if saves else ("3", MINE)
    assert hit(game, "A", WoundHit(4, ap), dice=dice, answers=answers) == (0 if saves else 1)


@pytest.mark.rule("veh.P7.invulnerable", "veh.P7")
def test_the_best_save_is_taken_and_an_invulnerable_one_knows_no_ap() -> None:
    game = table("terminator_squad A (10,10) models=2 kinds=1")
    assert hit(game, "A", MELTA, dice="2 5") == 0
    assert game.rolled("veh.P7.invulnerable")[0].need == 5
    game = table("terminator_squad A (10,10) models=2 kinds=1")
    assert hit(game, "A", BOLT, dice="4 2") == 0
    assert hit(game, "A", MELTA, cover=4, dice="2 3", answers=MINE) == 1
    assert game.rolled("veh.P7.armour")[0].need == 2 and game.rolled("veh.P7.cover")[0].need == 4


@pytest.mark.rule("veh.P7.cover")
def test_cover_saves_whatever_the_ap_but_not_from_what_ignores_it() -> None:
    game = table("guard_squad A (10,10) models=3 kinds=1")
    assert hit(game, "A", MELTA, cover=4, dice="2 4") == 0
    assert hit(game, "A", WoundHit(5, 4, ignores_cover=True), cover=4, dice="2", answers=MINE) == 1


@pytest.mark.rule("veh.P6", "veh.P14.wounds")
def test_nobody_has_a_second_wound_before_all_have_one() -> None:
    game = table("guard_squad A (10,10) models=4 kinds=0+1+1+2")
    assert len(ranks_of(game.battle, game["A"])) == 3
    hits = [WoundHit(4, 5)] * 4
    assert hit(game, "A", *hits, dice="3 3 3 3") == 3
    assert [model.id for model in game.battle.standing(game["A"])] == ["A4"]
    assert game.model("A4").wounds == 1 and not game.asked


@pytest.mark.rule("veh.P14.wounds")
def test_the_owner_says_who_is_wounded_first() -> None:
    game = table("guard_squad x (10,10) models=4 kinds=0+1+1+2")
    assert hit(game, "x", WoundHit(4, 5), dice="3", answers=(b("The sergeant first"),)) == 1
    assert [model.kind for model in game.battle.standing(game["x"])] == [1, 1, 2]
    game = table("guard_squad x (10,10) models=4 kinds=0+1+1+2")
    (question,) = [game.tries(lambda g: hurt(g, game["x"], [WoundHit(4, 5)], "y"), dice="3")]
    assert isinstance(question, Choose) and question.usual == "1" and question.kind == "wounds"


@pytest.mark.rule("veh.P14.wounds")
def test_saves_are_rolled_group_by_group() -> None:
    game = table("tactical_squad A (10,10) models=4 kinds=0+1+1+1")
    hits = [BOLT] * 5
    assert hit(game, "A", *hits, dice="4 4 4 4 4  3 3 3 1  2", answers=(a("1"), *MINE)) == 2
    assert [roll.faces for roll in game.rolled("veh.P7.armour")] == [(3,), (3,), (3,), (1,), (2,)]
    assert [model.kind for model in game.battle.standing(game["A"])] == [1, 1]


@pytest.mark.rule("veh.P14.wounds", "veh.P6")
def test_wounds_go_to_who_is_wounded_already_and_twice_the_toughness_kills_outright() -> None:
    game = table("brutes A (10,10) models=3", own_units=[BRUTES])
    assert hit(game, "A", WoundHit(4, 4), dice="4") == 0
    assert sorted(model.wounds for model in game.battle.standing(game["A"])) == [2, 3, 3]
    assert hit(game, "A", WoundHit(7, 4), WoundHit(7, 4), dice="2 2") == 1
    assert [model.wounds for model in game.battle.standing(game["A"])] == [3, 3]
    assert hit(game, "A", WoundHit(8, 4), dice="2", answers=MINE) == 1
    assert [model.wounds for model in game.battle.standing(game["A"])] == [3]


@pytest.mark.rule("veh.P14")
def test_a_mixed_unit_has_the_toughness_of_most_and_the_highest_leadership() -> None:
    game = table("ork_boyz A (10,10) models=4  mixed x (20,20)", own_units=[_mixed()])
    assert common(game.battle, game["A"], "t") == 4
    assert common(game.battle, game["x"], "t") == 5 and common(game.battle, game["x"], "ws") == 4
    assert leadership_of(game.battle, game["x"]) == 9
    game.does(lambda g: destroy(g, game["A"], "Gone.", "veh.P14"))
    assert not game.battle.members(game["A"]) and game.says("Gone.")


@pytest.mark.rule("veh.P14.wounds")
def test_the_owner_says_who_of_a_group_is_removed() -> None:
    game = table("guard_squad x (10,10) (12.5,10) (15,10) kinds=1")
    assert hit(game, "x", WoundHit(4, 5), dice="3", answers=(b("x2"),)) == 1
    assert game.places("x") == [(10.0, 10.0), (15.0, 10.0)]


@pytest.mark.rule("veh.P14.wounds")
def test_several_of_a_group_are_named_together() -> None:
    text = "tactical_squad x (10,10) (12,10) (14,10) (16,10) (18,10) kinds=1"
    game = table(text)
    form = game.tries(lambda g: hurt(g, game["x"], [MELTA] * 2, "y"), dice="2 2")
    assert isinstance(form, Form)
    assert form.suggested({}) == {"loss_1": "x1", "loss_2": "x2"}
    assert form.suggested({"loss_1": "x2"}) == {"loss_1": "x2", "loss_2": "x1"}
    with pytest.raises(Refused, match="Marine x3 falls already"):
        form.accept({"loss_1": "x3", "loss_2": "x3"})
    game = table(text)
    named = (b({"loss_2": "x4", "loss_1": "x2"}),)
    assert hit(game, "x", MELTA, MELTA, dice="2 2", answers=named) == 2
    assert game.places("x") == [(10.0, 10.0), (14.0, 10.0), (18.0, 10.0)]


@pytest.mark.rule("veh.P14.wounds")
@pytest.mark.parametrize("aboard", ["in R", "(10,10) (12,10)"])
def test_he_is_not_asked_where_there_is_no_choice(aboard: str) -> None:
    game = table(f"rhino R (20,20)      guard_squad A {aboard} models=2 kinds=1")
    hits = 1 if aboard == "in R" else 2
    assert hit(game, "A", *[WoundHit(4, 5)] * hits, dice="3 " * hits) == hits


@pytest.mark.rule("veh.P14.wounds")
def test_models_that_hold_a_unit_together_are_not_the_first_to_go() -> None:
    game = table("guard_squad A (10,10) (12.5,10) (15,10) kinds=1")
    assert hit(game, "A", WoundHit(4, 5), dice="3", answers=MINE) == 1
    assert (12.5, 10.0) in game.places("A")


# ---------------------------------------------------------------- going to ground


@pytest.mark.rule("veh.P7.ground")
@pytest.mark.parametrize("cover, need", [(0, 6), (4, 3), (2, 2), (6, 5)])
def test_gone_to_ground_the_cover_save_is_one_better(cover: int, need: int) -> None:
    game = table("guard_squad x (10,10) models=3 kinds=1", phase="shoot", side="a", first="a")
    assert cover_need(game["x"], cover) == (cover or 7)
    game.does(lambda g: go_to_ground(g, game["x"]))
    assert cover_need(game["x"], cover) == need and game["x"].grounded_until == 1


@pytest.mark.rule("veh.P7.ground")
def test_going_to_ground_is_asked_after_wounds_and_before_saves() -> None:
    game = table("guard_squad x (10,10) models=3 kinds=1", phase="shoot")
    assert hit(game, "x", MELTA, shooting=True, dice="2 6", answers=(b("ground"),)) == 0
    assert game["x"].grounded_until == 1 and game["x"].lost == 0
    assert hit(game, "x", MELTA, cover=4, shooting=True, dice="2 2", answers=THEIRS) == 1
    assert game.rolled("veh.P7.cover")[-1].need == 3 and game["x"].lost == 1


@pytest.mark.rule("veh.P7.ground")
def test_it_is_not_asked_where_it_would_save_nobody() -> None:
    game = table("tactical_squad x (10,10) models=3 kinds=1", phase="shoot")
    hit(game, "x", BOLT, shooting=True, dice="4 3")
    hit(game, "x", WoundHit(4, 3, ignores_cover=True), shooting=True, dice="4", answers=THEIRS)
    hit(game, "x", MELTA, dice="2", answers=THEIRS)
    assert {question.kind for _, question in game.asked} == {"who falls"}


@pytest.mark.rule("veh.P7.ground")
def test_a_unit_lies_until_the_end_of_its_own_next_turn() -> None:
    game = table("guard_squad x (10,10) models=3", phase="shoot", side="a", first="b", turn=2)
    game.does(lambda g: go_to_ground(g, game["x"]))
    assert game["x"].grounded_until == 3
    game.does(lambda g: get_up(g, "b"))
    assert game["x"].grounded_until == 3
    game.battle.turn = 3
    game.does(lambda g: get_up(g, "a"))
    assert game["x"].grounded_until == 3
    game.does(lambda g: get_up(g, "b"))
    assert game["x"].grounded_until == 0


def _mixed() -> UnitType:
    def model(name: str, t: int, ws: int, ld: int) -> ModelType:
        return ModelType(name=name, count=2, profile=Profile(ws, 3, 3, t, 1, 3, 1, ld), save=5, weapons=())

    return UnitType(
        id="mixed", name="Mixed", faction="orks", points=10, base=1.0, height=1.2,
        models=(model("old", 5, 3, 7), model("young", 4, 4, 9)),
    )  # fmt: skip


@pytest.mark.rule("veh.P14.wounds")
def test_unlike_wounds_are_dealt_by_the_owner_even_if_there_is_one_for_each() -> None:
    """Of a bolt and a melta shot he may choose who gets which; of two bolts all is one."""
    two = "tactical_squad A (10,10) (12,10) kinds=0+1"
    question = table(two).tries(lambda g: hurt(g, g.battle.unit("A"), (BOLT, MELTA), "y"), dice="4 2")
    assert isinstance(question, Choose) and question.kind == "wounds"
    game = table(two)
    assert hit(game, "A", BOLT, BOLT, dice="4 4  3 3") == 0


@pytest.mark.rule("veh.P14.wounds")
@pytest.mark.parametrize(("count", "asked"), [(1, 0), (2, 1), (3, 0)])
def test_the_owner_names_who_falls_besides_the_wounded_if_somebody_stays(count: int, asked: int) -> None:
    """Of three brutes one is wounded: he goes first, and of all three there is nothing to be named."""
    game = table("brutes A (10,10) (12,10) (14,10)", own_units=[BRUTES])
    game.model("A2").wounds = 1
    (ranks,) = ranks_of(game.battle, game["A"])
    gone: list[list[str]] = []

    def fall(g: Game) -> None:
        gone.extend([model.id for model in group] for group in fallen(g, game["A"], [(ranks, count)]))

    game.does(fall, *[a("usual")] * asked)
    assert len(gone[0]) == count and gone[0][0] == "A2"


@pytest.mark.rule("veh.P14.wounds")
def test_who_is_wounded_already_is_wounded_further() -> None:
    game = table("brutes A (10,10) (12,10) (14,10)", own_units=[BRUTES])
    game.model("A2").wounds = 2
    assert hit(game, "A", BOLT, dice="4  1") == 0
    assert [game.model(name).wounds for name in ("A1", "A2", "A3")] == [3, 1, 3]


@pytest.mark.rule("veh.P7.armour", "veh.P12")
@pytest.mark.parametrize(("beats", "dice"), [(True, "4"), (False, "4 3")])
def test_a_blow_that_allows_no_armour_save_is_not_saved_from(beats: bool, dice: str) -> None:
    game = table("tactical_squad A (10,10) models=4 kinds=1")
    blow = WoundHit(4, no_armour_save=beats)
    assert hit(game, "A", blow, dice=dice, answers=MINE if beats else ()) == beats


@pytest.mark.rule("veh.V42", "veh.V45")
def test_of_whom_there_is_no_room_for_nobody_is_asked_when_it_is_all_of_them() -> None:
    game = table("guard_squad A (10,10) models=3 kinds=0+1+1")
    lost: list[str] = []
    game.does(lambda g: lost.extend(model.id for model in left_out(g, game["A"], 3, "Who?")))
    assert sorted(lost) == ["A1", "A2", "A3"] and not game.asked
    asked = game.tries(lambda g: left_out(g, game["A"], 1, "Who?"))
    assert {option.id for option in asked.options} == {"A1", "A2", "A3"}
