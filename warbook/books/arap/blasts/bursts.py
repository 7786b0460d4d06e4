"""Area weapons: a marker that strays, what stops it, and whom it catches."""

from __future__ import annotations

from math import cos, hypot, radians, sin
from typing import Literal, TypeAlias

from warbook.board.geometry import Spot, distance
from warbook.board.templates import Blast, covers
from warbook.board.terrain import Area
from warbook.books.arap.army.lists import Weapon
from warbook.books.arap.blasts.dice import Cover, stray, under_marker
from warbook.books.arap.blasts.guessing import on_surface
from warbook.books.arap.blasts.lanes import wall_between
from warbook.books.arap.blasts.placing import Placed
from warbook.books.arap.blasts.striking import Exposed, Under, land, shelter, under
from warbook.books.arap.dice.scatter import within_share
from warbook.books.arap.field.bodies import radius
from warbook.books.arap.field.cover import cover_from
from warbook.books.arap.field.ground import areas_under, traits_of
from warbook.books.arap.field.sight import Eye, eye, target_body
from warbook.books.arap.setup.dice import heading
from warbook.books.arap.shooting.aiming import Aim
from warbook.books.arap.shooting.arms import Barrel, Seen
from warbook.books.arap.shooting.dice import overheats
from warbook.books.arap.shooting.fired import Fired, burn
from warbook.books.arap.shooting.looking import muzzle
from warbook.books.arap.shooting.plans import Plan, aim_at, hit_of
from warbook.books.arap.shooting.wound_dice import Hit
from warbook.books.arap.state import Battle, Cloud, Figure, Game, Unit
from warbook.core.events import Marker, Note, Template

Stray: TypeAlias = Literal["direct", "indirect", "hidden"]
KINDS: dict[Seen, Stray] = {"seen": "direct", "unseen": "indirect", "blind": "hidden"}
RULES = {
    "direct": "arap.area.scatter",
    "indirect": "arap.grenade.indirect",
    "hidden": "arap.shooting.hidden-targets-area",
}
LOW = 0.5  # inches above the ground at which a burst goes off (own)
SHORT = 0.05  # inches before an obstacle at which it stops a shot


def burst(game: Game, plan: Plan, placed: Placed) -> Fired:
    """A marker that was aimed at a unit."""
    assert placed.spot is not None
    return burst_at(game, plan.unit, placed.barrel, aim_at(game.battle, plan, placed.barrel), placed.spot)


def burst_at(game: Game, unit: Unit, barrel: Barrel, aim: Aim, spot: Spot) -> Fired:
    """arap.area.scatter: the marker is laid, strays, is stopped by what stands in its way, and bursts."""
    battle = game.battle
    shooter = battle.figure(barrel.figure)
    kind, seven = KINDS[barrel.sight], battle.rulings.scatter_seven
    rolling = game.rolling(barrel.figure, {RULES[kind]: aim.modifiers})
    rolled = rolling.roll(stray, kind, aim.bs, aim.sum, seven)
    inches = within_share(rolled, limit_of(battle, barrel, shooter, spot))
    spot = strayed(game, barrel.figure, spot, inches)
    if barrel.manner == "burst":
        spot = stopped(battle, eye(battle, shooter), spot)
    hit = near_hit(barrel, distance(muzzle(battle, shooter), spot))
    fired = go_off(game, unit, barrel.weapon, hit, spot)
    if "gets-hot" in barrel.weapon.rules and game.rolling(barrel.figure).roll(overheats):
        burn(game, shooter, 1)
    return fired


def limit_of(battle: Battle, barrel: Barrel, shooter: Figure, spot: Spot) -> float | None:
    """arap.area.scatter-limit, arap.F29: half of the range to where the marker was laid, or as the scenario
    has it; none for grenades launched at short range (arap.grenade.no-half-range-limit)."""
    inches = distance(muzzle(battle, shooter), spot)
    launched = "guess-range-allowed" in barrel.weapon.rules
    if launched and inches <= barrel.weapon.short_range + 0.01:
        return None
    return inches * battle.scenario.scatter_limit


def near_hit(barrel: Barrel, inches: float) -> Hit:
    """D6: a launched marker is near by the distance to where it bursts."""
    hit = hit_of(barrel)
    near = inches <= barrel.weapon.short_range + 0.01
    return Hit(hit.s, hit.ap, hit.damage, near, hit.melta, hit.rending, hit.pinning)


def strayed(game: Game, by: str, spot: Spot, inches: float) -> Spot:
    """arap.dice.scatter-direction, arap.D1: any direction, all alike."""
    if not inches:
        return spot
    turn = radians(game.rolling(by).roll(heading))
    return on_surface(game.battle, spot.x + inches * cos(turn), spot.y + inches * sin(turn), spot.z)


def stopped(battle: Battle, look: Eye, spot: Spot) -> Spot:
    """arap.area.intervening-obstacle: where the shot meets what stands between the firer and that point."""
    share = wall_between(battle, look, (spot.x, spot.y, spot.z + LOW))
    if share is None:
        return spot
    long = hypot(spot.x - look[0], spot.y - look[1])
    back = max(0.0, share - SHORT / long)
    x, y = look[0] + back * (spot.x - look[0]), look[1] + back * (spot.y - look[1])
    return on_surface(battle, x, y, max(spot.z, look[2]))


def go_off(game: Game, unit: Unit, weapon: Weapon, hit: Hit, spot: Spot) -> Fired:
    """arap.area.hits: whoever is under the marker; smoke hides what is there."""
    battle = game.battle
    if "smoke" in weapon.rules:
        lay_smoke(game, unit, weapon, spot)
        return Fired()
    game.tell(
        Template(shape="blast", spot=spot, length=weapon.area, width=weapon.area, rule="arap.area.hits")
    )
    those = caught_at(battle, weapon, spot)
    hits = game.rolling(unit.id).roll(under_marker, those.kinds, those.sirs)
    if not any(hits):
        game.tell(Note(words="It hits nobody.", piece=unit.id, rule="arap.area.hits"))
    return land(game, unit, weapon, hit, those, hits, "arap.area.casualties")


def caught_at(battle: Battle, weapon: Weapon, spot: Spot) -> Under:
    """Who is under the marker of a weapon, or at the point itself if it has none."""
    if weapon.area:
        return figures_under(battle, spot, weapon.area)
    return under(battle, [Exposed(figure.id, "open") for figure in on_point(battle, spot)])


def figures_under(battle: Battle, spot: Spot, across: float) -> Under:
    """Who is under a marker, in what cover from its middle, the nearest first (arap.area.centre-and-cover).
    A burst over a trench takes all who are in 6 inches of it (arap.area.trench)."""
    look, blast = (spot.x, spot.y, spot.z + LOW), Blast(spot, across / 2)
    over = [area for area in areas_under(battle, spot) if traits_of(battle, area).section]
    found = []
    for figure in battle.figures:
        if figure.place != "table":
            continue
        inches = hypot(figure.x - spot.x, figure.y - spot.y)
        if over and any(_same_section(battle, area, figure, inches) for area in over):
            found.append((inches, Exposed(figure.id, "open")))
        elif inches > across / 2 + radius(battle, figure):
            continue  # the marker does not come near it
        elif covers(blast, target_body(battle, figure)) != "no":
            found.append((inches, Exposed(figure.id, _cover(battle, look, figure))))
    return under(battle, [each for _, each in sorted(found, key=lambda pair: pair[0])])


def on_point(battle: Battle, spot: Spot) -> list[Figure]:
    """The figure on whose base a point lies, the nearest one."""
    near = [
        (inches, figure)
        for figure in battle.figures
        if figure.place == "table" and abs(figure.z - spot.z) <= 2.0
        if (inches := hypot(figure.x - spot.x, figure.y - spot.y)) <= radius(battle, figure) + 1e-9
    ]
    return [min(near, key=lambda pair: pair[0])[1]] if near else []


def lay_smoke(game: Game, unit: Unit, weapon: Weapon, spot: Spot) -> None:
    """Smoke stays until the end of the side's next turn."""
    battle = game.battle
    until = battle.next_turn_of(unit.side)
    number = 1 + sum(cloud.id.startswith("smoke") for cloud in battle.clouds)
    while any(cloud.id == f"smoke{number}" for cloud in battle.clouds):
        number += 1
    cloud = Cloud(f"smoke{number}", "smoke", spot.x, spot.y, weapon.area / 2, until)
    battle.clouds.append(cloud)
    game.tell(
        Marker(
            marker=cloud.id, kind="smoke", spot=spot, radius=cloud.radius, words="Smoke spreads.",
            rule="arap.shooting.laser-smoke",
        )
    )  # fmt: skip


def _cover(battle: Battle, look: Eye, figure: Figure) -> Cover:
    """arap.shooting.fleeting-blast, arap.F31: a fleeting target is hit on 5 or less at worst."""
    cover = cover_from(battle, look, figure)
    if figure.fleeting and cover == "hard":
        cover = "soft"
    return shelter(battle, figure, cover)


def _same_section(battle: Battle, area: Area, figure: Figure, inches: float) -> bool:
    return area in areas_under(battle, figure.spot) and inches <= traits_of(battle, area).section / 2 + 0.01
