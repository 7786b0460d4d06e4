import math
from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.toy import TOY, Battle, Setup, orders, route
from warbook.board.geometry import Spot
from warbook.core.questions import Choose, Later, Listed, Option, Refusal, Refused, Route, Way, plain, shown

NESTED: list[Any] = []
for _ in range(50_000):
    NESTED = [NESTED]

# Whatever JSON, and what is nearly JSON, can hold where something else is expected.
MALFORMED = [
    None, True, False, 0, 1, -1, 1.5, math.nan, math.inf, -math.inf, 10**400, -(10**5000), 1e308,
    "", "nobody", "go ", "GO", "go\0", "x" * 1_000_000, b"go", [], ["go"], {}, {"id": "go"}, {1: 2}, NESTED,
    {"path": None}, {"path": "go"}, {"path": {}}, {"path": [1, 2]}, {"path": [[]]}, {"path": [[1]]},
    {"path": [[1, 2, 3, 4]]}, {"path": [["1", "2"]]}, {"path": [[True, False]]}, {"path": [[math.nan, 1]]},
    {"path": [[1, math.inf]]}, {"path": [[-math.inf, 1]]}, {"path": [[10**400, 1]]}, {"path": [[1e300, 1]]},
    {"path": [[1, 2, math.nan]]}, {"path": [None]}, {"path": [[None, None]]}, {"path": [{"x": 1, "y": 2}]},
    {"path": [NESTED]}, {"path": [[3.0, 3.0]] * 201}, {"path": [[3.0, 3.0]] * 500_000},
    {"path": [], "facing": "north"}, {"path": [], "facing": math.nan}, {"path": [], "facing": [90]},
    {"path": [], "facing": True}, {"path": [], "facing": 10**400}, {"path": [], "speed": 3},
    {"facing": 90}, {"path": [], 3: 4}, {"stance": "stand"}, {"stance": "stand", "where": None},
    {"where": {"path": []}}, {"stance": ["stand"], "where": {"path": []}},
    {"stance": "stand", "where": {"path": []}, "extra": 1},
]  # fmt: skip


def battle() -> Battle:
    return TOY.muster(Setup())


def toy_route() -> Route:
    return route(battle(), battle().scout("a"))


def choose() -> Choose:
    return Choose(
        "Who?",
        [
            Option("go", "Go"),
            Option("fly", "Fly", barred=Refusal("no wings", "toy.wings")),
            Option("", "Nothing"),
        ],
    )


QUESTIONS = {
    "choose": Choose("Who?", [Option("one", "One"), Option("fly", "Fly", barred=Refusal("no wings"))]),
    "route": toy_route(),
    "placement": Route(
        "Where?", "", None, lambda path: 0.0, lambda: [(0, 0, 0)], lambda x, y, z: (Spot(x, y),)
    ),
    "form": orders(battle(), battle().scout("a")),
}


@pytest.mark.parametrize("kind", QUESTIONS)
@pytest.mark.parametrize("answer", MALFORMED, ids=range(len(MALFORMED)))
def test_what_is_malformed_is_refused_in_few_words(kind, answer):
    with pytest.raises(Refused) as refused:
        QUESTIONS[kind].accept(answer)
    assert refused.value.refusal.words and len(str(refused.value)) < 500


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["path", "facing", "stance", "where", "x"]), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(JSON, st.sampled_from(sorted(QUESTIONS)))
def test_any_json_is_accepted_or_refused(answer, kind):
    question = QUESTIONS[kind]
    try:
        accepted = question.accept(answer)
    except Refused:
        return
    again = question.accept(plain(accepted))
    assert again == accepted
    assert question.accept(accepted) == accepted


def test_an_option_is_taken_by_its_id():
    assert choose().accept("go") == "go"
    assert choose().accept("") == ""
    assert [option.id for option in choose().open()] == ["go", ""]


def test_a_barred_option_is_refused_with_its_reason_and_rule():
    with pytest.raises(Refused, match="Fly: no wings") as refused:
        choose().accept("fly")
    assert refused.value.refusal == Refusal("Fly: no wings", "toy.wings")


def test_an_unknown_option_is_refused_with_those_that_are_open():
    with pytest.raises(Refused, match=r"'run' is not one of the options; choose one of: go, $"):
        choose().accept("run")


def test_a_route_may_leave_out_where_it_starts():
    start = Spot(2.0, 2.0)
    short = toy_route().accept({"path": [[4, 2]]})
    assert short == toy_route().accept({"path": [[2.0, 2.0, 0.0], [4, 2]], "facing": None})
    assert short == Way((start, Spot(4.0, 2.0)), None, 2.0)
    assert toy_route().accept({"path": []}) == Way((start,), None, 0.0)


def test_a_path_that_begins_elsewhere_costs_the_way_there():
    """Nobody is carried to the start of a path."""
    with pytest.raises(Refused, match="too far"):
        toy_route().accept({"path": [[2, 11], [2, 12]]})
    with pytest.raises(Refused, match="too far"):
        toy_route().accept(Way((Spot(2.0, 11.0), Spot(2.0, 12.0))))


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        ([[2, 7]], "toy.pace"),
        ([[4, 2], [2, 2], [4, 2]], "toy.pace"),
        ([[-1, 2]], "toy.edge"),
        ([[2, 2, 5]], "toy.edge"),
    ],
)
def test_an_illegal_path_is_refused_with_the_rule(path, rule):
    with pytest.raises(Refused) as refused:
        toy_route().accept({"path": path})
    assert refused.value.refusal.rule == rule


@pytest.mark.parametrize(
    ("given_", "kept"), [(0, 0.0), (90.5, 90.5), (360, 0.0), (-90, 270.0), (725, 5.0), (-1e-20, 0.0)]
)
def test_facing_is_kept_from_0_to_360(given_, kept):
    assert toy_route().accept({"path": [], "facing": given_}).facing == kept
    assert toy_route().accept(Way((), given_)).facing == kept


@pytest.mark.parametrize(
    "way",
    [
        Way((Spot(math.nan, 2.0),)),
        Way((Spot(math.inf, 2.0),)),
        Way((), math.nan),
        Way(tuple(Spot(2.0, 2.0) for _ in range(201))),
    ],
)
def test_a_ready_made_way_is_looked_at_just_as_closely(way):
    with pytest.raises(Refused):
        toy_route().accept(way)


@pytest.mark.parametrize("points", [[], [[1, 1], [2, 2]]])
def test_a_placement_is_exactly_one_spot(points):
    with pytest.raises(Refused, match="exactly one spot"):
        QUESTIONS["placement"].accept({"path": points})
    with pytest.raises(Refused, match="exactly one spot"):
        QUESTIONS["placement"].accept(Way(tuple(Spot(*map(float, point)) for point in points)))


def test_a_form_wants_all_its_parts_and_no_others():
    form = orders(battle(), battle().scout("a"))
    whole = {"stance": "lie", "where": {"path": [[3, 3]]}}
    accepted = form.accept(whole)
    assert accepted["stance"] == "lie" and accepted["where"].path[-1] == Spot(3.0, 3.0)
    assert form.accept(plain(accepted)) == accepted
    with pytest.raises(Refused, match="still needs an answer to: where"):
        form.accept({"stance": "lie"})
    with pytest.raises(Refused, match="no part 'speed'; its parts are: stance, where"):
        form.accept({**whole, "speed": 3})
    with pytest.raises(Refused, match="too far"):
        form.accept({**whole, "where": {"path": [[2, 12]]}})


def test_whatever_is_sent_can_be_shown_back():
    for value in (*MALFORMED, object(), Mapping):
        assert len(shown(value)) < 300


def test_listed_options_are_those_of_a_list_and_only_what_is_looked_at_is_made() -> None:
    made: list[int] = []

    def make(number: int) -> Option:
        made.append(number)
        return Option(f"o{number}", f"Option {number}", barred=Refusal("no") if number == 2 else None)

    def listed() -> Choose:
        return Choose("Which?", Listed({f"o{n}": n for n in range(4)}, make, Option("done", "Done")))

    choose = listed()
    assert choose.ids() == ["o0", "o1", "o2", "o3", "done"] and not made
    assert (choose.accept("o3"), choose.accept("done"), made) == ("o3", "done", [3])
    assert next(iter(choose.options)).id == "o0"
    assert made == [3, 0]
    assert choose.free("o1") and not choose.free("o2") and not choose.free("o9")
    with pytest.raises(Refused, match="Option 2: no"):
        choose.accept("o2")
    with pytest.raises(Refused, match="choose one of: o0, o1, o3, done"):
        choose.accept("o9")
    assert made == [3, 0, 1, 2]
    assert listed().options[1].id == "o1" and made[4:] == [1]
    plainly = [make(n) for n in range(4)] + [Option("done", "Done")]
    assert list(choose.options) == list(listed().options) == plainly
    assert len(choose.options) == 5 and choose.options[-1].id == "done"
    assert Choose("Which?", plainly).ids() == choose.ids()


def test_why_listed_options_are_barred_is_not_looked_into_before_somebody_asks() -> None:
    made: list[str] = []

    def never(name: str) -> Option:
        made.append(name)
        return Option(name, name, barred=Refusal(f"{name} is away"))

    barred = [Later(name, partial(never, name)) for name in ("x", "y")]
    choose = Choose("Which?", Listed({"a": "A"}, lambda n: Option("a", n), Option("b", "B"), barred=barred))
    assert [option.id for option in choose.open()] == ["a", "b"]
    assert choose.ids() == ["a", "b", "x", "y"] and len(choose.options) == 4 and not made
    with pytest.raises(Refused, match="y: y is away"):
        choose.accept("y")
    assert [option.id for option in choose.options] == ["a", "b", "x", "y"] and made == ["y", "x"]
