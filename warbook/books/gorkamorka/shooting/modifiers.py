"""What makes a shot easier or harder, and a target easier than another; no battle is looked at here."""

from __future__ import annotations

from msgspec import Struct

from warbook.core.questions import Modifier

WHOLE = 0.999  # the share of a body of which nothing is hidden, as far as sampling tells
HALF = 0.5


class Conditions(Struct, frozen=True):
    """A shot as its modifiers see it. `seen` is the share of the target's body that the shooter sees,
    above 0; `band` the weapon's modifier at the range, None while that may not be known."""

    seen: float = 1.0
    large: bool = False
    small: bool = False
    target_thrust: bool = False  # in its most recent movement (gce.R4.5), tried or done (gce.R4.4)
    firing_thrust: bool = False  # this turn, and the shooter rides
    fleeting: bool = False  # on overwatch, at one who appears, disappears, charges or rams
    ducks: bool = False  # Duck 'n' Weave, on foot
    band: int | None = None


def hit_modifiers(shot: Conditions) -> tuple[Modifier, ...]:
    """gce.shooting.hit-modifiers with gce.weapon.range-hit-modifiers; all that apply are added to the die
    (gce.basics.modifiers)."""
    found = [*target_modifiers(shot)]
    if shot.fleeting:
        found.append(Modifier(-1, "fleeting target", "gce.shooting.mod-overwatch-target"))
    if shot.firing_thrust:
        found.append(Modifier(-1, "firing from a thrusting vehicle", "gce.shooting.mod-firing-thrusters"))
    if shot.ducks:
        found.append(Modifier(-1, "target ducks and weaves", "gce.shooting.hit-modifiers"))
    if shot.band:
        found.append(Modifier(shot.band, "weapon at this range", "gce.shooting.range-modifiers"))
    return tuple(found)


def target_modifiers(shot: Conditions) -> tuple[Modifier, ...]:
    """Those of cover, size and the target's thrusters, by which targets are compared (gce.R1.4)."""
    found = [each for each in (cover_modifier(shot.seen),) if each]
    if shot.target_thrust:
        found.append(Modifier(-1, "target used thrusters", "gce.shooting.mod-target-thrusters"))
    if shot.large:
        found.append(Modifier(1, "large target", "gce.shooting.mod-large"))
    if shot.small:
        found.append(Modifier(-1, "small target", "gce.shooting.mod-small"))
    return tuple(found)


def cover_modifier(seen: float) -> Modifier | None:
    """gce.shooting.cover-applies: part of it hidden, at least half seen; or more than half hidden. The two
    exclude each other."""
    if seen >= WHOLE:
        return None
    if seen >= HALF:
        return Modifier(-1, "target in partial cover", "gce.shooting.mod-partial-cover")
    return Modifier(-2, "target in cover", "gce.shooting.mod-in-cover")


def ease(shot: Conditions) -> int:
    """How easy a target is (gce.shooting.priority-cover, gce.shooting.priority-large)."""
    return sum(each.value for each in target_modifiers(shot))
