"""Exact odds against icepool, and what `@chance` costs in play: `python -m bench.odds`."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from time import perf_counter
from typing import Any, NamedTuple

import icepool
from rich.console import Console
from rich.table import Table

from warbook.core.chance import chance, forget
from warbook.core.dice import Dice, Seeded


class Aim(NamedTuple):
    need: int
    wound: int
    save: int


class Body(NamedTuple):
    flesh: int
    state: int


UP, DOWN, OUT = 0, 1, 2
AIM = Aim(4, 4, 5)
LONG_AIM = Aim(8, 4, 5)
FRESH = Body(0, UP)
BURST = (1, 1, 2, 2, 3, 0)

# ------------------------------------------------------------ the rules, played and asked for odds


def hits(dice: Dice, need: int) -> bool:
    roll = dice.d6("to hit", need=min(need, 6))
    if roll == 1:
        return False
    if need > 6:
        return roll == 6 and dice.d6("follow up", need=need - 3) >= need - 3
    return roll >= need


@chance
def shot(dice: Dice, aim: Aim, body: Body) -> Body:
    if not hits(dice, aim.need) or dice.d6("wound") < aim.wound or dice.d6("save") >= aim.save:
        return body
    return injury(dice, body)


@chance
def injury(dice: Dice, body: Body) -> Body:
    roll = dice.d6("injury")
    if roll <= 2:
        return Body(body.flesh + 1, body.state)
    return Body(body.flesh, OUT if roll > 4 else max(body.state, DOWN))


@chance
def volley(dice: Dice, shots: int, aim: Aim, body: Body) -> Body:
    if not shots or body.state == OUT:
        return body
    return volley(dice, shots - 1, aim, shot(dice, aim, body))


@chance
def sustained(dice: Dice, fire_dice: int, aim: Aim, body: Body) -> Body:
    return volley(dice, sum(dice.face(BURST) for _ in range(fire_dice)), aim, body)


@chance
def swing(dice: Dice, attacks: int) -> tuple[int, int]:
    pool = dice.pool(attacks)
    return pool[0] + max(pool.count(6) - 1, 0), pool.count(1)


@chance
def fight(dice: Dice, attacks: int, skill: int, enemy_attacks: int, enemy_skill: int) -> tuple[str, int]:
    score, fumbles = swing(dice, attacks)
    enemy_score, enemy_fumbles = swing(dice, enemy_attacks)
    lead = score + skill + enemy_fumbles - enemy_score - enemy_skill - fumbles
    if not lead:
        return "draw", 0
    return ("first" if lead > 0 else "second"), abs(lead)


# ------------------------------------------------------------ the same, for icepool


def ice_shot(aim: Aim, flesh: int, state: int) -> Any:
    d6 = icepool.d(6)
    unhurt = flesh, state
    injuries = d6.map(
        lambda roll: (flesh + 1, state) if roll <= 2 else (flesh, OUT if roll > 4 else max(state, DOWN))
    )
    saving = d6.map(lambda roll: unhurt if roll >= aim.save else injuries)
    wounding = d6.map(lambda roll: saving if roll >= aim.wound else unhurt)
    if aim.need > 6:
        following = d6.map(lambda roll: wounding if roll >= aim.need - 3 else unhurt)
        return d6.map(lambda roll: following if roll == 6 else unhurt)
    return d6.map(lambda roll: wounding if roll != 1 and roll >= aim.need else unhurt)


def ice_volley(shots: int, aim: Aim, body: Body) -> Any:
    return icepool.Die([tuple(body)]).map(ice_change(aim), repeat=shots)


def ice_sustained(fire_dice: int, aim: Aim, body: Body) -> Any:
    change, target = ice_change(aim), icepool.Die([tuple(body)])
    return (fire_dice @ icepool.Die(BURST)).map(lambda shots: target.map(change, repeat=shots))


def ice_change(aim: Aim) -> Callable[[int, int], Any]:
    """What a shot does to a body, worked out once for each state of the body."""
    known = cache(partial(ice_shot, aim))
    return lambda flesh, state: (flesh, state) if state == OUT else known(flesh, state)


def ice_fight(attacks: int, skill: int, enemy_attacks: int, enemy_skill: int) -> Any:
    def swung(pool: tuple[int, ...]) -> tuple[int, int]:
        return pool[-1] + max(pool.count(6) - 1, 0), pool.count(1)

    def clash(us: tuple[int, int], them: tuple[int, int]) -> tuple[str, int]:
        lead = us[0] + skill + them[1] - them[0] - enemy_skill - us[1]
        if not lead:
            return "draw", 0
        return ("first" if lead > 0 else "second"), abs(lead)

    swings = [icepool.map(swung, icepool.d(6).pool(each), star=False) for each in (attacks, enemy_attacks)]
    return icepool.map(clash, *swings, star=False)


QUESTIONS: dict[str, tuple[Callable[[], Any], Callable[[], Any]]] = {
    "shot": (partial(shot.odds, LONG_AIM, FRESH), partial(ice_shot, LONG_AIM, *FRESH)),
    "fight 3v2 dice": (partial(fight.odds, 3, 4, 2, 3), partial(ice_fight, 3, 4, 2, 3)),
    "fight 6v6 dice": (partial(fight.odds, 6, 4, 6, 3), partial(ice_fight, 6, 4, 6, 3)),
    "ten shots": (partial(volley.odds, 10, AIM, FRESH), partial(ice_volley, 10, AIM, FRESH)),
    "sustained volley": (partial(sustained.odds, 2, AIM, FRESH), partial(ice_sustained, 2, AIM, FRESH)),
}


def rows() -> list[tuple[str, ...]]:
    """Question, warbook cold, icepool cold, ratio, warbook warm, icepool warm, ratio; in microseconds."""
    return [row(name, ours, theirs) for name, (ours, theirs) in QUESTIONS.items()]


def row(name: str, ours: Callable[[], Any], theirs: Callable[[], Any]) -> tuple[str, ...]:
    die = theirs()
    if dict(ours()) != {outcome: Fraction(die.quantity(outcome), die.denominator()) for outcome in die}:
        raise AssertionError(f"warbook and icepool disagree about {name}")
    our_cold, their_cold, our_warm, their_warm = map(
        min,
        *(
            (
                best(ours, before=forget),
                best(theirs, before=icepool.Pool.clear_cache),
                best(ours, calls=1000),
                best(theirs),
            )
            for _ in range(3)
        ),
    )
    return (
        name,
        f"{our_cold:.1f}",
        f"{their_cold:.1f}",
        f"{their_cold / our_cold:.1f}",
        f"{our_warm:.2f}",
        f"{their_warm:.1f}",
        f"{their_warm / our_warm:.0f}",
    )


def best(ask: Callable[[], Any], before: Callable[[], Any] = lambda: None, calls: int = 1) -> float:
    """The least microseconds a call took, of 10 tries."""
    tries = []
    for _ in range(10):
        before()
        start = perf_counter()
        for _ in range(calls):
            ask()
        tries.append(perf_counter() - start)
    return min(tries) / calls * 1e6


def in_play() -> tuple[float, float]:
    """Microseconds for a shot in play, decorated and not."""

    def bare_shot(dice: Dice, aim: Aim, body: Body) -> Body:
        if not hits(dice, aim.need) or dice.d6("wound") < aim.wound or dice.d6("save") >= aim.save:
            return body
        return bare_injury(dice, body)

    bare_injury = injury.kernel
    dice = Seeded("bench")
    aim = Aim(2, 2, 6)
    shots = [partial(play, dice, aim, FRESH) for play in (shot, bare_shot)]
    decorated: list[float] = []
    bare: list[float] = []
    for _ in range(5):
        for play, times in zip(shots, (decorated, bare), strict=True):
            dice.cursor = 0
            times.append(best(play, calls=2000))
    return min(decorated), min(bare)


def main() -> None:
    table = Table(
        "question", "warbook cold", "icepool cold", "ratio", "warbook warm", "icepool warm", "ratio"
    )
    for cells in rows():
        table.add_row(*cells)
    console = Console(width=110)
    console.print(table, "Best of 30, in microseconds; a ratio is icepool's time over ours.")
    decorated, bare = in_play()
    console.print(
        f"In play: {decorated:.2f} us a shot with @chance, {bare:.2f} without: x{decorated / bare:.2f}"
    )


if __name__ == "__main__":
    main()
