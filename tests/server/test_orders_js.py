"""What a replay lays over the table of orders that were sealed."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.kit.patience import PATIENCE

MODULE = Path(__file__).parents[2] / "warbook" / "server" / "web" / "table" / "orders.js"
NODE = shutil.which("node")
SCRIPT = """
import { hasOrders, ordersAt } from "./orders.mjs";
const { events, told, pieces, below } = JSON.parse(process.argv[2]);
console.log(JSON.stringify([hasOrders(events), ordersAt(events, told, pieces, below)]));
"""

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no node here")


def laid(tmp_path: Path, told: int, events: list[Any], below: float = 0) -> Any:
    assert NODE is not None
    shutil.copy(MODULE, tmp_path / "orders.mjs")
    (tmp_path / "ask.mjs").write_text(SCRIPT)
    pieces = [
        {"id": name, "x": x, "y": 1, "z": 0, "on_table": name != "gone"}
        for name, x in (("a", 9), ("b", 5), ("gone", 0))
    ]
    asked = json.dumps({"events": events, "told": told, "pieces": pieces, "below": below})
    done = subprocess.run(
        [NODE, str(tmp_path / "ask.mjs"), asked], capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


EVENTS = [
    {"type": "Phase"},
    {"type": "Revealed", "shown": [["a", "fast", ""], ["b", "still", ""], ["gone", "lost", ""]]},
    {"type": "Moved", "piece": "a", "path": [{"x": 1, "y": 1}, {"x": 5, "y": 1}]},
    {"type": "Moved", "piece": "a", "path": [{"x": 5, "y": 1}, {"x": 9, "y": 1}]},
    {"type": "Revealed", "shown": [["b", "ahead", ""]]},
    {"type": "Moved", "piece": "b", "path": [{"x": 5, "y": 1}, {"x": 5, "y": 4}]},
]


def test_nothing_before_they_are_turned_up(tmp_path: Path) -> None:
    """Not even of the orders to come, which a replay knows already."""
    assert laid(tmp_path, 1, EVENTS) == [True, {}]
    assert laid(tmp_path, 1, EVENTS[:1]) == [False, {}]


def test_both_sides_words_and_the_ways_gone_by_them(tmp_path: Path) -> None:
    _, marks = laid(tmp_path, 2, EVENTS)
    assert marks["said"] == [{"spot": [1, 1, 0], "words": "fast"}, {"spot": [5, 1, 0], "words": "still"}]
    (way,) = marks["plan"]
    assert (way["piece"], way["path"][0], way["spot"]) == ("a", [1, 1, 0], [9, 1, 0])


def test_words_stand_below_who_stands_there_and_the_way_where_it_was_gone(tmp_path: Path) -> None:
    _, marks = laid(tmp_path, 2, EVENTS, below=0.25)
    assert [each["spot"] for each in marks["said"]] == [[1, 0.75, 0], [5, 0.75, 0]]
    assert marks["plan"][0]["path"][0] == [1, 1, 0]


def test_the_orders_of_a_later_turn_take_their_place(tmp_path: Path) -> None:
    _, marks = laid(tmp_path, 5, EVENTS)
    assert [each["words"] for each in marks["said"]] == ["ahead"]
    assert [each["piece"] for each in marks["plan"]] == ["b"]
