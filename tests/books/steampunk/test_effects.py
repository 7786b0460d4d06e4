"""Every effect of the lists' damage tables: that it is known, and what it does to a unit."""

from __future__ import annotations

import pytest

from tests.books.steampunk.position import at, table
from tests.books.steampunk.test_harm import hit, shot
from warbook.books.steampunk.army import data
from warbook.books.steampunk.army.notation import Effect
from warbook.books.steampunk.damage.effects import (
    HANDLERS,
    effect_as_written,
    effect_lasts,
    lasting_effects,
    said,
)
from warbook.books.steampunk.pending import Blow
from warbook.books.steampunk.state import Unit


def critical(kind: str, face: int, dice: str = "") -> Unit:
    """A unit after that result on its critical table."""
    play = table(f"{kind} A 4.4 north slow")
    return hit(play, Blow("A", "critical", face, "critical", "spf.damage.table-lookup"), dice=dice)["A"]


def test_no_effect_of_the_lists_is_left_unhandled() -> None:
    assert HANDLERS.keys() == data.effects().keys()


def test_every_line_of_every_table_can_be_put_into_words() -> None:
    for nation in data.nations():
        for unit in data.army_list(nation).units.values():
            tables = (getattr(unit.damage, name) for name in unit.damage.__struct_fields__)
            for _, _, effects in (row for lines in tables for row in lines):
                assert "{" not in said(effects)


@pytest.mark.parametrize(
    ("kind", "face", "effects"),
    [
        ("elf.e34", 1, ["cannot-move", "loses(fear)"]),
        ("elf.e34", 2, ["to-hit(-1)", "to-be-hit(1)"]),
        ("elf.e34", 3, ["cannot-rotate"]),
        ("elf.e34", 5, ["arc(front-only)"]),
        ("elf.tattoo-ink", 5, ["cannot-change-speed"]),
        ("dark-elf.queen-yy", 3, ["rotates-each-turn(L@agony-1,L@agony-3)"]),
        ("dark-elf.queen-yy", 4, ["speed-locked(still)"]),
        ("dark-elf.mechanical-assault-spider", 5, ["assault-dice(half)", "deflection-dice(half)"]),
        ("ork.hammerhead", 6, ["assault-dice(-5)"]),
    ],
)
def test_effects_that_last_are_kept_as_the_lists_write_them(kind: str, face: int, effects: list[str]) -> None:
    assert critical(kind, face).critical == effects


def test_what_lasts_is_read_back() -> None:
    queen = critical("dark-elf.queen-yy", 3)
    assert lasting_effects(queen, "rotates-each-turn") == [(("L", 1), ("L", 3))]
    assert lasting_effects(queen, "to-hit") == []
    assert all(effect_lasts(Effect(name)) for name in ("cannot-move", "no-firing", "speed-locked"))
    assert not effect_lasts(Effect("kill", (1,)))
    assert effect_as_written(Effect("to-be-hit", (1,))) == "to-be-hit(1)"


def test_numbers_add_up_and_words_do_not() -> None:
    play = table("ork.hammerhead A 3.3 critical=cannot-move/assault-dice(-5)")
    for face in (5, 6):
        hit(play, Blow("A", "critical", face, "critical", "spf.damage.table-lookup"))
    assert play["A"].critical == ["cannot-move", "assault-dice(-5)", "assault-dice(-5)"]


def test_a_locked_speed_is_taken_at_once() -> None:
    assert critical("dark-elf.queen-yy", 4).speed == "still"


@pytest.mark.parametrize(("face", "acid"), [(5, 1), (6, 2)])
def test_acid(face: int, acid: int) -> None:
    assert critical("dark-elf.queen-yy", face).acid == acid


def test_set_on_fire() -> None:
    assert critical("elf.e34", 6).fires == 1


def test_shaken_token_adds_to_shaken() -> None:
    """The line shakes the wagon, and its critical result is one more token: 2 + 1."""
    play = hit(table("ork.battlewagon A 3.3"), shot("A", 5), dice="4")
    assert (play["A"].shaken, play["A"].future) == (3, 1)


@pytest.mark.rule("spf.ability.jammed", "spf.ability.crippled-crew")
def test_jammed_and_crippled_crew() -> None:
    crew = Blow("A", "crew", 4, "crew", "spf.special.typed-damage")
    assert hit(table("ork.hammerhead A 3.3"), crew)["A"].jammed
    assert hit(table("spartan.bronze-titan A 3.3"), crew)["A"].crippled_crew


def test_rotate_turns_about_at_once() -> None:
    assert critical("gnome.ballista-tractor-mark-i", 4).facing == 3


def test_places_clouds_in_the_hex_and_round_it() -> None:
    """At the edge of the table only where there are hexes."""
    play = table("gnome.ballista-tractor-mark-i A 1.1")
    hit(play, Blow("A", "critical", 5, "critical", "spf.damage.table-lookup"))
    lies = {(mark.kind, mark.strength, mark.count, mark.hex) for mark in play.battle.marks}
    hexes = [at("1.1"), *(hex_ for hex_ in at("1.1").neighbours() if hex_ in play.battle.table)]
    assert len(hexes) == 3
    assert lies == {(kind, n, 2, hex_) for kind, n in (("poison", 8), ("smoke", 0)) for hex_ in hexes}


def test_unconscious_is_one_token() -> None:
    play = table("ork.troll A 3.3 unconscious=1")
    assert hit(play, shot("A", 15), shot("A", 15))["A"].unconscious == 1


def test_the_drone_stands_still_for_good() -> None:
    """Effect speed, and lasting effects from the regular table."""
    drone = hit(table("gnome.ballista-drone A 3.3 slow"), shot("A", 6))["A"]
    assert (drone.speed, drone.critical) == ("still", ["cannot-move", "cannot-rotate"])


def test_the_balrog_loses_its_terror() -> None:
    balrog = hit(table("dwarf.tamed-balrog A 3.3"), shot("A", 12))["A"]
    assert (balrog.future, balrog.critical, balrog.shaken) == (3, ["assault-dice(-1)", "loses(terror)"], 2)


@pytest.mark.rule("spf.damage.table-lookup")
@pytest.mark.parametrize(("face", "future"), [("4", 4), ("5", 1)])
def test_a_critical_result_is_rolled_without_tokens(face: str, future: int) -> None:
    play = hit(table("elf.e34 A 3.3"), shot("A", 5), dice=face)
    assert play["A"].future == future


def test_crew_future() -> None:
    crew = Blow("A", "crew", 8, "crew", "spf.special.typed-damage")
    assert hit(table("ork.hammerhead A 3.3"), crew)["A"].crew_future == 3
