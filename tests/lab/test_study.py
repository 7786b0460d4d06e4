"""Studies of a book whose chances can be counted: known truths are found, and nothing fought is lost."""

from __future__ import annotations

import csv
import io
import multiprocessing
import os
import signal
from fractions import Fraction
from itertools import product
from pathlib import Path

import msgspec
import pytest

from tests.kit.long import LONG, examples
from warbook.core.datafile import BadData
from warbook.core.questions import Refused
from warbook.core.shelf import book_ids, load_book
from warbook.lab import Study, Varied, study
from warbook.lab.figures import FIRST, difference, of_force, share, value
from warbook.lab.plan import plan, read_study, varied
from warbook.lab.running import ROWS, known
from warbook.lab.telling import as_csv, figure, lines, matrices, page, unused
from warbook.terminal.study import so_far

NEED = Varied("ruling", "need", ("4", "3"))
BLANKS = Varied("ruling", "blanks", ("off", "on"))


def points(found, variant=0):
    assert not found.failed
    return [value(row, FIRST) for row in found.of(variant)]


def exact(need: int) -> Fraction:
    """Points of the first side, by all that three dice of each can show as hits."""
    total, mine = Fraction(0), Fraction(7 - need, 6)
    for hits in product((0, 1), repeat=6):
        a, b = sum(hits[:3]), sum(hits[3:])
        weight = mine**a * (1 - mine) ** (3 - a) * Fraction(1, 2) ** 3
        total += weight * (1 if a > b else Fraction(1, 2) if a == b else 0)
    return total


def test_a_force_against_itself_has_half_of_the_points():
    """In at least 93 of 100 studies; with the book of the examples in the long suite."""
    wanted = Study("marksmen", forces=("reds", "reds"), battles=12)
    if LONG:
        wanted = Study("duel", scenarios=("meadow",), forces=("ada", "ada"), battles=20)
    held, studies = 0, examples(40, 100)
    for seed in range(studies):
        found = share(points(study(msgspec.structs.replace(wanted, seed=seed))))
        held += found.low <= 0.5 <= found.high
    assert held / studies >= 0.93


def test_an_easier_die_is_found_with_the_exact_difference():
    truth = float(exact(3) - exact(4))
    found = study(Study("marksmen", vary=(NEED,), battles=examples(250, 2000)))
    apart = difference(points(found), points(found, 1))
    assert apart.estimate.low <= truth <= apart.estimate.high
    assert apart.verdict == "more"
    assert apart.gained > 0.3, "twins fight with the same dice"


def test_a_die_that_counts_for_nothing_changes_nothing():
    found = study(Study("marksmen", vary=(BLANKS,), battles=50))
    assert points(found) == points(found, 1)
    assert difference(points(found), points(found, 1)).verdict == "no difference seen"


def test_it_ends_when_it_knows_and_not_before():
    assert len(study(Study("marksmen", battles=900), until=0.15).rows) == 100
    assert len(study(Study("marksmen", battles=900), until=0.07).rows) in (200, 400)
    assert len(study(Study("marksmen", battles=150), until=0.0001).rows) == 150


def test_what_is_judged_is_what_is_compared():
    """The force that is named first where forces are, else the first side."""
    both = study(Study("marksmen", forces=("reds", "blues"), battles=40, rulings={"need": 3}))
    reds = [row.points[row.own] for row in both.rows]
    assert {row.own for row in both.rows} == {0, 1}
    assert known(both) == share(reds)
    alone = study(Study("marksmen", forces=("reds", "reds"), battles=40))
    assert known(alone) == share(points(alone))
    ruled = study(Study("marksmen", vary=(NEED,), battles=40))
    assert known(ruled) == difference(points(ruled), points(ruled, 1), shares=True).estimate
    assert so_far(ruled).startswith("difference +") and so_far(both).startswith("points ")


def test_a_force_that_is_varied_keeps_its_place():
    found = plan(Study("duel", forces=("ada", "bram"), vary=(Varied("force", "", ("ada", "cleo")),)))
    assert [[match.own for match in several] for several in found.matches] == [[0, 1], [0, 1]]


def test_forces_are_compared_within_a_variant():
    found = study(Study("marksmen", forces=("reds", "blues"), vary=(NEED,), battles=6))
    assert [(each.name, each.forces) for each in matrices(found)] == [
        ("need 4", ("reds", "blues")),
        ("need 3", ("reds", "blues")),
    ]
    for at, each in enumerate(matrices(found)):
        assert each.points[0][1] == of_force(found.of(at), "reds", "blues")
    forces = Varied("force", "", ("ada", "cleo"))
    several = study(Study("duel", forces=("ada", "bram"), vary=(forces,), battles=2))
    assert [each.forces for each in matrices(several)] == [("ada", "bram", "cleo")]


def test_every_pair_fights_from_both_sides():
    found = study(Study("marksmen", forces=("reds", "blues"), battles=4))
    assert [row.forces for row in found.of(0)] == [("reds", "blues"), ("blues", "reds")] * 2


# ---------------------------------------------------------------- nothing is lost


WANTED = Study("marksmen", vary=(NEED,), battles=30)


def test_processes_find_what_one_finds_and_a_killed_one_costs_nothing(tmp_path: Path) -> None:
    killed = []

    def kill_one(found) -> None:
        if not killed and found.done > 8:
            killed.append(multiprocessing.active_children()[0].pid)
            os.kill(killed[0], signal.SIGKILL)

    several, alone = study(WANTED, tmp_path / "several", jobs=2, progress=kill_one), study(WANTED)
    assert killed
    for variant in (0, 1):
        assert several.of(variant) == alone.of(variant)
    assert several.used == alone.used


def test_a_battle_that_takes_its_process_with_it_has_failed_and_no_other_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = Study("marksmen", battles=2, seed=1)
    whole = study(wanted).of(0)
    monkeypatch.setenv("MARKSMEN_DEADLY", "1")
    found = study(wanted, tmp_path, jobs=2)
    assert [(row.number, row.failed) for row in found.failed] == [(1, "its process died")]
    assert found.of(0) == [row for row in whole if row.number != 1]
    assert study(wanted, tmp_path).numbers == found.numbers, "what failed is kept, and not fought again"


def test_what_was_cut_off_goes_on_where_it_was(tmp_path: Path) -> None:
    def stop(found) -> None:
        if found.done == 23:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        study(WANTED, tmp_path, progress=stop)
    file = tmp_path / ROWS
    file.write_bytes(file.read_bytes()[:-20])
    seen = []
    found = study(WANTED, tmp_path, progress=lambda found: seen.append(found.done))
    assert seen == list(range(23, 61))
    assert found.of(0) == study(WANTED).of(0) and found.of(1) == study(WANTED).of(1)
    assert study(WANTED, tmp_path, progress=lambda found: pytest.fail("all was fought")).rows


def test_where_there_is_no_room_left_what_was_written_is_kept_and_goes_on(tmp_path: Path) -> None:
    """A file may not be longer than five battles and a half."""
    resource = pytest.importorskip("resource")
    study(WANTED, tmp_path / "whole")
    lines = (tmp_path / "whole" / ROWS).read_bytes().splitlines(keepends=True)
    room = sum(map(len, lines[:6])) + len(lines[6]) // 2
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    try:
        with pytest.raises(Refused, match=r"battles.jsonl: cannot be written .*; what was fought"):
            study(WANTED, tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert (tmp_path / ROWS).read_bytes() == b"".join(lines)[:room]
    study(WANTED, tmp_path)
    assert (tmp_path / ROWS).read_bytes() == b"".join(lines)


def test_a_folder_of_another_study_is_left_alone(tmp_path: Path) -> None:
    study(Study("marksmen", battles=2), tmp_path)
    kept = (tmp_path / ROWS).read_bytes()
    with pytest.raises(Refused, match="another study"):
        study(Study("marksmen", battles=3), tmp_path)
    assert (tmp_path / ROWS).read_bytes() == kept


def test_a_battle_that_fails_is_kept_with_its_seed_and_counted_nowhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    book = load_book("marksmen")
    true = type(book).step

    def breaks(self, game) -> None:
        if game.source.seed == "1-3":
            raise ZeroDivisionError("a jam")
        true(self, game)

    monkeypatch.setattr(type(book), "step", breaks)
    found = study(Study("marksmen", battles=5))
    assert len(found.rows) == 4
    assert [(row.seed, row.failed.split(" (")[0]) for row in found.failed] == [
        ("1-3", "ZeroDivisionError: a jam")
    ]


# ---------------------------------------------------------------- told


def test_a_row_for_each_battle_and_rules_that_nobody_used() -> None:
    found = study(Study("marksmen", vary=(NEED,), battles=3))
    rows = list(csv.DictReader(io.StringIO(as_csv(found))))
    assert len(rows) == 6
    assert {row["variant"] for row in rows} == {"need 4", "need 3"}
    assert [row["seed"] for row in rows] == ["1-0", "1-0", "1-1", "1-1", "1-2", "1-2"]
    assert unused(found, load_book("marksmen")) == ["mar.peace"]
    assert found.used["mar.hit"] == 6 * 3 * 2


def test_the_page_says_it_all_and_needs_nothing_else() -> None:
    whole = page(study(Study("marksmen", vary=(NEED,), battles=20)), load_book("marksmen"))
    assert "need 3" in whole and "mar.peace" in whole and "Force against force" in whole
    assert "http" not in whole and "<script" not in whole
    assert whole.count("need 3: Pairing took away") == 7


# ---------------------------------------------------------------- asked for wrongly


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        (Study("marksmen", rulings={"luck": 3}), "no ruling 'luck'"),
        (Study("marksmen", vary=(Varied("ruling", "need", ("4", "9")),)), "cannot be '9'"),
        (Study("marksmen", vary=(Varied("ruling", "need", ("4",)),)), "two values at least"),
        (Study("marksmen", bots=("picard",)), "no bot 'picard'"),
        (Study("marksmen", battles=0), "at least one battle"),
        (Study("necromunda", forces=("orlock_sample", "nobody")), "nobody"),
    ],
)
def test_what_cannot_be_fought_is_refused_before_the_first_battle(wanted: Study, words: str) -> None:
    with pytest.raises(Refused, match=words):
        plan(wanted)


@pytest.mark.parametrize("words", ["", "ruling", "ruling need", "luck=3,4", "force=", "ruling =1,2"])
def test_what_is_to_be_varied_is_written_as_it_should_be(words: str) -> None:
    with pytest.raises(Refused, match="write it as"):
        varied(words)


def test_a_study_is_a_file(tmp_path: Path) -> None:
    file = tmp_path / "needs.toml"
    file.write_text(
        'book = "marksmen"\nbattles = 5\n[[vary]]\nkind = "ruling"\nname = "need"\nvalues = ["3", "4"]\n'
    )
    assert read_study(file) == Study("marksmen", battles=5, vary=(Varied("ruling", "need", ("3", "4")),))
    file.write_text('book = "marksmen"\nforces = ["mine.toml", "reds"]\n')
    assert read_study(file).forces == (str(tmp_path / "mine.toml"), "reds")


def test_every_book_has_a_question_in_the_documentation() -> None:
    docs = Path(__file__).parents[2] / "docs"
    asked = {file.stem: read_study(file) for file in (docs / "studies").glob("*.toml")}
    assert {named.book for named in asked.values()} == set(asked) == set(book_ids()) - {"duel", "marksmen"}
    assert all(each.vary for each in asked.values())


def test_words_of_the_command_line() -> None:
    assert varied("ruling overwatch=on,off") == Varied("ruling", "overwatch", ("on", "off"))
    assert varied("force=a, b") == Varied("force", "", ("a", "b"))
    assert msgspec.json.encode(varied("bot=drill,random"))


# ---------------------------------------------------------------- what others did to it


@pytest.mark.parametrize(
    ("vary", "words"),
    [
        ((Varied("bot", values=("drill", "drill")),), "each named once; see bot"),
        ((NEED, NEED), "ruling need is varied twice"),
        ((Varied("ruling", values=("on", "off")),), "has a name if it is a ruling"),
        ((Varied("bot", "need", ("drill", "random")),), "has a name if it is a ruling"),
        (
            tuple(Varied("ruling", f"r{n}", ("on", "off")) for n in range(60)),
            "1,152,921,504,606,846,976 variants are more",
        ),
        (tuple(Varied("ruling", f"r{n}", ("on", "off")) for n in range(7)), "128 variants are more"),
        ((Varied("force", values=tuple(f"f{n}" for n in range(65))),), "65 variants are more"),
    ],
)  # fmt: skip
def test_what_cannot_be_varied_is_refused_before_anything_is_counted_out(vary, words) -> None:
    with pytest.raises(Refused, match=words):
        plan(Study("marksmen", vary=vary))


def test_more_battles_than_anybody_waits_for_are_refused() -> None:
    assert plan(Study("marksmen", vary=(NEED,), battles=500_000)).count == 1_000_000
    with pytest.raises(Refused, match="1,000,002 battles in all; 1,000,000 is the most"):
        plan(Study("marksmen", vary=(NEED,), battles=500_001))


def test_a_file_with_a_field_in_the_wrong_place_is_no_study(tmp_path: Path) -> None:
    file = tmp_path / "s.toml"
    file.write_text('book = "marksmen"\n[[vary]]\nkind = "bot"\nvalues = ["drill", "random"]\nbattles = 3\n')
    with pytest.raises(BadData, match=r"line 5.*'battles'"):
        read_study(file)


@pytest.mark.parametrize(
    "change",
    [
        {"variant": 2}, {"variant": -1}, {"number": 30}, {"number": -1}, {"seed": "2-0"}, {"scenario": "x"},
        {"forces": ["reds"]}, {"points": []}, {"points": [0.5]}, {"lost": [0.0, 0.0, 0.0]},
        {"points": [1e308, 0.0]}, {"lost": [0.0, -0.1]}, {"failed": "it did"}, {},
    ],
)  # fmt: skip
def test_a_line_that_is_no_battle_of_the_study_is_refused_and_left(tmp_path: Path, change) -> None:
    """With no change it stands there twice."""
    file = tmp_path / ROWS
    with pytest.raises(KeyboardInterrupt):
        study(WANTED, tmp_path, progress=stop_after(2))
    kept = file.read_bytes()
    line = msgspec.json.decode(kept.splitlines()[1])
    line["row"].update(change)
    file.write_bytes(kept + msgspec.json.encode(line) + b"\n")
    with pytest.raises(Refused, match=r"line 4: no battle of a study.*--out"):
        study(WANTED, tmp_path)
    assert file.read_bytes().startswith(kept)


def test_a_file_that_was_cut_off_in_its_first_line_begins_anew(tmp_path: Path) -> None:
    wanted = Study("marksmen", battles=3)
    whole = study(wanted, tmp_path)
    file = tmp_path / ROWS
    kept = file.read_bytes()
    file.write_bytes(kept[:20])
    assert study(wanted, tmp_path).rows == whole.rows
    assert file.read_bytes() == kept


def test_who_interrupts_waits_for_no_process_and_leaves_none(tmp_path: Path) -> None:
    before = multiprocessing.active_children()
    with pytest.raises(KeyboardInterrupt):
        study(msgspec.structs.replace(WANTED, battles=100_000), tmp_path, jobs=2, progress=stop_after(1))
    assert multiprocessing.active_children() == before


def test_a_single_battle_and_none_are_told_without_a_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one battle no interval is known, of none not even a mean."""
    book = load_book("marksmen")
    one = study(Study("marksmen", battles=1))
    told = page(one, book)
    assert "nan" not in told and "inf" not in told
    turns = next(line for line in lines(one) if line.measure.name == "turns")
    assert figure(turns.measure, turns.estimate).count(".") == 1
    monkeypatch.setattr(type(book), "step", lambda self, game: 1 / 0)
    none = study(Study("marksmen", vary=(NEED,), battles=2))
    assert len(none.failed) == 4
    told = page(none, book)
    assert "nan" not in told and "inf" not in told and "no battle" in told


def stop_after(count: int):
    def stop(found) -> None:
        if found.done == count:
            raise KeyboardInterrupt

    return stop
