"""The commands as a shell runs them: what they print, how they end, and that nobody ever sees a traceback."""

import json
import os
import re
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
import pytest

import warbook
from tests.kit.patience import PATIENCE
from tests.terminal.commands import command
from tests.terminal.skirmish import SCENARIO, skirmish
from tests.terminal.terminal import WARBOOK, Terminal
from warbook.core.record import Record
from warbook.core.record import read as read_record


def shell(*arguments: str, keyboard: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*WARBOOK, *arguments],
        input=keyboard,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, **environment},
    )


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    monkeypatch.chdir(tmp_path)
    return (*skirmish(tmp_path), "--player", "random", "--player", "random")


# ---------------------------------------------------------------- the small commands


def test_help_loads_nothing_heavy() -> None:
    """What makes it quick; how quick it is stands in docs/benchmarks.md."""
    program = (
        "import sys; from warbook.cli import run; run(['--help']); "
        "print([name for name in ('rich', 'numpy', 'numba', 'warbook.core.game') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("[]\n")
    assert all(name in done.stdout for name in ("books", "rules", "play", "watch", "replay", "odds"))


def test_version_and_bare_call() -> None:
    assert command("--version").page == f"warbook {warbook.__version__}\n"
    assert "Usage: warbook" in command().page
    assert command("play", "--help").code == 0


def test_books_are_listed() -> None:
    page = command("books").page
    assert re.search(r"necromunda +Necromunda\. Necromunda quick-reference sheet\. 79 rules\.", page)


def test_rules_as_a_table_with_totals() -> None:
    done = command("rules", "necromunda")
    assert done.code == 0
    assert re.search(r"79 rules, \d+ in code, \d+ shown by tests", done.page)
    assert max(map(len, done.page.splitlines())) <= 110


def test_one_rule_with_all_about_it() -> None:
    page = command("rules", "necromunda", "nec.shooting.required-7-to-9").page
    assert "the to-hit die must show 6" in " ".join(page.split())
    for words in ("Example: ", "See also: nec.shooting.to-hit", "(nec.R3)", "Code:", "Tests:"):
        assert words in page
    assert "warbook/books/necromunda/aim.py" in page


@pytest.mark.parametrize("words", ["parry", "nec.word.parry"])
def test_a_word_on_a_weapon_has_an_entry_of_its_own(words: str) -> None:
    done = command("rules", "necromunda", words)
    assert done.code == 0
    assert "Parry" in done.page and "(nec.word.parry, by nec." in " ".join(done.page.split())


def test_rules_by_words_and_rulings() -> None:
    page = command("rules", "necromunda", "second", "D6").page
    assert "nec.shooting.required-7-to-9" in page
    assert "Switch: --ruling ammo_rolls=on (one of on, off)." in " ".join(
        command("rules", "necromunda", "nec.M9").page.split()
    )
    assert "nec.M37" in command("rules", "necromunda", "premeasure").page


def test_rules_for_programs() -> None:
    found = json.loads(command("rules", "necromunda", "--json").page)
    assert len(found) == 79
    assert all(
        set(entry) == {"id", "section", "says", "code", "tests", "not_applicable"}
        and isinstance(entry["code"], list)
        for entry in found
    )
    one = json.loads(command("rules", "necromunda", "nec.injury.chart", "--json").page)
    assert [entry["id"] for entry in one] == ["nec.injury.chart"]


# ---------------------------------------------------------------- watching and playing back


def test_the_same_seed_gives_the_same_report_byte_for_byte(small: tuple[str, ...]) -> None:
    reports = [
        shell("watch", "necromunda", "--seed", "7", *small, PYTHONHASHSEED=seed).stdout for seed in ("1", "2")
    ]
    assert reports[0] == reports[1]
    assert reports[0].startswith("Crows (random) against Rats (random) on the table Yard, seed 7.\n")
    other = command("watch", "necromunda", "--seed", 8, *small).page
    assert other != reports[0]


def test_a_report_reads_well() -> None:
    done = command("watch", "necromunda", "--seed", 7, "--player", "random", "--player", "random", "--plain")
    assert done.code == 0
    assert re.search(r"^Turn 1: (Slag Street Irons|Rust Bulls)\nMovement$", done.page, re.MULTILINE)
    assert re.search(r"\. To hit.*: \[\d\]\. ", done.page)
    assert re.search(r"^(Slag Street Irons|Rust Bulls) win\. |^A draw\. ", done.page, re.MULTILINE)
    assert re.search(r"^Rust Bulls: \d+ of 12 gone from the table", done.page, re.MULTILINE)


def test_a_quiet_report_is_the_result_and_the_ledger(small: tuple[str, ...]) -> None:
    page = command("watch", "necromunda", "--seed", 7, *small, "--quiet").page
    assert "Turn" not in page
    assert "gone from the table" in page


def test_a_record_plays_back_as_the_same_report_and_proves_itself(small: tuple[str, ...]) -> None:
    watched = command("watch", "necromunda", "--seed", 7, *small, "--record", "r.json")
    assert watched.code == 0
    report = watched.page.removesuffix("The record is in r.json.\n")
    assert report != watched.page
    assert command("replay", "r.json").page == report
    steps = len(read_record(Path("r.json")).steps)
    assert command("replay", "r.json", "--verify").page == f"{report}{steps} steps, all states as recorded.\n"
    assert "Turn" not in command("replay", "r.json", "--quiet").page


def test_the_bot_that_plays_to_win_can_be_watched(small: tuple[str, ...]) -> None:
    options = [option for option in small if option not in ("--player", "random")]
    done = command("watch", "necromunda", "--seed", 3, *options, "--quiet")
    assert done.code == 0
    assert done.page.startswith("Crows (drill) against Rats (drill)")


def test_an_unfinished_battle_plays_back_and_says_how_to_go_on(small: tuple[str, ...]) -> None:
    command(
        "play",
        "necromunda",
        *small[:6],
        "--player",
        "me",
        "--player",
        "random",
        "--seed",
        1,
        keyboard="1\nsave s.json\nquit\n",
    )
    done = command("replay", "s.json", "--verify")
    assert done.code == 0
    assert "The battle is not over. Go on with: warbook play necromunda --load s.json" in done.page
    assert "all states as recorded" in done.page


# ---------------------------------------------------------------- records that are not what they were


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A battle of two random players."""
    folder = tmp_path_factory.mktemp("record")
    options = (*skirmish(folder), "--player", "random", "--player", "random", "--quiet")
    assert command("watch", "necromunda", "--seed", 7, *options, "--record", folder / "r.json").code == 0
    return (folder / "r.json").read_bytes()


@pytest.fixture
def recorded(record: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.chdir(tmp_path)
    Path("r.json").write_bytes(record)
    data: dict[str, Any] = json.loads(record)
    return data


def tampered(data: dict[str, Any], *, sealed: bool) -> str:
    """What is said about the record when it is verified; `sealed` as if the forger had sealed it again."""
    if sealed:
        record = msgspec.convert({**data, "seal": ""}, Record)
        data["seal"] = blake2b(msgspec.json.encode(record), digest_size=16).hexdigest()
    Path("t.json").write_text(json.dumps(data))
    done = command("replay", "t.json", "--verify")
    assert (done.code, done.page) == (2, "")
    assert done.errors.startswith("warbook: t.json: ")
    return done.errors


def entry_of(data: dict[str, Any], kind: str) -> tuple[int, list[Any]]:
    """The first entry of a kind on the tapes, and the number of its step."""
    for number, step in enumerate(data["steps"], 1):
        for entry in step["tape"]:
            if entry[0] == kind:
                return number, entry
    raise AssertionError(f"no {kind} on the tapes")


@pytest.mark.parametrize("sealed", [False, True])
class TestTampering:
    def test_one_die(self, recorded: dict[str, Any], sealed: bool) -> None:
        number, entry = entry_of(recorded, "dice")
        entry[1][0] = entry[1][0] % 6 + 1
        assert f"step {number} of {len(recorded['steps'])}" in tampered(recorded, sealed=sealed)

    def test_one_answer(self, recorded: dict[str, Any], sealed: bool) -> None:
        number, entry = entry_of(recorded, "answer")
        entry[2] = {"south": "north", "north": "south"}.get(entry[2], "elsewhere")
        assert f"step {number} of {len(recorded['steps'])}" in tampered(recorded, sealed=sealed)

    def test_one_hash(self, recorded: dict[str, Any], sealed: bool) -> None:
        recorded["steps"][4]["hash"] = "0" * 24
        assert "step 5 of" in tampered(recorded, sealed=sealed)

    def test_one_event(self, recorded: dict[str, Any], sealed: bool) -> None:
        place = next(i for i, event in enumerate(recorded["events"]) if event["type"] == "Note")
        recorded["events"][place]["words"] = "Everybody wins."
        assert f"event {place + 1} of" in tampered(recorded, sealed=sealed)

    def test_the_winner(self, recorded: dict[str, Any], sealed: bool) -> None:
        recorded["winner"] = {"a": "b", "b": "", "": "a"}[recorded["winner"]]
        assert "winner" in tampered(recorded, sealed=sealed)

    def test_another_version(self, recorded: dict[str, Any], sealed: bool) -> None:
        recorded["book_version"] = "0"
        assert "version 0 of Necromunda" in tampered(recorded, sealed=sealed)


def test_a_record_that_was_cut_short(recorded: dict[str, Any]) -> None:
    Path("t.json").write_bytes(Path("r.json").read_bytes()[:-500])
    done = command("replay", "t.json")
    assert done.code == 2 and "t.json: not a whole record, it may have been cut short" in done.errors


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "not a whole record"),
        (b"\xff\xfe", "not a whole record"),
        (b"[]", "not a Warbook record"),
        (b"{}", "not a Warbook record"),
        (b'{"format": 99, "book": "necromunda"}', "format 99"),
        (b'{"format": 1, "book": "necromunda"}', "missing required field"),
    ],
)
def test_a_file_that_is_no_record(tmp_path: Path, data: bytes, words: str) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(data)
    for arguments in (("replay", path), ("replay", path, "--verify"), ("play", "necromunda", "--load", path)):
        done = command(*arguments)
        assert done.code == 2
        assert words in done.errors and "x.json" in done.errors


def test_a_record_of_another_version_can_still_be_watched(recorded: dict[str, Any]) -> None:
    recorded["book_version"] = "0"
    record = msgspec.convert({**recorded, "seal": ""}, Record)
    record.seal = blake2b(msgspec.json.encode(record), digest_size=16).hexdigest()
    Path("t.json").write_bytes(msgspec.json.encode(record))
    assert command("replay", "t.json").page == command("replay", "r.json").page


def test_a_battle_that_is_over_is_not_loaded(recorded: dict[str, Any]) -> None:
    done = command("play", "necromunda", "--load", "r.json")
    assert done.code == 2 and "this battle is over; see it with: warbook replay r.json" in done.errors


# ---------------------------------------------------------------- every wrong door


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nonsense"], ["No such command 'nonsense'", "warbook --help"]),
        (["play"], ["Missing argument 'BOOK'"]),
        (["watch", "necromunda", "--sed", "7"], ["No such option: --sed"]),
        (["watch", "necromunda", "--seed", "x"], ["Invalid value for '--seed'"]),
        (["watch", "monopoly"], ["no book 'monopoly'", "the books are: ", "necromunda"]),
        (["rules", "monopoly"], ["no book 'monopoly'"]),
        (["rules", "necromunda", "zeppelin"], ["no rule of Necromunda", "zeppelin"]),
        (["rules", "necromunda", "zeppelin", "--json"], ["no rule of Necromunda"]),
        (["odds", "monopoly"], ["no book 'monopoly'"]),
        (
            ["watch", "necromunda", "--scenario", "picnic"],
            ["no scenario 'picnic'", "gang_fight", ".toml file"],
        ),
        (["watch", "necromunda", "--force", "elves"], ["no gang 'elves'", "orlock_sample", ".toml file"]),
        (["watch", "necromunda", *["--force", "orlock_sample"] * 3], ["2 forces; 3 were named"]),
        (
            ["watch", "steampunk", "--force", "elf.tank", "--force", "elf.small"],
            ["for the tank game", "for the standard game", "choose two armies for the same game"],
        ),
        (["watch", "necromunda", "--player", "kasparov"], ["no player 'kasparov'", "random"]),
        (["watch", "necromunda", "--player", "me"], ["only bots fight here", "random"]),
        (["play", "necromunda", "--player", "random"], ["nobody sits at the keyboard", "warbook watch"]),
        (["watch", "necromunda", "--ruling", "overwatch"], ["name=value"]),
        (["watch", "necromunda", "--ruling", "gravity=off"], ["no ruling 'gravity'", "overwatch"]),
        (["watch", "necromunda", "--ruling", "overwatch=7"], ["overwatch cannot be '7'", "on, off"]),
        (["watch", "necromunda", "--ruling", "firing_arc=wide"], ["firing_arc"]),
        (
            ["watch", "necromunda", "--record", "nowhere/r.json"],
            ["nowhere/r.json", "there is no folder nowhere"],
        ),
        (["watch", "necromunda", "--record", "."], ["is a folder"]),
        (["watch", "necromunda", "--scenario", "none.toml"], ["none.toml: cannot be read: No such file"]),
        (["watch", "necromunda", "--force", "none.toml"], ["none.toml: cannot be read: No such file"]),
        (["replay", "none.json"], ["none.json: cannot be read: No such file"]),
        (["replay", "."], ["cannot be read: Is a directory"]),
    ],
)
def test_a_wrong_door_says_what_where_and_what_would_be_right(
    arguments: list[str], words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = command(*arguments)
    assert (done.code, done.page) == (2, "")
    assert done.errors.startswith("warbook: ") and done.errors.count("\n") == 1
    assert all(word in done.errors for word in words), done.errors
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("--scenario", "id = 'x'\nname = = 1", ["bad.toml", "not valid TOML", "line 2"]),
        ("--scenario", SCENARIO.replace("depth = 24.0", "depth = 'deep'"), ["bad.toml, line", "depth"]),
        ("--scenario", SCENARIO.replace("words =", "wrods ="), ["bad.toml", "wrods"]),
        ("--scenario", SCENARIO.replace("[[6, 12], [16, 12]]", "[[6, 12], [60, 12]]"), ["leaves the table"]),
        ("--force", "id = 'x'\nname = 'X'\nfighters = []", ["bad.toml", "exactly one leader"]),
        ("--force", "id = 'x'\nname = 'X'", ["bad.toml", "fighters"]),
        ("--force", "id = 'x'\nname = 'X'\nfighters = [{type = 'wizard'}]", ["bad.toml", "wizard"]),
        ("--force", "\udcff", ["bad.toml: not UTF-8"]),
    ],
)
def test_a_file_of_ones_own_is_refused_with_place_and_reason(
    name: str, text: str, words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.toml").write_bytes(text.encode("utf-8", "surrogateescape"))
    done = command("watch", "necromunda", name, "bad.toml")
    assert (done.code, done.page) == (2, "")
    assert all(word in done.errors for word in words), done.errors


def test_a_pipe_that_is_closed_is_no_accident(small: tuple[str, ...]) -> None:
    line = " ".join(
        [*map(_quoted, WARBOOK), "watch", "necromunda", "--seed", "7", *small, "--record", "r.json"]
    )
    done = subprocess.run(
        ["bash", "-c", f"{line} | head -1; echo ${{PIPESTATUS[0]}}"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.stdout == "Crows (random) against Rats (random) on the table Yard, seed 7.\n2\n"
    assert done.stderr == ""
    assert command("replay", "r.json", "--verify").code == 0


def _quoted(words: str) -> str:
    return f"'{words}'"


@pytest.mark.parametrize(
    ("sent", "code", "words"),
    [(signal.SIGINT, 130, "interrupted"), (signal.SIGHUP, 129, "the terminal was closed")],
)
def test_who_is_cut_off_finds_the_battle_saved(
    small: tuple[str, ...], sent: signal.Signals, code: int, words: str
) -> None:
    arguments = [
        *WARBOOK,
        "play",
        "necromunda",
        *small[:6],
        "--player",
        "me",
        "--player",
        "friend",
        "--seed",
        "1",
        "--plain",
    ]
    process = subprocess.Popen(
        arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin and process.stdout and process.stderr
    process.stdin.write(b"1\n")
    process.stdin.flush()
    page = b""
    while b"Set up: who next?" not in page:
        ready, _, _ = select.select([process.stdout], [], [], PATIENCE)
        assert ready, page
        page += os.read(process.stdout.fileno(), 4096)
    process.send_signal(sent)
    # A signal between the prompt and the reading is heeded after it.
    _, errors = process.communicate(b"\n", PATIENCE)
    assert process.returncode == code
    saved = "the battle is saved, go on with warbook play necromunda --load necromunda-1.json"
    assert errors.decode() == f"warbook: {words}; {saved}\n"
    assert "Set up: who next?" in command("play", "necromunda", "--load", "necromunda-1.json").page


def test_a_terminal_that_knows_no_symbols(small: tuple[str, ...]) -> None:
    arguments = ("play", "necromunda", *small[:6], "--player", "me", "--player", "random", "--seed", "1")
    done = shell(*arguments, keyboard="1\n1\nmap\nquit\nn\n", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert done.returncode == 0, done.stderr
    assert done.stdout.isascii()
    assert "+------" in done.stdout and "% ladder" in done.stdout


# ---------------------------------------------------------------- at a real terminal


@pytest.fixture
def terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Terminal]:
    monkeypatch.chdir(tmp_path)
    made = Terminal("play", "necromunda")
    yield made
    os.close(made.screen)


def test_one_keypress_starts_a_battle(terminal: Terminal) -> None:
    terminal.until("Enter to start: ")  # whatever was drawn by lot
    terminal.type("picnic\r")
    assert '"picnic" is none of these.' in terminal.until("Enter to start: ")
    terminal.type("scavengers\r")
    assert "Necromunda, Scavengers" in terminal.until("Enter to start: ")
    terminal.type("gang_fight\r")
    terminal.until("Enter to start: ")
    terminal.type("orlock_sample\r")
    start = terminal.until("Enter to start: ")
    assert "Slag Street Irons (you) against Rust Bulls (drill)" in start
    assert "Drive the enemy off" in start
    terminal.type("look orlock_sample\r")
    looked = terminal.until("Enter to start: ")
    assert "Gang leader; 165 credits; Boltgun, Sword, Knife." in looked
    terminal.type("look orlock_sample 2\r")
    assert "Encumbered" in terminal.until("Enter to start: ")
    terminal.type("look orlock_sample ganger\r")
    assert 'not one called just "ganger"' in terminal.until("Enter to start: ")
    terminal.type("look nobody\r")
    assert '"look nobody" is none of these.' in terminal.until("Enter to start: ")
    terminal.type("\r")
    begun = terminal.until("> ")
    assert "\x1b[1m" in begun
    assert "Before the battle. You are Slag Street Irons." in begun
    terminal.type("quit\r")
    assert terminal.end() == 0


def test_the_lobby_tells_what_a_force_announces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    terminal = Terminal("play", "steampunk")
    terminal.until("Enter to start: ")
    terminal.type("ork.small\r")
    assert "It has huge units, seen from afar: Troll." in terminal.until("Enter to start: ")
    terminal.type("quit\r")
    assert terminal.end() == 0
    os.close(terminal.screen)


@pytest.mark.parametrize(("key", "code"), [("\x04", 2), ("\x03", 130)])
def test_leaving_with_a_key(terminal: Terminal, key: str, code: int, tmp_path: Path) -> None:
    terminal.until("Enter to start: ")
    terminal.type("gang_fight\r")
    terminal.until("Enter to start: ")
    terminal.type("\r")
    terminal.until("> ")
    terminal.type("1\r")
    terminal.until("> ")
    terminal.type(key)
    if key == "\x03":
        terminal.type("\r")  # a signal between the prompt and the wait for a key is heeded at the next key
    terminal.until("the battle is saved, go on with warbook play necromunda --load ")
    assert terminal.end() == code
    assert [path.suffix for path in tmp_path.iterdir()] == [".json"]


def test_the_module_of_the_commands_runs_them() -> None:
    asked = [sys.executable, "-m", "warbook.cli", "odds", "gorkamorka"]
    done = subprocess.run(asked, capture_output=True, text=True, check=True)
    assert "hit-vehicle" in done.stdout
