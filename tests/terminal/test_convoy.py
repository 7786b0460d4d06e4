"""Trucks driven and escorts marched at the keyboard."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.core.convoy import CONVOY, TABLE, Setup
from tests.core.convoy.turn import driving
from tests.server.shelf import shelve
from tests.terminal.commands import Done, command
from tests.terminal.typist import Typist, typed
from warbook.board.geometry import Spot
from warbook.board.hulls import Leg
from warbook.core.book import Group, Hull, Piece
from warbook.core.questions import Drive, Refusal, Refused
from warbook.terminal.answers import leg_words, read_drive
from warbook.terminal.map import Map, legend, letters_for

SEAL = "Enter to seal it, or a number to change that answer: "


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shelve(monkeypatch)


def played(*lines: str, scenario: str = "badlands", plain: bool = True) -> Done:
    words = ["play", "convoy", "--scenario", scenario, "--player", "me", "--player", "random", "--seed", "3"]
    return command(*words, *(["--plain"] if plain else []), keyboard="\n".join(lines) + "\n")


# ---------------------------------------------------------------- whole battles


def saving(typist: Typist, asked: str) -> str | None:
    """Saves the battle and leaves in the third turn."""
    if "Saved." in asked:
        return "quit"
    return "save kept.json" if "Turn 3" in asked and asked.endswith("> ") else None


def test_a_battle_of_two_and_the_book_is_typed_saved_replayed_and_typed_to_its_end() -> None:
    three = ("--player", "me", "--player", "friend", "--scenario", "badlands", "--seed", 3)
    done = typed("play", "convoy", "--plain", *three, seed=5, mood=saving)
    assert (done.code, done.errors) == (0, "")
    assert "Truck of the Strays drives" in done.page
    again = command("replay", "kept.json", "--verify")
    assert (again.code, again.errors) == (0, "")
    assert "all states as recorded" in again.page and "Truck of the Strays drives" in again.page
    rest = typed("play", "convoy", "--plain", "--load", "kept.json", seed=6)
    assert (rest.code, rest.errors) == (0, "")
    assert "The road is quiet." in rest.page


def test_a_battle_of_three_people_is_typed() -> None:
    people = ("--player", "me", "--player", "friend", "--player", "friend")
    done = typed("play", "convoy", "--plain", "--scenario", "brawl", *people, "--seed", 4, seed=6)
    assert (done.code, done.errors) == (0, "")
    assert "Strays, it is your choice." in done.page and "The road is quiet." in done.page


# ---------------------------------------------------------------- driving


def truck() -> Drive:
    """It stands at (4, 4) and faces east."""
    battle = CONVOY.muster(Setup())
    return driving(battle, battle.truck("a"))


def read(words: str) -> tuple[Leg, ...]:
    battle = CONVOY.muster(Setup())
    return read_drive(truck(), words, TABLE, CONVOY.pieces(battle)).legs


@pytest.mark.parametrize(
    ("words", "legs"),
    [
        ("ahead 6", [(0, 6)]),
        ("left 45, ahead 2.5, back 2", [(45, 2.5), (0, -2)]),
        ("Right 10 left 30 AHEAD 1", [(20, 1)]),
        ("ahead 1, left 45°", [(0, 1), (45, 0)]),
        ("stay", [(0, 0)]),
        ("face 30", [(30, 0)]),
        ("7 4", [(0, 3)]),
        ("(7.01, 4)", [(0, 3)]),
        ("7 4 facing north-east", [(0, 3), (45, 0)]),
    ],
)
def test_what_is_typed_of_a_drive(words: str, legs: list[tuple[float, float]]) -> None:
    assert read(words) == tuple(Leg(float(turn), float(inches)) for turn, inches in legs)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("ahead", "every word of a drive has a number"),
        ("ahead six", '"ahead six" is no part of a drive'),
        ("left 45, up 3", '"up 3" is no part of a drive'),
        ("ahead -3", '"ahead -3" is no part of a drive'),
        ("ahead 6.1", "up to 6 inches"),
        ("face north", "up to 45 degrees"),
        ("20 4", 'the nearest spot for it is "10 4"'),
        ("nowhere", "type where to"),
        ("", "type where to"),
        ("towards Nobody", 'called just "Nobody"'),
    ],
)
def test_what_cannot_be_driven_is_refused(words: str, said: str) -> None:
    with pytest.raises(Refused, match=re.escape(said)):
        read(words)


def test_towards_a_model_is_the_end_nearest_to_it() -> None:
    way = read_drive(truck(), "towards Bea", TABLE, CONVOY.pieces(CONVOY.muster(Setup())))
    goal = Spot(24.5, 12.0)
    near = min((goal.x - x) ** 2 + (goal.y - y) ** 2 for x, y, *_ in truck().reach())
    end = way.path[-1]
    assert (goal.x - end.x) ** 2 + (goal.y - end.y) ** 2 == pytest.approx(near)


@pytest.mark.parametrize("words", ["7 4", "7 4 facing north", "towards Bea"])
def test_an_end_that_may_not_be_driven_to_is_refused_with_the_reason(words: str) -> None:
    barred = replace(truck(), judge=lambda legs: Refusal("scrub is in the way", "toy.scrub"))
    with pytest.raises(Refused, match="scrub is in the way") as told:
        read_drive(barred, words, TABLE, CONVOY.pieces(CONVOY.muster(Setup())))
    assert told.value.refusal.rule == "toy.scrub"


def test_legs_in_words_are_what_would_be_typed() -> None:
    for legs in ((Leg(45.0, 2.5), Leg(0.0, -2.0)), (Leg(-10.0, 0.0),), (Leg(),)):
        assert read(leg_words(legs)) == legs


def test_what_advice_says_of_a_drive_may_be_typed_as_it_stands() -> None:
    legs = (Leg(0.0, 1.0), Leg(30.0, 3.0))
    assert read(f"{leg_words(legs)}: 39.17 7.5 facing 150") == legs


def test_legs_in_words_lead_no_farther_than_they_do() -> None:
    """Rounded up, a way that ends at a wall would lead into it."""
    assert leg_words((Leg(0.0, 2.27689),)) == "ahead 2.276"
    assert leg_words((Leg(0.0, 3.0), Leg(0.0, -0.7))) == "ahead 3, back 0.7"


def test_a_turn_too_small_to_be_typed_is_none() -> None:
    assert leg_words((Leg(-2.009e-9, 0.0),)) == "stay"
    assert leg_words((Leg(1e-12, 6.0), Leg(0.5, 0.0))) == "ahead 6, left 0.5"


def test_a_drive_is_asked_for_and_told() -> None:
    page = played("left 45, ahead 4", "quit", "n").page
    found = re.search(r'"x y facing north", "towards NAME", legs such as "([^"]+)" or "stay"', page)
    assert found
    assert 'Truck of the Haulers drives 4.0" to (6.8, 6.8).' in page
    assert "drives" in played(found[1], "quit", "n").page, "the example may be driven as it stands"


def test_a_drive_is_taken_back() -> None:
    page = played("ahead 6", "undo", "quit", "n").page
    assert page.count("Where does the truck drive?") == 2
    assert "Taken back." in page


# ---------------------------------------------------------------- escorts


def test_the_rest_follows_the_leader_and_enter_keeps_it() -> None:
    page = played("stay", "2.5 11", "", "", "", "quit", "n").page
    assert "Enter: stay" in page.partition("Where does Ada go?")[0]
    ends = dict(re.findall(r"Where does (\w+) go\?: [\d.]+ ([\d.]+)", page.partition("All of it:")[2]))
    assert ends.keys() == {"Abe", "Ada", "Alf"} and all(float(y) > 9 for y in ends.values())
    assert re.search(r"Haulers' escort marches [\d.]+\" to \(2.5, 11\) \(3 figures\)\.", page)


def test_the_figures_of_a_squad_are_listed_by_its_letter() -> None:
    page = played("stay", "figures H", "figures", "figures x", "quit", "n").page
    listed, refused, *_ = page.partition("> figures H")[2].split("> figures")
    names = ["Haulers' escort", "Abe", "Ada", "Alf"]
    assert [line.partition(":")[0].strip() for line in listed.splitlines() if ":" in line] == names
    assert "ype figures LETTER, with one of: H Haulers' escort, r Raiders' escort" in " ".join(
        refused.split()
    )


def test_who_was_kept_follows_when_the_leader_is_changed() -> None:
    page = played("ahead 6", "2.5 11", "", "", "1", "2.5 5", "", "quit", "n").page
    first, second = page.split("All of it:")[1:]
    ends = [re.findall(r"Where does (?:Ada|Alf) go\?: [\d.]+ ([\d.]+)", part) for part in (first, second)]
    assert all(float(y) > 9 for y in ends[0]) and all(float(y) < 8.1 for y in ends[1])
    assert [len(each) for each in ends] == [2, 2]


def test_who_was_typed_stays_when_the_leader_is_changed() -> None:
    page = played("stay", "2.5 9", "5 9", "", "1", "3.5 9", "", "quit", "n").page
    first, second = page.split("All of it:")[1:]
    assert "Where does Ada go?: 5 9 0" in first and "Where does Ada go?: 5 9 0" in second


def test_what_does_not_go_together_is_changed_and_nothing_is_lost() -> None:
    page = played("stay", "2.5 8", "4 8", "9 8", "", "3", "6 8", "", "quit", "n").page
    assert "Answer 3: the escort keeps together" in page
    assert "It cannot be given so: type a number from 1 to 3." in page
    assert page.count("Where does Abe go?\n") == 1
    assert page.index("A number to change that answer: ") < page.index(SEAL)
    assert "Where does Alf go?: 6 8 0" in page.partition("It cannot be given so")[2]
    assert "(3 figures)." in page


def test_the_rest_of_a_squad_follows_whom_one_has_placed() -> None:
    page = played("stay", "rest", "quit", "n").page
    one_by_one = played("stay", "", "", "", "quit", "n").page
    assert "All of it:" in page and page.partition("All of it:")[2] == one_by_one.partition("All of it:")[2]
    led = played("stay", "2.5 8", "rest", "quit", "n").page
    assert "Where does Alf go?\n" not in led and "the others follow as suggested" in led
    assert "2.5 8 0" in led.partition("All of it:")[2]


# ---------------------------------------------------------------- the map


def test_a_hull_is_drawn_to_scale_with_its_front() -> None:
    """Two columns to the inch, a row to the inch: 6 by 4 inches are 12 columns and 4 rows."""
    drawing = Map(TABLE, (90, 40))
    assert drawing.scale == 2.0
    hull = Piece("t", "Truck", "a", 8.0, 5.0, 0.0, 0.0, 3.0, hull=Hull(6.0, 4.0))
    drawing.pieces([hull], {"t": "T"}, ("a", "b"))
    rows = ["".join(cell.char for cell in row)[8:24] for row in drawing.cells[12:18]]
    assert rows == [
        "                ",
        "  ╏╍╍╍╍╍╍╍╍╍╍╍  ",
        "  ╏ ·        ╏  ",
        "  ╏     T    →  ",
        "  ╍╍╍╍╍╍╍╍╍╍╍╍  ",
        "                ",
    ]
    assert "╍╏ hull, with an arrow at its front" in drawing.key()


@pytest.mark.parametrize(("facing", "front"), [(0, ">"), (90, "^"), (180, "<"), (270, "v"), (359, ">")])
def test_where_only_plain_characters_can_be_shown_the_front_is_one_too(facing: float, front: str) -> None:
    drawing = Map(TABLE, (90, 40), symbols=False)
    hull = Piece("t", "Truck", "a", 8.0, 5.0, 0.0, facing, 3.0, hull=Hull(6.0, 4.0))
    drawing.pieces([hull], {"t": "T"}, ("a", "b"))
    shown = {cell.char for row in drawing.cells for cell in row if cell.owner == "hull"}
    assert shown == {":", front}


def test_a_group_is_one_line_of_the_legend() -> None:
    men = [
        Piece(name, name, "a", 1.0 + n, 1.0, 0.0, 0.0, 0.5, on_table=name != "Cal")
        for n, name in enumerate(("Ann", "Ben", "Cal"))
    ]
    group = Group("g", "Guard", "a", ("Ann", "Ben", "Cal"), ("pinned",))
    lines = [line.plain for line in legend(men, letters_for(men, ("a",)), {"a": "Side"}, groups=[group])]
    assert lines[lines.index("AB Guard") + 1] == "  pinned"
    gone = Group("h", "Ghosts", "a", ("Cal",))
    assert not any(
        "Ghosts" in line.plain for line in legend(men, letters_for(men, ("a",)), {"a": "Side"}, groups=[gone])
    )


def test_the_page_in_words_tells_of_hulls_and_groups() -> None:
    page = played("map", "quit").page
    assert "Haulers' escort: 3." in page
    assert "Truck of the Strays: " in page


def test_a_group_that_rides_is_named_once_with_how_many_it_is() -> None:
    truck = Piece("truck", "Truck", "a", 5, 5, 0, 0, 1)
    riders = [
        Piece(f"m{n}", f"Man {n}", "a", 5, 5, 0, 0, 0.5, on_table=False, aboard="truck") for n in (1, 2, 3)
    ]
    pieces = [truck, *riders]
    group = Group("g", "Ghosts", "a", ("m1", "m2"))
    lines = [
        line.plain for line in legend(pieces, letters_for(pieces, ("a",)), {"a": "Side"}, groups=[group])
    ]
    told = " ".join(line.strip() for line in lines)
    assert "aboard Truck: Ghosts (2), Man 3" in told and "Man 1" not in told


def test_what_a_drive_would_come_to_is_told_before_it_is_made() -> None:
    lines = ["1", "2", "1", "odds ahead 6", "odds ahead 30", "odds stay", "stay", "quit"]
    page = command("play", "vehicles", "--seed", "5", "--plain", keyboard="\n".join(lines) + "\n").page
    assert '"odds" before a way tells what it would come to.' in page
    assert "Combat speed, 6.0 inches: may fire one main weapon and the Defensive ones." in page
    assert "Up to 12 inches, or more if the whole way is on a road, not 30.0. [veh.move.cruising" in page
    assert "Stationary, 0.0 inches: may fire everything." in page


def test_a_drive_of_which_nothing_comes_is_told_as_such() -> None:
    """The mob is set up by the program; its first vehicle has open ground before it."""
    lines = ["1", "1", "1", "odds ahead 2", "quit"]
    page = command("play", "gorkamorka", "--seed", "7", "--plain", keyboard="\n".join(lines) + "\n").page
    assert "Where does Da Grimwagon drive?" in page and "Nothing but the drive comes of it." in page
