"""How even the ready-made forces of a book are that stand under one heading: each against each, drill against
drill, in every scenario and from both sides.

`python -m bench.worth steampunk --kind "Small armies" --battles 40`: what the first of each two wins of a
hundred battles, a battle that nobody wins counting half.
"""

from __future__ import annotations

import argparse
from itertools import combinations

from bench.contest import Maker, bot, fought
from warbook import load_book
from warbook.core.book import Book
from warbook.core.game import Player


def share(book: Book, maker: Maker, pair: tuple[str, str], battles: int, seed: str) -> float:
    """What the first of two forces wins of so many battles, from 0 to 1."""
    scenarios = [scenario.id for scenario in book.scenarios()]
    a, b = book.sides
    won = 0.0
    for number in range(battles):
        first, second = (a, b) if number % 2 == 0 else (b, a)
        forces = dict(zip((first, second), pair, strict=True))
        match = (scenarios[number // 2 % len(scenarios)], forces[a], forces[b])
        players: dict[str, Player] = {side: maker(number + n) for n, side in enumerate(book.sides)}
        winner = fought(book, match, players, f"{seed} {' '.join(pair)} {number}").battle.winner
        won += {first: 1.0, second: 0.0}.get(winner, 0.5)
    return won / battles


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.worth", description=__doc__)
    parser.add_argument("book")
    parser.add_argument("--kind", required=True, help="the heading of the forces")
    parser.add_argument("--only", default="", help="pairs with this force alone")
    parser.add_argument("--battles", type=int, default=40, help="of each pair")
    parser.add_argument("--seed", default="worth")
    given = parser.parse_args()
    book = load_book(given.book)
    forces = [force.id for force in book.forces() if force.kind == given.kind]
    for pair in combinations(forces, 2):
        if given.only in ("", *pair):
            part = share(book, bot(given.book), pair, given.battles, given.seed)
            print(f"{pair[0]} against {pair[1]}: {part:.0%}", flush=True)


if __name__ == "__main__":
    main()
