"""Everything in a step happens at the same time: nothing depends on the order in which units, armies or sides
are listed, nor on what units are called.

The same battle is fought twice, the second time with other ids, another order of units and armies, and sides
that may have changed places. Dice depend on the rule, the need and the kind of unit that throws, answers on
what is offered. After every step both must stand the same.
"""

from __future__ import annotations

import json
import random
import re
from typing import Any

import msgspec
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.books.steampunk.position import at, table
from tests.books.steampunk.position import battle as position
from tests.books.steampunk.twins import number
from tests.kit.long import examples
from tests.kit.script import a, b, sealed
from warbook.board.hexes import COMPASS, sides_towards
from warbook.books.steampunk import BOOK
from warbook.books.steampunk.army.data import army_list, nations
from warbook.books.steampunk.army.notation import REST, spell
from warbook.books.steampunk.assault.retreats import Outcome, settle_assaults
from warbook.books.steampunk.gunnery.gunners import gunnery
from warbook.books.steampunk.orders import carrying_out
from warbook.books.steampunk.pending import Clash, Entrant
from warbook.books.steampunk.setup.setting_up import carries
from warbook.books.steampunk.state import SIDES, Battle, Unit, enemy, field, has
from warbook.books.steampunk.turn import TURN
from warbook.core.dice import Dice
from warbook.core.game import Game
from warbook.core.questions import Choose, Form, Question

ID = re.compile(r"\bu\d\d\b")
SAME = {side: side for side in SIDES}
SWAPPED = {side: enemy(side) for side in SIDES}


class Guise:
    """How a battle names its units and sides: `names` leads back from its ids to those of the first one."""

    def __init__(self, names: dict[str, str], sides: dict[str, str]) -> None:
        self.names, self.sides = names, sides

    def plain(self, text: str) -> str:
        return ID.sub(lambda found: self.names[found[0]], text)

    def choice(self, id: str) -> list[str]:
        """An option's id; where it lists units, in whatever order."""
        return sorted(self.plain(id).split("+"))


class Alike(Dice):
    """All dice for one rule and need, thrown by one kind of unit in one step, show the same."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.game: Game

    def throw(self, sides: int, count: int, rule: str, need: int | None, most: int | None) -> tuple[int, ...]:
        battle = self.game.battle
        by = [unit.kind for unit in battle.units if unit.id == self.game.dice.by and "assault" not in rule]
        key = (self.seed, battle.turn, battle.phase, by, rule, need, most)
        faces = [number(*key, place) % (2 * sides) for place in range(count)]
        return tuple(min(face + 1, sides) for face in faces)  # what comes of high dice is the most


class Steady:
    """Answers by what is offered alone, whatever it is called and however it is listed, and so that all units
    who can go for the same thing."""

    def __init__(self, seed: int, guise: Guise) -> None:
        self.seed, self.guise = seed, guise

    def answer(self, side: str, question: Question, view: Any) -> Any:
        key = (self.seed, view.turn, view.phase)
        if question.rule == "spf.assault.advantage-chooses-deflected":
            reject()  # one source after the other: here answers depend on which is asked about first
        if isinstance(question, Choose):
            ids = [option.id for option in question.open()]
            return min(ids, key=lambda id: (id in IDLE, number(key, self.guise.choice(id))))
        assert isinstance(question, Form)
        return {name: self.answer(side, part, view) for name, part in question.parts.items()}


def game_of(battle: Battle, seed: int, guise: Guise) -> Game:
    dice = Alike(seed)
    players = {side: Steady(seed, guise) for side in SIDES}
    dice.game = game = Game(BOOK, battle.setup, players, dice)
    game.battle = battle
    return game


# ---------------------------------------------------------------- positions


GROUNDS = ("forest", "swamp", "hills", "building", "ruins", "water", "rough", "mountains", "road")
MARKS = ("smoke", "fire", "poison", "acid", "minor-acid")
TROUBLES = (
    *(
        "shaken=2",
        "fires=2",
        "poison=8/6",
        "bleeding=6",
        "acid=2",
        "minor_acid=2",
        "future=3",
        "crew_future=2",
    ),
    *("jammed", "crippled_crew", "unconscious=1", "endurance=3", "critical=cannot-move", ""),
)
IDLE = ("hold", "no", "done", "nothing", "pass", "stay", "0")
BOLD = ("F", "chase", "rev")
NATIONS = sorted(nations())


def fray(luck: random.Random) -> Battle:
    """Units of two nations in a throng, of all kinds, in all sorts of trouble, with all sorts of orders."""
    hexes = [f"{column}.{row}" for column in range(2, 7) for row in range(2, 7)]
    lines = []
    for nation, names in zip(luck.sample(NATIONS, 2), ("ABCDEFG", "abcdefg"), strict=True):
        kinds = [*army_list(nation).units]
        for name in names:
            hidden = "hidden" if luck.random() < 0.15 else ""
            trouble = luck.choice(TROUBLES) if luck.random() < 0.4 else ""
            place = hexes.pop(luck.randrange(len(hexes)))
            ahead = sides_towards(at(place), at("4.4"))
            facing = COMPASS[luck.choice(ahead if ahead and luck.random() < 0.7 else range(6))]
            lines.append(f"{luck.choice(kinds)} {name} {place} {facing} {hidden} {trouble}")
    lines += [f"{ground} {luck.choice(hexes)}" for ground in GROUNDS]
    lines += [f"{mark} {luck.choice(hexes)} count=2 strength={6 * (mark == 'poison')}" for mark in MARKS]
    battle = position("\n".join(lines), phase="gunnery 1", columns=8, rows=8)
    for unit in battle.units:
        _ready(battle, unit, luck)
    for unit in battle.units:
        _board(battle, unit)
    return battle


def _ready(battle: Battle, unit: Unit, luck: random.Random) -> None:
    of = field(battle, unit)
    unit.speed = luck.choice(of.speeds or (unit.speed,))
    movement = carrying_out.movement_list(battle, unit, unit.speed)
    fire = [o for o in of.gunnery.get(unit.speed, ()) if "fire" in spell(o.order) or luck.random() < 0.2]
    bold = [order for order in movement if any(code.name in BOLD for step in order for code in step)]
    unit.movement = spell(luck.choice(bold if bold and luck.random() < 0.6 else movement or (REST,)))
    if fire:
        order = luck.choice(fire)
        unit.gunnery, unit.gunnery_only = spell(order.order), order.only
    for _, model in enumerate(of.models):
        unit.loaded |= {weapon.id: 1 for weapon in model.weapons if luck.random() < 0.8}


def _board(battle: Battle, carrier: Unit) -> None:
    """The first who can be carried goes aboard."""
    for unit in battle.units if has(battle, carrier, "transport") else ():
        if unit.side == carrier.side and unit.on_map and not unit.hidden and carries(battle, carrier, unit):
            unit.place, unit.carrier = "aboard", carrier.id
            unit.at(carrier.hex)
            return


# ---------------------------------------------------------------- in another guise


def disguised(battle: Battle, luck: random.Random, sides: dict[str, str]) -> tuple[Battle, Guise]:
    """The same battle with units renamed and listed otherwise."""
    ids = [f"u{place:02}" for place in range(len(battle.units))]
    fresh = dict(zip([unit.id for unit in battle.units], luck.sample(ids, len(ids)), strict=True))
    armies, numbers = {}, {}
    for side, army in zip(SIDES, battle.setup.armies, strict=True):
        places = luck.sample(range(len(army.units)), len(army.units))
        armies[sides[side]] = replace(army, units=tuple(army.units[place] for place in places))
        numbers[side] = {place: fresh_place for fresh_place, place in enumerate(places)} | {-1: -1}
    copy = msgspec.json.decode(msgspec.json.encode(battle), type=Battle)
    copy.setup = replace(battle.setup, armies=(armies["a"], armies["b"]))
    for unit in copy.units:
        unit.id, unit.carrier = fresh[unit.id], fresh.get(unit.carrier, "")
        unit.number = numbers[unit.side][unit.number]
        unit.side = sides[unit.side]
    luck.shuffle(copy.units)
    back = {new: old for old, new in fresh.items()}
    return copy, Guise(back, {new: old for old, new in sides.items()})


def standing(game: Game, guise: Guise) -> Any:
    """How the battle stands, told in the names of the first one and in a fixed order."""
    state = msgspec.to_builtins(replace(game.battle, setup=None))
    state = json.loads(guise.plain(json.dumps(state)))
    for unit in state["units"]:
        unit["side"] = guise.sides[unit["side"]]
        unit.pop("number")
        unit["marks"].pop("risen-unit", None)
    for name in ("units", "marks", "clashes", "blows", "gains", "spreads"):
        for each in state[name]:
            each.setdefault("entrants", []).sort(key=json.dumps)
        state[name].sort(key=json.dumps)
    for name in ("announced", "scores"):
        state[name] = {guise.sides[side]: value for side, value in state[name].items()}
    state["winner"] = guise.sides.get(state["winner"], "")
    return state


@pytest.mark.rule("spf.turn.simultaneous", "spf.orders.simultaneous")
@settings(max_examples=examples(15, 200), deadline=None, derandomize=True)
@given(seed=st.integers(0, 100_000), swapped=st.booleans())
def test_a_battle_is_the_same_however_units_and_sides_are_listed(seed: int, swapped: bool) -> None:
    """One turn, and the next as far as its first fire."""
    battle, _ = disguised(fray(random.Random(seed)), random.Random(seed), SAME)
    twin, guise = disguised(battle, random.Random(seed + 1), SWAPPED if swapped else SAME)
    plain = Guise({unit.id: unit.id for unit in battle.units}, SAME)
    one, two = game_of(battle, seed, plain), game_of(twin, seed, guise)
    for _ in range(len(TURN) + 2):
        phase = one.battle.phase
        if not one.over:
            one.step()
            two.step()
        assert standing(one, plain) == standing(two, guise), f"after {phase}"


# ---------------------------------------------------------------- who goes first


WAGONS = """
    elf.elf-infantry A 5.6 north slow order=F,-,-    elf.elf-infantry B 3.5 ne slow order=F,-,-
    ork.battlewagon {0} 5.5 south order=-,-,-    ork.battlewagon {1} 4.4 sw order=-,-,-
"""


@pytest.mark.rule("spf.turn.simultaneous", "spf.assault.retreat-blocked", "spf.stacking.limit")
@pytest.mark.parametrize("names", ["xy", "yx"])
@pytest.mark.parametrize("first", [0, 1])
def test_of_two_who_retreat_to_where_one_has_room_the_owner_chooses(names: str, first: int) -> None:
    play = table(WAGONS.format(*names))
    clashes = [
        Clash(*at(hex_), False, (Entrant(foe, *at(start), True), Entrant(name, *at(hex_), False)))
        for hex_, foe, start, name in (("5.5", "A", "5.6", names[0]), ("4.4", "B", "3.5", names[1]))
    ]
    outcomes = [Outcome(clash, (clash.entrants[1].unit,)) for clash in clashes]
    near = ("6.4", "4.3")[1 - first]
    play.run(settle_assaults, outcomes, answers=[b(names[first]), b(near), b({"x": "keep", "y": "keep"})])
    assert play[names[first]].hex == at("5.4")
    assert play[names[1 - first]].hex == at(near)


@pytest.mark.rule("spf.turn.simultaneous", "spf.assault.retreat-blocked")
def test_enemies_who_would_retreat_into_one_hex_both_find_it_taken() -> None:
    play = table(
        """elf.elf-infantry A 5.5 south    elf.elf-infantry B 3.5 ne
        ork.ork-infantry x 5.6 north    ork.ork-infantry y 4.4 sw"""
    )
    clashes = [
        Clash(*at("5.5"), False, (Entrant("A", *at("5.5"), False), Entrant("x", *at("5.6"), True))),
        Clash(*at("4.4"), False, (Entrant("B", *at("3.5"), True), Entrant("y", *at("4.4"), False))),
    ]
    outcomes = [Outcome(clashes[0], ("A",)), Outcome(clashes[1], ("y",))]
    play.run(
        settle_assaults, outcomes, answers=[b("4.3"), a("6.4"), sealed(a={"A": "keep"}, b={"y": "keep"})]
    )
    assert (play["y"].hex, play["A"].hex) == (at("4.3"), at("6.4"))


@pytest.mark.rule("spf.turn.simultaneous", "spf.orders.fire")
@pytest.mark.parametrize(("mortar", "dragon", "bike"), [("A", "x", "B"), ("x", "A", "y")])
@pytest.mark.ability("breath")
def test_who_is_launched_is_not_met_by_fire_of_the_same_step(mortar: str, dragon: str, bike: str) -> None:
    """Abilities spawns-bots and breath: bots come down before the dragon while it breathes."""
    play = table(
        f"""gnome.gnome-infantry {mortar} 5.9 n still equip=assault-bot-mortar gunnery=-,fire living=0/1
        gnome.quad-bike {bike} 5.6 living=0
        dark-elf.mechanical-red-dragon {dragon} 5.4 south slow gunnery=-,breath(fire)"""
    )
    play[mortar].loaded = {"gnome.assault-bot-mortar": 1}
    play[dragon].loaded = {"dark-elf.fire-breath": 1}
    forms = {play[mortar].side: {f"{mortar}/1": "5.5"}, play[dragon].side: {f"{dragon}/1": "all"}}
    play.run(gunnery, 2, dice="1", answers=[sealed(**forms)])
    assert {gain.unit for gain in play.battle.gains} == {bike, mortar}
    assert [unit.hex for unit in play.battle.units if unit.kind == "gnome.assault-bots"] == [at("5.5")]
