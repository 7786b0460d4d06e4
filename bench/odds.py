"""Exact odds against icepool, and what `@chance` costs in play: `python -m bench.odds`."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, partial
from time import perf_counter
from types import FunctionType
from typing import Any

import icepool
from rich.console import Console
from rich.table import Table

from warbook.books.family import injuries, to_hit, wounds
from warbook.books.gorkamorka.fight.dice import bout, worth_rerolling
from warbook.books.necromunda.aim import Aim, full_auto, shot, volley
from warbook.books.necromunda.called import CALLED
from warbook.books.necromunda.combat_dice import Fighting, clash
from warbook.books.necromunda.injury import Body, Hit
from warbook.books.vehicles.army.data import vehicles, weapons
from warbook.books.vehicles.damage.dice import Armour, Condition, Harm, Strike
from warbook.books.vehicles.shooting import dice as vehicle_fire
from warbook.books.vehicles.shooting.blast_dice import Shelled, Shelling, rays, shell
from warbook.books.vehicles.shooting.dice import alike
from warbook.core.chance import forget
from warbook.core.dice import Seeded

AIM, LONG_AIM = Aim(4), Aim(8)
HIT = Hit(4, save=5)
FRESH = Body(grit=3)
BURST = (1, 1, 2, 2, 3, 0)

# ------------------------------------------------------------ the rules of the book, for icepool


def ice_shot(aimed: Aim, hit: Hit, body: Body, *, tell: bool = True) -> Any:
    """The body's wounds, flesh wounds and state after a shot, and before them, if told, how far it came."""

    def outcome(came: str, *after: Any) -> tuple[Any, ...]:
        return (came, *after) if tell else after

    d6 = icepool.d(6)
    before = body.wounds, body.flesh, body.state
    miss, unhurt, saved = (outcome(came, *before) for came in ("miss", "no-wound", "saved"))
    injuries = d6.map(lambda roll: outcome("wounded", *ice_injury(roll, body)))
    saving = d6.map(lambda roll: saved if roll >= hit.save else injuries)
    wounding = d6.map(lambda roll: saving if roll >= hit.wound else unhurt)
    if aimed.need > 6:
        second = aimed.followup[aimed.need - 7]
        following = d6.map(lambda roll: wounding if roll >= second else miss)
        return d6.map(lambda roll: following if roll == 6 else miss)
    return d6.map(lambda roll: wounding if roll != 1 and roll >= aimed.need else miss)


def ice_injury(roll: int, body: Body) -> tuple[int, int, str]:
    if roll == 6:
        return 0, body.flesh, "out"
    if roll > 1:
        return 0, body.flesh, "down"
    return 0, body.flesh + 1, "out" if body.flesh + 1 >= body.grit else body.state


def ice_volley(shots: int, aimed: Aim, hit: Hit, body: Body) -> Any:
    return ice_body(body).map(ice_change(aimed, hit, body.grit), repeat=shots)


def ice_full_auto(fire_dice: int, aimed: Aim, hit: Hit, body: Body) -> Any:
    change, target = ice_change(aimed, hit, body.grit), ice_body(body)
    return (fire_dice @ icepool.Die(BURST)).map(lambda shots: target.map(change, repeat=shots))


def ice_body(body: Body) -> Any:
    return icepool.Die([(body.wounds, body.flesh, body.state)])


def ice_change(aimed: Aim, hit: Hit, grit: int) -> Callable[[int, int, Any], Any]:
    """What a shot does to a body, worked out once for each state of the body."""

    @cache
    def known(wounds: int, flesh: int, state: Any) -> Any:
        return ice_shot(aimed, hit, Body(wounds, flesh, state, grit), tell=False)

    def change(wounds: int, flesh: int, state: Any) -> Any:
        return (wounds, flesh, state) if state == "out" else known(wounds, flesh, state)

    return change


def ice_clash(a: Fighting, b: Fighting) -> Any:
    def swung(pool: tuple[int, ...]) -> tuple[int, int]:
        return pool[-1] + max(pool.count(6) - 1, 0), pool.count(1)

    def hits(us: tuple[int, int], them: tuple[int, int]) -> int:
        lead = us[0] + a.ws + them[1] - them[0] - b.ws - us[1]
        return lead or (a.initiative > b.initiative) - (a.initiative < b.initiative)

    swings = [icepool.map(swung, icepool.d(6).pool(each.dice), star=False) for each in (a, b)]
    return icepool.map(hits, *swings, star=False)


def ice_bout(a: Fighting, b: Fighting) -> Any:
    """A clash in which both hate, and roll again whatever pays to be rolled again."""

    def counted(pool: tuple[int, ...]) -> tuple[int, int]:
        return max(pool) + max(pool.count(6) - 1, 0), pool.count(1)

    def swung(pool: tuple[int, ...]) -> Any:
        again = worth_rerolling(pool[::-1])
        return icepool.map(lambda more: counted(pool[again:] + more), icepool.d(6).pool(again), star=False)

    def hits(us: tuple[int, int], them: tuple[int, int]) -> int:
        lead = us[0] + a.ws + them[1] - them[0] - b.ws - us[1]
        return lead or (a.initiative > b.initiative) - (a.initiative < b.initiative)

    swings = [icepool.map(swung, icepool.d(6).pool(each.dice), star=False) for each in (a, b)]
    return icepool.map(hits, *swings, star=False)


def ice_hit(strike: Strike, armour: Armour) -> Any:
    """What a hit on a vehicle comes to on the damage table: 0 without a roll on it, -1 if it is saved."""
    d6 = icepool.d(6)
    die = icepool.highest(d6, d6) if strike.roll == "highest" else d6

    def damage(modifier: int) -> Any:
        table = d6.map(lambda roll: min(6, max(1, roll + modifier + strike.ap_modifier + armour.open_topped)))
        return d6.map(lambda roll: -1 if roll >= armour.cover else table)

    glancing, penetrating = damage(-2), damage(0)

    def through(roll: int) -> Any:
        total = roll + strike.s
        return 0 if total < armour.av else glancing if total == armour.av else penetrating

    return die.map(through)


def ice_vehicle_volley(shots: int, shot: vehicle_fire.Shot, condition: Condition) -> Any:
    """Whether it is Shaken, Stunned, how often a weapon or its movement was lost, which, and its end."""
    hit = ice_hit(shot.strike, shot.armour)
    total = icepool.d(6).map(lambda roll: hit if roll >= shot.aim.need else 0)

    @cache
    def after(shaken: int, stunned: int, taken: int, stuck: int, end: str) -> Any:
        return total.map(lambda each: one_more(each, shaken, stunned, taken, stuck, end))

    def one_more(total: int, shaken: int, stunned: int, taken: int, stuck: int, end: str) -> tuple[Any, ...]:
        if total == 6 or end == "explodes":
            return 0, 0, 0, 0, "explodes"
        if total == 5 or end:
            return 0, 0, 0, 0, "wrecked"
        if total in (3, 4):
            taken += 1
            stuck = int(stuck or total == 4 or taken > condition.weapons)
            if taken > condition.weapons + 1:
                return 0, 0, 0, 0, "wrecked"
        return shaken or int(total == 1), stunned or int(total == 2), taken, stuck, end

    return icepool.Die([(0, 0, 0, 0, "")]).map(after, star=True, repeat=shots)


def ice_blast(bs: int, at: Shelling) -> Any:
    """Where a blast at a vehicle comes down, and what it does."""
    half = Strike(at.strike.s // 2, at.strike.roll, at.strike.ap_modifier)
    on_hull = ice_hit(at.strike, at.armour).map(lambda total: ("on-hull", total))
    off_hull = {
        av: ice_hit(half, Armour(av, at.armour.cover, at.armour.open_topped)).map(
            lambda total: ("off-hull", total)
        )
        for av in {av for ray in at.rays for av in ray.avs}
    }

    def landed(hour: int, roll: int) -> Any:
        ray, inches = at.rays[hour], max(0, roll - bs)
        if inches <= ray.on_hull:
            return on_hull
        if inches > ray.over_hull:
            return "miss", 0
        return off_hull[ray.avs[inches - ray.on_hull - 1]]

    strays = icepool.map(landed, icepool.Die(range(12)), 2 @ icepool.d(6))
    return icepool.d(6).map(lambda roll: on_hull if roll >= 5 else strays)


# ------------------------------------------------------------ the questions


def plain(outcome: Any) -> Any:
    """An outcome of a kernel in the words of icepool's tuples."""
    if isinstance(outcome, Body):
        return outcome.wounds, outcome.flesh, outcome.state
    if isinstance(outcome, Harm):
        taken = outcome.weapons_lost + outcome.immobilized
        return int(outcome.shaken), int(outcome.stunned), taken, int(outcome.immobilized), outcome.end
    if isinstance(outcome, Shelled):
        return outcome.where, -1 if outcome.struck.saved else outcome.struck.total
    if isinstance(outcome, tuple):  # the hits of a bout, and whether a bomb would go off
        return outcome[0]
    return outcome if isinstance(outcome, int) else (outcome.came, *plain(outcome.body))


THREE, TWO = Fighting(4, 3, 3), Fighting(3, 2, 3)
FOUR, OTHER_FOUR = Fighting(4, 4, 3), Fighting(3, 4, 3)
SIX, OTHER_SIX = Fighting(4, 6, 3), Fighting(3, 6, 3)

AUTOCANNON = vehicle_fire.Shot(vehicle_fire.aim_of(4), Strike(7), Armour(11, cover=4))
ARMED = Condition(weapons=2)


def shelling(weapon_id: str, vehicle_id: str) -> Shelling:
    """A blast from the front, at a vehicle in cover."""
    weapon, kind = weapons()[weapon_id], vehicles()[vehicle_id]
    av = kind.armour
    return Shelling(
        Strike(weapon.strength, "highest"),
        Armour(av.front, cover=4),
        rays(kind.length, kind.width, weapon.blast / 2, av.front, av.side, av.rear),
    )


SHELLING = shelling("battle_cannon", "rhino")

QUESTIONS: dict[str, tuple[Callable[[], Any], Callable[[], Any]]] = {
    "shot": (partial(shot.odds, LONG_AIM, HIT, FRESH), partial(ice_shot, LONG_AIM, HIT, FRESH)),
    "fight 3v2 dice": (partial(clash.odds, THREE, TWO), partial(ice_clash, THREE, TWO)),
    "fight 6v6 dice": (partial(clash.odds, SIX, OTHER_SIX), partial(ice_clash, SIX, OTHER_SIX)),
    "hateful fight 4v4 dice": (
        partial(bout.odds, FOUR, OTHER_FOUR, (True, True)),
        partial(ice_bout, FOUR, OTHER_FOUR),
    ),
    "ten shots": (partial(volley.odds, 10, AIM, HIT, FRESH), partial(ice_volley, 10, AIM, HIT, FRESH)),
    "sustained volley": (
        partial(full_auto.odds, 2, AIM, HIT, FRESH),
        partial(ice_full_auto, 2, AIM, HIT, FRESH),
    ),
    "nine shots at a vehicle": (
        partial(alike.odds, 9, AUTOCANNON, ARMED),
        partial(ice_vehicle_volley, 9, AUTOCANNON, ARMED),
    ),
    "blast at a vehicle": (partial(shell.odds, 3, SHELLING), partial(ice_blast, 3, SHELLING)),
}


def rows() -> Iterator[tuple[str, ...]]:
    """Question, warbook cold, icepool cold, ratio, warbook warm, icepool warm, ratio; in microseconds."""
    return (row(name, ours, theirs) for name, (ours, theirs) in QUESTIONS.items())


def row(name: str, ours: Callable[[], Any], theirs: Callable[[], Any]) -> tuple[str, ...]:
    die = theirs()
    found = {outcome: Fraction(die.quantity(outcome), die.denominator()) for outcome in die}
    if dict(ours().map(plain)) != found:
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
    dice = Seeded("bench")
    easy = Aim(2), Hit(2, save=6), FRESH
    shots = partial(shot, dice, *easy), partial(undecorated("shot"), dice, CALLED, *easy)
    decorated: list[float] = []
    bare: list[float] = []
    for _ in range(5):
        for play, times in zip(shots, (decorated, bare), strict=True):
            dice.cursor = 0
            times.append(best(play, calls=2000))
    return min(decorated), min(bare)


def undecorated(name: str) -> Callable[..., Any]:
    """The same code without `@chance`, as are all the functions that it calls."""
    bare: dict[str, Any] = {**vars(wounds), **vars(injuries), **vars(to_hit)}
    for known, thing in bare.items():
        if isinstance(thing, FunctionType):
            bare[known] = FunctionType(getattr(thing, "kernel", thing).__code__, bare)
    found: Callable[..., Any] = bare[name]
    return found


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
