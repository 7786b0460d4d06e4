"""Who meets whom in a movement step: swaps, crowds, hidden units, and what is declared and chosen when."""

from __future__ import annotations

from typing import Any

import pytest

from tests.books.steampunk.position import Position, at, table
from tests.kit.script import By, Sealed, WrongSide, a, b, sealed
from warbook.board.hextable import name_of
from warbook.books.steampunk.assault.melee import outlook
from warbook.books.steampunk.movement.moving import move, move_shaken
from warbook.books.steampunk.state import AimToken
from warbook.core.events import Note, Turned


def play(text: str, *answers: By | Sealed, step: int = 1, dice: str = "", **given: Any) -> Position:
    return table(text, **given).run(move, step, dice=dice, answers=answers)


def where(on: Position, names: str) -> list[str]:
    return [name_of(on[name].hex) for name in names]


def fought(on: Position) -> dict[str, list[str]]:
    """The contested hexes, and who fights for each."""
    return {name_of(clash.hex): [e.unit for e in clash.entrants] for clash in on.battle.clashes}


# ---------------------------------------------------------------- swaps


@pytest.mark.rule("spf.assault.trigger-swap", "spf.ability.hidden-protection")
def test_a_hidden_unit_goes_past_those_who_swap() -> None:
    """It moves with x, who is held in 5.4; the dwarves choose the hex, and it alone comes through."""
    text = """
        dwarf.dw42 A 5.5 n order=F,-,-   elf.e34 x 5.4 s order=F,-,-
        elf.elf-scout y 5.4 s hidden order=F,-,-
    """
    on = play(text, a("5.4"))
    assert fought(on) == {"5.4": ["A", "x"]} and where(on, "y") == ["5.5"]


@pytest.mark.rule("spf.assault.trigger-swap", "spf.ability.hidden-protection")
def test_a_hidden_unit_does_not_swap() -> None:
    on = play("dwarf.dw42 A 5.5 n order=F,-,-   elf.elf-scout x 5.4 s hidden order=F,-,-")
    assert fought(on) == {} and where(on, "Ax") == ["5.4", "5.5"]


@pytest.mark.rule("spf.assault.trigger-swap", "spf.S2")
def test_units_of_different_layers_do_not_swap() -> None:
    on = play("gnome.gnome-helicopter A 5.5 n slow-flying order=F,-,-   elf.e34 x 5.4 s order=F,-,-")
    assert fought(on) == {} and where(on, "Ax") == ["5.4", "5.5"]
    high = play(
        "gnome.gnome-helicopter A 5.5 n slow-flying order=F,-,-   "
        "elf.pegasus-rider x 5.4 s slow-flying order=F,-,-",
        b("5.5"),
    )
    assert fought(high) == {"5.5": ["A", "x"]} and high.battle.clashes[0].flying


@pytest.mark.rule("spf.assault.trigger-swap")
def test_friends_swap_without_a_fight() -> None:
    on = play("elf.e34 A 5.5 n order=F,-,-   elf.e34 B 5.4 s order=F,-,-")
    assert fought(on) == {} and where(on, "AB") == ["5.4", "5.5"]


@pytest.mark.rule("spf.assault.contested-hex-choice", "spf.S24")
def test_each_pair_that_swaps_has_its_own_hex_and_all_are_fixed_before_any_die() -> None:
    text = """
        dwarf.dw42 A 5.5 n order=F,-,-   elf.e34 x 5.4 s order=F,-,-
        dwarf.dw42 B 2.5 n order=F,-,-   elf.e34 y 2.4 s order=F,-,-
    """
    on = play(text, a("2.5"), a("5.4"))
    assert fought(on) == {"2.5": ["B", "y"], "5.4": ["A", "x"]}


@pytest.mark.rule("spf.assault.contested-hex-choice", "spf.S12")
def test_who_is_held_in_its_hex_still_counts_as_moving() -> None:
    on = play("dwarf.dw42 A 5.5 n order=F,-,-   elf.e34 x 5.4 s order=F,-,-", a("5.4"))
    (clash,) = on.battle.clashes
    assert {e.unit: (e.enters, (e.q, e.r)) for e in clash.entrants} == {
        "A": (True, at("5.5")),
        "x": (True, at("5.4")),
    }


@pytest.mark.rule("spf.assault.contested-hex-choice")
@pytest.mark.parametrize(
    ("first", "second", "asked"),
    [
        ("spartan.bronze-titan", "dark-elf.queen-xy", "a"),
        ("dark-elf.queen-xy", "ork.hammerhead", "a"),
        ("ork.hammerhead", "dwarf.dw42", "a"),
        ("dwarf.dw42", "elf.e34", "a"),
        ("elf.e34", "gnome.quad-bike", "a"),
        ("gnome.quad-bike", "elf.e34", "b"),
        ("dwarf.dw42", "ork.hammerhead", "b"),
    ],
)
def test_the_higher_melee_rank_says_where(first: str, second: str, asked: str) -> None:
    text = f"{first} A 5.5 n slow order=F,-,-   {second} x 5.4 s slow order=F,-,-"
    assert fought(play(text, By(asked, "5.4"))) == {"5.4": ["A", "x"]}
    with pytest.raises(WrongSide):
        play(text, By("b" if asked == "a" else "a", "5.4"))


# ---------------------------------------------------------------- crowds


@pytest.mark.rule("spf.stacking.friendly-overflow")
def test_a_crowd_that_stands_there_already_stays() -> None:
    """Three in a hex, as abilities can bring about: who flies over them does not disturb them."""
    crowd = "   ".join(f"elf.elf-infantry {name} 5.4 order=-,-,-" for name in "BCD")
    on = play(f"elf.pegasus-rider A 5.5 n slow-flying order=F,-,-   {crowd}")
    assert where(on, "ABCD") == ["5.4"] * 4 and on.battle.gains == []


@pytest.mark.rule("spf.stacking.friendly-overflow", "spf.assault.winners-overflow")
def test_where_enemies_meet_the_assault_decides_who_has_room() -> None:
    movers = "elf.elf-infantry A 5.6 n order=F,-,-   elf.elf-infantry B 4.5 ne order=F,-,-"
    three = f"{movers}   elf.elf-infantry C 6.5 nw order=F,-,-"
    on = play(f"{three}   ork.grunt x 5.5 order=-,-,-")
    assert fought(on) == {"5.5": ["A", "B", "C", "x"]} and on.battle.gains == []
    above = play(f"{three}   elf.pegasus-rider x 5.5 slow-flying order=-,-,-")
    assert fought(above) == {} and len(above.battle.gains) == 3


@pytest.mark.rule("spf.stacking.friendly-overflow")
def test_two_are_not_too_many() -> None:
    text = "elf.elf-infantry A 5.6 n order=F,-,-   elf.e34 B 4.5 ne order=F,-,-"
    on = play(text)
    assert where(on, "AB") == ["5.5", "5.5"] and on.battle.gains == []
    tanks = play(text.replace("elf-infantry", "e34"))
    assert where(tanks, "AB") == ["5.6", "4.5"] and [g.unit for g in tanks.battle.gains] == ["A", "B"]


@pytest.mark.rule("spf.stacking.deliberate-overflow", "spf.R18")
@pytest.mark.parametrize(("ruling", "shaken"), [("auto", ["A"]), ("never", []), ("always", ["A"])])
def test_what_counts_as_on_purpose_can_be_set(ruling: str, shaken: list[str]) -> None:
    """Switch deliberate_overflow. Only who tried to enter is shaken."""
    text = "elf.sauropod-riders S 5.4 still order=-,-,-   elf.elf-infantry A 5.5 n order=F,-,-"
    assert [gain.unit for gain in play(text, deliberate_overflow=ruling).battle.gains] == shaken


@pytest.mark.rule("spf.stacking.deliberate-overflow", "spf.W13")
@pytest.mark.parametrize(
    ("ahead", "marked", "shaken"), [(1, 3, True), (1, 4, False), (0, 4, True), (0, 5, False)]
)
def test_who_strayed_since_the_orders_were_written_did_not_crowd_on_purpose(
    ahead: int, marked: int, shaken: bool
) -> None:
    """In turn 5: with orders written a turn ahead what happened in turn 4 counts, without it only turn 5."""
    text = f"""
        elf.sauropod-riders S 5.4 still order=-,-,-
        elf.elf-infantry A 5.5 n order=F,-,- marks=strayed:{marked}
    """
    assert bool(play(text, turn=5, orders_ahead=ahead).battle.gains) is shaken


# ---------------------------------------------------------------- arriving


@pytest.mark.rule("spf.terrain.building")
def test_a_hammerhead_breaks_buildings_only() -> None:
    """Ability destroys-buildings"""
    for ground, after in (("clear", "clear"), ("forest", "forest"), ("building", "ruins")):
        on = play(
            f"ork.hammerhead x 5.4 s order=F,-,-   {ground} 5.5", dice="6" if ground == "forest" else ""
        )
        assert where(on, "x") == ["5.5"] and on.battle.ground_at(at("5.5")) == after


@pytest.mark.rule("spf.orders.road", "spf.O7")
def test_who_cannot_rotate_keeps_its_facing_on_the_road_and_in_a_chase() -> None:
    road = "elf.tattoo-ink A 5.5 n fast critical={} order=road,-,-   road 5.5 6.4"
    assert play(road.format("cannot-rotate"))["A"].facing == 0
    assert play(road.format("loses(fear)"))["A"].facing == 1
    chase = "ork.grunt x 5.5 s critical={} order=chase,-,-   elf.e34 A 5.2 order=-,-,-"
    assert play(chase.format("cannot-rotate"))["x"].facing == 3
    assert play(chase.format("loses(fear)"))["x"].facing == 0


@pytest.mark.rule("spf.orders.chase", "spf.O7")
def test_a_chaser_turns_also_when_it_meets_the_enemy() -> None:
    text = "ork.grunt x 5.4 s order=chase,-,-   elf.e34 A 5.3 order=-,-,-"
    on = play(text)
    assert fought(on) == {"5.3": ["A", "x"]} and on["x"].facing == 0
    (turned,) = (event for event in on.events if isinstance(event, Turned))
    assert turned.rule == "spf.orders.chase"
    assert play(text, choice_moves_turn=False)["x"].facing == 3


@pytest.mark.rule("spf.O13")
def test_who_is_assaulted_loses_its_aim_too() -> None:
    standing = "ork.ork-infantry x 5.4 order=-,-,-   ork.ork-infantry y 5.3 order=-,-,-"
    on = table(f"elf.e34 A 5.5 n order=F,-,-   {standing}")
    for name in "xy":
        on[name].aims = [AimToken(*at("5.4"), 1, 1)]
    on.run(move, 1)
    assert on["x"].aims == [] and len(on["y"].aims) == 1


@pytest.mark.rule("spf.assault.trigger-same-hex")
def test_who_tries_to_enter_is_told_and_who_stands_there_is_not() -> None:
    on = play("elf.e34 A 5.5 n order=F,-,-   ork.grunt x 5.4 order=-,-,-")
    notes = [(event.piece, event.words) for event in on.events if isinstance(event, Note)]
    assert notes == [("A", "E34 tries to enter hex 5.4, and meets the enemy.")]


@pytest.mark.rule("spf.S1", "spf.O5")
def test_who_is_in_contact_is_met_again_in_the_same_step() -> None:
    """A meets x with its first hex; B comes with its second, and fights there too. A goes no farther."""
    text = """
        elf.elk-cavalry A 5.6 n fast order=F+F,-,-   elf.elk-cavalry B 5.7 n fast order=F+F,-,-
        ork.grunt x 5.5 order=-,-,-
    """
    on = play(text)
    assert fought(on) == {"5.5": ["A", "B", "x"]}
    (clash,) = on.battle.clashes
    origins = {e.unit: (e.q, e.r) for e in clash.entrants}
    assert origins == {"A": at("5.6"), "B": at("5.6"), "x": at("5.5")}


# ---------------------------------------------------------------- surprises


@pytest.mark.rule("spf.ability.reveal-in-shared-hex")
@pytest.mark.parametrize(
    ("foe", "asked"),
    [
        ("ork.grunt x 5.4 order=-,-,-", True),
        ("ork.grunt x 5.4 hidden order=-,-,-", False),
        ("ork.grunt x 5.3 order=-,-,-", False),
        ("gnome.gnome-helicopter x 5.4 still-flying order=-,-,-", False),
        ("elf.elf-infantry B 5.4 order=-,-,-   ork.grunt x 1.1 order=-,-,-", False),
    ],
)
def test_whom_a_hidden_unit_may_surprise(foe: str, asked: bool) -> None:
    text = f"elf.elf-scout A 5.4 still hidden order=-,-,-   {foe}   forest 5.4"
    if asked:
        on = play(text, a("reveal"))
        (clash,) = on.battle.clashes
        assert {e.unit: (e.enters, e.revealed) for e in clash.entrants} == {
            "A": (True, True),
            "x": (False, False),
        }
        assert (on["A"].hidden, on["A"].revealed) == (False, 1)
        assert fought(play(text, a("no"))) == {}
    else:
        assert not play(text).asked


@pytest.mark.rule("spf.ability.reveal-in-shared-hex")
def test_both_sides_say_sealed_whether_they_spring_a_surprise() -> None:
    text = """
        elf.elf-scout A 5.4 still hidden order=-,-,-   ork.grunt x 5.4 order=-,-,-
        elf.elf-infantry B 2.4 order=-,-,-   ork.grunt y 2.4 hidden order=-,-,-
        forest 5.4 2.4
    """
    on = play(text, sealed(a="no", b="reveal"))
    assert fought(on) == {"2.4": ["B", "y"]}


# ---------------------------------------------------------------- declaring assaults

DRIFTERS = """
    gnome.gnome-helicopter A 5.5 n still-flying order=D,-,-
    gnome.gnome-helicopter x 5.3 s still-flying order=D,-,-
    elf.pegasus-rider y 4.4 slow-flying order=-,-,-   elf.pegasus-rider B 6.3 slow-flying order=-,-,-
"""


@pytest.mark.rule("spf.orders.choice-assault-declare")
def test_who_wants_an_assault_is_declared_sealed() -> None:
    """Both could drift into an enemy: nobody knows what the other says. Equal nations roll off."""
    on = play(DRIFTERS, sealed(a="no", b="no"), b("5.2"), a("5.6"), dice="6 1")
    assert where(on, "Ax") == ["5.6", "5.2"]
    with pytest.raises(WrongSide):
        play(DRIFTERS, a("no"), b("no"), b("5.2"), a("5.6"), dice="6 1")


@pytest.mark.rule("spf.orders.choice-assault-declare", "spf.assault.advantage")
def test_who_is_asked_about_an_assault_is_told_against_whom_and_the_odds() -> None:
    """The odds are those of the clash that moving there then leads to."""
    on = table(DRIFTERS)
    declaring = on.question(move, 1)
    (choose,) = declaring.parts.values()
    enters = next(option for option in choose.options if option.id == "yes")
    assert enters.label == "Enter an assault against Pegasus Rider"
    told = enters.preview()
    on.run(move, 1, answers=[sealed(a="yes", b="no"), b("5.2")])
    (clash,) = on.battle.clashes
    come = outlook(on.battle, clash, "a")
    assert come is not None and told.outcomes == come().outcomes
    assert told.headline == f"against Pegasus Rider in 4.4: {come().headline}"


@pytest.mark.rule("spf.orders.choice-assault-sequence")
def test_who_wants_no_assault_chooses_first_whatever_its_rank() -> None:
    """The roll-off would let a choose last; but it has declared no assault, and so it chooses first."""
    on = play(DRIFTERS, sealed(a="no", b="yes"), a("5.6"), dice="")
    assert where(on, "A") == ["5.6"] and fought(on) == {"6.3": ["B", "x"]}


@pytest.mark.rule("spf.orders.choice-assault-sequence")
def test_who_has_declared_an_assault_must_enter_one() -> None:
    text = f"{DRIFTERS}   elf.pegasus-rider z 6.4 slow-flying order=-,-,-"
    on = table(text)
    question = on.question(move, 1, answers=[sealed(a="yes", b="no"), b("5.2")])
    (choose,) = question.parts.values()
    assert {option.id for option in choose.options if option.barred is None} == {"4.4", "6.4"}
    barred = {option.barred.words for option in choose.options if option.barred}
    assert barred == {"it has declared an assault and must enter one"}
    on.run(move, 1, answers=[sealed(a="yes", b="no"), b("5.2"), a("6.4")])
    assert fought(on) == {"6.4": ["A", "z"]}


@pytest.mark.rule("spf.orders.choice-assault-declare", "spf.S2")
def test_nothing_is_declared_where_no_assault_can_come_of_it() -> None:
    """An enemy on the ground below, or a hidden one."""
    drifts = "gnome.gnome-helicopter A 5.5 n still-flying order=D,-,-"
    below = play(f"{drifts}   ork.grunt x 5.4 order=-,-,-", a("5.4"))
    hidden = "elf.pegasus-rider x 5.4 slow-flying hidden order=-,-,-"
    unseen = play(f"{drifts}   {hidden}", a("5.4"), b("no"))
    for on in (below, unseen):
        assert on.asked[0][1].text == "What the orders leave open" and fought(on) == {}


@pytest.mark.rule("spf.orders.choice-assault-declare", "spf.ability.hidden-protection")
def test_a_hidden_unit_declares_nothing_unless_it_reveals_itself() -> None:
    hidden = "gnome.gnome-helicopter A 5.5 n still-flying hidden order={},-,-"
    foe = "elf.pegasus-rider x 5.4 slow-flying order=-,-,-"
    on = play(f"{hidden.format('D')}   {foe}", a("5.6"))
    assert [question.text for _, question in on.asked] == ["What the orders leave open"]
    shown = table(f"{hidden.format('reveal')}   {foe}").question(move, 1)
    assert shown.text == "Who wants to enter an assault?"


@pytest.mark.rule("spf.orders.choice-assault-declare")
def test_who_can_only_go_into_the_enemy_need_not_say_so() -> None:
    on = play("ork.grunt x 5.5 order=chase,-,-   elf.elf-infantry A 5.4 order=-,-,-")
    assert not on.asked and fought(on) == {"5.4": ["A", "x"]}


@pytest.mark.rule("spf.orders.choice-rank", "spf.O9")
@pytest.mark.parametrize(
    ("first", "second", "sides"),
    [
        ("spartan.hoplites", "elf.elf-infantry", ["b", "a"]),
        ("elf.elf-infantry", "dark-elf.darkelf-infantry", ["b", "a"]),
        ("dark-elf.darkelf-infantry", "dwarf.dwarf-infantry", ["b", "a"]),
        ("dwarf.dwarf-infantry", "gnome.gnome-infantry", ["b", "a"]),
        ("gnome.gnome-infantry", "ork.ork-infantry", ["b", "a"]),
        ("ork.ork-infantry", "gnome.gnome-infantry", ["a", "b"]),
        ("elf.elf-infantry", "spartan.hoplites", ["a", "b"]),
    ],
)
def test_the_ranking_of_who_chooses_last(first: str, second: str, sides: list[str]) -> None:
    text = f"{first} A 5.8 order=360,-,-   {second} x 5.2 order=360,-,-"
    on = play(text, *(By(side, "north") for side in sides))
    assert [side for side, _ in on.asked] == sides


@pytest.mark.rule("spf.orders.choice-rank")
def test_nobody_rolls_off_where_only_one_side_has_a_choice() -> None:
    text = "ork.ork-infantry A 5.8 order=360,-,-   ork.ork-infantry x 5.2 order=-,-,-"
    assert play(text, a("south"))["A"].facing == 3


# ---------------------------------------------------------------- the end phase


ALOFT = "spartan.bronze-hawks A 5.5 n shaken=1   dwarf.transport-zeppelin x {} s shaken={}"


@pytest.mark.rule("spf.victory.end-phase-shaken", "spf.V5")
@pytest.mark.parametrize(
    ("hex_", "shaken", "after"),
    [
        ("5.4", 1, ["5.5", "5.4"]),  # they would swap
        ("5.4", 0, ["5.5", "5.4"]),  # A would enter its hex
        ("5.3", 1, ["5.5", "5.3"]),  # they would meet between
        ("5.3", 0, ["5.4", "5.3"]),  # who is not shaken stays anyway
        ("5.2", 1, ["5.4", "5.3"]),
    ],
)
def test_in_the_end_phase_who_would_meet_an_enemy_stays(hex_: str, shaken: int, after: list[str]) -> None:
    on = table(ALOFT.format(hex_, shaken)).run(move_shaken, 3)
    assert where(on, "Ax") == after and fought(on) == {}


@pytest.mark.rule("spf.victory.end-phase-shaken", "spf.V5")
def test_in_the_end_phase_who_stays_may_keep_others_where_they_are() -> None:
    """A stays because of x; so B, behind it, comes into its hex, but C finds no room there."""
    behind = "   ".join(
        f"spartan.bronze-hawks {name} {hex_} n shaken=1" for name, hex_ in (("B", "5.6"), ("C", "5.6"))
    )
    on = table(f"{ALOFT.format('5.4', 0)}   {behind}").run(move_shaken, 3)
    assert where(on, "ABC") == ["5.5", "5.6", "5.6"] and on.battle.gains == []


@pytest.mark.rule("spf.victory.end-phase-shaken", "spf.ability.shaken-orders")
def test_in_the_end_phase_only_the_shaken_move_and_not_by_their_orders() -> None:
    """Ability moves-while-shaken: such a unit has no order that being shaken imposes."""
    text = "spartan.bronze-hawks A 5.5 n shaken={} order=-,-,F   dwarf.dwarf-infantry x 1.1"
    assert where(table(text.format(0)).run(move_shaken, 3), "A") == ["5.5"]
    assert where(table(text.format(1)).run(move_shaken, 3), "A") == ["5.4"]
    assert where(table(text.format(1)).run(move_shaken, 2), "A") == ["5.5"]


@pytest.mark.rule("spf.victory.end-phase-shaken", "spf.V5")
def test_in_the_end_phase_who_stays_is_met_by_nobody_either() -> None:
    """A stays because of x; so y, who would have come into its hex, stays too."""
    comes = "dwarf.transport-zeppelin y 4.5 ne shaken=1"
    on = table(f"{ALOFT.format('5.4', 0)}   {comes}").run(move_shaken, 3)
    assert where(on, "Axy") == ["5.5", "5.4", "4.5"] and fought(on) == {}


@pytest.mark.rule("spf.assault.facing-reversing")
def test_who_could_not_reverse_is_assaulted_as_it_stands() -> None:
    on = play("elf.e34 A 5.5 n order=rev,-,-   ork.hammerhead x 5.4 s order=F,-,-   water 5.6")
    (clash,) = on.battle.clashes
    assert {e.unit: (e.enters, e.reverses) for e in clash.entrants} == {
        "A": (False, False),
        "x": (True, False),
    }


# ---------------------------------------------------------------- who chooses when

CROSSROADS = "road 5.5 6.4 4.4 3.2 4.2 2.2"


@pytest.mark.rule("spf.orders.choice-rank", "spf.O9")
def test_sides_with_two_ways_each_choose_in_order() -> None:
    """Each at a fork: the elf, of the higher rank, last."""
    text = f"""
        elf.tattoo-ink A 5.5 n fast order=road,-,-   ork.speedhead x 3.2 s fast order=road,-,-
        {CROSSROADS}
    """
    on = play(text, b("4.2"), a("6.4"))
    assert where(on, "Ax") == ["6.4", "4.2"]
    with pytest.raises(WrongSide):
        play(text, a("6.4"), b("4.2"))


@pytest.mark.rule("spf.orders.choice-rank", "spf.O9")
def test_one_nation_does_not_roll_off_for_one_sides_choices() -> None:
    text = f"elf.tattoo-ink A 5.5 n fast order=road,-,-   elf.e34 x 1.1 order=-,-,-   {CROSSROADS}"
    assert where(play(text, a("4.4")), "A") == ["4.4"]
    both = f"{text}   elf.tattoo-ink y 3.2 s fast order=road,-,-"
    on = play(both, b("4.2"), a("4.4"), dice="5 2")
    assert where(on, "Ay") == ["4.4", "4.2"]


@pytest.mark.rule("spf.orders.choice-assault-sequence")
def test_who_declared_an_assault_and_finds_nobody_goes_where_it_likes() -> None:
    """A wants none and drifts off; x, who wanted one, may then go anywhere."""
    text = """
        gnome.gnome-helicopter A 5.5 n still-flying order=D,-,-
        gnome.gnome-helicopter x 5.4 s still-flying order=D,-,-
    """
    on = play(text, sealed(a="no", b="yes"), a("5.6"), b("4.4"))
    assert where(on, "Ax") == ["5.6", "4.4"] and fought(on) == {}


def test_a_pulled_unit_may_be_pulled_into_the_enemy() -> None:
    """Ability harpoon-pull: nobody declares anything, and the firer's side has both hexes to choose from."""
    text = """
        ork.hammerhead x 6.2 order=-,-,-   ork.grunt y 5.4 order=-,-,-
        elf.elf-infantry A 5.5 sw marks=pulled-by:x:1 order=F,F,-
    """
    into = play(text, b("5.4"))
    assert fought(into) == {"5.4": ["A", "y"]}
    beside = play(text, b("6.4"))
    assert where(beside, "A") == ["6.4"] and fought(beside) == {}


@pytest.mark.rule("spf.stacking.deliberate-overflow", "spf.R18")
def test_who_drifts_into_a_crowd_by_chance_is_not_shaken() -> None:
    crowd = "   ".join(f"dwarf.dwarf-infantry {name} 5.4 order=-,-,-" for name in "BC")
    on = play(f"dwarf.mini-zeppelin A 5.5 fast order=random,F,F   {crowd}", dice="1")
    assert where(on, "A") == ["5.5"] and on.battle.gains == []


def test_who_cannot_change_its_speed_is_not_asked_to_brake() -> None:
    """Ability perfect-braking."""
    text = "dwarf.gunblasterwagon A 5.5 fast critical={} order=F,F,F"
    assert not play(text.format("cannot-change-speed"), step=3).asked
    assert play(text.format("cannot-rotate"), a("brake slow"), step=3)["A"].speed == "slow"
