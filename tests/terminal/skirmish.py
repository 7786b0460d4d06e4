"""A scenario and two gangs small enough for a whole battle in a blink, written as anybody may write them."""

from pathlib import Path

SCENARIO = """
id = "yard"
name = "The yard"
words = "Three against three in a yard."
deployment_depth = 6.0
turn_limit = 4

[table]
name = "Yard"
width = 24.0
depth = 24.0
walls = [{ name = "long wall", line = [[6, 12], [16, 12]], height = 1 }]
blocks = [{ name = "shed", polygon = [[4, 7], [8, 7], [8, 10], [4, 10]], height = 2 }]
floors = [{ name = "bridge", polygon = [[8, 7.5], [14, 7.5], [14, 9.5], [8, 9.5]], level = 2 }]
ladders = [{ name = "shed ladder", at = [6, 6.4], top = [6, 7.6], height = 2 }]
areas = [{ name = "puddle", polygon = [[17, 14], [20, 14], [20, 17], [17, 17]], ground = "impassable" }]
"""

GANG = """
id = "{id}"
name = "{name}"
fighters = [
  {{ type = "leader", weapons = ["autogun"], name = "{letter}da" }},
  {{ type = "ganger", weapons = ["lasgun"], name = "{letter}en" }},
  {{ type = "ganger", weapons = ["stub_gun", "club"], name = "{letter}im" }},
]
"""


def skirmish(folder: Path) -> tuple[str, ...]:
    """The options with which a command plays it."""
    (folder / "yard.toml").write_text(SCENARIO)
    (folder / "crows.toml").write_text(GANG.format(id="crows", name="Crows", letter="A"))
    (folder / "rats.toml").write_text(GANG.format(id="rats", name="Rats", letter="R"))
    options = ("--scenario", "yard.toml", "--force", "crows.toml", "--force", "rats.toml")
    return tuple(option if option.startswith("--") else str(folder / option) for option in options)
