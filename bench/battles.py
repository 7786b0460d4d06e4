"""Whole battles: bot against bot on one core, and copying a battle."""

from __future__ import annotations

import copy
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from warbook import load_book
from warbook.core.datafile import Written
from warbook.core.dice import Seeded
from warbook.core.game import Game, Player
from warbook.core.questions import Question
from warbook.core.state import clone

EIGHT = Path(__file__).with_name("eight.toml")  # a mob of eight with two vehicles
BOTBOWL = 1.0  # battles a second of botbowl's scripted bots on a machine of this class: 0.6 to 1


def battle(book_id: str, scenario: str, forces: tuple[str | Written, str | Written], seed: int) -> Game:
    book = load_book(book_id)
    drill = book.bots()["drill"]
    setup = book.setup(scenario, forces, {})
    return Game(book, setup, {"a": drill(seed), "b": drill(seed + 1)}, Seeded(seed))


def gang_fight(seed: int) -> Game:
    """Ten against ten."""
    return battle("necromunda", "gang_fight", ("van_saar_sample", "van_saar_sample"), seed)


def standard_game(seed: int) -> Game:
    """Armies of the standard game: every pair of nations by turns, from both sides, in every scenario."""
    book = load_book("steampunk")
    armies = [choice.id for choice in book.forces() if choice.id.endswith(".standard")]
    scenarios = [choice.id for choice in book.scenarios()]
    pairs = list(permutations(armies, 2))
    scenario = scenarios[seed // len(pairs) % len(scenarios)]
    return battle("steampunk", scenario, pairs[seed * 7 % len(pairs)], seed)


def mob_fight(seed: int) -> Game:
    """Eight against eight with two vehicles a side."""
    eight = Written(EIGHT.name, EIGHT.read_text("utf-8"))
    return battle("gorkamorka", "open_fight", (eight, eight), seed)


def column_fight(seed: int) -> Game:
    """Forces of 700 points with tanks, transports, walkers and squads."""
    return battle("vehicles", "annihilation", ("marine_column", "guard_line"), seed)


def strike(seed: int) -> Game:
    """Eighteen marines against eighteen."""
    return battle("arap", "meeting", ("marine_strike", "marine_strike"), seed)


def horde(seed: int) -> Game:
    """49 of a garrison against 57 orks."""
    return battle("arap", "meeting", ("garrison", "ork_warband"), seed)


def per_second(*fights: Callable[[int], Game], rounds: int = 6, battles: int = 24) -> list[float]:
    """Battles of each kind a second of processor time with the drill bot on both sides, fought in turns: the
    best of several rounds, each of other battles, after a few to warm up."""
    speeds: list[list[float]] = [[] for _ in fights]
    for number in range(rounds + 1):
        for fight, known in zip(fights, speeds, strict=True):
            start = process_time()
            for seed in range(number * battles, (number + 1) * battles):
                fight(seed).advance()
            known.append(battles / (process_time() - start))
    return [max(known[1:]) for known in speeds]


def shares(rounds: int = 4, warm: int = 4) -> tuple[float, float, float]:
    """Battles a second of ten against ten in Necromunda, of `strike` and of `horde`, fought in turns, by
    processor time and after some rounds to warm up: kernels are loaded, and odds worked out."""
    kinds = (gang_fight, 6), (strike, 2), (horde, 1)
    spent = [0.0] * len(kinds)
    for number in range(-warm, rounds):
        for which, (fight, battles) in enumerate(kinds):
            start = process_time()
            for seed in range((number + warm) * battles, (number + warm + 1) * battles):
                fight(seed).advance()
            spent[which] += process_time() - start if number >= 0 else 0.0
    first, second, third = (rounds * n / s for (_, n), s in zip(kinds, spent, strict=True))
    return first, second, third


def gang_raid(seed: int) -> Game:
    return battle("necromunda", "gang_fight", ("orlock_sample", "goliath_sample"), seed)


def decision(fight: Callable[[int], Game], battles: int = 10) -> float:
    """Milliseconds a decision of the drill bot takes on average, with all the rules around it."""
    asked = 0
    games = [fight(seed) for seed in range(battles)]
    start = perf_counter()
    for game in games:
        while not game.over:
            game.step()
            asked += sum(hasattr(entry, "value") for entry in game.tape)
    return (perf_counter() - start) / max(asked, 1) * 1e3


class Timed:
    """A player whose answers to questions of one rule are timed."""

    def __init__(self, player: Player, rule: str) -> None:
        self.player, self.rule = player, rule
        self.seconds: list[float] = []

    def answer(self, side: str, question: Question, view: Any) -> object:
        start = perf_counter()
        answer = self.player.answer(side, question, view)
        if question.rule == self.rule:
            self.seconds.append(perf_counter() - start)
        return answer


def orders() -> float:
    """Milliseconds the drill bot takes at most for a round's orders of a whole army, the first ones of all
    included, with nothing remembered."""
    game = standard_game(0)
    timed = {side: Timed(player, "spf.orders.per-unit") for side, player in game.players.items() if player}
    game.seat(timed)
    game.advance()
    return max(second for player in timed.values() for second in player.seconds) * 1e3


def copies() -> tuple[float, float]:
    """Microseconds to copy a battle of forty models: ours, and copy.deepcopy."""
    book = load_book("necromunda")
    setup = book.setup("gang_fight", ("orlock_sample", "goliath_sample"), {})
    fought = book.muster(setup)
    fought.fighters = [clone(fought.fighters[n % len(fought.fighters)]) for n in range(40)]
    memo = {id(setup): setup}  # the setup never changes and is shared by both

    def best(copy_it: object, calls: int) -> float:
        assert callable(copy_it)
        times = []
        for _ in range(7):
            start = perf_counter()
            for _ in range(calls):
                copy_it()
            times.append(perf_counter() - start)
        return min(times) / calls * 1e6

    return best(lambda: clone(fought), 2000), best(lambda: copy.deepcopy(fought, dict(memo)), 40)
