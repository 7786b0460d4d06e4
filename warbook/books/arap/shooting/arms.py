"""What a figure can fire at a unit, on what terms, and why it cannot fire the rest."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Literal, TypeAlias

from msgspec import Struct

from warbook.board.geometry import Body, Disc, Spot
from warbook.books.arap.army.data import fire_modes
from warbook.books.arap.army.lists import FireMode, Weapon
from warbook.books.arap.blasts.lanes import lanes
from warbook.books.arap.field.bodies import WITHIN, apart, fighter, has, profile, size, within
from warbook.books.arap.field.near import centre
from warbook.books.arap.field.sight import can_bear, eye, sights
from warbook.books.arap.shooting.looking import Line, Look
from warbook.books.arap.shooting.terms import Terms
from warbook.books.arap.state import Battle, Figure, Unit
from warbook.core.questions import Refusal

# shots: rolled to hit one by one; strip: a template; burst: a marker laid in sight; guess: one at a range
# that is guessed
Manner: TypeAlias = Literal["shots", "strip", "burst", "guess"]
Seen: TypeAlias = Literal["seen", "unseen", "blind"]

CHARGE_TYPES = {
    "fire": ("pistol", "assault"),  # arap.charge.fire-and-charge-weapons
    "stand": ("pistol", "assault", "rapid_fire", "salvo", "heavy", "slow"),  # arap.G10
}
LINE_OF_SIGHT = "arap.shooting.line-of-sight"
BANNER = 1.0  # inches that a standard rises above its bearer (own)


class Barrel(Struct, frozen=True):
    """One weapon of one figure that fires in an action: how often, with how many shots in all, and at whom it
    can be fired."""

    figure: str
    weapon: Weapon
    manner: Manner
    times: int
    shots: int
    lines: tuple[Line, ...]
    inches: float
    sight: Seen = "seen"
    strength: int = 0
    both: bool = False  # a pistol in each hand

    @property
    def id(self) -> str:
        return f"{self.weapon.id}:guess" if self.manner == "guess" else self.weapon.id


Arm: TypeAlias = tuple[Barrel, ...]
"""What a figure fires in one action: one weapon, or a pistol in each hand."""


def arms_of(
    battle: Battle, figure: Figure, look: Look, target: Unit, terms: Terms
) -> tuple[list[Arm], list[Refusal]]:
    """All that the figure might fire at the unit, and what bars the rest."""
    barred = figure_barred(battle, figure)
    if barred is not None:
        return [], [barred]
    found: list[Arm] = []
    refusals: list[Refusal] = []
    for weapon in fighter(battle, figure).weapons:
        for manner in manners(weapon, terms):
            barrel = _barrel(battle, figure, weapon, manner, look, target, terms)
            if isinstance(barrel, Refusal):
                refusals.append(barrel)
            else:
                found.append((barrel,))
    found += _both_hands(found, terms)
    if not found and not refusals:
        refusals.append(Refusal("it has no weapon to fire", "arap.shooting.eligibility"))
    return found, refusals


def manners(weapon: Weapon, terms: Terms) -> tuple[Manner, ...]:
    """arap.grenade.curved-weapons: some weapons may be fired both ways."""
    if weapon.template:
        return ("strip",)
    if not weapon.area:
        return ("shots",)
    if "guess-range" in weapon.rules and not terms.charge:
        return ("guess",)
    both = "guess-range-allowed" in weapon.rules and not terms.charge
    return ("burst", "guess") if both else ("burst",)


def reach_of(weapon: Weapon) -> float:
    """How far a weapon that is not guessed with can matter."""
    return weapon.template + weapon.torrent if weapon.template else weapon.range


def cost_of(battle: Battle, figure: Figure, weapon: Weapon, mode: FireMode) -> int:
    """arap.shooting.weapon-type-costs, arap.shooting.relentless."""
    if has(battle, figure, "relentless") and mode.relentless_action_points:
        return mode.relentless_action_points
    return mode.action_points


def modes_of(weapon: Weapon, manner: Manner) -> list[FireMode]:
    """A6: Ordnance costs three points if its range is guessed."""
    known = [fire_modes()[name] for name in weapon.modes]
    if weapon.type in ("ordnance", "primary"):
        return known[1:] if manner == "guess" else known[:1]
    return known


def known_position(battle: Battle, shooter: Figure, target: Unit) -> bool:
    """arap.shooting.visible-betrays, arap.grenade.known-position: a standard that rises above what hides the
    unit tells where it is."""
    look = eye(battle, shooter)
    for figure in battle.standing(target):
        if has(battle, figure, "standard"):
            top = Spot(figure.x, figure.y, figure.z + size(battle, figure).height)
            banner = Body(top, Disc(0.25), BANNER)
            if sights(battle).fraction(look, banner) > 0.0:
                return True
    return False


# ---------------------------------------------------------------- one weapon


def figure_barred(battle: Battle, figure: Figure) -> Refusal | None:
    """What keeps a figure from firing anything."""
    if not profile(battle, figure).bs:
        return Refusal("it has no Ballistic Skill", "arap.shooting.bs-zero")
    if figure.down:
        return Refusal("it has fallen over", "arap.movement.agility-failure")
    return None


def _barrel(
    battle: Battle, figure: Figure, weapon: Weapon, manner: Manner, look: Look, target: Unit, terms: Terms
) -> Barrel | Refusal:
    """In a Charge what was out of range at its start comes into it (arap.charge.stand-and-fire-area,
    arap.charge.fire-and-charge-area)."""
    barred = weapon_barred(battle, figure, weapon, terms)
    if barred is not None:
        return barred
    mode = _mode(battle, figure, weapon, manner, terms)
    if isinstance(mode, Refusal):
        return mode
    strength = weapon.strength_of(profile(battle, figure).s)
    if manner == "guess":
        return _guessed(battle, figure, weapon, look, target, mode[1], strength)
    lines = _in_reach(weapon, mode[0], look.lines, terms)
    if isinstance(lines, Refusal):
        round_a_corner = weapon.template and not terms.charge and _bounces(battle, figure, weapon, target)
        return (
            Barrel(figure.id, weapon, manner, mode[1], mode[1], (), 0.0, "seen", strength)
            if round_a_corner
            else lines
        )
    seen = tuple(line.figure for line in lines)
    if weapon.template and not lanes(battle, figure, weapon, target, seen, bool(terms.charge)):
        return Refusal("its stream would lie on friends, or on nobody", "arap.F25")
    lasers = lines[0].lasers if "laser" in weapon.rules else (0, 0)
    if strength < lasers[0]:
        return Refusal("its laser does not pass the smoke", "arap.shooting.laser-smoke")
    inches = lines[0].inches
    if terms.charge and not weapon.template:
        inches = min(inches, weapon.range)
    times = mode[1]
    shots = times * _shots(battle, figure, weapon, mode[0], inches, terms)
    blind: Seen = "seen" if lines[0].sighted == "seen" else "blind"
    return Barrel(figure.id, weapon, manner, times, shots, lines, inches, blind, strength - lasers[1])


def weapon_barred(battle: Battle, figure: Figure, weapon: Weapon, terms: Terms) -> Refusal | None:
    """arap.movement.climb-equipment, arap.charge.fire-and-charge-grenades,
    arap.charge.stand-and-fire-grenades: what keeps a figure from firing one of its weapons, wherever the
    target is."""
    if weapon.type in ("bomb", "grenade"):
        return Refusal("it is dropped or thrown", "arap.grenade.launcher")
    if "psionic" in weapon.rules and not battle.rulings.psionics:
        return Refusal("psionic attacks are not played", "arap.H20")
    if terms.charge and weapon.type not in CHARGE_TYPES[terms.charge]:
        rule = "arap.charge.fire-and-charge-weapons" if terms.charge == "fire" else "arap.G10"
        return Refusal(f"no {weapon.name} is fired in a Charge", rule)
    if figure.hangs and weapon.two_handed:
        return Refusal("it needs both hands, and he hangs on", "arap.movement.ladder-shooting")
    if figure.fired and fire_modes()[weapon.modes[0]].once_a_turn:
        return Refusal("it has been fired in this turn", "arap.shooting.once-per-turn-weapons")
    return None


def _mode(
    battle: Battle, figure: Figure, weapon: Weapon, manner: Manner, terms: Terms
) -> tuple[FireMode, int] | Refusal:
    """The way in which it is fired for these points, and how often (arap.F5)."""
    modes = [
        (mode, cost)
        for mode in modes_of(weapon, manner)
        if (cost := cost_of(battle, figure, weapon, mode)) <= terms.points
    ]
    if not modes:
        least = min(cost_of(battle, figure, weapon, mode) for mode in modes_of(weapon, manner))
        return Refusal(f"{weapon.name} takes {least} action points", "arap.shooting.weapon-type-costs")
    mode, cost = modes[-1]
    return mode, 1 if mode.once_a_turn or terms.charge else terms.points // cost


def _in_reach(
    weapon: Weapon, mode: FireMode, lines: Sequence[Line], terms: Terms
) -> tuple[Line, ...] | Refusal:
    """arap.shooting.eligibility: the lines that are not too long, nor too short."""
    if not lines:
        return Refusal("it sees nobody of them in its arc", LINE_OF_SIGHT)
    most = reach_of(weapon) / (2 if mode.half_range else 1)
    if terms.charge:
        most = inf
    found = tuple(line for line in lines if within(line.inches, most))
    if not found:
        words = f"{weapon.name} reaches {most:g} inches"
        return Refusal(
            words, "arap.shooting.weapon-type-costs" if mode.half_range else "arap.shooting.eligibility"
        )
    found = tuple(line for line in found if line.inches >= weapon.range_min - WITHIN)
    return found or Refusal(f"{weapon.name} does not fire so near", "arap.shooting.eligibility")


def _bounces(battle: Battle, figure: Figure, weapon: Weapon, target: Unit) -> bool:
    """arap.template.bounce: whether a stream off a wall reaches somebody who is out of sight."""
    near = any(within(apart(figure, each), weapon.template) for each in battle.standing(target))
    return near and bool(lanes(battle, figure, weapon, target, (), False))


def _shots(
    battle: Battle, figure: Figure, weapon: Weapon, mode: FireMode, inches: float, terms: Terms
) -> int:
    """arap.shooting.weapon-type-costs, arap.shooting.relentless; one in a Charge, but for Heavy weapons of
    who stands (arap.charge.stand-and-fire-roll)."""
    if terms.charge:
        return weapon.shots if weapon.type == "heavy" else 1
    if mode.id == "salvo_half":
        return weapon.shots_half
    if mode.id == "pistol":
        return 1
    above, below = mode.relentless_within if has(battle, figure, "relentless") else mode.extra_within
    extra = mode.extra_shots if within(inches, weapon.range * above / below) else 0
    return weapon.shots + extra


def _guessed(
    battle: Battle, figure: Figure, weapon: Weapon, look: Look, target: Unit, times: int, strength: int
) -> Barrel | Refusal:
    """arap.grenade.high-trajectory, arap.grenade.indirect, arap.shooting.hidden-targets-area: nothing is
    measured, and what lies between does not stop it."""
    spot = centre(battle.standing(target))
    if not can_bear(battle, figure, spot):
        return Refusal("it is not in the fire arc", "arap.shooting.fire-arc")
    sight: Seen = "unseen"
    if look.lines:
        sight = "seen" if look.lines[0].sighted == "seen" else "blind"
    elif known_position(battle, figure, target):
        sight = "seen"
    elif "indirect" not in weapon.rules:
        return Refusal("it neither sees them nor knows where they are", "arap.grenade.known-position")
    return Barrel(figure.id, weapon, "guess", times, times, look.lines, 0.0, sight, strength)


def _both_hands(found: Sequence[Arm], terms: Terms) -> list[Arm]:
    """arap.H11: two pistols for one point, each shot at -1."""
    pistols = [arm[0] for arm in found if arm[0].weapon.type == "pistol" and arm[0].manner == "shots"]
    if len(pistols) < 2 or terms.charge:
        return []
    return [tuple(_in_each_hand(each) for each in pistols[:2])]


def _in_each_hand(barrel: Barrel) -> Barrel:
    return Barrel(
        barrel.figure, barrel.weapon, barrel.manner, barrel.times, barrel.shots, barrel.lines,
        barrel.inches, barrel.sight, barrel.strength, True,
    )  # fmt: skip
