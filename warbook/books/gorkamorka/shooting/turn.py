"""The shooting phase: those who chase first, then the side whose turn it is, one shooter after another."""

from __future__ import annotations

from functools import partial

from warbook.books.gorkamorka.field.aboard import own_riders
from warbook.books.gorkamorka.field.bodies import hulls
from warbook.books.gorkamorka.shooting.able import may_shoot
from warbook.books.gorkamorka.shooting.disputes import settle_views
from warbook.books.gorkamorka.shooting.orders import carry_out, declare_shot, likeliest_shot
from warbook.books.gorkamorka.shooting.overwatch import before_shot
from warbook.books.gorkamorka.state import Battle, Game, Warrior
from warbook.core.questions import Choose, Option

RULE = "gce.shooting.sequence"


def shoot(game: Game) -> bool:
    """One shooter, or the fire of those who chase; False at the end of the phase."""
    battle = game.battle
    if battle.chase_fire_in != battle.now:
        battle.chase_fire_in = battle.now
        if _chase_fire(game):
            return True
    return _one_shot(game, battle.side, battle.present(battle.side))


def _one_shot(game: Game, side: str, shooters: list[Warrior]) -> bool:
    """gce.shooting.sequence: the player picks a shooter, and all of it is resolved."""
    battle = game.battle
    options = [
        Option(
            each.id,
            each.name,
            each.id,
            may_shoot(battle, each),
            partial(likeliest_shot, battle, each),
            slow=True,
        )
        for each in shooters
    ]
    if all(option.barred for option in options):
        return False
    options.append(Option("done", "Nobody else shoots"))
    rule = RULE if side == battle.side else "gce.chase.shoot-first"
    chosen = game.ask(side, Choose("Who shoots?", options, rule, kind="who shoots"))
    if chosen == "done":
        return False
    shooter = battle.warrior(chosen)
    settle_views(game, shooter)
    if may_shoot(battle, shooter) is None:
        order = declare_shot(game, shooter)
        if order is not None and before_shot(game, shooter):
            carry_out(game, shooter, order)
    battle.views.clear()
    shooter.shot = True
    return True


def _chase_fire(game: Game) -> bool:
    """gce.chase.shoot-twice, gce.chase.shoot-first: all aboard vehicles that chase one of the side whose turn
    it is shoot before it does, whether or not they shot in their own turn. Whether anybody could."""
    battle = game.battle
    shot = False
    for side in battle.order:
        if side == battle.side:
            continue
        for rider in _chasing(battle, side):
            rider.shot = False
        while _one_shot(game, side, _chasing(battle, side)):
            shot = True
    return shot


def _chasing(battle: Battle, side: str) -> list[Warrior]:
    return [
        rider
        for vehicle in hulls(battle)
        if vehicle.side == side and vehicle.chasing and battle.vehicle(vehicle.chasing).side == battle.side
        for rider in own_riders(battle, vehicle)
    ]
