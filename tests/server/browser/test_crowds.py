"""Many pieces and many places close together: what is drawn, and what a click means."""

import pytest

from tests.server.browser.conftest import Welcome

pytestmark = pytest.mark.anyio

ROOMS = """async () => {
  const { roomOf } = await import("/web/board/tokens.js");
  const disc = (x, y, z) => ({ radius: 0.5, piece: { x, y, z } });
  const discs = [disc(10, 10, 0), disc(11, 10, 0), disc(14, 10, 0), disc(11, 10.4, 3)];
  return discs.map((each) => Math.min(99, roomOf(each, discs)));
}"""

MEANT = """async () => {
  const { nearest } = await import("/web/asking/choose.js");
  const options = [1, 2, 3].map((far) => ({ id: String(far), spot: [far, 0, 0] }));
  const turns = ["left", "right"].map((id) => ({ id, leads: { path: [[0, 0, 0]], ends: [] } }));
  const at = (x) => nearest([...options, ...turns], { x, y: 0.2 }).map(({ id }) => id);
  return [at(2.4), at(2.6), at(0.1)];
}"""


async def test_pieces_in_contact_are_not_drawn_over_each_other(welcome: Welcome) -> None:
    """Half of the way to the nearest at one level, never less than its base."""
    table = await (await welcome()).open("/")
    assert await table.page.evaluate(ROOMS) == [0.5, 0.5, 1.5, 99]


async def test_a_click_among_places_means_the_nearest_and_all_that_are_as_near(welcome: Welcome) -> None:
    table = await (await welcome()).open("/")
    assert await table.page.evaluate(MEANT) == [["2"], ["3"], ["left", "right"]]
