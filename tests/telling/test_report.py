"""The battle report: complete, without scripts, and nothing that comes from data is taken for HTML."""

import re
from html.parser import HTMLParser

from msgspec.structs import replace

from tests.telling.test_ledger import BATTLE
from tests.telling.test_story import CAST
from warbook.board.hextable import Cell, HexTable, place
from warbook.board.terrain import Block, Table
from warbook.core.book import Hull, Piece, Rolls
from warbook.core.events import AnyEvent, Ended, Event, Note, Phase, Rolled
from warbook.core.luck import Luck, commitment, new_secret
from warbook.telling.cast import Cast
from warbook.telling.report import report_html

EVIL = "<script>alert('&\"')</script>"


class Reader(HTMLParser):
    """The tags and the words of a page; every tag must be closed again."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.words = ""
        self.feed(page)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.words += data


def page(*events: Event, cast: Cast = CAST, **more: object) -> str:
    return report_html(cast, events, {"a": "drill", "b": "a friend"}, title="Toy", **more)  # type: ignore[arg-type]


def test_it_tells_the_whole_battle() -> None:
    secret = new_secret()
    told = page(
        Phase(turn=1, side="a", phase="shooting"),
        *BATTLE,
        Ended(winner="a", words="Bulls run."),
        scenario="Sump",
        rulings={"premeasure": True, "rounds": 4, "extras": ["one", "two"]},
        seed="5eed",
        luck=Luck(commitment(secret), secret, {"a": "00ff", "b": ""}),
    )
    words = Reader(told).words
    for part in (
        "Irons against Bulls", "Toy · Sump", "2 strong, played by drill", "Turn 1: Irons", "Shooting",
        "premeasure: on; rounds: 4; extras: one, two.", "Vex fires the lasgun", "Irons win. Bulls run.",
        "1 of 1 gone from the table (Sorrow)", "67 of 100 battles with these rolls", "5eed", "00ff",
        secret, commitment(secret), "warbook verify-dice",
    ):  # fmt: skip
        assert part in words
    assert 'To hit 4+: <span class="die hit">5</span>. To wound 4+: <span class="die miss">3</span>.' in told


def test_names_have_the_colour_of_their_side() -> None:
    names = {"a1": "Vex", "b1": "lt", "a2": "Nan", "b2": "Nan"}
    twins = Cast(names, {piece: piece[0] for piece in names}, CAST.sides, Rolls())
    told = page(Note(words="Vex, Vexed, fires at lt <and> Nan."), cast=twins)
    vex, lt = '<span class="side0">Vex</span>', '<span class="side1">lt</span>'
    assert f"<p>{vex}, Vexed, fires at {lt} &lt;and&gt; Nan.</p>" in told


def test_a_name_within_a_name_of_both_sides_has_no_colour() -> None:
    names = {"a1": "Scout", "a2": "Scout Tank", "b1": "Scout Tank"}
    both = Cast(names, {piece: piece[0] for piece in names}, CAST.sides, Rolls())
    told = page(Note(words="Scout sees Scout Tank."), cast=both)
    assert '<p><span class="side0">Scout</span> sees Scout Tank.</p>' in told


def test_the_result_stands_at_the_top_with_the_table_as_it_is() -> None:
    table = Table("Yard", 20.0, 10.0, blocks=(Block("Shed", ((1, 1), (4, 1), (4, 3), (1, 3)), 2.0),))
    cast = replace(CAST, table=table)
    pieces = (
        Piece("a1", "Vex & Co", "a", 5.0, 2.0, 0.0, 0.0, 0.5, letter="V"),
        Piece("b1", "Sorrow", "b", 9.0, 8.0, 0.0, 90.0, 0.5, letter="S", hull=Hull(4.0, 2.0)),
        Piece("b2", "Gone", "b", 9.0, 8.0, 0.0, 90.0, 0.5, on_table=False),
    )
    told = page(*BATTLE, Ended(winner="a", words="Bulls run."), cast=cast, pieces=pieces)
    words = Reader(told).words
    assert words.index("Irons win. Bulls run.") < words.index("Vex fires the lasgun")
    assert words.index("1 of 1 gone from the table (Sorrow)") < words.index("The table at the end")
    assert '<title>Vex &amp; Co</title><circle cx="5.00" cy="8.00" r="0.5"/>' in told
    # north is up: a hull that faces north has its front at the smaller y
    assert (
        'points="8.00,0.00 8.00,4.00 10.00,4.00 10.00,0.00"/><line x1="9.00" y1="2.00" x2="9.00" y2="0.00"/>'
        in told
    )
    assert "<title>Shed</title>" in told and "Gone" not in words
    assert "The battle is not over." in Reader(page(*BATTLE)).words


def test_a_table_of_hexes_is_drawn_hex_by_hex() -> None:
    table = HexTable("Field", 2, 3, (Cell(1, 2, "forest"),))
    pieces = (Piece("a1", "Tank", "a", *table.middle(place(2, 1)), 0.0, 0.0, 0.8, letter="T"),)
    told = page(*BATTLE, cast=replace(CAST, table=table), pieces=pieces)
    assert told.count('<polygon class="felt"') == 4 and told.count("<title>forest</title>") == 1
    assert '<circle cx="2.89" cy="2.00" r="0.8"/>' in told


def test_every_die_is_drawn() -> None:
    told = page(Rolled(rule="x.hit", faces=(6,) * 30, need=3, by="a1"))
    assert told.count('<span class="die') == 30


def test_it_needs_nothing_else() -> None:
    told = page(*BATTLE)
    assert not {"script", "link", "img", "iframe", "object"} & set(Reader(told).tags)
    assert not re.search(r"https?:|url\(|@import|javascript:| on\w+=", told)


def test_what_is_not_to_be_told_yet_is_not_there() -> None:
    words = Reader(page(Note(words="It begins."), luck=Luck("c" * 64))).words
    assert "c" * 64 in words and "Secret" not in words and "Seed" not in words and "verify-dice" not in words
    assert "The dice" not in Reader(page(Note(words="It begins."))).words


def test_words_from_data_are_never_html() -> None:
    cast = Cast(
        names={"a1": EVIL, "b1": EVIL},
        side_of={"a1": "a", "b1": "b"},
        sides={"a": EVIL, "b": EVIL},
        rolls=Rolls({"x.hit": EVIL}, ("x.hit",)),
        table=Table(EVIL, 10.0, 10.0),
    )
    events: list[AnyEvent] = [
        Phase(turn=1, side="a", phase=EVIL),
        Note(words=EVIL),
        Rolled(rule="x.hit", faces=(4,), need=3, by="a1"),
        Rolled(rule="x.hit", faces=(2,) * 50, need=3, by="a1"),
        Rolled(rule="x.hit", faces=(), need=3, by="b1"),
        Ended(winner="a", words=EVIL),
    ]
    told = report_html(
        cast,
        events,
        {"a": EVIL, "b": EVIL},
        title=EVIL,
        scenario=EVIL,
        rulings={EVIL: [EVIL]},
        seed=EVIL,
        luck=Luck(EVIL, EVIL, {EVIL: EVIL}),
    )
    assert "<script" not in told
    seen = Reader(told)
    assert "script" not in seen.tags and seen.words.count(EVIL) > 20
