"""Scrap and carcasses: picked up by who walks over them, dropped by who falls, brought off the table."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from warbook.board.geometry import Spot, point_to_segment
from warbook.books.gorkamorka.field.bodies import type_of
from warbook.books.gorkamorka.state import Battle, Game, Token, Vehicle, Warrior
from warbook.core.events import Marker, Note

SIZE = 0.4
CARRIED = ("scrap", "carcass")
RULE = "gce.basics.counters"


def put_down(game: Game, kind: Literal["scrap", "lair", "carcass"], spot: Spot, words: str) -> None:
    battle = game.battle
    name = f"t{1 + max((int(token.id[1:]) for token in battle.tokens), default=0)}"
    battle.tokens.append(Token(name, kind, spot.x, spot.y, spot.z))
    game.tell(Marker(marker=name, kind=kind, spot=spot, radius=SIZE, words=words, rule=RULE))


def pick_up(game: Game, warrior: Warrior, path: Sequence[Spot]) -> None:
    """Who walks over a counter picks it up; creatures do not."""
    battle = game.battle
    if warrior.side not in battle.sides:
        return
    for token in [each for each in battle.tokens if each.kind in CARRIED]:
        if any(_passes(a, b, token, type_of(warrior).radius) for a, b in pairwise(path)):
            battle.tokens.remove(token)
            warrior.scrap += 1
            words = f"{warrior.name} picks up {_what(token.kind)}."
            game.tell(Marker(marker=token.id, kind=token.kind, words=words, rule=RULE))


def drop(game: Game, warrior: Warrior) -> None:
    """Who falls drops what he carries; aboard a vehicle it stays there."""
    if not warrior.scrap:
        return
    if warrior.aboard:
        game.battle.vehicle(warrior.aboard).scrap += warrior.scrap
        game.tell(Note(words=f"{warrior.name} leaves his scrap aboard.", piece=warrior.id, rule=RULE))
    else:
        for _ in range(warrior.scrap):
            put_down(game, "scrap", warrior.spot, f"{warrior.name} drops scrap.")
    warrior.scrap = 0


def count_off(battle: Battle, model: Warrior | Vehicle) -> int:
    """What a model that leaves the table on purpose brings off. It is no casualty: it counts no longer
    (gce.S10; gce.ending.casualties leaves it to the scenario)."""
    brought, model.scrap = model.scrap, 0
    battle.carried_off[model.side] = battle.carried_off.get(model.side, 0) + brought
    battle.began[model.side] -= 1
    return brought


def scrap_held(battle: Battle, side: str) -> int:
    """Scrap that the side carries on the table."""
    warriors = sum(warrior.scrap for warrior in battle.present(side))
    return warriors + sum(ride.scrap for ride in battle.vehicles if ride.side == side and ride.on_table)


def at_large(battle: Battle) -> int:
    """Scrap on the table, carried or lying."""
    lying = sum(token.kind in CARRIED for token in battle.tokens)
    return lying + sum(scrap_held(battle, side) for side in battle.sides)


def _what(kind: str) -> str:
    return "scrap" if kind == "scrap" else "a carcass"


def _passes(a: Spot, b: Spot, token: Token, radius: float) -> bool:
    if min(abs(a.z - token.z), abs(b.z - token.z)) > 0.5:
        return False
    return point_to_segment(token.x, token.y, (a.x, a.y), (b.x, b.y)) <= radius
