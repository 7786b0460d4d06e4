"""Movement steps: what each code does, choices, overcrowding, and where enemies meet."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.books.steampunk.position import Position, at, battle, table
from tests.kit.script import By, a, b, sealed
from warbook.board.hexes import COMPASS, distance
from warbook.books.steampunk.army.notation import read_movement
from warbook.books.steampunk.movement.meeting import higher_die
from warbook.books.steampunk.movement.moving import move, random_direction
from warbook.books.steampunk.pending import Clash, Gain, Spread
from warbook.books.steampunk.state import AimToken, Battle
from warbook.core.dice import Seeded
from warbook.core.events import Moved, Revealed, Turned
from warbook.core.questions import Choose, Form, Refused
from warbook.core.state import clone


def play(text: str, *answers: Any, step: int = 1, dice: str = "", **given: Any) -> Position:
    return table(text, **given).run(move, step, dice=dice, answers=answers)


def entrants(clash: Clash) -> dict[str, tuple[str, bool]]:
    """By unit: the hex where it stands, and whether it tries to enter from there."""
    return {e.unit: (f"{e.q},{e.r}", e.enters) for e in clash.entrants}


def spelled(hex_: str) -> str:
    return "{},{}".format(*at(hex_))


def offered(question: Any, part: str) -> dict[str, bool]:
    """The options of a part of a form, and whether each is open."""
    assert isinstance(question, Form)
    choose = question.parts[part]
    assert isinstance(choose, Choose)
    return {option.id: option.barred is None for option in choose.options}


@pytest.mark.rule("spf.orders.simultaneous")
def test_what_all_are_about_to_do_is_turned_up_before_anybody_moves() -> None:
    """But not of who is hidden, nor of who does nothing in this step."""
    text = """elf.e34 A 5.8 n slow order=F,-,-   elf.e34 B 3.8 n slow order=-,F,-
              elf.e34 C 1.8 n slow order=F,-,- hidden=true   elf.e34 x 5.2 s slow order=L+F,-,-"""
    told = [event for event in play(text).game.events if isinstance(event, Revealed | Moved)]
    assert told[0] == Revealed(
        shown=(("A", "F", "forward"), ("x", "L+F", "turn left and forward")), rule="spf.orders.simultaneous"
    )
    assert {event.piece for event in told[1:] if isinstance(event, Moved)} >= {"A", "x"}
    assert not any(isinstance(event, Revealed) for event in told[1:])


# ---------------------------------------------------------------- codes without a choice


@pytest.mark.rule("spf.orders.forward", "spf.orders.three-parts", "spf.orders.no-action")
def test_forward_in_the_step_in_which_it_is_written() -> None:
    on = table("elf.e34 A 5.5 ne fast order=F,-,F")
    on.run(move, 1)
    assert (on["A"].hex, on["A"].facing) == (at("5.5").towards(1), 1)
    on.run(move, 2)
    assert on["A"].hex == at("5.5").towards(1)
    on.run(move, 3)
    assert on["A"].hex == at("5.5").towards(1, 2)


@pytest.mark.rule("spf.orders.three-parts", "spf.orders.brake")
def test_a_step_forward_then_brake_then_nothing() -> None:
    on = table("elf.e34 A 5.5 n fast order=F,B,-")
    for step, hex_, speed in ((1, "5.4", "fast"), (2, "5.4", "slow"), (3, "5.4", "slow")):
        on.run(move, step)
        assert (on["A"].hex, on["A"].speed) == (at(hex_), speed)


@pytest.mark.rule("spf.orders.rotate-right", "spf.orders.rotate-left", "spf.O17")
def test_turns_are_by_one_side() -> None:
    assert play("elf.e34 A 5.5 north order=R,-,-")["A"].facing == 1
    assert play("elf.e34 A 5.5 north order=L,-,-")["A"].facing == 5
    assert play("elf.pegasus-rider A 5.5 north fast-flying order=L+L,F,F")["A"].facing == 4


@pytest.mark.rule("spf.orders.accelerate", "spf.orders.accelerate-to", "spf.orders.brake-to", "spf.O4")
def test_changes_of_speed() -> None:
    on = table("elf.e34 A 5.5 still order=A,F,-")
    assert on.run(move, 1)["A"].speed == "slow" and on["A"].hex == at("5.5")
    assert on.run(move, 2)["A"].hex == at("5.4")
    assert play("elf.pegasus-rider A 5.5 order=A(fast-flying),F,-")["A"].speed == "fast-flying"
    assert play("dark-elf.scout A 5.5 order=B(crawl),-,-")["A"].speed == "crawl"
    assert play("elf.elf-infantry A 5.5 fast order=B+B,-,-")["A"].speed == "still"


@pytest.mark.rule("spf.orders.reverse")
def test_reverse_goes_back_without_turning() -> None:
    on = play("elf.e34 A 5.5 n still order=rev,-,-")
    assert (on["A"].hex, on["A"].facing) == (at("5.6"), 0)


@pytest.mark.rule("spf.orders.step-not-allowed", "spf.terrain.mountains", "spf.R15")
def test_what_cannot_be_done_is_not_done_and_the_rest_is_tried() -> None:
    on = table("elf.e34 A 5.5 fast order=F,L,F   mountains 5.4")
    assert on.run(move, 1)["A"].hex == at("5.5")
    on.run(move, 2).run(move, 3)
    assert on["A"].hex == at("5.5").towards(5)
    assert play("elf.elf-infantry A 5.5 order=F,-,-   mountains 5.4")["A"].hex == at("5.4")
    assert play("elf.e34 A 5.1 order=F,-,-")["A"].hex == at("5.1")


@pytest.mark.rule("spf.terrain.forest", "spf.terrain.swamp-enter", "spf.terrain.swamp-exit", "spf.R7")
def test_a_failed_roll_keeps_the_unit_where_it_is() -> None:
    text = "elf.e34 A 5.5 fast order=F,-,-   {} 5.{}"
    assert play(text.format("forest", 4), dice="1")["A"].hex == at("5.5")
    assert play(text.format("forest", 4), dice="2")["A"].hex == at("5.4")
    assert play(text.format("swamp", 4), dice="1")["A"].hex == at("5.5")
    assert play(text.format("swamp", 4), dice="2")["A"].hex == at("5.4")
    assert play(text.format("swamp", 5), dice="2")["A"].hex == at("5.5")
    assert play(text.format("swamp", 5), dice="3")["A"].hex == at("5.4")
    failed = play(text.format("forest", 4) + "   ork.grunt x 5.4 order=-,-,-", dice="1")
    assert failed["A"].speed == "fast" and not failed.battle.clashes  # ruling R7: no assault follows


def test_damage_keeps_units_from_moving_turning_and_changing_speed() -> None:
    """cannot-move, cannot-rotate, cannot-change-speed"""
    on = play("elf.e34 A 5.5 slow critical=cannot-move order=L+F+A,-,-")
    assert (on["A"].hex, on["A"].facing, on["A"].speed) == (at("5.5"), 5, "fast")
    on = play("elf.e34 A 5.5 slow critical=cannot-rotate order=L+F+A,-,-")
    assert (on["A"].hex, on["A"].facing, on["A"].speed) == (at("5.4"), 0, "fast")
    on = play("elf.e34 A 5.5 slow critical=cannot-change-speed order=L+F+A,-,-")
    assert (on["A"].hex, on["A"].facing, on["A"].speed) == (at("5.5").towards(5), 5, "slow")
    on = play("ork.grunt x 5.5 s critical=cannot-rotate order=chase,-,-   elf.e34 A 5.2 order=-,-,-")
    assert (on["x"].hex, on["x"].facing) == (at("5.4"), 3)


@pytest.mark.rule("spf.orders.aim", "spf.O13")
def test_aim_as_a_movement_order() -> None:
    on = table("dwarf.dw42 A 5.5 still order=aim,-,-", turn=3)
    on.run(move, 1).run(move, 1)
    assert on["A"].aims == [AimToken(*at("5.5"), 3, 1)]


@pytest.mark.ability("aim-lost-on-moving")
def test_aim_lost_on_moving() -> None:
    on = table("dwarf.zap A 5.5 order=F,-,-   dwarf.dw42 B 3.5 order=F,-,-")
    for unit in (on["A"], on["B"]):
        unit.aims = [AimToken(unit.q, unit.r, 1, 1)]
    on.run(move, 1)
    assert not on["A"].aims and on["B"].aims


# ---------------------------------------------------------------- several codes in a step


@pytest.mark.rule("spf.orders.plus", "spf.O5", "spf.orders.turn-free")
def test_codes_of_a_step_run_from_left_to_right() -> None:
    on = table("elf.elf-infantry A 5.5 n order=360+A,F,F")
    on.run(move, 1, answers=[a("south")])
    assert (on["A"].facing, on["A"].speed, on["A"].hex) == (3, "fast", at("5.5"))
    on.run(move, 2).run(move, 3)
    assert on["A"].hex == at("5.7")
    eagle = play("elf.eagle-rider A 5.5 n fast order=360+F+360,F,-", a("south"), a("north"))
    assert (eagle["A"].hex, eagle["A"].facing) == (at("5.6"), 0)


@pytest.mark.rule("spf.O5", "spf.orders.simultaneous")
def test_hex_moves_are_made_together_first_all_first_ones() -> None:
    """x leaves 5.4 with its first move, so A finds it empty with its own, and meets x with its second."""
    on = play("elf.eagle-rider A 5.5 fast order=F+F,-,-   elf.eagle-rider x 5.4 n fast order=F,-,-")
    assert on["A"].hex == at("5.4")
    assert [clash.hex for clash in on.battle.clashes] == [at("5.3")]
    assert entrants(on.battle.clashes[0]) == {"A": (spelled("5.4"), True), "x": (spelled("5.3"), False)}


@pytest.mark.rule("spf.O5")
def test_contact_ends_the_rest_of_the_step() -> None:
    on = play("elf.elk-cavalry A 5.5 fast order=F+B,-,-   ork.grunt x 5.4 order=-,-,-")
    assert on["A"].speed == "fast"
    assert on["A"].hex == at("5.5")
    on = play("elf.elk-cavalry A 5.5 fast order=F+B,-,-")
    assert on["A"].speed == "slow"


# ---------------------------------------------------------------- chase


@pytest.mark.rule("spf.orders.chase", "spf.O6", "spf.O7")
def test_chase_goes_to_where_the_enemy_will_be() -> None:
    """A is at distance 4 straight to the north and goes to the south-east: only 6.5 and 5.5 lead closer."""
    text = "ork.grunt x 5.6 s order=chase,-,-   elf.e34 A 5.2 {} fast order=F,-,-"
    stays = table(text.format("se").replace("order=F", "order=-"))
    assert stays.run(move, 1)["x"].hex == at("5.5")
    question = table(text.format("se")).question(move, 1)
    assert offered(question, "x") == {"5.5": True, "6.5": True}
    on = play(text.format("se"), b("6.5"))
    assert (on["x"].hex, on["x"].facing) == (at("6.5"), 1)  # ruling O7
    assert play(text.format("se"), b("6.5"), choice_moves_turn=False)["x"].facing == 3


@pytest.mark.rule("spf.orders.chase", "spf.O6")
def test_chase_takes_the_nearest_and_the_owner_breaks_ties() -> None:
    text = (
        "ork.grunt x 5.5 order=chase,-,-   elf.e34 A 5.2 still order=-,-,-   elf.e34 B 5.{} still order=-,-,-"
    )
    assert play(text.format(9))["x"].hex == at("5.4")
    question = table(text.format(8)).question(move, 1)
    assert offered(question, "x") == {"5.4": True, "5.6": True}
    assert play(text.format(8), b("5.6"))["x"].hex == at("5.6")


@pytest.mark.rule("spf.orders.chase", "spf.O6")
def test_chase_ignores_hidden_units_and_on_the_ground_flying_ones() -> None:
    text = "elf.e34 A 5.1 still order=-,-,-   elf.{} B 5.7 {} order=-,-,-   {} 5.5 {} order=chase,-,-"
    far, near = at("5.4"), at("5.6")
    assert play(text.format("e34", "still", "ork.grunt x", "slow"))["x"].hex == near
    assert play(text.format("e34", "still hidden", "ork.grunt x", "slow"))["x"].hex == far
    assert play(text.format("pegasus-rider", "fast-flying", "ork.grunt x", "slow"))["x"].hex == far
    assert (
        play(text.format("pegasus-rider", "fast-flying", "elf.pegasus-rider x", "fast-flying"))["x"].hex
        == near
    )


@pytest.mark.rule("spf.orders.chase", "spf.O6")
def test_a_chaser_awaits_the_enemy_that_comes_to_its_own_hex() -> None:
    on = play("ork.grunt x 5.4 s order=chase,-,-   elf.e34 A 5.5 n fast order=F,-,-")
    assert entrants(on.battle.clashes[0]) == {"A": (spelled("5.5"), True), "x": (spelled("5.4"), False)}


@pytest.mark.rule("spf.O6")
def test_units_that_chase_each_other_take_the_other_where_it_stands() -> None:
    on = play("ork.grunt x 5.2 order=chase,-,-   gnome.gnome-infantry A 5.5 order=chase,-,-")
    assert (on["x"].hex, on["A"].hex) == (at("5.3"), at("5.4"))
    assert not on.battle.clashes


@pytest.mark.rule("spf.O6")
def test_a_chaser_reckons_with_the_rest_of_a_step_but_not_with_open_choices() -> None:
    """x is at 5.6: an enemy in column 5 leaves only 5.5, one in column 6 also 6.5."""
    both = {"5.5": True, "6.5": True}
    twice = "ork.grunt x 5.6 order=chase,-,-   elf.e34 A 4.2 se fast order=F+F,-,-"
    assert offered(table(twice).question(move, 1), "x") == both
    undecided = "ork.grunt x 5.6 order=chase,-,-   elf.elf-infantry A 6.2 sw order=D+F,-,-"
    assert offered(table(undecided).question(move, 1), "x") == both
    chasing = "gnome.gnome-infantry x 5.6 order=chase,-,-   ork.grunt A 6.2 order=chase,-,-"
    assert offered(table(chasing).question(move, 1, answers=[a("5.3")]), "x") == both


def test_some_chase_anyone_while_shaken() -> None:
    text = """
        elf.armored-oliphant-riders A 5.5 slow shaken={} order=-,-,-
        elf.e34 B 5.7 still order=-,-,-   ork.grunt x 5.1 order=-,-,-
    """
    assert play(text.format(1), step=3)["A"].hex == at("5.6")
    assert play(text.format(0), step=3)["A"].hex == at("5.5")


@pytest.mark.rule("spf.orders.chase", "spf.terrain.mountains")
def test_chase_does_not_lead_where_the_unit_cannot_go() -> None:
    text = "gnome.quad-bike x 5.5 order=chase,-,-   elf.e34 A 5.2 still order=-,-,-"
    on = play(f"{text}   mountains 5.4")
    assert on["x"].hex == at("5.5")
    assert play(f"{text}   forest 5.4", dice="2")["x"].hex == at("5.4")


@pytest.mark.rule("spf.terrain.forest")
def test_options_show_the_chance_to_get_through_terrain() -> None:
    text = "gnome.quad-bike x 5.6 order=chase,-,-   elf.e34 A 6.2 still order=-,-,-   forest 5.5"
    question = table(text).question(move, 1)
    options = {option.id: option for option in question.parts["x"].options}
    assert options["6.5"].preview is None
    assert options["5.5"].preview().outcomes == (("stays", Fraction(1, 6)), ("enters", Fraction(5, 6)))


# ---------------------------------------------------------------- flee


@pytest.mark.rule("spf.orders.flee", "spf.O8")
def test_flee_leads_away_from_the_nearest_enemy() -> None:
    text = "elf.e34 A 5.2 order=-,-,-   ork.grunt x 5.5 order=flee,-,-"
    question = table(text).question(move, 1)
    assert offered(question, "x") == {"5.6": True, "6.5": True, "4.5": True}
    assert play(text, b("6.5"))["x"].hex == at("6.5")


@pytest.mark.rule("spf.orders.flee", "spf.O8")
def test_flee_not_closer_where_nothing_is_farther() -> None:
    """Between enemies to the north and to the south: sideways the nearest is no farther, but no closer."""
    text = "elf.e34 A 5.3 order=-,-,-   elf.e34 B 5.7 order=-,-,-   ork.grunt x 5.5 order=flee,-,-"
    around = at("5.5").neighbours()
    far = {hex_: min(distance(hex_, at("5.3")), distance(hex_, at("5.7"))) for hex_ in around}
    assert max(far.values()) == 2
    question = table(text).question(move, 1)
    assert len(offered(question, "x")) == sum(value == 2 for value in far.values()) == 4


@pytest.mark.rule("spf.orders.flee", "spf.O8")
def test_the_enemy_chooses_where_nothing_else_is_left() -> None:
    """All six neighbours are closer to an enemy, or mountains."""
    foes = "   ".join(f"elf.e34 {name} {hex_} order=-,-,-" for name, hex_ in zip("ABCDEF", RING, strict=True))
    on = table(f"ork.grunt x 5.5 order=flee,-,-   {foes}")
    question = on.question(move, 1)
    assert set(offered(question, "x")) == {"5.4", "5.6", "4.4", "4.5", "6.4", "6.5"}
    on.run(move, 1, answers=[a("6.4")])
    assert (on["x"].hex, on["x"].facing) == (at("6.4"), 1)
    play(f"ork.grunt x 5.5 hidden order=flee,-,-   {foes}   ruins 6.4", b("6.4"))


RING = ("5.3", "7.4", "7.6", "5.7", "3.6", "3.4")  # two hexes from 5.5 in each direction


@pytest.mark.rule("spf.orders.flee", "spf.R15")
def test_fleeing_off_the_map() -> None:
    text = "elf.e34 A 5.6 order=-,-,-   ork.battlewagon x 5.9 order=flee,-,-   ork.ork-infantry y aboard=x"
    question = table(text).question(move, 1)
    assert offered(question, "x")["leave"]
    on = play(text, b("leave"))
    assert (on["x"].place, on["y"].place) == ("fled", "fled")
    assert "leave" not in offered(table(text, flee_off_map="never").question(move, 1), "x")
    assert play(text, flee_off_map="forced")["x"].place == "fled"
    inside = "elf.e34 A 5.4 order=-,-,-   ork.grunt x 5.5 order=flee,-,-"
    assert "leave" not in offered(table(inside).question(move, 1), "x")


# ---------------------------------------------------------------- drift, random, road, follow, help


@pytest.mark.rule("spf.orders.drift")
def test_drift_goes_any_way_and_keeps_the_facing() -> None:
    text = "gnome.gnome-helicopter A 5.5 n still-flying order=D,-,-"
    assert len(offered(table(text).question(move, 1), "A")) == 6
    on = play(text, a("5.6"))
    assert (on["A"].hex, on["A"].facing) == (at("5.6"), 0)


@pytest.mark.rule("spf.orders.drift")
@pytest.mark.parametrize("face", range(1, 7))
def test_random_drift(face: int) -> None:
    """random-drift: the die counts directions clockwise from north; into an enemy it is an assault."""
    on = play("dwarf.mini-zeppelin A 5.5 se fast order=random,F,F", dice=str(face))
    assert (on["A"].hex, on["A"].facing) == (at("5.5").towards(face - 1), 2)
    assert random_direction.odds().chance(face - 1) == Fraction(1, 6)
    met = play("dwarf.mini-zeppelin A 5.5 fast order=random,F,F   ork.grunt x 5.4 order=-,-,-", dice="1")
    assert met.battle.clashes[0].hex == at("5.4")


@pytest.mark.rule("spf.orders.road", "spf.O11", "spf.terrain.road")
def test_along_a_road() -> None:
    order = "fast order=road,-,-"
    on = play(f"elf.tattoo-ink A 5.5 n {order}   road 5.5 6.4 4.5   forest 6.4")
    assert (on["A"].hex, on["A"].facing) == (at("6.4"), 1)
    on = play(f"elf.tattoo-ink A 5.5 n {order}   road 5.4 4.5")
    assert on["A"].hex == at("5.5")
    fork = f"elf.tattoo-ink A 5.5 n {order}   road 5.5 6.4 4.4 5.6"
    assert offered(table(fork).question(move, 1), "A") == {"6.4": True, "4.4": True}
    assert play(fork, a("4.4"), choice_moves_turn=False)["A"].facing == 5
    branch = f"elf.tattoo-ink A 5.5 n {order}   road 5.5 5.4 6.4 5.6"
    assert offered(table(branch).question(move, 1), "A") == {"5.4": True, "6.4": True}


@pytest.mark.rule("spf.orders.follow")
@pytest.mark.ability("orders-follow")
def test_follow_goes_closer_to_a_leader() -> None:
    leaders = "ork.ork-infantry y 5.{} equip=war-drum replace=ork-elite-infantry order=-,-,-"
    text = f"elf.e34 A 1.1 order=-,-,-   ork.grunt x 5.5 order=-,-,follow   {leaders}"
    assert play(text.format(2), step=3)["x"].hex == at("5.4")
    two = f"{text.format(2)}   {leaders.format(8).replace(' y ', ' z ')}"
    question = table(two).question(move, 3)
    assert offered(question, "x") == {"5.4": True, "5.6": True}
    assert play("elf.e34 A 1.1 order=-,-,-   ork.grunt x 5.5 order=-,-,follow", step=3)["x"].hex == at("5.5")


@pytest.mark.rule("spf.orders.help", "spf.O12")
def test_help_goes_closer_to_a_friend_it_can_cure() -> None:
    text = "spartan.iatros A 5.5 order=help,-,-   spartan.hoplites B 5.2 order=-,-,- {}"
    assert play(text.format(""))["A"].hex == at("5.5")
    assert play(text.format("poison=6"))["A"].hex == at("5.4")
    assert play(text.format("shaken=0 future=1"))["A"].hex == at("5.4")
    machine = "spartan.iatros A 5.5 order=help,-,-   spartan.bronze-titan B 5.2 order=-,-,- {}"
    assert play(machine.format("poison=6"))["A"].hex == at("5.5")
    assert play(machine.format("future=1"))["A"].hex == at("5.4")
    with_it = "spartan.iatros A 5.5 order=help,-,-   spartan.hoplites B 5.5 order=-,-,- future=1"
    assert play(with_it)["A"].hex == at("5.5")


@pytest.mark.rule("spf.orders.help")
@pytest.mark.ability("help-extended")
def test_what_else_a_unicorn_rider_may_do_to_help() -> None:
    unicorn = "elf.armored-unicorn-rider A 5.5 fast order=help,help,help"
    foe = "ork.grunt x 1.1 order=-,-,-"
    assert play(f"{unicorn}   elf.elk-cavalry B 5.8 order=-,-,-   elf.e34 C 5.3 order=-,-,-   {foe}")[
        "A"
    ].hex == at("5.6")
    assert play(f"{unicorn}   elf.e34 C 5.3 order=-,-,-   {foe}")["A"].hex == at("5.4")
    alone = table(f"{unicorn}   {foe}").question(move, 1)
    assert all(distance(at(hex_), at("1.1")) > distance(at("5.5"), at("1.1")) for hex_ in offered(alone, "A"))
    swap = f"{unicorn}   elf.elf-infantry B 5.4 future=1 order=-,-,-   {foe}"
    assert offered(table(swap).question(move, 1), "A") == {"5.4": True, "swap B": True}
    on = play(swap, a("swap B"))
    assert (on["A"].hex, on["B"].hex) == (at("5.4"), at("5.5"))
    tends = play(f"{unicorn}   elf.elf-infantry B 5.5 future=2 order=-,-,-   {foe}", a("B:future"))
    assert (tends["A"].hex, tends["B"].future) == (at("5.5"), 1)


# ---------------------------------------------------------------- who chooses when


@pytest.mark.rule("spf.orders.choice-rank")
def test_the_higher_rank_chooses_last() -> None:
    text = "elf.elf-infantry A 5.8 order=360,-,-   ork.ork-infantry x 5.2 order=360,-,-"
    on = play(text, b("north"), a("south"))
    assert (on["x"].facing, on["A"].facing) == (0, 3)


@pytest.mark.rule("spf.orders.choice-rank", "spf.O9")
def test_the_same_nation_rolls_off_once_and_the_winner_chooses_last() -> None:
    text = "ork.ork-infantry A 5.8 order=360+360,-,-   ork.ork-infantry x 5.2 order=360+360,-,-"
    play(text, b("north"), a("north"), b("north"), a("north"), dice="3 3 5 2")
    play(text, a("north"), b("north"), a("north"), b("north"), dice="1 2")
    faces = [(one > two) - (one < two) for one, two in product(range(1, 7), repeat=2)]
    odds = higher_die.odds()
    assert odds.chance("a") == Fraction(faces.count(1), 36) and odds.chance("") == Fraction(6, 36)


@pytest.mark.rule("spf.orders.choice-assault-declare", "spf.orders.choice-assault-sequence")
def test_who_wants_an_assault_says_so_first_and_chooses_last() -> None:
    """The chaser may go for A, whom it reaches, or for B, who is as near but in the other direction."""
    text = """
        ork.grunt x 5.5 order=chase,-,-
        elf.elf-infantry A 5.4 order=360,-,-    elf.elf-infantry B 5.6 order=360,-,-
        gnome.gnome-helicopter C 9.9 still-flying order=D,-,-
    """
    on = table(text)
    peaceful = a({"A": "north", "B": "north", "C": "9.8"})
    assert offered(on.question(move, 1, answers=[peaceful]), "x") == {"5.4": True, "5.6": True}
    on.run(move, 1, answers=[peaceful, b("5.6")])
    assert on.battle.clashes[0].hex == at("5.6")


@pytest.mark.rule("spf.orders.choice-rank")
def test_a_facing_and_a_hex_are_chosen_in_one_order() -> None:
    """The Ork's hex comes before the Elf's facing, and the Ork's facing before the Elf's hex."""
    turn, flee = "elf.elf-infantry A 5.8 order=360,-,-", "ork.grunt x 5.2 order=flee,-,-"
    play(f"{turn}   {flee}", b("5.1"), a("south"))
    turn, flee = "ork.ork-infantry x 5.2 order=360,-,-", "elf.elf-infantry A 5.8 order=flee,-,-"
    play(f"{turn}   {flee}", b("south"), a("5.9"))
    both = play(f"{turn}   {flee}   ork.grunt y 9.2 order=flee,-,-", b({"x": "north", "y": "9.1"}), a("5.9"))
    assert (both["x"].facing, both["y"].hex, both["A"].hex) == (0, at("9.1"), at("5.9"))


@pytest.mark.rule("spf.orders.chase", "spf.orders.choice-rank", "spf.O6")
def test_who_chooses_later_knows_where_those_who_turned_are_going() -> None:
    text = "ork.ork-infantry A 5.2 n order=360+F,-,-   dwarf.dwarf-infantry x 5.6 order=chase,-,-"
    question = table(text).question(move, 1, answers=[a("south-east")])
    assert offered(question, "x") == {"5.5": True, "6.5": True}
    on = play(text, a("south"))  # then 5.5 alone leads closer
    assert (on["A"].hex, on["x"].hex) == (at("5.3"), at("5.5"))


EAGLES = """
    elf.eagle-rider A 5.5 n fast order=360+F,-,-
    ork.grunt z 1.1 order=-,-,-    elf.eagle-rider x 5.4 s fast order={},-,-
"""


@pytest.mark.rule("spf.orders.choice-assault-declare", "spf.orders.choice-assault-sequence")
def test_who_turns_and_goes_forward_declares_whether_it_enters_an_assault() -> None:
    text = EAGLES.format("-")
    peace = table(text).question(move, 1, answers=[a("no")])
    assert offered(peace, "A") == {name: name != "north" for name in COMPASS}
    assert play(text, a("no"), a("south"))["A"].hex == at("5.6")
    with pytest.raises(Refused, match="declared"):
        play(text, a("no"), a("north"))
    on = play(text, a("yes"))  # only one facing leads into an assault
    assert [clash.hex for clash in on.battle.clashes] == [at("5.4")]


@pytest.mark.rule("spf.orders.choice-assault-declare", "spf.orders.choice-assault-sequence")
def test_both_declare_sealed_and_who_wants_no_assault_chooses_first() -> None:
    text = EAGLES.format("360+F")
    fled = play(text, sealed(a="yes", b="no"), b("north"), a("north"))
    assert (fled["A"].hex, fled["x"].hex, fled.battle.clashes) == (at("5.4"), at("5.3"), [])
    fled = play(text, sealed(a="no", b="yes"), a("south"), b("south"))
    assert (fled["A"].hex, fled["x"].hex) == (at("5.6"), at("5.5"))
    calm = play(text, sealed(a="no", b="no"), b("north"), a("south"))  # the Orks first, then the Elves
    assert (calm["A"].hex, calm["x"].hex) == (at("5.6"), at("5.3"))


@pytest.mark.rule("spf.orders.choice-assault-declare", "spf.assault.trigger-swap")
def test_to_change_places_with_an_enemy_is_to_enter_an_assault() -> None:
    text = EAGLES.format("F")
    peace = table(text).question(move, 1, answers=[a("no")])
    assert not offered(peace, "A")["north"]
    both = play(EAGLES.format("360+F"), sealed(a="yes", b="yes"), b("5.5"))  # the Orks lead in melee
    assert [clash.hex for clash in both.battle.clashes] == [at("5.5")]


@pytest.mark.rule("spf.orders.choice-assault-declare", "spf.orders.choice-assault-sequence")
def test_a_declaration_binds() -> None:
    text = """
        gnome.gnome-helicopter A 5.5 still-flying order=D,-,-
        elf.pegasus-rider x 5.4 fast-flying order=-,-,-
    """
    peace = table(text).question(move, 1, answers=[a("no")])
    assert offered(peace, "A") == {h: h != "5.4" for h in ("5.4", "6.4", "6.5", "5.6", "4.5", "4.4")}
    with pytest.raises(Refused, match="declared"):
        play(text, a("no"), a("5.4"))
    on = play(text, a("yes"))
    assert [clash.hex for clash in on.battle.clashes] == [at("5.4")]


# ---------------------------------------------------------------- stacking


@pytest.mark.rule("spf.stacking.friendly-overflow", "spf.stacking.deliberate-overflow", "spf.R18", "spf.R19")
def test_three_units_that_enter_one_hex_all_stay() -> None:
    text = """
        elf.elf-infantry A 5.6 n order=F,-,-    elf.elf-infantry B 4.5 ne order=F,-,-
        elf.elf-infantry C 6.5 nw order=F,-,-
    """
    on = play(text)
    assert [on[name].hex for name in "ABC"] == [at("5.6"), at("4.5"), at("6.5")]
    shaken = [Gain(name, "shaken", "spf.stacking.deliberate-overflow") for name in "ABC"]
    assert on.battle.gains == shaken
    assert play(text, deliberate_overflow="never").battle.gains == []


@pytest.mark.rule("spf.stacking.friendly-overflow", "spf.R17")
def test_who_is_sent_back_may_send_others_back() -> None:
    """A and B find 5.4 full and stay; C, who follows them, then finds 5.5 full; E has room beside C."""
    on = play("""
        elf.elf-infantry S 5.4 order=-,-,-
        elf.elf-infantry A 5.5 order=F,-,-     elf.elf-infantry B 5.5 order=F,-,-
        elf.elf-infantry C 5.6 order=F,-,-     elf.elf-infantry E 5.7 order=F,-,-
    """)
    assert [on[name].hex for name in "SABCE"] == [at(h) for h in ("5.4", "5.5", "5.5", "5.6", "5.6")]


@pytest.mark.rule("spf.stacking.deliberate-overflow", "spf.R18")
def test_overcrowding_by_choice_or_chance_is_not_on_purpose() -> None:
    chase = """
        ork.grunt x 5.3 order=chase,-,-   ork.grunt y 5.3 order=chase,-,-   ork.troll z 5.4 order=-,-,-
        elf.e34 A 5.8 still order=-,-,-
    """
    on = play(chase)
    assert on["x"].hex == on["y"].hex == at("5.3") and on.battle.gains == []
    assert len(play(chase, deliberate_overflow="always").battle.gains) == 2
    stuck = "elf.e34 A 5.4 fast order=F,-,-   elf.e34 B 5.5 order=F,F,-   forest 5.3"
    on = play(stuck, dice="1")
    assert on["B"].hex == at("5.5") and on.battle.gains == []
    assert on.run(move, 2)["B"].hex == at("5.5") and on.battle.gains == []


@pytest.mark.rule("spf.stacking.deliberate-overflow", "spf.R18", "spf.W13")
def test_what_choice_has_led_to_since_orders_were_written_is_not_on_purpose() -> None:
    """The troll is in the way of y, and so y in the way of z. If the troll chased, nobody could know."""
    text = """
        ork.troll x {} order={},-,-   elf.e34 A 5.9 still order=-,-,-
        ork.speedhead y 5.5 n fast order=-,F,-   ork.ork-infantry w 5.5 order=-,-,-
        ork.hammerhead z 5.6 n fast order=-,F,-
    """
    known, chasing = table(text.format("5.4", "-")), table(text.format("5.3", "chase"))
    for on in (known, chasing):
        on.run(move, 1).run(move, 2)
        assert [on[name].hex for name in "xyz"] == [at("5.4"), at("5.5"), at("5.6")]
    assert [gain.unit for gain in known.battle.gains] == ["y", "z"]
    assert chasing.battle.gains == []
    chasing.battle.turn += 1  # by orders that were written before the chase
    assert chasing.run(move, 2).battle.gains == []
    chasing.battle.turn += 1
    assert [gain.unit for gain in chasing.run(move, 2).battle.gains] == ["y", "z"]


@pytest.mark.rule("spf.stacking.deliberate-overflow", "spf.R18", "spf.W13")
def test_running_into_a_shaken_friend_is_not_on_purpose() -> None:
    text = "elf.sauropod-riders S 5.4 still shaken={} order=-,-,-   elf.elf-infantry A 5.5 order=F,-,-"
    assert play(text.format(1)).battle.gains == []
    assert [gain.unit for gain in play(text.format(0)).battle.gains] == ["A"]


@pytest.mark.rule("spf.stacking.flying", "spf.stacking.flying-over-enemy", "spf.R20")
def test_layers_are_counted_apart_and_hidden_units_with_their_own_side() -> None:
    text = """
        elf.elf-infantry A 5.4 order=-,-,-   elf.elf-infantry B 5.4 order=-,-,-
        elf.pegasus-rider C 5.5 fast-flying order=F,-,-    elf.pegasus-rider D 5.5 fast-flying order=F,-,-
    """
    on = play(text)
    assert on["C"].hex == on["D"].hex == at("5.4")
    assert not play(
        "elf.pegasus-rider C 5.5 fast-flying order=F,-,-   ork.grunt x 5.4 order=-,-,-"
    ).battle.clashes
    mover = "elf.elf-infantry C 5.5 order=F,-,-"
    hidden = f"elf.elf-infantry A 5.4 hidden order=-,-,-   elf.elf-infantry B 5.4 order=-,-,-   {mover}"
    assert play(hidden)["C"].hex == at("5.5")
    foes = f"ork.grunt x 5.4 hidden order=-,-,-   ork.grunt y 5.4 hidden order=-,-,-   {mover}"
    assert play(foes, b({"x": "no", "y": "no"}))["C"].hex == at("5.4")


@pytest.mark.rule("spf.R10", "spf.orders.step-not-allowed")
@pytest.mark.ability("flies-at")
def test_landing_and_taking_off() -> None:
    """flies-at: an eagle rider that brakes lands."""
    lands = "gnome.gnome-helicopter A 5.5 still-flying order=B(still),-,-   {} 5.5"
    assert play(lands.format("clear"))["A"].speed == "still"
    assert play(lands.format("building"))["A"].speed == "still-flying"
    eagle = "elf.eagle-rider A 5.5 fast order=B,-,-   {} 5.5"
    assert play(eagle.format("clear"))["A"].speed == "slow"
    assert play(eagle.format("water"))["A"].speed == "fast"
    full = "elf.eagle-rider A 5.5 fast order=B,-,-   elf.sauropod-riders B 5.5 order=-,-,-"
    assert play(full)["A"].speed == "fast"


@pytest.mark.rule("spf.stacking.flying", "spf.R17", "spf.turn.simultaneous")
def test_units_land_and_take_off_together() -> None:
    """Beside one unit on the ground there is room for one of two eagles, so neither lands; but for an eagle
    in the place of a pegasus that takes off, whoever is listed first."""
    eagles = "elf.eagle-rider {} 5.5 fast order=B,-,-   elf.eagle-rider {} 5.5 fast order=B,-,-"
    on = play(eagles.format("A", "B") + "   elf.elf-infantry C 5.5 order=-,-,-")
    assert (on["A"].speed, on["B"].speed) == ("fast", "fast")
    assert on.says("Eagle Rider cannot land: there is no room.")
    for eagle, pegasus in (("A", "B"), ("B", "A")):
        on = play(f"""
            elf.eagle-rider {eagle} 5.5 fast order=B,-,-   elf.elf-infantry C 5.5 order=-,-,-
            elf.pegasus-rider {pegasus} 5.5 slow order=A(slow-flying),-,-
        """)
        assert (on[eagle].speed, on[pegasus].speed) == ("slow", "slow-flying")


# ---------------------------------------------------------------- contact


@pytest.mark.rule("spf.assault.trigger-same-hex", "spf.S1", "spf.S3")
def test_moving_into_a_held_hex() -> None:
    on = play("ork.grunt x 5.4 s order=chase,-,-   elf.elf-infantry A 5.5 order=-,-,-")
    [clash] = on.battle.clashes
    assert (clash.hex, clash.flying) == (at("5.5"), False)
    assert entrants(clash) == {"A": (spelled("5.5"), False), "x": (spelled("5.4"), True)}
    assert on["x"].hex == at("5.4")
    assert not any(entrant.reverses for entrant in clash.entrants)


@pytest.mark.rule("spf.assault.trigger-same-hex", "spf.assault.facing-reversing")
def test_reversing_into_the_enemy() -> None:
    [clash] = play("elf.e34 A 5.5 s still order=rev,-,-   ork.grunt x 5.4 order=-,-,-").battle.clashes
    assert [(e.unit, e.reverses) for e in clash.entrants] == [("A", True), ("x", False)]


@pytest.mark.rule("spf.assault.trigger-same-hex")
def test_both_move_into_the_same_empty_hex() -> None:
    [clash] = play("elf.e34 A 5.6 n order=F,-,-   ork.ork-char-b1 x 5.4 s order=F,-,-").battle.clashes
    assert clash.hex == at("5.5")
    assert entrants(clash) == {"A": (spelled("5.6"), True), "x": (spelled("5.4"), True)}


@pytest.mark.rule("spf.assault.trigger-swap", "spf.assault.contested-hex-choice", "spf.S24", "spf.O10")
def test_units_that_swap_fight_where_the_higher_rank_says() -> None:
    text = "dwarf.dw42 A 5.5 n order=F,-,-   elf.e34 x 5.4 s order=F,-,-"
    for where in ("5.4", "5.5"):
        on = play(text, a(where))  # Dwarf before Elf
        [clash] = on.battle.clashes
        assert clash.hex == at(where)
        assert entrants(clash) == {"A": (spelled("5.5"), True), "x": (spelled("5.4"), True)}
        assert (on["A"].hex, on["x"].hex) == (at("5.5"), at("5.4"))


@pytest.mark.rule("spf.assault.contested-hex-choice", "spf.O9")
def test_a_swap_of_the_same_nation_is_fought_where_the_winner_of_the_roll_off_says() -> None:
    text = "dwarf.dw42 A 5.5 n order=F,-,-   dwarf.dw42 x 5.4 s order=F,-,-"
    for dice, side in (("5 2", "a"), ("2 5", "b")):
        assert play(text, By(side, "5.4"), dice=dice).battle.clashes[0].hex == at("5.4")


@pytest.mark.rule("spf.S1", "spf.S24")
def test_a_friend_who_follows_fights_only_where_the_swap_is_fought() -> None:
    text = "dwarf.dw42 A 5.5 n order=F,-,-   dwarf.dw42 B 5.6 n order=F,-,-   elf.e34 x 5.4 s order=F,-,-"
    [clash] = (on := play(text, a("5.4"))).battle.clashes
    assert sorted(entrants(clash)) == ["A", "x"] and on["B"].hex == at("5.5")
    [clash] = play(text, a("5.5")).battle.clashes
    assert sorted(entrants(clash)) == ["A", "B", "x"]


@pytest.mark.rule("spf.assault.trigger-swap", "spf.stacking.friendly-overflow", "spf.R17")
def test_overcrowding_does_not_undo_a_swap_but_counts_where_nobody_fights() -> None:
    swap = "dwarf.dw42 A 5.5 n order=F,-,-   elf.e34 x 5.4 s order=F,-,-"
    crowd = play(f"{swap}   dwarf.dw42 B 5.3 s order=F,-,-", a("5.4"))
    assert sorted(entrants(crowd.battle.clashes[0])) == ["A", "B", "x"]
    behind = play(f"{swap}   dwarf.dw42 B 5.6 n order=F,-,-   dwarf.dw42 C 6.5 nw order=F,-,-", a("5.4"))
    assert (behind["B"].hex, behind["C"].hex) == (at("5.6"), at("6.5"))
    assert sorted(entrants(behind.battle.clashes[0])) == ["A", "x"]


@pytest.mark.rule("spf.S1")
def test_who_leaves_a_hex_does_not_fight_there() -> None:
    on = play("elf.e34 A 5.5 n order=F,-,-   ork.ork-char-b1 x 5.4 ne order=F,-,-")
    assert not on.battle.clashes and on["A"].hex == at("5.4")


@pytest.mark.rule("spf.S2", "spf.stacking.flying-over-enemy")
def test_assaults_are_fought_within_a_layer() -> None:
    """assaults-only-flying, no-assault-on-ground: such units always fly, and meet flying ones only."""
    text = "dwarf.transport-zeppelin A 5.5 n fast-flying order=F,-,-   {} x 5.4 {} order=-,-,-"
    assert not play(text.format("ork.grunt", "slow")).battle.clashes
    [clash] = play(text.format("elf.pegasus-rider", "fast-flying")).battle.clashes
    assert clash.flying


@pytest.mark.rule("spf.O13")
def test_contact_loses_the_aim() -> None:
    on = table("elf.e34 A 5.5 n order=F,-,-   ork.grunt x 5.4 order=-,-,-")
    on["A"].aims = [AimToken(0, 0, 1, 1)]
    assert on.run(move, 1)["A"].aims == []


@pytest.mark.rule("spf.terrain.building")
@pytest.mark.ability("destroys-buildings")
def test_who_destroys_buildings_leaves_ruins() -> None:
    text = "ork.hammerhead x 5.4 s order=F,-,-   building 5.5"
    on = play(text)
    assert (on["x"].hex, on.battle.ground_at(at("5.5"))) == (at("5.5"), "ruins")
    held = play(text + "   elf.elf-infantry A 5.5 order=-,-,-")
    assert held.battle.clashes and held.battle.ground_at(at("5.5")) == "ruins"
    assert play("elf.elf-infantry A 5.6 order=F,-,-   building 5.5").battle.ground_at(at("5.5")) == "building"


# ---------------------------------------------------------------- abilities


@pytest.mark.ability("jump")
def test_a_jump_once_in_the_battle() -> None:
    text = (
        "dwarf.steampowerarmor A 5.8 equip=jet-pack order=F,F,-   water 5.7 5.6   ork.grunt x 5.4 order=-,-,-"
    )
    on = table(text)
    on.run(move, 1, answers=[a("jump"), a("5.5")])
    assert on["A"].hex == at("5.5")
    on.run(move, 2)
    assert on.battle.clashes[0].hex == at("5.4")  # its order again
    assert not table(text).run(move, 1, answers=[a("no")])["A"].marks
    [clash] = play(
        text.replace("5.8", "5.7").replace("water 5.7", "water 5.8"), a("jump"), a("yes")
    ).battle.clashes
    assert clash.hex == at("5.4")


def test_a_harpooned_unit_is_pulled() -> None:
    """harpoon-pull"""
    text = (
        "ork.hammerhead x 5.2 order=-,-,-   elf.elf-infantry A 5.{} sw marks=pulled-by:x:1 order=F,F,-   {}"
    )
    on = play(text.format(5, ""))
    assert (on["A"].hex, on["A"].facing) == (at("5.4"), 4)
    assert "pulled-by:x" not in on["A"].marks
    [clash] = play(text.format(3, "")).battle.clashes
    assert clash.hex == at("5.2")
    blocked = play(text.format(5, "water 5.4"))
    assert blocked["A"].hex == at("5.5")
    assert [gain.token for gain in blocked.battle.gains] == ["shaken"]
    full = play(text.format(5, "elf.elf-infantry B 5.4 order=-,-,-   elf.elf-infantry C 5.4 order=-,-,-"))
    assert full["A"].hex == at("5.5") and full.battle.gains
    above = "   ".join(f"elf.pegasus-rider {name} 5.4 fast-flying order=-,-,-" for name in "BC")
    assert play(text.format(5, above))["A"].hex == at("5.4")
    dragged = play(text.replace("elf-infantry A", "tattoo-ink A").format(5, "forest 5.4"))
    assert dragged["A"].hex == at("5.4")  # without a roll for the forest
    off_line = text.replace("x 5.2", "x 6.2").format(5, "")
    on = table(off_line)
    assert set(offered(on.question(move, 1), "A")) == {"5.4", "6.4"}
    on.run(move, 1, answers=[b("6.4")])


@pytest.mark.ability("perfect-braking")
def test_a_gunblasterwagon_brakes_after_the_third_step() -> None:
    text = "dwarf.gunblasterwagon A 5.5 fast order=F,F,F"
    assert play(text, a("brake slow"), step=3)["A"].speed == "slow"
    assert play(text, a("brake still"), step=3)["A"].speed == "still"
    assert play(text, a("nothing"), step=3)["A"].speed == "fast"
    assert play(text, step=2)["A"].speed == "fast"


@pytest.mark.ability("withers-forest")
def test_a_zeppelin_withers_the_forest_below() -> None:
    text = "dwarf.zeppelin A 5.5 slow-flying order=-,-,-   forest 5.5"
    assert play(text, a("wither")).battle.ground_at(at("5.5")) == "rough"
    assert play(text, a("nothing")).battle.ground_at(at("5.5")) == "forest"


@pytest.mark.ability("releases-poison")
def test_poison_is_released_in_a_movement_step() -> None:
    text = "dark-elf.queen-yy A 5.5 n order=F,-,- gunnery=-,release-poison"
    on = play(text, a("release own"))
    assert on.battle.spreads == [Spread("poison", *at("5.4"), "spf.hexfx.poison-cloud", 12)]
    assert on.says("Queen YY releases poison in hex 5.4.")
    on = play(text + "   ork.grunt x 5.4 order=-,-,-", a("release contested"))
    assert on.battle.spreads == [Spread("poison", *at("5.4"), "spf.hexfx.poison-cloud", 12)]
    assert play(text.replace("release-poison", "aim")).battle.spreads == []


# ---------------------------------------------------------------- passengers


def test_a_battlewagon_unloads_beside_itself() -> None:
    """transport, unload-adjacent"""
    text = """
        ork.battlewagon w 5.4 s order=F,-,-
        elf.e34 A 5.7 still order=-,-,-   elf.elf-infantry B 5.6 order=-,-,-
        ork.ork-infantry x aboard=w      ork.ork-infantry y aboard=w
    """
    assert play(text, b("aboard"))["x"].place == "aboard"
    out = {"facing": "south", "speed": "slow"}
    on = play(
        text,
        b("unload"),
        b({"place": "5.5", **out}),
        b({"place": "5.6", "facing": "south", "speed": "still"}),
    )
    assert (on["x"].hex, on["x"].place, on["x"].speed, on["x"].facing) == (at("5.5"), "map", "slow", 3)
    [clash] = on.battle.clashes
    assert entrants(clash) == {"B": (spelled("5.6"), False), "y": (spelled("5.5"), True)}
    assert on["y"].speed == "still"
    question = table(text).question(move, 1, answers=[b("unload"), b({"place": "5.5", **out})])
    assert not offered(question, "place")["5.5"]
    more = "ork.ork-infantry p 4.5 se order=F,-,-   ork.ork-infantry r 6.5 sw order=F,-,-"
    fought = table(f"{text}   {more}").question(move, 1, answers=[b("unload")])
    assert offered(fought, "place")["5.6"]  # full of friends, but it is they who fight for it


@pytest.mark.rule("spf.stacking.limit")
def test_nobody_gets_out_where_there_is_no_room() -> None:
    """unload-adjacent: two friends in 4.5, one in 6.5, and 5.4 has just been left by two."""
    text = """
        ork.battlewagon w 5.5 s order=-,-,-     elf.e34 A 5.9 still order=-,-,-    ork.ork-infantry x aboard=w
        ork.ork-infantry p 4.5 order=-,-,-      ork.ork-infantry q 4.5 order=-,-,-
        ork.ork-infantry r 6.5 order=-,-,-
        ork.ork-infantry s 5.4 n order=F,-,-    ork.ork-infantry t 5.4 n order=F,-,-
    """
    options = offered(table(text).question(move, 1, answers=[b("unload")]), "place")
    assert [options[hex_] for hex_ in ("4.5", "6.5", "5.4", "5.5")] == [False, True, True, True]


@pytest.mark.ability("unload-glide")
def test_a_zeppelin_lets_its_passengers_glide() -> None:
    text = """
        dwarf.transport-zeppelin A 5.5 n fast-flying order=F,F,-    ork.grunt x 5.2 order=-,-,-
        dwarf.dwarf-infantry B aboard=A order=360,F,360    dwarf.dwarf-infantry C aboard=A    water 6.4
    """
    on = table(text)
    options = offered(on.question(move, 1), "place")
    assert options["5.2"] and not options["6.4"] and "5.1" not in options and options["aboard"]
    on.run(
        move, 1, answers=[a({"place": "5.2", "facing": "north"}), a({"place": "aboard", "facing": "north"})]
    )
    assert (on["B"].place, on["B"].speed, on["C"].place) == ("map", "slow", "aboard")
    [clash] = on.battle.clashes
    assert entrants(clash) == {"B": (spelled("5.4"), True), "x": (spelled("5.2"), False)}


@pytest.mark.ability("unload-adjacent")
def test_what_the_order_of_a_passenger_had_before_it_got_out_is_void() -> None:
    """unload-adjacent: out in movement 2, it goes forward only in movement 3."""
    on = table("""
        ork.battlewagon w 5.4 s order=-,-,-   elf.e34 A 5.9 still order=-,-,-
        ork.ork-infantry x aboard=w order=F,F,F
    """)
    on.run(move, 1, answers=[b("aboard")])
    assert on["x"].place == "aboard"
    on.run(move, 2, answers=[b("unload"), b({"place": "5.4", "facing": "south", "speed": "slow"})])
    assert (on["x"].place, on["x"].hex) == ("map", at("5.4"))
    assert on.run(move, 3)["x"].hex == at("5.5")


def test_a_carrier_that_meets_the_enemy_unloads_nobody() -> None:
    on = play("ork.battlewagon w 5.4 s order=F,-,-   elf.e34 A 5.5 order=-,-,-   ork.ork-infantry x aboard=w")
    assert on.battle.clashes and on["x"].place == "aboard"


# ---------------------------------------------------------------- reports and order


@pytest.mark.rule("spf.ability.hidden-token")
def test_the_moves_of_hidden_units_are_told_to_their_side_only() -> None:
    on = play("dark-elf.scout A 5.5 still hidden order=L+F,-,-   elf.e34 B 1.1 order=F,-,-   forest 4.4")
    assert {(e.piece, e.to) for e in on.events if isinstance(e, Moved | Turned)} == {("A", ("a",))}


KINDS = {
    "elf.elf-infantry": ["360,-,-", "F,-,-", "-,-,-", "F+B,-,-"],
    "elf.e34": ["F,-,-", "rev,-,-", "L+F,-,-", "B,-,-"],
    "elf.pegasus-rider": ["F,-,-", "A(fast-flying)+F,-,-", "B(still),-,-"],
    "ork.grunt": ["chase,-,-", "flee,-,-"],
    "ork.ork-infantry": ["chase,-,-", "F,-,-", "360+F,-,-"],
    "ork.hammerhead": ["F,-,-", "rev+L,-,-"],
}


@st.composite
def positions(draw: st.DrawFn) -> Battle:
    lines = []
    for number in range(draw(st.integers(2, 7))):
        side = draw(st.sampled_from("ab"))
        kind = draw(st.sampled_from([k for k in KINDS if k.startswith("elf." if side == "a" else "ork.")]))
        name = f"{'U' if side == 'a' else 'u'}{number}"
        hex_ = f"{draw(st.integers(2, 4))}.{draw(st.integers(2, 4))}"
        facing = draw(st.sampled_from(["n", "ne", "se", "s", "sw", "nw"]))
        order = draw(st.sampled_from(KINDS[kind]))
        lines.append(f"{kind} {name} {hex_} {facing} order={order}")
    lines.append(f"forest {draw(st.integers(2, 4))}.3   building 3.{draw(st.integers(2, 4))}")
    return battle("\n".join(lines), columns=5, rows=5)


def carried_out(on: Battle) -> tuple[Any, ...]:
    """All that a step with fixed dice and the last open option of every question comes to."""

    class Last:
        def answer(self, side: str, question: Any, view: Any) -> object:
            if isinstance(question, Form):
                return {name: self.answer(side, part, view) for name, part in question.parts.items()}
            return question.open()[-1].id

    position = Position(on)
    position.game.players = {"a": Last(), "b": Last()}
    position.game.source = Seeded(1)
    move(position.game, 1)
    units = sorted((u.id, u.hex, u.facing, u.speed, u.place) for u in on.units)
    return units, on.clashes, on.gains, on.ground, position.events


@pytest.mark.rule("spf.turn.simultaneous", "spf.orders.simultaneous")
@settings(max_examples=60, deadline=None)
@given(positions(), st.randoms(use_true_random=False))
def test_the_order_in_which_units_are_listed_does_not_matter(on: Battle, random: Any) -> None:
    other = clone(on)
    random.shuffle(other.units)
    ours, theirs = carried_out(on), carried_out(other)
    assert ours == theirs
    fighting = {entrant.unit for clash in on.clashes for entrant in clash.entrants}
    assert len(fighting) == sum(len(clash.entrants) for clash in on.clashes)  # ruling S1
    for clash in on.clashes:
        assert {on.unit(entrant.unit).side for entrant in clash.entrants} == {"a", "b"}


def test_orders_written_here_can_be_read() -> None:
    for orders in KINDS.values():
        for order in orders:
            read_movement(order.split(","))
