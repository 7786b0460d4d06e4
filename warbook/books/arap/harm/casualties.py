"""Wounds that figures take one by one, and who is removed (arap.H10)."""

from __future__ import annotations

from warbook.books.arap.field.bodies import fighter, profile
from warbook.books.arap.field.near import unlock
from warbook.books.arap.field.placing import around
from warbook.books.arap.harm.dice import WoundsDealt, save_needed, struck
from warbook.books.arap.state import Figure, Game, Unit
from warbook.core.events import Became, Placed, Removed

ROOM = 6.0  # inches about a wreck in which those who were aboard find room


def hit_figure(
    game: Game, figure: Figure, hits: int, strength: int, ap: int | None, rule: str
) -> WoundsDealt:
    """Hits on one figure that nobody fired: falls, mines, gas. Rolls to wound and to save, and takes the
    wounds."""
    kind = profile(game.battle, figure)
    save = save_needed(kind.save, kind.invulnerable, ap)
    result = game.rolling(figure.id).roll(struck, hits, strength, kind.t, save)
    if result.unsaved:
        wound(game, figure, result.unsaved, rule)
    return result


def wound(game: Game, figure: Figure, wounds: int, rule: str, words: str = "") -> bool:
    """Takes so many wounds from a figure, the excess being lost; whether it is out of action."""
    battle = game.battle
    unit = battle.unit(figure.unit)
    if unit.locked:
        unit.suffered += min(wounds, figure.wounds)
    figure.wounds = max(0, figure.wounds - wounds)
    if not figure.wounds:
        remove(game, figure, rule, words)
        return True
    said = f"{fighter(battle, figure).name} of {unit.name} is wounded."
    game.tell(Became(piece=figure.id, status="wounded", words=said, rule=rule))
    return False


def remove(game: Game, figure: Figure, rule: str, words: str = "") -> None:
    """arap.H10: a figure without wounds left is a casualty and leaves the table."""
    battle = game.battle
    unit = battle.unit(figure.unit)
    spill(game, figure)
    figure.place, figure.wounds = "out", 0
    said = words or f"{fighter(battle, figure).name} of {unit.name} is out of action."
    game.tell(Removed(piece=figure.id, words=said, rule=rule))
    if unit.side == battle.side and not unit.locked:
        unit.own_losses += 1
    if not battle.members(unit):
        wiped_out(game, unit, rule)


def spill(game: Game, ride: Figure) -> None:
    """arap.H19: those aboard what is destroyed come to stand about it, unharmed; for whom there is no room is
    lost (own)."""
    battle = game.battle
    for unit in battle.units:
        if unit.aboard != ride.unit:
            continue
        riders = [figure for figure in battle.members(unit) if figure.place == "aboard"]
        spots = around(battle, riders, ride.spot, ROOM, but=(ride.unit,))
        unit.aboard = ""
        for figure in riders:
            if figure.id in spots:
                figure.place = "table"
                figure.at(spots[figure.id], ride.facing)
                game.tell(Placed(piece=figure.id, spot=figure.spot, facing=ride.facing, rule="arap.H19"))
            else:
                remove(game, figure, "arap.H19")


def wiped_out(game: Game, unit: Unit, rule: str) -> None:
    """Nobody is left: nobody fights it, flees from it or pursues it any more."""
    battle = game.battle
    unlock(battle, unit)
    unit.routing, unit.pursuing, unit.hidden, unit.overwatch = False, "", False, 0
    for other in battle.units:
        if other.pursuing == unit.id:
            other.pursuing = ""  # arap.pursuit.wipe-out
    game.tell(Became(piece=unit.id, status="wiped out", words=f"{unit.name} is wiped out.", rule=rule))
