"""Who may shoot, and why not: each bar with words and the rule."""

from __future__ import annotations

from warbook.books.gorkamorka.field.able import looks_on
from warbook.books.gorkamorka.field.aboard import opposed
from warbook.books.gorkamorka.field.engaged import engaged
from warbook.books.gorkamorka.shooting.arms import Arm, ready
from warbook.books.gorkamorka.shooting.targets import marks, target_barred
from warbook.books.gorkamorka.state import Battle, Warrior
from warbook.core.questions import Refusal


def may_shoot(battle: Battle, warrior: Warrior) -> Refusal | None:
    """Why he may not shoot in this phase; None if he may."""
    bar = hampered(battle, warrior)
    if bar is not None:
        return bar
    arms = usable(battle, warrior)
    if not arms:
        return Refusal("has no weapon that can fire", "gce.shooting.once")
    if any(at_ground(arm) for arm in arms) or any(has_target(battle, warrior, arm) for arm in arms):
        return None
    return Refusal("has no target in sight", "gce.shooting.body-visible")


def hampered(battle: Battle, warrior: Warrior) -> Refusal | None:
    """What he has done, or what was done to him, that keeps him from shooting."""
    if warrior.shot:
        return Refusal("has shot", "gce.shooting.once")
    if looks_on(battle, warrior):
        return Refusal("looks on from the stands", "gce.game.scenario")
    return _disabled(battle, warrior) or _otherwise_engaged(battle, warrior)


def _disabled(battle: Battle, warrior: Warrior) -> Refusal | None:
    if warrior.down:
        return Refusal("is Down", "gce.wounding.down")
    if warrior.pinned:
        return Refusal("is pinned", "gce.wounding.pinned-effect")
    if warrior.burning:
        return Refusal("is on fire", "gce.foot.on-fire-no-actions")
    if warrior.netted:
        return Refusal("is caught in a net", "gce.weapon.notes")
    if warrior.stupid and not battle.rulings.stupid_may_shoot:
        return Refusal("is stupid", "gce.stupidity.test")  # gce.R9.8
    if warrior.clings:
        return Refusal("clings to a vehicle with both hands", "gce.foot.board-no-shooting")
    if engaged(battle, warrior):
        return Refusal("is engaged in hand-to-hand combat", "gce.shooting.not-when-engaged")
    if opposed(battle, warrior):
        return Refusal("has enemies aboard to deal with", "gce.foot.board-no-shooting")
    return None


def _otherwise_engaged(battle: Battle, warrior: Warrior) -> Refusal | None:
    """What he did in his own turn counts in that turn only (gce.foot.run-no-shooting)."""
    if warrior.side != battle.side:
        return None
    if warrior.overwatch:
        return Refusal("is on overwatch", "gce.overwatch.set")
    if warrior.helping:
        return Refusal("fights a fire", "gce.foot.on-fire-helpers")
    if warrior.moved == "ran" and not warrior.skills.hipshoota:
        return Refusal("ran this turn", "gce.shooting.not-after-run")
    if warrior.moved in ("charged", "fled"):
        return Refusal(
            "charged this turn" if warrior.moved == "charged" else "fled", "gce.shooting.not-after-run"
        )
    return Refusal("may do nothing else this turn", "gce.foot.charge-failed") if warrior.idle else None


def usable(battle: Battle, warrior: Warrior) -> list[Arm]:
    """The weapons he may fire now; a hipshoota who ran fires none that is fixed."""
    ran = warrior.moved == "ran" and warrior.side == battle.side
    return [arm for arm in ready(battle, warrior) if not (ran and arm.mount)]


def at_ground(arm: Arm) -> bool:
    """gce.special-weapons.grenade-at-ground."""
    return arm.weapon.scatters and arm.weapon.kind == "thrown"


def has_target(battle: Battle, warrior: Warrior, arm: Arm) -> bool:
    """Whether there is anybody in arc and in sight; one of them is always the one to take."""
    return any(target_barred(battle, warrior, arm, mark) is None for mark in marks(battle, warrior.side))
