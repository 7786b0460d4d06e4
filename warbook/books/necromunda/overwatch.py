"""Overwatch (nec.M8): a shot saved for the enemy's turn, in the middle of a move, before he shoots, or
after.

Who is on overwatch stands, is neither broken nor bound nor engaged, and has a weapon that can fire: whatever
changes that ends his overwatch too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from warbook.board.geometry import Shapes, Spot
from warbook.books.necromunda import firing, prospects, shooting, walking, wedges
from warbook.books.necromunda.aim import PLAIN, Circumstance
from warbook.books.necromunda.data import Weapon
from warbook.books.necromunda.harm import Fall
from warbook.books.necromunda.sight import apart, engaged_at
from warbook.books.necromunda.state import Battle, Fighter, Game, enemy
from warbook.core.events import Became
from warbook.core.questions import Choose, Option, Preview, Refusal


class Reaction(Struct):
    """A shot to come: when the mover has gone so many inches."""

    inches: float
    spot: Spot
    watcher: Fighter
    circumstance: Circumstance


def may_watch(battle: Battle, fighter: Fighter) -> Refusal | None:
    """nec.M8: who does nothing else in his turn and has a weapon that can fire."""
    return None if shooting.ready_arms(battle, fighter) else Refusal("has no weapon that can fire", "nec.M8")


def watch(game: Game, fighter: Fighter) -> None:
    fighter.overwatch = True
    words = f"{fighter.name} is on overwatch."
    game.tell(Became(piece=fighter.id, status="overwatch", words=words, rule="nec.M8"))


def on_watch(battle: Battle, side: str) -> list[Fighter]:
    return [fighter for fighter in battle.fighters if fighter.overwatch and fighter.side == side]


# ---------------------------------------------------------------- in the middle of a move


def plan(game: Game, mover: Fighter, stations: Sequence[tuple[float, Spot]]) -> list[Reaction]:
    """Which enemies on overwatch shoot at this mover, and at which of the stations he will pass: those from
    where he can be seen. He stands at the start of his move."""
    battle = game.battle
    if mover.side != battle.side:
        return []
    found = []
    for watcher in on_watch(battle, enemy(mover.side)):
        reactions = _chances(battle, watcher, mover, stations)
        if not reactions:
            continue
        chosen = game.ask(watcher.side, _question(battle, watcher, mover, reactions))
        if chosen != "hold":
            found.append(reactions[int(chosen)])
    return found


def react(game: Game, reaction: Reaction, mover: Fighter) -> list[Fall]:
    """The shot that interrupts a move, if he is still on overwatch. Those who fell."""
    if not reaction.watcher.overwatch:
        return []
    return _loose(game, reaction.watcher, mover, reaction.circumstance)


def _chances(
    battle: Battle, watcher: Fighter, mover: Fighter, stations: Sequence[tuple[float, Spot]]
) -> list[Reaction]:
    """nec.shooting.hit-modifiers: a target appears or disappears where it is out of sight just before or
    after. He is shot at only where he has room to stop, and not in hand-to-hand combat (nec.M16)."""
    arc = shooting.arc_of(battle, watcher)
    ahead = [arc.holds(spot.x, spot.y) for _, spot in stations]
    if True not in ahead:
        return []
    parts = [0.0 if mover.hidden else shooting.seen(battle, watcher, mover)]
    parts += shooting.seen_at(battle, watcher, [spot for _, spot in stations], mover.height)
    charges = battle.phase == "charge" and mover.moved == "charged"  # and does not run to cover
    found = []
    for number, (inches, at) in enumerate(stations, 1):
        if parts[number] <= 0.0 or not ahead[number - 1] or engaged_at(battle, mover, at):
            continue
        spot = walking.room(battle, mover, at) if number < len(stations) else at
        if spot is not None:
            beside = (parts[number - 1], *parts[number + 1 : number + 2])
            how = Circumstance(fleeting=min(beside) <= 0.0, charging=charges)
            found.append(Reaction(inches, spot, watcher, how))
    return found


def _question(battle: Battle, watcher: Fighter, mover: Fighter, reactions: list[Reaction]) -> Choose:
    def target(reaction: Reaction) -> Fighter:
        there = replace(mover, went=max(mover.went, reaction.inches))
        there.at(reaction.spot)
        return there

    def ease(number: int) -> tuple[float, float]:
        there = target(reactions[number])
        return shooting.seen(battle, watcher, there), -apart(watcher, there)

    best = max(range(len(reactions)), key=ease)
    last = len(reactions) - 1
    words = {last: "at the last moment", 0: "as soon as he is seen", best: "where he is seen best"}
    options = [Option("hold", "Hold fire")]
    for number in sorted(words):
        reaction = reactions[number]
        options.append(
            Option(
                str(number),
                f'Shoot {words[number]}, {reaction.inches:.0f}" into his move',
                piece=mover.id,
                spot=reaction.spot,
                preview=partial(_preview, battle, watcher, target(reaction), reaction.circumstance),
            )
        )
    text = f"{watcher.name} is on overwatch and sees {mover.name} move: shoot?"
    return Choose(text, options, "nec.M8", watcher.id, kind="overwatch", bears=_bears(battle, watcher))


# ---------------------------------------------------------------- at once


def offer(game: Game, watcher: Fighter, foes: list[Fighter]) -> list[Fall]:
    """He may use his overwatch on one of these, who are targets. Those who fell."""
    battle = game.battle
    if not foes:
        return []
    options = [Option("hold", "Wait")]
    options += [
        Option(
            foe.id,
            f"Shoot at {foe.name}",
            piece=foe.id,
            preview=partial(_preview, battle, watcher, foe, PLAIN),
        )
        for foe in foes
    ]
    text = f"{watcher.name} is on overwatch: shoot now?"
    question = Choose(text, options, "nec.M8", watcher.id, kind="overwatch", bears=_bears(battle, watcher))
    chosen = game.ask(watcher.side, question)
    return [] if chosen == "hold" else _loose(game, watcher, battle.fighter(chosen), PLAIN)


def _bears(battle: Battle, watcher: Fighter) -> Callable[[str], Shapes]:
    """Of any weapon that he may fire."""
    return lambda _: wedges.bears(battle, watcher, shooting.ready_arms(battle, watcher))


def _preview(battle: Battle, watcher: Fighter, target: Fighter, circumstance: Circumstance) -> Preview:
    """The odds of his shot; one for each of his weapons, where he has yet to choose one."""
    ready = shooting.ready_arms(battle, watcher)
    odds = [prospects.shot_preview(battle, watcher, weapon, target, circumstance) for weapon in ready]
    if len(ready) == 1:
        return odds[0]
    cases = []
    for weapon, shown in zip(ready, odds, strict=True):
        how = f"with {shooting.weapon_words(weapon)}"
        each = shown.cases or (shown,)
        cases += [replace(case, given=f"{how}, {case.given}" if case.given else how) for case in each]
    headline = "; ".join(
        f"{weapon.name}: {shown.headline}" for weapon, shown in zip(ready, odds, strict=True)
    )
    return Preview((), headline=headline, cases=tuple(cases))


def _loose(game: Game, watcher: Fighter, target: Fighter, circumstance: Circumstance) -> list[Fall]:
    watcher.overwatch = False
    words = f"{watcher.name} shoots on overwatch."
    game.tell(Became(piece=watcher.id, status="overwatch", gained=False, words=words, rule="nec.M8"))
    look = partial(_with, game.battle, watcher, target, circumstance)
    return firing.fire(game, watcher, shooting.pick_weapon(game, watcher, look), target, circumstance)


def _with(
    battle: Battle, watcher: Fighter, target: Fighter, circumstance: Circumstance, weapon: Weapon
) -> Preview:
    return prospects.shot_preview(battle, watcher, weapon, target, circumstance)
