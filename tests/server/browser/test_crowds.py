"""Many pieces and many places close together: what is drawn, and what a click means."""

import pytest

from tests.server.browser.conftest import Welcome
from tests.server.browser.skirmish import BOT, advised_until, skirmish
from tests.server.client import Visit

pytestmark = pytest.mark.anyio

ROOMS = """async () => {
  const { roomOf } = await import("/web/board/tokens.js");
  const disc = (x, y, z) => ({ radius: 0.5, piece: { x, y, z } });
  const discs = [disc(10, 10, 0), disc(11, 10, 0), disc(14, 10, 0), disc(11, 10.4, 3)];
  return discs.map((each) => Math.min(99, roomOf(each, discs)));
}"""

MEANT = """async () => {
  const { nearest } = await import("/web/asking/options.js");
  const options = [1, 2, 3].map((far) => ({ id: String(far), spot: [far, 0, 0] }));
  const turns = ["left", "right"].map((id) => ({ id, leads: { path: [[0, 0, 0]], ends: [] } }));
  const at = (x) => nearest([...options, ...turns], { x, y: 0.2 }).map(({ id }) => id);
  return [at(2.4), at(2.6), at(0.1)];
}"""


SPLIT = """async () => {
  const { split } = await import("/web/asking/options.js");
  return ["Fire at Shoota mob (2)", "Drive (thrusts may follow)"].map((label) => split(label, ""));
}"""


async def test_small_print_stands_in_brackets_but_a_number_there_belongs_to_a_name(welcome: Welcome) -> None:
    table = await (await welcome()).open("/")
    assert await table.page.evaluate(SPLIT) == [
        ["Fire at Shoota mob (2)", ""],
        ["Drive", "thrusts may follow"],
    ]


async def test_pieces_in_contact_are_not_drawn_over_each_other(welcome: Welcome) -> None:
    """Half of the way to the nearest at one level, never less than its base."""
    table = await (await welcome()).open("/")
    assert await table.page.evaluate(ROOMS) == [0.5, 0.5, 1.5, 99]


async def test_a_click_among_places_means_the_nearest_and_all_that_are_as_near(welcome: Welcome) -> None:
    table = await (await welcome()).open("/")
    assert await table.page.evaluate(MEANT) == [["2"], ["3"], ["left", "right"]]


NAMES = """() => {
  const board = document.querySelector("war-board"), [first] = board.tokens.values(), { piece } = first;
  const crowd = [[0, 0], [1, 0], [2, 0], [0, -1], [1, -1], [9, -4]];
  board.setPieces(crowd.map(([x, y], n) =>
    ({ ...piece, id: `m${n}`, name: `Long Name ${n}`, x: 10 + x, y: 15 + y, radius: 0.5 })), board.sides);
  board.names(true);
  const box = (node) => node.getBoundingClientRect();
  const beside = (a, b) => a.left >= b.right - 1 || b.left >= a.right - 1;
  const meet = (a, b) => !beside(a, b) && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const shown = [...board.querySelectorAll(".wb-token")].map((token) => ({
    disc: box(token.querySelector(".wb-rim")), name: token.querySelector(".wb-piece-name") }));
  const names = shown.filter(({ name }) => name.checkVisibility()).map(({ name }) => box(name));
  const discs = shown.map(({ disc }) => disc);
  const before = (n) => [...discs, ...names.slice(0, n)];
  const covered = names.filter((name, n) => before(n).some((other) => meet(name, other)));
  return [shown.length, names.length, covered.length];
}"""


async def test_names_in_a_melee_cover_neither_tokens_nor_each_other(visit: Visit, welcome: Welcome) -> None:
    made = await visit.make(**skirmish(BOT, turns=6, seed="5"))
    await advised_until(visit, made["seats"]["a"], lambda asked: asked["text"] == "Who moves?")
    table = await (await welcome()).open(f"/table#{made['seats']['a']}")
    await table.asked()
    stand, named, covered = await table.page.evaluate(NAMES)
    assert (stand, covered) == (6, 0)
    assert 2 <= named < 6  # some are named, the lone one among them; not all have room
