"""How large and how small the figures of one's own may be, in forces and in scenarios."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from warbook.books.arap.army.forces import Squad
from warbook.books.arap.army.lists import Members, Profile, Special, SquadType, Weapon
from warbook.books.arap.scenario import Animal, Charges, Dearer, Reserves, SmokeBank, Visibility, Zone
from warbook.books.arap.scenarios import ScenarioFile
from warbook.books.arap.terrain import Hazard

STATS = {"m": 4, "ws": 3, "bs": 3, "s": 3, "t": 3, "w": 1, "i": 3, "a": 1, "ld": 7}
BASE: dict[Any, dict[str, object]] = {
    Profile: {"id": "x", "name": "x", "points": 1, **STATS},
    Weapon: {"id": "x", "name": "x", "type": "pistol"},
    Special: {"id": "x", "name": "x", "weapons": ["x"], "points": 1},
    Members: {"profile": "x"},
    SquadType: {"id": "x", "name": "x", "group": "x", "members": [{"profile": "x"}]},
    Squad: {"type": "x"},
    Hazard: {"effect": "hit"},
    Zone: {},
    Reserves: {"squads": 1, "arrives_on": 4, "from_turn": 1, "edge": "north"},
    Charges: {"kind": "charges", "role": "attacker", "needed": 1},
    Visibility: {"kind": "visibility"},
    SmokeBank: {"kind": "smoke"},
    Animal: {"kind": "animal", "name": "x", "start": [1, 1]},
    Dearer: {"action": "move", "points": 1},
    ScenarioFile: {
        "id": "x",
        "name": "x",
        "words": "x",
        "tables": ["x"],
        "turns": 5,
        "aim": {"kind": "break"},
        "parts": [{"friendly": [], "enemy": [], "zones": [{}]}] * 2,
    },
}
LIMITS = [
    (Profile, "points", 0, 500),
    (Profile, "m", 1, 12),
    *((Profile, each, 0, 10) for each in ("ws", "bs", "s", "i", "a")),
    *((Profile, each, 1, 10) for each in ("t", "w")),
    (Profile, "ld", 2, 10),
    *((Profile, each, 2, 7) for each in ("save", "invulnerable")),
    (Profile, "size", 1, 4),
    (Profile, "carries", 0, 30),
    (Profile, "encumbrance", 0, 6),
    *((Profile, each, 30, 360) for each in ("view", "fire_arc", "attack_arc")),
    (Profile, "mount", 0, 3),
    (Weapon, "range", 0, 240),
    (Weapon, "range_min", 0, 240),
    (Weapon, "strength", 1, 10),
    (Weapon, "ap", 1, 6),
    (Weapon, "shots", 1, 20),
    (Weapon, "shots_half", 0, 20),
    (Weapon, "damage", 1, 6),
    (Weapon, "area", 0, 10),
    (Weapon, "template", 0, 12),
    (Weapon, "torrent", 0, 48),
    (Weapon, "hit_modifier", -3, 3),
    (Special, "points", 0, 500),
    (Members, "count", 1, 30),
    (SquadType, "most_specials", 0, 10),
    (Squad, "size", 0, 60),
    (Hazard, "trigger", 0, 6),
    (Hazard, "strength", 0, 10),
    (Zone, "squads", 0, 20),
    (Reserves, "squads", 1, 20),
    (Reserves, "arrives_on", 2, 6),
    (Reserves, "from_turn", 1, 30),
    (Charges, "needed", 1, 10),
    (Charges, "action_points", 1, 3),
    (Visibility, "dice", 1, 4),
    (Visibility, "times", 1, 12),
    (SmokeBank, "on", 2, 6),
    (Animal, "strength", 1, 10),
    (Dearer, "points", 1, 2),
    (ScenarioFile, "turns", 1, 30),
    (ScenarioFile, "squads", 0, 20),
    (ScenarioFile, "drop_per_test", 1, 12),
    (ScenarioFile, "longest_drop", 1, 24),
]


@pytest.mark.parametrize(("kind", "field", "least", "most"), LIMITS)
def test_a_figure_is_as_small_and_as_large_as_it_may_be_and_no_more(kind, field, least, most):
    for figure in (least, most):
        assert getattr(msgspec.convert({**BASE[kind], field: figure}, kind), field) == figure
    for figure in (least - 1, most + 1):
        with pytest.raises(msgspec.ValidationError, match=rf"\$\.{field}"):
            msgspec.convert({**BASE[kind], field: figure}, kind)


def test_a_share_is_above_nothing_and_at_most_all():
    for share, right in ((0, False), (0.01, True), (1, True), (1.01, False)):
        data = {**BASE[ScenarioFile], "scatter_limit": share}
        if right:
            assert msgspec.convert(data, ScenarioFile).scatter_limit == share
        else:
            with pytest.raises(msgspec.ValidationError, match="scatter_limit"):
                msgspec.convert(data, ScenarioFile)


@pytest.mark.parametrize(
    ("kind", "field", "each", "most"),
    [
        (Profile, "weapons", "x", 8),
        (Special, "weapons", "x", 4),
        (SquadType, "members", {"profile": "x"}, 8),
        (Squad, "specials", "x", 10),
        (ScenarioFile, "tables", "x", 10),
        (ScenarioFile, "parts", {"friendly": [], "enemy": [], "zones": [{}]}, 4),
        (ScenarioFile, "posts", [1, 1], 10),
        (ScenarioFile, "events", {"kind": "wind"}, 10),
        (ScenarioFile, "terrain", {"id": "x", "name": "x", "means": "x"}, 40),
        (ScenarioFile, "dearer", {"action": "move", "points": 1}, 10),
    ],
)
def test_a_list_is_so_long_and_no_longer(kind, field, each, most):
    assert len(getattr(msgspec.convert({**BASE[kind], field: [each] * most}, kind), field)) == most
    with pytest.raises(msgspec.ValidationError, match=rf"length <= {most}"):
        msgspec.convert({**BASE[kind], field: [each] * (most + 1)}, kind)
