"""The battle as a side may see it: where the enemy's hidden units are nobody else knows (arap.H8)."""

from __future__ import annotations

from msgspec.structs import replace

from warbook.books.arap.state import Battle, Figure


def view(battle: Battle, side: str | None) -> Battle:
    """Figures of hidden units are nowhere to who may not know of them."""
    hidden = {unit.id for unit in battle.units if unit.hidden and unit.side != side}
    if not hidden:
        return battle
    return replace(
        battle, figures=[_nowhere(each) if each.unit in hidden else each for each in battle.figures]
    )


def _nowhere(figure: Figure) -> Figure:
    """As it was before it was set up."""
    if figure.place == "out":
        return figure
    return Figure(figure.id, figure.unit, figure.squad, figure.kind, figure.wounds)
