"""The drill bot of Steampunk Fantasy plays to win with every nation, and by what it sees."""

from __future__ import annotations

from typing import Any

import pytest

from warbook.books.steampunk import BOOK
from warbook.books.steampunk.state import Battle
from warbook.core.dice import Seeded
from warbook.core.game import Game
from warbook.core.questions import Choose, Form, Question
from warbook.players.random import Random
from warbook.players.steampunk import Drill

ARMIES = [choice.id for choice in BOOK.forces()]
STANDARD = [id for id in ARMIES if id.endswith(".standard")]
SCENARIOS = [choice.id for choice in BOOK.scenarios()]


def fought(seed: int, a: Any, b: Any, armies: tuple[str, str], scenario: str = "crossroads") -> Game:
    game = Game(BOOK, BOOK.setup(scenario, armies, {}), {"a": a, "b": b}, Seeded(seed))
    game.advance()
    return game


def wins(army: str, battles: int) -> int:
    """Of Drill with this army against Random with the others', by turns from both sides and on all maps."""
    others = [id for id in STANDARD if id != army]
    won = 0
    for seed in range(battles):
        foe, scenario = others[seed % 5], SCENARIOS[seed // 5 % len(SCENARIOS)]
        if seed % 2:
            game = fought(seed, Drill(), Random(seed), (army, foe), scenario)
        else:
            game = fought(seed, Random(seed), Drill(), (foe, army), scenario)
        won += game.battle.winner == ("a" if seed % 2 else "b")
    return won


def test_drill_beats_random_with_every_nation() -> None:
    won = {army: wins(army, 16) for army in STANDARD}
    assert min(won.values()) >= 12, won
    assert sum(won.values()) >= 0.9 * 16 * len(STANDARD), won


class Watched(Drill):
    """Keeps what it was asked and saw, and what it answered."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[tuple[Question, Battle, Any]] = []

    def answer(self, side: str, question: Question, view: Any) -> object:
        answer = super().answer(side, question, view)
        self.told.append((question, view, answer))
        return answer


@pytest.mark.parametrize("army", ARMIES)
def test_drill_answers_whatever_an_army_is_asked(army: str) -> None:
    """An illegal answer would end the battle with an error."""
    for number, scenario in enumerate(SCENARIOS):
        kind = army.rpartition(".")[2]
        foes = [id for id in ARMIES if id.endswith(kind)]
        foe = foes[(foes.index(army) + 1 + number) % len(foes)]
        assert fought(number, Drill(), Drill(), (army, foe), scenario).over


def test_empty_weapons_are_loaded_first() -> None:
    """Nothing is loaded at the start (ruling B4): whoever can load in the first turn does."""
    bot = Watched()
    fought(3, bot, Drill(), ("elf.standard", "dwarf.standard"))
    form, _, answer = next(each for each in bot.told if each[0].rule == "spf.orders.per-unit")
    assert isinstance(form, Form)
    loads = holds = 0
    for id, part in form.parts.items():
        assert isinstance(part, Form)
        gunnery = part.parts.get("gunnery")
        if isinstance(gunnery, Choose) and any("load" in option.id for option in gunnery.options):
            loads += "load" in answer[id]["gunnery"]
            holds += answer[id]["gunnery"] == "-, -"
    assert loads >= 2
    assert not holds


def test_drill_does_what_the_rules_offer() -> None:
    """Over some battles it shoots, assaults, aims and lets hidden units reveal themselves."""
    rules = set()
    for seed in range(6):
        armies = STANDARD[seed], STANDARD[(seed + 1) % 6]
        rules |= {event.rule for event in fought(seed, Drill(), Drill(), armies).events}
    assert {"spf.fire.basic", "spf.damage.roll", "spf.orders.load", "spf.orders.aim"} <= rules
    assert {"spf.assault.trigger-same-hex", "spf.ability.reveal-order"} & rules


def test_same_seed_same_battle() -> None:
    armies = STANDARD[0], STANDARD[3]
    first, again = (fought(3, Drill(), Drill(), armies) for _ in range(2))
    assert first.events == again.events
