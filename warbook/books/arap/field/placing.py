"""Free places for the figures of a unit round somebody or something."""

from __future__ import annotations

from collections.abc import Sequence

from warbook.board.formation import places_round
from warbook.board.geometry import Body, Spot
from warbook.books.arap.field.bodies import body, in_the_way, radius, size
from warbook.books.arap.field.ground import Afoot, floor_of
from warbook.books.arap.state import Battle, Figure


def around(
    battle: Battle,
    figures: Sequence[Figure],
    centre: Body | Spot,
    within: float,
    towards: Spot | None = None,
    afoot: Afoot = "any",
    but: Sequence[str] = (),
) -> dict[str, Spot]:
    """Where each of these can stand, the nearest places first, of those as near the ones `towards` a spot.
    Whoever finds none is left out. The figures themselves and the units in `but` are in nobody's way."""
    moving = {figure.id for figure in figures}
    taken = [
        each
        for each in in_the_way(battle, but)
        if not any(each == body(battle, figure) for figure in figures if figure.place == "table")
    ]
    found: dict[str, Spot] = {}
    for figure in figures:
        floor = floor_of(battle, radius(battle, figure), afoot)
        height = size(battle, figure).height
        places = places_round(floor, centre, 1, height, within, taken, towards=towards)
        if places:
            found[figure.id] = places[0].spot
            taken.append(places[0])
    assert found.keys() <= moving
    return found
