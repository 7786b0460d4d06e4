"""The drill bot as it is against the drill bot of an earlier revision, by today's rules and from both sides.

`python -m bench.contest necromunda --before REV --battles 200`: who wins, the figures that the book's own
observer (`bench/watch_BOOK.py`, where there is one) makes of how each of the two plays, and battles a second.
"""

from __future__ import annotations

import argparse
import importlib
import io
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from functools import cache
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from time import process_time
from typing import Any, Protocol

from warbook import load_book
from warbook.core.book import Book, Choice
from warbook.core.dice import Seeded
from warbook.core.game import Game, Player
from warbook.core.questions import Question

ROOT = Path(__file__).parents[1]
BEFORE = "bot_before"  # the package that the earlier revision's bot is put into

Maker = Callable[[int], Player]


class Watch(Protocol):
    """Looks on how one of the two plays."""

    def answered(self, side: str, question: Question, answer: Any, view: Any) -> None: ...

    def over(self, side: str, game: Game) -> None: ...

    def figures(self) -> dict[str, str]: ...


class Watched:
    """A player somebody looks over the shoulder of."""

    def __init__(self, player: Player, watch: Watch | None) -> None:
        self.player, self.watch = player, watch

    def answer(self, side: str, question: Question, view: Any) -> object:
        answer = self.player.answer(side, question, view)
        if self.watch is not None:
            self.watch.answered(side, question, answer, view)
        return answer


def unpack(book_id: str, revision: str, folder: Path) -> None:
    """The bot of a revision as a package of another name in this folder."""
    home = f"warbook/books/{book_id}/bot"
    packed = subprocess.run(
        ["git", "archive", "--format=tar", revision, home], cwd=ROOT, capture_output=True, check=True
    ).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as files:
        files.extractall(folder, filter="data")
    (folder / home).rename(folder / BEFORE)
    for file in (folder / BEFORE).glob("*.py"):
        file.write_text(file.read_text("utf-8").replace(home.replace("/", "."), BEFORE), "utf-8")


@cache
def bot(book_id: str, folder: str = "") -> Maker:
    """The drill bot of now, or the one unpacked in a folder."""
    now: Any = load_book(book_id).drill
    if not folder:
        return now  # type: ignore[no-any-return]
    sys.path.insert(0, folder)
    module = importlib.import_module(now.__module__.replace(f"warbook.books.{book_id}.bot", BEFORE))
    before: Maker = getattr(module, now.__qualname__)
    return before


def matches(book: Book) -> list[tuple[str, str, str]]:
    """A scenario for two and two forces, equal ones unless they may only meet others."""
    forces = book.forces()
    scenarios = [each for each in book.scenarios() if len(book.seats(each)) == 2 and not each.own]

    def rival(force: Choice) -> Choice:
        return force if force.may_meet(force) else next(other for other in forces if force.may_meet(other))

    return [(scenario.id, force.id, rival(force).id) for force in forces for scenario in scenarios]


def fought(book: Book, match: tuple[str, str, str], players: dict[str, Player], seed: str) -> Game:
    setup = book.setup(match[0], match[1:], {})
    game = Game(book, setup, players, Seeded(seed))
    game.advance()
    return game


def contest(book: Book, now: Maker, before: Maker, battles: int, seed: str) -> list[str]:
    """Two battles of every match by turns, one from each side."""
    watches = [_watch(book), _watch(book)]
    won: Counter[str] = Counter()
    by_scenario: dict[str, Counter[str]] = {}
    offered = matches(book)
    a, b = book.sides[:2]
    for number in range(battles):
        match = offered[number // 2 % len(offered)]
        ours, theirs = (a, b) if number % 2 == 0 else (b, a)
        players: dict[str, Player] = {
            ours: Watched(now(number), watches[0]),
            theirs: Watched(before(number), watches[1]),
        }
        game = fought(book, match, players, f"{seed} {number}")
        winner = {ours: "now", theirs: "before"}.get(game.battle.winner, "nobody")
        won[winner] += 1
        by_scenario.setdefault(match[0], Counter())[winner] += 1
        for side, watch in ((ours, watches[0]), (theirs, watches[1])):
            if watch is not None:
                watch.over(side, game)
    lines = [_score("all", won), *(_score(name, count) for name, count in by_scenario.items())]
    if watches[0] is not None and watches[1] is not None:
        told = watches[0].figures(), watches[1].figures()
        lines += [f"{name}: now {told[0][name]}, before {told[1][name]}" for name in told[0]]
    return lines


def speeds(book_id: str, folders: tuple[str, ...], battles: int, seed: str) -> list[float]:
    """Battles a second with the bot of each folder on both sides, fought in turns, each in a process of its
    own and by that process's own time; the first battle of every match is to warm up."""
    spent = [0.0] * len(folders)
    processes = get_context("spawn")
    with ExitStack() as open_pools:
        pools = [open_pools.enter_context(processes.Pool(1)) for _ in folders]
        for number in range(-len(matches(load_book(book_id))), battles):
            for which, folder in enumerate(folders):
                took = pools[which].apply(_timed, (book_id, folder, number, seed))
                spent[which] += took if number >= 0 else 0.0
    return [battles / seconds for seconds in spent]


def _timed(book_id: str, folder: str, number: int, seed: str) -> float:
    book, maker = load_book(book_id), bot(book_id, folder)
    match = matches(book)[number % len(matches(book))]
    players = {side: maker(number + n) for n, side in enumerate(book.sides[:2])}
    start = process_time()
    fought(book, match, players, f"{seed} {number}")
    return process_time() - start


def _watch(book: Book) -> Watch | None:
    name = f"bench.watch_{book.id}"
    if find_spec(name) is None:
        return None
    watch: Watch = importlib.import_module(name).Looker()
    return watch


def _score(name: str, won: Counter[str]) -> str:
    total = sum(won.values())
    return (
        f"{name}: now wins {won['now']} of {total} ({won['now'] / total:.0%}), "
        f"before {won['before']}, nobody {won['nobody']}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.contest", description=__doc__)
    parser.add_argument("book")
    parser.add_argument("--before", required=True, help="the git revision to compare with")
    parser.add_argument("--battles", type=int, default=200)
    parser.add_argument("--timed", type=int, default=36, help="battles of each bot against itself, for speed")
    parser.add_argument("--seed", default="contest")
    given = parser.parse_args()
    book = load_book(given.book)
    with tempfile.TemporaryDirectory() as folder:
        unpack(given.book, given.before, Path(folder))
        now, before = bot(given.book), bot(given.book, folder)
        print("\n".join(contest(book, now, before, given.battles, given.seed)))
        if given.timed:
            fast, slow = speeds(given.book, ("", folder), given.timed, given.seed)
            print(f"battles a second: now {fast:.1f}, before {slow:.1f}, ratio {fast / slow:.2f}")


if __name__ == "__main__":
    main()
