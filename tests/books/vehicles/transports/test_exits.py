import pytest

from tests.books.vehicles.table import Position, table
from tests.kit.script import By, a
from warbook.board.formation import coherent
from warbook.board.geometry import Spot, gap, outside_base
from warbook.books.vehicles.field.bodies import bodies, hull
from warbook.books.vehicles.field.placing import beside
from warbook.books.vehicles.state import Game
from warbook.books.vehicles.transports.exits import exit_question, forced_out, in_crater
from warbook.core.questions import Form, Refusal, Refused, Route

# What leaves a Chimera no way out by its rear, and what leaves it none but the front.
WALLED = "area (12,12) (19.3,28) ground=impassable"
WALLS = "area (19.2,22) (27,28) ground=impassable  area (19.2,12) (27,18) ground=impassable"


def out(game: Position, deed: object = forced_out, dice: str = "") -> Position:
    """The owner takes the usual places."""

    def do(g: Game) -> None:
        deed(g, game["A"], game.ride("R"))  # type: ignore[operator]

    asked = game.battle.members(game["A"])
    assert asked
    form = _form(game, do, dice)
    if form is None:
        return game
    return game.does(do, By("a", form.suggested({})), dice=dice)


def _form(game: Position, do: object, dice: str) -> Form | None:
    from tests.kit.script import Unanswered

    twin = game.game.fork()
    try:
        with game.scripted((), dice):
            do(game.game)  # type: ignore[operator]
    except Unanswered as asked:
        assert isinstance(asked.question, Form)
        game.game.battle = twin.battle
        game.game.tape, game.game._at = [], 0
        return asked.question
    return None


@pytest.mark.rule("veh.damage.wrecked-passengers", "veh.P9")
def test_passengers_of_a_wreck_get_out_and_take_a_pinning_test() -> None:
    game = out(table("rhino R (20,20) wrecked  guard_squad A in R models=6", side="b"), dice="6 6")
    assert game["A"].aboard == "" and len(game.places("A")) == 6 and game["A"].grounded_until
    here = hull(game.ride("R"))
    assert coherent(bodies(game.battle, game["A"]), 2.01)
    assert all(gap(body, here) <= 1.03 for body in bodies(game.battle, game["A"]))
    assert game["A"].alighted == ""


@pytest.mark.rule("veh.damage.wrecked-passengers", "veh.P9")
def test_a_pinning_test_that_is_passed_changes_nothing() -> None:
    game = out(table("rhino R (20,20) wrecked  guard_squad A in R models=6", side="b"), dice="1 1")
    assert game["A"].grounded_until == 0


@pytest.mark.rule("veh.V42", "veh.damage.wrecked-passengers")
def test_blocked_access_points_mean_an_emergency_and_only_who_finds_no_place_is_destroyed() -> None:
    game = out(table(f"chimera R (20,20) wrecked  guard_squad A in R  {WALLED}"), dice="1 1")
    assert len(game.places("A")) == 9 and game["A"].alighted == "emergency"
    game = out(table(f"chimera R (20,20) wrecked  guard_squad A in R kinds=1  {WALLED}  {WALLS}"), dice="1 1")
    assert 3 < len(game.places("A")) < 9 and len(game.battle.members(game["A"])) == len(game.places("A"))
    assert game.says("finds no way out")


@pytest.mark.rule("veh.damage.explodes-survivors", "veh.V45")
def test_survivors_stand_where_the_vehicle_was_and_test() -> None:
    game = table("rhino R (20,20)  guard_squad A in R models=5", side="b")
    game.ride("R").place = "out"
    out(game, in_crater, dice="6 6")
    assert len(game.places("A")) == 5 and (20.0, 20.0) in game.places("A")
    assert all(outside_base(hull(game.ride("R")), x, y) <= 0 for x, y in game.places("A"))
    assert game["A"].grounded_until


@pytest.mark.rule("veh.V45")
def test_survivors_keep_an_inch_from_enemies_and_who_does_not_fit_is_destroyed() -> None:
    foes = "  ".join(f"guard_squad x{n} ({x},{y}) models=1" for n, (x, y) in enumerate(
        (x, y) for x in range(14, 27, 2) for y in range(14, 27, 2) if (x, y) != (20, 20)))  # fmt: skip
    game = table(f"rhino R (20,20)  guard_squad A in R kinds=1 models=4  {foes}", side="b")
    game.ride("R").place = "out"
    out(game, in_crater, dice="1 1" if len(game.battle.members(game["A"])) else "")
    assert game.places("A") == [(20.0, 20.0)]


@pytest.mark.rule("veh.V45", "veh.V42")
def test_the_owner_says_who_finds_no_place() -> None:
    foes = "  ".join(f"guard_squad x{n} ({x},{y}) models=1" for n, (x, y) in enumerate(
        (x, y) for x in range(14, 27, 2) for y in range(14, 27, 2) if (x, y) != (20, 20)))  # fmt: skip
    game = table(f"rhino R (20,20)  guard_squad A in R kinds=0+1+1 models=3  {foes}", side="b")
    game.ride("R").place = "out"
    named = a({"loss_1": "A1", "loss_2": "A3"})
    game.does(lambda g: in_crater(g, game["A"], game.ride("R")), named, dice="1 1")
    assert [model.id for model in game.battle.members(game["A"])] == ["A2"]


@pytest.mark.rule("veh.transport.disembark", "veh.V51", "veh.P4")
def test_places_are_refused_that_are_too_far_or_tear_the_unit_apart() -> None:
    game = table("rhino R (20,20)  guard_squad A in R models=2")
    from warbook.books.vehicles.field.placing import beside

    places = beside(game.battle, game["A"], game.ride("R"), ("left", "right", "rear"))
    form = exit_question(
        game.battle, game["A"], game.ride("R"), ("left", "right", "rear"), places, "veh.transport.disembark"
    )

    def at(*spots: tuple[float, float]) -> dict[str, object]:
        return {f"A{n + 1}": {"path": [[x, y, 0.0]]} for n, (x, y) in enumerate(spots)}

    form.accept(at((17, 20), (17, 21.2)))
    form.accept(at((19, 22.98), (21, 22.98)))
    for wrong in (
        ((17, 20), (17, 20.5)),
        ((19, 23.1), (21, 22.9)),
        ((19, 22.5), (19, 17.5)),
        ((23, 20), (23, 21)),
    ):
        with pytest.raises(Refused):
            form.accept(at(*wrong))


@pytest.mark.rule("veh.transport.disembark", "veh.V51")
@pytest.mark.parametrize("x, spot", [(17.0, (17.0, 24.0)), (18.0, (17.0, 24.0)), (10.0, (16.5, 24.0))])
def test_who_is_sent_onto_the_hull_or_far_off_gets_off_at_the_nearest_place(
    x: float, spot: tuple[float, float]
) -> None:
    """The rear of the Rhino is at 17.75, so that a base of an inch is whole within 2 inches from 16.25 to
    17.25; places lie half an inch apart."""
    game = table("rhino R (20,24)  tactical_squad A in R")
    battle, ride = game.battle, game.ride("R")
    form = exit_question(battle, game["A"], ride, ("rear",), beside(battle, game["A"], ride, ("rear",)), "r")
    route = form.parts["A1"]
    assert isinstance(route, Route)
    assert route.path(x, 24.0, None) == (Spot(*spot),)
    assert isinstance(route.judge((Spot(x, 24.0),)), Refusal) is (x != 17.0)


@pytest.mark.rule("veh.transport.disembark")
def test_the_places_that_are_shown_lie_all_round_an_open_topped_hull() -> None:
    game = table("trukk R (20,20)  ork_boyz A in R models=3")
    ride, unit = game.ride("R"), game["A"]
    places = beside(game.battle, unit, ride, None)
    question = exit_question(game.battle, unit, ride, None, places, "veh.transport.disembark")
    part = next(iter(question.parts.values()))
    assert isinstance(part, Route)
    shown = {(round(x - 20, 2), round(y - 20, 2)) for x, y, _ in part.reach()}
    assert shown == {(-x, y) for x, y in shown} == {(x, -y) for x, y in shown}
    most = max(x for x, _ in shown), max(y for _, y in shown)
    long, wide = hull(ride).base.length / 2, hull(ride).base.width / 2  # type: ignore[union-attr]
    assert long + 1.0 <= most[0] <= long + 1.5 and wide + 1.0 <= most[1] <= wide + 1.5
