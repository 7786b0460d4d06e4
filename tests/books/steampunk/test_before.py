"""Before an assault: units that come down, slip away, or frighten the enemy."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.books.steampunk.assaults import assault, blows, contested, gains
from tests.books.steampunk.position import Position, at, table
from tests.kit.script import a, b
from warbook.books.steampunk.assault.approach import before_assaults
from warbook.books.steampunk.assault.fighting import fight
from warbook.books.steampunk.state import field

ELVES = "elf.armored-unicorn-rider A 3.4 {}     dwarf.dwarf-infantry x 3.3"


def entrants(play: Position) -> list[str]:
    return [entrant.unit for clash in play.battle.clashes for entrant in clash.entrants]


@pytest.mark.rule("spf.assault.pre-retreat", "spf.ability.pre-assault-retreat")
@pytest.mark.ability("pre-assault-retreat")
def test_a_unit_may_retreat_before_the_assault() -> None:
    play = assault(ELVES.format("slow"), "3.4", "A", "x>")
    play.run(before_assaults, dice="3", answers=[a("retreat"), a("left")])
    assert (play["A"].hex, play["A"].facing, entrants(play)) == (at("3.5"), 5, ["x"])
    play.run(fight)  # ruling S20: nobody is left to fight
    assert play["x"].hex == at("3.4") and not play.battle.blows


@pytest.mark.rule("spf.ability.pre-assault-retreat")
def test_a_failed_roll_leaves_it_in_the_assault() -> None:
    play = assault(ELVES.format("slow"), "3.4", "A", "x>").run(
        before_assaults, dice="2", answers=[a("retreat")]
    )
    assert (play["A"].hex, entrants(play)) == (at("3.4"), ["A", "x"])


@pytest.mark.rule("spf.ability.pre-assault-retreat")
def test_the_question_shows_the_odds_of_both_answers() -> None:
    """Pre-assault retreat[3+]: 2/3; and whoever stays sees the chance of the advantage."""
    (part,) = assault(ELVES.format("slow"), "3.4", "A", "x>").question(before_assaults).parts.values()
    stay, retreat = part.options
    assert retreat.preview().outcomes == (("fights", Fraction(1, 3)), ("away", Fraction(2, 3)))
    shares = dict(stay.preview().outcomes)
    assert sum(shares.values()) == 1 and shares["advantage"] > Fraction(1, 2)


@pytest.mark.rule("spf.ability.pre-assault-retreat-speed")
def test_a_unit_that_stood_still_is_slow_afterwards() -> None:
    play = assault(ELVES.format("still"), "3.4", "A", "x>").run(
        before_assaults, dice="3", answers=[a("retreat"), a("keep")]
    )
    assert play["A"].speed == "slow"


@pytest.mark.rule("spf.ability.pre-assault-retreat-limits")
@pytest.mark.parametrize(
    "block",
    ["dwarf.dwarf-infantry y 3.5", "elf.elf-scout B 3.5     elf.elf-scout C 3.5", "water 3.5"],
)
def test_it_needs_a_hex_that_can_take_it(block: str) -> None:
    play = assault(f"{ELVES.format('slow')}     {block}", "3.4", "A", "x>").run(before_assaults)
    assert not play.asked and entrants(play) == ["A", "x"]


def test_who_is_unconscious_does_not_slip_away() -> None:
    assert not assault(ELVES.format("unconscious=1"), "3.4", "A", "x>").run(before_assaults).asked


@pytest.mark.rule("spf.assault.pre-retreat", "spf.S20")
def test_who_was_entering_stays_where_it_came_from() -> None:
    play = assault("elf.elite-elf-scout A 3.5     dwarf.dwarf-infantry x 3.4", "3.4", "A>", "x")
    play.run(before_assaults, dice="3", answers=[a("retreat"), a("keep")])
    assert (play["A"].hex, entrants(play)) == (at("3.5"), ["x"])
    assert play.says("stays where it came from: it retreats before the assault.")


@pytest.mark.rule("spf.ability.pre-assault-retreat-limits")
def test_nobody_slips_away_into_another_assault() -> None:
    text = """
        elf.elite-elf-scout A 3.5     elf.elf-infantry B 3.5
        dwarf.dwarf-infantry x 3.4     dwarf.dwarf-infantry y 3.6
    """
    play = assault(text, "3.4", "A>", "x")
    contested(play, "3.5", "B", "y>")
    assert not play.run(before_assaults).asked


@pytest.mark.rule("spf.ability.pre-assault-retreat-unit")
@pytest.mark.ability("unit-pre-assault-retreat")
def test_one_model_with_the_ability_is_enough() -> None:
    text = "elf.elf-infantry A 3.4 replace=elite-elf-infantry {}     dwarf.dwarf-infantry x 3.3"
    play = assault(text.format(""), "3.4", "A", "x>")
    (part,) = play.question(before_assaults).parts.values()
    assert part.options[1].label == "Retreat to hex 3.5 at 5+"
    dead = assault(text.format(""), "3.4", "A", "x>")
    of = field(dead.battle, dead["A"])
    dead["A"].living = [number for number, model in enumerate(of.models) if not model.elite]
    assert not dead.run(before_assaults).asked


@pytest.mark.ability("pre-assault-retreat-bonus")
def test_some_models_make_the_retreat_easier() -> None:
    riders = "elf.pachycephalosaurus-riders A 3.4 replace=elite-pachycephalosaurus-rider"
    text = f"{riders}     dwarf.dwarf-infantry x 3.3"
    (part,) = assault(text, "3.4", "A", "x>").question(before_assaults).parts.values()
    assert part.options[1].label == "Retreat to hex 3.5 at 4+"
    assert [line.value for line in part.options[1].preview().modifiers] == [5, 1]


@pytest.mark.ability("drive-past")
def test_the_speedhead_may_drive_past() -> None:
    text = "ork.speedhead A 3.5 slow     dwarf.dwarf-infantry x 3.4"
    play = assault(text, "3.4", "A>", "x").run(before_assaults, dice="4", answers=[a("past"), a("keep")])
    assert (play["A"].hex, entrants(play)) == (at("3.3"), ["x"])
    barred = assault(f"{text}     dwarf.dwarf-infantry y 3.3", "3.4", "A>", "x").run(before_assaults)
    assert not barred.asked


@pytest.mark.ability("fire-lance")
def test_the_fire_lance_sets_one_enemy_on_fire_and_retreats() -> None:
    text = "elf.pegasus-rider A 3.5 slow     dwarf.dwarf-infantry x 3.4     dwarf.dwarf-infantry y 3.4"
    play = assault(text, "3.4", "A>", "x", "y").run(
        before_assaults, dice="5", answers=[a("lance:y"), a("keep")]
    )
    assert gains(play) == [("y", "fire", 1, 0)] and entrants(play) == ["x", "y"]
    assert play.says("stays where it came from: it retreats before the assault.")
    play = assault(text, "3.4", "A>", "x", "y").run(before_assaults, dice="4", answers=[a("lance:y")])
    assert gains(play) == [] and entrants(play) == ["A", "x", "y"]


# ---------------------------------------------------------------- fear and stench


@pytest.mark.rule("spf.ability.fear", "spf.assault.pre-retreat")
@pytest.mark.ability("fear")
def test_fear_is_rolled_for_each_enemy_unit_with_a_psychic_table() -> None:
    text = """
        dark-elf.queen-xy A 3.5     dwarf.dwarf-infantry x 3.4     dwarf.dwarf-infantry y 3.4 future=3
    """
    play = assault(text, "3.4", "A>", "x", "y").run(before_assaults, dice="8 3")
    assert blows(play) == [("x", "psychic", 8), ("y", "psychic", 3)]
    tank = assault("dark-elf.queen-xy A 3.5     dwarf.dw42 x 3.4", "3.4", "A>", "x").run(before_assaults)
    assert not blows(tank)


@pytest.mark.rule("spf.ability.fear")
@pytest.mark.ability("fear-at-speed")
def test_fear_at_speed_needs_the_speed() -> None:
    text = "ork.speedhead A 3.5 {}     dwarf.dwarf-infantry x 3.4     dwarf.dwarf-infantry y 3.3"
    play = assault(text.format("fast"), "3.4", "A>", "x").run(before_assaults, dice="6")
    assert blows(play) == [("x", "psychic", 6)]
    assert not blows(assault(text.format("slow"), "3.4", "A>", "x").run(before_assaults))


@pytest.mark.rule("spf.ability.fear", "spf.assault.pre-retreat")
def test_nobody_is_frightened_by_who_has_gone() -> None:
    text = "dark-elf.queen-xy A 3.5     elf.elite-elf-scout x 3.4"
    play = assault(text, "3.4", "A>", "x").run(before_assaults, dice="6", answers=[b("retreat"), b("keep")])
    assert not blows(play)


@pytest.mark.ability("stench")
def test_the_troll_reeks() -> None:
    text = "ork.troll A 3.5     elf.e34 x 3.4     elf.elf-infantry y 3.4"
    play = assault(text, "3.4", "A>", "x", "y").run(before_assaults, dice="7  5")
    assert gains(play) == [("x", "poison", 1, 6), ("y", "poison", 1, 6)]
    assert sorted(blows(play)) == [("x", "crew", 5), ("y", "psychic", 7)]


# ---------------------------------------------------------------- from the air


@pytest.mark.ability("dive-assault")
def test_the_eagle_may_dive_and_flies_again_afterwards() -> None:
    text = "elf.eagle-rider A 3.4 fast     dwarf.dwarf-infantry x 3.4"
    play = table(text).run(before_assaults, answers=[a("pass")])
    assert not play.battle.clashes
    play = table(text).run(before_assaults, dice="1", answers=[a("dive"), a("retreat")])
    (clash,) = play.battle.clashes
    assert (clash.hex, clash.flying) == (at("3.4"), False)
    play.run(fight, dice="1 1 1 1 1 1  1 1  4 1 1 1  5 5 1 1", answers=[a("keep")])
    assert (play["A"].hex, play["A"].speed, play["x"].hex) == (at("3.4"), "fast", at("3.4"))


@pytest.mark.ability("swoops-on-ground")
def test_the_dragon_swoops_down_and_its_order_is_void() -> None:
    text = "dark-elf.mechanical-red-dragon A 3.4 fast-flying order=F,F,F     dwarf.dwarf-infantry x 3.4"
    play = table(text).run(before_assaults)
    assert (play["A"].speed, play["A"].movement, entrants(play)) == ("slow", "-, -, -", ["x", "A"])
    away = table(text.replace("x 3.4", "x 3.3")).run(before_assaults)
    assert (away["A"].speed, away.battle.clashes) == ("fast-flying", [])


@pytest.mark.rule("spf.ability.pre-assault-retreat")
def test_four_or_more_is_one_chance_in_two() -> None:
    """Pre-assault retreat[4+], roll 4 -> may retreat (1/2)."""
    play = assault("spartan.peltasts A 3.4     dwarf.dwarf-infantry x 3.3", "3.4", "A", "x>")
    (part,) = play.question(before_assaults).parts.values()
    assert dict(part.options[1].preview().outcomes)["away"] == Fraction(1, 2)
    assert play.run(before_assaults, dice="4", answers=[a("retreat"), a("keep")])["A"].hex == at("3.5")
