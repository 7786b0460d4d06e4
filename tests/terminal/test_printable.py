"""A terminal shows what people wrote, and never obeys it."""

import os
import re
import sys
import unicodedata
from pathlib import Path

import pytest

from tests.terminal.commands import command
from tests.terminal.skirmish import GANG, SCENARIO
from tests.terminal.terminal import Terminal
from warbook.telling.printable import Printable, printable

TRICKS = "\x1b]0;mine\x07\x1b[2J\x9b31m\b\r\n\u202eDoom\u2066\u2028\x7f"
TURNING = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
ME = ("--player", "me", "--player", "random", "--seed", "7")
MARKS = "\u200e\u200f\u061c"  # of direction, unseen


def obeyed(character: str) -> bool:
    """Whether a terminal does something at this character instead of showing it."""
    return (
        unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp")
        or unicodedata.bidirectional(character) in TURNING
        or character in MARKS
    )


def test_every_character_is_shown_or_replaced() -> None:
    for code in range(sys.maxunicode + 1):
        character = chr(code)
        kept = not obeyed(character) or character in "\n\t"
        assert printable(character) == (character if kept else "?"), hex(code)


def spelt(words: str) -> str:
    """As TOML has it between quotation marks."""
    return "".join(f"\\u{ord(each):04x}" if obeyed(each) else each for each in words)


@pytest.fixture
def tricky(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    """A scenario and gangs with tricks in every name."""
    monkeypatch.chdir(tmp_path)
    tricks = spelt(TRICKS)
    words = re.sub(r'(name|words) = "([^"]*)"', lambda found: f'{found[1]} = "{found[2]}{tricks}"', SCENARIO)
    Path("yard.toml").write_text(words)
    for id, letter in (("crows", "A"), ("rats", "R")):
        gang = GANG.replace('da"', f'da{tricks}"')
        Path(f"{id}.toml").write_text(gang.format(id=id, name=f"{id}{tricks}", letter=letter))
    return ("--scenario", "yard.toml", "--force", "crows.toml", "--force", "rats.toml")


def assert_tame(page: str) -> None:
    assert "Doom" in page, "the names were shown"
    assert {each for each in page if obeyed(each)} <= {"\n"}


@pytest.mark.parametrize("plain", [(), ("--plain",)], ids=["drawn", "plain"])
def test_names_in_reports_maps_and_replays(tricky: tuple[str, ...], plain: tuple[str, ...]) -> None:
    bots = ("--player", "random", "--player", "random", "--seed", "7")
    told = command("watch", "necromunda", *tricky, *bots, "--record", "battle.json", *plain)
    assert told.code == 0, told.errors
    again = command("replay", "battle.json", *plain)
    keyboard = "1\n1\nmap\nlog\nodds 1\nwho\nadvice\nundo\nsave\nquit\nn\n"
    played = command("play", "necromunda", *tricky, *ME, *plain, keyboard=keyboard)
    for done in (told, again, played):
        assert_tame(done.page + done.errors)
    if plain:
        assert "\n?Doom" not in told.page, "no name begins a line of its own"


def test_names_in_complaints(tricky: tuple[str, ...]) -> None:
    tricks = spelt(TRICKS)
    Path("bad.toml").write_text(f'id = "bad"\nname = "Bad"\n"x{tricks}" = 1\nfighters = []\n')
    Path("worse.toml").write_text(GANG.format(id="w", name="W", letter="W").replace("lasgun", f"las{tricks}"))
    Path("battle.json").write_bytes(b'{"format": 1, "book": "Doom\x1b[2J"}')
    for arguments in (
        ("watch", "necromunda", "--force", "bad.toml"),
        ("watch", "necromunda", "--force", "worse.toml"),
        ("replay", "battle.json"),
        ("watch", "necromunda", "--force", f"Doom{TRICKS}"),
        ("play", f"Doom{TRICKS}"),
    ):
        done = command(*arguments)
        assert done.code == 2
        assert {each for each in done.page + done.errors if obeyed(each)} <= {"\n"}, arguments


def test_a_real_terminal_gets_the_colours_and_none_of_the_tricks(tricky: tuple[str, ...]) -> None:
    terminal = Terminal("play", "necromunda", *tricky, *ME)
    seen = terminal.until("> ")
    terminal.type("quit\r")
    assert terminal.end() == 0
    os.close(terminal.screen)
    assert "Doom" in seen and "\x1b[1m" in seen
    orders = set(re.findall(r"\x1b[^a-zA-Z]*[a-zA-Z]", seen))
    assert all(re.fullmatch(r"\x1b\[[0-9;?]*[mhl]", order) for order in orders), orders
    assert not {"\x07", "\x9b", "\u202e", "\x7f"} & set(seen)


def test_what_a_server_logs(capsys: pytest.CaptureFixture[str]) -> None:
    stream = Printable(sys.stderr)
    print(f"a battle of {TRICKS}", file=stream, flush=True)
    assert not stream.isatty(), "nobody writes colours to it"
    assert {each for each in capsys.readouterr().err if obeyed(each)} == {"\n"}
