"""Assaults at their boundaries: who stands, who has won, what the dead still decide."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.books.steampunk.assaults import assault, gains
from tests.books.steampunk.position import Position, at, table
from tests.kit.script import a, b, sealed
from warbook.board.hextable import name_of
from warbook.books.steampunk.aftermath.victory import check
from warbook.books.steampunk.assault.approach import before_assaults
from warbook.books.steampunk.assault.fighting import fight
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
        (report,) = (e for e in play.events if isinstance(e, Note) and "Hits after" in e.words)
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


# ---------------------------------------------------------------- before the assault


@pytest.mark.rule("spf.ability.pre-assault-retreat-limits", "spf.W20")
def test_of_two_who_slip_away_to_one_place_the_owner_chooses() -> None:
    text = """
        elf.elite-elf-scout A 3.4     elf.elite-elf-scout B 3.4     elf.elf-infantry C 3.5
        dwarf.dwarf-infantry x 3.3
    """
    play = assault(text, "3.4", "A", "B", "x>")
    answers = [a({"A": "retreat", "B": "retreat"}), a("B"), a("keep")]
    play.run(before_assaults, dice="3 3", answers=answers)
    assert where(play, "ABC") == ["3.4", "3.5", "3.5"]
    assert play.says("cannot get away: others go there.")
    one = assault(text, "3.4", "A", "B", "x>")
    one.run(before_assaults, dice="3 2", answers=[a({"A": "retreat", "B": "retreat"}), a("keep")])
    assert where(one, "AB") == ["3.5", "3.4"]


@pytest.mark.rule("spf.assault.pre-retreat")
def test_who_slips_away_has_the_room_before_a_lancer() -> None:
    """Ability fire-lance: it retreats as after a lost assault, to the closest hex."""
    text = """
        elf.pegasus-rider A 3.4 slow     elf.elite-elf-scout B 3.4     elf.elf-infantry C 3.5
        dwarf.dwarf-infantry x 3.3
    """
    play = assault(text, "3.4", "A", "B", "x>")
    play.run(
        before_assaults, dice="6 6", answers=[a({"B": "retreat"}), a("4.4"), a({"A": "keep", "B": "keep"})]
    )
    assert where(play, "ABC") == ["4.4", "3.5", "3.5"]


@pytest.mark.rule("spf.assault.pre-retreat", "spf.ability.pre-assault-retreat")
def test_both_sides_declare_their_retreats_sealed() -> None:
    text = "spartan.peltasts A 3.5     spartan.peltasts x 3.4"
    play = assault(text, "3.4", "A>", "x")
    play.run(before_assaults, dice="3 4", answers=[sealed(a="retreat", b="retreat"), b("keep")])
    assert where(play, "Ax") == ["3.5", "3.3"]
    assert [e.unit for clash in play.battle.clashes for e in clash.entrants] == ["A"]


def test_a_hidden_flyer_does_not_come_down() -> None:
    """Abilities dive-assault and swoops-on-ground."""
    for flyer in ("elf.eagle-rider A 3.4 fast", "dark-elf.mechanical-red-dragon A 3.4 fast-flying"):
        play = table(f"{flyer} hidden     ork.grunt x 3.4").run(before_assaults)
        assert not play.asked and not play.battle.clashes
        unseen = table(f"{flyer}     ork.grunt x 3.4 hidden").run(before_assaults)
        assert not unseen.asked and not unseen.battle.clashes


def test_a_flyer_does_not_fall_on_who_fights_for_another_hex() -> None:
    """Ruling S1: x tries to leave the hex below."""
    text = "dark-elf.mechanical-red-dragon A 3.4 fast-flying     dark-elf.scout B 3.3     ork.grunt x 3.4"
    play = assault(text, "3.3", "B", "x>").run(before_assaults)
    assert play["A"].speed == "fast-flying"
    assert [e.unit for clash in play.battle.clashes for e in clash.entrants] == ["B", "x"]


def test_a_flyer_joins_the_assault_below() -> None:
    """Ability swoops-on-ground: into the assault that is fought there anyway."""
    text = "dark-elf.mechanical-red-dragon A 3.4 fast-flying     dark-elf.scout B 3.5     ork.grunt x 3.4"
    play = assault(text, "3.4", "B>", "x").run(before_assaults)
    (clash,) = play.battle.clashes
    assert [(e.unit, e.enters) for e in clash.entrants] == [("B", True), ("x", False), ("A", True)]


def test_a_flyer_in_an_assault_of_its_own_does_not_come_down() -> None:
    text = "elf.eagle-rider A 3.4 fast     ork.grunt x 3.4     gnome.gnome-helicopter y 3.3 slow-flying"
    play = assault(text, "3.4", "A", "y>", flying=True)
    assert play.question(before_assaults).text == "Before the assault"


@pytest.mark.rule("spf.ability.pre-assault-retreat-speed")
@pytest.mark.parametrize(("speed", "after"), [("still", "slow"), ("slow", "slow"), ("fast", "fast")])
def test_only_who_stood_still_is_slow_after_slipping_away(speed: str, after: str) -> None:
    play = assault(f"spartan.peltasts A 3.5 {speed}     dwarf.dwarf-infantry x 3.4", "3.5", "A", "x>")
    play.run(before_assaults, dice="4", answers=[a("retreat"), a("keep")])
    assert play["A"].speed == after
    failed = assault(f"spartan.peltasts A 3.5 {speed}     dwarf.dwarf-infantry x 3.4", "3.5", "A", "x>")
    assert failed.run(before_assaults, dice="3", answers=[a("retreat")])["A"].speed == speed


def test_who_reverses_drives_past_backward() -> None:
    """Ability drive-past."""
    text = "ork.speedhead A 3.5 south slow     dwarf.dwarf-infantry x 3.4"
    play = assault(text, "3.4", "A<", "x").run(before_assaults, dice="4", answers=[a("past"), a("keep")])
    assert where(play, "A") == ["3.3"]
    assert assault(text, "3.4", "A<", "x").run(before_assaults, dice="3", answers=[a("past")])["A"].hex == at(
        "3.5"
    )


# ---------------------------------------------------------------- dice that are rolled again


@pytest.mark.rule("spf.assault.stats", "spf.assault.deflection")
def test_what_each_lot_of_dice_needs_is_told_with_its_rule() -> None:
    text = "elf.elf-scout A 3.5     dwarf.dwarf-infantry x 3.4 living=0"
    play = assault(text, "3.4", "A>", "x").run(fight, dice="1 1  1", answers=[a("keep")])
    told = [(e.words, e.rule) for e in play.events if isinstance(e, Note) and "needs" in e.words]
    assert told == [
        ("Elf Scout needs 5+ to hit.", "spf.assault.stats"),
        ("Elf Scout needs 5+ to deflect.", "spf.assault.deflection"),
        ("Dwarf Infantry needs 4+ to hit.", "spf.assault.stats"),
    ]


# ---------------------------------------------------------------- the end of the battle


@pytest.mark.rule("spf.victory.win-bonus", "spf.victory.mvp", "spf.V1")
@pytest.mark.parametrize(
    ("text", "winner", "scores"),
    [
        ("elf.e34 A 3.3     elf.e34 x 5.5", "", {"a": 36, "b": 36}),
        ("elf.e34 A 3.3     elf.elf-infantry x 5.5", "a", {"a": 52, "b": 6}),
        ("elf.elf-infantry A 3.3     elf.e34 x 5.5", "b", {"a": 6, "b": 52}),
        ("elf.e34 A 3.3     ork.grunt B 3.4     elf.e34 x 5.5", "", {"a": 36, "b": 36}),  # ruling V7
        ("elf.e34 A 3.3     elf.e34 x 5.5 future=4", "a", {"a": 88, "b": 36}),
        ("elf.e34 A 3.3     elf.e34 x 5.5 future=3", "", {"a": 36, "b": 36}),
    ],
)
def test_who_wins_by_points(text: str, winner: str, scores: dict[str, int]) -> None:
    play = table(text, turn=8).run(check)
    assert (play.battle.winner, play.battle.scores, play.battle.over) == (winner, scores, True)
    assert play.says("16 for the win") is bool(winner)
    assert not table(text, turn=7).run(check).battle.over


@pytest.mark.rule("spf.assault.damage", "spf.assault.facing-reversing")
def test_a_hammerhead_breaks_armor_with_its_front_only() -> None:
    """AP 10 and d8+3 in front, AP 2 and d8 when it reverses, against 8 of armor at the back."""
    text = "ork.hammerhead A 3.5 {}     elf.e34 x 3.4 north"
    front = assault(text.format("n"), "3.4", "A>", "x")
    dice = f"6 {'1 ' * 11} {'1 ' * 12} 1 1  {'1 ' * 6} 1"
    front.run(fight, dice=dice, answers=[a("6"), b("keep")])
    assert not front.rolled("spf.damage.armor-dice") and front.battle.blows[0].result == 1 + 3 + 1
    back = assault(text.format("s"), "3.4", "A<", "x")
    dice = f"6 {'1 ' * 7} 1 1  1 1  {'1 ' * 6} {'1 ' * 6} 1"
    back.run(fight, dice=dice, answers=[a("6"), b("keep")])
    (armor,) = back.rolled("spf.damage.armor-dice")
    assert len(armor.faces) == 6 and back.battle.blows[0].result == 1 + 1


@pytest.mark.rule("spf.assault.facing-several-sides", "spf.S4")
def test_who_is_assaulted_from_one_side_strikes_whatever_the_focus_limits() -> None:
    """Switch focus_limits_dice: it limits who has to choose a side, and nobody else."""
    text = "elf.elf-infantry A 3.5 living=0     dwarf.dwarf-infantry x 3.4 living=0"
    play = assault(text, "3.4", "A>", "x", focus_limits_dice=True)
    play.run(fight, dice="1  4  6", answers=[a("keep")])
    assert [(blow.unit, blow.result) for blow in play.battle.blows] == [("A", 4)]
