"""The positions that tests are written in."""

from __future__ import annotations

import pytest

from tests.books.steampunk.position import at, battle, game, table
from tests.kit.script import Unanswered, a, sealed
from warbook.board.geometry import Spot
from warbook.books.steampunk.state import Mark, field
from warbook.core.game import Game
from warbook.core.questions import Choose, Form, Option

TEXT = """
    elf.elf-infantry A 3.4 ne fast order=360,F,B future=2 poison=8/6 living=0/2 hidden
    ork.ork-infantry x 3.2 order=chase,-,- next=-,-,chase equip=clockwork-wings loaded=ork.ork-musket:1
    ork.troll y 5.5
    gnome.assault-bots z 6.5     dwarf.transport-zeppelin C 2.2    dwarf.dwarf-infantry D aboard=C
    forest 3.3 4.3   road 3.3 3.5   smoke 5.5 count=2   poison 5.5 6.5 strength=8
"""


def test_a_position_is_read_from_text() -> None:
    read = battle(TEXT, turn=3, mountains_block=False)
    one, two = read.unit("A"), read.unit("x")
    assert (one.side, one.hex, one.facing, one.speed) == ("a", at("3.4"), 1, "fast")
    assert (one.movement, one.future, one.poison, one.living, one.hidden) == (
        "360, F, B",
        2,
        [8, 6],
        [0, 2],
        True,
    )
    assert (two.side, two.facing, two.speed, two.next_movement) == ("b", 3, "slow", "-, -, chase")
    assert two.loaded == {"ork.ork-musket": 1}
    assert read.unit("z").number == -1
    assert field(read, read.unit("z")).name
    assert "ork.clockwork-wings" in field(read, two).models[0].equipment
    assert (read.unit("D").place, read.unit("D").carrier) == ("aboard", "C")
    assert [army.nation for army in read.setup.armies] == ["elf", "ork"]
    assert read.ground_at(at("3.3")) == "forest"
    assert read.has_road(at("3.3")) and read.has_road(at("3.5")) and not read.has_road(at("4.3"))
    assert read.marked(at("5.5"), "smoke") == [Mark("smoke", *at("5.5"), 2)]
    assert read.marked(at("6.5"), "poison") == [Mark("poison", *at("6.5"), 1, 8)]
    assert (read.turn, read.rulings.mountains_block) == (3, False)


def step(on: Game) -> None:
    spots = [Spot(*on.battle.table.middle(at(name))) for name in ("3.3", "3.4")]
    options = [Option(f"o{n}", f"Option {n}", spot=spot) for n, spot in enumerate(spots)]
    question = Choose("Which?", options)
    answers = on.ask_all(
        {"a": Form("Both", {"A": question, "B": question}), "b": Form("One", {"x": question})}
    )
    on.battle.turn = [answers["a"]["A"], answers["a"]["B"], answers["b"]["x"]] == ["o0", "o1", "o1"] and 7
    on.battle.turn += on.dice.d6("spf.terrain.forest", need=4)


def test_a_chapter_is_run_with_dice_and_answers_by_id_label_or_hex() -> None:
    play = table(TEXT).run(step, dice="5", answers=[sealed(a={"A": "3.3", "B": "Option 1"}, b="o1")])
    assert play.battle.turn == 12
    assert [roll.faces for roll in play.rolled("spf.terrain.forest")] == [(5,)]


def test_what_is_left_over_or_missing_is_noticed() -> None:
    answers = [sealed(a={"A": "3.3", "B": "o1"}, b="o1")]
    with pytest.raises(AssertionError, match="dice never rolled"):
        table(TEXT).run(step, dice="5 5", answers=answers)
    with pytest.raises(AssertionError, match="never asked"):
        table(TEXT).run(step, dice="5", answers=[*answers, a("o1")])
    with pytest.raises(Unanswered):
        table(TEXT).run(step)
    assert table(TEXT).question(step).text == "Both"


def test_a_game_for_calling_functions_directly() -> None:
    on = game(battle(TEXT), dice="3", answers=[sealed(a={"A": "o0", "B": "o1"}, b="o1")])
    step(on)
    assert on.battle.turn == 10
