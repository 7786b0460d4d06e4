"""Hiding: in cover, unseen until he shoots, leaves cover or is found."""

from __future__ import annotations

from warbook.board.geometry import Spot
from warbook.books.gorkamorka.field.engaged import engaged
from warbook.books.gorkamorka.field.hiding import finder, in_cover
from warbook.books.gorkamorka.state import Battle, Game, Warrior
from warbook.core.events import Became
from warbook.core.questions import Refusal


def may_hide(battle: Battle, warrior: Warrior) -> Refusal | None:
    """gce.hiding.hide: he ends his move in cover and has neither run nor charged (gce.hiding.not-after-run),
    nor rides (gce.hiding.not-vehicles)."""
    if warrior.hidden:
        return Refusal("is hidden already", "gce.hiding.stay-hidden")
    if warrior.aboard:
        return Refusal("is aboard a vehicle", "gce.hiding.not-vehicles")
    if warrior.moved in ("ran", "charged", "fled"):
        return Refusal("ran this turn", "gce.hiding.not-after-run")
    if not warrior.up or warrior.burning or engaged(battle, warrior):
        return Refusal("cannot hide now", "gce.hiding.hide")
    if not in_cover(battle, warrior, warrior.spot):
        return Refusal("is not in cover from every enemy", "gce.hiding.hide")
    found = finder(battle, warrior, warrior.spot)
    return Refusal(f"{found[0].name} is too near", found[1]) if found else None


def keeps_hidden(battle: Battle, warrior: Warrior, spot: Spot) -> bool:
    """gce.hiding.stay-hidden: at this spot of his way he is in cover and nobody finds him."""
    return finder(battle, warrior, spot) is None and in_cover(battle, warrior, spot)


def hide(game: Game, warrior: Warrior) -> None:
    warrior.hidden = True
    words = f"{warrior.name} hides."
    game.tell(Became(piece=warrior.id, status="hidden", words=words, rule="gce.hiding.hide"))


def show(game: Game, warrior: Warrior, why: str, rule: str) -> None:
    """He is hidden no longer, and all can see him (gce.R9.26)."""
    warrior.hidden = False
    words = f"{warrior.name} {why} and is hidden no longer."
    game.tell(Became(piece=warrior.id, status="hidden", gained=False, words=words, rule=rule))


def expose(game: Game) -> None:
    """gce.hiding.discovered-by-distance, gce.hiding.discovered-by-sight: whoever an enemy now finds is hidden
    no longer. Those on foot find enemies on their way; this is for vehicles, and for who got up."""
    battle = game.battle
    for warrior in battle.warriors:
        if warrior.hidden and warrior.on_foot and (found := finder(battle, warrior, warrior.spot)):
            foe, rule = found
            show(game, warrior, f"is found by {foe.name}", rule)
