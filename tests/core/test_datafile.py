"""Data that people write: what is wrong is told with file, line and field, and what would be right."""

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from warbook.core.datafile import (
    LARGEST,
    BadData,
    Flaw,
    as_switch,
    did_you_mean,
    line_of,
    parse_toml,
    read_toml,
    toml_fields,
    toml_tables,
)

GANG = """\
# a gang
id = "rats"
name = "The Rats"

fighters = [
  { type = "leader", weapons = ["knife", "pistol"] },
  # the brave
  { type = "ganger" },
]

[stash]
credits = 5

[[scars]]
who = "leader"
place = "arm"

[[scars]]
who = "ganger"
place = "leg"
[scars.doctor]
paid = 3
"""


class Recruit(Struct, frozen=True, forbid_unknown_fields=True):
    type: Literal["leader", "ganger", "juve"]
    weapons: tuple[str, ...] = ()


class Stash(Struct, frozen=True, forbid_unknown_fields=True):
    credits: int


class Doctor(Struct, frozen=True):
    paid: int


class Scar(Struct, frozen=True):
    who: str
    place: Literal["arm", "leg"] | None = None
    doctor: Doctor | None = None
    spot: tuple[float, Literal["x", "y"]] = (0.0, "x")


class Gang(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    fighters: tuple[Recruit, ...]
    stash: Stash | None = None
    scars: list[Scar] = []


def test_a_good_file_is_read(tmp_path):
    path = tmp_path / "gang.toml"
    path.write_text(GANG)
    gang = read_toml(path, Gang)
    assert gang.fighters[0].weapons == ("knife", "pistol") and gang.scars[1].doctor == Doctor(3)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('name = "The Rats"', "name = 3", "gang.toml, line 3: name: expected `str`, got `int`"),
        ('id = "rats"', "", "gang.toml, line 1: the top of the file lacks the field 'id'"),
        ('id = "rats"', 'id = "rats"\nnmae = "x"', "line 3: .* a field 'nmae' .*; did you mean 'name'?"),
        (
            'id = "rats"',
            'id = "rats"\nzzz = "x"',
            "line 3: .*; there is: id, name, fighters, stash, scars",
        ),
        ('"pistol"]', "7]", r"line 6: fighters\[0\].weapons\[1\]: expected `str`, got `int`"),
        ('"ganger" }', '"gangster" }', r"line 8: fighters\[1\].type: .*; it may be: leader, ganger, juve"),
        ('"ganger" }', '"ganger", hat = 1 }', r"line 8: fighters\[1\] has a field 'hat'"),
        ('{ type = "ganger" }', "{ }", r"line 8: fighters\[1\] lacks the field 'type'"),
        ('{ type = "ganger" }', "3", r"line .*: fighters\[1\]: expected `object`, got `int`"),
        ("credits = 5", 'credits = "5"', "line 12: stash.credits: expected `int`, got `str`"),
        ("credits = 5", "credit = 5", "line .*: stash has a field 'credit' .*; did you mean 'credits'?"),
        ('place = "leg"', 'place = "ear"', r"line 20: scars\[1\].place: .*; it may be: arm, leg"),
        ("paid = 3", "paid = true", r"line 22: scars\[1\].doctor.paid: expected `int`, got `bool`"),
        ('place = "arm"', 'spot = [1.0, "z"]', r"line 16: scars\[0\].spot\[1\]: .*; it may be: x, y"),
        ("[stash]", "[stash", "gang.toml: not valid TOML: .*line 11"),
        ("credits = 5", f"credits = {'9' * 5000}", "gang.toml: not valid TOML"),
        ("credits = 5", f"credits = {'[' * 5000}", "gang.toml: not valid TOML"),
    ],
)
def test_what_is_wrong_is_told_with_line_and_field(old, new, words):
    assert old in GANG
    with pytest.raises(BadData, match=words):
        parse_toml(GANG.replace(old, new, 1), "gang.toml", Gang)


def test_what_cannot_be_read_is_told(tmp_path):
    def refuses(path, words):
        with pytest.raises(BadData, match=words):
            read_toml(path, Gang)

    refuses(tmp_path / "none.toml", "none.toml: cannot be read: No such file")
    refuses(tmp_path, "cannot be read: Is a directory")
    refuses(tmp_path / "a\0b", "cannot be read: embedded null")
    (tmp_path / "latin.toml").write_bytes(b'id = "\xe9"')
    refuses(tmp_path / "latin.toml", r"latin.toml: not UTF-8 text \(byte 6\)")
    (tmp_path / "huge.toml").write_bytes(b"#" * (LARGEST + 1))
    refuses(tmp_path / "huge.toml", "huge.toml: larger than 1,000,000 bytes")


@given(st.text(max_size=60) | st.binary(max_size=60).map(lambda data: data.decode("latin-1")))
def test_any_text_is_read_or_refused(text):
    with pytest.raises(BadData, match=r"^x\.toml"):
        parse_toml(text, "x.toml", Gang)


@given(st.text(".abc[]0123\n= {", max_size=30), st.text(".abc[]0123", max_size=20))
def test_a_line_is_always_one_of_the_text(text, path):
    assert 1 <= line_of(text, path) <= max(1, len(text.splitlines()))


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("on", True), ("Yes", True), ("true", True), (" off ", False), ("no", False), ("FALSE", False),
        ("3", 3), ("-1", -1), ("4,5,6", [4, 5, 6]), ("another-1", "another-1"), ("", ""), ("3.5", 3.5),
        ("3.", "3."), (True, True), (3, 3), (None, None),
    ],
)  # fmt: skip
def test_a_switch_as_people_type_it(typed, value):
    assert as_switch(typed) == value and type(as_switch(typed)) is type(value)


def test_what_a_check_finds_is_told_line_by_line():
    def check(gang):
        return [
            Flaw(".fighters[1].type", "no second ganger"),
            Flaw("", "no luck"),
            Flaw(".scars[1]", "too deep"),
        ]

    with pytest.raises(BadData) as bad:
        parse_toml(GANG, "gang.toml", Gang, check)
    assert str(bad.value).splitlines() == [
        "gang.toml, line 8: fighters[1].type: no second ganger",
        "gang.toml, line 1: the top of the file: no luck",
        "gang.toml, line 18: scars[1]: too deep",
    ]
    assert parse_toml(GANG, "gang.toml", Gang, lambda gang: []).id == "rats"


def test_a_name_that_is_not_known_gets_the_nearest_or_all():
    assert did_you_mean("pistl", ["knife", "pistol"]) == "; did you mean 'pistol'?"
    assert did_you_mean("zzz", {"knife": 1, "pistol": 2}) == "; there is: knife, pistol"


# ---------------------------------------------------------------- what would take long to read


class Anything(Struct):
    pass


def refusal(text: str) -> str:
    try:
        parse_toml(text, "bomb.toml", Anything)
    except BadData as bad:
        return str(bad)
    return ""


@pytest.mark.parametrize("key", ["{}=1", "[{}]", "[[{}]]", "x={{{}=1}}", "x=[1,{{y=2,{}=1}}]"])
@pytest.mark.parametrize("names", ["a", "a-1", '"a.b"', "'#'"])
@pytest.mark.parametrize("dot", [".", " . ", "\t."])
def test_a_key_has_at_most_eight_names(key, names, dot):
    eight, nine = (key.format(dot.join([names] * count)) for count in (8, 9))
    assert refusal(f"# one\n{eight}\n") == ""
    assert refusal(f"# one\n{nine}\n") == (
        "bomb.toml, line 2: a key of more than 8 names; none here needs as many"
    )


@pytest.mark.parametrize("size", [20_000, 200_000])
def test_a_key_of_thousands_of_names_is_not_even_read(size):
    assert "a key of more than 8 names" in refusal("a." * size + "a=1")
    assert "a key of more than 8 names" in refusal("[" + "a." * size + "a]")


STRINGS = [
    '"q"', "'q'", '""', "''", r'"\""', r'"\\"', "'\\'", '"#"', "'#'", '"\'"', "'\"'",
    '"""q"""', "'''q'''", '"""q""""', '"""q"""""', "'''q''''", "'''q'''''", '""""""', '"""""q"""',
    '"""q\n"\nq"""', r'"""\""""', r'"""\\"""', "'''\\'''", '"""\'\'\'"""',
]  # fmt: skip
DEEP = ".".join("abcdefghi")


@pytest.mark.parametrize("string", STRINGS)
def test_dots_count_after_every_string_and_in_none(string):
    """What looks where strings end must agree with what reads them."""
    assert refusal(f"x={{s={string}, {DEEP}=1}}") != "", "a key behind it"
    assert refusal(f"x={{s={string}, t={string}, u=1}} # {DEEP}\n") == ""
    inside = string.replace("q", f" {DEEP} ")
    assert refusal(f"x={{s={inside}, u=1}}") == ""


@pytest.mark.parametrize("text", ["{}=1\n", "x{}=[]\n[y{}]\n"])
def test_a_file_has_so_many_keys_and_no_more(text):
    each = text.count("=") + text.count("[")
    most = 20_000 // each
    assert refusal("".join(text.format(n, n) for n in range(most))) == ""
    told = refusal("".join(text.format(n, n) for n in range(most + 1)))
    assert told == f"bomb.toml: {(most + 1) * each:,} keys and lists; 20,000 are the most a file may have"


def test_of_much_that_is_wrong_the_first_twenty_are_told():
    for wrong, more in ((20, 0), (21, 1), (5000, 4980)):
        flaws = [Flaw(f".fighters[{n}]", f"number {n}") for n in range(wrong)]
        with pytest.raises(BadData) as bad:
            parse_toml(GANG, "gang.toml", Gang, lambda gang, flaws=flaws: flaws)
        told = str(bad.value).splitlines()
        assert [line.rpartition(": ")[2] for line in told[:20]] == [f"number {n}" for n in range(20)]
        assert told[20:] == ([f"gang.toml: and {more} more things are wrong"] if more else [])


class Nail(Struct, frozen=True, tag="nail", tag_field="kind"):
    length: int = 1


class Screw(Struct, frozen=True, tag="screw", tag_field="kind"):
    pitch: float = 1.0


class Drawer(Struct, frozen=True):
    name: str
    words: tuple[str, ...] = ()
    nails: tuple[Nail, ...] = ()
    best: Nail | Screw | None = None


class Chest(Struct, frozen=True):
    name: str
    full: bool = False
    top: Drawer = Drawer("top")
    drawers: tuple[Drawer, ...] = ()


def test_what_is_written_is_read_again_and_what_is_usual_is_left_out():
    chest = Chest(
        'a "b"\x7f',
        top=Drawer("upper", ("x", "é")),
        drawers=(Drawer("low", nails=(Nail(), Nail(3))), Drawer("")),
    )
    text = "\n".join(toml_tables(chest)) + "\n"
    assert parse_toml(text, "chest.toml", Chest) == chest
    assert "full" not in text and "[[drawers.nails]]" in text
    assert toml_tables(Chest("x")) == ['name = "x"']


def test_fields_that_are_empty_are_left_out_unless_they_are_always_there():
    assert toml_fields(Drawer("a", ("b",)), ("name", "words")) == ['name = "a"', 'words = ["b"]']
    assert toml_fields(Drawer(""), ("name", "words")) == []
    assert toml_fields(Drawer(""), ("name", "words"), ("name",)) == ['name = ""']


def test_a_wrong_kind_of_thing_is_told_with_the_right_ones():
    with pytest.raises(BadData, match=r"line 2: best.kind: invalid value 'peg'; it may be: nail, screw"):
        parse_toml('name = "x"\nbest = { kind = "peg" }', "drawer.toml", Drawer)
