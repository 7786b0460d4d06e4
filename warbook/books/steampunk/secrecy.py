"""What each side may see of the battle and know of the other's list."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from warbook.books.steampunk.illusions import HIDING, apparent, truths
from warbook.books.steampunk.movement.hiding import hidden_tokens, secret
from warbook.books.steampunk.setup.setting_up import SCREENED
from warbook.books.steampunk.state import SIDES, Battle, Setup, Unit, field, has

UNKNOWN = dict.fromkeys(  # what of a unit its enemy does not see: its orders
    ("movement", "gunnery", "gunnery_only", "next_movement", "next_gunnery", "next_gunnery_only"), ""
)


def view(battle: Battle, side: str | None) -> Battle:
    """Orders are their own side's secret until they are carried out; so is all of a set-up behind the
    screen, and who is under a hidden token and what is done to it. An illusion is what it looks like."""
    battle = apparent(battle, side)
    screened = battle.phase in SCREENED
    units = [
        unit if unit.side == side else replace(unit, **UNKNOWN)
        for unit in battle.units
        if unit.side == side or not (unit.hidden or screened)
    ]
    marks = battle.marks if screened else [*battle.marks, *hidden_tokens(battle, side)]
    known = {unit.id for unit in units} if battle.blows or battle.gains else set()
    blows = [blow for blow in battle.blows if blow.unit in known]
    gains = [gain for gain in battle.gains if gain.unit in known]
    return replace(battle, units=units, marks=marks, blows=blows, gains=gains)


def known_setup(battle: Battle, side: str | None) -> Setup:
    """Without what the enemy's list says from the first unit on that is still a secret, and without his own
    words about it; with illusions as what they look like."""
    setup = apparent(battle, side).setup
    armies = []
    for each, army in zip(SIDES, setup.armies, strict=True):
        hidden = [unit.number for unit in battle.units if unit.side == each != side and _secret(battle, unit)]
        known = army.units[: min(hidden)] if hidden else army.units
        armies.append(army if each == side else replace(army, units=known, words=""))
    return replace(setup, armies=(armies[0], armies[1]))


def secrets(battle: Battle, side: str) -> Iterable[str]:
    """What the enemy's secret units are called, unless something in the open is called so too, and their ids
    as they stand in messages; until the screen goes, those of all his units. And what illusions are."""
    theirs = [unit for unit in battle.units if unit.side != side]
    hidden = [unit for unit in theirs if _secret(battle, unit)]
    seen = apparent(battle, side)
    known = " ".join(_called(seen, [unit for unit in seen.units if unit not in hidden]))
    names = [name for name in _called(battle, hidden) | truths(battle, theirs) if name not in known]
    ids = [f'"{unit.id}"' for unit in (theirs if battle.phase in SCREENED else hidden)]
    return sorted([*names, *ids])


def _called(battle: Battle, units: Iterable[Unit]) -> set[str]:
    return {word for unit in units for word in (field(battle, unit).name, unit.kind)}


def _secret(battle: Battle, unit: Unit) -> bool:
    """Whether the enemy may not know what the unit is: hidden, or able to hide until the screen goes."""
    return secret(unit) or (battle.phase in SCREENED and any(has(battle, unit, name) for name in HIDING))
