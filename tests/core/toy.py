"""A book of a few lines with everything a book can do: sealed orders, routes, forms, dice, facts, secrets.

Each side has one scout on a square table with a wall. First both choose a password in secret. Then sides take
turns: a scout may move; it may measure; it may shoot (5+, two hits win). Every second round both fill in an
order form at the same time.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import msgspec
from msgspec import Struct

from warbook.board.geometry import Spot, segments_cross
from warbook.board.terrain import Table, Wall
from warbook.core.book import Book, Choice, Piece
from warbook.core.chance import chance
from warbook.core.datafile import Written
from warbook.core.dice import Dice, Seeded
from warbook.core.events import Became, Ended, Moved, Note
from warbook.core.game import Game, Player
from warbook.core.questions import Choose, Form, Modifier, Option, Preview, Refusal, Route

SIDES = ("a", "b")
TABLE = Table("toy", 12.0, 12.0, walls=(Wall("wall", ((6.0, 0.0), (6.0, 8.0)), 3.0),))
WORDS = {"a": ("amber", "anvil", "aspen"), "b": ("birch", "bronze", "beryl")}


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    rounds: int = 4
    pace: float = 4.0
    force: tuple[str, str] = ("scouts", "scouts")


class Scout(Struct):
    id: str
    side: str
    x: float
    y: float
    facing: float = 0.0
    hits: int = 0
    stance: str = "stand"


class Battle(Struct):
    setup: Setup
    scouts: list[Scout]
    words: dict[str, str] = {}
    turn: int = 1
    side: str = "a"
    phase: str = "words"
    over: bool = False
    winner: str = ""

    def scout(self, side: str) -> Scout:
        return self.scouts[SIDES.index(side)]


@chance
def shot(dice: Dice, need: int) -> bool:
    return dice.d6("toy.shot", need=need) >= need


class Toy(Book):
    id = "toy"
    title = "Toy"
    version = "1"
    source = "none"
    licence = "none"
    sides = SIDES
    setup_type = Setup
    battle_type = Battle

    def forces(self) -> Sequence[Choice]:
        return [Choice("scouts", "Scouts"), Choice("spies", "Spies")]

    def scenarios(self) -> Sequence[Choice]:
        return [Choice("long", "Long"), Choice("short", "Short")]

    def make_setup(
        self, scenario: str | Written, forces: Sequence[str | Written], rulings: Mapping[str, Any]
    ) -> Setup:
        ids = [force.name if isinstance(force, Written) else force for force in forces]
        return Setup(rounds=4 if scenario == "long" else 2, force=(ids[0], ids[1]))

    def check(self, setup: Setup) -> Sequence[str]:
        return () if 0 < setup.rounds <= 100 else [f"a battle has 1 to 100 rounds, not {setup.rounds}"]

    def muster(self, setup: Setup) -> Battle:
        return Battle(setup, [Scout("ann", "a", 2.0, 2.0), Scout("bob", "b", 10.0, 2.0, 180.0)])

    def step(self, game: Game) -> None:
        getattr(self, f"{game.battle.phase}_step")(game)

    def view(self, battle: Battle, side: str | None) -> Battle:
        """Nobody sees the other side's password."""
        return msgspec.structs.replace(battle, words={s: w for s, w in battle.words.items() if s == side})

    def secrets(self, battle: Battle, side: str) -> Iterable[str]:
        return [word for other, word in battle.words.items() if other != side]

    def table(self, battle: Battle) -> Table:
        return TABLE

    def pieces(self, view: Battle) -> Sequence[Piece]:
        return [Piece(s.id, s.id, s.side, s.x, s.y, 0.0, s.facing, 0.5) for s in view.scouts]

    def side_names(self, battle: Battle) -> Mapping[str, str]:
        return {"a": "Annites", "b": "Bobbites"}

    # ------------------------------------------------------------ steps

    def words_step(self, game: Game) -> None:
        battle: Battle = game.battle
        asked = {
            side: Choose("Your password?", [Option(w, w.title()) for w in WORDS[side]]) for side in SIDES
        }
        battle.words = game.ask_all(asked)
        for side in SIDES:
            game.tell(Note(words=f"The word of {side} is {battle.words[side]}.", to=(side,)))
        battle.phase = "move"

    def move_step(self, game: Game) -> None:
        """Tells before it asks, and asks twice."""
        battle: Battle = game.battle
        scout = battle.scout(battle.side)
        game.tell(Note(words=f"{scout.id} looks about.", piece=scout.id))
        options = [
            Option("go", "Go somewhere", piece=scout.id),
            Option("stay", "Stay", spot=Spot(scout.x, scout.y)),
            Option("fly", "Fly", barred=Refusal("scouts have no wings", "toy.wings")),
        ]
        if game.ask(battle.side, Choose("What now?", options, "toy.move", scout.id)) == "go":
            way = game.ask(battle.side, route(battle, scout))
            scout.x, scout.y = way.path[-1].x, way.path[-1].y
            if way.facing is not None:
                scout.facing = way.facing
            game.tell(Moved(piece=scout.id, path=way.path, rule="toy.move"))
        battle.phase = "measure"

    def measure_step(self, game: Game) -> None:
        battle: Battle = game.battle
        if game.ask(battle.side, Choose("Measure?", [Option("yes", "Yes"), Option("no", "No")])) == "yes":
            a, b = battle.scouts
            game.reveal(f"{math.hypot(a.x - b.x, a.y - b.y):.1f} inches apart")
        battle.phase = "shoot"

    def shoot_step(self, game: Game) -> None:
        battle: Battle = game.battle
        scout, foe = battle.scout(battle.side), battle.scout(_other(battle.side))
        need = 5 if foe.stance == "stand" else 6
        why = (Modifier(4 - need, foe.stance),)
        odds = Preview((("miss", 1 - shot.odds(need)[True]), ("hit", shot.odds(need)[True])), f"{need}+", why)
        options = [
            Option("fire", f"Shoot at {foe.id}", piece=foe.id, preview=lambda: odds),
            Option("hold", "Hold fire"),
        ]
        if game.ask(battle.side, Choose("Shoot?", options, "toy.shot")) == "fire" and game.rolling(
            scout.id, {"toy.shot": why}
        ).roll(shot, need):
            foe.hits += 1
            game.tell(Became(piece=foe.id, status="hit", words=f"{foe.id} is hit.", rule="toy.shot"))
        battle.phase = "end"

    def end_step(self, game: Game) -> None:
        """Asks nothing and rolls nothing."""
        battle: Battle = game.battle
        foe = _other(battle.side)
        if battle.scout(foe).hits == 2:
            battle.over, battle.winner = True, battle.side
        elif battle.side == "b":
            battle.turn += 1
            battle.over = battle.turn > battle.setup.rounds
        battle.phase = "orders" if battle.side == "b" and battle.turn % 2 == 0 else "move"
        battle.side = foe
        if battle.over:
            game.tell(Ended(winner=battle.winner, words="It is over."))

    def orders_step(self, game: Game) -> None:
        battle: Battle = game.battle
        answers = game.ask_all({side: orders(battle, battle.scout(side)) for side in SIDES})
        for side, answer in answers.items():
            scout = battle.scout(side)
            scout.stance = answer.pop("stance")
            scout.x, scout.y = answer["where"].path[-1].x, answer["where"].path[-1].y
        battle.phase = "move"


def route(battle: Battle, scout: Scout) -> Route:
    pace, start = battle.setup.pace, Spot(scout.x, scout.y)

    def judge(path: tuple[Spot, ...]) -> float | Refusal:
        legs = list(pairwise(path))
        if any(not (0 <= spot.x <= 12 and 0 <= spot.y <= 12) or spot.z for spot in path):
            return Refusal("that is off the table", "toy.edge")
        if any(segments_cross((p.x, p.y), (q.x, q.y), (6.0, 0.0), (6.0, 8.0)) for p, q in legs):
            return Refusal("a wall is in the way", "toy.wall")
        far = sum(math.hypot(q.x - p.x, q.y - p.y) for p, q in legs)
        return far if far <= pace + 1e-6 else Refusal(f"{far:.1f} inches are too far", "toy.pace")

    def reach() -> list[tuple[float, float, float]]:
        spots = [(float(x), float(y), 0.0) for x in range(13) for y in range(13)]
        return [spot for spot in spots if not isinstance(judge((start, Spot(*spot))), Refusal)]

    def path(x: float, y: float, z: float | None) -> tuple[Spot, ...] | None:
        return (start, Spot(x, y))

    return Route("Where to?", scout.id, start, judge, reach, path, pace, "toy.move")


def orders(battle: Battle, scout: Scout) -> Form:
    stances = [Option("stand", "Stand"), Option("lie", "Lie down")]
    return Form("Orders", {"stance": Choose("Stance?", stances), "where": route(battle, scout)}, "toy.orders")


def _other(side: str) -> str:
    return "b" if side == "a" else "a"


class Omens(Toy):
    """Dice fall in the middle of a step, between its questions."""

    def move_step(self, game: Game) -> None:
        battle: Battle = game.battle
        battle.scout(battle.side).facing += game.rolling("").roll(shot, 4) * 90.0
        super().move_step(game)
        battle.scout(battle.side).facing += game.rolling("").roll(shot, 4) * 90.0
        game.ask(battle.side, Choose("Nod?", [Option("yes", "Yes"), Option("no", "No")]))


TOY = Toy()


def toy_game(
    seed: int | str = "toy",
    players: Mapping[str, Player | None] | None = None,
    setup: Setup | None = None,
    book: Book = TOY,
) -> Game:
    """A toy battle played up to its first question; both sides are people unless told otherwise."""
    game = Game(book, setup or Setup(), players or {}, Seeded(seed), recording=True)
    game.advance()
    return game


def after(game: Game, *answers: tuple[str, object]) -> Game:
    """The game after these answers."""
    for side, value in answers:
        game.answer(side, value)
    return game


WORDS_GIVEN = (("a", "amber"), ("b", "beryl"))
