"""Orders that come to nothing: said before they are sealed, and told when they lapse (spf.orders.*)."""

from __future__ import annotations

import pytest

from tests.books.steampunk.position import Position, table
from warbook.books.steampunk.gunnery.gunners import gunnery
from warbook.books.steampunk.movement.moving import move
from warbook.books.steampunk.orders.writing import write
from warbook.core.events import Note
from warbook.core.questions import Concern, Form

FOES = "elf.illusion x 5.1"  # has one movement order and nothing else, so side b is never asked
SPEED = "spf.orders.speed-change-gunnery"


def concerns(text: str, movement: str, shots: str) -> list[Concern]:
    form = table(f"{text}    {FOES}", turn=3).question(write)
    assert isinstance(form, Form)
    return form.concerns({"A": {"movement": movement, "gunnery": shots}})


def told(play: Position) -> list[tuple[str, str]]:
    lapsed = [event for event in play.events if isinstance(event, Note) and "lapses" in event.words]
    assert all(event.to == ("a",) and event.piece == "A" for event in lapsed)
    return [(event.words, event.rule) for event in lapsed]


# ---------------------------------------------------------------- while they are written


@pytest.mark.rule("spf.orders.speed-change-gunnery", "spf.orders.speed-restricted")
@pytest.mark.parametrize(
    ("movement", "shots", "void"),
    [
        ("360, F, 360", "-, load", "load (gunnery 2)"),  # it stays slow
        ("360, F, 360", "load, -", "load (gunnery 1)"),
        ("360, B, 360", "load, -", "load (gunnery 1)"),  # it is slow until it brakes
        ("360, B, 360", "-, load", ""),
        ("360, F, 360", "-, fire", ""),
        ("360, F, 360", "-, -", ""),
    ],
)
def test_infantry_loads_only_when_still_and_by_then_it_is_slow(movement: str, shots: str, void: str) -> None:
    found = concerns("spartan.hoplites A 5.5 slow next=360,F,360", movement, shots)
    words = f"{void} will be void: only when still, and by then it is slow"
    assert found == ([Concern(("A", "gunnery"), words, SPEED)] if void else [])


@pytest.mark.rule("spf.orders.speed-change-gunnery", "spf.orders.one-round-ahead")
def test_the_order_that_comes_before_counts() -> None:
    """It brakes in this turn: in the next it is still from the beginning."""
    assert concerns("spartan.hoplites A 5.5 slow next=360,B,360", "360, 360, 360", "load, -") == []
    speeding = concerns("spartan.hoplites A 5.5 slow next=360,B,360", "360, A, F", "-, load")
    assert [each.words for each in speeding] == [
        "load (gunnery 2) will be void: only when still, and by then it is slow"
    ]


@pytest.mark.rule("spf.orders.illegal-default")
def test_movement_for_another_speed_is_void() -> None:
    found = concerns("spartan.hoplites A 5.5 slow next=360,F,360", "360, A, F", "-, fire")
    assert found == [
        Concern(
            ("A", "movement"),
            "360, A, F will be void: only when still, and by then it is slow; "
            "instead it will do its default order, -, -, flee",
            "spf.orders.illegal-default",
        )
    ]


# ---------------------------------------------------------------- when they are due


@pytest.mark.rule("spf.orders.speed-change-gunnery")
@pytest.mark.parametrize(
    ("unit", "why", "rule"),
    [
        ("slow", "only when still, and its speed is slow", SPEED),
        ("still shaken=1", "it is shaken", "spf.ability.shaken-orders"),
        ("still unconscious=1", "it is unconscious", "spf.damage.table-lookup"),
        ("still", "", ""),
    ],
)
def test_a_side_is_told_that_its_gunnery_order_lapses_and_why(unit: str, why: str, rule: str) -> None:
    play = table(f"spartan.hoplites A 5.5 {unit} gunnery=load,-    {FOES}")
    play.run(gunnery, 1)
    expected = (f"Hoplite Infantry: its order for gunnery 1, load, -, lapses: {why}.", rule)
    assert told(play) == ([expected] if why else [])
    again = table(f"spartan.hoplites A 5.5 {unit} gunnery=load,-    {FOES}")
    again.run(gunnery, 2)  # nothing was ordered for it
    assert told(again) == []


@pytest.mark.rule("spf.ability.shaken-orders", "spf.orders.step-not-allowed")
@pytest.mark.parametrize(
    ("unit", "lost", "why", "rule"),
    [
        ("shaken=1", "F", "it is shaken and waits", "spf.ability.shaken-orders"),
        ("critical=cannot-move", "F", "its damage does not allow it", "spf.orders.step-not-allowed"),
        ("unconscious=1", "F", "it is unconscious", "spf.damage.table-lookup"),
        ("", "", "", ""),
    ],
)
def test_a_side_is_told_that_its_movement_lapses_and_why(unit: str, lost: str, why: str, rule: str) -> None:
    play = table(f"ork.ork-infantry A 5.5 slow {unit} order=F,-,-    {FOES}".replace("  order", " order"))
    play.run(move, 1)
    expected = (f"Ork Infantry: its order for movement 1, {lost}, lapses: {why}.", rule)
    assert told(play) == ([expected] if why else [])


@pytest.mark.rule("spf.ability.shaken-orders")
def test_nothing_lapses_where_the_order_is_what_the_shaken_do_anyway() -> None:
    play = table(f"ork.ork-infantry A 5.5 slow shaken=1 order=-,-,F    {FOES}")
    play.run(move, 1)
    assert told(play) == []
