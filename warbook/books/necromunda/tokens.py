"""Markers on the table: laid down and taken up again."""

from __future__ import annotations

from typing import Literal

from warbook.board.geometry import Spot
from warbook.books.necromunda.state import Game, Token
from warbook.core.events import Marker


def lay(
    game: Game,
    kind: Literal["loot", "smoke", "plasma", "dud"],
    spot: Spot,
    radius: float,
    words: str,
    rule: str,
    weapon: str = "",
) -> None:
    battle = game.battle
    name = f"t{1 + max((int(token.id[1:]) for token in battle.tokens), default=0)}"
    battle.tokens.append(Token(name, kind, spot.x, spot.y, spot.z, radius, weapon))
    game.tell(Marker(marker=name, kind=kind, spot=spot, radius=radius, words=words, rule=rule))


def lift(game: Game, token: Token, words: str, rule: str) -> None:
    game.battle.tokens.remove(token)
    game.tell(Marker(marker=token.id, kind=token.kind, words=words, rule=rule))
