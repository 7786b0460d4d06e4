"""Positions in a few lines of text, so that a test of a rule is a position, dice, answers and a result.

    game = table('''
        tactical_squad A (10,10) (12,10) (14,10)      guard_squad x (30,10) models=5 grounded_until=2
        rhino R (20,20) facing=90 speed=combat        kabalite_warriors P in R
        area (40,5) (50,15) ground=difficult words=cover-4
    ''')
    game.does(lambda g: fall_back(g, game["x"]), b("..."), dice="3 4")
    assert game.places("x") == [...] and game.ride("R").wrecked

Pieces with a capital name are side a, others side b; their ids are their names.
Units: the type's id, the name, then places (x,y) or (x,y,z) of all models, or one place and models=, or `in`
a vehicle. Models are called A1, A2 ... and are of the type's kinds in order (a sergeant first), or of
kinds=1+1+2. From one place they stand in rows of five, 1.5 inches from middle to middle; without models=
there are as many as the type has. Then states and fields of the unit (falling_back, locked=x+y, moved=moved).
Vehicles: states and fields; those of side a face east, others west.
Markers: marker (x,y). Craters: crater (x,y) (x,y). Terrain is written as in tests/kit/tables.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Self

import msgspec

from tests.kit.position import Turning
from tests.kit.script import By, Sealed, Unanswered
from tests.kit.tables import laid_out, points, rectangle, side_of, why
from warbook.board.terrain import Area
from warbook.books.vehicles.army.data import vehicles
from warbook.books.vehicles.army.forces import Force
from warbook.books.vehicles.army.lists import UnitType
from warbook.books.vehicles.field.bodies import CRATER_WORDS
from warbook.books.vehicles.rulings import Rulings
from warbook.books.vehicles.scenario import Scenario
from warbook.books.vehicles.state import SIDES, Battle, Game, Marker, Model, Setup, Unit, Vehicle
from warbook.core.book import Book

ROW, SPACING = 5, 1.5


class _Bare(Book[Battle]):
    """Enough of the book to do single deeds at a position."""

    id = "vehicles"
    title = "Vehicles"
    sides = SIDES
    setup_type = Setup
    battle_type = Battle

    def muster(self, setup: Any) -> Battle:
        return Battle(setup, [], [], [])

    def view(self, battle: Battle, side: str | None) -> Battle:
        return battle


class Position(Turning[Battle]):
    """A battle at a chosen point of a turn."""

    def __init__(self, battle: Battle) -> None:
        super().__init__(_Bare(), battle)

    def __getitem__(self, name: str) -> Unit:
        return self.battle.unit(name)

    def ride(self, name: str) -> Vehicle:
        return self.battle.vehicle(name)

    def model(self, name: str) -> Model:
        return next(model for model in self.battle.models if model.id == name)

    def places(self, name: str) -> list[tuple[float, float]]:
        """Where the models of a unit stand that are on the table, to a hundredth."""
        return [(round(m.x, 2), round(m.y, 2)) for m in self.battle.standing(self[name])]

    def does(self, deed: Callable[[Game], object], *answers: By | Sealed, dice: str = "") -> Self:
        """Do it; all answers and dice must be used."""
        with self.scripted(answers, dice):
            deed(self.game)
        return self

    def tries(self, deed: Callable[[Game], object], *answers: By | Sealed, dice: str = "") -> Any:
        """The question that is asked beyond these answers."""
        try:
            self.does(deed, *answers, dice=dice)
        except Unanswered as asked:
            return asked.question
        raise AssertionError("nothing was asked")


def table(
    text: str,
    phase: str = "move",
    side: str = "a",
    size: tuple[float, float] = (72.0, 48.0),
    turn: int = 1,
    first: str = "a",
    own_units: Sequence[UnitType] = (),
    scenario: dict[str, Any] | None = None,
    **rulings: Any,
) -> Position:
    """A position. Side a has the south edge. `own_units` are types that the data has not; `scenario` gives
    fields of it."""
    units: list[Unit] = []
    models: list[Model] = []
    rides: list[Vehicle] = []
    markers: list[Marker] = []
    craters: list[Area] = []
    force = Force("Test", "marines", own_units=tuple(own_units))
    field, pieces = laid_out(text, size)
    for words, piece in pieces:
        if words[0] == "crater":
            outline = rectangle(*points(piece))
            craters.append(Area("crater", outline, "difficult", words=CRATER_WORDS))
        elif words[0] == "marker":
            x, y = points(piece)[0]
            markers.append(Marker(f"m{len(markers) + 1}", x, y))
        elif words[0] in vehicles():
            rides.append(_vehicle(words, piece))
        else:
            _unit(words, piece, force.unit(words[0]), units, models)
    setup = Setup(
        Scenario("test", "Test", "A position.", field, **(scenario or {})),
        (force, force),
        msgspec.convert(rulings, Rulings),
    )
    battle = Battle(
        setup=setup,
        units=units,
        models=models,
        vehicles=rides,
        craters=craters,
        markers=markers,
        zones={"a": "south", "b": "north"},
        first=first,
        turn=turn,
        side=side,
        phase=phase,  # type: ignore[arg-type]
    )
    return Position(battle)


def _vehicle(words: list[str], piece: str) -> Vehicle:
    name = words[1]
    x, y, *z = points(piece)[0]
    ride = Vehicle(name, name, side_of(name), words[0], x=x, y=y, z=z[0] if z else 0.0, place="table")
    ride.facing = 0.0 if ride.side == "a" else 180.0
    for word in words[3:]:
        _set(ride, word)
    return ride


def _unit(words: list[str], piece: str, kind: UnitType, units: list[Unit], models: list[Model]) -> None:
    name, spots = words[1], points(piece)
    aboard = words[3] if words[2] == "in" else ""
    fields = [word for word in words[4 if aboard else 2 :] if not word.startswith("(")]
    given = dict(word.split("=") for word in fields if "=" in word)
    count = int(given.pop("models", len(spots) if len(spots) > 1 else kind.size))
    all_kinds = [number for number, each in enumerate(kind.models) for _ in range(each.count)]
    kinds = [int(each) for each in given.pop("kinds").split("+")] if "kinds" in given else all_kinds
    unit = Unit(name, name, side_of(name), kind.id, began=count, aboard=aboard)
    units.append(unit)
    for number in range(count):
        own = kinds[number % len(kinds)]
        model = Model(f"{name}{number + 1}", name, own, kind.models[own].profile.w)
        if not aboard:
            x, y, *z = spots[number] if len(spots) > 1 else spots[0]
            if len(spots) == 1:
                x, y = x + number % ROW * SPACING, y + number // ROW * SPACING
            model.x, model.y, model.z, model.place = x, y, z[0] if z else 0.0, "table"
        models.append(model)
    for word in fields:
        if word.partition("=")[0] not in ("models", "kinds"):
            _set(unit, word)


def _set(piece: Unit | Vehicle, word: str) -> None:
    """A state by its name alone, or a field with its value; those of several words have + for blanks."""
    key, given, value = word.partition("=")
    now = getattr(piece, key)
    if isinstance(now, bool):
        assert not given, f"{key} is a state"
        setattr(piece, key, True)
    elif isinstance(now, tuple):
        setattr(piece, key, tuple(int(each) if each.isdigit() else each for each in value.split("+")))
    else:
        setattr(piece, key, type(now)(value.replace("+", " ")))


__all__ = ["Position", "table", "why"]
