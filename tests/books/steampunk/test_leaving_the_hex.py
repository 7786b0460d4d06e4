"""Who finds room after an assault: winners who overflow, losers still to leave, and where each goes."""

from __future__ import annotations

import pytest

from tests.books.steampunk.assaults import assault, contested, gains
from tests.books.steampunk.position import Position, at
from tests.kit.script import By, Sealed, a, b, sealed
from warbook.board.hextable import name_of
from warbook.books.steampunk.assault.approach import before_assaults
from warbook.books.steampunk.assault.fighting import fight
from warbook.books.steampunk.assault.retreats import Outcome, settle_assaults
from warbook.books.steampunk.pending import Clash
from warbook.core.events import Moved, Note, Removed
from warbook.core.game import Game


def settled(play: Position, *leaving: str, answers: tuple[By | Sealed, ...] = ()) -> list[Clash]:
    """All assaults of the position end, and of each these units leave; what is left to fight."""
    clashes, play.battle.clashes = play.battle.clashes, []
    found: list[Clash] = []

    def chapter(game: Game) -> None:
        outcomes = [Outcome(clash, tuple(ids.split())) for clash, ids in zip(clashes, leaving, strict=True)]
        found.extend(settle_assaults(game, outcomes))

    play.run(chapter, answers=answers)
    return found


def where(play: Position, names: str) -> list[str]:
    return [name_of(play[name].hex) if play[name].on_map else play[name].place for name in names]


# ---------------------------------------------------------------- losers who came


@pytest.mark.rule("spf.assault.retreat-mover")
@pytest.mark.parametrize("way", [">", "<"])
def test_a_beaten_attacker_stays_where_it_came_from_not_in_the_hex_behind_it(way: str) -> None:
    """It drifted or reversed in, so behind it lies another hex than the one it came from."""
    play = assault("elf.e34 A 2.4 south     dwarf.dwarf-infantry x 3.4", "3.4", f"A{way}", "x")
    settled(play, "A", answers=(a("keep"),))
    assert where(play, "Ax") == ["2.4", "3.4"]
    assert play["A"].facing == 3
    (note,) = (event for event in play.events if isinstance(event, Note))
    assert note.rule == "spf.assault.retreat-mover" and note.piece == "A"


@pytest.mark.rule("spf.assault.retreat-stationary")
def test_who_held_the_hex_goes_backward_however_it_was_assaulted() -> None:
    play = assault("elf.e34 A 2.4     dwarf.dwarf-infantry x 3.4 nw", "3.4", "A>", "x")
    settled(play, "x", answers=(b("keep"),))
    assert where(play, "Ax") == ["3.4", "4.4"]  # it faces north-west: backward is south-east


@pytest.mark.rule("spf.assault.outcome")
def test_who_stays_where_it_came_from_has_its_room_before_others_retreat_there() -> None:
    """x came from 3.3 and stays; there is no room left for y, who falls back from 3.2."""
    text = """
        elf.elf-infantry A 3.4     elf.elf-infantry B 3.1 south
        dwarf.dwarf-infantry x 3.3     dwarf.dwarf-infantry z 3.3     dwarf.dwarf-infantry y 3.2 north
    """
    play = assault(text, "3.4", "A", "x>")
    contested(play, "3.2", "B>", "y")
    settled(play, "x", "y", answers=(b("2.2"), b({"x": "keep", "y": "keep"})))
    assert where(play, "xyz") == ["3.3", "2.2", "3.3"]


@pytest.mark.rule("spf.assault.retreat-origin-taken")
def test_who_would_have_swapped_does_not_vie_for_the_hex_behind_it() -> None:
    """Only z, who held the hex, falls back into 3.3, where there is room for one; y finds another."""
    text = """
        elf.elf-infantry A 3.5     dwarf.dwarf-infantry w 3.3
        dwarf.dwarf-infantry y 3.4     dwarf.dwarf-infantry z 3.4
    """
    play = assault(text, "3.4", "A>", "y>", "z")
    settled(play, "y z", answers=(b("4.4"), b({"y": "keep", "z": "keep"})))
    assert where(play, "Awyz") == ["3.4", "3.3", "4.4", "3.3"]


@pytest.mark.rule("spf.assault.retreat-blocked")
def test_who_may_not_enter_a_hex_does_not_vie_for_it() -> None:
    """The tank cannot go into the mountains, so the infantry takes the room there unasked."""
    text = """
        elf.elf-infantry A 3.5     dwarf.dwarf-infantry w 3.3     mountains 3.3
        dwarf.dw42 y 3.4     dwarf.dwarf-infantry z 3.4
    """
    play = assault(text, "3.4", "A>", "y", "z")
    settled(play, "y z", answers=(b("2.3"), b({"y": "keep", "z": "keep"})))
    assert where(play, "yz") == ["2.3", "3.3"]


@pytest.mark.rule("spf.assault.retreat-blocked", "spf.turn.simultaneous")
def test_an_enemy_still_to_leave_does_not_bar_the_way() -> None:
    """B is beaten in 3.3 and goes; x falls back into that hex, to y who has won it."""
    text = """
        elf.elf-infantry A 3.5     elf.elf-infantry B 3.3 ne
        dwarf.dwarf-infantry x 3.4     dwarf.dwarf-infantry y 3.2
    """
    play = assault(text, "3.4", "A>", "x")
    contested(play, "3.3", "B", "y>")
    settled(play, "x", "B", answers=(sealed(a="keep", b="keep"),))
    assert where(play, "ABxy") == ["3.4", "2.3", "3.3", "3.3"]


@pytest.mark.rule("spf.assault.retreat-blocked", "spf.turn.simultaneous")
def test_a_friend_still_to_leave_takes_no_room() -> None:
    """y and z leave 3.3, which a dead enemy does not take, while x falls back into it."""
    text = """
        elf.elf-infantry A 3.5     elf.elf-infantry B 3.2
        dwarf.dwarf-infantry x 3.4     dwarf.dwarf-infantry y 3.3 se     dwarf.dwarf-infantry z 3.3 sw
    """
    play = assault(text, "3.4", "A>", "x")
    contested(play, "3.3", "B>", "y", "z")
    play["B"].place = "destroyed"
    settled(play, "x", "y z", answers=(b({"x": "keep", "y": "keep", "z": "keep"}),))
    assert where(play, "xyz") == ["3.3", "2.2", "4.2"]


@pytest.mark.rule("spf.assault.retreat-blocked", "spf.ability.pre-assault-retreat-limits")
def test_nobody_slips_away_into_an_assault_still_to_be_fought() -> None:
    """C and y are about to fight over 3.3, which nobody holds yet; over 5.5 it is no matter."""
    text = """
        elf.elf-infantry A 3.5     spartan.peltasts x 3.4
        elf.elf-infantry C 2.2     spartan.hoplites y 4.2
    """
    play = assault(text, "3.4", "A>", "x")
    contested(play, "3.3", "C>", "y>")
    assert not play.run(before_assaults).asked
    play = assault(text, "3.4", "A>", "x")
    contested(play, "5.5", "C>", "y>")
    play.run(before_assaults, dice="6", answers=[b("retreat"), b("keep")])
    assert where(play, "x") == ["3.3"]


@pytest.mark.rule("spf.ability.pre-assault-retreat-limits", "spf.stacking.flying")
def test_an_assault_in_the_air_bars_nobody_on_the_ground() -> None:
    text = """
        elf.elf-infantry A 3.5     spartan.peltasts x 3.4
        gnome.gnome-helicopter C 2.2 still-flying     spartan.bronze-hawks y 4.2
    """
    play = assault(text, "3.4", "A>", "x")
    contested(play, "3.3", "C>", "y>", flying=True)
    play.run(before_assaults, dice="6", answers=[b("retreat"), b("keep")])
    assert where(play, "x") == ["3.3"]


@pytest.mark.rule("spf.ability.pre-assault-retreat")
def test_who_would_have_swapped_slips_away_backward() -> None:
    """It has no other hex that it came from."""
    text = "elf.elf-infantry A 3.5     spartan.peltasts x 3.4"
    play = assault(text, "3.4", "A>", "x>").run(before_assaults, dice="6", answers=[b("retreat"), b("keep")])
    assert where(play, "x") == ["3.3"]


@pytest.mark.rule("spf.ability.pre-assault-retreat", "spf.stacking.limit")
def test_who_slips_away_to_where_it_stands_counts_there_once() -> None:
    text = "spartan.peltasts A 3.5     spartan.hoplites B 3.5     elf.elf-infantry x 3.4"
    play = assault(text, "3.4", "A>", "x").run(before_assaults, dice="6", answers=[a("retreat"), a("keep")])
    assert where(play, "ABx") == ["3.5", "3.5", "3.4"]
    full = f"{text}     spartan.hoplites C 3.5"
    assert not assault(full, "3.4", "A>", "x").run(before_assaults).asked


@pytest.mark.rule("spf.assault.retreat-mover", "spf.terrain.road")
def test_an_attacker_stays_also_where_it_could_not_go() -> None:
    """The tank has come up the mountain by a road, which does not lead to the contested hex."""
    text = "elf.e34 A 3.5     dwarf.dwarf-infantry x 3.4     mountains 3.5     road 3.5 3.6"
    play = assault(text, "3.4", "A>", "x")
    settled(play, "A", answers=(a("keep"),))
    assert where(play, "A") == ["3.5"]
    entering = assault(text.replace("A 3.5", "A 3.4").replace("x 3.4", "x 3.3"), "3.4", "A", "x>")
    (clash,) = entering.battle.clashes
    offered = entering.question(settle_assaults, [Outcome(clash, ("A",))])
    assert "3.5" not in {option.id for option in offered.options}


@pytest.mark.rule("spf.assault.retreat-blocked", "spf.R20")
def test_a_hidden_enemy_takes_no_room_from_those_who_retreat() -> None:
    text = """
        elf.elf-infantry A 3.5     elf.elf-scout C 3.3 hidden
        dwarf.dwarf-infantry x 3.4     dwarf.dwarf-infantry y 3.3
    """
    play = assault(text, "3.4", "A>", "x")
    settled(play, "x", answers=(b("keep"),))
    assert where(play, "xyC") == ["3.3"] * 3


@pytest.mark.rule("spf.assault.retreat-origin-taken", "spf.assault.pre-retreat")
def test_a_lancer_whose_hex_was_taken_does_not_end_in_the_contested_hex() -> None:
    """Ability fire-lance; nobody holds 3.4 yet."""
    text = "elf.pegasus-rider A 3.5 slow     dwarf.dwarf-infantry x 3.3     dwarf.dwarf-infantry y 3.5"
    play = assault(text, "3.4", "A>", "x>")
    question = play.question(before_assaults, dice="6")
    assert {option.id for option in question.options} == {"2.3", "2.4", "4.3", "4.4"}
    play.run(before_assaults, dice="6", answers=[a("4.3"), a("keep")])
    assert where(play, "A") == ["4.3"]


# ---------------------------------------------------------------- the dead


@pytest.mark.rule("spf.assault.outcome")
def test_the_dead_neither_enter_nor_retreat() -> None:
    """With the damage first: A, who has died, does not enter, and x leaves the room behind to y."""
    text = """
        elf.elf-infantry A 3.5     elf.elf-infantry B 2.4
        dwarf.dwarf-infantry x 3.4     dwarf.dwarf-infantry y 3.4     dwarf.dwarf-infantry z 3.3
    """
    play = assault(text, "3.4", "A>", "B>", "x", "y")
    play["A"].place = play["x"].place = "destroyed"
    settled(play, "x y", answers=(b("keep"),))
    assert where(play, "ABxyz") == ["destroyed", "3.4", "destroyed", "3.3", "3.3"]
    assert [event.piece for event in play.events if isinstance(event, Moved)] == ["B", "y"]


@pytest.mark.rule("spf.assault.winners-overflow")
def test_a_dead_winner_is_no_reason_to_be_shaken() -> None:
    text = """
        elf.elf-infantry A 3.5     elf.elf-infantry B 3.5     elf.elf-scout C 2.4
        dwarf.dwarf-infantry x 3.4
    """
    play = assault(text, "3.4", "A>", "B>", "C>", "x")
    play["C"].place = "destroyed"
    settled(play, "x", answers=(b("keep"),))
    assert where(play, "ABx") == ["3.4", "3.4", "3.3"]
    assert gains(play) == []


# ---------------------------------------------------------------- winners who overflow

LATE = """
    elf.elf-infantry A 3.4     elf.elf-infantry B 3.5     elf.elf-scout C 2.4
    dwarf.dwarf-infantry x 3.3
"""


@pytest.mark.rule("spf.assault.winners-overflow")
@pytest.mark.parametrize("holder", ["A", "A>"])
def test_who_is_in_the_hex_stays_and_of_those_who_enter_the_owner_chooses(holder: str) -> None:
    """A held the hex, or would have swapped it with x: so there is room for one. All are shaken."""
    play = assault(LATE, "3.4", holder, "B>", "C>", "x>")
    clashes = play.battle.clashes
    outcome = [Outcome(clashes[0], ("x",))]
    assert [option.id for option in play.question(settle_assaults, outcome).options] == ["B", "C"]
    settled(play, "x", answers=(a("C"), b("keep")))
    assert where(play, "ABCx") == ["3.4", "3.5", "3.4", "3.3"]
    assert sorted(gains(play)) == [(name, "shaken", 1, 0) for name in "ABC"]
    (advance,) = (event for event in play.events if isinstance(event, Moved))
    assert (advance.piece, advance.how) == ("C", "advances")


@pytest.mark.rule("spf.assault.winners-overflow", "spf.stacking.limit")
def test_two_winners_are_not_too_many_and_nobody_is_shaken() -> None:
    text = "elf.elf-infantry A 3.4     elf.elf-infantry B 3.5     dwarf.dwarf-infantry x 3.3"
    play = assault(text, "3.4", "A", "B>", "x>")
    settled(play, "x", answers=(b("keep"),))
    assert where(play, "ABx") == ["3.4", "3.4", "3.3"] and gains(play) == []


@pytest.mark.rule("spf.assault.winners-overflow", "spf.stacking.flying")
@pytest.mark.parametrize(
    "above", ["elf.pegasus-rider C 3.4 fast-flying", "elf.pegasus-rider C 3.4 slow-flying"]
)
def test_friends_in_the_air_take_no_room_on_the_ground(above: str) -> None:
    text = f"elf.elf-infantry A 3.5     elf.elf-infantry B 2.4     {above}     dwarf.dwarf-infantry x 3.4"
    play = assault(text, "3.4", "A>", "B>", "x")
    settled(play, "x", answers=(b("keep"),))
    assert where(play, "ABC") == ["3.4"] * 3 and gains(play) == []


@pytest.mark.rule("spf.assault.winners-overflow", "spf.stacking.flying")
def test_who_dived_flies_again_and_takes_no_room() -> None:
    """Ability dive-assault."""
    text = """
        elf.eagle-rider A 3.4 fast     elf.elf-infantry B 3.5     elf.elf-infantry C 2.4
        dwarf.dwarf-infantry x 3.4
    """
    play = assault(text, "3.4", "A>", "B>", "C>", "x")
    settled(play, "x", answers=(b("keep"),))
    assert where(play, "ABCx") == ["3.4", "3.4", "3.4", "3.3"] and gains(play) == []


@pytest.mark.rule("spf.assault.winners-overflow")
def test_who_yields_the_hex_leaves_room_for_the_others() -> None:
    """Ability may-yield-hex: the queen goes, and with her gone her friend finds room."""
    text = """
        dark-elf.queen-xy A 3.4     dark-elf.scout B 3.4     dark-elf.scout C 3.5
        elf.elf-infantry x 3.3
    """
    play = assault(text, "3.4", "A", "B", "C>", "x>")
    (clash,) = play.battle.clashes
    play.battle.clashes = []
    play.run(settle_assaults, [Outcome(clash, ("x", "A"), ("A",))], answers=[sealed(a="keep", b="keep")])
    assert where(play, "ABCx") == ["3.5", "3.4", "3.4", "3.3"] and gains(play) == []


@pytest.mark.rule("spf.assault.winners-overflow")
def test_a_winner_without_room_whose_hex_was_taken_goes_to_the_closest() -> None:
    """y has come into 3.5 meanwhile, so B cannot stay there; it may turn no more than other winners."""
    text = f"{LATE}     dwarf.dwarf-infantry y 3.5"
    play = assault(text, "3.4", "A", "B>", "C>", "x>")
    settled(play, "x", answers=(a("C"), a("2.3"), b("keep")))
    assert where(play, "ABCxy") == ["3.4", "2.3", "3.4", "3.3", "3.5"]


@pytest.mark.rule("spf.assault.winners-overflow", "spf.stacking.limit")
def test_of_two_tanks_one_enters() -> None:
    text = "elf.e34 A 3.5     elf.e34 B 2.4     dwarf.dwarf-infantry x 3.4"
    play = assault(text, "3.4", "A>", "B>", "x")
    settled(play, "x", answers=(a("B"), b("keep")))
    assert where(play, "AB") == ["3.5", "3.4"]
    assert gains(play) == [(name, "shaken", 1, 0) for name in "AB"]


# ---------------------------------------------------------------- surrounded


@pytest.mark.rule("spf.assault.retreat-surrounded")
def test_who_fights_its_way_back_counts_once_where_it_stands() -> None:
    """The tank tried to leave 3.5, where B has come; it is thrown back, surrounded, and wins 3.5 again."""
    text = """
        dwarf.dw42 x 3.5 north     elf.elf-infantry A 3.4     elf.elf-infantry B 3.5
        elf.elf-scout C 2.3     elf.elf-scout D 2.4     elf.elf-scout E 4.3     elf.elf-scout F 4.4
        elf.elf-scout G 3.3
    """
    play = assault(text, "3.4", "A", "x>")
    (stand,) = settled(play, "x")
    assert stand.hex == at("3.5") and [e.unit for e in stand.entrants] == ["x", "B"]
    assert [(e.enters, (e.q, e.r)) for e in stand.entrants] == [(True, at("3.4")), (False, at("3.5"))]
    play.battle.clashes = [stand]
    assert settled(play, "B", answers=(a("keep"),)) == []
    assert where(play, "xB") == ["3.5", "3.6"] and gains(play) == []


RING = {"B": "3.3", "C": "2.3", "D": "2.4", "E": "4.3", "F": "4.4", "G": "3.5"}


def ringed(without: str = "", more: str = "", facing: str = "south") -> Position:
    foes = "     ".join(f"elf.elf-scout {name} {hex_}" for name, hex_ in RING.items() if name not in without)
    text = f"elf.elf-infantry A 3.5     dwarf.dwarf-infantry x 3.4 {facing}     {foes}     {more}"
    return assault(text, "3.4", "A>", "x")


@pytest.mark.rule("spf.assault.retreat-surrounded")
@pytest.mark.parametrize("gap", list(RING))
def test_one_gap_in_the_ring_is_a_way_out(gap: str) -> None:
    play = ringed(gap)
    assert settled(play, "x", answers=(b("keep"),)) == []
    assert where(play, "x") == [RING[gap]]


@pytest.mark.rule("spf.assault.retreat-blocked")
def test_of_two_gaps_the_owner_chooses_one() -> None:
    play = ringed("CF")
    (clash,) = play.battle.clashes
    question = play.question(settle_assaults, [Outcome(clash, ("x",))])
    assert [option.id for option in question.options] == ["2.3", "4.4"]
    settled(play, "x", answers=(b("4.4"), b("keep")))
    assert where(play, "x") == ["4.4"]


@pytest.mark.rule("spf.assault.retreat-surrounded")
@pytest.mark.parametrize("more", ["elf.elf-scout B 3.3 hidden", "elf.pegasus-rider B 3.3 fast-flying"])
def test_a_ring_with_a_hidden_or_flying_enemy_is_open_there(more: str) -> None:
    play = ringed("B", more)
    assert settled(play, "x", answers=(b("keep"),)) == []
    assert where(play, "x") == ["3.3"]


@pytest.mark.rule("spf.assault.retreat-surrounded")
def test_a_wall_is_no_enemy() -> None:
    """Water behind it: it is not surrounded by enemies, and goes past them to the closest hex."""
    play = ringed("B", "water 3.3")
    closest = ["3.2", "2.2", "4.2", "1.3", "1.4", "1.5", "5.3", "5.4", "5.5", "2.5", "4.5", "3.6"]
    (clash,) = play.battle.clashes
    question = play.question(settle_assaults, [Outcome(clash, ("x",))])
    assert sorted(option.id for option in question.options) == sorted(closest)
    assert settled(play, "x", answers=(b("3.6"), b("keep"))) == []
    assert where(play, "x") == ["3.6"]


@pytest.mark.rule("spf.assault.retreat-surrounded")
def test_without_any_room_on_the_map_it_fights_an_enemy_beside_it() -> None:
    """A map of three hexes in a row: water behind x, an enemy before it."""
    text = "elf.elf-infantry A 1.1     elf.elf-scout B 1.1     dwarf.dwarf-infantry x 1.2 north     water 1.3"
    play = assault(text, "1.2", "A>", "x", columns=1, rows=3)
    (stand,) = settled(play, "x")
    assert stand.hex == at("1.1") and [e.unit for e in stand.entrants] == ["x", "B"]


@pytest.mark.rule("spf.assault.retreat-surrounded")
def test_two_who_are_surrounded_together_fight_together() -> None:
    """Both would have gone to 3.3. The dead of the last stand do not turn, the others do not fight."""
    text = "elf.elf-infantry A 3.5     dwarf.dwarf-infantry x 3.4     dwarf.dwarf-infantry y 3.4     " + (
        "     ".join(f"elf.elf-scout {name} {hex_}" for name, hex_ in RING.items())
    )
    play = assault(text, "3.4", "A>", "x", "y")
    (stand,) = settled(play, "x y")
    assert stand.hex == at("3.3") and not stand.flying
    assert [(e.unit, e.enters) for e in stand.entrants] == [("x", True), ("y", True), ("B", False)]


@pytest.mark.rule("spf.assault.retreat-surrounded")
def test_two_who_are_surrounded_and_face_apart_fight_apart() -> None:
    text = (
        "elf.elf-infantry A 3.5     dwarf.dwarf-infantry x 3.4 s     dwarf.dwarf-infantry y 3.4 se     "
        + ("     ".join(f"elf.elf-scout {name} {hex_}" for name, hex_ in RING.items()))
    )
    play = assault(text, "3.4", "A>", "x", "y")
    stands = settled(play, "x y")
    found = {tuple(e.unit for e in stand.entrants): stand.hex for stand in stands}
    assert found == {("x", "B"): at("3.3"), ("y", "C"): at("2.3")}


# ---------------------------------------------------------------- lost by retreating


def test_a_gun_that_has_to_retreat_is_destroyed_where_it_stood() -> None:
    """Ability destroyed-on-retreat: it does not retreat first."""
    play = assault("elf.elf-infantry A 3.5     dwarf.dwarf-at-gun x 3.4", "3.4", "A>", "x")
    settled(play, "x")
    assert play["x"].place == "destroyed"
    assert [event.piece for event in play.events if isinstance(event, Moved)] == ["A"]


@pytest.mark.rule("spf.assault.retreat-edge")
def test_who_would_have_swapped_at_the_edge_is_not_stubborn() -> None:
    """Ruling S15: it was trying to enter a hex. It finds the closest one."""
    text = "dwarf.dwarf-infantry A 3.2     elf.elf-infantry x 3.1 south"
    play = assault(text, "3.1", "A>", "x>")
    play.run(fight, dice="4 1 1 1  1 1 1 1  1", answers=[b("2.1"), b("keep")])
    assert where(play, "Ax") == ["3.1", "2.1"]


@pytest.mark.rule("spf.assault.retreat-surrounded")
def test_who_has_nowhere_to_go_and_nobody_to_fight_is_cut_down() -> None:
    """An island taken by zeppelins that float: the elves cannot retreat into the water."""
    water = " ".join(
        f"{column}.{number}" for column in range(1, 10) for number in range(1, 10 - (column % 2 == 0))
    )
    text = f"dwarf.mini-zeppelin A 3.5     elf.elf-infantry x 3.4     water {water.replace(' 3.4 ', ' ')}"
    play = assault(text, "3.4", "A>", "x").run(fight, dice="4 1 1 1 1 1  1 1 1 1 1 1 1 1 1 1 1 1  1 1 1 1  1")
    assert where(play, "Ax") == ["3.4", "destroyed"]


# ---------------------------------------------------------------- off the map


@pytest.mark.rule("spf.assault.retreat-edge")
def test_who_is_driven_off_the_map_takes_only_its_own_passengers_along() -> None:
    """Switch edge_retreat."""
    text = """
        elf.elf-infantry A 3.2     ork.battlewagon x 3.1     ork.grunt y aboard=x
        ork.battlewagon z 7.1     ork.grunt w aboard=z     ork.grunt v 8.2
    """
    play = assault(text, "3.1", "A>", "x", edge_retreat="leaves-map")
    settled(play, "x")
    assert [play[name].place for name in "xyzwv"] == ["fled", "fled", "map", "aboard", "map"]
    assert where(play, "A") == ["3.1"]
    assert [event.piece for event in play.events if isinstance(event, Removed)] == ["x"]


@pytest.mark.rule("spf.assault.retreat-edge")
def test_an_attacker_from_the_edge_is_not_driven_off() -> None:
    """It stays where it came from, though the hex behind it is off the map."""
    text = "elf.elf-infantry A 3.9 north     dwarf.dwarf-infantry x 3.8"
    play = assault(text, "3.8", "A>", "x", edge_retreat="leaves-map")
    settled(play, "A", answers=(a("keep"),))
    assert where(play, "A") == ["3.9"]


# ---------------------------------------------------------------- turning


@pytest.mark.rule("spf.assault.retreat-rotation")
def test_both_sides_turn_their_losers_sealed_and_winners_do_not_turn() -> None:
    text = """
        elf.elf-infantry A 3.5     dwarf.dwarf-infantry x 3.4
        elf.elf-infantry B 6.5     dwarf.dwarf-infantry y 6.4
    """
    play = assault(text, "3.4", "A>", "x")
    contested(play, "6.4", "B>", "y")
    settled(play, "A", "y", answers=(sealed(a={"A": "right"}, b={"y": "left"}),))
    assert [play[name].facing for name in "ABxy"] == [1, 0, 3, 2]


# ---------------------------------------------------------------- the closest hex


@pytest.mark.rule("spf.assault.retreat-blocked")
def test_the_closest_hex_is_never_the_contested_one() -> None:
    """The attacker's own hex is taken and all around it is full: it goes two hexes from the contested one."""
    text = """
        elf.elf-infantry A 3.5     dwarf.dwarf-infantry x 3.4     dwarf.dwarf-infantry y 3.5
        water 3.3 2.3 2.4 4.3 4.4
    """
    play = assault(text, "3.4", "A>", "x")
    (clash,) = play.battle.clashes
    question = play.question(settle_assaults, [Outcome(clash, ("A",))])
    closest = ["3.2", "2.2", "4.2", "1.3", "1.4", "1.5", "5.3", "5.4", "5.5", "2.5", "4.5", "3.6"]
    assert sorted(option.id for option in question.options) == sorted(closest)


def test_fight_and_settle_agree_on_a_beaten_attacker() -> None:
    """The whole assault: the elf drifts in from the side, loses and is back where it was."""
    text = "elf.elf-infantry A 2.4 north living=0     dwarf.dwarf-infantry x 3.4 living=0"
    play = assault(text, "3.4", "A>", "x").run(fight, dice="1 4 1", answers=[a("keep")])
    assert where(play, "Ax") == ["2.4", "3.4"]
