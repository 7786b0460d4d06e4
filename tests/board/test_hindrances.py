"""What stands between an eye and a body, beside tables on which it stands alone or is left out."""

from __future__ import annotations

import pytest

from tests.kit.tables import laid_out
from warbook.board.geometry import Body, Disc, Spot
from warbook.board.hindrances import between
from warbook.board.sight import sight_of

EYE = (10.0, 10.0, 1.2)
BODY = Body(Spot(20.0, 10.0, 0.0), Disc(0.5), 1.5)


def test_the_wall_that_hides_it_is_named_and_where_the_line_meets_it() -> None:
    field, _ = laid_out("wall (15,5) (15,15) h=3   wall (30,5) (30,15) h=3", (48.0, 48.0))
    found = between(field, EYE, BODY)
    assert found is not None and (found.name, found.share) == (field.walls[0].name, 1.0)
    assert found.spot.x == pytest.approx(15.0, abs=0.06) and found.spot.y == pytest.approx(10.0)


def test_of_several_the_one_that_hides_most_and_then_the_nearest() -> None:
    field, _ = laid_out(
        "wall (12,5) (12,10) h=3   wall (15,5) (15,15) h=3   wall (17,5) (17,15) h=3", (48.0, 48.0)
    )
    found = between(field, EYE, BODY)
    assert found is not None and found.spot.x == pytest.approx(15.0, abs=0.06)


def test_what_is_too_low_or_aside_hides_nothing() -> None:
    field, _ = laid_out("wall (15,12) (15,20) h=3", (48.0, 48.0))
    assert between(field, EYE, BODY) is None and sight_of(field).fraction(EYE, BODY) == 1.0


def test_a_screen_is_told_by_its_number() -> None:
    field, _ = laid_out("wall (30,5) (30,15) h=3", (48.0, 48.0))
    aside, hull = Body(Spot(15, 30), Disc(2.0), 3.0), Body(Spot(15, 10), Disc(2.0), 3.0)
    found = between(field, EYE, BODY, (aside, hull))
    assert found is not None and (found.name, found.screen, found.spot) == ("", 1, hull.spot)
