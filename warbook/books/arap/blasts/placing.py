"""Where templates and markers are laid: asked once for a unit, and only where there is a choice."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from msgspec import Struct

from warbook.board.geometry import Spot, bearing, distance, facing_words
from warbook.books.arap.blasts.guessing import guess_question
from warbook.books.arap.blasts.lanes import Lane, lanes
from warbook.books.arap.field.bodies import fighter
from warbook.books.arap.field.cover import stands_in_cover
from warbook.books.arap.field.ground import areas_under, traits_of
from warbook.books.arap.field.near import centre
from warbook.books.arap.shooting.aiming import observers
from warbook.books.arap.shooting.arms import Barrel
from warbook.books.arap.shooting.plans import Plan
from warbook.books.arap.state import Battle, Figure, Game, Unit
from warbook.core.questions import Choose, Form, Option, Question

WIDE_SQUAD = 10.0  # inches: a squad so wide may be aimed at on its left, right or in the middle (own)


class Placed(Struct, frozen=True):
    """A barrel with where it is fired to: a lane, or a point, for a guess the one at the guessed range."""

    barrel: Barrel
    lane: Lane | None = None
    spot: Spot | None = None


def placements(game: Game, plan: Plan, barrels: Sequence[Barrel]) -> list[Placed]:
    """Asks where each template and marker goes; guesses are asked together (arap.area.guess-range)."""
    battle = game.battle
    laid = [barrel for barrel in barrels if barrel.manner != "shots"]
    parts: dict[str, Question] = {}
    ways: dict[str, list[Lane]] = {}
    points: dict[str, list[tuple[str, str, Spot]]] = {}
    for barrel in laid:
        name = barrel.figure
        if barrel.manner == "strip":
            ways[name] = lanes_of(battle, plan, barrel)
            if len(ways[name]) > 1:
                parts[name] = _lane_question(battle, barrel, ways[name])
        else:
            points[name] = aim_points(battle, battle.figure(name), plan.target, barrel)
            if len(points[name]) > 1:
                parts[name] = _point_question(battle, barrel, points[name])
    answer: dict[str, str] = {}
    if parts:
        text = f"Where does {plan.unit.name} lay its fire?"
        answer = game.ask(plan.unit.side, Form(text, parts, "arap.area.target", kind="placing"))
    found: list[Placed] = []
    guessed = _guesses(game, plan, [barrel for barrel in laid if barrel.manner == "guess"], points, answer)
    for barrel in laid:
        name = barrel.figure
        if barrel.manner == "strip":
            where = Placed(barrel, lane=ways[name][int(answer.get(name, "0"))])
        elif barrel.manner == "guess":
            where = Placed(barrel, spot=guessed[name])
        else:
            where = Placed(barrel, spot=_point(points[name], answer.get(name, "")))
        found += [where] * barrel.times
    return found


def usual_placement(battle: Battle, plan: Plan, barrel: Barrel) -> Placed:
    """The first that would be offered; of a guess, the true distance."""
    if barrel.manner == "strip":
        return Placed(barrel, lane=lanes_of(battle, plan, barrel)[0])
    return Placed(barrel, spot=aim_points(battle, battle.figure(barrel.figure), plan.target, barrel)[0][2])


def lanes_of(battle: Battle, plan: Plan, barrel: Barrel) -> list[Lane]:
    seen = tuple(line.figure for line in barrel.lines)
    figure = battle.figure(barrel.figure)
    return lanes(battle, figure, barrel.weapon, plan.target, seen, bool(plan.terms.charge))


def aim_points(battle: Battle, shooter: Figure, target: Unit, barrel: Barrel) -> list[tuple[str, str, Spot]]:
    """arap.area.target-squad: the middle of the part that is seen, of a wide squad its left or right too. Of
    a single figure in cover it is the cover (arap.area.target-cover)."""
    figures = [battle.figure(line.figure) for line in barrel.lines] or battle.standing(target)
    middle = centre(figures)
    if len(figures) == 1 and stands_in_cover(battle, middle) != "none":
        return [("cover", "The cover", _middle_of_cover(battle, middle))]
    found = [("centre", "The middle of the squad", middle)]
    far = hypot(middle.x - shooter.x, middle.y - shooter.y) or 1.0
    cx, cy = (middle.x - shooter.x) / far, (middle.y - shooter.y) / far
    across = sorted(figures, key=lambda each: (each.y - middle.y) * cx - (each.x - middle.x) * cy)
    wide = hypot(across[0].x - across[-1].x, across[0].y - across[-1].y)
    if wide >= WIDE_SQUAD and len(figures) > 2:
        third = max(1, len(across) // 3)
        found.append(("right", "Its right, as you see it", centre(across[:third])))
        found.append(("left", "Its left, as you see it", centre(across[-third:])))
    return found


def _middle_of_cover(battle: Battle, spot: Spot) -> Spot:
    area = next(each for each in areas_under(battle, spot) if traits_of(battle, each).cover != "none")
    xs, ys = [x for x, _ in area.polygon], [y for _, y in area.polygon]
    return Spot((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2, spot.z)


def _point(points: Sequence[tuple[str, str, Spot]], chosen: str) -> Spot:
    return next((spot for id, _, spot in points if id == chosen), points[0][2])


def _guesses(
    game: Game,
    plan: Plan,
    barrels: Sequence[Barrel],
    points: dict[str, list[tuple[str, str, Spot]]],
    answer: dict[str, str],
) -> dict[str, Spot]:
    """The points at the guessed ranges. Fire that nobody of the firers can see is guessed from an observer,
    if there is one (arap.grenade.indirect-observer, arap.F37)."""
    battle, aimed, origins = game.battle, {}, {}
    if not barrels:
        return {}
    spotters = observers(battle, plan.unit, plan.target)
    for barrel in barrels:
        figure = battle.figure(barrel.figure)
        aimed[figure.id] = _point(points[figure.id], answer.get(figure.id, ""))
        unseen = barrel.sight == "unseen" and spotters
        origins[figure.id] = spotters[0].spot if unseen else figure.spot
    limits = {barrel.figure: (barrel.weapon.range_min, barrel.weapon.range) for barrel in barrels}
    names = {barrel.figure: barrel.weapon.name for barrel in barrels}
    return guess_question(game, plan.unit, plan.target, aimed, origins, limits, names)


def _lane_question(battle: Battle, barrel: Barrel, found: Sequence[Lane]) -> Choose:
    options, firer = [], battle.figure(barrel.figure)
    for number, lane in enumerate(found):
        many = f"{lane.aimed} of them" + (f" and {lane.friends} of your own" if lane.friends else "")
        how = "Bounced off a wall, over" if lane.bounced else "Over"
        last = battle.figure(lane.under[-1])
        far = f"{distance(firer.spot, last.spot):.0f} inches {facing_words(bearing(firer.spot, last.spot))}"
        label = f"{how} {many}, as far as {fighter(battle, last).name} {far}"
        options.append(Option(str(number), label, spot=last.spot, about=lane))
    who = fighter(battle, firer).name
    return Choose(
        f"{who}: {barrel.weapon.name}", options, "arap.template.placement", barrel.figure, "0", kind="lane"
    )


def _point_question(battle: Battle, barrel: Barrel, points: Sequence[tuple[str, str, Spot]]) -> Choose:
    options = [Option(id, label, spot=spot, about=spot) for id, label, spot in points]
    who = fighter(battle, battle.figure(barrel.figure)).name
    return Choose(
        f"{who}: {barrel.weapon.name}",
        options,
        "arap.area.target-squad",
        barrel.figure,
        options[0].id,
        kind="aim point",
    )
