"""Terrain, sight across it, and stacking."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.books.steampunk.position import at, battle
from warbook.books.steampunk.dice import reaches
from warbook.books.steampunk.ground import (
    blocking,
    cover,
    crossing,
    entry,
    fits,
    landing,
    leaving,
    level,
    sees,
    sees_hex,
)
from warbook.books.steampunk.sight import OPEN
from warbook.books.steampunk.state import Battle
from warbook.core.questions import Refusal

UNITS = """
    elf.e34 T 3.5      elf.elf-infantry I 3.5      elf.elf-infantry J 3.5      elf.bear-rider C 3.5
    elf.pegasus-rider P 3.5 fast-flying      elf.armored-unicorn-rider U 3.5     elf.sauropod-riders S 3.5
    gnome.quad-bike q 3.3    gnome.gnome-infantry i 3.3   gnome.gnome-helicopter h 3.3 still
    dwarf.mini-zeppelin z 3.3   ork.hammerhead k 3.3   ork.troll t 3.3
"""


def ground(terrain: str, **rulings: Any) -> Battle:
    return battle(UNITS + f"\n {terrain}", **rulings)


def enters(terrain: str, name: str, **rulings: Any) -> int | str | None:
    """What the unit needs for a neighbour with that terrain; the rule, if it may not."""
    on = ground(f"{terrain} 3.4", **rulings)
    found = entry(on, on.unit(name), at("3.4"), on.unit(name).hex)
    return found.rule if isinstance(found, Refusal) else found


@pytest.mark.rule("spf.terrain.table", "spf.terrain.clear", "spf.terrain.hex-map")
@pytest.mark.parametrize(
    "terrain", ["clear", "hills", "burned-forest", "ruins", "rough", "sand-dunes", "river"]
)
def test_most_terrain_is_entered_freely(terrain: str) -> None:
    for name in ("T", "I", "C", "P", "S", "q"):
        assert enters(terrain, name) is None


@pytest.mark.rule("spf.terrain.mountains", "spf.R21")
def test_tracked_and_wheeled_units_cannot_enter_mountains() -> None:
    assert enters("mountains", "T") == "spf.terrain.mountains"
    assert enters("mountains", "q") == "spf.terrain.mountains"
    assert enters("mountains", "I") is None
    assert enters("mountains", "P") is None


@pytest.mark.rule("spf.R21")
def test_a_unit_is_wheeled_as_long_as_one_of_its_living_models_is() -> None:
    """A tinkerer among quad bikes is listed as walking; alone, he climbs."""
    for living, needed in (("0/1", 2), ("0", None)):
        on = battle(f"gnome.quad-bike q 3.3 replace=quad-bike-tinkerer living={living}   forest 3.4")
        assert entry(on, on.unit("q"), at("3.4"), at("3.3")) == needed


@pytest.mark.rule("spf.terrain.forest")
def test_tracked_and_wheeled_units_roll_for_forest() -> None:
    assert [enters("forest", name) for name in ("T", "q", "I", "C", "P")] == [2, 2, None, None, None]
    assert reaches.odds(2, "spf.terrain.forest").chance(lambda passed: passed) == Fraction(5, 6)


@pytest.mark.rule("spf.terrain.swamp-enter", "spf.terrain.swamp-exit", "spf.R8")
def test_swamps_hold_large_units() -> None:
    assert [enters("swamp", name) for name in ("T", "S", "I", "q", "P")] == [2, 2, None, None, None]
    on = ground("swamp 3.5 3.3")
    out = [leaving(on, on.unit(name), on.unit(name).hex, at("3.4")) for name in ("T", "S", "I", "q")]
    assert out == [3, None, None, None]  # large and tracked; huge on foot; medium; medium and wheeled
    assert reaches.odds(3, "spf.terrain.swamp-exit").chance(lambda passed: passed) == Fraction(4, 6)


@pytest.mark.rule("spf.R7")
def test_one_roll_for_leaving_and_entering_against_the_higher_need() -> None:
    on = ground("swamp 3.5   forest 3.4")
    assert crossing(on, on.unit("T"), at("3.5"), at("3.4")) == (3, "spf.terrain.swamp-exit")
    on = ground("forest 3.4")
    assert crossing(on, on.unit("T"), at("3.5"), at("3.4")) == (2, "spf.terrain.forest")
    assert crossing(on, on.unit("I"), at("3.5"), at("3.4")) is None
    on = ground("swamp 3.5   mountains 3.4")
    assert isinstance(crossing(on, on.unit("T"), at("3.5"), at("3.4")), Refusal)  # nothing is rolled for that


@pytest.mark.rule("spf.terrain.building", "spf.R9")
@pytest.mark.ability("destroys-buildings", "no-entry")
def test_only_infantry_enters_buildings() -> None:
    """And who destroys-buildings; no-entry(building) keeps quad bikes out although they are infantry."""
    assert enters("building", "I") is None
    assert enters("building", "C") == "spf.terrain.building"
    assert enters("building", "T") == "spf.terrain.building"
    assert enters("building", "k") is None
    assert enters("building", "q") == "spf.terrain.table"


@pytest.mark.rule("spf.terrain.water", "spf.R12")
def test_water_is_for_who_floats_or_flies() -> None:
    """floats"""
    assert enters("water", "I") == "spf.terrain.water"
    assert enters("water", "T") == "spf.terrain.water"
    assert enters("water", "z") is None
    assert enters("water", "P") is None


@pytest.mark.rule("spf.terrain.river", "spf.R13")
def test_a_river_is_rolled_for_only_by_the_switch() -> None:
    assert [enters("river", name, river="roll") for name in ("T", "q", "I")] == [3, 3, None]


@pytest.mark.rule("spf.terrain.road", "spf.R11")
def test_from_road_to_road_everything_is_free() -> None:
    for terrain in ("mountains", "forest", "swamp", "building", "water"):
        on = ground(f"{terrain} 3.4 3.5   road 3.4 3.5")
        assert crossing(on, on.unit("T"), at("3.5"), at("3.4")) is None
    on = ground("forest 3.4   road 3.4")
    assert entry(on, on.unit("T"), at("3.4"), at("3.5")) == 2
    apart = ground("mountains 3.3   road 3.3 3.4 3.5")
    assert isinstance(entry(apart, apart.unit("T"), at("3.3"), at("3.5")), Refusal)


@pytest.mark.rule("spf.R10")
def test_landing_needs_ground_that_it_could_enter() -> None:
    on = ground("building 3.3")
    assert landing(on, on.unit("h"), "still") is not None
    assert landing(ground("clear 3.3"), on.unit("h"), "still") is None
    swamp = battle("dark-elf.mechanical-red-dragon A 3.3 fast-flying   swamp 3.3")  # huge: at 2+
    assert landing(swamp, swamp.unit("A"), "slow") is None


@pytest.mark.rule("spf.R15")
def test_nobody_moves_off_the_map() -> None:
    on = battle("elf.elf-infantry A 3.1")
    found = entry(on, on.unit("A"), on.unit("A").hex.towards(0), on.unit("A").hex)
    assert isinstance(found, Refusal)


@pytest.mark.rule("spf.los.flying-level", "spf.terrain.hills", "spf.terrain.mountains", "spf.R1", "spf.R2")
def test_levels() -> None:
    text = "elf.elf-infantry A 3.5   elf.pegasus-rider P 3.5 fast-flying   elf.eagle-rider E 3.5 fast\n"
    for terrain, low in (("clear", 0), ("hills", 1), ("mountains", 2), ("forest", 0)):
        on = battle(text + f"{terrain} 3.5")
        assert level(on, on.unit("A")) == low
        assert level(on, on.unit("P")) == 2
        assert level(on, on.unit("E")) == 2  # flies-at(fast)
    on = battle(text + "mountains 3.5", mountains_block=False)
    assert level(on, on.unit("A")) == 0


@pytest.mark.rule("spf.terrain.table", "spf.terrain.smoke", "spf.R1", "spf.R6")
def test_what_blocks() -> None:
    levels = {
        "clear": OPEN, "hills": 1, "forest": 0, "burned-forest": 0, "ruins": OPEN, "rough": OPEN,
        "sand-dunes": 0, "swamp": OPEN, "building": 0, "river": OPEN, "water": OPEN, "mountains": 2,
    }  # fmt: skip
    for terrain, expected in levels.items():
        assert blocking(battle(f"{terrain} 3.4"), at("3.4")) == expected
    assert blocking(battle("mountains 3.4", mountains_block=False), at("3.4")) == OPEN
    assert blocking(battle("forest 3.4   smoke 3.4"), at("3.4")) == 1
    assert blocking(battle("smoke 3.4 count=0"), at("3.4")) == OPEN


@pytest.mark.rule(
    "spf.los.line", "spf.los.blocked", "spf.hexfx.smoke", "spf.terrain.burned-forest",
    "spf.terrain.sand-dunes", "spf.terrain.ruins", "spf.terrain.rough", "spf.R6",
)  # fmt: skip
def test_units_see_each_other_across_the_map() -> None:
    text = "elf.elf-infantry A 3.6   ork.grunt x 3.3\n"
    for between, seen in (
        ("clear 3.4", True), ("ruins 3.4", True), ("rough 3.4", True), ("swamp 3.4", True),
        ("forest 3.4", False), ("burned-forest 3.4", False), ("sand-dunes 3.4", False),
        ("building 3.4", False), ("hills 3.4", False), ("mountains 3.4", False), ("smoke 3.4", False),
        ("smoke 3.3", True), ("smoke 3.6", True), ("forest 3.3 3.6", True), ("hills 3.3   forest 3.4", True),
        ("hills 3.3   forest 3.5", False),
    ):  # fmt: skip
        on = battle(text + between)
        assert sees(on, on.unit("A"), on.unit("x")) is sees(on, on.unit("x"), on.unit("A")) is seen, between
        assert sees_hex(on, on.unit("A"), at("3.3")) is seen


@pytest.mark.rule("spf.los.ignored", "spf.los.flying-level", "spf.W25")
def test_flyers_see_all_flyers() -> None:
    text = "elf.pegasus-rider A 3.6 {}   elf.pegasus-rider x 3.3 {}   {} 3.4"
    for between in ("hills", "mountains", "smoke"):
        on = battle(text.format("fast-flying", "fast-flying", between))
        assert sees(on, on.unit("A"), on.unit("x")) and sees(on, on.unit("x"), on.unit("A"))
    for speeds in (("fast-flying", "fast"), ("fast", "fast-flying")):
        on = battle(text.format(*speeds, "mountains"))
        assert not sees(on, on.unit("A"), on.unit("x"))
    peak = battle(
        text.format("fast-flying", "fast", "mountains 3.3")
    )  # as high as a flyer, but on the ground
    assert not sees(peak, peak.unit("A"), peak.unit("x"))


@pytest.mark.rule("spf.terrain.overlays")
@pytest.mark.parametrize("overlay", ["poison", "acid", "minor-acid", "fire"])
def test_what_lies_on_top_of_terrain_leaves_it_as_it_is(overlay: str) -> None:
    """Clouds and fire neither block nor cover, and the forest under them does both and is rolled for."""
    on = ground(f"{overlay} 3.4 strength=6")
    assert (blocking(on, at("3.4")), entry(on, on.unit("T"), at("3.4"), at("3.5"))) == (OPEN, None)
    on = ground(f"forest 3.4    {overlay} 3.4 strength=6")
    assert (blocking(on, at("3.4")), entry(on, on.unit("T"), at("3.4"), at("3.5"))) == (0, 2)
    for terrain, covered in (("clear", ()), ("forest", ("forest",))):
        on = battle(f"elf.elf-infantry A 3.4    {terrain} 3.4    {overlay} 3.4 strength=6")
        assert cover(on, on.unit("A")) == covered


@pytest.mark.rule("spf.ability.hidden-protection")
def test_a_hidden_enemy_is_not_seen() -> None:
    on = battle("elf.elf-infantry A 3.6   elf.elf-infantry B 3.5   ork.grunt x 3.3 hidden")
    assert not sees(on, on.unit("A"), on.unit("x"))
    assert sees(on, on.unit("x"), on.unit("A"))
    on.unit("B").hidden = True
    assert sees(on, on.unit("A"), on.unit("B"))


@pytest.mark.rule("spf.terrain.cover", "spf.hexfx.smoke", "spf.R10", "spf.R14")
def test_cover() -> None:
    text = "elf.elf-infantry A 3.6   elf.pegasus-rider P 3.6 fast-flying\n"
    for terrain in ("forest", "burned-forest", "building", "ruins", "rough", "sand-dunes"):
        on = battle(text + f"{terrain} 3.6")
        assert cover(on, on.unit("A")) == (terrain,)
        assert cover(on, on.unit("P")) == ()
    for terrain in ("clear", "hills", "mountains", "swamp"):
        on = battle(text + f"{terrain} 3.6")
        assert cover(on, on.unit("A")) == ()
    on = battle(text + "forest 3.6   smoke 3.6 count=2")
    assert cover(on, on.unit("A")) == ("forest", "smoke")


@pytest.mark.rule("spf.stacking.limit", "spf.R16")
def test_how_many_units_a_hex_holds() -> None:
    on = ground("clear 3.5")

    def holds(*names: str) -> bool:
        return fits(on, at("3.5"), [on.unit(name) for name in names])

    assert holds() and holds("I") and holds("I", "J") and holds("T", "I") and holds("S")
    assert not holds("T", "k") and not holds("I", "J", "C") and not holds("S", "I") and not holds("S", "t")


@pytest.mark.rule("spf.stacking.limit")
@pytest.mark.ability("stacks-with-huge")
def test_who_stacks_with_huge_units() -> None:
    on = ground("clear 3.5")
    assert fits(on, at("3.5"), [on.unit("S"), on.unit("U")])
    assert not fits(on, at("3.5"), [on.unit("S"), on.unit("U"), on.unit("I")])
