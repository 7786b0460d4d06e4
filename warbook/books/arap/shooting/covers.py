"""Shots that hit the cover in place of who hides behind it (arap.shooting.hit-the-cover)."""

from __future__ import annotations

from collections.abc import Sequence

from warbook.books.arap.field.cover import BROKEN, pieces_of_cover
from warbook.books.arap.field.ground import traits_of
from warbook.books.arap.field.sight import eye
from warbook.books.arap.harm.casualties import hit_figure
from warbook.books.arap.shooting.arms import Barrel
from warbook.books.arap.shooting.plans import Plan
from warbook.books.arap.state import Game, Marker
from warbook.core.events import Note

RULE = "arap.shooting.hit-the-cover"
BLAST, REACH = 3, 1.5  # own: the Strength of cover that bursts, and how far it reaches, in inches


def strike_cover(game: Game, plan: Plan, barrels: Sequence[Barrel], misses: int) -> None:
    """So many shots missed by one. Only cover that its table says something of takes notice: a hostage, what
    is fragile and gives no cover any more, what bursts."""
    battle = game.battle
    for _ in range(misses):
        barrel = barrels[0]
        target = battle.figure(barrel.lines[0].figure)
        pieces = pieces_of_cover(battle, eye(battle, battle.figure(barrel.figure)), target)
        piece = next((each for each in pieces if traits_of(battle, each).when_hit != "nothing"), None)
        if piece is None:
            return
        when_hit = traits_of(battle, piece).when_hit
        told = {"hostage": "A hostage is hit", "fragile": "The cover breaks", "volatile": "The cover bursts"}
        game.tell(Note(words=f"{told[when_hit]}: {piece.name}.", piece=plan.target.id, rule=RULE))
        if when_hit == "hostage":
            side = plan.unit.side
            battle.lost[side] = battle.lost.get(side, 0) + 1
            continue
        number = len(battle.markers) + 1
        battle.markers.append(
            Marker(f"broken{number}", BROKEN, target.x, target.y, target.z, state=piece.name)
        )
        if when_hit == "volatile":
            for figure in list(battle.figures):
                if (
                    figure.place == "table"
                    and abs(figure.x - target.x) ** 2 + abs(figure.y - target.y) ** 2 <= REACH**2
                ):
                    hit_figure(game, figure, 1, BLAST, None, RULE)
