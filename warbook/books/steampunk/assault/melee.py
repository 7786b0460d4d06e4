"""The dice of an assault: both sides throw, successes are deflected, and one side has the advantage."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import product
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from warbook.books.steampunk.army.abilities import Numbered
from warbook.books.steampunk.army.data import nations
from warbook.books.steampunk.asking import Asking, pick, together, unasked
from warbook.books.steampunk.assault import pools
from warbook.books.steampunk.assault.lineup import Source, Stand, dice_of, empowered, stands, striker
from warbook.books.steampunk.assault.pools import Net, Pool
from warbook.books.steampunk.pending import Clash
from warbook.books.steampunk.state import SIDES, Battle, Game
from warbook.core.dice import Dice
from warbook.core.events import Note
from warbook.core.questions import Choose, Modifier, Option, Preview

CANCELS = "deflection-cancels-deflection"
MOST_KINDS = 2  # of dice with rerolls whose odds are worked out while somebody waits


class Thrown(Struct):
    """What a side's dice came to: its pools and the successes of each, and its sources by key."""

    sources: dict[str, Source]
    pools: tuple[Pool, ...]
    successes: tuple[int, ...]

    def hits(self) -> dict[str, int]:
        """Assault successes by source."""
        found: dict[str, int] = {}
        for pool, count in zip(self.pools, self.successes, strict=True):
            if not pool.deflects and count:
                found[pool.source] = found.get(pool.source, 0) + count
        return found

    def deflections(self) -> dict[str, int]:
        """Successful deflections by the side of the hex they are limited to ("": all)."""
        found: dict[str, int] = {}
        for pool, count in zip(self.pools, self.successes, strict=True):
            if pool.deflects:
                found[pool.side] = found.get(pool.side, 0) + count
        return found


# ---------------------------------------------------------------- throwing them


def pools_of(sources: Iterable[Source]) -> tuple[Pool, ...]:
    """spf.assault.pooling: assault dice and deflection dice, apart for each source; those that do most harm
    first, so that they are the first to be rolled again."""
    found = []
    for source in sorted(sources, key=_harm):
        reroll = max((a.number for a in source.named("reroll-assault", Numbered)), default=0)
        if source.dice:
            found.append(Pool(source.dice, source.need, source.key, False, source.way, reroll, source.twice))
        if source.deflection:
            found.append(Pool(source.deflection, source.deflect, source.key, True, source.focus, reroll))
    return tuple(found)


def _harm(source: Source) -> tuple[object, ...]:
    """The strongest damage first, then the best AP; whom they belong to comes last."""
    damage = source.assault.damage
    most = damage.sides + damage.plus if damage else 0
    return -most, -source.assault.ap, source.name, source.key


def throw(game: Game, clash: Clash, lines: Mapping[str, list[Stand]]) -> dict[str, Thrown]:
    """Both sides' dice (spf.assault.deflection-effect), with what their bearers make of deflections."""
    battle = game.battle
    brought = together(game, {side: _dice(battle, clash, side, lines) for side in SIDES})
    thrown = _rolled(game, brought)
    used = together(game, {side: _used(battle, thrown[side]) for side in SIDES})
    return {side: _cancelled(used[side], used[foe]) for side, foe in zip(SIDES, reversed(SIDES), strict=True)}


def _dice(
    battle: Battle, clash: Clash, side: str, lines: Mapping[str, list[Stand]]
) -> Asking[tuple[list[Source], tuple[Modifier, ...]]]:
    foes = [stand for other, stands in lines.items() if other != side for stand in stands]
    sources: list[Source] = []
    why: tuple[Modifier, ...] = ()
    for stand in lines[side]:
        own, lines_of = yield from dice_of(battle, clash, stand, foes)
        sources += own
        why += lines_of
    return sources, tuple(dict.fromkeys(why))


def _rolled(
    game: Game, brought: Mapping[str, tuple[list[Source], tuple[Modifier, ...]]]
) -> dict[str, Thrown]:
    """The dice of both sides, and all their rerolls, wave by wave (spf.team.ork-reroll, ruling K1)."""
    hands = {}
    for side in SIDES:
        sources, why = brought[side]
        own = pools_of(sources)
        hands[side] = _Hand({source.key: source for source in sources}, own, why, [pool.dice for pool in own])
    while any(any(hand.due) for hand in hands.values()):
        for hand in hands.values():
            hand.throw(game)
        together(game, {side: hand.again() for side, hand in hands.items()})
    return {side: Thrown(hand.sources, hand.pools, hand.successes) for side, hand in hands.items()}


class _Hand:
    """A side's dice between two waves: those that are due, and those that have failed."""

    def __init__(
        self, sources: dict[str, Source], own: tuple[Pool, ...], why: tuple[Modifier, ...], due: list[int]
    ) -> None:
        self.sources, self.pools, self.why, self.due = sources, own, why, due
        self.failed = self.successes = (0,) * len(own)
        self.more = 0  # dice that may be rolled again
        self.first = True  # wave

    def throw(self, game: Game) -> None:
        lots = []
        for pool, count in zip(self.pools, self.due, strict=True):
            if count:
                game.tell(self._words(game.battle, pool, count))
            rolling = game.rolling(self.sources[pool.source].unit, {"spf.assault.stats": self.why})
            lots.append(rolling.roll(pools.thrown, count, pool.die))
        self.successes = pools.added(self.successes, tuple(lot.successes for lot in lots))
        self.failed = pools.added(self.failed, tuple(lot.failed for lot in lots))
        sixes = tuple(lot.sixes for lot in lots)
        self.more = pools.rerolls(self.pools, sixes, game.battle.rulings.ork_reroll)
        self.due = [0] * len(self.pools)
        self.first = False

    def _words(self, battle: Battle, pool: Pool, count: int) -> Note:
        """Whose dice come next, and what they need."""
        source = self.sources[pool.source]
        name, what = striker(battle, source), "to deflect" if pool.deflects else "to hit"
        rule = "spf.assault.deflection" if pool.deflects else "spf.assault.stats"
        words = f"{name} needs {pool.need}+ {what}."
        if not self.first:
            words, rule = f"{name} rolls {count} again {what}.", "spf.team.ork-reroll"
        return Note(words=words, piece=source.unit, rule=rule)

    def again(self) -> Asking[None]:
        """The owner says which of the dice that failed are rolled again; the first answer is always as in
        `pools.picked`."""
        left = min(self.more, sum(self.failed))
        rest = sum(self.failed)
        for n in pools.reroll_order(self.pools):
            rest -= self.failed[n]
            most, least = min(self.failed[n], left), max(0, left - rest)
            source = self.sources[self.pools[n].source]
            what = f"{'deflection' if self.pools[n].deflects else 'assault'} dice of {source.name}"
            options = [Option(str(m), f"{m} of {self.failed[n]} {what}") for m in range(most, least - 1, -1)]
            text = f"{left} dice may be rolled again: how many {what}?"
            self.due[n] = int((yield from pick(text, options, "spf.team.ork-reroll", source.unit)))
            left -= self.due[n]
        self.failed = tuple(before - taken for before, taken in zip(self.failed, self.due, strict=True))


def _used(battle: Battle, thrown: Thrown) -> Asking[Thrown]:
    """Ability flexible-deflection: each deflection success may be used as an assault success instead."""
    own, counts = list(thrown.pools), list(thrown.successes)
    for number, pool in enumerate(thrown.pools):
        source = thrown.sources[pool.source]
        if not (pool.deflects and counts[number] and source.has("flexible-deflection")):
            continue
        options = [
            Option(str(count), f"{count} strike, {counts[number] - count} deflect")
            for count in range(counts[number] + 1)
        ]
        text = f"{source.name}: how many of {counts[number]} deflections strike instead?"
        struck = int((yield from pick(text, options, "spf.assault.deflection", source.unit)))
        counts[number] -= struck
        own.append(replace(pool, dice=0, deflects=False, side=source.way))
        counts.append(struck)
    return Thrown(thrown.sources, tuple(own), tuple(counts))


def _cancelled(thrown: Thrown, foe: Thrown) -> Thrown:
    """Ability deflection-cancels-deflection: such successes remove nothing but the enemy's deflections, those
    first that are good against hits from every side."""
    gone = sum(
        count
        for pool, count in zip(foe.pools, foe.successes, strict=True)
        if pool.deflects and foe.sources[pool.source].has(CANCELS)
    )
    counts = list(thrown.successes)
    for number in sorted(range(len(counts)), key=lambda n: (thrown.pools[n].side != "", n)):
        pool = thrown.pools[number]
        if not pool.deflects:
            continue
        if thrown.sources[pool.source].has(CANCELS):
            counts[number] = 0
        lost = min(gone, counts[number])
        counts[number] -= lost
        gone -= lost
    return Thrown(thrown.sources, thrown.pools, tuple(counts))


# ---------------------------------------------------------------- the advantage


def net(thrown: Mapping[str, Thrown]) -> Net:
    """spf.assault.advantage, ruling S6."""
    a, b = (thrown[side] for side in SIDES)
    return Net(
        pools.net_successes(a.pools, a.successes, b.pools, b.successes),
        pools.net_successes(b.pools, b.successes, a.pools, a.successes),
    )


def settle_advantage(game: Game, came: Net) -> str:
    """Who has it; equal sides by rank (spf.assault.tie-rank), one nation by rolling off (ruling S7)."""
    tie = tied(game.battle)
    while came.a == came.b and not tie:
        tie = game.rolling("").roll(roll_off)
    return pools.advantage(came, tie or "a")


def tied(battle: Battle) -> Literal["a", "b", ""]:
    """The side that has the advantage with equal successes; none where both are of one nation."""
    a, b = (nations()[army.nation] for army in battle.setup.armies)
    first, second = (
        (a.melee_rank, b.melee_rank) if battle.rulings.one_melee_rank else (a.tie_rank, b.tie_rank)
    )
    return "" if first == second else "a" if first < second else "b"


def roll_off(dice: Dice) -> Literal["a", "b", ""]:
    """spf.assault.tie-rank, ruling S7: each side a die, the higher wins."""
    a, b = dice.d6("spf.assault.tie-rank"), dice.d6("spf.assault.tie-rank")
    return "" if a == b else "a" if a > b else "b"


def remaining(game: Game, chooser: str, thrown: Thrown, foe: Thrown) -> tuple[dict[str, int], dict[str, int]]:
    """The hits of a side that are left by source, and those deflected: who has the advantage chooses which
    (spf.assault.advantage-chooses-deflected)."""
    hits = thrown.hits()
    ways = removals(thrown, foe)
    keys = list(hits)
    for number, key in enumerate(keys):
        counts = sorted({way[number] for way in ways})
        if len(counts) == 1:
            continue
        source = thrown.sources[key]
        options = [
            Option(str(count), f"{count} of the {hits[key]} hits of {source.name} are deflected", source.unit)
            for count in counts
        ]
        text = f"How many hits of {source.name} are deflected?"
        answer = game.ask(
            chooser,
            Choose(text, options, "spf.assault.advantage-chooses-deflected", source.unit, kind="deflected"),
        )
        ways = [way for way in ways if way[number] == int(answer)]
    (gone,) = ways
    lost = dict(zip(keys, gone, strict=True))
    return {key: hits[key] - lost[key] for key in keys}, lost


def removals(thrown: Thrown, foe: Thrown) -> list[tuple[int, ...]]:
    """All ways in which the enemy's deflections can fall on the hits of each source. As many are removed as
    can be; a deflection limited to a side of the hex removes only hits from there."""
    hits = thrown.hits()
    limited = foe.deflections()
    anywhere = limited.pop("", 0)
    left = pools.net_successes(thrown.pools, thrown.successes, foe.pools, foe.successes)
    gone = sum(hits.values()) - left
    sides = [thrown.sources[key].way for key in hits]

    def possible(way: tuple[int, ...]) -> bool:
        more = 0
        for side in dict.fromkeys(sides):
            here = sum(count for count, where in zip(way, sides, strict=True) if where == side)
            more += max(0, here - limited.get(side, 0))
        return sum(way) == gone and more <= anywhere

    return [way for way in product(*(range(count + 1) for count in hits.values())) if possible(way)]


# ---------------------------------------------------------------- how it would go


def outlook(battle: Battle, clash: Clash, side: str) -> Callable[[], Preview] | None:
    """The exact chance of the advantage, if both sides answer what is asked with the first answer; none where
    deflections can be turned into something else, or too many kinds of dice are rolled again."""
    if any(
        empowered(battle, battle.unit(entrant.unit), name)
        for entrant in clash.entrants
        for name in ("flexible-deflection", CANCELS)
    ):
        return None
    for each in SIDES:
        lines = {s: unasked(stands(battle, clash, s)) for s in SIDES}
        kinds = pools.alike(pools_of(unasked(_dice(battle, clash, each, lines))[0]))
        if any(pool.reroll for pool in kinds) and len(kinds) > MOST_KINDS:
            return None
    return lambda: _outlook(battle, clash, side)


def _outlook(battle: Battle, clash: Clash, side: str) -> Preview:
    lines = {each: unasked(stands(battle, clash, each)) for each in SIDES}
    sources = {each: unasked(_dice(battle, clash, each, lines))[0] for each in SIDES}
    a, b = (pools_of(sources[each]) for each in SIDES)
    won = Fraction(0)
    for came, share in pools.clash.odds(a, b, battle.rulings.ork_reroll).items():
        tie = tied(battle)
        if came.a == came.b and not tie:
            won += Fraction(share) / 2
        elif pools.advantage(came, tie or "a") == side:
            won += Fraction(share)
    outcomes = (("the enemy has the advantage", 1 - won), ("advantage", won))
    return Preview(outcomes, headline=f"{float(won):.0%} has the advantage")
