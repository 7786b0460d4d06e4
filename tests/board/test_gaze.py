"""What is seen on a lattice, beside the lines by which a single body is seen."""

import pytest

from tests.board.tables import cluttered
from warbook.board.gaze import LATTICE, Gaze
from warbook.board.geometry import Body, Disc, Spot, point_to_outline
from warbook.board.sight import sight_of
from warbook.board.terrain import surfaces
from warbook.board.vista import Stature

STATURE = Stature(0.5, 1.25)


@pytest.mark.parametrize("seed", range(3))
def test_every_place_is_seen_as_the_rules_see_it(seed: int) -> None:
    table = cluttered(seed)
    screen = Body(Spot(20.0, 20.0), Disc(2.0), 3.0)
    eye = (table.width / 2 + 0.1, table.depth / 2 + 0.3, 1.1)
    found = {(x, y, z): share for x, y, z, share in Gaze(table, eye, STATURE, [screen]).lattice().tolist()}
    assert any(share < 1.0 for share in found.values()) and any(z for _, _, z in found)
    due, doubtful = {}, set()
    for surface in surfaces(table):
        for i in range(int(table.width / LATTICE)):
            for j in range(int(table.depth / LATTICE)):
                x, y = (i + 0.5) * LATTICE, (j + 0.5) * LATTICE
                if surface.polygon and point_to_outline(x, y, surface.polygon) < 1e-6:
                    doubtful.add((x, y, surface.level))
                body = Body(Spot(x, y, surface.level), Disc(STATURE.half), STATURE.height)
                share = sight_of(table).fraction(eye, body, [screen]) if surface.spans(x, y) else 0.0
                if share:
                    due[x, y, surface.level] = share
    sure = [place for place in {*found, *due} if place not in doubtful]
    assert [found.get(place) for place in sure] == pytest.approx([due.get(place) for place in sure])
