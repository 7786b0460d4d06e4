"""After an assault: who enters, who retreats, and where to."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.books.steampunk.assaults import contested, gains
from tests.books.steampunk.position import Position, at, table
from tests.kit.script import a, b
from warbook.books.steampunk.assault.retreats import Outcome, settle_assaults
from warbook.books.steampunk.pending import Clash
from warbook.core.game import Game


def ended(text: str, hex_: str, *who: str, leaving: str, **given: object) -> tuple[Position, Outcome]:
    """A position in which an assault has been lost by those who leave."""
    play = table(text, **given)
    contested(play, hex_, *who)
    (clash,) = play.battle.clashes
    return play, Outcome(clash, tuple(leaving.split()))


def after(
    text: str, hex_: str, *who: str, leaving: str, answers: Sequence[object], **given: object
) -> Position:
    play, outcome = ended(text, hex_, *who, leaving=leaving, **given)
    return play.run(settle_assaults, [outcome], answers=answers)


@pytest.mark.rule("spf.assault.outcome", "spf.assault.retreat-stationary")
def test_the_winner_enters_and_a_stationary_loser_moves_one_hex_backward() -> None:
    text = "elf.elf-infantry A 3.5     dwarf.dwarf-infantry x 3.4 north"
    play = after(text, "3.4", "A>", "x", leaving="x", answers=[b("keep")])
    # It faced north, so it goes south: into the hex that the winner has just left.
    assert (play["A"].hex, play["x"].hex, play["x"].facing) == (at("3.4"), at("3.5"), 0)


@pytest.mark.rule("spf.assault.retreat-mover")
def test_a_loser_that_tried_to_enter_stays_where_it_was() -> None:
    text = "elf.elf-infantry A 3.5     dwarf.dwarf-infantry x 3.4"
    play = after(text, "3.4", "A>", "x", leaving="A", answers=[a("keep")])
    assert (play["A"].hex, play["x"].hex) == (at("3.5"), at("3.4"))
    assert play.says("Elf Infantry stays where it came from: it has lost the assault in hex 3.4.")


@pytest.mark.rule("spf.assault.retreat-rotation")
@pytest.mark.parametrize(("turn", "facing"), [("keep", 3), ("left", 2), ("right", 4), ("about", 0)])
def test_the_loser_may_turn(turn: str, facing: int) -> None:
    text = "elf.elf-infantry A 3.5     dwarf.dwarf-infantry x 3.4 south"
    play = after(text, "3.4", "A>", "x", leaving="x", answers=[b(turn)])
    assert (play["x"].hex, play["x"].facing) == (at("3.3"), facing)


@pytest.mark.rule("spf.assault.retreat-rotation")
def test_who_cannot_rotate_is_not_asked() -> None:
    text = "elf.elf-infantry A 3.5     elf.e34 x 3.4 critical=cannot-rotate"
    assert after(text, "3.4", "A>", "x", leaving="x", answers=[])["x"].facing == 3


@pytest.mark.rule("spf.assault.retreat-blocked")
@pytest.mark.parametrize(
    "block",
    [
        "elf.elf-scout C 3.3",
        "dwarf.dwarf-infantry y 3.3     dwarf.dwarf-infantry z 3.3",
        "water 3.3",
    ],
)
def test_a_barred_way_leads_to_the_closest_hex_of_the_owners_choice(block: str) -> None:
    text = f"elf.elf-infantry A 3.5     dwarf.dwarf-infantry x 3.4     {block}"
    play, outcome = ended(text, "3.4", "A>", "x", leaving="x")
    question = play.question(settle_assaults, [outcome])
    assert {option.id for option in question.options} == {"3.5", "2.3", "2.4", "4.3", "4.4"}
    play.run(settle_assaults, [outcome], answers=[b("4.3"), b("keep")])
    assert play["x"].hex == at("4.3")


@pytest.mark.rule("spf.assault.retreat-blocked", "spf.stacking.flying-over-enemy")
def test_hidden_and_flying_enemies_do_not_bar_the_way() -> None:
    text = "dark-elf.scout A 3.5     dwarf.dwarf-infantry x 3.4     {}"
    for enemy in ("dark-elf.scout C 3.3 hidden", "dark-elf.mechanical-red-dragon C 3.3 fast-flying"):
        play = after(text.format(enemy), "3.4", "A>", "x", leaving="x", answers=[b("keep")])
        assert play["x"].hex == at("3.3")


@pytest.mark.rule("spf.assault.retreat-origin-taken")
def test_a_loser_whose_hex_was_taken_meanwhile_goes_to_the_closest() -> None:
    text = "elf.elf-infantry A 3.5     dwarf.dwarf-infantry x 3.4     dwarf.dwarf-infantry y 3.5"
    play, outcome = ended(text, "3.4", "A>", "x", leaving="A")
    question = play.question(settle_assaults, [outcome])
    assert question.rule == "spf.assault.retreat-blocked"
    assert "3.5" not in {option.id for option in question.options}
    assert play.run(settle_assaults, [outcome], answers=[a("2.4"), a("keep")])["A"].hex == at("2.4")
    friends = "elf.elf-scout B 3.5     elf.elf-scout C 3.5"
    crowded = f"elf.elf-infantry A 3.5     dwarf.dwarf-infantry x 3.4     {friends}"
    play = after(crowded, "3.4", "A>", "x", leaving="A", answers=[a("2.4"), a("keep")])
    assert play["A"].hex == at("2.4")


@pytest.mark.rule("spf.assault.retreat-origin-taken")
def test_who_would_have_swapped_and_lost_its_hex_goes_to_the_closest() -> None:
    text = "elf.elf-infantry A 3.5     dwarf.dwarf-infantry x 3.4"
    play = after(text, "3.4", "A>", "x>", leaving="x", answers=[b("3.3"), b("keep")])
    assert (play["A"].hex, play["x"].hex) == (at("3.4"), at("3.3"))
    play = after(text, "3.4", "A>", "x>", leaving="A", answers=[a("keep")])
    assert (play["A"].hex, play["x"].hex) == (at("3.5"), at("3.4"))


@pytest.mark.rule("spf.assault.winners-overflow")
def test_more_winners_than_the_hex_holds_are_all_shaken_and_some_stay() -> None:
    text = """
        elf.elf-infantry A 3.5     elf.elf-infantry B 3.5     elf.elf-scout C 2.4
        dwarf.dwarf-infantry x 3.4
    """
    play = after(text, "3.4", "A>", "B>", "C>", "x", leaving="x", answers=[a("A+C"), b("keep")])
    assert [play[name].hex for name in "ABC"] == [at("3.4"), at("3.5"), at("3.4")]
    assert gains(play) == [(name, "shaken", 1, 0) for name in "ABC"]


@pytest.mark.rule("spf.assault.winners-overflow")
def test_a_unit_that_came_by_an_ability_can_be_among_the_winners() -> None:
    """Its id is that of the unit it came from, with a number: A+1."""
    text = """
        elf.elf-infantry A 3.5     elf.elf-infantry B 3.5     elf.elf-scout A+1 2.4
        dwarf.dwarf-infantry x 3.4
    """
    play = after(text, "3.4", "A>", "B>", "A+1>", "x", leaving="x", answers=[a("A+A+1"), b("keep")])
    assert [play[name].hex for name in ("A", "B", "A+1")] == [at("3.4"), at("3.5"), at("3.4")]


@pytest.mark.rule("spf.assault.retreat-edge")
def test_a_unit_may_be_driven_off_the_map() -> None:
    """Switch edge_retreat."""
    text = "elf.elf-infantry A 3.2     dwarf.transport-zeppelin y 5.5     dwarf.dwarf-infantry x 3.1"
    play = after(text, "3.1", "A>", "x", leaving="x", answers=[], edge_retreat="leaves-map")
    assert (play["x"].place, play["A"].hex) == ("fled", at("3.1"))


@pytest.mark.ability("destroyed-on-retreat")
def test_a_gun_that_has_to_retreat_is_destroyed() -> None:
    text = "elf.elf-infantry A 3.5     dwarf.dwarf-at-gun x 3.4"
    assert after(text, "3.4", "A>", "x", leaving="x", answers=[])["x"].place == "destroyed"


RING = """
    elf.elf-infantry A 3.5     dwarf.dwarf-infantry x 3.4 south
    elf.elf-scout B 3.3     elf.elf-scout C 2.3     elf.elf-scout D 2.4     elf.elf-scout E 4.3
    elf.elf-scout F 4.4     elf.elf-scout G 3.5
"""


@pytest.mark.rule("spf.assault.retreat-surrounded")
def test_who_is_surrounded_must_fight_into_the_hex_it_would_have_retreated_to() -> None:
    play, outcome = ended(RING, "3.4", "A>", "x", leaving="x")
    found: list[Clash] = []

    def settled(game: Game) -> None:
        found.extend(settle_assaults(game, [outcome]))

    play.run(settled)
    (clash,) = found
    assert clash.hex == at("3.3")
    assert [(entrant.unit, entrant.enters) for entrant in clash.entrants] == [("x", True), ("B", False)]


@pytest.mark.rule("spf.assault.outcome")
def test_two_losers_of_one_hex_both_find_room() -> None:
    text = """
        elf.elf-infantry A 3.5
        dwarf.dwarf-infantry x 3.4     dwarf.dwarf-infantry y 3.4     dwarf.dwarf-infantry z 3.3
    """
    answers = [b("x"), b("4.3"), b({"x": "keep", "y": "about"})]
    play = after(text, "3.4", "A>", "x", "y", leaving="x y", answers=answers)
    assert [play[name].hex for name in "xyz"] == [at("3.3"), at("4.3"), at("3.3")]
    assert play["y"].facing == 0
