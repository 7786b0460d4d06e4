"""The example is played in the terminal by its folder, and found wherever books are looked for."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.example import DUEL
from tests.terminal.commands import command
from tests.terminal.typist import typed
from warbook.core.shelf import FOLDERS

ROOT = DUEL.parents[1]


def test_it_is_played_to_its_end_at_the_keyboard():
    done = typed("play", DUEL, "--plain", "--seed", 5, "--player", "me", "--player", "drill", seed=5)
    assert (done.code, done.errors) == (0, "")
    assert "Your stance?" in done.page
    assert "Where does Ada walk?" in done.page
    assert "To hit" in done.page


def test_every_answer_can_be_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    keys = ["1", "5 5", "undo", "4 5", "odds 1", "1", "quit", "y"]
    done = command(
        *("play", DUEL, "--plain", "--seed", 1, "--scenario", "meadow"), keyboard="\n".join(keys) + "\n"
    )
    assert (done.code, done.errors) == (0, "")
    assert 'Ada moves 4.0" to (5, 5)' in done.page
    assert 'Ada moves 3.0" to (4, 5)' in done.page
    assert "1/2" in done.page or "50%" in done.page
    assert "Ada fires at" in done.page


def elsewhere(*arguments: object, **env: str) -> subprocess.CompletedProcess[str]:
    """A command where the example is not installed."""
    return subprocess.run(
        [sys.executable, "-m", "warbook", *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(ROOT), **env},
        cwd=ROOT / "docs",
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_folder_stands_wherever_a_book_is_named():
    assert elsewhere("rules", "duel", "paces").returncode != 0
    assert "due.paces" in elsewhere("rules", "../examples/duel", "paces").stdout
    assert "duel" in elsewhere("books", **{FOLDERS: str(DUEL)}).stdout


@pytest.mark.parametrize(
    ("name", "files", "words"),
    [
        ("chess", {}, "there is no __init__.py"),
        ("chess", {"__init__.py": ""}, "there is no rules.toml"),
        ("my-chess", {"__init__.py": "", "rules.toml": ""}, "no name of a module"),
        ("json", {"__init__.py": "", "rules.toml": ""}, "a module 'json' is there already"),
        ("chess", {"__init__.py": "", "rules.toml": ""}, "BOOK must be a Book with the id 'chess'"),
        ("chess", {"__init__.py": "\n1 / 0", "rules.toml": ""}, "__init__.py, line 2"),
        ("duel", {"__init__.py": "", "rules.toml": ""}, "there is another book 'duel'"),
    ],
)
def test_what_is_wrong_with_a_folder_is_said(tmp_path: Path, name: str, files: dict[str, str], words: str):
    folder = tmp_path / name
    folder.mkdir()
    for file, text in files.items():
        (folder / file).write_text(text)
    done = command("play", folder)
    assert done.code != 0
    assert words in " ".join(done.errors.split())
