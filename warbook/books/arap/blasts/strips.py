"""Template weapons: a stream along a lane (arap.template.hit-by-margin)."""

from __future__ import annotations

from warbook.books.arap.blasts.dice import TEMPLATE, burnt
from warbook.books.arap.blasts.lanes import Lane
from warbook.books.arap.blasts.placing import Placed
from warbook.books.arap.blasts.striking import Exposed, Under, land, shelter, under
from warbook.books.arap.dice.goals import ranged_goal
from warbook.books.arap.field.cover import cover_from
from warbook.books.arap.field.sight import eye
from warbook.books.arap.shooting.arms import Barrel
from warbook.books.arap.shooting.dice import overheats
from warbook.books.arap.shooting.fired import Fired, burn
from warbook.books.arap.shooting.plans import Plan, aim_at, hit_of
from warbook.books.arap.state import Battle, Game
from warbook.core.events import Template
from warbook.core.questions import Modifier

BOUNCED = Modifier(-1, "bounced off a wall", "arap.template.bounce")


def burn_lane(game: Game, plan: Plan, placed: Placed) -> Fired:
    """arap.template.hit-by-margin, arap.template.missed-roll, arap.template.wounds."""
    battle, barrel = game.battle, placed.barrel
    assert placed.lane is not None
    for strip in placed.lane.strips:
        game.tell(
            Template(
                shape="strip", spot=strip.start, length=strip.length, width=strip.width, facing=strip.facing,
                rule="arap.template.shape",
            )
        )  # fmt: skip
    why = strip_modifiers(battle, plan, barrel, placed.lane)
    those = exposed(battle, barrel, placed.lane)
    rolling = game.rolling(barrel.figure, {TEMPLATE: why})
    goal, fallback = strip_goal(battle, plan, barrel, placed.lane), battle.rulings.template_cover_fallback
    hits = rolling.roll(burnt, goal, those.kinds, fallback, those.sirs)
    fired = land(game, plan.unit, barrel.weapon, hit_of(barrel), those, hits, "arap.template.wounds")
    if "gets-hot" in barrel.weapon.rules and game.rolling(barrel.figure).roll(overheats):
        burn(game, battle.figure(barrel.figure), 1)
    return fired


def strip_modifiers(battle: Battle, plan: Plan, barrel: Barrel, lane: Lane) -> tuple[Modifier, ...]:
    found = aim_at(battle, plan, barrel).modifiers
    return (*found, BOUNCED) if lane.bounced else found


def strip_goal(battle: Battle, plan: Plan, barrel: Barrel, lane: Lane) -> int:
    """F42: the margin counts from the goal after its limit of 5."""
    return ranged_goal(
        aim_at(battle, plan, barrel).bs,
        sum(each.value for each in strip_modifiers(battle, plan, barrel, lane)),
    )


def exposed(battle: Battle, barrel: Barrel, lane: Lane) -> Under:
    """Everybody under the stream, friends too (arap.F25), who has not fallen since it was laid; cover is
    judged from where it comes."""
    shooter = battle.figure(barrel.figure)
    look = eye(battle, shooter)
    corner = lane.strips[-1].start
    from_corner = (corner.x, corner.y, look[2])
    found = []
    for name in lane.under:
        figure = battle.figure(name)
        if figure.place != "table":
            continue
        seen_from = from_corner if lane.bounced else look
        found.append(Exposed(name, shelter(battle, figure, cover_from(battle, seen_from, figure))))
    return under(battle, found)
