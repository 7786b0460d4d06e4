"""A battle can be put aside, taken up, forked and played again without a trace."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conformance.battles import bot_battle, chain, digest
from tests.conformance.checks import fork_leaves_its_parent_alone, paused_is_the_same_battle
from tests.kit.long import LONG, battles
from warbook.core.shelf import book_ids, load_book

ROOT = Path(__file__).parents[2]
# So far a battle is played here; some have two thousand answers.
ANSWERS = None if LONG else 150
STEPS = None if LONG else 150


@pytest.mark.parametrize("number", battles(1, 10, first=114))
def test_a_battle_paused_at_its_questions_is_the_same_battle(book, number):
    paused_is_the_same_battle(book, number, 1.0 if LONG else 0.2, ANSWERS)


@pytest.mark.parametrize("number", battles(1, 10, first=120))
def test_a_fork_never_changes_its_parent(book, number):
    fork_leaves_its_parent_alone(book, number, 8 if LONG else 4, ANSWERS)


SCRIPT = """
import sys
from tests.conformance.battles import bot_battle, chain, digest
from tests.conformance.test_pausing import STEPS
from warbook import load_book
from warbook.core.shelf import book_ids
for book in book_ids():
    for number in map(int, sys.argv[1:]):
        game = bot_battle(load_book(book), number, STEPS)
        print(book, number, *chain(game), digest(game))
"""


def test_the_same_battle_is_the_same_in_every_process():
    numbers = battles(1, 10, first=102)
    elsewhere = subprocess.run(
        [sys.executable, "-c", SCRIPT, *map(str, numbers)],
        env={**os.environ, "PYTHONHASHSEED": "4711"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert elsewhere.returncode == 0, elsewhere.stderr
    fought = [(book, number) for book in book_ids() for number in numbers]
    for (book, number), line in zip(fought, elsewhere.stdout.splitlines(), strict=True):
        game = bot_battle(load_book(book), number, STEPS)
        assert [book, str(number), *chain(game), digest(game)] == line.split()
