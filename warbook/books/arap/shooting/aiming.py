"""The goal of a shot: every line of the table of modifiers (arap.shooting.hit-modifiers)."""

from __future__ import annotations

from msgspec import Struct

from warbook.books.arap.dice.goals import ranged_goal
from warbook.books.arap.field.bodies import fighter, has, profile, within
from warbook.books.arap.field.cover import fires_from_hard_cover
from warbook.books.arap.field.sight import share_seen
from warbook.books.arap.shooting.arms import Barrel
from warbook.books.arap.shooting.looking import Look
from warbook.books.arap.shooting.terms import Terms
from warbook.books.arap.state import Battle, Figure, Unit, while_at_rest
from warbook.books.arap.terrain import Cover
from warbook.core.questions import Modifier

BLIND = 1  # arap.shooting.hidden-targets, arap.charge.stand-and-fire-bs: the BS of such fire
FAST = 12.0  # inches
FEW = 2  # figures of a small group
CLOSE = 4.0  # inches within which who lies down is as easy to hit as anybody
COVERS: dict[Cover, int] = {"none": 0, "soft": -1, "hard": -2}
TABLE = "arap.shooting.hit-modifiers"
FLEETING = Modifier(-1, "fleeting target", "arap.shooting.fleeting-target")


class Aim(Struct, frozen=True):
    """BS, what changes it, and what a roll to hit must not exceed."""

    bs: int
    modifiers: tuple[Modifier, ...]

    @property
    def sum(self) -> int:
        return sum(each.value for each in self.modifiers)

    @property
    def goal(self) -> int:
        return ranged_goal(self.bs, self.sum)


def aim_of(battle: Battle, barrel: Barrel, look: Look, unit: Unit, target: Unit, terms: Terms) -> Aim:
    """Of one barrel of the unit at the target. Templates and markers have cover, lying down and small targets
    in rules of their own (arap.F26, arap.F30)."""
    shooter = battle.figure(barrel.figure)
    bs = profile(battle, shooter).bs
    if terms.charge or (barrel.sight == "blind" and barrel.manner == "shots"):
        bs = min(bs, BLIND)
    found = of_firer(battle, shooter, barrel, unit, terms)
    found += _of_target(battle, barrel, target, terms)
    if barrel.manner == "shots":
        found += _of_cover(battle, barrel, look, target)
    elif barrel.manner != "strip" and is_fleeting(battle, target):
        found.append(FLEETING)
    if corrected(battle, unit, target, barrel):
        found.append(Modifier(1, "corrective aim", "arap.shooting.corrective-aim"))
    return Aim(bs, tuple(found))


def corrected(battle: Battle, unit: Unit, target: Unit, barrel: Barrel) -> bool:
    """arap.shooting.corrective-aim, arap.F13: the same target in consecutive own turns, and neither has moved
    between. Unseen, only in the second turn and with an observer (arap.shooting.corrective-aim-indirect)."""
    before = battle.clock - len(battle.order)
    if unit.side != battle.side or unit.fired_at != target.id:
        return False
    if unit.fires_since >= battle.clock or unit.fired < before:
        return False
    if barrel.manner == "guess" and barrel.sight != "seen":
        return unit.fires_since == before and bool(observers(battle, unit, target))
    return True


def observers(battle: Battle, unit: Unit, target: Unit) -> list[Figure]:
    """arap.grenade.indirect-observer: leaders and observers of the side who see the target."""
    them = battle.standing(target)
    return [
        figure
        for other in battle.on_table(unit.side)
        if not other.routing and not other.locked
        for figure in battle.standing(other)
        if fighter(battle, figure).leader or has(battle, figure, "observer")
        if any(share_seen(battle, figure, each) > 0.0 for each in them)
    ]


def of_firer(battle: Battle, shooter: Figure, barrel: Barrel, unit: Unit, terms: Terms) -> list[Modifier]:
    """What lies with who fires. Nobody knows of who is hidden (arap.shooting.ambush-condition); in a Charge
    shotguns are near (arap.charge.fire-and-charge-shotgun, arap.charge.stand-and-fire-shotgun)."""
    found = []
    if unit.tactical == battle.clock:
        found.append(Modifier(-1, "moved tactically", "arap.movement.tactical-shooting"))
    if has(battle, shooter, "mounted") or unit.aboard:
        found.append(Modifier(-1, "from a moving surface", TABLE))
    if battle.rulings.wounded_firer and shooter.wounds < profile(battle, shooter).w:
        found.append(Modifier(-1, "wounded", "arap.shooting.firer-wounded"))
    if has(battle, shooter, "confused"):
        found.append(Modifier(-1, "confused", TABLE))
    if terms.aimed:
        found.append(Modifier(1, "took aim", "arap.shooting.aim-action"))
    if unit.hidden:
        found.append(Modifier(1, "from ambush", "arap.shooting.ambush-bonus"))
    if barrel.both:
        found.append(Modifier(-1, "a pistol in each hand", "arap.H11"))
    if shooter.hangs and barrel.weapon.type != "pistol":
        found.append(Modifier(-1, "from a ladder", "arap.movement.ladder-shooting"))
    half = within(barrel.inches, barrel.weapon.range / 2) or bool(terms.charge)
    if "shotgun" in barrel.weapon.rules and half:
        found.append(Modifier(1, "shotgun at half range", TABLE))
    if _infantry(battle, shooter) and barrel.lines:
        target = battle.figure(barrel.lines[0].figure)
        if fires_from_hard_cover(battle, shooter, target.spot):
            found.append(Modifier(1, "from hard cover", "arap.F45"))
    return found


def _infantry(battle: Battle, figure: Figure) -> bool:
    kind = profile(battle, figure)
    return not (kind.vehicle or kind.monstrous or kind.size > 2 or has(battle, figure, "mounted"))


class _Marks(Struct, frozen=True):
    """What of a target's figures, most of them, matters to who fires at them."""

    fast: int  # how often they have gone 12 inches
    few: bool  # and none of them large
    fleeting: bool
    prone: bool
    tiny: bool


def _marks(battle: Battle, target: Unit) -> _Marks:
    return while_at_rest(battle, (_marks, target.id), lambda: _marked(battle, target))


def _marked(battle: Battle, target: Unit) -> _Marks:
    figures = battle.standing(target)
    most = len(figures) / 2
    return _Marks(
        _by_most([int((figure.gone + 1e-6) / FAST) for figure in figures]),
        len(figures) <= FEW and all(profile(battle, figure).size <= 2 for figure in figures),
        sum(figure.fleeting for figure in figures) > most,
        sum(figure.prone for figure in figures) > most,
        sum(profile(battle, figure).size == 1 for figure in figures) > most,
    )


def of_target(battle: Battle, target: Unit) -> list[Modifier]:
    """What lies with the target of an ordinary shot, whoever fires it with what."""
    marks = _marks(battle, target)
    found = []
    if marks.fast:
        found.append(Modifier(-marks.fast, "fast target", "arap.shooting.laser-fast-target"))
    if marks.few:
        found.append(Modifier(-1, "small group", TABLE))
    return found


def _of_target(battle: Battle, barrel: Barrel, target: Unit, terms: Terms) -> list[Modifier]:
    marks = _marks(battle, target)
    found = []
    if terms.charge == "stand":
        if terms.fast:
            found.append(Modifier(-1, "a fast Charge", "arap.charge.stand-and-fire-fast"))
    elif marks.fast and "laser" not in barrel.weapon.rules:
        found.append(Modifier(-marks.fast, "fast target", "arap.shooting.laser-fast-target"))
    if marks.few and barrel.manner != "strip":
        found.append(Modifier(-1, "small group", TABLE))
    if target.locked:
        found.append(Modifier(-1, "into close combat", "arap.shooting.into-close-combat"))
    return found


def _of_cover(battle: Battle, barrel: Barrel, look: Look, target: Unit) -> list[Modifier]:
    """arap.shooting.unit-cover, arap.A15, arap.movement.prone-no-stack."""
    marks, cover = _marks(battle, target), look.cover
    found = []
    flees, way = marks.fleeting, battle.rulings.fleeting_and_cover
    instead = flees and (way == "replaces" or (way == "worse_of_the_two" and cover != "hard"))
    if cover != "none" and not instead:
        found.append(Modifier(COVERS[cover], f"{cover} cover", "arap.shooting.cover-modifier"))
    if flees and (instead or way == "adds"):
        found.append(FLEETING)
    low = bool(target.tactical) or marks.prone
    if low and cover == "none" and not within(barrel.inches, CLOSE):
        rule = "arap.movement.prone-hit-modifier"
        found.append(Modifier(-1, "prone or moving tactically", rule))
    if marks.tiny:
        found.append(Modifier(-1, "small target", TABLE))
    return found


def is_fleeting(battle: Battle, target: Unit) -> bool:
    """arap.shooting.fleeting-when: more than half of it went from cover to cover in its latest turn, or are
    on their way."""
    return _marks(battle, target).fleeting


def _by_most(values: list[int]) -> int:
    """The most that more than half of them have."""
    return sorted(values, reverse=True)[len(values) // 2] if values else 0
