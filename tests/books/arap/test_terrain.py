"""Kinds of terrain, and what the words of a piece come to."""

from __future__ import annotations

import pytest

from warbook.board.terrain import Area, Floor, Table
from warbook.books.arap.terrain import Against, Hazard, Terrain, Traits, kinds, laid_out, traits, word_flaws

SQUARE = ((1.0, 1.0), (5.0, 1.0), (5.0, 5.0), (1.0, 5.0))
CARPET = Terrain(id="carpet", name="Carpet", means="soft", cover="soft", ground="difficult")


def test_there_are_21_kinds_and_single_traits_besides():
    named = [kind for kind in kinds().values() if kind.source or kind.provenance != "found"]
    assert len(named) == len(kinds()) == 36
    assert list(kinds()).index("gas-cloud") == 20  # the last that is more than a trait


@pytest.mark.parametrize(
    ("word", "cover"),
    [
        ("wood", "soft"), ("undergrowth", "soft"), ("hedge", "soft"), ("thorns", "soft"),
        ("rubble", "hard"), ("barricade", "hard"), ("high-wall", "hard"), ("trench", "hard"),
        ("building", "hard"), ("cliff", "none"), ("road", "none"), ("smoke", "none"),
    ],
)  # fmt: skip
def test_which_cover_a_kind_gives(word, cover):
    """arap.H17."""
    assert traits((word,)).cover == cover


def test_what_nobody_says_is_plain_ground_that_can_be_climbed():
    """arap.C15: no ground is too flat, every face can be climbed."""
    plain = traits(())
    assert plain == Traits() and plain.climbable and not plain.flat
    assert traits(("road",)).flat and not traits(("cliff", "unclimbable")).climbable


def test_which_ground_varies_and_which_costs_more():
    assert {word for word in kinds() if traits((word,)).variable} == {"undergrowth", "rubble", "variable"}
    grounds = {word: traits((word,)).ground for word in kinds()}
    assert {word for word, ground in grounds.items() if ground == "difficult"} == {
        "wood", "bog", "lava-crust", "difficult",
    }  # fmt: skip
    assert [word for word, ground in grounds.items() if ground == "very-difficult"] == [
        "deep-mud",
        "very-difficult",
    ]
    assert [word for word, ground in grounds.items() if ground == "impassable"] == ["crevasse"]


def test_kinds_add_up_and_a_later_word_changes_an_earlier_one():
    """arap.S5."""
    both = traits(("wood", "minefield", "variable"))
    assert (both.cover, both.ground, both.variable) == ("soft", "difficult", True)
    assert [hazard.trigger for hazard in both.hazards] == [1]
    assert len(traits(("minefield", "lava-crust")).hazards) == 2
    assert traits(("wood", "no-cover")).cover == "none" and traits(("no-cover", "wood")).cover == "soft"


@pytest.mark.rule("arap.movement.dangerous-ground-by-type")
def test_the_same_ground_is_worse_for_some():
    (mines,) = traits(("minefield",)).hazards
    assert (mines.trigger_for(()), mines.trigger_for(("mounted",)), mines.trigger_for(("vehicle",))) == (
        1,
        1,
        3,
    )
    both = Hazard(effect="death", trigger=3, against=(Against("mounted", 5), Against("leaper", 0)))
    assert (both.trigger_for(("leaper",)), both.trigger_for(("leaper", "mounted"))) == (0, 5)


def test_what_hazards_do():
    found = {word: traits((word,)).hazards[0] for word in kinds() if traits((word,)).hazards}
    assert {(word, each.effect, each.test, each.when) for word, each in found.items()} == {
        ("minefield", "hit", "none", "moving"),
        ("lava-crust", "hit", "none", "moving"),
        ("thorns", "stop", "initiative", "moving"),
        ("gas-cloud", "wound", "toughness", "compulsory"),
    }
    assert (found["minefield"].strength, found["minefield"].ap, found["lava-crust"].strength) == (6, 4, 4)


def test_gaps_water_smoke_and_what_slips():
    assert traits(("crevasse",)).gap and traits(("crevasse",)).depth == 4
    assert traits(("deep-water",)).water and traits(("trench",)).section == 6
    assert (traits(("ice",)).agility, traits(("plank",)).agility, traits(("plank",)).narrow) == (
        "fast",
        "always",
        True,
    )
    smoke = traits(("smoke",))
    assert (smoke.blocks_sight, smoke.lasers_from, smoke.lasers_lose) == (True, 6, 2)
    assert traits(("gas-cloud",)).drifts and not smoke.drifts
    assert [word for word in kinds() if traits((word,)).feature] == ["trench", "building", "strong-point"]


def test_the_ground_of_an_area_is_that_of_its_kind_unless_it_says_another():
    areas = (
        Area("a", SQUARE, words=("wood",)),
        Area("b", SQUARE, "very-difficult", words=("wood",)),
        Area("c", SQUARE),
        Area("d", SQUARE, words=("carpet",)),
    )
    found = laid_out(Table("x", 24, 24, areas=areas), (CARPET,))
    assert [area.ground for area in found.areas] == ["difficult", "very-difficult", "open", "difficult"]


def test_a_word_that_is_no_kind_is_told():
    table = Table(
        "x",
        24,
        24,
        areas=(Area("copse", SQUARE, words=("wod",)), Area("rug", SQUARE, words=("carpet",))),
        floors=(Floor("loft", SQUARE, 3.0, words=("building",)),),
    )
    assert [flaw.words for flaw in word_flaws(table, (CARPET,))] == [
        "copse: there is no kind of terrain 'wod'; did you mean 'wood'?"
    ]
    assert len(list(word_flaws(table))) == 2
