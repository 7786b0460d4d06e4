"""What a hit needs to wound, what saves from it, and the dice of both."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from warbook.books.family.called import Called
from warbook.core.chance import chance
from warbook.core.dice import Dice
from warbook.core.questions import Follow

NEVER = 7  # a score no die shows: the dash of the wound chart, or no save


class Hit(Struct, frozen=True, cache_hash=True):
    """A hit that has landed, with the scores it needs against this target."""

    wound: int  # score needed to wound; NEVER where the chart has a dash
    save: int = NEVER  # score the target needs to save; above 6 there is no save
    damage: int | Literal["D3", "D6", "2D6"] = 1
    out_from: int = 6  # injury rolls from here on are out of action
    again: bool = False  # a failed roll to wound is rolled again
    toxic: bool = False


Came = Literal["miss", "no-wound", "saved", "wounded"]


def wound_score(strength: int, toughness: int) -> int:
    """The wound chart: the D6 score needed to wound; NEVER where the chart has a dash."""
    d = toughness - strength
    if d >= 4:
        return NEVER
    return 6 if d >= 2 else max(2, 4 + d)


def save_score(save: int, save_mod: int) -> int:
    """The modifier is added to the die, so it is taken from the score; a 1 never saves. A `save` of 0 is
    none."""
    return NEVER if not save else max(save - save_mod, 2)


def rolls_after(called: Called, wound: int, save: int) -> tuple[Follow, ...]:
    """The rolls that a hit leads to, with what each takes; those to come after what cannot be are left
    out. A `wound` of 1 takes no roll."""
    if wound >= NEVER:
        return (Follow("to wound", "cannot", called.wound),)
    needed = Follow("to wound", "no roll" if wound <= 1 else f"{wound}+", called.wound)
    return needed, Follow("to save", "no save" if save >= NEVER else f"{save}+", called.save)


@chance
def wounding(dice: Dice, called: Called, hit: Hit) -> Came:
    """A D6 for the wound, another for the save. Toxins need no roll to wound."""
    if not hit.toxic and not _wounds(dice, called, hit):
        return "no-wound"
    if hit.save < NEVER and dice.d6(called.save, need=hit.save) >= hit.save:
        return "saved"
    return "wounded"


def _wounds(dice: Dice, called: Called, hit: Hit) -> bool:
    if hit.wound >= NEVER:
        return False
    if dice.d6(called.wound, need=hit.wound) >= hit.wound:
        return True
    return hit.again and dice.d6(called.wound, need=hit.wound) >= hit.wound
