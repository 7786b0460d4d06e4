"""Putting clouds, smoke and fire into hexes, and telling of them."""

from __future__ import annotations

from warbook.board.hexes import Hex
from warbook.board.hextable import name_of
from warbook.books.steampunk import ground
from warbook.books.steampunk.pending import MarkKind
from warbook.books.steampunk.state import Battle, Game, Mark
from warbook.core.events import Marker

FIRST = 2  # markers placed where there was none
NAMES = {
    "smoke": "Smoke",
    "fire": "Fire",
    "poison": "Poison cloud",
    "acid": "Acid cloud",
    "minor-acid": "Minor acid cloud",
}


def put(battle: Battle, kind: MarkKind, hex_: Hex, strength: int = 0, count: int = 0) -> None:
    """spf.hexfx.markers: two, or one more where that type lies already; or `count` (spf.W16).
    Strengths are kept apart (ruling H6), and so are the two kinds that a poison and acid cloud is
    (spf.hexfx.poison-acid-cloud). A fire comes with smoke (spf.hexfx.hex-on-fire, ruling H3)."""
    same = next((mark for mark in battle.marked(hex_, kind) if mark.strength == strength), None)
    if same:
        same.count += count or 1
    else:
        battle.marks.append(Mark(kind, hex_.q, hex_.r, count or FIRST, strength))
        battle.marks.sort(key=_order)
    if kind == "fire":
        put(battle, "smoke", hex_)


def tell_mark(game: Game, kind: MarkKind, hex_: Hex, rule: str) -> None:
    """Tell what lies there of that kind now, and the smoke of a fire with it."""
    battle = game.battle
    count = sum(mark.count for mark in battle.marked(hex_, kind))
    spot = ground.spot(battle, hex_) if count else None
    name = f"{kind}@{hex_.q},{hex_.r}"
    words = f"{NAMES[kind]} in hex {name_of(hex_)}: {count or 'gone'}."
    game.tell(Marker(rule=rule, marker=name, kind=kind, spot=spot, words=words))
    if kind == "fire":
        tell_mark(game, "smoke", hex_, rule)


def _order(mark: Mark) -> tuple[int, int, str, int]:
    return mark.q, mark.r, mark.kind, mark.strength
