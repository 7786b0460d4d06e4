"""Loot counters: carried by who moves over them, dropped by who falls, brought off the table's edge."""

from __future__ import annotations

import math
from collections.abc import Sequence

from warbook.board.geometry import Spot
from warbook.books.necromunda.state import RADIUS, Battle, Fighter, Token
from warbook.core.events import Marker, Removed
from warbook.core.game import Game


def pick_up(game: Game, fighter: Fighter, path: Sequence[Spot]) -> None:
    """A fighter moving over a counter picks it up; nobody does so at a run or while fleeing."""
    battle: Battle = game.battle
    if fighter.moved in ("ran", "fled", "charged") or fighter.down:
        return
    for token in [t for t in battle.tokens if t.kind == "loot"]:
        if any(_passes(a, b, token) for a, b in zip(path, path[1:], strict=False)):
            battle.tokens.remove(token)
            fighter.loot += 1
            words = f"{fighter.name} picks up loot."
            game.tell(Marker(marker=token.id, kind="loot", words=words))


def drop(game: Game, fighter: Fighter) -> None:
    battle: Battle = game.battle
    while fighter.loot:
        fighter.loot -= 1
        put_down(game, fighter.spot, f"{fighter.name} drops loot.")
    assert battle.over or fighter.loot == 0


def put_down(game: Game, spot: Spot, words: str) -> None:
    battle: Battle = game.battle
    number = 1 + max((int(t.id[1:]) for t in battle.tokens), default=0)
    battle.tokens.append(Token(f"t{number}", "loot", spot.x, spot.y, spot.z, 0.4))
    game.tell(Marker(marker=f"t{number}", kind="loot", spot=spot, radius=0.4, words=words))


def at_exit(battle: Battle, fighter: Fighter) -> bool:
    """Whether he stands at the edge over which his side brings loot off the table."""
    if not fighter.loot or fighter.down or fighter.z > 0.5:
        return False
    edge = battle.edges[fighter.side]
    if battle.setup.scenario.attacker_loot and fighter.side == "a":
        edge = battle.edges["b"]
    return fighter.y <= 1.0 if edge == "south" else fighter.y >= battle.table.depth - 1.0


def carry_off(game: Game, fighter: Fighter) -> None:
    battle: Battle = game.battle
    battle.carried_off[fighter.side] = battle.carried_off.get(fighter.side, 0) + fighter.loot
    fighter.loot = 0
    fighter.place = "off"
    fighter.hidden = fighter.overwatch = False
    game.tell(Removed(piece=fighter.id, words=f"{fighter.name} carries loot off the table."))


def at_large(battle: Battle) -> int:
    """Loot on the table, carried or lying."""
    lying = sum(token.kind == "loot" for token in battle.tokens)
    return lying + sum(fighter.loot for fighter in battle.fighters if fighter.on_table)


def _passes(a: Spot, b: Spot, token: Token) -> bool:
    if min(abs(a.z - token.z), abs(b.z - token.z)) > 0.5:
        return False
    dx, dy = b.x - a.x, b.y - a.y
    square = dx * dx + dy * dy
    t = 0.0 if square == 0 else max(0.0, min(1.0, ((token.x - a.x) * dx + (token.y - a.y) * dy) / square))
    return math.hypot(a.x + t * dx - token.x, a.y + t * dy - token.y) <= RADIUS
