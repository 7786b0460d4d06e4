"""What lies in hexes: how it is put there, what it does, and how it goes."""

from __future__ import annotations

import pytest

from tests.books.steampunk.position import Position, at, table
from warbook.books.steampunk.aftermath.markers import aftermath, trigger
from warbook.books.steampunk.damage import harm
from warbook.books.steampunk.damage.hexmarks import put
from warbook.books.steampunk.ground import sees, spot
from warbook.core.events import Marker
from warbook.core.game import Game


def triggered(play: Position, dice: str = "") -> Position:
    """What lies there acts, and its damage is applied."""

    def step(game: Game) -> None:
        trigger(game)
        harm.apply(game)

    return play.run(step, dice=dice)


def lying(play: Position) -> list[tuple[str, int, int]]:
    return [(mark.kind, mark.strength, mark.count) for mark in play.battle.marks]


# ---------------------------------------------------------------- placing


@pytest.mark.rule("spf.hexfx.markers")
def test_two_markers_at_first_then_one() -> None:
    """Smoke in a clear hex -> 2 markers; smoke again -> 3 markers."""
    play = table("ork.grunt A 3.3")
    for count in (2, 3):
        put(play.battle, "smoke", at("5.5"))
        assert lying(play) == [("smoke", 0, count)]


@pytest.mark.rule("spf.hexfx.markers", "spf.hexfx.poison-acid-cloud")
def test_kinds_and_strengths_are_kept_apart() -> None:
    """Ruling H6; a poison and acid cloud is one of each."""
    play = table("ork.grunt A 3.3")
    put(play.battle, "poison", at("5.5"), 8)
    put(play.battle, "poison", at("5.5"), 4)
    put(play.battle, "minor-acid", at("5.5"))
    assert lying(play) == [("minor-acid", 0, 2), ("poison", 4, 2), ("poison", 8, 2)]


@pytest.mark.rule("spf.hexfx.hex-on-fire")
def test_a_hex_on_fire_has_smoke() -> None:
    """Ruling H3: two of each, then one."""
    play = table("ork.grunt A 3.3    smoke 5.5 count=1")
    put(play.battle, "fire", at("5.5"))
    put(play.battle, "fire", at("5.5"))
    assert lying(play) == [("fire", 0, 3), ("smoke", 0, 3)]


# ---------------------------------------------------------------- acting


@pytest.mark.rule("spf.hexfx.poison-cloud", "spf.hexfx.trigger", "spf.hexfx.not-cumulative")
def test_a_poison_cloud_rolls_once_for_each_model() -> None:
    """Unit of 4 models in poison cloud[6]: 4 dice; one 6 -> one poison[6]. Three markers are no more."""
    play = triggered(table("ork.grunt A 3.3 slow    poison 3.3 count=3 strength=6"), "1 6 5 3")
    assert play["A"].poison == [6]


@pytest.mark.rule("spf.hexfx.strongest-cloud")
def test_the_strongest_cloud_acts() -> None:
    """Poison cloud[4] and poison cloud[8] -> apply [8]."""
    play = table("ork.troll A 3.3    poison 3.3 strength=4    poison 3.3 strength=8")
    assert triggered(play, "6")["A"].poison == [8]


@pytest.mark.rule("spf.hexfx.poison-cloud")
def test_a_crew_takes_crew_damage() -> None:
    """Ruling H1: a tank has no lungs, but its crew has: d8 on the crew table, 4 jams."""
    play = triggered(table("ork.hammerhead A 3.3    poison 3.3 strength=8"), "6 4")
    assert (play["A"].jammed, play["A"].poison) == (True, [])


@pytest.mark.rule("spf.hexfx.poison-cloud", "spf.special.poison-bio-only")
def test_nobody_rolls_for_who_cannot_be_hurt() -> None:
    triggered(table("dark-elf.mechanical-scorpion A 3.3    poison 3.3 strength=8"))


@pytest.mark.ability("unit-immune")
def test_gas_masks_make_immune_to_the_cloud() -> None:
    """Ability unit-immune(poison-cloud)."""
    triggered(table("dark-elf.darkelf-infantry A 3.3 equip=gas-mask    poison 3.3 strength=8"))


@pytest.mark.rule("spf.hexfx.poison-cloud", "spf.ability.evasion")
def test_evasion_counts_against_clouds() -> None:
    """Ruling H2: taking cover in the open 7+ on an open-ended die: 6 and then 5 hits, 6 and then 4 misses."""
    play = table("ork.ork-infantry A 3.3 still living=0/1    poison 3.3 strength=6")
    assert triggered(play, "6 5 6 4")["A"].poison == [6]


@pytest.mark.rule("spf.hexfx.acid-cloud-minor")
def test_a_minor_acid_cloud_rolls_for_each_model() -> None:
    play = triggered(table("ork.grunt A 3.3    minor-acid 3.3"), "6 6 5 1")
    assert play["A"].minor_acid == 2


@pytest.mark.rule("spf.hexfx.acid-cloud-major")
@pytest.mark.parametrize(("die", "acid"), [("6", 1), ("5", 0)])
def test_a_major_acid_cloud_rolls_for_the_unit(die: str, acid: int) -> None:
    assert triggered(table("ork.grunt A 3.3    acid 3.3"), die)["A"].acid == acid


@pytest.mark.rule("spf.hexfx.hex-on-fire")
@pytest.mark.parametrize(("die", "fires"), [("6", 1), ("5", 0)])
def test_a_burning_hex_rolls_for_the_unit(die: str, fires: int) -> None:
    """No area effect: evasion does not count (ruling H2)."""
    assert triggered(table("ork.ork-infantry A 3.3 still    fire 3.3"), die)["A"].fires == fires


@pytest.mark.rule("spf.hexfx.trigger")
def test_clouds_act_on_both_sides_and_on_the_hidden() -> None:
    """Rulings H8 and P24."""
    play = table("ork.troll A 3.3    dark-elf.scout x 3.3 hidden    poison 3.3 strength=4")
    triggered(play, "6 6")
    assert (play["A"].poison, play["x"].poison) == ([4], [4])


@pytest.mark.rule("spf.hexfx.trigger")
def test_clouds_do_not_reach_flyers() -> None:
    """Ruling H7 and its switch."""
    text = "elf.pegasus-rider A 3.3 slow-flying    poison 3.3 strength=4"
    assert triggered(table(text))["A"].poison == []
    assert triggered(table(text, clouds_reach_flyers=True), "6 6")["A"].poison == [4, 4]


# ---------------------------------------------------------------- aftermath


@pytest.mark.rule("spf.aftermath.clouds-and-smoke", "spf.turn.aftermath")
def test_one_marker_of_each_kind_and_strength_goes() -> None:
    """2 smoke markers -> 1 after this aftermath, none after the next (ruling H4)."""
    play = table(
        "ork.grunt A 3.3    smoke 5.5 count=2    poison 5.5 count=3 strength=4    poison 5.5 strength=8"
    )
    play.run(aftermath)
    assert lying(play) == [("smoke", 0, 1), ("poison", 4, 2)]
    play.run(aftermath)
    assert lying(play) == [("poison", 4, 1)]


@pytest.mark.rule("spf.aftermath.fire")
@pytest.mark.parametrize("becomes", ["rough", "burned-forest"])
def test_a_burning_forest_burns_down(becomes: str) -> None:
    """Ruling H5 and its switch; other terrain stays, and so does forest that does not burn."""
    play = table(
        "ork.grunt A 3.3    forest 5.5 6.6    ruins 4.4    fire 5.5 4.4 count=2", burnt_forest_becomes=becomes
    )
    play.run(aftermath)
    assert [play.battle.ground_at(at(hex_)) for hex_ in ("5.5", "6.6", "4.4")] == [becomes, "forest", "ruins"]
    assert lying(play) == [("fire", 0, 1), ("fire", 0, 1)]


@pytest.mark.rule("spf.aftermath.shaken", "spf.ability.shaken-tokens")
def test_one_shaken_token_goes() -> None:
    """2 tokens, 1 after aftermath of turn 1, 0 after aftermath of turn 2."""
    play = table("ork.battlewagon A 3.3 shaken=2    ork.grunt B 3.3 aboard=A shaken=1    ork.grunt x 5.5")
    play.run(aftermath)
    assert [play[name].shaken for name in "ABx"] == [1, 0, 0]
    play.run(aftermath)
    assert play["A"].shaken == 0


@pytest.mark.rule("spf.aftermath.fire", "spf.los.blocked")
@pytest.mark.parametrize(("becomes", "seen"), [("rough", True), ("burned-forest", False)])
def test_where_a_forest_has_burnt_down_the_view_is_that_of_the_new_ground(becomes: str, seen: bool) -> None:
    play = table("fire 3.4   forest 3.4   ork.grunt A 3.5   elf.e34 x 3.3", burnt_forest_becomes=becomes)
    assert not sees(play.battle, play["A"], play["x"])
    play.run(aftermath)
    assert sees(play.battle, play["A"], play["x"]) is seen


@pytest.mark.rule("spf.aftermath.clouds-and-smoke")
def test_it_is_told_where_something_still_lies_and_what_is_gone() -> None:
    play = table("ork.grunt A 3.3    smoke 5.5 count=2    poison 4.4 strength=4").run(aftermath)
    middle = spot(play.battle, at("5.5"))
    told = {event.kind: (event.spot, event.words) for event in play.events if isinstance(event, Marker)}
    assert told == {
        "smoke": (middle, "Smoke in hex 5.5: 1."),
        "poison": (None, "Poison cloud in hex 4.4: gone."),
    }
