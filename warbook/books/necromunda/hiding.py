"""Hiding: behind cover, unseen until he shoots, leaves cover or is found."""

from __future__ import annotations

from warbook.board.geometry import Spot
from warbook.books.necromunda.sight import behind_cover, discovered, engaged
from warbook.books.necromunda.state import Battle, Fighter, Game
from warbook.core.events import Became
from warbook.core.questions import Refusal


def may_hide(battle: Battle, fighter: Fighter) -> Refusal | None:
    """nec.hiding.enter: he ends his movement phase in cover (nec.A7) and has neither run nor charged."""
    if fighter.hidden:
        return Refusal("is hidden already", "nec.hiding.hidden")
    if fighter.moved in ("ran", "charged", "fled"):
        return Refusal("ran this turn", "nec.movement.run-no-hiding")
    if fighter.down or engaged(battle, fighter):
        return Refusal("cannot hide now", "nec.hiding.enter")
    finder = discovered(battle, fighter)
    if finder is None and (_watched(battle, fighter) or behind_cover(battle, fighter)):
        return None
    if finder is not None and behind_cover(battle, fighter):
        return Refusal(f"{finder.name} is too near", "nec.M30")
    return Refusal("is not behind cover from every enemy", "nec.hiding.enter")


def keeps_hidden(battle: Battle, fighter: Fighter, spot: Spot) -> bool:
    """nec.A9: at this spot of his path he is still behind cover and not found."""
    if discovered(battle, fighter, spot) is not None:
        return False
    return _watched(battle, fighter) or behind_cover(battle, fighter, spot)


def _watched(battle: Battle, fighter: Fighter) -> bool:
    """Whether an enemy is on his feet. Whom none of those finds, none of them has a clear line to."""
    return any(foe.side != fighter.side and foe.on_feet for foe in battle.fighters)


def hide(game: Game, fighter: Fighter) -> None:
    fighter.hidden = True
    game.tell(
        Became(piece=fighter.id, status="hidden", words=f"{fighter.name} hides.", rule="nec.hiding.enter")
    )


def show(game: Game, fighter: Fighter, why: str, rule: str) -> None:
    """He is hidden no longer."""
    fighter.hidden = False
    words = f"{fighter.name} {why} and is hidden no longer."
    game.tell(Became(piece=fighter.id, status="hidden", gained=False, words=words, rule=rule))


def expose(game: Game) -> None:
    """nec.hiding.hidden, nec.A8: whoever an enemy now has a clear line to is hidden no longer. Movers find
    enemies on their way; this is for those who got up or came on since, and for smoke that cleared."""
    battle = game.battle
    for fighter in battle.fighters:
        if fighter.hidden:  # and so on the table: who leaves it is not
            finder = discovered(battle, fighter)
            if finder is not None:
                show(game, fighter, f"is found by {finder.name}", "nec.hiding.hidden")
