"""The order of a turn, and what lasts how long."""

from __future__ import annotations

import pytest

from tests.books.arap.table import table
from tests.kit.script import a, b
from warbook.board.geometry import Spot
from warbook.books.arap.movement.gaits import Gait
from warbook.books.arap.movement.marching import March
from warbook.books.arap.scenario import Part, Reserves, Zone
from warbook.core.dice import Seeded
from warbook.core.events import Phase, Rolled
from warbook.core.questions import Refused
from warbook.players.random import Random

TWO = "human_trooper A (10,10)   marine x (60,40)"


@pytest.mark.rule("arap.turn.phases", "arap.C1")
def test_a_player_turn_and_a_game_turn():
    game = table(TWO, phase="end", turn=1).play()
    assert (game.battle.side, game.battle.phase, game.battle.turn) == ("b", "start", 1)
    seen = []
    for _ in range(60):
        if game.battle.phase == "activation" and not game.battle.stack:
            game.play(b("done") if game.battle.side == "b" else a("done"))
        else:
            game.play()
        if game.battle.turn == 3:
            break
    for event in game.events:
        if isinstance(event, Phase):
            seen.append((event.turn, event.side, event.phase))
    phases = ["tests", "compulsory", "activation", "melee"]
    assert seen[:8] == [(1, "b", phase) for phase in phases] + [(2, "a", phase) for phase in phases]


RESERVES = (
    Part(zones=(Zone(),), friendly=("south",), enemy=("north",), reserves=Reserves(1, 4, 2, "south")),
    Part(zones=(Zone(),), friendly=("north",), enemy=("south",)),
)


@pytest.mark.rule("arap.turn.compulsory-reserves", "arap.H16")
def test_reserves_are_rolled_for_at_the_end_of_the_compulsory_phase():
    text = "human_trooper A (10,10)   human_trooper B (20,5) (22,5)   marine x (60,40)"
    game = table(text, phase="compulsory", turn=2, scenario={"parts": RESERVES})
    for figure in game.battle.members(game["B"]):
        figure.place = "reserve"
    waits = game.game.fork()
    game.play(dice="3")
    assert game.battle.stage == "reserves" and game.figure("B1").place == "reserve"
    assert game.play().battle.phase == "activation"
    game.game = waits
    game.game.players = dict.fromkeys(game.game.players, game.script)
    game.script.game = waits
    game.play(a((30, 3)), dice="4")
    assert game.battle.phase == "compulsory" and {game.figure(n).place for n in ("B1", "B2")} == {"table"}
    early = table(text, phase="compulsory", turn=1, scenario={"parts": RESERVES})
    early.figure("B1").place = early.figure("B2").place = "reserve"
    assert early.play().battle.phase == "activation"


@pytest.mark.rule("arap.C3", "arap.F16", "arap.morale.pinned")
def test_pinning_lasts_to_the_end_of_the_own_turn():
    game = table(TWO, phase="leftover", side="b")
    game["A"].pinned = game["x"].pinned = game["x"].suppressed = True
    game.play()
    assert game["A"].pinned and not game["x"].pinned and not game["x"].suppressed


@pytest.mark.rule("arap.morale.heavy-casualty-trigger")
def test_strength_is_counted_when_the_own_turn_ends():
    game = table("human_trooper A (10,10) models=5   marine x (60,40)", phase="leftover")
    game.figure("A5").place = "out"
    game["A"].hits, game["A"].lost = 3, {"x": 1}
    game.play()
    assert (game["A"].strength, game["A"].hits, game["A"].lost) == (4, 0, {})


@pytest.mark.rule("arap.movement.tactical-target", "arap.E7")
def test_tactical_movement_wears_off_with_the_own_activation_phase():
    game = table(TWO, phase="end", side="b", turn=1)
    game["A"].tactical = game["x"].tactical = 1
    game.play()
    assert (game.battle.side, game["A"].tactical) == ("a", 1)
    game.until("activation")
    assert (game["A"].tactical, game["x"].tactical) == (0, 1)


@pytest.mark.rule("arap.F6")
def test_how_far_a_figure_has_gone_is_kept_to_its_next_own_turn():
    game = table(TWO, phase="end", side="b", turn=1)
    game.figure("A1").gone = game.figure("x1").gone = 8.0
    game.play()
    assert (game.figure("A1").gone, game.figure("x1").gone) == (0.0, 8.0)


@pytest.mark.rule("arap.turn.melee-after-activation", "arap.C8")
def test_melee_comes_after_every_activation_phase():
    game = table(TWO).play(a("done"))
    assert (game.battle.phase, game.battle.side) == ("melee", "a")
    assert game.play().battle.phase == "leftover"


@pytest.mark.rule("arap.melee.break-off-next-turn")
def test_who_broke_off_keeps_away_to_the_end_of_its_next_turn():
    game = table("human_trooper A (10,10)   marine x (14,10) (16,10)", phase="leftover")
    game["A"].shuns = {"x": game.battle.next_turn_of("a")}
    game.play()
    assert game["A"].shuns == {"x": 3}
    game.battle.clock, game.battle.side, game.battle.phase = 3, "a", "activation"
    with pytest.raises(Refused, match="may not approach"):
        game.act("A", "move", (11, 10))
    game.act("A", "move", (10.53, 12))  # no nearer
    assert game.at("A1") == (10.53, 12)
    walker = March(game.battle, game["A"], Gait()).walkers["A1"]
    assert walker.may_end(game.figure("A1").spot) is None, "to stay is not to approach"
    for figure in game.battle.standing(game["x"]):
        figure.place = "out"
    assert walker.may_end(Spot(11, 12)) is None, "nobody is left to shun"
    game = table("human_trooper A (10,10)   marine x (14,10)", phase="leftover", turn=2)
    game["A"].shuns = {"x": 3}
    assert game.play()["A"].shuns == {}


@pytest.mark.rule("arap.C1", "arap.turn.phases")
def test_a_battle_of_three():
    """Three sides have their turns in order, each an enemy of both others."""
    game = table("human_trooper A (10,10)   marine x (30,10)   ork_brute q (20,30) side=c", phase="end").game
    game.players = {side: Random(4) for side in "abc"}
    game.source = Seeded(4)
    seen = []
    while game.battle.turn < 3 and not game.over:
        game.step()
        seen.append((game.battle.turn, game.battle.side))
    assert list(dict.fromkeys(seen))[:6] == [(1, "b"), (1, "c"), (2, "a"), (2, "b"), (2, "c"), (3, "a")]
    assert [unit.id for unit in game.battle.enemies("c")] == ["A", "x"]


@pytest.mark.rule("arap.turn.compulsory-moves", "arap.turn.compulsory-frequency", "arap.A3")
@pytest.mark.parametrize("side", ["a", "b"])
def test_routers_and_pursuers_move_before_any_activation_in_every_player_turn(side):
    text = (
        "human_trooper A (36,20) models=3 routing fled_from=x   marine x (36,32) pursuing=A   marine y (5,45)"
    )
    position = table(text, phase="compulsory", side=side)
    game = position.game
    game.players = {each: Random(1) for each in "ab"}
    game.source = Seeded(1)
    while game.battle.phase == "compulsory":
        assert not game.battle.stack and not any(unit.tried for unit in game.battle.units)
        game.step()
    assert position.figure("A1").y < 20 and position.figure("x1").y < 32


@pytest.mark.rule("arap.turn.compulsory-reserves", "arap.turn.compulsory-moves")
def test_routers_move_and_test_before_reserves_are_rolled_for():
    text = "human_trooper A (36,20) routing fled_from=x ld=7   human_trooper B (20,5)   marine x (36,24)"
    game = table(text, "compulsory", turn=2, scenario={"parts": RESERVES}, rout_path="automatic")
    game.figure("B1").place = "reserve"
    game.until("activation", dice="1 2" + " 6 6" + " 3")
    assert [event.rule for event in game.events if isinstance(event, Rolled)] == [
        "arap.rout.compulsory-move",
        "arap.rout.rally-test",
        "arap.turn.compulsory-reserves",
    ]
