"""Positions in a few lines of text, so that a test of a rule is a position, dice, answers and a result.

    play = table('''
        elf.elf-infantry A 3.4 north slow order=360,F,360     ork.grunt x 3.2 south living=0/1
        forest 3.3 4.3        road 3.4 3.5        smoke 5.5 count=2        poison 5.5 strength=8
    ''', turn=2)
    play.run(move, 1, dice="6 4", answers=[a("north")])      # a chapter's function, after the game
    assert play["A"].hex == at("3.3")

Units are written by list id and name, which is their id; a capital name is of side a. Then the hex as
column.number and, in any order: facing (north, n, ...), speed, `hidden`, and fields of the unit as
name=value, lists with / between (poison=8/6, living=0/2, critical=cannot-move), dicts as key:number
(loaded=elf.bow:1). order= and gunnery= are orders with commas and without blanks, next= and next_gunnery=
those for the next turn; equip= and replace= what was bought, names without the nation; aboard=B puts the unit
aboard B. Units of side a face north and those of side b south, at slow if they have that speed, unless told
otherwise. Terrain is written with the hexes it lies in, so are road and the markers, these with count= and
strength=.
A side is of its first unit's nation; a unit of another one, or too dear for the army, is taken as having come
by an ability (worth 0).
Two or more blanks, or a line break, end a piece.
Each answer names its side, a(...) or b(...), and what is declared at once is sealed(a=..., b=...).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, get_args

import msgspec

from tests.kit import position as kit
from tests.kit.position import translated
from tests.kit.script import By, Sealed, Unanswered
from warbook.board.geometry import Spot
from warbook.board.hexes import COMPASS, Hex
from warbook.board.hextable import Cell, HexTable, name_of, place
from warbook.books.steampunk.army.building import flaws
from warbook.books.steampunk.army.data import army_list, model_of, unit_of
from warbook.books.steampunk.army.notation import SPEEDS
from warbook.books.steampunk.army.roster import field_unit
from warbook.books.steampunk.army.written import Army, Enlisted
from warbook.books.steampunk.pending import MarkKind
from warbook.books.steampunk.state import SIDES, Battle, Mark, Rulings, Scenario, Setup, Unit
from warbook.core.book import Book
from warbook.core.dice import Scripted
from warbook.core.game import Game, Waiting
from warbook.core.questions import Choose, Question
from warbook.core.state import clone

MARKS: tuple[str, ...] = get_args(MarkKind)
FACINGS = {
    **{word: number for number, word in enumerate(COMPASS)},
    **{word: number for number, word in enumerate(("n", "ne", "se", "s", "sw", "nw"))},
}
ORDERS = {"order": "movement", "gunnery": "gunnery", "next": "next_movement", "next_gunnery": "next_gunnery"}


def at(written: str) -> Hex:
    """The hex 3.4: the fourth from the north in the third column from the west."""
    column, number = map(int, written.split("."))
    return place(column, number)


def battle(
    text: str, turn: int = 1, phase: str = "movement 1", columns: int = 9, rows: int = 9, **rulings: Any
) -> Battle:
    """A battle at a chosen point; `rulings` are its switches."""
    pieces = [piece.split() for piece in re.split(r"\n|\s{2,}", text) if piece.strip()]
    ground: dict[str, str] = {}
    roads: set[str] = set()
    marks: list[Mark] = []
    written: list[list[str]] = []
    for words in pieces:
        given = {word.partition("=")[0]: word.partition("=")[2] for word in words if "=" in word}
        hexes = [word for word in words[1:] if "=" not in word]
        if "." in words[0]:
            written.append(words)
        elif words[0] in MARKS:
            count, strength = int(given.get("count", 1)), int(given.get("strength", 0))
            marks += [Mark(words[0], *at(hex_), count, strength) for hex_ in hexes]  # type: ignore[arg-type]
        elif words[0] == "road":
            roads.update(hexes)
        else:
            ground.update(dict.fromkeys(hexes, words[0]))
    cells = []
    for hex_ in sorted({*ground, *roads}):
        column, number = map(int, hex_.split("."))
        cells.append(Cell(column, number, ground.get(hex_, "clear"), hex_ in roads))
    field = HexTable("test", columns, rows, tuple(cells))
    assert not field.check(), field.check()
    armies, units = _muster(written)
    setup = Setup(
        Scenario("test", "Test", "A position.", field), armies, msgspec.convert(rulings, Rulings, strict=True)
    )
    return Battle(setup, units, marks=marks, turn=turn, phase=phase)


def table(text: str, **given: Any) -> Position:
    return Position(battle(text, **given))


def game(battle: Battle, dice: str = "", answers: Sequence[By | Sealed] = ()) -> Game:
    """A game at this point, with scripted dice and answers, for calling a chapter's functions directly."""
    position = Position(battle)
    position.game.source = Scripted(dice)
    position.script.load(answers)
    return position.game


class Short:
    """A test's short answer as the question takes it; an option by its hex, too."""

    def __init__(self, battle: Battle) -> None:
        self.table = battle.table

    def __call__(self, question: Question, answer: Any) -> object:
        if isinstance(question, Choose):
            for option in question.options:
                if answer in (option.id, option.label, self._hex(option.spot)):
                    return option.id
        return translated(question, answer, self)

    def _hex(self, spot: Spot | None) -> str:
        hex_ = self.table.at(spot.x, spot.y) if spot else None
        return name_of(hex_) if hex_ else ""


class OneChapter(Book):
    """A book whose step is the function under test."""

    id, title, sides = "steampunk", "Test", SIDES
    battle: Battle
    chapter: Callable[[Game], None]

    def muster(self, setup: Any) -> Battle:
        return self.battle

    def view(self, battle: Any, side: str | None) -> Any:
        return battle

    def step(self, game: Game) -> None:
        self.chapter(game)


class Position(kit.Position[Battle]):
    """A battle at a chosen point, on which chapters' functions are run."""

    def __init__(self, battle: Battle) -> None:
        self.book = OneChapter()
        self.book.battle = battle
        super().__init__(self.book, battle, Short(battle))

    def __getitem__(self, name: str) -> Unit:
        return self.battle.unit(name)

    def run(
        self, chapter: Callable[..., object], *args: Any, dice: str = "", answers: Sequence[By | Sealed] = ()
    ) -> Position:
        """Run `chapter(game, *args)`. Every die and every answer must be used, and no more be asked for."""

        def step(game: Game) -> None:
            chapter(game, *args)

        self.book.chapter = step
        with self.scripted(answers, dice):
            self.game.step()
        return self

    def question(
        self, chapter: Callable[..., object], *args: Any, dice: str = "", answers: Sequence[By | Sealed] = ()
    ) -> Any:
        """What is asked after these answers, on a copy: nothing is changed by asking."""
        twin = Position(msgspec.msgpack.decode(msgspec.msgpack.encode(self.battle), type=Battle))
        try:
            twin.run(chapter, *args, dice=dice, answers=answers)
        except Unanswered as asked:
            return asked.question
        raise AssertionError("nothing was asked")

    def sealed(self, chapter: Callable[..., object], *args: Any) -> set[str]:
        """Who is asked first, at the same time and sealed, on a copy."""
        twin = Position(clone(self.battle)).game
        twin.players = dict.fromkeys(SIDES)
        try:
            chapter(twin, *args)
        except Waiting as waiting:
            return set(waiting.questions) if waiting.sealed else set()
        raise AssertionError("nothing was asked")


# ---------------------------------------------------------------- units


def _muster(written: Sequence[Sequence[str]]) -> tuple[tuple[Army, Army], list[Unit]]:
    nation = dict.fromkeys(SIDES, "ork")
    for words in reversed(written):
        if not _spawned_only(words[0]):
            nation[_side(words)] = words[0].partition(".")[0]
    enlisted: dict[str, list[Enlisted]] = {side: [] for side in SIDES}
    units = []
    for words in written:
        side = _side(words)
        given = {word.partition("=")[0]: word.partition("=")[2] for word in words if "=" in word}
        bought = Enlisted(
            words[0], _names(words[0], given.get("replace")), _names(words[0], given.get("equip"))
        )
        number = -1
        if words[0].partition(".")[0] == nation[side] and not _spawned_only(words[0]):
            wrong = flaws(Army("", nation[side], (*enlisted[side], bought)))
            assert not wrong or bought == Enlisted(words[0]), wrong[0].words
            if not wrong:
                number = len(enlisted[side])
                enlisted[side].append(bought)
        units.append(_unit(words, bought, number))
    a, b = (
        Army(f"Side {side}", nation[side], tuple(enlisted[side] or [_absent(nation[side])])) for side in SIDES
    )
    return (a, b), units


def _absent(nation: str) -> Enlisted:
    """A unit of which the battle knows nothing, since no army is empty."""
    units = map(Enlisted, army_list(nation).units)
    return next(unit for unit in units if not flaws(Army("", nation, (unit,))))


def _side(words: Sequence[str]) -> str:
    return "a" if words[1][0].isupper() else "b"


def _spawned_only(kind: str) -> bool:
    unit = unit_of(kind)
    assert unit, f"there is no unit {kind!r}"
    return all(model.spawned_only for name in unit.models if (model := model_of(name)))


def _names(kind: str, written: str | None) -> tuple[str, ...]:
    nation = kind.partition(".")[0]
    return tuple(f"{nation}.{name}" for name in written.split("/")) if written else ()


def _unit(words: Sequence[str], bought: Enlisted, number: int) -> Unit:
    of = field_unit(bought)
    kind, name = words[:2]
    side = _side(words)
    speeds = of.speeds or ("still",)
    unit = Unit(name, side, number, kind, list(range(len(of.models))), "map")
    unit.facing = 0 if side == "a" else 3
    unit.speed = "slow" if "slow" in speeds else speeds[0]
    for word in words[2:]:
        key, _, value = word.partition("=")
        if word in FACINGS:
            unit.facing = FACINGS[word]
        elif word in SPEEDS:
            unit.speed = word
        elif re.fullmatch(r"\d+\.\d+", word):
            unit.at(at(word))
        elif key in ORDERS:
            setattr(unit, ORDERS[key], ", ".join(value.split(",")))
        elif key == "aboard":
            unit.place, unit.carrier = "aboard", value
        elif key not in ("equip", "replace"):
            assert key in Unit.__struct_fields__, f"a unit has no {key!r}"
            setattr(unit, key, _value(getattr(unit, key), value))
    return unit


def _value(before: Any, written: str) -> Any:
    """As the field's kind has it; a word alone sets a flag."""
    if isinstance(before, bool):
        return True
    if isinstance(before, int):
        return int(written)
    if isinstance(before, list):
        return [int(part) if part.isdecimal() else part for part in written.split("/")]
    if isinstance(before, dict):
        return {part.rpartition(":")[0]: int(part.rpartition(":")[2]) for part in written.split("/")}
    return written
