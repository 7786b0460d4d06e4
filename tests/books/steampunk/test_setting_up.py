"""The battle ground, the blind set-up, and what units start with (spf.battleground.*, spf.setup.*)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from tests.books.steampunk.position import Position, at
from tests.kit.script import Unanswered, a, b, sealed
from warbook.board.hexes import COMPASS
from warbook.board.hextable import Cell, HexTable, name_of
from warbook.books.steampunk import BOOK, ground
from warbook.books.steampunk.army.building import armies
from warbook.books.steampunk.army.roster import field_unit
from warbook.books.steampunk.army.written import Army, Enlisted
from warbook.books.steampunk.setup.battleground import (
    TERRAIN,
    band_of,
    make_setup,
    passable,
    read_scenario,
    scenarios,
    setup_flaws,
    territory_of,
)
from warbook.books.steampunk.setup.setting_up import carries, design_step, muster, place_step, setup_area
from warbook.books.steampunk.state import AimToken, Battle, Rulings, Scenario, Setup, Unit
from warbook.books.steampunk.turn import step
from warbook.core.book import UnknownName, line_up
from warbook.core.datafile import BadData, Written, settle
from warbook.core.events import Note, Placed
from warbook.core.questions import Choose, Form, Question, Refusal, Refused

FIELD = HexTable("test", 7, 9)


def army(*units: str) -> Army:
    """Units by list id, each with what is bought for it in the order replace/equip, as in "ork.x +drum"."""
    listed = []
    for written in units:
        kind, *bought = written.split()
        nation = kind.partition(".")[0]
        equip = tuple(f"{nation}.{name[1:]}" for name in bought if name[0] == "+")
        models = tuple(f"{nation}.{name[1:]}" for name in bought if name[0] == "=")
        listed.append(Enlisted(kind, models, equip))
    return Army("Army of " + units[0].partition(".")[0], units[0].partition(".")[0], tuple(listed))


def begin(a: Sequence[str], b: Sequence[str], field: HexTable = FIELD, **given: Any) -> Position:
    """A battle about to be set up; `design` and the switches may be given."""
    design = given.pop("design", False)
    scenario = Scenario("test", "Test", "A field.", field, design=design)
    return Position(muster(Setup(scenario, (army(*a), army(*b)), Rulings(**given))))


def set_up(play: Position, *answers: Any) -> Position:
    """Through all steps until turn 1, answering in the order asked."""
    play.script.load(answers)
    play.book.chapter = step
    while play.battle.turn == 0:
        play.game.step()
    assert not play.script.answers
    return play


def place(facing: str = "north", **where: str) -> dict[str, dict[str, str]]:
    """Units by id, each with its hex or its carrier."""
    return {unit: {"place": hex_, "facing": facing} for unit, hex_ in where.items()}


def next_question(play: Position, *answers: Any) -> tuple[str, Question]:
    """Who is asked what after these answers; the battle is used up by it."""
    with pytest.raises(Unanswered) as asked:
        set_up(play, *answers)
    return asked.value.side, asked.value.question


def opened(choose: Any) -> set[str]:
    assert isinstance(choose, Choose)
    return {option.id for option in choose.open()}


def barred(form: Question) -> dict[str, str]:
    """The hexes that are barred, with the rule."""
    places = place_of(form)
    return {option.id: option.barred.rule for option in places.options if option.barred}


def place_of(form: Question, unit: str = "a1") -> Choose:
    assert isinstance(form, Form)
    part = form.parts[unit]
    assert isinstance(part, Form) and isinstance(part.parts["place"], Choose)
    return part.parts["place"]


# ---------------------------------------------------------------- the battle ground


def test_every_terrain_that_the_ground_knows_can_be_laid() -> None:
    assert {*ground.BLOCKS, *ground.COVER} < set(TERRAIN)


@pytest.mark.rule("spf.battleground.entrenched-size", "spf.battleground.entrenched-zones")
def test_entrenched_is_7_by_9_in_three_bands() -> None:
    scenario = scenarios()["entrenched"]
    assert (scenario.table.columns, scenario.table.rows, scenario.design) == (7, 9, True)
    bands = {hex_: band_of(scenario.table, scenario.territory, hex_) for hex_ in scenario.table.hexes()}
    column = [bands[at(f"1.{number}")] for number in range(1, 10)]
    assert column == ["b"] * 3 + ["none"] * 3 + ["a"] * 3
    shifted = [bands[at(f"2.{number}")] for number in range(1, 9)]
    assert shifted == ["b"] * 2 + ["none"] * 4 + ["a"] * 2  # the border cuts the 3rd and the 6th, ruling B1
    assert Counter(bands.values()) == {"a": 18, "b": 18, "none": 24}


@pytest.mark.rule("spf.battleground.entrenched-zones")
def test_a_cut_hex_may_be_ruled_to_belong_to_the_territory() -> None:
    play = begin(["ork.troll"], ["ork.troll"], cut_hex="territory")
    assert at("2.6") in territory_of(play.battle, "a") and at("2.3") in territory_of(play.battle, "b")
    assert len(territory_of(play.battle, "a")) == 21
    assert at("2.6") not in territory_of(begin(["ork.troll"], ["ork.troll"]).battle, "a")


@pytest.mark.rule("spf.battleground.no-mans-land")
@pytest.mark.parametrize(
    ("cell", "allowed"),
    [
        (Cell(1, 5, "forest"), False),
        (Cell(1, 5, "rough"), True),
        (Cell(1, 5, "ruins"), True),
        (Cell(1, 5, "swamp"), False),
        (Cell(1, 5, road=True), False),
        (Cell(1, 5, "mountains"), False),  # ruling R1
        (Cell(2, 3, "hills"), False),  # the cut hex
        (Cell(1, 3, "hills"), True),  # in a territory
    ],
)
def test_no_mans_land_holds_neither_blocking_nor_advanced_terrain(cell: Cell, allowed: bool) -> None:
    scenario = replace(scenarios()["entrenched"], table=HexTable("test", 7, 9, (cell,)))
    ours = (armies()["ork.small"], armies()["elf.small"])
    assert (setup_flaws(Setup(scenario, ours)) == []) is allowed
    assert setup_flaws(Setup(replace(scenario, design=False), ours)) == []  # a map of one's own


@pytest.mark.rule("spf.battleground.no-mans-land")
def test_mountains_that_do_not_block_may_stand_in_no_mans_land() -> None:
    table = HexTable("test", 7, 9, (Cell(1, 5, "mountains"),))
    setup = Setup(
        replace(scenarios()["entrenched"], table=table), (armies()["ork.small"], armies()["elf.small"])
    )
    assert setup_flaws(replace(setup, rulings=Rulings(mountains_block=False))) == []


@pytest.mark.rule("spf.battleground.own-territory")
def test_each_side_lays_out_its_own_territory_sealed() -> None:
    play = begin(["ork.troll"], ["ork.troll"], design=True)
    assert play.sealed(design_step) == {"a", "b"}
    side, form = next_question(play, sealed(a="own", b="as-it-lies"))
    assert side == "a" and isinstance(form, Form)
    assert set(form.parts) == {name_of(hex_) for hex_ in territory_of(play.battle, "a")}
    play = begin(["ork.troll"], ["ork.troll"], design=True)
    layout = {**dict.fromkeys(form.parts, "clear"), "1.9": "forest", "2.8": "mountains+road"}
    play.run(design_step, answers=[sealed(a="own", b="as-it-lies"), a(layout)])
    assert play.battle.ground_at(at("1.9")) == "forest"
    assert play.battle.ground_at(at("2.8")) == "mountains" and play.battle.has_road(at("2.8"))
    assert play.battle.ground_at(at("1.1")) == "clear" and not play.battle.has_road(at("1.9"))
    assert play.says("have laid out their territory: 16 clear, 1 forest, 1 mountains with a road.")


@pytest.mark.parametrize("side", ["a", "b"])
def test_a_territory_may_begin_with_one_of_several_layouts(side: str) -> None:
    """Each is whole and legal, and no two are alike."""
    wishes = {each: "own" if each == side else "as-it-lies" for each in ("a", "b")}
    field = scenarios()["entrenched"].table
    play = begin(["ork.troll"], ["ork.troll"], field, design=True)
    asked, form = next_question(play, sealed(**wishes))
    assert asked == side and isinstance(form, Form) and len(form.presets) == 4
    for layout in form.presets.values():
        assert form.accept(layout) == layout
    assert len({tuple(layout.values()) for layout in form.presets.values()}) == 4
    roads = [name for name, laid in form.presets["a town on a road"].items() if laid.endswith("+road")]
    assert len(roads) == len({name.partition(".")[0] for name in form.parts})  # one in each column


@pytest.mark.rule("spf.battleground.own-territory", "spf.R1", "spf.R13")
def test_what_terrain_is_said_to_do_follows_the_switches() -> None:
    def labels(**rulings: Any) -> set[str]:
        play = begin(["ork.troll"], ["ork.troll"], design=True, **rulings)
        _, form = next_question(play, sealed(a="own", b="as-it-lies"))
        assert isinstance(form, Form)
        return {option.label for option in form.parts["1.9"].options}

    assert {"river : no effect", "mountains : level 2, no tracks or wheels"} < labels()
    ruled = labels(river="roll", mountains_block=False)
    assert {"river : tracks and wheels enter at 3+", "mountains : no tracks or wheels"} < ruled


@pytest.mark.rule("spf.battleground.own-territory")
def test_half_of_a_territory_must_be_open_to_tracks() -> None:
    """Ruling B2: nine of the eighteen hexes may be closed, not ten."""
    names = [name_of(hex_) for hex_ in territory_of(begin(["ork.troll"], ["ork.troll"]).battle, "a")]
    nine = {name: "water" if number < 9 else "swamp" for number, name in enumerate(names)}
    ten = {name: "building" if number < 10 else "forest" for number, name in enumerate(names)}
    play = begin(["ork.troll"], ["ork.troll"], design=True)
    _, form = next_question(play, sealed(a="own", b="as-it-lies"))
    assert isinstance(form, Form)
    with pytest.raises(Refused, match="at least half"):
        form.accept(ten)
    play = begin(["ork.troll"], ["ork.troll"], design=True)
    play.run(design_step, answers=[sealed(a="own", b="as-it-lies"), a(nine)])
    assert play.battle.ground_at(at(names[0])) == "water"
    free = begin(["ork.troll"], ["ork.troll"], design=True, terrain_limit="none")
    free.run(design_step, answers=[sealed(a="own", b="as-it-lies"), a(ten)])
    assert free.battle.ground_at(at(names[0])) == "building"
    assert passable(nine.values()) and not passable(ten.values())


@pytest.mark.rule("spf.army.huge-disclosure")
def test_huge_units_are_announced_before_all_else() -> None:
    play = begin(["ork.troll", "ork.grunt"], ["elf.elf-infantry"]).run(design_step)
    notes = [event for event in play.events if isinstance(event, Note)]
    assert [(note.words, note.rule, note.to) for note in notes] == [
        ("Army of ork bring Troll, huge and seen from afar.", "spf.army.huge-disclosure", ())
    ]


# ---------------------------------------------------------------- setting up


@pytest.mark.rule("spf.setup.area", "spf.B5")
def test_each_side_faces_the_enemy_unless_it_says_otherwise() -> None:
    speeds = sealed(a={"a1": {"speed": "still"}}, b={"b1": {"speed": "still"}})
    play = begin(["ork.ork-infantry"], ["elf.elf-infantry"])
    with pytest.raises(Unanswered):
        set_up(play, speeds, sealed(a=place(a1="1.7"), b=place(b1="2.2")))
    placing = {
        side: question.parts[f"{side}1"]
        for side, question in play.asked
        if question.text == "Set up your units"
    }
    usual = {side: form.parts["facing"].usual for side, form in placing.items()}
    assert usual == {"a": "north", "b": "south"}
    offered = {side: [option.id for option in form.parts["facing"].options] for side, form in placing.items()}
    assert offered["a"] == ["north", "north-east", "south-east", "south", "south-west", "north-west"]
    assert offered["b"] == ["south", "south-west", "north-west", "north", "north-east", "south-east"]


@pytest.mark.rule("spf.setup.blind", "spf.setup.starting-speed", "spf.setup.area")
def test_a_whole_blind_set_up() -> None:
    play = begin(["ork.ork-infantry"], ["elf.elf-infantry"])
    set_up(
        play,
        sealed(a={"a1": {"speed": "still"}}, b={"b1": {"speed": "fast"}}),
        sealed(a=place("north-east", a1="1.7"), b=place("south", b1="2.2")),
        sealed(
            a={"a1": {"movement": "360, A, F", "gunnery": "load, -"}},
            b={"b1": {"movement": "360, F, B", "gunnery": "-, -"}},
        ),
    )
    one, two = play["a1"], play["b1"]
    assert (one.hex, COMPASS[one.facing], one.speed, one.place) == (at("1.7"), "north-east", "still", "map")
    assert (two.hex, COMPASS[two.facing], two.speed) == (at("2.2"), "south", "fast")
    assert (one.next_movement, one.next_gunnery, one.movement) == ("360, A, F", "load, -", "")
    assert (play.battle.turn, play.battle.phase) == (1, "orders")
    placed = [(event.piece, event.facing, event.to) for event in play.events if isinstance(event, Placed)]
    assert placed == [("a1", 30, ("a",)), ("b1", 270, ("b",)), ("a1", 30, ()), ("b1", 270, ())]


@pytest.mark.rule("spf.setup.blind")
def test_every_round_is_sealed_and_nothing_is_shown_to_all_before_the_screen_goes() -> None:
    play = begin(["ork.ork-infantry"], ["elf.elf-infantry"]).run(design_step)
    orders = {"movement": "360, A, F", "gunnery": "-, -"}
    for answers in (
        [sealed(a={"a1": {"speed": "still"}}, b={"b1": {"speed": "still"}})],
        [sealed(a=place(a1="1.7"), b=place(b1="1.1"))],
        [sealed(a={"a1": orders}, b={"b1": orders})],
    ):
        assert not [event for event in play.events if not event.to]
        assert play.sealed(place_step) == {"a", "b"}
        play.run(place_step, answers=answers)
    assert [event.piece for event in play.events if isinstance(event, Placed) and not event.to] == [
        "a1",
        "b1",
    ]


@pytest.mark.rule("spf.setup.starting-speed")
def test_starting_speeds_are_those_the_unit_has() -> None:
    _, form = next_question(begin(["ork.speedhead"], ["ork.troll"]))
    assert isinstance(form, Form)
    assert opened(form.parts["a1"].parts["speed"]) == {"still", "slow", "fast"}


@pytest.mark.rule("spf.setup.area")
def test_units_are_placed_in_their_own_territory_only() -> None:
    play = begin(["dwarf.tamed-balrog"], ["dwarf.tamed-balrog"])
    own = {name_of(hex_) for hex_ in territory_of(play.battle, "a")}
    side, form = next_question(play, sealed(a={"a1": {"speed": "slow"}}, b={"b1": {"speed": "slow"}}))
    assert side == "a" and isinstance(form, Form)
    assert opened(place_of(form)) == own
    assert {"1.7", "1.9", "2.7", "7.8"} < own and not {"1.6", "2.6", "1.1"} & own


@pytest.mark.rule("spf.ability.forward-position")
@pytest.mark.ability("forward-position")
def test_forward_position_reaches_so_far_into_no_mans_land_but_not_into_enemy_territory() -> None:
    """Ruling B6."""
    play = begin(["ork.troll", "ork.grunt", "ork.warg-rider"], ["ork.troll"])
    troll, grunt, rider = (set(setup_area(play.battle, play[id])) for id in ("a1", "a2", "a3"))
    assert rider == set(territory_of(play.battle, "a"))
    assert {at("1.6"), at("2.6")} < troll and not {at("1.5"), at("2.5")} & troll
    assert {at("1.5"), at("2.5")} < grunt and not {at("1.4"), at("2.4")} & grunt
    near = HexTable("near", 7, 5)
    scenario = replace(play.battle.setup.scenario, table=near, territory=2)
    close = muster(replace(play.battle.setup, scenario=scenario))
    assert {at("1.3"), at("2.3"), at("2.2")} < set(setup_area(close, close.unit("a2")))
    assert not set(setup_area(close, close.unit("a2"))) & set(territory_of(close, "b"))


@pytest.mark.rule("spf.ability.forward-position")
@pytest.mark.ability("forward-position")
def test_the_highest_forward_position_counts() -> None:
    play = begin(["dark-elf.scout +hide"], ["ork.troll"])
    assert at("1.5") in setup_area(play.battle, play["a1"])


@pytest.mark.rule("spf.ability.forward-position")
def test_who_meets_the_enemy_in_forward_position_falls_back_to_its_own_territory() -> None:
    play = begin(["ork.grunt"], ["ork.grunt"])
    _, form = next_question(play, sealed(a=place(a1="1.5"), b=place("south", b1="1.5")))
    assert play["a1"].place == play["b1"].place == "waiting"
    assert isinstance(form, Form)
    assert opened(place_of(form)) == {name_of(h) for h in territory_of(play.battle, "a")}
    again = begin(["ork.grunt"], ["ork.grunt"])
    last = sealed(a={"a1": "chase, -, -"}, b={"b1": "chase, -, -"})
    set_up(
        again,
        sealed(a=place(a1="1.5"), b=place("south", b1="1.5")),
        sealed(a=place(a1="1.7"), b=place("south", b1="1.3")),
        last,
    )
    assert (again["a1"].hex, again["b1"].hex) == (at("1.7"), at("1.3"))
    assert not again["a1"].marks
    apart = begin(["ork.grunt"], ["ork.grunt"])
    set_up(apart, sealed(a=place(a1="1.5"), b=place("south", b1="2.4")), last)
    assert apart["a1"].hex == at("1.5")


@pytest.mark.rule("spf.P27")
@pytest.mark.ability("hidden")
def test_a_hidden_unit_stays_where_the_enemy_has_set_up() -> None:
    """Ruling P27."""
    play = begin(["dark-elf.scout +hide"], ["ork.grunt"])
    hidden = {"a1": {"speed": "still", "hidden": "hidden"}}
    orders = {"a1": {"movement": "reveal, -, -", "gunnery": "-, -"}}
    set_up(
        play,
        a(hidden),
        sealed(a=place(a1="1.5"), b=place("south", b1="1.5")),
        sealed(a=orders, b={"b1": "chase, -, -"}),
    )
    assert play["a1"].hex == play["b1"].hex == at("1.5")


@pytest.mark.rule("spf.setup.area", "spf.stacking.limit")
def test_terrain_and_other_units_bar_hexes() -> None:
    """Rolls for entering do not matter. Who would share a hex that is full is told so, whatever the order."""
    cells = (Cell(1, 9, "mountains"), Cell(1, 8, "building"), Cell(1, 7, "swamp"), Cell(3, 9, "forest"))
    play = begin(["ork.ork-char-b1", "ork.battlewagon"], ["ork.troll"], HexTable("test", 7, 9, cells))
    speeds = {"a1": {"speed": "still"}, "a2": {"speed": "still"}}
    _, form = next_question(play, a(speeds))
    assert barred(form) == {"1.9": "spf.terrain.mountains", "1.8": "spf.terrain.building"}
    assert isinstance(form, Form)
    form.accept(place(a1="1.7", a2="2.7"))
    with pytest.raises(Refused, match=r"cannot be in 1\.7: with .* the hex is full") as refused:
        form.accept(place(a1="1.7", a2="1.7"))
    assert refused.value.refusal.rule == "spf.stacking.limit"


@pytest.mark.rule("spf.stacking.limit")
@pytest.mark.ability("hidden")
def test_hidden_units_count_for_their_own_side() -> None:
    """Ruling R20; and two large units do not share a hex."""
    play = begin(["dwarf.dwarf-at-gun +hide", "dwarf.dw42"], ["ork.troll"])
    speeds = {"a1": {"speed": "still", "hidden": "hidden"}, "a2": {"speed": "still"}}
    _, form = next_question(play, a(speeds))
    assert isinstance(form, Form)
    with pytest.raises(Refused, match="the hex is full"):
        form.accept(place(a1="1.7", a2="1.7"))


def test_a_flying_unit_starts_over_any_terrain_and_over_others() -> None:
    lake = HexTable("test", 7, 9, (Cell(1, 9, "water"),))
    play = begin(["elf.pegasus-rider"], ["ork.troll"], field=lake)
    _, form = next_question(play, a({"a1": {"speed": "slow-flying"}}))
    assert isinstance(form, Form) and "1.9" in opened(place_of(form))
    play = begin(["elf.pegasus-rider"], ["ork.troll"], field=lake)
    _, form = next_question(play, a({"a1": {"speed": "slow"}}))
    assert isinstance(form, Form) and "1.9" not in opened(place_of(form))


@pytest.mark.rule("spf.stacking.flying")
def test_those_in_the_air_do_not_fill_the_ground() -> None:
    play = begin(["elf.elf-infantry", "elf.elf-infantry", "elf.pegasus-rider"], ["ork.troll"])
    still = {"speed": "still"}
    speeds = a({"a1": still, "a2": still, "a3": {"speed": "slow-flying"}})
    _, form = next_question(play, speeds)
    assert isinstance(form, Form)
    form.accept(place(a1="1.7", a2="1.7", a3="1.7"))


@pytest.mark.rule("spf.W5")
def test_one_is_left_out_only_where_there_is_no_room_for_it() -> None:
    """Of three that fill a hex each, two find room in a territory of two dry hexes."""
    dry = ("1.7", "3.7")
    cells = [(c, n) for c in range(1, 8) for n in (7, 8, 9) if c % 2 or n < 9]
    lake = HexTable("test", 7, 9, tuple(Cell(c, n, "water") for c, n in cells if f"{c}.{n}" not in dry))
    play = begin(["ork.battlewagon"] * 3, ["ork.grunt"], field=lake)
    speeds = a({id: {"speed": "slow"} for id in ("a1", "a2", "a3")})
    _, form = next_question(play, speeds)
    assert isinstance(form, Form)
    with pytest.raises(Refused, match=r"has room in 3\.7"):
        form.accept(place(a1="1.7", a2="away", a3="away"))
    with pytest.raises(Refused, match="the hex is full"):
        form.accept(place(a1="1.7", a2="1.7", a3="3.7"))
    form.accept(place(a1="1.7", a2="away", a3="3.7"))


@pytest.mark.rule("spf.W5")
def test_whoever_finds_no_room_stays_away() -> None:
    lake = HexTable(
        "test", 7, 9, tuple(Cell(c, n, "water") for c in range(1, 8) for n in (7, 8, 9) if c % 2 or n < 9)
    )
    play = begin(["ork.warg-rider"], ["ork.grunt"], field=lake)
    set_up(play, a({"a1": {"speed": "slow"}}), b(place("south", b1="1.1")), b({"b1": "chase, -, -"}))
    assert play["a1"].place == "fled" and play.says("find no room")


# ---------------------------------------------------------------- hidden, aboard, loaded, aimed


@pytest.mark.rule("spf.ability.hidden-disclosure", "spf.ability.hidden-token")
@pytest.mark.ability("hidden-by-cloak")
def test_who_starts_hidden_is_secret_but_their_worth_is_announced() -> None:
    """Abilities hidden and hidden-by-cloak; worth 3 for each ip and 1 for every other point (ruling V9)."""
    play = begin(["dark-elf.mechanical-scorpion +cloaking-device", "dark-elf.scout +hide"], ["ork.grunt"])
    set_up(
        play,
        a({"a1": {"speed": "still", "hidden": "hidden"}, "a2": {"speed": "still", "hidden": "open"}}),
        sealed(a=place(a1="1.7", a2="3.7"), b=place("south", b1="1.1")),
        sealed(
            a={id: {"movement": "reveal, -, -", "gunnery": "-, -"} for id in ("a1", "a2")},
            b={"b1": "chase, -, -"},
        ),
    )
    assert (play["a1"].hidden, play["a2"].hidden) == (True, False)
    worth = field_unit(play.battle.setup.armies[0].units[0]).cost
    total = 3 * worth.ip + worth.mp + worth.cp + worth.xp
    assert play.battle.announced == {"a": total, "b": 0}
    assert total > 0
    public = [event for event in play.events if not event.to]
    assert {event.piece for event in public if isinstance(event, Placed)} == {"a2", "b1"}
    assert play.says("A hidden token lies in hex 1.7.")
    assert [event.words for event in public if event.rule == "spf.ability.hidden-disclosure"] == [
        f"Army of dark-elf have hidden units worth {total} victory points."
    ]


@pytest.mark.ability("transport")
def test_infantry_starts_aboard_a_transport_at_a_speed_at_which_it_gets_out() -> None:
    """Abilities transport and unload-glide: two units of the types named; no room for a third."""
    play = begin(
        ["dwarf.dwarf-infantry", "dwarf.dwarf-infantry", "dwarf.dwarf-infantry", "dwarf.transport-zeppelin"],
        ["ork.grunt"],
    )
    still = {"speed": "still"}
    speeds = a({"a1": still, "a2": still, "a3": still})
    _, form = next_question(play, speeds)
    assert isinstance(form, Form)
    two = place(a1="aboard a4", a2="aboard a4", a3="3.7", a4="1.7")
    with pytest.raises(Refused, match="has no room for"):
        form.accept({**two, "a3": {"place": "aboard a4", "facing": "north"}})
    play = begin([*["dwarf.dwarf-infantry"] * 3, "dwarf.transport-zeppelin"], ["ork.grunt"])
    next_question(play, speeds, sealed(a=two, b=place("south", b1="1.1")))
    one = play["a1"]
    assert (one.place, one.carrier, one.speed, one.hex) == ("aboard", "a4", "slow", at("1.7"))


@pytest.mark.ability("unload-adjacent")
def test_who_gets_out_at_its_own_speed_keeps_it_aboard() -> None:
    play = begin(["ork.ork-infantry", "ork.battlewagon"], ["ork.grunt"])
    speeds = {"a1": {"speed": "still"}, "a2": {"speed": "slow"}}
    aboard = place(a1="aboard a2", a2="1.7")
    next_question(play, a(speeds), sealed(a=aboard, b=place("south", b1="1.1")))
    assert (play["a1"].carrier, play["a1"].speed) == ("a2", "still")


@pytest.mark.parametrize(
    ("carrier", "passenger", "fits"),
    [
        ("dwarf.transport-zeppelin", "dwarf.dwarf-infantry", True),
        ("dwarf.transport-zeppelin", "dwarf.steampowerarmor", True),
        ("dwarf.transport-zeppelin", "dwarf.dw42", False),
        ("dwarf.transport-zeppelin", "dwarf.dwarf-infantry +wheeled-shieldwall", False),  # does-not-carry
        ("ork.battlewagon", "ork.ork-infantry", True),
        ("ork.battlewagon", "ork.grunt", False),
        ("ork.hammerhead", "ork.ork-infantry", False),
    ],
)
def test_who_may_be_carried(carrier: str, passenger: str, fits: bool) -> None:
    battle = begin([carrier, passenger], ["ork.troll"]).battle
    assert carries(battle, battle.unit("a1"), battle.unit("a2")) is fits


@pytest.mark.rule("spf.orders.load")
@pytest.mark.ability("starts-loaded")
def test_weapons_start_unloaded_unless_they_say_otherwise() -> None:
    """Ability starts-loaded; ruling B4 and its switch."""
    battle = begin(["ork.speedhead", "ork.ork-infantry"], ["ork.troll"]).battle
    assert battle.unit("a1").loaded == {"ork.flamethrower": 3}
    assert battle.unit("a2").loaded == {}
    loaded = begin(["ork.ork-infantry"], ["ork.troll"], start_loaded=True).battle
    assert loaded.unit("a1").loaded == {"ork.ork-musket": 1}


@pytest.mark.rule("spf.W6")
@pytest.mark.ability("starts-aimed")
def test_sauropod_riders_start_aimed() -> None:
    """Ability starts-aimed: as if they had aimed in the gunnery step before turn 1."""
    play = begin(["elf.sauropod-riders"], ["ork.grunt"])
    set_up(
        play,
        a({"a1": {"speed": "still"}}),
        sealed(a=place(a1="1.7"), b=place("south", b1="1.1")),
        sealed(a={"a1": {"gunnery": "-, fire"}}, b={"b1": "chase, -, -"}),
    )
    assert play["a1"].aims == [AimToken(*at("1.7"), turn=0, step=2)]


@pytest.mark.parametrize(
    ("unit", "tokens"),
    [
        ("dwarf.dwarf-infantry", 0),
        ("dwarf.dwarf-infantry +vest-of-life-support", 4),
        ("dwarf.steampowerarmor =elite-steampowerarmor", 1),
        ("dwarf.steampowerarmor =battle-medic +vest-of-life-support", 6),
    ],
)
@pytest.mark.ability("endurance")
def test_endurance_tokens_at_the_start(unit: str, tokens: int) -> None:
    """Ability endurance: the vest gives each regular model 1 and each elite 2; an elite in steam power armor,
    of which there are four models, has 1 besides."""
    assert begin([unit], ["ork.troll"]).battle.unit("a1").endurance == tokens


# ---------------------------------------------------------------- scenarios and setups


def test_a_ready_laid_map_for_a_quick_battle() -> None:
    quick = scenarios()["crossroads"]
    assert (quick.design, quick.turns < scenarios()["entrenched"].turns) == (False, True)
    for side in ("a", "b"):
        hexes = [hex_ for hex_ in quick.table.hexes() if band_of(quick.table, quick.territory, hex_) == side]
        assert len(hexes) == 11
        assert passable(quick.table.ground[hex_] for hex_ in hexes)


def test_both_scenarios_hold_every_ready_made_army() -> None:
    for scenario in scenarios():
        for name in armies():
            battle = muster(make_setup(scenario, line_up(BOOK, BOOK.scenario(scenario), [name]), {}))
            assert all(_has_room(battle, unit) for unit in battle.units)


def _has_room(battle: Battle, unit: Unit) -> bool:
    return any(
        not isinstance(ground.entry(battle, unit, hex_, hex_), Refusal) for hex_ in setup_area(battle, unit)
    )


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ('ground = "woods"', "there is no terrain 'woods'"),
        ("column = 9", "there is no hex 1 in column 9"),
        ("territory = 5", "at most 4 of 9 rows"),
        ("territory = 1", "at least 2 hexes deep"),
    ],
)
def test_a_scenario_that_cannot_be_played_is_refused(changes: str, words: str) -> None:
    territory = changes if "territory" in changes else "territory = 3"
    cell = f"{{ column = 1, number = 1, {changes} }}" if "ground" in changes else "{ column = 1, number = 1 }"
    cell = "{ column = 9, number = 1 }" if "column" in changes else cell
    text = (
        f'id = "x"\nname = "X"\nwords = "X"\n{territory}\n'
        f'[table]\nname = "X"\ncolumns = 7\nrows = 9\ncells = [{cell}]\n'
    )
    with pytest.raises(BadData, match=words):
        read_scenario(Written("x.toml", text))


def test_what_does_not_go_together_is_refused() -> None:
    with pytest.raises(UnknownName, match="entrenched"):
        make_setup("trenches", ["ork.small", "elf.small"], {})
    with pytest.raises(UnknownName, match=r"ork\.small"):
        make_setup("entrenched", ["ork.tiny", "elf.small"], {})
    with pytest.raises(UnknownName, match="two armies"):
        make_setup("entrenched", ["ork.small"], {})
    with pytest.raises(Refused, match="Spartan"):
        make_setup("entrenched", ["spartan.small", "elf.small"], {"spartans": "off"})
    assert make_setup("entrenched", ["spartan.small", "elf.small"], {}).armies[0].nation == "spartan"


def test_switches_are_settled() -> None:
    assert settle({"orders_ahead": "0", "start_loaded": "on"}, Rulings) == Rulings(
        orders_ahead=0, start_loaded=True
    )
    with pytest.raises(BadData, match="from 0 to 1"):
        settle({"orders_ahead": 2}, Rulings)
    with pytest.raises(BadData, match="half, none"):
        settle({"terrain_limit": "third"}, Rulings)
    with pytest.raises(BadData, match="on or off"):
        settle({"spartans": "maybe"}, Rulings)
    with pytest.raises(BadData, match="no switch"):
        settle({"spartan": True}, Rulings)


@pytest.mark.rule("spf.battleground.own-territory")
def test_what_lies_in_a_hex_is_offered_first_for_it() -> None:
    play = begin(["ork.troll"], ["ork.troll"], design=True)
    play.battle.ground[",".join(map(str, at("1.9")))] = "rough"
    _, form = next_question(play, sealed(a="own", b="as-it-lies"))
    assert isinstance(form, Form)
    assert [form.parts[hex_].options[0].id for hex_ in ("1.9", "1.8")] == ["rough", "clear"]
