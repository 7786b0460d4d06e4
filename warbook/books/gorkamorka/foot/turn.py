"""The movement phase of those on foot and aboard: who moves, who must, and what each may do."""

from __future__ import annotations

from functools import partial

from warbook.books.gorkamorka.field.able import held_back, may_leap_off, may_move
from warbook.books.gorkamorka.field.aboard import ride
from warbook.books.gorkamorka.field.engaged import engaged
from warbook.books.gorkamorka.foot import charging, mounting, walking
from warbook.books.gorkamorka.foot.burning import burn_warrior
from warbook.books.gorkamorka.foot.forced import flee, stupid_move
from warbook.books.gorkamorka.hiding import may_hide
from warbook.books.gorkamorka.psychology.nerve import shaken, stands_terror, terror_near
from warbook.books.gorkamorka.shooting.overwatch import may_watch
from warbook.books.gorkamorka.state import Battle, Game, Warrior
from warbook.core.questions import Choose, Option, Refusal


def warriors_to_move(battle: Battle) -> list[Option]:
    """The side's warriors, and why each may not move."""
    return [
        Option(each.id, _label(battle, each), piece=each.id, barred=_bar(battle, each))
        for each in battle.present(battle.side)
    ]


def _bar(battle: Battle, warrior: Warrior) -> Refusal | None:
    """A driver does not get away from what comes over him at the wheel by leaving it, save in flames."""
    own = ride(battle, warrior)
    at_wheel = has_wheel(battle, warrior) and own is not None and not own.chasing and not warrior.burning
    return may_move(battle, warrior) or (shaken(battle, warrior) if at_wheel else None)


def _label(battle: Battle, warrior: Warrior) -> str:
    own = ride(battle, warrior)
    return warrior.name if own is None else f"{warrior.name}, aboard {own.name}"


def must_move(battle: Battle) -> Warrior | None:
    """gce.foot.forced: somebody whose state leaves his player no choice, and who has not moved."""
    for warrior in battle.present(battle.side):
        if may_move(battle, warrior) is None and not warrior.down and forced(battle, warrior):
            return warrior
    return None


def forced(battle: Battle, warrior: Warrior) -> bool:
    """On fire, stupid, near a terror, or in a frenzy with an enemy in reach."""
    if warrior.burning:
        return True
    if has_wheel(battle, warrior):
        return False
    if warrior.stupid:
        return True
    if engaged(battle, warrior):
        return False
    return (not warrior.tested and terror_near(battle, warrior) is not None) or raging(battle, warrior)


def has_wheel(battle: Battle, warrior: Warrior) -> bool:
    """Who has the wheel of what can move: stupidity, terror and frenzy take hold of him when he drives
    (gce.stupidity.drivers, gce.terror.drivers, gce.frenzy.drivers)."""
    own = ride(battle, warrior)
    return own is not None and own.driver == warrior.id and not own.immobilised and not own.destroyed


def raging(battle: Battle, warrior: Warrior) -> bool:
    """gce.frenzy.must-charge, gce.R9.14: an enemy whom he may charge is in reach."""
    return (
        warrior.frenzied
        and charging.may_charge(battle, warrior) is None
        and any(charging.in_reach(battle, warrior, foe) for foe in charging.charge_targets(battle, warrior))
    )


def move_warrior(game: Game, warrior: Warrior) -> None:
    """One warrior's whole move (gce.foot.order): what his state makes him do first, then what his player
    wants."""
    battle = game.battle
    if warrior.burning:
        if not burn_warrior(game, warrior):
            return
        if held_back(battle, warrior):  # gce.R3.9: the fire has not freed him
            warrior.moved = "stayed"
            return
    if not has_wheel(battle, warrior):
        if warrior.stupid:
            stupid_move(game, warrior)
            return
        if not warrior.down and not engaged(battle, warrior):
            cause = stands_terror(game, warrior)
            if cause is not None:
                flee(game, warrior, cause)
                return
    _choose(game, warrior)


def _choose(game: Game, warrior: Warrior) -> None:
    battle = game.battle
    text = f"{warrior.name}: what does he do?"
    question = Choose(text, ways(battle, warrior), "gce.foot.move", piece=warrior.id, kind="move")
    how = game.ask(battle.side, question)
    if how in walking.GAITS:
        walking.go_on_foot(game, warrior, how)
    elif how == "charge":
        charging.ask(game, warrior)
    elif how == "carry":
        walking.carry_off(game, warrior)
    elif how in ("stay", "turn", "hide", "watch"):
        walking.stand(game, warrior, how)
    else:
        mounting.do(game, warrior, how)


def ways(battle: Battle, warrior: Warrior) -> list[Option]:
    """What he may do in his move."""
    if warrior.down:
        return [Option("crawl", f'Crawl up to {walking.CRAWL:g}"'), Option("stay", "Lie still")]
    if not has_wheel(battle, warrior) and raging(battle, warrior):
        return [Option("charge", "Charge: he is in a frenzy")]
    stay = Option("stay", "Stay as he is")
    charge = Option(
        "charge", f'Charge up to {2 * warrior.profile.m}"', barred=charging.may_charge(battle, warrior)
    )
    if warrior.aboard:
        leaving = mounting.mount_options(battle, warrior)
        return [stay, *leaving] if may_leap_off(battle, warrior) else [stay, charge, *leaving]
    goes = {how: partial(walking.way_on_foot, battle, warrior, how) for how in ("walk", "run")}
    found = [
        Option("walk", f'Walk up to {warrior.profile.m}"', goes=goes["walk"]),
        Option(
            "run",
            f'Run up to {2 * warrior.profile.m}" (then he may neither shoot nor hide)',
            goes=goes["run"],
        ),
        charge,
        stay,
        Option("turn", "Stay and turn"),
        Option("hide", "Stay and hide", barred=may_hide(battle, warrior)),
        Option("watch", "Stay on overwatch", barred=may_watch(battle, warrior)),
        *mounting.mount_options(battle, warrior),
    ]
    if warrior.scrap:
        far = Refusal("cannot reach his edge", "gce.foot.run")
        off = None if walking.way_off(battle, warrior) else far
        found.append(Option("carry", "Carry the scrap off over your edge", barred=off))
    return found
