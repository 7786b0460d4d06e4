"""Getting up: escapes from pinning, the rolls of the recovery phase, nets and bolas."""

from __future__ import annotations

from warbook.books.gorkamorka.field.bodies import within
from warbook.books.gorkamorka.mob.data import weapons
from warbook.books.gorkamorka.psychology.dice import initiative_score
from warbook.books.gorkamorka.state import Battle, Game, Warrior
from warbook.books.gorkamorka.wounds.dice import escapes as escapes_pin
from warbook.books.gorkamorka.wounds.dice import gets_free, recovery
from warbook.books.gorkamorka.wounds.harm import body_of, take_harm
from warbook.core.events import Became, Note
from warbook.core.questions import Choose, Option

ESCAPE_WITHIN = 2.0
HELP_WITHIN = 1.0


# ---------------------------------------------------------------- the start of a turn


def escape_pinning(game: Game) -> None:
    """gce.recovery.escape-test, gce.warrior.initiative: each who starts his turn pinned with a friend on his
    feet within 2 inches may test once, in his player's order (gce.R2.1); one who gets up may help another."""
    battle = game.battle
    waiting = [warrior for warrior in battle.present(battle.side) if warrior.pinned]
    while ready := [warrior for warrior in waiting if helper(battle, warrior)]:
        warrior = ready[0]
        if len(ready) > 1:
            options = [Option(each.id, each.name, piece=each.id) for each in ready]
            text = "Who tests to escape pinning next?"
            choice = Choose(text, options, "gce.recovery.escape-test", kind="escape")
            warrior = battle.warrior(game.ask(battle.side, choice))
        waiting.remove(warrior)
        if game.rolling(warrior.id).roll(
            escapes_pin, initiative_score(warrior.profile.i, battle.rulings.auto_fail_on_max)
        ):
            get_up(game, warrior, f"{warrior.name} escapes pinning and gets up.", "gce.recovery.escape-test")


def helper(battle: Battle, warrior: Warrior) -> Warrior | None:
    """gce.R5.12: of a pinned warrior: another of the mob within 2 inches, from the hull for who is aboard;
    neither pinned nor Down."""
    for friend in battle.present(warrior.side):
        if friend.up and within(battle, warrior, friend, ESCAPE_WITHIN):
            return friend
    return None


def get_up(game: Game, warrior: Warrior, words: str, rule: str) -> None:
    """He is pinned no longer."""
    warrior.pinned, warrior.pinned_since = False, ""
    game.tell(Became(piece=warrior.id, status="pinned", gained=False, words=words, rule=rule))


# ---------------------------------------------------------------- the recovery phase


def recover(game: Game) -> None:
    """gce.game.recovery-phase: of the side whose turn it is. Those who are Down roll
    (gce.recovery.down-roll); those caught try to get free; who was pinned when the turn began gets up
    (gce.recovery.pinned)."""
    battle = game.battle
    for warrior in battle.present(battle.side):
        if warrior.down:
            _down_roll(game, warrior)
    for warrior in battle.present(battle.side):
        if warrior.netted or warrior.hobbled:
            _struggle(game, warrior)
    for warrior in battle.present(battle.side):
        if warrior.pinned and _recovers(battle, warrior):
            get_up(game, warrior, f"{warrior.name} gets up again.", "gce.recovery.pinned")


def _recovers(battle: Battle, warrior: Warrior) -> bool:
    """gce.recovery.pinned, gce.R5.11: not in the turn of his own in which he was pinned, unless a switch says
    so."""
    if battle.rulings.pinned_in_own_turn == "until_this_recovery":
        return True
    return warrior.pinned_since != battle.now


def _down_roll(game: Game, warrior: Warrior) -> None:
    """gce.recovery.down-roll: 1-2 up with a flesh wound, 3-5 still Down, 6 Out of Action. Who stands up is
    not pinned (gce.R5.6)."""
    after = game.rolling(warrior.id).roll(recovery, body_of(warrior))
    if after.state == "up":
        warrior.down = False
        words = f"{warrior.name} gets up."
        game.tell(
            Became(piece=warrior.id, status="down", gained=False, words=words, rule="gce.recovery.down-roll")
        )
    elif after.state == "down":
        words = f"{warrior.name} stays Down."
        game.tell(Note(words=words, piece=warrior.id, rule="gce.recovery.down-roll"))
    take_harm(game, warrior, after)


# ---------------------------------------------------------------- nets and bolas


def _struggle(game: Game, warrior: Warrior) -> None:
    """Out of a net on a 6, 1 less for each friend near who helps; out of a bola on a 4."""
    battle = game.battle
    needs = {
        status: need for status, need in (("netted", _NET), ("hobbled", _BOLA)) if getattr(warrior, status)
    }
    for status, need in needs.items():
        helpers = len(rescuers(battle, warrior)) if status == "netted" else 0
        if game.rolling(warrior.id).roll(gets_free, need, helpers):
            setattr(warrior, status, False)
            words = f"{warrior.name} gets free."
            rule = "gce.recovery.modifiers"
            game.tell(Became(piece=warrior.id, status=status, gained=False, words=words, rule=rule))


def rescuers(battle: Battle, warrior: Warrior) -> list[Warrior]:
    """Friends on their feet within an inch, who have nothing else to do in the recovery phase (gce.S15)."""
    return [
        friend
        for friend in battle.present(warrior.side)
        if friend is not warrior
        and friend.up
        and not friend.netted
        and not friend.burning
        and within(battle, warrior, friend, HELP_WITHIN)
    ]


_NET = max(weapon.entangles for weapon in weapons().values())
_BOLA = max(weapon.hobbles for weapon in weapons().values())
