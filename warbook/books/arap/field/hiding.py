"""Hidden units (arap.H8): where they are is known to their own side alone, until they are found."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from warbook.books.arap.state import Battle, Figure, Game, Unit
from warbook.core.events import Became, Placed

RULE = "arap.H8"


def told_to(unit: Unit) -> tuple[str, ...]:
    """Who may learn of what tells where the unit is: its own side while it is hidden, else everybody."""
    return (unit.side,) if unit.hidden else ()


def reveal(game: Game, unit: Unit, words: str) -> None:
    """Everybody knows where it is."""
    if not unit.hidden:
        return
    unit.hidden = False
    game.tell(Became(piece=unit.id, status="hidden", gained=False, words=words, rule=RULE))
    for figure in game.battle.standing(unit):
        game.tell(Placed(piece=figure.id, spot=figure.spot, facing=figure.facing, rule=RULE))


def seen_by(battle: Battle, side: str | None) -> Battle:
    """The battle as a side may see it: figures of hidden enemies are nowhere."""
    unknown = {unit.id for unit in battle.units if unit.hidden and unit.side != side}
    if not unknown:
        return battle
    return replace(
        battle,
        figures=[_nowhere(figure) if figure.unit in unknown else figure for figure in battle.figures],
    )


def whereabouts(battle: Battle, side: str) -> Iterator[str]:
    """Where the hidden enemies of a side are, as it would stand in what a client is sent."""
    unknown = {unit.id for unit in battle.units if unit.hidden and unit.side != side}
    for figure in battle.figures:
        if figure.unit in unknown and figure.place == "table":
            yield f'"x": {figure.x}, "y": {figure.y}, "z"'
            yield f'"x":{figure.x},"y":{figure.y},"z"'


def _nowhere(figure: Figure) -> Figure:
    if figure.place != "table":
        return figure
    return replace(
        figure, x=0.0, y=0.0, z=0.0, facing=0.0, place="reserve", prone=False, hangs=False, gone=0.0,
        fleeting=False, down=False, stopped=False,
    )  # fmt: skip
