"""How a player of Necromunda plays, in figures: for `bench.contest`."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from warbook.board.geometry import Spot, in_arc
from warbook.books.necromunda import loot, shooting, walking
from warbook.books.necromunda.sight import fraction_at
from warbook.books.necromunda.state import Battle, enemy
from warbook.core.events import Became, Marker, Moved, Placed
from warbook.core.game import Game
from warbook.core.questions import Choose, Question, Route

UPPER = 2.0  # inches above the ground from which a level is an upper one


class Looker:
    def __init__(self) -> None:
        self.count: Counter[str] = Counter()
        self.setups: set[object] = set()
        self.watching = ""  # who has just chosen overwatch and is to say which way he looks

    def answered(self, side: str, question: Question, answer: Any, view: Any) -> None:
        battle: Battle = view
        if isinstance(question, Route):
            if self.watching and self.watching == question.piece:
                self.count["overwatch on a lane"] += _sees_a_way(battle, self.watching, answer.facing)
            self.watching = ""
        elif isinstance(question, Choose):
            self._chose(battle, question, answer)

    def _chose(self, battle: Battle, question: Choose, answer: str) -> None:
        count, rule = self.count, question.rule
        if rule == "nec.movement.remaining" and answer == "overwatch":
            count["overwatch"] += 1
            self.watching = question.piece
        elif rule == "nec.M8" and answer != "hold":
            count["overwatch shots"] += 1
        elif rule == "nec.M11" and answer not in ("hold", "spot"):
            foes = [battle.fighter(option.id) for option in question.open() if option.piece]
            target = battle.fighter(answer)
            count["shots"] += 1
            count["shots at the down"] += target.down
            count["though others stood"] += target.down and not all(foe.down for foe in foes)
            count["out of hiding"] += target.down and battle.fighter(question.piece).hidden
        elif rule == "nec.movement.charge-declaration" and answer != "nobody":
            target, charger = battle.fighter(answer), battle.fighter(question.piece)
            far = walking.contact_path(battle, charger, target, 2.0 * charger.profile.M) is None
            count["charges"] += 1
            count["charges at the down"] += target.down
            count["charges too far"] += far

    def over(self, side: str, game: Game) -> None:
        battle: Battle = game.battle
        count = self.count
        ours = {f.id for f in battle.gang(side)}
        seen, high, places = set[str](), set[str](), []
        for event in game.events:
            if isinstance(event, Placed) and event.piece in ours:
                seen.add(event.piece)
                places.append(event.spot)
            if isinstance(event, Moved | Placed) and event.piece in ours:
                spot = event.spot if isinstance(event, Placed) else event.path[-1]
                if spot.z >= UPPER:
                    high.add(event.piece)
            if isinstance(event, Became) and event.piece in ours and event.status == "hidden":
                count["hid"] += event.gained
            if isinstance(event, Marker) and event.kind == "loot" and event.spot is None:
                count["picked up"] += event.words.split(" picks")[0] in {battle.fighter(n).name for n in ours}
        scenario = battle.setup.scenario
        count["battles"] += 1
        count["models"] += len(seen)
        count["models above"] += len(high)
        if scenario.loot or (scenario.attacker_loot and side == "a"):
            count["loot battles"] += 1
            count["carried"] += battle.carried_off.get(side, 0) + loot.held(battle, side)
            count["carried off"] += battle.carried_off.get(side, 0)
        self.setups.add((scenario.id, battle.edges[side], *places))

    def figures(self) -> dict[str, str]:
        count = self.count
        loot_battles = max(count["loot battles"], 1)
        return {
            "shots at the down": _share(count["shots at the down"], count["shots"]),
            "shots at the down though others stood": _share(count["though others stood"], count["shots"]),
            "shots at the down out of hiding": _share(count["out of hiding"], count["shots"]),
            "charges at the down": _share(count["charges at the down"], count["charges"]),
            "charges too far": _share(count["charges too far"], count["charges"]),
            "overwatch with a way to be watched": _share(count["overwatch on a lane"], count["overwatch"]),
            "shots on overwatch": _share(count["overwatch shots"], count["overwatch"]),
            "models on upper levels": _share(count["models above"], count["models"]),
            "loot picked up a battle with loot": f"{count['picked up'] / loot_battles:.2f}",
            "loot had at the end": f"{count['carried'] / loot_battles:.2f}",
            "of it carried off": f"{count['carried off'] / loot_battles:.2f}",
            "set-ups that differ": _share(len(self.setups), count["battles"]),
        }


def _sees_a_way(battle: Battle, piece: str, facing: float | None) -> bool:
    """Whether an enemy's next move could lead him into the arc, into sight and within reach."""
    watcher = battle.fighter(piece)
    ahead = watcher.facing if facing is None else facing
    reach = max(weapon.reach(watcher.profile.S) for weapon in shooting.ready_arms(battle, watcher))
    for foe in battle.present(enemy(watcher.side)):
        if foe.down or foe.broken:
            continue
        spots = walking.reach_of(battle, foe, 2.0 * foe.profile.M).spots
        gaps = np.hypot(spots[:, 0] - watcher.x, spots[:, 1] - watcher.y)
        for x, y, z in spots[gaps <= reach + 1.0][::3].tolist():
            there = Spot(x, y, z)
            if (
                in_arc(watcher.spot, ahead, battle.rulings.firing_arc, there)
                and fraction_at(battle, watcher.x, watcher.y, watcher.z, x, y, z) > 0.0
            ):
                return True
    return False


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({part / max(whole, 1):.1%})"
