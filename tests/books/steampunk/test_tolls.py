"""What the damage of a step leaves: who dies, who gets out, who rises, and what becomes of tokens."""

from __future__ import annotations

import pytest

from tests.books.steampunk.position import Position, at, table
from tests.kit.script import By, Sealed, a, b, sealed
from warbook.board.hextable import name_of
from warbook.books.steampunk.aftermath.agonies import agony, suffers
from warbook.books.steampunk.damage.harm import apply
from warbook.books.steampunk.pending import Blow, Gain
from warbook.core.questions import Choose


def hit(play: Position, *due: Blow | Gain, dice: str = "", answers: tuple[By | Sealed, ...] = ()) -> Position:
    play.battle.blows += [each for each in due if isinstance(each, Blow)]
    play.battle.gains += [each for each in due if isinstance(each, Gain)]
    return play.run(apply, dice=dice, answers=answers)


def shot(unit: str, result: int, table: str = "regular", **given: object) -> Blow:
    return Blow(unit, table, result, "shot", "spf.damage.roll", **given)  # type: ignore[arg-type]


def where(play: Position, names: str) -> list[str]:
    return [name_of(play[name].hex) if play[name].on_map else play[name].place for name in names]


# ---------------------------------------------------------------- who dies


@pytest.mark.rule("spf.team.dwarf-endurance-kill")
def test_the_death_that_the_enemy_would_choose_is_turned_first() -> None:
    """Of a sniper's kill and another the one token turns the sniper's: then the owner chooses who dies."""
    text = "dwarf.dwarf-infantry A 3.3 replace=elite-dwarf-infantry endurance=1    ork.grunt x 3.5"
    due = (shot("A", 1), shot("A", 1, chooser="b"))
    play = hit(table(text), *due, answers=(a("1"), a("1")))
    assert play["A"].living == [0, 2, 3] and play["A"].bleeding == [4]
    assert [side for side, _ in play.asked] == ["a", "a"]


@pytest.mark.rule("spf.team.dwarf-endurance-kill")
def test_no_more_deaths_are_turned_than_there_are_tokens_or_kills() -> None:
    for endurance, kills, most in ((1, 3, 1), (3, 2, 2), (2, 2, 2)):
        play = table(f"dwarf.dwarf-infantry A 3.3 endurance={endurance}")
        play.battle.blows += [shot("A", 1)] * kills
        question = play.question(apply)
        assert [option.id for option in question.parts["A"].options] == [str(n) for n in range(most + 1)]


@pytest.mark.rule("spf.turn.simultaneous")
def test_both_sides_choose_their_dead_sealed() -> None:
    text = """
        dwarf.dwarf-infantry A 3.3 replace=elite-dwarf-infantry
        dwarf.dwarf-infantry x 3.5 replace=elite-dwarf-infantry
    """
    play = hit(table(text), shot("A", 1), shot("x", 1), answers=(sealed(a={"A": "0"}, b={"x": "1"}),))
    assert (play["A"].living, play["x"].living) == ([1, 2, 3], [0, 2, 3])


def test_the_firer_of_every_kill_may_be_the_one_who_chooses() -> None:
    """Switch casualty_choice: the side whose unit did it; for what nobody did, the owner."""
    text = "dwarf.dwarf-infantry A 3.3 replace=elite-dwarf-infantry    ork.grunt x 3.5"
    by = hit(table(text, casualty_choice="firer"), shot("A", 1, by="x"), answers=(b({"A": "0"}),))
    assert by["A"].living == [1, 2, 3]
    alone = hit(table(text, casualty_choice="firer"), shot("A", 1), answers=(a({"A": "0"}),))
    assert alone["A"].living == [1, 2, 3]


# ---------------------------------------------------------------- champions

ORKS = "ork.ork-infantry A 3.3 replace=ork-elite-infantry    ork.grunt B 3.3"


def rises(more: str, *answers: By | Sealed) -> Position:
    return hit(table(f"{ORKS}    {more}"), shot("A", 1), answers=(a({"A": "0"}), *answers))


def offers(more: str) -> list[str]:
    play = table(f"{ORKS}    {more}")
    play.battle.blows.append(shot("A", 1))
    question = play.question(apply, answers=[a({"A": "0"})])
    assert isinstance(question, Choose)
    return sorted(option.id for option in question.options)


def test_a_champion_rises_as_far_from_the_nearest_enemy_as_can_be() -> None:
    """Enemies to the north and, farther off, to the south: of the hexes to the sides it takes those that are
    two from the nearer one."""
    assert offers("elf.elf-infantry x 3.1    elf.elf-infantry y 3.9") == ["2.3", "3.4", "4.3"]
    assert offers("elf.elf-infantry x 3.1    elf.elf-infantry y 3.5") == ["2.2", "2.3", "4.2", "4.3"]


def test_a_champion_rises_only_where_there_is_room() -> None:
    """Water, an enemy, or two friends leave none; a hidden enemy does."""
    foe = "elf.elf-infantry x 3.1"
    assert offers(f"{foe}    water 3.4") == ["2.3", "4.3"]
    assert offers(f"{foe}    ork.grunt C 3.4    ork.grunt D 3.4") == ["2.3", "4.3"]
    assert "3.4" not in offers(f"{foe}    elf.elf-infantry y 3.4")
    far = "elf.elf-infantry x 3.9"
    assert offers(f"{far}    elf.elf-scout y 3.2 hidden    water 2.2 4.2") == ["2.3", "3.4", "4.3"]


def test_a_champion_without_any_room_does_not_rise() -> None:
    play = rises("water 3.2 2.2 2.3 4.2 4.3 3.4    elf.elf-infantry x 3.9")
    assert [unit.id for unit in play.battle.units] == ["A", "B", "x"]


def test_a_champion_at_the_border_stays_on_the_map() -> None:
    play = table("ork.ork-infantry A 1.1 replace=ork-elite-infantry    ork.grunt B 1.1    elf.e34 x 5.5")
    play.battle.blows.append(shot("A", 1))
    question = play.question(apply, answers=[a({"A": "0"})])
    assert all(play.battle.table.at(o.spot.x, o.spot.y) for o in question.options)


# ---------------------------------------------------------------- carriers


def test_only_who_is_aboard_the_wreck_gets_out() -> None:
    text = """
        ork.battlewagon A 3.3 se    ork.grunt B aboard=A    ork.battlewagon C 7.3    ork.grunt D aboard=C
        ork.ork-infantry E aboard=A
    """
    play = hit(table(text), shot("A", 9), dice="1 1")
    assert where(play, "ABCDE") == ["destroyed", "3.3", "7.3", "aboard", "3.3"]
    assert [(play[n].speed, play[n].facing, play[n].carrier) for n in "BE"] == [("slow", 2, "")] * 2


def test_who_is_aboard_a_wreck_without_room_is_lost() -> None:
    """Water all around, and two friends in the hex."""
    text = """
        ork.battlewagon A 3.3    ork.grunt B aboard=A    ork.grunt D 3.3    ork.grunt E 3.3
        water 3.2 2.2 2.3 4.2 4.3 3.4
    """
    play = hit(table(text), Blow("A", "crew", 12, "crew", "spf.special.typed-damage"))
    assert where(play, "AB") == ["destroyed", "destroyed"]


def test_the_passengers_of_a_damaged_zeppelin_are_hurt_and_stay_aboard() -> None:
    text = "dwarf.transport-zeppelin A 3.3    dwarf.dwarf-infantry B aboard=A"
    play = hit(table(text), shot("A", 8), dice="1")
    assert where(play, "AB") == ["3.3", "aboard"] and len(play["B"].living) == 4


# ---------------------------------------------------------------- shaken


@pytest.mark.rule("spf.ability.shaken-orders", "spf.P17")
def test_only_the_first_shaken_token_changes_the_speed() -> None:
    fresh = hit(table("elf.e34 A 3.3 slow"), Gain("A", "shaken", "spf.ability.fear"))
    assert (fresh["A"].shaken, fresh["A"].speed) == (2, "still")
    again = hit(table("elf.e34 A 3.3 slow shaken=1"), Gain("A", "shaken", "spf.ability.fear"))
    assert (again["A"].shaken, again["A"].speed) == (2, "slow")


@pytest.mark.rule("spf.ability.shaken-tokens")
@pytest.mark.parametrize(("critical", "shaken", "future"), [(3, 2, 4), (4, 3, 1), (5, 3, 1), (6, 2, 1)])
def test_a_critical_line_may_give_one_more_shaken_token(critical: int, shaken: int, future: int) -> None:
    """Effect shaken-token, on a battlewagon that the same blow has shaken."""
    play = hit(table("ork.battlewagon A 3.3"), shot("A", 5), dice=str(critical))
    assert (play["A"].shaken, play["A"].future) == (shaken, future)
    assert play.says("(critical)")


# ---------------------------------------------------------------- poison and bleeding


@pytest.mark.rule("spf.special.poison-downgrade")
def test_the_strongest_poison_and_bleeding_stand_first() -> None:
    play = hit(
        table("ork.grunt A 3.3 poison=8 bleeding=8"),
        Gain("A", "poison", "spf.ability.poison-ranged", 2, 12),
        Gain("A", "bleeding", "spf.ability.poison-ranged", 1, 10),
    )
    assert (play["A"].poison, play["A"].bleeding) == ([12, 12, 8], [10, 8])


@pytest.mark.rule("spf.special.poison-downgrade")
@pytest.mark.parametrize(("strength", "left"), [(12, [10]), (10, [8]), (8, [6]), (6, [4]), (4, [])])
def test_poison_that_kills_nobody_drops_by_one_step(strength: int, left: list[int]) -> None:
    play = table(f"elf.bear-rider A 3.3 poison={strength}").run(agony, 3, dice="1").run(apply)
    assert play["A"].poison == left


# ---------------------------------------------------------------- agony


@pytest.mark.rule("spf.special.fire-roll")
@pytest.mark.parametrize(("face", "fires", "blow"), [(1, 0, False), (2, 1, True), (6, 1, True)])
def test_a_fire_goes_out_at_a_natural_one(face: int, fires: int, blow: bool) -> None:
    play = table("ork.grunt A 3.3 fires=1 future=3").run(agony, 2, dice=str(face))
    assert play["A"].fires == fires
    assert [each.result for each in play.battle.blows] == ([face + 3] if blow else [])


@pytest.mark.rule("spf.special.minor-acid")
@pytest.mark.parametrize(("face", "future", "left"), [(2, 0, 0), (3, 1, 1)])
def test_minor_acid_bites_at_three(face: int, future: int, left: int) -> None:
    play = table("ork.grunt A 3.3 minor_acid=1").run(agony, 1, dice=str(face))
    assert play["A"].minor_acid == left
    assert sum(gain.count for gain in play.battle.gains if gain.token == "future") == future


@pytest.mark.rule("spf.special.bleeding-roll")
@pytest.mark.parametrize(("face", "left"), [(1, []), (2, [6])])
def test_bleeding_stops_at_a_natural_one(face: int, left: list[int]) -> None:
    play = table("ork.grunt A 3.3 bleeding=6 future=2").run(agony, 4, dice=str(face))
    assert play["A"].bleeding == left and len(play.battle.blows) == len(left)


@pytest.mark.rule("spf.ability.terror")
@pytest.mark.parametrize(("hex_", "rolled"), [("3.4", True), ("3.5", False), ("3.3", True)])
def test_terror_reaches_as_far_as_it_says(hex_: str, rolled: bool) -> None:
    """The war drum: range 1."""
    drum = "ork.ork-infantry A 3.3 equip=war-drum replace=ork-elite-infantry"
    play = table(f"{drum}    elf.elf-infantry x {hex_}").run(agony, 0, dice="3" if rolled else "")
    assert [blow.unit for blow in play.battle.blows] == (["x"] if rolled else [])


@pytest.mark.rule("spf.special.acid-table", "spf.P3")
def test_acid_that_makes_a_cloud_touches_all_in_the_hex_and_nobody_beside_it() -> None:
    text = (
        "ork.grunt A 3.3 acid=1    ork.grunt B 3.3    elf.pegasus-rider x 3.3 slow-flying    ork.grunt C 3.4"
    )
    play = table(text).run(agony, 0, dice="3")
    minor = sorted(gain.unit for gain in play.battle.gains if gain.token == "minor-acid")
    assert minor == ["A", "B", "x"]
    assert [(s.kind, s.strength, (s.q, s.r)) for s in play.battle.spreads] == [("poison", 4, at("3.3"))]


@pytest.mark.rule("spf.special.acid-table")
def test_acid_aboard_a_carrier_touches_only_who_has_it() -> None:
    text = "ork.battlewagon A 3.3    ork.grunt B aboard=A acid=1    ork.grunt C aboard=A"
    play = table(text).run(agony, 0, dice="3")
    assert [gain.unit for gain in play.battle.gains if gain.token == "minor-acid"] == ["B"]
    assert [(s.q, s.r) for s in play.battle.spreads] == [at("3.3")]


@pytest.mark.rule("spf.special.bleeding-roll", "spf.P9")
@pytest.mark.parametrize(("strength", "after"), [(4, [6]), (10, [12]), (12, [12])])
def test_amplified_bleeding_rises_by_a_step_as_long_as_there_is_one(strength: int, after: list[int]) -> None:
    """Ability amplifies-bleeding, on a sauropod."""
    play = table(f"elf.sauropod-riders A 3.3 bleeding={strength}")
    hit(play, Blow("A", "regular", 4, "bleeding", "spf.special.bleeding-roll", strength=strength))
    assert play["A"].bleeding == after


@pytest.mark.rule("spf.victory.end-phase-agony")
@pytest.mark.parametrize(
    ("token", "carries"),
    [("acid=1", True), ("minor_acid=1", True), ("fires=1", True), ("poison=4", True), ("bleeding=4", True),
     ("future=3", False), ("shaken=1", False), ("jammed", False)],
)  # fmt: skip
def test_what_counts_as_continuous_damage(token: str, carries: bool) -> None:
    play = table(f"ork.grunt A 3.3 {token}")
    assert suffers(play["A"]) is carries
