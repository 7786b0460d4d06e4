"""Guessed ranges: declared in half inches before anything is measured (arap.area.guess-range, arap.F32)."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, floor, hypot, radians, sin

from warbook.board.geometry import Spot, bearing
from warbook.board.terrain import surface_at
from warbook.books.arap.field.hiding import told_to
from warbook.books.arap.state import Battle, Game, Unit
from warbook.core.events import Note
from warbook.core.questions import Choose, Form, Option

HALF = 0.5  # inches
NONE = "none"
RULE = "arap.area.guess-range"


def guess_question(
    game: Game,
    unit: Unit,
    target: Unit,
    aimed: Mapping[str, Spot],
    origins: Mapping[str, Spot],
    limits: Mapping[str, tuple[float, float]],
    names: Mapping[str, str],
    free: bool = False,
) -> dict[str, Spot]:
    """Asks for the range of each weapon, all in one form, and says where the markers are laid: so far from
    where it is guessed, towards who is aimed at. Nothing is accepted beyond a weapon's range (arap.F33).
    `free`: some may be left out."""
    battle = game.battle
    if battle.rulings.guess_range == "auto_true_distance":
        return dict(aimed)
    longest = hypot(battle.table.width, battle.table.depth)
    parts = {}
    for name, (least, most) in limits.items():
        first, last = max(1, floor(least / HALF)), floor(min(most, longest) / HALF + 1e-6)
        options = [
            Option(f"{HALF * n:g}", f"{HALF * n:g} inches", name, about=HALF * n)
            for n in range(first, last + 1)
        ]
        if free and len(limits) > 1:
            options.append(Option(NONE, "Nothing", name))
        parts[name] = Choose(f"{names[name]}: how far to {target.name}?", options, RULE, name, kind="guess")

    def same(given: Mapping[str, str]) -> dict[str, str]:
        first = next(iter(given.values()), None)
        fits = [name for name in parts if name not in given and first is not None]
        return {
            name: first
            for name in fits
            if first is not None and any(o.id == first for o in parts[name].options)
        }

    form = Form(f"{unit.name} guesses the range", parts, RULE, suggest=same, kind="guess", blind=True)
    answer: dict[str, str] = game.ask(unit.side, form)
    found = {}
    for name, inches in answer.items():
        if inches == NONE:
            continue
        found[name] = at_range(battle, origins[name], aimed[name], float(inches))
        words = f"{unit.name} declares {inches} inches."
        game.tell(Note(words=words, piece=unit.id, rule=RULE, to=told_to(unit)))
    return found


def at_range(battle: Battle, origin: Spot, aimed: Spot, inches: float) -> Spot:
    """The point at so many inches from there, in the direction of who is aimed at."""
    turn = radians(bearing(origin, aimed))
    x, y = origin.x + inches * cos(turn), origin.y + inches * sin(turn)
    return on_surface(battle, x, y, aimed.z)


def on_surface(battle: Battle, x: float, y: float, z: float) -> Spot:
    """The same point on what lies there, not above so high."""
    on_table = 0.0 <= x <= battle.table.width and 0.0 <= y <= battle.table.depth
    surface = surface_at(battle.table, x, y, z + 0.5) if on_table else None
    return Spot(x, y, surface.level if surface else 0.0)
