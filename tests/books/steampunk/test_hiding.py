"""Hidden units: how they come to light, and how they hide."""

from __future__ import annotations

from typing import Any

import pytest

from tests.books.steampunk.position import Position, at, table
from tests.kit.script import a
from warbook.books.steampunk.movement.hiding import (
    check_clear,
    discover_hidden,
    hidden_tokens,
    reveal,
    tell_tokens,
)
from warbook.books.steampunk.movement.moving import move
from warbook.core.events import Became, Marker, Placed
from warbook.core.questions import Choose, Form

SCOUT = "dark-elf.scout A"
FOE = "elf.e34 x"


def play(text: str, *answers: Any, step: int = 1, dice: str = "", **given: Any) -> Position:
    return table(text, **given).run(move, step, dice=dice, answers=answers)


# ---------------------------------------------------------------- coming to light


@pytest.mark.rule("spf.ability.reveal-bonus", "spf.P26")
def test_only_who_reveals_itself_has_the_bonuses() -> None:
    for bonus, turn in ((True, 4), (False, 0)):
        on = table(f"{SCOUT} 5.5 hidden", turn=4)
        on.run(reveal, on["A"], bonus, "spf.orders.spot")
        assert (on["A"].hidden, on["A"].revealed) == (False, turn)
        assert [type(event) for event in on.events] == [Placed, Became]
        assert not any(event.to for event in on.events)


@pytest.mark.rule("spf.ability.reveal-order", "spf.P25")
def test_the_order_to_reveal_places_it_within_two_hexes() -> None:
    text = f"{SCOUT} 5.5 n hidden order=reveal,-,-   {FOE} 9.1 order=-,-,-   water 5.4"
    question = table(text).question(move, 1)
    assert isinstance(question, Form)
    hexes = question.parts["A"]
    assert isinstance(hexes, Choose)
    assert len(hexes.options) == 19
    assert [option.id for option in hexes.options if option.barred] == ["5.4"]
    on = play(text, a({"A": "5.3", "A facing": "south-west"}), turn=2)
    assert (on["A"].hex, on["A"].facing, on["A"].hidden, on["A"].revealed) == (at("5.3"), 4, False, 2)
    stays = play(text, a({"A": "5.5", "A facing": "north"}))
    assert (stays["A"].hex, stays["A"].hidden) == (at("5.5"), False)
    nothing = play(text.replace(" hidden", ""))
    assert nothing["A"].hex == at("5.5")


@pytest.mark.rule("spf.ability.reveal-order", "spf.P25")
def test_who_cannot_move_reveals_itself_where_it_is() -> None:
    text = f"dark-elf.mechanical-scorpion A 5.5 hidden critical=cannot-move order=reveal,-,-   {FOE} 9.1"
    on = play(f"{text} order=-,-,-", a({"A facing": "south"}))
    assert (on["A"].hex, on["A"].facing, on["A"].hidden) == (at("5.5"), 3, False)


@pytest.mark.rule("spf.ability.reveal-order", "spf.ability.reveal-bonus", "spf.P25")
def test_it_may_reveal_itself_in_an_assault() -> None:
    on = play(
        f"{SCOUT} 5.5 hidden order=reveal,-,-   {FOE} 5.3 order=-,-,-",
        a("yes"),
        a({"A facing": "north"}),
        turn=2,
    )
    [clash] = on.battle.clashes
    assert clash.hex == at("5.3")
    entrant = next(e for e in clash.entrants if e.unit == "A")
    assert (entrant.q, entrant.r, entrant.enters, entrant.revealed) == (*at("5.5"), True, True)
    assert on["A"].revealed == 2


@pytest.mark.rule("spf.ability.hidden-protection", "spf.P27", "spf.P24")
def test_an_enemy_in_its_hex_does_not_disturb_it() -> None:
    on = play(f"{SCOUT} 5.5 still hidden order=-,-,-   {FOE} 5.4 s order=F,-,-", a("no"))
    assert on["x"].hex == at("5.5") and on["A"].hidden and not on.battle.clashes
    enters = play(f"{SCOUT} 5.5 still hidden order=F,-,-   {FOE} 5.4 still order=-,-,-", a("no"))
    assert enters["A"].hex == at("5.4") and not enters.battle.clashes


@pytest.mark.rule("spf.ability.reveal-in-shared-hex", "spf.ability.reveal-bonus")
def test_it_may_reveal_itself_to_an_enemy_in_its_hex() -> None:
    on = play(f"{SCOUT} 5.5 still hidden order=-,-,-   {FOE} 5.4 s order=F,-,-", a("reveal"), turn=3)
    [clash] = on.battle.clashes
    [own] = [e for e in clash.entrants if e.unit == "A"]
    assert (clash.hex, own.enters, own.revealed, (own.q, own.r)) == (at("5.5"), True, True, at("5.5"))
    assert on["A"].revealed == 3 and not on["A"].hidden
    apart = play(f"{SCOUT} 5.6 still hidden order=-,-,-   {FOE} 5.4 s order=F,-,-")
    assert not apart.asked
    flyer = "elf.pegasus-rider x 5.4 s fast-flying order=F,-,-"
    assert not play(f"{SCOUT} 5.5 still hidden order=-,-,-   {flyer}").asked


@pytest.mark.rule("spf.ability.hidden-clear-terrain", "spf.P28")
def test_moving_in_the_open_in_sight_of_an_enemy_reveals_it() -> None:
    def hidden(unit: str, terrain: str = "") -> bool:
        on = table(f"{unit} hidden order=-,-,-   {FOE} 5.2 order=-,-,-   {terrain}").run(check_clear)
        return on["A"].hidden

    assert not hidden(f"{SCOUT} 5.5 slow")
    assert hidden(f"{SCOUT} 5.5 still")
    assert hidden(f"{SCOUT} 5.5 crawl")
    assert hidden(f"{SCOUT} 5.5 slow", "ruins 5.5")
    assert hidden(f"{SCOUT} 5.5 slow", "forest 5.4")
    assert hidden("dark-elf.mechanical-scorpion A 5.5 slow equip=cloaking-device")  # hidden-by-cloak
    assert not hidden("dark-elf.mechanical-scorpion A 5.5 slow")


@pytest.mark.rule("spf.ability.hidden-clear-terrain", "spf.P28")
def test_it_is_checked_after_the_movement_step() -> None:
    text = f"{SCOUT} 5.5 n slow hidden order=F,-,-   {FOE} 5.1 order=-,-,-   ruins 5.5"
    on = play(text)
    assert (on["A"].hex, on["A"].hidden, on["A"].revealed) == (at("5.4"), False, 0)
    assert play(text + "   ruins 5.4")["A"].hidden


@pytest.mark.rule("spf.ability.hidden-ends")
def test_an_enemy_next_to_it_discovers_it_in_the_aftermath() -> None:
    for hex_, found in (("5.3", True), ("5.4", True), ("5.2", False)):
        on = table(f"{SCOUT} 5.4 still hidden   {FOE} {hex_}").run(discover_hidden)
        assert on["A"].hidden is not found
        assert on["A"].revealed == 0
    friends = table(f"{SCOUT} 5.4 still hidden   dark-elf.scout B 5.5").run(discover_hidden)
    assert friends["A"].hidden


# ---------------------------------------------------------------- hiding


@pytest.mark.rule("spf.ability.hide", "spf.P29")
def test_hiding_needs_the_terrain() -> None:
    text = f"{SCOUT} 5.5 still equip=hide order=hide(ruins),-,-   {FOE} 5.2 order=-,-,-   {{}} 5.5"
    assert play(text.format("ruins"))["A"].hidden
    assert not play(text.format("rough"))["A"].hidden
    assert not play(text.format("ruins"), hide_in_sight=False)["A"].hidden
    assert play(text.format("ruins") + "   hills 5.4", hide_in_sight=False)["A"].hidden
    assert not play(text.replace("equip=hide ", "").format("ruins"))["A"].hidden


@pytest.mark.ability("hide", "hides-in-smoke")
def test_a_fog_grenade_hides_anywhere_in_smoke_or_out_of_sight() -> None:
    fog = "equip=hide/poison-fog-grenade"
    text = f"{SCOUT} 5.5 still {{}} order=hide(ruins),-,-   {FOE} 5.2 order=-,-,-   {{}}"
    assert play(text.format(fog, "smoke 5.5"))["A"].hidden
    assert play(text.format(fog, "forest 5.4"))["A"].hidden
    assert not play(text.format(fog, ""))["A"].hidden
    assert not play(text.format("equip=hide", "smoke 5.5"))["A"].hidden


@pytest.mark.rule("spf.ability.hidden-token")
def test_all_are_told_where_tokens_lie_and_where_none_lies_any_more() -> None:
    on = table(f"{SCOUT} 5.5 hidden   dark-elf.scout B 5.4 hidden   dark-elf.scout C 6.6 hidden")
    before = hidden_tokens(on.battle, None)
    on["A"].at(at("5.4"))
    on.run(tell_tokens, before)
    told = [event.words for event in on.events if isinstance(event, Marker)]
    assert told == ["No hidden token lies in hex 5.5.", "2 hidden tokens lie in hex 5.4."]
    on["A"].at(at("5.5"))
    on["C"].hidden = False
    on.run(tell_tokens, before)
    told = [event.words for event in on.events if isinstance(event, Marker)]
    assert told[2:] == ["No hidden token lies in hex 6.6."]
    on.run(tell_tokens, [])
    told = [event.words for event in on.events if isinstance(event, Marker)]
    assert told[3:] == ["A hidden token lies in hex 5.4.", "A hidden token lies in hex 5.5."]
    before = hidden_tokens(on.battle, None)
    on["A"].hidden = on["B"].hidden = False
    on.run(tell_tokens, before)
    told = [event.words for event in on.events if isinstance(event, Marker)]
    assert told[5:] == ["No hidden token lies in hex 5.4.", "No hidden token lies in hex 5.5."]
