"""A battle small enough to be played to its end in a test: three against three across an alley."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.server.client import Visit, Wire

SCENARIO = """\
id = "alley"
name = "Alley"
words = "Two gangs meet in an alley, and neither has long."
deployment_depth = 7
turn_limit = {turns}

[table]
name = "Alley"
width = 24
depth = 30

[[table.blocks]]
name = "tank"
polygon = [[9, 14], [12, 14], [12, 17], [9, 17]]
height = 3

[[table.walls]]
name = "low wall"
line = [[14, 15], [20, 15]]
height = 1
"""
GANG = """\
name = "{name}"
fighters = [
  {{ type = "leader", weapons = ["boltgun", "sword"], name = "{names[0]}" }},
  {{ type = "ganger", weapons = ["autogun"], name = "{names[1]}" }},
  {{ type = "ganger", weapons = ["lasgun"], name = "{names[2]}" }},
]
"""
IRONS = ("Irons", ("Ada", "Bek", "Cy"))
BULLS = ("Bulls", ("Xan", "Yor", "Zed"))
BOT = {"a": "me", "b": "drill"}
FRIEND = {"a": "me", "b": "friend"}
SHARED = {"a": "me", "b": "me"}


def scenario(turns: int = 2) -> dict[str, str]:
    return {"name": "alley.toml", "text": SCENARIO.format(turns=turns)}


def gang(name: str, names: tuple[str, ...]) -> dict[str, str]:
    return {"name": f"{name.lower()}.toml", "text": GANG.format(name=name, names=names)}


def skirmish(players: dict[str, str], turns: int = 2, **more: Any) -> Wire:
    """What to ask the server for; distances are known, so that every shot has its odds."""
    wanted = {
        "scenario": scenario(turns),
        "forces": [gang(*IRONS), gang(*BULLS)],
        "players": players,
        "rulings": {"premeasure": True},
    }
    return {"book": "necromunda", **wanted, **more}


async def advised_until(visit: Visit, seat: str, come: Callable[[Wire], bool]) -> Wire:
    """Answers as the bot advises, but fights on, until a question is the one that is looked for."""
    async with visit.sit(seat) as page:
        await page.begun()
        while True:
            while page.state["question"] is None:
                assert not page.state["over"], "the battle was over before it came to that"
                await page.until("state")
            question: Wire = page.state["question"]
            if come(question):
                return question
            if question["rule"] == "nec.bottle.voluntary":
                await page.answer("fight")
            else:
                await page.answer((await page.ask("advise"))["value"])


def shoots(question: Wire) -> bool:
    """A target is to be chosen, and there is one with odds."""
    return (
        question["kind"] == "choose"
        and question["piece"] != ""
        and any(
            option.get("previewed") and option["piece"] and not option["barred"]
            for option in question["options"]
        )
    )


def walks(question: Wire) -> bool:
    return question["kind"] == "route" and question["start"] is not None and question["allowance"] > 0
