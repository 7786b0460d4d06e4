"""Building a force at the keyboard: buying, taking off, settling, saving, leaving."""

import tomllib
from pathlib import Path

import pytest

from tests.terminal.commands import Done, command
from warbook.books.steampunk.army.building import armies, read_army, write_army
from warbook.core.datafile import read_written

BUILD = ("build", "steampunk", "--plain")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def typed(*lines: str, file: str = "") -> Done:
    arguments = (*BUILD, file) if file else BUILD
    return command(*arguments, keyboard="\n".join(lines) + "\n")


def replies(done: Done) -> list[str]:
    """What was said after each line that was typed."""
    return [part.partition("\n")[2] for part in done.page.split("> ")[1:]]


def test_an_army_is_built_saved_and_played() -> None:
    done = typed(
        *("set nation ork", "set name The Iron Fist", "buy troll", "buy ork inf", "open 2", "buy ork elite"),
        *("buy war drum", "set name Boyz", "back", "buy hammerhead", "save", "quit"),
    )
    assert (done.code, done.errors) == (0, "")
    assert "Saved. Play with it: warbook play steampunk --force the-iron-fist.toml" in done.page
    army = read_army(read_written(Path("the-iron-fist.toml")))
    assert army.name == "The Iron Fist"
    assert [(unit.unit, unit.name, unit.replace, unit.equip) for unit in army.units] == [
        ("ork.troll", "", (), ()),
        ("ork.ork-infantry", "Boyz", ("ork.ork-elite-infantry",), ("ork.war-drum",)),
        ("ork.hammerhead", "", (), ()),
    ]
    fought = command(
        *("watch", "steampunk", "--force", "the-iron-fist.toml", "--player", "random", "--player", "random"),
        *("--seed", 1, "--quiet"),
    )
    assert fought.code == 0
    assert "The Iron Fist" in fought.page


def test_every_change_says_what_is_spent_and_what_is_wrong_at_once() -> None:
    done = typed(
        "set nation ork", "buy troll", "buy troll", "buy troll", "set game tank", "undo", "quit", "n"
    )
    bought, twice, refused, smaller, undone = replies(done)[1:6]
    assert "12 of 24 xp experience" in bought
    assert "Mind: your opponent is told" in bought
    assert "Nothing is wrong with it." in twice
    assert refused.startswith("Troll: the army comes to 36 xp, and the standard game has 24; save 12.")
    assert "[spf.army.budget]" in refused
    assert "Wrong: the army comes to 24 xp, and the tank game has 0; save 24. [spf.army.budget]" in smaller
    assert undone.startswith("Taken back.")
    assert "Nothing is wrong with it." in undone


def test_a_flaw_names_the_line_it_is_in_and_goes_with_what_caused_it() -> None:
    acts = ("set nation ork", "buy grunt", "buy ork inf", "open 2", "buy ork el", "buy war drum")
    done = typed(*acts, "off ork elite", "off 1", "quit", "n")
    off, healed = replies(done)[6:8]
    assert "Wrong: 2. Ork Infantry: War Drum needs a model that is infantry and elite" in off
    assert "[spf.army.upgradable]" in off
    assert "Nothing is wrong with it." in healed


def test_what_is_barred_is_listed_with_the_reason_and_the_rule() -> None:
    done = typed("set nation ork", "buy ork inf", "open 1", "buy assault musket", "list", "quit", "n")
    assert "Ork Pistol, 1 cp: not now: Ork Infantry has 2 hands" in replies(done)[4]
    assert "[spf.army.hands]" in replies(done)[4]


def test_one_may_look_before_buying_and_ask_why() -> None:
    done = typed("set nation ork", "look troll", "why spf.army.hands", "look", "quit")
    assert "Resist (poison, 2): Damage of the type is lowered by 2." in replies(done)[1]
    assert "either one two-handed weapon or up to two" in replies(done)[2]
    assert replies(done)[3].startswith("Say which, as in: look 1.")


def test_a_ready_made_army_can_be_the_start() -> None:
    done = typed("start", "start everything", "save mine.toml", "quit")
    assert "Everything with Teeth (Ork): Ten units" in replies(done)[0]
    whole = read_army(read_written(Path("mine.toml")))
    assert whole.units == armies()["ork.standard"].units
    assert done.code == 0


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        ("", 'Type what to do, or "help".'),
        ("dance", '"dance" is nothing that can be done here; type help.'),
        ("buy 99", "There is no number 99: what can be bought goes from 1 to 14."),
        ("buy " + "9" * 5000, "is nothing that can be done here"),
        ("buy", "Say which, as in: buy 1."),
        ("off 1", "There is nothing yet in what the force has."),
        ("open x", "There is nothing yet in what the force has."),
        ("undo", "Nothing has been changed that could be taken back."),
        ("set game chess", '"chess" is nothing that can be done here'),
        ("set colour red", '"colour" is nothing that can be done here'),
        ("set name " + "x" * 81, "This is longer than 80 characters; say it shorter."),
        ("save no/such/folder.toml", "no/such/folder.toml: there is no folder no/such."),
        ("save " + "x" * 300 + ".toml", "No file can be called that"),
        ("save a\0b.toml", "cannot be written: embedded null byte"),
        ("save army.txt", "A force is kept in a TOML file"),
        ("why", "Say which rule"),
        ("help", "buy 3: buy number 3 of that list"),
    ],
)
def test_wrong_input_is_answered_with_a_sentence(line: str, reply: str, folder: Path) -> None:
    done = typed(line, "quit")
    assert reply in replies(done)[0]
    assert (done.code, list(folder.iterdir())) == (0, [])


def test_several_of_a_name_are_told_apart_by_number() -> None:
    done = typed("set nation ork", "buy grunt", "buy grunt", "off grunt", "off 2", "quit", "n")
    assert '"grunt" may be 2 things; say its number, as in: off 1.' in replies(done)[3]
    assert replies(done)[4].startswith("Taken out: Grunt.")


def test_nothing_to_buy_for_a_line_says_so() -> None:
    done = typed("set nation ork", "buy hammer", "open 1", "buy 1", "off 1", "quit", "n")
    assert "Nothing can be bought for HammerHead; type back for the whole force." in replies(done)[3]
    assert "There is nothing yet in what HammerHead has." in replies(done)[4]


# ---------------------------------------------------------------- files


def test_a_file_is_gone_on_with_and_saved_where_it_was() -> None:
    Path("mine.toml").write_text(write_army(armies()["ork.small"]))
    done = typed("off 1", "save", "quit", file="mine.toml")
    assert done.code == 0
    assert len(tomllib.loads(Path("mine.toml").read_text())["units"]) == len(armies()["ork.small"].units) - 1


def test_a_file_that_is_there_is_replaced_only_if_one_agrees() -> None:
    Path("other.toml").write_text("keep me")
    done = typed("set nation ork", "buy grunt", "save other.toml", "n", "quit", "n")
    assert "other.toml exists. Replace it?" in done.page
    assert "It is not saved." in done.page
    assert Path("other.toml").read_text() == "keep me"
    typed("set nation ork", "buy grunt", "save other.toml", "y", "quit")
    assert read_army(read_written(Path("other.toml"))).units[0].unit == "ork.grunt"


def test_a_force_with_faults_is_saved_and_says_that_it_may_not_fight() -> None:
    done = typed("set nation ork", "save half.toml", "quit")
    assert "It may not fight before what is wrong is put right." in done.page
    again = typed("buy grunt", "quit", "y", file="half.toml")
    assert again.code == 0
    assert read_army(read_written(Path("half.toml"))).units[0].unit == "ork.grunt"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("= =", "not valid TOML"),
        ("nation = 'ork'", "lacks the field 'name'"),
        ("\udcff", "not UTF-8"),
    ],
)
def test_a_file_that_is_no_force_is_refused(text: str, words: str) -> None:
    Path("bad.toml").write_bytes(text.encode("utf-8", "surrogateescape"))
    done = typed("quit", file="bad.toml")
    assert done.code == 2
    assert words in done.errors


def test_a_file_that_is_not_there_is_where_it_will_be_saved() -> None:
    assert typed("set nation ork", "buy grunt", "save", "quit", file="new.toml").code == 0
    assert read_army(read_written(Path("new.toml"))).nation == "ork"
    assert "there is no folder" in typed("quit", file="no/new.toml").errors


def test_whoever_leaves_in_the_middle_finds_the_force_saved_beside_what_is_there() -> None:
    Path("new-army.toml").write_text("keep me")
    done = typed("set nation ork", "buy grunt")
    assert done.code == 2
    assert "the force is saved, go on with warbook build steampunk new-army-2.toml" in done.errors
    assert Path("new-army.toml").read_text() == "keep me"
    assert read_army(read_written(Path("new-army-2.toml"))).units[0].unit == "ork.grunt"
    assert "saved" not in typed().errors


def test_a_book_without_rules_for_it_says_so() -> None:
    done = command("build", "duel")
    assert done.code == 2
    assert "Duel has no rules for building forces" in done.errors


def test_without_plain_the_same_in_a_page_of_its_width() -> None:
    done = command("build", "steampunk", keyboard="set nation ork\nbuy ork inf\nopen 1\nquit\nn\n")
    assert done.code == 0
    assert max(map(len, done.page.splitlines())) <= 110
