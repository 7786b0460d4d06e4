"""What assault hits do: damaging hits and support, their damage, and the tokens they bring."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from tests.books.steampunk.assaults import assault, blows, gains
from tests.kit.script import a, b
from warbook.books.steampunk.assault.fighting import fight
from warbook.books.steampunk.damage.effects import said
from warbook.books.steampunk.state import field

INFANTRY = "dwarf.dwarf-infantry A 3.5     elf.elf-infantry x 3.4 living=0"


# ---------------------------------------------------------------- damaging hits and support


@pytest.mark.rule("spf.assault.damaging-hits", "spf.assault.support", "spf.assault.damage")
def test_a_unit_takes_one_damaging_hit_for_each_model_and_the_rest_is_support() -> None:
    play = assault(INFANTRY, "3.4", "A>", "x")
    play.run(fight, dice="4 4 4 1  1  2", answers=[b("keep")])
    assert blows(play) == [("x", "regular", 2)]  # d6-2 and 2 support
    (roll,) = play.rolled("spf.damage.roll")
    assert [(line.value, line.why) for line in roll.modifiers] == [(2, "support")]


@pytest.mark.rule("spf.assault.support")
def test_support_goes_to_the_hits_its_owner_likes() -> None:
    play = assault(INFANTRY.replace("living=0", "living=0/1"), "3.4", "A>", "x")
    faces = "4 4 4 4  1 1"
    question = play.question(fight, dice=faces)
    assert [option.id for option in question.options] == ["A/0>0*1", "A/0>0*2"]
    # d6-2 and 2 support against a table on which 0 to 6 kill.
    assert dict(question.options[1].preview().outcomes) == {"1 killed": 1}
    second = play.question(fight, dice=faces, answers=[a("A/0>0*1")])
    assert [option.label.endswith("(now +1)") for option in second.options] == [True, False]
    play.run(fight, dice=f"{faces}  3 3", answers=[a("A/0>0*2"), b("keep")])
    assert [result for *_, result in blows(play)] == [3, 1]
    split = assault(INFANTRY.replace("living=0", "living=0/1"), "3.4", "A>", "x")
    split.run(fight, dice=f"{faces}  3 3", answers=[a("A/0>0*1"), a("A/0>1*1"), b("keep")])
    assert [result for *_, result in blows(split)] == [2, 2]


@pytest.mark.rule("spf.assault.damaging-hits")
def test_damaging_hits_come_first_unless_support_is_free() -> None:
    text = "dwarf.dwarf-infantry A 3.5     elf.elf-infantry x 3.4 living=0/1"
    strict = assault(text, "3.4", "A>", "x").run(fight, dice="4 4 1 1  1 1  3 3", answers=[b("keep")])
    assert len(blows(strict)) == 2  # ruling S8
    free = assault(text, "3.4", "A>", "x", free_support=True)
    free.run(fight, dice="4 4 1 1  1 1  3", answers=[a("A/0>x*1"), a("support"), b("keep")])
    assert blows(free) == [("x", "regular", 2)]


@pytest.mark.rule("spf.assault.damage")
def test_assault_ap_meets_the_armor_of_the_side_assaulted() -> None:
    """AP 3, damage d6-1, armor 9: 6 armor dice; none succeeds and the die shows 5: result 4."""
    play = assault("elf.e34 A 3.5     elf.e34 x 3.4 se", "3.4", "A>", "x")
    play.run(fight, dice="5 1 1 1  1 1  1 1 1  1 1 1 1 1 1  5", answers=[b("keep")])
    (armor,) = [roll for roll in play.rolled("spf.damage.armor-dice") if roll.by == "x"][:1]
    assert len(armor.faces) == 6
    assert blows(play) == [("x", "regular", 4)]


@pytest.mark.rule("spf.assault.damage")
@pytest.mark.ability("hits-weakest-armor")
def test_the_eagle_finds_the_weakest_armor() -> None:
    play = assault("elf.eagle-rider A 3.5 slow     elf.e34 x 3.4", "3.4", "A>", "x")
    play.run(fight, dice="3 1 1 1 1 1  1 1  1 1 1 1  1 1  5 5 1 1 1", answers=[b("keep")])
    (armor,) = play.rolled("spf.damage.armor-dice")
    assert len(armor.faces) == 5  # 8 at the back, AP 3


def test_the_front_of_a_ram_does_more() -> None:
    """A Hammerhead has d8+3 and AP 10 in front, d8 and AP 2 elsewhere."""
    front = assault("elf.elf-scout A 3.5     ork.hammerhead x 3.4 south", "3.4", "A>", "x")
    hits = "5 5 5 5 5 5 5 5 5 5 5 6  1 1 1 1 1 1 1 1 1 1 1 1  1 1 1 1 1 1"
    front.run(fight, dice=f"1 1  {hits}  2", answers=[b("6"), a("keep")])
    assert blows(front) == [("A", "regular", 6)]  # a 6 is two hits, one is support
    side = assault("elf.elf-scout A 3.5     ork.hammerhead x 3.4 se", "3.4", "A>", "x")
    side.run(fight, dice="1 1  5 5 5 5 5 5 5 6  1 1  1 1 1 1 1 1  2", answers=[b("6"), a("keep")])
    assert blows(side) == [("A", "regular", 3)]


@pytest.mark.ability("support-may-raise-ap")
def test_support_of_the_spider_may_raise_the_ap() -> None:
    play = assault("dark-elf.mechanical-assault-spider A 3.5     elf.e34 x 3.4", "3.4", "A>", "x")
    faces = "5 5 1 1 1 1  1 1 1 1 1 1  1 1 1 1  1 1"
    question = play.question(fight, dice=faces)
    assert [option.id for option in question.options] == ["A/0>0*1", "A/0>0*1 ap"]
    # Armor 10 against AP 7 + 1: two armor dice and d6, read in the table of the tank.
    counted: Counter[str] = Counter()
    for first, second, face in product(range(1, 7), repeat=3):
        stopped = (first >= 5) + (second >= 5)
        result = face - 3 * (stopped == 1)
        lines = [line for line in field(play.battle, play["x"]).damage.regular if line[0] <= result]
        counted[said(lines[-1][2]) if lines and stopped < 2 else "nothing"] += 1
    shares = {words: Fraction(count, 216) for words, count in counted.items()}
    assert dict(question.options[1].preview().outcomes) == shares
    play.run(fight, dice=f"{faces}  1 1  4", answers=[a("A/0>0*1 ap"), b("keep")])
    assert blows(play) == [("x", "regular", 4)]


@pytest.mark.ability("may-scalp")
def test_the_scalper_may_strike_at_the_crew() -> None:
    play = assault("ork.ork-infantry A 3.5 equip=tank-scalper     elf.e34 x 3.4", "3.4", "A>", "x")
    faces = "6 1 1 1 1 1 1 1  1 1 1  1 1 1 1  1 1"
    question = play.question(fight, dice=faces)
    (scalp,) = (option for option in question.options if option.id == "A/0>x*1 scalp")
    assert sum(share for _, share in scalp.preview().outcomes) == 1
    play.run(fight, dice=f"{faces}  4", answers=[a("A/0>x*1 scalp"), b("keep")])
    assert blows(play) == [("x", "crew", 3)]  # d4-2 and 1 support, past the armor


def test_the_crew_of_a_gun_can_be_struck() -> None:
    """Ability gun-or-crew: the attacker chooses after the armor roll."""
    play = assault("elf.elf-infantry A 3.5     dwarf.dwarf-at-gun x 3.4 north future=2", "3.4", "A>", "x")
    play.run(fight, dice="5 1 1 1  3", answers=[a("crew")])
    assert blows(play) == [("x", "crew", 3)]  # d6-2, and the tokens count


# ---------------------------------------------------------------- psychic damage

MIXED = """
    elf.illusion A 3.5 living=0/1     elf.elf-infantry B 3.5 living=0/1/2
    dwarf.dwarf-infantry x 3.4 living=0/1
"""


@pytest.mark.rule("spf.assault.psychic-separate", "spf.assault.psychic-support")
def test_real_and_psychic_hits_are_shared_out_apart() -> None:
    play = assault(MIXED, "3.4", "A>", "B>", "x")
    # 2 psychic hits and 3 real ones against 2 models: 2 psychic, 2 real, and real support for a real hit.
    play.run(fight, dice="5 5  5 5 5  1 1  4 4  3 3", answers=[b("keep")])
    assert blows(play) == [("x", "psychic", 4)] * 2 + [("x", "regular", 2), ("x", "regular", 1)]


AXES = "dwarf.dwarf-infantry A 3.5 equip=musket-with-springloaded-axe     elf.elf-infantry x 3.4 living=0"


@pytest.mark.rule("spf.assault.mixed-damage-support", "spf.special.typed-damage")
def test_support_raises_regular_and_psychic_damage_of_who_does_both() -> None:
    play = assault(AXES, "3.4", "A>", "x")
    play.run(fight, dice="4 4 1 1 1 1 1 1  1  4 2", answers=[b("keep")])
    assert blows(play) == [("x", "regular", 3), ("x", "psychic", 3)]


@pytest.mark.rule("spf.special.typed-immunity")
def test_who_has_no_psychic_table_feels_nothing() -> None:
    text = AXES.replace("elf.elf-infantry x 3.4 living=0", "elf.e34 x 3.4")
    play = assault(text, "3.4", "A>", "x")
    play.run(fight, dice="4 1 1 1 1 1 1 1  1 1 1 1  1 1  5 5 1 1 1 1 1 1", answers=[b("keep")])
    assert blows(play) == []


@pytest.mark.ability("loaded-after-assault")
def test_weapons_with_an_axe_are_loaded_after_the_assault() -> None:
    play = assault(AXES, "3.4", "A>", "x")
    play.run(fight, dice="1 1 1 1 1 1 1 1  1", answers=[b("keep")])
    assert play["A"].loaded == {"dwarf.musket-with-springloaded-axe": 1}


# ---------------------------------------------------------------- tokens


@pytest.mark.rule("spf.ability.cunning-assault", "spf.ability.cunning-assault-shaken")
@pytest.mark.parametrize(
    ("hits", "expected"),
    [
        (1, []),
        (2, [("x", "future", 1, 0)]),
        (3, [("x", "future", 1, 0)]),
        (4, [("x", "future", 2, 0), ("x", "shaken", 1, 0)]),
    ],
)
def test_cunning_hits_on_a_vehicle_leave_tokens(hits: int, expected: list[object]) -> None:
    play = assault("elf.elf-infantry A 3.5     elf.e34 x 3.4 north", "3.4", "A>", "x")
    faces = " ".join(["5"] * hits + ["1"] * (4 - hits))
    play.run(fight, dice=f"{faces}  1 1  5 5 1 1 1 1", answers=[b("keep")])
    assert gains(play) == expected


@pytest.mark.rule("spf.ability.cunning-assault")
def test_cunning_hits_on_infantry_leave_none() -> None:
    play = assault("elf.elf-infantry A 3.5     dwarf.dwarf-infantry x 3.4", "3.4", "A>", "x")
    play.run(fight, dice="5 5 5 5  1 1 1 1  1 1 1 1", answers=[b("keep")])
    assert gains(play) == []


@pytest.mark.rule("spf.ability.poison-assault")
@pytest.mark.ability("poison-assault")
def test_poison_comes_with_every_so_many_hits() -> None:
    text = "elf.pachycephalosaurus-riders A 3.5     dwarf.dwarf-infantry x 3.4"
    play = assault(text, "3.4", "A>", "x")  # poison[4][1 for 2]
    play.run(fight, dice="5 5 5 1 1 1  1 1 1  1 1 1 1  1 1 1", answers=[b("keep")])
    assert gains(play) == [("x", "poison", 1, 4)]


AXE = "ork.ork-infantry A 3.5 replace=ork-elite-infantry equip=flame-covered-axe"


@pytest.mark.rule(
    "spf.ability.set-on-fire-assault",
    "spf.ability.acid-assault",
    "spf.assault.track-source",
    "spf.ability.poison-assault",
)
def test_the_flaming_axe_works_only_for_its_own_hits() -> None:
    play = assault(f"{AXE}     dwarf.dwarf-infantry x 3.4", "3.4", "A>", "x")
    # Elite: 3 dice and a deflection; 3 others: 6 dice. A natural 6 of the axe is two hits.
    play.run(fight, dice="6 1 1  1  1 1 1 1 1 1  1 1 1  1 1 1 1  1 1", answers=[a("2"), a("1"), b("keep")])
    assert gains(play) == [("x", "poison", 1, 4), ("x", "minor-acid", 1, 0), ("x", "fire", 1, 0)]
    play = assault(f"{AXE}     dwarf.dwarf-infantry x 3.4", "3.4", "A>", "x")
    play.run(fight, dice="1 1 1  1  6 1 1 1 1 1  1 1 1  1 1 1 1  1 1", answers=[a("3"), b("keep")])
    assert gains(play) == []


@pytest.mark.ability("lance-shock")
def test_the_lance_shakes_those_it_beats() -> None:
    text = "elf.elk-cavalry A 3.5 equip=tesla-coil-lance     dwarf.dwarf-infantry x 3.4"
    play = assault(text, "3.4", "A>", "x")
    elks = "5 1 1 1 1 1 1 1 1 1 1 1  1 1 1 1 1 1 1 1"
    play.run(fight, dice=f"{elks}  1 1 1 1  1  5 6 2 3", answers=[b("keep")])
    assert gains(play) == [("x", "shaken", 1, 0)]
    play = assault(text, "3.4", "A>", "x")
    play.run(fight, dice=f"{elks}  4 4 1 1  1  1 1", answers=[a("keep")])
    assert gains(play) == []


def test_typed_damage_may_need_penetration() -> None:
    """Switch typed_needs_penetration."""
    text = f"{AXE}     elf.e34 x 3.4"
    faces = "6 1 1  1  1 1 1 1 1 1  1 1 1  1 1 1 1  1 1  5 5 1 1 1 1 1 1"
    play = assault(text, "3.4", "A>", "x").run(fight, dice=f"{faces}  3", answers=[a("2"), a("1"), b("keep")])
    assert blows(play) == [("x", "crew", 3)]
    play = assault(text, "3.4", "A>", "x", typed_needs_penetration=True)
    play.run(fight, dice=faces, answers=[a("2"), a("1"), b("keep")])
    assert blows(play) == []
    play = assault(text, "3.4", "A>", "x", typed_needs_penetration=True)
    through = faces.replace("5 5 1 1", "1 1 1 1")
    play.run(fight, dice=f"{through}  4 3", answers=[a("2"), a("1"), b("keep")])
    assert blows(play) == [("x", "regular", 4 + 1 + 1), ("x", "crew", 3)]  # d6+1, and one hit supports


def test_a_hit_that_does_no_damage_promises_none() -> None:
    dwarves = "dwarf.dwarf-infantry x 3.4     dwarf.dwarf-infantry y 3.4"
    play = assault(f"elf.armored-oliphant-riders A 3.5 living=1/2     {dwarves}", "3.4", "A>", "x", "y")
    question = play.question(fight, dice="5 1  1 1 1 1  1 1 1 1")
    assert question.options[0].preview().outcomes == (("nothing", 1),)
    play.run(fight, dice="5 1  1 1 1 1  1 1 1 1", answers=[a("A/0>y*1"), b({"x": "keep", "y": "keep"})])
    assert blows(play) == []


@pytest.mark.rule("spf.ability.acid-assault")
@pytest.mark.ability("minor-acid-assault")
def test_minor_acid_for_every_second_hit() -> None:
    """Minor acid[1 for 2], 5 hits -> 2 minor acid tokens: three natural 6s are 6 hits, one is deflected."""
    text = "ork.ork-infantry A 3.5 replace=ork-elite-infantry equip=flame-covered-axe     {}"
    play = assault(text.format("dwarf.dwarf-brothers-in-arms x 3.4 south living=0"), "3.4", "A>", "x")
    play["A"].living = [n for n, model in enumerate(field(play.battle, play["A"]).models) if model.elite]
    play.run(fight, dice="6 6 6  1  1 1 1  4  1  1", answers=[b("keep")])
    assert ("x", "minor-acid", 2, 0) in gains(play)


@pytest.mark.rule("spf.ability.poison-assault")
def test_one_poison_for_three_hits_of_the_spider() -> None:
    """Poison[6][1 for 2], 3 hits -> one poison[6]."""
    play = assault("dark-elf.mechanical-assault-spider A 3.5     elf.elf-infantry x 3.4", "3.4", "A>", "x")
    play.run(fight, dice="5 5 5 1 1 1  1 1 1 1 1 1  1 1 1 1  1 1 1", answers=[b("keep")])
    assert gains(play) == [("x", "poison", 1, 6)]


@pytest.mark.rule("spf.assault.psychic-separate")
def test_four_real_and_four_psychic_hits_on_four_models() -> None:
    """Enemy unit of 4 models: up to 4 real and 4 psychic damaging hits."""
    play = assault(
        "elf.illusion A 3.5     elf.elf-infantry B 3.5     dwarf.dwarf-infantry x 3.4", "3.4", "A>", "B>", "x"
    )
    play.run(fight, dice="5 5 5 5  5 5 5 5  1 1 1 1  1 1 1 1  2 2 2 2", answers=[b("keep")])
    assert Counter(table for _, table, _ in blows(play)) == {"psychic": 4, "regular": 4}
