"""Where a unit can be after each movement by the orders it may have, for an enemy who does not know them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from warbook.books.steampunk.army.notation import Movement, Speed, spell
from warbook.books.steampunk.ground import spot
from warbook.books.steampunk.orders.carrying_out import default_order, due_order, movement_list
from warbook.books.steampunk.orders.plotting import STEPS, Plot, Pose
from warbook.books.steampunk.state import Battle, Unit, has
from warbook.core.book import Whereabout

Stage = dict[Pose, str]  # how it can stand after a movement, and by which order


def stages(battle: Battle, unit: Unit, turns: int = 1) -> list[Stage]:
    """After each movement of so many turns, from where the unit stands before the first; as orders are
    plotted (plotting.py): other units hold nobody up. An order is the first by which it comes to stand so."""
    plot = Plot(battle, unit, later=False)
    stands = [Pose(unit.hex, unit.facing, unit.speed)]
    found: list[Stage] = []
    for turn in range(turns):
        now: list[Stage] = [{} for _ in STEPS]
        for speed in dict.fromkeys(stand.speed for stand in stands):
            begun = [stand for stand in stands if stand.speed == speed]
            for order in _orders(battle, unit, speed, turn):
                for stage, poses in zip(now, plot.stages(order, begun), strict=True):
                    for pose in poses:
                        stage.setdefault(replace(pose, met=False), spell(order))
        found += now
        stands = list(now[-1])
    return found


def _orders(battle: Battle, unit: Unit, speed: Speed, turn: int) -> Sequence[Movement]:
    """In so many turns from now: of a unit that will still be shaken the one that it carries out then."""
    then = replace(unit, speed=speed, shaken=max(0, unit.shaken - turn))
    if then.shaken and not has(battle, unit, "moves-while-shaken"):
        return (due_order(battle, then),)
    return movement_list(battle, then, speed) or (default_order(battle, then),)


def whereabouts(battle: Battle, piece: str) -> list[Whereabout]:
    """The hexes that it can reach in a turn, each with the first movement after which it can be there."""
    unit = next((each for each in battle.on_map() if each.id == piece), None)
    if unit is None:
        return []
    found = {unit.hex: Whereabout(spot(battle, unit.hex), 0, "where it stands")}
    for number, stage in enumerate(stages(battle, unit), 1):
        for pose, order in stage.items():
            words = f"after movement {number}, ordered {order}"
            found.setdefault(pose.hex, Whereabout(spot(battle, pose.hex), number, words))
    return list(found.values())
