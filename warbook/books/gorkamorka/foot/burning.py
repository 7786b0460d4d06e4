"""Warriors on fire: the roll to put it out, friends who help, and running about."""

from __future__ import annotations

from warbook.books.gorkamorka.field.bodies import heading, within
from warbook.books.gorkamorka.field.engaged import engaged
from warbook.books.gorkamorka.foot.forced import dismount, run_on
from warbook.books.gorkamorka.psychology.dice import runs_burning
from warbook.books.gorkamorka.state import Battle, Game, Warrior
from warbook.books.gorkamorka.wounds.dice import puts_out
from warbook.books.gorkamorka.wounds.harm import Strike, put_out, strike
from warbook.core.events import Became
from warbook.core.questions import Choose, Modifier, Option

HELP_WITHIN = 1.0
FIRE = Strike(strength=4, rule="gce.foot.on-fire-roll", harm="fire")


def may_help(battle: Battle, warrior: Warrior, friend: Warrior) -> bool:
    """gce.foot.on-fire-helpers, gce.R3.14: a friend within an inch who may act, has not run or charged, and
    helps with no other fire; he gives up his shooting. Who is on overwatch does nothing else
    (gce.overwatch.set)."""
    return (
        friend is not warrior
        and friend.up
        and not friend.burning
        and not friend.helping
        and not friend.overwatch
        and not friend.netted
        and not friend.idle
        and friend.moved not in ("ran", "charged", "fled")
        and within(battle, warrior, friend, HELP_WITHIN)
        and not engaged(battle, friend)
    )


def burn_warrior(game: Game, warrior: Warrior) -> bool:
    """gce.foot.on-fire-roll: True if the fire is out and he moves as normal. Else a Strength 4 hit, and if he
    is still up he runs 2D6 inches in a random direction (gce.foot.on-fire-flee) and does nothing else
    (gce.foot.on-fire-no-actions); he is pinned no longer (gce.R3.18). gce.frenzy.on-fire: in a frenzy he
    moves as normal, but takes the hit."""
    helpers = _helpers(game, warrior)
    rule = "gce.foot.on-fire-roll"
    why = Modifier(helpers, "friends who help", "gce.foot.on-fire-helpers")
    if game.rolling(warrior.id, {rule: (why,)} if helpers else {}).roll(puts_out, rule, helpers):
        put_out(game, warrior, rule)
        return not warrior.pinned
    strike(game, warrior, FIRE)
    if not warrior.on_table or warrior.down:
        warrior.moved = "fled"
        return False
    if warrior.frenzied:
        return True
    _run_about(game, warrior)
    return False


def _run_about(game: Game, warrior: Warrior) -> None:
    rule = "gce.foot.on-fire-flee"
    warrior.moved, warrior.idle = "fled", True
    if warrior.pinned:
        warrior.pinned, warrior.pinned_since = False, ""
        words = f"{warrior.name} jumps up."
        game.tell(Became(piece=warrior.id, status="pinned", gained=False, words=words, rule=rule))
    wild = game.rolling(warrior.id).roll(runs_burning)
    direction = heading(wild.direction)
    if dismount(game, warrior, direction, rule):
        run_on(game, warrior, direction, float(wild.inches), rule, "flees")


def _helpers(game: Game, warrior: Warrior) -> int:
    """His side names those who help, one after another."""
    battle = game.battle
    count = 0
    while ready := [friend for friend in battle.present(warrior.side) if may_help(battle, warrior, friend)]:
        options = [Option(friend.id, friend.name, piece=friend.id) for friend in ready]
        options.append(Option("no", "Nobody else"))
        text = f"{warrior.name} is on fire: who gives up his shooting to help?"
        question = Choose(text, options, "gce.foot.on-fire-helpers", piece=warrior.id, kind="help")
        chosen = game.ask(warrior.side, question)
        if chosen == "no":
            break
        battle.warrior(chosen).helping = warrior.id
        count += 1
    return count
