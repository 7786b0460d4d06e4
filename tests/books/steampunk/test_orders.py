"""Writing orders, and what of them is carried out (spf.orders.*)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.books.steampunk.position import Position, battle, game, table
from tests.kit.script import a
from warbook.books.steampunk.army.notation import read_gunnery, read_movement, spell
from warbook.books.steampunk.army.roster import GunneryOrder, field_unit
from warbook.books.steampunk.army.written import Enlisted
from warbook.books.steampunk.orders.carrying_out import (
    faster,
    getting_out,
    gunnery_part,
    movement_part,
    set_speed,
    slower,
    speeds,
)
from warbook.books.steampunk.orders.glosses import gunnery_gloss, movement_gloss
from warbook.books.steampunk.orders.writing import write, write_first
from warbook.core.events import Became, Note
from warbook.core.game import Waiting
from warbook.core.questions import Form, Refused

FOES = "elf.illusion x 5.1"  # has one movement order and nothing else, so side b is never asked


def moves(play: Position, unit: str = "A") -> str:
    """The movement codes of the three steps, as spelled, at the speed of this moment."""
    return spell(tuple(movement_part(play.battle, play[unit], step) for step in (1, 2, 3)))


def shots(play: Position, unit: str = "A") -> str:
    return spell(tuple(gunnery_part(play.battle, play[unit], step)[0] for step in (1, 2)))


def options(play: Position, part: str, unit: str = "A", chapter: Any = write) -> list[str]:
    form = play.question(chapter)
    assert isinstance(form, Form)
    return [option.label for option in form.parts[unit].parts[part].options]


def asides(play: Position, unit: str = "A", chapter: Any = write) -> dict[str, str]:
    """For which case each movement order is kept, if not for the likely one."""
    form = play.question(chapter)
    assert isinstance(form, Form)
    return {option.id: option.aside for option in form.parts[unit].parts["movement"].options}


# ---------------------------------------------------------------- writing


@pytest.mark.rule("spf.orders.one-round-ahead")
def test_the_order_written_in_turn_3_is_carried_out_in_turn_4() -> None:
    play = table(f"spartan.iatros A 5.5 slow next=360,F,360    {FOES}", turn=3)
    play.run(write, answers=[a({"A": "-, -, help"})])
    assert (play["A"].movement, play["A"].next_movement) == ("360, F, 360", "-, -, help")
    assert moves(play) == "360, F, 360"
    play.battle.turn = 4
    play.run(write, answers=[a({"A": "360, B, -"})])
    assert moves(play) == "-, -, help"


@pytest.mark.rule("spf.orders.one-round-ahead", "spf.W11")
def test_in_the_last_turn_nothing_is_written_and_the_last_orders_are_carried_out() -> None:
    play = table(f"spartan.iatros A 5.5 slow next=360,F,360    {FOES}", turn=8)
    play.run(write)
    assert moves(play) == "360, F, 360"
    play = table(f"spartan.iatros A 5.5 slow next=360,F,360    {FOES}", turn=8, orders_ahead=0)
    play.run(write, answers=[a({"A": "-, -, help"})])
    assert moves(play) == "-, -, help"


@pytest.mark.rule("spf.orders.one-round-ahead")
def test_with_orders_ahead_0_they_are_carried_out_at_once() -> None:
    """Ruling B3: only orders of the present speed are offered then."""
    play = table(f"spartan.iatros A 5.5 slow    {FOES}", orders_ahead=0)
    assert [label.partition(" :")[0] for label in options(play, "movement")] == [
        "360, F, 360",
        "-, -, help",
        "help, help, -",
        "360, B, -",
    ]
    play.run(write, answers=[a({"A": "-, -, help"})])
    assert (moves(play), play["A"].next_movement) == ("-, -, help", "")
    assert not play.asked[0][1].text.endswith("turn 2")


@pytest.mark.rule("spf.orders.per-unit")
def test_a_unit_gets_one_movement_order_and_a_gunnery_order_only_if_its_list_has_some() -> None:
    play = table(f"ork.grunt A 5.5    ork.hammerhead B 5.6    {FOES}")
    form = play.question(write)
    assert list(form.parts["A"].parts) == ["movement"]
    assert list(form.parts["B"].parts) == ["movement", "gunnery"]
    with pytest.raises(Refused):
        play.run(write, answers=[a({"A": {"movement": "F, F, -"}, "B": {"movement": "L, -, -"}})])


@pytest.mark.rule("spf.orders.per-unit")
def test_a_choice_of_one_is_not_asked() -> None:
    play = table(f"elf.illusion A 5.5 next=-,-,chase    {FOES}").run(write)
    assert (play["A"].next_movement, play["x"].next_movement) == ("-, -, chase", "-, -, chase")
    assert play["A"].next_gunnery == ""


@pytest.mark.rule("spf.orders.simultaneous")
def test_both_sides_write_sealed() -> None:
    on = game(battle("ork.grunt A 5.5 next=-,-,chase    ork.grunt x 5.1"))
    on.players = {"a": None, "b": None}
    with pytest.raises(Waiting) as asked:
        write(on)
    assert asked.value.sealed
    assert [list(form.parts) for form in asked.value.questions.values()] == [["A"], ["x"]]


@pytest.mark.rule("spf.orders.speeds", "spf.orders.speed-restricted")
def test_orders_for_the_likely_speed_come_first_and_others_are_kept_aside() -> None:
    """The present order brakes from slow to still, so those for still come first."""
    play = table(f"spartan.bronze-titan A 5.5 slow next=B,-,-    {FOES}")
    found, kept = options(play, "movement"), asides(play)
    assert found[0] == "L, -, - : turn left"
    assert "A, F, - : speed up, then forward" in found
    assert (kept["L, -, -"], kept["A, F, -"], kept["rev, -, -"]) == ("", "", "")
    assert kept["F, -, -"] == "if it is slow by then" and kept["F, F, -"] == "if it is fast by then"
    assert found.index("rev, -, - : back") < found.index("F, -, - : forward")
    assert found.index("F, -, - : forward") < found.index("F, F, - : forward twice")
    text = play.question(write).parts["A"].text
    assert text == "Bronze Titan, speed by then: probably still"


@pytest.mark.rule("spf.orders.speed-restricted", "spf.orders.gunnery-default")
def test_gunnery_orders_of_every_speed_are_offered_and_to_hold_fire() -> None:
    play = table(f"spartan.hoplites A 5.5 slow    {FOES}")
    found = options(play, "gunnery", chapter=write_first)
    assert found[0] == "-, fire : wait, then fire (slow or still)"
    assert "load, - : load (still)" in found
    assert found[-1] == "-, - : hold fire (any speed)"
    assert not any(asides(play, chapter=write_first).values())


def test_the_first_orders_are_for_turn_1_and_not_asked_with_orders_ahead_0() -> None:
    play = table(f"spartan.iatros A 5.5 slow    {FOES}", turn=0)
    play.run(write_first, answers=[a({"A": "360, B, -"})])
    assert (play["A"].movement, play["A"].next_movement) == ("", "360, B, -")
    assert play.asked[0][1].text == "Write the orders for turn 1"
    table(f"spartan.iatros A 5.5 slow    {FOES}", orders_ahead=0).run(write_first)


def test_an_order_that_comes_with_a_weapon_acts_on_it_only() -> None:
    play = table(f"elf.armored-oliphant-riders A 5.5 slow equip=hand-grenade    {FOES}", orders_ahead=0)
    assert "-, throw : wait, then throw, Hand Grenade only (slow or still or fast)" in options(
        play, "gunnery"
    )
    chosen = {"movement": "360, F, 360", "gunnery": "-, throw / elf.hand-grenade"}
    play.run(write, answers=[a({"A": chosen})])
    assert (play["A"].gunnery, play["A"].gunnery_only) == ("-, throw", "elf.hand-grenade")
    code, only = gunnery_part(play.battle, play["A"], 2)
    assert (spell((code,)), only) == ("throw", "elf.hand-grenade")


@pytest.mark.rule("spf.orders.follow")
@pytest.mark.ability("orders-follow")
def test_grunts_may_be_told_to_follow_the_war_drum_instead_of_chasing() -> None:
    drum = "ork.ork-infantry B 4.5 replace=ork-elite-infantry equip=war-drum"
    assert "-, -, follow : wait twice, then follow the leader" in options(
        table(f"ork.grunt A 5.5    {drum}    {FOES}"), "movement"
    )
    alone = table(f"ork.grunt A 5.5 next=-,-,follow    ork.ork-infantry B 4.5    {FOES}")
    assert not any("follow" in label for label in options(alone, "movement"))
    infantry = {"movement": "360, F, 360", "gunnery": "-, -"}
    alone.run(write, answers=[a({"A": "chase, -, -", "B": infantry})])
    assert moves(alone) == "-, -, flee"


@pytest.mark.ability("illusion")
def test_an_illusion_may_copy_the_orders_of_infantry_in_its_hex() -> None:
    """Ability illusion: elsewhere it only chases."""
    both = "elf.illusion A 5.5 next=360,F,B    elf.elf-infantry B {} slow next=360,F,B"
    infantry = {"movement": "360, A, F", "gunnery": "-, -"}
    play = table(both.format("5.5") + "    ork.champion x 1.1")
    assert {"-, -, chase : wait twice, then chase the nearest enemy"} < set(options(play, "movement"))
    assert faster(play.battle, play["A"]) == "fast"
    play.run(write, answers=[a({"A": "-, -, chase", "B": infantry})])
    assert moves(play) == "360, F, B"
    apart = table(both.format("5.6") + "    ork.champion x 1.1").run(write, answers=[a({"B": infantry})])
    assert (moves(apart), moves(apart, "B")) == ("-, -, chase", "360, F, B")


@pytest.mark.ability("unload-adjacent")
def test_who_is_aboard_is_given_orders_for_the_speeds_at_which_it_gets_out() -> None:
    """Abilities unload-adjacent and unload-glide."""
    wagon = "ork.battlewagon B 5.5    ork.ork-infantry A slow aboard=B next=360,-,-    " + FOES
    play = table(wagon)
    assert asides(play)["360, A, F"] == ""
    legal = {
        "B": {"movement": "B, -, -", "gunnery": "-, -"},
        "A": {"movement": "360, A, F", "gunnery": "-, -"},
    }
    play.run(write, answers=[a(legal)])
    assert play["A"].movement == "360, -, -"  # an order for still
    still = table(wagon.replace("slow", "still"))
    assert asides(still) == asides(play)  # whatever its speed aboard
    champion = table("ork.battlewagon B 5.5    ork.champion A fast aboard=B    " + FOES)
    assert getting_out(champion.battle, champion["A"], champion["B"]) == ("fast",)  # nobody's to inherit
    airship = (
        "dwarf.transport-zeppelin B 5.5    dwarf.dwarf-infantry A slow aboard=B next=360,360,360    " + FOES
    )
    play = table(airship)
    orders = {"B": {"movement": "360, F, F"}, "A": {"movement": "360, A, F", "gunnery": "-, -"}}
    play.run(write, answers=[a(orders)])
    assert play["A"].movement == "-, -, flee"  # it glides down at slow


# ---------------------------------------------------------------- legality


@pytest.mark.rule("spf.orders.illegal-default")
def test_an_order_for_another_speed_than_at_the_start_of_the_turn_is_the_default_order() -> None:
    """Ruling O1, and only the owner is told."""
    play = table(f"spartan.bronze-titan A 5.5 slow next=F,F,-    {FOES}")
    play.run(write, answers=[a({"A": {"movement": "L, -, -", "gunnery": "-, -"}})])
    assert moves(play) == "-, -, B"
    notes = [event for event in play.events if isinstance(event, Note)]
    assert [(note.to, note.rule) for note in notes] == [(("a",), "spf.orders.illegal-default")]
    assert (
        notes[0].words
        == "Bronze Titan cannot carry out F, F, - when slow: instead it does its default order, -, -, B."
    )


@pytest.mark.rule("spf.orders.illegal-default")
@pytest.mark.parametrize(
    ("unit", "default"),
    [
        ("dark-elf.queen-yy A 5.5 fast", "-, -, -"),  # its shaken order, ruling O3
        ("elf.elf-infantry A 5.5 fast", "-, -, flee"),
        ("ork.ork-infantry A 5.5 still", "-, -, -"),  # neither default nor shaken order at still
        ("ork.speedhead A 5.5 still", "-, -, A"),  # has no other order there, ruling O4
    ],
)
def test_default_orders_where_the_list_prints_none(unit: str, default: str) -> None:
    assert moves(table(f"{unit}    {FOES}")) == default


@pytest.mark.rule("spf.orders.illegal-default")
def test_the_default_order_is_that_of_the_speed_at_the_start_whatever_it_leads_to() -> None:
    play = table(f"ork.battlewagon A 5.5 slow next=F,F,F    {FOES}")
    play.run(write, answers=[a({"A": {"movement": "B, -, -", "gunnery": "-, -"}})])
    play["A"].speed = "still"
    assert moves(play) == "-, -, B"


@pytest.mark.rule("spf.orders.three-parts", "spf.orders.plus", "spf.orders.forward", "spf.orders.no-action")
def test_three_parts_and_codes_joined_by_plus() -> None:
    play = table(f"spartan.peltasts A 5.5 slow order=360+A,F,F    {FOES}")
    assert [code.name for code in movement_part(play.battle, play["A"], 1)] == ["360", "A"]
    assert [spell((movement_part(play.battle, play["A"], step),)) for step in (2, 3)] == ["F", "F"]
    play = table(f"spartan.fire-chariot A 5.5 fast order=F,B,-    {FOES}")
    assert moves(play) == "F, B, -"


@pytest.mark.rule("spf.orders.gunnery-parts")
def test_two_gunnery_parts() -> None:
    play = table(
        "spartan.peltasts A 5.5 still gunnery=spot,spot    spartan.hoplites B 5.6 still gunnery=-,aim"
    )
    assert (shots(play), shots(play, "B")) == ("spot, spot", "-, aim")
    assert shots(table(f"spartan.hoplites A 5.5 still    {FOES}")) == "-, -"


@pytest.mark.rule("spf.orders.speed-change-gunnery", "spf.orders.brake")
def test_each_gunnery_part_is_checked_against_the_speed_in_its_own_step() -> None:
    """Load, load is listed for slow and still. It brakes from fast to slow between the two (ruling O2)."""
    play = table(f"elf.tattoo-ink A 5.5 fast gunnery=load,load    {FOES}")
    first = gunnery_part(play.battle, play["A"], 1)
    play["A"].speed = slower(play.battle, play["A"])
    second = gunnery_part(play.battle, play["A"], 2)
    assert (first[0], spell((second[0],))) == ((), "load")


@pytest.mark.rule("spf.orders.speed-restricted")
def test_load_only_while_standing_still() -> None:
    at = "spartan.hoplites A 5.5 {} gunnery=load,-    " + FOES
    assert (shots(table(at.format("still"))), shots(table(at.format("slow")))) == ("load, -", "-, -")


# ---------------------------------------------------------------- shaken, unconscious, damaged


@pytest.mark.rule("spf.ability.shaken-orders")
def test_shaken_in_the_middle_of_a_turn_the_matching_part_of_the_default_order_follows() -> None:
    """Ruling P17."""
    play = table(f"ork.ork-infantry A 5.5 slow order=360,F,360 gunnery=-,load    {FOES}")
    assert spell((movement_part(play.battle, play["A"], 1),)) == "360"
    play["A"].shaken = 2
    assert moves(play) == "-, -, flee"
    assert shots(play) == "-, -"


@pytest.mark.rule("spf.ability.shaken-orders")
def test_the_order_that_an_entry_imposes_on_the_shaken_goes_before_its_defaults() -> None:
    play = table(f"dark-elf.nightmare-mechanical-cavalry A 5.5 fast shaken=1 order=F,F,F    {FOES}")
    assert moves(play) == "-, -, flee"  # its default at fast is -, flee, flee


@pytest.mark.rule("spf.ability.shaken-orders")
def test_the_default_order_is_that_of_the_speed_of_the_moment() -> None:
    play = table(f"spartan.bronze-titan A 5.5 fast shaken=2 order=F,F,-    {FOES}")
    assert moves(play) == "-, B, B"
    play["A"].speed = "still"
    assert moves(play) == "-, -, -"


@pytest.mark.rule("spf.ability.shaken-orders")
@pytest.mark.parametrize(
    ("unit", "movement", "gunnery"),
    [
        ("dwarf.mini-zeppelin A 5.5 slow order=360,A,F gunnery=load,-", "-, -, random", "load, -"),
        ("dwarf.zeppelin A 5.5 slow-flying order=L,-,- gunnery=fire,-", "-, -, F", "fire, -"),
        (
            "gnome.gnome-helicopter A 5.5 still replace=tinkerer-helicopter order=A(still-flying),360,- "
            "gunnery=-,load",
            "A(still-flying), 360, -",
            "-, -",
        ),
    ],
    ids=["fires-while-shaken", "shaken-silences-one-weapon-per-token", "moves-while-shaken"],
)
def test_abilities_of_the_shaken(unit: str, movement: str, gunnery: str) -> None:
    play = table(f"{unit} shaken=1    {FOES}")
    assert (moves(play), shots(play)) == (movement, gunnery)


def test_the_unconscious_do_nothing() -> None:
    """Ability unconscious-regeneration: it takes no action."""
    play = table(f"ork.troll A 5.5 order=chase,-,- unconscious=1    {FOES}")
    assert moves(play) == "-, -, -"
    play["A"].unconscious = 0
    assert moves(play) == "chase, -, -"
    play = table(f"elf.elf-infantry A 5.5 still gunnery=load,- unconscious=1    {FOES}")
    assert shots(play) == "-, -"


@pytest.mark.rule("spf.orders.step-not-allowed")
@pytest.mark.parametrize(
    ("critical", "left"),
    [
        ("cannot-move", "L, A, -"),
        ("cannot-rotate", "-, A, F"),
        ("cannot-change-speed", "L, -, F"),
        ("speed-locked(still)", "L, -, F"),
        ("arc(front-only)", "L, A, F"),
    ],
)
def test_what_damage_rules_out_is_left_out_and_the_other_parts_are_tried(critical: str, left: str) -> None:
    play = table(f"dark-elf.queen-yy A 5.5 still order=L,A,F critical={critical}    {FOES}")
    assert moves(play) == left


def test_a_locked_speed_is_the_only_one_and_orders_are_offered_for_it_alone() -> None:
    play = table(f"dark-elf.queen-yy A 5.5 still next=L,-,- critical=speed-locked(still)    {FOES}")
    assert speeds(play.battle, play["A"]) == ("still",)
    assert (faster(play.battle, play["A"]), slower(play.battle, play["A"])) == ("still", "still")
    assert not any(asides(play).values())


# ---------------------------------------------------------------- speeds


@pytest.mark.rule("spf.orders.accelerate", "spf.orders.brake", "spf.orders.speeds")
@pytest.mark.parametrize(
    ("unit", "speed", "up", "down"),
    [
        ("spartan.bronze-titan", "fast", "fast", "slow"),
        ("spartan.bronze-titan", "slow", "fast", "still"),
        ("spartan.bronze-titan", "still", "slow", "still"),
        ("spartan.hoplites", "slow", "slow", "still"),  # has no fast
        ("dwarf.tamed-balrog", "rest", "slow", "rest"),  # has no still
        ("dwarf.dwarf-at-gun", "rest", "slow", "still"),
        ("spartan.vitriol-bombard", "setup", "slow", "setup"),
        ("dark-elf.mechanical-red-dragon", "slow", "fast-flying", "slow"),  # its only fast is in the air
        ("dark-elf.mechanical-red-dragon", "fast-flying", "fast-flying", "slow"),
        ("elf.pegasus-rider", "fast-flying", "fast-flying", "slow"),  # lands, having both
        ("elf.pegasus-rider", "slow-flying", "fast", "still"),
        ("ork.speedhead", "still", "slow", "still"),
        ("spartan.bronze-hawks", "fast-flying", "fast-flying", "fast-flying"),
    ],
)
def test_the_ladder_of_speeds(unit: str, speed: str, up: str, down: str) -> None:
    """Ruling O4."""
    play = table(f"{unit} A 5.5 {speed}    {FOES}")
    assert (faster(play.battle, play["A"]), slower(play.battle, play["A"])) == (up, down)


@pytest.mark.rule("spf.orders.accelerate-to", "spf.orders.brake-to")
@pytest.mark.parametrize(
    ("unit", "speed", "order", "likely"),
    [
        ("dwarf.dwarf-at-gun", "slow", "-,F,B(rest)", "rest"),
        ("gnome.gnome-helicopter", "still", "A(slow-flying),360,F", "slow, flying"),
        ("spartan.bronze-titan", "fast", "B,B,-", "still"),
        ("elf.elf-infantry", "fast", "360,F,B+B", "still"),
    ],
)
def test_the_speed_that_an_order_leads_to(unit: str, speed: str, order: str, likely: str) -> None:
    play = table(f"{unit} A 5.5 {speed} next={order}    {FOES}")
    assert play.question(write).parts["A"].text.endswith(f"probably {likely}")


def test_a_change_of_speed_is_told_of_a_hidden_unit_only_to_its_owner() -> None:
    play = table(f"dark-elf.scout A 5.5 still hidden    dark-elf.queen-yy B 5.6 fast    {FOES}")
    set_speed(play.game, play["A"], "slow", "spf.orders.accelerate")
    set_speed(play.game, play["B"], "slow", "spf.orders.brake")
    set_speed(play.game, play["B"], "slow", "spf.orders.brake")
    told = [(event.piece, event.status, event.to) for event in play.events if isinstance(event, Became)]
    assert told == [("A", "slow", ("a",)), ("B", "slow", ())]
    assert (play["A"].speed, play["B"].speed) == ("slow", "slow")


def test_a_locked_speed_cannot_be_changed() -> None:
    play = table(f"dark-elf.queen-yy A 5.5 still critical=speed-locked(still)    {FOES}")
    set_speed(play.game, play["A"], "slow", "spf.orders.accelerate")
    assert (play["A"].speed, play.events) == ("still", [])


# ---------------------------------------------------------------- glosses


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ("F F -", "forward twice"),
        ("F B -", "forward, then brake"),
        ("R R R", "turn right three times"),
        ("360+A F F", "turn as you like and speed up, then forward twice"),
        ("- - flee", "wait twice, then flee"),
        ("- 360 B(rest)", "wait, then turn as you like, then brake to rest"),
        ("hide(ruins) - -", "hide in ruins"),
        ("- - -", "stay as it is"),
    ],
)
def test_movement_orders_in_words(order: str, words: str) -> None:
    assert movement_gloss(read_movement(order.split())) == words


@pytest.mark.parametrize(
    ("unit", "order", "words"),
    [
        ("ork.ork-char-b1", "fire(p) load(h)", "fire the Rotating Pop Gun, then load the Heavy Forward Gun"),
        ("gnome.gnome-helicopter", "throw(d) load", "throw the drop weapon, then load"),
        ("elf.pegasus-rider", "fire(burst) fire(bow)", "fire a burst, then fire the bow"),
        ("dark-elf.mechanical-red-dragon", "- breath(fire)", "wait, then breathe fire"),
        ("spartan.hoplites", "- -", "hold fire"),
    ],
)
def test_gunnery_orders_in_words(unit: str, order: str, words: str) -> None:
    found = gunnery_gloss(field_unit(Enlisted(unit)), GunneryOrder(read_gunnery(order.split())))
    assert found == words
