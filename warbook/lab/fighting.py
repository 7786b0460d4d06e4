"""One battle of a study, and what is kept of it."""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Mapping
from itertools import count

from msgspec import Struct
from msgspec.structs import replace

from warbook.board import memory
from warbook.core.book import Book
from warbook.core.datafile import Written
from warbook.core.events import Removed
from warbook.core.game import Game
from warbook.lab.bots import bots_at, in_words
from warbook.lab.changed import fielded
from warbook.lab.deeds import Deeds, deeds
from warbook.lab.plan import Match, Plan, setup_of
from warbook.lab.streams import Streams

MOST_STEPS = 50_000
FORGETTING = 500  # battles in a process, after which what it knows of tables is worked out anew

_fought = count(1)


class Row(Struct, frozen=True):
    """A battle. Points of a side: 1 for a win, a half for a draw. `lost` is the share of its pieces that were
    no longer on the table, `own` the seat of the force named first, where it meets another (else -1). A
    battle that `failed` says how, and is counted nowhere."""

    variant: int
    number: int
    scenario: str
    forces: tuple[str, ...]
    seed: str
    winner: str = ""
    points: tuple[float, ...] = ()
    turns: int = 0
    lost: tuple[float, ...] = ()
    own: int = -1
    failed: str = ""


class Fought(Struct, frozen=True):
    row: Row
    deeds: Deeds


def streamed(
    book: Book, setup: object, players: Mapping[str, str], seed: str, *, recording: bool = False
) -> Game:
    """A battle with dice for comparing."""
    dice = Streams(seed)
    game = Game(book, setup, bots_at(book, players, seed), dice, recording=recording)
    dice.thrower = lambda: (getattr(game.battle, "turn", 0), game.dice.by)
    return game


def fight(plan: Plan, variant: int, number: int) -> Fought:
    """Battle `number` of a variant; the same whenever and wherever it is fought."""
    try:
        match, fought = _match(plan, variant, number), plan.variants[variant]
        with fielded(plan.study.book, fought.figures) as book:
            setup = setup_of(book, fought, match)
            game = streamed(book, setup, plan.bots[variant], plan.seed(number))
            sides = dict(zip(plan.bots[variant], match.given[1:], strict=True))
            return _told(book, game, _row(plan, variant, number), sides)
    except (Exception, SystemExit) as fault:  # a bot may be anybody's
        where = traceback.extract_tb(fault.__traceback__)[-1]
        return failed(plan, variant, number, f"{in_words(fault)} ({where.name}, line {where.lineno})")
    finally:
        if next(_fought) % FORGETTING == 0:
            memory.forget()


def failed(plan: Plan, variant: int, number: int, words: str) -> Fought:
    return Fought(replace(_row(plan, variant, number), failed=words), Deeds())


def belongs(plan: Plan, fought: Fought) -> bool:
    """Whether it can be a battle of this study."""
    row = fought.row
    if not (0 <= row.variant < len(plan.variants) and 0 <= row.number < plan.study.battles):
        return False
    due = _row(plan, row.variant, row.number)
    sides = 0 if row.failed else len(plan.bots[row.variant])
    shares = (*row.points, *row.lost)
    return (
        (row.scenario, row.forces, row.seed, row.own) == (due.scenario, due.forces, due.seed, due.own)
        and len(row.points) == len(row.lost) == sides
        and all(0 <= each <= 1 for each in shares)
    )


def _match(plan: Plan, variant: int, number: int) -> Match:
    matches = plan.matches[variant]
    return matches[number % len(matches)]


def _row(plan: Plan, variant: int, number: int) -> Row:
    match = _match(plan, variant, number)
    return Row(variant, number, match.scenario, match.forces, plan.seed(number), own=match.own)


def _told(book: Book, game: Game, row: Row, forces: Mapping[str, str | Written]) -> Fought:
    pieces = book.pieces(game.battle)
    began = {piece.id: piece.side for piece in pieces}
    steps = count()
    game.paused = lambda: next(steps) >= MOST_STEPS
    game.advance()
    if not game.over:
        raise RuntimeError(f"not over after {MOST_STEPS:,} steps")
    sides = tuple(game.players)
    winner = game.battle.winner
    gone = {event.piece for event in game.events if isinstance(event, Removed)}
    left = {piece.id for piece in book.pieces(game.battle) if piece.on_table}
    strength = Counter(began.values())
    lost = Counter(side for piece, side in began.items() if piece in gone and piece not in left)
    fought = replace(
        row,
        winner=winner,
        points=tuple(0.5 if not winner else float(side == winner) for side in sides),
        turns=book.standing(game.view(None)).turn,
        lost=tuple(lost[side] / max(1, strength[side]) for side in sides),
    )
    return Fought(fought, deeds(book, pieces, game.events, forces))
