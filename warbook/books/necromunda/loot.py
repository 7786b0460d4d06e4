"""Loot counters: carried by who moves over them, dropped by who falls or flees, brought off the table."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from warbook.board.geometry import Spot, point_to_segment
from warbook.books.necromunda import tokens
from warbook.books.necromunda.state import RADIUS, Battle, Fighter, Game, Token
from warbook.core.events import Removed

SIZE = 0.4


def pick_up(game: Game, fighter: Fighter, path: Sequence[Spot]) -> None:
    """A fighter who walks over a counter picks it up."""
    battle = game.battle
    for token in [t for t in battle.tokens if t.kind == "loot"]:
        if any(_passes(a, b, token) for a, b in pairwise(path)):
            fighter.loot += 1
            tokens.lift(game, token, f"{fighter.name} picks up loot.", "nec.M2")


def drop(game: Game, fighter: Fighter) -> None:
    while fighter.loot:
        fighter.loot -= 1
        put_down(game, fighter.spot, f"{fighter.name} drops loot.")


def put_down(game: Game, spot: Spot, words: str) -> None:
    tokens.lay(game, "loot", spot, SIZE, words, "nec.M2")


def exit_edge(battle: Battle, fighter: Fighter) -> Literal["south", "north"]:
    """The edge over which his side brings loot off: its own, or the defender's for one who raids him."""
    raider = battle.setup.scenario.attacker_loot and fighter.side == "a"
    return battle.edges["b" if raider else fighter.side]


def carry_off(game: Game, fighter: Fighter) -> None:
    battle = game.battle
    battle.carried_off[fighter.side] = battle.carried_off.get(fighter.side, 0) + fighter.loot
    fighter.loot = 0
    fighter.place = "off"
    fighter.hidden = fighter.overwatch = False
    words = f"{fighter.name} carries loot off the table."
    game.tell(Removed(piece=fighter.id, words=words, rule="nec.M2"))


def at_large(battle: Battle) -> int:
    """Loot on the table, carried or lying."""
    lying = sum(token.kind == "loot" for token in battle.tokens)
    return lying + sum(held(battle, side) for side in ("a", "b"))


def held(battle: Battle, side: str) -> int:
    """Loot that the side carries on the table."""
    return sum(fighter.loot for fighter in battle.present(side))


def _passes(a: Spot, b: Spot, token: Token) -> bool:
    if min(abs(a.z - token.z), abs(b.z - token.z)) > 0.5:
        return False
    return point_to_segment(token.x, token.y, (a.x, a.y), (b.x, b.y)) <= RADIUS
