"""Whom somebody may shoot at: arc, sight, and which target comes first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from warbook.books.gorkamorka.field.aboard import stationary
from warbook.books.gorkamorka.field.bodies import body, hulls, model_of, type_of
from warbook.books.gorkamorka.field.engaged import in_combat
from warbook.books.gorkamorka.field.seeing import fraction, screens
from warbook.books.gorkamorka.shooting.arms import Arm, Post, post
from warbook.books.gorkamorka.shooting.modifiers import Conditions, ease
from warbook.books.gorkamorka.state import Battle, Vehicle, Warrior
from warbook.core.questions import Refusal

Mark: TypeAlias = Warrior | Vehicle

LARGE = 2.0  # gce.shooting.mod-large: taller or wider than this
FARTHER = 1e-6
RULE = "gce.shooting.closest"
UNSEEN = Refusal("is not in sight", "gce.shooting.body-visible")


def marks(battle: Battle, side: str) -> list[Mark]:
    """All enemies that can be shot at: those on foot, and vehicles, through which those aboard are hit
    (gce.R4.1), even while they fight there (gce.shooting.vehicle-with-hth). One's own vehicles are none,
    whoever has boarded them (gce.R4.2)."""
    feet = [warrior for warrior in battle.enemies(side) if not warrior.aboard]
    return [*feet, *(vehicle for vehicle in hulls(battle) if vehicle.side != side)]


def targets(
    battle: Battle, shooter: Warrior, arm: Arm, free: bool = False
) -> list[tuple[Mark, Refusal | None]]:
    """Every enemy, with the reason why he may not be shot at. gce.R1.4: the closest viable threat, or one
    farther off that is strictly easier than every closer one; `free` of that choice is overwatch, and who is
    kool."""
    found = [(mark, target_barred(battle, shooter, arm, mark)) for mark in marks(battle, shooter.side)]
    if free or shooter.skills.kool:
        return found
    here = post(battle, shooter, arm)
    open_to = [
        _Seen(mark, here.inches(body(battle, mark)), ease(looks(battle, shooter, arm, mark)))
        for mark, refusal in found
        if refusal is None
    ]
    threats = [each for each in open_to if threat(battle, shooter, each.mark)]
    verdicts = {each.mark.id: _passed_over(battle, each, threats) for each in open_to}
    return [(mark, refusal or verdicts[mark.id]) for mark, refusal in found]


class _Seen:
    def __init__(self, mark: Mark, inches: float, ease: int) -> None:
        self.mark, self.inches, self.ease = mark, inches, ease


def _passed_over(battle: Battle, mark: _Seen, threats: Sequence[_Seen]) -> Refusal | None:
    """Why a target in sight is not the one to take. Where large ones must be taken first, they are compared
    with each other alone: so somebody is always left to take."""
    big = [other for other in threats if large(other.mark)]
    if battle.rulings.large_target_priority == "must" and big:
        if not large(mark.mark):
            words = f"{big[0].mark.name} is a large target"
            return Refusal(words, "gce.shooting.priority-large")
        threats = big
    for other in threats:
        if other.inches < mark.inches - FARTHER and other.ease >= mark.ease:
            return Refusal(f"{other.mark.name} is closer and no harder to hit", RULE)
    return None


def threat(battle: Battle, shooter: Warrior, mark: Mark) -> bool:
    """gce.shooting.priority-threat, gce.shooting.at-down: others may be passed over. A vehicle on which
    nobody but his own friends are left threatens him as little as an empty one."""
    if isinstance(mark, Warrior):
        return mark.up
    if mark.immobilised or mark.destroyed:
        return False
    return any(rider.side != shooter.side and not rider.down for rider in battle.riders(mark.id))


def target_barred(battle: Battle, shooter: Warrior, arm: Arm, mark: Mark) -> Refusal | None:
    """Why it is no target at all; None if it is in the arc and in sight."""
    if isinstance(mark, Warrior):
        if mark.hidden:
            return Refusal("is hidden", "gce.hiding.no-target")
        if mark.down and mark.skills.play_dead:
            return Refusal("plays dead", "gce.shooting.at-down")
        if in_combat(battle, mark):
            return Refusal("is engaged in hand-to-hand combat", "gce.shooting.not-into-hth")
    elif arm.weapon.harmless:
        return Refusal("cannot be caught with that", "gce.weapon.notes")
    if _not_chased(battle, shooter, mark):
        return Refusal("is not the vehicle that is chased", "gce.chase.shoot-twice")
    if shooter.aboard == mark.id:
        return on_deck(battle, shooter, mark)
    here = post(battle, shooter, arm)
    if not here.bears(body(battle, mark)):
        return Refusal("is outside the arc of fire", here.rule)
    if seen(battle, shooter, mark) <= 0.0:
        return UNSEEN
    return None


def _not_chased(battle: Battle, shooter: Warrior, mark: Mark) -> bool:
    """gce.R7.16: in the enemy's phase who chases may shoot at anybody, or by switch at the chased alone."""
    if battle.rulings.chase_fire == "any" or battle.side == shooter.side or not shooter.aboard:
        return False
    return battle.vehicle(shooter.aboard).chasing != mark.id


def on_deck(battle: Battle, shooter: Warrior, mark: Mark) -> Refusal | None:
    """gce.shooting.stationary-vehicle-aboard: the vehicle he stands on, only while it stands still."""
    assert isinstance(mark, Vehicle)
    if stationary(battle, mark):
        return None
    return Refusal("moves under his feet", "gce.shooting.stationary-vehicle-aboard")


# ---------------------------------------------------------------- how it looks


def seen(battle: Battle, shooter: Warrior, mark: Mark, *but: str) -> float:
    """The share of it that he sees past all hulls but those named, his own and its. It is looked at, and not
    rolled for unless by switch (gce.shooting.cover-dispute, gce.R2.8)."""
    if battle.views and not but and (settled := battle.views.get(view_of(shooter, mark))) is not None:
        return settled
    own = [shooter.aboard] if shooter.aboard else []
    return fraction(battle, shooter, mark, screens(battle, *own, mark.id, *but))


def view_of(shooter: Warrior, mark: Mark) -> str:
    """What a view that dice have settled is kept under."""
    return f"{shooter.id} {mark.id}"


def looks(battle: Battle, shooter: Warrior, arm: Arm, mark: Mark) -> Conditions:
    """What of a target makes it easy or hard to hit."""
    return _looks(mark, _share(battle, shooter, arm, mark))


def _looks(mark: Mark, share: float) -> Conditions:
    thrust = isinstance(mark, Vehicle) and mark.thrusts > 0
    return Conditions(seen=share, large=large(mark), target_thrust=thrust)


def large(mark: Mark) -> bool:
    """gce.shooting.mod-large: a vehicle other than a bike, or what is more than 2 inches tall or wide."""
    if isinstance(mark, Vehicle):
        return model_of(mark).large_target
    kind = type_of(mark)
    return kind.height > LARGE or 2 * kind.radius > LARGE


def _share(battle: Battle, shooter: Warrior, arm: Arm, mark: Mark) -> float:
    """gce.shooting.cover-applies. gce.shooting.vehicle-as-cover: a vehicle that is itself the more obvious
    target gives no cover to a warrior of whom something shows."""
    part = seen(battle, shooter, mark)
    if isinstance(mark, Vehicle) or not 0.0 < part < 1.0:
        return part
    here = post(battle, shooter, arm)
    plain = [v.id for v in hulls(battle) if _obvious(battle, shooter, here, v, mark)]
    return seen(battle, shooter, mark, *plain) if plain else part


def _obvious(battle: Battle, shooter: Warrior, here: Post, vehicle: Vehicle, mark: Warrior) -> bool:
    """gce.R4.7: he could shoot at it, and it is at least as easy to hit as the warrior without it."""
    if vehicle.side == shooter.side or vehicle.id == shooter.aboard or not threat(battle, shooter, vehicle):
        return False
    part = seen(battle, shooter, vehicle)
    if part <= 0.0 or not here.bears(body(battle, vehicle)):
        return False
    return ease(_looks(vehicle, part)) >= ease(_looks(mark, seen(battle, shooter, mark, vehicle.id)))
