"""Telling of the tokens and effects that units gain and lose."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from operator import attrgetter
from typing import Any

from warbook.books.steampunk.damage.effects import said_of
from warbook.books.steampunk.state import Game, Unit, field
from warbook.core.events import Became

# Field of the unit, status, rule.
TOKENS = (
    ("future", "future damage", "spf.damage.previous"),
    ("crew_future", "future crew damage", "spf.damage.previous"),
    ("shaken", "shaken", "spf.ability.shaken-tokens"),
    ("acid", "acid", "spf.special.acid-table"),
    ("minor_acid", "minor acid", "spf.special.minor-acid"),
    ("fires", "on fire", "spf.special.fire-roll"),
    ("poison", "poison", "spf.special.poison-roll"),
    ("bleeding", "bleeding", "spf.special.bleeding-roll"),
    ("endurance", "endurance", "spf.team.dwarf-endurance-kill"),
    ("armor_lost", "armor lost", "spf.special.acid-table"),
    ("crew_lost", "crew dead", "spf.damage.table-lookup"),
    ("jammed", "jammed", "spf.ability.jammed"),
    ("crippled_crew", "crippled crew", "spf.ability.crippled-crew"),
    ("unconscious", "unconscious", "spf.damage.table-lookup"),
    ("critical", "critical damage", "spf.damage.table-lookup"),
    ("living", "models", "spf.damage.model-death-halves"),
)
_tokens_of = attrgetter(*(name for name, _, _ in TOKENS))
ADJECTIVES = ("shaken", "on fire", "jammed", "unconscious")


@contextmanager
def watched(game: Game, unit: Unit) -> Iterator[None]:
    """Whatever changes about the unit's tokens inside is told, in sum."""
    before = _noted(unit)
    yield
    battle = game.battle
    name = field(battle, unit).name
    to = (unit.side,) if unit.hidden else ()
    for (_, status, rule), was, now in zip(TOKENS, before, _noted(unit), strict=True):
        if was != now:
            words = f"{name}: {_change(status, was, now)}."
            game.tell(Became(rule=rule, to=to, piece=unit.id, status=status, gained=bool(now), words=words))


def clear(unit: Unit) -> None:
    """Nothing is left on a unit that is gone."""
    unit.future = unit.crew_future = unit.shaken = unit.acid = unit.minor_acid = unit.fires = 0
    unit.poison, unit.bleeding, unit.aims, unit.critical = [], [], [], []
    unit.unconscious = unit.endurance = 0
    unit.jammed = unit.crippled_crew = False


def _noted(unit: Unit) -> list[Any]:
    return [value.copy() if value.__class__ is list else value for value in _tokens_of(unit)]


def _change(status: str, was: Any, now: Any) -> str:
    if not now and status != "models":
        return f"{'no longer' if status in ADJECTIVES else 'no more'} {status}"
    if isinstance(now, bool):
        return status
    if not was:
        return f"{status} {_spelled(status, now)}"
    return f"{status} {_spelled(status, was)} -> {_spelled(status, now)}"


def _spelled(status: str, value: Any) -> str:
    if status == "models":
        return str(len(value))
    if status == "critical damage":
        return ", ".join(map(said_of, value))
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value)
