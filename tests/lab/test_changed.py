"""Figures of a book's data in several values."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.commands import command
from warbook.core.datafile import BadData
from warbook.core.questions import Refused
from warbook.core.shelf import load_book
from warbook.lab import Study, Varied, study
from warbook.lab.changed import Figure, fielded, figure
from warbook.lab.plan import plan, read_study, varied

DUEL = Path(__file__).parents[2] / "examples" / "duel" / "data.toml"
SHORT = Varied("figure", "data.meadow.turns", ("4", "1"))


def test_a_figure_is_another_in_its_variant_and_nowhere_else() -> None:
    plain = Study("duel", scenarios=("meadow",), battles=8)
    found = study(Study("duel", scenarios=("meadow",), battles=8, vary=(SHORT,)))
    assert not found.failed
    assert found.of(0) == study(plain).of(0), "four turns are what the book has"
    assert max(row.turns for row in found.of(0)) > 1
    assert {row.turns for row in found.of(1)} == {1}
    assert load_book("duel").scenario("meadow").turns == 4


def test_all_that_a_book_reads_is_read_anew_and_kept_apart() -> None:
    """A profile that cards and rules of a big book use; twice, as variants take turns."""

    def skill(book) -> int:
        card = next(card for card in book.force_cards("orlock_sample") if card.name == "Ganger")
        return next(int(each.value) for each in card.profile if each.name == "BS")

    worse = (Figure("fighters.ganger.profile.BS", 1),)
    book = load_book("necromunda")
    for _ in range(2):
        with fielded("necromunda", worse) as changed:
            assert skill(changed) == 1 and changed is not book
        with fielded("necromunda") as again:
            assert again is book and skill(book) == 3


def test_a_whole_file_can_be_another(tmp_path: Path) -> None:
    file = tmp_path / "brief.toml"
    file.write_text(DUEL.read_text("utf-8").replace("turns = 4", "turns = 1"))
    (tmp_path / "study.toml").write_text(
        'book = "duel"\nscenarios = ["meadow"]\nbattles = 8\n'
        '[[vary]]\nkind = "figure"\nname = "data"\nvalues = ["book", "brief.toml"]\n'
    )
    found = study(read_study(tmp_path / "study.toml"))
    assert max(row.turns for row in found.of(0)) > 1 == max(row.turns for row in found.of(1))
    digest = found.plan.digest
    file.write_text(DUEL.read_text("utf-8"))
    assert plan(found.plan.study).digest != digest, "another text is another study"


@pytest.mark.parametrize(
    ("name", "values", "words"),
    [
        ("weather.rain", ("1", "2"), "no data file 'weather'"),
        ("data.medow.turns", ("1", "2"), "did you mean 'meadow'"),
        ("data.meadow.turns", ("4", "four"), "cannot be 'four': it is 4"),
        ("data.meadow.turns.first", ("4", "5"), "nothing below it"),
        ("data.meadow.table", ("4", "5"), "name one of them, as in data.meadow.table.name"),
        ("data.dawn.table.walls.9.height", ("4", "5"), "there is no '9'"),
        ("data", ("book", "nowhere.toml"), "nowhere.toml: cannot be read"),
        ("data.meadow.table.width", ("14", "wide"), "cannot be 'wide'"),
    ],
)
def test_what_is_no_figure_is_refused_in_words(name: str, values: tuple[str, ...], words: str) -> None:
    with pytest.raises((Refused, BadData), match=words):
        plan(Study("duel", vary=(Varied("figure", name, values),)))


def test_figures_below_lists_and_in_words_are_found() -> None:
    book = load_book("duel")
    assert figure(book, "data.dawn.table.walls.1.height", "2") == Figure("data.dawn.table.walls.1.height", 2)
    assert figure(book, "data.ada.name", "7") == Figure("data.ada.name", "7")
    assert figure(book, "data", "book") is None
    assert varied("figure data.meadow.turns=4,1") == SHORT


def test_a_battle_with_another_figure_is_watched_as_it_was_fought(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    vary = ("--vary", "figure", "data.meadow.turns=1,4")
    done = command("study", "duel", "--scenario", "meadow", *vary, "--battles", 2, "--jobs", 1)
    assert done.code == 0, done.errors
    words = done.page.split("To see one of them: warbook ")[1].split("All of it")[0].split()
    assert words[words.index("--figure") + 1] == "data.meadow.turns=1"
    shown = command(*words)
    assert shown.code == 0 and "Turn 1" in shown.page and "Turn 2" not in shown.page
    assert command("watch", "duel", "--figure", "data.meadow").code == 2
    kept = command("watch", "duel", "--figure", "data.meadow.turns=1", "--record", "r")
    assert kept.code == 2 and "do not go together" in kept.errors
