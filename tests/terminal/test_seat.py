"""Playing at the keyboard: whole battles, the commands, taking back, saving, leaving."""

import json
import re
from pathlib import Path

import pytest

from tests.server.shelf import shelve
from tests.terminal.commands import Done, command
from tests.terminal.skirmish import skirmish
from tests.terminal.typist import END, Typist, typed

PLAY = ("play", "necromunda", "--plain")
OVER = re.compile(r"(win|A draw)\. ")


@pytest.fixture(autouse=True)
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    """A folder of its own, and the options for a small battle."""
    folder = tmp_path / "battle"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return skirmish(tmp_path)


def keys(*lines: str) -> str:
    return "\n".join(lines) + "\n"


def question(asked: str) -> str:
    """The last question on the page with all that was shown since."""
    return asked.rpartition("\n\n")[2]


# ---------------------------------------------------------------- whole battles


@pytest.mark.parametrize(
    "arguments",
    [
        ("--player", "me", "--player", "random"),
        ("--player", "me", "--player", "friend"),
        ("--player", "me", "--player", "random", "--real-dice"),
        ("--player", "random", "--player", "me", "--ruling", "premeasure=on"),
    ],
)
def test_a_battle_can_be_played_to_its_end(arguments: tuple[str, ...], small: tuple[str, ...]) -> None:
    done = typed(*PLAY, *small, "--seed", 3, *arguments, seed=3)
    assert (done.code, done.errors) == (0, "")
    assert OVER.search(done.page)
    assert "gone from the table" in done.page
    assert done.page.count("What turn 1 came to:\n") == 1
    assert done.page.index("What turn 1 came to:\n") < done.page.index("\nTurn 2: ")  # whoever has it first
    assert re.search(r"What turn 1 came to:\n *([A-Z].* lost .*|Nobody was lost)\.\n", done.page)
    assert "for your eyes only" not in done.page  # on an open table nobody has secrets


@pytest.mark.parametrize("scenario", ["gang_fight", "ransack", "scavengers"])
def test_the_books_own_scenarios_can_be_played(scenario: str) -> None:
    done = typed(*PLAY, "--scenario", scenario, "--player", "me", "--player", "random", "--seed", 6, seed=6)
    assert (done.code, done.errors) == (0, "")
    assert OVER.search(done.page)


def test_a_battle_can_be_played_on_the_drawn_page(small: tuple[str, ...]) -> None:
    done = typed("play", "necromunda", *small, "--seed", 4, "--player", "me", "--player", "random", seed=4)
    assert (done.code, done.errors) == (0, "")
    assert done.page.count("░▒▓ roof to stand on") == 1
    assert done.page.count("• within reach") == 1  # which is on no map before the first question where to go
    assert re.search(r"^ +\d+  A Ada", done.page, re.MULTILINE)
    assert "\x1b" not in done.page


JUNK = (
    "", "help", "?", "why", "why 2", "why 99", "why nec.M9", "why cover", "why zzz", "odds", "odds 1",
    "odds 77", "map", "terrain", "log", "log all", "look", "look ada", "look zz", "face", "towards",
    "towards ada", "1 2 3 4", "-5 7", "99999 99999", "1e9 1", "nan nan", "x", "\u263a", "\x00",
    "save /nowhere/x.json", "save", "undo", "again", "99", "0", "-1", "quit now", "facing", "5 5 facing zz",
    "to ladder", "' OR 1=1", "[red]", "a" * 5000,
)  # fmt: skip


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_typed_the_battle_goes_on(seed: int, small: tuple[str, ...]) -> None:
    """Commands, nonsense, undo and broken-off input: each time the battle is taken up again, and it ends."""

    def mood(typist: Typist, asked: str) -> str | None:
        last = asked.rpartition("\n")[2]
        if last.endswith("(y/n) "):
            return "n" if "Save" in last else typist.luck.choice("yn")
        if typist.luck.random() < 0.15:
            return typist.luck.choice(JUNK)
        return END if typist.luck.random() < 0.02 else None

    style = ("--plain",) if seed % 3 else ()
    friends = (
        "--player",
        "me",
        "--player",
        "friend" if seed % 2 else "random",
        *(("--real-dice",) if seed % 3 == 1 else ()),
    )
    done = typed("play", "necromunda", *style, *small, "--seed", seed, *friends, seed=seed, mood=mood)
    for number in range(100):
        if done.code == 0:
            break
        assert done.code == 2
        assert done.errors.startswith("warbook: the input has ended")
        if "--load" not in done.errors:
            return
        saved = done.errors.rpartition("--load ")[2].strip()
        done = typed("play", "necromunda", *style, "--load", saved, seed=seed + number, mood=mood)
    assert OVER.search(done.page)


# ---------------------------------------------------------------- commands


def begun(*lines: str) -> Done:
    """A new battle, in which side a chooses its edge first."""
    return command(
        *PLAY,
        "--seed",
        5,
        "--ruling",
        "first_player=a",
        "--player",
        "me",
        "--player",
        "random",
        keyboard=keys(*lines),
    )


def test_the_question_its_rule_and_its_options_are_shown() -> None:
    page = begun("why", "help", "1", "2", "quit", "n").page
    assert "You are Slag Street Irons." in page
    assert "Which table edge is yours?" in page
    assert "1. The south edge" in page
    assert "nec.M2" in page and "A ruling." in page
    assert "towards NAME: go as far as possible" in page
    assert "Set up Vex: where?" in page


def test_an_option_may_be_named_and_a_wrong_one_is_refused() -> None:
    page = begun("7", "the", "the north", "quit", "n").page
    assert "There is no option 7: type a number from 1 to 2." in page
    assert '"the" is not one of the options' in page
    assert "Slag Street Irons take the north edge." in page


def test_a_spot_that_will_not_do_is_refused_with_the_rule_and_the_nearest() -> None:
    page = begun("1", "Vex", "12 30", "here", "12 4.5 facing north", "quit", "n").page
    assert re.search(r"\(12, 30\): set up between 0 and 8 .*; the nearest spot for it is .*\[nec\.M2\]", page)
    assert 'Type a spot as "x y"' in page
    assert "set up: Vex (12, 4.5)." in page


def test_an_answer_is_taken_back_freely_up_to_the_dice() -> None:
    page = begun("1", "Vex", "12 4.5", "undo", "undo", "undo", "undo", "quit", "n").page
    assert page.count("Taken back.") == 3
    assert "There is nothing to take back." in page


def test_beyond_the_dice_or_an_answer_of_the_other_side_by_consent() -> None:
    page = begun("1", "1", "undo", "n", "undo", "maybe", "y", "quit", "n").page
    asked = r"since your last answer\. Take it back all the same\? \(y/n\) "
    assert re.search(rf"{asked}n\nIt stands\.", page)
    assert re.search(rf"{asked}maybe\n.*{asked}y\nTaken back\.\n\n", page)


def test_the_friend_is_asked_before_an_answer_is_taken_back(small: tuple[str, ...]) -> None:
    def mood(typist: Typist, asked: str) -> str | None:
        if "Taken back." in asked:
            return "n" if asked.endswith("(y/n) ") else "quit"
        if asked.endswith("(y/n) "):
            return "y"
        return "undo" if "To hit" in asked else None

    page = typed(*PLAY, *small, "--seed", 2, "--player", "me", "--player", "friend", seed=2, mood=mood).page
    assert "Crows, it is your choice." in page and "\nCrows> " in page
    assert "Rats, it is your choice." in page and "\nRats> " in page
    assert re.search(r"(Crows|Rats), do you agree to take it back\? \(y/n\) y\nTaken back\.", page)


def test_what_the_battle_is_about_stands_at_its_beginning() -> None:
    page = begun("briefing", "quit").page
    told = re.findall(
        r"^Gang fight\. Slag Street Irons against Rust Bulls\. .*\nSlag Street Irons win: ", page, re.M
    )
    assert len(told) == 2
    assert page.index("15 turns each.") < page.index("Which table edge is yours?")


def test_each_turn_is_announced_with_how_it_stands() -> None:
    page = begun("1", "1", "no more", "quit", "n").page
    assert "Turn" not in page.partition("Set up: who next?")[0].partition("Which table edge")[2]
    sides = (
        "Slag Street Irons: 0 of 11 down or out, bottle test at 3. "
        "Rust Bulls: 0 of 12 down or out, bottle test at 3."
    )
    assert page.count(f"Turn 1 of 15, movement. You are Slag Street Irons.\n{sides}\n") == 1
    assert page.count(sides) == 1


def test_help_is_of_this_book() -> None:
    page = begun("help", "quit").page
    assert "How Necromunda is played:\nEach side takes whole turns: movement" in page


@pytest.mark.parametrize("willing", [True, False])
def test_every_friend_is_asked_before_an_answer_is_taken_back(
    willing: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelve(monkeypatch)
    three = ("--player", "me", "--player", "friend", "--player", "friend")
    to_measure = ("1", "", "1", "", "2", "1")  # a's password, b's, then a stays where it is and measures
    typed_then = keys(*to_measure, "undo", "y", "y" if willing else "n", "quit", "n")
    page = command("play", "trio", "--plain", *three, keyboard=typed_then).page
    agreed = re.findall(r"(\w+), do you agree to take it back\? \(y/n\) ([yn])\n", page)
    assert agreed == [("Bobbites", "y"), ("Catites", "y" if willing else "n")]
    assert ("Taken back." in page) == willing


def test_models_and_terrain_in_words() -> None:
    page = begun("1", "1", "map", "look vex", "look nobody", "terrain", "quit", "n").page
    assert re.search(r"Slag Street Irons, 11 of 11 on the table:\nVex: .*; at \([\d.]+, [\d.]+\)", page)
    assert "Type look NAME, with one of: Vex" in page
    assert re.search(
        r"^Vex: Gang leader; at .*\nM 4 \(Movement in inches\), WS 4 \(Weapon Skill\), .*\n"
        r"Boltgun: ready; short range",
        page,
        re.M,
    )
    assert "Knife: ready; hand to hand; strength 3" in page
    assert re.search(r"^May still: walk up to 4\"; .*shoot in the shooting phase\.$", page, re.M)
    assert "a ladder at" in page


@pytest.mark.parametrize("allowed", ["on", "off"])
def test_distances_are_shown_only_where_measuring_is_allowed(allowed: str, small: tuple[str, ...]) -> None:
    def mood(typist: Typist, asked: str) -> str | None:
        """Once the battle has begun, look at the enemy before every answer."""
        if asked.endswith("(y/n) ") or "Turn 1" not in asked:
            return None
        looked = "> look" in question(asked)
        return None if looked else "look rda" if typist.luck.random() < 0.9 else "quit"

    page = typed(
        *PLAY,
        *small,
        "--ruling",
        f"premeasure={allowed}",
        "--player",
        "me",
        "--player",
        "random",
        "--seed",
        1,
        mood=mood,
    ).page
    assert "Rda: Gang leader; at (" in page
    assert bool(re.search(r'^[\d.]+" from A', page, re.MULTILINE)) == (allowed == "on")


def test_odds_stand_on_the_option_and_are_shown_in_full(small: tuple[str, ...]) -> None:
    def mood(typist: Typist, asked: str) -> str | None:
        """Stand and shoot, looking at the odds first."""
        for words, answer in (("Who charges?", "no more"), ("Who moves?", "the others")):
            if words in question(asked):
                return answer
        if "choose a target" in question(asked) and "Needs" not in question(asked):
            return "odds"
        return None

    page = typed(*PLAY, *small, "--player", "me", "--player", "random", "--seed", 2, seed=2, mood=mood).page
    assert re.search(r"^\d+\. .*: \d+% down or out", page, re.MULTILINE)
    assert re.search(r"^Needs [2-6]\+", page, re.MULTILINE)
    assert re.search(r"^\d  Ballistic Skill \d  \[nec\.shooting\.to-hit\]", page, re.MULTILINE)
    assert re.search(r"^miss: [\d.]+%, \d+/\d+", page, re.MULTILINE)


BARRED = re.compile(r"^Not now: \((\d+)\) ([^()]+?)(?:; \(.*)?: ([^:]+) \[(nec\.[\w.-]+)\]$", re.MULTILINE)


def test_a_barred_option_says_why_and_cannot_be_taken(small: tuple[str, ...]) -> None:
    def mood(typist: Typist, asked: str) -> str | None:
        barred = BARRED.search(question(asked))
        if "> why" in asked:
            return "n" if asked.endswith("(y/n) ") else "quit"
        if barred:
            return f"why {barred[1]}" if f"> {barred[1]}\n" in question(asked) else barred[1]
        return None

    page = typed(*PLAY, *small, "--player", "me", "--player", "random", "--seed", 2, seed=2, mood=mood).page
    number, label, why, rule = BARRED.findall(page)[-1]
    assert f"> {number}\n{label}: {why}. [{rule}]\n> why {number}\n{label}: {why}.\n\n{rule}\n" in page


# ---------------------------------------------------------------- keeping and leaving


def test_a_saved_battle_goes_on_where_it_was() -> None:
    done = begun("1", "Vex", "12 4.5", "save mine.json", "quit")
    assert done.code == 0
    assert "Saved. Go on with: warbook play necromunda --load mine.json" in done.page
    assert json.loads(Path("mine.json").read_text())["players"] == {"a": "me", "b": "random"}
    again = command(*PLAY, "--load", "mine.json", keyboard=keys("log", "look vex", "undo", "quit", "y"))
    assert again.code == 0
    assert "Slag Street Irons take the south edge." in again.page
    assert "at (12, 4.5)" in again.page
    assert "Taken back." in again.page


def test_quitting_offers_to_save() -> None:
    assert begun("quit").page.endswith("> quit\n")
    assert begun("1", "quit", "maybe", "y").code == 0
    assert Path("necromunda-5.json").exists()
    assert begun("1", "quit", "y").code == 0
    assert Path("necromunda-5-2.json").exists()


def test_when_the_input_ends_the_battle_is_saved_aloud() -> None:
    done = begun("1", "Vex")
    assert done.code == 2
    saved = "the battle is saved, go on with warbook play necromunda --load necromunda-5.json"
    assert done.errors == f"warbook: the input has ended; {saved}\n"
    assert "Set up Vex: where?" in command(*PLAY, "--load", "necromunda-5.json", keyboard=keys("quit")).page


def test_nothing_is_written_when_nothing_was_done() -> None:
    done = begun()
    assert (done.code, done.errors) == (2, "warbook: the input has ended\n")
    assert list(Path().iterdir()) == []


def test_a_place_that_cannot_be_written_is_refused_and_the_battle_goes_on() -> None:
    done = begun("1", "save nowhere/x.json", "quit", "n")
    assert "owhere/x.json: cannot be written: No such file or directory." in done.page
    assert done.code == 0


def test_another_file_is_replaced_only_if_one_says_so() -> None:
    Path("diary.txt").write_text("dear diary")
    page = begun("1", "save diary.txt", "n", "quit", "n").page
    assert "diary.txt exists. Replace it? (y/n) n\nIt is not saved." in page
    assert Path("diary.txt").read_text() == "dear diary"
    begun("1", "save diary.txt", "y", "save diary.txt", "quit")
    assert Path("diary.txt").read_text().startswith("{")


def test_a_saved_battle_keeps_its_setup() -> None:
    begun("1", "save mine.json", "quit")
    for arguments, words in (
        (("--seed", 3), "a saved battle keeps its"),
        (("--real-dice",), "cannot change to real dice"),
        (("--player", "random"), "nobody sits at the keyboard"),
        (("--player", "me", "--player", "nobody"), "there is no player 'nobody'"),
    ):
        refused = command(*PLAY, "--load", "mine.json", *arguments)
        assert refused.code == 2 and words in refused.errors


def test_another_player_may_take_a_seat(small: tuple[str, ...]) -> None:
    command(
        *PLAY,
        *small,
        "--seed",
        1,
        "--player",
        "me",
        "--player",
        "random",
        keyboard=keys("1", "save mine.json", "quit"),
    )
    done = typed(*PLAY, "--load", "mine.json", "--player", "me", "--player", "friend", seed=1)
    assert done.code == 0 and "\nRats> " in done.page


def test_a_battle_with_real_dice_is_saved_with_its_dice() -> None:
    done = command(
        *PLAY,
        "--real-dice",
        "--player",
        "me",
        "--player",
        "random",
        "--seed",
        9,
        keyboard=keys("7", "2 2", "4", "quit", "y"),
    )
    assert done.code == 0
    assert "That is not 1 face from 1 to 6. Roll 1D6, roll-off:" in done.page
    again = command(*PLAY, "--load", "necromunda-9.json", keyboard=keys("6", "5", "quit", "n"))
    assert again.page.count("Roll 1D6, roll-off:") == 1
    assert json.loads(Path("necromunda-9.json").read_text())["seed"] is None


# ---------------------------------------------------------------- names, draws, resigning


def test_two_with_names_offer_a_draw_and_agree(small: tuple[str, ...]) -> None:
    two = ("--player", "me", "--player", "friend", "--name", "Ann", "--name", "Bob", "--seed", 3)
    lines = ("draw", "n", "name Bo\x1bb", "name", "name Cy", "save kept.json", "draw", "y")
    done = command(*PLAY, *small, *two, keyboard=keys(*lines))
    page = " ".join(done.page.split())
    assert "(Ann)>" in page or "(Bob)>" in page
    assert "would rather fight on" in page and "can be seen" in page and "at least one letter" in page
    assert "A draw. The players agreed on it." in page
    names = set(json.loads(Path("kept.json").read_text())["names"].values())
    assert "Cy" in names and names < {"Ann", "Bob", "Cy"}
    told = command("replay", "kept.json", "--verify", "--plain", "--quiet")
    assert told.code == 0 and "(Cy)" in told.page


def test_who_resigns_has_lost_and_the_bot_agrees_to_no_draw(small: tuple[str, ...]) -> None:
    lines = ("draw", "resign", "n", "resign", "y")
    done = command(*PLAY, *small, "--seed", 3, "--player", "me", "--player", "drill", keyboard=keys(*lines))
    page = " ".join(done.page.split())
    assert "agrees to no draw" in page and "the battle goes on" in page.lower()
    assert "Rats win. Crows gave the battle up." in page


def test_a_bad_name_is_refused_before_the_battle() -> None:
    for names in (("x" * 25,), ("Ann", "Bob")):
        options = [word for name in names for word in ("--name", name)]
        done = command(*PLAY, *options, "--seed", 3)
        assert done.code == 2 and "name" in done.errors


def test_who_asks_for_nothing_gets_another_battle_each_time() -> None:
    begun = {command(*PLAY, keyboard=keys("quit")).page.split(". Seed")[0] for _ in range(6)}
    assert len(begun) > 1
    same = {command(*PLAY, "--seed", 3, keyboard=keys("quit")).page.split(". Seed")[0] for _ in range(2)}
    assert len(same) == 1
