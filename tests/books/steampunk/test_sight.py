"""Line of sight: levels, blind hexes, lines along edges."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warbook.board.hexes import Hex, between
from warbook.books.steampunk.sight import FLYING, OPEN, line_of_sight

FOREST, HILL = 0, 1
ROW = [Hex(0, -n) for n in range(8)]  # straight north


def look(level_a: int, distance: int, level_b: int, **terrain: int) -> bool:
    """Along a straight row: `at3=0` puts blocking terrain of level 0 at distance 3."""
    blocks = {ROW[int(name[2:])]: level for name, level in terrain.items()}
    return line_of_sight(ROW[0], level_a, ROW[distance], level_b, lambda hex_: blocks.get(hex_, OPEN))


@pytest.mark.rule("spf.los.blocked", "spf.terrain.forest", "spf.terrain.hills")
def test_terrain_as_high_as_both_blocks() -> None:
    assert not look(0, 4, 0, at2=FOREST)
    assert not look(0, 4, 0, at2=HILL)
    assert not look(1, 4, 1, at2=HILL)


@pytest.mark.rule("spf.los.ignored", "spf.los.flying-level")
def test_terrain_lower_than_both_is_ignored() -> None:
    assert look(FLYING, 4, FLYING, at2=HILL)
    assert look(1, 4, 1, at2=FOREST)


@pytest.mark.rule("spf.los.blind-hex", "spf.R5")
def test_from_above_only_the_hex_directly_behind_is_blind() -> None:
    assert not look(FLYING, 4, 0, at3=FOREST)
    assert look(FLYING, 5, 0, at3=FOREST)
    assert look(FLYING, 4, 0, at2=FOREST)
    assert not look(FLYING, 5, 0, at2=FOREST, at4=FOREST)
    assert not look(1, 4, 0, at3=FOREST)
    assert look(1, 4, 0, at3=OPEN)


@pytest.mark.rule("spf.los.blind-hex")
def test_terrain_between_the_two_levels_hides_the_lower_one_only_right_behind_it() -> None:
    assert not look(FLYING, 4, 1, at3=HILL)
    assert look(FLYING, 4, 1, at3=FOREST)
    assert not look(1, 4, 0, at2=HILL)


@pytest.mark.rule("spf.los.line", "spf.R3")
def test_the_ends_themselves_do_not_block() -> None:
    assert look(0, 1, 0, at0=FOREST, at1=FOREST)
    assert look(0, 3, 0, at0=HILL, at3=HILL)


@pytest.mark.rule("spf.los.line", "spf.R4")
def test_along_an_edge_both_hexes_must_block() -> None:
    left, right = between(Hex(0, 0), Hex(2, -1))[0]
    for forests, seen in (({left}, True), ({right}, True), ({left, right}, False)):
        assert (
            line_of_sight(
                Hex(0, 0), 0, Hex(2, -1), 0, lambda hex_, forests=forests: 0 if hex_ in forests else OPEN
            )
            is seen
        )


@pytest.mark.rule("spf.los.line")
@given(
    st.builds(Hex, st.integers(-5, 5), st.integers(-5, 5)),
    st.integers(0, 2),
    st.integers(0, 2),
    st.dictionaries(st.builds(Hex, st.integers(-5, 5), st.integers(-5, 5)), st.integers(0, 2), max_size=25),
)
def test_whoever_sees_is_seen(b: Hex, level_a: int, level_b: int, blocks: dict[Hex, int]) -> None:
    def blocking(hex_: Hex) -> int:
        return blocks.get(hex_, OPEN)

    assert line_of_sight(Hex(0, 0), level_a, b, level_b, blocking) is line_of_sight(
        b, level_b, Hex(0, 0), level_a, blocking
    )
