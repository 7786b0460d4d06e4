"""Where orders with a choice lead: follow, help, chase, flee and roads, case by case."""

from __future__ import annotations

from typing import Any

import pytest

from tests.books.steampunk.position import Position, table
from tests.kit.script import By, Sealed, a, b, sealed
from warbook.board.hextable import name_of
from warbook.books.steampunk.army.notation import Code
from warbook.books.steampunk.movement.destinations import expected
from warbook.books.steampunk.movement.meeting import Stride
from warbook.books.steampunk.movement.moving import move, move_shaken
from warbook.core.questions import Choose, Form

FAR = "elf.e34 Z 1.1 still order=-,-,-"


def play(text: str, *answers: By | Sealed, step: int = 1, dice: str = "", **given: Any) -> Position:
    return table(text, **given).run(move, step, dice=dice, answers=answers)


def offered(text: str, part: str, *answers: By | Sealed, step: int = 1, **given: Any) -> set[str]:
    """The open options of the first question left."""
    question = table(text, **given).question(move, step, answers=answers)
    assert isinstance(question, Form)
    choose = question.parts[part]
    assert isinstance(choose, Choose)
    return {option.id for option in choose.options if option.barred is None}


def where(on: Position, name: str) -> str:
    return name_of(on[name].hex) if on[name].on_map else on[name].place


# ---------------------------------------------------------------- follow

DRUM = "ork.ork-infantry {} {} equip=war-drum replace=ork-elite-infantry"


@pytest.mark.rule("spf.orders.follow")
def test_follow_goes_closer_to_a_leader_that_goes_ahead() -> None:
    leader = f"{DRUM.format('y', '5.2')} n order=-,-,F"
    on = play(f"{FAR}   ork.grunt x 5.5 s order=-,-,follow   {leader}", step=3)
    assert (where(on, "x"), on["x"].facing) == ("5.4", 0)  # it faces where it went (ruling O7)


@pytest.mark.rule("spf.orders.follow")
def test_a_leader_beside_the_unit_is_followed_to_its_new_place() -> None:
    """The leader stands in 5.4 and goes to 6.3; 5.4 and 6.4 are closer to that."""
    leader = f"{DRUM.format('y', '5.4')} ne order=-,-,F"
    text = f"{FAR}   ork.grunt x 5.5 order=-,-,follow   {leader}"
    assert offered(text, "x", step=3) == {"5.4", "6.4"}
    assert where(play(text, b("6.4"), step=3), "x") == "6.4"


@pytest.mark.rule("spf.orders.follow")
def test_who_is_with_the_leader_may_stay_and_the_owner_says_so() -> None:
    leaders = f"{DRUM.format('y', '5.5')} order=-,-,-   {DRUM.format('z', '5.2')} order=-,-,-"
    text = f"{FAR}   ork.grunt x 5.5 order=-,-,follow   {leaders}"
    assert offered(text, "x", step=3) == {"stay", "5.4"}
    assert where(play(text, b("stay"), step=3), "x") == "5.5"
    one = f"{FAR}   ork.grunt x 5.5 order=-,-,follow   {DRUM.format('y', '5.5')} order=-,-,-"
    assert where(play(one, step=3), "x") == "5.5"


@pytest.mark.rule("spf.orders.follow")
def test_nobody_follows_an_enemy_or_a_leader_of_others() -> None:
    """The drum leads grunts; and only those of its side."""
    foe = "ork.grunt A 5.5 n order=-,-,follow   " + DRUM.format("y", "5.2") + " order=-,-,-"
    assert where(play(foe, step=3), "A") == "5.5"
    other = f"{FAR}   ork.ork-infantry x 5.5 order=-,-,follow   {DRUM.format('y', '5.2')} order=-,-,-"
    assert where(play(other, step=3), "x") == "5.5"


@pytest.mark.rule("spf.orders.follow")
def test_without_the_model_that_carries_the_drum_nobody_is_led() -> None:
    leader = f"{DRUM.format('y', '5.2')} order=-,-,- living=1/2/3"
    assert where(play(f"{FAR}   ork.grunt x 5.5 order=-,-,follow   {leader}", step=3), "x") == "5.5"


# ---------------------------------------------------------------- help

IATROS = "spartan.iatros A 5.5 s order=help,-,-   ork.grunt x 9.9 order=-,-,-"


@pytest.mark.rule("spf.orders.help")
def test_help_goes_closer_to_where_the_wounded_will_be() -> None:
    """Hoplites in 5.4 that march north-east: towards 6.3, and the helper faces where it goes."""
    text = f"{IATROS}   spartan.hoplites B 5.4 ne order=F,-,- bleeding=4"
    assert offered(text, "A") == {"5.4", "6.4"}
    on = play(text, a("6.4"))
    assert (where(on, "A"), on["A"].facing) == ("6.4", 1)
    assert play(text, a("6.4"), choice_moves_turn=False)["A"].facing == 3


@pytest.mark.rule("spf.orders.help")
def test_any_wounded_friend_may_be_helped_not_only_the_nearest() -> None:
    near = "spartan.hoplites B 5.4 order=-,-,- bleeding=4"
    text = f"{IATROS}   {near}   spartan.hoplites C 5.8 order=-,-,- future=1"
    assert offered(text, "A") == {"5.4", "5.6"}


@pytest.mark.rule("spf.orders.help")
def test_enemies_are_not_helped_nor_is_the_helper_itself() -> None:
    assert where(play(f"{IATROS}   ork.ork-infantry y 5.2 order=-,-,- bleeding=4"), "A") == "5.5"
    assert where(play(IATROS.replace("order=help", "bleeding=4 order=help")), "A") == "5.5"


@pytest.mark.rule("spf.orders.help")
def test_who_is_with_a_wounded_friend_may_stay_or_go_to_another() -> None:
    here = "spartan.hoplites B 5.5 order=-,-,- future=1"
    text = f"{IATROS}   {here}   spartan.hoplites C 5.8 order=-,-,- future=1"
    assert offered(text, "A") == {"stay", "5.6"}


@pytest.mark.rule("spf.orders.help", "spf.ability.heal-costs", "spf.ability.repair-costs")
@pytest.mark.parametrize(
    ("patient", "helped"),
    [
        ("spartan.hoplites B 5.2 fires=1", True),  # 3 of the 3 points of heal
        ("spartan.hoplites B 5.2 acid=1", False),  # 4
        ("spartan.bronze-titan B 5.2 minor_acid=1", True),  # 1 of the 2 points of repair
        ("spartan.bronze-titan B 5.2 critical=cannot-move", False),  # 3
        ("spartan.bronze-titan B 5.2 bleeding=4", False),
    ],
)
def test_injured_is_who_can_be_cured_with_the_points_there_are(patient: str, helped: bool) -> None:
    assert where(play(f"{IATROS}   {patient} order=-,-,-"), "A") == ("5.4" if helped else "5.5")


UNICORN = "elf.armored-unicorn-rider A 5.5 s fast order=help,help,help   ork.grunt x 1.1 order=-,-,-"


@pytest.mark.rule("spf.orders.help")
def test_a_unicorn_rider_goes_to_the_wounded_before_cavalry_and_others() -> None:
    """help-extended"""
    text = f"{UNICORN}   elf.elk-cavalry B 5.8 order=-,-,-   elf.elf-infantry C 5.2 order=-,-,- bleeding=4"
    assert where(play(text), "A") == "5.4"


@pytest.mark.rule("spf.orders.help")
def test_a_unicorn_rider_goes_to_the_nearest_cavalry_else_to_the_nearest_friend() -> None:
    """help-extended"""
    cavalry = "elf.elk-cavalry B 5.8 order=-,-,-   elf.elk-cavalry C 5.1 order=-,-,-"
    assert where(play(f"{UNICORN}   {cavalry}   elf.e34 D 5.3 order=-,-,-"), "A") == "5.6"
    friends = "elf.e34 B 5.8 order=-,-,-   elf.e34 C 5.1 order=-,-,-"
    assert where(play(f"{UNICORN}   {friends}"), "A") == "5.6"


@pytest.mark.rule("spf.orders.help")
def test_a_unicorn_rider_stays_with_cavalry_it_is_with() -> None:
    """help-extended"""
    cavalry = f"{UNICORN}   elf.elk-cavalry B 5.5 order=-,-,-"
    assert where(play(cavalry), "A") == "5.5"
    assert offered(f"{cavalry}   elf.elf-infantry C 5.4 order=-,-,-", "A") == {"stay", "swap C"}


@pytest.mark.rule("spf.orders.help")
@pytest.mark.parametrize(
    ("friend", "swaps"),
    [
        ("elf.elf-infantry B 5.4 order=-,-,-", True),
        ("elf.elf-infantry B 5.3 order=-,-,-", False),  # not beside it
        ("elf.e34 B 5.4 still order=-,-,-", False),  # a machine
        ("elf.elf-infantry B 5.4 n order=F,-,-", False),  # it moves
        ("elf.elf-infantry B 5.4 order=360,-,-", True),  # it turns where it stands
        ("elf.elf-infantry B 5.4 order=360+F,-,-", False),  # it turns and goes on
        ("elf.pegasus-rider B 5.4 slow-flying order=-,-,-", False),  # in the air
        ("elf.pegasus-rider B 5.4 slow order=-,-,-", True),
        ("elf.elf-infantry B 5.4 critical=cannot-move order=-,-,-", False),
    ],
)
def test_with_whom_a_unicorn_rider_may_change_places(friend: str, swaps: bool) -> None:
    """help-extended: a living friend beside it that does not move."""
    wounded = "elf.elf-infantry C 6.7 order=-,-,- bleeding=4"
    question = table(f"{UNICORN}   {friend}   {wounded}").question(move, 1)
    ids = {option.id for option in question.parts["A"].options if option.barred is None}
    assert ("swap B" in ids) is swaps
    assert {"5.6", "6.5"} <= ids


@pytest.mark.rule("spf.orders.help", "spf.orders.turn-free")
def test_who_turns_and_is_changed_places_with_does_both() -> None:
    """help-extended: the rider and its friend choose at once."""
    wounded = "elf.elf-infantry C 6.7 order=-,-,- bleeding=4"
    on = table(f"{UNICORN}   elf.elf-infantry B 5.4 n order=360,-,-   {wounded}")
    on.run(move, 1, answers=[a({"A": "swap B", "B": "south"})])
    assert (where(on, "A"), where(on, "B"), on["B"].facing) == ("5.4", "5.5", 3)


@pytest.mark.rule("spf.orders.help")
@pytest.mark.parametrize("ground", ["water 5.4", "mountains 5.5", "swamp 5.4"])
def test_nobody_changes_places_into_what_it_cannot_enter(ground: str) -> None:
    """help-extended: water that the rider could not enter; mountains are no hindrance to either."""
    wounded = "elf.elf-infantry C 6.7 order=-,-,- bleeding=4"
    text = f"{UNICORN}   elf.elf-infantry B 5.4 order=-,-,-   {wounded}   {ground}"
    assert ("swap B" in offered(text, "A")) is (ground != "water 5.4")


@pytest.mark.rule("spf.orders.help", "spf.stacking.deliberate-overflow")
def test_who_changes_places_comes_there_by_choice() -> None:
    """help-extended: what then crowds a hex was nobody's purpose."""
    text = f"{UNICORN}   elf.elf-infantry B 5.4 future=1 order=-,-,-"
    on = play(text, a("swap B"))
    assert (where(on, "A"), where(on, "B")) == ("5.4", "5.5")
    assert on["A"].marks == on["B"].marks == {"strayed": 1}


# ---------------------------------------------------------------- chase


@pytest.mark.rule("spf.orders.chase", "spf.O6")
@pytest.mark.parametrize(
    ("foe", "closer"),
    [
        ("elf.e34 A 5.3 n order=F,-,-", {"5.4"}),
        ("elf.e34 A 5.3 ne order=F,-,-", {"5.4", "6.4"}),
        ("elf.e34 A 5.3 n order=R+F,-,-", {"5.4", "6.4"}),
        ("elf.e34 A 5.3 n order=L+F,-,-", {"5.4", "4.4"}),
        ("elf.e34 A 5.3 sw order=rev,-,-", {"5.4", "6.4"}),
        ("elf.e34 A 5.3 sw order=L+rev,-,-", {"5.4"}),
        ("elf.e34 A 5.3 ne order=A+F,-,-", {"5.4", "6.4"}),
        ("elf.e34 A 5.3 ne order=aim+F,-,-", {"5.4", "6.4"}),
        ("elf.e34 A 5.3 ne order=F,-,-   water 6.2", {"5.4"}),  # it cannot go there
        ("elf.e34 A 5.3 n critical=cannot-move order=R+F,-,-", {"5.4"}),
    ],
)
def test_a_chaser_goes_to_where_orders_alone_will_take_the_enemy(foe: str, closer: set[str]) -> None:
    text = f"ork.grunt x 5.5 n order=chase,-,-   {foe}"
    if len(closer) == 1:
        assert {where(play(text), "x")} == closer
    else:
        assert offered(text, "x") == closer


@pytest.mark.rule("spf.orders.chase", "spf.O6")
def test_a_chaser_does_not_foresee_what_is_left_to_choice_or_chance() -> None:
    """After the first hex the helicopter may drift anywhere, so it is awaited where the first one ends."""
    foe = "gnome.gnome-helicopter A 5.3 ne slow order=F+D+F,-,-"
    text = f"ork.grunt x 5.5 order=chase,-,-   {foe}"
    on = table(text)
    question = on.question(move, 1)
    assert {option.id for option in question.parts["x"].options} == {"5.4", "6.4"}


@pytest.mark.rule("spf.orders.chase", "spf.O6")
def test_flyers_chase_those_on_the_ground_too() -> None:
    chaser = "elf.pegasus-rider x 5.5 slow-flying order=chase,-,-"
    text = chaser + "   {} A 5.3 {} order=-,-,-   elf.e34 B 5.9 order=-,-,-"
    assert where(play(text.format("elf.e34", "still")), "x") == "5.4"
    assert where(play(text.format("elf.pegasus-rider", "slow-flying")), "x") == "5.4"
    ground = text.replace("slow-flying order=chase", "slow order=chase")
    assert where(play(ground.format("elf.pegasus-rider", "slow-flying")), "x") == "5.6"


@pytest.mark.rule("spf.orders.chase")
def test_who_chases_anyone_goes_for_the_nearest_of_either_side_not_for_itself() -> None:
    """Shaken oliphants; they see flyers no more than others on the ground do."""
    text = """
        elf.armored-oliphant-riders A 5.5 slow shaken=1 order=-,-,-
        elf.e34 B 5.8 still order=-,-,-   ork.grunt x 5.3 order=-,-,-
        elf.pegasus-rider C 5.6 slow-flying order=-,-,-
    """
    assert where(play(text, step=3), "A") == "5.4"
    assert where(play(text.replace("x 5.3", "x 5.1"), step=3), "A") == "5.6"


# ---------------------------------------------------------------- flee


@pytest.mark.rule("spf.orders.flee", "spf.O8")
def test_nobody_flees_from_hidden_enemies_or_from_nobody() -> None:
    flees = "ork.grunt x 5.5 order=flee,-,-"
    assert where(play(f"elf.elf-scout A 5.4 hidden order=-,-,-   {flees}"), "x") == "5.5"
    near = f"elf.elf-scout A 5.6 hidden order=-,-,-   elf.e34 B 5.3 order=-,-,-   {flees}"
    assert offered(near, "x") == {"5.6", "6.5", "4.5"}


@pytest.mark.rule("spf.orders.flee", "spf.O8")
def test_who_cannot_move_does_not_flee_nor_does_the_enemy_move_it() -> None:
    foes = "   ".join(f"elf.e34 {name} {hex_} order=-,-,-" for name, hex_ in zip("ABCDEF", RING, strict=True))
    assert where(play(f"ork.grunt x 5.5 critical=cannot-move order=flee,-,-   {foes}"), "x") == "5.5"


RING = ("5.3", "7.4", "7.6", "5.7", "3.6", "3.4")  # two hexes from 5.5 in each direction
BESIDE = ("5.4", "6.4", "6.5", "5.6", "4.5", "4.4")


@pytest.mark.rule("spf.orders.flee", "spf.O8")
def test_the_enemy_does_not_herd_a_unit_into_its_own() -> None:
    """Enemies in five hexes around it, and beyond the sixth: the owner has no way, the enemy one."""
    near = "   ".join(
        f"elf.elf-scout {name} {hex_} order=-,-,-" for name, hex_ in zip("ABCDE", BESIDE, strict=False)
    )
    text = f"ork.grunt x 5.5 s order=flee,-,-   {near}"
    on = play(f"{text}   elf.elf-scout F 3.4 order=-,-,-")
    assert where(on, "x") == "4.4"
    shut = play(f"{text}   elf.elf-scout F 4.4 order=-,-,-")
    assert where(shut, "x") == "5.5" and not shut.battle.clashes


@pytest.mark.rule("spf.orders.flee", "spf.O8", "spf.ability.hidden-protection")
def test_the_enemy_may_herd_a_unit_to_where_one_of_its_own_is_hidden() -> None:
    ring = "   ".join(f"elf.e34 {name} {hex_} order=-,-,-" for name, hex_ in zip("ABCDEF", RING, strict=True))
    text = f"ork.grunt x 5.5 s order=flee,-,-   {ring}   elf.elf-scout G 5.4 hidden order=-,-,-"
    assert offered(text, "x") == set(BESIDE)


@pytest.mark.rule("spf.orders.flee", "spf.O8")
def test_a_hex_at_the_same_distance_will_do_only_if_none_is_farther() -> None:
    """Mountains bar the tank two or all three of the ways that lead farther."""
    text = "elf.e34 A 5.2 order=-,-,-   ork.hammerhead x 5.5 n order=flee,-,-   mountains 5.6 6.5 {}"
    assert where(play(text.format("")), "x") == "4.5"
    assert offered(text.format("4.5"), "x") == {"6.4", "4.4"}


@pytest.mark.rule("spf.orders.flee", "spf.R15")
@pytest.mark.parametrize(
    ("text", "leaves"),
    [
        ("elf.e34 A 5.6 order=-,-,-   ork.grunt x 5.9 order=flee,-,-", True),
        ("elf.e34 A 5.9 order=-,-,-   ork.grunt x 3.9 order=flee,-,-", True),
        ("elf.e34 A 3.8 order=-,-,-   ork.grunt x 3.9 order=flee,-,-", True),
        ("elf.e34 A 5.6 order=-,-,-   ork.grunt x 5.8 order=flee,-,-", False),
        ("elf.e34 A 5.9 order=-,-,-   ork.grunt x 5.6 order=flee,-,-", False),
    ],
)
def test_only_from_the_border_away_from_the_enemy_a_unit_may_leave(text: str, leaves: bool) -> None:
    assert ("leave" in offered(text, "x")) is leaves


@pytest.mark.rule("spf.orders.flee", "spf.R15")
def test_off_the_map_must_be_farther_from_the_enemy() -> None:
    """Enemies to the left and right along the border: off the map they are no farther."""
    text = "elf.e34 A 1.1 order=-,-,-   {}   ork.grunt x 5.1 order=flee,-,-"
    assert "leave" in offered(text.format("elf.e34 B 2.1 order=-,-,-"), "x")
    assert where(play(text.format("elf.e34 B 9.1 order=-,-,-")), "x") == "5.2"  # nothing else to choose


@pytest.mark.rule("spf.orders.flee", "spf.R15")
def test_who_is_forced_off_the_map_goes_only_from_the_border() -> None:
    """Switch flee_off_map."""
    text = "elf.e34 A 5.5 order=-,-,-   ork.grunt x 5.8 order=flee,-,-"
    assert where(play(text, b("5.9"), flee_off_map="forced"), "x") == "5.9"
    assert where(play(text.replace("5.8", "5.9"), flee_off_map="forced"), "x") == "fled"


# ---------------------------------------------------------------- roads


@pytest.mark.rule("spf.orders.road", "spf.O11")
@pytest.mark.parametrize(
    ("roads", "ways"),
    [
        ("5.6", {"5.6"}),  # a dead end: back
        ("6.5", {"6.5"}),
        ("5.4 6.4", {"5.4"}),  # two ways, the one ahead
        ("6.4 6.5", {"6.4"}),
        ("6.4 4.4", {"6.4", "4.4"}),  # both as far from the facing
        ("6.5 4.5", {"6.5", "4.5"}),
        ("5.4 6.4 4.4", {"5.4", "6.4", "4.4"}),  # a fork: all that lead ahead
        ("5.4 6.5 5.6", {"5.4"}),
        ("6.4 6.5 5.6", {"6.4"}),
        ("6.5 4.5 5.6", {"6.5", "4.5"}),
        ("5.4 6.4 5.6", {"5.4", "6.4"}),
    ],
)
def test_which_ways_a_road_leads(roads: str, ways: set[str]) -> None:
    text = f"elf.tattoo-ink A 5.5 n fast order=road,-,-   road 5.5 {roads}"
    if len(ways) == 1:
        assert {where(play(text), "A")} == ways
    else:
        assert offered(text, "A") == ways


@pytest.mark.rule("spf.orders.road")
def test_beside_a_road_the_order_does_nothing() -> None:
    assert where(play("elf.tattoo-ink A 5.5 n fast order=road,-,-   road 5.4 5.3"), "A") == "5.5"
    assert where(play("elf.tattoo-ink A 5.5 n fast order=road,-,-   road 5.5"), "A") == "5.5"


# ---------------------------------------------------------------- reveal, jump, pull


@pytest.mark.rule("spf.ability.reveal-order", "spf.P25")
def test_a_unit_appears_within_two_hexes_where_it_could_enter() -> None:
    text = "dark-elf.scout A 5.2 still hidden order=reveal,-,-   ork.grunt x 5.9 order=-,-,-   water 5.3"
    found = offered(text, "A")
    within = {"5.2", "5.1", "5.4", "6.1", "6.2", "6.3", "4.1", "4.2", "4.3", "7.1", "7.2", "7.3"}
    assert found == within | {"3.1", "3.2", "3.3"}
    on = play(text, a({"A": "7.3", "A facing": "south"}))
    assert (where(on, "A"), on["A"].facing, on["A"].hidden) == ("7.3", 3, False)
    stays = play(text, a({"A": "5.2", "A facing": "north"}))
    assert (where(stays, "A"), stays["A"].revealed) == ("5.2", 1)


def test_a_jump_leads_within_its_range_and_not_to_the_same_hex() -> None:
    """Ability jump: three hexes."""
    text = "dwarf.steampowerarmor A 5.5 equip=jet-pack order=F,F,-   ork.grunt x 1.1 order=-,-,-"
    found = offered(text, "A", a("jump"))
    assert "5.5" not in found and "stay" not in found
    assert {"5.2", "5.8", "8.4", "2.6"} <= found and not found & {"5.1", "5.9", "9.5"}


@pytest.mark.parametrize(
    "bound", ["shaken=1", "unconscious=1", "critical=cannot-move", "marks=jumped:0", "marks=pulled-by:x:1"]
)
def test_who_is_bound_does_not_jump(bound: str) -> None:
    """Ability jump: nor does who has jumped, or is pulled."""
    text = (
        f"dwarf.steampowerarmor A 5.5 equip=jet-pack {bound} order=-,-,-   ork.hammerhead x 5.2 order=-,-,-"
    )
    assert not any("jump" in question.text for _, question in play(text).asked)


def test_both_sides_say_sealed_who_jumps() -> None:
    text = """
        dwarf.steampowerarmor A 5.5 equip=jet-pack order=-,-,-
        dwarf.steampowerarmor x 1.1 equip=jet-pack order=-,-,-
    """
    on = play(text, sealed(a="no", b="jump"), b("1.4"))
    assert (where(on, "A"), where(on, "x")) == ("5.5", "1.4")


def test_of_two_harpoons_one_pulls_and_those_of_the_dead_do_not() -> None:
    """Ability harpoon-pull."""
    text = "elf.elf-infantry A 5.5 marks=pulled-by:x:1/pulled-by:y:1 order=F,-,-   {}"
    both = "ork.hammerhead x 5.8 order=-,-,-   ork.hammerhead y 5.2 order=-,-,-"
    assert where(play(text.format(both)), "A") == "5.6"
    on = table(text.format(both))
    on["x"].place = "destroyed"
    assert where(on.run(move, 1), "A") == "5.4"
    on = table(text.format(both))
    on["x"].place = on["y"].place = "destroyed"
    on.run(move, 1)
    assert where(on, "A") == "5.4" and on["A"].marks == {}  # by its own order


def test_a_harpoon_pulls_in_the_first_step_only() -> None:
    """Ability harpoon-pull."""
    text = "elf.elf-infantry A 5.5 s marks=pulled-by:x:1 order=-,F,-   ork.hammerhead x 5.2 order=-,-,-"
    assert where(play(text, step=2), "A") == "5.6"


def test_hidden_friends_do_not_hinder_the_firers_choice() -> None:
    """Ability harpoon-pull: as far as the firer's side can see there is room."""
    hidden = "   ".join(f"elf.elf-scout {name} 5.4 hidden order=-,-,-" for name in "BC")
    pulled = "elf.elf-infantry A 5.5 marks=pulled-by:x:1 order=-,-,-   ork.hammerhead x 5.2 order=-,-,-"
    on = play(f"{pulled}   {hidden}")
    assert where(on, "A") == "5.5" and on.says("finds no room")


@pytest.mark.rule("spf.orders.chase")
def test_who_has_no_order_for_being_shaken_chases_enemies_only() -> None:
    friend = "gnome.quad-bike B 5.6 order=-,-,-"
    text = f"gnome.mechanical-rat A 5.5 n shaken=1   {friend}   ork.grunt x 5.2 order=-,-,-"
    assert where(play(text, step=3), "A") == "5.4"


@pytest.mark.rule("spf.orders.chase")
def test_the_shaken_who_chase_enemies_leave_friends_alone() -> None:
    """Only oliphants go for anyone; a shaken illusion has the order of one that is not."""
    text = "elf.illusion A 5.5 n shaken=1   elf.e34 B 5.6 order=-,-,-   ork.grunt x 5.2 order=-,-,-"
    assert where(play(text, step=3), "A") == "5.4"


@pytest.mark.rule("spf.orders.chase", "spf.O11")
def test_a_chase_does_not_follow_a_road() -> None:
    text = "ork.grunt x 5.5 order=chase,-,-   elf.e34 A 5.2 order=-,-,-   road 5.5 5.6 5.7"
    assert where(play(text), "x") == "5.4"


@pytest.mark.rule("spf.orders.chase", "spf.O6")
def test_an_enemy_whose_first_hex_is_barred_is_awaited_where_the_rest_leads() -> None:
    """Forward is water, but then it turns right and goes on."""
    text = "ork.grunt x 5.5 order=chase,-,-   elf.e34 A 5.3 n order=F+R+F,-,-   water 5.2"
    assert offered(text, "x") == {"5.4", "6.4"}


def test_friends_elsewhere_do_not_hinder_a_pull() -> None:
    """Ability harpoon-pull."""
    others = "   ".join(f"elf.elf-scout {name} 8.8 order=-,-,-" for name in "BC")
    pulled = "elf.elf-infantry A 5.5 marks=pulled-by:x:1 order=-,-,-   ork.hammerhead x 5.2 order=-,-,-"
    assert where(play(f"{pulled}   {others}"), "A") == "5.4"


@pytest.mark.rule("spf.ability.reveal-order")
def test_who_cannot_move_may_still_reveal_itself_where_it_is() -> None:
    scout = "dark-elf.scout A 5.5 still hidden critical=cannot-move order=reveal,-,-"
    on = play(f"{scout}   ork.grunt x 5.9 order=-,-,-", a("south"))
    assert (where(on, "A"), on["A"].hidden, on["A"].facing) == ("5.5", False, 3)


@pytest.mark.rule("spf.orders.flee", "spf.R15")
def test_who_can_only_leave_the_map_need_not() -> None:
    """Enemies all around at the border: its owner lets it go, or the enemy, who has nowhere to put it."""
    ring = (("A", "5.8"), ("B", "4.8"), ("C", "6.8"))
    foes = "   ".join(f"elf.elf-scout {name} {hex_} order=-,-,-" for name, hex_ in ring)
    text = f"ork.grunt x 5.9 order=flee,-,-   {foes}"
    assert offered(text, "x") == {"leave", "enemy"}
    assert where(play(text, b("leave")), "x") == "fled"
    assert where(play(text, b("enemy")), "x") == "5.9"


@pytest.mark.rule("spf.stacking.flying", "spf.orders.step-not-allowed")
def test_who_cannot_take_off_or_land_is_told_which() -> None:
    up = "elf.pegasus-rider A 5.5 slow order=A(slow-flying),-,-"
    full = "   ".join(f"elf.pegasus-rider {name} 5.5 slow-flying order=-,-,-" for name in "BC")
    on = play(f"{up}   {full}")
    assert on["A"].speed == "slow" and on.says("Pegasus Rider cannot take off: there is no room.")
    down = play("elf.eagle-rider A 5.5 fast order=B,-,-   water 5.5")
    assert down["A"].speed == "fast" and down.says("Eagle Rider cannot land: ")


@pytest.mark.rule("spf.victory.end-phase-shaken")
def test_who_moves_while_shaken_does_not_move_in_the_end_phase() -> None:
    """Ability moves-while-shaken: no order is imposed on it."""
    text = "gnome.gnome-helicopter A 5.5 n slow-flying replace=tinkerer-helicopter shaken=1 order=F,F,F   {}"
    on = table(text.format("ork.grunt x 1.1"))
    for step in (1, 2, 3):
        on.run(move_shaken, step)
    assert where(on, "A") == "5.5"


@pytest.mark.rule("spf.O6")
@pytest.mark.parametrize(("codes", "way"), [(["R", "F"], 1), (["L", "F"], 5), (["F"], 0), (["rev"], 3)])
def test_where_somebody_is_going_to_be_after_the_step(codes: list[str], way: int) -> None:
    on = table("elf.e34 A 5.5 north")
    stride = Stride(on["A"], on["A"].hex, [Code(name) for name in codes])
    assert expected(on.battle, stride) == on["A"].hex.towards(way)
