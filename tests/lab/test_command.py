"""`warbook study` as people type it."""

from pathlib import Path

import pytest

from tests.terminal.commands import command


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_house_rule_is_judged_and_everything_is_kept(here: Path) -> None:
    asked = (
        "study",
        "marksmen",
        "--vary",
        "ruling",
        "need=4,3",
        "--battles",
        40,
        "--jobs",
        1,
        "--out",
        "found",
    )
    done = command(*asked)
    assert done.code == 0, done.errors
    assert "40 battles of each of 2 variants, about" in done.page
    assert "need 3" in done.page and "pairing took away" in done.page
    assert "2 of 3 were named in these battles" in done.page
    assert {file.name for file in (here / "found").iterdir()} == {
        "battles.jsonl",
        "battles.csv",
        "battles.parquet",
        "study.html",
    }
    csv = (here / "found" / "battles.csv").read_text()
    assert csv.count("\n") == 81
    again = command(*asked)
    assert again.page == done.page or again.page.split("\n")[1:] == done.page.split("\n")[1:]
    assert (here / "found" / "battles.csv").read_text() == csv


def test_any_of_its_battles_can_be_watched(here: Path) -> None:
    command("study", "duel", "--battles", 3, "--jobs", 1, "--out", "found")
    head, *rows = [line.split(",") for line in (here / "found" / "battles.csv").read_text().splitlines()]
    for cells in rows:
        row = dict(zip(head, cells, strict=True))
        forces = ("--force", row["force_1"], "--force", row["force_2"])
        shown = command("watch", "duel", "--scenario", row["scenario"], *forces, "--study-seed", row["seed"])
        assert shown.code == 0
        named = {"": "A draw", "a": "1 of 1 gone", "b": "1 of 1 gone"}[row["winner"]]
        assert named in shown.page
        fallen = [line for line in shown.page.splitlines() if "1 of 1 gone" in line]
        assert len(fallen) == (row["winner"] != "")
        assert {"a": row["lost_2"], "b": row["lost_1"], "": "1.0"}[row["winner"]] == "1.0"


def test_the_words_at_the_end_are_a_command_that_runs() -> None:
    page = command("study", "duel", "--battles", 2, "--jobs", 1).page
    words = page.split("To see one of them: warbook ")[1].split("All of it")[0].split()
    assert command(*words).code == 0


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (("nowhere",), "nowhere"),
        (("marksmen", "--vary", "ruling", "luck=1,2"), "no ruling 'luck'"),
        (("marksmen", "--vary", "ruling"), "write it as"),
        (("marksmen", "picnic"), "'picnic' belongs to no option"),
        (("marksmen", "--jobs", "0"), "at least one process"),
        (("marksmen", "--until", "3"), "such as 0.02"),
        (("marksmen", "--battles", "0"), "at least one battle"),
        (("marksmen", "--ruling", "need"), "name=value"),
        (("missing.toml",), "missing.toml"),
        (("marksmen", "--out", "no/such/folder"), "there is no folder"),
    ],
)
def test_what_is_wrong_gets_a_sentence_and_nothing_is_left_behind(
    here: Path, asked: tuple[str, ...], words: str
) -> None:
    done = command("study", *asked)
    assert done.code == 2
    assert words in done.errors and done.errors.count("\n") == 1
    assert not list(here.iterdir())


def test_a_file_that_is_no_study(here: Path) -> None:
    (here / "s.toml").write_text('book = "marksmen"\nbatles = 3\n')
    done = command("study", "s.toml")
    assert done.code == 2 and "batles" in done.errors


# ---------------------------------------------------------------- tournaments


def test_a_bot_of_ones_own_from_the_documentation_fights_and_is_rated(here: Path) -> None:
    docs = (Path(__file__).parents[2] / "docs" / "lab.md").read_text("utf-8")
    (here / "mine.py").write_text(docs.split("```python\n")[1].split("```")[0])
    done = command("contest", "duel", "--bots", "drill,random,mine:Careless", "--battles", 8, "--jobs", 1)
    assert done.code == 0, done.errors
    rows = [line.split() for line in done.page.splitlines() if line.strip().endswith(" 32")]
    assert {row[0] for row in rows} == {"drill", "random", "mine:Careless"}
    assert sum(float(row[-2]) for row in rows) == 6 * 8
    assert rows[0][0] == "drill", "who fires when he can beats who never does"
    assert "counted nowhere" not in done.page


@pytest.mark.parametrize(
    ("bots", "words"),
    [
        ("drill", "two bots at least"),
        ("drill,drill", "each named once"),
        ("drill,picard", "there is no bot 'picard'"),
        ("drill,nowhere.at_all:Bot", "cannot be loaded"),
        ("drill,os:sep", "is no bot"),
    ],
)
def test_who_cannot_fight_is_refused(here: Path, bots: str, words: str) -> None:
    done = command("contest", "duel", "--bots", bots)
    assert done.code == 2 and words in done.errors
    assert not list(here.iterdir())


OWN = """
import signal
from warbook.players.random import Random

class Bot(Random):
    def answer(self, side, question, view):
        {}
        return super().answer(side, question, view)
"""


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("def (", "SyntaxError"),
        ("raise RuntimeError('boo')", "RuntimeError: boo"),
        ("import sys; sys.exit(3)", "SystemExit: 3"),
        ("raise RuntimeError('\\x1b' + 'x' * 5000)", "RuntimeError: ?xxx"),
    ],
)
def test_a_bot_that_cannot_even_be_loaded_is_refused(here: Path, code: str, words: str) -> None:
    named = f"own{abs(hash(code))}"
    (here / f"{named}.py").write_text(code)
    done = command("contest", "duel", "--bots", f"drill,{named}:Bot", "--out", "found")
    assert done.code == 2 and f"cannot be loaded: {words}" in done.errors
    assert len(done.errors) < 500 and not (here / "found").exists()


def test_a_bot_that_would_end_the_program_loses_only_its_battles(here: Path) -> None:
    (here / "leaving.py").write_text(OWN.format("raise SystemExit(7)"))
    done = command("contest", "duel", "--bots", "drill,leaving:Bot", "--battles", 1, "--jobs", 1)
    assert done.code == 0
    assert "2 battles failed (counted nowhere), such as seed 1-0: SystemExit: 7" in done.page


def test_an_interrupt_that_somebody_else_swallowed_ends_the_study_all_the_same(here: Path) -> None:
    """As compilers do."""
    swallow = "try: signal.raise_signal(signal.SIGINT)\n        except BaseException: pass"
    (here / "deaf.py").write_text(OWN.format(swallow))
    asked = ("study", "duel", "--player", "deaf:Bot", "--jobs", 1, "--out", "found")
    done = command(*asked)
    assert done.code == 130 and done.errors == "warbook: interrupted; nothing was fought yet\n"
    assert not (here / "found").exists()


def test_who_interrupts_is_told_where_it_is_kept(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("warbook.lab.running.cost", lambda planned, jobs: 1.0)
    (here / "abrupt.py").write_text(OWN.format("signal.raise_signal(signal.SIGINT)"))
    done = command("study", "duel", "--player", "abrupt:Bot", "--jobs", 1, "--out", "found")
    assert done.code == 130 and "kept in found, the same command goes on" in done.errors


def test_a_bot_that_was_changed_does_not_go_on_with_what_it_was(here: Path) -> None:
    (here / "learning.py").write_text(OWN.format("pass"))
    asked = ("study", "duel", "--player", "learning:Bot", "--battles", 1, "--jobs", 1)
    assert command(*asked, "--out", "found").code == command(*asked).code == 0
    assert command(*asked, "--out", "found").code == 0
    (here / "learning.py").write_text(OWN.format("self.more = 1"))
    done = command(*asked, "--out", "found")
    assert done.code == 2 and "another study" in done.errors


def test_battles_of_ones_own_bots_can_be_watched(here: Path) -> None:
    (here / "seen.py").write_text(OWN.format("pass"))
    page = command("study", "duel", "--player", "seen:Bot", "--battles", 1, "--jobs", 1).page
    assert page.startswith("1 battle, about") or "\n1 battle, about" in page
    words = page.split("To see one of them: warbook ")[1].split("All of it")[0].split()
    shown = command(*words)
    assert shown.code == 0 and "(seen:Bot)" in shown.page
    assert command("watch", "duel", "--player", "seen:Nobody").code == 2


def test_a_battle_has_one_seed() -> None:
    done = command("watch", "marksmen", "--seed", 1, "--study-seed", "1-0")
    assert done.code == 2 and "do not go together" in done.errors


def test_where_results_cannot_be_and_too_many_processes(here: Path) -> None:
    (here / "file").write_text("")
    done = command("study", "marksmen", "--out", "file")
    assert done.code == 2 and "that is a file; name a folder" in done.errors
    done = command("study", "marksmen", "--jobs", 257)
    assert done.code == 2 and "at most 256" in done.errors
    assert [file.name for file in here.iterdir()] == ["file"]
