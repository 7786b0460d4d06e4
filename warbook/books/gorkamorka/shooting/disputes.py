"""What is hard to judge by eye: by a switch the printed dice settle it, not the measure (gce.R2.8)."""

from __future__ import annotations

from warbook.books.gorkamorka.shooting.targets import marks, seen, view_of
from warbook.books.gorkamorka.state import Game, Warrior
from warbook.core.chance import chance
from warbook.core.dice import Dice
from warbook.core.events import Note

GLIMPSE = (
    1 / 16
)  # of a body: the least that can be told from nothing, and by which a share is in doubt (ours)
HALF = 0.5

VISIBLE = "gce.shooting.body-visible"
COVER = "gce.shooting.cover-dispute"
LARGE_PART = "gce.vehicle-damage.template-full"


@chance
def shows(dice: Dice) -> bool:
    """gce.shooting.body-visible: whether what may be no more than the tip of a gun counts as a body."""
    return dice.d6(VISIBLE, need=4) >= 4


@chance
def coin(dice: Dice) -> bool:
    """gce.vehicle-damage.template-full: whether what covers about half of a vehicle is a large part of it."""
    return dice.d6(LARGE_PART, need=4) >= 4


@chance
def outargues(dice: Dice) -> int:
    """gce.shooting.cover-dispute: each rolls a D6, the shooter first; above 0 his view is taken, below 0 the
    other's. With equal dice the measure stands."""
    return dice.d6(COVER) - dice.d6(COVER)


def settle_views(game: Game, shooter: Warrior) -> None:
    """Before he takes his shot: dice for each enemy of whom it is in doubt how much he sees. What comes of
    them holds for this shot."""
    battle = game.battle
    battle.views.clear()
    if battle.rulings.disputes == "geometry":
        return
    for mark in marks(battle, shooter.side):
        if mark.id == shooter.aboard or (isinstance(mark, Warrior) and mark.hidden):
            continue
        share = seen(battle, shooter, mark)
        agreed = _agreed(game, shooter, share)
        if agreed != share:
            battle.views[view_of(shooter, mark)] = agreed
            words = (
                f"{shooter.name} sees {'more' if agreed > share else 'less'} of {mark.name} than it seemed."
            )
            game.tell(Note(words=words, piece=mark.id, rule=COVER if agreed else VISIBLE))


def _agreed(game: Game, shooter: Warrior, share: float) -> float:
    """The share that counts. The shooter holds the better view for his, the other the worse."""
    rolling = game.rolling(shooter.id)
    if 0.0 < share <= GLIMPSE:
        return share if rolling.roll(shows) else 0.0
    limit = HALF if share <= HALF else 1.0
    if share == 1.0 or share < limit - GLIMPSE:
        return share
    verdict = rolling.roll(outargues)
    return limit if verdict > 0 else limit - GLIMPSE if verdict else share
