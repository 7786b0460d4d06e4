"""Lessons at the keyboard."""

from pathlib import Path

from tests.terminal.commands import command


def learn(*typed: str, book: str = "necromunda") -> str:
    done = command("learn", book, "--plain", keyboard="\n".join([*typed, "quit", "n", ""]))
    return done.page + done.errors


def test_a_step_is_told_before_its_question_and_praised_when_it_is_done() -> None:
    page = learn("Jule", "walk", "11.5 8.3")
    told = page.index("Step 1 of 12: Walk into cover")
    assert told < page.index("Who moves?")
    assert page.index("the pipe now hides half of him") < page.index("Step 2 of 12: Run")


def test_what_is_taken_back_is_the_step_to_do_again() -> None:
    page = learn("Jule", "walk", "11.5 8.3", "no", "undo", "undo")
    assert page.count("Step 1 of 12") == 2
    assert page.count("Step 2 of 12") == 1


def test_something_else_gets_a_kind_word_and_goes_on() -> None:
    page = learn("The others stay where they are")
    assert "quite all right" in page
    assert "Step 5 of 12: Shoot, with the odds" in page


def test_advice_is_what_the_tutor_would_do() -> None:
    page = learn("advice")
    assert "Advice: 3, Jule. Have Jule walk up to the near pipe" in page


def test_a_lesson_that_was_saved_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "lesson.json"
    learn("Jule", "walk", "11.5 8.3", f"save {file}")
    page = command("play", "necromunda", "--load", file, "--plain", keyboard="quit\n").page
    assert "Step 2 of 12: Run" in page


def test_a_book_without_a_lesson_says_so() -> None:
    done = command("learn", "duel")
    assert done.code != 0 and "Duel has no lesson yet" in done.errors


def test_sight_and_danger_are_mapped_and_words_explained() -> None:
    typed = ("danger", "sight Vex", "Jule", "walk", "danger", "why bottle test", "quit", "n", "")
    page = command("learn", "necromunda", keyboard="\n".join(typed)).page
    assert "nobody is asked where to go just now" in page.lower()
    assert "+ seen whole" in page and "Vex would see somebody at" in page
    assert "from 30% to be taken out there next turn" in page
    least, most = (page.partition(f"{word} dangerous: ")[2].partition("%")[0] for word in ("Least", "Most"))
    assert int(least) < int(most)
    assert "A gang with a quarter or more down" in page


def test_on_hexes_it_is_told_where_orders_lead_movement_by_movement() -> None:
    page = learn("danger SteamPowerArmor", "danger Dwarf", "danger nobody", book="steampunk")
    goes = {n: page.partition(f"SteamPowerArmor can be, after movement {n}: ")[2] for n in (1, 2, 3)}
    assert goes[2].startswith("in hex") and not goes[1] and not goes[3]
    assert "Dwarf Infantry can be, after movement 3: in hex" in page
    assert "type danger NAME, with somebody who is on the table" in page.replace("Type", "type")
    assert "does not tell where Vex can be next" in " ".join(learn("danger Vex").split())
