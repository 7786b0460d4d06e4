"""Assaults from the dice to the retreat: stubborn units, the edge, last stands, a whole step."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.books.steampunk.assaults import assault, blows, contested
from tests.books.steampunk.position import Position, table
from tests.kit.script import a, b, sealed
from warbook.board.hextable import name_of
from warbook.books.steampunk.army.data import army_list, nations
from warbook.books.steampunk.army.roster import field_unit
from warbook.books.steampunk.army.written import Enlisted
from warbook.books.steampunk.assault.approach import before_assaults
from warbook.books.steampunk.assault.fighting import fight
from warbook.books.steampunk.damage.harm import apply
from warbook.books.steampunk.movement.moving import move
from warbook.core.events import Note

# Hoplites alone: 2 dice at 4+ and a deflection at 5+; infantry: 4 dice at 5+ and none.
HOPLITE = "elf.elf-infantry A 3.5     spartan.hoplites x 3.4 living=0"
ELVES_WIN = "5 1 1 1  1 1  1"  # 1 to 0


def where(play: Position) -> dict[str, str]:
    return {unit.id: name_of(unit.hex) if unit.on_map else unit.place for unit in play.battle.units}


@pytest.mark.rule("spf.turn.retreat-before-damage", "spf.assault.outcome", "spf.turn.movement-block")
def test_losers_retreat_before_the_damage_takes_effect() -> None:
    text = "dwarf.dwarf-infantry A 3.5     elf.elf-infantry x 3.4 living=0"
    faces = "4 1 1 1  1  6"
    play = assault(text, "3.4", "A>", "x").run(fight, dice=faces, answers=[b("left")])
    assert where(play) == {"A": "3.4", "x": "3.3"} and play.battle.clashes == []
    assert play.run(apply)["x"].place == "destroyed"
    early = assault(text, "3.4", "A>", "x", assault_order="damage-first").run(fight, dice=faces)
    assert where(early) == {"A": "3.4", "x": "destroyed"}  # nobody is left to turn


@pytest.mark.rule(
    "spf.assault.trigger-same-hex", "spf.assault.trigger-swap", "spf.assault.contested-hex-choice"
)
def test_movement_leads_to_an_assault_and_the_assault_to_a_retreat() -> None:
    text = "elf.e34 A 3.5 order=F,-,-     ork.ork-char-b1 x 3.4 order=F,-,-"
    play = table(text).run(move, 1, answers=[b("3.4")])  # the Ork ranks higher and chooses its own hex
    play.run(before_assaults).run(
        fight, dice="5 1 1 1  1 1  1 1 1 1 1 1  1 1  5 5 1 1 1 1 1 1", answers=[b("3.3"), b("keep")]
    )
    assert where(play) == {"A": "3.4", "x": "3.3"}


# ---------------------------------------------------------------- stubborn units


@pytest.mark.rule("spf.ability.stubborn")
@pytest.mark.ability("stubborn")
def test_a_stubborn_defender_that_loses_stays_and_the_attacker_retreats() -> None:
    play = assault(HOPLITE, "3.4", "A>", "x").run(fight, dice=f"{ELVES_WIN}  1  6", answers=[a("keep")])
    assert where(play) == {"A": "3.5", "x": "3.4"}
    assert blows(play) == [("x", "regular", 4)]  # damage as rolled


@pytest.mark.rule("spf.ability.stubborn")
def test_a_stubborn_attacker_that_loses_stays_where_it_came_from() -> None:
    text = "spartan.hoplites A 3.5 living=0     elf.elf-infantry x 3.4"
    faces = "1 1  1  5 1 1 1  1  1"
    play = assault(text, "3.4", "A>", "x").run(fight, dice=faces, answers=[a("keep")])
    assert where(play) == {"A": "3.5", "x": "3.4"}  # ruling S16
    play = assault(text, "3.4", "A>", "x", stubborn_attackers=True).run(
        fight, dice=faces, answers=[b("keep")]
    )
    assert where(play) == {"A": "3.4", "x": "3.3"}


BOTH = "spartan.hoplites A 3.5 living=0     spartan.hoplites x 3.4 living=0"


@pytest.mark.rule("spf.ability.stubborn")
@pytest.mark.ability("stubborn")
def test_two_stubborn_sides_fight_until_one_is_gone() -> None:
    play = assault(BOTH, "3.4", "A>", "x", stubborn_attackers=True)
    harmless, deadly = "4 1 1  1 1 1  5 1", "4 1 1  1 1 1  1 6"
    play.run(fight, dice=f"{harmless}  {deadly}")  # ruling S17
    assert where(play) == {"A": "3.4", "x": "destroyed"}


@pytest.mark.rule("spf.ability.stubborn")
def test_after_twenty_repeats_the_attackers_stay_out() -> None:
    play = assault(BOTH, "3.4", "A>", "x", stubborn_attackers=True)
    play.run(fight, dice=" ".join(["1 1 1  1 1 1  2 1"] * 21), answers=[a("keep")])
    assert where(play) == {"A": "3.5", "x": "3.4"}


@pytest.mark.rule("spf.assault.retreat-edge")
def test_at_the_edge_of_the_map_a_unit_is_stubborn() -> None:
    text = "dwarf.dwarf-infantry A 3.2     elf.elf-infantry x 3.1 south"
    play = assault(text, "3.1", "A>", "x").run(fight, dice="4 1 1 1  1 1 1 1  1", answers=[a("keep")])
    assert where(play) == {"A": "3.2", "x": "3.1"}
    aside = assault(text.replace("south", "north"), "3.1", "A>", "x")
    aside.run(fight, dice="4 1 1 1  1 1 1 1  1", answers=[b("keep")])
    assert where(aside) == {"A": "3.1", "x": "3.2"}  # backward leads onto the map: ruling S15
    off = assault(text, "3.1", "A>", "x", edge_retreat="leaves-map")
    assert where(off.run(fight, dice="4 1 1 1  1 1 1 1  1")) == {"A": "3.1", "x": "fled"}


DWARVES = "elf.elf-infantry A 3.5     dwarf.dwarf-infantry x 3.4 endurance=1"
LOST = "5 1 1 1  1 1 1 1  1"


@pytest.mark.rule("spf.team.dwarf-endurance-stubborn")
def test_dwarves_may_spend_endurance_to_stand() -> None:
    question = assault(DWARVES, "3.4", "A>", "x").question(fight, dice=LOST)
    assert dict(question.options[1].preview().outcomes)["stubborn"] == Fraction(1, 2)
    play = assault(DWARVES, "3.4", "A>", "x").run(fight, dice=f"{LOST}  3", answers=[b("stand"), a("keep")])
    assert where(play) == {"A": "3.5", "x": "3.4"} and play["x"].endurance == 0
    play = assault(DWARVES, "3.4", "A>", "x").run(fight, dice=f"{LOST}  4", answers=[b("stand"), b("keep")])
    assert where(play) == {"A": "3.4", "x": "3.3"}
    assert play.run(apply)["x"].shaken == 2
    play = assault(DWARVES, "3.4", "A>", "x").run(fight, dice=LOST, answers=[b("retreat"), b("keep")])
    assert play["x"].endurance == 1


@pytest.mark.rule("spf.team.dwarf-endurance-stubborn")
def test_shaken_dwarves_cannot_stand() -> None:
    play = assault(f"{DWARVES} shaken=1", "3.4", "A>", "x").run(fight, dice=LOST, answers=[b("keep")])
    assert where(play) == {"A": "3.4", "x": "3.3"}


@pytest.mark.ability("may-yield-hex")
def test_a_queen_may_yield_the_hex_she_has_won() -> None:
    text = "dark-elf.queen-xy A 3.4     elf.elf-infantry x 3.3"
    faces = "5 1 1 1 1  1 1 1 1  1 1 1 1  1"
    play = assault(text, "3.4", "A", "x>").run(fight, dice=faces, answers=[a("yield"), a("keep")])
    assert where(play) == {"A": "3.5", "x": "3.4"}
    play = assault(text, "3.4", "A", "x>").run(fight, dice=faces, answers=[a("keep"), b("keep")])
    assert where(play) == {"A": "3.4", "x": "3.3"}


# ---------------------------------------------------------------- last stands

RING = """
    elf.elf-infantry A 3.5     dwarf.dwarf-infantry x 3.4 south
    elf.elf-scout B 3.3     elf.elf-scout C 2.3     elf.elf-scout D 2.4     elf.elf-scout E 4.3
    elf.elf-scout F 4.4     elf.elf-scout G 3.5
"""
FIRST = "5 5 5 5  1 1 1 1  1 1 1 1"


@pytest.mark.rule("spf.assault.retreat-surrounded")
def test_a_surrounded_unit_may_fight_its_way_out() -> None:
    play = assault(RING, "3.4", "A>", "x").run(fight, dice=f"{FIRST}  1  4 4 1 1  1", answers=[a("keep")])
    assert (where(play)["x"], where(play)["A"], where(play)["B"]) == ("3.3", "3.4", "3.4")


@pytest.mark.rule("spf.assault.retreat-surrounded")
def test_a_surrounded_unit_that_loses_again_is_destroyed() -> None:
    play = assault(RING, "3.4", "A>", "x").run(fight, dice=f"{FIRST}  5  1 1 1 1  1")
    assert (where(play)["x"], where(play)["A"]) == ("destroyed", "3.4")
    play = assault(RING, "3.4", "A>", "x", surrounded="destroyed").run(fight, dice=FIRST)
    assert where(play)["x"] == "destroyed"


# ---------------------------------------------------------------- all of a step together

TWO = """
    elf.elf-infantry A 3.5     dwarf.dwarf-infantry x 3.4
    elf.elf-infantry B 6.5     dwarf.dwarf-infantry y 6.4
"""


@pytest.mark.rule("spf.turn.simultaneous")
def test_the_result_does_not_depend_on_the_order_of_units_and_assaults() -> None:
    found = []
    for turned in (False, True):
        play = table(TWO)
        contested(play, "3.4", *(("x", "A>") if turned else ("A>", "x")))
        contested(play, "6.4", "B>", "y")
        if turned:
            play.battle.clashes.reverse()
            play.battle.units.reverse()
        faces = "5 5 1 1  1 1 1 1  2 3    1 1 1 1  4 1 1 1  6"
        play.run(fight, dice=faces, answers=[sealed(a={"B": "left"}, b={"x": "right"})])
        found.append((dict(sorted(where(play).items())), blows(play)))
    assert found[0] == found[1]
    assert found[0][0] == {"A": "3.4", "B": "6.5", "x": "3.3", "y": "6.4"}


def test_every_assault_is_announced_with_its_hex() -> None:
    play = assault(HOPLITE, "3.4", "A>", "x").run(fight, dice=f"{ELVES_WIN}  1  6", answers=[a("keep")])
    words = [event.words for event in play.events if isinstance(event, Note)]
    assert words[0] == "Assault in hex 3.4: Elf Infantry against Hoplite Infantry."


@pytest.mark.parametrize(
    ("deflects", "elves", "left"),
    [("1  1  6", "1 hit less 0 deflected", 1), ("5", "1 hit less 1 deflected", 0)],
)
def test_an_assault_is_told_as_a_sum(deflects: str, elves: str, left: int) -> None:
    """The elves hit once; the one die of the hoplites deflects that on 5+."""
    dice = f"5 1 1 1  1 1  {deflects}"
    play = assault(HOPLITE, "3.4", "A>", "x").run(fight, dice=dice, answers=[a("keep")])
    told = [event.words for event in play.events if isinstance(event, Note)]
    (summed,) = [words for words in told if "Hits after deflection" in words]
    assert summed.startswith(
        f"Side a: {elves}; Side b: 0 hits less 0 deflected. "
        f"Hits after deflection: {left} of Side a, 0 of Side b. "
    )


# ---------------------------------------------------------------- abilities


@pytest.mark.rule("spf.stacking.flying-over-enemy")
@pytest.mark.parametrize("name", ["assaults-only-flying", "no-assault-on-ground"])
def test_who_may_not_assault_the_ground_never_meets_it(name: str) -> None:
    """Abilities assaults-only-flying and no-assault-on-ground: all who have them always fly, assaults are
    fought inside a layer (ruling S2), and none of them dives."""
    units = [unit for nation in nations() for unit in army_list(nation).units.values()]
    bound = [field_unit(Enlisted(unit.id)) for unit in units]
    bound = [unit for unit in bound if any(a.name == name for m in unit.models for a in m.assault.abilities)]
    assert bound and all(speed.endswith("-flying") for unit in bound for speed in unit.speeds)
    for unit in bound:
        play = table(f"{unit.kind} A 3.4     ork.grunt x 3.4").run(before_assaults)
        assert not play.battle.clashes and not play.asked


@pytest.mark.rule("spf.ability.fear-halves", "spf.ability.fear")
def test_who_is_shaken_by_fear_just_before_has_half_its_dice() -> None:
    """Unit with 5 dice, shaken by the fear roll just before this assault -> rolls 2 dice."""
    text = "dark-elf.queen-xy A 3.5     dwarf.dwarf-infantry x 3.4 south replace=elite-dwarf-infantry"
    play = assault(text, "3.4", "A>", "x").run(before_assaults, dice="8").run(apply)
    assert play["x"].shaken == 2
    question = play.question(fight)
    assert all(sum(map(int, option.id.split("-"))) == 2 for option in question.options)
    play.run(
        fight, dice="1 1 1 1 1  1 1 1 1  1 1  1", answers=[b(question.options[0].id), a("keep"), b("keep")]
    )
    assert [len(roll.faces) for roll in play.rolled("spf.assault.stats")][1:] in ([2], [1, 1])


@pytest.mark.rule("spf.ability.stubborn")
def test_a_stubborn_defender_loses_two_to_five_and_stays() -> None:
    """Stubborn defender loses 2 to 5 -> damage as rolled, the attacker retreats."""
    play = assault("dark-elf.queen-xy A 3.5     spartan.hoplites x 3.4 south", "3.4", "A>", "x")
    hoplites = "4 4 1 1 1 1 1 1  1 1 1 1"
    queen = "5 5 5 5 5  1 1 1 1"
    play.run(fight, dice=f"{queen}  {hoplites}  1 1 1 1  5 5 1 1 1 1 1 1 1", answers=[a("keep")])
    assert play.says("5 of Side a, 2 of Side b")
    assert where(play) == {"A": "3.5", "x": "3.4"}
    assert len(blows(play)) == 4  # one for each hoplite; the queen's armor blocks theirs
