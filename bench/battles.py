"""Whole battles: bot against bot on one core, and copying a battle."""

from __future__ import annotations

import copy
from time import perf_counter

from warbook import load_book
from warbook.core.dice import Seeded
from warbook.core.game import Game
from warbook.core.state import clone

BOTBOWL = 1.0  # battles a second of botbowl's scripted bots on a machine of this class: 0.6 to 1


def battle(seed: int, forces: tuple[str, str]) -> Game:
    book = load_book("necromunda")
    drill = book.bots()["drill"]
    setup = book.setup("gang_fight", forces, {})
    return Game(book, setup, {"a": drill(seed), "b": drill(seed + 1)}, Seeded(seed))


def per_second(rounds: int = 6, battles: int = 24) -> float:
    """Battles of ten against ten with the drill bot on both sides: the best of several rounds, each of other
    battles, after a few to warm up."""
    speeds = []
    for number in range(rounds + 1):
        start = perf_counter()
        for seed in range(number * battles, (number + 1) * battles):
            battle(seed, ("van_saar_sample", "van_saar_sample")).advance()
        speeds.append(battles / (perf_counter() - start))
    return max(speeds[1:])


def decision() -> float:
    """Milliseconds a decision of the drill bot takes on average, with all the rules around it."""
    asked = 0
    games = [battle(seed, ("orlock_sample", "goliath_sample")) for seed in range(10)]
    start = perf_counter()
    for game in games:
        while not game.over:
            game.step()
            asked += sum(hasattr(entry, "value") for entry in game.tape)
    return (perf_counter() - start) / max(asked, 1) * 1e3


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
