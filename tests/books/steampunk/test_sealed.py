"""What both sides declare at once, neither knowing what the other does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.books.steampunk.assaults import assault, contested
from tests.books.steampunk.position import Position, at, table
from tests.kit.script import sealed
from warbook.books.steampunk.assault.approach import before_assaults
from warbook.books.steampunk.assault.retreats import Outcome, settle_assaults
from warbook.books.steampunk.damage import harm
from warbook.books.steampunk.gunnery.gunners import gunnery
from warbook.books.steampunk.movement.moving import move
from warbook.books.steampunk.orders.writing import write
from warbook.books.steampunk.pending import Blow

PELTASTS = "spartan.peltasts {} 5.6 n still gunnery={}   spartan.peltasts {} 5.4 s still gunnery={}"
RAY = "gnome.gnome-infantry {} still replace=gnome-tinkerer equip=experimental-death-ray gunnery=load,-"
FULL = "fired=gnome.mechanical-rat:1 loaded=gnome.experimental-death-ray:1"
ZEPPELIN = "dwarf.zeppelin {} slow-flying shaken=1 gunnery=fire,-"
LOADED = "loaded=dwarf.zeppelin-gun:1/dwarf.fear-ray:1"
SCOUTS = """
    dark-elf.scout A 5.5 still hidden order=-,-,-   dark-elf.scout B 3.5 order=-,-,-
    dark-elf.scout x 3.5 still hidden order=-,-,-   dark-elf.scout y 5.5 order=-,-,-
"""


@pytest.mark.parametrize(
    ("text", "chapter", "step"),
    [
        ("elf.elf-infantry A 5.8   ork.ork-infantry x 5.2", write, None),
        (PELTASTS.format("A", "fire,-", "x", "fire,-"), gunnery, 1),
        (
            f"{PELTASTS.format('A', 'spot,spot', 'x', 'spot,spot')}   dark-elf.assassin B 4.6 still hidden"
            "   dark-elf.assassin C 6.6 still hidden   dark-elf.assassin y 4.4 still hidden"
            "   dark-elf.assassin z 6.4 still hidden",
            gunnery,
            1,
        ),
        (f"{RAY.format('A 5.8')} {FULL}   {RAY.format('x 5.2')} {FULL}", gunnery, 1),
        (f"{ZEPPELIN.format('A 5.6')} {LOADED}   {ZEPPELIN.format('x 5.4')} {LOADED}", gunnery, 1),
        (
            "dwarf.steampowerarmor A 5.8 equip=jet-pack order=F,-,-"
            "   dwarf.steampowerarmor x 5.2 equip=jet-pack order=F,-,-",
            move,
            1,
        ),
        (
            "elf.eagle-rider A 5.5 n fast order=360+F,-,-   elf.eagle-rider x 5.4 s fast order=360+F,-,-",
            move,
            1,
        ),
        (SCOUTS, move, 1),
        (
            "dwarf.gunblasterwagon A 5.8 fast order=-,-,-   dwarf.gunblasterwagon x 5.2 fast order=-,-,-",
            move,
            3,
        ),
        (
            "elf.eagle-rider A 3.4 fast   dwarf.dwarf-infantry x 3.4"
            "   elf.eagle-rider y 5.4 fast   dwarf.dwarf-infantry B 5.4",
            before_assaults,
            None,
        ),
    ],
    ids=[
        *("orders", "fire", "spot", "keep-aiming", "silence"),
        *("jump", "enter-assault", "reveal", "brake", "dive"),
    ],
)
def test_both_sides_are_asked_at_once(text: str, chapter: Callable[..., object], step: int | None) -> None:
    assert table(text).sealed(chapter, *([] if step is None else [step])) == {"a", "b"}


@pytest.mark.rule("spf.assault.pre-retreat", "spf.S20")
def test_both_sides_say_at_once_who_retreats_before_the_assault() -> None:
    play = assault("elf.armored-unicorn-rider A 3.4   elf.armored-unicorn-rider x 3.3", "3.4", "A", "x>")
    assert play.sealed(before_assaults) == {"a", "b"}
    stay = play.question(before_assaults).parts["A"].options[0].id
    play.run(before_assaults, dice="2", answers=[sealed(a={"A": stay}, b={"x": "retreat"})])
    assert [entrant.unit for entrant in play.battle.clashes[0].entrants] == ["A", "x"]


def test_both_owners_say_at_once_who_dies() -> None:
    """Ruling A6."""
    mixed = "dwarf.dwarf-infantry {} replace=elite-dwarf-infantry"
    play = table(f"{mixed.format('A 3.3')}   {mixed.format('x 3.5')}")
    play.battle.blows = [Blow(id, "regular", 1, "shot", "spf.damage.roll") for id in "Ax"]
    play.run(harm.apply, answers=[sealed(a={"A": "0"}, b={"x": "1"})])
    assert (play["A"].living, play["x"].living) == ([1, 2, 3], [0, 2, 3])


@pytest.mark.rule("spf.assault.retreat-rotation")
def test_losers_of_both_sides_turn_at_once() -> None:
    text = """
        elf.elf-infantry A 3.5   dwarf.dwarf-infantry x 3.4
        elf.elf-infantry B 7.4   dwarf.dwarf-infantry y 7.3
    """
    play = assault(text, "3.4", "A>", "x")
    contested(play, "7.3", "B>", "y")
    one, two = play.battle.clashes
    turns = sealed(a={"A": "about"}, b={"y": "right"})
    play.run(settle_assaults, [Outcome(one, ("A",)), Outcome(two, ("y",))], answers=[turns])
    assert (play["A"].facing, play["y"].facing) == (3, 4)
    assert play["y"].hex == at("7.2")


@pytest.mark.rule("spf.orders.fire", "spf.army.models-fire-independently", "spf.A5")
def test_the_second_targets_are_sealed_too() -> None:
    """Guns whose shots go at different units name them when all first targets are known."""
    text = """
        spartan.peltasts A 5.6 n still gunnery=fire,-   spartan.peltasts B 5.6 n still gunnery=-,-
        spartan.peltasts x 5.4 s still gunnery=fire,-   spartan.peltasts y 5.4 s still gunnery=-,-
    """
    play: Position = table(text)
    each: dict[str, Any] = {"a": {"A/1.1": "x", "A/1.2": "y"}, "b": {"x/1.1": "A", "x/1.2": "B"}}
    play.run(gunnery, 1, dice="1 1 1 1", answers=[sealed(a="each", b="each"), sealed(**each)])
