"""Fire at a place on the ground, that somebody points at (arap.area.target)."""

from __future__ import annotations

from math import hypot

from warbook.board.geometry import Body, Disc, Spot, distance
from warbook.books.arap.army.lists import Weapon
from warbook.books.arap.blasts.bursts import burst_at
from warbook.books.arap.blasts.guessing import on_surface
from warbook.books.arap.field.bodies import fighter, profile, within
from warbook.books.arap.field.hiding import reveal
from warbook.books.arap.field.sight import can_bear, clear_air, eye, sights
from warbook.books.arap.field.units import spend
from warbook.books.arap.movement.prices import price
from warbook.books.arap.shooting.aiming import Aim, of_firer
from warbook.books.arap.shooting.arms import Barrel, cost_of, figure_barred, modes_of, weapon_barred
from warbook.books.arap.shooting.fired import settle
from warbook.books.arap.shooting.terms import Terms
from warbook.books.arap.state import Acting, Battle, Figure, Game, Unit
from warbook.core.questions import Option, Refusal, Route, Way

GROUND = "burst:"
RULE = "arap.area.target"
GRID = 2.0  # inches between the places that are listed
SMALL = Disc(0.2)


def marker_options(battle: Battle, frame: Acting, unit: Unit) -> list[Option]:
    """For each figure with a weapon whose marker is laid by sight."""
    found = []
    for figure in battle.standing(unit):
        for weapon in fighter(battle, figure).weapons:
            if not weapon.area or weapon.type == "bomb" or "guess-range" in weapon.rules:
                continue
            points = price(battle, unit, "shoot", _cost(battle, figure, weapon))
            barred = figure_barred(battle, figure) or weapon_barred(battle, figure, weapon, Terms(points))
            if barred is None and points > frame.points:
                barred = Refusal(f"it takes {points} action points", "arap.shooting.weapon-type-costs")
            label = f"Fire a {weapon.name.lower()} at a place"
            name = f"{GROUND}{figure.id}:{weapon.id}"
            found.append(Option(name, label, figure.id, barred, about=("ground", weapon.id, points)))
    return found


def take_marker(game: Game, frame: Acting, unit: Unit, chosen: str) -> None:
    """One marker at one place; the others of the unit do nothing with these points."""
    battle = game.battle
    _, name, kind = chosen.split(":")
    figure = battle.figure(name)
    weapon = next(each for each in fighter(battle, figure).weapons if each.id == kind)
    terms = Terms(_cost(battle, figure, weapon), aimed=frame.did[-1:] == ("aim",))
    spend(battle, frame, price(battle, unit, "shoot", terms.points), "shoot")
    spot = ask_spot(game, unit, figure, weapon.range, f"Where is the {weapon.name.lower()} aimed?")
    strength = weapon.strength_of(profile(battle, figure).s)
    barrel = Barrel(name, weapon, "burst", 1, 1, (), distance(figure, spot), "seen", strength)
    fired = burst_at(game, unit, barrel, aim(battle, unit, figure, barrel, terms), spot)
    if modes_of(weapon, "burst")[0].once_a_turn:
        figure.fired = (*figure.fired, weapon.id)
    reveal(game, unit, f"{unit.name} is no longer hidden.")
    settle(game, unit, fired, False)


def aim(battle: Battle, unit: Unit, figure: Figure, barrel: Barrel, terms: Terms) -> Aim:
    return Aim(profile(battle, figure).bs, tuple(of_firer(battle, figure, barrel, unit, terms)))


def ask_spot(game: Game, unit: Unit, figure: Figure, inches: float, text: str) -> Spot:
    """A place within range, sight and arc of the figure."""
    battle = game.battle

    def judge(path: tuple[Spot, ...]) -> float | Refusal:
        refusal = out_of_reach(battle, figure, path[-1], inches)
        return distance(figure.spot, path[-1]) if refusal is None else refusal

    def listed() -> list[tuple[float, float, float]]:
        steps = int(min(inches, 24.0) / GRID)
        spots = [
            on_surface(battle, figure.x + GRID * i, figure.y + GRID * j, figure.z)
            for i in range(-steps, steps + 1)
            for j in range(-steps, steps + 1)
            if 0 < hypot(i, j) * GRID <= inches
        ]
        return [(s.x, s.y, s.z) for s in spots if out_of_reach(battle, figure, s, inches) is None]

    def nearest(x: float, y: float, z: float | None) -> tuple[Spot, ...] | None:
        spot = on_surface(battle, x, y, 0.0 if z is None else z)
        if out_of_reach(battle, figure, spot, inches) is None:
            return (spot,)
        near = min(listed(), key=lambda s: hypot(s[0] - x, s[1] - y), default=None)
        return None if near is None else (Spot(*near),)

    way: Way = game.ask(
        unit.side,
        Route(text, figure.id, None, judge, listed, nearest, inches, RULE, kind="place"),
    )
    return way.path[-1]


def out_of_reach(battle: Battle, figure: Figure, spot: Spot, inches: float) -> Refusal | None:
    """arap.area.target: why a place cannot be aimed at."""
    if not (0.0 <= spot.x <= battle.table.width and 0.0 <= spot.y <= battle.table.depth):
        return Refusal("it is off the table", RULE)
    if not within(distance(figure, spot), inches):
        return Refusal(f"it is beyond {inches:g} inches", "arap.shooting.eligibility")
    if not can_bear(battle, figure, spot):
        return Refusal("it is not in the fire arc", "arap.shooting.fire-arc")
    look = eye(battle, figure)
    if not clear_air(battle, look, spot) or sights(battle).fraction(look, Body(spot, SMALL, 0.3)) <= 0.0:
        return Refusal("it is out of sight", RULE)
    return None


def _cost(battle: Battle, figure: Figure, weapon: Weapon) -> int:
    return min(cost_of(battle, figure, weapon, mode) for mode in modes_of(weapon, "burst"))
