"""The rules of a book as data, and where code and tests name them."""

import pytest

from warbook.core.catalog import Catalog, Ruling, find, unknown
from warbook.core.datafile import BadData

RULES = """
[[rule]]
id = "tiny.move"
section = "Moving"
says = "A model moves 4 inches."
links = ["tiny.run"]

[[rule]]
id = "tiny.run"
section = "Moving"
says = "A model may run 8 inches."

[[rule]]
id = "tiny.paint"
section = "Hobby"
says = "Paint your models."
not_applicable = "models on a screen are painted already"
"""

RULINGS = """
[[ruling]]
id = "tiny.M1"
says = "Who goes first: roll off."
rules = ["tiny.move"]
switch = "first"
default = "roll"
choices = ["roll", "a"]

[[ruling]]
id = "tiny.A2a"
says = "No switch here."
"""

CODE = '''
"""tiny.run is told of at the top."""
GAIT = {"walk": "tiny.move"}

class Mover:
    def go(self):
        """tiny.move: four inches."""
        return "tiny.move", f"tiny.{self}"

def ruling():
    """tiny.M1, and (tiny.A2a)."""
'''

TESTS = """
import pytest

pytestmark = pytest.mark.rule("tiny.paint")

@pytest.mark.rule("tiny.move", "tiny.run")
def test_moving():
    pass

class TestRunning:
    @pytest.mark.rule("tiny.run")
    def test_fast(self):
        "tiny.move is only mentioned"

@pytest.mark.parametrize("x", [1, pytest.param(2, marks=pytest.mark.rule("tiny.move"))])
def test_param(x):
    pass
"""


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "warbook" / "books" / "tiny"
    tests = tmp_path / "tests" / "books" / "tiny"
    folder.mkdir(parents=True)
    tests.mkdir(parents=True)
    (folder / "rules.toml").write_text(RULES)
    (folder / "rulings.toml").write_text(RULINGS)
    (folder / "moving.py").write_text(CODE)
    (tests / "test_moving.py").write_text(TESTS)
    return tmp_path


def book(root):
    return root / "warbook" / "books" / "tiny"


def test_a_catalog_knows_rules_rulings_and_switches(root):
    catalog = Catalog.of(book(root))
    assert list(catalog.rules) == ["tiny.move", "tiny.run", "tiny.paint"]
    assert catalog.why("tiny.run").says == "A model may run 8 inches."
    assert catalog.why("tiny.M1").switch == "first"
    assert catalog.why("tiny.nothing") is None
    assert {name: ruling.default for name, ruling in catalog.switches.items()} == {"first": "roll"}


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        ("tiny.run", ["tiny.run"]),
        ("inches moving", ["tiny.move", "tiny.run"]),
        ("PAINT", ["tiny.paint"]),
        ("nothing of the sort", []),
    ],
)
def test_rules_are_found_by_id_or_by_all_the_words(root, words, ids):
    assert [rule.id for rule in Catalog.of(book(root)).search(words)] == ids


def test_every_rule_is_found_in_code_and_tests(root):
    found = {rule.id: rule for rule in find(book(root))}
    moving = "warbook/books/tiny/moving.py"
    tests = "tests/books/tiny/test_moving.py"
    assert found["tiny.move"].code == (f"{moving}:3", f"{moving}:7 go", f"{moving}:8 go")
    assert found["tiny.move"].tests == (f"{tests}::test_moving", f"{tests}::test_param")
    assert found["tiny.run"].code == (f"{moving}:2",)
    assert found["tiny.run"].tests == (f"{tests}::test_moving", f"{tests}::TestRunning::test_fast")
    assert found["tiny.paint"].code == () and found["tiny.paint"].tests == (tests,)
    assert found["tiny.paint"].not_applicable == "models on a screen are painted already"


def test_places_may_be_told_from_another_root(root):
    assert find(book(root), root.parent)[1].code == (f"{root.name}/warbook/books/tiny/moving.py:2",)
    assert find(book(root), root.parent)[1].tests == ()


def test_all_names_are_known(root):
    assert unknown(book(root)) == []


@pytest.mark.parametrize(
    ("place", "text", "words"),
    [
        (
            "warbook/books/tiny/shoot.py",
            'RULE = "tiny.shoot.to-hit"',
            "shoot.py:1: there is no tiny.shoot.to-hit",
        ),
        ("warbook/books/tiny/shoot.py", "\n# tiny.M99 says so", "shoot.py:2: there is no tiny.M99"),
        ("warbook/books/tiny/data.toml", 'rule = "tiny.typo"', "data.toml:1: there is no tiny.typo"),
        (
            "tests/books/tiny/test_x.py",
            '@pytest.mark.rule("tiny.typo")',
            "test_x.py:1: there is no tiny.typo",
        ),
    ],
)
def test_a_name_that_is_not_known_is_found_with_its_place(root, place, text, words):
    (root / place).write_text(text)
    assert unknown(book(root)) == [f"{place.rpartition('/')[0]}/{words}"]


@pytest.mark.parametrize(
    "text", ['x = f"tiny.{name}"', 'x = f"tiny.move.{name}"', "import other.tiny.thing", "tiny."]
)
def test_what_is_no_name_of_a_rule_is_left_alone(root, text):
    (book(root) / "more.py").write_text(text)
    assert unknown(book(root)) == []


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        (
            "rules.toml",
            RULES + '[[rule]]\nid = "tiny.run"\nsection = "x"\nsays = "y"',
            "the id 'tiny.run' twice",
        ),
        (
            "rules.toml",
            '[[rule]]\nid = "tiny.run"\nsays = "y"',
            r"rules.toml, line 1: .*lacks the field 'section'",
        ),
        ("rulings.toml", "[[ruling]\n", "rulings.toml: not valid TOML"),
    ],
)
def test_a_bad_catalog_is_told_with_its_place(root, name, text, words):
    (book(root) / name).write_text(text)
    with pytest.raises(BadData, match=words):
        Catalog.of(book(root))


def test_a_folder_without_rules_has_an_empty_catalog(tmp_path):
    assert Catalog.of(tmp_path).rules == {} and unknown(tmp_path / "a", tmp_path) == []
    assert find(tmp_path / "a" / "b" / "c") == []


@pytest.mark.parametrize(
    ("says", "title"),
    [
        ("Ammo rolls: A die of 6 calls for one.", "Ammo rolls"),
        ("How much higher? At least 1 inch: a kerb is none.", "How much higher?"),
        ("Clouds act on the ground. Flyers are above.", "Clouds act on the ground"),
        ("Ships", "Ships"),
        ("word " * 14 + "and more", "word " * 14 + "…"),
    ],
)
def test_a_ruling_is_called_after_what_it_settles(says, title):
    assert Ruling("tiny.M9", says).title == title
