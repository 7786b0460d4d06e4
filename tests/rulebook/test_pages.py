"""The pages of every rulebook: whatever there is stands in them, and every link leads to something."""

from html.parser import HTMLParser
from urllib.parse import unquote

import pytest

from tests.kit.long import examples
from warbook.core.book import UnknownName
from warbook.core.catalog import Rule, find
from warbook.core.shelf import book_ids, load_book
from warbook.rulebook.html import Html, printed, table, tag
from warbook.rulebook.lists import listings
from warbook.rulebook.pages import _rule_table, page
from warbook.rulebook.terms import explained


class Read(HTMLParser):
    """Addresses that others can lead to, links, and the text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.words = ""
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, name, attributes):
        given = dict(attributes)
        if name not in ("meta", "link", "input", "br"):
            self.open.append(name)
        self.ids += [given["id"]] if "id" in given else []
        self.links += [given["href"]] if name == "a" else []

    def handle_endtag(self, name):
        assert self.open.pop() == name, f"</{name}> closes nothing"

    def handle_data(self, data):
        self.words += data


@pytest.fixture(scope="module", params=book_ids())
def book(request):
    return load_book(request.param)


@pytest.fixture(scope="module")
def whole(book):
    return Read(page(book, ""))


def test_every_rule_ruling_switch_word_and_entry_of_a_list_has_its_place(book, whole):
    assert whole.open == []
    assert len(set(whole.ids)) == len(whole.ids)
    rows = [row.id for listing in listings(book) for row in listing.rows]
    switches = [f"switch.{switch}" for switch in book.rules.house_rules]
    for id in (*book.rules.rules, *book.rules.rulings, *switches, *(e.id for e in book.entries()), *rows):
        assert id in whole.ids


def test_the_book_says_what_its_rules_say_with_their_examples(book, whole):
    for rule in book.rules.rules.values():
        for words in (rule.says, *rule.examples):
            assert printed(words) in whole.words


def test_every_link_leads_to_a_page_or_a_place(book, whole):
    known = {f"/rules/{book.id}/{id}" for id in (*book.rules.rules, *book.rules.rulings)}
    known |= {f"/rules/{book.id}/{entry.id}" for entry in book.entries()}
    known |= {"/", f"/rules/{book.id}", f"/rules/{book.id}/quick", f"/odds/{book.id}", "#text"}
    apart = examples(20, 1)
    pages = [
        whole,
        Read(page(book, "quick")),
        *(Read(page(book, id)) for id in list(book.rules.rules)[::apart]),
    ]
    pages += [Read(page(book, each.id)) for each in (*book.rules.rulings.values(), *book.entries())][::apart]
    for read in pages:
        assert read.open == []
        for link in read.links:
            address, _, place = unquote(link).partition("#")
            inside = place in whole.ids and address in ("", f"/rules/{book.id}")
            assert link in known or inside, link


def test_a_rule_leads_to_the_code_and_the_tests_that_name_it(book):
    found = [each for each in find(book.folder) if each.code and each.tests]
    for each in found[::40]:
        words = Read(page(book, each.id)).words
        assert all(place in words for place in (*each.code, *each.tests))


def test_figures_stand_with_where_they_come_from():
    read = Read(page(load_book("vehicles"), ""))
    lists = {each.title: each for each in listings(load_book("vehicles"))}
    (rhino,) = [row for row in lists["Vehicles"].rows if row.name == "Rhino"]
    figures = dict(zip(lists["Vehicles"].columns, rhino.cells, strict=True))
    assert (figures["Points"], figures["Armour front"], figures["Armour rear"]) == ("35", "11", "10")
    assert rhino.besides["capacity"] == "10"
    assert "ours: length, width, height" in rhino.origin
    assert rhino.origin in read.words


def test_what_is_not_in_the_book_is_said():
    with pytest.raises(UnknownName, match=r"has no rule 'nec\.nothing'"):
        page(load_book("necromunda"), "nec.nothing")


def test_a_row_of_figures_in_every_line_is_as_many_columns():
    rows = tuple({"strength": number, "toughness_1_to_4": [number, 2, 3, 0]} for number in (4, 5))
    read = _rule_table(Rule("x.chart", "X", "", table=rows))
    assert read.count('<th scope="col">') == 5
    assert 'Toughness 1</th><th scope="col">2</th>' in read
    faces = _rule_table(Rule("x.die", "X", "", table=({"d6": [2, 3, 4]}, {"d6": [6]})))
    assert "2 to 4" in faces and ">6<" in faces


def test_text_is_never_markup():
    assert tag("p", "<b>&", class_='"x') == '<p class="&quot;x">&lt;b&gt;&amp;</p>'
    assert "<script>" not in table(["<script>"], [["<script>"]])
    assert tag("p", Html("<b>")) == "<p><b></p>"
    assert "<img" not in page(load_book("necromunda"), "", "<img src=x>")


def test_a_word_of_the_book_is_explained_where_it_stands_once_and_not_by_its_own_rule():
    book = load_book("necromunda")
    told = explained(book, "Broken fighters, broken in turn, are pinned; a ruled-out <pin> is not.")
    assert told.count('class="term"') == 2
    assert 'href="/rules/necromunda/nec.leadership.broken"' in told
    assert ">Broken</a> fighters, broken in turn, are" in told and "&lt;pin&gt;" in told
    assert 'class="term"' not in explained(book, "He is broken.", "nec.leadership.broken")
    assert load_book("steampunk").glossary.codes["F"] and "term" not in explained(load_book("steampunk"), "F")
