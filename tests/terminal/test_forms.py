"""Several questions answered together at the keyboard: sealed orders, looked over before they are sealed."""

import re
from pathlib import Path

import pytest

from tests.terminal.commands import Done, command
from tests.terminal.typist import typed

ARMIES = Path(__file__).parent / "armies"
SIDES = ("--force", ARMIES / "spartans.toml", "--force", ARMIES / "dark-elves.toml")
PLAY = ("play", "steampunk", "--plain", *SIDES, "--seed", 4)
SEAL = "Enter to seal it, or a number to change that answer: "


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def begun(*lines: str) -> Done:
    return command(*PLAY, keyboard="\n".join(lines) + "\n")


@pytest.mark.parametrize("friend", ["random", "friend"])
def test_a_battle_of_sealed_orders_can_be_played_to_its_end(friend: str) -> None:
    done = typed(*PLAY, "--player", "me", "--player", friend, seed=2)
    assert (done.code, done.errors) == (0, "")
    assert re.search(r"(win|A draw)\. ", done.page)
    assert SEAL in done.page


def test_one_answer_after_the_other_then_all_of_them_to_look_over() -> None:
    page = begun("1", "2", "1").page
    for number, words in enumerate(("Still", "Slow", "Still"), 1):
        assert re.search(rf"^ +{number} .*Its starting speed: {words} : .*$", page, re.MULTILINE), page
    assert page.index("All of it:") < page.index(SEAL)
    assert "Where?" not in page  # nothing is sealed yet


def test_an_answer_is_changed_before_it_is_sealed() -> None:
    page = begun("1", "1", "1", "2", "2", "").page
    _, before, after = page.split("All of it:")
    assert re.search(r"^ +2 .*: Still : .*$", before, re.MULTILINE)
    assert re.search(r"^ +2 .*: Slow : .*$", after, re.MULTILINE)
    assert "Where?" in after


def test_a_number_that_is_none_is_refused_before_sealing() -> None:
    page = begun("1", "1", "1", "9", "no", "").page
    assert "There is no answer 9: type a number from 1 to 3, or Enter." in page
    assert "There is no answer no: " in page
    assert "Where?" in page


def test_enter_gives_the_usual_answer() -> None:
    page = begun("1", "1", "1", "", "1", "", "advice all", "").page
    facing = page[page.index("Which way does it face?") :]
    assert "Enter: Facing north" in facing
    assert "Fire Chariot in hex 1.6" in facing


def test_back_to_the_question_before() -> None:
    page = begun("1", "2", "back", "1", "1").page
    assert re.search(r"^ +2 .*: Still : .*$", page.split("All of it:")[1], re.MULTILINE)
    assert "back" not in page.split("All of it:")[1]


def test_advice_names_an_option_and_leaves_the_choice() -> None:
    page = begun("advice", "1").page
    advice = re.search(r"Advice: (\d), (\w+)", page)
    assert advice and f"{advice[1]}. {advice[2]}" in page
    assert page.count("Its starting speed") == 2  # only what was typed is an answer


def test_advice_for_all_that_is_left_keeps_what_was_answered() -> None:
    page = begun("1", "advice all").page
    answers = re.findall(r"^ +\d+ .*Its starting speed: (\w+) : .*$", page, re.MULTILINE)
    assert answers[0] == "Still" and len(answers) == 3


def test_a_single_question_has_no_back_and_no_advice_for_all() -> None:
    necromunda = command("play", "necromunda", "--plain", "--seed", 1, keyboard="advice all\nback\n")
    assert 'This is one question: type "advice".' in necromunda.page


def test_the_keyboard_is_passed_before_the_other_sees_anything() -> None:
    page = begun_with_a_friend("1", "2", "1", "", "", "1").page
    passed = page.index("Enter when you sit at the keyboard: ")
    assert "First Raid, this is for your eyes only." in page
    assert page.index(SEAL) < passed
    assert "Mechanical Assault Spider" not in page[:passed]
    assert "Fire Chariot" not in page[passed:]


def begun_with_a_friend(*lines: str) -> Done:
    return command(*PLAY, "--player", "me", "--player", "friend", keyboard="\n".join(lines) + "\n")


def test_help_speaks_of_what_can_be_done_in_this_book() -> None:
    """On hexes nobody types inches, and nobody here drives or goes in squads."""
    page = begun("help").page
    assert "take that option" in page and "How Steampunk Fantasy is played" in page
    for elsewhere in ("south-west corner", "drive a vehicle", "who is in the squad"):
        assert elsewhere not in page


def test_a_territory_is_laid_out_ready_made_and_changed_before_it_is_sealed() -> None:
    lines = "2\nlay everything\nlay a\nlay marsh\n1\n10\n\n"
    page = command(*PLAY, "--scenario", "entrenched", keyboard=lines).page
    assert '"lay open plain", "lay woods and hills"' in page
    assert "Nothing ready-made is called everything: open plain, " in page
    assert "More than one is called a: open plain, " in page
    _, before, after = page.split("All of it:")
    assert re.search(r"^ +1 .*: rough : cover$", before, re.MULTILINE)
    assert re.search(r"^ +1 .*: building : ", after, re.MULTILINE)
    assert before.count(": swamp : ") == after.count(": swamp : ") > 2
    assert "Starting speeds" in after
