"""Assaults at their boundaries: who stands, who has won, what the dead still decide."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.books.steampunk.assaults import assault, gains
from tests.books.steampunk.position import Position
from tests.kit.script import a, b
from warbook.board.hextable import name_of
from warbook.books.steampunk.assault import fight
from warbook.core.events import Note


def where(play: Position, names: str) -> list[str]:
    return [name_of(play[name].hex) if play[name].on_map else play[name].place for name in names]


# ---------------------------------------------------------------- standing


@pytest.mark.rule("spf.team.dwarf-endurance-stubborn", "spf.K4")
def test_attackers_cannot_stand_by_endurance() -> None:
    """They held nothing; with switch stubborn_attackers they may."""
    text = "dwarf.dwarf-infantry A 3.5 endurance=1     elf.elf-infantry x 3.4"
    lost = "1 1 1 1  5 1 1 1  1"
    play = assault(text, "3.4", "A>", "x").run(fight, dice=lost, answers=[a("keep")])
    assert where(play, "Ax") == ["3.5", "3.4"] and play["A"].endurance == 1
    play = assault(text, "3.4", "A>", "x", stubborn_attackers=True)
    play.run(fight, dice=f"{lost}  3", answers=[a("stand"), b("keep")])
    assert where(play, "Ax") == ["3.4", "3.3"]


@pytest.mark.rule("spf.team.dwarf-endurance-stubborn")
@pytest.mark.parametrize(
    ("unit", "dice", "stays"),
    [
        ("dwarf.dwarf-infantry x 3.4 endurance=1 living=0", "5  1  1", Fraction(1, 2)),
        (
            "dwarf.steampowerarmor x 3.4 endurance=1 living=0 replace=battle-medic",
            "5  1 1 1 1  1 1 1 1  1 1 1 1 1  1",
            Fraction(1),
        ),
    ],
)
def test_the_odds_of_standing_reckon_with_resistance(unit: str, dice: str, stays: Fraction) -> None:
    """Infantry is shaken at 4 and more; for powered armor with a battle medic 6 is not enough."""
    play = assault(f"elf.elf-infantry A 3.5 living=0     {unit}", "3.4", "A>", "x")
    found = play.question(fight, dice=dice).options[1].preview()
    assert dict(found.outcomes) == {"stubborn": stays, "shaken": 1 - stays}


@pytest.mark.rule("spf.team.dwarf-endurance-stubborn")
def test_the_loser_is_asked_unit_by_unit_until_one_stands() -> None:
    text = """
        elf.elf-infantry A 3.5
        dwarf.dwarf-infantry x 3.4 endurance=1 living=0     dwarf.dwarf-infantry y 3.4 endurance=1 living=0
    """
    play = assault(text, "3.4", "A>", "x", "y")
    answers = [a("A/0>x*1"), b("retreat"), b("stand"), a("keep")]
    play.run(fight, dice="5 1 1 1  1  1  1  3", answers=answers)
    assert where(play, "Axy") == ["3.5", "3.4", "3.4"]
    assert (play["x"].endurance, play["y"].endurance) == (1, 0)


# ---------------------------------------------------------------- the damage first


@pytest.mark.rule("spf.turn.retreat-before-damage", "spf.T1")
@pytest.mark.parametrize(
    ("order", "last", "after"),
    [
        ("damage-first", "6", ["destroyed", "3.4"]),  # nobody is left to leave for
        ("damage-first", "1", ["3.4", "3.3"]),
        ("retreat-first", "6", ["3.4", "3.3"]),  # it dies when the damage takes effect
    ],
)
def test_nobody_leaves_for_the_dead(order: str, last: str, after: list[str]) -> None:
    """Switch assault_order: one hit each, and at a tie the dwarf has the advantage."""
    text = "dwarf.dwarf-infantry A 3.5 living=0     elf.elf-infantry x 3.4"
    play = assault(text, "3.4", "A>", "x", assault_order=order)
    answers = [] if after[0] == "destroyed" else [b("keep")]
    play.run(fight, dice=f"4  5 1 1 1  1  {last}", answers=answers)
    assert where(play, "Ax") == after


@pytest.mark.rule("spf.assault.tie-rank", "spf.assault.advantage")
def test_the_report_names_the_rule_by_which_a_side_has_the_advantage() -> None:
    text = "dwarf.dwarf-infantry A 3.5 living=0     elf.elf-infantry x 3.4 living=0"
    for dice, rule in (("1 1", "spf.assault.tie-rank"), ("4 1  1", "spf.assault.advantage")):
        play = assault(text, "3.4", "A>", "x").run(fight, dice=dice, answers=[b("keep")])
        (report,) = (e for e in play.events if isinstance(e, Note) and e.words.startswith("Hits after"))
        assert report.rule == rule and report.words.endswith("Side a have the advantage.")


@pytest.mark.parametrize(("spikes", "others", "poisoned"), [(6, 1, True), (1, 6, False)])
def test_only_spikes_that_deflect_poison(spikes: int, others: int, poisoned: bool) -> None:
    """Ability deflection-poisons: A has spikes, B has none; one of them deflects the only hit."""
    text = """
        ork.bioengineered-ork A 3.5 equip=poison-spikes living=0     ork.bioengineered-ork B 3.5 living=0
        elf.elf-scout x 3.4
    """
    play = assault(text, "3.4", "A>", "B>", "x")
    dice = f"1 1 1  {spikes}  1 1 1  {others}  5  1  1 1 1  1 1 1"
    play.run(fight, dice=dice, answers=[a("3"), a("3"), b("keep")])
    assert gains(play) == ([("x", "poison", 1, 4)] if poisoned else [])
