"""The game of mobs and vehicles on the page: as many sides as its scenario has."""

import pytest
from playwright.async_api import expect

from tests.server.browser.conftest import Welcome

pytestmark = pytest.mark.anyio

SETTING = "/?book=gorkamorka#setup"


@pytest.mark.parametrize(
    ("scenario", "sides"),
    [("open_fight", "ab"), ("vehicle_graveyard_3", "abc"), ("squigosaur_nest", "a")],
)
async def test_a_scenario_is_set_up_for_those_who_fight_it(
    welcome: Welcome, scenario: str, sides: str
) -> None:
    table = await (await welcome()).open(SETTING)
    await table.until("waiting")
    await table("scenario").select_option(scenario)
    for side in "abcdn":
        await expect(table(f"side-{side}")).to_be_visible(visible=side in sides)
    await table("start").click()
    await table.page.wait_for_url("**/table#*")
    await table.asked()
    shown = {each["id"]: each["player"] for each in table.latest("welcome")["scene"]["sides"]}
    assert {side: player for side, player in shown.items() if side in "abcd"} == {
        side: "me" if side == "a" else "drill" for side in sides
    }
