"""The shooting phase: one fighter's fire after another, and overwatch before, between and after."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from warbook.books.necromunda import firing, overwatch, prospects, shooting, special, travelling, wedges
from warbook.books.necromunda.asking import who_next
from warbook.books.necromunda.data import Weapon
from warbook.books.necromunda.sight import apart, hindrance, in_melee
from warbook.books.necromunda.state import Battle, Fighter, Game, enemy
from warbook.core.questions import Choose, Listed, Option, Refusal


def shoot_step(game: Game) -> None:
    """One fighter's shooting, or the end of the phase."""
    battle = game.battle
    locked = in_melee(battle)
    may = partial(shooting.may_shoot, battle, locked=locked)
    look = partial(prospects.best_shot, battle, locked=locked)
    shooter = who_next(
        game, may, "shooter", "Who shoots?", "nec.shooting.to-hit", "Nobody else shoots", look=look
    )
    if shooter is None:
        overwatch_window(game)
        battle.phase = "fight"
        return
    weapon = shooting.pick_weapon(game, shooter, partial(prospects.best_shot, battle, shooter, locked=locked))
    choices = _target_options(battle, shooter, weapon, locked)
    text = f"{shooter.name} fires {shooting.weapon_words(weapon)}: choose a target"
    question = Choose(text, choices, "nec.M11", shooter.id, kind="target")
    question.bears = lambda _: wedges.bears(battle, shooter, [weapon])
    named = game.ask(shooter.side, question)
    shooter.shot = True
    if named == "hold":
        return
    if named == "spot":
        fallen = special.lob_at_spot(game, shooter, weapon)
    else:
        fallen = firing.fire(game, shooter, weapon, battle.fighter(named))
    travelling.shake(game, fallen)
    _answer_fire(game, shooter)


def _target_options(
    battle: Battle, shooter: Fighter, weapon: Weapon, locked: Collection[str]
) -> Listed[tuple[Fighter, Refusal | None]]:
    targets = {foe.id: (foe, barred) for foe, barred in shooting.targets(battle, shooter, locked)}

    def option(target: tuple[Fighter, Refusal | None]) -> Option:
        foe, barred = target
        preview = partial(prospects.shot_preview, battle, shooter, weapon, foe)
        hindered = partial(hindrance, battle, shooter, foe) if barred is shooting.UNSEEN else None
        label = _target_label(battle, shooter, foe)
        return Option(foe.id, label, foe.id, barred, preview, hindered=hindered)

    more = [Option("hold", "Hold fire")]
    if weapon.blast_diameter:
        blind = (
            None if special.sees_a_spot(battle, shooter, weapon) else Refusal("sees no spot ahead", "nec.M11")
        )
        more.insert(0, Option("spot", "A spot on the table (small target, -1)", barred=blind))
    return Listed(targets, option, *more)


def _target_label(battle: Battle, shooter: Fighter, foe: Fighter) -> str:
    part = shooting.seen(battle, shooter, foe)
    words = [foe.name]
    if battle.rulings.premeasure:
        words.append(f'{apart(shooter, foe):.1f}"')
    if 0.0 < part < 1.0:
        words.append("in partial cover" if part >= 0.5 else "in cover")
    if foe.down or foe.pinned:
        words.append("down" if foe.down else "pinned")
    return ", ".join(words)


# ---------------------------------------------------------------- overwatch


def overwatch_window(game: Game) -> None:
    """Before the enemy's shooting and after it: who is still on overwatch may use it on any target he has."""
    battle = game.battle
    for watcher in overwatch.on_watch(battle, enemy(battle.side)):
        if watcher.overwatch:
            targets = [foe for foe, barred in shooting.targets(battle, watcher) if barred is None]
            travelling.shake(game, overwatch.offer(game, watcher, targets))


def _answer_fire(game: Game, shooter: Fighter) -> None:
    """Who has just shot may be shot at, even if another is closer."""
    battle = game.battle
    for watcher in overwatch.on_watch(battle, enemy(shooter.side)):
        able = watcher.overwatch and shooter.on_table
        if able and shooting.target_of(battle, watcher, shooter, in_melee(battle)) is None:
            travelling.shake(game, overwatch.offer(game, watcher, [shooter]))
