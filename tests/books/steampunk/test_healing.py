"""The two healing windows."""

from __future__ import annotations

import pytest

from tests.books.steampunk.position import Position, table
from tests.kit.script import a
from warbook.books.steampunk.aftermath.healing import can_help, cures, heal, lasting_lines
from warbook.core.questions import Choose


def options(play: Position, number: int = 0) -> list[str]:
    """The ids of the answers to a question that was asked."""
    question = play.asked[number][1]
    assert isinstance(question, Choose)
    return [option.id for option in question.options]


# ---------------------------------------------------------------- heal


@pytest.mark.rule("spf.ability.heal", "spf.ability.heal-costs", "spf.turn.healing-windows")
def test_three_points_are_split_over_actions() -> None:
    """Heal 3: poison[6] -> poison[4] (1), remove one token (1), neutralize a minor acid (1)."""
    play = table("ork.troll A 3.3 poison=6 future=2 minor_acid=1")
    play.run(heal, 1, dice="1", answers=[a("A:poison6"), a("A:future"), a("A:minor-acid")])
    assert (play["A"].poison, play["A"].future, play["A"].minor_acid) == ([4], 1, 0)


@pytest.mark.rule("spf.ability.heal-costs")
@pytest.mark.parametrize(
    ("tokens", "answer", "left"),
    [
        ("poison=12", "A:no-poison12", "poison=[]"),
        ("bleeding=12", "A:no-bleeding12", "bleeding=[]"),
        ("fires=1", "A:fire", "fires=0"),
    ],
)
def test_three_points_buy_one_whole_cure(tokens: str, answer: str, left: str) -> None:
    play = table(f"ork.troll A 3.3 {tokens}").run(heal, 1, answers=[a(answer)])
    name, _, value = left.partition("=")
    assert str(getattr(play["A"], name)) == value


@pytest.mark.rule("spf.ability.heal-costs")
@pytest.mark.parametrize(("kind", "token"), [("poison", "poison"), ("bleeding", "bleeding")])
def test_a_token_below_its_lowest_step_is_removed(kind: str, token: str) -> None:
    """Poison[4] degraded -> removed for 1 point."""
    play = table(f"ork.troll A 3.3 {token}=4").run(heal, 1, answers=[a(f"A:{kind}4")])
    assert getattr(play["A"], token) == []


@pytest.mark.rule("spf.ability.heal-costs")
def test_acid_costs_four() -> None:
    """A troll with 3 points cannot; the ruling is to keep the book's price (P12)."""
    play = table("ork.troll A 3.3 acid=1")
    assert [cure.cost for cure in cures(play.battle, play["A"], play["A"], "heal")] == [4]
    play.run(heal, 1, dice="1")
    assert play["A"].acid == 1


@pytest.mark.rule("spf.ability.heal", "spf.turn.healing-windows")
def test_an_ability_works_in_its_window_only() -> None:
    play = table("ork.troll A 3.3 poison=6").run(heal, 2)
    assert play["A"].poison == [6]


@pytest.mark.rule("spf.ability.heal")
def test_one_use_serves_one_friend_in_the_hex_and_only_the_living() -> None:
    """Ruling P10: after the first action only that unit is left; a tank cannot be healed."""
    play = table(
        """spartan.iatros A 3.3 bleeding=4    spartan.hoplites B 3.3 poison=8/6
           spartan.hoplites C 3.4 poison=8    spartan.bronze-titan D 3.3 fires=1"""
    )
    play.run(heal, 1, answers=[a("B:poison8"), a("B:poison6"), a("done")])
    assert (play["B"].poison, play["A"].bleeding, play["C"].poison) == ([6, 4], [4], [8])
    assert options(play) == [
        "A:bleeding4",
        "A:no-bleeding4",
        "B:poison8",
        "B:no-poison8",
        "B:poison6",
        "B:no-poison6",
        "done",
    ]
    assert options(play, 1) == ["B:poison6", "done"]


@pytest.mark.ability("unit-heal")
def test_a_medic_heals_as_long_as_it_lives() -> None:
    """Ability unit-heal of a model."""
    text = "dwarf.steampowerarmor A 3.3 replace=battle-medic poison=6"
    play = table(text).run(heal, 1, answers=[a("A:poison6")])
    assert play["A"].poison == [4]
    assert not table(text + " living=1/2/3").run(heal, 1).asked


@pytest.mark.ability("heal-either")
def test_the_unicorn_heals_itself_or_others() -> None:
    """Ability heal-either: 3 points on itself or 2 on another."""
    play = table("elf.armored-unicorn-rider A 3.3 bleeding=8    elf.elf-infantry B 3.3 bleeding=8")
    play.run(heal, 1, answers=[a("A:no-bleeding8")])
    assert options(play) == ["A:bleeding8", "A:no-bleeding8", "B:bleeding8", "done"]
    assert play["A"].bleeding == []


@pytest.mark.ability("unconscious-regeneration")
def test_an_unconscious_troll_regenerates_and_wakes() -> None:
    """Ability unconscious-regeneration: heal 3 in the second window, then the token goes."""
    play = table("ork.troll A 3.3 future=4 unconscious=1").run(heal, 2, answers=[a("A:future")] * 3)
    assert (play["A"].future, play["A"].unconscious) == (1, 0)
    play.run(heal, 2)
    assert play["A"].future == 1


# ---------------------------------------------------------------- repair


@pytest.mark.rule("spf.ability.repair", "spf.ability.repair-costs")
def test_repair_removes_a_critical_effect() -> None:
    """Repair 3: remove 'cannot move' (3), or two tokens and one shaken token (1+1+1)."""
    text = """dwarf.steampowerarmor B 3.3 replace=steampower-engineer
              dwarf.zap A 3.3 critical=cannot-move future=2 shaken=1"""
    play = table(text).run(heal, 1, answers=[a("A:criticalcannot-move")])
    assert (play["A"].critical, play["A"].future) == ([], 2)
    play = table(text).run(heal, 1, answers=[a("A:future"), a("A:future"), a("A:shaken")])
    assert (play["A"].critical, play["A"].future, play["A"].shaken) == (["cannot-move"], 0, 0)


@pytest.mark.rule("spf.ability.repair-costs")
def test_what_one_line_brought_is_one_effect() -> None:
    play = table("elf.e34 A 3.3 critical=to-hit(-1)/to-be-hit(1)/cannot-move/loses(fear)/cannot-rotate")
    assert lasting_lines(play.battle, play["A"]) == [
        ("cannot-move", "loses(fear)"),
        ("to-hit(-1)", "to-be-hit(1)"),
        ("cannot-rotate",),
    ]


@pytest.mark.rule("spf.ability.repair")
@pytest.mark.ability("repair")
def test_repair_does_not_work_on_the_living_but_on_its_own_unit() -> None:
    """Ruling P11: powered armor repairs itself, one point for each living model, but not its nerves."""
    play = table(
        """dwarf.steampowerarmor A 3.3 future=5 shaken=1 living=0/1    dwarf.dwarf-infantry B 3.3 future=2"""
    )
    play.run(heal, 2, answers=[a("A:future"), a("A:future")])
    assert options(play) == ["A:future", "done"]
    assert (play["A"].future, play["B"].future) == (3, 2)


@pytest.mark.rule("spf.ability.repair-costs")
def test_the_prices_of_repair() -> None:
    play = table("dwarf.zeppelin A 3.3 future=1 minor_acid=1 shaken=1 fires=1 acid=1 critical=cannot-move")
    costs = {cure.action: cure.cost for cure in cures(play.battle, play["A"], play["A"], "repair")}
    assert costs == {"future": 1, "minor-acid": 1, "shaken": 1, "fire": 3, "critical": 3, "acid": 4}


# ---------------------------------------------------------------- acid resistance


@pytest.mark.rule("spf.ability.acid-resistance")
@pytest.mark.ability("acid-resistance")
def test_acid_resistance_rolls_for_each_token() -> None:
    """[5+], 2 tokens, rolls 5 and 3 -> one token reduced (ruling P15: at 5)."""
    play = table("dwarf.steampowerarmor A 3.3 acid=2").run(heal, 1, dice="5 3")
    assert (play["A"].acid, play["A"].minor_acid) == (1, 1)


@pytest.mark.rule("spf.ability.acid-resistance")
def test_minor_acid_is_removed() -> None:
    play = table("dwarf.steampowerarmor A 3.3 minor_acid=2 acid=1").run(heal, 1, dice="5 4 6")
    assert (play["A"].acid, play["A"].minor_acid) == (0, 2)


@pytest.mark.rule("spf.ability.acid-resistance")
@pytest.mark.ability("minor-acid-resistance")
def test_minor_acid_resistance_leaves_acid_alone() -> None:
    play = table("elf.armored-unicorn-rider A 3.3 minor_acid=1 acid=1").run(heal, 1, dice="4")
    assert (play["A"].acid, play["A"].minor_acid) == (1, 0)


# ---------------------------------------------------------------- other cures


@pytest.mark.ability("steadies")
def test_the_unicorn_steadies_one_living_unit() -> None:
    """Ability steadies, in healing 2."""
    play = table(
        """elf.armored-unicorn-rider A 3.3 shaken=1    elf.e34 B 3.3 shaken=2
           elf.elf-infantry C 3.3 shaken=2"""
    )
    play.run(heal, 2, answers=[a("C")])
    assert options(play) == ["A", "C", "done"]
    assert (play["A"].shaken, play["B"].shaken, play["C"].shaken) == (1, 2, 1)


@pytest.mark.ability("bleeding-to-poison")
def test_bleeding_becomes_poison() -> None:
    """Ability bleeding-to-poison: one token on any unit in the hex, in healing 1."""
    play = table(
        "ork.bioengineered-ork A 3.3 equip=healing-syringe bleeding=4    ork.grunt B 3.3 bleeding=8/6"
    )
    play.run(heal, 1, answers=[a("B:bleeding8")])
    assert (play["B"].bleeding, play["B"].poison) == ([6], [4])


@pytest.mark.ability("endurance-bleeding-to-poison")
def test_endurance_turns_bleeding_into_poison() -> None:
    """Ability endurance-bleeding-to-poison: any number of times, one token each."""
    play = table(
        "dwarf.dwarf-brothers-in-arms A 3.3 equip=brother-in-arms-armor bleeding=12/10/8 endurance=4"
    )
    play.run(heal, 1, answers=[a("A:bleeding12"), a("A:bleeding10"), a("done")])
    assert (play["A"].bleeding, play["A"].poison, play["A"].endurance) == ([8], [6, 6], 2)


# ---------------------------------------------------------------- help


@pytest.mark.rule("spf.orders.help")
@pytest.mark.parametrize(
    ("unit", "helps"),
    [
        ("spartan.hoplites x 5.5 bleeding=4", True),
        ("spartan.hoplites x 5.5 acid=1", False),
        ("spartan.hoplites x 5.5 shaken=1", False),
        ("spartan.bronze-titan x 5.5 shaken=1", True),
        ("spartan.bronze-titan x 5.5 fires=1", False),
        ("spartan.bronze-titan x 5.5", False),
    ],
)
@pytest.mark.ability("heal", "repair")
def test_injured_is_who_has_something_that_can_be_cured(unit: str, helps: bool) -> None:
    """Ruling O12: heal 3 on the living, repair 2 on machines."""
    play = table(f"spartan.iatros A 3.3    {unit}")
    assert can_help(play.battle, play["A"], play["x"]) == helps
