"""A turn from top to bottom, and what all models of a unit share."""

from __future__ import annotations

import pytest

from tests.books.steampunk.position import Position, at, table
from tests.kit.script import a
from warbook.books.steampunk import BOOK
from warbook.books.steampunk.damage import harm, toughness
from warbook.books.steampunk.pending import Blow, Gain
from warbook.books.steampunk.turn import PHASES, TURN, step
from warbook.core.events import Phase

STEPS = """
    orders, gunnery 1,
    effects 1, movement 1, pre-assault 1, assault 1,
    effects 2, movement 2, pre-assault 2, assault 2,
    effects 3, movement 3, pre-assault 3, assault 3,
    gunnery 2, healing 1, agony 0, agony 1, agony 2, agony 3, agony 4, healing 2, aftermath
"""


def turn_of(play: Position, steps: int, dice: str = "") -> list[str]:
    """The steps that are carried out, from where the battle stands."""
    names = []
    for number in range(steps):
        names.append(play.battle.phase)
        play.run(step, dice=dice if not number else "")
    return names


@pytest.mark.rule("spf.turn.sequence", "spf.turn.movement-block", "spf.turn.aftermath")
def test_a_turn_is_one_list_of_steps() -> None:
    expected = [name.strip() for name in STEPS.split(",")]
    play = table(
        "elf.e34 A 3.9 order=-,-,-    ork.grunt x 3.1 order=-,-,-", phase="gunnery 1", orders_ahead=0
    )
    assert turn_of(play, len(expected) - 1) == expected[1:]
    assert (play.battle.turn, play.battle.phase) == (2, "orders")
    assert list(TURN) == expected


def test_the_parts_of_a_turn_are_told_in_order() -> None:
    play = table(
        "elf.e34 A 3.9 order=-,-,-    ork.grunt x 3.1 order=-,-,-", phase="gunnery 1", orders_ahead=0
    )
    turn_of(play, len(TURN) - 1)
    told = [event.phase for event in play.events if isinstance(event, Phase)]
    assert told == list(BOOK.phases[1:]) == list(PHASES.values())[1:]


@pytest.mark.rule("spf.turn.gunnery-steps", "spf.turn.simultaneous")
def test_who_is_destroyed_by_gunnery_1_does_not_move_in_movement_1() -> None:
    text = "elf.elf-scout A 3.9 still    ork.warg-rider x 3.1 south order=F,F,F"
    moves = table(text, phase="gunnery 1")
    turn_of(moves, 3)
    assert moves["x"].hex == at("3.2")
    hit = table(text, phase="gunnery 1")
    hit.battle.blows.append(Blow("x", "regular", 99, "shot", "spf.fire.basic"))
    hit.battle.blows.append(Blow("x", "regular", 99, "shot", "spf.fire.basic"))
    turn_of(hit, 3)
    assert (hit["x"].place, hit["x"].hex) == ("destroyed", at("3.1"))


@pytest.mark.rule("spf.turn.simultaneous")
def test_shots_of_one_step_do_not_profit_from_each_others_tokens() -> None:
    """Two results of 3, each +1 to future damage; with the token of the other one would be 4, and shake."""
    text = "spartan.peltasts A 5.6 still gunnery=fire,-    gnome.ballista-drone x 5.4 slow"
    play = table(text, phase="gunnery 1").run(step, dice="5 5 5 5", answers=[a("x")])
    assert (play["x"].future, play["x"].shaken) == (2, 0)


@pytest.mark.rule("spf.turn.movement-block", "spf.hexfx.trigger")
def test_a_cloud_acts_before_the_unit_moves_out_of_it() -> None:
    """A unit that starts movement 2 in a poison cloud hex is tested before it leaves, and not again after."""
    men = "elf.elf-infantry A 3.5 north slow living=0 order=-,F,-    ork.grunt x 3.1 order=-,-,-"
    play = table(f"{men}    poison 3.5 strength=6", phase="effects 2")
    assert turn_of(play, 4, dice="6") == ["effects 2", "movement 2", "pre-assault 2", "assault 2"]
    assert (play["A"].hex, play["A"].poison) == (at("3.4"), [6])
    assert turn_of(play, 1) == ["effects 3"] and play["A"].poison == [6]


@pytest.mark.rule("spf.turn.healing-windows", "spf.turn.agony")
def test_a_fire_extinguished_in_the_first_window_is_not_rolled_for() -> None:
    play = table("ork.troll A 3.9 fires=1    elf.e34 x 3.1", phase="healing 1")
    play.run(step, answers=[a("A:fire")])
    assert turn_of(play, 5) == [f"agony {number}" for number in range(5)]
    assert (play["A"].fires, play.rolled("spf.special.fire-roll")) == (0, [])


@pytest.mark.rule("spf.army.unit-shares-order-and-table")
def test_all_models_of_a_unit_have_one_order_and_one_damage_record() -> None:
    """A token that one hit leaves counts for the next, whichever model it strikes; one order moves all."""
    play = table("elf.e34 A 3.9    dwarf.dwarf-infantry x 3.1 south order=F,F,F", phase="movement 1")
    play.battle.gains.append(Gain("x", "future", "spf.damage.previous", 2))
    play.run(harm.apply)
    assert toughness.bonus(play.battle, play["x"], "regular", "regular")[0] == 2
    play.run(step)
    assert (play["x"].hex, len(play["x"].living)) == (at("3.2"), 4)
