"""Healing and repair at their boundaries: windows, points, whom they serve."""

from __future__ import annotations

import pytest

from tests.books.steampunk.position import Position, table
from tests.kit.script import WrongSide, a, b
from warbook.books.steampunk.aftermath.healing import heal
from warbook.core.questions import Choose


def ids(play: Position, number: int = 0) -> list[str]:
    question = play.asked[number][1]
    assert isinstance(question, Choose)
    return [option.id for option in question.options]


# ---------------------------------------------------------------- windows


@pytest.mark.rule("spf.turn.healing-windows", "spf.ability.heal", "spf.ability.repair")
@pytest.mark.parametrize(
    ("text", "answer", "window"),
    [
        ("ork.troll A 3.3 poison=12", "A:no-poison12", 1),
        ("dwarf.steampowerarmor A 3.3 future=1", "A:future", 2),
        ("elf.armored-unicorn-rider A 3.3 bleeding=12", "A:no-bleeding12", 1),
        ("elf.armored-unicorn-rider A 3.3 shaken=1", "A", 2),
        ("ork.bioengineered-ork A 3.3 equip=healing-syringe bleeding=4", "A:bleeding4", 1),
    ],
)
def test_each_power_works_in_its_own_window_only(text: str, answer: str, window: int) -> None:
    """Heal, repair, heal-either, unconscious-regeneration, steadies, bleeding-to-poison."""
    right = table(text).run(heal, window, answers=[a(answer)])
    assert len(right.asked) == 1
    assert not table(text).run(heal, 3 - window).asked


@pytest.mark.rule("spf.ability.acid-resistance", "spf.turn.healing-windows")
def test_acid_is_resisted_in_the_first_window_only() -> None:
    text = "dwarf.steampowerarmor A 3.3 minor_acid=1 living=0"
    assert table(text).run(heal, 1, dice="5")["A"].minor_acid == 0
    second = table(text).run(heal, 2, answers=[a("done")])
    assert second["A"].minor_acid == 1 and not second.rolled("spf.ability.acid-resistance")


@pytest.mark.rule("spf.ability.acid-resistance", "spf.P15")
@pytest.mark.parametrize(
    ("kind", "face", "left"),
    [("dwarf.steampowerarmor", 4, 1), ("dwarf.steampowerarmor", 5, 0), ("elf.armored-unicorn-rider", 3, 1),
     ("elf.armored-unicorn-rider", 4, 0)],
)  # fmt: skip
def test_a_resistance_works_at_its_number_and_above(kind: str, face: int, left: int) -> None:
    """[5+] and [4+]."""
    play = table(f"{kind} A 3.3 minor_acid=1")
    answers = [a("done")] if kind.startswith("elf") and left else []
    assert play.run(heal, 1, dice=str(face), answers=answers)["A"].minor_acid == left


def test_who_is_unconscious_has_its_further_points_in_the_second_window_only() -> None:
    """Ability unconscious-regeneration: 3, besides the 3 of the first window that it always has."""
    play = table("ork.troll A 3.3 unconscious=1 future=7")
    assert play.run(heal, 1, answers=[a("A:future")] * 3)["A"].future == 4
    assert play.run(heal, 2, answers=[a("A:future")] * 3)["A"].future == 1


def test_an_unconscious_unit_wakes_at_the_end_of_the_second_window() -> None:
    play = table("ork.troll A 3.3 unconscious=1")
    assert play.run(heal, 1)["A"].unconscious == 1
    assert play.run(heal, 2)["A"].unconscious == 0


# ---------------------------------------------------------------- whom


@pytest.mark.rule("spf.ability.heal")
def test_the_side_of_the_healer_is_asked() -> None:
    text = "ork.troll x 3.3 future=1"
    assert table(text).run(heal, 1, answers=[b("x:future")])["x"].future == 0
    with pytest.raises(WrongSide):
        table(text).run(heal, 1, answers=[a("x:future")])


@pytest.mark.rule("spf.ability.heal")
def test_cures_are_offered_with_what_they_cure_and_cost() -> None:
    text = "spartan.iatros A 3.3    spartan.hoplites B 3.3 poison=8 bleeding=4 future=1 crew_future=0"
    question = table(text).question(heal, 1)
    labels = {option.id: option.label for option in question.options}
    assert labels["B:future"] == "Hoplite Infantry: take off a token of future damage (1 point)"
    assert "Hoplite Infantry: weaken poison[8] (1 point)" in labels.values()
    assert "Hoplite Infantry: weaken bleeding[4] (1 point)" in labels.values()


@pytest.mark.rule("spf.ability.heal")
def test_what_heals_itself_heals_nobody_else() -> None:
    """The troll, in either window; and an enemy in the same hex is no patient of anybody."""
    for window, state in ((1, ""), (2, "unconscious=1")):
        play = table(f"ork.troll A 3.3 {state}    ork.grunt B 3.3 bleeding=4").run(heal, window)
        assert not play.asked
    foes = table("spartan.iatros A 3.3    elf.elf-infantry x 3.3 bleeding=4").run(heal, 1)
    assert not foes.asked


@pytest.mark.rule("spf.ability.heal")
def test_the_unicorn_has_three_points_for_itself_and_two_for_another() -> None:
    """Ability heal-either."""
    text = "elf.armored-unicorn-rider A 3.3 {}    elf.elf-infantry B 3.3 {}"
    other = table(text.format("", "future=4")).run(heal, 1, answers=[a("B:future")] * 2)
    assert other["B"].future == 2
    own = table(text.format("future=4", "")).run(heal, 1, answers=[a("A:future")] * 3)
    assert own["A"].future == 1
    fires = table(text.format("fires=1", "fires=1")).run(heal, 1, answers=[a("done")])
    assert ids(fires) == ["A:fire", "done"]  # three points


@pytest.mark.rule("spf.ability.repair", "spf.P11")
def test_who_repairs_others_does_not_repair_the_living() -> None:
    """The iatros heals hoplites with 3 points, and its 2 points of repair do nothing for them."""
    play = table("spartan.iatros A 3.3    spartan.hoplites B 3.3 future=5")
    assert play.run(heal, 1, answers=[a("B:future")] * 3)["B"].future == 2
    assert not table("spartan.iatros A 3.3    spartan.hoplites B 3.3 future=5").run(heal, 2).asked


@pytest.mark.rule("spf.ability.heal")
def test_aboard_the_healer_serves_those_aboard_the_same_carrier() -> None:
    text = """
        dwarf.transport-zeppelin Y 3.3    dwarf.transport-zeppelin Z 3.3
        dwarf.steampowerarmor A aboard=Y replace=battle-medic    dwarf.dwarf-infantry B aboard=Y bleeding=6
        dwarf.dwarf-infantry C aboard=Z bleeding=6    dwarf.dwarf-infantry D 3.3 bleeding=6
    """
    play = table(text).run(heal, 1, answers=[a("B:bleeding6")])
    assert ids(play) == ["B:bleeding6", "done"]
    assert [play[name].bleeding for name in "BCD"] == [[4], [6], [6]]


def test_bleeding_becomes_poison_on_those_who_can_be_poisoned() -> None:
    """Ability bleeding-to-poison."""
    text = "ork.bioengineered-ork A 3.3 equip=healing-syringe    ork.hammerhead B 3.3 bleeding=4"
    assert not table(text).run(heal, 1).asked


# ---------------------------------------------------------------- points


@pytest.mark.rule("spf.ability.repair", "spf.ability.repair-costs")
@pytest.mark.parametrize(("living", "offered"), [("0/1/2/3", True), ("0/1/2", False)])
def test_four_points_degrade_acid(living: str, offered: bool) -> None:
    """Powered armor repairs itself with one point for each living model."""
    play = table(f"dwarf.steampowerarmor A 3.3 acid=1 living={living}")
    if offered:
        play.run(heal, 2, answers=[a("A:acid")])
        assert (play["A"].acid, play["A"].minor_acid) == (0, 1)
    else:
        assert not play.run(heal, 2).asked


@pytest.mark.rule("spf.ability.heal-costs")
@pytest.mark.parametrize("token", ["poison", "bleeding"])
def test_a_degraded_token_is_weaker_by_one_step_among_the_others(token: str) -> None:
    """12 and 8: the 12 becomes a 10, and the strongest stays first."""
    play = table(f"ork.troll A 3.3 {token}=12/8").run(heal, 1, answers=[a(f"A:{token}12"), a("done")])
    assert getattr(play["A"], token) == [10, 8]


@pytest.mark.rule("spf.ability.heal")
def test_points_that_are_left_may_be_lost() -> None:
    play = table("ork.troll A 3.3 future=5").run(heal, 1, answers=[a("A:future"), a("done")])
    assert play["A"].future == 4


@pytest.mark.rule("spf.ability.repair-costs")
def test_one_of_two_fires_is_put_out_for_three_points() -> None:
    play = table("spartan.iatros A 3.3    spartan.hoplites B 3.3 fires=2").run(heal, 1, answers=[a("B:fire")])
    assert play["B"].fires == 1


def test_steadying_takes_one_token_and_never_more_than_there_are() -> None:
    """Ability steadies."""
    for before, after in ((1, 0), (3, 2)):
        text = f"elf.armored-unicorn-rider A 3.3    elf.elf-infantry C 3.3 shaken={before}"
        assert table(text).run(heal, 2, answers=[a("C")])["C"].shaken == after
        assert table(text).run(heal, 2, answers=[a("done")])["C"].shaken == before


def test_endurance_lasts_as_long_as_there_are_tokens_and_bleeding() -> None:
    """Ability endurance-bleeding-to-poison."""
    text = "dwarf.dwarf-brothers-in-arms A 3.3 equip=brother-in-arms-armor bleeding={} endurance={}"
    spent = table(text.format("12/10", 1)).run(heal, 1, answers=[a("A:bleeding12")])
    assert (spent["A"].bleeding, spent["A"].endurance) == ([10], 0)
    healed = table(text.format("12", 4)).run(heal, 1, answers=[a("A:bleeding12")])
    assert (healed["A"].bleeding, healed["A"].poison, healed["A"].endurance) == ([], [6], 3)
    none = table(text.format("12", 4)).run(heal, 1, answers=[a("done")])
    assert (none["A"].bleeding, none["A"].endurance) == ([12], 4)


@pytest.mark.rule("spf.ability.repair-costs")
def test_a_line_that_lasts_is_repaired_as_one_and_once_for_each_time() -> None:
    engineer = "dwarf.steampowerarmor B 3.3 replace=steampower-engineer"
    play = table(f"{engineer}    dwarf.zap A 3.3 critical=cannot-move/cannot-move")
    play.run(heal, 1, answers=[a("A:criticalcannot-move")])
    assert play["A"].critical == ["cannot-move"]
