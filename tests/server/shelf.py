"""The toy book as a server can have it on its shelf, and toys that give their secrets away."""

from __future__ import annotations

import importlib
import json
import os
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from tests.core.convoy import CONVOY
from tests.core.toy import Battle, Toy, route
from warbook.core import shelf as books
from warbook.core.book import Book, Choice, Piece
from warbook.core.catalog import Catalog, Rule
from warbook.core.datafile import Written
from warbook.core.events import Note
from warbook.core.game import Game
from warbook.core.questions import Choose, Option, Preview, Refusal

if TYPE_CHECKING:
    import pytest

Shelf = Callable[[], dict[str, Callable[[], Book]]]

RULES = ("toy.move", "toy.shot", "toy.wings", "toy.orders", "toy.edge", "toy.wall", "toy.pace")


class ServedToy(Toy):
    @property
    def rules(self) -> Catalog:
        return Catalog({name: Rule(name, "Toy", "It is so.") for name in RULES}, {})


class Trio(ServedToy):
    """A third side looks on: nothing is asked of it, except whether others may take something back."""

    id = "trio"
    sides = ("a", "b", "c")

    def side_names(self, battle: Battle) -> Mapping[str, str]:
        return {**super().side_names(battle), "c": "Catites"}


class Crowded(ServedToy):
    """Onlookers stand about, 200 of them where side a has spies, else 20. Only his own side sees a scout who
    lies down."""

    id = "crowded"

    def view(self, battle: Battle, side: str | None) -> Battle:
        seen = [scout for scout in battle.scouts if scout.side == side or scout.stance == "stand"]
        return replace(super().view(battle, side), scouts=seen)

    def pieces(self, view: Battle) -> Sequence[Piece]:
        crowd = 200 if view.setup.force[0] == "spies" else 20
        onlookers = [Piece(f"{n}", f"Nobody {n}", "", n % 12, 11.0, 0.0, 0.0, 0.5) for n in range(crowd)]
        return [*super().pieces(view), *onlookers]


class TellsAll(ServedToy):
    """Its events are told to the wrong side."""

    id = "tells_all"

    def words_step(self, game: Game) -> None:
        super().words_step(game)
        game.tell(Note(words=f"a wrote {game.battle.words['a']}.", to=("b",)))


class ShowsPieces(ServedToy):
    """Its pieces wear their passwords."""

    id = "shows_pieces"

    def view(self, battle: Battle, side: str | None) -> Battle:
        return battle

    def pieces(self, view: Battle) -> Any:
        return [replace(piece, words=view.words.get(piece.side, "")) for piece in super().pieces(view)]


class Chatters(ServedToy):
    """Its refusals know too much."""

    id = "chatters"

    def move_step(self, game: Game) -> None:
        battle: Battle = game.battle
        foe = "b" if battle.side == "a" else "a"
        way = route(battle, battle.scout(battle.side))
        way.judge = lambda path: 0.0 if len(path) == 1 else Refusal(f"{battle.words[foe]} forbids it")
        game.ask(battle.side, way)
        battle.phase = "measure"


class Foretells(ServedToy):
    """Its odds know too much, for those who ask."""

    id = "foretells"

    def measure_step(self, game: Game) -> None:
        battle: Battle = game.battle
        foe = "b" if battle.side == "a" else "a"
        told = Preview((("known", 1),), headline=battle.words[foe])  # type: ignore[arg-type]
        barred = Option("guess", "Guess", barred=Refusal("no"), preview=lambda: told)
        game.ask(battle.side, Choose("Guess?", [barred, Option("no", "No")]))
        battle.phase = "shoot"


class Held(ServedToy):
    """Whatever it is asked for while there is a trap takes until that is gone: `scene` holds whoever lays
    one, `step` whoever plays it, `reading` whoever looks over a force, `shelf` whoever lists its forces. With
    `dead` whoever plays it dies, and with `endless` the battle has no end."""

    id = "held"

    def measured(self, setup: Any) -> bool:
        hold("scene")
        return super().measured(setup)

    def step(self, game: Game) -> None:
        spring("dead")
        hold("step")
        super().step(game)
        if is_set("endless"):
            game.battle.over, game.battle.turn, game.battle.phase = False, 1, "move"

    def forces(self) -> Any:
        hold("shelf")
        return super().forces()

    def look_over(self, kind: Any, written: Written) -> Choice:
        hold("reading")
        return Choice("mine", written.name)


class Mortal(ServedToy):
    """Whoever looks at it while there is a trap (a file in the folder that WARBOOK_TRAPS names) fares ill:
    `clerk` and `referee` kill whoever lays its scene or shows its pieces, `rules` makes the rules fail."""

    id = "mortal"

    def side_names(self, battle: Battle) -> Any:
        spring("clerk")
        return super().side_names(battle)

    def pieces(self, view: Battle) -> Any:
        spring("referee")
        if is_set("rules"):
            raise ZeroDivisionError("a trap")
        return super().pieces(view)


def is_set(trap: str) -> bool:
    return _setting(trap) is not None


def hold(trap: str) -> None:
    """Until the trap is gone, or another: each says something else. How often somebody was held is the length
    of the file `trap.held`."""
    setting = _setting(trap)
    if setting is None:
        return
    with Path(os.environ["WARBOOK_TRAPS"], f"{trap}.held").open("a") as marks:
        marks.write("x")
    while _setting(trap) == setting:
        time.sleep(0.01)


def _setting(trap: str) -> str | None:
    try:
        return Path(os.environ.get("WARBOOK_TRAPS", "/nowhere"), trap).read_text()
    except FileNotFoundError:
        return None


def adjust() -> None:
    """The server's constants as WARBOOK_ADJUST sets them, as in "workers.SLOWEST=1 limits.WATCHING=2"."""
    for each in os.environ.get("WARBOOK_ADJUST", "").split():
        name, _, value = each.partition("=")
        module, _, constant = name.rpartition(".")
        setattr(importlib.import_module(f"warbook.server.{module}"), constant, json.loads(value))


def unprepared() -> None:
    """The web table in this process does nothing before somebody asks for it."""
    from warbook.server import app

    async def prepare(*_: object) -> None:
        pass

    app.prepare = prepare


def spring(trap: str) -> None:
    if is_set(trap):
        os._exit(9)


TOY = ServedToy()
LEAKY = (TellsAll(), ShowsPieces(), Chatters(), Foretells())
SHELF = {book.id: book for book in (TOY, CONVOY, Trio(), Crowded(), Held(), Mortal(), *LEAKY)}


def put_up() -> None:
    """Every book of the shelf is found from now on. Call it before the server is imported."""
    books.shelf = _with_toys(books.shelf)


def shelve(patch: pytest.MonkeyPatch) -> None:
    """The same, until the test is over."""
    patch.setattr(books, "shelf", _with_toys(books.shelf))


def _with_toys(known: Shelf) -> Shelf:
    toys = {name: partial(SHELF.__getitem__, name) for name in SHELF}
    return lambda: {**known(), **toys}
