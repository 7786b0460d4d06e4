"""nec.shooting.hit-modifiers: every row, alone and together, in the score and in the tooltip."""

import pytest

from tests.books.necromunda.position import table
from tests.kit.script import a, b

COVER = "area (29,8) (33,12) shelter=0.6"
PARTIAL = "area (29,8) (33,12) shelter=0.3"


def aimed(shooter="", target="", terrain="", weapon="autogun", at="(31,10)", **rulings):
    """The preview of a shot, and the roll to hit when it is fired and shows a 1."""
    game = table(
        f"""
        ganger A (10,10) {weapon} {shooter}
        ganger x {at} {target}
        {terrain}
        """,
        phase="shoot",
        premeasure=True,
        **rulings,
    )
    preview = game.option("x", a("A")).preview()
    roll = game.play(a("A"), a("x"), dice="1").rolled("nec.shooting.to-hit")[0]
    assert roll.modifiers == preview.modifiers
    return preview, roll


def values(preview):
    return {modifier.why: modifier.value for modifier in preview.modifiers[1:]}


@pytest.mark.rule("nec.shooting.hit-modifiers")
@pytest.mark.parametrize(
    ("shooter", "target", "terrain", "at", "found", "score"),
    [
        ("BS=3", "", "", "(31,10)", {}, "4+"),
        ("BS=3", "", PARTIAL, "(31,10)", {"target is in partial cover": -1}, "5+"),
        ("BS=3", "", COVER, "(31,10)", {"target is in cover": -2}, "6+"),
        ("BS=2", "size=large", "", "(31,10)", {"large target": 1}, "4+"),
        ("BS=3", "size=small", "", "(31,10)", {"small target": -1}, "5+"),
        ("BS=3", "went=10", "", "(31,10)", {'target moved 10"': -1}, "5+"),
        ("BS=3", "went=9.9", "", "(31,10)", {}, "4+"),
        (
            "BS=3",
            "size=small",
            COVER,
            "(31,10)",
            {"small target": -1, "target is in cover": -2},
            "6+, then 4+",
        ),
    ],
)
def test_each_row_and_their_sum(shooter, target, terrain, at, found, score):
    preview, _ = aimed(shooter, target, terrain, at=at)
    assert values(preview) == found
    assert preview.need == score
    skill = int(shooter[-1])
    assert (preview.modifiers[0].value, preview.modifiers[0].why) == (7 - skill, f"Ballistic Skill {skill}")


@pytest.mark.rule("nec.shooting.hit-modifiers", "nec.shooting.weapon-hit-modifier")
def test_cover_and_the_weapon_add_up():
    """BS 3, cover (-2), weapon +1: 5+."""
    preview, _ = aimed(terrain="area (18,8) (24,12) shelter=0.6", at="(21,10)")
    assert values(preview) == {"target is in cover": -2, "Autogun, short range": 1}
    assert preview.need == "5+"


@pytest.mark.rule("nec.shooting.weapon-hit-modifier")
def test_the_weapons_modifier_against_partial_cover():
    """BS 3, weapon +1, partial cover (-1): 4+."""
    preview, _ = aimed(terrain="area (18,8) (24,12) shelter=0.3", at="(21,10)")
    assert preview.need == "4+"


@pytest.mark.rule("nec.M12", "nec.shooting.weapon-hit-modifier")
@pytest.mark.parametrize(
    ("at", "value"),
    [("(19,10)", 2), ("(19.01,10)", -1), ("(27,10)", -1)],
)
def test_short_range_ends_at_its_inch(at, value):
    """M12: a laspistol has +2 up to and including 8 inches, -1 beyond."""
    preview, roll = aimed(weapon="laspistol", at=at)
    assert sum(values(preview).values()) == value
    assert roll.need == 4 - value


@pytest.mark.rule("nec.M13", "nec.shooting.hit-modifiers")
@pytest.mark.parametrize(
    ("height", "why"),
    [("0.6", "target is in partial cover"), ("0.9", "target is in cover")],
)
def test_cover_is_how_much_of_the_body_is_seen(height, why):
    """M13: a low wall in front of him hides less than half, a higher one more."""
    preview, _ = aimed(terrain=f"wall (30,8) (30,12) h={height}", at="(31,10)")
    assert list(values(preview)) == [why]


@pytest.mark.rule("nec.M13", "nec.shooting.hit-modifiers")
def test_exactly_half_is_partial_cover():
    preview, _ = aimed(terrain="area (29,8) (33,12) shelter=0.5")
    assert values(preview) == {"target is in partial cover": -1}


@pytest.mark.rule("nec.A40")
def test_an_enemy_who_charged_is_no_charging_target_in_the_shooting_phase():
    """A40: charging targets are those shot at on overwatch, in the middle of the charge."""
    preview, _ = aimed(target="moved=charged")
    assert values(preview) == {}


@pytest.mark.rule("nec.M15", "nec.shooting.hit-modifiers")
def test_an_ordinary_run_is_not_rapid_but_a_broken_fighters_run_can_be():
    """M15: he is broken in the open, runs 5 + 6 inches, and is then harder to hit."""
    game = table(
        """
        ganger A (10,24) autogun          ganger B (10,28) autogun
        ganger x (24,24) broken           ganger y (24,40)
        """,
        phase="compulsory",
        side="b",
        size=(72.0, 48.0),
    )
    game.play(b((35.0, 24.0)), dice="5 6")
    assert game["x"].went >= 10
    game.battle.side, game.battle.phase = "a", "shoot"
    game["A"].facing = 0.0
    roll = game.play(a("A"), a("x"), dice="1").rolled("nec.shooting.to-hit")[0]
    assert 'target moved 11"' in [m.why for m in roll.modifiers]


@pytest.mark.rule("nec.M11")
def test_out_of_range_misses_but_still_rolls_for_ammo():
    """M11: the target is declared before the range is measured."""
    game = table("ganger A (10,10) autogun     ganger x (40,10)", phase="shoot").play(
        a("A"), a("x"), dice="6 4"
    )
    assert len(game.rolled("nec.M9")) == 1
    assert not game["x"].pinned
    roll = game.rolled("nec.shooting.to-hit")[0]
    assert "out of range" in roll.modifiers[1].why
    assert roll.need is None


@pytest.mark.rule("nec.M37")
def test_without_measuring_the_tooltip_gives_both_bands():
    game = table("ganger A (10,10) autogun     ganger x (14,10)", phase="shoot")
    preview = game.option("x", a("A")).preview()
    assert [case.need for case in preview.cases] == ["3+", "4+", "out of range"]
    assert "short range" in preview.headline
