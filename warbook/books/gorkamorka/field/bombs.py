"""Bombs that lie on the table, and who comes near them."""

from __future__ import annotations

from warbook.board.geometry import Body, Disc, Spot, gap
from warbook.books.gorkamorka.field.bodies import TOLERANCE
from warbook.books.gorkamorka.state import Battle, Token

WAKES_WITHIN = 2.0  # gce.special-weapons.delayed-bomb


def near_bomb(token: Token, there: Body) -> bool:
    """gce.special-weapons.delayed-bomb."""
    return gap(there, Body(Spot(token.x, token.y, token.z), Disc(0.0), 0.0)) <= WAKES_WITHIN + TOLERANCE


def bombs_near(battle: Battle, there: Body) -> list[Token]:
    """Those within 2 inches of a body, or of the strip that one has covered."""
    return [token for token in battle.tokens if token.kind == "bomb" and near_bomb(token, there)]
