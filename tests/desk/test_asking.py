"""What is given by name: figures that are set, added to, and overruled."""

from fractions import Fraction

import pytest

from warbook.core.book import UnknownName
from warbook.core.oddsbook import Answered, Named, OddsQuestion, Parameter, Role, apart, circumstances, sided
from warbook.core.shelf import load_book
from warbook.desk.asking import instead, read_parameters
from warbook.desk.sheet import DeskAsked, _question, answer
from warbook.desk.varied import varied

PEOPLE = [Named("Ann", {"bs": 4, "t": 3}), Named("Bob", {"bs": 2, "t": 5}, of="Others")]
TABLE = [
    {"when": "in cover", "modifier": -2},
    {"when": "large", "modifier": 1},
    {"when": "as the weapon", "modifier": "varies"},
]


def shot(**given) -> Answered:
    return Answered({"hit": Fraction(1)}, {})


QUESTION = OddsQuestion(
    "shot",
    "A shot.",
    shot,
    {
        "bs": Parameter("skill", None, (0, 10)),
        "t": Parameter("toughness", 3, (1, 10)),
        "mods": Parameter("modifiers", 0, (-3, 3)),
    },
    {
        "who": Role("who shoots", lambda: [Named(each.name, {"bs": each.sets["bs"]}) for each in PEOPLE]),
        "at": Role("at whom", lambda: [Named(each.name, {"t": each.sets["t"]}) for each in PEOPLE]),
        "when": Role("circumstances", lambda: circumstances(TABLE, "when", "mods"), several=True),
    },
)


def test_names_bring_their_figures_in_place_of_defaults():
    assert read_parameters(QUESTION, ["who=Ann", "at=bob"]) == {"bs": 4, "t": 5, "mods": 0}


def test_a_figure_that_is_given_has_the_last_word():
    assert read_parameters(QUESTION, ["t=7", "who=Ann", "at=Bob"])["t"] == 7


def test_circumstances_add_up_within_bounds():
    assert read_parameters(QUESTION, ["bs=3", "when=in cover, large"])["mods"] == -1
    twice = OddsQuestion("shot", "", shot, QUESTION.parameters, {
        "when": Role("", lambda: [Named("a", adds={"mods": -2}), Named("b", adds={"mods": -2})], several=True)
    })  # fmt: skip
    assert read_parameters(twice, ["bs=3", "when=a"])["mods"] == -2
    assert read_parameters(twice, ["bs=3", "when=a,b"])["mods"] == -3


def test_what_adds_to_nothing_leaves_it_to_be_given():
    lone = OddsQuestion("x", "", shot, {"s": Parameter("", None, (1, 9))}, {
        "weapon": Role("", lambda: [Named("axe", adds={"s": 1})])
    })  # fmt: skip
    with pytest.raises(UnknownName, match="still needs s"):
        read_parameters(lone, ["weapon=axe"])


def test_nobody_of_that_name_and_two_of_one_are_refused():
    with pytest.raises(UnknownName, match="who cannot be 'Cid', it is Ann or Bob"):
        read_parameters(QUESTION, ["who=Cid"])
    with pytest.raises(UnknownName, match="'who' is given twice"):
        read_parameters(QUESTION, ["who=Ann", "who=Bob"])


def test_values_instead_of_others_and_one_that_is_taken_away():
    assert instead(QUESTION, ["bs=1", "t=2"], ["t=3", "at=Bob"]) == ["bs=1", "t=3", "at=Bob"]
    assert instead(QUESTION, ["bs=1", "t=2"], ["t="]) == ["bs=1"]


@pytest.mark.parametrize("other", ["=", "x=", "x=3"])
def test_nothing_can_stand_instead_of_what_is_not_there(other: str):
    with pytest.raises(UnknownName, match="shot has no parameter"):
        instead(QUESTION, ["bs=1"], [other])


def test_a_circumstance_holds_once():
    with pytest.raises(UnknownName, match="when names 'In Cover' twice"):
        read_parameters(QUESTION, ["bs=3", "when=in cover, large, In Cover"])


def test_who_varies_more_than_others_can_wait_for_is_refused(monkeypatch: pytest.MonkeyPatch):
    """In a terminal nobody waits."""
    book = load_book("necromunda")
    given, vary = ("bs=3", "s=3", "t=3"), ("t=2..4",)
    monkeypatch.setattr("warbook.desk.sheet.LONGEST", -1.0)
    assert answer(book, DeskAsked("necromunda", "shot", given)).first.outcomes
    with pytest.raises(UnknownName, match="vary over fewer values"):
        answer(book, DeskAsked("necromunda", "shot", given, vary=vary))
    assert len(varied(book.questions["shot"], given, vary).cases) == 3


def test_rows_of_a_table_that_are_no_plain_modifier_are_no_circumstances():
    assert [(each.name, each.adds) for each in circumstances(TABLE, "when", "mods")] == [
        ("in cover", {"mods": -2}),
        ("large", {"mods": 1}),
    ]


def test_whoever_comes_later_of_a_name_goes_by_heading_or_number():
    people = [Named("Vex", {"bs": 1}), Named("vex", {"bs": 2}, of="Irons"), Named("Vex", {"bs": 3})]
    assert [each.name for each in apart(people)] == ["Vex", "vex (Irons)", "Vex 2"]
    assert len(apart([Named("Vex", {"bs": 1}), Named("Vex", {"bs": 1})])) == 1


def test_the_same_people_on_a_side():
    (ann,) = sided("a", [Named("Ann", {"ws": 4}, {"s": 1}, has={"weapon": ("axe",)})])
    assert (ann.sets, ann.adds, ann.has) == ({"a_ws": 4}, {"a_s": 1}, {"a_weapon": ("axe",)})


@pytest.mark.parametrize(
    ("parameter", "start"),
    [
        (Parameter("", 5, (1, 40)), 5),
        (Parameter("", None, (-3, 9)), 0),
        (Parameter("", None, (1, 40)), 7),  # few of what there may be many of
        (Parameter("", None, (10, 13)), 11),
        (Parameter("", None, words=("none", "some")), "none"),
    ],
)
def test_a_form_begins_with_what_is_likely(parameter: Parameter, start: int | str):
    form = _question(OddsQuestion("x", "", shot, {"n": parameter}))
    assert form.parameters[0].start == start


def test_a_form_begins_with_somebody_where_somebody_must_be_named():
    ann = Named("Ann", {"bs": 4}, has={"gun": ("nothing", "bow")})
    guns = [Named("axe", {"s": 1}), Named("bow", {"s": 2})]
    needed = {name: Parameter("", None, (0, 10)) for name in ("bs", "s")}
    form = _question(OddsQuestion("x", "", shot, {**needed, "t": Parameter("", 3, (1, 10))}, {
        "who": Role("", lambda: [ann]),
        "gun": Role("", lambda: guns),
        "at": Role("", lambda: [Named("Bob", {"t": 5})]),
        "when": Role("", lambda: [Named("aimed", {"bs": 5})], several=True),
    }))  # fmt: skip
    assert [role.start for role in form.roles] == ["Ann", "bow", "", ""]
