"""Where orders lead, as whoever writes them is shown, and where moving by them really leads."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.books.steampunk.position import Position, at, battle, table
from tests.kit.long import examples
from warbook.board.geometry import Spot
from warbook.board.hextable import name_of
from warbook.books.steampunk.army.data import army_list, nations
from warbook.books.steampunk.army.notation import Movement, Speed, read_movement, spell
from warbook.books.steampunk.army.roster import field_unit
from warbook.books.steampunk.army.written import Enlisted
from warbook.books.steampunk.assault.melee import outlook
from warbook.books.steampunk.ground import bearing
from warbook.books.steampunk.movement.moving import move
from warbook.books.steampunk.orders.carrying_out import movement_list
from warbook.books.steampunk.orders.plotting import Plot
from warbook.books.steampunk.orders.writing import write
from warbook.books.steampunk.state import Battle
from warbook.core.dice import Scripted
from warbook.core.questions import Choose, Form, Leads, Question
from warbook.core.state import clone

KINDS = [kind for nation in nations() for kind in army_list(nation).units]
IDLE = ("no", "nothing")  # no jump, and nothing at the end of the step
GROUND = """
forest 5.3 6.4    swamp 6.5 4.5    hills 4.4    building 5.6 7.5    mountains 4.6    water 6.6
road 5.4 5.5 5.3 6.4 6.5 4.5 7.5
"""


class Picker:
    """Answers every question with one of the open options, by a number; idle where that is possible."""

    def __init__(self, numbers: list[int]) -> None:
        self.numbers = numbers

    def answer(self, side: str, question: Question, view: object) -> object:
        if isinstance(question, Form):
            return {name: self.answer(side, part, view) for name, part in question.parts.items()}
        assert isinstance(question, Choose)
        open_ = [option.id for option in question.open()]
        idle = [id for id in open_ if id in IDLE]
        self.numbers = self.numbers[1:] + self.numbers[:1]
        return (idle or open_)[self.numbers[0] % len(idle or open_)]


def moved(start: Battle, order: Movement, numbers: list[int]) -> Position:
    """A carries the order out in all three steps; every die is high enough."""
    position = Position(clone(start))
    position["A"].movement = spell(order)
    picker = Picker(numbers)
    position.game.players.update(a=picker, b=picker)
    position.game.source = Scripted("6 5 " * 50)
    for step in (1, 2, 3):
        position.book.chapter = lambda game, step=step: move(game, step)  # type: ignore[misc]
        position.game.step()
    return position


def hexes(battle: Battle, spots: tuple[Spot, ...]) -> list[str]:
    found = (battle.table.at(spot.x, spot.y) for spot in spots)
    return [name_of(hex_) for hex_ in found if hex_]


def agrees(leads: Leads, position: Position) -> None:
    unit, there = position["A"], name_of(position["A"].hex)
    if leads.ends:
        assert there in hexes(position.battle, leads.ends)
    else:
        assert there == hexes(position.battle, leads.path)[-1]
    assert leads.facing in (None, bearing(unit.facing))


def every_order(text: str) -> Iterator[tuple[Battle, Movement, Speed]]:
    for kind in KINDS:
        of = field_unit(Enlisted(kind))
        for speed in of.speeds:
            start = battle(text.replace("?", f"{kind} A 5.5 ne {speed}"))
            for order in movement_list(start, start.unit("A"), speed):
                yield start, order, speed


ALONE = list(every_order("?"))
AMONG_OTHERS = list(
    every_order(
        f"? {GROUND} elf.elf-infantry x 8.2 still order=-,-,-  elf.elf-infantry B 3.8 still order=-,-,-"
    )
)


@pytest.mark.rule("spf.orders.three-parts", "spf.orders.plus")
def test_every_listed_order_of_every_unit_leads_where_it_is_shown_to_lead() -> None:
    certain = 0
    for start, order, speed in ALONE:
        leads = Plot(start, start.unit("A"), later=False).leads(order, [speed])
        assert not leads.first
        certain += not leads.ends and leads.facing is not None
        agrees(leads, moved(start, order, [0]))
    assert certain > len(ALONE) / 2


@settings(max_examples=examples(100, 1000), deadline=None)
@given(st.sampled_from(AMONG_OTHERS), st.lists(st.integers(0, 11), min_size=6, max_size=6))
def test_with_terrain_and_others_standing_by_the_end_is_among_those_shown(
    case: tuple[Battle, Movement, Speed], numbers: list[int]
) -> None:
    start, order, speed = case
    agrees(Plot(start, start.unit("A"), later=False).leads(order, [speed]), moved(start, order, numbers))


@pytest.mark.rule("spf.orders.one-round-ahead")
def test_an_order_for_the_next_turn_begins_where_the_present_one_ends() -> None:
    on = table("elf.e34 A 5.5 ne fast order=F,R,F")
    unit = on["A"]
    leads = Plot(on.battle, unit, later=True).leads(read_movement(["F", "L", "-"]), ["fast"])
    assert hexes(on.battle, leads.first) == ["5.5", "6.4", "7.5"]
    assert hexes(on.battle, leads.path) == ["7.5", "8.5"]
    assert (leads.facing, leads.ends) == (bearing(1), ())


@pytest.mark.rule("spf.orders.chase", "spf.orders.one-round-ahead")
@pytest.mark.parametrize(
    ("first", "order", "later", "given"),
    [
        ("F,-,-", ["-", "-", "chase"], False, True),
        ("F,-,-", ["F", "-", "-"], False, False),
        ("-,-,chase", ["F", "-", "-"], True, True),  # it begins where the chase ends
        ("-,-,chase", ["F", "-", "-"], False, False),
    ],
)
def test_what_depends_on_others_is_said_to(first: str, order: list[str], later: bool, given: bool) -> None:
    on = table(f"ork.grunt A 5.5 n slow order={first}   elf.elf-infantry x 5.1 still")
    leads = Plot(on.battle, on["A"], later=later).leads(read_movement(order), ["slow"])
    assert leads.given == ("if the others stay where they are" if given else "")


@pytest.mark.rule("spf.orders.chase", "spf.O7")
@pytest.mark.parametrize(("turn", "facing"), [(True, 1), (False, 3)])
def test_a_chase_turns_its_unit_if_so_ruled(turn: bool, facing: int) -> None:
    on = table("ork.grunt A 5.5 s slow   elf.elf-infantry x 7.4 still order=-,-,-", choice_moves_turn=turn)
    chase = read_movement(["-", "-", "chase"])
    leads = Plot(on.battle, on["A"], later=False).leads(chase, ["slow"])
    assert (hexes(on.battle, leads.path), leads.facing) == (["5.5", "6.4"], bearing(facing))
    agrees(leads, moved(on.battle, chase, [0]))


@pytest.mark.rule("spf.orders.turn-free")
def test_a_free_turn_leaves_open_how_it_faces_and_then_where_it_goes() -> None:
    on = table("elf.e34 A 5.5 ne fast")
    plot = Plot(on.battle, on["A"], later=False)
    turned = plot.leads(read_movement(["F", "360", "-"]), ["fast"])
    assert (hexes(on.battle, turned.path), turned.facing, turned.ends) == (["5.5", "6.4"], None, ())
    gone = plot.leads(read_movement(["F", "360", "F"]), ["fast"])
    assert hexes(on.battle, gone.path) == ["5.5", "6.4"]
    assert set(hexes(on.battle, gone.ends)) == {"6.3", "7.4", "7.5", "6.5", "5.5", "5.4"}


@pytest.mark.rule("spf.orders.accelerate-to", "spf.orders.brake-to", "spf.R10")
@pytest.mark.parametrize(
    ("speed", "order", "ground", "path"),
    [
        ("slow", ["A(slow-flying)", "F", "-"], "water 5.4", ["5.5", "5.4"]),  # it has taken off
        ("slow-flying", ["B(slow)", "F", "-"], "water 5.4", ["5.5"]),  # it has landed
        ("slow-flying", ["B(slow)", "F", "-"], "water 5.5 5.4", ["5.5", "5.4"]),  # it cannot land
    ],
)
def test_who_takes_off_or_lands_goes_on_at_its_new_speed(
    speed: Speed, order: list[str], ground: str, path: list[str]
) -> None:
    on = table(f"elf.pegasus-rider A 5.5 n {speed}   {ground}")
    leads = Plot(on.battle, on["A"], later=False).leads(read_movement(order), [speed])
    assert hexes(on.battle, leads.path) == path
    agrees(leads, moved(on.battle, read_movement(order), [0]))


@pytest.mark.rule("spf.ability.hidden-token")
def test_an_enemy_who_is_hidden_leaves_no_trace_in_a_chase() -> None:
    chase = read_movement(["chase", "-", "-"])
    seen = table("elf.e34 A 5.5 n fast  elf.elf-infantry x 5.1 still")
    leads = Plot(seen.battle, seen["A"], later=False).leads(chase, ["fast"])
    assert hexes(seen.battle, leads.path) == ["5.5", "5.4"]
    seen["x"].hidden = True
    leads = Plot(seen.battle, seen["A"], later=False).leads(chase, ["fast"])
    assert hexes(seen.battle, leads.path) == ["5.5"]


@pytest.mark.rule("spf.orders.one-round-ahead")
@pytest.mark.parametrize(("ahead", "first"), [(1, ["5.5", "5.4"]), (0, [])])
def test_the_options_say_where_they_lead(ahead: int, first: list[str]) -> None:
    on = table("elf.e34 A 5.5 n slow next=F,-,-", phase="orders", orders_ahead=ahead)
    form = on.question(write)
    movement = form.parts["A"].parts["movement"]
    found = {option.id: movement.leads(option.id) for option in movement.options}
    assert all(hexes(on.battle, leads.first) == first for leads in found.values())
    assert any(len(leads.path) > 1 for leads in found.values())


def test_who_is_aboard_has_no_way_to_show() -> None:
    on = table(
        "ork.battlewagon A 5.5 n slow  ork.ork-infantry B aboard=A slow", phase="orders", orders_ahead=0
    )
    form = on.question(write)
    assert form.parts["B"].parts["movement"].leads is None
    assert form.parts["A"].parts["movement"].leads is not None
    assert at("5.5") == on["A"].hex


@pytest.mark.rule("spf.orders.flee", "spf.O8")
def test_who_can_only_flee_where_the_enemy_wants_is_shown_all_of_that() -> None:
    """Enemies in five hexes around it and beyond the sixth: it cannot get farther from them."""
    foes = "   ".join(
        f"elf.elf-scout {name} {hex_} still" for name, hex_ in zip("uvwxyz", HERDERS, strict=True)
    )
    on = table(f"ork.grunt A 5.5 s slow   {foes}")
    leads = Plot(on.battle, on["A"], later=False).leads(read_movement(["flee", "-", "-"]), ["slow"])
    assert hexes(on.battle, leads.path) == ["5.5", "4.4"]


HERDERS = ("5.4", "6.4", "6.5", "5.6", "4.5", "3.4")


@pytest.mark.rule("spf.orders.accelerate", "spf.orders.brake", "spf.assault.trigger-same-hex")
def test_an_order_is_told_by_the_speed_it_ends_at_and_whom_it_runs_into() -> None:
    text = "spartan.bronze-titan A 5.5 n slow    elf.elf-scout x 5.{}"

    def words(order: str, foe: int) -> str:
        position = table(text.format(foe))
        plot = Plot(position.battle, position["A"], later=False)
        return plot.leads(read_movement(order.split(", ")), ("slow",)).words

    assert words("L, -, -", 1) == "ends slow"
    assert words("A, F, -", 1) == "ends fast" and words("B, -, -", 1) == "ends still"
    assert words("F, -, -", 4) == "ends slow; fights Elf Scout if still there"
    assert words("F, F, -", 4) == "ends slow; fights Elf Scout if still there"


@pytest.mark.rule("spf.angles.four-values", "spf.assault.facing-stationary")
@pytest.mark.parametrize("facing", ["n", "ne", "se", "s", "sw", "nw"])
@pytest.mark.parametrize(
    ("order", "own", "foe"), [("F, -, -", "n", "5.4"), ("rev, -, -", "s", "5.4"), ("-, chase, -", "n", "6.4")]
)
def test_the_odds_of_a_fight_that_an_order_leads_to_are_those_of_the_fight(
    order: str, own: str, foe: str, facing: str
) -> None:
    on = table(f"spartan.bronze-titan A 5.5 {own} slow    elf.e34 x {foe} {facing} still order=-,-,-")
    look = Plot(on.battle, on["A"], later=False).leads(read_movement(order.split(", ")), ("slow",)).preview
    assert look is not None
    now, *others = look().cases
    met = table(
        f"spartan.bronze-titan A 5.5 {own} slow order={order.replace(' ', '')}    "
        f"elf.e34 x {foe} {facing} still order=-,-,-"
    )
    for step in (1, 2):
        met.run(move, step)
        if met.battle.clashes:
            break
    (clash,) = met.battle.clashes
    real = outlook(met.battle, clash, "a")
    assert real is not None and now.outcomes == real().outcomes
    assert now.given.endswith("as it faces now, if it stays there and nobody else joins in")
    assert others and all(case.outcomes != now.outcomes for case in others)


def test_a_fight_that_facing_does_not_change_is_one_sum_and_without_enemies_there_is_none() -> None:
    on = table("ork.grunt A 5.5 n slow    ork.grunt x 5.4 n")
    plot = Plot(on.battle, on["A"], later=False)
    look = plot.leads(read_movement(["F", "-", "-"]), ("slow",)).preview
    assert look is not None and not look().cases
    assert look().given == "against Grunt in 5.4, if it stays there and nobody else joins in"
    assert plot.leads(read_movement(["L", "-", "-"]), ("slow",)).preview is None
    on["A"].hidden = True
    hidden = Plot(on.battle, on["A"], later=False).leads(read_movement(["F", "-", "-"]), ("slow",))
    assert hidden.preview is None and "fight" not in hidden.words
