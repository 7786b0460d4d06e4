"""Forces before a battle: which there are, who is in one, and the card of each."""

from pathlib import Path

import pytest

from tests.terminal.commands import command
from tests.terminal.skirmish import skirmish


def test_the_forces_on_offer_are_listed_under_their_headings() -> None:
    plain = command("forces", "necromunda", "--plain").page
    assert "orlock_sample: Slag Street Irons. 11 fighters of Orlock, 940 credits" in plain
    page = command("forces", "steampunk", "--plain").page
    assert page.index("Small armies") < page.index("gnome.small") < page.index("Standard game")


def test_who_is_in_a_force_is_told_in_a_line_each_with_arms_and_cost() -> None:
    page = command("forces", "necromunda", "orlock_sample", "--plain").page
    lines = page.splitlines()
    assert len(lines) == 11
    assert lines[1] == "2: Heavy; 190 credits; Stub gun, Heavy stubber, Knife."


def test_a_number_shows_the_card_that_is_looked_at_in_a_battle() -> None:
    page = command("forces", "necromunda", "orlock_sample", "2", "--plain").page
    assert page.startswith("Heavy: Heavy; 190 credits.\nM 4 (Movement in inches), ")
    assert "Encumbered: -1 combat score" in page and "2-5: down: can only crawl" in page


def test_a_file_of_ones_own_has_cards_too(tmp_path: Path) -> None:
    *_, rats = skirmish(tmp_path)
    assert "3: Rim; Ganger; 70 credits; Stub gun, Club, maul or bludgeon, Knife." in (
        command("forces", "necromunda", rats, "--plain").page
    )
    assert command("forces", "necromunda", rats, "ri", "--plain").page.startswith("Rim: Ganger; 70 credits.")


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (("nobody",), "there is no gang 'nobody'; the gangs are: orlock_sample"),
        (("orlock_sample", "ganger"), 'not one called just "ganger": give a number, or one of: Gang leader'),
        (("orlock_sample", "12"), 'not one called just "12"'),
    ],
)
def test_what_is_not_there_is_refused_with_what_is(asked: tuple[str, ...], words: str) -> None:
    done = command("forces", "necromunda", *asked)
    assert done.code != 0 and words in done.errors
